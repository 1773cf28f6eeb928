"""Memory prefers what worked: outcomes order near equals, and nothing more."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.messages import Outcome, outcome_of_rating
from memory.search import found_of, preferring
from tailor.core.following import begin
from tailor.core.procedure import procedure
from tailor.library.metadata import file_of, record_outcome
from tailor.library.store import Library
from tests.memory.rows import every, memory, row, service


def ordered(*rows: tuple[str, float, float, str]) -> list[str]:
    """The ids after the preference; each row: id, distance, distance of the goal, outcome."""
    found = [
        replace(found_of(row(id, id), 1.0, distance, goal_distance), outcome=outcome)
        for id, distance, goal_distance, outcome in rows
    ]
    return [one.id for one in preferring(found)]


def test_a_good_outcome_passes_a_near_equal_and_a_bad_one_falls_behind() -> None:
    assert ordered(("a", 0.30, 0.2, ""), ("b", 0.32, 0.2, "good")) == ["b", "a"]
    assert ordered(("a", 0.30, 0.2, "bad"), ("b", 0.32, 0.2, "")) == ["b", "a"]
    assert ordered(("a", 0.30, 0.2, "finished"), ("b", 0.32, 0.2, "good")) == ["b", "a"]
    assert ordered(("a", 0.30, 0.2, "accepted"), ("b", 0.32, 0.2, "finished")) == ["a", "b"]


def test_a_clearly_nearer_one_stays_above_by_meaning_and_by_goal() -> None:
    assert ordered(("a", 0.30, 0.2, "bad"), ("b", 0.40, 0.2, "good")) == ["a", "b"]
    assert ordered(("a", 0.30, 0.0, ""), ("b", 0.30, 0.3, "good")) == ["a", "b"]


def test_words_of_other_makers_count_nothing() -> None:
    assert ordered(("a", 0.3, 0.2, ""), ("b", 0.3, 0.2, "tailored by robots")) == ["a", "b"]


DISTANCES = st.floats(0, 2)


@given(st.lists(st.tuples(DISTANCES, DISTANCES, st.sampled_from(sorted(get_args(Outcome)))), max_size=12))
def test_only_near_equals_ever_change_places(rows: list[tuple[float, float, str]]) -> None:
    named = {str(at): one for at, one in enumerate(rows)}
    after = ordered(*((id, *one) for id, one in named.items()))
    assert sorted(after) == sorted(named)
    for at, first in enumerate(after):
        for second in after[at + 1 :]:
            if int(first) > int(second):
                (one, goal, _), (other, its_goal, _) = named[first], named[second]
                assert max(one - other, goal - its_goal) <= 0.0401


@pytest.mark.parametrize(
    ("rating", "word"), [(5, "good"), (4, "good"), (3, "fair"), (2, "bad"), (1, "bad"), (None, "finished")]
)
def test_a_rating_becomes_a_word(rating: int | None, word: str) -> None:
    assert outcome_of_rating(rating) == word


async def test_what_worked_comes_first_among_twins_once_it_is_kept(tmp_path: Path) -> None:
    spoons = [
        replace(procedure("Whittle a birch spoon", ["Carve it.", f"Sand it {how}."]), id=how)
        for how in ("twice", "thrice")
    ]
    async with memory(tmp_path) as held:
        await held.add(spoons)
        before = [found.id for found in await held.search("whittle a birch spoon", 2)]
        assert await held.set_outcome(before[1], "good")
        assert [found.id for found in await held.search("whittle a birch spoon", 2)] == before[::-1]
        assert await held.set_outcome(before[1], "bad")
        assert [found.id for found in await held.search("whittle a birch spoon", 2)] == before
        assert not await held.set_outcome("nobody", "good"), "a procedure that is not there cannot be judged"


def test_an_outcome_stays_when_the_same_procedure_is_added_again(tmp_path: Path) -> None:
    one = service(tmp_path)
    one.add((row("knot", "Tie a knot"),))
    one.set_outcome("knot", "good")
    one.add((row("knot", "Tie a knot"),))
    assert next(kept for kept in every(one) if kept.id == "knot").outcome == "good"


def test_a_rebuild_reads_ratings_and_tailorings_of_the_library(tmp_path: Path) -> None:
    kept = Library(tmp_path / "library")
    parent = kept.save(procedure("Tie a bow", ["Loop."]))
    plain, tailored, made, spoilt = (
        kept.save(procedure(goal, ["Loop."]), parent=above)
        for goal, above in (("Knot", None), ("Bow of one hand", parent.id), ("Lace", None), ("Braid", None))
    )
    for rating in (5, 2):
        following = begin(kept.load(made.id).procedure, made.id, 0.0)
        record_outcome(kept.folder, following, rating, "", "2026-01-01T00:00:00Z")
    file_of(kept.folder, spoilt.stem).write_text("no JSON")
    one = service(tmp_path, library=str(kept.folder))
    one.rebuild()
    outcomes = {kept.id: kept.outcome for kept in every(one)}
    assert [outcomes[entry.id] for entry in (plain, tailored, made, spoilt)] == ["", "accepted", "bad", ""]
