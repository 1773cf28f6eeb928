"""The only ways to show a text that came from outside.

Owns the step from a plain str to something a widget may draw: cleaned, and never read as markup. Refuses
markup altogether: Textual crashes on "[/]" and runs "[@click=…]" wherever it meets markup, and every widget
passes escape bytes on to the terminal. `tests/screens/test_sinks.py` counts every place that draws.
"""

from typing import Literal, TypeAlias

from textual.app import App
from textual.content import Content
from textual.dom import DOMNode

from tailor.core.text import clean, one_line

Severity: TypeAlias = Literal["information", "warning", "error"]

Piece: TypeAlias = "str | tuple[str, str] | Content"
"""A text from anywhere, a text with the style it is drawn in, or something already safe."""

MUTED = "$foreground-muted"
"""The style of words that step back."""

LONGEST_SHOWN = 20_000
"""Characters of one text that a screen draws; nobody reads on, and wrapping a whole page costs seconds."""


def safe_text(text: str, style: str = "", limit: int = LONGEST_SHOWN) -> Content:
    """The text as it is, cleaned, line breaks kept, in one style ("" = plain)."""
    return Content.styled(clean(text, limit), style)


def line_text(text: str, style: str = "", limit: int = 300) -> Content:
    """The text on one line, at most `limit` characters, "…" where it was cut."""
    return Content.styled(one_line(text, limit), style)


def row_text(*pieces: Piece) -> Content:
    """The pieces one after another, each cleaned."""
    return Content.assemble(*map(_piece, pieces))


def lines(*rows: Content) -> Content:
    """The rows below each other."""
    return Content("\n").join(rows)


def notify(
    node: App[object] | DOMNode,
    message: str,
    *,
    title: str = "",
    severity: Severity = "information",
    stays: float | None = None,
) -> None:
    """A short message that goes away by itself, after `stays` seconds; never for what a person must not miss."""
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
