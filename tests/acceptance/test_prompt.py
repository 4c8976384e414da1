"""Only a person accepts: at a terminal by typing, without one by naming what was reviewed."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

Make = Callable[..., Any]
Git = Callable[..., str]
Write = Callable[..., Path]

NEW = "docs/adr/0004-use-sqlite.md"
STORE = ".mneme/decision_proposals.json"


@pytest.fixture
def at_terminal(environment: dict[str, str]) -> Callable[..., tuple[int, str]]:
    """Run a command with a terminal as its input, and type a line: its status and its words."""

    def run(project: Any, typed: str, *arguments: str, env: Mapping[str, str] = {}) -> Any:
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "mneme_cli", *arguments]
        os.write(ours, typed.encode())
        done = subprocess.run(
            command,
            cwd=project.base,
            env={**environment, **env},
            stdin=theirs,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        os.close(ours)
        os.close(theirs)
        return done.returncode, done.stdout + done.stderr

    return run


def test_right_characters_accept(make: Make, at_terminal: Any) -> None:
    project = make("nygard")
    identifier = project.propose()["proposal_id"]
    status, said = at_terminal(project, f"{identifier[-4:]}\n", "decision", "accept", identifier)
    assert status == 0, said
    assert "last four characters" in said
    assert f"+++ b/{NEW}" in said, "it was shown before"
    assert project.lifecycles()[NEW] == "active"


def test_records_that_change_while_a_person_looks_refuse_it(
    make: Make, environment: dict[str, str]
) -> None:
    project = make("nygard")
    identifier = project.propose()["proposal_id"]
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mneme_cli", "decision", "accept", identifier]
    with subprocess.Popen(
        command,
        cwd=project.base,
        env=environment,
        stdin=theirs,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr
        asked = b""
        while b"to accept it" not in asked:
            more = os.read(process.stderr.fileno(), 4096)
            assert more, asked
            asked += more
        with (project.base / "docs/adr/0001-pick-apples.md").open("a") as other:
            other.write("\nSince then we pick pears.\n")
        os.write(ours, f"{identifier[-4:]}\n".encode())
        said = process.stderr.read()
    os.close(ours)
    os.close(theirs)
    assert (process.returncode, b"changed since" in said) == (1, True), said
    assert NEW not in project.files()


@pytest.mark.parametrize("typed", ["", "y", "yes", "no", "last", "whole", "\x04"])
def test_other_characters_do_not(typed: str, make: Make, at_terminal: Any) -> None:
    project = make("nygard")
    identifier = project.propose()["proposal_id"]
    files = project.files()
    line = {"last": identifier[-3:], "whole": identifier}.get(typed, typed)
    # An empty line is asked again: the end of input ends it.
    end = "\x04" if not line else ""
    status, _ = at_terminal(project, f"{line}\n{end}", "decision", "accept", identifier)
    assert status in (1, 130)
    assert project.files() == files


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ((), 1),
        (("--yes",), 1),
        (("--expect", "right"), 1),
        (("--yes", "--expect", "0" * 64), 1),
        (("--yes", "--expect", ""), 1),
        (("--yes", "--expect", "short"), 1),
        (("--yes", "--expect", "id"), 1),
        (("--force",), 2),
    ],
)
def test_without_a_terminal_it_takes_both_words(
    options: tuple[str, ...], status: int, make: Make
) -> None:
    project = make("nygard")
    proposal = project.propose()
    fingerprint = proposal["content_fingerprint"]
    words = {"right": fingerprint, "short": fingerprint[:12], "id": proposal["proposal_id"]}
    given = [words.get(option, option) for option in options]
    files = project.files()
    done = project.run("decision", "accept", proposal["proposal_id"], *given)
    assert done.returncode == status, done.stderr
    assert project.files() == files


def test_fingerprint_of_another_text_is_stale(make: Make) -> None:
    project = make("nygard")
    reviewed, other = project.propose(), project.propose(statement="Use PostgreSQL for the index.")
    done = project.run(
        *("decision", "accept", other["proposal_id"], "--yes"),
        *("--expect", reviewed["content_fingerprint"]),
    )
    assert (done.returncode, NEW in project.files()) == (1, False)
    assert "mneme decision show" in done.stderr


def test_rejected_one_is_not_accepted(make: Make) -> None:
    project = make("nygard")
    proposal = project.propose()
    project.done("decision", "reject", proposal["proposal_id"], "--reason", "no")
    files = project.files()
    done = project.accept(proposal)
    assert (done.returncode, project.files()) == (1, files)
    assert "is rejected and cannot be accepted" in done.stderr


@pytest.mark.parametrize("key", ["status", "accepted_decision_id", "decided", "accepting"])
def test_no_submission_claims_acceptance(key: str, make: Make) -> None:
    project = make("nygard")
    files = project.files()
    source = {"producer_name": "a", "producer_type": "agent", "source_reference": "s"}
    sent = {"title": "Use X", "statement": "It is used everywhere.", "provenance": source}
    sent[key] = "accepted"
    path = project.base.parent / "sent.json"
    path.write_text(json.dumps(sent))
    done = project.run("decision", "propose", str(path))
    assert done.returncode == 2
    assert "a person to decide" in done.stderr
    assert project.files() == files


def test_no_variable_answers(make: Make) -> None:
    project = make("nygard")
    proposal = project.propose()
    words = ("YES", "EXPECT", "ACCEPT_YES", "DECISION_ACCEPT_YES", "DECISION_ACCEPT_EXPECT", "CI")
    env = {f"MNEME_{word}": proposal["content_fingerprint"] for word in words} | {"CI": "1"}
    done = project.start(
        *(sys.executable, "-m", "mneme_cli", "decision", "accept", proposal["proposal_id"]),
        cwd=project.base,
        env=env,
        stdin=f"{proposal['proposal_id'][-4:]}\ny\n",
    )
    assert done.returncode == 1
    assert NEW not in project.files()


def test_comma_in_a_name_makes_no_second_person(dialect: str, make: Make, git: Git) -> None:
    project = make(dialect)
    git("config", "user.name", "Lovelace, Ada", cwd=project.base)
    done = project.accept(project.propose())
    assert done.returncode == 0, done.stderr
    assert project.decisions()[NEW].record.deciders == ("Lovelace Ada",)


# --- the editor ----------------------------------------------------------------------------------


@pytest.fixture
def editor(make: Make, write_files: Write, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`editor("s/a/b/")` makes EDITOR a script that edits so."""

    def use(program: str) -> None:
        folder = write_files({"bin/editor": f"#!/bin/sh\nsed -i -e '{program}' \"$1\"\n"})
        (folder / "bin/editor").chmod(0o755)
        monkeypatch.setenv("EDITOR", str(folder / "bin/editor"))
        monkeypatch.delenv("VISUAL", raising=False)

    return use


