"""The start is strict, and says why; the contract that is committed is the server's own."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp_types import Tool

Mneme = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]

ROOT = Path(__file__).parents[2]
BROKEN = "---\nid: ADR-0009\ntitle: [\n---\n# Broken\n"


@pytest.mark.parametrize("folder", ["none", "", "adr/0001-keep-one-table.md"])
def test_folder_that_is_not_there_stops_the_start(mneme: Mneme, project: Path, folder: str) -> None:
    done = mneme("decision-mcp", "--adr-dir", folder, cwd=project)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"there is no folder '{folder}'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_records_with_errors_stop_the_start(
    mneme: Mneme, project: Path, write_files: Write
) -> None:
    write_files({"adr/0009-broken.md": BROKEN})
    for options in ([], ["--check"]):
        done = mneme("decision-mcp", "--adr-dir", "adr", *options, cwd=project)
        assert (done.returncode, done.stdout) == (1, "")
        assert "nothing is served" in done.stderr
        assert "adr/0009-broken.md:4:1: error ADR103" in done.stderr


def test_broken_configuration_stops_the_start(
    mneme: Mneme, project: Path, write_files: Write
) -> None:
    write_files({".mneme/config.toml": "x = 1\n"})
    done = mneme("decision-mcp", "--adr-dir", "adr", cwd=project)
    assert (done.returncode, done.stdout) == (1, "")
    assert "the key `x` is not known" in done.stderr


def test_damaged_store_is_named_by_the_check(
    mneme: Mneme, project: Path, write_files: Write
) -> None:
    write_files({".mneme/decision_proposals.json": "{"})
    done = mneme("decision-mcp", "--adr-dir", "adr", "--check", cwd=project)
    assert (done.returncode, done.stdout) == (1, "")
    assert "decision_proposals.json is no file of proposals" in done.stderr


def test_check_says_what_would_be_served(mneme: Mneme, project: Path) -> None:
    done = mneme("decision-mcp", "--adr-dir", "adr", "--check", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"repository: {project}\n" in done.stdout
    assert f"records: {project / 'adr'}\n" in done.stdout
    assert done.stdout.count("\ndecision.") == 6


def test_without_the_sdk_the_start_says_what_to_install(
    start: Mneme, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """An environment of its own, without the SDK but with everything else."""
    packages = tmp_path_factory.mktemp("packages")
    for path in map(Path, sys.path):
        if path.name == "site-packages":
            for entry in path.iterdir():
                if entry.name.split("-")[0] not in ("mcp", "mcp_types"):
                    (packages / entry.name).symlink_to(entry)
    script = (
        f"import sys; sys.path = [p for p in sys.path if 'site-packages' not in p]; "
        f"sys.path += [{str(packages)!r}, {str(ROOT)!r}]; "
        "from mneme_cli.entry import run; sys.exit(run(sys.argv[1:]))"
    )
    done = start(
        sys.executable, "-S", "-c", script, "decision-mcp", "--adr-dir", "adr", cwd=project
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "decision-mcp needs the MCP SDK, which is not installed here" in done.stderr
    assert "mneme-adr[mcp]" in done.stderr


def test_only_the_server_imports_the_sdk(start: Mneme, project: Path) -> None:
    script = (
        "import sys; from mneme_cli.entry import run; "
        "run(['decision-mcp', '--adr-dir', 'adr', '--check']); "
        "run(['decision-mcp', '--describe']); "
        "print([m for m in ('mcp', 'mcp_types', 'pydantic', 'anyio') if m in sys.modules])"
    )
    done = start(sys.executable, "-c", script, cwd=project)
    assert done.stdout.endswith("\n[]\n"), done.stderr


# --- decision-tools.json -------------------------------------------------------------------------


def contract() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((ROOT / "decision-tools.json").read_text("utf-8"))
    return loaded


def test_contract_is_what_the_command_prints(mneme: Mneme, project: Path) -> None:
    """mneme decision-mcp --describe > decision-tools.json"""
    done = mneme("decision-mcp", "--describe", cwd=project)
    assert done.stdout == (ROOT / "decision-tools.json").read_text("utf-8")


def test_contract_is_what_the_server_lists(session: Any) -> None:
    told = [{k: v for k, v in tool.items() if k != "examples"} for tool in contract()["tools"]]
    assert [Tool.model_validate(tool) for tool in told] == list(session.tools.values())


def test_every_example_of_the_contract_is_answered(session: Any) -> None:
    for tool in contract()["tools"]:
        assert tool["examples"]
        for arguments in tool["examples"]:
            session.call(tool["name"], **arguments)


# --- examples ------------------------------------------------------------------------------------


def test_example_shows_what_a_change_has_to_look_at(
    start: Mneme, project: Path, git: Callable[..., str], write_files: Write
) -> None:
    write_files({"src/orders/year.py": "x = 1\n", "src/new.py": ""})
    git("add", ".")
    git("commit", "--quiet", "--message=Change")
    example = str(ROOT / "examples" / "review_diff.py")
    diff = git("diff", "HEAD~1", "HEAD")
    for arguments, stdin in (([], diff), (["HEAD~1", "HEAD"], "")):
        done = start(
            sys.executable, example, "--adr-dir", "adr", *arguments, cwd=project, stdin=stdin
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.split("\n") == [
            "ADR-0002: Split orders by year",
            "  There is a table of orders for each year.",
            "  adr/0002-split-tables.md, decided 2025-02-10 by Ada, Ivo",
            "  for src/orders/year.py, by src/orders/**",
            "",
            "ADR-0003: Log every change",
            "  Each change is logged with its author.",
            "  adr/0003-log-changes.md, decided 2025-03-10",
            "  for every file",
            "",
            "",
        ]
    nothing = start(sys.executable, example, "--adr-dir", "adr", cwd=project, stdin="")
    assert (nothing.returncode, nothing.stdout) == (0, "no file is changed\n")
