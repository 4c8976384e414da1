"""Edits of front matter that leave every other key, comment and quote as it is."""

import re

from adr_schema.vocabulary import NATIVE_KEYS
from compiler.edits import Edit, Written
from compiler.fields import key_name
from compiler.frontmatter import FrontMatter
from compiler.lexicon import is_nothing
from compiler.strict_yaml import Value, YamlError, load_yaml

_KEY = re.compile(r"""(?:"([^"]*)"|'([^']*)'|([^\s#:'"\[\]{},-][^:#]*?))[ \t]*:(?=\s|$)""")
_SCALAR = re.compile(
    r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#](?:[^\s#]|\s+[^\s#]|(?<=\S)#)*)"""
)
_ITEM = re.compile(r"(\s*-\s+)(\S.*)$")
_FLOW_SPECIAL = re.compile(r"[,\[\]{}]")


def yaml_scalar(text: str, *, like: str = "", flow: bool = False) -> str:
    """A text as a YAML scalar on one line: plain where that reads back, else in double quotes.

    `like` is a scalar whose quotes are taken over; `flow` says that it stands in brackets.
    """
    if like[:1] in ("'", '"') and like[0] not in text and "\\" not in text:
        return f"{like[0]}{text}{like[0]}"
    if not (flow and _FLOW_SPECIAL.search(text)) and _reads_back(text, text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def yaml_value(value: str | tuple[str, ...]) -> str:
    """A text as a scalar, several as a list in brackets; both on one line."""
    if isinstance(value, str):
        return yaml_scalar(value)
    return f"[{', '.join(yaml_scalar(text, flow=True) for text in value)}]"


def _reads_back(written: str, text: str) -> bool:
    try:
        value, _ = load_yaml(f"key: {written}", 1)
    except YamlError:
        return False
    return value == {"key": text}


def key_for(front: FrontMatter, name: str) -> str | None:
    """The key that the front matter has for a field, as written, even with an empty value."""
    return next((key for key in front.values if key_name(key) == name), None)


def scalar_span(line: str, start: int) -> tuple[int, int]:
    """The columns of the scalar at or behind `start`, its quotes included, a comment not."""
    match = _SCALAR.match(line, start)
    return match.span(1) if match else (start, start)


def add_key(written: Written, front: FrontMatter, key: str, value: str) -> Edit | None:
    """A new key with a value in YAML, behind the keys that go before it in the native form."""
    extents = _extents(written, front)
    if not extents:
        return None
    order = {name: number for number, name in enumerate(NATIVE_KEYS)}
    before = [
        end
        for name, (_, end) in extents.items()
        if order.get(str(key_name(name)), len(order)) < order[key]
    ]
    last = max(before or [end for _, end in extents.values()])
    return written.insert_below(last - 1, [f"{key}: {value}"])


def extend_key(written: Written, front: FrontMatter, key: str, item: str) -> list[Edit]:
    """A further item in the value of a key, in the value's own style; none where it has none."""
    extent = _extents(written, front).get(key)
    if extent is None:
        return []
    value = front.values[key]
    if _is_empty(value):
        return _fill(written, extent, item)
    if isinstance(value, str):
        return _into_list(written, extent, item)
    lines = written.lines[extent[0] : extent[1]]
    if _ITEM.match(lines[-1]) and not _after_colon(lines[0]).strip():
        return _add_line(written, extent[1] - 1, item)
    return _add_inside(written, extent, item)


def _is_empty(value: Value) -> bool:
    return value is None or value == [] or (isinstance(value, str) and is_nothing(value))


def _extents(written: Written, front: FrontMatter) -> dict[str, tuple[int, int]]:
    """The lines of each top-level key, end exclusive, without blanks and comments behind it."""
    found: dict[str, tuple[int, int]] = {}
    closing = front.body_start - 1
    starts = [
        (number, key)
        for number in range(closing)
        if (match := _KEY.match(written.lines[number]))
        and (key := next(group for group in match.groups() if group is not None)) in front.values
    ]
    for at, (number, key) in enumerate(starts):
        end = starts[at + 1][0] if at + 1 < len(starts) else closing
        while end > number + 1 and written.lines[end - 1].lstrip()[:1] in ("", "#"):
            end -= 1
        found[key] = (number, end)
    return found


def _value_column(line: str) -> int:
    match = _KEY.match(line)
    return match.end() if match else 0


def _after_colon(line: str) -> str:
    return line[_value_column(line) :].partition(" #")[0]


def _fill(written: Written, extent: tuple[int, int], item: str) -> list[Edit]:
    """`key:`, `key: []`, `key: none` -> `key: [item]`."""
    line = written.lines[extent[0]]
    column = _value_column(line)
    start, end = scalar_span(line, column)
    gap = "" if start > column else " "
    return [written.replace(extent[0], start, end, f"{gap}[{yaml_scalar(item, flow=True)}]")]


def _into_list(written: Written, extent: tuple[int, int], item: str) -> list[Edit]:
    """`key: first` -> `key: [first, item]`."""
    line = written.lines[extent[0]]
    start, end = scalar_span(line, _value_column(line))
    if extent[1] - extent[0] > 1 or start == end:
        return []
    first = line[start:end]
    quoted = first[:1] in ("'", '"') or not _FLOW_SPECIAL.search(first)
    kept = first if quoted else yaml_scalar(first, flow=True)
    more = yaml_scalar(item, like=first, flow=True)
    return [written.replace(extent[0], start, end, f"[{kept}, {more}]")]


def _add_line(written: Written, line: int, item: str) -> list[Edit]:
    match = _ITEM.match(written.lines[line])
    assert match, "asked only for an item's line"
    return [written.insert_below(line, [match[1] + yaml_scalar(item, like=match[2])])]


def _add_inside(written: Written, extent: tuple[int, int], item: str) -> list[Edit]:
    """`key: [a, b]` -> `key: [a, b, item]`, also over several lines."""
    number = extent[1] - 1
    line = written.lines[number].partition(" #")[0]
    column = line.rfind("]")
    if column < 0:
        return []
    while not line[:column].strip() and number > extent[0]:
        number -= 1
        line = written.lines[number].partition(" #")[0].rstrip()
        column = len(line)
    inside = line[:column].rstrip()
    comma = " " if inside.endswith(",") else ", "
    last = re.split(r"[\[,]\s*", inside.rstrip(","))[-1]
    more = yaml_scalar(item, like=last.strip(), flow=True)
    return [written.replace(number, len(inside), len(inside), f"{comma}{more}")]
