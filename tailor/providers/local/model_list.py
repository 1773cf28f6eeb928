"""One list of models for screens and commands: running servers, files on this computer, models on offer."""

import asyncio
import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tailor.core.errors import ContentError, DamagedError, UsageError
from tailor.core.text import one_line, size_words
from tailor.paths import Paths
from tailor.providers import discovery
from tailor.providers.discovery import DiscoveredServer
from tailor.providers.local.catalog import HubFile, Task, catalog, hub_file, memory_for
from tailor.providers.local.found import GIVEN, HUB, OWN, ModelFile, found, given_file
from tailor.providers.local.header import read_header
from tailor.providers.local.hub import Hub, RemoteFile
from tailor.providers.local.memory import free_memory, needed_by
from tailor.storage import is_there, named
from tailor.urls import host_of

State: TypeAlias = Literal["running", "here", "offered"]
CONTEXT: Final = 4_096
"""Context in tokens for the memory shown in a list: the least that Tailor's prompts are made for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModel:
    """One line of the list."""

    name: str
    state: State
    where: str
    title: str = ""
    """Its name for people; "" if `name` already is."""
    size: int | None = None
    """Bytes of its file; approximate for a model on offer."""
    needs: int | None = None
    """Approximate bytes of memory it needs."""
    licence: str | None = None
    path: Path | None = None
    source: HubFile | None = None
    server: DiscoveredServer | None = None
    task: Task = "writes"

    @property
    def about(self) -> str:
        """Size, memory, licence and place in one line, as far as known."""
        size = f"{'about ' if self.state == 'offered' else ''}{size_words(self.size)}" if self.size else ""
        needs = f"needs {size_words(self.needs)} of memory" if self.needs else ""
        origin = f"{'from' if self.state == 'offered' else 'found in'} {self.where}"
        return ", ".join(part for part in (size, needs, self.licence, origin) if part)


async def list_models(
    environment: Mapping[str, str], paths: Paths, chosen: str | None = None
) -> tuple[ListedModel, ...]:
    """Everything that could answer here: running, then here, then offered, each smallest first.

    Servers are asked as in `discover`; the hub is not asked. Models on offer are left out if they are here already
    or need more memory than is free. `chosen`: the path in the settings, which may be anywhere.
    """
    servers, (here, free) = await asyncio.gather(
        discovery.discover(), asyncio.to_thread(lambda: (models_here(environment, paths, chosen), free_memory()))
    )
    return (*_running(servers), *here, *offered(here, free, Hub.of(environment).host))


def models_here(
    environment: Mapping[str, str], paths: Paths, chosen: str | None = None
) -> tuple[ListedModel, ...]:
    """The models on this computer, smallest first."""
    return tuple(_here(one) for one in found(environment, paths, chosen))


def for_search(environment: Mapping[str, str], paths: Paths) -> ListedModel | None:
    """The model for searching by meaning: one that is here, else the one on offer."""
    here = models_here(environment, paths)
    models = (*here, *offered(here, free_memory(), Hub.of(environment).host))
    return next((one for one in models if one.task == "searches"), None)


def _running(servers: Iterable[DiscoveredServer]) -> Iterable[ListedModel]:
    """Yield each model of each server, and each server that lists none."""
    for one in servers:
        where = f"{one.product} on {host_of(one.base_url)}"
        for name in one.models:
            yield ListedModel(name=name, state="running", where=where, server=one)
        if not one.models:
            lacks = "needs a key" if one.needs_key else "has no model loaded"
            yield ListedModel(name=one.product, state="running", where=f"{where}, {lacks}", server=one)


def _here(file: ModelFile) -> ListedModel:
    """List a file, under its catalogue name if it is in the catalogue."""
    known = next((one for one in catalog() if one.source.file == file.path.name), None)
    needs = memory_for(file.size, file.task)
    if file.task == "writes":
        with contextlib.suppress(OSError, ContentError, DamagedError):
            needs = needed_by(read_header(file.path), CONTEXT)
    return ListedModel(
        name=known.name if known else file.name,
        title=known.title if known else "",
        state="here",
        where=file.where,
        size=file.size,
        needs=needs,
        licence=known.licence if known else None,
        path=file.path,
        task=file.task,
    )


def offered(here: Iterable[ListedModel], free: int | None, host: str) -> tuple[ListedModel, ...]:
    """The catalogue without what is here or does not fit into `free` bytes of memory."""
    names = {one.name for one in here}
    rows = (
        ListedModel(
            name=one.name,
            title=one.title,
            state="offered",
            where=f"{host}/{one.source.repo}",
            size=one.about,
            needs=memory_for(one.about, one.task),
            licence=one.licence,
            source=one.source,
            task=one.task,
        )
        for one in catalog()
        if one.name not in names
    )
    return tuple(one for one in rows if free is None or (one.needs or 0) <= free)


def costs(model: ListedModel, about: RemoteFile) -> str:
    """Say what downloading a model takes, to ask before: size, source, licence, memory."""
    needs, free = memory_for(about.size, model.task), free_memory()
    has = "" if free is None else f", and {size_words(free)} is free"
    return (
        f"{size_words(about.size)} from {about.host}/{about.source.repo}, "
        f"licence {about.licence or model.licence or 'not stated'}. "
        f"It will need about {size_words(needs)} of memory{has}."
    )


def named_model(models: Iterable[ListedModel], written: str, host: str) -> ListedModel:
    """Find the model: a name in the list, "hf:REPO:FILE" or a path. UsageError names the nearest.

    A model too large for the free memory can still be named: nobody is kept from trying.
    """
    models = tuple(models)
    everything = (*models, *offered(models, None, host))
    if match := next((one for one in everything if one.name == written), None):
        return match
    if written.startswith("hf:"):
        source = hub_file(written)
        known = next((one for one in everything if one.source == source or _is(one, source)), None)
        where = f"{host}/{source.repo}"
        return known or ListedModel(name=source.file, state="offered", where=where, source=source)
    if "/" in written or written.lower().endswith(".gguf") or is_there(named(written)):
        file = given_file(written)
        return next((one for one in models if one.path == file.path), None) or _here(file)
    near = get_close_matches(written, [one.name for one in everything], 3, 0.3)
    hint = f" Did you mean {', '.join(near)}?" if near else ""
    raise UsageError(
        f'There is no model "{one_line(written, 80)}".{hint} `tailor model list` shows the models you can '
        "use; you can also give hf:REPO:FILE or the path of a file."
    )


def _is(model: ListedModel, source: HubFile) -> bool:
    """Whether a model on this computer is this file in the hub's cache."""
    folder = f"models--{source.repo.replace('/', '--')}"
    path = model.path if model.where == HUB else None
    return path is not None and folder in path.parts and path.as_posix().endswith(f"/{source.file}")


def may_be_removed(model: ListedModel) -> Path:
    """The path, if the file is Tailor's or the hub's to remove. UsageError if it is another program's."""
    if model.path is None:
        raise UsageError(f"{one_line(model.name, 80)} is not a file on this computer; there is nothing to remove.")
    if model.where == GIVEN:
        raise UsageError(f"{model.path} is outside Tailor's folders. Delete it yourself if you want to.")
    if model.where not in (OWN, HUB):
        raise UsageError(
            f"{one_line(model.name, 80)} belongs to {model.where}, which still needs it. Remove it there, "
            f"or delete it yourself: {model.path}"
        )
    return model.path
