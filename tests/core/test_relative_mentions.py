""" "The previous step" and "the third step" are looked at again where they are other steps now."""

import time

import pytest

from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.engine import apply
from tailor.core.procedure import procedure
from tailor.core.renumber import mentions_relative, moved_relative, renumber, renumber_typed
from tailor.core.review import Review, undo
from tailor.core.review.decisions import accept, own_edit
from tailor.core.review.events import fold
from tailor.core.review.objections import newly_missing, pointless, pointless_findings
from tailor.core.review.state import ReviewState
from tests.core.review_case import edit, started

SALAD = procedure(
    "Salad",
    [
        "Wash the lettuce.",
        "Dry it in a spinner.",
        "Scatter over the walnuts.",
        "Repeat the previous step with the dressing.",
        "Repeat the last two steps until all is used.",
        "Repeat the third step once more.",
    ],
    ["1 bowl for the third step"],
    sections=[(4, "After the third step")],
    notes="Skip the third step if you like.",
)

GONE, ADDED = "the third is left out", "one is put in behind the third"
CHANGES: dict[str, Edit] = {GONE: Replace(step=3, text=""), ADDED: Insert(step=3, text="Add sugar.")}


def said(text: str, change: str, *, at: int = 4) -> tuple[str, ...]:
    """The words of a text, that of the fourth step of six, which mean another step after the change."""
    steps = [f"Do the thing with the number {number}." for number in range(1, 7)]
    steps[at - 1] = text
    base = procedure("Things", steps)
    moved = renumber(base, apply(base, Bag((CHANGES[change],))))
    return tuple(one.words for one in moved.lost if one.words)


@pytest.mark.parametrize("change", [GONE, ADDED])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Repeat the previous step.", "the previous step"),
        ("Repeat the preceding step twice.", "the preceding step"),
        ("Repeat the last step.", "the last step"),
        ("Repeat last step.", "last step"),
        ("Repeat the last two steps.", "the last two steps"),
        ("Repeat the previous 3 steps.", "the previous 3 steps"),
        ("Repeat the two previous steps.", "the two previous steps"),
        ("Repeat both previous steps.", "both previous steps"),
        ("Repeat the step above.", "the step above"),
        ("Repeat the above step.", "the above step"),
        ("Repeat the two steps above.", "the two steps above"),
        ("As in the step before, stir.", "the step before"),
        ("As in the step before this one.", "the step before"),
        ("Go two steps back.", "two steps back"),
        ("Wiederhole den vorherigen Schritt.", "vorherigen Schritt"),
        ("Répétez l'étape précédente.", "étape précédente"),
        ("Repite el paso anterior.", "paso anterior"),
    ],
)
def test_what_counts_back_over_a_step_that_went_or_came_is_named(text: str, words: str, change: str) -> None:
    assert said(text, change) == (words,)
    assert mentions_relative(text)


@pytest.mark.parametrize("change", [GONE, ADDED])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Keep it for the next step.", "the next step"),
        ("Keep it for the following step.", "the following step"),
        ("Keep it for the next two steps.", "the next two steps"),
        ("As in the step below.", "the step below"),
        ("As in the step after this.", "the step after"),
        ("Keep it until two steps later.", "two steps later"),
    ],
)
def test_what_counts_ahead_over_a_step_that_went_or_came_is_named(text: str, words: str, change: str) -> None:
    at = 3 if change == ADDED else 2
    assert said(text, change, at=at) == (words,)


@pytest.mark.parametrize(
    ("text", "gone", "added"),
    [
        ("As in the third step.", True, False),
        ("As in the 3rd step.", True, False),
        ("As in the fifth step.", True, True),
        ("As in the second and third steps.", True, False),
        ("As in the first three steps.", True, False),
        ("As in the first two steps.", False, False),
        ("As in the second step.", False, False),
    ],
)
def test_what_is_counted_from_the_first_step_is_named_where_it_is_another(
    text: str, gone: bool, added: bool
) -> None:
    assert (bool(said(text, GONE, at=6)), bool(said(text, ADDED, at=6))) == (gone, added)


