"""Every dialect can be made to say every relation, proved by what the reader makes of it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from compiler.edits import apply_edits
from compiler.links import Resolver
from compiler.pipeline import compile_project
from compiler.project import open_project
from compiler.restating import Wish, restate
from compiler.sheets import Sheet, file_of, open_sheet
from compiler.spelling import learn_spelling
from compiler.stating import refusal

Write = Callable[..., Path]
Opened = Callable[[str], tuple[Sheet, Callable[[str], Sheet | None]]]

KINDS = ("superseded_by", "supersedes", "amends", "amended_by")
OTHER = "# 9. Use a queue\n\nDate: 2024-01-01\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
BODY = "\n## Decision\n\nYes.\n"
NATIVE = "---\nid: ADR-0001\ntitle: X\nstatus: STATUS\ndate: 2020-01-01\n---\n# X\n"

# A record of each dialect; what it is to say appears in none of them.
DIALECTS = {
    "native": NATIVE.replace("STATUS", "accepted # so far"),
    "native quoted": NATIVE.replace("STATUS", "'accepted'"),
    "madr": "---\nstatus: accepted\ndate: 2020-01-01\ndecision-makers: [Ada]\n---\n# X\n",
    "madr quoted": '---\n# kept\nstatus: "Accepted"\ndate: 2020-01-01\n---\n# X\n',
    "madr and section": (
        "---\nstatus: Accepted\n---\n# X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n"
    ),
    "bullets": "# X\n\n* Status: accepted\n* Date: 2020-01-01\n",
    "dash bullets": "# X\n\n- **Status**: Accepted <!-- optional -->\n- **Date**: 2020-01-01\n",
    "nygard": "# 1. X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n",
    "nygard with more": (
        "# 1. X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted.\n\n"
        "Amended by [8. Y](0008-y.md)\n\n## Context\n\nWhy.\n"
    ),
    "nygard list": "# 1. X\n\nDate: 2020-01-01\n\n## Status\n\n- Accepted\n\n## Context\n\nWhy.\n",
    "lines": "# X\n\n**Status:** Accepted\n**Date:** 2020-01-01\n",
    "broken lines": "# X\n\n**Status:** Accepted  \n**Date:** 2020-01-01  \n",
    "line paragraphs": "# X\n\nStatus: accepted\n\nDate: 2020-01-01\n",
    "one bold": "# X\n\n**Status: Accepted**\n\n**Date: 2020-01-01**\n",
    "bars": "# X\n\n**Date:** 2020-01-01 | **Status:** Accepted | **Owner:** Kim\n",
    "quoted line": "# X\n\n> Status: ✅ Accepted\n> Date: 2020-01-01\n",
    "table": (
        "# X\n\n| Field | Value |\n|---|---|\n| **Status** | Accepted |\n| Date | 2020-01-01 |\n"
    ),
    "table header": "# X\n\n| Status | Accepted |\n|---|---|\n| Date | 2020-01-01 |\n",
    "quoted table": "# X\n\n> | Status | Accepted |\n> |---|---|\n> | Date | 2020-01-01 |\n",
    "german": "# X\n\nDatum: 2020-01-01\n\n## Status\n\nAkzeptiert\n\n## Kontext\n\nWarum.\n",
    "japanese": "# X\n\n日付: 2020-01-01\n\n## ステータス\n\n承認済み\n\n## 背景\n\n-\n",
}
ENDS = {"\n": "lf", "\r\n": "crlf", "\r": "cr"}


@pytest.fixture
def opened(write_files: Write) -> Opened:
    """Open a record among others, and say a relation of ADR-0009 in it."""

    def run(text: str) -> tuple[Sheet, Callable[[str], Sheet | None]]:
        eighth = OTHER.replace("9.", "8.")
        files = {"adr/0001-x.md": text, "adr/0008-y.md": eighth, "adr/0009-queue.md": OTHER}
        base = write_files(files)
        compiled = compile_project(open_project("adr", cwd=base))
        corpus = compiled.corpora[0]
        data = (base / "adr/0001-x.md").read_bytes()
        options = compiled.project.config.options(compiled.project.corpora[0])
        sheet = open_sheet(file_of(corpus, "adr/0001-x.md", data), None, options)
        assert sheet is not None
        target = next(r for r in corpus.records if r.number == 9)

        def say(kind: str) -> Sheet | None:
            wish, resolver = Wish(kind, target), Resolver(corpus.records)
            edits = restate(sheet, wish, learn_spelling(corpus.records), resolver)
            return sheet.with_bytes(apply_edits(data, edits)) if edits else None

        return sheet, say

    return run


def added(before: Sheet, after: Sheet) -> list[str]:
    """The lines of the new text that the old one has not."""
    old = list(before.written.lines)
    return [line for line in after.written.lines if line not in old and line.strip(" >")]


@pytest.mark.parametrize("ends", ENDS, ids=lambda end: ENDS[end])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_relation_is_said_and_read_back(dialect: str, kind: str, ends: str, opened: Opened) -> None:
    text = DIALECTS[dialect]
    text += "" if "## Context" in text or "Kontext" in text or "背景" in text else BODY
    sheet, say = opened(text.replace("\n", ends))
    assert refusal(sheet.stated, kind) is None
    new = say(kind)
    assert new is not None
    said = [r for r in new.record.references if r not in sheet.record.references]
    assert [r.kind for r in said if "9" in r.text] == [kind]
    assert new.record.status == ("superseded" if kind == "superseded_by" else "accepted")
    assert new.record.date == "2020-01-01"
    assert not new.record.conflict
    assert new.data.replace(ends.encode(), b"").count(b"\n" if ends != "\n" else b"\r") == 0


@pytest.mark.parametrize(
    ("dialect", "kind", "lines"),
    [
        ("native", "superseded_by", ["status: superseded # so far", "superseded_by: [ADR-0009]"]),
        ("native quoted", "superseded_by", ["status: 'superseded'", "superseded_by: [ADR-0009]"]),
        ("native", "amends", ["amends: [ADR-0009]"]),
        ("madr", "superseded_by", ["status: superseded by [ADR-0009](0009-queue.md)"]),
        ("madr quoted", "superseded_by", ['status: "Superseded by [ADR-0009](0009-queue.md)"']),
        ("madr", "amended_by", ["amended_by: [ADR-0009]"]),
        ("bullets", "superseded_by", ["* Status: superseded by [ADR-0009](0009-queue.md)"]),
        ("bullets", "amended_by", ["* Amended by: [ADR-0009](0009-queue.md)"]),
        ("dash bullets", "amends", ["- **Amends**: [ADR-0009](0009-queue.md)"]),
        ("nygard", "superseded_by", ["Superseded by [9. Use a queue](0009-queue.md)"]),
        ("nygard", "amended_by", ["Amended by [9. Use a queue](0009-queue.md)"]),
        ("nygard list", "superseded_by", ["- Superseded by [9. Use a queue](0009-queue.md)"]),
        ("lines", "superseded_by", ["**Status:** Superseded by [ADR-0009](0009-queue.md)"]),
        ("broken lines", "supersedes", ["**Supersedes:** [ADR-0009](0009-queue.md)  "]),
        ("one bold", "amends", ["**Amends: [ADR-0009](0009-queue.md)**"]),
        ("bars", "amended_by", ["**Amended by:** [ADR-0009](0009-queue.md)"]),
        ("quoted line", "superseded_by", ["> Status: Superseded by [ADR-0009](0009-queue.md)"]),
        ("quoted line", "supersedes", ["> Supersedes: [ADR-0009](0009-queue.md)"]),
        ("table", "supersedes", ["| **Supersedes** | [ADR-0009](0009-queue.md) |"]),
        ("table header", "amends", ["| Amends | [ADR-0009](0009-queue.md) |"]),
        ("quoted table", "amends", ["> | Amends | [ADR-0009](0009-queue.md) |"]),
        ("german", "superseded_by", ["Ersetzt durch [9. Use a queue](0009-queue.md)"]),
    ],
)
def test_it_is_said_as_the_dialect_says_it(
    dialect: str, kind: str, lines: Sequence[str], opened: Opened
) -> None:
    sheet, say = opened(DIALECTS[dialect])
    new = say(kind)
    assert new is not None
    assert added(sheet, new) == list(lines)


def test_two_places_that_state_the_status_are_both_changed(opened: Opened) -> None:
    sheet, say = opened(DIALECTS["madr and section"] + BODY)
    new = say("superseded_by")
    assert new is not None
    assert len(added(sheet, new)) == 2


def test_banner_takes_a_further_line_of_its_quote(opened: Opened) -> None:
    text = "# X\n\n> **Superseded by [ADR-0008](0008-y.md)**\n\nDate: 2020-01-01\n" + BODY
    sheet, say = opened(text)
    new = say("amends")
    assert new is not None
    assert added(sheet, new) == ["> Amends [ADR-0009](0009-queue.md)"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        "# X\n\n## Decision\n\nYes.\n",
        "# X\n\n![Status](https://img.shields.io/badge/status-accepted-green)\n" + BODY,
        "# X\n\n| Status | Date |\n|---|---|\n| Proposed | 2020-01-01 |\n" + BODY,
        "# X\n\n## Status: Proposed\n" + BODY,
        "# X\n\n## Status\n\n- [ ] Proposed\n- [x] Accepted\n- [ ] Rejected\n" + BODY,
    ],
    ids=["nothing", "badge", "crosswise table", "heading", "boxes"],
)
def test_where_no_place_can_say_it_nothing_is_invented(
    text: str, kind: str, opened: Opened
) -> None:
    sheet, say = opened(text)
    assert refusal(sheet.stated, kind)
    assert say(kind) is None


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ("Proposed", "its status is proposed"),
        ("Rejected", "its status is rejected"),
        ("Deprecated", "its status is deprecated"),
        ("Somehow", "its status is not stated"),
        ("Accepted (2020-02-02)", "says more"),
        ("Accepted by the team", "says more"),
    ],
)
def test_what_is_not_plainly_in_force_is_not_retired(status: str, why: str, opened: Opened) -> None:
    sheet, say = opened(f"# X\n\nStatus: {status}\nDate: 2020-01-01\n{BODY}")
    assert why in str(refusal(sheet.stated, "superseded_by"))
    assert say("superseded_by") is None


def test_record_that_contradicts_itself_is_not_retired(opened: Opened) -> None:
    sheet, say = opened(f"# X\n\nStatus: accepted\n\n## Status\n\nRejected\n{BODY}")
    assert refusal(sheet.stated, "superseded_by") == "its places state different statuses"
    assert say("superseded_by") is None


def test_bare_superseded_gets_its_successor(opened: Opened) -> None:
    sheet, say = opened(f"# X\n\n* Status: Superseded\n* Date: 2020-01-01\n{BODY}")
    new = say("superseded_by")
    assert new is not None
    assert added(sheet, new) == ["* Status: Superseded by [ADR-0009](0009-queue.md)"]
