"""The wheel holds all it needs and its command works outside any checkout."""

import os
import subprocess
import venv
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# One worker runs them all, so that the wheel is built and installed once.
pytestmark = pytest.mark.xdist_group("wheel")

RECORD = """\
---
id: ADR-0001
title: Keep decisions beside the code
status: accepted
date: 2026-01-15
---

# Keep decisions beside the code

## Context

Decisions in a wiki drift away from the code.

## Decision

Decisions are Markdown files in the repository.

## Consequences

A change and its reason are reviewed together.
"""


@dataclass(frozen=True)
class Installation:
    """The installed command and an empty home, neither of them near the checkout."""

    command: Path
    home: Path

    def mneme(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return run([str(self.command), *arguments], home=self.home)


def run(command: Sequence[str], home: Path) -> subprocess.CompletedProcess[str]:
    """Run in `home` with none of the caller's variables, so that no setting leaks in."""
    environment = {"HOME": str(home), "USERPROFILE": str(home), "PIP_CONFIG_FILE": os.devnull}
    if "SYSTEMROOT" in os.environ:  # Windows starts no Python without it
        environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    return subprocess.run(
        command,
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )


def pip(python: Path, *arguments: str, home: Path) -> None:
    """Run pip without an index; `run` takes its configuration files away."""
    done = run([str(python), "-m", "pip", *arguments, "--no-index"], home=home)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(wheel: Path, wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    target = tmp_path_factory.mktemp("venv")
    home = tmp_path_factory.mktemp("home")
    venv.create(target, with_pip=True)
    scripts = target / ("Scripts" if os.name == "nt" else "bin")
    pip(scripts / "python", "install", "--find-links", str(wheels), str(wheel), home=home)
    return Installation(scripts / "mneme", home)


def write_record(folder: Path, text: str) -> Path:
    folder.mkdir()
    folder.joinpath("0001-keep-decisions-beside-the-code.md").write_text(text, encoding="utf-8")
    return folder


def test_wheel_holds_the_data_files_of_every_package(wheel: Path, packages: list[str]) -> None:
    expected = {
        path.relative_to(ROOT).as_posix()
        for package in packages
        for pattern in ("*.json", "py.typed")
        for path in (ROOT / package).rglob(pattern)
    }
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "adr_schema/schemas/index.schema.json" in names
    assert {f"{package}/py.typed" for package in packages} <= names
    assert expected <= names


def test_wheel_holds_the_packages_and_nothing_else(wheel: Path, packages: list[str]) -> None:
    top = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    metadata = {name for name in top if name.endswith(".dist-info")}
    assert len(metadata) == 1
    assert top - metadata == set(packages)


def test_version_is_that_of_the_wheel(installed: Installation, wheel: Path) -> None:
    done = installed.mneme("--version")
    assert done.returncode == 0, done.stderr
    assert wheel.name.split("-")[1] in done.stdout


def test_capabilities_are_told(installed: Installation) -> None:
    done = installed.mneme("capabilities")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_check_accepts_a_sound_record(installed: Installation, tmp_path: Path) -> None:
    folder = write_record(tmp_path / "adr", RECORD)
    done = installed.mneme("check", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr


def test_check_refuses_a_record_without_status(installed: Installation, tmp_path: Path) -> None:
    folder = write_record(tmp_path / "adr", RECORD.replace("status: accepted\n", ""))
    done = installed.mneme("check", str(folder))
    assert done.returncode == 1, done.stdout + done.stderr
