"""Edits change the bytes they mean and no others; diffs can be applied."""

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.edits import Edit, Written, apply_edits, unified_diff
from compiler.text import Text, decode

TEXTS = [
    b"",
    b"one",
    b"one\n",
    b"one\r\ntwo\r\n",
    b"one\rtwo\r",
    b"one\r\ntwo\nthree\rfour",
    b"\xef\xbb\xbfone\n\ntwo\n",
    "é\u2028ü\nö\n".encode(),
]


@pytest.mark.parametrize("data", TEXTS)
def test_lines_are_those_of_the_reader(data: bytes) -> None:
    text = decode(data)
    assert isinstance(text, Text)
    assert Written(data).lines == list(text.lines)


@pytest.mark.parametrize(
    ("data", "line", "after"),
    [
        (b"one\ntwo\n", 0, b"one\nnew\ntwo\n"),
        (b"one\r\ntwo\r\n", 1, b"one\r\ntwo\r\nnew\r\n"),
        (b"one\rtwo", 1, b"one\rtwo\rnew"),
        (b"one\r\ntwo\nthree", 0, b"one\r\nnew\r\ntwo\nthree"),
        (b"one\r\ntwo\nthree", 1, b"one\r\ntwo\nnew\nthree"),
        (b"one\r\ntwo\nthree", 2, b"one\r\ntwo\nthree\nnew"),
        (b"\xef\xbb\xbfone", 0, b"\xef\xbb\xbfone\nnew"),
    ],
)
def test_new_line_ends_as_its_neighbour(data: bytes, line: int, after: bytes) -> None:
    assert apply_edits(data, [Written(data).insert_below(line, ["new"])]) == after


def test_columns_are_characters_and_offsets_bytes() -> None:
    data = "\ufeffä: ü # é\r\n".encode()
    edit = Written(data).replace(0, 3, 4, "größer")
    assert apply_edits(data, [edit]) == "\ufeffä: größer # é\r\n".encode()


def test_edits_are_applied_in_order_of_place() -> None:
    edits = [Edit(4, 5, b"E"), Edit(0, 1, b"A"), Edit(2, 2, b"-")]
    assert apply_edits(b"abcdef", edits) == b"Ab-cdEf"


def test_edits_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply_edits(b"abcdef", [Edit(0, 3, b""), Edit(2, 4, b"")])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"one\ntwo\n", b"one\nTWO\n"),
        (b"one\r\ntwo\r\n", b"one\r\nTWO\r\n"),
        (b"one\ntwo", b"one\nTWO"),
        (b"one\rtwo\rthree\n", b"one\rTWO\rthree\n"),
        (b"one\ntwo", b"one\ntwo\nthree"),
        (b"\xef\xbb\xbfone\n", b"\xef\xbb\xbfONE\n"),
        ("a\u2028b\n".encode(), "a\u2028c\n".encode()),
    ],
)
def test_diff_can_be_applied_by_git(
    before: bytes, after: bytes, git_repo: Path, git: Callable[..., str]
) -> None:
    path = git_repo / "adr.md"
    path.write_bytes(before)
    text = "".join(f"{line}\n" for line in unified_diff("adr.md", "adr.md", before, after))
    (git_repo / "change.diff").write_bytes(text.encode())
    git("apply", "--whitespace=nowarn", "change.diff")
    assert path.read_bytes() == after


def test_no_change_is_no_diff() -> None:
    assert list(unified_diff("a", "a", b"x\n", b"x\n")) == []
