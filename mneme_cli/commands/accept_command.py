"""`mneme decision show` and `mneme decision accept`: a person decides that a proposal holds."""

import os
import sys
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adr_schema.vocabulary import PRIORITIES
from mneme_cli.options import (
    Function,
    adr_dir_option,
    decided_now,
    editable,
    format_option,
    proposal_store,
    proposals_option,
    say_json,
)
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from adr_schema.records import Record
    from adr_schema.resolved import Decision
    from compiler.corpus import Corpus
    from compiler.pipeline import Compiled
    from proposals.acceptance import Preview, Wishes
    from proposals.model import Decided, Proposal
    from proposals.store import Store


def _terms(function: Function) -> Function:
    """What the accepting person adds to the proposal."""
    options = (
        click.option("--scope", help="The dotted area where it applies."),
        click.option("--topic", help="Tells it from other decisions of the scope."),
        click.option("--priority", type=click.Choice(PRIORITIES), help="How strongly it holds."),
        click.option(
            "--path",
            "paths",
            multiple=True,
            metavar="GLOB",
            help="Files that it governs, in place of those that the proposal hints at.",
        ),
        click.option("--decider", "deciders", multiple=True, help="Who decides; git's identity."),
        click.option("--supersedes", multiple=True, metavar="ID", help="A decision it replaces."),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command("show", short_help="Show a proposal, and what accepting it would do.")
@writes("cache")
@click.argument("identifier", metavar="ID")
@_terms
@proposals_option
@adr_dir_option
@click.option("--corpus", metavar="NAME", help="The configured corpus that it would be written to.")
@format_option("text", "json")
def show(
    identifier: str,
    path: str | None,
    directory: str | None,
    corpus: str | None,
    format_: str,
    **terms: Any,
) -> int:
    """Show a proposal as it was submitted, and what accepting it would change today.

    The options of `decision accept` show what it would write with them.

    \b
    Examples:
      mneme decision show dprop-ae17
      mneme decision show dprop-ae17 --supersedes ADR-0007
    """
    from mneme_cli.render import acceptance as render
    from proposals.acceptance import preview
    from proposals.duplicates import Canon, notices

    document = proposal_store(path).read()
    proposal = document.find(identifier)
    result = editable(directory)
    shown = None
    if proposal.status == "proposed":
        wishes = _wishes(result, terms)
        shown = preview(result, _corpus(result, corpus), proposal, wishes, date.today())
    found = notices(proposal, document, Canon(result.decisions)) if shown else ()
    if format_ == "json":
        say_json(render.as_json(proposal, shown, found))
    else:
        for line in render.as_text(proposal, shown, found):
            click.echo(line)
    return 0


@click.command("accept", short_help="Accept a proposal as the next record.")
@writes("records", "decisions", "cache")
@writes("records", "decisions", "objects", "commit", "cache", option="--commit")
@click.argument("identifier", metavar="ID")
@_terms
@click.option("--edit", is_flag=True, help="Change the draft in your editor first.")
@click.option("--commit", is_flag=True, help="Commit what is written, with trailers.")
@click.option("--yes", is_flag=True, help="Do not ask; needs --expect.")
@click.option("--expect", metavar="FINGERPRINT", help="The fingerprint of what was reviewed.")
@proposals_option
@adr_dir_option
@click.option("--corpus", metavar="NAME", help="The configured corpus to write to.")
@format_option("text", "json")
def accept(
    identifier: str,
    commit: bool,
    yes: bool,
    expect: str | None,
    path: str | None,
    directory: str | None,
    corpus: str | None,
    format_: str,
    **terms: Any,
) -> int:
    """Accept a proposal: it becomes the next record, and the proposal says which.

    It shows what it would write and every decision that would stand otherwise, and asks for the
    last four characters of the id. Without a terminal it needs --yes with --expect FINGERPRINT.

    \b
    Examples:
      mneme decision accept dprop-ae17
      mneme decision accept dprop-ae17 --supersedes ADR-0007 --commit
    """
    from proposals import transitions

    store = proposal_store(path)
    document = store.read()
    proposal = document.find(identifier)
    if proposal.status == "accepted":
        store.tidy()
        if commit:
            _say_record(editable(directory), proposal, format_)
            _confirm(proposal, yes=yes, expect=expect)
    else:
        proposal = transitions.waiting(document, proposal.proposal_id, "accepted")
        result = editable(directory)
        finish = _planned(store, result, _corpus(result, corpus), proposal, terms, format_)
        _confirm(proposal, yes=yes, expect=expect)
        finish(decided_now())
    after = store.get(proposal.proposal_id)
    result = editable(directory)
    decision = _decision(result, after)
    if commit:
        _commit(result, decision, after, path)
    _report(proposal, after, decision, format_)
    return 0


def _planned(
    store: "Store",
    result: "Compiled",
    corpus: "Corpus",
    proposal: "Proposal",
    terms: dict[str, Any],
    format_: str,
) -> Callable[["Decided"], "Record"]:
    """What is left to do once the person agrees, after it was shown. An acceptance that was
    broken off behind its record is only finished."""
    from proposals import acceptance

    wishes = _wishes(result, terms)
    if acceptance.records_of(result, proposal):
        _say_begun(result, corpus, proposal, wishes, format_)
        return partial(acceptance.resume, store, result, proposal)
    shown = acceptance.preview(result, corpus, proposal, wishes, date.today())
    _say_preview(proposal, shown, format_)
    if shown.conflicts:
        raise shown.conflicts[0]
    return partial(acceptance.write, store, result, shown)


def _say_begun(
    result: "Compiled", corpus: "Corpus", proposal: "Proposal", wishes: "Wishes", format_: str
) -> None:
    """Show what a run that was broken off has written, and what is left. Where a record only claims
    to come from it, show how that differs, and raise."""
    from mneme_cli.render.acceptance import as_text, diff_lines
    from proposals import acceptance

    try:
        plan = acceptance.begun(result, corpus, proposal, wishes, date.today())
    except acceptance.AcceptanceError:
        lines = acceptance.difference(result, corpus, proposal, wishes, date.today())
        for line in diff_lines(lines):
            click.echo(line, err=True)
        raise
    for line in (*as_text(proposal, None, ()), *diff_lines(plan.diff())):
        click.echo(line, err=format_ == "json")
    click.echo("an earlier run was broken off: the rest is done now", err=True)


def _say_record(result: "Compiled", proposal: "Proposal", format_: str) -> None:
    """Show the record that is about to be committed in the person's name. That it was accepted is
    so far what a file says."""
    from compiler.edits import unified_diff
    from mneme_cli.render.acceptance import as_text, diff_lines

    lines = [*as_text(proposal, None, ())]
    if decision := _decision(result, proposal):
        path = decision.record.path
        lines += diff_lines(unified_diff(path, path, None, result.project.source.read(path)))
    for line in lines:
        click.echo(line, err=format_ == "json")


def _say_preview(proposal: "Proposal", shown: "Preview", format_: str) -> None:
    from mneme_cli.render.acceptance import as_text

    for line in as_text(proposal, shown, ()):
        click.echo(line, err=format_ == "json")


def _confirm(proposal: "Proposal", *, yes: bool, expect: str | None) -> None:
    """Let the person agree: by the last characters of the id at a terminal, else by naming the
    fingerprint of what was reviewed. Raises `RefusedError`."""
    from compiler.errors import RefusedError

    if expect is not None and expect != proposal.content_fingerprint:
        message = f"--expect is not the fingerprint of {proposal.proposal_id}"
        raise RefusedError(message, "review it: mneme decision show; its fingerprint is there")
    if yes and expect:
        return
    if yes or not sys.stdin.isatty():
        hint = f"--yes --expect FINGERPRINT, as mneme decision show {proposal.proposal_id} gives it"
        raise RefusedError("acceptance needs a person at a terminal, or a reviewed text", hint)
    last = proposal.proposal_id[-4:]
    typed = click.prompt("Type the last four characters of its id to accept it", err=True)
    if typed.strip() != last:
        raise RefusedError(f"{typed.strip()!r} is not how the id ends; nothing was accepted")


def _wishes(result: "Compiled", terms: dict[str, Any]) -> "Wishes":
    from compiler.links import find_record
    from compiler.wanted import Revise
    from proposals.acceptance import Wishes

    records = [decision.record for decision in result.decisions]
    named = {find_record(records, identifier): None for identifier in terms.get("supersedes", ())}
    revise: Revise | None = _edited if terms.get("edit") else None
    return Wishes(
        tuple(terms.get("deciders", ())) or (_name(),),
        terms.get("scope"),
        terms.get("topic"),
        terms.get("priority"),
        tuple(terms.get("paths", ())),
        tuple(named),
        revise,
    )


def _name() -> str:
    """The name of git's identity, without the address. A comma in it would make two names of it."""
    return " ".join(decided_now().by.partition(" <")[0].replace(",", " ").split())


def _edited(text: str) -> str:
    changed = click.edit(text, extension=".md")
    return text if changed is None else changed


def _corpus(result: "Compiled", name: str | None) -> "Corpus":
    from compiler.authoring import named_corpus

    return named_corpus(result, name)


def _decision(result: "Compiled", accepted: "Proposal") -> "Decision | None":
    """The decision that the proposal became; None where its record is gone."""
    found = (d for d in result.decisions if d.id == accepted.accepted_decision_id)
    return next(found, None)


def _commit(
    result: "Compiled", decision: "Decision | None", accepted: "Proposal", path: str | None
) -> None:
    from compiler.deciders import ACCEPTED_BY
    from compiler.errors import RefusedError
    from compiler.git.committing import commit
    from proposals.acceptance import require_accepted, touched
    from proposals.store import PROPOSALS_FILE

    root = result.project.root
    if root is None or decision is None:
        raise RefusedError("there is nothing to commit to, or no record", "see mneme check")
    require_accepted(result, decision.record, accepted)
    trailers = {
        "Decision": decision.id,
        "Proposal": accepted.proposal_id,
        ACCEPTED_BY: decided_now().by,
    }
    lines = "\n".join(f"{name}: {value}" for name, value in trailers.items())
    message = f"Accept {decision.id}: {decision.record.title}\n\n{lines}\n"
    store = os.path.relpath(path, root) if path else PROPOSALS_FILE
    within = [] if store.startswith("..") else [store]
    commit(root, [*touched(result, decision.record), *within], message)


def _report(
    before: "Proposal", after: "Proposal", decision: "Decision | None", format_: str
) -> None:
    from mneme_cli.render.safe import printable
    from proposals.records import proposal_record

    where = decision.record.path if decision else None
    if format_ == "json":
        say_json(
            {
                "proposal": proposal_record(after),
                "old_status": before.status,
                "new_status": after.status,
                "decision_id": after.accepted_decision_id,
                "path": where,
            }
        )
        return
    click.echo(f"{before.proposal_id}: {before.status} -> {after.status}")
    click.echo(f"{after.accepted_decision_id}: {printable(where or 'no record has this id')}")
