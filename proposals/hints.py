"""Where proposals that wait would apply: hints of their senders, without authority."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from compiler.areas import Area, Areas
from proposals.model import Proposal

_PATH_MARKS = frozenset("/*?[")


def is_path_hint(hint: str) -> bool:
    """Whether a scope hint is a path pattern: it has a slash or a character of patterns."""
    return not _PATH_MARKS.isdisjoint(hint)


@dataclass(frozen=True, slots=True)
class HintMatch:
    """A proposal that waits, and those of its hints that were met, in its order."""

    proposal: Proposal
    hints: tuple[str, ...]


class Hints:
    """The hints of proposals, prepared once for any number of questions.

    What was accepted or rejected is no hint any more.
    """

    def __init__(self, proposals: Iterable[Proposal]) -> None:
        self._given = [
            (proposal, hint)
            for proposal in proposals
            if proposal.status == "proposed"
            for hint in proposal.candidate.scope_hints
            if hint.strip()
        ]
        self._areas = Areas([_area(hint) for _, hint in self._given])
        # The patterns of one proposal are one list, as `paths` of a record are: `!` takes back.
        listed: dict[str, list[str]] = defaultdict(list)
        for proposal, hint in self._given:
            if is_path_hint(hint):
                listed[proposal.proposal_id].append(hint)
        self._ids = list(listed)
        self._lists = Areas([Area(None, tuple(hints)) for hints in listed.values()])

    def met_by(self, paths: Sequence[str], context: Sequence[str] = ()) -> list[HintMatch]:
        """The proposals that a question meets by the rules for decisions, as they are ordered."""
        included = {
            (self._ids[number], match.value)
            for number, matches in self._lists.met_by(paths, ()).matches.items()
            for match in matches
        }
        met: dict[str, tuple[Proposal, list[str]]] = {}
        for number, matches in sorted(self._areas.met_by(paths, context).matches.items()):
            proposal, hint = self._given[number]
            by = {(proposal.proposal_id, match.value) for match in matches}
            if not is_path_hint(hint) or by & included:
                met.setdefault(proposal.proposal_id, (proposal, []))[1].append(hint)
        return [HintMatch(proposal, tuple(hints)) for proposal, hints in met.values()]


def _area(hint: str) -> Area:
    return Area(None, (hint,)) if is_path_hint(hint) else Area(hint)
