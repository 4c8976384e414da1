"""`mneme curate`: a plan of what could be tidied, and its application by a person."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from mneme_cli.options import (
    Asked,
    adr_dir_option,
    answer_status,
    compiled_if_any,
    decided_now,
    format_option,
    proposal_store,
    proposals_option,
    say_damaged,
    say_json,
)
from mneme_cli.render.curation import applied_json, applied_text, plan_json, plan_text
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from proposals.curation import Plan
    from proposals.document import Document


@click.command("curate", short_help="Plan what could be tidied; apply a plan.")
@writes("cache")
@writes("decisions", "cache", option="--apply")
@click.option("--apply", "digest", metavar="DIGEST", help="Do what the plan of this digest says.")
@click.option("--only", multiple=True, metavar="ITEM", help="With --apply: only this; repeatable.")
@proposals_option
@adr_dir_option
@format_option("text", "json")
def command(
    digest: str | None,
    only: tuple[str, ...],
    path: str | None,
    directory: str | None,
    format_: str,
) -> int:
    """Plan what could be tidied among proposals and records. Without --apply nothing is changed.

    Duplicates among waiting proposals, those that a decision says already, that rest on a
    superseded one, say too little or wait for long; the texts of rejected ones; and records that
    look superseded without saying so, which are advice only. --apply takes the digest of the plan
    that was reviewed, and refuses where the plan is another one by now.

    \b
    Examples:
      mneme curate
      mneme curate --apply DIGEST
      mneme curate --apply DIGEST --only merge:dprop-ae17
    """
    from proposals.curation import plan

    if only and digest is None:
        raise click.UsageError("--only goes with --apply")
    store, today = proposal_store(path), datetime.now(UTC).date()
    compiled = compiled_if_any(directory, Asked())
    decisions = compiled.decisions if compiled else None

    def plan_of(document: "Document") -> "Plan":
        return plan(document, decisions, today)

    if digest is not None:
        from proposals.applying import apply_plan

        applied = apply_plan(store, plan_of, digest, only, decided_now())
        _say(format_, applied_json(applied), applied_text(applied))
        return 0
    document = store.read()
    found = plan_of(document)
    complete = compiled is None or compiled.complete
    _say(format_, plan_json(found, complete=complete), plan_text(found))
    return max(say_damaged(document), answer_status(compiled) if compiled else 0)


def _say(format_: str, data: object, lines: Iterable[str]) -> None:
    if format_ == "json":
        say_json(data)
    else:
        for line in lines:
            click.echo(line)
