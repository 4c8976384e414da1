"""Each command imports what it uses and nothing more: imports are most of a short run."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Write = Callable[..., Path]
LIBRARIES = (
    "click",
    "jsonschema",
    "markdown_it",
    "mcp",
    "pathspec",
    "pygit2",
    "rich",
    "tomllib",
    "yaml",
)
_SCRIPT = """\
import json, sys
from mneme_cli.entry import run
status = run(sys.argv[1:])
print("\\n" + json.dumps([status, sorted(sys.modules)]))
"""
PLAIN = "# 1. X\n\nDate: 2024-01-01\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
FRONT = "---\nstatus: accepted\ndate: 2024-01-01\n---\n# X\n\n## Decision\n\nYes.\n"


@pytest.fixture
def imported(start: Callable[..., CompletedProcess[str]]) -> Callable[[str], set[str]]:
    """The libraries that a command has imported by its end, in a process of its own."""

    def modules(arguments: str) -> set[str]:
        done = start(sys.executable, "-c", _SCRIPT, *arguments.split())
        assert done.returncode == 0, done.stderr
        status, names = json.loads(done.stdout.rstrip("\n").rpartition("\n")[2])
        assert status == 0, done.stderr
        return set(LIBRARIES).intersection(names)

    return modules


@pytest.mark.parametrize("arguments", ["--version", "--help", "explain ADR303", "capabilities"])
def test_what_reads_no_record_imports_no_reader(
    imported: Callable[[str], set[str]], arguments: str
) -> None:
    assert imported(arguments) == {"click"}


@pytest.mark.parametrize(
    "arguments",
    [
        "check adr",
        "list adr",
        "compile adr",
        "show 1 --adr-dir adr",
        "search x --adr-dir adr",
        "applicable x --adr-dir adr",
    ],
)
def test_reading_imports_the_parser_alone(
    imported: Callable[[str], set[str]], write_files: Write, arguments: str
) -> None:
    write_files({"adr/0001-x.md": PLAIN})
    assert imported(arguments) <= {"click", "markdown_it", "yaml"}


def test_schema_is_imported_where_front_matter_is_judged(
    imported: Callable[[str], set[str]], write_files: Write
) -> None:
    write_files({"adr/0001-x.md": FRONT})
    assert imported("check adr") == {"click", "jsonschema", "markdown_it", "yaml"}


def test_patterns_are_imported_where_paths_are_matched(
    imported: Callable[[str], set[str]], write_files: Write, git_repo: Path
) -> None:
    write_files({"adr/0001-x.md": FRONT.replace("date:", "paths: [adr/**]\ndate:")})
    found = imported("check adr")
    assert "pathspec" in found
    assert not {"pygit2", "mcp", "rich"} & found


@pytest.mark.parametrize(
    "arguments", ["check adr", "list adr", "compile adr", "check adr --staged"]
)
def test_unchanged_records_are_neither_parsed_nor_judged_again(
    imported: Callable[[str], set[str]],
    write_files: Write,
    git: Callable[..., str],
    git_repo: Path,
    arguments: str,
) -> None:
    """What is on disk and what is staged share what is kept."""
    write_files({"adr/0001-x.md": FRONT, "adr/0002-y.md": FRONT.replace("# X", "# Y")})
    git("add", ".")
    assert {"markdown_it", "jsonschema"} <= imported("check adr")
    assert imported(arguments) == {"click"}
    write_files({"adr/0001-x.md": FRONT.replace("Yes", "Noo")})
    assert "markdown_it" in imported("check adr")
    git("add", ".")
    assert imported(arguments) == {"click"}
