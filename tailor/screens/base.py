"""The base of all full screens, and of those with a search above a list.

A screen provides its `body()`; the base adds the tabs, the key bar, the breakpoints for all style sheets, and a
notice if the window is too small. The focus is restored when the window has grown again.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.worker import Worker, WorkerState

from tailor.core.errors import TailorError
from tailor.screens.widgets.content import MUTED, notify, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.key_bar import KeyBar
from tailor.screens.widgets.tab_line import TabLine

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.screens.dialogs.base import Host

SMALLEST: Final = (40, 12)  # columns and rows below which a screen only shows that it needs more room
BRIEF: Final = 60
SLIM: Final = 72  # columns below which the margins are narrow
WIDE: Final = 100  # columns from which two panes fit side by side
LOW: Final = 20
HIGH: Final = 32  # rows, as in the style sheets' breakpoints

GROUP = "run"  # the group of all workers that follow a run; `node.workers.cancel_group(node, GROUP)` stops them

T = TypeVar("T")
A = TypeVar("A")


class JumpTarget(NamedTuple):
    """A place that jump mode can go to."""

    at: Offset  # where on the screen its letter stands
    go: Callable[[], None]


class BaseScreen(Screen[T], Generic[T]):
    """A full screen; `T` is what it returns when it closes."""

    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 - Textual declares it so
        (0, "-cramped"),
        (40, "-narrow"),
        (72, "-medium"),
        (100, "-wide"),
    ]
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 - Textual declares it so
        (0, "-flat"),
        (12, "-low"),
        (20, "-tall"),
        (32, "-high"),
    ]
    has_tabs: ClassVar[bool] = True
    """Whether the tabs are shown; not if the others cannot be reached."""
    under_way: ClassVar[str] = ""
    """What the tab is called on other tabs while this screen lies over it, as its key leads back here."""
    led_to = False
    """Whether the person came here by the key of a tab; set until the screen has dealt with that."""
    idle: Callable[[], Collection[str]] = tuple
    """Returns the actions that the key bar leaves out now, as their keys would only say why they do nothing."""
    DEFAULT_CSS = """
    BaseScreen {
        #more-room { display: none; width: 1fr; height: 1fr; content-align: center middle; text-align: center; }
        &.-narrow TabLine { padding: 0 1; }
        &.-high TabLine { height: 2; }
        &.-low TabLine { display: none; }
        &.-cramped, &.-flat {
            & > * { display: none; }
            #more-room { display: block; }
        }
    }
    """

    SAYS = MUTED  # the style of the sentence in #says
    _had_keys: Widget | None = None
    """The focused widget when the window became too small, since Textual unfocuses hidden widgets."""

    def on_resize(self, event: Resize) -> None:
        """Restore the focus when the window is large enough again."""
        if event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1]:
            self._had_keys = self.focused or self._had_keys
        elif self._had_keys is not None:
            self.call_after_refresh(self._give_keys_back)

    def _give_keys_back(self) -> None:
        had, self._had_keys = self._had_keys, None
        if had is not None and had.is_attached and self.focused is None:
            self.set_focus(had, from_app_focus=True)  # without selecting the text there: a key would delete it

    def body(self) -> Iterable[Widget]:
        """The widgets above the key bar."""
        return ()

    def pressing(self) -> Collection[str]:
        """Actions that the key bar shows first now, including some it does not show otherwise."""
        return ()

    def compose(self) -> ComposeResult:
        """The tabs, the body, the notice for small windows, the key bar.

        The classes for the window's size are set first: set later, they would style every widget again.
        """
        columns, rows = self.app.size
        for size, breakpoints in ((columns, self.HORIZONTAL_BREAKPOINTS), (rows, self.VERTICAL_BREAKPOINTS)):
            self.add_class(*self._get_breakpoint_classes(size, breakpoints or []))
        if self.has_tabs:
            yield TabLine(self.room)
        yield from self.body()
        yield Static("Please enlarge this window.\nIt needs 40 × 12 characters.\nNothing is lost.", id="more-room")
        yield KeyBar(self.pressing, self.idle)

    @property
    def room(self) -> str:
        """The mode whose screen stack contains this screen, shown or not."""
        stacks = self.app._screen_stacks.items()
        return next((mode for mode, stack in stacks if self in stack), self.app.current_mode)

    @property
    def host(self) -> "Host":
        """The app, typed as what screens may use of it."""
        return cast("Host", self.app)

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """Show a sentence on the screen itself (#says)."""
        self.query_one("#says", Static).update(safe_text(words, "$text-warning" if wrong else self.SAYS))

    def ask(self, dialog: Screen[A], then: Callable[[A], object]) -> None:
        """Show a dialog over this screen; `then` gets the answer, unless the dialog is closed without one."""

        def answered(answer: A | None) -> None:
            if answer is not None:
                then(answer)

        self.app.push_screen(dialog, answered, mode=self.room)

    def show_error(self, error: BaseException) -> None:
        """Show an error over this screen, whatever mode is in front."""
        from tailor.screens.dialogs.base import ErrorDialog

        self.app.push_screen(ErrorDialog.of(error), mode=self.room)

    @property
    def text_width(self) -> int:
        """Cells between the margins of the window."""
        return max(self.size.width - (6 if self.size.width >= SLIM else 2), 20)

    def current_procedure(self) -> "Procedure | None":
        """The procedure that the screen is about now: the marked one, or the Result as accepted so far."""
        return None

    def jump_places(self) -> Iterable[JumpTarget]:
        """Places in view that jump mode offers; if there are none, it offers every focusable widget."""
        return ()

    def action_do(self, owner: str, what: str, *given: Any) -> None:
        """Run the method `what` of the screen's attribute `owner`."""
        getattr(getattr(self, owner), what)(*given)

    def go_back(self) -> bool:
        """Close this screen; return False if it is not in front, so that a second fast Esc closes nothing else."""
        if not self.is_active:
            return False
        self.app.pop_screen()
        return True

    def leave_for_tab(self) -> bool:
        """Close this screen for a tab's key that means the tab itself; return False if work is under way here."""
        return False

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.show_error(event.worker.error)


class SearchField(CleanInput):
    """A search above a list (#books): Enter and Down lead into the list."""

    most = 300
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "to_list", "List", id="search.list", tooltip="Down into the list")
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the way into an empty list."""
        return action != "to_list" or bool(self.screen.query_one("#books", OptionList).option_count)

    @on(CleanInput.Submitted)
    def action_to_list(self) -> None:
        self.screen.query_one("#books").focus()


class Searching(BaseScreen[None]):
    """A screen with a search (#find) above a list (#books)."""

    @property
    def chosen_id(self) -> str:
        """The id of the marked procedure, as the command line takes it; "" for none."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Do not offer the search while it has the focus."""
        return not (action == "find" and isinstance(self.focused, CleanInput))

    def action_find(self) -> None:
        self.query_one("#find").focus()

    def action_copy(self) -> None:
        """Copy the id of the marked procedure, for the command line."""
        if id := self.chosen_id:
            self.app.copy_to_clipboard(id)
            notify(self, f"Copied: {id}")


async def drafts_back(screen: BaseScreen[Any]) -> None:
    """Wait for the drafts of earlier windows: Home loads them, but a fast key may open this screen before."""
    if not screen.host.drafts.is_back:
        try:
            await asyncio.to_thread(screen.host.drafts.bring_back)
        except TailorError as error:
            screen.show_error(error)


def run_aside(
    node: Widget, job: Callable[[], Coroutine[Any, Any, None]], *, group: str, exclusive: bool = False
) -> Worker[None]:
    """Run a job as a worker of the node, whose screen shows its errors. For helper objects of screens."""
    about = group  # without one Textual formats the job with all its arguments: a whole review at every key
    return node.run_worker(job, group=group, description=about, exclusive=exclusive, exit_on_error=False)
