"""The page of the follow screen: pure functions that lay it out as Content, and `FollowView`, which draws them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final

from textual.content import Content
from textual.widgets import Static

from tailor.core import following as moves
from tailor.core.dangers import Caution, split_notes
from tailor.core.following import Following, Timer
from tailor.core.listed_amounts import ahead, amounts_of
from tailor.core.procedure import Procedure
from tailor.core.text import one_line
from tailor.screens.base import LOW, WIDE, BaseScreen
from tailor.screens.follow.timers import BIG, HELD, OVER, RUNS, progress_bar, timer_rows
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.lists import PageView

TIMES: Final = ("1", "2", "3", "1/2")
SHOWN: Final = {"1": "×1", "2": "×2", "3": "×3", "1/2": "×½"}

ROOMY: Final = 24
"""Rows of the window from which timers are shown in big digits."""


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


def still_as_written(procedure: Procedure, times: str) -> str:
    """A sentence on the amounts that are not multiplied; "" if all are."""
    if times not in TIMES[1:]:
        return ""
    from tailor.rules.scaling import unscaled

    return unscaled(procedure, Fraction(times))


AROUND = 100  # steps shown in the list before and after the current one

WIDEST: Final = 64
"""Width of the framed step in cells: longer lines are hard to read from across a kitchen."""
BORDER: Final = 4
"""Cells that the frame and its padding take on either side."""
FRAMED: Final = 12
"""Rows of the pane from which the step has a frame."""
AIRY: Final = 24
"""Rows of the pane from which the step's lines are spaced."""

MOST_APART: Final = 5
"""Most lines of a step that are spaced; a longer step is not."""
MOST_AHEAD: Final = 3
"""Most cautions about other steps that stand above the first step, which must stay in view."""
LEAST: Final = 8
"""Rows of the pane below which not even a blank line stands above the step."""
MOST_NOTES: Final = 4
"""Most rows of the notes, shown at the first step."""
MOST_AMOUNTS: Final = 6
"""Most amounts with a line of their own; if there are more, they share lines."""
LONGEST_AMOUNT: Final = 50

DONE, OPEN, HERE = "✓", "○", "●"


def title_row(following: Following, width: int) -> Content:
    """The goal at the left; at the right the progress, and the multiple if amounts are multiplied."""
    multiplied = shown(following.procedure, following.times) != following.procedure
    times = f"   {SHOWN.get(following.times, '')}" if multiplied else ""
    right = row_text((f"{len(following.done)} of {following.count} done{times}", MUTED))
    left = line_text(following.procedure.goal or "Untitled", "bold", 200)
    left = left.truncate(max(width - right.cell_length - 3, 8), ellipsis=True)
    return row_text(left, " " * max(width - left.cell_length - right.cell_length, 1), right)


def progress_row(following: Following, width: int) -> Content:
    """A line segment per step: thick if done, dotted for the current one; a single bar if they do not fit."""
    count, done = following.count, frozenset(following.done)
    each, longer = divmod(width - (count - 1), count)
    if each < 1:
        return progress_bar(len(done) / count, width)
    pieces = []
    for number in range(1, count + 1):
        sign, style = ("━", "$text-success") if number in done else ("─", "$foreground 30%")
        if number == following.at:
            sign, style = ("━" if number in done else "╍", "bold $accent")
        pieces.append(row_text((sign * (each + (number <= longer)), style)))
    return Content(" ").join(pieces)


