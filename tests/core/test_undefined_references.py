"""What a list speaks of as known once the text that brought it in is gone."""

import pytest

from tailor.core.procedure import procedure
from tailor.core.review.rows import undefined_references
from tailor.core.transport import tracked_original

PANCAKES = ["Heat a pan.", "Pour the batter into the pan.", "Turn the pancake when its top is dry.", "Serve."]


BARE = procedure("Breakfast", ["Heat a pan.", "Serve."])


def _found(lost: str, steps: list[str], resources: tuple[str, ...] = (), goal: str = "Breakfast") -> object:
    return undefined_references(tracked_original(procedure(goal, steps, resources)), lost, tracked_original(BARE))


def test_a_thing_that_only_the_lost_text_brought_in_is_named_with_its_first_step() -> None:
    again = [*PANCAKES, "Keep the batter cold."]
    assert _found("Whisk eggs, milk and flour into a batter.", again) == (("batter", "s2"),)


@pytest.mark.parametrize(
    ("lost", "steps", "resources", "goal"),
    [
        ("Whisk a batter.", ["Mix another batter.", *PANCAKES], (), "Breakfast"),
        ("Whisk a batter.", PANCAKES, ("500 ml batter",), "Breakfast"),
        ("Whisk a batter.", PANCAKES, (), "Use up batters"),
        ("Butter a pan.", PANCAKES, (), "Breakfast"),
        ("Wait for the rest.", ["Eat the rest."], (), "Breakfast"),
        ("Whisk a batter.", ["Rest a batter, then stir the batter."], (), "Breakfast"),
        (
            "Whisk a batter for 5 min, then bake it.",
            ["Leave the pan for a while; the oven bakes."],
            (),
            "Breakfast",
        ),
        ("", PANCAKES, (), "Breakfast"),
    ],
)
def test_what_something_else_brings_in_is_not_named(
    lost: str, steps: list[str], resources: tuple[str, ...], goal: str
) -> None:
    assert _found(lost, steps, resources, goal) == ()


def test_a_thing_with_a_word_before_it_is_found() -> None:
    assert _found("Make a glaze.", ["Pour the warm glaze over it."]) == (("glaze", "s1"),)


def test_what_the_original_itself_speaks_of_unannounced_is_not_named() -> None:
    bread = tracked_original(procedure("A loaf", ["Mix flour and water.", "Let the dough rise for 3 hours."]))
    assert undefined_references(bread, "Divide the dough into two pieces.", bread) == ()


def test_what_a_deleted_step_brought_in_and_an_edit_brings_back_is_named() -> None:
    original = tracked_original(procedure("Breakfast", ["Whisk a batter.", *PANCAKES]))
    now = tracked_original(procedure("Breakfast", PANCAKES))
    assert undefined_references(now, "Stir flour and water to a batter.", original) == (("batter", "s2"),)
