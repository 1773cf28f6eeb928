"""The messages of a run that a screen follows."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial

from textual.message import Message
from textual.widget import Widget
from textual.worker import Worker

from tailor.core.events import Event
from tailor.screens.base import GROUP


class RunEvent(Message):
    """One event of a run."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event

    def can_replace(self, message: Message) -> bool:
        """False: every event counts."""
        return False


class RunEnded(Message):
    """The stream is over; nothing more arrives from it."""


class RunFailed(Message):
    """The stream raised; `error` is for an ErrorDialog, never for a log."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def follow(node: Widget, stream: AsyncGenerator[Event, None]) -> Worker[None]:
    """Post every event of the stream to the node, then RunEnded or RunFailed; cancelling closes the stream."""
    return node.run_worker(partial(_pump, node, stream), name="run", group=GROUP, exit_on_error=False)


async def _pump(node: Widget, stream: AsyncGenerator[Event, None]) -> None:
    try:
        async with aclosing(stream):
            async for event in stream:
                node.post_message(RunEvent(event))
    except Exception as error:  # noqa: BLE001 - shown to the person; the app goes on
        node.post_message(RunFailed(error))
    else:
        node.post_message(RunEnded())
