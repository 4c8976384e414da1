"""What a program can write into the files, and what that gains it: no acceptance in a person's
name of a text that this person was not shown.

What cannot be proved here: who changes both the file of proposals and the records can make them
agree, and a record that is just what acceptance would write is taken for it. History tells who did
it (`mneme check --base`).
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
Git = Callable[..., str]

NEW = "docs/adr/0004-use-sqlite.md"
STORE = ".mneme/decision_proposals.json"


def craft(project: Any, **keys: Any) -> None:
    """Change the only entry of the file of proposals by hand."""
    path = project.base / STORE
    data = json.loads(path.read_text("utf-8"))
    data["proposals"][0].update(keys)
    path.write_text(json.dumps(data))


def written(project: Any, proposal: dict[str, Any], *options: str) -> bytes:
    """The record that acceptance writes; afterwards all is as before."""
    files = project.files()
    assert project.accept(proposal, *options).returncode == 0
    data: bytes = project.files()[NEW]
    for name in project.files().keys() - files.keys():
        (project.base / name).unlink()
    for name, before in files.items():
        (project.base / name).write_bytes(before)
    return data


def digest(project: Any) -> str:
    """The digest that the planted record has, by what `check` says of it."""
    compiled = project.compiled()
    for found in compiled.diagnostics:
        if found.code == "PRP604":
            return str(found.message.split()[-1])
    return str(project.decisions()[NEW].record.accepted_digest)


def refused(project: Any, proposal: dict[str, Any], *options: str) -> str:
    """What acceptance says, which must refuse and write nothing."""
    files = project.files()
    done = project.accept(proposal, *options)
    assert done.returncode == 1, done.stdout
    assert project.files() == files
    return str(done.stderr)


@pytest.mark.parametrize(
    "keys",
    [
        {"status": "accepted"},
        {"status": "accepted", "accepted_decision_id": ""},
        {"status": "done"},
        {"status": "rejected"},
        {"content_fingerprint": "0" * 64},
        {"producer_key": "0" * 64},
        {"accepting": 3},
        {"accepted_decision_id": "ADR-0001"},
        {"decided": "Ada"},
    ],
)
def test_crafted_entry_is_accepted_by_nobody(keys: dict[str, Any], make: Make) -> None:
    project = make("nygard")
    proposal = project.propose()
    craft(project, **keys)
    refused(project, proposal)


@pytest.mark.parametrize("key", ["title", "statement", "rationale"])
def test_changed_text_does_not_fit_its_id(key: str, make: Make) -> None:
    project = make("nygard")
    proposal = project.propose()
    candidate = project.entry(proposal)["candidate"]
    craft(project, candidate={**candidate, key: "We use MySQL."})
    assert "does not give its" in refused(project, proposal)


def test_unknown_id_is_wrong_use(make: Make) -> None:
    project = make("nygard")
    proposal = project.propose()
    done = project.accept({**proposal, "proposal_id": "dprop-" + "0" * 32})
    assert done.returncode == 2
    assert "there is no proposal" in done.stderr


def test_one_content_twice_is_no_file(make: Make) -> None:
    project = make("nygard")
    proposal = project.propose()
    path = project.base / STORE
    data = json.loads(path.read_text("utf-8"))
    data["proposals"] *= 2
    path.write_text(json.dumps(data))
    assert "stands twice" in refused(project, proposal)


@pytest.mark.parametrize("identifier", ["ADR-0099", "ADR-0001"])
def test_hand_made_acceptance_is_not_committed(identifier: str, make: Make, git: Git) -> None:
    project = make("nygard")
    proposal = project.propose()
    git("add", "-A", cwd=project.base)
    git("commit", "--quiet", "-m", "Record", cwd=project.base)
    craft(project, status="accepted", accepted_decision_id=identifier)
    head = git("rev-parse", "HEAD", cwd=project.base)
    refused(project, proposal, "--commit")
    assert git("rev-parse", "HEAD", cwd=project.base) == head


def test_nothing_is_committed_unasked(make: Make, git: Git) -> None:
    project = make("nygard")
    proposal = project.propose()
    assert project.accept(proposal).returncode == 0
    done = project.run("decision", "accept", proposal["proposal_id"], "--commit")
    assert done.returncode == 1
    assert git("rev-list", "--all", cwd=project.base) == ""


def test_changed_record_is_not_committed(dialect: str, make: Make, git: Git) -> None:
    project = make(dialect)
    proposal = project.propose()
    assert project.accept(proposal).returncode == 0
    file = project.base / NEW
    file.write_text(file.read_text().replace("one SQLite file", "MySQL"))
    assert "is not what was accepted" in refused(project, proposal, "--commit")
    assert git("rev-list", "--all", cwd=project.base) == ""


PLANTED = {
    "same": ("", ""),
    "another text": ("one SQLite file", "one MySQL file"),
    "another title": ("Use SQLite", "Use MySQL"),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_planted_record_gains_nothing(planted: str, dialect: str, make: Make) -> None:
    project = make(dialect)
    proposal = project.propose()
    text = written(project, proposal).decode()
    (project.base / NEW).write_text(text.replace(*PLANTED[planted]))
    said = refused(project, proposal)
    assert "is not what was being accepted" in said
    assert "under way is none" in said
    assert project.entry(proposal)["status"] == "proposed"
    if planted != "same":
        old, new = PLANTED[planted]
        assert any(line.startswith("-") and new in line for line in said.splitlines())
        assert any(line.startswith("+") and old in line for line in said.splitlines())


PLANTED_WITH_DIGEST = {
    "another text": ("one SQLite file", "one MySQL file"),
    "more text": ("It needs no server.", "It needs no server.\n\nNor MySQL."),
    "another title": ("Use SQLite", "Use MySQL"),
    "relation": ("It needs no server.", "It needs no server.\n\nSupersedes ADR-0002"),
    "other decider": ("Ada Example", "Eve"),
    "other state": ("Accepted", "Proposed"),
}


@pytest.mark.parametrize("planted", PLANTED_WITH_DIGEST)
def test_planted_record_with_the_digest_under_way_gains_nothing(
    planted: str, dialect: str, make: Make
) -> None:
    project = make(dialect)
    proposal = project.propose()
    old, new = PLANTED_WITH_DIGEST[planted]
    text = written(project, proposal).decode()
    # The status word is the first one that is no part of a longer name.
    pattern = rf"(?i)\b{old}\b(?![-_])" if planted == "other state" else re.escape(old)
    changed, count = re.subn(
        pattern, new.replace("\n", "\\n"), text, count=planted == "other state"
    )
    assert count
    file = project.base / NEW
    file.write_text(changed)
    under_way = digest(project)
    before = project.decisions()[NEW].record.accepted_digest
    file.write_text(changed.replace(str(before), under_way))
    craft(project, accepting=under_way)
    said = refused(project, proposal)
    assert "is not what would be written" in said
    assert project.entry(proposal)["status"] == "proposed"


def test_what_acceptance_would_write_is_taken_for_its_own(dialect: str, make: Make) -> None:
    """Nobody can tell it from an acceptance that was broken off; the person is shown it."""
    project = make(dialect)
    proposal = project.propose()
    (project.base / NEW).write_bytes(written(project, proposal))
    craft(project, accepting=digest(project))
    done = project.accept(proposal)
    assert done.returncode == 0, done.stderr
    assert "an earlier run was broken off" in done.stderr
    assert f"+++ b/{NEW}" in done.stdout
    assert project.entry(proposal)["status"] == "accepted"


def test_two_records_of_one_proposal_are_one_too_many(make: Make) -> None:
    project = make("nygard")
    proposal = project.propose()
    data = written(project, proposal)
    for path in (NEW, "docs/adr/0005-use-sqlite-too.md"):
        (project.base / path).write_bytes(data)
    assert "one record may say" in refused(project, proposal)


def test_digest_of_another_record_does_not_fit(dialect: str, make: Make) -> None:
    project = make(dialect)
    first, second = project.propose(), project.propose(title="Use Redis", statement="For queues.")
    for proposal in (first, second):
        assert project.accept(proposal).returncode == 0
    one, other = (project.decisions()[path].record for path in (NEW, "docs/adr/0005-use-redis.md"))
    file = project.base / NEW
    text = file.read_text()
    for swapped in (str(other.accepted_digest), ""):
        file.write_text(text.replace(str(one.accepted_digest), swapped))
        found = [d for d in project.compiled().diagnostics if d.code == "PRP604"]
        assert [d.path for d in found] == [NEW]
        assert (swapped or "accepted was none") in found[0].message
        assert found[0].message.endswith(str(one.accepted_digest)) or not swapped


def test_older_decision_is_not_overridden_unnamed(dialect: str, make: Make) -> None:
    project = make(dialect)
    first = project.propose()
    second = project.propose(title="Use PostgreSQL", statement="The index is in PostgreSQL now.")
    assert project.accept(first, "--scope", "storage").returncode == 0
    said = refused(project, second, "--scope", "storage")
    assert "ADR-0004 would be inactive (overridden)" in said or "would not hold" in said
    done = project.accept(second, "--scope", "storage", "--supersedes", "ADR-0004")
    assert done.returncode == 0, done.stderr
    assert project.lifecycles()[NEW] == "superseded"


def test_decision_that_would_come_back_is_named(make: Make) -> None:
    text = (
        "---\nid: ADR-000{n}\ntitle: T{n}\nstatus: accepted\ndate: 2024-01-0{n}\nscope: s\n"
        "priority: {p}\n---\n# T{n}\n\n## Decision\n\nYes, number {n}.\n"
    )
    project = make(
        {
            f"docs/adr/000{n}-t.md": text.format(n=n, p=p).encode()
            for n, p in ((1, "normal"), (2, "foundational"))
        }
    )
    assert project.lifecycles()["docs/adr/0001-t.md"] == "inactive (overridden)"
    said = refused(project, project.propose(), "--supersedes", "ADR-0002", "--scope", "other")
    assert "ADR-0001 would be active" in said
