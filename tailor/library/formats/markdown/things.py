"""What one needs, read of the items and lines of a Markdown text."""

from collections.abc import Callable, Sequence

from tailor.core.listed_amounts import counts
from tailor.library.formats.markdown.blocks import Block, words
from tailor.library.formats.markdown.parts import text_of, words_in
from tailor.library.formats.shared.amounts_in_cells import paired
from tailor.library.formats.shared.lists_of_things import item
from tailor.library.formats.shared.step_texts import list_heads


def needed_in_lines(
    blocks: list[Block], are_needed: Callable[[Sequence[str]], bool]
) -> tuple[list[str], list[Block]] | None:
    """The lines of the blocks, if they are a list of what one needs, and the blocks."""
    lines = paired([item(words(line)) for block in blocks for line in block.lines])
    heads = list_heads(lines)
    return (lines, blocks) if are_needed([one for one in lines if one not in heads]) else None


def without_footnotes(lines: list[Block]) -> list[Block]:
    """The lines without those that begin with a star and have no amount, where others with a star have one."""
    starred = {block for block in lines if text_of(block).startswith("*")}
    amounts = {block for block in starred if counts(text_of(block).lstrip("* "))}
    return [block for block in lines if block in amounts or block not in starred] if amounts else lines


def things_in(block: Block) -> tuple[list[str], list[str]]:
    """The resources of one item, with those of the lists in it; and the words that only head such a list."""
    head, *below = ("\n".join(texts[1:]) for texts in words_in(block))
    heads = not head or head.endswith(":") or (not counts(head) and all(map(counts, below)))
    return (below, [head]) if below and heads else ([head, *below], [])
