"""From settings to whoever answers: the built-in tailor, or a model at a server.

Owns which key goes with which address (DESIGN 7: only the one that came with it) and the choice of a model where
none is named. Refuses to draw and to import a client library before it is needed.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tailor.core.errors import UsageError
from tailor.core.stand import Answering
from tailor.core.tasks import Crew

if TYPE_CHECKING:
    from tailor.config import Config
    from tailor.places import Places
    from tailor.providers.deadlines import Deadlines
    from tailor.providers.keys import Key


async def crew_for(
    config: "Config", places: "Places", environment: Mapping[str, str], key: "Key | None" = None
) -> tuple[Crew, Answering]:
    """Who answers with these settings. `key` came with the address just given; else the stored one is looked up.

    Raises UsageError where the server offers several models and none is named, ProviderError where it cannot be
    asked for them.
    """
    if config.provider == "builtin" or not config.base_url:
        from tailor.providers.builtin import BuiltinCrew

        return BuiltinCrew(), Answering(provider="builtin")
    from tailor.core.agents import ModelCrew
    from tailor.providers.server import Server

    key = key or stored_key(config, places, environment)
    deadlines = deadlines_of(config)
    model = config.model or await only_model(config.base_url, key, deadlines)
    server = Server(config.base_url, model, key, deadlines, places.cache / "capabilities.json")
    return ModelCrew(server, config.prompts), Answering(provider="server", model=server.name, host=server.host)


def stored_key(config: "Config", places: "Places", environment: Mapping[str, str]) -> "Key | None":
    """The key of the address: from the file of keys, else TAILOR_API_KEY unless that came with another."""
    from tailor.providers.keys import Key, find_key, read_keys

    assert config.base_url is not None
    if found := find_key(read_keys(places.keys_file), config.base_url):
        return found
    given = environment.get("TAILOR_API_KEY", "").strip()
    named = environment.get("TAILOR_BASE_URL", "").strip().rstrip("/")
    return Key(given) if given and named in ("", config.base_url.rstrip("/")) else None


async def only_model(base_url: str, key: "Key | None", deadlines: "Deadlines") -> str:
    """The one model a server offers; UsageError where it offers none or several."""
    from tailor.providers.server import list_models

    names = await list_models(base_url, key, deadlines)
    if len(names) == 1:
        return names[0]
    if not names:
        raise UsageError("The server offers no model. Load one there, or name one, then try again.")
    some = ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
    raise UsageError(f"The server offers {len(names)} models and none is chosen: {some}. F9 lets you choose.")


def deadlines_of(config: "Config") -> "Deadlines":
    """The settings' deadlines as the provider takes them."""
    from tailor.providers.deadlines import Deadlines

    given = config.deadlines
    return Deadlines(given.connect, given.first, given.idle, given.total)
