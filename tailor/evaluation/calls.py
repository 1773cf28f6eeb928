"""A model whose every call is kept as it ends.

Owns `RecordedModel`, which answers from the record what was asked before and asks the real model else. So a bench
that was killed goes on without paying twice, and a finished one can be told again with no model at all. Refuses to
know what a bench asks, and how the record lies on the disk (`callrecord`).

    model = RecordedModel(server, record, Cell(case="c1", way="sequential", prompts="paper"), budget, limits)
"""

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from tailor.core.codec import to_json
from tailor.core.errors import ProviderError
from tailor.core.protocols import Attempt, Chunk, LeftOut, Message, Model, Reasoning, Settings, Text, Usage
from tailor.evaluation.budget import Budget, BudgetSpent, Unfinished
from tailor.evaluation.callrecord import CALLS_FILE, CallRecord, Cell, Mark, Record
from tailor.storage import SaveError

__all__ = [
    "CALLS_FILE",
    "Budget",
    "BudgetSpent",
    "CallRecord",
    "Cell",
    "MissingCall",
    "Record",
    "RecordedModel",
    "Unfinished",
]

MOST_MARKS: Final = 300
"""Marks kept of one answer; the first edit lies far before."""
TURNS: Final = 200
"""Turns of the event loop that a call missing in the record is waited with: one asked at the same moment may have
failed, as the record tells, and then this one was given up before its end. So it was the first time."""
_ENDS: Final = ("\n", ")", "}")
"""What a complete edit can end with: a piece of an answer without one of these completes none."""

Told: TypeAlias = Callable[[float], None]
"""Hears the seconds since the cell began at which the next piece of the answer was there."""


class MissingCall(Unfinished):
    """Nothing may be asked, and the record does not hold the answer."""

    title = "Not in the record"
    ends_bench = False


class NotKept(Unfinished):
    """The disk took no answer: going on would spend calls that nobody could tell again."""

    title = SaveError.title


@dataclass
class RecordedModel:
    """The model as one cell of a bench sees it; implements `core.model.Model`."""

    model: Model | None
    """None: a replay; nothing is asked."""
    record: Record
    cell: Cell
    budget: Budget = field(default_factory=Budget)
    limits: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    clock: Callable[[], float] = time.monotonic
    unfinished: ProviderError | None = None
    """Why this cell did not come to its end and must be tried again; None while nothing of the kind happened."""
    asked: list[str] = field(default_factory=list)
    """Keys of the calls that ended in this cell, in that order."""

    def __post_init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._began: float | None = None
        self._skipped = 0.0

    @property
    def name(self) -> str:
        """The model's name; in a replay that of the cell's first call."""
        if self.model is not None:
            return self.model.name
        return self.record.of(self.cell)[0].model if self.record.of(self.cell) else ""

    @property
    def host(self) -> str:
        """Where texts are sent; "" in a replay."""
        return self.model.host if self.model is not None else ""

    @property
    def takes_grammar(self) -> bool:
        """Whether a grammar would be followed; False in a replay, where nothing is drawn any more."""
        return self.model is not None and self.model.takes_grammar

    @property
    def calls(self) -> tuple[CallRecord, ...]:
        """The calls that ended in this cell, of the record or just made."""
        return tuple(call for key in self.asked if (call := self.record.find(key)) is not None)

    def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        """As `listen`, for whoever does not mind when the pieces came."""
        return self.listen(messages, settings, lambda _: None)

    async def listen(
        self, messages: Sequence[Message], settings: Settings, told: Told
    ) -> AsyncGenerator[Chunk, None]:
        """The answer, of the record where this was asked before; `told` hears when its pieces were there.

        A new answer is on the disk before its end is passed on. Raises ProviderError: the model's, BudgetSpent
        where no more calls are allowed, MissingCall in a replay, NotKept where the disk refuses; `unfinished`
        keeps those that are no answer.
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
        """A recorded call as it was heard, without its waits; the cell's time goes on as it did then."""
        self._now()
        # no model answers at once: agents asked together must all have begun before the first one is done
        await asyncio.sleep(0)
        yield Attempt(1)
        for words in call.left_out:
            yield LeftOut(words)
        start = 0
        for mark in (*call.marks, Mark(call.seconds, len(call.text))):
            told(call.at + mark.seconds)
            if piece := call.text[start : mark.length]:
                yield Text(piece)
            start = mark.length
        if call.usage is not None:
            yield call.usage
        self._skipped += max(0.0, call.at + call.seconds - self._now())
        self.asked.append(call.key)
        if call.fault is not None:
            raise ProviderError(call.fault, call.message, title=call.title, answered=True)

    async def _asked(self, call: CallRecord, told: Told) -> AsyncGenerator[Chunk, None]:
        """A call to the real model, kept when it ends."""
        if self.model is None:
            for _ in range(TURNS):
                await asyncio.sleep(0)
            raise MissingCall(_missing(call))
        async with self.limits:
            self.budget.take(self.record)
            try:
                heard = _Heard(self.clock, self.clock(), told, self._now())
                async with aclosing(_closable(self.model, call)) as chunks:
                    try:
                        async for chunk in chunks:
                            heard.hear(chunk)
                            yield chunk
                    except ProviderError as error:
                        self._keep(heard.call(call, error))
                        raise
                self._keep(heard.call(call, None))
            finally:
                self.budget.ended()

    def _keep(self, call: CallRecord) -> None:
        try:
            self.record.add(call)
        except SaveError as error:
            raise NotKept(error.message) from error
        if call.answered:
            self.asked.append(call.key)

    def _call(self, messages: tuple[Message, ...], settings: Settings) -> CallRecord:
        """What is asked, with its key: equal questions in one cell are told apart by their number."""
        same = _digest(to_json(self.cell), to_json(messages), to_json(settings))
        self._seen[same] += 1
        nth = self._seen[same]
        return CallRecord(
            key=_digest(same, nth),
            cell=self.cell,
            nth=nth,
            model=self.name,
            messages=messages,
            settings=settings,
        )

    def _now(self) -> float:
        """Seconds since the cell's first call began, those of recorded calls included."""
        if self._began is None:
            self._began = self.clock()
        return self.clock() - self._began + self._skipped


