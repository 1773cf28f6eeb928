"""Choosing who answers: the built-in tailor, a server on this machine, or the one that OPENAI_* names.

Servers are asked for their list of models and nothing else, and only because the person opened this dialog. A key
is sent to no address but its own.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import on, work
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tailor.config import offered_server
from tailor.core.errors import ProviderError, TailorError, UsageError
from tailor.providers.keys import Key
from tailor.screens.dialogs.base import ListDialog
from tailor.screens.widgets.content import LONGEST_SHOWN, MUTED, line_text, row_text
from tailor.urls import checked_url, host_of

if TYPE_CHECKING:
    from tailor.providers.discovery import DiscoveredServer
    from tailor.workspace import Workspace


@dataclass(frozen=True, slots=True)
class BackendOption:
    """A place that answers can come from."""

    words: str
    about: str
    base_url: str | None
    """None: the built-in tailor."""
    models: tuple[str, ...] = ()
    """Those that it offers; of a chosen one the first counts."""
    key: Key | None = None
    """The key from OPENAI_API_KEY, for its own address only."""
    wrong: str = ""
    """Why it cannot be used; said when it is chosen."""


BUILTIN = BackendOption("Built-in", "no model, nothing leaves this machine", None)


class ConnectDialog(ListDialog[BackendOption]):
    """Finds servers, then their models; dismissed with the chosen one and its model alone, None for Esc."""

    HELP = "Who answers from now on. Servers on this machine are found by asking the usual ports for their models."
    keys = (("enter", "choose"), ("esc", "leave as it is"))

    def __init__(self, workspace: "Workspace", *, takes_only_one: bool = False) -> None:
        super().__init__(line_text("Who answers?", "bold"))
        self.workspace = workspace
        self.takes_only_one = takes_only_one
        """Take the only model found on this machine without asking."""
        self.places: list[BackendOption] = []
        self.place: BackendOption | None = None
        self._answer: BackendOption | None = None

    def on_mount(self) -> None:
        """Starts looking for local servers."""
        self.places = [BUILTIN, *offered(self.workspace)]
        self.say("Looking for servers on this machine …")
        self._look()

    def rows(self) -> list[Option]:
        """The places, or the models of the chosen one."""
        if self.place is not None:
            return [Option(line_text(model)) for model in self.place.models]
        return [Option(row_text(line_text(one.words), "   ", line_text(one.about, MUTED))) for one in self.places]

    def on_screen_resume(self) -> None:
        """Gives the answer that was found while another window lay over this one."""
        if self._answer is not None:
            self.dismiss(self._answer)

    def _give(self, answer: BackendOption) -> None:
        self._answer = answer
        self.dismiss(answer)

    @work(exclusive=True, exit_on_error=False)
    async def _look(self) -> None:
        from tailor.providers.discovery import discover

        found = [_local(one) for one in await discover()]
        was, known = self.at, len(self.places)
        self.places += found
        if self.takes_only_one and known == len(found) == 1 and len(found[0].models) == 1:
            self._give(found[0])
            return
        # looked for because the person asked: the first of them is what Enter takes
        self.show_rows((was or known) if found else 0)
        self.say("" if found else "No server of models answers on this machine.")

    @on(OptionList.OptionSelected, "#choices")
    def _choose(self, event: OptionList.OptionSelected) -> None:
        if self.place is not None:
            self.dismiss(replace(self.place, models=(self.place.models[event.option_index],)))
        elif (place := self.places[event.option_index]).wrong:
            self.say(place.wrong, limit=LONGEST_SHOWN)
        elif place.base_url is None:
            self.dismiss(place)
        else:
            self._take(place)

    @work(exclusive=True, exit_on_error=False)
    async def _take(self, place: BackendOption) -> None:
        """Ask for the models if unknown; let the person choose if there are several."""
        try:
            if not place.models:
                self.say("Asking for its models …")
                place = await _with_models(self.workspace, place)
        except TailorError as error:
            self.say(error.message, limit=LONGEST_SHOWN)
            return
        if len(place.models) < 2:
            self._give(place)
        else:
            self.place = place
            self.show_rows(0)
            self.query_one("#title", Static).update(line_text("Which model?", "bold"))
            self.say("")


def offered(workspace: "Workspace") -> list[BackendOption]:
    """The server that OPENAI_* names, with its key; one that cannot be used says why."""
    url, text = offered_server(workspace.environment), workspace.environment.get("OPENAI_API_KEY", "").strip()
    if url is None:
        return []
    name = "OPENAI_BASE_URL"
    try:
        url = checked_url(url, allow_insecure=workspace.config.allow_insecure_http)
        name = "OPENAI_API_KEY"
        key = Key(text) if text else None
    except TailorError as error:
        return [BackendOption(name, "cannot be used; enter says why", None, wrong=error.message)]
    about = "your texts are sent there" + (", with OPENAI_API_KEY" if key else "")
    return [BackendOption(host_of(url), f"{about}; until you quit", url, key=key)]


async def _with_models(workspace: "Workspace", place: BackendOption) -> BackendOption:
    """The place with the models its server lists. TailorError says what to do."""
    from tailor.providers.server import list_models

    assert place.base_url is not None
    config = workspace.config
    key = place.key or await workspace.key(place.base_url)
    try:
        names = await list_models(place.base_url, key, config.deadlines, allow_insecure=config.allow_insecure_http)
    except ProviderError as error:
        if error.fault != "key" or key is not None:
            raise
        raise UsageError(
            f"It wants a key, and none is kept. Give Settings (F6) the address {place.base_url}, then its key."
        ) from None
    return replace(place, models=names)


def _local(found: "DiscoveredServer") -> BackendOption:
    count = len(found.models)
    about = "wants a key" if found.needs_key else f"{count} model{'' if count == 1 else 's'}"
    return BackendOption(f"{found.product} on {host_of(found.base_url)}", about, found.base_url, found.models)


def take(workspace: "Workspace", place: BackendOption) -> None:
    """Connect to the chosen place; a key from the environment is not stored. TailorError if it cannot be saved."""
    model = next(iter(place.models), None)
    if place.base_url and place.key:
        workspace.borrow(place.base_url, model, place.key)
    else:
        workspace.connect(place.base_url, model)
