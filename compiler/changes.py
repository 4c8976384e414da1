"""A change under review: the merge of REF and HEAD, judged by what REF says (ADR-0016)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adr_schema.catalogue import HISTORY_CODES
from adr_schema.diagnostics import Diagnostic
from compiler.checks import Check
from compiler.checks.history import CHECKS, History, HistoryCheck
from compiler.config import Config
from compiler.deciders import Acceptance
from compiler.errors import ConfigError, NoFolderError
from compiler.fingerprints import fingerprints
from compiler.git.repository import Repository
from compiler.git.staging import TreeEntry
from compiler.lines import Lines
from compiler.matching import match
from compiler.pipeline import Comparison, Compiled, compile_project, configured
from compiler.project import (
    Location,
    Project,
    baseline_of,
    config_of,
    locate,
    project_of,
    repository_of,
)
from compiler.reading import Progress
from compiler.snapshots import Snapshot
from compiler.sources import Source


@dataclass(frozen=True, slots=True)
class Merge:
    """REF, HEAD and what merging them gives; `base` and `head` are commits.

    `conflicts` are the paths that git cannot merge; of these, `entries` holds HEAD's side.
    """

    ref: str
    base: str
    head: str
    entries: Sequence[TreeEntry]
    conflicts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """`after` is the merge result, `before` is REF itself, None where it has no ADR folder, `old`
    are the files of REF.

    What separates the two is what the merge would bring to REF: nothing else is the change's.
    """

    merge: Merge
    repository: Repository
    old: Source
    before: Project | None
    after: Project


def open_change(directory: str | None, ref: str, cwd: Path | None = None) -> Change:
    """Merge HEAD into REF, in memory of git, and open both states.

    Configuration and baseline come from REF; where REF has no configuration, the merge's counts,
    but for what it says about the rules of history. `directory` and `cwd` are as in
    `open_project`. Raises `UsageError` where REF or a common commit is missing, or git cannot
    merge, and `ConfigError` where one of the two configurations is broken.
    """
    place = locate(directory, cwd)
    repository = repository_of(place)
    merge = merge_head(repository, ref)
    old = Snapshot(repository, repository.tree(merge.base))
    new = Snapshot(repository, merge.entries)
    before, own = _open_before(place, old)
    brought = config_of(new)
    config = own if own.source is not None else _without_history(brought)
    after = _open_after(place, new, config, brought)
    notes = [*_notes(repository, ref, after, own, brought), after.note]
    note = "; ".join(filter(None, notes)) or None
    after = replace(after, baseline=baseline_of(old), note=note)
    return Change(merge, repository, old, before, after)


def _notes(
    repository: Repository, ref: str, after: Project, own: Config, brought: Config
) -> Iterator[str]:
    """What limits the verdict, or comes from elsewhere than one may think."""
    if own.source is None and brought.source is not None:
        yield f"{ref} has no configuration; that of HEAD judges all but history (ADR5xx)"
    elif own != brought:
        yield f"this change alters the configuration; that of {ref} judges"
    if repository.has_changes([corpus.path for corpus in after.corpora]):
        yield "commits are judged, and the folders of the records hold changes without one"
    if repository.is_shallow:
        yield "this clone is shallow: numbers of records deleted long ago are not known"


def merge_head(repository: Repository, ref: str) -> Merge:
    """What merging HEAD into `ref` gives. Raises `UsageError`."""
    base, head = repository.resolve(ref), repository.resolve("HEAD")
    common = repository.merge_base(base, head)
    if common in (base, head):  # nothing to merge: one of the two holds the other
        return Merge(ref, base, head, repository.tree(head if common == base else base), ())
    tree, conflicts = repository.merge(base, head)
    entries = _with_sides(repository, repository.tree(tree), conflicts, head)
    return Merge(ref, base, head, entries, conflicts)


def _with_sides(
    repository: Repository, merged: Sequence[TreeEntry], conflicts: Sequence[str], head: str
) -> list[TreeEntry]:
    """HEAD's side of what is in conflict: a file full of conflict marks says nothing."""
    if not conflicts:
        return list(merged)
    ours = {entry.path: entry for entry in repository.tree(head)}
    return [ours.get(e.path, e) if e.path in conflicts else e for e in merged]


def _open_before(place: Location, source: Source) -> tuple[Project | None, Config]:
    config = config_of(source)
    try:
        return project_of(place, source, _with_folders_there(config, source)), config
    except (NoFolderError, ConfigError):  # the change brings the first records, or mends the name
        return None, config


def _with_folders_there(config: Config, source: Source) -> Config:
    """One configured folder that REF lacks does not hide the records of the others."""
    there = tuple(corpus for corpus in config.corpora if source.has_folder(corpus.path))
    return replace(config, corpora=there or config.corpora)


def _without_history(config: Config) -> Config:
    """No change loosens the rules about what a change may do to decisions that stand."""
    rules = {code: severity for code, severity in config.rules.items() if code not in HISTORY_CODES}
    return replace(config, rules=rules)


def _open_after(place: Location, source: Source, config: Config, brought: Config) -> Project:
    try:
        return project_of(place, source, config)
    except ConfigError:
        # The change moves a configured folder: it says where to. Ids tell whether all came along.
        return project_of(place, source, replace(config, corpora=brought.corpora))


@dataclass(frozen=True, slots=True)
class Authority:
    """Who accepted what in a change, what is found about it, and what limits that."""

    accepted: tuple[Acceptance, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    note: str | None = None


def compile_change(
    change: Change,
    *,
    progress: Progress | None = None,
    also: Sequence[Check] = (),
    prove: Callable[[History], Authority] = lambda history: Authority(),
    of_commits: Sequence[HistoryCheck] = (),
) -> Compiled:
    """Compile the merge result, with the findings that its history gives, new ones first.

    `also` is as in `compile_project`; `prove` tells who accepted what the change brings in force;
    `of_commits` are rules about the commits of the change.
    """
    after = compile_project(change.after, progress=progress, also=also)
    before = compile_project(change.before, also=also) if change.before else None
    history = _history(change, before, after)
    authority = prove(history)
    found = [finding for check in (*CHECKS, *of_commits) for finding in check(history)]
    judged = configured([*found, *authority.findings], change.after.config)
    findings = sorted([*after.diagnostics, *judged], key=lambda finding: finding.sort_key)
    new, known = _split(findings, after, before)
    note = "; ".join(filter(None, (after.project.note, authority.note))) or None
    return replace(
        after,
        project=replace(after.project, note=note),
        diagnostics=(*new, *known),
        comparison=Comparison(change.merge.ref, len(new), before, authority.accepted),
    )


def _history(change: Change, before: Compiled | None, after: Compiled) -> History:
    old = before.decisions if before else ()
    return History(
        ref=change.merge.ref,
        base=change.merge.base,
        head=change.merge.head,
        old=change.old,
        new=change.after.source,
        repository=change.repository,
        conflicts=change.merge.conflicts,
        before=before,
        after=after,
        matched=match(old, after.decisions),
    )


def _split(
    findings: Sequence[Diagnostic], after: Compiled, before: Compiled | None
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The findings that REF does not have, and the others; both in the order of `findings`."""
    had = set(_marks(before.diagnostics, before)) if before else set()
    new: list[Diagnostic] = []
    known: list[Diagnostic] = []
    for finding, mark in zip(findings, _marks(findings, after), strict=True):
        (known if mark in had else new).append(finding)
    return new, known


def _marks(findings: Sequence[Diagnostic], compiled: Compiled) -> list[str]:
    return fingerprints(findings, Lines(compiled.project.source))
