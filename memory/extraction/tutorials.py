"""Tutorials as plain text: Markdown, HTML pages and notebooks, cut into parts that fit one question."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from memory.messages import BadRow
from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import Json
from tailor.core.text import clean, one_line
from tailor.library.formats.html_text import page_lines
from tailor.library.importer import read_path
from tailor.storage import is_there, named

MARKDOWN: Final = (".md", ".markdown", ".mdx", ".rst", ".txt")
PAGES: Final = (".html", ".htm")
NOTEBOOKS: Final = (".ipynb",)
LONGEST_PART: Final = 24_000
"""Characters of a tutorial in one question; about 6,000 tokens."""

_HEADING = re.compile(r"(?m)^(?=#{1,3} )")
_BLANK = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A tutorial, or a part of a long one."""

    name: str
    """The path as the user named it, with the number of the part if there are several."""
    text: str


def tutorials(path: str, longest: int = LONGEST_PART) -> Iterator[Tutorial | BadRow]:
    """The tutorials in a file, or in every such file below a folder except hidden ones.

    A file that cannot be read becomes a BadRow. NotFoundError if the path does not exist, ContentError for a file
    of another kind.
    """
    place = named(path)
    if not is_there(place):
        raise NotFoundError(f"There is no file or folder {one_line(path, 120)}.")
    if not place.is_dir() and place.suffix.lower() not in (*MARKDOWN, *PAGES, *NOTEBOOKS):
        raise ContentError(
            f"{one_line(path, 120)} is no tutorial Tailor can read: it takes Markdown, plain text, HTML pages and "
            "notebooks (.ipynb)."
        )
    for file in [place] if not place.is_dir() else _below(place):
        name = one_line(str(file), 200)
        try:
            text = text_of(file)
        except ContentError as error:
            yield BadRow(where=name, why=error.message)
            continue
        found = parts(text, longest)
        for number, part in enumerate(found, 1):
            yield Tutorial(name if len(found) == 1 else f"{name}, part {number} of {len(found)}", part)
        if not found:
            yield BadRow(where=name, why="there is no text in it")


def text_of(file: Path) -> str:
    """The text of a tutorial. ContentError if it cannot be read."""
    text = read_path(file)
    if file.suffix.lower() in PAGES:
        text = "\n".join(page_lines(text))
    elif file.suffix.lower() in NOTEBOOKS:
        text = _notebook(text)
    return _BLANK.sub("\n\n", clean(text)).strip()


def parts(text: str, longest: int = LONGEST_PART) -> tuple[str, ...]:
    """The text in parts of at most `longest` characters, cut before headings, else between paragraphs or lines."""
    if len(text) <= longest:
        return (text,) if text else ()
    for found, glue in ((_HEADING.split(text), ""), (text.split("\n\n"), "\n\n"), (text.split("\n"), "\n")):
        pieces = [piece for piece in found if piece.strip()]
        if len(pieces) > 1:
            return tuple(part for one in _together(pieces, glue, longest) for part in parts(one.strip(), longest))
    return tuple(text[at : at + longest] for at in range(0, len(text), longest))


def _together(pieces: list[str], glue: str, longest: int) -> list[str]:
    """Join neighbours that fit together."""
    found = [pieces[0]]
    for piece in pieces[1:]:
        if len(found[-1]) + len(glue) + len(piece) <= longest:
            found[-1] += glue + piece
        else:
            found.append(piece)
    return found


def _below(folder: Path) -> list[Path]:
    known = (*MARKDOWN[:3], *PAGES, *NOTEBOOKS)  # .txt in a folder is anything: licences, logs
    found = (one for one in folder.rglob("*") if one.suffix.lower() in known and one.is_file())
    return sorted(one for one in found if not any(part.startswith(".") for part in one.relative_to(folder).parts))


def _notebook(text: str) -> str:
    """The cells of a notebook without their output; code in fences."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"it is no notebook: {one_line(str(error), 120)}") from error
    cells = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(cells, list):
        raise ContentError("it is no notebook: there are no cells in it")
    return "\n\n".join(filter(None, map(_cell, cells)))


def _cell(cell: Json) -> str:
    if not isinstance(cell, dict):
        return ""
    source = cell.get("source")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source or "")
    if not text.strip():
        return ""
    return f"```\n{text}\n```" if cell.get("cell_type") == "code" else text
