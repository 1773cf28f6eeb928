"""Leaving a review: the summary and saving (Enter), and stopping or closing what is open (Esc).

Leaving never loses a decision: choices are in the run's record, or kept by the screen that opened the review.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.coverage import as_taken, still_told
from tailor.core.dangers import dangers
from tailor.core.errors import TailorError
from tailor.core.report import not_taken
from tailor.core.review import Decisions
from tailor.core.review.objections import save_anyway
from tailor.core.review.state import ReviewState
from tailor.core.text import normal
from tailor.drafts import NAME
from tailor.library.entries import LibraryEntry, Provenance
from tailor.runs.history import decided_on
from tailor.screens.base import run_aside
from tailor.screens.dialogs.base import LEAVE, AnswerOption, Dialog, ErrorDialog, Question, Unseen
from tailor.screens.review.choices import Choices
from tailor.screens.review.display import ReviewDisplay
from tailor.screens.review.policy import TakeOver
from tailor.screens.review.requests import AgentRequests
from tailor.screens.review.summary import name_rows, summary_rows, what_became
from tailor.screens.widgets.content import MUTED, line_text, lines, notify, row_text, safe_text
from tailor.screens.widgets.inputs import CleanInput
from tailor.threads import aside

if TYPE_CHECKING:
    from tailor.evaluation import judging
    from tailor.workspace import Workspace

SAVE_ANYWAY = "Enter again saves it anyway."
WAIT = (AnswerOption("w", "wait"), AnswerOption("s", "stop and save what I accepted"))
TABS: Final = {"h": "home", "l": "library"}
AFTER = (
    AnswerOption("h", "Home"),
    AnswerOption("l", "Library"),
    AnswerOption("f", "follow it step by step"),
    AnswerOption("s", "stay here"),
)


class NameField(CleanInput):
    """The name to save under; keys typed before it was drawn neither change it nor save."""

    enter_action = "screen.save"

    def __init__(self, name: str, *, id: str, draft: str) -> None:
        super().__init__(name, id=id, draft=draft)
        self.unseen = Unseen(self)

    def on_mount(self) -> None:
        self.unseen.begin()

    async def _on_key(self, event: Key) -> None:
        self.unseen.drop_early(event)


SCROLLS: Final[list[BindingType]] = [
    Binding("down", "scroll(2)", "Scroll", show=False, id="summary.down"),
    Binding("up", "scroll(-2)", "Scroll back", show=False, id="summary.up"),
    Binding("pagedown", "scroll(8)", "Further down", show=False, id="summary.page_down"),
    Binding("pageup", "scroll(-8)", "Further up", show=False, id="summary.page_up"),
]
"""The scroll keys of both summaries."""


class TakeSheet(Dialog[bool]):
    """The summary of a rescue; Enter applies its changes, Esc goes back to the review."""

    HELP = "Enter applies what you accepted to the steps ahead. Esc goes back; nothing is lost."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "take", "Use them", id="take.enter"), *SCROLLS]
    scroll_keys = "↑↓"
    keys = (("enter", "use them"), ("esc", "back"))

    def __init__(self, rows: Sequence[Content]) -> None:
        super().__init__(line_text("Use these changes?", "bold"))
        self._rows = rows
        self._unseen = Unseen(self)

    def on_mount(self) -> None:
        self._unseen.begin()

    def on_key(self, event: Key) -> None:
        self._unseen.drop_early(event)

    def inside(self) -> Iterator[Widget]:
        with VerticalScroll(id="text", can_focus=False):
            yield Static(lines(*self._rows))

    def action_take(self) -> None:
        self.dismiss(True)


class SummarySheet(Dialog[str]):
    """The name and the summary; returns the name, or None for Esc."""

    HELP = """Enter saves what you accepted under this name. If a wish is not met, Tailor tells you first, and
    Enter again saves. Esc goes back to the review; nothing is lost."""
    BINDINGS: ClassVar[list[BindingType]] = SCROLLS
    scroll_keys = "↑↓"
    keys = (("enter", "save"), ("esc", "back to the review"))

    def __init__(
        self,
        name: str,
        rows: Sequence[Content],
        unmet: str = "",
        *,
        draft: str = "",
        about_name: Callable[[str], Iterable[Content]] = lambda _: (),
    ) -> None:
        """`unmet`: a sentence on wishes that are not met, which then takes a second Enter. `draft`: where a typed
        name is kept until something is saved. `about_name`: which of the rows are objections to a name.
        """
        self._about_name = about_name
        super().__init__(line_text("Save this as your own", "bold"))
        self._offered, self._draft = name, draft
        self._rows = rows
        self._unmet = unmet

    def inside(self) -> Iterator[Widget]:
        yield NameField(self.host.drafts.get(self._draft, self._offered), id="name", draft=self._draft)
        with VerticalScroll(id="text", can_focus=False):
            yield Static(lines(*self._rows), id="rows")
        yield Static(id="again")

    def on_mount(self) -> None:
        self.query_one(NameField).focus()

    @on(NameField.Changed)
    def _named_anew(self, event: NameField.Changed) -> None:
        """Hide objections to the offered name that do not apply to the one typed."""
        gone = {row.plain for row in self._about_name(self._offered)}
        gone -= {row.plain for row in self._about_name(normal(event.value) or self._offered)}
        self.query_one("#rows", Static).update(lines(*(row for row in self._rows if row.plain not in gone)))

    def action_save(self) -> None:
        """Return the name; if wishes are not met, say so first and wait for a second Enter."""
        field = self.query_one(NameField)
        if self._unmet:
            warning = row_text(("! ", "$text-warning"), (self._unmet, "$text-warning"), " ", SAVE_ANYWAY)
            self._unmet, again = "", self.query_one("#again", Static)
            again.update(warning)
            again.display = True
            self.call_after_refresh(self.fit)
            field.unseen.begin()
        else:
            self.dismiss(normal(field.value) or self._offered)


Answered: TypeAlias = "Callable[[judging.Question, bool], None]"

ASKS: Final[tuple[tuple["judging.Question", str], ...]] = (
    ("executable", "Are the steps clear?"),
    ("customized", "Does it fit your situation?"),
)


class SavedDialog(Question):
    """Asks where to go next, and two questions about the Result; `answered` gets the answers, None skips them."""

    def __init__(self, text: str, choices: tuple[AnswerOption, ...], answered: "Answered | None") -> None:
        super().__init__("Saved", text, choices)
        self._answered = answered
        self._asked = 0

    def inside(self) -> Iterable[Widget]:
        yield from super().inside()
        if self._answered:
            yield Static(self._line(), id="asks")

    def leave_for(self, mode: str) -> None:
        self.dismiss(mode)

    def on_key(self, event: Key) -> None:
        """Handle y and n while a question is open; any other key is left to the choices."""
        if self._answered and self._asked < len(ASKS) and event.character in ("y", "n"):
            event.stop()
            self._answered(ASKS[self._asked][0], event.character == "y")
            self._asked += 1
            self.query_one("#asks", Static).update(self._line())

    def _line(self) -> Content:
        if self._asked == len(ASKS):
            return row_text(("Thank you.", MUTED))
        return row_text((f"{ASKS[self._asked][1]}  ", MUTED), ("y", "$accent"), " / ", ("n", "$accent"))


def _add_answer(workspace: "Workspace", id: str, question: "judging.Question", yes: bool) -> None:
    """Add one answer about what was saved with this id, and what made it, to the data folder."""
    from tailor.evaluation.judging import SelfAssessment, add_self_assessment

    made = workspace.library.load(id).made or Provenance()
    own = SelfAssessment(saved=id, question=question, yes=yes, run=made.run, strategy=made.strategy)
    own = replace(own, prompts=made.prompts, provider=made.provider, model=made.model)
    add_self_assessment(workspace.paths.data, own)


async def _keep_answer(
    app: App[None], workspace: "Workspace", entry: LibraryEntry, question: "judging.Question", yes: bool
) -> None:
    """Save one answer, or tell the user why that failed."""
    try:
        await asyncio.to_thread(_add_answer, workspace, entry.id, question, yes)
    except TailorError as error:
        notify(app, error.message, title="Your answer was not saved", severity="warning")


class Finish:
    """What Enter and Esc do, for one review."""

    def __init__(self, display: ReviewDisplay, choices: Choices, requests: AgentRequests, name: str) -> None:
        self._display, self._choices, self._requests = display, choices, requests
        self._screen, self._model, self._session = display.screen, display.model, display.session
        self.name = name
        """The name to offer in the summary, or the one typed there; "" for the goal of the Result."""
        self._busy = False
        """Whether the summary is being opened or the Result saved."""
        self._settled = Decisions()
        """The decisions with which the Result was last saved; empty before that."""
        self._wait: Question | None = None
        """The question whether to wait for what still comes in, once it was asked."""

    def leave(self) -> None:
        """Close the innermost: a summary being opened, the find field, the stream, a view, a wish, the screen."""
        find, display = self._screen.query_one("#find", CleanInput), self._display
        if self._busy:
            # a save is not stopped, and is reported when it is done
            self._screen.workers.cancel_group(self._screen, "summary")
        elif find.display:
            find.display = False
            self._screen.query_one("#list").focus()
        elif self._model.running:
            self._requests.stop()
        elif display.view != "marked":
            display.show("marked")
        elif self._model.wish:
            self._model.show_wish("")
            display.draw_now(reveal=True, note="")
        else:
            self._leave_screen()

    def unkept(self) -> str:
        """Why leaving would lose what was decided here; "" if it is kept, or nothing was decided."""
        why = self._session.try_again() if self._model.review.choices != self._settled else ""
        self._choices.used()
        return why

    def _leave_screen(self) -> None:
        if self._display.policy.goes_on and (why := self.unkept()):  # a rebase is kept until the app ends
            text = f"{why} If you leave, you lose what you decided here."
            self._screen.ask(
                Question("Leave this review?", text, LEAVE), lambda key: self._close() if key == "l" else None
            )
        else:
            self._close()

    def _close(self) -> None:
        if says := self._display.policy.left(self._model.review):
            notify(self._screen.app, says)
        says, goes_on = self._model.to_decide.says, self._display.policy.goes_on
        waits = says and goes_on and not (self._session.not_recorded or self._session.is_settled)
        if self._screen.go_back() and waits:
            notify(self._screen.app, f"Review kept: {says}. {goes_on}")

    def apply(self) -> None:
        """Open the summary; ask first while agents are at work."""
        if self._busy:
            return  # Enter was pressed again while the summary opens or the file is written
        if self._model.running:
            about = "You can still decide on what comes in later."
            self._wait = Question("More is still coming in", about, WAIT)
            self._screen.ask(self._wait, self._stop_and_apply)
        else:
            self._summary()

    def nothing_more(self, says: str) -> None:
        """Close the question whether to wait, if it is open, and say why."""
        if self._wait is not None and self._wait.is_active:
            self._wait.dismiss(None)
            self._display.tell(says)

    def _stop_and_apply(self, key: str) -> None:
        if key == "s":
            if self._model.running:
                self._requests.stop()
            self._summary()

    def _summary(self) -> None:
        state = self._model.state
        if state.result.batches or self._session.keeps_unchanged:
            job = partial(self._open_summary, state)
            run_aside(self._screen, job, group="summary", exclusive=True)
        elif state.undecided:
            self._display.tell("Nothing is accepted yet: a accepts this one, A accepts all the clear ones.")
        elif self._model.to_decide.places:
            self._display.tell("Nothing changed yet: e edits a step, d removes it.")
        else:
            self._display.tell("Nothing changed, so there is nothing to save. e, o and d make changes.")

    async def _open_summary(self, state: ReviewState) -> None:
        self._busy = True
        try:
            known = await aside(what_became, state)
        finally:
            self._busy = False
        activity = self._model.activity
        stopped, unused = activity.phase == "stopped", not_taken(decided_on(self._model.log))
        rows = summary_rows(state, known, stopped, named=self._session.kind.named, unused=unused)
        if state.result.batches:  # else nothing that agents said was done
            notes = still_told(state, as_taken(state, activity.notes))
            rows += [safe_text(words, MUTED, 600) for words in notes]
        if not self._screen.is_active:
            return  # the person left meanwhile: open no window over another screen
        if take_over := self._display.policy.take_over:
            self._screen.ask(TakeSheet(rows), partial(self._take_over, take_over))
        else:
            name = self.name or state.result.draft.procedure.goal
            sheet = SummarySheet(
                name,
                rows,
                " ".join(filter(None, (self._session.replaces, save_anyway(known, dangers(state))))),
                draft=self._draft,
                about_name=partial(name_rows, state),
            )
            self._screen.ask(sheet, self._named)

    def _take_over(self, take_over: TakeOver, _: bool) -> None:
        """Hand the changed steps back to the screen that follows them."""
        state = self._model.state
        if not state.plain_result.draft.steps:
            self._display.tell("That would leave no steps. Undo a removal, then try again.")
            return
        self._choices.record()
        self._session.note_saved()
        if self._screen.go_back():
            take_over(state.plain_result.draft, state.result.draft)

    @property
    def _draft(self) -> str:
        return f"{NAME}{self._session.request.run}"

    def _named(self, name: str) -> None:
        self.name = name
        run_aside(self._screen, self._save, group="save", exclusive=True)

    async def _save(self) -> None:
        """Save the Result; after an error everything is as it was."""
        self._busy = True
        self._choices.record()  # before saving: a decision recorded later would reopen the review
        try:
            entry = await self._session.save(self._model.review, self.name)
        except TailorError as error:
            self._screen.app.push_screen(ErrorDialog.of(error), mode=self._screen.room)
        else:
            self._screen.host.drafts.forget(self._draft)
            self._display.policy.saved(self._model.review)
            self._saved(entry)
        finally:
            self._busy = False

    def _saved(self, entry: LibraryEntry) -> None:
        self._settled = self._model.review.choices
        screen, workspace = self._screen, self._session.workspace
        text = f"{entry.goal}\n\nid  {entry.id}\nfile  {entry.file}"

        def answered(question: "judging.Question", yes: bool) -> None:
            # a worker of the app, not of the screen, which may be left at once
            screen.app.run_worker(_keep_answer(screen.app, workspace, entry, question, yes), exit_on_error=False)

        heard = answered if workspace.config.questions else None
        screen.app.push_screen(SavedDialog(text, AFTER, heard), partial(self._go_on, entry), mode=screen.room)

    def _go_on(self, entry: LibraryEntry, key: str | None) -> None:
        # fast keys may have saved twice; then the first answer has already left the screen
        if key != "s" and self._screen.go_back():
            if key == "f":
                self._follow(entry)
            elif key:
                self._screen.app.switch_mode(TABS.get(key, key))

    def _follow(self, entry: LibraryEntry) -> None:
        try:
            procedure = self._session.workspace.library.load(entry.id).procedure
        except TailorError as error:
            self._screen.app.push_screen(ErrorDialog.of(error))
        else:
            self._screen.host.navigation.follow(procedure)
