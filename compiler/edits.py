"""Byte-minimal edits of a file: what is not meant to change keeps every byte.

Line ends, byte order mark, comments and the final newline (or its absence) stay as they are; a new
line gets the line end of its neighbour.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_MARK = "\ufeff"
_ESCAPED = re.compile(r'[\x00-\x1f"\\\x7f]')
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")


@dataclass(frozen=True, slots=True)
class Edit:
    """The bytes `start` to before `end` of a file become `new`."""

    start: int
    end: int
    new: bytes


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after all edits, whose offsets are those of `data`. Raises `ValueError` where
    two of them overlap."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < at:
            raise ValueError(f"edits overlap at byte {edit.start}")
        pieces += [data[at : edit.start], edit.new]
        at = edit.end
    return b"".join([*pieces, data[at:]])


class Written:
    """A file as it is written: lines and columns as the reader counts them, with their bytes.

    Lines and columns are 0-based here; `lines` equals the reader's. Raises `UnicodeDecodeError`
    for bytes that the reader rejects.
    """

    def __init__(self, data: bytes) -> None:
        self._text = data.decode("utf-8")
        self.lines: list[str] = []
        self._ends: list[str] = []
        self._starts: list[int] = []
        at = len(_MARK) if self._text.startswith(_MARK) else 0
        while True:
            match = _LINE.match(self._text, at)
            assert match, "every position is a line's"
            self._starts.append(at)
            self.lines.append(match[1])
            self._ends.append(match[2])
            at = match.end()
            if not match[2]:
                return

    def replace(self, line: int, start: int, end: int, new: str) -> Edit:
        """Columns `start` to before `end` of one line become `new`."""
        first = self._starts[line]
        return Edit(self._offset(first + start), self._offset(first + end), new.encode())

    def insert_below(self, line: int, new: Sequence[str]) -> Edit:
        """New lines behind a line; the last line of a file stays without a line end if it was."""
        at = self._offset(self._starts[line] + len(self.lines[line]))
        return Edit(at, at, "".join(self.line_end(line) + text for text in new).encode())

    def line_end(self, line: int) -> str:
        """How a line ends, or the nearest one above it that has an end."""
        return next((end for end in reversed(self._ends[: line + 1]) if end), "\n")

    def _offset(self, character: int) -> int:
        return len(self._text[:character].encode())


def unified_diff(old: str, new: str, before: bytes | None, after: bytes) -> Iterator[str]:
    """The change of a file as `git apply` takes it; `old` and `new` are its paths. Without
    `before` the file is new.

    Each item is a line without its `\\n`. Lines end at `\\n` only here, as in git: a carriage
    return is a character of its line.
    """
    import difflib  # only a diff needs it

    source = "/dev/null" if before is None else quoted_path(f"a/{old}")
    target = quoted_path(f"b/{new}")
    lines = difflib.unified_diff(_git_lines(before or b""), _git_lines(after), source, target)
    for line in lines:
        yield line.removesuffix("\n") + ("" if line.endswith("\n") else _NO_END)


def quoted_path(path: str) -> str:
    """A path as git writes it in a diff: in quotes where a character in it needs an escape."""
    if not _ESCAPED.search(path):
        return path
    return '"' + _ESCAPED.sub(lambda m: f"\\{ord(m[0]):03o}", path) + '"'


_NO_END = "\n\\ No newline at end of file"


def _git_lines(data: bytes) -> list[str]:
    return [line for line in re.split(r"(?<=\n)", data.decode("utf-8", "replace")) if line]
