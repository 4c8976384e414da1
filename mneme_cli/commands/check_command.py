"""`mneme check`: read and judge the records."""

from typing import TYPE_CHECKING

import click

from compiler.remembered import Memory
from mneme_cli.options import (
    Asked,
    counted,
    directory_argument,
    format_option,
    judged,
    state_options,
    strict_option,
)
from mneme_cli.surfaces import writes
from mneme_cli.verdict import give, remember, status, verdict

if TYPE_CHECKING:
    from compiler.pipeline import Compiled


@click.command("check")
@writes("cache")
@writes("records", "cache", option="--fix")
@writes("baseline", "cache", option="--write-baseline")
@directory_argument
@state_options
@strict_option
@click.option(
    "--require-signed",
    "signed",
    is_flag=True,
    help="With --base: only what git verifies as signed by a decider's key was accepted.",
)
@click.option("--fix", is_flag=True, help="Write what can be mended, then report the rest.")
@click.option("--diff", "only_show", is_flag=True, help="With --fix: show it, write nothing.")
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Show each of many warnings, and each entry of the baseline that occurs no more.",
)
@click.option(
    "--write-baseline",
    "record",
    is_flag=True,
    help="Record what is found today in .mneme/baseline.json; later runs show what is new.",
)
@format_option("text", "json", "github", "sarif", "markdown")
@click.pass_obj
def command(
    memory: Memory | None,
    directory: str | None,
    asked: Asked,
    fix: bool,
    only_show: bool,
    strict: bool,
    signed: bool,
    everything: bool,
    record: bool,
    format_: str,
) -> int:
    """Validate the decision records.

    DIR is the folder of the records; without it, the configured one or the usual ones are read.

    \b
    Examples:
      mneme check
      mneme check docs/adr --strict
      mneme check --staged
      mneme check --base origin/main --require-signed
      mneme check --rev v1.2 --format json
      mneme check --write-baseline
      mneme check --fix --diff
    """
    _refuse_mixtures(asked, format_, record=record, fix=fix, only_show=only_show)
    if signed and asked.base is None:
        raise click.UsageError("--require-signed judges a change: give --base as well")
    result = judged(directory, asked, signed=signed)
    if record:
        return _record(result)
    if fix:
        from mneme_cli.commands.check_fix import mended

        result = mended(result, only_show=only_show, everything=everything, format_=format_)
        return status(result, strict=strict)
    answer = verdict(result, strict=strict, everything=everything, format_=format_)
    if memory is not None and directory is None:
        remember(memory, result, answer)
    return give(answer)


def _refuse_mixtures(
    asked: Asked, format_: str, *, record: bool, fix: bool, only_show: bool
) -> None:
    """What writes, writes to the working tree, and says what it did in words or JSON."""
    if record and (fix or asked != Asked() or format_ != "text"):
        raise click.UsageError("--write-baseline excludes every other option but --all")
    if fix and asked != Asked():
        raise click.UsageError("--fix writes to the working tree: no --staged, --rev or --base")
    if fix and format_ not in ("text", "json"):
        raise click.UsageError("--fix tells what it did as text or json")
    if only_show and not fix:
        raise click.UsageError("--diff shows what --fix would write: give both")


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
