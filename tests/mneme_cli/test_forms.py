"""The forms of a check for other programs: each tells all, and no record can speak for itself."""

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft4Validator, Draft202012Validator
from markdown_it import MarkdownIt

from adr_schema.catalogue import CATALOGUE
from adr_schema.loading import load_schema
from mneme_cli.commands.check_command import command as check
from mneme_cli.render.formats import RENDERERS
from mneme_cli.render.safe import printable

Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
Project = Callable[[str], Path]

RECORD = "# {}\n\nStatus: {}\nDate: 2024-01-01\n\n## Decision\n\nYes.\n"
NATIVE = "---\nid: ADR-0001\ntitle: X\nstatus: accepted\n{}\n---\n# X\n\n## Decision\n\nYes.\n"
# What each form must not take for its own: in values, keys, references and names of files.
HOSTILE = (
    "%0A::stop-commands::x",
    "\n::set-output name=x::y\n",
    "##[error]x",
    "a:b,c=d%25",
    "| b | `c` | <img src=x onerror=alert(1)>",
    "\\|x\\`y <!-- ",
    "[x](https://example.com) ![y](z) https://example.com",
    "@someone **loud** #1 :tada: $x$ ~~y~~",
    "\x1b[31mred\x9b0m \u202ereversed",
)


def hostile_files() -> dict[str, str]:
    """Records that are nothing but findings with hostile words in them."""
    found = {}
    for number, text in enumerate(HOSTILE, 1):
        value = json.dumps(text)
        keys = f"supersedes: {value}\n{value}: 1\npriority: {value}\n{value}x: 2"
        found[f"docs/adr/{number:04d}-x.md"] = NATIVE.format(keys).replace("0001", f"{number:04d}")
    named = RECORD.format("X", "`c` <b> | ![x](y)")
    for name in ("0020-\n::stop-commands::x.md", "0021-%0A::error::,x=1.md", "0022-`|<b>.md"):
        found[f"docs/adr/{name}"] = named
    return found


@pytest.fixture
def hostile(write_files: Write, git_repo: Path) -> Path:
    return write_files(hostile_files())


@pytest.fixture
def odd(write_files: Write, git_repo: Path) -> Path:
    """Paths with white space and characters outside ASCII, and findings without a line."""
    return write_files(
        {
            "docs/adr/0001 with blanks.md": RECORD.format("1. X", "warming"),
            "docs/adr/größe/0002-日本.md": RECORD.format("2. Y", "warming"),
            "docs/adr/0003-#a?b%20c;d=e.md": RECORD.format("3. Z", "warming"),
            "docs/adr/0004-old.rst": "Old\n",
        }
    )


def diagnostics(run: Run, cwd: Path) -> list[dict[str, Any]]:
    report = json.loads(run("check", "--format", "json", cwd=cwd).stdout)
    Draft202012Validator(load_schema("report")).validate(report)
    found: list[dict[str, Any]] = report["diagnostics"]
    return found


def test_every_form_has_a_renderer() -> None:
    (option,) = (parameter for parameter in check.params if parameter.name == "format_")
    assert set(option.to_info_dict()["type"]["choices"]) == set(RENDERERS)


@pytest.mark.parametrize("form", RENDERERS)
def test_forms_agree_on_the_exit_status(run: Run, project: Project, form: str) -> None:
    flawed, sound = project("flawed"), project("sound")
    assert run("check", "--format", form, cwd=flawed).returncode == 1
    assert run("check", "--format", form, cwd=sound).returncode == 0
    assert run("check", "--format", form, "--strict", cwd=sound).returncode == 1


# JSON is data: it gives what the record holds.
@pytest.mark.parametrize("form", [form for form in RENDERERS if form != "json"])
def test_no_form_prints_a_control_character_or_an_absolute_path(
    run: Run, hostile: Path, form: str
) -> None:
    printed = run("check", "--format", form, cwd=hostile).stdout
    assert str(hostile) not in printed
    assert re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e]", printed) == []


