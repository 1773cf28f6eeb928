"""The Follow screen: one step at a time in large, checked off when done, with timers, notes and rescues.

The progress is saved with every change. Steps change only through a rescue, which is a review of its own.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial, reduce
from typing import ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from tailor.core import following as moves
from tailor.core.code_lines import unfolded
from tailor.core.dangers import Caution, cautions, cautions_of_rescues
from tailor.core.durations import Duration, typed_duration
from tailor.core.errors import ContentError, TailorError
from tailor.core.following import Following
from tailor.core.procedure import Procedure
from tailor.core.transport import TrackedProcedure
from tailor.drafts import NOTE, TakenDrafts
from tailor.library.progress import PlaceKeeper, ProgressStore, progress_store
from tailor.runs.follow import (
    WayChange,
    changes_on_the_way,
    end_following,
    leave_place,
    saved_progress,
    saved_words,
    tell_memory,
)
from tailor.runs.history import StoredRun
from tailor.runs.saved_wishes import unmet_wishes
from tailor.runs.unfinished import left_rescue, with_left_rescue
from tailor.screens.base import BaseScreen, run_aside
from tailor.screens.dialogs.base import LEAVE, AnswerOption, Question
from tailor.screens.dialogs.text_input import LineDialog, WordsDialog
from tailor.screens.follow import page as follow_page
from tailor.screens.follow.dialogs import JumpDialog, KeepDialog, TimersDialog
from tailor.screens.follow.page import FollowView
from tailor.screens.follow.timers import CLOCK, rang_words
from tailor.screens.widgets.content import notify
from tailor.screens.widgets.lists import PageView
from tailor.threads import aside
from tailor.workspace import Workspace


class TimerKeys:
    """Starts, pauses and stops the timers of one screen."""

    def __init__(self, screen: "FollowScreen") -> None:
        self._screen = screen

    def ask(self) -> None:
        """Start the step's timer; ask which one if it names several, or how long if it names none."""
        found = moves.offered(self._screen.following)
        if len(found) == 1:
            self.start(found[0])
        elif found:
            choices = tuple(AnswerOption(str(number), time.words) for number, time in enumerate(found, 1))
            self._screen.ask(Question("Which timer?", "", choices), lambda key: self.start(found[int(key) - 1]))
        else:
            example = "for example: 10 minutes"
            self._screen.app.push_screen(
                LineDialog("A timer of your own", placeholder=example, enter="start it", use=self._own)
            )

    def _own(self, words: str) -> None:
        """Start a timer of the length that was typed. ContentError if it is not a length of time."""
        if found := typed_duration(words):
            self.start(found)
        elif words:
            raise ContentError("That is not a length of time of at most 14 days. Write it like this: 10 minutes.")

    def silence(self) -> bool:
        """Remove the timers that rang; return False if none did."""
        screen = self._screen
        if not (rang := [timer.number for timer in screen.following.timers if timer.rang]):
            return False
        screen.take(reduce(moves.stop, rang, screen.following))
        return True

    def start(self, what: Duration) -> None:
        """Start a timer, or say that there are too many."""
        screen = self._screen
        try:
            now = moves.start(screen.following, what, screen.clock())
        except TailorError as error:
            screen.say(error.message)
        else:
            screen.take(now, f"{what.words}: timer started. T pauses or cancels it.")

    def manage(self) -> None:
        """Open the timers, to pause or delete one."""
        screen = self._screen
        if screen.following.timers:
            screen.ask(TimersDialog(screen.following.timers, screen.clock()), self._change)
        else:
            screen.say("No timer is running. t starts one.")

    def _change(self, chosen: tuple[str, int]) -> None:
        (what, number), screen = chosen, self._screen
        timer = next((one for one in screen.following.timers if one.number == number), None)
        if what == "stop" or (timer is not None and timer.rang):
            screen.take(moves.stop(screen.following, number))
        else:
            screen.take(moves.hold(screen.following, number, screen.clock()))


RATINGS = (
    AnswerOption("n", "no rating"),
    AnswerOption("5", "★★★★★  perfect"),
    AnswerOption("4", "★★★★   good"),
    AnswerOption("3", "★★★    okay"),
    AnswerOption("2", "★★     not quite"),
    AnswerOption("1", "★      did not work"),
)
EARLY = (
    AnswerOption("b", "back to the steps"),
    AnswerOption("y", "finish now"),
    AnswerOption("s", "start over at step 1"),
)
AGAIN = (AnswerOption("g", "go on with that"), AnswerOption("n", "ask something new"))


