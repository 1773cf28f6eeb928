"""The sheet for one's own procedure: steps counted while one writes, and no word lost."""

import pytest
from textual import events

from tailor.app import TailorApp
from tailor.library.formats.text.reader import parse_under
from tailor.library.formats.text.writer import write_under
from tailor.library.store import starter_procedures
from tailor.screens.dialogs.new_procedure import PasteScreen, each_a_step
from tailor.screens.dialogs.text_input import CleanTextArea
from tailor.screens.home.screen import HomeScreen, HomeSearchField
from tailor.screens.home.situation import HintField
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import press, ready, screen_text, started, typed


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Glue\nClamp\nWait", ("Glue", "Clamp", "Wait")),
        ("1. Glue\n2) Clamp\n\n3: Wait", ("Glue", "Clamp", "Wait")),
        ("Step 1: Glue\nStep 2: Clamp", ("Glue", "Clamp")),
        ("- Glue\n* Clamp\n• Wait", ("Glue", "Clamp", "Wait")),
        ("1. Glue it\n   well\n2. Clamp", ("Glue it well", "Clamp")),
        ("2 eggs go in\nStir", ("2 eggs go in", "Stir")),
        ("", ()),
        ("\n \n", ()),
    ],
)
def test_steps_are_read_line_by_line_without_their_marks(text: str, steps: tuple[str, ...]) -> None:
    assert parse_under("", text).procedure.steps == steps


GIVEN = "You need:\n- glue\n\n1. Glue it.\n2. Clamp it"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (GIVEN, GIVEN),
        (f"{GIVEN}\nwait", f"{GIVEN}\n3. wait"),
        (GIVEN.replace("1.", "Wash it.\n1."), GIVEN.replace("1.", "Wash it.\n1.")),  # not among the steps
        (f"{GIVEN} well\nwith two clamps", f"{GIVEN} well\nwith two clamps"),  # a line broken in two
        (f"{GIVEN} well.\nThen wait.\nsand it", f"{GIVEN} well.\n3. Then wait.\n4. sand it"),
        (f"{GIVEN}\nFor the lid:\n== Lid ==\n- oak", f"{GIVEN}\nFor the lid:\n== Lid ==\n- oak"),
        (f"{GIVEN}\n\nRing Anna.", f"{GIVEN}\n\nRing Anna."),
        (f"{GIVEN}\nNotes:\nRing Anna.\nSoon.", f"{GIVEN}\nNotes:\nRing Anna.\nSoon."),
        (f"{GIVEN}\n99999. Odd", f"{GIVEN}\n3. 99999. Odd"),
    ],
)
def test_among_the_numbered_steps_of_a_saved_one_each_line_typed_on_its_own_is_a_step(
    text: str, read: str
) -> None:
    assert each_a_step(text, {*GIVEN.split("\n")}) == read


def test_what_is_not_changed_in_the_form_is_read_as_it_is_written() -> None:
    for one in starter_procedures():
        text = write_under(one)
        assert each_a_step(text, {*text.split("\n")}) == text, one.goal


