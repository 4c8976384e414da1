"""From the bytes of a file to lines that every later stage agrees on."""

import re
from dataclasses import dataclass

from adr_schema.records import Place

MAX_BYTES = 1024 * 1024
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
        return Unreadable("the file is UTF-16, not UTF-8", "save the file as UTF-8", Place(1))
    try:
        content = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _bad_byte(data, error)
    if "\r" in content:
        content = _LINE_END.sub("\n", content)
    return Text(content, tuple(content.split("\n")))


def _bad_byte(data: bytes, error: UnicodeDecodeError) -> Unreadable:
    # The decoder counts from behind a byte order mark; the person counts lines.
    offset = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
    before = _LINE_END.sub("\n", data[:offset].decode("utf-8", "replace"))
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    message = f"the file is not UTF-8: byte 0x{data[offset]:02x} cannot be read"
    return Unreadable(message, "save the file as UTF-8", Place(line, column))
