"""Who answers, in words: for Home's strip and before anything is sent.

Owns the words. Refuses to connect, and to show more of an address than its host.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from tailor.core.text import one_line
from tailor.screens.widgets.content import MUTED, row

if TYPE_CHECKING:
    from tailor.config import Config

BUILTIN_WORDS = "Built-in: no model, nothing leaves this machine"
BUILTIN_SHORT = "Built-in: nothing leaves here"


@dataclass(frozen=True, slots=True)
class Connection:
    """Who answers."""

    says: str
    """Provider, model and host; or that nothing leaves this machine."""
    sends: str
    """What asking once more costs and where texts go, for the one line before it: "Your texts go to …"."""
    short: str
    """As `says`, for a narrow window."""
    more: tuple[str, ...] = ()
    """What is not connected and what could be: the same in ever fewer words; the first that fits is shown."""
    finds: tuple[str, ...] = ()
    """As `more`, while a sentence waits: what F9 does with it; () where it does nothing with it."""

    def strip(self, width: int, *, waits: bool = False) -> Content:
        """One line of about `width` cells: who answers, then what could be, whole or not at all."""
        who = [row(("● ", "$accent"), words) for words in (self.says, self.short)]
        words = (waits and self.finds) or self.more
        both = (row(one, "   ", (more, MUTED)) for more in words for one in who)
        return next((one for one in (*both, *who) if one.cell_length <= width), who[-1])


def connection(config: "Config", environment: Mapping[str, str], *, borrowed: bool = False) -> Connection:
    """What the settings connect to, without connecting. `borrowed`: the person took OPENAI_* for this session."""
    from tailor.config import offered_server

    if config.provider == "server" and config.base_url:
        return _server(config.base_url, config.model, "for this session, " if borrowed else "")
    sends = "The built-in tailor answers; nothing leaves this machine."
    more: tuple[str, ...] = ("No model connected: F9 looks for one", "F9 looks for a model")
    finds: tuple[str, ...] = (
        "No model connected: F9 finds one and tailors with it",
        "F9 finds a model and tailors",
    )
    if offered_server(environment):
        name = "OPENAI_API_KEY" if environment.get("OPENAI_API_KEY") else "OPENAI_BASE_URL"
        more, finds = (f"{name} is set: press F9 to use it", f"{name}: F9"), ()
    return Connection(BUILTIN_WORDS, sends, BUILTIN_SHORT, more, finds)


def _server(base_url: str, model: str | None, note: str) -> Connection:
    from tailor.urls import host_of, is_loopback

    host = host_of(base_url)
    here = is_loopback(host.rpartition(":")[0].strip("[]") or host) or is_loopback(host)
    who = f"{one_line(model or 'The model', 80)} on {host}"
    where = "this machine" if here else "your texts are sent there"
    sends = f"{who} answers; " + ("nothing leaves this machine." if here else f"your texts are sent to {host}.")
    return Connection(f"{who} ({where})", sends, who, (f"{note}F9 changes it", "F9"))
