"""Pages: HTML in which a procedure stands, as schema.org data or only as text.

Owns finding the data in a page and falling back on what is seen of it. Refuses to fetch (`web`), and to read data
that lies in attributes (microdata) without the extra.
"""

from dataclasses import replace
from html.parser import HTMLParser
from typing import Final

from tailor.core.errors import ContentError
from tailor.library import foreign, markdown
from tailor.library.formats import schema_org
from tailor.library.formats.found import Found
from tailor.library.formats.inline import words
from tailor.library.formats.loose_json import loose_json
from tailor.library.formats.stripping import page_lines, tamed, text_of
from tailor.library.formats.words import taken_apart, tip_after

MOST_STEPS: Final = 500
"""Of a page; a longer list is no procedure a person follows."""


class _Head(HTMLParser):
    """Collects the JSON-LD scripts and the title."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.scripts: list[str] = []
        self.title = ""
        self.address = ""
        self._in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kind = (dict(attrs).get("type") or "").split(";")[0].strip().lower()
        if tag == "script" and kind == "application/ld+json":
            self.scripts.append("")
            self._in = "script"
        elif tag == "link" and dict(attrs).get("rel") == "canonical":
            self.address = dict(attrs).get("href") or ""
        elif tag == "title" and not self.title:
            self._in = "title"

    def handle_endtag(self, tag: str) -> None:
        if tag == self._in:
            self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "script":
            self.scripts[-1] += data
        elif self._in == "title":
            self.title += data


def read(html: str, name: str = "", where: str = "") -> Found:
    """The procedure of a page. ContentError where nothing in it looks like steps.

    Order: JSON-LD; microdata (with the extra `web`); the text that is seen, read as Markdown.
    """
    html = tamed(html)
    head = _Head()
    head.feed(html)
    head.close()
    title = text_of(head.title).strip() or name
    where = where if where.startswith(("http://", "https://")) else head.address
    found = from_scripts(head.scripts, title)
    if found is None or not found.procedure.steps:
        found = _with_extra(html, title, where) or _seen(html, title)
    elif found.one_text:
        found = _better(_as_shown(found, html), html, where)
    if not found.procedure.steps:
        raise ContentError(
            "No steps were found in this page. Copy the steps from it and paste them as text, one a line."
        )
    if len(found.procedure.steps) > MOST_STEPS:
        raise ContentError(f"This page has {len(found.procedure.steps)} steps; the most is {MOST_STEPS}.")
    return found


def from_scripts(scripts: list[str], name: str = "") -> Found | None:
    """The best procedure of several JSON-LD texts; those that are no JSON are passed over."""
    return schema_org.best([one for text in scripts if (one := schema_org.read(loose_json(text), name))], name)


def _with_extra(html: str, title: str, where: str) -> Found | None:
    """What the extra `web` finds; None without it, or where it finds no steps."""
    from tailor.library.formats import extra

    return extra.read(html, title, where)


def _as_shown(found: Found, html: str) -> Found:
    """The same words as the page shows them, where they are a longer list there; else what was found.

    A tip that the page shows right behind them comes along, below a heading of its own.
    """
    lines = page_lines(html)
    steps, end = taken_apart(" ".join(found.procedure.steps), lines)
    title, tip = tip_after(lines, end) if steps else ("", [])
    if len(steps) + len(tip) <= len(found.procedure.steps):
        return found
    sections = [(len(steps) + 1, title)] if tip else []
    shown = replace(found.procedure, steps=tuple(map(words, [*steps, *tip])), sections=tuple(sections))
    return replace(found, procedure=shown)


def _better(found: Found, html: str, where: str) -> Found:
    """The page by the rules for its host, where they tell more steps apart; else what was found."""
    from tailor.library.formats import extra

    other = extra.known_host(html, found.procedure.goal, where)
    if other is None or len(other.procedure.steps) <= len(found.procedure.steps):
        return found
    return replace(found, procedure=replace(found.procedure, steps=other.procedure.steps, sections=()))


def _seen(html: str, title: str) -> Found:
    """The page's text, read as Markdown."""
    lines = page_lines(html) or page_lines(html, around=True)
    made, unused = foreign.read(markdown.Document({}, tuple(lines)), title)
    return Found(made, unused)
