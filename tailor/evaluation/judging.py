"""A person's judging: what is asked next, in an order of this judge's own, and one answer taken back at a time.

Owns the words of the questions, the order, and the file of judgements while one person judges. Refuses to draw and
to count. Every answer is on the disk before the next question, so a stop at any moment loses none.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tailor.core.text import one_line
from tailor.evaluation.judgements import (
    QUESTIONS,
    Answer,
    Item,
    Judgement,
    Question,
    add_judgement,
    read_judgements,
    unique,
)

ASKS: Final[Mapping[Question, str]] = {
    "executable": "Could you follow these steps as they stand and reach the goal?",
    "customized": "Can you still follow them, and is every step there that this calls for?",
}
ASKED_REASONS: Final[tuple[tuple[str, Answer, str], ...]] = (
    ("c", "change", "a detail is wrong"),
    ("m", "missing", "something needed is not there"),
    ("d", "delete", "something is wrong, beside the point or doubled"),
    ("v", "vague", "too unclear to carry out"),
)
"""The reasons for a no, each with its key and what it means."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question about one item."""

    item: Item
    question: Question


class Judging:
    """One judge at one bench. SaveError where the disk refuses an answer: it is not counted then."""

    def __init__(self, items: Iterable[Item], path: Path, judge: str) -> None:
        self.judge = one_line(judge, 60)
        self._path = path
        self.turns = turns(items, self.judge)
        """Every question, in this judge's order."""
        mine = [
            one for one in read_judgements(path).judgements if one.kind == "person" and one.judge == self.judge
        ]
        self._done = {(one.item, one.question): one.answer for one in mine}
        self._order = [(one.item, one.question) for one in mine]
        self.today = 0
        """Answers given since it was opened."""

    @property
    def now(self) -> Turn | None:
        """What is asked next; None when everything is answered."""
        return next((turn for turn in self.turns if (turn.item.id, turn.question) not in self._done), None)

    @property
    def done(self) -> int:
        """Questions of this bench that are answered."""
        return sum((turn.item.id, turn.question) in self._done for turn in self.turns)

    def answer(self, answer: tuple[Answer, ...]) -> None:
        """The answer to what is asked now."""
        if (turn := self.now) is None:
            return
        self._keep(turn.item.id, turn.question, answer)
        self._done[turn.item.id, turn.question] = answer
        self._order.append((turn.item.id, turn.question))
        self.today += 1

    def undo(self) -> tuple[Answer, ...]:
        """Takes back the answer given last, also one of an earlier day; what it was, () where there is none.

        Its question is asked again, before all that are still open.
        """
        known = {(turn.item.id, turn.question) for turn in self.turns}
        place = next((one for one in reversed(self._order) if one in known), None)
        if place is None:
            return ()
        self._keep(*place, ())
        self._order.remove(place)
        self.turns = tuple(sorted(self.turns, key=lambda turn: (turn.item.id, turn.question) != place))
        self.today = max(self.today - 1, 0)
        return self._done.pop(place)

    def _keep(self, item: str, question: Question, answer: tuple[Answer, ...]) -> None:
        one = Judgement(item=item, question=question, answer=answer, judge=self.judge, kind="person")
        add_judgement(self._path, one)


def turns(items: Iterable[Item], judge: str) -> tuple[Turn, ...]:
    """Both questions for each different item, items in a random order, the same each time for this judge."""
    shuffled = sorted(unique(items), key=lambda one: one.id)
    random.Random(judge).shuffle(shuffled)  # noqa: S311 - an order, no secret
    return tuple(Turn(item, question) for item in shuffled for question in QUESTIONS)