@dataclass
class _Heard:
    """One call while it is heard."""

    clock: Callable[[], float]
    began: float
    told: Told
    at: float
    text: list[str] = field(default_factory=list)
    length: int = 0
    reasoning: int = 0
    usage: Usage | None = None
    left_out: list[str] = field(default_factory=list)
    first: float | None = None
    marks: list[Mark] = field(default_factory=list)

    def hear(self, chunk: Chunk) -> None:
        """One piece, before it is passed on."""
        match chunk:
            case Text():
                self._text(chunk.text)
            case Reasoning():
                self.reasoning += len(chunk.text)
            case Usage():
                self.usage = chunk
            case LeftOut():
                self.left_out.append(chunk.what)
            case _:
                pass  # attempts and waits belong to the hour, not to the answer

    def call(self, asked: CallRecord, error: ProviderError | None) -> CallRecord:
        """The call as it ended; of a fault that may pass nothing is kept but that it happened."""
        seconds = self._since()
        ended = replace(asked, at=round(self.at, 4), seconds=seconds)
        if error is not None:
            ended = replace(ended, fault=error.fault, title=error.title, message=error.message)
            if not error.answered:
                return replace(ended, answered=False, messages=(), settings=Settings())
        self.told(ended.at + seconds)
        return replace(
            ended,
            text="".join(self.text),
            reasoning=self.reasoning,
            usage=self.usage,
            left_out=tuple(self.left_out),
            first=self.first,
            marks=tuple(self.marks),
        )

    def _text(self, text: str) -> None:
        self.text.append(text)
        self.length += len(text)
        if self.first is None:
            self.first = self._since()
        if len(self.marks) < MOST_MARKS and any(end in text for end in _ENDS):
            self.marks.append(Mark(self._since(), self.length))
            self.told(round(self.at, 4) + self.marks[-1].seconds)

    def _since(self) -> float:
        return round(self.clock() - self.began, 4)


async def _closable(model: Model, call: CallRecord) -> AsyncGenerator[Chunk, None]:
    """The model's stream, which is closed with this one whatever kind of iterator it is."""
    stream = model.stream(call.messages, call.settings)
    try:
        async for chunk in stream:
            yield chunk
    finally:
        if close := getattr(stream, "aclose", None):
            await close()


def _digest(*parts: object) -> str:
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _missing(call: CallRecord) -> str:
    cell = call.cell
    return (
        f"The record holds no answer to call {call.key[:8]} of case {cell.case}, {cell.way}, {cell.prompts} "
        f"prompts, sample {cell.sample}, so it cannot be told again. Run the bench without --replay to ask for it."
    )
