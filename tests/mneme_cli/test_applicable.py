"""`mneme applicable`: what governs paths, changes and contexts, in any state of the repository."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Write = Callable[..., Path]
LABELLED = Path(__file__).parents[1] / "fixtures" / "applicability"
BROKEN = "---\nid: ADR-0009\ntitle: [\n---\n# Broken\n"


def native(number: int, title: str, extra: str = "", status: str = "accepted") -> str:
    return (
        f"---\nid: ADR-{number:04d}\ntitle: {title}\nstatus: {status}\ndate: 2024-01-0{number}\n"
        f"{extra}---\n# {title}\n\n## Context\n\nIt is {number}.\n\n## Decision\n\n{title}.\n"
    )


RECORDS = {
    "docs/adr/0001-use-x.md": native(1, "Use X", "paths: [src/db/**, '!src/db/old/**']\n"),
    "docs/adr/0002-use-y.md": native(2, "Use Y", "scope: storage\n"),
    "docs/adr/0003-use-z.md": native(3, "Use Z", "scope: storage\n"),
    "docs/adr/0004-amend-z.md": native(4, "Amend Z", "scope: storage\namends: ADR-0003\n"),
    "docs/adr/0005-use-w.md": native(5, "Use W", "scope: mail\n", "superseded"),
}


@pytest.fixture
def repository(git_repo: Path, git: Git, write_files: Write) -> Path:
    """A committed repository with records and a file that one of them governs."""
    write_files({**RECORDS, "src/db/schema.sql": "-- 1\n", "src/db/old/x.sql": "-- 1\n"})
    git("add", ".")
    git("commit", "--quiet", "--message", "Start")
    return git_repo


@pytest.fixture
def ask(repository: Path, run: Run) -> Callable[..., Any]:
    """The JSON answer to a complete question."""

    def call(*arguments: str, cwd: Path = repository) -> Any:
        done = run("applicable", "--format", "json", *arguments, cwd=cwd)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


def ids(answer: Any) -> list[str]:
    return [row["decision_id"] for row in answer["canonical_scope_matches"]]


def values(answer: Any) -> set[str]:
    rows = answer["canonical_scope_matches"]
    return {match["value"] for row in rows for match in row["matched_by"]}


def test_answer_has_the_fields_of_the_tool(ask: Callable[..., Any]) -> None:
    answer = ask("src/db/schema.sql", "--context", "storage")
    assert list(answer) == [
        "proposal_hint_matches",
        "canonical_scope_matches",
        "overridden",
        "complete",
    ]
    assert answer["complete"] is True
    assert answer["canonical_scope_matches"][0] == {
        "decision_id": "ADR-0001",
        "version": "1",
        "title": "Use X",
        "statement": "Use X.",
        "lifecycle_status": "active",
        "context_scope": ["src/db/**", "!src/db/old/**"],
        "priority": "normal",
        "owner": "",
        "decided_at": "2024-01-01",
        "proposal_id": None,
        "amended_by": [],
        "matched_by": [{"kind": "path", "pattern": "src/db/**", "value": "src/db/schema.sql"}],
        "source_locator": "docs/adr/0001-use-x.md",
    }
    assert ids(answer) == ["ADR-0001", "ADR-0004", "ADR-0003"]
    amended = answer["canonical_scope_matches"][2]["amended_by"]
    assert amended == [{"decision_id": "ADR-0004", "aspect": None}]
    by = ["ADR-0003", "ADR-0004"]
    assert answer["overridden"] == [
        {"decision_id": "ADR-0002", "title": "Use Y", "overridden_by": by}
    ]


@pytest.mark.parametrize(
    ("typed", "folder", "value"),
    [
        ("schema.sql", "src/db", "src/db/schema.sql"),
        ("./schema.sql", "src/db", "src/db/schema.sql"),
        ("../db//schema.sql", "src/db", "src/db/schema.sql"),
        ("src/db/new/table.sql", ".", "src/db/new/table.sql"),
        ("src/db", ".", "src/db/"),
        ("src/db/", ".", "src/db/"),
        (".", "src/db", "src/db/"),
        ("src/", ".", "src/"),
        (".", ".", "./"),
        ("src/db/*.sql", ".", "src/db/*.sql"),
        (":(top)src/db/x", "src/db", "src/db/:(top)src/db/x"),
    ],
)
def test_typed_path_is_relative_to_the_current_folder_and_taken_literally(
    ask: Callable[..., Any], repository: Path, typed: str, folder: str, value: str
) -> None:
    answer = ask("--", typed, cwd=repository / folder)
    assert ids(answer)[0] == "ADR-0001"
    assert values(answer) == {value}


def test_absolute_path_inside_is_made_relative(ask: Callable[..., Any], repository: Path) -> None:
    assert values(ask(str(repository / "src" / "db" / "x"))) == {"src/db/x"}


def test_absolute_path_through_a_link_is_made_relative(
    ask: Callable[..., Any], repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    link = tmp_path_factory.mktemp("elsewhere") / "link"
    link.symlink_to(repository, target_is_directory=True)
    assert values(ask(str(link / "src" / "db" / "x"))) == {"src/db/x"}


@pytest.mark.parametrize("typed", ["..", "../x", "/", "src/../../x", "/x\0y"])
def test_path_outside_is_wrong_use(run: Run, repository: Path, typed: str) -> None:
    done = run("applicable", typed, "--format", "json", cwd=repository)
    assert done.returncode == 2
    assert "outside the repository" in json.loads(done.stdout)["message"]


@pytest.mark.parametrize(
    "typed", ["src/db/\0", "src/db/" + "x" * 5000, "src/db/\udcff", "src/db/é"]
)
def test_odd_name_is_answered(run: Run, repository: Path, typed: str) -> None:
    done = run("applicable", typed, "--format", "json", cwd=repository)
    assert done.returncode == 0
    assert ids(json.loads(done.stdout)) == ["ADR-0001"]


@pytest.mark.parametrize(
    "arguments",
    [(), ("",), ("--context", " "), ("--rev", "HEAD"), ("--staged",), ("--base", "HEAD")],
)
def test_nothing_asked_nothing_returned(
    run: Run, repository: Path, arguments: tuple[str, ...]
) -> None:
    done = run("applicable", *arguments, "--format", "json", cwd=repository)
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert (answer["canonical_scope_matches"], answer["overridden"]) == ([], [])
    assert "nothing is asked" in done.stderr


def test_staged_asks_for_what_is_staged_in_the_staged_state(
    ask: Callable[..., Any], git: Git, write_files: Write
) -> None:
    """Names and records come from the index, whatever lies in the folder."""
    write_files({"src/db/schema.sql": "-- 2\n", "src/app.py": "", "lib/ö x.py": ""})
    git("rm", "--quiet", "--cached", "src/db/old/x.sql")
    record = "docs/adr/0006-use-v.md"
    write_files({record: native(6, "Use V", "paths: [lib/**, src/db/old/**]\n")})
    git("add", "src/db/schema.sql", "lib", record)
    write_files({record: native(6, "Use V", "paths: [nowhere/**]\n")})
    answer = ask("--staged")
    assert ids(answer) == ["ADR-0006", "ADR-0001"]
    assert values(answer) == {"src/db/schema.sql", "src/db/old/x.sql", "lib/ö x.py"}
    assert ids(ask("--staged", "src/db/old/x.sql")) == ["ADR-0006"]


def test_staged_before_the_first_commit(
    git_repo: Path, git: Git, write_files: Write, run: Run
) -> None:
    write_files({**RECORDS, "src/db/new.sql": "-- 1\n"})
    git("add", ".")
    done = run("applicable", "--staged", "--format", "json")
    assert values(json.loads(done.stdout)) == {"src/db/new.sql"}


def test_staged_rename_asks_for_both_names(ask: Callable[..., Any], git: Git) -> None:
    git("mv", "src/db/schema.sql", "storage.sql")
    answer = ask("--staged")
    assert ids(answer) == ["ADR-0001", "ADR-0004", "ADR-0003"]
    assert values(answer) == {"src/db/schema.sql", "storage.sql"}


def test_hook_of_commit_path_asks_for_its_own_index(
    repository: Path, git: Git, write_files: Write, start: Run, mneme: Run
) -> None:
    """`git commit PATH` hands its hooks another index than the one of `git add`."""
    write_files({"src/db/schema.sql": "-- 2\n", "src/db/other.sql": "-- 2\n"})
    git("add", "src/db/other.sql")
    git("read-tree", "--index-output=.git/other", "HEAD")
    env = {"GIT_INDEX_FILE": ".git/other"}
    assert start("git", "add", "src/db/schema.sql", cwd=repository, env=env).returncode == 0
    done = mneme("applicable", "--staged", "--format", "json", cwd=repository, env=env)
    assert values(json.loads(done.stdout)) == {"src/db/schema.sql"}


@pytest.mark.parametrize(
    "setting", ["diff.relative=true", "diff.renames=copies", "diff.noprefix=1"]
)
def test_settings_of_git_change_no_answer(
    ask: Callable[..., Any], git: Git, repository: Path, write_files: Write, setting: str
) -> None:
    git("config", *setting.split("="))
    write_files({"src/db/schema.sql": "-- 2\n"})
    git("add", ".")
    assert values(ask("--staged", cwd=repository / "docs")) == {"src/db/schema.sql"}


def test_base_asks_for_what_the_branch_changes(
    ask: Callable[..., Any], git: Git, write_files: Write
) -> None:
    """Changes of the base since the branch left it are not the branch's; its records count."""
    git("checkout", "--quiet", "-b", "work")
    write_files({"src/db/branch.sql": "-- 1\n"})
    git("add", ".")
    git("commit", "--quiet", "--message", "Work")
    git("checkout", "--quiet", "main")
    extra = native(6, "Use V", "paths: [src/db/branch.sql, src/db/base.sql]\n")
    write_files({"src/db/base.sql": "-- 1\n", "docs/adr/0006-use-v.md": extra})
    git("add", ".")
    git("commit", "--quiet", "--message", "Base")
    git("checkout", "--quiet", "work")
    answer = ask("--base", "main")
    assert ids(answer) == ["ADR-0006", "ADR-0001"]
    assert values(answer) == {"src/db/branch.sql"}
    assert values(ask("--base", "main", "src/db/schema.sql")) == {"src/db/schema.sql"}


