"""Paths as git takes and gives them."""

import os
import re


def at(path: str) -> str:
    """What tells git to look at a path, whatever signs are in it; the root itself is `.`."""
    return f":(top,literal){'' if path == '.' else path}"


def split_paths(output: bytes | None) -> list[str]:
    """The paths that NUL divides in git's output; none where there is none."""
    return [os.fsdecode(path) for path in (output or b"").split(b"\0") if path]


def printable(path: bytes) -> str:
    """A path that any output can carry: bytes that are no UTF-8 become `\\xNN`.

    A backslash becomes two, so that no file can stand in the place of another one.
    """
    return path.replace(b"\\", b"\\\\").decode("utf-8", "backslashreplace")


def from_printable(shown: str) -> str:
    """The path that `printable` shows, as Python gives it to the system."""
    raw = re.sub(
        rb"\\(?:\\|x([0-9a-f]{2}))",
        lambda match: bytes.fromhex(match[1].decode()) if match[1] else b"\\",
        shown.encode("utf-8", "surrogateescape"),
    )
    return os.fsdecode(raw)
