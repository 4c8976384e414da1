"""All relations that a record declares, from every place that may declare one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adr_schema.records import Place, Reference
from adr_schema.vocabulary import INVERSES, PLACEHOLDER, RELATIONS
from compiler import lexicon
from compiler.fields import Field, is_labelled, locate
from compiler.inline import strip_comments
from compiler.markdown import Block, Document, Section
from compiler.page import Page
from compiler.references import enumeration, mentions, written
from compiler.relations import Declared, anywhere, field_targets, may_open, opening
from compiler.statements import StatusOutcome
from compiler.status import read_status

KINDS = frozenset(RELATIONS) | frozenset(INVERSES)
# A sentence that declares relations does not go on for longer.
_FURTHER_LINES = 12
_BARE_ONLY = frozenset({"references", "alternatives"})
_INHERITED = _BARE_ONLY | {"changelog"}


def declared_relations(
    page: Page, fields: Sequence[Field], outcome: StatusOutcome
) -> tuple[Reference, ...]:
    """Every declared relation in order of place, each target once a kind."""
    found: list[Reference] = []
    for field in fields:
        if field.name in KINDS:
            found.extend(_from_field(field, page.document))
        elif field.name == "status" and not _unfilled(field):
            found.extend(_from_status(field, page.document))
    found.extend(_superseded_without_verb(fields, found, outcome, page.document))
    for section, role in with_roles(page.document.sections):
        found.extend(_from_section(section, role, page))
    return tuple(_once(found))


def _from_field(field: Field, document: Document) -> Iterator[Reference]:
    declared = field_targets(field.name, field.value)
    if not declared and field.source == "front" and _names_something(field.value):
        declared = [Declared(field.name, field.value.strip(), None, 0, None)]
    for item in declared:
        reference = as_reference(item, field.place, document)
        yield replace(reference, from_key=True) if field.source == "front" else reference


def _unfilled(field: Field) -> bool:
    """A template's menu names `superseded by ADR-0005` and means none."""
    reading = read_status(field.value)
    return reading is not None and reading.status == PLACEHOLDER


def _names_something(value: str) -> bool:
    """Whether a front matter value without id, number or link may name a record all the same."""
    return not lexicon.is_nothing(value)


def _from_status(field: Field, document: Document) -> Iterator[Reference]:
    lines = [(line.text, line.place) for line in field.lines] or [(field.value, field.place)]
    for value, place in lines:
        for item in anywhere(value):
            yield as_reference(item, place, document)


def _superseded_without_verb(
    fields: Sequence[Field], found: list[Reference], outcome: StatusOutcome, document: Document
) -> Iterator[Reference]:
    """`Superseded (as never implemented) by [ADR 32](..)`: the status names its successor."""
    known = any(reference.kind == "superseded_by" for reference in found)
    if outcome.status != "superseded" or known:
        return
    for field in fields:
        for value, place in _status_texts(field):
            reading = read_status(value)
            if reading is None or reading.status != "superseded":
                continue
            for mention in enumeration(value, mentions(value)):
                label = f"[{mention.href}]" if mention.label else mention.href
                yield as_reference(
                    Declared("superseded_by", written(mention), label, 0, None), place, document
                )


def _status_texts(field: Field) -> Iterable[tuple[str, Place]]:
    if field.name != "status":
        return ()
    return [(line.text, line.place) for line in field.lines] or [(field.value, field.place)]


def with_roles(sections: Iterable[Section]) -> Iterator[tuple[Section, str | None]]:
    """Each section with its role; what stands below options or references is of their kind."""
    outer: tuple[int, str] | None = None
    for section in sections:
        role = lexicon.section_role(section.heading) if section.level else None
        if outer and section.level <= outer[0]:
            outer = None
        if outer is None and role in _INHERITED:
            outer = (section.level, str(role))
        yield section, outer[1] if outer else role


def _from_section(section: Section, role: str | None, page: Page) -> Iterator[Reference]:
    if role == "changelog":
        return
    head = role == "status" or page.is_head(section)
    for block in section.blocks:
        if block.kind != "paragraph":
            continue
        if role == "status" and section.level <= 3 and not block.quote_depth:
            continue  # read as a field
        for item in _from_block(block, head=head, bare_only=role in _BARE_ONLY):
            yield as_reference(item, locate(page.text, block, block.source), page.document)


def _from_block(block: Block, *, head: bool, bare_only: bool) -> Iterator[Declared]:
    if not head:
        found = opening(block.source, bare_only=bare_only)
        if found and not is_labelled(block.source):
            yield from found
        return
    lines = strip_comments(block.source).split("\n")
    for number, line in enumerate(lines):
        if may_open(line) and not is_labelled(line):
            yield from opening("\n".join([line, *_continuation(lines[number + 1 :])]))


def _continuation(lines: list[str]) -> Iterator[str]:
    """The lines that go on with a sentence: up to a label or a line that declares by itself."""
    for line in lines[:_FURTHER_LINES]:
        if is_labelled(line) or opening(line):
            return
        yield line


def as_reference(item: Declared, place: Place, document: Document) -> Reference:
    """A declared relation as the record's own reference, with its destination looked up."""
    href = item.href
    if href and href.startswith("[") and href.endswith("]"):
        href = document.definitions.get(href[1:-1].casefold())
    return Reference(item.kind, item.text, href, place, item.aspect)


def _once(found: list[Reference]) -> Iterator[Reference]:
    seen: set[tuple[str, str]] = set()
    for reference in found:
        key = (reference.kind, reference.href or reference.text.casefold())
        if key not in seen:
            seen.add(key)
            yield reference
