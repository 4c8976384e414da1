"""The file of proposals is judged with the records of its own state, by one function."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from proposals.store import PROPOSALS_FILE

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
CASES = Path(__file__).parents[1] / "rules"
RECORD = "adr/0001-feed-the-ducks.md"


@pytest.fixture
def repository(git_repo: Path) -> Path:
    """Three accepted proposals and their records."""
    shutil.copytree(CASES / "PRP603/good", git_repo, dirs_exist_ok=True)
    return git_repo


Found = Callable[..., list[str]]


@pytest.fixture
def found(run: Run, repository: Path) -> Found:
    """The codes that a check finds; its exit status agrees."""

    def check(*arguments: str, command: tuple[str, ...] = ("check",)) -> list[str]:
        done = run(*command, *arguments, "--format", "json", cwd=repository)
        codes = [finding["code"] for finding in json.loads(done.stdout)["diagnostics"]]
        assert done.returncode == bool(codes), done.stderr
        return codes

    return check


def _edit(repository: Path, old: str, new: str, name: str = PROPOSALS_FILE) -> None:
    path = repository / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_renumbered_record_is_found_by_its_proposal(repository: Path, found: Found) -> None:
    (repository / RECORD).rename(repository / "adr/0009-feed-the-ducks.md")
    _edit(repository, "ADR-0001", "ADR-0009", "adr/0009-feed-the-ducks.md")
    assert found() == []
    # Its number may belong to another record by now.
    shutil.copy(repository / "adr/0003-drain-the-pond.md", repository / "adr/0001-dry-the-pond.md")
    _edit(repository, "ADR-0003", "ADR-0001", "adr/0001-dry-the-pond.md")
    assert found() == []


def test_names_of_corpora_may_come_later(repository: Path, found: Found) -> None:
    config = '[[corpus]]\nname = "pond"\npath = "adr"\n'
    (repository / ".mneme/config.toml").write_text(config)
    assert found() == []


def test_record_that_cannot_be_read_is_not_missing(repository: Path, found: Found) -> None:
    (repository / RECORD).write_bytes(b"# \xff\n")
    assert found() == ["ADR101"]


def test_two_records_of_one_proposal_are_found(repository: Path, found: Found) -> None:
    shutil.copy(repository / RECORD, repository / "adr/0008-feed-the-geese.md")
    _edit(repository, "ADR-0001", "ADR-0008", "adr/0008-feed-the-geese.md")
    assert found() == ["PRP605"], "the other one is what was accepted"
    (repository / RECORD).rename(repository / "adr/0009-feed-the-ducks.md")
    _edit(repository, "ADR-0001", "ADR-0009", "adr/0009-feed-the-ducks.md")
    assert found() == ["PRP605", "PRP605"], "neither of the two is"


@pytest.mark.parametrize("state", [(), ("--staged",), ("--rev", "HEAD")])
def test_each_state_is_judged_by_its_own_file(
    state: tuple[str, ...], repository: Path, git: Git, found: Found
) -> None:
    git("add", ".")
    git("commit", "--quiet", "--message", "Sound")
    _edit(repository, "oats alone", "bread alone")
    assert found() == ["PRP602"]
    assert found("--staged") == found("--rev", "HEAD") == []
    git("add", ".")
    assert found("--staged") == found(command=("hook", "pre-commit")) == ["PRP602"]
    git("commit", "--quiet", "--message", "Damaged")
    (repository / PROPOSALS_FILE).unlink()
    assert found(*state) == (["PRP602"] if state else [])


def test_file_that_comes_and_goes_is_asked_for_anew(
    repository: Path, git: Git, found: Found
) -> None:
    _edit(repository, "oats alone", "bread alone")
    git("add", ".")
    hook = ("hook", "pre-commit")
    assert found(command=hook) == found(command=hook) == ["PRP602"]
    git("rm", "--quiet", "--cached", PROPOSALS_FILE)
    assert found(command=hook) == found(command=hook) == [], "they may be kept elsewhere"
    git("add", ".")
    assert found(command=hook) == ["PRP602"]


def test_link_is_no_file_of_proposals(repository: Path, git: Git, found: Found) -> None:
    path = repository / PROPOSALS_FILE
    path.rename(repository / "elsewhere.json")
    path.symlink_to("../elsewhere.json")
    assert found() == ["PRP601"]
    git("add", ".")
    assert found("--staged") == ["PRP601"]


NOTHING_KEPT = '{"schema": "mneme.decision-proposals/v1", "proposals": []}'
ANSWERS = ("list", "compile", "search duck", "applicable x", "diff HEAD")


@pytest.mark.parametrize("damage", ["{", NOTHING_KEPT])
def test_answers_ask_about_records_that_name_a_proposal(
    damage: str, repository: Path, git: Git, run: Run
) -> None:
    git("add", ".")
    git("commit", "--quiet", "--message", "Sound")
    answers = [command.split() for command in ANSWERS]
    assert [run(*command, cwd=repository).returncode for command in answers] == [0] * len(ANSWERS)
    file = repository / PROPOSALS_FILE
    sound = file.read_bytes()
    file.write_text(damage)
    assert [run(*command, cwd=repository).returncode for command in answers] == [1] * len(ANSWERS)
    file.write_bytes(sound)
    assert [run(*command, cwd=repository).returncode for command in answers] == [0] * len(ANSWERS)


def test_damaged_proposals_that_no_record_names_stop_no_answer(repository: Path, run: Run) -> None:
    for record in (repository / "adr").glob("*.md"):
        lines = record.read_text().splitlines(keepends=True)
        record.write_text(
            "".join(x for x in lines if not x.startswith(("proposal:", "accepted_d")))
        )
    (repository / PROPOSALS_FILE).write_text("{")
    assert [run(command, cwd=repository).returncode for command in ("list", "compile")] == [0, 0]


def test_named_folder_asks_for_its_own_records(repository: Path, found: Found) -> None:
    (repository / "other").mkdir()
    (repository / RECORD).rename(repository / "other/0001-feed-the-ducks.md")
    assert found("adr") == [], "that a record lies elsewhere is not seen from there"
    (repository / PROPOSALS_FILE).write_text(NOTHING_KEPT)
    assert found("adr") == ["PRP605"]


def test_folder_outside_a_repository_has_no_proposals(
    repository: Path, found: Found, git: Git
) -> None:
    shutil.rmtree(repository / ".git")
    (repository / PROPOSALS_FILE).write_text("{")
    assert found("adr") == []
    assert found() == ["PRP601"]


def test_severity_and_baseline_hold_for_proposals(repository: Path, found: Found, run: Run) -> None:
    _edit(repository, "oats alone", "bread alone")
    run("check", "--write-baseline", cwd=repository)
    first = (repository / ".mneme/baseline.json").read_bytes()
    done = run("check", cwd=repository)
    assert (done.returncode, "covers 1 finding" in done.stdout) == (0, True)
    run("check", "--write-baseline", "adr", cwd=repository)
    assert (repository / ".mneme/baseline.json").read_bytes() == first
    (repository / ".mneme/baseline.json").unlink()
    (repository / ".mneme/config.toml").write_text('[rules]\nPRP602 = "off"\n')
    assert found() == []


def test_fixing_records_does_not_hide_what_is_found(repository: Path, run: Run) -> None:
    _edit(repository, "oats alone", "bread alone")
    done = run("check", "--fix", cwd=repository)
    assert (done.returncode, "PRP602" in done.stdout) == (1, True)
