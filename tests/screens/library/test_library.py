"""The Library screen by its keys, over a family of procedures."""

import asyncio
import json
import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.core.shopping import as_text
from tailor.library import lineage
from tailor.library.lineage import RebasePlan, check, plan_rebase
from tailor.library.metadata import change, read
from tailor.library.store import Library
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.new_procedure import EditScreen
from tailor.screens.dialogs.shopping import ShoppingDialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.follow.screen import FollowScreen
from tailor.screens.home import HomeScreen
from tailor.screens.library.actions import CompareScreen, HistoryDialog
from tailor.screens.library.screen import LibraryScreen
from tailor.screens.review.policy import RebasePolicy
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.content import FOUND
from tests.screens.conftest import BREAD, ready, screen_text, to_the_bottom, typed, until
from tests.screens.hostile import HOSTILE
from tests.screens.library_case import NO_OVEN, filled

SIZE = (120, 40)
NO_OVEN_HALF = typed("I have no oven, half of it")
"""Put behind the hint of the variant: what the built-in tailor serves with edits."""


def top(pilot: Any) -> Any:
    """The screen one looks at."""
    return pilot.app.screen


async def press(pilot: Any, *keys: str) -> str:
    for key in keys:
        await pilot.press(key)
    await ready(pilot)
    return screen_text(pilot.app)


async def test_variants_stand_below_their_original(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3")
        rows = [row for row in shown.split("\n") if "step" in row or "└" in row]
        assert "Repair a puncture" in shown
        assert any("└─ Bake a loaf without an oven" in row for row in rows)
        assert any("   └─ Bake a loaf" in row for row in rows)
        assert "v2" in shown
        shown = await press(pilot, "v")
        assert "└" not in shown


async def test_a_search_leaves_what_fits_and_esc_brings_all_back(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "slash", *typed("punc"))
        assert "1 of 4" in shown
        assert "Bake a loaf without" not in shown
        shown = await press(pilot, *typed("zzz"))
        assert "No matches" in shown
        shown = await press(pilot, "escape")
        assert "Bake a loaf without an oven" in shown
        await press(pilot, "escape")
        assert pilot.app.current_mode == "home"


async def test_a_search_finds_what_is_needed_and_done_and_shows_where(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "slash", *typed("yeast"))
        await until(pilot, lambda: bool(top(pilot).books.texts))
        shown = await press(pilot)
        assert "3 of 4" in shown
        assert "3 g dry yeast" in shown
        shown = await press(pilot, "escape", "slash", *typed("puncture hole"))
        assert "Repair a puncture · Step 2: Find the hole." in shown
        spans = [span.style for row in top(pilot).preview._rows for span in row.spans]
        assert FOUND in spans, "the found words are marked in the steps"


async def test_tags_are_in_the_list(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with (app := TailorApp(environment)).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "t", *typed("sunday, quick"), "enter")
        await until(pilot, lambda: "#sunday #quick" in screen_text(app))


@pytest.mark.parametrize("window", ["f1", "ctrl+p"])
async def test_letters_of_a_search_stay_letters_after_a_window_over_it(
    environment: dict[str, str], window: str
) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "slash", "o", window)
        await press(pilot, "escape")
        await press(pilot, "d", "x")
        assert top(pilot).query_one("#find").value == "odx"
        assert len(top(pilot).entries) == 4


async def test_a_variant_is_compared_with_its_original(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "down", "down", "c")
        assert isinstance(top(pilot), CompareScreen)
        assert "Brush off the flour." in shown
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)


async def test_any_two_are_compared_by_picking_one(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "c")
        assert "no original or earlier version" in shown
        shown = await press(pilot, "space", "end", "c")
        assert isinstance(top(pilot), CompareScreen)
        assert "wheel" in shown


async def test_what_was_picked_is_marked_in_either_order(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
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
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "space", "down", "space")
        shown = await press(pilot, key)
        assert "Several are selected, but this works with one only. Esc clears the selection." in shown
        assert isinstance(top(pilot), LibraryScreen)
        assert len(top(pilot).books.picked) == 2
        assert "works with one only" not in await press(pilot, "escape", key)


