"""Changed numbers in the list are told with their whole lines."""

from tailor.core.report import number_changes
from tailor.core.review.decisions import own_edit
from tailor.core.review.state import ReviewState
from tests.core.review_case import BENCH, review_of


def test_a_number_of_the_list_is_told_with_what_it_is_of() -> None:
    state = ReviewState(own_edit(review_of(), "replace", "r1", "50 ml bleach", "resources").review)
    (change,) = number_changes(BENCH, state.plain_result.draft)
    assert (change.place, change.says) == ("the list", "100 ml bleach -> 50 ml bleach")
