"""What each command prints and returns."""

import json
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adr_schema.catalogue import CATALOGUE
from adr_schema.loading import load_schema
from mneme_cli.app import COMMANDS

Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
RECORD = "# {}\n\nStatus: accepted\nDate: 2024-01-01\n\n## Decision\n\nYes.\n"
OLD_INDEX = '{"decisions": []}'
posix = pytest.mark.skipif(os.name == "nt", reason="modes and links differ there")


def tree(base: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes, git's own excepted."""
    files = (path for path in base.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(base).as_posix(): path.read_bytes() for path in files}


class TestHelp:
    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_has_help_with_examples(self, run: Run, command: str) -> None:
        done = run(command, "--help")
        assert done.returncode == 0
        assert "Examples:" in done.stdout
        assert f"mneme {command}" in done.stdout

    def test_version(self, run: Run) -> None:
        assert run("--version").stdout.startswith("mneme ")

    def test_misspelt_command_gets_the_right_one(self, run: Run) -> None:
        done = run("chekc")
        assert done.returncode == 2
        assert "did you mean `check`" in done.stderr


class TestInit:
    def test_sets_up_what_check_accepts(self, run: Run, git_repo: Path) -> None:
        assert run("init").returncode == 0
        assert set(tree(git_repo)) == {
            ".mneme/config.toml",
            "docs/adr/0001-record-architecture-decisions.md",
        }
        done = run("check", "--strict")
        assert done.returncode == 0, done.stdout
        assert (
            json.loads(run("list", "--format", "json").stdout)["records"][0]["dialect"] == "native"
        )

    def test_second_time_changes_nothing(self, run: Run, git_repo: Path) -> None:
        run("init")
        before = tree(git_repo)
        done = run("init")
        assert done.returncode == 0
        assert tree(git_repo) == before
        assert "kept" in done.stdout
        assert "created" not in done.stdout

    def test_works_from_a_folder_below(self, run: Run, git_repo: Path, write_files: Write) -> None:
        write_files({"src/x.py": ""})
        run("init", cwd=git_repo / "src")
        assert (git_repo / ".mneme" / "config.toml").is_file()
        assert set(tree(git_repo / "src")) == {"x.py"}

    @pytest.mark.parametrize(
        "files",
        [
            {"docs/adr/0001-x.md": RECORD.format("1. X")},
            {"doc/architecture/decisions/0001-x.md": RECORD.format("1. X")},
            {"pyproject.toml": "[tool.mneme]\nstatus_when_absent = 'accepted'\n"},
            {".mneme/config.toml": "# mine\n"},
            {"docs/adr/0001-record-architecture-decisions.md": "mine\n"},
        ],
    )
    def test_never_overwrites(
        self, run: Run, git_repo: Path, write_files: Write, files: dict[str, str]
    ) -> None:
        write_files(files)
        assert run("init").returncode == 0
        after = tree(git_repo)
        assert {name: after[name].decode() for name in files} == files

    def test_records_that_are_there_keep_their_dialect(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({"doc/adr/0001-x.md": RECORD.format("1. X")})
        run("init")
        assert "native" not in (git_repo / ".mneme" / "config.toml").read_text(encoding="utf-8")
        assert run("check").returncode == 0
        assert "doc/adr/0001-x.md" in run("list", "--format", "jsonl").stdout
        assert not (git_repo / "docs").exists()

    @pytest.mark.parametrize(
        "pointer",
        [
            {".adr-dir": "notes\n"},
            {".log4brains.yml": "project:\n  adrFolder: ./notes\n"},
            {"pyproject.toml": '[tool.mneme]\nadr_dir = "notes"\n'},
        ],
    )
    def test_records_elsewhere_stay_the_ones_that_are_read(
        self, run: Run, git_repo: Path, write_files: Write, pointer: dict[str, str]
    ) -> None:
        write_files({**pointer, "notes/0001-x.md": RECORD.format("1. X")})
        before = run("list", "--format", "jsonl").stdout
        assert run("init").returncode == 0
        assert run("list", "--format", "jsonl").stdout == before
        assert not (git_repo / "docs").exists()

    def test_records_in_the_top_folder_are_named_by_a_dot(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({f"000{number}-x.md": RECORD.format("X") for number in (1, 2)})
        done = run("check")
        assert done.returncode == 2
        assert "; . holds 2 numbered files" in done.stderr
        assert 'adr_dir = "."' in done.stderr
        write_files({".mneme/config.toml": 'adr_dir = "."\n'})
        assert "0001-x.md" in run("list", "--format", "jsonl").stdout

    def test_records_in_an_unusual_folder_are_not_hidden_by_a_new_one(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        record = RECORD.format("X")
        write_files({"docs/rfcs/001-x.md": record, "docs/rfcs/002-y.md": record})
        for command in ("check", "init"):
            done = run(command)
            assert done.returncode == 2
            assert "docs/rfcs holds 2 numbered files" in done.stderr
            assert 'adr_dir = "docs/rfcs"' in done.stderr
        assert not (git_repo / "docs/adr").exists()
        write_files({".mneme/config.toml": 'adr_dir = "docs/rfcs"\n'})
        assert "001-x.md" in run("list", "--format", "jsonl").stdout

    def test_chapters_of_a_manual_are_no_records(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({"manual/01-start.md": "# Start\n", "manual/02-end.md": "# End\n"})
        assert run("init").returncode == 0

    def test_index_lies_beside_records_in_another_folder(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({"doc/adr/0001-x.md": RECORD.format("1. X")})
        run("init")
        assert run("compile", "-o", "doc/adr/index.json").returncode == 0
        assert run("compile", "--check").returncode == 0


class TestCheck:
    @pytest.mark.parametrize(("name", "status"), [("sound", 0), ("flawed", 1)])
    def test_report_is_valid_by_its_schema(
        self, run: Run, project: Callable[[str], Path], name: str, status: int
    ) -> None:
        done = run("check", "--format", "json", cwd=project(name))
        report = json.loads(done.stdout)
        Draft202012Validator(load_schema("report")).validate(report)
        assert done.returncode == status
        assert report["complete"] is (status == 0)
        account = report["accounting"]
        assert account["found"] == account["records"] + account["non_records"] + account["rejected"]

    def test_strict_counts_warnings(self, run: Run, sound: Path) -> None:
        assert run("check", cwd=sound).returncode == 0
        assert run("check", "--strict", cwd=sound).returncode == 1

    def test_warnings_of_a_kind_are_cut_but_counted(self, run: Run, write_files: Write) -> None:
        write_files(
            {
                f"adr/{n:04d}-x.md": "# X\n\nStatus: accepted\n\n## Decision\n\nYes.\n"
                for n in range(1, 10)
            }
        )
        cut, whole = run("check", "adr").stdout, run("check", "adr", "--all").stdout
        assert cut.count("ADR206:") == 5
        assert "... and 4 more of ADR206" in cut
        assert whole.count("ADR206:") == 9

    def test_errors_are_never_cut(self, run: Run, write_files: Write) -> None:
        write_files({f"adr/{n:04d}-x.md": b"\xff" for n in range(1, 10)})
        assert run("check", "adr").stdout.count("error ADR101") == 9

    def test_configured_severities_hold(self, run: Run, write_files: Write) -> None:
        rules = "[tool.mneme]\nadr_dir = 'adr'\n[tool.mneme.rules]\n{}\n"
        text = "# X\n\nStatus: accepted\n\n## Decision\n\nYes.\n"
        write_files({"pyproject.toml": rules.format('ADR206 = "error"'), "adr/0001-x.md": text})
        assert run("check").returncode == 1
        write_files({"pyproject.toml": rules.format('ADR206 = "off"')})
        done = run("check", "--format", "json")
        assert (done.returncode, json.loads(done.stdout)["diagnostics"]) == (0, [])

    def test_empty_folder_says_so(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "adr").mkdir()
        done = run("check", "adr")
        assert done.returncode == 0
        assert "found 0 files" in done.stdout

    def test_several_folders_are_said(self, run: Run, write_files: Write) -> None:
        write_files({"docs/adr/0001-x.md": RECORD.format("X"), "adr/0002-y.md": RECORD.format("Y")})
        assert "docs/adr" in run("check").stderr

    def test_control_characters_of_a_record_do_not_reach_the_terminal(
        self, run: Run, write_files: Write
    ) -> None:
        """A record must not be able to write over what the tool says."""
        write_files({"adr/0001-x.md": "# X\x1b[2J\x1b]0;owned\x07\n\nStatus: what\x1b[31mever\n"})
        assert "\x1b" not in run("check", "adr").stdout
        assert "\x1b" not in run("list", "adr").stdout


class TestList:
    def test_forms_agree(self, run: Run, sound: Path) -> None:
        data = json.loads(run("list", "--format", "json", cwd=sound).stdout)
        lines = run("list", "--format", "jsonl", cwd=sound).stdout.split("\n")
        text = run("list", cwd=sound).stdout.split("\n")
        assert data["complete"] is True
        assert [json.loads(line) for line in lines if line] == data["records"]
        assert [line.split()[0] for line in text if line] == [row["id"] for row in data["records"]]

    def test_all_adds_every_other_file(self, run: Run, flawed: Path) -> None:
        done = run("list", "--all", "--format", "jsonl", cwd=flawed)
        rows = {row["path"]: row for row in map(json.loads, done.stdout.strip().split("\n"))}
        assert set(rows) == {name for name in tree(flawed) if name.startswith("docs/")}
        assert {row["rejected"] for row in rows.values() if row["record"]} == {False}
        rejected = rows["docs/adr/0002-colon.md"]
        assert rejected["rejected"] is True
        assert [d["code"] for d in rejected["diagnostics"]] == ["ADR103"]
        assert rows["docs/adr/index.md"]["reason"]
        assert (
            len(
                {
                    tuple(set(row) - {"diagnostics"}) and frozenset(set(row) - {"diagnostics"})
                    for row in rows.values()
                }
            )
            == 1
        )

    @pytest.mark.parametrize("form", ["text", "json", "jsonl"])
    def test_incomplete_answer_says_so(self, run: Run, flawed: Path, form: str) -> None:
        done = run("list", "--format", form, cwd=flawed)
        assert done.returncode == 1
        if form == "json":
            assert json.loads(done.stdout)["complete"] is False
        else:
            assert "incomplete" in done.stderr

    @pytest.mark.parametrize(
        ("options", "ids"),
        [
            (["--status", "rejected"], ["ADR-0006"]),
            (["--status", "rejected", "--status", "superseded"], ["ADR-0002", "ADR-0006"]),
            (["--status", "none"], []),
            (["--lifecycle", "superseded"], ["ADR-0002"]),
            (["--lifecycle", "inactive"], ["ADR-0005", "ADR-0006"]),
            (["--status", "accepted", "--lifecycle", "inactive"], ["ADR-0005"]),
        ],
    )
    def test_filters(self, run: Run, sound: Path, options: list[str], ids: list[str]) -> None:
        rows = json.loads(run("list", "--format", "json", *options, cwd=sound).stdout)["records"]
        assert [row["id"] for row in rows] == ids

    @pytest.mark.parametrize(
        ("option", "ids"), [("placeholder", ["ADR-0004"]), ("none", ["ADR-0003"])]
    )
    def test_records_without_a_status_can_be_asked_for(
        self, run: Run, flawed: Path, option: str, ids: list[str]
    ) -> None:
        rows = json.loads(run("list", "--format", "json", "--status", option, cwd=flawed).stdout)[
            "records"
        ]
        assert [row["id"] for row in rows] == ids

    def test_unknown_status_is_wrong_use(self, run: Run, sound: Path) -> None:
        assert run("list", "--status", "fine", cwd=sound).returncode == 2


class TestShow:
    @pytest.mark.parametrize(
        "spelling",
        [
            "ADR-0003",
            "ADR-3",
            "adr-0003",
            "ADR 3",
            "MADR-3",
            "decision 3",
            "3",
            "0003",
            "#3",
            "0003-lend-for-four-weeks",
            "0003-lend-for-four-weeks.md",
            "docs/adr/0003-lend-for-four-weeks.md",
            "3. Lend for four weeks",
        ],
    )
    def test_every_spelling_names_the_record(self, run: Run, sound: Path, spelling: str) -> None:
        done = run("show", spelling, "--format", "json", cwd=sound)
        assert done.returncode == 0, done.stdout
        assert json.loads(done.stdout)["decision_id"] == "ADR-0003"

    @pytest.mark.parametrize(
        "typed",
        [
            "0003-lend-for-four-weeks.md",
            "./0003-lend-for-four-weeks.md",
            "../adr/0003-lend-for-four-weeks.md",
        ],
    )
    def test_typed_path_is_relative_to_the_current_folder(
        self, run: Run, git_repo: Path, sound: Path, typed: str
    ) -> None:
        done = run("show", typed, "--adr-dir", ".", "--format", "json", cwd=sound / "docs" / "adr")
        assert done.returncode == 0, done.stdout
        assert json.loads(done.stdout)["decision_id"] == "ADR-0003"

    def test_json_is_the_decision_of_the_index(self, run: Run, sound: Path) -> None:
        index = json.loads(run("compile", cwd=sound).stdout)
        for decision in index["decisions"]:
            shown = run("show", decision["decision_id"], "--format", "json", cwd=sound)
            assert json.loads(shown.stdout) == decision

    @pytest.mark.parametrize(("identifier", "said"), [("99", "no decision"), ("57", "could be")])
    def test_missing_or_ambiguous_is_wrong_use(
        self, run: Run, write_files: Write, identifier: str, said: str
    ) -> None:
        write_files({f"adr/0057-{name}.md": RECORD.format(name) for name in "ab"})
        done = run("show", identifier, "--adr-dir", "adr")
        assert done.returncode == 2
        assert said in done.stderr
        as_json = run("show", identifier, "--adr-dir", "adr", "--format", "json")
        assert as_json.returncode == 2
        assert said in json.loads(as_json.stdout)["message"]

    def test_incomplete_corpus_is_said(self, run: Run, flawed: Path) -> None:
        done = run("show", "4", cwd=flawed)
        assert done.returncode == 1
        assert "Burn books" in done.stdout
        assert "incomplete" in done.stderr

    def test_relations_to_nothing_are_shown_as_such(self, run: Run, flawed: Path) -> None:
        assert "not found" in run("show", "1", cwd=flawed).stdout


class TestExplain:
    @pytest.mark.parametrize("code", CATALOGUE)
    def test_every_code_is_explained(self, run: Run, code: str) -> None:
        rule = CATALOGUE[code]
        done = run("explain", code)
        assert done.returncode == 0
        assert rule.summary in done.stdout
        assert " ".join(rule.explanation.split()) in " ".join(done.stdout.split())
        assert rule.example.split("\n")[0] in done.stdout

    def test_json_is_the_catalogue(self, run: Run) -> None:
        data = json.loads(run("explain", "--format", "json").stdout)
        assert [item["code"] for item in data] == sorted(CATALOGUE)
        one = json.loads(run("explain", "adr303", "--format", "json").stdout)
        assert one in data

    def test_unknown_code_is_wrong_use(self, run: Run) -> None:
        assert run("explain", "ADR999").returncode == 2


class TestCapabilities:
    def test_neither_model_nor_network_is_called(self, run: Run) -> None:
        data = json.loads(run("capabilities", "--format", "json").stdout)
        assert data["llm_curation"] is False
        assert data["network"] is False
        assert data["commands"] == list(COMMANDS)

    def test_text_says_the_same(self, run: Run) -> None:
        lines = run("capabilities").stdout.split("\n")
        said = {line[:26].strip(): line[26:].strip() for line in lines}
        assert said["llm curation"] == said["network"] == "no"
        assert said["decision reject"] == "decisions"
        assert said["explain"] == "nothing"


class TestDoctor:
    @pytest.fixture(params=["nothing", "sound", "flawed", "several", "empty", "config", "silent"])
    def place(
        self,
        request: pytest.FixtureRequest,
        tmp_path: Path,
        project: Callable[[str], Path],
        write_files: Write,
    ) -> Path:
        name: str = request.param
        if name in ("sound", "flawed"):
            return project(name)
        files: dict[str, dict[str, str]] = {
            "nothing": {"x.txt": ""},
            "several": {
                "docs/adr/0001-x.md": RECORD.format("X"),
                "adr/0002-y.md": RECORD.format("Y"),
            },
            "empty": {"docs/adr/x.txt": ""},
            "config": {"pyproject.toml": "[tool.mneme]\nadr_dirr = 'x'\n"},
            "silent": {
                f"docs/adr/000{n}-x.md": "# X\n\n## Decision\n\nYes.\n" for n in range(1, 6)
            },
        }
        return write_files(files[name])

    def test_each_finding_has_a_fix(self, run: Run, place: Path) -> None:
        data = json.loads(run("doctor", "--format", "json", cwd=place).stdout)
        assert all(line["fix"] for line in data["findings"] if not line["ok"])
        lines = run("doctor", cwd=place).stdout.rstrip("\n").split("\n")
        for number, line in enumerate(lines):
            if line.startswith("!!"):
                assert lines[number + 1].startswith("    fix: ")

    def test_status_says_whether_all_is_well(self, run: Run, place: Path) -> None:
        done = run("doctor", "--format", "json", cwd=place)
        data = json.loads(done.stdout)
        assert done.returncode == (0 if data["ok"] else 1)
        assert data["ok"] == all(line["ok"] for line in data["findings"])


class TestCompile:
    def test_index_goes_to_stdout_or_to_the_file(self, run: Run, sound: Path) -> None:
        printed = run("compile", cwd=sound)
        written = run("compile", "-o", "out.json", cwd=sound)
        assert (printed.returncode, written.returncode, written.stdout) == (0, 0, "")
        assert (sound / "out.json").read_bytes() == printed.stdout.encode()

    def test_check_compares(self, run: Run, sound: Path) -> None:
        missing = run("compile", "--check", cwd=sound)
        assert missing.returncode == 1
        assert "missing" in missing.stdout
        run("compile", "-o", "docs/adr/index.json", cwd=sound)
        assert run("compile", "--check", cwd=sound).returncode == 0
        record = sound / "docs" / "adr" / "0006-lend-for-ever.md"
        record.write_text(
            record.read_text(encoding="utf-8").replace("Rejected", "Accepted"), encoding="utf-8"
        )
        (sound / "docs" / "adr" / "0007-x.md").write_text(RECORD.format("7. X"), encoding="utf-8")
        (sound / "docs" / "adr" / "0005-lend-for-six-weeks.md").unlink()
        differs = run("compile", "--check", cwd=sound)
        assert differs.returncode == 1
        assert "changed  ADR-0006" in differs.stdout
        assert '"rejected" -> "accepted"' in differs.stdout
        assert "added    ADR-0007" in differs.stdout
        assert "removed  ADR-0005" in differs.stdout
        assert (sound / "docs" / "adr" / "index.json").read_text(encoding="utf-8") != run(
            "compile", cwd=sound
        ).stdout

    @pytest.mark.parametrize(
        "content", [b"", b"{", b"[]", b"\xff", b'{"decisions": 3}', b'{"decisions": [3]}', b"null"]
    )
    def test_check_refuses_what_is_no_index(self, run: Run, sound: Path, content: bytes) -> None:
        (sound / "index.json").write_bytes(content)
        assert run("compile", "--check", "-o", "index.json", cwd=sound).returncode == 1

    def test_check_takes_an_index_checked_out_with_other_line_ends(
        self, run: Run, sound: Path
    ) -> None:
        run("compile", "-o", "index.json", cwd=sound)
        index = sound / "index.json"
        index.write_bytes(index.read_bytes().replace(b"\n", b"\r\n"))
        assert run("compile", "--check", "-o", "index.json", cwd=sound).returncode == 0

    def test_check_uses_the_configured_index(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files(
            {
                "pyproject.toml": '[tool.mneme]\nadr_dir = "adr"\nindex = "built/index.json"\n',
                "adr/0001-x.md": RECORD.format("1. X"),
                "built/x": "",
            }
        )
        run("compile", "-o", "built/index.json")
        assert run("compile", "--check", cwd=git_repo / "adr").returncode == 0

    def test_output_is_relative_to_the_current_folder(
        self, run: Run, git_repo: Path, write_files: Write
    ) -> None:
        write_files({"docs/adr/0001-x.md": RECORD.format("1. X")})
        run("compile", "-o", "index.json", cwd=git_repo / "docs")
        assert (git_repo / "docs" / "index.json").is_file()

    def test_unsound_corpus_compiles_to_nothing(self, run: Run, flawed: Path) -> None:
        (flawed / "index.json").write_text("as it was", encoding="utf-8")
        for arguments in ([], ["-o", "index.json"], ["--check"]):
            done = run("compile", *arguments, cwd=flawed)
            assert (done.returncode, done.stdout) == (1, "")
            assert "error ADR303" in done.stderr
        assert (flawed / "index.json").read_text(encoding="utf-8") == "as it was"

    @posix
    def test_mode_of_the_file_is_kept(self, run: Run, sound: Path) -> None:
        index = sound / "index.json"
        index.write_text(OLD_INDEX, encoding="utf-8")
        index.chmod(0o640)
        run("compile", "-o", "index.json", cwd=sound)
        assert stat.S_IMODE(index.stat().st_mode) == 0o640
        assert index.read_text(encoding="utf-8") != OLD_INDEX

    @posix
    def test_link_stays_a_link(self, run: Run, sound: Path) -> None:
        (sound / "real.json").write_text(OLD_INDEX, encoding="utf-8")
        (sound / "index.json").symlink_to("real.json")
        run("compile", "-o", "index.json", cwd=sound)
        assert (sound / "index.json").is_symlink()
        assert "digest" in (sound / "real.json").read_text(encoding="utf-8")

    @posix
    def test_read_only_index_is_left_alone(self, run: Run, sound: Path) -> None:
        index = sound / "index.json"
        index.write_text(OLD_INDEX, encoding="utf-8")
        index.chmod(0o444)
        assert run("compile", "-o", "index.json", cwd=sound).returncode == 2
        assert index.read_text(encoding="utf-8") == OLD_INDEX

    def test_file_that_is_no_index_is_left_alone(self, run: Run, sound: Path) -> None:
        record = next(sound.glob("**/*.md"))
        before = record.read_bytes()
        refused = run("compile", "-o", str(record.relative_to(sound)), cwd=sound)
        assert (refused.returncode, record.read_bytes()) == (2, before)
        assert "something else than an index" in refused.stderr

    @posix
    def test_pipe_and_device_are_written_to_not_replaced(
        self, mneme: Run, run: Run, sound: Path
    ) -> None:
        shown = mneme("compile", "-o", "/dev/stdout", cwd=sound)
        assert (shown.returncode, '"digest"' in shown.stdout) == (0, True)
        (sound / "loop").symlink_to("loop")
        assert run("compile", "-o", "loop", cwd=sound).returncode == 2
        assert (sound / "loop").is_symlink()

    @pytest.mark.parametrize("output", ["missing/index.json", "docs", ""])
    def test_place_that_cannot_be_written_is_wrong_use(
        self, run: Run, sound: Path, output: str
    ) -> None:
        before = tree(sound)
        done = run("compile", "-o", output, cwd=sound)
        assert done.returncode == 2
        assert done.stderr.startswith("mneme: ")
        assert tree(sound) == before

    def test_nothing_is_left_beside_the_file(self, run: Run, sound: Path) -> None:
        before = set(tree(sound))
        run("compile", "-o", "index.json", cwd=sound)
        assert set(tree(sound)) - before == {"index.json"}


class TestPlaces:
    """Every command that reads works from any folder, and prints paths relative to the root."""

    @pytest.mark.parametrize("command", ["check", "compile", "list"])
    def test_answers_are_the_same_from_any_folder(
        self, run: Run, git_repo: Path, sound: Path, command: str
    ) -> None:
        shutil.copytree(sound / "docs", git_repo / "docs")
        (git_repo / "src" / "deep").mkdir(parents=True)
        from_root = run(command, cwd=git_repo)
        assert from_root.stdout
        assert run(command, cwd=git_repo / "src" / "deep").stdout == from_root.stdout
        named = run(command, "../../docs/adr", cwd=git_repo / "src" / "deep")
        assert named.stdout == from_root.stdout

    @pytest.mark.parametrize("command", ["check", "list"])
    def test_nothing_to_read_is_wrong_use(self, run: Run, command: str) -> None:
        done = run(command)
        assert (done.returncode, done.stdout) == (2, "")
        as_json: dict[str, Any] = json.loads(run(command, "--format", "json").stdout)
        assert as_json["code"] == "usage"
        assert as_json["message"]
        assert as_json["hint"]
