"""Hostile texts on every road into Home: nothing crashes, nothing runs, no control byte is drawn."""

import unicodedata

import pytest
from textual import events

from tailor.app import TailorApp
from tailor.backend import backend_summary
from tailor.config import Config
from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure, procedure
from tailor.core.text import one_line
from tailor.screens.dialogs.base import AnswerOption, ErrorDialog, Question
from tailor.screens.dialogs.new_procedure import PasteScreen
from tailor.screens.dialogs.text_input import CleanTextArea
from tailor.screens.home.screen import HomeScreen, HomeSearchField, backend_strip
from tailor.screens.home.situation import HintField
from tailor.screens.widgets.content import notify
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import make_app, press, ready, screen_text, shelf_of, started
from tests.screens.hostile import HOSTILE

pytestmark = pytest.mark.every_frame

CLICKED = ("action", "link", "list", "hyperlink")
HARMFUL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def drawn_whole(app: TailorApp) -> str:
    """The screen's text, of which nothing can steer a terminal."""
    assert app.is_running
    text = screen_text(app)
    assert not [char for char in text if char != "\n" and unicodedata.category(char) in HARMFUL]
    return text


async def test_a_hostile_procedure_is_only_shown(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = (
        Procedure(goal=text, steps=(text, text), resources=(text,), sections=((2, text),), tags=(text,))
        for text in HOSTILE.values()
    )
    app = make_app(environment, monkeypatch, shelf_of(*evil))
    async with started(app, (100, 30)) as pilot:
        for name in HOSTILE:
            assert "salt" in drawn_whole(app), name
            for x, y in ((8, 6), (60, 6), (60, 9), (62, 12)) if name in CLICKED else ():
                await pilot.click(offset=(x, y))
            app.screen.query_one(HomeSearchField).focus()
            await pilot.press("down")
            assert isinstance(app.screen, HomeScreen), name


async def test_a_hostile_paste_into_any_field_is_cleaned(app: TailorApp) -> None:
    async with started(app, (100, 30)) as pilot:
        hint, search = app.screen.query_one(HintField), app.screen.query_one(HomeSearchField)
        for name, text in HOSTILE.items():
            hint.post_message(events.Paste(text))
            search.post_message(events.Paste(one_line(text)))
            await pilot.pause()
            assert "salt" in hint.value, name
            assert "salt" in search.value, name
            drawn_whole(app)
            hint.value = search.value = ""
        assert (
            not {unicodedata.category(char) for text in HOSTILE.values() for char in CleanInput(text).value}
            & HARMFUL
        )
        app.push_screen(PasteScreen(HOSTILE["clipboard"], HOSTILE["clipboard"]))
        await ready(pilot)
        for name, text in HOSTILE.items():
            pad = app.screen.query_one(CleanTextArea)
            pad.post_message(events.Paste(text))
            await pilot.pause()
            assert "salt" in pad.text, name
            drawn_whole(app)
            pad.load_text(text)
            drawn_whole(app)
            pad.text = ""


async def test_a_hostile_error_question_or_message_is_only_shown(app: TailorApp) -> None:
    async with started(app, (100, 30)) as pilot:
        for name, text in HOSTILE.items():
            await app.push_screen(ErrorDialog.of(TailorError(text, title=text)))
            notify(app, text, title=text)
            await pilot.pause()
            assert "salt" in drawn_whole(app), name
            await pilot.press("c", "escape")
            await app.push_screen(Question(text, text, (AnswerOption("y", text), AnswerOption("n", "No"))))
            await pilot.pause()
            assert "salt" in drawn_whole(app), name
            if name in CLICKED:
                await pilot.click(offset=(45, 15))
            if not isinstance(app.screen, HomeScreen):
                await pilot.press("escape")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_model_name_is_only_shown(text: str) -> None:
    found = backend_summary(Config(base_url="http://127.0.0.1:1/v1", model=text), {})
    assert not {unicodedata.category(char) for char in backend_strip(found, 300).plain} & HARMFUL


async def test_a_hostile_library_file_is_only_shown(app: TailorApp) -> None:
    for text in HOSTILE.values():
        saved = app.workspace.library.save(procedure("GOAL", ["STEP"]))
        written = saved.file.read_text().replace("# GOAL", f"# {text}").replace("STEP", text)
        saved.file.write_text(written, errors="replace")
    async with started(app, (100, 30)) as pilot:
        await press(pilot, "f3")
        for _ in HOSTILE:
            await pilot.press("down")
            drawn_whole(app)
