"""The bridge: every event arrives once and in order, and stopping the worker closes the stream."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from textual.app import App
from textual.widget import Widget

from tailor.core.errors import UsageError
from tailor.core.events import Event, TextDelta
from tailor.screens.base import GROUP
from tailor.screens.review.requests import RunEnded, RunEvent, RunFailed, follow

pytestmark = pytest.mark.every_frame


class Listener(App[None]):
    """Notes what arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[object] = []

    def on_run_event(self, message: RunEvent) -> None:
        self.heard.append(message.event)

    def on_run_ended(self, message: RunEnded) -> None:
        self.heard.append("ended")

    def on_run_failed(self, message: RunFailed) -> None:
        self.heard.append(message.error)


def node(app: Listener) -> Widget:
    return app.screen


async def test_every_event_arrives_in_order_and_then_the_end() -> None:
    events = [TextDelta(call=1, text=str(number), seq=number) for number in range(100)]

    async def stream() -> AsyncGenerator[Event, None]:
        for event in events:
            yield event

    app = Listener()
    async with app.run_test() as pilot:
        await follow(node(app), stream()).wait()
        await pilot.pause()
        assert app.heard == [*events, "ended"]


async def test_cancelling_the_worker_closes_the_stream() -> None:
    closed = asyncio.Event()

    async def stream() -> AsyncGenerator[Event, None]:
        try:
            yield TextDelta(call=1, text="a")
            await asyncio.Event().wait()
        finally:
            closed.set()

    app = Listener()
    async with app.run_test() as pilot:
        follow(node(app), stream())
        await pilot.pause()
        app.workers.cancel_group(node(app), GROUP)
        await asyncio.wait_for(closed.wait(), 2)
        await pilot.pause()
        assert len(app.heard) == 1


async def test_an_error_of_the_stream_is_told_and_the_app_runs_on() -> None:
    error = UsageError("no")

    async def stream() -> AsyncGenerator[Event, None]:
        yield TextDelta(call=1, text="a")
        raise error

    app = Listener()
    async with app.run_test() as pilot:
        follow(node(app), stream())
        await pilot.pause()
        assert app.heard[1:] == [error]
        assert app.is_running
