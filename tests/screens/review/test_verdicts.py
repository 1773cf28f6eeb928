"""What Verify thought of each edit, on the screen: said on the card, taken by one key, asked for one step."""

from tests.screens.conftest import screen_text
from tests.screens.review_case import FRIED, MODIFY, WHOLE, Bench, begun, edit, finished, stage


async def test_cards_say_what_verify_agrees_with_and_what_it_would_change(bench: Bench) -> None:
    doubt = edit(4, "replace", 4, "Fry slowly in a lidded pan.", at=2, agent="verify")
    verify = stage(2, "verify", FRIED[1:], ("e1", "e2", "e3"))
    await bench.give(*begun(), *MODIFY, verify, doubt, finished(2, "verify"), end=True)
    await bench.mark("e2", "e2")
    assert "checked ✓" in screen_text(bench.app)
    await bench.mark("s4", "e3")
    assert "the check disagrees" in screen_text(bench.app)
    assert "The check would write it differently" in screen_text(bench.app)


async def test_one_key_takes_what_verify_agrees_with_and_leaves_the_doubted_to_decide(bench: Bench) -> None:
    doubt = edit(4, "replace", 4, "Fry slowly in a lidded pan.", at=2, agent="verify")
    verify = stage(2, "verify", FRIED[1:], ("e1", "e2", "e3"))
    await bench.give(*begun(), *MODIFY, verify, doubt, finished(2, "verify"), end=True)
    await bench.press("Y")
    assert (bench.status(2), bench.status(3)) == ("accepted", "undecided")
    await bench.press("u")
    assert bench.status(2) == "undecided"


async def test_without_a_verdict_the_key_says_what_to_press(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY)
    assert "V checks again" in await bench.press("Y")


async def test_verify_can_be_asked_about_the_marked_step_alone(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    await bench.press("escape")
    bench.screen.model.stay(("s2", "step"))
    await bench.press("V", "s")
    agent, _, step, _ = bench.session.asked[0]
    assert (agent, step) == ("verify", 2)