@pytest.mark.parametrize("change", [GONE, ADDED])
@pytest.mark.parametrize(
    "text",
    [
        "Take the first steps with care.",
        "As a first step, breathe.",
        "Repeat the previous steps.",
        "In the step before baking, chill it.",
        "Step back from the fryer.",
        "Stand on the third step of the ladder.",
        "The first step is the hardest.",
        "Follow the steps above.",
        "Do it step after step.",
        "Use the dough of the above steps.",
        "Stir the last two cups in.",
        "Do the previous recipe again.",
    ],
)
def test_other_words_with_step_are_left_alone(text: str, change: str) -> None:
    assert said(text, change, at=4) == ()


def test_what_still_means_the_same_steps_is_not_named() -> None:
    first = renumber(SALAD, apply(SALAD, Bag((Insert(step=0, text="Wash hands."),))))
    assert [one.number for one in first.lost if one.part == "steps"] == [7], "the third step is another one"
    other = renumber(SALAD, apply(SALAD, Bag((Replace(step=3, text="Scatter over the seeds."),))))
    assert other.lost == ()
    assert renumber(SALAD, apply(SALAD, Bag((Insert(step=6, text="Serve."),)))).lost == ()


def test_steps_things_headings_and_notes_are_named_once_a_step_is_left_out() -> None:
    state = ReviewState(own_edit(Review(SALAD), "replace", "s3", "").review)
    look = "Please look at {}: “{}” may mean another step now."
    assert pointless(state) == (
        look.format("step 4 (3 in the result)", "the previous step"),
        look.format("step 5 (4 in the result)", "the last two steps"),
        look.format("step 6 (5 in the result)", "the third step"),
        look.format("“1 bowl for the third step”", "the third step"),
        look.format("the heading “After the third step”", "the third step"),
        look.format("the note “Skip the third step if you like.”", "the third step"),
    )
    assert [one.word for one in pointless_findings(state)][:2] == ["the previous step", "the last two steps"]
    assert state.result.draft.procedure.steps[2] == SALAD.steps[3], "nothing is rewritten"


def test_what_an_edit_makes_another_step_is_named_at_once_and_its_undo_takes_it_back() -> None:
    before = fold(fold(Review(SALAD), started(1, SALAD.steps)), edit("e1", "insert", 3, "Wipe the table."))
    after = accept(before, "e1").review
    assert any("the previous step" in words for words in pointless(ReviewState(after)))
    assert pointless(ReviewState(undo(after))) == ()
    gone = own_edit(Review(SALAD), "replace", "s3", "").review
    assert any(
        "the previous step" in words for words in newly_missing(ReviewState(Review(SALAD)), ReviewState(gone))
    )


def test_what_is_moved_or_left_out_by_hand_is_named_too() -> None:
    moved = procedure("Salad", [*SALAD.steps[:2], SALAD.steps[3], SALAD.steps[2], *SALAD.steps[4:]])
    told = {one.words for one in renumber_typed(SALAD, moved).lost if one.part == "steps"}
    assert told == {"the previous step", "the third step"} | ({"the last two steps"} & told)
    assert renumber_typed(SALAD, SALAD).lost == ()


def test_a_text_of_which_nobody_knows_where_it_stood_is_left_alone() -> None:
    assert moved_relative("Repeat the previous step.", lambda _: None, 3) == ()
    assert moved_relative("Repeat the previous step.", lambda number: number, None) == ()
    assert moved_relative("Repeat the previous step.", lambda number: number + 1, 2) == ()


@pytest.mark.parametrize(
    "part", ["the first and ", "the first and the ", "the two ", "last ", "the step ", "the first, second, "]
)
def test_a_long_text_that_almost_mentions_steps_costs_little(part: str) -> None:
    begun = time.process_time()
    mentions_relative(part * (110_000 // len(part)))
    assert time.process_time() - begun < 1
