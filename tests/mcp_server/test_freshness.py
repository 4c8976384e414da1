"""What other processes change is seen by the next call; what is invalid is not served."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR

Write = Callable[..., Path]

THIRD = "adr/0003-log-changes.md"
BROKEN = "---\nid: ADR-0009\ntitle: [\n---\n# Broken\n"


def statement(session: Any) -> str:
    found = session.call("decision.get", record_id="ADR-3")
    return str(found.get("canonical_decision", found).get("statement", "gone"))


def failure(session: Any, tool: str, **arguments: Any) -> MCPError:
    """The error of a call that must not be answered."""
    with pytest.raises(MCPError) as raised:
        session.raw(tool, arguments)
    assert raised.value.code == INTERNAL_ERROR
    return raised.value


def test_acceptance_at_the_command_line_is_a_decision_at_the_next_call(
    session: Any, candidate: Any, run: Any
) -> None:
    proposal = session.call("decision.propose", candidate=candidate())["proposal"]
    asked = {"paths": ["src/search/x.py"]}
    before = session.call("decision.applicable_to", **asked)
    assert [h["title"] for h in before["proposal_hint_matches"]] == [proposal["title"]]
    options = ("--adr-dir", "adr", "--yes", "--expect", proposal["content_fingerprint"])
    assert run("decision", "accept", proposal["proposal_id"], *options).returncode == 0
    after = session.call("decision.applicable_to", **asked)
    assert after["proposal_hint_matches"] == []
    first = after["canonical_scope_matches"][0]
    assert (first["title"], first["proposal_id"]) == (proposal["title"], proposal["proposal_id"])
    again = session.call("decision.propose", candidate=candidate())
    assert again["proposal"]["proposal_status"] == "accepted"


def test_rejection_and_reopening_are_seen(session: Any, candidate: Any, run: Any) -> None:
    identifier = session.call("decision.propose", candidate=candidate())["proposal"]["proposal_id"]
    for command, status in (("reject", "rejected"), ("reopen", "proposed")):
        assert run("decision", command, identifier, "--reason", "so").returncode == 0
        found = session.call("decision.get", record_id=identifier)["proposal"]
        assert found["proposal_status"] == status
        assert session.call("decision.search", proposal_status=status)["total_proposals"] == 1


def test_proposal_of_another_process_is_seen(session: Any, mneme: Any) -> None:
    options = ("--title", "T", "--statement", "It is said in many words.", "--producer", "b")
    options += ("--producer-type", "agent", "--source", "talk", "--scope-hint", "src/a")
    assert session.call("decision.search")["total_proposals"] == 0
    assert mneme("decision", "propose", *options).returncode == 0
    assert session.call("decision.search", producer_name="b")["total_proposals"] == 1
    hints = session.call("decision.applicable_to", paths=["src/a"])["proposal_hint_matches"]
    assert len(hints) == 1


def test_edits_within_one_moment_are_seen(session: Any, project: Path) -> None:
    """The same length each time, one behind the other as fast as can be."""
    file = project / THIRD
    text = file.read_text()
    for number in range(20):
        file.write_text(text.replace("with its author", f"with author {number:03}"))
        assert statement(session) == f"Each change is logged with author {number:03}."


def test_edit_that_keeps_size_and_time_is_seen(session: Any, project: Path) -> None:
    file = project / THIRD
    assert statement(session).startswith("Each change")
    for word, moment in (("EACH", None), ("each", 10**18), ("Eaxh", 0)):
        state = file.stat()
        text = file.read_text()
        start = text.rindex(" change is logged") - 4
        file.write_text(text[:start] + word + text[start + 4 :])
        times = (moment, moment) if moment is not None else (state.st_atime_ns, state.st_mtime_ns)
        os.utime(file, ns=times)
        assert file.stat().st_size == state.st_size
        assert statement(session).startswith(f"{word} change")


def test_older_content_from_git_is_seen(session: Any, project: Path, git: Any) -> None:
    file = project / THIRD
    file.write_text(file.read_text().replace("logged", "forgotten"))
    assert "forgotten" in statement(session)
    git("checkout", "--quiet", "--", THIRD)
    assert "logged" in statement(session)
    git("rm", "--quiet", THIRD)
    assert statement(session) == "gone"
    git("checkout", "--quiet", "HEAD", "--", THIRD)
    assert "logged" in statement(session)


def test_renamed_new_and_deleted_records_are_seen(session: Any, project: Path) -> None:
    file = project / THIRD
    file.rename(project / "adr" / "deep.md")
    found = session.call("decision.get", record_id="ADR-3")["canonical_decision"]
    assert found["source_evidence"][0]["source_locator"] == "adr/deep.md"
    (project / "adr" / "more").mkdir()
    (project / "adr" / "deep.md").rename(project / "adr" / "more" / "deep.md")
    assert session.call("decision.search", query="logged")["canonical_decisions"][0][
        "source_locator"
    ] == ("adr/more/deep.md")
    (project / "adr" / "more" / "deep.md").unlink()
    assert session.call("decision.search")["total_canonical_decisions"] == 2


def test_configuration_and_ignored_files_are_seen(session: Any, write_files: Write) -> None:
    write_files({"adr/0004-x.md": "# 4. X\n\nStatus: blessed\n\n## Decision\n\nX is done.\n"})
    state = session.call("decision.get", record_id="4")["canonical_decision"]
    assert state["inactive_reason"] == "unknown_status"
    write_files({".mneme/config.toml": '[statuses]\n"blessed" = "accepted"\n'})
    state = session.call("decision.get", record_id="4")["canonical_decision"]
    assert state["lifecycle_status"] == "active"
    write_files({".gitignore": "adr/0004*\n"})
    assert session.call("decision.get", record_id="4")["record_type"] == "not_found"


def test_records_with_errors_are_not_served_until_they_are_mended(
    session: Any, project: Path, candidate: Any, write_files: Write, store_file: Path
) -> None:
    waiting = session.call("decision.propose", candidate=candidate())["proposal"]["proposal_id"]
    broken = write_files({"adr/0009-broken.md": BROKEN}) / "adr" / "0009-broken.md"
    for tool, arguments in (
        ("decision.get", {"record_id": "ADR-3"}),
        ("decision.search", {"query": "orders"}),
        ("decision.applicable_to", {"paths": ["src/orders/x.py"]}),
        ("decision.trace", {"record_id": "ADR-2"}),
        ("decision.trace", {"record_id": "dprop-0"}),
    ):
        error = failure(session, tool, **arguments)
        assert "ADR103 adr/0009-broken.md" in error.message
        assert str(project) not in json.dumps([error.message, error.data])
        assert error.data["diagnostics"][0]["path"] == "adr/0009-broken.md"
    assert session.call("decision.get", record_id=waiting)["record_type"] == "proposal"
    assert session.call("decision.trace", record_id=waiting)["result_type"] == "proposal_trace"
    done = session.call("decision.propose", candidate=candidate(title="Keep going with this"))
    assert done["created"]
    assert len(json.loads(store_file.read_bytes())["proposals"]) == 2
    broken.unlink()
    assert session.call("decision.search")["total_canonical_decisions"] == 3


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (".mneme/config.toml", "adr_dirr = 1\n", "integrity: config: .mneme/config.toml"),
        (".mneme/baseline.json", "{", "integrity: config: .mneme/baseline.json"),
    ],
)
def test_broken_settings_fail_closed_and_heal(
    session: Any, project: Path, write_files: Write, name: str, text: str, words: str
) -> None:
    write_files({name: text})
    error = failure(session, "decision.get", record_id="ADR-3")
    assert error.message.startswith(words), error.message
    assert str(project) not in error.message
    (project / name).unlink()
    assert "logged" in statement(session)


def test_folder_that_is_gone_fails_closed_and_heals(session: Any, project: Path) -> None:
    (project / "adr").rename(project / "away")
    error = failure(session, "decision.search")
    assert "there is no folder 'adr'" in error.message
    assert str(project) not in error.message
    (project / "away").rename(project / "adr")
    assert session.call("decision.search")["total_canonical_decisions"] == 3


def test_damaged_store_stops_what_needs_it_and_nothing_else(
    session: Any, project: Path, candidate: Any, store_file: Path
) -> None:
    """Answers cannot say that hints are left out, so they are not given; a decision by its id, and
    its trace, need no proposals."""
    identifier = session.call("decision.propose", candidate=candidate())["proposal"]["proposal_id"]
    sound = store_file.read_bytes()
    for damaged in (sound[:-20], b"\0" * 50, b"<<<<<<< HEAD\n" + sound, b"{}", sound + b"}"):
        store_file.write_bytes(damaged)
        for tool, arguments in (
            ("decision.get", {"record_id": identifier}),
            ("decision.search", {}),
            ("decision.applicable_to", {"paths": ["src/orders/x.py"]}),
            ("decision.trace", {"record_id": identifier}),
            ("decision.propose", {"candidate": candidate(title="Another one")}),
            ("decision.propose_batch", {"candidates": [candidate(title="Another one")]}),
        ):
            error = failure(session, tool, **arguments)
            assert ".mneme/decision_proposals.json is no file of proposals" in error.message
            assert "line 1" in error.message or "line" in error.message
            assert str(project) not in error.message
        assert "logged" in statement(session)
        traced = session.call("decision.trace", record_id="ADR-2")
        assert traced["result_type"] == "canonical_trace"
        assert store_file.read_bytes() == damaged
    store_file.write_bytes(sound)
    assert session.call("decision.get", record_id=identifier)["record_type"] == "proposal"
    store_file.unlink()
    assert session.call("decision.get", record_id=identifier)["record_type"] == "not_found"


def test_empty_folder_serves_no_decisions_and_fills(
    talk: Any, project: Path, write_files: Write
) -> None:
    (project / "empty").mkdir()
    with talk("--adr-dir", "empty") as session:
        assert session.call("decision.search")["total_canonical_decisions"] == 0
        write_files({"empty/0001-x.md": "# 1. X\n\nStatus: accepted\n\n## Decision\n\nYes.\n"})
        assert session.call("decision.search")["total_canonical_decisions"] == 1


def test_without_records_proposals_are_served(talk: Any, candidate: Any) -> None:
    with talk() as session:
        made = session.call("decision.propose", candidate=candidate(related_decision_ids=["ADR-1"]))
        assert made["notices"] == []
        found = session.call("decision.search")
        assert (found["total_proposals"], found["total_canonical_decisions"]) == (1, 0)
        assert session.call("decision.get", record_id="ADR-1")["record_type"] == "not_found"
        (link,) = session.call("decision.trace", record_id="ADR-1")["missing_links"]
        assert link == "record: there is no such proposal, and no records are served"
        hints = session.call("decision.applicable_to", paths=["src/search/x.py"])
        assert len(hints["proposal_hint_matches"]) == 1


def test_store_in_memory_leaves_no_file(talk: Any, candidate: Any, project: Path) -> None:
    with talk("--adr-dir", "adr", "--proposals", "") as session:
        assert session.call("decision.propose", candidate=candidate())["created"]
        assert session.call("decision.propose", candidate=candidate())["reused"]
        assert session.call("decision.search")["total_proposals"] == 1
    assert not (project / ".mneme").exists()


def test_store_of_another_name_is_used_and_not_located(
    talk: Any, candidate: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("elsewhere") / "kept.json"
    with talk("--proposals", str(file)) as session:
        assert session.call("decision.propose", candidate=candidate())["created"]
        file.write_text("{")
        error = failure(session, "decision.search")
    assert error.message.startswith("store: kept.json is no file of proposals")


HIDDEN = "adr/hidden/0007-seven.md"
SEVENTH = "# 7. Seven\n\nStatus: accepted\n\n## Decision\n\nSeven is served.\n"


def seventh(session: Any) -> bool:
    """Whether the record is served that some file may ignore."""
    return bool(session.call("decision.get", record_id="7")["record_type"] != "not_found")


def rest(folder: Path, *files: Path) -> None:
    """Let all files seem to have rested for longer than the steps of a file system: only those that
    are touched from now on can be the reason to read again. Waits, since no program can set the
    time of a file's last change of state."""
    newest = max(path.lstat().st_ctime for path in (*folder.rglob("*"), *files))
    time.sleep(max(0.0, newest + 2.1 - time.time()))


