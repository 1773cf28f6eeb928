"""What is said before a saved how-to is used and at its steps."""

from tailor.core.dangers import cautions
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint

BATH = procedure("Clean the bath", ["Open the window.", "Mix bleach and vinegar in a bucket.", "Scrub."])
CAKE = procedure("Cake", ["Melt the butter.", "Fold in the almonds.", "Bake."], ["90 g butter", "50 g almonds"])


def test_a_household_hazard_is_said_with_its_step_and_at_it() -> None:
    [one] = cautions(BATH)
    assert one.says == "Step 2: bleach with an acid gives off chlorine gas."
    assert one.at_steps == {2: "Bleach with an acid gives off chlorine gas."}


def test_an_unmet_wish_is_said_with_what_still_stands_there() -> None:
    [one] = cautions(CAKE, parse_hint("no nuts"))
    assert one.says == "You said “no nuts”, but step 2 and the list of what you need still mention “almonds”."
    assert one.at_steps == {2: "You said “no nuts”; this step still has almonds."}


def test_what_was_taken_out_on_the_way_is_said_no_more() -> None:
    without = procedure("Cake", ["Melt the butter.", "Fold in the oats.", "Bake."], ["90 g butter", "50 g oats"])
    assert cautions(without, parse_hint("no nuts")) == ()


def test_an_unmet_wish_that_rules_nothing_out_is_said_without_a_step() -> None:
    assert [one.says for one in cautions(CAKE, parse_hint("for 20 people"))] == [
        "You saved this although “for 20 people” was not fully met."
    ]


def test_a_wish_that_is_met_in_part_is_not_said_to_be_unmet() -> None:
    half = procedure("Cake", ["Melt the butter.", "Fold in the oats.", "Bake."], ["90 g butter", "50 g almonds"])
    assert [one.says for one in cautions(half, parse_hint("no nuts"))] == [
        "You said “no nuts”, but the list of what you need still mentions “almonds”."
    ]


def test_each_step_names_only_what_it_has_itself() -> None:
    both = procedure("Cake", ["Fold in the almonds.", "Bake.", "Scatter the hazelnuts over it."])
    [one] = cautions(both, parse_hint("no nuts"))
    assert {step: words.rpartition("still has ")[2] for step, words in one.at_steps.items()} == {
        1: "almonds.",
        3: "hazelnuts.",
    }
