"""The seam to language models: messages in, chunks out.

Owns the protocol `Model` and its values. Refuses to know any server: `providers` implements it, tests script it.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How an answer is drawn. None leaves a setting to the server."""

    temperature: float | None = 0.0
    max_tokens: int | None = None
    """Most tokens of the answer."""
    top_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    seed: int | None = None
    grammar: str | None = None
    """GBNF that the answer must follow, used only where the server is known to take one."""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Reasoning:
    """A piece of the model's thinking; shown, never read for edits."""

    text: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """A request goes out now; 1 is the first."""

    number: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing happens for `seconds` because of `reason` (a plain sentence); then another attempt follows."""

    reason: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Usage:
    """What the server says the call cost: tokens, and money where it tells."""

    prompt: int | None
    completion: int | None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A setting that the server refused and that was left out, in words."""

    what: str


Chunk: TypeAlias = Text | Reasoning | Attempt | Wait | Usage | LeftOut
"""What a stream yields. It ends normally only when the answer is whole (the server said "stop")."""


class Model(Protocol):
    """Something that answers messages, piece by piece."""

    @property
    def name(self) -> str:
        """The model's name as its server spells it."""
        ...

    @property
    def host(self) -> str:
        """Host and port that texts are sent to."""
        ...

    @property
    def takes_grammar(self) -> bool:
        """Whether a grammar in the settings would be followed."""
        ...

    def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncIterator[Chunk]:
        """The answer as it arrives; closing the iterator ends the request at once.

        Raises ProviderError with one of eight faults; what was yielded before stays good.
        """
        ...
