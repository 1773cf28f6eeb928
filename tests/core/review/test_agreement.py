"""After own words, list and steps that do not agree any more are named, and where else the old words stand."""

from dataclasses import replace

import pytest

from tailor.core.events import EditProposed, RequirementsRead, StageStarted
from tailor.core.procedure import Part, procedure
from tailor.core.review import undo
from tailor.core.review.agreement import Alike, disagreements, elsewhere, exchange, write_alike
from tailor.core.review.decisions import accept, own_edit
from tailor.core.review.events import fold_all
from tailor.core.review.objections import objections
from tailor.core.review.state import ReviewState
from tests.core.review_case import review_of, steps

CAKE = procedure(
    "Cake",
    ["Melt the butter.", "Whisk 150 g sugar in.", "Sprinkle the other 50 g of sugar on it.", "Add 2 red onions."],
    ["100 g butter", "200 g sugar", "2 red onions", "1 tsp salt"],
)
BEGUN = (
    RequirementsRead(requirements=()),
    StageStarted(stage=1, agent="modify", base="", steps=CAKE.steps, resources=CAKE.resources),
)


def told(slot: str, text: str, part: Part) -> tuple[str, ...]:
    return disagreements(ReviewState(own_edit(fold_all(CAKE, BEGUN), "replace", slot, text, part).review))


@pytest.mark.parametrize(
    ("slot", "text", "part", "says"),
    [
        ("r2", "", "resources", "“200 g sugar” is off the list, but steps 2 and 3 still use it."),
        ("r2", "250 g sugar", "resources", "The list says “250 g sugar”, but steps 2 and 3 say 150 g and 50 g."),
        ("s2", "Whisk 99 g sugar in.", "steps",
         "The list says “200 g sugar”, but steps 2 and 3 say 99 g and 50 g."),
        ("r1", "100 g margarine", "resources", "The list says “100 g margarine”, but step 1 still says “butter”."),
        ("s1", "Melt the margarine.", "steps", "The list says “100 g butter”, but no step uses it any more."),
        ("s1", "", "steps", "The list says “100 g butter”, but no step uses it any more."),
        ("s4", "Add 1 red onion.", "steps", "The list says “2 red onions”, but step 4 says 1 red onion."),
    ],
)  # fmt: skip
def test_own_words_that_part_list_and_steps_are_told_in_one_line(
    slot: str, text: str, part: Part, says: str
) -> None:
    assert told(slot, text, part) == (says,)
    review = own_edit(fold_all(CAKE, BEGUN), "replace", slot, text, part).review
    assert says in objections(ReviewState(review), ())


def test_an_amount_of_the_next_thing_is_not_counted_to_the_one_before_it() -> None:
    assert told("s2", "Whisk in 150 g sugar, 5 g of butter.", "steps") == ()


def test_what_a_step_that_was_left_out_alone_used_is_told_together() -> None:
    base = replace(CAKE, steps=("Beat the butter with 200 g sugar.", "Add 2 red onions."))
    review = own_edit(fold_all(base, BEGUN[:1]), "replace", "s1", "").review
    both = "The list says “100 g butter” and “200 g sugar”, but no step uses them any more."
    assert disagreements(ReviewState(review)) == (both,)


@pytest.mark.parametrize(
    ("step", "line", "later"),
    [
        ("Chop the tomatoes.", "3 tomatoes", "Mix all ingredients."),
        ("Peel the carrots.", "2 carrots", "Put all the vegetables in the pot."),
        ("Peel the carrots.", "2 carrots", "Fry the vegetables."),
        ("Sift the flour.", "200 g flour", "Mix the dry ingredients."),
        ("Wash the lettuce.", "1 lettuce", "Dress and toss everything."),
        ("Beat the eggs.", "2 eggs", "Fold in the rest."),
    ],
)
def test_what_a_later_step_may_mean_by_a_name_for_several_things_is_not_called_unused(
    step: str, line: str, later: str
) -> None:
    base = procedure("Lunch", [step, later], [line, "1 tsp salt"])
    assert disagreements(ReviewState(own_edit(fold_all(base, BEGUN[:1]), "replace", "s1", "").review)) == ()


