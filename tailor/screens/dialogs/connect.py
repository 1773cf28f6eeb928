"""Choose who answers: the built-in tailor, a server or model here, a model to download, an address, a service.

Servers are asked only for their list of models, and only because the person opened this dialog. A key is sent to
no address but its own, and saved once it was accepted. Nothing is downloaded without a yes.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import on, work
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.config import offered_server
from tailor.core.errors import ProviderError, TailorError
from tailor.core.text import counted, size_words
from tailor.providers.discovery import CLOUD
from tailor.providers.keys import Key, keep
from tailor.screens.dialogs.base import ListDialog
from tailor.screens.dialogs.chooser import Chooser, ChooserItem, KeyEntry
from tailor.screens.dialogs.download import ask_to_fetch
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.widgets.content import LONGEST_SHOWN, MUTED, line_text, notify, row_text
from tailor.urls import checked_url, host_of, same_api

if TYPE_CHECKING:
    from pathlib import Path

    from tailor.providers.discovery import DiscoveredServer
    from tailor.providers.local.model_list import ListedModel
    from tailor.workspace import Workspace


@dataclass(frozen=True, slots=True)
class BackendOption:
    """A backend that can be chosen."""

    words: str
    about: str
    base_url: str | None
    """None if it is not a server."""
    models: tuple[str, ...] = ()
    """The models it offers; for a chosen backend the first one counts."""
    key: Key | None = None
    """The key from OPENAI_API_KEY, for its own address only."""
    wrong: str = ""
    """Why it cannot be used; shown when it is chosen."""
    file: "Path | None" = None
    """The model's file on this machine."""
    listed: "ListedModel | None" = None
    """A model that is here or can be downloaded."""
    wants_key: bool = False
    """Whether it cannot be used without a key."""

    @property
    def is_model(self) -> bool:
        """Whether a model answers, rather than the built-in tailor."""
        return self.base_url is not None or self.file is not None


BUILTIN = BackendOption("Built-in", "no model; everything stays here", None)
ADDRESS = BackendOption("Type an address", "of a server here or elsewhere", None)
SERVICE = BackendOption("A cloud service", "OpenAI, Mistral and others", None)
BEYOND = "From then on, your text is sent there."


