"""Sections of a Markdown text that are steps though nothing announces them: paragraphs, and lists to tick off."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tailor.library.formats.markdown.blocks import Block
from tailor.library.formats.markdown.parts import text_of
from tailor.library.formats.shared.headings import is_told
from tailor.library.formats.shared.lists_of_things import BOX, is_list

_IN_ORDER = re.compile(r"\b\d{1,2}\b")
_CODE: Final = "⏎"
"""What stands for the line ends of code."""
_FEWEST_LEADING: Final = 2
"""Paragraphs of a page that lead to code, if they are its steps."""


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


def with_code(
    sections: Sequence[tuple[Block | None, list[Block]]],
) -> Iterator[tuple[Block | None, list[Block]]]:
    """The paragraphs of the sections of a page that have code, if most that lead to some tell what to do."""
    texts = [
        (head, {block: text_of(block) for block in below if block.kind == "text"}) for head, below in sections
    ]
    leads = [text for _, below in texts for text in below.values() if _leads_to_code(text)]
    told = [is_told(text) or text.partition(" ```")[0].endswith(":") for text in leads]
    if len(leads) >= _FEWEST_LEADING and 2 * sum(told) > len(told):
        yield from ((head, [*below]) for head, below in texts if any(_CODE in text for text in below.values()))


def _is_told(block: Block) -> bool:
    """Whether a paragraph tells what to do, or leads to code that is to be typed."""
    text = text_of(block)
    return is_told(text) or _leads_to_code(text)


def _leads_to_code(text: str) -> bool:
    return _CODE in text and not text.startswith("```")


def to_tick_off(
    sections: Iterable[tuple[Block | None, list[Block]]],
) -> Iterator[tuple[Block | None, list[Block]]]:
    """The sections of a list with boxes and nothing that one only needs: "## Friday", "- [ ] Freeze main"."""
    for head, below in sections:
        items = [block for block in below if block.kind == "bullet"]
        boxes = all(BOX.match(block.lines[0]) for block in items)
        if items and boxes and not is_list(map(text_of, items)):
            yield head, items
