"""What the person names in the place of another thing: in every place, and only where the sentences hold it."""

import re
from dataclasses import replace

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Outcome
from tailor.rules.modify import modify
from tailor.rules.tables import pattern

STEW = procedure(
    "Beef Stew",
    [
        "Season the beef with salt and fry it in the oil.",
        "Add the onion and the carrots and pour in the wine.",
        "Simmer the beef for 2 hours and stir in the spinach.",
        "Whip the cream and beat the eggs with the sugar.",
    ],
    [
        "800 g minced beef",
        "2 tbsp olive oil",
        "1 onion",
        "2 carrots",
        "300 ml red wine",
        "200 g spinach",
        "2 eggs",
    ],
)
NET = procedure(
    "Put a net over the strawberries",
    [
        "Brush the dirt off with an old brush.",
        "Scatter slug pellets around the plants.",
        "Fasten the net with cable ties.",
        "Turn the bolt with the spanner.",
        "Write the date on a label with a pencil.",
    ],
    ["cable ties", "slug pellets", "adjustable spanner"],
)


def done(hint: str, base: Procedure) -> Outcome:
    return modify(base, parse_hint(hint))


def texts(outcome: Outcome) -> set[str]:
    return {edit.text for edit in outcome.edits}


@pytest.mark.parametrize(
    "hint",
    [
        "use string instead of cable ties",
        "string not cable ties",
        "instead of cable ties use string",
        "no cable ties, use string",
        "no cable ties but I have string",
        "swap the cable ties for string",
    ],
)
def test_a_thing_named_in_the_place_of_another_goes_into_list_and_step(hint: str) -> None:
    outcome = done(hint, NET)
    assert texts(outcome) == {"Fasten the net with string.", "string"}
    assert outcome.places == ()
    assert outcome.verdicts[0].says.startswith("I put “string” where it said “cable ties”.")


MINCE = procedure(
    "Sunday pie",
    ["Fry the onion, then add the mince and brown it.", "Bake for 40 minutes."],
    ["500 g minced beef", "1 onion"],
)


@pytest.mark.parametrize(
    ("hint", "new"),
    [
        ("tuna instead of beef", "tuna"),
        ("replace the beef with tuna", "tuna"),
        ("swap beef with tuna", "tuna"),
        ("swap the beef out for tuna", "tuna"),
        ("swap the mince for tuna", "tuna"),
        ("turkey instead of mince", "minced turkey"),
        ("replace the beef with turkey", "minced turkey"),
        ("trade beef for chicken mince", "chicken mince"),
    ],
)
def test_what_is_minced_is_one_thing_by_either_of_its_names(hint: str, new: str) -> None:
    assert texts(done(hint, MINCE)) == {
        f"Fry the onion, then add the {new} and brown it.",
        f"500 g {new}",
    }


@pytest.mark.parametrize(
    "hint", ["swap the mince for lentils", "lentils instead of mince", "replace beef with lentils"]
)
def test_what_may_not_stand_in_for_mince_is_named_as_typed_where_the_mince_is(hint: str) -> None:
    made = done(hint, MINCE)
    assert {(one.part, one.step) for one in made.places} == {("steps", 1), ("resources", 1)}
    why = "I left “minced beef” as it is: “lentils” may not work the same way here."
    assert {one.why for one in made.places} == {why}


GRATIN = procedure(
    "Gratin",
    ["Fry the onion in the oil.", "Layer the potatoes, Parmesan on top.", "Beat in the egg and the walnuts."],
    ["100 g Parmesan, grated", "1 onion", "2 tbsp oil", "1 kg potatoes", "2 eggs", "50 g walnuts"],
)


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("no parmesan, only 200 g of cheddar", "200 g cheddar, grated"),
        ("no parmesan, only 200g cheddar", "200g cheddar, grated"),
        ("no parmesan but I have 200 g of cheddar", "200 g cheddar, grated"),
        ("no parmesan, use 200 g cheddar instead", "200 g cheddar, grated"),
        ("200 g of cheddar instead of parmesan", "200 g cheddar, grated"),
        ("swap the parmesan for 2 slices of cheddar", "2 slices of cheddar, grated"),
        ("swap the parmesan for a cup of cheddar", "a cup of cheddar, grated"),
        ("swap the parmesan for an equal amount of cheddar", "100 g cheddar, grated"),
        ("no onion, only 3 shallots", "3 shallots"),
    ],
)
def test_the_amount_given_with_a_swap_is_the_amount_of_its_line(hint: str, line: str) -> None:
    made = done(hint, GRATIN)
    assert line in texts(made)
    assert not any(re.search(r"\d|\bg\b|slices", edit.text) for edit in made.edits if edit.part == "steps")
    assert made.verdicts[0].verdict == "done"
    assert made.verdicts[0].unused == ()


