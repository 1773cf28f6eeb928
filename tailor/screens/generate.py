"""Generate: a goal, perhaps resources, and a procedure where there was none.

Owns the inputs, the choice of a way and the analogies that are shown before anything is spent; `generate_running`
runs. Refuses to begin a run before the person saw what it would lean on.
"""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure
from tailor.core.text import normal
from tailor.generate import GenerateRequest, check, have_this, look_first, on_this_computer
from tailor.screens.fields import Field
from tailor.screens.generate_running import Running
from tailor.screens.generate_ways import QUICK, THOROUGH, Way, request_of, ways
from tailor.screens.memory_desk import trouble_words
from tailor.screens.pageview import PageView
from tailor.screens.rows import ListRow
from tailor.screens.safe import MUTED, row, safe

if TYPE_CHECKING:
    from memory.retrieval import Analogy
    from tailor.screens.backstage import Backstage
    from tailor.screens.memory_desk import MemoryDesk

START = "Say what is to come out, then what you have. Nothing is spent before you saw what it would lean on."


class GenerateScreen(Running):
    """Writes a procedure where there is none."""

    CSS_PATH = ["memory.tcss", "follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Type a goal, then what you have, and press enter: what the memory holds near it is listed, the
    distance beside it (0 is the same). d leaves one aside. g begins; esc stops and keeps what came."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "begin", "Write it", id="generate.begin", tooltip="Begin to write"),
        Binding("d", "drop", "Leave aside", id="generate.drop", tooltip="Do not lean on the marked one"),
        Binding("m", "way", "Way", id="generate.way", tooltip="Thorough, quick, or without the memory"),
        Binding("t", "fit", "Tailor", id="generate.tailor", tooltip="Say what is special, and review"),
        Binding("s", "save", "Save", id="generate.save", tooltip="Keep it in your library"),
        Binding("slash", "goal", "Goal", show=False, id="generate.goal", tooltip="Change the goal"),
        Binding("escape", "out", "Stop", show=False, id="generate.stop", tooltip="Stop; else back, then Home"),
    ]

    def __init__(self, back: "Backstage", desk: "MemoryDesk") -> None:
        super().__init__()
        self.back = back
        self.desk = desk
        self.found: tuple[Analogy, ...] = ()
        self._asked = ""
        """The goal about which it was asked whether to tailor what is there."""
        self._ways: tuple[Way, ...] = ()

    def body(self) -> Iterable[Widget]:
        """Goal, resources, ways, analogies and result, stages, the sentence in place."""
        yield Static(row(("Generate", "bold $accent"), ("   a procedure where there is none", MUTED)), id="title")
        yield GoalField(placeholder="What is to come out? For example: Bake a tray of oat bars", id="goal")
        yield ResourcesField(placeholder="What you have, commas between (may stay empty)", id="resources")
        yield OptionList(id="ways")
        yield Horizontal(AnalogyList(id="books"), PageView(id="preview"), id="middle")
        yield Static(id="stages")
        yield Static(id="says")

    def on_mount(self) -> None:
        """One types at once."""
        self.query_one("#goal").focus()
        self.tell(START)

    def on_screen_resume(self) -> None:
        """Who answers may have changed in Settings."""
        self._show_ways()

    # -- the way ---------------------------------------------------------------------------------------------

    def _show_ways(self) -> None:
        config = self.back.config
        made = ways(config.provider != "builtin" and bool(config.base_url))
        if made == self._ways:
            return
        self._ways = made
        from tailor.address import host_of

        here = len(made) > 1 and on_this_computer(host_of(config.base_url or ""))
        self._draw_ways(made.index(QUICK) if here else 0)

    def _draw_ways(self, chosen: int) -> None:
        """The ways, the chosen one marked by more than a colour."""
        listed = self.query_one("#ways", OptionList)
        with self.prevent(OptionList.OptionHighlighted):
            listed.set_options(
                [Option(ListRow(_words(one, at == chosen), one.cost)) for at, one in enumerate(self._ways)]
            )
            listed.highlighted = chosen

    @property
    def way(self) -> Way:
        """The chosen way."""
        return (self._ways or (THOROUGH,))[self.query_one("#ways", OptionList).highlighted or 0]

    def action_way(self) -> None:
        """The next way."""
        listed = self.query_one("#ways", OptionList)
        listed.highlighted = ((listed.highlighted or 0) + 1) % len(self._ways)

    @on(OptionList.OptionHighlighted, "#ways")
    def _chose_way(self) -> None:
        self._draw_ways(self.query_one("#ways", OptionList).highlighted or 0)
        if self._asked and not self.running:
            self._draw_found()

    # -- before anything is spent ----------------------------------------------------------------------------

    def action_resources(self) -> None:
        """From the goal to what one has."""
        if normal(self.query_one("#goal", Field).value):
            self.query_one("#resources").focus()
        else:
            self.tell("Say what is to come out first.", wrong=True)

    def action_look(self) -> None:
        """Looks for what the memory holds near the goal."""
        if self.running:
            self.tell("A run is under way: esc stops it.")
            return
        self.query_one("#books").focus()
        self.let_go(self._look_anew)

    def _look_anew(self) -> None:
        self.dropped = {}
        self.look()

    @work(exclusive=True, group="generate.look", exit_on_error=False)
    async def look(self) -> None:
        """The analogies a run would begin with."""
        from dataclasses import replace

        from memory.retrieval import FromMemory

        try:
            request = self.request()
            check(request)
            self.tell("Looking into the memory …")
            retriever = FromMemory(await self.desk.memory())
            self.found = await look_first(replace(request, method="aag"), retriever)
        except TailorError as error:
            self.found = ()
            self._draw_found()
            self.tell(trouble_words(error), wrong=True)
            return
        self._draw_found()
        self._ask_whether_there(request.goal)

    def _ask_whether_there(self, goal: str) -> None:
        there = have_this(goal, self.found)
        if there is None or self._asked == goal:
            self._asked = goal
            return
        self._asked = goal
        known = next(one for one in self.found if one.id == there.id)
        from tailor.screens.dialogs import Choice, Question

        choices = (Choice("t", "Tailor that one"), Choice("w", "Write a new one all the same"))
        text = f"“{known.goal}” is in your memory, with {len(known.steps)} steps. Tailor it instead?"
        self.app.push_screen(Question("You have this", text, choices), partial(self._instead, known))

    def _instead(self, known: "Analogy", answer: str | None) -> None:
        if answer == "t":
            self.tailor(_procedure(known))

    # -- drawing ---------------------------------------------------------------------------------------------

    def _draw_found(self) -> None:
        """What was found, then what was left aside; and what comes next."""
        books = self.query_one(AnalogyList)
        at = books.highlighted or 0
        rows = self._rows()
        books.set_options(
            [
                Option(ListRow(one.goal, self._about(one), "– " if one.id in self.dropped else ""), id=str(number))
                for number, one in enumerate(rows)
            ]
        )
        if rows:
            books.highlighted = min(at, len(rows) - 1)
        if not self.running and self.progress is None:
            self._show_marked()
            self.tell(self._next())

    def _rows(self) -> "list[Analogy]":
        return [*self.found, *self.dropped.values()]

    def _about(self, one: "Analogy") -> str:
        return f"{one.distance:.2f} · left aside" if one.id in self.dropped else f"{one.distance:.2f}"

    def _next(self) -> str:
        way = self.way
        if way.method == "zero_shot":
            return f"The memory is not used this way. g writes it ({way.name}, {way.cost}); nothing is spent yet."
        if not self.found:
            return f"The memory holds nothing near this. g writes it all the same ({way.name}, {way.cost})."
        writes = f"g writes it ({way.name}, {way.cost}); nothing is spent yet."
        return f"It would lean on these; d leaves one aside. {writes}"

    def _show_marked(self) -> None:
        from tailor.screens.page import note_page, procedure_page

        view, one = self.query_one(PageView), self._marked_one()
        view.show(partial(procedure_page, _procedure(one)) if one else partial(note_page, "", MUTED))

    def _marked_one(self) -> "Analogy | None":
        at, rows = self.query_one(AnalogyList).highlighted, self._rows()
        return rows[at] if at is not None and at < len(rows) else None

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        if not self.running and self.progress is None:
            self._show_marked()

    @on(OptionList.OptionSelected, "#books")
    def _selected(self) -> None:
        if self.progress is None:
            self.action_begin()
        else:
            self.action_fit()

    @on(OptionList.OptionSelected, "#ways")
    def _way_taken(self) -> None:
        self.query_one("#books").focus()

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """A sentence in place."""
        self.query_one("#says", Static).update(safe(words, "$text-warning" if wrong else MUTED))

    # -- keys ------------------------------------------------------------------------------------------------

    def action_drop(self) -> None:
        """Leaves the marked one aside, or takes it back; then what would be used is looked for anew."""
        one = self._marked_one()
        if one is not None and not self.running:
            self.let_go(partial(self._drop, one))

    def _drop(self, one: "Analogy") -> None:
        if self.dropped.pop(one.id, None) is None:
            self.dropped[one.id] = one
        self.look()

    def action_goal(self) -> None:
        """Back to the goal."""
        self.query_one("#goal").focus()

    def action_out(self) -> None:
        """Stops a run; else one step out: to the list, then Home."""
        if self.running:
            self.stop.set()
            self.tell("Stopping …")
        elif isinstance(self.focused, Field) and self._asked:
            self.query_one("#books").focus()
        else:
            self.app.switch_mode("home")

    @on(Field.Changed)
    def _changed(self) -> None:
        if self.progress is not None and not self.running and not self.saved:
            self.tell("The result below belongs to the words before. s keeps it; enter looks for the new ones.")

    def request(self, run: str = "") -> GenerateRequest:
        """What is asked for now."""
        goal, resources = (self.query_one(f"#{name}", Field).value for name in ("goal", "resources"))
        return request_of(self.way, goal, resources, tuple(self.dropped), self.back.config.prompts, run)


def _words(way: Way, chosen: bool) -> str:
    return f"{'●' if chosen else '○'} {way.name} · {way.says}"


def _procedure(one: "Analogy") -> Procedure:
    return Procedure(one.goal, one.steps, one.resources, id=one.id)


class GoalField(Field):
    """What is to come out."""

    on_enter = "screen.resources"
    HELP = "Say what is to come out, in a few words: Bake a tray of oat bars."


class ResourcesField(Field):
    """What one has."""

    on_enter = "screen.look"
    HELP = "What you have and want to use, commas between. It may stay empty. Enter looks into the memory."


class AnalogyList(OptionList):
    """What a run would lean on."""

    HELP = "What the memory holds near your goal, with its distance: 0 is the same. d leaves one aside."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Go on", show=False, id="generate.go"),
        Binding("j", "cursor_down", "Down", show=False, id="generate.down"),
        Binding("k", "cursor_up", "Up", show=False, id="generate.up"),
    ]
