"""What is refused in one breath and what comes in its place in the next is one exchange, and no deletion."""

import pytest

from tailor.core.procedure import procedure
from tests.rules.test_modify import outcome

SOUP = procedure(
    "Carrot soup",
    ["Boil the carrots in the stock.", "Chop the dill and stir it in."],
    ["500 g carrots", "1 litre stock", "a bunch of dill"],
)


@pytest.mark.parametrize(
    "hint",
    [
        "i hate dill, use basil",
        "cant stand dill, we use basil",
        "no dill, i hate it, use basil",
        "dill is gross, use basil instead",
        "my son doesn't like dill. take basil please",
    ],
)
def test_what_comes_in_its_place_is_put_in(hint: str) -> None:
    edits = [edit.text for edit in outcome(SOUP, hint).edits]
    assert edits == ["Chop the basil and stir it in.", "a bunch of basil"]


@pytest.mark.parametrize(
    "hint",
    ["i hate dill, use less stock", "hate dill, use the stove", "no dill, use it up"],
)
def test_what_is_used_for_something_else_comes_in_no_place(hint: str) -> None:
    says = " ".join(one.says for one in outcome(SOUP, hint).verdicts)
    assert "instead of" not in says
    assert "I put" not in says


def test_who_only_hates_it_has_it_left_out() -> None:
    assert "Left out the dill" in outcome(SOUP, "i hate dill").verdicts[0].says
