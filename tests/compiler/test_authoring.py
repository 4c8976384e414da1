"""The next record looks like the newest ones, has a number of its own, and reads as meant."""

import os
import subprocess
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest

from compiler.authoring import Authored, author, next_number
from compiler.errors import UsageError
from compiler.links import find_record
from compiler.pipeline import compile_project
from compiler.plans import carry_out
from compiler.project import open_project
from compiler.wanted import NewRecord

Files = Mapping[str, str | bytes]
Write = Callable[..., Path]
Native = Callable[..., str]
Mneme = Callable[..., subprocess.CompletedProcess[str]]
New = Callable[..., tuple[Authored, str]]
DAY = date(2026, 4, 7)
NYGARD = (
    "# {n}. {title}\n\nDate: 2024-01-0{n}\n\n## Status\n\n{status}\n\n"
    "## Context\n\n## Decision\n\nYes.\n"
)
NAMES = {1: "pick-apples", 2: "pick-pears", 3: "pick-plums"}


def three(text: str, path: str = "adr/000{n}-{name}.md") -> dict[str, str]:
    """Three records of one form; `{n}`, `{name}`, `{title}` and `{status}` are filled in."""
    return {
        path.format(n=n, name=name): text.format(
            n=n, name=name, title=name.replace("-", " ").capitalize(), status="Accepted"
        )
        for n, name in NAMES.items()
    }


@pytest.fixture
def new(write_files: Write) -> New:
    """Write records, then the next one, and give back its text as well."""

    def run(
        files: Files, title: str = "Pick a plum", status: str = "proposed", **ends: str
    ) -> tuple[Authored, str]:
        base = write_files(files)
        (base / "adr").mkdir(exist_ok=True)
        compiled = compile_project(open_project(None, cwd=base))
        records = [decision.record for decision in compiled.decisions]
        wanted = NewRecord(
            title,
            "accepted" if status == "accepted" else "proposed",
            DAY,
            tuple(find_record(records, ends[key]) for key in ends if key == "supersedes"),
            tuple(find_record(records, ends[key]) for key in ends if key == "amends"),
        )
        authored = author(compiled, compiled.corpora[0], wanted)
        carry_out(compiled, authored.plan)
        return authored, (base / authored.record.path).read_bytes().decode()

    return run


def test_empty_corpus_gets_the_native_form(new: New) -> None:
    authored, text = new({})
    assert authored.record.path == "adr/0001-pick-a-plum.md"
    assert text == (
        "---\nid: ADR-0001\ntitle: Pick a plum\nstatus: proposed\ndate: 2026-04-07\n---\n"
        "# Pick a plum\n\n## Context\n\n## Decision\n\n## Consequences\n"
    )


