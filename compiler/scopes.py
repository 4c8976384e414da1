"""Dotted scopes: which of many a path, or a text about the work, speaks of."""

import re
from collections import defaultdict
from collections.abc import Iterable

from compiler.patterns import composed

Segments = tuple[str, ...]

_DOTTED = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_WORD = re.compile(r"[^\W_]+")


def segments_of(scope: str) -> Segments:
    """The segments of a dotted scope; empty ones say nothing."""
    return tuple(filter(None, map(str.strip, composed(scope).split("."))))


class Scopes:
    """Scopes by number, found by what is asked. One without segments is never found."""

    def __init__(self) -> None:
        self._whole = _Sequences()
        self._folded = _Sequences()
        self._words = _Sequences()

    def add(self, number: int, scope: str, *, for_paths: bool) -> None:
        """Let a scope be found by contexts, and by paths if wanted."""
        if for_paths:
            self._whole.add(number, segments_of(scope))
        self._folded.add(number, segments_of(scope.casefold()))
        self._words.add(number, _words(scope))

    def in_path(self, segments: Segments, *, is_folder: bool) -> set[int]:
        """The scopes that stand in a path as segments next to each other, in the same case.

        A file counts by its name up to the first dot. Of a folder a scope may begin at its end
        and go on below it; all of them lie below the root, which has no segments.
        """
        if is_folder:
            ends = (segments[start:] for start in range(len(segments) or 1))
            return self._whole.within(segments).union(*map(self._whole.beginning, ends))
        *folders, name = segments
        return self._whole.within((*folders, name.partition(".")[0]))

    def in_context(self, text: str) -> set[int]:
        """The scopes of which a text speaks, whatever its case.

        Dotted segments without white space are a scope: it finds those that it begins with, and
        those that begin with it. Any other text finds a scope whose words stand in it one after
        another.
        """
        text = composed(text).strip().casefold()
        if not _DOTTED.fullmatch(text):
            return self._words.within(_words(text))
        asked = segments_of(text)
        return self._folded.starts_of(asked) | self._folded.beginning(asked)


def _words(text: str) -> Segments:
    return tuple(_WORD.findall(composed(text).casefold()))


class _Sequences:
    """Numbered sequences of words, found by what they are and by how they begin."""

    def __init__(self) -> None:
        self._exact: dict[Segments, list[int]] = defaultdict(list)
        self._beginning: dict[Segments, list[int]] = defaultdict(list)
        self._lengths: set[int] = set()

    def add(self, number: int, words: Segments) -> None:
        if not words:
            return
        self._exact[words].append(number)
        for end in range(len(words) + 1):
            self._beginning[words[:end]].append(number)
        self._lengths.add(len(words))

    def within(self, words: Segments) -> set[int]:
        """Those that stand in the words, one after another."""
        return self._all(
            words[start : start + length] for start in range(len(words)) for length in self._lengths
        )

    def starts_of(self, words: Segments) -> set[int]:
        """Those that the words begin with."""
        return self._all(words[:end] for end in range(1, len(words) + 1))

    def beginning(self, words: Segments) -> set[int]:
        """Those that begin with the words."""
        return set(self._beginning.get(words, ()))

    def _all(self, found: Iterable[Segments]) -> set[int]:
        return {number for words in found for number in self._exact.get(words, ())}