def test_revision_answers_as_it_was(
    ask: Callable[..., Any], git: Git, write_files: Write, repository: Path
) -> None:
    (repository / "docs/adr/0001-use-x.md").unlink()
    assert ids(ask("src/db/schema.sql")) == []
    assert ids(ask("src/db", "--rev", "HEAD")) == ["ADR-0001"]


def test_unreadable_record_makes_the_answer_incomplete(
    run: Run, repository: Path, write_files: Write
) -> None:
    write_files({"docs/adr/0009-broken.md": BROKEN})
    done = run("applicable", "src/db/schema.sql", "--format", "json", cwd=repository)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["complete"]) == (1, False)
    assert ids(answer) == ["ADR-0001"]
    assert "incomplete" in done.stderr
    assert run("applicable", "nowhere.txt", cwd=repository).returncode == 1
    told = ("applicable", "src/db/schema.sql", "--format", "markdown")
    assert "**Incomplete:**" in run(*told, cwd=repository).stdout
    (repository / "docs/adr/0009-broken.md").unlink()
    assert "**Incomplete:**" not in run(*told, cwd=repository).stdout


def test_waiting_proposals_hint_by_the_same_rules(
    ask: Callable[..., Any], run: Run, git: Git, repository: Path
) -> None:
    git("config", "user.name", "Ada Example")
    git("config", "user.email", "ada@example.com")
    for title, hints in (("Cache rows", ("src/db/*.sql", "storage", "nowhere")), ("Other", ())):
        options = [part for hint in hints for part in ("--scope-hint", hint)]
        sent = ("--title", title, "--statement", f"{title} for all who ask.", "--producer", "a")
        sent = (*sent, "--producer-type", "agent", "--source", "s", *options)
        assert run("decision", "propose", *sent, cwd=repository).returncode == 0
    (match,) = ask("src/db/schema.sql", "--context", "storage")["proposal_hint_matches"]
    assert match["title"] == "Cache rows"
    assert match["matched_hints"] == ["src/db/*.sql", "storage"]
    assert ask("src/app.py")["proposal_hint_matches"] == []
    text = run("applicable", "src/db/schema.sql", cwd=repository).stdout
    assert f"{match['proposal_id']}  Cache rows  (src/db/*.sql)" in text
    refused = ("decision", "reject", match["proposal_id"], "--reason", "no")
    assert run(*refused, cwd=repository).returncode == 0
    assert ask("src/db/schema.sql")["proposal_hint_matches"] == []
    assert ask("src/db/schema.sql", "--rev", "HEAD")["proposal_hint_matches"] == []


