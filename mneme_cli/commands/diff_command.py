"""`mneme diff A [B]`: what changed between two states, in terms of decisions."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    Asked,
    adr_dir_option,
    answer_status,
    compiled,
    compiled_if_any,
    format_option,
    say_json,
)
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from compiler.pipeline import Compiled

States = tuple["Compiled | None", "Compiled | None"]


@click.command("diff", short_help="Compare two states of the decisions.")
@writes("objects", "cache", option="--base")
@writes("cache")
@click.argument("old", metavar="[A]", required=False)
@click.argument("new", metavar="[B]", required=False)
@click.option("--staged", is_flag=True, help="Compare A with what is staged.")
@click.option("--base", metavar="REF", help="Compare REF with the merge of HEAD into it.")
@adr_dir_option
@format_option("text", "json", "markdown")
def command(
    old: str | None,
    new: str | None,
    staged: bool,
    base: str | None,
    directory: str | None,
    format_: str,
) -> int:
    """Compare the decisions of revision A with those of revision B, else of the working tree.

    With --base, the difference is what merging this branch would change.

    \b
    Examples:
      mneme diff main
      mneme diff v1.0 v1.1
      mneme diff v1.0..v1.1
      mneme diff HEAD --staged
      mneme diff --base main --format markdown
    """
    if (old is None) == (base is None):
        raise click.UsageError("name either A or --base REF")
    if staged and (new is not None or base is not None):
        raise click.UsageError("--staged excludes B and --base")
    before, after = (
        _merged(directory, base) if base is not None else _two(directory, old or "", new, staged)
    )
    if before is None and after is None:
        raise click.UsageError("neither of the two has an ADR folder")
    return _say(before, after, format_)


def _two(directory: str | None, old: str, new: str | None, staged: bool) -> States:
    if "..." in old:
        raise click.UsageError("A...B is not read: mneme diff --base A shows what a merge changes")
    if new is None and ".." in old:
        old, new = (side or "HEAD" for side in old.split("..", 1))
    before = compiled_if_any(directory, Asked(revision=old))
    return before, compiled_if_any(directory, Asked(staged, new))


def _merged(directory: str | None, base: str) -> States:
    after = compiled(directory, Asked(base=base))
    return (after.comparison.before if after.comparison else None), after


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
