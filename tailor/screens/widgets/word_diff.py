"""Draw the difference of two texts word by word, with signs if there are no colours."""

from functools import lru_cache
from typing import Final

from textual.content import Content

from tailor.core import worddiff
from tailor.core.code_lines import drawn
from tailor.core.worddiff import Kind, spaced, words
from tailor.screens.widgets.content import MUTED, row_text, safe_text

GONE = "strike $text-error"
NEW = "underline $text-success"
LEAST_SHARED = 0.6
"""The share of common words below which a mix of both texts is hard to read."""

runs: Final = lru_cache(maxsize=2_048)(worddiff.runs)
"""`core.worddiff.runs`, cached, as the same card is drawn again and again."""


def much_changed(old: str, new: str) -> bool:
    """Whether so few words stay that two whole texts read better than a mix of removed and added words."""
    counts = {"same": 0, "gone": 0, "new": 0}
    for kind, text in runs(old, new):
        counts[kind] += len(words(text))
    total = 2 * counts["same"] + counts["gone"] + counts["new"]
    return 2 * counts["same"] < LEAST_SHARED * total


def was_now(old: str, new: str, *, plain: bool = False) -> tuple[Content, Content]:
    """Two paragraphs, "was …" and "now …"; with `plain`, signs mark the removed and added words."""
    if plain and not much_changed(old, new):
        left, right = sides(old, new, plain=True)
    elif plain:
        left, right = safe_text(old), safe_text(new)
    else:
        left, right = safe_text(old, f"{MUTED} strike"), safe_text(new, "$text-success")
    return row_text(("was ", MUTED), left), row_text(("now ", "bold"), right)


def unified(old: str, new: str, *, plain: bool = False) -> Content:
    """Both texts in one; with `plain`, signs mark the removed and added words."""
    pieces = [_marked(kind, text, plain) for kind, text in spaced(runs(drawn(old), drawn(new)))]
    return row_text(*pieces).rstrip()


def sides(old: str, new: str, *, plain: bool = False) -> tuple[Content, Content]:
    """The old text with the removed words marked, and the new one with the added words marked."""
    told = runs(drawn(old), drawn(new))
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