async def test_a_pasted_list_of_things_becomes_resources_not_a_step(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n")
        app.screen.query_one(CleanTextArea).text = "You need:\n- an oven\n- flour\n\nSteps:\n1. Heat\n2. Mix"
        await pilot.pause()
        assert "2 steps, 2 items needed" in screen_text(app)


async def test_the_count_follows_the_typing_and_the_procedure_is_taken_home(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, *typed("fix a chair"), "enter")
        await pilot.press(*typed("glue"), "enter", *typed("clamp"))
        await pilot.pause()
        assert "2 steps" in screen_text(app)
        await press(pilot, "ctrl+s")
        assert isinstance(app.focused, HintField)
        assert "fix a chair" in screen_text(app)
        assert "typed just now" in screen_text(app) or app.size.width < 100
        assert "glue" in screen_text(app)


async def test_leaving_the_sheet_keeps_every_word_for_the_next_time(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n", *typed("a goal"), "enter", *typed("one step"), "escape")
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "ctrl+n")
        assert app.screen.query_one(CleanInput).value == "a goal"
        assert app.screen.query_one(CleanTextArea).text == "one step"


@pytest.mark.parametrize(
    ("keys", "says"),
    [([], "Give it a title"), ([*typed("goal")], "Write at least one step")],
)
async def test_what_is_missing_is_said_in_place(app: TailorApp, keys: list[str], says: str) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n")
        await pilot.press(*keys, "ctrl+s")
        await pilot.pause()
        assert isinstance(app.screen, PasteScreen)
        assert says in screen_text(app)


async def test_where_all_lines_are_taken_for_things_it_says_how_steps_begin(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n", *typed("goal"), "enter")
        app.screen.query_one(CleanTextArea).text = "You need:\nflour\nMix it\nBake it"
        assert 'things you need: write "Steps:" above the steps.' in await press(pilot, "ctrl+s")


async def test_a_step_that_is_too_long_is_named_and_stays(app: TailorApp) -> None:
    async with started(app) as pilot:
        app.screen.query_one(HomeSearchField).value = "goal"
        await press(pilot, "ctrl+n")
        app.screen.query_one(CleanTextArea).text = "x" * 5_001
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "The step 1 has 5,001 characters" in screen_text(app)
        assert len(app.screen.query_one(CleanTextArea).text) == 5_001


async def test_a_goal_changed_on_the_sheet_is_kept_with_it(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, *typed("fix a chair"), "enter")
        await press(pilot, "shift+tab", "end", *typed(" leg"), "escape", "enter")
        assert app.screen.query_one("#goal", CleanInput).value == "fix a chair leg"


async def test_a_whole_procedure_pasted_into_the_search_opens_the_sheet_with_it(app: TailorApp) -> None:
    async with started(app) as pilot:
        app.screen.query_one(HomeSearchField).post_message(events.Paste("1. Glue\n2. Clamp\n3. Wait"))
        await ready(pilot)
        assert "3 steps" in screen_text(app)
        assert app.screen.query_one(CleanTextArea).text == "1. Glue\n2. Clamp\n3. Wait"


async def test_what_is_pasted_into_the_search_goes_behind_a_draft_that_was_left(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n", *typed("chair"), "enter", *typed("glue"), "escape")
        app.screen.query_one(HomeSearchField).post_message(events.Paste("clamp\nwait"))
        await ready(pilot)
        assert app.screen.query_one(CleanTextArea).text == "glue\nclamp\nwait"
        assert app.screen.query_one("#goal", CleanInput).value == "chair"


RECIPE = "Nan's Pancakes\nServes 4\n\nIngredients\n- 2 cups flour\n\nMethod\n1. Whisk.\n2. Fry."


@pytest.mark.parametrize("field", ["#goal", "#steps"])
async def test_a_whole_recipe_pasted_anywhere_fills_the_title_and_shows_how_it_is_understood(
    app: TailorApp, field: str
) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n")
        app.screen.query_one(field).post_message(events.Paste(RECIPE))
        await ready(pilot)
        assert app.screen.query_one("#goal", CleanInput).value == "Nan's Pancakes"
        assert "Nan's" not in app.screen.query_one(CleanTextArea).text
        shown = screen_text(app)
        assert "2 steps, 1 item needed, 4 servings" in shown
        assert "You need  2 cups flour" in shown
        assert "1  Whisk." in shown


async def test_a_title_that_was_typed_here_stays_over_a_pasted_one(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n", *typed("my title"))
        app.screen.query_one("#steps").post_message(events.Paste(RECIPE))
        await ready(pilot)
        assert app.screen.query_one("#goal", CleanInput).value == "my title"
        assert app.screen.query_one(CleanTextArea).text == RECIPE


async def test_in_a_small_window_the_line_says_what_is_not_used_before_yield_and_times(app: TailorApp) -> None:
    page = "# Tea\n\nAll my own.\n\nServes 4\nPrep time: 15 min\nCook time: 20 min\nTotal time: 35 min\n"
    async with started(app) as pilot:
        await press(pilot, "ctrl+n")
        lists = "\n## Ingredients\n- water\n- 2 tea bags\n\n## Steps\n1. Boil the water.\n2. Pour it on."
        app.screen.query_one("#steps").post_message(events.Paste(page + lists))
        await ready(pilot)
        assert "2 steps, 2 items needed, 1 line not used, 4 servings" in screen_text(app)


async def test_what_no_part_of_a_pasted_markdown_holds_is_listed(app: TailorApp) -> None:
    async with started(app, (120, 40)) as pilot:
        await press(pilot, "ctrl+n")
        app.screen.query_one("#steps").post_message(
            events.Paste("# Tea\n\nAll my own.\n\n## Steps\n1. Boil water.")
        )
        await ready(pilot)
        shown = screen_text(app)
        assert "1 line not used" in shown or "All my own." in shown
        await press(pilot, "ctrl+s", "s")
        assert isinstance(app.screen, HomeScreen)
        assert "Tea" in screen_text(app)
        [saved] = app.workspace.library.entries()
        assert (saved.goal, saved.origin) == ("Tea", "typed")


BESIDE = "# Soup\n\n## Ingredients\n- 2 leeks\n\n## Steps\n1. Chop.\n2. Boil.\n\nBuy my book!\n"


@pytest.mark.parametrize(("answer", "notes"), [("k", "Buy my book!"), ("s", "")])
async def test_lines_that_are_not_used_are_asked_about_before_a_typed_how_to_is_saved(
    app: TailorApp, answer: str, notes: str
) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n")
        app.screen.query_one("#steps", CleanTextArea).text = BESIDE
        app.screen.query_one("#goal", CleanInput).value = "Leek soup"
        await press(pilot, "ctrl+s")
        assert "1 line not used yet" in screen_text(app)
        assert "Buy my book!" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen_stack[-1], PasteScreen), "Esc goes back to the text"
        await press(pilot, "ctrl+s", answer)
        assert isinstance(app.screen, HomeScreen)
    [entry] = app.workspace.library.entries()
    assert app.workspace.library.load(entry.id).procedure.notes == notes


@pytest.mark.parametrize("size", [(120, 30), (80, 24)])
async def test_of_a_letter_it_is_said_that_nothing_tells_its_steps(app: TailorApp, size: tuple[int, int]) -> None:
    async with started(app, size) as pilot:
        await press(pilot, "ctrl+n")
        app.screen.query_one("#steps").post_message(
            events.Paste("Dear Tom,\n\nfirst mix it.\nThen bake it.\n\nLove, Mary")
        )
        await ready(pilot)
        assert (
            "2 steps, 2 lines of notes. Tailor guessed that these lines are the steps; please check."
            in " ".join(screen_text(app).split())
        )


async def test_the_page_beside_the_text_is_scrolled_to_its_end_by_keys(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n")
        steps = "".join(f"{n}. Stir pot {n}.\n" for n in range(1, 30))
        app.screen.query_one("#steps", CleanTextArea).text = BESIDE.replace("1. Chop.\n2. Boil.\n", steps)
        app.screen.query_one("#steps").focus()
        assert "Buy my book!" in await press(pilot, "tab", "end")


async def test_function_keys_do_what_they_do_everywhere_while_one_types_the_steps(app: TailorApp) -> None:
    async with started(app, (100, 30)) as pilot:
        await press(pilot, "ctrl+n")
        steps = app.screen.query_one(CleanTextArea)
        steps.focus()
        await press(pilot, *typed("glue"), "f7")
        assert steps.selection.is_empty
        assert any("Close what is open here first" in toast.message for toast in app._notifications)
