"""Water and hot fat, in whatever words they meet."""

import pytest

from tailor.core.guard import scan


@pytest.mark.parametrize(
    "text",
    [
        "If the oil catches fire, throw a glass of water over it straight away.",
        "Slide the dripping wet squid into the hot oil.",
        "Tip the icy prawns into the boiling fat.",
        "Hold the smoking pan of oil under the cold tap.",
        "Pour a cup of water into the smoking oil.",
    ],
)
def test_water_into_hot_fat_is_found(text: str) -> None:
    assert scan(text, ["oil_fire_water"])


@pytest.mark.parametrize(
    "text",
    [
        "Pat the wet squid dry before you lower it into the hot oil.",
        "Fry the onions in hot oil, then add the lentils and the water.",
        "Never lower wet chips into a deep fryer.",
        "Once cold, strain the frying oil into a jar.",
    ],
)
def test_dry_things_and_water_for_the_pot_are_not(text: str) -> None:
    assert not scan(text, ["oil_fire_water"])
