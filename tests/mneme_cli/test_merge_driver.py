"""Git merges proposals by id where it was told to, and stops at two decisions."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proposals import transitions
from proposals.document import Document, dump, empty, load
from proposals.entries import new_proposal
from proposals.model import Candidate, Decided, Proposal, Provenance
from proposals.store import add

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Write = Callable[..., Path]

FILE = ".mneme/decision_proposals.json"
LINE = f"{FILE} merge=mneme-proposals\n"
KEY = "merge.mneme-proposals.driver"
ADA = Decided("Ada", "2026-03-05T12:00:00Z", "it costs too much")
BOB = Decided("Bob", "2026-03-06T12:00:00Z", "there is no place")


def proposal(name: str) -> Proposal:
    candidate = Candidate(f"Use {name}", f"We use {name} here.", Provenance("a", "b", "c"))
    return new_proposal(candidate, "2026-01-01T00:00:00Z")


W, X, Y, Z = map(proposal, "WXYZ")


def having(*proposals: Proposal) -> Document:
    document = empty()
    for one in proposals:
        document, _ = add(document, one)
    return document


@pytest.fixture
def repository(git_repo: Path, git: Git, write_files: Write, run: Run) -> Path:
    """A repository with one proposal, in which the driver is registered and committed."""
    git("config", "user.name", "Ada Example")
    git("config", "user.email", "ada@example.com")
    write_files({FILE: dump(having(W))})
    assert run("init", "--merge-driver").returncode == 0
    git("add", ".")
    git("commit", "--quiet", "--message", "Propose W")
    return git_repo


@pytest.fixture
def branches(repository: Path, git: Git, write_files: Write) -> Callable[..., None]:
    """Commit one document on `main`, and another on a branch `side` from the commit before."""

    def make(ours: Document, theirs: Document) -> None:
        git("checkout", "--quiet", "-b", "side")
        write_files({FILE: dump(theirs)}, repository)
        git("commit", "--quiet", "--all", "--message", "theirs")
        git("checkout", "--quiet", "main")
        write_files({FILE: dump(ours)}, repository)
        git("commit", "--quiet", "--all", "--message", "ours")

    return make


@pytest.fixture
def try_git(start: Run, person: dict[str, str]) -> Run:
    """Run git, whether it succeeds or not."""

    def call(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
        return start("git", *arguments, env=person, **more)

    return call


def titles(folder: Path) -> list[str]:
    document = load((folder / FILE).read_bytes(), FILE)
    return [p.candidate.title for p in document.proposals]


WAYS = {
    "merge": (["merge", "--no-edit", "side"], ["Use W", "Use X", "Use Y", "Use Z"]),
    "rebase": (["rebase", "side"], ["Use W", "Use Y", "Use Z", "Use X"]),
    "cherry-pick": (["cherry-pick", "side"], ["Use W", "Use X", "Use Y", "Use Z"]),
}


@pytest.mark.parametrize("way", WAYS)
def test_two_branches_that_propose_come_together(
    way: str, branches: Callable[..., None], try_git: Run, repository: Path
) -> None:
    branches(having(W, X), having(W, Y, Z))
    command, expected = WAYS[way]
    done = try_git(*command)
    assert done.returncode == 0, done.stdout + done.stderr
    assert titles(repository) == expected
    assert try_git("status", "--porcelain").stdout == ""


def test_without_the_driver_lines_are_in_conflict(
    branches: Callable[..., None], try_git: Run, git: Git
) -> None:
    """What the driver is for."""
    git("config", "--unset", KEY)
    branches(having(W, X), having(W, Y))
    assert try_git("merge", "side").returncode == 1


def test_file_that_both_branches_made(
    repository: Path, git: Git, try_git: Run, write_files: Write
) -> None:
    git("rm", "--quiet", FILE)
    git("commit", "--quiet", "--message", "without")
    git("checkout", "--quiet", "-b", "side")
    for branch, one in (("side", X), ("main", Y)):
        git("checkout", "--quiet", branch)
        write_files({FILE: dump(having(one))}, repository)
        git("add", FILE)
        git("commit", "--quiet", "--message", branch)
    done = try_git("merge", "--no-edit", "side")
    assert done.returncode == 0, done.stdout + done.stderr
    assert titles(repository) == ["Use Y", "Use X"]


@pytest.mark.parametrize("way", ["merge", "rebase", "cherry-pick"])
def test_two_decisions_stop_git_and_are_named(
    way: str, branches: Callable[..., None], try_git: Run, repository: Path
) -> None:
    ours = transitions.reject(having(W, X), W.proposal_id, ADA)
    theirs = transitions.accept(having(W, Y), W.proposal_id, "ADR-0004", BOB)
    branches(ours, theirs)
    done = try_git(*WAYS[way][0])
    said = done.stdout + done.stderr
    assert done.returncode == 1
    for word in (W.proposal_id, "rejected by Ada", "accepted as ADR-0004 by Bob", FILE):
        assert word in said
    assert try_git("ls-files", "--unmerged").stdout != ""
    document = load((repository / FILE).read_bytes(), FILE)
    status = {p.candidate.title: p.status for p in document.proposals}
    assert status == {
        "Use W": "accepted" if way == "rebase" else "rejected",
        "Use X": "proposed",
        "Use Y": "proposed",
    }


def test_side_that_cannot_be_read_is_left_to_the_person(
    branches: Callable[..., None], try_git: Run, repository: Path, git: Git, write_files: Write
) -> None:
    branches(having(W, X), having(W, Y))
    git("checkout", "--quiet", "side")
    write_files({FILE: '{"proposals": ['}, repository)
    git("commit", "--quiet", "--all", "--message", "broken")
    git("checkout", "--quiet", "main")
    done = try_git("merge", "side")
    assert done.returncode == 1
    assert f"their side of {FILE}" in done.stderr + done.stdout
    assert (repository / FILE).read_bytes() == dump(having(W, X))


def test_check_of_the_merge_result_uses_it_too(
    branches: Callable[..., None], git: Git, run: Run, write_files: Write
) -> None:
    branches(having(W, X), having(W, Y))
    git("checkout", "--quiet", "side")
    merged = git("merge-tree", "--write-tree", "main", "side").split("\n")[0]
    data = json.loads(git("show", f"{merged}:{FILE}"))
    assert len(data["proposals"]) == 3


def test_command_itself(mneme: Run, write_files: Write, tmp_path: Path) -> None:
    write_files({"base": "", "ours": dump(having(X)), "theirs": dump(having(Y))})
    assert mneme("decision", "merge-driver", "base", "ours", "theirs").returncode == 0
    assert (tmp_path / "ours").read_bytes() == dump(having(X, Y))
    ours = dump(transitions.reject(having(X), X.proposal_id, ADA))
    theirs = dump(transitions.reject(having(X), X.proposal_id, BOB))
    write_files({"base": dump(having(X)), "ours": ours, "theirs": theirs})
    done = mneme("decision", "merge-driver", "base", "ours", "theirs", "a/b.json")
    assert done.returncode == 1
    for word in ("a/b.json", X.proposal_id, ADA.reason, BOB.reason):
        assert word in done.stderr
    assert (tmp_path / "ours").read_bytes() == ours
    for broken in ("", "{", "[]"):
        write_files({"theirs": broken})
        done = mneme("decision", "merge-driver", "base", "ours", "theirs")
        assert (done.returncode, "their side" in done.stderr) == (2, True)
    done = mneme("decision", "merge-driver", "base", "ours", "missing")
    assert (done.returncode, "missing cannot be read" in done.stderr) == (2, True)
    assert (tmp_path / "ours").read_bytes() == ours


OTHERS = [
    "",
    "*.png binary\n",
    "*.png binary",
    "# ours\r\n*.png binary\r\n",
    f"*.png binary\n{LINE}",
]


@pytest.mark.parametrize("others", OTHERS)
def test_registered_once_and_taken_out_without_a_trace(
    others: str, git_repo: Path, run: Run, write_files: Write, git: Git
) -> None:
    attributes, config = git_repo / ".gitattributes", git_repo / ".git/config"
    write_files({".gitattributes": others} if others else {})
    before = config.read_bytes()
    assert run("init", "--merge-driver").stdout.endswith(f"merges   {FILE}\n")
    first = (attributes.read_bytes(), config.read_bytes())
    assert first[0].startswith(others.encode())
    assert first[0].count(b"merge=mneme-proposals") == 1
    assert run("init", "--merge-driver").stdout.endswith(f"kept     {FILE}\n")
    assert (attributes.read_bytes(), config.read_bytes()) == first
    done = run("init", "--uninstall")
    assert (done.returncode, FILE in done.stdout) == (0, True)
    assert config.read_bytes() == before
    kept = others.replace(LINE, "")
    if kept:
        assert attributes.read_bytes().rstrip() == kept.encode().rstrip()
    else:
        assert not attributes.exists()
    assert FILE not in run("init", "--uninstall").stdout


def test_another_way_of_merging_is_not_overridden(
    git_repo: Path, run: Run, write_files: Write
) -> None:
    for others in ("*.json merge=union\n", "*.json binary\n", "*.json merge\n"):
        write_files({".gitattributes": others})
        done = run("init", "--merge-driver")
        assert (done.returncode, LINE.strip() in done.stderr) == (2, True)
        assert (git_repo / ".gitattributes").read_text("utf-8") == others


def test_outside_a_repository_nothing_can_be_registered(run: Run) -> None:
    assert run("init", "--merge-driver").returncode == 2
    assert run("init", "--merge-driver", "--uninstall").returncode == 2


def test_linked_worktree_and_submodule(
    repository: Path,
    branches: Callable[..., None],
    git: Git,
    try_git: Run,
    run: Run,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    branches(having(W, X), having(W, Y))
    linked = tmp_path_factory.mktemp("linked") / "tree"
    git("worktree", "add", "--quiet", str(linked), "side")
    done = try_git("merge", "--no-edit", "main", cwd=linked)
    assert done.returncode == 0, done.stdout + done.stderr
    assert titles(linked) == ["Use W", "Use Y", "Use X"]
    outer = tmp_path_factory.mktemp("outer")
    git("init", "--quiet", cwd=outer)
    allow = ("-c", "protocol.file.allow=always")
    git(*allow, "submodule", "--quiet", "add", str(repository), "inner", cwd=outer)
    inner = outer / "inner"
    assert "this clone has none" in run("doctor", cwd=inner).stdout
    assert f"merges   {FILE}" in run("init", "--merge-driver", cwd=inner).stdout
    git("reset", "--quiet", "--hard", "HEAD~0", cwd=inner)
    git("checkout", "--quiet", "-b", "work", "origin/main~1", cwd=inner)
    (inner / FILE).write_bytes(dump(having(W, Z)))
    git("commit", "--quiet", "--all", "--message", "Z", cwd=inner)
    done = try_git("merge", "--no-edit", "origin/main", cwd=inner)
    assert done.returncode == 0, done.stdout + done.stderr
    assert titles(inner) == ["Use W", "Use Z", "Use X"]


def test_doctor_says_whether_git_merges_by_id(
    git_repo: Path, git: Git, run: Run, write_files: Write
) -> None:
    run("init")
    assert "merging" not in run("doctor").stdout
    write_files({FILE: dump(having(W))})
    done = run("doctor")
    assert (done.returncode, "line by line" in done.stdout) == (0, True)
    assert "mneme init --merge-driver" in done.stdout
    run("init", "--merge-driver")
    assert "by the ids of its entries" in run("doctor").stdout
    git("config", "--unset", KEY)
    done = run("doctor")
    assert (done.returncode, "this clone has none" in done.stdout) == (1, True)


def test_program_that_is_gone_gives_way_to_that_on_path(
    branches: Callable[..., None],
    git: Git,
    try_git: Run,
    repository: Path,
    environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """And code of the repository is run neither way."""
    trap = "raise SystemExit(0)\n"
    (repository / "json.py").write_text(trap)
    (repository / "proposals").mkdir()
    (repository / "proposals/__init__.py").write_text(trap)
    branches(having(W, X), having(W, Y))
    driver = git("config", KEY).strip()
    assert sys.executable in driver
    assert try_git("merge", "--no-edit", "side").returncode == 0
    assert titles(repository) == ["Use W", "Use X", "Use Y"]
    git("reset", "--quiet", "--hard", "HEAD~1")
    git("config", KEY, driver.replace(sys.executable, "/nowhere/python"))
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "mneme"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m mneme_cli "$@"\n')
    script.chmod(0o755)
    path = {"PATH": f"{folder}:{environment['PATH']}"}
    environment.update(path)
    assert shutil.which("mneme", path=environment["PATH"]) == str(script)
    assert try_git("merge", "--no-edit", "side").returncode == 0
    assert titles(repository) == ["Use W", "Use X", "Use Y"]
