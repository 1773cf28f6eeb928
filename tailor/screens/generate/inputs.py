"""What Generate asks for: goal, resources, what is special, the way, and the settings behind it.

Owns the fields, the list of ways and the request they make. Refuses to look anything up and to run anything.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.runs.generate import GenerateRequest, evident_domain, on_this_computer
from tailor.screens.base import BRIEF, BaseScreen
from tailor.screens.generate.options import QUICK, THOROUGH, MethodOption, method_options, request_of
from tailor.screens.widgets.content import MUTED, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import ListRow
from tailor.screens.widgets.page_view import PageView

if TYPE_CHECKING:
    from memory.messages import Analogy
    from tailor.config import Generation
    from tailor.workspace import Workspace


LONG = 180
"""Characters of a warning beyond which a low window gives up rows of others for it."""
"""Columns below which a way says its calls in place of its sentence."""


class GoalField(CleanInput):
    """What is to come out."""

    enter_action = "screen.next_field"
    HELP = "Say what is to come out, in a few words: Bake a tray of oat bars."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.next_field", "Next", id="generate.goal_on")]


class ResourcesField(CleanInput):
    """What one has."""

    enter_action = "screen.next_field"
    HELP = "What you have and want to use, commas between. It may stay empty."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.next_field", "Next", id="generate.have_on")]


class SpecialField(CleanInput):
    """What is special."""

    enter_action = "screen.look"
    HELP = """What is special about your situation, in a sentence. What is written is then made to fit it, and you
    decide on each edit. It may stay empty. Enter looks into the memory."""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.look", "Look", id="generate.look")]


class AnalogyList(OptionList):
    """What a run would lean on."""

    HELP = "What the memory holds near your goal, with its distance: 0 is the same. d leaves one aside."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.go_on", "Go on", show=False, id="generate.go"),
        Binding("j", "cursor_down", "Down", show=False, id="generate.down"),
        Binding("k", "cursor_up", "Up", show=False, id="generate.up"),
    ]


class Inputs(BaseScreen[None]):
    """The part of Generate above the list."""

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__()
        self.workspace = workspace
        self.found: tuple[Analogy, ...] = ()
        """What the memory holds near the goal."""
        self.dropped: dict[str, Analogy] = {}
        """What was left aside, by its id."""
        self._ways: tuple[MethodOption, ...] = ()

    def body(self) -> Iterable[Widget]:
        """Goal, resources, what is special, ways, analogies and result, stages, the sentence in place."""
        yield Static(
            row_text(("Generate", "bold $accent"), ("   a procedure where there is none", MUTED)), id="title"
        )
        yield GoalField(placeholder="What is to come out? For example: Bake a tray of oat bars", id="goal")
        yield ResourcesField(placeholder="What you have, commas between (may stay empty)", id="resources")
        yield SpecialField(placeholder="What is special? I have no oven (may stay empty)", id="special")
        yield OptionList(id="ways")
        yield Horizontal(AnalogyList(id="books"), PageView(id="preview"), id="middle")
        yield Static(id="stages")
        yield Static(id="says")

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """A sentence in place."""
        self.set_class(wrong and len(words) > LONG, "-long-told")
        self.query_one("#says", Static).update(safe_text(words, "$text-warning" if wrong else MUTED))

    # -- what was typed --------------------------------------------------------------------------------------

    def typed(self, name: str) -> str:
        """The words of a field, in normal form."""
        return normal(self.query_one(f"#{name}", CleanInput).value)

    def take(self, goal: str) -> None:
        """A goal of another screen into its field."""
        self.query_one("#goal", CleanInput).value = goal
        self.query_one("#resources").focus()

    def action_next_field(self) -> None:
        """From the goal to what one has, from there to what is special."""
        if not self.typed("goal"):
            self.query_one("#goal").focus()
            self.tell("Say what is to come out first.", wrong=True)
        elif isinstance(self.focused, GoalField):
            self.query_one("#resources").focus()
        else:
            self.query_one("#special").focus()

    def action_goal(self) -> None:
        """Back to the goal."""
        self.query_one("#goal").focus()

    def request(self, way: MethodOption | None = None, run: str = "") -> GenerateRequest:
        """What is asked for now, written in the chosen way or in another one."""
        settings = self.workspace.config.generation
        wanted = request_of(
            way or self.way, self.typed("goal"), self.typed("resources"), self.workspace.config.prompts, settings
        )
        domain = settings.domain or evident_domain(self.found)
        return replace(wanted, domain=domain, without=tuple(self.dropped), hint=self.typed("special"), run=run)

    # -- the way ---------------------------------------------------------------------------------------------

    @property
    def way(self) -> MethodOption:
        """The chosen way."""
        return (self._ways or (THOROUGH,))[self.query_one("#ways", OptionList).highlighted or 0]

    @property
    def cost(self) -> str:
        """The calls of the chosen way, in words."""
        return self.way.cost(self.workspace.config.generation)

    def other_ways(self, than: MethodOption) -> tuple[MethodOption, ...]:
        """The ways one can lay beside this one."""
        return tuple(one for one in self._ways if one != than)

    def way_named(self, method: str | None) -> MethodOption | None:
        """The way with this method; None where there is none."""
        return next((one for one in self._ways if one.method == method), None)

    def show_ways(self) -> None:
        """The ways there are; the chosen one stays while they are the same."""
        config = self.workspace.config
        made = method_options(config.provider != "builtin" and bool(config.base_url))
        if made == self._ways:
            self._draw_ways(self.query_one("#ways", OptionList).highlighted or 0)
            return
        self._ways = made
        from tailor.urls import host_of

        here = len(made) > 1 and on_this_computer(host_of(config.base_url or ""))
        self._draw_ways(made.index(QUICK) if here else 0)

    def _draw_ways(self, chosen: int) -> None:
        """The ways, the chosen one marked by more than a colour."""
        listed = self.query_one("#ways", OptionList)
        with self.prevent(OptionList.OptionHighlighted):
            listed.set_options([self._option(at, at == chosen) for at in range(len(self._ways))])
            listed.highlighted = chosen

    def _option(self, at: int, chosen: bool) -> Option:
        way = self._ways[at]
        cost = way.cost(self.workspace.config.generation)
        about = cost if self.size.width < BRIEF else way.says
        return Option(ListRow(f"{'●' if chosen else '○'} {way.name} · {about}", cost))

    def on_resize(self, event: Resize) -> None:
        """The ways fit the new width."""
        if self._ways:
            self._draw_ways(self.query_one("#ways", OptionList).highlighted or 0)

    def action_way(self) -> None:
        """The next way."""
        listed = self.query_one("#ways", OptionList)
        listed.highlighted = ((listed.highlighted or 0) + 1) % len(self._ways)

    @on(OptionList.OptionHighlighted, "#ways")
    def _chose_way(self) -> None:
        self._draw_ways(self.query_one("#ways", OptionList).highlighted or 0)

    # -- the settings behind it ------------------------------------------------------------------------------

    def action_more(self) -> None:
        """How many references, questions and rounds, how daring, which domain."""
        from tailor.screens.generate.options import MoreSheet

        sheet = MoreSheet(self.workspace.config.generation, self._ways, evident_domain(self.found))
        self.app.push_screen(sheet, self._take_settings)

    def _take_settings(self, chosen: "Generation | None") -> None:
        if chosen is not None and chosen != self.workspace.config.generation:
            self._keep_settings(chosen)

    @work(exclusive=True, group="generate.settings", exit_on_error=False)
    async def _keep_settings(self, chosen: "Generation") -> None:
        """Writes what differs; the calls of the ways change with it."""
        from tailor.screens.generate.options import changes

        try:
            for key, value in changes(self.workspace.config.generation, chosen):
                await asyncio.to_thread(self.workspace.change, key, value)
        except TailorError as error:
            self.tell(error.message, wrong=True)
            return
        self.show_ways()
        self.tell(f"Kept for every run: {self.way.name} now takes {self.cost}.")
