"""What no step of a plan names is kept in mind where the plan chooses, and nowhere else."""

import pytest

from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.choices import MOST
from tailor.rules.model import Outcome
from tailor.rules.modify import modify


def asked(hint: str, steps: list[str], resources: list[str] | None = None) -> Outcome:
    return modify(procedure("Get a new lamp", steps, resources or []), parse_hint(hint))


@pytest.mark.parametrize(
    "step",
    [
        "Decide which one you like.",
        "Pick a shape.",
        "Look online for what there is.",
        "First, compare prices.",
        "Make a list of what you like.",
        "Set a budget.",
        "You should research the makers.",
        "Planning the wiring comes next.",
    ],
)
def test_what_no_step_names_is_kept_in_mind_where_a_plan_chooses(step: str) -> None:
    made = asked("my boyfriend snores, no car", ["Drive to town.", step, "Plug it in."])
    assert [one.step for one in made.places] == [1, 2]
    assert any("In step 2 you choose or plan something" in one.says for one in made.verdicts)


@pytest.mark.parametrize(
    "step", ["Pick up the box.", "Look at it.", "Get out of the car.", "Set it on the table."]
)
def test_a_step_that_chooses_nothing_is_not_shown(step: str) -> None:
    assert [
        one.step for one in asked("my boyfriend snores, no drill", ["Drill a hole.", step, "Wait."]).places
    ] == [1]


def test_a_recipe_has_decided_already() -> None:
    assert not asked("my boyfriend snores", ["Choose a pan.", "Melt it.", "Stir."], ["20 g butter"]).places


def test_a_hint_that_touches_nothing_touches_no_choice() -> None:
    made = asked("my boyfriend snores", ["Choose one.", "Plug it in.", "Wait."])
    assert not made.places
    assert [one.verdict for one in made.verdicts] == ["not_understood"]


def test_a_long_plan_shows_only_its_first_choices() -> None:
    made = asked("no drill, my boyfriend snores", [*["Choose a part."] * 500, "Drill a hole."])
    assert [one.step for one in made.places] == [*range(1, MOST + 1), 501]


def test_a_body_bears_on_every_choice_of_a_plan() -> None:
    assert [one.step for one in asked("bad knees", ["Choose a class.", "Kneel down.", "Wait."]).places] == [1, 2]
