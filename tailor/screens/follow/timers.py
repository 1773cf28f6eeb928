"""The timers of everything that is followed: they live with the app and ring whatever screen is in front.

A follow screen rings its own timers; for others the stored progress is loaded, rung and stored again, so that
opening it later shows what rang.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import inf
from typing import Final

from textual.app import App

from tailor.core import following as moves
from tailor.core.errors import TailorError
from tailor.core.following import Following, Timer
from tailor.library.progress import ProgressStore
from tailor.screens.follow.timer_panel import rang_words, running_words
from tailor.screens.widgets.content import notify

TICK = 0.5  # seconds between polls of the timers

STAYS = 60.0  # seconds a notification stays: it is read from the other end of a kitchen


def uptime() -> float:
    """Seconds that pass also while a laptop sleeps, whatever its clock is set to."""
    if not hasattr(time, "clock_gettime"):  # Windows, whose other clock does that
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class ForwardClock:
    """The system's time; where that is set back, this goes on from there until it is right again.

    Else every timer that runs would last longer by as much.
    """

    def __init__(self, system: Callable[[], float] = time.time, passed: Callable[[], float] = uptime) -> None:
        self._system, self._passed = system, passed
        self._last, self._at = system(), passed()
        self._behind = 0.0

    def __call__(self) -> float:
        """Seconds since the epoch, never fewer than the last time."""
        at = self._passed()
        expected, self._at = self._last + at - self._at, at
        try:
            now = self._system()
        except OverflowError:  # beyond the year 2262
            now = expected
        self._behind = max(0.0, self._behind + expected - now)
        self._last = now
        return now + self._behind


CLOCK: Final = ForwardClock()
"""One for all of the process: a screen and the timers behind it must agree."""


class TimerService:
    """One for each app; it ticks only once a timer is known."""

    def __init__(self, app: App[None], kept: ProgressStore, clock: Callable[[], float] = CLOCK) -> None:
        self.clock = clock
        self._app = app
        self._kept = kept
        self._due: dict[str, float] = {}
        """When the next timer of a progress rings, by its id; not for those on a screen."""
        self._shown: dict[str, Callable[[], Following]] = {}
        """The tick of each follow screen, by the id of its progress; it gives the progress."""
        self._ticks = False
        self._shown_until = 0.0  # until when a notification of a timer is shown

    async def wake(self) -> None:
        """Load all stored timers: what ended while Tailor was not running rings now."""
        places = await asyncio.to_thread(lambda: list(self._kept.all()))
        now = self.clock()
        for place in places:
            self._watch(place, now)
        self.tick()

    def shown(self, id: str, look: Callable[[], Following]) -> None:
        """A follow screen is open; `look` rings its timers."""
        self._due.pop(id, None)
        self._shown[id] = look
        self._start()
        self.hush()  # the steps show what rang; words over them would hide it

    def is_shown(self, id: str, look: Callable[[], Following]) -> bool:
        """Whether this look rings for the progress: a later screen of the same one takes over."""
        return self._shown.get(id) == look

    def left(self, following: Following, look: Callable[[], Following]) -> None:
        """The screen with this look closed: ring its timers here, unless another screen shows them."""
        if self.is_shown(following.id, look):
            del self._shown[following.id]
        self._watch(following)

    def running(self) -> list[str]:
        """A sentence for each timer that runs. Reads the disk for those that are not on a screen."""
        places = [look() for look in self._shown.values()]
        for id in sorted(self._due):
            with suppress(TailorError):
                places += filter(None, [self._kept.load(id)])
        return [running_words(timer, place, self.clock()) for place in places for timer in moves.running(place)]

    def ended(self, id: str) -> None:
        """Forget this progress."""
        self._shown.pop(id, None)
        self._due.pop(id, None)

    def tick(self) -> None:
        """Ring every timer whose time is up."""
        for look in tuple(self._shown.values()):
            look()
        now = self.clock()
        for id in [id for id, due in self._due.items() if due <= now]:
            self._ring(id, now)

    def tell(self, following: Following, over: Iterable[Timer], now: float, *, here: bool = False) -> None:
        """Ring the bell and, unless the steps are in front (`here`), notify."""
        self._app.bell()
        if here:
            return
        self._shown_until = now + STAYS
        words = [f"{rang_words(timer, now)} {following.procedure.goal}" for timer in over]
        notify(
            self._app,
            "\n".join((*words, "Esc dismisses it.")),
            title="Time is up",
            severity="warning",
            stays=STAYS,
        )

    def hush(self) -> bool:
        """Take the notification away; False if none is shown."""
        shown, self._shown_until = self.clock() < self._shown_until, 0.0
        if shown:
            self._app.clear_notifications()
        return shown

    def _ring(self, id: str, now: float) -> None:
        """Ring the timers of a stored progress; one that is gone or damaged is left alone."""
        del self._due[id]
        try:
            place = self._kept.load(id)
            if place is None:
                return
            rung, over = moves.ring(place, now)
            if over:
                self.tell(rung, over, now)
            self._watch(rung)
            if rung != place:
                self._watch(self._kept.keep_beside(rung, place)[0])
        except TailorError as error:
            notify(self._app, error.message, severity="warning")

    def _watch(self, following: Following, soon: float = inf) -> None:
        """Look at its timers when the next one rings, or `soon`."""
        due = moves.next_ring(following)
        if due is not None and following.id not in self._shown:
            self._due[following.id] = min(due, soon)
            self._start()

    def _start(self) -> None:
        if not self._ticks:
            self._ticks = True
            self._app.set_interval(TICK, self.tick)
