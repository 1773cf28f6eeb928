"""Generate: a goal, perhaps resources and a hint, and a procedure where there was none.

Owns the keys, and the analogies that are shown before anything is spent. Refuses to begin a run before the person
saw what it would lean on. The inputs, the run and what is done with a result lie in the parts beside this file.
"""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from memory.errors import memory_error_words
from memory.messages import procedure_of
from tailor.core.errors import TailorError
from tailor.core.text import counted, normal, one_line
from tailor.runs.generate import BUILTIN, adaptable, check, evident_domain, have_this, look_first, noticed
from tailor.screens.base import BRIEF
from tailor.screens.generate.inputs import AnalogyList, SpecialField
from tailor.screens.generate.run import GenerateKeeping
from tailor.screens.widgets.content import MUTED
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import NARROWEST_FIGURES, ListRow
from tailor.screens.widgets.page_view import PageView

if TYPE_CHECKING:
    from memory.messages import Analogy
    from tailor.core.procedure import Procedure
    from tailor.runs.generate import GenerateRequest
    from tailor.workspace import Workspace

START = "Say what is to come out, then what you have. Nothing is spent before you saw what it would lean on."

RECIPES = "In a study models wrote recipes better with no memory: m chooses it."
"""[AAG] 5: context disturbs where a model knows its matter well."""

NO_MODEL = (
    "and without a model nothing is made up. On Home F9 connects a model and ctrl+n takes your own steps; "
    "F5 imports procedures."
)
"""What helps where there is neither a model nor anything to adapt."""

RUNNING = ("stop",)
"""What the screen's own keys do while a list is being written; `goal` and what the whole app does go on too."""
RESULT_ACTIONS = ("save", "fit", "rounds", "beside")
"""What is done with a list that stands there."""
BEFORE = ("drop", "way", "more")
"""What is chosen before one is written."""


