"""`mneme trace`: which commits belong to a decision, and which decisions to commits."""

from typing import TYPE_CHECKING, Any

import click

from mneme_cli.options import (
    Asked,
    adr_dir_option,
    answer_status,
    format_option,
    proposal_store,
    say_json,
)
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adr_schema.resolved import Decision
    from compiler.git.repository import Repository
    from compiler.pipeline import Compiled
    from decision_trace.trace import Trace
    from proposals.model import Proposal


@click.command("trace", short_help="Show the commits of a decision, or the decisions of commits.")
@writes("cache")
@click.argument("target", metavar="[ID|COMMIT|A..B]", required=False)
@click.option("--touching", is_flag=True, help="Also commits that change files its paths cover.")
@click.option(
    "--coverage",
    "covering",
    is_flag=True,
    help="Show decisions that nothing carries out, files that none governs; of A..B, commits "
    "without one.",
)
@click.option("--all", "everything", is_flag=True, help="With --coverage: show each of many.")
@click.option("--rev", "revision", metavar="REV", help="The history and records of this revision.")
@adr_dir_option
@format_option("text", "json", "markdown")
def command(
    target: str | None,
    touching: bool,
    covering: bool,
    everything: bool,
    revision: str | None,
    directory: str | None,
    format_: str,
) -> int:
    """Follow a decision through the history, or commits to the decisions behind them.

    ID is written in any way that names a record, or is that of a proposal. COMMIT is any revision,
    A..B the commits that B has and A has not. Decisions are those of the working tree.

    A commit says which decision it carries out in the last lines of its message, as
    `Decision: ADR-0007`.

    \b
    Examples:
      mneme trace ADR-0007
      mneme trace HEAD
      mneme trace main..HEAD --format markdown
      mneme trace ADR-0007 --touching
      mneme trace --coverage main..HEAD
    """
    is_range = target is not None and ".." in target and "../" not in target  # no path
    fits = target is None or is_range if covering else target is not None
    if not fits:
        raise click.UsageError("name an ID, COMMIT or A..B; --coverage takes A..B or nothing")
    if target is not None and target.startswith("dprop-"):
        return _proposal(target, directory, revision, format_)
    compiled = traced(directory, revision)
    if covering:
        return _coverage(compiled, target, revision, format_, everything=everything)
    assert target is not None  # see above
    decision = None if is_range else _named(compiled, target)
    if decision is not None:
        return _decision(compiled, decision, revision, format_, touching=touching)
    return _commits(compiled, target, revision, format_, is_range=is_range, touching=touching)


def traced(directory: str | None, revision: str | None) -> "Compiled":
    """The decisions of a revision, or of the working tree; of HEAD where there is none."""
    from compiler.git.places import is_bare
    from compiler.project import locate
    from mneme_cli.options import compiled

    root = locate(directory).root
    if revision is None and root is not None and is_bare(root):
        revision = "HEAD"
    return compiled(directory, Asked(revision=revision))


def status_of(compiled: "Compiled", note: str | None) -> int:
    """The exit status of an answer about a history, and on stderr why it is not the whole."""
    if note:
        click.echo(f"incomplete: {note}", err=True)
    return max(answer_status(compiled), int(note is not None))


def _named(compiled: "Compiled", target: str) -> "Decision | None":
    """The decision that a target names; None where it must be a commit. Raises `UsageError`."""
    from compiler.links import Resolver, find_record

    by_path = {decision.record.path: decision for decision in compiled.decisions}
    records = [decision.record for decision in compiled.decisions]
    found = Resolver(records).lookup(target)
    if not found.records and not found.about_record:
        return None
    return by_path[find_record(records, target).path]


def _trace(compiled: "Compiled", revision: str | None) -> "Trace":
    from decision_trace.trace import open_trace

    return open_trace(compiled, revision)


def _decision(
    compiled: "Compiled",
    decision: "Decision",
    revision: str | None,
    format_: str,
    *,
    touching: bool,
) -> int:
    from mneme_cli.render import trace as render

    trace = _trace(compiled, revision)
    history = trace.by_decision()
    answer = (
        trace.with_touching(history.of(decision), decision) if touching else history.of(decision)
    )
    status = status_of(compiled, answer.note)
    if format_ == "json":
        from decision_trace.rows import link_rows, missing

        rows = link_rows(answer.links)
        say_json({**_canonical(compiled, decision, rows, missing(answer)), "complete": not status})
    else:
        from decision_trace.timeline import turns

        others = {other.id: other for other in compiled.decisions}
        line = render.TimeLine(decision, answer, turns(decision, others, history), others)
        lines = {"text": render.decision_as_text, "markdown": render.decision_as_markdown}
        say(lines[format_](line))
    return status


