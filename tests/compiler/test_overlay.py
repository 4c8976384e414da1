"""A state with some files replaced, added or removed reads as if it were written."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from compiler.overlay import Overlay
from compiler.pipeline import compile_project
from compiler.project import open_project
from compiler.sources import WorkingTree

Write = Callable[..., Path]
RECORD = "# {}\n\nStatus: accepted\nDate: 2024-01-01\n\n## Decision\n\nYes.\n"


@pytest.fixture
def tree(write_files: Write) -> WorkingTree:
    base = write_files({"adr/0001-a.md": "a", "adr/0002-b.md": "b", "docs/x.md": "x"})
    return WorkingTree(base, None)


def test_files_are_replaced_added_and_removed(tree: WorkingTree) -> None:
    files = {"adr/0001-a.md": b"A", "adr/0002-b.md": None, "adr/new/0003-c.md": b"C"}
    overlay = Overlay(tree, files)
    assert [e.path for e in overlay.entries("adr")] == ["adr/0001-a.md", "adr/new/0003-c.md"]
    assert overlay.read("adr/0001-a.md") == b"A"
    assert overlay.read("adr/new/0003-c.md", 0) == b""
    assert overlay.read("docs/x.md") == b"x"
    with pytest.raises(FileNotFoundError):
        overlay.read("adr/0002-b.md")
    assert overlay.has_folder("adr/new")
    assert overlay.has_folder("docs")
    assert not overlay.has_folder("none")


def test_added_file_belongs_to_its_folder_alone(tree: WorkingTree) -> None:
    overlay = Overlay(tree, {"adrift.md": b"x", "adr/y.rst": b"y"})
    assert [(e.path, e.supported) for e in overlay.entries("adr")][-1] == ("adr/y.rst", False)
    assert "adrift.md" in [e.path for e in overlay.entries(".")]


def test_it_compiles_as_if_it_were_written(write_files: Write) -> None:
    base = write_files({"adr/0001-a.md": RECORD.format("1. A")})
    project = open_project("adr", cwd=base)
    overlay = Overlay(project.source, {"adr/0002-b.md": RECORD.format("2. B").encode()})
    planned = compile_project(replace(project, source=overlay))
    write_files({"adr/0002-b.md": RECORD.format("2. B")})
    assert planned.decisions == compile_project(project).decisions
    assert planned.diagnostics == compile_project(project).diagnostics


def test_paths_of_the_repository(git_repo: Path, write_files: Write) -> None:
    write_files({"a.txt": "", "b.txt": ""})
    overlay = Overlay(WorkingTree(git_repo, git_repo), {"a.txt": None, "c.txt": b""})
    assert overlay.all_paths() == ["b.txt", "c.txt"]
