"""What own words exchange in one step, and where else the old words still stand."""

import pytest

from tailor.core.alike import Alike, elsewhere, exchange, write_alike
from tailor.core.decisions import own_edit
from tailor.core.events import StageStarted
from tailor.core.procedure import procedure
from tailor.core.review import undo
from tailor.core.review_events import fold_all
from tailor.core.review_state import ReviewState
from tests.core.review_case import review_of, steps


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
    in_step = Alike("steps", "s4", 4, "Heat 100 ml soya milk and pour the soya milk in.")
    in_list = Alike("resources", "r1", 1, "700 ml soya milk")
    assert elsewhere(state, "s2", "steps", *both) == (in_step, in_list)
    assert elsewhere(state, "s2", "steps", *both, done={"s4"}) == (in_list,), "what was followed is over"


def test_the_list_and_the_other_steps_that_say_the_old_words_are_found_and_changed_as_one() -> None:
    after = "Mix the vinegar with water."
    review = own_edit(review_of(), "replace", "s1", after).review
    found = elsewhere(ReviewState(review), "s1", "steps", *exchange("Mix the bleach with water.", after))
    assert found == (
        Alike("steps", "s3", 3, "Wipe the bench with the vinegar."),
        Alike("resources", "r1", 1, "100 ml vinegar"),
    )
    made = write_alike(review, found).review
    assert "bleach" not in " ".join((*steps(made), *ReviewState(made).result.draft.procedure.resources))
    assert undo(made).choices == review.choices, "one undo takes it all back"


def test_a_part_of_another_word_is_not_the_word() -> None:
    assert elsewhere(ReviewState(review_of()), "s1", "steps", "each", "all") == ()
