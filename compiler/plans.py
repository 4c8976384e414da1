"""A planned change of files: compiled before anything is written, shown as a diff, then written."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from compiler.checks import Check
from compiler.edits import quoted_path, unified_diff
from compiler.errors import UsageError
from compiler.inventory import own_entries
from compiler.overlay import Overlay
from compiler.pipeline import Compiled, compile_project
from compiler.project import Project
from compiler.sources import WorkingTree
from compiler.writing import Change, alone_in, remove_leftovers, require_inside, write_all


@dataclass(frozen=True, slots=True)
class Plan:
    """The bytes that files shall have, and the bytes they have now (None: not there).

    Paths are relative to the project's base. `moves` (from, to) come first: `before` and `after`
    then name the new place.
    """

    before: Mapping[str, bytes | None]
    after: Mapping[str, bytes]
    moves: tuple[tuple[str, str], ...] = ()
    moved: Mapping[str, str] = field(default_factory=dict)

    def diff(self) -> Iterator[str]:
        """The change of every file as a unified diff, line by line."""
        back = {new: old for old, new in self.moved.items()}
        for path in sorted({*self.after, *back}):
            old = back.get(path, path)
            if old != path:
                yield f"diff --git {quoted_path(f'a/{old}')} {quoted_path(f'b/{path}')}"
                yield from (f"rename from {quoted_path(old)}", f"rename to {quoted_path(path)}")
            if path in self.after:
                yield from unified_diff(old, path, self.before[path], self.after[path])


def compile_plan(project: Project, plan: Plan, also: Sequence[Check] = ()) -> Compiled:
    """The project as it would be compiled after the change; `also` as in `compile_project`."""
    files: dict[str, bytes | None] = dict.fromkeys(plan.moved)
    files |= {new: project.source.read(old) for old, new in plan.moved.items()}
    files |= plan.after
    planned = replace(project, source=Overlay(project.source, files))
    return compile_project(planned, also=also)


def carry_out(compiled: Compiled, plan: Plan) -> None:
    """Write the change: all of it or nothing. Raises `UsageError` where a file lies outside the
    repository or cannot be written, and where one has changed, come or gone since `compiled` was
    read: its number may be the one that was given out."""
    project = compiled.project
    changes = [
        Change(_location(project, path), plan.before[path], data)
        for path, data in plan.after.items()
        if plan.before[path] != data
    ]
    moves = [(_location(project, old), _location(project, new)) for old, new in plan.moves]
    with alone_in(os.fspath(project.base)):
        read = {path for corpus in compiled.corpora for path in corpus.paths}
        if {e.path for entries in own_entries(project).values() for e in entries} != read:
            message = "files came or went since the records were read; nothing was changed"
            raise UsageError(message, "run the command again")
        write_all(changes, moves)


def tidy(project: Project, paths: Iterable[str]) -> None:
    """Remove what writers that were killed left beside these files."""
    with alone_in(os.fspath(project.base)):
        for path in paths:
            remove_leftovers(_location(project, path))


def _location(project: Project, path: str) -> str:
    """The absolute name of a file, which must not lead out of the repository."""
    source = project.source
    assert isinstance(source, WorkingTree), "only the working tree is written to"
    name = source.location(path)
    if project.root:
        require_inside(os.fspath(project.root), name, path)
    return name
