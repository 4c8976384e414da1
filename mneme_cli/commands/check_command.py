"""`mneme check`: read and judge the records."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    compiled,
    directory_argument,
    format_option,
    say_json,
    state_options,
)

if TYPE_CHECKING:
    from compiler.pipeline import Compiled


@click.command("check")
@directory_argument
@state_options
@click.option("--fix", is_flag=True, help="Write what can be mended, then report the rest.")
@click.option("--diff", "only_show", is_flag=True, help="With --fix: show it and write nothing.")
@click.option("--strict", is_flag=True, help="Count warnings as errors in the exit status.")
@click.option(
    "--all", "everything", is_flag=True, help="Show every warning, however many are alike."
)
@format_option("text", "json")
def command(
    directory: str | None,
    staged: bool,
    revision: str | None,
    fix: bool,
    only_show: bool,
    strict: bool,
    everything: bool,
    format_: str,
) -> int:
    """Validate the decision records.

    \b
    Examples:
      mneme check
      mneme check docs/adr --strict
      mneme check --staged
      mneme check --rev v1.2 --format json
      mneme check --fix --diff
    """
    if fix and (staged or revision is not None):
        raise click.UsageError("--fix writes to the working tree: leave out --staged and --rev")
    if only_show and not fix:
        raise click.UsageError("--diff shows what --fix would write: give both")
    result = compiled(directory, staged=staged, revision=revision)
    if fix:
        from mneme_cli.commands.check_fix import mended

        result = mended(result, only_show=only_show, everything=everything, format_=format_)
        return _status(result, strict=strict)
    from mneme_cli.render import report

    if format_ == "json":
        say_json(report.as_json(result))
    else:
        for line in report.as_text(result, everything=everything):
            click.echo(line)
    return _status(result, strict=strict)


def _status(result: "Compiled", *, strict: bool) -> int:
    return int(result.errors > 0 or (strict and result.warnings > 0))
