"""Path patterns: gitignore syntax, from the root of the repository, case-sensitive.

`matching` says what a list of them does to a path; `covers` compares them with each other, without
asking which files there are.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_WILD = re.compile(r"\*\*?|\?|\[")
_ESCAPED = re.compile(r"\\(.)")
_REMEMBERED = 65536
# What matches a name like this one, and what lies below it, matches every name.
_ODD = "\0" * 99
_BELOW = (_ODD, f"{_ODD}/{_ODD}")


class Key(NamedTuple):
    """What every match of a pattern has: the folders it lies in, and a segment below them.

    `segment` is a name, `*.ext` for the names that end so, or empty where any will do.
    """

    folder: tuple[str, ...]
    segment: str


class Shape(NamedTuple):
    """How close a pattern comes to naming one file: `literal` segments before the first wildcard,
    and the number of wildcards, where `**` is one."""

    literal: int
    wildcards: int


def is_exclusion(pattern: str) -> bool:
    """Whether a pattern takes back what patterns before it matched."""
    return pattern.startswith("!")


def matching(patterns: Sequence[str], path: str) -> tuple[list[str], str | None]:
    """The patterns by which a path is included, and the one that excludes it from all before.

    The last pattern that matches wins: what stands before a matching `!` does not count. A path
    that ends in `/` (the root is `/` itself) is a folder, and asks whether anything below it could
    be included, there or not yet.
    """
    included: list[str] = []
    # Of a folder these exclude only some names; a file that they do not match they leave alone.
    partly: list[str] = []
    for pattern in reversed(patterns):
        if not is_exclusion(pattern):
            if _touches(pattern, path) and not covers(partly, pattern):
                included.append(pattern)
        elif _contains(pattern, path):
            taken = any(_touches(p, path) for p in patterns if not is_exclusion(p))
            return included[::-1], pattern if taken else None
        elif path.endswith("/"):
            partly.append(pattern[1:])
    return included[::-1], None


@lru_cache(maxsize=_REMEMBERED)
def shape(pattern: str) -> Shape:
    """The shape of a pattern that excludes nothing."""
    segments = _segments(pattern)
    return Shape(_leading(segments), sum(len(_WILD.findall(_unmarked(s))) for s in segments))


def key(pattern: str) -> Key:
    """The key of a pattern that excludes nothing."""
    segments = _segments(pattern)
    # The last segment is no folder: what matches may be a file of this name.
    fixed = min(_leading(segments), len(segments) - 1) if _is_anchored(pattern) else 0
    folder = tuple(_ESCAPED.sub(r"\1", segment) for segment in segments[:fixed])
    return Key(folder, _required(segments[fixed:]))


def path_keys(segments: Sequence[str]) -> Iterator[Key]:
    """The keys of all patterns that could match a path of these segments."""
    for depth in range(len(segments)):
        folder = tuple(segments[:depth])
        yield Key(folder, "")
        for segment in segments[depth:]:
            yield Key(folder, segment)
            if "." in segment:
                yield Key(folder, _ending(segment))


def composed(text: str) -> str:
    """The text with letters and their marks as one (NFC): systems store names in both ways."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def covers(patterns: Iterable[str], pattern: str) -> bool:
    """Whether a pattern is among the others or lies below one of their folders."""
    return any(_covers(other, pattern) for other in patterns)


def _covers(other: str, pattern: str) -> bool:
    if pattern == other or other in ("**", "*", "/**", "**/*"):
        return True
    folder = other.removesuffix("/**").removesuffix("/")
    # `**/` leaves out the files beside the folders; `a/` is a folder anywhere, `a/**` at the root.
    if folder == other or folder.endswith("**") or not _is_anchored(pattern):
        return False
    return pattern.startswith(f"{folder}/")


def _touches(pattern: str, path: str) -> bool:
    """Whether a pattern matches a path, or something below it where that is a folder."""
    return _contains(pattern, path) or (path.endswith("/") and _reaches(pattern, path))


def _contains(pattern: str, path: str) -> bool:
    """Whether a pattern matches a path, or all that lies below it where that is a folder."""
    expression = _expression(pattern)
    if expression is None:
        return False
    literal = composed(path)
    below = _BELOW if path.endswith("/") else ("",)
    return all(expression.search(f"{literal}{name}".lstrip("/")) for name in below)


def _reaches(pattern: str, folder: str) -> bool:
    """Whether a match of the pattern could lie below a folder, which it does not contain."""
    if not _is_anchored(pattern):
        return True
    segments, depth = _segments(pattern), folder.count("/")
    above = segments[: segments.index("**") if "**" in segments else len(segments)][:depth]
    if not above or folder == "/":
        return bool(segments)
    within = "/".join(folder.split("/")[: len(above)])
    return len(above) < len(segments) and _contains("/" + "/".join(above), within)


@lru_cache(maxsize=_REMEMBERED)
def _expression(pattern: str) -> re.Pattern[str] | None:
    """The regular expression of a pattern, whichever way it counts; None for what is none, such as
    a lone backslash. Compiled when a path is first compared: most patterns of many never are.
    """
    from pathspec import PathSpec

    try:
        (compiled,) = PathSpec.from_lines("gitignore", [composed(pattern)]).patterns
    except ValueError:
        return None
    return compiled.regex


def _is_anchored(pattern: str) -> bool:
    return "/" in _stripped(pattern).rstrip("/")


def _segments(pattern: str) -> list[str]:
    return [segment for segment in _stripped(composed(pattern)).split("/") if segment]


def _stripped(pattern: str) -> str:
    """A pattern without the space at its end, which stays where it is escaped."""
    return pattern if pattern.endswith("\\ ") else pattern.rstrip()


def _leading(segments: Sequence[str]) -> int:
    """How many segments there are before the first one with a wildcard."""
    wild = (number for number, segment in enumerate(segments) if _is_wild(segment))
    return next(wild, len(segments))


def _required(segments: Sequence[str]) -> str:
    """The first of the segments that is a name, else the ending of the last one."""
    for segment in segments:
        if not _is_wild(segment):
            return _ESCAPED.sub(r"\1", segment)
    last = segments[-1] if segments else ""
    tail = last.rpartition("*")[2]
    plain = "." in tail and not _WILD.search(tail) and "\\" not in tail and "[" not in last
    return _ending(tail) if plain else ""


def _ending(name: str) -> str:
    return f"*{name[name.rfind('.') :]}"


def _is_wild(segment: str) -> bool:
    return _WILD.search(_unmarked(segment)) is not None


def _unmarked(segment: str) -> str:
    """A segment in which escaped characters are plain ones."""
    return _ESCAPED.sub("x", segment)
