"""A recorded model whose answers are drawn as a bench, not a prompt set, decides.

Owns that the bench's settings are laid over those of an agent. Refuses to know them, and to record (`calls` does).
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass

from tailor.core.protocols import Chunk, Message, Settings
from tailor.evaluation.calls import RecordedModel


@dataclass(slots=True)
class Drawn:
    """A recorded model with a bench's own settings laid over; implements `core.model.Model`."""

    model: RecordedModel
    settings_for: Callable[[Settings], Settings]
    """How an answer is drawn that an agent wants drawn like this."""
    moment: float = 0.0
    """Seconds from the cell's beginning to the piece that was heard last."""

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def host(self) -> str:
        """Where texts are sent."""
        return self.model.host

    @property
    def takes_grammar(self) -> bool:
        """Whether a grammar would be followed."""
        return self.model.takes_grammar

    def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        """The answer, drawn as the bench wants it."""
        return self.model.listen(messages, self.settings_for(settings), self._hear)

    def _hear(self, moment: float) -> None:
        self.moment = moment
