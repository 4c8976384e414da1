"""A proposal becomes a record: built, read back, compiled, and only then written (ADR-0026).

`preview` says what would be written, and every reason why it will not be; `write` does it, each
step finding out by itself whether it was taken. Who may call this is not known here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from adr_schema.records import Record
from adr_schema.resolved import Decision
from compiler.authoring import Authored, author
from compiler.corpus import Corpus
from compiler.edits import unified_diff
from compiler.errors import RefusedError, UsageError
from compiler.inventory import tally
from compiler.other_ends import unsaid
from compiler.overlay import Overlay
from compiler.pipeline import Compiled, compile_project
from compiler.plans import Plan, carry_out, tidy
from compiler.proof import by_path
from compiler.provenance import Terms
from compiler.sheets import digest_of, sheet_of
from compiler.wanted import NewRecord, Revise
from proposals import transitions
from proposals.document import Document
from proposals.entries import candidate_keys
from proposals.hints import is_path_hint
from proposals.hygiene import refuse_secrets, secret_in
from proposals.model import Decided, Proposal
from proposals.refusals import Hit, SecretError
from proposals.store import Store

_RUN_AGAIN = "run the command again"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the accepting person says beside the proposal. `paths` replace those that the proposal
    hints at; `supersedes` are records of the project; `revise` changes the draft by hand."""

    deciders: tuple[str, ...]
    scope: str | None = None
    topic: str | None = None
    priority: str | None = None
    paths: tuple[str, ...] = ()
    supersedes: tuple[Record, ...] = ()
    revise: Revise | None = None


@dataclass(frozen=True, slots=True)
class LifecycleChange:
    """A decision that would stand otherwise; the states are those of the index, an inactive one
    with its reason. `named` says that the person named it."""

    decision_id: str
    old: str
    new: str
    named: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What acceptance would write, and every reason why it is refused. `authored` is None where
    no record can be built."""

    proposal: Proposal
    authored: Authored | None
    changes: tuple[LifecycleChange, ...]
    conflicts: tuple[RefusedError, ...]


class AcceptanceError(RefusedError):
    """A proposal cannot become a record as things are. Nothing was written."""

    code = "acceptance"


def preview(
    compiled: Compiled, corpus: Corpus, proposal: Proposal, wishes: Wishes, day: date
) -> Preview:
    """Build the record that acceptance would write, as the next one of `corpus`, dated `day`.

    Raises nothing for what stands in the way: that is in `conflicts`.
    """
    conflicts: list[RefusedError] = []
    if not compiled.complete:
        message = f"the records hold errors ({compiled.errors}): nothing is accepted into them"
        conflicts.append(AcceptanceError(message, "mneme check shows them"))
    try:
        refuse_secrets([candidate_keys(proposal.candidate)], None)
        authored = _built(compiled, corpus, new_record(proposal, wishes, day), wishes.revise)
    except RefusedError as error:
        return Preview(proposal, None, (), (*conflicts, error))
    changes = lifecycle_changes(compiled, authored.after, wishes.supersedes)
    conflicts += [_unnamed(change) for change in changes if not change.named]
    return Preview(proposal, authored, changes, tuple(conflicts))


def _built(
    compiled: Compiled, corpus: Corpus, wanted: NewRecord, revise: Revise | None
) -> Authored:
    """The record with the changes that it brings. Its text is looked at as a whole: a person who
    changed it by hand may have pasted something."""
    try:
        authored = author(compiled, corpus, wanted, revise)
    except UsageError as error:
        raise AcceptanceError(error.message, error.hint) from None
    class_ = secret_in(authored.plan.after[authored.record.path].decode())
    if class_ is not None:
        raise SecretError([Hit("draft", class_)])
    return authored


def new_record(proposal: Proposal, wishes: Wishes, day: date) -> NewRecord:
    """The record as it is asked for: the proposal's texts, the person's terms."""
    candidate = proposal.candidate
    texts = {"context": candidate.rationale, "decision": candidate.statement}
    hinted, tags = sort_hints(candidate.scope_hints)
    terms = Terms(
        proposal.proposal_id,
        wishes.deciders,
        wishes.scope,
        wishes.topic,
        wishes.priority,
        wishes.paths or hinted,
        tags,
    )
    said = {role: text for role, text in texts.items() if text.strip()}
    return NewRecord(candidate.title, "accepted", day, wishes.supersedes, texts=said, terms=terms)


def sort_hints(hints: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The scope hints that are path patterns, and the others."""
    clean = dict.fromkeys(filter(None, (" ".join(hint.split()) for hint in hints)))
    paths = tuple(filter(is_path_hint, clean))
    return paths, tuple(hint for hint in clean if not is_path_hint(hint))


