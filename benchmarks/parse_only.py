"""The baseline of `check`: read the same files and parse their blocks, nothing else.

Run as a program of its own, so that its CPU time includes what it imports.
"""

import sys
from pathlib import Path

from markdown_it import MarkdownIt

SUFFIXES = (".md", ".markdown", ".mdx")


def main(folder: str) -> None:
    """Parse every Markdown file below a folder."""
    parser = MarkdownIt("commonmark").enable("table").disable("inline")
    for path in Path(folder).rglob("*"):
        if path.name.lower().endswith(SUFFIXES) and path.is_file():
            parser.parse(path.read_text("utf-8", "replace"))


if __name__ == "__main__":
    main(sys.argv[1])
