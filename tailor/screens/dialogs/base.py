"""The base of all dialogs, and two used everywhere: an error, and a question with a few answers.

A dialog is dismissed with an answer, or None for Esc; the app runs on behind it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Protocol, TypeVar, cast, runtime_checkable

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState

from tailor.core.errors import TailorError
from tailor.core.text import clean, one_line, with_capital
from tailor.drafts import Drafts
from tailor.screens.textual_fixes import close_once
from tailor.screens.widgets.content import MUTED, line_text, notify, row_text, safe_text
from tailor.screens.widgets.key_bar import KeyHints
from tailor.screens.widgets.lists import ChoiceList
from tailor.storage import is_refused, refused

if TYPE_CHECKING:
    from tailor.backend import BackendSummary
    from tailor.core.following import Following
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.core.transport import TrackedProcedure
    from tailor.runs.history import StoredRun
    from tailor.runs.session import RunSession
    from tailor.screens.follow.timers import TimerService

T = TypeVar("T")
U = TypeVar("U")

GIVES_WAY: Final = "#title, .about, #text, #words, #choices, #state"
"""Parts that may be too high for the window."""
LEAST: Final = 2
"""Rows that each of them keeps."""
NOTHING: Final = Content("")


class Navigation(Protocol):
    """Opens the screens that more than one other screen leads to; what goes wrong is shown as an error dialog."""

    def tailor(
        self, procedure: "Procedure", hint: str = "", title: str = "Tailor it", about: str | None = None
    ) -> None:
        """Ask what is different (`hint` prefilled, `about` by default the goal), then begin the review."""

    def begin_review(
        self, procedure: "Procedure", hint: str, requirements: "tuple[Requirement, ...] | None" = None
    ) -> "RunSession | None":
        """Run and review this procedure; None after an error. `requirements` replace those read from the hint."""

    def follow(self, procedure: "Procedure") -> None:
        """Follow the procedure step by step from its kept place."""

    def rescue(
        self, following: "Following", words: str, taken: "Callable[[TrackedProcedure, TrackedProcedure], None]"
    ) -> bool:
        """Ask for edits to the steps ahead; `taken` gets what was accepted, by edits alone and renumbered.

        False where the words could not be used, which was said.
        """

    def rescue_again(
        self,
        following: "Following",
        kept: "StoredRun",
        taken: "Callable[[TrackedProcedure, TrackedProcedure], None]",
    ) -> None:
        """Go on with a rescue that was left with its decisions."""


class Host(Protocol):
    """What screens and dialogs may ask of the app, which imports them."""

    drafts: Drafts  # what is typed and not yet used
    wished: tuple[str, str]  # a goal and hint typed on Home for which there is no procedure yet, for Generate

    recent_actions: list[str]  # chosen from the palette last, the latest first

    @property
    def navigation(self) -> Navigation:
        """Opens other screens."""

    @property
    def timers(self) -> "TimerService":
        """The timers of everything that is followed."""


class Dialog(ModalScreen[T], Generic[T]):
    """A window in the middle: title, a sentence about it, what is inside, the keys at the foot. Esc closes it."""

    CSS_PATH = Path(__file__).with_name("dialogs.tcss")  # Textual looks beside the subclass for a bare name
    HELP = "A window over the screen. Esc closes it, and everything is as it was."
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-flat"), (18, "-tall")]  # noqa: RUF012 - as Textual
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-slim"), (60, "-broad")]  # noqa: RUF012 - as above
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", id="dialog.close"),
        Binding("f1", "app.keys", "Help", show=False, id="dialog.help", tooltip="Help for this window"),
    ]

    keys: tuple[tuple[str, str], ...] = ()
    """The keys named at the foot, and what they do."""
    scroll_keys: ClassVar[str] = ""
    """The keys that scroll the text, named at the foot too where not all of it is in view."""

    def __init__(self, heading: Content = NOTHING, about: Content = NOTHING) -> None:
        super().__init__()
        self.heading: Content = heading
        self.about: Content = about

    @property
    def host(self) -> Host:
        """The app, as screens know it."""
        return cast("Host", self.app)

    def leave_for(self, mode: str) -> None:
        """Closes to let a tab key open its tab; a window that asks for something stays."""

    def inside(self) -> Iterable[Widget]:
        """The widgets between title and keys."""
        return ()

    def compose(self) -> ComposeResult:
        with Vertical(id="window"):
            if self.heading:
                yield Static(self.heading, id="title")
            if self.about:
                yield Static(self.about, classes="about")
            yield from self.inside()
            if self.keys or self.scroll_keys:
                foot = Static(KeyHints(*self.keys), id="keys")
                foot.display = bool(self.keys)
                yield foot

    def on_mount(self) -> None:
        """Fits the content once it is measured."""
        self.call_after_refresh(self.fit)
        for text in self.query("#text") if self.scroll_keys else ():  # it may be measured only after that
            self.watch(text, "show_vertical_scrollbar", self._name_scroll_keys, init=False)

    def on_resize(self) -> None:
        """Gives everything its height again, then fits it."""
        for one in self.query(GIVES_WAY):
            one.styles.clear_rule("max_height")
        self.call_after_refresh(self.fit)

    def fit(self) -> None:
        """Shortens the highest parts until the keys at the foot are in view."""
        if not (found := self.query("#window")):
            return  # closed before it was drawn
        around = found.first()
        over = max((one.region.bottom for one in around.children), default=0) - around.content_region.bottom
        for one in sorted(self.query(GIVES_WAY), key=lambda part: part.outer_size.height, reverse=True):
            gives = min(over, one.outer_size.height - LEAST)
            if gives > 0:
                one.styles.max_height = one.outer_size.height - gives
                over -= gives
        if self.scroll_keys:
            self.call_after_refresh(self._name_scroll_keys)

    def _name_scroll_keys(self) -> None:
        """Name the keys that show the rest of a text that is cut."""
        foot, is_cut = self.query("#keys"), any(one.max_scroll_y for one in self.query("#text"))
        if foot and is_cut and (self.scroll_keys, "more") not in self.keys:
            self.keys = ((self.scroll_keys, "more"), *self.keys)
            foot.first(Static).update(KeyHints(*self.keys))
            foot.first().display = True
            self.call_after_refresh(self.fit)

    def action_scroll(self, by: int) -> None:
        self.query_one("#text").scroll_relative(y=by, animate=False)

    def action_leave(self) -> None:
        self.dismiss(None)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        return close_once(self, super().dismiss, result)

    def open_over(self, window: Screen[U], then: Callable[[U | None], None] | None = None) -> None:
        """Opens another window over this one; none where this one was closed while something was waited for."""
        if self in self.app.screen_stack:
            self.app.push_screen(window, then)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.app.push_screen(ErrorDialog.of(event.worker.error))


def say_why(dialog: Dialog[str], words: str) -> None:
    """Show, below what was typed into a dialog, why it cannot be used."""
    said = dialog.query_one("#toomuch", Static)
    said.update(safe_text(words, "$text-warning", 600))
    said.display = True
    dialog.call_after_refresh(dialog.fit)


class ListDialog(Dialog[T], Generic[T]):
    """A dialog about one list (#choices) that has the keys; a line below it (#state) says what went wrong."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "Next", show=False, id="choices.next"),
        Binding("k", "move(-1)", "Previous", show=False, id="choices.previous"),
    ]
    nothing = ""
    """The only row of an empty list."""

    def inside(self) -> Iterable[Widget]:
        yield ChoiceList(id="choices")
        state = Static(id="state")
        state.display = False
        yield state

    def rows(self) -> list[Option]:
        """The rows of the list, as they are now."""
        return []

    def on_mount(self) -> None:
        self.show_rows(self.start)
        self.listed.focus()

    @property
    def start(self) -> int:
        """The row that is selected at first."""
        return 0

    @property
    def listed(self) -> OptionList:
        return self.query_one("#choices", OptionList)

    @property
    def at(self) -> int:
        """The number of the selected row, from 0; 0 in an empty list."""
        return self.listed.highlighted or 0

    def action_move(self, by: int) -> None:
        """Selects the next row, or the one before."""
        self.listed.highlighted = min(max(self.at + by, 0), self.listed.option_count - 1)

    def show_rows(self, at: int | None = None) -> None:
        """Draws the rows again and selects row `at`, by default the same number as before."""
        listed, at = self.listed, self.at if at is None else at
        rows = self.rows() or ([Option(line_text(self.nothing, MUTED))] if self.nothing else [])
        listed.set_options(rows)
        listed.highlighted = min(at, listed.option_count - 1)

    def say(self, words: str, style: str = MUTED, limit: int = 300) -> None:
        """Shows a sentence below the list; "" removes it."""
        state = self.query_one("#state", Static)
        state.update(safe_text(words, style, limit))
        state.display = bool(words)


