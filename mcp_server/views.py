"""Decisions and proposals as the tools ask about them: each view made when first asked for, and
kept for as long as what it shows is the same."""

from functools import cached_property
from threading import Lock

from adr_schema.resolved import Decision
from compiler.applicability import Applicability
from compiler.chains import Chains
from compiler.decision_search import DecisionSearch
from compiler.errors import UsageError
from compiler.git.clones import history_state
from compiler.links import Resolver
from compiler.pipeline import Compiled
from decision_trace.rows import Row, bounded_rows
from decision_trace.trace import ByDecision, open_trace
from mcp_server.errors import ArgumentError
from proposals.document import Document
from proposals.duplicates import Canon
from proposals.hints import Hints
from proposals.proposal_search import ProposalSearch

_SHOWN = 20


# As many links as an answer has room for beside the record.
_COMMITS = 200


class Decisions:
    """Compiled decisions; with None, no records are served at all."""

    def __init__(self, compiled: Compiled | None) -> None:
        self._compiled = compiled
        self._decisions = compiled.decisions if compiled else ()
        self.canon = Canon(compiled.decisions if compiled else None)

    def named(self, identifier: str) -> Decision | None:
        """The decision that an id names, in any spelling. Raises `ArgumentError` where it could be
        one of several."""
        found = self.canon.named(identifier)
        if len(found) > 1:
            ids = ", ".join(sorted(decision.id for decision in found)[:_SHOWN])
            raise ArgumentError("record_id: several decisions have this id", f"name one of {ids}")
        return found[0] if found else None

    @cached_property
    def by_proposal(self) -> dict[str, Decision]:
        """The decisions that came from a proposal, by its id. Its number may have changed since,
        and a server for one folder knows ids without the name of a corpus."""
        return {d.record.proposal: d for d in self._decisions if d.record.proposal}

    @cached_property
    def applicability(self) -> Applicability:
        """What governs which paths and contexts."""
        return Applicability(self._decisions)

    @cached_property
    def search(self) -> DecisionSearch:
        """The decisions as texts that can be searched."""
        return DecisionSearch(self._decisions, self.canon.resolver)

    @cached_property
    def chains(self) -> Chains:
        """Which decision replaced which."""
        return Chains(self._decisions)

    @cached_property
    def commits(self) -> "Commits":
        """The commits of decisions."""
        assert self._compiled is not None  # whoever asks has a decision, which comes from there
        return Commits(self._compiled, self.canon.resolver)


class Commits:
    """The commits of decisions; the history is read once for as long as it stays the same."""

    def __init__(self, compiled: Compiled, resolver: Resolver) -> None:
        self._compiled = compiled
        self._resolver = resolver
        self._lock = Lock()
        self._state: object = None
        self._known: ByDecision | None = None

    def of(self, decision: Decision) -> tuple[list[Row], str | None]:
        """The commits of a decision, and why there are none, or not all."""
        try:
            return bounded_rows(self._by_decision().of(decision), _COMMITS)
        except UsageError as error:
            return [], error.message

    def _by_decision(self) -> ByDecision:
        """The history as it is now, read anew where that cannot be ruled out to have changed. One
        thread reads, the others wait for it."""
        root = self._compiled.project.root
        with self._lock:
            state = history_state(root) if root else None
            if self._known is None or state is None or state != self._state:
                # Held here while the server runs: a call that only reads need not write it down.
                trace = open_trace(self._compiled, keeps=False, resolver=self._resolver)
                self._known = trace.by_decision()
                # What changed meanwhile is read again by the next call: it may change back.
                self._state = state if state == history_state(trace.root) else None
            return self._known


class Proposals:
    """The proposals of one document."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def hints(self) -> Hints:
        """Where proposals that wait would apply."""
        return Hints(self.document.proposals)

    @cached_property
    def search(self) -> ProposalSearch:
        """The proposals as texts that can be searched."""
        return ProposalSearch(self.document.proposals)
