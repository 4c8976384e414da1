"""What is staged and what a revision holds is read from git, never half from the working tree."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Write = Callable[..., Path]

RECORD = "# {}\n\nDate: 2024-01-02\n\n## Status\n\n{}\n\n## Decision\n\nYes.\n"
GOOD = RECORD.format("1. Use X", "Accepted")
BROKEN = RECORD.format("1. Use X", "Accepted\n\nSupersedes ADR-0099")
PATH = "docs/adr/0001-use-x.md"


@pytest.fixture
def committed(git_repo: Path, git: Git, write_files: Write) -> Path:
    write_files({PATH: GOOD, "README.md": "# A project\n"})
    git("add", ".")
    git("commit", "--quiet", "--message", "Use X")
    return git_repo


def test_broken_record_mended_on_disk_only_fails(
    committed: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    write_files({PATH: BROKEN})
    git("add", ".")
    write_files({PATH: GOOD})
    assert mneme("check").returncode == 0
    staged = mneme("check", "--staged")
    assert staged.returncode == 1
    assert "ADR303" in staged.stdout
    assert "Supersedes ADR-0099" in staged.stdout, "the line shown is the staged one"


def test_record_broken_on_disk_only_passes(committed: Path, write_files: Write, mneme: Run) -> None:
    write_files({PATH: BROKEN, "docs/adr/0002-untracked.md": BROKEN})
    assert mneme("check").returncode == 1
    assert mneme("check", "--staged").returncode == 0
    assert mneme("check", "--rev", "HEAD").returncode == 0


def test_unborn_branch_has_what_is_staged(
    git_repo: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    write_files({PATH: GOOD})
    git("add", ".")
    listed = mneme("list", "--staged")
    assert (listed.returncode, "ADR-0001" in listed.stdout) == (0, True)
    missing = mneme("list", "--rev", "HEAD")
    assert missing.returncode == 2
    assert "no revision 'HEAD'" in missing.stderr


def test_deleted_record_is_gone_and_its_successor_dangles(
    committed: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    successor = RECORD.format("2. Use Y", "Accepted\n\nSupersedes [1. Use X](0001-use-x.md)")
    write_files({"docs/adr/0002-use-y.md": successor})
    git("add", ".")
    git("commit", "--quiet", "--message", "Use Y")
    git("rm", "--quiet", "--cached", PATH)
    assert mneme("check").returncode == 0, "the file is still on disk"
    staged = mneme("check", "--staged")
    assert (staged.returncode, "ADR303" in staged.stdout) == (1, True)


def test_revision_compiles_to_the_bytes_of_its_checkout(
    committed: Path,
    git: Git,
    write_files: Write,
    mneme: Run,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    write_files({PATH: GOOD.replace("Accepted", "Deprecated"), "docs/adr/0002-b.md": GOOD})
    git("add", ".")
    git("commit", "--quiet", "--message", "More")
    clone = tmp_path_factory.mktemp("elsewhere") / "clone"
    git("clone", "--quiet", str(committed), str(clone))
    for revision in ("HEAD", "HEAD~1"):
        git("checkout", "--quiet", git("rev-parse", revision).strip(), cwd=clone)
        here = mneme("compile", "--rev", revision, cwd=committed / "docs").stdout
        there = mneme("compile", cwd=clone, env={"LC_ALL": "C", "TZ": "Asia/Tokyo"}).stdout
        assert here == there != ""


def test_configuration_comes_from_the_same_state(
    committed: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    write_files({"decisions/a.md": GOOD, "pyproject.toml": '[tool.mneme]\nadr_dir = "decisions"\n'})
    assert "use-x" not in mneme("list", "--format", "jsonl").stdout
    assert PATH in mneme("list", "--rev", "HEAD", "--format", "jsonl").stdout
    git("add", ".")
    assert "decisions/a.md" in mneme("list", "--staged", "--format", "jsonl").stdout


def test_folder_that_is_gone_is_read_where_it_was(committed: Path, git: Git, mneme: Run) -> None:
    git("mv", "docs/adr", "records")
    git("commit", "--quiet", "--message", "Move")
    assert mneme("list", "docs/adr").returncode == 2
    assert "ADR-0001" in mneme("list", "docs/adr", "--rev", "HEAD~1").stdout


def test_links_are_followed_inside_the_tree_only(committed: Path, git: Git, mneme: Run) -> None:
    (committed / "docs/adr/0002-link.md").symlink_to("0001-use-x.md")
    (committed / "docs/adr/0003-out.md").symlink_to("/etc/hostname")
    git("add", ".")
    shown = mneme("list", "--staged", "--all").stdout
    assert "docs/adr/0003-out.md  (link that leaves the repository)" in shown
    assert mneme("check", "--staged").stdout.count("ADR110") == 1


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("docs/adr", "../architecture/decisions"),
        ("docs", "architecture"),
        ("docs/adr/shop", "../../teams/shop"),
        ("docs/adr/shop", "circle"),
        ("docs/adr/again", "team"),
        ("docs/adr/up", ".."),
    ],
)
def test_links_to_folders_lead_as_far_as_on_disk(
    link: str, leads: str, git_repo: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    write_files({"architecture/decisions/0001-x.md": GOOD, "teams/shop/0002-y.md": GOOD})
    if link.startswith("docs/adr/"):
        write_files({"docs/adr/0003-z.md": GOOD, "docs/adr/team/0004-w.md": GOOD})
    (git_repo / link).parent.mkdir(exist_ok=True)
    (git_repo / link).symlink_to(leads)
    (git_repo / "teams/shop/circle").symlink_to("../../docs/adr")
    git("add", ".")
    git("commit", "--quiet", "--message", "Link")
    on_disk = mneme("compile")
    in_git = mneme("compile", "--rev", "HEAD")
    assert in_git.stdout == on_disk.stdout != ""
    assert in_git.stderr == on_disk.stderr


def test_linked_worktree_has_an_index_of_its_own(
    committed: Path,
    git: Git,
    write_files: Write,
    mneme: Run,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    other = tmp_path_factory.mktemp("linked") / "tree"
    git("worktree", "add", "--quiet", "-b", "side", str(other))
    write_files({PATH: BROKEN}, other)
    git("add", ".", cwd=other)
    assert mneme("check", "--staged", cwd=other / "docs").returncode == 1
    assert mneme("check", "--staged", cwd=committed).returncode == 0


def test_sha256_repository_is_read_by_the_git_command(
    git: Git, write_files: Write, mneme: Run, tmp_path: Path
) -> None:
    git("init", "--quiet", "--object-format=sha256")
    write_files({PATH: GOOD})
    git("add", ".")
    git("commit", "--quiet", "--message", "Use X")
    for state in (("--staged",), ("--rev", "HEAD")):
        assert "ADR-0001" in mneme("list", *state).stdout


def test_unmerged_index_is_refused(
    committed: Path, git: Git, write_files: Write, mneme: Run
) -> None:
    git("checkout", "--quiet", "-b", "side")
    write_files({PATH: GOOD.replace("Yes", "No")})
    git("commit", "--quiet", "--all", "--message", "No")
    git("checkout", "--quiet", "main")
    write_files({PATH: GOOD.replace("Yes", "Maybe")})
    git("commit", "--quiet", "--all", "--message", "Maybe")
    with pytest.raises(AssertionError):
        git("merge", "side")
    refused = mneme("check", "--staged")
    assert (refused.returncode, "unmerged" in refused.stderr) == (2, True)


def test_outside_a_repository_there_is_nothing_staged(mneme: Run, write_files: Write) -> None:
    write_files({PATH: GOOD})
    for state in (("--staged",), ("--rev", "HEAD")):
        assert mneme("check", *state).returncode == 2


def test_two_states_at_once_are_refused(committed: Path, mneme: Run) -> None:
    assert mneme("check", "--staged", "--rev", "HEAD").returncode == 2


COMMITS = {
    "plain": ([["add", "."]], ["commit"]),
    "all": ([], ["commit", "--all"]),
    "path": ([], ["commit", "--", PATH]),
    "other path": ([["add", "README.md"]], ["commit", "--", "README.md"]),
    "amend": ([["add", "."]], ["commit", "--amend"]),
}


@pytest.mark.parametrize("form", COMMITS)
@pytest.mark.parametrize("content", ["good", "broken"])
def test_hook_judges_the_commit_that_results(
    committed: Path,
    git: Git,
    write_files: Write,
    mneme: Run,
    environment: dict[str, str],
    form: str,
    content: str,
) -> None:
    """The verdict of a hook equals that of `check --rev` on the commit, in every form of commit."""
    hook = committed / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    root = Path(__file__).parents[2]
    hook.write_text(
        f"#!/bin/sh\nPYTHONPATH='{root}' '{sys.executable}' -m mneme_cli check --staged; "
        "echo $? > verdict\n"
    )
    hook.chmod(0o755)
    before, commit = COMMITS[form]
    write_files({PATH: BROKEN if content == "broken" else GOOD + "\nMore.\n", "README.md": "# B\n"})
    for arguments in before:
        git(*arguments)
    git(*commit[:1], "--quiet", "--message", "Change", *commit[1:])
    verdict = (committed / "verdict").read_text().strip()
    assert verdict == str(mneme("check", "--rev", "HEAD").returncode)
    assert verdict == str(int(content == "broken" and form != "other path"))
    assert os.listdir(committed / ".git").count("index.lock") == 0
