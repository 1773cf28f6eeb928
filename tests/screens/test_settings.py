"""Settings: every change is written at once, keys never show, damage is said, hostile names stay names."""

import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tailor.agents.strategies import STRATEGIES
from tailor.app import TailorApp
from tailor.config import Deadlines
from tailor.core.text import clean
from tailor.screens import themes
from tailor.screens.dialogs.base import Dialog
from tailor.screens.dialogs.key_bindings import PLACES, KeyTable, known_keys
from tailor.screens.settings import SettingsScreen
from tailor.urls import checked_url
from tailor.workspace import Workspace, add_to_lines
from tests.screens.conftest import press, screen_text, started, typed, until
from tests.screens.hostile import HOSTILE, ONE_OF_EACH

WIDE = (120, 40)


def home_of(environment: dict[str, str]) -> Path:
    return Path(environment["TAILOR_HOME"])


def write(environment: dict[str, str], settings: str) -> None:
    home_of(environment).mkdir(exist_ok=True)
    (home_of(environment) / "config.toml").write_text(settings)


def kept(environment: dict[str, str]) -> dict[str, Any]:
    return tomllib.loads((home_of(environment) / "config.toml").read_text())


async def on(pilot: Any, id: str) -> SettingsScreen:
    """Opens Settings with the mark on this row."""
    if not isinstance(pilot.app.screen, SettingsScreen):
        await press(pilot, "f6")
    screen = pilot.app.screen
    assert isinstance(screen, SettingsScreen)
    for _ in range(40):
        if screen.marked is not None and screen.marked.id == id:
            return screen
        await pilot.press("down")
    raise AssertionError(f"there is no row {id}")


async def opened(pilot: Any, id: str) -> None:
    """Presses Enter on this row of Settings."""
    await on(pilot, id)
    await press(pilot, "enter")


async def test_a_strategy_is_chosen_by_a_plain_sentence_and_written(
    app: TailorApp, environment: dict[str, str]
) -> None:
    write(environment, '# my own words\n[run]\nprompts = "tailor"\n')
    async with started(app, WIDE) as pilot:
        await opened(pilot, "run.strategy")
        for pick in STRATEGIES.values():
            assert pick.about[:40] in screen_text(app)
        await press(pilot, "down", "enter")
        assert kept(environment)["run"]["strategy"] == "unified"
        assert "# my own words" in (home_of(environment) / "config.toml").read_text()
        assert app.workspace.config.strategy == "unified"
        assert "Strategy: saved." in screen_text(app)


async def test_switches_turn_with_space_and_enter(app: TailorApp, environment: dict[str, str]) -> None:
    async with started(app, WIDE) as pilot:
        await on(pilot, "app.plain")
        await press(pilot, "space")
        assert kept(environment)["app"]["plain"] is True
        await press(pilot, "enter")
        assert kept(environment)["app"]["plain"] is False


async def test_themes_show_while_marked_escape_goes_back_and_only_enter_is_kept(
    app: TailorApp, environment: dict[str, str]
) -> None:
    async with started(app, WIDE) as pilot:
        await opened(pilot, "app.theme")
        await press(pilot, "down")
        assert app.theme == themes.LIGHT.name
        assert not app.workspace.has_settings
        await press(pilot, "escape")
        assert app.theme == themes.DARK.name
        assert not app.workspace.has_settings
        await press(pilot, "enter")
        await press(pilot, "down", "enter")
        assert kept(environment)["app"]["theme"] == themes.LIGHT.name


async def test_a_key_is_never_shown_and_lies_in_a_private_file(
    app: TailorApp, environment: dict[str, str]
) -> None:
    write(environment, '[provider]\nbase_url = "http://127.0.0.1:9/v1"\n')
    secret = "sk-very-secret-4711"
    async with started(app, WIDE) as pilot:
        await opened(pilot, "key")
        await pilot.press(*secret)
        assert secret not in screen_text(app)
        assert secret not in await press(pilot, "enter")
        file = home_of(environment) / "keys.toml"
        assert tomllib.loads(file.read_text()) == {"http://127.0.0.1:9/v1": secret}
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert secret not in (home_of(environment) / "config.toml").read_text()
        assert app.screen.query_one("#settings") is not None
        await opened(pilot, "key")
        await press(pilot, "enter")
        assert tomllib.loads(file.read_text()) == {}


