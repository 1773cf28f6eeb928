"""Line by line: the steps as they stand now, and a step in the person's own words.

Owns saying and asking for these. Refuses to decide on edits (`plain`).
"""

from typing import TYPE_CHECKING, Literal

from tailor.cli.hearing import number_in
from tailor.core.decisions import own_edit
from tailor.core.errors import ContentError
from tailor.core.review_rows import Row, rows
from tailor.core.review_state import Standing
from tailor.core.text import counted

if TYPE_CHECKING:
    from tailor.cli.plain import Talk
    from tailor.core.review import Review


def steps_now(review: "Review") -> str:
    """How many steps there are, and each with its number, as they stand with what was taken."""
    there = _there(review)
    head = f"{counted(len(there), 'step')} as they stand now:"
    return "\n".join([head, *(f"  {number}. {row.text}" for number, row in enumerate(there, 1))])


def own_step(review: "Review", talk: "Talk") -> "Review":
    """The review with a step changed, added or taken away by the person; as it was where they go back."""
    there = _there(review)
    answer = talk.ask(f"Which step, with a number from 1 to {len(there)}, or 0 for one before the first: ")
    number = number_in(answer, len(there))
    if number is None:
        talk.say("There is no such step, so nothing changed.")
        return review
    row = there[number - 1] if number else None
    what = "a"
    if row is not None:
        talk.say(f"  was: {row.text}")
        question = "Change it, add one after it, or delete it, with c a d, or only Enter to go back: "
        what = (talk.ask(question) or "").strip().lower()[:1]
    return _made(review, talk, row, what) if what in ("c", "a", "d") else review


def _made(review: "Review", talk: "Talk", row: Row | None, what: str) -> "Review":
    words: str | None = ""
    if what != "d":
        words = talk.ask("Write it on one line and press Enter, or only Enter to go back: ")
        if not words or not words.strip():
            return review
    op: Literal["insert", "replace"] = "insert" if what == "a" else "replace"
    try:
        now = own_edit(review, op, row.slot if row else "", words or "").review
    except ContentError as error:
        talk.say(error.message)
        return review
    talk.say(f"  now: {words or '(nothing)'}")
    return now


def _there(review: "Review") -> list[Row]:
    """The steps that are in the result, in their order."""
    return [row for row in rows(Standing(review)) if row.text is not None]
