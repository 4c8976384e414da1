"""`mneme decision`: what programs propose, and what a person decides about it."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from adr_schema.vocabulary import PROPOSAL_STATUSES
from mneme_cli.commands import accept_command
from mneme_cli.options import (
    Asked,
    adr_dir_option,
    compiled_if_any,
    decided_now,
    editable,
    format_option,
    opened,
    proposal_store,
    proposals_option,
    say_damaged,
    say_json,
)
from mneme_cli.render.proposal import headline
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from proposals.document import Document
    from proposals.model import Decided, Proposal
    from proposals.sending import Sent
    from proposals.store import Store


@click.group("decision", short_help="Propose decisions, and decide about proposals.")
def command() -> None:
    """Proposals: candidates for decisions, which a person accepts or rejects.

    They are kept in .mneme/decision_proposals.json and have no authority.

    \b
    Examples:
      mneme decision propose proposal.json
      mneme decision proposals --status proposed
      mneme decision accept dprop-ae17
    """


@command.command("propose", short_help="Propose a decision, or several as JSON.")
@writes("proposals", "cache")
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--title", help="What is to be decided, in a line.")
@click.option("--statement", help="The decision itself.")
@click.option("--rationale", help="Why.")
@click.option("--producer", metavar="NAME", help="Who proposes.")
@click.option("--producer-type", metavar="TYPE", help="What that is: agent, person, importer.")
@click.option("--source", metavar="REF", help="Where it comes from: a pull request, a document.")
@click.option("--scope-hint", "hints", multiple=True, help="An area or path; may be repeated.")
@click.option("--related", multiple=True, metavar="ID", help="A decision that it touches.")
@proposals_option
@adr_dir_option
@format_option("text", "json")
def propose(
    file: str | None, path: str | None, directory: str | None, format_: str, **texts: Any
) -> int:
    """Propose a decision: from options, or from JSON in FILE (- for standard input).

    JSON is one candidate, or an object with `candidates` and `shared_provenance`. The same proposal
    again is found and not stored twice; one that was rejected comes back with the reason.

    \b
    Examples:
      mneme decision propose proposal.json
      mneme decision propose - --format json
      mneme decision propose --title "Use SQLite" --statement "The index is a SQLite file." \\
        --producer ada --producer-type person --source talk
    """
    from proposals.intake import propose as take_in
    from proposals.records import outcome_record

    sent = _from_options(texts) if file is None else _from_file(file, texts)
    store, canon = proposal_store(path), _canon(directory)
    outcomes = take_in(store, sent.candidates, sent.shared_provenance, canon)
    if format_ == "json":
        rows = [outcome_record(outcome) for outcome in outcomes]
        say_json(rows[0] if sent.single else {"results": rows})
    else:
        for outcome in outcomes:
            click.echo(headline(outcome.proposal, "created" if outcome.created else "kept"))
            for notice in outcome.notices:
                click.echo(f"  note: {notice.message}")
    return 0


@command.command("proposals", short_help="List the proposals, and how many wait.")
@writes()
@click.option("--status", type=click.Choice(PROPOSAL_STATUSES), help="Only those in this state.")
@proposals_option
@format_option("text", "json")
def proposals(status: str | None, path: str | None, format_: str) -> int:
    """List the proposals, newest first, and how many wait for a decision.

    \b
    Examples:
      mneme decision proposals
      mneme decision proposals --status proposed --format json
    """
    from proposals.records import proposal_record

    document = proposal_store(path).read()
    found = [p for p in reversed(document.proposals) if status in (None, p.status)]
    waiting = sum(proposal.status == "proposed" for proposal in document.proposals)
    if format_ == "json":
        say_json({"proposals": [proposal_record(p) for p in found], "waiting": waiting})
    else:
        for proposal in found:
            click.echo(headline(proposal, proposal.status))
        click.echo(f"{waiting} waiting", err=True)
    return say_damaged(document)


@command.command("reject")
@writes("decisions")
@click.argument("identifier", metavar="ID")
@click.option("--reason", required=True, help="Why, for whoever proposes it again.")
@proposals_option
@adr_dir_option
@format_option("text", "json")
def reject(
    identifier: str, reason: str, path: str | None, directory: str | None, format_: str
) -> int:
    """Reject a proposal. It stays rejected, whoever proposes it again.

    One whose acceptance was broken off can be rejected while no record was written.

    \b
    Examples:
      mneme decision reject dprop-ae17 --reason "SQLite has no place for this"
    """
    from proposals import transitions

    store, decided = proposal_store(path), decided_now(reason)
    if directory is not None:
        opened(directory, Asked())  # a wrong folder is one also where none is needed
    if (proposal := store.get(identifier)).accepting:
        from proposals.acceptance import abandon_unwritten

        abandon_unwritten(store, editable(directory), proposal)
    return _decide(store, identifier, decided, format_, transitions.reject)


@command.command("reopen")
@writes("decisions")
@click.argument("identifier", metavar="ID")
@click.option("--reason", default="", help="What has changed.")
@proposals_option
@format_option("text", "json")
def reopen(identifier: str, reason: str, path: str | None, format_: str) -> int:
    """Let a rejected proposal wait for a decision again.

    \b
    Examples:
      mneme decision reopen dprop-ae17 --reason "the index has grown"
    """
    from proposals import transitions

    store, decided = proposal_store(path), decided_now(reason)
    return _decide(store, identifier, decided, format_, transitions.reopen)


@command.command("merge-driver", short_help="Merge two versions of the proposals, for git.")
@writes("proposals", "decisions")
@click.argument("base")
@click.argument("ours")
@click.argument("theirs")
@click.argument("path", required=False)
def merge_driver(base: str, ours: str, theirs: str, path: str | None) -> int:
    """Merge two versions of the file of proposals, as git asks it of a merge driver.

    BASE, OURS and THEIRS are files (%O %A %B), PATH is what they are versions of (%P). The result
    is written to OURS. Where two different decisions were made about one proposal, ours stands in
    it and the exit status is 1: git then leaves the file unmerged. `mneme init --merge-driver`
    makes git call this.

    \b
    Examples:
      mneme decision merge-driver base.json ours.json theirs.json
    """
    from mneme_cli.render.safe import one_line
    from proposals.merge_files import merge_files

    name = path or ours
    conflicts = merge_files(base, ours, theirs, name)
    for found in conflicts:
        said = f"{name}: {found.about}: ours is {found.ours}; theirs is {found.theirs}"
        click.echo(one_line(f"conflict in {said}"), err=True)
    if conflicts:
        click.echo(
            "  hint: all else is merged, and ours stands in these; mend it, then git add", err=True
        )
    return int(bool(conflicts))


command.add_command(accept_command.show)
command.add_command(accept_command.accept)

Transition = Callable[["Document", str, "Decided"], "Document"]


def _decide(
    store: "Store", identifier: str, decided: "Decided", format_: str, transition: Transition
) -> int:
    """Take a step, and say what it changed."""
    from proposals.records import proposal_record

    def step(document: "Document") -> "tuple[Document, tuple[Proposal, Proposal | None]]":
        before = document.find(identifier)
        after = transition(document, before.proposal_id, decided)
        return after, (before, after.get(before.proposal_id))

    before, after = store.update(step)
    if after == before:
        _say_unchanged(before)
    if format_ == "json":
        say_json(
            {
                "proposal": proposal_record(after or before),
                "old_status": before.status,
                "new_status": after.status if after else None,
                "decision_id": None,
                "path": None,
            }
        )
    else:
        now = after.status if after else "forgotten, and may be proposed anew"
        click.echo(f"{before.proposal_id}: {before.status} -> {now}")
    return 0


def _say_unchanged(proposal: "Proposal") -> None:
    """Say on standard error that an earlier rejection stands, and why."""
    from mneme_cli.render.safe import one_line
    from proposals.duplicates import rejection_notice

    message = rejection_notice(proposal).message
    click.echo(one_line(f"note: nothing was changed; {message}"), err=True)


def _canon(directory: str | None) -> Any:
    """The decisions to compare with; where there are none, proposing goes on all the same."""
    from proposals.duplicates import Canon

    compiled = compiled_if_any(directory, Asked())
    return Canon(compiled.decisions if compiled else None)


def _from_options(texts: dict[str, Any]) -> "Sent":
    """A candidate as JSON; what was not given is absent, and the schema says what is needed."""
    from proposals.sending import Sent

    provenance = {
        "producer_name": texts["producer"],
        "producer_type": texts["producer_type"],
        "source_reference": texts["source"],
    }
    candidate = {
        **{key: texts[key] for key in ("title", "statement", "rationale")},
        "provenance": provenance,
        "scope_hints": list(texts["hints"]),
        "related_decision_ids": list(texts["related"]),
    }
    return Sent([candidate], single=True)


def _from_file(file: str, texts: dict[str, Any]) -> "Sent":
    from compiler.errors import UsageError
    from proposals.hygiene import secret_in
    from proposals.sending import read_sent

    if any(texts.values()):
        raise click.UsageError("FILE says everything: leave the other options out")
    if file == "-" and sys.stdin is None:
        raise UsageError("standard input is closed", "give a file, or write the JSON into a pipe")
    name = file if secret_in(file) is None else "the file"
    try:
        with click.open_file(file, "rb") as source:
            data = source.read()
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from None
    return read_sent(data, name)
