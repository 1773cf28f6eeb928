"""The screen for judging results blindly: goal and result, and for the second question the situation too.

Results come in random order, with nothing to tell who made them; each answer is saved before the next question.
"""

from collections.abc import Iterable
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure
from tailor.evaluation.judging import ASKED_REASONS, ASKS, Answer, Judging, Turn
from tailor.screens.base import BaseScreen
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.widgets.content import MUTED, line_text, lines, row_text, safe_text
from tailor.screens.widgets.lists import PageView, note_page, whole_page

THANKS: Final = "You have judged them all. Thank you.\n\nEsc leaves; u undoes the last answer."


MOST_CONDITION: Final = 2  # rows of a situation above the question; a longer one is at the top of the page


class JudgeScreen(BaseScreen[None]):
    CSS_PATH = "judge.tcss"
    has_tabs = False
    HELP = """One result at a time, in random order; j, k and space scroll. y means yes. For no, press
    one or more reasons (c m d v), then Enter. u undoes the last answer. Every answer is saved at once: Esc leaves
    whenever you like."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", "Yes", id="judge.yes", tooltip="Yes, go on"),
        *(
            Binding(key, f"reason('{name}')", name.capitalize(), show=False, id=f"judge.{name}", tooltip=words)
            for key, name, words in ASKED_REASONS
        ),
        Binding("enter", "no", "No, for these", id="judge.no", tooltip="No, for the reasons ticked"),
        Binding("u", "undo", "Undo", id="judge.undo", tooltip="Undo the last answer"),
        Binding("j,down", "scroll(1)", "Down", show=False, id="judge.down"),
        Binding("k,up", "scroll(-1)", "Up", show=False, id="judge.up"),
        Binding("space,pagedown", "page(1)", "Further down", show=False, id="judge.page_down"),
        Binding("pageup", "page(-1)", "Further up", show=False, id="judge.page_up"),
        Binding("escape", "leave", "Leave", id="judge.leave", tooltip="Leave; every answer is saved"),
    ]

    def __init__(self, judging: Judging) -> None:
        super().__init__()
        self.judging = judging
        self.marked: tuple[Answer, ...] = ()  # reasons pressed so far
        self._shown: object = None  # what the page was made from

    def body(self) -> Iterable[Widget]:
        yield Static(id="title")
        yield PageView(id="result", can_focus=False)
        yield Static(id="more")
        yield Static(id="ask")
        yield Static(id="answers")
        yield Static(id="says")

    def on_mount(self) -> None:
        page = self.query_one("#result", PageView)
        for what in ("scroll_y", "show_vertical_scrollbar"):
            self.watch(page, what, self._draw_more, init=False)
        self.call_after_refresh(self.draw)

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.draw)

    def draw(self, says: str = "", *, wrong: bool = False) -> None:
        """Draw everything; a new item is shown from its top."""
        turn = self.judging.now
        self.query_one("#title", Static).update(self._title())
        wide, tall = self.size.width >= 60, self.size.height >= 20
        room = self.text_width
        self.query_one("#ask", Static).update(_ask_rows(turn, room))
        self.query_one("#answers", Static).update(_answer_rows(turn, self.marked, wide=wide, tall=tall))
        said = self.query_one("#says", Static)
        said.update(safe_text(says, "$text-warning" if wrong else MUTED, 300))
        said.display = bool(says) or tall
        page = self.query_one("#result", PageView)
        if turn is None:
            page.show(partial(note_page, THANKS, ""))
        elif self._shown != (turn, room, tall):
            page.show(partial(_turn_page, turn, room, tall))
        self._shown = (turn, room, tall)
        self.refresh_bindings()
        self.call_after_refresh(self._draw_more)

    def _draw_more(self) -> None:
        """Say whether the result goes on below, so that nobody judges half of it as the whole."""
        page = self.query_one("#result", PageView)
        below = page.max_scroll_y > page.scroll_offset.y
        words = row_text(("↓ more below: ", "bold $text-warning"), "j or space") if below else Content("")
        if page.max_scroll_y and not below:
            words = line_text("This is the end.", MUTED)
        self.query_one("#more", Static).update(words)

    def _title(self) -> Content:
        answered = (f"   {self.judging.done} of {len(self.judging.turns)} answered   ", MUTED)
        return row_text(("Judge", "bold $accent"), answered, line_text(self.judging.judge, MUTED))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the answers once everything is answered."""
        return self.judging.now is not None or action not in ("yes", "no", "reason")

    def action_yes(self) -> None:
        self._answer(("yes",))

    def action_reason(self, name: Answer) -> None:
        kept = {*self.marked} ^ {name}
        self.marked = tuple(reason for _, reason, _ in ASKED_REASONS if reason in kept)
        self.draw()

    def action_no(self) -> None:
        if self.marked:
            self._answer(self.marked)
        else:
            self.draw("For no, press c, m, d or v first.", wrong=True)

    def action_undo(self) -> None:
        """Take the last answer back and ask again, with its reasons marked."""
        try:
            before = self.judging.undo()
        except TailorError as error:
            self.show_error(error)
            return
        self.marked = tuple(one for one in before if one != "yes")
        self.draw("The last answer has been undone." if before else "There is no answer to undo.")

    def action_scroll(self, by: int) -> None:
        self.query_one("#result", PageView).scroll_relative(y=by, animate=False)

    def action_page(self, pages: int) -> None:
        view = self.query_one("#result", PageView)
        view.scroll_relative(y=pages * max(view.size.height - 1, 1), animate=False)

    def action_leave(self) -> None:
        self.app.exit()

    def _answer(self, answer: tuple[Answer, ...]) -> None:
        """Save the answer; on an error, the question and the marks stay."""
        try:
            self.judging.answer(answer)
        except TailorError as error:
            words = f"{error.message} The question is still open, with your ticks: answer it again later."
            self.app.push_screen(ErrorDialog("This answer was not saved", words))
            return
        self.marked = ()
        self.draw()


