"""The mirror of the reader: make a record say that it supersedes or amends another, or that
another one supersedes or amends it, where and how the record says such things.

What is written is proved by reading it back: the record must say the new thing and nothing else
may read otherwise. Where no place of the record states its status, nothing is invented.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adr_schema.records import Place, Record, Reference
from adr_schema.vocabulary import INVERSES, ONCE_IN_FORCE
from compiler import lexicon
from compiler.dates import all_dates
from compiler.drafts import Draft
from compiler.edits import Edit, apply_edits
from compiler.fields import Field
from compiler.front_edits import add_key, extend_key, key_for, yaml_scalar
from compiler.inline import links, plain
from compiler.links import Resolver
from compiler.markdown import Block, Section
from compiler.references import mask_links
from compiler.sheets import Sheet, reads_otherwise
from compiler.spelling import Spelling

_SYMBOL = re.compile(
    "(?:[\u23e9-\u23fa\u2600-\u2793\u2b00-\u2bff\U0001f000-\U0001faff][\ufe0f\u200d]*)+\\s*$"
)
_BEFORE = re.compile(r"[\s*_`\"'“(\[>~-]*$|.*(?:→|⇒|➔|➜|->|=>)[\s*_`]*$", re.DOTALL)
_BEHIND = re.compile(r"[\s*_`\"'”)\]]*(?:$|[.,;:(–—-].*$)", re.DOTALL)
_MARKERS = re.compile(r"[\s>]*(?:(?:[-*+]|[0-9]+[.)])\s+)?")
_QUOTE = re.compile(r"[\s>]*")
_BAR = re.compile(r".*(?:\s[|·•]\s+|;\s+|\s{2,}[–—-]\s{2,})")
_HARD_BREAK = re.compile(r"(?:\s*<br\s*/?>| {2,}|\\)$")
_BOX = re.compile(r"\s*\[[ xX✓✔]\]")
_GAP = re.compile(r"[^\w~]*")
_CLOSING = re.compile(r"\*{1,3}|_{1,3}|</(?:b|strong)>")

Edits = tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a record shall say: `kind` (`supersedes`, `superseded_by`, `amends`, `amended_by`) of
    `target`."""

    kind: str
    target: Record


def refusal(draft: Draft, kind: str) -> str | None:
    """Why a record cannot be made to say this, from what was read of it; None where it can.

    What was never in force is neither retired nor amended, and where the places of a record
    disagree it is for a person to say what holds.
    """
    record, outcome = draft.record, draft.outcome
    if kind in INVERSES and record.conflict:
        return "its places state different statuses"
    if kind in INVERSES and record.status not in ONCE_IN_FORCE:
        return f"its status is {record.status or 'not stated'}"
    if key_for(draft.front, kind) and record.dialect == "native":
        return None
    if outcome.line is None or (outcome.source is None and record.status != "superseded"):
        return "it has no place that states its status"
    if outcome.source and "![" in outcome.source.value:
        return "its status is a picture"
    if _BOX.match(outcome.line.text):
        return "its status is a box among others"
    if kind == "superseded_by" and record.status == "accepted":
        return _cannot_retire(draft)
    if kind == "superseded_by" and record.status == "deprecated" and not _in_front(draft):
        return "its status is deprecated"
    return _cannot_add(outcome.source)


def restate(sheet: Sheet, wish: Wish, spelling: Spelling, resolver: Resolver) -> Edits | None:
    """The edits that make a record say what is wished, None where none reads back as meant.

    `resolver` knows all records, `wish.target` among them.
    """
    if refusal(sheet.draft, wish.kind):
        return None
    for edits in _candidates(sheet, wish, spelling):
        if edits and _says(sheet, sheet.with_bytes(apply_edits(sheet.data, edits)), wish, resolver):
            return edits
    return None


def _in_front(draft: Draft) -> bool:
    return draft.outcome.source is not None and draft.outcome.source.source == "front"


def _says(old: Sheet, new: Sheet | None, wish: Wish, resolver: Resolver) -> bool:
    """Whether the new text says what is wished, and else what the old one said."""
    if new is None or reads_otherwise(old.record, new.record):
        return False
    if old.draft.date.numbers != new.draft.date.numbers:
        return False
    wanted = "superseded" if _retires(old, wish.kind) else old.record.status
    more = Counter(map(_essence, new.record.references))
    more.subtract(Counter(map(_essence, old.record.references)))
    if new.record.status != wanted or min(more.values(), default=0) < 0:
        return False
    said = [r for r in new.record.references if more[_essence(r)] > 0]
    return bool(said) and all(_means(r, old.record, wish, resolver) for r in said)


def _retires(sheet: Sheet, kind: str) -> bool:
    return kind == "superseded_by" and sheet.record.status == "accepted"


def _essence(reference: Reference) -> tuple[str, str, str | None, str | None]:
    return (reference.kind, reference.text, reference.href, reference.aspect)