class FinishFlow:
    """Finishes following: asks for a rating and a note, saves the outcome, tells the memory."""

    def __init__(self, screen: "FollowScreen") -> None:
        self._screen = screen
        self._rating: int | None = None
        self.writing = False  # the outcome is being saved

    def ask(self) -> None:
        """Ask how it went; if steps are not done, first ask whether to finish."""
        one = self._screen.following
        if left := one.count - len(one.done):
            words = f"{left} step{' is' if left == 1 else 's are'} not done."
            self._screen.ask(Question("Finish?", words, EARLY), self._early)
        else:
            self._rate()

    def _early(self, key: str) -> None:
        if key == "y":
            self._rate()
        elif key == "s":
            one = self._screen.following
            fresh = moves.begin_anew(one, one.unchanged, self._screen.clock())
            self._screen.take(fresh, "Back to step 1.")

    def _rate(self) -> None:
        self._screen.ask(Question("How did it go?", "", RATINGS), self._rated)

    def _rated(self, key: str) -> None:
        self._rating = int(key) if key.isdecimal() else None
        dialog = LineDialog(
            "A note for next time?",
            placeholder="optional",
            enter="finish",
            esc="finish without a note",
            draft=self._draft,
        )
        self._screen.app.push_screen(dialog, self._worded)

    @property
    def _draft(self) -> str:
        """The draft place of the note until it is saved."""
        return f"{NOTE}{self._screen.following.id}"

    def _worded(self, words: str | None) -> None:
        """Go on to finish; None (for Esc) leaves out only the note, while the rating before it stays."""
        screen, words = self._screen, words or ""
        one = with_left_rescue(screen.workspace.paths, screen.following)
        if changes := changes_on_the_way(one):
            screen.ask(KeepDialog(changes), partial(self._end, one, words))
        else:
            self._end(one, words, ())

    def _end(self, one: Following, words: str, kept: Sequence[WayChange]) -> None:
        """Save the outcome and forget the progress; tell the memory last."""
        self.writing = True
        run_aside(self._screen, partial(self._written, one, words, kept), group="finish", exclusive=True)

    async def _written(self, one: Following, words: str, kept: Sequence[WayChange]) -> None:
        screen = self._screen
        library, now = screen.workspace.library, screen.clock()
        try:
            end = partial(end_following, rating=self._rating, words=words, kept=kept, now=now)
            ended = await asyncio.to_thread(end, library, one)
            left = leave_place(screen.kept, screen.following, now, library.folder)
        except TailorError as error:
            screen.show_error(error)
            return
        finally:
            self.writing = False
        screen.ended = True
        if words:
            screen.host.drafts.forget(self._draft)
        screen.taken.saved(screen.host.drafts)
        screen.host.timers.ended(screen.following.id)
        goes_on = ""
        if left:
            screen.host.timers.left(left, screen.tick)
            goes_on = " Your timer keeps running and rings wherever you are in Tailor."
        told = "Your version is saved in your library." if kept else saved_words(library, ended.id)
        notify(screen.app, told + goes_on)
        # a worker of the app, since the screen closes before the memory has answered
        screen.app.run_worker(self._told(screen.app, ended.id), group="outcome", exit_on_error=False)
        screen.go_back()

    async def _told(self, app: App[object], id: str) -> None:
        """Tell the memory; if that fails, its next rebuild reads the outcome from the library."""
        try:
            memory = await self._screen.workspace.memory()
            await tell_memory(memory, self._screen.workspace.library, id, self._rating)
        except TailorError as error:
            notify(app, f"The memory has not been updated yet. {error.message}", severity="warning")


