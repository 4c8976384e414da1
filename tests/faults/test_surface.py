"""What other tools got wrong at their edges: terminals, locales, machines, folders, messages."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.errors import MnemeError
from compiler.index import build_index, serialize
from compiler.pipeline import compile_project
from compiler.project import open_project

Mneme = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]

RECORD = """\
---
id: ADR-{number:04d}
title: "Schnüre — {name} ✓"
status: accepted
date: 2024-03-05
scope: knots.k{number}
tags: [é, 箱]
---
# Schnüre — {name} ✓

## Decision

Wir knüpfen „{name}“ → 結び目.
"""


def records(count: int) -> dict[str, str | bytes]:
    return {
        f"docs/adr/{n:04d}-knot-{n}.md": RECORD.format(number=n, name=f"Knoten {n}")
        for n in range(1, count + 1)
    }


# --- terminals and pipes -------------------------------------------------------------------------

NARROW = [
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "POSIX", "PYTHONIOENCODING": "cp1252:strict"},
]


@pytest.mark.parametrize("env", NARROW, ids=["C", "cp1252"])
def test_no_character_crashes_the_output(
    env: dict[str, str], write_files: Write, mneme: Mneme
) -> None:
    write_files({**records(1), "docs/adr/0002-箱.md": "# 2. Kästen ✓ — 箱\n\nStatus: prüfend ✓\n"})
    listed = mneme("list", env=env)
    assert listed.returncode == 0, listed.stderr
    assert "Schnüre — Knoten 1 ✓" in listed.stdout
    assert "Kästen ✓ — 箱" in listed.stdout
    checked = mneme("check", env=env)
    assert checked.returncode == 0, checked.stderr
    assert "docs/adr/0002-箱.md:3:9: warning ADR202" in checked.stdout
    assert "prüfend ✓" in checked.stdout
    shown = mneme("show", "1", env=env)
    assert shown.returncode == 0, shown.stderr
    assert "„Knoten 1“ → 結び目" in shown.stdout


@pytest.mark.parametrize("env", NARROW, ids=["C", "cp1252"])
def test_no_character_crashes_a_refusal(
    env: dict[str, str], write_files: Write, mneme: Mneme
) -> None:
    write_files({"kästen/0001-箱.md": b"# 1. K\xe4sten\n"})
    done = mneme("compile", "kästen", env=env)
    assert done.returncode == 1, done.stderr
    assert "kästen/0001-箱.md:1:7: error ADR101" in done.stderr
    done = mneme("check", "nirgends-✓", env=env)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="file names are Unicode there")
def test_a_file_name_that_is_no_text_is_shown_and_read(tmp_path: Path, mneme: Mneme) -> None:
    folder = os.fsencode(tmp_path / "adr")
    os.mkdir(folder)
    with open(os.path.join(folder, b"0001-caf\xe9.md"), "wb") as file:
        file.write(b"# 1. Coffee\n\nStatus: accepted\n")
    done = mneme("list", "adr", "--format", "jsonl")
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)
    assert (row["path"], row["status"]) == ("adr/0001-caf\\xe9.md", "accepted")
    assert "0001-caf\\xe9.md" in mneme("check", "adr").stdout


@pytest.mark.parametrize(
    ("count", "arguments"),
    [
        (1, ["list", "--format", "jsonl"]),
        (120, ["list", "--format", "jsonl"]),
        (1, ["check", "--all"]),
        (1, ["compile"]),
        (0, ["explain"]),
    ],
)
def test_a_closed_pipe_ends_quietly(
    count: int, arguments: list[str], write_files: Write, environment: dict[str, str]
) -> None:
    many = {
        f"docs/adr/{n:04d}-x.md": f"# {n}. {'Knot ' * 150}\n\nStatus: accepted\n"
        for n in range(1, count + 1)
    }
    root = write_files(many)
    process = subprocess.Popen(
        [sys.executable, "-m", "mneme_cli", *arguments],
        cwd=root,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaint = process.stderr.read().decode()
    process.stderr.close()
    status = process.wait(timeout=60)
    assert "Traceback" not in complaint
    assert "Broken" not in complaint
    assert "bug" not in complaint
    # 1 would say that the records have errors; they have none.
    assert status == 0


def test_output_for_a_pipe_has_no_colour(write_files: Write, mneme: Mneme) -> None:
    write_files({"adr/0001-rope.md": "# 1. Rope\n\nStatus: warm\n"})
    done = mneme("check", "adr", env={"TERM": "xterm-256color", "COLORTERM": "truecolor"})
    assert "ADR202" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


def test_results_go_to_stdout_and_everything_else_to_stderr(
    write_files: Write, mneme: Mneme
) -> None:
    write_files({**records(2), "adr/0003-rope.md": "# 3. Rope\n\nStatus: accepted\n"})
    done = mneme("list", "--format", "json")
    assert [row["number"] for row in json.loads(done.stdout)["records"]] == [1, 2, 3]
    assert "several ADR folders: docs/adr, adr" in done.stderr


# --- the index on two machines -------------------------------------------------------------------

INDEX = "docs/adr/index.json"


def compiled_to(mneme: Mneme, cwd: Path, *where: str, env: dict[str, str] | None = None) -> bytes:
    target = cwd / "out.json"
    done = mneme("compile", *where, "-o", str(target), cwd=cwd, env=env)
    assert done.returncode == 0, done.stderr
    data = target.read_bytes()
    target.unlink()
    return data


@pytest.fixture
def machine(
    tmp_path: Path, write_files: Write, git: Callable[..., str]
) -> Callable[[str, dict[str, str | bytes]], Path]:
    """A checkout under another path: `machine("two", files)`; files are made in that order."""

    def checkout(name: str, content: dict[str, str | bytes]) -> Path:
        root = write_files(content, below=tmp_path / name / "deep" / name)
        git("init", "--quiet", cwd=root)
        return root

    return checkout


def test_order_and_place_of_the_files_do_not_change_the_index(
    machine: Callable[[str, dict[str, str | bytes]], Path], mneme: Mneme
) -> None:
    content = records(12)
    one = machine("one", content)
    two = machine("another-machine", dict(reversed(content.items())))
    assert compiled_to(mneme, one) == compiled_to(mneme, two)


def test_line_ends_and_byte_order_marks_of_a_checkout_do_not_change_the_index(
    machine: Callable[[str, dict[str, str | bytes]], Path], mneme: Mneme
) -> None:
    content = records(3)
    windows = {name: str(text).replace("\n", "\r\n") for name, text in content.items()}
    marked = {name: b"\xef\xbb\xbf" + str(text).encode() for name, text in content.items()}
    expected = compiled_to(mneme, machine("unix", content))
    assert compiled_to(mneme, machine("windows", dict(windows))) == expected
    assert compiled_to(mneme, machine("marked", dict(marked))) == expected
    assert b"\\r" not in expected
    assert b"\r" not in expected


@pytest.mark.parametrize(
    "env",
    [
        {**NARROW[0], "PYTHONHASHSEED": "1"},
        {"PYTHONIOENCODING": "cp1252", "PYTHONHASHSEED": "4242"},
        {"LC_ALL": "C.utf8", "TZ": "Pacific/Kiritimati"},
    ],
)
def test_locale_zone_and_hash_seed_do_not_change_the_index(
    env: dict[str, str],
    machine: Callable[[str, dict[str, str | bytes]], Path],
    mneme: Mneme,
) -> None:
    related = RECORD.format(number=5, name="Alle").replace(
        "\ntags:", "\nrelates_to: [3, 1, 4, 2]\namends: [2, 1, 3]\ntags:"
    )
    root = machine("one", {**records(4), "docs/adr/0005-箱.md": related})
    here = serialize(build_index(compile_project(open_project(None, root)))).encode()
    assert compiled_to(mneme, root, env=env) == here


def test_the_folder_that_the_command_runs_in_does_not_change_the_index(
    machine: Callable[[str, dict[str, str | bytes]], Path], mneme: Mneme
) -> None:
    root = machine("one", {**records(3), "src/lib/x.py": ""})
    expected = compiled_to(mneme, root)
    assert compiled_to(mneme, root / "src" / "lib") == expected
    assert compiled_to(mneme, root / "docs" / "adr", ".") == expected
    assert compiled_to(mneme, root.parent, str(root / "docs" / "adr")) == expected


def test_the_index_holds_no_absolute_path_and_ends_with_one_newline(
    machine: Callable[[str, dict[str, str | bytes]], Path], mneme: Mneme, tmp_path: Path
) -> None:
    root = machine("one", records(2))
    text = compiled_to(mneme, root, str(root / "docs" / "adr")).decode()
    assert str(tmp_path) not in text
    assert tmp_path.name not in text
    assert text.endswith("}\n")
    assert not text.endswith("\n\n")
    assert [
        item["source_evidence"][0]["source_locator"] for item in json.loads(text)["decisions"]
    ] == [
        "docs/adr/0001-knot-1.md",
        "docs/adr/0002-knot-2.md",
    ]


def test_a_written_index_is_compared_by_content_not_by_line_end(
    machine: Callable[[str, dict[str, str | bytes]], Path], mneme: Mneme
) -> None:
    root = machine("one", records(2))
    assert mneme("compile", "-o", INDEX, cwd=root).returncode == 0
    assert mneme("compile", "--check", cwd=root).returncode == 0
    written = root / INDEX
    written.write_bytes(written.read_bytes().replace(b"\n", b"\r\n"))
    assert mneme("compile", "--check", cwd=root).returncode == 0
    record = root / "docs/adr/0002-knot-2.md"
    record.write_text(record.read_text("utf-8").replace("accepted", "deprecated"), "utf-8")
    done = mneme("compile", "--check", cwd=root)
    assert done.returncode == 1
    assert "ADR-0002" in done.stdout
    assert "ADR-0001" not in done.stdout


@pytest.mark.parametrize("content", [None, "{", '{"decisions": 1}', "\xff"])
def test_an_index_that_is_missing_or_broken_is_out_of_date(
    content: str | None,
    machine: Callable[[str, dict[str, str | bytes]], Path],
    mneme: Mneme,
) -> None:
    root = machine("one", records(1))
    if content is not None:
        root.joinpath(INDEX).write_bytes(content.encode("latin-1"))
    done = mneme("compile", "--check", cwd=root)
    assert done.returncode == 1, done.stderr
    assert INDEX in done.stdout
    assert "mneme compile -o" in done.stdout


# --- messages ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "arguments", "named"),
    [
        ({}, ["check"], "no ADR folder"),
        ({}, ["check", "nowhere"], "nowhere"),
        ({}, ["compile", "nowhere"], "nowhere"),
        ({"adr/0001-x.md": "# 1. X\n"}, ["show", "ADR-9"], "ADR-9"),
        ({"adr/0001-x.md": "# 1. X\n"}, ["chekc"], "chekc"),
        ({"adr/0001-x.md": "# 1. X\n"}, ["check", "--stirct"], "--stirct"),
        ({"adr/0001-x.md": "# 1. X\n"}, ["check", "--format", "yaml"], "yaml"),
        ({"adr/0001-x.md": "# 1. X\n"}, ["explain", "ADR999"], "ADR999"),
        ({"adr/0001-x.md": "# 1. X\n"}, ["check", "adr/0001-x.md"], "adr/0001-x.md"),
        ({"adr/0001-x.md": "", "pyproject.toml": "[tool.mneme"}, ["check"], "pyproject.toml"),
        ({"adr/0001-x.md": "", ".mneme/config.toml": "a ="}, ["check"], ".mneme/config.toml"),
        ({"adr/0001-x.md": "", ".mneme/config.toml": b"\xff"}, ["check"], ".mneme/config.toml"),
        ({"adr/0001-x.md": "", ".mneme/config.toml": "adr_dri = 'adr'"}, ["check"], "adr_dir"),
        ({".mneme/config.toml": "adr_dir = 'decisions'"}, ["check"], "decisions"),
        ({".mneme/config.toml": "adr_dir = '../adr'"}, ["check"], "../adr"),
        ({".adr-dir": "gone\n"}, ["check"], ".adr-dir"),
        ({".adr-dir": "\n"}, ["check"], ".adr-dir"),
        ({"adr/0001-x.md": "", ".mneme/config.toml": "dialect = 'madr'"}, ["check"], "madr"),
        (
            {"adr/0001-x.md": "", ".mneme/config.toml": "", "pyproject.toml": "[tool.mneme]\n"},
            ["check"],
            "pyproject.toml",
        ),
    ],
)
def test_a_stop_names_its_object_and_a_way_out(
    files: dict[str, str | bytes],
    arguments: list[str],
    named: str,
    write_files: Write,
    mneme: Mneme,
) -> None:
    write_files(files)
    done = mneme(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert named in done.stderr
    assert "hint: " in done.stderr or "allowed are" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("files", "arguments", "code"),
    [
        ({}, ["check", "nowhere", "--format", "json"], "usage"),
        ({}, ["list", "--format=json"], "usage"),
        ({"pyproject.toml": "[tool.mneme]\nx = 1\n"}, ["check", "--format", "json"], "config"),
    ],
)
def test_a_stop_is_json_where_json_was_asked_for(
    files: dict[str, str | bytes],
    arguments: list[str],
    code: str,
    write_files: Write,
    mneme: Mneme,
) -> None:
    write_files(files)
    done = mneme(*arguments)
    assert done.returncode == 2
    data = json.loads(done.stdout)
    assert list(data) == ["code", "message", "hint"]
    assert data["code"] == code
    assert data["message"]
    assert data["hint"]


def test_a_broken_configuration_stops_every_command(write_files: Write, mneme: Mneme) -> None:
    write_files({**records(1), ".mneme/config.toml": "rules = 1\n"})
    for arguments in (["compile"], ["list"], ["check", "docs/adr"]):
        assert mneme(*arguments).returncode == 2, arguments


@pytest.mark.parametrize("name", ["pyproject.toml", ".mneme/config.toml", ".adr-dir"])
def test_configuration_that_cannot_be_read_is_no_bug_of_ours(
    name: str, write_files: Write, tmp_path: Path
) -> None:
    write_files(records(1))
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    # Configuration in another encoding, as an editor may save it.
    path.write_bytes('[tool.mneme]\nadr_dir = "dürfen"\n'.encode("latin-1"))
    with pytest.raises(MnemeError) as stop:
        open_project(None, tmp_path)
    assert name in stop.value.message
    assert stop.value.hint


def test_an_empty_folder_is_an_empty_corpus_and_says_so(mneme: Mneme, tmp_path: Path) -> None:
    tmp_path.joinpath("adr").mkdir()
    done = mneme("check", "adr")
    assert done.returncode == 0
    assert "found 0 files" in done.stdout
    assert "no records" in mneme("list", "adr").stdout


def test_every_file_is_announced_while_it_is_read(write_files: Write) -> None:
    root = write_files({**records(5), "docs/adr/old.rst": "Old\n"})
    seen: list[tuple[int, int]] = []
    compile_project(
        open_project(None, root), progress=lambda done, total: seen.append((done, total))
    )
    assert seen == [(number, 6) for number in range(6)]


# --- where the command runs ----------------------------------------------------------------------


def test_no_repository_is_needed(write_files: Write, mneme: Mneme) -> None:
    write_files(records(2))
    for arguments in (["check"], ["compile"], ["show", "1"]):
        done = mneme(*arguments)
        assert done.returncode == 0, (arguments, done.stderr)


def test_paths_are_relative_to_the_current_folder_where_there_is_no_repository(
    write_files: Write, mneme: Mneme, tmp_path: Path
) -> None:
    write_files({"docs/adr/0001-x.md": "# 1. X\n", "elsewhere/keep": ""})
    at_home = mneme("list", "docs/adr", "--format", "jsonl")
    assert json.loads(at_home.stdout)["path"] == "docs/adr/0001-x.md"
    inside = mneme("list", ".", "--format", "jsonl", cwd=tmp_path / "docs" / "adr")
    assert json.loads(inside.stdout)["path"] == "0001-x.md"
    beside = mneme("list", "../docs/adr", "--format", "jsonl", cwd=tmp_path / "elsewhere")
    assert json.loads(beside.stdout)["path"] == "../docs/adr/0001-x.md"


def test_another_repository_is_read_from_outside(
    write_files: Write, git_repo: Path, mneme: Mneme, tmp_path_factory: pytest.TempPathFactory
) -> None:
    write_files({**records(1), "docs/adr/0002-y.md": "# 2. Y\n\nStatus: warm\n"})
    away = tmp_path_factory.mktemp("away")
    for cwd in (away, Path(away.anchor)):
        done = mneme("check", str(git_repo / "docs" / "adr"), "--format", "json", cwd=cwd)
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert report["accounting"]["records"] == 2
        assert {d["path"] for d in report["diagnostics"]} == {"docs/adr/0002-y.md"}


def test_files_that_git_ignores_are_left_out(
    write_files: Write, git_repo: Path, mneme: Mneme
) -> None:
    write_files(
        {
            **records(1),
            ".gitignore": "/docs/adr/build/\nscratch.md\n",
            "docs/adr/build/0002-x.md": "# 2. X\n",
            "docs/adr/scratch.md": "# Scratch\n",
        }
    )
    done = mneme("list", "--all", "--format", "jsonl", cwd=git_repo)
    assert [json.loads(line)["path"] for line in done.stdout.splitlines()] == [
        "docs/adr/0001-knot-1.md"
    ]


def test_a_folder_is_read_without_git_on_the_path(
    write_files: Write, git_repo: Path, mneme: Mneme
) -> None:
    write_files(records(2))
    empty = git_repo / "empty"
    empty.mkdir()
    done = mneme("check", cwd=git_repo, env={"PATH": str(empty)})
    assert done.returncode == 0, done.stderr
    assert "found 2 files = 2 records" in done.stdout


def test_a_linked_worktree_is_a_repository_of_its_own(
    write_files: Write, git_repo: Path, git: Callable[..., str], mneme: Mneme
) -> None:
    write_files(records(1))
    git("add", ".")
    git("commit", "--quiet", "--message=one")
    linked = git_repo.with_name(f"{git_repo.name}-linked")
    git("worktree", "add", "--quiet", "--detach", str(linked))
    write_files(records(2), below=linked)
    done = mneme("list", "--format", "jsonl", cwd=linked / "docs")
    assert [json.loads(line)["path"] for line in done.stdout.splitlines()] == [
        "docs/adr/0001-knot-1.md",
        "docs/adr/0002-knot-2.md",
    ]


def test_another_package_of_our_name_is_told_and_not_run(
    write_files: Write, mneme: Mneme, tmp_path: Path
) -> None:
    write_files({**records(1), "other/compiler/__init__.py": "raise SystemExit(0)\n"})
    done = mneme("check", env={"PYTHONPATH": str(tmp_path / "other")})
    assert (done.returncode, done.stdout) == (2, "")
    assert "`compiler`" in done.stderr
    assert str(tmp_path / "other") in done.stderr


def test_a_check_writes_nothing(write_files: Write, git_repo: Path, mneme: Mneme) -> None:
    write_files({**records(2), "docs/adr/0003-y.md": "# 3. Y\n\nStatus: warm\n"})

    def state() -> dict[str, bytes]:
        found = (path for path in git_repo.rglob("*") if ".git" not in path.parts)
        return {str(path): path.read_bytes() for path in found if path.is_file()}

    before = state()
    for arguments in (["check"], ["compile"], ["doctor"]):
        mneme(*arguments, cwd=git_repo)
    assert state() == before


def test_a_link_to_a_file_outside_is_not_read(
    write_files: Write, git_repo: Path, mneme: Mneme, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("outside") / "0002-secret.md"
    secret.write_text("# 2. Secret\n\nStatus: accepted\n")
    write_files(records(1))
    git_repo.joinpath("docs/adr/0002-secret.md").symlink_to(secret)
    done = mneme("list", "--all", "--format", "jsonl", cwd=git_repo)
    assert "Secret" not in done.stdout
    row = json.loads(done.stdout.splitlines()[1])
    assert (row["path"], row["record"]) == ("docs/adr/0002-secret.md", False)


def test_a_linked_folder_outside_is_not_read_and_not_passed_over_in_silence(
    write_files: Write, git_repo: Path, mneme: Mneme, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    outside.joinpath("0002-secret.md").write_text("# 2. Secret\n\nStatus: accepted\n")
    write_files(records(1))
    git_repo.joinpath("docs/adr/more").symlink_to(outside, target_is_directory=True)
    done = mneme("check", "--format", "json", cwd=git_repo)
    report = json.loads(done.stdout)
    assert report["accounting"]["records"] == 1
    assert [(d["code"], d["path"]) for d in report["diagnostics"]] == [("ADR110", "docs/adr/more")]
