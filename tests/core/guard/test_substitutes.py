"""A substitute that is refused, and food left out for somebody's sake: what the person then eats."""

import pytest

from tailor.core.guard import scan


def said(text: str, constraint: str) -> bool:
    return any(one.kind != "not_assessed" for one in scan(text, [constraint]))


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Gluten-free pasta won't do here, use the ordinary sort.", "wheat"),
        ("Alcohol-free beer is too thin, so get the real stuff.", "no_alcohol"),
        ("Oat milk curdles here, so stick to semi-skimmed.", "milk"),
        ("Vegan cheese doesn't work, buy proper mozzarella.", "milk"),
        ("Don't eat the turkey if it is still pink.", "vegan"),
        ("The custard curdles if it boils.", "eggs"),
    ],
)
def test_the_plain_sort_of_a_refused_substitute_is_meant(text: str, constraint: str) -> None:
    assert said(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Soya milk curdles here, so stick to oat milk.", "soy"),
        ("Leave out the cashews if anybody has an allergy.", "tree_nuts"),
        ("Dairy allergy? Use oat cream where I've used butter.", "milk"),
        ("Any flour except wheat flour works.", "wheat"),
        ("Choose a mayonnaise that has no egg in it.", "vegan"),
    ],
)
def test_what_is_left_out_or_refused_is_not_eaten(text: str, constraint: str) -> None:
    assert not said(text, constraint)
