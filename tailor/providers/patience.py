"""How often a request is repeated, and after how long.

Owns what one call has spent so far: retries, seconds of waiting, places looked at. Refuses to sleep.
"""

from dataclasses import dataclass

from tailor.providers.troubles import TABLE, Trouble


@dataclass(frozen=True, slots=True)
class Retries:
    """When to ask again."""

    waits: tuple[float, ...] = (0.5, 2.0)
    """Seconds before each retry where the server does not say; as many retries as there are waits."""
    longest: float = 30.0
    """Seconds that one call waits in whole; where the server asks for more, it fails at once."""


class Patience:
    """What is left of it in one call."""

    def __init__(self, retries: Retries) -> None:
        self._waits = list(retries.waits)
        self._left = retries.longest
        self.time_left = retries.longest
        """Seconds until the call must be over."""
        self.tried: set[str] = set()
        """Places where the API was looked for and not found."""

    def seconds(self, trouble: Trouble) -> float | None:
        """How long to wait before asking again; None when asking again would not help or come too late."""
        if not self._waits or not TABLE[trouble.kind].again:
            return None
        usual = self._waits.pop(0)
        seconds = usual if trouble.seconds is None else trouble.seconds
        if seconds > min(self._left, self.time_left):
            return None
        self._left -= seconds
        return seconds
