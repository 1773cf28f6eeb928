"""The methods of generation a person can choose, the requests they make, and the dialog with their settings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from memory.generation.methods import calls
from tailor.agents.prompts import PromptSet
from tailor.config import DOMAINS, QUESTIONS, REFERENCES, ROUNDS, TEMPERATURES, Generation
from tailor.core.text import normal
from tailor.runs.generate import BUILTIN, GenerateRequest
from tailor.screens.base import LOW
from tailor.screens.dialogs.base import Dialog
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text

OWN: Final = Generation()
"""The default settings."""

LOOKED_AT = 5
"""Procedures the built-in tailor chooses from at least."""


@dataclass(frozen=True, slots=True)
class MethodOption:
    """A method as the screen offers it; `method` is its name (DESIGN 8)."""

    method: str
    name: str
    says: str

    def cost(self, settings: Generation = OWN) -> str:
        """The number of model calls with these settings, in words."""
        if self.method == BUILTIN:
            return "no model calls"
        fewest, most = calls(self.method, settings.questions, settings.rounds)
        return f"{fewest} call{'' if most == 1 else 's'}" if fewest == most else f"{fewest}–{most} calls"


THOROUGH = MethodOption("aag", "thorough", "asks itself questions, a critic improves it")
QUICK = MethodOption("aag_no_rewrite", "quick", "a draft from what is near, improved by a critic")
NO_MEMORY = MethodOption("zero_shot", "no memory", "enough for what a model knows well, as recipes")
OFFLINE = MethodOption(BUILTIN, "built-in", "the nearest of your memory, adapted by rules")


def method_options(has_model: bool) -> tuple[MethodOption, ...]:
    """The methods to choose from."""
    return (THOROUGH, QUICK, NO_MEMORY) if has_model else (OFFLINE,)


def split_resources(text: str) -> tuple[str, ...]:
    """The resources in a text with commas or semicolons between them, each once."""
    parts = (normal(one) for one in text.replace(";", ",").split(","))
    return tuple(dict.fromkeys(filter(None, parts)))


def request_of(
    way: MethodOption, goal: str, resources: str, prompts: PromptSet, settings: Generation = OWN
) -> GenerateRequest:
    """The request for a method; the built-in tailor looks at `LOOKED_AT` procedures at least."""
    offline = way.method == BUILTIN
    return GenerateRequest(
        goal=normal(goal),
        resources=split_resources(resources),
        method="aag" if offline else way.method,
        k=max(settings.references, LOOKED_AT) if offline else settings.references,
        n=settings.questions,
        t=settings.rounds,
        temperature=settings.temperature,
        domain=settings.domain,
        prompts=prompts,
    )


@dataclass(frozen=True, slots=True)
class GenerationSetting:
    """A setting of the dialog; `name` is a field of `Generation`."""

    name: str
    words: str
    about: str


GENERATION_SETTINGS: Final = (
    GenerationSetting(
        "references", "References", "Procedures of your memory to lean on, for the draft and for each question."
    ),
    GenerationSetting("questions", "Questions", "Questions that thorough asks itself and looks up, at most."),
    GenerationSetting(
        "rounds", "Rounds", "How often a critic may look at the list and have it improved, at most."
    ),
    GenerationSetting("temperature", "Temperature", "How freely the model words it: 0 says the same each time."),
    GenerationSetting(
        "domain",
        "Domain",
        "What kind of procedure it is: a few words of what agents are told.",
    ),
)


def turned(now: Generation, name: str, by: int) -> Generation:
    """The settings with one value changed by `by` steps, within its bounds; domains go round."""
    match name:
        case "references":
            return replace(now, references=_within(now.references + by, REFERENCES))
        case "questions":
            return replace(now, questions=_within(now.questions + by, QUESTIONS))
        case "rounds":
            return replace(now, rounds=_within(now.rounds + by, ROUNDS))
        case "temperature":
            least, most = TEMPERATURES
            return replace(now, temperature=min(max(round(now.temperature + by / 10, 2), least), most))
        case _:
            known = ("", *DOMAINS)
            return replace(now, domain=known[(known.index(now.domain) + by) % len(known)])


def changes(before: Generation, after: Generation) -> Iterator[tuple[str, str]]:
    """Key and value of each setting that differs; "" removes a default from the file."""
    for one in fields(Generation):
        value = getattr(after, one.name)
        if value != getattr(before, one.name):
            yield f"generate.{one.name}", "" if value == getattr(OWN, one.name) else str(value)


def _within(value: int, bounds: tuple[int, int]) -> int:
    least, most = bounds
    return min(max(value, least), most)


class GenerationSettingList(OptionList):
    """The settings, one a row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,minus", "screen.turn(-1)", "Less", show=False, id="more.less"),
        Binding("right,l,plus,space", "screen.turn(1)", "More", show=False, id="more.more"),
        Binding("j", "cursor_down", "Down", show=False, id="more.down"),
        Binding("k", "cursor_up", "Up", show=False, id="more.up"),
    ]


