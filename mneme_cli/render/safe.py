"""Text from records, made safe for a terminal."""

import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with control characters shown as escapes, so that no record can move the cursor,
    change colours or turn the direction of what a person reads. Newline and tab stay."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def in_json(text: str) -> str:
    """JSON of the same value in which those characters are escapes."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def one_line(text: str) -> str:
    """Printable text in which newlines are shown as escapes as well."""
    return printable(text).replace("\n", "\\n")


# Whatever could begin markup, a tag, a cell, an address, a mention or a reference to an issue.
_MARKUP = re.compile(r"[\\`*_\[\]()<>&|~:$!@#]")


def markdown(text: str) -> str:
    """The text as plain words in one line of Markdown, whatever it holds."""
    return _MARKUP.sub(_as_word, one_line(text))


def _as_word(match: re.Match[str]) -> str:
    # Code hosts look for mentions and references in the finished text, where an escape is gone.
    apart = "&#8203;" if match[0] in "@#" else ""
    return f"&#{ord(match[0])};{apart}"
