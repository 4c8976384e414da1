"""Trailers of a commit message: `Key: value` lines at its end."""

import re
from collections.abc import Iterator

_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_TRAILER = re.compile(r"(?P<key>[A-Za-z][A-Za-z0-9-]*):[ \t]*(?P<value>\S.*)")


def trailers(message: str, key: str) -> list[str]:
    """The values of a trailer, whatever the case of its key.

    Every paragraph but the first counts that holds nothing else: programs that merge put
    paragraphs of their own behind those of the author.
    """
    paragraphs = _PARAGRAPHS.split(message.strip())[1:]
    found = (trailer for paragraph in paragraphs for trailer in _block(paragraph))
    return [value for name, value in found if name == key.casefold()]


def _block(paragraph: str) -> Iterator[tuple[str, str]]:
    matches = [_TRAILER.fullmatch(line.rstrip()) for line in paragraph.strip().split("\n")]
    if all(matches):
        yield from ((m["key"].casefold(), m["value"]) for m in matches if m)
