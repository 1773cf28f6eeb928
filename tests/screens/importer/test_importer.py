"""The import screen by its keys: everything is shown before it is saved, and nothing is fetched unasked."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from textual import events

from tailor.app import TailorApp
from tailor.drafts import IMPORT_LINE, IMPORT_TEXT
from tailor.library.importer import keep as kept
from tailor.library.importer import reports_of_text, source_from_text
from tailor.library.manual_import import ClassifiedLine, marked
from tailor.library.store import Library
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.home.screen import HomeScreen
from tailor.screens.importer.model import MOST_KEPT, ImportDraft, import_drafts, work_kept
from tailor.screens.importer.report import ImportReviewScreen, pile_row
from tailor.screens.importer.screen import ImportScreen, PasteSheet
from tailor.screens.library.screen import LibraryScreen
from tailor.screens.widgets.content import MUTED
from tailor.storage import SaveError
from tests.screens.conftest import press, ready, screen_text, started, to_the_bottom, typed, until
from tests.screens.hostile import HOSTILE, ONE_OF_EACH
from tests.screens.importer_case import SIZE, SOUP, library, named, top

SMALL = (40, 15)


@pytest.fixture
def soup(tmp_path: Path) -> Path:
    path = tmp_path / "soup.md"
    path.write_text(SOUP)
    return path


async def test_a_first_line_that_is_a_step_has_number_one(environment: dict[str, str], soup: Path) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        shown = await press(pilot, "home", "s")
        assert "step 1     Soup" in shown
        assert "step 2     Chop." in shown


async def test_a_file_is_shown_line_by_line_before_it_is_saved(environment: dict[str, str], soup: Path) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await named(pilot, soup)
        assert isinstance(top(pilot), ImportReviewScreen)
        assert "2 steps, 1 item, 1 heading, 1 line unused" in shown
        for line in (
            "title      Soup",
            "item       2 walnuts",
            "heading    Pot",
            "step 1     Chop.",
            "unused     Buy",
        ):
            assert line in shown
        assert library(environment).entries() == ()
        shown = await press(pilot, "ctrl+s")
        assert "1 line not used yet" in shown
        assert "Buy my book!" in shown
        shown = await press(pilot, "escape", "ctrl+s", "s")
        assert isinstance(top(pilot), LibraryScreen)
        assert "Soup" in shown
        entry = top(pilot).books.chosen()
        assert (entry.origin, entry.steps) == ("imported", 2)
    [entry] = library(environment).entries()
    assert (entry.goal, entry.origin) == ("Soup", "imported")
    assert library(environment).load(entry.id).procedure.notes == ""


def test_changes_kept_by_a_version_that_listed_no_notes_keep_the_notes() -> None:
    brought = source_from_text("Tea\n\n1. Boil it.\n2. Pour it.\n\nWARNING: it is hot.\n")
    pile = import_drafts(brought)[0]
    pile.take(marked(pile.open(), 1, "unused"), 1)
    for strip in (False, True):
        work = json.loads(work_kept([pile]))
        for one in work.values() if strip else ():
            one["lines"] = [line for line in one["lines"] if line[0] != "note"]
            del one["notes"]
        again = import_drafts(brought, json.dumps(work))[0]
        assert (again.lines, again.result().procedure.notes) == (pile.lines, "WARNING: it is hot.")


async def test_lines_left_over_are_kept_as_notes_but_not_those_put_aside_by_hand(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "mac.md"
    path.write_text("# Mac\n## Pan\nBoil it.\n1) melt butter\n2) stir\n\nPS Tim: oat milk\n")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await named(pilot, path)
        assert shown.index("Boil it.") < shown.index("melt butter") < shown.index("PS Tim")
        await press(pilot, "n", "n", "s", "down", "x", "ctrl+s", "enter")
    [entry] = library(environment).entries()
    kept = library(environment).load(entry.id).procedure
    assert kept.steps == ("Boil it.", "melt butter")
    assert kept.notes == "Pan\nPS Tim: oat milk"


async def test_for_how_many_it_is_and_how_long_it_takes_is_shown_before_it_is_saved(
    environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "pancakes.txt"
    file.write_text("Pancakes\nServes 4\nCook 20 minutes\n\nYou need:\n* 2 eggs\n\n1. Whisk.\n2. Fry.\n")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await named(pilot, file)
        assert "2 steps, 1 item, every line used, 4 servings, cook 20 min" in shown
        await press(pilot, "ctrl+s")
        [saved] = library(environment).entries()
        assert library(environment).load(saved.id).procedure.yields == "4 servings"


async def test_each_line_becomes_something_else_by_one_key_and_undo_brings_it_back(
    environment: dict[str, str], soup: Path
) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        shown = await press(pilot, "end", "s")
        assert "step 3     Buy my book!" in shown
        assert "3 steps, 1 item, 1 heading, every line used" in shown
        shown = await press(pilot, "home", "down", "x")
        assert "unused     2 walnuts" in shown
        shown = await press(pilot, "u")
        assert "item       2 walnuts" in shown
        shown = await press(pilot, "end", "m")
        assert "step 2     Boil. Buy my book!" in shown
        shown = await press(pilot, "c")
        assert "step 3     Buy my book!" in shown
        await press(pilot, "e")
        top(pilot).query_one("#words").text = "Boil it.\nServe it."
        shown = await press(pilot, "ctrl+s")
        assert isinstance(top(pilot), ImportReviewScreen)
        assert "step 3     Serve it." in shown
        shown = await press(pilot, "shift+down")
        assert "step 3     Boil it." in shown
        await press(pilot, "ctrl+s")
    kept = library(environment).load(library(environment).entries()[0].id).procedure
    assert kept.steps == ("Chop.", "Serve it.", "Boil it.", "Buy my book!")


async def test_a_line_closed_without_saving_waits_with_its_words(environment: dict[str, str], soup: Path) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        await press(pilot, "end", "e", *typed("Do not "), "escape", "e")
        assert top(pilot).query_one("#words").text == "Do not Buy my book!"
        await press(pilot, "escape", "up", "e")
        assert top(pilot).query_one("#words").text == "Boil."
        shown = await press(pilot, "escape", "down", "e", "ctrl+s")
        assert "Do not Buy my book!" in shown
        assert not top(pilot).host.drafts.places(IMPORT_LINE)


async def test_a_line_left_in_one_import_is_not_that_of_another_and_goes_with_its_import(
    environment: dict[str, str], soup: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.md"
    other.write_text(SOUP.replace("Walnut soup", "Another soup"))
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        await press(pilot, "end", "e", *typed("Do not "), "escape", "escape")
        await named(pilot, other)
        await press(pilot, "end", "e")
        assert top(pilot).query_one("#words").text == "Buy my book!"
        await press(pilot, *typed("Never "), "escape", "ctrl+s", "enter")
        assert [top(pilot).host.drafts.get(place) for place in top(pilot).host.drafts.places(IMPORT_LINE)] == [
            "Do not Buy my book!"
        ]
        await named(pilot, soup)
        await press(pilot, "ctrl+s", "enter")
        assert not top(pilot).host.drafts.places(IMPORT_LINE)


async def test_nobody_types_too_fast_for_the_key_that_saves(environment: dict[str, str], soup: Path) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        for key, char in (("end", None), ("s", "s"), ("ctrl+s", None)):
            pilot.app.post_message(events.Key(key, char))
        await press(pilot)
        assert isinstance(top(pilot), LibraryScreen)
        entry = top(pilot).books.chosen()
        assert (entry.goal, entry.steps) == ("Soup", 3), "what was saved is marked, with the line marked before"


async def test_leaving_keeps_what_was_said_of_the_lines_for_the_next_look(
    environment: dict[str, str], soup: Path
) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        before = await named(pilot, soup)
        changed = await press(pilot, "x")
        assert changed != before
        said = [(one.kind, one.text) for one in top(pilot).pile.lines]
        assert "your changes are kept" in await press(pilot, "escape")
        assert isinstance(top(pilot), ImportScreen)
        await press(pilot, "escape")
        assert not isinstance(top(pilot), ImportScreen), "Esc leads out"
        await press(pilot, "i")
        assert top(pilot).query_one("#path").value == str(soup)
        await press(pilot, "ctrl+s")
        assert isinstance(top(pilot), ImportReviewScreen)
        assert [(one.kind, one.text) for one in top(pilot).pile.lines] == said
    assert library(environment).entries() == ()


async def test_what_was_said_of_the_lines_is_there_in_another_tab_and_after_the_app_was_closed(
    environment: dict[str, str], soup: Path
) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        await press(pilot, "end", "s", "home", "e", *typed("My "), "ctrl+s")
        said = [(one.kind, one.text) for one in top(pilot).pile.lines]
        assert said[0] == ("goal", "My Soup")
        assert said[-1] == ("step", "Buy my book!")
        await press(pilot, "f3", "f3", "f2", "f7", "ctrl+s")
        assert isinstance(top(pilot), ImportReviewScreen)
        assert [(one.kind, one.text) for one in top(pilot).pile.lines] == said
        await press(pilot, "down", "x")
        said = [(one.kind, one.text) for one in top(pilot).pile.lines]
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await ready(pilot)  # what the window before left is read beside the first frame
        await press(pilot, "f7", "ctrl+s")
        assert [(one.kind, one.text) for one in top(pilot).pile.lines] == said
        assert top(pilot).pile.undo()
        assert top(pilot).pile.lines[0].text == "Soup", "as it was read"
    assert library(environment).entries() == ()


async def test_what_was_saved_of_an_import_is_not_offered_again_after_a_start(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep(library: Library, report: Any) -> Any:
        if report.procedure.goal != "Soup":
            raise SaveError("The disk is full.")
        return kept(library, report)

    monkeypatch.setattr("tailor.screens.importer.model.keep", keep)
    path = tmp_path / "two.csv"
    path.write_text('title,ingredients,directions\nSoup,"[]","[""Pour.""]"\nTea,"[]","[""Pour.""]"\n')
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, path)
        await press(pilot, "ctrl+s", "escape")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f7")
        await press(pilot, "ctrl+s")
        await ready(pilot)
        assert [pile.goal for pile in top(pilot).piles] == ["Tea"]


async def test_a_file_that_changed_meanwhile_is_read_as_it_is_now(environment: dict[str, str], soup: Path) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        await press(pilot, "x", "escape")
        await asyncio.to_thread(soup.write_text, "# Soup\n\n## Steps\n\n1. Open a tin.\n")
        assert "Open a tin." in await press(pilot, "ctrl+s")


async def test_what_is_being_read_is_stopped_by_the_key_that_the_footer_names(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def endless(address: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("tailor.screens.importer.screen._page", endless)
    async with TailorApp(environment).run_test(size=SMALL) as pilot:
        await press(pilot, "f3", "i")
        top(pilot).query_one("#path").value = "https://soups.test/walnut"
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert "esc Stop" in screen_text(top(pilot).app)
        shown = await press(pilot, "escape")
        assert "Stopped. Nothing was saved." in shown
        assert "esc Stop" not in shown
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)


async def test_what_cannot_be_read_is_split_by_hand(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "tea.json"
    path.write_text("{\nBoil it.\nPour it.\n")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await named(pilot, path)
        assert "What is each line?" in shown
        assert "No line is a step yet" in await press(pilot, "ctrl+s")
        assert isinstance(top(pilot), ImportReviewScreen)
        shown = await press(pilot, "home", "down", "x", "s", "s")
        assert "2 steps" in shown
        assert "1 line not used yet" in await press(pilot, "ctrl+s")
        await press(pilot, "s")
    [entry] = library(environment).entries()
    assert (entry.goal, entry.steps) == ("tea", 2)


async def test_what_the_lines_lack_is_said_as_long_as_they_lack_it(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "notes.json"
    path.write_text("Tea\nBoil.\nPour.\n")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        assert "esc Back" in await named(pilot, path)
        shown = await press(pilot, "home", "x")
        assert "No line is a step yet: s step, r item you need, h heading, g title." in " ".join(shown.split())
        shown = await press(pilot, "end", "s")
        assert "No title yet: press g on its line." in shown
        assert "No line is a step yet" not in shown
        assert "No title yet" not in await press(pilot, "home", "g")


async def test_a_how_to_whose_title_was_made_a_note_is_asked_for_one_before_it_is_saved(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "soup.md"
    path.write_text("# Soup\n## Steps\n1. Chop.\n2. Boil.\n")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, path)
        await press(pilot, "home", "t", "ctrl+s")
        assert isinstance(top(pilot), LineDialog)
        await press(pilot, "escape")
        assert library(environment).entries() == ()
        await press(pilot, "ctrl+s", *typed("Pea soup"), "enter")
        await until(pilot, lambda: library(environment).entries() != ())
        [entry] = library(environment).entries()
        assert (entry.goal, library(environment).procedure(entry.id).notes) == ("Pea soup", "Soup")


async def test_several_procedures_are_listed_and_one_can_be_left_out(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "many.csv"
    path.write_text(
        'title,ingredients,directions\nSoup,"[""peas""]","[""Boil.""]"\nTea,"[]","[""Pour."", ""Wait.""]"\n'
    )
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await named(pilot, path)
        assert "2 how-tos" in shown
        assert "1 step" in shown
        assert "1 step, 1 item, every line used" in shown
        shown = await press(pilot, "down")
        assert "step 2     Wait." in shown
        shown = await press(pilot, "d")
        assert "left out" in shown
        await press(pilot, "ctrl+s")
    assert [entry.goal for entry in library(environment).entries()] == ["Soup"]


async def test_in_a_small_window_what_is_left_out_is_said_counted_and_taken_back(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "two.csv"
    path.write_text('title,ingredients,directions\nSoup,"[]","[""Boil.""]"\nTea,"[]","[""Pour.""]"\n')
    async with TailorApp(environment).run_test(size=SMALL) as pilot:
        shown = await named(pilot, path)
        assert "1 step" in shown.splitlines()[1]
        assert "d Leave out" in shown
        shown = await press(pilot, "d")
        assert "1 of 2 will be saved" in shown
        assert "left out" in shown
        assert "d Put it back" in shown
        assert "d Leave out" in await press(pilot, "down")
        shown = await press(pilot, "d", "ctrl+s")
        assert "All are left out. d puts the selected one back." in " ".join(shown.split())
        assert "1 of 2 will be saved" in await press(pilot, "d")
    assert not library(environment).entries()


async def test_a_small_window_tells_the_whole_of_a_line_that_its_row_cuts(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "nuts.md"
    path.write_text("# Nuts\n## Steps\n1. Roast them in a dry pan, shaking it so that none burns.\n2. Eat.\n")
    async with TailorApp(environment).run_test(size=SMALL) as pilot:
        shown = await named(pilot, path)
        assert shown.count("Nuts") == 2, "in the title and its row, not once more"
        assert "shaking it so that none burns." in " ".join((await press(pilot, "down")).split())


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Nothing is saved before this is set."""
    go = threading.Event()

    def keep(library: Library, report: Any) -> Any:
        go.wait(10)
        return kept(library, report)

    monkeypatch.setattr("tailor.screens.importer.model.keep", keep)
    return go