def test_of_several_that_no_step_uses_any_more_is_spoken_in_the_plural() -> None:
    base = procedure("Eggs", ["Beat the eggs.", "Melt the fat."], ["2 eggs", "1 tsp salt"])
    review = own_edit(fold_all(base, BEGUN[:1]), "replace", "s1", "").review
    assert disagreements(ReviewState(review)) == ("The list says “2 eggs”, but no step uses them any more.",)


@pytest.mark.parametrize(
    ("slot", "text", "part"),
    [
        ("s1", "Melt the butter slowly.", "steps"),
        ("r2", "200 g brown sugar", "resources"),
        ("r4", "2 tsp salt", "resources"),
        ("r4", "", "resources"),
        ("s3", "Sprinkle the rest of the sugar on it for 5 minutes, 50 g sugar.", "steps"),
    ],
)
def test_own_words_with_which_both_still_agree_are_not_told(slot: str, text: str, part: Part) -> None:
    assert told(slot, text, part) == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Melt the butter and strew 1 tablespoon of pumpkin seeds over it.",
         "Step 1 uses pumpkin seeds, which are not on your list."),
        ("Melt the butter with 30 g of cream cheese.",
         "Step 1 uses cream cheese, which is not on your list."),
        ("Melt the butter with 20 ml maple syrup.",
         "Step 1 uses maple syrup, which is not on your list."),
        ("Melt the butter with 200 g of brown sugar.", ""),
        ("Melt the butter for 10 minutes at 80 °C in a 20 cm pan.", ""),
        ("Melt the butter and add 2 more red onions.", ""),
    ],
)  # fmt: skip
def test_something_new_in_own_words_that_the_list_lacks_is_told(text: str, says: str) -> None:
    found = [one for one in told("s1", text, "steps") if "not on your list" in one]
    assert found == ([says] if says else [])


def test_what_never_agreed_is_not_told_where_nobody_wrote() -> None:
    assert disagreements(ReviewState(fold_all(CAKE, BEGUN))) == ()


BREAD = procedure(
    "Bread",
    [
        "Melt the butter.",
        "Pour in the milk.",
        "Add the flour.",
        "Grease the tin with butter.",
        "Dust with flour.",
        "Add 2 x 400 g tins of beans.",
        "Add the rice (300 g).",
    ],
    ["50 g butter", "1 cup milk", "400-500 g flour", "2 x 400 g tins beans", "300 g rice"],
)

BREAD_BEGUN = (
    RequirementsRead(requirements=()),
    StageStarted(stage=1, agent="modify", base="", steps=BREAD.steps, resources=BREAD.resources),
)


@pytest.mark.parametrize(
    ("slot", "text", "says"),
    [
        ("s1", "Melt 25 g of the butter.", ()),
        ("s1", "Melt 2 tablespoons of the butter.", ()),
        ("s2", "Pour in 250 ml milk.", ()),
        ("s2", "Warm the 1 cup of milk and pour in 1 cup milk.", ()),
        ("s3", "Add 450 g flour.", ()),
        ("s1", "Melt 75 g butter.", ("The list says “50 g butter”, but step 1 says 75 g.",)),
        ("s2", "Pour in 100 ml milk.", ("The list says “1 cup milk”, but step 2 says 100 ml.",)),
        ("s6", "Add 4 x 400 g tins of beans.", ("The list says “2 x 400 g tins beans”, but step 6 says 4.",)),
        ("s7", "Add the rice (500 g).", ("The list says “300 g rice”, but step 7 says 500 g.",)),
        ("s3", "Add 600 g flour.", ("The list says “400-500 g flour”, but step 3 says 600 g.",)),
    ],
)
def test_a_part_of_it_another_measure_and_the_same_said_twice_are_no_disagreement(
    slot: str, text: str, says: tuple[str, ...]
) -> None:
    edit = own_edit(fold_all(BREAD, BREAD_BEGUN), "replace", slot, text, "steps")
    assert disagreements(ReviewState(edit.review)) == says


