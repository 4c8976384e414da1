"""Git as a process: what it is given, what it answers, and why it does not."""

import os
import subprocess
from pathlib import Path

from compiler.errors import UsageError

_TIMEOUT_SECONDS = 60
# Variables by which a hook's git could lead our children to another repository or history, or to
# take our paths for something else.
_LEADING = (
    "GIT_DIR",
    "GIT_COMMON_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
)
# No locks, the objects as they are, and no program of the repository's that watches its files: git
# would run it at each look at the index, and wait for what it leaves behind.
QUIETLY = (
    "--no-optional-locks",
    "--no-replace-objects",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "advice.graftFileDeprecated=false",
)
UNSHALLOW = "this clone is shallow: run git fetch --unshallow, and fetch the branch"
UNFILTER = "this clone is partial: run git fetch --refetch --no-filter"
# In a partial clone git fetches by itself what it lacks (ADR-0010). The first forbids that from git
# 2.39.4 on; the second, a list of what may be used, leaves any git no protocol to do it by.
OFFLINE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}


def run(
    root: Path, arguments: list[str], environment: dict[str, str] | None = None
) -> bytes | None:
    """Standard output of a git command, None where it cannot be had."""
    done = call(root, arguments, environment)
    return done.stdout if done and done.returncode == 0 else None


def answer(
    root: Path,
    arguments: list[str],
    environment: dict[str, str] | None = None,
    given: bytes = b"",
) -> bytes:
    """Standard output of a git command. Raises `UsageError` where it cannot be had."""
    done = call(root, arguments, environment, given)
    if done is None or done.returncode:
        check_usable(root)
        said = done.stderr.decode("utf-8", "replace").strip() if done else "it does not answer"
        hint = fetch_hint(root) or "run git fsck to see why"
        raise UsageError(f"git cannot answer ({arguments[0]}): {said}", hint)
    return done.stdout


def call(
    root: Path,
    arguments: list[str],
    environment: dict[str, str] | None = None,
    given: bytes = b"",
) -> "subprocess.CompletedProcess[bytes] | None":
    """A finished git command, which could read what is `given`; None where it cannot be started or
    does not answer."""
    try:
        return subprocess.run(
            ["git", *QUIETLY, *arguments],
            cwd=root,
            env={**child_environment(), **(environment or {})},
            input=given,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


def child_environment() -> dict[str, str]:
    """What git children get: nothing that leads them to another repository or history, English
    words, and no way out of this machine."""
    inherited = {key: value for key, value in os.environ.items() if key not in _LEADING}
    return {**inherited, "GIT_GRAFT_FILE": os.devnull, "LC_ALL": "C", **OFFLINE}


def check_usable(root: Path) -> None:
    """Raise `UsageError` with the cause where git cannot work in this repository at all."""
    done = call(root, ["rev-parse", "--git-dir"])
    if done is None:
        raise UsageError("git is not there, or does not answer", "install git")
    if done.returncode and b"dubious ownership" in done.stderr:
        hint = f"git config --global --add safe.directory {root}"
        raise UsageError("git refuses the repository: it belongs to another user", hint)
    if done.returncode:
        cause = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise UsageError(f"git refuses the repository: {cause}", "run git status to see why")


def fetch_hint(root: Path) -> str | None:
    """How to get what this clone was made without; None where it was made whole."""
    if is_shallow(root):
        return UNSHALLOW
    if is_partial(root):
        return UNFILTER
    return None


def is_shallow(root: Path) -> bool:
    """Whether the clone holds only a part of the history."""
    return run(root, ["rev-parse", "--is-shallow-repository"]) == b"true\n"


def is_partial(root: Path) -> bool:
    """Whether the clone may lack objects, which it was to fetch when they are needed."""
    return bool(run(root, ["config", "--get-regexp", r"^remote\..*\.promisor$"]))
