"""The palette has one line for each action, those used last first; the help is grouped and can be searched."""

from textual.command import CommandInput, CommandList
from textual.widgets import Static

from tailor.app import TailorApp
from tailor.screens.dialogs.keys_help import KeysHelp
from tailor.screens.home.screen import HomeScreen
from tailor.screens.palette import NOTHING_FOUND
from tests.screens.conftest import press, screen_text, started, typed
from tests.screens.follow_case import Kitchen, following


def listed(app: TailorApp) -> list[str]:
    found = app.screen.query_one(CommandList)
    return [found.get_option_at_index(at).prompt.plain for at in range(found.option_count)]  # type: ignore[union-attr]


async def test_what_was_used_last_comes_first_and_every_action_has_one_line(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+p")
        before = listed(app)
        assert not any("\n" in row for row in before)
        assert any(row.split()[:2] == ["F7", "Import"] for row in before)
        assert not before[0].split()[1].startswith("Library")
        await press(pilot, *typed("library"), "enter")
        assert app.current_mode == "library"
        await press(pilot, "f2", "ctrl+p")
        assert listed(app)[0].split()[:2] == ["F3", "Library"]
        assert listed(app)[0].endswith("used recently")


async def test_a_long_text_with_line_breaks_is_no_search(app: TailorApp) -> None:
    async with started(app) as pilot:
        app.copy_to_clipboard(f"{'flour ' * 300}\nwater")
        await press(pilot, "ctrl+p", "ctrl+v", "i")
        assert app.screen.query_one(CommandInput).value == "i"


async def test_an_action_is_found_by_the_words_about_it_too(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+p", *typed("who this is for"))
        assert [row.split()[:2] for row in listed(app)] == [["^o", "Profiles"]]


async def test_a_search_that_finds_no_action_says_so_and_enter_does_nothing(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+p", *typed("xyzzy"))
        assert [row.strip() for row in listed(app)] == [NOTHING_FOUND]
        await press(pilot, "enter")
        assert isinstance(app.screen, HomeScreen)


async def test_the_palette_has_the_colours_of_the_theme(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        for theme in ("tailor-dark", "tailor-light"):
            app.theme = theme
            await press(pilot, "ctrl+p")
            panel = app.screen.query_one("#--input").background_colors[1]
            assert panel.hex.lower() == app.current_theme.panel
            await press(pilot, "escape")


def help_text(app: TailorApp) -> str:
    assert isinstance(app.screen, KeysHelp)
    return app.screen.content.plain


async def test_help_has_groups_and_a_search_that_leaves_only_what_has_the_words(
    environment: dict[str, str],
) -> None:
    kitchen = Kitchen(environment)
    app = kitchen.app
    async with app.run_test(size=(80, 24)) as pilot:
        await kitchen.open(pilot)
        await kitchen.press(pilot, "question_mark")
        rows = help_text(app).splitlines()
        groups = [row for row in rows if row in ("What is selected", "This screen", "Tabs", "Everywhere")]
        assert groups == ["This screen", "Tabs", "Everywhere"]
        [pauses] = (at for at, row in enumerate(rows) if "Pause or cancel a timer" in row)
        assert rows.index("This screen") < pauses < rows.index("Tabs")
        await kitchen.press(pilot, "slash", *typed("timer"))
        rows = help_text(app).splitlines()
        assert [row.split()[0] for row in rows if row.startswith(" ")] == ["t", "T", "esc"]
        assert "Tabs" not in rows
        assert "Pause or cancel a timer" in screen_text(app)
        await kitchen.press(pilot, *typed(" qqq"))
        assert "No key matches these words." in str(app.screen.query_one("#text > Static", Static).render())
        await kitchen.press(pilot, "escape")
        assert app.screen is kitchen.screen


async def test_help_still_closes_with_the_keys_that_opened_it(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        for key in ("question_mark", "f1", "q", "enter"):
            await kitchen.press(pilot, "f1", key)
            assert kitchen.app.screen is kitchen.screen, key
