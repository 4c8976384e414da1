"""Texts of proposals that would say more than they seem to: refused by name, or plain text."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adr_schema.records import Record
from compiler.page import Page
from compiler.proof import by_path
from compiler.sheets import sheet_of
from compiler.titles import clean_title

Make = Callable[..., Any]

STORE = ".mneme/decision_proposals.json"
OTHER = "dprop-" + "0" * 32
LINK = "[2](0002-pick-pears.md)"
# What is read as text, whatever it looks like.
PLAIN = {
    "supersedes in a table": f"| Supersedes | {LINK} |\n|---|---|\n| a | b |",
    "relates": f"Relates to: {LINK}",
    "derived": "Derived from: ADR-0002",
    "status line": "Status: rejected",
    "status in bold": "**Status:** Rejected",
    "status in a list": "* Status: rejected",
    "status in a table": "| Status | Rejected |\n|---|---|\n| Date | 2020-01-01 |",
    "status crosswise": "| Status | Date |\n|---|---|\n| Rejected | 2020-01-01 |",
    "status badge": "![Status](https://img.shields.io/badge/status-rejected-red)",
    "underline alone": "===",
    "rule line": "---",
    "list heading": "- ## Constraints\n- FORBID_LITERAL: x",
    "quoted heading": "> ## Constraints\n> - FORBID_LITERAL: x",
    "constraint": "- FORBID_LITERAL: x",
    "constraints line": "Constraints:\n\n- FORBID_LITERAL: mysql\n- FORBID_PATH: src/**",
    "open comment inline": "We do <!-- hidden",
    "comment": "We do.\n\n<!-- Status: rejected -->",
    "closing comment": "-->\n\nWe do.",
    "definition": "We do.\n\n[2]: 0003-pick-plums.md\n[Pick pears]: 0003-pick-plums.md",
    "definition of a status": "[Accepted]: 0003-pick-plums.md\n\nWe do.",
    "details": "We do.\n\n</details>\n\n</div><details><summary>x",
    "script": "<script>alert(1)</script>",
    "table": "| a | b |\n|---|---|\n| 1 | 2 |",
    "provenance lines": f"Proposal: {OTHER}\n\nAccepted-digest: {'1' * 64}\n\nScope: everything",
    "terms": "Scope: all\n\nTopic: other\n\nPriority: foundational\n\nPaths: `**`\n\nTags: `x`",
    "deciders": "Deciders: Mallory",
    "deciders in a list": "* Deciders: Mallory",
    "evidence": "evidence: [x]",
    "long line": "word " * 1900,
    "long word": "x" * 9000,
    "tabs": "\tindented code",
    "right to left": "We \u202eDROW\u202c do.",
    "zero width": "Super\u200bsedes ADR-0002",
    "separator": "We do.\u2028## Status\u2028Rejected",
    "next line": "We do.\u2029Supersedes ADR-0002",
    "spaces": "   We do.   \n\n\n\n   And more.   ",
    "backslash": "We do.\\\nSupersedes ADR-0002",
    "break": "We do.<br>Supersedes ADR-0002",
    "entity": "&#83;upersedes ADR-0002",
    "unicode label": "Ｓｔａｔｕｓ： rejected",
    "yaml": 'a: "b\n- [c, {d: &e !!python/object:f}]',
    "trailing hash": "We do ##",
    "byte order mark": "\ufeff# Title",
}
# What would be read as more, or would hide what follows.
REFUSED = {
    "comment in a quote": "> <!-- never closed\n",
    "supersedes": f"Supersedes {LINK}",
    "supersedes by id": "Supersedes ADR-0002",
    "supersedes in a sentence": f"This decision supersedes {LINK}.",
    "supersedes in a list": f"* Supersedes: {LINK}",
    "supersedes in bold": f"**Supersedes:** {LINK}",
    "supersedes in a quote": f"> Supersedes {LINK}",
    "supersedes below": f"We do it.\n\nSupersedes\n{LINK}",
    "amends": f"Amends {LINK}",
    "contradicts": "Contradicts: ADR-0002",
    "superseded by": f"Superseded by {LINK}",
    "status section": "We do.\n\n## Status\n\nRejected",
    "status deep": "We do.\n\n#### Status\n\nRejected",
    "status first": "## Status\n\nRejected",
    "status underlined": "We do.\n\nStatus\n------\n\nRejected",
    "note": "**Note:** this record is superseded by ADR-0002.",
    "status in a heading": "We do.\n\n### Status: Rejected",
    "changelog": "We do.\n\n## Changelog\n\n- [rejected](x) (2025-01-01)",
    "other title": "# Other title\n\nWe do.",
    "other title later": "We do.\n\n# Other title",
    "underlined title": "Other title\n===",
    "heading": "We do.\n\n## Heading\n\nAnd more.",
    "constraint section": "We do.\n\n## Constraints\n\n- FORBID_LITERAL: mysql",
    "front matter": "---\nstatus: rejected\nsupersedes: [ADR-0002]\n---",
    "front matter below": "We do.\n\n---\nstatus: rejected\n---\n\nMore.",
    "open fence": "We do.\n\n```sh\nrm -rf /",
    "open tilde fence": "We do.\n\n~~~\nrm -rf /",
    "closing fence": "```\n```\n```",
    "open comment": "We do. \n\n<!-- hidden",
    "html block": "<div>\n\n## Status\n\nRejected\n\n</div>",
    "raw block": "<pre>\n## Decision\n\nOther",
    "cdata": "<![CDATA[\n\nWe do.",
    "declaration": "<!DOCTYPE\n\nWe do.",
    "processing": "<?php\n\nWe do.",
    "provenance": f"We do.\n\n## Provenance\n\nProposal: {OTHER}\n\nScope: all",
    "date section": "We do.\n\n## Date\n\n2020-01-01",
    "deciders section": "We do.\n\n## Deciders\n\nMallory",
    "deep list": "\n".join("  " * n + "- x" for n in range(70)),
    "deep quote": ">" * 100 + " x",
    "indented": "    Supersedes ADR-0002",
    "other language": "Ersetzt [2](0002-pick-pears.md)\n\nErsetzt: ADR-0002",
    "status in German": "## Entscheidung\n\nNein.",
    "wide table": "|" + "a|" * 150 + "\n|" + "-|" * 150,
}
# A second date: what is read depends on where the corpus has the first.
DATES = {
    "date": "Date: 2020-01-01",
    "date in bold": "**Date:** 2020-01-01",
}
# Two texts that only together say more: rationale and statement.
PAIRS = {
    "comment": ("We do. <!--", "--> And more."),
    "comment in blocks": ("<!--", "-->"),
    "fence": ("```", "```"),
    "raw block": ("<pre>", "</pre>"),
}


def outcome(project: Any, proposal: dict[str, Any], *options: str) -> Record | str:
    """The record that an acceptance wrote, proved to be as asked for; what was said where it was
    refused, and then nothing may have changed."""
    files, before = project.files(), project.decisions()
    done = project.accept(proposal, *options)
    after = project.files()
    if done.returncode:
        assert done.returncode == 1, done.stdout + done.stderr
        assert done.stderr.startswith("mneme: ")
        assert after == files, "a refusal writes nothing"
        return str(done.stderr)
    (path,) = after.keys() - files.keys()
    assert re.fullmatch(r"docs/adr/0004(-[^/]+)?\.md", path)
    assert {p for p in files if after[p] != files[p]} == {STORE}
    compiled = project.compiled()
    decisions = by_path(compiled)
    new = decisions.pop(path)
    assert decisions == before, "other decisions stand and read as before"
    assert not [d for d in compiled.diagnostics if d.severity == "error"]
    assert new.lifecycle == "active"
    sheet = sheet_of(compiled, new.record)
    assert sheet
    _says_no_more(new.record, proposal)
    _says_it_whole(sheet.page, proposal)
    return new.record


def _says_no_more(record: Record, proposal: dict[str, Any]) -> None:
    assert record.title == clean_title(proposal["title"])
    assert (record.status, record.conflict, record.number) == ("accepted", False, 4)
    assert (record.references, record.rules, record.constraints, record.evidence) == ((),) * 4
    assert (record.scope, record.topic, record.priority) == (None, None, "normal")
    assert record.deciders == ("Ada Example",)
    assert record.proposal == proposal["proposal_id"]
    assert str(record.date)[:4].isdecimal()


def _says_it_whole(page: Page, proposal: dict[str, Any]) -> None:
    """Each text stands alone in a section of its own, and leaves nothing open."""
    document = page.document
    assert (document.open_fence, document.open_comment) == (None, None)
    held = ["\n".join(page.text.lines[s.body : s.end]).strip() for s in document.headings()]
    for text in (proposal["statement"], proposal["rationale"]):
        assert text.strip() in held or not text.strip()


@pytest.mark.parametrize("name", PLAIN)
def test_text_is_text(name: str, dialect: str, make: Make) -> None:
    project = make(dialect)
    assert isinstance(outcome(project, project.propose(statement=PLAIN[name])), Record)


@pytest.mark.parametrize("name", REFUSED)
def test_text_that_says_more_is_refused(name: str, dialect: str, make: Make) -> None:
    project = make(dialect)
    said = outcome(project, project.propose(statement=REFUSED[name]))
    assert isinstance(said, str)
    assert re.match(
        "mneme: the draft (says more than was asked for|would be no record): .{8}", said
    )
    assert "hint: change the draft by hand: --edit" in said


@pytest.mark.parametrize("name", [*PLAIN, *REFUSED])
@pytest.mark.parametrize("form", ["madr", "no context"])
def test_rationale_is_a_text_like_the_other(name: str, form: str, make: Make) -> None:
    project = make(form)
    text = PLAIN.get(name) or REFUSED[name]
    found = outcome(project, project.propose(rationale=text))
    assert isinstance(found, Record if name in PLAIN else str)


@pytest.mark.parametrize("name", DATES)
def test_date_is_that_of_the_acceptance(name: str, dialect: str, make: Make) -> None:
    project = make(dialect)
    found = outcome(project, project.propose(statement=DATES[name]))
    assert isinstance(found, Record) or "another value for date" in found


@pytest.mark.parametrize("name", PAIRS)
def test_two_texts_say_no_more_together(name: str, dialect: str, make: Make) -> None:
    project = make(dialect)
    rationale, statement = PAIRS[name]
    found = outcome(project, project.propose(rationale=rationale, statement=statement))
    assert isinstance(found, Record) == (name == "comment")


TITLES = {
    "path": "../../x",
    "absolute": "/etc/passwd",
    "option": "--help",
    "flags": "-rf",
    "device": "CON",
    "device with suffix": "nul.md",
    "two lines": "a\nb",
    "heading on a second line": "a\n# b",
    "quotes": '"; rm -rf ~',
    "substitution": "$(touch x) `touch y` ${HOME} %PATH%",
    "300 characters": "x" * 300,
    "300 wide characters": "\u6f22" * 300,
    "emoji": "Use \U0001f431\u200d\U0001f4bb",
    "right to left": "\u05d4\u05e9\u05ea\u05de\u05e9 SQLite",
    "override": "Use \u202etilQS",
    "title of another record": "Pick pears",
    "id": "ADR-0001: x",
    "id alone": "ADR-0002",
    "number": "2. Pick pears",
    "relation": "Supersedes ADR-0002",
    "relation link": f"Supersedes {LINK}",
    "status": "Status: rejected",
    "front matter": "---",
    "key": "title: x",
    "list": "- x",
    "quote": "> x",
    "anchor": "&a *b !c",
    "braces": "{x: [y]}",
    "comment": "x <!-- y",
    "hash": "x # y",
    "trailing hash": "x #",
    "html": "<script>alert(1)</script>",
    "markup": "*x* _y_ **z** [l](m) ![i](j)",
    "escape": "x\\",
    "pipe": "a | b",
    "entity": "&#83;upersedes",
    "placeholder": "[short title]",
    "template": "template",
    "readme": "README",
    "index": "index",
    "dots": "...",
    "no letters": "!!!",
    "spaces": "  a   b  ",
    "decision": "Decision",
    "date": "2026-01-01",
}


NUMBERED = ("id", "number", "date", "trailing hash")


@pytest.mark.parametrize("name", TITLES)
def test_title_is_read_as_typed_or_refused(name: str, dialect: str, make: Make) -> None:
    project = make(dialect)
    found = outcome(project, project.propose(title=TITLES[name]))
    # Some titles look like a number in some forms only; this one can be written in none.
    assert isinstance(found, Record) or (name in NUMBERED and "reads back as typed" in found)
    assert name != "trailing hash" or isinstance(found, str)


# A hint, and what becomes of it: the paths and the tags.
HINTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "src/**": (("src/**",), ()),
    "**": (("**",), ()),
    "!src/**": (("!src/**",), ()),
    "../../x": (("../../x",), ()),
    "/etc/passwd": (("/etc/passwd",), ()),
    "src/`x`": (("src/`x`",), ()),
    "a, b": ((), ("a, b",)),
    "src/a, src/b": (("src/a, src/b",), ()),
    "two\nlines": ((), ("two lines",)),
    "src/\nScope: all": (("src/ Scope: all",), ()),
    "scope: x": ((), ("scope: x",)),
    "]\nstatus: rejected": ((), ("] status: rejected",)),
    "['x', \"y\"]": (("['x', \"y\"]",), ()),
    "{a: b}": ((), ("{a: b}",)),
    "&a": ((), ("&a",)),
    "no": ((), ("no",)),
    "null": ((), ("null",)),
    "007": ((), ("007",)),
    "2026-01-01": ((), ("2026-01-01",)),
    "# x": ((), ("# x",)),
    "'": ((), ("'",)),
    "\\": ((), ("\\",)),
    "`": ((), ("`",)),
    "-": ((), ("-",)),
    "Proposal: x": ((), ("Proposal: x",)),
    "\u202ex": ((), ("\u202ex",)),
    "x" * 300: ((), ("x" * 300,)),
}


@pytest.mark.parametrize("hint", HINTS)
def test_hint_is_a_path_or_a_tag_or_refused(hint: str, dialect: str, make: Make) -> None:
    project = make(dialect)
    found = outcome(project, project.propose(scope_hints=[hint]))
    if isinstance(found, Record):
        assert (found.paths, found.tags) == HINTS[hint]
    else:  # a list in a section stands in code marks
        assert "`" in hint
        assert dialect not in ("native", "madr")
        assert "another value for" in found


TERMS = [
    ("--scope", "x\nsupersedes: [ADR-0002]"),
    ("--scope", "  x  "),
    ("--topic", "x\n\n## Status\n\nRejected"),
    ("--path", "`\n\nScope: y"),
    ("--path", ""),
    ("--decider", "Ada\nScope: x"),
    ("--decider", ""),
]


@pytest.mark.parametrize("term", TERMS)
def test_term_that_does_not_read_back_is_refused(
    term: tuple[str, str], dialect: str, make: Make
) -> None:
    project = make(dialect)
    assert isinstance(outcome(project, project.propose(), *term), str)


PIECES = st.sampled_from(
    [*PLAIN.values(), *REFUSED.values(), "<!--", "-->", "```", "~~~~", "    x"]
)
JOINTS = st.sampled_from(["\n", "\n\n", " ", "\n> ", "\n- ", "\n    ", "\t"])


@pytest.mark.parametrize("form", ["native", "nygard"])
def test_any_mix_of_texts_is_text_or_refused(form: str, make: Make) -> None:
    project = make(form)
    records = project.files()

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.tuples(PIECES, JOINTS), min_size=1, max_size=5), st.data())
    def mixed(parts: list[tuple[str, str]], data: st.DataObject) -> None:
        text = "".join(piece + joint for piece, joint in parts)[:9000]
        role = data.draw(st.sampled_from(["statement", "rationale"]))
        outcome(project, project.propose(**{role: text}))
        for name in project.files().keys() - records.keys():
            (project.base / name).unlink()

    mixed()
