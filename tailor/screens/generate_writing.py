"""One list being written: what was asked for, in which way, by whom, what came of it and what it cost.

Owns `Writing` and its words. Refuses to run anything and to draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tailor.agents.stages import Answering
from tailor.core.events import Event, StageStarted
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.generate import BUILTIN, GenerateRequest
from tailor.library.entries import Made
from tailor.rounds import as_decided, review_of, spent
from tailor.screens.generate_stages import Progress
from tailor.screens.generate_ways import Way


@dataclass(slots=True, kw_only=True)
class Writing:
    """One run of Generate, as far as it came."""

    way: Way
    request: GenerateRequest
    progress: Progress
    by: Answering | None = None
    """Who writes; None until somebody could be asked."""
    record: Path | None = None
    """The file its events are kept in; None where the disk refuses."""
    seconds: float = 0.0
    """How long it took."""
    rounds: Review | None = None
    """The critic's rounds with what the person decided; None while nobody opened them."""
    saved: str = ""
    """Id in the library of what was saved last; "" for none."""
    saving: bool = False
    """Whether it is on its way to the disk."""
    _saved_as: Procedure | None = None

    @property
    def events(self) -> Sequence[Event]:
        """All that was told, but the pieces of text."""
        return self.progress.events

    @property
    def is_saved(self) -> bool:
        """Whether what stands there now is in the library."""
        return bool(self.saved) and self._saved_as == self.progress.kept()

    @property
    def made(self) -> Made:
        """What made it, for the library."""
        by = self.by or Answering(provider=BUILTIN)
        method = BUILTIN if by.provider == BUILTIN else self.request.method
        return Made(
            method=method, prompts=self.request.prompts, provider=by.provider, model=by.model, run=self.request.run
        )

    def keep(self, id: str, written: Procedure | None) -> None:
        """What is written there is in the library under this id."""
        self.saved, self._saved_as = id, written

    @property
    def has_rounds(self) -> bool:
        """Whether a critic had anything changed."""
        return any(isinstance(event, StageStarted) and event.agent == "perform" for event in self.events)

    def reviewed(self) -> Review | None:
        """The critic's rounds as they are decided now; None where no critic changed anything."""
        if self.rounds is None:
            self.rounds = review_of(self.events)
        return self.rounds

    def decide(self, rounds: Review) -> None:
        """What the person decided of the rounds is what stands there from now on."""
        if self.rounds is None or rounds.choices == self.rounds.choices:
            return
        self.rounds = rounds
        self.progress.result = as_decided(self.events, rounds)

    def cost(self, *, running: bool = False) -> str:
        """ "9 calls · 3,210 tokens · 41 s"; tokens where the server counts them, the time once it is over."""
        paid = spent(self.events)
        calls = f"{paid.calls} call{'' if paid.calls == 1 else 's'}"
        tokens = "tokens not told" if paid.tokens is None else f"{paid.tokens:,} tokens"
        return f"{calls} · {tokens}" + ("" if running else f" · {time_words(self.seconds)}")


def time_words(seconds: float) -> str:
    """ "0.4 s", "41 s", "2 min 5 s"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
