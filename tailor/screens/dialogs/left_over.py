"""The question before a how-to is saved without some lines of the text it was read from."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from tailor.core.text import counted, one_line
from tailor.screens.base import BaseScreen
from tailor.screens.dialogs.base import AnswerOption, Question

LONGEST: Final = 400
MOST: Final = 200
KEEP: Final = "k"
ANSWERS: Final = (AnswerOption(KEEP, "Keep as notes"), AnswerOption("s", "Save without them"))


def ask_of_left_over(screen: BaseScreen[Any], left: Sequence[str], then: Callable[[bool], object]) -> None:
    """Ask whether these lines become notes, and call `then` with the answer.

    Without lines `then` gets False at once; after Esc it is not called.
    """
    if not left:
        then(False)
        return
    words = [one_line(text, LONGEST) for text in left[:MOST]]
    words += [f"… and {len(left) - MOST:,} more."] if len(left) > MOST else []
    asked = Question(f"{counted(len(left), 'line')} not used yet", "\n".join(words), ANSWERS)
    screen.ask(asked, lambda answer: then(answer == KEEP))
