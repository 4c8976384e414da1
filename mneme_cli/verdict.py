"""The verdict of `check` and of the hook: rendered, printed and, for what is staged, remembered.

Libraries are imported where they are needed: a remembered verdict needs none (ADR-0020).
"""

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.git.places import find_root
from compiler.remembered import Answer, Memory, open_memory

if TYPE_CHECKING:
    from compiler.pipeline import Compiled

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def memory_for(arguments: list[str]) -> Memory | None:
    """What was answered to this command line, which judges what is staged; None where nothing can
    be remembered."""
    try:
        root = find_root(Path.cwd())
        # Whose commit it is, is part of the question: see `check_committed_here`.
        question = [*arguments, os.environ.get("GIT_DIR", "")]
        return open_memory(root, question) if root else None
    except OSError:  # the current folder is gone: the long way says so
        return None


def status(result: "Compiled", *, strict: bool) -> int:
    """The exit status: errors are findings, with `strict` warnings too."""
    return int(result.errors > 0 or (strict and result.warnings > 0))


def verdict(result: "Compiled", *, strict: bool, everything: bool, format_: str) -> Answer:
    """Status and report; with `strict`, warnings count as errors."""
    from mneme_cli.options import notes
    from mneme_cli.render.formats import RENDERERS

    lines = RENDERERS[format_](result, everything)
    said = notes(result.project, result.accounting.found)
    return Answer(status(result, strict=strict), _joined(lines), _joined(said))


def remember(memory: Memory, result: "Compiled", answer: Answer) -> None:
    """Keep a verdict on what is staged in the whole repository."""
    from compiler.snapshots import Snapshot

    source = result.project.source
    seen = source.seen() if isinstance(source, Snapshot) else None
    if seen is not None:
        memory.remember(seen, answer)


def give(answer: Answer) -> int:
    """Print a verdict whose notes were printed while it was found, and return the status."""
    _write(answer.output, sys.stdout)
    return answer.status


def repeat(answer: Answer) -> int:
    """Print all of a remembered verdict, and return the status."""
    _write(answer.notes, sys.stderr)
    return give(answer)


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _write(text: str, stream: TextIO) -> None:
    """As click prints: with colour on a terminal, which click has to translate for some."""
    if "\x1b" in text and stream.isatty():
        import click

        click.echo(text, file=stream, nl=False)
    else:
        stream.write(_COLOUR.sub("", text))
