"""Every rule of the catalogue is shown raising its finding and keeping silent.

A rule has a folder of its name. `bad/` and `good/` in it are small repositories; `expected.json`
says what `bad/` must give: `findings` (all of them, in order), `accounting` (records, non-records,
rejected files) and, where the rule cannot be broken alone, `beside`: the other codes that appear.
`says` lists words that the message must hold. What git cannot store is built here.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator, Draft202012Validator

from adr_schema.catalogue import CATALOGUE, HISTORY_CODES
from adr_schema.loading import load_schema
from compiler.errors import ConfigError
from compiler.pipeline import Compiled, compile_project
from compiler.project import open_project
from mneme_cli.app import app
from mneme_cli.render.report import as_json
from mneme_cli.render.sarif import as_sarif
from proposals.checks import CHECKS

Mneme = Callable[..., subprocess.CompletedProcess[str]]

HERE = Path(__file__).parent
# Rules about a change need two states: test_history_rules.py runs their folders.
CODES = sorted(set(CATALOGUE) - HISTORY_CODES)
INTEGRITY = [code for code in CODES if CATALOGUE[code].class_ == "integrity"]
CONFIGURABLE = [code for code in CODES if CATALOGUE[code].class_ != "integrity"]
MEGABYTE = 1024 * 1024
RECORD = "# {}\n\nDate: 2024-03-05\n\n## Status\n\nAccepted\n\n## Decision\n\n{}\n"


def _unreadable(adr: Path) -> None:
    latin = RECORD.format("2. Kisten stapeln", "Vier Kisten übereinander.")
    adr.joinpath("0002-kisten-stapeln.md").write_bytes(latin.encode("latin-1"))
    wide = RECORD.format("3. Stack barrels", "Never.")
    adr.joinpath("0003-stack-barrels.md").write_bytes(wide.encode("utf-16"))
    # A link to nothing: no permission keeps a superuser out, this does.
    adr.joinpath("0004-stack-sacks.md").symlink_to("moved-away.md")


def _too_large(adr: Path) -> None:
    record = RECORD.format("2. Weigh ships", "We weigh them.\n\n")
    adr.joinpath("0002-weigh-ships.md").write_text(record.ljust(MEGABYTE + 1, "x"))
    wide = "|" + " a |" * 101 + "\n|" + "---|" * 101 + "\n"
    adr.joinpath("0003-weigh-axles.md").write_text(RECORD.format("3. Weigh axles", wide))
    long = "|" + " a |" * 90 + "\n|" + "---|" * 90 + "\n" + "| 1 |\n" * 250
    adr.joinpath("0004-weigh-loads.md").write_text(RECORD.format("4. Weigh loads", long))


def _barely_small_enough(adr: Path) -> None:
    record = RECORD.format("2. Weigh ships", "We weigh them.\n\n")
    adr.joinpath("0002-weigh-ships.md").write_text(record.ljust(MEGABYTE, "x"))
    wide = "|" + " a |" * 60 + "\n|" + "---|" * 60 + "\n"
    adr.joinpath("0003-weigh-axles.md").write_text(RECORD.format("3. Weigh axles", wide))


def _link_out(adr: Path) -> None:
    outside = adr.parent.with_name(f"{adr.parent.name}-outside.md")
    outside.write_text(RECORD.format("2. Drain the field", "With ditches."))
    adr.joinpath("0002-drain-the-field.md").symlink_to(outside)


def _link_inside(adr: Path) -> None:
    adr.joinpath("0002-plough-the-field.md").symlink_to("../notes/0002-plough-the-field.md")


# Files that a checkout cannot be trusted to keep: other encodings, a megabyte, links.
BUILDERS: dict[str, Callable[[Path], None]] = {
    "ADR101/bad": _unreadable,
    "ADR102/bad": _too_large,
    "ADR102/good": _barely_small_enough,
    "ADR110/bad": _link_out,
    "ADR110/good": _link_inside,
}


@pytest.fixture
def repository(git_repo: Path) -> Callable[[str], Path]:
    """Lay a case out as a repository: `repository("ADR101/bad")`."""

    def lay_out(case: str) -> Path:
        shutil.copytree(HERE / case, git_repo, dirs_exist_ok=True)
        if case in BUILDERS:
            BUILDERS[case](git_repo / "adr")
        return git_repo

    return lay_out


def _expected(code: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(HERE.joinpath(code, "expected.json").read_text("utf-8"))
    return data


def _compile(root: Path) -> Compiled:
    return compile_project(open_project(None, root), also=CHECKS)


def _configure(root: Path, code: str, severity: str) -> None:
    """Add a severity to the case's own configuration."""
    path = root / ".mneme" / "config.toml"
    path.parent.mkdir(exist_ok=True)
    before = path.read_text("utf-8") if path.exists() else ""
    path.write_text(f'{before}\n[rules]\n{code} = "{severity}"\n', "utf-8")


