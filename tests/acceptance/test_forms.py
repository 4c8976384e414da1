"""What was accepted reads back, in whatever form the records of the corpus have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DIALECT_FIXTURES = Path(__file__).parents[1] / "fixtures/dialects"
FIXTURES = sorted(path.name for path in DIALECT_FIXTURES.iterdir() if path.is_dir())

Make = Callable[..., Any]

TERMS = ("--scope", "storage.index", "--topic", "engine", "--priority", "exception")
HINTS = ["src/db/**", "!src/db/legacy/**", "storage", "sqlite, embedded"]
# Where records of the form hold the terms: others in a last section.
IN_FRONT = ("native", "madr", "empty")


def test_accepted_proposal_reads_back(corpus: str, make: Make) -> None:
    project = make(corpus)
    proposal = project.propose(scope_hints=HINTS)
    before, files = project.lifecycles(), project.files()
    shown = project.done("decision", "show", proposal["proposal_id"], *_corpus(project))
    assert proposal["content_fingerprint"] in shown
    assert project.files() == files, "showing changes nothing"
    done = project.accept(proposal, *TERMS, "--decider", "Grace", "--decider", "Linus")
    assert done.returncode == 0, done.stderr
    (path,) = project.files().keys() - files.keys()
    decision = project.decisions()[path]
    record = decision.record
    assert (record.title, record.status, decision.lifecycle) == ("Use SQLite", "accepted", "active")
    assert (record.scope, record.topic, record.priority) == TERMS[1::2]
    assert record.paths == ("src/db/**", "!src/db/legacy/**")
    assert record.tags == ("storage", "sqlite, embedded")
    assert record.deciders == ("Grace", "Linus")
    assert record.statement == "The local index is one SQLite file below the cache folder."
    assert "It needs no server." in record.body
    assert record.proposal == proposal["proposal_id"]
    assert len(record.accepted_digest or "") == 64
    assert ("Accepted-digest: " in record.body) != corpus.startswith(IN_FRONT)
    assert path.startswith("docs/adr/0004-" if before else "docs/adr/0001-")
    data = project.files()[path]
    assert data.count(b"\r") == (data.count(b"\n") if "CRLF" in corpus else 0)
    entry = project.entry(proposal)
    assert (entry["status"], entry["accepted_decision_id"]) == ("accepted", decision.id)
    assert entry["decided"]["by"] == "Ada Example <ada@example.com>"
    assert "accepting" not in entry
    assert {p: s for p, s in project.lifecycles().items() if p != path} == before
    changed = {p for p, data in files.items() if project.files()[p] != data}
    assert changed == {".mneme/decision_proposals.json"}
    assert not project.errors()
    assert any(
        decision.id in line for line in project.done("list").splitlines() if "active" in line
    )


def test_accepting_twice_changes_nothing(corpus: str, make: Make) -> None:
    project = make(corpus)
    proposal = project.propose()
    assert project.accept(proposal).returncode == 0
    files = project.files()
    again = project.accept(proposal)
    assert (again.returncode, project.files()) == (0, files)
    assert "accepted -> accepted" in again.stdout


def test_superseded_decision_says_so(corpus: str, make: Make) -> None:
    project = make(corpus)
    if corpus == "empty":
        pytest.skip("there is nothing to supersede")
    proposal = project.propose()
    old = "docs/adr/0002-pick-pears.md"
    before, standing = project.files()[old], project.lifecycles()
    done = project.accept(proposal, "--supersedes", old)
    assert done.returncode == 0, done.stderr
    after = project.lifecycles()
    # What states no status was never in force, so nothing retires it: a note says so.
    mute = corpus == "plain"
    assert after[old] == ("inactive (no_status)" if mute else "superseded")
    assert ("does not say" in done.stdout) == mute
    assert {p: s for p, s in after.items() if p != old} == {
        p: standing.get(p, "active") for p in after if p != old
    }
    assert abs(project.files()[old].count(b"\n") - before.count(b"\n")) <= 3
    assert not project.errors()


@pytest.mark.parametrize("name", FIXTURES)
def test_every_form_that_is_read_can_be_accepted_into(name: str, make: Make) -> None:
    folder = DIALECT_FIXTURES / name
    files = {
        f"docs/adr/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "expected.jsonl"
    }
    project = make(files)
    proposal = project.propose(scope_hints=HINTS)
    before, complete = project.lifecycles(), not project.errors()
    done = project.accept(proposal, "--decider", "Grace")
    assert done.returncode == (0 if complete else 1), done.stderr
    if not complete:
        assert "nothing is accepted into them" in done.stderr
        assert {path: project.files()[path] for path in files} == files
        return
    (path,) = project.lifecycles().keys() - before.keys()
    record = project.decisions()[path].record
    assert (record.title, record.status) == ("Use SQLite", "accepted")
    assert (record.paths, record.tags) == (tuple(HINTS[:2]), tuple(HINTS[2:]))
    assert (record.deciders, record.proposal) == (("Grace",), proposal["proposal_id"])
    assert {p: s for p, s in project.lifecycles().items() if p != path} == before
    assert not project.errors()


def _corpus(project: Any) -> tuple[str, ...]:
    return ("--corpus", "orchard") if (project.base / "cellar").exists() else ()
