"""The record of a bench: `calls.jsonl` with the model's calls, `recalls.jsonl` with the memory's answers.

`RecordedModel` and `RecordedRetriever` answer from the record first, so a bench can be replayed without model and
memory, and one that continues asks nothing twice. A fault of the model itself (an empty or cut answer) is an
answer and kept; a transient fault is only counted.
"""

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final, Generic, TypeAlias

from memory.generation import agents
from memory.generation.agents import Retriever
from memory.messages import Analogy, Lookup
from tailor.core.codec import from_json, to_json, to_object
from tailor.core.errors import Fault, ProviderError, TailorError
from tailor.core.events import Done, Event, Failed
from tailor.core.protocols import Attempt, Chunk, LeftOut, Message, Model, Reasoning, Settings, Text, Usage
from tailor.evaluation.folder import P, add_line, read_records
from tailor.evaluation.runner import Budget, Unfinished
from tailor.evaluation.statistics import total
from tailor.storage import SaveError
from tailor.urls import on_this_computer

CALLS_FILE: Final = "calls.jsonl"


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a bench's grid."""

    case: str
    way: str
    """Name of a strategy or method, or "judge:…"."""
    prompts: str
    """The prompt set; disabled parts follow after dashes: "tailor-examples"."""
    sample: int = 1


