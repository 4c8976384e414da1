"""How much of the history a clone has, and whether that has changed: told by git's own files."""

import contextlib
from pathlib import Path

from compiler.git.places import common_folder, own_folder


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
    own, common = own_folder(root), common_folder(root)
    head = _text_of(own / "HEAD")
    if head is None or common is None:
        return None
    # A branch has a file of its own, or a line in the file of packed ones, or is in a table.
    branch = _text_of(common / head[5:].strip()) if head.startswith("ref: ") else None
    if branch and branch.startswith("ref: "):  # a name for another branch, which is not followed
        return None
    tables = common / "packed-refs", *(place / "reftable/tables.list" for place in (own, common))
    return head, branch, [_signature(table) for table in tables], cut_off(root)


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
