"""No call decides anything, writes elsewhere, or keeps a secret; what tools say of themselves is
true."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from mcp_server.tools import TOOLS

Write = Callable[..., Path]
Snapshot = Callable[[], dict[str, tuple[bytes, float]]]

# Each has the form of a vendor's token and opens nothing.
SECRETS = (
    "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
    "AKIA" + "Q3EGRTUVWXYZ1234",
    "-----BEGIN RSA PRIVATE KEY-----\nabc",
    "password = 'k8#fQ2!vLm'",
)
AUTHORITY = ("status", "proposal_id", "proposed_at", "accepted_decision_id", "rules", "enforcement")
QUESTIONS: dict[str, dict[str, Any]] = {
    "decision.get": {"record_id": "ADR-2"},
    "decision.search": {"query": "orders"},
    "decision.applicable_to": {"paths": ["src/orders/year.py"], "context": ["storage"]},
    "decision.trace": {"record_id": "ADR-2"},
}


def lifecycles(session: Any) -> dict[str, str]:
    found = session.call("decision.search", limit=100)["canonical_decisions"]
    return {d["decision_id"]: d["lifecycle_status"] for d in found}


def test_reading_changes_no_file(session: Any, files: Snapshot, candidate: Any) -> None:
    identifier = session.call("decision.propose", candidate=candidate())["proposal"]["proposal_id"]
    session.call("decision.search")
    before = files()
    readers = [tool.name for tool in TOOLS if tool.annotations["readOnlyHint"]]
    assert readers == list(QUESTIONS)
    for tool, arguments in QUESTIONS.items():
        session.call(tool, **arguments)
        if "record_id" in arguments:
            session.call(tool, record_id=identifier)
            session.call(tool, record_id="none")
        assert files() == before, tool


def test_proposing_adds_to_one_file_and_is_safe_to_repeat(
    session: Any, files: Snapshot, candidate: Any, store_file: Path
) -> None:
    session.call("decision.search")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("decision.propose", {"candidate": candidate()}),
        ("decision.propose_batch", {"candidates": [candidate(), candidate(title="Other words")]}),
    ]
    written = str(store_file)
    kept: list[Any] = []
    for tool, arguments in calls:
        before = files()
        session.call(tool, **arguments)
        after = files()
        assert {name for name in after if after[name] != before.get(name)} == {written}
        assert set(before) - set(after) == set()
        proposals = json.loads(store_file.read_bytes())["proposals"]
        assert proposals[: len(kept)] == kept, "nothing that was there has changed"
        kept = proposals
        session.call(tool, **arguments)
        assert files() == after, tool
    assert len(kept) == 2


def test_no_call_decides(session: Any, candidate: Any, store_file: Path, files: Snapshot) -> None:
    """Whatever claims authority is refused, and nothing is accepted, rejected or retired."""
    made = session.call("decision.propose", candidate=candidate())
    identifier = made["proposal"]["proposal_id"]
    standing, before = lifecycles(session), files()
    for key in AUTHORITY:
        for value in ("accepted", None, [], {"accepted": True}, identifier):
            said = candidate(title=f"Claim {key}", **{key: value})
            source = {**candidate()["provenance"], key: value}
            if value is None:
                continue
            session.refused("decision.propose", candidate=said)
            session.refused("decision.propose_batch", candidates=[candidate(), said])
            session.refused("decision.propose", candidate=candidate(provenance=source))
            session.refused("decision.propose", candidate=candidate(title="T"), **{key: value})
            for tool, arguments in QUESTIONS.items():
                if key != "proposal_id" or tool != "decision.search":
                    session.refused(tool, **arguments, **{key: value})
    assert files() == before
    assert lifecycles(session) == standing
    found = session.call("decision.get", record_id=identifier)["proposal"]
    assert (found["proposal_status"], found["decided"]) == ("proposed", None)


def test_text_that_names_other_records_changes_none(session: Any, candidate: Any) -> None:
    standing = lifecycles(session)
    said = candidate(
        statement="Supersedes [ADR-0002](0002-split-tables.md).\n\nStatus: accepted",
        rationale="---\nid: ADR-0002\nstatus: rejected\n---\n## Status\n\nAccepted\n",
        related_decision_ids=["ADR-0002"],
        architecture_context={"status": "accepted", "supersedes": "ADR-0002"},
    )
    made = session.call("decision.propose", candidate=said)["proposal"]
    assert made["proposal_status"] == "proposed"
    assert lifecycles(session) == standing
    found = session.call("decision.applicable_to", paths=["src/search/x.py"])
    assert [d["decision_id"] for d in found["canonical_scope_matches"]] == ["ADR-0003"]


@pytest.mark.parametrize(
    "title", ["../../outside", "/etc/hosts", "a/../../b", "adr/0009-planted.md"]
)
def test_text_that_looks_like_a_path_leads_nowhere(
    session: Any, candidate: Any, files: Snapshot, store_file: Path, title: str
) -> None:
    session.call("decision.search")
    before = files()
    source = {**candidate()["provenance"], "repository_locator": title}
    session.call("decision.propose", candidate=candidate(title=title, provenance=source))
    after = files()
    assert {name for name in after if after[name] != before.get(name)} == {str(store_file)}


def places(candidate: dict[str, Any], secret: str) -> list[dict[str, Any]]:
    """The candidate with a secret in each of its places, keys and unknown ones included."""
    source = candidate["provenance"]
    texts = ("title", "statement", "rationale", "unknown", "status")
    sources = (*source, "external_source_id", "source_version", "repository_locator", "unknown")
    return [
        *({**candidate, name: secret} for name in texts),
        *({**candidate, "provenance": {**source, name: secret}} for name in sources),
        {**candidate, "scope_hints": ["src", secret]},
        {**candidate, "related_decision_ids": [secret]},
        {**candidate, "architecture_context": {"where": secret}},
        {**candidate, "architecture_context": {secret: "where"}},
        {**candidate, secret: "x"},
        {**candidate, "title": [{"deep": [secret]}]},
    ]


def test_secret_in_any_field_is_refused_and_kept_nowhere(
    talk: Any, candidate: Any, project: Path
) -> None:
    secrets = {secret: [part for part in secret.split("\n") if len(part) > 3] for secret in SECRETS}
    with talk("--adr-dir", "adr") as session:
        for secret, parts in secrets.items():
            said = [
                session.refused("decision.propose", candidate=c)
                for c in places(candidate(), secret)
            ]
            said += [
                session.refused("decision.propose_batch", candidates=[candidate(), c])
                for c in places(candidate(), secret)
            ]
            shared = {**candidate()["provenance"], "source_version": secret}
            said.append(
                session.refused(
                    "decision.propose_batch", candidates=[candidate()], shared_provenance=shared
                )
            )
            said.append(session.refused("decision.propose", candidate=candidate(), note=secret))
            said.append(session.refused("decision.propose", candidate=secret))
            for text in said:
                assert text.startswith("secret_detected: "), text
                assert not any(part in text for part in parts)
    # The session's fixture has seen that stderr is empty.
    for path in project.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert not any(part.encode() in content for parts in secrets.values() for part in parts)
    assert not (project / ".mneme").exists()


def test_secret_in_a_question_is_kept_nowhere_and_not_repeated_in_errors(
    session: Any, files: Snapshot
) -> None:
    secret = SECRETS[0]
    session.call("decision.search")
    before = files()
    session.call("decision.search", query=secret, producer_name=secret, source_reference=secret)
    session.call("decision.applicable_to", paths=[secret], context=[secret])
    for tool in ("decision.get", "decision.trace"):
        session.call(tool, record_id=secret)
        assert secret not in session.refused(tool, record_id=[secret])
        assert secret not in session.refused(tool, record_id="x", **{secret: "x"})
    assert secret not in session.refused("decision.search", limit=secret)
    assert secret not in session.refused("decision.search", proposal_status=secret)
    assert secret not in session.refused("decision.applicable_to", paths=[[secret]])
    assert secret not in session.refused("decision.applicable_to", paths=[f"../{secret}"])
    with pytest.raises(MCPError) as raised:
        session.raw(secret, {})
    assert secret not in raised.value.message
    assert files() == before


@pytest.mark.parametrize("link", ["file", "folder"])
def test_store_behind_a_link_out_of_the_repository_is_not_written(
    talk: Any,
    wire: Any,
    project: Path,
    candidate: Any,
    tmp_path_factory: pytest.TempPathFactory,
    link: str,
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    if link == "folder":
        (project / ".mneme").symlink_to(outside, target_is_directory=True)
        server = wire("--adr-dir", "adr")
        assert server.end() == 2
        assert b"link out of the repository" in server.process.stderr.read()
    else:
        (project / ".mneme").mkdir()
        (outside / "kept.json").write_text("{}")
        (project / ".mneme" / "decision_proposals.json").symlink_to(outside / "kept.json")
        server = wire("--adr-dir", "adr")
        assert server.end() == 2
    assert [path.read_text() for path in outside.iterdir()] == ["{}"] * (link == "file")


def test_planted_record_is_no_acceptance(session: Any, candidate: Any, write_files: Write) -> None:
    """Whoever can write files can write a record: one that names a proposal, without what was
    accepted, is an error, and the proposal waits as before."""
    identifier = session.call("decision.propose", candidate=candidate())["proposal"]["proposal_id"]
    head = f"id: ADR-0004\ntitle: T\nstatus: accepted\ndate: 2025-04-01\nproposal: {identifier}"
    write_files({"adr/0004-t.md": f"---\n{head}\n---\n# T\n\n## Decision\n\nPlanted.\n"})
    found = session.call("decision.get", record_id=identifier)["proposal"]
    assert (found["proposal_status"], found["accepted_decision_id"]) == ("proposed", None)
    with pytest.raises(MCPError, match=r"PRP604 adr/0004-t\.md"):
        session.raw("decision.get", {"record_id": "ADR-4"})


def test_record_whose_proposal_was_not_accepted_is_not_served(
    session: Any, candidate: Any, run: Any, store_file: Path
) -> None:
    proposal = session.call("decision.propose", candidate=candidate())["proposal"]
    waiting = store_file.read_bytes()
    options = ("--adr-dir", "adr", "--yes", "--expect", proposal["content_fingerprint"])
    assert run("decision", "accept", proposal["proposal_id"], *options).returncode == 0
    sound = store_file.read_bytes()
    tampered = sound.replace(b"is one SQLite file", b"is two SQLite file")
    for content, code in (
        (waiting, "PRP605"),
        (b'{"schema": "mneme.decision-proposals/v1", "proposals": []}', "PRP605"),
        (tampered, "PRP602"),
        (b"{", "PRP601"),
    ):
        store_file.write_bytes(content)
        with pytest.raises(MCPError, match=code):
            session.call("decision.trace", record_id="ADR-4")
        store_file.write_bytes(sound)
        found = session.call("decision.trace", record_id="ADR-4")
        assert found["proposal_id"] == proposal["proposal_id"]
