"""Another size of what everything goes into: every amount is shown, and none is changed."""

import pytest

from tailor.core.procedure import Procedure, procedure
from tests.rules.test_modify import outcome

TANK = procedure(
    "Set up an aquarium",
    [
        "Rinse 15 kg of gravel and lay it 5 cm deep.",
        "Pour in 80 litres of water at 25 °C.",
        "Wait 4 weeks.",
        "Add 6 fish.",
        "Change 20 percent every week.",
    ],
    ["tank of 100 litres with a light", "gravel, 15 kg", "net", "20 fish"],
)
SOUP = procedure(
    "Soup",
    ["Boil the bones in 3 litres of water in the 5-litre pot for 3 hours."],
    ["5-litre pot", "2 kg bones", "3 litres water", "2 onions"],
)


def shown(base: Procedure, hint: str) -> list[tuple[str, int]]:
    made = outcome(base, hint)
    assert made.edits == ()
    return [(one.part[0], one.step) for one in made.places]


@pytest.mark.parametrize(
    "hint", ["my tank is only 60 litres", "i only have a 60 litre tank", "our tank holds 60 l"]
)
def test_every_amount_of_what_goes_into_it_is_shown(hint: str) -> None:
    assert shown(TANK, hint) == [("s", 1), ("s", 2), ("s", 4), ("r", 1), ("r", 2), ("r", 4)]
    [judged] = outcome(TANK, hint).verdicts
    assert (judged.verdict, judged.unused) == ("found", ())
    assert "It is written for 100 litres, and yours is 60 l" in judged.says


def test_a_pot_that_is_too_small_matters_and_one_that_is_larger_does_not() -> None:
    assert shown(SOUP, "my pot is only 3 litres") == [("s", 1), ("r", 1), ("r", 2), ("r", 3), ("r", 4)]
    assert (
        "It is written for 5 litres, and yours is 3 litres."
        in outcome(SOUP, "i have a 3-litre pot").verdicts[0].says
    )
    assert outcome(SOUP, "my pot takes 8 litres").verdicts[0].says.endswith("so yours is big enough.")
    assert shown(SOUP, "my pot takes 8 litres") == []
    assert shown(TANK, "my tank is 200 litres") != []


@pytest.mark.parametrize(
    "hint",
    [
        "i only have 1 litre water",  # what there is, and no vessel
        "my bin is only 60 litres",
        "my tank is only 60 cm long",
        "i need 60 litres for the tank",
    ],
)
def test_what_is_no_size_of_it_is_none(hint: str) -> None:
    says = [one.says for base in (TANK, SOUP) for one in outcome(base, hint).verdicts]
    assert not any("It is written for" in one for one in says)
