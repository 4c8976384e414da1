"""Block structure of a record's body: headings, and the texts between them in order.

markdown-it-py parses blocks only; the inline rules stay off (ADR-0006). What a fence, an HTML
block or a comment holds is no text of the record, so an example in a fence states no status.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from compiler.block_parser import MAX_NESTING, parser_for
from compiler.inline import shorten
from compiler.text import Text

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_TABLE_COLUMNS = 100
MAX_TABLE_CELLS = 20_000
# What is read of one heading, cell or paragraph; a record's `body` keeps everything.
_MAX_HEADING, _MAX_CELL, _MAX_PARAGRAPH = 500, 2_000, 4_000


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of text: a paragraph, a list item's paragraph, a table row.

    `line` and `end` are 0-based lines of the file, `end` exclusive. `source` is the inline
    Markdown as written. `cells` are the cells of a row. `cut` says that the text was too long to
    be taken whole.
    """

    kind: Literal["paragraph", "row", "header"]
    source: str
    line: int
    end: int
    list_depth: int = 0
    quote_depth: int = 0
    cells: tuple[str, ...] = ()
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it, up to the next heading of any level.

    The first section of a document has no heading: it is what stands above the first one. `body`
    and `end` bound its lines (0-based, exclusive).
    """

    heading: str
    level: int
    line: int
    body: int
    end: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A body as sections in order, with the link reference definitions and what was left open."""

    sections: tuple[Section, ...]
    definitions: dict[str, str]
    too_deep: bool
    open_fence: int | None
    open_comment: int | None

    def headings(self) -> Iterator[Section]:
        """The sections that have a heading."""
        return (section for section in self.sections if section.level)


def oversized_table(text: Text) -> int | None:
    """The 0-based line of a table too large to parse safely, else None.

    The parser needs seconds and gigabytes for a few kilobytes of hostile table, since it fills
    short rows up to the header's width.
    """
    if text.content.count("|") < MAX_TABLE_COLUMNS:
        return None
    width = start = rows = 0
    for number, line in enumerate(text.lines):
        pipes = line.count("|")
        if not line.strip():
            width = 0  # only a blank line ends a table
        if not pipes and not width:
            continue
        if not width:
            width, start, rows = pipes, number, 0
        rows += 1
        width = max(width, pipes)
        if width > MAX_TABLE_COLUMNS or width * rows > MAX_TABLE_CELLS:
            return start
    return None


def parse(text: Text, body_start: int) -> Document:
    """Parse the lines from `body_start` (0-based) on into sections."""
    source = text.content if not body_start else text.slice(body_start, len(text.lines))
    environment: dict[str, Any] = {}
    tokens = parser_for(source).parse(source, environment)
    return assemble(tokens, environment, text, body_start)


def code_lines(text: Text, body_start: int) -> frozenset[int]:
    """The 0-based lines of fenced and indented code."""
    source = text.slice(body_start, len(text.lines))
    tokens = parser_for(source).parse(source, {})
    spans = [t.map for t in tokens if t.type in ("fence", "code_block") and t.map]
    return frozenset(line + body_start for start, end in spans for line in range(start, end))


def assemble(
    tokens: list["Token"], environment: dict[str, Any], text: Text, body_start: int
) -> Document:
    """Cut the parser's tokens into sections; `environment` holds its link definitions."""
    builder = _Builder(body_start)
    for token in tokens:
        if token.type == "inline":
            builder.text(token)
        elif token.type not in _QUIET:
            builder.take(token)
    references = environment.get("references", {})
    definitions = {label.casefold(): item["href"] for label, item in references.items()}
    return Document(
        builder.finish(len(text.lines)),
        definitions,
        builder.deepest >= MAX_NESTING - 2,
        _open_fence(tokens, text, body_start),
        _open_comment(tokens, body_start),
    )


# The greater part of a token stream: openings and closings that the builder has no use for.
_QUIET = frozenset({"list_item_open", "list_item_close", "heading_close"})


