"""Fixtures of the command line's tests: projects to work on, and outputs to compare with."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
UPDATE = "MNEME_UPDATE_GOLDEN"


@pytest.fixture
def project(tmp_path: Path) -> Callable[[str], Path]:
    """Copy a project of `tests/fixtures/projects` and return the copy's folder."""

    def copy(name: str) -> Path:
        target = tmp_path / name
        shutil.copytree(TESTS / "fixtures" / "projects" / name, target)
        return target

    return copy


@pytest.fixture
def sound(project: Callable[[str], Path]) -> Path:
    """A project whose records hold together."""
    return project("sound")


@pytest.fixture
def flawed(project: Callable[[str], Path]) -> Path:
    """A project with errors and warnings of many kinds."""
    return project("flawed")


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare an output with `tests/golden/NAME`, byte by byte.

    To write the files anew and review the difference:
    `MNEME_UPDATE_GOLDEN=1 python -m pytest tests/mneme_cli/test_golden.py`, then `git diff`.
    """

    def compare(name: str, output: str) -> None:
        path = TESTS / "golden" / name
        if os.environ.get(UPDATE):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(output.encode())
        assert output == path.read_bytes().decode(), f"differs; if that is meant, set {UPDATE}=1"

    return compare
