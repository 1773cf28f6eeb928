"""The first rows of Home: what was begun and can be gone on with."""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.app import SystemCommand
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tailor.core.errors import TailorError
from tailor.drafts import new_places
from tailor.screens.base import BaseScreen
from tailor.screens.widgets.content import as_markup
from tailor.screens.widgets.lists import ListRow

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.paths import Paths
    from tailor.runs.unfinished import Unfinished, UnfinishedReview
    from tailor.workspace import Workspace

WRITING = "unfinished.writing "
"""Begins the id of a how-to being typed; the name it was begun under follows."""
PUT_AWAY: Final = "Tab, then d removes it from this list."
GOES_ON: Final = "▸"
"""Before what was begun, where there is no room to say how."""


def _figures(progress: str) -> str:
    """ "12 of 14" of "12 of 14 decided"; "" without figures."""
    found = re.search(r"\d+ of \d+", progress)
    return found[0] if found else ""


def _row(doing: str, goal: str, progress: str, special: str, more: int) -> ListRow:
    """`special`: what tells it from others; `more`: how many a search hides. In a small window figures say that it
    was begun, and the title has the room of the word.
    """
    figures = _figures(progress).replace(" of ", "/")
    said = f"{doing}: {goal}"
    return ListRow(
        said,
        progress + (f" · {more} more" if more else ""),
        special=special,
        short=figures,
        short_left=f"{GOES_ON} {goal}" if figures else said,
    )


def _unfinished(paths: "Paths") -> "list[Unfinished]":
    """What can be gone on with. What reads a review is loaded only where one may wait, and in this thread."""
    from tailor.runs.record_files import may_wait

    if not may_wait(paths):
        return []
    from tailor.runs.unfinished import unfinished

    return unfinished(paths)


