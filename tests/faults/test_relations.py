"""What other tools got wrong about relations between records, and about which of them govern."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adr_schema.resolved import Decision
from compiler.pipeline import Compiled, compile_project
from compiler.project import open_project

Mneme = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]
Corpus = Callable[..., Compiled]

A, B, C, D = "ADR-0001", "ADR-0002", "ADR-0003", "ADR-0004"


def native(identifier: str, status: str, *more: str, date: str = "2024-03-05") -> str:
    """A sound native record with further front matter lines."""
    head = [f"id: {identifier}", f"title: Rule {identifier}", f"status: {status}", f"date: {date}"]
    body = [f"# Rule {identifier}", "", "## Decision", "", "So we do.", ""]
    return "\n".join(["---", *head, *more, "---", *body])


def files(**records: str) -> dict[str, str]:
    """`files(a=...)`: the records by file name."""
    return {f"adr/{name}.md": text for name, text in records.items()}


@pytest.fixture
def corpus(write_files: Write) -> Corpus:
    """Compile records: `corpus(a=native(...), b=native(...))`."""

    def compiled(**records: str) -> Compiled:
        root = write_files(files(**records))
        return compile_project(open_project("adr", root))

    return compiled


def codes(result: Compiled) -> list[str]:
    return [finding.code for finding in result.diagnostics]


def decision(result: Compiled, identifier: str) -> Decision:
    return next(found for found in result.decisions if found.id == identifier)


def lifecycles(result: Compiled) -> dict[str, str]:
    """What each decision is, or why it is inactive."""
    return {found.id: found.inactive_reason or found.lifecycle for found in result.decisions}


# --- targets that are not there ------------------------------------------------------------------


def test_a_dangling_supersession_is_an_error(write_files: Write, mneme: Mneme) -> None:
    write_files(
        files(a=native(A, "accepted"), b=native(B, "accepted", "supersedes: [ADR-0009, ADR-0001]"))
    )
    done = mneme("check", "adr", "--format", "json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert [(d["code"], d["path"], d["line"]) for d in report["diagnostics"]] == [
        ("ADR309", "adr/a.md", 4),
        ("ADR303", "adr/b.md", 6),
    ]
    assert mneme("compile", "adr").returncode == 1
    listed = mneme("list", "adr", "--format", "json")
    assert listed.returncode == 1
    assert {row["id"]: row["lifecycle"] for row in json.loads(listed.stdout)["records"]} == {
        A: "superseded",
        B: "active",
    }


def test_a_dangling_successor_leaves_the_word_of_the_record_standing(corpus: Corpus) -> None:
    result = corpus(a=native(A, "superseded", "superseded_by: ADR-0009"))
    assert lifecycles(result) == {A: "superseded"}
    assert codes(result) == ["ADR310", "ADR305"]
    assert decision(result, A).superseded_by == ()


def test_an_ambiguous_supersession_is_an_error_and_retires_nobody(corpus: Corpus) -> None:
    text = "# 12. Sail\n\nDate: 2024-03-05\n\nStatus: accepted\n\n## Decision\n\nSo we do.\n"
    result = corpus(
        **{"0012-east": text, "0012-west": text}, b=native(B, "accepted", "supersedes: ADR-12")
    )
    assert "ADR304" in codes(result)
    assert not result.complete
    assert lifecycles(result) == {"0012-east": "active", "0012-west": "active", B: "active"}


# --- rings, self-references, diamonds ------------------------------------------------------------


@pytest.mark.parametrize("length", [2, 3, 7])
def test_a_ring_of_any_length_is_one_error_that_names_it(length: int, corpus: Corpus) -> None:
    ids = [f"ADR-{number:04d}" for number in range(1, length + 1)]
    following = {one: ids[(n + 1) % length] for n, one in enumerate(ids)}
    before = {two: one for one, two in following.items()}
    records = {
        one.lower(): native(
            one, "superseded", f"supersedes: {following[one]}", f"superseded_by: {before[one]}"
        )
        for one in ids
    }
    result = corpus(**records)
    (finding,) = result.diagnostics
    assert (finding.code, finding.severity) == ("ADR308", "error")
    assert " -> ".join([*ids, ids[0]]) in finding.message


def test_two_rings_are_two_errors(corpus: Corpus) -> None:
    def pair(one: str, two: str) -> tuple[str, str]:
        return (
            native(one, "superseded", f"supersedes: {two}", f"superseded_by: {two}"),
            native(two, "superseded", f"supersedes: {one}", f"superseded_by: {one}"),
        )

    a, b = pair(A, B)
    c, d = pair(C, D)
    assert codes(corpus(a=a, b=b, c=c, d=d)) == ["ADR308", "ADR308"]


@pytest.mark.parametrize("kind", ["supersedes", "superseded_by", "amends", "contradicts"])
def test_a_record_that_names_itself_is_an_error(kind: str, corpus: Corpus) -> None:
    result = corpus(a=native(A, "accepted", f"{kind}: ADR-1"))
    (finding,) = result.diagnostics
    assert (finding.code, finding.line) == ("ADR307", 6)
    assert lifecycles(result) == {A: "active"}


def test_a_diamond_is_no_ring(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "superseded", "superseded_by: [ADR-0002, ADR-0003]"),
        b=native(B, "superseded", "supersedes: ADR-0001", "superseded_by: ADR-0004"),
        c=native(C, "superseded", "supersedes: ADR-0001", "superseded_by: ADR-0004"),
        d=native(D, "accepted", "supersedes: [ADR-0002, ADR-0003]"),
    )
    assert codes(result) == []
    assert lifecycles(result) == {A: "superseded", B: "superseded", C: "superseded", D: "active"}


# --- who may retire whom -------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["proposed", "rejected", "'{proposed | accepted}'", "'warm'"])
def test_a_record_never_in_force_retires_nothing(status: str, corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "accepted"),
        b=native(B, status, "supersedes: ADR-0001"),
    )
    assert decision(result, A).lifecycle == "active"
    assert decision(result, A).superseded_by == ()
    assert "ADR311" in codes(result)
    assert "ADR309" not in codes(result)


def test_a_record_without_status_retires_nothing(corpus: Corpus) -> None:
    silent = "# 2. Two\n\nDate: 2024-03-05\n\nSupersedes ADR-0001\n\n## Decision\n\nSo we do.\n"
    result = corpus(a=native(A, "accepted"), **{"0002-two": silent})
    assert lifecycles(result) == {A: "active", B: "no_status"}
    assert sorted(codes(result)) == ["ADR201", "ADR311"]


@pytest.mark.parametrize("status", ["accepted", "deprecated"])
def test_a_record_once_in_force_retires_its_predecessor(status: str, corpus: Corpus) -> None:
    result = corpus(a=native(A, "accepted"), b=native(B, status, "supersedes: ADR-0001"))
    assert decision(result, A).lifecycle == "superseded"
    assert decision(result, A).superseded_by == (B,)


def test_nothing_revives_when_the_successor_is_superseded(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "accepted"),
        b=native(B, "accepted", "supersedes: ADR-0001"),
        c=native(C, "accepted", "supersedes: ADR-0002"),
    )
    assert lifecycles(result) == {A: "superseded", B: "superseded", C: "active"}


@pytest.mark.parametrize("status", ["proposed", "rejected"])
def test_a_record_never_in_force_is_not_superseded_either(status: str, corpus: Corpus) -> None:
    result = corpus(a=native(A, status), b=native(B, "accepted", "supersedes: ADR-0001"))
    assert lifecycles(result) == {A: status, B: "active"}


# --- both ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("older_says", "newer_says", "silent"),
    [(True, True, None), (True, False, "adr/b.md"), (False, True, "adr/a.md")],
)
def test_either_end_makes_the_supersession(
    older_says: bool, newer_says: bool, silent: str | None, corpus: Corpus
) -> None:
    result = corpus(
        a=native(A, "accepted", *(["superseded_by: ADR-0002"] if older_says else [])),
        b=native(B, "accepted", *(["supersedes: ADR-0001"] if newer_says else [])),
    )
    assert lifecycles(result) == {A: "superseded", B: "active"}
    assert decision(result, A).superseded_by == (B,)
    found = [finding for finding in result.diagnostics if finding.code == "ADR309"]
    assert [finding.path for finding in found] == ([silent] if silent else [])
    assert all(finding.fixable for finding in found)


def test_where_no_end_speaks_both_stay_in_force(corpus: Corpus) -> None:
    result = corpus(a=native(A, "accepted"), b=native(B, "accepted"))
    assert lifecycles(result) == {A: "active", B: "active"}
    assert codes(result) == []


def test_superseded_without_a_successor_is_believed_and_reported(corpus: Corpus) -> None:
    result = corpus(a=native(A, "superseded"))
    assert lifecycles(result) == {A: "superseded"}
    assert codes(result) == ["ADR310"]


def test_a_decision_may_be_split_between_two_successors(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "superseded", "superseded_by: [ADR-0002, ADR-0003]"),
        b=native(B, "accepted", "supersedes: ADR-0001"),
        c=native(C, "accepted", "supersedes: ADR-0001"),
    )
    assert codes(result) == []
    assert decision(result, A).superseded_by == (B, C)


def test_the_weaker_relation_holds_where_the_ends_disagree(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "accepted", "amended_by: ADR-0002"),
        b=native(B, "accepted", "supersedes: ADR-0001"),
    )
    assert lifecycles(result) == {A: "active", B: "active"}
    assert [item.decision_id for item in decision(result, A).amended_by] == [B]
    (finding,) = result.diagnostics
    assert finding.code == "ADR314"
    assert A in finding.message
    assert B in finding.message


# --- what a successor leaves open ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("older", "newer", "lost"),
    [
        (["scope: storage"], ["scope: storage.cache"], "storage"),
        (["scope: storage"], ["scope: search"], "storage"),
        (["scope: storage"], ["scope: storage"], None),
        (["scope: storage.cache"], ["scope: storage"], None),
        (["scope: storage"], [], None),
        (["paths: [src/**]"], ["paths: [src/api/**]"], "src/**"),
        (["paths: [src/**, web/**]"], ["paths: [src/**]"], "web/**"),
        (["paths: [src/api/**]"], ["paths: [src/**]"], None),
        ([], ["scope: storage"], "everything"),
    ],
)
def test_what_a_narrower_successor_leaves_ungoverned_is_named(
    older: list[str], newer: list[str], lost: str | None, corpus: Corpus
) -> None:
    result = corpus(
        a=native(A, "superseded", "superseded_by: ADR-0002", *older),
        b=native(B, "accepted", "supersedes: ADR-0001", *newer),
    )
    found = [finding for finding in result.diagnostics if finding.code == "ADR313"]
    if lost is None:
        assert found == []
    else:
        (finding,) = found
        assert lost in finding.message
        assert finding.path == "adr/b.md"


def test_two_successors_cover_what_one_of_them_leaves(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "superseded", "superseded_by: [ADR-0002, ADR-0003]", "paths: [src/**, web/**]"),
        b=native(B, "accepted", "supersedes: ADR-0001", "paths: [src/**]"),
        c=native(C, "accepted", "supersedes: ADR-0001", "paths: [web/**]"),
    )
    assert "ADR313" not in codes(result)


# --- what is shown of it -------------------------------------------------------------------------


DEAD_AND_ALIVE = files(
    a=native(A, "accepted", "superseded_by: ADR-0002"),
    b=native(B, "accepted", "supersedes: ADR-0001"),
    c=native(C, "deprecated"),
    d=native(D, "rejected"),
    e=native("ADR-0005", "accepted", "scope: knots"),
    f=native("ADR-0006", "accepted", "scope: knots", date="2024-04-01"),
)


def test_dead_decisions_are_not_listed_as_governing(write_files: Write, mneme: Mneme) -> None:
    write_files(DEAD_AND_ALIVE)
    done = mneme("list", "adr", "--lifecycle", "active", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert [row["id"] for row in json.loads(done.stdout)["records"]] == [B, "ADR-0006"]


def test_the_index_says_of_each_dead_decision_what_killed_it(
    write_files: Write, mneme: Mneme
) -> None:
    write_files(DEAD_AND_ALIVE)
    done = mneme("compile", "adr")
    assert done.returncode == 0, done.stderr
    shown = ("lifecycle_status", "inactive_reason", "superseded_by", "overridden_by")
    found = {
        item["decision_id"]: tuple(item[key] for key in shown)
        for item in json.loads(done.stdout)["decisions"]
    }
    assert found == {
        A: ("superseded", None, [B], []),
        B: ("active", None, [], []),
        C: ("deprecated", None, [], []),
        D: ("inactive", "rejected", [], []),
        "ADR-0005": ("inactive", "overridden", [], ["ADR-0006"]),
        "ADR-0006": ("active", None, [], []),
    }


def test_showing_a_dead_decision_names_its_successor(write_files: Write, mneme: Mneme) -> None:
    write_files(DEAD_AND_ALIVE)
    done = mneme("show", A, "--adr-dir", "adr")
    assert done.returncode == 0, done.stderr
    assert f"superseded by {B}" in " ".join(done.stdout.split())
    assert "governs nothing" in done.stdout
    done = mneme("show", "ADR-0005", "--adr-dir", "adr")
    assert "overridden by ADR-0006" in done.stdout


def test_an_amendment_is_shown_with_what_it_amends(write_files: Write, mneme: Mneme) -> None:
    older = "# 1. Old\n\nDate: 2024-03-05\n\n## Status\n\nAccepted\n\nSection 2 amended by ADR-2\n"
    write_files(
        {
            "adr/0001-old.md": f"{older}\n## Decision\n\nSo we do.\n",
            "adr/b.md": native(B, "accepted", "amends: ADR-0001"),
            "adr/c.md": native(C, "proposed", "amends: ADR-0001"),
        }
    )
    done = mneme("show", A, "--adr-dir", "adr", "--format", "json")
    assert done.returncode == 0, done.stderr
    shown: dict[str, Any] = json.loads(done.stdout)
    assert shown["lifecycle_status"] == "active"
    assert shown["amended_by"] == [{"decision_id": B, "aspect": "Section 2"}]
    text = " ".join(mneme("show", A, "--adr-dir", "adr").stdout.split())
    assert f"amended by {B}" in text


# --- scope and competition -----------------------------------------------------------------------


@pytest.mark.parametrize("value", ["scope:", "scope: ''", "paths: []", "paths:", "paths: ['']"])
def test_an_empty_scope_is_an_error_and_means_neither_all_nor_nothing(
    value: str, write_files: Write, mneme: Mneme
) -> None:
    write_files(files(a=native(A, "accepted", value)))
    done = mneme("check", "adr", "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 1, done.stdout
    (finding,) = report["diagnostics"]
    assert finding["code"] == ("ADR209" if "['']" in value else "ADR213")
    assert (finding["severity"], finding["line"]) == ("error", 6)


@pytest.mark.parametrize("value", ["scope:", "scope: ''", "paths: []", "paths:"])
def test_an_empty_scope_is_reported_in_every_dialect(value: str, corpus: Corpus) -> None:
    text = f"---\nstatus: accepted\ndate: 2024-03-05\n{value}\n---\n# One\n\n## Decision\n\nYes.\n"
    result = corpus(a=text)
    assert [(d.code, d.severity, d.line) for d in result.diagnostics] == [("ADR213", "warning", 4)]


def test_a_tie_is_an_error_that_names_both(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "accepted", "scope: knots"), b=native(B, "accepted", "scope: knots")
    )
    (finding,) = result.diagnostics
    assert (finding.code, finding.severity) == ("ADR401", "error")
    assert A in finding.message
    assert B in finding.message


def test_a_standing_decision_breaks_the_tie_behind_it(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "accepted", "scope: knots", "priority: foundational"),
        b=native(B, "accepted", "scope: knots"),
        c=native(C, "accepted", "scope: knots"),
    )
    assert lifecycles(result) == {A: "active", B: "overridden", C: "overridden"}
    assert codes(result) == ["ADR402", "ADR402"]


def test_two_global_decisions_do_not_compete(corpus: Corpus) -> None:
    result = corpus(a=native(A, "accepted"), b=native(B, "accepted", date="2024-04-01"))
    assert lifecycles(result) == {A: "active", B: "active"}


def test_a_contradiction_of_other_scopes_overrides_nothing(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "accepted", "scope: knots"),
        b=native(B, "accepted", "scope: sails", "contradicts: ADR-0001", date="2024-04-01"),
    )
    assert lifecycles(result) == {A: "active", B: "active"}
    assert codes(result) == ["ADR403"]


def test_a_contradiction_within_a_scope_lets_the_newer_govern(corpus: Corpus) -> None:
    result = corpus(
        a=native(A, "accepted", "scope: knots", "topic: rope"),
        b=native(
            B, "accepted", "scope: knots", "topic: wire", "contradicts: ADR-0001", date="2024-04-01"
        ),
    )
    assert lifecycles(result) == {A: "overridden", B: "active"}
    assert decision(result, A).overridden_by == (B,)


# --- a check that can fail -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "plain", "strict"),
    [([], 0, 0), (["scope: knots", "relates_to: ADR-0009"], 0, 1), (["supersedes: ADR-9"], 1, 1)],
    ids=["sound", "warning", "error"],
)
def test_the_exit_status_follows_the_findings_in_every_format(
    lines: list[str], plain: int, strict: int, write_files: Write, mneme: Mneme
) -> None:
    write_files(files(a=native(A, "accepted", *lines)))
    assert mneme("check", "adr", "--format", "json").returncode == plain
    assert mneme("check", "adr", "--strict").returncode == strict


@pytest.mark.parametrize(
    "text",
    [
        "Supersedes: none (see ADR-1)",
        "Supersedes: N/A - builds on ADR-1",
        "## Status\n\nAccepted. This supersedes our earlier thinking (see ADR-1).",
        "## Status\n\nAccepted; supersedes ADR-1 once rolled out",
        "## Consequences\n\n- Replaces the cache of [1](0001-a.md) with Redis",
        "## Consequences\n\n- Overrides defaults described in [1](0001-a.md)",
        "## Considered Options\n\n### Replace it\n\nReplaces [1](0001-a.md) with a new thing.",
        "## Considered Options\n\n* Supersede [1](0001-a.md)\n* Keep it",
        "## Notes\n\nSay it so:\n\n`Supersedes ADR-1`",
        "Supersedes: does not supersede ADR-1",
        "Supersedes: (none) - amends ADR-1",
    ],
)
def test_prose_and_nothing_retire_no_record(
    mneme: Callable[..., subprocess.CompletedProcess[str]],
    write_files: Callable[..., Path],
    text: str,
) -> None:
    head = "" if "## Status" in text else "## Status\n\nAccepted\n\n"
    field, section = (text + "\n\n", "") if text.startswith("Sup") else ("", text + "\n")
    write_files(
        {
            "docs/adr/0001-a.md": "# 1. A\n\n## Status\n\nAccepted\n",
            "docs/adr/0002-b.md": f"# 2. B\n\n{field}{head}{section}",
        }
    )
    shown = mneme("list", "--lifecycle", "active").stdout
    assert shown.count(" active ") == 2, shown


@pytest.mark.parametrize(
    "status",
    [
        "Accepted\n\nExpected to be superseded by ADR-2",
        "Accepted. Later write `Superseded by ADR-2` here.",
        "Accepted\n\nPlanned to be replaced by ADR-2 in 2025",
        "Accepted\n\nIsn't superseded by ADR-2",
        "Accepted\n\nNicht ersetzt durch ADR-2",
        "Accepted\n\nLikely superseded by ADR-2",
        "Superseded by [2](0002-b.md), except section 3",
        "Mostly superseded by [2](0002-b.md)",
    ],
)
def test_what_is_to_come_or_partial_leaves_a_record_in_force(
    mneme: Callable[..., subprocess.CompletedProcess[str]],
    write_files: Callable[..., Path],
    status: str,
) -> None:
    write_files(
        {
            "docs/adr/0001-a.md": f"# 1. A\n\n## Status\n\n{status}\n",
            "docs/adr/0002-b.md": "# 2. B\n\n## Status\n\nAccepted\n",
        }
    )
    shown = mneme("list", "--lifecycle", "active").stdout
    assert "ADR-0001" in shown, mneme("list").stdout


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        ("Was accepted, later rejected", "rejected"),
        ("Proposed → Accepted → Deprecated", "deprecated"),
        ("~~Accepted~~ Rejected", "rejected"),
    ],
)
def test_last_of_several_states_holds(
    mneme: Callable[..., subprocess.CompletedProcess[str]],
    write_files: Callable[..., Path],
    status: str,
    wanted: str,
) -> None:
    write_files({"docs/adr/0001-a.md": f"# 1. A\n\n## Status\n\n{status}\n"})
    assert f'"status": "{wanted}"' in mneme("list", "--format", "jsonl").stdout


def test_day_of_a_review_is_not_the_day_of_the_decision(
    mneme: Callable[..., subprocess.CompletedProcess[str]], write_files: Callable[..., Path]
) -> None:
    text = "# 1. A\n\n## Status\n\nAccepted. To be reviewed by 2030-01-01\n"
    write_files({"docs/adr/0001-a.md": text})
    assert '"date": null' in mneme("list", "--format", "jsonl").stdout


def test_two_status_sections_that_differ_are_a_conflict(
    mneme: Callable[..., subprocess.CompletedProcess[str]], write_files: Callable[..., Path]
) -> None:
    text = "# 1. A\n\n## Status\n\nAccepted\n\n## Context\n\nC.\n\n## Status\n\nRejected\n"
    write_files({"docs/adr/0001-a.md": text})
    assert '"conflict": true' in mneme("list", "--format", "jsonl").stdout


def test_list_of_targets_that_is_too_long_is_an_error_not_a_shorter_list(
    mneme: Callable[..., subprocess.CompletedProcess[str]], write_files: Callable[..., Path]
) -> None:
    targets = ", ".join(f"ADR-{number:04}" for number in range(1, 600))
    head = "# 900. All anew\n\n## Status\n\nAccepted\n\n"
    write_files({"docs/adr/0900-a.md": f"{head}Supersedes {targets}\n"})
    done = mneme("check")
    assert (done.returncode, "ADR111" in done.stdout) == (1, True)


def test_unknown_corpus_in_an_id_is_not_guessed(
    mneme: Callable[..., subprocess.CompletedProcess[str]], write_files: Callable[..., Path]
) -> None:
    record = "---\nid: ADR-{0:04}\ntitle: T\nstatus: accepted\ndate: 2024-01-0{0}\n{1}---\n# T\n"
    write_files(
        {
            "pyproject.toml": '[[tool.mneme.corpus]]\nname = "core"\npath = "adr"\n',
            "adr/0007-a.md": record.format(7, ""),
            "adr/0008-b.md": record.format(8, "supersedes: nope/ADR-7\n"),
        }
    )
    done = mneme("check")
    assert (done.returncode, "ADR303" in done.stdout) == (1, True)


def test_one_id_in_two_folders_without_names_is_reported(
    mneme: Callable[..., subprocess.CompletedProcess[str]], write_files: Callable[..., Path]
) -> None:
    record = "---\nid: ADR-0001\ntitle: T\nstatus: accepted\ndate: 2024-01-01\n---\n# T\n"
    write_files({"docs/adr/0001-a.md": record, "adr/0001-b.md": record})
    assert mneme("check").stdout.count("ADR301") == 2
