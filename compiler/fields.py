"""Metadata of a record, wherever its dialect puts it: one list of named fields with places.

Front matter, bullets and lines under the title, tables, and sections that are named for a field
all end up as `Field`s; which of several wins is decided where the record is put together.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from adr_schema.records import Place
from compiler import lexicon
from compiler.frontmatter import FrontMatter
from compiler.inline import plain, shorten, strip_comments
from compiler.markdown import Block, Section
from compiler.page import Page
from compiler.status import Line
from compiler.strict_yaml import Value
from compiler.text import Text

Source = Literal["front", "bullet", "line", "table", "section"]

_LABEL = re.compile(
    r"^(?:[^\w\[<*_#]|\*(?=\s))*(?P<open>\*{1,3}|_{1,3}|<b>|<strong>)?\[?(?P<name>[^\W\d_][^:：|*_<>\[\]()]{0,38}?(?:\([^()]{1,12}\))?|#)\]?"
    r"(?:(?P<colon1>[:：])\s*(?P<close1>\*{1,3}|_{1,3}|</b>|</strong>)?|(?P<close2>\*{1,3}|_{1,3}|</b>|</strong>)\s*(?P<colon2>[:：])?)\s*(?P<value>.*)$",
    re.DOTALL,
)
_FIRST_WORD = re.compile(r"(?:<[^<>]*>|[^\w#<]|_)*+(#|[^\W\d_][^\W_]*)")
_SPACED_LABEL = re.compile(
    r"^[\s*+-]*(?P<name>[^\W\d_][\w ]{1,20}?)\s+(?P<value>[0-9]{4}-[0-9]{2}-[0-9]{2}.*)$"
)
# One of these is in every labelled line (the last two in a date); most blocks are prose.
_LABEL_MARKS = (":", "：", "*", "_", "<", "-0", "-1")
_BAR = re.compile(r"\s+[|·•]\s+|\s*\|\s*|(?<=[^\s]);\s+|\s{2,}[–—-]\s{2,}|\s+·\s+")
_BREAK = re.compile(r"<br\s*/?>|\\?\n", re.IGNORECASE)
_HEADING_FIELD = re.compile(r"^(?P<name>[^:：]{2,30}?)\s*[:：]\s*(?P<value>.+)$", re.DOTALL)
_UNFINISHED = re.compile(
    r"(?:\b(?:by|with|durch|par|por|of|supersedes|amends|replaces|за|на)|[:：])$", re.IGNORECASE
)
_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^()\s]*)[^()]*\)")
# What is read of one value of front matter.
MAX_VALUE = 4_000
_SECTION_FIELDS = frozenset(
    {
        "status", "date", "created", "deciders", "supersedes", "superseded_by", "amends",
        "amended_by", "tags", "relates_to", "contradicts", "derived_from",
    }
)  # fmt: skip
# Words that a section can be called without being the field of that name.
_NO_SECTION_FIELD = frozenset(
    {
        "related", "see also", "tag", "labels", "updates", "proposed", "accepted", "overrides",
        "extends", "replaces", "obsoletes", "reverts", "modifies", "replaced", "owner", "owners",
        "start", "opened", "written", "decided", "supplements", "enhances", "successor",
    }
)  # fmt: skip
_RELATION_FIELDS = frozenset({"supersedes", "superseded_by", "amends", "amended_by", "contradicts"})


@dataclass(frozen=True, slots=True)
class Field:
    """One metadata value.

    `value` is inline Markdown as written, or the YAML value as text; `key` the label as written.
    `lines` are those of a section, `depth` its heading's level. `crosswise` marks a value that
    stands below its name in a table, not beside it.
    """

    name: str
    value: str
    place: Place
    source: Source
    key: str = ""
    lines: tuple[Line, ...] = ()
    depth: int = 0
    crosswise: bool = False


def front_fields(front: FrontMatter) -> Iterator[Field]:
    """The fields of the front matter; a list gives one field an item."""
    for key, value in front.values.items():
        name = key_name(key)
        if name is None and key.casefold() in ("links", "relations", "relationships"):
            yield from _link_list(value, front.places[key])
        if name is None:
            continue
        for text in texts(value):
            yield Field(name, shorten(text, MAX_VALUE), front.places[key], "front", key)


def key_name(key: str) -> str | None:
    """The field that a key of front matter names, else None."""
    return lexicon.field_name(key.replace("-", " ")) or lexicon.field_name(spaced(key))


def texts(value: Value) -> list[str]:
    """The texts in a YAML value: itself, the items of a list, the id-like entry of a mapping."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    if isinstance(value, dict):
        named = next(
            (
                value[key]
                for key in ("id", "adr", "target", "ref", "path", "name", "to")
                if key in value
            ),
            None,
        )
        if isinstance(named, str):
            return [named]
        if len(value) == 1 and all(inner is None for inner in value.values()):
            return [f"{{{key}}}" for key in value]
    return []


