"""The Memory: search as one types over everything Tailor may lean on; tailor, tag, take out, import.

Owns the keys and where things stand. Refuses the search (`memory_looking`) and what is done with the rows
(`memory_moves`).
"""

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static

from tailor.screens.fields import Field
from tailor.screens.memory_desk import procedure_of
from tailor.screens.memory_looking import PAUSE, WORDS, FoundList, title
from tailor.screens.memory_moves import MemoryMoves
from tailor.screens.pageview import PageView
from tailor.screens.searching import SearchField

if TYPE_CHECKING:
    from tailor.screens.backstage import Backstage
    from tailor.screens.memory_desk import MemoryDesk


MEND = "Make the memory's rows anew"
WAITING = frozenset(["find", "steps", "bring", "rebuild", "out"])
"""What waits for the end of an import or a mending."""
ANSWERED = frozenset(["steps", "bring"])
"""What only a memory that answers can do."""
WITH_ONE = frozenset(["tag", "take_out", "copy"])
"""What is done with the marked row."""


class MemoryScreen(MemoryMoves):
    """What generation and search draw on."""

    CSS_PATH = ["memory.tcss", "follow.tcss"]  # noqa: RUF012 - Textual declares it so
    HELP = """Everything Tailor may lean on: your library, the starters, and what you imported. Type to search by
    meaning and words; the number is the distance, 0 is the same. ctrl+t looks for single steps, down goes into
    the list. Enter tailors the marked one. ctrl+o imports and ctrl+r mends, from the search too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Search", id="memory.find", tooltip="Search by meaning and words"),
        Binding("ctrl+t", "steps", "Steps", id="memory.steps", tooltip="Single steps, or procedures again"),
        Binding("i,ctrl+o", "bring", "Import", id="memory.import", tooltip="Import a file or a folder"),
        Binding("t", "tag", "Tag", id="memory.tag", tooltip="Change its tags"),
        Binding("d", "take_out", "Delete", id="memory.delete", tooltip="Take it out of the memory"),
        Binding("s", "stats", "Figures", show=False, id="memory.stats", tooltip="What the memory holds"),
        Binding("R,ctrl+r", "rebuild", "Mend", show=False, id="memory.rebuild", tooltip=MEND),
        Binding("y", "copy", "Copy its id", show=False, id="memory.copy"),
        Binding("escape", "stop", "Stop", id="memory.stop", tooltip="Stop, and keep what is in by then"),
        Binding("escape", "out", "Home", show=False, id="memory.home", tooltip="Out of the search, then Home"),
    ]

    def __init__(self, back: "Backstage", desk: "MemoryDesk") -> None:
        super().__init__(back, desk)
        self._stamp = -1

    def body(self) -> Iterable[Widget]:
        """Search, list and preview, the sentence in place."""
        yield Static(title(self.kind), id="title")
        yield SearchField(placeholder=WORDS, id="find", select_on_focus=True)
        yield Horizontal(FoundList(id="books"), PageView(id="preview"), id="middle")
        yield Static(id="says")

    def on_mount(self) -> None:
        """One types at once."""
        self.query_one("#find").focus()

    def on_screen_resume(self) -> None:
        """Looks at what the memory holds by now, where something was saved since."""
        stamp = self.back.library_stamp
        if not self.busy and (self.held is None or stamp != self._stamp):
            self._stamp, self.held = stamp, None
            self.look()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What runs long can only be stopped; where nothing is marked or answers, nothing is done with it."""
        if action == "stop":
            return self.busy
        if (action in WAITING and self.busy) or (action in WITH_ONE and not self.found):
            return False
        if action in ANSWERED and self.troubled:
            return False
        return super().check_action(action, parameters)

    def pressing(self) -> Collection[str]:
        """To stop what runs, or to mend what cannot be read."""
        return ("stop",) if self.busy else ("rebuild",) if self.troubled else ()

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        self.show()

    @on(OptionList.OptionSelected, "#books")
    def _selected(self) -> None:
        if (one := self.chosen()) is not None:
            self.tailor(procedure_of(one))

    # -- keys ------------------------------------------------------------------------------------------------

    @on(Field.Changed, "#find")
    def _typed(self) -> None:
        if not self.busy:
            self.look(PAUSE)

    def action_steps(self) -> None:
        """Single steps, or whole procedures again."""
        self.turn_steps()

    def action_out(self) -> None:
        """Takes the search away; without one, Home."""
        find = self.query_one("#find", Field)
        if find.value:
            find.value = ""
        else:
            self.app.switch_mode("home")
