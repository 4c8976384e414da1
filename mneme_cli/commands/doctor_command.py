"""`mneme doctor`: environment, configuration, what was found where, and what to do about it."""

import platform
import shutil
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.config import OWN_FILE, PYPROJECT
from compiler.search import ENGINE, NO_ENGINE, REMEDY, has_engine
from mneme_cli._version import __version__
from mneme_cli.options import adr_dir_option, format_option, say_json
from mneme_cli.surfaces import writes

if TYPE_CHECKING:
    from compiler.pipeline import Compiled
    from compiler.project import Project

_LIBRARIES = ("click", "jsonschema", "markdown-it-py", "pathspec", "pygit2", "PyYAML")

Line = dict[str, str | bool | None]


@click.command("doctor", short_help="Look for problems of the set-up.")
@writes("cache")
@adr_dir_option
@format_option("text", "json")
def command(directory: str | None, format_: str) -> int:
    """Look at the installation, the configuration and the records, with a fix for each finding.

    `ok` begins a line that needs nothing done, `!!` one that does; where any does, the exit
    status is 1. A line that is `ok` may have a fix all the same, as warnings have.

    \b
    Examples:
      mneme doctor
    """
    lines = list(_examine(directory))
    if format_ == "json":
        say_json({"ok": all(line["ok"] for line in lines), "findings": lines})
    else:
        for line in lines:
            click.echo(f"{'ok ' if line['ok'] else '!! '} {line['about']:14} {line['finding']}")
            if line["fix"]:
                click.echo(f"    fix: {line['fix']}")
    return int(not all(line["ok"] for line in lines))


def _line(about: str, finding: str, *, ok: bool = True, fix: str | None = None) -> Line:
    return {"about": about, "ok": ok, "finding": finding, "fix": fix}


def _examine(directory: str | None) -> Iterator[Line]:
    from compiler.errors import MnemeError
    from compiler.pipeline import compile_project
    from compiler.project import open_project
    from proposals.claims import CLAIMS

    yield from _environment()
    try:
        project = open_project(directory)
    except MnemeError as error:
        yield _line("configuration", error.message, ok=False, fix=error.hint)
        return
    yield from _project(project)
    yield from _records(compile_project(project, also=CLAIMS))


def _environment() -> Iterator[Line]:
    yield _line("mneme", __version__)
    yield _line("python", f"{platform.python_version()} on {platform.system()}")
    for name in _LIBRARIES:
        try:
            yield _line(name, version(name))
        except PackageNotFoundError:
            yield _line(name, "missing", ok=False, fix=f"python -m pip install {name}")
    import yaml

    if not getattr(yaml, "__with_libyaml__", False):
        fix = "python -m pip install --force-reinstall --only-binary :all: PyYAML"
        yield _line("libyaml", "PyYAML has no C scanner; reading is slower", ok=False, fix=fix)
    yield search_line()
    git = shutil.which("git")
    if git:
        yield _line("git", "found")
    else:
        yield _line("git", "not found; ignored files are read too", ok=False, fix="install git")


def search_line(engine: str = ENGINE) -> Line:
    """Whether `mneme search` can work here; `engine` is SQLite's module for it."""
    if has_engine(engine):
        return _line("search", "SQLite has FTS5")
    return _line("search", NO_ENGINE, ok=False, fix=REMEDY)


def _project(project: "Project") -> Iterator[Line]:
    where = "a git repository" if project.root else "no git repository; plain folders are read"
    yield _line("repository", where)
    yield _cache(project)
    yield _line("configuration", project.config.source or "none; defaults hold")
    yield _line(
        "ADR folders", f"{', '.join(c.path for c in project.corpora)} (from {project.found_by})"
    )
    if project.root:
        yield _hook(project.root)
        yield from _merging(project.root)
    if project.note:
        fix = _configure(project, f'adr_dir = "{project.corpora[0].path}"')
        yield _line("ADR folders", f"{project.note}; all of them are read", ok=False, fix=fix)


def _hook(root: Path) -> Line:
    from compiler.errors import UsageError
    from compiler.hook_files import find_hook

    try:
        hook = find_hook(root)
    except UsageError as error:
        return _line("hook", error.message, ok=False, fix=error.hint)
    if hook.installed and not hook.runs:
        fix = f"chmod +x {hook.shown}"
        return _line("hook", f"{hook.shown} is not executable", ok=False, fix=fix)
    if hook.installed:
        return _line("hook", f"installed in {hook.shown}")
    if hook.manager:
        return _line("hook", f"{hook.shown} is kept by {hook.manager[0]}")
    return _line("hook", "none; to install it: mneme init --hooks")


def _merging(root: Path) -> Iterator[Line]:
    """Whether git merges proposals by id, where there are any."""
    from compiler.errors import UsageError
    from proposals.registration import registration
    from proposals.store import PROPOSALS_FILE

    if not (root / PROPOSALS_FILE).exists():
        return
    try:
        found = registration(root)
    except UsageError as error:
        yield _line("merging", error.message, ok=False, fix=error.hint)
        return
    fix = "mneme init --merge-driver"
    if found.whole:
        yield _line("merging", f"git merges {PROPOSALS_FILE} by the ids of its entries")
    elif found.named:
        what = f".gitattributes names the merge driver of {PROPOSALS_FILE}, and this clone has none"
        yield _line("merging", what, ok=False, fix=fix)
    else:
        yield _line("merging", f"git merges {PROPOSALS_FILE} line by line; by ids after: {fix}")


def _cache(project: "Project") -> Line:
    from compiler.cache import cache_file, open_cache
    from compiler.kept import SWITCH, is_off

    path = cache_file(project.root)
    if is_off():
        return _line("cache", f"not used: {SWITCH} says so")
    if project.root is None:
        return _line("cache", "none outside a git repository")
    if path is None:
        why = "something else stands in its place in the git directory; each run reads everything"
        return _line("cache", why, ok=False, fix=f"move it away, or set {SWITCH}=off")
    with open_cache(project.root) as cache:
        if cache.usable:
            return _line("cache", f"{path}, in use")
    fix = f"make {path.parent} a folder that you may write, or set {SWITCH}=off"
    return _line("cache", f"{path} cannot be used; each run reads everything", ok=False, fix=fix)


def _records(compiled: "Compiled") -> Iterator[Line]:
    from mneme_cli.render.report import about_baseline, account_of

    yield _line("files", account_of(compiled.accounting))
    dialects = Counter(decision.record.dialect for decision in compiled.decisions)
    if dialects:
        yield _line("dialects", ", ".join(f"{name} {n}" for name, n in dialects.most_common()))
    if compiled.accounting.found == 0:
        yield _line("records", "the ADR folders are empty", ok=False, fix="mneme init")
    codes = Counter((d.severity, d.code) for d in compiled.diagnostics if not d.baselined)
    for (severity, code), number in sorted(codes.items()):
        yield _line(
            code, f"{number} x {severity}", ok=severity != "error", fix=_fix(code, compiled.project)
        )
    for finding in about_baseline(compiled):
        yield _line("baseline", finding)


def _fix(code: str, project: "Project") -> str:
    if code == "ADR216":
        return _configure(project, 'status_when_absent = "accepted"')
    return f"mneme explain {code}"


def _configure(project: "Project", line: str) -> str:
    """Where a key is added: where the configuration stands, or in a file of our own."""
    if project.config.source == PYPROJECT:
        return f"add below [tool.mneme] in {PYPROJECT}: {line}"
    if project.config.source == OWN_FILE:
        return f"add at the top of {OWN_FILE}: {line}"
    return f"mkdir -p .mneme && echo '{line}' > {OWN_FILE}"
