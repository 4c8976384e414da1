"""Strict YAML front matter: text stays text, and every refusal has a line and a column.

The scanner is libyaml's, the construction is ours. YAML's habits of turning `no` into false,
`0012` into 10 and `2026-01-02` into a date object are not wanted here, nor are anchors, tags and
duplicate keys (ADR-0005).
"""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from adr_schema.records import Place
from compiler.text import Text

MAX_DEPTH = 32

Value = str | bool | None | list["Value"] | dict[str, "Value"]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The metadata block: values, where each top-level key stands, and where the body starts.

    `places` holds the place of the value (of the key, where the value is empty). `raw` keeps the
    text of a value that is an unfilled template choice. `body_start` is the 0-based line behind
    the closing fence.
    """

    values: dict[str, Value]
    places: dict[str, Place]
    body_start: int
    comment_heading: str | None = None
    problems: tuple["Problem", ...] = ()

    def get(self, key: str) -> Value:
        """The value of a key, in whatever case it is written; None where it is absent."""
        if key in self.values:
            return self.values[key]
        return next((v for written, v in self.values.items() if written.casefold() == key), None)


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding about the block: its code in the catalogue, words and place."""

    code: str
    message: str
    hint: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class Broken:
    """Front matter that cannot be read; the file is rejected, never read as body."""

    problem: Problem


class _RefusedError(Exception):
    """A construct that this loader does not take."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


# Wheels of PyYAML carry libyaml; a build without it scans the same language eight times slower.
_SCANNER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

NO_FRONT_MATTER = FrontMatter({}, {}, 0)

_FENCE = "---"
_KEY_LINE = re.compile(r"[\w.$-]+[ \t]*:(\s|$)")
_NOT_TEXT_KEY = re.compile(
    r"[-+]?[0-9][0-9_.:eE+-]*|true|false|null|~|True|False|Null|yes|no|on|off"
)
# `key: {choice | choice}` and `key: [a | b]`: a template that was never filled in.
_UNFILLED = re.compile(r"^([\w.-]+):[ \t]+([{\[<].*[}\]>])[ \t]*(?:#.*)?$")
_BARE_CHOICES = re.compile(r"\{[^:{}]*\}|\[[^\]]*\|.*\]|<[^>]*>")
_PLAIN_WORD = r"[\w./(][^#:\[\]{},&*!|>%@`'\"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*"
_QUOTED = r"\"[^\"\\\n]*\"|'[^'\n]*'"
_PLAIN_LIST = rf"{_PLAIN_WORD}(?:, {_PLAIN_WORD})*"
_PLAIN_LINE = re.compile(rf"([A-Za-z_][\w-]*): (?:({_PLAIN_WORD}|{_QUOTED})|\[({_PLAIN_LIST})\])")


def read_front_matter(text: Text) -> FrontMatter | Broken:
    """Read the block between `---` on the first line and `---` or `...`.

    A blank line above the block is read past and reported (ADR104). A first `---` without
    anything like a key below it is a thematic break of the body.
    """
    opening = _opening_line(text.lines)
    if opening is None:
        return NO_FRONT_MATTER
    closing = _closing_line(text.lines, opening)
    if closing is None:
        return _unclosed(text.lines, opening)
    block = text.lines[opening + 1 : closing]
    loaded = _load_block(block, opening + 1)
    if isinstance(loaded, Broken):
        return loaded
    values, places, problems = loaded
    if opening:
        problems = (*problems, _late_start(opening))
    return FrontMatter(values, places, closing + 1, _comment_heading(block), problems)


def load_yaml(source: str, first_line: int) -> tuple[Value, dict[str, Place]]:
    """Load one YAML document strictly.

    `first_line` is the 1-based line of its first line in the file. Returns the value and, for a
    mapping, the place of each top-level value. Raises `YamlError`.
    """
    try:
        return _Loader(source, first_line).load()
    except _RefusedError as refused:
        raise YamlError(refused.problem) from None
    except yaml.YAMLError as error:
        raise YamlError(_syntax_problem(error, source, first_line)) from None


class YamlError(Exception):
    """YAML that is refused, with its problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _opening_line(lines: tuple[str, ...]) -> int | None:
    for number, line in enumerate(lines):
        if line.rstrip() == _FENCE:
            following = next((n for n in lines[number + 1 :] if n.strip()), "")
            looks_like_keys = bool(_KEY_LINE.match(following)) or following.startswith("#")
            return number if number == 0 or looks_like_keys else None
        if line.strip():
            return None
    return None


