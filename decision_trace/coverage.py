"""What no decision stands behind, and which decisions nothing carries out."""

from collections.abc import Sequence
from dataclasses import dataclass

from adr_schema.resolved import Decision
from compiler.areas import Area, Areas
from compiler.pipeline import Compiled
from decision_trace.history import Entry
from decision_trace.trace import Trace


@dataclass(frozen=True, slots=True)
class Coverage:
    """`decisions` are those in force that no commit implements, other than by changing records (an
    acceptance cites what it accepts); `commits` those of the range that are linked to none (merges
    left out), `files` those that no decision governs by its paths or scope and that are no records;
    `note` is as in `trace.Answer`."""

    decisions: tuple[Decision, ...]
    commits: tuple[Entry, ...]
    files: tuple[str, ...]
    note: str | None


def coverage(trace: Trace, ranges: Sequence[str]) -> Coverage:
    """Coverage of a state, and of the commits in ranges of ids. Raises `UsageError` where git
    fails."""
    whole = trace.of_all()
    cited = [
        link
        for link in whole.links
        if link.kind == "implements" and link.commit.oid not in whole.taken_back
    ]
    on_records = trace.on_records({link.commit.oid for link in cited})
    implemented = {link.decision_id for link in cited if link.commit.oid not in on_records}
    active = [d for d in trace.compiled.decisions if d.lifecycle == "active"]
    asked = trace.of_commits(ranges, walk=True).commits if ranges else ()
    return Coverage(
        tuple(decision for decision in active if decision.id not in implemented),
        tuple(one.commit for one in asked if not one.links and not one.commit.is_merge),
        _ungoverned(active, _files(trace.compiled)),
        whole.note,
    )


def _files(compiled: Compiled) -> list[str]:
    """The files of the state but for the records."""
    records = {decision.record.path for decision in compiled.decisions}
    return [path for path in compiled.project.source.all_paths() if path not in records]


def _ungoverned(active: Sequence[Decision], paths: Sequence[str]) -> tuple[str, ...]:
    """The files that only decisions without paths and scope apply to, if any."""
    areas = (Area(decision.record.scope, decision.record.paths) for decision in active)
    met = Areas([area for area in areas if not area.is_everywhere]).met_by(paths, ())
    governed = {match.value for matches in met.matches.values() for match in matches}
    return tuple(path for path in sorted(paths) if path not in governed)
