"""Taking a part of a change (s): the parts by themselves, the words that come of them, and what has no parts."""

from tailor.core.events import Done
from tailor.screens.review.together import PartsSheet
from tests.screens.conftest import screen_text
from tests.screens.review_case import LOAF, Bench, begun, edit, finished, stage

CHANGED = edit(1, "replace", 3, "Let it rest for 2 h.", serves=("R1",))


def squeezed(bench: Bench) -> str:
    return " ".join(screen_text(bench.app).replace("▌", " ").split())


async def opened(bench: Bench) -> None:
    events = (stage(1, "modify", LOAF.steps), CHANGED, edit(2, "insert", 5, "Eat."), finished(1, "modify"))
    await bench.give(*begun(), *events, Done(result=LOAF), end=True)
    bench.screen.model.stay(("s3", "e1"))
    await bench.press("s")


async def test_a_part_that_is_left_out_stays_as_it_was_and_the_agents_text_is_kept_beside(bench: Bench) -> None:
    await opened(bench)
    assert isinstance(bench.app.screen, PartsSheet)
    assert "● rise -> rest" in squeezed(bench)
    assert "● 1 -> 2" in squeezed(bench)
    await bench.press("j", "space")
    assert "○ 1 -> 2" in squeezed(bench)
    assert "Let it rest for 1 h." in squeezed(bench)
    await bench.press("enter")
    assert bench.result[2] == "Let it rest for 1 h."
    decision = bench.screen.model.review.decision("e1")
    assert decision
    assert (bench.status(1), decision.own) == ("accepted", "Let it rest for 1 h.")
    await bench.mark("s3", "e1")
    assert "suggested: Let it rest for 2 h." in squeezed(bench)
    await bench.press("u")
    assert (bench.status(1), bench.result[2]) == ("undecided", LOAF.steps[2])


async def test_all_parts_are_the_edit_itself_none_of_them_is_nothing_and_esc_decides_nothing(bench: Bench) -> None:
    await opened(bench)
    await bench.press("space", "j", "space", "enter")
    assert isinstance(bench.app.screen, PartsSheet)
    assert "Nothing is left of this change. Press x to reject it." in squeezed(bench)
    await bench.press("escape")
    assert bench.status(1) == "undecided"
    await bench.press("s", "enter")
    decision = bench.screen.model.review.decision("e1")
    assert decision
    assert (bench.status(1), decision.own) == ("accepted", None)


async def test_the_window_and_its_keys_fit_into_the_smallest_screen(bench: Bench) -> None:
    await opened(bench)
    await bench.pilot.resize_terminal(40, 12)
    await bench.settle()
    window = bench.app.screen.query_one("#window")
    assert window.region.bottom <= 12
    assert window.region.right <= 40
    assert bench.app.screen.query_one("#keys").region.bottom <= window.content_region.bottom
    assert "space in or out" in squeezed(bench)


async def test_what_has_no_parts_says_what_to_press(bench: Bench) -> None:
    await opened(bench)
    await bench.press("escape")
    bench.screen.model.stay(("e2", "e2"))
    await bench.press("s")
    assert "Only a changed step has parts; press e to edit this one." in squeezed(bench)
