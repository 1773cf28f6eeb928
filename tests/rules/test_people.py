"""Numbers of people beside amounts: both change, or neither."""

from dataclasses import replace

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Outcome
from tailor.rules.modify import modify

STEPS = ["Cook 400 g noodles for 10 minutes.", "Stir in 100 ml soy sauce and serve."]
LISTED = ["400 g noodles", "100 ml soy sauce", "2 avocados"]


def noodles(notes: str = "", title: str = "Noodles", step: str = "Serve.") -> Procedure:
    return replace(procedure(title, [*STEPS, step], LISTED, notes=notes), yields="4 servings")


def halved(base: Procedure) -> Outcome:
    return modify(base, parse_hint("for 2"))


@pytest.mark.parametrize(
    "sentence",
    [
        "Uses 400 g noodles for 4 people; leftovers make 2 lunches.",
        "Uses 400 g noodles for 4 people; 50 g each is spare.",
        "Uses 400 g noodles for 4 people and keeps for a day.",
        "Takes 2 l of water a day for 4 people.",
        "For 4 people you need 1 kg of greens.",
        "With 2 tins of beans it serves 4.",
        "Takes 2 avocados for 4 people.",
        "Enough for 4 people with 2 cups of rice.",
    ],
)
def test_a_note_with_an_amount_keeps_its_number_of_people_and_is_told(sentence: str) -> None:
    outcome = halved(noodles(f"Keeps well. {sentence} Serves 4."))
    assert [one.notes for one in outcome.headers] == [f"Keeps well. {sentence} Serves 2."]
    assert f"I left “{sentence}" in outcome.verdicts[0].says.replace("…”", "”")


@pytest.mark.parametrize(
    ("note", "new"),
    [
        ("Serves 4 as a main course.", "Serves 2 as a main course."),
        ("Cook it 10 minutes longer for 4 people.", "Cook it 10 minutes longer for 2 people."),
        ("Serves 4, with 50 g of cheese each.", "Serves 2, with 50 g of cheese each."),
        ("100 g per person, for 4 people.", "100 g per person, for 2 people."),
        ("Serves 4, with 120 kcal per 100 g.", "Serves 2, with 120 kcal per 100 g."),
        ("Use a 24 cm pan for 4 people.", "Use a 24 cm pan for 2 people."),
        ("Bake at 180°C for 4 people.", "Bake at 180°C for 2 people."),
        ("Makes 4 servings of 30 g.", "Makes 2 servings of 30 g."),
        ("Serves 4; 30 g protein and 500 kcal.", "Serves 2; 30 g protein and 500 kcal."),
        ("For 4 people.\nNeeds 1 kg of ice.", "For 2 people.\nNeeds 1 kg of ice."),
    ],
)
def test_a_note_without_an_amount_for_all_of_them_changes_as_before(note: str, new: str) -> None:
    outcome = halved(noodles(note))
    assert [one.notes for one in outcome.headers] == [new]
    assert "as written" not in outcome.verdicts[0].says


def test_a_title_with_an_amount_keeps_its_number_of_people() -> None:
    outcome = halved(noodles(title="Noodles with 400 g of tofu for 4"))
    assert [one.goal for one in outcome.headers] == [None]
    assert (
        "In the title and notes, I left “Noodles with 400 g of tofu for 4” as written." in outcome.verdicts[0].says
    )
    assert [one.goal for one in halved(noodles(title="Cook noodles for 4")).headers] == ["Cook noodles for 2"]


def test_a_step_changes_both_or_is_left_to_the_person() -> None:
    grown = halved(noodles(step="Add 400 g noodles for 4 people."))
    assert "Add 200 g noodles for 2 people." in [edit.text for edit in grown.edits]
    left = halved(noodles(step="Leave 3 kg of pebbles in the pot for 4 people."))
    assert 3 not in {edit.step for edit in left.edits if edit.part == "steps"}
    assert [one.step for one in left.places if one.part == "steps"] == [3]


def test_a_number_of_people_in_words_keeps_its_capital() -> None:
    outcome = halved(noodles("Four people can share this."))
    assert [one.notes for one in outcome.headers] == ["Two people can share this."]
