"""A small history of two decisions, and the links that a reader sees in it."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
Commit = Callable[..., str]
Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def commit(git: Git, write_files: Write, git_repo: Path) -> Commit:
    """Write files (None deletes), commit all with a message, and return the id."""

    def make(message: str, files: dict[str, str | None] | None = None, cwd: Path = git_repo) -> str:
        for name, text in (files or {}).items():
            if text is None:
                (cwd / name).unlink()
            else:
                write_files({name: text}, below=cwd)
        git("add", "--all", cwd=cwd)
        git("commit", "--quiet", "--allow-empty", "--message", message, cwd=cwd)
        return git("rev-parse", "HEAD", cwd=cwd).strip()

    return make


@pytest.fixture
def ask(run: Run) -> Ask:
    """The JSON answer of a command, which has to be the whole one unless `status` is 1."""

    def call(*arguments: str, cwd: Path | None = None, status: int = 0) -> dict[str, Any]:
        done = run(*arguments, "--format", "json", **({"cwd": cwd} if cwd else {}))
        assert done.returncode == status, done.stdout + done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        assert answer["complete"] == (status == 0)
        return answer

    return call
