"""Where a person writes during a review: new words for a step, a note, a reason, or in their own editor.

Owns these windows and the way to $EDITOR and back. Refuses to lose words: what was typed comes back when a window
is closed without keeping it.
"""

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
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
    """What was typed, and whether it is to be kept."""

    text: str
    keep: bool


class WordsDialog(Dialog[TypedWords]):
    """A sheet for one step; Enter keeps it, Esc closes it and the words wait for the next time.

    More than `most` characters cannot be kept: that is said, and the sheet stays open with all of them.
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
        """Title, what it is about, the sheet."""
        from tailor.screens.widgets.text_area import CleanTextArea

        title, text, about = self._words
        yield Static(line_text(title, "bold"), id="title")
        if about:
            yield Static(safe_text(about, MUTED, 600), classes="about")
        yield CleanTextArea(clean(text), soft_wrap=True, compact=True, id="words")
        yield Static(id="toomuch")
        yield Static(keys_line(("enter", "keep"), ("esc", "close, words kept aside")), id="keys")

    def on_mount(self) -> None:
        """The sheet gets the keys, the cursor behind the last word."""
        from tailor.screens.widgets.text_area import CleanTextArea

        self.query_one("#toomuch").display = False
        pad = self.query_one(CleanTextArea)
        pad.focus()
        pad.move_cursor(pad.document.end)

    def _typed(self) -> str:
        from tailor.screens.widgets.text_area import CleanTextArea

        return self.query_one(CleanTextArea).text

    def action_keep(self) -> None:
        """The words count, unless they are too many."""
        words = normal(self._typed())
        if trouble := too_many(words, self._most):
            said = self.query_one("#toomuch", Static)
            said.update(safe_text(trouble, "$text-warning"))
            said.display = True
            self.call_after_refresh(self._fit)
        else:
            self.dismiss(TypedWords(words, keep=True))

    def action_leave(self) -> None:
        """The words wait."""
        self.dismiss(TypedWords(self._typed(), keep=False))


def too_many(words: str, most: int = LONGEST_STEP) -> str:
    """That these are more characters than can be kept, in words; "" where they are not."""
    return f"At most {most:,} characters can be kept; these are {len(words):,}." if len(words) > most else ""


class LineDialog(Dialog[str]):
    """One line: a note, a reason, other words. Enter gives it, Esc None: then it stands there again next time."""

    HELP = "Type a line. Enter gives it; Esc closes this, and what you typed stands here when you come back."

    def __init__(self, title: str, about: str = "", *, value: str = "", placeholder: str = "", enter: str) -> None:
        super().__init__()
        self._words = (title, about, enter)
        self._field = (value, placeholder)

    def inside(self) -> Iterator[Widget]:
        """Title, what happens then, the line."""
        title, about, enter = self._words
        value, placeholder = self._field
        yield Static(line_text(title, "bold"), id="title")
        if about:
            yield Static(safe_text(about, MUTED, 600), classes="about")
        yield CleanInput(clean(value), placeholder=placeholder, id="line")
        yield Static(keys_line(("enter", enter), ("esc", "back")), id="keys")

    def on_mount(self) -> None:
        """The line gets the keys, and what was typed here before."""
        field = self.query_one(CleanInput)
        field.value = self.host.unsent.get(self._kept_as, field.value)
        field.cursor_position = len(field.value)
        field.focus()

    @property
    def _kept_as(self) -> str:
        """Title, what it is about, what stood in the line: words for something else are not mixed in."""
        title, about, _ = self._words
        return "\n".join((title, about, self._field[0]))

    @on(CleanInput.Submitted)
    def _given(self, event: CleanInput.Submitted) -> None:
        self.host.unsent.pop(self._kept_as, None)
        self.dismiss(normal(event.value))

    def give_back(self, words: str) -> None:
        """What was given could not be used: it stands here again next time."""
        self.host.unsent[self._kept_as] = words

    def action_leave(self) -> None:
        """Closes it; what was typed waits."""
        typed = self.query_one(CleanInput).value
        self.host.unsent.pop(self._kept_as, None)
        if typed.strip() and typed != self._field[0]:
            self.give_back(typed)
        self.dismiss(None)


def reason_question(tag: str) -> Question:
    """Why an edit is turned down, by one key."""
    choices = tuple(AnswerOption(key, words) for key, words in REASONS.items())
    return Question(f"Why not {tag}?", "The reason goes along when an agent is asked again.", choices)


def editor_command(environment: Mapping[str, str]) -> list[str]:
    """The person's editor as they set it; nano or vi where they did not."""
    named = environment.get("VISUAL") or environment.get("EDITOR") or ""
    try:
        return shlex.split(named) or [_usual()]
    except ValueError:
        return [named]


def _usual() -> str:
    from shutil import which

    return next((name for name in ("nano", "vi", "notepad") if which(name)), "vi")


def in_editor(
    app: App[object],
    text: str,
    environment: Mapping[str, str] = os.environ,
    shape: Callable[[str], str] = normal,
) -> str:
    """The text as it comes back from the person's editor, in one paragraph unless `shape` says otherwise.

    Raises ContentError where the terminal cannot be lent out, where the editor does not start or fails, where the
    file cannot be written or read again (the disk is full, the editor took it away), and where it comes back
    empty, as people leave it who think better of it; the text is unchanged then.
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
    """Gives the terminal to the editor until that has ended; raises ContentError where it did not end well."""
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
    """How the command ended, and why it could not begin.

    Nothing is raised: Textual comes back from being suspended only where nothing was.
    """
    try:
        return subprocess.run(command, check=False).returncode, ""  # noqa: S603 - the person's own editor
    except OSError as error:
        return 0, error.strerror or type(error).__name__
