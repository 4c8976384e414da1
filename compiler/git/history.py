"""Commits: what they claim, what they changed, who signed them."""

import contextlib
import io
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from compiler.errors import UsageError
from compiler.git.paths import at, from_printable, split_paths
from compiler.git.processes import (
    QUIETLY,
    UNSHALLOW,
    answer,
    call,
    check_usable,
    child_environment,
    fetch_hint,
    is_partial,
    is_shallow,
    run,
)

# The fingerprint tells whose key signed, so that nobody need be listed as trusted. The list has to
# be there, though: without it git verifies no signature of ssh.
_VERIFYING = (
    "-c",
    f"gpg.ssh.allowedSignersFile={os.devnull}",
    "-c",
    "gpg.ssh.program=ssh-keygen",
    "-c",
    "gpg.program=gpg",
    "-c",
    "gpg.openpgp.program=gpg",
    "-c",
    "gpg.x509.program=gpgsm",
)
_FIELDS = "%m%H%x00%P%x00%ct%x00%aI%x00%an%x00%B"
# As every clone of the repository answers, whatever the configurations say.
_LOG = (
    *("-c", "log.showRoot=true", "-c", "log.follow=false"),
    "log",
    *("--no-show-signature", "--no-notes", "--no-color", "--no-ext-diff", "--no-follow"),
    *("--encoding=UTF-8", "--full-history", "-z", "--raw", "--no-abbrev", "--no-relative"),
    *("--ignore-submodules=none", "-c", "--combined-all-paths", f"-O{os.devnull}"),
)
# What a pipe holds: git goes on while we look at it.
_CHUNK = 1 << 16


class Person(NamedTuple):
    """A name and an e-mail address, as somebody wrote them."""

    name: str
    email: str

    def __str__(self) -> str:
        return f"{self.name} <{self.email}>" if self.email else self.name


class Commit(NamedTuple):
    """A commit: its id, those of its parents, and what it claims."""

    oid: str
    parents: tuple[str, ...]
    author: Person
    message: str


