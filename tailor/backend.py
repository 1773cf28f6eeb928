"""From the settings to what answers: the built-in tailor, a model on this computer, or one on a server.

A key is sent only to the address it came with (DESIGN 7). Client libraries are imported when needed, and the
server is contacted by the first call.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tailor.config import PROMPTS, PROVIDERS, Config, offered_server
from tailor.core.errors import NotFoundError, ProviderError, UsageError
from tailor.core.text import one_line
from tailor.storage import is_there, named
from tailor.threads import aside
from tailor.urls import checked_url, host_of, on_this_computer, same_api

if TYPE_CHECKING:  # an empty Home says who answers without loading any agents
    from pathlib import Path

    from tailor.agents.stages import BackendInfo
    from tailor.core.protocols import AgentBackend, Chunk, Message, Model, Settings
    from tailor.paths import Paths
    from tailor.providers.keys import Key
    from tailor.providers.local.session import LocalModelSettings

MOST_NAMED = 5
"""Most models of a server that a message lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BorrowedServer:
    """A server and its key for this session only; never saved."""

    base_url: str
    model: str | None
    key: "Key"


@dataclass(frozen=True, slots=True)
class UnreachableModel:
    """Stands in for the model of a server that could not be asked: every call raises the error."""

    error: ProviderError
    name: str = ""
    host: str = ""
    takes_grammar: bool = False

    def stream(self, messages: "Sequence[Message]", settings: "Settings") -> "AsyncGenerator[Chunk, None]":
        raise self.error


@dataclass(frozen=True, slots=True)
class Backend:
    agents: "AgentBackend"
    info: "BackendInfo"
    model: "Model | None" = None
    """The model behind the agents; None for the built-in tailor."""
    error: ProviderError | None = None
    """Why the server could not be asked for its models, if it was asked."""

    def reached(self) -> "Backend":
        """Return self, or raise `error` if there is one."""
        if self.error:
            raise self.error
        return self


async def backend_for(
    config: Config,
    paths: "Paths",
    environment: Mapping[str, str],
    *,
    borrowed: BorrowedServer | None = None,
    to_choose: str,
) -> Backend:
    """Create the backend for these settings; `to_choose` says how the person can choose a model here.

    UsageError for an address that cannot be used, and if no model is set and the server does not offer exactly
    one. If the server cannot be asked for its models, every call to the backend raises that error.
    """
    from tailor.agents.stages import BackendInfo

    if config.provider == "local":
        return await _local(config, paths, environment)
    if config.provider == "builtin" or not config.base_url:
        from tailor.rules.backend import RuleAgents

        return Backend(RuleAgents(), BackendInfo(provider="builtin"))
    from tailor.agents.model_agent import ModelAgents
    from tailor.providers.server import Server

    insecure = config.allow_insecure_http
    url = checked_url(config.base_url, allow_insecure=insecure)
    key = await key_soon(url, paths, environment, borrowed)
    try:
        name = config.model or await _only_model(config, url, key, to_choose)
    except ProviderError as error:
        model = UnreachableModel(error)
        return Backend(ModelAgents(model), BackendInfo(provider="server", host=host_of(url)), model, error)
    known = paths.cache / "capabilities.json"
    server = Server(url, name, key, config.deadlines, known, allow_insecure=insecure)
    info = BackendInfo(provider="server", model=server.name, host=server.host)
    return Backend(ModelAgents(server, config.prompts), info, server)


async def _local(config: Config, paths: "Paths", environment: Mapping[str, str]) -> Backend:
    """The backend for the chosen local model, loaded by the first call. Raises what `local_model` does."""
    from tailor.agents.model_agent import ModelAgents
    from tailor.agents.stages import BackendInfo
    from tailor.providers.local.model import LocalModel, local_deadlines

    wanted = await asyncio.to_thread(local_model, config, paths, environment)
    model = LocalModel(paths, wanted, local_deadlines(config.deadlines))
    info = BackendInfo(provider="local", model=model.name, host=model.host)
    return Backend(ModelAgents(model, config.prompts), info, model)


