"""Fixtures of the compiler's tests: files in, the compiled result out, all in this process."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from adr_schema.resolved import Decision
from compiler.pipeline import Compiled, compile_project
from compiler.project import open_project

Files = Mapping[str, str | bytes]
_TEXT = "# {title}\n\n## Context\n\nIt was asked.\n\n## Decision\n\nIt is done.\n"


@pytest.fixture
def compiled(tmp_path: Path, write_files: Callable[..., Path]) -> Callable[..., Compiled]:
    """Write files below `tmp_path` and compile the folder `adr` of it, or another one."""

    def run(files: Files, directory: str | None = "adr", cwd: Path = tmp_path) -> Compiled:
        write_files(files, cwd)
        return compile_project(open_project(directory, cwd=cwd))

    return run


@pytest.fixture
def native() -> Callable[..., str]:
    """The text of a native record: `native(7, supersedes="ADR-0003")`; None leaves a key out."""

    def text(number: int, **keys: str | None) -> str:
        title = f"Take way {number}"
        values: dict[str, str | None] = {
            "id": f"ADR-{number:04d}",
            "title": title,
            "status": "accepted",
            "date": "2025-01-15",
            **keys,
        }
        lines = [f"{key}: {value}" for key, value in values.items() if value is not None]
        front = "\n".join(lines)
        return f"---\n{front}\n---\n{_TEXT.format(title=title)}"

    return text


@pytest.fixture
def decided(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> Callable[..., dict[str, Decision]]:
    """Compile native records given as keys by number, and return the decisions by id."""

    def run(records: Mapping[int, Mapping[str, str | None]]) -> dict[str, Decision]:
        files = {f"adr/{n:04d}-way.md": native(n, **keys) for n, keys in records.items()}
        return {decision.id: decision for decision in compiled(files).decisions}

    return run