FORMS = {
    "nygard": (
        NYGARD,
        "# 4. Pick a plum\n\nDate: 2026-04-07\n\n## Status\n\nProposed\n\n## Context\n\n"
        "## Decision\n",
    ),
    "madr": (
        "---\nparent: Decisions\nstatus: accepted\ndate: 2024-01-0{n}\ndeciders: [Ada]\n---\n"
        "# {title}\n\n## Context and Problem Statement\n\n## Decision Outcome\n\nYes.\n",
        "---\nparent: Decisions\nstatus: proposed\ndate: 2026-04-07\n---\n# Pick a plum\n\n"
        "## Context and Problem Statement\n\n## Decision Outcome\n",
    ),
    "bullets": (
        "# {title}\n\n* Status: accepted\n* Deciders: Ada\n* Date: 2024-01-0{n}\n\n"
        "## Decision Outcome\n\nYes.\n",
        "# Pick a plum\n\n* Status: proposed\n* Date: 2026-04-07\n\n## Decision Outcome\n",
    ),
    "lines": (
        "# ADR-000{n}: {title}\n\n**Status:** Accepted\n**Date:** 2024/01/0{n}\n"
        "**Owner:** Ada\n\n## Decision\n\nYes.\n",
        "# ADR-0004: Pick a plum\n\n**Status:** Proposed\n**Date:** 2026/04/07\n\n## Decision\n",
    ),
    "broken lines": (
        "# {title}\n\n**Date:** January {n}, 2024  \n**Status:** Accepted  \n\n"
        "## Decision\n\nYes.\n",
        "# Pick a plum\n\n**Date:** April 7, 2026  \n**Status:** Proposed  \n\n## Decision\n",
    ),
    "table": (
        "# {n}. {title}\n\n| Status | Accepted |\n|---|---|\n| Owner | Ada |\n"
        "| Date | 2024-01-0{n} |\n\n## Decision\n\nYes.\n",
        "# 4. Pick a plum\n\n| Status | Proposed |\n|---|---|\n| Date | 2026-04-07 |\n\n"
        "## Decision\n",
    ),
    "crosswise": (
        "# {title}\n\n| Status | Owner | Date |\n|---|---|---|\n"
        "| Accepted | Ada | 2024-01-0{n} |\n\n## Decision\n\nYes.\n",
        "# Pick a plum\n\n| Status | Owner | Date |\n|---|---|---|\n"
        "| Proposed |  | 2026-04-07 |\n\n## Decision\n",
    ),
    "plain": (
        "# {title}\n\n## Context\n\nWhy.\n\n## Decision\n\nYes.\n",
        "# Pick a plum\n\nStatus: proposed\nDate: 2026-04-07\n\n## Context\n\n## Decision\n",
    ),
    "german": (
        "# {n}. {title}\n\nDatum: 0{n}.01.2024\n\n## Status\n\nAkzeptiert\n\n## Kontext\n\n"
        "## Entscheidung\n\nJa.\n",
        "# 4. Pick a plum\n\nDatum: 07.04.2026\n\n## Status\n\nVorgeschlagen\n\n## Kontext\n\n"
        "## Entscheidung\n",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_form_is_that_of_the_corpus(form: str, new: New) -> None:
    text, wanted = FORMS[form]
    authored, written = new(three(text))
    assert authored.record.path == "adr/0004-pick-a-plum.md"
    assert written == wanted


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        ("adr/000{n}-{name}.md", "adr/0004-pick-a-plum.md"),
        ("adr/{n}-{name}.md", "adr/4-pick-a-plum.md"),
        ("adr/ADR-00{n}_{name}.markdown", "adr/ADR-004_pick-a-plum.markdown"),
        ("adr/ADR-00{n}.md", "adr/ADR-004.md"),
        ("adr/2024-01-0{n}-{name}.md", "adr/2026-04-07-pick-a-plum.md"),
        ("adr/2024010{n}-{name}.md", "adr/20260407-pick-a-plum.md"),
        ("adr/{name}.md", "adr/pick-a-plum.md"),
        ("adr/000{n}-{name}/README.md", "adr/0004-pick-a-plum/README.md"),
        ("adr/fruit/000{n}-{name}.md", "adr/fruit/0004-pick-a-plum.md"),
    ],
)
def test_name_is_that_of_the_corpus(pattern: str, wanted: str, new: New) -> None:
    text = NYGARD.replace("# {n}. ", "# ")
    assert new(three(text, pattern))[0].record.path == wanted


def test_line_ends_are_those_of_the_corpus(new: New) -> None:
    files = {name: text.replace("\n", "\r\n") for name, text in three(NYGARD).items()}
    _, text = new(files)
    assert text.count("\r\n") == text.count("\n")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("adr/0041-notes.md", "Just notes.\n"),
        ("adr/0041-broken.md", "---\nid: [\n---\n# X\n"),
        ("adr/0041-latin.md", b"\xe9"),
        ("adr/0041-x.rst", "X\n"),
        ("adr/old/ADR-41.md", NYGARD.format(n=41, title="X", status="Rejected")),
    ],
)
def test_number_of_any_file_is_used_up(name: str, content: str | bytes, new: New) -> None:
    assert new({**three(NYGARD), name: content})[0].record.number == 42


def test_number_in_front_matter_counts_too(write_files: Write, native: Native) -> None:
    base = write_files({"adr/a.md": native(7, id="ADR-0099")})
    (corpus,) = compile_project(open_project("adr", cwd=base)).corpora
    assert next_number(corpus) == 100


def test_declared_ids_go_on(new: New, native: Native) -> None:
    files = {f"adr/000{n}-x.md": native(n, id=f"CORE-00{n}") for n in (1, 2, 3)}
    authored, text = new(files)
    assert authored.record.id == "CORE-004"
    assert text.startswith("---\nid: CORE-004\ntitle: Pick a plum\nstatus: proposed\n")


def test_accepted_record_retires_the_older_one(new: New) -> None:
    authored, text = new(three(NYGARD), status="accepted", supersedes="2", amends="3")
    assert authored.edited == (
        ("adr/0002-pick-pears.md", "superseded by ADR-0004"),
        ("adr/0003-pick-plums.md", "amended by ADR-0004"),
    )
    assert "Supersedes [2. Pick pears](0002-pick-pears.md)\n" in text
    assert "Amends [3. Pick plums](0003-pick-plums.md)\n" in text
    lifecycles = {d.id: d.lifecycle for d in authored.after.decisions}
    assert lifecycles == {
        "ADR-0001": "active",
        "ADR-0002": "superseded",
        "ADR-0003": "active",
        "ADR-0004": "active",
    }
    assert not [d for d in authored.after.diagnostics if d.code.startswith("ADR3")]


