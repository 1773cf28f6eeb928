"""`tailor bench judge --plain`: the same questions line by line, for screen readers and simple terminals.

Owns the words of the lines. Refuses whatever could tell who made a result, as the screen does.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tailor.core.errors import ContentError
from tailor.core.procedure import numbered
from tailor.core.text import normal
from tailor.evaluation.judging import ASKED_REASONS, ASKS, Answer, answer_of

if TYPE_CHECKING:
    from tailor.evaluation.judging import Judging, Turn

_BY_KEY: Final = {key: name for key, name, _ in ASKED_REASONS}
HELP: Final = "\n".join(
    (
        "y  yes",
        *(f"{key}  no: {name}, {words}; several may stand together" for key, name, words in ASKED_REASONS),
        "u  take the last answer back",
        "q  stop here; every answer is kept",
    )
)


def judge_lines(judging: "Judging", say: Callable[[str], None], ask: Callable[[str], str | None]) -> None:
    """Asks until everything is answered, q, or the end of input; every answer is kept at once."""
    shown = ""
    while (turn := judging.now) is not None:
        if shown != turn.item.id:
            say(item_words(judging, turn))
            shown = turn.item.id
        heard = ask(question_words(turn))
        given = "q" if heard is None else heard.strip().lower()  # an Enter too many stops nothing
        if given == "q":
            return
        if given == "u":
            say("The last answer is taken back." if judging.undo() else "There is no answer to take back.")
        elif (answer := answer_in(given)) is not None:
            judging.answer(answer)
        else:
            say(HELP)
    say("Everything is judged. Thank you.")


def answer_in(given: str) -> tuple[Answer, ...] | None:
    """What the keys on one line mean; None where they are no answer."""
    if given in ("y", "yes"):
        return ("yes",)
    try:
        return answer_of([_BY_KEY[key] for key in given.replace(" ", "").replace(",", "")])
    except (KeyError, ContentError):
        return None


def item_words(judging: "Judging", turn: "Turn") -> str:
    """The result, in full."""
    one = turn.item
    needs = [f"  you need: {normal(need)}" for need in one.resources]
    return "\n".join(
        ("", f"{judging.done} of {len(judging.turns)} answered.", f"Goal: {one.goal}", *needs, numbered(one.steps))
    )


def question_words(turn: "Turn") -> str:
    """The question, before the second the condition; it ends in its keys."""
    before = f"Now this holds: {normal(turn.item.condition)}\n" if turn.question == "customized" else ""
    return f"{before}{ASKS[turn.question]} With y, any of c m d v, u q or ?: "
