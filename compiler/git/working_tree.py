"""Which files git sees in the working tree, and which it ignores."""

import os
from collections.abc import Iterator
from pathlib import Path

from compiler.git.paths import at, split_paths
from compiler.git.places import common_folder, own_folder
from compiler.git.processes import run


def listed_paths(root: Path) -> list[str]:
    """Every file of the working tree that git tracks or would track, relative to `root`."""
    return split_paths(run(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))


def is_tracked(root: Path, path: str) -> bool:
    """Whether git tracks a file or a file below a folder; `path` is relative to `root`."""
    return bool(run(root, ["ls-files", "-z", "--cached", "--", at(path)]))


def lines_with(root: Path, word: str) -> list[tuple[str, int]]:
    """Where a word stands in the text files that git tracks or would track: path relative to
    `root`, and line. Empty where that cannot be had."""
    output = run(root, ["grep", "-z", "-n", "-I", "-F", "-w", "--untracked", "-e", word])
    rows = [row.split(b"\0", 2) for row in (output or b"").split(b"\n") if row]
    return [(os.fsdecode(path), int(line)) for path, line, _ in rows]


def is_ignored(root: Path, path: str) -> bool:
    """Whether git would ignore a file, which need not be there; `path` is relative to `root`."""
    return run(root, ["check-ignore", "-q", "--", path]) is not None


def ignored_paths(root: Path, folder: str) -> frozenset[str]:
    """Untracked paths below `folder` that git ignores, relative to `root`.

    An ignored folder is named once, with a trailing slash. Git itself answers, so that excludes
    of every kind count. Empty where git is missing or refuses the repository: more is read then,
    never less.
    """
    command = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]
    output = run(root, [*command, "--", at(folder)])
    return frozenset(split_paths(output))


def ignore_sources(root: Path) -> tuple[str, ...]:
    """The files outside the tree of folders by which git tells what it ignores, there or not, as
    absolute paths: the index, since what is tracked is not ignored, its configuration, and the
    files of patterns that all worktrees or all repositories share."""
    common = common_folder(root)
    if common is None:
        return ()
    own, home = own_folder(root), os.path.expanduser("~")
    user = os.environ.get("XDG_CONFIG_HOME") or f"{home}/.config"
    paths: tuple[str | Path, ...] = (
        *(own / "index", own / "config.worktree", common / "config", common / "info/exclude"),
        *(f"{home}/.gitconfig", f"{user}/git/config", f"{user}/git/ignore", "/etc/gitconfig"),
        *(os.environ.get(name, "") for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")),
        *_configured(root),
    )
    return tuple(dict.fromkeys(os.path.join(root, path) for path in paths))


def _configured(root: Path) -> Iterator[str]:
    """The files that git's configuration here comes from or includes, and those that it names for
    ignored patterns; absolute, or relative to `root`."""
    output = run(root, ["config", "--list", "--show-origin", "--null"]) or b""
    parts = [os.fsdecode(part) for part in output.split(b"\0")]
    for origin, setting in zip(parts[0::2], parts[1::2], strict=False):
        file = origin.removeprefix("file:")
        key, _, value = setting.partition("\n")
        if origin != file:
            yield file
        if key == "core.excludesfile":
            yield os.path.expanduser(value)
        elif key.startswith("include") and key.endswith(".path"):
            yield os.path.join(os.path.dirname(file), os.path.expanduser(value))