@pytest.mark.parametrize(
    "base",
    [
        replace(GRATIN, resources=("100 g Parmesan (or 80 g Parmesan, grated)",)),
        replace(GRATIN, steps=("Scatter 50 g Parmesan over it.", "Add 50 g Parmesan.")),
    ],
)
def test_an_amount_that_no_line_can_take_whole_leaves_the_swap_to_the_person(base: Procedure) -> None:
    made = done("200 g cheddar instead of parmesan", base)
    assert made.edits == ()
    why = "I left “parmesan” as it is: I can't tell where “200 g” goes."
    assert {one.why for one in made.places} == {why}


def test_an_amount_of_the_old_thing_may_be_a_part_of_it_so_nothing_is_exchanged() -> None:
    made = done("replace 50 g parmesan with 80 g cheddar", GRATIN)
    assert made.edits == ()
    assert {one.word for one in made.places} == {"Parmesan"}


@pytest.mark.parametrize("hint", ["no walnuts, only 1 egg", "no walnuts, only one egg"])
def test_an_amount_of_what_is_on_the_list_limits_it_and_stands_for_nothing(hint: str) -> None:
    made = done(hint, GRATIN)
    assert {edit.text for edit in made.edits if edit.part == "steps"} == {"Beat in the egg."}
    assert {one.word for one in made.places} == {"egg", "eggs"}
    assert made.verdicts[0].verdict == "partly"


def test_a_bare_amount_limits_what_was_named_before_it() -> None:
    for hint in ("no parmesan, only 50 g", "no parmesan, only 50g"):
        made = done(hint, GRATIN)
        assert made.edits == ()
        assert {one.word for one in made.places} == {"Parmesan"}


def test_an_idiom_is_a_food_where_the_food_is_taken_out_or_exchanged() -> None:
    tacos = procedure("Tacos", ["Fry the fish.", "Fry the chicken."], ["400 g fish", "300 g chicken"])
    assert "400 g tofu" in texts(done("swap the fish for tofu", tacos))
    assert {one.word for one in done("leave the chicken out", tacos).places} == {"chicken"}
    assert not done("my boss has beef with onions", MINCE).verdicts[0].says.count("minced beef")


def test_what_is_said_of_the_old_thing_behind_it_is_said_of_the_new_one() -> None:
    steps = ["Keep a spoon of the walnuts.", "Scatter the walnuts kept in step 1 over it."]
    loaf = procedure("Bake a loaf", steps, ["80 g walnuts"])
    made = texts(done("pecans instead of walnuts", loaf))
    assert {"Scatter the pecans kept in step 1 over it.", "80 g pecans"} <= made


def test_why_a_named_thing_is_not_put_in_stands_at_each_place() -> None:
    salad = procedure("Salad", ["Crumble the feta over it."], ["100 g feta"])
    made = done("halloumi instead of feta", salad)
    assert made.places
    assert all(one.why.startswith("I left “feta” as it is: ") for one in made.places)


def test_an_article_is_made_to_fit() -> None:
    assert texts(done("use an eraser pen instead of a pencil", NET)) == {
        "Write the date on a label with an eraser pen."
    }


@pytest.mark.parametrize(
    "hint",
    [
        "copper tape instead of slug pellets",  # which nobody scatters
        "a car instead of the spanner",
    ],
)
def test_a_thing_that_the_sentence_may_not_hold_is_left_to_the_person(hint: str) -> None:
    outcome = done(hint, NET)
    assert outcome.edits == ()
    assert outcome.places


