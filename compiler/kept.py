"""Whether and where anything is kept from one run to the next.

Below the git directory, so that it is in nobody's clone, and linked worktrees share it.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from compiler.git.places import common_folder

SWITCH = "MNEME_CACHE"


def kept_file(root: Path | None, name: str) -> Path | None:
    """The file of this name for what is kept of the repository at `root`; it need not exist.

    None outside a repository, where the environment forbids it, and where something else stands in
    the place of file or folder: a link would lead writing elsewhere, a pipe would be waited for.
    """
    home = common_folder(root) if root and not is_off() else None
    if home is None:
        return None
    folder = home / "mneme"
    usable = _may_be(folder, stat.S_ISDIR) and _may_be(folder / name, stat.S_ISREG)
    return folder / name if usable else None


def _may_be(path: Path, kind: Callable[[int], bool]) -> bool:
    """Whether there is a file of this kind, or none yet."""
    try:
        return kind(path.lstat().st_mode)
    except FileNotFoundError:
        return True
    except OSError:
        return False


def is_off() -> bool:
    """Whether the environment says that nothing is to be kept or used."""
    return os.environ.get(SWITCH, "").casefold() == "off"
