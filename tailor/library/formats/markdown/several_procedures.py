"""Texts that hold several procedures, each below a heading of its own with what it needs and what to do."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.library.formats.markdown.alternatives import Section
from tailor.library.formats.markdown.blocks import ITEMS, Block, words
from tailor.library.formats.shared.headings import announced, names_collection
from tailor.library.formats.shared.parsed import read_as_one

_LEVELS: Final = (3, 2, 1)
"""Of the headings that may be titles, the deepest first."""
_FEWEST: Final = 3
"""Procedures of a text; two such parts may be those of one, as dough and icing, and are asked for."""


def sections_of(blocks: Sequence[Block]) -> list[Section]:
    """Every heading with the blocks below it, also those of deeper headings."""
    heads = [(at, int(block.tokens[0].tag[1])) for at, block in enumerate(blocks) if block.kind == "heading"]
    found: list[Section] = []
    for nth, (at, level) in enumerate(heads):
        after = (heads[other] for other in range(nth + 1, len(heads)))  # a slice would copy them for each
        end = next((other for other, depth in after if depth <= level), len(blocks))
        above = blocks[at - 1] if at else None
        before = " ".join(above.lines) if above and above.kind != "ordered" else ""
        full = any(block.kind in ITEMS or has_code(block) for block in blocks[at:end])
        first = next((block.lines[0] for block in blocks[at + 1 : end] if block.kind != "heading"), "")
        found.append(Section(blocks[at].lines[0], level, at, end, before, full, first))
    return found


def has_code(block: Block) -> bool:
    """Whether code stands in it as a block of its own."""
    return any(token.type in ("fence", "code_block") for token in block.tokens)


def procedures_in(
    blocks: Sequence[Block], sections: Sequence[Section], title: str = ""
) -> tuple[list[Section], bool]:
    """The sections that may each be a procedure of a text, and whether they are: else a person is asked.

    They are where a collection holds them, where none is above them, or where each has headings of its own. Those
    that count, as "Day 1" and "Day 2", are those of one, and not returned.
    """
    each = _candidates(blocks, sections)
    if not each:
        return [], False
    above = [*filter(None, [title]), *(one.lines[0] for one in blocks[: each[0].start] if one.kind == "heading")]
    if any(map(names_collection, above)):
        return each, len(each) >= _FEWEST
    headed = all(any(_announces(block) for block in blocks[one.start : one.end]) for one in each)
    if _count(each) and (above or not headed):
        return [], False
    return each, len(each) >= _FEWEST and (headed or not above)


def _announces(block: Block) -> bool:
    return block.kind == "heading" and bool(_part(block))


def _count(each: Sequence[Section]) -> bool:
    """Whether the titles count: "Day 1", "Day 2"."""
    numbers = [int(found[0]) for one in each if (found := re.search(r"\b\d{1,2}\b", one.title))]
    return len(numbers) == len(each) and all(two == one + 1 for one, two in pairwise(numbers))


def _candidates(blocks: Sequence[Block], sections: Sequence[Section]) -> list[Section]:
    """The sections of one level that each hold a list and steps, and together all parts of a text; else []."""
    parts = {at: _part(block) for at, block in enumerate(blocks)}
    told = {at for at, part in parts.items() if part}
    for level in _LEVELS:
        each = [one for one in sections if one.level == level and not announced(one.title)]
        each = [one for one in each if _whole([parts[at] for at in range(one.start, one.end) if at in told])]
        if len(each) > 1 and told <= {at for one in each for at in range(one.start, one.end)}:
            return each
    return []


def _part(block: Block) -> frozenset[str]:
    """What a heading announces, or a list without one: amounts, or numbered steps."""
    if block.kind == "heading":
        return announced(block.lines[0]) & {"resources", "steps"}
    if block.kind == "bullet":
        return frozenset(["resources"] if counts(words(block.lines[0]).lstrip("-*+ ")) else [])
    return frozenset(["steps"] if block.kind == "ordered" else [])


def _whole(parts: Sequence[frozenset[str]]) -> bool:
    return {"resources", "steps"} <= {part for each in parts for part in each}


def asks(each: Sequence[Section]) -> str:
    """What to say of two parts that were put together; "" where there are not two."""
    if len(each) < 2:
        return ""
    return read_as_one(*(words(one.title) for one in each[:2]))
