"""Look-ups over all language tables: one dictionary a question, built once."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from adr_schema.vocabulary import Status
from compiler.inline import plain
from compiler.languages import LANGUAGES
from compiler.languages.table import Words, phrases

_WORD = re.compile(r"§|[^\W_]+(?:['’.-][^\W_]+)*", re.UNICODE)
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LEADING_NUMBER = re.compile(
    r"^(?:[0-9]+(?:\.[0-9]+)*|[ivxIVX]+|[A-Z])[.):、]\s*|^[0-9]+(?:\.[0-9]+)*\s+-?\s*"
)
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
_TAIL = re.compile(r"\s*(?:[:(（–—]|\s-\s).*$", re.DOTALL)
_MAX_PHRASE = 6


@lru_cache(maxsize=1)
def field_names() -> dict[str, str]:
    """Metadata field by every name it goes by, lower case."""
    return _invert(language.fields for language in LANGUAGES)


@lru_cache(maxsize=1)
def field_openers() -> frozenset[str]:
    """The first words of all field names: most lines are prose, and one look-up tells."""
    return frozenset(re.split(r"[\W_]", name)[0] or name for name in field_names())


@lru_cache(maxsize=1)
def section_names() -> dict[str, str]:
    """Section role by every heading it goes by, lower case."""
    return _invert(language.sections for language in LANGUAGES)


@lru_cache(maxsize=1)
def status_words() -> dict[str, Status]:
    """Declared status by every word or phrase that states it, lower case."""
    return _invert(language.statuses for language in LANGUAGES)


@lru_cache(maxsize=1)
def relation_verbs() -> dict[str, str]:
    """Relation or inverse by every verb phrase that declares it, lower case."""
    return _invert(language.relations for language in LANGUAGES)


@lru_cache(maxsize=1)
def subjects() -> dict[str, bool]:
    """What a record calls itself at the start of a sentence, as a table to look up in."""
    return {word: True for language in LANGUAGES for word in language.subjects}


@lru_cache(maxsize=1)
def relation_openers() -> dict[str, frozenset[str] | None]:
    """The words that a declared relation begins with, and those that may come second.

    None where anything may (a verb of one word, a preface): a cheap test before the dear one.
    """
    verbs = {verb.split()[0] for verb in relation_verbs()} | AUXILIARIES | PARTIAL_ADVERBS
    seconds: dict[str, set[str]] = defaultdict(set)
    for phrase in [*relation_verbs(), *subjects()]:
        first, *rest = phrase.split()
        seconds[first] |= {rest[0]} if rest else verbs
    found: dict[str, frozenset[str] | None] = {w: frozenset(s) for w, s in seconds.items()}
    single = [verb for verb in relation_verbs() if " " not in verb]
    return found | dict.fromkeys([*single, *PREFACES, *PARTIAL_ADVERBS])


@lru_cache(maxsize=1)
def months() -> dict[str, int]:
    """Month number by name and by its first three letters."""
    found: dict[str, int] = {}
    for language in LANGUAGES:
        for number, name in enumerate(language.months, 1):
            found.setdefault(name, number)
            found.setdefault(name[:3], number)
            found.setdefault(name[:4], number)
    return found


@lru_cache(maxsize=1)
def _nothing() -> frozenset[str]:
    return frozenset(word for language in LANGUAGES for word in language.nothing)


@lru_cache(maxsize=1)
def fillers() -> frozenset[str]:
    """The words that may stand between a verb and the record that is its object."""
    partial = [
        word for language in LANGUAGES for phrase in language.partial for word in phrase.split()
    ]
    return _FILLERS | AUXILIARIES | frozenset(partial)


@lru_cache(maxsize=1)
def _partial() -> re.Pattern[str]:
    words = sorted({word for language in LANGUAGES for word in language.partial}, key=len)
    spelled = "|".join(_bounded(re.escape(word)) for word in reversed(words))
    return re.compile(spelled, re.IGNORECASE)


PREFACES = frozenset(phrases("note, nb, status, update, info, important, warning, caution, tip"))
AUXILIARIES = frozenset(
    phrases(
        """
        is, are, was, were, has, have, been, be, now, also, hereby, explicitly, fully, entirely,
        completely, and, formally, therefore, thereby, thus, wird, wurde, est, a, été, foi, es, fue
        """
    )
)
_FILLERS = frozenset(
    phrases(
        """
        the, that, those, these, this, a, an, our, its, their, all, both, of, in, by, from, with,
        decision, decisions, made, taken, recorded, description, descriptions, approach, proposal,
        design, record, records, adr, adrs, rfc, rfcs, document, documents, behavior, behaviour,
        rule, rules, choice, choices, specific, clauses, previous, earlier, older, former, prior,
        original, following, described,
        documented, outlined, given, existing, architecture, whole, entire, status, number, no,
        old, current, initial, accepted, content, contents, version, standard, as, stated, set, out,
        die, der, das, den, dem, des, entscheidung, aus, von, vom, im, la, le, les, l, d, décision,
        el, los, las, decisión, o, os, as, decisão, do, da, de, du, il, lo, decisione, het, besluit,
        uit, решение, решения, decyzję, decyzja, registro, dans, na, no, em, pelo, pela, dal, dalla
        """
    )
)
# Words that deny what follows, or put it off.
DENIALS = frozenset(
    phrases(
        """
        not, no, never, neither, isn't, wasn't, hasn't, doesn't, without, cannot, nicht, kein,
        keine, non, pas, não, niet, nie, не, may, might, could, should, will, would, if, when,
        until, unless, likely, probably, possibly, potentially, perhaps, maybe, eventually, being,
        candidate
        """
    )
)
PARTIAL_ADVERBS = frozenset(
    phrases("partially, partly, teilweise, partiellement, parcialmente, частично, częściowo")
)


Meaning = TypeVar("Meaning", bound=str)


def _invert(tables: Iterable[Mapping[Meaning, Words]]) -> dict[str, Meaning]:
    """The meaning by the word; where two languages share a word, the first one's meaning."""
    found: dict[str, Meaning] = {}
    for table in tables:
        for meaning, spelled in table.items():
            for word in spelled:
                found.setdefault(word, meaning)
    return found


