"""Everything that is measured. To add a measure, write one function and put it into `MEASURES`."""

from collections.abc import Callable, Iterator

from benchmarks.applicability import applicability, labelled_set, search
from benchmarks.history import traced_history
from benchmarks.measure import alternate, cpu, cpu_ratio, memory, run, wall
from benchmarks.peers import compare_with_peers
from benchmarks.proposals import proposal_store, secret_alarms
from benchmarks.server import first_answer, server_calls, server_memory
from benchmarks.table import Row
from benchmarks.workplace import (
    FOLDER,
    Workplace,
    baseline,
    cold,
    empty_python,
    imports,
    mneme,
    with_one_staged,
)

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
_WARM_RATIO = 0.5
_STAGED_MILLISECONDS = 150
_COMPILE_SECONDS = 1.5
_COMPILE_MEMORY = 300


def start_up(place: Workplace) -> Iterator[Row]:
    """What every command costs before it does anything."""
    commands = [empty_python(place.base), mneme(place.base, "--version")]
    empty, version = alternate(commands, _SHORT_RUNS)
    yield Row("start: empty Python", wall(empty) * 1000, "ms")
    yield Row(
        "start: mneme --version, above empty Python", (wall(version) - wall(empty)) * 1000, "ms", 60
    )


def check_generated(place: Workplace) -> Iterator[Row]:
    """`check` against its baseline, outside a repository, where nothing is ever kept, and inside
    one with nothing kept yet: ignore rules and keeping cost there."""
    outside, inside = place.records(_SOME), place.repository(_SOME)
    commands = [
        baseline(outside),
        mneme(outside, "check", FOLDER),
        cold(mneme(inside, "check", FOLDER)),
    ]
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


def check_warm(place: Workplace) -> Iterator[Row]:
    """`check` where nothing changed since the last run."""
    inside = place.repository(_SOME)
    parsed, checked = alternate([baseline(inside), mneme(inside, "check", FOLDER)], _RUNS)
    name = f"{_SOME:,} native records, nothing changed"
    yield Row(f"{name}: check, CPU", cpu(checked), "s")
    yield Row(f"{name}: check against parse only", cpu_ratio(checked, parsed), "x", _WARM_RATIO)


def check_staged(place: Workplace) -> Iterator[Row]:
    """One record staged with a new text; the others were read before."""
    inside = place.repository(_FEW)
    libraries = ("click", "sqlite3", "pygit2", "markdown_it", "yaml", "jsonschema")
    commands = [
        imports(inside, *libraries),
        with_one_staged(mneme(inside, "check", "--staged", FOLDER)),
        mneme(inside, "check", "--staged", FOLDER),
    ]
    bare, changed, again = alternate(commands, _SHORT_RUNS)
    name = f"1 of {_FEW} staged: check --staged, wall"
    yield Row(f"{name}, imports alone", wall(bare) * 1000, "ms")
    above = (wall(changed) - wall(bare)) * 1000
    yield Row(f"{name}, above the imports", above, "ms", _STAGED_MILLISECONDS)
    yield Row(f"{name}, once more", wall(again) * 1000, "ms")


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
    """The whole way to an index: nothing kept, nothing changed, and one record changed."""
    command = mneme(place.repository(_MANY), "compile", FOLDER)
    first, *again = (run(each) for each in [cold(command), *[command] * _LONG_RUNS])
    changed = [run(with_one_staged(command)) for _ in range(_LONG_RUNS)]
    for how, usages, limits in (
        ("compile, cold", [first], (None, None)),
        ("compile, nothing changed", again, (_COMPILE_SECONDS, _COMPILE_MEMORY)),
        ("compile, one changed", changed, (None, None)),
    ):
        name = f"{_MANY:,} native records: {how}"
        yield Row(f"{name}, CPU", cpu(usages), "s", limits[0])
        yield Row(f"{name}, memory", memory(usages), "MB", limits[1])


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
    check_warm,
    check_staged,
    check_real,
    check_growth,
    compile_many,
    nothing_relevant_staged,
    labelled_set,
    applicability,
    search,
    traced_history,
    secret_alarms,
    proposal_store,
    first_answer,
    server_calls,
    server_memory,
    compare_with_peers,
)
