"""The layout of following, as Content: the step, what surrounds it, the timers, the list of steps. Pure."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from textual.content import Content

from tailor.core import following as moves
from tailor.core.following import Following, Timer, ago_words, clock_words
from tailor.core.procedure import Procedure
from tailor.core.step_amounts import amounts_of
from tailor.core.text import one_line
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text

TIMES: Final = ("1", "2", "3", "1/2")
SHOWN: Final = {"1": "×1", "2": "×2", "3": "×3", "1/2": "×½"}


def after(times: str) -> str:
    """The next multiple, starting over after the last."""
    return TIMES[(TIMES.index(times) + 1) % len(TIMES)] if times in TIMES else "1"


@lru_cache(maxsize=8)
def shown(procedure: Procedure, times: str) -> Procedure:
    """The procedure with its amounts multiplied."""
    if times not in TIMES[1:]:
        return procedure
    from tailor.rules.scaling import scaled

    return scaled(procedure, Fraction(times))


AROUND = 100  # steps before and after the present one in the list

WIDEST = 76  # longest line of the step in cells: longer ones are hard to read from across a kitchen

LONGEST_AMOUNT: Final = 50

DONE, OPEN, HERE = "✓", "○", "●"
OVER, RUNS, HELD = "▲", "⏲", "⏸"


def title_row(following: Following, width: int) -> Content:
    """Goal at the left; at the right the progress, and the multiple unless it is 1."""
    times = f"   {SHOWN.get(following.times, '')}" if following.times != "1" else ""
    right = row_text((f"{len(following.done)} of {following.count} done{times}", MUTED))
    left = line_text(following.procedure.goal or "Without a goal", "bold", 200)
    left = left.truncate(max(width - right.cell_length - 3, 8), ellipsis=True)
    return row_text(left, " " * max(width - left.cell_length - right.cell_length, 1), right)


def step_page(following: Following, procedure: Procedure, width: int) -> list[Content]:
    """The present step, large; its heading above, note and timers below, then what comes next."""
    number, text = following.at, procedure.steps[following.at - 1]
    pad = max(0, min(4, width // 12))
    room = max(min(width - pad - 2, WIDEST), 8)
    parts: list[list[Content]] = []
    if heading := next((title for first, title in reversed(procedure.sections) if first <= number), ""):
        parts.append([line_text(heading, f"italic {MUTED}").truncate(room, ellipsis=True)])
    done = number in following.done
    head = row_text((f"Step {number} of {following.count}", "bold $accent"))
    parts.append([row_text(head, (f"   {DONE} done", "$text-success")) if done else head])
    parts.append(safe_text(text, MUTED if done else "bold").wrap(room))
    if amounts := amounts_of(procedure, number):
        words = line_text("  ·  ".join(one_line(one, LONGEST_AMOUNT) for one in amounts), limit=400)
        parts.append(row_text(("how much  ", MUTED), words).wrap(room))
    if note := following.note_of(number):
        parts.append(row_text(("note  ", "$accent"), safe_text(note)).wrap(room))
    if offered := moves.offered(following):
        words = line_text("  ·  ".join(one.words for one in offered), limit=200)
        parts.append(row_text(("t ", "$accent"), ("starts a timer: ", MUTED), words).wrap(room))
    parts.append(_next(following, procedure, room))
    return [row for part in parts for row in (Content(""), *(row_text(" " * pad, one) for one in part))]


def _next(following: Following, procedure: Procedure, room: int) -> list[Content]:
    if following.finished:
        keeps = ("  f finishes", MUTED)
        return row_text((f"{DONE} Every step is done.", "$text-success"), keeps).wrap(room)
    after = next((n for n in range(following.at + 1, following.count + 1) if n not in following.done), None)
    if after is not None:
        return [line_text(f"then {after}  {procedure.steps[after - 1]}", MUTED).truncate(room, ellipsis=True)]
    left = [n for n in range(1, following.count + 1) if n not in following.done and n != following.at]
    words = f"Still to do: step {', '.join(map(str, left[:8]))}" if left else "This is the last step"
    return [line_text(words, MUTED)]


def list_page(following: Following, procedure: Procedure, width: int) -> list[Content]:
    """The steps around the present one, one line each."""
    first = max(following.at - AROUND, 1)
    last = min(following.at + AROUND, following.count)
    shown = enumerate(procedure.steps[first - 1 : last], first)
    return [_list_row(following, number, text, len(str(last)), width) for number, text in shown]


def list_place(following: Following) -> int:
    """The row of the present step in `list_page`."""
    return following.at - max(following.at - AROUND, 1)


def _list_row(following: Following, number: int, text: str, pad: int, width: int) -> Content:
    here, done = number == following.at, number in following.done
    sign = (DONE, "$text-success") if done else (HERE, "$accent") if here else (OPEN, MUTED)
    also = (f"{HERE} " if here and done else "", "$accent")
    style = "bold" if here else MUTED if done else ""
    mine = [timer for timer in following.timers if timer.step == number]
    signs = {OVER if timer.rang else HELD if timer.held is not None else RUNS for timer in mine}
    timers = ("".join(f"{sign} " for sign in (OVER, RUNS, HELD) if sign in signs), "$text-warning")
    words = row_text(sign, (f" {number:>{pad}}  ", MUTED), also, timers, line_text(text, style))
    return words.truncate(max(width, 8), ellipsis=True)


def timer_rows(timers: Sequence[Timer], now: float, width: int, most: int) -> list[Content]:
    """One line a timer: first those that rang, then by when they ring."""
    order = sorted(timers, key=lambda timer: (not timer.rang, timer.held is not None, timer.left(now)))
    rows = [_timer_row(timer, now).truncate(max(width, 8), ellipsis=True) for timer in order[:most]]
    if len(order) > most:
        more = row_text((f"   +{len(order) - most} more: T", MUTED))
        rows[-1] = row_text(rows[-1].truncate(max(width - more.cell_length, 8), ellipsis=True), more)
    return rows


def _timer_row(timer: Timer, now: float) -> Content:
    left = timer.left(now)
    about = row_text((f"step {timer.step}  ", MUTED), line_text(timer.words, MUTED, 60))
    if timer.rang or (timer.held is None and left <= 0):
        late = (f", {ago_words(-left)} ago", MUTED) if left <= -1 else ("", "")
        return row_text((f"{OVER} Time is up  ", "bold $text-warning"), about, late)
    if timer.held is not None:
        return row_text((f"{HELD} {clock_words(left):>8}  held  ", MUTED), about)
    return row_text((f"{RUNS} {clock_words(left):>8}  ", "bold"), about)


def rang_words(timer: Timer, now: float) -> str:
    """The message of a timer that rings."""
    late = -timer.left(now)
    ago = f" That was {ago_words(late)} ago." if late >= 5 else ""
    longer = f" The step says {timer.words}: have a look." if timer.most > timer.seconds else ""
    return f"Step {timer.step}: the timer for {timer.words} is over.{longer}{ago}"


def said(words: Content, width: int, most: int) -> Content:
    """The words on at most `most` rows, else with "…" for the middle.

    Errors of files begin with a path of any length and end with the cause and advice.
    """
    rows = words.wrap(width)
    if len(rows) <= most:
        return words
    head = rows[0].truncate(max(width - 1, 1))
    return lines(row_text(head, "…"), *rows[len(rows) - most + 1 :])


def needs_words(procedure: Procedure) -> str:
    """For how much, and the resources, one a line."""
    much = [f"Makes {procedure.yields}:"] if procedure.yields and procedure.resources else []
    return "\n".join([*much, *(f"· {text}" for text in procedure.resources)]) or "Nothing is listed."
