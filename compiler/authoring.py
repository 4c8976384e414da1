"""The next record of a corpus, in the corpus's own form, proved by reading it back.

`author` plans it; nothing is written before `plans.carry_out`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from adr_schema.records import Record
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.corpus import Corpus
from compiler.dates import read_date
from compiler.edits import apply_edits
from compiler.errors import RefusedError, UsageError
from compiler.file_names import FileName, learn_name
from compiler.front_edits import scalar_span, yaml_value
from compiler.git.working_tree import is_ignored
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
from compiler.other_ends import End, say_back
from compiler.pipeline import Compiled
from compiler.plans import Plan, compile_plan
from compiler.proof import by_path, new_errors, unlike
from compiler.provenance import DIGEST
from compiler.rendering import Content, Render, declared_id, like, plainly
from compiler.restating import Wish, restate
from compiler.sheets import Sheet, digest_of, open_sheet, sheet_of, why_unread
from compiler.sources import File
from compiler.spelling import Spelling, learn_spelling
from compiler.titles import clean_title, spellings
from compiler.wanted import NewRecord, Numbers, Revise, adds, claims_more, differs

_NEWEST = 5
_EDIT = "change the draft by hand: --edit"
# Longer runs of digits are dates or tickets.
_HIGHEST = 99999


@dataclass(frozen=True, slots=True)
class Authored:
    """The planned record, the other files edited with what each says now, notes for the author,
    and the project as it is compiled afterwards."""

    record: Record
    plan: Plan
    edited: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    after: Compiled


def author(
    compiled: Compiled, corpus: Corpus, wanted: NewRecord, revise: Revise | None = None
) -> Authored:
    """Plan the next record of a corpus, and what the records it retires or amends say of it.

    `revise` is given the draft and returns what a person made of it. Raises `UsageError` where the
    title cannot be written so that it reads back, where there is such a file already, or where the
    records would not hold together, and `RefusedError` where a text or the person's draft reads as
    more than was asked for.
    """
    title = clean_title(wanted.title)
    twice = {r.path for r in wanted.supersedes} & {r.path for r in wanted.amends}
    if twice:
        message = f"{twice.pop()} is both superseded and amended"
        raise UsageError(message, "superseding is the whole: name it once")
    desk = _Desk(compiled, corpus, replace(wanted, title=title), revise)
    sheet = desk.with_digest(desk.with_relations(desk.draft()))
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
    revise: Revise | None = None
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
            sheet = sheet_of(self.compiled, record)
            self.sheets.extend([sheet] if sheet else [])

    @property
    def _reading(self) -> tuple[str | None, Options]:
        project = self.compiled.project
        own = project.corpora[self.compiled.corpora.index(self.corpus)]
        return self.corpus.name, project.config.options(own)

    def draft(self) -> Sheet:
        """The new file, without relations: in the first form that reads as meant while its sections
        are empty, with the texts in them."""
        number = next_number(self.corpus)
        names, path = self._place(number)
        numbers = (None, number) if names.width is None else (number,)
        amiss: str | None = None
        for render, content in self._forms(number, name_of(path)):
            blank = replace(content, texts=dict.fromkeys(content.texts, ""))
            empty = open_sheet(self._file(path, render(blank)), *self._reading)
            if empty and (reason := self._amiss(empty, numbers)) is None:
                return self._filled(empty, render(content), numbers)
            # The last form is the plainest: what stands in its way is no matter of form.
            amiss = reason if empty else "no record"
        raise self._unwritable(amiss)

    def _unwritable(self, amiss: str | None) -> UsageError:
        if self.wanted.terms and amiss and not amiss.startswith("another value for title"):
            return UsageError(f"the record cannot be written: it would say {amiss}", None)
        hint = "begin it with a word, no number or id, and leave out marks of Markdown"
        return UsageError("no way to write this title reads back as typed", hint)

    def _filled(self, empty: Sheet, text: str, numbers: Numbers) -> Sheet:
        """The draft with its texts, which must be text and nothing more. What a person adds by
        hand is that person's word, save for what acceptance settles."""
        if self.revise is None and not self.wanted.texts:
            return empty
        file = self._file(empty.page.file.path, self.revise(text) if self.revise else text)
        sheet = open_sheet(file, *self._reading)
        if sheet is None:
            raise RefusedError(f"the draft would be no record: {why_unread(file)}", _EDIT)
        if self.revise:
            more = claims_more(sheet, self.wanted, numbers)
        else:
            more = adds(sheet, empty, self.wanted.texts) or self._amiss(sheet, numbers)
        if more:
            raise RefusedError(f"the draft says more than was asked for: {more}", _EDIT)
        return sheet

    def _amiss(self, sheet: Sheet, numbers: Numbers) -> str | None:
        more = claims_more(sheet, self.wanted, numbers) or differs(sheet, self.wanted)
        return more or self._mute(sheet)

    def _mute(self, sheet: Sheet) -> str | None:
        """Why a relation that is wanted cannot be added to a draft."""
        kinds = [wish.kind for wish in self._wishes]
        return next(filter(None, map(sheet.draft.unsayable.get, kinds)), None)

    @property
    def _wishes(self) -> list[Wish]:
        wishes = [Wish("supersedes", target) for target in self.wanted.supersedes]
        return [*wishes, *(Wish("amends", target) for target in self.wanted.amends)]

    def _file(self, path: str, text: str) -> File:
        return File(path, self._with_line_ends(text).encode(), self.corpus.folder)

    def _place(self, number: int) -> tuple[FileName, str]:
        """How files are named here, and the name of the new one."""
        day = self.wanted.day
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
        return names, path

    def _forms(self, number: int, stem: str) -> Iterator[tuple[Render, Content]]:
        """The ways to write the record that are tried, best first."""
        word = learn_status(self.wanted.status, self.newest)
        settled = {record.path: record.date for record in self.newest}
        day = learn_date(self.sheets, settled)(self.wanted.day)
        if read_date(day).iso is None:  # 05/06/2026 could be another day
            day = self.wanted.day.isoformat()
        wanted = self.wanted
        for title in spellings(wanted.title):
            for render, identifier in self._renderers(number, stem):
                said = Content(number, title, identifier, word, day, wanted.texts, wanted.terms)
                yield render, said

    def _renderers(self, number: int, stem: str) -> Iterator[tuple[Render, str]]:
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

    def with_digest(self, sheet: Sheet) -> Sheet:
        """The finished record of a proposal with the digest of what it decides."""
        if self.wanted.terms is None:
            return sheet
        place = sheet.record.places[DIGEST]
        start, end = scalar_span(sheet.written.lines[place.line - 1], place.column - 1)
        edit = sheet.written.replace(place.line - 1, start, end, digest_of(sheet))
        stamped = sheet.with_bytes(apply_edits(sheet.data, [edit]))
        assert stamped, "a digest for a digest leaves it a record"
        return stamped

    # --- relations -------------------------------------------------------------------------------

    def with_relations(self, sheet: Sheet) -> Sheet:
        """The new record with its relations, each in its own dialect."""
        records = [decision.record for decision in self.compiled.decisions]
        for wish in self._wishes:
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
        notes = [
            f"{older.id} is superseded already, by {', '.join(by)}"
            for older in (*self.wanted.supersedes, *self.wanted.amends)
            if (by := by_path(self.compiled)[older.path].superseded_by)
        ]
        ends = [End(older, "superseded_by") for older in self.wanted.supersedes]
        ends += [End(older, "amended_by") for older in self.wanted.amends]
        edited, silent = say_back(self.compiled, _settled(sheet), ends, files)
        return edited, [*notes, *silent]

    def _spelling(self) -> Spelling:
        return learn_spelling(self.corpus.records)


def _settled(sheet: Sheet) -> Record:
    """The new record with the id that it will have among the others."""
    record = sheet.record
    return replace(record, id=f"{record.corpus}/{record.id}") if record.corpus else record


def _native(content: Content) -> str:
    roles = zip(("context", "decision", "consequences"), USUAL_SECTIONS, strict=True)
    sections = [(name, content.texts.get(role, "")) for role, (name, _) in roles]
    given = content.terms.given() if content.terms else {}
    further = [f"{name}: {yaml_value(value)}" for name, value in given.items()]
    return native_text(
        content.identifier, content.title, content.word, content.day, sections, further
    )


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
