"""What is claimed of a wish is true: no word is read in a sense nobody meant, and nothing is wrongly absent."""

import pytest

from tailor.core.finding import find
from tailor.core.guard import constraints_in
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Limits, Outcome
from tailor.rules.modify import modify

ROAST = procedure(
    "Roast chicken",
    [
        "Rub the chicken with the butter and the salt.",
        "Set it on the onion in a large pot.",
        "Roast for 80 minutes until it is 75 °C inside.",
        "Thicken the gravy with the flour.",
    ],
    ["1 chicken", "50 g butter", "1 onion", "1 tbsp flour", "salt"],
)
PARTY = procedure(
    "Go out for a birthday", ["choose a place", "check the prices", "order food and drinks", "thank everyone"]
)
LEAVING = procedure(
    "Pack for a move", ["gather the tools", "buy the ingredients for lunch", "take the books down"]
)
INSURED = procedure("Choose a health insurance", ["compare the plans", "look at the prices", "sign the form"])


def heard(of: Procedure, hint: str) -> Outcome:
    return modify(of, parse_hint(hint))


def said(made: Outcome) -> str:
    return " ".join(one.says for one in made.verdicts)


def shown(made: Outcome) -> set[str]:
    return {word.casefold() for place in made.places for word in (place.word, *place.also)}


@pytest.mark.parametrize(
    ("hint", "never"),
    [
        ("no meat thermometer", "chicken"),
        ("i dont have a butter knife", "butter"),
        ("no flour sifter here", "flour"),
        ("for my vegan gf", "flour"),
        ("gf is vegan", "flour"),
        ("hens have stopped laying", "salt"),
        ("my girls had bunnies", "onion"),
        ("gravy sits heavy", "large pot"),
    ],
)
def test_a_word_is_not_read_in_a_sense_that_nobody_meant(hint: str, never: str) -> None:
    assert never not in shown(heard(ROAST, hint))


@pytest.mark.parametrize(
    ("hint", "asks"),
    [
        ("no egg timer", ()),
        ("no egg timer, and an egg allergy", ("eggs",)),
        ("i clam up when asked", ()),
        ("allergic to clams", ("molluscs",)),
        ("for my pregnant gf", ("pregnancy",)),
        ("bake my bread gf", ("gluten_cereals", "wheat")),
    ],
)
def test_a_tool_for_a_food_a_verb_and_a_girlfriend_ask_for_no_food(hint: str, asks: tuple[str, ...]) -> None:
    assert constraints_in(hint) == asks


@pytest.mark.parametrize(
    ("of", "hint"),
    [(PARTY, "i dont touch booze"), (PARTY, "nut allergy"), (LEAVING, "im vegan")],
)
def test_no_food_is_said_to_be_absent_where_the_text_may_mean_any(of: Procedure, hint: str) -> None:
    assert "found none" not in said(heard(of, hint))


def test_no_labels_are_to_be_checked_where_nothing_is_eaten() -> None:
    assert "labels" not in said(heard(INSURED, "type 1 diabetic"))


def test_a_food_is_said_to_be_absent_where_the_text_names_its_foods() -> None:
    assert "found none" in said(heard(ROAST, "nut allergy"))


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        ("no ladder", {"tools"}),
        ("no tomatoes", {"ingredients"}),
        ("nut allergy", {"ingredients"}),
        ("dont want strangers seeing it", set[str]()),
    ],
)
def test_what_lacks_may_be_among_things_of_its_own_sort_alone(hint: str, words: set[str]) -> None:
    assert shown(heard(LEAVING, hint)) == words


def test_what_is_broken_is_no_lack_of_money() -> None:
    assert "prices" not in shown(heard(INSURED, "dont want to ring anyone, my glasses broke"))


def test_a_word_that_a_sentence_names_otherwise_is_not_said_to_be_ignored() -> None:
    assert "I ignored" not in said(heard(LEAVING, "no tomatoes or peppers"))


