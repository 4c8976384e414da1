"""The commits of a decision, asked of a server that runs while they are made."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import rmtree, which
from typing import Any

import pytest

Git = Callable[..., str]


def subjects(session: Any) -> list[str]:
    return [
        commit["subject"] for commit in session.call("decision.trace", record_id="2")["commits"]
    ]


def carry_out(git: Git, subject: str) -> None:
    git("commit", "--quiet", "--allow-empty", "--message", f"{subject}\n\nDecision: ADR-0002")


def test_commits_are_seen_wherever_git_keeps_the_branch(session: Any, git: Git) -> None:
    """In a file of its own, in that of packed ones, or in HEAD itself."""
    assert subjects(session) == ["Begin"]
    carry_out(git, "One")
    assert subjects(session) == ["One", "Begin"]
    git("pack-refs", "--all")
    assert subjects(session) == ["One", "Begin"]
    carry_out(git, "Two")
    git("pack-refs", "--all")
    assert subjects(session) == ["Two", "One", "Begin"]
    git("checkout", "--quiet", "--detach")
    carry_out(git, "Three")
    assert subjects(session) == ["Three", "Two", "One", "Begin"]
    git("checkout", "--quiet", "HEAD~2")
    assert subjects(session) == ["One", "Begin"]


def test_rewritten_history_leaves_no_dead_commit(session: Any, git: Git) -> None:
    carry_out(git, "One")
    assert subjects(session) == ["One", "Begin"]
    git("commit", "--quiet", "--allow-empty", "--amend", "--message", "Mention nothing")
    assert subjects(session) == ["Begin"]
    git("symbolic-ref", "refs/heads/other", git("symbolic-ref", "HEAD").strip())
    git("symbolic-ref", "HEAD", "refs/heads/other")
    carry_out(git, "Two")
    assert subjects(session) == ["Two", "Begin"]


def test_commit_that_was_taken_back_says_so(session: Any, git: Git, project: Path) -> None:
    (project / "src/orders/more.py").write_text("x = 1\n")
    git("add", ".")
    git("commit", "--quiet", "--message", "Do it\n\nDecision: ADR-2")
    git("revert", "--no-edit", "HEAD")
    by, done = (git("rev-parse", "--short=10", name).strip() for name in ("HEAD", "HEAD~1"))
    missing = session.call("decision.trace", record_id="2")["missing_links"]
    assert f"commits: {done} is reverted by {by}" in missing


def test_linked_worktree_has_a_head_of_its_own(
    talk: Any, git: Git, tmp_path_factory: pytest.TempPathFactory
) -> None:
    linked = tmp_path_factory.mktemp("elsewhere") / "linked"
    git("worktree", "add", "--quiet", "--detach", str(linked))
    with talk("--adr-dir", "adr", cwd=linked) as session:
        assert subjects(session) == ["Begin"]
        carry_out(git, "In the other one")
        assert subjects(session) == ["Begin"]
        git("merge", "--quiet", "main", cwd=linked)
        assert subjects(session) == ["In the other one", "Begin"]


def test_what_a_shallow_clone_lacks_is_said_until_it_is_fetched(
    talk: Any, git: Git, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    carry_out(git, "One")
    clone = tmp_path_factory.mktemp("elsewhere") / "clone"
    git("clone", "--quiet", "--depth=1", project.as_uri(), str(clone))
    with talk("--adr-dir", "adr", cwd=clone) as session:
        traced = session.call("decision.trace", record_id="2")
        assert [commit["subject"] for commit in traced["commits"]] == ["One"]
        assert any("shallow" in link for link in traced["missing_links"])
        git("fetch", "--quiet", "--unshallow", cwd=clone)
        assert subjects(session) == ["One", "Begin"]


def test_branch_is_seen_however_head_is_written(session: Any, git: Git, project: Path) -> None:
    """Git takes any space behind the colon, or none."""
    (project / ".git" / "HEAD").write_text("ref:refs/heads/main\n")
    assert subjects(session) == ["Begin"]
    carry_out(git, "One")
    assert subjects(session) == ["One", "Begin"]
    (project / ".git" / "refs" / "heads" / "other").write_text("ref:refs/heads/main\n")
    (project / ".git" / "HEAD").write_text("ref:\trefs/heads/other\n")
    assert subjects(session) == ["One", "Begin"]
    carry_out(git, "Two")
    assert subjects(session) == ["Two", "One", "Begin"]


def test_branch_of_one_worktree_only_is_seen(
    talk: Any, git: Git, tmp_path_factory: pytest.TempPathFactory
) -> None:
    linked = tmp_path_factory.mktemp("elsewhere") / "linked"
    git("worktree", "add", "--quiet", "--detach", str(linked))
    git("update-ref", "refs/worktree/mine", "HEAD", cwd=linked)
    git("symbolic-ref", "HEAD", "refs/worktree/mine", cwd=linked)
    with talk("--adr-dir", "adr", cwd=linked) as session:
        assert subjects(session) == ["Begin"]
        carry_out(partial(git, cwd=linked), "One")
        assert subjects(session) == ["One", "Begin"]


def test_commit_that_comes_and_goes_while_the_history_is_read_is_not_kept(
    wire: Any, git: Git, project: Path, write_files: Any
) -> None:
    """The first look for HEAD makes a commit, as one that overlaps with the call would."""
    own = project / "bin" / "git"
    commit = 'commit --quiet --allow-empty --message "Passing\n\nDecision: ADR-0002"'
    begins = 'case "$*" in *"HEAD^{commit}"*) [ -e "$0.done" ] ||'
    script = f'#!/bin/sh\n{begins} {{ : > "$0.done"; "{which("git")}" {commit}; }};; esac\n'
    write_files({"bin/git": f'{script}exec "{which("git")}" "$@"\n'})
    own.chmod(0o755)
    before = git("rev-parse", "HEAD").strip()
    server = wire("--adr-dir", "adr", env={"PATH": f"{own.parent}{os.pathsep}{os.environ['PATH']}"})
    server.greet()

    def asked(number: int) -> list[str]:
        answer = server.call(number, "decision.trace", record_id="2")["result"]
        return [commit["subject"] for commit in answer["structuredContent"]["commits"]]

    assert asked(1) == ["Passing", "Begin"]
    git("update-ref", "refs/heads/main", before)
    assert asked(2) == ["Begin"]


def test_clone_that_becomes_a_partial_one_says_so(session: Any, git: Git) -> None:
    assert subjects(session) == ["Begin"]
    git("config", "remote.origin.promisor", "true")
    links = session.call("decision.trace", record_id="2")["missing_links"]
    assert any("partial" in link for link in links)


def test_repository_that_is_made_while_the_server_runs(talk: Any, git: Git, project: Path) -> None:
    rmtree(project / ".git")
    with talk("--adr-dir", "adr") as session:
        assert subjects(session) == []
        git("init", "--quiet", "--initial-branch=main")
        git("add", ".")
        git("commit", "--quiet", "--message=First")
        assert subjects(session) == ["First"]
        rmtree(project / ".git")
        links = session.call("decision.trace", record_id="2")["missing_links"]
        assert any("no git repository" in link for link in links)
