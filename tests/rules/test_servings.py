"""For how many it is to be: how people say it, and what of it stands in title, yield and steps."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules import scaling
from tailor.rules.modify import modify
from tailor.rules.servings import Wanted, factor, guests, remade, renumbered, said, same_amount, wanted
from tests.rules.scaling_case import SOUP, proposed
from tests.rules.test_modify import outcome


@pytest.mark.parametrize(
    ("yields", "twice", "half"),
    [
        ("12 muffins", "24 muffins", "6 muffins"),
        ("2 loaves", "4 loaves", "1 loaf"),
        ("4 servings (12 pancakes)", "8 servings (24 pancakes)", "2 servings (6 pancakes)"),
        ("4-6", "8-12", "2-3"),
        ("5 servings", "10 servings", "2-3 servings"),
        ("1 8-inch tart", "2 8-inch tarts", "½ 8-inch tart"),
        ("4 Portionen", "8 Portionen", "2 Portionen"),
        ("a batch", "a batch", "a batch"),
    ],
)
def test_the_yield_grows_with_the_amounts(yields: str, twice: str, half: str) -> None:
    soup = replace(SOUP, yields=yields)
    assert (scaling.scaled(soup, Fraction(2)).yields, scaling.scaled(soup, Fraction(1, 2)).yields) == (twice, half)


@pytest.mark.parametrize(
    ("hint", "times"),
    [
        ("for two", Fraction(1, 2)), ("just for me", Fraction(1, 4)), ("party of 12", Fraction(3)),
        ("double it", Fraction(2)), ("half of it", Fraction(1, 2)), ("2 adults and 3 kids", Fraction(5, 4)),
        ("we're 5", Fraction(5, 4)), ("8 instead of 4", Fraction(2)), ("halve the recipe, thanks", Fraction(1, 2)),
        ("1 1/2 times the amount", Fraction(3, 2)), ("1½ times", Fraction(3, 2)), ("2/3 of it", Fraction(2, 3)),
        ("dubble it", Fraction(2)), ("twice as many people", Fraction(2)), ("half as many guests", Fraction(1, 2)),
        ("cut it by a third", Fraction(2, 3)), ("reduce the recipe by a quarter", Fraction(3, 4)),
        ("scale down by 25%", Fraction(3, 4)), ("a third of it", Fraction(1, 3)),
    ],
)  # fmt: skip
def test_people_say_in_many_ways_how_much_they_want(hint: str, times: Fraction) -> None:
    wish = wanted(hint)
    assert wish is not None
    assert factor(SOUP, wish) == times


@pytest.mark.parametrize(
    ("hint", "times"),
    [
        ("never double it - halve it", Fraction(1, 2)),
        ("never double it – halve it", Fraction(1, 2)),
        ("do not halve it and make it for 8 people", Fraction(2)),
        ("I do not want to double it but triple it", Fraction(3)),
        ("don't halve it instead double it", Fraction(2)),
    ],
)
def test_what_is_wished_behind_a_denied_amount_counts(hint: str, times: Fraction) -> None:
    wish = wanted(hint)
    assert wish is not None
    assert factor(SOUP, wish) == times


BROWNIES = replace(
    procedure(
        "Bake brownies",
        ["Whisk the eggs with the sugar.", "Bake for 25 minutes.", "Cut into 16 squares."],
        ["200 g sugar", "150 g flour", "4 eggs", "a square tin"],
    ),
    yields="16 squares",
)


def test_a_dozen_in_a_yield_is_twelve_of_what_it_names() -> None:
    (made,) = said("Makes 2 dozen rolls", header=True)
    assert (made.low, made.noun) == (Fraction(24), "roll")


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("only 8 squares", 8), ("makes 8", 8), ("we only want 8 squares", 8), ("I only need 8", 8),
        ("half a dozen", 6), ("8 is enough", 8), ("two dozen squares please", 24), ("32 small squares", 32),
        ("for 8 squares", 8), ("just 8 brownies", 8), ("8 squares instead of 16", 8),
    ],
)  # fmt: skip
def test_a_number_of_the_pieces_that_come_out_scales_everything(hint: str, number: int) -> None:
    made = outcome(BROWNIES, hint)
    assert [head.yields for head in made.headers] == [f"{number} squares"]
    assert f"Cut into {number} squares." in [edit.text for edit in made.edits]
    assert "did not use" not in made.verdicts[0].says
    assert not [edit for edit in made.edits if "tin" in edit.text]


@pytest.mark.parametrize(
    "hint",
    [
        "I have 12 squares of chocolate",
        "only 3 eggs",
        "my tin is for 6",
        "only 40",
        "30 minutes",
        "a 9 square tin",
    ],
)
def test_a_number_of_something_else_is_no_number_of_pieces(hint: str) -> None:
    assert not outcome(BROWNIES, hint).headers


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("for a 2 lb cake", None), ("a 3 kilo cake", None), ("3 egg cake", None), ("make 2 pound cakes", None),
        ("for a 3 tier cake", None), ("three tiered cake", None), ("a 2 person cake", 2),
        ("two layer cakes", 2), ("make 2 cakes", 2),
    ],
)  # fmt: skip
def test_the_size_of_one_thing_is_no_number_of_things(hint: str, number: int | None) -> None:
    wish = wanted(hint, replace(SOUP, goal="Bake a cake", yields="1 cake"))
    assert (wish.number if wish else None) == number


@pytest.mark.parametrize("hint", ["8 pint jars", "make 8 pint jars", "for 8 pint jars", "8 jars"])
def test_jars_of_one_size_are_counted(hint: str) -> None:
    jam = replace(SOUP, goal="Plum jam", yields="4 pint jars")
    assert (wish := wanted(hint, jam))
    assert factor(jam, wish) == 2


@pytest.mark.parametrize(
    ("hint", "made"), [("8 pint jars", "4 half-pint jars"), ("make 2 quart jars", "4 pint jars")]
)
def test_jars_of_another_size_are_not_counted(hint: str, made: str) -> None:
    assert (wish := wanted(hint, replace(SOUP, goal="Plum jam", yields=made)))
    assert (wish.number, wish.factor) == (None, None)


@pytest.mark.parametrize("hint", ["in 2 pint jars", "use 2 litre jars", "into two quart jars"])
def test_the_size_of_the_jars_to_fill_is_no_number_of_jars(hint: str) -> None:
    assert wanted(hint, replace(SOUP, goal="Plum jam", yields="4 jars")) is None


@pytest.mark.parametrize("made", ["Serves 4, makes 12 patties", "12 patties"])
@pytest.mark.parametrize(
    "not_to",
    ["don't make {}", "don’t make {}", "dont want {}", "do not bake {}", "never make {}", "we can't make only {}"],
)
@pytest.mark.parametrize("number", ["24", "24 patties"])
def test_a_number_that_is_not_to_be_made_scales_nothing(made: str, not_to: str, number: str) -> None:
    assert wanted(not_to.format(number), replace(SOUP, goal="Burgers", yields=made)) is None


@pytest.mark.parametrize(
    "hint", ["why not make 24", "why don't we make 24?", "don't make 6 patties but 24 patties"]
)
def test_a_number_that_is_asked_for_beside_a_no_scales(hint: str) -> None:
    patties = replace(SOUP, goal="Burgers", yields="12 patties")
    assert (wish := wanted(hint, patties))
    assert factor(patties, wish) == 2


@pytest.mark.parametrize(
    "made", ["Serves 4 makes 12", "serves 4 - makes 12", "Makes 12 serves 4", "Serves 4 / makes 12"]
)
@pytest.mark.parametrize("hint", ["for 8", "make 24"])
def test_who_eats_and_what_is_made_need_no_comma_between_them(made: str, hint: str) -> None:
    patties = replace(SOUP, goal="Burgers", yields=made)
    assert (wish := wanted(hint, patties))
    assert factor(patties, wish) == 2


def test_a_bare_number_scales_nothing_where_two_numbers_say_what_comes_out() -> None:
    assert not outcome(replace(BROWNIES, yields="4 servings", notes="Makes 16 squares."), "only 2").headers


@pytest.mark.parametrize(
    "hint",
    [
        "could you explain it for me",
        "for 20 minutes",
        "for two days",
        "half the sugar",
        "double cream",
        "twice as much garlic",
    ],
)
def test_a_time_or_one_single_thing_is_no_number_of_people(hint: str) -> None:
    assert wanted(hint) is None


def test_nothing_is_guessed_where_the_procedure_does_not_say_for_how_many_it_is() -> None:
    base = procedure("Cook rice", ["Boil 200 g of rice."], ["200 g rice", "1 l water"])
    assert asked_for_a_number("for two", base)


def asked_for_a_number(hint: str, base: Procedure) -> bool:
    proposal = proposed(hint, base)
    return proposal is not None and not proposal.edits and "can't tell how much this makes" in proposal.says


@pytest.mark.parametrize(
    ("yields", "number", "times"), [("2-6 servings", 12, 3), ("4-8 servings", 16, 4), ("4-6 servings", 15, 3)]
)
def test_of_a_range_of_servings_the_number_counts_that_divides_what_is_wanted_nearest_its_middle(
    yields: str, number: int, times: int
) -> None:
    made = outcome(replace(SOUP, yields=yields, notes="", goal="Cook lentil soup"), f"for {number} people")
    assert f"{2 * times} onions" in {edit.text for edit in made.edits}


def test_portions_and_mixing_bowls_of_a_step_do_not_say_for_how_many_it_is() -> None:
    steps = [
        "Divide the batter into 12 portions.",
        "Spoon the whites and the yolks into 2 bowls.",
        "Add six portions of the crab.",
    ]
    base = procedure("Cook", steps, ["200 g flour", "300 ml milk", "2 tablespoons oil"])
    assert asked_for_a_number("for two", base)
    pasted = procedure("Cook", [*steps, "Serves 4."], base.resources)
    assert not asked_for_a_number("for two", pasted)


@pytest.mark.parametrize(
    "typed", ["for 8 poeple", "8 pepole please", "for eight persones", "were 8 guets", "for 8 peple"]
)
def test_a_mistyped_word_for_people_keeps_their_number(typed: str) -> None:
    base = procedure("Make soup for 4", ["Boil 100 g of lentils."], ["100 g lentils"])
    made = modify(base, parse_hint(typed))
    assert [edit.text for edit in made.edits if edit.part == "resources"] == ["200 g lentils"]


@pytest.mark.parametrize(
    ("yields", "times", "new"),
    [
        ("4", "1/2", "2"),
        ("4 servings", "1/4", "1 serving"),
        ("4 servings (12 pancakes)", "1/4", "1 serving (3 pancakes)"),
        ("enough for two pizzas", "1/2", "enough for 1 pizza"),
        ("Serves 6 (one 9x13-inch dish)", "1/2", "Serves 3 (one 9x13-inch dish)"),
    ],
)
def test_a_yield_is_for_as_few_as_one(yields: str, times: str, new: str) -> None:
    factor = Fraction(times)
    assert remade(yields, factor, Wanted(factor)) == new


@pytest.mark.parametrize(
    ("text", "times", "new"),
    [
        ("Serves 4-6", "3/2", "Serves 6-9"),
        ("Serves 4–6", "1/4", "Serves 1–2"),
        ("Serves four people", "5/8", "Serves two to 3 people"),
        ("Serves 5 people", "1/2", "Serves 2-3 people"),
        ("Serves 1", "1/2", "Serves 1"),
        ("Makes 2 dozen biscuits", "1/2", "Makes 12 biscuits"),
        ("Makes 1 loaf", "2", "Makes 2 loaves"),
        ("Serves one person", "2", "Serves two people"),
        ("Two puddings, each serves 8", "2", "Two puddings, each serves 8"),
    ],
)
def test_a_number_is_said_again_as_the_text_says_it(text: str, times: str, new: str) -> None:
    assert renumbered(text, Fraction(times), Wanted(Fraction(times)), header=True) == new


@pytest.mark.parametrize(
    ("text", "number", "header", "new", "invited"),
    [
        ("Invite 7 people over.", 16, False, "Invite 15 people over.", "7 people"),
        ("Invite 7 people over.", 1, False, "Invite 7 people over.", "7 people"),
        ("Enough for 7 people", 16, True, "Enough for 16 people", "7 people"),
        ("Enough for 8 people", 16, True, "Enough for 16 people", ""),
        ("Serves 8 adults or 12 kids", 4, True, "Serves 4 adults or 6 kids", ""),
        ("Enough for 6-8 people", 4, True, "Enough for 4 people", ""),
        ("Serves 8 and makes 12 muffins", 16, True, "Serves 16 and makes 24 muffins", ""),
    ],
)
def test_of_a_meal_for_eight_the_guests_are_one_fewer_than_all_who_eat(
    text: str, number: int, header: bool, new: str, invited: str
) -> None:
    wish, times = Wanted(number=Fraction(number)), Fraction(number, 8)
    assert renumbered(text, times, wish, header=header) == new
    assert guests(text, times, wish) == invited


@pytest.mark.parametrize(
    ("hint", "yields", "times"),
    [
        ("for 6", "4-6 servings", "1"),
        ("for 10", "4-6 servings", "2"),
        ("for 7", "2-4 servings", "7/2"),
        ("for 6", "2-6 servings", "2"),
    ],
)
def test_of_a_span_the_number_that_makes_the_plainest_factor_counts(hint: str, yields: str, times: str) -> None:
    base = replace(procedure("Make soup", ["Boil 100 g of lentils."], ["100 g lentils"]), yields=yields)
    wish = wanted(hint, base)
    assert wish is not None
    assert factor(base, wish) == Fraction(times)


@pytest.mark.parametrize(
    "yields", ["6 people", "6 ppl", "6 pers.", "6 pax", "6 Personen", "6 personnes", "6 personas", "6 persone"]
)
def test_a_yield_counts_people_in_short_and_in_other_languages_too(yields: str) -> None:
    base = replace(procedure("Make soup", ["Boil 100 g of lentils."], ["100 g lentils"]), yields=yields)
    wish = wanted("for 3", base)
    assert wish is not None
    assert factor(base, wish) == Fraction(1, 2)
    assert remade(yields, Fraction(1, 2), wish) == yields.replace("6", "3")


@pytest.mark.parametrize(("other", "same"), [("twice as much", True), ("for 4", False), ("no salt", False)])
def test_two_hints_ask_for_the_same_amount_if_their_factors_are_one(other: str, same: bool) -> None:
    base = procedure("Make soup for 4", ["Boil 100 g of lentils."], ["100 g lentils"])
    assert same_amount(base, "for 8", other) is same


def test_a_title_is_for_as_few_as_one() -> None:
    made = modify(
        procedure("Make soup for 4", ["Boil 100 g of lentils."], ["100 g lentils"]), parse_hint("just for me")
    )
    assert [head.goal for head in made.headers] == ["Make soup for 1"]


@pytest.mark.parametrize(
    ("title", "new"),
    [
        ("12 rolls", "24 rolls"),
        ("12 soft dinner rolls", "24 soft dinner rolls"),
        ("3 ingredient rolls", None),
        ("9 inch pies", None),
        ("100 calorie muffins", None),
    ],
)
def test_a_title_that_only_counts_what_is_made_grows_with_it(title: str, new: str | None) -> None:
    rolls = procedure(
        title, ["Knead 500 g flour with 300 ml water.", "Bake them."], ["500 g flour", "300 ml water"]
    )
    made = modify(rolls, parse_hint("for twice as many people"))
    assert [one.text for one in made.edits if one.part == "resources"] == ["1000 g flour", "600 ml water"]
    assert [head.goal for head in made.headers] == ([new] if new else [])


def test_for_one_alone_nobody_is_invited_and_the_step_that_invites_is_pointed_at() -> None:
    dinner = procedure("Dinner", ["Invite 2 people over.", "Cook 300 g pasta."], ["300 g pasta"])
    proposal = proposed("just me", replace(dinner, yields="3 servings"))
    assert proposal is not None
    assert {(one.part, one.step, one.text) for one in proposal.edits} == {
        ("steps", 2, "Cook 100 g pasta."),
        ("resources", 1, "100 g pasta"),
    }
    assert [(one.step, one.word) for one in proposal.left] == [(1, "2 people")]


@pytest.mark.parametrize(("hint", "people"), [("for 3", 3), ("for 7", 7), ("for 12", 12), ("only 2 of us", 2)])
def test_a_host_asks_one_guest_fewer_and_each_gets_a_place_a_chair_and_a_card(hint: str, people: int) -> None:
    party = procedure(
        "Host a dinner for eight",
        [
            "Invite 7 people.",
            "Set 8 places on a table with 8 chairs and put 8 place cards on it.",
            "Roast 2 chickens; when the chickens are out, serve 400 g of salad.",
        ],
        [
            "8 place cards",
            "table and 8 chairs",
            "8 napkins",
            "4 candles",
            "2 chickens, 1.6 kg each",
            "400 g salad",
        ],
    )
    proposal = proposed(hint, party)
    assert proposal is not None
    texts = {(one.part, one.step): one.text for one in proposal.edits}
    guests = "1 person" if people == 2 else f"{people - 1} people"
    assert texts["steps", 1] == f"Invite {guests}."
    assert (
        texts["steps", 2]
        == f"Set {people} places on a table with {people} chairs and put {people} place cards on it."
    )
    assert ("the chicken is out" if people < 4 else "the chickens are out") in texts.get(
        ("steps", 3), party.steps[2]
    )
    assert [texts["resources", at] for at in (1, 2, 3)] == [
        f"{people} place cards",
        f"table and {people} chairs",
        f"{people} napkins",
    ]
    assert {"4 candles"} <= {place.word for place in proposal.left} <= {"4 candles", "chickens"}


@pytest.mark.parametrize(
    ("hint", "made"),
    [
        ("double", "This makes 8 servings."),
        ("triple it", "This makes 12 servings."),
        ("half", "This makes 2 servings."),
    ],
)
def test_what_a_step_makes_is_multiplied_once(hint: str, made: str) -> None:
    base = procedure(
        "Pancakes", ["Mix 100 g flour with 2 eggs.", "This makes 4 servings."], ["100 g flour", "2 eggs"]
    )
    assert [one.text for one in outcome(base, hint).edits if (one.part, one.step) == ("steps", 2)] == [made]
    cakes = replace(base, steps=(base.steps[0], "Serve: this makes 12 pancakes."))
    assert scaling.scaled(cakes, Fraction(2)).steps[1] == "Serve: this makes 24 pancakes."
    assert outcome(cakes, hint).places == ()


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("not for 4 but for me alone", "one"),
        ("not 6, just 2 of us", "two"),
        ("not for four, for two", "two"),
        ("just 2 of us, not 4", "two"),
        ("it's not for 4 people but for 8", "eight"),
        ("instead of 4 people for 2", "two"),
    ],
)
def test_a_number_that_it_is_not_for_and_the_one_that_it_is_for_are_one_wish(hint: str, number: str) -> None:
    risotto = replace(
        procedure("Risotto", ["Stir in 320 g rice.", "Eat."], ["320 g rice", "1 l stock"]), yields="4 servings"
    )
    [judged] = modify(risotto, parse_hint(hint)).verdicts
    assert f" for {number}." in judged.says
    assert "already" not in judged.says
    assert "ignored" not in judged.says


def test_a_number_that_it_is_not_for_is_none_that_it_is_for() -> None:
    risotto = procedure("Risotto for four", ["Stir in 320 g rice.", "Eat."], ["320 g rice"])
    assert wanted("not for 4", risotto) is None
    assert wanted("not 4 people", risotto) is None
    assert wanted("2.5kg rice", risotto) is None


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("just me and my wife", 2),
        ("me and two friends and grandma", 4),
        ("for me, my husband and our three kids", 5),
        ("for mum and dad", 2),
        ("me & 3 mates, no nuts", 4),
        ("for me and no one else", 1),
        ("its me my sister her husband and their three kids", 6),
        ("my 4 kids and me and nothing spicy", 5),
        ("3 adults 2 kids", 5),
        ("5 kids and 2 adults eating", 7),
        ("3 adults and a toddler", 4),
        ("we're 3 adults and my toddler", 4),
        ("two adults, a toddler and a teenager", 4),
        ("my toddler and two adults", 3),
    ],
)
def test_people_told_one_by_one_are_counted(hint: str, number: int) -> None:
    wish = wanted(hint)
    assert wish is not None
    assert wish.number == number


@pytest.mark.parametrize(
    "hint",
    [
        "for me and my kids",
        "my wife and i hate mushrooms",
        "for my dog and me",
        "only me and tom",
        "2 of us with leftovers",
        "for 2 and freeze the rest",
        "for 2 today and 2 tomorrow",
    ],
)
def test_who_is_not_counted_or_not_fed_makes_no_number(hint: str) -> None:
    assert wanted(hint) is None


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("one person less", 3),
        ("plus two", 6),
        ("2 guests fewer", 2),
        ("two more people", 6),
        ("minus one, please", 3),
        ("3 extra guests", 7),
    ],
)
def test_more_or_fewer_people_are_counted_from_those_that_it_is_for(hint: str, number: int) -> None:
    four = procedure("Pancakes (serves 4)", ["Mix them."], ["400 g flour"])
    wish = wanted(hint, four)
    assert wish is not None
    assert wish.number == number
    assert wanted(hint) is None


def test_more_people_than_nobody_says_are_no_number() -> None:
    assert wanted("us plus two", procedure("Pancakes (serves 4)", ["Mix them."])) is None


@pytest.mark.parametrize("hint", ["feed 10 and use cups instead of grams", "feed 10, cups not grams"])
def test_a_unit_that_came_to_nothing_beside_a_number_leaves_the_wish_partly_met(hint: str) -> None:
    made = outcome(procedure("Pancakes (serves 4)", ["Mix the flour."], ["400 g flour"]), hint)
    assert [one.verdict for one in made.verdicts] == ["partly"]


@pytest.mark.parametrize("more", ["my two kids ", "and my two kids ", "for my mum, ", "two three four ", "me my "])
def test_a_hint_that_names_people_without_end_is_read_in_one_pass(more: str) -> None:
    """Where each person can be read in two ways, the end of the hint never comes."""
    long, short = (wanted(f"for me {more * count}hate it") for count in (2_000, 20))
    assert (long and long.number) == (short and short.number)


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("half a dozen people", 6),
        ("for a dozen guests", 12),
        ("two dozen kids", 24),
        ("for me and both my parents", 3),
        ("just me and my parents", 3),
        ("me and both of our sons", 3),
    ],
)
def test_dozens_and_pairs_of_people_are_counted(hint: str, number: int) -> None:
    wish = wanted(hint)
    assert wish is not None
    assert wish.number == number


@pytest.mark.parametrize("hint", ["me and my kids", "for me and our grandparents", "a dozen eggs"])
def test_who_may_be_any_number_is_none(hint: str) -> None:
    assert not (wish := wanted(hint)) or not wish.number or wish.noun


@pytest.mark.parametrize(
    "hint", ["for both my parents", "for my parents", "for 2ppl", "just for my two kids, no nuts"]
)
def test_two_people_are_heard_without_the_word(hint: str) -> None:
    found = wanted(hint)
    assert found is not None
    assert found.number == 2


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("for me and my parents", 3),
        ("cooking for my parents", 2),
        ("no need to ask my parents", None),
        ("make it with my parents", None),
        ("my parents dont like it sweet", None),
    ],
)
def test_parents_are_two_only_where_it_is_for_them(hint: str, number: int | None) -> None:
    wish = wanted(hint, procedure("Soup", ["Boil it."], ["1 kg leeks"]))
    assert (wish.number if wish else None) == number


PUDDING = procedure("Pudding", ["Mix 400 g flour and 8 eggs.", "Steam it."], ["400 g flour", "8 eggs"])


def serving(words: str) -> Procedure:
    return replace(PUDDING, steps=(*PUDDING.steps, words))


@pytest.mark.parametrize(
    ("words", "hint", "flour", "last"),
    [
        ("Turn out (2 puddings, each serves 8).", "for 4", "100 g flour", None),
        ("Turn out (2 puddings, each serves 8).", "for 16", None, None),
        ("Makes two pizzas. Each serves 4.", "for two", None, None),
        ("Each serves 4.", "for two", None, None),
        ("Serve it (Gran, serves 8-10).", "for four", "200 g flour", "Serve it (Gran, serves 4)."),
        ("Serves 4 adults or 6 kids.", "for two", "200 g flour", "Serves 2 adults or 3 kids."),
        ("Serves 4 adults or 6 kids.", "double it", "800 g flour", "Serves 8 adults or 12 kids."),
        ("Serves 4 or 6 with a salad.", "for two", "200 g flour", "Serves 2 with a salad."),
        ("Enough for 6-8 people.", "for 4", "200 g flour", "Enough for 4 people."),
    ],
)
def test_each_of_several_and_other_people_are_told_from_those_that_it_is_for(
    words: str, hint: str, flour: str | None, last: str | None
) -> None:
    texts = {(one.part, one.step): one.text for one in outcome(serving(words), hint).edits}
    assert (texts.get(("resources", 1)), texts.get(("steps", 3))) == (flour, last)


def test_a_yield_of_several_that_serve_so_many_each_keeps_that_number() -> None:
    made = outcome(replace(PUDDING, yields="2 puddings, each serves 8"), "for 8")
    assert made.headers[0].yields == "1 pudding, each serves 8"


@pytest.mark.parametrize(
    ("hint", "number"),
    [
        ("we are 4 with my parents", 4),
        ("were 3 counting the baby", 3),
        ("there are 6 of us in total", 6),
        ("just me, i live alone", 1),
        ("we are 4 in this house and hate it", None),
        ("bake for 20 with the lid on", None),
    ],
)
def test_everybody_who_is_counted_in_is_counted(hint: str, number: int | None) -> None:
    wish = wanted(hint, PUDDING)
    assert (wish.number if wish else None) == number


@pytest.mark.parametrize("hint", ["just me, i live alone", "its only for 3 of us not a whole crowd", "we are 4"])
def test_where_nobody_knows_how_many_it_is_for_every_amount_is_shown(hint: str) -> None:
    base = procedure(
        "Stew",
        ["Fry the onions for 10 minutes at 180 °C.", "Add 300 ml stock per pan.", "Stir in 200 g beans.", "Eat."],
        ["2 onions", "200 g beans", "salt", "24 cm pan", "300 ml stock"],
    )
    made = outcome(base, hint)
    assert made.edits == ()
    shown = [(one.part, one.step, one.word) for one in made.places]
    assert shown == [
        ("steps", 3, "200 g"),
        ("resources", 1, "2 onions"),
        ("resources", 2, "200 g"),
        ("resources", 5, "300 ml"),
    ]
    assert "whole" not in made.verdicts[0].says


def test_what_a_packet_doses_is_not_gone_through_for_a_number_of_people() -> None:
    base = procedure("Clear a pool", ["Stir 50 g chlorine into 1 kg water."], ["1 kg water", "50 g chlorine"])
    assert outcome(base, "just for me").places == ()


@pytest.mark.parametrize(
    ("hint", "yields", "goal", "times"),
    [
        ("two more people", "4 servings", "Cook soup", "3/2"),
        ("one fewer", "4 servings", "Cook soup", "3/4"),
        ("me and my two kids", "4 servings", "Cook soup", "3/4"),
        ("1.5x", "4 servings", "Cook soup", "3/2"),
        ("double it for a party of 8", "4 servings", "Cook soup", "2"),
        ("12 servings, not 4", "4 servings", "Cook soup", "3"),
        ("this looks like 8 portions", "4 servings", "Cook soup", "2"),
        ("make 6 instead of 4", "4 servings", "Cook soup", "3/2"),
        ("for 3", "2-4 servings", "Cook soup", "1"),
        ("for 5", "2-4 servings", "Cook soup", "5/2"),
        ("for 12", "3-4 servings", "Cook soup", "4"),
        ("8 brownies", "16 squares", "Bake brownies", "1/2"),
        ("48 cookies", "2 dozen cookies", "Bake cookies", "2"),
        ("half a dozen", "12 rolls", "Bake rolls", "1/2"),
        ("6 of them", "12 rolls", "Bake rolls", "1/2"),
        ("6 muffins", "Makes 12", "Bake muffins", "1/2"),
        ("for 6", "Makes 12", "Bake muffins", None),
        ("2 cakes", "", "Chocolate cake", None),
        ("for 8, not 4", "12 cookies", "Bake cookies", None),
    ],
)
def test_how_many_times_as_much_is_wanted(hint: str, yields: str, goal: str, times: str | None) -> None:
    base = replace(procedure(goal, ["Mix."], ["2 eggs", "200 g flour"]), yields=yields)
    wish = wanted(hint, base)
    assert wish is not None
    assert factor(base, wish) == (times and Fraction(times))


@pytest.mark.parametrize("hint", ["add bacon for 2", "3 eggs instead of 4", "raisins halved", "egg x2", "24"])
def test_a_number_of_one_thing_is_none_of_all(hint: str) -> None:
    base = replace(procedure("Bake rolls", ["Mix."], ["2 eggs", "200 g flour"]), yields="1 tray of 12")
    assert wanted(hint, base) is None


@pytest.mark.parametrize(
    ("yields", "twice", "quarter"),
    [
        ("1.5 litres", "3 litres", "⅜ litre"),
        ("5 jars of 340 g", "10 jars of 340 g", "1¼ jars of 340 g"),
        ("12 slices each", "12 slices each", "12 slices each"),
        ("1 tray of 12", "2 trays of 12", "¼ tray of 12"),
        ("24 x 3 cm tin", "24 x 3 cm tin", "24 x 3 cm tin"),
        ("4-6", "8-12", "1-2"),
        ("3–4 servings", "6–8 servings", "1 serving"),
    ],
)
def test_each_number_of_a_yield_grows_or_is_a_size(yields: str, twice: str, quarter: str) -> None:
    for times, new in (("2", twice), ("1/4", quarter)):
        assert remade(yields, Fraction(times), Wanted(Fraction(times))) == new


@pytest.mark.parametrize(("after", "times"), [([], 2), (["Enjoy."], 2), (["Add salt.", "Enjoy."], None)])
def test_bowls_are_those_of_whoever_eats_in_the_last_two_steps_only(after: list[str], times: int | None) -> None:
    soup = procedure("Soup", ["Serve it in 4 bowls.", *after], ["200 g flour"])
    wish = wanted("for 8", soup)
    assert wish is not None
    assert factor(soup, wish) == times


@pytest.mark.parametrize(
    ("said", "new"),
    [
        ("Makes one loaf of about 12 slices.", "Makes three loaves of about 12 slices."),
        ("Makes 2 loaves of 12 slices each.", "Makes 6 loaves of 12 slices each."),
        ("Makes 24 slices.", "Makes 72 slices."),
    ],
)
def test_more_loaves_have_no_more_slices_each(said: str, new: str) -> None:
    assert renumbered(said, Fraction(3), Wanted(Fraction(3)), header=True) == new


@pytest.mark.parametrize(("hint", "bowls"), [("double it", 4), ("triple it", 6), ("for 4", 4)])
def test_two_bowls_are_multiplied_once(hint: str, bowls: int) -> None:
    base = replace(
        procedure(
            "Apples", ["Slice the apples.", "Serve in 2 bowls."], ["2 apples", "100 g sugar", "50 g butter"]
        ),
        notes="Serves 2",
    )
    assert f"Serve in {bowls} bowls." in [one.text for one in outcome(base, hint).edits]


def test_what_only_some_get_is_no_number_to_cook_for() -> None:
    stew = procedure("Stew for 6", ["Add the cream."], ["1 kg beef", "500 ml stock", "100 g cream"])
    assert wanted("cream for two only", stew) is None
    found = wanted("stew for two only", stew)
    assert found is not None
    assert found.number == 2


@pytest.mark.parametrize(
    ("yields", "twice", "half"),
    [
        ("Makes one 2 lb loaf", "Makes 2 2 lb loaves", "Makes one 2 lb loaf"),
        ("1 (2 lb) loaf", "2 (2 lb) loaves", "1 (2 lb) loaf"),
        ("Makes three 500 ml jars", "Makes 6 500 ml jars", "Makes three 500 ml jars"),
        ("Makes 2 x 20 cm pizzas", "Makes 4 x 20 cm pizzas", "Makes 1 x 20 cm pizza"),
        ("2 x 20cm round cakes", "4 x 20cm round cakes", "1 x 20cm round cake"),
        ("two 20 cm pizzas", "4 20 cm pizzas", "1 20 cm pizza"),
        ("two 9x13 pans of bars", "4 9x13 pans of bars", "1 9x13 pan of bars"),
        ("2 x 400 g jars", "4 x 400 g jars", "1 x 400 g jar"),
        ("Serves 4 (two 500 ml jars)", "Serves 8 (4 500 ml jars)", "Serves 2 (1 500 ml jar)"),
        ("4 (1 cup) servings", "8 (1 cup) servings", "2 (1 cup) servings"),
        ("9 x 13 inch pan", "9 x 13 inch pan", "9 x 13 inch pan"),
        ("4 1/2 cups sauce", "9 cups sauce", "2¼ cups sauce"),
    ],
)
def test_there_are_more_of_the_same_size_and_none_where_one_would_be_cut(
    yields: str, twice: str, half: str
) -> None:
    for times, new in (("2", twice), ("1/2", half)):
        assert remade(yields, Fraction(times), Wanted(Fraction(times))) == new


@pytest.mark.parametrize(
    ("yields", "hint", "new"),
    [
        ("4 servings, makes 12", "for 8", "8 servings, makes 24"),
        ("4 servings, makes 12", "makes 24", "8 servings, makes 24"),
        ("4 servings / yields 12", "halve it", "2 servings / yields 6"),
        ("Makes 12, serves 4", "for 2", "Makes 6, serves 2"),
        ("Makes 12 (serves 4)", "make 16", "Makes 16 (serves 5-6)"),
        ("12 rolls (serves 4)", "makes 24", "24 rolls (serves 8)"),
        ("2-3 servings (makes about 8)", "for 6", "6 servings (makes about 24)"),
        ("2-3 servings (makes about 8)", "makes 16", "4-6 servings (makes about 16)"),
    ],
)
def test_who_eats_and_what_is_made_are_two_numbers(yields: str, hint: str, new: str) -> None:
    buns = replace(SOUP, goal="Bake buns", yields=yields)
    wish = wanted(hint, buns)
    times = factor(buns, wish) if wish else None
    assert wish
    assert times
    assert remade(yields, times, wish) == new
