"""The soup that is scaled, and what is proposed for a hint about it."""

from dataclasses import replace

from tailor.core.finding import find
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules import scaling
from tailor.rules.model import Asked, Proposal

SOUP = replace(
    procedure(
        "Cook lentil soup for four",
        [
            "Chop 2 onions and fry the onions in a 3-litre pot with 1½ tablespoons of oil for 10 minutes.",
            "Add 300 g of lentils, 1 litre of water and a pinch of salt.",
            "Stir in 1 tablespoon of lemon juice per 250 ml of soup and serve it in 4 bowls.",
        ],
        [
            "2 onions", "1½ tablespoons oil", "300 g lentils", "1 litre water", "1 (400 g) tin tomatoes", "salt",
            "24 cm pot",
        ],
        notes="Serves 4 as a main course.",
    ),
    yields="4 servings",
)  # fmt: skip


def proposed(hint: str, base: Procedure = SOUP) -> Proposal | None:
    (requirement,) = parse_hint(hint)
    wishes = find(base, [requirement]).each[0].wishes
    found = (scaling.propose(base, Asked(requirement, wish)) for wish in wishes)
    return next((one for one in found if one is not None), None)
