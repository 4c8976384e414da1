"""In every form of commit the hook's verdict is that of `check --rev` on the commit that results.

Each case is built twice: once with the hook, once without it to learn what the commit would be.
"""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
PATH = "docs/adr/0001-use-x.md"


class Case:
    """One repository on the way to a commit; `commit` makes the commit, or not."""

    def __init__(self, repository: Path, git: Git, try_git: Run, write: Write) -> None:
        self.repository, self.top = repository, repository
        self._git, self._try_git, self._write = git, try_git, write

    def git(self, *arguments: str) -> None:
        self._git(*arguments, cwd=self.top)

    def write(self, **files: str) -> None:
        self._write(
            {{"record": PATH, "readme": "README.md"}[k]: v for k, v in files.items()}, self.top
        )

    def commit(
        self, *arguments: str, below: str = ".", stdin: str = "", message: bool = True
    ) -> CompletedProcess[str]:
        said = ["--message", "Change"] if message else []
        return self._try_git("commit", *said, *arguments, cwd=self.top / below, stdin=stdin)


def plain(case: Case) -> CompletedProcess[str]:
    case.git("add", ".")
    return case.commit()


def all_(case: Case) -> CompletedProcess[str]:
    return case.commit("-a")


def path(case: Case) -> CompletedProcess[str]:
    return case.commit("--", PATH)


def other_path(case: Case) -> CompletedProcess[str]:
    case.git("add", ".")
    return case.commit("--", "README.md")


def only(case: Case) -> CompletedProcess[str]:
    case.git("add", "README.md")
    return case.commit("--only", PATH)


def include(case: Case) -> CompletedProcess[str]:
    case.git("add", "README.md")
    return case.commit("-i", PATH)


def patch(case: Case) -> CompletedProcess[str]:
    return case.commit("-p", stdin="n\ny\n")


def other_patch(case: Case) -> CompletedProcess[str]:
    return case.commit("-p", stdin="y\nn\n")


def amend(case: Case) -> CompletedProcess[str]:
    case.git("add", ".")
    return case.commit("--amend")


def subfolder(case: Case) -> CompletedProcess[str]:
    return case.commit("-a", below="docs/adr")


def relative(case: Case) -> CompletedProcess[str]:
    case.git("config", "diff.relative", "true")
    return case.commit("--", "adr/0001-use-x.md", below="docs")


def detached(case: Case) -> CompletedProcess[str]:
    case.git("checkout", "--quiet", "--detach")
    return case.commit("-a")


def unborn(case: Case) -> CompletedProcess[str]:
    case.git("checkout", "--quiet", "--orphan", "new")
    return case.commit("-a")


def linked_worktree(case: Case) -> CompletedProcess[str]:
    case.git("stash", "--quiet")
    side = case.repository.with_name(f"{case.repository.name} linked")
    case.git("worktree", "add", "--quiet", "-b", "side", str(side))
    case.top = side
    case.git("stash", "pop", "--quiet")
    return case.commit("-a")


def merge(case: Case) -> CompletedProcess[str]:
    """The broken record comes from the other branch; the merge is stopped and committed."""
    case.git("checkout", "--quiet", "-b", "side")
    case.git("commit", "--quiet", "--no-verify", "-am", "Change")
    case.git("checkout", "--quiet", "main")
    case.git("merge", "--quiet", "--no-ff", "--no-commit", "side")
    return case.commit()


def cherry_pick(case: Case) -> CompletedProcess[str]:
    case.git("checkout", "--quiet", "-b", "side")
    case.git("commit", "--quiet", "--no-verify", "-am", "Change")
    case.git("checkout", "--quiet", "main")
    case.git("cherry-pick", "--no-commit", "side")
    return case.commit()


