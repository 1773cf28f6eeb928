"""From settings and flags to whoever answers, for the command line.

Owns which key goes with which address (DESIGN 7: only the one that came with it) and the model where none is
named. Refuses to import a client library for the built-in tailor.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tailor.core.errors import ProviderError, UsageError
from tailor.core.stand import Answering
from tailor.core.tasks import Answer, Crew, Task, Tell

if TYPE_CHECKING:
    from tailor.cli.setup import Setup
    from tailor.config import Config
    from tailor.providers.deadlines import Deadlines
    from tailor.providers.keys import Key


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A crew that could not be asked at all: its error becomes the end of the run, which is kept."""

    error: ProviderError

    async def ask(self, task: Task, tell: Tell) -> Answer:
        """Raises the error."""
        raise self.error


def with_flags(
    config: "Config", provider: str | None, base_url: str | None, model: str | None, prompts: str | None
) -> "Config":
    """The settings with the flags laid over them. UsageError where they do not go together."""
    from tailor.settings import PROMPTS, PROVIDERS

    if provider is not None and provider not in PROVIDERS:
        raise UsageError(f'There is no provider "{provider[:60]}". Choose {" or ".join(PROVIDERS)}.')
    if prompts is not None and prompts not in PROMPTS:
        raise UsageError(f'There is no prompt set "{prompts[:60]}". Choose {" or ".join(PROMPTS)}.')
    changed = replace(
        config,
        kind=provider or ("server" if base_url else config.kind),  # type: ignore[arg-type]  # checked above
        base_url=base_url or config.base_url,
        model=model or (config.model if base_url in (None, config.base_url) else None),
        prompts=prompts or config.prompts,  # type: ignore[arg-type]  # checked above
    )
    if changed.provider == "server" and not changed.base_url:
        raise UsageError(
            "No server is named. Give --base-url, as in --base-url http://localhost:11434/v1, or set it once: "
            "tailor config set provider.base_url URL"
        )
    return changed


async def crew_for(setup: "Setup", config: "Config", *, allow_insecure: bool = False) -> tuple[Crew, Answering]:
    """Who answers. UsageError where the server offers several models and none is named."""
    if config.provider == "builtin" or config.base_url is None:
        from tailor.providers.builtin import BuiltinCrew

        return BuiltinCrew(), Answering(provider="builtin")
    from tailor.core.agents import ModelCrew
    from tailor.providers.address import checked_url, host_of
    from tailor.providers.server import Server

    url = checked_url(config.base_url, allow_insecure=allow_insecure)
    key, deadlines = key_for(setup, url), _deadlines(config)
    try:
        model = config.model or await _only_model(url, key, deadlines, allow_insecure)
    except ProviderError as error:
        return Unreachable(error), Answering(provider="server", host=host_of(url))
    server = Server(
        url, model, key, deadlines, setup.places.cache / "capabilities.json", allow_insecure=allow_insecure
    )
    return ModelCrew(server, config.prompts), Answering(provider="server", model=server.name, host=server.host)


def key_for(setup: "Setup", url: str) -> "Key | None":
    """The key that belongs to this address: of the key file, else TAILOR_API_KEY unless it came with another."""
    from tailor.providers.keys import Key, find_key, read_keys

    if found := find_key(read_keys(setup.places.keys_file), url):
        return found
    given = setup.environment.get("TAILOR_API_KEY", "").strip()
    return Key(given) if given and _came_with(setup.environment, url) else None


def _came_with(environment: Mapping[str, str], url: str) -> bool:
    """Whether the key of the environment belongs to this address: the environment's own, where it names one."""
    from tailor.providers.address import checked_url, roots

    named = environment.get("TAILOR_BASE_URL", "").strip()
    if not named:
        return True
    try:
        return bool({*roots(checked_url(named, allow_insecure=True))} & {*roots(url)})
    except UsageError:
        return False


async def _only_model(url: str, key: "Key | None", deadlines: "Deadlines", allow_insecure: bool) -> str:
    from tailor.providers.server import list_models

    names = await list_models(url, key, deadlines, allow_insecure=allow_insecure)
    if len(names) == 1:
        return names[0]
    if not names:
        raise UsageError("The server offers no model. Load one there, or name one with --model, then try again.")
    some = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    raise UsageError(f"The server offers {len(names)} models; name one with --model. There are: {some}.")


def _deadlines(config: "Config") -> "Deadlines":
    from tailor.providers.deadlines import Deadlines

    given = config.deadlines
    return Deadlines(given.connect, given.first, given.idle, given.total)
