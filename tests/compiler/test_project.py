"""Which folders are read: named, configured, pointed at by other tools, or usual."""

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.errors import ConfigError, MnemeError, UsageError
from compiler.pipeline import Compiled, compile_project
from compiler.project import USUAL_FOLDERS, Project, open_project

RECORD = "# X\n\nStatus: accepted\n\n## Decision\n\nYes.\n"
CONFIG = "[tool.mneme]\n"
Write = Callable[..., Path]


def folders(project: Project) -> list[str]:
    return [corpus.path for corpus in project.corpora]


def opened(base: Path, directory: str | None = None) -> Project:
    return open_project(directory, cwd=base)


@pytest.mark.parametrize("folder", USUAL_FOLDERS)
def test_usual_folder_is_found(write_files: Write, folder: str) -> None:
    base = write_files({f"{folder}/0001-x.md": RECORD})
    project = opened(base)
    assert folders(project) == [folder]
    assert project.note is None


def test_configuration_goes_first(write_files: Write) -> None:
    base = write_files(
        {
            "pyproject.toml": CONFIG + 'adr_dir = "notes"\n',
            ".adr-dir": "other\n",
            ".log4brains.yml": "project:\n  adrFolder: ./third\n",
            **{f"{name}/0001-x.md": RECORD for name in ("notes", "other", "third", "docs/adr")},
        }
    )
    assert folders(opened(base)) == ["notes"]


def test_configuration_without_folders_leaves_discovery_on(write_files: Write) -> None:
    files = {
        "pyproject.toml": CONFIG + 'status_when_absent = "accepted"\n',
        "doc/adr/0001-x.md": RECORD,
    }
    project = opened(write_files(files))
    assert folders(project) == ["doc/adr"]
    assert project.config.status_when_absent == "accepted"


@pytest.mark.parametrize("written", ["other", "other\n", "./other/\n", "other\r\n"])
def test_adr_dir_of_adr_tools_goes_before_log4brains(write_files: Write, written: str) -> None:
    base = write_files(
        {
            ".adr-dir": written,
            ".log4brains.yml": "project:\n  adrFolder: ./third\n",
            **{f"{name}/0001-x.md": RECORD for name in ("other", "third", "docs/adr")},
        }
    )
    assert folders(opened(base)) == ["other"]
    assert opened(base).found_by == ".adr-dir"


def test_log4brains_folders_go_before_usual_ones(write_files: Write) -> None:
    text = (
        "project:\n  name: X\n  adrFolder: ./third\n"
        "  packages:\n    - name: web\n      path: ./web\n      adrFolder: ./web/adr\n"
    )
    base = write_files(
        {
            ".log4brains.yml": text,
            **{f"{name}/0001-x.md": RECORD for name in ("third", "web/adr", "docs/adr")},
        }
    )
    assert folders(opened(base)) == ["third", "web/adr"]


def test_several_usual_folders_are_all_read_and_named(write_files: Write) -> None:
    base = write_files({"docs/adr/0001-x.md": RECORD, "decisions/0002-y.md": RECORD})
    project = opened(base)
    assert folders(project) == ["docs/adr", "decisions"]
    assert project.note is not None
    assert "docs/adr" in project.note
    assert "decisions" in project.note
    assert {d.record.path for d in compile_project(project).decisions} == {
        "docs/adr/0001-x.md",
        "decisions/0002-y.md",
    }


def test_nothing_found_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        opened(tmp_path)
    assert caught.value.hint is not None


@pytest.mark.parametrize("directory", ["missing", "", "file.md", "missing/deeper", "\0"])
def test_named_folder_that_is_missing_is_a_usage_error(write_files: Write, directory: str) -> None:
    base = write_files({"file.md": RECORD})
    with pytest.raises(UsageError):
        opened(base, directory)


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject.toml": CONFIG + 'adr_dir = "missing"\n'},
        {"pyproject.toml": CONFIG + 'adr_dir = "../outside"\n'},
        {"pyproject.toml": CONFIG + 'adr_dir = "/"\n'},
        {"pyproject.toml": CONFIG + '[[tool.mneme.corpus]]\nname = "a"\npath = "missing"\n'},
        {".adr-dir": "missing\n"},
        {".adr-dir": "\n"},
        {".adr-dir": "../outside\n"},
    ],
)
def test_configured_folder_that_is_missing_or_outside_stops(
    write_files: Write, files: dict[str, str]
) -> None:
    base = write_files({**files, "docs/adr/0001-x.md": RECORD})
    with pytest.raises(ConfigError) as caught:
        opened(base)
    assert caught.value.hint is not None


