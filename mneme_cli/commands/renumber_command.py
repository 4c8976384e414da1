"""`mneme renumber`: another number for a record, and for everything that names it."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import adr_dir_option, editable, format_option, say_json
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from pathlib import Path

    from compiler.renumbering import Renumbered


@click.command("renumber", short_help="Give a record another number.")
@writes("records", "cache")
@writes("cache", option="--diff")
@click.argument("identifier", metavar="ID")
@click.argument("new", metavar="[NEW]", required=False)
@click.option("--diff", "only_show", is_flag=True, help="Show the change and write nothing.")
@adr_dir_option
@format_option("text", "json")
def command(
    identifier: str, new: str | None, only_show: bool, directory: str | None, format_: str
) -> int:
    """Give a record another number: its file, heading, id, and what refers to it.

    ID names the record in any way; where two records share a number, by file name. Without NEW it
    gets the next free number. What could name another record as well is listed, not touched, and
    so are files outside the folders of records.

    \b
    Examples:
      mneme renumber ADR-0007 --diff
      mneme renumber 0007-use-redis.md 12
    """
    from compiler.plans import carry_out
    from compiler.renumbering import renumber

    result = editable(directory)
    done = renumber(result, identifier, new)
    if not only_show:
        carry_out(result, done.plan)
    if format_ == "json":
        say_json(_as_json(done, only_show=only_show))
        return 0
    if only_show:
        from mneme_cli.render.changes import diff_text

        click.echo(diff_text(done.plan), nl=False)
    else:
        _say(done)
    _say_left(done, result.project.root, only_show=only_show)
    return 0


def _as_json(done: "Renumbered", *, only_show: bool) -> dict[str, object]:
    from mneme_cli.render.changes import diff_text

    data: dict[str, object] = {
        "old_id": done.old.id,
        "id": done.new.id,
        "old_path": done.old.path,
        "path": done.new.path,
        "edited": sorted(done.plan.after),
        "left": [
            {"path": left.path, "line": left.line, "text": left.text, "reason": left.why}
            for left in done.left
        ],
    }
    return data | {"diff": diff_text(done.plan)} if only_show else data


def _say(done: "Renumbered") -> None:
    from mneme_cli.render.safe import printable

    click.echo(printable(f"{done.old.path} -> {done.new.path}"))
    for path in sorted(done.plan.after):
        if path != done.new.path:
            click.echo(f"{printable(path)}: names {done.new.id}")


def _say_left(done: "Renumbered", root: "Path | None", *, only_show: bool) -> None:
    """What a person has to look at: words that were left, and what git does not know yet."""
    import shlex

    from compiler.git.working_tree import is_tracked
    from mneme_cli.render.safe import printable

    for left in done.left:
        where = f"{left.path}:{left.line}"
        click.echo(printable(f"{where}: left {left.text!r}: {left.why}"), err=True)
    if root and not only_show and is_tracked(root, done.plan.moves[0][0]):
        names = shlex.join(done.plan.moves[0])
        click.echo(printable(f"note: git tracks the old name: git add -- {names}"), err=True)
