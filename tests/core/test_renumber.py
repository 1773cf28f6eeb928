"""Mentions of step numbers: found, moved, and never guessed at."""

import pytest
from hypothesis import given, settings

from tailor.core.edits import Bag, Insert, Replace
from tailor.core.engine import apply
from tailor.core.procedure import Procedure, procedure
from tailor.core.renumber import mentions, renumber, renumber_mentions
from tests.agents.strategies_for_tests import procedures_with_bags
from tests.depth import cases

NOW = {1: 2, 3: 3, 4: 5, 6: 7}  # 2 and 5 are gone


@pytest.mark.parametrize(
    ("text", "expected", "gone"),
    [
        ("Repeat step 4.", "Repeat step 5.", ()),
        ("REPEAT STEP 4", "REPEAT STEP 5", ()),
        ("as in steps 1, 3 and 6", "as in steps 2, 3 and 7", ()),
        ("Do steps 1-6 again", "Do steps 2-7 again", ()),
        ("Do steps 2 to 6", "Do steps 3 to 7", ()),
        ("Do steps 1–5", "Do steps 2–5", ()),
        ("the bowl from step 2", "the bowl from step 2", (2,)),
        ("steps 2 and 4", "steps 2 and 5", (2,)),
        ("step #4", "step #5", ()),
        ("Wiederhole Schritt 4", "Wiederhole Schritt 5", ()),
        ("repite el paso 4", "repite el paso 5", ()),
        ("Step 4 cm to the left", "Step 4 cm to the left", ()),
        ("Done in 4 steps", "Done in 4 steps", ()),
        ("step 4.5", "step 4.5", ()),
        ("footsteps 4", "footsteps 4", ()),
        ("Add 4 eggs", "Add 4 eggs", ()),
    ],
)
def test_a_mention_follows_its_step(text: str, expected: str, gone: tuple[int, ...]) -> None:
    assert renumber_mentions(text, NOW.get) == (expected, gone)


def test_the_numbers_a_text_mentions_are_listed() -> None:
    assert mentions("Mix as in step 2, then do steps 4-6; step 9 cm back") == (2, 4, 6)


def test_renumbering_is_a_bag_of_its_own_and_names_what_is_gone() -> None:
    base = procedure("g", ["Mix", "Rest", "Repeat step 2", "See steps 1 and 2"])
    applied = apply(base, Bag((Insert(step=0, text="Wash"), Replace(step=2, text=""))))
    bag, findings = renumber(base, applied)
    assert [(edit.step, edit.text) for edit in bag.edits] == [(4, "See steps 2 and 2")]
    assert [(finding.step, finding.word) for finding in findings] == [(3, "step 2"), (4, "step 2")]


@settings(max_examples=cases(2_000), deadline=None)
@given(procedures_with_bags())
def test_a_renumbered_mention_names_the_same_step_as_before(case: tuple[Procedure, Bag]) -> None:
    base, bag = case
    applied = apply(base, bag)
    mended, findings = renumber(base, applied)
    result = apply(applied.procedure, mended).procedure
    places = {origin.base: number for number, origin in enumerate(applied.trace, 1) if origin.base is not None}
    dangling = {finding.step for finding in findings}
    for number, (before, after) in enumerate(zip(applied.procedure.steps, result.steps, strict=True), 1):
        if before == "Repeat step 2" and len(base.steps) >= 2:
            assert (number in dangling) == (2 not in places)
            assert after == f"Repeat step {places.get(2, 2)}"
        elif before != "Repeat step 2":
            assert after == before