@pytest.mark.parametrize(
    "broken",
    ["{", '{"schema": "mneme.decision-proposals/v1", "proposals": [{"proposal_id": "dprop-1"}]}'],
    ids=["file", "entry"],
)
def test_broken_proposals_hide_no_decision(
    run: Run, repository: Path, write_files: Write, broken: str
) -> None:
    write_files({".mneme/decision_proposals.json": broken})
    done = run("applicable", "src/db/schema.sql", "--format", "json", cwd=repository)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["complete"], ids(answer)) == (1, False, ["ADR-0001"])
    assert "decision_proposals.json" in done.stderr or "damaged entry" in done.stderr


def test_explanation_names_what_nearly_governs(ask: Callable[..., Any]) -> None:
    question = ("src/db/old/x.sql", "--context", "storage", "--context", "mail", "--explain")
    rows = ask(*question)["passed_over"]
    assert [(row["decision_id"], row["reason"], row["by"]) for row in rows] == [
        ("ADR-0002", "overridden", ["ADR-0003", "ADR-0004"]),
        ("ADR-0001", "excluded", []),
        ("ADR-0005", "superseded", []),
    ]
    excluded = {"kind": "path", "pattern": "!src/db/old/**", "value": "src/db/old/x.sql"}
    assert rows[1]["matched_by"] == [excluded]


