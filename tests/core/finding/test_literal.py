"""Words of a hint that stand in the text are found there, whatever else nobody understands of it."""

import pytest

from tailor.core.finding import find
from tailor.core.finding.nouns import acts_at
from tailor.core.guard.vocabulary import tokenize
from tailor.core.procedure import Part, procedure
from tailor.core.requirements import parse_hint


def words(hint: str, steps: list[str], resources: list[str] | None = None) -> set[tuple[int, str]]:
    found = find(procedure("Get it done", steps, resources or ["a form"]), parse_hint(hint))
    return {(place.step, place.word) for one in found.each for wish in one.wishes for place in wish.places}


@pytest.mark.parametrize(
    ("hint", "steps", "found"),
    [
        ("no rust remover", ["Brush on rust remover.", "Rinse it."], (1, "rust remover")),
        ("no rust remover, only lemon", ["Brush on rust remover.", "Rinse it."], (1, "rust remover")),
        ("no overlock stitch", ["Overlock the raw edge."], (1, "Overlock")),
        ("boiler cant be switched off", ["Switch off the boiler.", "Open it."], (1, "boiler")),
        ("already can run 4 minutes", ["Then run 4 minutes."], (1, "run 4 minutes")),
        ("got a new surname", ["Fill in your surname."], (1, "surname")),
    ],
)
def test_what_stands_in_the_text_is_found(hint: str, steps: list[str], found: tuple[int, str]) -> None:
    assert found in words(hint, steps)


@pytest.mark.parametrize(
    ("hint", "steps"),
    [
        ("make it nicer", ["Make a hole.", "Rinse it."]),
        ("no clippers", ["Clip the top layer up."]),
        ("palm oil boycott", ["Season it with palm sugar."]),
        ("it takes hours", ["Wait for hours."]),
    ],
)
def test_what_only_looks_alike_is_not(hint: str, steps: list[str]) -> None:
    assert not words(hint, steps)


WALLS = ["Mark the wall.", "Tap the plugs into the wall.", "Screw it to the wall.", "Wipe the wall."]


@pytest.mark.parametrize(("hint", "count"), [("corkboard wall", 1), ("corrugated walls", 1), ("the wall", 4)])
def test_of_a_plain_word_beside_one_that_nobody_knows_the_first_place_is_shown(hint: str, count: int) -> None:
    assert len(words(hint, WALLS)) == count


def test_the_first_word_of_another_things_name_is_not_looked_for_by_itself() -> None:
    sink = procedure("Unclog a sink", ["Pour the vinegar down the drain.", "Rinse it."], ["vinegar"])
    assert [one.places for one in find(sink, parse_hint("i poured drain cleaner in yesterday")).each] == [()]


@pytest.mark.parametrize(("part", "acts"), [("steps", True), ("resources", False)])
def test_a_line_of_the_list_orders_nothing(part: Part, acts: bool) -> None:
    assert acts_at(tokenize("Squash the lumps"), 0, part) is acts


@pytest.mark.parametrize("hint", ["one coat only", "only one coat"])
def test_what_there_is_only_one_of_is_shown_where_steps_have_more_of_it(hint: str) -> None:
    fence = procedure(
        "Paint a fence", ["Roll on the first coat.", "Wait.", "Roll on a second coat."], ["5 l paint"]
    )
    [found] = find(fence, parse_hint(hint)).each
    assert [place.step for wish in found.wishes for place in wish.places] == [1, 3]


def test_what_goes_on_the_next_day_is_not_done_in_one() -> None:
    fence = procedure("Paint a fence", ["Roll on a coat.", "The next day, roll on a second one."], ["5 l paint"])
    [found] = find(fence, parse_hint("do it in one day")).each
    assert [place.step for wish in found.wishes for place in wish.places] == [2]
