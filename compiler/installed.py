"""What readings depend on besides the records: our own code and schemas, libraries, Python."""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash

_PACKAGES = ("adr_schema", "compiler")
_LIBRARIES = ("markdown_it", "yaml", "jsonschema")


@lru_cache(maxsize=1)
def installed() -> bytes | None:
    """A digest that changes with anything that could change what is read from a file.

    Our files count by their bytes, so that an edit is seen in an editable install; libraries by
    the versions installed beside them. None where the files cannot be seen.
    """
    total = hashlib.sha256(sys.version.encode())
    try:
        for package in _PACKAGES:
            for path in sorted(_files(_home(package))):
                _count_in(path, total)
        for library in _LIBRARIES:
            total.update(repr(_versions(_home(library))).encode())
    except OSError:
        return None
    return total.digest()


def _home(package: str) -> str:
    """The folder of a package; finding it does not import it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(package)
    return os.path.dirname(spec.origin)


def _files(folder: str) -> Iterator[str]:
    for child in os.scandir(folder):
        if not child.is_dir():
            yield child.path
        elif child.name != "__pycache__":
            yield from _files(child.path)


def _count_in(path: str, total: "_Hash") -> None:
    with open(path, "rb", buffering=0) as file:
        data = file.read()
    total.update(f"{os.path.basename(path)} {len(data)} ".encode())
    total.update(data)


def _versions(library: str) -> list[str]:
    """The modules of a library, and every `name-1.2.3.dist-info` beside it."""
    installed = [name for name in os.listdir(os.path.dirname(library)) if name.endswith("-info")]
    return sorted([*os.listdir(library), *installed])