class TextDialog(Dialog[None]):
    keys: tuple[tuple[str, str], ...] = (("↑↓", "scroll"), ("esc", "close"))

    def __init__(self, content: Content, heading: Content = NOTHING, about: Content = NOTHING) -> None:
        super().__init__(heading, about)
        self.content: Content = content

    def inside(self) -> Iterable[Widget]:
        with VerticalScroll(id="text"):
            yield Static(self.content)


class ErrorDialog(TextDialog):
    """An error with its title, to be read or copied."""

    HELP = "What went wrong, and what to do. c copies it; Esc closes it, and Tailor keeps running."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", "Close", show=False, id="dialog.ok"),
        Binding("c", "copy", "Copy", id="dialog.copy"),
    ]
    keys = (("c", "copy"), ("esc", "close"))

    def __init__(self, title: str, message: str) -> None:
        self.words = (one_line(title), clean(message, 20_000))
        super().__init__(safe_text(self.words[1]), line_text(title, "bold $text-error"))

    @classmethod
    def of(cls, error: BaseException) -> "ErrorDialog":
        """The dialog for any error; of a fault of ours only the type is shown."""
        if isinstance(error, TailorError):
            return cls(error.title, error.message)
        if is_refused(error):
            words = refused(error)
            return cls("That did not work", f"{with_capital(words)} So is what you typed; try again.")
        return cls(
            "Something went wrong inside Tailor",
            f"Tailor's fault ({type(error).__name__}), not yours. What you typed and saved is still "
            "there; you can go on.",
        )

    def action_copy(self) -> None:
        """Copies title and message (OSC 52, so also over SSH)."""
        self.app.copy_to_clipboard("\n".join(self.words))
        notify(self, "Copied.")


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An answer: the key that gives it, and its words."""

    key: str
    words: str


class Question(Dialog[str]):
    """A question; dismissed with the key of the answer, None for Esc.

    Enter chooses the first answer, so it must be the one that loses nothing. The key of an answer is stopped here:
    the screen below may bind the same letter.
    """

    HELP = "Press an answer's letter, or Enter on the selected one. Esc cancels."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "scroll(5)", "Scroll", show=False, priority=True, id="question.down"),
        Binding("pageup", "scroll(-5)", "Scroll back", show=False, priority=True, id="question.up"),
    ]
    scroll_keys = "PgUp PgDn"

    def __init__(self, title: str, text: str, choices: tuple[AnswerOption, ...]) -> None:
        super().__init__(line_text(title, "bold"))
        self.keys = (("esc", "back"),)
        self.text = text
        self.choices = choices

    def inside(self) -> Iterable[Widget]:
        if self.text:
            with VerticalScroll(id="text", can_focus=False):
                yield Static(safe_text(self.text))
        rows = [Option(row_text((one.key, "bold $accent"), "  ", one.words)) for one in self.choices]
        yield ChoiceList(*rows, id="choices")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a text there is nothing to scroll."""
        return action != "scroll" or bool(self.text)

    def on_mount(self) -> None:
        self.query_one("#choices").focus()

    def on_key(self, event: Key) -> None:
        """Dismisses with the answer of this key."""
        if any(choice.key == event.character for choice in self.choices):
            event.stop()
            self.dismiss(event.character)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.choices[event.option_index].key)


LEAVE: Final = (AnswerOption("s", "stay"), AnswerOption("l", "leave anyway"))
"""The answers where something would be lost with a screen."""


@runtime_checkable
class HoldsDecisions(Protocol):
    """A screen with what a person did, which the disk may refuse to keep."""

    def unkept(self) -> str:
        """Why they would be lost with the screen; "" if they are kept."""


@runtime_checkable
class Connects(Protocol):
    """A screen for which it matters at once who answers."""

    def connected(self, answers: "BackendSummary") -> None:
        """Another one `answers` from now on, chosen over this screen, which says so."""


class LeaveQuestion(Question):
    """Ask whether to leave while timers run or something would be lost; `running`: which timers, `lost`: why."""

    def __init__(self, running: Sequence[str], lost: Sequence[str]) -> None:
        kept = "" if lost else "; your place is kept"
        rings = (f"Timers ring only while Tailor is open{kept}.",) if running else ()
        gone = ("If you quit now, what you decided or did here is lost.",) if lost else ()
        words = " ".join((*running, *rings, *dict.fromkeys(lost), *gone))
        stay, leave = AnswerOption("s", "stay"), AnswerOption("q", "quit anyway; ^q too")
        super().__init__("Quit Tailor?", words, (stay, leave))