def rebase(case: Case) -> CompletedProcess[str]:
    """A rebase that stops to edit a commit."""
    case.git("stash", "--quiet")
    case.git("commit", "--quiet", "--no-verify", "--allow-empty", "--message", "More")
    editor = "sequence.editor=sed -i.bak s/^pick/edit/"
    case.git("-c", editor, "rebase", "--quiet", "--interactive", "--root")
    case.git("stash", "pop", "--quiet")
    return case.commit("--amend", "-a")


FORMS = [
    plain,
    all_,
    path,
    other_path,
    only,
    include,
    patch,
    other_patch,
    amend,
    subfolder,
    relative,
    detached,
    unborn,
    linked_worktree,
    merge,
    cherry_pick,
    rebase,
]
WITHOUT_THE_RECORD = (other_path, other_patch)


@pytest.fixture
def case(
    new_repository: Callable[..., Path], git: Git, try_git: Run, write_files: Write
) -> Callable[[Path], Case]:
    def build(folder: Path) -> Case:
        return Case(new_repository(folder), git, try_git, write_files)

    return build


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__.strip("_"))
@pytest.mark.parametrize("sound", [True, False], ids=["sound", "broken"])
def test_verdict_is_that_of_the_commit_that_results(
    form: Callable[[Case], CompletedProcess[str]],
    sound: bool,
    case: Callable[[Path], Case],
    mneme: Run,
    run: Run,
    record: Callable[..., str],
    broken: str,
    tmp_path: Path,
) -> None:
    verdicts = []
    for name in ("without a hook", "hooked"):
        made = case(tmp_path / name)
        if name == "hooked":
            assert mneme("init", "--hooks", cwd=made.repository).returncode == 0
        text = record() + "\nMore.\n" if sound else broken
        made.write(record=text, readme="# B\n")
        done = form(made)
        if name == "hooked":
            verdicts.append(done.returncode)
            if done.returncode:
                assert "error ADR303" in done.stderr
        else:
            assert done.returncode == 0, done.stderr
            verdicts.append(run("check", "--rev", "HEAD", cwd=made.top).returncode)
    assert verdicts[0] == verdicts[1]
    assert verdicts[0] == int(not sound and form not in WITHOUT_THE_RECORD)


def test_submodule_is_judged_by_its_own_index(
    new_repository: Callable[..., Path],
    git: Git,
    try_git: Run,
    mneme: Run,
    write_files: Write,
    broken: str,
    tmp_path: Path,
) -> None:
    outer, inner = new_repository(tmp_path / "outer"), new_repository(tmp_path / "inner")
    git("-c", "protocol.file.allow=always", "submodule", "add", str(inner), "part", cwd=outer)
    part = outer / "part"
    person = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com")
    assert mneme("init", "--hooks", cwd=part).stdout.endswith("modules/part/hooks/pre-commit\n")
    write_files({PATH: broken}, part)
    refused = try_git(*person, "commit", "-am", "Break", cwd=part)
    assert (refused.returncode, "ADR303" in refused.stderr) == (1, True)
    write_files({"README.md": "# B\n"}, part)
    assert try_git(*person, "commit", "-m", "Fine", "README.md", cwd=part).returncode == 0
    assert mneme("init", "--hooks", cwd=outer).returncode == 0
    assert try_git("commit", "-m", "Outer is sound", cwd=outer).returncode == 0


@pytest.mark.parametrize("option", ["--object-format=sha256"])
def test_sha256_repository(
    option: str,
    new_repository: Callable[..., Path],
    try_git: Run,
    mneme: Run,
    write_files: Write,
    broken: str,
    tmp_path: Path,
) -> None:
    made = new_repository(tmp_path / "made", option)
    mneme("init", "--hooks", cwd=made)
    write_files({PATH: broken}, made)
    assert try_git("commit", "-am", "Break", cwd=made).returncode == 1
    assert try_git("commit", "-am", "Break", cwd=made).returncode == 1, "also from memory"
    write_files({"README.md": "# B\n"}, made)
    assert try_git("commit", "-m", "Fine", "README.md", cwd=made).returncode == 0
