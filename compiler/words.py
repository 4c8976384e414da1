"""The words that a reader of Markdown sees: whether two texts say the same, however they are set.

The library's own inline rules read them, exactly and slowly, for the few records that a change
touches. Where every record is read, `inline` does (ADR-0006).
"""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from compiler.block_parser import parser_for
from compiler.inline import COMMENT
from compiler.page import Page

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# Beyond, a paragraph is taken as written: on what is no prose, the time of inline rules grows with
# the square of its length, most of all where brackets open and never close.
_MAX_PARAGRAPH = 20_000
_MAX_BRACKETS = 200
_STRIKING = re.compile(r"</?(?:del|s|strike)\b", re.IGNORECASE)


def words(page: Page, lines: Collection[int]) -> str:
    """The words on these 0-based lines of a page, divided by single spaces.

    Comments and all marks are left out: those of emphasis, headings, lists, tables, quotes and
    code, and the destinations of links. What is struck out stays, marked. Code is taken literally.
    """
    environment: dict[str, Any] = {}
    tokens = parser_for(page.body).parse(page.body, environment)
    found: list[str] = []
    line = 0
    for token in tokens:
        if token.map:  # a cell has none and stands on the line of its row
            line = token.map[0] + page.front.body_start + (token.type == "fence")
        if token.content:
            written = token.content.split("\n")
            kept = [text for number, text in enumerate(written, line) if number in lines]
            found.append(_said("\n".join(kept), token.type, environment))
    return " ".join(" ".join(found).split())


def _said(written: str, kind: str, environment: dict[str, Any]) -> str:
    if kind in ("fence", "code_block") or not _is_prose(written):
        return written
    if kind == "html_block":
        written = COMMENT.sub("", written)
    (paragraph,) = _inline_parser().parseInline(written, environment)
    return "".join(_spoken(paragraph.children or ()))


def _is_prose(written: str) -> bool:
    return len(written) <= _MAX_PARAGRAPH and written.count("[") <= _MAX_BRACKETS


def _spoken(tokens: "Collection[Token]") -> Iterator[str]:
    for token in tokens:
        if token.type in ("text", "code_inline", "image"):
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type in ("s_open", "s_close"):
            yield " ~~ "
        elif token.type == "html_inline":
            yield " ~~ " if _STRIKING.match(token.content) else " "


@lru_cache(maxsize=1)
def _inline_parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")
