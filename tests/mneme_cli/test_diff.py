"""`mneme diff`: what happened to decisions between two states, in every kind of change."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Write = Callable[..., Path]


def native(number: int, title: str, extra: str = "", status: str = "accepted") -> str:
    return (
        f"---\nid: ADR-{number:04d}\ntitle: {title}\nstatus: {status}\ndate: 2024-01-0{number}\n"
        f"{extra}---\n# {title}\n\n## Context\n\nIt is {number}.\n\n## Decision\n\n{title}.\n"
    )


def path(number: int) -> str:
    return f"docs/adr/{number:04d}-record.md"


START = {
    path(1): native(1, "Use X", "scope: storage\n"),
    path(2): native(2, "Use Y", "paths: [src/**]\n"),
    path(3): native(3, "Use Z", "scope: storage.disk\n", "proposed"),
    path(4): native(4, "Use W", "", "proposed"),
}


@pytest.fixture
def changed(git_repo: Path, git: Git, write_files: Write, mneme: Run) -> Callable[..., Any]:
    """The differences between `START`, tagged `start`, and the same with other files."""

    def diff(files: dict[str, str | None], *options: str) -> Any:
        write_files(START)
        git("add", ".")
        git("commit", "--quiet", "--message", "Start")
        git("tag", "start")
        for name, content in files.items():
            if content is None:
                (git_repo / name).unlink()
            else:
                write_files({name: content})
        done = mneme("diff", "start", *(options or ("--format", "json")))
        assert done.returncode == 0, done.stderr
        return done.stdout if options else json.loads(done.stdout)

    return diff


def _kinds(difference: dict[str, Any]) -> list[tuple[str, str, str | None, str | None]]:
    keys = ("kind", "decision_id", "old", "new")
    return [tuple(change[key] for key in keys) for change in difference["changes"]]


CASES: dict[str, tuple[dict[str, str | None], list[tuple[str, str, str | None, str | None]]]] = {
    "added": ({path(5): native(5, "Use V")}, [("added", "ADR-0005", None, "active")]),
    "removed": ({path(1): None}, [("removed", "ADR-0001", "active", None)]),
    "accepted": (
        {path(4): native(4, "Use W")},
        [("accepted", "ADR-0004", "proposed", "active")],
    ),
    "rejected": (
        {path(4): native(4, "Use W", "", "rejected")},
        [("rejected", "ADR-0004", "proposed", "rejected")],
    ),
    "superseded": (
        {path(5): native(5, "Use V", "supersedes: [ADR-0002]\npaths: [src/**]\n")},
        [
            ("superseded", "ADR-0002", "active", "superseded by ADR-0005"),
            ("added", "ADR-0005", None, "active"),
        ],
    ),
    "amended": (
        {path(5): native(5, "Use V", "amends: [ADR-0002]\n")},
        [("amended", "ADR-0002", None, "ADR-0005"), ("added", "ADR-0005", None, "active")],
    ),
    "overridden": (
        {path(5): native(5, "Use V", "scope: storage\n")},
        [
            ("overridden", "ADR-0001", "active", "overridden by ADR-0005"),
            ("added", "ADR-0005", None, "active"),
        ],
    ),
    "re-scoped": (
        {path(2): native(2, "Use Y", "paths: [lib/**]\n")},
        [("re-scoped", "ADR-0002", "src/**", "lib/**")],
    ),
    "re-dated": (
        {path(2): START[path(2)].replace("2024-01-02", "2023-01-02")},
        [("re-dated", "ADR-0002", "2024-01-02", "2023-01-02")],
    ),
    "retitled": (
        {path(2): START[path(2)].replace("title: Use Y", "title: Use YY")},
        [("retitled", "ADR-0002", "Use Y", "Use YY")],
    ),
    "renamed": (
        {path(2): None, "docs/adr/0002-y.md": START[path(2)]},
        [("renamed", "ADR-0002", path(2), "docs/adr/0002-y.md")],
    ),
    "decision edited": (
        {path(2): START[path(2)].replace("Use Y.\n", "Use Q.\n")},
        [("decision edited", "ADR-0002", None, None)],
    ),
    "rules edited": (
        {
            path(2): START[path(2)].replace(
                "status:", "rules: [{type: forbid_dependency, value: left-pad}]\nstatus:"
            )
        },
        [("decision edited", "ADR-0002", None, None)],
    ),
    "text edited": (
        {path(2): START[path(2)].replace("It is 2", "It is two")},
        [("text edited", "ADR-0002", None, None)],
    ),
    "nothing": ({"src/main.py": "pass\n"}, []),
}


@pytest.mark.parametrize("name", CASES)
def test_each_kind_of_change(name: str, changed: Callable[..., Any]) -> None:
    files, expected = CASES[name]
    difference = changed(files)
    assert _kinds(difference) == expected
    assert difference["complete"] is True


def test_relations_that_are_dropped_or_change_hands_are_told(
    git_repo: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    old = {
        path(1): native(1, "Use X"),
        path(2): native(2, "Use Y"),
        path(3): native(3, "Use Z", "amends: [ADR-0001]\nsupersedes: [ADR-0002]\n"),
        path(4): native(4, "Use W"),
    }
    new = {path(3): native(3, "Use Z"), path(4): native(4, "Use W", "supersedes: [ADR-0002]\n")}
    for files in (old, new):
        write_files(files)
        git("add", ".")
        git("commit", "--quiet", "--message", "Go on")
    done = mneme("diff", "HEAD~1..", "--format", "json")
    assert _kinds(json.loads(done.stdout)) == [
        ("amended", "ADR-0001", "ADR-0003", None),
        ("superseded", "ADR-0002", "superseded by ADR-0003", "superseded by ADR-0004"),
        ("text edited", "ADR-0003", None, None),
        ("text edited", "ADR-0004", None, None),
    ]
    assert "amended          ADR-0001  Use X  (ADR-0003 -> none)" in mneme("diff", "HEAD~1").stdout


def test_scopes_and_paths_say_who_governs_instead(changed: Callable[..., Any]) -> None:
    files = {
        path(3): native(3, "Use Z", "scope: storage.disk\n"),
        path(5): native(5, "Use V", "supersedes: [ADR-0002]\npaths: [src/api/**]\n"),
    }
    assert changed(files)["governed"] == [
        {
            "scope": "storage.disk",
            "pattern": None,
            "old": ["ADR-0001"],
            "new": ["ADR-0003", "ADR-0001"],
        },
        {"scope": None, "pattern": "src/**", "old": ["ADR-0002"], "new": []},
        {"scope": None, "pattern": "src/api/**", "old": ["ADR-0002"], "new": ["ADR-0005"]},
    ]


def test_text_reads_like_a_summary(changed: Callable[..., Any]) -> None:
    files = {path(5): native(5, "Use V", "supersedes: [ADR-0002]\npaths: [src/api/**]\n")}
    assert changed(files, "--format", "text").splitlines() == [
        "superseded       ADR-0002  Use Y  (active -> superseded by ADR-0005)",
        "added            ADR-0005  Use V  (active)",
        "",
        "governed otherwise:",
        "  path src/**: nothing instead of ADR-0002",
        "  path src/api/**: ADR-0005 instead of ADR-0002",
    ]


def test_markdown_lets_no_record_write_markup(changed: Callable[..., Any]) -> None:
    title = "'`<img src=x> | @all [a](https://b) #1'"
    shown = changed({path(5): native(5, title)}, "--format", "markdown")
    (row,) = [line for line in shown.splitlines() if "ADR-0005" in line]
    assert row.count("|") == 5
    assert not set("<`@[]#") & set(row.replace("&#", ""))


def test_states_are_revisions_the_index_or_the_working_tree(
    git_repo: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    write_files(START)
    git("add", ".")
    git("commit", "--quiet", "--message", "Start")
    write_files({path(5): native(5, "Use V")})
    git("add", ".")
    git("commit", "--quiet", "--message", "Go on")
    write_files({path(6): native(6, "Use U")})
    git("add", ".")
    write_files({path(7): native(7, "Use T")})

    def added(*arguments: str) -> list[str]:
        done = mneme("diff", *arguments, "--format", "json", cwd=git_repo / "docs")
        return [change["decision_id"] for change in json.loads(done.stdout)["changes"]]

    assert added("HEAD") == ["ADR-0006", "ADR-0007"]
    assert added("HEAD", "--staged") == ["ADR-0006"]
    assert added("HEAD~1", "HEAD") == added("HEAD~1..HEAD") == added("HEAD~1..") == ["ADR-0005"]
    assert added("HEAD") == ["ADR-0006", "ADR-0007"]
    assert added("HEAD~1..") == ["ADR-0005"], "as git has it, an empty side is HEAD"
    assert mneme("diff", "HEAD", "HEAD").stdout == "no difference\n"
    dots = mneme("diff", "HEAD~1...HEAD")
    assert (dots.returncode, "mneme diff --base A" in dots.stderr) == (2, True)


def test_base_shows_what_the_merge_would_change(
    git_repo: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    write_files(START)
    git("add", ".")
    git("commit", "--quiet", "--message", "Start")
    git("checkout", "--quiet", "-b", "change")
    write_files({path(5): native(5, "Use V")})
    git("add", ".")
    git("commit", "--quiet", "--message", "Go on")
    git("checkout", "--quiet", "main")
    write_files({path(6): native(6, "Use U")})
    git("add", ".")
    git("commit", "--quiet", "--message", "Meanwhile")
    git("checkout", "--quiet", "change")
    done = mneme("diff", "--base", "main", "--format", "json")
    assert _kinds(json.loads(done.stdout)) == [("added", "ADR-0005", None, "active")]
    assert "removed" in mneme("diff", "main").stdout, "the branch alone lacks what main has"
    for arguments in ([], ["main", "--base", "main"], ["--base", "main", "--staged"]):
        assert mneme("diff", *arguments).returncode == 2


def test_first_records_are_all_added(
    git_repo: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    write_files({"README.md": "# A project\n"})
    git("add", ".")
    git("commit", "--quiet", "--message", "Start")
    assert mneme("diff", "HEAD").returncode == 2, "neither side has records"
    write_files(START)
    assert mneme("diff", "HEAD").stdout.count("added ") == 4


def test_incomplete_side_makes_the_answer_incomplete(
    git_repo: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    write_files(START)
    git("add", ".")
    git("commit", "--quiet", "--message", "Start")
    write_files({path(5): native(5, "Use V", "supersedes: [ADR-0099]\n")})
    done = mneme("diff", "HEAD", "--format", "json")
    assert (done.returncode, json.loads(done.stdout)["complete"]) == (1, False)
    assert mneme("diff", "nowhere").returncode == 2
