"""Draws a follow screen: title, progress, the step, the list of steps, timers, the message."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from textual.content import Content
from textual.widgets import Static

from tailor.core.dangers import Caution
from tailor.core.following import Following, Timer
from tailor.core.procedure import Procedure
from tailor.screens.base import LOW, WIDE, BaseScreen
from tailor.screens.follow import page
from tailor.screens.follow.timer_panel import BIG, timer_rows
from tailor.screens.widgets.content import MUTED, lines, safe_text
from tailor.screens.widgets.lists import PageView

ROOMY: Final = 24
"""Rows of the window from which timers have big digits."""


class FollowView:
    """The drawing of one screen; it remembers what stands there already."""

    def __init__(self, screen: BaseScreen[None]) -> None:
        self._screen = screen
        self._timers: object = None
        self._step = ""

    def draw(
        self, one: Following, procedure: Procedure, note: str, *, wrong: bool, about: Sequence[Caution]
    ) -> None:
        """Draw all but the timers; `note` is the message at the foot, `wrong` whether it is an error."""
        screen, width = self._screen, self._screen.text_width
        screen.query_one("#title", Static).update(page.title_row(one, width))
        screen.query_one("#progress", Static).update(page.progress_row(one, width))
        same, self._step = self._step == one.step, one.step
        screen.query_one("#step", PageView).show(partial(self._step_rows, one, procedure, about), stays=same)
        if screen.size.width >= WIDE:
            steps = screen.query_one("#steps", PageView)
            steps.show(partial(page.list_page, one, procedure))
            top = page.list_place(one) - steps.size.height // 2
            steps.scroll_to(y=max(top, 0), animate=False, immediate=True)
        said = safe_text(note, "$text-warning" if wrong else MUTED)
        most = 5 if screen.size.height < LOW else 8  # as in the style sheet
        screen.query_one("#says", Static).update(page.said(said, width, most))

    def _step_rows(
        self, one: Following, procedure: Procedure, about: Sequence[Caution], width: int
    ) -> Sequence[Content]:
        """Asked anew when the pane changes its size."""
        height = self._screen.query_one("#step", PageView).size.height
        return page.step_page(one, procedure, height, width, about)

    def draw_timers(self, timers: Sequence[Timer], now: float) -> None:
        """Draw the timers, if they changed."""
        height = self._screen.size.height
        most = 2 if height < LOW else 4 if height < ROOMY else BIG
        rows = timer_rows(timers, now, self._screen.text_width, most)
        if rows != self._timers:
            self._timers = rows
            self._screen.query_one("#timers", Static).update(lines(*rows))
