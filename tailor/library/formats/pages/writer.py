"""Writes a procedure as a web page for print.

The page is one file without external scripts, fonts or pictures, and carries its schema.org data, so that it can
be imported again.
"""

import json
import re
from html import escape
from importlib.resources import files
from string import Template

from tailor.core.code_lines import Code, parts_of
from tailor.core.procedure import Procedure
from tailor.core.text import minutes_words
from tailor.library.formats.structured import schema_org_writer


def write(procedure: Procedure, parent: str | None = None, notice: str = "") -> str:
    """Return the page, with the lines of `notice` at its foot."""
    template = Template((files("tailor.library.formats.pages") / "page.html").read_text("utf-8"))
    said = (
        procedure.source and f"Source: {procedure.source}",
        procedure.licence and f"Licence: {procedure.licence}",
    )
    linked = schema_org_writer.to_data(procedure, parent)
    data = json.dumps(linked)  # ASCII: nothing in it can end the script early
    language = re.fullmatch(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*", procedure.language)
    return template.substitute(
        lang=f' lang="{language[0] if language else ""}"',  # "" says that it is not known
        facts=f"<p>{escape(facts)}</p>" if (facts := _facts(procedure)) else "",
        goal=escape(procedure.goal or "Procedure"),
        data=data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"),
        resources=_part("What you need", _items(procedure.resources, "ul", "ticks")),
        steps=_part("Steps", _steps(procedure)),
        notes=_part("Notes", f"<p>{escape(procedure.notes)}</p>" if procedure.notes else ""),
        foot="\n".join(f"<p>{escape(text)}</p>" for text in (*said, *notice.split("\n")) if text),
    )


def _facts(procedure: Procedure) -> str:
    """ "4 servings · preparation 10 min · in all 45 min · by Ann"."""
    times = (
        ("preparation", procedure.times.prep),
        ("cooking", procedure.times.cook),
        ("in all", procedure.times.total),
    )
    told = [procedure.yields, *(f"{name} {minutes_words(minutes)}" for name, minutes in times if minutes)]
    return " · ".join(filter(None, (*told, procedure.author and f"by {procedure.author}")))


def _part(title: str, inner: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{inner}\n</section>" if inner else ""


def _items(texts: tuple[str, ...], tag: str, kind: str, first: int = 1) -> str:
    if not texts:
        return ""
    start = f' start="{first}"' if first > 1 else ""
    items = (f"<li>{''.join(map(_with_tags, parts_of(text)))}</li>" for text in texts)
    return "\n".join([f'<{tag} class="{kind}"{start}>', *items, f"</{tag}>"])


def _with_tags(part: str | Code) -> str:
    """Return the words of a step in HTML; its code stands on lines of its own."""
    return escape(part) if isinstance(part, str) else f"<pre><code>{escape(chr(10).join(part.lines))}</code></pre>"


def _steps(procedure: Procedure) -> str:
    """Return the steps, one list per section, numbered through."""
    starts = sorted({1, *(number for number, _ in procedure.sections)})
    pieces: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(procedure.steps) + 1], strict=True):
        pieces += [f"<h3>{escape(title)}</h3>" for number, title in procedure.sections if number == start]
        pieces.append(_items(procedure.steps[start - 1 : end - 1], "ol", "steps", start))
    return "\n".join(pieces)
