"""The list dialogs of the follow screen: all steps to jump to, the timers, what was changed on the way."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tailor.core.following import Following, Timer, clock_words
from tailor.core.procedure import Procedure
from tailor.core.text import LONGEST_STEP
from tailor.runs.follow import WayChange
from tailor.screens.dialogs.base import ListDialog
from tailor.screens.follow import page as follow_page
from tailor.screens.widgets.content import line_text
from tailor.screens.widgets.lists import ListRow

HELPED: Final = "Off, because it helped today but may not be needed next time. "


class JumpDialog(ListDialog[int]):
    """All steps; Enter returns the number of the marked one, and typing a number marks that step."""

    HELP = "A number or the arrow keys select a step, and Enter goes there. Esc closes this."
    keys = (("enter", "go there"), ("esc", "stay"))

    def __init__(self, following: Following, procedure: Procedure) -> None:
        super().__init__(line_text("Go to a step", "bold"))
        self._following = following
        self._procedure = procedure
        self._typed = ""

    def on_key(self, event: Key) -> None:
        """Select the step of a typed number: "1" and "2" select the first, then the twelfth if there is one."""
        if not (event.character and event.character.isdecimal()):
            return
        event.stop()
        before = self._typed if self._typed and int(self._typed) == self.at + 1 else ""
        both = (f"{before}{event.character}", event.character)
        self._typed = next((one for one in both if 0 < int(one) <= self.listed.option_count), "")
        if self._typed:
            self.listed.highlighted = int(self._typed) - 1

    @property
    def start(self) -> int:
        return self._following.at - 1

    def rows(self) -> list[Option]:
        done = self._following.done
        return [
            Option(ListRow(text, follow_page.DONE if number in done else "", f"{number} ", narrowest=0))
            for number, text in enumerate(self._procedure.steps, 1)
        ]

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index + 1)


class TimersDialog(ListDialog[tuple[str, int]]):
    """The timers; returns what to do ("hold" or "stop") with which one."""

    HELP = "Space pauses or resumes the selected timer, d deletes it, Esc closes this."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "give('hold')", "Pause", id="timers.hold", tooltip="Pause or resume it"),
        Binding("d,delete", "give('stop')", "Delete", id="timers.stop", tooltip="Delete the timer"),
    ]
    keys = (("space", "pause/resume"), ("d", "delete"), ("esc", "close"))

    def __init__(self, timers: Sequence[Timer], now: float) -> None:
        super().__init__(line_text("Timers", "bold"))
        self._shown = timers
        self._now = now

    def rows(self) -> list[Option]:
        return [
            Option(ListRow(f"{self._state(one)} · {one.words}", "", f"step {one.step}  ")) for one in self._shown
        ]

    def _state(self, timer: Timer) -> str:
        held = " held" if timer.held is not None else ""
        return "time is up" if timer.rang else f"{clock_words(timer.left(self._now))}{held}"

    def action_give(self, what: str) -> None:
        if self._shown:
            self.dismiss((what, self._shown[self.at].number))

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_give("hold")


class KeepDialog(ListDialog[Sequence[WayChange]]):
    """Lets the person keep single changes made on the way; those that only helped this once are off at first."""

    HELP = """Space switches the selected change on or off; Enter saves those that are on as your own version,
    n saves none of them. Esc goes back to the steps."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "On or off", id="keep.switch"),
        Binding("enter,y", "give", "Save those that are on", priority=True, id="keep.save"),
        Binding("n", "give(False)", "Only this once", id="keep.none"),
    ]
    keys = (("space", "on/off"), ("enter", "save as your version"), ("n", "only this once"), ("esc", "back"))

    def __init__(self, changes: Sequence[WayChange]) -> None:
        super().__init__(line_text("Keep what you changed along the way?", "bold"))
        self._changes = changes
        self._on = [not one.helped for one in changes]

    def rows(self) -> list[Option]:
        pairs = zip(self._changes, self._on, strict=True)
        return [Option(ListRow(f"{'[x]' if on else '[ ]'} {one.says}", narrowest=0)) for one, on in pairs]

    @on(OptionList.OptionHighlighted)
    def _marked(self) -> None:
        """Show the selected change in full, as it may be longer than its row."""
        one = self._changes[self.at]
        self.say(f"{HELPED if one.helped else ''}{one.says}", limit=LONGEST_STEP)
        self.call_after_refresh(self.fit)

    def action_switch(self) -> None:
        """Keep the selected change, or leave it out."""
        self._on[self.at] = not self._on[self.at]
        self.show_rows()

    def action_give(self, saves: bool = True) -> None:
        pairs = zip(self._changes, self._on, strict=True)
        self.dismiss(tuple(one for one, on in pairs if on and saves))
