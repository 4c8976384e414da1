"""The five exit statuses, each provoked for real: 0, 1, 2, 3 and 130."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import adr_schema
import compiler
import decision_trace
import mcp_server
import mneme_cli
import proposals

Mneme = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]
SOUND = "# 1. X\n\nDate: 2024-01-01\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
FRONT = "---\nstatus: accepted\ndate: 2024-01-01\n---\n# X\n\n## Decision\n\nYes.\n"
posix = pytest.mark.skipif(os.name == "nt", reason="signals and pipes differ there")


def test_fine_is_0(mneme: Mneme, write_files: Write) -> None:
    write_files({"adr/0001-x.md": SOUND})
    done = mneme("check", "adr")
    assert (done.returncode, done.stderr) == (0, "")


def test_findings_of_severity_error_are_1(mneme: Mneme, write_files: Write) -> None:
    write_files({"adr/0001-x.md": b"\xff"})
    assert mneme("check", "adr").returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [
        "nonsense",
        "check --nonsense",
        "check missing",
        "check adr adr",
        "list --format xml",
        "show",
        "show 99",
        "explain ADR999",
        "compile adr -o",
        "--nonsense",
    ],
)
def test_wrong_use_is_2(run: Mneme, write_files: Write, arguments: str) -> None:
    write_files({"docs/adr/0001-x.md": SOUND, "adr/0001-x.md": SOUND})
    done = run(*arguments.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert "\nmneme: " in f"\n{done.stderr}"


@pytest.mark.parametrize(
    "text",
    [
        "[tool.mneme\n",
        "[tool.mneme]\nx = 1\n",
        '[tool.mneme.rules]\nADR401 = "off"\n',
        "[tool]\nmneme = 1\n",
    ],
)
def test_wrong_configuration_is_2(run: Mneme, write_files: Write, text: str) -> None:
    write_files({"pyproject.toml": text, "docs/adr/0001-x.md": SOUND})
    for arguments in (["check"], ["check", "docs/adr"], ["list"], ["compile"], ["show", "1"]):
        assert run(*arguments).returncode == 2


@pytest.fixture
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages, to be broken."""
    folder = tmp_path_factory.mktemp("installed")
    for package in (adr_schema, compiler, decision_trace, mcp_server, mneme_cli, proposals):
        source = Path(str(package.__file__)).parent
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, folder / source.name, ignore=ignored)
    return folder


def with_copy(mneme: Mneme, installed: Path, *arguments: str) -> CompletedProcess[str]:
    return mneme(*arguments, env={"PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"})


def test_unbroken_copy_works(mneme: Mneme, write_files: Write, installed: Path) -> None:
    """What makes the next test mean something: the copy fails for its break alone."""
    write_files({"adr/0001-x.md": FRONT})
    assert with_copy(mneme, installed, "check", "adr").returncode == 0


@pytest.mark.parametrize("content", ["{", None, "{}"])
def test_failure_of_the_tool_is_3(
    mneme: Mneme, write_files: Write, installed: Path, content: str | None
) -> None:
    write_files({"adr/0001-x.md": FRONT})
    schema = installed / "adr_schema" / "schemas" / "adr.schema.json"
    if content is None:
        schema.unlink()
    else:
        schema.write_text(content, encoding="utf-8")
    done = with_copy(mneme, installed, "check", "adr")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "bug of mneme" in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_module_of_the_tool_is_3(mneme: Mneme, write_files: Write, installed: Path) -> None:
    write_files({"adr/0001-x.md": FRONT})
    (installed / "compiler" / "lifecycle.py").unlink()
    done = with_copy(mneme, installed, "check", "adr")
    assert done.returncode == 3


def test_failure_shows_more_on_request(mneme: Mneme, write_files: Write, installed: Path) -> None:
    write_files({"adr/0001-x.md": FRONT})
    (installed / "adr_schema" / "schemas" / "adr.schema.json").unlink()
    environment = {"PYTHONPATH": str(installed), "MNEME_TRACEBACK": "1"}
    done = mneme("check", "adr", env=environment)
    assert done.returncode == 3
    assert "Traceback" in done.stderr


@pytest.mark.parametrize(
    "package", ["compiler", "adr_schema", "decision_trace", "mcp_server", "proposals"]
)
def test_package_of_another_distribution_is_named(
    mneme: Mneme, write_files: Write, installed: Path, package: str
) -> None:
    """Our import names are general words; whoever took one first must be named."""
    write_files({f"{package}/__init__.py": "", "adr/0001-x.md": FRONT})
    done = with_copy(mneme, installed, "check", "adr")
    assert done.returncode not in (0, 1)
    assert package in done.stderr
    assert len(done.stderr.strip().split("\n")) == 1


@pytest.fixture
def talking(environment: dict[str, str], write_files: Write) -> Iterator[subprocess.Popen[bytes]]:
    """A process that says more than a pipe holds: it waits for us in the middle of its output."""
    folder = write_files({"adr/0001-x.md": SOUND + f"{'word ' * 60}\n" * 3_000})
    process = subprocess.Popen(
        [sys.executable, "-m", "mneme_cli", "show", "1", "--adr-dir", "adr"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        yield process
        process.kill()


@posix
def test_interrupted_is_130(talking: subprocess.Popen[bytes]) -> None:
    assert talking.stdout is not None
    assert talking.stdout.read(1)
    talking.send_signal(signal.SIGINT)
    _, errors = talking.communicate(timeout=60)
    assert talking.returncode == 130
    assert b"Traceback" not in errors


@posix
def test_closed_pipe_ends_quietly(talking: subprocess.Popen[bytes]) -> None:
    assert talking.stdout is not None
    assert talking.stderr is not None
    assert talking.stdout.read(1)
    talking.stdout.close()
    assert talking.stderr.read() == b""
    assert talking.wait(timeout=60) == 0


@posix
@pytest.mark.parametrize(
    ("arguments", "status"), [("check adr", 1), ("check nowhere", 2), ("decision show x", 2)]
)
def test_closed_stderr_changes_no_status(
    environment: dict[str, str], write_files: Write, arguments: str, status: int
) -> None:
    folder = write_files({"adr/0001-x.md": FRONT + "\nSupersedes ADR-0099\n"})
    command = f'"{sys.executable}" -m mneme_cli {arguments} 2>&-'
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, check=False)
    assert done.returncode == status


@posix
@pytest.mark.parametrize("left", ["stdout", "stderr"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [("check adr", 1), ("check adr --format sarif", 1), ("list adr", 1), ("explain", 0)],
)
def test_reader_who_leaves_changes_no_status(
    environment: dict[str, str], write_files: Write, left: str, arguments: str, status: int
) -> None:
    """`git commit 2>&1 | head -1` must not let pass what `git commit` refuses."""
    folder = write_files({"adr/0001-x.md": FRONT + "\nSupersedes ADR-0099\n", "adr/0002-y.rst": ""})
    with subprocess.Popen(
        [sys.executable, "-m", "mneme_cli", *arguments.split()],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        stream = getattr(process, left)
        stream.close()
        assert process.wait(timeout=60) == status
