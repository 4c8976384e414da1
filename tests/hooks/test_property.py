"""Whatever was done to a repository, staged check, hook and check of the commit say the same.

Repositories and changes are random from a fixed seed. Each state is asked several times, so that
answers come from memory too, and it is committed through the real hook, in a process of its own.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest

from mneme_cli.verdict import memory_for

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
FOLDERS = ("docs/adr", "docs/adr/old", "decisions", "records")
STATUSES = ("Accepted", "Proposed", "Rejected", "Superseded by ADR-0002", "Supersedes ADR-0001")
CONFIGURATION = {
    ".mneme/config.toml": (
        'adr_dir = "docs/adr"\n',
        'status_when_absent = "accepted"\n',
        '[rules]\nADR206 = "error"\nADR214 = "error"\n',
        '[[corpus]]\nname = "a"\npath = "docs/adr"\n[[corpus]]\nname = "b"\npath = "records"\n',
        "adr_dir = \n",
    ),
    "pyproject.toml": ("[project]\n", '[tool.mneme]\nadr_dir = "records"\n'),
    ".adr-dir": ("docs/adr\n", "records\n", "nowhere\n"),
    ".mneme/decision_proposals.json": (
        '{"schema": "mneme.decision-proposals/v1", "proposals": []}\n',
        '{"schema": "mneme.decision-proposals/v1", "proposals": [{}]}\n',
        "<<<<<<< main\n",
    ),
}


class Changes:
    """Random changes to the working tree of one repository, and to what is staged of it."""

    def __init__(self, folder: Path, random: Random, git: Git) -> None:
        self._folder, self._random, self._git = folder, random, git
        self._kinds = (
            *(self.record,) * 6,
            *(self.source,) * 3,
            self.rename,
            self.delete,
            self.link,
            self.announce,
            self.mode,
            self.configure,
            self.unconfigure,
        )

    def make(self, count: int) -> None:
        """Make changes, and stage a part of what they left."""
        for _ in range(count):
            self._random.choice(self._kinds)()
            if self._random.random() < 0.6:
                self._git("add", "--all", cwd=self._folder)

    def record(self) -> None:
        number, random = self._random.randint(1, 4), self._random
        status = random.choice(STATUSES)
        if random.random() < 0.3:
            body = (
                f"---\nstatus: accepted\ndate: 2024-01-0{number}\npaths: [src/**]\n---\n# Use it\n"
            )
        else:
            body = f"# {number}. Use {random.choice('xyz')}\n\n## Status\n\n{status}\n"
        decision = "\n## Decision\n\nYes.\n" if random.random() < 0.8 else ""
        self._write(
            f"{random.choice(FOLDERS)}/000{number}-{random.choice('ab')}.md", body + decision
        )

    def source(self) -> None:
        self._write(f"src/{self._random.choice('ab')}.py", f"x = {self._random.random()}\n")

    def rename(self) -> None:
        if old := self._some_file():
            old.rename(old.with_name(f"000{self._random.randint(1, 9)}-renamed.md"))

    def delete(self) -> None:
        if file := self._some_file():
            file.unlink()

    def link(self) -> None:
        target = self._random.choice(("0001-a.md", "../../src/a.py", "/etc/hostname", "missing.md"))
        link = self._folder / "docs/adr" / f"000{self._random.randint(5, 7)}-link.md"
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)

    def announce(self) -> None:
        self._write("docs/adr/0008-announced.md", "# 8. Later\n")
        self._git("add", "--intent-to-add", "docs/adr/0008-announced.md", cwd=self._folder)

    def mode(self) -> None:
        if (file := self._some_file()) and file.is_file():
            file.chmod(0o755)

    def configure(self) -> None:
        name = self._random.choice(list(CONFIGURATION))
        self._write(name, self._random.choice(CONFIGURATION[name]))

    def unconfigure(self) -> None:
        for name in CONFIGURATION:
            (self._folder / name).unlink(missing_ok=True)

    def _some_file(self) -> Path | None:
        files = sorted(path for path in self._folder.glob("*/**/*.md") if ".git" not in path.parts)
        return self._random.choice(files) if files else None

    def _write(self, name: str, text: str) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_symlink():
            path.write_text(text, "utf-8")


def everything(folder: Path, git: Git) -> tuple[object, ...]:
    """The index, what git says of the working tree, and each file outside the git directory."""
    files = {
        path.relative_to(folder).as_posix(): path.is_symlink() or path.is_dir() or path.read_bytes()
        for path in folder.rglob("*")
        if path.relative_to(folder).parts[0] != ".git"
    }
    status = git("--no-optional-locks", "status", "--porcelain=v2", cwd=folder)
    return (folder / ".git/index").read_bytes(), status, files


def said(done: CompletedProcess[str]) -> tuple[int, object]:
    """Status and findings; of a refusal its kind, since its words say where one stands."""
    answer = json.loads(done.stdout)
    return done.returncode, answer if done.returncode < 2 else answer["code"]


@pytest.mark.parametrize("seed", range(12))
def test_one_verdict(
    seed: int,
    new_repository: Callable[..., Path],
    git: Git,
    try_git: Run,
    run: Run,
    mneme: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = new_repository(tmp_path / "made")
    run("init", "--hooks", cwd=folder)
    changes = Changes(folder, Random(seed), git)
    hook, check = ("hook", "pre-commit", "--format", "json"), ("check", "--staged", "--format=json")
    for _ in range(3):
        changes.make(4)
        before = everything(folder, git)
        staged = said(run(*check, cwd=folder))
        answers = [said(run(*command, cwd=folder)) for command in (check, hook, hook)]
        assert answers == [staged] * 3
        assert everything(folder, git) == before
        with monkeypatch.context() as patch:
            patch.chdir(folder)
            memory = memory_for(list(hook))
            assert memory is not None
            assert (memory.recall() is not None) == (staged[0] < 2)
        committed = try_git("commit", "--allow-empty", "--message", "Change", cwd=folder)
        if committed.returncode:
            # Git itself writes the index anew, with the same entries.
            assert everything(folder, git)[1:] == before[1:]
            git("commit", "--no-verify", "--allow-empty", "--message", "Change", cwd=folder)
        assert (committed.returncode == 0) == (staged[0] == 0), committed.stderr
        assert said(run("check", "--rev", "HEAD", "--format=json", cwd=folder)) == staged
    assert said(mneme(*check, cwd=folder)) == said(mneme(*hook, cwd=folder))
