"""Who answers with which settings, and which key goes where."""

from dataclasses import replace
from pathlib import Path

import pytest

from tailor.backend import backend_for
from tailor.config import Config
from tailor.core.errors import UsageError
from tailor.paths import Paths, user_paths

FAR = Config(base_url="http://192.168.1.5:11434/v1", model="m")


@pytest.fixture
def at_home(tmp_path: Path) -> Paths:
    return user_paths({"TAILOR_HOME": str(tmp_path)})


async def test_nobody_configured_means_the_built_in_tailor(at_home: Paths) -> None:
    by = (await backend_for(Config(), at_home, {}, to_choose="")).info
    assert (by.provider, by.model, by.host) == ("builtin", None, None)


async def test_plain_http_to_another_computer_needs_a_word_of_the_person(at_home: Paths) -> None:
    with pytest.raises(UsageError, match="others could read"):
        await backend_for(FAR, at_home, {}, to_choose="")
    by = (await backend_for(replace(FAR, allow_insecure_http=True), at_home, {}, to_choose="")).info
    assert by.host == "192.168.1.5:11434"


async def test_the_settings_can_say_that_word(at_home: Paths) -> None:
    allowing = Config(base_url=FAR.base_url, model="m", allow_insecure_http=True)
    by = (await backend_for(allowing, at_home, {}, to_choose="")).info
    assert by.host == "192.168.1.5:11434"


async def test_a_variable_that_holds_no_key_is_named_and_its_words_are_not_shown(tmp_path: Path) -> None:
    environment = {"TAILOR_HOME": str(tmp_path), "TAILOR_API_KEY": "two secret words"}
    config = Config(base_url="http://127.0.0.1:9/v1", model="m")
    with pytest.raises(UsageError, match="TAILOR_API_KEY does not contain a usable key") as raised:
        await backend_for(config, user_paths(environment), environment, to_choose="Choose one.")
    assert "secret" not in raised.value.message
