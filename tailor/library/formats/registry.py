"""The table of all formats: names, suffixes, and the functions that read and write each (DESIGN 9, CONTRACT 3).

A new format is a module and one row here; `--from`, `--format`, their help and the export dialog follow. Formats
are imported when they are used. `importer` opens files, `web` fetches pages.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final, TypeAlias

from tailor.core.errors import UsageError
from tailor.core.text import unix_lines

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.library.formats.shared.parsed import ParsedProcedure


Reader: TypeAlias = Callable[[str, str, str], "ParsedProcedure | Iterable[ParsedProcedure]"]
"""Takes the text, the goal if the text has none, and the address of a page."""
Writer: TypeAlias = Callable[["Procedure", str | None, str], str]
"""Takes the procedure, the id of its original, and a notice for readers."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format. `reader` and `writer` are "module:function" in this package; "" if there is none."""

    name: str
    """As `--from` and `--format` spell it."""
    label: str
    """As the Library's export dialog shows it."""
    suffixes: tuple[str, ...] = ()
    """The first one is suggested for an export."""
    reader: str = ""
    writer: str = ""
    about: str = ""
    """What `tailor export --help` adds to the name."""
    key: str = ""
    """Its key in the export dialog; "" if it is not offered there."""
    rank: int = 0
    """Order in the export dialog; equal ranks keep the order of the table."""


_PAGES: Final = (".html", ".htm", ".xhtml")

FORMATS: Final = (
    Format(
        "md",
        "Markdown",
        (".md", ".markdown"),
        "markdown.reader:parse",
        "markdown.reader:write",
        key="m",
    ),
    Format("json", "JSON", (".json",), "structured.json_file:parse", "structured.json_file:write", key="j"),
    Format("text", "plain text", (".txt", ".text"), "text.reader:parse", "text.writer:write", key="t"),
    Format(
        "jsonld",
        "schema.org JSON-LD",
        (".jsonld",),
        "",
        "structured.schema_org_writer:write",
        "schema.org",
        key="s",
        rank=2,
    ),
    Format(
        "cook",
        "Cooklang",
        (".cook",),
        "cooklang.reader:read",
        "cooklang.writer:write",
        "Cooklang",
        key="c",
        rank=1,
    ),
    Format("csv", "CSV", (".csv",), "structured.csv_file:read"),
    Format(
        "html",
        "a page to print",
        _PAGES,
        "pages.reader:parse",
        "pages.writer:write",
        "for paper",
        key="h",
    ),
)
"""Every format, in the order in which `--from` and `--format` list them. JSON-LD is read as JSON."""

READ_NAMES: Final = tuple(one.name for one in FORMATS if one.reader)
WRITE_NAMES: Final = tuple(one.name for one in FORMATS if one.writer)
EXPORTS: Final = {one.key: one for one in sorted(FORMATS, key=lambda one: one.rank) if one.key}
"""What the export dialog offers, by key."""

_BY_NAME: Final = {one.name: one for one in FORMATS}
SUFFIXES: Final[Mapping[str, str]] = {
    suffix: one.name if one.reader else "json" for one in FORMATS for suffix in one.suffixes
}
"""The format in which a file with that suffix is read."""
UNREADABLE: Final = frozenset([".pdf", ".docx", ".doc", ".odt", ".rtf", ".epub", ".zip"])


_JSON: Final = re.compile(r"\{|\[\s*(?:[\[{\"]|\]?\s*\Z)")
""" "[14:02] Anna: pancakes" and "[Soup](soup.md)" are no JSON."""
_PAGE: Final = re.compile(r"<(?:!doctype html|html|head|body|script|\?xml)\b", re.IGNORECASE)


def detect_format(text: str) -> str:
    """Return what a text looks like: JSON, a page, Markdown (front matter or a heading), else plain text."""
    text = unix_lines(text)
    start = text.lstrip("\ufeff \t\n")
    if _JSON.match(start):
        return "json"
    if _PAGE.match(start):
        return "html"
    lines = text.split("\n", 2_000)
    headed = any(line.startswith(("# ", "## ", "### ")) for line in lines)
    return "md" if start.startswith("---\n") or headed else "text"


def file_format(suffix: str, text: str) -> str | None:
    """Return the format of a file by its suffix (None if unknown), unless its text is clearly something else."""
    named, seen = SUFFIXES.get(suffix), detect_format(text)
    if seen == "html" or (seen == "json" and _is_json(text)) or (named == "html" and "<" not in text):
        return seen
    return named


def _is_json(text: str) -> bool:
    try:
        json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return True


def read(text: str, format: str, name: str = "", where: str = "") -> "tuple[ParsedProcedure, ...]":
    """Return every procedure of a text: one, except in CSV, JSON lists and pages. ContentError if unreadable."""
    reader: Reader = resolve_name(f"{__package__}.{_BY_NAME[format].reader}")
    found = reader(unix_lines(text), name, where)
    each = tuple(found) if isinstance(found, Iterable) else (found,)
    from tailor.library.formats.shared.long_texts import fitted
    from tailor.library.formats.shared.source_numbers import with_numbers_of_steps

    lined = format in ("md", "text")  # their numbers may start over in each part
    moved = (with_numbers_of_steps(one, text) if lined and not one.exact else one for one in each)
    return tuple(map(fitted, moved))


def write(procedure: "Procedure", format: str, parent: str | None = None, notice: str = "") -> str:
    """Write the procedure, without its id, in a format. UsageError for a format that cannot be written.

    `parent`: the id of the original; `notice`: what a page says about it.
    """
    if format not in WRITE_NAMES:
        raise UsageError(f'There is no format "{format[:40]}". Choose one of {", ".join(WRITE_NAMES)}.')
    writer: Writer = resolve_name(f"{__package__}.{_BY_NAME[format].writer}")
    return writer(replace(procedure, id=""), parent, notice)
