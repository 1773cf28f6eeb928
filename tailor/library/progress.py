"""A person's place in each procedure they follow, saved in `follow/<id>.json` (DESIGN 9 and 10).

Files are written whole or not at all, so a killed program loses at most the last key press. Two windows on one
procedure are merged three ways: `before` is the place this window last loaded or saved, `theirs` what another
window saved since, `ours` the place here. What ours changed wins, else theirs.
"""

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.engine import diff
from tailor.core.errors import ContentError, DamagedError
from tailor.core.following import Following, StepNote, Timer
from tailor.core.procedure import Json, Procedure, fingerprint
from tailor.core.rebase import rebase, with_ids
from tailor.core.renumber import Where, renumber_mentions, same_steps, step_moves
from tailor.core.review.state import ReviewState
from tailor.paths import Paths
from tailor.storage import (
    files_in,
    in_turn,
    is_folder,
    is_there,
    private_folder,
    read_regular,
    replace_file,
    sweep,
    why,
)

_AGES: Final = 6e10
"""In seconds, about 1,900 years; times beyond this are invalid. A calendar ends with the year 9999."""
ENDED: Final = "This was finished in another window. You can go on here; your place is kept."
_OTHER: Final = re.compile(r"[^A-Za-z0-9._-]+")


class ProgressStore:
    """The folder of saved places. Opening it creates nothing and sweeps leftovers of killed processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if is_folder(folder):
            sweep(folder)

    def load(self, id: str) -> Following | None:
        """Load the saved place of this procedure, or None. DamagedError names a file that cannot be read."""
        return self._read(self._path(id))

    def _read(self, path: Path) -> Following | None:
        try:
            return _checked(from_json(Following, json.loads(read_regular(path).decode())))
        except FileNotFoundError:
            return None
        except (ValueError, ContentError, RecursionError):
            words = "any more, so this starts at step 1; the how-to is unchanged"
            raise DamagedError(
                f"Tailor cannot read the place you saved {words}. It was in this file: {path}"
            ) from None
        except OSError as error:
            words = f"({why(error)}), so this starts at step 1"
            raise DamagedError(
                f"Tailor cannot read the place you saved {words}. It was in this file: {path}"
            ) from error

    def keep(self, following: Following) -> None:
        """Save the place, durably. SaveError from the disk."""
        private_folder(self.folder)
        text = json.dumps(to_json(following), ensure_ascii=True)
        replace_file(self._path(following.id), text.encode())

    def keep_beside(self, following: Following, known: Following) -> tuple[Following, str]:
        """Save the place merged with what another window saved since `known`; return it and what to tell.

        SaveError: nothing was saved.
        """
        with in_turn(self.folder):
            try:
                there = self.load(following.id)
            except DamagedError:
                there = None  # overwritten with a whole file
            made = merged(known, there, following) if there else Merged(following, "")
            self.keep(made.following)
        return made.following, made.says

    def lay_aside(self, id: str) -> str:
        """Rename an unreadable file so that it is not overwritten; return the new name, or "" on failure."""
        path = self._path(id)
        try:
            return path.rename(path.with_name(f"{path.name}.damaged")).name
        except OSError:
            return ""

    def forget(self, id: str) -> None:
        """Delete the saved place, if there is one."""
        with contextlib.suppress(OSError):
            self._path(id).unlink()

    def is_kept(self, id: str) -> bool:
        """Whether a place is saved for this procedure, readable or not."""
        return is_there(self._path(id))

    def going(self) -> frozenset[str]:
        """The ids of those with a step left to do. Finished ones are kept for a timer or a second look."""
        return frozenset(one.id for one in self.all() if not (one.over or one.finished))

    def all(self) -> Iterator[Following]:
        for path in sorted(files_in(self.folder, ".json")):
            with contextlib.suppress(DamagedError):
                if (found := self._read(path)) and self._path(found.id) == path:
                    yield found

    def _path(self, id: str) -> Path:
        """The file of a plain id; one with a hash for other ids or if the plain one holds another id's place."""
        name = _OTHER.sub("-", id).strip(".")[:150] or "one"
        path = self.folder / f"{name}.json"
        code = hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        own = self.folder / f"{name}-{code}.json"
        if is_there(own) or _id_in(path) not in ((id, None) if name == id else (id,)):
            return own
        return path  # an id that is not plain, saved by an earlier version


def progress_store(places: Paths) -> ProgressStore:
    return ProgressStore(places.follow)


