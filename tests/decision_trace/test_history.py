"""Links from real histories: what a commit does to a record, and what it says."""

import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from decision_trace.reverts import reverted_in

Git = Callable[..., str]
Start = Callable[..., CompletedProcess[str]]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
Commit = Callable[..., str]
Ask = Callable[..., dict[str, Any]]
LONG = "".join(f"We do {number} things, one after the other.\n" for number in range(30))
ONE, TWO = "docs/adr/0001-use-1.md", "docs/adr/0002-use-2.md"


def record(number: int, status: str = "accepted", decision: str = "We do.", more: str = "") -> str:
    """A native record."""
    return (
        f"---\nid: ADR-{number:04d}\ntitle: Use {number}\nstatus: {status}\n"
        f"date: 2024-01-02\n{more}---\n# Use {number}\n\n"
        f"## Context\n\nThe world as it was before {number}, in some words.\n\n"
        f"## Decision\n\n{decision}\n"
    )


def kinds(answer: dict[str, Any]) -> list[tuple[str, str]]:
    """The links of a decision: kind and subject, newest first."""
    return [(row["kind"], row["subject"]) for row in answer["commits"]]


def test_life_of_a_decision(commit: Commit, ask: Ask) -> None:
    added = commit("Propose it", {ONE: record(1, "proposed")})
    accepted = commit("Accept it", {ONE: record(1, "accepted")})
    commit("Reword it", {ONE: record(1, "accepted", "We do so.")})
    implementing = commit("Do it\n\nDecision: ADR-0001", {"src/x.py": "x = 1\n"})
    commit("Go on, see ADR-1")
    commit("Something else", {"src/x.py": "x = 2\n"})
    answer = ask("trace", "ADR-0001")
    assert kinds(answer) == [
        ("mentions", "Go on, see ADR-1"),
        ("implements", "Do it"),
        ("edits", "Reword it"),
        ("changes_status", "Accept it"),
        ("records", "Propose it"),
    ]
    assert answer["commits"][3] == {
        "sha": accepted,
        "kind": "changes_status",
        "evidence": ONE,
        "author_date": "2024-03-05T12:00:00+00:00",
        "subject": "Accept it",
        "old_status": "proposed",
        "new_status": "accepted",
    }
    assert (answer["commits"][-1]["sha"], answer["commits"][-1]["new_status"]) == (
        added,
        "proposed",
    )
    assert (answer["result_type"], answer["canonical_decision_id"]) == (
        "canonical_trace",
        "ADR-0001",
    )
    assert not any(link.startswith("commits:") for link in answer["missing_links"])
    (row,) = ask("trace", implementing[:12])["commits"]
    assert [(link["decision_id"], link["kind"], link["evidence"]) for link in row["links"]] == [
        ("ADR-0001", "implements", "Decision: ADR-0001")
    ]


def test_range_has_every_commit_newest_first(commit: Commit, ask: Ask) -> None:
    start = commit("Start", {ONE: record(1), TWO: record(2)})
    commit("First\n\nDecision: ADR-1\nRefs: ADR-2")
    commit("Second")
    commit("Third (ADR-2)\n\nDecision: ADR-2")
    rows = ask("trace", f"{start}..HEAD")["commits"]
    assert [(row["subject"], [link["kind"] for link in row["links"]]) for row in rows] == [
        ("Third (ADR-2)", ["implements"]),
        ("Second", []),
        ("First", ["implements", "implements"]),
    ]
    assert ask("trace", "HEAD..HEAD")["commits"] == []


def test_renamed_record_is_followed(commit: Commit, git: Git, ask: Ask) -> None:
    commit("Add it", {"doc/notes/0001-use-one.md": record(1)})
    commit("Say more of doc/notes/0001-use-one.md")
    for old, new in (
        ("doc/notes/0001-use-one.md", "old/0001-use-one.md"),
        ("old/0001-use-one.md", "docs/adr/0001-use-one.md"),
        ("docs/adr/0001-use-one.md", "docs/adr/0001-use-1.md"),
    ):
        Path(git("rev-parse", "--show-toplevel").strip(), new).parent.mkdir(
            parents=True, exist_ok=True
        )
        git("mv", old, new)
        commit(f"Move to {new.partition('/')[0]}")
    expected = [
        *(("edits", f"Move to {folder}") for folder in ("docs", "docs", "old")),
        ("mentions", "Say more of doc/notes/0001-use-one.md"),
        ("records", "Add it"),
    ]
    assert kinds(ask("trace", "1")) == expected
    assert kinds(ask("trace", "1")) == expected, "from what was kept"
    (row,) = ask("trace", "HEAD~3")["commits"]
    assert [link["decision_id"] for link in row["links"]] == []


