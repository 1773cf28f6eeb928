"""A form for a new procedure: a goal and its steps, typed or pasted, counted while one writes.

Goals are never guessed.
"""

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static, TextArea

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure
from tailor.core.text import clean, counted, normal
from tailor.drafts import NEW_GOAL, NEW_STEPS
from tailor.library.formats.plain_text import read_under
from tailor.screens.base import BaseScreen
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.text_input import CleanTextArea, in_editor
from tailor.screens.textual_fixes import close_once
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput


class PasteScreen(BaseScreen[Procedure]):
    """The form; dismissed with the procedure. What was typed is a draft until it is used."""

    CSS_PATH = "paste.tcss"
    HELP = """Write what the procedure brings about, then its steps, one a line. Numbered and bulleted lists are
    fine, and so is a list of things below "You need:". Nothing you typed is lost when you leave: it stands here
    again next time."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "use", "Use these steps", id="paste.use", priority=True),
        Binding("f10,ctrl+j", "use", "Use these steps", show=False, id="paste.use_too"),
        Binding("ctrl+l", "editor", "Editor", show=False, id="paste.editor", tooltip="Write them in your $EDITOR"),
        Binding("escape", "leave", "Back, keeps the draft", id="paste.back"),
    ]

    def __init__(self, goal: str, text: str) -> None:
        super().__init__()
        self._goal, self._text = goal, text

    def body(self) -> Iterable[Widget]:
        """Goal, steps, their count."""
        yield Static(row_text(("New how-to", "bold")), id="title")
        yield Static(line_text("Title", MUTED), classes="label")
        yield CleanInput(self._goal, placeholder="For example: Repair a wobbly chair", id="goal", draft=NEW_GOAL)
        yield Static(line_text("Steps, one per line", MUTED), classes="label")
        yield CleanTextArea(self._text, id="steps", draft=NEW_STEPS)
        yield Static(id="says")

    def on_mount(self) -> None:
        """Focuses the first empty field."""
        self.host.drafts.keep(NEW_GOAL, self._goal)
        self.host.drafts.keep(NEW_STEPS, self._text)
        self.query_one("#steps" if self._goal else "#goal").focus()
        self._count()

    @on(TextArea.Changed)
    def _count(self) -> None:
        try:
            written = read_under("", self.query_one(CleanTextArea).text)
        except ContentError as error:
            self.query_one("#says", Static).update(safe_text(error.message, "$text-warning"))
            return
        words = counted(len(written.steps), "step") if written.steps else "No steps yet"
        if not (written.steps or written.resources):
            words += ": type or paste them, then ctrl+s."
        if things := len(written.resources):
            words += f", {counted(things, 'resource')}"
        self.query_one("#says", Static).update(line_text(words, MUTED))

    @on(CleanInput.Submitted, "#goal")
    def _go_to_steps(self) -> None:
        self.query_one(CleanTextArea).focus()

    def action_use(self) -> None:
        """Gives the procedure back, or says what is missing."""
        goal, text = self.query_one("#goal", CleanInput), self.query_one(CleanTextArea)
        if not normal(goal.value):
            self._missing("Say what it brings about, for example: Repair a wobbly chair.", goal)
            return
        try:
            made = read_under(goal.value, text.text)
        except ContentError as error:
            self._missing(error.message, text)
            return
        if made.steps:
            self.host.drafts.forget(NEW_GOAL, NEW_STEPS)
            self.dismiss(made)
        elif made.resources:
            self._missing('All of it is read as things you need: write "Steps:" above the steps.', text)
        else:
            self._missing("Write at least one step, one a line.", text)

    def action_editor(self) -> None:
        """Opens the steps in the person's own editor; on an error they stay as they are."""
        pad = self.query_one(CleanTextArea)
        try:
            pad.text = in_editor(self.app, pad.text, shape=clean)
        except ContentError as error:
            self.app.push_screen(ErrorDialog.of(error))

    def _missing(self, words: str, field: Widget) -> None:
        self.query_one("#says", Static).update(safe_text(words, "$text-warning"))
        field.focus()

    def dismiss(self, result: Procedure | None = None) -> AwaitComplete:
        """Closes the form once."""
        return close_once(self, super().dismiss, result)

    def action_leave(self) -> None:
        """Leaves; the draft stays."""
        self.dismiss()
