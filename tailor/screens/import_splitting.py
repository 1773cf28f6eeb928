"""Splitting by hand: what each line of an import is, by one key; joining, cutting and writing lines anew.

Owns these keys and the window for a line. Refuses to lose a line or a move: every one can be undone.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, Final, TypeAlias, get_args

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import ContentError
from tailor.library import manual_import as by_hand
from tailor.library.manual_import import Kind, Lines
from tailor.screens.dialogs import Dialog, keys_line
from tailor.screens.import_lines import LineList
from tailor.screens.import_pile import Pile
from tailor.screens.pad import Pad
from tailor.screens.room import Room
from tailor.screens.safe import MUTED, line, safe

KINDS: Final[dict[str, Kind]] = {kind: kind for kind in get_args(Kind)}

Change: TypeAlias = Callable[[Lines, int], Lines]


class LineSheet(Dialog[tuple[str, ...]]):
    """One line to write anew; each line of the sheet becomes a line of its own."""

    HELP = "Enter cuts the line where the cursor stands. ctrl+s keeps it, Esc leaves the line as it was."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f10", "keep", "Keep", id="import.keep_line"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def inside(self) -> Iterator[Widget]:
        """What it is for, the sheet."""
        yield Static(line("This line", "bold"), id="title")
        yield Static(safe("Enter cuts it; each line here becomes one of its own.", MUTED), classes="about")
        yield Pad(self._text, compact=True, id="words")
        yield Static(keys_line(("ctrl+s", "keep"), ("esc", "as it was")), id="keys")

    def on_mount(self) -> None:
        """The sheet gets the keys."""
        self.query_one(Pad).focus()

    def action_keep(self) -> None:
        """What stands here counts."""
        self.dismiss(tuple(self.query_one(Pad).text.split("\n")))


LINE_KEYS: Final[list[BindingType]] = [
    Binding("s", "kind('step')", "Step", id="import.step", tooltip="This line is a step"),
    Binding("r", "kind('resource')", "Resource", id="import.resource", tooltip="This line is a resource"),
    Binding("x", "kind('unused')", "Unused", id="import.unused", tooltip="This line is not used"),
    Binding("h", "kind('heading')", "Heading", id="import.heading", tooltip="This line is a heading"),
    Binding("g", "kind('goal')", "Goal", show=False, id="import.goal", tooltip="This line is the goal"),
    Binding("m", "join", "Join", show=False, id="import.join", tooltip="Join it to the line above"),
    Binding("c", "cut", "Cut", show=False, id="import.cut", tooltip="Cut it at its sentences"),
    Binding("e", "write", "Write anew", show=False, id="import.write", tooltip="Write it anew, or cut it"),
    Binding("u", "undo", "Undo", show=False, id="import.undo"),
    Binding("n", "unused", "Next unused", show=False, id="import.next_unused"),
    Binding("j,down", "go(1)", "Next", show=False, id="import.next"),
    Binding("k,up", "go(-1)", "Previous", show=False, id="import.previous"),
    Binding("pagedown", "page(1)", "Further down", show=False, id="import.page_down"),
    Binding("pageup", "page(-1)", "Further up", show=False, id="import.page_up"),
    Binding("home", "edge(-1)", "First", show=False, id="import.first"),
    Binding("end", "edge(1)", "Last", show=False, id="import.last"),
    Binding("J,shift+down", "lift(1)", "Move down", show=False, id="import.lift_down"),
    Binding("K,shift+up", "lift(-1)", "Move up", show=False, id="import.lift_up"),
]
"""The keys for the marked line; a screen puts them behind its own."""


class Splitting(Room):
    """The lines of one procedure, and the keys that say what they are."""

    pile: Pile | None = None
    """The one whose lines are shown."""

    def after_change(self) -> None:
        """The lines are other ones now: says what they make, and what they still lack."""
        if self.pile is not None:
            lacks = self.pile.missing
            self.tell(f"{self.pile.says}. {lacks}" if lacks else self.pile.says, wrong=bool(lacks))

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """A sentence in place."""
        self.query_one("#says", Static).update(safe(words, "$text-warning" if wrong else ""))

    def show_lines(self) -> None:
        """Draws the lines of the pile."""
        if self.pile is not None:
            self.query_one(LineList).show(self.pile.lines, self.pile.mark)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys for lines act where the lines are."""
        if action in _MOVES and not self.query_one(LineList).has_focus:
            return False
        return super().check_action(action, parameters)

    # -- the mark --------------------------------------------------------------------------------------------

    def action_go(self, by: int) -> None:
        """To the next or the previous line."""
        listed = self.query_one(LineList)
        listed.go(listed.mark + by)

    def action_page(self, by: int) -> None:
        """A page on or back."""
        self.action_go(by * self.query_one(LineList).page)

    def action_edge(self, by: int) -> None:
        """To the first or the last line."""
        listed = self.query_one(LineList)
        listed.go(len(listed.lines) if by > 0 else 0)

    def action_unused(self) -> None:
        """To the next line that is not used, round the end."""
        listed = self.query_one(LineList)
        places = [at for at, one in enumerate(listed.lines) if one.kind == "unused"]
        if not places:
            self.tell("Every line is used.")
            return
        listed.go(next((at for at in places if at > listed.mark), places[0]))

    # -- what a line is --------------------------------------------------------------------------------------

    def action_kind(self, kind: str) -> None:
        """The marked line is this; on to the next one."""
        named = KINDS[kind]
        self._change(lambda lines, at: by_hand.marked(lines, at, named), 1)

    def action_join(self) -> None:
        """The marked line goes on with the one above."""
        self._change(by_hand.joined, -1)

    def action_cut(self) -> None:
        """The marked line at its sentences."""
        self._change(by_hand.cut, 0)

    def action_lift(self, by: int) -> None:
        """The marked line one place up or down."""
        self._change(lambda lines, at: by_hand.lifted(lines, at, by), by)

    def action_write(self) -> None:
        """The marked line in other words, or cut where one likes."""
        if self.pile is not None and self.pile.lines:
            at = self.query_one(LineList).mark
            self.app.push_screen(LineSheet(self.pile.lines[at].text), partial(self._written, at))

    def _written(self, at: int, pieces: tuple[str, ...] | None) -> None:
        if pieces is not None:
            self._change(lambda lines, _: by_hand.written(lines, at, pieces), 0)

    def action_undo(self) -> None:
        """The last move never happened."""
        if self.pile is None or not self.pile.undo():
            self.tell("Nothing to undo.")
            return
        self.show_lines()
        self.after_change()

    def _change(self, change: Change, by: int) -> None:
        """Makes one move; what cannot be is said in place."""
        pile, at = self.pile, self.query_one(LineList).mark
        if pile is None or not pile.lines:
            return
        pile.mark = at
        try:
            lines = change(pile.lines, at)
        except ContentError as error:
            self.tell(error.message, wrong=True)
            return
        pile.take(lines, min(max(at + by, 0), max(len(lines) - 1, 0)))
        self.show_lines()
        self.after_change()


_MOVES = frozenset(["kind", "join", "cut", "write", "undo", "unused", "go", "page", "edge", "lift"])
