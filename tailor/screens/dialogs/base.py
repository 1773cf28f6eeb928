"""The base of all dialogs, and two that are used everywhere: an error, and a question with a few answers.

A dialog is dismissed with an answer, or None for Esc; the app keeps running behind it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Protocol, TypeVar, cast, runtime_checkable

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.message import Message
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
"""Parts of a dialog that are shortened when the window is too low for them."""
LEAST: Final = 2
"""Rows that each of them keeps at least."""
NOTHING: Final = Content("")


class ChoiceList(OptionList):
    """A list in a dialog, with the scrollbar's space kept free."""

    DEFAULT_CSS = """
    ChoiceList { scrollbar-size: 0 1; scrollbar-gutter: stable; overflow-x: hidden; }
    """

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The height of all rows, wrapped beside the scrollbar."""
        return super().get_content_height(container, viewport, width - self.scrollbar_size_vertical)


class Navigation(Protocol):
    """Opens the screens that several other screens lead to; errors are shown in a dialog."""

    def tailor(
        self, procedure: "Procedure", hint: str = "", title: str = "Tailor it", about: str | None = None
    ) -> None:
        """Ask what is different (`hint` prefilled; `about` is the goal by default), then begin the review."""

    def begin_review(
        self, procedure: "Procedure", hint: str, requirements: "tuple[Requirement, ...] | None" = None
    ) -> "RunSession | None":
        """Run and review this procedure; None after an error. `requirements` replaces those read from the hint."""

    def follow(self, procedure: "Procedure") -> None:
        """Follow the procedure step by step, from the saved place."""

    def rescue(
        self, following: "Following", words: str, taken: "Callable[[TrackedProcedure, TrackedProcedure], None]"
    ) -> bool:
        """Ask for edits to the steps ahead; `taken` gets the accepted result twice: edits only, and renumbered.

        Return False if the words could not be used; the person was told.
        """

    def rescue_again(
        self,
        following: "Following",
        kept: "StoredRun",
        taken: "Callable[[TrackedProcedure, TrackedProcedure], None]",
    ) -> None:
        """Resume a rescue that was left, with the decisions made in it."""


class Host(Protocol):
    """What screens and dialogs may use of the app, which they cannot import because it imports them."""

    drafts: Drafts  # text that was typed but not used yet
    wished: tuple[str, str]  # goal and hint typed on Home that no procedure matches, for Generate

    recent_actions: list[str]  # actions last chosen from the palette, the latest first

    @property
    def navigation(self) -> Navigation:
        """Opens other screens."""

    @property
    def timers(self) -> "TimerService":
        """The timers of everything that is followed."""


class Dialog(ModalScreen[T], Generic[T]):
    """A centred window: title, a sentence about it, its content, the keys at the foot. Esc closes it."""

    CSS_PATH = Path(__file__).with_name("dialogs.tcss")  # Textual would look beside the subclass for a bare name
    HELP = "Esc closes this window and changes nothing."
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-flat"), (18, "-tall")]  # noqa: RUF012 - as Textual
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-slim"), (60, "-broad")]  # noqa: RUF012 - as above
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", id="dialog.close"),
        Binding("f1", "app.keys", "Help", show=False, id="dialog.help", tooltip="Help for this window"),
    ]

    keys: tuple[tuple[str, str], ...] = ()
    """The keys named at the foot, and what they do."""
    scroll_keys: ClassVar[str] = ""
    """The keys that scroll the text; named at the foot when part of the text is out of view."""

    def __init__(self, heading: Content = NOTHING, about: Content = NOTHING) -> None:
        super().__init__()
        self.heading: Content = heading
        self.about: Content = about

    @property
    def host(self) -> Host:
        """The app, as screens know it."""
        return cast("Host", self.app)

    def leave_for(self, mode: str) -> None:
        """Close if a tab key may open its tab over this dialog; one that asks for something stays open."""

    def inside(self) -> Iterable[Widget]:
        """The widgets between the title and the keys."""
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
        self.call_after_refresh(self.fit)
        for text in self.query("#text") if self.scroll_keys else ():  # the text may be measured only after `fit`
            self.watch(text, "show_vertical_scrollbar", self._name_scroll_keys, init=False)

    def on_resize(self) -> None:
        """Give every part its full height again, then fit the content."""
        for one in self.query(GIVES_WAY):
            one.styles.clear_rule("max_height")
        self.call_after_refresh(self.fit)

    def fit(self) -> None:
        """Shorten the highest parts until the keys at the foot are in view."""
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
        """Name the keys that scroll a text that is cut off."""
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
        """Open another window over this one, unless this one was closed in the meantime."""
        if self in self.app.screen_stack:
            self.app.push_screen(window, then)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.app.push_screen(ErrorDialog.of(event.worker.error))


def say_why(dialog: Dialog[str], words: str) -> None:
    """Show below the input of a dialog why it cannot be used."""
    said = dialog.query_one("#toomuch", Static)
    said.update(safe_text(words, "$text-warning", 600))
    said.display = True
    dialog.call_after_refresh(dialog.fit)


class ListDialog(Dialog[T], Generic[T]):
    """A dialog around one focused list (#choices), with a line below (#state) that says what went wrong."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "Next", show=False, id="choices.next"),
        Binding("k", "move(-1)", "Previous", show=False, id="choices.previous"),
    ]
    nothing = ""
    """The only row when the list is empty."""

    def inside(self) -> Iterable[Widget]:
        yield ChoiceList(id="choices")
        yield Static(id="state")

    def rows(self) -> list[Option]:
        return []

    def on_mount(self) -> None:
        self.show_rows(self.start)
        self.listed.focus()

    @property
    def start(self) -> int:
        """The row selected at first."""
        return 0

    @property
    def listed(self) -> OptionList:
        return self.query_one("#choices", OptionList)

    @property
    def at(self) -> int:
        """The index of the selected row; 0 in an empty list."""
        return self.listed.highlighted or 0

    def action_move(self, by: int) -> None:
        """Select the next row, or the previous one."""
        self.listed.highlighted = min(max(self.at + by, 0), self.listed.option_count - 1)

    def show_rows(self, at: int | None = None) -> None:
        """Redraw the rows and select row `at`, by default the same index as before."""
        listed, at = self.listed, self.at if at is None else at
        rows = self.rows() or ([Option(line_text(self.nothing, MUTED))] if self.nothing else [])
        listed.set_options(rows)
        listed.highlighted = min(at, listed.option_count - 1)

    def say(self, words: str, style: str = MUTED, limit: int = 300) -> None:
        """Show a sentence below the list; "" removes it."""
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
    """An error with its title, which can be copied."""

    HELP = "What went wrong, and what to do. c copies this message; Esc closes it, and Tailor keeps running."
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
        """The dialog for any error; for a bug in Tailor it shows only the type."""
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
        """Copy title and message (OSC 52, so it works over SSH too)."""
        self.app.copy_to_clipboard("\n".join(self.words))
        notify(self, "Copied.")


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An answer: its key and its words."""

    key: str
    words: str


class Question(Dialog[str]):
    """A question; dismissed with the key of the answer, or None for Esc.

    Enter chooses the first answer, so that must be the one that loses nothing. The key of an answer is stopped
    here, since the screen below may bind the same letter.
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
        return action != "scroll" or bool(self.text)

    def on_mount(self) -> None:
        self.query_one("#choices").focus()

    def on_key(self, event: Key) -> None:
        if any(choice.key == event.character for choice in self.choices):
            event.stop()
            self.dismiss(event.character)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.choices[event.option_index].key)


