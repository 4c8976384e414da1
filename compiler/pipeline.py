"""From a project to a compiled result: the pipeline, read top to bottom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from adr_schema.diagnostics import Diagnostic, Severity
from adr_schema.records import Record
from adr_schema.resolved import Decision
from compiler import lifecycle, precedence
from compiler.cache import open_cache
from compiler.checks import CHECKS
from compiler.checks.facts import Facts
from compiler.config import Config
from compiler.corpus import Corpus, shared_ids
from compiler.links import resolve_all
from compiler.ordering import natural
from compiler.project import Project
from compiler.reading import Progress, read_corpora
from compiler.sources import Source


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
class Compiled:
    """Everything known about a project's decisions; formatters only read it.

    `decisions` are sorted by id, `diagnostics` by place; `tally` is the digest of what was read.
    """

    project: Project
    corpora: tuple[Corpus, ...]
    decisions: tuple[Decision, ...]
    diagnostics: tuple[Diagnostic, ...]
    accounting: Accounting
    tally: bytes

    @property
    def errors(self) -> int:
        """Findings of severity error that no baseline covers."""
        return sum(d.severity == "error" and not d.baselined for d in self.diagnostics)

    @property
    def warnings(self) -> int:
        """Findings of severity warning that no baseline covers."""
        return sum(d.severity == "warning" and not d.baselined for d in self.diagnostics)

    @property
    def complete(self) -> bool:
        """Whether an answer from these decisions is the whole answer."""
        return self.errors == 0


def compile_project(project: Project, *, progress: Progress | None = None) -> Compiled:
    """Read, settle, link, judge: every finding as a value, nothing raised for what a file holds."""
    with open_cache(project.root) as cache:
        library = read_corpora(project, cache, progress)
    decisions, facts, shared = _link(library.corpora, project.source)
    judged = [finding for check in CHECKS for finding in check(facts)]
    findings = _configured([*library.findings, *shared, *judged], project.config)
    return Compiled(
        project=project,
        corpora=library.corpora,
        decisions=tuple(sorted(decisions, key=lambda decision: natural(decision.id))),
        diagnostics=tuple(sorted(findings, key=lambda finding: finding.sort_key)),
        accounting=_account(library.corpora),
        tally=library.tally,
    )


def _link(
    corpora: Sequence[Corpus], source: Source
) -> tuple[list[Decision], Facts, list[Diagnostic]]:
    records, shared = _distinct([record for corpus in corpora for record in corpus.records])
    targets = resolve_all(records)
    edges = lifecycle.reconcile(records, targets)
    competing, ties = precedence.resolve(lifecycle.decide(records, targets, edges))
    decisions = lifecycle.with_amendments(competing)
    needs_files = any(d.lifecycle == "active" and d.record.paths for d in decisions)
    facts = Facts(
        corpora=corpora,
        decisions=decisions,
        by_id={decision.id: decision for decision in decisions},
        targets=targets,
        edges=edges,
        ties=ties,
        mixed=lifecycle.mixed_edges(records, targets),
        files=source.all_paths() if needs_files else None,
    )
    return decisions, facts, shared


def _distinct(records: list[Record]) -> tuple[list[Record], list[Diagnostic]]:
    """Ids are unique within a corpus; two unnamed corpora may still collide: paths tell then."""
    count = Counter(record.id for record in records)
    shared = [record for record in records if count[record.id] > 1]
    told = [replace(r, id=r.path) if count[r.id] > 1 else r for r in records]
    return told, shared_ids(shared)


def _configured(findings: Iterable[Diagnostic], config: Config) -> list[Diagnostic]:
    """Apply the configured severities; integrity rules stay what they are."""
    kept = []
    for finding in findings:
        severity = config.rules.get(finding.code)
        if severity == "off":
            continue
        if severity in ("error", "warning"):
            finding = replace(finding, severity=cast(Severity, severity))
        kept.append(finding)
    return kept


def _account(corpora: Sequence[Corpus]) -> Accounting:
    return Accounting(
        records=sum(len(corpus.records) for corpus in corpora),
        non_records=sum(len(corpus.non_records) for corpus in corpora),
        rejected=sum(len(corpus.rejected) for corpus in corpora),
    )
