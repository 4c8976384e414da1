"""Configuration and set-up that would mislead if they were taken in silence."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]

GOOD = "# 1. Use X\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
ONE = '[[tool.mneme.corpus]]\nname = "{}"\npath = "{}"\n'
TWO = ONE.replace("{}", "a", 1) + ONE


@pytest.mark.parametrize("second", [("b", "adr"), ("b", "adr/"), ("A", "other")])
def test_corpora_that_cannot_be_told_apart_are_refused(
    mneme: Run, write_files: Write, second: tuple[str, str]
) -> None:
    config = TWO.format("adr", *second)
    write_files({"pyproject.toml": config, "adr/0001-x.md": GOOD, "other/0001-x.md": GOOD})
    assert mneme("check").returncode == 2


def test_inner_corpus_owns_its_files_whichever_is_named_first(
    mneme: Run, write_files: Write
) -> None:
    for order in (("docs", "b", "docs/adr"), ("docs/adr", "b", "docs")):
        write_files({"pyproject.toml": TWO.format(*order), "docs/adr/0001-x.md": GOOD})
        owner = "a" if order[0] == "docs/adr" else "b"
        assert f"{owner}/ADR-0001" in mneme("list").stdout


def test_absolute_folder_inside_the_repository_is_made_relative(
    mneme: Run, write_files: Write, git_repo: Path
) -> None:
    config = f'[tool.mneme]\nadr_dir = "{(git_repo / "adr").as_posix()}"\n'
    write_files({"pyproject.toml": config, "adr/0001-x.md": GOOD})
    shown = mneme("compile")
    assert (shown.returncode, '"path": "adr"' in shown.stdout) == (0, True)


@pytest.mark.parametrize("index", ["/etc/x.json", "../x.json"])
def test_index_outside_the_repository_is_refused(
    mneme: Run, write_files: Write, index: str
) -> None:
    write_files({"pyproject.toml": f'[tool.mneme]\nindex = "{index}"\n', "adr/0001-x.md": GOOD})
    assert mneme("check", "adr").returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_adr_folder_that_leads_out_of_the_repository_is_not_read(
    mneme: Run, write_files: Write, git_repo: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = write_files({"0001-x.md": GOOD}, tmp_path_factory.mktemp("outside"))
    (git_repo / "docs").mkdir()
    (git_repo / "docs/adr").symlink_to(outside)
    assert mneme("check").returncode == 2


@pytest.mark.parametrize(
    "written", ["project: {adrFolder: records}", "'project':\n  adrFolder: records # here"]
)
def test_log4brains_folder_is_read_as_yaml(mneme: Run, write_files: Write, written: str) -> None:
    write_files({".log4brains.yml": written + "\n", "records/0001-x.md": GOOD})
    assert "ADR-0001" in mneme("list").stdout


def test_configuration_that_is_a_folder_is_refused(
    mneme: Run, write_files: Write, tmp_path: Path
) -> None:
    write_files({"docs/adr/0001-x.md": GOOD})
    (tmp_path / ".mneme/config.toml").mkdir(parents=True)
    assert mneme("check").returncode == 2


@pytest.mark.parametrize("name", ["docs", "docs/adr", ".mneme"])
def test_init_that_cannot_finish_is_no_bug_and_leaves_a_repository_that_works(
    mneme: Run, write_files: Write, name: str
) -> None:
    folder = write_files({name: "a file"})
    refused = mneme("init")
    assert (refused.returncode, "bug" in refused.stderr) == (2, False)
    assert not (folder / ".mneme/config.toml").exists()
    assert (folder / name).read_text() == "a file"


def test_folder_with_only_a_readme_gets_a_first_record(mneme: Run, write_files: Write) -> None:
    folder = write_files({"doc/adr/README.md": "# Architecture decision records\n"})
    assert mneme("init").returncode == 0
    assert (folder / "doc/adr/0001-record-architecture-decisions.md").exists()
    assert mneme("check").returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_git_that_is_missing_is_named(
    mneme: Run, write_files: Write, git_repo: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert shutil.which("git")
    write_files({"docs/adr/0001-x.md": GOOD})
    empty = tmp_path_factory.mktemp("empty")
    for state in (("--staged",), ("--rev", "HEAD")):
        done = mneme("check", *state, env={"PATH": str(empty)})
        assert (done.returncode, "install git" in done.stderr) == (2, True)


def test_pattern_that_is_none_is_a_finding(mneme: Run, write_files: Write, git_repo: Path) -> None:
    record = (
        '---\nid: ADR-0001\ntitle: T\nstatus: accepted\ndate: 2024-01-01\npaths: ["a\\\\"]\n---\n'
    )
    write_files({"docs/adr/0001-x.md": f"{record}# T\n\n## Decision\n\nYes.\n"})
    done = mneme("check")
    assert (done.returncode, "ADR214" in done.stdout) == (0, True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_folder_that_cannot_be_listed_is_rejected(mneme: Run, write_files: Write) -> None:
    folder = write_files({"docs/adr/0001-x.md": GOOD, "docs/adr/closed/0002-x.md": GOOD})
    (folder / "docs/adr/closed").chmod(0)
    done = mneme("check")
    (folder / "docs/adr/closed").chmod(0o755)
    assert (done.returncode, "cannot be listed" in done.stdout) == (1, True)


@pytest.mark.parametrize("staged", [False, True], ids=["on disk", "staged"])
@pytest.mark.parametrize(
    ("link", "file"),
    [
        (".mneme/config.toml", "config.toml"),
        (".mneme/baseline.json", "baseline.json"),
        (".mneme", "config.toml"),
        (".mneme", "baseline.json"),
        (".adr-dir", ".adr-dir"),
        (".log4brains.yml", ".log4brains.yml"),
        ("pyproject.toml", "pyproject.toml"),
    ],
)
def test_what_lies_outside_is_neither_quoted_nor_obeyed_nor_written(
    link: str,
    file: str,
    staged: bool,
    mneme: Run,
    write_files: Write,
    git: Callable[..., str],
    git_repo: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A change may bring a link to any file of the machine that checks it."""
    outside = write_files({file: "hunter2: [: 2\n"}, tmp_path_factory.mktemp("outside"))
    write_files({"docs/adr/0001-x.md": GOOD})
    (git_repo / link).parent.mkdir(exist_ok=True)
    (git_repo / link).symlink_to(outside if link == ".mneme" else outside / file)
    git("add", ".")
    for options in (["--staged"],) if staged else ([], ["--write-baseline"]):
        done = mneme("check", *options)
        assert (done.returncode, "leads out" in done.stderr) == (2, True)
        assert "hunter2" not in done.stdout + done.stderr
    assert "hunter2" not in mneme("init").stderr
    assert [path.read_text() for path in outside.iterdir()] == ["hunter2: [: 2\n"]


@pytest.mark.parametrize("name", ["docs\\u0000", "docs/\\u0000/adr"])
def test_folder_that_no_system_can_name_is_refused(
    name: str, mneme: Run, write_files: Write, git_repo: Path
) -> None:
    write_files({"docs/adr/0001-x.md": GOOD, ".mneme/config.toml": f'adr_dir = "{name}"\n'})
    assert mneme("check").returncode == 2


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 20_000], ids=["number", "nesting"])
@pytest.mark.parametrize("name", [".mneme/config.toml", "pyproject.toml"])
def test_configuration_that_is_too_much_for_its_parser_is_no_bug_of_ours(
    name: str, value: str, mneme: Run, write_files: Write
) -> None:
    write_files({"docs/adr/0001-x.md": GOOD, name: f"[tool.mneme]\nx = {value}\n"})
    done = mneme("check")
    assert (done.returncode, name in done.stderr) == (2, True)
