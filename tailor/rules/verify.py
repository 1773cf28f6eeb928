"""Verify without a model: what in the result goes against the wishes, and what is inconsistent in it."""

import re
from collections.abc import Iterator

from tailor.core.coverage import speaking_against
from tailor.core.edits import Edit, Replace
from tailor.core.procedure import Procedure
from tailor.core.protocols import FoundPlace, Task
from tailor.core.renumber import mentions
from tailor.rules.less import is_asked
from tailor.rules.model import Limits
from tailor.rules.modify import modify

_MADE = r"\b(?:from|made in|kept in|of) step {}\b"
_BLANK = re.compile(r"\bTODO\b|\?\?\?|\bxxx\b|\bTBD\b", re.IGNORECASE)


def still_there(task: Task) -> Iterator[FoundPlace]:
    """Yield places of requirements that nothing serves or that the guard objects to; less sugar is still sugar."""
    unserved = [
        one
        for one in task.requirements
        if one.id in task.uncovered or speaking_against(task.findings, one, task.base)
    ]
    open_ = [one for one in unserved if not is_asked(one.words)]
    yield from modify(task.base, open_, Limits(barred=frozenset(one.id for one in open_))).places


def repeated(base: Procedure) -> Iterator[Edit]:
    """Drop each step that repeats the one before it word for word."""
    for number, (before, text) in enumerate(zip(base.steps, base.steps[1:], strict=False), 2):
        if text.casefold() == before.casefold():
            yield Replace(step=number, text="", reason="It says the same as the step before.")


def loose_ends(base: Procedure) -> Iterator[FoundPlace]:
    """Yield mentions of steps that do not exist or come later, and blanks that were left to fill in."""
    last = len(base.steps)
    for number, text in enumerate(base.steps, 1):
        missing = next((named for named in mentions(text) if not 0 < named <= last), None)
        later = next((one for one in mentions(text) if one >= number and re.search(_MADE.format(one), text)), None)
        if missing is not None:
            steps = f"there {'is' if last == 1 else 'are'} only {last}"
            yield FoundPlace("steps", number, f"step {missing}", f"It mentions step {missing}, and {steps}.")
        elif later is not None:
            yield FoundPlace(
                "steps", number, f"step {later}", f"It needs something that is only made later, in step {later}."
            )
        if blank := _BLANK.search(text):
            yield FoundPlace("steps", number, blank.group(), "Something still has to be filled in here.")