def _turn_page(turn: Turn, room: int, tall: bool, width: int) -> list[Content]:
    """The result (without blank rows in a low window), below the situation if that is long."""
    one = turn.item
    rows = whole_page(Procedure(one.goal, one.steps, one.resources), width)
    if turn.question == "customized" and len(_condition_rows(turn, room)) > MOST_CONDITION:
        rows = [*_condition_rows(turn, width), Content(""), *rows]
    return rows if tall else [each for each in rows if each.plain.strip()]


def _condition_rows(turn: Turn, width: int) -> list[Content]:
    return row_text(("The situation: ", "$accent"), safe_text(turn.item.condition)).wrap(width)


def _ask_rows(turn: Turn | None, room: int) -> Content:
    """The question, below the situation if that is short enough to stay in view while the result scrolls."""
    if turn is None:
        return Content("")
    ask = row_text((ASKS[turn.question], "bold"))
    holds = _condition_rows(turn, room) if turn.question == "customized" else []
    return lines(*holds, ask) if len(holds) <= MOST_CONDITION else ask


def _answer_rows(turn: Turn | None, marked: tuple[Answer, ...], *, wide: bool, tall: bool) -> Content:
    """Yes and the reasons for a no, with marks that do not rely on colour; two rows in a low window."""
    if turn is None:
        return Content("")
    yes = row_text(("y", "bold $accent"), "  yes" if tall else " yes")
    boxes: list[Content] = []
    for key, name, words in ASKED_REASONS:
        on = name in marked
        box = ("[x] ", "$accent") if on else ("[ ] ", MUTED)
        said = (f"  {words}", MUTED) if wide and tall else ("", "")
        gap = "  " if tall else " "
        boxes.append(row_text((key, "bold $accent"), gap, box, (name, "bold" if on else ""), said))
    if tall:
        return lines(yes, *boxes)
    apart = Content("  ")
    return lines(apart.join([yes, *boxes[:2]]), apart.join(boxes[2:]))
