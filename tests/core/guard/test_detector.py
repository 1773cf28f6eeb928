"""What the guard says about texts: negation, false friends, numbers; that it is linear and never breaks."""

import re
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.guard import check, constraint_ids, introduced, scan
from tailor.core.procedure import procedure
from tests.depth import cases

ALL = constraint_ids()


def ids(text: str) -> set[str]:
    return {f.constraint for f in scan(text, ALL) if f.kind != "not_assessed"}


def test_letters_of_another_script_within_a_word_hide_nothing() -> None:
    assert "peanuts" in ids("Add the \N{CYRILLIC SMALL LETTER ER}eanuts.")
    assert "tree_nuts" in ids("Add the alm\N{GREEK SMALL LETTER OMICRON}nds.")


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("Bake it without eggs.", "eggs"),
        ("Make it without milk, butter or eggs.", "eggs"),
        ("Make it without milk, butter or eggs.", "milk"),
        ("Use egg-free noodles.", "eggs"),
        ("There is no butter in it.", "milk"),
        ("Use oat milk instead of milk.", "milk"),
        ("Leave out the nuts.", "tree_nuts"),
        ("Do not use a drill.", "no_drill"),
        ("Don't add the cheese.", "milk"),
        ("Swap the butter for olive oil.", "milk"),
        ("Substitute aquafaba for the egg whites.", "eggs"),
        ("Spread vegan butter on it.", "milk"),
        ("Use gluten-free flour.", "wheat"),
        ("Knead the gluten-free flour and the water to a dough.", "wheat"),
        ("Stir the flax egg into the pancake batter.", "eggs"),
        ("Never mix bleach with ammonia.", "chem_mix"),
        ("Do not fry the onions.", "no_stove"),
        ("Season with oil, not butter.", "milk"),
        ("Make it toasty warm.", "wheat"),
        ("Crumble in a gluten-free chicken stock cube.", "gluten_cereals"),
    ],
)
def test_what_is_not_used_is_not_found(text: str, quiet: str) -> None:
    assert quiet not in ids(text)


@pytest.mark.parametrize(
    ("text", "loud"),
    [
        ("Do not let the milk boil.", "milk"),
        ("Don't forget the eggs.", "eggs"),
        ("Don't add the eggs all at once.", "eggs"),
        ("Without eggs, use butter.", "milk"),
        ("Fill the rotis.", "wheat"),
        ("Fry two cheese toasties.", "wheat"),
        ("Grill the octopuses.", "molluscs"),
        ("Leave the butter out overnight.", "milk"),
        ("Cook for no more than 5 minutes, then add cream.", "milk"),
        ("Swap the milk for soya milk.", "soy"),
        ("Leave out the bacon and fry the prawns.", "crustaceans"),
        ("Stir in lactose-free yoghurt.", "milk"),
        ("Whisk the gluten-free flour, egg and beer to a batter.", "gluten_cereals"),
        ("Mix the gluten-free flour with the soy sauce.", "gluten_cereals"),
        ("Mix the flax egg and the mayonnaise.", "eggs"),
        ("Toast the bread and dust the tofu with gluten-free flour.", "gluten_cereals"),
        ("Fill the tortilla with the chicken dusted in gluten-free flour.", "gluten_cereals"),
        ("Rewire the lamp without switching off the power.", "mains_electric_live"),
        ("Crumble in a stock cube.", "gluten_cereals"),
        ("Dissolve the vegetable bouillon in hot water.", "gluten_cereals"),
        ("Crumble in a gluten-free chicken stock cube.", "celery"),
    ],
)
def test_a_negation_reaches_no_further_than_its_words(text: str, loud: str) -> None:
    assert loud in ids(text)


@pytest.mark.parametrize(
    "text",
    [
        "Cut almond-shaped eyes out of the felt.",
        "Turn the egg timer over.",
        "Carry it in a milk crate.",
        "Polish the walnut veneer.",
        "Peel the eggplant and the butternut squash.",
        "Grate nutmeg over the coconut milk.",
        "Tighten the wing nut.",
        "Use an oven-safe dish.",
        "Rub in cocoa butter.",
        "Mix cream of tartar with salt.",
        "Rinse the buckwheat.",
        "Fish the ring out with a magnet.",
        "Put the keys in a freezer bag.",
        "Drive the nail in.",
        "Grills and all that.",
    ],
)
def test_false_friends_are_quiet(text: str) -> None:
    assert not ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("CRÈME FRAÎCHE", "milk"),
        ("cre\u0300me frai\u0302che", "milk"),
        ("Add the walnuts.", "tree_nuts"),
        ("Add anchovies.", "fish"),
        ("Brush with soy-sauce.", "soy"),
        ("The baker’s egg", "eggs"),
        ("Keep baking until brown.", "no_oven"),
        ("Cook the chicken to 57 °C.", "undercooked_poultry"),
        ("Cook the chicken to 140 °F.", "undercooked_poultry"),
        ("Pour bleach into the bucket. Add a cup of vinegar.", "chem_mix"),
    ],
)
def test_case_accents_plurals_hyphens_and_numbers_are_read(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    "text", ["Cook the chicken to 75 °C.", "Cook the chicken to 165 °F.", "Chill the chicken to 4 °C."]
)
def test_a_fitting_temperature_is_no_finding(text: str) -> None:
    assert "undercooked_poultry" not in ids(text)


