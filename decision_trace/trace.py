"""The questions about links, asked of one state of the decisions and the history of one commit.

Each surface asks here: the command line, the hooks, the rules of `check` and the server.
"""

import posixpath
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from adr_schema.resolved import Decision
from compiler.areas import Area, Areas
from compiler.cache import open_cache
from compiler.config import OWN_FOLDER
from compiler.errors import UsageError
from compiler.git.history import head_commit
from compiler.git.places import is_bare
from compiler.git.repository import Repository
from compiler.links import Resolver
from compiler.patterns import is_exclusion, key
from compiler.pipeline import Compiled
from decision_trace.history import Entry, History, HistoryReader, lies_in, may_be_record
from decision_trace.links import Concern, Link, Linker, links_of
from decision_trace.messages import MessageReader
from decision_trace.names import Names
from decision_trace.reverts import taken_back
from decision_trace.statuses import Statuses

_UNREADABLE = "contents of older commits are missing in this clone"


@dataclass(frozen=True, slots=True)
class Linked:
    """A commit with its links, the strongest first."""

    commit: Entry
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Commits newest first; `note` says why their history is not the whole, None where it is.

    `taken_back` tells of commits of the history, by id, which one reverts them.
    """

    commits: tuple[Linked, ...]
    note: str | None = None
    taken_back: Mapping[str, str] = field(default_factory=dict)

    @property
    def links(self) -> list[Link]:
        """The links of all commits."""
        return [link for linked in self.commits for link in linked.links]


@dataclass(frozen=True, slots=True)
class Trace:
    """Commits and the decisions of one state. `root` is the repository, `tip` the id of the commit
    whose history is asked about, None before the first one. With `keeps`, what was read is kept.
    `resolver` is one of the decisions' records, where there is one."""

    compiled: Compiled
    root: Path
    tip: str | None
    keeps: bool = True
    resolver: Resolver | None = None

    @property
    def repository(self) -> Repository:
        """The repository."""
        return Repository(self.root)

    @property
    def is_bare(self) -> bool:
        """Whether there is no working tree."""
        return is_bare(self.root)

    def with_touching(self, answer: Answer, decision: Decision) -> Answer:
        """The answer about a decision, with the commits that change files which its `paths` cover.
        Raises `UsageError` where git fails."""
        if not decision.record.paths or self.tip is None:
            return answer
        with self._work() as work:
            covered = work.touching([self.tip], [decision], walk=True)
        joined = _joined(answer.commits, covered)
        newest_first = sorted(joined, key=lambda one: one.commit.order, reverse=True)
        return replace(answer, commits=tuple(newest_first))

    def of_commits(
        self, revisions: Sequence[str], *, walk: bool = False, touching: bool = False
    ) -> Answer:
        """Every commit of these ids, or with `walk` of ranges of ids, with its links.

        Raises `UsageError` where git fails.
        """
        with self._work() as work:
            asked = work.reader.only(revisions, walk=walk)
            entries = self._with_older_names(work, asked.entries)
            linked = [Linked(entry, work.links(entry)) for entry in entries]
            if touching:
                covered = work.touching(revisions, self.compiled.decisions, walk=walk)
                linked = _added(linked, covered)
            return work.answer(linked, asked)

    def of_all(self) -> Answer:
        """Every commit of the history that is linked to any decision, as the messages and changed
        files have it. Raises `UsageError` where git fails."""
        if self.tip is None:
            return Answer(())
        with self._work() as work:
            history = work.reader.read(self.tip)
            return work.answer(list(work.linked(history.entries)), history)

    def on_records(self, commits: Collection[str]) -> set[str]:
        """Which of these commits of the history, given by id, change nothing but records, wherever
        they lay then, and what mneme keeps with them: proposals and the index.

        Raises `UsageError` where git fails.
        """
        if not commits or self.tip is None:
            return set()
        with self._work() as work:
            work.linker.learn(work.reader.read(self.tip).entries)
            changing = work.reader.touching(sorted(commits), ["."], walk=False)
        return {
            entry.oid
            for entry, paths in changing
            if all(work.linker.owns(path) or self._is_of_records(path) for path in paths)
        }

    def _is_of_records(self, path: str) -> bool:
        """Whether a file is a record, lies beside them, is kept by mneme, or is the index."""
        project = self.compiled.project
        folders = [corpus.path for corpus in project.corpora]
        if path.startswith(f"{OWN_FOLDER}/") or path == posixpath.normpath(project.config.index):
            return True
        return lies_in(path, folders) and ("." not in folders or may_be_record(path))

    def by_decision(self) -> "ByDecision":
        """What the whole history has about each decision, to be asked for one after the other.
        Raises `UsageError` where git fails."""
        concerns: dict[str, list[tuple[Entry, Concern]]] = defaultdict(list)
        with self._work() as work:
            history = work.reader.read(self.tip) if self.tip else History(())
            work.linker.learn(history.entries)
            for entry in history.entries:
                for concern in work.linker.concerns(entry):
                    concerns[concern.record.id].append((entry, concern))
        return ByDecision(self, concerns, history.note, taken_back(self.root, history.entries))

    def _with_older_names(self, work: "_Work", entries: Sequence[Entry]) -> Sequence[Entry]:
        """The entries, as the whole history has them where only that tells the names that records
        had: where a commit adds a record, changes a file that may once have been one, or cites a
        number that none has now."""
        known = {n.path for corpus in self.compiled.corpora for n in corpus.non_records}
        changes = [c for entry in entries for c in entry.changes if c.path not in known]
        told = all(work.linker.owns(c.path) and c.letter != "A" for c in changes)
        cited = (citation for entry in entries for citation in entry.citations)
        if not self.tip or (told and work.linker.names.know(cited)):
            return entries
        history = work.reader.read(self.tip).entries
        work.linker.learn(history)
        whole = {entry.oid: entry for entry in history}
        return [whole.get(entry.oid, entry) for entry in entries]

    @contextmanager
    def statuses(self) -> Iterator[Statuses]:
        """Reads what records declared, each content once."""
        with open_cache(self.root, keeps=self.keeps) as cache:
            yield Statuses(self.compiled.project, self.repository, cache)

    @contextmanager
    def _work(self) -> Iterator["_Work"]:
        project = self.compiled.project
        records = [decision.record for decision in self.compiled.decisions]
        names = Names(records, self.resolver)
        messages = MessageReader(names.prefixes, frozenset(project.config.trailers))
        folders = tuple(corpus.path for corpus in project.corpora)
        with self.statuses() as statuses:
            reader = HistoryReader(self.root, folders, messages, statuses.cache)
            yield _Work(reader, Linker(records, names), statuses)


