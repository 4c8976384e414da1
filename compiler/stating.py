"""How a record states its status, and which relations it can be made to state as well."""

import re
from dataclasses import dataclass

from adr_schema.records import Place, Record
from adr_schema.vocabulary import INVERSES, ONCE_IN_FORCE
from compiler import lexicon
from compiler.dates import all_dates
from compiler.fields import Field
from compiler.front_edits import key_for
from compiler.frontmatter import FrontMatter
from compiler.inline import links, plain
from compiler.references import mask_links
from compiler.statements import StatusOutcome

_SYMBOL = re.compile(
    "(?:[\u23e9-\u23fa\u2600-\u2793\u2b00-\u2bff\U0001f000-\U0001faff][\ufe0f\u200d]*)+\\s*$"
)
_BEFORE = re.compile(r"[\s*_`\"'“(\[>~-]*$|.*(?:→|⇒|➔|➜|->|=>)[\s*_`]*$", re.DOTALL)
_BEHIND = re.compile(r"[\s*_`\"'”)\]]*(?:$|[.,;:(–—-].*$)", re.DOTALL)
_BOX = re.compile(r"\s*\[[ xX✓✔]\]")
_KINDS = ("supersedes", "superseded_by", "amends", "amended_by")


@dataclass(frozen=True, slots=True)
class Stated:
    """A record with its front matter and what its status was read from."""

    record: Record
    front: FrontMatter
    outcome: StatusOutcome

    @property
    def in_front(self) -> bool:
        """Whether front matter states the status."""
        return self.outcome.source is not None and self.outcome.source.source == "front"

    @property
    def line_text(self) -> str:
        """The line that states the status, without what follows it."""
        return first_line(self.outcome.line.text) if self.outcome.line else ""

    def places(self) -> list[tuple[str, Place]]:
        """Every text that states the record's status, with its place; the one that holds first."""
        status, line = self.record.status, self.outcome.line
        found = {s.place: s.text for s in self.outcome.statements if s.status == status}
        first = {line.place: line.text} if line else {}
        return [(text, place) for place, text in (first | found).items()]


def refusals(stated: Stated) -> dict[str, str]:
    """The relations that a record cannot be made to state, each with the reason."""
    found = {kind: refusal(stated, kind) for kind in _KINDS}
    return {kind: reason for kind, reason in found.items() if reason}


def refusal(stated: Stated, kind: str) -> str | None:
    """Why a record cannot be made to state a relation of this kind; None where it can.

    What was never in force is neither retired nor amended, and where the places of a record
    disagree it is for a person to say what holds.
    """
    record, outcome = stated.record, stated.outcome
    if kind in INVERSES and record.conflict:
        return "its places state different statuses"
    if kind in INVERSES and record.status not in ONCE_IN_FORCE:
        return f"its status is {record.status or 'not stated'}"
    if key_for(stated.front, kind) and record.dialect == "native":
        return None
    if outcome.line is None or (outcome.source is None and record.status != "superseded"):
        return "it has no place that states its status"
    if outcome.source and "![" in outcome.source.value:
        return "its status is a picture"
    if _BOX.match(outcome.line.text):
        return "its status is a box among others"
    if kind == "superseded_by" and record.status == "accepted":
        return _cannot_retire(stated)
    if kind == "superseded_by" and record.status == "deprecated" and not stated.in_front:
        return "its status is deprecated"
    return cannot_add(outcome.source)


def _cannot_retire(stated: Stated) -> str | None:
    source = stated.outcome.source
    if all(word_span(first_line(text), "accepted") for text, _ in stated.places()):
        return None
    if source and source.source == "section" and source.lines and not stated.outcome.date.present:
        return None
    return "its status says more than that it is accepted"


def cannot_add(source: Field | None) -> str | None:
    """Why no line can be added to where the status stands; None where one can."""
    if source is None:
        return None
    if source.source == "section" and not source.lines:
        return "its status stands in a heading"
    if source.crosswise:
        return "its status stands in a table that has no place for it"
    return None


def first_line(text: str) -> str:
    """The first line of a text that may have several."""
    return text.split("\n", 1)[0].strip()


def word_span(text: str, status: object) -> tuple[int, int] | None:
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
