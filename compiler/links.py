"""From references as written to the records they name: one, none, or too many, never a guess."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from adr_schema.records import Record, Reference
from adr_schema.resolved import Target
from compiler.errors import UsageError
from compiler.identity import (
    INTERCHANGEABLE,
    KNOWN_PREFIXES,
    is_number,
    name_of,
    number_in_name,
    read_title,
)

_URL = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_NOT_RECORDS = re.compile(
    r"/(?:issues|pull|pulls|discussions|commit|compare|merge_requests|wiki)/", re.IGNORECASE
)
_SUFFIX = re.compile(r"\.(?:md|markdown|mdx|html)$", re.IGNORECASE)
_HEADING = re.compile(r"#?(?P<number>[0-9]{1,5})[.:)]?\s+(?P<title>\S.*)")
_UPWARD = re.compile(r"^(?:\.\.?/)+")
_ONLY_NUMBERED = re.compile(r"(?:#|[a-z][a-z_-]*[-_ #]*)?[0-9]{1,5}", re.IGNORECASE)
_USUAL = "adr"
_QUALIFIED = re.compile(r"^([\w.-]+)/(.+)$")


@dataclass(frozen=True, slots=True)
class Found:
    """What a reference names: its records (one where it resolves), or nothing.

    `about_record` tells a reference that means a record, though none is there (`ADR-9999`), from
    one that means something else (a web page, a pull request).
    """

    records: tuple[Record, ...]
    about_record: bool = True


NOTHING = Found((), about_record=False)


@dataclass(slots=True)
class Resolver:
    """Looks references up among the records of all corpora."""

    records: Sequence[Record]
    _by_path: dict[str, Record] = field(default_factory=dict)
    _by_name: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))
    _by_id: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))
    _by_key: dict[tuple[str, int], list[Record]] = field(default_factory=lambda: defaultdict(list))
    _by_number: dict[int, list[Record]] = field(default_factory=lambda: defaultdict(list))
    _prefixes: set[str] = field(default_factory=set)
    _corpora: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._corpora = {record.corpus for record in self.records if record.corpus}
        for record in self.records:
            self._by_path[record.path] = record
            for name in {name_of(record.path), posixpath.basename(record.path)}:
                self._by_name[name.casefold()].append(record)
            self._by_id[record.id.casefold()].append(record)
            self._add_bare_id(record)
            if record.number is not None:
                self._add_number(record, record.number)

    def _add_bare_id(self, record: Record) -> None:
        if record.corpus is not None:
            self._by_id[record.id.split("/", 1)[1].casefold()].append(record)

    def _add_number(self, record: Record, number: int) -> None:
        self._by_number[number].append(record)
        kinds = {_kind(record.prefix)} if record.prefix else set()
        if not number_prefix(record):
            kinds.add(_USUAL)
        self._prefixes |= kinds
        for kind in kinds | {_kind(prefix) for prefix in [folder_prefix(record)] if prefix}:
            self._by_key[kind, number].append(record)

    def resolve(self, reference: Reference, origin: Record) -> Found:
        """The record that a reference of `origin` names."""
        if reference.href:
            found = self._href(reference.href, origin)
            if found.records or not self._may_go_by_text(reference):
                return found
        found = self.lookup(reference.text, origin)
        if found.records or found.about_record:
            return found
        looks_like = self._looks_like_record(reference.href or reference.text)
        return Found((), about_record=looks_like or self._declared_key(reference, origin))

    def lookup(self, text: str, origin: Record | None = None) -> Found:
        """The record that a spelling names: id, number, file name, path, or title with number.

        `origin` is the record that speaks: its own corpus comes first.
        """
        text = _bare(text)
        for candidates in self._spellings(text, origin):
            if candidates:
                return Found(_unique(self._own(candidates, origin)))
        return Found((), about_record=self._names_number(text))

    def named(self, text: str) -> tuple[Record, ...]:
        """The records that an id has as a person types it or a client sends it: several where it
        is ambiguous.

        Every part of it counts: a folder or corpus in front that a record does not lie in, or words
        behind its number, name nothing. Only what stands in a record may be read more freely.
        """
        text = _bare(text).removeprefix("./")
        return _unique(next(filter(None, self._whole_spellings(text)), ()))

    def _whole_spellings(self, text: str) -> Iterator[Sequence[Record]]:
        if text in self._by_path:
            yield [self._by_path[text]]
        yield self._by_id.get(text.casefold(), ())
        if "/" not in text:
            yield from self._unqualified(text)
            return
        yield [record for path, record in self._by_path.items() if path.endswith(f"/{text}")]
        corpus, _, own = text.partition("/")
        for found in self._unqualified(own) if corpus in self._corpora else ():
            yield [record for record in found if record.corpus == corpus]

    def _unqualified(self, text: str) -> Iterator[Sequence[Record]]:
        folded = text.casefold()
        yield self._by_id.get(folded, ())
        yield self._by_name.get(folded, ())
        yield self._by_stem_start(folded)
        if _ONLY_NUMBERED.fullmatch(text):
            yield self._by_numbering(text)
        elif heading := _HEADING.fullmatch(text):
            numbered = self._by_numbering(heading["number"])
            yield [r for r in numbered if (r.title or "").casefold() == heading["title"].casefold()]

    def _spellings(self, text: str, origin: Record | None) -> Iterator[Sequence[Record]]:
        folded = text.casefold()
        if text in self._by_path:
            yield [self._by_path[text]]
        if origin is not None and folded in self._by_id:
            yield self._by_id[folded]
        yield self._by_id.get(folded, ())
        yield self._by_name.get(folded, ())
        yield self._by_name.get(_SUFFIX.sub("", posixpath.basename(folded)), ())
        qualified = _QUALIFIED.match(text)
        if qualified:
            own = [r for r in self._by_numbering(qualified[2]) if r.corpus == qualified[1]]
            # Where corpora have names, another name is a mistake, not a folder.
            yield own or ([] if self._corpora else self._by_numbering(qualified[2]))
        yield self._by_stem_start(folded)
        yield self._by_numbering(text)

    def _by_stem_start(self, folded: str) -> Sequence[Record]:
        """`scs-0100-v2` names `scs-0100-v2-flavor-naming.md`; so does a truncated slug."""
        if not re.search(r"[0-9]-\w*[a-z]", folded):
            return ()
        return [
            r
            for name, found in self._by_name.items()
            if name.startswith(folded + "-")
            for r in found
        ]

    def _by_numbering(self, text: str) -> Sequence[Record]:
        numbering = number_in_name(text) or read_title(text, None).numbering
        if numbering is None:
            bare = text.lstrip("#")
            return self._by_number.get(int(bare), ()) if is_number(bare) and len(bare) < 6 else ()
        if numbering.prefix:
            return self._by_key.get((_kind(numbering.prefix), numbering.number), ())
        return self._by_number.get(numbering.number, ())

    def _names_number(self, text: str) -> bool:
        bare = text.lstrip("#")
        if is_number(bare):
            return len(bare) < 6
        unqualified = text.rpartition("/")[2]
        numbering = number_in_name(unqualified) or read_title(unqualified, None).numbering
        if numbering is None:
            return False
        return numbering.prefix is None or numbering.prefix.casefold() in (
            self._prefixes | INTERCHANGEABLE
        )

    def _own(self, candidates: Sequence[Record], origin: Record | None) -> Sequence[Record]:
        if origin is None or origin.corpus is None:
            return candidates
        return [r for r in candidates if r.corpus == origin.corpus] or candidates

    def _href(self, href: str, origin: Record) -> Found:
        target = unquote(href.split("#")[0].split("?")[0])
        if not target:
            return NOTHING
        if _URL.match(target):
            return self._address(target)
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(origin.path), target))
        for path in (
            joined,
            target.lstrip("/"),
            f"{joined}.md",
            f"{joined}/README.md",
            f"{joined}/index.md",
        ):
            if path in self._by_path:
                return Found((self._by_path[path],))
        return self._named_like(target, origin)

    def _named_like(self, target: str, origin: Record) -> Found:
        name = posixpath.basename(target.rstrip("/"))
        bare = _SUFFIX.sub("", name).casefold()
        candidates = list(self._by_name.get(name.casefold(), ())) or list(
            self._by_name.get(bare, ())
        )
        if candidates:
            closer = [r for r in candidates if r.path.endswith(target.lstrip("./"))]
            return Found(_unique(self._own(closer or candidates, origin)))
        if is_number(bare) and len(bare) < 6:
            return Found(_unique(self._own(self._by_number.get(int(bare), ()), origin)))
        return Found((), about_record=self._looks_like_record(target))

    def _address(self, address: str) -> Found:
        """An address on the web names a record where its last parts are the record's path."""
        if _NOT_RECORDS.search(address):
            return NOTHING
        name = posixpath.basename(address.rstrip("/")).casefold()
        candidates = self._by_name.get(name) or self._by_name.get(_SUFFIX.sub("", name), [])
        return Found(_unique(candidates), about_record=bool(candidates))

    def _may_go_by_text(self, reference: Reference) -> bool:
        """Whether the words of a link may speak where its destination is no record here."""
        href = reference.href or ""
        if not _URL.match(href):
            return True
        return not _NOT_RECORDS.search(href) and not href.split("#")[0].endswith(".md")

    def _looks_like_record(self, target: str) -> bool:
        if _URL.match(target):
            return False
        name = posixpath.basename(target.split("#")[0])
        return bool(_SUFFIX.search(name)) and number_in_name(_SUFFIX.sub("", name)) is not None

    def _is_file_name(self, text: str) -> bool:
        return " " not in text and ("/" in text.strip("/") or bool(_SUFFIX.search(text)))

    def _declared_key(self, reference: Reference, origin: Record) -> bool:
        """A front matter key names a record or names it wrongly: any word in native records, a
        file name or path in the others."""
        if reference.href or _URL.match(reference.text) or not reference.from_key:
            return False
        return origin.dialect == "native" or self._is_file_name(reference.text)


