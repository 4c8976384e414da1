"""Runs the real command, or a snippet, and notes what the process does outside itself.

    python driver.py LOG mneme ARGUMENT...
    python driver.py LOG -c CODE

LOG gets a line of JSON for each event of Python's audit hooks that matters: `["write", PATH]`,
`["network", EVENT]`, `["start", [PROGRAM, ARGUMENT...], ENVIRONMENT]`. A hook cannot be taken out
again, and each line is written at once, so that nothing a process does before its end is missed.
"""

import json
import os
import sys
from socket import AF_INET, AF_INET6
from typing import Any

_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Which arguments of an event are paths that change.
_CHANGING = {
    "os.chmod": (0,),
    "os.chown": (0,),
    "os.link": (1,),
    "os.mkdir": (0,),
    "os.remove": (0,),
    "os.rename": (0, 1),
    "os.rmdir": (0,),
    "os.setxattr": (0,),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "os.utime": (0,),
    "sqlite3.connect": (0,),
}
# Code called through ctypes raises no event of its own: having any is as good as a connection.
_NETWORK = (
    "ctypes.",
    "ftplib.",
    "http.",
    "imaplib.",
    "nntplib.",
    "poplib.",
    "smtplib.",
    "socket.",
    "telnetlib.",
    "urllib.",
    "webbrowser.",
)
_STARTING = (
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.",
)


def watch(log: int) -> None:
    """Write every event that matters to a descriptor, from now on."""

    def note(*event: object) -> None:
        os.write(log, json.dumps(event).encode() + b"\n")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if flags & _TO_WRITE and not isinstance(path, int):
                note("write", _full(path))
        elif event == "sqlite3.connect" and arguments == (":memory:",):
            return  # no file of that name
        elif event == "socket.__new__" and arguments[1] not in (AF_INET, AF_INET6):
            return  # what an event loop wakes itself by; connecting it would be an event
        elif event in _CHANGING:
            for position in _CHANGING[event]:
                note("write", _full(arguments[position]))
        elif event == "subprocess.Popen":
            _, command, _, environment = arguments
            shown = {k: v for k, v in (environment or os.environ).items() if k.startswith("GIT_")}
            note("start", [os.fsdecode(part) for part in command], shown)
        elif event.startswith(_STARTING):
            note("start", [event], {})
        elif event.startswith(_NETWORK):
            note("network", event)

    sys.addaudithook(hook)


def _full(path: Any) -> str:
    return os.path.join(os.getcwd(), os.fsdecode(path)) if not isinstance(path, int) else "?"


def main() -> None:
    log, what, *arguments = sys.argv[1:]
    sys.dont_write_bytecode = True
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT)
    sys.argv = [what, *arguments]
    watch(descriptor)
    if what == "-c":
        exec(arguments[0], {"__name__": "__main__"})
        return
    from mneme_cli.entry import main as run

    run()


if __name__ == "__main__":
    main()
