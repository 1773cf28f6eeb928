"""Changes of one step that a person should look at (CONTRACT 6)."""

from __future__ import annotations

from collections.abc import Iterable

from tailor.core.findings import Tripwire
from tailor.core.guard.scan import introduced
from tailor.core.guard.vocabulary import constraint_ids, is_allergy, is_hazard, title


def tripwires(before: str, after: str, constraints: Iterable[str] = ()) -> tuple[Tripwire, ...]:
    """What a change of one step brings: allergens, hazards, changed numbers, removed warnings."""
    wanted = {c for c in constraints if is_allergy(c)} | {c for c in constraint_ids() if is_hazard(c)}
    return tuple(
        Tripwire("must", "constraint", "", f.word, f"brings {f.word} ({title(f.constraint)})")
        for f in introduced(before, after, wanted)
        if f.kind != "not_assessed"
    )
