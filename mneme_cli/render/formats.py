"""The forms in which a check is told."""

from collections.abc import Callable, Iterable

from compiler.pipeline import Compiled
from mneme_cli.options import as_json_text
from mneme_cli.render.github import as_github
from mneme_cli.render.markdown import as_markdown
from mneme_cli.render.report import as_json, as_text
from mneme_cli.render.sarif import as_sarif

# The second argument: every warning, however many are alike. Only a screen can be too full.
Renderer = Callable[[Compiled, bool], Iterable[str]]

RENDERERS: dict[str, Renderer] = {
    "text": lambda compiled, everything: as_text(compiled, everything=everything),
    "json": lambda compiled, _: [as_json_text(as_json(compiled))],
    "github": lambda compiled, _: as_github(compiled),
    "sarif": lambda compiled, _: [as_json_text(as_sarif(compiled))],
    "markdown": lambda compiled, _: as_markdown(compiled),
}
