"""Objects as libgit2 gives them, None where it cannot: then git is asked."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.git.staging import TreeEntry

if TYPE_CHECKING:
    import pygit2


def open_library(root: Path) -> "pygit2.Repository | None":
    """The repository at `root`, None where libgit2 cannot open it."""
    import pygit2

    try:
        return pygit2.Repository(str(root))
    except pygit2.GitError:
        return None


def tree_entries(library: "pygit2.Repository", treeish: str) -> list[TreeEntry] | None:
    """The files of a tree, None where libgit2 cannot read a part: git may, or says why."""
    import pygit2

    try:
        return list(_walk(library[treeish].peel(_tree_type()), ""))
    except (KeyError, pygit2.GitError):
        return None


def folder_id(library: "pygit2.Repository", commit: str, path: str) -> str | None:
    """The id of a folder's tree, None where libgit2 finds none or lacks a part."""
    import pygit2

    try:
        top = library[commit].peel(_tree_type())
        found = top if path == "." else top[path]
    except (KeyError, pygit2.GitError):
        return None
    return str(found.id) if isinstance(found, _tree_type()) else None


def content_of(library: "pygit2.Repository", oid: str) -> bytes | None:
    """The content of an object, None where libgit2 cannot give it."""
    import pygit2

    try:
        return library[oid].read_raw()
    except (KeyError, pygit2.GitError):
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
