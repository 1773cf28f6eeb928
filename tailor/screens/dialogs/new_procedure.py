"""A form for a procedure: a title and its steps, typed or pasted, and beside them how they are understood.

The title is taken from a pasted text, never from a typed one.
"""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final

from textual import on
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Paste
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static, TextArea

from tailor.core.errors import ContentError, TailorError
from tailor.core.procedure import Procedure
from tailor.core.text import clean, counted, normal, one_line, unmarked
from tailor.drafts import Drafts, edit_places, new_places
from tailor.library.entries import SavedProcedure
from tailor.library.formats.registry import detect_format
from tailor.library.formats.shared.parsed import ImportPreview, details_in_words
from tailor.library.formats.text.titles import titled
from tailor.library.formats.text.writer import write_under
from tailor.library.importer import UNSURE, read_pasted
from tailor.library.manual_import import noted
from tailor.screens.base import BaseScreen, drafts_back
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.text_input import CleanTextArea, in_editor
from tailor.screens.textual_fixes import close_once
from tailor.screens.widgets.content import MUTED, line_text, row_text, safe_text
from tailor.screens.widgets.content import titled as framed
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import PageView, note_page, whole_page

UNSAVED = "With your changes from last time, not saved yet"
LONGEST_LEFT: Final = 400
MOST_LEFT: Final = 200
KEEP: Final = "k"
ANSWERS: Final = (AnswerOption(KEEP, "Keep as notes"), AnswerOption("s", "Save without them"))


_NUMBERED = re.compile(r"(\d{1,4})[.)] ")
_OWN_LINE = re.compile(r"[^\s=*#-].*(?<!:)$")
_AFTER_STEPS = re.compile(r"[= ]*(?:notes?|tips?)\b[^.]*[:=]", re.IGNORECASE)


class StepsField(CleanTextArea):
    """The field for the steps; tells the screen about a paste."""

    class Pasted(Message):
        """A text was pasted and is in the field now."""

    async def _on_paste(self, event: Paste) -> None:
        await super()._on_paste(event)
        self.post_message(self.Pasted())


def _understood_page(read: ImportPreview, width: int) -> list[Content]:
    """The rows that show a procedure as it was understood, then the lines that are not part of it."""
    made = read.procedure
    told = details_in_words(made)
    head = note_page(" · ".join(told), MUTED, width) if told else []
    rows = [
        *head,
        *(whole_page(replace(made, notes=""), width) if made.steps or made.resources or made.goal else []),
    ]
    below = (("Notes", unmarked(made.notes)), ("Not used", "\n".join(read.unused)))
    for title, words in below:
        if words:
            rows += [Content(""), line_text(title, "$accent"), *note_page(words, MUTED, width)]
    return rows


def each_a_step(text: str, given: Container[str]) -> str:
    """Number each line typed on its own among the numbered steps of the `given` lines: it is a step too.

    Below other numbered lines, which may be wrapped, only a line that begins a sentence counts as one.
    """
    rows, number, above, whole = list[str](), 0, "", False
    for line in text.split("\n"):
        if _AFTER_STEPS.match(line):
            break
        if found := _NUMBERED.match(line):
            number, whole = int(found[1]), line in given
        elif number and above and _OWN_LINE.match(line) and (whole or (above[-1] in ".!?" and line[0].isupper())):
            number, whole = number + 1, True
            line = f"{number}. {line}"
        rows.append(line)
        above = line.rstrip()
    return "\n".join((*rows, *text.split("\n")[len(rows) :]))


def ask_of_left_over(screen: BaseScreen[Any], left: Sequence[str], then: Callable[[bool], object]) -> None:
    """Ask whether these lines become notes, and call `then` with the answer.

    Without lines `then` gets False at once; after Esc it is not called.
    """
    if not left:
        then(False)
        return
    words = [one_line(text, LONGEST_LEFT) for text in left[:MOST_LEFT]]
    words += [f"… and {len(left) - MOST_LEFT:,} more."] if len(left) > MOST_LEFT else []
    asked = Question(f"{counted(len(left), 'line')} not used yet", "\n".join(words), ANSWERS)
    screen.ask(asked, lambda answer: then(answer == KEEP))


