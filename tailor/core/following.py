"""Following a procedure step by step: position, finished steps, notes, timers, and steps changed by a rescue.

Values only: every move takes a `Following` and returns a new one. Times are seconds since the epoch, passed in by
the caller, so that timers go on while the program is closed. A rescue never touches a finished step.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from tailor.core.durations import Duration, durations
from tailor.core.edits import Edit, Insert
from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure
from tailor.core.renumber import renumber_mentions, step_moves, where_now
from tailor.core.text import clean, one_line
from tailor.core.transport import TrackedProcedure

LONGEST_NOTE: Final = 2_000
MOST_TIMERS: Final = 20


@dataclass(frozen=True, slots=True)
class Timer:
    """One timer: running, held or over."""

    number: int
    step: int
    words: str
    """What it is for, as the step says it: "30 to 40 min"."""
    seconds: int
    ends: float
    """When it rings, in seconds since the epoch; meaningless while it is held."""
    most: int = 0
    held: float | None = None
    """Seconds left while it is held."""
    rang: bool = False

    def left(self, now: float) -> float:
        """Seconds until it rings, negative once it should have rung; never more than its length."""
        return self.held if self.held is not None else min(self.ends - now, float(self.seconds))


@dataclass(frozen=True, slots=True)
class StepNote:
    step: int
    text: str


@dataclass(frozen=True, slots=True)
class Following:
    """One time through a procedure."""

    id: str
    """Id of the procedure, under which the progress is stored."""
    procedure: Procedure
    """As it is followed now: a rescue changes the steps ahead."""
    at: int = 1
    done: tuple[int, ...] = ()
    """Numbers of the finished steps, ascending."""
    notes: tuple[StepNote, ...] = ()
    timers: tuple[Timer, ...] = ()
    times: str = "1"
    """The factor for the amounts shown: "1", "2", "3" or "1/2"."""
    begun: float = 0.0
    rescues: tuple[str, ...] = ()
    """What the user said went wrong, for each time steps were changed."""
    original: Procedure | None = field(default=None, metadata={"omit_empty": True})
    """As it was before the first rescue; None while nothing was changed."""
    over: bool = field(default=False, metadata={"omit_empty": True})
    """Finished, and its outcome saved; kept only for the timers that were still running."""

    @property
    def unchanged(self) -> Procedure:
        """As it was before any rescue."""
        return self.original or self.procedure

    @property
    def count(self) -> int:
        return len(self.procedure.steps)

    @property
    def step(self) -> str:
        return self.procedure.steps[self.at - 1]

    @property
    def finished(self) -> bool:
        return len(self.done) == self.count

    @property
    def frozen(self) -> int:
        """The number of leading steps that are all done; agents must not edit them."""
        return frozen_of(self.done)

    def note_of(self, step: int) -> str:
        """The note on a step; "" if there is none."""
        return next((note.text for note in self.notes if note.step == step), "")


def begin(procedure: Procedure, id: str, now: float) -> Following:
    """Start at the first step. ContentError for a procedure without steps."""
    if not procedure.steps:
        raise ContentError("This how-to has no steps, so there is nothing to follow.")
    return Following(id=id, procedure=procedure, begun=now)


def begin_anew(old: Following, procedure: Procedure, now: float) -> Following:
    """Start again, perhaps with steps that were changed elsewhere, keeping notes and timers.

    Both move to the step with the same text, else to the nearest number; step mentions in notes are updated.
    Raises ContentError for a procedure without steps.
    """
    fresh, found = begin(procedure, old.id, now), dict[int, list[str]]()
    where = step_moves(old.procedure, procedure)
    for note in old.notes:
        at = _same_step(old.procedure.steps[note.step - 1], note.step, fresh)
        found.setdefault(at, []).append(renumber_mentions(note.text, where)[0])
    steps = {timer.step: old.procedure.steps[timer.step - 1] for timer in old.timers}
    return replace(
        fresh,
        notes=tuple(StepNote(step, "\n".join(found[step])) for step in sorted(found)),
        timers=tuple(replace(one, step=_same_step(steps[one.step], one.step, fresh)) for one in old.timers),
    )


def lost_in_notes(old: Following, now: Procedure) -> tuple[str, ...]:
    """A sentence for each step that a note mentions but the changed procedure lacks."""
    where = step_moves(old.procedure, now)
    gone = {number for note in old.notes for number in renumber_mentions(note.text, where)[1]}
    texts = {number: one_line(old.procedure.steps[number - 1], 40) for number in sorted(gone)}
    return tuple(f"Your notes point to step {n}, “{text}”, which is gone." for n, text in texts.items())


def rescued_words(before: Following, now: Procedure) -> str:
    """What a rescue changed: the steps ahead, or only what is beside them."""
    if now.steps == before.procedure.steps:
        what = "What you need is" if now.resources != before.procedure.resources else "The notes are"
        return f"{what} updated; the steps stay as they are."
    return "The steps ahead are updated; those you have done stay as they are."


def _same_step(text: str, number: int, following: Following) -> int:
    """The number of the step with this text that is nearest to `number`; `number` itself if there is none."""
    same = [at for at, step in enumerate(following.procedure.steps, 1) if step == text]
    return min(same, key=lambda at: abs(at - number), default=min(number, following.count))


def go(following: Following, step: int) -> Following:
    """Go to a step, or to the nearest number that exists."""
    return replace(following, at=min(max(step, 1), following.count))


def check(following: Following) -> Following:
    """Finish the current step and go on to the next unfinished one."""
    done = tuple(sorted({*following.done, following.at}))
    ahead = (*range(following.at + 1, following.count + 1), *range(1, following.at))
    at = next((step for step in ahead if step not in done), following.at)
    return replace(following, done=done, at=at)


def uncheck(following: Following) -> Following:
    return replace(following, done=tuple(step for step in following.done if step != following.at))


def with_note(following: Following, text: str) -> Following:
    """Replace the note on the current step; "" removes it."""
    others = tuple(note for note in following.notes if note.step != following.at)
    words = clean(text).strip()[:LONGEST_NOTE]
    new = (StepNote(following.at, words),) if words else ()
    return replace(following, notes=tuple(sorted((*others, *new), key=lambda note: note.step)))


def with_more_note(following: Following, text: str) -> Following:
    """Add words to the note on the current step; "" changes nothing."""
    noted = following.note_of(following.at)
    return with_note(following, f"{noted}; {text}" if noted else text) if text.strip() else following


def with_times(following: Following, times: str) -> Following:
    return replace(following, times=times)


def offered(following: Following) -> tuple[Duration, ...]:
    """The durations in the current step that have no timer yet; a range gives both its ends."""
    running = {timer.words for timer in following.timers if timer.step == following.at}
    found = ((one.words, _ends_of(one)) for one in durations(following.step))
    return tuple(
        end for words, ends in found if running.isdisjoint((words, *(e.words for e in ends))) for end in ends
    )


def _ends_of(duration: Duration) -> tuple[Duration, ...]:
    """A range as two durations, the shorter first, named by their own length; any other duration as it is."""
    if duration.most <= duration.seconds:
        return (duration,)
    longer = replace(duration, seconds=duration.most, words=length_words(duration.most))
    return (replace(duration, words=length_words(duration.seconds)), longer)


def start(following: Following, what: Duration, now: float) -> Following:
    """Start a timer for the current step. ContentError if there are too many."""
    if len(following.timers) >= MOST_TIMERS:
        raise ContentError(f"There are {MOST_TIMERS} timers already. Delete one first.")
    number = 1 + max((timer.number for timer in following.timers), default=0)
    made = Timer(number, following.at, what.words, what.seconds, now + what.seconds, what.most)
    return replace(following, timers=(*following.timers, made), over=False)


def stop(following: Following, number: int) -> Following:
    return replace(following, timers=tuple(timer for timer in following.timers if timer.number != number))


def hold(following: Following, number: int, now: float) -> Following:
    """Hold a running timer or continue a held one; a timer that rang stays as it is."""

    def turned(timer: Timer) -> Timer:
        if timer.number != number or timer.rang:
            return timer
        if timer.held is not None:
            return replace(timer, ends=now + timer.held, held=None)
        return replace(timer, held=max(timer.left(now), 0.0))

    return replace(following, timers=tuple(map(turned, following.timers)))


def ring(following: Following, now: float) -> tuple[Following, tuple[Timer, ...]]:
    """Mark the timers that are over as rung; also return those that had not rung before.

    If the clock was set back meanwhile, so that a timer would run for more than its length, it starts anew from
    now.
    """
    over: list[Timer] = []

    def seen(timer: Timer) -> Timer:
        if timer.held is not None or timer.rang:
            return timer
        if timer.left(now) <= 0:
            over.append(timer)
            return replace(timer, rang=True)
        late = timer.ends - now > timer.seconds + 1  # a second for rounding
        return replace(timer, ends=now + timer.seconds) if late else timer

    return replace(following, timers=tuple(map(seen, following.timers))), tuple(over)


def running(following: Following) -> tuple[Timer, ...]:
    """The timers that have not rung and are not held, the next to ring first."""
    going = (timer for timer in following.timers if timer.held is None and not timer.rang)
    return tuple(sorted(going, key=lambda timer: timer.ends))


def next_ring(following: Following) -> float | None:
    """When the next timer rings, in seconds since the epoch; None if none is running."""
    return next((timer.ends for timer in running(following)), None)


def last_rang(following: Following, now: float) -> float:
    """When the last of the finished timers ended, whether it rang or not; 0 if none is finished."""
    over = (timer.ends for timer in following.timers if timer.held is None and timer.left(now) <= 0)
    return max(over, default=0.0)


def frozen_of(done: Iterable[int]) -> int:
    """The number of leading steps that are all in `done`."""
    known, count = frozenset(done), 0
    while count + 1 in known:
        count += 1
    return count


def may_change(edit: Edit, done: Iterable[int]) -> bool:
    """Whether an edit leaves finished steps alone: it replaces none and inserts nothing among the first ones."""
    if edit.part == "resources":
        return True
    known = frozenset(done)
    return edit.step >= frozen_of(known) if isinstance(edit, Insert) else edit.step not in known


def touched(following: Following, plain: TrackedProcedure) -> int | None:
    """The first finished step that `plain` changes, removes or moves away from its neighbours, if any."""
    index = plain.index("steps")
    for step in following.done:
        now = index.get(f"s{step}")
        if now is None or plain.steps[now - 1].text != following.procedure.steps[step - 1]:
            return step
    return next((step for step in range(1, following.frozen + 1) if index[f"s{step}"] != step), None)


def rescued(following: Following, plain: TrackedProcedure, renumbered: TrackedProcedure, words: str) -> Following:
    """Go on with changed steps.

    `plain` is `tracked_original(following.procedure)` with edits applied; `renumbered` is the same with step
    mentions renumbered. Raises ContentError if a finished step has changed, or no step would be left.
    """
    if step := touched(following, plain):
        raise ContentError(f"Step {step} is already done, so it stays as it is.")
    index = plain.index("steps")
    if not plain.steps:
        raise ContentError("That would leave no steps. Undo a removal, then try again.")
    texts = list(renumbered.procedure.steps)
    for step in following.done:  # finished steps keep even their mentions of other steps
        texts[index[f"s{step}"] - 1] = following.procedure.steps[step - 1]
    now = {number: index[f"s{number}"] for number in range(1, following.count + 1) if f"s{number}" in index}
    where = where_now(following.procedure.steps, now, plain.procedure.steps)
    before = [index.get(f"s{step}", 0) for step in following.done if step < following.at]
    at = min(1 + max(before, default=0), len(texts))  # right after what is done, so that no new step is missed
    return replace(
        following,
        procedure=replace(renumbered.procedure, steps=tuple(texts), id=following.procedure.id),
        at=at,
        done=tuple(sorted(index[f"s{step}"] for step in following.done)),
        notes=tuple(
            StepNote(index.get(f"s{note.step}", at), renumber_mentions(note.text, where)[0])
            for note in following.notes
        ),
        timers=tuple(replace(timer, step=index.get(f"s{timer.step}", at)) for timer in following.timers),
        rescues=(*following.rescues, words),
        original=following.unchanged,
    )


def clock_words(seconds: float) -> str:
    """ "1:05:09" or "4:00", rounded up to the second, without a sign."""
    whole = int(-(-abs(seconds) // 1))
    hours, rest = divmod(whole, 3_600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def length_words(seconds: int) -> str:
    """ "90 s" becomes "1 min 30 s"; only the parts that are not zero."""
    minutes, left = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "h"), (minutes, "min"), (left, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"


def time_words(at: float, now: float) -> str:
    """A time of day: "14:05", or "Tue 1 Dec, 14:05" if that is not today."""
    then, today = datetime.fromtimestamp(at), datetime.fromtimestamp(now).date()
    return f"{then:%H:%M}" if then.date() == today else f"{then:%a} {then.day} {then:%b, %H:%M}"


def ago_words(seconds: float) -> str:
    """ "40 s", "3 min" or "1 h 5 min"."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours} h {minutes} min" if hours and minutes else f"{hours} h" if hours else f"{minutes} min"
