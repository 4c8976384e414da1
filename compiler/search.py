"""Search in texts: words whole or by their beginning, case and accents folded (ADR-0028).

The index is SQLite's FTS5 in memory. It knows neither decisions nor proposals, and no filter.
"""

import re
import unicodedata
import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final

from compiler.errors import UsageError

if TYPE_CHECKING:
    import sqlite3

ENGINE: Final = "fts5"
NO_ENGINE: Final = "this Python's SQLite has no FTS5, which search needs"
REMEDY: Final = "use a Python with FTS5, such as those of python.org, of uv and of most systems"

# What a word counts for in each column of the table.
_WEIGHTS: Final = {"names": 10.0, "title": 8.0, "statement": 4.0, "labels": 4.0, "body": 1.0}
# Beyond these, a query is a document: each term costs a look at all texts that have it.
_MOST_TERMS = 32
# Shorter words are found whole only: too many begin with any two letters. Beginnings of this length
# have an index of their own, without which each asks for all words that begin so.
_BEGINNING = 3
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_WORD = re.compile(r"[^\W_]+")
_SIGN = re.compile(r"\W")
_QUOTED = re.compile(r'"([^"]*)"|“([^“”]*)”')
# Scripts without spaces between words: each character is a word, and several are a phrase.
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class Text:
    """What is searched: an id, other names of the same, a title, a statement, labels, a body."""

    id: str
    title: str
    statement: str
    body: str = ""
    names: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


class SearchIndex:
    """Texts that can be searched; the index is built when it is first asked.

    `texts` are in the order that those of one rank have. `named` gives the ids that a whole query
    spells: they come first. Threads may share one.
    """

    def __init__(
        self,
        texts: Sequence[Text],
        named: Callable[[str], Iterable[str]],
        engine: str = ENGINE,
    ) -> None:
        self._texts = texts
        self._ids = [text.id for text in texts]
        self._named = named
        self._engine = engine
        self._lock = Lock()

    def find(self, query: str) -> list[str]:
        """The ids of the texts that have all words of the query, or any where none has all.

        A word is found whole or, from three letters on, by its beginning; words in quotes one after
        another, whole. Of a long query the first 32 words count. The order is that of rank, then
        that of the texts. A blank query gives every text; one without any word, such as
        punctuation, gives none but what it names. Raises `UsageError` where SQLite cannot search.
        """
        if not query.strip():
            return list(self._ids)
        terms = terms_of(query)
        ranked = self._matching(" AND ".join(terms)) or self._matching(" OR ".join(terms))
        return list(dict.fromkeys((*self._named(query), *ranked)))

    def _matching(self, expression: str) -> list[str]:
        if not expression:
            return []
        weights = ", ".join(map(str, _WEIGHTS.values()))
        # Rounded: the last digits of a sum depend on the order in which it was made.
        order = f"round(bm25(texts, {weights}), 9), rowid"
        statement = f"SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY {order}"
        with self._lock:
            rows = self._database.execute(statement, (expression,)).fetchall()
        return [self._ids[row] for (row,) in rows]

    @cached_property
    def _database(self) -> "sqlite3.Connection":
        database = _new_table(self._engine)
        weakref.finalize(self, database.close)
        marks = ", ".join("?" * (len(_WEIGHTS) + 1))
        statement = f"INSERT INTO texts (rowid, {', '.join(_WEIGHTS)}) VALUES ({marks})"
        database.execute("BEGIN")  # one for all texts: FTS5 settles each that it writes
        database.executemany(statement, map(_row, range(len(self._texts)), self._texts))
        database.execute("COMMIT")
        self._texts = ()  # the table has them now, and many take room
        return database


def has_engine(engine: str = ENGINE) -> bool:
    """Whether this Python's SQLite can search."""
    try:
        _new_table(engine).close()
    except UsageError:
        return False
    return True


def _new_table(engine: str) -> "sqlite3.Connection":
    import sqlite3

    database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA temp_store = MEMORY")  # no file for a large sort either
    try:
        # No content: the texts are kept by those who gave them.
        form = f"{', '.join(_WEIGHTS)}, content='', prefix={_BEGINNING}"
        database.execute(f"CREATE VIRTUAL TABLE texts USING {engine}({form})")
    except sqlite3.OperationalError:
        database.close()
        raise UsageError(NO_ENGINE, REMEDY) from None
    return database


def _row(number: int, text: Text) -> tuple[int | str, ...]:
    names = " ".join((text.id, *text.names))
    columns = (names, text.title, text.statement, " ".join(text.labels), text.body)
    return (number, *map(folded, columns))


def terms_of(query: str) -> list[str]:
    """The first 32 different terms of a query, phrases before words, as FTS5 reads them: in quotes
    and without marks, so that no character of the query means anything to it."""
    quoted = [one or other for one, other in _QUOTED.findall(query)]
    phrases = [_phrase(text) for text in quoted]
    words = [_beginning(word) for word in _QUOTED.sub(" ", query).split()]
    return list(dict.fromkeys(filter(None, phrases + words)))[:_MOST_TERMS]


def _beginning(text: str) -> str:
    """A term for a word, or several that only signs divide, of which the last may go on."""
    phrase = _phrase(text)
    last = phrase.strip('"').rpartition(" ")[2]
    return f"{phrase}*" if len(last) >= _BEGINNING else phrase


def _phrase(text: str) -> str:
    words = _WORD.findall(folded(text))
    return f'"{" ".join(words)}"' if words else ""


def folded(text: str) -> str:
    """The text without case, accents, vowel signs and forms of width; characters of scripts that
    set no spaces stand alone."""
    return _NOT_ASCII.sub(lambda run: _folded_run(run[0]), text.lower())


@lru_cache(maxsize=65536)
def _folded_run(run: str) -> str:
    letters = unicodedata.normalize("NFKD", run.casefold())
    plain = "".join(letter for letter in letters if not is_mark(letter))
    # SQLite takes signs that are newer than it for letters, and refuses halves of surrogate pairs.
    return _UNSPACED.sub(r" \g<0> ", _SIGN.sub(" ", plain))


def is_mark(letter: str) -> bool:
    """Whether a character only adds to the one before it, as accents do, and vowels in many
    scripts: it does not divide a word."""
    return unicodedata.category(letter)[0] == "M"
