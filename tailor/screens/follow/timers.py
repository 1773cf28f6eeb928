"""The timers of everything that is followed: they live with the app and ring on whatever screen one looks at.

Owns when the next timer rings and saying it. Where steps are on a screen that screen rings for itself; elsewhere
the kept place is read, rung and kept again, so that opening it later shows what rang. Refuses other moves.
"""

import asyncio
import time
from collections.abc import Callable, Iterable

from textual.app import App

from tailor.core import following as moves
from tailor.core.errors import TailorError
from tailor.core.following import Following, Timer
from tailor.library.progress import ProgressStore
from tailor.screens.follow.page import rang_words
from tailor.screens.widgets.content import notify

TICK = 0.5
"""Seconds between two looks at the timers."""

STAYS = 60.0
"""Seconds the word of a timer stands on the screen: it is read from the other end of a kitchen."""


class TimerService:
    """One for each app; nothing ticks before a timer is known."""

    def __init__(self, app: App[None], kept: ProgressStore, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self._app = app
        self._kept = kept
        self._due: dict[str, float] = {}
        """When the next timer of a place rings, by the place's id; places on a screen are not among them."""
        self._shown: dict[str, Callable[[], None]] = {}
        """The look at the timers of a place that is on a screen."""
        self._ticks = False
        self._stands = False
        """Whether words of a timer may still stand on the screen."""

    async def wake(self) -> None:
        """Takes up the timers of all kept places: what ended while Tailor was not running rings now."""
        places = await asyncio.to_thread(lambda: list(self._kept.all()))
        for place in places:
            self._watch(place)
        self.tick()

    def shown(self, id: str, look: Callable[[], None]) -> None:
        """From now on the steps are on a screen, and `look` rings for them."""
        self._due.pop(id, None)
        self._shown[id] = look
        self._start()
        if self._stands:  # the steps show what rang; words over them would hide it
            self._stands = False
            self._app.clear_notifications()

    def is_shown(self, id: str, look: Callable[[], None]) -> bool:
        """Whether it is this look that rings for these steps: a later screen of the same ones takes that over."""
        return self._shown.get(id) == look

    def left(self, following: Following, look: Callable[[], None]) -> None:
        """The screen with this look is gone; its timers go on here, unless another one shows them now."""
        if self.is_shown(following.id, look):
            del self._shown[following.id]
        self._watch(following)

    def ended(self, id: str) -> None:
        """Nobody follows this any more."""
        self._shown.pop(id, None)
        self._due.pop(id, None)

    def tick(self) -> None:
        """Rings what is over."""
        for look in tuple(self._shown.values()):
            look()
        now = self.clock()
        for id in [id for id, due in self._due.items() if due <= now]:
            self._ring(id, now)

    def tell(self, following: Following, over: Iterable[Timer], now: float, *, here: bool = False) -> None:
        """A bell, and what is over in a few words; where one looks at the steps (`here`) they show it."""
        self._app.bell()
        if here:
            return
        self._stands = True
        for timer in over:
            words = f"{rang_words(timer, now)}\n{following.procedure.goal}"
            notify(self._app, words, title="Time is up", severity="warning", stays=STAYS)

    def _ring(self, id: str, now: float) -> None:
        """The kept place as it is now on the disk; one that is gone or damaged is left alone."""
        del self._due[id]
        try:
            place = self._kept.load(id)
            if place is None:
                return
            rung, over = moves.ring(place, now)
            self.tell(rung, over, now)
            self._watch(rung)
            self._kept.keep(rung)
        except TailorError as error:
            notify(self._app, error.message, severity="warning")

    def _watch(self, following: Following) -> None:
        due = moves.next_ring(following)
        if due is not None and following.id not in self._shown:
            self._due[following.id] = due
            self._start()

    def _start(self) -> None:
        if not self._ticks:
            self._ticks = True
            self._app.set_interval(TICK, self.tick)
