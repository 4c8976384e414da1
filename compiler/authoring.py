"""The next record of a corpus, in the corpus's own form, proved by reading it back.

`author` plans it; nothing is written before `plans.carry_out`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from adr_schema.records import Record
from adr_schema.vocabulary import ONCE_IN_FORCE, Status
from compiler.corpus import Corpus
from compiler.dates import read_date
from compiler.edits import apply_edits
from compiler.errors import UsageError
from compiler.file_names import FileName, learn_name
from compiler.git import is_ignored
from compiler.identity import format_id, name_of, number_in_name
from compiler.links import Resolver
from compiler.manner import (
    Heading,
    learn_date,
    learn_heading,
    learn_sections,
    learn_status,
)
from compiler.native_form import USUAL_SECTIONS, native_text
from compiler.options import Options
from compiler.pipeline import Compiled
from compiler.plans import Plan, compile_plan
from compiler.proof import by_path, new_errors, unlike
from compiler.rendering import Content, Render, declared_id, like, plainly
from compiler.restating import Wish, restate
from compiler.sheets import Sheet, file_of, open_sheet
from compiler.sources import File
from compiler.spelling import Spelling, learn_spelling
from compiler.titles import clean_title, spellings

_NEWEST = 5
# Longer runs of digits are dates or tickets.
_HIGHEST = 99999


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to write: `supersedes` and `amends` name records of the project, `texts` are the
    paragraphs of its sections by role ("context", "decision", "consequences")."""

    title: str
    status: Status
    day: date
    supersedes: tuple[Record, ...] = ()
    amends: tuple[Record, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Authored:
    """The planned record and its path, the other files edited with what each says now, notes for
    the author, and the project as it is compiled afterwards."""

    record: Record
    plan: Plan
    edited: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    after: Compiled


def author(compiled: Compiled, corpus: Corpus, wanted: NewRecord) -> Authored:
    """Plan the next record of a corpus, and what the records it retires or amends say of it.

    Raises `UsageError` where the title cannot be written so that it reads back, where there is
    such a file already, or where the records would not hold together.
    """
    title = clean_title(wanted.title)
    twice = {r.path for r in wanted.supersedes} & {r.path for r in wanted.amends}
    if twice:
        message = f"{twice.pop()} is both superseded and amended"
        raise UsageError(message, "superseding is the whole: name it once")
    desk = _Desk(compiled, corpus, replace(wanted, title=title))
    sheet = desk.first_that_reads_back()
    sheet = desk.with_relations(sheet)
    files = {sheet.record.path: sheet.data}
    edited, notes = desk.other_ends(sheet, files)
    source = compiled.project.source
    before = {p: None if p == sheet.record.path else source.read(p) for p in files}
    plan = Plan(before, files)
    after = compile_plan(compiled.project, plan)
    _prove(compiled, after, sheet.record.path, wanted, frozenset(path for path, _ in edited))
    record = by_path(after)[sheet.record.path].record
    return Authored(record, plan, tuple(edited), tuple(notes), after)


def next_number(corpus: Corpus) -> int:
    """One above the highest number that any file of the corpus uses, record or not. Raises
    `UsageError` where that would be no number any more."""
    used = [record.number for record in corpus.records if record.number is not None]
    for path in corpus.paths:
        numbering = number_in_name(name_of(path))
        used.extend([numbering.number] if numbering else [])
    used.extend(n.number for draft in corpus.drafts for n in draft.numberings.values())
    if max(used, default=0) >= _HIGHEST:
        message = f"{corpus.folder} has a record with the highest number, {_HIGHEST}"
        raise UsageError(message, "give it another one: mneme renumber ID NEW")
    return max(used, default=0) + 1


@dataclass(slots=True)
class _Desk:
    """What the corpus gives to write from."""

    compiled: Compiled
    corpus: Corpus
    wanted: NewRecord
    sheets: list[Sheet] = field(default_factory=list)
    newest: list[Record] = field(default_factory=list)

    def __post_init__(self) -> None:
        records = self.corpus.records
        numbered = sum(record.number is not None for record in records) * 2 > len(records)
        self.newest = sorted(
            records,
            key=lambda r: (r.number or -1 if numbered else 0, r.date or "", r.path),
            reverse=True,
        )
        for record in self.newest[:_NEWEST]:
            data = self.compiled.project.source.read(record.path)
            sheet = open_sheet(file_of(self.corpus, record.path, data), *self._reading)
            self.sheets.extend([sheet] if sheet else [])

    @property
    def _reading(self) -> tuple[str | None, Options]:
        project = self.compiled.project
        own = project.corpora[self.compiled.corpora.index(self.corpus)]
        return self.corpus.name, project.config.options(own)

    def first_that_reads_back(self) -> Sheet:
        """The new file, without relations, in the first form that reads as meant."""
        number, day = next_number(self.corpus), self.wanted.day
        names = learn_name(self.corpus.folder, self.newest[: 2 * _NEWEST])
        path = names.path(number, self.wanted.title, day)
        if not path:
            hint = "files go by their titles here: use a letter or digit, and not CON or NUL"
            raise UsageError("the title gives no file name", hint)
        # Where case does not count the two would be one file.
        taken = [known for known in self.corpus.paths if known.casefold() == path.casefold()]
        if taken:
            raise UsageError(f"{taken[0]} exists already", "choose another title")
        root = self.compiled.project.root
        if root and is_ignored(root, path):
            hint = "choose another title, or mend .gitignore"
            raise UsageError(f"git would ignore {path}, and so does mneme", hint)
        for text in self._texts(number, path):
            data = self._with_line_ends(text).encode()
            sheet = open_sheet(File(path, data, self.corpus.folder), *self._reading)
            if sheet and self._is_meant(sheet.record, names, number):
                return sheet
        hint = "begin it with a word, no number or id, and leave out marks of Markdown"
        raise UsageError("no way to write this title reads back as typed", hint)

    def _texts(self, number: int, path: str) -> Iterator[str]:
        """The record's text in all the ways that are tried, best first."""
        word = learn_status(self.wanted.status, self.newest)
        settled = {record.path: record.date for record in self.newest}
        day = learn_date(self.sheets, settled)(self.wanted.day)
        if read_date(day).iso is None:  # 05/06/2026 could be another day
            day = self.wanted.day.isoformat()
        for title in spellings(self.wanted.title):
            for render, identifier in self._forms(number, name_of(path)):
                yield render(Content(number, title, identifier, word, day, self.wanted.texts))

    def _forms(self, number: int, stem: str) -> Iterator[tuple[Render, str]]:
        if not self.sheets:
            yield _native, format_id(None, number)
            return
        best = Counter(sheet.record.dialect for sheet in self.sheets).most_common(1)[0][0]
        alike = [sheet for sheet in self.sheets if sheet.record.dialect == best]
        heading, names = learn_heading(alike), learn_sections(alike)
        for model in alike:
            yield like(model, alike, heading, names), declared_id(model, number, stem)
        if best == "native":
            return
        yield plainly(heading, names), ""
        yield plainly(Heading("", 1, ". "), names), ""

    def _with_line_ends(self, text: str) -> str:
        ends = [sheet.written.line_end(0) for sheet in self.sheets]
        end = max(set(ends), key=ends.count) if ends else "\n"
        return text.replace("\n", end)

    def _is_meant(self, record: Record, names: FileName, number: int) -> bool:
        numbers = (None, number) if names.width is None else (number,)
        if record.number not in numbers:
            return False
        said = (record.title, record.status, record.date, record.conflict, record.references)
        wanted = self.wanted
        return said == (wanted.title, wanted.status, wanted.day.isoformat(), False, ())

    # --- relations -------------------------------------------------------------------------------

    def with_relations(self, sheet: Sheet) -> Sheet:
        """The new record with its relations, each in its own dialect."""
        records = [decision.record for decision in self.compiled.decisions]
        wishes = [Wish("supersedes", target) for target in self.wanted.supersedes]
        wishes += [Wish("amends", target) for target in self.wanted.amends]
        for wish in wishes:
            edits = restate(sheet, wish, self._spelling(), Resolver([*records, _settled(sheet)]))
            changed = sheet.with_bytes(apply_edits(sheet.data, edits)) if edits else None
            if changed is None:
                said = f"{wish.kind} {wish.target.id}"
                raise UsageError(f"no place in the new record can say: {said}", None)
            sheet = changed
        return sheet

    def other_ends(
        self, sheet: Sheet, files: dict[str, bytes]
    ) -> tuple[list[tuple[str, str]], list[str]]:
        """Let the older records name the new one; their bytes go into `files`."""
        edited: list[tuple[str, str]] = []
        notes = [
            f"{older.id} is superseded already, by {', '.join(by)}"
            for older in (*self.wanted.supersedes, *self.wanted.amends)
            if (by := by_path(self.compiled)[older.path].superseded_by)
        ]
        ends = [(older, "superseded_by") for older in self.wanted.supersedes]
        ends += [(older, "amended_by") for older in self.wanted.amends]
        for older, kind in ends:
            reason = self._other_end(sheet, older, kind, files)
            said = f"{kind.replace('_', ' ')} {_settled(sheet).id}"
            if reason is None:
                edited.append((older.path, said))
            else:
                notes.append(f"{older.id} does not say that it is {said}: {reason}")
        return edited, notes

    def _other_end(
        self, sheet: Sheet, older: Record, kind: str, files: dict[str, bytes]
    ) -> str | None:
        """Why an older record stays as it is; None where it was edited."""
        if self.wanted.status not in ONCE_IN_FORCE:
            return f"a record that is {self.wanted.status} changes nothing yet"
        corpus = next(c for c in self.compiled.corpora if older in c.records)
        data = files.get(older.path) or self.compiled.project.source.read(older.path)
        own = _Desk(self.compiled, corpus, self.wanted) if corpus is not self.corpus else self
        old = open_sheet(file_of(corpus, older.path, data), *own._reading)
        if old is None or (reason := old.draft.unsayable.get(kind)):
            return reason if old else "it cannot be read"
        records = [decision.record for decision in self.compiled.decisions]
        wish = Wish(kind, _settled(sheet))
        edits = restate(old, wish, own._spelling(), Resolver([*records, wish.target]))
        if edits is None:
            return "no way to write it reads back as meant"
        files[older.path] = apply_edits(data, edits)
        return None

    def _spelling(self) -> Spelling:
        return learn_spelling(self.corpus.records)


def _settled(sheet: Sheet) -> Record:
    """The new record with the id that it will have among the others."""
    record = sheet.record
    return replace(record, id=f"{record.corpus}/{record.id}") if record.corpus else record


def _native(content: Content) -> str:
    roles = zip(("context", "decision", "consequences"), USUAL_SECTIONS, strict=True)
    sections = [(name, content.texts.get(role, "")) for role, (name, _) in roles]
    return native_text(content.identifier, content.title, content.word, content.day, sections)


def _prove(
    before: Compiled, after: Compiled, path: str, wanted: NewRecord, edited: frozenset[str]
) -> None:
    """Raise `UsageError` where the records would not read as meant."""
    new = by_path(after).get(path)
    errors = new_errors(before, after)
    if new is None or errors:
        why = errors[0].message if errors else "it would be no record"
        raise UsageError(f"the new record would not hold: {why}", "see mneme check")
    named = {(t.kind, t.path) for t in new.targets}
    meant = {("supersedes", r.path) for r in wanted.supersedes}
    meant |= {("amends", r.path) for r in wanted.amends}
    retired = [r.path for r in wanted.supersedes if wanted.status in ONCE_IN_FORCE]
    never = ("proposed", "rejected", "placeholder", "no_status", "unknown_status")
    active = frozenset(p for p in retired if by_path(before)[p].inactive_reason not in never)
    reason = unlike(before, after, edited, active)
    if named != meant or reason:
        raise UsageError(f"the new record would not hold: {reason or 'its relations differ'}", None)


def named_corpus(compiled: Compiled, name: str | None) -> Corpus:
    """The corpus to write to. Raises `UsageError` where the name fits none, or one is needed."""
    corpora: Sequence[Corpus] = compiled.corpora
    if name is not None:
        found = [corpus for corpus in corpora if corpus.name == name]
        if not found:
            known = ", ".join(str(c.name) for c in corpora if c.name) or "none has a name here"
            raise UsageError(f"there is no corpus {name!r}", f"one of: {known}")
        return found[0]
    if len(corpora) > 1:
        names = ", ".join(corpus.name or corpus.folder for corpus in corpora)
        raise UsageError(f"there are several corpora: {names}", "choose: --corpus or --adr-dir")
    return corpora[0]
