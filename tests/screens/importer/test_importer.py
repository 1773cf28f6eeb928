"""The import screen by its keys: everything is shown before it is saved, and nothing is fetched unasked."""

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from textual import events

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.library.importer import ImportSource, reports_of_text, source_from_text
from tailor.library.importer import keep as kept
from tailor.library.manual_import import ClassifiedLine, marked
from tailor.library.store import Library
from tailor.screens.home import HomeScreen
from tailor.screens.importer.model import MOST_KEPT, ImportDraft
from tailor.screens.importer.report import ImportReviewScreen, pile_row
from tailor.screens.importer.screen import LONGEST_SHEET, ImportScreen, PasteSheet
from tailor.screens.library.screen import LibraryScreen
from tailor.screens.widgets.content import MUTED
from tailor.storage import SaveError
from tests.screens.conftest import ready, screen_text, to_the_bottom, typed
from tests.screens.hostile import HOSTILE, ONE_OF_EACH

SIZE = (100, 30)
SMALL = (40, 15)
SOUP = "# Soup\n## Ingredients\n- 2 walnuts\n## Steps\n### Pot\n1. Chop.\n2. Boil.\n\nBuy my book!\n"
PAGE = b'<script type="application/ld+json">{"@type": "HowTo", "name": "Tea", "step": ["Boil", "Pour"]}</script>'


def top(pilot: Any) -> Any:
    return pilot.app.screen


async def press(pilot: Any, *keys: str) -> str:
    for key in keys:
        await pilot.press(key)
    await ready(pilot)
    return screen_text(pilot.app)


async def named(pilot: Any, path: Path | str) -> str:
    """The import screen over the Library, and this read."""
    await press(pilot, "f3", "i")
    top(pilot).query_one("#path").value = str(path)
    await press(pilot, "enter")
    for _ in range(40):  # what was read has a screen of its own, which is laid out in rounds of its own
        shown = screen_text(pilot.app)
        if sum(1 for one in shown.splitlines() if one.strip()) > 3:
            return shown
        await ready(pilot)
    return screen_text(pilot.app)


def library(environment: dict[str, str]) -> Library:
    return Library(Path(environment["TAILOR_HOME"]) / "library")


@pytest.fixture
def soup(tmp_path: Path) -> Path:
    path = tmp_path / "soup.md"
    path.write_text(SOUP)
    return path


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


async def test_lines_left_over_are_kept_as_notes_but_not_those_put_aside_by_hand(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "mac.md"
    path.write_text("# Mac\n## How\nBoil it.\n1) melt butter\n2) stir\n\nPS Tim: oat milk\n")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await named(pilot, path)
        assert shown.index("Boil it.") < shown.index("melt butter") < shown.index("PS Tim")
        await press(pilot, "n", "n", "s", "down", "x", "ctrl+s", "enter")
    [entry] = library(environment).entries()
    kept = library(environment).load(entry.id).procedure
    assert kept.steps == ("Boil it.", "melt butter")
    assert kept.notes == "How\nPS Tim: oat milk"


async def test_for_how_many_it_is_and_how_long_it_takes_is_shown_before_it_is_saved(
    environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "pancakes.txt"
    file.write_text("Pancakes\nServes 4\nCook 20 minutes\n\nYou need:\n* 2 eggs\n\n1. Whisk.\n2. Fry.\n")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await named(pilot, file)
        assert "2 steps, 1 item, 0 lines unused, 4 servings, cook 20 min" in shown
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
        assert "3 steps, 1 item, 1 heading, 0 lines unused" in shown
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
        assert "Your changes are kept" in await press(pilot, "escape")
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


async def test_a_text_too_long_for_the_sheet_waits_where_it_was_left(environment: dict[str, str]) -> None:
    long = "# Long\n\n## Steps\n\n" + "".join(f"{n}. Knead it for {n} minutes.\n" for n in range(1, 2_500))
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "i", "tab")
        pilot.app.post_message(events.Paste(long))
        await press(pilot)
        assert isinstance(top(pilot), ImportReviewScreen)
        await press(pilot, "escape", "escape", "i")
        assert isinstance(top(pilot), ImportReviewScreen)


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


async def test_what_is_no_text_or_not_there_is_said_and_the_path_stays(
    environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe\xfd")
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        assert "There is no file" in await named(pilot, tmp_path / "none.txt")
        for name, words in (("a.txt", "UTF-8"), ("a.pdf", "no file"), ("", "your library itself")):
            top(pilot).query_one("#path").value = str(tmp_path / name)
            assert words in " ".join((await press(pilot, "enter")).split())
        assert isinstance(top(pilot), ImportScreen)


async def test_a_pasted_text_is_read_and_words_left_on_the_sheet_stay(environment: dict[str, str]) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        assert "Type a path, or paste a text" in await press(pilot, "f3", "i", "ctrl+s")
        sheet = top(pilot).query_one(PasteSheet)
        sheet.focus()
        sheet.post_message(events.Paste(SOUP))
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)
        shown = await press(pilot, "i")
        assert "Buy my book!" in shown
        shown = await press(pilot, "ctrl+s")
        assert "2 steps, 1 item" in shown


async def test_words_left_on_the_sheet_at_home_stand_there_again(environment: dict[str, str]) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f7", *typed("mine.txt"), "escape")
        assert "mine.txt" in await press(pilot, "f7")


async def test_a_paste_too_long_for_the_sheet_is_read_at_once(environment: dict[str, str]) -> None:
    text = "Stir\n" + "".join(f"{n}. Stir the mixture in the bowl number {n}.\n" for n in range(1, 2_000))
    assert len(text) > LONGEST_SHEET
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "i")
        top(pilot).query_one(PasteSheet).post_message(events.Paste(text))
        shown = await press(pilot)
        assert "1,999 steps" in shown
        assert "step 1999" in await press(pilot, "end")


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
        assert "1 step, 1 item, 0 lines unused" in shown
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
        assert "Nothing is saved" in shown
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


