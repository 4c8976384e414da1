"""Where a repository lies and where it keeps its things, told by git's own files where they can."""

import os
from pathlib import Path

from compiler.errors import UsageError
from compiler.git.processes import run


def find_root(start: Path) -> Path | None:
    """The top folder of the working tree that `start` lies in, None outside a repository and in a
    bare one.

    Walks up to the first `.git` (a folder, or a file in linked worktrees and submodules), which
    needs neither library nor process.
    """
    for folder in (start, *start.parents):
        if os.path.exists(folder / ".git"):  # false, not an error, where we may not look
            return folder
        if folder.name != ".git" and is_bare(folder):  # perhaps within a working tree
            return None
    return None


def find_bare(start: Path) -> Path | None:
    """The bare repository that `start` lies in, None where there is none."""
    return next((folder for folder in (start, *start.parents) if is_bare(folder)), None)


def is_bare(folder: Path) -> bool:
    """Whether a folder is a git directory of its own: told by what each of them holds."""
    return all(os.path.exists(folder / part) for part in ("HEAD", "objects", "refs"))


def common_folder(root: Path) -> Path | None:
    """The folder in which the git repository of the working tree `root` keeps what all its
    linked worktrees share; None where it cannot be found.

    Read from the files that git itself follows, without starting git.
    """
    try:
        home = own_folder(root)
        shared = home / "commondir"
        if shared.is_file():
            home = home / _pointer(shared).strip()
        # Only a git directory has one: what a file names may be any folder.
        return home if (home / "HEAD").is_file() else None
    except OSError:
        return None


def own_folder(root: Path) -> Path:
    """The git directory of the working tree `root`, which a file `.git` may point to; `root` itself
    where it is a bare repository. Raises `OSError`."""
    home = root / ".git"
    if not home.exists():  # a bare repository
        return root
    return root / _pointer(home).removeprefix("gitdir:").strip() if home.is_file() else home


def _pointer(file: Path) -> str:
    return os.fsdecode(file.read_bytes())


def check_committed_here(root: Path | None) -> None:
    """Raise `UsageError` where the git that runs a hook commits to another repository than that of
    the working tree `root`, as `git --git-dir=FOLDER commit` does."""
    named = os.environ.get("GIT_DIR")
    ours = (root / ".git", own_folder(root)) if root else ()
    if named and os.path.realpath(named) not in map(os.path.realpath, ours):
        hint = "only a repository whose .git lies in its working tree can be judged"
        raise UsageError(f"git commits to {named}, not to the repository of this folder", hint)


def hooks_folder(root: Path) -> Path | None:
    """Where git looks for hooks, which `core.hooksPath` may say; None without git."""
    return own_path(root, "--git-path", "hooks")


def own_path(root: Path, *question: str) -> Path | None:
    """The absolute path that `git rev-parse` answers to a question; None without git."""
    output = run(root, ["rev-parse", "--path-format=absolute", *question])
    return Path(os.fsdecode(output.removesuffix(b"\n"))) if output else None
