"""What a person started and has not finished: reviews that were not saved, how-tos being followed.

The record of a run notes that it was saved, or put away, in a line of its own; decisions after that line reopen
it. Reading it blocks on the disk.
"""

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import ClassVar, Final, Literal

from tailor.core.errors import TailorError
from tailor.core.events import RunStarted, first_of
from tailor.core.following import Following, last_rang, next_ring, running, time_words
from tailor.core.procedure import Procedure
from tailor.core.review.state import ReviewState
from tailor.core.review.to_decide import to_decide
from tailor.core.text import one_line
from tailor.library.entries import LibraryEntry
from tailor.library.lineage import last_saved
from tailor.library.progress import id_of, progress_store
from tailor.paths import Paths
from tailor.runs.changed_since import same_lines
from tailor.runs.history import StoredRun, open_file
from tailor.runs.record_files import MOST_READ, is_settled, newest_first, unsettled
from tailor.storage import open_regular
from tailor.workspace import Workspace

MOST: Final = 5
"""The most of each kind; more would hide what can be started."""
HALF_TYPED: Final = "you have not finished typing"


@dataclass(frozen=True, slots=True)
class UnfinishedReview:
    path: Path
    goal: str
    progress: str
    """ "12 of 14 decided"."""
    hint: str
    original: Procedure
    doing: ClassVar[Literal["Reviewing"]] = "Reviewing"

    @property
    def key(self) -> str:
        """Identifies it, also in another window and after the next start."""
        return self.path.stem

    def is_of(self, procedure: Procedure) -> bool:
        """Whether it is about exactly this how-to, and not just one with the same title."""
        return self.original.goal == procedure.goal and same_lines(self.original, procedure)


@dataclass(frozen=True, slots=True)
class UnfinishedFollowing:
    following: Following
    ended: float = 0.0
    """When the last of the expired timers ended; 0 if none expired."""
    seen: float = field(default_factory=time.time, compare=False)
    """When this was looked up."""
    hint: ClassVar[str] = ""

    @property
    def only_timer(self) -> bool:
        """Whether it was finished, and only a timer of it is left."""
        return self.following.over and not self.following.done

    @property
    def doing(self) -> Literal["Timer", "Following"]:
        return "Timer" if self.only_timer else "Following"

    @property
    def key(self) -> str:
        """Like that of a review."""
        return self.following.id

    @property
    def goal(self) -> str:
        return self.following.procedure.goal

    @property
    def progress(self) -> str:
        """ "4 of 9 done, timer ends 14:05", in clock times, since a row is not redrawn every second.

        If it is finished, only "ends 14:05". An expired timer is mentioned until somebody looks at the steps.
        "every step done" if only a timer, or what a rescue changed, is still waiting.
        """
        ended = f"ended {time_words(self.ended, self.seen)}" if self.ended else ""
        ring = next((one.ends for one in running(self.following) if one.ends > self.ended), 0.0)
        ends = f"{'another ' if ended else ''}ends {time_words(ring, self.seen)}" if ring else ""
        timer = ", ".join(filter(None, (ended, ends)))
        if self.only_timer:
            return timer
        step = f"{len(self.following.done)} of {self.following.count} done"
        if self.following.finished:
            step = "every step done" if self.following.original is None else "done, changes not saved"
        return f"{step}, timer {timer}" if timer else step

    @property
    def ends(self) -> float:
        """When the next of its timers rings, or the last expired one ended; 0 if there is none."""
        return self.ended or next_ring(self.following) or 0.0


Unfinished = UnfinishedReview | UnfinishedFollowing


def unfinished(
    paths: Paths, now: Callable[[], float] = time.time, typed: Collection[str] = ()
) -> list[Unfinished]:
    """What can be continued: how-tos with a timer, running or expired, then reviews, then others; latest first.

    Whatever cannot be read is skipped. `typed`: the keys of those with half-typed words.
    """
    followed = _followings(paths, now(), typed)
    timed = sorted((one for one in followed if one.ends), key=lambda one: one.ends)
    reviews = islice(open_reviews(paths.runs, now(), typed), MOST)
    return [*timed, *reviews, *(one for one in followed if not one.ends)]


