"""What is special about a person's situation: the hint, the profiles with it, and how both were understood."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.core.text import LONGEST_HINT, normal
from tailor.drafts import HINT, HINT_AT, HINT_FOR, HINT_WISHES, SHEET
from tailor.screens.base import BaseScreen, run_aside
from tailor.screens.widgets.content import MUTED, lines, safe_text
from tailor.screens.widgets.inputs import WrappedInput
from tailor.screens.widgets.lists import found_page, requirement_chips
from tailor.threads import aside

if TYPE_CHECKING:
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.screens.dialogs.profiles import ProfileSelection
    from tailor.workspace import Workspace

ASKED = "Your wishes, and how they were understood"
PROFILES, EDITOR = "Choose who this is for", "Write it in your own editor"
BEGUN = "unfinished."  # prefix of the key of a row that continues something
DRAFT = f"{BEGUN}draft "  # prefix for rows that continue what was typed; a hint is never about one of these
PAUSE = 0.1  # seconds without a key before the guard runs, so that it does not run at every letter

Asked: TypeAlias = tuple[str, tuple[str, ...]]  # a hint and the profiles used with it


class HintField(WrappedInput):
    enter_action = "screen.start"
    joint = "; "
    HELP = """Say in a sentence what is different for you: what you lack, what you must avoid, what you
    like, how skilled you are. What Tailor understood is shown below."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.start", "Tailor it", id="home.start"),
        Binding("up", "screen.back", "Back to the list", show=False, id="home.up"),
        Binding("down", "screen.recall", "Earlier words", show=False, id="home.recall"),
        Binding("ctrl+t", "screen.do('situation', 'correct')", "Wishes", id="home.requirements"),
        Binding("ctrl+o", "screen.do('situation', 'profiles')", "Profiles", id="home.profiles"),
        Binding(
            "ctrl+l", "screen.do('situation', 'editor')", "Editor", show=False, id="home.editor", tooltip=EDITOR
        ),
    ]


