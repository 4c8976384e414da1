"""Every rule about a change is shown raising its finding and keeping silent.

A rule has a folder of its name: `base/` is what stands on `main`, `bad/` and `good/` are what a
branch makes of it, and `upstream/`, where there is one, is what `main` becomes meanwhile. A file
`message` is what the commit says.
`expected.json` has the form that test_rules.py explains.
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

Mneme = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]
Lay = Callable[..., Path]

HERE = Path(__file__).parent
CODES = sorted(HISTORY_CODES)


@pytest.fixture
def branched(git_repo: Path, git: Git, configure: Callable[[str], None]) -> Lay:
    """Lay a case out as a branch `change` of `main`: `branched("ADR501", "bad")`."""

    def commit(case: Path, config: str) -> None:
        for path in git_repo.iterdir():
            if path.is_dir() and path.name != ".git":
                shutil.rmtree(path)
        # Not `copy2`: git takes a file of the old time and an equal size for unchanged.
        shutil.copytree(case, git_repo, dirs_exist_ok=True, copy_function=shutil.copyfile)
        if config:
            configure(config)
        git("add", "--all")
        said = case / "message"
        message = said.read_text("utf-8") if said.exists() else case.name
        git("commit", "--quiet", "--allow-empty", "--message", message)

    def lay_out(code: str, kind: str, config: str = "") -> Path:
        commit(HERE / code / "base", config)
        git("checkout", "--quiet", "-b", "change")
        commit(HERE / code / kind, config)
        if (HERE / code / "upstream").is_dir():
            git("checkout", "--quiet", "main")
            commit(HERE / code / "upstream", config)
            git("checkout", "--quiet", "change")
        return git_repo

    return lay_out


@pytest.fixture
def configure(git_repo: Path) -> Callable[[str], None]:
    """Add to the configuration of the case."""

    def add(more: str) -> None:
        path = git_repo / ".mneme" / "config.toml"
        path.parent.mkdir(exist_ok=True)
        before = path.read_text("utf-8") if path.exists() else ""
        path.write_text(before + more, "utf-8")

    return add


def _expected(code: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((HERE / code / "expected.json").read_text("utf-8"))
    return data


def _of(report: dict[str, Any], code: str) -> list[dict[str, Any]]:
    return [finding for finding in report["diagnostics"] if finding["code"] == code]


@pytest.mark.parametrize("code", CODES)
def test_bad_change_is_reported(code: str, branched: Lay, mneme: Mneme) -> None:
    branched(code, "bad")
    done = mneme("check", "--base", "main", "--format", "json")
    report, expected = json.loads(done.stdout), _expected(code)
    found = {finding["code"] for finding in report["diagnostics"]}
    assert found == {code, *expected.get("beside", [])}
    shown = ("path", "line", "column", "severity", "class")
    own = [{key: finding[key] for key in shown} for finding in _of(report, code)]
    assert own == [{key: finding[key] for key in shown} for finding in expected["findings"]]
    for finding, wanted in zip(_of(report, code), expected["findings"], strict=True):
        assert [word for word in wanted["says"] if word not in finding["message"]] == []
        assert finding["hint"]
    counted = [report["accounting"][key] for key in ("records", "non_records", "rejected")]
    assert counted == expected["accounting"]
    refused = any(finding["severity"] == "error" for finding in expected["findings"])
    assert (done.returncode, report["complete"]) == (int(refused), not refused)
    compared = (report["comparison"]["base"], report["comparison"]["new"])
    assert compared == ("main", len(report["diagnostics"]))
    Draft202012Validator(load_schema("report")).validate(report)


@pytest.mark.parametrize("code", CODES)
def test_sarif_of_the_bad_change_is_valid_and_explains_it(
    code: str, branched: Lay, mneme: Mneme, sarif_schema: Draft4Validator
) -> None:
    branched(code, "bad")
    log = json.loads(mneme("check", "--base", "main", "--format", "sarif").stdout)
    sarif_schema.validate(log)
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert code in [rule["id"] for rule in rules]
    assert {result["baselineState"] for result in log["runs"][0]["results"]} == {"new"}


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("ADR")])
def test_bad_change_stops_the_index_too(code: str, branched: Lay, mneme: Mneme) -> None:
    branched(code, "bad")
    compiled = mneme("compile", "--base", "main")
    assert (compiled.returncode, compiled.stdout) == (1, "")
    assert code in compiled.stderr
    listed = mneme("list", "--base", "main")
    assert (listed.returncode, "incomplete" in listed.stderr) == (1, True)


@pytest.mark.parametrize("code", CODES)
def test_good_change_is_not_reported(code: str, branched: Lay, mneme: Mneme) -> None:
    branched(code, "good")
    done = mneme("check", "--base", "main", "--format", "json")
    assert (_of(json.loads(done.stdout), code), done.returncode) == ([], 0)
    assert json.loads(done.stdout)["accounting"]["records"] > 0


@pytest.mark.parametrize("code", CODES)
def test_severity_is_that_of_the_base(code: str, branched: Lay, mneme: Mneme) -> None:
    root = branched(code, "bad", f'[rules]\n{code} = "warning"\nADR302 = "off"\n')
    assert mneme("check", "--base", "main").returncode == 0
    assert mneme("check", "--base", "main", "--strict").returncode == 1
    config = root / ".mneme" / "config.toml"
    config.write_text(config.read_text("utf-8").replace('"warning"', '"error"'), "utf-8")
    assert mneme("check", "--base", "main").returncode == 0, "the working tree is not asked"


@pytest.mark.parametrize("code", CODES)
def test_change_cannot_lower_the_severity_itself(
    code: str, branched: Lay, configure: Callable[[str], None], git: Git, mneme: Mneme
) -> None:
    branched(code, "bad", '[rules]\nADR201 = "warning"\n')
    configure(f'{code} = "off"\n')
    git("commit", "--quiet", "--all", "--message", "Look away")
    done = mneme("check", "--base", "main", "--format", "json")
    assert (bool(_of(json.loads(done.stdout), code)), done.returncode) == (True, 1)


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("PRP")])
def test_who_decided_is_no_question_of_an_answer(code: str, branched: Lay, mneme: Mneme) -> None:
    branched(code, "bad")
    listed = mneme("list", "--base", "main")
    assert (listed.returncode, "incomplete" in listed.stderr) == (0, False)


def test_rules_without_a_base_stay_silent(branched: Lay, mneme: Mneme) -> None:
    branched("ADR501", "bad")
    assert mneme("check").returncode == 0
    assert mneme("check", "--rev", "HEAD").returncode == 0


def test_severity_in_the_catalogue_is_error_but_for_two() -> None:
    warnings = {code for code in CODES if CATALOGUE[code].severity == "warning"}
    assert warnings == {"TRC703", "TRC704"}
    assert {CATALOGUE[code].class_ for code in CODES} == {"other"}
