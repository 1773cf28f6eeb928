"""How long Tailor waits for a model: one frozen value, and the clock of a single call.

Owns the four deadlines and which of them ends next. Refuses to sleep, to cancel or to retry: `server` does.
A deadline counts *content*: bytes that say nothing (keep-alive comments, empty events) do not move it.
"""

import math
from dataclasses import dataclass, fields
from typing import Final, Literal, TypeAlias

from tailor.core.errors import UsageError

DeadlineKind: TypeAlias = Literal["first_deadline", "idle_deadline", "total_deadline"]

TAIL: Final = 2.0
"""Seconds a whole answer waits for what may follow it (the count of tokens)."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds that Tailor waits: to reach the server, for the first piece, between two pieces, for one call."""

    connect: float = 5.0
    first: float = 60.0
    idle: float = 30.0
    total: float = 180.0

    @classmethod
    def parse(cls, text: str) -> "Deadlines":
        """Deadlines from "connect=5,first=60"; what is not named keeps its default, blank text keeps all.

        Raises UsageError on an unknown or repeated name, or on anything but a number of seconds above 0.
        """
        seconds: dict[str, float] = {}
        for part in filter(None, (piece.strip() for piece in text.split(","))):
            name, _, number = (piece.strip() for piece in part.partition("="))
            if name not in _NAMES or name in seconds:
                raise UsageError(
                    f"Deadlines are given as {_EXAMPLE}, each name at most once; “{part[:40]}” does not fit."
                )
            seconds[name] = _seconds(name, number)
        return cls(**seconds)


_NAMES: Final = tuple(field.name for field in fields(Deadlines))
_EXAMPLE: Final = "connect=5,first=60,idle=30,total=180"


def _seconds(name: str, number: str) -> float:
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise UsageError(f"The deadline “{name}” needs a number of seconds above 0, as in {_EXAMPLE}.")
    return value


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
