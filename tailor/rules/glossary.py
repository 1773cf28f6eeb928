"""Terms that a beginner may not know, explained in brackets where they are used first."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from tailor.core.edits import Replace
from tailor.core.procedure import Procedure
from tailor.rules.model import Asked, Proposal

_KNOWS: Final = re.compile(r"(?<!not )(?<!no )\b(?:expert|experienced|professional)\b", re.IGNORECASE)
MOST: Final = 6
"""Terms explained in one procedure."""


@cache
def terms() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = tomllib.loads((Path(__file__).parent / "data" / "glossary.toml").read_text(encoding="utf-8"))["terms"]
    return tuple((re.compile(pattern, re.IGNORECASE), means) for pattern, means in rows.items())


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Each known term with its meaning, at its first use."""
    if asked.wish.polarity != "skill" or _KNOWS.search(asked.requirement.words):
        return None
    steps, count = list(procedure.steps), 0
    for pattern, means in terms():
        found = next(((at, hit) for at, text in enumerate(steps) if (hit := pattern.search(text))), None)
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
