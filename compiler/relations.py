"""Which relations a piece of text declares.

A relation is declared by a field, by a status line, or by a line that says so by itself
("Supersedes [..](..)", "This ADR amends ADR-7"). A mention in prose declares nothing, and a
supersession of a part is an amendment.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from compiler import lexicon
from compiler.inline import links, no_emphasis, strip_comments
from compiler.languages.table import phrases
from compiler.references import Mention, enumeration, is_bare, mask_links, mentions, written

_MARKERS = re.compile(r"^(?:\s|[>*_+\-]+(?=\s|\*|_|\w|\[)|[^\w\s\[(<§]+(?=\s)|\[!(?=\w))*")
_FIRST_WORDS = re.compile(
    r"(?:<!--(?:(?!-->).)*-->|[^\w§<]|<(?!!--))*+(§|[^\W_]+(?:['’.-][^\W_]+)*)(?:[\W_]+([^\W_]+(?:['’.-][^\W_]+)*))?",
    re.DOTALL,
)
_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|\n\s*\n")
_FILLER_WORDS = 9
_LEAD = re.compile(r"[(\[:;,.–—]|\s-\s")
_CODE = re.compile(r"`+[^`]*`+")
_CONDITION = re.compile(r"\s*(?:\?|(?:once|when|if|until|unless|as soon as)\b)", re.IGNORECASE)
_BASE_FORMS = frozenset(phrases("supersede, supercede, replace, amend, extend"))
# As much as is taken of a paragraph.
_STATEMENT_LENGTH = 4_000
_SECTION = re.compile(
    r"(?:§+|sections?|clauses?|paragraphs?|items?|points?|bullets?)\s*[\w.§-]+(?:\s*(?:,|and|–|-)\s*§?[0-9][\w.]*)*",
    re.IGNORECASE,
)
_POSSESSED = re.compile(r"['’]s\s+(?!decision\b(?!s? (?:to|about|on|in)\b))\S")
_BEHIND = re.compile(
    r"""
    [\s`*_"]*[(,:–—-]?\s*
    ( (?:in\ part|partially|partly|in\ teilen|en\ partie|en\ parte)\b
    | (?:§+|sections?|rules?|clauses?|items?|points?|decisions?|parts?|paragraphs?|requirements?
        |principles?|d[0-9]|steps?|appendix)\s?[\w.§-]*[0-9][\w.–-]*(?:\s+only\b)?
    | only\b | (?:except|apart\ from|other\ than|save\ for)\b )
    """,
    re.IGNORECASE | re.VERBOSE,
)
PARTS = {"supersedes": "amends", "superseded_by": "amended_by"}


@dataclass(frozen=True, slots=True)
class Declared:
    """A relation with one target as written; `offset` is the target's place in the text."""

    kind: str
    text: str
    href: str | None
    offset: int
    aspect: str | None


def field_targets(kind: str, value: str) -> list[Declared]:
    """The targets in the value of a relation field, each with the relation it really states.

    `None (extends ADR-0087)` in a field `Supersedes` declares an amendment.
    """
    value = strip_comments(value)
    lead = _LEAD.split(value.lstrip(" (*_`"), maxsplit=1)[0]
    if lead.strip() and lexicon.is_nothing(lead):
        # `none (see ADR-1)` names nothing, `none (extends ADR-1)` says something else.
        return [item for item in anywhere(value) if item.offset]
    found = mentions(value, bare_numbers=True)
    before = {word for word, _, _ in lexicon.words(value[: found[0].start])} if found else set()
    if len(before) > 1 and before & lexicon.DENIALS:
        return []  # `does not supersede ADR-1`
    return _limited(kind, value, found, "")


def opening(text: str, *, bare_only: bool = False) -> list[Declared]:
    """The relations that a line or paragraph declares by its opening words.

    `bare_only` takes nothing but a verb and its targets, as in a list of references.
    """
    if not may_open(text):
        return []
    text = no_emphasis(strip_comments(text[:_STATEMENT_LENGTH]))
    start = _MARKERS.match(text)
    at = start.end() if start else 0
    masked = _mask_code(mask_links(text, links(text)))
    words = lexicon.words(masked[at : at + 400])
    shifted = [(word, begin + at, end + at) for word, begin, end in words]
    position = _skip_preface(shifted, masked)
    position, subject = _skip_subject(shifted, position)
    if bare_only and subject:
        return []
    if not subject and position < len(shifted) and shifted[position][0] in _BASE_FORMS:
        return []  # `Supersede ADR-1` is an option or a task
    return _verb_at(text, masked, shifted, position, bare_only=bare_only)


def may_open(text: str) -> bool:
    """Whether the first two words can begin a declaration; most blocks are prose and cannot."""
    first = _FIRST_WORDS.match(text)
    if first is None:
        return False
    openers = lexicon.relation_openers()
    word = first[1].casefold()
    if word not in openers:
        return False
    seconds = openers[word]
    return seconds is None or (first[2] or "").casefold() in seconds


def anywhere(text: str) -> Iterator[Declared]:
    """The relations that a status line or field value declares at any place in it."""
    text = no_emphasis(strip_comments(text[:_STATEMENT_LENGTH]))
    masked = _mask_code(mask_links(text, links(text)))
    words = lexicon.words(masked)
    position = 0
    while position < len(words):
        verb = lexicon.longest(lexicon.relation_verbs(), words, position)
        if verb is None or _negated(words, position):
            position += 1
            continue
        yield from _targets(text, masked, words, position, verb, loose=True)
        position = verb[1]


def _mask_code(text: str) -> str:
    """A verb in code ticks is quoted, not said."""
    if "`" not in text:
        return text
    return _CODE.sub(lambda match: "\0" * len(match[0]), text)


def _skip_preface(words: list[tuple[str, int, int]], masked: str) -> int:
    """Behind `Note:` and its like."""
    if words and words[0][0] in lexicon.PREFACES:
        behind = masked[words[0][2] : words[0][2] + 3]
        if "\n" in behind or behind.strip()[:1] in (":", "!", "]", "-", "–", "—"):
            return 1
    return 0


def _skip_subject(words: list[tuple[str, int, int]], at: int) -> tuple[int, bool]:
    found = lexicon.longest(lexicon.subjects(), words, at)
    if found is None:
        return at, False
    position = found[1]
    while position < len(words) and words[position][0] in lexicon.AUXILIARIES:
        position += 1
    return position, True


def _verb_at(
    text: str, masked: str, words: list[tuple[str, int, int]], at: int, *, bare_only: bool
) -> list[Declared]:
    verb = lexicon.longest(lexicon.relation_verbs(), words, at)
    if verb is None and at + 1 < len(words) and words[at][0] in lexicon.PARTIAL_ADVERBS:
        at += 1
        verb = lexicon.longest(lexicon.relation_verbs(), words, at)
        verb = (PARTS.get(verb[0], verb[0]), verb[1]) if verb else None
    if verb is None:
        return []
    declared = list(_targets(text, masked, words, at, verb, loose=False))
    declared.extend(_further(text, masked, words, verb[1]) if declared else ())
    if bare_only and declared:
        end = words[verb[1] - 1][2]
        rest = text[end:]
        if not is_bare(rest, enumeration(rest, mentions(rest))):
            return []
    return declared


def _targets(
    text: str,
    masked: str,
    words: list[tuple[str, int, int]],
    at: int,
    verb: tuple[str, int],
    *,
    loose: bool,
) -> Iterator[Declared]:
    kind, following = verb
    end = words[following - 1][2]
    clause_end = _clause_end(masked, end, text)
    clause = text[end:clause_end]
    found = enumeration(clause, mentions(clause, bare_numbers=loose))
    if not found or not _near(clause, found[0]) or _CONDITION.match(clause, found[-1].end):
        return
    before = re.split(r"[.,;:]", masked[: words[at][1]])[-1] + masked[words[at][1] : end]
    for item in _limited(kind, clause, found, before):
        yield replace(item, offset=item.offset + end)


def _limited(kind: str, clause: str, found: list[Mention], before: str) -> list[Declared]:
    """The targets of one clause, each with the words that limit the relation to a part of it.

    A limit in front of the first target ("some aspects of A and B") counts for all; one further
    in or behind a target ("A and a paragraph of B", "A's row", "A rule 1 only"), for that one.
    """
    general = f"{before} {clause[: found[0].start]}" if found else ""
    limited = []
    for number, mention in enumerate(found):
        start = found[number - 1].end if number else mention.start
        own = f"{clause[start : mention.start]} {_behind(clause[mention.end :])}"
        filler = own if lexicon.partial_phrase(own) else general
        if _POSSESSED.match(clause[mention.end :]):
            filler = f"part of {filler}"
        limited.append(_declared(kind, mention, filler))
    return limited


def _behind(rest: str) -> str:
    """The words right behind a target that may limit it."""
    match = _BEHIND.match(rest)
    return match[1] if match else ""


def _further(
    text: str, masked: str, words: list[tuple[str, int, int]], at: int
) -> Iterator[Declared]:
    """Relations that follow in the same line behind a semicolon: `Amended by A; refined by B`."""
    for position in range(at, len(words)):
        if ";" in masked[words[position - 1][2] : words[position][1]]:
            verb = lexicon.longest(lexicon.relation_verbs(), words, position)
            if verb:
                yield from _targets(text, masked, words, position, verb, loose=False)


def _clause_end(masked: str, start: int, text: str) -> int:
    """The end of the sentence that begins at `start`, dots inside links and names aside."""
    for match in _SENTENCE_END.finditer(masked, start):
        return match.start()
    return len(text)


def _near(clause: str, first: Mention) -> bool:
    """Whether the first target stands close enough to the verb to be its object."""
    gap = clause[: first.start]
    if "," in gap and len(lexicon.words(gap)) > 2:
        return False
    spelled = [word for word, _, _ in lexicon.words(gap)]
    known = all(word in lexicon.fillers() or word[0].isdigit() for word in spelled)
    return known and len(spelled) <= _FILLER_WORDS


def _negated(words: list[tuple[str, int, int]], at: int) -> bool:
    """Whether the words before a verb deny it or put it off: `not`, `may be`, `to be`."""
    before = [word for word, _, _ in words[max(0, at - 2) : at]]
    return bool(lexicon.DENIALS.intersection(before)) or before[-2:] == ["to", "be"]


def _declared(kind: str, mention: Mention, filler: str) -> Declared:
    aspect = None
    if filler and kind in PARTS and lexicon.partial_phrase(filler):
        kind = PARTS[kind]
    if kind in ("amends", "amended_by"):
        section = _SECTION.search(filler)
        aspect = section[0].strip() if section else None
    label = f"[{mention.href}]" if mention.label else mention.href
    return Declared(kind, written(mention), label, mention.start, aspect)
