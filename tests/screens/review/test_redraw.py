"""A key draws what it changed: nothing is laid out again, and lines that look as before are not drawn."""

import threading
from pathlib import Path
from typing import Any

import pytest
from textual._styles_cache import StylesCache

from tailor.app import TailorApp
from tailor.core import resolution
from tailor.core.guard import detector
from tailor.core.procedure import Procedure, procedure
from tailor.core.review import rows
from tailor.screens.review.display import EditList
from tests.screens.review_case import Bench, FakeSession, begun, edit, stage

STEPS = 60


def long() -> Procedure:
    return procedure("Bake many loaves", [f"Stir {number} g of flour into water." for number in range(STEPS)])


async def opened(app: TailorApp, pilot: Any, record: Path) -> Bench:
    bench, base = Bench(app, pilot, FakeSession(record=record)), long()
    await bench.open(base)
    changes = [edit(at, "insert", at * 3, f"Let it rest for {at} minutes.", serves=("R1",)) for at in range(1, 20)]
    await bench.give(*begun(base), stage(1, "modify", base.steps), *changes)
    return bench


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_keys_that_move_or_decide_lay_nothing_out_again(
    size: tuple[int, int], environment: dict[str, str], tmp_path: Path
) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=size) as pilot:
        bench = await opened(app, pilot, tmp_path / "r1.jsonl")
        await bench.press("a", "n")
        laid_out: list[object] = []
        bench.screen.screen_layout_refresh_signal.subscribe(bench.screen, laid_out.append)
        for key in "jjknpax":
            await bench.press(key)
        assert not laid_out


async def test_a_move_draws_the_rows_it_leaves_and_reaches_and_no_other(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(120, 40)) as pilot:
        bench = await opened(app, pilot, tmp_path / "r1.jsonl")
        await bench.press("home")
        shown = bench.screen.query_one("#list", EditList)
        drawn: list[int] = []
        draw = StylesCache.render_line

        def counted(cache: StylesCache, styles: Any, y: int, *rest: Any) -> Any:
            if cache is shown._styles_cache:
                drawn.append(y)
            return draw(cache, styles, y, *rest)

        monkeypatch.setattr(StylesCache, "render_line", counted)
        await bench.press("j")
        assert 1 <= len(drawn) <= 4 < shown.size.height


async def test_a_decision_works_out_nothing_anew_that_it_cannot_change(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(120, 40)) as pilot:
        bench = await opened(app, pilot, tmp_path / "r1.jsonl")
        await bench.press("a")
        await bench.settle()
        ordered: list[object] = []
        read: list[threading.Thread] = []
        in_order, hits = resolution.in_order, detector.hits

        def ordering(*given: Any) -> Any:
            ordered.append(given)
            return in_order(*given)

        def reading(*given: Any) -> Any:
            read.append(threading.current_thread())
            return hits(*given)

        monkeypatch.setattr(rows, "in_order", ordering)
        monkeypatch.setattr(detector, "hits", reading)
        await bench.press("a", "x", "a", "u")
        assert not ordered, "the order of the steps"
        assert threading.main_thread() not in read, "what the words of the next edits mean"
