"""A remembered verdict is the verdict: what it depends on is asked anew, the rest costs nothing."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from compiler.installed import PACKAGES
from compiler.remembered import Answer, Footprint, Memory, Seen

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
PATH = "docs/adr/0001-use-x.md"
ROOT = Path(__file__).parents[2]
COMMANDS = [("check", "--staged"), ("hook", "pre-commit")]
_SCRIPT = """\
import json, sys
from mneme_cli.entry import run
status = run(sys.argv[1:])
print("\\n" + json.dumps([status, sorted(sys.modules)]))
"""


@pytest.fixture
def asked(environment: dict[str, str], tmp_path: Path) -> Callable[..., tuple[int, str, bool]]:
    """Status, output and whether it was remembered: then not even click is imported."""

    def ask(
        *arguments: str, cwd: Path = tmp_path, home: Path = ROOT, env: dict[str, str] | None = None
    ) -> tuple[int, str, bool]:
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, *arguments],
            cwd=cwd,
            env={**environment, "PYTHONPATH": str(home), **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=True,
        )
        output, _, last = done.stdout.rstrip("\n").rpartition("\n")
        status, modules = json.loads(last)
        libraries = {"click", "pygit2", "yaml", "markdown_it", "jsonschema", "pathspec"}
        return status, done.stderr + output, not libraries.intersection(modules)

    return ask


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("sound", [True, False], ids=["sound", "broken"])
def test_second_time_says_the_same_without_a_library(
    command: tuple[str, ...],
    sound: bool,
    repository: Path,
    git: Git,
    write_files: Write,
    broken: str,
    asked: Callable[..., tuple[int, str, bool]],
) -> None:
    if not sound:
        write_files({PATH: broken})
        git("commit", "--quiet", "--all", "--message", "Break")
    write_files({"src/x.py": "x = 1\n"})
    git("add", ".")
    status, output, remembered = asked(*command)
    assert (status, remembered) == (int(not sound), False)
    write_files({"src/x.py": "x = 2\n", "src/y.py": "y = 1\n"})
    git("add", ".")
    assert asked(*command) == (status, output, True), "nothing relevant is staged"
    assert asked(*command, cwd=repository / "src") == (status, output, True)


def _config(repository: Path, git: Git) -> None:
    (repository / ".mneme").mkdir()
    (repository / ".mneme/config.toml").write_text('adr_dir = "docs/adr"\n')


def _pyproject(repository: Path, git: Git) -> None:
    (repository / "pyproject.toml").write_text("[project]\n")


def _pointer(repository: Path, git: Git) -> None:
    (repository / ".adr-dir").write_text("docs/adr\n")


def _log4brains(repository: Path, git: Git) -> None:
    (repository / ".log4brains.yml").write_text("project:\n  adrFolder: docs/adr\n")


def _usual_folder(repository: Path, git: Git) -> None:
    (repository / "decisions").mkdir()
    shutil.copy(repository / PATH, repository / "decisions/0002-y.md")


def _record(repository: Path, git: Git) -> None:
    (repository / PATH).write_text((repository / PATH).read_text() + "\nMore.\n")


def _proposals(repository: Path, git: Git) -> None:
    (repository / ".mneme").mkdir()
    (repository / ".mneme/decision_proposals.json").write_text("{")


def _deletion(repository: Path, git: Git) -> None:
    git("rm", "--quiet", PATH)


def _mode(repository: Path, git: Git) -> None:
    (repository / PATH).chmod(0o755)


def _target(repository: Path, git: Git) -> None:
    """The file that a link in the ADR folder leads to lies outside that folder."""
    (repository / "elsewhere.md").write_text("# 2. Other\n\n## Status\n\nRejected\n")


@pytest.mark.parametrize(
    "change",
    [
        _config,
        _pyproject,
        _pointer,
        _log4brains,
        _usual_folder,
        _record,
        _proposals,
        _deletion,
        _mode,
        _target,
    ],
    ids=lambda change: change.__name__.strip("_"),
)
def test_whatever_matters_is_asked_anew(
    change: Callable[[Path, Git], None],
    repository: Path,
    git: Git,
    write_files: Write,
    run: Run,
    asked: Callable[..., tuple[int, str, bool]],
) -> None:
    write_files({"elsewhere.md": "# 2. Other\n\n## Status\n\nAccepted\n"})
    (repository / "docs/adr/0002-link.md").symlink_to("../../elsewhere.md")
    git("add", ".")
    asked("check", "--staged")
    assert asked("check", "--staged")[2]
    change(repository, git)
    git("add", ".")
    status, output, remembered = asked("check", "--staged")
    assert not remembered
    git("commit", "--quiet", "--no-verify", "--message", "Change")
    revision = run("check", "--rev", "HEAD")
    assert (status, output) == (revision.returncode, revision.stderr + revision.stdout)


def test_names_of_all_files_matter_where_a_record_has_paths(
    repository: Path,
    git: Git,
    write_files: Write,
    record: Callable[..., str],
    asked: Callable[..., tuple[int, str, bool]],
) -> None:
    front = "---\nstatus: accepted\ndate: 2024-01-02\npaths: [src/**]\n---\n"
    write_files({PATH: front + "# 1. Use X\n\n## Decision\n\nYes.\n", "src/x.py": "x = 1\n"})
    git("add", ".")
    assert "ADR214" not in asked("check", "--staged")[1]
    write_files({"src/x.py": "x = 2\n"})
    git("add", ".")
    assert asked("check", "--staged")[2], "only the content of another file changed"
    git("mv", "src", "lib")
    _, output, remembered = asked("check", "--staged")
    assert ("ADR214" in output, remembered) == (True, False)


def test_code_and_schemas_matter(
    repository: Path,
    tmp_path_factory: pytest.TempPathFactory,
    asked: Callable[..., tuple[int, str, bool]],
) -> None:
    home = tmp_path_factory.mktemp("editable")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, home / package)
    asked("check", "--staged", home=home)
    assert asked("check", "--staged", home=home)[2]
    schema = home / "adr_schema/schemas/adr.schema.json"
    for changed in (home / "compiler/checks/paths.py", schema):
        before = changed.stat()
        changed.write_text(changed.read_text("utf-8") + "\n", "utf-8")
        os.utime(changed, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert not asked("check", "--staged", home=home)[2]
    assert asked("check", "--staged", home=home)[2]


@pytest.mark.parametrize(
    "arguments",
    [("--strict",), ("--all",), ("--format", "json"), ("docs/adr",), ("--format=json", "--all")],
    ids=" ".join,
)
def test_other_questions_get_answers_of_their_own(
    arguments: tuple[str, ...], repository: Path, run: Run
) -> None:
    run("check", "--staged")
    first = run("check", "--staged", *arguments)
    assert run("check", "--staged", *arguments).stdout == first.stdout
    assert ('"complete"' in first.stdout) == ("json" in " ".join(arguments))
    assert run("check", "--staged", "--rev", "HEAD").returncode == 2


def test_verdict_on_a_named_folder_is_never_remembered(repository: Path, run: Run) -> None:
    run("check", "--staged", "docs/adr")
    assert not (repository / ".git/mneme/remembered").exists()


def _truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def _turn_the_verdict(file: Path) -> None:
    data = file.read_text()
    assert data.count(", [1, ") == 1
    file.write_text(data.replace(", [1, ", ", [0, "))


def _binary(file: Path) -> None:
    file.write_bytes(b"\xff\x00" * 50)


def _delete(file: Path) -> None:
    file.unlink()


def _make_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _make_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _make_link(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))
    file.symlink_to("elsewhere")


def _grow(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.truncate(1 << 40)  # a hole: no disk holds it


HARMS = [
    _truncate,
    _turn_the_verdict,
    _binary,
    _delete,
    _make_folder,
    _make_pipe,
    _make_link,
    _grow,
]


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_corrupt_memory_changes_no_verdict(
    harm: Callable[[Path], None],
    repository: Path,
    git: Git,
    write_files: Write,
    broken: str,
    run: Run,
) -> None:
    write_files({PATH: broken})
    git("add", ".")
    first = run("hook", "pre-commit")
    harm(repository / ".git/mneme/remembered")
    for _ in range(2):
        again = run("hook", "pre-commit")
        assert (again.returncode, again.stdout) == (1, first.stdout)


def test_memory_that_cannot_be_written_changes_no_verdict(repository: Path, run: Run) -> None:
    (repository / ".git/mneme").write_text("a file where the folder would be")
    assert run("hook", "pre-commit").returncode == 0


def test_missing_object_is_not_remembered(
    repository: Path, git: Git, write_files: Write, record: Callable[..., str], run: Run
) -> None:
    write_files({PATH: record("1. Use Z")})
    git("add", ".")
    oid = git("hash-object", PATH).strip()
    loose = repository / ".git/objects" / oid[:2] / oid[2:]
    kept = loose.read_bytes()
    loose.chmod(0o644)
    loose.unlink()
    assert "ADR101" in run("check", "--staged").stdout
    loose.write_bytes(kept)
    assert run("check", "--staged").returncode == 0


def test_announced_file_is_not_committed_and_not_judged(
    repository: Path, git: Git, write_files: Write, record: Callable[..., str], run: Run
) -> None:
    """`git add -N` puts an empty file into the index that no commit will have."""
    write_files({"docs/adr/0003-empty.md": ""})
    git("add", ".")
    assert "found 2 files" in run("check", "--staged").stdout
    write_files({"docs/adr/0002-announced.md": record("2. Use Y")})
    git("add", "--intent-to-add", ".")
    assert "found 2 files" in run("check", "--staged").stdout
    git("add", ".")
    assert "found 3 files" in run("check", "--staged").stdout


def test_linked_worktrees_share_the_memory_and_not_the_verdict(
    repository: Path,
    git: Git,
    write_files: Write,
    broken: str,
    run: Run,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    side = tmp_path_factory.mktemp("linked") / "side"
    git("worktree", "add", "--quiet", "-b", "side", str(side))
    write_files({PATH: broken}, side)
    git("add", ".", cwd=side)
    for _ in range(2):
        assert run("hook", "pre-commit", cwd=side).returncode == 1
        assert run("hook", "pre-commit", cwd=repository).returncode == 0


def test_old_states_make_room_and_long_answers_are_not_kept(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    memory = Memory(repository, str(tmp_path / "kept" / "remembered"), "question")
    nothing = Footprint((), (), False)
    memory.remember(Seen(nothing, nothing.digest([])), Answer(0, "first", ""))
    assert memory.recall() == Answer(0, "first", "")
    memory.remember(Seen(nothing, "other"), Answer(0, "x" * 100_000, ""))
    assert memory.recall() == Answer(0, "first", "")
    for number in range(20):
        memory.remember(Seen(nothing, str(number)), Answer(0, "", ""))
    assert memory.recall() is None
    assert os.path.getsize(memory.file) < 5_000


def test_link_in_place_of_the_memory_is_not_written_through(
    repository: Path, run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    theirs = tmp_path_factory.mktemp("outside") / "theirs"
    theirs.write_text("precious")
    (repository / ".git/mneme").mkdir()
    (repository / ".git/mneme/remembered").symlink_to(theirs)
    assert run("hook", "pre-commit").returncode == 0
    assert theirs.read_text() == "precious"


def test_folder_that_is_no_git_directory_gets_no_file(
    run: Run, write_files: Write, record: Callable[..., str], tmp_path: Path
) -> None:
    """`.git` can be a file that names any folder."""
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = write_files({".git": "gitdir: ../outside\n", PATH: record()}, tmp_path / "made")
    assert run("check", cwd=folder).returncode == 0
    assert list(outside.iterdir()) == []


def test_name_of_a_file_is_never_taken_for_a_file_and_its_content() -> None:
    looked = Footprint(("adr/",), (), True)
    assert looked.digest([b"100644 a1 0\tadr/x"]) != looked.digest([b"100644 b2 0\t a1 0\tadr/x"])
