"""The digest of an accepted record holds through its life, and not through another decision."""

import re
from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
Git = Callable[..., str]

STATEMENT = (
    "The local index is one SQLite file, other than ADR-0002 and\n[3](0003-pick-plums.md) say.\n\n"
    "- It is read with SQLite 3.\n\n```sh\nsqlite3 index.db\n```"
)
RATIONALE = "It needs no server. See ADR-0002.\n\n| what | how |\n|---|---|\n| size | small |"
HINTS = ["src/db/**", "storage"]
TERMS = ("--scope", "storage.index", "--topic", "engine", "--priority", "exception")


@pytest.fixture
def accepted(dialect: str, make: Make) -> Any:
    """A project with an accepted record that names two others, and the record's path."""
    project = make(dialect)
    proposal = project.propose(statement=STATEMENT, rationale=RATIONALE, scope_hints=HINTS)
    done = project.accept(proposal, *TERMS)
    assert done.returncode == 0, done.stderr
    return project, "docs/adr/0004-use-sqlite.md"


def findings(project: Any) -> list[str]:
    """What PRP604 says of the records."""
    return [d.message for d in project.compiled().diagnostics if d.code == "PRP604"]


LIFE = {
    "superseded": ("new", "Use Postgres", "--status", "accepted", "--supersedes", "ADR-0004"),
    "amended": ("new", "Use two files", "--status", "accepted", "--amends", "ADR-0004"),
    "renumbered": ("renumber", "ADR-0004", "0011"),
    "renumbered far": ("renumber", "ADR-0004", "12345"),
    "named one renumbered": ("renumber", "ADR-0002", "0012"),
    "linked one renumbered": ("renumber", "ADR-0003", "0013"),
    "fixed": ("check", "--fix"),
}


@pytest.mark.parametrize("event", LIFE)
def test_life_leaves_the_digest(event: str, accepted: Any) -> None:
    project, _ = accepted
    files = project.files()
    done = project.run(*LIFE[event])
    if event != "fixed":
        assert done.returncode == 0, done.stderr
        assert project.files() != files
    assert findings(project) == []


def test_life_of_all_kinds_leaves_the_digest(accepted: Any) -> None:
    project, _ = accepted
    for event in ("amended", "named one renumbered", "superseded", "renumbered", "fixed"):
        done = project.run(*LIFE[event])
        assert done.returncode == 0 or event == "fixed", done.stderr
    assert findings(project) == []


def test_line_ends_leave_the_digest(accepted: Any, git: Git) -> None:
    project, path = accepted
    git("add", "-A", cwd=project.base)
    git("commit", "--quiet", "-m", "Accept", cwd=project.base)
    (project.base / path).unlink()
    git("-c", "core.autocrlf=true", "checkout", "--", path, cwd=project.base)
    data = project.files()[path]
    assert data.count(b"\r\n") == data.count(b"\n") > 5
    assert findings(project) == []


def test_blank_lines_leave_the_digest(accepted: Any) -> None:
    project, path = accepted
    file = project.base / path
    text = file.read_text()
    head, mark, body = text.partition("\n# ") if "\n# " in text else ("", "", text)
    file.write_text(head + mark + body.replace("\n\n", "\n\n\n") + "\n\n")
    assert findings(project) == []


CHANGES = {
    "word of the decision": ("one SQLite file", "one SQLite folder"),
    "number in the decision": ("SQLite 3.", "SQLite 4."),
    "code": ("sqlite3 index.db", "sqlite3 other.db"),
    "word of the context": ("needs no server", "needs a server"),
    "cell": ("| small |", "| large |"),
    "case": ("one SQLite file", "one sqlite file"),
    "title": ("Use SQLite", "Use MySQL"),
    "path": ("src/db/**", "src/**"),
    "scope": ("storage.index", "storage"),
    "topic": ("engine", "motor"),
    "priority": ("exception", "foundational"),
    "a line more": ("It needs no server.", "It needs no server.\n\nNor a client."),
    "a line less": ("- It is read with SQLite 3.\n", "\n"),
    "a section more": ("## Provenance", "## Exceptions\n\nWe use MySQL.\n\n## Provenance"),
    "comment": ("one SQLite file", "one <!-- not --> SQLite file"),
    "other record": ("ADR-0002 and", "RFC-2 and"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_other_decision_breaks_the_digest(change: str, accepted: Any) -> None:
    project, path = accepted
    file = project.base / path
    old, new = CHANGES[change]
    text = file.read_text()
    if old not in text:
        assert old == "## Provenance"
        assert "\naccepted_digest: " in text
        old, new = "```sh", "## Exceptions\n\nWe use MySQL.\n\n```sh"
    file.write_text(text.replace(old, new))
    (said,) = findings(project)
    assert len(set(re.findall(r"[0-9a-f]{64}", said))) == 2, "both digests are named"


# Lines of provenance are values: of tags and deciders, which may be mended, and of the proposal,
# whose absence is found where the file of proposals is compared with the records.
METADATA = ("## Provenance", "Proposal: ", "Tags: ", "Deciders: ")
HIDDEN = ("We use MySQL.", "[MySQL](https://example.com/x)", "<br>(MySQL)")


@pytest.mark.parametrize("words", HIDDEN)
def test_nothing_hides_in_the_record(words: str, accepted: Any) -> None:
    """What is added to a line of the body, or put between two, is another decision."""
    project, path = accepted
    file = project.base / path
    lines = file.read_text().split("\n")
    first = lines.index("---", 1) + 1 if lines[0] == "---" else 0
    for number in range(first, len(lines)):
        for changed in (
            [f"{lines[number]} {words}"],
            [lines[number], words],
            [words, lines[number]],
        ):
            if not lines[number].startswith(METADATA):
                file.write_text("\n".join([*lines[:number], *changed, *lines[number + 1 :]]))
                found = {finding.code for finding in project.compiled().diagnostics}
                # A fence that is left open is named, and the record lost what came after it.
                assert found & {"PRP604", "ADR109", "ADR310", "ADR201"}, changed
