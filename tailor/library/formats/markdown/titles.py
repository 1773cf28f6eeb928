"""Finds the title of a page's procedure among its headings, even if the first one is the name of the site."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from tailor.core.procedure import Times
from tailor.library.formats.markdown.blocks import Block, words
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import announced, leads_on, tells_nothing
from tailor.library.formats.shared.step_texts import is_sentence

_LONG_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_ICON: Final = re.compile(r"[a-z]+(?:_[a-z]+)+")
"""The name of an icon that a font draws: "favorite_outline"."""
_BETWEEN: Final = re.compile(r"\s*[|–—·•»]\s*|\s+-\s+|:\s+")
"""Separates the title from the name of the site."""
_PARTS: Final = frozenset(["resources", "steps"])


def first_h1(blocks: Iterable[Block]) -> Block | None:
    return next((block for block in blocks if block.kind == "heading" and block.tokens[0].tag == "h1"), None)


def shown_title(blocks: Sequence[Block], name: str) -> Block | None:
    """Return the heading that is the title of a page called `name`; else its first H1.

    The name contains the title, perhaps beside that of the site: "Tomato soup | Our kitchen". Otherwise a deeper
    heading is the title if every part stands below it: "Our kitchen", "Tomato soup", "Ingredients".
    """
    heads = [block for block in blocks if block.kind == "heading" and block.lines[0].strip()]
    above = [one for one in takewhile(lambda one: not _announces(one), heads) if _tells(one)]
    around, first = _around_parts(heads), first_h1(blocks)
    said = [one for one in dict.fromkeys((*above, *around)) if _says(name, one)]
    said = said or [one for one in above if one is not first and _goes_on(name, one)]
    if said:
        told = max(reversed(said), key=lambda one: (one in around and around.index(one), len(one.lines[0])))
        return first if first in said and _alike(first, told) else told
    title = around[0] if around else first
    for one in around[1:]:  # "Ready in 10 minutes!" below the title praises what it names
        title = one if title is None or not (is_sentence(one.lines[0]) or _alike(title, one)) else title
    return title or (above[0] if len(above) == 1 and len(above[0].lines[0].split()) > 1 else None)


def _announces(head: Block) -> bool:
    return not _PARTS.isdisjoint(announced(head.lines[0]))


def _tells(head: Block) -> bool:
    """Whether a heading is a real one that may be a title."""
    text = head.lines[0]
    facts = facts_in(text)  # but "Recipe by Ann" may be all that a title says
    measured = facts is not None and (facts.yields, facts.times) != ("", Times())
    other = leads_on(text) or tells_nothing(text) or measured or _ICON.fullmatch(text.strip())
    return bool(head.tokens[0].markup) and not other


def _around_parts(heads: Iterable[Block]) -> list[Block]:
    """Return the headings, from the topmost on, below which all headings of parts stand."""
    above: list[Block] = []
    around: list[Block] | None = None
    for head in (one for one in heads if _announces(one) or _tells(one)):
        level = head.tokens[0].tag if head.tokens[0].markup else "h7"  # a line without marks is below all others
        above = [one for one in above if one.tokens[0].tag < level]
        if _announces(head):
            around = [one for one in above if around is None or one in around]
        else:
            above.append(head)
    return around or []


def _bare(head: Block) -> str:
    return _one_line(words(head.lines[0]))


def _one_line(text: str) -> str:
    return " ".join(text.casefold().split())


def _says(name: str, head: Block) -> bool:
    """Whether this heading is what the page calls itself, perhaps beside the name of the site."""
    bare = _bare(head)
    return any(bare in one and 2 * len(bare) >= len(one) for one in _BETWEEN.split(_one_line(name)))


def _goes_on(name: str, head: Block) -> bool:
    """Whether a heading begins with the page's whole name and adds to it: "Fried bread with cheese"."""
    bare = _one_line(name)
    return " " in bare and _bare(head).startswith(f"{bare} ")


def _alike(one: Block, other: Block) -> bool:
    """Whether two headings share a longer word."""
    return not _long_words(one).isdisjoint(_long_words(other))


def _long_words(head: Block) -> set[str]:
    return set(_LONG_WORD.findall(words(head.lines[0]).casefold()))
