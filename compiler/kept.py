"""Whether and where anything is kept from one run to the next.

Below the git directory, so that it is in nobody's clone, and linked worktrees share it.
"""

import os
from pathlib import Path

from compiler import git

SWITCH = "MNEME_CACHE"


def kept_folder(root: Path | None) -> Path | None:
    """The folder for what is kept of the repository at `root`; it need not exist.

    None outside a repository, and where the environment forbids it.
    """
    folder = git.common_folder(root) if root and not is_off() else None
    return folder / "mneme" if folder else None


def is_off() -> bool:
    """Whether the environment says that nothing is to be kept or used."""
    return os.environ.get(SWITCH, "").casefold() == "off"
