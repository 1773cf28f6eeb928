"""What is not cooked through is for whoever eats it, and for a pregnancy above all."""

import pytest

from tailor.core.guard import constraint_ids, scan


def ids(text: str) -> set[str]:
    return {one.constraint for one in scan(text, constraint_ids()) if one.kind != "not_assessed"}


@pytest.mark.parametrize(
    ("text", "hazard"),
    [
        ("Serve the turkey while it is still pink.", "undercooked_poultry"),
        ("Cook the duck breasts to an internal temp of 125°F.", "undercooked_poultry"),
        ("The chicken is done at 60.", "undercooked_poultry"),
        ("Take the pork out when the probe reads 52.", "undercooked_pork"),
        ("Keep the yolks runny.", "undercooked_egg"),
    ],
)
def test_whatever_is_undercooked_is_for_pregnancy_too(text: str, hazard: str) -> None:
    assert {hazard, "pregnancy"} <= ids(text)


@pytest.mark.parametrize(
    "text", ["Pull the beef when it hits 52 °C inside.", "The salmon is ready at 45 in the middle."]
)
def test_beef_and_fish_below_their_heat_are_for_pregnancy(text: str) -> None:
    assert "pregnancy" in ids(text)


@pytest.mark.parametrize(
    "text",
    [
        "The chicken is done at 75 °C.",
        "The chicken is done at 60 minutes.",
        "The pork reads 160.",
        "Rest the beef at 7.30 pm.",
    ],
)
def test_a_safe_heat_and_a_time_are_no_undercooking(text: str) -> None:
    assert not {"pregnancy", "undercooked_poultry", "undercooked_pork"} & ids(text)