class Situation:
    """The hint, profiles and requirements of a screen with a HintField, a #says and a #found line."""

    def __init__(self, screen: BaseScreen[None], workspace: "Workspace") -> None:
        self.notice = ""  # shown if there is nothing else to say
        self._screen, self._workspace = screen, workspace
        self._corrected: dict[Asked, tuple[Requirement, ...]] = {}
        self._read: tuple[Asked, tuple[Requirement, ...]] = (("", ()), ())
        """What was parsed last, with the result, as a very long hint takes a second."""
        self._checked: tuple[Asked, Procedure | None] = (("", ()), None)
        """What the findings that are shown belong to."""
        self._at = ""  # the key of the marked row
        self._used: dict[str, str] = {}
        """The words that were used for a how-to, or typed there before the app was closed, by the row's key."""
        self._offered = ""  # those of `_used` that are in the field
        self._recorded = ""  # words in the field that were not typed here but come from an unfinished review

    @property
    def hint(self) -> str:
        return normal(self._screen.query_one(HintField).value)

    @property
    def words(self) -> str:
        """What a review is for: the hint, or without one what the profiles say, which is reason enough."""
        return self.hint or self._workspace.profile_as_hint()

    def bring_back(self, is_there: Callable[[str], bool]) -> None:
        """Put the words of closed windows back where they were typed, or anywhere if that how-to is gone.

        Each how-to keeps its own words, so that typing at another one replaces none.
        """
        drafts = self._screen.host.drafts
        field, words, key = self._screen.query_one(HintField), drafts.get(HINT), drafts.get(HINT_FOR)
        for place in drafts.places(HINT_AT):
            if is_there(at := place.removeprefix(HINT_AT)):
                self._used.setdefault(at, drafts.get(place))
            elif not (words or field.value):
                words = drafts.get(place)
                drafts.forget(place)
        if words and words == field.value:
            pass  # typed in this window, and still there
        elif words and is_there(key):
            drafts.keep(f"{HINT_AT}{key}", words)
            self._used[key] = words
            at, self._at = self._at, ""
            self.go_to(at)
        elif not field.value:
            self._put(words)
        self._bring_back_wishes()

    def _bring_back_wishes(self) -> None:
        """Load the corrected wishes of a closed window, unless they cannot be read."""
        kept = self._screen.host.drafts.wishes(HINT_WISHES)
        match kept:
            case [str(hint), [*profile]], wishes:
                self._corrected.setdefault((hint, tuple(map(str, profile))), wishes)

    def go_to(self, key: str, known: str = "") -> None:
        """Handle that a row is marked: used words stay with their how-to, words being written stay in the field.

        `known`: words that were used for this row in an earlier window; in the field they are typed over.
        """
        is_other = key != self._at
        if is_other and not self.is_writing:
            self._offered = self._used.get(key, known)
            self._recorded = "" if key in self._used else known
            self._put(self._offered, type_over=self._offered == known)
        self._at = key
        self.keep()
        if is_other:
            self.show()  # replaces what was said about the row before

    @property
    def is_writing(self) -> bool:
        """Whether the field has words that were not used yet."""
        return self._screen.query_one(HintField).value not in ("", self._offered)

    def move(self, keys: Mapping[str, str]) -> str:
        """Move words along with how-tos whose keys changed (`keys`: new by old). Return the new key of the marked
        one, "" if its key did not change.
        """
        drafts = self._screen.host.drafts
        for old, new in keys.items():
            if old in self._used:
                self._used[new] = self._used.pop(old)
            drafts.keep(f"{HINT_AT}{new}", drafts.get(f"{HINT_AT}{old}"))
            drafts.forget(f"{HINT_AT}{old}")
            if drafts.get(HINT_FOR) == old:
                drafts.keep(HINT_FOR, new)
        self._at = keys.get(self._at, self._at)
        return self._at if self._at in keys.values() else ""

    def keep(self) -> None:
        """Note which how-to the words in the field are about; those of an unfinished review are not a draft."""
        drafts = self._screen.host.drafts
        words = self._screen.query_one(HintField).value
        if not words:
            drafts.forget(f"{HINT_AT}{self._at}")
        if words and words == self._recorded:
            drafts.forget(HINT, HINT_FOR)
        elif words:
            if not self._at.startswith(DRAFT):
                drafts.keep(HINT_FOR, self._at)
        elif not drafts.get(HINT):
            drafts.forget(HINT_FOR, HINT_WISHES)

    def use(self) -> None:
        """Note that the words were used for the marked how-to; the run records how they were understood."""
        self._screen.host.drafts.forget(HINT_WISHES, SHEET)
        self._used[self._at] = self._offered = self._screen.query_one(HintField).value

    def use_up(self, words: str) -> None:
        """Clear these words from the field and from every how-to, once what came of them is saved."""
        done = [key for key, used in self._used.items() if normal(used) == words]
        self._screen.host.drafts.forget(*(f"{HINT_AT}{key}" for key in done))
        self._used |= dict.fromkeys(done, "")
        self._put("")
        self.use()

    def throw_away(self, key: str) -> None:
        """Forget the words typed at this row."""
        self._screen.host.drafts.forget(f"{HINT_AT}{key}")
        self._used[key] = ""
        if self._at == key:
            self._put("")

    def _put(self, words: str, *, type_over: bool = False) -> None:
        """Put words into the field; with `type_over` they are selected, even if the focus came before them."""
        field = self._screen.query_one(HintField)
        if words == field.value:
            return
        field.value = words
        field.cursor_position = len(words)
        field.select_on_focus = type_over
        if type_over and field.has_focus:
            field.select_all()

    @property
    def _asked(self) -> Asked:
        return self.hint, self._workspace.profile()

    @property
    def corrected(self) -> "tuple[Requirement, ...] | None":
        """The requirements as corrected, or those of the profiles if there is no hint; None to parse the hint."""
        return self._corrected.get(self._asked, None if self.hint else self.requirements or None)

    @property
    def requirements(self) -> "tuple[Requirement, ...]":
        """The requirements now, corrected or as parsed; a hint that is too long to be used has none."""
        asked = hint, profile = self._asked
        if not any(asked):
            return ()
        from tailor.core.requirements import parse_hint  # imported only once there is something to parse

        if self._read[0] != asked:
            self._read = (asked, parse_hint("" if len(hint) > LONGEST_HINT else hint, profile))
        return self._corrected.get(asked) or self._read[1]

    @property
    def _too_many(self) -> str:
        """A sentence if there are more wishes than can be considered at once."""
        if not (asked := self.requirements):
            return ""
        from tailor.core.requirements import too_many  # imported only once there is something to parse

        return too_many(asked)

    def show(self) -> None:
        """Draw the requirements as chips, else the notice, and start the guard."""
        asked = self.requirements if any(self._asked) else ()
        self.check()
        width = self._screen.text_width
        if (size := len(self.hint)) > LONGEST_HINT:
            self.tell(f"You have {size:,} characters here, and at most {LONGEST_HINT:,} fit.", wrong=True)
        elif words := self._too_many:
            self.tell(words, wrong=True)
        elif not asked:
            self.tell(self.notice)
        elif self.hint or not self.notice:
            self._say(requirement_chips(asked, width, 2))
        else:
            self._say(lines(requirement_chips(asked, width, 1), safe_text(self.notice, MUTED)))

    def tell(self, words: str, *, wrong: bool = False) -> None:
        self._say(safe_text(words, "$text-warning" if wrong else MUTED))

    def _say(self, content: Content) -> None:
        self._screen.query_one("#says", Static).update(content, layout=False)

    def check(self) -> None:
        """Show what the guard finds against the requirements; only the latest check counts.

        What was found for other words is hidden at once, and its room kept while one types.
        """
        self._screen.query_one("#found").visible = self._checked == (self._asked, self._screen.current_procedure())
        run_aside(self._screen, self._check, group="found", exclusive=True)

    async def _check(self) -> None:
        procedure, asked = self._screen.current_procedure(), self._asked
        on = () if self._too_many else tuple(one for one in self.requirements if one.on)
        found: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        if on:
            await asyncio.sleep(PAUSE)
            found = await aside(_found, procedure, on)
        shown = self._screen.query_one("#found", Static)
        shown.display = shown.visible = any(found)
        self._checked = asked, procedure
        if any(found):
            shown.update(found_page(*found, self._screen.text_width), layout=False)

    def correct(self) -> None:
        """Let the person correct the requirements, and offer those that the situation usually implies."""
        from tailor.screens.dialogs.requirements import RequirementsSheet, with_implied

        asked = self.requirements
        if asked:
            self._screen.ask(RequirementsSheet(with_implied(asked), joins=True), self._take)
        else:
            self.tell("Say what is different for you; then you can correct what Tailor understood.")

    def _take(self, now: "tuple[Requirement, ...]") -> None:
        from tailor.core.requirements import taken

        self._corrected[self._asked] = wishes = taken(now)
        self._screen.host.drafts.keep_wishes(HINT_WISHES, self._asked, wishes)
        self._screen.host.drafts.forget(SHEET)
        self.show()

    def profiles(self) -> None:
        """Let the person choose saved profiles, for the next run or for good."""
        from tailor.screens.dialogs.profiles import ProfilesDialog

        self._screen.app.push_screen(ProfilesDialog(self._workspace), self._apply_profiles)

    def _apply_profiles(self, chosen: "ProfileSelection | None") -> None:
        if chosen is not None:
            try:
                if chosen.always != chosen.known:
                    self._workspace.use_profiles(chosen.always, chosen.known)
            except TailorError as error:
                self.tell(error.message, wrong=True)
                return
            same = set(chosen.profiles_for_next_run) == set(chosen.always)
            self._workspace.profiles_for_next_run = None if same else chosen.profiles_for_next_run
        self.show()

    def editor(self) -> None:
        """Open the hint in the person's own editor; on an error it stays as it is."""
        from tailor.screens.dialogs.text_input import in_editor

        field = self._screen.query_one(HintField)
        try:
            field.value = in_editor(self._screen.app, field.value, self._workspace.environment)
        except TailorError as error:
            self._screen.show_error(error)
        else:
            field.cursor_position = len(field.value)

    def expire_profiles(self) -> None:
        """Once a run has begun, drop the profiles chosen for that run only, and say so."""
        if (were := self._workspace.profiles_for_next_run) is None:
            return
        names = ", ".join(were) or "none"
        self._workspace.profiles_for_next_run = None
        self.show()
        self.tell(f"Used only that time: {names}. Your usual profiles apply again; ctrl+o changes them.")


def _found(
    procedure: "Procedure | None", on: "tuple[Requirement, ...]"
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What one requirement mentions but another forbids, and what a review of the procedure would ask about."""
    from tailor.core.report import found_for, found_words, spoken_against

    return found_words(spoken_against(on)), found_for(procedure, on) if procedure else ()
