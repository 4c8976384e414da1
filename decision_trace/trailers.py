"""Trailers: `Key: value` lines in any paragraph that is a block of them.

Git reads the last paragraph only. Hosts put `Co-authored-by:` behind it and squashes push it up,
so here every paragraph but the first can be one. What makes a block is git's own rule
(git-interpret-trailers): trailers alone, or a line of git's own and trailers for a quarter of it.
Two things are added: lines of hosts, such as `Fixes #12`, may stand among trailers,
and `BREAKING CHANGE:` is one (Conventional Commits).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_TRAILER = re.compile(r"(BREAKING CHANGE|[A-Za-z0-9][A-Za-z0-9-]*)[ \t]*:[ \t]*(.*)")
_OF_GIT = re.compile(r"Signed-off-by: |\(cherry picked from commit ", re.IGNORECASE)
_OF_HOSTS = re.compile(
    r"""(?=.*(?:[#!/]|GH-)[0-9])(?:
      (?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|merge\ request|part\ of|related\ to|and
        |[\w./-]*[#!][0-9]+|GH-[0-9]+|https?://\S+/[0-9]+)(?:[\s,&;]+|\.?$)
    )+""",
    re.IGNORECASE | re.VERBOSE,
)
_BREAK = re.compile(r"\n(?:[ \t]*\n)+")


@dataclass(frozen=True, slots=True)
class Trailer:
    """A key, its value with folded lines joined by a space, and its first line as written."""

    key: str
    value: str
    line: str


def paragraphs(text: str) -> list[str]:
    """What blank lines divide; the first one holds the subject."""
    return [part for part in _BREAK.split(text.strip("\n")) if part.strip()]


def trailers_of(paragraph: str) -> list[Trailer] | None:
    """The trailers of a block, None where the paragraph is none."""
    lines = [line for line in paragraph.split("\n") if not line.startswith("#")]
    found = list(_read(lines))
    others = sum(item is None for item in found)
    trailers = [item for item in found if item is not None]
    mixed = any(_OF_GIT.match(line) for line in lines) and 3 * len(trailers) >= others
    return trailers if trailers and (mixed or not others) else None


def _read(lines: list[str]) -> Iterator[Trailer | None]:
    """Each trailer, and None for each line that is none, as folded lines are not counted."""
    last: Trailer | None = None
    for line in lines:
        match = _TRAILER.match(line)
        if line[:1] in (" ", "\t") and last is not None:
            last = replace(last, value=f"{last.value} {line.strip()}".strip())
            continue
        if last is not None:
            yield last
        last = Trailer(match[1], match[2].strip(), line) if match else None
        if match is None and not _OF_GIT.match(line) and not _OF_HOSTS.fullmatch(line):
            yield None
    if last is not None:
        yield last
