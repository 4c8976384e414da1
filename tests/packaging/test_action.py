"""The action of action.yml: its steps are run with bash and the variables that GitHub sets."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft4Validator

Git = Callable[..., str]
Write = Callable[..., Path]

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load(ROOT.joinpath("action.yml").read_text("utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
_INPUT = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")

RECORD = "# {}\n\nStatus: {}\nDate: 2024-01-01\n\n## Decision\n\nYes.\n"
SOUND = {"docs/adr/0001-x.md": RECORD.format("1. X", "accepted")}
CODE = '$(touch owned)`touch owned`"; touch owned; "'
DANGLING = {"docs/adr/0002-y.md": RECORD.format("2. Y", "accepted") + "\nSupersedes ADR-0009\n"}
WARNED = {"docs/adr/0002-y.md": RECORD.format("2. Y", "warming")}

pytestmark = [
    pytest.mark.xdist_group("wheel"),
    pytest.mark.skipif(os.name == "nt", reason="the path of bash differs there"),
]


@dataclass(frozen=True)
class Done:
    """How the action ended, and what it left behind."""

    status: int
    log: str
    summary: str


@pytest.fixture
def action(
    sources: Path,
    wheel: Path,
    wheels: Path,
    environment: dict[str, str],
    git_repo: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., Done]:
    """Run the action in the repository: `action({"strict": "true"}, GITHUB_BASE_REF="main")`.

    It installs a wheel that is built already, unless told otherwise.
    """

    def run(inputs: dict[str, str] | None = None, **variables: str) -> Done:
        runner = tmp_path_factory.mktemp("runner")
        summary = runner / "summary.md"
        summary.touch()
        github = {
            "GITHUB_ACTION_PATH": str(sources),
            "GITHUB_BASE_REF": "",
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(git_repo),
            "RUNNER_TEMP": str(runner),
            # Instead of a network: the wheels that the tests have.
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(wheels),
            "PIP_CONFIG_FILE": os.devnull,
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        }
        settings = {"install": str(wheel), **(inputs or {})}
        log, status = "", 0
        for step in STEPS:
            script = runner / "step.sh"
            script.write_text(step["run"], encoding="utf-8")
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
                cwd=git_repo,
                env={**environment, **github, **variables, **given(step, settings)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                timeout=300,
                check=False,
            )
            log, status = log + done.stdout + done.stderr, done.returncode
            if status:
                break
        return Done(status, log, summary.read_text("utf-8"))

    return run


Action = Callable[..., Done]


def given(step: dict[str, Any], inputs: dict[str, str]) -> dict[str, str]:
    """The variables of a step, with inputs in place of the expressions that name them."""
    assert set(inputs) <= set(ACTION["inputs"])
    values = {name: inputs.get(name, known["default"]) for name, known in ACTION["inputs"].items()}
    return {name: _INPUT.sub(lambda m: values[m[1]], text) for name, text in step["env"].items()}


def test_no_expression_stands_in_a_script() -> None:
    assert STEPS
    assert [step["run"] for step in STEPS if "${{" in step["run"]] == []
    matches = [_INPUT.fullmatch(value) for step in STEPS for value in step["env"].values()]
    assert {match[1] for match in matches if match} == set(ACTION["inputs"])
    assert None not in matches


def test_sound_records_pass(action: Action, write_files: Write) -> None:
    write_files({**SOUND, **WARNED, "adr/0003-z.md": RECORD.format("3. Z", "accepted")})
    done = action({"install": ""})
    assert done.status == 0, done.log
    assert "::warning file=docs/adr/0002-y.md,line=3,col=9,title=ADR202::" in done.log
    assert "3 records + 0 non-records + 0 rejected; 0 errors, 1 warning" in done.log
    assert done.summary.startswith("### Decision records: 0 errors, 1 warning\n")
    # What the command says to people cannot command the runner.
    guard = r"^::stop-commands::([0-9a-f]{64})\nnote: several ADR folders: .*\n::\1::$"
    assert re.search(guard, done.log, re.MULTILINE)


def test_errors_fail_and_are_reported_in_full(
    action: Action, write_files: Write, git_repo: Path, sarif_schema: Draft4Validator
) -> None:
    # Modules of the change under check must not be taken for those of Python, pip or mneme.
    trap = "raise SystemExit(0)\n"
    names = ("venv.py", "secrets.py", "pip/__init__.py", "compiler/__init__.py", "click.py")
    write_files({**SOUND, **DANGLING, **dict.fromkeys(names, trap)})
    done = action({"sarif-file": "out.sarif"}, PYTHONPATH=str(git_repo))
    assert done.status == 1, done.log
    assert "::error file=docs/adr/0002-y.md," in done.log
    assert "| error | ADR303 |" in done.summary
    log = json.loads((git_repo / "out.sarif").read_bytes())
    sarif_schema.validate(log)
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["ADR303"]


def test_settings_hold_and_are_words_not_code(
    action: Action, write_files: Write, git_repo: Path
) -> None:
    write_files({**SOUND, **WARNED})
    inputs = {"strict": "true", "summary": "false", "directory": "docs", "sarif-file": CODE}
    done = action(inputs)
    assert (done.status, done.summary) == (1, ""), done.log
    assert {path.name for path in git_repo.iterdir()} == {".git", "docs", CODE}


def test_what_cannot_be_judged_fails_without_reports(
    action: Action, write_files: Write, git_repo: Path
) -> None:
    write_files(SOUND)
    done = action({"directory": CODE, "base": CODE, "sarif-file": "out.sarif"})
    assert (done.status, done.summary) == (2, ""), done.log
    assert "::error title=mneme::" in done.log
    assert {path.name for path in git_repo.iterdir()} == {".git", "docs"}


def test_report_is_not_written_through_a_link_of_the_change(
    action: Action, write_files: Write, git_repo: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    theirs = tmp_path_factory.mktemp("outside") / "theirs"
    theirs.write_text("precious")
    write_files(SOUND)
    (git_repo / "out.sarif").symlink_to(theirs)
    assert action({"sarif-file": "out.sarif"}).status == 0
    assert (git_repo / "out.sarif").read_text().startswith("{")
    assert theirs.read_text() == "precious"
    done = action({"sarif-file": "docs"})
    assert (done.status, "names no file" in done.log) == (2, True)


@pytest.mark.parametrize(
    ("inputs", "status", "said"),
    [
        ({"strict": "yes"}, 2, "`strict` is either true or false"),
        ({"summary": ""}, 2, "`summary` is either true or false"),
        ({"require-signed": "1"}, 2, "`require-signed` is either true or false"),
        ({"require-signed": "true"}, 2, "`require-signed` judges a change: set `base` as well"),
        ({"python": "no-such-python"}, 2, "Python 3.11 or newer is needed"),
        ({"install": "no-such-package-of-mneme"}, 3, "mneme cannot be installed"),
    ],
)
def test_wrong_setting_fails(
    action: Action, write_files: Write, inputs: dict[str, str], status: int, said: str
) -> None:
    write_files(SOUND)
    done = action(inputs)
    assert (done.status, done.summary) == (status, ""), done.log
    assert f"::error title=mneme::{said}" in done.log.replace("the input ", "")


class TestBase:
    @pytest.fixture
    def change(self, git_repo: Path, git: Git, write_files: Write) -> Path:
        """A branch that takes a rule off and breaks it, upon a `main` that a remote has."""
        write_files({**SOUND, ".mneme/config.toml": '[rules]\nADR202 = "error"\n'})
        git("add", ".")
        git("commit", "--quiet", "--message=base")
        git("update-ref", "refs/remotes/origin/main", "HEAD")
        git("switch", "--quiet", "--create=change")
        write_files({**WARNED, ".mneme/config.toml": '[rules]\nADR202 = "off"\n'})
        git("add", ".")
        git("commit", "--quiet", "--message=change")
        return git_repo

    def test_pull_request_is_judged_by_its_base(self, action: Action, change: Path) -> None:
        done = action(GITHUB_BASE_REF="main")
        assert done.status == 1, done.log
        assert "::error file=docs/adr/0002-y.md" in done.log
        assert "ADR202" in done.summary
        assert "### Decisions: 1 record changed" in done.summary

    def test_signatures_are_required_where_that_is_asked(
        self, action: Action, change: Path, git: Git, write_files: Write
    ) -> None:
        decider = '[[deciders]]\nname = "Ada Example"\n'
        git("switch", "--quiet", "--force-create", "main")
        write_files({"docs/adr/0002-y.md": SOUND["docs/adr/0001-x.md"].replace("1. X", "2. Y")})
        write_files({".mneme/config.toml": decider})
        git("add", ".")
        git("commit", "--quiet", "--message=base")
        git("update-ref", "refs/remotes/origin/main", "HEAD")
        write_files({"docs/adr/0003-z.md": SOUND["docs/adr/0001-x.md"].replace("1. X", "3. Z")})
        git("add", ".")
        git("commit", "--quiet", "--message=change")
        done = action(GITHUB_BASE_REF="main")
        assert (done.status, "Ada Example (not authenticated)" in done.log) == (0, True), done.log
        done = action({"require-signed": "true"}, GITHUB_BASE_REF="main")
        assert (done.status, "PRP611" in done.summary) == (1, True), done.log

    def test_base_that_was_not_fetched_fails(self, action: Action, change: Path) -> None:
        done = action(GITHUB_BASE_REF="other")
        assert done.status == 2
        assert "origin/other" in done.log
