"""A wish that asks for two things is done only when both are: the half that is not done is named."""

from dataclasses import replace

import pytest

from tailor.core.procedure import procedure
from tailor.core.requirements import clauses, parse_hint
from tailor.rules.modify import modify

BAKE = replace(
    procedure(
        "Pasta bake",
        ["Fry the onion and garlic in the butter.", "Add the pasta and the milk.", "Bake with the cheese on top."],
        ["1 onion", "2 cloves garlic", "50 g butter", "400 g pasta", "300 ml milk", "100 g cheese"],
    ),
    yields="4 servings",
)


@pytest.mark.parametrize(
    ("hint", "apart"),
    [
        ("make it with lentils, feed 8", ("make it with lentils", "feed 8")),
        ("make it spicy, feeds 8", ("make it spicy", "feeds 8")),
        ("feed 8, make it spicy", ("feed 8", "make it spicy")),
        ("make it crunchy and feed 8", ("make it crunchy", "and feed 8")),
    ],
)
def test_for_how_many_is_a_wish_of_its_own_beside_another(hint: str, apart: tuple[str, ...]) -> None:
    assert clauses(hint) == apart


@pytest.mark.parametrize(
    ("hint", "named"),
    [
        ("make it with lentils, feed 8", "lentils"),
        ("make it spicy, feed 8", "spicy"),
        ("cook it with lentils for 8", "lentils"),
        ("feed 8, with spinach", "spinach"),
        ("half of it, with mushrooms", "mushrooms"),
        ("serve 8, with a salad", "salad"),
        ("twice the cheese, and halve everything else", "halve"),
        ("half the butter and stir in some peas", "peas"),
    ],
)
def test_no_wish_is_done_while_a_half_of_it_is_not(hint: str, named: str) -> None:
    made = modify(BAKE, parse_hint(hint))
    [open_] = [one for one in made.verdicts if named in one.says]
    assert made.edits
    assert open_.verdict in ("partly", "found", "not_understood")


@pytest.mark.parametrize("hint", ["double it, and I own a big oven", "my boss loves cheese so make it for 8"])
def test_what_only_tells_of_somebody_leaves_the_rest_done(hint: str) -> None:
    made = modify(BAKE, parse_hint(hint))
    assert [one.verdict for one in made.verdicts if one.says.startswith("Doubled")] == ["done"]


@pytest.mark.parametrize(
    "hint", ["no cheese and add garlic", "without cheese and with more garlic", "no cheese and more garlic"]
)
def test_what_is_to_come_in_beside_what_goes_is_never_left_out(hint: str) -> None:
    made = modify(BAKE, parse_hint(hint))
    assert all("garlic" in edit.text for edit in made.edits if edit.step == (1 if edit.part == "steps" else 2))


def test_what_is_joined_with_or_is_unwanted_too() -> None:
    made = modify(BAKE, parse_hint("no garlic or extra butter"))
    assert "Left out the garlic." in made.verdicts[0].says
    assert {one.word for one in made.places} == {"butter"}


@pytest.mark.parametrize(
    "hint",
    [
        "half, with oat milk instead of milk",
        "half with oat milk instead of the milk",
        "halve it, oat milk rather than milk",
        "half a batch, using oat milk not milk",
        "half, swap the milk for oat milk",
        "half as much, but with oat milk in place of the milk",
    ],
)
def test_half_of_all_and_one_thing_for_another_are_both_done(hint: str) -> None:
    made = modify(BAKE, parse_hint(hint))
    assert {"200 g pasta", "150 ml oat milk"} <= {edit.text for edit in made.edits}
    assert len(made.verdicts) == 2


@pytest.mark.parametrize("hint", ["half, with less milk", "half with no milk", "for 2, with half the milk"])
def test_how_much_of_all_and_of_one_thing_are_two_wishes(hint: str) -> None:
    made = modify(BAKE, parse_hint(hint))
    assert "200 g pasta" in {edit.text for edit in made.edits}
    milk = {("resources", 5)} & {(one.part, one.step) for one in (*made.edits, *made.places)}
    assert milk
    assert len(made.verdicts) == 2


@pytest.mark.parametrize(
    "hint", ["half and half instead of milk", "double it, not the milk", "for 2, not 4", "double, more or less"]
)
def test_what_only_says_how_much_stays_one_wish(hint: str) -> None:
    assert len(clauses(hint)) == 1


@pytest.mark.parametrize(
    ("hint", "wishes"),
    [
        ("half, low sodium", ["half", "low sodium"]),
        ("no alcohol, we have a pushchair", ["no alcohol", "we have a pushchair"]),
        ("no WD-40, I have weak hands", ["no WD-40", "I have weak hands"]),
        ("no oven, we have a microwave", ["no oven, we have a microwave"]),
        ("half, high protein", ["half", "high protein"]),
        ("half, gout", ["half", "gout"]),
        ("double, kidney disease and gout", ["double", "kidney disease and gout"]),
        ("half, except the milk", ["half, except the milk"]),
        ("for 6, spicy", ["for 6", "spicy"]),
        ("double, with extra garlic", ["double", "with extra garlic"]),
        ("use corn oil instead of butter, I have kids", ["use corn oil instead of butter", "I have kids"]),
        ("no bleach, i've got cats and dogs", ["no bleach", "i've got cats and dogs"]),
        ("no lilies, because i have cats", ["no lilies, because i have cats"]),
        ("a quick, mild curry", ["a quick, mild curry"]),
    ],
)
def test_what_follows_the_comma_is_a_wish_unless_it_is_a_reason(hint: str, wishes: list[str]) -> None:
    assert [one.text for one in parse_hint(hint)] == wishes
