"""How much of the history a clone has, and whether that has changed: told by git's own files."""

import contextlib
from pathlib import Path

from compiler.git.places import common_folder, own_folder

_REFERENCE = "ref:"


def cut_off(root: Path) -> dict[str, bytes]:
    """What makes the history of this clone another one: `shallow` and `grafts`, where there are
    such files, with what they hold. Grafts are not followed (see `processes`): no other clone has
    them, and each is to give the same answer."""
    home = common_folder(root)
    found = {}
    for name, path in (("shallow", "shallow"), ("grafts", "info/grafts")):
        with contextlib.suppress(OSError):
            if home and (data := (home / path).read_bytes().strip()):
                found[name] = data
    return found


def history_state(root: Path) -> object | None:
    """What differs, by `!=`, after the history of HEAD in this clone has changed; None where that
    cannot be told so cheaply. Looks at a few small files, and starts no process."""
    try:
        own, common = own_folder(root), common_folder(root)
    except OSError:
        return None
    head = _text_of(own / "HEAD")
    if head is None or common is None:
        return None
    # A branch has a file of its own, or a line in the file of packed ones, or is in a table. Some
    # names are those of one worktree only.
    name = head.removeprefix(_REFERENCE).strip() if head.startswith(_REFERENCE) else None
    branch = [_text_of(place / name) for place in (own, common)] if name else []
    if any(text and text.startswith(_REFERENCE) for text in branch):
        return None  # a name for another branch, which is not followed
    # Whether the clone is partial stands in its configuration.
    watched = ("packed-refs", "reftable/tables.list", "config")
    tables = [_signature(place / table) for place in (own, common) for table in watched]
    return head, branch, tables, cut_off(root)


def _text_of(file: Path) -> str | None:
    try:
        return file.read_text("utf-8", "surrogateescape")
    except OSError:
        return None


def _signature(file: Path) -> tuple[int, ...] | None:
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns
