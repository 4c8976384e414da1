"""All access to git, in one place (ADR-0009). Nothing else starts git or opens a repository."""

import os
import subprocess
from pathlib import Path

_TIMEOUT_SECONDS = 60


def find_root(start: Path) -> Path | None:
    """The top folder of the working tree that `start` lies in, None outside a repository.

    Walks up to the first `.git` (a folder, or a file in linked worktrees and submodules), which
    needs neither library nor process.
    """
    for folder in (start, *start.parents):
        if (folder / ".git").exists():
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
    return frozenset(os.fsdecode(path) for path in (output or b"").split(b"\0") if path)


def listed_paths(root: Path) -> list[str]:
    """Every file of the working tree that git tracks or would track, relative to `root`."""
    output = _run(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
    return [os.fsdecode(path) for path in (output or b"").split(b"\0") if path]


def _run(root: Path, arguments: list[str]) -> bytes | None:
    """Standard output of a git command, None where it cannot be had."""
    command = ["git", "--no-optional-locks", *arguments]
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