def _closing_line(lines: tuple[str, ...], opening: int) -> int | None:
    for number in range(opening + 1, len(lines)):
        if lines[number].rstrip() in ("---", "..."):
            return number
    return None


def _unclosed(lines: tuple[str, ...], opening: int) -> FrontMatter | Broken:
    following = lines[opening + 1] if opening + 1 < len(lines) else ""
    if not _KEY_LINE.match(following):
        return NO_FRONT_MATTER
    problem = Problem(
        "ADR103",
        "the front matter is never closed",
        "add a line `---` behind the last key",
        Place(opening + 1),
    )
    return Broken(problem)


def _late_start(opening: int) -> Problem:
    return Problem(
        "ADR104",
        "blank lines stand before the front matter",
        "move `---` to the first line: other tools do not see the block",
        Place(opening + 1),
    )


def _comment_heading(block: tuple[str, ...]) -> str | None:
    """A heading that slipped inside the fences, where YAML takes it for a comment.

    It stands first or last and apart from the keys, as a heading does; a comment does not.
    """
    for line, neighbour in ((block[:1], block[1:2]), (block[-1:], block[-2:-1])):
        if line and line[0].startswith("# ") and neighbour and not neighbour[0].strip():
            return line[0][2:].strip()
    return None


_Loaded = tuple[dict[str, Value], dict[str, Place], tuple[Problem, ...]]


def _load_block(block: tuple[str, ...], opening: int) -> _Loaded | Broken:
    """`opening` is the number of lines above the block."""
    plain = _load_plain(block, opening)
    if plain is not None:
        return plain
    source = "\n".join(_quote_unfilled(block))
    try:
        value, places = load_yaml(source, opening + 1)
    except YamlError as error:
        return Broken(error.problem)
    if value is None:
        return {}, {}, ()
    if not isinstance(value, dict):
        return {}, {}, (_not_a_mapping(value, opening),)
    return value, places, ()


def _load_plain(block: tuple[str, ...], opening: int) -> _Loaded | None:
    """The common case without the scanner: every line is `key: plain words` or `key: [a, b]`.

    libyaml costs more than parsing the Markdown of a short record. A line outside this narrow
    form, or a duplicate key, hands the whole block to the loader; a property test holds the two
    equal.
    """
    values: dict[str, Value] = {}
    places: dict[str, Place] = {}
    for number, line in enumerate(block, opening + 1):
        match = _PLAIN_LINE.fullmatch(line)
        if match is None or match[1] in values:
            return None
        key = match[1]
        words = [match[2]] if match[2] else match[3].split(", ")
        if _NOT_TEXT_KEY.fullmatch(key) or not all(map(_is_plain, words)):
            return None
        places[key] = Place(number, len(key) + 3)
        values[key] = _unquoted(match[2]) if match[2] else list(words)
    return values, places, ()


def _is_plain(word: str) -> bool:
    return word[-1] not in " \t" and word not in _CORE_WORDS


def _unquoted(value: str) -> str:
    return value[1:-1] if value[0] in "\"'" else value


def _quote_unfilled(block: tuple[str, ...]) -> list[str]:
    """Make template choices text, as their author meant them: YAML would read a mapping."""
    lines = []
    for line in block:
        match = _UNFILLED.match(line)
        if match and _BARE_CHOICES.fullmatch(match[2]):
            quoted = match[2].replace("'", "''")
            line = f"{match[1]}: '{quoted}'"
        lines.append(line)
    return lines


def _not_a_mapping(value: Value, opening: int) -> Problem:
    hint = None
    if isinstance(value, str) and ":" in value:
        key, _, rest = value.partition(":")
        hint = f"put a space behind the colon: `{key}: {rest.strip()}`"
    kind = "a list" if isinstance(value, list) else "text"
    hint = hint or "write one `key: value` a line"
    message = f"the front matter is {kind}, not keys with values"
    return Problem("ADR107", message, hint, Place(opening + 1))


_CORE_WORDS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
}


