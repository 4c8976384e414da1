"""`mneme check`: read and judge the records."""

import click

from mneme_cli.options import (
    Asked,
    compiled,
    directory_argument,
    format_option,
    say_json,
    state_options,
)


@click.command("check")
@directory_argument
@state_options
@click.option("--strict", is_flag=True, help="Count warnings as errors in the exit status.")
@click.option(
    "--all", "everything", is_flag=True, help="Show every warning, however many are alike."
)
@format_option("text", "json")
def command(
    directory: str | None,
    asked: Asked,
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
    """
    result = compiled(directory, asked)
    from mneme_cli.render import report

    if format_ == "json":
        say_json(report.as_json(result))
    else:
        for line in report.as_text(result, everything=everything):
            click.echo(line)
    return int(result.errors > 0 or (strict and result.warnings > 0))