class PlaceKeeper:
    """One window's view of a saved place, so that two windows do not lose each other's changes."""

    def __init__(self, kept: ProgressStore, following: Following) -> None:
        """`following`: the place as loaded, or a newly begun one."""
        self.kept = kept
        self.known = following
        """The place as this window last saved or loaded it."""
        self.was_kept = kept.is_kept(following.id)
        """Whether the file existed then; if not, nothing has been done here yet."""

    def keep(self, following: Following) -> tuple[Following, str]:
        """Save the place merged with what others saved since; return it and a sentence to show. SaveError."""
        ended = self.was_kept and not self.kept.is_kept(following.id)
        self.known, says = self.kept.keep_beside(following, self.known)
        self.was_kept = True
        return self.known, ENDED if ended else says


def id_of(procedure: Procedure) -> str:
    """The id that a place is saved under: the procedure's own, or one made from its steps."""
    return procedure.id or f"file-{fingerprint(procedure)}"


def _id_in(path: Path) -> str | None:
    """The id that a file's place belongs to; None if it cannot be read."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        kept: Json = json.loads(read_regular(path))
        if isinstance(kept, dict) and isinstance(id := kept.get("id"), str):
            return id
    return None


def _checked(following: Following) -> Following:
    """Return the place. ContentError if its numbers do not fit its steps."""
    count = following.count
    marked = (*(note.step for note in following.notes), *(timer.step for timer in following.timers))
    numbers = (following.at, *following.done, *marked)
    if not count or any(not 1 <= number <= count for number in numbers):
        raise ContentError("Your saved place does not match the steps.")
    timers = ((one.seconds, one.most, one.ends, one.held or 0.0) for one in following.timers)
    seconds = (following.begun, *chain(*timers))
    if any(not -_AGES < one < _AGES for one in seconds):  # infinite or NaN
        raise ContentError("A time in it cannot be read.")
    return following


ELSEWHERE: Final = "What you did in another window is here too."
_OPEN: Final = "Step {} is open again: it was done in one window and changed in another."


@dataclass(frozen=True, slots=True)
class Merged:
    following: Following
    says: str
    """What a person should be told; "" if nothing visible came from elsewhere."""


def merged(before: Following, theirs: Following, ours: Following) -> Merged:
    """Merge in what was done elsewhere. The current step stays unless nothing was done here.

    A place that was begun with other steps (changed by hand since) is ignored.
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
    """Merge the two procedures if both changed; ours wins if both changed the text of one step."""
    if before in (theirs, ours) or theirs == ours:
        return theirs if ours == before else ours
    edits = (replace(edit, agent="you") for edit in diff(before, theirs).edits)
    review = rebase(before, ours, with_ids([[*edits]])).review
    review = replace(review, choices=replace(review.choices, renumber=True))
    return replace(ReviewState(review).result.draft.procedure, id=ours.id)


def _onto(one: Following, procedure: Procedure) -> Following:
    """Move a place onto the merged steps: ticks, notes and timers move with their step.

    A done step keeps its tick only if its text is unchanged.
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
    """The numbers of steps that this window has done but whose text the other window changed."""
    old = one.procedure
    if old.steps == procedure.steps:
        return frozenset()
    now, where = same_steps(old, procedure), step_moves(old, procedure)
    new = (step for step in one.done if step not in before.done)
    return frozenset(
        now[step] for step in new if step in now and not _is_as_done(old, step, procedure, now, where)
    )


def _chosen(was: set[int], there: set[int], here: set[int]) -> set[int]:
    """Three-way merge of sets: theirs, with the additions and removals of ours."""
    return (there | (here - was)) - (was - here)


def _notes(was: Following, there: Following, here: Following) -> tuple[StepNote, ...]:
    """Merge the notes; if both windows changed the note of a step, keep both texts."""
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


def _timers(was: tuple[Timer, ...], there: tuple[Timer, ...], here: tuple[Timer, ...]) -> tuple[Timer, ...]:
    """Merge the timers. A timer removed in one window is gone unless the other changed more than its ringing.

    If both windows started different timers with one number, both stay and get their own numbers.
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


def _key(timer: Timer) -> tuple[int, str, int]:
    """What identifies a timer; the number alone is not enough, as it is reused once its timer is gone."""
    return timer.number, timer.words, timer.step


def _going(timer: Timer | None) -> Timer | None:
    """The timer without whether it rang, for comparing how it runs."""
    return replace(timer, rang=False) if timer else None


def _seen(one: Following) -> Following:
    """What a person sees of the place and another window can have changed."""
    return replace(one, begun=0.0, over=False, timers=tuple(replace(timer, rang=False) for timer in one.timers))
