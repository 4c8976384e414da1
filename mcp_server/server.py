"""The process: the protocol over standard input and output, and nothing else on either (ADR-0029).

Only this module imports the SDK.
"""

import gc
import logging
import os
import signal
import sys
import threading
import traceback
from typing import Any, Final

from anyio import (
    CapacityLimiter,
    create_memory_object_stream,
    create_task_group,
    move_on_after,
    run,
    sleep,
    to_thread,
)
from anyio.streams.memory import MemoryObjectSendStream
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)
from mcp_types import Tool as ListedTool
from pydantic import ValidationError

from compiler.errors import MnemeError
from mcp_server.errors import IntegrityError
from mcp_server.malformed import refusals
from mcp_server.state import State
from mcp_server.tools import TOOLS, Tool
from proposals.refusals import StoreError

NAME: Final = "mneme-decision-index"
INSTRUCTIONS: Final = """\
Architecture decisions of this repository, and proposals for new ones.
Before you change files, ask decision.applicable_to with their paths, and follow what governs.
decision.search and decision.get find and read decisions; decision.trace tells where they come from.
A choice that should hold and is not recorded: decision.propose, with its source.
No tool can accept, reject or change a decision: only a person can, at the command line."""

# How many calls read at once. One writes at a time: those that wait for it keep no reader waiting.
_READERS = 4
# Within two seconds of the end of input the process is gone: what was asked before is answered if
# that is quick, and whatever hangs is left. What is half written to a file is not yet in its place.
_GRACE_SECONDS = 1.0
_LAST_SECONDS = 1.5


def serve(state: State, version: str) -> None:
    """Serve until the end of input. Standard streams must be those of the process."""
    # The interrupt of a terminal ends the process: its reader waits for a line that never comes.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # One handler that says nothing: without any, Python would print warnings of the SDK.
    logging.getLogger().addHandler(logging.NullHandler())
    # Commands do without the collector; a server lives long. What is there now stays.
    gc.enable()
    gc.freeze()
    try:
        run(_serve, state, version)
    except* OSError:
        pass  # nobody reads the answers any more


async def _serve(state: State, version: str) -> None:
    server = _server(state, version)
    async with stdio_server() as (incoming, outgoing), create_task_group() as group:
        sink, requests = create_memory_object_stream[SessionMessage | Exception]()
        answers = _Answers(outgoing)
        group.start_soon(_relay, incoming, sink, answers)
        await server.run(requests, answers, server.create_initialization_options())
        group.cancel_scope.cancel()


async def _relay(
    incoming: ReadStream[SessionMessage | Exception],
    sink: MemoryObjectSendStream[SessionMessage | Exception],
    answers: "_Answers",
) -> None:
    """Hand on what comes in. The SDK drops all calls at the end of input: it learns of it when
    they are answered, or time is up."""
    async with sink:
        async for message in incoming:
            if isinstance(message, Exception):
                await _refuse(message, answers)
                continue
            answers.expect(message)
            await sink.send(message)
        last = threading.Timer(_LAST_SECONDS, os._exit, (0,))
        last.daemon = True
        last.start()
        with move_on_after(_GRACE_SECONDS):
            while answers.owed:
                await sleep(0.01)


async def _refuse(error: Exception, answers: "_Answers") -> None:
    """Answer what the SDK found to be no message; it would leave the sender waiting."""
    for refusal in refusals(_sent(error)):
        told = ErrorData(code=refusal.code, message=refusal.message)
        answer = JSONRPCError(jsonrpc="2.0", id=refusal.id, error=told)
        await answers.send(SessionMessage(answer))


def _sent(error: Exception) -> Any:
    """What was sent: the SDK keeps it only in the faults that concern the whole of it."""
    if not isinstance(error, ValidationError):
        return None
    faults = error.errors(include_url=False, include_context=False)
    whole = ("json_invalid", "missing", "model_type")
    return next((fault["input"] for fault in faults if fault["type"] in whole), None)


class _Answers:
    """The stream of answers, which knows what is still to be answered."""

    def __init__(self, outgoing: WriteStream[SessionMessage]) -> None:
        self._outgoing = outgoing
        self.owed: set[str | int | None] = set()

    def expect(self, message: SessionMessage) -> None:
        """Note that a message asks for an answer, if it does."""
        if isinstance(message.message, JSONRPCRequest):
            self.owed.add(message.message.id)

    async def send(self, item: SessionMessage, /) -> None:
        """See `WriteStream`."""
        await self._outgoing.send(item)
        self.owed.discard(getattr(item.message, "id", None))

    async def aclose(self) -> None:
        """See `WriteStream`."""
        await self._outgoing.aclose()

    async def __aenter__(self) -> "_Answers":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def _server(state: State, version: str) -> Server[dict[str, Any]]:
    known = {tool.name: tool for tool in TOOLS}
    listed = [_listed(tool) for tool in TOOLS]
    readers, writers = CapacityLimiter(_READERS), CapacityLimiter(1)

    async def list_tools(
        _: ServerRequestContext[dict[str, Any]], __: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=listed)

    async def call_tool(
        _: ServerRequestContext[dict[str, Any]], params: CallToolRequestParams
    ) -> CallToolResult:
        tool = known.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"no such tool; there are {', '.join(known)}")
        # A cancelled call goes on in its thread to its end: writes are whole, and safe to repeat.
        return await to_thread.run_sync(
            _answer,
            state,
            tool,
            params.arguments,
            limiter=readers if tool.reads else writers,
            abandon_on_cancel=True,
        )

    return Server(
        NAME,
        version=version,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _listed(tool: Tool) -> ListedTool:
    told = {key: value for key, value in tool.contract.items() if key != "examples"}
    return ListedTool.model_validate(told)


def _answer(state: State, tool: Tool, arguments: dict[str, Any] | None) -> CallToolResult:
    try:
        answer, text = tool.call(state, arguments)
    except (IntegrityError, StoreError) as error:
        data = getattr(error, "data", None)
        raise MCPError(INTERNAL_ERROR, _words(error), data) from None
    except MnemeError as error:
        return CallToolResult(content=[TextContent(text=_words(error))], is_error=True)
    except Exception as error:
        _report(tool, error)
        raise MCPError(INTERNAL_ERROR, "Internal error") from None
    return CallToolResult(content=[TextContent(text=text)], structured_content=answer)


def _words(error: MnemeError) -> str:
    hint = f" ({error.hint})" if error.hint else ""
    return f"{error.code}: {error.message}{hint}"


def _report(tool: Tool, error: Exception) -> None:
    """A failure of ours on stderr: where, not what was sent."""
    if os.environ.get("MNEME_TRACEBACK"):
        traceback.print_exception(error, file=sys.stderr)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    print(f"mneme: {tool.name} failed: {type(error).__name__} ({place})", file=sys.stderr)
