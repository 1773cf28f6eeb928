"""The windows of the Review screen: why an edit was proposed, its parts, the summary, and what follows saving.

Each window gives back what was chosen and changes nothing itself.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.core.worddiff import partly, parts
from tailor.screens.dialogs.base import AnswerOption, Dialog, Question, keys_line
from tailor.screens.widgets.content import MUTED, line_text, lines, notify, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput

if TYPE_CHECKING:
    from tailor.evaluation import judging as judgements
    from tailor.library.entries import LibraryEntry
    from tailor.workspace import Workspace


class WhyDialog(Dialog[None]):
    """Everything that is known about one edit."""

    def __init__(self, title: str, rows: list[Content]) -> None:
        super().__init__()
        self._title = title
        self._rows = rows

    def inside(self) -> Iterator[Widget]:
        """The title and the rows, scrolling."""
        yield Static(line_text(self._title, "bold"), id="title")
        with VerticalScroll(id="text"):
            yield Static(lines(*self._rows))
        yield Static(keys_line(("↑↓", "scroll"), ("esc", "back")), id="keys")


class PartsList(OptionList, inherit_bindings=False):
    """The parts of a change; space and Enter belong to the window."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "Next", show=False, id="parts.next"),
        Binding("up,k", "cursor_up", "Previous", show=False, id="parts.previous"),
    ]


class PartsSheet(Dialog[str]):
    """The parts of one change, all taken at first; gives back the step with those still taken, or None for Esc."""

    HELP = """Each row is one place where the step changes: what stood there, and what would stand there. space
    leaves a part out or takes it in again; below stands what comes of it. Enter takes that as your words."""
    DEFAULT_CSS = "PartsSheet #text { margin-top: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "In or out", id="parts.switch", tooltip="Take this part, or leave it out"),
        Binding("enter", "done", "Take", id="parts.done", tooltip="Take the parts that are in"),
    ]

    def __init__(self, title: str, old: str, new: str) -> None:
        super().__init__()
        self._texts = (title, old, new)
        self._parts = parts(old, new)
        self.taken = set(range(len(self._parts)))

    @property
    def words(self) -> str:
        """The step with the taken parts only."""
        _, old, new = self._texts
        return partly(old, new, self.taken)

    def inside(self) -> Iterator[Widget]:
        """The title, the parts, the resulting step, the keys."""
        yield Static(line_text(self._texts[0], "bold"), id="title")
        yield PartsList(id="choices")
        with VerticalScroll(id="text", can_focus=False):
            yield Static(id="made")
        yield Static(keys_line(("space", "in or out"), ("enter", "take"), ("esc", "leave it")), id="keys")

    def on_mount(self) -> None:
        """Shows all parts as taken."""
        self._show(0)
        self.query_one(PartsList).focus()

    def _show(self, at: int) -> None:
        listed = self.query_one(PartsList)
        listed.set_options([Option(self._row(number)) for number in range(len(self._parts))])
        listed.highlighted = at
        words = self.words if self.taken else "Nothing is left: x rejects it."
        self.query_one("#made", Static).update(safe_text(words, MUTED))

    def _row(self, number: int) -> Content:
        gone, fresh = self._parts[number]
        sign = ("● ", "$accent") if number in self.taken else ("○ ", MUTED)
        return row_text(
            sign,
            line_text(gone or "nothing", MUTED, 80),
            (" -> ", MUTED),
            line_text(fresh or "nothing", "bold", 80),
        )

    def action_switch(self) -> None:
        """Leaves the marked part out, or takes it again."""
        at = self.query_one(PartsList).highlighted or 0
        self.taken ^= {at}
        self._show(at)

    def action_done(self) -> None:
        """Gives back the resulting step; needs at least one part."""
        if self.taken:
            self.dismiss(self.words)


