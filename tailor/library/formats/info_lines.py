"""Lines that say something of a procedure behind its steps: "Next time: Tue 14th"."""

from collections.abc import Sequence
from typing import Final

from tailor.library.formats.bare_list import BULLET
from tailor.library.formats.headings import is_told, part_of

_FEWEST_MARKED: Final = 3


def end_of_bullets(lines: Sequence[str]) -> int:
    """Where steps with bullets end, if a blank line sets "Next time: Tue 14th" apart; else where all ends."""
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