def local_model(config: Config, paths: "Paths", environment: Mapping[str, str]) -> "LocalModelSettings":
    """The chosen model of this computer and its runtime settings. Raises what `local_file` does."""
    from tailor.providers.local.session import LocalModelSettings

    runtime = config.local
    return LocalModelSettings(
        model=local_file(config.local.model, paths, environment),
        context=runtime.context,
        threads=runtime.threads,
        gpu_layers=runtime.gpu_layers,
        idle=runtime.idle,
    )


def file_of(chosen: str) -> "Path | None":
    """The file of a local model chosen by its path; None if `chosen` is a name."""
    path = named(chosen).absolute()
    return path if is_there(path) or path.suffix.lower() == ".gguf" or os.sep in chosen else None


def local_file(chosen: str | None, paths: "Paths", environment: Mapping[str, str]) -> "Path":
    """The file of the chosen local model, by its path or its name in the list; the file may be gone.

    UsageError if none is chosen, NotFoundError if the name is no model on this computer.
    """
    from tailor.providers.local.model_list import models_here

    if not chosen:
        raise UsageError(
            "You have not chosen a local model. `tailor model list` shows the ones on this computer and the "
            "ones you can download; `tailor model use NAME` chooses one."
        )
    if path := file_of(chosen):
        return path
    here = {one.name: one.path for one in models_here(environment, paths) if one.task == "writes"}
    if path_here := here.get(chosen):
        return path_here
    raise NotFoundError(
        f'There is no model called "{one_line(chosen, 120)}" here. `tailor model list` shows the models you '
        "can use."
    )


def key_for(
    url: str, paths: "Paths", environment: Mapping[str, str], borrowed: BorrowedServer | None = None
) -> "Key | None":
    """The key for this address: the borrowed one, else the one in the key file, else TAILOR_API_KEY.

    Each is used only for the address it came with: TAILOR_API_KEY for TAILOR_BASE_URL, or for any address if that
    is not set. DamagedError if the key file cannot be trusted, UsageError if the variable holds no key.
    """
    from tailor.providers.keys import Key, fetch, find_key, lies_there, read_keys

    if borrowed is not None and same_api(borrowed.base_url, url):
        return borrowed.key
    if found := find_key(read_keys(paths.keys_file), url):
        return fetch(found) if lies_there(found) else found
    given = environment.get("TAILOR_API_KEY", "").strip()
    named = environment.get("TAILOR_BASE_URL", "").strip()
    if not given or (named and not same_api(named, url)):
        return None
    try:
        return Key(given)
    except UsageError as error:
        raise UsageError(f"TAILOR_API_KEY does not contain a usable key. {error.message}") from None


async def key_soon(
    url: str, paths: "Paths", environment: Mapping[str, str], borrowed: BorrowedServer | None = None
) -> "Key | None":
    """Run `key_for` in a thread: a locked keyring may wait for the person, or forever."""
    return await aside(key_for, url, paths, environment, borrowed)