async def test_the_key_that_saves_saves_once_however_often_it_comes(
    environment: dict[str, str], soup: Path, slow: threading.Event
) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        for key in ("ctrl+s", "s", "ctrl+s", "escape"):
            await pilot.press(key)
        assert "Saving, one moment …" in screen_text(top(pilot).app)
        slow.set()
        await ready(pilot)
        assert isinstance(top(pilot), LibraryScreen)
    assert len(library(environment).entries()) == 1


async def test_what_is_saved_while_one_is_elsewhere_is_saved_once_and_done_with(
    environment: dict[str, str], soup: Path, slow: threading.Event
) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        await press(pilot, "ctrl+s", "s", "f2")
        slow.set()
        await ready(pilot)
        assert isinstance(top(pilot), HomeScreen)
        await press(pilot, "f3", "ctrl+s")
        assert isinstance(top(pilot), LibraryScreen)
        assert top(pilot).books.chosen().goal == "Soup"
    assert len(library(environment).entries()) == 1


async def test_what_could_not_be_saved_waits_for_the_next_look_and_the_rest_is_counted(
    careful: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = True

    def keep(library: Library, report: Any) -> Any:
        if full and report.procedure.goal != "Soup":
            raise SaveError("The disk is full.")
        return kept(library, report)

    monkeypatch.setattr("tailor.screens.importer.model.keep", keep)
    path = tmp_path / "three.csv"
    path.write_text(
        "title,ingredients,directions\n"
        + "".join(f'{goal},"[]","[""Pour.""]"\n' for goal in ("Soup", "Tea", "Milk"))
    )
    async with TailorApp(careful).run_test(size=SIZE) as pilot:
        await named(pilot, path)
        assert "1 saved, 2 not" in await press(pilot, "ctrl+s")
        shown = await press(pilot, "escape")
        assert "2 how-tos" in shown
        assert "Nothing is saved yet" not in shown
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)
        await press(pilot, "i")
        full = False
        assert "2 how-tos" in await press(pilot, "ctrl+s")
        await press(pilot, "ctrl+s")
    assert sorted(entry.goal for entry in library(careful).entries()) == ["Milk", "Soup", "Tea"]


