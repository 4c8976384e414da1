"""The hooks offered to the framework pre-commit, run by the real program from a real repository.

The repository of the hooks is this checkout as it is now, uncommitted work included.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import yaml

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
ROOT = Path(__file__).parents[2]
WHEELS = ROOT / ".wheels"
PATH = "docs/adr/0001-use-x.md"
INDEX = "docs/adr/index.json"
# One worker runs them all, so that the framework installs the hooks once.
pytestmark = pytest.mark.xdist_group("pre-commit")


@pytest.fixture(scope="module")
def framework_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not WHEELS.joinpath(".complete").is_file():
        pytest.fail("run: make wheels")
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture(scope="module")
def hooks_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hooks")
    for name in _listed(ROOT):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    person = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com")
    for command in (("init", "-q"), ("add", "."), (*person, "commit", "-q", "-m", "As it is")):
        subprocess.run(["git", *command], cwd=folder, env=_clean(), check=True)
    return folder


def _listed(folder: Path) -> list[str]:
    """What git tracks or would track, and what is not deleted."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=folder, env=_clean(), capture_output=True, check=True)
    names = os.fsdecode(done.stdout).split("\0")
    return [name for name in names if name and (folder / name).is_file()]


def _clean() -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return ours | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


@pytest.fixture
def hooked(
    repository: Path,
    hooks_repository: Path,
    framework_home: Path,
    environment: dict[str, str],
    start: Run,
    git: Git,
    write_files: Write,
    mneme: Run,
) -> Path:
    """A repository with the hooks of the framework and an index, all committed."""
    environment |= {
        "PRE_COMMIT_HOME": str(framework_home),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(WHEELS),
        "PIP_CONFIG_FILE": os.devnull,
    }
    revision = git("rev-parse", "HEAD", cwd=hooks_repository).strip()
    names = ("mneme-check", "mneme-index", "mneme-commit-msg", "mneme-prepare-commit-msg")
    hooks = [{"id": name} for name in names]
    repos = [{"repo": str(hooks_repository), "rev": revision, "hooks": hooks}]
    write_files({".pre-commit-config.yaml": yaml.safe_dump({"repos": repos})})
    mneme("compile", "-o", INDEX)
    git("add", ".")
    git("commit", "--quiet", "--message", "Hooks")
    for stage in ("pre-commit", "commit-msg", "prepare-commit-msg"):
        pre_commit(start, repository, "install", "--hook-type", stage)
    return repository


def pre_commit(start: Run, folder: Path, *arguments: str) -> CompletedProcess[str]:
    return start(sys.executable, "-m", "pre_commit", *arguments, cwd=folder, timeout=300)


def test_broken_record_is_refused_and_a_mended_one_passes(
    hooked: Path,
    git: Git,
    try_git: Run,
    write_files: Write,
    record: Callable[..., str],
    broken: str,
) -> None:
    write_files({PATH: broken})
    git("add", ".")
    write_files({PATH: record()})
    done = try_git("commit", "-m", "Break")
    assert (done.returncode, "error ADR303" in done.stderr) == (1, True), done.stderr
    git("add", ".")
    assert try_git("commit", "--allow-empty", "-m", "Mend").returncode == 0
    write_files({"src/x.py": "x = 1\n"})
    git("add", ".")
    assert try_git("commit", "-m", "Add x").returncode == 0


def test_deletion_that_leaves_a_dangling_reference_is_refused(
    hooked: Path,
    git: Git,
    try_git: Run,
    write_files: Write,
    record: Callable[..., str],
    mneme: Run,
) -> None:
    successor = record("2. Use Y", "Accepted\n\nSupersedes [1. Use X](0001-use-x.md)")
    write_files({"docs/adr/0002-use-y.md": successor})
    mneme("compile", "-o", INDEX)
    git("add", ".")
    added = try_git("commit", "-m", "Use Y")
    assert added.returncode == 0, added.stdout + added.stderr
    git("rm", "--quiet", PATH)
    done = try_git("commit", "-m", "Delete X")
    assert (done.returncode, "error ADR303" in done.stderr) == (1, True), done.stderr
    git("reset", "--quiet", "--hard")
    git("mv", PATH, "docs/adr/0007-use-x.md")
    assert try_git("commit", "-m", "Rename X").returncode == 1


def test_index_that_is_out_of_date_is_refused(
    hooked: Path, git: Git, try_git: Run, write_files: Write, record: Callable[..., str], mneme: Run
) -> None:
    write_files({PATH: record("1. Use Z")})
    git("add", ".")
    mneme("compile", "-o", INDEX)
    done = try_git("commit", "-m", "Use Z")
    assert (done.returncode, f"{INDEX}: out of date" in done.stderr) == (1, True), done.stderr
    git("add", INDEX)
    assert try_git("commit", "-m", "Use Z").returncode == 0


def test_message_that_cites_an_unknown_decision_is_refused(
    hooked: Path, try_git: Run, git: Git
) -> None:
    done = try_git("commit", "--allow-empty", "-m", "Go on\n\nDecision: ADR-0002")
    assert (done.returncode, "error TRC701" in done.stderr) == (1, True), done.stderr
    done = try_git("commit", "--allow-empty", "-m", "Go on\n\nDecision: ADR-0001")
    assert done.returncode == 0, done.stderr
    assert "# " not in git("log", "-1", "--format=%B")


def test_decisions_are_offered_in_the_editor_only(
    hooked: Path,
    git: Git,
    try_git: Run,
    write_files: Write,
    start: Run,
    record: Callable[..., str],
    mneme: Run,
) -> None:
    scope = f"---\nscope: src\n---\n{record('2. Use Y')}"
    files = {"docs/adr/0002-use-y.md": scope, ".mneme/config.toml": "suggest_trailers = true\n"}
    write_files(files)
    mneme("compile", "-o", INDEX)
    git("add", ".")
    git("commit", "--quiet", "--no-verify", "--message", "Offer")
    write_files({"src/x.py": "x = 1\n"})
    git("add", ".")
    editor = {"GIT_EDITOR": "sed -i -e 's/^# Decision: /Decision: /' -e '1s/^/Write x\\n\\n/'"}
    done = start("git", "-c", "core.editor=false", "commit", env=editor)
    assert done.returncode == 0, done.stderr
    assert git("log", "-1", "--format=%B").strip() == "Write x\n\nDecision: ADR-0002 Use Y"
    write_files({"src/x.py": "x = 2\n"})
    git("add", ".")
    done = try_git("commit", "-m", "Write more")
    assert done.returncode == 0, done.stderr
    assert git("log", "-1", "--format=%B").strip() == "Write more"


def test_outside_a_commit_the_index_is_judged(
    hooked: Path, git: Git, write_files: Write, broken: str, start: Run
) -> None:
    write_files({PATH: broken})
    assert pre_commit(start, hooked, "run", "--all-files").returncode == 0, "it is not staged"
    git("commit", "--quiet", "--no-verify", "--all", "--message", "Break")
    done = pre_commit(start, hooked, "run", "--all-files")
    assert (done.returncode, "error ADR303" in done.stdout) == (1, True)


def test_manifest_is_what_the_framework_accepts(start: Run) -> None:
    done = pre_commit(start, ROOT, "validate-manifest", ".pre-commit-hooks.yaml")
    assert done.returncode == 0, done.stdout
