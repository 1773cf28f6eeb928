"""A food that can be spared goes from the list and out of every sentence, or nothing is changed."""

from dataclasses import replace

import pytest

from tailor.core.edits import Bag
from tailor.core.engine import apply
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify
from tests.rules.test_modify import outcome

LINES = [
    "olive oil",
    "1 tomato",
    "2 onions",
    "50 g basil, chopped",
    "2 cloves garlic, minced",
    "1 l stock",
    "1 lemon",
]


def left_out(step: str, hint: str = "no garlic", lines: list[str] = LINES) -> Procedure:
    base = procedure("Cook supper", [step, "Boil it."], lines)
    return apply(base, Bag(outcome(base, hint).edits)).procedure


@pytest.mark.parametrize(
    "hint", ["no onion powder", "no garlic powder", "without garlic salt", "no red onions", "no black garlic"]
)
def test_who_lacks_a_powder_or_a_sort_of_it_keeps_the_thing_itself(hint: str) -> None:
    assert left_out("Fry the onions and garlic in a pan.", hint).resources == tuple(LINES)


@pytest.mark.parametrize("hint", ["no damn garlic", "without the freaking garlic", "I hate fucking garlic"])
def test_a_curse_before_the_thing_changes_nothing(hint: str) -> None:
    assert left_out("Fry the onions and garlic in a pan.", hint).steps[0] == "Fry the onions in a pan."


@pytest.mark.parametrize(
    ("step", "new"),
    [
        ("Fry the onions and garlic in a pan.", "Fry the onions in a pan."),
        ("Fry the garlic and onions in a pan.", "Fry the onions in a pan."),
        ("Chop the onions, garlic, and basil.", "Chop the onions and basil."),
        ("Chop the tomato, onions, garlic and basil.", "Chop the tomato, onions and basil."),
        ("Chop the tomato, onions, and minced garlic.", "Chop the tomato and onions."),
        ("Chop the tomato, onions and 2 cloves of garlic finely.", None),
        ("Add 1 clove garlic, basil, and the stock.", "Add basil and the stock."),
        ("Add the stock. Stir in the garlic. Wait.", "Add the stock. Wait."),
        ("Add the stock, and stir in the garlic.", "Add the stock."),
        ("Add half of the garlic, and half of the stock.", "Add half of the stock."),
        ("In a bowl, mix the tomato, garlic, and basil.", "In a bowl, mix the tomato and basil."),
        ("Cut the tomato, and chop the onions and garlic.", "Cut the tomato, and chop the onions."),
        ("Top it with cress, garlic, and basil.", None),
        ("Add the garlic and stir well.", None),
        ("Add the garlic. Cook for a minute.", None),
        ("Fry the onions and garlic until the garlic smells.", None),
        ("Chop the garlic and fry it.", None),
        ("Stir in the garlic.", None),
        ("Add the garlic, peeled and sliced.", None),
        ("Add the garlic powder and the stock.", None),
        ("The onions and garlic are cooked.", None),
        ("In a bowl, garlic is mashed.", None),
        ("Crush the garlic and cut the tomato.", "Cut the tomato."),
        ("Cut the tomato. Peel and crush the garlic.", "Cut the tomato."),
        ("Cut the tomato, crush the garlic, and chop the onions.", "Cut the tomato, and chop the onions."),
        ("Cut the tomato, chop the onions and crush the garlic.", "Cut the tomato and chop the onions."),
        ("Cut the tomato and scatter the garlic kept in step 5 over it.", "Cut the tomato."),
        ("Scatter the garlic over it and serve it.", "Serve it."),
        (
            "Cut the tomato. Crush the garlic, then set it aside. Chop the onions.",
            "Cut the tomato. Chop the onions.",
        ),
        ("Crush the garlic in the stock and cut the tomato.", None),
        ("Crush the garlic in the oil and cut the tomato.", None),
        ("Crush the garlic with the basil and cut the tomato.", None),
        ("Chop the garlic and thyme and cut the tomato.", None),
        ("Crush the garlic and let stand, then cut the tomato.", None),
        ("Stir in the garlic, 2 onions and the basil.", "Stir in 2 onions and the basil."),
    ],
)
def test_a_sentence_without_it_stays_whole_or_nothing_changes(step: str, new: str | None) -> None:
    made = left_out(step)
    assert made.steps[0] == (new or step)
    assert made.resources == (
        tuple(LINES) if new is None else tuple(line for line in LINES if "garlic" not in line)
    )


BREAD = procedure(
    "Bake a loaf with walnuts",
    [
        "Mash 3 bananas with a fork.",
        "Chop 80 g of walnuts coarsely with a knife and keep 1 tablespoon of them for the top.",
        "Stir in 200 g of flour.",
        "Fold in the rest of the walnuts.",
        "Scrape the batter into the tin and scatter the walnuts kept in step 2 over the top.",
        "Bake the loaf for 50 minutes.",
    ],
    ["3 bananas", "200 g flour", "80 g walnuts", "fork", "knife", "tin"],
)


