"""From settings to whoever answers: the built-in tailor, or a model at a server.

Owns which key goes with which address (DESIGN 7: only the one that came with it) and the choice of a model where
none is named, for screens and commands alike. Refuses to import a client library before it is needed, and to try
a server out: the first call does, and learns there whether grammars are followed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tailor.agents.stages import Answering
from tailor.core.errors import ProviderError, UsageError
from tailor.core.protocols import Answer, Crew, Task, Tell

if TYPE_CHECKING:
    from memory.lessons import Lessons
    from tailor.config import Config
    from tailor.paths import Places
    from tailor.providers.keys import Key

MOST_NAMED = 5
"""Models named one by one where a server offers several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lent:
    """A server and its key that the person lends to this session only; nothing of it is written down."""

    base_url: str
    model: str | None
    key: "Key"


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A crew that could not be asked at all: its error becomes the end of the run, which is kept."""

    error: ProviderError

    async def ask(self, task: Task, tell: Tell) -> Answer:
        """Raises the error."""
        raise self.error


async def crew_for(
    config: "Config",
    places: "Places",
    environment: Mapping[str, str],
    *,
    lent: Lent | None = None,
    allow_insecure: bool = False,
    to_choose: str,
) -> tuple[Crew, Answering]:
    """Who answers with these settings; `to_choose` says how a model is named here.

    Raises UsageError for an address that cannot be used and where the server does not offer exactly one model and
    none is named. A server that cannot be asked for its models gives a crew whose every answer is that error.
    """
    if config.provider == "builtin" or not config.base_url:
        from tailor.providers.builtin import BuiltinCrew

        return BuiltinCrew(), Answering(provider="builtin")
    from tailor.agents.model_agent import ModelCrew
    from tailor.providers.server import Server
    from tailor.urls import checked_url, host_of

    insecure = allow_insecure or config.allow_insecure_http
    url = checked_url(config.base_url, allow_insecure=insecure)
    key = await key_soon(url, places, environment, lent)
    try:
        model = config.model or await _only_model(config, url, key, insecure, to_choose)
    except ProviderError as error:
        return Unreachable(error), Answering(provider="server", host=host_of(url))
    memory = places.cache / "capabilities.json"
    server = Server(url, model, key, config.deadlines, memory, allow_insecure=insecure)
    return ModelCrew(server, config.prompts), Answering(provider="server", model=server.name, host=server.host)


def key_for(url: str, places: "Places", environment: Mapping[str, str], lent: Lent | None = None) -> "Key | None":
    """The key that belongs to this address: the lent one, else that of the key file, else TAILOR_API_KEY.

    Each only for the address it came with; TAILOR_API_KEY came with TAILOR_BASE_URL where that is set, and belongs
    to whatever address Tailor is given where it is not. DamagedError where the key file cannot be trusted,
    UsageError where that variable holds none.
    """
    from tailor.providers.keys import Key, find_key, read_keys
    from tailor.urls import same_api

    if lent is not None and same_api(lent.base_url, url):
        return lent.key
    if found := find_key(read_keys(places.keys_file), url):
        from tailor.providers.keys import fetch, lies_there

        return fetch(found) if lies_there(found) else found
    given = environment.get("TAILOR_API_KEY", "").strip()
    named = environment.get("TAILOR_BASE_URL", "").strip()
    if not given or (named and not same_api(named, url)):
        return None
    try:
        return Key(given)
    except UsageError as error:
        raise UsageError(f"TAILOR_API_KEY holds no key that can be sent. {error.message}") from None


async def key_soon(
    url: str, places: "Places", environment: Mapping[str, str], lent: Lent | None = None
) -> "Key | None":
    """As `key_for`, while all else goes on: a locked store of keys may wait for the person, or for ever."""
    import asyncio

    from tailor.threads import aside

    return await asyncio.wrap_future(aside(partial(key_for, url, places, environment, lent)))


async def _only_model(config: "Config", url: str, key: "Key | None", insecure: bool, to_choose: str) -> str:
    from tailor.providers.server import list_models

    names = await list_models(url, key, config.deadlines, allow_insecure=insecure)
    if len(names) == 1:
        return names[0]
    if not names:
        raise UsageError("The server offers no model. Load one there, or name one, then try again.")
    some = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
    raise UsageError(f"The server offers {len(names)} models and none is chosen: {some}. {to_choose}")


def lessons_for(config: "Config", places: "Places") -> "Lessons | None":
    """What was learned from earlier decisions; None while `memory.learn` is off."""
    if not config.learn:
        return None
    from memory.lessons import Lessons

    return Lessons(places.memory)