async def test_copies_and_the_shopping_list_are_of_all_that_are_selected(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
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
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
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
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
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
        shown = await press(pilot, "enter")
        assert "1 file saved to" in shown
        assert f"{saved[4].stem}.json is there already." in shown
        assert json.loads((out / f"{saved[0].stem}.json").read_text())["goal"] == BREAD.goal
        assert (out / f"{saved[4].stem}.json").read_text() == "mine"


async def test_the_versions_of_one_are_shown_and_compared(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "down", "h")
        assert isinstance(top(pilot), HistoryDialog)
        assert "v1" in shown
        shown = await press(pilot, "down", "c")
        assert isinstance(top(pilot), CompareScreen)
        assert "Cool on a rack" in shown


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
        await press(pilot, "escape", "h", "j", "r")
        assert "Version 1 is back, saved as version 3." in [one.message for one in pilot.app._notifications]
        now = library.find(first.stem)
        assert now == f"{first.stem}.v3"
        assert library.load(now).procedure.steps == library.load(first.id).procedure.steps
        assert library.load(second.id).procedure.steps == BREAD.steps, "nothing is lost"


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


async def test_the_foot_offers_no_way_to_where_one_is_and_says_the_way_out_of_a_search(
    environment: dict[str, str],
) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        foot = (await press(pilot, "f3", "slash")).splitlines()[-1]
        assert "Library" not in foot
        assert "Search" not in foot
        assert "esc All" in foot
        shown = await press(pilot, "o", "v", "enter")
        assert "of 4 · esc: all" in shown


async def test_a_variant_is_tailored_again_from_what_one_sees_with_an_empty_sentence(
    environment: dict[str, str],
) -> None:
    _, [_, _, variant, *_] = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "down", "down", "enter")
        assert "Made for: “I have no oven”" in shown
        assert top(pilot).query_one("#line").value == ""
        await press(pilot, *typed("vegan"), "enter")
        review = top(pilot).model.review
        assert (review.hint, review.original.id) == ("vegan", variant.id)
        assert review.original.steps == NO_OVEN.steps


async def test_a_review_is_opened_again_with_its_decisions(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "o")
        assert "This one has no review" in shown
        await press(pilot, "down", "enter", *NO_OVEN_HALF, "enter")
        await press(pilot, "A", "enter")
        await press(pilot, "enter")
        await press(pilot, "enter")
        await press(pilot, "l")
        assert isinstance(top(pilot), LibraryScreen)
        newest = top(pilot).entries[0]
        await pilot.press("v")
        await press(pilot, "home", "o")
        review = top(pilot)
        assert isinstance(review, ReviewScreen)
        assert review.model.review.choices.decisions
        assert newest.parent == "bake-crusty-loaf-aaa1.v2"


async def test_what_is_saved_of_a_review_opened_again_is_the_next_version_of_the_same(
    environment: dict[str, str],
) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "down", "enter", *NO_OVEN_HALF, "enter")
        await press(pilot, "A", "enter")
        await press(pilot, *"!!", "enter")
        await press(pilot, "enter")
        await press(pilot, "l", "v", "home")
        first = top(pilot).entries[0]
        await press(pilot, "o", "n", "d", "enter", "enter", "enter", "l")
        newest = top(pilot).entries[0]
        assert (newest.stem, newest.goal, newest.version) == (first.stem, first.goal, 2)


async def test_follow_begins_here_and_the_list_says_so(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "f")
        assert isinstance(top(pilot), FollowScreen)
        shown = await press(pilot, "space", "escape")
        assert "being followed" in shown


async def test_a_damaged_file_is_named_and_the_rest_works(environment: dict[str, str]) -> None:
    _, saved = filled(environment["TAILOR_HOME"])
    whole = saved[4].file.read_text()
    saved[4].file.write_text(whole.replace("1. Take the wheel out.\n2. Find the hole.\n", ""))
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3")
        assert "affected" in shown  # one word: where the sentence wraps depends on the path
        assert "Preheat" in await press(pilot, "down")


@pytest.mark.parametrize("size", [(40, 15), (120, 40)])
async def test_a_damaged_file_is_marked_and_only_what_can_be_done_with_it_is_offered(
    environment: dict[str, str], size: tuple[int, int]
) -> None:
    _, saved = filled(environment["TAILOR_HOME"])
    saved[4].file.write_text(saved[4].file.read_text().replace("1. Take the wheel out.\n2. Find the hole.\n", ""))
    async with TailorApp(environment).run_test(size=size) as pilot:
        shown = await press(pilot, "f3")
        assert "! Repair a puncture" in shown
        assert "typed · 2 steps" not in shown
        assert f"Unreadable: {saved[4].id}.md" in shown
        foot = shown.rstrip().split("\n")[-1]
        assert "h History" in foot
        assert not [one for one in ("Tailor again", "Follow", "Compare", "Read") if one in foot]
        assert "! Repair a puncture" in await press(pilot, "down", "v"), "it stays marked"
        await press(pilot, "home", "enter")
        assert isinstance(top(pilot), LibraryScreen)


