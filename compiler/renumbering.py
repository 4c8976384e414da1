"""Another number for a record: its file, heading and id, and every reference to it.

What names the record without doubt is rewritten in its own spelling; what could name another one
as well is listed and left. Code blocks are never touched. The result is proved before anything is
written: the same decisions with the same relations, under another number.
"""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import quote, unquote

from adr_schema.records import Place, Record, Reference
from compiler.authoring import next_number
from compiler.corpus import Corpus
from compiler.edits import Edit, Written, apply_edits
from compiler.errors import UsageError
from compiler.fields import key_name
from compiler.front_edits import scalar_span
from compiler.frontmatter import FrontMatter, read_front_matter
from compiler.git.working_tree import lines_with
from compiler.identity import (
    FOLDER_FILES,
    INTERCHANGEABLE,
    is_number,
    is_same_number,
    name_of,
    number_in_id,
    number_in_name,
)
from compiler.inline import LINK
from compiler.links import Resolver, find_record
from compiler.markdown import code_lines, parse
from compiler.pipeline import Compiled
from compiler.plans import Plan, compile_plan
from compiler.proof import by_path, new_errors, relations
from compiler.references import Mention, every_mention, written
from compiler.text import Text, decode

# What another number may change in the reading of a record that names it.
_NAMING = frozenset({"id", "references", "body", "sha256", "places", "title", "statement",
                     "status_text", "rules", "constraints", "line"})  # fmt: skip
_OWN = _NAMING | {"path", "number"}
_PINNED = re.compile(r"^[a-z]+://.*/[0-9a-f]{40}/", re.IGNORECASE)
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]*")


@dataclass(frozen=True, slots=True)
class Left:
    """Words that may name the record and were not rewritten, where they stand, and why."""

    path: str
    line: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Renumbered:
    """The record before and after, the planned change, and what was left as it is."""

    old: Record
    new: Record
    plan: Plan
    left: tuple[Left, ...]


def renumber(compiled: Compiled, identifier: str, new: str | None) -> Renumbered:
    """Plan another number for the record that `identifier` names; None asks for the next free one.

    Raises `UsageError` where it names no record or several, where the number is taken, and where
    the records would not read as before.
    """
    record = find_record([decision.record for decision in compiled.decisions], identifier)
    corpus = next(c for c in compiled.corpora if record in c.records)
    change = _Change(record, _target_number(corpus, record, new))
    desk = _Desk(compiled, change)
    plan = desk.plan(corpus)
    after = compile_plan(compiled.project, plan)
    _prove(compiled, after, plan)
    renamed = by_path(after)[plan.moved[record.path]].record
    left = [replace(left, path=plan.moved.get(left.path, left.path)) for left in desk.left]
    return Renumbered(record, renamed, plan, (*left, *desk.elsewhere()))


def _target_number(corpus: Corpus, record: Record, new: str | None) -> int:
    if record.number is None or number_in_name(name_of(record.path)) is None:
        raise UsageError(f"{record.path} has no number in its name", "rename it by hand")
    if new is None:
        return next_number(corpus)
    wanted = number_in_id(new)
    if wanted is None:
        hint = "write it as 12 or ADR-0012; 99999 is the highest"
        raise UsageError(f"{new!r} is no number of a record", hint)
    if wanted.prefix and wanted.prefix.casefold() != (record.prefix or "adr").casefold():
        raise UsageError(f"{new} has another prefix than {record.id}", "give the number alone")
    for path in corpus.paths:
        used = number_in_name(name_of(path))
        if used and used.number == wanted.number and _same_prefix(used.prefix, record):
            raise UsageError(f"the number {wanted.number} is taken by {path}", "choose another")
    for other in corpus.records:
        if other.number == wanted.number and _same_prefix(other.prefix, record):
            raise UsageError(f"the number {wanted.number} is taken by {other.id}", "choose another")
    return wanted.number


def _same_prefix(prefix: str | None, record: Record) -> bool:
    own = number_in_name(name_of(record.path))
    theirs = own.prefix if own else None
    return None in (prefix, theirs) or str(prefix).casefold() == str(theirs).casefold()


