"""What is asked about: paths as somebody gives them, or those that a change touches."""

import os
from collections.abc import Iterable
from pathlib import Path

from compiler.errors import UsageError
from compiler.git.repository import Repository
from compiler.project import Project
from compiler.sources import printable_path

_SLASHES = ("/", os.sep)


def asked_paths(given: Iterable[str], project: Project, start: Path) -> list[str]:
    """Paths as given, relative to the root of the repository, with `/` (ADR-0027).

    A relative one begins at the absolute folder `start`: the current one for a person, the root
    for a program. The file need not be there; what is a folder in the state that is asked about,
    or is written with a `/` at its end, ends in `/`. Blank ones are left out. Raises `UsageError`
    for a path that lies outside.
    """
    return [_asked(path, project, start) for path in given if path.strip()]


def _asked(path: str, project: Project, start: Path) -> str:
    absolute = os.path.abspath(os.path.join(start, path))
    base = str(project.base)
    relative = _below(absolute, base) or _below(_real(absolute), _real(base))
    if relative is None:
        where = "the repository" if project.root else "the current folder"
        raise UsageError(f"{path} lies outside {where}", "name a path below its top folder")
    shown = printable_path(relative.replace(os.sep, "/"))
    is_folder = path.endswith(_SLASHES) or project.source.has_folder(shown)
    return f"{shown}/" if is_folder else shown


def _below(path: str, folder: str) -> str | None:
    try:
        relative = os.path.relpath(path, folder)
    except ValueError:  # another drive
        return None
    return None if relative.split(os.sep)[0] == os.pardir else relative


def _real(path: str) -> str:
    """The path without symbolic links on the way to it, such as that of the system's own folder
    for temporary files."""
    try:
        return os.path.realpath(path)
    except ValueError:  # no file has such a name
        return path


def touched_paths(root: Path, ref: str | None) -> list[str]:
    """The paths that are staged; with `ref`, those that HEAD changes since it left that revision.

    Deleted ones count, and both names of a renamed file. Raises `UsageError` where git cannot tell.
    """
    repository = Repository(root)
    if ref is None:
        touched = repository.staged_paths()
    else:
        head = repository.resolve("HEAD")
        base = repository.merge_base(repository.resolve(ref), head)
        touched = repository.changed_paths(base, head)
    return sorted(map(printable_path, touched))
