"""A procedure as an HTML page for printing (DESIGN 9).

The page is a single file without outside scripts, fonts or pictures, and carries its schema.org data, so that it
can be imported again.
"""

import json
from html import escape
from importlib.resources import files
from string import Template

from tailor.core.procedure import Procedure
from tailor.library.formats import schema_org as schema_org_out


def write(procedure: Procedure, parent: str | None = None, notice: str = "") -> str:
    """The page, with `notice` at its foot."""
    template = Template((files("tailor.library.formats") / "page.html").read_text("utf-8"))
    data = json.dumps(schema_org_out.to_data(procedure, parent))  # ASCII: nothing in it can end the script early
    return template.substitute(
        goal=escape(procedure.goal or "Procedure"),
        data=data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"),
        resources=_part("Resources", _items(procedure.resources, "ul", "ticks")),
        steps=_part("Steps", _steps(procedure)),
        notes=_part("Notes", f"<p>{escape(procedure.notes)}</p>" if procedure.notes else ""),
        foot=_foot(procedure, notice),
    )


def _part(title: str, inner: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{inner}\n</section>" if inner else ""


def _items(texts: tuple[str, ...], tag: str, kind: str, first: int = 1) -> str:
    if not texts:
        return ""
    start = f' start="{first}"' if first > 1 else ""
    return "\n".join(
        [f'<{tag} class="{kind}"{start}>', *(f"<li>{escape(text)}</li>" for text in texts), f"</{tag}>"]
    )


def _steps(procedure: Procedure) -> str:
    """The steps, one list per section, numbered through."""
    starts = sorted({1, *(number for number, _ in procedure.sections)})
    pieces: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(procedure.steps) + 1], strict=True):
        pieces += [f"<h3>{escape(title)}</h3>" for number, title in procedure.sections if number == start]
        pieces.append(_items(procedure.steps[start - 1 : end - 1], "ol", "steps", start))
    return "\n".join(pieces)


def _foot(procedure: Procedure, notice: str) -> str:
    said = [
        f"Source: {procedure.source}" if procedure.source else "",
        f"Licence: {procedure.licence}" if procedure.licence else "",
        notice,
    ]
    return "\n".join(f"<p>{escape(text)}</p>" for text in said if text)
