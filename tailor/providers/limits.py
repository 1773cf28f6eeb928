"""How often a request is repeated, and after how long.

Owns what one call has spent so far: retries, seconds of waiting, places looked at. Refuses to sleep.
"""

from dataclasses import dataclass
from typing import Final

from tailor.config import Deadlines
from tailor.providers.errors import FAULT_TEXTS, DeadlineKind, ServerFault


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """When to ask again."""

    waits: tuple[float, ...] = (0.5, 2.0)
    """Seconds before each retry where the server does not say; as many retries as there are waits."""
    longest: float = 30.0
    """Seconds that one call waits in whole; where the server asks for more, it fails at once."""


class RetryBudget:
    """What is left of it in one call."""

    def __init__(self, retries: RetryPolicy) -> None:
        self._waits = list(retries.waits)
        self._left = retries.longest
        self.time_left = retries.longest
        """Seconds until the call must be over."""
        self.tried: set[str] = set()
        """Places where the API was looked for and not found."""

    def seconds(self, trouble: ServerFault) -> float | None:
        """How long to wait before asking again; None when asking again would not help or come too late."""
        if not self._waits or not FAULT_TEXTS[trouble.kind].again:
            return None
        usual = self._waits.pop(0)
        seconds = usual if trouble.seconds is None else trouble.seconds
        if seconds > min(self._left, self.time_left):
            return None
        self._left -= seconds
        return seconds


TAIL: Final = 2.0
"""Seconds a whole answer waits for what may follow it (the count of tokens)."""


class CallDeadlines:
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
