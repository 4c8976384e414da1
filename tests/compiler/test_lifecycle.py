"""Which decisions are in force: what a record says of itself, then what others say of it."""

from collections.abc import Callable, Mapping

import pytest

from adr_schema.resolved import Decision
from compiler.pipeline import Compiled

Decided = Callable[[Mapping[int, Mapping[str, str | None]]], dict[str, Decision]]
ONE, TWO, THREE, FOUR = (f"ADR-000{n}" for n in range(1, 5))


def lifecycles(decisions: Mapping[str, Decision]) -> dict[str, str]:
    return {identifier: d.inactive_reason or d.lifecycle for identifier, d in decisions.items()}


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("accepted", "active"),
        ("proposed", "proposed"),
        ("rejected", "rejected"),
        ("deprecated", "deprecated"),
        ("superseded", "superseded"),
        ("warming up", "unknown_status"),
        ("'{proposed | accepted}'", "placeholder"),
        (None, "no_status"),
    ],
)
def test_own_word_is_believed(decided: Decided, status: str | None, state: str) -> None:
    assert lifecycles(decided({1: {"status": status}})) == {ONE: state}


def test_successor_in_force_retires(decided: Decided) -> None:
    decisions = decided({1: {}, 2: {"supersedes": ONE}})
    assert lifecycles(decisions) == {ONE: "superseded", TWO: "active"}
    assert decisions[ONE].superseded_by == (TWO,)


def test_older_end_alone_makes_the_edge(decided: Decided) -> None:
    decisions = decided({1: {"superseded_by": TWO}, 2: {}})
    assert lifecycles(decisions) == {ONE: "superseded", TWO: "active"}
    assert decisions[ONE].superseded_by == (TWO,)


@pytest.mark.parametrize("status", ["accepted", "deprecated", "superseded"])
def test_successor_that_was_in_force_once_retires(decided: Decided, status: str) -> None:
    decisions = decided({1: {}, 2: {"supersedes": ONE, "status": status}})
    assert decisions[ONE].lifecycle == "superseded"


@pytest.mark.parametrize(
    "status", ["proposed", "rejected", "warming up", "'{accepted | rejected}'", None]
)
def test_successor_that_never_held_retires_nothing(decided: Decided, status: str | None) -> None:
    decisions = decided({1: {}, 2: {"supersedes": ONE, "status": status}})
    assert decisions[ONE].lifecycle == "active"
    assert decisions[ONE].superseded_by == ()


@pytest.mark.parametrize("status", ["proposed", "rejected"])
def test_record_never_in_force_does_not_become_superseded(decided: Decided, status: str) -> None:
    decisions = decided({1: {"status": status}, 2: {"supersedes": ONE}})
    assert lifecycles(decisions)[ONE] == status


def test_deprecated_and_superseded_is_superseded(decided: Decided) -> None:
    assert (
        lifecycles(decided({1: {"status": "deprecated"}, 2: {"supersedes": ONE}}))[ONE]
        == "superseded"
    )


def test_nothing_revives(decided: Decided) -> None:
    decisions = decided({1: {}, 2: {"supersedes": ONE}, 3: {"supersedes": TWO}})
    assert lifecycles(decisions) == {ONE: "superseded", TWO: "superseded", THREE: "active"}
    assert decisions[ONE].superseded_by == (TWO,)


def test_nothing_revives_where_the_successor_was_deprecated(decided: Decided) -> None:
    decisions = decided({1: {}, 2: {"supersedes": ONE, "status": "deprecated"}})
    assert lifecycles(decisions) == {ONE: "superseded", TWO: "deprecated"}


def test_split_names_every_successor(decided: Decided) -> None:
    decisions = decided({1: {}, 2: {"supersedes": ONE}, 10: {"supersedes": ONE}})
    assert decisions[ONE].superseded_by == (TWO, "ADR-0010")


def test_merge_retires_every_predecessor(decided: Decided) -> None:
    decisions = decided({1: {}, 2: {}, 3: {"supersedes": f"[{ONE}, {TWO}]"}})
    assert lifecycles(decisions) == {ONE: "superseded", TWO: "superseded", THREE: "active"}


def test_diamond(decided: Decided) -> None:
    decisions = decided(
        {
            1: {},
            2: {"supersedes": ONE},
            3: {"supersedes": ONE},
            4: {"supersedes": f"[{TWO}, {THREE}]"},
        }
    )
    assert lifecycles(decisions) == {
        ONE: "superseded",
        TWO: "superseded",
        THREE: "superseded",
        FOUR: "active",
    }


def test_effective_successors_only_are_listed(decided: Decided) -> None:
    decisions = decided(
        {1: {}, 2: {"supersedes": ONE}, 3: {"supersedes": ONE, "status": "proposed"}}
    )
    assert decisions[ONE].superseded_by == (TWO,)


def test_superseded_without_successor_names_none(decided: Decided) -> None:
    decisions = decided({1: {"status": "superseded"}, 2: {"supersedes": ONE, "status": "rejected"}})
    assert decisions[ONE].lifecycle == "superseded"
    assert decisions[ONE].superseded_by == ()


