"""Commits and decisions: as text, and as Markdown for a pull request."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import click

from adr_schema.resolved import Decision
from compiler.pipeline import Compiled
from decision_trace.coverage import Coverage
from decision_trace.history import Entry
from decision_trace.links import Link
from decision_trace.trace import Answer, Linked
from mneme_cli.options import counted
from mneme_cli.render.safe import markdown, one_line
from proposals.answers import title_of

_SHORT = 10
# A range may hold thousands of commits, a tree of files.
_SHOWN = 50
_SAID = {"implements": "implemented", "mentions": "mentioned", "touches_scope": "touched"}


def decision_as_text(decision: Decision, compiled: Compiled, answer: Answer) -> Iterator[str]:
    """The time line of a decision, oldest first."""
    state = decision.inactive_reason or decision.lifecycle
    yield click.style(one_line(f"{decision.id}  {title_of(decision)}  ({state})"), bold=True)
    for linked in reversed(answer.commits):
        for link in linked.links:
            taken_back = answer.taken_back.get(linked.commit.oid)
            yield one_line(f"  {_head(linked.commit)}  {_event(link, taken_back)}")
    yield from (one_line(f"  {line}") for line in _later(decision, compiled))


def _head(commit: Entry) -> str:
    return f"{commit.author_date[:10]}  {commit.oid[:_SHORT]}"


def _event(link: Link, taken_back: str | None) -> str:
    """What a commit did, by whom, and what shows it."""
    commit = link.commit
    facts = [commit.author, link.evidence]
    if link.new_status == "accepted" and commit.accepted_by:
        facts.append(f"accepted by {', '.join(commit.accepted_by)}")
    if taken_back:
        facts.append(f"reverted by {taken_back[:_SHORT]}")
    return f"{_word(link):11}  {commit.subject}  ({'; '.join(facts)})"


def _word(link: Link) -> str:
    if link.kind == "records":
        return f"recorded as {link.new_status}" if link.new_status else "recorded"
    if link.kind == "changes_status":
        return f"{link.old_status or 'no status'} -> {link.new_status or 'no status'}"
    return _SAID.get(link.kind, "edited")


def _later(decision: Decision, compiled: Compiled) -> Iterator[str]:
    """What other records say of it now."""
    dates = {other.id: other.record.date for other in compiled.decisions}
    for amendment in decision.amended_by:
        yield f"amended by {amendment.decision_id} ({dates[amendment.decision_id] or 'no date'})"
    for successor in decision.superseded_by:
        yield f"superseded by {successor} ({dates[successor] or 'no date'})"
    for other in decision.overridden_by:
        yield f"overridden by {other} ({dates[other] or 'no date'})"


def commits_as_text(commits: Sequence[Linked]) -> Iterator[str]:
    """A commit a line, its links below."""
    for linked in commits:
        yield click.style(one_line(f"{_head(linked.commit)}  {linked.commit.subject}"), bold=True)
        for link in linked.links:
            yield one_line(f"  {_kind(link)} {link.decision_id}  ({link.evidence})")
        if not linked.links:
            yield "  no decision"
    if not commits:
        yield "no commits"


def _kind(link: Link) -> str:
    return f"{link.kind} {_word(link)}" if link.kind == "changes_status" else link.kind


def commits_as_markdown(commits: Sequence[Linked]) -> Iterator[str]:
    """A table of commits."""
    yield f"### {counted(len(commits), 'commit')}"
    yield ""
    yield "| commit | date | subject | decisions |"
    yield "|---|---|---|---|"
    for linked in commits:
        commit = linked.commit
        named = ", ".join(f"{_kind(link)} {link.decision_id}" for link in linked.links)
        cells = (commit.oid[:_SHORT], commit.author_date[:10], commit.subject, named)
        yield f"| {' | '.join(map(markdown, cells))} |"


def decision_as_markdown(decision: Decision, compiled: Compiled, answer: Answer) -> Iterator[str]:
    """A table of what happened to a decision, oldest first."""
    yield f"### {markdown(f'{decision.id} {title_of(decision)}')}"
    yield ""
    yield "| date | commit | what | subject | evidence |"
    yield "|---|---|---|---|---|"
    for link in reversed(answer.links):
        commit = link.commit
        cells = (commit.author_date[:10], commit.oid[:_SHORT], _word(link), commit.subject)
        yield f"| {' | '.join(map(markdown, (*cells, link.evidence)))} |"
    yield from (f"\n{markdown(line)}" for line in _later(decision, compiled))


def behind_as_text(answer: Answer) -> Iterator[str]:
    """The decisions behind lines, each with its commits; then how many commits have none."""
    by_decision = sorted(answer.links, key=lambda link: link.decision_id)
    for identifier, links in groupby(by_decision, key=lambda link: link.decision_id):
        yield click.style(one_line(identifier), bold=True)
        for link in links:
            yield one_line(f"  {_head(link.commit)}  {_event(link, None)}")
    without = sum(not linked.links for linked in answer.commits)
    if without:
        yield f"{counted(without, 'commit')} without a decision"
    if not answer.commits:
        yield "no commit: no line of this is committed"


def coverage_as_text(coverage: Coverage, *, everything: bool) -> Iterator[str]:
    """Three lists, each with its length."""
    for heading, lines in _parts(coverage):
        yield click.style(heading, bold=True)
        shown = lines if everything else lines[:_SHOWN]
        yield from (one_line(f"  {line}") for line in shown)
        if len(lines) > len(shown):
            yield f"  ... and {len(lines) - len(shown)} more (--all shows each)"


def coverage_as_markdown(coverage: Coverage, *, everything: bool) -> Iterator[str]:
    """The same as lists in Markdown."""
    for heading, lines in _parts(coverage):
        yield f"### {heading}"
        yield ""
        shown = lines if everything else lines[:_SHOWN]
        yield from (f"- {markdown(line)}" for line in shown)
        if len(lines) > len(shown):
            yield f"- ... and {len(lines) - len(shown)} more"
        yield ""


def _parts(coverage: Coverage) -> Iterable[tuple[str, list[str]]]:
    decisions = [f"{decision.id}  {title_of(decision)}" for decision in coverage.decisions]
    commits = [f"{_head(commit)}  {commit.subject}" for commit in coverage.commits]
    files = list(coverage.files)
    return (
        (
            f"{counted(len(decisions), 'decision')} in force without an implementing commit",
            decisions,
        ),
        (f"{counted(len(commits), 'commit')} of the range without a decision", commits),
        (f"{counted(len(files), 'file')} governed by no paths and no scope", files),
    )
