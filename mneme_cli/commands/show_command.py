"""`mneme show ID`: one decision, and where it stands among the others."""

from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    Asked,
    adr_dir_option,
    answer_status,
    compiled,
    format_option,
    proposal_store,
    say_json,
    state_options,
)
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from adr_schema.resolved import Decision
    from compiler.pipeline import Compiled


@click.command("show", short_help="Show one decision.")
@writes("cache")
@click.argument("identifier", metavar="ID")
@adr_dir_option
@state_options
@format_option("text", "json")
def command(identifier: str, directory: str | None, asked: Asked, format_: str) -> int:
    """Show one decision: what it supersedes, what amends it, where it stands in precedence.

    ID is written in any way that names the record: ADR-0007, ADR-7, 7, a file name or a path. The
    id of a proposal, which may be shortened, shows that.

    \b
    Examples:
      mneme show ADR-0007
      mneme show 7 --format json
      mneme show dprop-ae17
    """
    if identifier.startswith("dprop-"):
        return _show_proposal(identifier, format_)
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


def _show_proposal(identifier: str, format_: str) -> int:
    from mneme_cli.render.proposal import as_text
    from proposals.records import proposal_record

    proposal = proposal_store().get(identifier)
    if format_ == "json":
        say_json(proposal_record(proposal))
    else:
        for line in as_text(proposal):
            click.echo(line)
    return 0


def _find(result: "Compiled", identifier: str) -> "Decision":
    from compiler.links import find_record

    by_path = {decision.record.path: decision for decision in result.decisions}
    return by_path[find_record([d.record for d in result.decisions], identifier).path]
