"""`mneme search QUERY`: decisions and proposals by their words."""

import click

from adr_schema.vocabulary import PROPOSAL_STATUSES
from mneme_cli.options import (
    Asked,
    Filter,
    adr_dir_option,
    answer_status,
    as_typed,
    compiled,
    decision_filters,
    format_option,
    proposals_beside,
    say_json,
    state_options,
)
from mneme_cli.surfaces import writes

_MOST = 100


@click.command("search", short_help="Search decisions and proposals.")
@writes("cache")
@click.argument("query", metavar="QUERY")
@decision_filters
@click.option(
    "--proposal-status",
    "proposal_statuses",
    multiple=True,
    type=click.Choice(PROPOSAL_STATUSES),
    help="Only proposals in this state; may be repeated.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, _MOST),
    default=20,
    show_default=True,
    help="How many of each list are shown.",
)
@click.option(
    "--offset",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="How many of each list are left out before them.",
)
@adr_dir_option
@state_options
@format_option("text", "json")
def command(
    query: str,
    chosen: Filter,
    proposal_statuses: tuple[str, ...],
    limit: int,
    offset: int,
    directory: str | None,
    asked: Asked,
    format_: str,
) -> int:
    """Search decisions and proposals, the best first; superseded ones are found too.

    Words are found whole or by their first three letters or more, without case and accents; words
    in quotes one after another. What has all words is found, or where nothing has, what has any. An
    id in any spelling finds its decision first. An empty QUERY shows all.

    \b
    Examples:
      mneme search sqlite
      mneme search '"local index" embeddings' --lifecycle active
      mneme search ADR-7 --format json
    """
    result = compiled(directory, asked)
    from compiler.decision_search import DecisionSearch
    from proposals.answers import Page, search_record
    from proposals.proposal_search import ProposalSearch

    query = as_typed(query)
    beside, status = proposals_beside(result)
    decisions = [d for d in DecisionSearch(result.decisions).find(query) if chosen.has(d)]
    proposals = [
        proposal
        for proposal in ProposalSearch(beside).find(query)
        if not proposal_statuses or proposal.status in proposal_statuses
    ]
    record = search_record(query, decisions, proposals, Page(limit, offset))
    status = max(status, answer_status(result))
    if format_ == "json":
        say_json({**record, "complete": status == 0})
    else:
        from mneme_cli.render.search import as_text

        for line in as_text(record):
            click.echo(line)
    return status
