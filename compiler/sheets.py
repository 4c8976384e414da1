"""A record's file opened for editing: what the reader saw in it, and where its bytes stand."""

from dataclasses import dataclass, replace

from adr_schema.records import Record
from compiler.corpus import Corpus
from compiler.digests import decision_digest
from compiler.drafts import Draft
from compiler.edits import Written
from compiler.options import Options
from compiler.page import Page
from compiler.pipeline import Compiled
from compiler.problems import Problem
from compiler.reader import Study, study_page, take_apart
from compiler.sources import File
from compiler.stating import Stated

_STATED = ("status", "status_text", "status_source", "references", "body", "sha256", "line")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record's file: its page, what was read of it, and its lines as written."""

    page: Page
    draft: Draft
    stated: Stated
    written: Written
    corpus: str | None
    options: Options

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.page.file.data

    @property
    def record(self) -> Record:
        """The record as its own file gives it."""
        return self.draft.record

    def with_bytes(self, data: bytes) -> "Sheet | None":
        """The same file with other bytes, None where they are no record."""
        return open_sheet(replace(self.page.file, data=data), self.corpus, self.options)


def open_sheet(file: File, corpus: str | None, options: Options) -> Sheet | None:
    """Read a file as the compiler does; None where it is no record."""
    page = take_apart(file)
    study = None if isinstance(page, Problem) else study_page(page, corpus, options)
    if not isinstance(study, Study):
        return None
    return Sheet(study.page, study.draft, study.stated, Written(file.data), corpus, options)


def why_unread(file: File) -> str:
    """Why a file is no record, in words."""
    page = take_apart(file)
    return page.message if isinstance(page, Problem) else "it reads as something else"


def sheet_of(compiled: Compiled, record: Record, data: bytes | None = None) -> Sheet | None:
    """The file of a compiled record, opened; `data` are other bytes than those that lie there."""
    project = compiled.project
    number = next(n for n, c in enumerate(compiled.corpora) if record in c.records)
    corpus, own = compiled.corpora[number], project.corpora[number]
    data = project.source.read(record.path) if data is None else data
    return open_sheet(file_of(corpus, record.path, data), corpus.name, project.config.options(own))


def digest_of(sheet: Sheet) -> str:
    """The digest of what the record decides, as its file is now."""
    return decision_digest(sheet.record, sheet.page, sheet.stated.outcome.statements)


def file_of(corpus: Corpus, path: str, data: bytes) -> File:
    """A file as it stands among the others of its corpus."""
    folder = path.rpartition("/")[0]
    beside = (name for name in corpus.paths if name != path and name.rpartition("/")[0] == folder)
    return File(path, data, corpus.folder, alone=not any(True for _ in beside))


def reads_otherwise(before: Record, after: Record) -> str | None:
    """The first field in which two readings of a record differ, its status and references
    aside."""
    for name in Record.__slots__:
        if name in ("places", "rules", *_STATED):
            continue
        if getattr(before, name) != getattr(after, name):
            return name
    rules = [
        [(r.type, r.value, r.include_paths) for r in record.rules] for record in (before, after)
    ]
    return None if rules[0] == rules[1] else "rules"
