"""Retries and deadlines of one call: whether and when to ask again, and when the server must have said something.

The client library's are switched off: its retries are silent, and its read timeout never ends a stream that drips
bytes. Here every retry is told, and deadlines count content.
"""

from dataclasses import dataclass
from typing import Final

from tailor.config import Deadlines
from tailor.providers.errors import DeadlineKind, ServerFault, fault_texts


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Waits between attempts."""

    waits: tuple[float, ...] = (0.5, 2.0)
    """Seconds before each retry, unless the server says; there are as many retries as waits."""
    longest: float = 30.0
    """Seconds that one call waits in total; if the server asks for more, the call fails at once."""


class RetryBudget:
    """What is left of the policy in one call."""

    def __init__(self, retries: RetryPolicy) -> None:
        self._waits = list(retries.waits)
        self._left = retries.longest
        self.time_left = retries.longest
        """Seconds until the call must be over."""
        self.tried: set[str] = set()
        """Roots where the API was not found."""

    def seconds(self, fault: ServerFault) -> float | None:
        """Seconds to wait before asking again; None if that would not help or be too late."""
        if not self._waits or not fault_texts()[fault.kind].again:
            return None
        usual = self._waits.pop(0)
        seconds = usual if fault.seconds is None else fault.seconds
        if seconds > min(self._left, self.time_left):
            return None
        self._left -= seconds
        return seconds


TAIL: Final = 2.0
"""Seconds to wait for what may follow a whole answer (the token count)."""


class CallDeadlines:
    """The deadlines of one call, in seconds of the event loop's clock."""

    def __init__(self, deadlines: Deadlines, now: float) -> None:
        self._deadlines = deadlines
        self._last = now + deadlines.total
        self._ending = False
        self._next: tuple[float, DeadlineKind] = (self._last, "total_deadline")

    def attempt(self, now: float) -> None:
        """A request is sent now. The total deadline counts from the first one."""
        self._ending = False
        self._next = (now + self._deadlines.first, "first_deadline")

    def content(self, now: float) -> None:
        """A piece of text or reasoning was handed to the reader."""
        if not self._ending:
            self._next = (now + self._deadlines.idle, "idle_deadline")

    def whole(self, now: float) -> None:
        """The answer is whole; only `TAIL` seconds are left."""
        if not self._ending:
            self._ending, self._next = True, (now + min(TAIL, self._deadlines.idle), "idle_deadline")

    def next(self) -> tuple[float, DeadlineKind]:
        """The next deadline and its kind."""
        return min(self._next, (self._last, "total_deadline"))

    def left(self, now: float) -> float:
        """Seconds until the call must be over."""
        return self._last - now

    def seconds(self, kind: DeadlineKind) -> float:
        """The length of a deadline, for messages."""
        limits = self._deadlines
        return {"first_deadline": limits.first, "idle_deadline": limits.idle, "total_deadline": limits.total}[kind]
