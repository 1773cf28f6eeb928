"""Home: choose a procedure or type a goal, say what is special about your situation, begin.

Owns the search and the list; `situation` has the hint and what is asked for. Refuses to read a file or a setting
before the first frame stands, to lose a word that was typed, and to start a run that cannot work.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import OptionList, Static

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.screens.fields import Field
from tailor.screens.home_parts import (
    NOT_WRITTEN,
    NOTICE,
    READING,
    SHORT_EXAMPLE,
    WRITES_NEW,
    BookList,
    HintField,
    SearchField,
    book_row,
    new_row,
)
from tailor.screens.memory_tailoring import EXAMPLE, begin_review
from tailor.screens.pageview import PageView
from tailor.screens.safe import MUTED, line, row
from tailor.screens.situation import SLIM, Situation

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.library.entries import Entry
    from tailor.screens.backstage import Backstage
    from tailor.screens.importing import Sheet
    from tailor.screens.paste import Draft
    from tailor.screens.shelf import Book, Shelf

ASKED = "What is asked for: correct how it was understood"


class HomeScreen(Situation):
    """The first screen."""

    CSS_PATH = "home.tcss"
    HELP = "Five keys: enter, a sentence, enter, A to accept, enter to see the summary, enter to save."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="home.back"),
        Binding("ctrl+n", "write", "New", id="home.new", tooltip="Type or paste the steps of your own procedure"),
        Binding("ctrl+t", "requirements", "Requirements", show=False, id="home.requirements", tooltip=ASKED),
        Binding(
            "ctrl+o", "profiles", "Profiles", show=False, id="home.profiles", tooltip="Choose who this is for"
        ),
        Binding("f7", "bring", "Import", show=False, id="home.import", tooltip="A file, a text or a page"),
        Binding("f9", "connect", "Connect", show=False, id="home.connect", tooltip="Choose who answers"),
    ]

    def __init__(self, back: "Backstage") -> None:
        super().__init__(back)
        self.shelf: Shelf | None = None
        self._shown: Procedure | None = None
        self._stamp = -1
        self._listed = ""
        self._wanted = ""
        """Id of what was just imported: it is marked once it is read."""
        self._said: TailorError | None = None
        self._draft: Draft | None = None
        self._drafted_for = ""
        """The search when the draft was left."""
        self._sheet: Sheet | None = None
        self._typed: list[Procedure] = []
        self._searched_before = ""
        self._hint_before = ""

    def body(self) -> Iterable[Widget]:
        """Search, list and preview, hint, strip."""
        yield Static(row(("Tailor", "bold $accent"), ("   make a how-to your own", MUTED)), id="title")
        yield SearchField(placeholder="Search, or type a goal", id="search", select_on_focus=True)
        yield Horizontal(
            BookList(id="books"),
            PageView(id="preview"),
            id="middle",
        )
        yield Static(line("Your situation", MUTED), id="for")
        yield HintField(placeholder=EXAMPLE, id="hint")
        yield Static(id="says")
        yield Static(id="found")
        yield Static(id="strip")

    # -- what is there ---------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Reads everything else once the first frame stands."""
        self.call_after_refresh(self.reload)

    def on_screen_resume(self) -> None:
        """Comes back to what there is now: a review may have saved a new version."""
        if self.shelf is not None and self.back.library_stamp != self._stamp:
            self.reload()

    @work(exclusive=True, group="shelf", exit_on_error=False)
    async def reload(self) -> None:
        """Reads the procedures and what is connected, and shows both."""
        self._stamp = self.back.library_stamp
        self._show_strip()
        try:
            self.shelf = (await asyncio.to_thread(self.back.shelf)).with_written(self._typed)
        except TailorError as error:
            self._stamp = -1
            self.tell(f"{error.message} Enter tries again.", wrong=True)
            return
        self._show_books()
        self._wanted = ""
        self.notice = NOTICE if self.back.is_new else ""
        self.show_requirements()
        self._say_trouble()

    def _read_again(self) -> None:
        """Where the procedures could not be read."""
        if self._stamp < 0 and all(one.is_finished for one in self.workers if one.group == "shelf"):
            self.reload()

    def _say_trouble(self) -> None:
        """Says once that the settings cannot be read, and what to do."""
        from tailor.screens.dialogs import ErrorDialog

        if (trouble := self.back.trouble) is not None and trouble is not self._said:
            self._said = trouble
            self.app.push_screen(ErrorDialog.of(trouble), mode=self.room)

    @property
    def search(self) -> str:
        """What is searched for, in normal form: also the goal of a procedure not written down yet."""
        return normal(self.query_one(SearchField).value)

    def _chosen(self) -> "Book | None":
        """The marked procedure; None where the mark is on the row for a new one."""
        option = self.query_one(BookList).highlighted_option
        return self.shelf.by_key.get(option.id or "") if self.shelf and option else None

    # -- drawing ---------------------------------------------------------------------------------------------

    def _show_books(self) -> None:
        """The books that fit; the mark stays on its book where that is still there, but for another search."""
        if self.shelf is None:
            return
        books = self.query_one(BookList)
        kept = self._chosen() if self.search in ("", self._listed) else None
        self._listed = self.search
        found = self.shelf.find(self.search)
        books.set_options([*map(book_row, found), new_row(self.search)])
        keys = [book.key for book in found]
        marked = self._wanted if self._wanted in keys else kept.key if kept else ""
        books.highlighted = keys.index(marked) if marked in keys else 0

    def _show_page(self) -> None:
        """The steps of the marked procedure."""
        from tailor.screens.page import note_page, procedure_page

        view, book = self.query_one(PageView), self._chosen()
        self._shown = None
        if book is None:
            view.show(partial(note_page, NOT_WRITTEN if self.shelf else READING, MUTED))
            self._hand_on(new=bool(self.search))
            return
        self._hand_on(new=False)
        try:
            self._shown = book.open()
        except TailorError as error:
            view.show(partial(note_page, error.message, "$text-error"))
        else:
            view.show(partial(procedure_page, self._shown))
        self.show_found()

    def _hand_on(self, *, new: bool) -> None:
        """A goal that nobody wrote down yet is Generate's, with what is special; a line says by which key."""
        self.back.wished = (self.search, self.hint) if new else ("", "")
        words = WRITES_NEW if new else NOTICE if self.back.is_new else ""
        if words != self.notice:
            self.notice = words
            self.show_requirements()

    def _show_strip(self) -> None:
        words = self.back.connection().strip(self.room_for_words, waits=bool(self.hint and self._shown))
        self.query_one("#strip", Static).update(words)

    def looked_at(self) -> "Procedure | None":
        """The marked procedure."""
        return self._shown

    # -- what people do --------------------------------------------------------------------------------------

    @on(Field.Changed, "#search")
    def _searched(self) -> None:
        if self._listed != self.search:
            self._show_books()

    @on(Field.Changed, "#hint")
    def _hinted(self) -> None:
        if self.back.wished[0]:
            self.back.wished = (self.back.wished[0], self.hint)
        self.show_requirements()
        self._show_strip()

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        self._show_page()
        self._show_strip()

    def on_resize(self, event: Resize) -> None:
        """Fits the strip, the chips and the example to the new width."""
        self.query_one(HintField).placeholder = EXAMPLE if event.size.width >= SLIM else SHORT_EXAMPLE
        if self.shelf is not None:
            self._show_strip()
            if self.hint or self.back.profile:
                self.show_requirements()

    @on(OptionList.OptionSelected, "#books")
    def action_choose(self) -> None:
        """Takes the marked procedure: on to the hint, or to the sheet for one not written down yet."""
        self._searched()
        if self.shelf is not None and self._chosen() is None:
            self.action_write()
        else:
            self._read_again()
            self.set_focus(self.query_one(HintField))  # now, where focus() would let fast keys slip by

    def action_start(self) -> None:
        """Begins the review, or says in place what is missing."""
        self._searched()
        self._show_page()
        if self.shelf is None:
            self.tell("One moment: the procedures are still being read. Press enter again.")
            self._read_again()
        elif self._chosen() is None:
            self.action_write()
        elif self._shown is None:
            self.tell("This procedure cannot be read. Choose another one above; your words stay here.", wrong=True)
        elif not self._shown.steps:
            self.tell("This procedure has no steps yet. ctrl+n lets you type or paste them.", wrong=True)
        elif not self.hint:
            self.tell("Say in a sentence what is special, for example: I have no oven.", wrong=True)
        else:
            self._review(self._shown)

    def _review(self, procedure: "Procedure") -> None:
        session = begin_review(self.app, self.back, procedure, self.hint, self.corrected)
        if session is not None:
            session.after_save = self._begin_anew
            self.expire()

    def _begin_anew(self) -> None:
        """What was asked for is saved: the next words typed are a search, and no sentence waits to be sent.

        Done while the review still stands in front, so that no fast key meets the old sentence.
        """
        search, hint = self.query_one(SearchField), self.query_one(HintField)
        self._hint_before, hint.value = hint.value or self._hint_before, ""
        self._searched_before, search.value = search.value or self._searched_before, ""
        self.set_focus(search)

    def action_recall(self) -> None:
        """The sentence of the run saved last, into the empty hint."""
        hint = self.query_one(HintField)
        if not hint.value:
            hint.value = self._hint_before
            hint.cursor_position = len(hint.value)

    def action_move(self, rows: int) -> None:
        """Moves the mark in the list while one types."""
        books = self.query_one(BookList)
        if books.option_count:
            books.highlighted = min(max((books.highlighted or 0) + rows, 0), books.option_count - 1)

    def action_back(self) -> None:
        """One step out: to the search; in the search, away with the words, and back with them."""
        search = self.query_one(SearchField)
        if not search.has_focus:
            self.set_focus(search)
        elif search.value:
            self._searched_before, search.value = search.value, ""
        else:
            search.value, self._searched_before = self._searched_before, ""

    def action_connect(self) -> None:
        """Lets the person choose who answers; a sentence that waits for a model is tailored at once."""
        from tailor.screens.connect import choose

        choose(self, self._connected)

    def _connected(self, begins: bool) -> None:
        self._show_strip()
        if begins:
            self.action_start()

    def action_write(self, text: str = "") -> None:
        """Opens the sheet for a procedure of one's own, with what was left on it, and `text` behind that."""
        from tailor.screens.paste import Draft, PasteScreen

        left = self._draft or Draft()
        goal = left.goal if self.search == self._drafted_for else self.search or left.goal
        both = "\n".join(part for part in (left.text, text) if part)
        self.app.push_screen(PasteScreen(Draft(goal, both)), self._written)

    @on(Field.PastedLines)
    def _pasted(self, event: Field.PastedLines) -> None:
        from tailor.screens.importing import is_whole

        (self.action_bring if is_whole(event.text) else self.action_write)(event.text)

    def action_bring(self, text: str = "") -> None:
        """To the import screen; what is saved there is chosen here."""
        from tailor.screens.importing import ImportScreen, Sheet

        sheet = Sheet(text=text) if text else self._sheet
        self.app.push_screen(ImportScreen(self.back, sheet, self._brought))

    def _brought(self, sheet: "Sheet", entries: "tuple[Entry, ...]") -> None:
        self._sheet = sheet
        if entries:
            self.query_one(SearchField).value, self._wanted = entries[0].goal, entries[0].id
            self.set_focus(self.query_one(HintField))

    def _written(self, written: "Procedure | Draft | None") -> None:
        """Takes what the sheet gives back: a procedure, or a draft to be kept."""
        from tailor.screens.paste import Draft

        if written is None or isinstance(written, Draft):
            self._draft, self._drafted_for = written or self._draft, self.search
            return
        self._draft = None
        self._typed.insert(0, written)
        if self.shelf is not None:
            self.shelf = self.shelf.with_written([written])
        search = self.query_one(SearchField)
        self._searched_before, search.value = search.value or self._searched_before, ""
        self._show_books()
        self.query_one(BookList).highlighted = self.shelf.place_of(written) if self.shelf else 0
        self.set_focus(self.query_one(HintField))