class GenerateScreen(GenerateKeeping):
    """Writes a procedure where there is none."""

    CSS_PATH = ["../memory.tcss", "../follow/follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Type a goal, what you have and what is special, and press enter: what the memory holds near it is
    listed, the distance beside it (0 is the same). d leaves one aside, o has the numbers behind each way. g
    begins; esc stops and keeps what came. Then c shows what the critic changed, edit by edit, b lays another way
    beside it, s saves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", "Stop", id="generate.stop", tooltip="Stop, and keep what came"),
        Binding("s", "save", "Save", id="generate.save", tooltip="Keep it in your library"),
        Binding("t", "fit", "Tailor", id="generate.tailor", tooltip="Say what is special, and review"),
        Binding("c", "rounds", "Critic", id="generate.rounds", tooltip="Decide on what the critic changed"),
        Binding("b", "beside", "Beside", id="generate.beside", tooltip="Write it another way, side by side"),
        Binding("g", "begin", "Write it", id="generate.begin", tooltip="Begin to write"),
        Binding("d", "drop", "Leave aside", id="generate.drop", tooltip="Do not lean on the marked one"),
        Binding("m", "way", "Way", id="generate.way", tooltip="Thorough, quick, or without the memory"),
        Binding("o", "more", "More", id="generate.more", tooltip="References, questions, rounds, domain"),
        Binding("slash", "goal", "Goal", id="generate.goal", tooltip="Change the goal"),
        Binding("enter", "fit", "Tailor", show=False, id="generate.tailor_it", tooltip="Tailor what is written"),
        Binding("escape", "out", "Back", show=False, id="generate.out", tooltip="Back to the list, then Home"),
    ]

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__(workspace)
        self._asked = ""
        """The goal about which it was asked whether to tailor what is there."""
        self._looked: GenerateRequest | None = None
        """What `found` was looked up for; None while nothing was, or the memory failed."""
        self._taken = ("", "")
        """The goal, and what is special, that were taken over from Home last."""
        self.noticed: dict[str, tuple[str, ...]] = {}
        """What the guard noticed in what was found, by its id; nothing there clears nothing."""

    def on_mount(self) -> None:
        """One types at once."""
        self.query_one("#goal").focus()
        self.tell(START)

    def on_screen_resume(self) -> None:
        """Who answers may have changed in Settings; a review may have been left; Home hands a goal over."""
        before = self._ways
        self.show_ways()
        if before not in ((), self._ways) and self._looked is not None and not self.running and not self.progress:
            self.look()
        self.take_rounds()
        if self.workspace.wished[0] and not self.running:
            self._take_over(*self.workspace.wished)

    def _take_over(self, goal: str, hint: str) -> None:
        """What Home hands over: a goal once, what is special as it stands there by now. Words that were written
        here stay, unless both are new."""
        (goal_before, hint_before), self._taken = self._taken, (goal, hint)
        own = self.typed("special") not in ("", normal(hint_before))
        if goal != goal_before:
            self.take(goal)
            own = own and not hint
        elif self.typed("goal") != normal(goal):
            return  # another goal was written here meanwhile
        if not own:
            self.query_one("#special", CleanInput).value = hint

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys that mean something now: those of a run, of a result, or of what comes before."""
        if action in RUNNING:
            return self.running
        if action in (*RESULT_ACTIONS, *BEFORE, "begin", "goal") and isinstance(self.focused, CleanInput):
            return False
        if action in RESULT_ACTIONS:
            there = not self.running and self.writing is not None
            return there and (action != "rounds" or (self.writing is not None and self.writing.has_rounds))
        if action in BEFORE:
            means = {"drop": bool(self.found or self.dropped), "way": len(self._ways) > 1}
            return not self.running and means.get(action, True)
        return not self.running and not self._in_vain() if action == "begin" else True

    # -- before anything is spent ----------------------------------------------------------------------------

    def action_look(self) -> None:
        """Looks for what the memory holds near the goal."""
        if self.running:
            self.tell("A run is under way: esc stops it.")
            return
        self.query_one("#books").focus()
        self.discard_draft(self._look_anew)

    def _look_anew(self) -> None:
        self.dropped = {}
        self.look()

    @work(exclusive=True, group="generate.look", exit_on_error=False)
    async def look(self) -> None:
        """The analogies a run would begin with."""
        from dataclasses import replace

        from memory.generation.retrieval import FromMemory

        self._looked = None
        try:
            request = self.request()
            check(request)
            self.tell("Looking into the memory …")
            retriever = FromMemory(await self.workspace.memory())
            prompts = "tailor" if self.way.method == BUILTIN else request.prompts  # as its run asks the memory
            self.found = await look_first(replace(request, method="aag", prompts=prompts), retriever)
            self._looked = request
            self.noticed = await asyncio.to_thread(noticed, self._rows(), request.hint, self.workspace.profile())
        except TailorError as error:
            self.found = ()
            self._draw_found()
            self.tell(memory_error_words(error), wrong=True)
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
        from tailor.screens.dialogs.base import AnswerOption, Question

        choices = (AnswerOption("t", "Tailor that one"), AnswerOption("w", "Write a new one all the same"))
        steps = counted(len(known.steps), "step")
        text = f"“{known.goal}” is in your memory, with {steps}. Tailor it instead? Esc decides nothing yet."
        question = Question("You have this", text, choices)
        self.app.push_screen(question, partial(self._instead, known), mode=self.room)

    def _instead(self, known: "Analogy", answer: str | None) -> None:
        if answer == "t":
            self.host.navigation.tailor(procedure_of(known), self.typed("special"))

    # -- drawing ---------------------------------------------------------------------------------------------

    def _draw_found(self) -> None:
        """What was found, then what was left aside; and what comes next."""
        books = self.query_one(AnalogyList)
        at = books.highlighted or 0
        rows = self._rows()
        books.set_options(
            [
                Option(
                    ListRow(one.goal, self._about(one), self._mark(one), narrowest=NARROWEST_FIGURES),
                    id=str(number),
                )
                for number, one in enumerate(rows)
            ]
        )
        if rows:
            books.highlighted = min(at, len(rows) - 1)
        if not self.running and self.progress is None:
            self._show_marked()
            self.tell(self._next())
        self.refresh_bindings()

    def _rows(self) -> "list[Analogy]":
        return [*self.found, *self.dropped.values()]

    def _about(self, one: "Analogy") -> str:
        return f"{one.distance:.2f} · left aside" if one.id in self.dropped else f"{one.distance:.2f}"

    def _mark(self, one: "Analogy") -> str:
        return "– " if one.id in self.dropped else "! " if self.noticed.get(one.id) else ""

    def _next(self) -> str:
        then = ", then makes it fit" if self.typed("special") else ""
        if self.way.method == BUILTIN:
            return self._next_without_model(then)
        writes = f"g writes it{then} ({self.way.name}, {self.cost}{' and the fitting' if then else ''})"
        if self.way.method == "zero_shot":
            return f"The memory is not used this way. {writes}; nothing is spent yet."
        if not self.found:
            return f"The memory holds nothing near this. {writes} all the same."
        found = f"It would lean on these; d leaves one aside. {writes}; nothing is spent yet."
        if warns := self._warns():
            return f"{found} {warns}"
        recipe = evident_domain(self.found) == "recipe" and len(self._ways) > 1
        return f"{found} {RECIPES}" if recipe and self.size.width >= BRIEF else found

    def _next_without_model(self, then: str) -> str:
        """What g would adapt; where nothing is near enough, what helps."""
        one = adaptable(self.request(), self.found)
        if one is None:
            none = "None of these is near enough to adapt" if self.found else "The memory holds nothing near this"
            return f"{none}, {NO_MODEL}"
        adapts = f"g adapts “{one_line(one.goal, 40)}” by rules{then}; d leaves one aside."
        return f"{adapts} {self._warns() or 'F9 on Home connects a model.'}"

    def _warns(self) -> str:
        bad = sum(bool(self.noticed.get(one.id)) for one in self.found)
        return f"{bad} of them hold{'s' if bad == 1 else ''} what you asked to avoid: marked with !" if bad else ""

    def _in_vain(self) -> bool:
        """Whether a run is known to come to nothing: no model, and nothing near enough to adapt."""
        seen = self._looked
        if seen is None or self.way.method != BUILTIN:
            return False
        now = self.request()
        same = (now.goal, now.resources, now.without) == (seen.goal, seen.resources, seen.without)
        return same and adaptable(now, self.found) is None

    def _show_marked(self) -> None:
        from tailor.screens.widgets.page_view import note_page

        view, one = self.query_one(PageView), self._marked_one()
        if one is None:
            view.show(partial(note_page, "", MUTED))
        else:
            view.show(partial(_analogy_page, procedure_of(one), self.noticed.get(one.id, ())))

    def _marked_one(self) -> "Analogy | None":
        at, rows = self.query_one(AnalogyList).highlighted, self._rows()
        return rows[at] if at is not None and at < len(rows) else None

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        if not self.running and self.progress is None:
            self._show_marked()

    @on(OptionList.OptionHighlighted, "#ways")
    def _other_way(self) -> None:
        if self._looked is not None and not self.running:
            self._draw_found()

    @on(OptionList.OptionSelected, "#books")
    def action_go_on(self) -> None:
        """Tailors what is written; before that, with one marked that it would lean on, begins to write."""
        if self.result() is not None:
            self.action_fit()
        elif self._marked_one() is not None:
            self.action_begin()

    @on(OptionList.OptionSelected, "#ways")
    def _way_taken(self) -> None:
        self.query_one("#books").focus()

    # -- keys ------------------------------------------------------------------------------------------------

    def action_begin(self) -> None:
        """Begins to write."""
        if self.running:
            return
        if self._in_vain():
            self.tell(self._next())
        else:
            self.discard_draft(self.begin_run)

    def action_drop(self) -> None:
        """Leaves the marked one aside, or takes it back; then what would be used is looked for anew."""
        one = self._marked_one()
        if one is not None:
            self.discard_draft(partial(self._drop, one))

    def _drop(self, one: "Analogy") -> None:
        if self.dropped.pop(one.id, None) is None:
            self.dropped[one.id] = one
        self.look()

    def action_stop(self) -> None:
        """Stops the run."""
        self.stop.set()
        self.tell("Stopping …")

    def action_out(self) -> None:
        """One step out: to the list, then Home."""
        if isinstance(self.focused, CleanInput) and self._asked:
            self.query_one("#books").focus()
        else:
            self.app.switch_mode("home")

    @on(CleanInput.Changed)
    def _changed(self, event: CleanInput.Changed) -> None:
        stands = self.writing is not None and not self.running and not self.writing.is_saved
        if stands and not isinstance(event.control, SpecialField):
            self.tell("The result below belongs to the words before. Save keeps it; enter looks for the new ones.")


def _analogy_page(procedure: "Procedure", found: tuple[str, ...], width: int) -> list[Content]:
    """What a run would lean on; above it what the guard found there."""
    from tailor.screens.widgets.page_view import note_page, procedure_page

    page = procedure_page(procedure, width)
    return (
        [*note_page(f"! Found in it: {'; '.join(found)}", "$text-warning", width), Content(""), *page]
        if found
        else page
    )
