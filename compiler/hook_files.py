"""Our hooks in git's hooks folder: where they stand, putting them in, taking them out.

What others wrote is never lost: our lines are a marked block in front of theirs, so that no `exec`
or `exit` of theirs skips it, and taking the block out leaves their bytes as they were.
"""

import os
import re
import shlex
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from compiler.errors import UsageError
from compiler.git.places import common_folder, hooks_folder
from compiler.git.processes import check_usable
from compiler.writing import write_atomically

# What git calls them: the one that judges records, and those that look at messages.
PRE_COMMIT = "pre-commit"
OF_MESSAGES = ("commit-msg", "prepare-commit-msg")
_BEGIN = "# >>> mneme (mneme init --uninstall takes these lines out) >>>"
_MADE = "# mneme made this file."
_END = "# <<< mneme <<<"
_BLOCK = re.compile(f"{re.escape(_BEGIN)}.*?{re.escape(_END)}".encode(), re.DOTALL)
_FIRST_LINE = b"#!/bin/sh\n"
_SHELL = re.compile(rb"#![^\n]*\b(?:ba|da|k|z|a)?sh\b")
# Told by a word of the file: the program that writes it anew, its configuration, and what to add
# there for a hook.
_MANAGERS = {
    b"pre-commit.com": (
        "pre-commit",
        ".pre-commit-config.yaml",
        "add below `repos:` in .pre-commit-config.yaml: - {{repo: local, hooks: [{{id: mneme, "
        "name: mneme, entry: mneme hook {name}, language: system, {settings}, "
        "always_run: true}}]}}",
    ),
    b"lefthook": (
        "lefthook",
        "lefthook.yml",
        "add below `{name}: commands:` in lefthook.yml: mneme: {{run: mneme hook {name}{given}}}",
    ),
    b"husky": ("husky", ".husky/{name}", "add a line to .husky/{name}: {call}"),
}


@dataclass(frozen=True, slots=True)
class HookFile:
    """The file that git runs as one of its hooks in the repository at `root`.

    `name` is what git calls the hook, `data` its content, None where there is no such file.
    `shared` tells that it lies in the working tree, where it is committed for others.
    """

    root: Path
    name: str
    path: Path
    data: bytes | None
    shared: bool

    @property
    def shown(self) -> str:
        """The path as it is printed: relative to the root where it lies below it."""
        inside = self.path.is_relative_to(self.root)
        return (self.path.relative_to(self.root) if inside else self.path).as_posix()

    @property
    def call(self) -> str:
        """How a shell script calls us."""
        return _call(self.name)

    @property
    def installed(self) -> bool:
        """Whether our block is in it."""
        return self.data is not None and _BLOCK.search(self.data) is not None

    @property
    def others(self) -> bytes | None:
        """What others wrote into it; None where the file is ours alone or is not there."""
        found = _BLOCK.search(self.data) if self.data is not None else None
        if self.data is None or found is None:
            return self.data
        before, after = self.data[: found.start()], self.data[found.end() :]
        # The line end behind the block is its own; where the file ends with it, that before it.
        rest = before + after[1:] if after else before[:-1]
        return None if rest == _FIRST_LINE and _MADE.encode() in found[0] else rest

    @property
    def manager(self) -> tuple[str, str, str] | None:
        """Who keeps the file, their configuration (a path below the root), and what to add there;
        None where nobody is known to."""
        found = [word for word in _MANAGERS if word in (self.others or b"")]
        if ".husky" in self.path.parts:
            found = [b"husky"]
        if not found:
            return None
        who, config, advice = _MANAGERS[found[0]]
        of_messages = self.name in OF_MESSAGES
        words = {
            "name": self.name,
            "call": self.call,
            "settings": f"stages: [{self.name}]" if of_messages else "pass_filenames: false",
            "given": " {1}" if of_messages else "",
        }
        return who, config.format(**words), advice.format(**words)

    @property
    def delegated(self) -> bool:
        """Whether who keeps the file was told of us already."""
        config = self.root / self.manager[1] if self.manager else None
        # As `mneme hook commit-msg`, or by the id of the framework's hook, `mneme-commit-msg`.
        told = rf"mneme[- ](?:hook )?{self.name}\b" if self.name in OF_MESSAGES else "mneme"
        return (
            config is not None
            and config.is_file()
            and bool(re.search(told.encode(), config.read_bytes()))
        )

    @property
    def runs(self) -> bool:
        """Whether git would run it; on Windows it runs whatever is there."""
        return os.name == "nt" or os.access(self.path, os.X_OK)


