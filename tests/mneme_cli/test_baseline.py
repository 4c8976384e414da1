"""The baseline: what it covers, what it never covers, how it is kept and how it is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adr_schema.loading import load_schema

Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]

FILE = ".mneme/baseline.json"
RECORD = "# {}\n\nStatus: {}\nDate: 2024-01-01\n\n## Decision\n\nYes.\n"
NATIVE = "---\nid: ADR-0003\ntitle: Sell\nstatus: accepted\n---\n# Sell\n\n## Decision\n\nYes.\n"
# Two warnings, and an error that is none of integrity (ADR210: a native record has a date).
OLD = {
    "docs/adr/0001-x.md": RECORD.format("1. X", "warming"),
    "docs/adr/0002-y.md": RECORD.format("2. Y", "cooling"),
    "docs/adr/0003-sell.md": NATIVE,
}
SECOND = {"docs/adr/0004-z.md": RECORD.format("4. Z", "boiling")}
RING = RECORD.format("5. Ring", "accepted") + "\nSupersedes ADR-0005\n"


@pytest.fixture
def adopted(write_files: Write, git_repo: Path, run: Run) -> Path:
    """A repository with findings that a baseline covers, all of them."""
    write_files(OLD)
    done = run("check", "--write-baseline")
    assert (done.returncode, done.stdout) == (0, f"3 findings recorded in {FILE}\n")
    return git_repo


def report(run: Run, *arguments: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(run("check", "--format", "json", *arguments).stdout)
    Draft202012Validator(load_schema("report")).validate(data)
    return data


def baselined(data: dict[str, Any]) -> dict[str, bool]:
    return {f"{d['code']} {d['path']}": d["baselined"] for d in data["diagnostics"]}


class TestCovered:
    def test_old_findings_block_nothing_and_are_counted(self, run: Run, adopted: Path) -> None:
        done = run("check", "--strict")
        assert done.returncode == 0
        assert done.stdout == (
            f"{FILE} covers 3 findings\n"
            "found 3 files = 3 records + 0 non-records + 0 rejected; 0 errors, 0 warnings\n"
        )
        assert run("compile").returncode == 0
        assert run("list").returncode == 0

    def test_json_lists_all(self, run: Run, adopted: Path) -> None:
        data = report(run)
        assert data["complete"] is True
        assert list(baselined(data).values()) == [True] * 3
        assert "stale_baseline" not in data

    def test_doctor_counts_what_is_left(self, run: Run, adopted: Path) -> None:
        done = run("doctor")
        assert f"{FILE} covers 3 findings" in done.stdout
        assert "ADR210" not in done.stdout

    def test_new_findings_are_shown_and_block(
        self, run: Run, adopted: Path, write_files: Write
    ) -> None:
        write_files({"docs/adr/0004-new.md": NATIVE.replace("0003", "0004")})
        done = run("check")
        assert done.returncode == 1
        assert "docs/adr/0004-new.md:2:5: error ADR210" in done.stdout
        assert "0003-sell.md" not in done.stdout
        assert run("compile").returncode == 1

    def test_lines_that_move_stay_covered(
        self, run: Run, adopted: Path, write_files: Write
    ) -> None:
        name = "docs/adr/0001-x.md"
        write_files({name: OLD[name].replace("\n\nStatus", "\n\nWhy not.\n\n\nStatus")})
        assert run("check", "--strict").returncode == 0

    def test_text_that_changes_is_new(self, run: Run, adopted: Path, write_files: Write) -> None:
        write_files({"docs/adr/0001-x.md": RECORD.format("1. X", "warmer")})
        data = report(run)
        assert baselined(data)["ADR202 docs/adr/0001-x.md"] is False
        assert [entry["path"] for entry in data["stale_baseline"]] == ["docs/adr/0001-x.md"]

    def test_of_two_on_one_line_each_is_covered_by_its_own_entry(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        amending = NATIVE.replace("status:", "date: 2024-01-01\namends: [ADR-8, ADR-9]\nstatus:")
        write_files({"docs/adr/0003-sell.md": amending})
        run("check", "--write-baseline")
        assert run("check", "--strict").returncode == 0
        lines = (git_repo / FILE).read_text("utf-8").splitlines(keepends=True)
        assert "ADR-8" in lines[3] + lines[4]
        assert "ADR-9" in lines[3] + lines[4]
        write_files({FILE: "".join([*lines[:3], *lines[4:]])})
        done = run("check", "--strict")
        assert done.returncode == 1
        assert "0 errors, 1 warning" in done.stdout

    @pytest.mark.parametrize("state", ["--staged", "--rev=HEAD"])
    def test_baseline_is_that_of_the_state(
        self, run: Run, adopted: Path, git: Callable[..., str], state: str
    ) -> None:
        git("add", "docs")
        git("commit", "--quiet", "--message=records")
        assert run("check", state).returncode == 1
        git("add", FILE)
        git("commit", "--quiet", "--message=baseline")
        (adopted / FILE).write_text("broken")
        assert run("check", state).returncode == 0


class TestNeverCovered:
    def test_integrity_is_left_out_and_counted(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({**OLD, "docs/adr/0005-ring.md": RING})
        done = run("check", "--write-baseline")
        assert done.returncode == 1
        assert done.stdout.splitlines()[0] == f"3 findings recorded in {FILE}"
        assert done.stdout.splitlines()[1].startswith("1 error left out")
        assert "ADR307" not in (git_repo / FILE).read_text("utf-8")
        assert "error ADR307" in run("check").stdout

    def test_integrity_that_was_written_in_by_hand_stays(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({"docs/adr/0005-ring.md": RING})
        sarif = json.loads(run("check", "--format", "sarif").stdout)
        (result,) = sarif["runs"][0]["results"]
        entry = {
            "path": "docs/adr/0005-ring.md",
            "code": result["ruleId"],
            "fingerprint": result["partialFingerprints"]["mneme/v1"],
            "message": "let it pass",
        }
        write_files({FILE: json.dumps({"schema": "mneme.baseline/v1", "findings": [entry]})})
        assert run("check").returncode == 1
        assert report(run)["stale_baseline"] == [entry]


class TestStale:
    def test_entries_that_no_longer_occur_are_reported_and_taken_out(
        self, run: Run, adopted: Path, write_files: Write
    ) -> None:
        write_files({"docs/adr/0001-x.md": RECORD.format("1. X", "accepted")})
        done = run("check", "--strict")
        assert done.returncode == 0
        assert f"{FILE} holds 1 stale finding: renew it with" in done.stdout
        assert "0001-x.md" not in done.stdout
        assert "stale: docs/adr/0001-x.md: ADR202: " in run("check", "--all").stdout
        assert len(report(run)["stale_baseline"]) == 1
        assert run("check", "--write-baseline").returncode == 0
        assert "stale" not in run("check").stdout

    def test_file_that_is_gone_is_stale(self, run: Run, adopted: Path) -> None:
        (adopted / "docs/adr/0002-y.md").unlink()
        assert [entry["path"] for entry in report(run)["stale_baseline"]] == ["docs/adr/0002-y.md"]

    def test_named_folder_judges_what_lies_below_it(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        other = {name.replace("docs/adr", "docs/adr-more"): text for name, text in SECOND.items()}
        config = 'corpus = [{name = "a", path = "docs/adr"}, {name = "b", path = "docs/adr-more"}]'
        write_files({**OLD, **other, ".mneme/config.toml": config})
        run("check", "--write-baseline")
        before = (git_repo / FILE).read_bytes()
        assert "stale_baseline" not in report(run, "docs/adr")
        assert report(run, "docs/adr-more")["complete"] is True

        (git_repo / "docs/adr/0001-x.md").unlink()
        assert "stale_baseline" not in report(run, "docs/adr-more")
        assert len(report(run, "docs/adr")["stale_baseline"]) == 1

        # Writing from there keeps what that run does not see.
        run("check", "docs/adr-more", "--write-baseline")
        assert (git_repo / FILE).read_bytes() == before
        run("check", "docs/adr", "--write-baseline")
        lines = before.decode().splitlines(keepends=True)
        without = "".join(line for line in lines if "0001-x.md" not in line)
        assert (git_repo / FILE).read_text("utf-8") == without


class TestFile:
    def test_is_valid_sorted_and_one_finding_a_line(self, run: Run, adopted: Path) -> None:
        text = (adopted / FILE).read_text("utf-8")
        data = json.loads(text)
        Draft202012Validator(load_schema("baseline")).validate(data)
        keys = [(e["path"], e["code"], e["fingerprint"]) for e in data["findings"]]
        assert keys == sorted(keys)
        assert len(text.splitlines()) == len(keys) + 5

    def test_second_writing_changes_no_byte(self, run: Run, adopted: Path) -> None:
        before = (adopted / FILE).read_bytes()
        assert run("check", "--write-baseline").returncode == 0
        assert (adopted / FILE).read_bytes() == before
        assert [path.name for path in (adopted / ".mneme").iterdir()] == ["baseline.json"]

    def test_nothing_found_is_an_empty_list(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({"docs/adr/0001-x.md": RECORD.format("1. X", "accepted")})
        assert run("check", "--write-baseline").stdout == f"0 findings recorded in {FILE}\n"
        assert json.loads((git_repo / FILE).read_bytes())["findings"] == []
        assert run("check").returncode == 0

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", FILE),
            (b"{", FILE),
            (b"\xff\xfe", FILE),
            (b"[" * 100_000, FILE),
            (b"[]", "found []"),
            (b'{"schema": "mneme.baseline/v1"}', "`findings` is missing"),
            (b'{"schema": "mneme.baseline/v2", "findings": []}', "mneme.baseline/v2"),
            (b'{"schema": "mneme.baseline/v1", "findings": [{"code": "ADR206"}]}', "findings/0"),
            (b'{"schema": "mneme.baseline/v1", "findings": [], "more": 1}', "`more`"),
        ],
    )
    def test_damaged_or_unknown_one_stops_every_command(
        self, run: Run, adopted: Path, content: bytes, said: str
    ) -> None:
        (adopted / FILE).write_bytes(content)
        for arguments in (["check"], ["compile"], ["list"], ["check", "--write-baseline"]):
            done = run(*arguments)
            assert (done.returncode, done.stdout) == (2, ""), arguments
            assert said in done.stderr
            assert "mneme check --write-baseline" in done.stderr
        assert (adopted / FILE).read_bytes() == content

    def test_folder_in_its_place_stops_the_command(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({**OLD, f"{FILE}/keep": ""})
        assert run("check").returncode == 2
        assert run("check", "--write-baseline").returncode == 2

    @pytest.mark.parametrize(
        "arguments", [["--staged"], ["--rev", "HEAD"], ["--format", "json"], ["--format=sarif"]]
    )
    def test_it_is_written_from_the_working_tree_alone(
        self, run: Run, git_repo: Path, write_files: Write, arguments: list[str]
    ) -> None:
        write_files(OLD)
        assert run("check", "--write-baseline", *arguments).returncode == 2
        assert not (git_repo / FILE).exists()

    def test_place_that_cannot_be_written_is_wrong_use(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({**OLD, ".mneme": "a file"})
        done = run("check", "--write-baseline")
        assert done.returncode == 2
        assert f"{FILE} cannot be written" in done.stderr

    def test_outside_a_repository_it_lies_in_the_current_folder(
        self, run: Run, write_files: Write, tmp_path: Path
    ) -> None:
        write_files(OLD)
        assert run("check", "docs/adr", "--write-baseline").returncode == 0
        assert (tmp_path / FILE).is_file()
        assert run("check", "docs/adr", "--strict").returncode == 0