@dataclass(frozen=True, slots=True)
class _Work:
    """What one question needs."""

    reader: HistoryReader
    linker: Linker
    statuses: Statuses

    def linked(self, entries: Sequence[Entry]) -> Iterator[Linked]:
        """The commits of a history, newest first, that have links."""
        self.linker.learn(entries)
        for entry in entries:
            if links := self.links(entry):
                yield Linked(entry, links)

    def links(self, entry: Entry) -> tuple[Link, ...]:
        """The links of a commit."""
        return links_of(entry, self.linker.concerns(entry), self.statuses)

    def touching(
        self, revisions: Sequence[str], decisions: Sequence[Decision], *, walk: bool
    ) -> list[Linked]:
        """The commits that change files which the paths of decisions cover."""
        covering = [decision for decision in decisions if decision.record.paths]
        areas = Areas([Area(None, decision.record.paths) for decision in covering])
        folders = _folders(path for decision in covering for path in decision.record.paths)
        found = []
        for entry, paths in self.reader.touching(revisions, folders, walk=walk):
            met = areas.met_by(paths, ())
            links = [
                Link(entry, covering[number].id, "touches_scope", str(matches[0].value))
                for number, matches in met.matches.items()
            ]
            if links:
                found.append(Linked(entry, tuple(sorted(links, key=lambda link: link.sort_key))))
        return found

    def answer(self, linked: Sequence[Linked], history: History) -> Answer:
        """An answer, and all that limits it."""
        note = _note(history.note, self.statuses)
        return Answer(tuple(linked), note, taken_back(self.reader.root, history.entries))


@dataclass(frozen=True, slots=True)
class ByDecision:
    """What the history of a trace has about each decision, by id, newest commit first; `note` and
    `taken_back` are as in `Answer`. Statuses are read when links are asked for."""

    trace: Trace
    concerns: Mapping[str, Sequence[tuple[Entry, Concern]]]
    note: str | None
    taken_back: Mapping[str, str]

    def of(self, decision: Decision) -> Answer:
        """The commits of the history that are linked to a decision."""
        by_commit = groupby(self.concerns.get(decision.id, ()), key=itemgetter(0))
        with self.trace.statuses() as statuses:
            linked = [
                Linked(entry, links_of(entry, (concern for _, concern in found), statuses))
                for entry, found in by_commit
            ]
            return Answer(tuple(linked), _note(self.note, statuses), self.taken_back)


def _note(note: str | None, statuses: Statuses) -> str | None:
    return "; ".join(filter(None, (note, _UNREADABLE if statuses.unreadable else None))) or None


def range_of(repository: Repository, written: str) -> str:
    """`A..B` as ids of commits; a side that is left out is HEAD. Raises `UsageError`."""
    if "..." in written:
        hint = "name the commits that B has and A has not: A..B"
        raise UsageError(f"{written}: A...B is not read", hint)
    old, _, new = written.partition("..")
    return "..".join(repository.resolve(side or "HEAD") for side in (old, new))


def open_trace(
    compiled: Compiled,
    revision: str | None = None,
    *,
    keeps: bool = True,
    resolver: Resolver | None = None,
) -> Trace:
    """Prepare questions about the history of a revision, HEAD without one. `keeps` and `resolver`
    are as in `Trace`.

    Raises `UsageError` outside a repository, and where there is no such revision.
    """
    root = compiled.project.root
    if root is None:
        raise UsageError("this is no git repository", "run the command inside one")
    repository = Repository(root)
    tip = head_commit(root) if revision is None else repository.resolve(revision)
    return Trace(compiled, root, tip, keeps, resolver)


def _folders(patterns: Iterable[str]) -> list[str]:
    """The folders that everything which patterns match lies in."""
    folders = {"/".join(key(pattern).folder) for pattern in patterns if not is_exclusion(pattern)}
    return ["."] if "" in folders else sorted(folders)


def _joined(linked: Sequence[Linked], more: Sequence[Linked]) -> list[Linked]:
    """The commits of both."""
    known = {one.commit.oid for one in linked}
    return [*_added(linked, more), *(one for one in more if one.commit.oid not in known)]


def _added(linked: Sequence[Linked], more: Sequence[Linked]) -> list[Linked]:
    """The commits of the first, with the links that the second has for them."""
    links = {one.commit.oid: one.links for one in more}
    return [Linked(one.commit, one.links + links.get(one.commit.oid, ())) for one in linked]