class RescueFlow:
    """Asks what is wrong and takes over the steps changed in answer; can resume an earlier question."""

    def __init__(self, screen: "FollowScreen") -> None:
        self._screen = screen

    def ask(self) -> None:
        """Offer the changes to an earlier question if they were not used; else ask what is wrong."""
        screen = self._screen
        if screen.following.finished:
            screen.say("Every step is done, so there is nothing left to change.")
        elif left := left_rescue(screen.workspace.paths, screen.following):
            about = f"“{left.review.hint}”: you have not used the changes yet."
            screen.ask(Question("You asked before", about, AGAIN), partial(self._chosen, left))
        else:
            self._ask_anew()

    def _chosen(self, left: StoredRun, key: str) -> None:
        if key == "g":
            taken = partial(self._taken, left.review.hint)
            self._screen.host.navigation.rescue_again(self._screen.following, left, taken)
        else:
            self._ask_anew()

    def _ask_anew(self) -> None:
        about = f"{self._screen.workspace.connection().sends} Only steps not done yet can change."
        example = "for example: I have no buttermilk"
        dialog = LineDialog("What is wrong?", about, placeholder=example, enter="ask", joint="; ")
        self._screen.ask(dialog, partial(self._asked, dialog))

    def _asked(self, dialog: LineDialog, words: str) -> None:
        screen = self._screen
        if words and screen.host.navigation.rescue(screen.following, words, partial(self._taken, words)):
            dialog.used()

    def _taken(self, words: str, plain: TrackedProcedure, renumbered: TrackedProcedure) -> None:
        before = self._screen.following
        now, lost = moves.rescued(before, plain, renumbered, words), moves.lost_in_notes(before, plain.procedure)
        self._screen.take(now, " ".join((moves.rescued_words(before, now.procedure), *lost)))


MANAGES: Final = "Pause or cancel a timer"
LEAVES: Final = "Silence a timer, or go back (your place is kept)"


