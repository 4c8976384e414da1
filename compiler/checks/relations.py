"""Rules about relations between records (ADR3xx)."""

from collections.abc import Iterator, Mapping

from adr_schema.diagnostics import Diagnostic, Replacement, Statement
from adr_schema.records import Place, Record
from adr_schema.resolved import Edge, Target
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.checks.facts import Facts
from compiler.drafts import Draft
from compiler.findings import diagnostic
from compiler.identity import name_of, number_in_id, number_in_name
from compiler.ordering import natural
from compiler.patterns import covers
from compiler.spelling import own_id


def dangling(facts: Facts) -> Iterator[Diagnostic]:
    """ADR303, ADR305: the target does not exist. ADR304, ADR306: it could be several records."""
    for record in facts.records:
        for target in facts.targets[record.path]:
            if target.id is None:
                yield _unresolved(record, target)


def _unresolved(record: Record, target: Target) -> Diagnostic:
    retires = target.kind == "supersedes"
    shown = f"`{target.kind}` names {target.reference.text!r}"
    place = target.reference.place
    if target.candidates:
        names = ", ".join(sorted(target.candidates, key=natural))
        code = "ADR304" if retires else "ADR306"
        return diagnostic(
            code,
            record.path,
            place,
            f"{shown}, which could be {names}",
            "write the file name of the one that is meant",
        )
    code = "ADR303" if retires else "ADR305"
    return diagnostic(
        code,
        record.path,
        place,
        f"{shown}, and there is no such record",
        "correct the id, or take the reference out; mneme list shows the ids",
    )


def self_reference(facts: Facts) -> Iterator[Diagnostic]:
    """ADR307: a record relates to itself."""
    for record in facts.records:
        for target in facts.targets[record.path]:
            if target.path == record.path:
                message = f"{record.id} names itself in `{target.kind}`"
                yield diagnostic(
                    "ADR307", record.path, target.reference.place, message, "name the other record"
                )


def cycle(facts: Facts) -> Iterator[Diagnostic]:
    """ADR308: records supersede each other in a ring of any length; one finding a ring."""
    successors: dict[str, list[str]] = {}
    for edge in facts.edges:
        if edge.kind == "supersedes":
            successors.setdefault(edge.source, []).append(edge.target)
    for ring in _rings(successors):
        first = min(ring, key=natural)
        turned = ring[ring.index(first) :] + ring[: ring.index(first)]
        record = facts.by_id[first].record
        message = f"these records supersede each other in a ring: {' -> '.join([*turned, first])}"
        place = _place(record, facts, turned[1] if len(turned) > 1 else first)
        yield diagnostic("ADR308", record.path, place, message, "drop the relation that is wrong")


def _rings(graph: dict[str, list[str]]) -> Iterator[list[str]]:
    """One ring of each strongly connected part: an iterative depth-first walk."""
    done: set[str] = set()
    for start in sorted(graph, key=natural):
        path: list[str] = []
        on_path: dict[str, int] = {}
        stack = (
            [(start, iter(sorted(graph.get(start, []), key=natural)))] if start not in done else []
        )
        if stack:
            path.append(start)
            on_path[start] = 0
        while stack:
            node, following = stack[-1]
            step = next(following, None)
            if step is None:
                stack.pop()
                path.pop()
                del on_path[node]
                done.add(node)
            elif step in on_path:
                yield path[on_path[step] :]
            elif step not in done:
                on_path[step] = len(path)
                path.append(step)
                stack.append((step, iter(sorted(graph.get(step, []), key=natural))))


def one_sided(facts: Facts) -> Iterator[Diagnostic]:
    """ADR309, ADR315: only one end declares a supersession or an amendment."""
    edges = [
        edge
        for edge in facts.edges
        if edge.kind in ("supersedes", "amends") and not (edge.by_source and edge.by_target)
    ]
    drafts = facts.drafts() if edges else {}
    for edge in edges:
        newer = facts.by_id[edge.source].record
        if edge.kind == "amends" or newer.status in ONCE_IN_FORCE:
            yield _one_sided(edge, newer, facts.by_id[edge.target].record, drafts)


def _one_sided(edge: Edge, newer: Record, older: Record, drafts: Mapping[str, Draft]) -> Diagnostic:
    silent, speaking = (older, newer) if edge.by_source else (newer, older)
    inverse = "superseded by" if edge.kind == "supersedes" else "amended by"
    said = f"{edge.kind} {older.id}" if edge.by_source else f"is {inverse} {newer.id}"
    message = f"{speaking.id} {said}, and this record does not say so"
    code = "ADR309" if edge.kind == "supersedes" else "ADR315"
    wanted = f"{inverse} {newer.id}" if silent is older else f"{edge.kind} {older.id}"
    kind = inverse.replace(" ", "_") if silent is older else str(edge.kind)
    # A record that is only proposed has changed nothing yet.
    holds = silent is newer or newer.status in ONCE_IN_FORCE
    mends = holds and kind not in drafts[silent.path].unsayable
    remedy = Statement(kind, speaking.path) if mends else None
    place = silent.place_of("status", "title")
    return diagnostic(code, silent.path, place, message, f"add: {wanted}", remedy=remedy)


def spelt_otherwise(facts: Facts) -> Iterator[Diagnostic]:
    """ADR316: a front matter key spells an id in another way than the record that has it."""
    for record in facts.records:
        for target in facts.targets[record.path]:
            if not target.id or not target.reference.from_key or target.reference.href:
                continue
            named = facts.by_id[target.id].record
            if named.path == record.path:
                continue  # it must not name itself at all: ADR307
            text, wanted = target.reference.text, own_id(record, named)
            if text not in _spellings(named, wanted) and _same_but_spelling(text, wanted):
                message = f"{text!r} names the record whose id is {wanted}"
                remedy = Replacement(text, wanted)
                place = target.reference.place
                hint = f"write {wanted}"
                yield diagnostic("ADR316", record.path, place, message, hint, remedy=remedy)