@dataclass(frozen=True, slots=True)
class _Change:
    """One record and its new number, and what texts that name it become."""

    record: Record
    number: int

    @property
    def name(self) -> str:
        """The file, or the folder of a record that has one, that goes by another name."""
        folder, base = posixpath.split(self.record.path)
        stem = posixpath.splitext(base)[0].casefold()
        return posixpath.basename(folder) if stem in FOLDER_FILES and folder else base

    @property
    def move(self) -> tuple[str, str]:
        """What is renamed, and to what; paths from the base."""
        at = self.record.path.rfind(self.name)
        head = self.record.path[:at]
        return head + self.name, head + self.renamed(self.name)

    def renamed(self, name: str) -> str:
        """A file name with the other number; a date before it is none."""
        numbered = re.compile(rf"(?<![0-9])0*{self.record.number}(?![0-9])")
        dated = re.match(r"[0-9]{4}[-_.]?[0-9]{2}[-_.]?[0-9]{2}(?![0-9])", name)
        match = numbered.search(name, dated.end() if dated else 0)
        if match is None:
            return name
        return name[: match.start()] + self.digits(match[0]) + name[match.end() :]

    def digits(self, old: str) -> str:
        """The new number, padded as the old one is."""
        return f"{self.number:0{len(old)}d}"

    def respelled(self, text: str) -> str:
        """A text that names the record, with its file name, id or leading number rewritten."""
        stem = posixpath.splitext(self.name)[0]
        for name in (self.name, quote(self.name), stem, quote(stem)):
            if name in text:
                return text.replace(name, self.renamed(name))
        return self._ids().sub(lambda m: (m[1] or m[2] or "") + self.digits(m[3]), text)

    def redirected(self, href: str) -> str:
        """A link's destination; `/adr/7` is that of a page, another file stays what it is."""
        if self.is_other_file(href):
            return href
        page = re.compile(rf"(?<=/)0*{self.record.number}(?=[/>]*$)")
        return page.sub(lambda match: self.digits(match[0]), self.respelled(href))

    def is_other_file(self, word: str) -> bool:
        """Whether a word names a file, a picture for one, that is not the record's."""
        path = re.split("[#?]", unquote(word).strip("<>"))[0]
        parts = [posixpath.splitext(part) for part in path.split("/")]
        own = posixpath.splitext(self.name)[0]
        return bool(_SUFFIX.fullmatch(parts[-1][1])) and own not in [stem for stem, _ in parts]

    def _ids(self) -> re.Pattern[str]:
        prefixes = {*INTERCHANGEABLE, *filter(None, [(self.record.prefix or "").casefold()])}
        spelled = "|".join(re.escape(prefix) for prefix in sorted(prefixes, key=len, reverse=True))
        number = rf"(0*{self.record.number})(?![\w])"
        return re.compile(
            rf"(?:((?<![^\W_])(?:{spelled})s?[\s\-_#:]{{0,2}})|(^[\W_]*)){number}", re.IGNORECASE
        )


