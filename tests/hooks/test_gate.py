"""Where nothing can be judged the hook does not pass: its status is neither 0 nor 1."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from compiler.installed import PACKAGES

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
PATH = "docs/adr/0001-use-x.md"
ROOT = Path(__file__).parents[2]
COMMANDS = pytest.mark.parametrize(
    "command", [("hook", "pre-commit"), ("check", "--staged")], ids=" ".join
)


@COMMANDS
def test_broken_configuration(
    command: tuple[str, ...], repository: Path, git: Git, write_files: Write, run: Run
) -> None:
    assert run(*command).returncode == 0
    write_files({".mneme/config.toml": "adr_dir = \n"})
    assert run(*command).returncode == 0, "it is not staged"
    git("add", ".")
    for _ in range(2):
        done = run(*command)
        assert (done.returncode, ".mneme/config.toml" in done.stderr) == (2, True)


@COMMANDS
def test_no_git_on_path(
    command: tuple[str, ...], repository: Path, mneme: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert mneme(*command).returncode == 0
    done = mneme(*command, env={"PATH": str(tmp_path_factory.mktemp("empty"))})
    assert (done.returncode, "install git" in done.stderr) == (2, True)


@pytest.fixture
def installation(
    repository: Path,
    git: Git,
    write_files: Write,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A copy of the packages, to be damaged; the staged record needs a schema."""
    home = tmp_path_factory.mktemp("installation")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, home / package)
    front = "---\nstatus: accepted\ndate: 2024-01-02\n---\n# 1. Use X\n\n## Decision\n\nYes.\n"
    write_files({PATH: front})
    git("add", ".")
    return home


def _lose_schemas(home: Path) -> None:
    for schema in (home / "adr_schema/schemas").iterdir():
        schema.unlink()


def _break_memory(home: Path) -> None:
    (home / "compiler/remembered.py").write_text("raise RuntimeError('broken')\n")


def _break_check(home: Path) -> None:
    (home / "compiler/checks/paths.py").write_text("raise RuntimeError('broken')\n")


@COMMANDS
@pytest.mark.parametrize(
    "damage",
    [_lose_schemas, _break_memory, _break_check],
    ids=lambda damage: damage.__name__.strip("_"),
)
def test_damaged_installation(
    damage: Callable[[Path], None], command: tuple[str, ...], installation: Path, mneme: Run
) -> None:
    there = {"PYTHONPATH": str(installation), "PYTHONSAFEPATH": "1"}
    assert mneme(*command, env=there).returncode == 0
    damage(installation)
    for _ in range(2):
        done = mneme(*command, env=there)
        assert (done.returncode, "This is a bug" in done.stderr) == (3, True), done.stderr


@COMMANDS
def test_unmerged_index(
    command: tuple[str, ...], repository: Path, git: Git, try_git: Run, write_files: Write, run: Run
) -> None:
    assert run(*command).returncode == 0
    git("checkout", "--quiet", "-b", "side")
    for branch in ("side", "main"):
        git("checkout", "--quiet", branch)
        write_files({"README.md": f"# {branch}\n"})
        git("commit", "--quiet", "--all", "--message", branch)
    assert try_git("merge", "side").returncode == 1
    done = run(*command)
    assert (done.returncode, "README.md is unmerged" in done.stderr) == (2, True)


@COMMANDS
def test_corrupt_index(command: tuple[str, ...], repository: Path, run: Run) -> None:
    assert run(*command).returncode == 0
    (repository / ".git/index").write_bytes(b"DIRC nothing that git could read")
    done = run(*command)
    assert (done.returncode, "git cannot read the index" in done.stderr) == (2, True)


@COMMANDS
def test_folder_that_is_no_repository(command: tuple[str, ...], run: Run) -> None:
    assert run(*command).returncode == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs another user")
@COMMANDS
def test_repository_of_another_user(command: tuple[str, ...], repository: Path, mneme: Run) -> None:
    assert mneme(*command).returncode == 0
    for path in (repository, repository / ".git"):
        os.chown(path, 12345, 12345)
    done = mneme(*command)
    assert (done.returncode, "safe.directory" in done.stderr) == (2, True)


