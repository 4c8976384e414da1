"""What governs, and search: right answers against a plain way, and the time of a question."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.table import Row
from benchmarks.words import PEOPLE, SYSTEMS, TAGS, TOOLS
from benchmarks.workplace import FOLDER, REPOSITORY, Workplace

if TYPE_CHECKING:
    from adr_schema.resolved import Decision
    from compiler.applicability import Applicability

_LABELLED = REPOSITORY / "tests" / "fixtures" / "applicability"
_SOME, _MANY = 1_000, 10_000
_QUESTIONS, _LONG_QUESTIONS, _PATHS = 1_000, 50, 100
_APPLICABLE_MILLISECONDS, _SEARCH_MILLISECONDS, _GROWTH = 1.0, 5.0, 3.0
# Words of the generated records, of which some stand in most of them, alone and together.
_QUERIES = (
    *TOOLS,
    *TAGS,
    *(f'"{system}"' for system in SYSTEMS),
    *(f"{tool} {person}" for tool, person in zip(TOOLS, cycle(PEOPLE), strict=False)),
    *(f"ADR-{number}" for number in range(100, 120)),
    "nothing-like-this",
)


def labelled_set(_: Workplace) -> Iterator[Row]:
    """The questions of the tests, answered by mneme and by looking for substrings."""
    from compiler.applicability import Applicability

    decisions = _compiled(_LABELLED)
    ours = Applicability(decisions)
    rows = (_LABELLED / "questions.jsonl").read_text("utf-8").splitlines()
    questions = [json.loads(row) for row in rows]
    wrong = sum(_governing(ours, q) != q["governing"] for q in questions)
    naive = [(q, _by_substring(decisions, q)) for q in questions]
    yield Row("applicable: labelled questions", len(questions), "")
    yield Row("applicable: answered wrong", wrong, "", 0)
    missed = sum(not set(q["governing"]) <= found for q, found in naive)
    yield Row("substrings: some decision missed", missed, "")
    invented = sum(not found <= set(q["governing"]) for q, found in naive)
    yield Row("substrings: some wrong decision", invented, "")


def _governing(ours: "Applicability", question: dict[str, Any]) -> list[str]:
    answer = ours.answer(question["paths"], question["context"])
    return [applied.decision.id for applied in answer.governing]


def _by_substring(decisions: Iterable["Decision"], question: dict[str, Any]) -> set[str]:
    """What a plain tool finds: an accepted record of which a scope or a pattern without its stars
    stands in the question, or that has neither."""
    asked = "\n".join((*question["paths"], *question["context"])).casefold()
    found = set()
    for decision in decisions:
        record = decision.record
        areas = [*record.paths, *([record.scope] if record.scope else [])]
        plain = [area.casefold().replace("*", "").strip("/") for area in areas]
        if record.status == "accepted" and asked.strip():
            found |= {decision.id} if not plain or any(p in asked for p in plain) else set()
    return found


def applicability(place: Workplace) -> Iterator[Row]:
    """One path and a hundred, among more and more decisions that they do not meet."""
    from compiler.applicability import Applicability

    medians = {}
    for count in (_SOME, _MANY):
        decisions = _spread(_compiled(place.repository(count)))
        began = time.process_time()
        prepared = Applicability(decisions)
        seconds = time.process_time() - began
        paths = list(islice(cycle(_paths(count)), _QUESTIONS))
        single = _median(prepared.answer, [[path] for path in paths])
        several = [paths[n : n + _PATHS] for n in range(_LONG_QUESTIONS)]
        hundred = _median(prepared.answer, several)
        medians[count] = single
        name = f"{count:,} decisions: applicable"
        yield Row(f"{name}, prepared", seconds * 1000, "ms")
        yield Row(f"{name}, 1 path, median", single, "ms", _APPLICABLE_MILLISECONDS)
        yield Row(f"{name}, {_PATHS} paths, median", hundred, "ms")
        met = sum(len(prepared.answer([path]).governing) for path in paths[:100]) / 100
        yield Row(f"{name}, met by a path", met, "")
    growth = medians[_MANY] / medians[_SOME]
    yield Row(f"applicable, growth from {_SOME:,} to {_MANY:,}", growth, "x", _GROWTH)


def search(place: Workplace) -> Iterator[Row]:
    """Words of generated records, in decisions whose text they are."""
    from compiler.decision_search import DecisionSearch

    prepared = DecisionSearch(_compiled(place.repository(_MANY)))
    began = time.process_time()
    prepared.find(_QUERIES[0])
    name = f"{_MANY:,} decisions: search"
    yield Row(f"{name}, index built", time.process_time() - began, "s")
    found = median(len(prepared.find(query)) for query in _QUERIES)
    yield Row(f"{name}, found by a query, median", found, "")
    yield Row(f"{name}, median", _median(prepared.find, _QUERIES), "ms", _SEARCH_MILLISECONDS)
    page = " ".join(map(str, range(2_100)))
    yield Row(f"{name}, a query of {len(page):,} characters", _median(prepared.find, [page]), "ms")


def _median(ask: Callable[[Any], object], questions: Sequence[Any]) -> float:
    """The median in milliseconds of CPU, after one round that is not counted."""
    times = []
    for counted in (False, True):
        for question in questions:
            began = time.process_time()
            ask(question)
            if counted:
                times.append(time.process_time() - began)
    return median(times) * 1000


def _compiled(folder: Path) -> Sequence["Decision"]:
    from compiler.pipeline import compile_project
    from compiler.project import open_project

    return compile_project(open_project(FOLDER, cwd=folder)).decisions


def _spread(decisions: Iterable["Decision"]) -> list["Decision"]:
    """The decisions as if all were in force, each with an area of its own, of four kinds."""
    return [
        replace(
            decision,
            lifecycle="active",
            inactive_reason=None,
            record=replace(decision.record, **_area(number)),
        )
        for number, decision in enumerate(decisions)
    ]


def _area(number: int) -> dict[str, Any]:
    part = f"part{number}"
    return (
        {"scope": f"area{number % 50}.{part}", "paths": ()},
        {"scope": None, "paths": (f"src/{part}/**", f"!src/{part}/generated/**")},
        {"scope": None, "paths": (f"**/{part}/*.py",)},
        {"scope": f"area{number % 50}", "paths": (f"lib/area{number % 50}/{part}/*.ts",)},
    )[number % 4]


def _paths(count: int) -> Iterator[str]:
    """A path for each of the areas, so that each is met by as many decisions in any number."""
    for number in range(0, count, max(1, count // 500) | 1):
        part = f"part{number}"
        yield (
            f"app/area{number % 50}/{part}/x.py",
            f"src/{part}/a/b/x.py",
            f"app/sub/{part}/x.py",
            f"lib/area{number % 50}/{part}/x.ts",
        )[number % 4]
