"""One repository: its revisions, trees, blobs and index."""

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.errors import UsageError
from compiler.git.libgit import content_of, folder_id, open_library, tree_entries
from compiler.git.objects import ObjectReader
from compiler.git.paths import at, split_paths
from compiler.git.processes import answer, call, check_usable, fetch_hint, is_shallow, run
from compiler.git.staging import TreeEntry, index_environment, staged_entry, staged_lines

if TYPE_CHECKING:
    import pygit2


class Repository:
    """Objects, trees and the index of the repository at `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._batch: ObjectReader | None = None

    @cached_property
    def _libgit(self) -> "pygit2.Repository | None":
        """Opened when an object is first asked for: a run whose readings are kept needs none."""
        return open_library(self.root)

    def resolve(self, revision: str) -> str:
        """The id of the commit that a revision names.

        Raises `UsageError` where there is none, and where a branch and a tag have the name: git
        would take the tag, which says nothing about the branch.
        """
        command = ["-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify"]
        # Words of a message (`:/Fix the lock`) go on to the end, and find nothing but commits.
        asked = revision if revision.startswith(":/") else f"{revision}^{{commit}}"
        done = call(self.root, [*command, "--end-of-options", asked])
        if done is None or done.returncode or done.stdout.startswith(b"^"):
            check_usable(self.root)
            hint = fetch_hint(self.root) or "fetch the branch, or mend the name"
            raise UsageError(f"there is no revision {revision!r}", hint)
        if b"is ambiguous" in done.stderr:
            hint = f"rename one, or write it in full, as in refs/heads/{revision}"
            raise UsageError(f"{revision!r} is the name of several branches or tags", hint)
        return done.stdout.decode().strip()

    def tree(self, treeish: str) -> list[TreeEntry]:
        """The files of a tree, or of a commit's tree. Raises `UsageError` where git lacks a part
        of it: files that cannot be listed are not files that are gone."""
        entries = tree_entries(self._libgit, treeish) if self._libgit is not None else None
        if entries is None:
            output = answer(self.root, ["ls-tree", "-r", "-z", "--full-tree", treeish])
            entries = [_listed(line.split(b" ", 2)) for line in output.split(b"\0") if line]
        return entries

    def index(self) -> list[TreeEntry]:
        """The files of the index that git will commit. Raises as `staged_lines` does."""
        return [staged_entry(line) for line in staged_lines(self.root)]

    def blob(self, oid: str) -> bytes:
        """The content of a blob. Raises `OSError` where no repository has it."""
        if self._libgit is not None and (content := content_of(self._libgit, oid)) is not None:
            return content
        if self._batch is None:
            self._batch = ObjectReader(self.root)
        try:
            return self._batch.read(oid)
        except OSError as error:
            self._batch = None  # git may have ended over an object that it must not fetch
            hint = f"; {self._fetch_hint}" if self._fetch_hint else ""
            raise OSError(error.errno, f"{error.strerror}{hint}", oid) from None

    @cached_property
    def _fetch_hint(self) -> str | None:
        return fetch_hint(self.root)

    def merge_base(self, one: str, other: str) -> str:
        """The best common ancestor of two commits. Raises `UsageError` where there is none."""
        output = run(self.root, ["merge-base", one, other])
        if not output:
            hint = fetch_hint(self.root) or "name the branch that the change goes to"
            raise UsageError("the two revisions have no common commit here", hint)
        return output.decode().strip()

    def merge(self, ours: str, theirs: str) -> tuple[str, tuple[str, ...]]:
        """What merging `theirs` into `ours` gives: the id of its tree, and the paths in conflict.

        Git itself merges (`git merge-tree`), so that renames and configured merge drivers count.
        Neither index nor working tree is touched. Raises `UsageError` where git cannot merge.
        """
        command = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z"]
        done = call(self.root, [*command, ours, theirs])
        if done is None or done.returncode not in (0, 1) or not done.stdout:
            check_usable(self.root)
            said = done.stderr.decode("utf-8", "replace").strip() if done else ""
            if "usage:" in said:
                raise UsageError("this git cannot merge trees", "git 2.38 or newer is needed")
            hint = fetch_hint(self.root) or "merge them by hand"
            raise UsageError(f"git cannot merge the two: {said}", hint)
        tree, *conflicts = (os.fsdecode(part) for part in done.stdout.split(b"\0") if part)
        return tree, tuple(conflicts)

    def staged_paths(self) -> list[str]:
        """Paths that the index which git will commit changes, both of a rename. Raises as
        `changed_paths` does."""
        return _changed(self.root, ["--cached", "--ita-invisible-in-index"])

    def changed_paths(self, old: str, new: str) -> list[str]:
        """Paths that differ between two commits, both of a rename, relative to the root. Raises
        `UsageError` where git cannot tell."""
        return _changed(self.root, [old, new])

    def folder(self, commit: str, path: str) -> str | None:
        """The id of the tree that a folder has in a commit; None where there is no such folder.

        Raises `UsageError` where git lacks a part of the commit: that is no folder that is gone.
        """
        found = folder_id(self._libgit, commit, path) if self._libgit is not None else None
        if found is not None:
            return found
        if path == ".":
            return (
                answer(self.root, ["rev-parse", "--verify", f"{commit}^{{tree}}"]).decode().strip()
            )
        command = ["ls-tree", "-d", "-z", "--full-tree", "--object-only", commit, "--", path]
        return answer(self.root, command).rstrip(b"\0").decode() or None

    def has_changes(self, folders: Sequence[str]) -> bool:
        """Whether files below `folders` differ from HEAD, staged or not, or are not tracked."""
        command = ["status", "--porcelain", "-z", "--untracked-files=all", "--"]
        return bool(answer(self.root, [*command, *(at(f) for f in folders)]))

    @property
    def is_shallow(self) -> bool:
        """Whether the clone holds only a part of the history."""
        return is_shallow(self.root)


def _changed(root: Path, between: list[str]) -> list[str]:
    command = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", *between, "--"]
    return split_paths(answer(root, command, index_environment(root)))


def _listed(fields: list[bytes]) -> TreeEntry:
    mode, _, rest = fields
    oid, path = rest.split(b"\t", 1)
    return TreeEntry(os.fsdecode(path), int(mode, 8), oid.decode())
