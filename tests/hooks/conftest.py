"""Fixtures of the hooks' tests: repositories with a record, and git as a person calls it."""

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

_RECORD = "# {}\n\nDate: 2024-01-02\n\n## Status\n\n{}\n\n## Decision\n\nYes.\n"
PATH = "docs/adr/0001-use-x.md"


@pytest.fixture
def record() -> Callable[..., str]:
    """The text of a record: `record("1. Use X", "Accepted")`; sound without arguments."""

    def text(title: str = "1. Use X", status: str = "Accepted") -> str:
        return _RECORD.format(title, status)

    return text


@pytest.fixture
def broken(record: Callable[..., str]) -> str:
    """The text of a record that supersedes one that is not there."""
    return record(status="Accepted\n\nSupersedes ADR-0099")


@pytest.fixture
def try_git(start: Run) -> Run:
    """Run git with its hooks, whether it succeeds or not; `stdin` is what a person types."""
    return partial(start, "git")


@pytest.fixture
def new_repository(
    git: Callable[..., str], write_files: Callable[..., Path], record: Callable[..., str]
) -> Callable[..., Path]:
    """Make a repository with a committed record in a new folder, with a person of its own."""

    def make(folder: Path, *options: str) -> Path:
        git("init", "--quiet", "--initial-branch=main", *options, str(folder), cwd=folder.parent)
        git("config", "user.name", "Ada Example", cwd=folder)
        git("config", "user.email", "ada@example.com", cwd=folder)
        write_files({PATH: record(), "README.md": "# A project\n"}, folder)
        git("add", ".", cwd=folder)
        git("commit", "--quiet", "--message", "Use X", cwd=folder)
        return folder

    return make


@pytest.fixture
def repository(new_repository: Callable[..., Path], tmp_path: Path) -> Path:
    """`tmp_path` as such a repository."""
    return new_repository(tmp_path)
