"""The judge's screen by its keys: blind, resumable, nothing lost."""

import asyncio
from pathlib import Path

import pytest
from textual.screen import ModalScreen

from tailor.cli.open_app import JudgeApp
from tailor.evaluation.judging import Item, Judging, item, read_judgements
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.judge import JudgeScreen
from tests.screens.conftest import press, ready, screen_text, started
from tests.screens.hostile import HOSTILE

LOAF = item(
    goal="Bake a crusty loaf",
    condition="I have no oven and I live in an apartment with thin walls",
    steps=(
        "Heat a lidded iron pot on the stove over medium heat for ten minutes.",
        "Mix 500 g flour, 350 g water, 10 g salt and 3 g dry yeast in a large bowl until no dry flour is left.",
        "Let the dough rise for 3 hours, folding it once an hour.",
        "Bake in the pot with the lid on, 12 minutes a side.",
        "Cool on a rack for an hour before slicing.",
    ),
    resources=("500 g flour", "350 g water", "10 g salt", "3 g dry yeast", "a lidded iron pot", "a rack"),
)
POT = item(goal="Grow tomatoes", condition="no balcony", steps=("Fill a pot.", "Plant one seedling deep."))
FIRST, SECOND = Judging((LOAF, POT), Path("nowhere.jsonl"), "Ada").turns[::2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "judgements.jsonl"


def app_of(environment: dict[str, str], path: Path, *given: Item) -> JudgeApp:
    """The screen over these items, or over two."""
    return JudgeApp(Judging(given or (LOAF, POT), path, "Ada"), environment)


def answers(path: Path) -> list[tuple[str, ...]]:
    return [one.answer for one in read_judgements(path).read]


async def test_yes_goes_on_and_reasons_wait_for_enter(environment: dict[str, str], path: Path) -> None:
    app = app_of(environment, path)
    async with started(app) as pilot:
        await press(pilot, "y", "v", "m", "c", "c")
        assert answers(path) == [("yes",)]
        assert "m  [x] missing" in screen_text(app)
        assert "c  [ ] change" in screen_text(app)
        await press(pilot, "enter")
        assert answers(path) == [("yes",), ("missing", "vague")]
        assert "2 of 4 answered" in screen_text(app)
        assert "[x]" not in screen_text(app), "the next question begins without marks"


async def test_the_condition_is_still_there_whole_where_the_window_becomes_slim(
    environment: dict[str, str], path: Path
) -> None:
    app = app_of(environment, path, LOAF)
    async with started(app, (100, 40)) as pilot:
        await press(pilot, "y")
        await pilot.resize_terminal(45, 40)
        await ready(pilot)
        words = " ".join(screen_text(app).split())
        assert LOAF.condition in words


async def test_the_condition_is_shown_for_the_second_question_alone(
    environment: dict[str, str], path: Path
) -> None:
    app = app_of(environment, path)
    async with started(app, (100, 40)) as pilot:
        assert FIRST.item.goal in screen_text(app)
        assert FIRST.item.condition not in screen_text(app)
        await press(pilot, "y")
        assert f"The situation: {FIRST.item.condition}" in screen_text(app)
        await press(pilot, "y")
        assert SECOND.item.goal in screen_text(app)
        assert SECOND.item.condition not in screen_text(app)


async def test_nothing_on_the_screen_tells_who_made_a_result(environment: dict[str, str], path: Path) -> None:
    app = app_of(environment, path, LOAF)
    async with started(app, (120, 40)) as pilot:
        for key in ("y", "f1"):
            await press(pilot, key)
            assert not [word for word in ("end_to_end", "paper", "c1", LOAF.id) if word in screen_text(app)]


async def test_enter_without_a_reason_says_what_to_press(environment: dict[str, str], path: Path) -> None:
    app = app_of(environment, path)
    async with started(app) as pilot:
        assert "For no, press c, m, d or v first." in await press(pilot, "enter")
        assert answers(path) == []


async def test_undo_asks_again_with_the_reasons_marked(environment: dict[str, str], path: Path) -> None:
    app = app_of(environment, path)
    async with started(app) as pilot:
        await press(pilot, "d", "enter", "u")
        assert "d  [x] delete" in screen_text(app)
        assert "0 of 4 answered" in screen_text(app)
        assert answers(path) == []
        assert "There is no answer to undo." in await press(pilot, "u")


async def test_leaving_keeps_all_and_the_next_time_goes_on(environment: dict[str, str], path: Path) -> None:
    app = app_of(environment, path)
    async with started(app) as pilot:
        await press(pilot, "y", "y", "y", "escape")
    assert app.return_code == 0
    again = app_of(environment, path)
    async with started(again) as pilot:
        assert "3 of 4 answered" in screen_text(again)
        assert "You have judged them all. Thank you." in await press(pilot, "y", "y", "c", "enter")
        assert len(answers(path)) == 4, "keys at the end answer nothing"


async def test_the_other_rooms_are_closed(environment: dict[str, str], path: Path) -> None:
    app = app_of(environment, path)
    async with started(app) as pilot:
        await press(pilot, "f2", "f3", "f4", "f5", "f6")
        assert isinstance(app.screen, JudgeScreen)
        await press(pilot, "f1")
        assert isinstance(app.screen, ModalScreen)
        assert "Library" not in screen_text(app)


async def test_an_answer_the_disk_refuses_is_said_and_the_question_stays(
    environment: dict[str, str], path: Path
) -> None:
    app = app_of(environment, path)
    await asyncio.to_thread(path.mkdir)
    async with started(app, (100, 24)) as pilot:
        await press(pilot, "m", "enter")
        assert isinstance(app.screen, ErrorDialog)
        assert app.screen.words[0] == "This answer was not saved"
        assert "judgements.jsonl" in app.screen.words[1]
        assert "The question is still open, with your ticks" in app.screen.words[1]
        assert "start again" not in app.screen.words[1]
        await press(pilot, "escape")
        assert "m  [x] missing" in screen_text(app)
        assert "0 of 4 answered" in screen_text(app)


@pytest.mark.parametrize("size", [(40, 15), (80, 24)])
async def test_what_stands_below_is_said_and_the_condition_stands_once_and_whole(
    environment: dict[str, str], path: Path, size: tuple[int, int]
) -> None:
    app = app_of(environment, path, LOAF)
    async with started(app, size) as pilot:
        shown = await press(pilot, "y")
        assert shown.count("The situation") == 1
        assert LOAF.condition in " ".join(shown.split())
        assert "1  Heat a lidded iron pot" in shown
        assert "more below: j or space" in shown
        shown = await press(pilot, "space", "space", "space")
        assert "slicing." in shown
        assert "more below" not in shown
        assert "This is the end." in shown


async def test_a_result_that_fits_says_nothing_of_more(environment: dict[str, str], path: Path) -> None:
    app = app_of(environment, path, POT)
    async with started(app):
        assert "more below" not in screen_text(app)
        assert "the end of it" not in screen_text(app)


async def test_a_long_result_is_whole_and_scrolls(environment: dict[str, str], path: Path) -> None:
    long = item(goal="g", condition="c", steps=[f"Do thing number {n}." for n in range(300)])
    app = app_of(environment, path, long)
    async with started(app) as pilot:
        assert "Do thing number 299." in await press(pilot, *["space"] * 120)


async def test_hostile_texts_stay_texts(environment: dict[str, str], path: Path) -> None:
    evil = [item(goal=text[:200], condition=text[:200], steps=(text[:200],)) for text in HOSTILE.values()]
    app = app_of(environment, path, *evil)
    async with started(app) as pilot:
        assert "You have judged them all" in await press(pilot, *["y"] * len(evil) * 2)
