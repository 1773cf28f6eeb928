"""Choices kept with a run: what was chosen last, and what undo goes back to once the review is opened again."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tailor.core.procedure import procedure
from tailor.core.review import Decision, Decisions, Review, decide, redo, undo
from tailor.runs.history import MOST_UNDONE, choices_and_past, note_choices

START = Review(procedure("Bake", ["Mix.", "Bake."]))


def played(file: Path, moves: str) -> Review:
    """A review after these moves (a letter decides, < undoes, > does again), each kept as the screen keeps it."""
    file.unlink(missing_ok=True)
    file.touch()
    review = START
    for move in moves:
        before = review
        review = {"<": undo, ">": redo}.get(move, lambda one, id=move: decide(one, [Decision(id, "accepted")]))(
            review
        )
        if review.choices != before.choices:
            note_choices(review.choices, file)
    return review


def test_a_run_without_choices_has_nothing_to_undo(tmp_path: Path) -> None:
    played(tmp_path / "run", "")
    assert choices_and_past(tmp_path / "run") == (Decisions(), ())


@given(st.text("abcd<>", max_size=12))
def test_undo_goes_the_same_way_in_a_review_opened_again(tmp_path_factory: object, moves: str) -> None:
    file = tmp_path_factory.getbasetemp() / "run"  # type: ignore[attr-defined] # pytest names its type in no stub
    review = played(file, moves)
    assert choices_and_past(file) == (review.choices, review.past)


def test_noting_the_same_twice_is_one_step(tmp_path: Path) -> None:
    review = played(tmp_path / "run", "ab")
    note_choices(review.choices, tmp_path / "run")
    assert choices_and_past(tmp_path / "run") == (review.choices, review.past)


def test_a_long_review_keeps_its_latest_steps(tmp_path: Path) -> None:
    review = played(tmp_path / "run", "".join(chr(1000 + number) for number in range(MOST_UNDONE + 20)))
    choices, past = choices_and_past(tmp_path / "run")
    assert choices == review.choices
    assert past == review.past[-MOST_UNDONE:]


def test_a_line_cut_off_by_a_crash_is_passed_over(tmp_path: Path) -> None:
    review = played(tmp_path / "run", "ab")
    with (tmp_path / "run").open("a") as file:
        file.write('{"kind": "choices", "decis')
    assert choices_and_past(tmp_path / "run") == (review.choices, review.past)


def test_what_is_chosen_after_a_line_was_cut_off_is_kept(tmp_path: Path) -> None:
    review = played(tmp_path / "run", "a")
    with (tmp_path / "run").open("a") as file:
        file.write('{"kind": "choices", "decis')
    review = decide(review, [Decision("b", "accepted")])
    note_choices(review.choices, tmp_path / "run")
    assert choices_and_past(tmp_path / "run") == (review.choices, review.past)
