"""What `check --base` says of the commits of a branch (TRC7xx), as decisions stood at each."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Commit = Callable[..., str]
ONE, TWO = "docs/adr/0001-use-1.md", "docs/adr/0002-use-2.md"


def record(number: int, status: str = "accepted", more: str = "") -> str:
    return (
        f"---\nid: ADR-{number:04d}\ntitle: Use {number}\nstatus: {status}\n"
        f"date: 2024-01-02\n{more}---\n# Use {number}\n\n## Decision\n\nWe use {number}.\n"
    )


@pytest.fixture
def branch(commit: Commit, git: Git) -> None:
    """A branch of a base with an accepted decision and a proposed one."""
    commit("Base", {ONE: record(1), TWO: record(2, "proposed"), "x": "1\n"})
    git("checkout", "--quiet", "-b", "change")


@pytest.fixture
def found(run: Run) -> Callable[[], list[tuple[str, str]]]:
    """The findings about citations: code and severity."""

    def check() -> list[tuple[str, str]]:
        report = json.loads(run("check", "--base", "main", "--format", "json").stdout)
        rows = report["diagnostics"]
        return [(r["code"], r["severity"]) for r in rows if r["code"].startswith("TRC")]

    return check


Found = Callable[[], list[tuple[str, str]]]


def test_decision_that_is_accepted_on_the_way(branch: None, commit: Commit, found: Found) -> None:
    commit("Too early\n\nDecision: ADR-2")
    assert found() == [("TRC704", "warning")]
    commit("Accept it", {TWO: record(2)})
    commit("In time\n\nDecision: ADR-2")
    assert found() == [("TRC704", "warning")]


def test_decision_that_comes_later_was_not_accepted(
    branch: None, commit: Commit, found: Found
) -> None:
    three = "docs/adr/0003-use-3.md"
    commit("Too early\n\nDecision: ADR-3")
    assert found() == [("TRC701", "error")]
    commit("Decide and do\n\nDecision: ADR-3", {three: record(3)})
    assert found() == [("TRC704", "warning")]


def test_what_is_superseded_behind_a_commit_was_in_force(
    branch: None, commit: Commit, found: Found
) -> None:
    commit("Still right\n\nDecision: ADR-1")
    three = {"docs/adr/0003-use-3.md": record(3, more="supersedes: ADR-0001\n")}
    old = {ONE: record(1, "superseded", "superseded_by: ADR-0003\n")}
    commit("Replace ADR-1 by ADR-3", three | old)
    assert found() == []
    commit("Too late\n\nImplements: ADR-1")
    assert found() == [("TRC702", "error")]


def test_what_the_base_retired_meanwhile_is_retired(
    branch: None, commit: Commit, git: Git, found: Found
) -> None:
    commit("Do it\n\nDecision: ADR-1", {"x": "2\n"})
    git("checkout", "--quiet", "main")
    three = {"docs/adr/0003-use-3.md": record(3, more="supersedes: ADR-0001\n")}
    commit("Replace", three | {ONE: record(1, "superseded", "superseded_by: ADR-0003\n")})
    git("checkout", "--quiet", "change")
    assert found() == [("TRC702", "error")]


def test_severity_of_the_base_counts(branch: None, commit: Commit, found: Found) -> None:
    commit("Typo\n\nDecision: ADR-9", {".mneme/config.toml": '[rules]\nTRC701 = "off"\n'})
    assert ("TRC701", "error") in found()


def test_records_and_merges_need_no_citation(
    commit: Commit, git: Git, found: Found, git_repo: Path
) -> None:
    more = "paths: ['**']\nrequire_citation: true\n"
    commit("Base", {ONE: record(1, more=more), "x": "1\n"})
    git("checkout", "--quiet", "-b", "change")
    commit("Mend a word", {TWO: record(2, "proposed")})
    assert found() == []
    commit("Change x as ADR-0001 says", {"x": "2\n"})
    git("checkout", "--quiet", "-b", "side", "HEAD~1")
    commit("Change y\n\nDecision: ADR-0001", {"y": "1\n"})
    git("checkout", "--quiet", "change")
    git("merge", "--quiet", "--no-ff", "--no-edit", "side")
    assert found() == []
    commit("Change z", {"z": "1\n"})
    assert found() == [("TRC703", "warning")]


def test_id_that_two_corpora_have_is_named_in_full(
    commit: Commit, git: Git, found: Found, run: Run
) -> None:
    config = "".join(f'[[corpus]]\nname = "{n}"\npath = "{n}/adr"\n' for n in ("core", "web"))
    records = {f"{n}/adr/0001-use-1.md": record(1) for n in ("core", "web")}
    commit("Base", {".mneme/config.toml": config, **records})
    git("checkout", "--quiet", "-b", "change")
    commit("Do it\n\nDecision: core/ADR-0001")
    assert found() == []
    commit("Do it\n\nDecision: ADR-0001")
    assert found() == [("TRC701", "error")]
    assert "core/ADR-0001, web/ADR-0001" in run("check", "--base", "main").stdout
