"""Following a procedure step by step: the place, what is checked off, notes, timers. Values only.

Owns `Following` and what each move does to it. Refuses clocks and files: every function that needs the time is
given it (seconds since the epoch, so that a timer goes on while the program does not run); `places_kept` writes.
Refuses to let a rescue touch a step that is done.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tailor.core.durations import Duration, durations
from tailor.core.edits import Edit, Insert
from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure
from tailor.core.text import clean
from tailor.core.transport import TrackedProcedure

LONGEST_NOTE: Final = 2_000
MOST_TIMERS: Final = 20


@dataclass(frozen=True, slots=True)
class Timer:
    """One timer, running, held or over."""

    number: int
    step: int
    words: str
    """What it is for, as the step says it: "30 to 40 min"."""
    seconds: int
    ends: float
    """When it rings: seconds since the epoch. Of a held one it means nothing."""
    most: int = 0
    """The longer end where the step names a range."""
    held: float | None = None
    """Seconds left while it is held."""
    rang: bool = False

    def left(self, now: float) -> float:
        """Seconds until it rings, below 0 once it should have; never more than it began with."""
        return self.held if self.held is not None else min(self.ends - now, float(self.seconds))


@dataclass(frozen=True, slots=True)
class StepNote:
    """The person's words on one step."""

    step: int
    text: str


@dataclass(frozen=True, slots=True)
class Following:
    """One time through a procedure."""

    id: str
    """Of the procedure; its place is kept by it."""
    procedure: Procedure
    """As it is followed: a rescue changes the steps ahead."""
    at: int = 1
    done: tuple[int, ...] = ()
    """Numbers of the steps that are checked off, ascending."""
    notes: tuple[StepNote, ...] = ()
    timers: tuple[Timer, ...] = ()
    times: str = "1"
    """How many times the amounts are shown: "1", "2", "3" or "1/2"."""
    begun: float = 0.0
    rescues: tuple[str, ...] = ()
    """What the person said went wrong, where steps were changed for it."""

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(self.procedure.steps)

    @property
    def step(self) -> str:
        """The text of the step one is at."""
        return self.procedure.steps[self.at - 1]

    @property
    def finished(self) -> bool:
        """Whether every step is checked off."""
        return len(self.done) == self.count

    @property
    def frozen(self) -> int:
        """How many steps from the first on are all done: agents are told to leave them."""
        return frozen_of(self.done)

    def note_of(self, step: int) -> str:
        """The note on a step; "" where there is none."""
        return next((note.text for note in self.notes if note.step == step), "")


def begin(procedure: Procedure, id: str, now: float) -> Following:
    """At the first step. ContentError for a procedure without steps."""
    if not procedure.steps:
        raise ContentError("This procedure has no steps, so there is nothing to follow.")
    return Following(id=id, procedure=procedure, begun=now)


def begin_anew(old: Following, procedure: Procedure, now: float) -> Following:
    """At the first step of steps that were changed since; what the person noted stays.

    A note stands at the step with the words it was made on, else at the nearest number. ContentError for a
    procedure without steps.
    """
    fresh, found = begin(procedure, old.id, now), dict[int, list[str]]()
    for note in old.notes:
        found.setdefault(_same_step(old.procedure.steps[note.step - 1], note.step, fresh), []).append(note.text)
    return replace(fresh, notes=tuple(StepNote(step, "\n".join(found[step])) for step in sorted(found)))


def _same_step(text: str, number: int, following: Following) -> int:
    """The number of the step that says this: the one nearest to `number`, which also stands in where none does."""
    same = [at for at, step in enumerate(following.procedure.steps, 1) if step == text]
    return min(same, key=lambda at: abs(at - number), default=min(number, following.count))


def go(following: Following, step: int) -> Following:
    """At another step; the nearest there is."""
    return replace(following, at=min(max(step, 1), following.count))


def check(following: Following) -> Following:
    """The step one is at is done; on to the next that is not, if there is one."""
    done = tuple(sorted({*following.done, following.at}))
    ahead = (*range(following.at + 1, following.count + 1), *range(1, following.at))
    at = next((step for step in ahead if step not in done), following.at)
    return replace(following, done=done, at=at)


def uncheck(following: Following) -> Following:
    """The step one is at is not done after all."""
    return replace(following, done=tuple(step for step in following.done if step != following.at))


def with_note(following: Following, text: str) -> Following:
    """The step one is at with this note instead of its old one; an empty one takes it away."""
    others = tuple(note for note in following.notes if note.step != following.at)
    words = clean(text).strip()[:LONGEST_NOTE]
    new = (StepNote(following.at, words),) if words else ()
    return replace(following, notes=tuple(sorted((*others, *new), key=lambda note: note.step)))


def with_notes_since(mine: Following, known: Following, there: Following) -> Following:
    """Mine with the notes that another window wrote `there` since both were as `known`.

    Where both wrote on one step, both stand. Nothing comes from a place with other steps.
    """
    if there.procedure.steps != mine.procedure.steps:
        return mine
    notes = {note.step: note.text for note in mine.notes}
    for note in there.notes:
        own = notes.get(note.step, "")
        if note not in known.notes and note.text != own:
            untouched = own == known.note_of(note.step)
            notes[note.step] = note.text if untouched or not own else f"{own}\n{note.text}"
    return replace(mine, notes=tuple(StepNote(step, notes[step]) for step in sorted(notes)))


