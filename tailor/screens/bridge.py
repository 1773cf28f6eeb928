"""From events to messages: the only bridge between a run and the screens.

Owns `Arrived`, `Ended`, `Broke` and `follow`. Refuses to look into an event: what it means is the screen's
business. Stopping the worker closes the iterator, which ends the model's call (DESIGN 2).
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.widget import Widget
from textual.worker import Worker

if TYPE_CHECKING:
    from tailor.core.events import Event

GROUP = "run"
"""The group of all workers that follow a run; `node.workers.cancel_group(node, GROUP)` stops them."""


class Arrived(Message):
    """One event of a run."""

    def __init__(self, event: "Event") -> None:
        super().__init__()
        self.event = event

    def can_replace(self, message: Message) -> bool:
        """No event stands in for another."""
        return False


class Ended(Message):
    """The stream is over; nothing more arrives from it."""


class Broke(Message):
    """The stream raised; `error` is for an ErrorDialog, never for a log."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def follow(node: Widget, stream: "AsyncGenerator[Event, None]", *, name: str = "run") -> Worker[None]:
    """Posts every event of the stream to the node, in order, then Ended or Broke; cancelling closes the stream."""
    return node.run_worker(partial(_pump, node, stream), name=name, group=GROUP, exit_on_error=False)


async def _pump(node: Widget, stream: "AsyncGenerator[Event, None]") -> None:
    try:
        async with aclosing(stream):
            async for event in stream:
                node.post_message(Arrived(event))
    except Exception as error:  # noqa: BLE001 - shown to the person; the app goes on
        node.post_message(Broke(error))
    else:
        node.post_message(Ended())
