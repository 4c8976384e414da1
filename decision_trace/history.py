"""The history of a repository, as far as it concerns decisions, in one pass over all commits.

Kept below the git directory (ADR-0031): a later run reads only the commits that the kept history
lacks, and drops those that are no longer part of it. What is kept about a commit follows from the
commit, so a history that was rewritten answers as a fresh clone does.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from compiler.cache import Cache
from compiler.codec import Codec
from compiler.errors import UsageError
from compiler.git.clones import cut_off
from compiler.git.history import read_log, renamed_in
from compiler.git.processes import UNFILTER, is_partial
from compiler.project import USUAL_FOLDERS
from compiler.sources import READ_SUFFIXES
from decision_trace.log import Change, Commit, commits_of
from decision_trace.messages import Citation, MessageReader, accepted_by
from decision_trace.ranks import Rank, Table, ranked
from decision_trace.reverts import reverted_in

# So many new commits are read again and again before it is worth writing them down.
_FEW = 200
# How often records may have come from a folder that was not looked at.
_ROUNDS = 4
# From so many files on, their folder is looked at, not each of them.
_MANY = 5
_BLANK_LINE = re.compile(r"\n[ \t\r\f\v]*\n")
_LIMITS = {
    "shallow": "this clone is shallow: run git fetch --unshallow",
    "grafts": "this clone has grafts (.git/info/grafts), which are not followed",
    "partial": UNFILTER,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A commit that cites something, or changes a file that may be a record.

    `reverts` are the commits that it says it takes back, as `reverted_in` gives them, `accepted_by`
    the persons whom its trailers name for an acceptance.
    """

    oid: str
    rank: Rank
    author_date: str
    author: str
    subject: str
    citations: tuple[Citation, ...]
    changes: tuple[Change, ...]
    reverts: tuple[str, ...]
    accepted_by: tuple[str, ...]
    is_merge: bool

    @property
    def order(self) -> tuple[Rank, str]:
        """The sort key of commits, oldest first."""
        return self.rank, self.oid


