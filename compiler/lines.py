"""The lines that findings point at: shown to the reader, and part of a fingerprint."""

from compiler.sources import Source
from compiler.text import MAX_BYTES, Text, decode


class Lines:
    """Lines of the files of one source, each file read once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._texts: dict[str, tuple[str, ...]] = {}

    def of(self, path: str, line: int) -> str:
        """Line `line` (1-based) of a file, empty where there is none."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        lines = self._texts[path]
        return lines[line - 1] if line <= len(lines) else ""

    def _read(self, path: str) -> tuple[str, ...]:
        try:
            data = self._source.read(path, MAX_BYTES)
        except OSError:
            return ()
        text = decode(data)
        if isinstance(text, Text):
            return text.lines
        return tuple(
            data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        )
