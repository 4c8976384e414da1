"""Frozen dataclasses to JSON and back, driven by their fields: a new field needs no edit here.

A dataclass becomes the list of its fields in order, a tuple a list, a value of a union the pair of
its place in the union and itself. JSON, because data that is read from it may be wrong but
can never run.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class _Way:
    """How values of one type become JSON data and come back."""

    pack: Callable[[Any], Any] = _same
    unpack: Callable[[Any], Any] = _same


_AS_IT_IS = _Way()


class Codec(Generic[T]):
    """Turns values of one dataclass into bytes and back: `decode(encode(value)) == value`.

    Raises `TypeError` at once where a field's type has no form here.
    """

    def __init__(self, kind: type[T]) -> None:
        self._way = _dataclass(kind)

    def encode(self, value: T) -> bytes:
        """The bytes of a value."""
        return _JSON.encode(self._way.pack(value)).encode("utf-8", "surrogatepass")

    def decode(self, data: bytes) -> T:
        """The value that was encoded."""
        value: T = self._way.unpack(json.loads(data.decode("utf-8", "surrogatepass")))
        return value


def _way(kind: Any) -> _Way:
    origin, arguments = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _dataclass(kind)
    if kind in (str, int, bool, NoneType) or origin is Literal:
        return _AS_IT_IS
    if origin is tuple:
        return _tuple(arguments)
    if origin is dict and arguments[0] is str:
        return _dict(_way(arguments[1]))
    if origin in (Union, UnionType):
        return _union(arguments)
    raise TypeError(f"a value of {kind} has no form in JSON here")


def _dataclass(kind: Any) -> _Way:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    ways = [(place, _way(hints[name])) for place, name in enumerate(names)]
    values = attrgetter(*names)
    steps = [(place, way.pack, way.unpack) for place, way in ways if way is not _AS_IT_IS]

    def pack(value: Any) -> list[Any]:
        row = list(values(value)) if len(names) > 1 else [values(value)]
        for place, step, _ in steps:
            row[place] = step(row[place])
        return row

    def unpack(row: list[Any]) -> Any:
        for place, _, step in steps:
            row[place] = step(row[place])
        return kind(*row)

    return _Way(pack, unpack)


def _tuple(arguments: tuple[Any, ...]) -> _Way:
    """Any number of one kind, or a fixed number of plain values."""
    ways = [_way(argument) for argument in arguments if argument is not Ellipsis]
    if all(way is _AS_IT_IS for way in ways):
        return _Way(list, tuple)
    if len(ways) > 1:
        raise TypeError(f"a tuple of {arguments} has no form in JSON here")
    pack, unpack = ways[0].pack, ways[0].unpack
    return _Way(lambda items: list(map(pack, items)), lambda items: tuple(map(unpack, items)))


def _dict(inner: _Way) -> _Way:
    pack, unpack = inner.pack, inner.unpack
    return _Way(
        lambda items: {key: pack(value) for key, value in items.items()},
        lambda items: {key: unpack(value) for key, value in items.items()},
    )


def _union(arguments: tuple[Any, ...]) -> _Way:
    """Plain values as they are; else a value with the place of its class in the union."""
    ways = [_way(argument) for argument in arguments]
    if all(way is _AS_IT_IS for way in ways):
        return _AS_IT_IS
    classes = [get_origin(argument) or argument for argument in arguments]
    return _Way(
        lambda value: [place := classes.index(type(value)), ways[place].pack(value)],
        lambda pair: ways[pair[0]].unpack(pair[1]),
    )