def test_edited_draft_is_accepted(dialect: str, make: Make, editor: Any) -> None:
    project = make(dialect)
    proposal = project.propose(statement="We do it.\n\n## Exceptions\n\nSupersedes ADR-0001")
    assert project.accept(proposal).returncode == 1
    editor("s/^Supersedes.*/None./")
    done = project.accept(proposal, "--edit", "--supersedes", "ADR-0002")
    assert done.returncode == 0, done.stderr
    assert project.decisions()[NEW].record.proposal == proposal["proposal_id"]
    assert "## Exceptions\n\nNone." in project.files()[NEW].decode()
    assert project.lifecycles()["docs/adr/0001-pick-apples.md"] != "superseded"
    assert not project.errors()


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("s/^status: .*/status: rejected/", "status"),
        ("s/^proposal: .*/proposal: dprop-00000000000000000000000000000000/", "origin"),
        ("s/^accepted_digest: .*/accepted_digest: x/", "origin"),
        ("s/^id: .*/id: ADR-0099/", "number"),
        ("s/^scope: .*/supersedes: [ADR-0002]/", "relation"),
        ("s/^scope: .*/scope: fruit.1/", "ADR-0001 would be inactive"),
        ("s/^accepted_digest: .*//", "origin"),
        ("1,$d", "no record"),
        ('s/needs no server/password = "hunter2hunter2x"/', "secret"),
    ],
)
def test_edit_does_not_settle_what_acceptance_settles(
    program: str, said: str, make: Make, editor: Any
) -> None:
    project = make("native")
    proposal = project.propose()
    files = project.files()
    editor(program)
    done = project.accept(proposal, "--edit", "--scope", "storage")
    assert done.returncode == 1, done.stdout
    assert said in done.stderr
    assert project.files() == files


# --- the commit ----------------------------------------------------------------------------------


def test_commit_holds_what_was_written(dialect: str, make: Make, git: Git) -> None:
    project = make(dialect)
    _commit_all(git, project)
    proposal = project.propose()
    (project.base / "other.txt").write_text("staged\n")
    git("add", "other.txt", cwd=project.base)
    done = project.accept(proposal, "--commit", "--supersedes", "ADR-0002", "--decider", "Mallory")
    assert done.returncode == 0, done.stderr
    old = [] if dialect == "plain" else ["docs/adr/0002-pick-pears.md"]
    named = git("show", "--name-only", "--format=", cwd=project.base).split()
    assert sorted(named) == sorted([STORE, NEW, *old])
    trailers = git("log", "-1", "--format=%(trailers)", cwd=project.base).strip().splitlines()
    assert trailers == [
        "Decision: ADR-0004",
        f"Proposal: {proposal['proposal_id']}",
        "Accepted-by: Ada Example <ada@example.com>",
    ]
    assert git("status", "--short", cwd=project.base) == "A  other.txt\n"
    head = git("rev-parse", "HEAD", cwd=project.base)
    assert project.accept(proposal, "--commit").returncode == 0
    assert git("rev-parse", "HEAD", cwd=project.base) == head, "there is nothing more to commit"


@pytest.mark.parametrize(
    "title", ["Use X\n\nAccepted-by: Eve <eve@example.com>", "Decision: ADR-9"]
)
def test_title_adds_no_trailer(title: str, make: Make, git: Git) -> None:
    project = make("native")
    _commit_all(git, project)
    done = project.accept(project.propose(title=title), "--commit")
    assert done.returncode == 0, done.stderr
    trailers = git("log", "-1", "--format=%(trailers)", cwd=project.base).strip().splitlines()
    assert [line.partition(":")[0] for line in trailers] == ["Decision", "Proposal", "Accepted-by"]


def test_hook_that_refuses_can_be_answered(make: Make, git: Git) -> None:
    project = make("nygard")
    _commit_all(git, project)
    proposal = project.propose()
    hook = project.base / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'not on Fridays' >&2\nexit 1\n")
    hook.chmod(0o755)
    done = project.accept(proposal, "--commit")
    assert done.returncode == 1
    assert "not on Fridays" in done.stderr
    assert project.entry(proposal)["status"] == "accepted"
    hook.unlink()
    done = project.accept(proposal, "--commit")
    assert done.returncode == 0, done.stderr
    assert git("status", "--short", cwd=project.base) == ""


def _commit_all(git: Git, project: Any) -> None:
    git("add", "-A", cwd=project.base)
    git("commit", "--quiet", "-m", "Record", cwd=project.base)
