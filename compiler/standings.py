"""What the records of any commit say, as far as a person answers for it by accepting them."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace

from adr_schema.records import Record
from adr_schema.vocabulary import ONCE_IN_FORCE
from compiler.config import CorpusConfig
from compiler.corpus import owners_word
from compiler.errors import UsageError
from compiler.git.repository import Repository
from compiler.git.staging import TreeEntry
from compiler.inventory import why
from compiler.pipeline import Compiled
from compiler.sheets import Sheet, digest_of, open_sheet
from compiler.sources import READ_SUFFIXES, File

# What a record does to others. The digest leaves it out, since others may add their own ends.
_EFFECTS = frozenset({"supersedes", "amends", "contradicts", "derived_from"})
# What it may say of itself, where that retires it.
_REPLACED = _EFFECTS | {"superseded_by"}


@dataclass(frozen=True, slots=True)
class Standing:
    """The status of a record, what it decides, and what it does to others: by its date as well,
    since a newer decision overrides."""

    status: str | None
    digest: str
    date: str | None
    effects: frozenset[tuple[str, str, str | None]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Any of these standings, in one of some folders of records."""

    corpora: tuple[CorpusConfig, ...]
    standings: frozenset[Standing]


@dataclass(slots=True)
class Standings:
    """Reads records of commits as those of `compiled` are read, each content once.

    What `base` holds in any place is left out: a change did not bring it. `former` are the corpora
    of the base: their folders may have moved since a record was accepted.
    """

    repository: Repository
    compiled: Compiled
    base: str
    former: Sequence[CorpusConfig]
    _known: frozenset[str] = frozenset()
    _trees: dict[tuple[str, str], frozenset[Standing]] = field(default_factory=dict)
    _files: dict[tuple[str, str], frozenset[Standing]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = frozenset(entry.oid for entry in self.repository.tree(self.base))

    def wanted(self, record: Record, *, replaced: bool) -> Wanted:
        """What shows that a record of `compiled` was accepted: the same decision, accepted; where
        it was retired later on, with any status of one that was in force.

        With `replaced` it has to say as well what supersedes it.
        """
        corpus = self._corpus_of(record)
        data = self.compiled.project.source.read(record.path)
        read = self._open(File(record.path, data, corpus.path), corpus)
        assert read is not None, "it is a record"
        standing = _standing(*read, _REPLACED if replaced else _EFFECTS)
        statuses = {"accepted"} if record.status == "accepted" else ONCE_IN_FORCE
        folders = dict.fromkeys([corpus, *(c for c in self.former if c.name == corpus.name)])
        return Wanted(tuple(folders), frozenset(replace(standing, status=s) for s in statuses))

    def hold(self, commit: str, wanted: Wanted) -> bool:
        """Whether a record of the commit has such a standing."""
        return any(
            not self._of(commit, corpus).isdisjoint(wanted.standings) for corpus in wanted.corpora
        )

    def _of(self, commit: str, corpus: CorpusConfig) -> frozenset[Standing]:
        source, path = self.compiled.project.source, corpus.path
        tree = self.repository.folder(commit, source.folder_key(path) or path)
        if tree is None:
            return frozenset()
        key = (tree, path)
        if key not in self._trees:
            self._trees[key] = frozenset(self._read(tree, corpus))
        return self._trees[key]

    def _corpus_of(self, record: Record) -> CorpusConfig:
        corpora = zip(self.compiled.corpora, self.compiled.project.corpora, strict=True)
        return next(own for corpus, own in corpora if record.path in corpus.paths)

    def _read(self, tree: str, corpus: CorpusConfig) -> Iterator[Standing]:
        for entry in self.repository.tree(tree):
            path = entry.path if corpus.path == "." else f"{corpus.path}/{entry.path}"
            own = entry.is_file and not entry.is_link and path.casefold().endswith(READ_SUFFIXES)
            if not own or entry.oid in self._known:
                continue
            if (entry.oid, path) not in self._files:
                file = File(path, self._content(entry), corpus.path)
                self._files[entry.oid, path] = self._standings(file, corpus)
            yield from self._files[entry.oid, path]

    def _content(self, entry: TreeEntry) -> bytes:
        try:
            return self.repository.blob(entry.oid)
        except OSError as error:
            message = f"an earlier version of {entry.path} cannot be read: {why(error)}"
            raise UsageError(message, "nothing was judged; fetch the whole history") from None

    def _standings(self, file: File, corpus: CorpusConfig) -> frozenset[Standing]:
        """What a record says, without and with its word on what supersedes it; else nothing."""
        read = self._open(file, corpus)
        return frozenset(_standing(*read, kinds) for kinds in (_EFFECTS, _REPLACED) if read)

    def _open(self, file: File, corpus: CorpusConfig) -> tuple[Sheet, Record] | None:
        options = self.compiled.project.config.options(corpus)
        sheet = open_sheet(file, corpus.name, options)
        return (sheet, owners_word(sheet.record, options)) if sheet else None


def _standing(sheet: Sheet, record: Record, kinds: Set[str]) -> Standing:
    return Standing(
        record.status,
        digest_of(sheet),
        record.date,
        frozenset((r.kind, r.text, r.href) for r in record.references if r.kind in kinds),
    )
