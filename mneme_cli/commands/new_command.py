"""`mneme new`: the next record, in the form of those that are there."""

import datetime
from typing import TYPE_CHECKING

import click

from mneme_cli.options import adr_dir_option, editable, format_option, say_json
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from compiler.authoring import Authored


@click.command("new", short_help="Write the next record.")
@writes("records", "cache")
@click.argument("title")
@click.option("--supersedes", metavar="ID", multiple=True, help="The record that this replaces.")
@click.option("--amends", metavar="ID", multiple=True, help="The record that this changes in part.")
@click.option(
    "--status",
    type=click.Choice(["proposed", "accepted"]),
    default="proposed",
    show_default=True,
    help="What the record says of itself.",
)
@adr_dir_option
@click.option("--corpus", metavar="NAME", help="The configured corpus to write to.")
@format_option("text", "json")
def command(
    title: str,
    supersedes: tuple[str, ...],
    amends: tuple[str, ...],
    status: str,
    directory: str | None,
    corpus: str | None,
    format_: str,
) -> int:
    """Write the next record: number, name and form are those of the records that are there.

    With --status accepted, the records that it supersedes or amends say so too. A proposed record
    names them and changes nothing. Write a title that begins with a dash behind `--`.

    \b
    Examples:
      mneme new "Use Postgres for sessions"
      mneme new "Use Postgres for sessions" --supersedes ADR-0007 --status accepted
    """
    from compiler.authoring import author, named_corpus
    from compiler.links import find_record
    from compiler.plans import carry_out
    from compiler.wanted import NewRecord

    if directory is not None and corpus is not None:
        raise click.UsageError("--adr-dir and --corpus exclude each other")
    result = editable(directory)
    records = [decision.record for decision in result.decisions]
    wanted = NewRecord(
        title,
        "accepted" if status == "accepted" else "proposed",
        datetime.date.today(),
        tuple({find_record(records, identifier): None for identifier in supersedes}),
        tuple({find_record(records, identifier): None for identifier in amends}),
    )
    authored = author(result, named_corpus(result, corpus), wanted)
    carry_out(result, authored.plan)
    if format_ == "json":
        say_json(_as_json(authored))
    else:
        _say(authored)
    return 0


def _as_json(authored: "Authored") -> dict[str, object]:
    return {
        "path": authored.record.path,
        "id": authored.record.id,
        "edited": [{"path": path, "says": says} for path, says in authored.edited],
        "notes": list(authored.notes),
    }


def _say(authored: "Authored") -> None:
    from mneme_cli.render.safe import printable

    click.echo(printable(authored.record.path))
    for path, says in authored.edited:
        click.echo(f"{printable(path)}: {printable(says)}")
    for note in authored.notes:
        click.echo(f"note: {printable(note)}", err=True)
