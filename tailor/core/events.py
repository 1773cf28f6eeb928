"""The closed union of events: all that happens in a run, as values (CONTRACT 5).

Owns the shape of what screens, command line, benches and tests consume. Refuses futures, callbacks and times.
`codec` turns any of them into a JSON line and back, equal. Consumers `match` on the union and end with
`assert_never`, so a new event breaks the types until everybody shows it.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from tailor.core.edits import Edit, Insert, Op, Replace
from tailor.core.errors import Fault
from tailor.core.procedure import Part, Procedure
from tailor.core.requirements import Critical, Requirement

FindingKind: TypeAlias = Literal["found", "derived", "not_assessed"]
Level: TypeAlias = Literal["look", "must"]
"""look: taken in bulk, listed before apply; must: acknowledged one by one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One trigger word in one text. A finding never clears anything: silence proves nothing."""

    step: int | None
    """1-based number in its part; None where the text stands alone."""
    part: Literal["steps", "resources", "goal", "hint"]
    constraint: str
    """An id of the closed list, such as tree_nuts or no_oven."""
    kind: FindingKind
    word: str
    """The trigger word as it stands in the text."""
    why: str
    source: str
    """Where the rule comes from."""


@dataclass(frozen=True, slots=True)
class Tripwire:
    """A change between two texts of one step that a person should not wave through."""

    level: Level
    what: Literal["number", "safety_step", "constraint"]
    old: str
    new: str
    says: str
    """For people: "30 min -> 12 min"."""


End: TypeAlias = Literal["edits", "none", "unparsed", "cut_short", "failed"]
"""How a stage's answer ended: edits, said "no edits", unreadable, cut off, or the provider failed."""

State: TypeAlias = Literal["served", "claimed", "not_served", "unclassified"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Event:
    run: str = ""
    """Id of the run; set by `run()`."""
    seq: int = 0
    """0, 1, 2, … within the run; set by `run()`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted(_Event):
    """A run begins. `strategy` for customizing, `method` for generating."""

    kind: ClassVar = "run_started"
    procedure: Procedure | None
    hint: str
    strategy: str | None = None
    method: str | None = None
    prompts: str
    provider: str
    model: str | None = None
    host: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementsRead(_Event):
    """The hint and the profile, split."""

    kind: ClassVar = "requirements_read"
    requirements: tuple[Requirement, ...]
    critical: Critical | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A procedure of the memory and how far it is from the query (0 = the same)."""

    id: str
    goal: str
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRecalled(_Event):
    """What the memory gave for a query."""

    kind: ClassVar = "memory_recalled"
    query: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStarted(_Event):
    """An agent begins to work on `steps`."""

    kind: ClassVar = "stage_started"
    stage: int
    """1, 2, … within the run."""
    agent: str
    base: str
    """Fingerprint of the procedure the agent sees; its edits are numbered on it."""
    steps: tuple[str, ...]
    resources: tuple[str, ...] = ()
    builds_on: tuple[str, ...] = ()
    """Ids of the edits that this base already includes; () = the original."""
    only_step: int | None = None
    """The one step that was asked about; None for the whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCalled(_Event):
    """A request goes to a model."""

    kind: ClassVar = "model_called"
    stage: int
    call: int
    """1, 2, … within the run."""
    host: str
    model: str
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting(_Event):
    """A call waits before its next attempt."""

    kind: ClassVar = "waiting"
    call: int
    reason: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageReported(_Event):
    """Tokens of a call, as the server counts them; cost where it tells."""

    kind: ClassVar = "usage"
    call: int
    prompt: int | None
    completion: int | None
    cost: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta(_Event):
    """A piece of an answer as it arrived, cleaned."""

    kind: ClassVar = "text_delta"
    call: int
    text: str
    thinking: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EditProposed(_Event):
    """One complete edit, ready to be decided on."""

    kind: ClassVar = "edit_proposed"
    stage: int
    id: str
    agent: str
    part: Part
    op: Op
    step: int
    text: str
    reason: str = ""
    serves: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    """Ids of the edits that this one stands in for (Resolve): at most one of the alternatives is accepted."""
    findings: tuple[Finding, ...] = ()
    level: Level | None = None
    tripwires: tuple[str, ...] = ()
    """What changed that a person should see: "30 min -> 12 min"."""

    @property
    def edit(self) -> Edit:
        """The edit as the engine takes it."""
        make = Insert if self.op == "insert" else Replace
        return make(
            step=self.step,
            text=self.text,
            part=self.part,
            id=self.id,
            reason=self.reason,
            serves=self.serves,
            agent=self.agent,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EditFlagged(_Event):
    """An edit that was read but cannot be used, and why."""

    kind: ClassVar = "edit_flagged"
    stage: int
    agent: str
    op: Op
    step: int
    text: str
    why: str
    part: Part = "steps"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftWritten(_Event):
    """A whole procedure as text: a rewrite, a draft or an update; `leans` names the analogies it rests on."""

    kind: ClassVar = "draft_written"
    stage: int
    procedure: Procedure
    leans: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsWritten(_Event):
    """The search questions of Rewrite."""

    kind: ClassVar = "questions_written"
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryWritten(_Event):
    """The answer to one question, from what the memory held."""

    kind: ClassVar = "summary_written"
    question: str
    text: str | None
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFinished(_Event):
    """An agent is done; `result` is its base with its edits applied."""

    kind: ClassVar = "stage_finished"
    stage: int
    agent: str
    end: End
    result: Procedure | None = None
    says: str = ""
    """For people, where there is something to say: which edits Resolve dropped, why a stage failed."""
    dropped: tuple[str, ...] = ()
    """Ids of edits that Resolve would drop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsReported(_Event):
    """What the guard found in the base or in the result."""

    kind: ClassVar = "findings"
    where: Literal["base", "result"]
    items: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """An edit that was not applied, and why."""

    id: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """One line of the coverage ledger: what serves a requirement."""

    id: str
    edits: tuple[str, ...]
    steps: tuple[int, ...]
    """1-based, in the result."""
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(_Event):
    """The run is over and whole."""

    kind: ClassVar = "done"
    result: Procedure
    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    left: tuple[Left, ...] = ()
    stale: tuple[str, ...] = ()
    coverage: tuple[Covered, ...] = ()
    unasked: tuple[str, ...] = ()
    """Ids of edits that serve no requirement."""
    saved: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed(_Event):
    """The run ended early; edits already proposed stay good."""

    kind: ClassVar = "failed"
    fault: Fault
    title: str
    message: str
    kept: tuple[str, ...] = ()
    """Ids of the edits that were complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(_Event):
    """The person stopped the run."""

    kind: ClassVar = "cancelled"
    kept: tuple[str, ...] = ()


Event: TypeAlias = (
    RunStarted
    | RequirementsRead
    | MemoryRecalled
    | StageStarted
    | ModelCalled
    | Waiting
    | UsageReported
    | TextDelta
    | EditProposed
    | EditFlagged
    | DraftWritten
    | QuestionsWritten
    | SummaryWritten
    | StageFinished
    | FindingsReported
    | Done
    | Failed
    | Cancelled
)
