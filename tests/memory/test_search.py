"""Searching: titles with a typo, words, steps, the K nearest, examples at random."""

from collections.abc import Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory import messages as m
from memory.embedding import GOAL_DIMENSION, Lexical
from memory.search import Searcher, fused
from memory.service import Service
from memory.store import Ranked, Store, VectorQuery, WordQuery
from tests.memory.rows import row, service

ROWS = (
    row(
        "bread",
        "Bake rye bread",
        "Mix rye flour and water.",
        "Wait: the dough has risen when it is twice as large.",
        "Bake it.",
    ),
    row("cake", "Chocolate cake", "Melt the chocolate.", "Stir in the eggs.", "Bake for 40 minutes."),
    row("mousse", "Chocolate mousse", "Melt the chocolate.", "Whip the cream.", "Chill."),
    row("tyre", "Mend a bicycle tyre", "Take off the wheel.", "Find the hole in water.", "Glue a patch over it."),
    row(
        "scarf", "Knit a scarf", "Cast on 40 stitches.", "Knit every row.", "Cast off.", resources=("merino wool",)
    ),
)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Service:
    one = service(tmp_path_factory.mktemp("searched"))
    one.add(ROWS)
    one.optimize()
    return one


def search(one: Service, query: str, k: int = 5, mode: m.Mode = "procedures") -> list[str]:
    return [hit.id for hit in one.search(query, k, mode)]


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("cake choclate", "cake"),
        ("chocolate mouse", "mousse"),
        ("MEND TYRE BICYCEL", "tyre"),
        ("something with merino", "scarf"),
        ("find the hole in the wheel, glue a patch over it", "tyre"),
    ],
)
def test_the_right_one_comes_first(held: Service, query: str, id: str) -> None:
    assert search(held, query)[0] == id


def test_a_question_in_american_spelling_finds_what_is_written_in_british(held: Service) -> None:
    assert {*search(held, "bicycle tire")[:2]} == {"tyre", "starter.fix-flat-tyre"}


def test_a_question_finds_what_is_written_under_another_name_of_the_thing(held: Service) -> None:
    assert search(held, "bike")[0] in {"tyre", "starter.clean-chain"}
    assert {"tyre", "starter.fix-flat-tyre"} <= {*search(held, "bike puncture", 30)}


def test_a_hit_says_how_near_it_is(held: Service) -> None:
    best = held.search("Knit a scarf", 2)
    assert best[0].goal_distance < 0.01
    assert 0 <= best[0].distance < best[1].distance <= 2
    assert best[0].score > best[1].score
    assert (best[0].resources, best[0].steps, best[0].step) == (("merino wool",), ROWS[4].steps, None)


def test_k_is_the_most_that_comes(held: Service) -> None:
    assert len(search(held, "chocolate", 2)) == 2
    assert search(held, "chocolate", 0) == []
    assert len(search(held, "chocolate", 10_000)) > 5


@pytest.mark.parametrize("query", ["", "   ", "\n"])
def test_an_empty_question_finds_nothing(held: Service, query: str) -> None:
    assert search(held, query) == []
    assert search(held, query, mode="steps") == []
    assert held.nearest(query, 3) == ()


@pytest.mark.parametrize(
    "query", ["'", '"open', "a AND (", "*", "goal:x^3~", "((((", "\0\x1b[2J", "x" * 100_000, "🎂"]
)
def test_no_question_is_malformed(held: Service, query: str) -> None:
    assert len(search(held, query, 3)) <= 3


def test_a_step_is_found_by_what_is_asked(held: Service) -> None:
    best = held.search("how do I know the dough has risen", 3, "steps")
    assert (best[0].id, best[0].step) == ("bread", 2)
    assert len({(hit.id, hit.step) for hit in best}) == 3


def test_nearest_goes_by_the_vector_alone(held: Service) -> None:
    near = held.nearest("chocolate cake", 3)
    assert near[0].id == "cake"
    assert [hit.distance for hit in near] == sorted(hit.distance for hit in near)
    assert near[0].score == pytest.approx(1 - near[0].distance, abs=1e-3)


def test_examples_at_random_are_the_same_for_the_same_seed(held: Service) -> None:
    first = held.random(4, 3)
    assert first == held.random(4, 3)
    assert len({hit.id for hit in first}) == 4
    assert first != held.random(4, 4)
    assert len(held.random(10_000, 1)) > 80


def test_the_starters_are_there_from_the_first_use(held: Service) -> None:
    assert search(held, "Bake a crusty loaf of bread")[0] == "starter.crusty-bread"


@given(st.lists(st.lists(st.integers(0, 9), unique=True), max_size=4))
def test_what_is_ahead_in_every_ranking_is_ahead_in_all(rankings: list[list[int]]) -> None:
    scores = fused([(1.0, ranking) for ranking in rankings])
    for a in scores:
        for b in scores:
            everywhere = all(
                a in ranking and (b not in ranking or ranking.index(a) < ranking.index(b))
                for ranking in rankings
                if a in ranking or b in ranking
            )
            if everywhere and a != b:
                assert scores[a] > scores[b]


class Scripted:
    """A table whose rankings disagree: by goal row 1 is first, by words and by vector row 2."""

    def __init__(self, rows: int = 2) -> None:
        self.rows = rows
        self.asked: list[VectorQuery | WordQuery] = []

    def count(self) -> int:
        return self.rows

    @property
    def reading(self) -> "Scripted":
        return self

    def rank(self, *questions: VectorQuery | WordQuery) -> list[list[Ranked]]:
        self.asked += questions
        return [self._ranking(one) for one in questions]

    def _ranking(self, one: VectorQuery | WordQuery) -> list[Ranked]:
        if isinstance(one, WordQuery):
            return [(2, 7.0)]
        return [(1, 0.3), (2, 0.45)] if one.column == "goal_vector" else [(2, 0.1), (1, 0.2)]

    def take(
        self, rows: Sequence[int], vectors: Sequence[str]
    ) -> dict[int, tuple[m.MemoryRow, dict[str, list[float]]]]:
        return {number: (row(str(number), "Goal"), {"vector": [1.0] * 384}) for number in rows}


def test_a_goal_that_the_question_names_cannot_be_outvoted() -> None:
    store = cast(Store, Scripted())
    found = Searcher(store, Lexical(), Lexical(GOAL_DIMENSION)).procedures("a question", 2)
    assert [one.id for one in found] == ["1", "2"]


def asked_by_words(rows: int, query: str) -> list[bool]:
    """Whether each question by words wants every word."""
    store = Scripted(rows)
    Searcher(cast(Store, store), Lexical(), Lexical(GOAL_DIMENSION)).procedures(query, 2)
    return [one.every for one in store.asked if isinstance(one, WordQuery)]


def test_every_word_comes_first_unless_the_table_is_large_or_there_is_one_word_only() -> None:
    assert asked_by_words(20_000, "rye bread") == [True, False]
    assert asked_by_words(20_000, "bread") == [False]
    assert asked_by_words(1_000_000, "rye bread") == [False]
    assert asked_by_words(20_000, "flat tire") == [True, True, False]
