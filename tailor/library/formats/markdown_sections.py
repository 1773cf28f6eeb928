"""Sections of a Markdown text that are steps though nothing announces them: paragraphs, and lists to tick off."""

import re
from collections.abc import Iterable, Iterator, Sequence

from tailor.library.formats.bare_list import BOX, is_list
from tailor.library.formats.headings import is_told
from tailor.library.formats.markdown_blocks import Block
from tailor.library.formats.markdown_parts import text_of
from tailor.library.formats.several import has_code

_IN_ORDER = re.compile(r"\b\d{1,2}\b")


def told_in_paragraphs(
    sections: Sequence[tuple[Block | None, list[Block]]],
) -> Iterator[tuple[Block, list[Block]]]:
    """The sections of paragraphs, if most of these tell what to do or lead to code, or their headings count."""
    texts = [(head, [b for b in below if b.kind == "text"]) for head, below in sections if head]
    texts = [(head, below) for head, below in texts if below]
    told = [_is_told(block) for _, below in texts for block in below]
    numbers = [_IN_ORDER.search(head.lines[0]) for head, _ in texts]
    counted = len(texts) > 1 and all(one and int(one[0]) == number for number, one in enumerate(numbers, 1))
    if counted or 2 * sum(told) > len(told):
        yield from texts


def _is_told(block: Block) -> bool:
    """Whether a paragraph tells what to do, or leads to code that is to be typed."""
    return (has_code(block) and block.tokens[0].type == "paragraph_open") or is_told(text_of(block))


def to_tick_off(
    sections: Iterable[tuple[Block | None, list[Block]]],
) -> Iterator[tuple[Block | None, list[Block]]]:
    """The sections of a list with boxes and nothing that one only needs: "## Friday", "- [ ] Freeze main"."""
    for head, below in sections:
        items = [block for block in below if block.kind == "bullet"]
        boxes = all(BOX.match(block.lines[0]) for block in items)
        if items and boxes and not is_list(map(text_of, items)):
            yield head, items
