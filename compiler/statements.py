"""The status of a record out of all the places that state one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adr_schema.records import Place, StatusStatement
from adr_schema.vocabulary import PLACEHOLDER, DeclaredStatus
from compiler import lexicon
from compiler.dates import NO_DATE, DateReading
from compiler.fields import Field, is_labelled, section_lines
from compiler.inline import plain, strip_comments
from compiler.page import Page
from compiler.relations import opening
from compiler.status import Line, StatusReading, distinct, read_lines, read_status

# What front matter says of the document, not of the decision, where the body has a status too.
_DOCUMENT_WORDS = frozenset({"active", "published", "live", "current", "stable"})
_RANK = {"front": 0, "bullet": 1, "line": 1, "table": 1, "section": 2}


@dataclass(frozen=True, slots=True)
class StatusOutcome:
    """The status that holds, the texts that stated it, and whether the places disagree.

    `source` is the field that stated it (None for a banner, a changelog or nothing), `line` the
    line of it that did, `date` the date beside it.
    """

    status: DeclaredStatus | None
    text: str | None
    conflict: bool
    statements: tuple[StatusStatement, ...]
    source: Field | None
    date: DateReading
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class _Stated:
    reading: StatusReading | None
    line: Line
    source: Field | None


def decide_status(
    page: Page, fields: Sequence[Field], extra: dict[str, DeclaredStatus]
) -> StatusOutcome:
    """Front matter wins, then a field under the title, then a status section, then a banner.

    `extra` maps further status words, lower case, to what they mean (configuration).
    """
    chosen = _status_fields(fields)
    stated = [_read_field(field, extra) for field in chosen]
    if not any(item.reading and item.reading.status != PLACEHOLDER for item in stated):
        stated.extend(_changelog(page))
    stated.extend(_banner(page))
    if not stated:
        return StatusOutcome(None, None, conflict=False, statements=(), source=None, date=NO_DATE)
    again = [f for f in fields if f.name == "status" and f.source == "section" and f.depth < 3]
    further = [_read_field(field, extra) for field in again if field not in chosen]
    return _choose(stated, further)


def _status_fields(fields: Sequence[Field]) -> list[Field]:
    """One status field a rank of source: the first that states one.

    A label that says "decision status" goes before a bare "status", that before "state"; a deep
    section counts where nothing else states a status.
    """
    found: dict[int, Field] = {}
    for field in sorted((f for f in fields if f.name == "status"), key=_preference):
        rank = _RANK[field.source]
        if rank == _RANK["section"] and field.depth > 2 and any(_states(f) for f in found.values()):
            continue
        known = found.get(rank)
        if known is None or (not _states(known) and _states(field)):
            found[rank] = field
    return [found[rank] for rank in sorted(found)]


def _preference(field: Field) -> tuple[int, int]:
    label = field.key.casefold().replace("_", " ").replace("-", " ")
    wanted = {"decision status": 0, "adr status": 0, "status": 1}
    return _RANK[field.source], wanted.get(label, 1 if not label else 2)


def _states(field: Field) -> bool:
    return _read(field) is not None


def _read(field: Field) -> tuple[StatusReading, Line] | None:
    lines = field.lines or tuple(
        Line(line, Place(field.place.line + n, field.place.column if n == 0 else 1))
        for n, line in enumerate(field.value.split("\n"))
    )
    return read_lines(lines)


def _read_field(field: Field, extra: dict[str, DeclaredStatus]) -> _Stated:
    configured = extra.get(plain(field.value).casefold()) if extra else None
    if configured:
        line = Line(field.value, field.place)
        return _Stated(StatusReading(configured, plain(field.value)), line, field)
    found = _read(field)
    if found is None:
        value = field.value
        return _Stated(None, Line(value, field.place), field)
    return _Stated(found[0], found[1], field)


def _changelog(page: Page) -> list[_Stated]:
    """A changelog entry that is a state with a date counts where nothing else states one."""
    entries = []
    for section in page.document.headings():
        if lexicon.section_role(section.heading) == "changelog":
            for line in section_lines(section, page.text):
                reading = read_status(line.text)
                if reading and reading.date.iso and _is_entry(line.text):
                    entries.append(_Stated(reading, line, None))
    latest = max(entries, key=_entry_date, default=None)
    return [latest] if latest else []


def _entry_date(item: _Stated) -> str:
    return (item.reading.date.iso if item.reading else None) or ""


def _is_entry(text: str) -> bool:
    """`[approved](url) (2025-08-05)`: the state itself is the entry, not a word in its story."""
    return text.lstrip(" *-+").startswith("[")


def _banner(page: Page) -> Iterator[_Stated]:
    """A note at the top that says the whole record is superseded."""
    for section in page.document.sections:
        if not page.is_head(section):
            return
        for block in section.blocks:
            source = strip_comments(block.source)
            if block.kind != "paragraph" or block.list_depth or is_labelled(source):
                continue
            declared = opening(source)
            if declared and declared[0].kind == "superseded_by":
                reading = _first_state(source)
                yield _Stated(reading, Line(source, Place(block.line + 1)), None)
                return


def _first_state(source: str) -> StatusReading:
    """What the banner itself says: superseded, or `Deprecated in favour of ...`."""
    for line in source.split("\n"):
        reading = read_status(line)
        if reading and reading.opens and reading.status != PLACEHOLDER:
            return reading
    return StatusReading("superseded", plain(source))


def _choose(stated: list[_Stated], further: list[_Stated]) -> StatusOutcome:
    """`further` places only tell whether the record contradicts itself."""
    readings = [item for item in stated if item.reading and item.reading.status != PLACEHOLDER]
    statements = tuple(
        StatusStatement(
            item.reading.status if item.reading else None, item.line.text, item.line.place
        )
        for item in (*stated, *further)
    )
    spoken = [*readings, *(item for item in further if item.reading and item.reading.opens)]
    different = distinct(item.reading.status for item in spoken if item.reading)
    conflict = len(different) > 1
    winner = _winner(readings) if readings else stated[0]
    status = winner.reading.status if winner.reading else None
    stated_text = winner.reading.text if winner.reading else winner.line.text
    written = plain(stated_text) or stated_text.strip() or None
    date = winner.reading.date if winner.reading else NO_DATE
    return StatusOutcome(status, written, conflict, statements, winner.source, date, winner.line)


def _winner(readings: list[_Stated]) -> _Stated:
    first = readings[0]
    if first.source and first.source.source == "front" and len(readings) > 1:
        if plain(first.source.value).casefold() in _DOCUMENT_WORDS:
            return readings[1]
        return first
    banner = readings[-1]
    if banner.source is None and banner.reading and banner.reading.status == "superseded":
        return banner
    return first
