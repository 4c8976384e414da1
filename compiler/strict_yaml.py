"""Strict YAML: text stays text, and every refusal has a line and a column.

The scanner is libyaml's, the construction is ours. YAML's habits of turning `no` into false,
`0012` into 10 and `2026-01-02` into a date object are not wanted here, nor are anchors, tags and
duplicate keys (ADR-0005).
"""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from adr_schema.records import Place
from compiler.problems import Problem

MAX_DEPTH = 32

Value = str | bool | None | list["Value"] | dict[str, "Value"]

# The plain words that mean something else than themselves; YAML 1.2's core, and no more.
CORE_WORDS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
}
# Plain keys that other loaders would not take for text.
NOT_TEXT_KEY = re.compile(
    r"[-+]?[0-9][0-9_.:eE+-]*|true|false|null|~|True|False|Null|yes|no|on|off"
)
# Wheels of PyYAML carry libyaml; a build without it scans the same language eight times slower.
_SCANNER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _RefusedError(Exception):
    """A construct that this loader does not take."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


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
        if not event.style and (not event.value or NOT_TEXT_KEY.fullmatch(event.value)):
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
    if not event.style and event.value in CORE_WORDS:
        return CORE_WORDS[event.value]
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
