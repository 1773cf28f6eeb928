"""The guard: deterministic detectors for allergens, diets, missing equipment and hazards (DESIGN 6).

It finds words in a procedure that conflict with a constraint. Finding nothing never means safe. `constraints`
works out what a requirement asks for, `detector` finds words, `hazards` combinations and low temperatures, and
`tripwires` compares a step before and after an edit; the other modules support these.
"""

from tailor.core.guard.constraints import constraints_in, of_all_kinds, wants_none, wordless
from tailor.core.guard.detector import check, introduced, scan
from tailor.core.guard.tripwires import all_change_words, change_words, tripwires
from tailor.core.guard.vocabulary import constraint_ids, hazards_for_everyone, is_allergy, is_hazard, title

__all__ = [
    "all_change_words", "change_words", "check", "constraint_ids", "constraints_in", "hazards_for_everyone",
    "introduced", "is_allergy", "is_hazard", "of_all_kinds", "scan", "title", "tripwires", "wants_none",
    "wordless",
]  # fmt: skip
