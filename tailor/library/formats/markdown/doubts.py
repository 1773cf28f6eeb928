"""Whether the steps that were read of a Markdown text are to be checked, by what was left out of it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tailor.core.text import normal
from tailor.library.formats.markdown.blocks import ITEMS, Block, words
from tailor.library.formats.markdown.parts import announced_by, has_further_chapters, sections_below, text_of
from tailor.library.formats.markdown.several_procedures import has_code
from tailor.library.formats.shared.headings import announced, is_told, leads_on, says_how, telling
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import bare_title

OF_TABS: Final = "Its tabs tell other ways to do it, so please check the steps."
_FEWEST: Final = 3
"""Items of a list that only its title calls steps."""
_TAB: Final = re.compile(r"\s*(?:=== ?[!+]?[\"']|<TabItem\b|\{[{%][<%]? *tab\b)")
"""The mark of one of the tabs that stand beside each other on a page: `=== "apt"`, `<TabItem label="apt">`."""
_LINK: Final = re.compile(r"\W*\[[^\]]*\]\([^)]*\)\W*")


def has_tabs(body: Iterable[str]) -> bool:
    """Whether parts of a text stand in tabs beside each other, of which a person opens one."""
    return sum(_TAB.match(line) is not None for line in body) > 1


def is_doubtful(blocks: Sequence[Block], read: ParsedProcedure) -> bool:
    """Whether the steps may be others, or more than these; of an unsure reading nothing announces them.

    Code that is left out is a doubt in any text, and so are chapters with numbers. Where nothing announces the
    steps another list is one too, or more words than those of the steps; and where no list is numbered, that none
    of them tells what to do.
    """
    heads = [block for block in blocks if block.kind == "heading"]
    announces = any(head.counted or "steps" in announced(head.lines[0]) for head in heads)
    # Sentences under "Requirements" announce no other steps.
    unannounced = read.unsure or not (announces or read.procedure.resources)
    steps, left = read.procedure.steps, list(_left(blocks, frozenset(read.unused)))
    tells = any(block.kind == "ordered" for block in blocks) or any(map(is_told, steps))
    if (
        _are_chapters(heads)
        or has_further_chapters(heads)
        or any(map(has_code, left))
        or not (tells or (read.procedure.resources and not unannounced))
    ):
        return True
    lists = any(block.kind in ITEMS and not _LINK.fullmatch(" ".join(block.lines)) for block in left)
    return unannounced and (lists or sum(len(text_of(block)) for block in left) > sum(map(len, steps)))


def says_how_to(
    rest: Sequence[Block], blocks: Iterable[Block], steps: Sequence[str], title: str, *, named: bool
) -> bool:
    """Whether the steps are all that is numbered and each tells what to do, below words that say how.

    These are its heading, or the title without one. Under other headings half of the steps have to tell it
    plainly, where the title says how or what one needs is `named`.
    """
    ordered = [block for block in rest if block.kind == "ordered"]
    listed = [block for block in blocks if block.kind == "ordered"]
    if ordered != listed or len(ordered) < _FEWEST or not all(telling(steps, numbered=True)):
        return False
    heads = [head for head, below in sections_below(rest) if not set(ordered).isdisjoint(below)]
    if len(heads) == 1 and says_how(words(heads[0].lines[0]).rstrip(" :") if heads[0] else title):
        return True
    return (named or is_how_to(title)) and 2 * sum(map(is_told, steps)) >= len(steps)


def is_how_to(title: str) -> bool:
    """Whether a title says what is done: "How to build a box", "Build the box"."""
    return says_how(title) or is_told(title)


def only_counted(blocks: Iterable[Block], *, known: bool) -> bool:
    """Whether all that announces steps is a number before a heading: "7. Cinderella".

    Not where it is `known` that something is done here and all of them but one tell what: "7. Glue the boards".
    """
    heads = [block for block in blocks if "steps" in announced_by(block)]
    bare = bool(heads) and all(block.counted and words(block.lines[0])[:1].isdigit() for block in heads)
    told = sum(is_told(bare_title(words(block.lines[0]))) for block in heads)
    return bare and not (known and told > 1 and told >= len(heads) - 1)


def _are_chapters(heads: Sequence[Block]) -> bool:
    """Whether the counted headings are chapters with headings of their own: "2. Design", "Why Rust"."""
    counted = [head for head in heads if head.counted]
    level = min((head.tokens[0].tag for head in counted), default="")
    inner = [head for head in heads if not head.counted and head.tokens[0].markup and head.tokens[0].tag > level]
    called = any(not words(head.lines[0])[:1].isdigit() for head in counted)
    return bool(counted) and not called and len(inner) >= len(counted)


def _left(blocks: Iterable[Block], unused: frozenset[str]) -> Iterator[Block]:
    """The blocks that are in no part of the procedure, without those under headings that lead elsewhere."""
    for head, below in sections_below(blocks):
        if head is None or not (leads_on(head.lines[0]) or announced(head.lines[0]) == {"notes"}):
            yield from (block for block in below if all(normal(line) in unused for line in block.lines))