def lifecycle_changes(
    before: Compiled, after: Compiled, named: Sequence[Record] = ()
) -> tuple[LifecycleChange, ...]:
    """The decisions of `before` that stand otherwise in `after`; records keep their paths."""
    new, named_paths = by_path(after), {record.path for record in named}
    return tuple(
        LifecycleChange(old.id, state(old), now, path in named_paths)
        for path, old in by_path(before).items()
        if (now := state(new[path]) if path in new else "gone") != state(old)
    )


def state(decision: Decision) -> str:
    """The lifecycle status, an inactive one with its reason."""
    reason = decision.inactive_reason
    return f"{decision.lifecycle} ({reason})" if reason else decision.lifecycle


def _unnamed(change: LifecycleChange) -> AcceptanceError:
    message = f"{change.decision_id} would be {change.new}; now it is {change.old}"
    hint = f"to replace it: --supersedes {change.decision_id}; else give another scope or topic"
    return AcceptanceError(message, hint)


# --- writing -------------------------------------------------------------------------------------


def write(store: Store, compiled: Compiled, shown: Preview, decided: Decided) -> Record:
    """Write what was shown, and mark the proposal accepted. Returns the record.

    Raises the first conflict where there is one, `RefusedError` where the records or the proposal
    changed since.
    """
    if shown.conflicts:
        raise shown.conflicts[0]
    assert shown.authored, "what has no conflict was built"
    record, plan = shown.authored.record, shown.authored.plan
    with store.alone():
        if tally(compiled.project) != compiled.tally:
            raise AcceptanceError("the records changed since this was shown", _RUN_AGAIN)
        store.update(lambda document: (_begun(document, shown.proposal, record), None))
        _carry_out(compiled, _only(plan, record.path))
        return _finished(store, compile_project(compiled.project), shown.proposal, decided)


def resume(store: Store, compiled: Compiled, proposal: Proposal, decided: Decided) -> Record:
    """Finish an acceptance that was broken off after its record was written.

    Raises `AcceptanceError` where the record is not the one that was being written.
    """
    with store.alone():
        return _finished(store, compiled, proposal, decided)


def records_of(compiled: Compiled, proposal: Proposal) -> list[Record]:
    """The records that say they come from the proposal."""
    records = (decision.record for decision in compiled.decisions)
    return [record for record in records if record.proposal == proposal.proposal_id]


def abandon_unwritten(store: Store, compiled: Compiled, proposal: Proposal) -> None:
    """Forget an acceptance that was broken off before its record was written."""
    if proposal.accepting and not records_of(compiled, proposal):
        with store.alone():
            identifier = proposal.proposal_id
            store.update(lambda d: (transitions.abandon_accepting(d, identifier), None))


def _begun(document: Document, proposal: Proposal, record: Record) -> Document:
    """Nothing stands in the records yet: what was noted by a run that was broken off is void."""
    digest = str(record.accepted_digest)
    waiting = document.find(proposal.proposal_id)
    if waiting.accepting not in (None, digest):
        document = transitions.abandon_accepting(document, waiting.proposal_id)
    return transitions.begin_accepting(document, waiting.proposal_id, digest)


def _finished(store: Store, compiled: Compiled, proposal: Proposal, decided: Decided) -> Record:
    """The steps behind the record: what the records that it supersedes say, and the store."""
    record = own_record(compiled, store.get(proposal.proposal_id))
    _carry_out(compiled, unsaid(compiled, record))
    tidy(compiled.project, touched(compiled, record))
    identifier = proposal.proposal_id
    store.update(lambda d: (transitions.accept(d, identifier, record.id, decided), None))
    return record