class _Site(BaseHTTPRequestHandler):
    asked = 0

    def do_GET(self) -> None:
        type(self).asked += 1
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def site() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    _Site.asked = 0
    yield f"http://127.0.0.1:{server.server_port}/tea"
    server.shutdown()
    server.server_close()


async def test_an_address_is_fetched_by_its_own_key_alone(environment: dict[str, str], site: str) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await named(pilot, site)
        assert "ctrl+o gets this one page" in shown
        await press(pilot, "ctrl+s")
        assert _Site.asked == 0
        shown = await press(pilot, "ctrl+o")
        assert (_Site.asked, "2 steps" in shown) == (1, True)
        await press(pilot, "ctrl+s")
    [entry] = library(environment).entries()
    assert library(environment).load(entry.id).procedure.source == site


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


async def test_a_whole_text_pasted_at_home_is_imported_and_chosen_there(environment: dict[str, str]) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot)
        top(pilot).query_one("#search").post_message(events.Paste(SOUP))
        shown = await press(pilot)
        assert isinstance(top(pilot), ImportScreen)
        assert "Buy my book!" in shown
        await press(pilot, "ctrl+s")
        await press(pilot, "ctrl+s", "s")
        assert isinstance(top(pilot), HomeScreen)
        assert (top(pilot).search, top(pilot).current_procedure().goal) == ("Soup", "Soup")
        long = "# Stir\n## Steps\n" + "".join(f"{n}. Stir the bowl number {n} well.\n" for n in range(1, 2_500))
        top(pilot).query_one("#search").post_message(events.Paste(long))
        assert "2,499 steps" in await press(pilot)


async def test_of_two_of_one_name_the_one_just_imported_is_chosen_at_home(environment: dict[str, str]) -> None:
    library(environment).save(procedure("Soup", ["Open a tin."]))
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, *typed("Soup"))
        assert top(pilot).current_procedure().steps == ("Open a tin.",)
        top(pilot).query_one("#search").post_message(events.Paste(SOUP))
        await press(pilot)
        await press(pilot, "ctrl+s")
        await press(pilot, "ctrl+s", "s")
        assert isinstance(top(pilot), HomeScreen)
        assert top(pilot).current_procedure().steps == ("Chop.", "Boil.")


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
    assert pile.says == "2 steps, 0 items, 2 lines of notes, 0 lines unused"
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


async def shows(pilot: Any, words: str) -> str:
    """The screen in one line, once it shows these words."""
    for _ in range(100):
        await ready(pilot)
        if words in (shown := " ".join(screen_text(pilot.app).split())):
            return shown
    raise AssertionError(f"{words!r} never came:\n{screen_text(pilot.app)}")


def folder_of(tmp_path: Path, count: int) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for n in range(count):
        (folder / f"soup{n}.md").write_text(SOUP)
    (folder / "photo.png").write_bytes(b"x")
    (folder / "empty.txt").write_text("")
    return folder


async def test_a_folder_is_read_whole_and_the_files_that_were_skipped_are_listed(
    environment: dict[str, str], tmp_path: Path
) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, folder_of(tmp_path, 2))
        assert "2 how-tos" in await shows(pilot, "2 files skipped: f lists them.")
        await press(pilot, "f")
        listed = await shows(pilot, "No how-to was found in them")
        assert "photo.png: Tailor does not read .png files" in listed
        assert "empty.txt: " in listed
        await press(pilot, "escape", "ctrl+s", "s")
    assert len(library(environment).entries()) == 2


async def test_a_folder_without_a_procedure_lists_what_was_skipped(
    environment: dict[str, str], tmp_path: Path
) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await named(pilot, folder_of(tmp_path, 0))
        shown = await shows(pilot, "2 files skipped")
        assert "photo.png: Tailor does not read .png files" in shown
        await press(pilot, "escape")
        await shows(pilot, "has no how-to in it")


async def test_reading_a_folder_says_how_far_it_is_and_esc_ends_it(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, hold, ended, asked = threading.Event(), threading.Event(), threading.Event(), list[bool]()

    def slow(path: Path, library: Path, tell: Any) -> ImportSource:
        asked.append(tell(3, 40))
        told.set()
        hold.wait(10)
        asked.append(tell(4, 40))
        ended.set()
        return ImportSource(where=str(path))

    monkeypatch.setattr("tailor.screens.importer.screen.source_from_file", slow)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "i")
        screen = top(pilot)
        screen.query_one("#path").value = str(tmp_path)
        await pilot.press("enter")
        await asyncio.to_thread(told.wait, 10)
        screen.show_progress()
        assert "Reading 3 of 40 files" in str(screen.query_one("#says").render())
        assert "Stopped" in await press(pilot, "escape")
        hold.set()
    assert ended.wait(10)
    assert asked == [True, False]