async def test_where_the_folder_is_a_file_it_is_said_what_to_do_and_nothing_is_imported(
    environment: dict[str, str],
) -> None:
    home = Path(environment["TAILOR_HOME"])
    await asyncio.to_thread(home.mkdir)
    await asyncio.to_thread((home / "library").write_text, "This is no folder.")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = " ".join((await press(pilot, "f3")).split())
        assert "Not a directory" not in shown
        assert "Move or rename it." in shown
        assert "i Import" not in shown
        await asyncio.to_thread((home / "library").unlink)
        assert "i Import" in await press(pilot, "f2", "f3")


async def test_hostile_texts_are_only_texts(environment: dict[str, str]) -> None:
    library = Library(Path(environment["TAILOR_HOME"]) / "library")
    async with TailorApp(environment).run_test(size=(80, 24)) as pilot:
        for name, payload in HOSTILE.items():
            text = payload[:4_000]
            first = library.save(procedure(text, [text, "Stir."], [text]))
            variant = library.save(procedure(f"{text} again", [f"{text}!"]), parent=first.id, hint=text)
            shown = await press(pilot, "f3", "down", "c", "escape", "h", "escape", "enter", "escape", "slash", "s")
            assert "\x1b" not in shown, name
            assert pilot.app.is_running, name
            await press(pilot, "f2")
            await to_the_bottom(pilot)
            library.delete(variant.stem)
            library.delete(first.stem)


async def test_the_list_is_read_anew_after_a_save(environment: dict[str, str]) -> None:
    library, _ = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "f2")
        await asyncio.to_thread(library.save, procedure("Brew tea", ["Boil water."]))
        assert "Brew tea" in await press(pilot, "f3")


async def test_what_was_saved_or_brought_back_since_has_the_mark(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "f2")
        new = library.save(NO_OVEN, parent=saved[1].id)
        await press(pilot, "f3")
        assert top(pilot).chosen_id == new.id
        await press(pilot, "end", "d", "u")
        assert top(pilot).chosen_id == saved[4].id


async def test_what_is_saved_elsewhere_while_a_window_is_open_takes_no_mark_from_the_one_it_is_about(
    environment: dict[str, str],
) -> None:
    library, _ = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "down")
        about = top(pilot).chosen_id
        await press(pilot, "t")
        library.save(NO_OVEN, parent=about)
        await press(pilot, "escape")
        assert top(pilot).chosen_id == about


async def test_the_trash_gives_back_what_was_thrown_away(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "d")
        assert len(top(pilot).entries) == 3
        await press(pilot, "u")
        assert len(top(pilot).entries) == 4
        assert "trash is empty" in await press(pilot, "u")


async def test_a_key_for_what_is_gone_by_then_says_so_and_the_app_runs_on(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3")
        gone = top(pilot).books.chosen()
        top(pilot).workspace.library.delete(gone.stem)
        shown = await press(pilot, "c")
        assert "“Repair a puncture” is in the trash." in shown
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)


async def test_the_only_one_thrown_away_and_brought_back_has_the_keys_again(environment: dict[str, str]) -> None:
    Library(Path(environment["TAILOR_HOME"]) / "library").save(BREAD)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        assert "Nothing saved yet" in await press(pilot, "f3", "d")
        await press(pilot, "u")
        assert "Tailor again" in await press(pilot, "enter")
        assert isinstance(top(pilot), LineDialog)


async def test_tags_are_kept_beside_what_else_is_noted(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    meta = library.folder / f"{saved[4].stem}.meta.json"
    meta.write_text('{"rating": 4, "made": [{"notes": "fine"}]}')
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "t", *typed("bike, quick"), "enter")
        kept = json.loads(meta.read_text())
        assert (kept["tags"], kept["rating"], kept["made"]) == (["bike", "quick"], 4, [{"notes": "fine"}])
        assert "1 of 4" in await press(pilot, "slash", *typed("quick"))


async def test_not_one_of_very_many_tags_is_lost(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    meta = library.folder / f"{saved[4].stem}.meta.json"
    many = [f"tag number {number}" for number in range(300)]
    meta.write_text(json.dumps({"tags": many}))
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "t", *typed(", bike"), "enter")
        assert json.loads(meta.read_text())["tags"] == [*many, "bike"]


async def test_tags_that_another_window_gave_meanwhile_stay(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    meta = library.folder / f"{saved[4].stem}.meta.json"
    meta.write_text('{"tags": ["old", "bike"]}')
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "t", *["backspace"] * len("old, bike"), *typed("bike, quick"))
        meta.write_text('{"tags": ["old", "bike", "wet"]}')
        await press(pilot, "enter")
        assert json.loads(meta.read_text())["tags"] == ["bike", "quick", "wet"]