def _means(reference: Reference, origin: Record, wish: Wish, resolver: Resolver) -> bool:
    found = resolver.resolve(reference, origin).records
    return reference.kind == wish.kind and [r.path for r in found] == [wish.target.path]


def _candidates(sheet: Sheet, wish: Wish, spelling: Spelling) -> Iterator[Edits]:
    """The ways to say it, best first."""
    retires = _retires(sheet, wish.kind)
    key = key_for(sheet.draft.front, wish.kind)
    if sheet.record.dialect == "native" or key:
        yield from _by_key(sheet, wish, spelling, key, retires=retires)
        return
    bare = sheet.record.status == "superseded" and plain(_line_text(sheet.draft)).isalpha()
    for reference in spelling.in_body(sheet.record, wish.target):
        if wish.kind == "superseded_by" and (retires or bare):
            yield from _in_status(sheet, wish.kind, reference)
    if _in_front(sheet.draft):
        if not retires:
            yield from _by_key(sheet, wish, spelling, None, retires=False)
        return
    for reference in spelling.in_body(sheet.record, wish.target):
        yield from _by_line(sheet, wish.kind, reference)


# --- a key of the front matter -------------------------------------------------------------------


def _by_key(
    sheet: Sheet, wish: Wish, spelling: Spelling, key: str | None, *, retires: bool
) -> Iterator[Edits]:
    status = _retired(sheet) if retires else ()
    if status is None:
        return
    for item in spelling.in_front(sheet.record, wish.target):
        if key:
            own = extend_key(sheet.written, sheet.draft.front, key, item)
        else:
            value = f"[{yaml_scalar(item, flow=True)}]"
            edit = add_key(sheet.written, sheet.draft.front, wish.kind, value)
            own = [edit] if edit else []
        if own:
            yield (*status, *own)


def _retired(sheet: Sheet) -> Edits | None:
    """The status word alone, changed to `superseded`, in every place that states it."""
    spans = _status_spans(sheet.draft, sheet.written.lines)
    return tuple(_worded(sheet, span, "superseded") for span in spans) or None


def _worded(sheet: Sheet, span: "_Span", phrase: str) -> Edit:
    line, start, end = span
    like = sheet.written.lines[line][start:end]
    return sheet.written.replace(line, start, end, _cased(phrase, like))


# --- the status itself ---------------------------------------------------------------------------


def _in_status(sheet: Sheet, kind: str, reference: str) -> Iterator[Edits]:
    """`Accepted` -> `Superseded by [..](..)`."""
    cell = sheet.draft.outcome.source
    shown = reference.replace("|", "\\|") if cell and cell.source == "table" else reference
    spans = _status_spans(sheet.draft, sheet.written.lines)
    for phrase in _phrases(kind, _stated_word(sheet.draft)) if spans else ():
        yield tuple(_worded(sheet, span, f"{phrase} {shown}") for span in spans)


def _cannot_retire(draft: Draft) -> str | None:
    source = draft.outcome.source
    if all(_word_span(_first_line(text), "accepted") for text, _ in _stating(draft)):
        return None
    if source and source.source == "section" and source.lines and not draft.outcome.date.present:
        return None
    return "its status says more than that it is accepted"


def _stating(draft: Draft) -> list[tuple[str, Place]]:
    """Every text that states the record's status, with its place; the one that holds first."""
    status, line = draft.record.status, draft.outcome.line
    found = {s.place: s.text for s in draft.outcome.statements if s.status == status}
    first = {line.place: line.text} if line else {}
    return [(text, place) for place, text in (first | found).items()]


def _first_line(text: str) -> str:
    return text.split("\n", 1)[0].strip()


def _line_text(draft: Draft) -> str:
    return _first_line(draft.outcome.line.text) if draft.outcome.line else ""


_Span = tuple[int, int, int]


def _status_spans(draft: Draft, lines: Sequence[str]) -> list[_Span]:
    """The line (0-based) and columns of each word that states the status; none where one of
    them cannot be told apart."""
    spans = []
    for text, place in _stating(draft):
        word = _word_span(_first_line(text), draft.record.status)
        column = lines[place.line - 1].find(_first_line(text), place.column - 1)
        if word is None or column < 0:
            return []
        spans.append((place.line - 1, column + word[0], column + word[1]))
    return spans


def _word_span(text: str, status: object) -> tuple[int, int] | None:
    """The columns of the one word for `status` in a text that says nothing else about it.

    A date beside the word tells when that status came: it must not become another one's.
    """
    if "![" in text or all_dates(text):
        return None
    masked = mask_links(text, links(text))
    words = lexicon.words(masked)
    found = [
        (stated[0], words[at][1], words[stated[1] - 1][2])
        for at in range(len(words))
        if (stated := lexicon.longest(lexicon.status_words(), words, at))
    ]
    meant = [(start, end) for stated, start, end in found if stated == status]
    if not meant:
        return _configured_span(text, words)
    start, end = meant[0]
    symbol = _SYMBOL.search(masked[:start])
    start = symbol.start() if symbol else start
    if not _BEFORE.match(masked[:start]) or not _BEHIND.match(masked[end:]):
        return None
    if any(stated != status for stated, begin, _ in found if begin > end):
        return None
    return start, end


