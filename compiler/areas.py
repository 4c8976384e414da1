"""Many areas, each with path patterns or a scope, asked at once which of them a question meets.

Nothing is compared with every area (ADR-0027): patterns are found by the folders and the segment
that each of their matches has, scopes by their segments.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from compiler.patterns import composed, is_exclusion, key, matching, path_keys, shape
from compiler.scopes import Scopes, segments_of


@dataclass(frozen=True, slots=True)
class Area:
    """Where something applies: gitignore patterns, a dotted scope, both, or everywhere."""

    scope: str | None
    patterns: tuple[str, ...] = ()

    @property
    def is_everywhere(self) -> bool:
        """Whether it names neither patterns nor a scope."""
        return not self.scope and not self.patterns


class Match(NamedTuple):
    """Why an area is met: its pattern or scope, and the path or context that met it. Both are None
    where it is everywhere."""

    kind: Literal["path", "scope", "global"]
    pattern: str | None = None
    value: str | None = None

    @property
    def breadth(self) -> tuple[int, int, int]:
        """Sort key, the most specific first: a pattern with the longest literal start and the
        fewest wildcards, then the longest scope, then what is everywhere."""
        if self.pattern is None:
            return (2, 0, 0)
        if self.kind == "scope":
            return (1, -len(segments_of(self.pattern)), 0)
        literal, wildcards = shape(self.pattern)
        return (0, -literal, wildcards)


EVERYWHERE = Match("global")


@dataclass(slots=True)
class Met:
    """The areas that a question meets, and those that would be met but for an exclusion."""

    matches: dict[int, list[Match]] = field(default_factory=lambda: defaultdict(list))
    excluded: dict[int, list[Match]] = field(default_factory=lambda: defaultdict(list))


class Areas:
    """Areas by number, prepared once for any number of questions."""

    def __init__(self, areas: Sequence[Area]) -> None:
        self._areas = areas
        self._everywhere = [n for n, area in enumerate(areas) if area.is_everywhere]
        self._scopes = Scopes()
        self._patterns = _PatternLists()
        for number, area in enumerate(areas):
            if area.scope:
                self._scopes.add(number, area.scope, for_paths=not area.patterns)
            if area.patterns:
                self._patterns.add(number, area.patterns)

    def met_by(self, paths: Iterable[str], contexts: Iterable[str]) -> Met:
        """What paths and contexts meet, in their order; blank ones ask nothing.

        Paths are relative to the root of the repository, with `/`; one that ends in `/` is a
        folder and asks for everything below it, `./` for everything. They are taken literally.
        """
        met = Met()
        asked = [path for path in dict.fromkeys(paths) if path.strip()]
        spoken = [context for context in dict.fromkeys(contexts) if context.strip()]
        for path in asked:
            self._meet_path(path, met)
        for context in spoken:
            self._meet_scopes(self._scopes.in_context(context), context, met)
        if asked or spoken:
            met.matches.update((number, [EVERYWHERE]) for number in self._everywhere)
        return met

    def _meet_path(self, path: str, met: Met) -> None:
        is_folder = path.endswith("/")
        segments = tuple(part for part in composed(path).split("/") if part not in ("", "."))
        literal = "/".join(segments) + "/" * is_folder
        for patterns, numbers in self._patterns.near(segments, is_folder=is_folder):
            included, exclusion = matching(patterns, literal)
            if included:
                best = min((Match("path", p, path) for p in included), key=lambda m: m.breadth)
                _note(met.matches, numbers, best)
            elif exclusion:
                _note(met.excluded, numbers, Match("path", exclusion, path))
        if segments or is_folder:
            self._meet_scopes(self._scopes.in_path(segments, is_folder=is_folder), path, met)

    def _meet_scopes(self, numbers: Iterable[int], value: str, met: Met) -> None:
        for number in numbers:
            _note(met.matches, [number], Match("scope", self._areas[number].scope, value))


def _note(noted: dict[int, list[Match]], numbers: Iterable[int], match: Match) -> None:
    for number in numbers:
        noted[number].append(match)


class _PatternLists:
    """Lists of patterns with the numbers of the areas that have them, by what they require."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self._by_folder: dict[tuple[str, ...], dict[str, list[tuple[str, ...]]]] = {}
        self._folders: list[tuple[str, ...]] | None = None

    def add(self, number: int, patterns: tuple[str, ...]) -> None:
        if patterns not in self._numbers:
            for wanted in {key(p) for p in patterns if not is_exclusion(p)}:
                segments = self._by_folder.setdefault(wanted.folder, {})
                segments.setdefault(wanted.segment, []).append(patterns)
            self._folders = None
        self._numbers[patterns].append(number)

    def near(
        self, segments: tuple[str, ...], *, is_folder: bool
    ) -> Iterator[tuple[tuple[str, ...], list[int]]]:
        """Every list that could include the path, once; some that do not."""
        found = self._around(segments) if is_folder else self._above(segments)
        for patterns in dict.fromkeys(found):
            yield patterns, self._numbers[patterns]

    def _above(self, segments: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for folder, segment in path_keys(segments):
            yield from self._by_folder.get(folder, {}).get(segment, ())

    def _around(self, segments: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """The lists of the folders above a folder, and of itself and all below it."""
        if self._folders is None:
            self._folders = sorted(self._by_folder)
        start = bisect_left(self._folders, segments)
        below = self._folders[start:]
        above = [segments[:depth] for depth in range(len(segments))]
        for folder in (*above, *_while_below(segments, below)):
            for lists in self._by_folder.get(folder, {}).values():
                yield from lists


def _while_below(
    folder: tuple[str, ...], ordered: Sequence[tuple[str, ...]]
) -> Iterator[tuple[str, ...]]:
    for other in ordered:
        if other[: len(folder)] != folder:
            return
        yield other