def test_repository_without_records(git_repo: Path, git: Git, write_files: Write, run: Run) -> None:
    write_files({"README.md": "# A project\n", PATH: "# not staged\n"})
    git("add", "README.md")
    done = run("hook", "pre-commit")
    assert done.returncode == 2
    assert done.stderr == (
        "mneme: no ADR folder found in what is staged\n"
        "  hint: stage a first record (mneme init), or take the hook out: mneme init --uninstall\n"
    )


@pytest.mark.parametrize("arguments", [(), ("pre-comit",), ("pre-commit", "a-file.md")])
def test_call_that_asks_for_nothing_judges_nothing(
    arguments: tuple[str, ...], repository: Path, run: Run
) -> None:
    assert run("hook", *arguments).returncode == 2


def test_index_of_another_repository_is_not_ours(
    new_repository: Callable[..., Path],
    git: Git,
    write_files: Write,
    mneme: Run,
    broken: str,
    tmp_path: Path,
) -> None:
    """A hook of one repository looks into another; git's variables still name the first."""
    hooked, other = new_repository(tmp_path / "hooked"), new_repository(tmp_path / "other")
    write_files({PATH: broken}, hooked)
    git("add", ".", cwd=hooked)
    inherited = {
        "GIT_DIR": str(hooked / ".git"),
        "GIT_WORK_TREE": str(hooked),
        "GIT_INDEX_FILE": str(hooked / ".git/index"),
    }
    assert mneme("check", "--staged", cwd=other, env=inherited).returncode == 0
    assert mneme("check", "--staged", cwd=hooked, env=inherited).returncode == 1


