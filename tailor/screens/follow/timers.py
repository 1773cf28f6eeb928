"""The timers of everything being followed: they live with the app and ring whatever screen is in front.

A follow screen rings its own timers. For all others the stored progress is loaded, rung and stored again, so that
opening it later shows what rang. `timer_rows` draws them as Content: big digits with a bar, side by side, or one
line each.
"""

import asyncio
import math
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import inf
from typing import Final

from textual.app import App
from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from tailor.core import following as moves
from tailor.core.errors import TailorError
from tailor.core.following import Following, Timer, ago_words, clock_words, length_words, time_words
from tailor.core.text import one_line
from tailor.library.progress import ProgressStore
from tailor.screens.widgets.content import MUTED, line_text, notify, row_text

TICK = 0.5  # seconds between polls of the timers

STAYS = 60.0  # seconds a notification stays: people are at the other end of the kitchen

OVER, RUNS, HELD = "▲", "◔", "‖"

BLOCK: Final = 30
"""Width in cells of a timer in big digits: "336:00:00", the longest, takes 23."""
GAP: Final = 4
BIG: Final = 5
"""Height in rows of such a timer: caption, three rows of digits, bar."""


def uptime() -> float:
    """Seconds of a clock that nobody can set and that goes on while a laptop sleeps."""
    if not hasattr(time, "clock_gettime"):  # Windows, whose monotonic clock does that
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class ForwardClock:
    """The system's time, which keeps going forward if the system clock is set back, until that is right again.

    Otherwise every running timer would last longer by as much.
    """

    def __init__(self, system: Callable[[], float] = time.time, passed: Callable[[], float] = uptime) -> None:
        self._system, self._passed = system, passed
        self._last, self._at = system(), passed()
        self._behind = 0.0

    def __call__(self) -> float:
        """Seconds since the epoch, never fewer than at the last call."""
        at = self._passed()
        expected, self._at = self._last + at - self._at, at
        try:
            now = self._system()
        except OverflowError:  # beyond the year 2262
            now = expected
        self._behind = max(0.0, self._behind + expected - now)
        self._last = now
        return now + self._behind


CLOCK: Final = ForwardClock()
"""One for the whole process, since a screen and the timers in the background must agree."""


class TimerService:
    """Rings the timers of one app; it ticks only once a timer is known."""

    def __init__(self, app: App[None], kept: ProgressStore, clock: Callable[[], float] = CLOCK) -> None:
        self.clock = clock
        self._app = app
        self._kept = kept
        self._due: dict[str, float] = {}
        """When the next timer of a stored progress rings, by its id; without those shown on a screen."""
        self._shown: dict[str, Callable[[], Following]] = {}
        """The tick of each follow screen, which returns its progress, by the id of the progress."""
        self._ticks = False
        self._shown_until = 0.0  # when the notification of a timer disappears

    async def wake(self) -> None:
        """Load all stored timers, and ring those that ended while Tailor was not running."""
        places = await asyncio.to_thread(lambda: list(self._kept.all()))
        now = self.clock()
        for place in places:
            self._watch(place, now)
        self.tick()

    def shown(self, id: str, look: Callable[[], Following]) -> None:
        """Note that a follow screen is open, whose timers `look` rings."""
        self._due.pop(id, None)
        self._shown[id] = look
        self._start()
        self.hush()  # the steps show what rang, and a notification would cover it

    def is_shown(self, id: str, look: Callable[[], Following]) -> bool:
        """Whether `look` still rings for this progress; a later screen of the same progress takes over."""
        return self._shown.get(id) == look

    def left(self, following: Following, look: Callable[[], Following]) -> None:
        """The screen of `look` closed: ring its timers here, unless another screen shows them."""
        if self.is_shown(following.id, look):
            del self._shown[following.id]
        self._watch(following)

    def running(self) -> list[str]:
        """A sentence for each running timer. Reads the disk for those that are not on a screen."""
        places = [look() for look in self._shown.values()]
        for id in sorted(self._due):
            with suppress(TailorError):
                places += filter(None, [self._kept.load(id)])
        return [_running_words(timer, place, self.clock()) for place in places for timer in moves.running(place)]

    def ended(self, id: str) -> None:
        self._shown.pop(id, None)
        self._due.pop(id, None)

    def tick(self) -> None:
        """Ring every timer whose time is up."""
        for look in tuple(self._shown.values()):
            look()
        now = self.clock()
        for id in [id for id, due in self._due.items() if due <= now]:
            self._ring(id, now)

    def tell(self, following: Following, over: Iterable[Timer], now: float, *, here: bool = False) -> None:
        """Ring the bell and, unless the steps are in front (`here`), notify."""
        self._app.bell()
        if here:
            return
        self._shown_until = now + STAYS
        words = [f"{rang_words(timer, now)} {following.procedure.goal}" for timer in over]
        notify(
            self._app,
            "\n".join((*words, "Esc dismisses it.")),
            title="Time is up",
            severity="warning",
            stays=STAYS,
        )

    def hush(self) -> bool:
        """Remove the notification; return False if none is shown."""
        shown, self._shown_until = self.clock() < self._shown_until, 0.0
        if shown:
            self._app.clear_notifications()
        return shown

    def _ring(self, id: str, now: float) -> None:
        """Ring the timers of a stored progress, unless it is gone or damaged."""
        del self._due[id]
        try:
            place = self._kept.load(id)
            if place is None:
                return
            rung, over = moves.ring(place, now)
            if over:
                self.tell(rung, over, now)
            self._watch(rung)
            if rung != place:
                self._watch(self._kept.keep_beside(rung, place)[0])
        except TailorError as error:
            notify(self._app, error.message, severity="warning")

    def _watch(self, following: Following, soon: float = inf) -> None:
        """Schedule a look at its timers for when the next one rings, or for `soon` if that is earlier."""
        due = moves.next_ring(following)
        if due is not None and following.id not in self._shown:
            self._due[following.id] = min(due, soon)
            self._start()

    def _start(self) -> None:
        if not self._ticks:
            self._ticks = True
            self._app.set_interval(TICK, self.tick)


