"""A variant of the Library carried over to its newer original."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tailor.app import TailorApp
from tailor.core.edits import Replace
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.library import lineage
from tailor.library.entries import SavedEdit
from tailor.library.lineage import RebasePlan, check, plan_rebase
from tailor.library.store import Library
from tailor.screens.home.screen import HomeScreen
from tailor.screens.library.screen import LibraryScreen
from tailor.screens.review.policy import RebasePolicy
from tests.screens.conftest import BREAD, press, ready, typed
from tests.screens.library_case import NO_OVEN, SIZE, filled, top, with_family


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


async def test_what_is_new_and_not_adapted_is_said_while_it_is_decided_on(environment: dict[str, str]) -> None:
    wishes, library = parse_hint("for 8"), Library(Path(environment["TAILOR_HOME"]) / "library")
    cake = replace(procedure("Cake", ["Mix it.", "Bake it."], ["200 g flour"]), yields="4 servings")
    old = library.save(cake)
    edit = Replace(step=1, text="400 g flour", part="resources", id="e1", agent="modify", serves=(wishes[0].id,))
    many = replace(cake, goal="Cake for many", resources=("400 g flour",), yields="8 servings")
    library.save(many, parent=old.id, hint="for 8", requirements=wishes, edits=[SavedEdit(stage=1, edit=edit)])
    library.save(replace(cake, resources=("200 g flour", "100 g sugar")), version_of=old.id)
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        shown = await press(pilot, "f3", "r")
        shown = await press(pilot, "down", "r") if isinstance(top(pilot), LibraryScreen) else shown
        assert "has not been adapted: item 2 on the list (“100 g sugar”)" in " ".join(shown.split())


async def test_what_has_no_newer_original_says_so(environment: dict[str, str]) -> None:
    async with with_family(environment) as pilot:
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
        assert "It has been deleted in the meantime; your words are saved as a new version." in words
        assert ("The older ones are in the trash." in words) is thrown
        assert library.procedure(saved[4].stem).steps[-1] == "Patch it."
