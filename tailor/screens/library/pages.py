"""Full-window pages of the Library: one how-to, the changes between two, and the form to edit a saved one."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.edits import is_deletion
from tailor.core.engine import Trace, apply, diff
from tailor.core.errors import ContentError, NotFoundError, TailorError
from tailor.core.procedure import Part, Procedure
from tailor.core.report import spoken_against_since
from tailor.core.requirements import parse_hint
from tailor.core.text import counted, one_line
from tailor.core.worddiff import details
from tailor.library.changes import edited_words, save_edited
from tailor.library.entries import LibraryEntry, SavedProcedure, told_apart
from tailor.library.trash import holding as trash_holding
from tailor.runs.saved_wishes import warnings_of
from tailor.runs.session import always_holds
from tailor.screens.base import BaseScreen, run_aside
from tailor.screens.dialogs.new_procedure import EditScreen
from tailor.screens.widgets import word_diff as worddiff
from tailor.screens.widgets.content import MUTED, Found, line_text, lines, row_text, safe_text
from tailor.screens.widgets.lists import PageView, Rows, procedure_page, warned, whole_page
from tailor.threads import aside
from tailor.workspace import Workspace

_REST: Final = 0.2
"""Seconds that a row stays selected before its review is read, so that moving through the list is not slowed."""

Edited = Callable[[LibraryEntry, str], None]
"""Called with the next version and a sentence about it."""

_GONE_FOR_GOOD: Final = "It has been deleted in the meantime; your words are saved as a new version."
_GONE_TO_TRASH: Final = (
    "It has been deleted in the meantime; your words are saved as a new version. The older ones are in the trash."
)


class PageScreen(BaseScreen[None]):
    """One page over the whole window, with a title."""

    CSS_PATH = "library.tcss"

    def __init__(self, title: Content) -> None:
        super().__init__()
        self._title = title

    def page(self, width: int) -> list[Content]:
        return []

    def body(self) -> Iterable[Widget]:
        yield Static(self._title, id="title")
        yield PageView(id="page")

    def on_mount(self) -> None:
        view = self.query_one(PageView)
        view.focus()
        view.show(self.page)

    def action_leave(self) -> None:
        self.go_back()

    def leave_for_tab(self) -> bool:
        """Leave; a page has nothing to lose."""
        return self.go_back()


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One of the two how-tos, with what it was made for and when it was saved, as titles may be the same."""

    procedure: Procedure
    hint: str = ""
    saved: str = ""


