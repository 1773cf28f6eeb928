"""The shell: themes that stay, help, palette, modes, and how it ends when something breaks."""

import gc
from pathlib import Path

import pytest
from textual.app import App

from tailor.app import TailorApp
from tailor.core.errors import UsageError
from tailor.screens import themes
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.keys_help import KeysHelp
from tailor.screens.home.screen import HomeScreen
from tailor.screens.home.situation import HintField
from tailor.screens.library.screen import LibraryScreen
from tailor.screens.terminal import fatal_words
from tests.screens.conftest import BREAD, press, ready, screen_text, started, typed


def written(environment: dict[str, str], settings: str) -> None:
    """A file of settings, there before the app."""
    home = Path(environment["TAILOR_HOME"])
    home.mkdir()
    (home / "config.toml").write_text(settings)


async def test_a_chosen_theme_is_kept_for_the_next_time(app: TailorApp, environment: dict[str, str]) -> None:
    async with started(app) as pilot:
        app.theme = themes.LIGHT.name
        await ready(pilot)
    assert TailorApp(environment).theme == themes.LIGHT.name


async def test_of_two_themes_taken_at_once_the_last_is_kept(app: TailorApp, environment: dict[str, str]) -> None:
    async with started(app) as pilot:
        app.theme = "nord"
        app.theme = themes.LIGHT.name  # before the first was begun to be written
        await ready(pilot)
        gc.collect()  # a write that was never begun would be told of here, and fail the test
    assert TailorApp(environment).theme == themes.LIGHT.name


async def test_looking_at_the_app_writes_no_settings(app: TailorApp) -> None:
    async with app.run_test() as pilot:
        await ready(pilot)
    assert not app.workspace.has_settings


def test_the_environment_may_name_a_theme(environment: dict[str, str]) -> None:
    assert TailorApp(environment | {"TEXTUAL_THEME": "nord"}).theme == "nord"
    assert TailorApp(environment | {"TEXTUAL_THEME": "no such"}).theme == themes.DEFAULT


