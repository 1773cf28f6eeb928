"""A review with open places, groups and a header is usable as any other; what a key decides there."""

from tailor.core.decisions import fine
from tailor.core.events import Done, Event, HeaderProposed, PlaceFound
from tailor.core.places import open_places, places
from tests.screens.conftest import screen_text
from tests.screens.review_case import LOAF, Bench, begun, edit, finished, stage


def place(number: int, step: int, word: str, *, part: str = "steps") -> PlaceFound:
    return PlaceFound(stage=1, id=f"p{number}", agent="modify", part=part, step=step, word=word, serves=("R1",))  # type: ignore[arg-type]


TOLD: list[Event] = [
    *begun(),
    stage(1, "modify", LOAF.steps),
    place(1, 1, "oven"),
    edit(1, "replace", 4, "Fry it for 12 min a side.", serves=("R1",), group="g1"),
    edit(2, "replace", 1, "250 g flour", part="resources", group="g1"),
    HeaderProposed(stage=1, group="g1", goal="Fry a loaf", yields="half a loaf"),
    place(2, 2, "oven", part="resources"),
    finished(1, "modify"),
    Done(result=LOAF),
]


def waiting(bench: Bench) -> list[str]:
    return [one.id for one in open_places(bench.screen.model.standing)]


async def test_taking_all_leaves_places_open_and_the_result_can_be_saved(bench: Bench) -> None:
    await bench.give(*TOLD, end=True)
    await bench.press("A")
    assert (bench.status(1), bench.status(2)) == ("accepted", "accepted")
    assert waiting(bench) == ["p1", "p2"]
    await bench.press("enter", "enter")
    [(review, name)] = bench.session.saved
    assert name == "Fry a loaf"
    assert review == bench.screen.model.review


async def test_own_words_and_leaving_out_at_a_step_decide_its_place_and_undo_opens_it_again(bench: Bench) -> None:
    await bench.give(*TOLD, end=True)
    bench.screen.model.stay(("s1", "step"))
    await bench.press("d")
    assert waiting(bench) == ["p2"]
    [own] = bench.screen.model.review.choices.own
    assert own.serves == ("R1",)
    await bench.press("u")
    assert waiting(bench) == ["p1", "p2"]
    bench.screen.model.stay(("s1", "step"))
    await bench.press("e", "!", "enter")
    assert [one.status for one in places(bench.screen.model.standing)] == ["own", "open"]


async def test_undo_takes_back_that_a_place_is_fine(bench: Bench) -> None:
    await bench.give(*TOLD, end=True)
    bench.screen.model.review = fine(bench.screen.model.review, ["p1"]).review
    await bench.press("u")
    assert waiting(bench) == ["p1", "p2"]
    await bench.press("U")
    assert waiting(bench) == ["p2"]


async def test_one_key_decides_a_group_and_own_words_for_one_of_it_ask_first(bench: Bench) -> None:
    await bench.give(*TOLD, end=True)
    bench.screen.model.stay(("s4", "e1"))
    await bench.press("x")
    assert (bench.status(1), bench.status(2)) == ("rejected", "rejected")
    await bench.press("u")
    bench.screen.model.stay(("s4", "e1"))
    await bench.press("e", "!", "enter")
    assert "#1 belongs with #2" in screen_text(bench.app)
    await bench.press("n")
    assert (bench.status(1), bench.status(2)) == ("undecided", "undecided")
    bench.screen.model.stay(("s4", "e1"))
    await bench.press("e", "enter")
    assert "#1 belongs with #2" in screen_text(bench.app), "the words waited"
    await bench.press("y")
    assert (bench.status(1), bench.status(2)) == ("accepted", "undecided")
    assert bench.result[3] == "Fry it for 12 min a side.!"
