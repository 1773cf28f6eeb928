"""The seam between strategies and whoever answers them: a task in, edits out.

Owns `Task`, `Answer` and the protocol `Crew`. A crew of language models (`agents`) and the built-in tailor
(`providers.builtin`) answer the same tasks, so every strategy works with either. Refuses ids, stages and
events: `strategies` gives them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from tailor.core.edits import Edit, Flagged, Insert, Op, Replace
from tailor.core.events import End
from tailor.core.findings import Finding
from tailor.core.model import Chunk
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement

AgentName: TypeAlias = Literal["modify", "verify", "unified", "resolve", "customize"]
"""The agents of customizing ([CP] section 3); further Verify agents have names of their own."""


@dataclass(frozen=True, slots=True)
class Chosen:
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
    accepted: tuple[Chosen, ...] = ()
    turned_down: tuple[Chosen, ...] = ()


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


Told: TypeAlias = Insert | Replace | Flagged | Procedure | Chunk
"""What an agent tells while it works: complete edits, flagged ones, a draft, and what its model does."""

Tell: TypeAlias = Callable[[Told], None]


class Crew(Protocol):
    """Whoever answers tasks."""

    async def ask(self, task: Task, tell: Tell) -> Answer:
        """The answer; each edit is told the moment it is complete. ProviderError when a model failed."""
        ...
