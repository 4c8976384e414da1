"""What the configuration and the attributes of a repository say."""

from pathlib import Path

from compiler.git.processes import answer, run


def setting(root: Path, key: str, *, own: bool = False) -> str | None:
    """A value of git's configuration as it holds in this repository, None where there is none.

    `own` asks only what the repository's own configuration says, not the user's or the system's.
    """
    output = run(root, ["config", *(["--local"] if own else []), "--null", "--get", key])
    return None if output is None else output.rstrip(b"\0").decode("utf-8", "replace")


def change_setting(root: Path, key: str, value: str | None) -> None:
    """Write a value into the repository's own configuration, which its linked worktrees share;
    None takes the key away. Raises `UsageError` where git cannot."""
    change = ["--replace-all", key, value] if value is not None else ["--unset-all", key]
    answer(root, ["config", "--local", *change])


def attribute(root: Path, path: str, name: str) -> str:
    """The value that git's attributes give a path, relative to `root`: `unspecified`, `set`,
    `unset`, or a text. Raises `UsageError` where git does not answer."""
    return answer(root, ["check-attr", "-z", name, "--", path]).split(b"\0")[2].decode()


def comment_mark(root: Path) -> str | None:
    """What begins a comment in a message that is being written; None where git chooses it."""
    # Two names for one thing: what is said last holds.
    output = run(root, ["config", "--null", "--get-regexp", r"^core\.comment(char|string)$"])
    if not output:
        return "#"
    mark = output.rstrip(b"\0").rpartition(b"\0")[2].partition(b"\n")[2].decode("utf-8", "replace")
    return None if mark == "auto" else mark


def strips_comments(root: Path) -> bool:
    """Whether git takes comments out of a message that was edited, as it does unless told."""
    output = run(root, ["config", "--get", "commit.cleanup"])
    return output is None or output.strip() in (b"default", b"strip")
