"""Several wishes in one hint, and words around them that change what is counted or put in."""

import pytest

from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.library.formats.cooklang import reader as cooklang
from tailor.rules.modify import modify
from tests.rules.test_modify import outcome

PANCAKES = procedure(
    "Pancakes for 6",
    [
        "Mix 200 g of plain flour, the baking powder and the sugar.",
        "Whisk in the eggs and the milk.",
        "Melt the butter with a ladle and stir it in.",
    ],
    [
        "200 g plain flour",
        "2 teaspoons baking powder",
        "4 tablespoons sugar",
        "30 g butter",
        "2 eggs",
        "250 ml milk",
    ],
)


def things(hint: str) -> dict[int, str]:
    """The lines of the list that change, by number."""
    return {one.step: one.text for one in outcome(PANCAKES, hint).edits if one.part == "resources"}


@pytest.mark.parametrize("hint", ["gluten free and vegan", "vegan and gluten free", "gluten free, dairy free"])
def test_what_is_put_in_for_one_wish_goes_against_no_other(hint: str) -> None:
    changed = things(hint)
    assert (changed[1], changed[4], changed[6]) == (
        "200 g gluten-free flour", "30 g dairy-free margarine", "250 ml rice drink",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hint", "sugar"),
    [
        ("use half the sugar", "2 tablespoons sugar"),
        ("use only half the sugar", "2 tablespoons sugar"),
        ("I have no ladle, and use half the sugar", "2 tablespoons sugar"),
        ("my son is coeliac, and use half the sugar", "2 tablespoons sugar"),
        ("use twice the sugar", "8 tablespoons sugar"),
    ],
)
def test_half_of_one_thing_is_meant_whatever_verb_stands_before_it(hint: str, sugar: str) -> None:
    assert things(hint)[3] == sugar


@pytest.mark.parametrize(
    "hint",
    ["we are 6, two of us vegan", "make one portion vegan", "three of us coeliac", "2 guests gluten free"],
)
def test_how_many_of_them_eat_otherwise_is_no_number_to_cook_for(hint: str) -> None:
    assert things(hint).get(2) is None


@pytest.mark.parametrize("hint", ["just the two of us, vegan", "2 people, vegan", "for 2 kids, gluten free"])
def test_all_who_eat_are_counted_though_they_eat_otherwise(hint: str) -> None:
    assert things(hint)[2] == "⅔ teaspoon baking powder"


@pytest.mark.parametrize("hint", ["we have no scales", "no kitchen scale", "I don't own any scales"])
def test_without_scales_what_is_weighed_is_measured_in_cups(hint: str) -> None:
    assert things(hint)[1] == "1⅔ cups plain flour"


def test_what_is_left_of_a_thing_is_not_quoted_as_something_else_instead() -> None:
    made = outcome(PANCAKES, "only 1 cup of milk left")
    assert "instead" not in made.verdicts[0].says
    assert {(one.part, one.step) for one in made.places} >= {("steps", 2), ("resources", 6)}


@pytest.mark.parametrize("hint", ["milk→water", "milk -> water", "milk=>water"])
def test_an_arrow_swaps_what_is_in_the_text(hint: str) -> None:
    assert things(hint) == {6: "250 ml water"}


@pytest.mark.parametrize(
    ("hint", "named"),
    [("cream instead of milk, lactose intolerant", "cream"), ("oil instead of butter, no dairy", "oil")],
)
def test_what_another_wish_rules_out_is_said_not_to_be_put_in(hint: str, named: str) -> None:
    verdict = outcome(PANCAKES, hint).verdicts[0]
    assert verdict.verdict != "done"
    assert verdict.says.startswith(f"I didn't put in “{named}”")


def test_a_line_whose_amount_alone_changed_is_not_said_to_be_changed_by_another_wish() -> None:
    verdict = outcome(PANCAKES, "for 12, gluten free and I've only got oat milk").verdicts[-1]
    assert "didn't put in" not in verdict.says
    assert "“milk”" in verdict.says


def test_an_amount_that_its_source_calls_fixed_never_grows() -> None:
    text = "---\ntitle: Soup\n---\n\nBoil @water{1%l} with @salt{=1%tsp} and @leeks{2}.\n\nAdd @oil{2%tbsp}.\n"
    base = cooklang.read(text).procedure
    changed = {edit.text for edit in outcome(base, "double it").edits}
    assert changed >= {"2 l water", "4 leeks", "4 tbsp oil"}
    assert not [text for text in changed if "2 tsp" in text]


def test_what_only_the_label_tells_of_a_substitute_is_said_to_whoever_must_not_eat_it() -> None:
    base = procedure("Sauce", ["Add 100 ml cream and 50 g butter."], ["100 ml cream", "50 g butter"])
    alone, together = (
        modify(base, parse_hint(hint)).verdicts[0].says
        for hint in ("milk allergy", "milk allergy, soya allergy, nut allergy")
    )
    assert "soya or nuts: check the label" in together
    assert "soya" not in alone


def test_the_whole_number_before_a_fraction_is_named_with_it() -> None:
    base = procedure("Pie", ["Bake it."], ["3 1/2 cups blueberries", "2½ cups cherries"])
    assert [one.word for one in modify(base, parse_hint("metric")).places] == ["3 1/2 cups", "2½ cups"]


def test_a_length_is_given_in_inches_beside_what_somebody_lacks() -> None:
    steps = ["Hold it 140 cm above the floor.", "Drill holes 60 mm deep with the 8 mm masonry bit."]
    base = procedure("Hang a shelf", steps, ["cordless drill, 8 mm masonry bit"])
    alone, together = (modify(base, parse_hint(hint)).edits for hint in ("inches", "no drill, inches"))
    assert len(alone) == 3
    assert [one.text for one in together] == [one.text for one in alone]


@pytest.mark.parametrize(
    "hint",
    [
        "no milk, double the milk",
        "double the milk, no milk",
        "no milk, more milk",
        "less milk, no milk, double the milk",
        "no milk, with extra milk",
        "no milk and add milk",
    ],
)
def test_wishes_that_contradict_each_other_are_left_to_the_person(hint: str) -> None:
    made = outcome(PANCAKES, hint)
    assert all("milk" in (edit.text or "") for edit in made.edits)
    assert {2, 6} <= {one.step for one in (*made.places, *made.edits)}
    assert not all(one.verdict == "done" for one in made.verdicts)


def test_no_more_of_a_thing_is_no_wish_for_more_of_it() -> None:
    assert 5 in {one.step for one in outcome(PANCAKES, "vegan, no more eggs").edits if one.part == "resources"}
