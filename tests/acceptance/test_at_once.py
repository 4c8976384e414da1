"""Several processes at once: one record a proposal, one number a record."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

Make = Callable[..., Any]
STORE = ".mneme/decision_proposals.json"


@pytest.fixture
def at_once(environment: dict[str, str]) -> Callable[..., list[tuple[int, str]]]:
    """Start several commands together, and give back the status and words of each."""

    def run(project: Any, *commands: Sequence[str]) -> list[tuple[int, str]]:
        started = [
            subprocess.Popen(
                [sys.executable, "-m", "mneme_cli", *command],
                cwd=project.base,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
            )
            for command in commands
        ]
        said = [process.communicate(timeout=60)[0] for process in started]
        return [(process.returncode, words) for process, words in zip(started, said, strict=True)]

    return run


def new_records(project: Any) -> list[str]:
    """The paths of records beside the three that were there."""
    return [path for path in project.decisions() if path[9:13] > "0003"]


def require_clean(project: Any) -> None:
    assert not project.errors()
    left = [name for name in project.files() if ".mneme-" in name or name.endswith(".lock")]
    assert left == []


def test_one_proposal_accepted_by_many(make: Make, at_once: Any) -> None:
    project = make("nygard")
    proposal = project.propose()
    done = at_once(project, *[project.acceptance(proposal)] * 4)
    assert {status for status, _ in done} <= {0, 1}
    assert any(status == 0 for status, _ in done), done
    assert project.accept(proposal).returncode == 0
    assert len(new_records(project)) == 1
    assert project.entry(proposal)["status"] == "accepted"
    require_clean(project)


def test_several_proposals_accepted_at_once(make: Make, at_once: Any) -> None:
    project = make("nygard")
    statement = "It is used for {} and for nothing else."
    proposals = [
        project.propose(title=f"Use {name}", statement=statement.format(name))
        for name in ("SQLite", "Redis", "Kafka")
    ]
    done = at_once(project, *map(project.acceptance, proposals))
    for (status, words), proposal in zip(done, proposals, strict=True):
        assert status == 0 or "run the command again" in words, words
        assert project.accept(proposal).returncode == 0
    records = [project.decisions()[path].record for path in new_records(project)]
    assert sorted(str(record.number) for record in records) == ["4", "5", "6"]
    assert {r.proposal for r in records} == {p["proposal_id"] for p in proposals}
    accepted = {project.entry(p)["accepted_decision_id"] for p in proposals}
    assert accepted == {record.id for record in records}
    require_clean(project)


def test_new_record_meanwhile(make: Make, at_once: Any) -> None:
    project = make("nygard")
    proposal = project.propose()
    new = ("new", "Use Redis")
    (status, words), (other, said) = at_once(project, project.acceptance(proposal), new)
    assert status == 0 or "run the command again" in words, words
    assert other == 0 or "run the command again" in said, said
    assert project.accept(proposal).returncode == 0
    numbers = [project.decisions()[path].record.number for path in new_records(project)]
    assert sorted(numbers) == ([4, 5] if other == 0 else [4])
    require_clean(project)
