"""The window after a tailoring is saved: where it lies, where to go, and two questions one may pass over.

Owns the window and the line below it. The study says that only whoever wrote a hint can judge whether it is met
([CP] section 4), so they are asked, once, with two keys; any other key does what it does. Refuses to wait for an
answer.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeAlias

from textual.app import App
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from tailor.core.errors import TailorError
from tailor.screens.dialogs import Choice, Question
from tailor.screens.safe import MUTED, row, say

if TYPE_CHECKING:
    from tailor.evaluation import judgements
    from tailor.library.entries import Entry
    from tailor.screens.backstage import Backstage

Answered: TypeAlias = "Callable[[judgements.Question, bool], None]"

ASKS: Final[tuple[tuple["judgements.Question", str], ...]] = (
    ("executable", "Could you follow this?"),
    ("customized", "Does it fit your situation?"),
)
THANKS: Final = "Noted, thank you."


class SavedDialog(Question):
    """A question where to go; `answered` hears each answer to the two others, None asks neither."""

    def __init__(self, text: str, choices: tuple[Choice, ...], answered: "Answered | None") -> None:
        super().__init__("Saved", text, choices)
        self._answered = answered
        self._asked = 0 if answered else len(ASKS)

    def inside(self) -> Iterable[Widget]:
        """As any question, with the line below."""
        yield from super().inside()
        if self._answered:
            yield Static(self._line(), id="asks")

    def on_key(self, event: Key) -> None:
        """y and n answer while something is asked; any other key is the question's alone."""
        if self._answered and self._asked < len(ASKS) and event.character in ("y", "n"):
            event.stop()
            self._answered(ASKS[self._asked][0], event.character == "y")
            self._asked += 1
            self.query_one("#asks", Static).update(self._line())

    def _line(self) -> Content:
        if self._asked == len(ASKS):
            return row((THANKS, MUTED))
        return row((f"{ASKS[self._asked][1]}  ", MUTED), ("y", "$accent"), " / ", ("n", "$accent"))


def answers_about(app: App[None], back: "Backstage", entry: "Entry") -> "Answered | None":
    """What hears the answers about a saved tailoring; None where Settings say not to ask.

    The app keeps them, not a screen: whoever answers and leaves at once has answered.
    """
    if not back.config.questions:
        return None

    async def keep(question: "judgements.Question", yes: bool) -> None:
        try:
            await asyncio.to_thread(keep_answer, back, entry, question, yes)
        except TailorError as error:
            say(app, error.message, title="Your answer is not kept", severity="warning")

    def answered(question: "judgements.Question", yes: bool) -> None:
        app.run_worker(keep(question, yes), exit_on_error=False)

    return answered


def keep_answer(back: "Backstage", entry: "Entry", question: "judgements.Question", yes: bool) -> None:
    """Keeps one answer in the data folder, with what made the tailoring; in a thread. TailorError."""
    from tailor.evaluation.mine import Own, add_own
    from tailor.library.entries import Made

    made = back.library.load(entry.id).made or Made()
    add_own(
        back.places.data,
        Own(
            saved=entry.id,
            question=question,
            yes=yes,
            run=made.run,
            strategy=made.strategy,
            prompts=made.prompts,
            provider=made.provider,
            model=made.model,
        ),
    )
