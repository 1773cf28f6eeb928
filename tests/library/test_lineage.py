"""A variant's edits replay: the original and the file's edits always give the file's steps."""

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.errors import ContentError
from tailor.core.events import RequirementsRead, RunStarted, event_from_line
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.core.review import Review
from tailor.core.review.decisions import accept, own_edit, reject
from tailor.core.review.events import fold, fold_all
from tailor.core.review.state import ReviewState
from tailor.library.entries import Provenance
from tailor.library.lineage import check, last_saved, replayed, save_variant, saved_edits
from tailor.library.store import Library
from tests.depth import cases

MOVES = st.lists(
    st.tuples(st.sampled_from(["take", "reject", "own words", "own step"]), st.integers(1, 9)), max_size=14
)


def recorded() -> Review:
    """The review of the demo's run: two stages, steps and resources, a deletion, an insert on each list."""
    lines = (files("tailor") / "demo.jsonl").read_text("utf-8").split("\n")
    events = [event_from_line(line) for line in lines if line]
    started = events[0]
    assert isinstance(started, RunStarted)
    assert started.procedure is not None
    return fold_all(started.procedure, events)


REVIEW = recorded()


def decided(moves: list[tuple[str, int]]) -> Review:
    """The review after these moves; those that cannot be made are left out."""
    review = REVIEW
    for move, number in moves:
        try:
            match move:
                case "take":
                    review = accept(review, f"e{number}", anyway=True).review
                case "own words":
                    review = accept(review, f"e{number}", own=f"My words {number}", anyway=True).review
                case "own step":
                    review = own_edit(review, "insert", f"s{number}", f"My step {number}").review
                case _:
                    review = reject(review, [f"e{number}"]).review
        except ContentError:
            continue
    return review


@settings(max_examples=cases(150), deadline=None)
@given(MOVES)
def test_whatever_was_decided_the_kept_edits_give_the_result(moves: list[tuple[str, int]]) -> None:
    state = ReviewState(decided(moves))
    edits = saved_edits(state)
    made, result = replayed(REVIEW.original, edits), state.result.draft.procedure
    assert (made.steps, made.resources) == (result.steps, result.resources)
    assert {kept.edit.id for kept in edits} >= state.proposals.keys(), "nothing that was proposed is forgotten"


def test_own_words_are_kept_beside_what_was_proposed() -> None:
    state = ReviewState(accept(REVIEW, "e1", own="Flatten it").review)
    kept = next(kept for kept in saved_edits(state) if kept.edit.id == "e1")
    assert (kept.edit.text, kept.decision, kept.by) == ("Flatten it", "accepted", "you")
    assert kept.proposed == state.proposals["e1"][1].text


def test_a_saved_review_passes_the_check_and_names_its_parent(tmp_path: Path) -> None:
    library = Library(tmp_path)
    review = decided([("take", n) for n in range(1, 10)])
    entry = save_variant(library, ReviewState(review), goal="Bread from the stove")
    assert entry.parent == "starter.crusty-bread"
    assert list(check(library)) == []
    typed = replace(review, original=replace(review.original, id=""))
    first, second = (save_variant(library, ReviewState(typed)) for _ in range(2))
    assert first.parent == second.parent, "an original that is there already is not kept again"
    assert list(check(library)) == []
    assert "Changed 5 of 11 steps, 1 new." in first.file.read_text()


def test_a_review_whose_wishes_were_changed_is_saved_for_the_new_ones_and_stays_the_same_how_to(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    review, made = accept(REVIEW, "e1").review, Provenance(run="r1")
    first = save_variant(library, ReviewState(review), made=made)
    changed = fold(review, RequirementsRead(requirements=parse_hint("for 12"), hint="for 12"))
    assert last_saved(library, changed, "r1") == first
    second = save_variant(library, ReviewState(changed), made=made, version_of=first.id)
    assert (first.hint, second.hint) == (review.hint, "for 12")


def test_only_where_a_machine_wrote_something_the_file_says_so(tmp_path: Path) -> None:
    mine = own_edit(replace(REVIEW, stages=()), "replace", "s1", "Weigh the flour first.").review
    said = save_variant(Library(tmp_path), ReviewState(mine)).file.read_text()
    assert "Changed 1 of 11 steps." in said
    assert "machine" not in said
    theirs = save_variant(Library(tmp_path), ReviewState(accept(REVIEW, "e1").review))
    assert "A machine suggested changes in this" in theirs.file.read_text()


@pytest.mark.parametrize("parent", ["/etc/passwd", "../other.v1", "-", "a/b", "x/../y"])
def test_an_original_that_is_no_name_of_a_how_to_is_said_to_be_none(tmp_path: Path, parent: str) -> None:
    library = Library(tmp_path)
    entry = library.save(REVIEW.original, parent=parent)
    assert [(one.id, one.fault) for one in check(library)] == [(entry.id, "broken")]


def test_a_review_that_changed_nothing_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="Accept a change first"):
        save_variant(Library(tmp_path), ReviewState(REVIEW))


def test_a_review_that_leaves_no_step_is_not_saved(tmp_path: Path) -> None:
    review = replace(REVIEW, original=procedure("Wait", ["Wait"]), stages=())
    review = own_edit(review, "replace", "s1", "").review
    with pytest.raises(ContentError, match="That would leave no steps"):
        save_variant(Library(tmp_path), ReviewState(review))
    assert Library(tmp_path).entries() == (), "no original is kept for a variant that is not"