def own_record(compiled: Compiled, proposal: Proposal) -> Record:
    """The record that the acceptance under way wrote: by its proposal, and by its digest. Raises
    `AcceptanceError` where there is no such record, or another one claims to be it."""
    found = records_of(compiled, proposal)
    if len(found) != 1:
        paths = ", ".join(record.path for record in found) or "none"
        message = f"one record may say that it comes from {proposal.proposal_id}; found: {paths}"
        raise AcceptanceError(message, "look at them, and take away what nobody accepted")
    sheet = sheet_of(compiled, found[0])
    digest = digest_of(sheet) if sheet else "none"
    if digest != proposal.accepting:
        under_way = proposal.accepting or "none"
        raise AcceptanceError(
            f"{found[0].path} says that it comes from {proposal.proposal_id}, and is not what was "
            f"being accepted: its digest is {digest}, under way is {under_way}",
            "nobody accepted it: take it away, then accept the proposal",
        )
    return found[0]


def begun(
    compiled: Compiled, corpus: Corpus, proposal: Proposal, wishes: Wishes, day: date
) -> Plan:
    """What a run that was broken off wrote of the acceptance, with what is left to write.

    Whoever writes files can write a record and `accepting` beside it: so the record must also be
    the one that this acceptance would write, or that the person edits by hand. Raises
    `AcceptanceError` where it is not.
    """
    record = own_record(compiled, proposal)
    named = {("supersedes", target.path) for target in wishes.supersedes}
    related = {(target.kind, target.path) for target in by_path(compiled)[record.path].targets}
    built = None if wishes.revise else _rebuilt(compiled, corpus, proposal, wishes, day)
    same = bool(wishes.revise) or bool(built and _essence(built.record) == _essence(record))
    if related != named or not same or record.status != "accepted":
        raise AcceptanceError(
            f"{record.path} comes from a run that was broken off, and is not what would be written",
            "give the options of that run, or take the record away",
        )
    rest = unsaid(compiled, record)
    written = {record.path: compiled.project.source.read(record.path)}
    return Plan({record.path: None, **rest.before}, {**written, **rest.after})


def _essence(record: Record) -> tuple[object, ...]:
    """What two records share that one acceptance writes on different days."""
    return (record.accepted_digest, record.deciders, record.tags)


def _rebuilt(
    compiled: Compiled, corpus: Corpus, proposal: Proposal, wishes: Wishes, day: date
) -> Authored | None:
    """The record that acceptance would write if none came from the proposal yet; None where none
    can be built."""
    without = dict.fromkeys(record.path for record in records_of(compiled, proposal))
    source = Overlay(compiled.project.source, without)
    state = compile_project(replace(compiled.project, source=source))
    own = state.corpora[compiled.corpora.index(corpus)]
    return preview(state, own, proposal, replace(wishes, revise=None), day).authored


def difference(
    compiled: Compiled, corpus: Corpus, proposal: Proposal, wishes: Wishes, day: date
) -> list[str]:
    """How the record that acceptance would write differs from those that claim to be it, as the
    lines of a diff; none where none can be built."""
    built = _rebuilt(compiled, corpus, proposal, wishes, day)
    if built is None:
        return []
    new, source = built.record.path, compiled.project.source
    found = [record.path for record in records_of(compiled, proposal)]
    diffs = (unified_diff(p, new, source.read(p), built.plan.after[new]) for p in found)
    return [line for diff in diffs for line in diff]


def require_accepted(compiled: Compiled, record: Record, proposal: Proposal) -> None:
    """Raise `AcceptanceError` where the record of an accepted proposal is not what was accepted,
    as far as that can be seen from the record: somebody may have written both by hand."""
    sheet = sheet_of(compiled, record)
    sound = sheet is not None and digest_of(sheet) == record.accepted_digest
    if record.proposal != proposal.proposal_id or not sound:
        message = f"{record.path} is not what was accepted as {proposal.proposal_id}"
        raise AcceptanceError(message, "mneme check says what differs")


def touched(compiled: Compiled, record: Record) -> list[str]:
    """The paths of a record and of those that it supersedes: all that its acceptance writes."""
    targets = by_path(compiled)[record.path].targets
    return [record.path, *(t.path for t in targets if t.kind == "supersedes" and t.path)]


def _only(plan: Plan, path: str) -> Plan:
    return Plan({path: plan.before[path]}, {path: plan.after[path]})


def _carry_out(compiled: Compiled, plan: Plan) -> None:
    try:
        carry_out(compiled, plan)
    except UsageError as error:
        raise AcceptanceError(error.message, error.hint or _RUN_AGAIN) from None
