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
        ("the bowl from step 2", "the bowl from step 2 (left out)", (2,)),
        ("steps 2 and 4", "step 5", (2,)),
        ("steps 1, 2 and 4", "steps 2 and 5", (2,)),
        ("between steps 2 and 4", "between steps 2 and 5", (2,)),
        ("steps 2, 4", "step 5", (2,)),
        ("steps 2, 5", "steps 2, 5 (left out)", (2, 5)),
        ("step 4 (left out) and step 4", "step 4 (left out) and step 5", ()),
        ("step 3 and 4", "step 3 and 5", ()),
        ("steps 3—4", "steps 3—5", ()),
        ("Do steps 1-2", "Do step 2", ()),
        ("steps 6–4, backwards", "steps 7–5, backwards", ()),
        ("Repeat step four", "Repeat step five", ()),
        ("Steps one and three", "Steps two and three", ()),
        ("a step two-handed", "a step two-handed", ()),
        ("step #4", "step #5", ()),
        ("Wiederhole Schritt 4", "Wiederhole Schritt 5", ()),
        ("repite el paso 4", "repite el paso 5", ()),
        ("Step 4 cm to the left", "Step 4 cm to the left", ()),
        ("Use step-4 settings, as in STEP-6", "Use step-5 settings, as in STEP-7", ()),
        (
            "see page.html#step-4 or x.org/step-4, a step-4-axis drive",
            "see page.html#step-4 or x.org/step-4, a step-4-axis drive",
            (),
        ),
        (
            '"step 4" of recipe B, steps 1 and 4 of the manual',
            '"step 4" of recipe B, steps 1 and 4 of the manual',
            (),
        ),
        ("Step 4 of another how-to, step 4 of this one", "Step 4 of another how-to, step 5 of this one", ()),
        ("the dough of step 4 of the method", "the dough of step 5 of the method", ()),
        ("Done in 4 steps", "Done in 4 steps", ()),
        ("step 4.5", "step 4.5", ()),
        ("footsteps 4", "footsteps 4", ()),
        ("Add 4 eggs", "Add 4 eggs", ()),
        ("Mix the dough from step 4, 2 eggs and salt.", "Mix the dough from step 5, 2 eggs and salt.", ()),
        ("Combine the cream from step 4 and 2 eggs.", "Combine the cream from step 5 and 2 eggs.", ()),
        ("Mix the dough of step 4 and 200 g of flour.", "Mix the dough of step 5 and 200 g of flour.", ()),
        ("Mix the doughs of steps 3 and 4, 6 eggs", "Mix the doughs of steps 3 and 5, 6 eggs", ()),
        ("the doughs of steps 3 and 4, 200 g flour", "the doughs of steps 3 and 5, 200 g flour", ()),
        ("Divide the rest from step 4 to 6 people", "Divide the rest from step 5 to 6 people", ()),
        ("Fold step 3 and 4 together", "Fold step 3 and 5 together", ()),
        ("steps one and three, four eggs", "steps two and three, four eggs", ()),
        ("Répétez les étapes 1 à 4.", "Répétez les étapes 2 à 5.", ()),
        ("repita los pasos 1 a 4", "repita los pasos 2 a 5", ()),
        ("Do steps 1 to 3, then 4.", "Do steps 2 to 3, then 5.", ()),
        ("Do steps 4/5 again", "Do step 5 again", (5,)),
        ("As in step 3 and in 4.", "As in step 3 and in 5.", ()),
        ("step number 4, step no. 4, étape n° 4, step4", "step number 5, step no. 5, étape n° 5, step5", ()),
        ("шаги 1 и 4, шаг 4", "шаги 2 и 5, шаг 5", ()),
        ("如第4步所示, 手順4を", "如第5步所示, 手順5を", ()),
        ("steps 3 and 4 do 1 lap", "steps 3 and 5 do 1 lap", ()),
        ("steps 3 to 4 then 1 apple", "steps 3 to 5 then 1 apple", ()),
        ("step 4 a 1 cm strip", "step 5 a 1 cm strip", ()),
        ("as in step 4, then 1 on each side", "as in step 5, then 1 on each side", ()),
        ("as in step 4, then 1 at a time", "as in step 5, then 1 at a time", ()),
        ("(see step 4; 1 if large)", "(see step 5; 1 if large)", ()),
        ("4단계", "5단계", ()),
    ],
)
def test_a_mention_follows_its_step(text: str, expected: str, gone: tuple[int, ...]) -> None:
    assert renumber_mentions(text, NOW.get) == (expected, gone)


def test_the_numbers_a_text_mentions_are_listed() -> None:
    assert mentions("Mix as in step 2, then do steps 4-6; step 9 cm back") == (2, 4, 6)


def test_renumbering_is_a_bag_of_its_own_and_names_what_is_gone() -> None:
    base = procedure("g", ["Mix", "Rest", "Repeat step 2", "See steps 1 and 2"])
    applied = apply(base, Bag((Insert(step=0, text="Wash"), Replace(step=2, text=""))))
    done = renumber(base, applied)
    assert [(edit.step, edit.text) for edit in done.bag.edits] == [
        (3, "Repeat step 2 (left out)"),
        (4, "See step 2"),
    ]
    assert [one.says(f"step {one.number}") for one in done.lost] == [
        "Step 3 points to the old step 2, which you removed.",
        "Step 4 no longer points to the old step 2, which you removed.",
    ]