@dataclass(frozen=True, slots=True)
class LengthMark:
    """How long the answer was at one moment."""

    seconds: float
    """Since the call began."""
    length: int
    """In characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    key: str
    cell: Cell
    nth: int
    """1 for the first call with these messages and settings in its cell."""
    model: str
    messages: tuple[Message, ...]
    settings: Settings
    text: str = ""
    reasoning: int = 0
    """In characters."""
    usage: Usage | None = None
    left_out: tuple[str, ...] = ()
    at: float = 0.0
    """Seconds since its cell began."""
    first: float | None = None
    """Seconds to the first text; None if none came."""
    seconds: float = 0.0
    marks: tuple[LengthMark, ...] = ()
    fault: Fault | None = None
    """Why the answer is not complete; None if it is."""
    title: str = ""
    message: str = ""
    answered: bool = True
    """False for a transient fault, which is counted and tried again."""

    @property
    def tokens(self) -> int:
        """Tokens of question and answer, estimated if the server does not report them."""
        if self.usage is not None and self.usage.prompt is not None and self.usage.completion is not None:
            return self.usage.prompt + self.usage.completion
        asked = sum(len(one.content) for one in self.messages)
        return (asked + len(self.text) + self.reasoning) // 4  # assumes four characters per token


class CallLog:
    """The calls of one bench, in memory and in their file."""

    def __init__(self, path: Path) -> None:
        """Read the file, skipping lines cut off by a kill. DamagedError if it cannot be read."""
        self._path = path
        self._calls: dict[str, CallRecord] = {}
        self._by_cell: dict[Cell, list[CallRecord]] = {}
        self.tokens = 0
        """Of all calls, estimated where the server does not report them."""
        self.faults = 0
        """Calls that ended with a transient fault."""
        found = read_records(path, partial(from_json, CallRecord))
        self.unread = len(found.bad)
        """Lines that could not be read: cut off by a kill, or damaged."""
        for call in found.read:
            self._take(call)

    @property
    def made(self) -> int:
        """Finished calls, including faults."""
        return len(self._calls) + self.faults

    @property
    def cost(self) -> float | None:
        """Money, as far as the server reports it; None if it reports nothing."""
        return cost_of(self._calls.values()).cost

    def find(self, key: str) -> CallRecord | None:
        return self._calls.get(key)

    def of(self, cell: Cell) -> tuple[CallRecord, ...]:
        """The finished calls of a cell, in the order in which they ended."""
        return tuple(self._by_cell.get(cell, ()))

    def add(self, call: CallRecord) -> None:
        """Add a call durably. Not async, so that it cannot be cancelled halfway."""
        add_line(self._path, to_object(call))
        self._take(call)

    def _take(self, call: CallRecord) -> None:
        self.tokens += call.tokens
        if call.answered:
            self._calls[call.key] = call
            self._by_cell.setdefault(call.cell, []).append(call)
        else:
            self.faults += 1


NOT_RECORDED: Final = "Not in the record"
"""Title of the error when a replay needs an answer that is not in the record."""

MOST_MARKS: Final = 300
"""Most marks kept of one answer; the first edit comes far earlier."""
TURNS: Final = 200
"""Turns of the event loop before a replay reports a missing call. By the record, a concurrent call may have failed
and ended the run before this one was recorded; then the replay must end in the same way.
"""
_ENDS: Final = ("\n", ")", "}")
"""Characters that may end an edit: a piece without any of them completes none."""

Told: TypeAlias = Callable[[float], None]
"""Called with the seconds since the cell began whenever a piece of the answer comes."""


@dataclass
class RecordedModel:
    """The model as one cell sees it; implements the Model protocol."""

    model: Model | None
    """None: a replay, which asks nobody."""
    record: CallLog
    cell: Cell
    budget: Budget = field(default_factory=Budget)
    limits: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    clock: Callable[[], float] = time.monotonic
    unfinished: ProviderError | None = None
    """Why this cell did not finish and must be tried again."""
    calls: list[CallRecord] = field(default_factory=list)
    """The calls that ended in this cell, recorded or new."""

    def __post_init__(self) -> None:
        before = self.record.of(self.cell)
        self.name = self.model.name if self.model is not None else next((call.model for call in before), "")
        """In a replay, the name in the cell's first call."""
        self.host = self.model.host if self.model is not None else ""
        self._seen: Counter[str] = Counter()
        self._began: float | None = None
        self._skipped = 0.0

    @property
    def takes_grammar(self) -> bool:
        """Whether the server follows a grammar; False in a replay."""
        return self.model is not None and self.model.takes_grammar

    async def stream(
        self, messages: Sequence[Message], settings: Settings, told: Told = lambda _: None
    ) -> AsyncGenerator[Chunk, None]:
        """Stream the answer, from the record if this was asked before; `told` hears when each piece came.

        A new answer is on the disk before its last piece is passed on. Raises ProviderError: the model's own, or
        Unfinished if the budget is spent, a replay lacks the answer, or writing fails. Errors other than the
        model's answer are kept in `unfinished`.
        """
        call = self._call(tuple(messages), settings)
        known = self.record.find(call.key)
        source = self._again(known, told) if known is not None else self._asked(call, told)
        async with aclosing(source) as chunks:
            try:
                async for chunk in chunks:
                    yield chunk
            except ProviderError as error:
                if not error.answered:
                    self.unfinished = error
                raise

    async def _again(self, call: CallRecord, told: Told) -> AsyncGenerator[Chunk, None]:
        """Repeat a recorded call without its waits; the cell's clock advances as it did then."""
        self._now()
        # no model answers at once: agents asked together must all begin before the first is done
        await asyncio.sleep(0)
        yield Attempt(1)
        for words in call.left_out:
            yield LeftOut(words)
        start = 0
        for mark in (*call.marks, LengthMark(call.seconds, len(call.text))):
            told(call.at + mark.seconds)
            if piece := call.text[start : mark.length]:
                yield Text(piece)
            start = mark.length
        if call.usage is not None:
            yield call.usage
        self._skipped += max(0.0, call.at + call.seconds - self._now())
        self.calls.append(call)
        if call.fault is not None:
            raise ProviderError(call.fault, call.message, title=call.title, answered=True)

    async def _asked(self, call: CallRecord, told: Told) -> AsyncGenerator[Chunk, None]:
        """Call the real model, and record the call when it ends."""
        if self.model is None:
            for _ in range(TURNS):
                await asyncio.sleep(0)
            cell = call.cell
            raise Unfinished(
                f"The record holds no answer to call {call.key[:8]} of case {cell.case}, {cell.way}, "
                f"{cell.prompts} prompts, sample {cell.sample}, so it cannot be shown again. Run the bench "
                "without --replay to ask for it.",
                NOT_RECORDED,
                ends_bench=False,
            )
        async with self.limits:
            with self.budget.call(self.record.made, self.record.tokens):
                heard = _CallSoFar(self.clock, told, self._now())
                async with aclosing(self.model.stream(call.messages, call.settings)) as chunks:
                    try:
                        async for chunk in chunks:
                            heard.hear(chunk)
                            yield chunk
                    except ProviderError as error:
                        self._keep(heard.call(call, error))
                        raise
                self._keep(heard.call(call, None))

    def _keep(self, call: CallRecord) -> None:
        try:
            self.record.add(call)
        except SaveError as error:
            raise Unfinished(error.message, SaveError.title) from error
        if call.answered:
            self.calls.append(call)

    def _call(self, messages: tuple[Message, ...], settings: Settings) -> CallRecord:
        """The call with its key; equal questions in one cell are told apart by number."""
        same = _digest(to_json(self.cell), to_json(messages), to_json(settings))
        self._seen[same] += 1
        key, nth = _digest(same, self._seen[same]), self._seen[same]
        return CallRecord(key=key, cell=self.cell, nth=nth, model=self.name, messages=messages, settings=settings)

    def _now(self) -> float:
        """Seconds since the cell's first call began, including recorded calls."""
        if self._began is None:
            self._began = self.clock()
        return self.clock() - self._began + self._skipped


