"""Every key can be changed by the id of its action, and what cannot work is said."""

import pytest

from tailor.app import TailorApp
from tailor.screens.dialogs.key_bindings import KeyTable, kinds_with_keys, known_keys, own_key_troubles, refusal
from tailor.screens.home.screen import HomeSearchField
from tailor.screens.home.situation import HintField
from tailor.screens.importer.screen import ImportScreen
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import screen_text, started, typed
from tests.screens.rooms_case import keys
from tests.screens.test_app import written

IDS = [id for id, _, _ in known_keys({})]


def test_every_binding_with_words_has_an_id() -> None:
    bare = [
        (kind.__name__, one)
        for kind in kinds_with_keys()
        for one in kind.__dict__["BINDINGS"]
        if not getattr(one, "id", None)
    ]
    assert bare == []


def test_every_key_can_be_changed_by_its_id() -> None:
    changed = set()
    for kind in kinds_with_keys():
        for id in {one.id for ones in kind._merge_bindings().key_to_bindings.values() for one in ones if one.id}:
            keys = kind._merge_bindings()
            keys.apply_keymap({id: "f24"})
            with_id = {key for key, ones in keys.key_to_bindings.items() for one in ones if one.id == id}
            assert with_id == {"f24"}, (kind, id)
            changed.add(id)
    assert changed >= set(IDS)


def test_a_key_that_another_action_of_the_same_place_has_is_said() -> None:
    for kind in kinds_with_keys():
        own = [one for one in kind.__dict__["BINDINGS"] if one.id]
        for mine in own:
            other = next((one for one in own if one.action != mine.action), None)
            if other:
                key = other.key.split(",")[0]
                said = own_key_troubles({mine.id: key})
                assert f"{key} now means {mine.id}, so {other.id} needs another key." in said


def test_no_screen_has_a_key_of_the_whole_app_for_something_else() -> None:
    everywhere = {one for id, key, _ in known_keys({}) if id.startswith("app.") for one in key.split(",")}
    everywhere -= {"f1", "question_mark"}  # help closes with the key that opened it
    everywhere -= {"f7", "f9"}  # Home and the Library do the same without leaving
    everywhere -= {"g", "G"}  # Home and End do the same, also where a screen has another use for these
    taken = [(id, key) for id, key, _ in known_keys({}) if not id.startswith("app.")]
    assert [one for one in taken if everywhere & set(one[1].split(","))] == []


def test_an_id_that_is_none_is_said_with_the_nearest() -> None:
    assert "there is no such action; did you mean review.accept?" in own_key_troubles({"review.acept": "y"})


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("nonsense", 'keys.review.accept: there is no key "nonsense".'),
        ("Ctrl+H", 'keys.review.accept: there is no key "Ctrl+H"; did you mean ctrl+h?'),
        ("ctrl-h", 'keys.review.accept: there is no key "ctrl-h"; did you mean ctrl+h?'),
        ("f24, esc", 'keys.review.accept: there is no key "esc"; did you mean escape?'),
    ],
)
def test_a_key_that_is_none_is_said(key: str, said: str) -> None:
    assert own_key_troubles({"review.accept": key}) == said


def test_every_key_of_tailor_is_a_key() -> None:
    assert "there is no key" not in "".join(own_key_troubles({id: key}) for id, key, _ in known_keys({}))


def test_a_key_is_the_same_by_its_sign_and_by_its_name() -> None:
    assert "question_mark is set for both home.connect and home.new, but only one" in own_key_troubles(
        {"home.connect": "?", "home.new": "f24, question_mark"}
    )


@pytest.mark.parametrize("key", ["7", "slash"])
def test_a_letter_for_the_whole_app_is_said_not_to_work_where_one_writes(key: str) -> None:
    jump = "“Jump to anything in view by its letter” (app.jump)"
    said = f"In a text field, {key} types a letter, so give {jump} another key as well, such as f10."
    assert said in own_key_troubles({"app.jump": key})
    assert said not in own_key_troubles({"app.jump": f"{key},f24"})


@pytest.mark.parametrize("id", ["words.keep", "paste.use", "home.start", "generate.look", "search.list"])
def test_a_letter_for_what_is_done_while_typing_is_said_not_to_work(id: str) -> None:
    assert "In a text field, e types a letter, so give " in own_key_troubles({id: "e"})
    assert "types a letter" not in own_key_troubles({id: "f10"})


async def test_a_letter_for_the_whole_app_is_typed_where_one_writes_and_works_elsewhere(
    app: TailorApp, environment: dict[str, str]
) -> None:
    written(environment, '[keys]\n"app.quit" = "q"\n"app.settings" = "/"\n')
    async with started(app, (100, 30)) as pilot:
        await pilot.press(*typed("quick "), "slash")
        assert app.screen.query_one(HomeSearchField).value == "quick /"
        assert {"q", "slash"}.isdisjoint(app.screen.active_bindings)
        await keys("f3", "slash")(pilot)
        assert app.current_mode == "settings"
        await pilot.press("q")
        assert app._exit


