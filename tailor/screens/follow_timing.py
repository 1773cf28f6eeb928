"""The timers of the steps one follows: which one to start, holding one, taking one away.

Owns these questions. Refuses to ring (`bells`) and to know how timers look.
"""

from typing import TYPE_CHECKING

from tailor.core import following as moves
from tailor.core.durations import Duration, durations
from tailor.core.errors import TailorError
from tailor.screens.dialogs import Choice, Question
from tailor.screens.editing import LineDialog
from tailor.screens.follow_dialogs import TimersDialog

if TYPE_CHECKING:
    from tailor.screens.follow import FollowScreen

UNREAD = "No time could be read in that: write it as in 10 minutes."


class Timing:
    """The timers of one screen."""

    def __init__(self, screen: "FollowScreen") -> None:
        self._screen = screen

    def ask(self) -> None:
        """Starts the timer of the step; asks where it speaks of several, or of none."""
        screen, one = self._screen, self._screen.following
        found = moves.offered(one)
        if len(found) == 1:
            self.start(found[0])
        elif found:
            choices = tuple(Choice(str(number), time.words) for number, time in enumerate(found, 1))
            chosen = Question("Which timer?", "", choices)
            screen.app.push_screen(chosen, lambda key: self.start(found[int(key) - 1]) if key else None)
        else:
            dialog = LineDialog("A timer of your own", placeholder="for example: 10 minutes", enter="start it")
            screen.app.push_screen(dialog, self._own)

    def _own(self, words: str | None) -> None:
        if not words:
            return
        if found := durations(f"{words} minutes" if words.isdecimal() else words):
            self.start(found[0])
        else:
            self._screen.take(self._screen.following, UNREAD)

    def start(self, what: Duration) -> None:
        """Runs one more; too many are said."""
        screen = self._screen
        try:
            now = moves.start(screen.following, what, screen.clock())
        except TailorError as error:
            screen.take(screen.following, error.message)
        else:
            screen.take(now, f"{what.words}: the timer runs. T holds it or takes it away.")

    def manage(self) -> None:
        """Lets the person hold a timer or take it away."""
        screen = self._screen
        if not screen.following.timers:
            screen.take(screen.following, "No timer runs. t starts one.")
            return
        screen.app.push_screen(TimersDialog(screen.following.timers, screen.clock()), self._chosen)

    def _chosen(self, chosen: tuple[str, int] | None) -> None:
        if chosen is None:
            return
        (what, number), screen = chosen, self._screen
        timer = next((one for one in screen.following.timers if one.number == number), None)
        if what == "stop" or (timer is not None and timer.rang):
            screen.take(moves.stop(screen.following, number))
        else:
            screen.take(moves.hold(screen.following, number, screen.clock()))
