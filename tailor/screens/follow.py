"""Follow: one step large, checked off as it is done, with timers that ring while one moves on.

Owns the keys, what is drawn and the moment the place is kept. Refuses the moves themselves (`core.following`),
when to look at the clock (`bells`), and to change a step: only a rescue does, through a review.
"""

import time
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from tailor.core import following as moves
from tailor.core.errors import TailorError
from tailor.core.following import Following
from tailor.core.procedure import Procedure
from tailor.library.progress import PlacesKept
from tailor.places_of_following import place_of, places_kept
from tailor.screens import amounts_shown, follow_page
from tailor.screens.bells import home_of
from tailor.screens.editing import LineDialog, WordsDialog, Written, words_kept
from tailor.screens.follow_finishing import Finishing
from tailor.screens.follow_timing import Timing
from tailor.screens.pageview import PageView
from tailor.screens.room import Room
from tailor.screens.safe import MUTED, lines, safe, say

if TYPE_CHECKING:
    from tailor.core.transport import Draft
    from tailor.screens.backstage import Backstage

WIDE = 100

SAYS_ROWS, SAYS_ROWS_LOW = 8, 5
"""Rows that what was said last has, as in the style sheet; most of it needs one."""


class FollowScreen(Room):
    """One time through a procedure."""

    CSS_PATH = "follow.tcss"
    HELP = """One step at a time. Space checks it off and goes on; t starts the timer a step speaks of. Your place,
    timers and notes are kept with every key: close the window whenever you like."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "check", "Done", id="follow.check", tooltip="Done, and on; again takes it back"),
        Binding("t", "timer", "Timer", id="follow.timer", tooltip="Start the timer this step speaks of"),
        Binding("n", "note", "Note", id="follow.note", tooltip="A note on this step"),
        Binding("r", "rescue", "Rescue", id="follow.rescue", tooltip="Something is missing or went wrong"),
        Binding("j,down,right", "move(1)", "Next step", show=False, id="follow.next"),
        Binding("k,up,left", "move(-1)", "Previous step", show=False, id="follow.previous"),
        Binding("home", "go(1)", "First step", show=False, id="follow.first"),
        Binding("end", "go(1000000)", "Last step", show=False, id="follow.last"),
        Binding("g", "jump", "Go to a step", show=False, id="follow.jump"),
        Binding("T", "timers", "Timers", show=False, id="follow.timers", tooltip="Hold a timer or take it away"),
        Binding("s", "times", "Amounts", show=False, id="follow.times", tooltip="Amounts ×2, ×3, ×½, ×1"),
        Binding("w", "needs", "What you need", show=False, id="follow.needs"),
        Binding("c", "copy", "Copy", show=False, id="follow.copy", tooltip="Copy this step"),
        Binding("f", "finish", "Finish", show=False, id="follow.finish", tooltip="Keep how it went"),
        Binding("pagedown", "scroll(1)", "Further down", show=False, id="follow.page_down"),
        Binding("pageup", "scroll(-1)", "Further up", show=False, id="follow.page_up"),
        Binding("escape", "leave", "Leave", show=False, id="follow.leave", tooltip="Back; your place is kept"),
    ]

    def __init__(
        self,
        back: "Backstage",
        following: Following,
        kept: PlacesKept,
        *,
        original: Procedure | None = None,
        clock: Callable[[], float] = time.time,
        trouble: str = "",
    ) -> None:
        """`original`: the procedure before any rescue; `clock` gives seconds since the epoch; `trouble`: what to
        say first.
        """
        super().__init__()
        self.back = back
        self.following = self._known = following
        """Now, and as it was when it was kept last."""
        self.kept = kept
        self.clock = clock
        self.ended = False
        """Whether what came of it is kept and the place forgotten."""
        self._finishing = Finishing(self, original or following.procedure)
        self._timing = Timing(self)
        self._note = trouble
        self._wrong = False
        """Whether what is said last went wrong."""
        self._unsaved = False
        self._timers_drawn: object = None
        self._step_drawn = ""

    def body(self) -> Iterable[Widget]:
        """Goal, the step and the list of all, timers, what was said last."""
        yield Static(id="title")
        yield Horizontal(PageView(id="step", can_focus=False), PageView(id="steps", can_focus=False), id="middle")
        yield Static(id="timers")
        yield Static(id="says")

    def pressing(self) -> Collection[str]:
        """To say how it went, once every step is done."""
        return ("finish",) if self.following.finished else ()

    def on_mount(self) -> None:
        """Draws, and looks at the timers from now on."""
        self.call_after_refresh(self.draw)
        home_of(self.app).bells().shown(self.following.id, self.tick)
        self.call_after_refresh(self.tick)

    def on_screen_resume(self) -> None:
        """Nothing is left to follow where the end was written while one looked at something else."""
        if not (self.ended or home_of(self.app).bells().is_shown(self.following.id, self.tick)):
            self._take_over()
        if self.ended:
            self.go_back()

    def _take_over(self) -> None:
        """Another screen of the same steps was opened since: its moves count, or its end."""
        try:
            found = self.kept.load(self.following.id)
        except TailorError as error:
            self._note, self._wrong = error.message, True
            found = self.following
        one = self.following
        if found is None and one != moves.begin(one.procedure, one.id, one.begun):
            self.ended = True
            return
        self.following = self._known = found or one
        home_of(self.app).bells().shown(one.id, self.tick)
        self.call_after_refresh(self.draw)

    def on_unmount(self) -> None:
        """Its timers go on without it."""
        if not self.ended:
            home_of(self.app).bells().left(self.following, self.tick)

    def on_resize(self, event: Resize) -> None:
        """Lays out anew."""
        self.call_after_refresh(self.draw)

    # -- drawing and keeping ---------------------------------------------------------------------------------

    @property
    def shown(self) -> Procedure:
        """The steps with the amounts that are wanted."""
        return amounts_shown.shown(self.following.procedure, self.following.times)

    def draw(self) -> None:
        """Everything, as it is now."""
        if not self.query("#step"):
            return
        one, procedure = self.following, self.shown
        width = max(self.size.width - (6 if self.size.width >= 72 else 2), 20)
        self.query_one("#title", Static).update(follow_page.title_row(one, width))
        same, self._step_drawn = self._step_drawn == one.step, one.step
        self.query_one("#step", PageView).show(partial(follow_page.step_page, one, procedure), stays=same)
        if self.size.width >= WIDE:
            steps = self.query_one("#steps", PageView)
            steps.show(partial(follow_page.list_page, one, procedure))
            top = follow_page.list_place(one) - steps.size.height // 2
            steps.scroll_to(y=max(top, 0), animate=False, immediate=True)
        said = safe(self._note, "$text-warning" if self._wrong else MUTED)
        room = SAYS_ROWS_LOW if self.size.height < 20 else SAYS_ROWS
        self.query_one("#says", Static).update(follow_page.said(said, width, room))
        self._draw_timers()

    def _draw_timers(self) -> None:
        width = max(self.size.width - (6 if self.size.width >= 72 else 2), 20)
        now = self.clock()
        most = 2 if self.size.height < 20 else 4
        rows = follow_page.timer_rows(self.following.timers, now, width, most)
        if rows != self._timers_drawn:
            self._timers_drawn = rows
            self.query_one("#timers", Static).update(lines(*rows))

    def take(self, following: Following, note: str = "") -> None:
        """Takes a move: drawn at once, kept right after."""
        changed = following != self.following
        self.following, self._note, self._wrong = following, note, False
        self.draw()
        self.refresh_bindings()
        if changed and not self._unsaved:
            self._unsaved = True
            self.call_after_refresh(self.keep)

    def keep(self) -> None:
        """Keeps the place on the disk; where that fails it is said, and the steps go on.

        Not after the end: a key or a timer of the last moment would bring the forgotten place back.
        """
        self._unsaved = False
        if self.ended:
            return
        try:
            self.following = self._known = self.kept.keep_beside(self.following, self._known)
        except TailorError as error:
            self._note, self._wrong = error.message, True
            self.draw()

    def tick(self) -> None:
        """Rings what is over."""
        now = self.clock()
        following, over = moves.ring(self.following, now)
        if over:
            self.take(following, follow_page.rang_words(over[-1], now))
            home_of(self.app).bells().tell(following, over, now, here=self.is_current)
        elif self.following.timers and self.query("#timers"):
            self._draw_timers()

    # -- the keys --------------------------------------------------------------------------------------------

    def action_check(self) -> None:
        """Done, and on to the next; a step that is done already is opened again."""
        one = self.following
        if one.at in one.done:
            self.take(moves.uncheck(one), f"Step {one.at} is open again.")
            return
        self.take(moves.check(one))

    def action_move(self, by: int) -> None:
        """To the next or the previous step."""
        self.take(moves.go(self.following, self.following.at + by))

    def action_go(self, step: int) -> None:
        """To this step."""
        self.take(moves.go(self.following, step))

    def action_scroll(self, pages: int) -> None:
        """Moves a long step."""
        view = self.query_one("#step", PageView)
        view.scroll_relative(y=pages * max(view.size.height - 2, 1), animate=False)

    def action_jump(self) -> None:
        """Lets the person choose a step."""
        from tailor.screens.follow_dialogs import JumpDialog

        dialog = JumpDialog(self.following, self.shown)
        self.app.push_screen(dialog, lambda step: None if step is None else self.action_go(step))

    def action_timer(self) -> None:
        """Starts the timer of this step; asks where it speaks of several, or of none."""
        self._timing.ask()

    def action_timers(self) -> None:
        """Lets the person hold a timer or take it away."""
        self._timing.manage()

    def action_finish(self) -> None:
        """Asks how it went, and ends; once only."""
        if not self._finishing.writing:
            self._finishing.ask()

    def action_note(self) -> None:
        """A note on this step; what was typed waits for this step alone when the window is closed."""
        one, waiting = self.following, words_kept(self.app)
        kept_as = f"note\n{one.id}\n{one.step}"

        def noted(written: Written | None) -> None:
            if written is not None and written.keep:
                waiting.pop(kept_as, None)
                self.take(moves.with_note(self.following, written.text))
            elif written is not None:
                waiting[kept_as] = written.text

        text = waiting.get(kept_as, one.note_of(one.at))
        self.app.push_screen(WordsDialog(f"Your note on step {one.at}", text, one.step, moves.LONGEST_NOTE), noted)

    def action_times(self) -> None:
        """The amounts for the next number of times; times and temperatures stay."""
        times = amounts_shown.after(self.following.times)
        words = "Amounts as written." if times == "1" else "Amounts only: times and temperatures stay as they are."
        self.take(moves.with_times(self.following, times), f"{amounts_shown.SHOWN[times]}  {words}")

    def action_needs(self) -> None:
        """What it takes."""
        from tailor.screens.dialogs import Choice, Question

        words = follow_page.needs_words(self.shown)
        self.app.push_screen(Question("What you need", words, (Choice("o", "back to the step"),)))

    def action_copy(self) -> None:
        """The step to the clipboard."""
        self.app.copy_to_clipboard(self.shown.steps[self.following.at - 1])
        say(self, "Copied.")

    def action_leave(self) -> None:
        """Back to where one came from; the place is kept. Not while the end is written: that would be cut off."""
        if self._finishing.writing:
            self.take(self.following, "One moment: how it went is being kept.")
            return
        if self.following != self._known or not self.kept.is_kept(self.following.id):  # else nothing is new here
            self.keep()
        running = [timer for timer in self.following.timers if not timer.rang and timer.held is None]
        if self.go_back() and running:
            say(self.app, "Your place is kept. The timers go on and ring wherever you are in Tailor.")

    # -- rescue ----------------------------------------------------------------------------------------------

    def action_rescue(self) -> None:
        """Asks what is wrong, and then the agents for edits to the steps ahead."""
        if self.following.finished:
            self.take(self.following, "Every step is done: there is nothing ahead to change.")
            return
        dialog = LineDialog(
            "What is wrong?",
            f"{self.back.connection().sends} Only steps that are not done can change.",
            placeholder="for example: I have no buttermilk",
            enter="ask",
        )
        self.app.push_screen(dialog, self._rescue)

    def _rescue(self, words: str | None) -> None:
        if not words:
            return
        from tailor.screens.dialogs import ErrorDialog
        from tailor.screens.rescue import rescue_screen

        try:
            screen = rescue_screen(self.back, self.following, words, partial(self._rescued, words))
        except TailorError as error:
            self.app.push_screen(ErrorDialog.of(error))
        else:
            self.app.push_screen(screen)

    def _rescued(self, words: str, plain: "Draft", renumbered: "Draft") -> None:
        """Goes on with the changed steps."""
        now = moves.rescued(self.following, plain, renumbered, words)
        self.take(now, "The steps ahead are changed; what is done stays as it is.")


def follow_screen(back: "Backstage", procedure: Procedure, clock: Callable[[], float] = time.time) -> FollowScreen:
    """The screen at the kept place, else at the first step. ContentError for a procedure without steps."""
    kept = places_kept(back.places)
    following, words = place_of(kept, procedure, clock())
    return FollowScreen(back, following, kept, original=procedure, clock=clock, trouble=words)