def test_a_question_that_nothing_is_shown_for_is_not_said_to_be_found() -> None:
    assert [one.verdict for one in heard(PARTY, "my sister, is that too little??").verdicts] == ["not_understood"]


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("when i meet them", "Pick a school that meets your criteria."),
        ("hate whale music", "Finish by noting any change."),
        ("my mobile is off", "Look it up on the website."),
        ("my tin is square", "Fry it in a skillet."),
    ],
)
def test_a_word_of_the_hint_is_not_found_in_one_that_only_looks_like_it(hint: str, step: str) -> None:
    assert not heard(procedure("Spend a day", ["Begin.", step]), hint).places


@pytest.mark.parametrize(
    "hint",
    [
        "only baby carrots",
        "out of baby corn",
        "expecting 12 people",
        "no goldfish crackers",
        "no cat mug",
        "a minor oven fault",
        "my co worker is coming",
        "no trans fats",
        "i hear its hard",
        "no lemon drizzle",
        "got an automatic coffee machine",
        "the table is wobbly",
    ],
)
def test_what_only_says_which_thing_is_meant_is_no_state_of_anybody(hint: str) -> None:
    found = find(ROAST, parse_hint(hint)).each
    assert not [one.thing for each in found for one in each.wishes if one.state]


@pytest.mark.parametrize(
    "hint", ["my baby eats carrots too", "its for my cat", "expecting in may", "dog is about", "hard to hear"]
)
def test_whoever_is_somebodys_is_still_heard(hint: str) -> None:
    assert [one.thing for each in find(ROAST, parse_hint(hint)).each for one in each.wishes if one.health]


@pytest.mark.parametrize("age", ["9 month old", "2 yr old", "9 yr old", "5 months pregnant"])
def test_an_age_is_called_as_it_was_typed(age: str) -> None:
    made = heard(ROAST, f"my girl is {age}" if "pregnant" in age else f"a {age} eats too")
    told = said(made) + " ".join(place.why for place in made.places)
    assert f"“{age}" in told
    assert not [word for word in ("I read", "infant", "toddler", "children", "ignored “5”") if word in told]


@pytest.mark.parametrize(
    ("hint", "thing"),
    [("kids want chicken", "kids want"), ("i fall asleep early", "asleep"), ("stuck in a traffic jam", "jam"),
     ("no onion, he works for peanuts", "peanuts"), ("deaf to advice", "deaf")],
)  # fmt: skip
def test_a_figure_of_speech_wishes_nothing(hint: str, thing: str) -> None:
    assert thing not in [one.thing for each in find(ROAST, parse_hint(hint)).each for one in each.wishes]


def test_a_figure_of_speech_is_said_to_be_ignored() -> None:
    assert "tone deaf" in said(heard(ROAST, "no butter, tone deaf"))


def test_where_a_thing_is_unwanted_is_not_what_is_unwanted() -> None:
    pie = procedure("Pie", ["Peel the apples.", "Bake them in the crust."], ["3 apples", "1 crust"])
    assert not heard(pie, "raisins in apple things are a crime").places
    wishes = [
        one for each in find(pie, parse_hint("raisins in apple pies are a crime")).each for one in each.wishes
    ]
    assert [one.thing for one in wishes if one.polarity == "without"] == ["raisins"]


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("bad back", "Put the ticket in the glove box."),
        ("tiny flat", "Bring the butter to room temperature."),
        ("my two kids join in", "Compare the cost of supplies."),
    ],
)
def test_a_step_that_only_shares_a_word_with_what_is_hard_is_not_shown(hint: str, step: str) -> None:
    assert not heard(procedure("Spend a day", ["Begin.", step]), hint).places


def test_in_which_place_somebody_is_may_matter_in_a_plan() -> None:
    plan = procedure("Claim a pension", ["Review social security.", "Ask in Canada.", "Fill in the form."])
    assert heard(plan, "its for my grandma in canada").places