def test_another_record_in_the_place_of_a_deleted_one_is_no_rename(
    commit: Commit, ask: Ask
) -> None:
    commit("Add the first", {ONE: record(1)})
    commit(
        "Replace it",
        {ONE: None, "docs/adr/0009-use-9.md": record(9, decision="We do it otherwise.")},
    )
    assert kinds(ask("trace", "9")) == [("records", "Replace it")]


@pytest.mark.parametrize("taken", [False, True])
def test_old_number_means_who_had_it_then(taken: bool, commit: Commit, ask: Ask) -> None:
    """Whether another record has taken it since or not."""
    words = "We do it in many words.\n" * 50
    commit("Start", {ONE: record(1, decision=words)})
    done = commit("Do it\n\nDecision: ADR-0001")
    renumbered = {ONE: None, "docs/adr/0005-use-1.md": record(5, decision=words)}
    commit("Give it another number", renumbered)
    if taken:
        commit("Start anew", {"docs/adr/0001-use-new.md": record(1, decision="Otherwise.")})
    commit("Do this\n\nDecision: ADR-5")
    commit("Do the new one, ADR-1")
    found = kinds(ask("trace", "5"))
    assert found[0] == ("implements", "Do this")
    assert ("implements", "Do it") in found
    assert ("mentions", "Do the new one, ADR-1") not in found
    if not taken:
        (row,) = ask("trace", done)["commits"]
        assert [link["decision_id"] for link in row["links"]] == ["ADR-0005"]
        assert row["unknown"] == []
    else:
        new = [("mentions", "Do the new one, ADR-1"), ("records", "Start anew")]
        assert kinds(ask("trace", "1")) == new


def test_merge_links_only_what_it_does_itself(commit: Commit, git: Git, ask: Ask) -> None:
    commit("Start", {ONE: record(1, "proposed"), "x": "1\n"})
    git("checkout", "--quiet", "-b", "adr-0001-branch")
    commit("Accept it", {ONE: record(1, "accepted")})
    commit("Do it\n\nDecision: ADR-1")
    git("checkout", "--quiet", "main")
    commit("Meanwhile", {"x": "2\n"})
    git(
        "merge",
        "--quiet",
        "--no-ff",
        "adr-0001-branch",
        "--message",
        "Merge branch 'adr-0001-branch'",
    )
    assert kinds(ask("trace", "1"))[:2] == [
        ("implements", "Do it"),
        ("changes_status", "Accept it"),
    ]
    git("checkout", "--quiet", "-b", "other")
    commit("Reword", {ONE: record(1, "accepted", "We do so.")})
    git("checkout", "--quiet", "main")
    commit("Elsewhere", {"x": "3\n"})
    git("merge", "--quiet", "--no-ff", "--no-commit", "other")
    commit("Merge branch 'other'", {ONE: record(1, "deprecated", "We do so.")})
    newest = ask("trace", "1")["commits"][0]
    assert (newest["kind"], newest["old_status"], newest["new_status"]) == (
        *("changes_status", "accepted"),
        "deprecated",
    )


def test_revert_says_nothing_of_what_it_quotes_and_is_shown(
    commit: Commit, git: Git, ask: Ask, run: Run
) -> None:
    commit("Start", {ONE: record(1), TWO: record(2)})
    done = commit("Do it (ADR-1)\n\nDecision: ADR-0001", {"x": "1\n"})
    assert ask("trace", "--coverage")["decisions"] == ["ADR-0002"]
    git("revert", "--no-edit", "HEAD")
    assert ask("trace", "HEAD")["commits"][0]["links"] == []
    assert ask("trace", "--coverage")["decisions"] == ["ADR-0001", "ADR-0002"]
    assert "reverted by" in run("trace", "1").stdout
    git("revert", "--no-edit", "HEAD")
    assert ask("trace", "--coverage")["decisions"] == ["ADR-0002"]
    assert [sha for row in ask("trace", "1")["commits"] if (sha := row["sha"]) == done] == [done]


