"""The part of a text that shows why a search found it."""

import re
from collections.abc import Iterable

from compiler.search import folded, is_mark

_BEFORE, _LENGTH = 60, 200
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_WORD = re.compile(r"[^\W_]+")
# Stands for any mark of a text: words are asked for without theirs.
_MARK = "\u0301"


def snippet(texts: Iterable[str], query: str) -> str:
    """About 200 characters in one line around the first word of the query, from the first text that
    has one; the beginning of the first text where none has. `…` marks what is cut."""
    words = sorted(set(_WORD.findall(folded(query))), key=len, reverse=True)
    letters = "|".join(f"{_MARK}*".join(word) for word in words)
    wanted = re.compile(rf"(?<![^\W_{_MARK}])(?:{letters})") if words else None
    given = [text for text in texts if text.strip()]
    for text in given:
        found = wanted.search(_same_length(text)) if wanted else None
        if found:
            return _around(text, found.start())
    return _around(given[0], 0) if given else ""


def _same_length(text: str) -> str:
    """The text folded character by character, so that places in it are places in the text."""
    return _NOT_ASCII.sub(lambda found: _plain(found[0]), _lower(text))


def _plain(letter: str) -> str:
    return _MARK if is_mark(letter) else folded(letter).strip()[:1] or " "


def _lower(text: str) -> str:
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower()[:1] for c in text)


def _around(text: str, place: int) -> str:
    start = max(0, place - _BEFORE)
    if start:  # at the next word
        start = text.find(" ", start, place) + 1 or start
    end = start + _LENGTH
    cut = text[start:end] if end >= len(text) else text[start:end].rsplit(None, 1)[0]
    shown = " ".join(cut.split())
    return f"{'… ' if start else ''}{shown}{' …' if end < len(text) else ''}"
