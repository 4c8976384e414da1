"""How a corpus names its records: as ids or as links, learned from the references it has."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from adr_schema.records import Record, Reference
from compiler.identity import is_number, name_of, number_in_name

Words = Literal["id", "title", "stem"]

_NUMBERED_TITLE = re.compile(r"^[0-9]{1,5}[.:]?\s+\S")


@dataclass(frozen=True, slots=True)
class Spelling:
    """The majority's way: in `body`s whether links or bare ids, the `words` of a link (None:
    open), and in `front` matter keys whether ids or file names."""

    body: Literal["link", "id"] = "link"
    words: Words | None = None
    front: Literal["id", "file"] = "id"

    def in_front(self, origin: Record, target: Record) -> list[str]:
        """How a key of `origin` may name `target`, best first."""
        path = _relative(origin, target)
        return (
            [path, own_id(origin, target)]
            if self.front == "file"
            else [
                own_id(origin, target),
                path,
            ]
        )

    def in_body(self, origin: Record, target: Record) -> list[str]:
        """How a line of `origin` may name `target`, best first."""
        href = _href(origin, target)
        link = f"[{self._words(origin, target)}]({href})"
        # A date in a file's name would be taken for the record's; a title holds none.
        titled = f"[{_escaped(target.title or own_id(origin, target))}]({href})"
        best = [own_id(origin, target)] if self.body == "id" else []
        return [*best, link, titled]

    def _words(self, origin: Record, target: Record) -> str:
        chosen = self.words or ("title" if origin.dialect == "nygard" else "id")
        if chosen == "title" and target.title and target.number is not None:
            return _escaped(f"{target.number}. {target.title}")
        return _escaped(name_of(target.path) if chosen == "stem" else own_id(origin, target))


def learn_spelling(records: Iterable[Record]) -> Spelling:
    """The way of the references in these records; the newer ones count as much as the old."""
    references = [reference for record in records for reference in record.references]
    body = [r for r in references if not r.from_key]
    linked = [r for r in body if r.href]
    words = Counter(kind for r in linked if (kind := _kind_of_words(r)))
    keys = [r for r in references if r.from_key]
    files = sum("." in r.text for r in keys)
    return Spelling(
        "id" if len(linked) * 2 < len(body) else "link",
        words.most_common(1)[0][0] if words else None,
        "file" if files * 2 > len(keys) else "id",
    )


def own_id(origin: Record, target: Record) -> str:
    """The id by which `origin` knows `target`: without the corpus where that is its own."""
    own = f"{target.corpus}/"
    return target.id.removeprefix(own) if target.corpus == origin.corpus else target.id


def _kind_of_words(reference: Reference) -> Words | None:
    text = reference.text
    if _NUMBERED_TITLE.match(text):
        return "title"
    if reference.href and name_of(reference.href) == text.removesuffix(".md"):
        return "stem"
    numbering = number_in_name(text.replace(" ", "-"))
    return "id" if numbering or is_number(text) else None


def _relative(origin: Record, target: Record) -> str:
    return posixpath.relpath(target.path, posixpath.dirname(origin.path) or ".")


def _href(origin: Record, target: Record) -> str:
    """A relative link; only what would end it or mean something else in it is encoded."""
    path = _relative(origin, target)
    return "".join(quote(c) if c in ' ()<>%?#\\"|' or c < " " else c for c in path)


def _escaped(words: str) -> str:
    return re.sub(r"([\[\]\\|<>*_`])", r"\\\1", words)
