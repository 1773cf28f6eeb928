"""A model on this computer behind the real screens: the first run loads it, and it ends with the app."""

import asyncio
from pathlib import Path

import pytest

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.providers.local import session
from tailor.screens.review.screen import ReviewScreen
from tests.providers.tiny_gguf import at_home, processes, tiny_gguf, until
from tests.providers.tiny_server import REALSERVER
from tests.screens.conftest import screen_text, started

pytestmark = REALSERVER


@pytest.fixture
def local(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A home where the tiny model is chosen, with room for a short answer."""
    home = Path(environment["TAILOR_HOME"])
    home.mkdir()
    (home / "config.toml").write_text(f'[local]\nmodel = "{tiny_gguf()}"\ncontext = 6000\n')
    monkeypatch.setenv("TAILOR_HOME", str(home))
    return environment


async def test_a_run_loads_it_and_the_end_of_the_app_ends_it(local: dict[str, str]) -> None:
    paths = at_home(local["TAILOR_HOME"])
    app = TailorApp(local)
    seen: set[str] = set()
    async with started(app, (100, 30)) as pilot:
        assert "tiny on this computer" in screen_text(app)
        assert processes(paths) == {}, "nothing is started before it is needed"
        app.navigation.begin_review(procedure("Bread", ["Mix", "Bake in the oven"]), "no oven")
        async with asyncio.timeout(30):
            while not (seen and session.status(paths) and session.status(paths)[0].state.port):
                await pilot.pause(0.02)
                if isinstance(app.screen, ReviewScreen) and "Loading the model…" in screen_text(app):
                    seen.add("loading")
        assert set(processes(paths)) == {"child", "llama"}
        await pilot.press("escape")
    assert seen == {"loading"}
    assert until(lambda: not processes(paths))
