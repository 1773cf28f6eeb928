"""The seam to language models: messages in, chunks out.

Owns the protocol `Model` and its values. Refuses to know any server: `providers` implements it, tests script it.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from tailor.core.edits import Edit, Flagged, Insert, Op, Replace
from tailor.core.events import End, Finding
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement


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


AgentName: TypeAlias = Literal["modify", "verify", "unified", "resolve", "customize"]
"""The agents of customizing ([CP] section 3); further Verify agents have names of their own."""


@dataclass(frozen=True, slots=True)
class PastDecision:
    """One edit that the person decided on in another run, without numbers: its procedure is not at hand."""

    op: Op
    at: str
    """The text it replaces, or that it follows; "" for the beginning."""
    text: str
    """What the step became; "" for a deletion."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An earlier tailoring as the person decided it."""

    goal: str
    hint: str
    accepted: tuple[PastDecision, ...] = ()
    turned_down: tuple[PastDecision, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What one agent is asked, once. All edits of the answer are numbered on `base`."""

    agent: AgentName
    base: Procedure
    """What the agent sees and numbers its edits on."""
    hint: str
    requirements: tuple[Requirement, ...] = ()
    """Those switched on, in order."""
    findings: tuple[Finding, ...] = ()
    """What the guard found in `base` against the requirements; for Verify."""
    uncovered: tuple[str, ...] = ()
    """Ids of requirements that nothing serves yet; for Verify."""
    bags: tuple[tuple[str, tuple[Edit, ...]], ...] = ()
    """For Resolve: every agent's name with its edits, all numbered on `base`."""
    instruction: str = ""
    """For a further Verify agent: what it looks at ([CP] section 5.3)."""
    name: str = ""
    """For a further Verify agent: its name; "" for the agents of the papers."""
    rejected: tuple[Edit, ...] = ()
    """What the person turned down, numbered on `base` where it still has a place: never to be proposed again.

    The `reason` of such an edit is the person's, "" where none was said; what its proposer said is not told."""
    only_step: int | None = None
    """Ask again for this one step; None for the whole procedure."""
    note: str = ""
    """The person's words to the agent, with `only_step` or a rescue."""
    frozen: int = 0
    """Steps 1 to `frozen` are done already and must not be edited."""
    at: int = 0
    """In a rescue half-way: the step the person is at; 0 elsewhere."""
    examples: tuple[Example, ...] = ()
    """For Modify: what the person chose in runs with a similar hint; the `tailor` prompts show it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back, in the order it was said."""

    edits: tuple[Edit, ...] = ()
    flagged: tuple[Flagged, ...] = ()
    end: End = "none"
    draft: Procedure | None = None
    """Customize in the `paper` set: the whole rewritten procedure its edits were made from by `diff`."""
    says: str = ""
    """For people: which requirements were not understood, what was left out."""


AgentOutput: TypeAlias = Insert | Replace | Flagged | Procedure | Chunk
"""What an agent tells while it works: complete edits, flagged ones, a draft, and what its model does."""

OnOutput: TypeAlias = Callable[[AgentOutput], None]


class AgentBackend(Protocol):
    """Whoever answers tasks."""

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """The answer; each edit is told the moment it is complete. ProviderError when a model failed."""
        ...
