"""Text from records, made safe for a terminal."""

import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with control characters shown as escapes, so that no record can move the cursor,
    change colours or turn the direction of what a person reads. Newline and tab stay."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


# Everything by which Markdown or a code host could take words for more than words: markup, tags,
# table cells, mentions, references to issues, and addresses.
_MARKUP = re.compile(r"[&<>|`*_~\[\]()#@!:\\\n]")


def markdown(text: str) -> str:
    """The text as plain words in one line of Markdown, whatever it holds."""
    return _MARKUP.sub(lambda match: f"&#{ord(match[0])};", printable(text).replace("\n", " "))
