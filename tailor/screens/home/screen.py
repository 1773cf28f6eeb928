"""Home: choose a procedure or type a goal, say what is special about your situation, begin.

The first frame reads no files and no settings. What was typed is never lost: a cleared search, an abandoned draft
and the sentence of the last run can be brought back.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.core.errors import NotFoundError, TailorError
from tailor.core.text import normal
from tailor.drafts import HINT, place_of
from tailor.screens.base import SLIM, BaseScreen, run_aside
from tailor.screens.home.add_how_to import AddHowTo
from tailor.screens.home.situation import ASKED, PROFILES, HintField, Situation
from tailor.screens.home.unfinished import HomeCallbacks, UnfinishedRows
from tailor.screens.widgets.content import MUTED, as_markup, notify, row_text, titled
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import (
    ListRow,
    PageView,
    nearest,
    note_page,
    procedure_page,
)
from tailor.threads import aside

if TYPE_CHECKING:
    from tailor.backend import BackendSummary
    from tailor.core.procedure import Procedure
    from tailor.library.entries import LibraryEntry
    from tailor.screens.dialogs.connect import BackendOption
    from tailor.screens.home.catalog import Catalog, CatalogEntry
    from tailor.workspace import Workspace

WRITES_NEW = "There is no such how-to here yet. F4 writes a new one."
NOT_WRITTEN = "Its steps are not written down yet.\nEnter lets you type or paste them; F4 writes them."
NOTICE = "Suggestions are automatic and can be wrong. You decide."
"""Said on Home until something was run or saved here (DESIGN 12)."""
READING = "Loading …"

EXAMPLE = "What's different for you? For example: I have no oven"
SHORT_EXAMPLE = "What's different? E.g. no oven"  # `EXAMPLE` for a slim window

LOOK = 1.0  # seconds between checks whether the library has changed
PUT_AWAY = "Remove the unfinished one from this list"
NEW = "+"  # the id of the row for a procedure that is not written down yet


class HomeSearchField(CleanInput):
    """The field to search in, or to type a goal."""

    most = 300
    takes_lines = True
    enter_action = "screen.choose"
    HELP = """Search your own how-tos and the built-in ones by their titles. Or type what you want to make or do,
    even if it is not here yet, or paste a whole how-to."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.choose", "Choose", id="home.choose"),
        Binding("down", "screen.move(1)", "Next", show=False, id="home.next"),
        Binding("up", "screen.move(-1)", "Previous", show=False, id="home.previous"),
        Binding("pagedown", "screen.move(10)", "Further down", show=False, id="home.page_down"),
        Binding("pageup", "screen.move(-10)", "Further up", show=False, id="home.page_up"),
    ]

    @on(CleanInput.PastedLines)
    def _pasted(self, event: CleanInput.PastedLines) -> None:
        cast(HomeScreen, self.screen).adding.paste(event.text)