@pytest.mark.parametrize("size", [2, 3, 7])
def test_ring_is_one_error_that_names_it_whole(
    compiled: Callable[..., Compiled], native: Callable[..., str], size: int
) -> None:
    files = {
        f"adr/{n:04d}-way.md": native(n, supersedes=f"ADR-{n % size + 1:04d}")
        for n in range(1, size + 1)
    }
    result = compiled(files)
    (ring,) = [d for d in result.diagnostics if d.code == "ADR308"]
    assert ring.severity == "error"
    assert all(f"ADR-{n:04d}" in ring.message for n in range(1, size + 1))
    assert not result.complete


def test_self_reference_is_an_error_and_no_edge(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    result = compiled({"adr/0001-way.md": native(1, supersedes=ONE)})
    assert "ADR307" in [d.code for d in result.diagnostics]
    assert result.decisions[0].lifecycle == "active"
    assert result.decisions[0].edges == ()


def test_amendment_keeps_the_older_active(decided: Decided) -> None:
    decisions = decided({1: {}, 2: {"amends": ONE}})
    assert lifecycles(decisions) == {ONE: "active", TWO: "active"}
    assert [(a.decision_id, a.aspect) for a in decisions[ONE].amended_by] == [(TWO, None)]


@pytest.mark.parametrize("status", ["proposed", "rejected", "superseded", "deprecated"])
def test_active_amenders_only_are_shown(decided: Decided, status: str) -> None:
    decisions = decided({1: {}, 2: {"amends": ONE, "status": status}, 3: {"amends": ONE}})
    assert [a.decision_id for a in decisions[ONE].amended_by] == [THREE]


def test_amender_that_is_overridden_is_not_shown(decided: Decided) -> None:
    decisions = decided(
        {
            1: {},
            2: {"amends": ONE, "scope": "a", "date": "2020-01-01"},
            3: {"scope": "a", "date": "2021-01-01"},
        }
    )
    assert lifecycles(decisions)[TWO] == "overridden"
    assert decisions[ONE].amended_by == ()


def test_weaker_of_two_ends_holds(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    files = {
        "adr/0001-way.md": native(1, amended_by=TWO),
        "adr/0002-way.md": native(2, supersedes=ONE),
    }
    result = compiled(files)
    decisions = {d.id: d for d in result.decisions}
    assert decisions[ONE].lifecycle == "active"
    assert [a.decision_id for a in decisions[ONE].amended_by] == [TWO]
    (finding,) = [d for d in result.diagnostics if d.code == "ADR314"]
    assert ONE in finding.message
    assert TWO in finding.message


def test_weaker_end_holds_the_other_way_round(decided: Decided) -> None:
    decisions = decided({1: {"superseded_by": TWO}, 2: {"amends": ONE}})
    assert decisions[ONE].lifecycle == "active"


def test_aspect_of_an_amendment_is_shown(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    status = "Accepted\n\nSupersedes section 7 of ADR-0001"
    newer = f"# 2. B\n\n## Status\n\n{status}\n\n## Decision\n\nYes.\n"
    result = compiled({"adr/0001-way.md": native(1), "adr/0002-b.md": newer})
    first = next(d for d in result.decisions if d.id == ONE)
    assert [(a.decision_id, a.aspect) for a in first.amended_by] == [(TWO, "section 7")]


@pytest.mark.parametrize(("speaker", "silent"), [(2, 1), (1, 2)])
def test_silent_end_gets_the_finding(
    compiled: Callable[..., Compiled], native: Callable[..., str], speaker: int, silent: int
) -> None:
    key = {"supersedes": ONE} if speaker == 2 else {"superseded_by": TWO, "status": "superseded"}
    files = {f"adr/000{n}-way.md": native(n, **(key if n == speaker else {})) for n in (1, 2)}
    (finding,) = [d for d in compiled(files).diagnostics if d.code == "ADR309"]
    assert finding.path == f"adr/000{silent}-way.md"
    assert finding.fixable


def test_relates_to_has_no_effect(decided: Decided) -> None:
    decisions = decided({1: {}, 2: {"relates_to": ONE}, 3: {"derived_from": ONE}})
    assert set(lifecycles(decisions).values()) == {"active"}


def test_owners_word_counts_where_status_is_absent(compiled: Callable[..., Compiled]) -> None:
    files = {
        "pyproject.toml": '[tool.mneme]\nadr_dir = "adr"\nstatus_when_absent = "accepted"\n',
        "adr/0001-a.md": "# A\n\n## Decision\n\nYes.\n",
        "adr/0002-b.md": "# B\n\nStatus: warming up\n\n## Decision\n\nYes.\n",
    }
    decisions = {d.id: d for d in compiled(files, directory=None).decisions}
    assert (decisions[ONE].lifecycle, decisions[ONE].record.status_source) == ("active", "config")
    assert decisions[TWO].inactive_reason == "unknown_status"
