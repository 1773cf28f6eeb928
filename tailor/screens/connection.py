"""Who answers, in words: for Home's strip and before anything is sent.

Owns the words. Refuses to connect, and to show more of an address than its host.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from tailor.screens.safe import MUTED, row

if TYPE_CHECKING:
    from tailor.config import Config

BUILTIN_WORDS = "Built-in: no model, nothing leaves this machine"


@dataclass(frozen=True, slots=True)
class Connection:
    """Who answers."""

    says: str
    """Provider, model and host; or that nothing leaves this machine."""
    sends: str
    """What asking once more costs and where texts go, for the one line before it: "Your texts go to …"."""
    more: tuple[str, ...] = ()
    """What is not connected and what could be, most useful first."""

    def strip(self, width: int) -> Content:
        """One line of about `width` cells: who answers, then whatever still fits, whole or not at all."""
        shown = row(("● ", "$accent"), self.says)
        for words in self.more:
            longer = row(shown, ("   ", ""), (words, MUTED))
            if longer.cell_length <= width:
                shown = longer
        return shown


def connection(config: "Config", environment: Mapping[str, str], *, borrowed: bool = False) -> Connection:
    """What the settings connect to, without connecting. `borrowed`: the person took OPENAI_* for this session."""
    from tailor.config import offered_server

    if config.provider == "server" and config.base_url:
        return _server(config.base_url, config.model, "for this session" if borrowed else "")
    sends = "The built-in tailor answers; nothing leaves this machine."
    offered = offered_server(environment)
    if offered and environment.get("OPENAI_API_KEY"):
        return Connection(BUILTIN_WORDS, sends, ("OPENAI_API_KEY is set: F9 uses it", "OPENAI_API_KEY: F9"))
    if offered:
        return Connection(BUILTIN_WORDS, sends, ("OPENAI_BASE_URL is set: F9 uses it", "OPENAI_BASE_URL: F9"))
    return Connection(BUILTIN_WORDS, sends, ("No model connected: F9 looks for one", "F9 connects a model"))


def _server(base_url: str, model: str | None, note: str) -> Connection:
    from tailor.providers.address import host_of, is_loopback

    host = host_of(base_url)
    here = is_loopback(host.rpartition(":")[0].strip("[]") or host) or is_loopback(host)
    who = f"{model or 'The model'} on {host}"
    where = "this machine" if here else "your texts are sent there"
    sends = f"{who} answers; " + ("nothing leaves this machine." if here else f"your texts are sent to {host}.")
    more = ("F9 changes it",)
    return Connection(f"{who} ({where})", sends, (note, *more) if note else more)
