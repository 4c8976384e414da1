"""Proof that a planned change does what it should and nothing else: two compiled states compared.

Records are told apart by their paths, since a change may give one another id.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import Record
from adr_schema.resolved import Decision
from compiler.pipeline import Compiled
from compiler.sheets import reads_otherwise

Names = Mapping[str, str]


def new_errors(before: Compiled, after: Compiled, moved: Names | None = None) -> list[Diagnostic]:
    """The errors of `after` that `before` has not; those that a fix would mend are left out.

    `moved` maps a path of `before` to the one of `after`.
    """
    known = Counter((d.code, (moved or {}).get(d.path, d.path)) for d in before.diagnostics)
    found = []
    for finding in after.diagnostics:
        if finding.severity == "error" and not finding.fixable:
            known[finding.code, finding.path] -= 1
            if known[finding.code, finding.path] < 0:
                found.append(finding)
    return found


def unlike(
    before: Compiled, after: Compiled, changed: frozenset[str], retired: frozenset[str]
) -> str | None:
    """What differs between two states that should not, in words; None where nothing does.

    Records at the paths `changed` may say more than before and have another id, those at
    `retired` are superseded now; all else reads as before. Records that are new are not judged.
    """
    old, new = by_path(before), by_path(after)
    for path, decision in old.items():
        if path not in new:
            return f"{path} would be no record any more"
        field = _differs(decision.record, new[path].record, changed)
        if field:
            return f"the {field} of {path} would read otherwise"
        wanted = "superseded" if path in retired else _standing(decision)
        if _standing(new[path]) != wanted:
            return f"{decision.id} would be {new[path].lifecycle}"
    lost = relations(before) - relations(after)
    return f"a relation would be lost: {' '.join(sorted(lost)[0])}" if lost else None


def _standing(decision: Decision) -> str:
    """The lifecycle before precedence: what one record stops overriding is not another's word."""
    return "active" if decision.inactive_reason == "overridden" else decision.lifecycle


def by_path(compiled: Compiled) -> dict[str, Decision]:
    """The decisions by the paths of their records."""
    return {decision.record.path: decision for decision in compiled.decisions}


def relations(compiled: Compiled, moved: Names | None = None) -> set[tuple[str, str, str]]:
    """The reconciled relations as (path, kind, path)."""
    paths = {d.id: (moved or {}).get(d.record.path, d.record.path) for d in compiled.decisions}
    return {
        (paths[edge.source], edge.kind, paths[edge.target])
        for decision in compiled.decisions
        for edge in decision.edges
    }


def _differs(before: Record, after: Record, changed: frozenset[str]) -> str | None:
    if before.path not in changed:
        return next(_unequal(before, after), None)
    field = reads_otherwise(before, after)
    return None if field == "id" else field


def _unequal(before: Record, after: Record) -> Iterator[str]:
    """Fields of a record whose file is untouched; its id may change with another's."""
    for name in Record.__slots__:
        if name not in ("id", "places") and getattr(before, name) != getattr(after, name):
            yield name