def _bounded(pattern: str) -> str:
    return pattern if _CJK.search(pattern) or pattern == "§" else rf"\b{pattern}\b"


def words(text: str) -> list[tuple[str, int, int]]:
    """The words of a text, lower case, each with its start and end."""
    return [(m[0].casefold().replace("’", "'"), m.start(), m.end()) for m in _WORD.finditer(text)]


V = TypeVar("V")


def longest(
    table: dict[str, V], found: list[tuple[str, int, int]], at: int
) -> tuple[V, int] | None:
    """The longest phrase of the table that starts at word `at`: its value and the next word."""
    for size in range(min(_MAX_PHRASE, len(found) - at), 0, -1):
        phrase = " ".join(word for word, _, _ in found[at : at + size])
        if phrase in table:
            return table[phrase], at + size
    return None


def has_cjk(text: str) -> bool:
    """Whether the text is written in a script without spaces between words (or in Korean)."""
    return bool(_CJK.search(text))


def is_nothing(text: str) -> bool:
    """Whether a value means an empty field: blank, `none`, `n/a`, a dash."""
    bare = plain(text).strip(" ._()[]*").casefold()
    return not bare or bare in _nothing()


def partial_phrase(text: str) -> str | None:
    """The words that limit a relation to a part ("some aspects of"), where there are any."""
    match = _partial().search(text)
    return match[0] if match else None


@lru_cache(maxsize=4096)
def section_role(heading: str) -> str | None:
    """The role of a heading ("decision", "status", ...), in any language, else None."""
    bare = _bare(heading).casefold()
    names = section_names()
    if bare in names:
        return names[bare]
    return names.get(_EDGE.sub("", _TAIL.sub("", bare)))


def heading_remark(heading: str) -> str:
    """What a heading says behind the name of its section: `use X` in `Decision: use X`."""
    bare = _bare(heading)
    tail = None if bare.casefold() in section_names() else _TAIL.search(bare)
    return _EDGE.sub("", tail[0]) if tail else ""


def _bare(heading: str) -> str:
    return _EDGE.sub("", _LEADING_NUMBER.sub("", plain(heading).strip()))


@lru_cache(maxsize=1)
def _decision_headings() -> frozenset[str]:
    return frozenset(word for language in LANGUAGES for word in language.sections["decision"][:2])


@lru_cache(maxsize=4096)
def is_decision_heading(heading: str) -> bool:
    """Whether a heading is the usual one for the decision itself, in any language."""
    return _EDGE.sub("", plain(heading)).casefold() in _decision_headings()


@lru_cache(maxsize=4096)
def field_name(name: str) -> str | None:
    """The metadata field that a label names, in any language, else None."""
    bare = " ".join(name.split()).strip("*_`[]: ：").casefold().replace("_", " ")
    names = field_names()
    return names.get(bare) or names.get(bare.replace("(s)", "s"))


def relation_phrase(kind: str, beside: str) -> str:
    """How a relation is declared in the language of the word `beside`, else in English."""
    folded = beside.casefold()
    for language in LANGUAGES:
        said = any(folded in words for words in language.statuses.values())
        if said and language.relations.get(kind):
            return language.relations[kind][0]
    return kind.replace("_", " ")
