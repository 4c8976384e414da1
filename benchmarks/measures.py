"""Everything that is measured. To add a measure, write one function and put it into `MEASURES`."""

from collections.abc import Callable, Iterator

from benchmarks.measure import alternate, cpu, cpu_ratio, memory, wall
from benchmarks.table import Row
from benchmarks.workplace import FOLDER, Workplace, baseline, empty_python, mneme

Measure = Callable[[Workplace], Iterator[Row]]

_RUNS = 5
_LONG_RUNS = 3
_SHORT_RUNS = 10
_MANY = 10_000
_SOME = 1_000
_FEW = 200
_OTHER_FILES = 3_000
_CHECK_RATIO = 1.6
_CHECK_MEMORY = 150


def start_up(place: Workplace) -> Iterator[Row]:
    """What every command costs before it does anything."""
    commands = [empty_python(place.base), mneme(place.base, "--version")]
    empty, version = alternate(commands, _SHORT_RUNS)
    yield Row("start: empty Python", wall(empty) * 1000, "ms")
    yield Row(
        "start: mneme --version, above empty Python", (wall(version) - wall(empty)) * 1000, "ms", 60
    )


def check_generated(place: Workplace) -> Iterator[Row]:
    """`check` against its baseline, outside and inside a repository: ignore rules cost there."""
    outside, inside = place.records(_SOME), place.repository(_SOME)
    commands = [baseline(outside), mneme(outside, "check", FOLDER), mneme(inside, "check", FOLDER)]
    parsed, checked, tracked = alternate(commands, _RUNS)
    name = f"{_SOME:,} native records"
    yield Row(f"{name}: read and parse only, CPU", cpu(parsed), "s")
    yield Row(f"{name}: check, CPU", cpu(checked), "s")
    yield Row(
        f"{name}: check, CPU against parse only", cpu_ratio(checked, parsed), "x", _CHECK_RATIO
    )
    yield Row(f"{name}: check, memory", memory(checked), "MB", _CHECK_MEMORY)
    yield Row(f"{name}: check in git, CPU", cpu(tracked), "s")
    yield Row(
        f"{name}: check in git, CPU against parse only",
        cpu_ratio(tracked, parsed),
        "x",
        _CHECK_RATIO,
    )
    yield Row(f"{name}: check in git, memory", memory(tracked), "MB", _CHECK_MEMORY)


def check_real(place: Workplace) -> Iterator[Row]:
    """The same on records that people wrote, where they are at hand."""
    folder = place.real_records()
    if folder is None:
        yield Row("real records: check, CPU against parse only", None, "x", _CHECK_RATIO)
        return
    parsed, checked = alternate([baseline(folder), mneme(folder, "check")], _RUNS)
    yield Row("real records: read and parse only, CPU", cpu(parsed), "s")
    yield Row("real records: check, CPU", cpu(checked), "s")
    yield Row(
        "real records: check, CPU against parse only", cpu_ratio(checked, parsed), "x", _CHECK_RATIO
    )
    yield Row("real records: check, memory", memory(checked), "MB", _CHECK_MEMORY)


def check_growth(place: Workplace) -> Iterator[Row]:
    """Ten times the records may cost ten times the CPU."""
    commands = [mneme(place.records(count), "check", FOLDER) for count in (_SOME, _MANY)]
    some, many = alternate(commands, _LONG_RUNS, warm_up=False)
    yield Row(f"{_SOME:,} native records: check, CPU a record", cpu(some) / _SOME * 1000, "ms")
    yield Row(f"{_MANY:,} native records: check, CPU a record", cpu(many) / _MANY * 1000, "ms")
    yield Row(f"{_MANY:,} native records: check, memory", memory(many), "MB")
    yield Row(
        f"check, CPU growth from {_SOME:,} to {_MANY:,}", cpu_ratio(many, some), "x", _MANY / _SOME
    )


def compile_many(place: Workplace) -> Iterator[Row]:
    """The whole way to an index, nothing remembered from an earlier run."""
    command = mneme(place.records(_MANY), "compile", FOLDER)
    (compiled,) = alternate([command], _LONG_RUNS, warm_up=False)
    yield Row(f"{_MANY:,} native records: compile, CPU", cpu(compiled), "s")
    yield Row(f"{_MANY:,} native records: compile, memory", memory(compiled), "MB")


def nothing_relevant_staged(place: Workplace) -> Iterator[Row]:
    """A commit that touches no record; the warm-up is the earlier commit that was judged."""
    folder = place.busy_repository(_FEW, _OTHER_FILES)
    calls = (("check", "--staged"), ("hook", "pre-commit"))
    commands = [empty_python(folder), *(mneme(folder, *call) for call in calls)]
    empty, *judged = alternate(commands, _SHORT_RUNS)
    for call, usages in zip(calls, judged, strict=True):
        name = f"{_FEW} records, {_OTHER_FILES:,} other files, no record staged: {' '.join(call)}"
        yield Row(f"{name}, above empty Python", (wall(usages) - wall(empty)) * 1000, "ms", 60)


MEASURES: tuple[Measure, ...] = (
    start_up,
    check_generated,
    check_real,
    check_growth,
    compile_many,
    nothing_relevant_staged,
)