@dataclass
class _CallSoFar:
    clock: Callable[[], float]
    told: Told
    at: float
    heard: list[Chunk] = field(default_factory=list)
    length: int = 0
    first: float | None = None
    marks: list[LengthMark] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.began = self.clock()

    def hear(self, chunk: Chunk) -> None:
        """Note one piece before it is passed on."""
        self.heard.append(chunk)
        if not isinstance(chunk, Text):
            return
        now = self._since()
        self.first = now if self.first is None else self.first
        self.length += len(chunk.text)
        if len(self.marks) < MOST_MARKS and any(end in chunk.text for end in _ENDS):
            self.marks.append(LengthMark(now, self.length))
            self.told(round(self.at, 4) + now)

    def call(self, asked: CallRecord, error: ProviderError | None) -> CallRecord:
        """The finished call; a transient fault is recorded without its messages."""
        ended = replace(asked, at=round(self.at, 4), seconds=self._since())
        if error is not None:
            ended = replace(ended, fault=error.fault, title=error.title, message=error.message)
            if not error.answered:
                return replace(ended, answered=False, messages=(), settings=Settings())
        self.told(ended.at + ended.seconds)
        return replace(
            ended,
            text="".join(one.text for one in self.heard if isinstance(one, Text)),
            reasoning=sum(len(one.text) for one in self.heard if isinstance(one, Reasoning)),
            usage=next((one for one in reversed(self.heard) if isinstance(one, Usage)), None),
            left_out=tuple(one.what for one in self.heard if isinstance(one, LeftOut)),
            first=self.first,
            marks=tuple(self.marks),
        )

    def _since(self) -> float:
        return round(self.clock() - self.began, 4)


def _digest(*parts: object) -> str:
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass
class WithSampling:
    """A recorded model with the bench's own sampling settings; implements the Model protocol."""

    model: RecordedModel
    settings_for: Callable[[Settings], Settings]
    """The settings of a call, from those the agent asked for."""
    moment: float = 0.0
    """When the last piece came, in seconds since the cell began."""

    def __post_init__(self) -> None:
        self.name, self.host = self.model.name, self.model.host

    @property
    def takes_grammar(self) -> bool:
        return self.model.takes_grammar

    def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        def hear(moment: float) -> None:
            self.moment = moment

        return self.model.stream(messages, self.settings_for(settings), hear)


