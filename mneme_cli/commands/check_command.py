"""`mneme check`: read and judge the records."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    Asked,
    compiled,
    counted,
    directory_argument,
    format_option,
    state_options,
)

if TYPE_CHECKING:
    from compiler.pipeline import Compiled


@click.command("check")
@directory_argument
@state_options
@click.option("--strict", is_flag=True, help="Count warnings as errors in the exit status.")
@click.option(
    "--all", "everything", is_flag=True, help="Show each of many warnings, and what is stale."
)
@click.option(
    "--write-baseline",
    "record",
    is_flag=True,
    help="Record what is found today in .mneme/baseline.json; later runs show what is new.",
)
@format_option("text", "json", "github", "sarif", "markdown")
def command(
    directory: str | None,
    asked: Asked,
    strict: bool,
    everything: bool,
    record: bool,
    format_: str,
) -> int:
    """Validate the decision records.

    \b
    Examples:
      mneme check
      mneme check docs/adr --strict
      mneme check --staged
      mneme check --rev v1.2 --format json
      mneme check --write-baseline
    """
    if record and (asked != Asked() or format_ != "text"):
        raise click.UsageError("--write-baseline excludes --staged, --rev, --base and --format")
    result = compiled(directory, asked)
    if record:
        return _record(result)
    from mneme_cli.render.formats import RENDERERS

    for line in RENDERERS[format_](result, everything):
        click.echo(line)
    return int(result.errors > 0 or (strict and result.warnings > 0))


def _record(result: "Compiled") -> int:
    """Write the baseline. What it cannot cover decides the exit status."""
    from compiler.baseline import BASELINE_FILE, is_coverable, renewed, write_baseline
    from compiler.lines import Lines

    project = result.project
    lines = Lines(project.source)
    write_baseline(project.base, renewed(result.diagnostics, project.baseline, lines, project.sees))
    left_out = sum(not is_coverable(finding) for finding in result.diagnostics)
    recorded = counted(len(result.diagnostics) - left_out, "finding")
    click.echo(f"{recorded} recorded in {BASELINE_FILE}")
    if left_out:
        errors = counted(left_out, "error")
        click.echo(f"{errors} left out, which no baseline covers; see mneme check")
    return int(left_out > 0)
