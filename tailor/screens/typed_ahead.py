"""Keys that come faster than screens: they wait for the screen they were meant for.

Owns holding keys and pastes, in their order, while the key before them is still on its way (it may open a window,
and what follows is meant for that), and while the screen in front is not yet composed: its fields would not get
the letters, and its actions would look for parts that are not there. Refuses to hold them for long.
"""

from collections import deque
from time import monotonic
from typing import Any, Final

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen

PATIENCE: Final = 1.0
"""Seconds. A screen that takes longer to stand, or a key to be done, must not keep Quit from the person."""


class TypesAhead(App[None]):
    """An app in which nothing typed ahead is lost."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """As `App`."""
        super().__init__(*given, **named)
        self._ahead: deque[events.Key | events.Paste] = deque()
        self._under_way: events.Key | events.Paste | None = None
        """What was handed on last, while it goes from widget to widget up to the app."""
        self._since = 0.0

    async def on_event(self, event: events.Event) -> None:
        """A key or a paste goes behind those that wait; all else passes.

        A key that no part of a screen took comes back to the app: where another screen is about to stand in front
        by then, the key was meant for that one, and begins anew, before those that were typed after it.
        """
        if isinstance(event, events.Key) and event.is_forwarded and self._is_early(event):
            self._ahead.appendleft(_anew(event))
            await self._hand_on()
        elif isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            self._ahead.append(event)
            await self._hand_on()
        else:
            await super().on_event(event)

    def _front(self) -> Screen[Any] | App[None]:
        return self.screen_stack[-1] if self.screen_stack else self

    def _is_early(self, event: events.Key | events.Paste) -> bool:
        """Whether the screen in front does not stand yet, and is still worth waiting for."""
        return not self._front().is_mounted and monotonic() < event.time + PATIENCE

    async def _hand_on(self) -> None:
        """Gives what waits to the screen in front, as soon as that stands."""
        while self._ahead:
            if self._under_way is not None and monotonic() < self._since + PATIENCE:
                self.set_timer(PATIENCE, self._hand_on)
                return
            front = self._front()
            if self._is_early(self._ahead[0]):
                front.call_later(self.call_later, self._hand_on)  # its queue begins when it stands
                return
            event, target = self._ahead.popleft(), (self.focused if self.screen_stack else None) or front
            await super().on_event(event)
            if event.is_forwarded:
                self._under_way, self._since = event, monotonic()
                self._go_after(event, target)

    def _go_after(self, event: events.Key | events.Paste, node: MessagePump) -> None:
        """Walks the way of an event from queue to queue, right behind it: what it does is done then."""
        if not node.call_later(self._met, event, node):
            self._done(event)

    def _met(self, event: events.Key | events.Paste, node: MessagePump) -> None:
        """The node has dealt with the event."""
        above = node._parent
        if event._stop_propagation or node is self or above is None:
            self._done(event)
        else:
            self._go_after(event, above)

    def _done(self, event: events.Key | events.Paste) -> None:
        if self._under_way is event:
            self._under_way = None
            self.call_later(self._hand_on)


def _anew(key: events.Key) -> events.Key:
    """The same key, as it was when it was pressed."""
    again = events.Key(key.key, key.character)
    again.time = key.time
    return again
