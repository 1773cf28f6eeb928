"""Finds the title of a text: of a page among its headings, even if the first one is the name of the site."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from tailor.core.procedure import Times
from tailor.library.formats.markdown.blocks import Block, words
from tailor.library.formats.markdown.parts import announced_by
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import announced, leads_on, part_of, tells_nothing
from tailor.library.formats.shared.step_texts import is_ended, is_sentence
from tailor.library.formats.text.titles import title_of_text
from tailor.library.formats.text.unpacking import unpacked

_LONG_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_ICON: Final = re.compile(r"[a-z]+(?:_[a-z]+)+")
"""The name of an icon that a font draws: "favorite_outline"."""
_BETWEEN: Final = re.compile(r"\s*[|–—·•»]\s*|\s+-\s+|:\s+")
"""Separates the title from the name of the site."""
_SETS_OUT: Final = re.compile(r"\s*[!<\[{|>:]")
"""A line that is no plain one: a picture, a link, a tag, a box."""
_PARTS: Final = frozenset(["resources", "steps"])
_LONGEST_KIND: Final = 3
"""Words above a title that say what kind of thing it is."""


def goal_in(blocks: Sequence[Block], called: str | None, *, page: bool, titled: bool) -> Block | None:
    """Find the title of a text; "# Method" is none if its front matter has one, and it is `titled`.

    Nor is it beside "# Ingredients".
    """
    if called is not None:
        return _shown_title(blocks, called) or (None if page else _title(blocks))
    named = [block for block in blocks if _first_h1([block]) and part_of(block.lines[0])]
    parts = named if titled or len(named) > 1 else []
    return _first_h1(block for block in blocks if block not in parts) or _title(blocks)


def with_title(body: tuple[str, ...], blocks: Sequence[Block]) -> tuple[str, ...]:
    """Mark the line above all parts that is the title as a heading, if no heading is: "Grandma's waffles".

    It is the line that would be the title of a plain text. A line that heads a list may be the title only if no
    other line does.
    """
    heads = [block for block in blocks if block.kind == "heading" and not announced_by(block)]
    alone = heads if len(heads) == 1 and not heads[0].tokens[0].markup else []
    above = [*takewhile(lambda block: block.kind == "text" or block in alone, blocks)]
    plain = [line for block in above for line in block.lines if not _SETS_OUT.match(line)]
    if not plain or goal_in(blocks, None, page=False, titled=True):
        return body
    first = next(n for n, line in enumerate(body) if plain[0].strip() in line.expandtabs(4))
    text = "\n".join(body[first:])
    title = title_of_text(text, unpacked(text))[0]
    ends = (n for n, line in enumerate(body) if n >= first and line.strip(" *_").endswith(title))
    at = next(ends, None) if title and not is_ended(title) else None
    if at is None or not any(line.strip(" *_").endswith(title) for line in plain):
        return body
    return (*body[:at], f"# {title}", "", *body[at + 1 :])


def _title(blocks: Sequence[Block]) -> Block | None:
    """Return the first heading of a text without an H1, if all others are below it: "## Set up a router".

    Bold lines are below any heading. A word or two may stand above it: "Side dishes".
    """
    heads = [block for block in blocks if block.kind == "heading"]
    above = [" ".join(block.lines).split() for block in blocks[: blocks.index(heads[0])]] if heads else []
    if any(len(kind) > _LONGEST_KIND or not "".join(kind).isalpha() for kind in above):
        return None
    if not heads or announced_by(heads[0]) or leads_on(heads[0].lines[0]):
        return None
    tag, *below = (one.tokens[0].tag for one in heads if one is heads[0] or one.tokens[0].markup)
    return heads[0] if heads[0].tokens[0].markup and all(one > tag for one in below) else None


def _first_h1(blocks: Iterable[Block]) -> Block | None:
    return next((block for block in blocks if block.kind == "heading" and block.tokens[0].tag == "h1"), None)


def _shown_title(blocks: Sequence[Block], name: str) -> Block | None:
    """Return the heading that is the title of a page called `name`; else its first H1.

    The name contains the title, perhaps beside that of the site: "Tomato soup | Our kitchen". Otherwise a deeper
    heading is the title if every part stands below it: "Our kitchen", "Tomato soup", "Ingredients".
    """
    heads = [block for block in blocks if block.kind == "heading" and block.lines[0].strip()]
    above = [one for one in takewhile(lambda one: not _announces(one), heads) if _tells(one)]
    around, first = _around_parts(heads), _first_h1(blocks)
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
