"""Letting git merge the file of proposals by the ids of its entries.

Two things make it so: a line of `.gitattributes`, committed for everybody, that names the driver;
and the command of that name in git's configuration, which is nobody's but this clone's. Where that
is missing, git merges line by line as it does any text.
"""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from compiler.errors import UsageError
from compiler.git import settings
from compiler.writing import Change, write_all
from proposals.store import PROPOSALS_FILE

ATTRIBUTES_FILE = ".gitattributes"
_DRIVER = "mneme-proposals"
_LINE = f"{PROPOSALS_FILE} merge={_DRIVER}"
_OURS = re.compile(rf"^{re.escape(_LINE)}[ \t]*(?:\r?\n|\Z)".encode(), re.MULTILINE)
# No other key of the section: git stops where one is there and this one is not.
_KEY = f"merge.{_DRIVER}.driver"
_CALL = ("decision", "merge-driver", "%O", "%A", "%B", "%P")


@dataclass(frozen=True, slots=True)
class Registration:
    """Whether git's attributes name the driver, and whether git knows the driver's command."""

    named: bool
    known: bool

    @property
    def whole(self) -> bool:
        """Whether git calls it."""
        return self.named and self.known


def registration(root: Path) -> Registration:
    """What git knows of the driver in the repository at `root`. Raises `UsageError`."""
    named = settings.attribute(root, PROPOSALS_FILE, "merge") == _DRIVER
    return Registration(named, settings.setting(root, _KEY) is not None)


def register(root: Path, command: Sequence[str]) -> bool:
    """Name the driver and its command; False where both are there already.

    `command` is the command line that starts this mneme, used as long as its program exists; else
    `mneme` is looked for on PATH. Raises `UsageError` where the file is merged otherwise already,
    or cannot be written.
    """
    wanted, known = _driver(command), settings.setting(root, _KEY)
    found = settings.attribute(root, PROPOSALS_FILE, "merge")
    if found not in ("unspecified", _DRIVER):
        message = f"git's attributes already say how {PROPOSALS_FILE} is merged: {found}"
        raise UsageError(message, f"take that out, or add behind it: {_LINE}")
    if found != _DRIVER:
        before = _attributes(root)
        text = before or b""
        end = b"\r\n" if b"\r\n" in text else b"\n"
        gap = b"" if not text or text.endswith(b"\n") else end
        _write(root, before, text + gap + _LINE.encode() + end)
    if known != wanted:
        settings.change_setting(root, _KEY, wanted)
    return found != _DRIVER or known != wanted


def unregister(root: Path) -> bool:
    """Take both away, and the file of attributes where nothing else is in it; False where neither
    was there. Raises `UsageError`."""
    before = _attributes(root)
    after = _OURS.sub(b"", before or b"")
    known = settings.setting(root, _KEY, own=True) is not None
    if known:
        settings.change_setting(root, _KEY, None)
    if before and not after:
        (root / ATTRIBUTES_FILE).unlink()
    elif after != (before or b""):
        _write(root, before, after)
    return known or after != (before or b"")


def _driver(command: Sequence[str]) -> str:
    """The driver as git's shell runs it; git itself fills in what begins with a `%`."""
    words = [word.replace("%", "%%") for word in map(shlex.quote, command)]
    call = " ".join(_CALL)
    program = " ".join([*words, call])
    return f"if [ -x {words[0]} ]; then {program}; else mneme {call}; fi"


def _attributes(root: Path) -> bytes | None:
    path = root / ATTRIBUTES_FILE
    if path.is_symlink():  # git does not follow it either
        raise UsageError(f"{ATTRIBUTES_FILE} is a symbolic link", "put a plain file in its place")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{ATTRIBUTES_FILE} cannot be read: {error.strerror}") from None


def _write(root: Path, before: bytes | None, after: bytes) -> None:
    write_all([Change(str(root / ATTRIBUTES_FILE), before, after)])