def _spellings(named: Record, wanted: str) -> set[str]:
    """The id; where a record declares none, also what its file name begins with."""
    if named.id_declared:
        return {wanted}
    name = name_of(named.path)
    numbering, meant = number_in_name(name), number_in_id(wanted)
    if numbering is None or meant is None:
        return {wanted}
    written = f"{meant.prefix}-{numbering.number:0{numbering.width}d}"
    return {wanted, written, name[: len(written)]}


def _same_but_spelling(text: str, identifier: str) -> bool:
    """Whether a text is an id with a prefix, and this one but for case, padding and divider."""
    return _is_id(text) and _is_id(identifier) and _number(text) == _number(identifier)


def _is_id(text: str) -> bool:
    numbering = number_in_id(text)
    if numbering is None or numbering.prefix is None:
        return False
    return len(text) - len(numbering.prefix) - numbering.width <= 1


def _number(text: str) -> int | None:
    numbering = number_in_id(text)
    return numbering.number if numbering else None


def no_successor(facts: Facts) -> Iterator[Diagnostic]:
    """ADR310: declared superseded, without a successor that can be found."""
    for decision in facts.decisions:
        record = decision.record
        named = any(e.kind == "supersedes" and e.target == decision.id for e in decision.edges)
        named |= any(t.kind == "superseded_by" and t.id for t in facts.targets[record.path])
        if record.status == "superseded" and not named:
            message = f"{record.id} is superseded, but by no record that can be found"
            hint = "name it: superseded_by"
            yield diagnostic(
                "ADR310", record.path, record.place_of("status", "title"), message, hint
            )


def never_in_force(facts: Facts) -> Iterator[Diagnostic]:
    """ADR311: a record supersedes while it is proposed, rejected or without a status."""
    for edge in facts.edges:
        newer = facts.by_id[edge.source]
        if edge.kind == "supersedes" and newer.record.status not in ONCE_IN_FORCE:
            state = newer.record.status or "without a status"
            message = (
                f"{edge.source} is {state}, so {edge.target}, which it supersedes, stays as it is"
            )
            place = _place(newer.record, facts, edge.target)
            hint = "accept the record, or drop the relation"
            yield diagnostic("ADR311", newer.record.path, place, message, hint)


def rests_on_nothing(facts: Facts) -> Iterator[Diagnostic]:
    """ADR312: an accepted record is derived from one that does not hold."""
    for edge in facts.edges:
        newer, base = facts.by_id[edge.source], facts.by_id[edge.target]
        if edge.kind != "derived_from" or newer.lifecycle != "active":
            continue
        state = base.inactive_reason or base.lifecycle
        if base.lifecycle == "superseded" or base.inactive_reason in ("proposed", "rejected"):
            message = f"{newer.id} rests on {base.id}, which is {state}"
            place = _place(newer.record, facts, edge.target)
            hint = f"look whether {newer.id} still holds"
            yield diagnostic("ADR312", newer.record.path, place, message, hint)


def narrower_successor(facts: Facts) -> Iterator[Diagnostic]:
    """ADR313: a successor covers less than what it supersedes."""
    for decision in facts.decisions:
        if decision.lifecycle != "superseded" or not decision.superseded_by:
            continue
        old = decision.record
        successors = [facts.by_id[i].record for i in decision.superseded_by]
        lost = _lost(old, successors)
        if lost:
            newer = successors[0]
            names = ", ".join(decision.superseded_by)
            message = f"{lost}, which {old.id} governed, is not covered by {names}"
            place = newer.place_of("paths", "scope", "supersedes", "title")
            hint = "widen the successor, or amend instead of superseding"
            yield diagnostic("ADR313", newer.path, place, message, hint)


def _lost(old: Record, successors: list[Record]) -> str | None:
    if any(not r.paths and not r.scope for r in successors):
        return None
    if old.paths:
        if any(not r.paths for r in successors):
            return None
        covered = [pattern for r in successors for pattern in r.paths]
        missing = [p for p in old.paths if not p.startswith("!") and not covers(covered, p)]
        return f"the path {missing[0]!r}" if missing else None
    if old.scope:
        scopes = [r.scope for r in successors if r.scope and not r.paths]
        within = any(old.scope == s or old.scope.startswith(f"{s}.") for s in scopes)
        return None if within else f"the scope {old.scope!r}"
    return "everything"


def ends_disagree(facts: Facts) -> Iterator[Diagnostic]:
    """ADR314: one end says supersedes and the other amends; the weaker holds."""
    for newer_id, older_id in facts.mixed:
        newer = facts.by_id[newer_id].record
        pair = f"between {newer_id} and {older_id}"
        message = f"{pair} one record says supersedes, the other amends; the weaker relation holds"
        place = _place(newer, facts, older_id)
        yield diagnostic("ADR314", newer.path, place, message, "say the same at both ends")


def _place(record: Record, facts: Facts, target_id: str) -> Place:
    for target in facts.targets[record.path]:
        if target.id == target_id:
            return target.reference.place
    return record.place_of("status", "title")


CHECKS = (
    dangling,
    self_reference,
    cycle,
    one_sided,
    no_successor,
    never_in_force,
    rests_on_nothing,
    narrower_successor,
    ends_disagree,
    spelt_otherwise,
)
