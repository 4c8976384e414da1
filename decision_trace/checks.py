"""Rules about what the commits of a change cite (TRC7xx)."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from adr_schema.diagnostics import Diagnostic
from adr_schema.resolved import Decision
from compiler.areas import Area, Areas
from compiler.cache import Cache
from compiler.checks.history import History, HistoryCheck
from compiler.findings import diagnostic
from compiler.pipeline import compile_project
from compiler.snapshots import Snapshot
from decision_trace.history import Entry, HistoryReader
from decision_trace.judging import Standing, faults, standing
from decision_trace.messages import Citation, MessageReader
from decision_trace.names import prefixes_of

_SHORT = 10


def citations_hold(history: History) -> Iterator[Diagnostic]:
    """TRC701, TRC702, TRC704: what each commit of the change cites, as it stood at that commit."""
    states = _States(history)
    for entry in _reader(history).only([_range(history)], walk=True).entries:
        now = states.of(entry) if states.are_doubtful(entry) else states.after
        for fault in faults(entry.citations, now):
            record = fault.record
            yield diagnostic(
                fault.code,
                record.path if record else history.after.project.corpora[0].path,
                record.place_of("status", "title") if record else None,
                f"commit {entry.oid[:_SHORT]}: {fault.message}",
                fault.hint,
                severity=fault.severity,
            )


def governed_change_is_cited(history: History) -> Iterator[Diagnostic]:
    """TRC703: a commit changes what a decision covers that wants to be cited, and does not."""
    wanting = _wanting(history)
    if not wanting:
        return
    areas = Areas([Area(d.record.scope, d.record.paths) for d in wanting])
    states = _States(history)
    records = tuple(f"{corpus.path}/" for corpus in history.after.project.corpora)
    for entry, paths in _reader(history).touching([_range(history)], ["."], walk=True):
        if entry.is_merge:
            continue
        cited = {found.id for c in entry.citations if (found := states.after.decision(c))}
        met = areas.met_by([path for path in paths if not path.startswith(records)], ())
        for number, matches in sorted(met.matches.items()):
            decision = wanting[number]
            if decision.id not in cited:
                commit = entry.oid[:_SHORT]
                message = f"commit {commit} changes this file and does not cite {decision.id}"
                hint = f"say it in a trailer, `Decision: {decision.id}`, or name it in the message"
                yield diagnostic("TRC703", str(matches[0].value), None, message, hint)


def _wanting(history: History) -> list[Decision]:
    """The decisions that wanted to be cited before the change, and still do."""
    before = history.before.decisions if history.before else ()
    known = {decision.id for decision in before if decision.lifecycle == "active"}
    return [
        decision
        for decision in history.after.decisions
        if decision.record.require_citation
        and decision.lifecycle == "active"
        and decision.id in known
    ]


@dataclass(slots=True)
class _States:
    """How the decisions stood at each commit of a change."""

    history: History
    after: Standing = field(init=False)
    _before: Standing = field(init=False)
    _known: dict[tuple[str | None, ...], Standing] = field(default_factory=dict)

    def __post_init__(self) -> None:
        before = self.history.before
        self.after = standing(self.history.after.decisions)
        self._before = standing(before.decisions if before else ())

    def are_doubtful(self, entry: Entry) -> bool:
        """Whether what a commit carries out may have stood otherwise at that commit: what was in
        force before the change and after it always was."""
        cited = (c for c in entry.citations if c.kind == "implements")
        return any(not self._in_force(citation) for citation in cited)

    def _in_force(self, citation: Citation) -> bool:
        both = (self._before.decision(citation), self.after.decision(citation))
        return all(d and d.lifecycle == "active" and d.record.status == "accepted" for d in both)

    def of(self, entry: Entry) -> Standing:
        """The decisions at a commit. One that comes later was not there: it was not accepted."""
        project, repository = self.history.after.project, self.history.repository
        key = tuple(repository.folder(entry.oid, corpus.path) for corpus in project.corpora)
        if key not in self._known:
            source = Snapshot(repository, repository.tree(entry.oid))
            then = compile_project(replace(project, source=source)).decisions
            self._known[key] = self._with_later(standing(then))
        return self._known[key]

    def _with_later(self, then: Standing) -> Standing:
        """The decisions of a state, and those that only the result of the change has, as drafts;
        what the base retired meanwhile is retired."""
        had = {decision.id for decision in then.by_path.values()}
        retired = {d.id: d for d in self._before.by_path.values() if d.lifecycle == "superseded"}
        later = [
            replace(decision, record=replace(decision.record, status="proposed"))
            for decision in self.after.by_path.values()
            if decision.id not in had
        ]
        now = [retired.get(decision.id, decision) for decision in then.by_path.values()]
        return standing([*now, *later])


def _reader(history: History) -> HistoryReader:
    project, records = history.after.project, [d.record for d in history.after.decisions]
    return HistoryReader(
        history.repository.root,
        tuple(corpus.path for corpus in project.corpora),
        MessageReader(prefixes_of(records), frozenset(project.config.trailers)),
        Cache(None, b""),  # a range is read anew
    )


def _range(history: History) -> str:
    return f"{history.base}..{history.head}"


CHECKS: tuple[HistoryCheck, ...] = (citations_hold, governed_change_is_cited)
