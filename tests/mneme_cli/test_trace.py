"""`mneme trace` and `mneme why` as people read them."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
ONE, TWO = "docs/adr/0001-use-x.md", "docs/adr/0002-use-y.md"
TEXT = "---\nstatus: {}\ndate: 2024-03-0{}\n{}---\n# Use {}\n\n## Decision Outcome\n\nWe use {}.\n"


@pytest.fixture
def history(git: Git, git_repo: Path, write_files: Write) -> Path:
    """One decision that is carried out and superseded by another one."""

    def commit(message: str, files: dict[str, str]) -> None:
        write_files(files)
        git("add", ".")
        git("commit", "--quiet", "--message", message)

    commit("Propose X", {ONE: TEXT.format("proposed", 1, "", "X", "X")})
    accepted = {ONE: TEXT.format("accepted", 1, "", "X", "X")}
    commit("Accept X\n\nAccepted-by: Bo <bo@example.com>", accepted)
    commit("Do [it](x)\n\nDecision: ADR-0001", {"src/x.py": "x = 1\n"})
    old = {ONE: TEXT.format("superseded by ADR-0002", 1, "", "X", "X")}
    new = {TWO: TEXT.format("accepted", 2, "supersedes: ADR-0001\n", "Y", "Y")}
    commit("Use Y instead", old | new)
    return git_repo


def lines(done: CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return [line.rstrip() for line in done.stdout.split("\n") if line.strip()]


def test_time_line_is_oldest_first(history: Path, run: Run) -> None:
    heading, successor, *events = lines(run("trace", "1"))
    assert heading == "ADR-0001  Use X  (superseded)"
    assert successor == "  superseded by  ADR-0002  Use Y  (2024-03-02)"
    assert [event.split("  ", 3)[3] for event in events] == [
        f"recorded as proposed    Propose X  (Ada Example; {ONE})",
        f"proposed -> accepted    Accept X  (Ada Example; accepted by Bo <bo@example.com>; {ONE})",
        "implemented             Do [it](x)  (Ada Example; Decision: ADR-0001)",
        f"superseded by ADR-0002  Use Y instead  (Ada Example; {ONE})",
    ]
    assert lines(run("trace", "2"))[1] == "  supersedes     ADR-0001  Use X  (2024-03-01)"


def test_time_line_tells_what_other_records_do(
    history: Path, run: Run, write_files: Write, git: Git
) -> None:
    """Though they change no byte of this one, and also when they are accepted later."""
    three = TEXT.format("{}", 3, "amends: ADR-0002\n", "Z", "Z")
    for status in ("proposed", "accepted"):
        write_files({"docs/adr/0003-use-z.md": three.format(status)})
        git("add", ".")
        git("commit", "--quiet", "--message", f"Let Z be {status}")
    *_, amended = lines(run("trace", "2"))
    assert amended.split("  ", 3)[3].startswith("amended by ADR-0003   Let Z be accepted  (Ada")
    assert "| amended by ADR-0003 | Let Z be acc" in run("trace", "2", "--format=markdown").stdout


def test_turn_is_the_acceptance_that_was_not_reverted(
    history: Path, run: Run, write_files: Write, git: Git
) -> None:
    three = TEXT.format("{}", 3, "amends: ADR-0002\n", "Z", "Z")

    def let(status: str) -> None:
        write_files({"docs/adr/0003-use-z.md": three.format(status)})
        git("add", ".")
        git("commit", "--quiet", "--message", f"Let Z be {status}")

    let("proposed")
    let("accepted")
    git("revert", "--no-edit", "HEAD")
    git("commit", "--quiet", "--allow-empty", "--message", "Think again")
    assert "amended by" not in run("trace", "2").stdout
    let("accepted")
    *_, amended = lines(run("trace", "2"))
    assert amended.count("amended by ADR-0003") == 1
    assert "reverted by" not in run("trace", "2").stdout


def test_commit_that_marks_a_decision_as_superseded_says_so_beside_an_amendment(
    git_repo: Path, run: Run, write_files: Write, git: Git
) -> None:
    """What replaces it came before: its turn is at another commit."""
    marked = {ONE: TEXT.format("superseded by ADR-0002", 1, "", "X", "X")}
    amendment = {
        "docs/adr/0003-use-z.md": TEXT.format("accepted", 3, "amends: ADR-0001\n", "Z", "Z")
    }
    for files in (
        {ONE: TEXT.format("accepted", 1, "", "X", "X")},
        {TWO: TEXT.format("accepted", 2, "supersedes: ADR-0001\n", "Y", "Y")},
        marked | amendment,
    ):
        write_files(files)
        git("add", ".")
        git("commit", "--quiet", "--message", "Go on")
    *_, replaced, marking = lines(run("trace", "1"))
    assert "  superseded by ADR-0002  " in replaced
    assert "  accepted -> superseded, amended by ADR-0003  " in marking


def test_commit_names_what_it_cites_and_nobody_has(history: Path, run: Run, git: Git) -> None:
    git("commit", "--quiet", "--allow-empty", "--message", "Do\n\nDecision: ADR-0099")
    said = "`Decision: ADR-0099`: there is no decision ADR-0099"
    assert lines(run("trace", "HEAD"))[1:] == [f"  {said}"]
    assert "there is no decision" in run("trace", "HEAD", "--format", "markdown").stdout
    (row,) = json.loads(run("trace", "HEAD", "--format", "json").stdout)["commits"]
    assert (row["links"], row["unknown"]) == ([], [said])


def test_commit_is_one_event_whatever_it_does(
    history: Path, run: Run, write_files: Write, git: Git
) -> None:
    write_files({TWO: TEXT.format("accepted", 2, "supersedes: ADR-0001\n", "Y", "Y only")})
    git("commit", "--quiet", "--all", "--message", "Do it", "--message", "Decision: ADR-0002")
    event = lines(run("trace", "2"))[-1]
    assert event.endswith(f"edited, implemented   Do it  (Ada Example; {TWO}; Decision: ADR-0002)")


def test_decision_in_no_commit_says_so(history: Path, run: Run, write_files: Write) -> None:
    write_files({"docs/adr/0003-use-z.md": TEXT.format("proposed", 3, "", "Z", "Z")})
    assert lines(run("trace", "3")) == [
        "ADR-0003  Use Z  (proposed)",
        "  no commit is linked to it",
    ]
    assert lines(run("trace", "3", "--format", "markdown"))[1:] == ["no commit is linked to it"]


def test_commit_and_range(history: Path, run: Run) -> None:
    shown = lines(run("trace", "HEAD~2..HEAD"))
    assert [line for line in shown if line.startswith("  ")] == [
        f"  records ADR-0002 Use Y as accepted  ({TWO})",
        f"  changes ADR-0001 Use X from accepted to superseded  ({ONE})",
        "  implements ADR-0001 Use X  (Decision: ADR-0001)",
    ]
    assert lines(run("trace", "HEAD~1")) == shown[-2:]
    assert lines(run("trace", "HEAD..HEAD")) == ["no commits"]


def test_markdown_holds_no_markup_of_messages(history: Path, run: Run) -> None:
    for question in (["1"], ["HEAD~1"], ["--coverage", "HEAD~3..HEAD"]):
        shown = run("trace", *question, "--format", "markdown")
        assert shown.returncode == 0
        assert shown.stdout.startswith("### ")
        assert "[it](x)" not in shown.stdout


def test_markdown_has_what_the_text_has(history: Path, run: Run, git: Git) -> None:
    heading, successor, *_, accepted, done, _ = lines(run("trace", "1", "--format", "markdown"))
    assert heading == "### ADR-0001  Use X  &#40;superseded&#41;"
    assert successor.startswith("- superseded by  ADR-0002  Use Y")
    assert "| Ada Example; accepted by Bo " in accepted
    assert "| implemented |" in done
    git("revert", "--no-edit", "HEAD~1")
    assert "| reverted by " in run("trace", "1", "--format", "markdown").stdout
    shown = lines(run("trace", "HEAD..HEAD", "--format", "markdown"))
    assert shown == ["### 0 commits"]


def test_coverage(history: Path, run: Run, write_files: Write, git: Git) -> None:
    assert lines(run("trace", "--coverage", "HEAD~3..HEAD")) == [
        "1 decision in force without an implementing commit",
        "  ADR-0002  Use Y",
        "0 commits of the range without a decision",
        "1 file that no decision governs by paths or scope",
        "  src/x.py",
    ]
    write_files({f"src/{n}.py": "" for n in range(60)})
    git("add", ".")
    git("commit", "--quiet", "--message", "More")
    whole = lines(run("trace", "--coverage"))
    assert "  ... and 11 more (--all shows each)" in whole
    assert not [line for line in whole if "of the range" in line], "no range was asked for"
    assert "  src/59.py" in lines(run("trace", "--coverage", "--all"))


def test_acceptance_carries_nothing_out(
    history: Path, run: Run, write_files: Write, git: Git
) -> None:
    """It names in a trailer what it accepts."""
    nothing = "1 decision in force without an implementing commit"
    for more in ({}, {"docs/adr/index.json": "{}\n", ".mneme/decision_proposals.json": "{}\n"}):
        write_files({TWO: TEXT.format("accepted", 3, "supersedes: ADR-0001\n", "Y", "Y"), **more})
        git("add", ".")
        git("commit", "--quiet", "--allow-empty", "--message", "Accept it\n\nDecision: ADR-0002")
        assert lines(run("trace", "--coverage"))[0] == nothing
    write_files({"src/y.py": "y = 1\n"})
    git("add", ".")
    git("commit", "--quiet", "--message", "Do it\n\nDecision: ADR-0002")
    assert lines(run("trace", "--coverage"))[0].startswith("0 decisions")


def test_acceptance_that_renews_an_index_elsewhere_carries_nothing_out(
    history: Path, run: Run, write_files: Write, git: Git
) -> None:
    write_files({".mneme/config.toml": 'index = "./decisions.json"\n', "decisions.json": "{}\n"})
    write_files({TWO: TEXT.format("accepted", 3, "supersedes: ADR-0001\n", "Y", "Y")})
    git("add", ".")
    git("commit", "--quiet", "--message", "Accept it\n\nDecision: ADR-0002")
    assert lines(run("trace", "--coverage"))[0].startswith("1 decision in force")


def test_why(history: Path, run: Run) -> None:
    shown = lines(run("why", "src/x.py:1"))
    assert shown[:3] == ["governing now:", "  ADR-0002  Use Y  (everywhere)", "behind these lines:"]
    assert shown[3] == "  ADR-0001  Use X  (superseded)"
    assert "implemented" in shown[4]
    assert lines(run("why", ONE))[3] == "  ADR-0001  Use X  (superseded)"
    assert "behind" not in run("why", "src/").stdout
    table = lines(run("why", "src/x.py:1", "--format", "markdown"))
    assert "### 1 commit behind src/x.py&#58;1" in table
    assert "implements ADR-0001 Use X" in table[-1]
    assert "behind" not in run("why", "src/", "--format", "markdown").stdout


def test_why_names_commits_without_a_decision(
    history: Path, run: Run, write_files: Write, git: Git
) -> None:
    for number in range(7):
        write_files({"src/y.py": "".join(f"y = {n}\n" for n in range(number + 1))})
        git("add", ".")
        git("commit", "--quiet", "--message", f"Count to {number}")
    shown = lines(run("why", "src/y.py"))
    assert shown[3] == "  7 commits without a decision"
    assert len([line for line in shown[4:] if "Count to" in line]) == 5
    assert shown[-1] == "    ... and 2 more (--format json shows each)"


def test_target_that_is_nothing_says_what_to_ask_instead(history: Path, run: Run) -> None:
    for target in ("src/x.py", "Use X"):
        done = run("trace", target)
        assert done.returncode == 2
        assert "mneme list shows the ids of decisions, mneme why PATH" in done.stderr


def test_revision_is_the_end_of_the_history(history: Path, run: Run) -> None:
    shown = lines(run("trace", "1", "--rev", "HEAD~2"))
    assert (shown[0], len(shown)) == ("ADR-0001  Use X  (active)", 3)


def test_proposal_without_a_decision(history: Path, run: Run, write_files: Write) -> None:
    candidate = (
        '{"title": "Use Z", "statement": "We use Z for all of it.", "provenance": '
        '{"producer_name": "a", "producer_type": "agent", "source_reference": "r"}}'
    )
    write_files({"candidate.json": candidate})
    assert run("decision", "propose", "candidate.json").returncode == 0
    assert "proposal_trace" in run("trace", "dprop-", "--format", "json").stdout
    assert "Use Z" in run("trace", "dprop-").stdout
    assert "a&#58; Use Z" in run("trace", "dprop-", "--format", "markdown").stdout
