"""The real server over a real pipe: by the SDK's own client, or line by line."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from jsonschema import Draft202012Validator
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult, Tool

Mode = Literal["legacy", "auto"]
Write = Callable[..., Path]

SOURCE = {"producer_name": "agent-a", "producer_type": "agent", "source_reference": "pr-1"}
RECORDS = {
    "adr/0001-keep-one-table.md": """\
---
id: ADR-0001
title: Keep orders in one table
status: superseded
date: 2025-01-10
scope: storage.orders
superseded_by: ADR-0002
---
# Keep orders in one table

## Decision

Orders are in one table.
""",
    "adr/0002-split-tables.md": """\
---
id: ADR-0002
title: Split orders by year
status: accepted
date: 2025-02-10
scope: storage.orders
paths: [src/orders/**, src/archive/*.py]
supersedes: ADR-0001
deciders: [Ada, Ivo]
rules:
  - type: forbid_path
    value: src/orders/all.py
evidence:
  - selector: tests/test_orders.py::test_year
---
# Split orders by year

## Decision

There is a table of orders for each year.
""",
    "adr/0003-log-changes.md": """\
---
id: ADR-0003
title: Log every change
status: accepted
date: 2025-03-10
---
# Log every change

## Decision

Each change is logged with its author.
""",
}


@pytest.fixture
def candidate() -> Callable[..., dict[str, Any]]:
    """A candidate as a producer sends it: `candidate(title="Use Y", rationale=None)`."""

    def sent(**keys: Any) -> dict[str, Any]:
        return {
            "title": "Keep the search index in SQLite",
            "statement": "The search index is one SQLite file beside the data.",
            "scope_hints": ["storage.index", "src/search/**"],
            "provenance": SOURCE,
            **keys,
        }

    return sent


@pytest.fixture
def store_file(project: Path) -> Path:
    """Where the project's proposals are."""
    return project / ".mneme" / "decision_proposals.json"


@pytest.fixture
def project(git_repo: Path, git: Callable[..., str], write_files: Write) -> Path:
    """A repository with a person, three records in `adr`, and files that they are about."""
    git("config", "user.name", "Ada Example")
    git("config", "user.email", "ada@example.com")
    write_files(RECORDS)
    write_files({"src/orders/year.py": "", "src/archive/old.py": ""})
    git("add", ".")
    git("commit", "--quiet", "--message=Begin")
    return git_repo


@dataclass
class Session:
    """A conversation by the SDK's client. Every answer is compared with what its tool declares."""

    portal: BlockingPortal
    client: Client
    stderr: Path
    tools: dict[str, Tool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        listed = self.portal.call(self.client.list_tools)
        self.tools = {tool.name: tool for tool in listed.tools}

    def call(self, tool: str, /, **arguments: Any) -> Any:
        """The answer of a call that has to succeed."""
        result = self.raw(tool, arguments)
        assert not result.is_error, result.content
        return result.structured_content

    def refused(self, tool: str, /, **arguments: Any) -> str:
        """The text of a call that has to be refused."""
        result = self.raw(tool, arguments)
        assert result.is_error, result.structured_content
        return text_of(result)

    def raw(self, tool: str, arguments: Mapping[str, Any] | None) -> CallToolResult:
        """The result of a call; raises `MCPError` for an error of the protocol."""
        result = self.portal.call(self.client.call_tool, tool, arguments)
        assert isinstance(result, CallToolResult)
        self.judge(tool, result)
        return result

    def judge(self, tool: str, result: CallToolResult) -> None:
        """Each answer is valid, says whether it is whole, and is the same as text."""
        if result.is_error:
            assert result.structured_content is None
            return
        schema = self.tools[tool].output_schema
        assert schema
        Draft202012Validator(schema).validate(result.structured_content)
        assert json.loads(text_of(result)) == result.structured_content
        if tool.rpartition(".")[2] not in ("propose", "propose_batch"):
            assert {"truncated", "truncated_fields"} <= set(result.structured_content)


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert content.type == "text"
    return content.text


@pytest.fixture
def talk(
    project: Path, environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., AbstractContextManager[Session]]:
    """Begin a session: `with talk("--adr-dir", "adr", mode="auto") as session`. The server runs in
    the project unless told otherwise, and says nothing on stderr."""

    @contextmanager
    def begin(
        *options: str, mode: Mode = "legacy", cwd: Path = project, quiet: bool = True
    ) -> Iterator[Session]:
        errors = tmp_path_factory.mktemp("stderr") / "stderr"
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "mneme_cli", "decision-mcp", *options],
            env=environment,
            cwd=cwd,
        )
        with errors.open("w") as log, start_blocking_portal() as portal:
            client = Client(stdio_client(server, log), mode=mode)
            with portal.wrap_async_context_manager(client) as connected:
                yield Session(portal, connected, errors)
        assert not quiet or errors.read_text() == ""

    return begin


@pytest.fixture
def session(talk: Any) -> Iterator[Session]:
    """A session with the records and the store of the project."""
    with talk("--adr-dir", "adr") as begun:
        yield begun


@pytest.fixture(params=["legacy", "auto"])
def either(talk: Any, request: pytest.FixtureRequest) -> Iterator[Session]:
    """The same in either way of the protocol: with a handshake, and without."""
    with talk("--adr-dir", "adr", mode=request.param) as begun:
        yield begun


@dataclass
class Wire:
    """A server that is spoken to line by line."""

    process: "subprocess.Popen[bytes]"

    def send(self, line: bytes) -> None:
        """Write bytes and a line end."""
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def request(self, number: int | str, method: str, params: Any = None) -> None:
        """Send a request."""
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}
        self.send(json.dumps(message).encode())

    def answer(self) -> Any:
        """The next line, which has to be JSON."""
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def ask(self, number: int | str, method: str, params: Any = None) -> Any:
        """Send a request and read its answer; before it, errors about other lines may come."""
        self.request(number, method, params)
        while (answer := self.answer())["id"] != number:
            assert "error" in answer, answer
        return answer

    def call(self, number: int | str, tool: str, **arguments: Any) -> Any:
        """Call a tool and read the answer."""
        return self.ask(number, "tools/call", {"name": tool, "arguments": arguments})

    def greet(self) -> Any:
        """The handshake."""
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "wire", "version": "1"},
        }
        answer = self.ask("hello", "initialize", hello)
        self.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        return answer["result"]

    def end(self, seconds: float = 2.0) -> int:
        """Close standard input, and wait for the end."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(timeout=seconds)


@pytest.fixture
def wire(project: Path, environment: dict[str, str]) -> Iterator[Callable[..., Wire]]:
    """Start a server in the project: `wire("--adr-dir", "adr")`."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*options: str, cwd: Path = project, env: Mapping[str, str] | None = None) -> Wire:
        process = subprocess.Popen(
            [sys.executable, "-m", "mneme_cli", "decision-mcp", *options],
            cwd=cwd,
            env={**environment, **(env or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        started.append(process)
        return Wire(process)

    yield start
    for process in started:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream
            with suppress(BrokenPipeError):
                stream.close()


@pytest.fixture
def files(project: Path) -> Callable[[], dict[str, tuple[bytes, float]]]:
    """Every file of the project with its bytes and its time, those of git included."""

    def snapshot() -> dict[str, tuple[bytes, float]]:
        found = {}
        for folder, _, names in os.walk(project):
            for name in names:
                path = Path(folder, name)
                found[str(path)] = (path.read_bytes(), path.stat().st_mtime)
        return found

    return snapshot
