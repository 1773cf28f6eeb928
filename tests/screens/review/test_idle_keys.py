"""The key bar of a review offers the keys that work on the row under the cursor, and no others."""

import pytest

from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.key_bar import KeyBar
from tests.screens.conftest import screen_text
from tests.screens.review.test_places import GROUP, PLACES
from tests.screens.review_case import WHOLE, Bench

WIDE = (300, 30)


async def offered(bench: Bench, slot: str, part: str) -> str:
    """The key bar with the cursor there, in a window with room for every key."""
    await bench.pilot.resize_terminal(*WIDE)
    await bench.mark(slot, part)
    return bench.screen.query_one(KeyBar).render().plain


async def test_where_a_step_only_mentions_something_there_is_nothing_to_accept(bench: Bench) -> None:
    await bench.give(*PLACES, end=True)
    place, change = await offered(bench, "s1", "p1"), await offered(bench, "s4", "e1")
    assert not any(words in place for words in ("a Accept ", "x Reject ", "X Reject"))
    assert all(words in change for words in ("a Accept ", "x Reject ", "X Reject"))
    assert ("f It is fine" in place, "f It is fine" in change) == (True, False)
    await bench.mark("s1", "p1")
    await bench.press("a")
    assert "There is no suggestion here: e writes your own words" in screen_text(bench.app), "it still says why"


async def test_the_row_of_a_group_has_no_words_to_edit_and_a_step_nothing_to_open(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    group, change = await offered(bench, "g1", "g1"), await offered(bench, "s5", "e4")
    assert "a Accept " in group
    assert not any(words in group for words in ("e Edit ", "o Add", "d Remove"))
    assert all(words in change for words in ("a Accept ", "e Edit ", "o Add", "d Remove"))
    assert ("→ One by one" in group, "→ One by one" in change) == (True, False)


async def test_a_step_without_a_suggestion_offers_only_what_can_be_done_to_a_step(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    step = await offered(bench, "s2", "step")
    assert not any(words in step for words in ("a Accept ", "x Reject ", "f It is fine", "for this wish"))
    assert all(words in step for words in ("e Edit ", "o Add", "d Remove"))


@pytest.mark.parametrize("done", [(), ("x",)])
async def test_nothing_is_offered_to_be_applied_before_something_is_accepted(
    bench: Bench, done: tuple[str, ...]
) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.mark("s1", "e1")
    await bench.press(*done)
    assert "Apply" not in bench.screen.query_one(KeyBar).render().plain
    await bench.press("a")
    assert "⏎ Apply" in bench.screen.query_one(KeyBar).render().plain
    await bench.press("u")
    assert "Apply" not in bench.screen.query_one(KeyBar).render().plain


async def test_what_has_nothing_left_to_do_is_not_offered(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    before = await offered(bench, "s1", "e1")
    await bench.press("A")
    await bench.press("escape", "n", "a", "escape")
    after = await offered(bench, "s1", "e1")
    assert ("A All" in before, "A All" in after) == (True, False)
    assert ("u Undo" in before, "u Undo" in after) == (False, True)


async def test_every_idle_key_is_a_key_of_the_review(bench: Bench) -> None:
    actions = {binding.action for binding in ReviewScreen.BINDINGS}  # type: ignore[union-attr]
    idle = set(bench.screen.idle())
    for slot, part in (("s2", "step"), ("s4", "e1")):
        await bench.mark(slot, part)
        idle |= set(bench.screen.idle())
    assert idle <= actions
