"""What `mneme hook commit-msg` says of a message, and what `prepare-commit-msg` puts into one."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Git = Callable[..., str]
Run = Callable[..., CompletedProcess[str]]
Write = Callable[..., Path]

SCISSORS = "------------------------ >8 ------------------------"


@pytest.fixture
def judged(
    repository: Path, record: Callable[..., str], write_files: Write, git: Git, run: Run
) -> Callable[..., CompletedProcess[str]]:
    """Judge a message in a repository with decisions of every kind."""
    texts = {
        "0002-use-y.md": record("2. Use Y", "Accepted\n\nSupersedes [3. Use Z](0003-use-z.md)"),
        "0003-use-z.md": record("3. Use Z", "Superseded by [2. Use Y](0002-use-y.md)"),
        "0004-use-w.md": record("4. Use W", "Proposed"),
        "0005-use-v.md": record("5. Use V", "Rejected"),
    }
    write_files({f"docs/adr/{name}": text for name, text in texts.items()})
    git("add", ".")
    git("commit", "--quiet", "--message", "Records")

    def judge(message: str | bytes) -> CompletedProcess[str]:
        write_files({".git/COMMIT_EDITMSG": message})
        return run("hook", "commit-msg", ".git/COMMIT_EDITMSG")

    return judge


@pytest.mark.parametrize(
    ("message", "status", "words"),
    [
        ("Go on", 0, []),
        ("Go on\n\nDecision: ADR-0001", 0, []),
        ("Go on\n\nDecision: none", 0, []),
        ("Go on\n\nDecision: we keep it", 0, []),
        ("Go on\n\nRef: PROJ-9999, #77", 0, []),
        ("Replace ADR-3 by ADR-2, and drop ADR-5", 0, []),
        ("Ship by ADR 2014 road transport", 0, []),
        ("Go on\n\nDecision: ADR-0009", 1, ["error TRC701", "ADR-0009", "did you mean ADR-000"]),
        ("Go on\n\nRefs: ADR-99", 1, ["error TRC701", "ADR-99"]),
        ("Go on\n\nDecision: 77", 1, ["error TRC701", "77"]),
        ("Go on\n\nImplements: adr-3", 1, ["error TRC702", "superseded by ADR-0002"]),
        ("Go on\n\nDecision: ADR-1, ADR-3", 1, ["error TRC702"]),
        ("Go on\n\nDecision: ADR-4", 0, ["warning TRC704", "proposed"]),
        ("Go on\n\nDecision: ADR-5", 0, ["warning TRC704", "rejected"]),
        ("Go on, see ADR-0077", 0, ["warning TRC701", "ADR-0077"]),
        ("Go on\n\n# Decision: ADR-0009", 0, []),
        (f"Go on\n\nDecision: ADR-1\n# {SCISSORS}\ndiff --git a/x b/x\n\nDecision: ADR-9", 0, []),
        ('Revert "x"\n\nThis reverts commit 0123456.\n\n> Decision: ADR-0009', 0, []),
        ("Go on\r\n\r\nDecision: ADR-0009\r\n", 1, ["error TRC701"]),
        ("Größer\n\nDecision: ADR-0009\n".encode("latin-1"), 1, ["error TRC701"]),
        ("", 0, []),
    ],
)
def test_message_is_judged(
    judged: Callable[..., CompletedProcess[str]],
    message: str | bytes,
    status: int,
    words: list[str],
) -> None:
    done = judged(message)
    assert done.returncode == status, done.stderr
    assert [word for word in words if word not in done.stderr] == []
    assert bool(done.stderr) == bool(words)


@pytest.mark.parametrize("mark", [";", "auto"])
def test_comment_mark_of_the_repository_counts(
    judged: Callable[..., CompletedProcess[str]], git: Git, mark: str
) -> None:
    git("config", "core.commentChar", mark)
    shown = ";"
    hidden = f"{shown} Decision: ADR-9\n\n{shown} {SCISSORS}\nADR-9\n\nDecision: ADR-9\n"
    assert judged(f"#1 is done\n\n{hidden}").returncode == 0
    assert judged(f"Go on\n\nDecision: ADR-9\n\n{hidden}").returncode == 1


def test_record_of_the_same_commit_can_be_cited(
    judged: Callable[..., CompletedProcess[str]],
    record: Callable[..., str],
    write_files: Write,
    git: Git,
) -> None:
    write_files({"docs/adr/0006-use-u.md": record("6. Use U")})
    assert judged("Use U\n\nDecision: ADR-6").returncode == 1, "it is not staged"
    git("add", ".")
    assert judged("Use U\n\nDecision: ADR-6").returncode == 0


def test_keys_of_the_configuration_count(
    judged: Callable[..., CompletedProcess[str]], write_files: Write, git: Git
) -> None:
    write_files({".mneme/config.toml": 'trailers = ["Satisfies"]\n'})
    assert judged("Go on\n\nSatisfies: 77").returncode == 0, "it is not staged"
    git("add", ".")
    assert judged("Go on\n\nSatisfies: 77").returncode == 1


def test_gate_fails_closed(repository: Path, run: Run, git: Git, write_files: Write) -> None:
    assert run("hook", "commit-msg", "nowhere").returncode == 2
    git("rm", "--quiet", "-r", "docs")
    write_files({".git/COMMIT_EDITMSG": "Go on\n\nDecision: ADR-1"})
    assert run("hook", "commit-msg", ".git/COMMIT_EDITMSG").returncode == 2
    write_files({".git/COMMIT_EDITMSG": "Go on"})
    assert run("hook", "commit-msg", ".git/COMMIT_EDITMSG").returncode == 0


def test_git_commits_what_the_hook_lets_pass(
    judged: Callable[..., CompletedProcess[str]], repository: Path, try_git: Run, write_files: Write
) -> None:
    hook = repository / ".git" / "hooks" / "commit-msg"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mneme_cli hook commit-msg "$1"\n')
    hook.chmod(0o755)
    write_files(
        {"docs/adr/0001-use-x.md": (repository / "docs/adr/0001-use-x.md").read_text() + "x"}
    )
    verbose = ("-c", "core.editor=sed -i '1s/^/Go on/'", "commit", "--all", "--verbose")
    assert try_git(*verbose).returncode == 0
    refused = try_git("commit", "--allow-empty", "-m", "Go on", "-m", "Decision: ADR-9")
    assert (refused.returncode, "TRC701" in refused.stderr) == (1, True)
    assert (
        try_git("commit", "--allow-empty", "-m", "Go on", "-m", "Decision: ADR-1").returncode == 0
    )


def governed(record: Callable[..., str]) -> dict[str, str]:
    """A file that a decision covers, where decisions are to be offered."""
    return {
        ".mneme/config.toml": "suggest_trailers = true\n",
        "docs/adr/0002-use-y.md": f"---\nscope: src\n---\n{record('2. Use Y')}",
        "src/x.py": "x = 1\n",
    }


def test_offer_stands_before_the_comments_of_git(
    repository: Path, run: Run, write_files: Write, git: Git, record: Callable[..., str]
) -> None:
    message = "\n# Please enter the commit message\n"
    write_files(governed(record) | {".git/COMMIT_EDITMSG": message})
    git("add", ".")
    asked = ("hook", "prepare-commit-msg", ".git/COMMIT_EDITMSG")
    file = repository / ".git" / "COMMIT_EDITMSG"
    for others in (("message",), ("merge",), ("commit", "HEAD")):
        assert run(*asked, *others).returncode == 0
        assert file.read_text() == message
    assert run(*asked).returncode == 0
    first, heading, offer, rest = file.read_text().split("\n", 3)
    assert (first, offer) == ("", "# Decision: ADR-0002 Use Y")
    assert heading.startswith("# Decisions that govern")
    assert rest == "# Please enter the commit message\n"


@pytest.mark.parametrize(
    ("message", "offered"),
    [
        (
            "# Subject\n\n# Why\n\n# Please enter\n#\n",
            "# Subject\n\n# Why\n\nOFFER# Please enter\n#\n",
        ),
        (
            f"\n# Please\n# {SCISSORS}\n# Do not\n+x\n",
            f"\nOFFER# Please\n# {SCISSORS}\n# Do not\n+x\n",
        ),
        (f"\n# {SCISSORS}\n# Do not\n", f"\n# {SCISSORS}\n# Do not\n"),
        ("\n", "\nOFFER"),
    ],
    ids=["template", "verbose", "kept as it is", "no status"],
)
def test_offer_damages_no_message(
    repository: Path,
    run: Run,
    write_files: Write,
    git: Git,
    record: Callable[..., str],
    message: str,
    offered: str,
) -> None:
    """Above the scissors of `git commit --cleanup=scissors` git would commit the offer."""
    write_files(governed(record) | {".git/COMMIT_EDITMSG": message})
    git("add", ".")
    assert run("hook", "prepare-commit-msg", ".git/COMMIT_EDITMSG", "template").returncode == 0
    text = (repository / ".git" / "COMMIT_EDITMSG").read_text()
    shown = re.sub(r"# Decisions that.*\n# Decision: ADR-0002 Use Y\n", "OFFER", text)
    assert shown == offered


def test_last_comment_mark_of_two_names_counts(
    judged: Callable[..., CompletedProcess[str]], git: Git
) -> None:
    git("config", "core.commentString", "//")
    git("config", "core.commentChar", ";")
    assert judged("Go on\n\n; see ADR-9\n").stderr == ""
    git("config", "--unset", "core.commentString")
    git("config", "core.commentString", "//")
    assert judged("Go on\n\n// see ADR-9\n").stderr == ""


def test_nothing_is_offered_unless_the_configuration_says_so(
    repository: Path, run: Run, write_files: Write, git: Git
) -> None:
    write_files({".git/COMMIT_EDITMSG": "\n# Please\n", "src/x.py": "x = 1\n"})
    git("add", ".")
    assert run("hook", "prepare-commit-msg", ".git/COMMIT_EDITMSG").returncode == 0
    assert (repository / ".git" / "COMMIT_EDITMSG").read_text() == "\n# Please\n"
