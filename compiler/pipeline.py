"""From a project to a compiled result: the pipeline, read top to bottom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from adr_schema.diagnostics import Diagnostic, Severity
from adr_schema.records import Record
from adr_schema.resolved import Decision
from compiler import lifecycle, precedence
from compiler.baseline import Recorded, cover
from compiler.cache import open_cache
from compiler.checks import CHECKS, Check
from compiler.checks.facts import Facts
from compiler.config import Config
from compiler.corpus import Corpus, shared_ids
from compiler.deciders import Acceptance
from compiler.lines import Lines
from compiler.links import resolve_all
from compiler.ordering import natural
from compiler.overlay import Overlay
from compiler.project import Project
from compiler.reading import Progress, read_corpora


@dataclass(frozen=True, slots=True)
class Accounting:
    """found = records + non_records + rejected."""

    records: int
    non_records: int
    rejected: int

    @property
    def found(self) -> int:
        """Every file found."""
        return self.records + self.non_records + self.rejected


@dataclass(frozen=True, slots=True)
class Comparison:
    """How compiled records stand to those of `ref`: the first `new` findings are not there.

    `before` are the records of `ref`, None where it has no ADR folder. `accepted` are those that
    came in force since, where it was asked who accepted them.
    """

    ref: str
    new: int
    before: "Compiled | None"
    accepted: tuple[Acceptance, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """Everything known about a project's decisions; formatters only read it.

    `decisions` are sorted by id, `diagnostics` by place; with `comparison`, new ones come first.
    `stale_baseline` holds what the baseline records and no longer occurs; `tally` is the digest of
    what was read.
    """

    project: Project
    corpora: tuple[Corpus, ...]
    decisions: tuple[Decision, ...]
    diagnostics: tuple[Diagnostic, ...]
    accounting: Accounting
    tally: bytes
    stale_baseline: tuple[Recorded, ...] = ()
    comparison: Comparison | None = None

    @property
    def errors(self) -> int:
        """How many findings of severity error no baseline covers."""
        return len(self.open_findings("error"))

    @property
    def warnings(self) -> int:
        """How many findings of severity warning no baseline covers."""
        return len(self.open_findings("warning"))

    @property
    def baselined(self) -> int:
        """How many findings the baseline covers."""
        return sum(d.baselined for d in self.diagnostics)

    @property
    def complete(self) -> bool:
        """Whether an answer from these decisions is the whole answer."""
        return self.errors == 0

    def open_findings(self, severity: Severity) -> list[Diagnostic]:
        """The findings of a severity that no baseline covers."""
        return [d for d in self.diagnostics if d.severity == severity and not d.baselined]


def compile_project(
    project: Project, *, progress: Progress | None = None, also: Sequence[Check] = ()
) -> Compiled:
    """Read, settle, link, judge: every finding as a value, nothing raised for what a file holds.

    `also` are rules of other layers; severities and baseline hold for their findings too.
    """
    planned = isinstance(project.source, Overlay)  # its texts may be refused, and must not be kept
    with open_cache(project.root, keeps=not planned) as cache:
        library = read_corpora(project, cache, progress)
    decisions, facts, shared = _link(library.corpora, project)
    judged = [finding for check in (*CHECKS, *also) for finding in check(facts)]
    findings = configured([*library.findings, *shared, *judged], project.config)
    diagnostics, stale = cover(findings, project.baseline, Lines(project.source), project.sees)
    return Compiled(
        project=project,
        corpora=library.corpora,
        decisions=tuple(sorted(decisions, key=lambda decision: natural(decision.id))),
        diagnostics=diagnostics,
        accounting=_account(library.corpora),
        tally=library.tally,
        stale_baseline=stale,
    )


def _link(
    corpora: Sequence[Corpus], project: Project
) -> tuple[list[Decision], Facts, list[Diagnostic]]:
    records, shared = _distinct(corpora)
    targets = resolve_all(records)
    edges = lifecycle.reconcile(records, targets)
    competing, ties = precedence.resolve(lifecycle.decide(records, targets, edges))
    decisions = lifecycle.with_amendments(competing)
    needs_files = any(d.lifecycle == "active" and d.record.paths for d in decisions)
    facts = Facts(
        project=project,
        corpora=corpora,
        decisions=decisions,
        by_id={decision.id: decision for decision in decisions},
        targets=targets,
        edges=edges,
        ties=ties,
        mixed=lifecycle.mixed_edges(records, targets),
        files=project.source.all_paths() if needs_files else None,
    )
    return decisions, facts, shared


def _distinct(corpora: Sequence[Corpus]) -> tuple[list[Record], list[Diagnostic]]:
    """Ids are unique within a corpus; two unnamed corpora may still collide: paths tell then."""
    records = [record for corpus in corpora for record in corpus.records]
    count = Counter(record.id for record in records)
    holders = Counter(i for corpus in corpora for i in {record.id for record in corpus.records})
    shared = [record for record in records if holders[record.id] > 1]
    told = [replace(r, id=r.path) if count[r.id] > 1 else r for r in records]
    return told, shared_ids(shared)


def configured(findings: Iterable[Diagnostic], config: Config) -> list[Diagnostic]:
    """Apply the configured severities, and sort; integrity rules stay what they are."""
    kept = []
    for finding in findings:
        severity = config.rules.get(finding.code)
        if severity == "off":
            continue
        if severity in ("error", "warning"):
            finding = replace(finding, severity=cast(Severity, severity))
        kept.append(finding)
    return sorted(kept, key=lambda finding: finding.sort_key)


def _account(corpora: Sequence[Corpus]) -> Accounting:
    return Accounting(
        records=sum(len(corpus.records) for corpus in corpora),
        non_records=sum(len(corpus.non_records) for corpus in corpora),
        rejected=sum(len(corpus.rejected) for corpus in corpora),
    )
