"""The parser spares itself rules that cannot match; the blocks are those of the library's own."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler import markdown
from compiler.block_parser import stock_parser
from compiler.text import Text, decode

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("tests/**/*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md")])
MARKS = [
    "# a", "a", "b c", "===", "---", "- x", "1. y", "> q", "> > r", "```", "~~~", "| a | b |",
    "|---|---|", ":--", "-|-", "    code", "<div>", "<!-- c", "-->", "[r]: u", "***", "* * *", "",
    "  d", "\t- e", "é", "Ω|x", "\xa0", "a\\", "- ", "  ===", "> ---", "- a\n  ---", "\u3000z",
]  # fmt: skip


def blocks_of(content: str) -> tuple[markdown.Document, markdown.Document]:
    text = Text(content, tuple(content.split("\n")))
    quick = markdown.parse(text, 0)
    environment: dict[str, object] = {}
    tokens = stock_parser().parse(content, environment)
    return quick, markdown.assemble(tokens, environment, text, 0)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_have_the_blocks_of_the_stock_rules(path: Path) -> None:
    text = decode(path.read_bytes())
    if isinstance(text, Text) and markdown.oversized_table(text) is None:
        quick, stock = blocks_of(text.content)
        assert quick == stock


@settings(max_examples=400, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(MARKS) | st.text(max_size=6), max_size=14))
def test_any_lines_have_the_blocks_of_the_stock_rules(lines: list[str]) -> None:
    content = "\n".join(lines).replace("\r", "").replace("\0", "")
    quick, stock = blocks_of(content)
    assert quick == stock
