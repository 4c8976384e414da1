"""`mneme list`: the records, as read."""

import json
from typing import TYPE_CHECKING, Any

import click

from mneme_cli.options import (
    Asked,
    Filter,
    answer_status,
    compiled,
    decision_filters,
    directory_argument,
    format_option,
    say_json,
    state_options,
)
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from compiler.pipeline import Compiled


@click.command("list")
@writes("cache")
@directory_argument
@state_options
@click.option("--all", "everything", is_flag=True, help="Also non-records and rejected files.")
@decision_filters
@format_option("text", "json", "jsonl")
def command(
    directory: str | None,
    asked: Asked,
    everything: bool,
    chosen: Filter,
    format_: str,
) -> int:
    """List the decision records.

    DIR is the folder of the records; without it, the configured one or the usual ones are read.

    \b
    Examples:
      mneme list
      mneme list --lifecycle active
      mneme list docs/adr --all --format jsonl
    """
    result = compiled(directory, asked)
    from mneme_cli.render.rows import other_rows, record_row
    from mneme_cli.render.safe import in_json

    rows = [record_row(decision) for decision in result.decisions if chosen.has(decision)]
    if everything:
        rows.extend(other_rows(result))
    if format_ == "jsonl":
        for row in rows:
            click.echo(in_json(json.dumps(row, ensure_ascii=False)))
    elif format_ == "json":
        say_json({"complete": result.complete, "records": rows})
    else:
        _say_text(rows, result)
    return answer_status(result)


def _say_text(rows: list[dict[str, Any]], result: "Compiled") -> None:
    from mneme_cli.render.report import account_of
    from mneme_cli.render.safe import printable

    width = max((len(row["id"]) for row in rows if row["record"]), default=0)
    width = min(width, 40)
    for row in rows:
        if row["record"]:
            state = row["inactive_reason"] or row["lifecycle"]
            date = row["date"] or "-"
            line = f"{row['id']:{width}}  {state:14}  {date:10}  {row['title'] or '-'}"
            click.echo(printable(line))
        else:
            why = "rejected" if row["rejected"] else row["reason"]
            click.echo(printable(f"{row['path']}  ({why})"))
    if not rows:
        click.echo("no records")
    click.echo(account_of(result.accounting), err=True)
