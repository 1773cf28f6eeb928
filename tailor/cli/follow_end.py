"""The end of following line by line: rating, a word for next time, the changed steps kept, the memory told.

Owns these questions and their order. Refuses to forget a place before what came of it is on the disk.
"""

import asyncio
from typing import TYPE_CHECKING

from tailor.cli.hearing import yes_or_no
from tailor.core.errors import TailorError

if TYPE_CHECKING:
    from tailor.cli.follow import Lines
    from tailor.core.following import Following
    from tailor.core.procedure import Procedure
    from tailor.workspace import Setup


def finished(setup: "Setup", original: "Procedure", one: "Following", lines: "Lines") -> None:
    """Asks how it went and keeps it. DamagedError, SaveError: the place is still there then."""
    from tailor.runs.follow import keep_changed, keep_outcome, places_kept

    id = one.id
    rating = _rating(lines)
    words = lines.ask("A word for next time, on one line and Enter, or only Enter for none: ", None) or ""
    if one.procedure.steps != original.steps and _keeps(one, lines):
        one = keep_changed(setup.library, original, one)
        lines.say(f"Saved as {one.id}.")
    keep_outcome(setup.library, one, rating, words, lines.clock())
    places_kept(setup.places).forget(id)
    lines.say("Kept: how it went stands beside the procedure in your library.")
    asyncio.run(_tell(setup, one.id, rating, lines))


def _rating(lines: "Lines") -> int | None:
    """1 to 5; None where none is given."""
    question = "How did it go, with a number from 5 (just like that again) to 1 (did not work), or only Enter: "
    while answer := (lines.ask(question, None) or "").strip():
        if answer in ("1", "2", "3", "4", "5"):
            return int(answer)
        lines.say("That is no number from 1 to 5.")
    return None


def _keeps(one: "Following", lines: "Lines") -> bool:
    """Also where nobody is there any more to answer: with the place, the only other copy of them goes."""
    said = "; ".join(one.rescues)
    question = f"You changed steps on the way ({said}); keep them as your own variant, with y or n: "
    return yes_or_no(question, lambda words: lines.ask(words, None), lines.say) is not False


async def _tell(setup: "Setup", id: str, rating: int | None, lines: "Lines") -> None:
    """Tells the memory, so that it prefers what worked; a rebuild reads it from the files where this fails."""
    from tailor.runs.follow import tell_memory
    from tailor.workspace import opened

    try:
        async with opened(setup) as memory:
            await tell_memory(memory, setup.library, id, rating)
    except TailorError as error:
        lines.say(f"The memory does not know of it yet: {error.message}")