def with_times(following: Following, times: str) -> Following:
    """The amounts shown for another number of times."""
    return replace(following, times=times)


# -- timers --------------------------------------------------------------------------------------------------


def offered(following: Following) -> tuple[Duration, ...]:
    """The times in the step one is at that no timer runs for yet."""
    running = [timer.words for timer in following.timers if timer.step == following.at]
    return tuple(one for one in durations(following.step) if one.words not in running)


def start(following: Following, what: Duration, now: float) -> Following:
    """One more timer, for the step one is at. ContentError where there are too many already."""
    if len(following.timers) >= MOST_TIMERS:
        raise ContentError(f"There are {MOST_TIMERS} timers already. Stop one, then start this one.")
    number = 1 + max((timer.number for timer in following.timers), default=0)
    made = Timer(number, following.at, what.words, what.seconds, now + what.seconds, what.most)
    return replace(following, timers=(*following.timers, made))


def stop(following: Following, number: int) -> Following:
    """Without that timer."""
    return replace(following, timers=tuple(timer for timer in following.timers if timer.number != number))


def hold(following: Following, number: int, now: float) -> Following:
    """That timer stands still, or goes on where it stood; one that rang stays as it is."""

    def turned(timer: Timer) -> Timer:
        if timer.number != number or timer.rang:
            return timer
        if timer.held is not None:
            return replace(timer, ends=now + timer.held, held=None)
        return replace(timer, held=max(timer.left(now), 0.0))

    return replace(following, timers=tuple(map(turned, following.timers)))


def ring(following: Following, now: float) -> tuple[Following, tuple[Timer, ...]]:
    """The timers that are over and did not ring yet; each rings once."""
    over = tuple(
        timer for timer in following.timers if timer.held is None and not timer.rang and timer.left(now) <= 0
    )
    if not over:
        return following, ()
    timers = tuple(replace(timer, rang=True) if timer in over else timer for timer in following.timers)
    return replace(following, timers=timers), over


def next_ring(following: Following) -> float | None:
    """When the next timer rings, in seconds since the epoch; None where none runs."""
    return min((timer.ends for timer in following.timers if timer.held is None and not timer.rang), default=None)


# -- rescue --------------------------------------------------------------------------------------------------


def frozen_of(done: Iterable[int]) -> int:
    """How many steps from the first on are all in `done`."""
    known, count = frozenset(done), 0
    while count + 1 in known:
        count += 1
    return count


def may_change(edit: Edit, done: Iterable[int]) -> bool:
    """Whether an edit leaves what is done as it is: no new text for a done step, nothing put before the last of
    those done in a row.
    """
    if edit.part == "resources":
        return True
    known = frozenset(done)
    return edit.step >= frozen_of(known) if isinstance(edit, Insert) else edit.step not in known


def touched(following: Following, plain: TrackedProcedure) -> int | None:
    """The first step that is done and yet changed, gone or pushed apart by `plain`; None where there is none."""
    index = plain.index("steps")
    for step in following.done:
        now = index.get(f"s{step}")
        if now is None or plain.steps[now - 1].text != following.procedure.steps[step - 1]:
            return step
    return next((step for step in range(1, following.frozen + 1) if index[f"s{step}"] != step), None)


def rescued(following: Following, plain: TrackedProcedure, renumbered: TrackedProcedure, words: str) -> Following:
    """Going on with changed steps. `plain` came from `original_draft(following.procedure)` by edits alone;
    in `renumbered` mentions of steps follow the new numbers too.

    Raises ContentError where a step that is done has changed or is gone: what was done cannot be undone by words.
    """
    if step := touched(following, plain):
        raise ContentError(f"Step {step} is done already, so it stays as it is.")
    index = plain.index("steps")
    if not plain.steps:
        raise ContentError("No step would be left. Take back a deletion, then try again.")
    texts = list(renumbered.procedure.steps)
    for step in following.done:  # not even a mention of another step changes in what is done
        texts[index[f"s{step}"] - 1] = following.procedure.steps[step - 1]
    at = _place(following, index, len(texts))
    return replace(
        following,
        procedure=replace(renumbered.procedure, steps=tuple(texts), id=following.procedure.id),
        at=at,
        done=tuple(sorted(index[f"s{step}"] for step in following.done)),
        notes=tuple(replace(note, step=index.get(f"s{note.step}", at)) for note in following.notes),
        timers=tuple(replace(timer, step=index.get(f"s{timer.step}", at)) for timer in following.timers),
        rescues=(*following.rescues, words),
    )


def _place(following: Following, index: Mapping[str, int], count: int) -> int:
    """Where one goes on: right after what is done, so that no new step is passed over."""
    after = 1 + max((index.get(f"s{step}", 0) for step in following.done if step < following.at), default=0)
    return min(max(after, 1), count)


def clock_words(seconds: float) -> str:
    """ "1:05:09" or "4:00", counted up to the next second, without a sign."""
    whole = int(-(-abs(seconds) // 1))
    hours, rest = divmod(whole, 3_600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def ago_words(seconds: float) -> str:
    """ "40 s", "3 min" or "1 h 5 min": about how long since, in words a person would use."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours} h {minutes} min" if hours and minutes else f"{hours} h" if hours else f"{minutes} min"