@dataclass(slots=True)
class _Desk:
    """Looks through all files of all corpora for what names the record."""

    compiled: Compiled
    change: _Change
    left: list[Left] = field(default_factory=list)
    _resolver: Resolver = field(init=False)
    _records: dict[str, Record] = field(init=False)

    def __post_init__(self) -> None:
        self._records = {d.record.path: d.record for d in self.compiled.decisions}
        self._resolver = Resolver(list(self._records.values()))

    def plan(self, corpus: Corpus) -> Plan:
        """The moves and the new bytes."""
        old, new = self.change.move
        inside = [p for p in corpus.paths if p == old or p.startswith(f"{old}/")]
        moved = {path: new + path.removeprefix(old) for path in inside}
        before: dict[str, bytes | None] = {}
        after: dict[str, bytes] = {}
        for path in self._paths():
            data = self.compiled.project.source.read(path)
            edits = self._edits(path, data)
            if edits:
                before[moved.get(path, path)] = data
                after[moved.get(path, path)] = apply_edits(data, edits)
        return Plan(before, after, ((old, new),), moved)

    def elsewhere(self) -> Iterator[Left]:
        """The other files of the repository that name the old file, each once."""
        root, read = self.compiled.project.root, set(self._paths())
        for path, line in lines_with(root, self.change.name) if root else ():
            if path not in read:
                read.add(path)
                yield Left(path, line, self.change.name, "only the folders of records are edited")

    def _paths(self) -> Iterator[str]:
        """Every file that is read, each once."""
        seen: set[str] = set()
        for corpus in self.compiled.corpora:
            for entry in self.compiled.project.source.entries(corpus.folder):
                if entry.supported and entry.link is None and entry.path not in seen:
                    seen.add(entry.path)
                    yield entry.path

    def _edits(self, path: str, data: bytes) -> list[Edit]:
        text = decode(data)
        front = read_front_matter(text) if isinstance(text, Text) else None
        if not isinstance(text, Text) or not isinstance(front, FrontMatter):
            return []
        lines = _Lines(Written(data))
        own = path == self.change.record.path
        if own:
            self._own_number(lines, front)
        self._mentions(path, text, front, lines)
        self._bare_numbers(path, lines)
        return lines.edits()

    # --- the record's own number -----------------------------------------------------------------

    def _own_number(self, lines: "_Lines", front: FrontMatter) -> None:
        """Front matter, heading, and a field such as `RFC #`."""
        record = self.change.record
        for key, value in front.values.items():
            if key.casefold() == "id" or self._is_number_key(key, value):
                self._first_number(lines, front.places[key])
            elif key_name(key) == "title":
                place = front.places[key]
                lines.change(place.line - 1, place.column - 1, None, self.change.respelled)
        lines.change(record.line - 1, 0, None, self._heading)
        if "number" in record.places and "number" not in front.places:
            self._first_number(lines, record.places["number"])

    def _is_number_key(self, key: str, value: object) -> bool:
        record = self.change.record
        keys = ("slug", (record.prefix or "").casefold())
        named = key_name(key) == "number" or key.casefold() in keys
        return named and is_same_number(value, record.number)

    def _first_number(self, lines: "_Lines", place: Place) -> None:
        line = lines.written.lines[place.line - 1]
        start, end = scalar_span(line, place.column - 1)
        lines.change(place.line - 1, start, end, self._number_once)

    def _number_once(self, text: str) -> str:
        number = re.compile(rf"(?<![0-9])0*{self.change.record.number}(?![0-9])")
        return number.sub(lambda match: self.change.digits(match[0]), text, count=1)

    def _heading(self, line: str) -> str:
        """The heading with the number before its title changed, if there is one."""
        title = self.change.record.title or ""
        at = line.rfind(title) if title else -1
        if at < 0:  # the title is written with escapes or emphasis
            return self.change.respelled(line)
        return self._number_once(line[:at]) + line[at:]

    # --- what names it ---------------------------------------------------------------------------

    def _mentions(self, path: str, text: Text, front: FrontMatter, lines: "_Lines") -> None:
        origin = self._records.get(path) or replace(self.change.record, path=path)
        code = code_lines(text, front.body_start)
        definitions = parse(text, front.body_start).definitions
        for number, line in enumerate(text.lines):
            if number in code or lines.is_taken(number):
                continue
            for mention in every_mention(line):
                self._mention(mention, origin, definitions, number, lines)

    def _mention(
        self,
        mention: Mention,
        origin: Record,
        definitions: Mapping[str, str],
        number: int,
        lines: "_Lines",
    ) -> None:
        href = definitions.get(str(mention.href)) if mention.label else mention.href
        reference = Reference("", written(mention), href, Place(number + 1))
        found = self._resolver.resolve(reference, origin).records
        paths = [record.path for record in found]
        if self.change.record.path not in paths:
            return
        if len(paths) > 1:
            names = " or ".join(sorted(record.id for record in found))
            self._leave(origin.path, number, mention, f"it could name {names}")
            return
        if href and _PINNED.match(href):
            self._leave(origin.path, number, mention, "its address is that of one revision")
            return
        if self._is_other_file(lines.written.lines[number], mention):
            self._leave(origin.path, number, mention, "it is the name of another file")
            return
        respell = partial(self._in_mention, origin=origin)
        changed = lines.change(number, mention.start, mention.end, respell)
        if not changed and str(self.change.record.number) in written(mention):
            self._leave(origin.path, number, mention, "the number does not stand by itself")

    def _is_other_file(self, line: str, mention: Mention) -> bool:
        """Whether a word that is no link is a file's name, whose suffix may stand behind it."""
        word = line[mention.start : mention.end]
        suffix = _SUFFIX.match(line, mention.end)
        named = word + (suffix[0] if suffix else "")
        return not LINK.fullmatch(word) and self.change.is_other_file(named)

    def _leave(self, path: str, number: int, mention: Mention, why: str) -> None:
        self.left.append(Left(path, number + 1, written(mention), why))

    def _in_mention(self, span: str, origin: Record) -> str:
        """The words of a mention; of a link both its words and its destination or label."""
        match = LINK.fullmatch(span)
        if match is None:
            # The further numbers of `ADR-7/8` stand without a prefix.
            return self.change.respelled(span)
        if match[4] == "":
            return self._in_label(span, origin)
        words, target = self.change.respelled(match[2]), 3 if match[4] is None else 4
        behind = (
            self.change.redirected(match[3])
            if match[4] is None
            else self._in_label(match[4], origin)
        )
        return (
            span[: match.start(2)]
            + words
            + span[match.end(2) : match.start(target)]
            + behind
            + span[match.end(target) :]
        )

    def _in_label(self, label: str, origin: Record) -> str:
        """The label of a reference link, respelled as where it is defined: word by word."""
        for mention in reversed(every_mention(label)):
            reference = Reference("", written(mention), mention.href, Place(1))
            found = self._resolver.resolve(reference, origin).records
            if [record.path for record in found] == [self.change.record.path]:
                word = self.change.respelled(label[mention.start : mention.end])
                label = label[: mention.start] + word + label[mention.end :]
        return label

    def _bare_numbers(self, path: str, lines: "_Lines") -> None:
        """`Superseded by 7`: numbers that the reader takes for the record where they stand."""
        origin = self._records.get(path)
        for reference in origin.references if origin else ():
            text = reference.text.lstrip("#")
            found = self._resolver.resolve(reference, origin).records if origin else ()
            meant = [record.path for record in found] == [self.change.record.path]
            if meant and is_number(text) and not reference.href:
                lines.change_word(reference.place, text, self.change.digits(text))


