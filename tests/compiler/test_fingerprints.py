"""Fingerprints: equal while the content is, whatever the line number and the words are."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from adr_schema.diagnostics import Diagnostic
from compiler.fingerprints import fingerprints
from compiler.lines import Lines
from compiler.sources import WorkingTree

Write = Callable[..., Path]
RECORD = "# 1. Use X\n\nStatus: warming\n\nAmends ADR-0008\n\nAmends ADR-0009\n"


def finding(line: int | None, code: str = "ADR202", path: str = "a.md") -> Diagnostic:
    return Diagnostic(code, "warning", "other", path, line, 1 if line else None, "what was found")


@pytest.fixture
def marks(write_files: Write) -> Callable[..., list[str]]:
    """The fingerprints of findings in a file `a.md` with this content."""

    def of(content: str | bytes, *findings: Diagnostic) -> list[str]:
        base = write_files({"a.md": content})
        return fingerprints(findings, Lines(WorkingTree(base, None)))

    return of


Marks = Callable[..., list[str]]


def test_line_number_and_words_do_not_count(marks: Marks) -> None:
    before = marks(RECORD, finding(3))
    assert marks("\n\nnew\n" + RECORD, finding(6)) == before
    reworded = replace(finding(3), message="other words", hint="do it", column=9, severity="error")
    assert marks(RECORD, reworded) == before


@pytest.mark.parametrize(
    "content",
    [RECORD.replace("\n", "\r\n"), RECORD.replace(": ", ":\t  "), "\ufeff" + RECORD],
)
def test_white_space_line_ends_and_byte_order_mark_do_not_count(marks: Marks, content: str) -> None:
    assert marks(content, finding(3)) == marks(RECORD, finding(3))


def test_code_path_and_text_count(marks: Marks, write_files: Write) -> None:
    write_files({"b.md": RECORD})
    found = [finding(3), finding(3, "ADR204"), finding(3, path="b.md"), finding(5), finding(None)]
    assert len(set(marks(RECORD, *found))) == len(found)
    assert marks(RECORD.replace("warming", "warm"), finding(3)) != marks(RECORD, finding(3))


def test_equal_ones_are_told_apart_by_their_number(marks: Marks) -> None:
    twice = RECORD + "\nStatus: warming\n"
    first, second = marks(twice, finding(3), finding(9))
    assert first != second
    assert marks(RECORD, finding(3)) == [first]
    assert marks("intro\n" + twice, finding(4), finding(10)) == [first, second]
    # The order by place decides, not the one in which they are shown.
    assert marks(twice, finding(9), finding(3)) == [second, first]


@pytest.mark.parametrize("content", [b"\xff\n\xff\n\xff\n", b"\xff\xfeS\x00", b"one line"])
def test_lines_that_cannot_be_read_have_a_fingerprint_too(marks: Marks, content: bytes) -> None:
    (mark,) = marks(content, finding(3))
    assert marks(content, finding(3)) == [mark]


def test_missing_file_has_a_fingerprint_too(marks: Marks) -> None:
    (mark,) = marks("", finding(1, path="gone.md"))
    assert len(mark) == 64
