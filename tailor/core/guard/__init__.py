"""The guard: deterministic detectors for allergens, diets, missing equipment and hazards (DESIGN 6).

Owns: what words in a procedure speak against a constraint. Refuses any clearance: silence proves nothing.
Each idea has its own file: tokens, vocabulary, negation, match, numbers, hazards, lacking, needs, tripwires.
"""

from tailor.core.events import Finding, FindingKind, Tripwire
from tailor.core.guard.constraints import constraints_in, lacks
from tailor.core.guard.detector import check, introduced, scan
from tailor.core.guard.tripwires import tripwires
from tailor.core.guard.vocabulary import constraint_ids, is_allergy, is_hazard, title

__all__ = [
    "Finding",
    "FindingKind",
    "Tripwire",
    "check",
    "constraint_ids",
    "constraints_in",
    "introduced",
    "is_allergy",
    "is_hazard",
    "lacks",
    "scan",
    "title",
    "tripwires",
]
