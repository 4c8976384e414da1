"""Where the process begins and ends: streams, the import check, and every exit status (ADR-0011).

0 fine; 1 findings of severity error; 2 wrong use or configuration; 3 the tool itself failed;
130 interrupted.
"""

import contextlib
import gc
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    from compiler.remembered import Memory

OK, FINDINGS, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130
_PACKAGES = ("adr_schema", "compiler", "decision_trace", "mcp_server", "proposals")


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status. Nothing but a bug of ours gets past here."""
    # One short-lived process that frees almost everything by reference count: the cycle
    # collector would only walk the parser's tokens again and again.
    gc.disable()
    if not _prepare_streams():
        return BUG
    shadowed = _shadowed_package()
    if shadowed:
        _complain(f"mneme: {shadowed}")
        return USAGE
    try:
        status = _answer(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _drop_output()
        _complain(f"mneme: the output cannot be written: {error.strerror or error}")
        return BUG


def _answer(arguments: list[str]) -> int:
    """Repeat a verdict that is remembered (ADR-0020), else run the command."""
    if not _asks_for_staged(arguments):
        return _dispatch(arguments, None)
    try:
        from mneme_cli.verdict import memory_for, repeat

        memory = memory_for(arguments)
        known = memory.recall() if memory else None
    except Exception as error:
        return _report_bug(error)
    return repeat(known) if known else _dispatch(arguments, memory)


def _asks_for_staged(arguments: list[str]) -> bool:
    """Whether the command judges what is staged, which alone is remembered."""
    return arguments[:2] == ["hook", "pre-commit"] or set(arguments) >= {"check", "--staged"}


def _dispatch(arguments: list[str], memory: "Memory | None") -> int:
    import click

    from compiler.errors import MnemeError, RefusedError
    from mneme_cli.app import app

    try:
        # Not `app.main`: it answers a closed pipe with the status that means findings.
        with app.make_context("mneme", arguments or ["--help"], obj=memory) as context:
            result = app.invoke(context)
        return result if isinstance(result, int) else OK
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.Abort:
        return INTERRUPTED
    except click.UsageError as error:
        return _stop(arguments, "usage", error.format_message(), _try_help(error))
    except click.ClickException as error:
        return _stop(arguments, "usage", error.format_message(), None)
    except MnemeError as error:
        status = _stop(arguments, error.code, error.message, error.hint)
        return FINDINGS if isinstance(error, RefusedError) else status
    except KeyboardInterrupt:
        raise
    except OSError as error:
        if error.filename is None:
            raise  # a stream that cannot be written
        return _report_bug(error)
    except Exception as error:
        return _report_bug(error)


def _try_help(error: "object") -> str | None:
    context = getattr(error, "ctx", None)
    return f"see `{context.command_path} --help`" if context else "see `mneme --help`"


def _stop(arguments: list[str], code: str, message: str, hint: str | None) -> int:
    """Say why the command stops: on stdout in the form for programs that was asked for, else as
    text."""
    if _wants(arguments, "json"):
        import json

        from mneme_cli.render.safe import in_json

        stopped_by = {"code": code, "message": message, "hint": hint}
        print(in_json(json.dumps(stopped_by, ensure_ascii=False)))
    elif _wants(arguments, "github"):
        from mneme_cli.render.github import stopped

        print(stopped(message, hint))
    else:
        _complain(f"mneme: {message}", *([f"  hint: {hint}"] if hint else []))
    return USAGE


def _complain(*lines: str) -> None:
    """Say something on stderr; where even that fails, the exit status has to do.

    A key or name in it may be anything: it begins no line of its own.
    """
    from mneme_cli.render.safe import one_line

    with contextlib.suppress(OSError):
        for line in lines:
            print(one_line(line), file=sys.stderr)
        sys.stderr.flush()


def _drop_output() -> None:
    """Point stdout elsewhere, so that Python's own flush at the end does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wants(arguments: list[str], form: str) -> bool:
    joined = " ".join(arguments)
    return f"--format {form}" in joined or f"--format={form}" in joined


def _report_bug(error: Exception) -> int:
    """A failure of the tool: what to report, without a wall of text. A gate must not pass here."""
    import traceback

    from mneme_cli._version import __version__

    if os.environ.get("MNEME_TRACEBACK"):
        traceback.print_exception(error, file=sys.stderr)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}"
    _complain(
        f"mneme {__version__} failed: {type(error).__name__}: {error} ({where})",
        "  This is a bug of mneme, nothing was judged. Please report the line above;",
        "  MNEME_TRACEBACK=1 shows more.",
    )
    return BUG


def _prepare_streams() -> bool:
    """Output is UTF-8 with plain line ends wherever it is piped, whatever the locale says.

    False where stdout is closed: a result that nobody can read is none.
    """
    if sys.stderr is None:
        # Its descriptor stays open for the life of the process, whatever wraps it.
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", closefd=False)
    if sys.stdout is None:
        _complain("mneme: standard output is closed")
        return False
    sys.stdout, sys.stderr = _prepared(sys.stdout), _prepared(sys.stderr)
    return True


def _prepared(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper):
        return stream  # a caller's stand-in
    if stream.isatty():
        stream.reconfigure(errors="backslashreplace")
        return stream
    stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        pipe = io.BufferedWriter(_Pipe(stream.fileno(), "w", closefd=False))
    except io.UnsupportedOperation:
        return stream  # a stand-in in memory
    buffering = stream.line_buffering
    return io.TextIOWrapper(pipe, "utf-8", "backslashreplace", "\n", line_buffering=buffering)


class _Pipe(io.FileIO):
    """An output whose reader may leave before the end (`mneme check | head`): the rest goes
    nowhere, and the run ends with the status that its answer has."""

    def write(self, b: "ReadableBuffer", /) -> int:
        try:
            return super().write(b)
        except BrokenPipeError:
            return memoryview(b).nbytes


def _shadowed_package() -> str | None:
    """Our import names are general words: say so where another distribution took one."""
    from importlib.util import find_spec

    home = Path(__file__).resolve().parent.parent
    for name in _PACKAGES:
        spec = find_spec(name)
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if origin is None or origin.parent.parent != home:
            return (
                f"another package named `{name}` is imported from {origin or 'nowhere'} instead of "
                "ours: install mneme-adr in an environment of its own (uv tool install, pipx)"
            )
    return None
