"""Everything that happens in a run, as a closed union of frozen events (CONTRACT 5), and as lines of its log.

Screens, command line, benches and tests all consume this one stream. Events contain values only: no callbacks, no
futures, no times. Consumers `match` on the union and end with `assert_never`, so that a new event is a type error
until it is handled everywhere.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias, TypeVar, get_args

from tailor.core.codec import from_json, to_object
from tailor.core.edits import Edit, Insert, Op, Replace
from tailor.core.errors import ContentError, Fault
from tailor.core.procedure import Part, Procedure
from tailor.core.requirements import Critical, Requirement

FindingKind: TypeAlias = Literal["found", "derived", "not_assessed"]
Level: TypeAlias = Literal["look", "must"]
"""look: accepted in bulk, listed before applying; must: acknowledged one by one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One trigger word in one text. No finding never means safe."""

    step: int | None
    """1-based, within its part; None for a text outside of a procedure."""
    part: Literal["steps", "resources", "goal", "hint"]
    constraint: str
    """An id of the closed list, such as tree_nuts or no_oven."""
    kind: FindingKind
    word: str
    why: str
    source: str


@dataclass(frozen=True, slots=True)
class Tripwire:
    """A change between two texts of one step that a person should not wave through."""

    level: Level
    what: Literal["number", "safety_step", "constraint"]
    old: str
    new: str
    says: str
    """In words: "30 min -> 12 min"."""


End: TypeAlias = Literal["edits", "none", "unparsed", "cut_short", "failed"]
"""How an answer ended: with edits, with "no edits", unreadable, cut short, or the provider failed."""

State: TypeAlias = Literal["served", "claimed", "not_served", "unclassified"]

Verdict: TypeAlias = Literal["done", "partly", "found", "decided", "already", "looked_for", "not_understood"]
"""What became of one wish. partly: served, and places of it are open; found: only open places. decided: the person
decided all its places, and nothing serves it. already: the thing is known and not there; looked_for: the same
where no clearance can be given (health); not_understood: no wish was recognised in the words.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Event:
    run: str = ""
    seq: int = 0
    """0, 1, 2, … within the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted(_Event):
    """A run begins. `strategy` is set when customizing, `method` when generating."""

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
    """The hint and the profile, split into requirements."""

    kind: ClassVar = "requirements_read"
    requirements: tuple[Requirement, ...]
    critical: Critical | None = None
    hint: str = field(default="", metadata={"omit_empty": True})
    """The wishes in words, if the person corrected how their sentence was split or changed a wish afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievedProcedure:
    """A procedure of the memory and its distance from the query (0: the same)."""

    id: str
    goal: str
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRecalled(_Event):
    kind: ClassVar = "memory_recalled"
    query: str
    hits: tuple[RetrievedProcedure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStarted(_Event):
    """An agent starts to work on `steps`."""

    kind: ClassVar = "stage_started"
    stage: int
    """1, 2, … within the run."""
    agent: str
    base: str
    """Fingerprint of the procedure that the agent sees and numbers its edits on."""
    steps: tuple[str, ...]
    resources: tuple[str, ...] = ()
    builds_on: tuple[str, ...] = ()
    """Ids of the edits that the base already includes; () for the original."""
    only_step: int | None = None
    """The one step that was asked about; None for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCalled(_Event):
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
    """The tokens of a call as its server counts them, and the cost if it says."""

    kind: ClassVar = "usage"
    call: int
    prompt: int | None
    completion: int | None
    cost: float | None = None
    rate: float | None = field(default=None, compare=False, metadata={"omit_empty": True})
    """Tokens a second while the answer came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta(_Event):
    """A piece of an answer as it arrives, cleaned."""

    kind: ClassVar = "text_delta"
    call: int
    text: str
    thinking: bool = False
    rate: float | None = field(default=None, compare=False, metadata={"omit_empty": True})
    """Tokens a second so far, where each piece is a token."""


@dataclass(frozen=True, kw_only=True)  # no slots: its edit is cached, as a review asks for it on every key press
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
    """Ids of the edits that Resolve replaced by this one: at most one of the alternatives is accepted."""
    findings: tuple[Finding, ...] = ()
    level: Level | None = None
    tripwires: tuple[str, ...] = ()
    """What changed, in words: "30 min -> 12 min"."""
    group: str | None = None
    """ "g1": the edits of one group are decided as one."""

    @classmethod
    def of(cls, edit: Edit, stage: int, id: str, agent: str) -> "EditProposed":
        """The proposal of an edit, not assessed."""
        return cls(
            stage=stage,
            id=id,
            agent=agent,
            part=edit.part,
            op=edit.op,
            step=edit.step,
            text=edit.text,
            reason=edit.reason,
            serves=edit.serves,
            group=edit.group or None,
        )

    @cached_property
    def edit(self) -> Edit:
        make = Insert if self.op == "insert" else Replace
        return make(
            step=self.step,
            text=self.text,
            part=self.part,
            id=self.id,
            reason=self.reason,
            serves=self.serves,
            agent=self.agent,
            group=self.group or "",
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
    id: str = field(default="", metadata={"omit_empty": True})
    """Id of an edit that was proposed before and is taken back; "" for any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFound(_Event):
    """A step or resource that a wish touches, with no text proposed: the person decides there (rule 13)."""

    kind: ClassVar = "place_found"
    stage: int
    id: str
    """ "p1", "p2", … within the run."""
    agent: str
    part: Part
    step: int
    """1-based, in the list of its stage."""
    word: str
    """The word of the text that was found."""
    serves: tuple[str, ...] = ()
    """Ids of the requirements that the word speaks against."""
    why: str = ""
    also: tuple[str, ...] = ()
    """Other words there that the wish touches: the place is settled once all of them are gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderProposed(_Event):
    """What else changes, besides steps and resources, once all edits of a group are accepted; None: no change."""

    kind: ClassVar = "header"
    stage: int
    group: str
    goal: str | None = None
    yields: str | None = field(default=None, metadata={"json": "yield"})
    """How much comes out: "2 servings"."""
    notes: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftWritten(_Event):
    """A whole procedure: a rewrite, a draft or an update. `leans` are ids of the analogies it is based on."""

    kind: ClassVar = "draft_written"
    stage: int
    procedure: Procedure
    leans: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsWritten(_Event):
    kind: ClassVar = "questions_written"
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryWritten(_Event):
    """The answer to one question, from the memory's hits."""

    kind: ClassVar = "summary_written"
    question: str
    text: str | None
    hits: tuple[RetrievedProcedure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What became of one requirement, with a sentence for the person."""

    id: str
    verdict: Verdict
    says: str
    points: tuple[str, ...] = field(default=(), metadata={"omit_empty": True})
    """Sentences of `says` that are shown only until the person has decided: on places, and how to decide."""
    unused: tuple[str, ...] = field(default=(), metadata={"omit_empty": True})
    """Words of the wish that had no effect."""
    edited: tuple[str, ...] = field(default=(), metadata={"omit_empty": True})
    """The sentences of `says` about edits for it: true only where they are taken."""
    used: tuple[str, ...] = field(default=(), metadata={"omit_empty": True})
    """What it rules out and finished steps have used: it stays in there, whatever is decided ahead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFinished(_Event):
    """An agent is done; `result` is its base with its edits applied."""

    kind: ClassVar = "stage_finished"
    stage: int
    agent: str
    end: End
    result: Procedure | None = None
    says: str = ""
    """For the user: which edits Resolve dropped, why a stage failed; "" for nothing."""
    dropped: tuple[str, ...] = ()
    """Ids of the edits that Resolve left out."""
    verdicts: tuple[Judged, ...] = field(default=(), metadata={"omit_empty": True})
    """What became of each wish, as the agent says; () where it says nothing about them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsReported(_Event):
    """What the guard found in the base or the result."""

    kind: ClassVar = "findings"
    where: Literal["base", "result"]
    items: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """An edit that was not applied, or a place that is still open, and why."""

    id: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """One line of the coverage ledger: the edits and steps that serve a requirement."""

    id: str
    edits: tuple[str, ...]
    steps: tuple[int, ...]
    """1-based, in the result."""
    state: State
    verdict: Verdict | None = None
    """None where nobody judged it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(_Event):
    kind: ClassVar = "done"
    result: Procedure
    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    left: tuple[Left, ...] = ()
    stale: tuple[str, ...] = ()
    coverage: tuple[Covered, ...] = ()
    unasked: tuple[str, ...] = ()
    saved: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed(_Event):
    """The run ended early; edits already proposed remain valid."""

    kind: ClassVar = "failed"
    fault: Fault
    title: str
    message: str
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(_Event):
    """The user stopped the run."""

    kind: ClassVar = "cancelled"
    kept: tuple[str, ...] = ()


Event: TypeAlias = (
    RunStarted | RequirementsRead | MemoryRecalled | StageStarted | ModelCalled | Waiting | UsageReported
    | TextDelta | EditProposed | EditFlagged | PlaceFound | HeaderProposed | DraftWritten | QuestionsWritten
    | SummaryWritten | StageFinished | FindingsReported | Done | Failed | Cancelled
)  # fmt: skip
E = TypeVar("E", bound=Event)


def first_of(events: Iterable[Event], kind: type[E]) -> E | None:
    """The first event of this kind, or None."""
    return next((event for event in events if isinstance(event, kind)), None)


EVENTS: Mapping[str, type[Event]] = {event.kind: event for event in get_args(Event)}
"""Every kind of event by the name in its `kind`."""


def event_to_line(event: Event) -> str:
    """One line of a run log, without its line end: the event with its kind first."""
    return json.dumps({"kind": event.kind, **to_object(event)}, ensure_ascii=False)


def event_from_line(line: str) -> Event:
    """The event on one line of a run log. ContentError if there is none."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"This line is not JSON: {line[:60]}") from error
    kind = EVENTS.get(str(data.get("kind"))) if isinstance(data, dict) else None
    if kind is None:
        raise ContentError(f"This line is not part of a recording: {line[:60]}")
    return from_json(kind, data)