async def test_tags_that_were_typed_and_not_kept_wait_for_their_own_procedure(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        assert "cheap" not in await press(pilot, "f3", "t", *typed("cheap"), "escape", "j", "t")
        assert "cheap" in await press(pilot, "escape", "k", "t")
        shown = await press(pilot, *["backspace"] * 5, "escape", "t")
        assert "cheap" not in shown, "what was taken away does not come back"


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
        assert f"Their text is v{1 + as_next_version}; yours is still here." in said.words[1]
        assert library.load(stem).entry.version == 1 + as_next_version
        await press(pilot, "escape")
        assert top(pilot).query_one("#steps").text.endswith("3. Patch it.")
        await press(pilot, "ctrl+s")
        assert isinstance(top(pilot), LibraryScreen)
    *_, before, last = library.history(stem)
    assert "Carry it home." in library.procedure(before.id).steps
    assert library.procedure(last.id).steps[-1] == "Patch it."


async def test_two_of_the_same_title_are_told_apart_above_a_comparison(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    mine = library.procedure(saved[4].id)
    library.save(mine, parent=saved[4].id, hint="no pump")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "c")
        assert isinstance(top(pilot), CompareScreen)
        assert "from  v1  the original  Repair a puncture" in shown
        assert "to  v1  no pump  Repair a puncture" in shown


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


async def test_an_export_never_writes_over_a_file(environment: dict[str, str], tmp_path: Path) -> None:
    filled(environment["TAILOR_HOME"])
    out = tmp_path / "puncture.json"
    environment["HOME"] = str(tmp_path)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "x", "j")
        top(pilot).query_one("#line").value = str(out)
        await press(pilot, "enter")
        assert json.loads(out.read_text())["goal"] == "Repair a puncture"
        out.write_text("mine")
        await press(pilot, "x", "j")
        top(pilot).query_one("#line").value = str(out)
        assert "already a file" in await press(pilot, "enter")
        assert out.read_text() == "mine"
        nowhere = str(tmp_path / "nowhere" / "puncture.json")
        await press(pilot, "escape", "x", "j")
        assert top(pilot).query_one("#line").value == str(out), "what was typed stands there again"
        top(pilot).query_one("#line").value = nowhere
        shown = re.sub(r"[\s▌▐▏│]+", " ", await press(pilot, "enter"))  # a long path wraps the words
        assert "there is no folder" in shown
        await press(pilot, "escape", "x", "j")
        assert top(pilot).query_one("#line").value == nowhere


async def test_the_list_is_narrowed_to_a_label_and_esc_brings_all_back(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        assert "no labels yet" in await press(pilot, "f3", "l")
        await press(pilot, "t", *typed("bike"), "enter", "T", *typed("Garage, Spring"), "enter")
        shown = await press(pilot, "l")
        assert "collection Garage · 1" in shown
        shown = await press(pilot, "down", "enter")
        assert "1 of 4" in shown
        assert "Bake a loaf without" not in shown
        shown = await press(pilot, "escape")
        assert "Bake a loaf without" in shown
        await press(pilot, "T", "backspace", *["backspace"] * 7, "enter")
        assert top(pilot).entries[0].collections == ("Garage",)


async def test_where_nothing_has_the_label_any_more_it_is_the_label_that_esc_takes_away(
    environment: dict[str, str],
) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "t", *typed("bike"), "enter", "l", "down", "enter")
        shown = await press(pilot, "t", *["backspace"] * 4, "enter")
        assert "No matches. Esc clears the filter." in shown
        assert "0 of 4 · esc clears the filter · tag bike" in shown
        assert "Bake a loaf without" in await press(pilot, "escape")


def outdated(environment: dict[str, str], *steps: str) -> Library:
    """The family, with a newer version of its original made of these steps."""
    library, saved = filled(environment["TAILOR_HOME"])
    library.save(procedure("Bake a crusty loaf", steps, BREAD.resources), version_of=saved[0].id)
    return library


