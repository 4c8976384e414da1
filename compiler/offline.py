"""By what our own code could reach the network or a model (ADR-0010), read from its sources.

It finds what somebody adds, not what somebody hides. What happens in a run is watched by
`tests/surfaces`; here is what can be said without one.
"""

import ast
import os
import sys
from collections.abc import Iterator

from compiler.installed import HOME, PACKAGES, sources

# Our packages and the libraries that we depend on. One that is new is a way out until somebody has
# looked at it and put it here.
_KNOWN = frozenset({*PACKAGES, "click", "jsonschema", "markdown_it", "pathspec", "yaml"})
# Of the libraries of the server, which can connect as well, what serves over standard streams.
_STREAMS = frozenset(
    {
        "anyio.CapacityLimiter",
        "anyio.create_memory_object_stream",
        "anyio.create_task_group",
        "anyio.move_on_after",
        "anyio.run",
        "anyio.sleep",
        "anyio.streams.memory",
        "anyio.to_thread",
        "mcp.server.context",
        "mcp.server.lowlevel",
        "mcp.server.stdio",
        "pydantic.ValidationError",
        "mcp.shared",
        "mcp_types",
    }
)
# What connects or starts programs in the standard library, the rest of which does neither.
_OUTWARD = frozenset(
    {
        "_posixsubprocess",
        "_socket",
        "_ssl",
        "asyncio",
        "ctypes",
        "ensurepip",
        "ftplib",
        "http.client",
        "http.server",
        "imaplib",
        "logging.config",
        "logging.handlers",
        "multiprocessing",
        "nntplib",
        "poplib",
        "pty",
        "smtplib",
        "socket",
        "socketserver",
        "ssl",
        "subprocess",
        "telnetlib",
        "urllib.request",
        "venv",
        "webbrowser",
        "wsgiref",
        "xmlrpc",
    }
)
# What can be led anywhere, and the one package where every use of it is looked at.
_GIT, _LED = "compiler/git/", frozenset({"pygit2", "subprocess"})
# How git and libgit2 call what goes to another repository.
_REMOTE = frozenset(
    {
        "archive",
        "clone",
        "clone_repository",
        "fetch",
        "fetch-pack",
        "ls-remote",
        "ls_remotes",
        "pull",
        "push",
        "remote",
        "remotes",
        "send-email",
        "send-pack",
        "submodule",
    }
)
_STARTING = ("exec", "fork", "popen", "posix_spawn", "spawn", "startfile", "system")


def ways_out() -> list[str]:
    """Each import, call or command by which something could leave this machine or another program
    be started, as `compiler/x.py:3: socket`. None, where ADR-0010 holds.

    Sources that are not there are a way out: nothing can be said of them. Raises `OSError` where
    they cannot be read.
    """
    return [way for package in PACKAGES for way in _ways_of_package(package)]


def _ways_of_package(package: str) -> Iterator[str]:
    files = [path for path in sorted(sources(package)) if path.endswith(".py")]
    if not files:
        yield f"{package}: there are no sources"
    for file in files:
        path = os.path.relpath(file, HOME).replace(os.sep, "/")
        with open(file, "rb") as source:
            tree = ast.parse(source.read(), path)
        yield from (f"{path}:{line}: {what}" for line, what in _ways(tree, path))


def _ways(tree: ast.AST, path: str) -> Iterator[tuple[int, str]]:
    led = _LED if path.startswith(_GIT) else frozenset()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((node.lineno, name) for name in _imported(node) if not _is_local(name, led))
        elif isinstance(node, ast.Attribute) and _starts_program(node):
            yield node.lineno, f"os.{node.attr}"
        elif led and (word := _word(node)) in _REMOTE:
            yield getattr(node, "lineno", 0), str(word)


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Each imported name in full; none where the import is relative, thus our own."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [f"{node.module}.{alias.name}" for alias in node.names] if not node.level else []


def _is_local(name: str, led: frozenset[str]) -> bool:
    """Whether a module, or what is imported from one, stays on this machine."""
    parts = name.split(".")
    within = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
    if within & (_KNOWN | _STREAMS | led):
        return True
    # `_typeshed` is there for the checker of types alone.
    return parts[0] in {*sys.stdlib_module_names, "_typeshed"} and not within & _OUTWARD


def _starts_program(node: ast.Attribute) -> bool:
    of_os = isinstance(node.value, ast.Name) and node.value.id == "os"
    return of_os and node.attr.startswith(_STARTING)


def _word(node: ast.AST) -> object:
    """What a node says in one word: a text, the name of an attribute or of a variable."""
    if isinstance(node, ast.Constant):
        return node.value
    return getattr(node, "attr", None) or getattr(node, "id", None)