def test_revert_of_a_merge_takes_back_what_it_brought(
    commit: Commit, git: Git, ask: Ask, run: Run
) -> None:
    commit("Start", {ONE: record(1), TWO: record(2)})
    git("checkout", "--quiet", "-b", "topic")
    commit("Do it\n\nDecision: ADR-1", {"x": "1\n"})
    git("checkout", "--quiet", "main")
    commit("Meanwhile\n\nDecision: ADR-2", {"y": "2\n"})
    git("merge", "--quiet", "--no-ff", "--no-edit", "topic")
    assert ask("trace", "--coverage")["decisions"] == []
    git("revert", "--no-edit", "--mainline=1", "HEAD")
    assert ask("trace", "--coverage")["decisions"] == ["ADR-0001"]
    assert "reverted by" in run("trace", "1").stdout
    git("revert", "--no-edit", "HEAD")
    assert ask("trace", "--coverage")["decisions"] == []


def test_revert_of_a_merge_whose_sides_a_shallow_clone_lacks(
    commit: Commit, git: Git, git_repo: Path, ask: Ask, tmp_path_factory: pytest.TempPathFactory
) -> None:
    commit("Start", {ONE: record(1)})
    git("checkout", "--quiet", "-b", "topic")
    commit("Do it", {"x": "1\n"})
    git("checkout", "--quiet", "main")
    git("merge", "--quiet", "--no-ff", "--message=Merge\n\nDecision: ADR-1", "topic")
    git("revert", "--no-edit", "--mainline=1", "HEAD")
    clone = tmp_path_factory.mktemp("elsewhere") / "clone"
    git("clone", "--quiet", "--depth=2", git_repo.as_uri(), str(clone))
    assert ask("trace", "--coverage", cwd=clone, status=1)["decisions"] == ["ADR-0001"]


def test_message_that_reverts_very_many_merges_names_all_of_them() -> None:
    """Git is asked about each range, and not without end."""
    merges = [f"{number:040x}" for number in range(1, 301)]
    message = "".join(
        f"This reverts commit {merge}, reversing\nchanges made to {'f' * 40}.\n" for merge in merges
    )
    found = reverted_in(message)
    assert [claim.rpartition("..")[2] for claim in found] == merges
    assert len([claim for claim in found if ".." in claim]) == 100


def test_acceptance_carries_nothing_out_after_the_records_moved(
    commit: Commit, git: Git, ask: Ask
) -> None:
    commit("Start", {"old/0001-use-1.md": record(1, "proposed"), TWO: record(2)})
    commit("Accept 1\n\nDecision: ADR-0001", {"old/0001-use-1.md": record(1)})
    commit("Do it\n\nDecision: ADR-0002", {"old/0002-use.md": "Not a record.\n"})
    git("mv", "old/0001-use-1.md", ONE)
    git("commit", "--quiet", "--message=Move")
    assert ask("trace", "--coverage")["decisions"] == ["ADR-0001"]


def test_cherry_picked_commits_are_linked_each(commit: Commit, git: Git, ask: Ask) -> None:
    commit("Start", {TWO: record(2)})
    git("checkout", "--quiet", "-b", "topic")
    picked = commit("Add it\n\nDecision: ADR-2", {ONE: record(1)})
    git("checkout", "--quiet", "main")
    commit("Meanwhile", {"x": "2\n"})
    git("cherry-pick", "-x", picked)
    git("merge", "--quiet", "--no-edit", "topic")
    assert [kind for kind, _ in kinds(ask("trace", "1"))] == ["records", "records"]
    assert [kind for kind, _ in kinds(ask("trace", "2"))] == ["implements", "implements", "records"]


def test_touching_commits_are_those_that_change_covered_files(commit: Commit, ask: Ask) -> None:
    paths = "paths: ['src/db/**', '!src/db/old/**']\n"
    commit("Start", {ONE: record(1, more=paths)})
    commit("Inside", {"src/db/a.sql": "1\n"})
    commit("Taken back", {"src/db/old/b.sql": "1\n"})
    commit("Outside", {"src/c.py": "1\n"})
    assert kinds(ask("trace", "1")) == [("records", "Start")]
    answer = ask("trace", "1", "--touching")
    assert kinds(answer) == [("touches_scope", "Inside"), ("records", "Start")]
    assert answer["commits"][0]["evidence"] == "src/db/a.sql"
    rows = ask("trace", "HEAD~3..HEAD", "--touching")["commits"]
    assert [[link["kind"] for link in row["links"]] for row in rows] == [[], [], ["touches_scope"]]


