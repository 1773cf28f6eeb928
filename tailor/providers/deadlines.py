"""How long Tailor waits for a model: the clock of a single call.

Owns which of the four deadlines (`settings.Deadlines`) ends next. Refuses to sleep, to cancel or to retry:
`server` does. A deadline counts *content*: bytes that say nothing (keep-alive comments, empty events) do not
move it.
"""

from typing import Final

from tailor.config import Deadlines
from tailor.providers.troubles import DeadlineKind

TAIL: Final = 2.0
"""Seconds a whole answer waits for what may follow it (the count of tokens)."""


class Clock:
    """When one call has to have said something next. Times are those of the event loop, in seconds."""

    def __init__(self, deadlines: Deadlines, now: float) -> None:
        self._deadlines = deadlines
        self._last = now + deadlines.total
        self._ending = False
        self._next: tuple[float, DeadlineKind] = (self._last, "total_deadline")

    def attempt(self, now: float) -> None:
        """A request goes out now; the total goes on from the first of them."""
        self._ending = False
        self._next = (now + self._deadlines.first, "first_deadline")

    def content(self, now: float) -> None:
        """A piece of text or thinking arrived, and whoever reads it is ready for the next."""
        if not self._ending:
            self._next = (now + self._deadlines.idle, "idle_deadline")

    def whole(self, now: float) -> None:
        """The answer is whole; only its tail may follow, and nothing makes that longer."""
        if not self._ending:
            self._ending, self._next = True, (now + min(TAIL, self._deadlines.idle), "idle_deadline")

    def next(self) -> tuple[float, DeadlineKind]:
        """When the next deadline ends, and which one it is."""
        return min(self._next, (self._last, "total_deadline"))

    def left(self, now: float) -> float:
        """Seconds until the call must be over."""
        return self._last - now

    def seconds(self, kind: DeadlineKind) -> float:
        """How long that deadline is, for messages."""
        match kind:
            case "first_deadline":
                return self._deadlines.first
            case "idle_deadline":
                return self._deadlines.idle
            case "total_deadline":
                return self._deadlines.total