def test_explanation_names_the_rule_of_the_order(run: Run, tmp_path: Path) -> None:
    shutil.copytree(LABELLED / "adr", tmp_path / "adr")
    question = ("src/api/v1/users.py", "--context", "auth", "--context", "api.rate-limiting")
    done = run("applicable", *question, "--explain", "--format", "json", "--adr-dir", "adr")
    rows = json.loads(done.stdout)["canonical_scope_matches"]
    assert [(row["decision_id"][-2:], row["ordered_by"]) for row in rows] == [
        ("18", None),
        ("27", "specificity"),
        ("01", "specificity"),
        ("17", "foundational"),
        ("14", "specificity"),
        ("13", "date"),
        ("07", "date"),
        ("29", "specificity"),
        ("28", "priority"),
        ("05", "specificity"),
        ("02", "date"),
        ("03", "priority"),
    ]


def test_text_of_records_is_harmless(run: Run, write_files: Write, git_repo: Path) -> None:
    title = '"Use | <b>x</b> @you \\e[31m"'
    write_files({"docs/adr/0001-x.md": native(1, title, "paths: [a.txt]\n")})
    table = run("applicable", "a.txt", "--format", "markdown").stdout
    assert not {"<b>", "@you"} & set(table.split())
    assert table.count("|") == 9
    assert "\x1b" not in run("applicable", "a.txt").stdout


def test_works_outside_a_repository(run: Run, write_files: Write, tmp_path: Path) -> None:
    write_files(RECORDS)
    done = run("applicable", "src/db/x", "--format", "json")
    assert (done.returncode, ids(json.loads(done.stdout))) == (0, ["ADR-0001"])
    done = run("applicable", "../x")
    assert done.returncode == 2
    assert "outside the current folder" in done.stderr


def test_json_is_the_same_for_any_order_of_options(ask: Callable[..., Any]) -> None:
    one = ask("--context", "storage", "src/db/x", "src/db/x")
    assert one == ask("src/db/x", "--context", "storage")