class CatalogList(OptionList):
    HELP = "The how-tos you can start from, your own first. The selected one is shown on the right."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Choose", id="home.select"),
        Binding("d,delete", "put_away", "Remove", show=False, id="home.put_away", tooltip=PUT_AWAY),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow "put away" only on rows that continue something begun."""
        return action != "put_away" or bool(cast(HomeScreen, self.screen).unfinished.row)

    def action_put_away(self) -> None:
        """Remove the marked row from the list if it continues something begun."""
        cast(HomeScreen, self.screen).unfinished.put_away()


def backend_strip(summary: "BackendSummary", width: int, *, waits: bool = False) -> Content:
    """One line of about `width` cells: who answers, then, if it fits, what could be connected.

    `waits`: a sentence waits to be tailored, so say what F9 does with it.
    """
    who = [row_text(("● ", "$accent"), words) for words in (summary.says, summary.short)]
    words = (waits and summary.finds) or summary.more
    both = (row_text(one, "   ", (more, MUTED)) for more in words for one in who)
    return next((one for one in (*both, *who) if one.cell_length <= width), who[-1])


class HomeScreen(BaseScreen[None]):
    CSS_PATH = "home.tcss"
    HELP = (
        "Four key presses: enter (then type your sentence), enter, A to accept and see the summary, enter to save."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="home.back"),
        Binding(
            "ctrl+n",
            "do('adding', 'write')",
            "New",
            id="home.new",
            tooltip="Type or paste the steps of your own how-to",
        ),
        Binding(
            "ctrl+t", "do('situation', 'correct')", "Wishes", show=False, id="home.requirements", tooltip=ASKED
        ),
        Binding(
            "ctrl+o", "do('situation', 'profiles')", "Profiles", show=False, id="home.profiles", tooltip=PROFILES
        ),
        Binding(
            "f7",
            "do('adding', 'bring')",
            "Import",
            show=False,
            id="home.import",
            tooltip="Add a file, some text or a web page",
        ),
        Binding("f9", "connect", "Connect", show=False, id="home.connect", tooltip="Choose the AI model"),
    ]

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__()
        self.workspace = workspace
        self.situation = Situation(self, workspace)
        self.adding = AddHowTo(
            self,
            workspace,
            self._show_written,
            partial(self.reload, marks_new=False),
            self._mark_imported,
            partial(_is_found, self),
        )
        self.unfinished = UnfinishedRows(
            self,
            workspace,
            HomeCallbacks(
                redraw=self._show_books,
                saved=self._begin_anew,
                edited=partial(_mark_edited, self),
                begin_again=self.adding.go_on,
                edit_gone=self.adding.go_on_with_edit,
                goal_at=partial(_goal_at, self),
                forget_words=self.situation.throw_away,
            ),
        )
        self.shelf: Catalog | None = None
        self._shown: Procedure | None = None
        self._stamp = self._settings_stamp = -1
        self._listed = ""
        self._wanted = ""  # the id of what was just imported, to be marked once it is loaded
        self._said: TailorError | None = None  # the settings error that was shown last
        self._searched_before = ""
        self._hint_now = self._hint_before = ""
        self._gone = ""  # why the marked procedure no longer exists

    def body(self) -> Iterable[Widget]:
        search = HomeSearchField(placeholder="Search, or type what to make", id="search", select_on_focus=True)
        yield titled(search, "Search")
        books, preview = CatalogList(id="books"), PageView(id="preview")
        yield Horizontal(titled(books, "How-tos"), titled(preview, "Steps"), id="middle")
        yield titled(HintField(placeholder=EXAMPLE, id="hint", draft=HINT), "Your situation")
        yield Static(id="says")
        yield Static(id="found")
        yield Static(id="strip")

    def on_mount(self) -> None:
        """Load everything else after the first frame: the app's callback waits for that, a screen's does not."""
        self.app.call_after_refresh(self.reload)
        self.set_interval(LOOK, self._look)
        self.set_interval(LOOK, partial(_look_at_settings, self))

    def _look(self, *, again: bool = False) -> None:
        """Reload the list if others changed the library, keeping the mark. `again`: retry after a failure."""
        is_idle = self.is_current and self.shelf is not None and not self.situation.hint
        is_old = self._stamp < 0 if again else is_idle and 0 <= self._stamp != self.workspace.library_stamp
        if is_old and all(one.is_finished for one in self.workers if one.group == "shelf"):
            self.reload(marks_new=again)

    def on_screen_resume(self) -> None:
        """Reload what a review may have changed, and show who answers now.

        A person who comes by the key of Home lands in the search, unless they were writing a hint: the title they
        type next must not become a wish for the marked how-to.
        """
        if self.led_to and not self.situation.is_writing:
            self.set_focus(self.query_one(HomeSearchField))
        self.led_to = False
        if self.shelf is not None:
            self._show_strip()
        if self.shelf is not None and self.workspace.library_stamp != self._stamp:
            self.reload()
        elif self.shelf is not None:
            run_aside(self, self.unfinished.refresh, group="unfinished", exclusive=True)

    @work(exclusive=True, group="shelf", exit_on_error=False)
    async def reload(self, *, marks_new: bool = True) -> None:
        """Load the procedures, and show them and the connection."""
        self._stamp, self._settings_stamp = self.workspace.library_stamp, self.workspace.settings_stamp
        await aside(self.workspace.connection)  # in a thread, as it loads much and keys should not wait
        self._show_strip()
        drafts = self.host.drafts
        try:
            await asyncio.to_thread(drafts.bring_back)
            shelf = await aside(_read_catalog, self.workspace)
            await self.unfinished.load()
            shelf = shelf.with_written(self.adding.all_typed())
            before, self.shelf = self.shelf, shelf
        except TailorError as error:
            self._stamp = -1
            self.situation.tell(f"{error.message} Enter tries again.", wrong=True)
            return
        if before is not None:
            # Mark what was saved last, as the library does; else keep the mark on a how-to whose key changed.
            stays = self.situation.move(moved := shelf.moved_since(before))
            there = before.by_key.keys() | moved.values()
            new = (one.key for one in shelf.entries if one.key not in there)
            last = (self.unfinished.followed or next(new, "")) if marks_new and not self.search else ""
            self._wanted = self._wanted or last or stays
        self.situation.bring_back(lambda key: key == NEW or key in shelf.by_key or self.unfinished.has(key))
        self._show_books()
        self._wanted = ""
        self.situation.notice = NOTICE if self.workspace.is_new else ""
        self.situation.show()
        if (trouble := self.workspace.trouble) is not None and trouble is not self._said:
            self._said = trouble
            self.show_error(trouble)

    @property
    def search(self) -> str:
        """The search in normal form, which is also the goal of a procedure that is not written down yet."""
        return normal(self.query_one(HomeSearchField).value)

    def _chosen(self) -> "CatalogEntry | None":
        """The marked procedure; None on a row that continues something, and on the one for a new procedure."""
        option = self.query_one(CatalogList).highlighted_option
        key = self.unfinished.stands_for(option.id or "") if option else ""
        return self.shelf.by_key.get(key) if self.shelf else None

    # -- drawing ---------------------------------------------------------------------------------------------

    def _show_books(self) -> None:
        """List the matches; the mark stays on its procedure unless the search changed.

        At first it is on what was begun last, so that Enter continues that.
        """
        if self.shelf is None:
            return
        books = self.query_one(CatalogList)
        option = books.highlighted_option if self.search in ("", self._listed) else None
        self._listed = self.search
        # here and whenever the hint changes: the words of an unfinished review are selected, to be typed over
        self.query_one(HintField).select_on_focus = self.unfinished.has_review_of(self.situation.hint)
        found = self.shelf.find(self.search)
        keys = [book.key for book in found]
        new = f"the steps of “{self.search}”" if self.search else "your own how-to"
        begun = self.unfinished.rows(self.search)
        hidden = 0 if begun else self.unfinished.count  # otherwise the last of those rows says how many more
        books.border_subtitle = as_markup(f"{hidden} unfinished ones hidden") if hidden else ""
        rows = [Option(ListRow(one.goal, one.about, special=one.hint), id=one.key) for one in found]
        were = [one.id or "" for one in books.options if one.id != NEW]
        books.set_options([*begun, *rows, Option(ListRow(f"Type or paste {new}", mark="+ "), id=NEW)])
        ids = [*(one.id or "" for one in begun), *keys]
        marked = self._wanted if self._wanted in ids else nearest(option.id or "", were, ids) if option else ""
        first = 0 if self.unfinished.has_first and not self.search else len(begun)
        books.highlighted = ids.index(marked) if marked in ids else first if keys else 0

    def _show_page(self) -> None:
        book, begun = self._chosen(), self.unfinished.marked
        self._shown, trouble, self._gone = None, "", ""
        if book is not None:
            try:
                self._shown = book.open()
            except NotFoundError as error:
                trouble = self._gone = error.message
                if self.workspace.library_stamp != self._stamp:
                    notify(self, trouble)
                    self.reload()  # the list was read before it was deleted
            except TailorError as error:
                trouble = error.message
        known = self.unfinished.hint_of(begun, self._shown)
        self.situation.go_to(begun or (book.key if book else NEW), known)
        self._hand_on(new=bool(self.search and not book and not begun))
        if self._shown is not None:
            page: Callable[[int], list[Content]] = partial(procedure_page, self._shown)
        elif begun:
            page = partial(note_page, self.unfinished.page(begun), MUTED)
        elif book is not None:
            page = partial(note_page, trouble, "$text-error")
        else:
            page = partial(note_page, NOT_WRITTEN if self.shelf else READING, MUTED)
        self.query_one(PageView).show(page)
        self.situation.check()  # the findings shown are those of the row before

    def _hand_on(self, *, new: bool) -> None:
        """Pass a goal without a procedure, and the hint, on to Generate, and show its key."""
        self.host.wished = (self.search, self.situation.hint) if new else ("", "")
        words = WRITES_NEW if new else NOTICE if self.workspace.is_new else ""
        if words != self.situation.notice:
            self.situation.notice = words
            self.situation.show()

    def _show_strip(self) -> None:
        waits = bool(self.situation.hint and self._shown)
        words = backend_strip(self.workspace.connection(), self.text_width, waits=waits)
        self.query_one("#strip", Static).update(words)

    def current_procedure(self) -> "Procedure | None":
        return self._shown

    # -- keys ------------------------------------------------------------------------------------------------

    @on(CleanInput.Changed, "#search")
    def _searched(self) -> None:
        if self._listed != self.search:
            self._show_books()

    @on(CleanInput.Changed, "#hint")
    def _hinted(self, event: CleanInput.Changed) -> None:
        erased, self._hint_now = self._hint_now, event.value
        if len(event.value) == 1 and len(erased.split()) > 1:  # one key replaced it all, perhaps by accident
            self._hint_before = erased
            notify(self, "You typed over your earlier words. The down arrow brings them back.")
        self.query_one(HintField).select_on_focus = self.unfinished.has_review_of(self.situation.hint)
        if self.host.wished[0]:
            self.host.wished = (self.host.wished[0], self.situation.hint)
        self.situation.keep()
        self.unfinished.typed_anew()
        self.situation.show()
        self._show_strip()

    @on(OptionList.OptionHighlighted, "#books")
    def _marked(self) -> None:
        if self.unfinished.unasked():
            self.situation.show()  # replaces the question
        self._show_page()
        self._show_strip()
        self.refresh_bindings()

    def on_resize(self, event: Resize) -> None:
        self.query_one(HintField).placeholder = EXAMPLE if event.size.width >= SLIM else SHORT_EXAMPLE
        if self.shelf is not None:
            self._show_strip()
            if self.situation.hint or self.workspace.profile():
                self.situation.show()

    @on(OptionList.OptionSelected, "#books")
    def action_choose(self) -> None:
        """Choose the marked procedure and go to the hint, or open the form for a new one."""
        self._searched()
        if begun := self.unfinished.marked:
            self.situation.show()  # replaces what was said about this row
            self.unfinished.go_on(begun)
        elif self.shelf is not None and self._chosen() is None and not self.unfinished.row:
            self.adding.write()
        else:
            self._look(again=True)
            self.set_focus(self.query_one(HintField))  # at once, unlike focus(), after which fast keys are lost

    def action_start(self) -> None:
        """Begin the review, or say what is missing."""
        self._searched()
        self._show_page()
        if self.shelf is None:
            self.situation.tell("Still loading. Press enter again in a moment.")
            self._look(again=True)
        elif self.unfinished.marked:
            self.situation.tell("The selected row continues something you began. Select a how-to to tailor it.")
        elif self._chosen() is None:
            self.adding.write()
        elif self._shown is None:
            why = self._gone or "This how-to cannot be read."
            self.situation.tell(f"{why} Choose another one above; your words stay here.", wrong=True)
        elif not self._shown.steps:
            self.situation.tell("This how-to has no steps yet. ctrl+n lets you type or paste them.", wrong=True)
        elif not self.situation.words:
            self.situation.tell("Say what is different for you, for example: I have no oven.", wrong=True)
        elif left := self.unfinished.review_of(self._shown, self.situation.words):
            self.unfinished.ask(left, partial(self._review, self._shown))
        else:
            self._review(self._shown)

    def _review(self, procedure: "Procedure") -> None:
        hint, corrected = self.situation.words, self.situation.corrected
        if (session := self.host.navigation.begin_review(procedure, hint, corrected)) is not None:
            session.after_save = partial(self._begin_anew, procedure, hint)
            self._hint_before = hint
            self.situation.use()
            self.query_one(HintField).select_all()  # after coming back, typing replaces it
            self.situation.expire_profiles()

    def _begin_anew(self, used: "Procedure", words: str) -> None:
        """After a save, clear search and hint while the review still covers them and catches fast keys."""
        search = self.query_one(HomeSearchField)
        self._hint_before = self.query_one(HintField).value or self._hint_before
        self.situation.use_up(words)
        self.host.drafts.forget(place_of(used))
        self._clear_search()
        self.set_focus(search)

    def _clear_search(self) -> None:
        """Clear the search; Esc in the empty field brings the words back."""
        search = self.query_one(HomeSearchField)
        self._searched_before, search.value = search.value or self._searched_before, ""

    def action_recall(self) -> None:
        """Swap the hint with the sentence that was there before it."""
        hint = self.query_one(HintField)
        if self._hint_before:
            self._hint_now = earlier = self._hint_before
            hint.value, self._hint_before = earlier, hint.value
            hint.cursor_position = len(earlier)

    def action_move(self, rows: int) -> None:
        """Move the mark in the list while the focus stays in the search."""
        books = self.query_one(CatalogList)
        if books.option_count:
            books.highlighted = min(max((books.highlighted or 0) + rows, 0), books.option_count - 1)

    def action_back(self) -> None:
        """Go to the search; once there, clear it or bring the cleared words back."""
        search = self.query_one(HomeSearchField)
        if not search.has_focus:
            self.set_focus(search)
        elif search.value:
            self._searched_before, search.value = search.value, ""
        else:
            search.value, self._searched_before = self._searched_before, ""
            search.select_all()  # the next letter starts a new search

    def action_connect(self) -> None:
        """Let the person choose who answers; a sentence that waits for a model is then tailored at once."""
        from tailor.screens.dialogs.connect import ConnectDialog, take

        waits = bool(self.situation.hint and self._shown and self.workspace.connection().finds)

        def connected(chosen: "BackendOption") -> None:
            goes_on = waits and chosen.is_model
            try:
                take(self.workspace, chosen)
            except TailorError as error:
                self.situation.tell(error.message, wrong=True)
                goes_on = False
            self._show_strip()
            if goes_on and self._shown is not None:
                self._review(self._shown)  # a new review, even if one exists: another model answers now

        self.ask(ConnectDialog(self.workspace, takes_only_one=waits), connected)

    def _mark_imported(self, id: str) -> None:
        """Mark the imported how-to once it is loaded, among all others."""
        self._clear_search()
        self._wanted = id
        self.set_focus(self.query_one(HintField))

    def _show_written(self, written: "Procedure") -> None:
        """List and mark a how-to that was just typed."""
        if self.shelf is not None:
            self.shelf = self.shelf.with_written([written])
        self._clear_search()
        self._show_books()
        books = self.query_one(CatalogList)
        books.highlighted = books.get_option_index(self.shelf.key_of(written)) if self.shelf else 0
        self.set_focus(self.query_one(HintField))


def _read_catalog(workspace: "Workspace") -> "Catalog":
    from tailor.screens.home.catalog import read_catalog  # in the thread: it takes longer than the first frame

    return read_catalog(workspace)


def _goal_at(home: HomeScreen, key: str) -> str | None:
    """The title of the how-to with this id, or "a new how-to" for the row of a new one; None if there is none."""
    book = home.shelf.by_key.get(key) if home.shelf else None
    return book.goal if book else "a new how-to" if key == NEW else None


def _look_at_settings(home: HomeScreen) -> None:
    """Reread the settings if others changed them: a new profile line may be an allergy."""
    stamp = home.workspace.settings_stamp
    if home.is_current and home.shelf is not None and stamp != home._settings_stamp:
        home._settings_stamp = stamp
        home.workspace.reread()
        home._show_strip()
        home.situation.show()


def _mark_edited(home: HomeScreen, entry: "LibraryEntry", words: str) -> None:
    """Mark a how-to that was edited by hand and saved, once it is loaded."""
    home._wanted = entry.id
    notify(home.app, words)


def _is_found(home: HomeScreen) -> bool:
    """Whether the searched words found a how-to or something begun; if so, they are not a new title."""
    home._searched()
    return home._chosen() is not None or bool(home.unfinished.marked)