def test_steps_that_are_about_nothing_else_go_and_with_them_their_tools_and_the_name_in_the_title() -> None:
    made = outcome(BREAD, "no nuts")
    assert [one.goal for one in made.headers] == ["Bake a loaf"]
    assert len({one.group for one in made.edits}) == 1
    assert made.verdicts[0].verdict == "done"
    now = apply(BREAD, Bag(made.edits)).procedure
    assert now.resources == ("3 bananas", "200 g flour", "fork", "tin")
    assert now.steps == (
        "Mash 3 bananas with a fork.",
        "Stir in 200 g of flour.",
        "Scrape the batter into the tin.",
        "Bake the loaf for 50 minutes.",
    )


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (2, "Stir in the nuts from step 2 and 200 g of flour."),  # another name that still counts on the step
        (2, "Cook for a minute, then stir in 200 g of flour."),
        (2, "Put them aside and stir in 200 g of flour."),
        (5, "Bake the loaf of step 4 for 50 minutes."),
    ],
)
def test_a_step_stays_where_another_one_counts_on_it(at: int, text: str) -> None:
    steps = [*BREAD.steps[:at], text, *BREAD.steps[at + 1 :]]
    assert outcome(replace(BREAD, steps=tuple(steps)), "no walnuts").edits == ()


@pytest.mark.parametrize(
    ("goal", "now"),
    [
        ("Bake a loaf with dates, figs and walnuts", "Bake a loaf with dates and figs"),
        ("Bake a loaf with dates and walnuts", "Bake a loaf with dates"),
        ("Bake a walnut loaf", None),
        ("Bake a loaf with walnuts on top", None),
    ],
)
def test_the_title_loses_the_name_at_its_end_only(goal: str, now: str | None) -> None:
    made = outcome(replace(BREAD, goal=goal), "no walnuts")
    assert [one.goal for one in made.headers] == ([now] if now else [])


def test_every_sort_of_it_that_is_found_goes_in_whatever_form() -> None:
    lines = ["50 g walnuts", "50 g chopped pecans", "100 g oats"]
    made = left_out("Mix the oats, walnuts and pecans.", "nut allergy", lines)
    assert (made.steps[0], made.resources) == ("Mix the oats.", ("100 g oats",))


@pytest.mark.parametrize(
    ("hint", "lines", "step"),
    [
        ("no flour", ["100 g flour", "1 onion"], "Mix the onion and flour."),
        ("no nuts", ["50 g almond meal", "1 onion"], "Mix the onion and almond meal."),
        ("no garlic", ["salt and garlic", "1 onion"], "Fry the onion and garlic."),
        ("leeks instead of garlic", ["2 cloves garlic", "1 onion"], "Fry the onion and garlic."),
    ],
)
def test_what_holds_the_dish_or_is_more_than_the_thing_is_not_left_out(
    hint: str, lines: list[str], step: str
) -> None:
    assert left_out(step, hint, lines).resources == tuple(lines)


def test_what_the_dish_is_named_for_is_not_left_out() -> None:
    base = procedure("Garlic bread", ["Rub the bread with the oil and garlic."], ["bread", "2 tbsp oil", "garlic"])
    assert outcome(base, "no garlic").edits == ()


def test_what_a_pet_must_not_have_is_shown_and_not_taken_from_the_table() -> None:
    base = procedure("Cook supper", ["Fry the tomato and the onions."], ["1 tomato", "2 onions"])
    made = outcome(base, "i have a dog")
    assert made.edits == ()
    assert {(one.part, one.step) for one in made.places} == {("steps", 1), ("resources", 2)}


@pytest.mark.parametrize(
    ("step", "new"),
    [
        ("Peel the garlic, crush and stir into the stock.", None),
        ("Add the garlic and mix into the stock.", None),
        ("Add the garlic, chop finely and wait.", None),
        ("Rinse and drain the garlic. Add the stock.", "Add the stock."),
        ("Add the garlic, cover and simmer.", "Cover and simmer."),
        ("Add the garlic and stir in the stock.", "Stir in the stock."),
        ("Add the garlic and cook 8-10 min, until soft.", None),
        ("Add the garlic and fry 1 minute", None),
        ("Add the garlic and cook 8 to 10 minutes.", None),
        ("Add the garlic and cook 200 g rice.", "Cook 200 g rice."),
    ],
)
def test_no_verb_is_left_without_what_it_was_done_to(step: str, new: str | None) -> None:
    assert left_out(step).steps[0] == (new or step)


@pytest.mark.parametrize(
    ("line", "left"),
    [("raisins, cumin and turmeric (all optional)", True), ("100 g raisins, soaked (or not)", False)],
)
def test_a_line_that_lists_more_than_what_is_left_out_stays(line: str, left: bool) -> None:
    pilaf = procedure("Pilaf", ["Fry the rice with the cumin.", "Add the raisins."], [line, "200 g rice"])
    assert ([edit.part for edit in outcome(pilaf, "no raisins").edits] == []) == left


