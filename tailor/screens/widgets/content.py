"""The only ways to show text from outside: cleaned, and never parsed as markup.

Textual crashes on "[/]" and runs "[@click=…]" wherever it parses markup, and its widgets pass escape bytes on to
the terminal. `tests/screens/test_sinks.py` counts every place that draws.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias, TypeVar

from rich.text import Text
from textual.app import App
from textual.content import Content
from textual.dom import DOMNode
from textual.widget import Widget

from tailor.core.code_lines import drawn
from tailor.core.text import clean, one_line

Severity: TypeAlias = Literal["information", "warning", "error"]

Piece: TypeAlias = "str | tuple[str, str] | Content"
"""A text from anywhere, with or without a style, or content that is already safe."""

MUTED = "$foreground-muted"
"""The style of secondary words."""

FOUND = "bold underline"
"""The style of the words that a search found."""

LONGEST_SHOWN = 20_000
"""Most characters drawn of one text: nobody reads more, and wrapping more takes seconds."""

MORE = 10
"""Cells that "   +2 more" needs."""


def safe_text(text: str, style: str = "", limit: int = LONGEST_SHOWN) -> Content:
    """The text, cleaned, in one style ("" = plain); line breaks are kept, and lines of code get theirs."""
    return Content.styled(drawn(clean(text, limit)), style)


def line_text(text: str, style: str = "", limit: int = 300) -> Content:
    """The text on one line, cut with "…" after `limit` characters."""
    return Content.styled(one_line(text, limit), style)


def field_text(typed: str) -> Text:
    """A part of a field's value, which is already clean; as a Rich Text it is not parsed as markup."""
    return Text(typed, no_wrap=True, end="")


def as_markup(*texts: str) -> str:
    """The texts on one line, spaced, escaped for where Textual parses markup: the palette, frame titles."""
    return "   ".join(one_line(text, 300) for text in texts).replace("[", "\\[")


def row_text(*pieces: Piece) -> Content:
    """The pieces joined, each cleaned."""
    return Content.assemble(*map(_piece, pieces))


def lines(*rows: Content) -> Content:
    return Content("\n").join(rows)


def wrapped(content: Content, width: int) -> list[Content]:
    """The content on lines of at most `width` cells, at least one."""
    return content.wrap(width) or [content]


Found: TypeAlias = "re.Pattern[str] | None"
"""What a search looks for in a text."""


def parts_found(words: Iterable[str]) -> Found:
    """A pattern for the words, also within longer words."""
    pattern = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(pattern, re.IGNORECASE) if pattern else None


def words_found(words: Iterable[str]) -> Found:
    """A pattern for the words as whole words."""
    pattern = parts_found(words)
    return re.compile(rf"\b(?:{pattern.pattern})\b", re.IGNORECASE) if pattern else None


def with_found(content: Content, found: Found) -> Content:
    return content.highlight_regex(found, style=FOUND) if found else content


def closeness_bar(part: float) -> str:
    """A bar of five dots for how close something is, from 0 to 1."""
    full = min(max(round(part * 5), 1), 5)
    return "●" * full + "○" * (5 - full)


def packed(chips: Sequence[Content], width: int, most_rows: int, gap: Piece, lead: str = "") -> Content:
    """The chips on at most `most_rows` rows, then (after `lead`, else the gap) "+2 more" if some do not fit."""
    rows: list[Content] = []
    for index, chip in enumerate(chips):
        chip = chip.truncate(width, ellipsis=True)
        left = len(chips) - index
        spare = MORE if len(rows) == most_rows and left > 1 else 0
        joined = row_text(rows[-1], gap, chip) if rows else chip
        if rows and joined.cell_length <= width - spare:
            rows[-1] = joined
        elif len(rows) < most_rows:
            rows.append(chip)
        else:
            last = rows[-1].truncate(max(width - MORE, 1), ellipsis=True)
            rows[-1] = row_text(last, "" if lead else gap, (f"{lead}+{left} more", MUTED))
            break
    return lines(*rows)


W = TypeVar("W", bound=Widget)


def titled(widget: W, title: str) -> W:
    """The widget, after putting this title (a literal) in its border."""
    widget.border_title = as_markup(title)
    return widget


def notify(
    node: App[object] | DOMNode,
    message: str,
    *,
    title: str = "",
    severity: Severity = "information",
    stays: float | None = None,
) -> None:
    """Show a message that disappears after `stays` seconds; not for anything that must not be missed."""
    app = node if isinstance(node, App) else node.app
    app.notify(clean(message, 1_000), title=one_line(title), severity=severity, markup=False, timeout=stays)


def _piece(piece: Piece) -> Content:
    match piece:
        case Content():
            return piece
        case (text, style):
            return safe_text(text, style)
        case text:
            return safe_text(text)