def test_the_title_is_renamed_and_the_cut_of_the_meat_stays() -> None:
    outcome = done("turkey instead of beef", STEW)
    assert "800 g minced turkey" in texts(outcome)
    assert [header.goal for header in outcome.headers] == ["Turkey Stew"]
    assert "Cook it right through." in outcome.verdicts[0].says


@pytest.mark.parametrize(("title", "now"), [("PEANUT BUTTER BARS", ""), ("BUTTER BARS", "MARGARINE BARS")])
def test_a_title_keeps_its_capitals_and_other_things_of_a_like_name(title: str, now: str) -> None:
    base = procedure(title, ["Melt the butter."], ["200 g butter", "300 g oats"])
    headers = done("use margarine instead of butter", base).headers
    assert [header.goal for header in headers] == ([now] if now else [])


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("leeks instead of the onion", "1 leek"),
        ("parsnips instead of carrots", "2 parsnips"),
        ("swap the spinach for kale", "200 g kale"),
        ("butter instead of oil", "2 tbsp butter"),
        ("use sunflower oil instead of olive oil", "2 tbsp sunflower oil"),
    ],
)
def test_a_food_is_put_in_with_its_amount_and_number(hint: str, line: str) -> None:
    outcome = done(hint, STEW)
    assert line in texts(outcome)
    assert outcome.verdicts[0].verdict == "done"


@pytest.mark.parametrize(
    "hint",
    [
        "honey instead of the onion",  # of which there is one
        "swede instead of carrots",
        "tofu instead of eggs",  # which do a job of their own
        "chicken instead of spinach",
        "yogurt instead of cream",  # which is whipped
    ],
)
def test_a_food_of_another_sort_is_left_to_the_person(hint: str) -> None:
    assert done(hint, STEW).edits == ()


@pytest.mark.parametrize(
    ("steps", "resources", "hint"),
    [
        (
            ["Rub the butter into the flour for the dough."],
            ["100 g butter", "200 g flour"],
            "oil instead of butter",
        ),
        (["Mix the sugar into the batter."], ["100 g sugar", "200 g flour"], "honey instead of sugar"),
        (["Fry the prawns for 2 minutes."], ["200 g prawns"], "chicken instead of prawns"),
        (
            ["Fry it in the olive oil.", "Add the sesame oil."],
            ["1 tbsp olive oil", "1 tsp sesame oil"],
            "butter not oil",
        ),
        (["Add the carrots and parsnips."], ["300 g carrots", "300 g parsnips"], "parsnips instead of carrots"),
        (["Add the peppers."], ["2 red peppers"], "carrots instead of peppers"),
        (["Lay the chicken in the pot, breast-side down."], ["1 whole chicken"], "tofu instead of chicken"),
        (["Spread the butter on the bread."], ["50 g butter, melted"], "honey instead of butter"),
    ],
    ids=[
        "a dough",
        "a batter",
        "meat that must be cooked through",
        "two oils",
        "there already",
        "a sort",
        "a whole one",
        "melted",
    ],
)
def test_what_would_not_come_out_right_is_left_to_the_person(
    steps: list[str], resources: list[str], hint: str
) -> None:
    outcome = done(hint, procedure("Supper", steps, resources))
    assert outcome.edits == ()
    assert outcome.places


def test_how_a_meat_is_cut_hinders_no_other_meat() -> None:
    stew = procedure(
        "Stew", ["Cut the beef in cubes and brown it."], ["800 g stewing beef", "half a litre of beef stock"]
    )
    assert "Cut the turkey in cubes and brown it." in texts(done("turkey instead of beef", stew))


def test_another_food_with_the_word_in_its_name_stays() -> None:
    chilli = procedure(
        "Chilli", ["Fry the minced beef.", "Pour in the beef stock."], ["1 kg minced beef", "beef stock"]
    )
    outcome = done("turkey instead of beef", chilli)
    assert texts(outcome) == {"Fry the minced turkey.", "1 kg minced turkey"}
    assert {place.word for place in outcome.places} == {"beef", "beef stock"}