def test_a_step_to_look_at_is_told_its_new_number_where_others_before_it_go() -> None:
    steps = ["Chop the walnuts.", "Mix the flour and water.", "Stir in the walnuts.", "Bake the loaf."]
    base = procedure("Bake a cake", steps, ["50 g walnuts", "200 g plain flour", "water"])
    _, judged = outcome(base, "no nuts, gluten free").verdicts
    assert "Please look at “loaf” in step 4." in judged.says
    assert "Without steps 1 and 3, step 4 becomes step 2." in judged.says
    [alone] = outcome(base, "gluten free").verdicts
    assert "becomes" not in alone.says


def test_what_is_only_akin_to_what_is_missing_stays() -> None:
    salad = procedure("Salad", ["Slice the red onion.", "Add the garlic."], ["1 red onion", "1 clove of garlic"])
    assert outcome(salad, "no shallots").edits == ()
    assert outcome(salad, "no onions").edits


def test_no_step_is_left_that_speaks_of_what_went() -> None:
    step = "Toast the walnuts in a dry pan; when they smell good, tip them out and chop."
    toast = procedure("Bruschetta", ["Rub the bread.", step], ["50 g walnuts", "4 slices bread"])
    assert outcome(toast, "no walnuts").edits == ()
    plain = procedure(
        "Bruschetta", ["Rub the bread.", "Toast the walnuts and scatter over the bread."], toast.resources
    )
    assert outcome(plain, "no walnuts").edits


@pytest.mark.parametrize(
    ("step", "new"),
    [
        ("Scatter with parsley and serve with rice.", "Serve with rice."),
        ("Season and fold in the parsley. Serve at once.", "Season. Serve at once."),
        ("Rinse and chop the parsley. Serve at once.", "Serve at once."),
    ],
)
def test_what_is_done_to_the_whole_dish_stays(step: str, new: str) -> None:
    dish = procedure("Curry", ["Fry the onion.", step], ["1 onion", "fresh parsley", "basmati rice, to serve"])
    [edit] = (one for one in outcome(dish, "no parsley").edits if one.part == "steps")
    assert edit.text == new


@pytest.mark.parametrize(
    ("step", "new"),
    [
        ("Slice the onions and carrots.", "Slice the carrots."),
        ("Slice onions and carrots.", "Slice carrots."),
        ("Shred the onions and carrots.", "Shred the carrots."),
        ("You need the onions and carrots.", "You need the carrots."),
        ("Dry the onions and carrots.", "Dry the carrots."),
        ("Add 1 slice onion and the carrots.", "Add the carrots."),
        ("Add the sliced onions and carrots.", "Add the carrots."),
        ("Add half the onions and carrots.", "Add half the carrots."),
        ("Add the carrots and half the onions.", "Add the carrots."),
    ],
)
def test_a_verb_that_may_be_a_measure_stays(step: str, new: str) -> None:
    roast = procedure("Roast vegetables", [step, "Roast the carrots."], ["2 onions", "500 g carrots"])
    [edit] = (one for one in outcome(roast, "no onions").edits if one.part == "steps")
    assert edit.text == new


@pytest.mark.parametrize(
    ("lines", "left_out"),
    [
        (["4 cups almonds", "1 cup sugar", "1/2 cup honey"], False),
        (["1/2 cup almonds", "1 cup sugar", "2 cups flour"], True),
        (["4 cups almonds", "1 cup sugar"], True),
    ],
)
def test_what_a_dish_is_mostly_made_of_is_shown_and_not_left_out(lines: list[str], left_out: bool) -> None:
    base = procedure("Biscuits", ["Fold in the sugar and the almonds.", "Bake it."], lines)
    made = modify(base, parse_hint("no almonds"))
    assert (bool(made.edits), bool(made.places)) == (left_out, not left_out)


@pytest.mark.parametrize(
    "much",
    ["30 g", "30g", "30 grams", "1½ handfuls of", "3½ tbsp", "3 1/2 tbsp", "2–3 tbsp", "2 to 3 tbsp", "some"],
)
@pytest.mark.parametrize(("hint", "gone"), [("no nuts", ""), ("no butter", "margarine"), ("for 3; no nuts", "")])
def test_how_an_amount_is_written_does_not_change_what_is_done_with_its_food(
    much: str, hint: str, gone: str
) -> None:
    thing = "butter" if gone else "flaked almonds"
    lines = ["400 g flour", "2 eggs", f"{much} {thing}"]
    base = replace(
        procedure("Bake a pie", ["Knead the dough.", f"Add the {thing}.", "Bake it."], lines), yields="2"
    )
    made = apply(base, Bag(outcome(base, hint).edits)).procedure
    assert not any(thing in text for text in (*made.steps, *made.resources)), made
    assert not gone or f"{much} {gone}" in made.resources


@pytest.mark.parametrize(
    "hint", ["leave the garlic out", "take the garlic out please", "keep garlic out", "can you cut the garlic out"]
)
def test_the_thing_may_stand_between_the_words_that_leave_it_out(hint: str) -> None:
    assert left_out("Fry the onions and garlic.", hint).steps[0] == "Fry the onions."