class TestGitHub:
    # As the runner reads a line: commands of its second version, then those of its first.
    _COMMAND = re.compile(r"\s*::([a-z-]+)(?: (.*?))?::(.*)")

    def annotations(self, printed: str) -> list[tuple[str, dict[str, str], str]]:
        """The commands in an output; any other line must be harmless."""
        found = []
        for line in re.split(r"\r\n|\r|\n", printed):
            match = self._COMMAND.fullmatch(line)
            if match is None:
                assert "##[" not in line
                assert not line.lstrip().startswith("::")
                continue
            pairs = (pair.split("=", 1) for pair in (match[2] or "").split(","))
            properties = {key: unquote(value) for key, value in pairs}
            found.append((match[1], properties, unquote(match[3])))
        return found

    @pytest.mark.parametrize("name", ["flawed", "sound"])
    def test_every_finding_is_one_annotation_errors_first(
        self, run: Run, project: Project, name: str
    ) -> None:
        cwd = project(name)
        found = self.annotations(run("check", "--format", "github", cwd=cwd).stdout)
        expected = sorted(diagnostics(run, cwd), key=lambda d: d["severity"])
        assert [kind for kind, _, _ in found] == [d["severity"] for d in expected]
        for (_, properties, message), finding in zip(found, expected, strict=True):
            place = {"file": finding["path"], "line": finding["line"], "col": finding["column"]}
            named = {key: str(value) for key, value in place.items() if value is not None}
            assert properties == {**named, "title": finding["code"]}
            assert message.startswith(finding["message"])
            assert (finding["hint"] or "") in message
            assert message.endswith(":".join(named.values()))

    def test_accounting_ends_it(self, run: Run, sound: Path) -> None:
        printed = run("check", "--format", "github", cwd=sound).stdout
        assert printed.splitlines()[-1] == run("check", cwd=sound).stdout.splitlines()[-1]

    def test_no_record_can_begin_a_command(self, run: Run, hostile: Path) -> None:
        found = self.annotations(run("check", "--format", "github", cwd=hostile).stdout)
        expected = sorted(diagnostics(run, hostile), key=lambda d: d["severity"])
        assert len(expected) > len(HOSTILE)
        for (kind, properties, message), finding in zip(found, expected, strict=True):
            assert kind == finding["severity"]
            assert set(properties) <= {"file", "line", "col", "title"}
            assert properties["title"] == finding["code"]
            assert properties["file"] == printable(finding["path"])
            assert message.startswith(printable(finding["message"]))

    def test_what_is_not_annotated_is_counted(self, run: Run, write_files: Write) -> None:
        write_files({f"adr/{n:04d}-x.md": RECORD.format("X", "warming") for n in range(1, 13)})
        printed = run("check", "adr", "--format", "github").stdout
        assert len(self.annotations(printed)) == 12
        assert "GitHub shows 10 of a kind; 0 errors and 2 warnings more are only in" in printed

    def test_baselined_ones_are_not_annotated(self, run: Run, flawed: Path) -> None:
        run("check", "--write-baseline", cwd=flawed)
        printed = run("check", "--format", "github", cwd=flawed).stdout
        assert [p["title"] for _, p, _ in self.annotations(printed)] == ["ADR303", "ADR103"]
        assert ".mneme/baseline.json covers 8 findings" in printed

    @pytest.mark.parametrize("key", ['"\\n::stop-commands::x"', '"##[error]x"'])
    def test_stop_is_an_annotation(self, run: Run, write_files: Write, key: str) -> None:
        write_files({"adr/0001-x.md": "", ".mneme/config.toml": f"{key} = 1\n"})
        done = run("check", "--format", "github")
        assert (done.returncode, done.stderr) == (2, "")
        ((kind, properties, message),) = self.annotations(done.stdout)
        assert (kind, properties) == ("error", {"title": "mneme"})
        assert "hint: known keys" in message

    def test_stop_in_other_forms_begins_no_line_of_its_own(
        self, run: Run, write_files: Write
    ) -> None:
        write_files({"adr/0001-x.md": "", ".mneme/config.toml": '"\\n::stop-commands::x" = 1\n'})
        done = run("check")
        assert done.returncode == 2
        assert not re.search(r"^\s*::", done.stderr, re.MULTILINE)


