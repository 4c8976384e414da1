"""Outputs that people and programs read, byte by byte as kept in `tests/golden`.

To write them anew: `MNEME_UPDATE_GOLDEN=1 python -m pytest tests/mneme_cli/test_golden.py`.
"""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Mneme = Run = Callable[..., CompletedProcess[str]]
GOLDEN = Path(__file__).parents[1] / "golden"

CASES = {
    "check-sound.txt": ("sound", "check"),
    "check-sound.json": ("sound", "check --format json"),
    "check-flawed.txt": ("flawed", "check"),
    "check-flawed.json": ("flawed", "check --format json"),
    "check-flawed.github.txt": ("flawed", "check --format github"),
    "check-flawed.sarif": ("flawed", "check --format sarif"),
    "check-flawed.md": ("flawed", "check --format markdown"),
    "list-sound.txt": ("sound", "list"),
    "list-sound.json": ("sound", "list --format json"),
    "list-flawed-all.jsonl": ("flawed", "list --all --format jsonl"),
    "show-superseded.txt": ("sound", "show 2"),
    "show-foundational.txt": ("sound", "show ADR-0003"),
    "show-overridden.txt": ("sound", "show ADR-0005"),
    "show-amended.json": ("sound", "show 1 --format json"),
    "applicable-explained.txt": ("sound", "applicable x --context loans --explain"),
    "applicable.md": ("sound", "applicable x --context loans.duration --format markdown"),
    "search.txt": ("sound", "search lend"),
    "compile-sound.json": ("sound", "compile"),
    "explain.txt": ("sound", "explain"),
    "explain-ADR303.txt": ("sound", "explain ADR303"),
    "explain-ADR303.json": ("sound", "explain ADR303 --format json"),
    "help.txt": ("sound", "--help"),
    "usage-error.json": ("sound", "show 99 --format json"),
}


@pytest.mark.parametrize("name", CASES)
def test_output_is_the_golden_one(
    name: str, run: Run, project: Callable[[str], Path], golden: Callable[[str, str], None]
) -> None:
    fixture, arguments = CASES[name]
    done = run(*arguments.split(), cwd=project(fixture))
    golden(name, done.stdout)


def test_no_golden_file_is_left_over() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(CASES)


@pytest.mark.parametrize("locale", ["C", "tr_TR.UTF-8"])
def test_locale_changes_no_byte(
    locale: str, mneme: Mneme, sound: Path, golden: Callable[[str, str], None]
) -> None:
    environment = {"LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    golden("compile-sound.json", mneme("compile", cwd=sound, env=environment).stdout)


def test_hash_seed_changes_no_byte(
    mneme: Mneme, flawed: Path, golden: Callable[[str, str], None]
) -> None:
    done = mneme("check", "--format", "json", cwd=flawed, env={"PYTHONHASHSEED": "7"})
    golden("check-flawed.json", done.stdout)
