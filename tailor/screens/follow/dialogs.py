"""Dialogs of following: go to a step, hold or stop timers, accept a rescue. Each gives back what was chosen."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.following import Following, Timer, clock_words
from tailor.core.procedure import Procedure
from tailor.screens.dialogs.base import Dialog, ListDialog
from tailor.screens.follow.page import DONE
from tailor.screens.widgets.content import line_text, lines
from tailor.screens.widgets.lists import ListRow


class JumpDialog(ListDialog[int]):
    """All steps; Enter gives the number of the marked one."""

    HELP = "Enter goes to the marked step. Esc stays where you are."
    keys = (("enter", "go there"), ("esc", "stay"))

    def __init__(self, following: Following, procedure: Procedure) -> None:
        super().__init__(line_text("Go to a step"))
        self._following = following
        self._procedure = procedure

    @property
    def start(self) -> int:
        """The present step."""
        return self._following.at - 1

    def rows(self) -> list[Option]:
        """One step a row."""
        done = self._following.done
        return [
            Option(ListRow(text, DONE if number in done else "", f"{number} ", narrowest=0))
            for number, text in enumerate(self._procedure.steps, 1)
        ]

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index + 1)


class TimersDialog(ListDialog[tuple[str, int]]):
    """The timers; gives back what to do (hold, stop) with which one."""

    HELP = "Space holds the marked timer or lets it go on, d takes it away, Esc closes this."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "give('hold')", "Hold", id="timers.hold", tooltip="Hold it, or let it go on"),
        Binding("d,delete", "give('stop')", "Take away", id="timers.stop", tooltip="Take the timer away"),
    ]
    keys = (("space", "hold or go on"), ("d", "take away"), ("esc", "close"))

    def __init__(self, timers: Sequence[Timer], now: float) -> None:
        super().__init__(line_text("Timers"))
        self._shown = timers
        self._now = now

    def rows(self) -> list[Option]:
        """One timer a row."""
        return [
            Option(ListRow(f"{self._state(one)} · {one.words}", "", f"step {one.step}  ")) for one in self._shown
        ]

    def _state(self, timer: Timer) -> str:
        held = " held" if timer.held is not None else ""
        return "time is up" if timer.rang else f"{clock_words(timer.left(self._now))}{held}"

    def action_give(self, what: str) -> None:
        """Gives back what to do with the marked timer."""
        if self._shown:
            self.dismiss((what, self._shown[self.at].number))

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_give("hold")


class TakeSheet(Dialog[bool]):
    """The changes of a rescue; Enter takes them, Esc goes back to the review."""

    HELP = "Enter changes the steps ahead as you accepted. Esc goes back; nothing is lost."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "take", "Take it", id="take.enter")]
    keys = (("enter", "go on with them"), ("esc", "back"))

    def __init__(self, rows: Sequence[Content]) -> None:
        super().__init__(line_text("Go on with these changes?"))
        self._rows = rows

    def inside(self) -> Iterator[Widget]:
        """The sentences."""
        with VerticalScroll(id="text", can_focus=False):
            yield Static(lines(*self._rows))

    def action_take(self) -> None:
        """Accepts the changes."""
        self.dismiss(True)
