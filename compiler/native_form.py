"""The text of a record in the native form, for corpora that have none to imitate."""

from collections.abc import Sequence

from compiler.front_edits import yaml_scalar

USUAL_SECTIONS = (("Context", ""), ("Decision", ""), ("Consequences", ""))


def native_text(
    identifier: str,
    title: str,
    status: str,
    day: str,
    sections: Sequence[tuple[str, str]] = USUAL_SECTIONS,
    further: Sequence[str] = (),
) -> str:
    """A whole record. `day` is `YYYY-MM-DD`, `sections` are headings with their text, `further`
    are more lines of front matter."""
    keys = [f"id: {yaml_scalar(identifier)}", f"title: {yaml_scalar(title)}"]
    keys += [f"status: {status}", f"date: {day}", *further]
    body = "".join(section_text(heading, text) for heading, text in sections)
    front = "\n".join(keys)
    return f"---\n{front}\n---\n# {title}\n{body}"


def section_text(heading: str, text: str) -> str:
    """A section of level 2 with a blank line above it and below its heading."""
    return f"\n## {heading}\n\n{text.strip()}\n" if text.strip() else f"\n## {heading}\n"
