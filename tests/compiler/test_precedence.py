"""Which of several active decisions of one scope governs."""

from collections.abc import Callable, Mapping

import pytest

from adr_schema.resolved import Decision
from compiler.pipeline import Compiled
from compiler.precedence import governing_order

Decided = Callable[[Mapping[int, Mapping[str, str | None]]], dict[str, Decision]]
Keys = dict[str, str | None]
ONE, TWO, THREE, FOUR = (f"ADR-000{n}" for n in range(1, 5))
OLD: Keys = {"scope": "storage", "date": "2020-01-01"}
NEW: Keys = {"scope": "storage", "date": "2024-01-01"}


def overridden(decisions: Mapping[str, Decision]) -> dict[str, tuple[str, ...]]:
    """The losers and who beat them; whoever lost is inactive for that reason alone."""
    losers = {i: d.overridden_by for i, d in decisions.items() if d.overridden_by}
    assert {i for i, d in decisions.items() if d.inactive_reason == "overridden"} == losers.keys()
    return losers


def codes(result: Compiled) -> list[str]:
    return [finding.code for finding in result.diagnostics]


def test_newer_governs(decided: Decided) -> None:
    assert overridden(decided({1: OLD, 2: NEW})) == {ONE: (TWO,)}


def test_priority_goes_before_date(decided: Decided) -> None:
    assert overridden(decided({1: {**OLD, "priority": "foundational"}, 2: NEW})) == {TWO: (ONE,)}
    assert overridden(decided({1: OLD, 2: {**NEW, "priority": "exception"}})) == {TWO: (ONE,)}


def test_undated_is_oldest(decided: Decided) -> None:
    assert overridden(decided({1: {**OLD, "date": None}, 2: OLD})) == {ONE: (TWO,)}


def test_foundational_stands_over_two_normal_of_one_date_without_a_tie(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    files = {
        "adr/0001-a.md": native(1, **OLD, priority="foundational"),
        "adr/0002-b.md": native(2, **NEW),
        "adr/0003-c.md": native(3, **NEW),
    }
    result = compiled(files)
    assert overridden({d.id: d for d in result.decisions}) == {TWO: (ONE,), THREE: (ONE,)}
    assert "ADR401" not in codes(result)


@pytest.mark.parametrize("date", ["2024-01-01", None])
def test_equal_standing_competitors_tie(
    compiled: Callable[..., Compiled], native: Callable[..., str], date: str | None
) -> None:
    files = {f"adr/000{n}-x.md": native(n, scope="storage", date=date) for n in (1, 2)}
    result = compiled(files)
    (tie,) = [d for d in result.diagnostics if d.code == "ADR401"]
    assert (tie.severity, tie.class_) == ("error", "integrity")
    assert ONE in tie.message
    assert TWO in tie.message
    assert overridden({d.id: d for d in result.decisions}) == {}
    assert not result.complete


def test_three_of_one_date_tie_and_override_the_older(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    files = {f"adr/000{n}-x.md": native(n, **(OLD if n == 1 else NEW)) for n in (1, 2, 3)}
    result = compiled(files)
    assert codes(result).count("ADR401") == 1
    assert overridden({d.id: d for d in result.decisions}) == {ONE: (TWO, THREE)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"scope": None}, {"scope": None}),
        ({"scope": "storage"}, {"scope": "storage.cache"}),
        ({"scope": "storage"}, {"scope": "search"}),
        ({"scope": "storage", "topic": "a"}, {"scope": "storage", "topic": "b"}),
        ({"scope": "storage", "topic": "a"}, {"scope": "storage"}),
        ({"scope": "storage", "paths": "[a/**]"}, {"scope": "storage", "paths": "[b/**]"}),
        ({"scope": "storage", "paths": "[a/**]"}, {"scope": "storage"}),
        ({"scope": None, "paths": "[a/**]"}, {"scope": None, "paths": "[a/**]"}),
    ],
)
def test_these_do_not_compete(decided: Decided, first: Keys, second: Keys) -> None:
    assert (
        overridden(
            decided({1: {**first, "date": "2020-01-01"}, 2: {**second, "date": "2024-01-01"}})
        )
        == {}
    )


def test_topic_that_equals_the_scope_is_the_default(decided: Decided) -> None:
    assert overridden(decided({1: {**OLD, "topic": "storage"}, 2: NEW})) == {ONE: (TWO,)}