class _Builder:
    """Walks the token stream once and cuts it into sections."""

    def __init__(self, offset: int) -> None:
        self._offset = offset
        self._sections: list[Section] = []
        self._blocks: list[Block] = []
        self._heading = ("", 0, offset, offset)
        self._lists = self._quotes = self.deepest = 0
        self._row: list[str] | None = None
        self._row_line = (0, 0)
        self._in_head = False
        self._pending: tuple[int, int, int] | None = None

    def take(self, token: "Token") -> None:
        """An opening or closing."""
        kind = token.type
        if kind == "heading_open" and token.level == 0 and token.map:
            start, end = token.map
            self._pending = (int(token.tag[1]), start + self._offset, end + self._offset)
        elif kind in _DEPTH:
            self._nest(kind)
        elif kind in _TABLE:
            self._table(kind, token)

    def finish(self, end: int) -> tuple[Section, ...]:
        self._close(end)
        return tuple(self._sections)

    def text(self, token: "Token") -> None:
        """The text of a heading, cell or paragraph."""
        if self._pending is not None:
            level, line, end = self._pending
            self._pending = None
            self._close(line)
            self._heading = (shorten(token.content, _MAX_HEADING), level, line, end)
        elif self._row is not None:
            self._row.append(shorten(token.content, _MAX_CELL))
        elif token.map:
            start, end = (line + self._offset for line in token.map)
            source = shorten(token.content, _MAX_PARAGRAPH)
            cut = len(token.content) > _MAX_PARAGRAPH
            depths = (self._lists, self._quotes)
            self._blocks.append(Block("paragraph", source, start, end, *depths, cut=cut))

    def _close(self, end: int) -> None:
        title, level, line, body = self._heading
        self._sections.append(Section(title, level, line, body, end, tuple(self._blocks)))
        self._blocks = []

    def _nest(self, kind: str) -> None:
        name, step = _DEPTH[kind]
        if name == "list":
            self._lists += step
        else:
            self._quotes += step
        # A list and its item are a level each.
        self.deepest = max(self.deepest, 2 * self._lists + self._quotes)

    def _table(self, kind: str, token: "Token") -> None:
        if kind == "thead_open":
            self._in_head = True
        elif kind == "thead_close":
            self._in_head = False
        elif kind == "tr_open":
            start, end = token.map or (0, 1)
            self._row, self._row_line = [], (start + self._offset, end + self._offset)
        elif self._row is not None:
            row: Literal["header", "row"] = "header" if self._in_head else "row"
            source = " | ".join(self._row)
            depths = (self._lists, self._quotes)
            cells = tuple(self._row)
            self._blocks.append(Block(row, source, *self._row_line, *depths, cells))
            self._row = None


_DEPTH = {
    "bullet_list_open": ("list", 1),
    "ordered_list_open": ("list", 1),
    "bullet_list_close": ("list", -1),
    "ordered_list_close": ("list", -1),
    "blockquote_open": ("quote", 1),
    "blockquote_close": ("quote", -1),
}
_TABLE = frozenset({"thead_open", "thead_close", "tr_open", "tr_close"})


def _open_fence(tokens: list["Token"], text: Text, offset: int) -> int | None:
    """The 0-based line of a fence that runs to the end of the file unclosed."""
    last = next((t for t in reversed(tokens) if t.nesting == 0), None)
    if last is None or last.type != "fence" or not last.map:
        return None
    start, end = last.map[0] + offset, last.map[1] + offset
    closing = next((line for line in reversed(text.lines[start + 1 : end]) if line.strip()), "")
    closed = closing.strip().startswith(last.markup) and not closing.strip().strip(last.markup[0])
    return None if closed else start


def _open_comment(tokens: list["Token"], offset: int) -> int | None:
    """The 0-based line of an HTML comment that is never closed."""
    for token in reversed(tokens):
        if token.type == "html_block":
            opened = token.content.rfind("<!--")
            if opened >= 0 and "-->" not in token.content[opened:] and token.map:
                return token.map[0] + offset
            return None
    return None
