"""Keys that come faster than screens: they wait for the screen they were meant for.

Owns holding keys and pastes, in their order, while the screen in front is not yet composed: its fields would not
get the letters, and its actions would look for parts that are not there. Refuses to hold them for long.
"""

from collections import deque
from time import monotonic
from typing import Any, Final

from textual import events
from textual.app import App

PATIENCE: Final = 1.0
"""Seconds. A screen that takes longer to stand must not keep Quit from the person."""


class TypesAhead(App[None]):
    """An app in which nothing typed ahead is lost."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """As `App`."""
        super().__init__(*given, **named)
        self._ahead: deque[events.Key | events.Paste] = deque()

    async def on_event(self, event: events.Event) -> None:
        """A key or a paste goes behind those that wait; all else passes."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            self._ahead.append(event)
            await self._hand_on()
        else:
            await super().on_event(event)

    async def _hand_on(self) -> None:
        """Gives what waits to the screen in front, as soon as that stands."""
        while self._ahead:
            front = self.screen_stack[-1] if self.screen_stack else self
            if not front.is_mounted and monotonic() < self._ahead[0].time + PATIENCE:
                front.call_later(self.call_later, self._hand_on)  # its queue begins when it stands
                return
            await super().on_event(self._ahead.popleft())