class PasteScreen(BaseScreen[Procedure]):
    """The form; dismissed with the procedure. What was typed stays a draft until it is used."""

    CSS_PATH = "paste.tcss"
    HELP = """Type a title and the steps, one per line, or paste a whole recipe: Tailor recognises its title,
    "Serves 4", "You need" and "Method", and shows beside your text how it reads it. Nothing is lost when you
    leave: your text is here again next time."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "use", "Save", id="paste.use", priority=True),
        Binding("f10,ctrl+j", "use", "Save", show=False, id="paste.use_too"),
        Binding(
            "ctrl+l", "editor", "Editor", show=False, id="paste.editor", tooltip="Write them in your own editor"
        ),
        Binding("escape", "leave", "Back; the draft is kept", id="paste.back"),
    ]

    def __init__(
        self,
        goal: str,
        text: str,
        *,
        name: str = "New how-to",
        note: str = "",
        places: tuple[str, str] = new_places(""),
        given: tuple[str, str] = ("", ""),
        use: Callable[[Procedure], object] = id,
    ) -> None:
        """`places`: where title and steps are kept as drafts, unless they are as `given`. `note` follows `name`.

        `use` is called with the procedure first: if it raises TailorError, the error is shown and the form stays.
        """
        super().__init__()
        self._goal, self._text = goal, text
        self._heading = row_text((name, "bold"), (f"   {note}" if note else "", "$text-warning"))
        self._places, self._given = places, given
        self._use = use

    def body(self) -> Iterable[Widget]:
        yield Static(self._heading, id="title")
        goal = CleanInput(
            self._goal, placeholder="For example: Repair a wobbly chair", id="goal", draft=self._places[0]
        )
        goal.takes_lines = True
        yield framed(goal, "Title")
        steps = StepsField(self._text, id="steps", draft=self._places[1], given=self._given[1])
        understood = PageView("understood")
        yield Horizontal(
            framed(steps, "Steps, one per line, or a whole recipe"),
            framed(understood, "How Tailor reads it"),
            id="middle",
        )
        yield Static(id="says")

    async def on_mount(self) -> None:
        await drafts_back(self)
        kept_goal, kept = map(self.host.drafts.get, self._places)
        if kept not in self._text:  # it was restored only now
            since = "" if self._text == self._given[1] else self._text
            self._goal, self._text = kept_goal or self._goal, "\n".join(filter(None, (kept, since)))
            self.query_one("#goal", CleanInput).value, self.query_one(StepsField).text = self._goal, self._text
        for place, words, own in zip(self._places, (self._goal, self._text), self._given, strict=True):
            if words != own:
                self.host.drafts.keep(place, words)
        if self._text and not self._goal:
            self._take_title()
        self.query_one("#steps" if self.query_one("#goal", CleanInput).value else "#goal").focus()
        self._count()

    @on(CleanInput.PastedLines, "#goal")
    def _pasted_above(self, event: CleanInput.PastedLines) -> None:
        steps = self.query_one(StepsField)
        steps.text = "\n".join(filter(None, (steps.text, event.text)))
        steps.focus()
        self._take_title()

    @on(StepsField.Pasted)
    def _take_title(self) -> None:
        """Move the title of a pasted text to its field, unless the person typed another one there."""
        goal, steps = self.query_one("#goal", CleanInput), self.query_one(StepsField)
        title, rest = titled(steps.text) if detect_format(steps.text) == "text" else ("", steps.text)
        if title and normal(goal.value).casefold() in (
            "",
            normal(self._goal).casefold(),
            normal(title).casefold(),
        ):
            goal.value, steps.text = title, rest
            steps.move_cursor(steps.document.end)

    @on(TextArea.Changed)
    @on(CleanInput.Changed, "#goal")
    def _count(self) -> None:
        try:
            read = self._read()
        except ContentError as error:
            self.query_one("#says", Static).update(safe_text(error.message, "$text-warning"))
            return
        written = read.procedure
        self.query_one("#understood", PageView).show(partial(_understood_page, read), stays=True)
        words = counted(len(written.steps), "step") if written.steps else "No steps yet"
        if not (written.steps or written.resources):
            words += ": type or paste them, then ctrl+s."
        if things := len(written.resources):
            words += f", {counted(things, 'item')} needed"
        notes = sum(bool(line.strip()) for line in written.notes.split("\n"))
        words += f", {counted(notes, 'line')} of notes" if notes else ""
        words += f", {counted(len(read.unused), 'line')} not used" if read.unused else ""
        words = ", ".join((words, *details_in_words(written)))  # shown on the page beside it too
        words += f". {read.remark}" if read.remark and written.steps else ""
        self.query_one("#says", Static).update(line_text(words, MUTED))

    @on(CleanInput.Submitted, "#goal")
    def _go_to_steps(self) -> None:
        self.query_one(CleanTextArea).focus()

    def _read(self) -> ImportPreview:
        """Parse what is in the form. Raises ContentError."""
        return read_pasted(self.query_one("#goal", CleanInput).value, self._lines())

    def _lines(self) -> str:
        return self.query_one(StepsField).text

    def action_use(self) -> None:
        """Dismiss with the procedure, or say what is missing."""
        goal, text = self.query_one("#goal", CleanInput), self.query_one(CleanTextArea)
        try:
            read = self._read()
            made = read.procedure
            if not made.goal:
                self._missing("Give it a title, for example: Repair a wobbly chair.", goal)
                return
        except ContentError as error:
            self._missing(error.message, text)
            return
        if made.steps:
            ask_of_left_over(self, read.unused, partial(self._give, read))
        elif made.resources:
            self._missing('All of this looks like things you need: write "Steps:" above the steps.', text)
        else:
            self._missing("Write at least one step, one per line.", text)

    def _forget_draft(self) -> None:
        """Drop the draft, and make sure that the last key events, which arrive later, do not bring it back."""
        self.query_one(StepsField).draft = ""
        self.host.drafts.forget(*self._places)

    def _give(self, read: ImportPreview, noting: bool) -> None:
        made = (noted(read, read.unused) if noting else read).procedure
        try:
            self._use(made)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
        else:
            self._forget_draft()
            self.dismiss(made)

    def action_editor(self) -> None:
        """Open the steps in the person's own editor; after an error they are unchanged."""
        pad = self.query_one(CleanTextArea)
        try:
            pad.text = in_editor(self.app, pad.text, shape=clean)
        except ContentError as error:
            self.app.push_screen(ErrorDialog.of(error))

    def _missing(self, words: str, field: Widget) -> None:
        self.query_one("#says", Static).update(safe_text(words, "$text-warning"))
        field.focus()

    def dismiss(self, result: Procedure | None = None) -> AwaitComplete:
        return close_once(self, super().dismiss, result)

    def action_leave(self) -> None:
        """Leave; what was typed stays as a draft."""
        if (self.query_one("#goal", CleanInput).value, self.query_one(StepsField).text) == self._given:
            self._forget_draft()
        self.dismiss()

    def leave_for_tab(self) -> bool:
        """Leave; the draft stays."""
        if not self.is_active:
            return False
        self.action_leave()
        return True


