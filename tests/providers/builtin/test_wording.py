import pytest

from tailor.core.procedure import procedure
from tests.providers.builtin.helpers import modify, one_step, tailored


def test_a_beginner_gets_each_term_explained_once() -> None:
    base = procedure(
        "Bake bread", ["Knead the dough for 8 minutes.", "Rest it, then knead the dough again for 1 minute."]
    )
    result, _ = tailored(base, "I've never baked before")
    assert "(push it away" in result.steps[0]
    assert result.steps[1] == base.steps[1]


def test_an_expert_gets_fewer_words_and_every_number_and_sign() -> None:
    step = "Bake it at 200 °C for 20 minutes, until golden, because pale crust tastes of nothing special."
    assert one_step(step, [], "I have baked for years") == "Bake it at 200 °C for 20 minutes, until golden."


@pytest.mark.parametrize(
    "step",
    ["Open the window, because the two give off poisonous gas.", "Lay a mat down so that the dog cannot slide."],
)
def test_a_warning_is_never_shortened_away(step: str) -> None:
    assert one_step(step, [], "I'm an expert") == step


@pytest.mark.parametrize(
    ("hint", "step", "expected"),
    [
        ("I can't stand olives", "Chop the onion, the olives and the pepper.", "Chop the onion and the pepper."),
        ("no olives", "Chop the olives, the onion and the pepper.", "Chop the onion and the pepper."),
        ("no olives", "Add tomatoes, onions and olives.", "Add tomatoes and onions."),
        ("balloons scare him", "Blow up 30 balloons and hang a banner.", "Hang a banner."),
        ("balloons scare him", "Blow up the balloons.", ""),
        ("my exam doesn't allow a calculator", "Pack calculator, pens and cards.", "Pack pens and cards."),
        (
            "so ibuprofen is out",
            "Add ten ibuprofen tablets of 400 mg, and your own medicines.",
            "Add your own medicines.",
        ),
        ("no olives", "Serve it on the olives that you fried.", "Serve it on the olives that you fried."),
    ],
)
def test_a_thing_is_taken_out_where_the_sentence_stands_without_it(hint: str, step: str, expected: str) -> None:
    assert one_step(step, [], hint) == expected


def test_a_thing_that_cannot_be_taken_out_is_named() -> None:
    answer = modify(procedure("Cook", ["Fry the olives with the rice that you boiled."], ["olives"]), "no olives")
    assert not answer.edits
    assert "step 1" in answer.says


def test_less_time_cuts_no_baking_and_says_what_takes_long() -> None:
    base = procedure("Bake", ["Let it rise for 60 minutes.", "Bake it for 30 minutes."])
    answer = modify(base, "I only have 30 minutes")
    assert not answer.edits
    assert "step 1 (60 minutes)" in answer.says


def test_a_circumstance_adds_one_step_with_a_reason_and_says_so() -> None:
    base = procedure("Mount a shelf", ["Drill the holes with a hammer drill."], ["drill"])
    result, answer = tailored(base, "We're renting")
    assert result.steps[0].startswith("Ask the landlord")
    assert answer.edits[0].serves == ("R1",)
    again = modify(result, "We're renting")
    assert not [edit for edit in again.edits if edit.part == "steps"]
