"""`mneme diff A [B]`: what changed between two states, in terms of decisions."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    Asked,
    adr_dir_option,
    answer_status,
    compiled_if_any,
    format_option,
    say_json,
)

if TYPE_CHECKING:
    from compiler.pipeline import Compiled


@click.command("diff")
@click.argument("old", metavar="A")
@click.argument("new", metavar="[B]", required=False)
@click.option("--staged", is_flag=True, help="Compare A with what is staged.")
@adr_dir_option
@format_option("text", "json", "markdown")
def command(old: str, new: str | None, staged: bool, directory: str | None, format_: str) -> int:
    """Compare the decisions of revision A with those of revision B, else of the working tree.

    \b
    Examples:
      mneme diff main
      mneme diff v1.0 v1.1
      mneme diff v1.0..v1.1
      mneme diff HEAD --staged --format markdown
    """
    if new is None and ".." in old:
        old, _, new = (side or "HEAD" for side in old.partition(".."))
        if new.startswith("."):
            raise click.UsageError("A...B is no pair of states here: write A..B")
    if staged and new is not None:
        raise click.UsageError("--staged and B exclude each other")
    before = compiled_if_any(directory, Asked(revision=old))
    after = compiled_if_any(directory, Asked(staged, new))
    if before is None and after is None:
        raise click.UsageError("neither of the two has an ADR folder")
    return _say(before, after, format_)


def _say(before: "Compiled | None", after: "Compiled | None", format_: str) -> int:
    from compiler.semantic_diff import semantic_diff
    from mneme_cli.render import diff as render

    difference = semantic_diff(before, after)
    states = [state for state in (before, after) if state is not None]
    if format_ == "json":
        say_json(render.as_json(difference, complete=all(state.complete for state in states)))
    else:
        lines = render.as_text if format_ == "text" else render.as_markdown
        for line in lines(difference):
            click.echo(line)
    return max((answer_status(state) for state in states), default=0)