def _configured_span(text: str, words: list[tuple[str, int, int]]) -> tuple[int, int] | None:
    """The whole text, where it is a word that the configuration gave a meaning."""
    return (words[0][1], words[-1][2]) if words and plain(text) == text else None


def _phrases(kind: str, word: str) -> list[str]:
    return list(dict.fromkeys([lexicon.relation_phrase(kind, word), kind.replace("_", " ")]))


def _cased(phrase: str, like: str) -> str:
    return phrase[:1].upper() + phrase[1:] if not like[:1].islower() else phrase


# --- a line of its own ---------------------------------------------------------------------------


def _cannot_add(source: Field | None) -> str | None:
    if source is None:
        return None
    if source.source == "section" and not source.lines:
        return "its status stands in a heading"
    if source.crosswise:
        return "its status stands in a table that has no place for it"
    return None


def _by_line(sheet: Sheet, kind: str, reference: str) -> Iterator[Edits]:
    source, line = sheet.draft.outcome.source, sheet.draft.outcome.line
    if line is None or _cannot_add(source):
        return
    found = _block_at(sheet, line.place.line - 1)
    if found is None:
        return
    section, block = found
    for phrase in _phrases(kind, _stated_word(sheet.draft)):
        if source is None:
            yield _paragraph(sheet, block, f"{_cased(phrase, 'A')} {reference}")
        elif source.source == "section":
            last = _last_own(section)
            yield _paragraph(sheet, last, f"{_cased(phrase, line.text)} {reference}")
        elif source.source == "table":
            yield _row(sheet, block, phrase, reference)
        else:
            yield from _labelled(sheet, block, source, phrase, reference)


def _stated_word(draft: Draft) -> str:
    text = _line_text(draft)
    span = _word_span(text, draft.record.status)
    return text[span[0] : span[1]] if span else text


def _block_at(sheet: Sheet, line: int) -> tuple[Section, Block] | None:
    for section in sheet.page.document.sections:
        for block in section.blocks:
            if block.line <= line < block.end:
                return section, block
    return None


def _last_own(section: Section) -> Block:
    own = [block for block in section.blocks if not block.quote_depth]
    return (own or list(section.blocks))[-1]


def _paragraph(sheet: Sheet, block: Block, text: str) -> Edits:
    """A paragraph behind a block, in the same quote."""
    last = _last_line(sheet, block)
    quote = _quote(sheet.written.lines[last]) if block.quote_depth else ""
    return (sheet.written.insert_below(last, [quote.rstrip(), f"{quote}{text}"]),)


def _last_line(sheet: Sheet, block: Block) -> int:
    last = block.end - 1
    while last > block.line and not sheet.written.lines[last].strip(" \t>"):
        last -= 1
    return last


def _quote(line: str) -> str:
    match = _QUOTE.match(line)
    return match[0] if match else ""


def _row(sheet: Sheet, block: Block, phrase: str, reference: str) -> Edits:
    """`| Status | Accepted |` -> a row `| Amended by | .. |` below, below its rule if a header."""
    line = sheet.written.lines[block.line]
    quote = _quote(line)
    words = plain(block.cells[0])
    label = block.cells[0].replace(words, _cased(phrase, words.lstrip()))
    shown = reference.replace("|", "\\|")
    outer = line[len(quote) :].startswith("|")
    row = f"| {label} | {shown} |" if outer else f"{label} | {shown}"
    return (sheet.written.insert_below(block.line + (block.kind == "header"), [quote + row]),)


def _labelled(
    sheet: Sheet, block: Block, source: Field, phrase: str, reference: str
) -> Iterator[Edits]:
    """`* Status: accepted` -> a further line `* Amended by: ..` in the same form."""
    number = source.place.line - 1
    line = sheet.written.lines[number]
    value = source.place.column - 1
    at = line.rfind(source.key, 0, value) if source.key else -1
    markers = _MARKERS.match(line)
    if at < 0 or markers is None:
        return
    opening = line[markers.end() : at]
    bar = _BAR.match(opening)
    lead = markers[0] + (opening[bar.end() :] if bar else opening)
    first = source.value.split("\n", 1)[0]
    closing = _CLOSING.match(line, value + len(first)) if line[value:].startswith(first) else None
    mark = closing[0] if closing and lead.endswith(closing[0]) else ""
    hard_break = _HARD_BREAK.search(line)
    gap = _GAP.match(line, at + len(source.key), value)
    label = f"{lead}{_cased(phrase, source.key)}{gap[0] if gap else ': '}{reference}{mark}"
    last = number + source.value.count("\n")
    alone = not block.list_depth and block.end - block.line == last - number + 1
    if alone and not hard_break:
        yield (sheet.written.insert_below(last, [_quote(lead).rstrip(), label]),)
    yield (sheet.written.insert_below(last, [label + (hard_break[0] if hard_break else "")]),)