def test_every_rule_has_a_bad_and_a_good_case() -> None:
    lacking = [
        f"{code}/{kind}"
        for code in CODES
        for kind in ("bad", "good")
        if not any(HERE.joinpath(code, kind, "adr").glob("*"))
    ]
    assert lacking == []


def test_every_rule_says_what_its_bad_case_must_give() -> None:
    assert [code for code in CODES if not HERE.joinpath(code, "expected.json").is_file()] == []
    assert [code for code in CODES if not _expected(code)["findings"]] == []


def test_no_case_is_left_of_a_rule_that_is_gone() -> None:
    folders = {path.name for path in HERE.iterdir() if path.is_dir() and path.name[0] not in "_."}
    assert folders - set(CATALOGUE) == set()
    assert {case.split("/")[0] for case in BUILDERS} - set(CATALOGUE) == set()


@pytest.mark.parametrize("code", CODES)
def test_bad_case_is_reported(code: str, repository: Callable[[str], Path], mneme: Mneme) -> None:
    expected = _expected(code)
    done = mneme("check", "--format", "json", cwd=repository(f"{code}/bad"))
    report = json.loads(done.stdout)
    found = report["diagnostics"]

    assert {finding["code"] for finding in found} == {code, *expected.get("beside", [])}
    own = [finding for finding in found if finding["code"] == code]
    shown = ("path", "line", "column", "severity", "class")
    assert [{key: finding[key] for key in shown} for finding in own] == [
        {key: finding[key] for key in shown} for finding in expected["findings"]
    ]
    for finding, wanted in zip(own, expected["findings"], strict=True):
        assert [word for word in wanted["says"] if word not in finding["message"]] == []
        assert finding["hint"] or "allowed" in finding["message"] or "wanted" in finding["message"]
    errors = [finding for finding in found if finding["severity"] == "error"]
    assert done.returncode == (1 if errors else 0), done.stderr
    assert report["complete"] is not bool(errors)
    counted = [report["accounting"][key] for key in ("records", "non_records", "rejected")]
    assert counted == expected["accounting"]