@settings(max_examples=cases(600), deadline=None)
@given(procedures_with_bags())
def test_a_renumbered_mention_names_the_same_step_as_before(case: tuple[Procedure, Bag]) -> None:
    base, bag = case
    applied = apply(base, bag)
    mended = renumber(base, applied)
    result = mended.applied(applied.procedure)
    places = {origin.base: number for number, origin in enumerate(applied.trace, 1) if origin.base is not None}
    if len(base.steps) >= 2 and 2 not in places:  # a step that comes in word for word elsewhere has moved
        came = [n for n, one in enumerate(applied.trace, 1) if one.base is None]
        same = [n for n in came if applied.procedure.steps[n - 1] == base.steps[1]]
        places |= {2: same[0]} if len(same) == 1 else {}
    dangling = {one.number for one in mended.lost}
    for number, (before, after) in enumerate(zip(applied.procedure.steps, result.steps, strict=True), 1):
        if before == "Repeat step 2" and len(base.steps) >= 2:
            assert (number in dangling) == (2 not in places)
            assert after == f"Repeat step {places.get(2, '2 (left out)')}"
        elif before != "Repeat step 2":
            assert after == before


def test_headings_notes_and_things_needed_follow_the_steps_they_mention() -> None:
    base = procedure(
        "g",
        ["Wash", "Mix", "Rest", "Bake"],
        ["1 egg (steps 2 and 4)"],
        sections=[(3, "Baking (steps 3–4)")],
        notes="Less salt in step 2.\nSteps 2-3 a day before.",
    )
    applied = apply(base, Bag((Replace(step=1, text=""),)))
    result = renumber(base, applied).applied(applied.procedure)
    assert result.resources == ("1 egg (steps 1 and 3)",)
    assert result.sections == ((2, "Baking (steps 2–3)"),)
    assert result.notes == "Less salt in step 1.\nSteps 1-2 a day before."


def test_a_step_that_was_only_moved_is_still_the_one_that_is_meant() -> None:
    base = procedure("g", ["Wash", "Mix", "Rest", "Repeat step 2", "Repeat steps 1–3"])
    moved = apply(base, Bag((Replace(step=2, text=""), Insert(step=5, text="Mix"))))
    done = renumber(base, moved)
    assert done.applied(moved.procedure).steps[2:] == ("Repeat step 5", "Repeat steps 1, 2, 5", "Mix")
    assert done.lost == ()


def test_of_a_step_that_came_in_twice_none_is_taken_for_the_one_that_was_meant() -> None:
    base = procedure("g", ["Wash", "Mix", "Rest", "Repeat step 2"])
    moved = apply(base, Bag((Replace(step=2, text=""), Insert(step=3, text="Mix"), Insert(step=4, text="Mix"))))
    done = renumber(base, moved)
    assert done.applied(moved.procedure).steps[2:] == ("Mix", "Repeat step 2 (left out)", "Mix")
    assert done.lost != ()


def test_a_how_to_that_counts_for_itself_keeps_its_own_numbers() -> None:
    steps = ["Step 1: Mix", "Step 2: Rest", "Step 1: Melt", "Step 2: Pour, as in step 3 of the dough", "Eat"]
    base = procedure("g", ["Wash", *steps])
    applied = apply(base, Bag((Replace(step=1, text=""),)))
    assert renumber(base, applied).applied(applied.procedure).steps == tuple(steps)
    parts = procedure("g", ["Wash", "Mix", "Bake as in step 2"], sections=[(3, "Step 2: the oven")])
    applied = apply(parts, Bag((Replace(step=1, text=""),)))
    done = renumber(parts, applied)
    assert done.applied(applied.procedure).steps == ("Mix", "Bake as in step 2")
    without = apply(parts, Bag((Replace(step=3, text=""), Insert(step=1, text="See step 2"))))
    [lost] = renumber(parts, without).lost
    assert lost.gone == (2,), "its heading went with the last step below it"


def test_one_step_that_begins_with_the_number_of_another_turns_nothing_off() -> None:
    base = procedure("g", ["Wash", "Mix", "Step 2 - now glaze it", "Bake as in step 2"])
    applied = apply(base, Bag((Insert(step=1, text="Rest"),)))
    assert renumber(base, applied).applied(applied.procedure).steps[3:] == (
        "Step 3 - now glaze it",
        "Bake as in step 3",
    )


def test_numbers_that_stand_before_their_own_step_move_with_it() -> None:
    base = procedure("g", ["Step 1: Wash", "Step 2: Mix", "Step 3: Bake what step 2 gave"])
    applied = apply(base, Bag((Replace(step=1, text=""),)))
    steps = renumber(base, applied).applied(applied.procedure).steps
    assert steps == ("Step 1: Mix", "Step 2: Bake what step 1 gave")