async def _only_model(config: Config, url: str, key: "Key | None", to_choose: str) -> str:
    from tailor.providers.server import list_models

    names = await list_models(url, key, config.deadlines, allow_insecure=config.allow_insecure_http)
    if len(names) == 1:
        return names[0]
    if not names:
        raise UsageError("The server offers no model. Load one there or name one, then try again.")
    some = ", ".join(one_line(name, 60) for name in names[:MOST_NAMED]) + (
        ", …" if len(names) > MOST_NAMED else ""
    )
    raise UsageError(
        f"The server has {len(names)} models and you have not chosen one. It offers {some}. {to_choose}"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """The server options of a command; what is None comes from the settings."""

    provider: str | None = None
    base_url: str | None = None
    model: str | None = None
    allow_insecure_http: bool = False

    def laid_over(self, config: Config, prompts: str | None = None) -> Config:
        """Return the settings overridden by these options. UsageError if they contradict each other."""
        if self.provider is not None and self.provider not in PROVIDERS:
            raise UsageError(f'There is no provider "{self.provider[:60]}". Choose {_one_of(PROVIDERS)}.')
        if prompts is not None and prompts not in PROMPTS:
            raise UsageError(f'There is no prompt set "{prompts[:60]}". Choose {_one_of(PROMPTS)}.')
        same_server = self.base_url in (None, config.base_url)
        if self.provider == "local" or (config.provider == "local" and not (self.provider or self.base_url)):
            config = replace(config, local=replace(config.local, model=self.model or config.local.model))
        changed = replace(
            config,
            kind=self.provider or ("server" if self.base_url else config.kind),  # type: ignore[arg-type]  # checked above
            base_url=self.base_url or config.base_url,
            model=self.model or (config.model if same_server else None),
            prompts=prompts or config.prompts,  # type: ignore[arg-type]  # checked above
            allow_insecure_http=self.allow_insecure_http or config.allow_insecure_http,
        )
        if changed.provider == "server" and not changed.base_url:
            raise UsageError(
                "No server is set. Use --base-url, as in --base-url http://localhost:11434/v1, or set it once: "
                "tailor config set provider.base_url URL"
            )
        self._check_used(changed.provider, prompts)
        return changed

    def _check_used(self, provider: str, prompts: str | None) -> None:
        """Raise UsageError for an option that would be silently ignored by whoever answers."""
        named = {"--base-url": self.base_url, "--allow-insecure-http": self.allow_insecure_http}
        named |= {"--model": self.model, "--prompts": prompts} if provider == "builtin" else {}
        if provider != "server" and (unused := [name for name, value in named.items() if value]):
            who = "the built-in tailor" if provider == "builtin" else "a model on this computer"
            need = "Leave out" if self.provider else "Name a server with --base-url, or leave out"
            raise UsageError(
                f"{' and '.join(unused)} cannot be used here, because you are using {who}. {need} {unused[0]}."
            )


def _one_of(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


@dataclass(frozen=True, slots=True)
class BackendSummary:
    says: str
    """Provider, model and host; or that nothing leaves this machine."""
    sends: str
    """What asking again costs and where texts go, in a line shown before: "Your texts go to …"."""
    short: str
    """Like `says`, for a narrow window."""
    more: tuple[str, ...] = ()
    """What could be connected, in ever fewer words; the first that fits is shown."""
    finds: tuple[str, ...] = ()
    """Like `more`, while a typed request waits: what F9 does with it; () if it does nothing with it."""


def backend_summary(config: Config, environment: Mapping[str, str], *, borrowed: bool = False) -> BackendSummary:
    """Say what the settings connect to, without connecting. `borrowed`: OPENAI_* are used for this session."""
    if config.provider == "local" and config.local.model:
        return _here(config.local.model)
    if config.provider == "server" and config.base_url:
        return _server(config.base_url, config.model, "for this session, " if borrowed else "")
    sends = "Using the built-in tailor; nothing leaves this computer."
    more: tuple[str, ...] = ("No model connected: F9 looks for one", "F9 looks for a model")
    finds: tuple[str, ...] = (
        "No model connected: F9 finds one and starts tailoring",
        "F9 finds a model and starts tailoring",
    )
    if offered_server(environment):
        name = "OPENAI_API_KEY" if environment.get("OPENAI_API_KEY") else "OPENAI_BASE_URL"
        more, finds = (f"{name} is set: press F9 to use it", f"{name}: F9"), ()
    says = "Built-in: no model, nothing leaves this computer"
    return BackendSummary(says, sends, "Built-in: everything stays here", more, finds)


def _here(model: str) -> BackendSummary:
    who = f"{one_line(named(model).name.removesuffix('.gguf'), 80)} on this computer"
    sends = f"Using {who}; everything stays here."
    return BackendSummary(f"{who}: everything stays here", sends, who, ("F9 changes the model", "F9"))


def _server(base_url: str, model: str | None, note: str) -> BackendSummary:
    host = host_of(base_url)
    here = on_this_computer(host)
    who = f"{one_line(model or 'The model', 80)} on {host}"
    where = "this computer" if here else "your text is sent there"
    sends = f"Using {one_line(model or 'the model', 80)} on {host}; " + (
        "nothing leaves this computer." if here else f"your text is sent to {host}."
    )
    return BackendSummary(f"{who} ({where})", sends, who, (f"{note}F9 changes the model", "F9"))
