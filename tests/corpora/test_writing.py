"""Real corpora, where they lie beside the repository, copied and written to: only what is reported
changes, no error appears, and relations stay."""

import shutil
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from adr_schema.records import Record
from compiler.authoring import author
from compiler.edits import apply_edits
from compiler.fixes import mend
from compiler.identity import name_of, number_in_name
from compiler.pipeline import Compiled, compile_project
from compiler.plans import carry_out
from compiler.project import open_project
from compiler.proof import relations
from compiler.renumbering import renumber
from compiler.wanted import NewRecord

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
NAMES = sorted(path.name for path in CORPORA.glob("*") if path.is_dir())

pytestmark = [
    pytest.mark.skipif(not NAMES, reason="no real corpora beside the repository"),
    pytest.mark.xdist_group("corpora"),
]
Files = dict[str, bytes]


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[str], Compiled]:
    """Copy a corpus and compile the copy."""

    def run(name: str) -> Compiled:
        folder = tmp_path / name
        if not folder.exists():
            shutil.copytree(CORPORA / name, folder, symlinks=True)
            for path in (folder, *folder.rglob("*")):
                path.chmod(path.stat().st_mode | 0o700)
        return compile_project(open_project(".", cwd=folder))

    return run


def files(compiled: Compiled) -> Files:
    base = compiled.project.base
    found = (path for path in base.rglob("*") if path.is_file())
    return {path.relative_to(base).as_posix(): path.read_bytes() for path in found}


def errors(compiled: Compiled) -> Counter[str]:
    return Counter(d.code for d in compiled.diagnostics if d.severity == "error")


@pytest.mark.parametrize("name", NAMES)
def test_fixes_change_what_they_report_and_nothing_else(
    name: str, opened: Callable[[str], Compiled]
) -> None:
    compiled = opened(name)
    before = files(compiled)
    fixable = [d for d in compiled.diagnostics if d.fixable]
    mending = mend(compiled)
    carry_out(compiled, mending.plan)
    wanted = dict(before)
    for fix in mending.fixes:
        path = fix.finding.path
        wanted[path] = apply_edits(wanted[path], fix.edits)
    again = opened(name)
    assert files(again) == wanted
    assert not mending.refused
    assert len(mending.fixes) >= len(fixable)
    assert not errors(again) - errors(compiled)
    assert relations(again) == relations(compiled)
    assert [(d.id, d.lifecycle) for d in again.decisions] == [
        (d.id, d.lifecycle) for d in compiled.decisions
    ]
    assert not [d for d in again.diagnostics if d.fixable]
    assert not mend(again).fixes


def numbered(compiled: Compiled) -> Record | None:
    """The record with a number in its name that most others name."""
    count = Counter(target for _, _, target in relations(compiled))
    records = [
        d.record for d in compiled.decisions if number_in_name(name_of(d.record.path)) is not None
    ]
    return max(records, key=lambda r: (count[r.path], r.path), default=None)


@pytest.mark.parametrize("name", NAMES)
def test_renumbering_keeps_relations_and_other_bytes(
    name: str, opened: Callable[[str], Compiled]
) -> None:
    compiled = opened(name)
    record = numbered(compiled)
    if record is None:
        pytest.skip("no record has a number in its name")
    before = files(compiled)
    done = renumber(compiled, record.path, None)
    carry_out(compiled, done.plan)
    again = opened(name)
    after = files(again)
    assert len(after) == len(before)
    moved = done.plan.moved
    changed = {p for p, data in before.items() if after[moved.get(p, p)] != data}
    assert {moved.get(path, path) for path in changed} <= set(done.plan.after)
    assert relations(compiled, moved) <= relations(again)
    assert not errors(again) - errors(compiled)
    assert len(again.decisions) == len(compiled.decisions)
    for path in changed:
        old, new = before[path], after[moved.get(path, path)]
        assert old.count(b"\n") == new.count(b"\n")
        assert old.count(b"\r") == new.count(b"\r")


@pytest.mark.parametrize("name", NAMES)
def test_next_record_reads_as_meant(name: str, opened: Callable[[str], Compiled]) -> None:
    compiled = opened(name)
    before = files(compiled)
    active = [d.record for d in compiled.decisions if d.lifecycle == "active"]
    older = tuple(active[-1:])
    wanted = NewRecord("Use Postgres for sessions", "accepted", date(2026, 11, 30), older)
    authored = author(compiled, compiled.corpora[0], wanted)
    carry_out(compiled, authored.plan)
    again = opened(name)
    record = next(d.record for d in again.decisions if d.record.path == authored.record.path)
    assert (record.title, record.status, record.date) == (wanted.title, "accepted", "2026-11-30")
    after = files(again)
    edited = {path for path, _ in authored.edited}
    assert {path for path in after if after[path] != before.get(path)} == {*edited, record.path}
    assert not errors(again) - errors(compiled)
    known = {d.record.path: d.lifecycle for d in again.decisions}
    assert [known[r.path] for r in older] == ["superseded"] * len(older)
