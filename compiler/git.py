"""All access to git, in one place (ADR-0009). Nothing else starts git or opens a repository.

libgit2 gives objects and the index; the git command answers where libgit2 cannot open the
repository (SHA-256, reftable) or read an object. Neither fetches what a partial clone lacks.
"""

import contextlib
import errno
import hashlib
import io
import os
import re
import subprocess
import weakref
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compiler.errors import RefusedError, UsageError

if TYPE_CHECKING:
    import pygit2

_TIMEOUT_SECONDS = 60
# Variables by which a hook's git could lead our children to another repository or history, or to
# take our paths for something else.
_LEADING = (
    "GIT_DIR",
    "GIT_COMMON_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
)
# No locks, the objects as they are, and no program of the repository's that watches its files: git
# would run it at each look at the index, and wait for what it leaves behind.
_QUIETLY = (
    "--no-optional-locks",
    "--no-replace-objects",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "advice.graftFileDeprecated=false",
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
_UNSHALLOW = "this clone is shallow: run git fetch --unshallow, and fetch the branch"
# In a partial clone git fetches by itself what it lacks (ADR-0010). The first forbids that from git
# 2.39.4 on; the second, a list of what may be used, leaves any git no protocol to do it by.
_OFFLINE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
# The empty file and the empty tree, as SHA-1 and SHA-256 name them.
_EMPTY = {
    b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    b"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": (
        "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    ),
}


# No dataclass: the fast way out of a hook imports this module, and dataclasses cost it 7 ms.
class TreeEntry(NamedTuple):
    """A file in a tree or in the index: path, mode (octal, as git has it) and object id."""

    path: str
    mode: int
    oid: str

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link; its blob holds the target."""
        return self.mode == 0o120000

    @property
    def is_file(self) -> bool:
        """Whether it has content of its own (a submodule has none)."""
        return self.mode in (0o100644, 0o100755, 0o120000)

    @property
    def line(self) -> bytes:
        """The entry as `staged_lines` has it."""
        return b"%06o %s 0\t%s" % (self.mode, self.oid.encode(), os.fsencode(self.path))


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


def find_root(start: Path) -> Path | None:
    """The top folder of the working tree that `start` lies in, None outside a repository.

    Walks up to the first `.git` (a folder, or a file in linked worktrees and submodules), which
    needs neither library nor process.
    """
    for folder in (start, *start.parents):
        if os.path.exists(folder / ".git"):  # false, not an error, where we may not look
            return folder
    return None


def find_bare(start: Path) -> Path | None:
    """The bare repository that `start` lies in, None where there is none."""
    return next((folder for folder in (start, *start.parents) if is_bare(folder)), None)


def is_bare(folder: Path) -> bool:
    """Whether a folder is a git directory of its own: told by what each of them holds."""
    return all(os.path.exists(folder / part) for part in ("HEAD", "objects", "refs"))


def common_folder(root: Path) -> Path | None:
    """The folder in which the git repository of the working tree `root` keeps what all its
    linked worktrees share; None where it cannot be found.

    Read from the files that git itself follows, without starting git.
    """
    try:
        home = _own_folder(root)
        shared = home / "commondir"
        if shared.is_file():
            home = home / _pointer(shared).strip()
        # Only a git directory has one: what a file names may be any folder.
        return home if (home / "HEAD").is_file() else None
    except OSError:
        return None


def _own_folder(root: Path) -> Path:
    home = root / ".git"
    if not home.exists():  # a bare repository
        return root
    return root / _pointer(home).removeprefix("gitdir:").strip() if home.is_file() else home


def check_committed_here(root: Path | None) -> None:
    """Raise `UsageError` where the git that runs a hook commits to another repository than that of
    the working tree `root`, as `git --git-dir=FOLDER commit` does."""
    named = os.environ.get("GIT_DIR")
    ours = (root / ".git", _own_folder(root)) if root else ()
    if named and os.path.realpath(named) not in map(os.path.realpath, ours):
        hint = "only a repository whose .git lies in its working tree can be judged"
        raise UsageError(f"git commits to {named}, not to the repository of this folder", hint)


def _pointer(file: Path) -> str:
    return os.fsdecode(file.read_bytes())


def printable(path: bytes) -> str:
    """A path that any output can carry: bytes that are no UTF-8 become `\\xNN`.

    A backslash becomes two, so that no file can stand in the place of another one.
    """
    return path.replace(b"\\", b"\\\\").decode("utf-8", "backslashreplace")


def person(root: Path) -> str:
    """Who commits here, as `Name <mail>`: a claim, as in every commit. Raises `UsageError`."""
    output = _run(root, ["var", "GIT_COMMITTER_IDENT"])
    if output is None:
        check_usable(root)
        raise UsageError("git does not know who you are", "git config user.name and user.email")
    return output.decode("utf-8", "replace").rpartition(">")[0] + ">"


def commit(root: Path, paths: Sequence[str], message: str) -> bool:
    """Commit these files alone, as git's own identity and through its hooks; False where nothing
    of them has changed. What else is staged stays staged. Raises `RefusedError` with git's words.

    `paths` are relative to the root.
    """
    literal = [_at(path) for path in paths]
    if not _answer(root, ["status", "--porcelain", "--", *literal]):
        return False
    _answer(root, ["add", "--", *literal])
    done = subprocess.run(
        ["git", "commit", "--quiet", "--only", "--file=-", "--cleanup=verbatim", "--", *literal],
        cwd=root,
        # What the person's own hooks do is theirs to say.
        env={key: value for key, value in _environment().items() if key not in _OFFLINE},
        input=message.encode(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        hint = "the files are written: mend what git says, then run the command again"
        raise RefusedError(f"git does not commit: {said}", hint)
    return True


def blob_id(data: bytes) -> str:
    """The id that git gives this content, in repositories of the usual object format."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def ignored_paths(root: Path, folder: str) -> frozenset[str]:
    """Untracked paths below `folder` that git ignores, relative to `root`.

    An ignored folder is named once, with a trailing slash. Git itself answers, so that excludes
    of every kind count. Empty where git is missing or refuses the repository: more is read then,
    never less.
    """
    command = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]
    output = _run(root, [*command, "--", _at(folder)])
    return frozenset(_paths(output))


def ignore_sources(root: Path) -> tuple[str, ...]:
    """The files outside the tree of folders by which git tells what it ignores, there or not, as
    absolute paths: the index, since what is tracked is not ignored, its configuration, and the
    files of patterns that all worktrees or all repositories share."""
    common = common_folder(root)
    if common is None:
        return ()
    own, home = _own_folder(root), os.path.expanduser("~")
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
    output = _run(root, ["config", "--list", "--show-origin", "--null"]) or b""
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


def listed_paths(root: Path) -> list[str]:
    """Every file of the working tree that git tracks or would track, relative to `root`."""
    return _paths(_run(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))


def is_tracked(root: Path, path: str) -> bool:
    """Whether git tracks a file or a file below a folder; `path` is relative to `root`."""
    return bool(_run(root, ["ls-files", "-z", "--cached", "--", _at(path)]))


def is_ignored(root: Path, path: str) -> bool:
    """Whether git would ignore a file, which need not be there; `path` is relative to `root`."""
    return _run(root, ["check-ignore", "-q", "--", path]) is not None


def lines_with(root: Path, word: str) -> list[tuple[str, int]]:
    """Where a word stands in the text files that git tracks or would track: path relative to
    `root`, and line. Empty where that cannot be had."""
    output = _run(root, ["grep", "-z", "-n", "-I", "-F", "-w", "--untracked", "-e", word])
    rows = [row.split(b"\0", 2) for row in (output or b"").split(b"\n") if row]
    return [(os.fsdecode(path), int(line)) for path, line, _ in rows]


def _at(path: str) -> str:
    """What tells git to look at a path, whatever signs are in it; the root itself is `.`."""
    return f":(top,literal){'' if path == '.' else path}"


def _paths(output: bytes | None) -> list[str]:
    return [os.fsdecode(path) for path in (output or b"").split(b"\0") if path]


def comment_mark(root: Path) -> str | None:
    """What begins a comment in a message that is being written; None where git chooses it."""
    for name in ("core.commentString", "core.commentChar"):
        output = _run(root, ["config", "--get", name])
        if output is not None:
            mark = output.decode("utf-8", "replace").rstrip("\n")
            return None if mark == "auto" else mark
    return "#"


def strips_comments(root: Path) -> bool:
    """Whether git takes comments out of a message that was edited, as it does unless told."""
    output = _run(root, ["config", "--get", "commit.cleanup"])
    return output is None or output.strip() in (b"default", b"strip")


def hooks_folder(root: Path) -> Path | None:
    """Where git looks for hooks, which `core.hooksPath` may say; None without git."""
    return _own_path(root, "--git-path", "hooks")


def _own_path(root: Path, *question: str) -> Path | None:
    output = _run(root, ["rev-parse", "--path-format=absolute", *question])
    return Path(os.fsdecode(output.removesuffix(b"\n"))) if output else None


def setting(root: Path, key: str, *, own: bool = False) -> str | None:
    """A value of git's configuration as it holds in this repository, None where there is none.

    `own` asks only what the repository's own configuration says, not the user's or the system's.
    """
    output = _run(root, ["config", *(["--local"] if own else []), "--null", "--get", key])
    return None if output is None else output.rstrip(b"\0").decode("utf-8", "replace")


def change_setting(root: Path, key: str, value: str | None) -> None:
    """Write a value into the repository's own configuration, which its linked worktrees share;
    None takes the key away. Raises `UsageError` where git cannot."""
    change = ["--replace-all", key, value] if value is not None else ["--unset-all", key]
    _answer(root, ["config", "--local", *change])


def attribute(root: Path, path: str, name: str) -> str:
    """The value that git's attributes give a path, relative to `root`: `unspecified`, `set`,
    `unset`, or a text. Raises `UsageError` where git does not answer."""
    return _answer(root, ["check-attr", "-z", name, "--", path]).split(b"\0")[2].decode()


def staged_lines(root: Path) -> list[bytes]:
    """What git will commit, a line a file: mode, object id, stage 0, a tab, the path.

    `git commit PATH` has an index of its own, which is read then. Raises `UsageError` while paths
    are unmerged, and where git cannot read the index.
    """
    environment = _index_environment(root)
    output = _run(root, ["ls-files", "-s", "-z", "--full-name"], environment)
    if output is None:
        raise _unreadable_index(root)
    lines = output.split(b"\0")[:-1]
    for line in lines:
        head, _, path = line.partition(b"\t")
        if not head.endswith(b" 0"):
            raise UsageError(f"{os.fsdecode(path)} is unmerged", "resolve the conflict first")
    for blob, tree in _EMPTY.items():
        if blob in output:
            return _without_announced(root, lines, tree, environment)
    return lines


def _without_announced(
    root: Path, lines: list[bytes], empty_tree: str, environment: dict[str, str]
) -> list[bytes]:
    """Leave out what `git add -N` only announced: it looks like an empty file, and git commits
    none."""
    command = ["diff-index", "--cached", "--ita-invisible-in-index", "--no-renames"]
    output = _run(root, [*command, "--name-only", "-z", empty_tree], environment)
    if output is None:
        raise _unreadable_index(root)
    committed = frozenset(output.split(b"\0"))
    return [line for line in lines if line.partition(b"\t")[2] in committed]


def _unreadable_index(root: Path) -> UsageError:
    check_usable(root)
    return UsageError("git cannot read the index", "run git status to see why")


class Repository:
    """Objects, trees and the index of the repository at `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._batch: ObjectReader | None = None

    @cached_property
    def _libgit(self) -> "pygit2.Repository | None":
        """Opened when an object is first asked for: a run whose readings are kept needs none."""
        return _open(self.root)

    def resolve(self, revision: str) -> str:
        """The id of the commit that a revision names.

        Raises `UsageError` where there is none, and where a branch and a tag have the name: git
        would take the tag, which says nothing about the branch.
        """
        command = ["-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify"]
        done = _call(self.root, [*command, "--end-of-options", f"{revision}^{{commit}}"])
        if done is None or done.returncode or done.stdout.startswith(b"^"):
            check_usable(self.root)
            hint = _fetch_hint(self.root) or "fetch the branch, or mend the name"
            raise UsageError(f"there is no revision {revision!r}", hint)
        if b"is ambiguous" in done.stderr:
            hint = f"rename one, or write it in full, as in refs/heads/{revision}"
            raise UsageError(f"{revision!r} is the name of several branches or tags", hint)
        return done.stdout.decode().strip()

    def tree(self, treeish: str) -> list[TreeEntry]:
        """The files of a tree, or of a commit's tree. Raises `UsageError` where git lacks a part
        of it: files that cannot be listed are not files that are gone."""
        entries = _tree_entries(self._libgit, treeish) if self._libgit is not None else None
        if entries is None:
            output = _answer(self.root, ["ls-tree", "-r", "-z", "--full-tree", treeish])
            entries = [_listed(line.split(b" ", 2)) for line in output.split(b"\0") if line]
        return entries

    def index(self) -> list[TreeEntry]:
        """The files of the index that git will commit. Raises as `staged_lines` does."""
        return [_staged(line) for line in staged_lines(self.root)]

    def blob(self, oid: str) -> bytes:
        """The content of a blob. Raises `OSError` where no repository has it."""
        if self._libgit is not None and (content := _content(self._libgit, oid)) is not None:
            return content
        if self._batch is None:
            self._batch = ObjectReader(self.root)
        try:
            return self._batch.read(oid)
        except OSError as error:
            self._batch = None  # git may have ended over an object that it must not fetch
            hint = f"; {self._fetch_hint}" if self._fetch_hint else ""
            raise OSError(error.errno, f"{error.strerror}{hint}", oid) from None

    @cached_property
    def _fetch_hint(self) -> str | None:
        return _fetch_hint(self.root)

    def merge_base(self, one: str, other: str) -> str:
        """The best common ancestor of two commits. Raises `UsageError` where there is none."""
        output = _run(self.root, ["merge-base", one, other])
        if not output:
            hint = _fetch_hint(self.root) or "name the branch that the change goes to"
            raise UsageError("the two revisions have no common commit here", hint)
        return output.decode().strip()

    def merge(self, ours: str, theirs: str) -> tuple[str, tuple[str, ...]]:
        """What merging `theirs` into `ours` gives: the id of its tree, and the paths in conflict.

        Git itself merges (`git merge-tree`), so that renames and configured merge drivers count.
        Neither index nor working tree is touched. Raises `UsageError` where git cannot merge.
        """
        command = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z"]
        done = _call(self.root, [*command, ours, theirs])
        if done is None or done.returncode not in (0, 1) or not done.stdout:
            check_usable(self.root)
            said = done.stderr.decode("utf-8", "replace").strip() if done else ""
            if "usage:" in said:
                raise UsageError("this git cannot merge trees", "git 2.38 or newer is needed")
            hint = _fetch_hint(self.root) or "merge them by hand"
            raise UsageError(f"git cannot merge the two: {said}", hint)
        tree, *conflicts = (os.fsdecode(part) for part in done.stdout.split(b"\0") if part)
        return tree, tuple(conflicts)

    def deleted_paths(self, commit: str, folders: Sequence[str]) -> list[str]:
        """Paths below `folders` that the first-parent history of a commit deleted or renamed.

        Raises `UsageError` where git fails: a rule must not take that for a clean history.
        """
        command = ["log", "--first-parent", "--diff-merges=first-parent", "--no-renames"]
        command += ["--no-show-signature", "--no-follow", "--diff-filter=D", "--format="]
        command += ["--name-only", "-z", commit, "--"]
        return _paths(_answer(self.root, [*command, *(_at(f) for f in folders)]))

    def staged_paths(self) -> list[str]:
        """Paths that the index which git will commit changes, both of a rename. Raises as
        `changed_paths` does."""
        return _changed(self.root, ["--cached", "--ita-invisible-in-index"])

    def changed_paths(self, old: str, new: str) -> list[str]:
        """Paths that differ between two commits, both of a rename, relative to the root. Raises
        `UsageError` where git cannot tell."""
        return _changed(self.root, [old, new])

    def commits(self, base: str, head: str) -> list[Commit]:
        """The commits that `head` has in its history and `base` has not.

        Raises `UsageError` where git fails, and in a shallow clone, in which a commit may seem to
        have brought what only stands at the edge of the clone.
        """
        if self.is_shallow:
            raise UsageError("this clone is shallow: who changed what is not known", _UNSHALLOW)
        command = ["log", "--no-show-signature", "--no-follow", "--encoding=UTF-8", "-z"]
        command += ["--format=%H%x00%P%x00%an%x00%ae%x00%B", f"{base}..{head}", "--"]
        fields = _answer(self.root, command).decode("utf-8", "replace").split("\0")
        return [_commit(fields[n : n + 5]) for n in range(0, len(fields) - 1, 5)]

    def signature(self, commit: str) -> Signature:
        """Who signed a commit. No setting of the user or the repository says who is trusted or
        which program verifies. Raises `UsageError` where git fails."""
        command = [*_VERIFYING, "log", "--no-walk", "--no-show-signature"]
        answer = _answer(self.root, [*command, "--format=%G?%x00%GF%x00%GP", commit, "--"])
        state, *fingerprints = answer.decode("utf-8", "replace").strip().split("\0")
        return Signature(state, tuple(filter(None, fingerprints)))

    def folder(self, commit: str, path: str) -> str | None:
        """The id of the tree that a folder has in a commit; None where there is no such folder.

        Raises `UsageError` where git lacks a part of the commit: that is no folder that is gone.
        """
        found = _folder_id(self._libgit, commit, path) if self._libgit is not None else None
        if found is not None:
            return found
        if path == ".":
            return (
                _answer(self.root, ["rev-parse", "--verify", f"{commit}^{{tree}}"]).decode().strip()
            )
        command = ["ls-tree", "-d", "-z", "--full-tree", "--object-only", commit, "--", path]
        return _answer(self.root, command).rstrip(b"\0").decode() or None

    def has_changes(self, folders: Sequence[str]) -> bool:
        """Whether files below `folders` differ from HEAD, staged or not, or are not tracked."""
        command = ["status", "--porcelain", "-z", "--untracked-files=all", "--"]
        return bool(_answer(self.root, [*command, *(_at(f) for f in folders)]))

    @property
    def is_shallow(self) -> bool:
        """Whether the clone holds only a part of the history."""
        return _is_shallow(self.root)


def _changed(root: Path, between: list[str]) -> list[str]:
    command = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", *between, "--"]
    return _paths(_answer(root, command, _index_environment(root)))


# Words that `log_words` gives for each commit, before those of its files.
COMMIT_WORDS = "%x01%m%H%x00%P%x00%ct%x00%aI%x00%an%x00%B"
# As every clone of the repository answers, whatever the configurations say.
_LOG = (
    *("-c", "log.showRoot=true", "-c", "log.follow=false"),
    "log",
    *("--no-show-signature", "--no-notes", "--no-color", "--no-ext-diff", "--no-follow"),
    *("--encoding=UTF-8", "--full-history", "-z", "--raw", "--no-abbrev", "--no-relative"),
    *("--ignore-submodules=none", "-c", "-l5000", f"--format={COMMIT_WORDS}"),
)
# What a pipe holds: git goes on while we look at it.
_CHUNK = 1 << 16


def log_words(
    root: Path, revisions: Sequence[str], folders: Sequence[str], *, walk: bool = True
) -> Iterator[bytes]:
    """What `git log` says about commits, newest first, as words that NUL divides.

    Every commit comes, and of its changes those below `folders` (relative to the root): first its
    `COMMIT_WORDS`, then raw lines with their paths. `revisions` are ids and ranges of ids; without
    `walk` only these commits. Words come while git works. Raises `UsageError` where it fails.
    """
    # In a partial clone git may lack what it would compare: only equal files are renames there.
    alike = "100" if is_partial(root) else "50"
    command = ["git", *_QUIETLY, *_LOG, f"-M{alike}%"]
    command += ["--sparse", "--left-right" if walk else "--no-walk=sorted"]
    command += ["--stdin", "--", *(_at(folder) for folder in folders)]
    with subprocess.Popen(
        command,
        cwd=root,
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None  # all three pipes were asked for above
        assert isinstance(process.stdout, io.BufferedReader)
        assert process.stderr is not None
        with contextlib.suppress(BrokenPipeError), process.stdin:
            process.stdin.write("".join(f"{revision}\n" for revision in revisions).encode())
        rest = b""
        while chunk := process.stdout.read1(_CHUNK):
            *words, rest = (rest + chunk).split(b"\0")
            yield from words
        if rest:
            yield rest
        said = process.stderr.read().decode("utf-8", "replace").strip()
    if process.returncode:
        check_usable(root)
        hint = _fetch_hint(root) or "run git fsck to see why"
        raise UsageError(f"git cannot read the history: {said}", hint)


def renamed_into(root: Path, commits: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """What commits rename, anywhere in the repository: commit, old path, new path.

    Raises `UsageError` where git fails.
    """
    alike = "100" if is_partial(root) else "50"
    command = ["diff-tree", "--stdin", "-r", "-z", "--name-status"]
    command += [f"-M{alike}%", "-l5000", "--diff-filter=R"]
    given = "".join(f"{commit}\n" for commit in commits).encode()
    words = iter(_answer(root, command, given=given).split(b"\0"))
    commit = ""
    for word in words:
        if word.startswith(b"R") and len(word) == 4:
            yield commit, os.fsdecode(next(words)), os.fsdecode(next(words))
        elif word:
            commit = word.decode().strip()


def history_state(root: Path) -> object | None:
    """What differs, by `!=`, after the history of HEAD in this clone has changed; None where that
    cannot be told so cheaply. Looks at a few small files, and starts no process."""
    own, common = _own_folder(root), common_folder(root)
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


def head_commit(root: Path) -> str | None:
    """The commit that is checked out; None before the first one. Raises `UsageError` where git
    cannot work here."""
    output = _run(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
    if output is None:
        check_usable(root)
    return output.decode().strip() if output else None


def blamed(root: Path, path: str, lines: tuple[int, int] | None, revision: str | None) -> list[str]:
    """The ids of the commits that last changed lines of a file (1-based, the last included), each
    once; all lines without them. Zeros stand for what is not committed.

    `path` is relative to the root; without `revision` the file on disk is meant. Raises
    `UsageError` where git cannot tell, as for a file that it does not track.
    """
    command = ["blame", "--porcelain", *([f"-L{lines[0]},{lines[1]}"] if lines else [])]
    output = _answer(root, [*command, *([revision] if revision else []), "--", path])
    heads = re.findall(rb"^([0-9a-f]{40,64}) [0-9]+ [0-9]+ [0-9]+$", output, re.MULTILINE)
    return list(dict.fromkeys(head.decode() for head in heads))


def is_partial(root: Path) -> bool:
    """Whether the clone may lack objects, which it was to fetch when they are needed."""
    return bool(_run(root, ["config", "--get-regexp", r"^remote\..*\.promisor$"]))


def cut_off(root: Path) -> dict[str, bytes]:
    """What ends or bends the history of this clone: `shallow` and `grafts`, where there are such
    files, with what they hold."""
    home = common_folder(root)
    found = {}
    for name, path in (("shallow", "shallow"), ("grafts", "info/grafts")):
        with contextlib.suppress(OSError):
            if home and (data := (home / path).read_bytes().strip()):
                found[name] = data
    return found


class ObjectReader:
    """`git cat-file --batch`: one process that gives any number of objects."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            ["git", "cat-file", "--batch"],
            cwd=root,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        weakref.finalize(self, _end, self._process)

    def read(self, oid: str) -> bytes:
        """The content of an object. Raises `OSError` where it is missing."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None  # both pipes were asked for above
        assert answers is not None
        head: list[bytes] = []
        with contextlib.suppress(BrokenPipeError):
            questions.write(oid.encode() + b"\n")
            questions.flush()
            head = answers.readline().split()
        if len(head) != 3:
            # Not ENOENT: a file whose content is missing is not a missing file.
            raise OSError(errno.EIO, "the object is missing in the repository", oid)
        content = answers.read(int(head[2]))
        answers.read(1)  # the line end behind every object
        return content


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.communicate()


def check_usable(root: Path) -> None:
    """Raise `UsageError` with the cause where git cannot work in this repository at all."""
    done = _call(root, ["rev-parse", "--git-dir"])
    if done is None:
        raise UsageError("git is not there, or does not answer", "install git")
    if done.returncode and b"dubious ownership" in done.stderr:
        hint = f"git config --global --add safe.directory {root}"
        raise UsageError("git refuses the repository: it belongs to another user", hint)
    if done.returncode:
        cause = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise UsageError(f"git refuses the repository: {cause}", "run git status to see why")


def _open(root: Path) -> "pygit2.Repository | None":
    import pygit2

    try:
        return pygit2.Repository(str(root))
    except pygit2.GitError:
        return None


def _tree_entries(library: "pygit2.Repository", treeish: str) -> list[TreeEntry] | None:
    """The files of a tree, None where libgit2 cannot read a part: git may, or says why."""
    import pygit2

    try:
        return list(_walk(library[treeish].peel(_tree_type()), ""))
    except (KeyError, pygit2.GitError):
        return None


def _folder_id(library: "pygit2.Repository", commit: str, path: str) -> str | None:
    """The id of a folder's tree, None where libgit2 finds none or lacks a part."""
    import pygit2

    try:
        top = library[commit].peel(_tree_type())
        found = top if path == "." else top[path]
    except (KeyError, pygit2.GitError):
        return None
    return str(found.id) if isinstance(found, _tree_type()) else None


def _content(library: "pygit2.Repository", oid: str) -> bytes | None:
    """The content of an object, None where libgit2 cannot give it."""
    import pygit2

    try:
        return library[oid].read_raw()
    except (KeyError, pygit2.GitError):
        return None


def _tree_type() -> "type[pygit2.Tree]":
    import pygit2

    return pygit2.Tree


def _walk(tree: "pygit2.Tree", prefix: str) -> Iterator[TreeEntry]:
    tree_type = _tree_type()
    for item in tree:
        path = f"{prefix}{item.name}"
        if isinstance(item, tree_type):
            yield from _walk(item, f"{path}/")
        else:
            yield TreeEntry(path, int(item.filemode), str(item.id))


def _listed(fields: list[bytes]) -> TreeEntry:
    mode, _, rest = fields
    oid, path = rest.split(b"\t", 1)
    return TreeEntry(os.fsdecode(path), int(mode, 8), oid.decode())


def _staged(line: bytes) -> TreeEntry:
    head, _, path = line.partition(b"\t")
    mode, oid, _ = head.split(b" ")
    return TreeEntry(os.fsdecode(path), int(mode, 8), oid.decode())


def _commit(fields: list[str]) -> Commit:
    oid, parents, name, email, message = fields
    return Commit(oid, tuple(parents.split()), Person(name, email), message)


def _is_shallow(root: Path) -> bool:
    return _run(root, ["rev-parse", "--is-shallow-repository"]) == b"true\n"


def _fetch_hint(root: Path) -> str | None:
    """How to get what this clone was made without; None where it was made whole."""
    if _is_shallow(root):
        return _UNSHALLOW
    if is_partial(root):
        return "this clone is partial: run git fetch --refetch --no-filter"
    return None


def _index_environment(root: Path) -> dict[str, str]:
    """The index that a hook's git hands over, unless it is that of another repository."""
    named = os.environ.get("GIT_INDEX_FILE")
    if not named:
        return {}
    path = os.path.realpath(os.path.join(root, named))
    folder = os.path.dirname(path)
    if os.path.exists(os.path.join(folder, "HEAD")):  # only a git directory has one
        own = _own_path(root, "--git-dir")
        if own is None or os.path.realpath(own) != folder:
            return {}
    return {"GIT_INDEX_FILE": path}


def _environment() -> dict[str, str]:
    """What git children get: nothing that leads them to another repository or history, English
    words, and no way out of this machine."""
    inherited = {key: value for key, value in os.environ.items() if key not in _LEADING}
    return {**inherited, "GIT_GRAFT_FILE": os.devnull, "LC_ALL": "C", **_OFFLINE}


def _call(
    root: Path,
    arguments: list[str],
    environment: dict[str, str] | None = None,
    given: bytes = b"",
) -> "subprocess.CompletedProcess[bytes] | None":
    """A finished git command, which could read what is `given`; None where it cannot be started or
    does not answer."""
    try:
        return subprocess.run(
            ["git", *_QUIETLY, *arguments],
            cwd=root,
            env={**_environment(), **(environment or {})},
            input=given,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


def _answer(
    root: Path,
    arguments: list[str],
    environment: dict[str, str] | None = None,
    given: bytes = b"",
) -> bytes:
    """Standard output of a git command. Raises `UsageError` where it cannot be had."""
    done = _call(root, arguments, environment, given)
    if done is None or done.returncode:
        check_usable(root)
        said = done.stderr.decode("utf-8", "replace").strip() if done else "it does not answer"
        hint = _fetch_hint(root) or "run git fsck to see why"
        raise UsageError(f"git cannot answer ({arguments[0]}): {said}", hint)
    return done.stdout


def _run(
    root: Path, arguments: list[str], environment: dict[str, str] | None = None
) -> bytes | None:
    """Standard output of a git command, None where it cannot be had."""
    done = _call(root, arguments, environment)
    return done.stdout if done and done.returncode == 0 else None