class TestSarif:
    @pytest.fixture
    def sarif(self, run: Run, sarif_schema: Draft4Validator) -> Callable[..., dict[str, Any]]:
        """The one run of a log, valid by the schema of the standard."""

        def of(cwd: Path, *arguments: str) -> dict[str, Any]:
            log = json.loads(run("check", "--format", "sarif", *arguments, cwd=cwd).stdout)
            sarif_schema.validate(log)
            assert log["version"] == "2.1.0"
            (one,) = log["runs"]
            result: dict[str, Any] = one
            return result

        return of

    Sarif = Callable[..., dict[str, Any]]

    @pytest.mark.parametrize("name", ["flawed", "sound"])
    def test_every_finding_is_a_result(
        self, run: Run, sarif: Sarif, project: Project, name: str
    ) -> None:
        cwd = project(name)
        expected, results = diagnostics(run, cwd), sarif(cwd)["results"]
        assert [(r["ruleId"], r["level"]) for r in results] == [
            (d["code"], d["severity"]) for d in expected
        ]
        for result, finding in zip(results, expected, strict=True):
            (location,) = (item["physicalLocation"] for item in result["locations"])
            assert unquote(location["artifactLocation"]["uri"]) == finding["path"]
            region = location.get("region", {"startLine": None, "startColumn": None})
            assert region == {"startLine": finding["line"], "startColumn": finding["column"]}
            assert result["message"]["text"].startswith(finding["message"][:20])
            assert (finding["hint"] or "") in result["message"]["text"]
            assert result["suppressions"] == []

    def test_every_rule_is_explained(self, sarif: Sarif, flawed: Path) -> None:
        one = sarif(flawed)
        rules = one["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == sorted({r["ruleId"] for r in one["results"]})
        assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in one["results"])
        for rule in rules:
            known = CATALOGUE[rule["id"]]
            assert rule["shortDescription"]["text"] == known.summary
            assert rule["fullDescription"]["text"] == known.explanation
            assert rule["defaultConfiguration"]["level"] == known.severity
            for form in ("text", "markdown"):
                assert known.explanation in rule["help"][form]
                assert known.example.split("\n")[0] in rule["help"][form]

    def test_empty_corpus_is_a_log_without_results(self, sarif: Sarif, tmp_path: Path) -> None:
        (tmp_path / "adr").mkdir()
        one = sarif(tmp_path, "adr")
        assert (one["results"], one["tool"]["driver"]["rules"]) == ([], [])
        assert one["properties"]["accounting"]["found"] == 0

    def test_paths_are_percent_encoded_below_the_root(self, sarif: Sarif, odd: Path) -> None:
        one = sarif(odd)
        places = [r["locations"][0]["physicalLocation"] for r in one["results"]]
        uris = {place["artifactLocation"]["uri"] for place in places}
        assert uris == {
            "docs/adr/0001%20with%20blanks.md",
            "docs/adr/0003-%23a%3Fb%2520c%3Bd%3De.md",
            "docs/adr/0004-old.rst",
            "docs/adr/gr%C3%B6%C3%9Fe/0002-%E6%97%A5%E6%9C%AC.md",
        }
        assert {place["artifactLocation"]["uriBaseId"] for place in places} == {"%SRCROOT%"}
        assert "uri" not in one["originalUriBaseIds"]["%SRCROOT%"]
        whole = [p for p in places if p["artifactLocation"]["uri"].endswith(".rst")]
        assert ["region" in place for place in whole] == [False]

    def test_hostile_records_give_a_valid_log_without_links(
        self, sarif: Sarif, hostile: Path
    ) -> None:
        texts = [result["message"]["text"] for result in sarif(hostile)["results"]]
        assert any("[x] (https://example.com)" in text for text in texts)
        assert not any("](" in text for text in texts)

    def test_fingerprints_outlive_lines_above(
        self, sarif: Sarif, write_files: Write, git_repo: Path
    ) -> None:
        text = RECORD.format("1. X", "warming") + "\nAmends ADR-0009\n"
        write_files({"adr/0001-x.md": text})
        before = sarif(git_repo)["results"]
        write_files({"adr/0001-x.md": text.replace("Status", "Why not.\n\n\nStatus")})
        after = sarif(git_repo)["results"]
        marks = [[r["partialFingerprints"]["mneme/v1"] for r in run] for run in (before, after)]
        assert marks[0] == marks[1]
        assert before[0]["locations"] != after[0]["locations"]

    def test_baselined_ones_are_suppressed(self, run: Run, sarif: Sarif, flawed: Path) -> None:
        run("check", "--write-baseline", cwd=flawed)
        recorded = json.loads((flawed / ".mneme/baseline.json").read_bytes())["findings"]
        results = sarif(flawed)["results"]
        suppressed = {
            r["partialFingerprints"]["mneme/v1"]
            for r in results
            if [s["kind"] for s in r["suppressions"]] == ["external"]
        }
        assert suppressed == {entry["fingerprint"] for entry in recorded}
        assert [r["ruleId"] for r in results if not r["suppressions"]] == ["ADR303", "ADR103"]

    def test_base_of_a_change_tells_new_from_known(
        self, sarif: Sarif, write_files: Write, git_repo: Path, git: Callable[..., str]
    ) -> None:
        write_files({"adr/0002-x.md": RECORD.format("2. X", "warming")})
        git("add", ".")
        git("commit", "--quiet", "--message=base")
        git("switch", "--quiet", "--create=change")
        write_files({"adr/0001-y.md": RECORD.format("1. Y", "warming")})
        write_files({"adr/0003-z.md": RECORD.format("3. Z", "warming")})
        git("add", ".")
        git("commit", "--quiet", "--message=change")
        states = [
            (r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], r["baselineState"])
            for r in sarif(git_repo, "--base", "main")["results"]
        ]
        assert states == [
            ("adr/0001-y.md", "new"),
            ("adr/0003-z.md", "new"),
            ("adr/0002-x.md", "unchanged"),
        ]

    def test_columns_are_counted_in_characters(
        self, sarif: Sarif, write_files: Write, git_repo: Path
    ) -> None:
        line = "**Owner:** 😀😀 | **Status:** warm"
        write_files({"adr/0001-x.md": f"# 1. X\n\n{line}\n"})
        one = sarif(git_repo)
        (result,) = (r for r in one["results"] if r["ruleId"] == "ADR202")
        region = result["locations"][0]["physicalLocation"]["region"]
        assert line[region["startColumn"] - 1 :].startswith("warm")
        assert one["columnKind"] == "unicodeCodePoints"


