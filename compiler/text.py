"""From the bytes of a file to lines that every later stage agrees on."""

import re
from dataclasses import dataclass

from adr_schema.records import Place

MAX_BYTES = 1024 * 1024
# Beyond, a file is data: the parser needs hundreds of bytes for each short line.
MAX_LINES = 20_000
_MARK = "\ufeff"
_SAVE = "save the file as UTF-8"
_LINE_END = re.compile("\r\n?")


@dataclass(frozen=True, slots=True)
class Text:
    """The characters of a file, without byte order mark and with `\\n` line ends."""

    content: str
    lines: tuple[str, ...]

    def slice(self, start: int, end: int) -> str:
        """The lines from `start` to before `end`, both 0-based, as written."""
        return "\n".join(self.lines[start:end])


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why bytes are no text, where, and what helps."""

    message: str
    hint: str
    place: Place


def decode(data: bytes) -> Text | Unreadable:
    """Decode UTF-8 with or without byte order mark.

    Lines end at `\\n`, `\\r\\n` or `\\r` only: U+2028 and its kin are ordinary characters, as in
    CommonMark.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Unreadable("the file is UTF-16, not UTF-8", _SAVE, Place(1))
    if b"\0" in data:
        message = "the file holds NUL bytes: it is UTF-16 or no text"
        return Unreadable(message, _SAVE, _place(data, data.index(b"\0")))
    try:
        content = data.decode("utf-8").removeprefix(_MARK)
    except UnicodeDecodeError as error:
        message = f"the file is not UTF-8: byte 0x{data[error.start]:02x} cannot be read"
        return Unreadable(message, _SAVE, _place(data, error.start))
    if "\r" in content:
        content = _LINE_END.sub("\n", content)
    return Text(content, tuple(content.split("\n")))


def _place(data: bytes, offset: int) -> Place:
    """Line and column, in characters, of a byte; a byte order mark counts for nothing."""
    before = data[:offset].decode("utf-8", "replace").removeprefix(_MARK)
    before = _LINE_END.sub("\n", before)
    line = before.count("\n") + 1
    return Place(line, len(before) - (before.rfind("\n") + 1) + 1)
