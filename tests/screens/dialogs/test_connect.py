"""Choosing who answers: what was looked for is what Enter takes."""

import asyncio
from dataclasses import replace

import pytest
from textual.widgets import OptionList

from tailor.app import TailorApp
from tailor.core.errors import ProviderError
from tailor.providers.discovery import DiscoveredServer
from tailor.providers.keys import Key, find_key, read_keys, write_key
from tailor.screens.dialogs.chooser import KeyEntry
from tailor.screens.dialogs.connect import ConnectDialog
from tailor.screens.dialogs.keys_help import KeysHelp
from tailor.screens.home.screen import HomeScreen
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.inputs import CleanInput
from tests.providers.fake_hub import servers_here
from tests.screens.conftest import front, press, ready, screen_text, started, typed

LOCAL = DiscoveredServer(
    product="Ollama", base_url="http://127.0.0.1:11434/v1", models=("small",), needs_key=False
)


OTHER = "https://192.0.2.1/v1"


async def test_the_server_that_was_found_is_what_enter_takes(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch, LOCAL)
    async with started(app) as pilot:
        await press(pilot, "f9")
        assert isinstance(app.screen, ConnectDialog)
        assert app.screen.query_one("#choices", OptionList).highlighted == 1
        assert "127.0.0.1:11434" in await press(pilot, "enter")


async def test_where_nothing_is_found_it_is_said_and_the_built_in_tailor_stays(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch)
    async with started(app) as pilot:
        assert "No model server found on this computer." in await press(pilot, "f9")
        assert "Built-in: everything stays here" in await press(pilot, "enter")


