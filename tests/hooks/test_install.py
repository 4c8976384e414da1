"""`mneme init --hooks` puts a hook where git looks, beside what is there, and out again."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
PATH = "docs/adr/0001-use-x.md"
HOOK = ".git/hooks/pre-commit"


def put_hook(file: Path, content: bytes, mode: int = 0o755) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(mode)


@pytest.fixture
def programs(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder at the head of a PATH that has no `mneme`."""
    folder = tmp_path_factory.mktemp("bin")
    others = environment["PATH"].split(os.pathsep)
    kept = [other for other in others if shutil.which("mneme", path=other) is None]
    environment["PATH"] = os.pathsep.join([str(folder), *kept])
    return folder


def put_mneme(folder: Path) -> Path:
    """A script as installers make it."""
    script = f"#!{sys.executable}\nfrom mneme_cli.entry import main\n\nmain()\n"
    put_hook(folder / "mneme", script.encode())
    return folder / "mneme"


@pytest.fixture
def refused(
    repository: Path, try_git: Run, write_files: Write, broken: str
) -> Callable[..., tuple[int, str]]:
    """Status and words of a commit that breaks a record; `sound=True` leaves the record alone."""

    def commit(cwd: Path = repository, *, sound: bool = False) -> tuple[int, str]:
        write_files({"README.md": "# B\n"} if sound else {PATH: broken}, cwd)
        done = try_git("commit", "-am", "Change", cwd=cwd)
        return done.returncode, done.stderr

    return commit


def test_a_second_time_changes_nothing_and_uninstall_leaves_nothing(
    repository: Path, run: Run, git: Git
) -> None:
    before = sorted((repository / ".git/hooks").iterdir())
    assert run("init", "--hooks").stdout.endswith(f"hooked   {HOOK}\n")
    first = (repository / HOOK).read_bytes()
    assert os.access(repository / HOOK, os.X_OK)
    assert run("init", "--hooks").stdout.endswith(f"kept     {HOOK}\n")
    assert (repository / HOOK).read_bytes() == first
    assert run("init", "--uninstall").stdout == f"unhooked {HOOK}\n"
    assert sorted((repository / ".git/hooks").iterdir()) == before
    done = run("init", "--uninstall")
    assert (done.returncode, "no hook of mneme" in done.stdout) == (0, True)


def test_hook_and_merge_driver_are_taken_out_one_by_one(
    repository: Path, run: Run, git: Git, tmp_path_factory: pytest.TempPathFactory
) -> None:
    attributes, config = repository / ".gitattributes", repository / ".git/config"
    before = config.read_bytes()
    for option, other in (("--hooks", attributes), ("--merge-driver", repository / HOOK)):
        assert run("init", "--hooks", "--merge-driver").returncode == 0
        assert run("init", "--uninstall", option).returncode == 0
        assert other.is_file(), "the other one stays"
        done = run("init", "--uninstall", option)
        assert (done.returncode, done.stdout.startswith("there is no ")) == (0, True)
        assert run("init", "--uninstall").returncode == 0
        assert not attributes.exists()
        assert not (repository / HOOK).exists()
        assert config.read_bytes() == before
    # Where the hook cannot be looked at, the driver can be taken out all the same.
    run("init", "--merge-driver")
    git("config", "core.hooksPath", str(tmp_path_factory.mktemp("everywhere")))
    assert run("init", "--uninstall", "--merge-driver").returncode == 0
    assert not attributes.exists()


def test_hooks_on_messages_judge_and_are_taken_out(
    repository: Path, run: Run, try_git: Run
) -> None:
    """What others have there is kept, and runs."""
    offered = repository / ".git/hooks/prepare-commit-msg"
    theirs = b"#!/bin/sh\necho theirs >&2\n"
    put_hook(offered, theirs)
    done = run("init", "--messages")
    assert done.stdout.endswith(
        "hooked   .git/hooks/commit-msg\nhooked   .git/hooks/prepare-commit-msg\n"
    )
    assert not (repository / HOOK).exists()
    tried = [
        try_git("commit", "--allow-empty", "--message", f"Do it\n\nDecision: ADR-{number}")
        for number in ("0099", "0001")
    ]
    assert [done.returncode for done in tried] == [1, 0]
    assert all("theirs" in done.stderr for done in tried)
    assert "there is no decision ADR-0099" in tried[0].stderr
    assert run("init", "--messages").stdout.count("kept     .git/hooks/") == 2
    assert run("init", "--uninstall", "--hooks").stdout.startswith("there is no hook of mneme")
    assert run("init", "--uninstall").stdout.count("unhooked ") == 2
    assert offered.read_bytes() == theirs
    assert not (repository / ".git/hooks/commit-msg").exists()


