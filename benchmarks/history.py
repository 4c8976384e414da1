"""A long history with decisions: what the first question takes, the next one, and `why`."""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Command, alternate, cpu, run, wall
from benchmarks.table import Row
from benchmarks.workplace import Workplace, cold, mneme

_COMMITS, _DECISIONS, _FILES = 50_000, 300, 2_000
_RUNS = 5
_COLD_SECONDS, _COLD_RATIO = 2, 3
_MORE_SECONDS = 0.2
_BLAME_RATIO, _BLAME_SECONDS = 1.5, 0.3
_BEGIN = 1_500_000_000
_WORDS = ("add", "fix", "move", "the", "parser", "store", "queue", "index", "for", "with", "when")
_AUTHOR = "Ada <ada@example.com>"
_ASKED = "ADR-0150"


def traced_history(place: Workplace) -> Iterator[Row]:
    """Cold against the messages alone; then with ten new commits, above a command that reads the
    records only; then the lines of a file against `git blame`."""
    folder = _history(place)
    name = f"{_COMMITS:,} commits, {_DECISIONS} decisions"
    messages = Command(("git", "log", "--format=%B"), folder)
    run(mneme(folder, "show", _ASKED))
    told, first = alternate([messages, cold(mneme(folder, "trace", _ASKED))], _RUNS)
    yield Row(f"{name}: git log --format=%B, wall", wall(told), "s")
    yield Row(f"{name}: trace, cold, wall", wall(first), "s", _COLD_SECONDS)
    yield Row(f"{name}: trace, cold, against git log", wall(first) / wall(told), "x", _COLD_RATIO)
    run(mneme(folder, "trace", _ASKED, "--rev", "HEAD~10"))
    shown, more = alternate([mneme(folder, "show", _ASKED), mneme(folder, "trace", _ASKED)], _RUNS)
    yield Row(f"{name}: trace, CPU", cpu(more), "s")
    above = wall(more) - wall(shown)
    yield Row(f"{name}: trace, ten new commits, above show", above, "s", _MORE_SECONDS)
    yield from _why(folder, name)


def _why(folder: Path, name: str) -> Iterator[Row]:
    path = "src/m0/f1.py"
    commands = [
        Command(("git", "blame", "-L", "3,5", "--", path), folder),
        mneme(folder, "why", f"{path}:3-5"),
    ]
    blamed, asked = alternate(commands, _RUNS)
    yield Row(f"{name}: git blame of three lines, wall", wall(blamed), "s")
    target = _BLAME_RATIO * wall(blamed) + _BLAME_SECONDS
    yield Row(f"{name}: why of these lines, wall", wall(asked), "s", target)


def _history(place: Workplace) -> Path:
    folder = place.base / f"history-{_COMMITS}"
    if not folder.exists():
        git = ("git", "-C", str(folder))
        subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
        with subprocess.Popen([*git, "fast-import", "--quiet"], stdin=subprocess.PIPE) as process:
            assert process.stdin is not None  # it was asked for above
            for part in _stream(random.Random(7)):
                process.stdin.write(part)
        subprocess.run([*git, "reset", "-q", "--hard"], check=True)
    return folder


def _stream(chance: random.Random) -> Iterator[bytes]:
    """The history for `git fast-import`: a decision is proposed, then accepted, every so often."""
    time, made, every = _BEGIN, 0, _COMMITS // (_DECISIONS + 1)
    for number in range(_COMMITS):
        time += chance.randint(30, 3000)
        message = [_sentence(chance, 6), "", *(_sentence(chance, 12) for _ in range(3))]
        step, path, text = number % every, f"src/m{number % 50}/f{chance.randrange(40)}.py", ""
        if step == 5 and made < _DECISIONS:
            made += 1
            path, text = _record(made, "proposed")
        elif step == 25 and made:
            path, text = _record(made, "accepted")
        if made and chance.random() < 0.05:
            message += [
                "",
                f"Decision: ADR-{chance.randint(1, made):04d}",
                f"Signed-off-by: {_AUTHOR}",
            ]
        elif made and chance.random() < 0.05:
            message.append(f"See ADR-{chance.randint(1, made)}.")
        text = text or "".join(f"x = {chance.random()}\n" for _ in range(30))
        yield _commit(time, "\n".join(message) + "\n", path, text)


def _record(number: int, status: str) -> tuple[str, str]:
    text = (
        f"# {number}. Use {number}\n\n## Decision\n\nWe use {number}, in each place of its own.\n"
    )
    front = f"---\nstatus: {status}\ndate: 2020-01-02\n---\n"
    return f"docs/adr/{number:04d}-use-{number}.md", front + text


def _sentence(chance: random.Random, length: int) -> str:
    return " ".join(chance.choices(_WORDS, k=length)).capitalize()


def _commit(time: int, message: str, path: str, text: str) -> bytes:
    head = f"commit refs/heads/main\nauthor {_AUTHOR} {time} +0000\n"
    return b"".join(
        (
            f"{head}committer {_AUTHOR} {time} +0000\n".encode(),
            _data(message),
            f"M 100644 inline {path}\n".encode(),
            _data(text),
            b"\n",
        )
    )


def _data(text: str) -> bytes:
    data = text.encode()
    return b"data %d\n%s\n" % (len(data), data)