class SummarySheet(Dialog[str]):
    """The name and the summary; gives back the name, or None for Esc."""

    HELP = "Enter saves what you accepted under this name. Esc goes back to the review; nothing is lost."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "scroll(2)", "Scroll", show=False, id="summary.down"),
        Binding("up", "scroll(-2)", "Scroll back", show=False, id="summary.up"),
    ]

    def __init__(self, name: str, rows: Sequence[Content]) -> None:
        super().__init__()
        self._name = name
        self._rows = rows

    def inside(self) -> Iterator[Widget]:
        """The title, the name, the sentences, the keys."""
        yield Static(row_text(("Save this as your own", "bold")), id="title")
        yield CleanInput(self._name, id="name")
        with VerticalScroll(id="text", can_focus=False):
            yield Static(lines(*self._rows))
        yield Static(keys_line(("enter", "save"), ("esc", "back to the review")), id="keys")

    def on_mount(self) -> None:
        """Focuses the name."""
        self.query_one(CleanInput).focus()

    def action_scroll(self, by: int) -> None:
        """Scrolls the summary."""
        self.query_one("#text").scroll_relative(y=by, animate=False)

    @on(CleanInput.Submitted)
    def _saved(self, event: CleanInput.Submitted) -> None:
        self.dismiss(normal(event.value) or self._name)


Answered: TypeAlias = "Callable[[judgements.Question, bool], None]"

ASKS: Final[tuple[tuple["judgements.Question", str], ...]] = (
    ("executable", "Could you follow this?"),
    ("customized", "Does it fit your situation?"),
)
THANKS: Final = "Noted, thank you."


class SavedDialog(Question):
    """Asks where to go next, and two questions about the Result; `answered` gets the answers, None skips them."""

    def __init__(self, text: str, choices: tuple[AnswerOption, ...], answered: "Answered | None") -> None:
        super().__init__("Saved", text, choices)
        self._answered = answered
        self._asked = 0 if answered else len(ASKS)

    def inside(self) -> Iterable[Widget]:
        """The question, with the line of the two others below."""
        yield from super().inside()
        if self._answered:
            yield Static(self._line(), id="asks")

    def on_key(self, event: Key) -> None:
        """Takes y and n while a question is open; any other key belongs to the choices."""
        if self._answered and self._asked < len(ASKS) and event.character in ("y", "n"):
            event.stop()
            self._answered(ASKS[self._asked][0], event.character == "y")
            self._asked += 1
            self.query_one("#asks", Static).update(self._line())

    def _line(self) -> Content:
        if self._asked == len(ASKS):
            return row_text((THANKS, MUTED))
        return row_text((f"{ASKS[self._asked][1]}  ", MUTED), ("y", "$accent"), " / ", ("n", "$accent"))


def answers_about(app: App[None], workspace: "Workspace", entry: "LibraryEntry") -> "Answered | None":
    """A function that keeps the answers about a saved tailoring; None if the settings say not to ask.

    It runs in a worker of the app, not of the screen: an answer counts though the screen is left at once.
    """
    if not workspace.config.questions:
        return None

    async def keep(question: "judgements.Question", yes: bool) -> None:
        try:
            await asyncio.to_thread(keep_answer, workspace, entry, question, yes)
        except TailorError as error:
            notify(app, error.message, title="Your answer is not kept", severity="warning")

    def answered(question: "judgements.Question", yes: bool) -> None:
        app.run_worker(keep(question, yes), exit_on_error=False)

    return answered


def keep_answer(workspace: "Workspace", entry: "LibraryEntry", question: "judgements.Question", yes: bool) -> None:
    """Adds one answer, and what made the tailoring, to the data folder; blocks. Raises TailorError."""
    from tailor.evaluation.judging import SelfAssessment, add_self_assessment
    from tailor.library.entries import Provenance

    made = workspace.library.load(entry.id).made or Provenance()
    add_self_assessment(
        workspace.paths.data,
        SelfAssessment(
            saved=entry.id,
            question=question,
            yes=yes,
            run=made.run,
            strategy=made.strategy,
            prompts=made.prompts,
            provider=made.provider,
            model=made.model,
        ),
    )
