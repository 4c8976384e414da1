"""A file taken apart: its text, front matter and blocks, before anything is made of them."""

from dataclasses import dataclass

from compiler import lexicon
from compiler.frontmatter import FrontMatter
from compiler.markdown import Document, Section
from compiler.sources import File
from compiler.text import Text


@dataclass(frozen=True, slots=True)
class Page:
    """One file, parsed. `title` is the section of the first level-1 heading, `heads` are the
    lines of the sections where metadata lines are looked for."""

    file: File
    text: Text
    front: FrontMatter
    document: Document
    title: Section | None
    heads: frozenset[int]

    @property
    def body(self) -> str:
        """The text behind the front matter, as written."""
        if not self.front.body_start:
            return self.text.content
        return self.text.slice(self.front.body_start, len(self.text.lines))

    def is_head(self, section: Section) -> bool:
        """Whether metadata lines are looked for in this section."""
        return section.line in self.heads or section.level == 0


def make_page(file: File, text: Text, front: FrontMatter, document: Document) -> Page:
    """A page with its title section and its head sections found.

    Metadata stands above the first heading, under the title, under a first heading that names no
    usual section, and in a section named metadata.
    """
    title = next((s for s in document.headings() if s.level == 1), None)
    first = next(document.headings(), None)
    heads = {s.line for s in document.headings() if lexicon.section_role(s.heading) == "metadata"}
    if title is not None:
        heads.add(title.line)
    elif first is not None and lexicon.section_role(first.heading) is None:
        heads.add(first.line)
    return Page(file, text, front, document, title, frozenset(heads))
