"""Changes that a person should look at, and those to be taken one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.guard import all_change_words, change_words, tripwires


def told(before: str, after: str, *constraints: str) -> list[tuple[str, str, str]]:
    return [(t.level, t.what, t.says) for t in tripwires(before, after, constraints)]


@pytest.mark.parametrize(
    "after",
    [
        "This dish is safe for people with nut allergy, verified.",
        "This is gluten-free.",
        "It’s dairy free.",
        "Don't worry, it is nut-free.",
        "We are sure that it is nut-free.",
        "This is sesame free with tahini left out.",
        "This is a nut-free dish.",
        "It's now a nut-free dish.",
        "If you have a nut allergy, this is safe.",
        "Everyone with nut allergy can eat this.",
        "This is fine for coeliacs.",
        "A midwife says that this is safe in pregnancy.",
        "Serve it; the sauce is now free from nuts.",
    ],
)
def test_a_promise_that_it_is_harmless_is_to_be_taken_by_itself(after: str) -> None:
    assert [(level, what) for level, what, _ in told("", after)] == [("must", "safety_step")]


def test_a_long_promise_is_quoted_in_short() -> None:
    [(_, _, says)] = told("", f"This is safe for all {'of us ' * 100}.")
    assert says.startswith('promises "is safe for all')
    assert len(says) < 80


@pytest.mark.parametrize(
    "after",
    [
        "Use gluten-free flour.",
        "Now add the gluten-free flour.",
        "When the pan is hot, add the dairy-free butter and also the lactose-free cream.",
        "The dough is made of gluten-free flour.",
        "Check that the stock is gluten-free.",
        "If you are allergic to nuts, use seeds.",
        "Use a dish that is safe for the oven and suitable for freezing.",
        "Make sure the pan is free of nuts.",
        "Cook it until it is safe to eat.",
        "Let it cool, then it is ready for the children.",
    ],
)
def test_a_check_or_a_food_is_no_promise(after: str) -> None:
    assert told("", after) == []


def test_a_promise_that_the_step_had_before_is_not_new() -> None:
    kept = "The base is safe for coeliacs and needs {} minutes."
    assert [what for _, what, _ in told(kept.format(20), kept.format(25))] == ["number"]


@pytest.mark.parametrize(
    "before", ["Check that the stock is gluten-free.", "Nobody knows whether it is gluten-free."]
)
def test_a_promise_in_the_place_of_a_check_is_new(before: str) -> None:
    assert ("must", "safety_step", 'promises "is gluten-free"') in told(before, "The stock is gluten-free.")


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("Bake for 30 min.", "Fry 12 min a side.", "30 min -> 12 min"),
        ("Wait half an hour.", "Wait 40 minutes.", "half an hour -> 40 minutes"),
        ("Stir in ½ cup of oil.", "Stir in ¼ cup of oil.", "½ cup -> ¼ cup"),
        ("Bake at 200 °C.", "Bake at 180 °C.", "200 °C -> 180 °C"),
        ("Wait twenty-five minutes.", "Wait twenty minutes.", "twenty-five minutes -> twenty minutes"),
        ("Wait an hour and a half.", "Wait an hour.", "an hour and a half -> an hour"),
        ("Turn it once.", "Turn it twice.", "once -> twice"),
        ("Add one and a half cups.", "Add two cups.", "one and a half cups -> two cups"),
        ("Add 3/4 cup of oil.", "Add 1 cup of oil.", "3/4 cup -> 1 cup"),
        ("Add 0,125 kg of oil.", "Add 125 kg of oil.", "0,125 kg -> 125 kg"),
        ("Knead 10-12 minutes.", "Knead 8-10 minutes.", "10-12 minutes -> 8-10 minutes"),
        ("Mix paint 1:3.", "Mix paint 1:4.", "1:3 -> 1:4"),
        ("Add 1 teaspoon.", "Add three quarters of a teaspoon.", "1 teaspoon -> three quarters of a teaspoon"),
        ("Add a quarter teaspoon.", "Add an eighth of a teaspoon.", "quarter teaspoon -> eighth of a teaspoon"),
        ("Wait until the third day.", "Wait a third of an hour.", "nothing -> a third of an hour"),
        ("Mash 3 very ripe bananas.", "Mash 2 very ripe bananas.", "3 very ripe bananas -> 2 very ripe bananas"),
        ("Beat two large eggs.", "Beat 3 large eggs.", "two large eggs -> 3 large eggs"),
    ],
)
def test_a_changed_number_is_to_be_looked_at(before: str, after: str, says: str) -> None:
    assert told(before, after) == [("look", "number", says)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Wait half an hour.", "Wait 30 minutes."),
        ("Bake at 200 °C.", "Bake at 392 °F."),
        ("Add 1 1/2 cups of rice.", "Add 1.5 cups of rice."),
        ("Add 1,000 g of rice.", "Add 1 kg of rice."),
        ("Add ¾ teaspoon of salt.", "Add three quarters of a teaspoon of salt."),
        ("Beat two large eggs.", "Beat 2 large eggs."),
        ("Wait forty-five minutes.", "Wait 45 min."),
        ("Wait one and a half hours.", "Wait 90 minutes."),
        ("Wait an hour and a half.", "Wait 90 minutes."),
        ("Wait two and a quarter hours.", "Wait 135 minutes."),
        ("Wait a quarter of an hour.", "Wait 15 minutes."),
        ("Wait one half hour.", "Wait 30 minutes."),
        ("Wait a dozen minutes.", "Wait 12 minutes."),
        ("Repeat step 4.", "Repeat step 5."),
    ],
)
def test_the_same_number_written_otherwise_is_no_change(before: str, after: str) -> None:
    assert told(before, after) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Process the jars for 35 minutes in the pressure canner.",
            "Process the jars for 20 minutes in the pressure canner.",
        ),
        ("Fry the chicken for 20 minutes.", "Fry the chicken for 10 minutes."),
        ("Take two tablets.", "Take 4 tablets."),
        ("Fit a 3 A fuse.", "Fit a 13 A fuse."),
        ("Set the gas regulator to 30 mbar.", "Set the gas regulator to 50 mbar."),
        ("Dilute the bleach 1:10.", "Dilute the bleach 1:5."),
    ],
)
def test_a_number_in_a_delicate_step_must_be_acknowledged(before: str, after: str) -> None:
    assert ("must", "number") in [t[:2] for t in told(before, after)]


def test_the_weight_of_meat_is_only_looked_at() -> None:
    assert told("Fry 500 g chicken.", "Fry 400 g chicken.") == [("look", "number", "500 g -> 400 g")]


@pytest.mark.parametrize(
    "before",
    [
        "Switch off the power, then undo the socket.",
        "Wear goggles and cut the tile.",
        "Check the core temperature of the roast.",
        "Open a window and spray.",
        "Never leave the pan on the fire alone.",
        "Warning: the jar is hot.",
    ],
)
def test_a_safety_step_taken_out_must_be_acknowledged(before: str) -> None:
    assert ("must", "safety_step") in [t[:2] for t in told(before, "")]
    assert ("must", "safety_step") not in [t[:2] for t in told(before, before + " Then rest.")]


def test_an_allergen_counts_only_for_those_who_avoid_it() -> None:
    assert told("Add oil.", "Add peanut butter.", "peanuts") == [
        ("must", "constraint", "adds peanut butter (peanuts)")
    ]
    assert told("Add oil.", "Add peanut butter.") == []


def test_a_diet_or_a_missing_tool_is_no_tripwire() -> None:
    assert told("Add oil.", "Bake with honey.", "vegan", "no_oven") == []


def test_a_hazard_counts_for_everyone() -> None:
    assert [t[:2] for t in told("", "Mix bleach with ammonia.")] == [("must", "constraint")]


def test_a_hazard_that_was_there_before_is_not_introduced() -> None:
    assert told("Mix bleach with ammonia.", "Then mix bleach with the ammonia.") == []


def test_numbers_of_an_inserted_step_are_no_change() -> None:
    assert told("", "Bake for 20 min.") == []


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_compared(before: str, after: str) -> None:
    for wire in tripwires(before, after, ("milk",)):
        assert wire.says
        assert wire.old in before
        assert wire.new in after


@given(st.text(max_size=80))
def test_no_change_trips_nothing(text: str) -> None:
    assert tripwires(text, text, ("milk", "peanuts")) == ()


def test_taking_a_resource_away_takes_no_precaution_out() -> None:
    assert tripwires("1 litre white spirit", "", part="resources") == ()
    assert tripwires("rubber gloves for the bleach", "", part="resources") == ()
    assert {wire.level for wire in tripwires("Put on rubber gloves for the bleach.", "")} == {"must"}


def test_a_line_of_the_list_that_is_not_counted_any_more_is_looked_at() -> None:
    assert [one.says for one in tripwires("3 eggs", "eggs", part="resources")] == ["3 eggs -> nothing"]
    assert not tripwires("3 eggs", "3 brown eggs", part="resources")


def test_a_changed_amount_of_a_resource_is_looked_at_and_an_allergen_still_stops_it() -> None:
    wires = tripwires("1 litre bleach", "2 litres bleach", part="resources")
    assert [(wire.level, wire.says) for wire in wires] == [("look", "1 litre -> 2 litres")]
    brought = tripwires("100 g oats", "100 g peanuts", ["peanuts"], part="resources")
    assert [(wire.level, wire.what) for wire in brought] == [("must", "constraint")]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("Drill each of the 12 holes.", "Drill each of the 6 big holes.", "12 holes -> 6 big holes"),
        ("Cut six round discs.", "Cut 4 discs.", "six round discs -> 4 discs"),
        ("Fill the 12 holes.", "Fill the 6 holes.", "12 holes -> 6 holes"),
    ],
)
def test_a_bare_count_that_changed_is_seen_past_an_adjective(before: str, after: str, says: str) -> None:
    assert told(before, after) == [("look", "number", says)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Write a summary.", "Write as part 2 a half-page summary."),
        ("Cut 12 discs, then fill the holes.", "Cut one sheet and drill 6 holes."),
        ("Knock 3 times.", "Fold it 2 ways."),
        ("Take 80 and 120 grit paper.", "Take 80 grit and 120 grit paper."),
        ("Drill the 6 holes.", "Drill the 6 big holes."),
    ],
)
def test_counts_of_other_things_and_articles_are_no_change(before: str, after: str) -> None:
    assert told(before, after) == []


def test_amperes_need_their_capital_or_their_word() -> None:
    assert told("Fit the 3 A fuse.", "Fit the 5 A fuse.")[0][2] == "3 A -> 5 A"
    assert told("Fit the 3 amp fuse.", "Fit the 5 amp fuse.")[0][2] == "3 amp -> 5 amp"


def test_numbers_that_were_all_scaled_alike_are_paired_by_their_place() -> None:
    found = tripwires(
        "Whisk 2 teaspoons baking powder, 1 teaspoon soda and ½ teaspoon salt.",
        "Whisk 1 teaspoon baking powder, ½ teaspoon soda and ¼ teaspoon salt.",
    )
    says = ["2 teaspoons -> 1 teaspoon", "1 teaspoon -> ½ teaspoon", "½ teaspoon -> ¼ teaspoon"]
    assert [one.says for one in found] == says


def test_two_numbers_that_were_halved_are_paired_by_their_place() -> None:
    found = told("Add 2 cups, then 4 cups.", "Add 1 cup, then 2 cups.")
    assert [says for _, _, says in found] == ["2 cups -> 1 cup", "4 cups -> 2 cups"]


def test_where_one_number_of_several_changed_the_others_stay_paired_with_themselves() -> None:
    found = tripwires("Bake 30 min, then rest 10 min.", "Rest 10 min, then fry 12 min.")
    assert [one.says for one in found] == ["30 min -> 12 min"]


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("30 min -> 12 min", "30 min → 12 min"),
        ("nothing -> 5 minutes", "now also 5 minutes"),
        ("90 °C -> nothing", "no longer 90 °C"),
        ("adds peanut (peanuts)", "adds peanut (peanuts)"),
    ],
)
def test_a_change_is_said_without_the_word_nothing(says: str, words: str) -> None:
    assert change_words(says) == words


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("Add 100 g butter and 200 g sugar.", "Add 200 g butter and 150 g sugar.",
         ["100 g -> 200 g", "200 g -> 150 g"]),
        ("Add 100 g butter and 100 g sugar.", "Add 50 g sugar.", ["100 g -> 50 g", "100 g butter -> nothing"]),
        ("Add 100 g butter and 80 g nuts.", "Add 50 g sugar.",
         ["100 g butter -> nothing", "80 g nuts -> nothing", "nothing -> 50 g"]),
        ("Mix: 300g oats, 100g almonds, salt.", "Mix: 300g oats, salt.", ["100g almonds -> nothing"]),
        ("Stir 50 ml of olive oil into 200 g rice.", "Stir 200 g rice.", ["50 ml of olive oil -> nothing"]),
        ("Pour off 100 ml, then stir.", "Stir.", ["100 ml -> nothing"]),
        ("Bake at 200 °C until done.", "Bake until done.", ["200 °C -> nothing"]),
        ("Chop 2 red onions.", "Chop 1 red onion.", ["2 red onions -> 1 red onion"]),
    ],
)  # fmt: skip
def test_numbers_are_paired_by_what_they_are_of_or_not_at_all(before: str, after: str, says: list[str]) -> None:
    assert [says for _, _, says in told(before, after)] == says


def test_a_number_before_a_word_that_joins_is_a_bare_count() -> None:
    (wire,) = tripwires("Cut it into 12 while it is warm.", "Cut it into 18 while it is warm.")
    assert wire.says == "12 -> 18"


def test_what_is_new_is_told_in_one_line() -> None:
    says = ("nothing -> 1 tablespoon", "30 min -> 12 min", "nothing -> 10 minutes")
    assert all_change_words(says) == ("30 min → 12 min", "now also 1 tablespoon and 10 minutes")
    assert all_change_words(()) == ()


def test_the_main_course_is_no_mains() -> None:
    assert [
        one.level
        for one in tripwires("After the main course, warm 4 pies.", "After the main course, warm 2 pies.", ())
    ] == ["look"]
    assert [
        one.level
        for one in tripwires(
            "Switch it off at the mains for 5 minutes.", "Switch it off at the mains for 1 minute.", ()
        )
    ] == ["must"]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("Peel 3 garlic cloves and crush them.", "Peel 5 garlic cloves and crush them.",
         "3 garlic cloves -> 5 garlic cloves"),
        ("12 sponge fingers, broken", "5 sponge fingers, broken", "12 sponge fingers -> 5 sponge fingers"),
        ("4 egg yolks", "1 egg yolk", "4 egg yolks -> 1 egg yolk"),
        ("Beat 4 egg yolks with 30 g sugar.", "Beat 2 egg yolks with 30 g sugar.", "4 egg yolks -> 2 egg yolks"),
        ("Use 2 vanilla pods.", "Use 3 vanilla pods.", "2 vanilla pods -> 3 vanilla pods"),
        ("Cut it into 12 squares.", "Cut it into 6 squares.", "12 squares -> 6 squares"),
        ("Add 1 onion and the eggs.", "Add 2 onions and the eggs.", "1 onion -> 2 onions"),
        ("Bake 12 holes for 10 minutes.", "Bake 6 holes for 10 minutes.", "12 holes -> 6 holes"),
        ("Mix 3 garlic with cloves.", "Mix 4 garlic with cloves.", "3 garlic -> 4 garlic"),
    ],
)  # fmt: skip
def test_a_changed_count_is_told_with_the_whole_name_of_its_thing(before: str, after: str, says: str) -> None:
    assert [one.says for one in tripwires(before, after)] == [says]


@pytest.mark.parametrize(
    ("before", "after", "trips"),
    [
        (
            "Fry the chicken at 350°F until it reaches 165°F.",
            "Fry the chicken at 175 °C until it reaches 74 °C.",
            False,
        ),
        ("Roast the chicken at 200 °C.", "Roast the chicken at 400 °F.", False),
        ("Roast the chicken at 200 °C.", "Roast the chicken at 190 °C.", True),
        ("Roast the chicken at 160 °C.", "Roast the chicken at 156 °C.", True),
        ("Roast the chicken until 74 °C inside.", "Roast the chicken until 160 °F inside.", True),
        ("Roast the chicken at 350 degrees Fahrenheit.", "Roast the chicken at 175 °C.", False),
        ("Can the beans at 240 °F.", "Can the beans at 113 °C.", True),
    ],
)
def test_an_ovens_temperature_in_the_other_scale_is_the_same(before: str, after: str, trips: bool) -> None:
    assert bool(tripwires(before, after)) == trips
