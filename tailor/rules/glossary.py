"""Terms that a beginner may not know, explained in brackets where they are used first."""

import re
from functools import cache
from typing import Final

from tailor.core.edits import Replace
from tailor.core.procedure import Procedure
from tailor.rules.model import Asked, Proposal
from tailor.rules.tables import pattern, table

_KNOWS: Final = pattern("glossary", "knows")
MOST: Final = 6
"""Terms explained in one procedure."""


@cache
def terms() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = table("glossary")["terms"].items()
    return tuple((re.compile(term, re.IGNORECASE), means) for term, means in rows)


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Each known term with its meaning, at its first use."""
    if asked.wish.polarity != "skill" or _KNOWS.search(asked.requirement.words):
        return None
    steps, count = list(procedure.steps), 0
    about = asked.wish.thing if asked.wish.places else ""  # "whats a poblano" asks for no other term
    for term, means in terms():
        if about and not term.search(about):
            continue
        found = next(((at, hit) for at, text in enumerate(steps) if (hit := term.search(text))), None)
        if found is None or count == MOST or steps[found[0]][found[1].end() :].lstrip().startswith("("):
            continue
        at, hit = found
        steps[at] = f"{steps[at][: hit.end()]} ({means}){steps[at][hit.end() :]}"
        count += 1
    edits = tuple(
        Replace(step=step, text=new, reason="Explains a term.")
        for step, (old, new) in enumerate(zip(procedure.steps, steps, strict=True), 1)
        if new != old
    )
    says = (
        f"I explained {'a term' if count == 1 else f'{count} terms'}. I can't add instructions that are missing."
    )
    return Proposal(edits=edits, says=says, together=False, stays=True) if edits else None