@pytest.mark.parametrize("keeper", ["pre-commit.com", "lefthook", "husky"])
def test_who_keeps_the_hooks_is_told_of_those_on_messages(
    keeper: str, repository: Path, run: Run, write_files: Write
) -> None:
    put_hook(repository / ".git/hooks/commit-msg", f"#!/bin/sh\n# {keeper}\n".encode())
    config = {"pre-commit.com": ".pre-commit-config.yaml", "lefthook": "lefthook.yml"}
    file = config.get(keeper, ".husky/commit-msg")
    write_files({file: "mneme hook pre-commit\n"})
    refused = run("init", "--messages")
    assert refused.returncode == 2
    assert "mneme hook commit-msg" in refused.stderr, "to be told of one hook is not enough"
    write_files({file: "mneme hook commit-msg\n"})
    assert "kept     .git/hooks/commit-msg" in run("init", "--messages").stdout


FOREIGN = {
    "ends in exec": b"#!/bin/sh\necho theirs >&2\nexec true\n",
    "ends in exit": b"#!/usr/bin/env bash\nset -e\necho theirs >&2\nexit 0\n",
    "no final line end": b"#!/bin/sh -e\necho theirs >&2",
    "first line only": b"#!/bin/sh",
    "as ours would begin": b"#!/bin/sh\n",
    "Latin-1": b"#!/bin/sh\n# \xe9t\xe9\necho theirs >&2\n",
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_foreign_hook_is_kept_runs_and_is_restored(
    content: bytes,
    repository: Path,
    run: Run,
    refused: Callable[..., tuple[int, str]],
) -> None:
    put_hook(repository / HOOK, content, 0o700)
    for _ in range(2):
        assert run("init", "--hooks").returncode == 0
    assert stat.S_IMODE((repository / HOOK).stat().st_mode) == 0o700
    status, said = refused(sound=True)
    assert (status, "theirs" in said) == (0, b"theirs" in content)
    assert refused()[0] == 1
    assert run("init", "--uninstall").returncode == 0
    assert (repository / HOOK).read_bytes() == content
    assert stat.S_IMODE((repository / HOOK).stat().st_mode) == 0o700


def test_foreign_hook_that_fails_still_refuses(
    repository: Path, run: Run, refused: Callable[..., tuple[int, str]]
) -> None:
    put_hook(repository / HOOK, b"#!/bin/sh\nexit 7\n")
    run("init", "--hooks")
    assert refused(sound=True)[0] != 0


def test_lines_added_to_our_hook_are_kept(repository: Path, run: Run) -> None:
    run("init", "--hooks")
    with (repository / HOOK).open("a") as file:
        file.write("echo mine\n")
    run("init", "--hooks")
    run("init", "--uninstall")
    assert (repository / HOOK).read_text() == "#!/bin/sh\necho mine\n"


MANAGED = {
    "#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n": (
        ".pre-commit-config.yaml",
        "entry: mneme hook pre-commit",
    ),
    '#!/bin/sh\ncall_lefthook run "pre-commit" "$@"\n': ("lefthook.yml", "mneme hook pre-commit"),
    '#!/bin/sh\n. "$(dirname "$0")/husky.sh"\n': (".husky/pre-commit", "mneme hook pre-commit"),
    "#!/usr/bin/env python3\nprint('theirs')\n": ("no shell script", "mneme hook pre-commit"),
    "\x7fELF\x02": ("no shell script", "mneme hook pre-commit"),
}


@pytest.mark.parametrize("content", MANAGED)
def test_file_that_others_keep_is_left_alone(content: str, repository: Path, run: Run) -> None:
    put_hook(repository / HOOK, content.encode())
    done = run("init", "--hooks")
    assert done.returncode == 2
    assert all(part in done.stderr for part in MANAGED[content])
    assert (repository / HOOK).read_bytes() == content.encode()


def test_hook_that_git_ignores_is_not_switched_on(repository: Path, run: Run) -> None:
    put_hook(repository / HOOK, b"#!/bin/sh\nrm -rf everything\n", 0o644)
    done = run("init", "--hooks")
    assert (done.returncode, "not executable" in done.stderr) == (2, True)
    assert (repository / HOOK).read_bytes() == b"#!/bin/sh\nrm -rf everything\n"


def test_link_is_not_written_through(repository: Path, run: Run) -> None:
    script = repository / "scripts/check.sh"
    put_hook(script, b"#!/bin/sh\n")
    (repository / HOOK).parent.mkdir(exist_ok=True)
    (repository / HOOK).symlink_to("../../scripts/check.sh")
    done = run("init", "--hooks")
    assert (done.returncode, "symbolic link" in done.stderr) == (2, True)
    assert script.read_bytes() == b"#!/bin/sh\n"


def test_hooks_folder_of_the_working_tree_names_no_machine(
    repository: Path,
    run: Run,
    git: Git,
    refused: Callable[..., tuple[int, str]],
    programs: Path,
) -> None:
    """Relative `core.hooksPath`: the file is committed, so `mneme` is looked for on PATH."""
    git("config", "core.hooksPath", ".githooks")
    (repository / "src").mkdir()
    done = run("init", "--hooks", cwd=repository / "src")
    assert done.stdout.endswith("hooked   .githooks/pre-commit\n")
    assert sys.executable not in (repository / ".githooks/pre-commit").read_text()
    status, said = refused(sound=True)
    assert (status, "mneme is not installed" in said) == (1, True)
    put_mneme(programs)
    assert refused(sound=True)[0] == 0
    assert refused()[0] == 1


def test_hooks_folder_of_all_repositories_is_left_alone(
    repository: Path, run: Run, git: Git, tmp_path_factory: pytest.TempPathFactory
) -> None:
    everywhere = tmp_path_factory.mktemp("everywhere")
    git("config", "core.hooksPath", str(everywhere))
    for option in ("--hooks", "--uninstall"):
        done = run("init", option)
        assert (done.returncode, str(everywhere) in done.stderr) == (2, True)
        assert "git config core.hooksPath" in done.stderr
    assert 'call `mneme hook commit-msg "$@"`' in run("init", "--messages").stderr
    assert list(everywhere.iterdir()) == []


def test_linked_worktree_has_the_hooks_of_its_repository(
    repository: Path,
    run: Run,
    git: Git,
    refused: Callable[..., tuple[int, str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    side = tmp_path_factory.mktemp("linked") / "side"
    git("worktree", "add", "--quiet", "-b", "side", str(side))
    run("init", "--hooks", cwd=side)
    assert (repository / HOOK).is_file()
    assert refused(side)[0] == 1
    assert refused(repository)[0] == 1


def test_paths_with_blanks_and_quotes(
    new_repository: Callable[..., Path],
    environment: dict[str, str],
    programs: Path,
    refused: Callable[..., tuple[int, str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp('it\'s a "place" $HOME')
    made = new_repository(folder / "my project")
    script = put_mneme(folder / "bin")
    subprocess.run([script, "init", "--hooks"], cwd=made, env=environment, check=True)
    assert refused(made, sound=True)[0] == 0
    assert refused(made)[0] == 1
    script.unlink()
    status, said = refused(made, sound=True)
    assert (status, "mneme is not installed" in said) == (1, True)


def test_program_that_is_gone_gives_way_to_that_on_path(
    repository: Path,
    run: Run,
    refused: Callable[..., tuple[int, str]],
    programs: Path,
) -> None:
    run("init", "--hooks")
    hook = repository / HOOK
    hook.write_text(hook.read_text().replace(sys.executable, "/nowhere/python"))
    assert refused(sound=True)[0] == 1
    put_mneme(programs)
    assert refused(sound=True)[0] == 0


def test_code_of_the_repository_is_not_run(
    repository: Path, run: Run, write_files: Write, refused: Callable[..., tuple[int, str]]
) -> None:
    """Modules with the names of ours, or of libraries, lie at the root."""
    run("init", "--hooks")
    trap = "raise SystemExit(0)\n"
    write_files({"compiler/__init__.py": trap, "yaml.py": trap, "json.py": trap})
    assert refused(sound=True)[0] == 0
    assert refused()[0] == 1


@pytest.mark.skipif(shutil.which("dash") is None, reason="dash is not installed")
def test_hook_is_posix_shell(repository: Path, run: Run) -> None:
    run("init", "--hooks")
    checked = subprocess.run(["dash", "-n", HOOK], cwd=repository, capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, b"")


def test_outside_a_repository_there_is_no_hook(run: Run) -> None:
    for option in ("--hooks", "--uninstall"):
        done = run("init", option)
        assert (done.returncode, "no git repository" in done.stderr) == (2, True)


def test_doctor_says_where_the_hook_is(repository: Path, run: Run) -> None:
    assert "mneme init --hooks" in run("doctor").stdout
    run("init", "--hooks")
    assert f"installed in {HOOK}" in run("doctor").stdout
    (repository / HOOK).chmod(0o644)
    assert f"chmod +x {HOOK}" in run("doctor").stdout
    run("init", "--hooks")
    assert f"installed in {HOOK}" in run("doctor").stdout
    put_hook(repository / HOOK, b"#!/bin/sh\n# https://pre-commit.com\n")
    assert "kept by pre-commit" in run("doctor").stdout


@pytest.mark.skipif(os.name == "nt", reason="needs the pipes of POSIX")
def test_pipe_in_place_of_the_hook_is_not_waited_for(repository: Path, mneme: Run) -> None:
    (repository / HOOK).parent.mkdir(exist_ok=True)
    os.mkfifo(repository / HOOK)
    done = mneme("init", "--hooks")
    assert (done.returncode, "is no file" in done.stderr) == (2, True)
    assert "is no file" in mneme("doctor").stdout


def test_who_was_told_of_us_already_is_told_nothing(
    repository: Path, run: Run, write_files: Write
) -> None:
    put_hook(repository / HOOK, b"#!/bin/sh\n# https://pre-commit.com\n")
    assert run("init", "--hooks").returncode == 2
    write_files({".pre-commit-config.yaml": "repos: [{hooks: [{id: mneme-check}]}]\n"})
    done = run("init", "--hooks")
    assert (done.returncode, f"kept     {HOOK}" in done.stdout) == (0, True)


def test_commit_that_is_fine_needs_no_words(
    repository: Path, run: Run, write_files: Write, record: Callable[..., str], git: Git
) -> None:
    assert run("hook", "pre-commit").stdout == ""
    write_files({PATH: record().replace("Date: 2024-01-02\n\n", "")})
    git("add", ".")
    assert "warning ADR206" in run("hook", "pre-commit").stdout
