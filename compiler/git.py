"""All access to git, in one place (ADR-0009). Nothing else starts git or opens a repository.

libgit2 gives objects and the index; the git command answers where libgit2 cannot open the
repository (SHA-256, reftable) or lacks an object (partial clone).
"""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.errors import UsageError

if TYPE_CHECKING:
    import pygit2

_TIMEOUT_SECONDS = 60
# Variables by which a hook's git could lead our children to another repository.
_LEADING = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY")


@dataclass(frozen=True, slots=True)
class TreeEntry:
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


def find_root(start: Path) -> Path | None:
    """The top folder of the working tree that `start` lies in, None outside a repository.

    Walks up to the first `.git` (a folder, or a file in linked worktrees and submodules), which
    needs neither library nor process.
    """
    for folder in (start, *start.parents):
        if os.path.exists(folder / ".git"):  # false, not an error, where we may not look
            return folder
    return None


def ignored_paths(root: Path, folder: str) -> frozenset[str]:
    """Untracked paths below `folder` that git ignores, relative to `root`.

    An ignored folder is named once, with a trailing slash. Git itself answers, so that excludes
    of every kind count. Empty where git is missing or refuses the repository: more is read then,
    never less.
    """
    command = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]
    output = _run(root, [*command, "--", f":(top,literal){folder}"])
    return frozenset(_paths(output))


def listed_paths(root: Path) -> list[str]:
    """Every file of the working tree that git tracks or would track, relative to `root`."""
    return _paths(_run(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))


def is_tracked(root: Path, path: str) -> bool:
    """Whether git tracks a file or a file below a folder; `path` is relative to `root`."""
    return bool(_run(root, ["ls-files", "-z", "--cached", "--", f":(top,literal){path}"]))


def _paths(output: bytes | None) -> list[str]:
    return [os.fsdecode(path) for path in (output or b"").split(b"\0") if path]


class Repository:
    """Objects, trees and the index of the repository at `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._libgit = _open(root)

    def resolve(self, revision: str) -> str:
        """The id of the commit that a revision names. Raises `UsageError`."""
        output = _run(
            self.root,
            ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"],
        )
        if not output:
            check_usable(self.root)
            raise UsageError(f"there is no revision {revision!r}", _missing_hint(self.root))
        return output.decode().strip()

    def tree(self, commit: str) -> list[TreeEntry]:
        """The files of a commit's tree."""
        if self._libgit is not None:
            tree = self._libgit[commit].peel(_tree_type())
            return list(_walk(tree, ""))
        output = _run(self.root, ["ls-tree", "-r", "-z", "--full-tree", commit])
        return [_listed(line.split(b" ", 2)) for line in (output or b"").split(b"\0") if line]

    def index(self) -> list[TreeEntry]:
        """The files of the index that git will commit (`git commit PATH` uses one of its own).

        Raises `UsageError` while paths are unmerged.
        """
        environment = _index_environment(self.root)
        output = _run(self.root, ["ls-files", "-s", "-z", "--full-name"], environment)
        if output is None:
            check_usable(self.root)
            raise UsageError("git cannot read the index", "run git status to see why")
        entries = []
        for line in output.split(b"\0"):
            if line:
                mode, oid, rest = line.split(b" ", 2)
                stage, path = rest.split(b"\t", 1)
                if stage != b"0":
                    raise UsageError(
                        f"{os.fsdecode(path)} is unmerged", "resolve the conflict first"
                    )
                entries.append(TreeEntry(os.fsdecode(path), int(mode, 8), oid.decode()))
        return entries

    def blob(self, oid: str) -> bytes:
        """The content of a blob. Raises `OSError` where no repository has it."""
        if self._libgit is not None:
            try:
                return self._libgit[oid].read_raw()
            except KeyError:
                pass  # a partial clone: git knows where to fetch it from
        output = _run(self.root, ["cat-file", "blob", oid])
        if output is None:
            raise OSError(f"object {oid} is missing")
        return output


def check_usable(root: Path) -> None:
    """Raise `UsageError` with the cause where git cannot work in this repository at all."""
    try:
        done = subprocess.run(
            ["git", "rev-parse", "--git-dir"],
            cwd=root,
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        raise UsageError("git is not there, or does not answer", "install git") from None
    if done.returncode and b"dubious ownership" in done.stderr:
        hint = f"git config --global --add safe.directory {root}"
        raise UsageError("git refuses the repository: it belongs to another user", hint)
    if done.returncode:
        cause = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise UsageError(f"git refuses the repository: {cause}", "run git status to see why")


def _open(root: Path) -> "pygit2.Repository | None":
    import pygit2

    try:
        return pygit2.Repository(str(root))
    except pygit2.GitError:
        return None


def _tree_type() -> "type[pygit2.Tree]":
    import pygit2

    return pygit2.Tree


def _walk(tree: "pygit2.Tree", prefix: str) -> Iterator[TreeEntry]:
    tree_type = _tree_type()
    for item in tree:
        path = f"{prefix}{item.name}"
        if isinstance(item, tree_type):
            yield from _walk(item, f"{path}/")
        else:
            yield TreeEntry(path, int(item.filemode), str(item.id))


def _listed(fields: list[bytes]) -> TreeEntry:
    mode, _, rest = fields
    oid, path = rest.split(b"\t", 1)
    return TreeEntry(os.fsdecode(path), int(mode, 8), oid.decode())


def _missing_hint(root: Path) -> str:
    shallow = _run(root, ["rev-parse", "--is-shallow-repository"])
    if shallow and shallow.strip() == b"true":
        return "this clone is shallow: run git fetch --unshallow, or fetch the branch"
    return "fetch the branch, or mend the name"


def _index_environment(root: Path) -> dict[str, str]:
    """The index that a hook's git hands over, where it is one of this repository."""
    named = os.environ.get("GIT_INDEX_FILE")
    if not named:
        return {}
    path = os.path.realpath(os.path.join(root, named))
    homes = (_run(root, ["rev-parse", "--path-format=absolute", "--git-dir"]) or b"").split(b"\n")
    inside = any(
        home and path.startswith(os.path.realpath(os.fsdecode(home)) + os.sep) for home in homes
    )
    return {"GIT_INDEX_FILE": path} if inside else {}


def _run(
    root: Path, arguments: list[str], environment: dict[str, str] | None = None
) -> bytes | None:
    """Standard output of a git command, None where it cannot be had."""
    inherited = {key: value for key, value in os.environ.items() if key not in _LEADING}
    try:
        done = subprocess.run(
            ["git", "--no-optional-locks", *arguments],
            cwd=root,
            env={**inherited, "LC_ALL": "C", **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