@dataclass(frozen=True, slots=True)
class History:
    """Entries newest first; `note` says why the history is not whole, None where it is."""

    entries: tuple[Entry, ...]
    note: str | None = None


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is kept of the history of a commit: see `Entry`, and where records ever lay."""

    tip: str
    folders: tuple[str, ...]
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class _Pass:
    """What one pass over a log gave: the graph of all commits, and those that concern decisions,
    or `everything`, as entries."""

    messages: MessageReader
    edge: frozenset[str]
    everything: bool = False
    graph: dict[str, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    found: list[Entry] = field(default_factory=list)
    adding: list[str] = field(default_factory=list)

    def read(self, commits: Iterable[Commit]) -> None:
        """Take in commits; their ranks are not known yet."""
        for commit in commits:
            if commit.is_left:
                self.left.add(commit.oid)
                continue
            self.graph[commit.oid] = (commit.parents, commit.when)
            if self.everything or commit.raw or self._may_matter(commit.message):
                self._take(commit)

    def _may_matter(self, message: bytes) -> bool:
        return self.messages.may_cite(message) or b"This reverts" in message

    def _take(self, commit: Commit) -> None:
        # At the edge of a shallow clone every file seems to be new.
        seen = commit.changes if commit.oid not in self.edge else ()
        changes = tuple(change for change in seen if may_be_record(change.path))
        if len(commit.parents) == 1 and any(change.letter == "A" for change in changes):
            self.adding.append(commit.oid)
        entry = _entry_of(commit, changes, self.messages)
        if self.everything or changes or entry.reverts or entry.citations:
            self.found.append(entry)

    def ranked(self, known: Table) -> tuple[list[Entry], Table]:
        """The entries with their ranks, and the ranks of all commits added to the known ones."""
        ranks = ranked(self.graph, known)
        entries = [replace(entry, rank=ranks[entry.oid]) for entry in self.found]
        return entries, known.extended(ranks.items())


@dataclass(frozen=True, slots=True)
class HistoryReader:
    """Reads the history of the repository at `root`, where records lie in `folders`."""

    root: Path
    folders: tuple[str, ...]
    messages: MessageReader
    cache: Cache

    def read(self, tip: str) -> History:
        """All that the history of a commit (its id) has. Raises `UsageError` where git fails."""
        bent = cut_off(self.root)
        key, edge = self._key(bent), _edge(bent)
        kept = self._remembered(key, tip, edge) or self._whole(key, tip, edge)
        return History(_newest_first(kept.entries), self._limits(bent))

    def only(self, revisions: Sequence[str], *, walk: bool = False) -> History:
        """Every commit of these ids alone, newest first; with `walk`, of ranges of ids. Ranks are
        those among these commits."""
        bent = cut_off(self.root)
        found = _Pass(self.messages, _edge(bent), everything=True)
        found.read(commits_of(read_log(self.root, revisions, self._start, walk=walk)))
        entries, _ = found.ranked(Table(b"", 0))
        return History(_newest_first(entries), self._limits(bent))

    def touching(
        self, revisions: Sequence[str], folders: Sequence[str], *, walk: bool
    ) -> list[tuple[Entry, list[str]]]:
        """The commits of these ids, or with `walk` of ranges, that change files below `folders`,
        with the paths. Ranks are those of a whole history where all of it is asked for."""
        commits = list(commits_of(read_log(self.root, revisions, folders, walk=walk)))
        ranks = ranked({c.oid: (c.parents, c.when) for c in commits}, Table(b"", 0))
        edge = _edge(cut_off(self.root))
        return [
            (replace(_entry_of(commit, (), self.messages), rank=ranks[commit.oid]), paths)
            for commit in commits
            if commit.oid not in edge
            and (paths := [p for c in commit.changes for p in (c.path, c.old_path) if p])
        ]

    def _limits(self, bent: Mapping[str, bytes]) -> str | None:
        found = [*bent, *(["partial"] if is_partial(self.root) else [])]
        return "; ".join(_LIMITS[name] for name in found) or None

    @property
    def _start(self) -> tuple[str, ...]:
        """Records may have come from any of the usual folders."""
        return (".",) if "." in self.folders else tuple(sorted({*self.folders, *USUAL_FOLDERS}))

    def _key(self, bent: Mapping[str, bytes]) -> bytes:
        words = (sorted(self.messages.prefixes), sorted(self.messages.keys))
        return self.cache.key(self._start, words, sorted(bent.items()), is_partial(self.root))

    def _remembered(self, key: bytes, tip: str, edge: frozenset[str]) -> _Kept | None:
        """What is kept, brought to `tip`; None where nothing is, or where that is not enough."""
        data = self.cache.history(key)
        if data is None:
            return None
        kept, table = _decoded(data)
        if kept.tip == tip:
            return kept
        new = _Pass(self.messages, edge)
        try:
            new.read(self._log([f"{kept.tip}...{tip}"], kept.folders))
        except UsageError:  # the tip that is kept is gone
            return None
        if self._from_elsewhere(new.adding, kept.folders):
            return None
        entries, ranks = new.ranked(table)
        stay = (entry for entry in kept.entries if entry.oid not in new.left)
        grown = _Kept(tip, kept.folders, (*stay, *entries))
        if len(new.graph) + len(new.left) > _FEW:
            self._keep(key, grown, ranks)
        return grown

    def _whole(self, key: bytes, tip: str, edge: frozenset[str]) -> _Kept:
        folders = self._start
        for _ in range(_ROUNDS):
            found = _Pass(self.messages, edge)
            found.read(self._log([tip], folders))
            more = self._from_elsewhere(found.adding, folders)
            if not more:
                break
            folders = (*folders, *more)
        entries, ranks = found.ranked(Table(b"", len(tip)))
        kept = _Kept(tip, folders, tuple(entries))
        self._keep(key, kept, ranks)
        return kept

    def _keep(self, key: bytes, kept: _Kept, ranks: Table) -> None:
        if self.cache.keeps:
            self.cache.keep_history(key, _encoded(kept, ranks))

    def _log(self, revisions: Sequence[str], folders: Sequence[str]) -> Iterable[Commit]:
        return commits_of(read_log(self.root, revisions, folders))

    def _from_elsewhere(self, adding: Sequence[str], folders: Sequence[str]) -> list[str]:
        """Files, or their folders, that commits renamed into the folders that are looked at."""
        renamed = renamed_in(self.root, adding) if adding else ()
        return _condensed(
            old for old, new in renamed if lies_in(new, folders) and not lies_in(old, folders)
        )


def _newest_first(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.order, reverse=True))


def _edge(bent: Mapping[str, bytes]) -> frozenset[str]:
    """The oldest commits of a shallow clone."""
    return frozenset(bent.get("shallow", b"").decode().split())


def _entry_of(commit: Commit, changes: tuple[Change, ...], messages: MessageReader) -> Entry:
    text = commit.text
    return Entry(
        oid=commit.oid,
        rank=(commit.when, 0),
        author_date=commit.author_date,
        author=commit.author,
        subject=_subject_of(text),
        citations=messages.read(text),
        changes=changes,
        reverts=reverted_in(text),
        accepted_by=accepted_by(text) if b"ccepted-by" in commit.message else (),
        is_merge=len(commit.parents) > 1,
    )


def _subject_of(message: str) -> str:
    """The first paragraph of a message in one line."""
    return " ".join(_BLANK_LINE.split(message.lstrip(), 1)[0].split())


def may_be_record(path: str) -> bool:
    """Whether records have such names."""
    return path.casefold().endswith(READ_SUFFIXES)


def lies_in(path: str, folders: Sequence[str]) -> bool:
    """Whether a path is one of the folders, or lies below one; all relative to the root."""
    return any(folder in (".", path) or path.startswith(f"{folder}/") for folder in folders)


def _condensed(paths: Iterable[str]) -> list[str]:
    """The paths, or their folder where there are many of one."""
    found: dict[str, list[str]] = {}
    for path in paths:
        if may_be_record(path):
            found.setdefault(path.rpartition("/")[0], []).append(path)
    return [
        name
        for folder, inside in sorted(found.items())
        for name in ([folder] if folder and len(inside) >= _MANY else sorted(set(inside)))
    ]


@lru_cache(maxsize=1)
def _codec() -> Codec[_Kept]:
    return Codec(_Kept)


def _encoded(kept: _Kept, table: Table) -> bytes:
    data = _codec().encode(kept)
    return b"%d\n" % len(data) + data + table.data


def _decoded(data: bytes) -> tuple[_Kept, Table]:
    length, _, rest = data.partition(b"\n")
    size = int(length)
    kept = _codec().decode(rest[:size])
    return kept, Table(rest[size:], len(kept.tip))