async def test_looking_about_that_fails_is_said_and_the_window_stays(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def discover() -> tuple[DiscoveredServer, ...]:
        raise OSError("no sockets left")

    monkeypatch.setattr("tailor.providers.discovery.discover", discover)
    async with started(app) as pilot:
        await pilot.press("f9")
        await pilot.pause()
        await pilot.pause()
        assert "The system refused: no sockets left." in screen_text(app)
        await pilot.press("escape")
        assert front(app) is ConnectDialog


SAID = "no nuts"


async def test_with_a_sentence_waiting_the_only_model_is_taken_and_tailors_at_once(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four keys and a sentence to a saved procedure by a model nobody had named: enter, F9, A, enter."""
    servers_here(monkeypatch, LOCAL)
    async with started(app) as pilot:
        assert "F9 finds a model and starts tailoring" in await press(pilot, "enter", *SAID)
        await press(pilot, "f9")
        assert front(app) is ReviewScreen
        assert app.workspace.config.model == "small"


@pytest.mark.parametrize(
    "found",
    [(LOCAL, replace(LOCAL, base_url="http://127.0.0.1:1234/v1")), (replace(LOCAL, models=("small", "large")),)],
    ids=str,
)
async def test_where_there_is_a_choice_the_person_makes_it_and_then_it_begins(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch, found: tuple[DiscoveredServer, ...]
) -> None:
    servers_here(monkeypatch, *found)
    async with started(app) as pilot:
        await press(pilot, "enter", *SAID, "f9")
        assert front(app) is ConnectDialog
        await press(pilot, "enter", *(["enter"] if len(found) == 1 else []))
        assert front(app) is ReviewScreen


async def test_a_model_that_is_found_while_help_lies_over_the_window_is_taken_when_help_is_closed(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = asyncio.Event()

    async def discover() -> tuple[DiscoveredServer, ...]:
        await found.wait()
        return (LOCAL,)

    monkeypatch.setattr("tailor.providers.discovery.discover", discover)
    async with started(app) as pilot:
        await pilot.press("enter", *SAID, "f9", "f1")
        assert front(app) is KeysHelp
        found.set()
        await ready(pilot)
        assert front(app) is KeysHelp
        await press(pilot, "escape")
        assert front(app) is ReviewScreen
        assert app.workspace.config.model == "small"


@pytest.mark.parametrize("key", ["escape", "enter"])
async def test_nothing_begins_where_nobody_was_chosen(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Enter with nothing found keeps the built-in tailor, which waits for Enter in the sentence."""
    servers_here(monkeypatch)
    async with started(app) as pilot:
        await press(pilot, "enter", *SAID, "f9")
        await press(pilot, key)
        assert front(app) is HomeScreen
        assert SAID in screen_text(app)


async def test_a_key_for_elsewhere_is_offered_and_never_begins_by_itself(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OPENAI_* would take texts off this machine."""
    servers_here(monkeypatch, LOCAL)
    app.workspace.environment = {**app.workspace.environment, "OPENAI_BASE_URL": "https://models.example/v1"}
    async with started(app) as pilot:
        await press(pilot, "enter", *SAID, "f9")
        assert front(app) is ConnectDialog
        await press(pilot, "enter")
        assert front(app) is HomeScreen


LOCKED = replace(LOCAL, models=(), needs_key=True)


def locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on this machine that shows its models to one key only."""
    servers_here(monkeypatch, LOCKED)

    async def models(_: str, key: Key | None, *__: object, **___: object) -> tuple[str, ...]:
        if key != Key("mine-0123"):
            raise ProviderError("key", "It turned the key down.", title="No")
        return ("small",)

    monkeypatch.setattr("tailor.providers.server.list_models", models)


async def test_a_server_that_wants_a_key_is_asked_with_the_key_that_is_kept_for_it(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked(monkeypatch)
    write_key(app.workspace.paths.keys_file, LOCKED.base_url, Key("mine-0123"))
    async with started(app) as pilot:
        await press(pilot, "f9")
        await press(pilot, "enter")
        assert front(app) is HomeScreen
        assert (app.workspace.config.base_url, app.workspace.config.model) == (LOCKED.base_url, "small")


async def test_a_key_that_is_turned_down_is_said(app: TailorApp, monkeypatch: pytest.MonkeyPatch) -> None:
    locked(monkeypatch)
    write_key(app.workspace.paths.keys_file, LOCKED.base_url, Key("other-0123"))
    async with started(app) as pilot:
        await press(pilot, "f9")
        await press(pilot, "enter")
        assert front(app) is ConnectDialog
        assert "turned the key down" in screen_text(app)


async def test_a_missing_key_is_asked_for_and_kept_only_once_it_opens_the_door(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked(monkeypatch)
    async with started(app) as pilot:
        await press(pilot, "f9")
        for wrong, key in ((True, "other-0123"), (False, "mine-0123")):
            await press(pilot, "enter")
            assert front(app) is KeyEntry
            await press(pilot, *typed(key), "enter")
            assert (front(app) is ConnectDialog) == wrong
            kept = find_key(read_keys(app.workspace.paths.keys_file), LOCKED.base_url)
            assert kept == (None if wrong else Key(key))
        assert (app.workspace.config.base_url, app.workspace.config.model) == (LOCKED.base_url, "small")


async def test_a_window_that_is_closed_asks_for_no_key_afterwards(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked(monkeypatch)
    async with started(app) as pilot:
        await press(pilot, "f9")
        window = app.screen
        assert isinstance(window, ConnectDialog)
        place = window.places[-1]
        window.dismiss(None)
        window._ask_key(place)  # as the search does that learns of the lock in this very moment
        await ready(pilot)
        assert front(app) is HomeScreen


def answers(monkeypatch: pytest.MonkeyPatch, *names: str) -> list[tuple[str, Key | None]]:
    """Every address lists these models; who was asked, with which key."""
    asked: list[tuple[str, Key | None]] = []

    async def models(url: str, key: Key | None, *__: object, **___: object) -> tuple[str, ...]:
        asked.append((url, key))
        return names

    monkeypatch.setattr("tailor.providers.server.list_models", models)
    return asked


async def test_a_typed_address_is_tried_and_its_models_are_counted(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch)
    asked = answers(monkeypatch, "small", "middle", "large")
    async with started(app) as pilot:
        await press(pilot, "f9")
        await press(pilot, "end", "up", "enter", *typed("https://kitchen.example/v1"), "enter")
        assert asked == [("https://kitchen.example/v1", None)]
        assert "Connected, 3 models." in screen_text(app)
        await press(pilot, "down", "enter")
        assert app.workspace.config.model == "middle"
        assert app.workspace.config.base_url == "https://kitchen.example/v1"


async def test_an_address_that_is_none_is_said_and_can_be_corrected(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch)
    async with started(app) as pilot:
        await press(pilot, "f9")
        assert "begins with http:// or https://" in await press(
            pilot, "end", "up", "enter", *typed("kitchen"), "enter"
        )
        await press(pilot, "enter")
        assert app.screen.query_one(CleanInput).value == "kitchen"


async def test_an_address_where_nobody_answers_is_there_again_to_be_corrected(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object, **__: object) -> tuple[str, ...]:
        raise ProviderError("network", "Nothing is listening.")

    servers_here(monkeypatch)
    monkeypatch.setattr("tailor.providers.server.list_models", none)
    async with started(app) as pilot:
        await press(pilot, "f9")
        assert "Nothing is listening." in await press(
            pilot, "end", "up", "enter", *typed("https://kitchen.example/v1"), "enter"
        )
        await press(pilot, "enter")
        assert app.screen.query_one(CleanInput).value == "https://kitchen.example/v1"
        await press(pilot, "escape", "escape", "f9")
        await press(pilot, "end", "up", "enter")
        assert app.screen.query_one(CleanInput).value == ""


async def test_a_service_is_asked_with_the_key_one_gives_and_only_then(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch)
    asked = answers(monkeypatch, "only")
    async with started(app) as pilot:
        await press(pilot, "f9")
        await press(pilot, "end", "enter", "enter")
        assert front(app) is KeyEntry
        assert asked == []
        await press(pilot, *typed("mine-0123"), "enter")
        assert asked == [("https://api.openai.com/v1", Key("mine-0123"))]
        assert front(app) is HomeScreen
        assert "Connected, 1 model." in [one.message for one in app._notifications]


@pytest.mark.parametrize(
    ("variables", "name", "why"),
    [
        ({"OPENAI_BASE_URL": "http://192.0.2.1/v1"}, "OPENAI_BASE_URL", "reaches another computer by plain http"),
        ({"OPENAI_API_KEY": "two words"}, "OPENAI_API_KEY", "That is not a key"),
    ],
    ids=["address", "key"],
)
async def test_what_the_strip_offers_and_cannot_be_used_says_why(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], name: str, why: str
) -> None:
    servers_here(monkeypatch)
    app.workspace.environment = {**app.workspace.environment, **variables}
    async with started(app) as pilot:
        assert f"{name}: F9" in screen_text(app)
        await press(pilot, "f9")
        assert f"{name}   not usable" in screen_text(app)
        await pilot.press("down", "enter")
        assert why in screen_text(app)
        assert front(app) is ConnectDialog


async def test_plain_http_to_another_computer_is_offered_where_the_settings_allow_it(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch)
    app.workspace.environment = {**app.workspace.environment, "OPENAI_BASE_URL": "http://192.0.2.1/v1"}
    app.workspace.change("provider.allow_insecure_http", "true")
    async with started(app) as pilot:
        assert "192.0.2.1   your text is sent there" in await press(pilot, "f9")


async def test_the_server_in_use_is_listed_also_where_the_search_does_not_find_it(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch, LOCAL)
    async with started(app) as pilot:
        for url, said in (
            (LOCAL.base_url, "Ollama on 127.0.0.1:11434   1 model · in use"),
            (OTHER, "192.0.2.1   in use"),
        ):
            app.workspace.connect(url, "small")
            shown = await press(pilot, "f9")
            assert said in shown
            assert shown.count("in use") == 1
            await pilot.press("escape")


@pytest.mark.parametrize("place", [("f3", "f9"), ("f4", "f9"), ("f6", "enter")])
async def test_home_says_who_answers_now_wherever_that_was_chosen(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch, place: tuple[str, ...]
) -> None:
    servers_here(monkeypatch, LOCAL)
    async with started(app) as pilot:
        assert "everything stays here" in screen_text(app)
        for key in (*place, "enter", "f2"):
            await press(pilot, key)
        assert "Built-in" not in screen_text(app)
        assert "small on 127.0.0.1:11434" in screen_text(app)
