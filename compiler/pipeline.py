"""From a project to a compiled result: the pipeline, read top to bottom."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import NonRecord, Record, Rejected
from adr_schema.resolved import Decision
from compiler import lifecycle, precedence
from compiler.checks import CHECKS
from compiler.checks.facts import Facts
from compiler.config import Config, CorpusConfig
from compiler.corpus import Corpus, settle
from compiler.drafts import Draft
from compiler.findings import diagnostic, from_problem
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
class Compiled:
    """Everything known about a project's decisions; formatters only read it.

    `decisions` are sorted by id, `diagnostics` by place.
    """

    project: Project
    corpora: tuple[Corpus, ...]
    decisions: tuple[Decision, ...]
    diagnostics: tuple[Diagnostic, ...]
    accounting: Accounting

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
    corpora, reading = _read_corpora(project, project.source, progress)
    decisions, facts = _link(corpora, project.source)
    judged = [finding for check in CHECKS for finding in check(facts)]
    findings = _configured([*reading, *judged], project.config)
    return Compiled(
        project=project,
        corpora=corpora,
        decisions=tuple(sorted(decisions, key=lambda decision: natural(decision.id))),
        diagnostics=tuple(sorted(findings, key=lambda finding: finding.sort_key)),
        accounting=_account(corpora),
    )


def _read_corpora(
    project: Project, source: Source, progress: Progress | None
) -> tuple[tuple[Corpus, ...], list[Diagnostic]]:
    findings: list[Diagnostic] = []
    corpora = []
    entries = {corpus: source.entries(corpus.path) for corpus in project.corpora}
    total = sum(map(len, entries.values()))
    done = 0
    taken: set[str] = set()
    for config, found in entries.items():
        # A folder inside another corpus belongs to the one named first.
        own = [entry for entry in found if entry.path not in taken]
        taken.update(entry.path for entry in own)
        corpus, new = _read_corpus(
            config, own, source, project.config, _count(progress, done, total)
        )
        done += len(own)
        corpora.append(corpus)
        findings.extend(new)
    return tuple(corpora), findings


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
    drafts: list[Draft] = []
    others: list[NonRecord] = []
    rejected: list[Rejected] = []
    findings: list[Diagnostic] = []
    for number, entry in enumerate(entries):
        progress(number)
        if not entry.supported or entry.escapes:
            others.append(
                NonRecord(
                    entry.path,
                    "unsupported format"
                    if not entry.supported
                    else "link that leaves the repository",
                )
            )
            findings.append(_unread(entry))
            continue
        try:
            data = source.read(entry.path, MAX_BYTES + 1)
        except OSError as error:
            rejected.append(Rejected(entry.path))
            message = f"the file cannot be read: {error.strerror or 'input/output error'}"
            hint = "look at its permissions, or where it links to"
            findings.append(diagnostic("ADR101", entry.path, None, message, hint))
            continue
        file = File(entry.path, data, config.path, siblings[_folder(entry.path)] - 1)
        reading = read_file(file, config.name, options)
        findings.extend(from_problem(problem, entry.path) for problem in reading.problems)
        _sort_out(reading, drafts, others, rejected)
    corpus, shared = settle(config.name, config.path, drafts, others, rejected, options)
    return corpus, findings + shared


def _sort_out(
    reading: Reading, drafts: list[Draft], others: list[NonRecord], rejected: list[Rejected]
) -> None:
    if isinstance(reading.result, Draft):
        drafts.append(reading.result)
    elif isinstance(reading.result, NonRecord):
        others.append(reading.result)
    else:
        rejected.append(reading.result)


def _unread(entry: Entry) -> Diagnostic:
    if entry.escapes:
        message = "the symbolic link leaves the repository and is not followed"
        return diagnostic("ADR110", entry.path, None, message, "put the file itself here")
    message = "this format is not read; only Markdown is"
    return diagnostic("ADR108", entry.path, None, message, "convert the record to Markdown")


def _folder(path: str) -> str:
    return path.rpartition("/")[0] or "."


def _link(corpora: Sequence[Corpus], source: Source) -> tuple[list[Decision], Facts]:
    records = _distinct([record for corpus in corpora for record in corpus.records])
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
    return decisions, facts


def _distinct(records: list[Record]) -> list[Record]:
    """Ids are unique within a corpus; two unnamed corpora may still collide: paths tell then."""
    count = Counter(record.id for record in records)
    return [
        replace(record, id=record.path) if count[record.id] > 1 else record for record in records
    ]


def _configured(findings: Iterable[Diagnostic], config: Config) -> list[Diagnostic]:
    """Apply the configured severities; integrity rules stay what they are."""
    kept = []
    for finding in findings:
        severity = config.rules.get(finding.code)
        if severity == "off":
            continue
        if severity in ("error", "warning"):
            finding = replace(finding, severity=severity)  # type: ignore[arg-type]
        kept.append(finding)
    return kept


def _account(corpora: Sequence[Corpus]) -> Accounting:
    return Accounting(
        records=sum(len(corpus.records) for corpus in corpora),
        non_records=sum(len(corpus.non_records) for corpus in corpora),
        rejected=sum(len(corpus.rejected) for corpus in corpora),
    )