def find_record(records: Sequence[Record], identifier: str) -> Record:
    """The one record that an identifier names, in any spelling. Raises `UsageError`."""
    # A typed path may begin at another folder than the root: `../adr/0007-x.md`.
    found = Resolver(records).named(_UPWARD.sub("", identifier))
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(sorted(record.id for record in found))
        raise UsageError(f"{identifier} could be {names}", "name one of them in full")
    raise UsageError(f"there is no decision {identifier}", "see mneme list")


def _bare(text: str) -> str:
    """A spelling without the marks around it."""
    return text.strip().strip("`'\"<>[]").rstrip(".,;:")


def _kind(prefix: str) -> str:
    """What a prefix counts as: of those that can stand for each other, one stands for all."""
    name = prefix.casefold()
    return _USUAL if name in INTERCHANGEABLE else name


def number_prefix(record: Record) -> str | None:
    """The prefix that the record's own file name has, None where the name has only a number."""
    numbering = number_in_name(name_of(record.path))
    return numbering.prefix if numbering else None


def folder_prefix(record: Record) -> str | None:
    """What people write before the number of a record that has no prefix, where its folder says
    so: `RFC 13` is `rfcs/0013-use-x.md`."""
    word = posixpath.basename(posixpath.dirname(record.path)).casefold().removesuffix("s")
    named = word in KNOWN_PREFIXES and word not in INTERCHANGEABLE
    return word.upper() if named and record.prefix is None else None


def _unique(records: Iterable[Record]) -> tuple[Record, ...]:
    return tuple({record.path: record for record in records}.values())


def resolve_all(records: Sequence[Record]) -> dict[str, tuple[Target, ...]]:
    """Every record's declared relations with what they name, by path; non-records are left out."""
    resolver = Resolver(records)
    return {record.path: tuple(_targets(record, resolver)) for record in records}


def _targets(record: Record, resolver: Resolver) -> Iterator[Target]:
    resolved = [(reference, resolver.resolve(reference, record)) for reference in record.references]
    certain = {(r.kind, f.records[0].path) for r, f in resolved if len(f.records) == 1}
    seen: set[tuple[str, str | None]] = set()
    for reference, found in resolved:
        if len(found.records) == 1:
            target = found.records[0]
            if (reference.kind, target.path) not in seen:
                seen.add((reference.kind, target.path))
                yield Target(reference, target.id, target.path)
        elif any((reference.kind, candidate.path) in certain for candidate in found.records):
            continue  # said again in short, where a link has said which one
        elif found.records:
            yield Target(reference, None, None, tuple(r.id for r in found.records))
        elif found.about_record:
            yield Target(reference, None, None)