class FollowScreen(BaseScreen[None]):
    CSS_PATH = "follow.tcss"
    under_way = "Follow"
    HELP = """One step at a time. Space ticks it and moves to the next; t starts the timer a step mentions. Tailor
    saves your place, timers and notes every time you press a key: close the window whenever you like."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,enter", "check", "Done", id="follow.check", tooltip="Done, next step; press again to untick"
        ),
        Binding(
            "t", "do('timing', 'ask')", "Timer", id="follow.timer", tooltip="Start the timer this step mentions"
        ),
        Binding("n", "note", "Note", id="follow.note", tooltip="A note on this step"),
        Binding("r", "rescue", "Rescue", id="follow.rescue", tooltip="Something is missing or went wrong"),
        Binding("j,down,right", "go(1, True)", "Next step", show=False, id="follow.next"),
        Binding("k,up,left", "go(-1, True)", "Previous step", show=False, id="follow.previous"),
        Binding("home", "go(1)", "First step", show=False, id="follow.first"),
        Binding("end", "go(1000000)", "Last step", show=False, id="follow.last"),
        Binding("g", "jump", "Go to a step", show=False, id="follow.jump"),
        Binding("T", "do('timing', 'manage')", "Timers", show=False, id="follow.timers", tooltip=MANAGES),
        Binding("s", "times", "Amounts", show=False, id="follow.times", tooltip="Amounts ×2, ×3, ×½, ×1"),
        Binding("w", "needs", "What you need", show=False, id="follow.needs"),
        Binding("c", "copy", "Copy", show=False, id="follow.copy", tooltip="Copy this step"),
        Binding("f", "finish", "Finish", show=False, id="follow.finish", tooltip="Finish and rate it"),
        Binding("pagedown", "scroll(1)", "Further down", show=False, id="follow.page_down"),
        Binding("pageup", "scroll(-1)", "Further up", show=False, id="follow.page_up"),
        Binding("escape", "leave", "Leave", show=False, id="follow.leave", tooltip=LEAVES),
    ]

    def __init__(
        self,
        workspace: Workspace,
        following: Following,
        kept: ProgressStore,
        *,
        clock: Callable[[], float] = CLOCK,
        trouble: str = "",
    ) -> None:
        """`trouble`: a message to show first."""
        super().__init__()
        self.workspace = workspace
        self.following = following
        self.kept = kept
        self._keeper = PlaceKeeper(kept, following)
        self.clock = clock
        self.ended = False  # the outcome is saved and the progress forgotten
        self._finishing = FinishFlow(self)
        self.timing = TimerKeys(self)
        self._rescue = RescueFlow(self)
        self._note = trouble
        self._wrong = False  # the message is an error
        self._unsaved = False
        self.taken = TakenDrafts()  # drafts of notes that are in the progress but not saved yet
        self._view = FollowView(self)
        self._about: Sequence[Caution] = ()
        """What to look out for in the current steps."""
        self._read: Procedure | None = None  # the steps that `_about` was computed for

    def body(self) -> Iterable[Widget]:
        yield Static(id="title")
        yield Static(id="progress")
        step, steps = PageView(id="step", can_focus=False, whole=True), PageView(id="steps", can_focus=False)
        yield Horizontal(step, steps, id="middle")
        yield Static(id="timers")
        yield Static(id="says")

    def pressing(self) -> Collection[str]:
        """The key that finishes, once every step is done."""
        return ("finish",) if self.following.finished else ()

    def on_mount(self) -> None:
        self.query_one("#steps").border_title = "Steps"
        self.call_after_refresh(self.draw)
        self.host.timers.shown(self.following.id, self.tick)
        self.call_after_refresh(self.tick)

    def on_screen_resume(self) -> None:
        """Take over again from a later screen of the same steps, or leave if that one finished them."""
        if not (self.ended or self.host.timers.is_shown(self.following.id, self.tick)):
            self._take_over()
        if self.ended:
            self.go_back()

    def _take_over(self) -> None:
        """Load the progress of the other screen of the same steps; note the end if it finished them."""
        try:
            found = self.kept.load(self.following.id)
        except TailorError as error:
            self._note, self._wrong = error.message, True
            found = self.following
        one = self.following
        if found is None and self._keeper.was_kept:
            self.ended = True
            return
        self.following = found or one
        self._keeper = PlaceKeeper(self.kept, self.following)
        self.host.timers.shown(one.id, self.tick)
        self.call_after_refresh(self.draw)

    def on_unmount(self) -> None:
        """Save what the last key changed, and hand the timers over to the app."""
        self.unkept()
        if not self.ended:
            self.host.timers.left(self.following, self.tick)

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.draw)

    # -- drawing and keeping ---------------------------------------------------------------------------------

    def current_procedure(self) -> Procedure:
        return follow_page.shown(self.following.procedure, self.following.times)

    async def _look_out(self, procedure: Procedure) -> None:
        """Find what to look out for in the steps, in a thread, as it takes too long for a key press."""
        unmet = await aside(unmet_wishes, self.workspace, self.following.id, self.following.procedure)
        self._about = (
            *await aside(cautions, procedure, unmet),
            *await aside(cautions_of_rescues, self.following),
        )
        self.draw()

    def draw(self) -> None:
        if self._read != self.following.procedure:
            self._read = self.following.procedure
            run_aside(self, partial(self._look_out, self._read), group="look_out", exclusive=True)
        if self.query("#step"):
            self._view.draw_timers(self.following.timers, self.clock())
            self._view.draw(
                self.following, self.current_procedure(), self._note, wrong=self._wrong, about=self._about
            )

    def say(self, note: str) -> None:
        """Show a message without changing the progress."""
        self.take(self.following, note)

    def take(self, following: Following, note: str = "") -> None:
        """Apply a change of the progress: draw it now, save it right after."""
        changed = following != self.following
        self.following, self._note, self._wrong = following, note, False
        self.draw()
        self.refresh_bindings()
        if changed and not self._unsaved:
            self._unsaved = True
            self.call_after_refresh(self.keep)

    def keep(self) -> str:
        """Save the progress; on an error, show it, go on, and return it ("" for none).

        Does nothing once finished, or else a last key or timer would bring the deleted progress back.
        """
        self._unsaved = False
        if self.ended:
            return ""
        try:
            self.following, says = self._keeper.keep(self.following)
        except TailorError as error:
            self._note, self._wrong = error.message, True
            self.draw()
            return error.message
        self.taken.saved(self.host.drafts)
        if says or self._wrong:
            self._note, self._wrong = f"{'' if self._wrong else self._note} {says}".strip(), False
            self.draw()
            self.refresh_bindings()
        return ""

    def unkept(self) -> str:
        """Why leaving would lose what was done here; "" if it is saved."""
        return self.keep() if self.following != self._keeper.known else ""

    def catch_up(self) -> None:
        """Merge in what another window changed, before something begins that builds on it."""
        if self._keeper.was_kept:
            self.keep()

    def tick(self) -> Following:
        """Ring the timers whose time is up; return the progress after that."""
        now = self.clock()
        following, over = moves.ring(self.following, now)
        if over:
            self.take(following, rang_words(over[-1], now))
            self.host.timers.tell(following, over, now, here=self.is_current)
        elif following != self.following:  # the clock was set back meanwhile
            self.take(following, self._note)
        elif self.following.timers and self.query("#timers"):
            self._view.draw_timers(self.following.timers, now)
        return self.following

    # -- the keys --------------------------------------------------------------------------------------------

    def action_check(self) -> None:
        """Check the step and go on, or uncheck it if it is checked."""
        one = self.following
        if one.at in one.done:
            self.take(moves.uncheck(one), f"Step {one.at} is open again.")
        else:
            self.take(moves.check(one))

    def action_go(self, step: int, on: bool = False) -> None:
        """Go to step `step`; with `on`, go that many steps further instead."""
        self.take(moves.go(self.following, self.following.at + step if on else step))

    def action_scroll(self, pages: int) -> None:
        view = self.query_one("#step", PageView)
        view.scroll_relative(y=pages * max(view.size.height - 2, 1), animate=False)

    def action_jump(self) -> None:
        self.ask(JumpDialog(self.following, self.current_procedure()), self.action_go)

    def action_finish(self) -> None:
        if not self._finishing.writing:
            self.catch_up()
            self._finishing.ask()

    def action_note(self) -> None:
        """Open the note on this step; text left without saving is kept as this step's draft."""
        self.keep()  # so that Home finds a half-typed note again after a power failure
        one = self.following

        def noted(words: str) -> None:
            self.taken.take(self.host.drafts, draft)
            self.take(moves.with_note(self.following, words))
            if self.following == self._keeper.known:  # nothing changed, so `take` saves nothing
                self.taken.saved(self.host.drafts)

        title, text, draft = f"Your note on step {one.at}", one.note_of(one.at), f"{NOTE}{one.id}\n{one.step}"
        self.ask(WordsDialog(title, text, one.step, most=moves.LONGEST_NOTE, draft=draft), noted)

    def action_times(self) -> None:
        """Multiply the amounts by the next factor; times and temperatures stay."""
        times = follow_page.after(self.following.times)
        words = (
            "Amounts as written." if times == "1" else "Only amounts change; times and temperatures stay the same."
        )
        left = follow_page.still_as_written(self.following.procedure, times)
        if left and follow_page.shown(self.following.procedure, times) == self.following.procedure:
            self.take(moves.with_times(self.following, "1"), left)
            return
        words = left or words
        self.take(moves.with_times(self.following, times), f"{follow_page.SHOWN[times]}  {words}")

    def action_needs(self) -> None:
        words = follow_page.needs_words(self.current_procedure(), self._about)
        self.app.push_screen(Question("What you need", words, (AnswerOption("o", "back to the step"),)))

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(unfolded(self.current_procedure().steps[self.following.at - 1]))
        notify(self, "Copied.")

    def action_leave(self) -> None:
        """Silence what rings, else leave with the progress saved.

        Stay while the outcome is being saved, which leaving would cut off.
        """
        if self.timing.silence():
            return
        if self._finishing.writing:
            self.say("Saving how it went, one moment …")
            return
        new = self.following != self._keeper.known or not self.kept.is_kept(self.following.id)
        if why := self.keep() if new else "":
            words = f"{why} If you leave, you lose what you did here."
            self.ask(Question("Leave these steps?", words, LEAVE), lambda key: key == "l" and self.go_back())
        elif self.go_back() and moves.running(self.following):
            notify(self.app, "Your place is kept. The timers keep running and ring wherever you are in Tailor.")

    def action_rescue(self) -> None:
        """Ask the person what is wrong, then the agents for edits to the steps ahead."""
        self.keep()  # merges in what another window did, and lets Home find the question again
        self._rescue.ask()


def follow_screen(workspace: Workspace, procedure: Procedure, clock: Callable[[], float] = CLOCK) -> FollowScreen:
    """A follow screen at the stored progress, else at step 1. ContentError for a procedure without steps."""
    kept = progress_store(workspace.paths)
    following, words = saved_progress(kept, procedure, clock(), workspace.paths.library)
    return FollowScreen(workspace, following, kept, clock=clock, trouble=words)
