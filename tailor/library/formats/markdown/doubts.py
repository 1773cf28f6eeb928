"""Whether a person should check the steps that were read from Markdown, judged by what was left out."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import Final

from tailor.core.text import normal
from tailor.library.formats.markdown.blocks import ITEMS, Block, words
from tailor.library.formats.markdown.parts import (
    above_numbers,
    announced_by,
    has_further_chapters,
    sections_below,
    text_of,
)
from tailor.library.formats.markdown.several_procedures import has_code
from tailor.library.formats.shared.headings import announced, is_told, leads_on, says_how, telling
from tailor.library.formats.shared.imperatives import is_english, tells
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.sentences import is_short
from tailor.library.formats.shared.step_texts import bare_title, is_sentence

OF_TABS: Final = "Its tabs show other ways to do it, so please check the steps."
_FEWEST: Final = 3
"""Least number of items in a list that only its title calls steps."""
_TAB: Final = re.compile(r"\s*(?:=== ?[!+]?[\"']|<TabItem\b|\{[{%][<%]? *tab\b)")
"""The mark of one of several tabs on a page: `=== "apt"`, `<TabItem label="apt">`."""
_REFERS: Final = re.compile(
    r"(?:(?:please )?(?:see|refer to|check out|read|visit|enjoy)|for (?:more|further|additional|details))\b", re.I
)
"""How a sentence begins that ends a text: "For more information, see the manual"."""
_LINK: Final = re.compile(r"\W*\[[^\]]*\]\([^)]*\)\W*")


def has_tabs(body: Iterable[str]) -> bool:
    """Whether a text has tabs side by side, of which a person opens one."""
    return sum(_TAB.match(line) is not None for line in body) > 1


def is_doubtful(blocks: Sequence[Block], read: ParsedProcedure) -> bool:
    """Whether the right steps may be others or more than these; nothing announces the steps of an unsure reading.

    In any text it is a doubt if code or an instruction is left out, if chapters have numbers, or if other lists or
    talk are among the steps. If nothing announces the steps, so is another list or more words than the steps have;
    and if no list is numbered, that no step is an instruction.
    """
    heads = [block for block in blocks if block.kind == "heading"]
    announces = any(head.counted or "steps" in announced(head.lines[0]) for head in heads)
    # Instructions under "Requirements" do not announce the other steps.
    unannounced = read.unsure or not (announces or read.procedure.resources)
    steps, left = read.procedure.steps, list(_left(blocks, frozenset(read.unused)))
    noted = list(_left(list(above_numbers(blocks)), frozenset(read.procedure.notes.split("\n"))))
    told = any(block.kind == "ordered" for block in blocks) or any(map(is_told, steps))
    talk = sum(is_sentence(step) and not tells(step) for step in steps) if unannounced else 0
    if (
        _are_chapters(heads)
        or has_further_chapters(heads)
        or any(map(has_code, left))
        or any(_is_step(text_of(block)) for block in [*noted, *_beside_steps(blocks, frozenset(left))])
        or (is_english(steps) and (3 * talk > len(steps) or _hold_prose(blocks, frozenset(left))))
        or _hold_other_lists(blocks, read)
        or (read.remark and not tells(steps[0]))  # what should be there before one starts
        or (not any(map(tells, steps)) and any(map(tells, _counted(blocks, frozenset(read.unused)))))
        or not (told or (read.procedure.resources and not unannounced))
    ):
        return True
    lists = any(block.kind in ITEMS and not _LINK.fullmatch(" ".join(block.lines)) for block in [*left, *noted])
    return unannounced and (lists or sum(len(text_of(block)) for block in left) > sum(map(len, steps)))


def _hold_other_lists(blocks: Iterable[Block], read: ParsedProcedure) -> bool:
    """Whether another kind of list may be among the steps, like "Troubleshooting" after the announced ones.

    Or several lists that nothing announces, with titles that give no instruction.
    """
    titles = [title for _, title in read.procedure.sections] if read.unsure else []
    behind = dropwhile(lambda one: "steps" not in one.under, () if read.procedure.resources else blocks)
    lists = [block for block in behind if block.kind == "ordered" and not block.under]
    unused = frozenset(read.unused)
    others = [block for block in lists if not _is_in(block, unused)]
    return bool(others) or (len(titles) > 1 and not all(is_told(title) or tells(title) for title in titles))


def _beside_steps(blocks: Iterable[Block], left: Collection[Block]) -> Iterator[Block]:
    """Yield what is left out below a heading of steps, or after the first step of another section."""
    for _, below in sections_below(blocks):
        seen = False
        for block in below:
            if block not in left:
                seen |= block.under.isdisjoint(("resources", "notes"))
            elif seen or ("steps" in block.under and not text_of(block).endswith(":")):
                yield block


def _hold_prose(blocks: Iterable[Block], left: Collection[Block]) -> bool:
    """Whether a section of mere talk, "1. Overview", is among the steps, while others are numbered."""
    talks = numbered = False
    for head, below in sections_below(blocks):
        taken = [block for block in below if "steps" in block.under and block not in left]
        title = words(head.lines[0]) if head else ""
        texts = [bare_title(title) or title, *map(text_of, taken)]
        numbered |= any(block.kind == "ordered" for block in taken)
        prose = bool(taken) and all(block.kind == "text" for block in taken)
        talks |= prose and not any(map(tells, texts))
    return talks and numbered


def _is_step(text: str) -> bool:
    """Whether a paragraph is an instruction, not an appeal, "Buy my book!", or a reference to further reading."""
    return tells(text) and not (text.endswith("!") or is_short(text) or _REFERS.match(text))


def says_how_to(
    rest: Sequence[Block], blocks: Iterable[Block], steps: Sequence[str], title: str, *, named: bool
) -> bool:
    """Whether the steps are all that is numbered and all instructions, below a heading or title that says how.

    Only a text without a heading uses the title. Under other headings half of the steps must be clear
    instructions, and the title must say how or the resources must be `named`.
    """
    ordered = [block for block in rest if block.kind == "ordered"]
    listed = [block for block in blocks if block.kind == "ordered"]
    if ordered != listed or len(ordered) < _FEWEST or not all(telling(steps, numbered=True)):
        return False
    own = set(ordered)
    heads = [head for head, below in sections_below(rest) if not own.isdisjoint(below)]
    if len(heads) == 1 and says_how(words(heads[0].lines[0]).rstrip(" :") if heads[0] else title):
        return True
    return (named or is_how_to(title)) and 2 * sum(map(is_told, steps)) >= len(steps)


def is_how_to(title: str) -> bool:
    """Whether a title names an action: "How to build a box", "Build the box"."""
    return says_how(title) or is_told(title)


def only_counted(blocks: Iterable[Block], *, known: bool) -> bool:
    """Whether only numbers before headings announce steps: "7. Cinderella".

    False if the text is `known` to be a how-to and all but one are instructions: "7. Glue the boards".
    """
    heads = [block for block in blocks if "steps" in announced_by(block)]
    bare = bool(heads) and all(block.counted and words(block.lines[0])[:1].isdigit() for block in heads)
    told = sum(is_told(bare_title(words(block.lines[0]))) for block in heads)
    return bare and not (known and told > 1 and told >= len(heads) - 1)


def _are_chapters(heads: Sequence[Block]) -> bool:
    """Whether the numbered headings are chapters with headings of their own: "2. Design", "Why Rust"."""
    counted = [head for head in heads if head.counted]
    level = min((head.tokens[0].tag for head in counted), default="")
    inner = [head for head in heads if not head.counted and head.tokens[0].markup and head.tokens[0].tag > level]
    called = any(not words(head.lines[0])[:1].isdigit() for head in counted)
    return bool(counted) and not called and len(inner) >= len(counted)


def _left(blocks: Iterable[Block], unused: frozenset[str]) -> Iterator[Block]:
    """Yield the blocks in no part of the procedure, except those below headings that lead elsewhere."""
    for head, below in sections_below(blocks):
        if head is None or not (leads_on(head.lines[0]) or announced(head.lines[0]) == {"notes"}):
            yield from (block for block in below if _is_in(block, unused))


def _counted(blocks: Iterable[Block], unused: frozenset[str]) -> Iterator[str]:
    """Yield the items with a number in no part of the procedure, also below "Next steps"."""
    return (text_of(block) for block in blocks if block.kind == "ordered" and _is_in(block, unused))


def _is_in(block: Block, lines: Collection[str]) -> bool:
    return all(normal(line) in lines for line in block.lines)
