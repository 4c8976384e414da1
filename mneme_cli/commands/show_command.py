"""`mneme show ID`: one decision, and where it stands among the others."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    Asked,
    adr_dir_option,
    answer_status,
    compiled,
    format_option,
    say_json,
    state_options,
)

if TYPE_CHECKING:
    from adr_schema.resolved import Decision
    from compiler.pipeline import Compiled


@click.command("show")
@click.argument("identifier", metavar="ID")
@adr_dir_option
@state_options
@format_option("text", "json")
def command(identifier: str, directory: str | None, asked: Asked, format_: str) -> int:
    """Show one decision: what it supersedes, what amends it, where it stands in precedence.

    ID is written in any way that names the record: ADR-0007, ADR-7, 7, a file name or a path.

    \b
    Examples:
      mneme show ADR-0007
      mneme show 7 --format json
    """
    result = compiled(directory, asked)
    decision = _find(result, identifier)
    if format_ == "json":
        from compiler.index import canonical_decision

        say_json(canonical_decision(decision))
    else:
        from mneme_cli.render.decision import as_text

        for line in as_text(decision, result):
            click.echo(line)
    return answer_status(result)


def _find(result: "Compiled", identifier: str) -> "Decision":
    from compiler.errors import UsageError
    from compiler.links import Resolver

    by_path = {decision.record.path: decision for decision in result.decisions}
    found = Resolver([decision.record for decision in result.decisions]).lookup(identifier)
    if len(found.records) == 1:
        return by_path[found.records[0].path]
    if found.records:
        names = ", ".join(sorted(record.id for record in found.records))
        raise UsageError(f"{identifier} could be {names}", "name one of them in full")
    raise UsageError(f"there is no decision {identifier}", "see mneme list")
