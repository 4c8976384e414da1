"""What `mneme check --fix` writes: the remedies of all findings, each proved before it is kept."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adr_schema.diagnostics import Diagnostic, Replacement, Statement
from compiler.checks import Check
from compiler.edits import Edit, apply_edits
from compiler.links import Resolver
from compiler.pipeline import Compiled
from compiler.plans import Plan, compile_plan
from compiler.proof import by_path, new_errors, unlike
from compiler.restating import Wish, restate
from compiler.sheets import Sheet, file_of, open_sheet
from compiler.spelling import Spelling, learn_spelling

# An id that is padded leaves references to pad, and those nothing more.
_ROUNDS = 4
_FIRST = "ADR218"
_UNWRITABLE = "no way to write it reads back as meant"


@dataclass(frozen=True, slots=True)
class Fix:
    """A finding that is mended, with the edits of its file; their offsets are those of the file
    as the fixes before this one left it."""

    finding: Diagnostic
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Mending:
    """All fixes in order, the findings that could not be fixed with the reason, the planned
    change, and the project as it is compiled after it."""

    fixes: tuple[Fix, ...]
    refused: tuple[tuple[Diagnostic, str], ...]
    plan: Plan
    after: Compiled


@dataclass(slots=True)
class _Mender:
    """Plans fixes round by round, over the files as the earlier ones leave them."""

    start: Compiled
    state: Compiled
    also: Sequence[Check]
    files: dict[str, bytes] = field(default_factory=dict)
    fixes: list[Fix] = field(default_factory=list)
    refused: dict[tuple[str, str, str], tuple[Diagnostic, str]] = field(default_factory=dict)

    def round(self) -> bool:
        """Fix what can be fixed now, all at once; one by one where that does not hold together."""
        findings = self._open()
        if not findings:
            return False
        if not self._together(findings):
            for finding in findings:
                self._together([finding])
        return True

    def plan(self, files: Mapping[str, bytes]) -> Plan:
        """The change from the files as they are to these."""
        return Plan({path: self.start.project.source.read(path) for path in files}, files)

    def _open(self) -> list[Diagnostic]:
        """The findings to mend now: ids before what names them."""
        found = [d for d in self.state.diagnostics if d.fixable and _key(d) not in self.refused]
        return [d for d in found if d.code == _FIRST] or found

    def _together(self, findings: list[Diagnostic]) -> bool:
        files, fixes = dict(self.files), []
        desk = _Desk(self.state, files)
        for finding in findings:
            edits = desk.mend(finding)
            if edits is None:
                self.refused[_key(finding)] = (finding, _UNWRITABLE)
                continue
            fixes.append(Fix(finding, edits))
        if not fixes:
            return True
        after = compile_plan(self.start.project, self.plan(files), self.also)
        reason = _unproved(self.state, after, fixes)
        if reason is None:
            self.files, self.state = files, after
            self.fixes.extend(fixes)
        elif len(findings) == 1:
            self.refused[_key(findings[0])] = (findings[0], reason)
        return reason is None


def mend(compiled: Compiled, also: Sequence[Check] = ()) -> Mending:
    """Plan the fixes of a project's working tree; nothing is written (see `plans.carry_out`).

    `also` are the rules of other layers by which `compiled` was judged. A second run over the
    result has nothing to fix.
    """
    mender = _Mender(compiled, compiled, also)
    for _ in range(_ROUNDS):
        if not mender.round():
            break
    return Mending(
        tuple(mender.fixes),
        tuple(mender.refused.values()),
        mender.plan(mender.files),
        mender.state,
    )


def _key(finding: Diagnostic) -> tuple[str, str, str]:
    return (finding.code, finding.path, finding.message)


def _unproved(before: Compiled, after: Compiled, fixes: Iterable[Fix]) -> str | None:
    """Why a planned state is not the one that was meant, None where it is."""
    errors = new_errors(before, after)
    if errors:
        return f"it would bring an error: {errors[0].message}"
    mended = {_key(fix.finding) for fix in fixes}
    if any(_key(finding) in mended for finding in after.diagnostics):
        return "the finding would still be there"
    changed = frozenset(fix.finding.path for fix in fixes)
    return unlike(before, after, changed, frozenset())


@dataclass(slots=True)
class _Desk:
    """Plans single remedies on files in memory."""

    state: Compiled
    files: dict[str, bytes]
    _corpora: dict[str, int] = field(default_factory=dict)
    _spellings: dict[int, Spelling] = field(default_factory=dict)
    _resolver: Resolver | None = None

    def mend(self, finding: Diagnostic) -> tuple[Edit, ...] | None:
        """The edits for a finding, applied to `files`; None where none reads back as meant."""
        sheet = self._sheet(finding.path)
        edits = self._edits(sheet, finding) if sheet else None
        if sheet and edits:
            self.files[finding.path] = apply_edits(sheet.data, edits)
        return edits

    def _edits(self, sheet: Sheet, finding: Diagnostic) -> tuple[Edit, ...] | None:
        if isinstance(finding.remedy, Statement):
            target = by_path(self.state)[finding.remedy.target].record
            wish = Wish(finding.remedy.kind, target)
            return restate(sheet, wish, self._spelling(finding.path), self._lookup())
        if isinstance(finding.remedy, Replacement):
            return next(_replaced(sheet, finding, finding.remedy), None)
        return None

    def _sheet(self, path: str) -> Sheet | None:
        source, config = self.state.project.source, self.state.project.config
        data = self.files[path] if path in self.files else source.read(path)
        number = self._number(path)
        corpus, own = self.state.corpora[number], self.state.project.corpora[number]
        return open_sheet(file_of(corpus, path, data), corpus.name, config.options(own))

    def _number(self, path: str) -> int:
        if not self._corpora:
            self._corpora = {
                record.path: number
                for number, corpus in enumerate(self.state.corpora)
                for record in corpus.records
            }
        return self._corpora[path]

    def _spelling(self, path: str) -> Spelling:
        number = self._number(path)
        if number not in self._spellings:
            self._spellings[number] = learn_spelling(self.state.corpora[number].records)
        return self._spellings[number]

    def _lookup(self) -> Resolver:
        if self._resolver is None:
            self._resolver = Resolver([decision.record for decision in self.state.decisions])
        return self._resolver


def _replaced(sheet: Sheet, finding: Diagnostic, remedy: Replacement) -> Iterator[tuple[Edit, ...]]:
    """The first place behind the finding's where the words stand by themselves."""
    first = (finding.line or 1) - 1
    for number in range(first, sheet.page.front.body_start):
        line = sheet.written.lines[number]
        start = (finding.column or 1) - 1 if number == first else 0
        while (at := line.find(remedy.old, start)) >= 0:
            end = at + len(remedy.old)
            if _stands_alone(line, at, end):
                yield (sheet.written.replace(number, at, end, remedy.new),)
            start = end


def _stands_alone(line: str, start: int, end: int) -> bool:
    around = line[max(0, start - 1) : start] + line[end : end + 1]
    return not any(character.isalnum() or character in "-_/#" for character in around)
