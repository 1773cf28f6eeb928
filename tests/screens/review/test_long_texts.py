"""Texts that are too long, pasted or from an editor: said, kept whole where they were typed, the app goes on."""

from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.screens.dialogs.base import Question
from tailor.screens.dialogs.text_input import CleanTextArea, WordsDialog
from tailor.screens.follow.screen import FollowScreen
from tailor.screens.home.screen import HomeScreen
from tailor.screens.home.situation import HintField
from tests.screens.conftest import press, ready, screen_text
from tests.screens.review_case import LOAF, MODIFY, MUST, NO_PEANUTS, WHOLE, Bench, FakeSession, begun
from tests.screens.rooms_case import FOLLOW, keys, quiet

LONG = "Mix the flour with water and let it rest. " * 150


def squeezed(app: TailorApp) -> str:
    return " ".join(screen_text(app).replace("▌", " ").split())


def own_words(bench: Bench) -> str | None:
    decision = bench.screen.model.review.decision("e3")
    return decision.own if decision else None


async def paste(pilot: Any, text: str) -> None:
    pilot.app.post_message(Paste(text))
    await ready(pilot)


async def test_too_many_own_words_are_said_and_stay_in_their_window(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("e", "home")
    await paste(bench.pilot, LONG)
    await bench.press("enter")
    window = bench.app.screen
    assert isinstance(window, WordsDialog)
    assert "At most 5,000 characters fit" in squeezed(bench.app)
    typed = window.query_one(CleanTextArea).text
    assert LONG in typed
    foot = [one for one in window.query_one("#window").children if one.display][-1]
    assert foot.region.bottom <= window.query_one("#window").content_region.bottom
    await bench.press("escape", "e")
    assert bench.app.screen.query_one(CleanTextArea).text == typed
    bench.app.screen.query_one(CleanTextArea).text = "Steam it."
    await bench.press("enter")
    assert own_words(bench) == "Steam it."


async def test_too_many_words_from_an_editor_wait_for_the_next_time(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def editor(app: object, text: str, *_: object) -> str:
        opened.append(text)
        return LONG.strip() if len(opened) == 1 else "Steam it."

    monkeypatch.setattr("tailor.screens.dialogs.text_input.in_editor", editor)
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("E")
    assert "you have 6,299. E opens it again." in squeezed(bench.app)
    await bench.press("E")
    assert opened[1] == LONG.strip()
    assert own_words(bench) == "Steam it."
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("E")
    assert opened[2] == "Steam it."


async def test_own_words_wait_where_the_question_before_they_are_taken_is_answered_no(bench: Bench) -> None:
    await bench.give(*begun(), NO_PEANUTS, *MODIFY, MUST, end=True)
    bench.screen.model.stay(("s2", "e7"))
    await bench.press("e", "!", "enter")
    assert isinstance(bench.app.screen, Question)
    await bench.press("n", "e")
    mine = bench.app.screen.query_one(CleanTextArea).text
    assert mine.endswith("!")
    await bench.press("enter", "y")
    assert bench.status(7) == "accepted"
    assert not bench.app.drafts.texts, "what is taken waits no longer"
    await bench.press("u")
    bench.screen.model.stay(("s2", "e7"))
    await bench.press("e")
    assert bench.app.screen.query_one(CleanTextArea).text == mine


async def test_too_long_a_note_is_said_and_nothing_of_it_is_cut(environment: dict[str, str]) -> None:
    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await keys(*FOLLOW, "n")(pilot)
            assert isinstance(app.screen, WordsDialog)
            await paste(pilot, LONG)
            await press(pilot, "enter")
            assert "At most 2,000 characters fit" in squeezed(app)
            assert app.screen.query_one(CleanTextArea).text == LONG
            await press(pilot, "escape")
            below = app.screen_stack[-1]
            assert isinstance(below, FollowScreen)
            assert below.following.notes == ()


async def test_a_megabyte_pasted_into_the_hint_is_refused_and_stays(environment: dict[str, str]) -> None:
    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await keys("enter")(pilot)
            await paste(pilot, "no nuts please. " * 62_500)
            await press(pilot, "enter")
            assert "That is too long: " in squeezed(app)
            await press(pilot, "escape")
            assert isinstance(app.screen, HomeScreen)
            assert len(app.screen.query_one(HintField).value) == 1_000_000


async def test_a_line_too_long_to_be_wrapped_at_every_key_is_shown_unwrapped_and_whole(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    bench.screen.model.stay(("s4", "e3"))
    await bench.press("e")
    pad = bench.app.screen.query_one(CleanTextArea)
    wrapped = []
    for text in ("And serve it.", LONG * 4):
        await paste(bench.pilot, text)
        wrapped.append(pad.soft_wrap)
    assert wrapped == [True, False]
    assert LONG * 4 in pad.text
    pad.text = "Steam it."
    await paste(bench.pilot, "And serve it. ")
    assert pad.soft_wrap


@pytest.mark.parametrize("size", [(100, 40), (80, 24), (50, 15)], ids=str)
@pytest.mark.parametrize("keys", [("e",), ("o",), ("X",), ("X", "o")], ids=" ".join)
async def test_every_box_names_esc_however_long_its_first_line(
    environment: dict[str, str], tmp_path: Path, size: tuple[int, int], keys: tuple[str, ...]
) -> None:
    app, words = TailorApp(environment), "Mix the flour with water and " * 11
    async with app.run_test(size=size) as pilot:
        bench = Bench(app, pilot, FakeSession(record=tmp_path / "r1.jsonl"))
        await bench.open(base=procedure("A loaf", [words, *LOAF.steps[1:]], LOAF.resources))
        await bench.give(*WHOLE, end=True)
        await bench.mark("s1", "e1" if "X" in keys else "step")
        await bench.press(*keys)
        for box in app.screen.query(CleanTextArea):
            box.insert(words)
        await bench.settle()
        assert "esc" in screen_text(app)
