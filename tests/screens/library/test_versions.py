"""The versions of a procedure in the Library: read, compared, restored, and made by an edit in place."""

from dataclasses import replace

import pytest

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.new_procedure import EditScreen
from tailor.screens.library.actions import HistoryDialog
from tailor.screens.library.pages import CompareScreen
from tailor.screens.library.screen import LibraryScreen
from tests.screens.conftest import BREAD, press, typed
from tests.screens.library_case import SIZE, filled, top, with_family


async def test_the_versions_of_one_are_shown_and_compared(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        shown = await press(pilot, "f3", "down", "h")
        assert isinstance(top(pilot), HistoryDialog)
        assert "v1" in shown
        shown = await press(pilot, "down", "c")
        assert isinstance(top(pilot), CompareScreen)
        assert "Cool on a rack" in shown
        await press(pilot, "escape")
        assert isinstance(top(pilot), HistoryDialog)
        assert top(pilot).at == 1
        await press(pilot, "enter", "escape")
        assert isinstance(top(pilot), HistoryDialog)
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)


async def test_in_the_history_j_and_k_select_and_r_restores_what_is_selected(environment: dict[str, str]) -> None:
    library, [first, second, *_] = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        for key in ("r", "c"):
            shown = await press(pilot, *(("f3", "down", "h") if key == "r" else ()), key)
            assert isinstance(top(pilot), HistoryDialog)
            assert "This is the newest version" in shown
        shown = await press(pilot, "j", "k", "j", "enter")
        assert "Read   v1" in shown
        assert BREAD.steps[4] not in shown
        await press(pilot, "escape", "r")
        assert "Version 1 is back, saved as version 3." in [one.message for one in pilot.app._notifications]
        now = library.find(first.stem)
        assert now == f"{first.stem}.v3"
        assert library.load(now).procedure.steps == library.load(first.id).procedure.steps
        assert library.load(second.id).procedure.steps == BREAD.steps, "nothing is lost"
        assert "back to version 1" in await press(pilot, "h")


async def test_where_there_is_no_room_beside_the_list_a_procedure_and_its_versions_are_read_over_it(
    environment: dict[str, str],
) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=(40, 15)) as pilot:
        assert "p Read" in await press(pilot, "f3", "down")
        shown = await press(pilot, "p")
        assert "Read   v2" in shown
        assert BREAD.steps[0][:20] in shown
        assert BREAD.steps[-1][:20] in await press(pilot, "end")
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)
        shown = await press(pilot, "h", "down", "enter")
        assert "Read   v1" in shown
        assert BREAD.steps[0][:20] in shown


async def test_two_versions_are_told_apart_where_the_window_is_slim(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=(40, 15)) as pilot:
        shown = await press(pilot, "f3", "down", "h", "down", "c")
        assert "from  v1  saved at 00:00  Bake" in shown
        assert "to  v2  saved at 00:01  Bake" in shown


async def test_a_saved_one_is_edited_in_place_as_its_next_version(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "e")
        assert isinstance(top(pilot), EditScreen)
        assert "2. Find the hole." in shown
        await press(pilot, "down", "end", "enter", *typed("3. Patch it."), "ctrl+s")
        assert isinstance(top(pilot), LibraryScreen)
        now = library.load(saved[4].stem)
        assert (now.entry.version, now.procedure.steps[2:]) == (2, ("Patch it.",))
        shown = await press(pilot, "h")
        assert "v2  1 step added" in shown
        assert "v1  typed, 2 steps" in shown


async def test_an_edit_does_not_ask_to_check_steps_that_are_numbered(environment: dict[str, str]) -> None:
    library, _ = filled(environment["TAILOR_HOME"])
    compote = procedure(
        "my rhubarb compote",
        [
            "wash the rhubarb, cut off leaves (poisonous!) and cut into 2 cm pieces.",
            "put it in a pot with the sugar; leave for 1 hour until juicy",
            "Add the vanilla + orange juice, bring to a boil. then simmer 10 min - don't stir too much!",
            "Fill in hot jars, close. Keeps 2 weeks in the fridge.",
        ],
        ["1 kg rhubarb", "300 g sugar"],
    )
    library.save(replace(compote, notes="From: Aunt Ingrid\nHi love,\nhere is the compote!!"), origin="typed")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "e")
        assert isinstance(top(pilot), EditScreen)
        assert "1. wash the rhubarb" in shown
        assert "Tailor guessed that these lines are the steps" not in " ".join(shown.split())


async def test_a_line_typed_below_a_numbered_step_of_a_saved_one_is_a_step(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(
            pilot, "f3", "e", "down", "end", "enter", *typed("Patch it"), "enter", *typed("ride"), "ctrl+s"
        )
        assert library.load(saved[4].stem).procedure.steps[1:] == ("Find the hole.", "Patch it", "ride")


@pytest.mark.parametrize("as_next_version", [True, False])
async def test_an_edit_of_what_changed_elsewhere_meanwhile_says_so_and_a_second_key_keeps_both(
    environment: dict[str, str], as_next_version: bool
) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    stem = saved[4].stem
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "e", "down", "end", "enter", *typed("3. Patch it."))
        theirs = replace(library.procedure(stem), steps=("Carry it home.",))
        if as_next_version:
            library.save(theirs, version_of=stem)
        else:
            file = library.folder / f"{stem}.v1.md"
            file.write_text(file.read_text().replace("Find the hole.", "Carry it home."))
        await press(pilot, "ctrl+s")
        said = top(pilot)
        assert isinstance(said, ErrorDialog)
        assert said.words[0] == "Changed in the meantime"
        assert (
            f"Their text is v{1 + as_next_version}; yours is still here. Press Esc, then ctrl+s" in said.words[1]
        )
        assert library.load(stem).entry.version == 1 + as_next_version
        await press(pilot, "escape")
        assert top(pilot).query_one("#steps").text.endswith("3. Patch it.")
        await press(pilot, "ctrl+s")
        assert isinstance(top(pilot), LibraryScreen)
    *_, before, last = library.history(stem)
    assert "Carry it home." in library.procedure(before.id).steps
    assert library.procedure(last.id).steps[-1] == "Patch it."


async def test_an_edit_asks_what_becomes_of_lines_that_it_does_not_use(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "e")
        top(pilot).query_one("#steps").text = "## Steps\n1. Find the hole.\n2. Patch it.\n\nRing Anna.\n"
        assert "Ring Anna." in await press(pilot, "ctrl+s")
        await press(pilot, "k")
        assert isinstance(top(pilot), LibraryScreen)
        assert library.load(saved[4].stem).procedure.notes == "Ring Anna."


async def test_an_edit_that_was_left_is_there_again_and_one_that_changed_nothing_leaves_no_draft(
    environment: dict[str, str],
) -> None:
    filled(environment["TAILOR_HOME"])
    async with (app := TailorApp(environment)).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "e", "escape")
        assert app.drafts.texts == []
        await press(pilot, "e", "down", "end", *typed(" Mark it."), "escape")
        assert "2. Find the hole. Mark it." in await press(pilot, "e")


async def test_an_earlier_version_is_made_the_newest_again(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "down", "h", "down", "r")
    assert library.load(saved[0].stem).procedure.steps == library.load(saved[0].id).procedure.steps
