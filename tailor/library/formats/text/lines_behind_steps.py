"""Where unnumbered steps end, and information about a procedure after them: "Course: dessert"."""

import re
from collections.abc import Sequence
from typing import Final

from tailor.library.formats.shared.facts import (
    is_label,
)
from tailor.library.formats.shared.headings import (
    announced,
    ends_steps,
    is_told,
    part_of,
    says_when,
)
from tailor.library.formats.shared.imperatives import instructs
from tailor.library.formats.shared.lists_of_things import (
    BULLET,
)
from tailor.library.formats.shared.step_texts import (
    is_ended,
)
from tailor.library.formats.text.messages import (
    closes,
    closing,
    is_beside,
)
from tailor.library.formats.text.pasted_pages import heads_talk

_INFO: Final = re.compile(r"([^\W\d_][^:：.!?]{0,40})[:：]\s+(\S(?:[^:：.!?]{0,40}[^\s:：.!?;,])?)")
_ENERGY: Final = re.compile(r"(?<![\w.,])\d[\d.,]* ?(?:kcal|kj|calories|kalorien)\b", re.IGNORECASE)
_MOST_WORDS: Final = 4
"""Words on each side of the colon of such a line."""
_FEWEST: Final = 2
_FEWEST_MARKED: Final = 3


def end_of_lines(lines: Sequence[str]) -> int:
    """Return where unnumbered steps end: before the words that close a letter, tips and dedications."""
    end = min(closing(lines), next((at for at in range(len(lines)) if heads_notes(lines, at)), len(lines)))
    end = end_before_food_values(lines[:end])
    end = min(end, end_of_bullets(lines[:end]), end_before_info(lines[:end]))
    while end and (not lines[end - 1] or is_beside(lines[end - 1].strip("() ")) or closes(lines[end - 1])):
        end -= 1
    return end


def end_before_info(lines: Sequence[str]) -> int:
    """Return where the steps end if several such lines follow sentences and none is among them; else the end."""
    filled = [at for at, line in enumerate(lines) if line]
    end = len(filled)
    while end and _is_info(lines[filled[end - 1]]):
        end -= 1
    steps = [lines[at] for at in filled[:end]]
    ended = sum(is_ended(line) for line in steps)
    if len(filled) - end < _FEWEST or ended < _FEWEST or 2 * ended < len(steps) or any(map(_is_info, steps)):
        return len(lines)
    head = steps[-1]
    apart = not lines[filled[end - 1] - 1] and not lines[filled[end - 1] + 1]
    if apart and not (is_ended(head) or BULLET.match(head)) and len(head.split()) <= _MOST_WORDS:
        end -= 1  # "About this recipe"
    return filled[end]


def heads_notes(lines: Sequence[str], at: int) -> bool:
    """Whether notes, or what a site puts there, begin at a line: "Tips:", "12 Comments"."""
    line = lines[at]
    marked = (line.endswith(":") or line.isupper()) and announced(line) == {"notes"}
    apart = at > 0 and (not lines[at - 1] or _says_food_values(lines[at - 1]))
    return marked or (apart and (ends_steps(line) or heads_talk(line)))


def end_before_food_values(lines: Sequence[str]) -> int:
    """Return where the steps end if only food values and amounts follow them; else the end of the lines."""
    end, at = len(lines), len(lines)
    while at > 1 and (not lines[at - 1] or _is_value(lines[at - 1])):
        at -= 1
        end = at if _says_food_values(lines[at]) else end
    return end


def _is_value(line: str) -> bool:
    amount = not is_ended(line) and any(map(str.isdigit, line)) and not (is_told(line) or instructs(line))
    return amount or _is_info(line) or _says_food_values(line)


def _says_food_values(line: str) -> bool:
    """Whether a line states the energy of food, "Nutrition per serving: 320 kcal", and is no instruction."""
    return _ENERGY.search(line) is not None and not (is_told(line) or instructs(line))


def may_tell(notes: str) -> bool:
    """Whether the notes end in several such lines that may be steps after all: "Mirror: use vinegar"."""
    last = notes.split("\n")[-_FEWEST:]
    return len(last) == _FEWEST and all(_is_info(line) and not is_label(line) for line in last)


def _is_info(line: str) -> bool:
    found = _INFO.fullmatch(line)
    if found is None or BULLET.match(line) or says_when(line):
        return False
    return all(len(said.split()) <= _MOST_WORDS for said in found.groups()) and not any(
        map(is_told, found.groups())
    )


def end_of_bullets(lines: Sequence[str]) -> int:
    """Return where bulleted steps end if a blank line separates "Next time: Tue 14th" from them; else the end."""
    marked = [at for at, line in enumerate(lines) if BULLET.match(line)]
    end = marked[-1] + 1 if marked else 0
    heads = (":", "==")
    plain = [
        one
        for one in lines[:end]
        if one and not (BULLET.match(one) or one.endswith(heads) or part_of(one.lstrip("#")))
    ]
    behind = list(filter(None, lines[end:]))
    apart = len(marked) >= _FEWEST_MARKED and not plain and not any(lines[end : end + 1])
    return end if apart and all(": " in line and not is_told(line) for line in behind) else len(lines)