def test_log4brains_folder_that_is_missing_is_not_overlooked(write_files: Write) -> None:
    """A folder that is named and missing stops; others must not be read in its place."""
    base = write_files(
        {".log4brains.yml": "project:\n  adrFolder: ./gone\n", "docs/adr/0001-x.md": RECORD}
    )
    with pytest.raises(MnemeError):
        opened(base)


def test_empty_folder_is_an_empty_corpus(tmp_path: Path) -> None:
    (tmp_path / "docs" / "adr").mkdir(parents=True)
    result = compile_project(opened(tmp_path))
    assert (result.accounting.found, result.complete) == (0, True)


def test_named_folder_replaces_corpora_but_keeps_the_repositorys_rules(
    git_repo: Path, write_files: Write
) -> None:
    config = (
        CONFIG
        + '[tool.mneme.statuses]\n"in force" = "accepted"\n[tool.mneme.rules]\nADR206 = "error"\n'
        + '[[tool.mneme.corpus]]\nname = "core"\npath = "core"\n'
    )
    text = RECORD.replace("accepted", "in force")
    write_files({"pyproject.toml": config, "core/0001-x.md": text, "other/0002-y.md": text})
    result = compile_project(opened(git_repo, "other"))
    assert [(d.id, d.lifecycle) for d in result.decisions] == [("ADR-0002", "active")]
    assert [d.severity for d in result.diagnostics if d.code == "ADR206"] == ["error"]


def test_configuration_inside_a_named_folder_is_not_followed(
    git_repo: Path, write_files: Write
) -> None:
    write_files(
        {
            "other/pyproject.toml": CONFIG
            + 'adr_dir = "deeper"\nstatus_when_absent = "accepted"\n',
            "other/.adr-dir": "deeper\n",
            "other/0002-y.md": "# Y\n\n## Decision\n\nYes.\n",
            "other/deeper/0003-z.md": RECORD,
        }
    )
    result = compile_project(opened(git_repo, "other"))
    assert {d.record.path for d in result.decisions} == {
        "other/0002-y.md",
        "other/deeper/0003-z.md",
    }
    assert result.decisions[0].record.status is None


def test_paths_are_relative_to_the_root_from_any_folder(git_repo: Path, write_files: Write) -> None:
    write_files({"docs/adr/0001-x.md": RECORD, "src/deep/x.py": ""})
    for cwd, directory in (
        (git_repo, "docs/adr"),
        (git_repo / "docs", "adr"),
        (git_repo / "src" / "deep", "../../docs/adr"),
    ):
        result = compile_project(opened(cwd, directory))
        assert [d.record.path for d in result.decisions] == ["docs/adr/0001-x.md"]
    found = compile_project(opened(git_repo / "src" / "deep"))
    assert [d.record.path for d in found.decisions] == ["docs/adr/0001-x.md"]


def test_outside_a_repository_paths_are_relative_to_the_current_folder(
    write_files: Write, tmp_path: Path
) -> None:
    base = write_files({"a/adr/0001-x.md": RECORD})
    result = compile_project(opened(base, "a/adr"))
    assert [d.record.path for d in result.decisions] == ["a/adr/0001-x.md"]
    absolute = compile_project(opened(base, str(base / "a" / "adr")))
    assert [d.record.path for d in absolute.decisions] == ["a/adr/0001-x.md"]


def test_repository_named_from_outside_is_read_by_its_own_rules(
    git_repo: Path, write_files: Write, tmp_path_factory: pytest.TempPathFactory
) -> None:
    write_files(
        {
            "pyproject.toml": CONFIG + 'status_when_absent = "accepted"\n',
            "adr/0001-x.md": "# X\n\n## Decision\n\nYes.\n",
        }
    )
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    result = compile_project(opened(elsewhere, str(git_repo / "adr")))
    assert [(d.record.path, d.lifecycle) for d in result.decisions] == [("adr/0001-x.md", "active")]


def test_folder_inside_another_corpus_belongs_to_one(compiled: Callable[..., Compiled]) -> None:
    config = (
        '[[tool.mneme.corpus]]\nname = "inner"\npath = "adr/inner"\n'
        '[[tool.mneme.corpus]]\nname = "all"\npath = "adr"\n'
    )
    files = {"pyproject.toml": config, "adr/0001-x.md": RECORD, "adr/inner/0002-y.md": RECORD}
    result = compiled(files, directory=None)
    assert {d.id for d in result.decisions} == {"all/ADR-0001", "inner/ADR-0002"}
    assert result.accounting.found == 2


@pytest.mark.parametrize("above", ["tests", "spec", "fixtures", "e2e", "templates"])
def test_name_of_a_folder_above_the_corpus_says_nothing_of_its_records(
    compiled: Callable[..., Compiled], above: str
) -> None:
    result = compiled({f"{above}/adr/0001-x.md": RECORD}, directory=f"{above}/adr")
    assert [d.id for d in result.decisions] == ["ADR-0001"]
