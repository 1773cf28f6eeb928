"""What any screen can do with the procedure it shows: copy it whole, open its shopping list."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable

from textual.app import App
from textual.binding import Binding, BindingType

from tailor.core.procedure import Procedure, numbered
from tailor.core.text import counted
from tailor.rules.shopping_list import as_markdown, as_text, groups, shopping
from tailor.runs.saved_wishes import list_warnings
from tailor.screens.base import BaseScreen
from tailor.screens.dialogs.base import TextDialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.widgets.content import MUTED, line_text, lines, notify, row_text, safe_text
from tailor.storage import create_new, is_there
from tailor.workspace import Workspace


@runtime_checkable
class SelectsSeveral(Protocol):
    """A screen on which several procedures can be selected."""

    def chosen_procedures(self) -> Sequence[Procedure]:
        """The selected ones, else the marked one. Raises TailorError if one cannot be read."""


def chosen_procedures(app: App[None]) -> Sequence[Procedure]:
    """The procedures of the front screen; none if it is a dialog. Raises TailorError if one cannot be read."""
    screen = app.screen
    if isinstance(screen, SelectsSeveral):
        return screen.chosen_procedures()
    current = screen.current_procedure() if isinstance(screen, BaseScreen) else None
    return () if current is None else (current,)


def procedure_as_text(procedure: Procedure) -> str:
    needs = "\n".join(f"- {one}" for one in procedure.resources)
    return "\n\n".join(filter(None, (procedure.goal, needs, numbered(procedure.steps))))


def copy_whole(app: App[None]) -> None:
    """Copy the shown procedure, or all selected ones (OSC 52, so it works over SSH too), and say so."""
    if not (shown := chosen_procedures(app)):
        notify(app, "There is nothing here to copy.")
        return
    app.copy_to_clipboard("\n\n\n".join(map(procedure_as_text, shown)))
    named = (shown[0].goal or "The how-to") if len(shown) == 1 else counted(len(shown), "how-to")
    notify(app, f"{named}: copied.")


def open_shopping(app: App[None], workspace: Workspace) -> None:
    """Open the shopping list of the shown procedure, or of all selected ones, or say why there is none."""
    shown = chosen_procedures(app)
    if any(one.resources for one in shown):
        app.push_screen(ShoppingDialog(shown, list_warnings(workspace, shown)))
    elif not shown:
        notify(app, "There is no how-to here.")
    else:
        notify(
            app, f"{'This how-to has' if len(shown) == 1 else 'These how-tos have'} nothing under “What you need”."
        )


class ShoppingDialog(TextDialog):
    """The resources to tick off; c copies them, w writes them into a file."""

    HELP = "Everything you need, with amounts. c copies the list, w saves it to a file."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "Copy", id="shopping.copy", tooltip="Copy the list, one thing per line"),
        Binding("w", "write", "Save", id="shopping.write", tooltip="Save the list to a file, with boxes to tick"),
    ]
    keys = (("c", "copy"), ("w", "save to a file"), ("esc", "close"))

    def __init__(self, procedures: Sequence[Procedure], warnings: Sequence[str] = ()) -> None:
        """`warnings`, shown above the list: what the person saved in spite of."""
        self._procedures = procedures
        self._warnings = warnings
        rows = [safe_text(f"! {one}\n", "$text-warning") for one in warnings]
        for name, items in groups(shopping(procedures)):
            ticks = (row_text(("☐ ", MUTED), line_text(one.words)) for one in items)
            rows += [line_text(name, "$accent"), *ticks, line_text("")]
        goals = [one.goal for one in procedures]
        heading = row_text(("Shopping list", "bold"), "   ", line_text(" · ".join(goals), MUTED, 100))
        super().__init__(lines(*rows[:-1]), heading)

    def action_copy(self) -> None:
        """Copy the list, one item a line (OSC 52, so it works over SSH too)."""
        self.app.copy_to_clipboard(as_text(self._procedures, self._warnings))
        notify(self, "List copied.")

    def action_write(self) -> None:
        about = "Existing files are never overwritten."
        self.open_over(LineDialog("Save where?", about, value=str(_free()), enter="save", use=self._write))

    def _write(self, where: str) -> None:
        """Write a new file. Raises ContentError, SaveError."""
        if where:
            create_new(where, as_markdown(self._procedures, self._warnings))
            notify(self, where, title="List saved")


def _free() -> Path:
    names = ("shopping-list.md", *(f"shopping-list-{number}.md" for number in range(2, 1_000)))
    return next((path for name in names if not is_there(path := Path.home() / name)), Path.home() / names[0])
