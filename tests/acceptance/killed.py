"""Run the command, and kill this process at its n-th change of a file.

    python killed.py N ARGUMENT...

Every event by which a file can come, change or go counts; the kill comes before it takes effect.
"""

import os
import signal
import sys

_CHANGES = frozenset(
    {"os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate"}
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_seen = 0


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    global _seen
    opened = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
    if event in _CHANGES or opened:
        _seen += 1
        if _seen == int(sys.argv[1]):
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    sys.addaudithook(_watch)
    from mneme_cli.entry import run

    sys.exit(run(sys.argv[2:]))
