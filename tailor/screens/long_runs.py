"""When a run that took long ends: the bell, and the title of the terminal, for whoever looked away.

Owns what counts as long and what is written. Refuses to know runs: it is shown, every now and then, which workers
are at work. Both can be switched off (`app.bell`).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from tailor.screens.bridge import GROUP

GROUPS: Final = (GROUP, "generate.run")
"""The groups of workers that are runs."""

EVERY: Final = 1.0
"""Seconds between two looks."""

LONG: Final = 20
"""Looks after which a run is a long one: nobody is called back for less."""

KEEP_TITLE: Final = "\x1b[22;0t"
"""Asks the terminal to remember its title."""
RESTORE_TITLE: Final = "\x1b[23;0t"
TITLE: Final = "\x1b]0;Tailor: done\x07"


def looked(before: Mapping[int, int], running: Iterable[int]) -> tuple[Mapping[int, int], bool]:
    """How often each run was seen by now, by a number of its own; and whether a long one is gone."""
    now = {one: before.get(one, 0) + 1 for one in running}
    return now, any(seen >= LONG for one, seen in before.items() if one not in now)
