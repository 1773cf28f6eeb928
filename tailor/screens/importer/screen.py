"""The import form: a file, a pasted text or one web page, parsed in a thread before anything is saved.

Nothing is fetched until the person presses the key for it, and nothing typed or pasted is lost.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from os.path import expanduser
from pathlib import Path
from typing import ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.events import Paste
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.drafts import IMPORT_LINES, IMPORT_PATH, IMPORT_TEXT
from tailor.library.entries import LibraryEntry
from tailor.library.formats.pages.web import is_address
from tailor.library.formats.registry import SUFFIXES, UNREADABLE, detect_format
from tailor.library.importer import ImportSource, source_from_file, source_from_text
from tailor.screens.base import BaseScreen, drafts_back
from tailor.screens.dialogs.text_input import CleanTextArea
from tailor.screens.importer.model import import_drafts
from tailor.screens.importer.report import ImportReviewScreen, SkippedFiles
from tailor.screens.widgets.content import MUTED, row_text, titled
from tailor.screens.widgets.inputs import CleanInput
from tailor.storage import is_there
from tailor.workspace import Workspace

PROGRESS_EVERY: Final = 0.2  # seconds
LONGEST_SHEET: Final = 50_000
"""Most characters shown; a longer paste is parsed at once, since showing it would block the keys."""


FEWEST_OF_PROSE: Final = 4
"""Words that may be a text where a path is asked for."""


def is_whole(text: str) -> bool:
    """Whether a pasted text is more than a list of steps: it has headings, is another format, or is very long."""
    return len(text) > LONGEST_SHEET or detect_format(text) != "text"


def _is_prose(path: str) -> bool:
    """Whether words typed as a path are a text: many, with no ending of a file, and nothing is called so."""
    where = Path(expanduser(path))  # noqa: PTH111 - Path's raises for an unknown user
    named = where.suffix.lower() in (*SUFFIXES, *UNREADABLE) or path.startswith(("/", "~", "."))
    return len(path.split()) >= FEWEST_OF_PROSE and not (named or is_there(where))


class PasteSheet(CleanTextArea):
    """The text to import; a paste too long to show is passed on as a message."""

    class TooLong(Message):
        """A long text was pasted."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    async def _on_paste(self, event: Paste) -> None:
        if len(event.text) <= LONGEST_SHEET:
            await super()._on_paste(event)
            return
        event.stop()
        event.prevent_default()
        self.post_message(self.TooLong(event.text))


@dataclass(slots=True, eq=False)
class ReadingProgress:
    """How much of a collection has been read: written by the reading thread, shown by the screen."""

    number: int = 0
    count: int = 0
    stopped: bool = False

    def tell(self, number: int, count: int) -> bool:
        """Record that a file was read; return whether to continue."""
        self.number, self.count = number, count
        return not self.stopped


