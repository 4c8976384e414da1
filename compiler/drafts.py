"""A record as its own file gives it, and what else a file can turn out to be."""

from dataclasses import dataclass, field

from adr_schema.records import NonRecord, Place, Record, Rejected
from compiler.dates import DateReading
from compiler.identity import Numbering
from compiler.problems import Problem


@dataclass(frozen=True, slots=True)
class Draft:
    """A record whose id and date may still be open: its corpus settles them.

    `numberings` are the numbers that front matter, file name and heading give, by place;
    `date_text` is what stands where the date belongs. `unsayable` are the relations that the
    record cannot be made to state, with the reasons (see `stating.refusals`).
    """

    record: Record
    date: DateReading
    date_text: str | None
    date_place: Place
    numberings: dict[str, Numbering]
    states_decision: bool
    unsayable: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file turned out to be, with the findings made while reading it."""

    result: Draft | NonRecord | Rejected
    problems: tuple[Problem, ...] = ()
