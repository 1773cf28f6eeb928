"""What can be done with the procedure any screen shows: copy it whole, open its shopping list."""

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content

from tailor.core.procedure import Procedure, numbered
from tailor.core.shopping import as_markdown, as_text, groups, shopping
from tailor.screens.base import BaseScreen
from tailor.screens.dialogs.base import TextDialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.widgets.content import MUTED, line_text, lines, notify, row_text
from tailor.storage import create_new


def current_procedure(app: App[None]) -> Procedure | None:
    """The procedure of the front screen; None if it has none or a dialog is in front."""
    return app.screen.current_procedure() if isinstance(app.screen, BaseScreen) else None


def procedure_as_text(procedure: Procedure) -> str:
    """Goal, resources and numbered steps as plain text."""
    needs = "\n".join(f"- {one}" for one in procedure.resources)
    return "\n\n".join(filter(None, (procedure.goal, needs, numbered(procedure.steps))))


def copy_whole(app: App[None]) -> None:
    """Copy the shown procedure (OSC 52, so also over SSH) and say so."""
    if (shown := current_procedure(app)) is None:
        notify(app, "There is nothing here to copy.")
        return
    app.copy_to_clipboard(procedure_as_text(shown))
    notify(app, f"{shown.goal or 'The how-to'}: copied.")


def open_shopping(app: App[None]) -> None:
    """Open the shopping list of the shown procedure, or say why there is none."""
    shown = current_procedure(app)
    if shown is not None and shown.resources:
        app.push_screen(ShoppingDialog(shown))
    else:
        notify(app, "There is no how-to here." if shown is None else "This how-to lists nothing you need.")


class ShoppingDialog(TextDialog):
    """The resources to tick off; c copies them, w writes them into a file."""

    HELP = "Everything you need, with amounts. c copies the list, w saves it to a file."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "Copy", id="shopping.copy", tooltip="Copy the list, one thing per line"),
        Binding("w", "write", "Save", id="shopping.write", tooltip="Save the list to a file, with boxes to tick"),
    ]
    keys = (("c", "copy"), ("w", "save to a file"), ("esc", "close"))

    def __init__(self, procedure: Procedure) -> None:
        self._procedure = procedure
        rows: list[Content] = []
        for name, items in groups(shopping([procedure])):
            ticks = (row_text(("☐ ", MUTED), line_text(one.words)) for one in items)
            rows += [line_text(name, "$accent"), *ticks, line_text("")]
        heading = row_text(("Shopping list", "bold"), "   ", line_text(procedure.goal, MUTED, 100))
        super().__init__(lines(*rows[:-1]), heading)

    def action_copy(self) -> None:
        """Copies the list, one item a line (OSC 52, so also over SSH)."""
        self.app.copy_to_clipboard(as_text([self._procedure]))
        notify(self, "List copied.")

    def action_write(self) -> None:
        """Asks for the file."""
        about = "Existing files are never overwritten."
        self.app.push_screen(LineDialog("Save where?", about, value=str(_free()), enter="save", use=self._write))

    def _write(self, where: str) -> None:
        """Write a new file. ContentError, SaveError."""
        if where:
            create_new(where, as_markdown([self._procedure]))
            notify(self, where, title="List saved")


def _free() -> Path:
    names = ("shopping-list.md", *(f"shopping-list-{number}.md" for number in range(2, 1_000)))
    return next((path for name in names if not (path := Path.home() / name).exists()), Path.home() / names[0])
