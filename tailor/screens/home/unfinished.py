"""The first rows of Home: what was begun and can be continued."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.app import SystemCommand
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.drafts import HINT_AT, Drafts, edit_places, new_places
from tailor.screens.base import BaseScreen
from tailor.screens.home.situation import BEGUN, DRAFT, HintField
from tailor.screens.widgets.content import as_markup
from tailor.screens.widgets.lists import NARROWEST, ListRow

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.library.entries import LibraryEntry
    from tailor.paths import Paths
    from tailor.runs.unfinished import Unfinished, UnfinishedReview
    from tailor.workspace import Workspace

PUT_AWAY: Final = "Tab, then d removes it from this list."
GOES_ON: Final = "▸"
"""Marks what was begun, if there is no room to say how."""
_FOR_WORDS: Final = 64
"""Width of a row from which "What's different" fits before the title and the words."""


def _row(doing: str, goal: str, progress: str, special: str, more: int, alike: bool) -> ListRow:
    """`special`: what tells the row apart; `more`: how many rows a search hides; `alike`: another has its title.

    In a small window the figures, as in "12/14", say that it was begun, which leaves more room for the title.
    In any other the words at the right are shortened, or left out, before the title is cut.
    """
    counted = re.search(r"(\d+) of (\d+ \w+)", progress)
    figures = f"{counted[1]}/{counted[2]}" if counted else ""  # "12/14 decided"
    said = f"{doing}: {goal}"
    hidden = f"{more} more" if more else ""
    ends = [" · ".join(filter(None, (one, hidden))) for one in _shortened(progress, figures.partition(" ")[0])]
    return ListRow(
        said,
        ends[0],
        special=special,
        narrowest=NARROWEST if progress else _FOR_WORDS,
        short=figures if alike else figures.partition(" ")[0],
        short_left=f"{GOES_ON} {goal}" if figures or not progress else said,
        shorter=tuple(ends[1:]),
    )


def _shortened(progress: str, figures: str) -> list[str]:
    """The words, and everything shorter that says how far it is, the longest first; "" if there are no figures."""
    parts = progress.split(", ")
    heads = [parts[0], figures] if figures else [parts[0]]
    ends = {", ".join((head, *parts[1:most])) for head in heads for most in range(1, len(parts) + 1)}
    return sorted(ends if figures else {*ends, ""}, key=len, reverse=True)


def _unfinished(paths: "Paths", typed: frozenset[str]) -> "list[Unfinished]":
    """What can be continued. The code that reads reviews is imported only if there may be one, in this thread."""
    from tailor.runs.record_files import may_wait

    if not may_wait(paths):
        return []
    from tailor.runs.unfinished import unfinished

    return unfinished(paths, typed=typed)


def _titles(workspace: "Workspace", edited: dict[str, str]) -> dict[str, str]:
    """The titles of the how-tos being changed, by id: as changed, else as saved."""
    named = {}
    for id, goal in edited.items():
        with suppress(TailorError):
            goal = goal or workspace.library.procedure(id).goal
        named[id] = goal or "a how-to"
    return named


THROWS_AWAY: Final = "Tab, then d throws it away."


class DraftRow(NamedTuple):
    doing: str
    """What was begun: "Typing" a new how-to, "Editing" a saved one, or saying "What's different"."""
    name: str
    """The name a new one was begun under, the id of a saved one, or the id of the row the words were typed at."""
    goal: str
    progress: str
    places: tuple[str, ...]
    """Where it is kept in the drafts."""
    words: str = ""
    """The words themselves, if it is words about a situation."""
    is_short: bool = False
    """Whether it is quickly typed again, so that it is thrown away without asking."""

    @property
    def id(self) -> str:
        return f"{DRAFT}{self.doing} {self.name}"

    @property
    def at(self) -> str:
        """The id of the row that words about a situation were typed at; "" for anything else."""
        return self.name if self.words else ""

    @property
    def about(self) -> str:
        """The text shown beside the list."""
        which = "changing this how-to; it is not saved yet" if self.doing == "Editing" else "typing this how-to"
        return f"You were {which}. Enter opens it again.\n{THROWS_AWAY}"


def _draft_rows(
    drafts: Drafts, edited: Mapping[str, str], goal_at: Callable[[str], str | None]
) -> Iterator[DraftRow]:
    """The rows for drafts, the latest of each kind first. `edited`: the titles of how-tos being changed, by id;
    `goal_at` returns the title of the row where words were typed, None if they need no row of their own.
    """
    for name, goal in drafts.begun().items():
        places = new_places(name)
        goal = goal or "a how-to without a name"
        yield DraftRow("Typing", name, goal, "not added yet", places, is_short=not drafts.get(places[1]))
    for id, goal in edited.items():
        yield DraftRow("Editing", id, goal, "not saved yet", edit_places(id))
    for at, words in drafts.hints().items():
        if (where := goal_at(at)) is not None:
            yield DraftRow("What's different", at, where, "", (HINT_AT + at,), words=f"“{words}”")


class HomeCallbacks(NamedTuple):
    """What the rows ask of the Home screen they are on."""

    redraw: Callable[[], None]
    """Called if the rows have changed."""
    saved: "Callable[[Procedure, str], None]"
    """Called once a continued review, of this original with these words, was saved."""
    edited: "Callable[[LibraryEntry, str], None]"
    """Called once a continued edit of a how-to was saved, with a sentence about it."""
    begin_again: Callable[[str], None]
    """Opens the form for the new how-to begun under this name."""
    edit_gone: Callable[[str], None]
    """Opens that form with the edit of the how-to with this id, which was deleted."""
    goal_at: Callable[[str], str | None]
    """Returns the title of the how-to with this id, if it is listed."""
    forget_words: Callable[[str], None]
    """Called when the words typed at this row are thrown away."""


class UnfinishedRows:
    """The rows of one Home screen; each begins with what was being done, and Enter continues it."""

    def __init__(
        self,
        screen: BaseScreen[None],
        workspace: "Workspace",
        home: HomeCallbacks,
    ) -> None:
        self._screen, self._workspace, self._home = screen, workspace, home
        self._found: dict[str, Unfinished] = {}
        self._typed: dict[str, DraftRow] = {}
        self._edited: dict[str, str] = {}  # the titles of the how-tos being changed, by id
        self.followed = ""
        """The row of what was followed since the last load, which is marked when the person comes back."""
        self._asked = ""  # the id of the row that a second key press throws away

    async def load(self) -> bool:
        """Read what there is; return whether that has changed."""
        typed = self._screen.host.drafts.half_typed()
        found = await asyncio.to_thread(_unfinished, self._workspace.paths, typed)
        if edited := self._screen.host.drafts.edited():
            edited = await asyncio.to_thread(_titles, self._workspace, edited)
        before = self._found, self._typed
        self._found, self._edited = {f"{BEGUN}{one.key}": one for one in found}, edited
        self.followed = next(
            (id for id, one in self._found.items() if one.doing == "Following" and before[0].get(id) != one), ""
        )
        self._take_drafts()
        return (self._found, self._typed) != before

    def _take_drafts(self) -> None:
        """Make the rows for drafts, except for words that an unfinished review has already."""
        waiting = {(one.goal, f"“{one.hint}”") for one in self._found.values()}
        drafts, self._typed = self._screen.host.drafts, {}
        if drafts.begun() or drafts.hints() or self._edited:
            rows = _draft_rows(drafts, self._edited, self._goal_at)
            self._typed = {one.id: one for one in rows if (one.goal, one.words) not in waiting}

    def _goal_at(self, at: str) -> str | None:
        """The title of the how-to with this row id; None if the row itself continues something."""
        return None if at in self._found or at in self._typed else self._home.goal_at(at)

    def typed_anew(self) -> None:
        """Update the rows after drafts may have changed."""
        before = self._typed
        self._take_drafts()
        if self._typed != before:
            self._home.redraw()

    @property
    def count(self) -> int:
        """How many rows there are without a search."""
        return len(self._found) + len(self._typed)

    @property
    def has_first(self) -> bool:
        """Whether one of the rows continues work; mere words about a how-to do not count."""
        return len(self._found) + sum(not one.at for one in self._typed.values()) > 0

    def rows(self, search: str) -> list[Option]:
        """The rows with every word of the search in goal or hint.

        How-tos being typed come first, words about a how-to last. The last row says how many others are hidden.
        """
        from tailor.library.entries import told_apart
        from tailor.library.search import terms

        self._take_drafts()
        found = [(one.doing, one.goal, one.progress, "", one.id) for one in self._typed.values() if not one.at]
        found += [(one.doing, one.goal, one.progress, one.hint, id) for id, one in self._found.items()]
        special = told_apart((f"{doing} {goal}", hint, "", "") for doing, goal, _, hint, _ in found)
        titles = [goal for _, goal, *_ in found]
        said = [one for one in self._typed.values() if one.at]
        found += [(one.doing, one.goal, one.progress, one.words, one.id) for one in said]
        special += [one.words for one in said]
        words = terms(search)
        texts = [f"{goal} {hint}".lower() for _, goal, _, hint, _ in found]
        fits = [at for at, text in enumerate(texts) if all(word.within(text) for word in words)]
        more = len(found) - len(fits)
        return [
            Option(
                _row(
                    *found[at][:3],
                    special[at],
                    more if at == fits[-1] else 0,
                    titles.count(found[at][1]) > 1,
                ),
                id=found[at][-1],
            )
            for at in fits
        ]

    def has_review_of(self, hint: str) -> bool:
        return bool(hint) and any(one.hint == hint for one in self._found.values())

    def review_of(self, procedure: "Procedure", hint: str) -> str:
        """The id of the latest review of exactly this how-to and these words; "" for none."""
        return next((id for id, one in self._reviews_of(procedure) if one.hint == hint), "")

    def hint_of(self, id: str, procedure: "Procedure | None") -> str:
        """The words of the row with this id; without an id, of the latest review of this how-to; "" for none."""
        if id:
            return self._found[id].hint if id in self._found else ""
        return next((one.hint for _, one in self._reviews_of(procedure) if one.hint), "") if procedure else ""

    def _reviews_of(self, procedure: "Procedure") -> "Iterator[tuple[str, UnfinishedReview]]":
        for id, one in self._found.items():
            if one.doing == "Reviewing" and one.is_of(procedure):
                yield id, one

    def commands(self) -> Iterator[SystemCommand]:
        """The rows as commands for the palette, except words about a how-to, which are typed only on Home."""
        for row in self._typed.values():
            if not row.at:
                name = as_markup(f"Continue {row.doing.lower()}: {row.goal}")
                yield SystemCommand(name, as_markup(row.progress), partial(self.open, row.id))
        for id, one in self._found.items():
            name = as_markup(" · ".join(filter(None, (f"Continue {one.doing.lower()}: {one.goal}", one.hint))))
            yield SystemCommand(name, as_markup(one.progress), partial(self.open, id))

    @property
    def row(self) -> str:
        """The id of the marked row if it is one of these, else ""."""
        option = self._screen.query_one("#books", OptionList).highlighted_option
        id = option.id if option and option.id else ""
        return id if id in self._typed or id in self._found else ""

    @property
    def marked(self) -> str:
        """The same, but "" for words about a how-to, since such a row stands for the how-to."""
        return self.row if self.has(self.row) else ""

    def has(self, id: str) -> bool:
        """Whether the row with this id continues something, rather than standing for a how-to."""
        return id in self._found or (id in self._typed and not self._typed[id].at)

    def stands_for(self, id: str) -> str:
        """The id of the how-to that a row of words is about; any other id unchanged."""
        return self._typed[id].at if id in self._typed and self._typed[id].at else id

    def ask(self, id: str, anew: Callable[[], None]) -> None:
        """Ask whether to continue this review or to begin a new one with `anew`."""
        from tailor.screens.dialogs.base import AnswerOption, Question

        choices = (AnswerOption("c", "continue it"), AnswerOption("b", "begin again; this one stays on the list"))
        words = (
            f"{self._found[id].goal}\n\nYou have a review with these words already: {self._found[id].progress}."
        )

        def answered(key: str) -> None:
            if key == "c":
                self.go_on(id)
            else:
                anew()

        self._screen.ask(Question("Continue where you left off?", words, choices), answered)

    def go_on(self, id: str) -> None:
        """Run `open` as a worker of the screen, in a group that `refresh` does not cancel.

        The form for a new how-to opens at once, before any key that is typed fast.
        """
        if id in self._typed and self._typed[id].doing == "Typing":
            self._home.begin_again(self._typed[id].name)
            return
        self._screen.run_worker(self.open(id), group="go on", exclusive=True)

    def page(self, id: str) -> str:
        if id in self._typed:
            return self._typed[id].about
        one = self._found[id]
        if one.doing == "Reviewing":
            about = f"You were reviewing changes: {one.progress}.\nEnter continues. {PUT_AWAY}"
        elif one.only_timer:
            about = f"You finished this. Its timer {one.progress}.\nEnter shows the timer."
        else:
            about = f"You were following this: {one.progress}.\nEnter continues; once there, f finishes it."
        return f"{one.goal}\n\n{about}"

    async def refresh(self) -> None:
        if await self.load():
            self._home.redraw()
            books = self._screen.query_one("#books", OptionList)
            ids = [one.id for one in books.options]
            if self.followed in ids and not isinstance(self._screen.focused, HintField):
                books.highlighted = ids.index(self.followed)

    def put_away(self) -> None:
        """Remove the marked review from the list (its record stays), or throw away a draft at the second press.

        An error opens a dialog.
        """
        from tailor.runs.history import put_away

        if row := self._typed.get(self.row):
            if row.is_short or self._asked == row.id:
                self._throw_away(row)
            else:
                self._asked = row.id
                self._screen.tell("Press d again to throw away what you typed.", wrong=True)
            return
        one = self._found.get(id := self.marked)
        if one is not None and one.doing == "Reviewing":
            try:
                put_away(one.path)
            except TailorError as error:
                self._screen.show_error(error)
            else:
                del self._found[id]
                self._home.redraw()

    def _throw_away(self, row: DraftRow) -> None:
        self._screen.host.drafts.forget(*row.places)
        if row.at:
            self._home.forget_words(row.at)
        self._edited.pop(row.name, None)
        self._home.redraw()

    def unasked(self) -> bool:
        """Forget a first press to throw away, as another row is marked; return whether there was one."""
        asked, self._asked = self._asked, ""
        return bool(asked)

    async def open(self, id: str) -> None:
        """Continue what the row with this id stands for. An error opens a dialog."""
        if id in self._typed:
            await self._open_draft(self._typed[id])
            return
        one = self._found[id]
        if one.doing != "Reviewing":
            self._screen.host.navigation.follow(one.following.unchanged)
            return
        from tailor.runs.unfinished import reopen
        from tailor.screens.review.screen import reopened

        try:
            kept, saved = await asyncio.to_thread(reopen, self._workspace, one)
            screen = reopened(self._workspace, kept, saved)
            screen.session.after_save = partial(self._home.saved, one.original, one.hint)
            self._screen.app.push_screen(screen)
        except TailorError as error:
            self._screen.show_error(error)

    async def _open_draft(self, row: DraftRow) -> None:
        """Open the form with a draft; an edit of a how-to that was deleted meanwhile becomes a new one."""
        if row.doing == "Typing":
            self._home.begin_again(row.name)
            return
        from tailor.screens.library.pages import edit_by_hand

        try:
            saved = await asyncio.to_thread(self._workspace.library.load, row.name)
        except TailorError:
            self._home.edit_gone(row.name)
        else:
            edit_by_hand(self._screen, self._workspace, saved, self._home.edited)