@pytest.mark.parametrize(
    ("hint", "wishes"),
    [
        ("turkey instead of beef and i have a bad back", 2),
        ("oil instead of butter, no nuts", 2),
        ("oil instead of butter and rice instead of pasta", 2),
        ("oil instead of butter and eggs", 1),
        ("tofu and mushrooms instead of chicken", 1),
    ],
)
def test_a_named_exchange_is_a_wish_of_its_own(hint: str, wishes: int) -> None:
    assert len(parse_hint(hint)) == wishes


def test_what_lacks_and_what_there_is_are_one_wish_but_for_people_and_bodies() -> None:
    assert len(parse_hint("no drill but I have a hammer")) == 1
    assert len(parse_hint("no drill but I have a toddler")) == 2
    assert len(parse_hint("no drill but I have bad hands")) == 2
    assert len(parse_hint("no mixer but I have a bad wrist")) == 2


@pytest.mark.parametrize(
    ("title", "step", "hint"),
    [
        ("Dog biscuits", "Mix the oats with the peas.", "onions instead of peas"),
        ("Porridge for a baby", "Stir in the maple syrup.", "honey instead of maple syrup"),
        ("Vegan pudding", "Stir in the oat milk.", "cream instead of oat milk"),
        ("Change the oil", "Pour in the engine oil.", "olive oil instead of engine oil"),
        ("Pancakes", "Heat the oil in a pan.", "motor oil instead of oil"),
        ("Chilli", "Add the lentils.", "raw kidney beans instead of lentils"),
        ("Clean the oven door", "Put on the gloves.", "plastic bags instead of gloves"),
        ("Look under the car", "Lower it onto the axle stands.", "bricks instead of axle stands"),
        ("Treat a small burn", "Cool the burn with the water.", "butter instead of water"),
        ("Clean tiles", "Mix the bleach with the water.", "hot water instead of water"),
        ("Hang a lamp", "Drill the holes.", "knife instead of drill"),
        ("Sow cress", "Water it well.", "jug instead of the watering can"),
    ],
)
def test_what_harms_somebody_or_says_no_sense_is_never_put_in(title: str, step: str, hint: str) -> None:
    old = hint.partition(" instead of ")[2].removeprefix("the ")
    assert done(hint, procedure(title, [step], [old])).edits == ()


@pytest.mark.parametrize(
    ("title", "step", "hint", "text"),
    [
        ("Dog biscuits", "Mix the oats with the peas.", "beans instead of peas", "beans"),
        ("Oat biscuits", "Mix the oats with the peas.", "onions instead of peas", "onions"),
        ("Porridge for a baby", "Stir in the oats and the apple juice.", "water instead of apple juice", "water"),
        ("Change the oil", "Let it run into the drain pan.", "bucket instead of drain pan", "bucket"),
        ("Clean tiles", "Scrub with the sponge.", "brush instead of sponge", "brush"),
        ("Hang a lamp", "Mark the holes with the pencil.", "pen instead of pencil", "pen"),
    ],
)
def test_what_harms_nobody_is_put_in(title: str, step: str, hint: str, text: str) -> None:
    old = hint.partition(" instead of ")[2]
    step_of, listed = done(hint, procedure(title, [step], [old])).edits
    assert f" {text}." in step_of.text
    assert listed.text == text


def test_the_size_or_state_of_the_old_thing_is_not_said_of_the_new_one() -> None:
    sand = procedure("Sand a board", ["Sand it with the sandpaper."], ["sandpaper, 120 grit"])
    assert done("file instead of sandpaper", sand).edits == ()
    salad = procedure("Salad", ["Mix the prawns with the rice."], ["200 g cooked prawns", "rice"])
    assert done("smoked salmon instead of prawns", salad).edits == ()
    assert "200 g cooked crab" in texts(done("crab instead of prawns", salad))


def test_of_an_endless_title_only_the_beginning_says_whom_it_is_for() -> None:
    step, resources = ["Mix the oats with the peas."], ["peas"]
    assert len(done("onions instead of peas", procedure(f"{'x ' * 200}for my dog", step, resources)).edits) == 2


