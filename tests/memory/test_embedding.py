"""The lexical embedder: what is near to what, and that it is the same everywhere."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.embedding import GOAL_DIMENSION, STOP_WORDS, Lexical, distances, unit, words_of
from memory.messages import MemoryRow
from memory.text import domain_named, domain_of, procedure_text
from tailor.core.english import lexical_stem

GOALS = Lexical(GOAL_DIMENSION)


def text(goal: str, resources: tuple[str, ...], steps: tuple[str, ...], domain: str = "everyday") -> str:
    return procedure_text(MemoryRow(id="", goal=goal, resources=resources, steps=steps, domain=domain))


def distance(a: str, b: str) -> float:
    return distances(GOALS.query(a), GOALS.plain([b]))[0]


@pytest.mark.parametrize(
    ("typed", "meant", "other"),
    [
        ("choclate cake", "Chocolate cake", "Carrot cake"),
        ("cake chocolate", "Chocolate cake", "Chocolate mousse"),
        ("scarf kniting", "Knit a scarf", "Sew a skirt"),
        ("creme brulee", "Crème brûlée", "Crème caramel"),
    ],
)
def test_words_in_another_order_and_a_wrong_letter_are_near(typed: str, meant: str, other: str) -> None:
    assert distance(typed, meant) < distance(typed, other)
    assert distance(typed, meant) < 0.5


def test_little_words_say_little() -> None:
    assert "the" in STOP_WORDS
    assert distance("how do I knit a scarf", "Knit a scarf") < 0.1


def test_the_words_of_the_goal_count_most_in_a_procedure() -> None:
    texts = [
        text("Knit a scarf", ("wool",), ("Cast on.",)),
        text("Store wool", ("scarf",), ("Knit nothing.",)),
    ]
    embedder = Lexical()
    near = distances(embedder.query("knit a scarf"), embedder.documents(texts))
    assert near[0] < near[1]


@given(st.text(max_size=200))
def test_every_text_has_a_vector_of_length_one(any_text: str) -> None:
    vector = GOALS.query(any_text)
    assert vector.shape == (1, GOAL_DIMENSION)
    assert abs(float((vector**2).sum()) - 1) < 1e-4


def test_another_process_makes_the_same_vector() -> None:
    code = "from memory.embedding import Lexical; print(Lexical().query('Bake bread').tobytes().hex())"
    runs = {subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)}
    assert runs == {Lexical().query("Bake bread").tobytes().hex().encode() + b"\n"}


def test_nothing_has_no_distance_and_zeros_are_far() -> None:
    assert distances(GOALS.query("a"), []) == []
    zeros = GOALS.query("wool") * 0
    assert distances(GOALS.query("wool"), unit(zeros))[0] > 0.8


def test_words_and_stems() -> None:
    assert words_of("Crème BRÛLÉE, don't_stop 3×") == ["creme", "brulee", "don't", "stop", "3"]
    pairs = [("cookies", "cookie"), ("berries", "berry"), ("baking", "bake"), ("pans", "pan"), ("mixed", "mix")]
    assert [lexical_stem(one) == lexical_stem(other) for one, other in pairs] == [True] * 5
    assert lexical_stem("glass") == "glass"


def test_the_text_of_a_procedure_is_that_of_the_paper() -> None:
    made = text("Bake", ("flour", "salt"), ("Mix.", "Wait."), "no such domain")
    assert made == f"{domain_named('everyday').first_word} 'Bake' using flour, salt:\n\n1. Mix.\n2. Wait."
    assert text("Go", (), ("Walk.",), "maths").splitlines()[0].endswith(" 'Go':")


def test_the_domain_is_named_or_told_by_tags() -> None:
    assert [domain_of("Maths"), domain_of("", ("Cooking",)), domain_of("")] == ["maths", "recipe", "everyday"]
