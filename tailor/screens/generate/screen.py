"""The Generate screen: a goal, optional resources and a hint, and a new procedure.

It shows what a run would build on before anything is spent. `Inputs` finds that, `RunController` writes and keeps
the result; this file has the keys and the fields.
"""

import asyncio
from collections.abc import Iterable
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import OptionList

from tailor.config import Generation
from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure
from tailor.core.text import normal
from tailor.runs.generate import evident_domain
from tailor.screens.base import BaseScreen, drafts_back
from tailor.screens.generate.inputs import Inputs, SpecialField
from tailor.screens.generate.options import MoreSheet, changes
from tailor.screens.generate.run import RunController
from tailor.screens.widgets.content import titled
from tailor.screens.widgets.inputs import CleanInput
from tailor.workspace import Workspace

CRITIC, BESIDE = "Review what the second check changed", "Write it another way, side by side"
TAILOR = "Tailor the new how-to"
START = (
    "What do you want to make, and what have you got? You see which how-tos it builds on before anything is sent."
)
RESULT_ACTIONS = ("save", "fit", "open_rounds", "write_beside")  # actions on a finished list
BEFORE = ("drop", "way", "more")  # choices made before a run


class GenerateScreen(BaseScreen[None]):
    """Writes a new procedure."""

    CSS_PATH = ["../memory.tcss", "../follow/follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Type what you want to make, what you have and what is different for you, and press enter: similar
    how-tos in the memory are listed, the closest first. d excludes one, o shows the options for each way to
    write. g writes it; esc stops and keeps what is there. Then c shows what the second check changed, b writes it
    another way to compare, s saves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "do('run', 'stop')", "Stop", id="generate.stop", tooltip="Stop, keep what is there"),
        Binding("s", "do('run', 'save')", "Save", id="generate.save", tooltip="Save it in your library"),
        Binding("t", "do('run', 'fit')", "Tailor", id="generate.tailor", tooltip="Adapt it to your situation"),
        Binding("c", "do('run', 'open_rounds')", "Check", id="generate.rounds", tooltip=CRITIC),
        Binding("b", "do('run', 'write_beside')", "Compare", id="generate.beside", tooltip=BESIDE),
        Binding("g", "begin", "Write it", id="generate.begin", tooltip="Write it"),
        Binding("d", "drop", "Exclude", id="generate.drop", tooltip="Exclude the selected one"),
        Binding("m", "way", "Way", id="generate.way", tooltip="Thorough, quick, or without the memory"),
        Binding("o", "more", "More", id="generate.more", tooltip="How-tos, questions, rounds, kind"),
        Binding("slash", "goal", "Goal", id="generate.goal", tooltip="Change the goal"),
        Binding("enter", "do('run', 'fit')", "Tailor", show=False, id="generate.tailor_it", tooltip=TAILOR),
        Binding("escape", "out", "Back", show=False, id="generate.out", tooltip="Back to the list, then Home"),
    ]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.inputs = Inputs(self, workspace, lambda: self.run.vacant)
        self.run: RunController = RunController(self.inputs)
        self._taken = ("", "")  # goal and hint last taken from Home

    def body(self) -> Iterable[Widget]:
        yield self.inputs.goal
        yield self.inputs.resources
        yield self.inputs.special
        yield titled(self.inputs.ways, "How to write it")
        yield Horizontal(titled(self.inputs.books, "Based on"), titled(self.inputs.page, "Steps"), id="middle")
        yield self.run.stages
        yield self.inputs.says

    async def on_mount(self) -> None:
        await drafts_back(self)
        self.inputs.bring_back()
        self.inputs.goal.focus()
        self.inputs.tell(START)

    def on_screen_resume(self) -> None:
        """Refresh: settings may name another model, a review may have been left, Home may hand over a goal."""
        before = self.inputs.ways.ways
        self.inputs.ways.offer(self.workspace.config)
        if before not in ((), self.inputs.ways.ways) and self.inputs.done_for is not None and self.run.vacant:
            self.look()
        self.run.take_rounds()
        if self.host.wished[0] and not self.run.active:
            self._take_over(*self.host.wished)

    def _take_over(self, goal: str, hint: str) -> None:
        """Take the goal from Home once, and its current hint. What was typed here stays, unless both are new."""
        (goal_before, hint_before), self._taken = self._taken, (goal, hint)
        own = self.inputs.hint not in ("", normal(hint_before))
        if goal != goal_before:
            self.inputs.goal.value = goal
            self.inputs.resources.focus()
            own = own and not hint
        elif normal(self.inputs.goal.value) != normal(goal):
            return  # another goal was typed here meanwhile
        if not own:
            self.inputs.special.value = hint

    def current_procedure(self) -> Procedure | None:
        return self.run.result

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys of a run, of a result, or of what comes before a run."""
        active, current = self.run.active, self.run.current
        what = parameters[1] if action == "do" else action
        if what == "stop":
            return active
        if what in (*RESULT_ACTIONS, *BEFORE, "begin", "goal") and isinstance(self.focused, CleanInput):
            return False
        if what in ("way", "more") and len(self.inputs.ways.ways) < 2:
            return False
        if what == "write_beside" and current is not None and self.inputs.ways.ways == (current.way,):
            return False
        if what in RESULT_ACTIONS:
            return not active and current is not None and (what != "open_rounds" or current.has_rounds)
        if action == "drop":
            return not active and bool(self.inputs.rows)
        if action == "begin":
            return not active and not self.inputs.in_vain()
        if action == "go_on" and current is None and not active:
            return not self.inputs.in_vain()
        return not (action in BEFORE and active)

    def on_resize(self, event: Resize) -> None:
        """Redraw: a higher window has room for more stages."""
        self.run.draw()

    @work(exclusive=True, group="generate.look", exit_on_error=False)
    async def look(self) -> None:
        await self.inputs.look()

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        if self.run.vacant:
            self.inputs.show_marked()

    @on(OptionList.OptionHighlighted, "#ways")
    def _other_way(self) -> None:
        if self.inputs.done_for is not None and not self.run.active:
            self.inputs.draw()

    @on(OptionList.OptionSelected, "#ways")
    def _way_taken(self) -> None:
        self.inputs.books.focus()

    @on(CleanInput.Changed)
    def _changed(self, event: CleanInput.Changed) -> None:
        unsaved = self.run.current is not None and not self.run.active and not self.run.current.session.is_saved
        if unsaved and not isinstance(event.control, SpecialField):
            words = "The result below is for your earlier words."
            self.inputs.tell(f"{words} s saves it; enter searches with the new ones.")

    def action_next_field(self) -> None:
        """Go from the goal to the resources, and from there to what is special."""
        if not normal(self.inputs.goal.value):
            self.inputs.goal.focus()
            self.inputs.tell("Say what you want to make or do first.", wrong=True)
        else:
            (self.inputs.resources if self.focused is self.inputs.goal else self.inputs.special).focus()

    def action_goal(self) -> None:
        self.inputs.goal.focus()

    def action_look(self) -> None:
        """Find what a run would build on, with nothing excluded."""
        if self.run.active:
            self.inputs.tell("Still writing: esc stops it.")
            return
        self.inputs.books.focus()

        def anew() -> None:
            self.inputs.dropped = {}
            self.look()

        self.run.discard(anew)

    def action_drop(self) -> None:
        """Exclude the marked procedure, or include it again, and search again."""
        if (one := self.inputs.marked()) is None:
            return

        def toggled() -> None:
            self.inputs.toggle(one)
            self.look()

        self.run.discard(toggled)

    def action_way(self) -> None:
        self.inputs.ways.choose_next()

    def action_more(self) -> None:
        """Change the settings of all runs: references, questions, rounds, temperature, domain."""
        now = self.workspace.config.generation

        def chosen(after: Generation) -> None:
            if after != now:
                self._keep_settings(after)

        self.ask(MoreSheet(now, self.inputs.ways.ways, evident_domain(self.inputs.found)), chosen)

    @work(exclusive=True, group="generate.settings", exit_on_error=False)
    async def _keep_settings(self, chosen: Generation) -> None:
        try:
            for key, value in changes(self.workspace.config.generation, chosen):
                await asyncio.to_thread(self.workspace.change, key, value)
        except TailorError as error:
            self.inputs.tell(error.message, wrong=True)
            return
        self.inputs.ways.offer(self.workspace.config)
        self.inputs.tell(f"Saved: {self.inputs.ways.way.name} now takes {self.inputs.ways.cost}.")

    def action_begin(self) -> None:
        if self.run.active:
            return
        if self.inputs.in_vain():
            self.inputs.tell(self.inputs.next_words())
        else:
            self.run.discard(self.run.begin)

    @on(OptionList.OptionSelected, "#books")
    def action_go_on(self) -> None:
        """Tailor the result; before there is one, begin to write if a row is marked."""
        if self.run.result is not None:
            self.run.fit()
        elif self.inputs.marked() is not None:
            self.action_begin()

    def action_out(self) -> None:
        """Go one step out: to the list, then Home."""
        if isinstance(self.focused, CleanInput) and self.inputs.asked:
            self.inputs.books.focus()
        else:
            self.app.switch_mode("home")
