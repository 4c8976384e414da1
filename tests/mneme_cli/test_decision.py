"""`mneme decision`: proposals come in, wait, are rejected and reopened, and never decide."""

import json
import os
import subprocess
import sys
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
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has neither")
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


SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
UNUSABLE = [
    f'{{"{SECRET}": 1, "{SECRET}": 2}}',
    f'{{"\\u0067{SECRET[1:]}": 1, "\\u0067{SECRET[1:]}": 2}}',
    f'{{"title": "{SECRET}"',
    f'{{"title": NaN, "statement": "{SECRET}"}}',
    f'["{SECRET}"]',
    f'{{"candidates": [], "zz": "{SECRET}"}}',
    f'{{"candidates": [], "{SECRET}": 1}}',
]


@pytest.mark.parametrize("sent", UNUSABLE, ids=range(len(UNUSABLE)))
def test_secret_in_what_cannot_be_used_is_not_shown(
    sent: str, repository: Path, mneme: Run
) -> None:
    done = mneme("decision", "propose", "-", stdin=sent)
    assert (done.returncode, "looks like a secret" in done.stderr) == (1, True)
    assert SECRET not in done.stdout + done.stderr


def test_secret_in_the_name_of_a_file_is_not_shown(repository: Path, run: Run) -> None:
    done = run("decision", "propose", f"{SECRET}.json")
    assert (done.returncode, SECRET in done.stdout + done.stderr) == (2, False)


def test_unknown_key_beside_the_candidates_is_named(repository: Path, mneme: Run) -> None:
    source = {"producer_name": "a", "producer_type": "agent", "source_reference": "r"}
    candidate = {"title": "Use X", "statement": "We use X for it.", "provenance": source}
    sent = json.dumps({"candidates": [candidate], "zz": 1})
    done = mneme("decision", "propose", "-", stdin=sent)
    assert (done.returncode, "the key `zz` is not known" in done.stderr) == (2, True)
    assert not (repository / FILE).exists()


@posix
def test_closed_input_is_wrong_use(repository: Path, start: Run) -> None:
    done = start("sh", "-c", f"'{sys.executable}' -m mneme_cli decision propose - <&-")
    assert (done.returncode, "standard input is closed" in done.stderr) == (2, True)


@pytest.mark.parametrize("command", ["propose", "reject"])
def test_wrong_folder_is_wrong_use(
    command: str, propose: Callable[..., Any], run: Run, repository: Path
) -> None:
    propose()
    before = (repository / FILE).read_bytes()
    given = ["--title", "T", "--statement", "We use the other one.", "--producer", "a"]
    more = {
        "propose": [*given, "--producer-type", "agent", "--source", "s"],
        "reject": ["dprop-", "--reason", "no"],
    }
    done = run("decision", command, *more[command], "--adr-dir", "nope")
    assert (done.returncode, "there is no folder 'nope'" in done.stderr) == (2, True)
    assert (repository / FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("because \x1b[2J", "U+001B"),
        ("because \x9b2J", "U+009B"),
        ("x" * 10_001, "found 10001 characters; allowed are at most 10000"),
    ],
    ids=["control", "control of 8 bits", "long"],
)
def test_reason_is_judged_like_a_submission(
    reason: str, said: str, propose: Callable[..., Any], run: Run, repository: Path
) -> None:
    propose()
    before = (repository / FILE).read_bytes()
    done = run("decision", "reject", "dprop-", "--reason", reason)
    assert (done.returncode, said in done.stderr) == (2, True)
    assert (repository / FILE).read_bytes() == before
    assert run("decision", "reject", "dprop-", "--reason", "two\n\tlines").returncode == 0
    before = (repository / FILE).read_bytes()
    assert run("decision", "reopen", "dprop-", "--reason", reason).returncode == 2
    assert (repository / FILE).read_bytes() == before


def test_second_rejection_says_that_the_first_one_stands(
    propose: Callable[..., Any], run: Run, repository: Path
) -> None:
    propose()
    assert run("decision", "reject", "dprop-", "--reason", "no place for it").stderr == ""
    before = (repository / FILE).read_bytes()
    done = run("decision", "reject", "dprop-", "--reason", "another one")
    assert done.returncode == 0
    assert "nothing was changed" in done.stderr
    assert "Ada Example <ada@example.com>" in done.stderr
    assert "no place for it" in done.stderr
    assert (repository / FILE).read_bytes() == before


TURNING = "\x9b \u202e \u2066 \x7f"


def test_json_holds_no_character_that_moves_a_terminal(
    repository: Path, run: Run, write_files: Write
) -> None:
    record = (
        f"# 2. Use {TURNING}\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nY.\n"
    )
    write_files({"docs/adr/0002-use-y.md": record})
    for arguments in (
        ["list", "--format", "json"],
        ["list", "--format", "jsonl"],
        ["show", "2", "--format", "json"],
        ["check", "--format", "sarif"],
        ["search", "Use", "--format", "json"],
    ):
        printed = run(*arguments).stdout
        assert not any(character in printed for character in TURNING.split())
    assert json.loads(run("show", "2", "--format", "json").stdout)["title"] == f"Use {TURNING}"


@posix
@pytest.mark.parametrize(
    "arguments",
    [
        ["decision", "proposals"],
        ["decision", "show", "dprop-"],
        ["decision", "reject", "dprop-", "--reason", "no"],
        ["decision", "reopen", "dprop-"],
        ["decision", "accept", "dprop-", "--yes", "--expect", "x"],
        ["show", "dprop-"],
        ["curate"],
        ["curate", "--apply", "x"],
    ],
    ids=" ".join,
)
def test_link_out_of_the_repository_is_not_followed(
    arguments: list[str],
    propose: Callable[..., Any],
    run: Run,
    repository: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    propose()
    outside = tmp_path_factory.mktemp("outside")
    (repository / ".mneme").rename(outside / "theirs")
    (repository / ".mneme").symlink_to(outside / "theirs")
    before = [(file, file.read_bytes()) for file in (outside / "theirs").iterdir()]
    done = run(*arguments)
    assert (done.returncode, "link out of the repository" in done.stderr) == (2, True)
    assert [(file, file.read_bytes()) for file in (outside / "theirs").iterdir()] == before