def open_reviews(folder: Path, now: float, typed: Collection[str] = ()) -> Iterator[UnfinishedReview]:
    """Yield the open reviews, latest first; `typed` as in `unfinished`."""
    for path in unsettled(folder, now):
        with suppress(OSError, TailorError):
            if review := _review(open_file(path), typed):
                yield review


def _review(kept: StoredRun, typed: Collection[str]) -> UnfinishedReview | None:
    """None if nobody typed or decided anything or has to, or if the run is a question while following."""
    started = first_of(kept.events, RunStarted)
    progress = to_decide(ReviewState(kept.review)).progress or (HALF_TYPED if kept.path.stem in typed else "")
    if not progress or started is None or started.strategy == "rescue":
        return None
    original, hint = kept.review.original, kept.review.hint
    return UnfinishedReview(kept.path, one_line(original.goal), progress, hint, original)


def left_rescue(paths: Paths, following: Following) -> StoredRun | None:
    """The latest question about exactly these steps that was left with something to decide or to use, if any."""
    for path in newest_first(paths.runs)[:MOST_READ]:
        with suppress(OSError, TailorError):
            if path.stat().st_mtime < following.begun:
                break
            kept = _rescue(path)
            if kept is not None and same_lines(kept.review.original, following.procedure):
                state = ReviewState(kept.review)
                return kept if to_decide(state).left or state.result.batches else None
    return None


def with_left_rescue(paths: Paths, following: Following) -> Following:
    """The following with what was accepted in an abandoned rescue, even for steps done since. Not saved yet."""
    left = left_rescue(paths, following)
    state = ReviewState(left.review) if left else None
    if left is None or state is None or not state.result.batches or not state.result.draft.steps:
        return following
    return replace(
        following,
        procedure=replace(state.result.draft.procedure, id=following.procedure.id),
        rescues=(*following.rescues, left.review.hint),
        original=following.unchanged,
    )


def _rescue(path: Path) -> StoredRun | None:
    """The run in this file if it is a question about steps being followed that is not settled."""
    with open_regular(path) as file:
        if b'"rescue"' not in file.readline():
            return None
    kept = None if is_settled(path) else open_file(path)
    started = first_of(kept.events, RunStarted) if kept else None
    return kept if started and started.strategy == "rescue" else None


def _followings(paths: Paths, now: float, typed: Collection[str]) -> list[UnfinishedFollowing]:
    """The latest ones, and every one with a timer, since that must not be forgotten whatever else was begun."""
    stored = progress_store(paths).all()
    kept = (one for one in stored if _is_begun(paths, one, typed) and _goes_on(one))
    begun = (one for one in kept if id_of(one.unchanged) == one.id)  # else its place cannot be found
    latest_first = sorted(begun, key=lambda one: -one.begun)
    latest = [UnfinishedFollowing(one, last_rang(one, now), now) for one in latest_first]
    others = [one for one in latest if not one.ends][:MOST]
    return [one for one in latest if one.ends or one in others]


def _is_begun(paths: Paths, one: Following, typed: Collection[str]) -> bool:
    """Whether anything was done, written or asked there; just looking at the steps does not count."""
    did = bool(one.done or one.timers or one.notes) or one.original is not None or one.id in typed
    return did or left_rescue(paths, one) is not None


def _goes_on(one: Following) -> bool:
    """Whether a timer runs, or, if more than timers was left, a step is open or changes are not saved yet."""
    begun = bool(one.done) or not one.over
    return next_ring(one) is not None or (begun and (not one.finished or one.original is not None))


def reopen(workspace: Workspace, review: UnfinishedReview) -> tuple[StoredRun, LibraryEntry | None]:
    """Return the run, and what was saved of it before. NotFoundError, DamagedError."""
    kept = open_file(review.path)
    return kept, last_saved(workspace.library, kept.review, kept.id)
