"""Every format in one place: which there are, and who reads and writes each (DESIGN 9, CONTRACT 3).

Owns the names of formats, telling a format from a suffix or a text, and the dispatch. Refuses files and folders
(`reading_files`) and the network (`web`).
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias, get_args

from tailor.core.errors import ContentError, UsageError
from tailor.core.procedure import Json, Procedure
from tailor.library import markdown
from tailor.library.formats import foreign_markdown as foreign
from tailor.library.formats import json_file
from tailor.library.formats import plain_text as plain
from tailor.library.formats.base import ParsedProcedure

Format: TypeAlias = Literal["md", "json", "text", "cook", "csv", "html"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
"""What can be read; JSON-LD is JSON."""

OutFormat: TypeAlias = Literal["md", "json", "text", "jsonld", "cook", "html"]
OUT_FORMATS: Final[tuple[OutFormat, ...]] = get_args(OutFormat)

SUFFIXES: Final[Mapping[str, Format]] = {
    ".md": "md",
    ".markdown": "md",
    ".json": "json",
    ".jsonld": "json",
    ".txt": "text",
    ".text": "text",
    ".cook": "cook",
    ".csv": "csv",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
}
UNREADABLE: Final = frozenset([".pdf", ".docx", ".doc", ".odt", ".rtf", ".epub", ".zip"])
"""Suffixes of files that are no texts."""


def detect_format(text: str) -> Format:
    """What a text looks like: JSON, a page, Markdown (front matter or a heading), else plain text."""
    start = text.lstrip("\ufeff \t\r\n")
    if start[:1] in ("{", "["):
        return "json"
    if start[:400].lower().startswith(("<!doctype html", "<html", "<head", "<body", "<script", "<?xml")):
        return "html"
    lines = text.split("\n", 2_000)
    headed = any(line.startswith(("# ", "## ", "### ")) for line in lines)
    return "md" if start.startswith(("---\n", "---\r\n")) or headed else "text"


def read(text: str, format: str, name: str = "", where: str = "") -> tuple[ParsedProcedure, ...]:
    """Every procedure of a text: one, save in CSV and in a JSON list. ContentError for what cannot be read.

    `name` is the goal where the text names none; `where` is the address of a page.
    """
    match format:
        case "json":
            return _json(text, name)
        case "csv":
            from tailor.library.formats import csv_file

            return tuple(csv_file.read(text))
        case "cook":
            from tailor.library.formats import cooklang

            return (cooklang.read(text, name),)
        case "html":
            from tailor.library.formats import html_page as page

            return (page.read(text, name, where),)
        case "text":
            return (ParsedProcedure(plain.read(text, name)),)
        case _:
            return (_markdown(text, name),)


def write(procedure: Procedure, format: str, parent: str | None = None, notice: str = "") -> str:
    """The procedure as a text of a format. Its id stays here. UsageError for other formats."""
    bare = replace(procedure, id="")
    match format:
        case "md":
            return markdown.write(bare)
        case "json":
            return json_file.write(bare)
        case "text":
            return plain.write(bare)
        case "jsonld":
            from tailor.library.formats import schema_org as schema_org_out

            return schema_org_out.write(bare, parent)
        case "cook":
            from tailor.library.formats import cooklang

            return cooklang.write(bare)
        case "html":
            from tailor.library.formats import html_export as html_out

            return html_out.write(bare, parent, notice)
        case _:
            raise UsageError(f'There is no format "{format[:40]}". Choose one of {", ".join(OUT_FORMATS)}.')


def _markdown(text: str, name: str) -> ParsedProcedure:
    document = markdown.split(text)
    if document.ours and any(line.rstrip().lower() == "## steps" for line in document.body):
        return ParsedProcedure(markdown.read(document), document.passed)
    return ParsedProcedure(*foreign.read(document, name))


def _json(text: str, name: str) -> tuple[ParsedProcedure, ...]:
    """Our own shape, a list of such, or schema.org data."""
    from tailor.library.formats import schema_org

    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError):
        data = None  # json_file names the place that is wrong
    own = isinstance(data, dict) and isinstance(data.get("steps"), list) and "@type" not in data
    if data is not None and not own and (found := schema_org.read(data, name)):
        return (found,)
    if isinstance(data, list) and data and all(isinstance(item, dict) for item in data):
        return tuple(ParsedProcedure(json_file.read(json.dumps(item))) for item in data)
    return (ParsedProcedure(json_file.read(text)),)


def only_one(found: tuple[ParsedProcedure, ...], where: str) -> ParsedProcedure:
    """The procedure of a text that must hold just one. ContentError where there are none or several."""
    if len(found) == 1:
        return found[0]
    if not found:
        raise ContentError(f"{where} holds no procedure.")
    raise ContentError(
        f"{where} holds {len(found)} procedures. Bring them in with `tailor import`, then name one by its id."
    )