def test_proposed_record_changes_nothing_and_says_so(new: New) -> None:
    authored, text = new(three(NYGARD), supersedes="2")
    assert "Supersedes [2. Pick pears](0002-pick-pears.md)\n" in text
    assert authored.edited == ()
    assert authored.notes == (
        "ADR-0002 does not say that it is superseded by ADR-0004: "
        "a record that is proposed changes nothing yet",
    )
    assert {d.lifecycle for d in authored.after.decisions if d.id != "ADR-0004"} == {"active"}


def test_older_record_that_cannot_say_it_is_named(new: New) -> None:
    files = three(NYGARD) | {"adr/0003-x.md": "# 3. X\n\n## Decision\n\nYes.\n"}
    del files["adr/0003-pick-plums.md"]
    authored, _ = new(files, status="accepted", supersedes="3")
    assert authored.edited == ()
    assert "its status is not stated" in authored.notes[0]


def test_sections_take_their_texts(write_files: Write) -> None:
    base = write_files(three(NYGARD))
    compiled = compile_project(open_project("adr", cwd=base))
    texts = {"context": "They are ripe.", "decision": "We pick them."}
    wanted = NewRecord("Pick a plum", "proposed", DAY, texts=texts)
    authored = author(compiled, compiled.corpora[0], wanted)
    text = authored.plan.after[authored.record.path].decode()
    assert text.endswith("## Context\n\nThey are ripe.\n\n## Decision\n\nWe pick them.\n")
    assert authored.record.statement == "We pick them."


@pytest.mark.parametrize("files", [{}, three(NYGARD), three(FORMS["madr"][0])])
@pytest.mark.parametrize(
    ("title", "read"),
    [
        ("../../x", "../../x"),
        ("/etc/passwd", "/etc/passwd"),
        ("--help", "--help"),
        ("Two\nlines\r\n# and more", "Two lines # and more"),
        ("Red \x1b[31m\x00 \u202e alert", "Red [31m alert"),
        ("---", "---"),
        ("a: b # c", "a: b # c"),
        ("'single' \"double\" \\ back", "'single' \"double\" \\ back"),
        ("!!!", "!!!"),
        ("#5 is alive", "#5 is alive"),
        ("[link](http://x) *bold* `code`", "[link](http://x) *bold* `code`"),
        ("status: accepted", "status: accepted"),
        ("Supersedes ADR-1", "Supersedes ADR-1"),
        ("<!-- hidden", "<!-- hidden"),
        ("日本語の題名", "日本語の題名"),
        ("  Über   Größe  ", "Über Größe"),
        ("x" * 200, "x" * 200),
        ("template", "template"),
    ],
)
def test_hostile_title_is_read_as_typed(
    title: str, read: str, files: dict[str, str], new: New
) -> None:
    authored, _ = new(files, title)
    record = authored.record
    assert record.title == read
    assert (record.status, record.date) == ("proposed", "2026-04-07")
    assert Path(record.path).parent == Path("adr")
    assert record.references == ()
    assert {d.lifecycle for d in authored.after.decisions if d.id != record.id} <= {"active"}


