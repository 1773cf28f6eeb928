"""What the procedure of a page is called: its heading, also where the first one is the name of the site."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tailor.library.formats.headings import announced, leads_on, tells_nothing
from tailor.library.formats.markdown_blocks import Block, words

_LONG_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_PARTS: Final = frozenset(["resources", "steps"])


def first_h1(blocks: Iterable[Block]) -> Block | None:
    return next((block for block in blocks if block.kind == "heading" and block.tokens[0].tag == "h1"), None)


def shown_title(blocks: Sequence[Block], name: str) -> Block | None:
    """The heading of the page that is its title, else its first H1; `name` is what the page calls itself.

    A deeper heading is the title where every part of the procedure stands under it, and the page calls itself by
    no heading above: "My food blog", "Tomato soup", "Ingredients".
    """
    heads = [block for block in blocks if block.kind == "heading" and block.lines[0].strip()]
    around = _around_parts(heads)
    title = around[0] if around else first_h1(blocks)
    for one in around[1:]:
        if title is None or _says(name, one) or not (_says(name, title) or _alike(title, one)):
            title = one
    return title


def _around_parts(heads: Iterable[Block]) -> list[Block]:
    """The headings, from the uppermost one on, under which each heading of a part stands."""
    above: list[Block] = []
    around: list[Block] | None = None
    for head in heads:
        level = head.tokens[0].tag if head.tokens[0].markup else "h7"  # a line without marks is below all others
        above = [one for one in above if one.tokens[0].tag < level]
        if _PARTS & announced(head.lines[0]):
            around = [one for one in above if around is None or one in around]
        elif head.tokens[0].markup and not (leads_on(head.lines[0]) or tells_nothing(head.lines[0])):
            above.append(head)
    return around or []


def _says(name: str, head: Block) -> bool:
    """Whether the page calls itself by this heading, and perhaps the site too."""
    told = words(head.lines[0]).casefold().strip()
    return told in " ".join(name.casefold().split())


def _alike(one: Block, other: Block) -> bool:
    """Whether two headings have a longer word in common."""
    return not _long_words(one).isdisjoint(_long_words(other))


def _long_words(head: Block) -> set[str]:
    return set(_LONG_WORD.findall(words(head.lines[0]).casefold()))