class TestMarkdown:
    def cells(self, printed: str) -> list[list[str]]:
        """The rows of the table as a reader sees them; no cell may hold any markup."""
        tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(printed)
        rows: list[list[str]] = []
        for before, token in itertools.pairwise(tokens):
            if before.type == "tr_open":
                rows.append([])
            if before.type in ("td_open", "th_open"):
                kinds = {child.type for child in token.children or []}
                assert kinds <= {"text", "text_special"}, token.content
                rows[-1].append("".join(child.content for child in token.children or []))
        assert {token.type for token in tokens} & {"html_block", "fence", "code_block"} == set()
        return rows[1:]

    @pytest.mark.parametrize("name", ["flawed", "sound"])
    def test_every_finding_is_a_row_errors_first(
        self, run: Run, project: Project, name: str
    ) -> None:
        cwd = project(name)
        printed = run("check", "--format", "markdown", cwd=cwd).stdout
        expected = sorted(diagnostics(run, cwd), key=lambda d: d["severity"])
        rows = self.cells(printed)
        assert [row[:2] for row in rows] == [[d["severity"], d["code"]] for d in expected]
        assert [row[3].startswith(d["message"]) for row, d in zip(rows, expected, strict=True)]
        account = run("check", cwd=cwd).stdout.splitlines()[-1]
        counts = account.partition("; ")[2]
        assert printed.startswith(f"### Decision records: {counts}\n")
        assert printed.splitlines()[-1] == account.partition("; ")[0]

    def test_hostile_text_stays_text(self, run: Run, hostile: Path) -> None:
        rows = self.cells(run("check", "--format", "markdown", cwd=hostile).stdout)
        assert len(rows) == len(diagnostics(run, hostile))
        assert {len(row) for row in rows} == {4}
        said = " ".join(row[3] for row in rows)
        for text in ("<img src=x onerror=alert(1)>", "[x](https://example.com)", "| b | `c` |"):
            assert text in said

    def test_summary_stays_small(self, run: Run, write_files: Write) -> None:
        long = "w" * 3000
        write_files({f"adr/{n:04d}-x.md": RECORD.format("X", long) for n in range(1, 251)})
        printed = run("check", "adr", "--format", "markdown").stdout
        assert len(self.cells(printed)) == 200
        assert "... and 50 more" in printed
        assert len(printed.encode()) < 200_000

    def test_baselined_ones_are_counted(self, run: Run, flawed: Path) -> None:
        run("check", "--write-baseline", cwd=flawed)
        printed = run("check", "--format", "markdown", cwd=flawed).stdout
        assert [row[1] for row in self.cells(printed)] == ["ADR303", "ADR103"]
        assert "baseline.json covers 8 findings" in printed