class MoreSheet(Dialog[Generation]):
    """The settings of all runs; returns them, or None."""

    HELP = "← and → change the marked value. Enter keeps all of them for every run; Esc leaves them as they were."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "own", "Tailor's own", show=False, id="more.own", tooltip="All values as Tailor brings them"),
    ]

    keys = (("←→", "change"), ("o", "as Tailor's own"), ("enter", "keep"), ("esc", "leave"))

    def __init__(self, now: Generation, ways: Sequence[MethodOption], evident: str) -> None:
        super().__init__(line_text("How it is written", "bold"))
        self.now = now
        self._ways = [one for one in ways if one.method != BUILTIN]
        self._evident = evident

    def inside(self) -> Iterator[Widget]:
        """The values, the meaning of the marked one, what the methods cost with them."""
        yield GenerationSettingList(id="choices")
        yield Static(id="about")
        yield Static(id="costs")

    def on_mount(self) -> None:
        """Mark the first value."""
        self.set_class(self.app.size.height < LOW, "-low")
        self._draw(0)
        self.query_one(GenerationSettingList).focus()

    def action_turn(self, by: int) -> None:
        """Change the marked value by one step."""
        at = self.query_one(GenerationSettingList).highlighted or 0
        self.now = turned(self.now, GENERATION_SETTINGS[at].name, by)
        self._draw(at)

    def action_own(self) -> None:
        """Reset all values."""
        self.now = OWN
        self._draw(self.query_one(GenerationSettingList).highlighted or 0)

    def _draw(self, at: int) -> None:
        listed = self.query_one(GenerationSettingList)
        with self.prevent(OptionList.OptionHighlighted):
            listed.set_options([Option(self._row(one)) for one in GENERATION_SETTINGS])
            listed.highlighted = at
        self.query_one("#about", Static).update(safe_text(GENERATION_SETTINGS[at].about, MUTED))
        costs = " · ".join(f"{one.name} {one.cost(self.now)}" for one in self._ways)
        self.query_one("#costs", Static).update(safe_text(costs or "No model is asked.", "$accent"))

    def _row(self, one: GenerationSetting) -> Content:
        value = getattr(self.now, one.name)
        words = str(value)
        if one.name == "domain" and not value:
            words = f"found: {self._evident or 'everyday'}"
        return row_text(f"{one.words:<11} ", ("‹ ", MUTED), (words, "$accent"), (" ›", MUTED))

    @on(OptionList.OptionHighlighted)
    def _marked(self) -> None:
        at = self.query_one(GenerationSettingList).highlighted or 0
        self.query_one("#about", Static).update(safe_text(GENERATION_SETTINGS[at].about, MUTED))

    @on(OptionList.OptionSelected)
    def _kept(self) -> None:
        self.dismiss(self.now)
