"""Generate before a run: what is said of the procedures that it would lean on."""

from dataclasses import replace

from tailor.app import TailorApp
from tests.screens.conftest import press, screen_text
from tests.screens.generate_case import ScriptedRuns, looked
from tests.screens.memory_case import ScriptedMemory


async def test_where_all_that_is_near_are_recipes_the_studys_finding_is_said(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    memory.rows = tuple(replace(one, domain="recipe") for one in memory.rows)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        assert "wrote better recipes" in " ".join(screen_text(app).split())
        assert screen.inputs.request().domain == "recipe"
        await press(pilot, "m", "m")
        assert "wrote better recipes" not in " ".join(screen_text(app).split())


async def test_what_speaks_against_profile_or_hint_in_what_was_found_is_said_before_a_run(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    memory.rows = (replace(memory.rows[0], steps=("Chop the walnuts.", "Bake.")), *memory.rows[1:])
    app.workspace.keep_profile("me", ("no nuts (allergy)",), on=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await looked(pilot)
        shown = " ".join(screen_text(app).split())
        assert "! Bake oat cookies" in shown
        assert "! It has walnuts (tree nuts) in step 1" in shown
        assert "something you avoid." in shown
        assert runs.asked == []
        await press(pilot, "d")
        assert "! Bake oat cookies" not in screen_text(app), "left aside, it warns no more"


async def test_without_a_wish_to_avoid_anything_nothing_is_marked(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await looked(pilot)
        assert "! Bake" not in screen_text(app)
        assert "something you avoid" not in screen_text(app)
