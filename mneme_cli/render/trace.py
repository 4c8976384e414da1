"""Commits and decisions: as text, and as Markdown for a pull request."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import click

from adr_schema.resolved import Decision
from compiler.pipeline import Compiled
from decision_trace.history import Entry
from decision_trace.judging import standing, unknown
from decision_trace.links import Link
from decision_trace.timeline import SUPERSEDED, Turn, relations
from decision_trace.trace import Answer, Linked
from mneme_cli.options import counted
from mneme_cli.render.safe import markdown, one_line
from proposals.answers import title_of

_SHORT = 10
# A file may have been changed by hundreds of commits that no decision stands behind.
_FEW = 5
_SAID = {"implements": "implemented", "mentions": "mentioned", "touches_scope": "touched"}


@dataclass(frozen=True, slots=True)
class TimeLine:
    """A decision, the commits that are linked to it, and the turns that others gave it; `others`
    are all decisions by id."""

    decision: Decision
    answer: Answer
    turns: Sequence[Turn]
    others: Mapping[str, Decision]

    @property
    def events(self) -> list[Linked]:
        """The commits of both, oldest first."""
        linked = {one.commit.oid: one for one in self.answer.commits}
        turning = [Linked(t.commit, ()) for t in self.turns if t.commit.oid not in linked]
        return sorted([*linked.values(), *turning], key=lambda one: one.commit.order)

    def done(self, linked: Linked) -> str:
        """What a commit did to the decision."""
        given = [turn for turn in self.turns if turn.commit.oid == linked.commit.oid]
        # Such a turn says as well that it is superseded, and by what.
        told = any(turn.relation == SUPERSEDED for turn in given)
        own = [link for link in linked.links if not told or link.new_status != "superseded"]
        said = (*map(_word, own), *(f"{turn.relation} {turn.decision_id}" for turn in given))
        return ", ".join(dict.fromkeys(said))


def decision_as_text(line: TimeLine) -> Iterator[str]:
    """What a decision is to others, then its time line, oldest first: a commit a line."""
    yield click.style(one_line(named(line.decision)), bold=True)
    yield from (one_line(f"  {relation}") for relation in _standing(line))
    yield from (f"  {event}" for event in _events(line.events, line.answer, line.done))
    if not line.events:
        yield "  no commit is linked to it"


def named(decision: Decision) -> str:
    """Id, title, and whether it is in force."""
    state = decision.inactive_reason or decision.lifecycle
    return f"{decision.id}  {title_of(decision)}  ({state})"


def head(commit: Entry) -> str:
    """Day and short id of a commit."""
    return "  ".join(_day_and_id(commit))


def _day_and_id(commit: Entry) -> tuple[str, str]:
    return commit.author_date[:10], commit.oid[:_SHORT]


def _standing(line: TimeLine) -> Iterator[str]:
    """What it replaces or changes, and what other records make of it now."""
    declared = [edge for edge in line.decision.edges if edge.source == line.decision.id]
    related = (
        *((edge.kind, edge.target) for edge in declared if edge.kind in ("supersedes", "amends")),
        *relations(line.decision),
    )
    for relation, identifier in related:
        other = line.others[identifier]
        when = other.record.date or "no date"
        yield f"{relation:13}  {identifier}  {title_of(other)}  ({when})"


def _events(
    commits: Sequence[Linked], answer: Answer, done: Callable[[Linked], str]
) -> Iterator[str]:
    """What each commit did, by whom, and what shows it."""
    width = max((len(done(linked)) for linked in commits), default=0)
    for linked in commits:
        commit = linked.commit
        facts = "; ".join((*_people(linked), *_evidence(linked, answer)))
        yield one_line(f"{head(commit)}  {done(linked):{width}}  {commit.subject}  ({facts})")


def _done(linked: Linked) -> str:
    return ", ".join(dict.fromkeys(map(_word, linked.links)))


def _word(link: Link) -> str:
    if link.kind == "records":
        return f"recorded as {link.new_status}" if link.new_status else "recorded"
    if link.kind == "changes_status":
        return " -> ".join(_statuses(link))
    return _SAID.get(link.kind, "edited")


def _statuses(link: Link) -> tuple[str, str]:
    return link.old_status or "no status", link.new_status or "no status"


def _people(linked: Linked) -> Iterator[str]:
    """The author; and who accepted, where the commit says so."""
    commit = linked.commit
    yield commit.author
    if commit.accepted_by and any(link.new_status == "accepted" for link in linked.links):
        yield f"accepted by {', '.join(commit.accepted_by)}"


def _evidence(linked: Linked, answer: Answer) -> Iterator[str]:
    if reverted := answer.taken_back.get(linked.commit.oid):
        yield f"reverted by {reverted[:_SHORT]}"
    yield from dict.fromkeys(link.evidence for link in linked.links)


def decision_as_markdown(line: TimeLine) -> Iterator[str]:
    """The same as a list and a table."""
    yield f"### {markdown(named(line.decision))}"
    yield ""
    if related := list(_standing(line)):
        yield from (f"- {markdown(relation)}" for relation in related)
        yield ""
    if not line.events:
        yield "no commit is linked to it"
        return
    yield "| date | commit | what | subject | by | evidence |"
    yield "|---|---|---|---|---|---|"
    for linked in line.events:
        commit = linked.commit
        facts = ("; ".join(_people(linked)), "; ".join(_evidence(linked, line.answer)))
        yield _row(*_day_and_id(commit), line.done(linked), commit.subject, *facts)


def _row(*cells: str) -> str:
    return f"| {' | '.join(map(markdown, cells))} |"


def commits_as_text(commits: Sequence[Linked], compiled: Compiled) -> Iterator[str]:
    """A commit a line, its links below."""
    titles, now = _titles(compiled), standing(compiled.decisions)
    for linked in commits:
        yield click.style(one_line(f"{head(linked.commit)}  {linked.commit.subject}"), bold=True)
        said = [f"{_does(link, titles)}  ({link.evidence})" for link in linked.links]
        said += unknown(linked, now)
        yield from (one_line(f"  {what}") for what in said or ["no decision"])
    if not commits:
        yield "no commits"


def _titles(compiled: Compiled) -> dict[str, str]:
    return {decision.id: title_of(decision) for decision in compiled.decisions}


def _does(link: Link, titles: Mapping[str, str]) -> str:
    """What a commit does to a decision."""
    name = f"{link.decision_id} {titles[link.decision_id]}"
    if link.kind == "records" and link.new_status:
        return f"records {name} as {link.new_status}"
    if link.kind == "changes_status":
        return f"changes {name} from {' to '.join(_statuses(link))}"
    return f"{link.kind.removesuffix('_scope')} {name}"


def commits_as_markdown(
    commits: Sequence[Linked], compiled: Compiled, behind: str | None = None
) -> Iterator[str]:
    """A table of commits; `behind` is the place in a file that they explain, where there is one."""
    titles, now = _titles(compiled), standing(compiled.decisions)
    place = f" behind {markdown(behind)}" if behind else ""
    yield f"### {counted(len(commits), 'commit')}{place}"
    if commits:
        yield ""
        yield "| commit | date | subject | decisions |"
        yield "|---|---|---|---|"
    for linked in commits:
        day, oid = _day_and_id(linked.commit)
        said = [_does(link, titles) for link in linked.links]
        said += unknown(linked, now)
        yield _row(oid, day, linked.commit.subject, "; ".join(said) or "no decision")


def behind_as_text(answer: Answer, compiled: Compiled) -> Iterator[str]:
    """The decisions behind lines, each with its commits; then the commits that have none."""
    by_decision: dict[str, list[Linked]] = defaultdict(list)
    for linked in answer.commits:
        for identifier in dict.fromkeys(link.decision_id for link in linked.links):
            links = tuple(link for link in linked.links if link.decision_id == identifier)
            by_decision[identifier].append(Linked(linked.commit, links))
    for decision in compiled.decisions:
        if commits := by_decision.get(decision.id):
            yield click.style(one_line(named(decision)), bold=True)
            yield from (f"  {event}" for event in _events(commits, answer, _done))
    yield from _without([one.commit for one in answer.commits if not one.links])
    if not answer.commits:
        yield "no commit: no line of this is committed"


def _without(commits: Sequence[Entry]) -> Iterator[str]:
    if commits:
        yield f"{counted(len(commits), 'commit')} without a decision"
    for commit in commits[:_FEW]:
        yield one_line(f"  {head(commit)}  {commit.subject}  ({commit.author})")
    if len(commits) > _FEW:
        yield f"  ... and {len(commits) - _FEW} more (--format json shows each)"
