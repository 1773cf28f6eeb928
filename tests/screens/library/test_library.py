"""The Library screen by its keys, over a family of procedures."""

import asyncio
import json
import re
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from textual import events
from textual.pilot import Pilot

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.library.metadata import change
from tailor.library.store import Library
from tailor.library.trash import TrashItem
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.follow.screen import FollowScreen
from tailor.screens.library.actions import TrashDialog
from tailor.screens.library.procedure_list import LibraryContents, read_contents
from tailor.screens.library.screen import LibraryScreen
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.content import FOUND
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import ListRow
from tests.screens.conftest import BREAD, press, ready, screen_text, started, to_the_bottom, typed, until
from tests.screens.hostile import HOSTILE, ONE_OF_EACH
from tests.screens.library_case import NO_OVEN, SIZE, filled, top, with_family

NO_OVEN_HALF = typed("I have no oven, half of it")
"""Put behind the hint of the variant: what the built-in tailor serves with edits."""


async def test_variants_stand_below_their_original(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        shown = await press(pilot, "f3")
        rows = [row for row in shown.split("\n") if "step" in row or "└" in row]
        assert "Repair a puncture" in shown
        assert any("└─ Bake a loaf without an oven" in row for row in rows)
        assert any("   └─ Bake a loaf" in row for row in rows)
        assert "v2" in shown
        shown = await press(pilot, "v")
        assert "└" not in shown


async def test_what_a_how_to_was_saved_without_stands_above_it_wherever_it_is_read(
    environment: dict[str, str],
) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    wish = parse_hint("no oven")
    library.save(replace(BREAD, id=""), parent=saved[1].id, hint="no oven", requirements=wish)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "v")
        assert "! You said “no oven”, but step" in shown
        shown = await press(pilot, "p")
        assert shown.index("! You said “no oven”, but step") < shown.index(BREAD.steps[0][:20])


