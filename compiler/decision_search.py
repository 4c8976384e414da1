"""The compiled decisions as texts that can be searched."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from adr_schema.records import Record
from adr_schema.resolved import Decision
from compiler.identity import name_of
from compiler.links import Resolver
from compiler.search import SearchIndex, Text


class DecisionSearch:
    """Decisions, prepared for any number of searches; a server keeps one while they are the same.

    Decisions of one rank come in the order that they are given in: by id, as they are compiled.
    `resolver` finds ids among their records; one is made where none is given, as it is large.
    """

    def __init__(self, decisions: Sequence[Decision], resolver: Resolver | None = None) -> None:
        self._given = resolver
        self._by_id = {decision.id: decision for decision in decisions}
        self._index = SearchIndex([_text(d.record) for d in decisions], self._spelt)

    def find(self, query: str) -> list[Decision]:
        """All decisions that `SearchIndex.find` finds, whatever their lifecycle. What an id in any
        spelling or a file name names comes first."""
        return [self._by_id[identifier] for identifier in self._index.find(query)]

    def _spelt(self, query: str) -> Iterator[str]:
        return (record.id for record in self._resolver.named(query))

    @cached_property
    def _resolver(self) -> Resolver:
        return self._given or Resolver([decision.record for decision in self._by_id.values()])


def _text(record: Record) -> Text:
    return Text(
        id=record.id,
        title=record.title or "",
        statement=record.statement,
        body=record.body,
        names=tuple(_names(record)),
        labels=tuple(filter(None, (record.scope, record.topic, *record.tags, *record.deciders))),
    )


def _names(record: Record) -> Iterator[str]:
    """What else names the record within a longer query: its file, its number without zeros."""
    yield name_of(record.path)
    if record.number is not None:
        yield f"{record.prefix or 'ADR'}-{record.number}"
