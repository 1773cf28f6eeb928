"""What two windows did at one procedure that is followed, put together; nothing that either did is lost.

A window knows the place as it was kept last (`before`), as another window kept it since (`theirs`), and as it is
here (`ours`). What ours changed counts, else theirs, as `merged` in `review.py` does with decisions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tailor.core.engine import diff
from tailor.core.following import Following, StepNote, Timer
from tailor.core.procedure import Procedure
from tailor.core.rebase import rebase, with_ids
from tailor.core.renumber import Where, renumber_mentions, same_steps, step_moves
from tailor.core.review_state import ReviewState

ELSEWHERE: Final = "What you did in another window is here too."
_OPEN: Final = "Step {} is open again: it was done in one window and changed in another."


@dataclass(frozen=True, slots=True)
class Merged:
    following: Following
    says: str
    """What a person should know of it; "" where nothing came that is to be seen."""


def merged(before: Following, theirs: Following, ours: Following) -> Merged:
    """The place with what was done elsewhere. The step one is at stays, unless nothing was done here.

    A place that was begun with other steps (changed by hand since) has nothing to do with ours.
    """
    if theirs == before or theirs.unchanged.steps != ours.unchanged.steps:
        return Merged(ours, "")
    procedure = _steps(before.procedure, theirs.procedure, ours.procedure)
    was, there, here = (_onto(one, procedure) for one in (before, theirs, ours))
    made = replace(
        here,
        at=there.at if ours == before else here.at,
        done=tuple(sorted(_chosen({*was.done}, {*there.done}, {*here.done}))),
        notes=_notes(was, there, here),
        timers=_timers(was.timers, there.timers, here.timers),
        times=here.times if here.times != was.times else there.times,
        begun=here.begun if here.begun != was.begun else there.begun,
        rescues=(*there.rescues, *(words for words in here.rescues if words not in was.rescues)),
        original=here.original or there.original,
        over=there.over if ours == before else here.over,
    )
    lost = _opened(before, theirs, procedure) | _opened(before, ours, procedure)
    opened = [_OPEN.format(number) for number in sorted(lost - {*made.done})]
    came = _seen(made) != _seen(replace(here, at=made.at))
    return Merged(made, " ".join((*([ELSEWHERE] if came or opened else ()), *opened)))


def _steps(before: Procedure, theirs: Procedure, ours: Procedure) -> Procedure:
    """Theirs on top of ours, where both were changed; of two texts for one step ours counts."""
    if before in (theirs, ours) or theirs == ours:
        return theirs if ours == before else ours
    edits = (replace(edit, agent="you") for edit in diff(before, theirs).edits)
    review = rebase(before, ours, with_ids([[*edits]])).review
    review = replace(review, choices=replace(review.choices, renumber=True))
    return replace(ReviewState(review).result.draft.procedure, id=ours.id)


def _onto(one: Following, procedure: Procedure) -> Following:
    """The place on the steps that both are at now: ticks, notes and timers move with their step.

    A step that is done keeps its tick only where its text is as it was.
    """
    old = one.procedure
    if old.steps == procedure.steps:
        return replace(one, procedure=procedure)
    now, where, count = same_steps(old, procedure), step_moves(old, procedure), len(procedure.steps)

    def near(number: int) -> int:
        return now.get(number, min(number, count))

    return replace(
        one,
        procedure=procedure,
        at=near(one.at),
        done=tuple(sorted(now[step] for step in one.done if _is_as_done(old, step, procedure, now, where))),
        notes=_joined((near(note.step), renumber_mentions(note.text, where)[0]) for note in one.notes),
        timers=tuple(replace(timer, step=near(timer.step)) for timer in one.timers),
    )


def _is_as_done(old: Procedure, step: int, new: Procedure, now: Mapping[int, int], where: Where) -> bool:
    text = old.steps[step - 1]
    return step in now and new.steps[now[step] - 1] in (text, renumber_mentions(text, where)[0])


def _opened(before: Following, one: Following, procedure: Procedure) -> frozenset[int]:
    """The steps as they are now that one window did since, and the other changed."""
    old = one.procedure
    if old.steps == procedure.steps:
        return frozenset()
    now, where = same_steps(old, procedure), step_moves(old, procedure)
    new = (step for step in one.done if step not in before.done)
    return frozenset(
        now[step] for step in new if step in now and not _is_as_done(old, step, procedure, now, where)
    )


def _chosen(was: set[int], there: set[int], here: set[int]) -> set[int]:
    """What is in theirs, and what ours changed."""
    return (there | (here - was)) - (was - here)


def _notes(was: Following, there: Following, here: Following) -> tuple[StepNote, ...]:
    """Of two texts for one step both are kept."""
    found: list[tuple[int, str]] = []
    for step in range(1, here.count + 1):
        old, other, own = (one.note_of(step) for one in (was, there, here))
        if old in (other, own) or other == own:
            found.append((step, other if own == old else own))
        else:
            found += [(step, own), (step, other)]
    return _joined(found)


def _joined(notes: Iterable[tuple[int, str]]) -> tuple[StepNote, ...]:
    found: dict[int, list[str]] = {}
    for step, text in notes:
        if text and text not in found.setdefault(step, []):
            found[step].append(text)
    return tuple(StepNote(step, "\n".join(found[step])) for step in sorted(found) if found[step])


_Key = tuple[int, str, int]


def _timers(was: tuple[Timer, ...], there: tuple[Timer, ...], here: tuple[Timer, ...]) -> tuple[Timer, ...]:
    """Those of both; one that either took away is gone, unless the other changed more than that it rang.

    Two that were started with one number get two.
    """
    old, other, own = ({_key(one): one for one in some} for some in (was, there, here))
    found: list[Timer] = []
    for key in dict.fromkeys((*old, *other, *own)):
        before, theirs, ours = old.get(key), other.get(key), own.get(key)
        if before is None and theirs and ours and theirs != ours:
            found += [theirs, ours]
        elif one := theirs if _going(ours) == _going(before) else ours:
            found.append(replace(one, rang=any(same and same.rang for same in (theirs, ours))))
    return tuple(_numbered(sorted(found, key=lambda timer: timer.number)))


def _numbered(timers: Iterable[Timer]) -> Iterable[Timer]:
    last = 0
    for timer in timers:
        last = max(timer.number, last + 1)
        yield replace(timer, number=last)


def _key(timer: Timer) -> _Key:
    """Tells a timer from another: the first number is given again once its timer is gone."""
    return timer.number, timer.words, timer.step


def _going(timer: Timer | None) -> Timer | None:
    """How it runs; whether it rang follows from that."""
    return replace(timer, rang=False) if timer else None


def _seen(one: Following) -> Following:
    """What a person sees of it that another window can have changed."""
    return replace(one, begun=0.0, over=False, timers=tuple(replace(timer, rang=False) for timer in one.timers))
