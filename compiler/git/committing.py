"""Who commits here, and committing files."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from compiler.errors import RefusedError, UsageError
from compiler.git.paths import at
from compiler.git.processes import OFFLINE, answer, check_usable, child_environment, run


def person(root: Path) -> str:
    """Who commits here, as `Name <mail>`: a claim, as in every commit. Raises `UsageError`."""
    output = run(root, ["var", "GIT_COMMITTER_IDENT"])
    if output is None:
        check_usable(root)
        raise UsageError("git does not know who you are", "git config user.name and user.email")
    return output.decode("utf-8", "replace").rpartition(">")[0] + ">"


def commit(root: Path, paths: Sequence[str], message: str) -> bool:
    """Commit these files alone, as git's own identity and through its hooks; False where nothing
    of them has changed. What else is staged stays staged. Raises `RefusedError` with git's words.

    `paths` are relative to the root.
    """
    literal = [at(path) for path in paths]
    if not answer(root, ["status", "--porcelain", "--", *literal]):
        return False
    answer(root, ["add", "--", *literal])
    done = subprocess.run(
        ["git", "commit", "--quiet", "--only", "--file=-", "--cleanup=verbatim", "--", *literal],
        cwd=root,
        # What the person's own hooks do is theirs to say.
        env={key: value for key, value in child_environment().items() if key not in OFFLINE},
        input=message.encode(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        hint = "the files are written: mend what git says, then run the command again"
        raise RefusedError(f"git does not commit: {said}", hint)
    return True
