"""Two procedures compared word by word, the versions of one, and one over the whole window."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.edits import is_deletion
from tailor.core.engine import Trace, apply, diff
from tailor.core.procedure import Part, Procedure
from tailor.library.entries import LibraryEntry
from tailor.screens.base import BaseScreen
from tailor.screens.catalog import steps_words
from tailor.screens.dialogs.base import Dialog
from tailor.screens.widgets import word_diff as worddiff
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.lists import ChoiceList, ListRow, PageView, whole_page


class CompareScreen(BaseScreen[None]):
    """The changes from one procedure to another."""

    CSS_PATH = "library.tcss"
    HELP = """What goes is struck through, and what comes is underlined; without colours they stand in [-…-] and
    {+…+}. + is a new step, − one that goes, ~ a changed one."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="compare.leave", tooltip="Back to the Library"),
    ]

    def __init__(self, before: Procedure, after: Procedure) -> None:
        super().__init__()
        self._pair = (before, after)

    def body(self) -> Iterable[Widget]:
        """Both names and the changes."""
        before, after = self._pair
        yield Static(lines(_name("from", before), _name("to", after)), id="title")
        yield PageView(id="page")

    def on_mount(self) -> None:
        """Show the changes."""
        view = self.query_one(PageView)
        view.focus()
        view.show(partial(compare_page, *self._pair, bool(self.app.no_color)))

    def action_leave(self) -> None:
        """Back."""
        self.go_back()


def _name(word: str, one: Procedure) -> Content:
    """The version comes first: a narrow window cuts the end of a long name."""
    version = one.id.rpartition(".v")[2]
    which = f"v{version}  " if version.isdecimal() else ""
    goal = line_text(one.goal or "Without a goal", "bold", 100)
    return row_text((f"{word:>4}  ", MUTED), (which, "$accent"), goal, (f"   {one.id}", MUTED))


def compare_page(before: Procedure, after: Procedure, plain: bool, width: int) -> list[Content]:
    """Both as one list: unchanged steps muted, changed ones word by word, new and deleted ones with a sign.

    `plain`: changes are in brackets, for terminals without colours.
    """
    applied = apply(before, bag := diff(before, after))
    changed = len(bag.edits) + (before.goal != after.goal)
    rows = _wrapped(
        row_text((f"{changed} change{'' if changed == 1 else 's'}", "bold"))
        if changed
        else line_text("Alike.", "bold"),
        "",
        width,
    )
    if before.goal != after.goal:
        rows += [Content(""), *_wrapped(worddiff.unified(before.goal, after.goal, plain=plain), "~ ", width)]
    gone = {
        part: [edit.step for edit in bag.edits if edit.part == part and is_deletion(edit)]
        for part in ("steps", "resources")
    }
    parts: tuple[tuple[Part, str, Trace], ...] = (
        ("steps", "Steps", applied.trace),
        ("resources", "What you need", applied.resource_trace),
    )
    for part, title, trace in parts:
        if before.part(part) or after.part(part):
            rows += [Content(""), line_text(title, f"italic {MUTED}")]
            rows += _part_rows(before.part(part), after.part(part), trace, gone[part], plain, width)
    return rows


def _part_rows(
    before: Sequence[str], after: Sequence[str], trace: Trace, gone: Sequence[int], plain: bool, width: int
) -> Iterator[Content]:
    left = list(gone)
    for number, (text, origin) in enumerate(zip(after, trace, strict=True), 1):
        while left and origin.base is not None and left[0] < origin.base:
            yield from _gone(before[left.pop(0) - 1], plain, width)
        lead = f"{number:>3}  "
        if origin.source == "kept":
            yield from _wrapped(safe_text(text, MUTED), f"  {lead}", width)
        elif origin.source == "inserted":
            new = row_text("{+", text, "+}") if plain else safe_text(text, worddiff.NEW)
            yield from _wrapped(new, f"+ {lead}", width)
        else:
            old = before[(origin.base or 1) - 1]
            yield from _wrapped(worddiff.unified(old, text, plain=plain), f"~ {lead}", width)
    for number in left:
        yield from _gone(before[number - 1], plain, width)


def _gone(text: str, plain: bool, width: int) -> list[Content]:
    content = row_text("[-", text, "-]") if plain else safe_text(text, worddiff.GONE)
    return _wrapped(content, "−      ", width)


def _wrapped(content: Content, lead: str, width: int) -> list[Content]:
    parts = content.wrap(max(width - len(lead) - 1, 8)) or [content]
    return [
        row_text((lead if index == 0 else " " * len(lead), "$accent"), part) for index, part in enumerate(parts)
    ]


class HistoryDialog(Dialog[tuple[str, str]]):
    """The versions of a procedure, the newest first; returns what to do (show, compare, restore) and the id."""

    HELP = """Enter shows the marked version, c compares it with the newest, r makes it the
    newest again, Esc closes this."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "give('show')", "Show", show=False, id="history.show"),
        Binding("r", "give('restore')", "Restore", id="history.restore", tooltip="Make it the newest again"),
        Binding("c", "give('compare')", "Compare", id="history.compare", tooltip="Compare with the newest"),
    ]
    keys = (("enter", "show"), ("c", "compare"), ("r", "restore"), ("esc", "close"))

    def __init__(self, versions: Sequence[LibraryEntry]) -> None:
        super().__init__(line_text("History"))
        self._versions = versions

    def inside(self) -> Iterator[Widget]:
        """Title and versions."""
        yield ChoiceList(*(version_option(entry) for entry in reversed(self._versions)), id="choices")

    def on_mount(self) -> None:
        """Focus the versions."""
        self.query_one(OptionList).focus()

    def action_give(self, what: str) -> None:
        """Return this action and the marked version."""
        option = self.query_one(OptionList).highlighted_option
        if option is not None and option.id:
            self.dismiss((what, option.id))

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_give("show")


def version_option(entry: LibraryEntry) -> Option:
    """One version as a row."""
    when = entry.created.replace("T", " ")[: len("2026-01-31 12:00")]
    words = f"{when}   {entry.goal}"
    return Option(
        ListRow(words, f"{entry.origin} · {steps_words(entry.steps)}", f"v{entry.version}  "), id=entry.id
    )


class ReadScreen(BaseScreen[None]):
    """A whole procedure."""

    CSS_PATH = "library.tcss"
    HELP = "The whole procedure. j, k and the arrow keys scroll; Esc goes back to the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="read.leave", tooltip="Back to the Library"),
    ]

    def __init__(self, procedure: Procedure) -> None:
        super().__init__()
        self.procedure = procedure

    def current_procedure(self) -> Procedure:
        """The procedure on the page."""
        return self.procedure

    def body(self) -> Iterable[Widget]:
        """Its id and its page."""
        yield Static(line_text(self.procedure.id, MUTED, 100), id="title")
        yield PageView(id="page")

    def on_mount(self) -> None:
        """Show the page."""
        view = self.query_one(PageView)
        view.focus()
        view.show(partial(whole_page, self.procedure))

    def action_leave(self) -> None:
        """Back."""
        self.go_back()