async def test_a_search_leaves_what_fits_and_esc_brings_all_back(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
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
    async with with_family(environment) as pilot:
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


async def test_a_rating_that_was_given_or_came_in_with_a_file_is_shown_with_the_selected_one(
    environment: dict[str, str],
) -> None:
    library, (*_, other) = filled(environment["TAILOR_HOME"])
    change(library.folder, other.stem, lambda now: replace(now, rating=4))
    library.save(replace(procedure("Rated elsewhere", ["Boil it."]), extra=(("rating", "2"),)))
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        assert "★★☆☆☆" in await press(pilot, "f3")
        assert "★★★★☆" in await press(pilot, "j")


@pytest.mark.parametrize("window", ["f1", "ctrl+p"])
async def test_letters_of_a_search_stay_letters_after_a_window_over_it(
    environment: dict[str, str], window: str
) -> None:
    async with with_family(environment) as pilot:
        await press(pilot, "f3", "slash", "o", window)
        await press(pilot, "escape")
        await press(pilot, "d", "x")
        assert top(pilot).query_one("#find").value == "odx"
        assert len(top(pilot).entries) == 4


async def test_the_foot_offers_no_way_to_where_one_is_and_says_the_way_out_of_a_search(
    environment: dict[str, str],
) -> None:
    async with with_family(environment) as pilot:
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
        assert "You said: I have no oven" in shown
        assert top(pilot).query_one("#line").value == ""
        await press(pilot, *typed("vegan"), "enter")
        review = top(pilot).model.review
        assert (review.hint, review.original.id) == ("vegan", variant.id)
        assert review.original.steps == NO_OVEN.steps


async def test_a_review_is_opened_again_with_its_decisions(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
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
    async with with_family(environment) as pilot:
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
    async with with_family(environment) as pilot:
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
        for name in ONE_OF_EACH:
            text = HOSTILE[name][:4_000]
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


async def test_a_file_that_is_cut_off_in_its_head_is_counted_as_not_shown(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    file = library.folder / f"{saved[4].id}.md"
    file.write_bytes(file.read_bytes()[:24])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3")
        assert saved[4].goal not in shown
        assert "1 unreadable and not shown: `tailor library check` lists it" in shown


async def test_the_trash_gives_back_what_was_thrown_away(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        await press(pilot, "f3", "d")
        assert len(top(pilot).entries) == 3
        await press(pilot, "u")
        assert len(top(pilot).entries) == 4
        assert "trash is empty" in await press(pilot, "u")


@pytest.mark.parametrize(("at", "then"), [(1, 1), (3, 2)])
async def test_the_mark_stays_near_what_was_deleted_and_on_what_is_brought_back(
    environment: dict[str, str], at: int, then: int
) -> None:
    async with with_family(environment) as pilot:
        await press(pilot, "f3", *["down"] * at)
        rows = list(top(pilot).books.listed)
        await press(pilot, "d")
        rest = rows[:at] + rows[at + 1 :]
        assert top(pilot).chosen_id == rest[then], "another d is meant for a neighbour"
        await press(pilot, "home", "u")
        assert top(pilot).chosen_id == rows[at]
        await press(pilot, "d", "home", "U", "enter")
        assert top(pilot).chosen_id == rows[at]


def test_the_trash_tells_times_by_the_clock_here(monkeypatch: pytest.MonkeyPatch) -> None:
    one = TrashItem(name="soup", goal="Soup", files=(), when="2026-01-31T22:30:00Z", order=1)
    with monkeypatch.context() as here:
        here.setenv("TZ", "JST-9")
        time.tzset()
        row = TrashDialog([one]).rows()[0].prompt
    time.tzset()
    assert isinstance(row, ListRow)
    assert row.right == "01 Feb 2026 07:30"


async def test_the_trash_is_shown_and_gives_back_the_one_that_is_chosen(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
        assert "The trash is empty." in await press(pilot, "f3", "U")
        await press(pilot, "enter")
        first = top(pilot).entries[0]
        await press(pilot, "d")
        await press(pilot, "d")
        shown = await press(pilot, "ctrl+p", *typed("trash"))
        assert "Show what you deleted" in shown
        await press(pilot, "escape")
        await press(pilot, "U")
        assert isinstance(top(pilot), TrashDialog)
        await press(pilot, "down", "enter")
        assert first.goal in [one.goal for one in top(pilot).entries]
        assert len(top(pilot).entries) == 3


async def test_a_key_for_what_is_gone_by_then_says_so_and_the_app_runs_on(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
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
    async with with_family(environment) as pilot:
        assert "cheap" not in await press(pilot, "f3", "t", *typed("cheap"), "escape", "j", "t")
        assert "cheap" in await press(pilot, "escape", "k", "t")
        shown = await press(pilot, *["backspace"] * 5, "escape", "t")
        assert "cheap" not in shown, "what was taken away does not come back"


async def test_tags_that_cannot_be_saved_are_there_again(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    meta = library.folder / f"{saved[4].stem}.meta.json"
    async with (app := TailorApp(environment)).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "t", *typed("cheap"))
        meta.mkdir()
        assert "cannot be read" in await press(pilot, "enter")
        meta.rmdir()
        assert "cheap" in await press(pilot, "escape", "t")
        await press(pilot, "enter")
        assert json.loads(meta.read_text())["tags"] == ["cheap"]
        assert app.drafts.texts == []


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
        shown = re.sub(r"[\s▌▐▏│┃]+", " ", await press(pilot, "enter"))  # a long path wraps the words
        assert "there is no folder" in shown
        await press(pilot, "escape", "x", "j")
        assert top(pilot).query_one("#line").value == nowhere


async def test_the_list_is_narrowed_to_a_label_and_esc_brings_all_back(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
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
    async with with_family(environment) as pilot:
        await press(pilot, "f3", "t", *typed("bike"), "enter", "l", "down", "enter")
        shown = await press(pilot, "t", *["backspace"] * 4, "enter")
        assert "No matches. Esc clears the filter." in shown
        assert "0 of 4 · esc clears the filter · tag bike" in shown
        assert "Bake a loaf without" in await press(pilot, "escape")


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
    async with with_family(environment) as pilot:
        await press(pilot, "f3", "down", "enter", *NO_OVEN_HALF, "enter")
        assert isinstance(top(pilot), ReviewScreen)
        await press(pilot, "escape")
        await press(pilot, "o")
        assert isinstance(top(pilot), ReviewScreen)
        assert any("Continuing your review" in one.message for one in pilot.app._notifications)


async def test_what_commands_delete_and_bring_back_is_listed_while_one_looks_on(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.screens.library.screen.LOOK", 0.02)
    library = Library(Path(environment["TAILOR_HOME"]) / "library")
    gone, stays = library.save(BREAD), library.save(NO_OVEN)
    async with (app := TailorApp(environment)).run_test(size=SIZE) as pilot:
        await press(pilot, "f3")
        screen = top(pilot)
        await until(pilot, lambda: len(screen.entries) == 2)
        screen.books.highlighted = screen.books.get_option_index(stays.id)
        library.delete(gone.id)
        await until(pilot, lambda: [one.id for one in screen.entries] == [stays.id])
        assert [one.id for one in screen.entries] == [stays.id]
        library.delete(stays.id)
        await until(pilot, lambda: "Nothing saved yet" in screen_text(app))
        assert "Nothing saved yet" in screen_text(app)
        library.undelete()
        await until(pilot, lambda: "Nothing saved yet" not in screen_text(app))
        assert "Nothing saved yet" not in screen_text(app)
        library.undelete()
        await until(pilot, lambda: len(screen.entries) == 2)
        assert screen.books.chosen().id == stays.id, "what another brings in takes nobody's mark away"


@pytest.mark.parametrize("seconds", [0.2, 1.3])
async def test_what_is_typed_before_the_list_is_read_reaches_its_search(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async with reading_slowly(environment, monkeypatch, seconds, "f3", "slash", *typed("veda")) as pilot:
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert pilot.app.screen.search.value == "veda"


@pytest.mark.parametrize("seconds", [0.2, 1.3])  # a letter that does not wait deletes a how-to
async def test_a_key_for_a_how_to_waits_until_the_list_is_read(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async with reading_slowly(environment, monkeypatch, seconds, "f3", "t", *typed("dive")) as pilot:
        assert isinstance(pilot.app.screen, LineDialog)
        assert pilot.app.screen.query_one(CleanInput).value == "dive"


@asynccontextmanager
async def reading_slowly(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, seconds: float, *keys: str
) -> AsyncIterator[Pilot[None]]:
    """An app whose library takes so long to be read, after these keys in one burst."""
    filled(environment["TAILOR_HOME"])

    def slow(library: Library, stamp: int, latest: int = 0) -> LibraryContents:
        time.sleep(seconds if latest else 0)
        return read_contents(library, stamp, latest)

    monkeypatch.setattr("tailor.screens.library.screen.read_contents", slow)
    app = TailorApp(environment)
    async with started(app, SIZE) as pilot:
        for key in keys:
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await asyncio.sleep(seconds + 0.3)
        await ready(pilot)
        yield pilot


async def test_what_was_saved_last_is_listed_while_the_rest_is_still_read(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(environment["TAILOR_HOME"])
    read_on = threading.Event()

    def slowly(library: Library, stamp: int, latest: int = 0) -> LibraryContents:
        assert latest or read_on.wait(60)
        return read_contents(library, stamp, latest)

    monkeypatch.setattr("tailor.screens.library.screen._FIRST", 2)
    monkeypatch.setattr("tailor.screens.library.screen.read_contents", slowly)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await pilot.press("f3")
        await until(pilot, lambda: top(pilot).books.option_count == 2)
        await pilot.press("down")
        marked = top(pilot).books.chosen().id
        read_on.set()
        await until(pilot, lambda: top(pilot).books.option_count == 4)
        assert top(pilot).books.chosen().id == marked


async def test_a_tab_is_imported_beside_the_loop(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_the_loop: list[bool] = []

    def imported(name: str) -> ModuleType:
        on_the_loop.append(threading.current_thread() is threading.main_thread())
        return import_module(name)

    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        monkeypatch.setattr("tailor.app.import_module", imported)
        await press(pilot, "f3")
    assert on_the_loop == [False, True], "the second finds it loaded"
