"""Objects by their ids: the id of a content, and the content of an id."""

import contextlib
import errno
import hashlib
import subprocess
import weakref
from pathlib import Path

from compiler.git.processes import QUIETLY, child_environment


def blob_id(data: bytes) -> str:
    """The id that git gives this content, in repositories of the usual object format."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


class ObjectReader:
    """`git cat-file --batch`: one process that gives any number of objects."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            ["git", *QUIETLY, "cat-file", "--batch"],
            cwd=root,
            env=child_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        weakref.finalize(self, _end, self._process)

    def read(self, oid: str) -> bytes:
        """The content of an object. Raises `OSError` where it is missing."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None  # both pipes were asked for above
        assert answers is not None
        head: list[bytes] = []
        with contextlib.suppress(BrokenPipeError):
            questions.write(oid.encode() + b"\n")
            questions.flush()
            head = answers.readline().split()
        if len(head) != 3:
            # Not ENOENT: a file whose content is missing is not a missing file.
            raise OSError(errno.EIO, "the object is missing in the repository", oid)
        content = answers.read(int(head[2]))
        answers.read(1)  # the line end behind every object
        return content


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.communicate()