class CompareScreen(PageScreen):
    HELP = """Removed words are struck through, new ones underlined; without colours they are shown as [-…-] and
    {+…+}. + is a new step, − a removed one, ~ a changed one."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="compare.leave", tooltip="Back to the Library")
    ]

    def __init__(self, before: ComparedSide, after: ComparedSide) -> None:
        special = told_apart(
            (one.procedure.goal, one.hint, one.saved, one.procedure.id) for one in (before, after)
        )
        super().__init__(lines(*map(_name, ("from", "to"), (before.procedure, after.procedure), special)))
        self._pair = (before.procedure, after.procedure)

    def page(self, width: int) -> list[Content]:
        return compare_page(*self._pair, bool(self.app.no_color), width)


def _name(word: str, one: Procedure, special: str) -> Content:
    """Version and distinguishing words come before the name: a narrow window cuts the end of a long name."""
    which = "  ".join(filter(None, (_version_name(one), one_line(special, 60))))
    goal = line_text(one.goal or "Untitled", "bold", 100)
    return row_text((f"{word:>4}  ", MUTED), (which and f"{which}  ", "$accent"), goal)


def compare_page(before: Procedure, after: Procedure, plain: bool, width: int) -> list[Content]:
    """Both as one list: unchanged steps muted, changed ones word by word, new and deleted ones with a sign.

    `plain`: mark changes with brackets, for terminals without colours.
    """
    applied = apply(before, bag := diff(before, after))
    others = details(before, after)
    changed = len(bag.edits) + len(others)
    rows = _wrapped(line_text(counted(changed, "change") if changed else "No difference.", "bold"), "", width)
    for one in others:
        name = line_text(one.name.capitalize(), f"italic {MUTED}")
        rows += [Content(""), name, *_wrapped(worddiff.unified(one.before, one.after, plain=plain), "~ ", width)]
    parts: tuple[tuple[Part, str, Trace], ...] = (
        ("steps", "Steps", applied.trace),
        ("resources", "What you need", applied.resource_trace),
    )
    for part, title, trace in parts:
        if before.part(part) or after.part(part):
            gone = [edit.step for edit in bag.edits if edit.part == part and is_deletion(edit)]
            rows += [Content(""), line_text(title, f"italic {MUTED}")]
            rows += _part_rows(before.part(part), after.part(part), trace, gone, plain, width)
    return rows


def _part_rows(
    before: Sequence[str], after: Sequence[str], trace: Trace, gone: list[int], plain: bool, width: int
) -> Iterator[Content]:
    for number, (text, origin) in enumerate(zip(after, trace, strict=True), 1):
        while gone and origin.base is not None and gone[0] < origin.base:
            yield from _gone(before[gone.pop(0) - 1], plain, width)
        lead = f"{number:>3}  "
        if origin.source == "kept":
            yield from _wrapped(safe_text(text, MUTED), f"  {lead}", width)
        elif origin.source == "inserted":
            new = row_text("{+", text, "+}") if plain else safe_text(text, worddiff.NEW)
            yield from _wrapped(new, f"+ {lead}", width)
        else:
            old = before[(origin.base or 1) - 1]
            yield from _wrapped(worddiff.unified(old, text, plain=plain), f"~ {lead}", width)
    for number in gone:
        yield from _gone(before[number - 1], plain, width)


def _gone(text: str, plain: bool, width: int) -> list[Content]:
    content = row_text("[-", text, "-]") if plain else safe_text(text, worddiff.GONE)
    return _wrapped(content, "−      ", width)


def _wrapped(content: Content, lead: str, width: int) -> list[Content]:
    parts = content.wrap(max(width - len(lead) - 1, 8)) or [content]
    return [
        row_text((lead if index == 0 else " " * len(lead), "$accent"), part) for index, part in enumerate(parts)
    ]


class ReadScreen(PageScreen):
    HELP = "The whole how-to. j, k and the arrow keys scroll; Esc goes back to the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="read.leave", tooltip="Back to the Library")
    ]

    def __init__(self, workspace: Workspace, saved: SavedProcedure) -> None:
        super().__init__(row_text(("Read", "bold $accent"), (f"   {_version_name(saved.procedure)}", MUTED)))
        self.procedure = replace(saved.procedure, id=saved.id)
        self._saved, self.workspace = saved, workspace
        self._warnings: tuple[str, ...] = ()

    def on_mount(self) -> None:
        """Show the page first, then look up what it was saved in spite of, which reads the disk."""
        super().on_mount()
        run_aside(self, self._look_out, group="look_out")

    async def _look_out(self) -> None:
        self._warnings = await aside(warnings_of, self.workspace, self._saved)
        if self._warnings:
            self.query_one(PageView).show(self.page)

    def current_procedure(self) -> Procedure:
        return self.procedure

    def page(self, width: int) -> list[Content]:
        return warned(partial(whole_page, self.procedure), self._warnings, width)


class SavedPreview(PageView):
    """A how-to beside the list, below its warnings, which are read from its review on disk."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self._saved: SavedProcedure | None = None

    def show(self, rows: Rows, *, stays: bool = False, found: Found = None) -> None:
        """Show a page that is not a how-to."""
        self._saved = None
        super().show(rows, stays=stays, found=found)

    def show_saved(self, workspace: Workspace, saved: SavedProcedure, found: Found = None) -> None:
        self.show(partial(procedure_page, saved.procedure), found=found)
        self._saved = saved
        if saved.requirements or workspace.profile():
            look_out = partial(self._look_out, workspace, saved, found)
            run_aside(self, look_out, group="look_out", exclusive=True)

    async def _look_out(self, workspace: Workspace, saved: SavedProcedure, found: Found) -> None:
        await asyncio.sleep(_REST)
        warnings = await aside(warnings_of, workspace, saved)
        if warnings and self._saved is saved:
            page = partial(procedure_page, saved.procedure)
            super().show(partial(warned, page, warnings), stays=True, found=found)


def edit_by_hand(screen: BaseScreen[Any], workspace: Workspace, saved: SavedProcedure, done: Edited) -> None:
    """Open the edit form over the screen, with what was typed in it before."""
    use = partial(_save_by_hand, workspace, saved, [saved.procedure], done)
    screen.app.push_screen(EditScreen(saved, screen.host.drafts, use))


def _save_by_hand(
    workspace: Workspace, saved: SavedProcedure, known: list[Procedure], done: Edited, changed: Procedure
) -> None:
    """Save the next version. Raises ContentError, once, if somebody else changed it since it was last `known`."""
    library, now, gone = workspace.library, saved.procedure, ""
    try:
        now = library.procedure(saved.entry.stem)
    except NotFoundError:  # what was typed is saved anyway
        gone = _GONE_TO_TRASH if trash_holding(library.folder, saved.entry.stem) else _GONE_FOR_GOOD
    except TailorError:  # damaged since
        pass
    if now not in known:
        known.append(now)
        raise ContentError(
            f"Somebody has changed it since you opened it. Their text is {_version_name(now)}; yours is still "
            "here. Press Esc, then ctrl+s again to save yours as the next version. h in the Library shows "
            "both.",
            title="Changed in the meantime",
        )
    entry = save_edited(library, saved, changed)
    wishes = parse_hint("", always_holds(workspace, saved.id, ""))
    against = spoken_against_since(saved.procedure, changed, wishes)
    words = f"Saved as version {entry.version}: {edited_words(saved.procedure, changed)}"
    done(entry, " ".join((words, *([gone] if gone else ()), *against)))


def _version_name(one: Procedure) -> str:
    """Its version, such as "v2"; "" if it was not saved."""
    version = one.id.rpartition(".v")[2]
    return f"v{version}" if version.isdecimal() else ""