@dataclass(slots=True)
class _Lines:
    """The changed parts of a file's lines, each part once."""

    written: Written
    _parts: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)

    def change(self, line: int, start: int, end: int | None, respell: Callable[[str], str]) -> bool:
        """Respell a part of a line (`end` None: up to its end); False where nothing changes."""
        old = self.written.lines[line][start:end]
        new = respell(old)
        if new == old or self._overlaps(line, start, start + len(old)):
            return False
        self._parts[line, start] = (start + len(old), new)
        return True

    def change_word(self, place: Place, word: str, new: str) -> None:
        """The first such word at or behind a place, in its line or one of the next ones."""
        for number in range(place.line - 1, min(place.line + 40, len(self.written.lines))):
            first = place.column - 1 if number == place.line - 1 else 0
            pattern = re.compile(rf"(?<![\w./-]){re.escape(word)}(?![\w-])")
            match = pattern.search(self.written.lines[number], first)
            if match:
                if not self._overlaps(number, match.start(), match.end()):
                    self._parts[number, match.start()] = (match.end(), new)
                return

    def is_taken(self, line: int) -> bool:
        """Whether a part of the line is changed already."""
        return any(number == line for number, _ in self._parts)

    def edits(self) -> list[Edit]:
        """All changes of the file."""
        return [
            self.written.replace(line, start, end, new)
            for (line, start), (end, new) in sorted(self._parts.items())
        ]

    def _overlaps(self, line: int, start: int, end: int) -> bool:
        return any(
            number == line and start < other_end and other < end
            for (number, other), (other_end, _) in self._parts.items()
        )


def _prove(before: Compiled, after: Compiled, plan: Plan) -> None:
    """Raise `UsageError` where the records would say something else than before."""
    errors = new_errors(before, after, plan.moved)
    reason = errors[0].message if errors else _difference(before, after, plan)
    if reason:
        hint = "mend that first (mneme check), or renumber by hand"
        raise UsageError(f"the records would not read as before: {reason}", hint)


def _difference(before: Compiled, after: Compiled, plan: Plan) -> str | None:
    new = by_path(after)
    known, found = relations(before, plan.moved), relations(after)
    for old_path, decision in by_path(before).items():
        moved = new.get(plan.moved.get(old_path, old_path))
        if moved is None:
            return f"{old_path} would be no record any more"
        free = _OWN if old_path in plan.moved else _NAMING
        for name in set(Record.__slots__) - free:
            if getattr(decision.record, name) != getattr(moved.record, name):
                return f"the {name} of {old_path}"
        if known == found and decision.lifecycle != moved.lifecycle:
            return f"{decision.id} would be {moved.lifecycle}"
    if known - found:
        source, kind, target = sorted(known - found)[0]
        return f"{source} {kind} {target}"
    return None