def find_hook(root: Path, name: str = PRE_COMMIT) -> HookFile:
    """Look at a hook of the repository. Raises `UsageError` where git or the system refuses."""
    folder, common = hooks_folder(root), common_folder(root)
    if folder is None or common is None:
        check_usable(root)
        raise UsageError("git does not say where its hooks are", "git 2.31 or newer is needed")
    path = folder / name
    real, tree = Path(os.path.realpath(folder)), Path(os.path.realpath(root))
    in_git = real.is_relative_to(os.path.realpath(common))
    if not in_git and not real.is_relative_to(tree):
        raise UsageError(
            f"core.hooksPath leads to {folder}, outside this repository: others may use it too",
            f"call `{_call(name)}` in {path} yourself, or give this repository a folder of its "
            "own: git config core.hooksPath .githooks",
        )
    return HookFile(root, name, path, _read(path), shared=not in_git)


def install(hook: HookFile, command: Sequence[str]) -> bool:
    """Put our block in; False where it is there already, as it should be.

    `command` is the command line that starts this mneme, used as long as its program exists; else,
    and in a folder that is committed for others, `mneme` is looked for on PATH. Raises `UsageError`
    where the file is not ours to change.
    """
    others = hook.others
    if hook.delegated:
        return False
    _check_changeable(hook, others)
    block = _block(hook, [] if hook.shared else command, made=others is None)
    first, end, rest = (_FIRST_LINE if others is None else others).partition(b"\n")
    new = first + end + block + rest if end else first + b"\n" + block.removesuffix(b"\n")
    if new == hook.data and hook.runs:
        return False
    _write(hook, new)
    if not hook.runs:
        mode = stat.S_IMODE(hook.path.stat().st_mode)
        hook.path.chmod(mode | (mode & 0o444) >> 2)  # who may read it may run it
    return True


def uninstall(hook: HookFile) -> bool:
    """Take our block out, and the file where it is ours alone; False where there is none."""
    if not hook.installed:
        return False
    if hook.others is None:
        hook.path.unlink()
    else:
        _write(hook, hook.others)
    return True


def _read(path: Path) -> bytes | None:
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise UsageError(f"{path} is no file", "move it away")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None


def _check_changeable(hook: HookFile, others: bytes | None) -> None:
    if hook.manager:
        name, _, advice = hook.manager
        raise UsageError(f"{name} keeps the hooks of this repository", advice)
    if hook.path.is_symlink():
        raise UsageError(
            f"{hook.shown} is a symbolic link", f"call `{hook.call}` where it leads to"
        )
    if others is not None and not _SHELL.match(others):
        raise UsageError(
            f"{hook.shown} is there and is no shell script", f"call `{hook.call}` from it"
        )
    if others is not None and not hook.runs:
        hint = "make it executable (chmod +x), or move it away"
        raise UsageError(f"{hook.shown} is not executable: git ignores it", hint)


def _call(name: str) -> str:
    """How a shell script calls us as a hook of this name: one on messages passes on what git gives
    it."""
    return f"mneme hook {name}" + (' "$@"' if name in OF_MESSAGES else "")


def _block(hook: HookFile, command: Sequence[str], *, made: bool) -> bytes:
    """Lines of POSIX shell that end the hook where mneme refuses, and else go on."""
    lines = [_BEGIN, _MADE] if made else [_BEGIN]
    branch = "if"
    if command:
        program = shlex.quote(command[0])
        words = f"{shlex.join(command)}{hook.call.removeprefix('mneme')}"
        lines += [f"if [ -x {program} ]; then", f"  {words} || exit $?"]
        branch = "elif"
    lines += [
        f"{branch} command -v mneme >/dev/null 2>&1; then",
        f"  {hook.call} || exit $?",
        "else",
        "  echo 'mneme is not installed, so the decision records cannot be judged: install it,"
        " or take its lines out of this hook.' >&2",
        "  exit 2",
        "fi",
        _END,
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def _write(hook: HookFile, data: bytes) -> None:
    try:
        hook.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(str(hook.path), data)
    except OSError as error:
        raise UsageError(f"{hook.path} cannot be written: {error.strerror}") from None
