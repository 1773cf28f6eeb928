"""A test case that the memory holds is found by id, by goal, and by four fifths of the words of its steps."""

import random

import pytest

from memory.messages import MemoryRow
from tailor.core.errors import ContentError
from tailor.evaluation.generation_cases import LEAST, NAMED, PARTS, Leak, leaks, refuse, words_of

CASE = MemoryRow(
    id="k1", goal="Wax a wooden bowl", resources=(), steps=("Sand the bowl smooth.", "Rub hot wax in twice.")
)
# nine words: sand the bowl smooth rub hot wax in twice


def row(id: str = "r", goal: str = "Something else", *steps: str) -> MemoryRow:
    return MemoryRow(id=id, goal=goal, resources=(), steps=steps or ("Whistle.",))


def found(*rows: MemoryRow, case: MemoryRow = CASE) -> list[tuple[str, str, str]]:
    return [(one.case, one.row, one.how) for one in leaks([case], rows)]


def test_the_same_id_is_found() -> None:
    assert found(row("k1"), row("k2")) == [("k1", "k1", "id")]


@pytest.mark.parametrize("goal", ["wax a  WOODEN bowl!", "Wax a wooden bowl.", "“Wax a wooden bowl”"])
def test_the_same_goal_is_found_whatever_its_case_spaces_and_marks(goal: str) -> None:
    assert found(row("r", goal)) == [("k1", "r", "goal")]


def test_another_goal_is_none() -> None:
    assert found(row("r", "Wax a wooden spoon")) == []


def test_four_fifths_of_the_words_are_too_many_and_fewer_are_not() -> None:
    ten = MemoryRow(id="k", goal="g", resources=(), steps=("one two three four five", "six seven eight nine ten"))
    assert found(row("r", "x", "ten nine eight seven six five four three"), case=ten) == [("k", "r", "steps")]
    assert found(row("r", "x", "ten nine eight seven six five four"), case=ten) == []
    assert leaks([ten], [row("r", "x", "ONE, two; three four five six seven eight nine")])[0].share == 0.9


@pytest.mark.parametrize(("held", "leaks_it"), [(20, True), (16, True), (15, False), (0, False)])
def test_the_line_is_at_four_fifths(held: int, leaks_it: bool) -> None:
    twenty = MemoryRow(id="k", goal="g", resources=(), steps=tuple(f"word{n}" for n in range(20)))
    words = [f"word{n}" if n < held else f"other{n}" for n in range(40)]
    assert bool(found(row("r", "x", *words), case=twenty)) is leaks_it


def test_a_word_counts_as_often_as_it_stands_there() -> None:
    twice = MemoryRow(id="k", goal="g", resources=(), steps=("stir stir stir stir pour",))
    assert found(row("r", "x", "stir and pour and wait and look and stir"), case=twice) == []
    assert found(row("r", "x", "stir stir stir then stir"), case=twice) == [("k", "r", "steps")]


def test_a_longer_row_that_holds_the_case_is_found_and_a_shorter_is_not() -> None:
    more = row("r", "x", "First fetch a cloth.", *CASE.steps, "Let it dry for a day.")
    assert found(more) == [("k1", "r", "steps")]
    assert found(row("r", "x", CASE.steps[0])) == []


def test_a_case_without_steps_is_still_known_by_goal_and_empty_goals_are_alike_to_none() -> None:
    bare = MemoryRow(id="b", goal="Knot a rope", resources=(), steps=())
    assert found(row("r", "knot a rope"), row("s", "!?", "a"), case=bare) == [("b", "r", "goal")]
    assert found(row("s", "!?"), case=MemoryRow(id="b", goal="…", resources=(), steps=())) == []


def test_a_few_words_are_in_many_rows_and_give_nothing_away() -> None:
    short = MemoryRow(id="k", goal="g", resources=(), steps=("Mix.", "Bake it."))
    assert found(row("r", "x", "Mix well.", "Bake it."), case=short) == []


def test_many_rows_are_counted_alike_one_by_one() -> None:
    cases = [
        MemoryRow(id=f"c{n}", goal=f"g{n}", resources=(), steps=(f"w{n} x{n} y{n} z{n} v{n}",)) for n in range(50)
    ]
    rows = [row(f"r{n}", f"h{n}", f"w{n} x{n} y{n} z{n}" if n % 2 else f"w{n} x{n} y{n}") for n in range(50)]
    assert [one.case for one in leaks(cases, rows)] == [f"c{n}" for n in range(1, 50, 2)]


def test_the_bench_is_refused_with_the_rows_named_and_what_to_do() -> None:
    refuse(())
    with pytest.raises(ContentError) as told:
        refuse([Leak("c1", "r1", "id"), Leak("c1", "r2", "steps", 0.85), Leak("c2", "r3", "goal")])
    said = told.value.message
    assert "2 of the test cases" in said
    assert "case c1: row r2 has the words of its steps (85%)" in said
    assert "case c2: row r3 has the same goal" in said
    assert "tailor memory delete" in said
    with pytest.raises(ContentError, match="… and 5 more"):
        refuse([Leak("c", f"r{n}", "id") for n in range(NAMED + 5)])


def test_the_index_of_telling_words_finds_what_a_plain_comparison_of_every_pair_finds() -> None:
    chance = random.Random(4)

    def made(id: str) -> MemoryRow:
        words = [" ".join(chance.choices("abcdefghijkl", k=chance.randint(1, 7))) for _ in range(3)]
        return MemoryRow(id=id, goal=id, resources=(), steps=tuple(words))

    cases, rows = [made(f"k{n}") for n in range(30)], [made(f"r{n}") for n in range(300)]
    plain = {
        (case.id, row.id)
        for case in cases
        for row in rows
        if (words := words_of(case.steps)).total() >= LEAST
        and (words - words_of(row.steps)).total() * PARTS <= words.total()
    }
    assert 100 < len(plain) < 5_000
    assert {(one.case, one.row) for one in leaks(cases, rows)} == plain
