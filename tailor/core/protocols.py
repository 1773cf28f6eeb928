"""The two seams of the core: `Model`, which streams an answer, and `AgentBackend`, which answers an agent's task.

`providers` implements both, with a server and with built-in rules; tests script them. Tasks, answers and chunks
are plain values.
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from tailor.core.edits import Edit, Flagged, Insert, Op, Replace
from tailor.core.events import End, Finding, HeaderProposed, Judged
from tailor.core.procedure import Part, Procedure
from tailor.core.read_hint import HintRead
from tailor.core.requirements import Requirement


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Sampling settings; None leaves one to the server."""

    temperature: float | None = 0.0
    max_tokens: int | None = None
    top_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    seed: int | None = None
    grammar: str | None = None
    """GBNF for the answer, used only if the server is known to take one."""


@dataclass(frozen=True, slots=True)
class Text:
    text: str
    rate: float | None = field(default=None, compare=False)
    """Tokens a second so far, from a model that sends each token by itself."""


@dataclass(frozen=True, slots=True)
class Reasoning:
    """A piece of the model's thinking: shown, never read for edits."""

    text: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """A request is sent; the first is number 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Wait:
    """The call waits `seconds` because of `reason` (a sentence); then another attempt follows."""

    reason: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Usage:
    """What the server says the call cost: tokens, and money if it says."""

    prompt: int | None
    completion: int | None
    cost: float | None = None
    rate: float | None = field(default=None, compare=False)
    """Tokens a second while the answer came, where it took long enough to tell."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A setting that the server rejected and that was left out, in words."""

    what: str


Chunk: TypeAlias = Text | Reasoning | Attempt | Wait | Usage | LeftOut
"""What a stream yields. It ends normally only if the answer is complete (the server said "stop")."""


class Model(Protocol):
    """Something that answers messages, piece by piece."""

    @property
    def name(self) -> str:
        """The model's name as its server spells it."""

    @property
    def host(self) -> str:
        """Host and port that texts are sent to."""

    @property
    def takes_grammar(self) -> bool:
        """Whether a grammar in the settings has an effect."""

    def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        """The answer as it arrives; closing the iterator cancels the request at once.

        Raises ProviderError with one of eight faults; what was yielded before remains valid.
        """


AgentName: TypeAlias = Literal["modify", "verify", "unified", "resolve", "customize"]
"""The agents of customizing ([CP] section 3); extra Verify agents have names of their own."""


@dataclass(frozen=True, slots=True)
class PastDecision:
    """One edit that the user decided on in another run; without numbers, since its procedure is not known here."""

    op: Op
    at: str
    """The text it replaces or follows; "" for the beginning."""
    text: str
    """The new text of the step; "" for a deletion."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An earlier tailoring, with the user's decisions."""

    goal: str
    hint: str
    accepted: tuple[PastDecision, ...] = ()
    turned_down: tuple[PastDecision, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What one agent is asked, once. All edits of the answer are numbered on `base`."""

    agent: AgentName
    base: Procedure
    hint: str
    requirements: tuple[Requirement, ...] = ()
    """Those that are on, in order."""
    findings: tuple[Finding, ...] = ()
    """For Verify: what the guard found in `base` against the requirements."""
    uncovered: tuple[str, ...] = ()
    """For Verify: ids of the requirements that nothing serves yet."""
    met: tuple[str, ...] = ()
    """When asked again: ids of the requirements that accepted edits, now part of `base`, serve."""
    bags: tuple[tuple[str, tuple[Edit, ...]], ...] = ()
    """For Resolve: every agent's name with its edits, all numbered on `base`."""
    instruction: str = ""
    """For an extra Verify agent: what to look at ([CP] section 5.3)."""
    name: str = ""
    """The name of an extra Verify agent; "" for the agents of the papers."""
    rejected: tuple[Edit, ...] = ()
    """Not to be proposed again, numbered on `base` if they still fit there; `reason` is the user's, or ""."""
    only_step: int | None = None
    """Ask again about this one step; None for the whole procedure."""
    note: str = ""
    """The user's words to the agent, with `only_step` or in a rescue."""
    frozen: int = 0
    """Steps 1 to `frozen` are done already and must not be edited."""
    done: tuple[int, ...] = ()
    """All steps that are done already, even those after a step that is not."""
    at: int = 0
    """In a rescue: the step the user is at; else 0."""
    examples: tuple[Example, ...] = ()
    """For Modify and Customize: what the user chose in runs with a similar hint; shown by the `tailor` prompts."""
    original: Procedure | None = None
    """For Verify after a rewrite: what was rewritten; None where Verify does not see it."""
    wrote: tuple[int, ...] = ()
    """For Verify asked once more: the steps of `base` that its first answer wrote."""
    reads: bool = False
    """For Customize: its answer begins with the requirements as the model reads them (`core.read_hint`)."""
    fixed: tuple[str, ...] = ()
    """Ids of the requirements whose words the model does not change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An agent's answer; edits in the order they arrived."""

    edits: tuple[Edit, ...] = ()
    flagged: tuple[Flagged, ...] = ()
    end: End = "none"
    draft: Procedure | None = None
    """Customize in the `paper` set: the rewritten procedure, from which `diff` made the edits."""
    says: str = ""
    """For the user: requirements that were not understood, settings that were left out."""
    verdicts: tuple[Judged, ...] = ()
    """What became of each requirement, as far as the agent can say."""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A step or resource that a wish touches, for which the agent proposes no text."""

    part: Part
    step: int
    """1-based, in the task's base."""
    word: str
    """As it is written there."""
    why: str = ""
    serves: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Other words there that the wish touches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupHeader:
    """What else changes, besides steps and resources, if all edits of a group are accepted; None: no change."""

    group: str
    """The name that the edits of the group carry in this answer."""
    goal: str | None = None
    yields: str | None = None
    notes: str | None = None


def told(header: GroupHeader | HeaderProposed) -> dict[str, Any]:
    """What a header changes, as fields to replace in a procedure."""
    return {key: text for key in ("goal", "yields", "notes") if (text := getattr(header, key)) is not None}


AgentOutput: TypeAlias = Insert | Replace | Flagged | FoundPlace | GroupHeader | HintRead | Procedure | Chunk
"""What an agent reports while it works: how it reads the hint, edits, places, a group's header, a draft, and its
model's chunks.
"""

OnOutput: TypeAlias = Callable[[AgentOutput], None]


class AgentBackend(Protocol):
    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """Answer the task; `tell` gets each edit once it is complete. Raises ProviderError if a model failed."""
