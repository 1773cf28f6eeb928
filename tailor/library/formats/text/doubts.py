"""Whether a person should check the steps that were read from a plain text, judged by their words and layout."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from tailor.core.procedure import Procedure
from tailor.library.formats.shared.headings import is_told
from tailor.library.formats.shared.imperatives import are_doubtful
from tailor.library.formats.shared.lists_of_things import BULLET, is_list, item
from tailor.library.formats.shared.step_texts import is_sentence
from tailor.library.formats.text.line_beginnings import STEP
from tailor.library.formats.text.lines_behind_steps import may_tell

_COMMAND: Final = re.compile(
    r"(?:\$ |(?:sudo|wget|curl|apt|apt-get|git|npm|npx|pip3?|docker|brew|cd|mkdir|chmod|ssh|make)\s"
    r"(?=[^\n]*(?:\s--?[a-z]|[/|&=]|\binstall\b)))"
)
_LABEL: Final = re.compile(r"(?:day|week|month|round|session|stage|part)\s+(\d{1,3})\s*[:.–-]\s", re.IGNORECASE)
_WITHIN: Final = re.compile(r"[.!?…]\s+(?=[^\W\da-zß-ÿ])")
_FEWEST: Final = 3


def is_command(line: str) -> bool:
    """Whether a line is a terminal command, and so no title: "sudo apt install tmux"."""
    return _COMMAND.match(line) is not None


def is_doubtful(made: Procedure, text: str, *, announced: bool) -> bool:
    """Whether the steps may be something else: a list of things, talk, or loose lines.

    Also true if there are lines above the first numbered one, or if what was taken for information after the steps
    may be more of them. `announced`: whether something says what the steps are.
    """
    steps = made.steps
    labels = [int(found[1]) for one in steps if (found := _LABEL.match(one))]
    if len(steps) > 1 and labels == [*range(1, len(steps) + 1)]:
        return may_tell(made.notes)  # "Day 1:", "Day 2:"
    numbered = sum(STEP.fullmatch(line) is not None for line in text.split("\n"))
    if (0 < numbered < len(steps)) or (not numbered and are_doubtful(steps)):
        return True
    if may_tell(made.notes) or _are_chapters(list(filter(None, map(str.strip, text.split("\n"))))):
        return True
    if not made.resources and is_list([made.goal, *steps]):
        return True
    loose = not (announced or made.resources) and len(steps) >= _FEWEST and not any(map(is_told, steps))
    return loose and (_is_talk(steps) or _is_scattered(text.split("\n")))


def _are_chapters(lines: Sequence[str]) -> bool:
    """Whether most numbers stand before titles of lists that hold no instructions: "1. Hardware"."""
    heads = [at for at, line in enumerate(lines) if STEP.fullmatch(line)]
    titles = [at for at in heads if not is_sentence(lines[at]) and any(map(BULLET.match, lines[at + 1 : at + 2]))]
    inside = [item(line) for line in lines if BULLET.match(line)]
    return 2 * len(titles) > max(len(heads), _FEWEST) and not any(map(is_told, inside))


def _is_talk(steps: Sequence[str]) -> bool:
    """Whether each step is a paragraph of several sentences."""
    return all(len(_WITHIN.findall(step)) > 1 for step in steps)


def _is_scattered(lines: Sequence[str]) -> bool:
    """Whether no line is a sentence and blank lines separate them into blocks, some of several lines."""
    blocks = [list(block) for filled, block in groupby(lines, lambda line: bool(line.strip())) if filled]
    told = any(is_sentence(line.rstrip()) for line in lines)
    return not told and len(blocks) > _FEWEST and any(len(block) > 1 for block in blocks[1:])
