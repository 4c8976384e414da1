"""What other tools got wrong when they read one file: status, front matter, bytes, headings."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from adr_schema.diagnostics import Diagnostic
from adr_schema.records import NonRecord, Record, Rejected
from compiler.dates import read_date
from compiler.drafts import Draft, Reading
from compiler.options import Options
from compiler.pipeline import compile_project
from compiler.problems import Problem
from compiler.project import open_project
from compiler.reader import read_file
from compiler.sources import File
from compiler.status import read_status

Mneme = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]
Findings = Callable[[str], tuple[Diagnostic, ...]]

NAME = "docs/adr/0007-use-rope.md"
ROPE = "# 7. Use rope\n\nDate: 2024-03-05\n\n## Status\n\n{}\n\n## Decision\n\nWe use rope.\n"


def read(text: str | bytes, path: str = NAME) -> Reading:
    """Read a file as one of several in its folder."""
    data = text if isinstance(text, bytes) else text.encode()
    return read_file(File(path, data, path.rpartition("/")[0], alone=False), None, Options())


def record(text: str | bytes, path: str = NAME) -> Record:
    """The record in a file, which must be one and be read without a finding."""
    reading = read(text, path)
    assert isinstance(reading.result, Draft), reading
    # A schema may still warn of what could be read.
    assert not [p for p in reading.problems if p.code < "ADR200"]
    return reading.result.record


def problem(text: str | bytes) -> Problem:
    """The one finding for which a file is rejected."""
    reading = read(text)
    assert isinstance(reading.result, Rejected), reading
    (found,) = reading.problems
    return found


@pytest.fixture
def findings(write_files: Write) -> Findings:
    """What a check says of a corpus of one file."""

    def check(text: str) -> tuple[Diagnostic, ...]:
        root = write_files({"adr/0001-rope.md": text})
        return compile_project(open_project("adr", root)).diagnostics

    return check


def front(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "# Use rope", "", "## Decision", "", "We do.", ""])


def rows(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, object]]:
    """The rows that `list --format jsonl` printed, by path."""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["path"]: row for row in found}


# --- files without a known layout ----------------------------------------------------------------


def test_a_layout_nobody_knows_is_a_record_that_keeps_its_number(
    write_files: Write, mneme: Mneme
) -> None:
    write_files({"adr/0012-knots.md": "# 12. Knots\n\nWe settled on the bowline.\n"})
    done = mneme("list", "adr", "--all", "--format", "jsonl")
    row = rows(done)["adr/0012-knots.md"]
    assert (row["record"], row["number"], row["status"]) == (True, 12, None)


def test_no_file_of_the_folder_goes_missing(write_files: Write, mneme: Mneme) -> None:
    files: dict[str, str | bytes] = {
        "adr/0001-rope.md": ROPE.format("Accepted"),
        "adr/README.md": "# Decisions\n\nSee the files.\n",
        "adr/empty.md": "",
        "adr/ideas.md": "Perhaps a pulley?\n",
        "adr/broken.md": b"# 3. Caf\xe9\n",
        "adr/old.rst": "Old\n===\n",
        "adr/deep/er/0002-rope.MD": ROPE.format("Accepted"),
    }
    write_files(files)
    done = mneme("list", "adr", "--all", "--format", "jsonl")
    found = rows(done)
    assert set(found) == set(files)
    for row in found.values():
        assert sum([bool(row["record"]), bool(row["reason"]), bool(row["rejected"])]) == 1, row
    report = json.loads(mneme("check", "adr", "--format", "json").stdout)
    assert report["accounting"] == {"found": 7, "records": 2, "non_records": 4, "rejected": 1}


# --- status: none, somewhere else, or in many words ----------------------------------------------


def test_no_status_stays_no_status(write_files: Write, mneme: Mneme) -> None:
    write_files({"adr/0001-rope.md": "# 1. Use rope\n\n## Decision\n\nWe use rope.\n"})
    done = mneme("list", "adr", "--format", "jsonl")
    row = rows(done)["adr/0001-rope.md"]
    assert (row["status"], row["status_source"]) == (None, None)
    assert (row["lifecycle"], row["inactive_reason"]) == ("inactive", "no_status")


@pytest.mark.parametrize(
    "text",
    [
        "## Context\n\n```\nStatus: accepted\n```\n\n## Decision\n\nYes.\n",
        "~~~markdown\n## Status\n\nAccepted\n~~~\n\n## Decision\n\nYes.\n",
        "<!-- Status: accepted -->\n\n## Decision\n\nYes.\n",
        "<!--\n## Status\n\nAccepted\n-->\n\n## Decision\n\nYes.\n",
        "    Status: accepted\n\n## Decision\n\nYes.\n",
        "## Decision\n\nYes.\n\n## Notes\n\nStatus: accepted\n",
        "## Context\n\nSuperseded designs were common then.\n\n## Decision\n\nYes.\n",
        "## Context\n\nAccepted practice is to use wire.\n\n## Decision\n\nYes.\n",
        "## Decision\n\n> ## Status\n>\n> Accepted\n",
        "## Decision\n\n- ## Status\n\n  Accepted\n",
    ],
    ids=[
        "fence",
        "tilde fence",
        "comment",
        "comment of several lines",
        "indented code",
        "later section",
        "prose with superseded",
        "prose with accepted",
        "quoted heading",
        "heading in a list",
    ],
)
def test_an_example_states_no_status(text: str) -> None:
    found = record(f"# 7. Use rope\n\n{text}")
    assert (found.status, found.status_text) == (None, None)


@pytest.mark.parametrize(
    "more",
    [
        "```\nStatus: rejected\n```\n",
        "<!-- Status: rejected -->\n",
        "Superseded designs are in the attic.\n",
        "## Notes\n\nStatus: rejected\n",
    ],
    ids=["fence", "comment", "prose", "later section"],
)
def test_an_example_does_not_contradict_the_status(more: str) -> None:
    found = record(ROPE.format(f"Accepted\n\n{more}"))
    assert (found.status, found.conflict) == ("accepted", False)


STATUSES = [
    ("Accepted. Amended by ADR-0009", "accepted"),
    ("Accepted (2024-03-05)", "accepted"),
    ("2024-03-05: accepted", "accepted"),
    ("Accepted, but see the notes on splicing", "accepted"),
    ("accepted-provisional", "accepted"),
    ("ACCEPTED", "accepted"),
    ("✅ Accepted", "accepted"),
    ("✅", "accepted"),
    ("❌", "rejected"),
    ("🤔 Proposed", "proposed"),
    ("**Accepted**", "accepted"),
    ("`accepted`", "accepted"),
    ("_Accepted_", "accepted"),
    ("~~Proposed~~ Accepted", "accepted"),
    ("~~Accepted~~ Superseded by [9. Wire](0009-wire.md)", "superseded"),
    ("![Status: accepted](https://img.example/badge/status-accepted-green.svg)", "accepted"),
    ("![](https://img.example/badge/status-rejected-red.svg)", "rejected"),
    ("Proposed, **Accepted**, Rejected", "accepted"),
    ("_Proposed, **Accepted**, Implemented_", "accepted"),
    ("Proposed | Accepted | **Superseded**", "superseded"),
    ("Proposed | Accepted | Rejected", "placeholder"),
    ("{proposed | accepted | rejected}", "placeholder"),
    ("[proposed/accepted/rejected]", "placeholder"),
    ("Proposed → Accepted", "accepted"),
    ("Superceded by ADR-0009", "superseded"),
    ("Replaced by ADR-0009", "superseded"),
    ("Superseded", "superseded"),
    ("Accepted; parts were superseded by ADR-0009", "accepted"),
    ("Partially superseded by ADR-0009", "accepted"),
    ("Rejected in favour of wire", "rejected"),
    ("Withdrawn", "rejected"),
    ("Obsolete", "deprecated"),
    ("No longer relevant", "deprecated"),
    ("Draft", "proposed"),
    ("Not yet accepted", "proposed"),
    ("Not accepted", "rejected"),
    ("Akzeptiert", "accepted"),
    ("Ersetzt durch ADR-0009", "superseded"),
    ("Accepté", "accepted"),
    ("Aceptado", "accepted"),
    ("Aceito", "accepted"),
    ("Принято", "accepted"),
    ("已接受", "accepted"),
    ("承認済み", "accepted"),
    ("승인됨", "accepted"),
    ("warming up", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "status"), STATUSES, ids=[text for text, _ in STATUSES])
def test_a_status_is_read_out_of_the_words_around_it(text: str, status: str | None) -> None:
    found = read_status(text)
    assert (found.status if found else None) == status


@pytest.mark.parametrize(
    "head",
    [
        "Status: Accepted | Date: 2024-03-05 | Deciders: Ada",
        "**Status:** Accepted | **Date:** 2024-03-05",
        "**Status**: Accepted · **Date**: 2024-03-05",
        "* Status: Accepted\n* Date: 2024-03-05",
        "- **Status:** Accepted\n- **Date:** 2024-03-05",
        "| Status | Accepted |\n|---|---|\n| Date | 2024-03-05 |",
        "| | |\n|---|---|\n| Status | Accepted |\n| Date | 2024-03-05 |",
        "| Status | Date |\n|---|---|\n| Accepted | 2024-03-05 |",
        "> **Status:** Accepted\n>\n> **Date:** 2024-03-05",
        "Date: 2024-03-05\n\n## Status\n\nAccepted",
        "Date: 2024-03-05\n\nStatus\n------\n\nAccepted",
        "Date: 2024-03-05\n\n## Status: Accepted",
        "## Status\n\nAccepted 2024-03-05",
        "## Status\n\n- [ ] Proposed\n- [x] Accepted (2024-03-05)\n- [ ] Rejected",
        "## Status\n\nProposed 2024-01-05\n\nAccepted 2024-03-05",
    ],
)
def test_status_and_date_are_found_wherever_a_dialect_keeps_them(head: str) -> None:
    found = record(f"# 7. Use rope\n\n{head}\n\n## Decision\n\nWe use rope.\n")
    assert (found.status, found.date, found.conflict) == ("accepted", "2024-03-05", False)


# --- dates ---------------------------------------------------------------------------------------

DATES = [
    ("2024-03-05", "2024-03-05"),
    ("2024/03/05", "2024-03-05"),
    ("20240305", "2024-03-05"),
    ("05.03.2024", "2024-03-05"),
    ("25/03/2024", "2024-03-25"),
    ("3/25/24", "2024-03-25"),
    ("March 5th, 2024", "2024-03-05"),
    ("5 March 2024", "2024-03-05"),
    ("5. März 2024", "2024-03-05"),
    ("2024年3月5日", "2024-03-05"),
    ("2024-03-05T10:00:00Z", "2024-03-05"),
    ("2024-02-29", "2024-02-29"),
    ("2026-02-30", None),
    ("2024-13-01", None),
    ("0000-00-00", None),
    ("99999-01-01", None),
    ("soon", None),
    ("YYYY-MM-DD", None),
]


@pytest.mark.parametrize(("text", "iso"), DATES, ids=[text for text, _ in DATES])
def test_a_date_is_a_day_of_the_calendar_or_none(text: str, iso: str | None) -> None:
    assert read_date(text).iso == iso


# --- relations as people write them --------------------------------------------------------------

RELATIONS = [
    ("Supersedes ADR-0003", [("supersedes", "ADR-0003", None)]),
    ("Superseded by ADR-0003", [("superseded_by", "ADR-0003", None)]),
    ("Superceded by ADR-0003", [("superseded_by", "ADR-0003", None)]),
    ("Supercedes ADR-0003", [("supersedes", "ADR-0003", None)]),
    ("Replaced by [3. Wire](0003-wire.md)", [("superseded_by", "3. Wire", None)]),
    ("Superseded by\n[3. Wire](0003-wire.md)", [("superseded_by", "3. Wire", None)]),
    ("Superseded by:\n\n- [3. Wire](0003-wire.md)", [("superseded_by", "3. Wire", None)]),
    ("Superseded by 3", [("superseded_by", "3", None)]),
    ("Superseded by #3", [("superseded_by", "3", None)]),
    ("Superseded by [wire](/adr/wire/)", [("superseded_by", "wire", None)]),
    ("Supersedes parts of ADR-0003", [("amends", "ADR-0003", None)]),
    ("Accepted. Section 2 superseded by ADR-0003", [("amended_by", "ADR-0003", "Section 2")]),
    ("Partially superseded by ADR-0003", [("amended_by", "ADR-0003", None)]),
    ("Amends ADR-0003", [("amends", "ADR-0003", None)]),
    (
        "Supersedes ADR-3 and ADR-4",
        [("supersedes", "ADR-3", None), ("supersedes", "ADR-4", None)],
    ),
    ("Not superseded by ADR-0003", []),
]


@pytest.mark.parametrize(
    ("line", "relations"), RELATIONS, ids=[line.replace("\n", " ") for line, _ in RELATIONS]
)
def test_a_relation_points_the_way_that_its_words_say(
    line: str, relations: list[tuple[str, str, str | None]]
) -> None:
    found = record(ROPE.format(f"Accepted\n\n{line}"))
    assert [(ref.kind, ref.text, ref.aspect) for ref in found.references] == relations


@pytest.mark.parametrize(
    "sentence",
    [
        "This would supersede ADR-0003 if we had the money.",
        "Wire, superseding the behaviour of ADR-0003, was considered.",
        "```\nSupersedes ADR-0003\n```",
        "<!-- Supersedes ADR-0003 -->",
        "ADR-0003 was superseded by ADR-0004.",
    ],
)
def test_a_passing_mention_declares_no_relation(sentence: str) -> None:
    text = f"{ROPE.format('Accepted')}\n## Context\n\n{sentence}\n"
    assert record(text).references == ()


@pytest.mark.parametrize("nothing", ["none", "n/a", "N/A", "'-'", "—", "[]", "~", "", "TBD"])
def test_nothing_is_no_target(nothing: str) -> None:
    found = record(front("status: accepted", "date: 2024-03-05", f"supersedes: {nothing}".strip()))
    assert found.references == ()


# --- front matter --------------------------------------------------------------------------------


def test_front_matter_values_stay_as_written() -> None:
    text = front("id: 0012", "title: no", "status: accepted", "date: 2024-03-05", "tags: [on, 1_0]")
    found = record(text, "adr/rope.md")
    assert (found.id, found.title, found.date, found.tags) == (
        "0012",
        "no",
        "2024-03-05",
        ("on", "1_0"),
    )


def test_dates_and_times_reach_json_as_text(write_files: Write, mneme: Mneme) -> None:
    lines = ("id: 0008", "title: 1.10", "status: accepted", "date: 2024-03-05 10:00:00")
    write_files({"adr/rope.md": front(*lines, "reviewed: 2024-03-06 12:30:00")})
    row = rows(mneme("list", "adr", "--format", "jsonl"))["adr/rope.md"]
    assert (row["id"], row["title"], row["date"]) == ("0008", "1.10", "2024-03-05")
    done = mneme("compile", "adr")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["decisions"][0]["decided_at"] == "2024-03-05"


@pytest.mark.parametrize(
    ("lines", "code", "place"),
    [
        (["title: ADR-0001: Use X"], "ADR103", (2, 16)),
        (["status: accepted", "title: 'Use rope"], "ADR103", None),
        (["status: accepted", "\ttags: x"], "ADR103", None),
        (["status: accepted", "status: proposed"], "ADR105", (3, 1)),
        (["a:", "  b: 1", "  b: 2"], "ADR105", (4, 3)),
        (["status: &x accepted"], "ADR106", (2, 9)),
        (["status: *x"], "ADR106", (2, 9)),
        (["status: !!python/name:os.system x"], "ADR106", (2, 9)),
        (["status: accepted", "7: lucky"], "ADR106", (3, 1)),
        (["status: accepted", "null: x"], "ADR106", (3, 1)),
        (["status: accepted", "true: x"], "ADR106", (3, 1)),
        (["status: accepted", "[a]: x"], "ADR106", (3, 1)),
        (["status: accepted", "? {a: b}", ": x"], "ADR106", None),
        (["a: " + "[" * 33 + "]" * 33], "ADR106", (2, 36)),
    ],
)
def test_front_matter_that_could_mean_two_things_is_refused(
    lines: list[str], code: str, place: tuple[int, int] | None
) -> None:
    found = problem(front(*lines))
    assert found.code == code
    assert found.hint
    assert place is None or (found.place.line, found.place.column) == place


@pytest.mark.parametrize("deep", ["[" * 50_000, "[" * 5_000 + "]" * 5_000, "{a: " * 5_000])
def test_bottomless_front_matter_is_refused_and_no_crash(deep: str) -> None:
    assert problem(front(f"x: {deep}")).code in {"ADR103", "ADR106"}


def test_an_unquoted_colon_gets_the_quoted_line_as_its_hint() -> None:
    found = problem(front("title: ADR-0001: Use rope", "status: accepted"))
    assert found.hint is not None
    assert 'title: "ADR-0001: Use rope"' in found.hint


def test_front_matter_that_is_never_closed_is_not_read_as_body() -> None:
    assert (
        problem("---\nstatus: accepted\n\n# Use rope\n\n## Status\n\nRejected\n").code == "ADR103"
    )


@pytest.mark.parametrize("value", ["2026-02-30", "2024-13-45", "0000-00-00", "2024-02-30T25:61:00"])
def test_an_impossible_date_is_a_finding_and_no_crash(value: str, findings: Findings) -> None:
    found = findings(front("status: accepted", f"date: {value}"))
    assert [(d.code, d.line, d.column) for d in found] == [("ADR207", 3, 7)]


@pytest.mark.parametrize(
    "value", ["{proposed | accepted | rejected}", "[proposed | accepted]", "<proposed or accepted>"]
)
def test_unfilled_braces_are_a_placeholder(value: str) -> None:
    found = record(front(f"status: {value}", "date: 2024-03-05"))
    assert (found.status, found.status_text) == ("placeholder", value)


@pytest.mark.parametrize("value", ["", " ~", " null", ' ""', " []"])
def test_an_empty_status_is_no_status(value: str) -> None:
    found = record(front(f"status:{value}", "date: 2024-03-05"))
    assert (found.status, found.status_text, found.status_source) == (None, None, None)


def test_a_list_of_one_status_is_that_status() -> None:
    assert record(front("status: [accepted]", "date: 2024-03-05")).status == "accepted"


@pytest.mark.parametrize(
    ("line", "key"),
    [("priority: [normal]", "priority"), ("scope: [storage]", "scope"), ("paths: src/**", "paths")],
)
def test_a_list_for_text_and_text_for_a_list_are_reported(
    line: str, key: str, findings: Findings
) -> None:
    found = findings(front("status: accepted", "date: 2024-03-05", line))
    assert {(d.code, d.severity, d.line) for d in found} == {("ADR209", "warning", 4)}
    assert all(f"`{key}`" in d.message for d in found)


@pytest.mark.parametrize(("value", "code"), [("true", None), ("false", None), ("maybe", "ADR209")])
def test_true_and_false_are_no_words_where_they_are_meant(
    value: str, code: str | None, findings: Findings
) -> None:
    lines = ("id: ADR-0001", "title: Use rope", "status: accepted", "date: 2024-03-05")
    found = findings(front(*lines, f"require_citation: {value}"))
    assert [d.code for d in found] == ([code] if code else [])


@pytest.mark.parametrize("value", ["", " ~", " null"])
def test_a_key_with_null_is_a_key_without_a_value(value: str, findings: Findings) -> None:
    lines = ("status: accepted", "date: 2024-03-05", f"priority:{value}", f"supersedes:{value}")
    assert findings(front(*lines)) == ()


# --- bytes, line ends and headings ---------------------------------------------------------------

SOUND = ROPE.format("Accepted")


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + SOUND.encode(),
        SOUND.replace("\n", "\r\n").encode(),
        SOUND.replace("\n", "\r").encode(),
        SOUND.replace("\n", "\r\n", 4).encode(),
        b"\xef\xbb\xbf" + SOUND.replace("\n", "\r\n").encode(),
        SOUND.removesuffix("\n").encode(),
    ],
    ids=["BOM", "CRLF", "lone CR", "mixed ends", "BOM and CRLF", "no final newline"],
)
def test_marks_and_line_ends_change_nothing(data: bytes) -> None:
    plain, other = record(SOUND), record(data)
    assert (other.title, other.status, other.date) == ("Use rope", "accepted", "2024-03-05")
    assert (other.statement, other.body, other.line) == (plain.statement, plain.body, plain.line)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_front_matter_is_read_behind_a_mark_and_with_any_line_end(ends: str) -> None:
    text = front("status: accepted", "date: 2024-03-05").replace("\n", ends)
    found = record(b"\xef\xbb\xbf" + text.encode())
    assert (found.status, found.date, found.dialect) == ("accepted", "2024-03-05", "madr")


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c"])
def test_a_line_ends_at_newlines_only(character: str) -> None:
    text = f"# 7. Use rope\n\nOne{character}two\n\n## Status\n\nAccepted\n\n## Decision\n\nA.\n"
    found = record(text)
    assert found.place_of("status").line == 7
    assert f"One{character}two" in found.body


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("# 7. Use rope", "Use rope"),
        ("# Use rope #", "Use rope"),
        ("# Use rope ##", "Use rope"),
        ("# Use C#", "Use C#"),
        ("#  ADR-0007: Use rope", "Use rope"),
        ("# [ADR-007] Use rope", "Use rope"),
        ("# **Use** _rope_", "Use rope"),
        ("# Use\u200b rope", "Use rope"),
        ("# \ufeffUse rope", "Use rope"),
        ("Use rope\n========", "Use rope"),
        ("<!-- a note -->\n\n# Use rope", "Use rope"),
        ("# Use rope\n\n# Appendix", "Use rope"),
        ("```\n# Not this\n```\n\n# Use rope", "Use rope"),
        ("> # Not this\n\n# Use rope", "Use rope"),
        ("#Use rope", "Use rope"),
        ("## Use rope", None),
        ("", None),
    ],
)
def test_the_title_is_the_first_level_1_heading(heading: str, title: str | None) -> None:
    found = record(f"{heading}\n\nStatus: accepted\n\n## Decision\n\nWe do.\n")
    assert found.title == title


def test_front_matter_behind_a_blank_line_is_read_and_reported() -> None:
    reading = read("\n" + front("status: accepted", "date: 2024-03-05"))
    assert isinstance(reading.result, Draft)
    assert reading.result.record.status == "accepted"
    assert [(p.code, p.place.line) for p in reading.problems] == [("ADR104", 2)]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (SOUND.replace("rope.", "Tauwerk für Segel.").encode("latin-1"), (11, 17)),
        (SOUND.encode("utf-16"), (1, 1)),
        (SOUND.encode("utf-16-be"), None),
        (SOUND.encode() + b"\xff\n", (12, 1)),
        (SOUND.encode() + "\ud800".encode("utf-8", "surrogatepass"), (12, 1)),
    ],
    ids=["Latin-1", "UTF-16", "UTF-16 without mark", "stray byte", "lone surrogate"],
)
def test_another_encoding_is_one_finding_and_the_other_files_are_read(
    data: bytes, place: tuple[int, int] | None, write_files: Write, mneme: Mneme
) -> None:
    write_files({"adr/0007-a.md": data, "adr/0008-b.md": SOUND.replace("7.", "8.")})
    done = mneme("check", "adr", "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 1, done.stderr
    assert report["accounting"] == {"found": 2, "records": 1, "non_records": 0, "rejected": 1}
    (finding,) = report["diagnostics"]
    assert (finding["code"], finding["path"]) == ("ADR101", "adr/0007-a.md")
    assert place is None or (finding["line"], finding["column"]) == place
    assert report["complete"] is False


# --- fences, comments and nesting ----------------------------------------------------------------


@pytest.mark.parametrize(
    "example",
    [
        "````md\n```\n## Status\n\nRejected\n```\n````",
        "~~~\n```\n## Status\n\nRejected\n~~~",
        "```\n~~~\n## Status\n\nRejected\n```",
        "- # Status\n\n  Rejected",
        "1. step\n\n   ```\n   ## Status\n\n   Rejected\n   ```",
        "> ```\n> ## Status\n> Rejected\n> ```",
    ],
)
def test_a_longer_fence_holds_the_shorter_one(example: str) -> None:
    found = record(f"{SOUND}\n{example}\n\n## Consequences\n\nFewer splinters.\n")
    assert (found.status, found.conflict) == ("accepted", False)


@pytest.mark.parametrize("opening", ["```", "~~~", "````md", "<!--"])
def test_what_is_never_closed_is_reported_where_it_opens(opening: str) -> None:
    reading = read(f"{SOUND}\n{opening}\n## Status\n\nRejected\n")
    assert isinstance(reading.result, Draft)
    assert reading.result.record.status == "accepted"
    assert [(p.code, p.place.line) for p in reading.problems] == [("ADR109", 13)]


def test_nesting_beyond_reason_is_not_dropped_in_silence() -> None:
    assert problem(f"{SOUND}\n{'>' * 500} deep\n").code == "ADR102"


# --- which files are records ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/adr/README.md", "# Decisions\n\n- [1. Rope](0001-rope.md)\n"),
        ("docs/adr/index.md", "# Index\n\n| No | Title |\n|---|---|\n| 1 | Rope |\n"),
        (
            "docs/adr/toc.md",
            "# Contents\n\n* [1](0001-a.md)\n* [2](0002-b.md)\n* [3](0003-c.md)\n",
        ),
        (
            "docs/adr/template.md",
            "# {short title}\n\n## Status\n\n{proposed | accepted}\n\n## Decision\n\n{text}\n",
        ),
        (
            "docs/adr/0000-template.md",
            "# NUMBER. TITLE\n\nDate: DATE\n\n## Status\n\nSTATUS\n\n## Decision\n\nThe change.\n",
        ),
        ("docs/adr/empty.md", ""),
        ("docs/adr/blank.md", "\n \n"),
        ("docs/adr/glossary.md", "# Glossary\n\nRope: a long thing.\n"),
    ],
)
def test_what_is_no_record_is_told_with_a_reason(path: str, text: str) -> None:
    result = read(text, path).result
    assert isinstance(result, NonRecord), result
    assert result.path == path
    assert result.reason


@pytest.mark.parametrize(
    ("path", "identifier", "number"),
    [
        ("adr/0007-use-rope.md", "ADR-0007", 7),
        ("adr/007-use-rope.md", "ADR-0007", 7),
        ("adr/7-use-rope.md", "ADR-0007", 7),
        ("adr/00007-use-rope.md", "ADR-0007", 7),
        ("adr/12345-use-rope.md", "ADR-12345", 12345),
        ("adr/ODH-ADR-EH-0003-use-rope.md", "ODH-ADR-EH-0003", 3),
        ("adr/adr-0007.md", "ADR-0007", 7),
        ("adr/ADR_0007_use_rope.md", "ADR-0007", 7),
        ("adr/0007-use-rope[superseded].md", "ADR-0007", 7),
        ("adr/[accepted]-use-rope.md", "[accepted]-use-rope", None),
        ("adr/20240305-use-rope.md", "20240305-use-rope", None),
        ("adr/2024-03-05-use-rope.md", "2024-03-05-use-rope", None),
        ("adr/use-rope.md", "use-rope", None),
        ("adr/use-template-literals.md", "use-template-literals", None),
        ("adr/0009-use-templates.md", "ADR-0009", 9),
        ("adr/sub/folder/0007-use-rope.md", "ADR-0007", 7),
        ("adr/0007-use-rope/README.md", "ADR-0007", 7),
        ("adr/use-rope/index.md", "use-rope", None),
    ],
)
def test_a_record_goes_by_the_number_in_its_name(
    path: str, identifier: str, number: int | None
) -> None:
    text = "# Use rope\n\nStatus: accepted\n\n## Context\n\nThin.\n\n## Decision\n\nWe use rope.\n"
    file = File(path, text.encode(), folder="adr", alone=True)
    result = read_file(file, None, Options()).result
    assert isinstance(result, Draft), result
    assert (result.record.id, result.record.number) == (identifier, number)


def test_one_folder_a_record_is_read_as_that(write_files: Write, mneme: Mneme) -> None:
    write_files(
        {
            "adr/README.md": "# Our decisions\n\nOne folder each.\n",
            "adr/0001-rope/README.md": SOUND.replace("# 7. ", "# "),
            "adr/0001-rope/drawing.svg": "<svg/>",
            "adr/0002-wire/README.md": SOUND.replace("# 7. ", "# "),
        }
    )
    found = rows(mneme("list", "adr", "--all", "--format", "jsonl"))
    assert {path: (row["record"], row["id"]) for path, row in found.items()} == {
        "adr/README.md": (False, None),
        "adr/0001-rope/README.md": (True, "ADR-0001"),
        "adr/0002-wire/README.md": (True, "ADR-0002"),
    }


# --- whose number is it --------------------------------------------------------------------------


def test_three_places_with_three_numbers_are_named_in_one_finding(
    write_files: Write, mneme: Mneme
) -> None:
    text = front("id: ADR-0004", "title: Use rope", "status: accepted", "date: 2024-03-05")
    write_files({"adr/0003-rope.md": text.replace("# Use rope", "# 5. Use rope")})
    report = json.loads(mneme("check", "adr", "--format", "json").stdout)
    (finding,) = report["diagnostics"]
    assert finding["code"] == "ADR217"
    assert all(number in finding["message"] for number in ("3", "4", "5", "ADR-0004"))


def test_a_draft_does_not_take_the_number_of_a_decision(write_files: Write, mneme: Mneme) -> None:
    write_files(
        {
            "adr/0007-rope.md": SOUND,
            "adr/0007-wire.md": SOUND.replace("Accepted", "Draft").replace("rope", "wire"),
        }
    )
    found = rows(mneme("list", "adr", "--format", "jsonl"))
    assert {row["id"] for row in found.values()} == {"0007-rope", "0007-wire"}
    shown = mneme("show", "7", "--adr-dir", "adr")
    assert shown.returncode == 2
    assert "0007-rope" in shown.stderr
    assert "0007-wire" in shown.stderr


def test_one_number_in_two_folders_names_both_files(write_files: Write, mneme: Mneme) -> None:
    write_files({"adr/core/0007-rope.md": SOUND, "adr/web/0007-rope.md": SOUND})
    done = mneme("check", "adr", "--format", "json")
    (finding,) = json.loads(done.stdout)["diagnostics"]
    assert finding["code"] == "ADR302"
    assert "adr/core/0007-rope.md" in finding["message"]
    assert "adr/web/0007-rope.md" in finding["message"]
    found = rows(mneme("list", "adr", "--format", "jsonl"))
    assert len({row["id"] for row in found.values()}) == 2


# --- one bad file --------------------------------------------------------------------------------

BAD_FILES: dict[str, str | bytes] = {
    "adr/0001-rope.md": SOUND.replace("7.", "1."),
    "adr/0002-broken.md": "---\nstatus: [accepted\n---\n# Broken\n",
    "adr/0003-latin.md": b"# 3. Caf\xe9\n",
    "adr/0004-twice.md": front("status: accepted", "status: rejected"),
    "adr/0005-wire.md": SOUND.replace("7.", "5."),
}


def test_bad_files_do_not_hide_the_good_ones(write_files: Write, mneme: Mneme) -> None:
    write_files(BAD_FILES)
    listed = mneme("list", "adr", "--format", "json")
    assert listed.returncode == 1
    data = json.loads(listed.stdout)
    assert data["complete"] is False
    assert [row["id"] for row in data["records"]] == ["ADR-0001", "ADR-0005"]

    shown = mneme("show", "ADR-5", "--adr-dir", "adr", "--format", "json")
    assert shown.returncode == 1
    assert json.loads(shown.stdout)["decision_id"] == "ADR-0005"
    assert "incomplete" in shown.stderr


def test_every_bad_file_is_named_in_one_run(write_files: Write, mneme: Mneme) -> None:
    write_files(BAD_FILES)
    done = mneme("check", "adr", "--format", "json")
    assert done.returncode == 1
    assert [(d["path"], d["code"]) for d in json.loads(done.stdout)["diagnostics"]] == [
        ("adr/0002-broken.md", "ADR103"),
        ("adr/0003-latin.md", "ADR101"),
        ("adr/0004-twice.md", "ADR105"),
    ]


def test_nothing_is_compiled_from_part_of_the_records(
    write_files: Write, mneme: Mneme, tmp_path: Path
) -> None:
    write_files(BAD_FILES)
    done = mneme("compile", "adr", "-o", "index.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert not tmp_path.joinpath("index.json").exists()
    assert "adr/0003-latin.md" in done.stderr


def test_a_refused_compilation_leaves_the_old_index_alone(
    write_files: Write, mneme: Mneme, tmp_path: Path
) -> None:
    write_files({**BAD_FILES, "index.json": "the old one\n"})
    assert mneme("compile", "adr", "-o", "index.json").returncode == 1
    assert tmp_path.joinpath("index.json").read_text() == "the old one\n"
