"""What a new record shall say, and whether a draft of it says that and nothing more.

The texts of a proposal come from anywhere. A line of them can read as a relation, a heading, a
status or a constraint: whatever the reader makes of the draft is compared with what was asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from adr_schema.records import Place, Record
from adr_schema.vocabulary import DEFAULT_PRIORITY, Status
from compiler import lexicon
from compiler.markdown import Section
from compiler.provenance import OPEN_DIGEST, Terms
from compiler.sheets import Sheet

# Given the text of a draft, what a person made of it.
Revise = Callable[[str], str]
Numbers = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to write: `supersedes` and `amends` name records of the project, `texts` are the
    Markdown of its sections by role ("context", "decision", "consequences"), and `terms` are those
    of the proposal that it comes from."""

    title: str
    status: Status
    day: date
    supersedes: tuple[Record, ...] = ()
    amends: tuple[Record, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    terms: Terms | None = None


def claims_more(sheet: Sheet, wanted: NewRecord, numbers: Numbers) -> str | None:
    """What a draft without relations claims that nobody gave it: another number, state or origin,
    or a relation; in words, None where it claims nothing. `numbers` are those that it may show."""
    record = sheet.record
    for reference in record.references:
        return f"a relation, {reference.kind.replace('_', ' ')}{_at(sheet, reference.place)}"
    if record.conflict or record.status != wanted.status:
        stated = sheet.stated.outcome.statements
        places = [s.place for s in stated if s.status != wanted.status]
        return f"another status{_at(sheet, (*places, record.place_of('status'))[0])}"
    if record.number not in numbers:
        return f"another number, {record.number}"
    origin = (wanted.terms.proposal, OPEN_DIGEST) if wanted.terms else (None, None)
    return None if (record.proposal, record.accepted_digest) == origin else "another origin"


def differs(sheet: Sheet, wanted: NewRecord) -> str | None:
    """The first value that a draft gives otherwise than asked for, in words."""
    record, terms = sheet.record, wanted.terms
    pairs: dict[str, tuple[object, object]] = {
        "title": (record.title, wanted.title),
        "date": (record.date, wanted.day.isoformat()),
    }
    if terms:
        pairs |= {
            "priority": (record.priority, terms.priority or DEFAULT_PRIORITY),
            "scope": (record.scope, terms.scope or None),
            "topic": (record.topic, terms.topic or None),
            "paths": (record.paths, terms.paths),
            "tags": (record.tags, terms.tags),
            "deciders": (record.deciders, terms.deciders),
        }
        if not all(map(str.strip, (*terms.paths, *terms.deciders))):
            return "a blank value"
    for name, (said, meant) in pairs.items():
        if said != meant:
            return f"another value for {name}{_at(sheet, record.place_of(name))}"
    return None


def adds(sheet: Sheet, empty: Sheet, texts: Mapping[str, str]) -> str | None:
    """What a draft says beside the texts in its sections that it did not say while they were
    `empty`, in words."""
    before, after = (list(s.page.document.headings()) for s in (empty, sheet))
    known = [(section.level, section.heading) for section in before]
    for at, section in enumerate(after):
        if (section.level, section.heading) != (known[at] if at < len(known) else None):
            return f"a heading{_at(sheet, Place(section.line + 1))}"
    if len(after) < len(known):
        return f"no heading {known[len(after)][1]!r}: a text swallows what follows it"
    if _left_open(sheet):
        return "no end: what is added below would be swallowed"
    for rule in sheet.record.rules:
        return f"a rule{_at(sheet, rule.place)}"
    if sheet.record.constraints != empty.record.constraints or sheet.record.evidence:
        return f"a constraint: {(*sheet.record.constraints, 'evidence')[0]}"
    wanted = [text.strip() for text in texts.values() if text.strip()]
    held = set(_texts(sheet, after))
    lost = next((text for text in wanted if text not in held), None)
    return None if lost is None else f"other words than {lost.splitlines()[0]!r}"


def _left_open(sheet: Sheet) -> bool:
    """Whether a text opens a fence, a comment or an HTML block and does not close it. Inside a
    quote a comment ends for the reader of Markdown, yet not for who sees the page."""
    document = sheet.page.document
    if document.open_fence is not None or document.open_comment is not None:
        return True
    longer = sheet.with_bytes(sheet.data + b"\n\n# End\n")
    return longer is None or longer.page.document.sections[-1].heading != "End"


def _texts(sheet: Sheet, sections: list[Section]) -> Iterator[str]:
    for section in sections:
        if lexicon.section_role(section.heading):
            yield "\n".join(sheet.written.lines[section.body : section.end]).strip()


def _at(sheet: Sheet, place: Place) -> str:
    """The line that says it."""
    line = sheet.written.lines[place.line - 1].strip()
    return f": {line}" if line else ""