def test_a_finding_tells_the_word_the_kind_and_where_the_rule_comes_from() -> None:
    (finding,) = scan("Stir in two spoonfuls of Mayonnaise.", ["eggs"])
    assert (finding.word, finding.kind, finding.step) == ("Mayonnaise", "derived", None)
    assert finding.why
    assert "http" in finding.source


def test_each_trigger_word_is_a_finding_of_its_own() -> None:
    assert [f.word for f in scan("Butter, cream and milk.", ["milk"])] == ["Butter", "cream", "milk"]


def test_a_procedure_is_checked_in_steps_and_resources() -> None:
    made = procedure("Toast", ["Slice it.", "Add butter."], ["2 eggs"])
    found = [(f.part, f.step, f.word) for f in check(made, ["milk", "eggs"])]
    assert found == [("steps", 2, "butter"), ("resources", 1, "eggs")]


def test_the_goal_tells_which_food_a_core_temperature_means() -> None:
    steps = ["Roast until a thermometer in the middle shows 60 °C."]
    assert [f.word for f in check(procedure("Roast chicken", steps), ["undercooked_poultry"])] == ["60 °C"]
    assert check(procedure("Roast beetroot", steps), ["undercooked_poultry"]) == ()


def test_unknown_constraints_are_ignored() -> None:
    assert scan("Add butter.", ["moon"]) == ()


def test_what_only_a_label_can_tell_is_not_assessed_and_no_conflict() -> None:
    kinds = {f.kind for f in scan("Add the spice mix.", ["celery"])}
    assert kinds == {"not_assessed"}


def test_introduced_tells_only_what_is_new() -> None:
    assert introduced("Add butter.", "Add unsalted butter.", ["milk"]) == ()
    assert [f.word for f in introduced("Add butter.", "Add cream.", ["milk"])] == ["cream"]
    assert introduced("Add peanuts.", "Add almonds.", ["peanuts"]) == ()


@given(st.text(max_size=200))
@settings(max_examples=cases(150), deadline=None)
def test_any_text_is_read_and_every_word_stands_in_it(text: str) -> None:
    for finding in scan(text, ALL):
        assert finding.word in text
        assert finding.constraint in ALL


WORDS = st.sampled_from(
    re.findall(
        r"\S+",
        "without no never do not use eggs milk, butter or flour; bake the chicken to 60 °C . bleach and vinegar "
        "swap for leave out nuts-free Drill ladder on a table honey baby ½ -free (raw) knife toward thumb",
    )
)


@given(st.lists(WORDS, max_size=40).map(" ".join))
@settings(max_examples=cases(150), deadline=None)
def test_any_mixture_of_its_own_words_is_read(text: str) -> None:
    assert all(f.word in text for f in scan(text, ALL))


@pytest.mark.parametrize(
    "unit", [" *_", "butter ", "no milk ", "never mix bleach with ", "leave swap replace ", "1°"]
)
def test_eight_times_the_text_takes_nowhere_near_sixty_four_times_the_work(unit: str) -> None:
    scan("warm up", ALL)

    def seconds(size: int) -> Iterator[float]:  # of the processor, so that a busy machine does not count
        for n in range(3):
            text = f"{n} " + unit * (size // len(unit))
            began = time.process_time()
            scan(text, ALL)
            yield time.process_time() - began

    most = 30 * (min(seconds(2_500)) + 0.001)
    assert any(each < most for each in seconds(20_000))


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Fry the chicken in oil.", "vegan"),
        ("Take the chicken out of the oven.", "vegan"),
        ("Let the chicken rest.", "vegan"),
        ("Cook the beef with the onions.", "vegan"),
        ("Place the duck under the grill.", "vegan"),
        ("Cook the fish for 5 minutes.", "fish"),
        ("Take the fish out of the pan.", "fish"),
        ("Add the meat of the crab.", "vegan"),
    ],
)
def test_no_false_friend_hides_food_that_is_being_cooked(text: str, constraint: str) -> None:
    assert constraint in {one.constraint for one in scan(text, (constraint,)) if one.kind != "not_assessed"}


@pytest.mark.parametrize(
    "text", ["Fish for the key with a magnet.", "Lock the chickens in at dusk.", "Duck under the rope."]
)
def test_false_friends_stay_quiet_in_their_own_place(text: str) -> None:
    assert not [one for one in scan(text, ("vegan", "fish")) if one.kind != "not_assessed"]
