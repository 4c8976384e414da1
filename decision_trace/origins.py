"""Why a file, or some of its lines, are as they are: from lines to commits to decisions."""

import re
from dataclasses import dataclass

from compiler.git.history import blamed
from decision_trace.trace import Answer, Trace

_PLACE = re.compile(r"(?P<path>.+?):(?P<first>[1-9][0-9]{0,8})(?:-(?P<last>[1-9][0-9]{0,8}))?")


@dataclass(frozen=True, slots=True)
class PlaceInFile:
    """A file as typed, and the lines of it that are meant (1-based, the last included), or all."""

    path: str
    lines: tuple[int, int] | None = None


def read_place(written: str) -> PlaceInFile:
    """`PATH`, `PATH:LINE` or `PATH:LINE-LINE`."""
    match = _PLACE.fullmatch(written)
    if match is None:
        return PlaceInFile(written)
    first = int(match["first"])
    return PlaceInFile(match["path"], (first, int(match["last"] or first)))


def behind(trace: Trace, path: str, lines: tuple[int, int] | None, revision: str | None) -> Answer:
    """The commits that last changed lines of a file, with their links. `path` is relative to the
    root; without `revision` the file on disk is meant, and lines that are not committed have none.

    Raises `UsageError` where git cannot tell.
    """
    found = blamed(trace.root, path, lines, revision)
    commits = [oid for oid in found if oid.strip("0")]
    return trace.of_commits(commits) if commits else Answer(())
