"""`mneme search`: decisions and proposals by their words, with filters and pages."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.search import NO_ENGINE, REMEDY
from mneme_cli.commands.doctor_command import search_line

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Write = Callable[..., Path]


def madr(title: str, text: str, status: str = "accepted", extra: str = "") -> str:
    return (
        f"---\nstatus: {status}\ndate: 2024-01-01\n{extra}---\n# {title}\n\n"
        f"## Context and Problem Statement\n\nIt was asked.\n\n## Decision Outcome\n\n{text}\n"
    )


RECORDS = {
    "docs/adr/0001-use-sqlite.md": madr("Use SQLite", "The index is one SQLite file."),
    "docs/adr/0002-use-files.md": madr("Use files", "No SQLite.", "superseded by ADR-0001"),
    "docs/adr/0003-queue-mail.md": madr("Queue mail", "Mail waits.", "proposed"),
    "docs/adr/0004-etudes.md": madr("Études", "Les études d’abord."),
}


@pytest.fixture
def repository(git_repo: Path, git: Git, write_files: Write, run: Run) -> Path:
    """Committed records, and two proposals that are not committed."""
    git("config", "user.name", "Ada Example")
    git("config", "user.email", "ada@example.com")
    write_files(RECORDS)
    git("add", ".")
    git("commit", "--quiet", "--message", "Start")
    for title in ("Drop SQLite", "Search études"):
        sent = ("--title", title, "--statement", f"{title} for all who ask.", "--producer", "a")
        sent = (*sent, "--producer-type", "agent", "--source", "s")
        assert run("decision", "propose", *sent).returncode == 0
    return git_repo


@pytest.fixture
def search(repository: Path, run: Run) -> Callable[..., Any]:
    """The JSON answer of a complete search."""

    def call(*arguments: str) -> Any:
        done = run("search", *arguments, "--format", "json", cwd=repository)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


def ids(answer: Any) -> list[str]:
    return [row["decision_id"] for row in answer["canonical_decisions"]]


def titles(answer: Any) -> list[str]:
    return [row["title"] for row in answer["proposals"]]


def test_answer_has_the_fields_of_the_tool(
    search: Callable[..., Any], run: Run, repository: Path
) -> None:
    answer = search("sqlite")
    assert list(answer) == [
        "proposals",
        "canonical_decisions",
        "total_proposals",
        "total_canonical_decisions",
        "complete",
    ]
    shown = json.loads(run("show", "ADR-0001", "--format", "json", cwd=repository).stdout)
    found = answer["canonical_decisions"][0]
    assert found == {
        **shown,
        "source_locator": "docs/adr/0001-use-sqlite.md",
        "snippet": "The index is one SQLite file.",
    }
    proposal = run("show", answer["proposals"][0]["proposal_id"], "--format", "json")
    assert answer["proposals"] == [json.loads(proposal.stdout)]
    assert (answer["total_proposals"], answer["total_canonical_decisions"]) == (1, 2)


@pytest.mark.parametrize(
    ("arguments", "decisions", "proposals"),
    [
        (("sqlite",), ["ADR-0001", "ADR-0002"], ["Drop SQLite"]),
        (("etude",), ["ADR-0004"], ["Search études"]),
        (("ADR-3",), ["ADR-0003"], []),
        (('"one SQLite file"',), ["ADR-0001"], []),
        (("zebra",), [], []),
        (("?!",), [], []),
        (("sqlite", "--lifecycle", "superseded"), ["ADR-0002"], ["Drop SQLite"]),
        (("sqlite", "--status", "accepted"), ["ADR-0001"], ["Drop SQLite"]),
        (("", "--status", "proposed", "--status", "superseded"), ["ADR-0002", "ADR-0003"], None),
        (("sqlite", "--proposal-status", "rejected"), ["ADR-0001", "ADR-0002"], []),
        (("", "--limit", "2"), ["ADR-0001", "ADR-0002"], None),
        (("", "--limit", "2", "--offset", "3"), ["ADR-0004"], []),
        (("sqlite", "--rev", "HEAD"), ["ADR-0001", "ADR-0002"], []),
    ],
)
def test_each_list_has_its_own_filters(
    search: Callable[..., Any],
    arguments: tuple[str, ...],
    decisions: list[str],
    proposals: list[str] | None,
) -> None:
    answer = search(*arguments)
    assert ids(answer) == decisions
    assert proposals is None or titles(answer) == proposals


def test_totals_are_those_of_all_pages(search: Callable[..., Any]) -> None:
    answer = search("", "--limit", "1", "--offset", "1")
    assert (answer["total_proposals"], answer["total_canonical_decisions"]) == (2, 4)
    assert (len(answer["proposals"]), ids(answer)) == (1, ["ADR-0002"])


def test_id_of_a_proposal_finds_it(search: Callable[..., Any]) -> None:
    (proposal,) = search("drop")["proposals"]
    for query in (proposal["proposal_id"], proposal["proposal_id"][:12]):
        assert titles(search(query)) == ["Drop SQLite"]


@pytest.mark.parametrize("option", [("--limit", "0"), ("--limit", "101"), ("--offset", "-1")])
def test_page_out_of_range_is_wrong_use(
    run: Run, repository: Path, option: tuple[str, str]
) -> None:
    assert run("search", "x", *option, cwd=repository).returncode == 2


def test_unreadable_record_makes_the_answer_incomplete(
    run: Run, repository: Path, write_files: Write
) -> None:
    write_files({"docs/adr/0009-broken.md": "---\na: [\n---\n"})
    done = run("search", "sqlite", "--format", "json", cwd=repository)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["complete"]) == (1, False)
    assert ids(answer) == ["ADR-0001", "ADR-0002"]


def test_text_shows_the_word_in_its_place(run: Run, repository: Path) -> None:
    done = run("search", "sqlite", cwd=repository)
    assert done.stdout.split("\n")[:2] == [
        "ADR-0001  active  Use SQLite",
        "  The index is one SQLite file.",
    ]
    assert done.stdout.endswith("2 decisions, 1 proposal\n")
    done = run("search", "", "--limit", "3", cwd=repository)
    assert done.stdout.endswith("3 of 4 decisions, 2 proposals\n")


def test_output_is_the_same_in_any_locale(mneme: Run, repository: Path) -> None:
    one, other = (
        mneme("search", "études", cwd=repository, env={"LC_ALL": locale, "PYTHONUTF8": "0"})
        for locale in ("C", "tr_TR.UTF-8")
    )
    assert one.stdout == other.stdout
    assert "Études" in one.stdout


def test_doctor_names_the_remedy_where_sqlite_cannot_search(run: Run, repository: Path) -> None:
    lines = json.loads(run("doctor", "--format", "json", cwd=repository).stdout)["findings"]
    assert [line["ok"] for line in lines if line["about"] == "search"] == [True]
    missing = search_line("fts_that_is_not_there")
    assert (missing["ok"], missing["finding"], missing["fix"]) == (False, NO_ENGINE, REMEDY)
