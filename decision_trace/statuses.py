"""What a record declared at some commit: its content then, read as it would be read today."""

from dataclasses import dataclass, field

from adr_schema.records import Record
from adr_schema.vocabulary import DeclaredStatus
from compiler.cache import Cache
from compiler.drafts import Draft
from compiler.git.repository import Repository
from compiler.identity import FOLDER_FILES
from compiler.inventory import Content
from compiler.project import Project
from compiler.reading import read_content
from compiler.sources import File

Declared = DeclaredStatus | None


@dataclass(slots=True)
class Statuses:
    """Reads declared statuses. `unreadable` tells whether a content was missing on the way."""

    project: Project
    repository: Repository
    cache: Cache
    unreadable: bool = False
    _known: dict[tuple[str, str], Declared] = field(default_factory=dict)

    def of(self, record: Record, blob: str) -> Declared:
        """What the content with this id declares for a record; None for no file, no record, and
        no status."""
        if not blob.strip("0"):
            return None
        if (record.path, blob) not in self._known:
            self._known[record.path, blob] = self._read(record, blob)
        return self._known[record.path, blob]

    def _read(self, record: Record, blob: str) -> Declared:
        corpus = max(
            (
                c
                for c in self.project.corpora
                if c.path == "." or record.path.startswith(f"{c.path}/")
            ),
            key=lambda corpus: len(corpus.path),
        )
        options = self.project.config.options(corpus)
        stem = record.path.rpartition("/")[2].rpartition(".")[0].casefold()
        place = File(record.path, b"", corpus.path, stem in FOLDER_FILES)
        reading = read_content(
            blob, place, lambda: self.repository.blob(blob), corpus.name, options, self.cache
        )
        if isinstance(reading, Content):
            self.unreadable = True
            return None
        return reading.result.record.status if isinstance(reading.result, Draft) else None
