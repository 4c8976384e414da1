"""`mneme compile`: the canonical index."""

import os
from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    Asked,
    compiled,
    compiled_project,
    counted,
    directory_argument,
    opened,
    say_notes,
    state_options,
)
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from compiler.pipeline import Compiled
    from compiler.project import Project


@click.command("compile")
@writes("cache")
@writes("index", "cache", option="-o")
@directory_argument
@state_options
@click.option("-o", "--output", metavar="FILE", help="Write the index here instead of to stdout.")
@click.option(
    "--check", "only_check", is_flag=True, help="Compare with the written index; write nothing."
)
def command(
    directory: str | None,
    asked: Asked,
    output: str | None,
    only_check: bool,
) -> int:
    """Compile the records into one index.

    Without errors the index goes to stdout, or to FILE. With --check it is compared with FILE,
    else the configured `index`, else docs/adr/index.json.

    DIR is the folder of the records; without it, the configured one or the usual ones are read.

    \b
    Examples:
      mneme compile -o docs/adr/index.json
      mneme compile --check
      mneme compile --rev main
    """
    project, index = _index(directory, asked)
    if index is None:
        return 1
    if only_check:
        return _compare(project, index, output)
    if output is None:
        click.echo(index.decode(), nl=False)
    else:
        _write(output, index)
        click.echo(f"{output}: {_size(index)}", err=True)
    return 0


def _index(directory: str | None, asked: Asked) -> "tuple[Project, bytes | None]":
    """The index of the state asked for, kept or new; None, and why, where there can be none."""
    from compiler.index import kept_index, new_index
    from proposals.claims import mark_of

    if asked.base is None:
        project = opened(directory, asked)
        beside = mark_of(project.source)
        kept = kept_index(project, beside)
        if kept is not None:
            say_notes(project)
            return project, kept
        result = compiled_project(project)
    else:
        result = compiled(directory, asked)
        beside = mark_of(result.project.source)
    if not result.complete:
        _refuse(result)
        return result.project, None
    same = mark_of(result.project.source) == beside
    return result.project, new_index(result, beside if same else None)


def _size(index: bytes) -> str:
    from compiler.index import number_of_decisions

    return counted(number_of_decisions(index), "decision")


def _refuse(result: "Compiled") -> None:
    from mneme_cli.render.report import errors_as_text

    for line in errors_as_text(result):
        click.echo(line, err=True)
    click.echo("nothing was compiled: an index of part of the decisions would mislead", err=True)


def _write(output: str, index: bytes) -> None:
    from pathlib import Path

    from compiler.errors import UsageError
    from compiler.index_diff import read_index
    from compiler.writing import write_atomically

    path = Path(output)
    if output in ("", "-") or output.endswith(("/", os.sep)) or path.is_dir():
        hint = "name the file to write; without -o the index goes to standard output"
        raise UsageError(f"{output!r} is no name of a file", hint)
    if path.is_file() and path.stat().st_size and isinstance(read_index(path.read_bytes()), str):
        hint = "name another file, or delete this one first"
        raise UsageError(f"{output} holds something else than an index", hint)
    try:
        write_atomically(output, index)
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}", None) from None


def _from_here(project: "Project", path: str) -> str:
    """A path below the repository root, as it is typed in the current folder."""
    return os.path.relpath(project.base / path).replace(os.sep, "/")


def _written(project: "Project", output: str | None) -> bytes | None:
    """The index to compare with: FILE on disk, else the configured one of the state asked for."""
    from pathlib import Path

    from compiler.sources import read_optional

    if output is None:
        return read_optional(project.source, project.config.index)
    path = Path(output)
    return path.read_bytes() if path.is_file() else None


def _compare(project: "Project", index: bytes, output: str | None) -> int:
    import json

    from compiler.index_diff import differences, read_index
    from mneme_cli.render.safe import printable

    shown = output or _from_here(project, project.config.index)
    data = _written(project, output)
    written = read_index(data)
    if isinstance(written, str):
        click.echo(f"{shown}: {written}; run: mneme compile -o {shown}")
        return 1
    if data is not None and data.replace(b"\r\n", b"\n") == index:
        click.echo(f"{shown}: up to date, {_size(index)}", err=True)
        return 0
    click.echo(f"{shown}: out of date; run: mneme compile -o {shown}")
    for line in differences(written, json.loads(index)):
        click.echo(f"  {printable(line)}")
    return 1