@pytest.mark.parametrize("code", CODES)
def test_reports_of_the_bad_case_are_valid_and_explain_it(
    code: str, repository: Callable[[str], Path], sarif_schema: Draft4Validator
) -> None:
    result = _compile(repository(f"{code}/bad"))
    Draft202012Validator(load_schema("report")).validate(as_json(result))
    log = as_sarif(result)
    sarif_schema.validate(log)
    helped = {rule["id"]: rule["help"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert CATALOGUE[code].explanation in helped[code]["markdown"]


@pytest.mark.parametrize("code", CODES)
def test_good_case_is_not_reported(code: str, repository: Callable[[str], Path]) -> None:
    result = _compile(repository(f"{code}/good"))
    assert [finding for finding in result.diagnostics if finding.code == code] == []
    assert result.complete
    assert result.accounting.records > 0


@pytest.mark.parametrize("code", CONFIGURABLE)
def test_strict_run_fails_on_the_bad_case(
    code: str,
    repository: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(repository(f"{code}/bad"))
    assert app.main(["check", "--strict"], prog_name="mneme", standalone_mode=False) == 1
    shown = capsys.readouterr().out
    first = _expected(code)["findings"][0]
    place = "" if first["line"] is None else f":{first['line']}:{first['column']}"
    assert f"{first['path']}{place}: {first['severity']} {code}: " in shown


@pytest.mark.parametrize("code", CODES)
def test_class_and_severity_are_those_of_the_catalogue(code: str) -> None:
    rule = CATALOGUE[code]
    found = _expected(code)["findings"]
    assert {finding["class"] for finding in found} == {rule.class_}
    blocks = rule.class_ == "integrity" or code.startswith("PRP")
    if blocks:
        assert {finding["severity"] for finding in found} == {"error"}
    assert rule.severity == ("error" if blocks else "warning")


@pytest.mark.parametrize("severity", ["off", "warning", "error"])
@pytest.mark.parametrize("code", CONFIGURABLE)
def test_severity_can_be_configured(
    code: str, severity: str, repository: Callable[[str], Path]
) -> None:
    root = repository(f"{code}/bad")
    _configure(root, code, severity)
    found = [finding for finding in _compile(root).diagnostics if finding.code == code]
    count = 0 if severity == "off" else len(_expected(code)["findings"])
    assert [finding.severity for finding in found] == [severity] * count


@pytest.mark.parametrize("severity", ["off", "warning"])
@pytest.mark.parametrize("code", INTEGRITY)
def test_integrity_rule_cannot_be_lowered(
    code: str, severity: str, repository: Callable[[str], Path]
) -> None:
    root = repository(f"{code}/bad")
    _configure(root, code, severity)
    with pytest.raises(ConfigError, match=f"{code} is an integrity rule"):
        open_project(None, root)


def test_lowered_integrity_rule_stops_the_command(
    repository: Callable[[str], Path], mneme: Mneme
) -> None:
    root = repository("ADR303/bad")
    _configure(root, "ADR303", "off")
    done = mneme("check", cwd=root)
    assert done.returncode == 2
    assert done.stdout == ""
    assert ".mneme/config.toml" in done.stderr
    assert "ADR303" in done.stderr


@pytest.mark.parametrize(("severity", "status"), [("off", 0), ("warning", 0), ("error", 1)])
def test_configured_severity_decides_the_exit_status(
    severity: str, status: int, repository: Callable[[str], Path], mneme: Mneme
) -> None:
    root = repository("ADR201/bad")
    _configure(root, "ADR201", severity)
    done = mneme("check", cwd=root)
    assert done.returncode == status, done.stderr
    assert ("ADR201" in done.stdout) is (severity != "off")


@pytest.mark.parametrize(
    ("rules", "named"),
    [('ADR999 = "off"', "ADR999"), ('ADR201 = "mute"', "mute"), ("ADR201 = 1", "ADR201")],
)
def test_severity_that_means_nothing_stops_the_command(
    rules: str, named: str, repository: Callable[[str], Path]
) -> None:
    root = repository("ADR201/bad")
    root.joinpath(".mneme").mkdir()
    root.joinpath(".mneme", "config.toml").write_text(f"[rules]\n{rules}\n", "utf-8")
    with pytest.raises(ConfigError, match=named):
        open_project(None, root)


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_rule_is_explained(code: str) -> None:
    rule = CATALOGUE[code]
    assert rule.code == code
    assert rule.summary
    assert len(rule.explanation) > len(rule.summary)
    assert rule.example


def test_explain_prints_the_catalogue(mneme: Mneme) -> None:
    done = mneme("explain", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert sorted(rule["code"] for rule in json.loads(done.stdout)) == sorted(CATALOGUE)