@pytest.mark.parametrize(
    ("line", "step", "says"),
    [
        ("500 ml vegetable stock", "Add the stock and bay leaves.",
         ("Step 2 says “the stock”: that may be the vegetable stock, or the beef stock.",)),
        ("500 ml vegetable stock", "Add the beef stock.", ()),
        ("500 ml vegetable stock", "Crumble the stock cube in.", ()),
        ("500 ml grape juice", "Add the stock and bay leaves.", ()),
    ],
)  # fmt: skip
def test_a_name_that_means_either_of_two_things_since_a_change_is_told(
    line: str, step: str, says: tuple[str, ...]
) -> None:
    new = line.split(maxsplit=2)[2]
    stew = procedure("Stew", ["Pour in the wine.", step], ["500 ml red wine", "500 ml beef stock"])
    review = fold_all(stew, BEGUN[:1])
    assert not objections(ReviewState(review), ())
    review = own_edit(review, "replace", "r1", line, "resources").review
    review = own_edit(review, "replace", "s1", f"Pour in the {new}.", "steps").review
    assert objections(ReviewState(review), ()) == says


TYRE = procedure(
    "Mend a puncture",
    [
        "Open the quick release lever.",
        "Lever one side off with two spoons.",
        "Push a lever under the rim.",
        "Pump it up.",
    ],
    ["2 tyre levers", "a pump"],
)
TYRE_BEGUN = (
    RequirementsRead(requirements=()),
    StageStarted(stage=1, agent="modify", base="", steps=TYRE.steps, resources=TYRE.resources),
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2 old spoons", "The list says “2 old spoons”, but step 3 still says “lever”."),
        ("", "“2 tyre levers” is off the list, but step 3 still uses it."),
    ],
)
def test_a_verb_and_another_thing_of_the_same_last_word_do_not_still_say_it(text: str, says: str) -> None:
    edit = own_edit(fold_all(TYRE, TYRE_BEGUN), "replace", "r1", text, "resources")
    assert disagreements(ReviewState(edit.review)) == (says,)


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("1 bottle (500ml) brown ale", "Pour in the ale and simmer."),
        ("1 tin (400 g) of beans", "Tip in the beans and simmer."),
        ("1 (400 g) pack of noodles", "Tip in the noodles and simmer."),
        ("1 tbsp Worcestershire sauce", "Pour in the Worcestershire sauce and simmer."),
        ("Butter (100 g) softened", "Stir in the butter and simmer."),
        ("1 leek (100 g) chopped", "Add the leek and simmer."),
        ("2 carrots (200 g) grated", "Add the carrots and simmer."),
    ],
)
def test_what_is_crossed_off_is_told_by_its_name_and_not_by_its_bottle(line: str, step: str) -> None:
    pie = procedure("Pie", ["Fry the steak.", step], ["800 g steak", line, "2 onions"])
    begun = StageStarted(stage=1, agent="modify", base="", steps=pie.steps, resources=pie.resources)
    review = own_edit(
        fold_all(pie, (RequirementsRead(requirements=()), begun)), "replace", "r2", "", "resources"
    ).review
    assert disagreements(ReviewState(review)) == (f"“{line}” is off the list, but step 2 still uses it.",)


def test_only_an_exchange_of_a_few_words_is_one() -> None:
    assert exchange("Melt 50 g of butter.", "Melt 50 g of margarine.") == ("butter", "margarine")
    assert exchange("Wait 5 minutes.", "Wait 7 minutes.") == ("", "")
    assert exchange("Melt the butter.", "Melt the butter slowly.") == ("", "")
    assert exchange("Melt the butter.", "Do something else with whatever you have.") == ("", "")


