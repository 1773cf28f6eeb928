"""Hazards are found by what they are made of, and a warning of one stays a warning."""

import pytest

from tailor.core.guard import constraint_ids, scan


def hazards(text: str) -> set[str]:
    return {one.constraint for one in scan(text, constraint_ids()) if one.kind != "not_assessed"}


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("The wok of oil is ablaze: throw a saucepan of water at it.", "oil_fire_water"),
        ("Lean the ladder on the trellis and climb to the top shoots.", "ladder_unsafe"),
        ("Use an orbital sander on the gloss of the 1931 doors.", "lead_dust"),
        ("Push the stripped ends into the socket to try the lamp.", "mains_electric_live"),
        ("If the drain gel fails, add a different brand on top.", "chem_mix"),
        ("Leave the potatoes in their foil on the worktop overnight.", "canning_botulism"),
        ("Shake the gin, lemon and egg white until cold.", "undercooked_egg"),
        ("Fold the mascarpone into the yolks and chill.", "undercooked_egg"),
        ("Scatter raw bean sprouts on top.", "pregnancy"),
        ("Brush the turps on while you enjoy a cigar.", "solvent_near_flame"),
    ],
)
def test_a_hazard_is_found_whatever_its_parts_are_called(text: str, constraint: str) -> None:
    assert constraint in hazards(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Never put dried kidney beans in the slow cooker without boiling them first.", "raw_beans"),
        ("Never work on a socket without switching off the power.", "mains_electric_live"),
        ("Don't be tempted to add ammonia to bleach: the fumes put you in hospital.", "chem_mix"),
        ("Flambé the bananas in the pan with rum, with a jug of water beside you.", "oil_fire_water"),
        ("Lean the ladder on the wall and clear the gutter.", "ladder_unsafe"),
        ("Leave out the honey if this is for a baby.", "infant_honey"),
    ],
)
def test_a_warning_or_a_safe_way_is_no_hazard(text: str, constraint: str) -> None:
    assert constraint not in hazards(text)
