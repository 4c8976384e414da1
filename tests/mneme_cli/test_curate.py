"""`mneme curate`: a plan changes nothing; who applies it has seen it; what is dropped is gone."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proposals.document import added, dump, empty
from proposals.entries import new_proposal
from proposals.model import Candidate, Provenance

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Write = Callable[..., Path]

FILE = ".mneme/decision_proposals.json"
RECORD = "# 1. Use X\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
# A word that stands in the dropped proposal and nowhere else.
MARK = "zanzibarquagga"


@pytest.fixture
def repository(git_repo: Path, git: Git, write_files: Write) -> Path:
    """A repository with a person and an accepted record."""
    git("config", "user.name", "Ada Example")
    git("config", "user.email", "ada@example.com")
    write_files({"docs/adr/0001-use-x.md": RECORD})
    return git_repo


@pytest.fixture
def propose(repository: Path, run: Run) -> Callable[..., str]:
    """Propose something, and return its id."""

    def call(title: str, statement: str, by: str = "agent-a") -> str:
        texts = ("--title", title, "--statement", statement)
        source = ("--producer", by, "--producer-type", "agent", "--source", "pr-1")
        done = run("decision", "propose", *texts, *source, "--format", "json")
        assert done.returncode == 0, done.stderr
        identifier: str = json.loads(done.stdout)["proposal"]["proposal_id"]
        return identifier

    return call


@pytest.fixture
def curate(run: Run) -> Callable[..., Any]:
    """What `mneme curate` says as JSON."""

    def call(*arguments: str) -> Any:
        done = run("curate", *arguments, "--format", "json")
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    return call


def test_a_plan_changes_nothing_and_says_how_to_apply_it(
    propose: Callable[..., str], curate: Callable[..., Any], run: Run, repository: Path
) -> None:
    assert run("curate").stdout == "nothing to curate\n"
    assert not (repository / FILE).exists()
    first = propose("Use SQLite", "The local index is one SQLite file.")
    copy = propose("Use SQLite", "The local index is one SQLite file!", by="b")
    before = (repository / FILE).read_bytes()
    data = curate()
    (item,) = data["items"]
    assert (item["recommended_op"], item["target"]) == ("merge", copy)
    assert (item["review_required"], item["status"]) == (True, "candidate")
    assert data["complete"] is True
    done = run("curate")
    assert done.returncode == 0
    assert done.stdout.endswith(f"  mneme curate --apply {data['digest']}\n")
    for word in (copy, first, "git keeps what was committed"):
        assert word in done.stdout
    assert "\x1b" not in done.stdout
    assert (repository / FILE).read_bytes() == before


def test_applied_is_what_was_reviewed(
    propose: Callable[..., str], curate: Callable[..., Any], run: Run, repository: Path
) -> None:
    first = propose("Use SQLite", "The local index is one SQLite file.")
    copy = propose("Use SQLite", "The local index is one SQLite file!", by="b")
    short = propose("Use Y", "We use it.")
    stale = curate()["digest"]
    other = propose("Use Z", "We use it.")
    before = (repository / FILE).read_bytes()
    now = curate()["digest"]
    for arguments in (["--format", "json"], []):
        done = run("curate", "--apply", stale, *arguments)
        said = done.stdout + done.stderr
        assert (done.returncode, stale in said, now in said) == (1, True, True)
    assert (repository / FILE).read_bytes() == before
    done = run("curate", "--apply", now, "--only", "nonsense")
    assert (done.returncode, "nonsense" in done.stderr) == (2, True)
    assert (repository / FILE).read_bytes() == before
    data = curate("--apply", now, "--only", f"merge:{copy}", "--only", f"reject:{short}")
    assert data["digest"] == now
    assert [(row["target"], row["old_status"], row["new_status"]) for row in data["applied"]] == [
        (copy, "proposed", "rejected"),
        (short, "proposed", "rejected"),
    ]
    assert [row["target"] for row in data["skipped"]] == [other]
    decided = json.loads(run("show", copy, "--format", "json").stdout)["decided"]
    assert (decided["by"], decided["duplicate_of"]) == ("Ada Example <ada@example.com>", first)
    done = run("curate", "--apply", curate()["digest"], "--only", other)
    assert f"{other}: proposed -> rejected\n" in done.stdout


def test_only_goes_with_apply(repository: Path, run: Run) -> None:
    assert run("curate", "--only", "x").returncode == 2


def test_who_applies_has_a_name(
    propose: Callable[..., str], curate: Any, run: Run, git: Git
) -> None:
    propose("Use Y", "We use it.")
    git("config", "--unset", "user.email")
    git("config", "user.useConfigOnly", "true")
    done = run("curate", "--apply", curate()["digest"])
    assert (done.returncode, "who you are" in done.stderr) == (2, True)


def test_records_that_cannot_all_be_read_are_said(
    propose: Callable[..., str], run: Run, write_files: Write
) -> None:
    propose("Use Y", "We use it.")
    write_files({"docs/adr/0002-use-y.md": "---\na: : b\n---\n# Use Y\n"})
    done = run("curate", "--format", "json")
    assert (done.returncode, json.loads(done.stdout)["complete"]) == (1, False)
    assert "incomplete" in done.stderr


def test_works_without_records(git_repo: Path, git: Git, run: Run) -> None:
    done = run("curate")
    assert (done.returncode, done.stdout) == (0, "nothing to curate\n")


def test_damaged_entries_are_named_and_kept(
    propose: Callable[..., str], run: Run, repository: Path
) -> None:
    short = propose("Use Y", "We use it.")
    propose("Use Z", "We use it.")
    file = repository / FILE
    file.write_bytes(file.read_bytes().replace(b"Use Z", b"Use Q"))
    done = run("curate", "--format", "json")
    data = json.loads(done.stdout)
    assert (done.returncode, "damaged entry" in done.stderr) == (1, True)
    assert [item["target"] for item in data["items"]] == [short]
    entry = json.loads(file.read_bytes())["proposals"][1]
    assert run("curate", "--apply", data["digest"]).returncode == 0
    assert json.loads(file.read_bytes())["proposals"][1] == entry


def test_text_of_a_proposal_is_shown_safely(
    propose: Callable[..., str], run: Run, repository: Path
) -> None:
    file = repository / FILE
    propose("Use A\tB", "We use it.")
    assert "Use A\tB" in run("curate").stdout
    hostile = Candidate("Use \x1b[2J", "We use it.", Provenance("a", "b", "c"))
    file.write_bytes(dump(added(empty(), new_proposal(hostile, "2026-01-01T00:00:00Z"))))
    assert "\x1b" not in run("curate").stdout


def files_with(mark: str, below: Path) -> list[str]:
    """Every file that holds a word, in any of the usual encodings of text in files."""
    forms = (mark.encode(), mark.encode("utf-16-le"))
    return sorted(
        path.relative_to(below).as_posix()
        for path in below.rglob("*")
        if path.is_file() and any(form in path.read_bytes() for form in forms)
    )


def test_a_dropped_text_is_gone_from_every_place_that_held_it(
    propose: Callable[..., str],
    curate: Callable[..., Any],
    run: Run,
    git: Git,
    repository: Path,
    write_files: Write,
) -> None:
    """The places: the file of proposals; what a killed writer left beside it, and its lock; the
    cache of readings and indexes, and remembered verdicts, below `.git/mneme`; a compiled index;
    git's objects, which alone may keep it, once it was committed."""
    run("init", "--hooks")
    identifier = propose(f"Use {MARK}", f"Every {MARK} is kept in one file below the cache folder.")
    entry = json.loads((repository / FILE).read_bytes())
    half = json.dumps(entry)[:-9]
    write_files({".mneme/.mneme-decision_proposals.json-ab12": half, f"{FILE}.lock": ""})
    git("add", "docs", FILE)
    git("commit", "--quiet", "--no-verify", "--message", "Propose")
    for command in (
        ["check"],
        ["check", "--staged"],
        ["hook", "pre-commit"],
        ["compile", "-o", "docs/adr/index.json"],
        ["list"],
        ["show", identifier],
        ["decision", "proposals"],
        ["decision", "show", identifier],
        ["search", MARK],
        ["curate"],
    ):
        assert run(*command).returncode == 0
    assert run("decision", "accept", identifier, "--scope", "storage").returncode == 1
    assert (repository / ".git/mneme/cache-1.sqlite").is_file()
    assert (repository / ".git/mneme/remembered").is_file()
    held = files_with(MARK, repository)
    assert held == [".mneme/.mneme-decision_proposals.json-ab12", FILE]
    assert run("decision", "reject", identifier, "--reason", "no place for it").returncode == 0
    data = curate()
    assert [(i["recommended_op"], i["target"]) for i in data["items"]] == [
        ("drop_payload", identifier)
    ]
    applied = curate("--apply", data["digest"])
    assert [(row["old_status"], row["new_status"]) for row in applied["applied"]] == [
        ("rejected", "dropped")
    ]
    assert "git keeps what was committed" in applied["notes"][0]
    assert curate()["items"] == []
    for command in (["check"], ["compile", "--check"], ["decision", "proposals"]):
        assert run(*command).returncode == 0
    assert files_with(MARK, repository) == []
    assert sorted(path.name for path in (repository / ".mneme").iterdir()) == [
        "config.toml",
        "decision_proposals.json",
    ]
    assert MARK in git("show", f"HEAD:{FILE}"), "the history keeps it, as the plan says"
    git("add", FILE)
    assert MARK not in git("show", f":{FILE}")
    shown = json.loads(run("show", identifier, "--format", "json").stdout)
    assert (shown["payload_dropped"], shown["title"]) == (True, "")
    assert shown["decided"]["reason"] == "no place for it"


def test_a_dropped_idea_stays_rejected(
    propose: Callable[..., str], curate: Callable[..., Any], run: Run
) -> None:
    identifier = propose("Use SQLite", "The local index is one SQLite file.")
    run("decision", "reject", identifier, "--reason", "no place for it")
    curate("--apply", curate()["digest"])
    assert propose("use  sqlite", "the local index is ONE SQLite file", by="b") == identifier