def test_a_key_for_the_whole_app_that_a_screen_has_is_said() -> None:
    assert "a cannot be used for app.help where it already means review.accept" in own_key_troubles(
        {"app.help": "a"}
    )


def test_a_key_that_works_everywhere_takes_it_from_every_screen_and_that_is_said() -> None:
    words = "means app.library everywhere, so home.connect needs another key."
    assert f"f9 {words}" in own_key_troubles({"app.library": "f9"})
    assert own_key_troubles({"home.connect": "f3"}) == f"f3 {words}"
    found = own_key_troubles({"home.connect": "f12"})
    assert found == "f12 cannot be used for app.shopping where it already means home.connect."


def test_keys_that_work_are_not_talked_about() -> None:
    assert own_key_troubles({"review.accept": "y", "home.connect": "f24", "app.help": "f11"}) == ""


async def test_what_cannot_work_is_said_when_the_app_starts(app: TailorApp, environment: dict[str, str]) -> None:
    written(environment, '[keys]\n"review.accept" = "x"\n')
    async with started(app, (100, 30)):
        assert any("review.reject needs another key" in one.message for one in app._notifications)


async def test_enter_can_be_another_key_even_where_one_types(app: TailorApp, environment: dict[str, str]) -> None:
    written(environment, '[keys]\n"home.choose" = "f24"\n')
    async with started(app, (100, 30)) as pilot:
        await pilot.press("enter", *typed("x"))
        assert app.screen.query_one(HintField).value == ""
        await pilot.press("backspace", "f24", *typed("no oven"))
        assert app.screen.query_one(HintField).value == "no oven"


@pytest.mark.parametrize(
    ("own", "id", "key", "why"),
    [
        ({}, "follow.note", "r", "r is already used for “Something is missing or went wrong” (follow.rescue)"),
        ({}, "follow.note", "f2", "f2 is already used for “Home” (app.home)"),
        ({}, "app.copy", "ctrl+n", "(home.new)"),
        ({"follow.rescue": "z"}, "follow.note", "z", "(follow.rescue)"),
        ({"follow.rescue": "z"}, "follow.note", "r", ""),
        ({}, "follow.note", "m", ""),
        ({}, "follow.note", "crtl+m", "there is no key"),
        ({}, "follow.notes", "m", "there is no such action; did you mean follow.note?"),
        ({}, "app.top", "g", ""),
    ],
)
def test_a_key_is_refused_where_another_action_has_it(own: dict[str, str], id: str, key: str, why: str) -> None:
    said = refusal(own, id, key)
    assert why in said
    assert bool(said) == bool(why)


async def test_a_key_is_changed_in_the_app_works_at_once_and_can_be_taken_back(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await keys("f6", "end", "enter", "slash", "enter")(pilot)
        table = app.screen_stack[-1]
        table.query_one("#line", CleanInput).value = "home.import"
        await keys("enter", "ctrl+n")(pilot)
        said = screen_text(app)
        assert "^n is already used for" in said
        assert "on Home" in said
        assert "(home.new)" not in said, "the name inside the program"
        assert app.workspace.config.keys == {}
        await keys("enter", "ctrl+y")(pilot)
        assert app.workspace.config.keys == {"home.import": "ctrl+y"}
        assert "Saved." in screen_text(app)
        assert "changed by you" in screen_text(app)
        await keys("escape", "escape", "ctrl+y")(pilot)
        assert type(app.screen_stack[-1]) is ImportScreen
        await keys("escape", "f6", "enter", "slash", "=home.import", "enter", "backspace")(pilot)
        assert app.workspace.config.keys == {}
        await keys("escape", "escape", "f7")(pilot)
        assert type(app.screen_stack[-1]) is ImportScreen


async def test_the_list_of_keys_is_in_the_order_of_what_one_reads(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await keys("f6", "end", "enter")(pilot)
        table = app.screen
        assert isinstance(table, KeyTable)
        ids = [id for id, _, _ in table._shown]
        everywhere = [about for id, _, about in table._shown if id.startswith("app.")]
        assert ids[: len(everywhere)] == [id for id in ids if id.startswith("app.")]
        assert everywhere == sorted(everywhere)
        await keys("slash", "=while you import", "enter")(pilot)
        assert "Enter changes the key for the selected action." in screen_text(app)


async def test_escape_at_the_question_for_a_key_changes_nothing(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await keys("f6", "end", "enter", "enter", "escape")(pilot)
        assert isinstance(app.screen, KeyTable)
        assert app.workspace.config.keys == {}


def test_one_key_set_for_two_actions_is_said_once() -> None:
    said = own_key_troubles({"review.reject": "x", "review.accept": "x"})
    assert (
        said == "x is set for both review.accept and review.reject, but only one can have it: change one of them."
    )
    assert own_key_troubles({"review.reject": "a", "review.accept": "x"}) == ""