async def test_a_variant_is_carried_over_to_its_newer_original(environment: dict[str, str]) -> None:
    library = outdated(environment, *BREAD.steps[:4], "Cool on a rack for two hours before slicing.")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "down")
        assert "newer original" in shown
        assert "r updates this one" in shown
        shown = await press(pilot, "r")
        assert isinstance(top(pilot).policy, RebasePolicy)
        assert "of your" in shown
        assert "still fit" in shown
        assert "done" not in shown, "none was asked"
        shown = await press(pilot, "enter")
        assert "Bake a loaf without an oven" in shown
        shown = await press(pilot, "enter", "l")
        assert isinstance(top(pilot), LibraryScreen)
        assert "The original is newer" not in shown
        assert top(pilot).books.chosen().id == "bake-loaf-without-oven-aaa2.v2", "the mark stays where it was"
    made = library.load("bake-loaf-without-oven-aaa2")
    assert (made.entry.version, made.parent) == (2, "bake-crusty-loaf-aaa1.v3")
    assert made.procedure.steps[-1] == "Cool on a rack for two hours before slicing."
    assert made.id not in [verdict.id for verdict in check(library)]


async def test_carrying_over_that_takes_long_opens_in_the_library_and_nowhere_else(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = threading.Event()

    def slow(*given: Any) -> RebasePlan:
        planned.wait(10)
        return plan_rebase(*given)

    outdated(environment, *BREAD.steps[:4], "Cool on a rack for two hours before slicing.")
    monkeypatch.setattr(lineage, "plan_rebase", slow)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "down")
        for key in ("r", "f2"):
            await pilot.press(key)
        planned.set()
        await ready(pilot)
        assert isinstance(top(pilot), HomeScreen)
        await press(pilot, "f3")
        assert isinstance(top(pilot).policy, RebasePolicy)


async def test_what_does_not_fit_the_newer_original_is_a_card_to_decide_on(environment: dict[str, str]) -> None:
    library = outdated(environment, "Heat the pot.", *BREAD.steps[1:3], "Bake for an hour.", BREAD.steps[4])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "down", "r")
        screen = top(pilot)
        assert "no longer fit" in shown
        assert screen.model.state.undecided
        assert screen.check_action("do", ("requests", "verify")) is False
        await press(pilot, "t", "i")
        assert top(pilot) is screen, "nobody is asked with other requirements here"
        await press(pilot, "x", "x", "x", "x")
        assert not screen.model.state.undecided
        decided = screen.model.review.choices
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)
        await press(pilot, "r")
        assert top(pilot).model.review.choices == decided, "nothing is lost by leaving"
        await press(pilot, "escape")
    assert library.load("bake-loaf-without-oven-aaa2").entry.version == 1, "Esc leaves the variant as it was"


async def test_what_has_no_newer_original_says_so(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        assert "not made from another" in await press(pilot, "f3", "r")
        assert "already made from the newest version of its original" in await press(pilot, "down", "down", "r")


async def test_an_original_that_says_all_by_itself_now_is_taken_after_a_question(
    environment: dict[str, str],
) -> None:
    library = outdated(environment, *NO_OVEN.steps)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "down", "r")
        assert "None of your changes is left" in shown
        await press(pilot, "s")
    assert library.load("bake-loaf-without-oven-aaa2").parent == "bake-crusty-loaf-aaa1.v3"


@pytest.mark.parametrize("thrown", [True, False])
async def test_saving_what_was_deleted_meanwhile_says_so(environment: dict[str, str], thrown: bool) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "e")
        library.delete(saved[4].id) if thrown else saved[4].file.unlink()
        await press(pilot, "down", "end", "enter", *typed("3. Patch it."), "ctrl+s")
        words = " ".join(one.message for one in pilot.app._notifications)
        assert "It was deleted meanwhile; your words are saved as a new version." in words
        assert ("The older ones are in the trash." in words) is thrown
        assert library.procedure(saved[4].stem).steps[-1] == "Patch it."


async def test_what_a_command_deleted_meanwhile_is_said_and_leaves_the_list(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "down")
        library.delete(saved[4].id)
        shown = await press(pilot, "up")
        assert any("“Repair a puncture” is in the trash." in one.message for one in pilot.app._notifications)
        assert "No such file" not in shown
        await until(pilot, lambda: saved[4].id not in top(pilot).books.listed)
        library.delete(saved[1].stem)
        await press(pilot, "e")
        said = top(pilot)
        assert isinstance(said, ErrorDialog)
        assert "is in the trash" in said.words[1]
        await press(pilot, "escape")
        await until(pilot, lambda: saved[1].id not in top(pilot).books.listed)


async def test_a_review_in_progress_is_named_and_opened_from_the_library(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "down", "enter", *NO_OVEN_HALF, "enter")
        assert isinstance(top(pilot), ReviewScreen)
        await press(pilot, "escape")
        await press(pilot, "o")
        assert isinstance(top(pilot), ReviewScreen)
        assert any("Your review goes on" in one.message for one in pilot.app._notifications)
