"""Lists of rows that are longer than what is remembered of them."""

from collections.abc import Callable
from functools import partial

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.scrollbar import ScrollBar

from tailor.core.procedure import Procedure, procedure
from tailor.screens.widgets.lists import WIDEST, PageView, found_page, procedure_page, whole_page
from tailor.screens.widgets.row_list import MOST_KEPT, DrawnRow, RowList


class Many(App[None]):
    """A list of words; `drawn` holds every row that was drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[str] = []

    def draw(self, row: str, width: int) -> DrawnRow:
        self.drawn.append(row)
        return [("", Content(row))]

    def compose(self) -> ComposeResult:
        yield RowList(self.draw)


async def test_one_row_that_changes_is_the_only_one_drawn_however_long_the_list() -> None:
    app = Many()
    async with app.run_test() as pilot:
        shown: RowList[str] = app.query_one(RowList)
        rows = [f"row {number}" for number in range(MOST_KEPT * 2)]
        shown.show(rows)
        await pilot.pause()
        app.drawn.clear()
        for turn in range(5):
            shown.show([f"marked {turn}", *rows[1:]])
            await pilot.pause()
        assert app.drawn == [f"marked {turn}" for turn in range(5)]


async def test_rows_that_are_gone_are_forgotten_and_the_others_are_not() -> None:
    app = Many()
    async with app.run_test() as pilot:
        shown: RowList[str] = app.query_one(RowList)
        for turn in range(3):
            shown.show([f"row {turn} {number}" for number in range(MOST_KEPT * 2)])
            await pilot.pause()
        app.drawn.clear()
        shown.show(["first", *shown.rows])
        await pilot.pause()
        assert app.drawn == ["first"]
        assert len(shown._lines) <= MOST_KEPT * 4
        assert "first" in "".join(shown.render_line(0).text)


async def test_a_scrollbar_is_drawn_again_only_where_it_looks_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    cells: list[int] = []
    refresh = ScrollBar.refresh

    def noted(bar: ScrollBar, *regions: Region, **how: bool) -> ScrollBar:
        cells.append(sum(one.height for one in regions) if regions else bar.size.height)
        return refresh(bar, *regions, **how)

    app = Many()
    async with app.run_test() as pilot:
        shown: RowList[str] = app.query_one(RowList)
        shown.show([f"row {number}" for number in range(1_000)])
        await pilot.pause()
        shown.scroll_to(y=500, animate=False)
        await pilot.pause()
        bar = shown.vertical_scrollbar

        async def drawn(act: Callable[[], object]) -> int:
            """How many cells it takes; they look as if all were drawn."""
            cells.clear()
            with monkeypatch.context() as patch:
                patch.setattr(ScrollBar, "refresh", noted)
                act()
                await pilot.pause()
            seen = bar.render_lines(bar.size.region)
            bar.refresh()
            assert seen == bar.render_lines(bar.size.region)
            return sum(cells)

        for number in (1_001, 1_002, 1_003, 1_300, 600, 599, 24, 23, 25):
            took = await drawn(partial(shown.show, [f"row {one}" for one in range(number)]))
            assert took <= 3 or number in (1_300, 600, 24, 23, 25)
            assert shown.max_scroll_y == max(number - shown.size.height, 0)
        shown.show([f"row {number}" for number in range(1_000)])
        await pilot.pause()
        for line in (500, 501, 502, 503, 520, 600, 999, 0, 1):
            took = await drawn(partial(shown.scroll_to, y=line, animate=False))
            assert took <= 3 or line in (500, 600, 999, 0)


async def test_words_never_touch_the_scrollbar_beside_them() -> None:
    class Page(App[None]):
        def compose(self) -> ComposeResult:
            yield PageView()

    async with Page().run_test(size=(20, 5)) as pilot:
        page = pilot.app.query_one(PageView)
        page.show(lambda width: [Content("x" * width)] * 9)
        await pilot.pause()
        assert page.render_line(0).text.rstrip() == "x" * (20 - 1 - 1)
    app = Many()
    async with app.run_test(size=(20, 5)) as pilot:
        assert app.query_one(RowList).row_width == 20 - 1 - 1


async def test_lines_stay_short_enough_to_be_read_however_wide_the_window() -> None:
    app = Many()
    async with app.run_test(size=(200, 5)) as pilot:
        rows: RowList[str] = app.query_one(RowList)
        rows.show(["row"])
        await pilot.pause()
        assert rows.row_width == WIDEST
        assert rows.render_line(0).text.rstrip() == "row"


@pytest.mark.parametrize("width", [40, 54, 74, 114])
def test_what_was_found_fits_its_line_and_always_says_how_much_more_there_is(width: int) -> None:
    found = ["drill, mm hole and 1 more (I have no power drill at all) in steps 2, 3 and 4", "walnuts in step 5"]
    for count in (1, 2):
        shown = found_page((), found[:count], width)
        assert shown.cell_length <= width
        whole = "step 5" in shown.plain if count == 2 else "and 4" in shown.plain
        assert whole or "…" in shown.plain
        assert whole or count == 1 or "+1 more" in shown.plain


@pytest.mark.parametrize("page", [procedure_page, whole_page])
@pytest.mark.parametrize("width", [30, 60])
def test_notes_stand_above_the_steps_and_those_that_are_long_whole_below(
    page: Callable[[Procedure, int], list[Content]], width: int
) -> None:
    short, long = (
        [row.plain for row in page(procedure("Tea", ["Boil.", "Pour."], notes=notes), width)]
        for notes in ("Good cold.", " ".join(f"Note{number}" for number in range(60)))
    )
    assert any(row == "Notes  Good cold." for row in short)
    assert sum("Note" in row for row in short) == 1
    steps = next(at for at, row in enumerate(long) if "Boil" in row)
    assert sum("Note" in row for row in long[:steps]) == 2
    assert "…" in "".join(long[:steps])
    assert "Note59" in "".join(long[steps:])
    assert max(map(len, long)) <= width
