"""`mneme why PATH`: the decisions that govern a file, and those behind its lines."""

import os
from pathlib import Path

import click

from mneme_cli.commands.trace_command import status_of, traced
from mneme_cli.options import adr_dir_option, format_option, say_json
from mneme_cli.surfaces import writes


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
    from decision_trace.trace import Answer, open_trace
    from mneme_cli.render import applicable as governing
    from mneme_cli.render import trace as render

    compiled = traced(directory, revision)
    place = PlaceInFile(written) if os.path.exists(written) else read_place(written)
    (path,) = asked_paths([place.path], compiled.project, Path.cwd()) or [""]
    if not path:
        raise click.UsageError("name a PATH")
    trace = open_trace(compiled, revision)
    at = trace.tip if revision or trace.is_bare else None
    found = Answer(()) if path.endswith("/") else behind(trace, path, place.lines, at)
    governs = Applicability(compiled.decisions).answer([path])
    status = status_of(compiled, found.note)
    if format_ == "json":
        from decision_trace.judging import standing
        from decision_trace.rows import commit_rows

        rows = governing.as_json(governs, (), None)["canonical_scope_matches"]
        say_json(
            {
                "complete": not status,
                "path": path,
                "lines": list(place.lines) if place.lines else None,
                "governing": rows,
                "commits": commit_rows(found.commits, standing(compiled.decisions)),
            }
        )
    elif format_ == "markdown":
        for line in governing.as_markdown(governs, (), None):
            click.echo(line)
        if not path.endswith("/"):
            where = path + written.removeprefix(place.path)
            for line in ("", *render.commits_as_markdown(found.commits, compiled, where)):
                click.echo(line)
    else:
        click.secho("governing now:", bold=True)
        for line in governing.as_text(governs, (), None):
            click.echo(f"  {line}")
        if not path.endswith("/"):
            click.secho("behind these lines:", bold=True)
            for line in render.behind_as_text(found, compiled):
                click.echo(f"  {line}")
    return status
