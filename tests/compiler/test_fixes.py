"""Fixes are proved before they are kept, leave all else as it reads, and come to an end."""

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from compiler.edits import apply_edits
from compiler.fixes import Mending, mend
from compiler.pipeline import Compiled, compile_project
from compiler.plans import carry_out
from compiler.project import open_project

Files = Mapping[str, str]
Write = Callable[..., Path]
Mneme = Callable[..., subprocess.CompletedProcess[str]]
Native = Callable[..., str]


@pytest.fixture
def mended(write_files: Write) -> Callable[[Files], tuple[Mending, Path]]:
    """Write files, fix what can be fixed, and write that too."""

    def run(files: Files) -> tuple[Mending, Path]:
        base = write_files(files)
        compiled = compile_project(open_project("adr", cwd=base))
        mending = mend(compiled)
        carry_out(compiled, mending.plan)
        return mending, base

    return run


Mended = Callable[[Files], tuple[Mending, Path]]


def codes(mending: Mending) -> list[str]:
    return [fix.finding.code for fix in mending.fixes]


def test_older_record_learns_that_it_is_superseded(mended: Mended, native: Native) -> None:
    files = {"adr/0001-a.md": native(1), "adr/0002-b.md": native(2, supersedes="ADR-0001")}
    mending, base = mended(files)
    assert codes(mending) == ["ADR309"]
    text = native(1, status="superseded", superseded_by="[ADR-0002]")
    assert (base / "adr/0001-a.md").read_text() == text
    assert not mending.after.diagnostics


def test_newer_record_learns_what_it_supersedes(mended: Mended, native: Native) -> None:
    older = native(1, status="superseded", superseded_by="ADR-0002")
    mending, base = mended({"adr/0001-a.md": older, "adr/0002-b.md": native(2)})
    assert codes(mending) == ["ADR309"]
    assert (base / "adr/0002-b.md").read_text() == native(2, supersedes="[ADR-0001]")


@pytest.mark.parametrize("silent", [1, 2])
def test_either_end_of_an_amendment(silent: int, mended: Mended, native: Native) -> None:
    says = {1: {"amended_by": "ADR-0002"}, 2: {"amends": "ADR-0001"}}
    files = {f"adr/000{n}-x.md": native(n, **({} if n == silent else says[n])) for n in (1, 2)}
    mending, base = mended(files)
    assert codes(mending) == ["ADR315"]
    ((key, value),) = says[silent].items()
    assert f"{key}: [{value}]" in (base / f"adr/000{silent}-x.md").read_text()


def test_several_fixes_of_one_file(mended: Mended, native: Native) -> None:
    newer = {n: native(n, supersedes="ADR-0001") for n in (2, 3)}
    files = {"adr/0001-a.md": native(1)} | {f"adr/000{n}-b.md": text for n, text in newer.items()}
    mending, base = mended(files)
    assert codes(mending) == ["ADR309", "ADR309"]
    assert "superseded_by: [ADR-0002, ADR-0003]\n" in (base / "adr/0001-a.md").read_text()


def test_reported_edits_are_the_whole_change(mended: Mended, native: Native) -> None:
    newer = {n: native(n, supersedes="ADR-0001") for n in (2, 3)}
    files = {"adr/0001-a.md": native(1)} | {f"adr/000{n}-b.md": text for n, text in newer.items()}
    mending, base = mended(files)
    data = files["adr/0001-a.md"].encode()
    for fix in mending.fixes:
        data = apply_edits(data, fix.edits)
    assert (base / "adr/0001-a.md").read_bytes() == data


def test_id_is_padded_and_what_names_it_follows(mended: Mended, native: Native) -> None:
    files = {f"adr/000{n}-x.md": native(n) for n in (1, 2, 3)}
    files["adr/0007-y.md"] = native(7, id="ADR-7")
    files["adr/0008-z.md"] = native(8, relates_to="[adr-2, ADR-7]")
    mending, base = mended(files)
    assert sorted(codes(mending)) == ["ADR218", "ADR316", "ADR316"]
    assert (base / "adr/0007-y.md").read_text() == native(7)
    assert (base / "adr/0008-z.md").read_text() == native(8, relates_to="[ADR-0002, ADR-0007]")
    assert not mending.after.diagnostics


@pytest.mark.parametrize(
    "numbers", [["ADR-1", "ADR-2", "ADR-10", "ADR-11"], ["ADR-01", "ADR-002"], ["ADR-0001"]]
)
def test_padding_without_a_majority_against_it_is_left(
    numbers: list[str], mended: Mended, native: Native
) -> None:
    files = {f"adr/x-{n}.md": native(n, id=text) for n, text in enumerate(numbers)}
    assert "ADR218" not in codes(mended(files)[0])


MADR = "---\nstatus: accepted\ndate: 2024-01-01\n{}---\n# X\n\n## Decision Outcome\n\nYes.\n"


@pytest.mark.parametrize(
    ("name", "written", "after"),
    [
        ("0007-x.md", "ADR-7", "ADR-0007"),
        ("0007-x.md", "adr-0007", "ADR-0007"),
        ("0007-x.md", "0007", "0007"),
        ("0007-x.md", "7", "7"),
        ("0007-x.md", "0007-x.md", "0007-x.md"),
        ("ADR-007-x.md", "ADR-007", "ADR-007"),
        ("ADR-007-x.md", "ADR-7", "ADR-0007"),
    ],
)
def test_id_that_no_record_declares_is_spelt_so_or_as_the_file_is(
    name: str, written: str, after: str, mended: Mended
) -> None:
    files = {f"adr/{name}": MADR.format("")}
    _, base = mended({**files, "adr/0008-y.md": MADR.format(f"relates_to: {written}\n")})
    assert f"relates_to: {after}\n" in (base / "adr/0008-y.md").read_text()