@dataclass
class Bench(Generic[P]):
    """A bench in its folder: its plan, its record, and limits on concurrent calls per server."""

    folder: Path
    plan: P
    _: KW_ONLY
    budget: Budget = field(default_factory=Budget)
    at_once: int | None = None
    """Concurrent calls to one server; None: as many as suit it."""

    def __post_init__(self) -> None:
        self.record = CallLog(self.folder / CALLS_FILE)
        self._rooms: dict[str, asyncio.Semaphore] = {}

    def recorded(self, model: Model | None, cell: Cell) -> RecordedModel:
        """The model for this cell; a replay if `model` is None."""
        host = model.host if model is not None else ""
        room = self._rooms.setdefault(host, asyncio.Semaphore(self.room(model)))
        return RecordedModel(model, self.record, cell, self.budget, room)

    def room(self, model: Model | None) -> int:
        """How many cells and calls run concurrently on this model's server."""
        if model is None:
            return 1
        return self.at_once or (1 if on_this_computer(model.host) else 4)  # here one processor serves all


async def whole_answer(
    model: RecordedModel | WithSampling, messages: Sequence[Message], settings: Settings
) -> str | None:
    """The text of one answer; None if it broke off. `unfinished` then tells whether the fault may pass."""
    try:
        return await agents.whole_answer(model, messages, settings)
    except ProviderError:
        return None


async def ended(run: AsyncGenerator[Event, None]) -> tuple[list[Event], Done | Failed]:
    async with aclosing(run) as stream:
        events = [event async for event in stream]
    end = events[-1]
    if not isinstance(end, Done | Failed):
        raise AssertionError(f"a bench's run ended with {end.kind}")
    return events, end


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    calls: int = 0
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    cost: float | None = None
    """Money, if the server reports it."""
    seconds: float | None = None
    """From the first call to the end of the last; None without calls."""

    @property
    def tokens(self) -> int | None:
        """All tokens; None if they are not reported."""
        return total([self.prompt_tokens, self.answer_tokens])


def cost_of(calls: Collection[CallRecord]) -> Cost:
    usages = [call.usage or Usage(None, None) for call in calls]
    costs = [usage.cost for usage in usages if usage.cost is not None]
    return Cost(
        calls=len(calls),
        prompt_tokens=total([usage.prompt for usage in usages]),
        answer_tokens=total([usage.completion for usage in usages]),
        cost=sum(costs) if costs else None,
        seconds=max((round(call.at + call.seconds, 4) for call in calls), default=None),
    )


RECALLS_FILE: Final = "recalls.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """One question to the memory and its answer."""

    key: str
    asking: Lookup
    query: str
    """For `random`, the seed."""
    k: int
    found: tuple[Analogy, ...] = ()


class Recalls(dict[str, Recall]):
    """The recalls of one bench by key, in memory and in their file."""

    def __init__(self, path: Path) -> None:
        """Read the file, skipping lines cut off by a kill. DamagedError if it cannot be read."""
        super().__init__({one.key: one for one in read_records(path, partial(from_json, Recall)).read})
        self._path = path

    def add(self, one: Recall) -> None:
        """Add a recall durably, unless its key is already there."""
        if one.key not in self:
            add_line(self._path, to_object(one))
            self[one.key] = one


@dataclass(slots=True)
class RecordedRetriever:
    """The memory as one cell sees it; a `Retriever`."""

    retriever: Retriever | None
    """None: a replay, which looks nothing up."""
    recalls: Recalls
    unfinished: Unfinished | None = None
    """Why this cell did not finish and must be tried again."""

    async def recall(self, how: Lookup, query: str, k: int, seed: int = 0) -> tuple[Analogy, ...]:
        """The procedures found, from the record if this was looked up before."""
        asked = str(seed) if how == "random" else query
        key = _digest(how, asked, k)
        if (known := self.recalls.get(key)) is not None:
            return known.found
        try:
            if self.retriever is None:
                raise Unfinished(
                    "The record does not hold what the memory was asked, so this cannot be shown again. Run the "
                    "bench without --replay.",
                    NOT_RECORDED,
                    ends_bench=False,
                )
            found = await self.retriever.recall(how, query, k, seed)
            self.recalls.add(Recall(key=key, asking=how, query=asked, k=k, found=found))
        except Unfinished as error:
            self.unfinished = error
            raise
        except TailorError as error:
            self.unfinished = Unfinished(f"{error.title}: {error.message}", "The memory did not answer")
            raise self.unfinished from error
        return found
