"""Random histories: however much of one was read before, and by whom, the answer is the same."""

import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.pipeline import compile_project
from compiler.project import State, open_project
from decision_trace.rows import Row, link_rows
from decision_trace.trace import open_trace

Git = Callable[..., str]
Start = Callable[..., subprocess.CompletedProcess[str]]
Tree = dict[str, str]

_COMMITS = 60
_NUMBER = re.compile(r"docs/adr/([0-9]{4})")
_STATUSES = ("proposed", "accepted", "deprecated", "rejected")


def _text(number: int, status: str, words: int) -> str:
    lines = "".join(f"Line {line} of {number}, as it is.\n" for line in range(words))
    return f"---\nstatus: {status}\ndate: 2024-01-02\n---\n# Use {number}\n\n## Decision\n\n{lines}"


def _changed(tree: Tree, dice: random.Random) -> str:
    """Do one thing to a tree; what the message of that commit says."""
    path = dice.choice(sorted(tree)) if tree else None
    action = dice.choice(("add", "add", "edit", "rename", "renumber", "delete", "cite", "cite"))
    if action == "add" or path is None:
        number = dice.randrange(1, 9)
        tree[f"docs/adr/{number:04d}-a.md"] = _text(number, dice.choice(_STATUSES), 12)
    elif action == "edit":
        tree[path] = tree[path].replace(dice.choice(_STATUSES), dice.choice(_STATUSES), 1)
        tree[path] += f"And {dice.randrange(3)}.\n"
    elif action == "rename":
        tree[f"{path[:-3]}{dice.choice('ab')}.md"] = tree.pop(path)
    elif action == "renumber":
        tree[f"docs/adr/{dice.randrange(1, 9):04d}-a.md"] = tree.pop(path)
    elif action == "delete":
        del tree[path]
    return f"{action}\n\nDecision: ADR-{dice.randrange(1, 9):04d}"


def _joined(ours: Tree, theirs: Tree, dice: random.Random) -> Tree:
    """What a merge makes of two trees; sometimes it does a thing of its own."""
    tree = {path: dice.choice((ours, theirs)).get(path) for path in {*ours, *theirs}}
    kept = {path: text for path, text in sorted(tree.items()) if text is not None}
    if dice.random() < 0.3:
        _changed(kept, dice)
    return kept


def _stream(dice: random.Random) -> list[str]:
    """Commits for `git fast-import`, on two branches that merge now and then, by a clock that
    may go backwards or stand still."""
    trees: dict[str, Tree] = {}
    tips: dict[str, int] = {}
    stream, clock = [], 1_700_000_000
    for mark in range(1, _COMMITS + 1):
        branch, other = dice.sample(("main", "side"), 2) if trees else ("main", "side")
        begins = branch if branch in trees else other if other in trees else None
        tree = dict(trees.get(begins or "", {}))
        merges = len(trees) == 2 and dice.random() < 0.2
        message = f"Merge branch '{other}'"
        if merges:
            tree = _joined(tree, trees[other], dice)
        else:
            message = _changed(tree, dice)
        trees[branch] = tree
        clock += dice.choice((60, 60, 0, -600))
        lines = [f"commit refs/heads/{branch}", f"mark :{mark}"]
        lines += [f"committer A <a@example.com> {clock} +0000", _data(message)]
        lines += [f"from :{tips[begins]}"] if begins else []
        lines += [f"merge :{tips[other]}"] if merges else []
        lines.append("deleteall")
        lines += [f"M 644 inline {path}\n{_data(text)}" for path, text in sorted(tree.items())]
        tips[branch] = mark
        stream.append("\n".join(lines) + "\n")
    return stream


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}"


def _answers(root: Path, *, keeps: bool = True) -> dict[str, list[Row]]:
    """What the history of `main` has about each record, by path; without `keeps` as the server
    asks."""
    compiled = compile_project(open_project(None, root, State(revision="main")))
    history = open_trace(compiled, "main", keeps=keeps).by_decision()
    return {
        decision.record.path: link_rows(history.of(decision).links)
        for decision in compiled.decisions
    }


@pytest.mark.parametrize("seed", range(3))
def test_answer_is_that_of_the_history(
    seed: int, git_repo: Path, git: Git, start: Start, tmp_path_factory: pytest.TempPathFactory
) -> None:
    stream = _stream(random.Random(seed))
    for begin in range(0, _COMMITS, _COMMITS // 3):
        text = "".join(stream[begin : begin + _COMMITS // 3])
        marks = ("--import-marks-if-exists=.git/marks", "--export-marks=.git/marks")
        done = start("git", "fast-import", "--quiet", *marks, cwd=git_repo, stdin=text)
        assert done.returncode == 0, done.stderr
        if not git("ls-tree", "-r", "--name-only", "main").strip():
            continue
        grown = _answers(git_repo)
        clone = tmp_path_factory.mktemp("clone")
        git("clone", "--quiet", "--bare", str(git_repo), str(clone))
        assert _answers(clone, keeps=False) == grown
        assert _answers(clone) == grown
        assert _answers(clone) == grown
        _check_with_git(git, grown)


def _check_with_git(git: Git, answers: dict[str, list[Row]]) -> None:
    """Each commit on a record's file, as git has it, is one on a record; a decision is carried out
    by commits whose trailers name a number that it has or had, and by all of them where no other
    one ever had that."""
    rows = [row for found in answers.values() for row in found]
    numbers = {
        path: {path[9:13], *(n for row in found for n in _NUMBER.findall(row["evidence"]))}
        for path, found in answers.items()
    }
    on_files = {row["sha"] for row in rows if row["kind"] not in ("implements", "mentions")}
    for path, found in answers.items():
        log = ("log", "--format=%H", "--no-merges", "--full-history", "main")
        own = numbers[path]
        cited = git(*log, *(f"--grep=^Decision: ADR-{number}$" for number in own)).split()
        implemented = {row["sha"] for row in found if row["kind"] == "implements"}
        assert implemented <= set(cited), path
        if len(own) == 1 and sum(own <= other for other in numbers.values()) == 1:
            assert implemented == set(cited), path
        assert set(git(*log, "--diff-filter=AM", "--", path).split()) <= on_files, path
