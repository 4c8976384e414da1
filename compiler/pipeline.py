"""From a project to a compiled result: the pipeline, read top to bottom."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from adr_schema.diagnostics import Diagnostic, Severity
from adr_schema.records import NonRecord, Record, Rejected
from adr_schema.resolved import Decision
from compiler import lifecycle, precedence
from compiler.baseline import Recorded, cover
from compiler.checks import CHECKS
from compiler.checks.facts import Facts
from compiler.config import Config, CorpusConfig
from compiler.corpus import Corpus, settle, shared_ids
from compiler.drafts import Draft
from compiler.findings import diagnostic, from_problem
from compiler.lines import Lines
from compiler.links import resolve_all
from compiler.ordering import natural
from compiler.page import File
from compiler.project import Project
from compiler.reader import Reading, read_file
from compiler.sources import Entry, Source
from compiler.text import MAX_BYTES

Progress = Callable[[int, int], None]


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
    """How compiled records stand to those of `ref`: the first `new` findings are not there."""

    ref: str
    new: int


@dataclass(frozen=True, slots=True)
class Compiled:
    """Everything known about a project's decisions; formatters only read it.

    `decisions` are sorted by id, `diagnostics` by place; with `comparison`, new ones come first.
    `stale_baseline` holds what the baseline records and no longer occurs.
    """

    project: Project
    corpora: tuple[Corpus, ...]
    decisions: tuple[Decision, ...]
    diagnostics: tuple[Diagnostic, ...]
    accounting: Accounting
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


def compile_project(project: Project, *, progress: Progress | None = None) -> Compiled:
    """Read, settle, link, judge: every finding as a value, nothing raised for what a file holds."""
    corpora, reading = _read_corpora(project, project.source, progress)
    decisions, facts, shared = _link(corpora, project.source)
    judged = [finding for check in CHECKS for finding in check(facts)]
    findings = configured([*reading, *shared, *judged], project.config)
    diagnostics, stale = cover(findings, project.baseline, Lines(project.source), project.sees)
    return Compiled(
        project=project,
        corpora=corpora,
        decisions=tuple(sorted(decisions, key=lambda decision: natural(decision.id))),
        diagnostics=diagnostics,
        accounting=_account(corpora),
        stale_baseline=stale,
    )


def _read_corpora(
    project: Project, source: Source, progress: Progress | None
) -> tuple[tuple[Corpus, ...], list[Diagnostic]]:
    entries = _own_entries({config: source.entries(config.path) for config in project.corpora})
    total = sum(map(len, entries.values()))
    done = 0
    findings: list[Diagnostic] = []
    corpora = []
    for config, own in entries.items():
        corpus, new = _read_corpus(
            config, own, source, project.config, _count(progress, done, total)
        )
        done += len(own)
        corpora.append(corpus)
        findings.extend(new)
    return tuple(corpora), findings


def _own_entries(found: dict[CorpusConfig, list[Entry]]) -> dict[CorpusConfig, list[Entry]]:
    """Each file in one corpus: where folders lie in each other, in that of the innermost."""
    owner: dict[str, CorpusConfig] = {}
    for config in sorted(found, key=lambda config: len(config.path)):
        owner.update((entry.path, config) for entry in found[config])
    return {
        config: [entry for entry in entries if owner[entry.path] is config]
        for config, entries in found.items()
    }


def _count(progress: Progress | None, done: int, total: int) -> Callable[[int], None]:
    return (lambda number: progress(done + number, total)) if progress else (lambda number: None)


def _read_corpus(
    config: CorpusConfig,
    entries: Sequence[Entry],
    source: Source,
    settings: Config,
    progress: Callable[[int], None],
) -> tuple[Corpus, list[Diagnostic]]:
    options = settings.options(config)
    siblings = Counter(_folder(entry.path) for entry in entries if entry.supported)
    piles = _Piles()
    for number, entry in enumerate(entries):
        progress(number)
        if entry.link == "unreadable":
            piles.refuse(entry.path, "the folder cannot be listed")
            continue
        if reason := _unread(entry):
            piles.leave(entry, reason)
            continue
        data = _bytes(entry, source, piles)
        if data is not None:
            file = File(entry.path, data, config.path, siblings[_folder(entry.path)] - 1)
            piles.add(read_file(file, config.name, options), entry.path)
    corpus, shared = settle(
        config.name, config.path, piles.drafts, piles.others, piles.rejected, options
    )
    return corpus, piles.findings + shared


@dataclass(slots=True)
class _Piles:
    """The files of a corpus, sorted by what they turned out to be, with the findings."""

    drafts: list[Draft] = field(default_factory=list)
    others: list[NonRecord] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)

    def add(self, reading: Reading, path: str) -> None:
        """A file that was read, whatever it is."""
        self.findings.extend(from_problem(problem, path) for problem in reading.problems)
        if isinstance(reading.result, Draft):
            self.drafts.append(reading.result)
        elif isinstance(reading.result, NonRecord):
            self.others.append(reading.result)
        else:
            self.rejected.append(reading.result)

    def leave(self, entry: Entry, reason: str) -> None:
        """A file that is not read, and why."""
        self.others.append(NonRecord(entry.path, reason))
        if entry.link == "escaping":
            message = "the symbolic link leaves the repository and is not followed"
            hint = "put the file itself here"
            self.findings.append(diagnostic("ADR110", entry.path, None, message, hint))
        elif not entry.supported:
            message = "this format is not read; only Markdown is"
            hint = "convert the record to Markdown"
            self.findings.append(diagnostic("ADR108", entry.path, None, message, hint))

    def refuse(self, path: str, why: str) -> None:
        """A file that the system does not let us read."""
        self.rejected.append(Rejected(path))
        message = f"the file cannot be read: {why}"
        hint = "look at its permissions, or where it links to"
        self.findings.append(diagnostic("ADR101", path, None, message, hint))


def _bytes(entry: Entry, source: Source, piles: _Piles) -> bytes | None:
    try:
        return source.read(entry.path, MAX_BYTES + 1)
    except OSError as error:
        piles.refuse(entry.path, error.strerror or "input or output error")
        return None


def _unread(entry: Entry) -> str | None:
    """Why a file is not even opened."""
    if entry.link == "escaping":
        return "link that leaves the repository"
    if entry.link == "alias":
        return "link to a file of this folder"
    return None if entry.supported else "unsupported format"


def _folder(path: str) -> str:
    return path.rpartition("/")[0] or "."


def _link(
    corpora: Sequence[Corpus], source: Source
) -> tuple[list[Decision], Facts, list[Diagnostic]]:
    records, shared = _distinct(corpora)
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
