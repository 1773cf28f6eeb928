"""The text area, dialogs for one line and for many, and editing in $EDITOR.

Text typed into a dialog is there again next time, unless it was saved.
"""

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from shutil import rmtree, which
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import events, on
from textual.app import App, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static, TextArea
from textual.widgets.text_area import Edit, Selection

from tailor.core.code_lines import unfolded
from tailor.core.errors import ContentError, TailorError
from tailor.core.text import LONGEST_STEP, clean, normal
from tailor.screens.dialogs.base import Dialog, say_why
from tailor.screens.widgets.content import MUTED, line_text, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.storage import is_there, read_regular

if TYPE_CHECKING:
    from tailor.screens.dialogs.base import Host

LONGEST_WRAPPED = 20_000
"""Longest line, in characters, that is wrapped: wrapping a megabyte takes seconds for each key."""


class CleanTextArea(TextArea):
    """A text area that holds only clean text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+home", "to_end(False)", "To the start", show=False, id="text.start"),
        Binding("ctrl+end", "to_end(True)", "To the end", show=False, id="text.end"),
        Binding("ctrl+a", "start_or_all", "To the start; press it again to select all", show=False, id="text.all"),
    ]

    def __init__(
        self, text: str = "", *, id: str | None = None, compact: bool = False, draft: str = "", given: str = ""
    ) -> None:
        """`draft`: where the text is kept as a draft unless it is as `given`; "" for nowhere."""
        text = clean(text)
        self.draft, self._given = draft, clean(given)
        super().__init__(text, id=id, soft_wrap=_short(text), compact=compact)

    @on(TextArea.Changed)
    def _keep_draft(self) -> None:
        if self.draft:
            cast("Host", self.app).drafts.keep(self.draft, "" if self.text == self._given else self.text)

    def on_unmount(self) -> None:
        """Keep what was typed as a draft: the events of its last keys would come too late."""
        if self.text != self._given:
            self._keep_draft()

    def give(self) -> str:
        """Return the text. It stays a draft until the caller has saved it; late key events do not change it."""
        self._keep_draft()
        self.draft = ""
        return self.text

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keep F6 and F7 for what they do everywhere; Textual would select a line or everything."""
        return action not in ("select_line", "select_all") and super().check_action(action, parameters)

    def get_cursor_line_start_location(self, smart_home: bool = False) -> tuple[int, int]:
        """The start of the whole line, however often it is wrapped: ctrl+u clears what was typed."""
        return self.cursor_location[0], 0

    def get_cursor_line_end_location(self) -> tuple[int, int]:
        """The end of the whole line, for ctrl+k."""
        row = self.cursor_location[0]
        return row, len(self.document[row])

    def action_to_end(self, last: bool) -> None:
        self.move_cursor(self.document.end if last else (0, 0))

    def action_start_or_all(self) -> None:
        """Move the cursor to the start of its line, or select all if it is there; then keep the selection."""
        start = self.get_cursor_line_start_location()
        if self.text and self.selected_text == self.text:
            return
        if self.cursor_location == start and self.selection.is_empty:
            self.select_all()
        else:
            self.move_cursor(start)

    def load_text(self, text: str) -> None:
        super().load_text(clean(text))

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        text = clean(event.text)
        self.soft_wrap = _short(text) and _short(self.text)
        if result := self._replace_via_keyboard(text, *self.selection):
            self.move_cursor(result.end_location)

    def _undo_batch(self, edits: Sequence[Edit]) -> None:
        self._wrapping_all(super()._undo_batch, edits)

    def _redo_batch(self, edits: Sequence[Edit]) -> None:
        self._wrapping_all(super()._redo_batch, edits)

    def _wrapping_all(self, move: Callable[[Sequence[Edit]], None], edits: Sequence[Edit]) -> None:
        """Undo or redo a batch of edits, and wrap the whole text anew.

        Textual 8.2.8 rewraps only the lines between the first and the last edit, at positions that the edits have
        shifted, and looks for the cursor where it was before. After some changes over several lines the cursor is
        on a line that is gone, and this or a later key crashes the app. Each edit knows where the cursor goes in
        the end.
        """
        wrapped = self.wrapped_document
        wrapped.wrap_range = lambda *_: wrapped.wrap(self.wrap_width, self.indent_width)  # type: ignore[method-assign]
        self.set_reactive(TextArea.selection, Selection())
        try:
            move(edits)
        finally:
            del wrapped.wrap_range