class Signature(NamedTuple):
    """What git found of a commit's signature: its letter for it (`%G?`), and the fingerprints of
    the key that signed and of the key that this one belongs to."""

    state: str
    fingerprints: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether the key signed this commit; whether it is trusted is not asked."""
        return self.state in ("G", "U")


def head_commit(root: Path) -> str | None:
    """The commit that is checked out; None before the first one. Raises `UsageError` where git
    cannot work here."""
    output = run(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
    if output is None:
        check_usable(root)
    return output.decode().strip() if output else None


def commits_between(root: Path, base: str, head: str) -> list[Commit]:
    """The commits that `head` has in its history and `base` has not.

    Raises `UsageError` where git fails, and in a shallow clone, in which a commit may seem to
    have brought what only stands at the edge of the clone.
    """
    if is_shallow(root):
        raise UsageError("this clone is shallow: who changed what is not known", UNSHALLOW)
    command = ["log", "--no-show-signature", "--no-follow", "--encoding=UTF-8", "-z"]
    command += ["--format=%H%x00%P%x00%an%x00%ae%x00%B", f"{base}..{head}", "--"]
    fields = answer(root, command).decode("utf-8", "replace").split("\0")
    return [_commit(fields[n : n + 5]) for n in range(0, len(fields) - 1, 5)]


def _commit(fields: list[str]) -> Commit:
    oid, parents, name, email, message = fields
    return Commit(oid, tuple(parents.split()), Person(name, email), message)


def signature_of(root: Path, commit: str) -> Signature:
    """Who signed a commit. No setting of the user or the repository says who is trusted or
    which program verifies. Raises `UsageError` where git fails."""
    command = [*_VERIFYING, "log", "--no-walk", "--no-show-signature"]
    said = answer(root, [*command, "--format=%G?%x00%GF%x00%GP", commit, "--"])
    state, *fingerprints = said.decode("utf-8", "replace").strip().split("\0")
    return Signature(state, tuple(filter(None, fingerprints)))


def deleted_paths(root: Path, commit: str, folders: Sequence[str]) -> list[str]:
    """Paths below `folders` that the first-parent history of a commit deleted or renamed, all
    relative to the root.

    Raises `UsageError` where git fails: a rule must not take that for a clean history.
    """
    command = ["log", "--first-parent", "--diff-merges=first-parent", "--no-renames"]
    command += ["--no-show-signature", "--no-follow", "--diff-filter=D", "--format="]
    command += ["--name-only", "-z", commit, "--"]
    return split_paths(answer(root, [*command, *(at(f) for f in folders)]))


def read_log(
    root: Path, revisions: Sequence[str], folders: Sequence[str], *, walk: bool = True
) -> Iterator[list[bytes]]:
    """What `git log` says about commits, newest first, while it works.

    Every commit comes, and of its changes those below `folders` (relative to the root). Each is a
    list of seven: the side of a range (`<` or `>`) with the id, the ids of the parents, the time of
    committing in seconds, that of writing as ISO 8601, the name of the writer, the message, and raw
    lines and paths, divided by NUL. `revisions` are ids and ranges of ids; without `walk` only
    these commits. Raises `UsageError` where git fails.
    """
    # No message can hold what nobody knows before: it begins a commit.
    mark = os.urandom(16).hex()
    command = ["git", *QUIETLY, *_LOG, *_renames(root), f"--format={mark}{_FIELDS}"]
    command += ["--sparse", "--left-right" if walk else "--no-walk=sorted"]
    command += ["--stdin", "--", *(at(folder) for folder in folders)]
    with subprocess.Popen(
        command,
        cwd=root,
        env=child_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None  # all three pipes were asked for above
        assert isinstance(process.stdout, io.BufferedReader)
        assert process.stderr is not None
        with contextlib.suppress(BrokenPipeError), process.stdin:
            process.stdin.write("".join(f"{revision}\n" for revision in revisions).encode())
        for commit in _divided(process.stdout, mark.encode()):
            yield commit.split(b"\0", 6)
        said = process.stderr.read().decode("utf-8", "replace").strip()
    if process.returncode:
        check_usable(root)
        hint = fetch_hint(root) or "run git fsck to see why"
        raise UsageError(f"git cannot read the history: {said}", hint)


def _divided(stream: io.BufferedReader, mark: bytes) -> Iterator[bytes]:
    """What stands behind each mark, as soon as it is there. No part is looked through twice."""
    pending = bytearray()
    while chunk := stream.read1(_CHUNK):
        looked = max(0, len(pending) - len(mark))
        pending += chunk
        end = pending.rfind(mark, looked)
        if end > 0:
            yield from bytes(pending[:end]).split(mark)[1:]
            del pending[:end]
    yield from bytes(pending).split(mark)[1:]


def commits_in(root: Path, commits: str) -> list[str]:
    """The ids of the commits of a range; none where this clone lacks it."""
    output = run(root, ["rev-list", "--end-of-options", commits, "--"])
    return output.decode().split() if output else []


def renamed_in(root: Path, commits: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What commits rename, anywhere in the repository: old path, new path.

    Raises `UsageError` where git fails.
    """
    command = ["diff-tree", "--stdin", "-r", "-z", "--name-status"]
    command += [*_renames(root), "--diff-filter=R"]
    given = "".join(f"{commit}\n" for commit in commits).encode()
    words = iter(answer(root, command, given=given).split(b"\0"))
    for word in words:
        if word.startswith(b"R"):  # else the id of a commit
            yield os.fsdecode(next(words)), os.fsdecode(next(words))


def _renames(root: Path) -> list[str]:
    """How alike files have to be that git calls a rename, and among how many it looks. In a partial
    clone it may lack what it would compare: only equal files are renames there."""
    return ["-M100%" if is_partial(root) else "-M50%", "-l5000"]


def blamed(root: Path, path: str, lines: tuple[int, int] | None, revision: str | None) -> list[str]:
    """The ids of the commits that last changed lines of a file (1-based, the last included), each
    once; all lines without them. Zeros stand for what is not committed.

    `path` is relative to the root, and printable; without `revision` the file on disk is meant.
    Raises `UsageError` where git cannot tell, as for a file that it does not track.
    """
    command = ["blame", "--porcelain", "--no-textconv"]
    command += [f"-L{lines[0]},{lines[1]}"] if lines else []
    command += [*([revision] if revision else []), "--", from_printable(path)]
    done = call(root, command)
    if done is None or done.returncode:
        check_usable(root)
        said = done.stderr.decode("utf-8", "replace").strip() if done else "it does not answer"
        hint = fetch_hint(root) or "name a file that git tracks, and lines that it has"
        raise UsageError(f"git cannot tell who changed {path}: {said}", hint)
    output = done.stdout
    heads = re.findall(rb"^([0-9a-f]{40,64}) [0-9]+ [0-9]+ [0-9]+$", output, re.MULTILINE)
    return list(dict.fromkeys(head.decode() for head in heads))