@pytest.mark.parametrize(
    ("name", "value"),
    [("TEXTUAL_DRIVER", "junk"), ("TEXTUAL_DRIVER", "os:path"), ("TEXTUAL_COLOR_SYSTEM", "junk")],
)
def test_an_environment_with_which_nothing_can_be_drawn_is_named(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(f"textual.constants.{name.removeprefix('TEXTUAL_')}", value)
    with pytest.raises(UsageError, match=name):
        TailorApp(environment)


async def test_damaged_settings_are_said_and_the_app_works(environment: dict[str, str], app: TailorApp) -> None:
    written(environment, "[app\n")
    async with started(app, (120, 40)) as pilot:
        assert isinstance(app.screen, ErrorDialog)
        assert "is not TOML" in screen_text(app)
        await pilot.press("escape")
        assert "Bake a crusty loaf" in screen_text(app)


async def test_help_names_the_keys_that_work_here_and_escape_comes_back(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "f1")
        assert isinstance(app.screen, KeysHelp)
        assert "Search your own how-tos" in screen_text(app)
        await pilot.press("escape")
        below: object = app.screen
        assert isinstance(below, HomeScreen)


async def test_a_question_mark_is_a_letter_where_one_types_and_help_elsewhere(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press("enter", "question_mark")
        assert app.screen.query_one(HintField).value == "?"
        app.screen.query_one("#books").focus()
        await press(pilot, "question_mark")
        assert isinstance(app.screen, KeysHelp)


async def test_the_palette_knows_every_action_with_its_key(app: TailorApp) -> None:
    async with started(app):
        commands = {command.title: command.help for command in app.get_system_commands(app.screen)}
        for name, key in {"Choose": "⏎", "New": "^n", "Connect": "F9", "Library": "F3", "Quit": "^q"}.items():
            assert commands[name].startswith(key), name
        assert "Theme" in commands


async def test_an_action_of_the_palette_does_what_its_key_does(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press("ctrl+p", *typed("library"))
        await pilot.pause(0.3)
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, LibraryScreen)


async def test_the_library_is_a_key_away_and_home_keeps_its_words(app: TailorApp) -> None:
    app.workspace.library.save(BREAD)
    async with started(app, (120, 40)) as pilot:
        await press(pilot, "enter", *typed("no oven"), "f3")
        assert isinstance(app.screen, LibraryScreen)
        assert "Bake a crusty loaf" in screen_text(app)
        assert "Preheat the oven" in screen_text(app)
        await press(pilot, "f2")
        assert app.screen.query_one(HintField).value == "no oven"


async def test_an_empty_library_says_what_to_press(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Nothing saved yet. F2 goes Home" in await press(pilot, "f3")


async def test_keys_can_be_changed_in_the_settings(environment: dict[str, str], app: TailorApp) -> None:
    written(environment, '[keys]\n"home.new" = "f8"\n')
    async with started(app):
        assert "F8 New" in screen_text(app)


async def test_an_error_can_be_copied_and_the_app_runs_on(app: TailorApp) -> None:
    async with started(app) as pilot:
        app.push_screen(ErrorDialog.of(UsageError("Say more.")))
        await ready(pilot)
        await pilot.press("c")
        assert app.clipboard == "That did not work\nSay more."
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_background_work_that_fails_says_so_without_its_text(app: TailorApp) -> None:
    async def fail() -> None:
        raise RuntimeError("a secret text")

    async with started(app) as pilot:
        app.screen.run_worker(fail(), exit_on_error=False)
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, ErrorDialog)
        assert "RuntimeError" in screen_text(app)
        assert "secret" not in screen_text(app)


def test_the_last_words_of_a_crash_hold_no_text_and_no_local() -> None:
    secret = "sk-very-secret"
    try:
        raise ValueError(f"a prompt with {secret}")
    except ValueError as error:
        words = fatal_words(error)
    assert "ValueError" in words
    assert __file__ in words
    assert secret not in words
    assert "prompt" not in words


def test_too_little_memory_is_called_so() -> None:
    assert fatal_words(MemoryError()).startswith(
        "Tailor stopped because the system refused: this computer has no free memory left."
    )
    assert ErrorDialog.of(MemoryError()).words[0] == "That did not work"


async def test_a_crash_ends_the_app_with_these_words(app: TailorApp, capsys: pytest.CaptureFixture[str]) -> None:
    async def until_it_breaks() -> None:
        async with started(app) as pilot:
            app.call_later(_broken)
            await pilot.pause()

    with pytest.raises(RuntimeError):
        await until_it_breaks()
    printed = capsys.readouterr()
    assert "Tailor stopped because of a bug in Tailor itself" in printed.err
    assert "hidden" not in printed.err + printed.out


def _broken() -> None:
    raise RuntimeError("hidden")


def test_the_app_is_a_textual_app_and_nothing_runs_on_import() -> None:
    assert issubclass(TailorApp, App)


@pytest.mark.parametrize("room", ["f2", "f3", "f4", "f5", "f6"])
async def test_the_keys_for_import_and_connect_work_in_every_room(app: TailorApp, room: str) -> None:
    async with started(app) as pilot:
        for key, opened in (("f7", "ImportScreen"), ("f9", "ConnectDialog")):
            await press(pilot, room, key)
            assert type(app.screen).__name__ == opened
            await press(pilot, "escape")


@pytest.mark.parametrize("way", [("ctrl+n",), ("f3",), ("f4",), ("f5",), ("f6",), ("f7",)], ids=str)
async def test_another_model_is_chosen_over_what_is_open_and_nothing_closes(
    app: TailorApp, way: tuple[str, ...]
) -> None:
    async with started(app, notifications=True) as pilot:
        await press(pilot, *way)
        before = app.screen
        await press(pilot, "f9")
        assert type(app.screen).__name__ == "ConnectDialog"
        await press(pilot, "home", "enter")
        assert app.screen is before
        assert "Using the built-in tailor" in " ".join(one.message for one in app._notifications)


async def test_a_key_that_needs_home_says_why_it_does_nothing(app: TailorApp) -> None:
    async with started(app, notifications=True) as pilot:
        await press(pilot, "ctrl+n", "f7")
        said = " ".join(one.message for one in app._notifications)
        assert said == "Close what is open here first (Esc). You will find it again on Home."