def _short(text: str) -> bool:
    return all(len(line) <= LONGEST_WRAPPED for line in text.split("\n"))


class WordsDialog(Dialog[str]):
    """A text field for one step or note; Enter gives the text, Esc None.

    `draft` is where the text is kept until the caller has saved it. If it has more than `most` characters, the
    dialog says so and stays open. Code in a step is shown as the lines it was written in.
    """

    HELP = """Enter saves your words. ctrl+a twice selects them all. In code, ctrl+o starts a new line. Esc closes
    this; your draft is kept."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,ctrl+s", "keep", "Keep", priority=True, id="words.keep"),
        Binding("ctrl+o", "new_line", "New line", show=False, priority=True, id="words.new_line"),
    ]
    keys: tuple[tuple[str, str], ...] = (("enter", "keep"), ("esc", "cancel (draft kept)"))

    def __init__(self, title: str, text: str, about: str = "", *, draft: str, most: int = LONGEST_STEP) -> None:
        super().__init__(line_text(title, "bold"), safe_text(about, MUTED, 600))
        self._text, self._draft = unfolded(text), draft
        self._most = most
        if "\n" in self._text:
            self.keys = (("enter", "keep"), ("^o", "new line"), ("esc", "cancel (draft kept)"))

    def inside(self) -> Iterator[Widget]:
        text, place = self._text, self._draft
        yield CleanTextArea(self.host.drafts.get(place, text), compact=True, id="words", draft=place, given=text)
        yield Static(id="toomuch")

    def on_mount(self) -> None:
        pad = self.query_one(CleanTextArea)
        pad.focus()
        pad.move_cursor(pad.document.end)

    def action_new_line(self) -> None:
        self.query_one(CleanTextArea).insert("\n")

    def action_keep(self) -> None:
        """Dismiss with the text unless it is too long."""
        pad = self.query_one(CleanTextArea)
        words = normal(pad.text)
        if trouble := too_many(words, self._most):
            say_why(self, trouble)
        else:
            pad.give()
            self.dismiss(words)


def too_many(words: str, most: int = LONGEST_STEP) -> str:
    """Why this text is too long, in words; "" if it is not."""
    return f"At most {most:,} characters fit; you have {len(words):,}." if len(words) > most else ""


class LineDialog(Dialog[str]):
    """One line of text; Enter gives it, Esc None. The text is there again next time until it is used.

    `use` is called with the words first: if it raises TailorError, the error is shown below them and the dialog
    stays. Without it, the caller calls `used` once the words are saved.
    """

    HELP = "Type a line and press Enter. Esc closes this; your draft is kept."

    def __init__(
        self,
        title: str,
        about: str = "",
        *,
        value: str = "",
        placeholder: str = "",
        enter: str,
        esc: str = "back",
        use: Callable[[str], object] | None = None,
        draft: str = "",
        joint: str = CleanInput.joint,
    ) -> None:
        """`enter` and `esc`: what these keys do, in words. `draft`: where the text is kept."""
        super().__init__(line_text(title, "bold"), safe_text(about, MUTED, 600))
        self.keys = (("enter", enter), ("esc", esc))
        self._field, self._use, self._joint = (value, placeholder), use, joint
        self.draft = draft or "\n".join((title, about, value))
        """Where the text is kept as a draft: one place per dialog, so that different texts do not mix."""
        self._is_given = False

    def inside(self) -> Iterator[Widget]:
        value, placeholder = self._field
        field = CleanInput(clean(value), placeholder=placeholder, id="line")
        field.joint = self._joint
        yield field
        yield Static(id="toomuch")

    def on_mount(self) -> None:
        field = self.query_one(CleanInput)
        field.value = self.host.drafts.get(self.draft, field.value)
        field.cursor_position = len(field.value)
        field.focus()

    @on(CleanInput.Changed)
    def _keep_draft(self, event: CleanInput.Changed) -> None:
        if not self._is_given:  # the events of the last keys may arrive after it was saved
            self._leave_here(event.value)

    def _leave_here(self, words: str) -> None:
        self.host.drafts.keep(self.draft, "" if words == self._field[0] else words)

    def action_leave(self) -> None:
        """Close the window, keeping the draft: the events of its last keys would come too late."""
        self._leave_here(self.query_one(CleanInput).value)
        super().action_leave()

    @on(CleanInput.Submitted)
    def _given(self, event: CleanInput.Submitted) -> None:
        words = normal(event.value)
        try:
            if self._use:
                self._use(words)
        except TailorError as error:
            say_why(self, error.message)
            return
        self._is_given = True
        self.host.drafts.keep(self.draft, "" if self._use or words == self._field[0] else words)
        self.dismiss(words)

    def used(self) -> None:
        """Forget the draft: the words are saved."""
        self.host.drafts.forget(self.draft)


AT_ONCE: Final = 2.0
"""Seconds: nobody opens, reads and leaves a file in less, but an editor with its own window may return so."""


def _editor_command(environment: Mapping[str, str]) -> list[str]:
    """$VISUAL or $EDITOR as a command line; else nano or vi."""
    named = environment.get("VISUAL") or environment.get("EDITOR") or ""
    try:
        return shlex.split(named) or [next(filter(which, ("nano", "vi", "notepad")), "vi")]
    except ValueError:
        return [named]


def in_editor(
    app: App[object], text: str, environment: Mapping[str, str] = os.environ, shape: Callable[[str], str] = normal
) -> str:
    """Let the person edit the text in their editor; `shape` normalises the result, by default to one paragraph.

    Raises ContentError if the terminal cannot be suspended, the editor or its file fails, or the file comes back
    empty. The file is kept if it may hold somebody's words: after an editor that failed or is perhaps still open.
    """
    command, kept = _editor_command(environment), False
    folder = ""
    try:
        folder = tempfile.mkdtemp(prefix="tailor-")
        file = Path(folder) / "step.txt"
        file.write_text(text + "\n", encoding="utf-8")
        began = monotonic()
        if ended := _lend(app, [*command, str(file)]):
            kept = is_there(file)
            where = f" What you wrote is in {file}." if kept else ""
            raise ContentError(f"{command[0]} ended with an error ({ended}); the text is unchanged.{where}")
        try:
            read = read_regular(file).decode("utf-8")
        except UnicodeDecodeError:
            kept = True
            raise ContentError(
                f"{command[0]} did not save the text as UTF-8, so it is unchanged. What you wrote is in {file}."
            ) from None
        except FileNotFoundError:
            raise ContentError(f"{command[0]} removed its file; the text is unchanged.") from None
        if read == text + "\n" and monotonic() - began < AT_ONCE:
            kept = True
            raise ContentError(
                f"{command[0]} closed at once, so the text is unchanged. If its window is still open, what "
                f"you write goes to {file}; with an option such as --wait in EDITOR, Tailor waits for it."
            )
        written = shape("\n".join(read.splitlines()))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ContentError(f"The editor's file cannot be used: {why}. The text is unchanged.") from None
    finally:
        if folder and not kept:
            rmtree(folder, ignore_errors=True)
    if not written.strip():
        raise ContentError("The file came back empty; the text is unchanged.")
    return written


def _lend(app: App[object], command: list[str]) -> int:
    """Run the editor in the suspended terminal; return its exit code. Raises ContentError if it cannot start."""
    done, trouble = 0, ""
    try:
        with app.suspend():
            try:  # inside: Textual would not resume after an error
                done = subprocess.run(command, check=False).returncode  # noqa: S603 - the person's own editor
            except OSError as error:
                trouble = error.strerror or type(error).__name__
    except SuspendNotSupported:
        raise ContentError("Your editor cannot be opened from here. Your words are unchanged.") from None
    if trouble:
        raise ContentError(
            f"{command[0]} cannot be started: {trouble}. Set EDITOR to an editor that is installed."
        )
    return done