def read_fields(page: Page) -> list[Field]:
    """All metadata of a page: front matter first, then the body in order of place."""
    found = list(front_fields(page.front))
    for section in page.document.sections:
        if page.is_head(section):
            found.extend(_head_fields(section, page.text))
        elif section.level:
            found.extend(_section_field(section, page.text))
            found.extend(_later_fields(section, page.text))
    return found


def spaced(key: str) -> str:
    """`supersededBy` -> `superseded by`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).replace("_", " ").replace("-", " ")


def _link_list(value: Value, place: Place) -> Iterator[Field]:
    """`links: [{kind: supersedes, target: 3}]`, as newer adr-tools kin write."""
    for item in value if isinstance(value, list) else []:
        if not isinstance(item, dict):
            continue
        kind = next((item[key] for key in ("kind", "type", "rel", "relation") if key in item), None)
        name = lexicon.field_name(spaced(kind)) if isinstance(kind, str) else None
        for text in texts(item) if name else []:
            yield Field(name or "", text, place, "front", "links")


def _head_fields(section: Section, text: Text) -> Iterator[Field]:
    header: Block | None = None
    for block in section.blocks:
        if block.kind == "paragraph":
            yield from _paragraph_fields(block, text)
        elif block.kind == "header":
            header = block
            yield from _row_field(block, text)
        else:
            crossed = list(_crosswise(header, block, text))
            yield from crossed or _row_field(block, text)
            header = None


def _later_fields(section: Section, text: Text) -> Iterator[Field]:
    """Further down, a labelled line counts where it declares a relation, or the date."""
    if lexicon.section_role(section.heading) == "changelog":
        names = frozenset({"date"})
    else:
        names = _RELATION_FIELDS | {"date"}
    for block in section.blocks:
        if block.kind != "paragraph" or not any(map(block.source.__contains__, _LABEL_MARKS)):
            continue
        if any(map(is_labelled, block.source.split("\n"))):
            yield from (f for f in _paragraph_fields(block, text) if f.name in names)


def _row_field(block: Block, text: Text) -> Iterator[Field]:
    """`| Status | Accepted |`: the name in the first cell, the value in the second."""
    if len(block.cells) < 2:
        return
    name = lexicon.field_name(plain(block.cells[0]).rstrip(":： "))
    if name and not (block.kind == "header" and _is_label(block.cells[1])):
        value = block.cells[1]
        yield Field(name, value, locate(text, block, value), "table")


def _is_label(cell: str) -> bool:
    """Whether a cell names a field; `Accepted` names one too, but is mostly a value."""
    words = plain(cell).rstrip(":： ").casefold()
    return lexicon.field_name(words) is not None and (
        words == "status" or words not in lexicon.status_words()
    )


def _crosswise(header: Block | None, row: Block, text: Text) -> Iterator[Field]:
    """A table whose header names two fields or more and whose first row holds their values."""
    if header is None or len(header.cells) < 2:
        return
    if sum(_is_label(cell) for cell in header.cells) < 2:
        return
    names = [lexicon.field_name(plain(cell).rstrip(":： ")) for cell in header.cells]
    for name, value in zip(names, row.cells, strict=False):
        if name:
            yield Field(name, value, locate(text, row, value), "table", crosswise=True)


def _paragraph_fields(block: Block, text: Text) -> Iterator[Field]:
    """The labelled lines of a paragraph; a value goes on until the next label."""
    yield from _badges(block, text)
    source: Source = "bullet" if block.list_depth else "line"
    last: Field | None = None
    further: list[str] = []
    for line in _BREAK.split(strip_comments(block.source)):
        fields = list(_line_fields(line, block, text, source))
        if fields:
            yield from _continued(last, further)
            yield from fields[:-1]
            last, further = fields[-1], []
        elif last and line.strip():
            further.append(line)
    yield from _continued(last, further)


def _continued(field: Field | None, further: list[str]) -> Iterator[Field]:
    """The field with the lines that its value goes on for."""
    if field is not None:
        yield replace(field, value="\n".join([field.value, *further]))


def _line_fields(line: str, block: Block, text: Text, source: Source) -> Iterator[Field]:
    parts = _BAR.split(line) if _BAR.search(line) else [line]
    labelled = [_labelled(part) for part in parts]
    if len(parts) > 1 and sum(item is not None for item in labelled) < 2:
        labelled = [_labelled(line)]
    for item in labelled:
        if item:
            name, value, label = item
            yield Field(name, value, locate(text, block, value), source, label)


def is_labelled(line: str) -> bool:
    """Whether a line is a field: a known label, then its value."""
    return _labelled(line) is not None


def _labelled(part: str) -> tuple[str, str, str] | None:
    """`**Status:** Accepted` -> ("status", "Accepted", "Status"); None without a known label."""
    first = _FIRST_WORD.match(part)
    if first is None or first[1].casefold() not in lexicon.field_openers():
        return None
    match = _LABEL.match(part)
    if match and (match["colon1"] or match["colon2"] or match["open"]):
        name = lexicon.field_name(match["name"])
        emphasised = match["open"] and (match["close1"] or match["close2"])
        if name and (match["colon1"] or match["colon2"] or emphasised):
            value = match["value"]
            if match["open"] and not emphasised and value.rstrip().endswith(match["open"]):
                value = value.rstrip().removesuffix(match["open"])
            return name, value.strip(), match["name"]
    spaced = _SPACED_LABEL.match(part)
    if spaced:
        name = lexicon.field_name(spaced["name"])
        if name in ("date", "created"):
            return name, spaced["value"], spaced["name"]
    return None


def _section_field(section: Section, text: Text) -> Iterator[Field]:
    """A section named for a field (`## Status`), or a heading that holds one (`## Status: X`)."""
    name, value = _heading_field(section.heading) if section.level <= 3 else (None, None)
    if name is None:
        return
    if value is not None:
        yield Field(name, value, Place(section.line + 1), "section", depth=section.level)
        return
    lines = tuple(section_lines(section, text))
    if lines:
        value = "\n".join(line.text for line in lines)
        yield Field(name, value, lines[0].place, "section", lines=lines, depth=section.level)


@lru_cache(maxsize=4096)
def _heading_field(heading: str) -> tuple[str | None, str | None]:
    """The field that a heading names, and the value where the heading holds that too."""
    words = plain(heading)
    inline = _HEADING_FIELD.match(words)
    if inline and (name := lexicon.field_name(inline["name"])) in ("status", "date"):
        return name, inline["value"]
    bare = words.strip(" :：").casefold()
    if bare in _NO_SECTION_FIELD:
        return None, None
    name = "status" if lexicon.section_role(words) == "status" else lexicon.field_name(bare)
    return (name, None) if name in _SECTION_FIELDS else (None, None)


def section_lines(section: Section, text: Text) -> Iterator[Line]:
    """The lines of a section's own text; quotes (guidance) only where nothing else stands."""
    own = [block for block in section.blocks if not block.quote_depth]
    held: Line | None = None
    for line in _block_lines(own or section.blocks, text):
        # `Superseded by` and the target below it are one statement.
        held = Line(f"{held.text} {line.text}", held.place) if held else line
        if not _UNFINISHED.search(held.text):
            yield held
            held = None
    if held:
        yield held