def _canonical(
    compiled: "Compiled", decision: "Decision", rows: list[dict[str, Any]], missing: str | None
) -> dict[str, Any]:
    from compiler.chains import Chains
    from mneme_cli.options import proposals_beside
    from proposals.lineage import canonical_trace

    origin = None
    if decision.record.proposal:
        stored, _ = proposals_beside(compiled)
        origin = next((p for p in stored if p.proposal_id == decision.record.proposal), None)
    chain = Chains(compiled.decisions).of(decision.id)
    traced = canonical_trace(decision, chain, origin, rows, missing)
    return {"result_type": "canonical_trace", **traced}


def _proposal(identifier: str, directory: str | None, revision: str | None, format_: str) -> int:
    proposal = proposal_store().get(identifier)
    compiled = traced(directory, revision)
    accepted = proposal.accepted_decision_id
    decision = next((d for d in compiled.decisions if d.id == accepted), None)
    if format_ == "json":
        from proposals.lineage import proposal_trace

        row = {"result_type": "proposal_trace", **proposal_trace(proposal, decision)}
        say_json({**row, "complete": compiled.complete})
        return answer_status(compiled)
    _say_proposal(proposal, format_)
    if decision is None:
        return answer_status(compiled)
    return _decision(compiled, decision, revision, format_, touching=False)


def _say_proposal(proposal: "Proposal", format_: str) -> None:
    from mneme_cli.render.proposal import headline
    from mneme_cli.render.safe import markdown

    line = headline(proposal, proposal.status)
    click.echo(f"{markdown(line)}\n" if format_ == "markdown" else line)


def _commits(
    compiled: "Compiled",
    target: str,
    revision: str | None,
    format_: str,
    *,
    is_range: bool,
    touching: bool,
) -> int:
    from decision_trace.judging import standing
    from decision_trace.rows import commit_rows
    from decision_trace.trace import range_of
    from mneme_cli.render import trace as render

    trace = _trace(compiled, revision)
    repository = trace.repository
    asked = range_of(repository, target) if is_range else _commit(repository, target)
    answer = trace.of_commits([asked], walk=is_range, touching=touching)
    status = status_of(compiled, answer.note)
    if format_ == "json":
        rows = commit_rows(answer.commits, standing(compiled.decisions))
        say_json({"complete": not status, "commits": rows})
    else:
        lines = {"text": render.commits_as_text, "markdown": render.commits_as_markdown}
        say(lines[format_](answer.commits, compiled))
    return status


def _commit(repository: "Repository", target: str) -> str:
    """The id of the commit that a target names which is no decision. Raises `UsageError`."""
    from compiler.errors import UsageError

    try:
        return repository.resolve(target)
    except UsageError as error:
        others = "mneme list shows the ids of decisions, mneme why PATH asks about a file"
        raise UsageError(error.message, f"{error.hint}; {others}") from None


def _coverage(
    compiled: "Compiled",
    target: str | None,
    revision: str | None,
    format_: str,
    *,
    everything: bool,
) -> int:
    from decision_trace.coverage import coverage
    from decision_trace.rows import entry_row
    from decision_trace.trace import range_of
    from mneme_cli.render import coverage as render

    trace = _trace(compiled, revision)
    ranges = [range_of(trace.repository, target)] if target else []
    found = coverage(trace, ranges)
    status = status_of(compiled, found.note)
    if format_ == "json":
        say_json(
            {
                "complete": not status,
                "decisions": [decision.id for decision in found.decisions],
                "commits": [entry_row(commit) for commit in found.commits],
                "files": list(found.files),
            }
        )
    else:
        lines = {"text": render.as_text, "markdown": render.as_markdown}
        say(lines[format_](found, of_range=bool(ranges), everything=everything))
    return status


def say(lines: "Iterable[str]") -> None:
    """Print lines of an answer."""
    for line in lines:
        click.echo(line)
