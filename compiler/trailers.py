"""Trailers of a commit message: `Key: value` lines at its end, as git reads them."""

import re
from collections.abc import Iterator

_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")
_FOLD = re.compile(r"\n[ \t]+")
_TRAILER = re.compile(r"(?P<key>[A-Za-z0-9-]+)[ \t]*:(?P<value>.*)")
_BY_GIT = ("Signed-off-by: ", "(cherry picked from commit ")
# Where git itself wrote a line, it puts up with so many others for each trailer.
_OTHERS = 3


def trailers(message: str, key: str) -> list[str]:
    """The values of a trailer, whatever the case of its key, folded ones in one line.

    Every paragraph of trailers but the first counts, where git reads only the last: programs that
    merge put paragraphs of their own behind those of the author.
    """
    paragraphs = _PARAGRAPHS.split(message.strip())[1:]
    found = (trailer for paragraph in paragraphs for trailer in _block(paragraph))
    return [value for name, value in found if name == key.casefold()]


def _block(paragraph: str) -> Iterator[tuple[str, str]]:
    """The trailers of a paragraph that is made of them; none of another one."""
    written = "\n".join(line for line in paragraph.split("\n") if not line.startswith("#"))
    lines = [line.rstrip() for line in _FOLD.sub(" ", written).split("\n")]
    found = [match for line in lines if (match := _TRAILER.fullmatch(line))]
    by_git = [line for line in lines if line.startswith(_BY_GIT)]
    others = [line for line in lines if not (line in by_git or _TRAILER.fullmatch(line))]
    if not others or (by_git and len(others) <= _OTHERS * (len(lines) - len(others))):
        yield from ((match["key"].casefold(), match["value"].strip()) for match in found)