PIES = procedure(
    "Leek pies",
    [
        "Rub 100g butter into 300g flour and stir in 80ml milk till it holds together as a dough.",
        "Fry the drumsticks and the leeks, then pour in the coconut milk.",
        "Fill the dough and bake it.",
    ],
    ["300g flour", "100g butter", "80ml milk", "6 turkey drumsticks", "2 leeks", "1 tin coconut milk (400 ml)"],
)


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("soy milk instead of milk", "80ml soy milk"),
        ("spelt flour instead of flour", "300g spelt flour"),
        ("wholemeal instead of flour", "300g wholemeal flour"),
        ("wholemeal instead of white flour", "300g wholemeal flour"),
    ],
)
def test_one_kind_goes_in_for_another_though_the_dough_keeps_its_name(hint: str, line: str) -> None:
    outcome = done(hint, PIES)
    assert line in texts(outcome)
    assert (outcome.places, outcome.verdicts[0].verdict) == ((), "done")


@pytest.mark.parametrize("new", ["turkey thigh", "turkey thighs"])
def test_a_cut_called_by_its_last_word_is_put_in_with_its_number(new: str) -> None:
    base = procedure("Roast", ["Brown the turkey."], ["6 turkey drumsticks", "1 onion"])
    assert texts(done(f"{new} instead of drumsticks", base)) == {"6 turkey thighs"}


def test_why_nothing_was_put_in_is_said() -> None:
    outcome = done("oat cream instead of coconut milk", PIES)
    assert outcome.edits == ()
    assert outcome.verdicts[0].says == (
        "For “oat cream instead of coconut milk”: Step 2 and the list of what you need mention “coconut milk”, so "
        "please look there. "
        "I left “coconut milk” as it is: “oat cream” may not fit in “1 tin coconut milk (400 ml)”."
    )


@pytest.mark.parametrize(
    ("near", "word"),
    [
        ("Take the lithium battery out.", "lithium"),
        ("Close the gas tap.", "gas tap"),
        ("Switch the mains off.", "mains"),
        ("Let the kids hold the frame.", "kids"),
    ],
)
def test_near_what_is_dangerous_no_tool_is_put_in_for_another(near: str, word: str) -> None:
    outcome = done("no spanner, but I have a wrench", procedure("Mend it", [near, "Turn it with the spanner."]))
    assert outcome.edits == ()
    assert f"using another tool near “{word}” can be dangerous" in outcome.verdicts[0].says
    assert [place.step for place in outcome.places] == [2]


def test_young_leaves_and_ribs_are_no_babies_near_a_tool() -> None:
    steps = ["Rinse the baby spinach.", "Turn the baby back ribs with the tongs."]
    outcome = done("no tongs, but I have a fork", procedure("Grill ribs", steps))
    assert "dangerous" not in outcome.verdicts[0].says


def test_a_tool_goes_in_for_another_where_nothing_is_near() -> None:
    outcome = done("no spanner, but I have a wrench", procedure("Mend it", ["Turn it with the spanner."]))
    assert texts(outcome) == {"Turn it with the wrench."}


def test_a_diet_before_what_is_put_in_is_part_of_its_name() -> None:
    base = procedure(
        "Buns", ["Melt the butter, beat in the egg and add the flour."], ["50 g butter", "1 egg", "flour"]
    )
    butter = done("vegan butter instead of butter", base)
    assert texts(butter) == {"50 g vegan butter", "Melt the vegan butter, beat in the egg and add the flour."}
    flour = done("gluten free flour instead of flour", base)
    assert texts(flour) == set()
    assert {(one.part, one.word) for one in flour.places} == {("steps", "flour"), ("resources", "flour")}


def test_a_number_of_what_is_shown_is_not_said_to_be_ignored() -> None:
    outcome = done("use 3 eggs", procedure("Cake", ["Beat the eggs."], ["2 eggs"]))
    assert "I changed no amount for “3”." in outcome.verdicts[0].says