def test_answers_of_every_clone_are_equal(
    commit: Commit,
    git: Git,
    ask: Ask,
    start: Run,
    tmp_path_factory: pytest.TempPathFactory,
    git_repo: Path,
) -> None:
    commit("Propose it", {ONE: record(1, "proposed")})
    commit("Accept it\n\nDecision: ADR-2", {ONE: record(1), TWO: record(2)})
    commit("Größer\n\nDecision: ADR-1", {"src/x.py": "x = 1\n"})
    elsewhere = tmp_path_factory.mktemp("clones")
    git("clone", "--quiet", "--bare", str(git_repo), str(elsewhere / "bare.git"))
    git("worktree", "add", "--quiet", "--detach", str(elsewhere / "linked"))
    git("init", "--quiet", "--object-format=sha256", str(elsewhere / "long"))
    history = git("fast-export", "--all")
    assert (
        start("git", "fast-import", "--quiet", cwd=elsewhere / "long", stdin=history).returncode
        == 0
    )
    git("symbolic-ref", "HEAD", "refs/heads/main", cwd=elsewhere / "long")
    git("reset", "--quiet", "--hard", cwd=elsewhere / "long")
    questions = (
        ("trace", "1"),
        ("trace", "HEAD~1"),
        ("trace", "HEAD~2..HEAD"),
        ("why", "src/x.py:1"),
        ("trace", "--coverage"),
    )
    for question in questions:
        expected = without_ids(ask(*question))
        for clone in ("bare.git", "linked", "long"):
            assert without_ids(ask(*question, cwd=elsewhere / clone)) == expected, (clone, question)


def test_bare_repository_within_a_working_tree_is_asked_itself(
    commit: Commit, git: Git, ask: Ask, git_repo: Path
) -> None:
    commit("Start", {ONE: record(1)})
    git("clone", "--quiet", "--bare", str(git_repo), str(git_repo / "bare.git"))
    commit("Later\n\nDecision: ADR-1")
    assert kinds(ask("trace", "1", cwd=git_repo / "bare.git")) == [("records", "Start")]
    assert kinds(ask("trace", "1", cwd=git_repo / ".git/refs"))[0] == ("implements", "Later")


def without_ids(answer: object) -> object:
    if isinstance(answer, dict):
        return {key: without_ids(value) for key, value in answer.items() if key != "sha"}
    return [without_ids(value) for value in answer] if isinstance(answer, list) else answer


REWRITES: dict[str, Callable[[Git], object]] = {
    "amend": lambda git: git(
        "commit", "--quiet", "--amend", "--message", "Other words\n\nDecision: ADR-2"
    ),
    "reset": lambda git: git("reset", "--quiet", "--hard", "HEAD~2"),
    "rebase": lambda git: git("rebase", "--quiet", "--signoff", "HEAD~3"),
    "squash": lambda git: (
        git("checkout", "--quiet", "-B", "main", "HEAD~3"),
        git("merge", "--quiet", "--squash", "topic"),
        git("commit", "--quiet", "--message", "All at once (ADR-1)\n\n* one\n\nDecision: ADR-2"),
    ),
    "merge": lambda git: (
        git("checkout", "--quiet", "-B", "main", "HEAD~3"),
        git("commit", "--quiet", "--allow-empty", "--message", "Meanwhile ADR-2"),
        git("merge", "--quiet", "--no-ff", "--no-edit", "topic"),
    ),
    "filter": lambda git: git(
        "filter-branch", "--force", "--msg-filter", "sed s/ADR-1/ADR-2/", "--", "--all"
    ),
}


