"""One tailoring as the Review screen sees it: who answers, the stream of events, saving.

Owns the way from settings to a crew and a request, and the words for what is connected. Refuses to draw. Keys
of OpenAI's environment are offered in words and never used unasked (DESIGN 7).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from tailor.screens.safe import MUTED, row

if TYPE_CHECKING:
    from tailor.config import Config
    from tailor.core.procedure import Procedure
    from tailor.screens.backstage import Backstage

BUILTIN_WORDS = "Built-in: no model, nothing leaves this machine"


@dataclass(frozen=True, slots=True)
class Connection:
    """Who answers, in words."""

    says: str
    """Provider, model and host; or that nothing leaves this machine."""
    more: tuple[str, ...] = ()
    """What is not connected and what could be, most useful first."""

    def strip(self, width: int) -> Content:
        """One line of at most `width` cells: who answers, then whatever still fits, whole or not at all."""
        shown = row(("● ", "$accent"), self.says)
        for words in self.more:
            longer = row(shown, ("   ·   ", MUTED), (words, MUTED))
            if longer.cell_length <= width:
                shown = longer
        return shown


def connection(config: "Config", environment: Mapping[str, str]) -> Connection:
    """What the settings connect to, without connecting."""
    from tailor.config import offered_server

    if config.provider == "server" and config.base_url:
        return Connection(f"{config.model or 'the only model there'} on {host_of(config.base_url)}")
    if offered_server(environment):
        return Connection(BUILTIN_WORDS, ("OPENAI_API_KEY is set: press F9 to use it",))
    return Connection(BUILTIN_WORDS, ("F9 connects a model", "no server is set"))


def host_of(base_url: str) -> str:
    """Host and port of an address, as people read it."""
    from urllib.parse import urlsplit

    return urlsplit(base_url).netloc or base_url


class Session:
    """One procedure, one hint, and who answers."""

    def __init__(self, back: "Backstage", procedure: "Procedure", hint: str) -> None:
        self.back = back
        self.procedure = procedure
        self.hint = hint
        self.connection = connection(back.config, back.environment)
