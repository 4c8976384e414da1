"""`--base`: the merge of HEAD and REF is what is judged, and REF says by which rules."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Write = Callable[..., Path]

RECORD = "# {}\n\nDate: 2024-01-02\n\n## Status\n\n{}\n\n## Context\n\n{}\n\n## Decision\n\n{}\n"
USE_X = RECORD.format("1. Use X", "Accepted", "It is there.", "We use X.")
USE_Y = RECORD.format("2. Use Y", "Accepted", "It is better.", "We use Y.")
DANGLING = RECORD.format("3. Use Z", "Accepted\n\nSupersedes ADR-0099", "It is new.", "Use Z.")
X, Y, Z = (f"docs/adr/000{n}-use-{name}.md" for n, name in ((1, "x"), (2, "y"), (3, "z")))


@pytest.fixture
def commit(git_repo: Path, git: Git, write_files: Write) -> Callable[..., None]:
    """Write files (None deletes one) and commit everything."""

    def write_and_commit(files: dict[str, str | None]) -> None:
        for name, content in files.items():
            if content is None:
                (git_repo / name).unlink()
            else:
                write_files({name: content})
        git("add", "--all")
        git("commit", "--quiet", "--allow-empty", "--message", "Change records")

    return write_and_commit


@pytest.fixture
def branched(commit: Callable[..., None], git: Git, git_repo: Path) -> Path:
    """`main` with two records, and `change`, checked out, equal to it."""
    commit({X: USE_X, Y: USE_Y})
    git("checkout", "--quiet", "-b", "change")
    return git_repo


@pytest.fixture
def on_main(commit: Callable[..., None], git: Git) -> Callable[..., None]:
    """Commit to `main` what happens there meanwhile, and go back to `change`."""

    def commit_there(files: dict[str, str | None]) -> None:
        git("checkout", "--quiet", "main")
        commit(files)
        git("checkout", "--quiet", "change")

    return commit_there


Judged = Callable[[str, str], list[str]]


@pytest.fixture
def judged(git_repo: Path, commit: Callable[..., None], git: Git, mneme: Run) -> Judged:
    """What is found where a branch makes one text of the record X into another."""

    def codes(old: str, new: str) -> list[str]:
        commit({X: old})
        git("checkout", "--quiet", "-b", "change")
        commit({X: new})
        return _codes(_checked(mneme))

    return codes


def _codes(done: subprocess.CompletedProcess[str]) -> list[str]:
    report: dict[str, Any] = json.loads(done.stdout)
    return [finding["code"] for finding in report["diagnostics"]]


def _checked(mneme: Run, base: str = "main") -> subprocess.CompletedProcess[str]:
    return mneme("check", "--base", base, "--format", "json")


def test_both_sides_of_the_merge_are_read(
    branched: Path, commit: Callable[..., None], on_main: Callable[..., None], git: Git, mneme: Run
) -> None:
    commit({Y: USE_Y.replace("better", "far better")})
    on_main({"docs/adr/0004-more.md": RECORD.format("4. More", "Accepted", "So.", "More.")})
    shown = mneme("show", "2", "--base", "main", "--format", "json").stdout
    assert "far better" in json.loads(shown)["rationale"]
    assert "ADR-0004" in mneme("list", "--base", "main").stdout
    assert "ADR-0004" not in mneme("list").stdout
    merged = mneme("compile", "--base", "main").stdout
    git("merge", "--quiet", "--no-edit", "main")
    assert merged == mneme("compile").stdout != ""


def test_new_findings_come_first(
    branched: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    old = RECORD.format("0. Old", "", "", "Old.")
    git("checkout", "--quiet", "main")
    commit({"docs/adr/0000-old.md": old})
    git("checkout", "--quiet", "-b", "later")
    commit({Z: DANGLING})
    done = _checked(mneme)
    codes = _codes(done)
    assert json.loads(done.stdout)["comparison"] == {"base": "main", "new": 1}
    assert codes[0] == "ADR303", "a file later in the alphabet, but new"
    assert set(codes[1:]) != set(), "and those that main has as well"
    text = mneme("check", "--base", "main").stdout
    assert text.index("new against main:") < text.index("ADR303") < text.index("already on main:")
    assert text.rstrip().endswith("1 new")


def test_what_the_base_did_meanwhile_is_not_held_against_the_change(
    branched: Path, commit: Callable[..., None], on_main: Callable[..., None], mneme: Run
) -> None:
    commit({Z: RECORD.format("3. Use Z", "Proposed", "It is new.", "Use Z.")})
    on_main({X: None})
    assert (_codes(_checked(mneme)), _checked(mneme).returncode) == ([], 0)


@pytest.mark.parametrize("prefix", ["", "decisions/"])
def test_rename_with_an_edit_is_the_same_record(
    prefix: str, branched: Path, commit: Callable[..., None], mneme: Run
) -> None:
    renamed = f"docs/adr/{prefix}0001-use-xx.md"
    commit({X: None, renamed: USE_X.replace("It is there.", "It is here.")})
    assert _codes(_checked(mneme)) == []


def test_decided_record_that_takes_another_number_is_reported(
    branched: Path, commit: Callable[..., None], mneme: Run
) -> None:
    commit({X: None, "docs/adr/0007-use-x.md": USE_X.replace("# 1", "# 7")})
    done = _checked(mneme)
    assert _codes(done) == ["ADR502"]
    assert "another number: ADR-0007" in done.stdout


def test_rewriting_a_file_in_place_is_no_new_record(
    branched: Path, commit: Callable[..., None], mneme: Run
) -> None:
    commit({X: RECORD.format("1. Fly a kite", "Accepted", "Wind.", "On Sundays, in the dunes.")})
    assert _codes(_checked(mneme)) == ["ADR501"]


def test_decision_without_a_section_of_its_own_is_compared_as_a_whole(
    branched: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    plain = "# 3. Use Z\n\n* Status: accepted\n* Date: 2024-01-02\n\nZ it is.\n"
    git("checkout", "--quiet", "main")
    commit({Z: plain})
    git("checkout", "--quiet", "-b", "words")
    commit({Z: plain.replace("Z it is", "Z it is not")})
    git("checkout", "--quiet", "-b", "status", "main")
    commit({Z: plain.replace("accepted", "deprecated").replace("Z it is.", "Z\nit is.")})
    assert "ADR501" in _codes(_checked(mneme, "words")), "the change back is a change too"
    assert "ADR501" not in _codes(_checked(mneme))
    git("checkout", "--quiet", "words")
    assert "ADR501" in _codes(_checked(mneme))


# What a decision says, before and after.
_ALTERED = {
    "words": ("We use X.", "We use Y."),
    "code span": ("Keys are `List<String>`.", "Keys are `List<Integer>`."),
    "code that looks like markup": ("```xml\n<x/>\n```", "```xml\n<y/>\n```"),
    "code in another fence": ("~~~\nuse x\n~~~", "~~~\nuse y\n~~~"),
    "comment in code": ("```\n<!-- x -->\n```", "```\n<!-- y -->\n```"),
    "struck out": ("We use X.", "~~We use X.~~"),
    "struck out by a tag": ("We use X.", "<del>We use X.</del>"),
    "put in a comment": ("We use X.", "<!-- We use X. -->"),
    "cell": ("| do |\n|---|\n| X |", "| do |\n|---|\n| Y |"),
    "cell under a title": ("| X | chosen |\n|---|---|\n| Y | no |", "| X | no |\n|---|---|"),
    "heading below": ("### Use X\n\nAlways.", "### Avoid X\n\nAlways."),
    "tick": ("- [x] X\n- [ ] Y", "- [ ] X\n- [x] Y"),
    "order": ("1. X\n2. Y", "1. Y\n2. X"),
    "long line": ("We use X. " + "So it is. " * 3_000, "We use Y. " + "So it is. " * 3_000),
}
_SET_OTHERWISE = {
    "bullets": ("* X\n  * Y", "- X\n    + Y"),
    "numbers": ("1. X\n2. Y", "1) X\n1) Y"),
    "table": ("| do | a |\n|---|---|\n| X | Y |", "| do  | a   |\n| --- | :-- |\n| X   | Y   |"),
    "quote": ("> We use\n> X.", "> We use X."),
    "fence": ("```\nuse x\n```", "~~~\nuse x\n~~~"),
    "break": ("We use\\\nX.", "We use X."),
    "rule": ("X.\n\n***\n\nY.", "X.\n\n---\n\nY."),
    "emphasis": ("We **use** _X_.", "We __use__ *X*."),
    "link": ("We use X.", "We use [X](https://example.org)."),
    "link by label": ("We use [X][1].\n\n[1]: https://example.org", "We use [X](0002-use-y.md)."),
    "comment": ("We use X.", "<!-- note -- to us -->\nWe use X."),
    "entity": ("X & Y", "X &amp; Y"),
}


def _with_decision(words: str) -> str:
    return (
        RECORD.format("1. Use X", "Accepted", "It is there.", words) + "\n## Consequences\n\nA.\n"
    )


@pytest.mark.parametrize("case", _ALTERED)
def test_altered_decision_is_seen_however_it_is_written(case: str, judged: Judged) -> None:
    old, new = _ALTERED[case]
    assert judged(_with_decision(old), _with_decision(new)) == ["ADR501"]


@pytest.mark.parametrize("case", _SET_OTHERWISE)
def test_decision_that_is_only_set_otherwise_is_not_altered(case: str, judged: Judged) -> None:
    old, new = _SET_OTHERWISE[case]
    assert judged(_with_decision(old), _with_decision(new)) == []


_EMPTY = _with_decision("")


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        (USE_X, USE_X.replace("## Decision", "## Entscheidung"), []),
        (USE_X, USE_X.replace("## Decision", "## Decision: never"), ["ADR501"]),
        (_EMPTY, _EMPTY.replace("1. Use X", "1. Use Y"), ["ADR501"]),
        (_EMPTY, _EMPTY.replace("\nA.", "\nB."), ["ADR501"]),
        (_EMPTY, _EMPTY.replace("## Context", "## Kontext"), []),
    ],
    ids=["translated", "remark", "title alone", "no words in the section", "usual heading"],
)
def test_headings_count_where_they_decide(
    old: str,
    new: str,
    codes: list[str],
    judged: Judged,
) -> None:
    assert judged(old, new) == codes


def test_record_that_cannot_be_read_any_more_is_no_deletion(
    branched: Path, commit: Callable[..., None], mneme: Run
) -> None:
    commit({X: "---\nstatus: [accepted\n---\n" + USE_X})
    assert _codes(_checked(mneme)) == ["ADR103"]


def test_draft_may_be_withdrawn(
    branched: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    git("checkout", "--quiet", "main")
    commit({Z: RECORD.format("3. Use Z", "Proposed", "It is new.", "Use Z.")})
    git("checkout", "--quiet", "-b", "withdraw")
    commit({Z: None})
    assert _codes(_checked(mneme)) == []


def test_number_deleted_long_ago_is_not_given_out_again(
    branched: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    git("checkout", "--quiet", "main")
    commit({Z: RECORD.format("3. Use Z", "Proposed", "It is new.", "Use Z.")})
    commit({Z: None})
    commit({"unrelated.txt": "x"})
    git("checkout", "--quiet", "-b", "again")
    commit({"docs/adr/0003-use-q.md": RECORD.format("3. Use Q", "Accepted", "Why not.", "Q.")})
    done = _checked(mneme)
    assert _codes(done) == ["ADR503"]
    assert f"has the number of {Z}" in done.stdout


def test_restored_record_keeps_its_number(
    branched: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    git("checkout", "--quiet", "main")
    commit({Z: RECORD.format("3. Use Z", "Accepted", "It is new.", "Use Z.")})
    git("revert", "--no-edit", "HEAD")
    git("checkout", "--quiet", "-b", "again")
    git("revert", "--no-edit", "HEAD")
    assert _codes(_checked(mneme)) == []


def _rival(number: int, date: str, more: str = "") -> str:
    return (
        f"---\nid: ADR-{number:04d}\ntitle: Use {number}\nstatus: accepted\ndate: {date}\n"
        f"scope: storage\n{more}---\n# Use {number}\n\n## Decision\n\nUse {number}.\n"
    )


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        ({X: _rival(1, "2024-01-03")}, ["ADR506"]),
        ({Y: _rival(2, "2023-01-01")}, ["ADR506"]),
        ({X: _rival(1, "2024-01-01", "priority: foundational\n")}, ["ADR506", "ADR506"]),
        ({X: _rival(1, "2024-01-01", "topic: disks\n")}, ["ADR506"]),
        ({X: _rival(1, "2023-01-01")}, []),
        ({Z: _rival(3, "2024-01-03")}, []),
        ({Y: _rival(2, "2024-01-02").replace("accepted", "deprecated")}, []),
    ],
    ids=["later", "earlier", "priority", "out of the way", "no matter", "new", "retired"],
)
def test_decision_in_force_is_not_outranked_by_an_edit(
    files: dict[str, str],
    codes: list[str],
    git_repo: Path,
    commit: Callable[..., None],
    git: Git,
    mneme: Run,
) -> None:
    commit({X: _rival(1, "2024-01-01"), Y: _rival(2, "2024-01-02")})
    git("checkout", "--quiet", "-b", "change")
    commit(files)
    assert [code for code in _codes(_checked(mneme)) if code != "ADR402"] == codes


def test_declared_number_that_both_sides_gave_out_names_both_files(
    branched: Path, commit: Callable[..., None], on_main: Callable[..., None], mneme: Run
) -> None:
    native = (
        "---\nid: ADR-0042\ntitle: {0}\nstatus: accepted\ndate: 2024-01-02\n---\n"
        "# {0}\n\n## Decision\n\n{0}.\n"
    )
    commit({"docs/adr/0042-b.md": native.format("Take B")})
    on_main({"docs/adr/0042-a.md": native.format("Take A")})
    done = _checked(mneme)
    assert sorted(_codes(done)) == ["ADR301", "ADR301", "ADR504"]
    collision = next(d for d in json.loads(done.stdout)["diagnostics"] if d["code"] == "ADR504")
    assert (collision["path"], collision["hint"]) == (
        "docs/adr/0042-b.md",
        "mneme renumber docs/adr/0042-b.md",
    )
    assert "docs/adr/0042-a.md, docs/adr/0042-b.md" in collision["message"]


def test_file_in_conflict_is_read_as_the_branch_has_it(
    branched: Path, commit: Callable[..., None], on_main: Callable[..., None], mneme: Run
) -> None:
    commit({X: USE_X.replace("there", "here"), "notes.txt": "ours\n"})
    on_main({X: USE_X.replace("there", "everywhere"), "notes.txt": "theirs\n"})
    assert _codes(_checked(mneme)) == ["ADR507"], "a conflict elsewhere is not our concern"
    shown = mneme("show", "1", "--base", "main", "--format", "json")
    assert (shown.returncode, "It is here." in json.loads(shown.stdout)["rationale"]) == (1, True)


def test_first_records_have_no_history(
    git_repo: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    commit({"README.md": "# A project\n"})
    git("checkout", "--quiet", "-b", "change")
    commit({X: USE_X})
    done = _checked(mneme)
    assert (_codes(done), done.returncode) == ([], 0)


def test_configured_folder_may_move_with_all_its_records(
    git_repo: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    config = 'adr_dir = "{}"\n'
    commit({"old/0001-use-x.md": USE_X, "old/0002-use-y.md": USE_Y})
    commit({".mneme/config.toml": config.format("old")})
    git("checkout", "--quiet", "-b", "move")
    git("mv", "old", "new")
    commit({".mneme/config.toml": config.format("new")})
    assert (_codes(_checked(mneme)), _checked(mneme).returncode) == ([], 0)
    git("rm", "--quiet", "new/0002-use-y.md")
    commit({})
    assert _codes(_checked(mneme)) == ["ADR502"]


def test_configuration_of_the_branch_judges_where_the_base_has_none(
    branched: Path, commit: Callable[..., None], mneme: Run
) -> None:
    commit({X: USE_X.replace("Accepted", "Blessed")})
    assert _codes(_checked(mneme)) == ["ADR202", "ADR505"]
    commit({".mneme/config.toml": '[statuses]\n"blessed" = "accepted"\n'})
    done = _checked(mneme)
    assert _codes(done) == []
    assert "main has no configuration; that of HEAD judges" in done.stderr


def test_folder_that_the_base_lacks_does_not_hide_the_others(
    branched: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    git("checkout", "--quiet", "main")
    corpora = '[[corpus]]\nname = "a"\npath = "docs/adr"\n[[corpus]]\nname = "b"\npath = "rfc"\n'
    commit({".mneme/config.toml": corpora})
    git("checkout", "--quiet", "-b", "mend")
    commit({X: USE_X.replace("We use X", "We use Y"), "rfc/0002-new.md": USE_Y})
    assert _codes(_checked(mneme)) == ["ADR501"]


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("[a/**, b/**]", "[b/**, a/**]", []),
        ("[a/**, '!a/b/**']", "['!a/b/**', a/**]", ["ADR506"]),
    ],
)
def test_order_of_path_patterns_matters_where_one_takes_back(
    old: str,
    new: str,
    codes: list[str],
    git_repo: Path,
    commit: Callable[..., None],
    git: Git,
    mneme: Run,
) -> None:
    commit({X: _rival(1, "2024-01-01", f"paths: {old}\n"), "a/a.py": "", "b/b.py": ""})
    git("checkout", "--quiet", "-b", "change")
    commit({X: _rival(1, "2024-01-01", f"paths: {new}\n")})
    assert [code for code in _codes(_checked(mneme)) if code.startswith("ADR5")] == codes


@pytest.mark.parametrize(
    ("name", "config"),
    [
        (".mneme/config.toml", '[rules]\nADR501 = "off"\n'),
        ("pyproject.toml", '[tool.mneme.rules]\nADR501 = "warning"\n'),
    ],
)
def test_first_configuration_does_not_loosen_the_rules_of_history(
    name: str, config: str, branched: Path, commit: Callable[..., None], mneme: Run
) -> None:
    commit({X: USE_X.replace("We use X", "We use Y"), name: config})
    assert (_codes(_checked(mneme)), _checked(mneme).returncode) == (["ADR501"], 1)


def test_configuration_of_the_branch_is_read_though_it_does_not_judge(
    branched: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    git("checkout", "--quiet", "main")
    commit({".mneme/config.toml": 'adr_dir = "docs/adr"\n'})
    git("checkout", "--quiet", "-b", "later")
    commit({X: USE_X.replace("We use X", "We use Y")})
    commit({".mneme/config.toml": 'adr_dir = "docs/adr"\n[rules]\nADR501 = "off"\n'})
    done = _checked(mneme)
    assert (_codes(done), "that of main judges" in done.stderr) == (["PRP614", "ADR501"], True)
    commit({".mneme/config.toml": "adr_dir =\n"})
    assert _checked(mneme).returncode == 2, "merged, it would stop every command"


def test_broken_configuration_of_the_base_stops_the_command(
    git_repo: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    commit({X: USE_X, ".mneme/config.toml": "adr_dir =\n"})
    git("checkout", "--quiet", "-b", "mend")
    commit({".mneme/config.toml": 'adr_dir = "docs/adr"\n'})
    assert _checked(mneme).returncode == 2


@pytest.mark.parametrize("base", ["nowhere", "", "--all", "HEAD:docs", "main..change", "^main"])
def test_base_that_is_no_commit_stops_the_command(base: str, branched: Path, mneme: Run) -> None:
    done = mneme("check", f"--base={base}")
    assert (done.returncode, done.stdout) == (2, "")
    assert repr(base) in done.stderr


@pytest.mark.parametrize("kind", ["tag", "branch"])
def test_base_that_is_the_name_of_two_things_stops_the_command(
    kind: str, branched: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    git("update-ref", "refs/remotes/origin/main", "main")
    commit({X: USE_X.replace("We use X", "We use Y")})
    git(kind, "origin/main")  # git would prefer it, and see no change
    done = mneme("check", "--base", "origin/main")
    assert (done.returncode, "'origin/main' is the name of several" in done.stderr) == (2, True)
    full = _checked(mneme, "refs/remotes/origin/main")
    assert _codes(full) == ["ADR501"]


@pytest.mark.parametrize("form", ["sha1", "sha256"])
@pytest.mark.parametrize("lost", ["main^{tree}", "main:docs/adr", f"main:{X}", "main:.mneme"])
def test_object_that_git_lacks_is_no_file_that_is_gone(
    form: str, lost: str, commit: Callable[..., None], git: Git, mneme: Run, tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / ".git")
    git("init", "--quiet", f"--object-format={form}", "--initial-branch=main")
    commit({X: USE_X, Y: USE_Y, ".mneme/config.toml": 'adr_dir = "docs/adr"\n'})
    git("checkout", "--quiet", "-b", "change")
    commit({X: USE_X.replace("We use X", "We use Y"), "more.txt": "x"})
    assert _codes(_checked(mneme)) == ["ADR501"], "and all readings are kept now"
    name = git("rev-parse", lost).strip()
    (tmp_path / ".git/objects" / name[:2] / name[2:]).unlink()
    done = mneme("check", "--base", "main")
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "cannot" in done.stderr


@pytest.mark.parametrize("omitted", ["blob:none", "tree:0"])
def test_partial_clone_fetches_nothing_and_says_what_to_do(
    omitted: str,
    branched: Path,
    commit: Callable[..., None],
    git: Git,
    mneme: Run,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    commit({X: USE_X.replace("We use X", "We use Y")})
    git("config", "uploadpack.allowFilter", "true")
    git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = tmp_path_factory.mktemp("partial") / "clone"
    git("clone", "--quiet", "--no-checkout", f"--filter={omitted}", branched.as_uri(), str(clone))
    objects = git("count-objects", "-v", cwd=clone)
    done = mneme("check", "--base", "origin/main", cwd=clone)
    assert done.returncode in (1, 2)
    assert "git fetch --refetch --no-filter" in done.stdout + done.stderr
    assert git("count-objects", "-v", cwd=clone) == objects
    git("fetch", "--quiet", "--refetch", "--no-filter", cwd=clone)
    done = mneme("check", "--base", "origin/main", "--format=json", cwd=clone)
    assert _codes(done) == ["ADR501"], done.stderr


def test_branches_without_a_common_commit_stop_the_command(
    branched: Path, git: Git, mneme: Run
) -> None:
    git("checkout", "--quiet", "--orphan", "island")
    git("commit", "--quiet", "--message", "Begin anew")
    done = mneme("check", "--base", "main")
    assert (done.returncode, "no common commit" in done.stderr) == (2, True)


def test_shallow_clone_says_what_to_do(
    branched: Path,
    commit: Callable[..., None],
    git: Git,
    mneme: Run,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    commit({Z: DANGLING})
    git("checkout", "--quiet", "main")
    commit({"unrelated.txt": "x"})
    clone = tmp_path_factory.mktemp("shallow") / "clone"
    address = branched.as_uri()
    git("clone", "--quiet", "--depth=1", "--branch=change", address, str(clone))
    missing = mneme("check", "--base", "origin/main", cwd=clone)
    assert (missing.returncode, "git fetch --unshallow" in missing.stderr) == (2, True)
    git("fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main", cwd=clone)
    unrelated = mneme("check", "--base", "origin/main", cwd=clone)
    assert (unrelated.returncode, "git fetch --unshallow" in unrelated.stderr) == (2, True)
    git("fetch", "--quiet", "--unshallow", cwd=clone)
    assert "ADR303" in _codes(mneme("check", "--base", "origin/main", "--format=json", cwd=clone))


def test_repository_of_another_object_format_is_merged_too(
    git: Git, write_files: Write, mneme: Run, tmp_path: Path
) -> None:
    git("init", "--quiet", "--object-format=sha256", "--initial-branch=main")

    def commit(files: dict[str, str]) -> None:
        write_files(files)
        git("add", "--all")
        git("commit", "--quiet", "--message", "More")

    commit({X: USE_X})
    git("checkout", "--quiet", "-b", "change")
    commit({Z: DANGLING})
    git("checkout", "--quiet", "main")
    commit({Y: USE_Y})
    git("checkout", "--quiet", "change")
    done = _checked(mneme)
    assert _codes(done) == ["ADR303"]
    assert json.loads(done.stdout)["accounting"]["records"] == 3


def test_index_and_working_tree_are_not_touched(
    branched: Path, commit: Callable[..., None], on_main: Callable[..., None], git: Git, mneme: Run
) -> None:
    commit({Z: DANGLING})
    on_main({"docs/adr/0004-more.md": RECORD.format("4. More", "Accepted", "So.", "More.")})
    (branched / X).write_text("staged")
    git("add", X)
    (branched / X).write_text("dirty")
    before = ((branched / ".git/index").read_bytes(), git("status", "--porcelain=v2"))
    assert _codes(_checked(mneme)) == ["ADR303"]
    assert before == ((branched / ".git/index").read_bytes(), git("status", "--porcelain=v2"))
    assert (branched / X).read_text() == "dirty"


def test_changes_that_are_not_committed_are_mentioned(
    branched: Path, write_files: Write, mneme: Run
) -> None:
    assert "without one" not in _checked(mneme).stderr
    write_files({"README.md": "# A project\n"})
    assert "without one" not in _checked(mneme).stderr
    write_files({Z: DANGLING})
    done = _checked(mneme)
    assert (_codes(done), "the records hold changes without one" in done.stderr) == ([], True)


def test_states_exclude_each_other(branched: Path, mneme: Run) -> None:
    for options in (["--staged", "--base=main"], ["--rev=HEAD", "--base=main"]):
        assert mneme("check", *options).returncode == 2


def test_baseline_is_that_of_the_base(
    git_repo: Path, commit: Callable[..., None], git: Git, mneme: Run
) -> None:
    undated = USE_X.replace("Date: 2024-01-02\n\n", "")
    commit({X: undated, ".mneme/config.toml": '[rules]\nADR206 = "error"\n'})
    git("checkout", "--quiet", "-b", "adopt")
    assert mneme("check", "--write-baseline").returncode == 0
    commit({})
    assert mneme("check").returncode == 0
    assert _checked(mneme).returncode == 1, "no change can excuse itself"
    git("checkout", "--quiet", "main")
    git("merge", "--quiet", "adopt")
    git("checkout", "--quiet", "-b", "later")
    commit({Y: USE_Y.replace("Date: 2024-01-02\n\n", "")})
    done = _checked(mneme)
    findings = json.loads(done.stdout)["diagnostics"]
    assert [(f["path"], f["baselined"]) for f in findings] == [(Y, False), (X, True)]
