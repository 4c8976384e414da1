"""Titles as people type them, made into headings and file names that mean the same."""

import re
import unicodedata
from collections.abc import Iterator

from compiler.errors import UsageError

# As much as a proposal may have.
MAX_TITLE = 300
# A file name holds 255 bytes at most; folder, number and suffix need some of them.
_MAX_SLUG_BYTES = 120
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_LETTERS = ("L", "M", "N")
# Of the invisible characters only the joiner is part of words, in some scripts.
_JOINER = "\u200d"


def clean_title(title: str) -> str:
    """A title on one line, without control and invisible characters. Raises `UsageError` where
    nothing is left, or too much."""
    shown = "".join(
        " " if unicodedata.category(character)[0] in "CZ" and character != _JOINER else character
        for character in title
    )
    cleaned = unicodedata.normalize("NFC", " ".join(shown.replace(_JOINER, "").split()))
    if not cleaned:
        raise UsageError("the title is blank", "say in a few words what is decided")
    if len(cleaned) > MAX_TITLE:
        hint = "say it shorter; the record itself has room"
        raise UsageError(f"the title is longer than {MAX_TITLE} characters", hint)
    return cleaned


def spellings(title: str) -> Iterator[str]:
    """The title as it may be written in a heading: plain, with escapes, with entities."""
    yield title
    yield _MARKDOWN.sub(r"\\\1", title)
    yield _MARKDOWN.sub(lambda match: f"&#{ord(match[1])};", title)


def slug(title: str, joint: str, *, lower: bool) -> str:
    """The words of a title for a file name: letters, marks and digits of any script, joined;
    cut between words where it is long. Empty where the title has none."""
    spaced = "".join(
        character if unicodedata.category(character)[0] in _LETTERS else " " for character in title
    )
    words = (spaced.lower() if lower else spaced).split()
    taken = ""
    for word in words:
        longer = f"{taken}{joint}{word}" if taken else word
        if len(longer.encode()) > _MAX_SLUG_BYTES:
            break
        taken = longer
    return taken or _cut(words[0]) if words else ""


def _cut(word: str) -> str:
    return word.encode()[:_MAX_SLUG_BYTES].decode("utf-8", "ignore")