def step_page(
    following: Following, procedure: Procedure, height: int, width: int, about: Sequence[Caution] = ()
) -> list[Content]:
    """The current step in the middle of the pane, framed if there is room; below it what comes next.

    `about`: the cautions; the first step also shows the first few that are about later steps.
    """
    framed = height >= FRAMED and width >= WIDEST
    room = WIDEST - 2 * BORDER if framed else max(min(width - 4, WIDEST), 8)
    head = _heading(following, procedure, room)
    step = [_text(following, procedure, room, airy=height >= AIRY), _amounts(following, procedure, room)]
    step = [_cautions(following, about, room), *([_ahead(procedure, room)] if following.at == 1 else []), *step]
    more = [_note(following, room), _timer_offer(following, room), _next(following, procedure, room)]
    more += [_notes(procedure, room)] if following.at == 1 else []
    if framed:
        inside = Content(" " * BORDER)
        rows = [*_frame(head, _apart(step)), Content(""), *(row_text(inside, row) for row in _apart(more))]
    else:
        rows = _apart([[head], *step, *more])
    left = " " * max((width - (WIDEST if framed else room)) // 2, 0)
    above = [Content("")] * max((height - len(rows)) // 2, 1 if height >= LEAST else 0)
    return above + [row_text(left, row) for row in rows]


def _apart(parts: Sequence[Sequence[Content]]) -> list[Content]:
    """The parts that are not empty, separated by blank lines."""
    return [row for part in parts if part for row in (*part, Content(""))][:-1]


def _frame(title: Content, rows: Sequence[Content]) -> list[Content]:
    """The rows in a rounded frame with a title, `WIDEST` cells wide."""
    edge, within = "$accent 60%", WIDEST - 2
    filled = [row_text(" " * (BORDER - 1), row, " " * (within - BORDER + 1 - row.cell_length)) for row in rows]
    empty = Content(" " * within)
    top = row_text(("╭─ ", edge), title, (f" {'─' * (within - title.cell_length - 3)}╮", edge))
    sides = [row_text(("│", edge), row, ("│", edge)) for row in (empty, *filled, empty)]
    return [top, *sides, row_text((f"╰{'─' * within}╯", edge))]


def _heading(following: Following, procedure: Procedure, room: int) -> Content:
    number = following.at
    head = row_text((f"Step {number} of {following.count}", "bold $accent"))
    if number in following.done:
        head = row_text(head, (f"   {DONE} done", "$text-success"))
    if title := next((title for first, title in reversed(procedure.sections) if first <= number), ""):
        head = row_text(head, "   ", line_text(title, f"italic {MUTED}"))
    return head.truncate(room, ellipsis=True)


def _text(following: Following, procedure: Procedure, room: int, *, airy: bool) -> list[Content]:
    """The step's text; if there is room, its lines are spaced, to be read from further away."""
    text = procedure.steps[following.at - 1]
    rows = safe_text(text, MUTED if following.at in following.done else "bold").wrap(room)
    if not airy or len(rows) > MOST_APART:
        return rows
    return [row for line in rows for row in (line, Content(""))][:-1]


def _cautions(following: Following, about: Sequence[Caution], room: int) -> list[Content]:
    at = following.at
    here = [one for one in about if at in one.at_steps]
    ahead = [one for one in about if at == 1 and one not in here]
    said = [one.says if at == 1 else one.at_steps[at] for one in here] + [one.says for one in ahead[:MOST_AHEAD]]
    rows = [row for words in said for row in safe_text(f"! {words}", "$text-warning").wrap(room)]
    if (more := len(ahead) - MOST_AHEAD) > 0:
        rows.append(row_text((f"and {more} more: ", MUTED), ("w", "$accent"), (" shows all", MUTED)))
    return rows


def _ahead(procedure: Procedure, room: int) -> list[Content]:
    """What to begin ahead, shown above the first step: resources that take time before they can be used."""
    return [row for one in ahead(procedure) for row in row_text(("first  ", "$accent"), line_text(one)).wrap(room)]


def _amounts(following: Following, procedure: Procedure, room: int) -> list[Content]:
    """The listed amounts of what the step uses without naming an amount; one per line while they are few."""
    found = [one_line(one, LONGEST_AMOUNT) for one in amounts_of(procedure, following.at)]
    if len(found) > MOST_AMOUNTS:
        return line_text("  ·  ".join(found), limit=400).wrap(room)
    return [row_text(("· ", "$accent"), one).truncate(room, ellipsis=True) for one in found]


def _note(following: Following, room: int) -> list[Content]:
    note = following.note_of(following.at)
    return row_text(("note  ", "$accent"), safe_text(note)).wrap(room) if note else []


def _notes(procedure: Procedure, room: int) -> list[Content]:
    """The notes of the how-to, as far as they fit on a few rows, without its warnings, which stand above."""
    if not (notes := split_notes(procedure.notes)[1]):
        return []
    rows = row_text(("notes  ", "$accent"), safe_text(notes, MUTED)).wrap(room)
    more = line_text("… w shows them all", MUTED)
    return rows if len(rows) <= MOST_NOTES else [*rows[: MOST_NOTES - 1], more]


def _timer_offer(following: Following, room: int) -> list[Content]:
    offered = moves.offered(following)
    words = line_text(" or ".join(one.words for one in offered), limit=200)
    return row_text(("t ", "$accent"), ("starts a timer: ", MUTED), words).wrap(room) if offered else []


def _next(following: Following, procedure: Procedure, room: int) -> list[Content]:
    if following.finished:
        return row_text((f"{DONE} Every step is done.", "$text-success"), ("  f finishes", MUTED)).wrap(room)
    after = next((n for n in range(following.at + 1, following.count + 1) if n not in following.done), None)
    if after is not None:
        return [line_text(f"then {after}  {procedure.steps[after - 1]}", MUTED).truncate(room, ellipsis=True)]
    left = [n for n in range(1, following.count + 1) if n not in following.done and n != following.at]
    words = (
        f"Still to do: {'step' if len(left) == 1 else 'steps'} {', '.join(map(str, left[:8]))}"
        if left
        else "This is the last step"
        if following.at == following.count
        else "All other steps are done"
    )
    return [line_text(words, MUTED)]


def list_page(following: Following, procedure: Procedure, width: int) -> list[Content]:
    """The steps around the current one, one line each."""
    first = max(following.at - AROUND, 1)
    last = min(following.at + AROUND, following.count)
    shown = enumerate(procedure.steps[first - 1 : last], first)
    return [_list_row(following, number, text, len(str(last)), width) for number, text in shown]


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


def said(words: Content, width: int, most: int) -> Content:
    """The words on at most `most` rows, with "…" in place of the middle if they are longer.

    File errors begin with a path of any length, and end with the cause and advice.
    """
    rows = words.wrap(width)
    if len(rows) <= most:
        return words
    head = rows[0].truncate(max(width - 1, 1))
    return lines(row_text(head, "…"), *rows[len(rows) - most + 1 :])


def needs_words(procedure: Procedure, about: Sequence[Caution] = ()) -> str:
    """The cautions, the yield, the resources, one per line, and the notes."""
    much = [f"Makes {procedure.yields}:"] if procedure.yields and procedure.resources else []
    needs = "\n".join([*much, *(f"· {text}" for text in procedure.resources)]) or "Nothing is listed."
    return "\n\n".join(filter(None, (*(f"! {one.says}" for one in about), needs, split_notes(procedure.notes)[1])))


class FollowView:
    """Draws one follow screen, and remembers what it shows already."""

    def __init__(self, screen: BaseScreen[None]) -> None:
        self._screen = screen
        self._timers: object = None
        self._step = ""

    def draw(
        self, one: Following, procedure: Procedure, note: str, *, wrong: bool, about: Sequence[Caution]
    ) -> None:
        """Draw everything except the timers; `note` is the message at the foot, `wrong` whether it is an error."""
        screen, width = self._screen, self._screen.text_width
        screen.query_one("#title", Static).update(title_row(one, width))
        screen.query_one("#progress", Static).update(progress_row(one, width))
        same, self._step = self._step == one.step, one.step
        screen.query_one("#step", PageView).show(partial(self._step_rows, one, procedure, about), stays=same)
        if screen.size.width >= WIDE:
            steps = screen.query_one("#steps", PageView)
            steps.show(partial(list_page, one, procedure))
            top = min(one.at - 1, AROUND) - steps.size.height // 2
            steps.scroll_to(y=max(top, 0), animate=False, immediate=True)
        words = safe_text(note, "$text-warning" if wrong else MUTED)
        most = 5 if screen.size.height < LOW else 8  # as in the style sheet
        screen.query_one("#says", Static).update(said(words, width, most))

    def _step_rows(
        self, one: Following, procedure: Procedure, about: Sequence[Caution], width: int
    ) -> Sequence[Content]:
        """The rows of the step's pane; called again when its size changes."""
        height = self._screen.query_one("#step", PageView).size.height
        return step_page(one, procedure, height, width, about)

    def draw_timers(self, timers: Sequence[Timer], now: float) -> None:
        height = self._screen.size.height
        most = 2 if height < LOW else 4 if height < ROOMY else BIG
        rows = timer_rows(timers, now, self._screen.text_width, most)
        if rows != self._timers:
            self._timers = rows
            self._screen.query_one("#timers", Static).update(lines(*rows))