def _block_lines(blocks: Iterable[Block], text: Text) -> Iterator[Line]:
    for block in blocks:
        if block.kind == "paragraph":
            # Comments may span lines; they go first, and a struck line states nothing.
            for part in _BREAK.split(strip_comments(block.source)):
                if part.strip():
                    yield Line(part.strip(), locate(text, block, part.strip()))
        elif block.kind == "row":
            yield Line(block.source, Place(block.line + 1))


def _badges(block: Block, text: Text) -> Iterator[Field]:
    """`![Status](.../badge/status-accepted-green)`: a picture that states status or date."""
    if "![" not in block.source:
        return
    for match in _IMAGE.finditer(strip_comments(block.source)):
        place = locate(text, block, match[0])
        words = re.sub(r"%20|(?<=[^-])-(?=[^-])|_|/", " ", match[2].replace("--", "\u2010"))
        spoken = f"{match[1]} {words}".casefold()
        if "status" in spoken or match[1].strip().casefold() in lexicon.status_words():
            yield Field("status", match[0], place, "line", "badge")
        elif "date" in spoken:
            yield Field("date", words.replace("\u2010", "-"), place, "line", "badge")


def locate(text: Text, block: Block, value: str, skip: int = 0) -> Place:
    """The place of a value inside its block, else the block's first line."""
    first = value.split("\n", 1)[0].strip()
    if first:
        for number in range(min(block.line + skip, block.end - 1), block.end):
            column = text.lines[number].rfind(first)
            if column >= 0:
                return Place(number + 1, column + 1)
    line = text.lines[block.line] if block.line < len(text.lines) else ""
    return Place(block.line + 1, len(line) - len(line.lstrip()) + 1)
