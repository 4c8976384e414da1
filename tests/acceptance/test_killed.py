"""An acceptance that is killed at any step, and run again, ends in the one right state."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Make = Callable[..., Any]
Files = dict[str, bytes]

DRIVER = str(Path(__file__).with_name("killed.py"))
OLD, NEW = "docs/adr/0002-pick-pears.md", "docs/adr/0004-use-sqlite.md"
STORE = ".mneme/decision_proposals.json"
NAMED = ("--supersedes", "ADR-0002")
_AT = re.compile(rb'"at": "[^"]*"')

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@pytest.mark.parametrize("form", ["native", "madr", "table"])
def test_every_step(form: str, make: Make) -> None:
    project = make(form)
    proposal = project.propose()
    start = project.files()
    assert project.accept(proposal, *NAMED).returncode == 0
    wanted = project.files()
    states = set()
    for step in range(1, 1000):
        restore(project, start)
        if not killed(project, step, *project.acceptance(proposal), *NAMED):
            break
        left = project.files()
        states.add(require_whole(left, start, wanted))
        written = NEW in left
        again(project, proposal, wanted)
        restore(project, left)
        without_naming(project, proposal, written, wanted)
        restore(project, left)
        rejecting(project, proposal, written, left)
    assert undated(project.files()) == undated(wanted)
    assert states == {
        ("old", "old", "old"),
        ("begun", "old", "old"),
        ("begun", "new", "old"),
        ("begun", "new", "new"),
        ("new", "new", "new"),
    }


def again(project: Any, proposal: dict[str, Any], wanted: Files) -> None:
    """The same command finishes what was begun."""
    done = project.accept(proposal, *NAMED)
    assert done.returncode == 0, done.stderr
    assert undated(project.files()) == undated(wanted)
    assert not [p for p in (project.base / ".git").rglob("*") if p.name.startswith(".mneme-")]
    assert not project.errors()


def without_naming(project: Any, proposal: dict[str, Any], written: bool, wanted: Files) -> None:
    """Who names no decision to supersede retires none: not by a record that a file holds."""
    accepted = project.entry(proposal)["status"] == "accepted"
    before = project.files()
    done = project.accept(proposal)
    if accepted:
        assert done.returncode == 0, done.stderr
        assert undated(project.files()) == undated(wanted)
    elif written:
        assert done.returncode == 1
        assert "was broken off, and is not what would be written" in done.stderr
        assert project.files() == before
    else:
        assert done.returncode == 0, done.stderr
        assert set(project.lifecycles().values()) == {"active"}
        assert project.files().keys() == wanted.keys()
        assert not project.errors()


def rejecting(project: Any, proposal: dict[str, Any], written: bool, left: Files) -> None:
    """What has no record yet can be rejected."""
    done = project.run("decision", "reject", proposal["proposal_id"], "--reason", "no")
    entry = project.entry(proposal)
    if written:
        assert done.returncode == 1
        assert project.files() == left
    else:
        assert (done.returncode, entry["status"]) == (0, "rejected"), done.stderr
        assert "accepting" not in entry
        assert not project.errors()
        assert project.accept(proposal).returncode == 1


def killed(project: Any, step: int, *arguments: str) -> bool:
    """Whether the command was killed at that step; else it got through."""
    done: subprocess.CompletedProcess[str] = project.start(
        sys.executable, DRIVER, str(step), *arguments, cwd=project.base
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stdout + done.stderr
    return done.returncode != 0


def restore(project: Any, files: Files) -> None:
    """Make the working tree hold these files and no others."""
    for name in project.files().keys() - files.keys():
        (project.base / name).unlink()
    for name, data in files.items():
        (project.base / name).write_bytes(data)


def require_whole(left: Files, start: Files, wanted: Files) -> tuple[str, str, str]:
    """Which of the three files are as they were and which are new; none holds anything else, and
    beside them lie at most temporary files and a lock."""
    others = left.keys() - wanted.keys()
    assert all(".mneme-" in name or name.startswith(f"{STORE}.") for name in others), others
    entry = json.loads(left[STORE])["proposals"][0]
    store = "begun" if "accepting" in entry else "old" if left[STORE] == start[STORE] else "new"
    records = [
        "old" if left.get(path) == start.get(path) else "new" if left[path] == wanted[path] else "?"
        for path in (NEW, OLD)
    ]
    assert "?" not in records
    return (store, records[0], records[1])


def undated(files: Files) -> Files:
    """The files without the time of day."""
    return {name: _AT.sub(b"", data) for name, data in files.items()}


def test_next_day(make: Make) -> None:
    """The record keeps the day on which it was written."""
    project = make("nygard")
    proposal = project.propose()
    arguments = project.acceptance(proposal)
    step = 1
    while not (project.base / NEW).exists():
        assert killed(project, step, *arguments)
        step += 1
    before = project.files()[NEW]
    for zone in ("Etc/GMT+12", "Etc/GMT-14"):  # a day and two hours apart
        done = project.start(
            sys.executable, "-m", "mneme_cli", *arguments, cwd=project.base, env={"TZ": zone}
        )
        assert done.returncode == 0, done.stderr
    assert project.files()[NEW] == before
    assert project.entry(proposal)["status"] == "accepted"