def test_index_that_lies_elsewhere_is_the_one_judged(
    repository: Path,
    git: Git,
    try_git: Run,
    mneme: Run,
    write_files: Write,
    broken: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """`GIT_INDEX_FILE=FILE git commit` commits what that file holds."""
    mneme("init", "--hooks")
    index = tmp_path_factory.mktemp("index") / "file"
    shutil.copy(repository / ".git/index", index)
    write_files({PATH: broken})
    git("add", PATH)
    elsewhere = {"GIT_INDEX_FILE": str(index)}
    assert try_git("commit", "--allow-empty", "-m", "Sound", env=elsewhere).returncode == 0
    try_git("add", PATH, env=elsewhere)
    assert try_git("commit", "-m", "Broken", env=elsewhere).returncode == 1


def test_hook_leaves_everything_as_it_was(
    repository: Path, git: Git, try_git: Run, mneme: Run, write_files: Write, broken: str
) -> None:
    """Neither the index nor a file is touched, and nothing new lies outside the git directory."""
    mneme("init", "--hooks")
    write_files({PATH: broken, "README.md": "# Staged\n"})
    git("add", ".")
    write_files({PATH: "# Half\n", "untracked.md": "# New\n"})
    before = git("status", "--porcelain=v2"), git("ls-files", "-s"), git("diff")
    assert try_git("commit", "-m", "Break").returncode == 1
    assert (git("status", "--porcelain=v2"), git("ls-files", "-s"), git("diff")) == before


def test_other_replaced_objects_are_not_believed(
    repository: Path, git: Git, write_files: Write, run: Run, broken: str
) -> None:
    """`git replace` shows other content than a commit holds."""
    write_files({"sound.md": (repository / PATH).read_text(), PATH: broken})
    git("add", ".")
    git("replace", *(git("hash-object", name).strip() for name in (PATH, "sound.md")))
    assert run("check", "--staged").returncode == 1


@pytest.mark.parametrize("inner", [True, False], ids=["in another repository", "alone"])
def test_commit_to_another_repository_is_not_passed(
    inner: bool,
    new_repository: Callable[..., Path],
    git: Git,
    try_git: Run,
    run: Run,
    write_files: Write,
    broken: str,
    tmp_path: Path,
) -> None:
    """`git --git-dir=FOLDER --work-tree=. commit`: the index of `./.git` says nothing about it."""
    folder = new_repository(tmp_path / "made")
    run("init", "--hooks", cwd=folder)
    shutil.copytree(folder / ".git", tmp_path / "apart.git")
    if not inner:
        shutil.rmtree(folder / ".git")
    apart = (f"--git-dir={tmp_path / 'apart.git'}", f"--work-tree={folder}")
    assert run("hook", "pre-commit", cwd=folder).returncode == (0 if inner else 2)
    write_files({PATH: broken}, folder)
    git(*apart, "add", PATH, cwd=folder)
    done = try_git(*apart, "commit", "--message", "Break", cwd=folder)
    assert (done.returncode, "apart.git, not to the repository" in done.stderr) == (1, True)


def test_program_that_watches_the_files_is_not_run(
    repository: Path,
    git: Git,
    run: Run,
    write_files: Write,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Git would run it at each look, and what it leaves behind would hold our pipes open."""
    ran = tmp_path_factory.mktemp("watched") / "ran"
    watcher = ran.with_name("watcher")
    watcher.write_text(f"#!/bin/sh\ntouch {ran}\nsleep 100 &\n")
    watcher.chmod(0o755)
    git("update-index", "--fsmonitor")
    git("config", "core.fsmonitor", str(watcher))
    for command in (["hook", "pre-commit"], ["check"], ["check", "--staged"]):
        assert run(*command).returncode == 0
    assert not ran.exists()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are text there")
@pytest.mark.parametrize("broken_one", [0, 1])
def test_no_file_hides_behind_another_of_its_looks(
    broken_one: int, repository: Path, git: Git, run: Run, record: Callable[..., str], broken: str
) -> None:
    """A byte that is no text is shown as an escape, which can also be a name."""
    for number, name in enumerate((b"0002-\xff.md", b"0002-\\xff.md")):
        with open(os.fsencode(repository / "docs/adr") + b"/" + name, "w") as file:
            file.write(broken if number == broken_one else record("2. Use Y"))
    git("add", ".")
    for command in (["check", "--staged"], ["check", "--staged"], ["check"]):
        done = run(*command)
        assert (done.returncode, done.stdout.count("ADR303")) == (1, 1)
        assert "found 3 files = 3 records" in done.stdout


def test_refusal_says_that_it_is_one_and_how_to_go_on(
    repository: Path, git: Git, run: Run, write_files: Write, broken: str
) -> None:
    assert run("hook", "pre-commit").stderr == ""
    write_files({PATH: broken})
    git("add", ".")
    first, second = run("hook", "pre-commit"), run("hook", "pre-commit")
    assert "the commit is refused" in first.stderr
    assert (second.stderr, second.stdout) == (first.stderr, first.stdout)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the permissions of POSIX")
def test_folder_that_cannot_be_listed_is_no_reason_to_refuse(
    repository: Path, mneme: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Python passes over it as well; a file in its place stops root, too."""
    closed = tmp_path_factory.mktemp("closed")
    closed.chmod(0o000)
    try:
        done = mneme("hook", "pre-commit", env={"PYTHONPATH": f"{closed}{os.pathsep}/dev/null"})
    finally:
        closed.chmod(0o755)
    assert done.returncode == 0, done.stderr


def test_git_that_fails_is_no_clean_history(
    repository: Path, git: Git, run: Run, write_files: Write, record: Callable[..., str]
) -> None:
    """A rule that asks git must not pass because git did not answer."""
    name = "docs/adr/0002-{}.md"
    write_files({name.format("deleted"): record("2. Use Y")})
    git("add", ".")
    git("commit", "--quiet", "--message", "Use Y")
    git("rm", "--quiet", name.format("deleted"))
    git("commit", "--quiet", "--message", "Do not")
    git("switch", "--quiet", "--create", "change")
    write_files({name.format("new"): record("2. Use Z")})
    git("add", ".")
    git("commit", "--quiet", "--message", "Use Z")
    assert "ADR503" in run("check", "--base", "main").stdout
    git("config", "log.date", "no such form")
    done = run("check", "--base", "main")
    assert (done.returncode, "git cannot answer (log)" in done.stderr) == (2, True)


@pytest.mark.parametrize("kind", ["LITERAL", "GLOB", "NOGLOB", "ICASE"])
def test_how_a_caller_writes_paths_changes_no_verdict(
    kind: str, repository: Path, run: Run, mneme: Run, write_files: Write, broken: str
) -> None:
    """`git --literal-pathspecs commit` tells its hooks as well."""
    write_files({".gitignore": "docs/adr/0002*\n", "docs/adr/0002-y.md": broken})
    assert mneme("check", env={f"GIT_{kind}_PATHSPECS": "1"}).returncode == 0
