"""From the files of a project to its corpora: each file read, or remembered as it was read."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import NonRecord, Rejected
from compiler.cache import Cache
from compiler.config import CorpusConfig
from compiler.corpus import Corpus, settle
from compiler.drafts import Draft, Reading
from compiler.findings import diagnostic, from_problem
from compiler.inventory import Content, Tally, content_of, own_entries, read, why
from compiler.options import Options
from compiler.project import Project
from compiler.sources import Entry, File, Source

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Library:
    """All corpora of a project, read and settled, with the findings made on the way.

    `tally` is the digest of everything that was found and read (see `inventory.tally`).
    """

    corpora: tuple[Corpus, ...]
    findings: tuple[Diagnostic, ...]
    tally: bytes


def read_corpora(project: Project, cache: Cache, progress: Progress | None) -> Library:
    """Read every file of every corpus; nothing is raised for what a file holds."""
    entries = own_entries(project)
    reader = _Reader(project.source, cache, Tally())
    total = sum(map(len, entries.values()))
    done = 0
    findings: list[Diagnostic] = []
    corpora = []
    for config, own in entries.items():
        options = project.config.options(config)
        corpus, new = _read_corpus(config, own, options, reader, _count(progress, done, total))
        done += len(own)
        corpora.append(corpus)
        findings.extend(new)
    return Library(tuple(corpora), tuple(findings), reader.tally.digest())


def _count(progress: Progress | None, done: int, total: int) -> Callable[[int], None]:
    return (lambda number: progress(done + number, total)) if progress else (lambda number: None)


def _read_corpus(
    config: CorpusConfig,
    entries: Sequence[Entry],
    options: Options,
    reader: "_Reader",
    progress: Callable[[int], None],
) -> tuple[Corpus, list[Diagnostic]]:
    beside = Counter(_folder(entry.path) for entry in entries if entry.supported)
    piles = _Piles()
    for number, entry in enumerate(entries):
        progress(number)
        place = File(entry.path, b"", config.path, beside[_folder(entry.path)] == 1)
        found = reader.read(entry, config, place, options)
        if isinstance(found, Reading):
            piles.add(found, entry.path)
        elif found.aside is not None:
            piles.leave(entry, found.aside)
        else:
            piles.refuse(entry.path, str(found.failure))
    corpus, shared = settle(
        config.name, config.path, piles.drafts, piles.others, piles.rejected, options
    )
    return corpus, piles.findings + shared


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads files, or remembers what reading them gave; the one place where the cache enters."""

    source: Source
    cache: Cache
    tally: Tally

    def read(
        self, entry: Entry, config: CorpusConfig, place: File, options: Options
    ) -> Reading | Content:
        """What a file turned out to be; its `Content` where it holds nothing that can be read.

        `place` is the file without its bytes.
        """
        content = content_of(entry, self.source)
        self.tally.add(config, entry, content)
        if content.oid is None:
            return content

        def data() -> bytes:
            return read(entry, self.source) if content.data is None else content.data

        return read_content(content.oid, place, data, config.name, options, self.cache)


def read_content(
    oid: str,
    place: File,
    data: Callable[[], bytes],
    corpus: str | None,
    options: Options,
    cache: Cache,
) -> Reading | Content:
    """The content of this id as a file in this place, remembered or read; a `Content` with the
    failure where its bytes cannot be had. `place` is the file without them, `data` gives them."""
    key = cache.key(oid, place, corpus, options)
    kept = cache.reading(key)
    if kept is not None:
        return kept
    try:
        found = data()
    except OSError as error:
        return Content(failure=why(error))
    reading = _parse(replace(place, data=found), corpus, options)
    cache.keep_reading(key, reading)
    return reading


def _parse(file: File, corpus: str | None, options: Options) -> Reading:
    # The parser and everything around it: not needed where all is remembered.
    from compiler.reader import read_file

    return read_file(file, corpus, options)


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


def _folder(path: str) -> str:
    return path.rpartition("/")[0] or "."
