"""Other tools on the same records, each in an environment of its own.

They are installed from wherever pip of this machine installs from. What cannot be installed or
needs a newer Python is named and left out.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Command, alternate, run, wall
from benchmarks.table import Row
from benchmarks.workplace import FOLDER, Workplace, cold, mneme

_SCOPE = re.compile("^scope: (.*)$", re.MULTILINE)
_COUNT = 1_000
_RUNS = 3


@dataclass(frozen=True, slots=True)
class Peer:
    """A tool: what pip installs, the oldest Python it takes, and how it judges a folder.

    `reads_markdown` tells those that parse the text below the front matter.
    """

    name: str
    requirement: str
    python: tuple[int, int]
    arguments: tuple[str, ...]
    reads_markdown: bool


_COMPILE = f"from mneme.adr_compiler import compile_adrs; compile_adrs('{FOLDER}')"

PEERS = (
    Peer("rac validate", "rac-core==0.22.0", (3, 11), ("rac", "validate", FOLDER), True),
    Peer("mneme-hq compile", "mneme-hq==0.9.2", (3, 11), ("python", "-c", _COMPILE), False),
    Peer("adr-check", "adr-check==0.1.1", (3, 14), ("adr-check", "--adr-dir", FOLDER), True),
    Peer("adrinaline", "adrinaline==0.3.0", (3, 14), ("adr", "check", "--dir", FOLDER), False),
)


def compare_with_peers(place: Workplace) -> Iterator[Row]:
    """`check` without a cache and with a warm one, against each tool that can be had."""
    folder = _records(place)
    check = mneme(folder, "check", FOLDER)
    ours = [check, cold(check)]  # the warm one first: each cold run leaves a cache behind
    there: list[tuple[Peer, Command]] = []
    for peer in PEERS:
        command = _installed(peer, place, folder)
        if isinstance(command, str):
            yield Row(f"{peer.name}: left out, {command}", None, "s")
        else:
            there.append((peer, command))
    warm, first, *theirs = alternate([*ours, *(command for _, command in there)], _RUNS)
    yield Row("mneme check, cold, wall", wall(first), "s")
    yield Row("mneme check, warm, wall", wall(warm), "s")
    for (peer, _), usages in zip(there, theirs, strict=True):
        yield Row(f"{peer.name}, wall", wall(usages), "s")
        yield Row(
            f"mneme check, warm, against {peer.name}, wall", wall(warm) / wall(usages), "x", 1
        )
        limit = 1 if peer.reads_markdown else None
        ratio = wall(first) / wall(usages)
        yield Row(f"mneme check, cold, against {peer.name}, wall", ratio, "x", limit)


def _records(place: Workplace) -> Path:
    """The generated records in a repository, named and completed so that every tool takes them."""
    folder = place.base / "peers"
    shutil.copytree(place.repository(_COUNT), folder)
    for path in sorted((folder / FOLDER).iterdir()):
        text = _SCOPE.sub(_plain_scope, path.read_text("utf-8"), count=1)
        path.with_name(f"ADR-{path.name}").write_text(text, "utf-8", newline="\n")
        path.unlink()
    return folder


def _plain_scope(match: re.Match[str]) -> str:
    return f"priority: normal\nscope: {match[1].replace('-', '_')}"


def _installed(peer: Peer, place: Workplace, folder: Path) -> Command | str:
    """The tool's command in a fresh environment, or why there is none."""
    python = _python(peer.python)
    if python is None:
        return f"no Python {'.'.join(map(str, peer.python))} here"
    home = place.base / f"environment-{peer.requirement}"
    programs = home / ("Scripts" if sys.platform == "win32" else "bin")
    try:
        _call([python, "-m", "venv", str(home)])
        _call([str(programs / "python"), "-m", "pip", "install", "--quiet", peer.requirement])
        command = Command((str(programs / peer.arguments[0]), *peer.arguments[1:]), folder)
        run(command)
    except (subprocess.CalledProcessError, RuntimeError, OSError):
        return "it cannot be installed or does not run"
    return command


def _call(arguments: list[str]) -> None:
    subprocess.run(arguments, check=True, capture_output=True)


def _python(oldest: tuple[int, int]) -> str | None:
    """An interpreter that is new enough: this one, else one on the path."""
    if sys.version_info >= oldest:
        return sys.executable
    names = (f"python3.{minor}" for minor in range(oldest[1], oldest[1] + 3))
    return next(filter(None, map(shutil.which, names)), None)