class Unseen:
    """Drops keys typed before a widget's content was drawn: nobody should decide on what they have not seen."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._drawn = inf

    def begin(self) -> None:
        """Drop all keys typed before the next drawing, except Esc."""
        self._drawn = inf
        self._widget.call_after_refresh(self._end)

    def _end(self) -> None:
        self._drawn = Message().time  # on the same clock as the times of keys

    def drop_early(self, event: Key) -> None:
        if event.time < self._drawn and event.key != "escape":
            event.stop()
            event.prevent_default()


LEAVE: Final = (AnswerOption("s", "stay"), AnswerOption("l", "leave anyway"))
"""The answers when leaving a screen would lose something."""


@runtime_checkable
class HoldsDecisions(Protocol):
    """A screen with a person's decisions, which may fail to be saved."""

    def unkept(self) -> str:
        """Why the decisions would be lost with the screen; "" if they are saved."""


@runtime_checkable
class Connects(Protocol):
    """A screen that must know at once when another backend answers."""

    def connected(self, answers: "BackendSummary") -> None:
        """Tell the screen that another backend `answers` now; it was chosen over this screen, which says so."""


class LeaveQuestion(Question):
    """Ask whether to quit while timers run or something would be lost; `running`: which timers, `lost`: why."""

    def __init__(self, running: Sequence[str], lost: Sequence[str]) -> None:
        kept = "" if lost else "; your place is kept"
        rings = (f"Timers ring only while Tailor is open{kept}.",) if running else ()
        gone = ("If you quit now, you lose what you decided or did here.",) if lost else ()
        words = " ".join((*running, *rings, *dict.fromkeys(lost), *gone))
        stay, leave = AnswerOption("s", "stay"), AnswerOption("q", "quit anyway (or press ctrl+q again)")
        super().__init__("Quit Tailor?", words, (stay, leave))
