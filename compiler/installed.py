"""What answers depend on besides the records: our own code and schemas, libraries, Python.

Only the standard library is imported here: a remembered answer needs no more.
"""

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import NoReturn

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# All of our packages, whichever of them asks: what they print is part of an answer as well.
PACKAGES = ("adr_schema", "compiler", "decision_trace", "mcp_server", "mneme_cli", "proposals")


@lru_cache(maxsize=1)
def installed() -> bytes | None:
    """A digest that changes with anything that could change an answer about the same records.

    Our files count by their bytes, so that an edit is seen in an editable install: times and
    sizes can lie. Libraries count by name and version. None where the files cannot be read.
    """
    total = hashlib.sha256(repr((sys.version, HOME, _distributions())).encode())
    try:
        for path in sorted(path for package in PACKAGES for path in sources(package)):
            with open(path, "rb", buffering=0) as file:
                data = file.read()
            total.update(f"{path} {len(data)} ".encode("utf-8", "surrogatepass"))
            total.update(data)
    except OSError:
        return None
    return total.digest()


def sources(package: str) -> Iterator[str]:
    """The files of ours that code or data of a package stand in. Raises `OSError`."""
    for folder, _, names in os.walk(os.path.join(HOME, package), onerror=_give_up):
        yield from (os.path.join(folder, name) for name in names if name.endswith((".py", ".json")))


def _give_up(error: OSError) -> NoReturn:
    raise error


def _distributions() -> list[str]:
    """What is installed where Python looks: the folders' names tell name and version."""
    names = [f"{folder}/{name}" for folder in sys.path for name in _listed(folder)]
    return sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))


def _listed(folder: str) -> list[str]:
    # Where nothing can be listed, Python finds nothing to import either.
    with contextlib.suppress(OSError):
        return os.listdir(folder) if folder else []
    return []
