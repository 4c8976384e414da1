"""`mneme why PATH`: the decisions that govern a file, and those behind its lines."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mneme_cli.commands.trace_command import say, status_of, traced
from mneme_cli.options import adr_dir_option, format_option, say_json
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compiler.applicability import Answer as Governing
    from compiler.pipeline import Compiled
    from decision_trace.trace import Answer


@click.command("why", short_help="Show the decisions behind a file or some of its lines.")
@writes("cache")
@click.argument("written", metavar="PATH[:LINE[-LINE]]")
@click.option("--rev", "revision", metavar="REV", help="The file and records of this revision.")
@adr_dir_option
@format_option("text", "json", "markdown")
def command(written: str, revision: str | None, directory: str | None, format_: str) -> int:
    """Show what governs a file now, and the decisions behind the commits that last changed its
    lines.

    \b
    Examples:
      mneme why src/db/schema.sql
      mneme why src/db/schema.sql:12
      mneme why src/db/schema.sql:12-40 --format json
    """
    from compiler.applicability import Applicability
    from compiler.asking import asked_paths
    from decision_trace.origins import PlaceInFile, behind, read_place
    from decision_trace.trace import open_trace

    compiled = traced(directory, revision)
    place = PlaceInFile(written) if os.path.exists(written) else read_place(written)
    (path,) = asked_paths([place.path], compiled.project, Path.cwd()) or [""]
    if not path:
        raise click.UsageError("name a PATH")
    trace = open_trace(compiled, revision)
    at = trace.tip if revision or trace.is_bare else None
    found = None if path.endswith("/") else behind(trace, path, place.lines, at)
    governs = Applicability(compiled.decisions).answer([path])
    status = status_of(compiled, found.note if found else None)
    if format_ == "json":
        lines = list(place.lines) if place.lines else None
        rows = _rows(compiled, governs, found)
        say_json({"complete": not status, "path": path, "lines": lines, **rows})
    elif format_ == "markdown":
        where = path + written.removeprefix(place.path)
        say(_as_markdown(compiled, governs, found, where))
    else:
        say(_as_text(compiled, governs, found))
    return status


def _rows(compiled: "Compiled", governs: "Governing", found: "Answer | None") -> dict[str, Any]:
    from decision_trace.judging import standing
    from decision_trace.rows import commit_rows
    from mneme_cli.render import applicable

    return {
        "governing": applicable.as_json(governs, (), None)["canonical_scope_matches"],
        "commits": commit_rows(found.commits if found else (), standing(compiled.decisions)),
    }


def _as_markdown(
    compiled: "Compiled", governs: "Governing", found: "Answer | None", where: str
) -> "Iterator[str]":
    """`where` is the place as it was asked about; a folder has no lines, and nothing is `found`."""
    from mneme_cli.render import applicable
    from mneme_cli.render.trace import commits_as_markdown

    yield from applicable.as_markdown(governs, (), None)
    if found:
        yield ""
        yield from commits_as_markdown(found.commits, compiled, where)


def _as_text(compiled: "Compiled", governs: "Governing", found: "Answer | None") -> "Iterator[str]":
    from mneme_cli.render import applicable
    from mneme_cli.render.trace import behind_as_text

    yield click.style("governing now:", bold=True)
    yield from (f"  {line}" for line in applicable.as_text(governs, (), None))
    if found:
        yield click.style("behind these lines:", bold=True)
        yield from (f"  {line}" for line in behind_as_text(found, compiled))
