"""The built-in tailor as a backend: answers every task of the agents by rules.

Verify is answered here itself: what in the result goes against the wishes, and what is inconsistent in it.
"""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from tailor.core.coverage import speaking_against
from tailor.core.edits import Edit, Replace
from tailor.core.procedure import Procedure
from tailor.core.protocols import Answer, FoundPlace, OnOutput, Task
from tailor.core.renumber import mentions
from tailor.core.requirements import parse_hint
from tailor.core.text import counted
from tailor.rules import sentences
from tailor.rules.less import is_asked
from tailor.rules.model import Limits, Outcome
from tailor.rules.modify import modify
from tailor.rules.rescue import rescue
from tailor.threads import aside

_SENTENCE: Final = re.compile(r"(?<=[.!?]) (?=[A-Z])")

_MADE = r"\b(?:from|made in|kept in|of) step {}\b"
_BLANK = re.compile(r"\bTODO\b|\?\?\?|\bxxx\b|\bTBD\b", re.IGNORECASE)


class RuleAgents:
    """Answers every task by rules; equal tasks get equal answers."""

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """Work out the answer in a thread, then report each part; the event loop runs in between."""
        outcome, says = await aside(answer, task)
        for told in chain(outcome.headers, outcome.edits, outcome.places):
            tell(told)
            await asyncio.sleep(0)
        edits = outcome.edits
        return Answer(edits=edits, end="edits" if edits else "none", says=says, verdicts=outcome.verdicts)


def answer(task: Task) -> tuple[Outcome, str]:
    """Return what is proposed, found and judged, and what is said about it."""
    if task.agent == "resolve":
        return _settled([edit for _, bag in task.bags for edit in bag])
    done = frozenset((*range(1, task.frozen + 1), *task.done))
    limits = Limits(done=done, only_step=task.only_step, rejected=task.rejected)
    if task.agent == "verify":
        return _verified(task, limits), ""
    if task.only_step is not None and task.note:
        return _told_now(task, limits)
    first, wishes = rescue(task) if task.at else (Outcome(), task.requirements)
    outcome = _joined(first, modify(task.base, wishes, replace(limits, met=frozenset(task.met))))
    if task.agent == "unified":
        outcome = _joined(outcome, _looked_over(task, limits))
    return outcome, _says(outcome)


def _settled(edits: Sequence[Edit]) -> tuple[Outcome, str]:
    """Keep one text for each step: the one that serves most requirements, the first of equals; say what went."""
    by_worth = sorted(edits, key=lambda edit: -len(edit.serves))
    best = {(edit.part, edit.step): edit for edit in reversed(by_worth) if edit.op == "replace"}
    kept = tuple(edit for edit in edits if edit.op != "replace" or edit is best[edit.part, edit.step])
    left = len(edits) - len(kept)
    says = f"I left out {counted(left, 'edit')} that others already cover." if left else ""
    return Outcome(edits=kept), says


def _told_now(task: Task, limits: Limits) -> tuple[Outcome, str]:
    """Return what the person's note about one step asks for, and what is said about it.

    It serves the requirement with the same words, if any. The note's wishes are not the review's, and one step
    cannot tell what became of those, so there are no verdicts.
    """
    known = {one.words.casefold(): one.id for one in task.requirements}
    said = parse_hint(task.note)
    ids = {one.id: known.get(one.words.casefold()) for one in said}

    def serves(old: Sequence[str]) -> tuple[str, ...]:
        return tuple(filter(None, map(ids.get, old)))

    outcome = modify(task.base, said, limits)
    told = Outcome(
        edits=tuple(replace(one, serves=serves(one.serves)) for one in outcome.edits),
        places=tuple(replace(one, serves=serves(one.serves)) for one in outcome.places),
    )
    return told, _says(outcome)


def _verified(task: Task, limits: Limits) -> Outcome:
    over = _looked_over(task, limits)
    return _joined(Outcome(places=tuple(filter(limits.stops_at, still_there(task)))), over)


def _looked_over(task: Task, limits: Limits) -> Outcome:
    """Find what is inconsistent in the procedure, whatever the wishes."""
    edits: tuple[Edit, ...] = tuple(edit for edit in repeated(task.base) if limits.allow(edit))
    return Outcome(edits=edits, places=tuple(filter(limits.stops_at, loose_ends(task.base))))


def _joined(one: Outcome, other: Outcome) -> Outcome:
    taken = {(edit.part, edit.step) for edit in one.edits if edit.op == "replace"}
    new = tuple(edit for edit in other.edits if (edit.part, edit.step) not in taken)
    return Outcome(
        edits=(*one.edits, *new),
        headers=(*one.headers, *other.headers),
        places=(*one.places, *other.places),
        verdicts=(*one.verdicts, *other.verdicts),
    )


def _says(outcome: Outcome) -> str:
    """The verdicts without repeated sentences, and what to do about places."""
    said, told = list[str](), set[str]()
    for one in outcome.verdicts:
        new = [sentence for sentence in _SENTENCE.split(one.says) if sentence not in told]
        told.update(new)
        said.append(" ".join(new))
    return "\n".join(filter(None, [*said, *([sentences.HELP] if outcome.places else [])]))


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