@pytest.mark.parametrize(
    ("before", "after", "exchanged"),
    [
        ("Whisk in the milk bit by bit", "Whisk in 600 ml soya milk bit by bit", ("milk", "soya milk")),
        ("Whisk in the milk bit by bit", "Whisk in 600 ml milk bit by bit", ("", "")),
        ("Whisk in the milk bit by bit", "Stir in 600 ml soya milk, bit by bit", ("milk", "soya milk")),
        ("Stir 200 g milk in", "Stir 200 ml of oat milk in", ("milk", "oat milk")),
        ("Add the plain flour slowly", "Add the gluten-free flour slowly", ("plain flour", "gluten-free flour")),
        ("Melt the butter", "Heat the butter", ("", "")),
        ("Melt the butter", "Melt the soft butter", ("", "")),
        ("Put it in the oven", "Put it into the oven", ("", "")),
        ("Bake for 30 minutes", "Bake for an hour", ("", "")),
        ("Screw the hook in", "Screw the nail in", ("hook", "nail")),
    ],
)
def test_what_is_exchanged_is_a_thing_and_no_article_amount_or_verb(
    before: str, after: str, exchanged: tuple[str, str]
) -> None:
    assert exchange(before, after, ["1 brass hook, small"]) == exchanged


SAUCE = procedure(
    "Sauce",
    [
        "Heat the oven.",
        "Whisk in the milk bit by bit.",
        "Melt the milk chocolate in coconut milk.",
        "Heat 100 ml milk and pour the milk in.",
    ],
    ["700 ml milk", "200 ml coconut milk"],
)


def test_only_where_the_thing_itself_is_named_is_it_offered_and_amounts_stay_with_their_step() -> None:
    after = "Whisk in 600 ml soya milk bit by bit."
    begun = StageStarted(stage=1, agent="modify", base="", steps=SAUCE.steps, resources=SAUCE.resources)
    state = ReviewState(own_edit(fold_all(SAUCE, (begun,)), "replace", "s2", after).review)
    both = exchange(SAUCE.steps[1], after, SAUCE.resources)
    in_step = Alike("steps", "s4", "Heat 100 ml soya milk and pour the soya milk in.")
    in_list = Alike("resources", "r1", "700 ml soya milk")
    assert elsewhere(state, "s2", "steps", *both) == (in_step, in_list)
    assert elsewhere(state, "s2", "steps", *both, done={"s4"}) == (in_list,), "what was followed is over"


def test_the_list_and_the_other_steps_that_say_the_old_words_are_found_and_changed_as_one() -> None:
    after = "Mix the vinegar with water."
    review = own_edit(review_of(), "replace", "s1", after).review
    found = elsewhere(ReviewState(review), "s1", "steps", *exchange("Mix the bleach with water.", after))
    assert found == (
        Alike("steps", "s3", "Wipe the bench with the vinegar."),
        Alike("resources", "r1", "100 ml vinegar"),
    )
    made = write_alike(review, found).review
    assert "bleach" not in " ".join((*steps(made), *ReviewState(made).result.draft.procedure.resources))
    assert undo(made).choices == review.choices, "one undo takes it all back"


def test_a_part_of_another_word_is_not_the_word() -> None:
    assert elsewhere(ReviewState(review_of()), "s1", "steps", "each", "all") == ()


COCOA = procedure(
    "Tiramisu",
    ["Dip 12 sponge fingers.", "Dust it with 2 tablespoons of cocoa powder.", "Chill for 4 hours."],
    ["12 sponge fingers", "2 tablespoons cocoa powder"],
)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("Dust it with 2 teaspoons of cocoa powder.",
         ("The list says “2 tablespoons cocoa powder”, but step 2 says 2 teaspoons.",)),
        ("Dust it with 6 teaspoons of cocoa powder.", ()),
        ("Dust it with 30 ml of cocoa powder through a sieve.", ()),
        ("Dust it with the cocoa powder.", ()),
    ],
)  # fmt: skip
def test_an_accepted_change_with_quite_another_amount_than_the_list_is_told(
    step: str, says: tuple[str, ...]
) -> None:
    change = EditProposed(stage=1, id="e1", agent="modify", part="steps", op="replace", step=2, text=step)
    begun = StageStarted(stage=1, agent="modify", base="", steps=COCOA.steps, resources=COCOA.resources)
    review = fold_all(COCOA, [RequirementsRead(requirements=()), begun, change])
    assert disagreements(ReviewState(review)) == ()
    state = ReviewState(accept(review, "e1").review)
    assert disagreements(state) == says
    assert set(says) <= set(objections(state, ()))
