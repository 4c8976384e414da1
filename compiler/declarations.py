"""All relations that a record declares, from every place that may declare one."""

from collections.abc import Iterable, Iterator, Sequence

from adr_schema.records import Place, Reference
from adr_schema.vocabulary import INVERSES, RELATIONS
from compiler import lexicon
from compiler.fields import Field, is_head, locate
from compiler.inline import strip_comments
from compiler.markdown import Block, Document, Section
from compiler.references import enumeration, mentions, written
from compiler.relations import Declared, anywhere, field_targets, opening
from compiler.statements import StatusOutcome
from compiler.text import Text

KINDS = frozenset(RELATIONS) | frozenset(INVERSES)
_BARE_ONLY = frozenset({"references", "alternatives"})


def declared_relations(
    fields: Sequence[Field],
    document: Document,
    text: Text,
    title: Section | None,
    outcome: StatusOutcome,
) -> tuple[Reference, ...]:
    """Every declared relation in order of place, each target once a kind."""
    found: list[Reference] = []
    for field in fields:
        if field.name in KINDS:
            found.extend(_from_field(field, document))
        elif field.name == "status":
            found.extend(_from_status(field, document))
    found.extend(_superseded_without_verb(fields, found, outcome, document))
    for section in document.sections:
        found.extend(_from_section(section, document, text, title))
    return tuple(_once(found))


def _from_field(field: Field, document: Document) -> Iterator[Reference]:
    declared = field_targets(field.name, field.value)
    if not declared and field.source == "front" and not lexicon.is_nothing(field.value):
        declared = [Declared(field.name, field.value.strip(), None, 0, None)]
    for item in declared:
        yield _reference(item, field.place, document)


def _from_status(field: Field, document: Document) -> Iterator[Reference]:
    lines = [(line.text, line.place) for line in field.lines] or [(field.value, field.place)]
    for value, place in lines:
        for item in anywhere(value):
            yield _reference(item, place, document)


def _superseded_without_verb(
    fields: Sequence[Field], found: list[Reference], outcome: StatusOutcome, document: Document
) -> Iterator[Reference]:
    """`Superseded (as never implemented) by [ADR 32](..)`: the status names its successor."""
    known = any(reference.kind == "superseded_by" for reference in found)
    if outcome.status != "superseded" or known:
        return
    for field in fields:
        for value, place in _status_texts(field):
            if "supers" in value.casefold() or "superc" in value.casefold() or lexicon.has_cjk(value) or "replac" in value.casefold():
                targets = mentions(value)
                for mention in enumeration(value, targets):
                    label = f"[{mention.href}]" if mention.label else mention.href
                    item = Declared("superseded_by", written(mention), label, 0, None)
                    yield _reference(item, place, document)


def _status_texts(field: Field) -> Iterable[tuple[str, Place]]:
    if field.name != "status":
        return ()
    return [(line.text, line.place) for line in field.lines] or [(field.value, field.place)]


def _from_section(
    section: Section, document: Document, text: Text, title: Section | None
) -> Iterator[Reference]:
    role = lexicon.section_role(section.heading) if section.level else None
    if role == "changelog":
        return
    head = role == "status" or is_head(section, document, title)
    for block in section.blocks:
        if block.kind != "paragraph":
            continue
        if role == "status" and section.level <= 3 and not block.quote_depth:
            continue  # read as a field
        for item in _from_block(block, head=head, bare_only=role in _BARE_ONLY):
            yield _reference(item, locate(text, block, block.source), document)


def _from_block(block: Block, *, head: bool, bare_only: bool) -> Iterator[Declared]:
    source = block.source
    if head and "\n" in source:
        lines = strip_comments(source).split("\n")
        found = [item for line in lines for item in opening(line)]
        yield from found or opening(source.replace("\n", " "))
    else:
        yield from opening(source.replace("\n", " "), bare_only=bare_only)


def _reference(item: Declared, place: Place, document: Document) -> Reference:
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
