"""What own words exchange in one step, and where else the old words still stand."""

from tailor.core.alike import Alike, elsewhere, exchange, write_alike
from tailor.core.decisions import own_edit
from tailor.core.review import undo
from tailor.core.review_state import ReviewState
from tests.core.review_case import review_of, steps


def test_only_an_exchange_of_a_few_words_is_one() -> None:
    assert exchange("Melt 50 g of butter.", "Melt 50 g of margarine.") == ("butter", "margarine")
    assert exchange("Wait 5 minutes.", "Wait 7 minutes.") == ("", "")
    assert exchange("Melt the butter.", "Melt the butter slowly.") == ("", "")
    assert exchange("Melt the butter.", "Do something else with whatever you have.") == ("", "")


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