def test_what_git_tracks_is_seen_though_it_is_ignored(
    session: Any, project: Path, git: Any, write_files: Write
) -> None:
    write_files({".gitignore": "hidden/\n", HIDDEN: SEVENTH})
    rest(project)
    assert not seventh(session)
    git("add", "--force", HIDDEN)
    assert seventh(session)
    rest(project)
    assert seventh(session)
    git("rm", "--quiet", "--cached", HIDDEN)
    assert not seventh(session)


@pytest.mark.parametrize("where", ["shared", "named", "included", "usual"])
def test_ignored_patterns_outside_the_folders_are_seen(
    where: str,
    talk: Any,
    git: Any,
    project: Path,
    write_files: Write,
    environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """In a linked worktree, whose patterns and configuration lie elsewhere."""
    git("worktree", "add", "--quiet", str(linked := tmp_path_factory.mktemp("linked") / "tree"))
    away = tmp_path_factory.mktemp("away")
    patterns = {
        "shared": project / ".git" / "info" / "exclude",
        "named": away / "ignored",
        "included": away / "ignored",
        "usual": Path(environment["XDG_CONFIG_HOME"]) / "git" / "ignore",
    }[where]
    (linked / HIDDEN).parent.mkdir()
    (linked / HIDDEN).write_text(SEVENTH)
    if where == "included":
        (away / "config").write_text("")
        git("config", "include.path", str(away / "config"))
    with talk("--adr-dir", "adr", cwd=linked) as session:
        rest(project, *linked.rglob("*"))
        assert seventh(session)
        patterns.parent.mkdir(parents=True, exist_ok=True)
        patterns.write_text("hidden/\n")
        if where == "named":
            git("config", "core.excludesFile", str(patterns))
        if where == "included":
            (away / "config").write_text(f"[core]\n\texcludesFile = {patterns}\n")
        assert not seventh(session)
        if where == "named":
            rest(project, patterns)
            assert not seventh(session)
            patterns.write_text("\n")
            assert seventh(session)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_folder_that_fails_while_it_is_listed_is_no_bug(project: Path, run: Any) -> None:
    """The network of a process that ended, and that nobody asked about yet, opens as a folder."""
    with subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.DEVNULL) as ended:
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        folder = f"/proc/{ended.pid}/net"
        with pytest.raises(OSError, match="Invalid argument"):
            list(os.scandir(folder))
        done = run("decision-mcp", "--adr-dir", folder, "--check")
    assert done.returncode == 1, done.stderr
    assert "bug" not in done.stderr
