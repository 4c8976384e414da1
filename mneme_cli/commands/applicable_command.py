"""`mneme applicable`: what governs the files at hand."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    Asked,
    adr_dir_option,
    answer_status,
    as_typed,
    compiled,
    format_option,
    proposals_beside,
    say_json,
    state_options,
)
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from compiler.pipeline import Compiled


@click.command("applicable", short_help="Show the decisions that govern files or a task.")
@writes("cache")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--context", "contexts", multiple=True, metavar="TEXT", help="A scope, or words about a task."
)
@click.option("--explain", is_flag=True, help="Say why, and why not what nearly governs.")
@adr_dir_option
@state_options
@format_option("text", "json", "markdown")
def command(
    paths: tuple[str, ...],
    contexts: tuple[str, ...],
    explain: bool,
    directory: str | None,
    asked: Asked,
    format_: str,
) -> int:
    """Show the decisions that govern each PATH, the strongest first.

    A folder asks for everything below it. Without PATH, --staged asks for what is staged, and
    --base REF for what HEAD changes since it left REF. The records are those of the state that is
    named.

    \b
    Examples:
      mneme applicable src/db/schema.sql
      mneme applicable src/ --context storage.embeddings --explain
      mneme applicable --staged
      mneme applicable --base main --format markdown
    """
    result = compiled(directory, asked)
    from compiler.applicability import Applicability
    from mneme_cli.render import applicable as render
    from proposals.hints import Hints

    changed = not paths and (asked.staged or asked.base is not None)
    question = (_paths(paths, asked, result, changed=changed), [*map(as_typed, contexts)])
    if not any(text.strip() for texts in question for text in texts):
        why = "no file is changed" if changed else "name a PATH, or give --context"
        click.echo(f"note: nothing is asked: {why}", err=True)
    proposals, status = proposals_beside(result)
    applicability, hints = Applicability(result.decisions), Hints(proposals).met_by(*question)
    answer = applicability.answer(*question)
    passed_over = applicability.passed_over(*question) if explain else None
    status = max(status, answer_status(result))
    if format_ == "json":
        say_json({**render.as_json(answer, hints, passed_over), "complete": status == 0})
    else:
        lines = render.as_text if format_ == "text" else render.as_markdown
        for line in lines(answer, hints, passed_over):
            click.echo(line)
        if format_ == "markdown" and status:
            click.echo(render.INCOMPLETE)
    return status


def _paths(typed: tuple[str, ...], asked: Asked, result: "Compiled", *, changed: bool) -> list[str]:
    from compiler.asking import asked_paths, touched_paths
    from compiler.project import locate

    project = result.project
    if changed and project.root:
        return touched_paths(project.root, asked.base)
    return asked_paths(typed, project, locate(None).here)
