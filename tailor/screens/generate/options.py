"""The methods of generation a person can choose, their requests, and the dialog with the settings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Final, NamedTuple

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from memory.generation.methods import calls
from tailor.agents.prompts import PromptSet
from tailor.config import DOMAINS, QUESTIONS, REFERENCES, ROUNDS, TEMPERATURES, Generation
from tailor.core.text import counted, normal
from tailor.runs.generate import BUILTIN, GenerateRequest
from tailor.screens.base import LOW
from tailor.screens.dialogs.base import ListDialog
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text

OWN: Final = Generation()  # the default settings

LOOKED_AT = 5  # fewest procedures from which the built-in tailor chooses


@dataclass(frozen=True, slots=True)
class MethodOption:
    """A method as the screen offers it; `method` is its name (DESIGN 8)."""

    method: str
    name: str
    says: str

    @property
    def requested(self) -> str:
        """The method named in its requests: without a model all of them are answered alike."""
        return THOROUGH.method if self.method == BUILTIN else self.method

    def cost(self, settings: Generation = OWN) -> str:
        """The number of model calls with these settings, in words."""
        if self.method == BUILTIN:
            return "no model"
        fewest, most = calls(self.method, settings.questions, settings.rounds)
        return counted(most, "model call") if fewest == most else f"{fewest}–{most} model calls"


THOROUGH = MethodOption("aag", "thorough", "asks itself questions, then improves its draft")
QUICK = MethodOption("aag_no_rewrite", "quick", "a draft from similar how-tos, then improved")
NO_MEMORY = MethodOption("zero_shot", "no memory", "enough for what a model knows well, such as recipes")
OFFLINE = MethodOption(BUILTIN, "without AI", "uses the closest how-to and changes what you ask for")


def method_options(has_model: bool) -> tuple[MethodOption, ...]:
    return (THOROUGH, QUICK, NO_MEMORY) if has_model else (OFFLINE,)


def split_resources(text: str) -> tuple[str, ...]:
    """The resources in a text, separated by commas or semicolons, each once."""
    parts = (normal(one) for one in text.replace(";", ",").split(","))
    return tuple(dict.fromkeys(filter(None, parts)))


def request_of(
    way: MethodOption, goal: str, resources: str, prompts: PromptSet, settings: Generation = OWN
) -> GenerateRequest:
    """The request for a method; the built-in tailor looks at no fewer than `LOOKED_AT` procedures."""
    offline = way.method == BUILTIN
    return GenerateRequest(
        goal=normal(goal),
        resources=split_resources(resources),
        method=way.requested,
        k=max(settings.references, LOOKED_AT) if offline else settings.references,
        n=settings.questions,
        t=settings.rounds,
        temperature=settings.temperature,
        domain=settings.domain,
        prompts=prompts,
    )


class GenerationSetting(NamedTuple):
    """A setting of the dialog; `name` is a field of `Generation`."""

    name: str
    words: str
    about: str


REFERENCES_ABOUT = "How many how-tos from the memory to build on, for the draft and for each question."
ROUNDS_ABOUT = "How often, at most, a second check may ask for improvements."
GENERATION_SETTINGS: Final = (
    GenerationSetting("references", "How-tos", REFERENCES_ABOUT),
    GenerationSetting("questions", "Questions", "How many questions the thorough way asks itself, at most."),
    GenerationSetting("rounds", "Rounds", ROUNDS_ABOUT),
    GenerationSetting(
        "temperature", "Model temperature", "How freely the model writes: 0 gives the same answer each time."
    ),
    GenerationSetting("domain", "Kind", "What kind of how-to this is; Tailor tells the model."),
)
BOUNDS: Final[dict[str, tuple[float, float]]] = {
    "references": REFERENCES,
    "questions": QUESTIONS,
    "rounds": ROUNDS,
    "temperature": TEMPERATURES,
}


def turned(now: Generation, name: str, by: int) -> Generation:
    """The settings with one value changed by `by` steps, clamped to its bounds; domains wrap around."""
    if name == "domain":
        known = ("", *DOMAINS)
        return replace(now, domain=known[(known.index(now.domain) + by) % len(known)])
    least, most = BOUNDS[name]
    value = round(getattr(now, name) + (by / 10 if name == "temperature" else by), 2)
    return replace(now, **{name: min(max(value, least), most)})


def changes(before: Generation, after: Generation) -> Iterator[tuple[str, str]]:
    """Yield key and value of each changed setting; "" stands for the default, which is not kept in the file."""
    for one in fields(Generation):
        value = getattr(after, one.name)
        if value != getattr(before, one.name):
            yield f"generate.{one.name}", "" if value == getattr(OWN, one.name) else str(value)


class GenerationSettingList(OptionList):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,minus", "screen.turn(-1)", "Less", show=False, id="more.less"),
        Binding("right,l,plus,space", "screen.turn(1)", "More", show=False, id="more.more"),
        Binding("j", "cursor_down", "Down", show=False, id="more.down"),
        Binding("k", "cursor_up", "Up", show=False, id="more.up"),
    ]


class MoreSheet(ListDialog[Generation]):
    """The settings of all runs; dismissed with them, or None."""

    HELP = "← and → change the selected value. Enter saves them all; Esc cancels."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "own", "Defaults", show=False, id="more.own", tooltip="Reset all values")
    ]

    keys = (("←→", "change"), ("o", "defaults"), ("enter", "keep"), ("esc", "leave"))

    def __init__(self, now: Generation, ways: Sequence[MethodOption], evident: str) -> None:
        super().__init__(line_text("Writing options", "bold"))
        self.now = now
        self._ways = [one for one in ways if one.method != BUILTIN]
        self._evident = evident

    def inside(self) -> Iterator[Widget]:
        """The settings, what the marked one means, and the cost of each method."""
        yield GenerationSettingList(id="choices")
        yield Static(id="about")
        yield Static(id="costs")

    def on_mount(self) -> None:
        """Drop empty rows in a low window."""
        self.set_class(self.app.size.height < LOW, "-low")

    def rows(self) -> list[Option]:
        return [Option(self._row(one)) for one in GENERATION_SETTINGS]

    def action_turn(self, by: int) -> None:
        self.now = turned(self.now, GENERATION_SETTINGS[self.at].name, by)
        self.show_rows()

    def action_own(self) -> None:
        self.now = OWN
        self.show_rows()

    def _row(self, one: GenerationSetting) -> Content:
        value = getattr(self.now, one.name)
        words = str(value)
        if one.name == "domain" and not value:
            words = f"found: {self._evident or 'everyday'}"
        return row_text(f"{one.words:<11} ", ("‹ ", MUTED), (words, "$accent"), (" ›", MUTED))

    @on(OptionList.OptionHighlighted)
    def _marked(self) -> None:
        self.query_one("#about", Static).update(safe_text(GENERATION_SETTINGS[self.at].about, MUTED))
        costs = " · ".join(f"{one.name} {one.cost(self.now)}" for one in self._ways)
        self.query_one("#costs", Static).update(safe_text(costs or "No model is used.", "$accent"))

    @on(OptionList.OptionSelected)
    def _kept(self) -> None:
        self.dismiss(self.now)