class ConnectDialog(ListDialog[BackendOption]):
    """Find servers, then their models; dismissed with the chosen backend and one model, or None for Esc."""

    HELP = """Choose the AI model: one that is running or saved on this computer; one that fits its memory,
    downloaded only if you say yes; a server whose address you type; or a cloud service. Tailor tests each one
    before using it."""
    keys = (("enter", "choose"), ("esc", "cancel"))

    def __init__(self, workspace: "Workspace", *, takes_only_one: bool = False) -> None:
        super().__init__(line_text("AI model", "bold"))
        self.workspace = workspace
        self.takes_only_one = takes_only_one
        """Take the only model found on this machine without asking."""
        self.places: list[BackendOption] = []
        self.place: BackendOption | None = None
        self._search = "Looking for models on this computer …"
        """The state of the search, in words."""
        self._answer: BackendOption | None = None
        self._address = ""
        """The address typed last, to be corrected if nobody answers there."""

    def on_mount(self) -> None:
        self.places = [BUILTIN, *offered(self.workspace)]
        self.say(self._search)
        self._look()

    def rows(self) -> list[Option]:
        """The backends, or the models of the chosen one."""
        if self.place is not None:
            return [Option(line_text(model)) for model in self.place.models]
        return [
            Option(row_text(line_text(one.words), "   ", line_text(self._about(one), MUTED)))
            for one in self._offered
        ]

    def _about(self, one: BackendOption) -> str:
        config, file = self.workspace.config, one.file
        match config.provider:
            case "server":
                used = one.base_url is not None and same_api(one.base_url, config.base_url or "")
            case "local":
                used = file is not None and str(file.absolute()) == config.local.model
            case "builtin":
                used = one is BUILTIN
        return " · ".join(filter(None, (one.about, "in use" * used)))

    @property
    def _offered(self) -> list[BackendOption]:
        """The backends found, and the ways to name another one."""
        return [*self.places, ADDRESS, SERVICE]

    def on_screen_resume(self) -> None:
        """Dismiss with the answer that was found while another window lay over this one."""
        if self._answer is not None:
            self.dismiss(self._answer)

    def _give(self, answer: BackendOption) -> None:
        self._answer = answer
        self.dismiss(answer)

    @work(exclusive=True, exit_on_error=False)
    async def _look(self) -> None:
        from tailor.providers.local.model_list import list_models

        chosen = self.workspace.config.local.model
        listed = await list_models(self.workspace.environment, self.workspace.paths, chosen)
        servers = [_local(one) for one in dict.fromkeys(one.server for one in listed) if one is not None]
        found = [*servers, *(_option(one) for one in listed if one.server is None and one.task == "writes")]
        was, known = self.at, len(self.places)
        self.places += found
        if self.takes_only_one and known == len(servers) == 1 and len(servers[0].models) == 1:
            self._give(servers[0])
            return
        self._search = "" if found else "No model server found on this computer."
        url = self.workspace.config.base_url if self.workspace.config.provider == "server" else None
        if url and not any(one.base_url and same_api(one.base_url, url) for one in self.places):
            self.places.append(BackendOption(host_of(url), "", url))
        # they were searched for because the person asked, so Enter takes the first of them
        self.show_rows((was or known) if found else 0)
        self._explain()

    @on(OptionList.OptionHighlighted, "#choices")
    def _explain(self) -> None:
        """Show size, memory, licence and origin of the marked model, else the state of the search."""
        if self.place is None and self.at < len(self._offered):
            listed = self._offered[self.at].listed
            self.say(_sentence(listed.about) if listed else self._search)

    @on(OptionList.OptionSelected, "#choices")
    def _choose(self, event: OptionList.OptionSelected) -> None:
        if self.place is not None:
            self.dismiss(replace(self.place, models=(self.place.models[event.option_index],)))
        elif (place := self._offered[event.option_index]) is ADDRESS:
            self._ask_address()
        elif place is SERVICE:
            self._ask_service()
        elif place.wrong:
            self.say(place.wrong, limit=LONGEST_SHOWN)
        elif place.listed is not None and place.file is None:
            self._fetch(place, place.listed)
        elif place.base_url is None:
            self.dismiss(place)
        else:
            self._take(place)

    def _ask_address(self) -> None:
        about = f"For example http://localhost:11434/v1. {BEYOND}"
        allowed = self.workspace.config.allow_insecure_http

        def typed(words: str) -> None:
            if words:
                url = checked_url(words, allow_insecure=allowed)
                self._address = words
                self._take(BackendOption(host_of(url), "", url))

        title = "The server's address"
        field = LineDialog(title, about, value=self._address, placeholder="https://", enter="connect", use=typed)
        self.open_over(field)

    def _ask_service(self) -> None:

        def chosen(name: str | None) -> None:
            if name:
                self._take(BackendOption(name, "", CLOUD[name], wants_key=True))

        items = [ChooserItem(name, f"{name}   {host_of(url)}", BEYOND) for name, url in CLOUD.items()]
        self.open_over(Chooser("Which service?", items, ""), chosen)

    def _ask_key(self, place: BackendOption) -> None:
        """Ask for the key of this server, and try it."""
        url = place.base_url or ""

        def typed(words: str | None) -> None:
            if words:
                self._take(place, Key(words))
            else:
                self.say(f"{host_of(url)} needs a key. Nothing has changed.")

        self.open_over(KeyEntry(host_of(url), stored=False), typed)

    @work(exclusive=True, exit_on_error=False)
    async def _take(self, place: BackendOption, typed: Key | None = None) -> None:
        """Ask the server for its models if they are unknown; let the person choose if there are several.

        `typed`: a key for it that was just entered; it is saved if it is the right one.
        """
        url, tried = place.base_url, not place.models
        assert url is not None
        try:
            if tried:
                self.say(f"Connecting to {host_of(url)} …")
                key = typed or place.key or await self.workspace.key(url)
                if key is None and place.wants_key:
                    self._ask_key(place)
                    return
                place = replace(place, models=await self.workspace.server_models(url, key))
            if typed is not None:
                await asyncio.to_thread(keep, self.workspace.paths.keys_file, url, typed, in_store=False)
        except TailorError as error:
            if isinstance(error, ProviderError) and error.fault == "key" and key is None:
                self._ask_key(place)
            else:
                self.say(error.message, limit=LONGEST_SHOWN)
            return
        self._connected(place, tried)

    def _connected(self, place: BackendOption, tried: bool) -> None:
        """Say that it answered, and let the person choose if there are several models."""
        words = f"Connected, {counted(len(place.models), 'model')}." if tried else ""
        if len(place.models) < 2:
            if tried:
                notify(self.app, words)
            self._give(place)
        else:
            self.place = place
            self.show_rows(0)
            self.query_one("#title", Static).update(line_text("Which model?", "bold"))
            self.say(words)

    @work(exclusive=True, exit_on_error=False)
    async def _fetch(self, place: BackendOption, listed: "ListedModel") -> None:
        """Dismiss with this model if the person agrees to download it."""

        def take(path: "Path") -> None:
            self._give(replace(place, file=path))

        await ask_to_fetch(self.app, self.workspace, listed, "it answers", self._told, take)

    def _told(self, words: str) -> None:
        """Show what is waited for or what went wrong; "" shows the usual sentence again."""
        if words:
            self.say(words, limit=LONGEST_SHOWN)
        else:
            self._explain()


def offered(workspace: "Workspace") -> list[BackendOption]:
    """The server named by OPENAI_*, with its key; if it cannot be used, the option says why."""
    url, text = offered_server(workspace.environment), workspace.environment.get("OPENAI_API_KEY", "").strip()
    if url is None:
        return []
    name = "OPENAI_BASE_URL"
    try:
        url = checked_url(url, allow_insecure=workspace.config.allow_insecure_http)
        name = "OPENAI_API_KEY"
        key = Key(text) if text else None
    except TailorError as error:
        return [BackendOption(name, "not usable; enter shows why", None, wrong=error.message)]
    about = "your text is sent there" + (", with OPENAI_API_KEY" if key else "")
    return [BackendOption(host_of(url), f"{about}; until you quit", url, key=key)]


def _local(found: "DiscoveredServer") -> BackendOption:
    about = "needs a key" if found.needs_key else counted(len(found.models), "model")
    return BackendOption(f"{found.product} on {host_of(found.base_url)}", about, found.base_url, found.models)


def _option(model: "ListedModel") -> BackendOption:
    about = f"{'to download, about' if model.path is None else 'here,'} {size_words(model.size or 0)}"
    return BackendOption(model.title or model.name, about, None, file=model.path, listed=model)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def take(workspace: "Workspace", place: BackendOption) -> None:
    """Connect to the chosen place; a key from the environment is not stored. TailorError if it cannot be saved."""
    model = next(iter(place.models), None)
    if place.file is not None:
        workspace.use_local(place.file.absolute())
    elif place.base_url and place.key:
        workspace.borrow(place.base_url, model, place.key)
    else:
        workspace.connect(place.base_url, model)
