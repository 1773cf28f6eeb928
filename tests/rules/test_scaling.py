"""Another number of people: what grows, what stays, and that title, yield, notes, list and steps say the same."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules import scaling
from tailor.rules.model import Limits
from tailor.rules.modify import modify
from tailor.rules.servings import wanted
from tests.rules.scaling_case import SOUP, proposed
from tests.rules.test_modify import outcome


def test_list_steps_title_yield_and_notes_are_halved_together() -> None:
    proposal = proposed("were only two")
    assert proposal is not None
    assert proposal.header is not None
    assert (proposal.header.goal, proposal.header.yields) == ("Cook lentil soup for two", "2 servings")
    assert proposal.header.notes == "Serves 2 as a main course."
    texts = {(one.part, one.step): one.text for one in proposal.edits}
    assert texts["resources", 1] == "1 onion"
    assert texts["resources", 4] == "500 ml water"
    assert texts["steps", 1].startswith("Chop 1 onion and fry the onion in a 3-litre pot with ¾ tablespoon of oil")
    assert texts["steps", 2] == "Add 150 g of lentils, 500 ml of water and a pinch of salt."
    assert texts["steps", 3].endswith("serve it in 2 bowls.")


@pytest.mark.parametrize(
    ("hint", "goal"),
    [
        ("for 2 insted of six", "two"),
        ("for 2 instead of six", "two"),
        ("for 8 n no celery", "eight"),
        ("for 8 an no soy", "eight"),
        ("no celery + for 8", "eight"),
        ("double it & no celery", "eight"),
        ("half as big", "two"),
        ("twice as large", "eight"),
        ("for 2 ppl", "two"),
    ],
)
def test_an_amount_is_heard_however_people_write_it(hint: str, goal: str) -> None:
    made = outcome(SOUP, hint)
    assert [one.goal for one in made.headers] == [f"Cook lentil soup for {goal}"]
    assert not [one.unused for one in made.verdicts if one.unused]


@pytest.mark.parametrize(
    ("hint", "many", "judged"),
    [
        ("we're 5", 5, "already"),
        ("We’re 5 tonight", 5, "already"),
        ("4 adults + 1 kid", 5, "already"),
        ("we are 6 with 2 kids", 6, "already"),
        ("for 6 poeple", 6, "already"),
        ("for 5 at 7 pm", 5, "already"),
        ("for 2 dozen people", 24, "already"),
        ("we're 4, so make 6 of them", 4, "found"),
    ],
)
def test_a_how_to_for_that_many_fits_already_however_they_are_told(hint: str, many: int, judged: str) -> None:
    base = replace(SOUP, goal="Cook lentil soup", yields=f"{many} servings", notes="")
    found = outcome(base, hint)
    assert found.verdicts[0].verdict == judged
    assert not found.edits


def test_what_its_notes_say_is_read_to_the_next_word() -> None:
    base = replace(SOUP, goal="Cook lentil soup", yields="", notes="Serves 3 to 4 and takes 25 minutes.")
    assert [one.notes for one in outcome(base, "for 6").headers] == ["Serves 6 and takes 25 minutes."]
    assert outcome(base, "for 3").verdicts[0].says == "It is for three already."
    assert [outcome(base, hint).verdicts[0].verdict for hint in ("for 3", "for 3 no nuts")] == [
        "already",
        "looked_for",
    ]


@pytest.mark.parametrize("line", ["1 serving of rice noodles", "Divide it among 4 bowls."])
def test_a_number_that_nobody_can_scale_by_is_pointed_at_and_never_denied(line: str) -> None:
    steps = (*SOUP.steps[:2], "Stir in 1 tablespoon of lemon juice per 250 ml of soup.")
    base = replace(SOUP, goal="Soup", yields="", notes="", resources=(*SOUP.resources, line), steps=steps)
    made = outcome(base, "for 6")
    assert made.verdicts[0].says.startswith("I can't tell how much this makes, so I left the amounts alone.")
    assert [one.step for one in made.places] == [len(base.resources)]


@pytest.mark.parametrize(
    "line",
    [
        "1 dozen and a half figs", "1 cup and a half sugar", "12/14 prawns", "16/20 prawns", "9/10 cup sugar",
        "½ ½ cup sugar", "½ 1/2 cup sugar", "1 /2 cup sugar", "1 half cup sugar", "2 T. butter", "2 t. salt",
        "2/3rds cup milk", "² cups cream", "4 ½-inch slices ginger", "thirty five figs", "twenty-five figs",
        "one hundred and twenty figs", "2 and a third cups milk", "1..5 cups milk", "two-ish cups flour",
    ],
)  # fmt: skip
@pytest.mark.parametrize("hint", ["double it", "half of it"])
def test_an_amount_of_the_list_that_is_read_in_part_is_pointed_at_and_stays(line: str, hint: str) -> None:
    base = procedure("Stew", ["Mix everything.", "Cook it."], ["300 g oats", "200 g barley", line])
    made = outcome(base, hint)
    assert [(one.part, one.step) for one in made.places] == [("resources", 3)]
    assert [one.step for one in made.edits if one.part == "resources"] == [1, 2]


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("two-and-a-half cups peas", "five cups peas"),
        ("12−14 prawns", "24−28 prawns"),
        ("12 ‑ 14 prawns", "24 ‑ 28 prawns"),
        ("1 cup and a half teaspoon salt", "2 cups and one teaspoon salt"),
        ("4 half chickens", "8 half chickens"),
        ("7/8 cup milk", "1 3/4 cups milk"),
    ],
)
def test_an_amount_that_is_read_to_its_end_grows_whole(line: str, doubled: str) -> None:
    base = procedure("Stew", ["Mix everything.", "Cook it."], ["300 g oats", "200 g barley", line])
    assert [one.text for one in outcome(base, "double it").edits if one.step == 3] == [doubled]


def test_a_count_that_a_later_word_goes_on_with_is_left_to_the_person() -> None:
    steps = ["Whisk in 2 eggs, then the third.", "Fold in 300 g of flour.", "Add 200 g of sugar."]
    base = procedure("Bake a cake", steps, ["3 eggs", "300 g flour", "200 g sugar"])
    made = outcome(base, "double it")
    assert [(one.part, one.step, one.word) for one in made.places] == [("steps", 1, "2 eggs")]
    assert ("steps", 1) not in {(one.part, one.step) for one in made.edits}


def test_rates_sizes_times_and_tools_never_grow() -> None:
    doubled = scaling.scaled(SOUP, Fraction(2))
    assert "1 tablespoon of lemon juice per 250 ml of soup" in doubled.steps[2]
    assert "3-litre pot" in doubled.steps[0]
    assert "10 minutes" in doubled.steps[0]
    assert doubled.resources[4:] == ("2 (400 g) tins tomatoes", "salt", "24 cm pot")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("2 cm ginger", True),
        ("3/4 inch fresh ginger, grated", True),
        ("24 cm pot", False),
        ("10 inch tortillas", False),
    ],
)
def test_food_that_is_measured_by_its_length_is_pointed_at(line: str, shown: bool) -> None:
    soup = replace(procedure("Soup", ["Boil it all."], ["1 l stock", "200 g rice", line]), yields="4")
    made = modify(soup, parse_hint("for 8"))
    assert (("resources", 3) in {(one.part, one.step) for one in made.places}) is shown


@pytest.mark.parametrize("line", ["2 x 400 g tins tomatoes", "two × 400g tins of tomatoes"])
def test_both_of_what_are_no_longer_two_are_pointed_at(line: str) -> None:
    stew = replace(procedure("Stew", ["Add both tins of tomatoes.", "Boil it."], [line, "1 onion"]), yields="4")
    made = modify(stew, parse_hint("for 10 people"))
    assert ("steps", 1, "both tins") in {(one.part, one.step, one.word) for one in made.places}


@pytest.mark.parametrize(
    "step",
    [
        "Heat the oven to 200C/180C fan/gas 6.",
        "Heat the oven to gas mark 4.",
        "Repeat step 1 twice.",
        "Repeat steps 1 and 2 three times.",
        "Fold it as on page 7 above.",
    ],
)
def test_what_is_only_called_by_a_number_neither_grows_nor_asks(step: str) -> None:
    made = outcome(replace(SOUP, steps=(*SOUP.steps, step)), "double it")
    assert len(SOUP.steps) + 1 not in {one.step for one in (*made.edits, *made.places) if one.part == "steps"}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("1 sheet puff pastry (320 g)", "1½ sheets puff pastry (480 g)"),
        ("2 clove garlic", "3 cloves garlic"),
        ("2 can tomatoes", "3 cans tomatoes"),
        ("2 head torches", "3 head torches"),
        ("1 block feta, about 200 g", "1½ blocks feta, about 300 g"),
        ("a good glug of double cream, 100 ml", "two good glugs of double cream, 150 ml"),
    ],
)
def test_a_count_and_its_weight_grow_alike(line: str, text: str) -> None:
    base = replace(SOUP, resources=(*SOUP.resources, line))
    assert scaling.scaled(base, Fraction(3, 2)).resources[-1] == text


@pytest.mark.parametrize(
    ("step", "line", "hint", "text"),
    [
        ("Fry the onions.", "2 onions", "half of it", "Fry the onion."),
        ("Fry the red onion.", "1 onion", "double it", "Fry the red onions."),
        ("Fry the onions until they are soft.", "2 onions", "half of it", ""),
        ("Save the onion skin.", "1 onion", "double it", ""),
    ],
)
def test_a_step_names_one_or_many_as_the_list_does_where_no_other_word_depends_on_it(
    step: str, line: str, hint: str, text: str
) -> None:
    base = procedure("Cook for 4", [step], ["200 g flour", "300 ml milk", line])
    proposal = proposed(hint, base)
    assert proposal is not None
    assert [edit.text for edit in proposal.edits if edit.part == "steps"] == ([text] if text else [])


@pytest.mark.parametrize(
    ("line", "word", "why"),
    [
        ("3 eggs", "eggs", "round it"),
        ("1 whole chicken", "chicken", "round it"),
        ("6 bowls", "6 bowls", "can't work out"),
    ],
)
def test_what_cannot_be_divided_and_what_may_stay_is_a_stop(line: str, word: str, why: str) -> None:
    base = procedure("Cook for 4", ["Mix."], ["200 g flour", "300 ml milk", line])
    proposal = proposed("half of it", base)
    assert proposal is not None
    assert "100 g flour" in [edit.text for edit in proposal.edits]
    assert [(place.part, place.step, place.word) for place in proposal.left] == [("resources", 3, word)]
    assert why in proposal.left[0].why


def test_a_leaf_more_or_less_is_no_stop() -> None:
    proposal = proposed(
        "half of it", procedure("Soup", ["Boil it."], ["1 l water", "400 g tomatoes", "3 bay leaves"])
    )
    assert proposal is not None
    assert "2 bay leaves" in [edit.text for edit in proposal.edits]
    assert proposal.left == ()


def test_where_many_amounts_are_unclear_nothing_is_scaled_and_one_sentence_says_so() -> None:
    steps = ["Shape it into 7 balls.", "Stamp out 9 stars.", "Press 5 nuts into it.", "Roll it into 6 ropes."]
    made = outcome(procedure("Bake for 4", steps, ["200 g flour", "300 ml milk"]), "half of it")
    assert made.edits == ()
    assert [place.step for place in made.places] == [1, 2, 3, 4, 1, 2]  # all to go through by hand
    assert made.verdicts[0].says.startswith(
        "I can't work out “7 balls” in step 1 and 3 other amounts, so I changed no amounts."
    )


def test_as_many_unclear_amounts_as_can_be_named_stop_nothing() -> None:
    steps = ["Shape it into 7 balls.", "Stamp out 9 stars.", "Press 5 nuts into it."]
    made = outcome(procedure("Bake for 4", steps, ["200 g flour", "300 ml milk"]), "half of it")
    assert {edit.text for edit in made.edits} >= {"100 g flour", "150 ml milk"}
    assert [place.step for place in made.places] == [1, 2, 3]


def test_a_list_of_packs_with_their_weights_is_a_recipe() -> None:
    lines = ["1 (450 g) tub ricotta", "1 (500 g) packet penne", "2 cloves garlic"]
    proposal = proposed("double it", procedure("Bake pasta", ["Bake it all."], lines))
    assert proposal is not None
    assert proposal.edits[0].text == "2 (450 g) tubs ricotta"


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("Chill it in a jar.", "Halved. I only changed the amounts."),
        ("Boil it.", "Halved. I only changed the amounts. A smaller batch cooks faster."),
        (
            "Bake it in a tin.",
            "Halved. I only changed the amounts. A smaller batch cooks faster, and a smaller pan may fit better.",
        ),
    ],
)
def test_heat_and_pans_are_spoken_of_only_where_the_steps_do(step: str, says: str) -> None:
    proposal = proposed("half of it", procedure("Brew", [step], ["100 g coffee", "1 litre water"]))
    assert proposal is not None
    assert proposal.says == says


@pytest.mark.parametrize(
    ("line", "halved"),
    [
        ("25 g butter each", None),
        ("30 g butter per person", None),
        ("30 ml oil a person", None),
        ("5 g per head", None),
        ("40 g rice (20 g each)", "20 g rice (20 g each)"),
    ],
)
def test_what_each_person_gets_stays_while_the_rest_is_scaled(line: str, halved: str | None) -> None:
    proposal = proposed("were only two", replace(SOUP, resources=(*SOUP.resources, line)))
    assert proposal is not None
    texts = {one.step: one.text for one in proposal.edits if one.part == "resources"}
    assert (texts[3], texts.get(8)) == ("150 g lentils", halved)


def test_what_a_packet_doses_is_never_scaled() -> None:
    base = procedure(
        "Nurse a cold for two", ["Take 1 tablet."], ["200 ml water", "1 tablespoon honey", "1 tablet"]
    )
    assert scaling.scale(base, Fraction(2)) is None


def test_an_amount_that_may_or_may_not_grow_is_left_to_the_person() -> None:
    base = procedure(
        "Bake rolls", ["Mix 500 g of flour with 300 ml of water.", "Shape it into 7 balls."],
        ["500 g flour", "300 ml water", "2 teaspoons salt"],
    )  # fmt: skip
    done = scaling.scale(base, Fraction(2))
    assert done is not None
    assert [(one.part, one.step, one.word) for one in done.unclear] == [("steps", 2, "7 balls")]


_KINDS = ("g flour", "ml milk", "eggs", "cups sugar", "tablespoons oil", "onions, chopped")
_LINES = st.lists(st.tuples(st.integers(2, 40), st.sampled_from(_KINDS)), min_size=3, max_size=6)


@given(_LINES)
def test_twice_as_much_and_then_half_of_it_is_what_it_was(lines: list[tuple[int, str]]) -> None:
    texts = [f"{number} {kind}" for number, kind in lines]
    base = procedure("Mix", [f"Mix {text}." for text in texts], texts)
    assert scaling.scaled(scaling.scaled(base, Fraction(2)), Fraction(1, 2)) == base


@given(_LINES, st.fractions(Fraction(1, 8), 8, max_denominator=8))
def test_no_scaling_loses_a_line_and_list_and_steps_agree(lines: list[tuple[int, str]], times: Fraction) -> None:
    texts = [f"{number} {kind}" for number, kind in lines]
    base = procedure("Mix", [f"Mix {text}." for text in texts], texts)
    done = scaling.scaled(base, times)
    assert (len(done.steps), len(done.resources)) == (len(texts), len(texts))
    assert [step.lower() for step in done.steps] == [f"mix {line}.".lower() for line in done.resources]


def test_a_noun_keeps_its_article_and_agrees_with_the_new_number() -> None:
    base = procedure(
        "Roast chicken for Four", ["Rub the 2 chickens with oil.", "Boil the 1 cup stock.", "Serve."],
        ["2 chickens", "1 cup stock", "2 tablespoons oil", "1 teaspoon salt"],
    )  # fmt: skip
    proposal = proposed("for two", base)
    assert proposal is not None
    assert proposal.header is not None
    assert proposal.header.goal == "Roast chicken for Two"
    assert [one.text for one in proposal.edits if one.part == "steps"] == [
        "Rub the chicken with oil.", "Boil the ½ cup stock.",
    ]  # fmt: skip


def test_what_is_done_a_few_at_a_time_stays() -> None:
    steps = [
        "Working with 1 artichoke at a time, add ½ cup of oil at a time.",
        "Add 1 cup of milk a little at a time.",
    ]
    base = procedure("Fry", steps, ["4 artichokes", "1 cup oil", "1 cup milk", "2 tsp salt"])
    assert scaling.scaled(base, Fraction(2)).steps == (steps[0], "Add 2 cups of milk a little at a time.")


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ("Put every 2 onions on a skewer.", "4 onions"),
        ("Shape 50 g of dough into a bun.", "400 g dough"),
        ("Put 3 trays in the oven.", "4 onions"),
    ],
)
def test_what_is_of_each_or_only_of_some_stays(step: str, line: str) -> None:
    (now,) = scaling.scaled(procedure("Cook", [step], [line]), Fraction(2)).steps
    assert now.replace(scaling.AS_WRITTEN, "") == step


@pytest.mark.parametrize(
    "step",
    [
        "Plant with 4 geraniums and 2 lobelia each, 15 cm apart.",
        "Plant 4 geraniums, 2 lobelia and 100 g of feed each.",
        "Screw the corners with 4 coach screws each.",
        "Hang with 4 coach screws each and water well.",
        "Plant 4 geraniums and 2 lobelia apiece.",
        "Plant 4 red geraniums and 2 trailing lobelia per box, then water.",
        "Water with 2 litres each every evening.",
    ],
)
def test_what_each_gets_stays_however_many_there_are(step: str) -> None:
    needs = ["6 boxes", "24 geraniums", "12 lobelia", "24 coach screws", "600 g feed", "12 litres water"]
    base = procedure("Plant boxes", [step], needs)
    done = scaling.scale(base, Fraction(1, 2))
    assert done is not None
    assert (done.resources[1], done.steps, done.unclear) == ("12 geraniums", (step,), ())


@pytest.mark.parametrize(
    ("step", "halved"),
    [
        ("Open 8 buns and fill each.", "Open 4 buns and fill each."),
        ("Fry 8 buns, 2 minutes each.", "Fry 4 buns, 2 minutes each."),
        ("Lay out 8 buns, 2 sausages each.", "Lay out 4 buns, 2 sausages each."),
        ("Add 2 teaspoons each salt and pepper.", "Add 1 teaspoon each salt and pepper."),
    ],
)
def test_what_is_not_so_many_of_each_is_scaled_before_the_word_each(step: str, halved: str) -> None:
    base = procedure("Fill buns", [step], ["8 buns", "2 teaspoons salt", "2 teaspoons pepper"])
    assert scaling.scaled(base, Fraction(1, 2)).steps == (halved,)


@pytest.mark.parametrize(
    ("step", "asked"),
    [
        ("Take 6 plants and 4 geraniums each.", "6 plants"),
        ("Wrap 24 geraniums each in paper.", "24 geraniums"),
        ("Put 3 geraniums per box and 24 geraniums in the bed.", "24 geraniums"),
        ("Tie up 9 bags each with string.", "9 bags"),
    ],
)
def test_a_number_beside_each_that_is_all_of_the_list_is_asked_for(step: str, asked: str) -> None:
    base = procedure("Plant", [step], ["6 plants", "24 geraniums", "9 bags compost", "600 g feed", "2 l water"])
    done = scaling.scale(base, Fraction(1, 2))
    assert done is not None
    assert done.steps == (step,)
    assert [place.word for place in done.unclear if place.part == "steps"] == [asked]


def test_packs_that_get_so_many_each_are_scaled() -> None:
    base = procedure("Paint", ["Paint 6 boxes with 2 coats each."], ["6 boxes", "600 ml paint", "2 l water"])
    assert scaling.scaled(base, Fraction(1, 2)).steps == ("Paint 3 boxes with 2 coats each.",)


@pytest.mark.parametrize(("trays", "asked"), [(2, False), (3, True)])
def test_of_several_tools_it_is_asked_whether_they_are_enough(trays: int, asked: bool) -> None:
    base = procedure(
        "Bake buns for four", [f"Put {trays} trays in the oven.", "Mix."], ["200 g flour", "1 litre milk"]
    )
    proposal = proposed("for eight", base)
    assert proposal is not None
    assert bool(proposal.left) is asked


def test_the_one_that_is_left_of_two_is_called_by_no_number() -> None:
    base = procedure(
        "Roast", ["Rub the 2 chickens with 100 g butter."], ["2 chickens", "100 g butter", "1 kg potatoes"]
    )
    assert scaling.scaled(base, Fraction(1, 2)).steps == ("Rub the chicken with 50 g butter.",)


def test_how_many_are_used_at_a_time_stays_and_how_many_there_are_does_not() -> None:
    steps = ["Add the 4 eggs one at a time.", "Fry the 6 sausages two at a time.", "Fry 6 sausages 3 at a time."]
    base = procedure("Brunch", steps, ["4 eggs", "6 sausages", "200 g flour", "100 g sugar"])
    assert scaling.scaled(base, Fraction(1, 2)).steps == (
        "Add the 2 eggs one at a time.", "Fry the 3 sausages two at a time.", "Fry 3 sausages 3 at a time.",
    )  # fmt: skip


@pytest.mark.parametrize(
    "vessel", ["2 litre casserole dish", "250 ml ramekins", "1 litre jug", "5 litre sprayer", "2 lb loaf tin"]
)
def test_the_size_of_what_it_is_made_in_stays_and_is_pointed_at(vessel: str) -> None:
    lines = ["1 litre stock", "200 g leeks", "500 ml bottle cream", vessel]
    proposal = proposed("for eight", procedure("Soup for four", ["Cook the leeks in the stock."], lines))
    assert proposal is not None
    assert [one.text for one in proposal.edits] == ["2 litres stock", "400 g leeks", "1000 ml bottle cream"]
    assert [(one.step, one.word) for one in proposal.left] == [(4, vessel)]


def test_what_is_taken_to_see_how_it_is_and_what_each_pan_needs_stays() -> None:
    test = "Put 1 teaspoon of jam on a cold plate and wait a minute."
    base = procedure(
        "Jam", ["Boil 1 kg plums with 1 kg sugar.", test], ["1 kg plums", "1 kg sugar", "1 tbsp oil per pan"]
    )
    made = scaling.scaled(base, Fraction(2))
    assert (made.steps[1], made.resources[2]) == (test, "1 tbsp oil per pan")


def test_the_size_of_a_tin_stays_and_nobody_is_asked_about_it() -> None:
    lines = ["2 tins (400 g) beans", "1 (400 g) tin tomatoes", "200 g rice", "2 x 400 g tins peas"]
    proposal = proposed("for eight", procedure("Cook beans for four", ["Heat all."], lines))
    assert proposal is not None
    assert proposal.left == ()
    assert [one.text for one in proposal.edits] == [
        "4 tins (400 g) beans", "2 (400 g) tins tomatoes", "400 g rice", "4 x 400 g tins peas",
    ]  # fmt: skip


def test_without_a_list_the_steps_alone_tell_what_is_used() -> None:
    steps = [
        "Mix 200 g of flour with 100 ml of milk.",
        "Add 2 tablespoons of oil.",
        "Roll 50 g of dough into each bun.",
    ]
    grown = scaling.scaled(procedure("Bake buns", steps), Fraction(2)).steps
    assert grown == ("Mix 400 g of flour with 200 ml of milk.", "Add 4 tablespoons of oil.", steps[2])


@pytest.mark.parametrize("hint", ["for two people", "pls for 2 ppl", "for two", "half of it"])
def test_a_short_list_with_two_measured_foods_is_a_recipe(hint: str) -> None:
    lists = ["1 lb carrots", "2 cups stock", "1 onion"]
    base = procedure("Soup for 4", ["Boil the carrots in 2 cups of stock."], lists)
    proposal = proposed(hint, base)
    assert proposal is not None
    assert proposal.header is not None
    assert proposal.header.goal == "Soup for 2"
    assert [edit.text for edit in proposal.edits][-3:] == ["½ lb carrots", "1 cup stock", "½ onion"]


def test_a_number_or_two_of_the_steps_are_left_to_the_person_and_the_rest_is_scaled() -> None:
    soup = procedure(
        "Soup for four", ["Boil 1 l of water.", "Serve with 10 basil leaves."], ["1 l water", "800 g tomatoes"]
    )
    made = outcome(soup, "for two")
    assert {edit.text for edit in made.edits} >= {"500 ml water", "400 g tomatoes"}
    assert [(place.step, place.word) for place in made.places] == [(2, "10 basil leaves")]
    assert made.verdicts[0].verdict == "partly"


@pytest.mark.parametrize("hint", ["half of it, just 2 of us", "for two, so half of it", "half of it. for two"])
def test_what_is_said_twice_is_scaled_once(hint: str) -> None:
    soup = procedure("Soup for four", ["Boil 1 l of water."], ["1 l water", "800 g tomatoes"])
    made = outcome(soup, hint)
    assert {edit.text for edit in made.edits} >= {"500 ml water", "400 g tomatoes"}


def test_an_unwanted_food_may_become_one_of_two() -> None:
    soup = procedure("Soup for four", ["Fry the eggs."], ["2 eggs", "1 l water", "800 g tomatoes"])
    made = outcome(soup, "no eggs, only 2 of us")
    assert "1 egg" in [edit.text for edit in made.edits]


@pytest.mark.parametrize(
    ("line", "twice"),
    [
        ("2 tins, 400 g each", "4 tins, 400 g each"),
        ("4 salmon fillets, 150 g each", "8 salmon fillets, 150 g each"),
        ("4 salmon fillets, each 150 g", "8 salmon fillets, each 150 g"),
        ("3 loaves of bread - 500 g apiece", "6 loaves of bread - 500 g apiece"),
        ("2 x 400 g tins tomatoes", "4 x 400 g tins tomatoes"),
        ("1 × 400g tin tomatoes", "2 × 400g tins tomatoes"),
        ("2x400 g tins tomatoes", "4x400 g tins tomatoes"),
        ("Beef, 2 x 200 g steaks", "Beef, 4 x 200 g steaks"),
        ("2 tins à 400 g tomatoes", "4 tins à 400 g tomatoes"),
        ("1 tin tomatoes (400 g)", "2 tins tomatoes (400 g)"),
        ("2 onions (300 g in total)", "4 onions (600 g in total)"),
        ("2 limes, juice of each", "4 limes, juice of each"),
        ("2 tins (each 400 g) beans", "4 tins (each 400 g) beans"),
        ("500g/1lb mince", "1000g/2lb mince"),
        ("1 x 400g/14oz tin tomatoes", "2 x 400g/14oz tins tomatoes"),
        ("250 ml/1 cup milk", "500 ml/2 cups milk"),
    ],
)
def test_of_several_of_one_size_there_are_more_and_their_size_stays(line: str, twice: str) -> None:
    stew = procedure("Stew", [f"Add {line}."], [line, "100 g flour", "1 l water"])
    done = scaling.scale(stew, Fraction(2))
    assert done is not None
    assert (done.resources[0], done.unclear) == (twice, ())
    assert scaling.unscaled(stew, Fraction(2)) == ""
    if "limes" not in line:
        assert done.steps == (f"Add {twice}.",)


def test_what_is_left_as_written_is_named() -> None:
    stew = procedure("Stew", ["Add the beans."], ["2 tins beans (800 g)", "100 g flour", "1 l water"])
    assert scaling.unscaled(stew, Fraction(2)) == "Still as written: “800 g” in the list."
    shelf = procedure("Shelf", ["Saw the boards."], ["4 boards"])
    assert scaling.unscaled(shelf, Fraction(2)) == "I can't multiply these amounts, so they stay as written."


@pytest.mark.parametrize("hint", ["double it, 8 of us", "8 of us, double it"])
def test_an_amount_that_is_said_in_two_ways_is_met_both_times(hint: str) -> None:
    soup = replace(
        procedure(
            "Soup",
            ["Fry the leeks in butter.", "Pour in the stock."],
            ["300 g leeks", "50 g butter", "1 litre stock"],
        ),
        yields="4 servings",
    )
    made = modify(soup, parse_hint(hint))
    assert [one.verdict for one in made.verdicts] == ["done", "done"]
    assert {one.serves for one in made.edits} == {("R1", "R2")}
    assert not any("8" in one.says for one in made.verdicts)


def test_of_two_amounts_that_differ_the_second_is_said_to_be_left() -> None:
    soup = replace(
        procedure(
            "Soup",
            ["Fry the leeks in butter.", "Pour in the stock."],
            ["300 g leeks", "50 g butter", "1 litre stock"],
        ),
        yields="4 servings",
    )
    made = modify(soup, parse_hint("double it, 6 of us"))
    assert "“6”" in made.verdicts[1].says


def test_as_many_pieces_as_people_and_one_slice_that_no_list_names_are_asked_about() -> None:
    steps = ["Cut it into 4 pieces and serve.", "Top with 1 slice of ham."]
    base = replace(procedure("Mix", steps, ["500 g flour", "200 ml milk", "300 g ham"]), yields="4 servings")
    done = scaling.scale(base, Fraction(2))
    assert done is not None
    assert done.steps == tuple(steps)
    assert [(place.step, place.word) for place in done.unclear] == [(1, "4 pieces"), (2, "1 slice")]


def test_what_the_list_counts_is_counted_in_the_steps_too_whatever_it_is_called() -> None:
    steps = ["Dip 12 sponge fingers (100 g) for 1 second a side.", "Hold it with 2 fingers."]
    base = procedure("Mix", steps, ["500 g cream", "200 ml coffee", "24 sponge fingers, about 200 g"])
    done = scaling.scale(base, Fraction(2))
    assert done is not None
    assert done.steps[0] == "Dip 24 sponge fingers (200 g) for 1 second a side."


@pytest.mark.parametrize("verb", ["Beat", "Stir", "Crack", "Fold"])
def test_what_is_beaten_in_is_used_up_like_the_rest(verb: str) -> None:
    done = scaling.scale(
        procedure("Mix", [f"{verb} in 1 egg."], ["500 g flour", "200 ml milk", "1 egg"]), Fraction(2)
    )
    assert done is not None
    assert done.steps == (f"{verb} in 2 eggs.",)


def test_an_amount_that_was_turned_down_before_stays_and_the_others_are_offered_again() -> None:
    base = procedure(
        "Soup", ["Chop 2 onions.", "Boil 1 l stock."], ["2 onions", "1 l stock", "20 g salt"], notes="Serves 4"
    )
    whole = outcome(base, "for 2")
    onions = next(edit for edit in whole.edits if edit.part == "resources" and "onion" in edit.text)
    again = outcome(base, "for 2", Limits(rejected=(replace(onions, id=""),)))
    assert {(edit.part, edit.step) for edit in whole.edits} - {(edit.part, edit.step) for edit in again.edits} == {
        ("resources", 1)
    }
    assert again.verdicts[0].verdict == "partly"
    assert "You kept “2 onions” before" in again.verdicts[0].says


def test_a_recipe_that_counts_its_things_and_says_for_how_many_scales() -> None:
    dip = procedure("Guacamole", ["Mash 3 avocados."], ["3 avocados", "1 lime", "salt"], notes="Serves 4")
    assert [edit.text for edit in outcome(dip, "for 2").edits] == ["Mash 1½ avocados.", "1½ avocados", "½ lime"]
    game = procedure("Hold a games night for 8 people", ["Set out 8 chairs."], ["8 chairs", "2 tables"])
    assert outcome(game, "for 4").edits == ()


def test_what_a_trip_needs_for_each_person_scales_and_its_meals_do_not() -> None:
    lines = ["20 litres water", "4 head torches", "4 sleeping bags", "tent for four people", "food for 6 meals"]
    steps = ["Plan 6 meals.", "Put up the tent for four people.", "Four people fit into the boat."]
    trip = procedure("Camp for four people", steps, lines)
    made = outcome(trip, "we'll be two")
    texts = {(edit.part, edit.step): edit.text for edit in made.edits}
    assert texts == {
        ("steps", 2): "Put up the tent for two people.",
        ("steps", 3): "Two people fit into the boat.",
        ("resources", 1): "10 litres water",
        ("resources", 2): "2 head torches",
        ("resources", 3): "2 sleeping bags",
        ("resources", 4): "tent for two people",
    }
    assert made.places == ()


def test_what_is_not_multiplied_among_other_amounts_says_so() -> None:
    base = procedure(
        "Potatoes", ["Toss the potatoes (800 g) with 3 tbsp oil."], ["potatoes", "3 tbsp oil", "20 g salt"]
    )
    assert scaling.scaled(base, Fraction(2)).steps == ("Toss the potatoes (800 g [as written]) with 6 tbsp oil.",)


def test_numbers_in_code_are_neither_multiplied_nor_converted() -> None:
    code = "```sh ⏎ print 500 g strawberries, 4 jars, 350 °F ⏎ ```"
    made = procedure("Label 4 jars of jam", [f"Boil 500 g of strawberries. Then: {code}"], ["500 g strawberries"])
    for hint in ("double it", "use cups and ounces"):
        (step,) = [edit.text for edit in outcome(made, hint).edits if edit.part == "steps"]
        assert code in step
        assert "Boil 500 g" not in step


def test_a_number_that_the_procedure_does_not_say_is_named_and_never_scaled_by() -> None:
    base = replace(SOUP, goal="Cook lentil soup for twelve", yields="", notes="")
    made = outcome(base, "6 people instead of 10")
    assert [one.goal for one in made.headers] == ["Cook lentil soup for six"]
    assert made.verdicts[0].says.startswith("It says that it is for twelve, not ten. Halved for six.")
    assert outcome(base, "6 people instead of 12").verdicts[0].says.startswith("Halved for six.")


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("Boil them in 2 litres of water with 10 g of salt per litre.", "Boil them in 1 litre of water with 10 g"),
        ("Cook it in 3 cups of water with 1 tsp salt per cup.", "Cook it in 1 1/2 cups of water with 1 tsp salt"),
        (
            "Dissolve 30 g of salt per litre in 400 ml of milk.",
            "Dissolve 30 g of salt per litre in 200 ml of milk.",
        ),
        ("Roast 600 g of potatoes at 40 minutes per kg.", "Roast 300 g of potatoes at 40 minutes per kg."),
        ("Cut each of the 2 lemons into 4 wedges.", "Cut the lemon into 4 wedges."),
        ("Add all four thighs.", "Add both thighs."),
        ("Sift all 2 kg of flour.", "Sift all 1 kg of flour."),
        ("Stir in all 2 tbsp of the oil.", "Stir in all 1 tbsp of the oil."),
    ],
)
def test_what_stands_beside_a_rate_is_scaled_and_only_the_rate_is_not(step: str, text: str) -> None:
    lines = ["4 thighs", "600 g potatoes", "2 lemons", "400 ml milk", "1/4 cup cream", "2 kg flour", "2 tbsp oil"]
    base = replace(procedure("Make dinner", [step], lines), yields="4 servings")
    assert scaling.scaled(base, Fraction(1, 2)).steps[0].startswith(text)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("Use 50 g of butter and 20 g of sugar per person.", {"50 g"}),
        ("Pour 400 ml of milk into glasses and top each with cream.", {"400 ml"}),
        ("Squeeze both lemons.", {"both lemons"}),
        ("Add 1 pint 5 fl oz of milk.", {"1 pint 5 fl oz"}),
    ],
)
def test_an_amount_of_which_nobody_can_tell_whether_it_is_a_rate_is_named(step: str, words: set[str]) -> None:
    lines = ["4 thighs", "600 g potatoes", "2 lemons", "400 ml milk"]
    base = replace(procedure("Make dinner", [step], lines), yields="4 servings")
    made = outcome(base, "for 2")
    assert {one.word for one in made.places if one.part == "steps"} == words


SUMS = ["1 lb 5 oz flour", "1 pint 4 fl oz stock", "2 lb 3 oz (1 kg) sugar", "1.25 kg / 2 lb 4 oz plums"]


def test_an_amount_in_two_units_grows_with_what_says_the_same_beside_it() -> None:
    base = procedure("Make jam", ["Add 2 lb 3 oz (1 kg) of sugar to the plums."], SUMS)
    made = scaling.scale(base, Fraction(2))
    assert made is not None
    assert made.resources == (
        "2 lb 10 oz flour",
        "2 pints 8 fl oz stock",
        "4 lb 6 oz (2 kg) sugar",
        "2½ kg / 4 lb 8 oz plums",
    )
    assert made.steps == ("Add 4 lb 6 oz (2 kg) of sugar to the plums.",)
    assert made.unclear == ()


@pytest.mark.parametrize(
    ("times", "old", "new"),
    [
        (Fraction(2), "1 lb 8 oz beef", "3 lb beef"),
        (Fraction(2), "1 lb 12 oz beef", "3 lb 8 oz beef"),
        (Fraction(1, 2), "1 lb 8 oz beef", "12 oz beef"),
        (Fraction(1, 2), "3 lb 4 oz beef", "1 lb 10 oz beef"),
        (Fraction(3), "2 lb 8 ounces (1.1 kg) beef", "7 lb 8 ounces (3.3 kg) beef"),
    ],
)
def test_pounds_with_ounces_grow_to_whole_pounds(times: Fraction, old: str, new: str) -> None:
    made = scaling.scale(procedure("Stew beef", ["Brown the beef."], [old, "200 g carrots"]), times)
    assert made is not None
    assert made.resources[0] == new


def test_an_amount_in_two_units_that_does_not_divide_is_named_whole_and_stays_whole() -> None:
    base = procedure("Make jam", ["Stir the jam."], [*SUMS, "200 g nuts"])
    made = scaling.scale(base, Fraction(1, 2))
    assert made is not None
    assert made.resources == (
        "10½ oz flour",
        SUMS[1],
        "1 lb 1½ oz (500 g) sugar",
        "625 g / 1 lb 2 oz plums",
        "100 g nuts",
    )
    assert [one.word for one in made.unclear] == ["1 pint 4 fl oz"]
    third = scaling.scale(base, Fraction(1, 3))
    assert third is not None
    assert third.resources[:4] == ("7 oz flour", *SUMS[1:3], "415 g / 12 oz plums")
    assert [one.word for one in third.unclear] == ["1 pint 4 fl oz", "2 lb 3 oz (1 kg)"]


def test_half_of_two_chillies_is_a_chilli() -> None:
    stew = procedure("Stew", ["Add the chillies."], ["2 red chillies", "100 g flour", "1 l water"])
    assert scaling.scaled(stew, Fraction(1, 2)).resources[0] == "1 red chilli"


def test_the_size_of_a_pan_is_no_number_of_people() -> None:
    [told] = outcome(SOUP, "we use a 9 inch pan").verdicts
    assert "pan”" in told.says
    assert "how much you want" not in told.says


@pytest.mark.parametrize(
    "hint",
    [
        "double it but keep the foam as it is",
        "double it but leave the foam alone",
        "for 8 and keep the foam the same",
        "double it, foam unchanged",
        "double it but the foam stays the same",
    ],
)
def test_who_wants_one_amount_to_stay_is_not_told_that_all_is_done(hint: str) -> None:
    soup = procedure("Soup", ["Heat 1 l milk with 1 tsp salt."], ["1 l milk", "1 tsp salt"], notes="Serves 4")
    [judged] = outcome(soup, hint).verdicts
    assert judged.verdict == "partly"
    assert "If one of the amounts should stay as it was, change it back yourself." in judged.says


def test_words_of_a_note_that_is_quoted_answer_none_of_the_hint() -> None:
    note = "Serves 4. Uses 1 l milk for 4 people; leftovers keep for a day."
    soup = procedure("Soup", ["Heat 1 l milk with 1 tsp salt."], ["1 l milk", "1 tsp salt"], notes=note)
    [judged] = outcome(soup, "double it but keep the foam as it is").verdicts
    assert judged.verdict == "partly"
    assert "I ignored “keep the foam”." in judged.says


@pytest.mark.parametrize(
    "hint", ["for 8 tonight", "double it for the party", "for 8 and leave the lid on", "for 8, they stay all week"]
)
def test_other_words_that_came_to_nothing_leave_the_number_met(hint: str) -> None:
    soup = procedure("Soup", ["Heat 1 l milk with 1 tsp salt."], ["1 l milk", "1 tsp salt"], notes="Serves 4")
    judged = outcome(soup, hint).verdicts
    assert judged[0].verdict == "done"
    assert not any("as it was" in one.says for one in judged)


def test_for_how_many_something_is_doubled_is_only_ignored_where_it_is_not_met() -> None:
    soup = procedure("Soup", ["Heat 1 l milk with 1 tsp salt."], ["1 l milk", "1 tsp salt"], notes="Serves 4")
    says = [outcome(soup, f"double it for a party of {n} with my drone").verdicts[0].says for n in (8, 12)]
    assert "I ignored “drone”." in says[0]
    assert "I ignored “party of 12” and “drone”." in says[1]


@pytest.mark.parametrize(
    ("step", "grown"),
    [
        ("Add a pinch of pepper.", None),
        ("Cut off one corner.", None),
        ("Fry an egg.", None),
        ("Add a litre of stock.", "Add two litres of stock."),
        ("Stir in one tablespoon of oil.", "Stir in two tablespoons of oil."),
    ],
)
def test_one_of_what_the_list_does_not_name_stays_and_its_measure_does_not(step: str, grown: str | None) -> None:
    steps = ["Chop 2 carrots and 3 onions.", "Boil them in 1 litre of water.", step]
    stew = replace(procedure("Stew", steps, ["2 carrots", "3 onions", "1 litre water"]), yields="2 servings")
    doubled = proposed("for 4 people", stew)
    assert doubled is not None
    assert next((one.text for one in doubled.edits if (one.part, one.step) == ("steps", 3)), None) == grown


@pytest.mark.parametrize(
    ("line", "step", "more", "grown"),
    [
        ("1 thumb ginger", "Grate a thumb of ginger.", "1½ thumbs ginger", "Grate 1½ thumbs of ginger."),
        ("1 dollop cream", "Add a dollop of cream.", "1½ dollops cream", "Add 1½ dollops of cream."),
        ("2 nests noodles", "Soak 2 nests of noodles.", "3 nests noodles", "Soak 3 nests of noodles."),
        ("2 ears corn", "Boil 2 ears of corn.", "3 ears corn", "Boil 3 ears of corn."),
    ],
)
def test_what_is_counted_in_thumbs_and_nests_grows_in_list_and_step(
    line: str, step: str, more: str, grown: str
) -> None:
    stew = replace(
        procedure("Stew", ["Chop 4 carrots.", step], ["4 carrots", "200 g peas", line]), yields="4 servings"
    )
    made = proposed("for 6", stew)
    assert made is not None
    edits = {(one.part, one.step): one.text for one in made.edits}
    assert (edits["resources", 3], edits["steps", 2]) == (more, grown)


@pytest.mark.parametrize(
    ("line", "grown"),
    [
        ("2 tea bags", "4 tea bags"),
        ("2 teabags", "4 teabags"),
        ("6 paper cases", "12 paper cases"),
        ("2 freezer bags", None),
    ],
)
def test_what_is_used_up_grows_though_it_is_called_like_a_tool(line: str, grown: str | None) -> None:
    tea = replace(procedure("Tea", ["Boil 1 litre water with 20 g sugar.", f"Add {line}."]), yields="2 servings")
    made = proposed("for 4", replace(tea, resources=("1 litre water", "20 g sugar", line)))
    assert made is not None
    edits = {(one.part, one.step): one.text for one in made.edits}
    assert edits.get(("resources", 3)) == grown
    assert edits.get(("steps", 2)) == (grown and f"Add {grown}.")


@pytest.mark.parametrize(
    "step",
    [
        "Put it in an oiled 2 lb loaf tin.",
        "Use a 1.5 litre dish and a little oil.",
        "Add a few seeds and a bit of sugar.",
        "Rest it in a 2 litre bowl.",
    ],
)
def test_a_vessel_keeps_its_size_and_a_little_stays_a_little(step: str) -> None:
    loaf = procedure(
        "Loaf", ["Mix 500 g flour with 350 g water.", step], ["500 g flour", "350 g water", "a little oil"]
    )
    made = proposed("double it", replace(loaf, yields="1 loaf"))
    assert made is not None
    assert {(one.part, one.step) for one in made.edits} == {("steps", 1), ("resources", 1), ("resources", 2)}
    assert made.left == ()


@pytest.mark.parametrize(
    ("yields", "new"),
    [
        ("about 8 portions (60 g each)", "about 16 portions (60 g each)"),
        ("about 5 jars of 340 g", "about 10 jars of 340 g"),
        ("1.5 litres", "3 litres"),
        ("1 tray of 12", "2 trays of 12"),
        ("2 loaves, 12 slices each", "4 loaves, 12 slices each"),
        ("Serves 4, takes 30 min", "Serves 8, takes 30 min"),
        ("a batch of 12 cookies", "a batch of 24 cookies"),
    ],
)
def test_the_size_of_one_piece_of_a_yield_stays(yields: str, new: str) -> None:
    jam = procedure("Jam", ["Boil 1 kg berries with 1 kg sugar."], ["1 kg berries", "1 kg sugar", "1 lemon"])
    made = proposed("double it", replace(jam, yields=yields))
    assert made is not None
    assert made.header is not None
    assert made.header.yields == new


def test_what_goes_on_after_for_each_is_left_to_the_person() -> None:
    steps = [
        "For each post mix 1 bag of cement with 3 buckets of sand.",
        "Add 10-12 l water.",
        "Pour in 5 l of gravel.",
    ]
    posts = procedure(
        "Set posts in concrete", steps, ["6 bags cement", "18 buckets sand", "72 l water", "5 l gravel"]
    )
    made = proposed("double it", replace(posts, yields="6 posts"))
    assert made is not None
    assert [place.word for place in made.left if place.part == "steps"] == ["10-12 l"]
    assert [edit.text for edit in made.edits if edit.part == "steps"] == ["Pour in 10 l of gravel."]


def test_pounds_and_chillies_are_written_as_people_do() -> None:
    steps = ["Brown 2 lbs beef with the red chilli.", "Add 1 cup broth."]
    chilli = procedure("Chilli", steps, ["2 lbs beef", "1 red chilli, deseeded", "1 cup broth"])
    for hint, listed in (("half", "1 lb beef"), ("double it", "4 lbs beef")):
        made = proposed(hint, replace(chilli, yields="8 servings"))
        assert made is not None
        texts = {(edit.part, edit.step): edit.text for edit in made.edits}
        assert texts["resources", 1] == listed
    assert texts["resources", 2] == "2 red chillies, deseeded"


@pytest.mark.parametrize("hint", ["24", "6 please"])
def test_a_bare_number_beside_a_yield_of_two_numbers_scales_nothing(hint: str) -> None:
    rolls = procedure("Rolls", ["Mix 500 g flour, 1.5 dl oil and 100 g sugar."], ["500 g flour", "1.5 dl oil"])
    assert outcome(replace(rolls, yields="1 tray of 12"), hint).edits == ()
    half = outcome(replace(rolls, yields="12 rolls"), "half of it").edits
    assert "¾ dl oil" in [edit.text for edit in half]


@pytest.mark.parametrize("step", ["Lay half a banana on each jar.", "Put 2 cloves and 5 g salt into each jar."])
def test_what_goes_into_each_stays(step: str) -> None:
    oats = procedure(
        "Oats", ["Mix 400 g oats with 1 litre milk.", step], ["400 g oats", "1 litre milk", "2 bananas"]
    )
    made = proposed("double it", replace(oats, yields="4 jars"))
    assert made is not None
    assert ("steps", 2) not in {(one.part, one.step) for one in made.edits}


@pytest.mark.parametrize("hint", ["for two", "for 0 people", "times 0"])
def test_why_no_amount_changed_is_told_though_no_edit_is_taken(hint: str) -> None:
    base = replace(SOUP, goal="Cook lentil soup", yields="", notes="", steps=SOUP.steps[:2])
    assert (judged := outcome(base, hint).verdicts[0]).says.startswith("I can't tell how ")
    assert judged.edited == ()
    assert outcome(base, "double it").verdicts[0].edited  # what is said of edits hangs on them


def test_of_one_thing_and_its_weight_two_are_that_heavy_each() -> None:
    base = replace(
        procedure("Roast", ["Rub the chicken with the butter."], ["1 chicken, about 1.6 kg", "20 g butter"])
    )
    more = modify(replace(base, yields="Serves 4"), parse_hint("for 8"))
    assert next(edit.text for edit in more.edits if edit.part == "resources") == "2 chickens, about 1.6 kg each"
    less = modify(replace(base, yields="Serves 4"), parse_hint("for 2"))
    assert not any("each" in edit.text for edit in less.edits)


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("1 kg potatoes, about 2 lb", "2 kg potatoes, about 4 lb"),
        ("1 cup flour, about 120 g", "2 cups flour, about 240 g"),
        ("1 teaspoon salt, roughly 5 g", "2 teaspoons salt, roughly 10 g"),
        ("1 bag of spinach, about 200 g", "2 bags of spinach, about 200 g each"),
    ],
)
def test_a_measure_said_again_in_another_is_multiplied_in_both(line: str, doubled: str) -> None:
    base = replace(procedure("Stew", ["Stir it all in the pot."], [line, "20 g butter"]), yields="Serves 4")
    edits = [edit.text for edit in modify(base, parse_hint("for 8")).edits if edit.part == "resources"]
    assert edits == [doubled, "40 g butter"]


def test_what_is_named_is_one_or_many_in_every_step_or_in_none() -> None:
    steps = ["Peel the onion.", "Take the onion and chop it.", "Fry the butter."]
    base = replace(procedure("Soup", steps, ["1 onion", "20 g butter", "1 l stock"]), yields="Serves 2")
    assert not [edit for edit in modify(base, parse_hint("for 4")).edits if edit.part == "steps"]
    freely = replace(base, steps=("Peel the onion.", "Chop the onion finely.", "Fry the butter."))
    told = [edit.text for edit in modify(freely, parse_hint("for 4")).edits if edit.part == "steps"]
    assert told == ["Peel the onions.", "Chop the onions finely."]


@pytest.mark.parametrize(
    ("step", "asked"),
    [
        ("Cream the butter and both sugars.", False),
        ("Tip in both tins.", True),
        ("Put a teaspoon of filling into each wrapper.", False),
        ("Stick a wick into every glass.", False),
    ],
)
def test_both_sorts_and_what_is_for_each_are_no_amounts_to_ask_for(step: str, asked: bool) -> None:
    lines = ["2 cups white sugar", "1 cup brown sugar", "2 tins tomatoes", "2 wicks", "20 g butter", "8 wrappers"]
    base = replace(procedure("Sweets", [step], lines), yields="Serves 4")
    assert bool(modify(base, parse_hint("half of it")).places) == asked


def test_a_part_of_a_listed_name_in_a_step_grows_with_its_line() -> None:
    steps = ["Boil the 1 cup broth.", "Add 2 Tbs. oil and 200 g dough.", "Serves 4."]
    base = procedure("Soup", steps, ["1 cup low-sodium chicken broth", "2 Tbs. oil", "1 Tbs. fat", "4 eggs"])
    made = outcome(base, "there's only two of us")
    assert {one.text for one in made.edits if one.part == "steps"} >= {"Boil the ½ cup broth.", "Serves 2."}
    assert [one.word for one in made.places] == ["200 g"]


@pytest.mark.parametrize(
    ("line", "half"),
    [
        ("1 bunch carrots (about 6 oz./185 g)", "½ bunch carrots (about 3 oz./93 g)"),
        ("3 cups (24 fl. oz./750 ml) broth", "1½ cups (12 fl. oz./375 ml) broth"),
        ("2 (14 oz./400 g) cans beans", "1 (14 oz./400 g) can beans"),
        ("1 jar (1 lb. 3.5 oz.) sauce", "½ jar (1 lb. 3.5 oz.) sauce"),
        ("1 can (4 oz./125 g) chilies", "½ can (4 oz./125 g) chilies"),
        ("2 cans (28 oz./875 g) tomatoes", "1 can (28 oz./875 g) tomatoes"),
        ("4 salmon fillets, each 6 oz. (185 g)", "2 salmon fillets, each 6 oz. (185 g)"),
        ("1 flank steak, 2 lb. (1 kg), tied", "½ flank steak, 2 lb. (1 kg), tied"),
        ("3 sticks (1 1/2 cups) butter", "1 1/2 sticks (3/4 cup) butter"),
        ("16 Tbs. (2 sticks) (8 oz./250 g) butter", "8 Tbs (1 stick) (4 oz./125 g) butter"),
        ("1 lb. 4 oz. beef", "10 oz beef"),
        ("1 cup (8 oz/225 g) rice", "½ cup (4 oz/115 g) rice"),
    ],
)
def test_what_is_said_in_two_units_behind_a_point_is_halved_in_both_or_in_none(line: str, half: str) -> None:
    base = replace(procedure("Soup", ["Boil it."], [line, "200 g peas", "2 onions"]), yields="4 servings")
    texts = {(one.part, one.step): one.text for one in outcome(base, "for two").edits}
    assert texts["resources", 1] == half


def test_a_number_before_a_size_is_shown_with_what_it_counts() -> None:
    base = procedure("Soup", ["Boil it."], ["1 (14 oz) can beans", "2 onions, chopped", "200 g peas"])
    assert [one.word for one in outcome(base, "for two").places] == ["1 (14 oz) can", "2 onions", "200 g"]


def test_the_size_of_a_tin_stays_in_both_units_in_a_step_too() -> None:
    lines = ["2 cans (4 oz./125 g) chilies", "125 g rice", "2 onions"]
    base = replace(procedure("Soup", ["Add the 2 cans (4 oz./125 g) chilies."], lines), yields="4 servings")
    made = outcome(base, "for two")
    assert ("steps", 1, "Add the 1 can (4 oz./125 g) chilies.") in {(e.part, e.step, e.text) for e in made.edits}


@pytest.mark.parametrize(
    ("step", "asked"),
    [
        ("Put it on heat 4.", []),
        ("Turn it on at 9.", []),
        ("Set by 2 onions.", []),
        ("Press at least 6 beans in.", ["6 beans"]),
        ("Put on 6 lids.", ["6 lids"]),
        ("Divide it into 8.", ["8"]),
    ],
)
def test_a_setting_stays_and_a_number_of_something_that_is_not_listed_is_asked_about(
    step: str, asked: list[str]
) -> None:
    made = proposed("double it", replace(SOUP, steps=("Chop 2 onions.", step), sections=()))
    assert made is not None
    assert [one.word for one in made.left if (one.part, one.step) == ("steps", 2)] == asked
    assert not [one for one in made.edits if (one.part, one.step) == ("steps", 2)]


@pytest.mark.parametrize(
    ("line", "doubled", "halved"),
    [
        ("handful of parsley", "2 handfuls of parsley", "half a handful of parsley"),
        ("Pinch of salt", "2 pinches of salt", None),
        ("bunch dill, chopped", "2 bunches dill, chopped", "half a bunch dill, chopped"),
        ("thumb ginger", "2 thumbs ginger", "half a thumb ginger"),
        ("dollop yoghurt", "2 dollops yoghurt", "half a dollop yoghurt"),
        ("large knob of butter", "2 large knobs of butter", "half a large knob of butter"),
        ("a heaped teaspoon of mustard", "two heaped teaspoons of mustard", "half a heaped teaspoon of mustard"),
        ("tin of tuna (160 g)", "2 tins of tuna (160 g)", "half a tin of tuna (160 g)"),
        ("clove garlic", "2 cloves garlic", None),
        ("a handful or two of rocket", "2 to 4 handfuls of rocket", "½ to 1 handful of rocket"),
        (
            "a thumb-sized piece of ginger",
            "two thumb-sized pieces of ginger",
            "half a thumb-sized piece of ginger",
        ),
        ("tin opener", None, None),
        ("gram flour", None, None),
        ("cream of tartar", None, None),
        ("juice of a lemon", "juice of two lemons", "juice of half a lemon"),
        ("leaf lettuce", None, None),
    ],
)
def test_one_measure_without_its_number_grows_like_one_with_it(
    line: str, doubled: str | None, halved: str | None
) -> None:
    base = replace(procedure("Herb salad", ["Mix it."], [line, "200 g feta", "2 onions"]), yields="Serves 2")
    for hint, new in (("double it", doubled), ("half of it", halved)):
        texts = {(one.part, one.step): one.text for one in outcome(base, hint).edits}
        assert texts["resources", 2] in ("400 g feta", "100 g feta")
        assert texts.get(("resources", 1)) == new


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("1 (14 oz) can tomatoes", "1 (14 oz) can"),
        ("1 1 1 cups milk", "1 1 1 cups milk"),
        ("1 onion", "onion"),
    ],
)
def test_an_amount_to_look_at_is_named_with_its_thing_and_never_by_its_number_alone(line: str, named: str) -> None:
    base = replace(procedure("Stew", ["Cook it."], [line, "200 g beef", "1 cup stock"]), yields="4 servings")
    made = scaling.scale(base, Fraction(9, 8))
    assert made is not None
    assert (made.resources[0], [one.word for one in made.unclear if one.step == 1]) == (line, [named])


def test_a_length_behind_another_is_no_share_of_a_tin() -> None:
    base = procedure(
        "Nut horns",
        ["Roll the dough to 1/4 inch in thickness and cut triangles about 3 inches long."],
        ["8 cups flour", "1 (12 fluid ounce) can evaporated milk"],
    )
    assert {one.part for one in outcome(base, "half").edits} == {"resources"}


@pytest.mark.parametrize("hint", ["we use a 9 inch pan", "for a crowd", "a big batch"])
def test_who_says_no_number_of_people_is_not_asked_for_one(hint: str) -> None:
    assert proposed(hint) is None


@pytest.mark.parametrize(
    ("people", "step", "shown"),
    [
        (40, "Set up 40 tents and 12 flags.", ["40 tents"]),
        (3, "Set up 3 tents.", ["3 tents"]),
        (2, "Set up 2 tents.", None),
        (40, "Set up 40 to 50 tents.", None),
        (40, "Walk 40 km.", None),
    ],
)
def test_of_a_camp_what_there_are_as_many_of_as_people_is_shown(
    people: int, step: str, shown: list[str] | None
) -> None:
    camp = replace(procedure("Run a camp", [step], ["a map"]), yields=f"{people} people")
    made = proposed(f"for {2 * people}", camp)
    assert (made and [place.word for place in made.left]) == shown


@pytest.mark.parametrize(("unread", "edits", "left"), [(3, 2, 3), (4, 0, 6)])
def test_of_more_than_three_unread_amounts_none_is_changed(unread: int, edits: int, left: int) -> None:
    lines = ["200 g flour", "1 tbsp oil", *(f"{number}.000 g rice" for number in range(1, unread + 1))]
    made = proposed("for 8", replace(procedure("Dinner", ["Mix."], lines), yields="4 servings"))
    assert made is not None
    assert (len(made.edits), len(made.left)) == (edits, left)


@pytest.mark.parametrize(
    ("step", "hint", "beside"),
    [
        ("Stir.", "for 8", ""),
        ("Bake it.", "for 8", " A bigger batch takes longer to cook."),
        ("Bake it.", "for 2", " A smaller batch cooks faster."),
        ("Bake it in a pan.", "for 8", " A bigger batch takes longer to cook, and you may need a bigger pan."),
        ("Bake it in a pan.", "for 2", " A smaller batch cooks faster, and a smaller pan may fit better."),
    ],
)
def test_a_batch_of_another_size_takes_another_time_and_pan(step: str, hint: str, beside: str) -> None:
    made = proposed(hint, replace(procedure("Dinner", [step], ["200 g flour", "1 tbsp oil"]), yields="4 servings"))
    assert made is not None
    assert made.says.partition(" I only changed the amounts.")[2] == beside


@pytest.mark.parametrize(
    ("times", "line", "new", "asks"),
    [
        ("1/2", "1 egg", "½ egg", True),
        ("1/2", "1 onion", "½ onion", False),
        ("1/2", "3 cloves garlic", "2 cloves garlic", False),
        ("1/2", "1 lb 8 oz beef", "12 oz beef", False),
        ("2", "1 lb 8 oz beef", "3 lb beef", False),
        ("2", "2 lb 3 oz (1 kg) veal", "4 lb 6 oz (2 kg) veal", False),
        ("3/4", "2 lb 3 oz (1 kg) veal", "2 lb 3 oz (1 kg) veal", True),
        ("1/2", "handful of parsley", "half a handful of parsley", False),
        ("2", "handful of parsley", "2 handfuls of parsley", False),
        ("2", "1 chicken, about 1.6 kg", "2 chickens, about 1.6 kg each", False),
        ("1/2", "1 chicken, about 1.6 kg", "½ chicken, about 800 g", True),
        ("1/2", "5 loaves", "2½ loaves", False),
        ("2", "2 (3) eggs", "2 (3) eggs", True),
    ],
)
def test_a_line_grows_to_what_there_can_be_of_it_or_asks(times: str, line: str, new: str, asks: bool) -> None:
    done = scaling.scale(procedure("Dinner", ["Mix."], ["200 g flour", "1 tbsp oil", line]), Fraction(times))
    assert done is not None
    assert (done.resources[2], bool(done.unclear)) == (new, asks)


@pytest.mark.parametrize(
    ("times", "listed", "step", "new", "asks"),
    [
        ("2", "2 carrots", "Chop both carrots.", "Chop both carrots.", True),
        ("1", "2 carrots", "Chop both carrots.", "Chop both carrots.", False),
        ("2", "3 carrots", "Chop both carrots.", "Chop both carrots.", False),
        ("1/4", "4 carrots", "Chop all 4 carrots.", "Chop the carrot.", False),
        ("1/4", "4 carrots", "Rub each of the 4 carrots.", "Rub the carrot.", False),
        ("1/2", "4 carrots", "Chop all 4 carrots.", "Chop all 2 carrots.", False),
        ("2", "1 onion", "Cut the onion; the onion is hot.", "Cut the onions; the onions are hot.", False),
        ("1/2", "2 onions", "Chop the onions. They sting.", "Chop the onions. They sting.", False),
        ("2", "1 onion", "For one tart: rub in 50 g of butter.", "For one tart: rub in 50 g of butter.", False),
        ("2", "1 kg rice", "Mix all 1 kg of rice.", "Mix all 2 kg of rice.", False),
    ],
)
def test_a_step_speaks_of_as_many_as_there_are_now(
    times: str, listed: str, step: str, new: str, asks: bool
) -> None:
    done = scaling.scale(procedure("Dinner", [step], ["200 g flour", "1 tbsp oil", listed]), Fraction(times))
    assert done is not None
    assert (done.steps[0], bool(done.unclear)) == (new, asks)


@pytest.mark.parametrize(
    ("listed", "step", "doubled"),
    [
        ("12 oz pasta sheets", "Layer 4 oz pasta sheets.", "Layer 8 oz pasta sheets."),
        ("12 oz fresh pasta sheets", "Layer 4 oz pasta sheets.", "Layer 8 oz pasta sheets."),
        ("200 g rice paper", "Soak 100 g rice paper.", "Soak 200 g rice paper."),
        ("3 trays of figs", "Slice 1 tray of figs.", "Slice 2 trays of figs."),
        ("12 lasagne sheets", "Lay on 4 sheets.", "Lay on 8 sheets."),
        ("12 lasagne sheets", "Lay on 4 more sheets.", "Lay on 8 more sheets."),
        ("12 lasagne sheets", "Lay on 4 lasagne sheets.", "Lay on 8 lasagne sheets."),
        ("8 tortilla wraps", "Fill 2 wraps.", "Fill 4 wraps."),
        ("4 onions", "Chop 2 more onions.", "Chop 4 more onions."),
    ],
)
def test_food_that_is_called_like_a_tool_grows_in_the_steps_as_in_the_list(
    listed: str, step: str, doubled: str
) -> None:
    base = procedure("Dinner", [step], ["8 oz mozzarella", "300 g flour", listed])
    made = outcome(base, "double it")
    assert [one.text for one in made.edits if one.part == "steps"] == [doubled]
    assert not made.places


@pytest.mark.parametrize(
    ("step", "asked"),
    [
        ("Line 2 baking sheets.", False),
        ("Roast it on 2 trays.", False),
        ("Fold 2 sheets of paper.", False),
        ("Use a 2 lb loaf tin.", False),
        ("Bake for 4 more minutes.", False),
        ("Bake it on 2 sheets.", True),
        ("Line 2 sheets.", True),
    ],
)
def test_a_vessel_never_grows_beside_food_that_is_called_like_it(step: str, asked: bool) -> None:
    base = procedure("Dinner", [step], ["8 oz mozzarella", "300 g flour", "12 lasagne sheets", "1 kg tomato tins"])
    made = outcome(base, "double it")
    assert not [one for one in made.edits if one.part == "steps"]
    assert bool(made.places) is asked


@pytest.mark.parametrize(
    ("step", "marked"),
    [
        (
            "Bake for 45 minutes until golden. Rest 10 minutes, then cut into 4.",
            "Bake for 45 minutes until golden. Rest 10 minutes, then cut into 4 [as written].",
        ),
        ("Bake for 4 minutes, then cut into 4.", "Bake for 4 minutes, then cut into 4 [as written]."),
    ],
)
def test_the_mark_of_an_amount_never_stands_in_another_number(step: str, marked: str) -> None:
    base = procedure("Pie", [step], ["200 g flour", "100 g butter"])
    assert scaling.scaled(base, Fraction(2)).steps == (marked,)


@pytest.mark.parametrize("listed", ["1 (400 g) tin tomatoes", "2 (400 g) tins tomatoes"])
@pytest.mark.parametrize(
    ("step", "half", "double"),
    [
        ("Add 1 (400 g) tin of tomatoes.", "Add ½ (400 g) tin of tomatoes.", "Add 2 (400 g) tins of tomatoes."),
        ("Add one 400 g tin of tomatoes.", "Add half a 400 g tin of tomatoes.", "Add two 400 g tins of tomatoes."),
        ("Add a 400 g tin of tomatoes.", "Add half a 400 g tin of tomatoes.", "Add two 400 g tins of tomatoes."),
    ],
)
def test_a_step_takes_as_many_tins_of_the_same_size_as_the_list(
    listed: str, step: str, half: str, double: str
) -> None:
    base = procedure("Soup", [step], ["500 g rice", "300 ml milk", listed])
    for hint, text in (("half of it", half), ("double it", double)):
        made = outcome(base, hint)
        assert [one.text for one in made.edits if one.part == "steps"] == [text]
        assert not made.places


@pytest.mark.parametrize(
    ("yields", "sentence"),
    [
        ("Makes three 500 ml jars", "I left “Makes three 500 ml jars” as written: see how much it makes now."),
        ("20 cm cake", "I left “20 cm cake” as written: see how much it makes now."),
        ("two 8-inch pizzas", ""),
    ],
)
def test_a_yield_that_stays_beside_other_amounts_is_told(yields: str, sentence: str) -> None:
    made = proposed("half of it", replace(SOUP, yields=yields))
    assert made is not None
    assert made.header is not None
    assert (made.header.yields is None) is bool(sentence)
    assert sentence in made.says
    assert ("see how much" in made.says) is bool(sentence)


@pytest.mark.parametrize(
    ("hint", "salt", "butter"),
    [
        ("dont change the salt, for 8", 1, 200),
        ("don't touch the salt. for 8", 1, 200),
        ("for 8, don't double the salt", 1, 200),
        ("keep the salt the same, for 8", 1, 200),
        ("keep the salt, keep the butter, double it", 1, 100),
        ("double it but not the salt, keep the butter", 1, 100),
        ("for 8, don't skip the salt", 2, 200),
    ],
)
def test_what_is_to_stay_stays_in_whatever_order_it_is_said(hint: str, salt: int, butter: int) -> None:
    base = procedure("Dough", ["Mix it."], ["500 g flour", f"{1} tsp salt", "100 g butter"])
    made = outcome(replace(base, yields="Serves 4"), hint)
    texts = {one.step: one.text for one in made.edits if one.part == "resources"}
    assert texts[1] == "1000 g flour"
    assert (texts.get(2), texts.get(3)) == (
        None if salt == 1 else f"{salt} tsp salt",
        None if butter == 100 else f"{butter} g butter",
    )


@pytest.mark.parametrize(
    ("hint", "verdict"),
    [
        ("keep the butter", "already"),
        ("please don't change the butter", "already"),
        ("leave the butter as it is", "already"),
        ("leave the butter", "found"),
        ("keep the butter cold", "found"),
    ],
)
def test_what_is_only_to_be_kept_is_kept(hint: str, verdict: str) -> None:
    base = procedure("Dough", ["Mix the butter with the flour."], ["500 g flour", "100 g butter"])
    made = outcome(base, hint)
    assert [one.verdict for one in made.verdicts] == [verdict]
    assert bool(made.places) is (verdict == "found")
    assert not made.edits


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("for 2, actually for 6", 6),
        ("for 6, or rather for 8", 8),
        ("for 6, scratch that, for 8", 8),
        ("For 6. Actually for 8.", 8),
        ("for 6. No, for 8", 8),
        ("for 2 - no, for 6", 6),
        ("for 4 no wait 6", 6),
        ("for two, i mean for three people", 3),
        ("for 8, no, 4 please", 4),
        ("we're 6, no wait, 2", 2),
        ("for 2, wait, 4 of us please", 4),
        ("for 2 " + "no wait " * 100 + "3", 3),
    ],
)
def test_a_number_that_takes_back_the_one_before_it_counts(hint: str, number: int) -> None:
    [requirement] = parse_hint(hint)
    wish = wanted(requirement.text)
    assert wish is not None
    assert wish.number == number


@pytest.mark.parametrize(
    "hint", ["double it, no, halve it", "triple it. Sorry, half of it", "double it - no wait, halve it"]
)
def test_a_factor_that_takes_back_the_one_before_it_counts(hint: str) -> None:
    [requirement] = parse_hint(hint)
    assert (wish := wanted(requirement.text))
    assert wish.factor == Fraction(1, 2)


def test_what_stays_may_have_another_measure_in_brackets() -> None:
    base = procedure("Stew for 4", ["Add 10 ml salt."], ["10 ml (2 tsp) salt", "2 lb (1 kg) beef"])
    outcome = modify(base, parse_hint("triple it but not the salt"))
    assert {edit.text for edit in outcome.edits if edit.part == "resources"} == {"6 lb (3 kg) beef"}


def test_a_dozen_and_a_half_are_eighteen() -> None:
    base = procedure(
        "Olive bread for 6", ["Mix 300 g flour and 10 g salt."], ["dozen and a half olives", "300 g flour"]
    )
    outcome = modify(base, parse_hint("for 12"))
    assert "36 olives" in {edit.text for edit in outcome.edits}


def test_how_many_a_weight_is_about_grows_with_it_in_steps_too() -> None:
    base = procedure(
        "Crumble for 6",
        ["Peel 1 kg of cooking apples, about 6, with a peeler.", "Slice 500 g onions (about 4)."],
        ["1 kg cooking apples, about 6", "500 g onions (about 4)", "2 eggs"],
    )
    outcome = modify(base, parse_hint("for 3"))
    assert {edit.text for edit in outcome.edits if edit.part == "steps"} == {
        "Peel 500 g of cooking apples, about 3, with a peeler.",
        "Slice 250 g onions (about 2).",
    }
    assert not outcome.places


@pytest.mark.parametrize(
    ("hint", "stays"),
    [
        ("for 9 people, but not more garlic", {"2 cloves garlic"}),
        ("make half, not the milk though", {"100 ml milk"}),
        ("triple it except the mince and the garlic", {"300 g mince", "2 cloves garlic"}),
        ("for 12, keep 1 egg", {"1 egg"}),
        ("for 2, but keep 1 egg", {"1 egg"}),
    ],
)
def test_what_is_to_stay_is_named_in_many_ways(hint: str, stays: set[str]) -> None:
    lines = ["300 g mince", "2 cloves garlic", "100 ml milk", "1 egg", "600 g flour"]
    outcome = modify(procedure("Pie for 6", ["Mix 600 g flour."], lines), parse_hint(hint))
    changed = {lines[edit.step - 1] for edit in outcome.edits if edit.part == "resources"}
    assert set(lines) - changed == stays


def test_a_wish_asked_again_is_not_called_done_where_only_some_of_its_changes_were_taken() -> None:
    read = parse_hint("twice as much")
    met = frozenset(one.id for one in read)
    (judged,) = modify(SOUP, read, Limits(met=met)).verdicts
    assert judged.says == "You took changes for this before, so I changed no amounts again."


@pytest.mark.parametrize("step", ["Divide in 12 and shape.", "Cut in 12.", "Divide the dough by 12."])
def test_the_number_of_pieces_is_pointed_at_however_it_is_said(step: str) -> None:
    buns = procedure("Make 12 buns", ["Mix 500 g flour.", step], ["500 g flour"])
    assert [place.step for place in modify(buns, parse_hint("6 buns please")).places] == [2]


@pytest.mark.parametrize("step", ["Cut in 2.", "Cut the onion in 8.", "Cut in 3 cm cubes."])
def test_the_pieces_of_something_else_stay_as_they_are(step: str) -> None:
    buns = procedure("Make 12 buns", ["Mix 500 g flour.", step], ["500 g flour", "1 onion"])
    assert not [place for place in modify(buns, parse_hint("6 buns please")).places if place.part == "steps"]
