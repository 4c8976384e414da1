"""`mneme decision`: proposals come in, wait, are rejected and reopened, and never decide."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Write = Callable[..., Path]

FILE = ".mneme/decision_proposals.json"
OPTIONS = {
    "title": "Use SQLite",
    "statement": "Use SQLite for local index",
    "producer": "agent-a",
    "producer-type": "agent",
    "source": "pr-1",
}
# The check value of the file's contract: the same submission has the same id everywhere.
ID = "dprop-ae1700e7f26863c1b9a5e0506d1dd91a"
HINTS = ("--scope-hint", "storage", "--scope-hint", "src/db")


@pytest.fixture
def repository(git_repo: Path, git: Git, write_files: Write) -> Path:
    """A repository with a person and an accepted record."""
    git("config", "user.name", "Ada Example")
    git("config", "user.email", "ada@example.com")
    record = "# 1. Use X\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
    write_files({"docs/adr/0001-use-x.md": record})
    return git_repo


@pytest.fixture
def propose(repository: Path, run: Run) -> Callable[..., Any]:
    """Propose by options, and return what JSON says."""

    def call(*more: str, **changed: str) -> Any:
        options = {**OPTIONS, **{key.replace("_", "-"): value for key, value in changed.items()}}
        given = [part for key, value in options.items() for part in (f"--{key}", value)]
        done = run("decision", "propose", *given, *more, "--format", "json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


def test_same_proposal_is_stored_once(propose: Callable[..., Any], repository: Path) -> None:
    first = propose(*HINTS)
    assert (first["created"], first["reused"]) == (True, False)
    assert first["proposal"]["proposal_id"] == ID
    before = (repository / FILE).read_bytes()
    again = propose(*HINTS)
    assert (again["created"], again["reused"]) == (False, True)
    assert (repository / FILE).read_bytes() == before


def test_proposal_decides_nothing(propose: Callable[..., Any], run: Run, repository: Path) -> None:
    before = run("compile").stdout
    propose(*HINTS, title="Supersede ADR-0001", statement="Supersedes [1](0001-use-x.md).")
    assert run("compile").stdout == before
    assert "ADR-0001  active" in run("list").stdout


def test_rejected_stays_rejected_until_a_person_reopens_it(
    propose: Callable[..., Any], run: Run, repository: Path
) -> None:
    propose(*HINTS)
    done = run("decision", "reject", "dprop-ae17", "--reason", "no place for it")
    assert (done.returncode, done.stdout) == (0, f"{ID}: proposed -> rejected\n")
    other = propose(title="use  SQLITE", producer="agent-b")
    assert (other["created"], other["proposal"]["proposal_id"]) == (False, ID)
    (notice,) = other["notices"]
    assert notice["code"] == "previously_rejected"
    assert "Ada Example <ada@example.com>" in notice["message"]
    assert "no place for it" in notice["message"]
    done = run("decision", "reopen", ID, "--reason", "there is now", "--format", "json")
    data = json.loads(done.stdout)
    assert (data["old_status"], data["new_status"]) == ("rejected", "proposed")
    assert run("decision", "reopen", ID).returncode == 1, "it waits already"


def test_proposal_is_shown_as_it_was_submitted(propose: Callable[..., Any], run: Run) -> None:
    sent = propose(*HINTS)
    assert json.loads(run("show", ID[:12], "--format", "json").stdout) == sent["proposal"]
    run("decision", "reject", ID, "--reason", "no place")
    shown = run("show", ID).stdout
    for word in ("Use SQLite for local index", "agent, pr-1", "storage, src/db", "no place"):
        assert word in shown
    assert run("show", "dprop-ffff").returncode == 2


def test_proposals_are_listed_newest_first(propose: Callable[..., Any], run: Run) -> None:
    propose()
    propose(title="Use Postgres", statement="Use Postgres for the ledger, and nothing else.")
    run("decision", "reject", ID[:10], "--reason", "no")
    listed = json.loads(run("decision", "proposals", "--format", "json").stdout)
    titles = [proposal["title"] for proposal in listed["proposals"]]
    assert titles == ["Use Postgres", "Use SQLite"]
    waiting = run("decision", "proposals", "--status", "proposed")
    assert waiting.stdout.count("dprop-") == listed["waiting"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"title": "X"}, "statement"),
        ({"status": "accepted"}, "for a person to decide"),
        ({"supersede": ["ADR-0001"]}, "valid keys"),
        ({"title": 3}, "wanted text"),
    ],
)
def test_malformed_submission_is_wrong_use(
    sent: dict[str, Any], said: str, repository: Path, mneme: Run
) -> None:
    done = mneme("decision", "propose", "-", stdin=json.dumps(sent))
    assert (done.returncode, said in done.stderr) == (2, True)
    assert not (repository / FILE).exists()


def test_batch_is_taken_in_whole_or_not_at_all(repository: Path, mneme: Run) -> None:
    candidates = [{"title": f"Use {name}", "statement": f"Use {name} for it."} for name in "XYZ"]
    provenance = {"producer_name": "a", "producer_type": "agent", "source_reference": "r"}
    batch = {"candidates": [*candidates, {"title": "Q"}], "shared_provenance": provenance}
    assert mneme("decision", "propose", "-", stdin=json.dumps(batch)).returncode == 2
    assert not (repository / FILE).exists()
    batch["candidates"] = candidates
    done = mneme("decision", "propose", "-", "--format", "json", stdin=json.dumps(batch))
    assert [row["created"] for row in json.loads(done.stdout)["results"]] == [True] * 3


@pytest.mark.parametrize("where", ["statement", "reason"])
def test_secret_is_refused_and_named_by_its_class_only(
    where: str, propose: Callable[..., Any], run: Run, repository: Path
) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    propose()
    before = (repository / FILE).read_bytes()
    identifier = json.loads(before)["proposals"][0]["proposal_id"]
    arguments = {
        "statement": ["propose", "--title", "T", "--statement", f"The token is {secret}."],
        "reason": ["reject", identifier, "--reason", f"see {secret}"],
    }
    done = run("decision", *arguments[where], "--format", "json")
    assert (done.returncode, json.loads(done.stdout)["code"]) == (1, "secret_detected")
    assert secret not in done.stdout + done.stderr
    assert (repository / FILE).read_bytes() == before


def test_damaged_file_is_refused_and_left_alone(
    repository: Path, run: Run, write_files: Write
) -> None:
    write_files({FILE: '{"schema": "mneme.decision-proposals/v1", "proposals": [}'})
    before = (repository / FILE).read_bytes()
    for arguments in (["proposals"], ["reject", ID, "--reason", "no"]):
        done = run("decision", *arguments)
        assert (done.returncode, FILE in done.stderr) == (1, True)
    assert (repository / FILE).read_bytes() == before


def test_unknown_proposal_and_unknown_person_are_wrong_use(
    propose: Callable[..., Any], run: Run, git: Git
) -> None:
    propose()
    assert run("decision", "reject", "dprop-ffff", "--reason", "no").returncode == 2
    git("config", "--unset", "user.email")
    git("config", "user.useConfigOnly", "true")
    done = run("decision", "reject", "dprop-", "--reason", "no")
    assert (done.returncode, "who you are" in done.stderr) == (2, True)
