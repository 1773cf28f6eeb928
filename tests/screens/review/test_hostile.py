"""Hostile texts on every road into Review: nothing crashes, nothing runs, no control byte is drawn."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from textual import events

from tailor.app import TailorApp
from tailor.core.events import Done, Failed, HeaderProposed, ModelCalled, PlaceFound, RequirementsRead, Waiting
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.core.text import normal
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import to_the_bottom
from tests.screens.hostile import HOSTILE, ONE_OF_EACH
from tests.screens.review_case import Bench, FakeSession, begun, edit, finished, stage
from tests.screens.test_hostile import CLICKED, drawn_whole

KEYS = ("n", "w", "escape", "e", "escape", "X", "escape", "t", "escape", "v", "v", "v", "c", "a", "u")


async def test_hostile_texts_are_only_shown(environment: dict[str, str], tmp_path: Path) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(100, 30)) as pilot:
        for name in dict.fromkeys((*ONE_OF_EACH, *CLICKED)):
            await is_only_shown(name, app, pilot, tmp_path)
            await to_the_bottom(pilot)


async def is_only_shown(name: str, app: TailorApp, pilot: Any, tmp_path: Path) -> None:
    text = HOSTILE[name]
    step = normal(text)[:4_900]
    base = Procedure(goal=text, steps=(step, step), resources=(step,), sections=((2, text),))
    bench = Bench(app, pilot, FakeSession(record=tmp_path / "r1.jsonl"))
    await bench.open(base, text)
    more: dict[str, Any] = {"reason": text, "serves": ("R1", text), "tripwires": (text,)}
    seen = replace(stage(1, "modify", base.steps), agent="modify", resources=base.resources)
    await bench.give(
        begun(base, text)[0],
        RequirementsRead(requirements=(Requirement("R1", "preference", text),)),
        seen,
        ModelCalled(stage=1, call=1, host=text, model=text, attempt=2),
        Waiting(call=1, reason=text, seconds=3),
        edit(1, "replace", 1, step + " more", **more),
        edit(2, "insert", 1, step, **more, level="must"),
        edit(3, "replace", 1, "new " + step, part="resources", **more),
    )
    drawn_whole(app)
    for key in KEYS if name in CLICKED else KEYS[:3]:
        await bench.press(key)
        drawn_whole(app)
    assert bench.screen.model.running
    for x, y in ((10, 5), (30, 6), (12, 8)) if name in CLICKED else ():
        await pilot.click(offset=(x, y))
    fault = Failed(fault="server", title=text, message=text, kept=())
    await bench.give(finished(1, "modify", "failed", says=text), fault, end=True)
    drawn_whole(app)
    await bench.press("n", "n", "a", "y", "A", "enter")
    drawn_whole(app)
    await bench.press("enter")
    drawn_whole(app)
    if not bench.session.saved:  # "quit]pepper" is read as a wish for none, which takes a second press
        await bench.press("enter")
    assert app.is_running, name
    assert bench.session.saved, name


async def test_a_hostile_paste_into_the_find_line_and_the_name_is_cleaned(
    environment: dict[str, str], tmp_path: Path
) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(100, 30)) as pilot:
        bench = Bench(app, pilot, FakeSession(record=tmp_path / "r1.jsonl"))
        await bench.open()
        base = bench.screen.session.request.procedure
        await bench.give(*begun(), stage(1, "modify", base.steps), edit(1, "insert", 1, "Wait."))
        await bench.give(Done(result=base), end=True)
        await bench.press("slash")
        for text in HOSTILE.values():
            bench.screen.query_one("#find", CleanInput).post_message(events.Paste(text))
            await bench.settle()
            drawn_whole(app)
        await bench.press("escape", "A", "enter")
        for text in HOSTILE.values():
            app.screen.query_one("#name", CleanInput).post_message(events.Paste(text))
            await pilot.pause()
            drawn_whole(app)


async def test_hostile_places_groups_and_wishes_are_only_shown(
    environment: dict[str, str], tmp_path: Path
) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(100, 30)) as pilot:
        for text in map(HOSTILE.__getitem__, ONE_OF_EACH):
            step = normal(text)[:4_900]
            base = Procedure(goal=text, steps=(step, step), resources=(step,))
            bench = Bench(app, pilot, FakeSession(record=tmp_path / "r1.jsonl"))
            await bench.open(base, text)
            more: dict[str, Any] = {"reason": text, "serves": ("R1", "R2"), "tripwires": (text,), "group": "g1"}
            await bench.give(
                begun(base, text)[0],
                RequirementsRead(requirements=tuple(Requirement(id, "preference", text) for id in ("R1", "R2"))),
                replace(stage(1, "modify", base.steps), resources=base.resources),
                PlaceFound(
                    stage=1, id="p1", agent=text, part="steps", step=2, word=text, serves=("R1",), why=text
                ),
                edit(1, "replace", 1, step + " more", **more, level="must"),
                edit(2, "replace", 1, "new " + step, part="resources", **more),
                HeaderProposed(stage=1, group="g1", goal=text, yields=text, notes=text),
                finished(1, "modify"),
                end=True,
            )
            drawn_whole(app)
            for key in ("home", "w", "escape", "right", "left", "W", "escape", "x", "u", "a", "y", "n", "w", "f"):
                await bench.press(key)
                drawn_whole(app)
            assert app.is_running
            await to_the_bottom(pilot)