class ImportScreen(BaseScreen[None]):
    CSS_PATH = "importing.tcss"
    HELP = """Type the path of a file, or paste some text: Markdown, plain text, JSON, Cooklang, CSV, a web page.
    A folder of such files or an archive from Mealie, Tandoor or Paprika works too. Enter or ctrl+s reads it,
    and you see every line before anything is saved. Only ctrl+o opens a web address."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f10", "read", "Read it", id="import.read", tooltip="Read it (nothing is saved yet)"),
        Binding("ctrl+o", "fetch", "Get the page", id="import.fetch", tooltip="Get this one page"),
        Binding("escape", "stop", "Stop", id="import.stop", tooltip="Stop reading; your text stays"),
        Binding("escape", "leave", "Back", id="import.back", tooltip="Back; your text stays"),
    ]

    def __init__(
        self,
        workspace: Workspace,
        text: str = "",
        done: Callable[[tuple[LibraryEntry, ...]], None] = lambda entries: None,
    ) -> None:
        """`text`: one to import now, else the last draft is restored; `done` gets what was saved."""
        super().__init__()
        self.workspace = workspace
        self.reading = False
        self._given = text
        self._long = ""
        """A text too long to show: parsed at once, and kept until something else is parsed."""
        self._done = done
        self._progress = ReadingProgress()

    def body(self) -> Iterable[Widget]:
        about = ("   you see every line before it is saved", MUTED)
        yield Static(row_text(("Import", "bold $accent"), about), id="title")
        path = CleanInput(placeholder="~/recipes/soup.md", id="path", draft=IMPORT_PATH)
        path.takes_lines = True
        yield titled(path, "File, folder, archive or web page")
        yield titled(PasteSheet(id="text", draft=IMPORT_TEXT), "Or paste its text")
        yield Static(id="says")

    async def on_mount(self) -> None:
        """Restore what was typed before; focus the path, or the text if one was given."""
        await drafts_back(self)
        drafts = self.host.drafts
        if self._given:
            drafts.forget(IMPORT_PATH)
            drafts.keep(IMPORT_TEXT, self._given)
        text = drafts.get(IMPORT_TEXT)
        self.query_one("#path", CleanInput).value = drafts.get(IMPORT_PATH)
        self.query_one("#text" if self._given else "#path").focus()
        if len(text) > LONGEST_SHEET:
            self._read_long(text)
        else:
            self.query_one(PasteSheet).text = text

    @on(CleanInput.Submitted, "#path")
    def action_read(self) -> None:
        """Parse the file or the text; never fetch an address."""
        path, text = self._path(), self.query_one(PasteSheet).text
        if text.strip() and not (path and self.query_one("#path").has_focus):
            self._let_go_of_long()
            self._read_text(text)
        elif self._long and not path:
            self._read_text(self._long)
        elif not path:
            self.tell("Type a path, or paste some text.", wrong=True)
        elif is_address(path):
            self.tell("This is on the web. ctrl+o gets this one page; the site sees your request, nothing else.")
        elif _is_prose(path):
            self.tell("No file has this name. To import text, paste it into the box below.", wrong=True)
        else:
            self._read_file(path)

    def action_fetch(self) -> None:
        address = self._path()
        if is_address(address):
            self._let_go_of_long()
            self.read(lambda: _page(address), f"Getting {address} …")
        else:
            self.tell("Type the address of a page above, beginning with https://", wrong=True)

    def _path(self) -> str:
        return normal(self.query_one("#path", CleanInput).value)

    def _read_file(self, path: str) -> None:
        self._let_go_of_long()
        where = Path(expanduser(path))  # noqa: PTH111 - Path's raises for an unknown user
        self._progress = progress = ReadingProgress()
        library = self.workspace.paths.library
        self.read(lambda: asyncio.to_thread(source_from_file, where, library, progress.tell), "Reading …")

    def show_progress(self) -> None:
        """Say how many files of a collection have been read."""
        one = self._progress
        if self.reading and one.count > 1:
            self.tell(f"Reading {one.number:,} of {one.count:,} files … Esc stops it.")

    def _read_text(self, text: str) -> None:
        self.read(lambda: asyncio.to_thread(source_from_text, text, where="the pasted text"), "Reading …")

    @on(CleanInput.PastedLines, "#path")
    def _pasted_above(self, message: CleanInput.PastedLines) -> None:
        """Several lines are a text and no path: they go to the end of the box below."""
        sheet = self.query_one(PasteSheet).focus()
        sheet.move_cursor(sheet.document.end)
        sheet.post_message(Paste(f"\n{message.text}" if sheet.text else message.text))

    @on(PasteSheet.TooLong)
    def _pasted_long(self, message: PasteSheet.TooLong) -> None:
        self._read_long(message.text)

    def _read_long(self, text: str) -> None:
        self._long = text
        self.host.drafts.keep(IMPORT_TEXT, text)
        self._read_text(text)

    def _let_go_of_long(self) -> None:
        """Forget the long text: something else is read now."""
        self._long = ""
        self.host.drafts.keep(IMPORT_TEXT, self.query_one(PasteSheet).text)

    @work(exclusive=True, group="import.read", exit_on_error=False)
    async def read(self, job: Callable[[], Awaitable[ImportSource]], words: str) -> None:
        """Parse in a thread, then show the result or why there is none."""
        self.reading = True
        ticking = self.set_interval(PROGRESS_EVERY, self.show_progress)
        self.refresh_bindings()
        self.tell(f"{words} Esc stops it.")
        try:
            brought = await job()
            made = await asyncio.to_thread(import_drafts, brought, self.host.drafts.get(IMPORT_LINES))
        except TailorError as error:
            self.tell(error.message, wrong=True)
            return
        finally:
            ticking.stop()
            self.reading = False
            self.refresh_bindings()
        if not made:
            self.tell(f"{brought.where} has no how-to in it.", wrong=True)
            self.app.push_screen(SkippedFiles(brought.skipped), mode=self.room)
            return
        self.tell("")
        reviewed = ImportReviewScreen(self.workspace, made, brought.why, self._looked_at, brought.skipped)
        self.app.push_screen(reviewed, mode=self.room)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to stop while parsing, else to leave."""
        if action in ("stop", "leave"):
            return self.reading == (action == "stop")
        return super().check_action(action, parameters)

    def pressing(self) -> Collection[str]:
        """Stop, while parsing."""
        return ("stop",) if self.reading else ()

    def _looked_at(self, entries: tuple[LibraryEntry, ...], left: bool) -> None:
        """Continue after the review was left: with some of it saved, or with its changes kept."""
        if entries:
            if not left:  # all is in the library: what was typed here is no draft any more
                self.query_one(PasteSheet).draft = self.query_one("#path", CleanInput).draft = ""
            self._done(entries)
            self.go_back()
        elif left:
            self.tell(
                "Nothing has been added to your library yet, but your changes are kept: ctrl+s shows them again."
            )

    def action_stop(self) -> None:
        self._progress.stopped = True
        self.workers.cancel_group(self, "import.read")
        self.tell("Stopped. Nothing was saved.")

    def action_leave(self) -> None:
        """Leave; what was typed is kept."""
        self._done(())
        self.go_back()

    def leave_for_tab(self) -> bool:
        """Leave with the text kept, unless something is being read."""
        if self.reading or not self.is_active:
            return False
        self.action_leave()
        return True


async def _page(address: str) -> ImportSource:
    """Fetch and parse one page. Raises ContentError if that fails."""
    from tailor.library.formats.pages.web import fetch

    text = await fetch(address)
    return await asyncio.to_thread(source_from_text, text, "html", where=address)