async def test_a_wrong_address_is_refused_in_place_and_a_right_one_forgets_the_old_model(
    app: TailorApp, environment: dict[str, str]
) -> None:
    write(environment, '[provider]\nbase_url = "http://127.0.0.1:9/v1"\nmodel = "old"\n')
    async with started(app, WIDE) as pilot:
        await opened(pilot, "provider.base_url")
        assert "begins with http" in await press(pilot, *["backspace"] * 30, *typed("ftp://x"), "enter")
        assert app.workspace.config.base_url == "http://127.0.0.1:9/v1"
        await press(pilot, "enter")
        await press(pilot, *["backspace"] * 30, *typed("http://127.0.0.1:8/v1"), "enter")
        assert kept(environment)["provider"] == {"base_url": "http://127.0.0.1:8/v1"}
        await until(pilot, lambda: "Saved, but not connected: " in screen_text(app))


async def test_an_address_that_answers_says_how_many_models_it_has(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def models(*_: object, **__: object) -> tuple[str, ...]:
        return ("small", "middle", "large")

    monkeypatch.setattr("tailor.providers.server.list_models", models)
    async with started(app, WIDE) as pilot:
        await opened(pilot, "provider.base_url")
        assert "Connected, 3 models." in await press(pilot, *typed("http://127.0.0.1:8/v1"), "enter")


async def test_the_models_of_the_server_are_offered_when_asked_and_else_a_line_to_type(
    app: TailorApp, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(environment, '[provider]\nbase_url = "http://192.0.2.1/v1"\nallow_insecure_http = true\n')
    names: tuple[str, ...] = ("small[/]", "large")

    async def models(url: str, _: object, __: Deadlines, *, allow_insecure: bool = False) -> tuple[str, ...]:
        checked_url(url, allow_insecure=allow_insecure)
        return names

    monkeypatch.setattr("tailor.providers.server.list_models", models)
    async with started(app, WIDE) as pilot:
        await opened(pilot, "provider.model")
        assert "small[/]" in screen_text(app)
        await press(pilot, "down", "enter")
        assert kept(environment)["provider"]["model"] == "large"
        names = ()
        await press(pilot, "enter")
        await press(pilot, *typed("mine"), "enter")
        assert kept(environment)["provider"]["model"] == "mine"


async def test_a_line_that_another_window_added_to_the_profile_being_changed_stays(
    app: TailorApp, environment: dict[str, str]
) -> None:
    async with started(app, WIDE) as pilot:
        await on(pilot, "profile+")
        for keys in (("enter",), (*typed("ana"), "enter"), (*typed("no nuts"), "enter", "escape")):
            await press(pilot, *keys)
        with Workspace(environment).changing() as others:
            add_to_lines(others, "ana", ["no milk"])
        await press(pilot, "o", *typed("vegan"), "enter", "escape")
        assert kept(environment)["profile"]["ana"] == ["no nuts", "vegan", "no milk"]
        assert "also changed in another window" in screen_text(app)
        await press(pilot, "u")
        assert kept(environment)["profile"]["ana"] == ["no nuts", "no milk"], "undone is what was done here"


async def test_a_profile_is_made_reworded_taken_back_and_removed(
    app: TailorApp, environment: dict[str, str]
) -> None:
    async with started(app, WIDE) as pilot:
        await on(pilot, "profile+")
        for keys in (
            ("enter",),
            (*typed("ana"), "enter"),
            (*typed("no nuts"), "enter"),
            (*typed("vegan"), "enter", "escape"),
        ):
            await press(pilot, *keys)
        assert kept(environment)["profile"] == {"ana": ["no nuts", "vegan"], "use": ["ana"]}
        await press(pilot, "e")
        await press(pilot, *typed(", always"), "enter")
        assert kept(environment)["profile"]["ana"] == ["no nuts", "vegan, always"]
        await press(pilot, "d")
        assert kept(environment)["profile"]["ana"] == ["no nuts"]
        await press(pilot, "u")
        assert kept(environment)["profile"]["ana"] == ["no nuts", "vegan, always"]
        await press(pilot, "d")
        await press(pilot, "d")
        assert kept(environment)["profile"] == {}
        await press(pilot, "escape")
        assert isinstance(app.screen, SettingsScreen)


async def test_a_name_that_cannot_be_is_refused_with_what_can(app: TailorApp, environment: dict[str, str]) -> None:
    async with started(app, WIDE) as pilot:
        await opened(pilot, "profile+")
        assert "cannot be a profile's name" in await press(pilot, *typed("a b"), "enter")
        assert not app.workspace.has_settings


async def test_damaged_settings_are_said_and_stay_as_they_are(app: TailorApp, environment: dict[str, str]) -> None:
    write(environment, "[app\nkeep = me")
    async with started(app, WIDE) as pilot:
        await pilot.press("escape")
        await on(pilot, "app.plain")
        assert "is not TOML" in screen_text(app)
        assert "is not TOML" in await press(pilot, "space")
        assert (home_of(environment) / "config.toml").read_text() == "[app\nkeep = me"


async def test_every_action_with_a_key_is_listed_with_its_id_and_own_keys_show(
    app: TailorApp, environment: dict[str, str]
) -> None:
    write(environment, '[keys]\n"review.accept" = "f7"\n')
    async with started(app, WIDE) as pilot:
        await opened(pilot, "keys")
        table = app.screen_stack[-1]
        assert isinstance(table, KeyTable)
        listed = {id: key for id, key, _ in table._shown}
        assert listed["review.accept"] == "f7"
        assert {"home.profiles", "home.requirements", "app.settings", "library.home"} <= set(listed)
        await pilot.press("escape")
        assert isinstance(app.screen, SettingsScreen)


def test_no_two_actions_share_an_id_with_other_words() -> None:
    ids = [id for id, _, _ in known_keys({})]
    assert len(ids) == len(set(ids)) > 60


@pytest.mark.parametrize("evil", [name for name in ONE_OF_EACH if name not in ("surrogate", "long word")])
async def test_hostile_profiles_are_shown_without_their_claws(
    evil: str, app: TailorApp, environment: dict[str, str]
) -> None:
    import tomlkit

    text = HOSTILE[evil]
    write(environment, tomlkit.dumps({"profile": {text: [text, "no nuts"], "use": [text]}}))
    async with started(app, WIDE) as pilot:
        await on(pilot, f"profile.{text}")
        for keys in (("space",), ("enter",), ("d",), ("escape",), ("f2",), ("enter",), ("ctrl+o",)):
            shown = await press(pilot, *keys)
            assert clean(shown) == shown
        assert isinstance(app.screen, Dialog)
        assert app.is_running
        assert kept(environment)["profile"].get(text) == ["no nuts"]


LOCAL = '[provider]\nkind = "local"\n[local]\nmodel = "/m/tiny.gguf"\n'
RUNTIME = ("local.context", "local.threads", "local.gpu_layers", "local.idle")


async def test_how_the_local_model_runs_is_set_where_one_answers_and_only_there(
    app: TailorApp, environment: dict[str, str]
) -> None:
    write(environment, LOCAL)
    async with started(app, WIDE) as pilot:
        screen = await on(pilot, RUNTIME[0])
        assert [one.value for one in screen.rows.values() if one.id in RUNTIME] == [
            "what fits", "automatic", "as many as fit", "300 seconds",
        ]  # fmt: skip
        for id, value, words in (
            ("local.context", "4096", "4096 tokens"),
            ("local.threads", "3", "3"),
            ("local.gpu_layers", "0", "0"),
            ("local.idle", "90.5", "90.5 seconds"),
        ):
            await opened(pilot, id)
            await press(pilot, "end", "ctrl+u", *typed(value), "enter")
            assert screen.rows[f"s{[one.id for one in screen.rows.values()].index(id)}"].value == words
        held = kept(environment)["local"]
        assert (held["context"], held["threads"], held["gpu_layers"], held["idle"]) == (4096, 3, 0, 90.5)
        await opened(pilot, "local.context")
        assert "it must be from 512 to 1048576" in await press(pilot, "end", "ctrl+u", "5", "enter")
        await opened(pilot, "local.context")
        await press(pilot, "end", "ctrl+u", "enter")
        assert "context" not in kept(environment)["local"]
        write(environment, "")
        app.workspace.reread()
        screen.show()
        assert not [one for one in screen.rows.values() if one.id in RUNTIME]


async def test_keys_of_the_same_name_are_told_apart_by_where_they_work(app: TailorApp) -> None:
    async with started(app, WIDE) as pilot:
        await opened(pilot, "keys")
        shown = await press(pilot, "slash", *typed("undo"))
        assert "in the review" in shown
        assert "while you import" in shown
        assert "review.undo" not in shown


def test_every_place_of_a_key_has_a_name() -> None:
    assert {id.partition(".")[0] for id, _, _ in known_keys({})} <= set(PLACES)
