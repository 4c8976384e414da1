"""Trailers of a commit message: `Key: value` lines at its end, as git reads them."""

import re
from itertools import takewhile

_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")
_FOLD = re.compile(r"\n[ \t]+")
_TRAILER = re.compile(r"(?P<key>[A-Za-z0-9-]+)[ \t]*:(?P<value>.*)")
_BY_GIT = ("Signed-off-by: ", "(cherry picked from commit ")
# Where git itself wrote a line, it puts up with so many others for each trailer.
_OTHERS = 3


def trailers(message: str, key: str) -> list[str]:
    """The values of a trailer, whatever the case of its key, folded ones in one line.

    All paragraphs of trailers at the end count, where git reads only the last: programs that merge
    put paragraphs of their own behind those of the author. The first paragraph is the subject.
    """
    paragraphs = _PARAGRAPHS.split(message.strip())[1:]
    blocks = list(takewhile(bool, map(_block, reversed(paragraphs))))
    return [value for block in reversed(blocks) for name, value in block if name == key.casefold()]


def _block(paragraph: str) -> list[tuple[str, str]]:
    """The trailers of a paragraph that is made of them; none of another one."""
    written = "\n".join(line for line in paragraph.split("\n") if not line.startswith("#"))
    lines = [line.rstrip() for line in _FOLD.sub(" ", written).split("\n")]
    found = [match for line in lines if (match := _TRAILER.fullmatch(line))]
    by_git = [line for line in lines if line.startswith(_BY_GIT)]
    others = [line for line in lines if not (line in by_git or _TRAILER.fullmatch(line))]
    if not others or (by_git and len(others) <= _OTHERS * (len(lines) - len(others))):
        return [(match["key"].casefold(), match["value"].strip()) for match in found]
    return []