@pytest.mark.parametrize(
    "hint", ["coconut oil instead of olive oil", "half the olive oil", "use 250 g of olive oil", "ounces"]
)
def test_beside_lye_nothing_is_changed_by_itself(hint: str) -> None:
    soap = procedure(
        "Soap", ["Stir the lye into the water, then into the oil."], ["500 g olive oil", "65 g lye", "150 g water"]
    )
    outcome = done(hint, soap)
    assert outcome.edits == ()
    assert ("resources", 1) in {(one.part, one.step) for one in outcome.places}


def test_what_melts_as_butter_does_goes_in_where_it_is_melted() -> None:
    base = procedure("Waffles", ["Whisk the melted butter into the milk."], ["50 g butter, melted", "milk"])
    solid = texts(done("use coconut oil instead of butter", base))
    assert solid == {"50 g coconut oil, melted", "Whisk the melted coconut oil into the milk."}
    assert done("use olive oil instead of butter", base).edits == ()


def test_a_unit_is_no_thing_that_is_exchanged() -> None:
    cake = procedure("Cake", ["Beat the butter, add 300 g flour."], ["200 g butter", "300 g flour"])
    outcome = done("150 g butter instead of 200 g", cake)
    assert {one.word for one in outcome.places} == {"butter"}
    assert "I changed no amount for “150” and “200”." in outcome.verdicts[0].says


def test_a_long_number_is_read_as_fast_as_a_short_one() -> None:
    assert pattern("phrases", "much").fullmatch("1" * 10_000 + " x") is None


def test_a_long_number_for_another_goes_wherever_it_stands() -> None:
    base = procedure(
        "Set up the proxy",
        [
            "Open port 8443 in the firewall.",
            "Set listen to 8443.",
            "Visit https://localhost:8443/health.",
            "Wait 84431 ms.",
        ],
    )
    made = modify(base, parse_hint("port 9443 instead of 8443"))
    assert [(one.step, one.text) for one in made.edits] == [
        (1, "Open port 9443 in the firewall."),
        (2, "Set listen to 9443."),
        (3, "Visit https://localhost:9443/health."),
    ]


def test_of_food_a_long_number_is_an_amount() -> None:
    soup = procedure("Soup", ["Boil 1500 g potatoes in 2000 ml water."], ["1500 g potatoes", "2000 ml water"])
    assert not modify(soup, parse_hint("1000 instead of 1500")).edits


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("use 150 ml of cream", "100 ml double cream"),
        ("use up 200 ml of cream", "100 ml double cream"),
        ("use 300 g of beans", "200 g black beans"),
    ],
)
def test_a_thing_is_not_replaced_by_its_own_general_name(hint: str, line: str) -> None:
    steps = ["Melt the butter in a pot.", f"Stir in the {line.split()[-1]}."]
    outcome = done(hint, procedure("Soup", steps, ["25 g butter", "3 leeks", line]))
    assert not outcome.edits
    [verdict] = outcome.verdicts
    assert verdict.verdict == "found"
    assert "I changed no amount for" in verdict.says


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("beans instead of black beans", "200 g black beans"),
        ("black bean instead of beans", "200 g black beans"),
        ("oil instead of olive oil", "2 tbsp olive oil"),
    ],
)
def test_no_kind_is_chosen_for_a_general_name(hint: str, line: str) -> None:
    steps = ["Chop the leeks.", f"Fry them with the {line.split()[-1]}."]
    outcome = done(hint, procedure("Soup", steps, ["25 g butter", "3 leeks", line]))
    assert not outcome.edits
    assert {(place.part, place.step) for place in outcome.places} >= {("resources", 3)}


@pytest.mark.parametrize(
    "hint",
    [
        "use 200 g kidney beans",
        "use 3 oz kidney beans",
        "use 2 cups kidney beans",
        "take 1 lb kidney beans",
        "only 1 kg kidney beans",
    ],
)
def test_an_amount_of_what_there_is_names_no_other_thing_to_take_instead(hint: str) -> None:
    base = procedure("Chilli", ["Add 400 g kidney beans and fry."], ["400 g kidney beans", "1 tbsp oil"])
    outcome = modify(base, parse_hint(hint))
    assert "instead" not in outcome.verdicts[0].says
    assert {place.word for place in outcome.places} == {"kidney beans"}
    assert outcome.edits == ()
