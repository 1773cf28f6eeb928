"""Resolve without a model: one bag out of several."""

import re
from collections.abc import Sequence

from tailor.core.edits import Edit, Insert, Replace
from tailor.core.text import counted

_SAME = 0.8
"""Share of the words of an insert that another edit must have for both to say the same."""


def settle(bags: Sequence[tuple[str, Sequence[Edit]]]) -> tuple[tuple[Edit, ...], str]:
    """One bag, and what was left out in words.

    Of two texts for one step the one that serves more requirements stands, the first at a tie; an insert that
    another edit of the bag already says goes.
    """
    edits = [edit for _, bag in bags for edit in bag]
    kept: list[Edit] = []
    left = 0
    for edit in edits:
        if isinstance(edit, Replace):
            rivals = [one for one in edits if isinstance(one, Replace) and _place(one) == _place(edit)]
            best = max(rivals, key=lambda one: (len(one.serves), -edits.index(one)))
            if edit is not best:
                left += edit.text != best.text
                continue
        elif any(_says_already(one, edit) for one in kept):
            left += 1
            continue
        kept.append(edit)
    says = f"I left out {counted(left, 'edit')} that others already cover." if left else ""
    return tuple(kept), says


def _place(edit: Edit) -> tuple[str, int]:
    return (edit.part, edit.step)


def _says_already(one: Edit, insert: Insert) -> bool:
    """Whether nearly all words of an insert stand in another edit near it."""
    if one.part != insert.part or abs(one.step - insert.step) > 1:
        return False
    words = set(re.findall(r"\w+", insert.text.casefold()))
    return bool(words) and len(words & set(re.findall(r"\w+", one.text.casefold()))) / len(words) > _SAME