class UnfinishedRows:
    """The rows of one Home, in its list; each begins with what was done, and Enter on it goes on.

    `redraw` is called when there are others than before, `saved` with the original and the hint of a review that
    was gone on with and saved.
    """

    def __init__(
        self,
        screen: BaseScreen[None],
        workspace: "Workspace",
        redraw: Callable[[], None],
        saved: "Callable[[Procedure, str], None]",
    ) -> None:
        self._screen, self._workspace, self._redraw, self._saved = screen, workspace, redraw, saved
        self._found: dict[str, Unfinished] = {}
        self._typing: dict[str, str] = {}  # the titles of the how-tos being typed, by id

    async def load(self) -> bool:
        """Read what there is; whether it is something else than before."""
        found = await asyncio.to_thread(_unfinished, self._workspace.paths)
        before = self._found, self._typing
        self._found = {f"unfinished.{one.key}": one for one in found}
        begun = self._screen.host.drafts.begun()
        self._typing = {f"{WRITING}{name}": goal or "a how-to without a name" for name, goal in begun.items()}
        return (self._found, self._typing) != before

    @property
    def count(self) -> int:
        """How many rows there are without a search."""
        return len(self._found) + len(self._typing)

    def rows(self, search: str) -> list[Option]:
        """The rows with every word of the search in goal or hint; how-tos being typed come first.

        The last row says how many more wait.
        """
        from tailor.library.entries import told_apart
        from tailor.library.search import terms

        found = [("Typing", goal, "not added yet", "", id) for id, goal in self._typing.items()]
        found += [(one.doing, one.goal, one.progress, one.hint, id) for id, one in self._found.items()]
        special = told_apart((f"{doing} {goal}", hint, "", "") for doing, goal, _, hint, _ in found)
        words = terms(search)
        said = [f"{goal} {hint}".lower() for _, goal, _, hint, _ in found]
        fits = [at for at, text in enumerate(said) if all(word.within(text) for word in words)]
        more = len(found) - len(fits)
        return [
            Option(_row(*found[at][:3], special[at], more if at == fits[-1] else 0), id=found[at][-1])
            for at in fits
        ]

    def has_review_of(self, hint: str) -> bool:
        """Whether a review of just these words waits."""
        return bool(hint) and any(one.hint == hint for one in self._found.values())

    def review_of(self, procedure: "Procedure", hint: str) -> str:
        """The id of the latest review of just this how-to and these words; "" for none."""
        return next((id for id, one in self._reviews_of(procedure) if one.hint == hint), "")

    def hint_of(self, id: str, procedure: "Procedure | None") -> str:
        """The words of the review with this id, else of the latest one of this how-to that waits; "" for none."""
        if id:
            return self._found[id].hint if id in self._found else ""
        return next((one.hint for _, one in self._reviews_of(procedure) if one.hint), "") if procedure else ""

    def _reviews_of(self, procedure: "Procedure") -> "Iterator[tuple[str, UnfinishedReview]]":
        if not self._found:  # what reads a review is not loaded then
            return
        from tailor.runs.unfinished import UnfinishedReview

        for id, one in self._found.items():
            if isinstance(one, UnfinishedReview) and one.is_of(procedure):
                yield id, one

    def commands(self) -> Iterator[SystemCommand]:
        """The same for the palette."""
        for id, one in self._found.items():
            go_on = partial(self.open, id)
            yield SystemCommand(
                as_markup(f"Continue {one.doing.lower()}: {one.goal}"), as_markup(one.progress), go_on
            )

    @property
    def marked(self) -> str:
        """The id of the marked row if it is one of these, else ""."""
        option = self._screen.query_one("#books", OptionList).highlighted_option
        id = option.id if option and option.id else ""
        return id if self.has(id) else ""

    def has(self, id: str) -> bool:
        """Whether this is the id of one of the rows."""
        return id in self._typing or id in self._found

    def ask(self, id: str, anew: Callable[[], None]) -> None:
        """Whether to go on with this review or to begin another one, `anew`."""
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
        """`open` as a worker of the screen; another group than that of `refresh`, which would end it."""
        self._screen.run_worker(self.open(id), group="go on", exclusive=True)

    def page(self, id: str) -> str:
        """What is said beside the marked row."""
        if id in self._typing:
            away = "" if self._steps_typed(id) else f"\n{PUT_AWAY}"
            return f"You were typing this how-to. Enter opens it again.{away}"
        from tailor.runs.unfinished import UnfinishedReview

        one = self._found[id]
        if isinstance(one, UnfinishedReview):
            about = f"You were reviewing changes: {one.progress}.\nEnter goes on. {PUT_AWAY}"
        elif one.only_timer:
            about = f"You finished this. Its timer {one.progress}.\nEnter shows the timer."
        else:
            about = f"You were following this: {one.progress}.\nEnter goes on with it; in there, f finishes it."
        return f"{one.goal}\n\n{about}"

    async def refresh(self) -> None:
        """Read again what there is."""
        if await self.load():
            self._redraw()

    def _steps_typed(self, id: str) -> str:
        return self._screen.host.drafts.get(new_places(id.removeprefix(WRITING))[1])

    def put_away(self) -> None:
        """List the marked review no longer (its record stays), or title without steps. An error opens a dialog."""
        from tailor.runs.history import put_away
        from tailor.runs.unfinished import UnfinishedReview

        if self.marked in self._typing and not self._steps_typed(self.marked):
            self._screen.host.drafts.forget(*new_places(self.marked.removeprefix(WRITING)))
            del self._typing[self.marked]
            self._redraw()
            return
        one = self._found.get(id := self.marked)
        if isinstance(one, UnfinishedReview):
            try:
                put_away(one.path)
            except TailorError as error:
                self._screen.show_error(error)
            else:
                del self._found[id]
                self._redraw()

    async def open(self, id: str) -> None:
        """Go on with it. An error opens a dialog."""
        from tailor.runs.unfinished import UnfinishedReview, reopen

        one, app = self._found[id], self._screen.host
        if not isinstance(one, UnfinishedReview):
            app.navigation.follow(one.following.unchanged)
            return
        from tailor.screens.review.screen import reopened

        try:
            kept, saved = await asyncio.to_thread(reopen, self._workspace, one)
            screen = reopened(self._workspace, kept, saved)
            screen.session.after_save = partial(self._saved, one.original, one.hint)
            self._screen.app.push_screen(screen)
        except TailorError as error:
            self._screen.show_error(error)
