"""Where an import comes from: a file, a folder, an address or what was pasted; nothing is fetched unasked."""

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
from tailor.library.importer import ImportSource
from tailor.screens.home.screen import HomeScreen
from tailor.screens.importer.report import ImportReviewScreen
from tailor.screens.importer.screen import LONGEST_SHEET, ImportScreen, PasteSheet
from tailor.screens.library.screen import LibraryScreen
from tests.screens.conftest import press, ready, screen_text, typed
from tests.screens.importer_case import SIZE, SOUP, library, named, top

PAGE = b'<script type="application/ld+json">{"@type": "HowTo", "name": "Tea", "step": ["Boil", "Pour"]}</script>'


async def test_a_text_too_long_for_the_sheet_waits_where_it_was_left(environment: dict[str, str]) -> None:
    long = "# Long\n\n## Steps\n\n" + "".join(f"{n}. Knead it for {n} minutes.\n" for n in range(1, 2_500))
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f3", "i", "tab")
        pilot.app.post_message(events.Paste(long))
        await press(pilot)
        assert isinstance(top(pilot), ImportReviewScreen)
        await press(pilot, "escape", "escape", "i")
        assert isinstance(top(pilot), ImportReviewScreen)


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
        assert "Type a path, or paste some text" in await press(pilot, "f3", "i", "ctrl+s")
        sheet = top(pilot).query_one(PasteSheet)
        sheet.focus()
        sheet.post_message(events.Paste(SOUP))
        await press(pilot, "escape")
        assert isinstance(top(pilot), LibraryScreen)
        shown = await press(pilot, "i")
        assert "Buy my book!" in shown
        shown = await press(pilot, "ctrl+s")
        assert "2 steps, 1 item" in shown


async def test_lines_pasted_where_a_path_is_asked_for_go_to_the_box_below(environment: dict[str, str]) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f7")
        path, sheet = top(pilot).query_one("#path"), top(pilot).query_one(PasteSheet)
        assert path.has_focus
        pilot.app.post_message(events.Paste(SOUP))
        await press(pilot)
        assert (path.value, sheet.text.strip(), sheet.has_focus) == ("", SOUP.strip(), True)
        path.focus()
        pilot.app.post_message(events.Paste("Our shop\nis open."))
        await press(pilot)
        assert sheet.text.splitlines()[-2:] == ["Our shop", "is open."]
        assert "2 steps, 1 item" in await press(pilot, "ctrl+s")


async def test_a_path_that_is_pasted_with_its_line_end_stays_a_path(environment: dict[str, str]) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        await press(pilot, "f7")
        pilot.app.post_message(events.Paste("~/my soup.md\n"))
        await press(pilot)
        assert (top(pilot).query_one("#path").value, top(pilot).query_one(PasteSheet).text) == ("~/my soup.md", "")


async def test_words_of_a_how_to_are_told_from_a_file_that_is_not_there(
    environment: dict[str, str], tmp_path: Path
) -> None:
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        for words in ("ok here goes, mum's curry!! for 6 ppl. Fry the onions", "stir it " * 200):
            shown = await named(pilot, words)
            assert "No file has this name" in shown
            assert "There is no file" not in shown
            await press(pilot, "escape")
        await named(pilot, "soup")
        for name in (tmp_path / "soup of my mum", "soup of my mum.md", "soup"):
            top(pilot).query_one("#path").value = str(name)
            assert "There is no file" in await press(pilot, "enter")


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
        assert (top(pilot).search, top(pilot).current_procedure().goal) == ("", "Soup")
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
        (folder / f"soup{n}.md").write_text(SOUP.replace("# Soup", f"# Soup {n}"))
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
        listed = await shows(pilot, "No how-to was found in these")
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
