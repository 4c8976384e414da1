"""`mneme check`: read and judge the records."""

import click

from compiler.remembered import Memory
from mneme_cli.options import (
    compiled,
    directory_argument,
    format_option,
    state_options,
    strict_option,
)
from mneme_cli.verdict import give, remember, verdict


@click.command("check")
@directory_argument
@state_options
@strict_option
@click.option(
    "--all", "everything", is_flag=True, help="Show every warning, however many are alike."
)
@format_option("text", "json")
@click.pass_obj
def command(
    memory: Memory | None,
    directory: str | None,
    staged: bool,
    revision: str | None,
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
    result = compiled(directory, staged=staged, revision=revision)
    answer = verdict(result, strict=strict, everything=everything, format_=format_)
    if memory is not None and directory is None:
        remember(memory, result, answer)
    return give(answer)