async def test_where_nothing_could_be_saved_nothing_is_said_to_be(
    environment: dict[str, str], soup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep(library: Library, report: Any) -> Any:
        raise SaveError("The disk is full.")

    monkeypatch.setattr("tailor.screens.importer.model.keep", keep)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, soup)
        shown = await press(pilot, "ctrl+s", "s")
        assert "Nothing was saved" in shown
        assert "It is still here." in shown
        assert "0 saved" not in shown


async def test_of_three_that_say_the_same_the_marked_one_is_left_out_and_taken_back(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "thrice.csv"
    row = 'Soup,"[]","[""Boil.""]"\n'
    path.write_text(f"title,ingredients,directions\n{row}{row}{row}")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, path)
        shown = await press(pilot, "down", "down", "d")
        assert "left out" in shown
        assert "left out" not in await press(pilot, "d")


@pytest.fixture
def careful(environment: dict[str, str]) -> dict[str, str]:
    """The home of somebody with an allergy."""
    home = Path(environment["TAILOR_HOME"])
    home.mkdir(parents=True)
    (home / "config.toml").write_text('[profile]\nuse = ["me"]\nme = ["no nuts (allergy)"]\n')
    return environment


async def test_what_the_profile_warns_of_is_said_before_saving(careful: dict[str, str], soup: Path) -> None:
    async with TailorApp(careful).run_test(size=SIZE) as pilot:
        shown = await named(pilot, soup)
        assert "Found here: walnuts (tree nuts) in the list" in shown
        shown = await press(pilot, "home", "down", "x")
        assert "walnuts (tree nuts)" not in shown, "a line left out is no part of the procedure"


