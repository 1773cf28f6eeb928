"""The only ways to show a text that came from outside.

Owns the step from a plain str to something a widget may draw: cleaned, and never read as markup. Refuses
markup altogether: Textual crashes on "[/]" and runs "[@click=…]" wherever it meets markup, and every widget
passes escape bytes on to the terminal. `tests/screens/test_sinks.py` counts every place that draws.
"""

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from textual.app import App
from textual.content import Content
from textual.dom import DOMNode

from tailor.core import worddiff
from tailor.core.text import clean, one_line
from tailor.core.worddiff import Kind, spaced, words

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


GONE = "strike $text-error"
NEW = "underline $text-success"
LEAST_SHARED = 0.6
"""The share of words two texts have in common below which a mix of both is hard to read."""

runs: Final = lru_cache(maxsize=2_048)(worddiff.runs)
"""As `core.worddiff.runs`; the same card is painted again and again."""


def much_changed(old: str, new: str) -> bool:
    """Whether so few words are kept that two whole texts read better than words struck and added in turn."""
    counts = {"same": 0, "gone": 0, "new": 0}
    for kind, text in runs(old, new):
        counts[kind] += len(words(text))
    total = 2 * counts["same"] + counts["gone"] + counts["new"]
    return 2 * counts["same"] < LEAST_SHARED * total


def was_now(old: str, new: str, *, plain: bool = False) -> tuple[Content, Content]:
    """Two paragraphs, "was …" and "now …"; without colours the words that go and come stand between signs."""
    if plain and not much_changed(old, new):
        left, right = sides(old, new, plain=True)
    elif plain:
        left, right = safe_text(old), safe_text(new)
    else:
        left, right = safe_text(old, f"{MUTED} strike"), safe_text(new, "$text-success")
    return row_text(("was ", MUTED), left), row_text(("now ", "bold"), right)


def unified(old: str, new: str, *, plain: bool = False) -> Content:
    """Both texts in one, for narrow windows; `plain` puts signs around the words that go and come."""
    pieces = [_marked(kind, text, plain) for kind, text in spaced(runs(old, new))]
    return row_text(*pieces).rstrip()


def sides(old: str, new: str, *, plain: bool = False) -> tuple[Content, Content]:
    """The old text with what goes marked, and the new one with what comes marked."""
    told = runs(old, new)
    left = row_text(*(_marked(kind, text, plain) for kind, text in told if kind != "new"))
    right = row_text(*(_marked(kind, text, plain) for kind, text in told if kind != "gone"))
    return left.rstrip(), right.rstrip()


def _marked(kind: Kind, text: str, plain: bool) -> Content:
    bare = text.rstrip()
    space = text[len(bare) :]
    match kind:
        case "same":
            return safe_text(text)
        case "gone":
            marked = row_text("[-", bare, "-]") if plain else safe_text(bare, GONE)
        case "new":
            marked = row_text("{+", bare, "+}") if plain else safe_text(bare, NEW)
    return row_text(marked, space)
