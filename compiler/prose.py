"""What a record tells of supersessions without declaring them: advice, never a relation."""

from collections.abc import Iterator
from dataclasses import dataclass

from adr_schema.records import Record, Reference
from compiler.declarations import as_reference, with_roles
from compiler.inline import shorten
from compiler.markdown import parse
from compiler.relations import anywhere
from compiler.text import Text

_KINDS = frozenset({"supersedes", "superseded_by"})
# What stands there is weighed, cited or past, and not decided.
_NOT_DECIDED = frozenset({"alternatives", "references", "changelog"})
_QUOTED = 200


@dataclass(frozen=True, slots=True)
class Told:
    """A supersession, of kind `supersedes` or `superseded_by`, and the line that tells it."""

    reference: Reference
    quote: str


def told_supersessions(record: Record) -> Iterator[Told]:
    """Each supersession that the sentences of a record's own paragraphs tell, declared or not."""
    document = parse(Text(record.body, tuple(record.body.split("\n"))), 0)
    for section, role in with_roles(document.sections):
        for block in section.blocks:
            if role in _NOT_DECIDED or block.kind != "paragraph" or block.quote_depth:
                continue
            for item in anywhere(block.source):
                if item.kind in _KINDS:
                    line = block.source[: item.offset].count("\n")
                    quote = shorten(block.source.split("\n")[line].strip(), _QUOTED)
                    yield Told(as_reference(item, record.place_of(), document), quote)