class EditScreen(PasteScreen):
    """The form with a saved procedure in it; dismissed with the changed one."""

    HELP = """Change the title, what you need and the steps; "== Glaze ==" is a heading. ctrl+s saves the next
    version, and the earlier ones stay: h in the Library shows them. Esc keeps what you typed for next time."""

    def __init__(self, saved: SavedProcedure, drafts: Drafts, use: Callable[[Procedure], object]) -> None:
        own = (saved.procedure.goal, write_under(saved.procedure))
        places = edit_places(saved.id)
        goal, text = (drafts.get(place, words) for place, words in zip(places, own, strict=True))
        note = "" if (goal, text) == own else UNSAVED
        super().__init__(goal, text, name="Edit", note=note, places=places, given=own, use=use)
        self._own_lines = {*own[1].split("\n")}

    def _lines(self) -> str:
        return each_a_step(super()._lines(), self._own_lines)

    def _read(self) -> ImportPreview:
        """Parse the form; if Tailor's own numbers mark the steps, nobody need be asked to check them."""
        read = super()._read()
        numbered = sum(_NUMBERED.match(line) is not None for line in self._lines().split("\n"))
        is_numbered = numbered >= len(read.procedure.steps)
        return replace(read, remark="") if is_numbered and read.remark == UNSURE else read