@pytest.mark.parametrize("rewrite", REWRITES)
def test_rewritten_history_answers_as_a_fresh_clone(
    rewrite: str,
    commit: Commit,
    git: Git,
    ask: Ask,
    environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
    git_repo: Path,
) -> None:
    environment["FILTER_BRANCH_SQUELCH_WARNING"] = "1"
    commit("Start", {ONE: record(1), TWO: record(2)})
    for number in range(4):
        commit(f"Step {number}\n\nDecision: ADR-1", {f"src/{number}": "1\n"})
    git("branch", "topic")
    questions = (("trace", "1"), ("trace", "2"))
    before = [ask(*question) for question in questions]
    REWRITES[rewrite](git)
    fresh = tmp_path_factory.mktemp("fresh") / "clone"
    git("clone", "--quiet", str(git_repo), str(fresh))
    after = [ask(*question) for question in questions]
    assert after == [ask(*question, cwd=fresh) for question in questions]
    assert after != before
    git("reflog", "expire", "--expire=now", "--all")
    git("gc", "--quiet", "--prune=now")
    assert after == [ask(*question) for question in questions], "old commits are gone"


def test_shallow_history_says_so_and_takes_no_old_file_for_new(
    commit: Commit, git: Git, ask: Ask, git_repo: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    commit("Start", {ONE: record(1)})
    commit("Do it\n\nDecision: ADR-1", {"x": "1\n"})
    shallow = tmp_path_factory.mktemp("shallow") / "clone"
    git("clone", "--quiet", "--depth=1", git_repo.as_uri(), str(shallow))
    answer = ask("trace", "1", cwd=shallow, status=1)
    assert kinds(answer) == [("implements", "Do it")]
    assert "commits: this clone is shallow: run git fetch --unshallow" in answer["missing_links"]
    assert ask("trace", "HEAD", cwd=shallow, status=1)["commits"][0]["subject"] == "Do it"
    git("fetch", "--quiet", "--unshallow", cwd=shallow)
    assert kinds(ask("trace", "1", cwd=shallow)) == [("implements", "Do it"), ("records", "Start")]


def test_partial_clone_says_so(
    commit: Commit, git: Git, ask: Ask, git_repo: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    commit("Propose", {ONE: record(1, "proposed")})
    commit("Accept", {ONE: record(1)})
    git("config", "uploadpack.allowFilter", "true")
    partial = tmp_path_factory.mktemp("partial") / "clone"
    git("clone", "--quiet", "--filter=blob:none", git_repo.as_uri(), str(partial))
    answer = ask("trace", "1", cwd=partial, status=1)
    assert [subject for _, subject in kinds(answer)] == ["Accept", "Propose"]
    assert any("this clone is partial" in link for link in answer["missing_links"])


def test_grafts_are_said_and_not_followed(
    commit: Commit, git: Git, ask: Ask, git_repo: Path
) -> None:
    commit("Start", {ONE: record(1)})
    commit("Between\n\nDecision: ADR-1")
    commit("End\n\nDecision: ADR-1")
    whole = ask("trace", "1")
    grafts = git_repo / ".git/info/grafts"
    grafts.write_text(f"{git('rev-parse', 'HEAD').strip()} {git('rev-parse', 'HEAD~2').strip()}\n")
    assert git("rev-list", "--count", "HEAD").strip() == "2", "git follows them"
    answer = ask("trace", "1", status=1)
    assert kinds(answer) == kinds(whole)
    assert any("has grafts" in link and "not followed" in link for link in answer["missing_links"])
    grafts.unlink()
    assert ask("trace", "1") == whole


def test_history_does_not_depend_on_the_cache(
    commit: Commit,
    ask: Ask,
    git: Git,
    git_repo: Path,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commit("Start", {ONE: record(1)})
    first = ask("trace", "1")
    (file,) = (git_repo / ".git" / "mneme").iterdir()
    commit("More (ADR-1)")
    grown = ask("trace", "1")
    file.write_bytes(b"damaged")
    assert ask("trace", "1") == grown != first
    monkeypatch.setenv("MNEME_CACHE", "off")
    assert ask("trace", "1") == grown


def test_messages_in_other_encodings_and_with_odd_ends(
    commit: Commit, git: Git, ask: Ask, git_repo: Path, write_files: Write
) -> None:
    commit("Start", {ONE: record(1)})
    message = git_repo / ".git" / "message"
    message.write_bytes("Größer\r\n\r\nDecision: ADR-0001\r\n".encode("latin-1"))
    git(
        "-c",
        "i18n.commitEncoding=latin-1",
        "commit",
        "--quiet",
        "--allow-empty",
        "-F",
        str(message),
    )
    newest = ask("trace", "1")["commits"][0]
    assert (newest["kind"], newest["subject"]) == ("implements", "Größer")


def test_wrong_questions(commit: Commit, run: Run, git_repo: Path) -> None:
    done = run("trace", "HEAD", cwd=git_repo)
    assert done.returncode == 2
    commit("Start", {ONE: record(1)})
    for wrong, word in (
        (("trace", "ADR-9999"), "there is no decision ADR-9999"),
        (("trace", "nowhere"), "there is no revision"),
        (("trace", "HEAD...HEAD"), "A...B is not read"),
        (("trace",), "name an ID"),
        (("trace", "--coverage", "HEAD"), "--coverage takes A..B"),
        (("why", "../x"), "lies outside"),
        (("why", "nothing.py"), "a file that git tracks"),
        (("why", "docs/adr/0001-use-1.md:999"), "lines that it has"),
    ):
        done = run(*wrong)
        assert (done.returncode, word in done.stderr) == (2, True), (wrong, done.stderr)


def test_outside_a_repository_links_are_named_as_missing(run: Run, write_files: Write) -> None:
    folder = write_files({ONE: record(1)})
    done = run("trace", "1", cwd=folder)
    assert (done.returncode, "this is no git repository" in done.stderr) == (2, True)


def test_before_the_first_commit_there_are_no_links(
    ask: Ask, git_repo: Path, write_files: Write
) -> None:
    write_files({ONE: record(1)})
    answer = ask("trace", "1")
    assert answer["commits"] == []
    assert "commits: no commit of the history is linked to it" in answer["missing_links"]


def test_why_tells_what_governs_and_what_is_behind_the_lines(
    commit: Commit, ask: Ask, run: Run, git_repo: Path
) -> None:
    commit("Start", {ONE: record(1, more="paths: [src/x.py]\n"), TWO: record(2, more="scope: y\n")})
    commit("First\n\nDecision: ADR-1", {"src/x.py": "a\nb\n"})
    commit("Second\n\nDecision: ADR-2", {"src/x.py": "a\nc\nd\n"})
    answer = ask("why", "src/x.py:2-3")
    assert [row["decision_id"] for row in answer["governing"]] == ["ADR-0001"]
    assert [row["subject"] for row in answer["commits"]] == ["Second"]
    assert (answer["path"], answer["lines"]) == ("src/x.py", [2, 3])
    assert {row["subject"] for row in ask("why", "src/x.py")["commits"]} == {"Second", "First"}
    (git_repo / "src/x.py").write_text("new\nc\nd\n")
    assert ask("why", "src/x.py:1")["commits"] == []
    assert "no line of this is committed" in run("why", "src/x.py:1").stdout
    assert [row["decision_id"] for row in ask("why", "src/")["governing"]] == ["ADR-0001"]


def test_branch_goes_on_with_the_older_name_of_a_record(commit: Commit, git: Git, ask: Ask) -> None:
    """The change comes after the rename, in a file that has the name no more."""
    commit("Add", {ONE: record(1, "proposed")})
    git("branch", "side")
    git("mv", ONE, "docs/adr/0001-renamed.md")
    commit("Rename")
    git("checkout", "--quiet", "side")
    commit("Accept", {ONE: record(1)})
    commit("Reword", {ONE: record(1, decision="We do so.")})
    git("checkout", "--quiet", "main")
    git("merge", "--quiet", "--message", "Merge side", "side")
    assert sorted(kinds(ask("trace", "1"))) == [
        ("changes_status", "Accept"),
        ("edits", "Rename"),
        ("edits", "Reword"),
        ("records", "Add"),
    ]
    assert ask("trace", "HEAD")["commits"][0]["links"] == []  # it only joins the two


def test_name_that_is_used_again_belongs_to_whom_it_belonged(
    commit: Commit, git: Git, ask: Ask
) -> None:
    """Also where what changes beside the record makes the whole history be asked."""
    commit("Add one", {ONE: record(1, decision=LONG)})
    git("mv", ONE, TWO)
    commit("Renumber it", {TWO: record(1, decision=LONG).replace("ADR-0001", "ADR-0002")})
    gone = "docs/adr/0003-gone.md"
    commit("Add another", {ONE: record(1, "proposed", "Another thing."), gone: record(3)})
    commit("Drop the third", {gone: None})
    assert kinds(ask("trace", "1")) == [("records", "Add another")]
    assert kinds(ask("trace", "2")) == [("edits", "Renumber it"), ("records", "Add one")]
    (another,) = ask("trace", "HEAD~2..HEAD~1")["commits"]
    assert [(link["kind"], link["decision_id"]) for link in another["links"]] == [
        ("records", "ADR-0001")
    ]


def test_name_that_is_used_again_and_dropped_leaves_the_record_what_it_was(
    commit: Commit, git: Git, ask: Ask
) -> None:
    commit("Add one", {ONE: record(1, decision=LONG)})
    git("mv", ONE, TWO)
    commit("Renumber it", {TWO: record(1, decision=LONG).replace("ADR-0001", "ADR-0002")})
    commit("Add what will go", {ONE: record(1, decision="Whatever.")})
    commit("Drop it", {ONE: None})
    assert kinds(ask("trace", "2")) == [("edits", "Renumber it"), ("records", "Add one")]


def test_record_from_elsewhere_is_moved_whoever_asks(commit: Commit, git: Git, ask: Ask) -> None:
    commit("Write", {"notes/0001-use-1.md": record(1), "docs/adr/0002-use-2.md": record(2)})
    git("mv", "notes/0001-use-1.md", ONE)
    commit("Move")
    moved = ("edits", f"notes/0001-use-1.md -> {ONE}")
    newest = ask("trace", "1")["commits"][0]
    assert (newest["kind"], newest["evidence"]) == moved
    (link,) = ask("trace", "HEAD")["commits"][0]["links"]
    assert (link["kind"], link["evidence"]) == moved


def test_merge_that_renumbers_or_accepts_knows_what_was_before(
    commit: Commit, git: Git, ask: Ask
) -> None:
    """What only one side of a merge has."""
    commit("Start", {"x": "1\n"})
    git("checkout", "--quiet", "-b", "side")
    commit("Add one", {ONE: record(1, "proposed", LONG)})
    git("checkout", "--quiet", "main")
    commit("Add the other", {"docs/adr/0001-other.md": record(1, decision="Something else.")})
    git("merge", "--quiet", "--no-ff", "--no-commit", "side")
    git("mv", ONE, TWO)
    commit("Merge side", {TWO: record(1, decision=LONG).replace("ADR-0001", "ADR-0002")})
    rows = ask("trace", "2")["commits"]
    assert [(row["kind"], row["old_status"], row["new_status"]) for row in rows] == [
        ("changes_status", "proposed", "accepted"),
        ("records", None, "proposed"),
    ]
    assert rows[0]["evidence"] == f"{ONE} -> {TWO}"


@pytest.mark.parametrize("time", ["garbage", "99999999999999999999 +0000", "-5000 +0000", ""])
def test_time_that_is_none(time: str, commit: Commit, git: Git, ask: Ask, start: Start) -> None:
    commit("Add", {ONE: record(1)})
    tree, parent = git("rev-parse", "HEAD^{tree}", "HEAD").split()
    who = f"A <a@example.com> {time}"
    text = f"tree {tree}\nparent {parent}\nauthor {who}\ncommitter {who}\n\nOdd\n\nADR: 1\n"
    made = start("git", "hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin=text)
    git("update-ref", "refs/heads/main", made.stdout.strip())
    commit("Go on\n\nADR: 1")
    assert kinds(ask("trace", "1")) == [
        ("implements", "Go on"),
        ("implements", "Odd"),
        ("records", "Add"),
    ]
    assert ask("trace", "HEAD^")["commits"][0]["author_date"] == "1970-01-01T00:00:00+00:00"


def test_range_is_in_the_order_of_the_history(
    commit: Commit, git: Git, ask: Ask, monkeypatch: pytest.MonkeyPatch, person: dict[str, str]
) -> None:
    """A clock that goes backwards: git alone would show parents before their children."""
    commit("Start", {ONE: record(1)})
    for branch, hour in (("one", 9), ("two", 1)):
        git("checkout", "--quiet", "-B", branch, "main")
        person["GIT_COMMITTER_DATE"] = "2024-03-06T12:00:00+00:00"
        commit(f"Parent on {branch}, ADR-1")
        person["GIT_COMMITTER_DATE"] = f"2024-03-04T{hour:02d}:00:00+00:00"
        commit(f"Child on {branch}, ADR-1")
    git("checkout", "--quiet", "-B", "both", "one~1")
    git("merge", "--quiet", "--no-ff", "--message", "Merge one", "one")
    git("merge", "--quiet", "--no-ff", "--message", "Merge two, see ADR-1", "two")
    git("merge", "--quiet", "--no-ff", "--message", "Merge parent", "two~1")
    whole = [row["subject"] for row in ask("trace", "1")["commits"]]
    asked = [row["subject"] for row in ask("trace", "main..HEAD")["commits"]]
    assert [subject for subject in asked if "ADR-1" in subject] == whole[:-1]


@pytest.mark.skipif(sys.platform == "darwin", reason="file names there are UTF-8")
@pytest.mark.parametrize("name", ["n\udcff.py", "back\\slash.py", "back\\xff.py", ":x.py"])
def test_why_of_a_file_with_any_name(name: str, commit: Commit, run: Run, git_repo: Path) -> None:
    commit("Decide", {ONE: record(1)})
    Path(git_repo, name).write_text("x = 1\n")
    commit("Do it\n\nDecision: ADR-1")
    assert "Do it" in run("why", name).stdout
    assert "Do it" in run("why", f"{name}:1").stdout


def test_why_looks_at_lines_as_they_are_stored(
    commit: Commit, git: Git, ask: Ask, run: Run
) -> None:
    """No program of the user's converts them; and no name is too long to be asked for."""
    git("config", "diff.other.textconv", "echo one line;true")
    commit("Decide", {ONE: record(1), ".gitattributes": "*.py diff=other\n", "x.py": "a\n"})
    commit("Do it\n\nDecision: ADR-1", {"x.py": "a\nb\n"})
    assert [row["subject"] for row in ask("why", "x.py:2")["commits"]] == ["Do it"]
    assert run("why", "a" * 300).returncode == 2


def test_settings_change_no_answer(commit: Commit, git: Git, ask: Ask) -> None:
    commit("Decide", {ONE: record(1)})
    git("config", "diff.orderFile", "/nowhere/at/all")
    assert kinds(ask("trace", "1")) == [("records", "Decide")]


def test_words_of_a_message_and_paths_are_asked_for(
    commit: Commit, ask: Ask, git_repo: Path
) -> None:
    commit("Decide", {ONE: record(1), "src/x.py": ""})
    commit("Go on")
    assert ask("trace", ":/Decide")["commits"][0]["subject"] == "Decide"
    assert kinds(ask("trace", f"../{ONE}", cwd=git_repo / "src")) == [("records", "Decide")]


def test_edge_of_a_shallow_clone_touches_nothing(
    commit: Commit, git: Git, ask: Ask, git_repo: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    commit("Decide", {ONE: record(1, more="paths: [src/**]\n"), "src/x.py": "x\n"})
    commit("Something else", {"y": "y\n"})
    clone = tmp_path_factory.mktemp("clone")
    git("clone", "--quiet", "--depth=1", git_repo.as_uri(), str(clone))
    assert ask("trace", "1", "--touching", cwd=clone, status=1)["commits"] == []


def test_replaced_content_is_not_that_of_the_history(
    git: Git, ask: Ask, start: Start, tmp_path: Path, write_files: Write
) -> None:
    """Also where git reads it instead of the library, as with SHA-256."""
    git("init", "--quiet", "--object-format=sha256")
    for message, status in (("Add", "proposed"), ("Accept", "accepted")):
        write_files({ONE: record(1, status)})
        git("add", ".")
        git("commit", "--quiet", "--message", message)
    other = start("git", "hash-object", "-w", "--stdin", stdin=record(1, "rejected")).stdout.strip()
    git("replace", git("rev-parse", f"HEAD~1:{ONE}").strip(), other)
    newest = ask("trace", "1")["commits"][0]
    assert (newest["old_status"], newest["new_status"]) == ("proposed", "accepted")


@pytest.mark.parametrize("blank", ["", "\r", " \t"])
def test_subject_is_that_of_git(blank: str, commit: Commit, git: Git, ask: Ask) -> None:
    commit("Decide", {ONE: record(1)})
    message = f"Go\non{blank}\n{blank}\nThe body\n"
    git("commit", "--quiet", "--allow-empty", "--cleanup=verbatim", "--message", message)
    assert ask("trace", "HEAD")["commits"][0]["subject"] == "Go on"
    assert git("log", "-1", "--format=%s").strip() == "Go on"