def timer_rows(timers: Sequence[Timer], now: float, width: int, most: int) -> list[Content]:
    """The timers on at most `most` rows: first those that rang, then the others, those that ring next first.

    In big digits if all of them fit side by side and there are enough rows, else one line each.
    """
    order = sorted(timers, key=lambda timer: (not timer.rang, timer.held is not None, timer.left(now)))
    if most >= BIG and 0 < len(order) <= (width + GAP) // (BLOCK + GAP):
        margin = Content(" " * ((width - len(order) * (BLOCK + GAP) + GAP) // 2))
        beside = zip(*(_block(timer, now) for timer in order), strict=True)
        return [row_text(margin, Content(" " * GAP).join(row)) for row in beside]
    rows = [_line(timer, now).truncate(max(width, 8), ellipsis=True) for timer in order[:most]]
    if len(order) > most:
        more = row_text((f"   +{len(order) - most} more: T", MUTED))
        rows[-1] = row_text(rows[-1].truncate(max(width - more.cell_length, 8), ellipsis=True), more)
    return rows


def _block(timer: Timer, now: float) -> list[Content]:
    left = max(timer.left(now), 0.0)
    over, late = _is_over(timer, now), math.floor(max(-timer.left(now), 0.0))
    style = "bold $text-warning" if over else MUTED if timer.held is not None else "bold"
    digits = [row_text((row, style)) for row in big_digits(f"+{clock_words(late)}" if over else clock_words(left))]
    rows = (_caption(timer, now), *digits, progress_bar(1 - left / max(timer.seconds, 1), BLOCK, warns=over))
    return [_fitted(row) for row in rows]


def _fitted(row: Content) -> Content:
    row = row.truncate(BLOCK, ellipsis=True)
    return row_text(row, " " * (BLOCK - row.cell_length))


def _caption(timer: Timer, now: float) -> Content:
    if _is_over(timer, now):
        over = line_text(f"{OVER} Time is up · step {timer.step}", "bold $text-warning")
        return row_text(over, ("  esc ", "$accent"), ("ok", MUTED))
    sign = f"{HELD} paused  " if timer.held is not None else f"{RUNS} "
    return row_text(sign, line_text(f"step {timer.step} · {timer.words}", MUTED, 60))


def big_digits(words: str) -> list[str]:
    """Digits and colons as three rows of text; a colon is one cell wide, a digit three."""
    rows = ["", "", ""]
    for sign in words:
        glyph = DIGITS3X3_BOLD[DIGITS.index(sign) * 3 :][:3]
        cells = [row.strip().ljust(1) for row in glyph] if sign == ":" else [row.ljust(3) for row in glyph]
        rows = [row + part for row, part in zip(rows, cells, strict=True)]
    return rows


def progress_bar(part: float, width: int, *, warns: bool = False) -> Content:
    """A line `width` cells long, of which the elapsed part is thick."""
    over = round(width * min(max(part, 0.0), 1.0))
    return row_text(
        ("━" * over, "$text-warning" if warns else "$accent"), ("─" * (width - over), "$foreground 30%")
    )


def _is_over(timer: Timer, now: float) -> bool:
    return timer.rang or (timer.held is None and timer.left(now) <= 0)


def _line(timer: Timer, now: float) -> Content:
    left = timer.left(now)
    about = row_text((f"step {timer.step}  ", MUTED), line_text(timer.words, MUTED, 60))
    if _is_over(timer, now):
        late = (f", {ago_words(-left)} ago", MUTED) if left <= -1 else ("", "")
        return row_text(
            (f"{OVER} Time is up  ", "bold $text-warning"), about, late, ("   esc ", "$accent"), ("ok", MUTED)
        )
    if timer.held is not None:
        return row_text((f"{HELD} {clock_words(left):>8}  paused  ", MUTED), about)
    return row_text((f"{RUNS} {clock_words(left):>8}  ", "bold"), about)


def rang_words(timer: Timer, now: float) -> str:
    late = -timer.left(now)
    ago = f" That was {ago_words(late)} ago." if late >= 5 else ""
    longer = f" The step says up to {length_words(timer.most)}: have a look." if timer.most > timer.seconds else ""
    return f"Step {timer.step}: the timer for {timer.words} has finished.{longer}{ago}"


def _running_words(timer: Timer, following: Following, now: float) -> str:
    """A sentence on a running timer, for somebody who leaves."""
    ends = time_words(timer.ends, now)
    goal = one_line(following.procedure.goal, 60)
    return f"The timer for {timer.words} (step {timer.step} of “{goal}”) is still running, until {ends}."
