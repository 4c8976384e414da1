"""Text from records, made safe for a terminal."""

import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with control characters shown as escapes, so that no record can move the cursor,
    change colours or turn the direction of what a person reads. Newline and tab stay."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def one_line(text: str) -> str:
    """Printable text in which newlines are shown as escapes as well."""
    return printable(text).replace("\n", "\\n")
