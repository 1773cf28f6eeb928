"""A household hazard in a review: said at the top from the start, and before it is saved."""

from pathlib import Path

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tests.screens.conftest import screen_text, typed
from tests.screens.review_case import MODIFY, Bench, FakeSession, begun, finished, stage

MIXED = procedure("Wash whites", ["Pour vinegar into the drum and 100 ml bleach into the drawer.", "Run it."])


async def test_a_hazard_of_the_how_to_itself_stands_at_the_top_of_its_review(
    environment: dict[str, str], tmp_path: Path
) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(100, 40)) as pilot:
        bench = Bench(app, pilot, FakeSession(record=tmp_path / "r1.jsonl"))
        await bench.open(MIXED)
        await bench.give(*begun(MIXED), stage(1, "modify", MIXED.steps), finished(1, "modify"), end=True)
        assert "! Step 1: bleach with an acid gives off chlorine gas." in screen_text(app)


async def test_a_hazard_in_own_words_is_said_at_once_and_again_before_it_is_saved(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, end=True)
    await bench.mark("s2", "step")
    await bench.press("e", *["backspace"] * 20, *typed("Add bleach and ammonia."), "enter")
    said = "bleach with ammonia gives off poisonous gas."
    assert said in screen_text(bench.app)
    await bench.press("A")  # all is decided then, so the summary opens
    assert said in screen_text(bench.app)
    assert "Enter again" in await bench.press("enter")
    assert not bench.session.saved
