"""The index: what git will commit."""

import os
from pathlib import Path
from typing import NamedTuple

from compiler.errors import UsageError
from compiler.git.places import own_path
from compiler.git.processes import check_usable, run

# The empty file and the empty tree, as SHA-1 and SHA-256 name them.
_EMPTY = {
    b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    b"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": (
        "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    ),
}


# No dataclass: the fast way out of a hook imports this module, and dataclasses cost it 7 ms.
class TreeEntry(NamedTuple):
    """A file in a tree or in the index: path, mode (octal, as git has it) and object id."""

    path: str
    mode: int
    oid: str

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link; its blob holds the target."""
        return self.mode == 0o120000

    @property
    def is_file(self) -> bool:
        """Whether it has content of its own (a submodule has none)."""
        return self.mode in (0o100644, 0o100755, 0o120000)

    @property
    def line(self) -> bytes:
        """The entry as `staged_lines` has it."""
        return b"%06o %s 0\t%s" % (self.mode, self.oid.encode(), os.fsencode(self.path))


def staged_lines(root: Path) -> list[bytes]:
    """What git will commit, a line a file: mode, object id, stage 0, a tab, the path.

    `git commit PATH` has an index of its own, which is read then. Raises `UsageError` while paths
    are unmerged, and where git cannot read the index.
    """
    environment = index_environment(root)
    output = run(root, ["ls-files", "-s", "-z", "--full-name"], environment)
    if output is None:
        raise _unreadable_index(root)
    lines = output.split(b"\0")[:-1]
    for line in lines:
        head, _, path = line.partition(b"\t")
        if not head.endswith(b" 0"):
            raise UsageError(f"{os.fsdecode(path)} is unmerged", "resolve the conflict first")
    for blob, tree in _EMPTY.items():
        if blob in output:
            return _without_announced(root, lines, tree, environment)
    return lines


def _without_announced(
    root: Path, lines: list[bytes], empty_tree: str, environment: dict[str, str]
) -> list[bytes]:
    """Leave out what `git add -N` only announced: it looks like an empty file, and git commits
    none."""
    command = ["diff-index", "--cached", "--ita-invisible-in-index", "--no-renames"]
    output = run(root, [*command, "--name-only", "-z", empty_tree], environment)
    if output is None:
        raise _unreadable_index(root)
    committed = frozenset(output.split(b"\0"))
    return [line for line in lines if line.partition(b"\t")[2] in committed]


def _unreadable_index(root: Path) -> UsageError:
    check_usable(root)
    return UsageError("git cannot read the index", "run git status to see why")


def staged_entry(line: bytes) -> TreeEntry:
    """The entry that a line of `staged_lines` tells of."""
    head, _, path = line.partition(b"\t")
    mode, oid, _ = head.split(b" ")
    return TreeEntry(os.fsdecode(path), int(mode, 8), oid.decode())


def index_environment(root: Path) -> dict[str, str]:
    """The index that a hook's git hands over, unless it is that of another repository."""
    named = os.environ.get("GIT_INDEX_FILE")
    if not named:
        return {}
    path = os.path.realpath(os.path.join(root, named))
    folder = os.path.dirname(path)
    if os.path.exists(os.path.join(folder, "HEAD")):  # only a git directory has one
        own = own_path(root, "--git-dir")
        if own is None or os.path.realpath(own) != folder:
            return {}
    return {"GIT_INDEX_FILE": path}
