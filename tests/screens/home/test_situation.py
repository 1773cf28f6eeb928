"""Home before a run: profiles for one run, requirements corrected, what the guard finds."""

import threading
from pathlib import Path
from typing import Any

import pytest

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.core.requirements import Requirement, parse_hint
from tailor.drafts import SHEET
from tailor.screens.dialogs.profiles import ProfilesDialog
from tailor.screens.dialogs.requirements import RequirementsSheet, with_implied
from tailor.screens.home.screen import HomeScreen
from tailor.screens.home.situation import HintField
from tailor.screens.review.screen import ReviewScreen
from tailor.workspace import Workspace
from tests.screens.conftest import make_app, press, ready, screen_text, shelf_of, started, typed, until
from tests.screens.home.test_home import Reviews, reviews

__all__ = ["reviews"]

WIDE = (120, 40)
CAKE = procedure(
    "Make a cake", ["Rest.", "Rest.", "Chop the walnuts.", "Rest.", "Fold in walnuts."], ["100 g walnuts"]
)
SETTINGS = '[profile]\nuse = ["me"]\nme = ["no nuts (allergy)"]\nana = ["vegan"]\n'


@pytest.fixture
def cake(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> TailorApp:
    home = Path(environment["TAILOR_HOME"])
    home.mkdir()
    (home / "config.toml").write_text(SETTINGS)
    return make_app(environment, monkeypatch, shelf_of(CAKE))


async def settled(pilot: Any) -> None:
    await ready(pilot)
    await pilot.pause(0.15)
    await ready(pilot)


async def sheet_of(pilot: Any, hint: str) -> None:
    """Takes the first procedure, types this hint, and opens its requirements."""
    await settled(pilot)
    await pilot.press("enter", *typed(hint), "ctrl+t")
    await settled(pilot)


async def test_a_line_that_a_command_adds_to_a_profile_counts_here_too(
    cake: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.screens.home.screen.LOOK", 0.02)
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        Workspace(cake.workspace.environment).add_to_profile("no milk")
        await until(pilot, lambda: "no milk" in screen_text(cake))


async def test_more_wishes_than_are_weighed_at_once_are_said_while_one_types(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        cake.screen.query_one(HintField).value = "; ".join(f"no thing {number}" for number in range(1_200))
        await settled(pilot)
        assert "You have 1,201 wishes here, and the limit is 1,000." in screen_text(cake)
        assert cake.screen.query_one(HintField).value.endswith("1199"), "nothing of it is lost"


async def test_words_that_one_key_typed_over_come_back(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("enter", *typed("my oven is small"))
        hint = cake.screen.query_one(HintField)
        hint.select_all()
        await pilot.press("e")
        await settled(pilot)
        assert hint.value == "e"
        assert [one.message for one in cake._notifications] == [
            "You typed over your earlier words. The down arrow brings them back."
        ]
        await pilot.press("down")
        assert hint.value == "my oven is small"
        await pilot.press("down")
        assert hint.value == "e"


async def test_lines_of_profiles_are_chips_that_say_so_before_a_hint_is_typed(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert "must, from profile: no nuts (allergy)" in screen_text(cake)
        assert "Suggestions are automatic" in screen_text(cake)


async def test_a_profile_alone_is_reason_enough_to_tailor(cake: TailorApp, reviews: Reviews) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("enter", "enter")
        await settled(pilot)
        [(_, hint, session)] = reviews.asked
        assert hint == "no nuts (allergy)"
        [one] = session.request.requirements
        assert (one.text, one.kind, one.source) == ("no nuts (allergy)", "prerequisite", "profile")


async def test_what_the_guard_finds_stands_on_home_before_the_run(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        text = screen_text(cake)
        assert "Found here: walnuts in steps 3, 5 and the list" in text


async def test_what_was_found_in_one_how_to_is_not_said_of_the_next_row(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert "Found here: walnuts" in screen_text(cake)
        await pilot.press("down")  # to the row of a how-to that is still to be written
        await settled(pilot)
        assert "Found here" not in screen_text(cake)


async def test_what_was_found_for_other_words_is_not_said_while_one_types(
    cake: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("enter", *typed("no walnuts"))
        await until(pilot, lambda: "Found here: walnut" in screen_text(cake))
        monkeypatch.setattr("tailor.screens.home.situation.PAUSE", 60)
        await pilot.press("x")
        assert "Found here" not in screen_text(cake)


async def test_a_hint_against_the_profile_is_said(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("enter", *typed("I want to add pecans"))
        await settled(pilot)
        assert "Your own words mention: pecans (tree nuts)" in screen_text(cake)


async def test_nothing_found_is_nothing_said(app: TailorApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("enter", *typed("no crab"))
        await settled(pilot)
        assert "Found" not in screen_text(app)


async def test_a_profile_ticked_for_one_run_goes_into_it_and_is_gone_after_it(
    cake: TailorApp, reviews: Reviews
) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("enter", *typed("small"), "ctrl+o")
        await settled(pilot)
        assert isinstance(cake.screen, ProfilesDialog)
        await pilot.press("down", "space")
        assert "only this time" in screen_text(cake)
        await pilot.press("enter")
        await settled(pilot)
        assert "vegan" in screen_text(cake)
        await pilot.press("enter")
        await settled(pilot)
        [(_, _, session)] = reviews.asked
        assert session.request.profile == ("no nuts (allergy)", "vegan")
        assert cake.workspace.profiles_for_next_run is None
        assert cake.workspace.profile() == ("no nuts (allergy)",)
        assert cake.workspace.config.use == ("me",)
        cake.pop_screen()
        await settled(pilot)
        assert "Used only that time: me, ana" in screen_text(cake)


async def test_profiles_that_a_command_made_meanwhile_are_listed(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.screens.home.screen.LOOK", 1000.0)
    app = make_app(environment, monkeypatch, shelf_of(CAKE))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        outside = Workspace(app.workspace.environment)
        outside.add_to_profile("egg allergy")
        await pilot.press("ctrl+o")
        await settled(pilot)
        assert "● me  always  egg allergy" in screen_text(app)
        outside.add_to_profile("no milk")
        await pilot.press("e")
        assert "no milk" in screen_text(app)
        await pilot.press("escape", "escape")
        outside.keep_profile("zoe", ("no oven",), known=())
        await pilot.press("f6")
        await settled(pilot)
        assert "zoe" in screen_text(app)


async def test_always_is_kept_and_one_that_always_counts_can_sit_out_one_run(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+o")
        await settled(pilot)
        await pilot.press("space")
        assert "always, but not this time" in screen_text(cake)
        await pilot.press("down", "a", "enter")
        await settled(pilot)
        assert cake.workspace.config.use == ("me", "ana")
        assert cake.workspace.profile() == ("vegan",)


async def test_the_key_after_a_new_profile_is_about_the_new_one(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+o")
        await settled(pilot)
        await pilot.press("o", *typed("zoe"), "enter", *typed("peanut allergy"), "enter")
        await pilot.press(*typed("no oven"), "enter", "escape", "escape")
        await settled(pilot)
        assert isinstance(cake.screen, ProfilesDialog)
        await pilot.press("a", "enter")
        await settled(pilot)
        assert cake.workspace.config.use == ("me", "zoe")
        assert cake.workspace.config.profiles["zoe"] == ("peanut allergy", "no oven"), 'not the key o, and "oven"'


async def test_escape_leaves_the_ticks_as_they_were(cake: TailorApp) -> None:
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+o")
        await settled(pilot)
        await pilot.press("down", "space", "a", "escape")
        await settled(pilot)
        assert cake.workspace.profile() == ("no nuts (allergy)",)
        assert isinstance(cake.screen, HomeScreen)


async def test_without_profiles_the_window_says_what_to_press(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+o")
        await settled(pilot)
        assert "No profiles yet. o makes one" in screen_text(app)
        await pilot.press("space", "a", "e", "enter")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_what_was_corrected_is_what_the_run_gets(app: TailorApp, reviews: Reviews) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await sheet_of(pilot, "I have no oven. I prefer it sweet")
        await pilot.press("space", "down", "y", "enter")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        [(_, _, session)] = reviews.asked
        first, second = session.request.requirements
        assert (first.id, first.on, second.kind) == ("R1", False, "refinement")


async def test_corrections_belong_to_their_words_and_come_back_with_them(app: TailorApp, reviews: Reviews) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await sheet_of(pilot, "no oven")
        await pilot.press("y", "enter")
        await settled(pilot)
        assert "nice to have: no oven" in screen_text(app)
        await pilot.press("s")
        await settled(pilot)
        assert "must: no ovens" in screen_text(app)
        await pilot.press("backspace")
        await settled(pilot)
        assert "nice to have: no oven" in screen_text(app)


async def test_without_a_hint_or_a_profile_there_is_nothing_to_correct(app: TailorApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+t")
        await settled(pilot)
        assert "Say what is different for you; then" in screen_text(app)


class Sheet:
    """A sheet over Home, and what it gave back."""

    def __init__(self, app: TailorApp, pilot: Any) -> None:
        self.app = app
        self.pilot = pilot
        self.given: list[tuple[Requirement, ...] | None] = []

    async def open(self, requirements: tuple[Requirement, ...], *, joins: bool = True) -> None:
        self.app.push_screen(RequirementsSheet(requirements, joins=joins), self.given.append)
        await settled(self.pilot)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()


TWO = parse_hint("I have no oven. I prefer it sweet")


async def test_two_requirements_are_joined_and_parted_again(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        sheet = Sheet(app, pilot)
        await sheet.open(TWO)
        await sheet.press("m", "s", "left", "right", "enter", "enter")
        [now] = sheet.given
        assert now is not None
        assert [one.id for one in now] == ["R1", "R2"]
        assert " ".join(one.text for one in now).replace(",", "") == "I have no oven I prefer it sweet"


async def test_what_was_changed_in_the_sheet_is_there_again_after_esc_until_it_is_used(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        sheet = Sheet(app, pilot)
        await sheet.open(TWO)
        await sheet.press("space", "escape")
        assert sheet.given == [None]
        assert app.drafts.wishes(SHEET), "so that ctrl+q and a kill lose it as little"
        await sheet.open(parse_hint("no nuts"))
        await sheet.press("escape")
        await sheet.open(TWO)
        await sheet.press("enter")
        assert [one.on for one in sheet.given[-1] or ()] == [False, True]
        assert app.drafts.wishes(SHEET), "until whoever asked has kept it"


async def test_during_a_review_they_are_neither_joined_nor_parted(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        sheet = Sheet(app, pilot)
        await sheet.open(TWO, joins=False)
        await sheet.press("m", "s", "enter")
        assert sheet.given == [TWO]


async def test_the_level_goes_round_and_makes_it_expertise(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        sheet = Sheet(app, pilot)
        await sheet.open(TWO)
        await sheet.press("l", "l", "enter")
        assert sheet.given[0] is not None
        assert (sheet.given[0][0].kind, sheet.given[0][0].level) == ("expertise", "intermediate")


async def test_what_is_implied_is_offered_unticked_with_its_reason_and_one_key_takes_it_in(app: TailorApp) -> None:
    asked = parse_hint("I live in an apartment")
    offered = with_implied(asked)
    assert len(offered) > 1
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        sheet = Sheet(app, pilot)
        await sheet.open(offered)
        assert "(suggested: " in screen_text(app)
        await sheet.press("i", "enter")
        assert sheet.given[0] is not None
        assert [one.on for one in sheet.given[0][:3]] == [True, True, False]
        assert sheet.given[0][1].source == "implied"


async def test_what_is_offered_and_not_taken_in_reaches_no_run(app: TailorApp, reviews: Reviews) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await sheet_of(pilot, "I live in an apartment")
        await pilot.press("down", "down", "i", "enter")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        [(_, _, session)] = reviews.asked
        assert [(one.id, one.source, one.on) for one in session.request.requirements] == [
            ("R1", "hint", True),
            ("R2", "implied", True),
        ]


async def test_who_comes_back_from_a_review_types_another_hint_over_the_one_before(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "enter", *typed("no oven"), "enter")
        assert type(app.screen) is ReviewScreen
        while len(app.screen_stack) > 1:
            await press(pilot, "escape")
        hint = app.screen_stack[0].query_one(HintField)
        app.screen_stack[0].set_focus(hint)
        assert (hint.value, hint.selected_text) == ("no oven", "no oven")
        await press(pilot, *typed("for two"))
        assert hint.value == "for two"


async def test_what_is_still_looked_for_keeps_nobody_from_quitting(
    cake: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[threading.Thread] = []

    def found(*_: object) -> tuple[tuple[str, ...], tuple[str, ...]]:
        looked.append(threading.current_thread())
        return (), ()

    monkeypatch.setattr("tailor.screens.home.situation._found", found)
    async with cake.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("enter", *typed("no milk"))
        await settled(pilot)
    assert looked
    assert all(one.daemon for one in looked)  # others are waited for when the program ends
