"""What Home knows of a situation: the hint, the profiles that count, the requirements, what the guard finds.

Owns these and their two windows. Refuses to know procedures beyond the one it is told of, and to drop a
correction: requirements corrected for one hint are there again when the hint is.
"""

import asyncio
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.core.text import normal
from tailor.screens.home_parts import HintField
from tailor.screens.room import Room
from tailor.screens.safe import MUTED, lines, safe

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.screens.backstage import Backstage
    from tailor.screens.profiles import Eating

SLIM = 72
"""Columns below which the margins are narrow, as in the style sheets."""

PAUSE = 0.1
"""Seconds without a key before the guard looks: not at every letter."""


class Situation(Room):
    """The part of Home below the list."""

    def __init__(self, back: "Backstage") -> None:
        super().__init__()
        self.back = back
        self.notice = ""
        """Said while there is nothing else to say."""
        self._asked = 0
        """Questions to the guard so far."""
        self._corrected: dict[tuple[str, tuple[str, ...]], tuple[Requirement, ...]] = {}
        self._read: tuple[tuple[str, tuple[str, ...]], tuple[Requirement, ...]] = (("", ()), ())
        """The hint and profiles read last, and what was read: a very long hint takes a second."""

    @property
    def hint(self) -> str:
        """The hint in normal form."""
        return normal(self.query_one(HintField).value)

    @property
    def corrected(self) -> "tuple[Requirement, ...] | None":
        """The requirements as corrected for this hint and these profiles; None: as they are read."""
        return self._corrected.get((self.hint, self.back.profile))

    @property
    def requirements(self) -> "tuple[Requirement, ...]":
        """What is asked for now."""
        from tailor.core.hints import split

        asked = (self.hint, self.back.profile)
        if self._read[0] != asked:
            self._read = (asked, split(*asked))
        return self._corrected.get(asked) or self._read[1]

    def looked_at(self) -> "Procedure | None":
        """The procedure that the guard is to read; None while there is none."""
        return None

    # -- drawing ---------------------------------------------------------------------------------------------

    @property
    def room_for_words(self) -> int:
        """Cells between the margins of the window."""
        return max(self.size.width - (6 if self.size.width >= SLIM else 2), 20)

    def show_requirements(self) -> None:
        """What is read in the hint, while it is typed, and in the profiles that count."""
        asked = self.requirements if self.hint or self.back.profile else ()
        self.show_found()
        if not asked:
            self.tell(self.notice)
            return
        from tailor.screens.page import requirement_chips

        width = self.room_for_words
        if self.hint or not self.notice:
            self._say(requirement_chips(asked, width, 2))
        else:
            self._say(lines(requirement_chips(asked, width, 1), safe(self.notice, MUTED)))

    def tell(self, words: str, *, wrong: bool = False) -> None:
        """A sentence in place, under the hint."""
        self._say(safe(words, "$text-warning" if wrong else MUTED))

    def _say(self, content: Content) -> None:
        self.query_one("#says", Static).update(content, layout=False)

    @work(group="found", exit_on_error=False)
    async def show_found(self) -> None:
        """What the guard finds against the requirements, before anything runs; only the latest question counts."""
        self._asked += 1
        mine, procedure = self._asked, self.looked_at()
        on = tuple(one for one in self.requirements if one.on)
        found: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        if on:
            await asyncio.sleep(PAUSE)
            if mine == self._asked:
                found = await asyncio.to_thread(_found, procedure, on)
        if mine != self._asked:
            return
        from tailor.screens.page import found_page

        shown = self.query_one("#found", Static)
        shown.display = any(found)
        if any(found):
            shown.update(found_page(*found, self.room_for_words), layout=False)

    def action_editor(self) -> None:
        """The hint in the person's own editor; where that fails it stays as it is, and why is said."""
        from tailor.screens.dialogs import ErrorDialog
        from tailor.screens.editing import in_editor

        field = self.query_one(HintField)
        try:
            field.value = in_editor(self.app, field.value, self.back.environment)
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
        else:
            field.cursor_position = len(field.value)

    # -- the two windows -------------------------------------------------------------------------------------

    def action_requirements(self) -> None:
        """The requirements, to be corrected; what a situation usually brings along is offered."""
        from tailor.screens.requirements_sheet import RequirementsSheet, with_implied

        asked = self.requirements
        if not asked:
            self.tell("Say in a sentence what is special; then you can correct how it was understood.")
            return
        self.app.push_screen(RequirementsSheet(with_implied(asked), joins=True), self._correct)

    def _correct(self, now: "tuple[Requirement, ...] | None") -> None:
        from tailor.core.requirements import taken

        if now is not None:
            self._corrected[self.hint, self.back.profile] = taken(now)
            self.show_requirements()

    def action_profiles(self) -> None:
        """Who is this for: saved profiles, for the next run or for always."""
        from tailor.screens.profiles import ProfilesDialog

        self.app.push_screen(ProfilesDialog(self.back), self._eat)

    def _eat(self, eating: "Eating | None") -> None:
        if eating is None:
            self.show_requirements()
            return
        try:
            if eating.always != tuple(self.back.config.use):
                self.back.use_profiles(eating.always)
        except TailorError as error:
            self.tell(error.message, wrong=True)
            return
        same = set(eating.tonight) == set(eating.always)
        self.back.tonight = None if same else eating.tonight
        self.show_requirements()

    def expire(self) -> None:
        """A run began: profiles that counted for it alone count no more, and that is said."""
        if (were := self.back.tonight) is None:
            return
        names = ", ".join(were) or "none"
        self.back.tonight = None
        self.show_requirements()
        self.tell(f"For that run only: {names}. Now those that always count do again; ^o changes it.")


def _found(
    procedure: "Procedure | None", on: "tuple[Requirement, ...]"
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the requirements say against each other, and what stands in the procedure against them."""
    from tailor.core.coverage import found_in
    from tailor.core.report import found_words, spoken_against

    return found_words(spoken_against(on)), found_words(found_in(procedure, on)) if procedure else ()
