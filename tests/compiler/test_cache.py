"""The cache changes how long a run takes, never its answer."""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from compiler.cache import Cache, cache_file, open_cache
from compiler.drafts import Reading
from compiler.git.objects import blob_id
from compiler.index import kept_index, new_index, number_of_decisions
from compiler.installed import PACKAGES
from compiler.options import Options
from compiler.pipeline import compile_project
from compiler.project import WORKING_TREE, State, open_project
from compiler.sources import File
from compiler.store import Store
from mneme_cli.render.report import as_json
from mneme_cli.render.rows import other_rows, record_row

TESTS = Path(__file__).parents[1]
Git = Callable[..., str]
Write = Callable[..., Path]
STAGED = State(staged=True)


def answer(root: Path, state: State = WORKING_TREE, directory: str | None = "adr") -> list[Any]:
    """All that the commands say: report, rows, and the index, kept or new."""
    project = open_project(directory, root, state)
    result = compile_project(project)
    rows = [*map(record_row, result.decisions), *other_rows(result)]
    index = kept_index(project, b"")
    if index is None and result.complete:
        index = new_index(result, b"")
    return [as_json(result), rows, index]


@pytest.fixture
def uncached(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """The answer without the cache."""

    def call(*arguments: Any) -> list[Any]:
        with monkeypatch.context() as patch:
            patch.setenv("MNEME_CACHE", "off")
            return answer(*arguments)

    return call


def projects() -> list[Path]:
    """Every fixture that holds a folder `adr`."""
    return sorted(path.parent for path in TESTS.glob("*/*/*/adr") if path.is_dir())


def test_every_fixture_gives_the_same_answer_cold_warm_and_off(
    git_repo: Path, uncached: Callable[..., list[Any]]
) -> None:
    assert len(projects()) > 50
    for project in projects():
        place = git_repo / project.parent.name / project.name
        shutil.copytree(project, place, symlinks=True)
        directory = (place / "adr").relative_to(git_repo).as_posix()
        off = uncached(git_repo, WORKING_TREE, directory)
        assert answer(git_repo, WORKING_TREE, directory) == off, project
        assert answer(git_repo, WORKING_TREE, directory) == off, project


@pytest.mark.parametrize("seed", range(4))
def test_any_edit_gives_the_answer_of_a_run_without_cache(
    seed: int, git: Git, git_repo: Path, native: Callable[..., str], uncached: Callable[..., Any]
) -> None:
    """Edit, rename, delete, swap, same size and time, configuration, siblings; on disk, staged."""
    dice = random.Random(seed)
    folder = git_repo / "adr"
    folder.mkdir()
    for number in range(1, 9):
        (folder / f"{number:04}-way.md").write_text(native(number))
    git("add", "--all")
    for _ in range(12):
        _edit(dice, folder, native)
        assert answer(git_repo) == uncached(git_repo)
        if dice.random() < 0.4:
            git("add", "--all")
        assert answer(git_repo, STAGED) == uncached(git_repo, STAGED)
    kept = cache_file(git_repo)
    assert kept is not None
    assert kept.is_file()


def _edit(dice: random.Random, folder: Path, native: Callable[..., str]) -> None:
    files = sorted(folder.rglob("*.md"))
    one, other = dice.sample(files, 2)
    number = dice.randint(1, 12)
    match dice.randrange(9):
        case 0:
            one.write_text(native(number, supersedes=f"ADR-{dice.randint(1, 12):04}"))
        case 1:
            one.rename(folder / f"{number:04}-renamed-{dice.random()}.md")
        case 2 if len(files) > 4:
            one.unlink()
        case 3:
            first, second = one.read_bytes(), other.read_bytes()
            one.write_bytes(second)
            other.write_bytes(first)
        case 4:
            before = one.stat()
            one.write_text(one.read_text().replace("accepted", "rejected"))
            os.utime(one, ns=(before.st_atime_ns, before.st_mtime_ns))
        case 5:
            settings = folder.parent / ".mneme"
            settings.mkdir(exist_ok=True)
            lines = dice.sample(
                ['dialect = "native"', "[rules]\nADR206 = 'error'", "[statuses]\nlaw = 'accepted'"],
                1,
            )
            (settings / "config.toml").write_text("\n".join(lines))
        case 6:
            (folder / f"README-{number}.md").write_text(f"# {number}. law\n\nStatus: law\n")
        case 7:
            (folder / f"{number}").mkdir(exist_ok=True)
            one.rename(folder / f"{number}" / "README.md")
        case _:
            one.write_text(f"# {number}. Take it\n\nStatus: accepted\n\n## Decision\n\nYes.\n")


def test_files_that_appear_are_seen_where_an_index_is_kept(
    git_repo: Path, write_files: Write, native: Callable[..., str], uncached: Callable[..., Any]
) -> None:
    """A rule that looks at all files of the repository can forbid the index."""
    write_files(
        {
            "adr/0001-way.md": native(1, paths="[src/**]"),
            "src/a.py": "",
            ".mneme/config.toml": "[rules]\nADR214 = 'error'\n",
        }
    )
    assert answer(git_repo)[2] is not None
    assert answer(git_repo)[2] is not None
    (git_repo / "src" / "a.py").unlink()
    assert answer(git_repo)[2] is None
    assert answer(git_repo) == uncached(git_repo)


def test_an_index_is_kept_only_where_there_is_no_error(
    git_repo: Path, write_files: Write, native: Callable[..., str]
) -> None:
    write_files({"adr/0001-way.md": native(1), "adr/0002-way.md": native(1)})
    assert answer(git_repo)[2] is None
    assert kept_index(open_project("adr", git_repo), b"") is None
    write_files({"adr/0002-way.md": native(2)})
    index = answer(git_repo)[2]
    assert kept_index(open_project("adr", git_repo), b"") == index
    assert number_of_decisions(index) == len(json.loads(index)["decisions"]) == 2


def test_decisions_are_counted_whatever_they_say(
    git_repo: Path, write_files: Write, native: Callable[..., str]
) -> None:
    body = '\n      "decision_class": "architecture",\n'
    write_files({"adr/0001-way.md": native(1) + body, "adr/0002-way.md": native(2, amends="1")})
    assert number_of_decisions(answer(git_repo)[2]) == 2


def test_linked_worktrees_share_the_cache(git: Git, git_repo: Path, write_files: Write) -> None:
    write_files({"adr/0001-x.md": "# 1. X\n"})
    git("add", ".")
    git("commit", "--quiet", "-m", "Add")
    git("worktree", "add", "--quiet", "linked")
    kept = cache_file(git_repo / "linked")
    assert kept is not None
    assert os.path.samefile(kept.parent.parent, git_repo / ".git")


def test_outside_a_repository_nothing_is_kept(tmp_path: Path, write_files: Write) -> None:
    write_files({"adr/0001-x.md": "# 1. X\n"})
    answer(tmp_path)
    assert cache_file(None) is None
    assert [path.name for path in tmp_path.iterdir()] == ["adr"]


def test_index_and_working_tree_stay_as_they_are(
    git: Git, git_repo: Path, write_files: Write
) -> None:
    write_files({"adr/0001-x.md": "# 1. X\n", "other.txt": "x"})
    git("add", "adr")
    before = (git_repo / ".git" / "index").read_bytes()
    answer(git_repo)
    answer(git_repo, STAGED)
    assert (git_repo / ".git" / "index").read_bytes() == before
    assert git("status", "--porcelain") == "A  adr/0001-x.md\n?? other.txt\n"


def test_a_blob_is_named_as_git_names_it(git: Git, git_repo: Path) -> None:
    for data in (b"", b"x\r\n", "ä".encode() * 5000):
        (git_repo / "file").write_bytes(data)
        assert blob_id(data) == git("hash-object", "--no-filters", "file").strip()


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(None, b"version")


def test_a_key_holds_everything_that_a_reading_depends_on(cache: Cache) -> None:
    """A field that is added to these types is in the key, or this fails."""
    file, options = File("adr/1.md", b"", "adr", alone=True), Options()
    others: dict[str, Any] = {
        "path": "adr/2.md",
        "folder": ".",
        "alone": False,
        "status_words": {"law": "accepted"},
        "status_when_absent": "accepted",
        "dialect": "native",
    }
    changes = [{field.name: others[field.name]} for field in fields(Options)]
    keys = [
        cache.key("oid", file, None, options),
        cache.key("other", file, None, options),
        cache.key("oid", file, "core", options),
        Cache(None, b"new").key("oid", file, None, options),
        *(cache.key("oid", file, None, replace(options, **change)) for change in changes),
    ]
    for field in fields(File):
        if field.name != "data":
            other = replace(file, **{field.name: others[field.name]})
            keys.append(cache.key("oid", other, None, options))
    assert len(set(keys)) == len(keys) == 10


def test_a_damaged_value_is_not_used(tmp_path: Path) -> None:
    import sqlite3

    store = Store(tmp_path / "file", {"things": 100})
    store.put("things", b"key", b"value")
    store.put("things", b"other", b"different")
    store.close()
    with sqlite3.connect(tmp_path / "file") as database:
        database.execute("UPDATE things SET value = x'00' WHERE key = ?", (b"key",))
    database.close()
    store = Store(tmp_path / "file", {"things": 100})
    assert store.get("things", b"key") is None
    assert store.get("things", b"other") == b"different"
    store.close()


def test_the_file_does_not_grow_beyond_its_bound(tmp_path: Path) -> None:
    path, bound = tmp_path / "file", 100_000
    for number in range(60):
        store = Store(path, {"things": bound})
        for part in range(20):
            store.put("things", f"{number}-{part}".encode(), bytes(500))
        store.close()
    assert path.stat().st_size < 2 * bound
    store = Store(path, {"things": bound})
    kept = [store.get("things", f"{number}-0".encode()) is not None for number in range(60)]
    store.put("things", b"too large", bytes(bound + 1))
    store.close()
    assert kept == [False] * 50 + [True] * 10


_DIGEST = "from compiler.installed import installed; print(installed().hex())"


def test_an_edit_of_the_code_or_a_schema_is_seen(tmp_path: Path) -> None:
    """Of the same size, in an editable install; without the file's time as a witness."""
    for package in PACKAGES:
        shutil.copytree(TESTS.parent / package, tmp_path / package)

    def digest() -> str:
        command = [sys.executable, "-c", _DIGEST]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, check=True, encoding="utf-8"
        ).stdout

    seen = [digest()]
    assert digest() == seen[0]
    for name in ("compiler/languages/dutch.py", "adr_schema/schemas/adr.schema.json"):
        path = tmp_path / name
        before = path.stat()
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r", 1)[: before.st_size])
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        seen.append(digest())
    assert len(set(seen)) == 3


def test_readings_of_another_version_are_not_used(git_repo: Path) -> None:
    from adr_schema.records import NonRecord

    path = cache_file(git_repo)
    assert path is not None
    with open_cache(git_repo) as ours:
        key = ours.key("oid")
        ours.keep_reading(key, Reading(NonRecord("a", "b")))
    with open_cache(git_repo) as again:
        assert again.reading(again.key("oid")) == Reading(NonRecord("a", "b"))
    assert Cache(None, b"other").key("oid") != key