def test_of_a_childs_dangers_every_word_of_a_step_is_told() -> None:
    party = procedure("Party", ["Fill bags with popcorn, honey and whole grapes."])
    made = modify(party, parse_hint("our 2 year old"), Limits())
    (told,) = made.verdicts
    assert all(f"“{word}”" in told.says for word in ("popcorn", "honey", "whole grapes"))


CAKE = procedure(
    "Lemon cake",
    [
        "Beat the butter with the sugar.",
        "Whisk in the eggs and the milk.",
        "Fold in the almonds.",
        "Add the cheese.",
    ],
    ["200 g butter", "3 eggs", "200 g sugar", "100 g cheese", "100 ml milk", "50 g almonds"],
)


@pytest.mark.parametrize(
    ("hint", "says"),
    [
        ("no butter, im vegan", ["“butter” is done with “vegan”.", "For “vegan”: Replaced the eggs"]),
        ("no almonds. no nuts", ["Left out the almonds.", "“nuts” is done with “almonds”."]),
        ("dairy free, lactose intolerant", ["Replaced the butter", "“lactose intolerant” is done with “dairy”."]),
        ("no nuts, nut allergy", ["For “nuts”: Left out the almonds."]),
        ("I don't eat cheese or any dairy", ["Replaced the butter"]),
    ],
)
def test_what_two_wishes_ask_for_is_told_once_and_by_the_right_name(hint: str, says: list[str]) -> None:
    told = [one.says for one in modify(CAKE, parse_hint(hint)).verdicts]
    assert len(told) == len(says)
    assert all(one.startswith(begin) for one, begin in zip(told, says, strict=True))
    for sentence in ("Replaced the butter", "Replaced the eggs", "Left out the almonds"):
        assert " ".join(told).count(sentence) <= 1


def test_only_the_edits_of_its_own_thing_serve_a_wish_that_another_settled() -> None:
    made = modify(CAKE, parse_hint("no butter, im vegan"))
    serves = {(one.part, one.step): one.serves for one in made.edits}
    assert serves["resources", 1] == ("R2", "R1")
    assert serves["resources", 2] == ("R2",)


@pytest.mark.parametrize(
    ("hint", "notes", "word"),
    [
        ("nut allergy", "Keeps two days. Serve with walnut pesto.", "walnut pesto"),
        ("no butter", "Fry what is left in butter.", "butter"),
        ("no microwave", "Warm it up in the microwave.", "microwave"),
        ("no power tools", "A jigsaw makes it quicker.", "jigsaw"),
        ("latex allergy", "Wear latex gloves.", "latex gloves"),
    ],
)
def test_what_only_the_notes_mention_is_the_first_thing_said(hint: str, notes: str, word: str) -> None:
    made = modify(
        procedure("Bake it", ["Heat the oven.", "Serve it."], ["4 potatoes"], notes=notes), parse_hint(hint)
    )
    says = made.verdicts[0].says
    assert says.startswith(f"The notes mention “{word}”: please read them, as I change nothing there.")
    assert "none that I know" not in says


SOUP = procedure(
    "Soup", ["Chop the onions.", "Boil it with the butter."], ["2 onions", "20 g butter", "1 l stock"]
)


@pytest.mark.parametrize("says", ["i don't mind", "we do not mind", "nothing against", "no problem with"])
@pytest.mark.parametrize("food", ["onions", "butter"])
def test_what_nobody_minds_is_left_alone(says: str, food: str) -> None:
    made = modify(SOUP, parse_hint(f"{says} {food}"))
    assert (made.edits, made.places) == ((), ())
    assert made.verdicts[0].says == f"I left “{food}” alone."


@pytest.mark.parametrize("hint", ["i don't mind onions if they are soft", "onion allergy, i don't mind onions"])
def test_what_is_minded_after_all_is_changed_or_shown(hint: str) -> None:
    made = modify(SOUP, parse_hint(hint))
    assert ("resources", 1) in {(one.part, one.step) for one in (*made.edits, *made.places)}