@pytest.mark.parametrize("status", ["proposed", "rejected", "warming up"])
def test_what_was_never_in_force_is_not_touched(
    status: str, mended: Mended, native: Native
) -> None:
    older = native(1, status=status)
    files = {"adr/0001-a.md": older, "adr/0002-b.md": native(2, supersedes="ADR-0001")}
    mending, base = mended(files)
    assert codes(mending) == []
    assert (base / "adr/0001-a.md").read_text() == older
    found = [d for d in mending.after.diagnostics if d.code == "ADR309"]
    assert [finding.fixable for finding in found] == [False]


def test_amendment_that_is_only_proposed_is_not_fixable(mended: Mended, native: Native) -> None:
    newer = native(2, status="proposed", amends="ADR-0001")
    mending, _ = mended({"adr/0001-a.md": native(1), "adr/0002-b.md": newer})
    assert [(d.code, d.fixable) for d in mending.after.diagnostics] == [("ADR315", False)]


def test_no_word_of_the_configuration_is_lost(mended: Mended, native: Native) -> None:
    config = '[tool.mneme]\nadr_dir = "adr"\n[tool.mneme.statuses]\n"signed off" = "accepted"\n'
    older = native(1, status="signed off")
    files = {"adr/0001-a.md": older, "adr/0002-b.md": native(2, supersedes="ADR-0001")}
    mending, base = mended({"pyproject.toml": config, **files})
    assert codes(mending) == ["ADR309"]
    assert "status: superseded\n" in (base / "adr/0001-a.md").read_text()


def test_untouched_records_read_as_before(mended: Mended, native: Native) -> None:
    files = {"adr/0001-a.md": native(1), "adr/0002-b.md": native(2, supersedes="ADR-0001")}
    files["adr/0003-c.md"] = native(3, relates_to="ADR-0001")

    def lifecycles(compiled: Compiled) -> dict[str, str]:
        return {d.id: d.lifecycle for d in compiled.decisions}

    mending, base = mended(files)
    again = compile_project(open_project("adr", cwd=base))
    assert lifecycles(again) == lifecycles(mending.after)
    assert lifecycles(again)["ADR-0003"] == "active"


def test_command_says_what_it_fixed_and_reports_the_rest(
    mneme: Mneme, write_files: Write, native: Native
) -> None:
    older = native(1).replace("## Decision", "## Other")
    write_files({"adr/0001-a.md": older, "adr/0002-b.md": native(2, supersedes="ADR-0001")})
    done = mneme("check", "adr", "--fix")
    first, *rest = done.stdout.split("\n")
    assert first.startswith("adr/0001-a.md:4: fixed ADR309: ADR-0002 supersedes ADR-0001")
    assert "warning ADR208" in rest[0]
    assert rest[-2].endswith("0 errors, 1 warning")
    assert done.returncode == 0
    assert mneme("check", "adr", "--fix", "--strict").returncode == 1


def test_json_lists_the_fixes(mneme: Mneme, write_files: Write, native: Native) -> None:
    files = {"adr/0001-a.md": native(1), "adr/0002-b.md": native(2, supersedes="ADR-0001")}
    base = write_files(files)
    shown = json.loads(mneme("check", "adr", "--fix", "--diff", "--format", "json").stdout)
    assert (base / "adr/0001-a.md").read_text() == native(1)
    report = json.loads(mneme("check", "adr", "--fix", "--format", "json").stdout)
    (fix,) = report["fixes"]
    assert (fix["code"], fix["path"], fix["fixed"]) == ("ADR309", "adr/0001-a.md", True)
    assert report["diagnostics"] == []
    assert shown["fixes"] == [fix | {"fixed": False}]
    assert [finding["code"] for finding in shown["diagnostics"]] == ["ADR309"], "as it is on disk"
    assert "+superseded_by: [ADR-0002]\n" in shown["diff"]
    assert "diff" not in report
    assert json.loads(mneme("check", "adr", "--fix", "--format", "json").stdout)["fixes"] == []


def test_what_cannot_be_proved_is_not_written_and_named(
    mneme: Mneme, write_files: Write, native: Native
) -> None:
    # Another successor in a line of its own would take the first one's meaning from it.
    status = "<strong>Superseded</strong> by [3](0003-c.md)"
    older = f"# 1. A\n\nStatus: {status}\nDate: 2024-01-01\n\n## Decision\n\nYes.\n"
    files = {"adr/0001-a.md": older, "adr/0002-b.md": native(2, supersedes="ADR-0001")}
    files["adr/0003-c.md"] = native(3, supersedes="ADR-0001")
    base = write_files(files)
    done = mneme("check", "adr", "--fix")
    reason = "no way to write it reads back as meant"
    assert f"adr/0001-a.md:3: not fixed ADR309: {reason}" in done.stdout
    assert "1 warning" in done.stdout
    assert (base / "adr/0001-a.md").read_text() == older
    (fix,) = json.loads(mneme("check", "adr", "--fix", "--format", "json").stdout)["fixes"]
    assert (fix["fixed"], fix["reason"]) == (False, reason)
