"""The same goal written in two ways, side by side, with the cost of each; the person keeps one.

The first list is finished, the second is written while the screen is open.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import ClassVar, TypeAlias

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memory.errors import memory_error_words
from memory.generation.agents import Cache
from tailor.core.errors import TailorError
from tailor.screens.base import BRIEF, LOW, BaseScreen
from tailor.screens.generate.draft import GenerationRun, bare_page, ending
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.lists import PageView

Listen: TypeAlias = Callable[[GenerationRun, asyncio.Event, Cache], Awaitable[None]]
"""Takes the events of a run until it ends or is stopped."""

REDRAW = 0.1
"""Seconds between two drawings of what streams in."""


class BesideScreen(BaseScreen[None]):
    """Two lists for one goal."""

    CSS_PATH = "generate_beside.tcss"
    HELP = """The same goal, written in two ways, with the calls, tokens and time of each. 1 keeps the first, 2 the
    second; the other one is gone then. ← and → go from one to the other, the arrows up and down scroll it. While
    the second is written, esc stops it and keeps what came."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "keep(0)", "Keep 1", id="beside.first", tooltip="Keep the first, let the second go"),
        Binding("2", "keep(1)", "Keep 2", id="beside.second", tooltip="Keep the second, let the first go"),
        Binding("escape", "stop", "Stop", id="beside.stop", tooltip="Stop the second, and keep what came"),
        Binding("escape", "out", "Back", id="beside.out", tooltip="Back, where one can only be kept"),
        Binding("left", "side(0)", "To the first", show=False, id="beside.left"),
        Binding("right", "side(1)", "To the second", show=False, id="beside.right"),
    ]

    def __init__(
        self, first: GenerationRun, second: GenerationRun, listen: Listen, chosen: Callable[[GenerationRun], None]
    ) -> None:
        super().__init__()
        self.pair = (first, second)
        self.running = True
        self._listen = listen
        self._chosen = chosen
        self._stop = asyncio.Event()
        self._warned = False
        """Whether Esc has asked for a choice already."""

    def body(self) -> Iterable[Widget]:
        """Two columns, each with its head, and a sentence below them."""
        yield Static(line_text(self.pair[0].session.request.goal, "bold", 200), id="title")
        with Container(id="pair"):
            for at in (0, 1):
                with Vertical(classes="side"):
                    yield Static(id=f"head{at}", classes="head")
                    yield PageView(id=f"page{at}")
        yield Static(id="says")

    def on_mount(self) -> None:
        """Begin the second at once."""
        first, _ = self.pair
        self.query_one("#page0", PageView).show(partial(bare_page, first.session.progress))
        self.query_one("#page1").focus()
        self._run()

    @work(exclusive=True, group="beside.run", exit_on_error=False)
    async def _run(self) -> None:
        second = self.pair[1]
        progress = second.session.progress
        self._draw()
        self._tell("The second is being written. Esc stops it and keeps what came.")
        drawing = self.set_interval(REDRAW, self._draw)
        try:
            await self._listen(second, self._stop, {})
            progress.result = progress.kept()
            words, wrong = ending(second.session.log, progress.result is not None)
            if progress.finished:
                words = "1 or 2 keeps one; the other is gone then. ←→ changes sides."
        except TailorError as error:
            words, wrong = memory_error_words(error), True
        finally:
            drawing.stop()
            self.running = False
            self.refresh_bindings()
        self._draw()
        self._tell(words, wrong=wrong)

    def _tell(self, words: str, *, wrong: bool = False) -> None:
        self.query_one("#says", Static).update(safe_text(words, "$text-warning" if wrong else MUTED))

    def _draw(self) -> None:
        """Draw the heads, and the second list as far as it came."""
        for at, one in enumerate(self.pair):
            self.query_one(f"#head{at}", Static).update(self._head(at, one))
        self.query_one("#page1", PageView).show(
            partial(bare_page, self.pair[1].session.progress), stays=self.running
        )

    def _head(self, at: int, one: GenerationRun) -> Content:
        busy = at == 1 and self.running
        name = row_text(
            (f"{at + 1} ", "bold $accent"), (one.way.name, "bold"), (" · being written" if busy else "", MUTED)
        )
        cost = line_text(one.cost(running=busy), MUTED, 120)
        return (
            row_text(name, "  ", cost)
            if self.size.height < LOW and self.size.width >= BRIEF
            else lines(name, cost)
        )

    def action_keep(self, at: int) -> None:
        """Keep one of the two."""
        one = self.pair[at]
        if one.session.progress.kept() is None:
            self._tell("Nothing was written there; 1 keeps the first.", wrong=True)
        elif self.go_back():
            self._chosen(one)

    def action_side(self, at: int) -> None:
        """Focus one of the two, to scroll it; this chooses nothing."""
        self.query_one(f"#page{at}").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Stop only while the second is written, keep only afterwards."""
        if action in ("stop", "keep"):
            return self.running == (action == "stop")
        return True

    def action_stop(self) -> None:
        """Stop the second."""
        self._stop.set()
        self._tell("Stopping …")

    def action_out(self) -> None:
        """Back with the first if the second came to nothing, and at a second Esc."""
        if self.pair[0].session.progress.kept() is None:
            self.go_back()
        elif self.pair[1].session.progress.kept() is None or self._warned:
            self.action_keep(0)
        else:
            self._warned = True
            self._tell("Choose one first: 1 keeps the first, 2 the second. Esc again keeps the first.")
