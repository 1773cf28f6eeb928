"""The timers of following, as Content: big digits with a bar, side by side, or one line each. Pure."""

import math
from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from tailor.core.following import Following, Timer, ago_words, clock_words, length_words, time_words
from tailor.core.text import one_line
from tailor.screens.widgets.content import MUTED, line_text, row_text

OVER, RUNS, HELD = "▲", "◔", "‖"

BLOCK: Final = 30
"""Cells of a timer in big digits: "336:00:00", the longest, takes 23."""
GAP: Final = 4
BIG: Final = 5
"""Rows of it: caption, three of digits, the bar."""


def timer_rows(timers: Sequence[Timer], now: float, width: int, most: int) -> list[Content]:
    """The timers on at most `most` rows: first those that rang, then by when they ring.

    In big digits where all of them fit beside each other and there are rows enough, else one line each.
    """
    order = sorted(timers, key=lambda timer: (not timer.rang, timer.held is not None, timer.left(now)))
    if most >= BIG and 0 < len(order) <= (width + GAP) // (BLOCK + GAP):
        return _beside([_block(timer, now) for timer in order], width)
    rows = [_line(timer, now).truncate(max(width, 8), ellipsis=True) for timer in order[:most]]
    if len(order) > most:
        more = row_text((f"   +{len(order) - most} more: T", MUTED))
        rows[-1] = row_text(rows[-1].truncate(max(width - more.cell_length, 8), ellipsis=True), more)
    return rows


def _beside(blocks: Sequence[Sequence[Content]], width: int) -> list[Content]:
    margin = Content(" " * ((width - len(blocks) * (BLOCK + GAP) + GAP) // 2))
    return [row_text(margin, Content(" " * GAP).join(row)) for row in zip(*blocks, strict=True)]


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
    """Figures and colons as three rows; a colon takes one cell, with room beside it."""
    rows = ["", "", ""]
    for sign in words:
        glyph = DIGITS3X3_BOLD[DIGITS.index(sign) * 3 :][:3]
        cells = [row.strip().ljust(1) for row in glyph] if sign == ":" else [row.ljust(3) for row in glyph]
        rows = [row + part for row, part in zip(rows, cells, strict=True)]
    return rows


def progress_bar(part: float, width: int, *, warns: bool = False) -> Content:
    """A line `width` cells long, thick for the part that is over."""
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
    """What a timer that rings says."""
    late = -timer.left(now)
    ago = f" That was {ago_words(late)} ago." if late >= 5 else ""
    longer = f" The step says up to {length_words(timer.most)}: have a look." if timer.most > timer.seconds else ""
    return f"Step {timer.step}: the timer for {timer.words} is over.{longer}{ago}"


def running_words(timer: Timer, following: Following, now: float) -> str:
    """What is said of a timer that runs when somebody leaves."""
    ends = time_words(timer.ends, now)
    goal = one_line(following.procedure.goal, 60)
    return f"The timer for {timer.words} (step {timer.step} of “{goal}”) is still running, until {ends}."
