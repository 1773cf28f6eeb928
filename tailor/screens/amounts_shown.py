"""The amounts of a procedure for another number of times: half, double, triple. Only shown, never kept.

Owns the order of the choices. Refuses arithmetic: the built-in tailor's rules do it, so that times, temperatures
and sizes of packs stay as they are.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from tailor.core.procedure import Procedure

TIMES: Final[dict[str, str]] = {
    "1": "",
    "2": "double the amount",
    "3": "triple the amount",
    "1/2": "half of everything",
}
"""Each choice with the words that ask for it."""

SHOWN: Final = {"1": "×1", "2": "×2", "3": "×3", "1/2": "×½"}


def after(times: str) -> str:
    """The next choice, round and round."""
    order = list(TIMES)
    return order[(order.index(times) + 1) % len(order)] if times in TIMES else "1"


@lru_cache(maxsize=8)
def shown(procedure: Procedure, times: str) -> Procedure:
    """The procedure with its amounts for that many times."""
    asked = TIMES.get(times, "")
    if not asked:
        return procedure
    from tailor.core.requirements import Requirement
    from tailor.providers.builtin.scaling import scale
    from tailor.providers.builtin.sheet import sheet_of

    sheet = sheet_of(procedure)
    scale(sheet, [Requirement("R1", "refinement", asked)])
    made = sheet.procedure()
    same = len(made.steps) == len(procedure.steps) and len(made.resources) == len(procedure.resources)
    return replace(procedure, steps=made.steps, resources=made.resources) if same else procedure
