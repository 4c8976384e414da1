"""Rules about who may do in a change what it does (PRP61x): deciders, and what judges.

They are asked for by whoever judges a change, not for an answer about its records.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adr_schema.diagnostics import Diagnostic
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.baseline import BASELINE_FILE
from compiler.checks.history import History
from compiler.config import Config
from compiler.corpus import listed
from compiler.deciders import Acceptance, Decider, claimed
from compiler.findings import diagnostic
from compiler.git.history import Commit, Signature, signature_of
from compiler.project import baseline_of, config_of

# What a configuration says that judges; where the index is written judges nothing.
_JUDGING = ("deciders", "rules", "corpora", "statuses", "status_when_absent", "dialect")
_KNOWINGLY = "whoever merges this lets it judge all that follows; look at it by itself"
_SHORT = 12


def undecided(
    history: History, acceptances: Sequence[Acceptance], *, signed: bool
) -> Iterator[Diagnostic]:
    """PRP611: a record came in force, or retires others, and no decider of all scopes that this
    touches accepted it."""
    deciders = config_of(history.old).deciders
    for acceptance in acceptances:
        if acceptance.decider is None:
            record = acceptance.record
            by = _by_whom(history, acceptance, deciders, signed=signed)
            hint = _who_may([d for d in deciders if d.covers(acceptance.scopes)], signed=signed)
            place = record.place_of("status", "title")
            message = f"{record.id} {acceptance.deed}, {by}"
            yield diagnostic("PRP611", record.path, place, message, hint)


def _by_whom(
    history: History, acceptance: Acceptance, deciders: Sequence[Decider], *, signed: bool
) -> str:
    if not acceptance.commits:
        return f"and no commit since {history.ref} gave it the text that it has once merged"
    commit = acceptance.commits[0]
    signature = signature_of(history.repository.root, commit.oid) if signed else None
    own = [decider for decider in deciders if decider.decided(commit, signature)]
    of_scope = _foreign(acceptance.scopes, own)
    named = f"accepted in commit {commit.oid[:_SHORT]}"
    if signature is not None:
        return f"{named}, {_state(signature, of_scope)}"
    return f"{named} by {people(commit)}, who is no decider{of_scope}"


def _foreign(scopes: Sequence[str | None], own: Sequence[Decider]) -> str:
    """The scopes that are not theirs to decide, in words; nothing where no scope is touched."""
    foreign = [scope for scope in scopes if not any(d.covers([scope]) for d in own)] or scopes
    named = " and ".join(f"the scope {scope}" for scope in foreign if scope)
    without = "records without a scope" if None in foreign and own else ""
    words = " and ".join(filter(None, (named, without)))
    return f" of {words}" if words else ""


def people(commit: Commit) -> str:
    """Whom a commit names, with a word on what that is worth."""
    named = dict.fromkeys(claimed(commit))
    return " and ".join(f"{person} (not authenticated)" for person in named)


def _state(signature: Signature, of_scope: str) -> str:
    if signature.good:
        keys = listed(signature.fingerprints)
        return f"signed by {keys}, which is no key of a decider{of_scope}"
    if signature.state == "N":
        return "which is not signed"
    return f"whose signature git does not verify (it says {signature.state})"


def _who_may(own: Sequence[Decider], *, signed: bool) -> str:
    names = listed(decider.name for decider in own)
    keyless = listed(d.name for d in own if d.fingerprint is None) if signed else ""
    hint = (
        f"a decider has to commit it as it is: {names}"
        if own
        else "no decider has all these scopes"
    )
    return f"{hint}; no key is configured of {keyless}" if keyless else hint


def exchanged(history: History) -> Iterator[Diagnostic]:
    """PRP612: what a record says about its acceptance is not what acceptance wrote."""
    for old, new in history.matched.pairs:
        before, after = old.record, new.record
        for name in ("proposal", "accepted_digest"):
            was, now = getattr(before, name), getattr(after, name)
            if before.status in ONCE_IN_FORCE and was is not None and was != now:
                message = f"{old.id} was accepted with the {name} {was}, now it is {now or 'gone'}"
                hint = "leave it as acceptance wrote it; a new decision is a new record"
                place = after.place_of(name, "title")
                yield diagnostic("PRP612", after.path, place, message, hint)


def judged_otherwise(history: History) -> Iterator[Diagnostic]:
    """PRP614: the change alters by what the next ones are judged.

    The first configuration and baseline alter nothing: there was none.
    """
    own, brought = config_of(history.old), config_of(history.new)
    known, recorded = baseline_of(history.old), baseline_of(history.new)
    if own.source is not None:
        # Folders that moved were judged where they are now.
        moved = history.after.project.config.corpora == brought.corpora
        yield from _altered(history.ref, own, brought, moved=moved)
    added = {e.fingerprint for e in recorded.recorded} - {e.fingerprint for e in known.recorded}
    if added and (own.source is not None or known.recorded):
        message = f"this change lets the baseline cover {len(added)} more than on {history.ref}"
        yield diagnostic("PRP614", BASELINE_FILE, None, message, _KNOWINGLY)


def _altered(ref: str, own: Config, brought: Config, *, moved: bool) -> Iterator[Diagnostic]:
    path = brought.source or own.source
    assert path is not None, "the base has a configuration"
    if moved:
        own, brought = _without_paths(own), _without_paths(brought)
    for name in _JUDGING:
        if getattr(own, name) != getattr(brought, name):
            message = f"this change alters `{name}`, by which {ref} judges"
            yield diagnostic("PRP614", path, None, message, _KNOWINGLY)


def _without_paths(config: Config) -> Config:
    return replace(config, corpora=tuple(replace(corpus, path="") for corpus in config.corpora))