def test_of_the_rows_one_that_is_warned_of_stands_out_and_one_left_out_steps_back() -> None:
    def styles(**said: Any) -> list[str]:
        pile = ImportDraft(
            where="", given=(ClassifiedLine("goal", "Soup"), ClassifiedLine("step", "Boil.")), **said
        )
        pile.open()
        spans = pile_row(pile).content(60).spans
        return [str(span.style) for span in spans if span.start < len("! Soup")]

    assert styles(found=("walnuts",)) == ["$text-warning"]
    assert styles(found=("walnuts",), out=True) == ["$accent", MUTED]
    assert styles() == []


async def test_the_steps_of_a_warning_are_told_in_a_small_window(careful: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "nuts.md"
    path.write_text("# Nuts\n## Ingredients\n- walnuts\n## Steps\n1. Chop walnuts.\n2. Wait.\n3. Eat walnuts.\n")
    async with TailorApp(careful).run_test(size=SMALL) as pilot:
        shown = " ".join((await named(pilot, path)).split())
        assert "walnuts (tree nuts) in steps 1, 3 and the list" in shown


async def test_hostile_texts_are_only_texts(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "evil.md"
    async with TailorApp(environment).run_test(size=(80, 24)) as pilot:
        for name in ONE_OF_EACH:
            text = HOSTILE[name][:4_000]
            words = f"# {text}\n## Ingredients\n- {text}\n## Steps\n1. {text}\n2. Stir.\n\n{text}\n"
            path.write_bytes(words.encode("utf-8", "surrogatepass"))
            shown = await named(pilot, path)
            assert "\x1b" not in shown, name
            shown = await press(pilot, "s", "s", "r", "x", "m", "c", "e", "escape", "K", "u", "ctrl+s")
            assert "\x1b" not in shown, name
            assert pilot.app.is_running, name
            await to_the_bottom(pilot)


def test_lines_with_more_moves_than_can_be_undone_are_saved_as_they_stand() -> None:
    pile = ImportDraft(where="here", report=source_from_text(SOUP, where="here").reports[0])
    read = pile.open()
    for _ in range(MOST_KEPT + 1):
        pile.take((ClassifiedLine("step", "Stir."), *pile.lines), 0)
    while pile.undo():
        pass
    assert len(pile.lines) == len(read) + 1
    assert pile.changed
    assert "Stir." in pile.result().procedure.steps


def test_notes_are_counted_also_after_a_line_was_changed() -> None:
    (report,) = reports_of_text("# Tea\n## Steps\n1. Boil\n2. Pour\n## Notes\nHot.\n\nStrong.\n")
    pile = ImportDraft(where="", report=report)
    assert pile.says == "2 steps, 0 items, 2 lines of notes, every line used"
    pile.take(marked(pile.open(), 1, "unused"), 1)
    assert pile.says == "1 step, 0 items, 2 lines of notes, 1 line unused"
    assert pile.brief == "1 step · 1 unused"


def test_a_heading_below_the_last_step_is_asked_about_since_it_heads_nothing() -> None:
    (report,) = reports_of_text("# Tea\n## Steps\n1. Boil\n2. Pour\n3. For the drizzle\n")
    pile = ImportDraft(where="", report=report)
    assert not pile.left_over
    at = next(at for at, one in enumerate(pile.open()) if one.text == "For the drizzle")
    pile.take(marked(pile.open(), at, "heading"), at)
    assert pile.left_over == ("For the drizzle",)
    pile.take(marked(pile.open(), 1, "heading"), 1)
    assert pile.left_over == ("For the drizzle",), "the heading above a step stays one"


async def test_what_the_library_has_already_is_said_and_not_saved_twice(
    environment: dict[str, str], soup: Path
) -> None:
    for _ in range(2):
        async with TailorApp(environment).run_test(size=SIZE) as pilot:
            await named(pilot, soup)
            await press(pilot, "ctrl+s", "s")
            await ready(pilot)
            told = [one.message for one in pilot.app._notifications]
    assert told == ["In your library already: Soup"]
    assert len(library(environment).entries()) == 1


async def test_the_next_paste_finds_an_empty_box_once_the_last_one_is_saved(environment: dict[str, str]) -> None:
    app = TailorApp(environment)
    async with started(app, SIZE) as pilot:
        await press(pilot, "f7", "tab")
        app.screen.post_message(events.Paste("Tea\n\nSteps:\n1. Boil water.\n2. Pour it on the leaves.\n"))
        await pilot.pause()
        await press(pilot, "ctrl+s", "ctrl+s")
        assert isinstance(top(pilot), LibraryScreen | HomeScreen)
        await press(pilot, "f7")
        assert top(pilot).query_one(PasteSheet).text == ""
    assert app.drafts.get(IMPORT_TEXT) == ""
    [entry] = library(environment).entries()
    assert entry.steps == 2