def test_paths_are_compared_as_sets(decided: Decided) -> None:
    first: Keys = {**OLD, "paths": "[a/**, b/**]"}
    second: Keys = {**NEW, "paths": "[b/**, a/**]"}
    assert overridden(decided({1: first, 2: second})) == {ONE: (TWO,)}


@pytest.mark.parametrize("status", ["proposed", "rejected", "superseded", "deprecated"])
def test_decisions_not_in_force_do_not_compete(decided: Decided, status: str) -> None:
    assert overridden(decided({1: OLD, 2: {**NEW, "status": status}})) == {}


@pytest.mark.parametrize("newer_end", [True, False])
def test_amender_does_not_compete(decided: Decided, newer_end: bool) -> None:
    keys: dict[int, Keys] = {1: dict(OLD), 2: dict(NEW)}
    keys[2 if newer_end else 1].update({"amends": ONE} if newer_end else {"amended_by": TWO})
    assert overridden(decided(keys)) == {}


def test_amender_and_amended_of_one_date_do_not_tie(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    files = {"adr/0001-a.md": native(1, **NEW), "adr/0002-b.md": native(2, **NEW, amends=ONE)}
    assert "ADR401" not in codes(compiled(files))


def test_superseded_does_not_compete_but_its_successor_does(decided: Decided) -> None:
    decisions = decided({1: OLD, 2: {**NEW, "supersedes": ONE}, 3: {**NEW, "date": "2023-01-01"}})
    assert overridden(decisions) == {THREE: (TWO,)}
    assert decisions[ONE].lifecycle == "superseded"


CONTRADICTING: Keys = {"scope": "storage", "topic": "b", "contradicts": ONE}


def test_contradiction_makes_equal_scopes_compete(decided: Decided) -> None:
    decisions = decided({1: {**OLD, "topic": "a"}, 2: {**CONTRADICTING, "date": "2024-01-01"}})
    assert overridden(decisions) == {ONE: (TWO,)}


def test_contradiction_may_lose(decided: Decided) -> None:
    decisions = decided({1: {**NEW, "topic": "a"}, 2: {**CONTRADICTING, "date": "2020-01-01"}})
    assert overridden(decisions) == {TWO: (ONE,)}


def test_contradiction_of_two_global_decisions_counts(decided: Decided) -> None:
    decisions = decided({1: {"date": "2020-01-01"}, 2: {"date": "2024-01-01", "contradicts": ONE}})
    assert overridden(decisions) == {ONE: (TWO,)}


def test_contradiction_across_scopes_overrides_nothing_and_is_reported(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    files = {
        "adr/0001-a.md": native(1, **OLD),
        "adr/0002-b.md": native(2, scope="search", contradicts=ONE, date="2024-01-01"),
    }
    result = compiled(files)
    assert overridden({d.id: d for d in result.decisions}) == {}
    (finding,) = [d for d in result.diagnostics if d.code == "ADR403"]
    assert finding.severity == "warning"


def test_overridden_overrides_nothing(decided: Decided) -> None:
    """C beats B by their slot, B contradicts A of another topic: B is gone, so A stands."""
    decisions = decided(
        {
            1: {"scope": "s", "topic": "a", "date": "2020-01-01"},
            2: {"scope": "s", "topic": "b", "date": "2021-01-01", "contradicts": ONE},
            3: {"scope": "s", "topic": "b", "date": "2022-01-01"},
        }
    )
    assert overridden(decisions) == {TWO: (THREE,)}


def test_loser_is_warned_of_with_the_ways_out(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    result = compiled({"adr/0001-a.md": native(1, **OLD), "adr/0002-b.md": native(2, **NEW)})
    (finding,) = [d for d in result.diagnostics if d.code == "ADR402"]
    assert (finding.severity, finding.path) == ("warning", "adr/0001-a.md")
    assert TWO in finding.message
    assert finding.hint is not None
    assert "supersedes" in finding.hint
    assert "topic" in finding.hint
    assert result.complete


def test_order_of_governing_decisions(decided: Decided) -> None:
    decisions = decided(
        {
            10: {"date": "2024-01-01"},
            9: {"date": "2024-01-01"},
            3: {"date": None},
            4: {"date": "2025-01-01"},
            5: {"priority": "exception", "date": "2026-01-01"},
            6: {"priority": "foundational", "date": "2019-01-01"},
        }
    )
    ordered = sorted(decisions.values(), key=governing_order)
    assert [d.record.number for d in ordered] == [6, 4, 9, 10, 3, 5]
