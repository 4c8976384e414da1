"""From what a message cites to the decision that it names: one that is known, or none."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from adr_schema.records import Record
from compiler.identity import FOLDER_FILES, is_number, name_of
from compiler.links import Resolver, folder_prefix
from compiler.references import every_mention
from decision_trace.messages import Citation

_URL = re.compile(r"[a-z][a-z0-9+.-]*://[^/]*", re.IGNORECASE)
_FILE = re.compile(r"\.(?:md|markdown|mdx)$", re.IGNORECASE)
_SLUG = re.compile(r"[0-9]{3,8}[-_].*")
# A text ends a name at a blank: `0026-common config.md`.
_SLUG_BEFORE_BLANK = re.compile(r"^[0-9]{3,8}[-_]\S+(?= )")


@dataclass(slots=True)
class Names:
    """Looks up what is cited among the records of all corpora.

    Stricter than references between records are read: a message is about anything, and a number
    in it names a record only where nothing else can be meant. A resolver of the same records may
    be `given`: it is large.
    """

    records: Sequence[Record]
    given: Resolver | None = None
    _resolver: Resolver = field(init=False)
    _by_file: dict[str, dict[str, Record]] = field(default_factory=lambda: defaultdict(dict))
    _by_name: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))
    _found: dict[tuple[str, str | None], Record | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._resolver = self.given or Resolver(self.records)
        for record in self.records:
            self.add_path(record.path, record)
            name = name_of(record.path).casefold()
            for known in {name, record.id.casefold(), *_SLUG_BEFORE_BLANK.findall(name)}:
                self._by_name[known].append(record)

    @property
    def prefixes(self) -> frozenset[str]:
        """What is written before the numbers of records here."""
        return prefixes_of(self.records)

    def add_path(self, path: str, record: Record) -> None:
        """A path that a record has, or had."""
        self._by_file[posixpath.basename(path).casefold()].setdefault(path, record)
        self._found.clear()

    def find(self, citation: Citation) -> Record | None:
        """The one record that is cited; None where there is none, or more than one."""
        asked = (citation.text, citation.href)
        if asked not in self._found:
            found = self.candidates(citation)
            self._found[asked] = found[0] if len(found) == 1 else None
        return self._found[asked]

    def know(self, citations: Iterable[Citation]) -> bool:
        """Whether there is a record for all that is cited as one."""
        return all(self.candidates(c) or not self.is_about_record(c) for c in citations)

    def candidates(self, citation: Citation) -> list[Record]:
        """The records that could be meant."""
        return list({record.path: record for record in self._candidates(citation)}.values())

    def is_about_record(self, citation: Citation) -> bool:
        """Whether a record is meant, though there may be none: `ADR-9999`."""
        text = citation.text
        if is_number(text):
            return citation.own
        named = citation.href is None and not _FILE.search(text) and "/" not in text
        return named and not _SLUG.match(text) and self._resolver.lookup(text).about_record

    def _candidates(self, citation: Citation) -> Sequence[Record]:
        if citation.href is None:
            return self._written(citation.text)
        found = self._at(citation.href)
        if found or citation.text == citation.href:
            return found
        inner = (m for m in every_mention(citation.text) if m.href is None)
        return [record for mention in inner for record in self._written(mention.text)]

    def _written(self, text: str) -> Sequence[Record]:
        if (suffix := _FILE.search(text)) is not None:
            # `ADR-0014.md` is called by its id, whatever the file is called.
            return self._at(text) or self._by_name.get(text[: suffix.start()].casefold(), ())
        if (named := self._by_name.get(text.casefold())) is not None:
            return named
        return () if _SLUG.match(text) else self._resolver.lookup(text).records

    def _at(self, target: str) -> Sequence[Record]:
        """The records at a path, which may leave out the first folders, or at an address, whose
        last part is the whole path."""
        bare = unquote(target.split("#")[0].split("?")[0])
        address = _URL.match(bare)
        parts = bare[address.end() if address else 0 :].strip("/").split("/")
        while parts[:1] in ([".."], ["."]):
            parts.pop(0)
        name = parts[-1].casefold() if parts else ""
        if len(parts) < 2 and name.rpartition(".")[0] in FOLDER_FILES:
            return ()
        shown = "/".join(parts)
        longer, shorter = (shown, None) if address else (None, shown)
        return [
            record
            for path, record in self._by_file.get(name, {}).items()
            if _ends_with(longer or path, shorter or path)
        ]


def prefixes_of(records: Iterable[Record]) -> frozenset[str]:
    """The prefixes of records, and those that people write for the folder they lie in."""
    found = (prefix for record in records for prefix in (record.prefix, folder_prefix(record)))
    return frozenset(filter(None, found))


def _ends_with(path: str, part: str) -> bool:
    path, part = path.casefold(), part.casefold()
    return path == part or path.endswith(f"/{part}")