@pytest.mark.parametrize("title", ["", " \n\t", "\u200b", "x" * 301, "Ends with #"])
def test_title_that_cannot_be_written_stops_it(title: str, new: New, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        new(three(NYGARD), title)
    assert len(list((tmp_path / "adr").iterdir())) == 3


def test_title_without_letters_has_no_name_where_names_are_titles(new: New) -> None:
    with pytest.raises(UsageError, match="no file name"):
        new(three(NYGARD.replace("# {n}. ", "# "), "adr/{name}.md"), "!!!")


def test_nothing_is_written_over(new: New) -> None:
    files = three(NYGARD.replace("# {n}. ", "# "), "adr/{name}.md")
    with pytest.raises(UsageError, match="exists already"):
        new(files, "Pick apples")


@pytest.mark.parametrize("title", ["PICK APPLES", "Con", "0007 things", "..."])
def test_name_that_is_none_everywhere_is_refused(title: str, new: New, tmp_path: Path) -> None:
    files = three(NYGARD.replace("# {n}. ", "# "), "adr/{name}.md")
    with pytest.raises(UsageError):
        new(files, title)
    assert len(os.listdir(tmp_path / "adr")) == 3


@pytest.mark.parametrize("title", ["5. Use it", "ADR-0007: Use it", "2026-01-01"])
def test_title_like_an_id_is_what_the_message_is_about(
    title: str, new: New, native: Native
) -> None:
    with pytest.raises(UsageError, match="reads back as typed"):
        new({"adr/0001-x.md": native(1)}, title)


def test_new_decision_is_not_said_to_be_carried_out(new: New) -> None:
    files = {
        f"adr/000{n}-x.md": NYGARD.format(n=n, title="X", status="Implemented") for n in (1, 2, 3)
    }
    files |= {f"adr/000{n}-x.md": NYGARD.format(n=n, title="X", status="Accepted") for n in (4, 5)}
    assert "\nAccepted\n" in new(files, status="accepted")[1]


def test_headings_that_differ_in_case_are_one(new: New) -> None:
    files = three(NYGARD)
    files["adr/0001-pick-apples.md"] = files["adr/0001-pick-apples.md"].replace(
        "Context", "CONTEXT"
    )
    del files["adr/0003-pick-plums.md"]
    assert new(files)[1].casefold().count("## context") == 1


def test_record_that_has_a_successor_already_is_named(new: New) -> None:
    files = three(NYGARD)
    for n, name, status in (
        (1, "apples", "Superseded by [2](0002-pick-pears.md)"),
        (2, "pears", "Accepted\n\nSupersedes [1](0001-pick-apples.md)"),
    ):
        path = f"adr/000{n}-pick-{name}.md"
        files[path] = files[path].replace("Accepted", status)
    authored, _ = new(files, status="accepted", supersedes="1")
    assert "ADR-0001 is superseded already, by ADR-0002" in authored.notes


def test_highest_number_leaves_none(new: New) -> None:
    with pytest.raises(UsageError, match="highest number"):
        new({"adr/99999-x.md": NYGARD.format(n=9, title="X", status="Accepted")})


def test_number_that_another_run_took_meanwhile_is_not_given_out(
    write_files: Write, native: Native
) -> None:
    base = write_files({"adr/0001-x.md": native(1)})
    compiled = compile_project(open_project("adr", cwd=base))
    (corpus,) = compiled.corpora
    first, second = (
        author(compiled, corpus, NewRecord(title, "proposed", DAY)).plan for title in "ab"
    )
    carry_out(compiled, first)
    with pytest.raises(UsageError, match="nothing was changed"):
        carry_out(compiled, second)
    assert sorted(os.listdir(base / "adr")) == ["0001-x.md", "0002-a.md"]


def test_superseded_and_amended_at_once_is_a_mistake(new: New) -> None:
    with pytest.raises(UsageError, match="both superseded and amended"):
        new(three(NYGARD), supersedes="1", amends="1")


def test_command_prints_path_and_edited_files(mneme: Mneme, write_files: Write) -> None:
    write_files(three(NYGARD))
    done = mneme("new", "Pick a plum", "--supersedes", "1", "--status", "accepted")
    assert done.stdout == (
        "adr/0004-pick-a-plum.md\nadr/0001-pick-apples.md: superseded by ADR-0004\n"
    )
    assert done.returncode == 0
    assert mneme("new", "--", "--help").stdout == "adr/0005-help.md\n"
    assert mneme("new", "X", "--supersedes", "77").returncode == 2
    assert mneme("check").returncode == 0


def test_command_asks_which_of_several_corpora(mneme: Mneme, write_files: Write) -> None:
    config = '[[corpus]]\nname = "core"\npath = "core"\n[[corpus]]\nname = "web"\npath = "web"\n'
    web = {name.replace("adr/", "web/"): text for name, text in three(NYGARD).items()}
    core = {name.replace("adr/", "core/"): text for name, text in three(NYGARD).items()}
    write_files({".mneme/config.toml": config, **web, **core})
    asked = mneme("new", "X")
    assert (asked.returncode, "several corpora: core, web" in asked.stderr) == (2, True)
    assert mneme("new", "X", "--corpus", "app").returncode == 2
    accepted = ("--status", "accepted", "--supersedes", "core/ADR-0001")
    done = mneme("new", "X", "--corpus", "web", *accepted)
    assert done.stdout == (
        "web/0004-x.md\ncore/0001-pick-apples.md: superseded by web/ADR-0004\n"
    ), done.stderr
    assert mneme("check").returncode == 0
