"""Dialogs for text: many lines, one line, a reason; and the way to $EDITOR and back.

Text typed into a dialog that is closed without Enter is there again next time.
"""

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import ClassVar, Final

from textual import on
from textual.app import App, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import ContentError
from tailor.core.text import LONGEST_STEP, clean, normal
from tailor.screens.dialogs.base import AnswerOption, Dialog, Question, keys_line
from tailor.screens.widgets.content import MUTED, line_text, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.text_area import CleanTextArea

REASONS: Final[dict[str, str]] = {
    "n": "not my situation",
    "w": "wrong",
    "u": "unclear",
    "s": "style",
    "t": "I lack this tool",
    "o": "other words",
    "m": "never for me: into my profile, for every run",
}


@dataclass(frozen=True, slots=True)
class TypedWords:
    """The typed text, and whether to keep it."""

    text: str
    keep: bool


class WordsDialog(Dialog[TypedWords]):
    """A text field for one step or note; Enter keeps the text, Esc gives it back unkept.

    More than `most` characters cannot be kept; the dialog says so and stays open.
    """

    HELP = "Enter keeps your words. Esc closes this; what you typed is there when you come back."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,ctrl+s", "keep", "Keep", priority=True, id="words.keep"),
    ]

    def __init__(self, title: str, text: str, about: str = "", most: int = LONGEST_STEP) -> None:
        super().__init__()
        self._words = (title, text, about)
        self._most = most

    def inside(self) -> Iterator[Widget]:
        """Title, about, the text."""
        title, text, about = self._words
        yield Static(line_text(title, "bold"), id="title")
        if about:
            yield Static(safe_text(about, MUTED, 600), classes="about")
        yield CleanTextArea(clean(text), soft_wrap=True, compact=True, id="words")
        yield Static(id="toomuch")
        yield Static(keys_line(("enter", "keep"), ("esc", "close, words kept aside")), id="keys")

    def on_mount(self) -> None:
        """Focuses the text, the cursor at its end."""
        self.query_one("#toomuch").display = False
        pad = self.query_one(CleanTextArea)
        pad.focus()
        pad.move_cursor(pad.document.end)

    def _typed(self) -> str:
        return self.query_one(CleanTextArea).text

    def action_keep(self) -> None:
        """Keeps the text unless it is too long."""
        words = normal(self._typed())
        if trouble := too_many(words, self._most):
            said = self.query_one("#toomuch", Static)
            said.update(safe_text(trouble, "$text-warning"))
            said.display = True
            self.call_after_refresh(self._fit)
        else:
            self.dismiss(TypedWords(words, keep=True))

    def action_leave(self) -> None:
        """Gives the text back unkept."""
        self.dismiss(TypedWords(self._typed(), keep=False))


def too_many(words: str, most: int = LONGEST_STEP) -> str:
    """Why this text is too long, in words; "" if it is not."""
    return f"At most {most:,} characters can be kept; these are {len(words):,}." if len(words) > most else ""


class LineDialog(Dialog[str]):
    """One line of text. Enter gives it, Esc None; text left unkept is there again next time."""

    HELP = "Type a line. Enter gives it; Esc closes this, and what you typed stands here when you come back."

    def __init__(self, title: str, about: str = "", *, value: str = "", placeholder: str = "", enter: str) -> None:
        super().__init__()
        self._words = (title, about, enter)
        self._field = (value, placeholder)

    def inside(self) -> Iterator[Widget]:
        """Title, about, the field."""
        title, about, enter = self._words
        value, placeholder = self._field
        yield Static(line_text(title, "bold"), id="title")
        if about:
            yield Static(safe_text(about, MUTED, 600), classes="about")
        yield CleanInput(clean(value), placeholder=placeholder, id="line")
        yield Static(keys_line(("enter", enter), ("esc", "back")), id="keys")

    def on_mount(self) -> None:
        """Focuses the field, with what was left in it."""
        field = self.query_one(CleanInput)
        field.value = self.host.unsent.get(self._kept_as, field.value)
        field.cursor_position = len(field.value)
        field.focus()

    @property
    def _kept_as(self) -> str:
        """Title, about and first value: text left here is kept by these, so that different things do not mix."""
        title, about, _ = self._words
        return "\n".join((title, about, self._field[0]))

    @on(CleanInput.Submitted)
    def _given(self, event: CleanInput.Submitted) -> None:
        self.host.unsent.pop(self._kept_as, None)
        self.dismiss(normal(event.value))

    def give_back(self, words: str) -> None:
        """Put the text back for next time: it could not be used."""
        self.host.unsent[self._kept_as] = words

    def action_leave(self) -> None:
        """Closes the dialog; the text is kept for next time."""
        typed = self.query_one(CleanInput).value
        self.host.unsent.pop(self._kept_as, None)
        if typed.strip() and typed != self._field[0]:
            self.give_back(typed)
        self.dismiss(None)


def reason_question(tag: str) -> Question:
    """Asks why an edit is rejected."""
    choices = tuple(AnswerOption(key, words) for key, words in REASONS.items())
    return Question(f"Why not {tag}?", "The reason goes along when an agent is asked again.", choices)


def editor_command(environment: Mapping[str, str]) -> list[str]:
    """$VISUAL or $EDITOR as a command line; else nano or vi."""
    named = environment.get("VISUAL") or environment.get("EDITOR") or ""
    try:
        return shlex.split(named) or [_usual()]
    except ValueError:
        return [named]


def _usual() -> str:
    return next((name for name in ("nano", "vi", "notepad") if which(name)), "vi")


def in_editor(
    app: App[object],
    text: str,
    environment: Mapping[str, str] = os.environ,
    shape: Callable[[str], str] = normal,
) -> str:
    """Let the person edit the text in their editor; `shape` normalises the result, by default to one paragraph.

    ContentError if the terminal cannot be suspended, the editor or its file fails, or the file comes back empty.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="tailor-", ignore_cleanup_errors=True) as folder:
            file = Path(folder) / "step.txt"
            file.write_text(text + "\n", encoding="utf-8")
            _lend(app, [*editor_command(environment), str(file)])
            written = shape(file.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ContentError(f"The editor's file cannot be used: {why}. The text stays as it was.") from None
    if not written.strip():
        raise ContentError("The file came back empty; the text stays as it was.")
    return written


def _lend(app: App[object], command: list[str]) -> None:
    """Run the editor in the suspended terminal. ContentError if it fails."""
    try:
        with app.suspend():
            done, trouble = _run(command)
    except SuspendNotSupported:
        raise ContentError("Your editor cannot be opened from here; your words are as they were.") from None
    if trouble:
        raise ContentError(f"{command[0]} cannot be started: {trouble}. Set EDITOR to one that is there.")
    if done:
        raise ContentError(f"{command[0]} ended with an error ({done}); the text stays as it was.")


def _run(command: list[str]) -> tuple[int, str]:
    """The exit code, and why the command could not start. Never raises: Textual would not resume."""
    try:
        return subprocess.run(command, check=False).returncode, ""  # noqa: S603 - the person's own editor
    except OSError as error:
        return 0, error.strerror or type(error).__name__
