"""Commands that are watched: what they wrote, whom they started, where they connected to."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mneme_cli.surfaces import Kind

Run = Callable[..., subprocess.CompletedProcess[str]]

DRIVER = Path(__file__).with_name("driver.py")
PROPOSALS = ".mneme/decision_proposals.json"
# What git calls its commands that talk to another repository.
_REMOTE = {"clone", "fetch", "ls-remote", "pull", "push", "remote", "send-email", "submodule"}
# Where in a repository each kind lies; the first that fits counts.
_PLACES: tuple[tuple[str, Kind], ...] = (
    (r"docs/adr/index\.json", "index"),
    (r"docs/adr/\d{4}-[^/]+", "records"),
    (r"\.mneme/baseline\.json", "baseline"),
    (r"\.mneme/config\.toml", "configuration"),
    (r"\.git/hooks(/.+)?", "hooks"),
    (r"\.gitattributes|\.git/config(\.lock)?", "settings"),
    (r"\.git/objects/.+", "objects"),
    (r"\.git/mneme(/.+)?", "cache"),
    (r"\.git/DRAFT", "message"),
    (r"\.git/(index|HEAD|ORIG_HEAD|COMMIT_EDITMSG|packed-refs|refs/.+|logs/.+)(\.lock)?", "commit"),
)
# A folder holds nothing by itself.
_FOLDERS = (".", "docs", "docs/adr", ".mneme")
_TEMPORARY = re.compile(r"(^|/)\.mneme-([^/]+)-[^-/]+$")


@dataclass(frozen=True)
class Watched:
    """What a process did. `elsewhere` are written paths of no known kind."""

    done: subprocess.CompletedProcess[str]
    kinds: frozenset[Kind]
    elsewhere: tuple[str, ...]
    started: tuple[tuple[list[str], dict[str, str]], ...]
    network: tuple[str, ...]

    def faults(self, allowed: set[str]) -> list[str]:
        """All that a process did and should not have done."""
        wrong = [f"wrote {kind}" for kind in sorted(self.kinds - allowed)]
        wrong += [f"wrote {path}" for path in self.elsewhere]
        wrong += [f"network: {event}" for event in self.network]
        for command, environment in self.started:
            if command[0] != "git":
                wrong.append(f"started {command[0]}")
            elif _git_command(command) in _REMOTE:
                wrong.append(f"git {_git_command(command)}")
            elif _git_command(command) == "commit":
                pass  # what a person's own hooks do there is theirs to say
            elif environment.get("GIT_ALLOW_PROTOCOL") != "none":
                wrong.append(f"git {_git_command(command)} may fetch")
        return wrong


@pytest.fixture
def watched(
    start: Run, environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Watched]:
    """Run a command in a repository and say what it did: `watched(repository, "mneme", "check")`,
    `watched(repository, "-c", code)`. `stdin` is all that it can read.

    Events of the process are one witness; the files before and after are the other, which also
    sees what libraries in C and other programs write.
    """

    def run(repository: Path, *arguments: str, stdin: str = "") -> Watched:
        outside = tmp_path_factory.mktemp("outside")
        log = tmp_path_factory.mktemp("log") / "events"
        places = [repository, Path(environment["HOME"]), outside]
        before = dict(_files(places))
        done = start(
            sys.executable,
            str(DRIVER),
            str(log),
            *arguments,
            cwd=repository,
            env={"TMPDIR": str(outside)},
            stdin=stdin,
        )
        after = dict(_files(places))
        events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        changed = {path for path, _ in before.items() ^ after.items()}
        written = changed | {event[1] for event in events if event[0] == "write"}
        paths = {_named(path, repository) for path in written} - {"/dev/null", *_FOLDERS}
        kinds = {path: _kind(path) for path in paths if not path.startswith(PROPOSALS)}
        of_proposals: set[Kind] = set()
        if len(kinds) < len(paths):
            own = str(repository / PROPOSALS)
            of_proposals = _changes_of(before.get(own), after.get(own)) or {"proposals"}
        return Watched(
            done,
            frozenset({kind for kind in kinds.values() if kind} | of_proposals),
            tuple(sorted(path for path, kind in kinds.items() if not kind)),
            tuple((event[1], event[2]) for event in events if event[0] == "start"),
            tuple(event[1] for event in events if event[0] == "network"),
        )

    return run


def _files(places: list[Path]) -> Iterator[tuple[str, tuple[int, bytes]]]:
    for place in places:
        for path in place.rglob("*"):
            if path.is_file() or path.is_symlink():
                content = path.read_bytes() if path.is_file() else b""
                yield str(path), (path.lstat().st_mode, content)


def _named(path: str, repository: Path) -> str:
    """A path in the repository as seen from its root, a temporary file as the one it becomes."""
    full = Path(path)
    real = full.parent.resolve() / full.name
    root = repository.resolve()
    shown = real.relative_to(root).as_posix() if real.is_relative_to(root) else str(real)
    return _TEMPORARY.sub(r"\1\2", shown)


def _kind(path: str) -> Kind | None:
    return next((kind for place, kind in _PLACES if re.fullmatch(place, path)), None)


def _changes_of(before: tuple[int, bytes] | None, after: tuple[int, bytes] | None) -> set[Kind]:
    """What happened to the proposals: new ones, or decisions about those that were there."""
    old, new = _states(before), _states(after)
    added: set[Kind] = {"proposals"} if new.keys() - old.keys() else set()
    decided: set[Kind] = {"decisions"} if any(new.get(key) != old[key] for key in old) else set()
    return added | decided


def _states(file: tuple[int, bytes] | None) -> dict[str, str]:
    entries = json.loads(file[1])["proposals"] if file else []
    return {entry["proposal_id"]: entry["status"] for entry in entries}


def _git_command(arguments: list[str]) -> str:
    """`status` of `git -c x=y --no-optional-locks status --porcelain`."""
    rest = iter(arguments[1:])
    for argument in rest:
        if argument in ("-c", "-C"):
            next(rest)
        elif not argument.startswith("-"):
            return argument
    raise AssertionError(f"no command in {arguments}")
