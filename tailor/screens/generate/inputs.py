"""What a person enters in Generate, and what the memory holds near it, before anything is spent.

`Inputs` has the fields and lists, builds the request, finds the procedures that a run would build on, and says
what the run would do and cost.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from memory.errors import memory_error_words
from memory.messages import Analogy, procedure_of
from tailor.config import Config, Generation
from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure
from tailor.core.text import counted, normal, one_line
from tailor.drafts import GENERATE_GOAL, GENERATE_HAVE, GENERATE_HINT
from tailor.runs.generate import (
    BUILTIN,
    GenerateRequest,
    adaptable,
    as_heard,
    check,
    evident_domain,
    have_this,
    look_first,
    noticed,
)
from tailor.screens.base import BRIEF, BaseScreen, run_aside
from tailor.screens.dialogs.base import AnswerOption, Question
from tailor.screens.generate.draft import NO_MODEL
from tailor.screens.generate.options import QUICK, THOROUGH, MethodOption, method_options, request_of
from tailor.screens.widgets.content import MUTED, closeness_bar, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import NARROWEST_FIGURES, ListRow, PageView, note_page, procedure_page
from tailor.threads import aside
from tailor.urls import host_of, on_this_computer
from tailor.workspace import Workspace

RECIPES = "In a study, models wrote better recipes without the memory: m turns it off."
"""[AAG] 5: context hurts where a model already knows its subject well."""
LONG = 180  # a warning with more characters takes rows from other parts of a low window


class GoalField(CleanInput):
    enter_action = "screen.next_field"
    HELP = "What you want to make or do, in a few words, for example: Bake a tray of oat bars."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.next_field", "Next", id="generate.goal_on")]


class ResourcesField(CleanInput):
    enter_action = "screen.next_field"
    joint = ", "
    HELP = "What you have and want to use, separated by commas (optional)."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.next_field", "Next", id="generate.have_on")]


class SpecialField(CleanInput):
    """What is special: the hint for the tailoring that follows."""

    enter_action = "screen.look"
    joint = "; "
    HELP = """What is different for you, in a sentence (optional). The result is adapted to it, and you
    decide on each change. Enter searches the memory."""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.look", "Look", id="generate.look")]


class WayList(OptionList):
    """The methods that can write a procedure; the chosen one has a dot."""

    def __init__(self) -> None:
        super().__init__(id="ways")
        self.ways: tuple[MethodOption, ...] = ()
        self._settings = Generation()

    @property
    def way(self) -> MethodOption:
        return (self.ways or (THOROUGH,))[self.highlighted or 0]

    @property
    def cost(self) -> str:
        """The number of model calls of the chosen method, in words."""
        return self.way.cost(self._settings)

    def offer(self, config: Config) -> None:
        """List the methods that these settings allow; keep the choice if they are unchanged."""
        self._settings = config.generation
        made = method_options(config.has_model)
        chosen = self.highlighted or 0
        if made != self.ways:
            self.ways = made
            local = config.provider == "local" or on_this_computer(host_of(config.base_url or ""))
            here = len(made) > 1 and local
            chosen = made.index(QUICK) if here else 0
        self._draw(chosen)

    def choose_next(self) -> None:
        """Choose the next method; after the last comes the first."""
        self.highlighted = ((self.highlighted or 0) + 1) % len(self.ways)

    def _draw(self, chosen: int) -> None:
        with self.prevent(OptionList.OptionHighlighted):
            self.set_options([self._option(way, at == chosen) for at, way in enumerate(self.ways)])
            self.highlighted = chosen

    def _option(self, way: MethodOption, chosen: bool) -> Option:
        cost = way.cost(self._settings)
        about = cost if self.screen.size.width < BRIEF else way.says
        return Option(ListRow(f"{'●' if chosen else '○'} {way.name} · {about}", cost))

    @on(OptionList.OptionHighlighted)
    def _chosen(self) -> None:
        self._draw(self.highlighted or 0)

    def on_resize(self, event: Resize) -> None:
        """Redraw: a narrow window shows the cost instead of the sentence."""
        if self.ways:
            self._draw(self.highlighted or 0)


class AnalogyList(OptionList):
    """The procedures that a run would build on."""

    HELP = "Similar how-tos in the memory, the closest first. d excludes one."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.go_on", "Go on", show=False, id="generate.go"),
        Binding("j", "cursor_down", "Down", show=False, id="generate.down"),
        Binding("k", "cursor_up", "Up", show=False, id="generate.up"),
    ]


class Inputs:
    """The fields and lists above a result, and the procedures in the memory near the goal."""

    def __init__(self, screen: BaseScreen[None], workspace: Workspace, vacant: Callable[[], bool]) -> None:
        """`vacant`: whether nothing is being written and no result is on the screen."""
        self.screen = screen
        self.workspace = workspace
        self._vacant = vacant
        self.goal = GoalField(
            placeholder="What do you want to make or do? For example: Bake oat bars",
            id="goal",
            draft=GENERATE_GOAL,
        )
        self.resources = ResourcesField(
            placeholder="What you have (optional, separate with commas)", id="resources", draft=GENERATE_HAVE
        )
        self.special = SpecialField(
            placeholder="Anything to work around, such as no oven? (optional)", id="special", draft=GENERATE_HINT
        )
        self._typed = (self.goal, self.resources, self.special)
        self.ways = WayList()
        self.books = AnalogyList(id="books")
        self.page = PageView(id="preview")
        self.says = Static(id="says")
        self.found: tuple[Analogy, ...] = ()  # the procedures that a run would build on
        self.dropped: dict[str, Analogy] = {}  # those the person excluded, by id
        self.asked = ""  # the last goal for which we checked whether to offer tailoring a known procedure
        self.done_for: GenerateRequest | None = None
        """The request that `found` belongs to; None before the first search, and after the memory failed."""
        self._noticed: dict[str, tuple[str, ...]] = {}
        """The guard's findings in the rows, by id; a missing entry does not mean that a row is safe."""

    def bring_back(self) -> None:
        """Restore the drafts from a closed window into the fields."""
        for field in self._typed:
            field.value = field.value or self.screen.host.drafts.get(field.draft)

    @property
    def hint(self) -> str:
        """What is special, normalized."""
        return normal(self.special.value)

    def tell(self, words: str, *, wrong: bool = False) -> None:
        self.screen.set_class(wrong and len(words) > LONG, "-long-told")
        self.says.update(safe_text(words, "$text-warning" if wrong else MUTED))

    def request(self, way: MethodOption | None = None, run: str = "") -> GenerateRequest:
        """The current request, for the chosen method or another one."""
        config = self.workspace.config
        way = way or self.ways.way
        wanted = request_of(way, self.goal.value, self.resources.value, config.prompts, config.generation)
        domain = config.generation.domain or evident_domain(self.found)
        wanted = replace(wanted, domain=domain, without=tuple(self.dropped), hint=self.hint, run=run)
        wanted = replace(wanted, profile=self.workspace.profile())
        return as_heard(wanted) if way.method == BUILTIN else wanted

    async def look(self) -> None:
        """Find what a run would start from, and list it."""
        self.done_for = None
        try:
            request = self.request()
            check(request)
            self.tell("Searching the memory …")
            retriever = await self.workspace.memory()
            builtin = self.ways.way.method == BUILTIN
            prompts = "tailor" if builtin else request.prompts  # as the built-in run asks the memory
            self.found = await look_first(replace(request, method="aag", prompts=prompts), retriever)
            self.done_for = request
            self._noticed = await aside(noticed, self.rows, request.hint, self.workspace.profile())
        except TailorError as error:
            self.found = ()
            self.draw()
            self.tell(memory_error_words(error), wrong=True)
            return
        self.draw()
        self._offer_known(request.goal)

    def _offer_known(self, goal: str) -> None:
        """Ask, once per goal, whether to tailor a procedure that already exists for it."""
        known, asked, self.asked = have_this(goal, self.found), self.asked, goal
        if known is None or asked == goal:
            return

        def answered(key: str) -> None:
            if key == "t":
                run_aside(self.screen, partial(self._tailor, known), group="generate.tailor")

        other = "Go on here" if self.ways.way.method == BUILTIN else "Write a new one anyway"
        choices = (AnswerOption("t", "Make that one your own"), AnswerOption("w", other))
        text = f"“{known.goal}”, {counted(len(known.steps), 'step')}."
        self.screen.ask(Question("You already have this", text, choices), answered)

    async def _tailor(self, known: Analogy) -> None:
        try:
            procedure, _ = await self.workspace.whole(known)
        except TailorError as error:
            self.tell(memory_error_words(error), wrong=True)
        else:
            self.screen.host.navigation.tailor(procedure, self.hint)

    def toggle(self, one: Analogy) -> None:
        """Exclude a procedure, or include it again."""
        if self.dropped.pop(one.id, None) is None:
            self.dropped[one.id] = one

    @property
    def rows(self) -> list[Analogy]:
        """What was found, then what was excluded."""
        return [*self.found, *self.dropped.values()]

    def marked(self) -> Analogy | None:
        at, rows = self.books.highlighted, self.rows
        return rows[at] if at is not None and at < len(rows) else None

    def in_vain(self) -> bool:
        """Whether a run is known to fail: no model, and nothing close enough to adapt."""
        seen = self.done_for
        if seen is None or self.ways.way.method != BUILTIN:
            return False
        now = self.request()
        same = (now.goal, now.resources, now.without) == (seen.goal, seen.resources, seen.without)
        return same and adaptable(now, self.found, self._noticed) is None

    def draw(self) -> None:
        """List the rows and, unless a result is on the screen, say what comes next."""
        books, rows = self.books, self.rows
        at = books.highlighted or 0
        books.set_options([self._option(number, one) for number, one in enumerate(rows)])
        if rows:
            books.highlighted = min(at, len(rows) - 1)
        if self._vacant():
            self.show_marked()
            self.tell(self.next_words())
        self.screen.refresh_bindings()

    def _option(self, number: int, one: Analogy) -> Option:
        aside = one.id in self.dropped
        about = "excluded" if aside else closeness_bar(1 - one.distance)
        mark = "– " if aside else "! " if self._noticed.get(one.id) else ""
        return Option(ListRow(one.goal, about, mark, narrowest=NARROWEST_FIGURES), id=str(number))

    def show_marked(self) -> None:
        if (one := self.marked()) is None:
            self.page.show(partial(note_page, "", MUTED))
        else:
            self.page.show(partial(_analogy_page, procedure_of(one), self._noticed.get(one.id, ())))

    def next_words(self) -> str:
        """What g would do, and at what cost; if it would fail, what helps."""
        then = ", then adapts it to your situation" if self.hint else ""
        ways = self.ways
        if ways.way.method == BUILTIN:
            return self._next_without_model(then)
        writes = f"g writes it{then} ({ways.way.name}, {ways.cost}{' and adapting' if then else ''})"
        if ways.way.method == "zero_shot":
            return f"This way of writing does not use the memory. {writes}; nothing has been sent yet."
        if not self.found:
            return f"None of the how-tos here is similar. {writes} anyway."
        found = f"The new how-to builds on these; d excludes one. {writes}; nothing has been sent yet."
        if warning := self._warning():
            return f"{found} {warning}"
        recipe = evident_domain(self.found) == "recipe" and len(ways.ways) > 1
        return f"{found} {RECIPES}" if recipe and self.screen.size.width >= BRIEF else found

    def _next_without_model(self, then: str) -> str:
        one = adaptable(self.request(), self.found, self._noticed)
        if one is None:
            none = f"None of {'these' if self.found else 'the how-tos here'} is close enough"
            return f"{none}, {NO_MODEL}"
        takes = f"g uses “{one_line(one.goal, 60)}”{then}; d excludes one."
        return f"{takes} {self._warning() or 'To have a new one written, connect a model: F9.'}"

    def _warning(self) -> str:
        bad = sum(bool(self._noticed.get(one.id)) for one in self.found)
        which = "The one with ! contains" if bad == 1 else f"The {bad} with ! contain"
        return f"{which} something you avoid." if bad else ""


def _analogy_page(procedure: Procedure, found: tuple[str, ...], width: int) -> list[Content]:
    """The steps, below what the guard found in them."""
    page = procedure_page(procedure, width)
    if not found:
        return page
    return [*note_page(f"! It has {'; '.join(found)}", "$text-warning", width), Content(""), *page]
