"""What changed between two texts, word by word, as Content: in one text, one below the other, or side by side.

Owns the comparison of words and its look. Refuses to say it by colour alone: what goes is struck through, what
comes is underlined, and without any colours both stand between signs.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal, TypeAlias

from textual.content import Content

from tailor.screens.safe import MUTED, row, safe

Kind: TypeAlias = Literal["same", "gone", "new"]
Run: TypeAlias = tuple[Kind, str]

GONE = "strike $text-error"
NEW = "underline $text-success"
LONGEST_COMPARED = 1_200
"""Words of one text that are compared; a longer text is shown as wholly new."""

_WORD = re.compile(r"\S+\s*")


@lru_cache(maxsize=2_048)
def runs(old: str, new: str) -> tuple[Run, ...]:
    """The words of both texts in reading order: kept, gone, new."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    if max(len(before), len(after)) > LONGEST_COMPARED:
        return tuple(run for run in (("gone", old), ("new", new)) if run[1])
    return tuple(_runs(before, after))


def _runs(before: list[str], after: list[str]) -> Iterator[Run]:
    bare = ([word.strip() for word in before], [word.strip() for word in after])
    for op, i, j, k, m in SequenceMatcher(None, *bare, autojunk=False).get_opcodes():
        if op == "equal":
            yield "same", "".join(after[k:m])
            continue
        if j > i:
            yield "gone", "".join(before[i:j])
        if m > k:
            yield "new", "".join(after[k:m])


LEAST_SHARED = 0.6
"""The share of words two texts have in common below which a mix of both is hard to read."""


def much_changed(old: str, new: str) -> bool:
    """Whether so few words are kept that two whole texts read better than words struck and added in turn."""
    counts = {"same": 0, "gone": 0, "new": 0}
    for kind, text in runs(old, new):
        counts[kind] += len(text.split())
    total = 2 * counts["same"] + counts["gone"] + counts["new"]
    return 2 * counts["same"] < LEAST_SHARED * total


def was_now(old: str, new: str, *, plain: bool = False) -> tuple[Content, Content]:
    """Two paragraphs, "was …" and "now …"; without colours the words that go and come stand between signs."""
    if plain and not much_changed(old, new):
        left, right = sides(old, new, plain=True)
    elif plain:
        left, right = safe(old), safe(new)
    else:
        left, right = safe(old, f"{MUTED} strike"), safe(new, "$text-success")
    return row(("was ", MUTED), left), row(("now ", "bold"), right)


def unified(old: str, new: str, *, plain: bool = False) -> Content:
    """Both texts in one, for narrow windows; `plain` puts signs around the words that go and come."""
    pieces = [_marked(kind, text, plain) for kind, text in _spaced(runs(old, new))]
    return row(*pieces).rstrip()


def sides(old: str, new: str, *, plain: bool = False) -> tuple[Content, Content]:
    """The old text with what goes marked, and the new one with what comes marked."""
    told = runs(old, new)
    left = row(*(_marked(kind, text, plain) for kind, text in told if kind != "new"))
    right = row(*(_marked(kind, text, plain) for kind, text in told if kind != "gone"))
    return left.rstrip(), right.rstrip()


def _spaced(told: tuple[Run, ...]) -> Iterator[Run]:
    """A space between a run that ends a text and the run after it, so that no two words grow together."""
    for index, (kind, text) in enumerate(told):
        last = index == len(told) - 1
        yield kind, text if last or text.endswith(" ") else text + " "


def _marked(kind: Kind, text: str, plain: bool) -> Content:
    words = text.rstrip()
    space = text[len(words) :]
    match kind:
        case "same":
            return safe(text)
        case "gone":
            marked = row("[-", words, "-]") if plain else safe(words, GONE)
        case "new":
            marked = row("{+", words, "+}") if plain else safe(words, NEW)
    return row(marked, space)