@dataclass(slots=True)
class _Loader:
    """Builds values from libyaml's events and keeps the place of every top-level value."""

    source: str
    first_line: int
    places: dict[str, Place] = field(default_factory=dict)
    _parser: Any = None

    def load(self) -> tuple[Value, dict[str, Place]]:
        self._parser = _SCANNER(self.source)
        self._take(yaml.StreamStartEvent)
        if self._parser.check_event(yaml.StreamEndEvent):
            return None, {}
        self._take(yaml.DocumentStartEvent)
        value = self._value(self._parser.get_event(), 0)
        self._take(yaml.DocumentEndEvent)
        if not self._parser.check_event(yaml.StreamEndEvent):
            raise self._refuse(self._parser.peek_event(), "a second YAML document")
        return value, self.places

    def _take(self, kind: type) -> None:
        event = self._parser.get_event()
        assert isinstance(event, kind), event

    def _value(self, event: Any, depth: int) -> Value:
        if depth > MAX_DEPTH:
            raise self._refuse(event, f"nesting deeper than {MAX_DEPTH}")
        if isinstance(event, yaml.AliasEvent):
            raise self._refuse(event, "an alias (`*`)")
        if event.anchor is not None:
            raise self._refuse(event, "an anchor (`&`)")
        if event.tag is not None:
            raise self._refuse(event, f"a tag (`{event.tag}`)")
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(depth)
        return self._mapping(depth)

    def _sequence(self, depth: int) -> list[Value]:
        items: list[Value] = []
        while not isinstance(event := self._parser.get_event(), yaml.SequenceEndEvent):
            items.append(self._value(event, depth + 1))
        return items

    def _mapping(self, depth: int) -> dict[str, Value]:
        items: dict[str, Value] = {}
        while not isinstance(event := self._parser.get_event(), yaml.MappingEndEvent):
            key = self._key(event)
            if key in items:
                raise self._problem("ADR105", event, f"the key `{key}` stands here a second time")
            value_event = self._parser.get_event()
            items[key] = self._value(value_event, depth + 1)
            if depth == 0:
                empty = items[key] is None or items[key] == ""
                self.places[key] = self._place(event if empty else value_event)
        return items

    def _key(self, event: Any) -> str:
        plain = isinstance(event, yaml.ScalarEvent)
        if not plain or event.tag is not None or event.anchor is not None:
            raise self._refuse(event, "a key that is not plain text")
        if not event.style and (not event.value or _NOT_TEXT_KEY.fullmatch(event.value)):
            raise self._refuse(event, f"a key that is not text (`{event.value}`)")
        return str(event.value)

    def _place(self, event: Any) -> Place:
        return Place(event.start_mark.line + self.first_line, event.start_mark.column + 1)

    def _refuse(self, event: Any, what: str) -> _RefusedError:
        return self._problem("ADR106", event, f"front matter cannot hold {what}")

    def _problem(self, code: str, event: Any, message: str) -> _RefusedError:
        hint = "write plain keys, text, lists and mappings, each key once"
        return _RefusedError(Problem(code, message, hint, self._place(event)))


def _scalar(event: Any) -> str | bool | None:
    if not event.style and event.value in _CORE_WORDS:
        return _CORE_WORDS[event.value]
    return str(event.value)


def _syntax_problem(error: yaml.YAMLError, source: str, first_line: int) -> Problem:
    mark = getattr(error, "problem_mark", None)
    what = str(getattr(error, "problem", None) or error).strip()
    line = mark.line if mark else 0
    column = mark.column + 1 if mark else 1
    lines = source.split("\n")
    written = lines[line] if line < len(lines) else ""
    hint = _syntax_hint(what, written)
    return Problem(
        "ADR103", f"the front matter is not YAML: {what}", hint, Place(line + first_line, column)
    )


def _syntax_hint(what: str, written: str) -> str:
    key, colon, value = written.partition(":")
    value = value.strip()
    if "mapping values are not allowed" in what and colon:
        return f'quote the value, for it holds a colon: `{key}: "{value}"`'
    if value[:1] in ("@", "`", "%", "*", "&", "!", "[", "{", '"', "'"):
        return f"quote the value, for YAML gives a meaning to `{value[0]}`"
    if "\t" in written:
        return "indent with spaces; YAML does not take tabs"
    return "check indentation, quotes and brackets near this line"
