"""Whether the steps that were read of the text of a page are to be checked, by what they say and what is left."""

from collections.abc import Container
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.library.formats.base import ParsedProcedure, is_sentence
from tailor.library.formats.headings import is_told

_CODE: Final = "⏎"
"""What stands for the line ends of code."""


def is_telling(step: str) -> bool:
    """Whether a line is a sentence, or leads to code."""
    return is_sentence(step) or _CODE in step


def is_doubtful(found: ParsedProcedure, items: Container[str]) -> bool:
    """Whether code of the page is left out, or the steps hardly tell what to do.

    Where nothing but steps was found, one of them begins as a sentence that tells it; so it does where nothing has
    an amount and some are no `items` of a list, most of which are sentences then.
    """
    made = found.procedure
    told = any(_CODE in step or is_told(step) for step in made.steps)
    texts = [is_telling(step) for step in made.steps if step not in items]
    left = any(_CODE in line for line in found.unused)
    labels = 2 * sum(texts) < len(texts) and not any(map(counts, made.resources))
    # "What you need" for a workshop, and below it whom to call
    talk = not any(map(counts, made.resources)) and any(step not in items for step in made.steps)
    return left or labels or not (told or (made.resources and not talk))
