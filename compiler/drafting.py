"""Putting a record together from what was read of its page."""

import hashlib

from adr_schema.records import Dialect, Place, Record
from adr_schema.vocabulary import DEFAULT_PRIORITY, NATIVE_KEYS
from compiler import lexicon
from compiler.constraints import Constraints, read_evidence
from compiler.dates import NO_DATE, DateReading, read_date
from compiler.declarations import declared_relations
from compiler.drafts import Draft
from compiler.fields import Field, texts
from compiler.frontmatter import FrontMatter
from compiler.inline import plain
from compiler.markdown import Document
from compiler.naming import Naming
from compiler.options import Options
from compiler.page import Page
from compiler.provenance import DIGEST, PROPOSAL, read_provenance
from compiler.statements import StatusOutcome

_NATIVE = frozenset(NATIVE_KEYS)
_BY_SOURCE: dict[str, Dialect] = {
    "front": "madr",
    "bullet": "bullets",
    "section": "nygard",
    "line": "lines",
    "table": "table",
}


def build_draft(
    page: Page,
    corpus: str | None,
    fields: list[Field],
    outcome: StatusOutcome,
    naming: Naming,
    constraints: Constraints,
    options: Options,
) -> Draft:
    """Put the record together. Nothing is judged here."""
    front = page.front
    date_field, date = _date(fields, outcome)
    line = page.title.line + 1 if page.title else 1
    decision = _decision(page.document)
    origin = read_provenance(page)
    record = Record(
        path=page.file.path,
        corpus=corpus,
        id=naming.identifier,
        id_declared=naming.declared is not None,
        prefix=naming.prefix,
        number=naming.number,
        title=naming.title,
        status=outcome.status,
        status_text=outcome.text,
        status_source="record" if outcome.status else None,
        conflict=outcome.conflict,
        date=date.iso,
        dialect=_dialect(front, fields, outcome, options),
        references=declared_relations(page, fields, outcome),
        priority=front.text("priority") or origin.text("priority") or DEFAULT_PRIORITY,
        scope=front.text("scope") or origin.text("scope"),
        topic=front.text("topic") or origin.text("topic"),
        paths=tuple(texts(front.get("paths"))) or origin.several("paths"),
        deciders=_people(fields) or origin.several("deciders"),
        tags=_tags(fields) or origin.several("tags"),
        rules=constraints.rules,
        constraints=constraints.texts,
        evidence=read_evidence(front),
        proposal=front.text(PROPOSAL) or origin.text(PROPOSAL),
        accepted_digest=front.text(DIGEST) or origin.text(DIGEST),
        require_citation=front.get("require_citation") in (True, "true"),
        statement=decision or naming.title or naming.stem,
        body=page.body.strip("\n"),
        sha256=hashlib.sha256(page.text.content.encode()).hexdigest(),
        line=line,
        places={**origin.places, **_places(front, fields, outcome, line)},
    )
    written = date_field.value if date_field else None
    place = date_field.place if date_field else Place(line)
    stated = decision is not None
    return Draft(record, date, written, place, naming.places, stated)


def _date(fields: list[Field], outcome: StatusOutcome) -> tuple[Field | None, DateReading]:
    """Front matter `date`, a body's date field, the date beside the status, a creation date."""
    dated = [f for f in fields if f.name == "date"]
    dated.sort(key=lambda f: (f.source != "front", f.key.casefold() != "date"))
    readings = [(field, read_date(plain(field.value))) for field in dated]
    certain = next((item for item in readings if item[1].iso or item[1].numbers), None)
    impossible = next((item for item in readings if item[1].present), None)
    if certain or impossible:
        return certain or impossible or (None, NO_DATE)
    if outcome.date.iso or outcome.date.numbers:
        return outcome.source, outcome.date
    for field in fields:
        if field.name == "created" and (reading := read_date(plain(field.value))).present:
            return field, reading
    return (dated[0] if dated else None), NO_DATE


def _tags(fields: list[Field]) -> tuple[str, ...]:
    return tuple(f.value for f in fields if f.name == "tags" and f.source == "front")


def _people(fields: list[Field]) -> tuple[str, ...]:
    found: list[str] = []
    for field in fields:
        if field.name == "deciders" and not lexicon.is_nothing(field.value):
            found.extend(name.strip() for name in plain(field.value).split(",") if name.strip())
    return tuple(dict.fromkeys(found))


def _dialect(
    front: FrontMatter, fields: list[Field], outcome: StatusOutcome, options: Options
) -> Dialect:
    keys = {key for key in front.values if not key.startswith("x-")}
    if options.dialect == "native" or ("id" in keys and keys <= _NATIVE):
        return "native"
    if any(f.source == "front" and f.name in ("status", "date", "deciders") for f in fields):
        return "madr"
    source = outcome.source or next((f for f in fields if f.name in ("status", "date")), None)
    return _BY_SOURCE[source.source] if source else "plain"


def _decision(document: Document) -> str | None:
    """The first paragraph of the decision section; "" where the section has none, None without
    such a section."""
    found = None
    for section in document.headings():
        if lexicon.section_role(section.heading) == "decision":
            found = found or ""
            for block in section.blocks:
                if block.kind == "paragraph" and (words := plain(block.source)):
                    return words
    return found


def _places(
    front: FrontMatter, fields: list[Field], outcome: StatusOutcome, line: int
) -> dict[str, Place]:
    """Where each field of the record is written; front matter keys by their own name too."""
    places = {"title": Place(line)}
    for field in reversed(fields):
        places[field.name] = field.place
    if outcome.statements:
        places["status"] = outcome.statements[0].place
    places.update(front.places)
    return places
