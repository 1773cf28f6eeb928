"""Two of the Library compared, and several selected for one key."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tailor.app import TailorApp
from tailor.library.metadata import change, read
from tailor.rules.shopping_list import as_text
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.shopping_list import ShoppingDialog
from tailor.screens.library.pages import CompareScreen
from tailor.screens.library.screen import LibraryScreen
from tests.screens.conftest import BREAD, press, typed, until
from tests.screens.library_case import SIZE, filled, top, with_family


async def test_a_variant_is_compared_with_its_original(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        shown = await press(pilot, "f3", "down", "down", "c")
        assert isinstance(top(pilot), CompareScreen)
        assert "Brush off the flour." in shown
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)


async def test_any_two_are_compared_by_picking_one(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        shown = await press(pilot, "f3", "c")
        assert "no original or earlier version" in shown
        shown = await press(pilot, "space", "end", "c")
        assert isinstance(top(pilot), CompareScreen)
        assert "wheel" in shown


async def test_what_was_picked_is_marked_in_either_order(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        await press(pilot, "f3")
        assert "● Bake a loaf" not in await press(pilot, "v", "v"), (
            "both orders were made before anything is picked"
        )
        for key in ("space", "v", "v"):
            assert (await press(pilot, key)).count("●") == 1, key
        assert "●" not in await press(pilot, "space")
        assert "●" not in await press(pilot, "v")


async def test_several_are_selected_and_deleted_tagged_and_brought_back_together(
    environment: dict[str, str],
) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    stems = {saved[0].stem, saved[4].stem}
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "space", "down", "space")
        assert "2 selected: t tags, d deletes, x exports, c compares, esc clears" in shown
        await press(pilot, "t", *typed("quick"), "enter")
        await until(pilot, lambda: {one.stem for one in top(pilot).entries if one.tags == ("quick",)} == stems)
        await press(pilot, "d")
        assert not stems & {one.stem for one in library.entries()}
        shown = await press(pilot, "u")
        assert stems <= {one.stem for one in library.entries()}
        assert "selected" not in shown


@pytest.mark.parametrize("key", ["enter", "a", "f", "e", "p", "h", "r", "o"])
async def test_a_key_that_takes_one_how_to_guesses_none_of_several(environment: dict[str, str], key: str) -> None:
    async with with_family(environment) as pilot:
        await press(pilot, "f3", "space", "down", "space")
        shown = await press(pilot, key)
        assert "Several are selected, but this works with only one. Esc clears the selection." in shown
        assert isinstance(top(pilot), LibraryScreen)
        assert len(top(pilot).books.picked) == 2
        assert "works with only one" not in await press(pilot, "escape", key)


async def test_copies_and_the_shopping_list_are_of_all_that_are_selected(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        app = pilot.app
        await press(pilot, "f3", "space", "down", "space")
        first, second = top(pilot).books.selected()
        one, other = (top(pilot).workspace.library.load(each.id).procedure for each in (first, second))
        await press(pilot, "y")
        assert app.clipboard == f"{first.id} {second.id}"
        await press(pilot, "f8")
        assert all(text in app.clipboard for text in (one.goal, *one.steps, other.goal, *other.steps))
        await press(pilot, "f12")
        assert isinstance(top(pilot), ShoppingDialog)
        await press(pilot, "c")
        assert app.clipboard == as_text([one, other]) != as_text([one])


async def test_a_list_of_several_leaves_none_out_that_cannot_be_read(
    environment: dict[str, str],
) -> None:
    async with with_family(environment) as pilot:
        await press(pilot, "f3", "space", "down", "space")
        top(pilot).books.selected()[1].file.write_bytes(b"\xff\xfe broken")
        await press(pilot, "f12")
        assert isinstance(top(pilot), ErrorDialog)


async def test_tags_that_not_all_selected_have_stay_where_they_are(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    change(library.folder, saved[4].stem, lambda notes: replace(notes, tags=("repair", "both")))
    change(library.folder, saved[0].stem, lambda notes: replace(notes, tags=("both",)))
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "space", "down", "space", "t")
        assert top(pilot).query_one("#line").value == "both"
        await press(pilot, *["backspace"] * 4, *typed("new"), "enter")
        await until(pilot, lambda: read(library.folder, saved[0].stem).tags == ("new",))
        await until(pilot, lambda: set(read(library.folder, saved[4].stem).tags) == {"repair", "new"})


async def test_two_selected_are_compared_and_esc_lets_them_go(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        await press(pilot, "f3", "space", "down", "space", "end", "c")
        assert isinstance(top(pilot), CompareScreen)
        await press(pilot, "escape")
        shown = await press(pilot, "space", "c")
        assert "Select exactly two to compare." in shown
        shown = await press(pilot, "escape")
        assert "●" not in shown
        assert isinstance(top(pilot), LibraryScreen)


async def test_several_are_exported_into_a_folder_and_what_is_there_is_named(
    environment: dict[str, str], tmp_path: Path
) -> None:
    _, saved = filled(environment["TAILOR_HOME"])
    out = tmp_path / "out"
    out.mkdir()
    (out / f"{saved[4].stem}.json").write_text("mine")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "space", "down", "space", "x", "j")
        top(pilot).query_one("#line").value = str(out)
        await press(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        shown = await press(pilot)
        assert "1 file saved to" in shown
        assert f"{saved[4].stem}.json is there already." in shown
        assert json.loads((out / f"{saved[0].stem}.json").read_text())["goal"] == BREAD.goal
        assert (out / f"{saved[4].stem}.json").read_text() == "mine"


async def test_a_folder_into_which_nothing_could_be_exported_is_there_again(
    environment: dict[str, str], tmp_path: Path
) -> None:
    filled(environment["TAILOR_HOME"])
    (tmp_path / "file").write_text("mine")
    where = str(tmp_path / "file" / "out")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "space", "down", "space", "x", "j")
        top(pilot).query_one("#line").value = where
        await press(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        assert "None of them was exported" in await press(pilot)
        await press(pilot, "escape", "x", "j")
        assert top(pilot).query_one("#line").value == where


async def test_two_of_the_same_title_are_told_apart_above_a_comparison(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    mine = library.procedure(saved[4].id)
    library.save(mine, parent=saved[4].id, hint="no pump")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "c")
        assert isinstance(top(pilot), CompareScreen)
        assert "from  v1  the original  Repair a puncture" in shown
        assert "to  v1  no pump  Repair a puncture" in shown
