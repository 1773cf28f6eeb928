"""The agents of generation ([AAG] section 3; DESIGN 8): each asks, parses the answer and reports it as events.

The methods in `memory.generation.methods` compose them. Calls are numbered stages, cached by their inputs. If one
of several concurrent calls (`both`, `each`) fails, the others are cancelled.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from memory.generation import prompts as wording
from memory.generation.parsing import critique_of, draft_of, questions_of, summary_of
from memory.generation.prompts import Answered, GenerationGoal
from memory.generation.provenance import lean_ids, leans_of
from memory.messages import Analogy, Lookup
from memory.relevance import FAR
from tailor.agents.parsing import lines_of
from tailor.agents.stages import BackendInfo, Emit, RunNumbers, Snapshot, StageRun, left_out_words
from tailor.core.engine import Origin, apply, diff
from tailor.core.errors import ProviderError
from tailor.core.events import (
    DraftWritten,
    End,
    MemoryRecalled,
    QuestionsWritten,
    RetrievedProcedure,
    StageFinished,
    SummaryWritten,
)
from tailor.core.procedure import Procedure, checked
from tailor.core.protocols import Chunk, LeftOut, Message, Model, Settings, Text
from tailor.core.text import normal

A = TypeVar("A")
B = TypeVar("B")

Cache: TypeAlias = dict[tuple[str, tuple[Message, ...], Settings], str]
"""Answers by agent, messages and settings: repeating a run with the same cache asks only what differs."""


@dataclass
class ModelStageRunner:
    """Asks the model and emits the events of each stage."""

    model: Model
    emit: Emit
    by: BackendInfo
    settings: Settings
    at_once: int = 4
    """Most concurrent calls; further ones wait."""
    cache: Cache = field(default_factory=dict)
    numbers: RunNumbers = field(default_factory=RunNumbers)
    taken: list[str] = field(default_factory=list)
    """Ids of all edits so far; the current list includes all of them."""
    left_out: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """Sentences about the answer just read, reported at the end of its stage."""

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(max(1, self.at_once))

    def begin(self, agent: str, base: Procedure) -> StageRun:
        self.emit(self.numbers.begins(agent, base, tuple(self.taken)))
        return StageRun(self.numbers.stage, agent, Snapshot.of(base))

    def finish(self, stage: StageRun, end: End, result: Procedure | None = None, says: str = "") -> None:
        says = " ".join(filter(None, (says, *self.remarks, left_out_words(self.left_out))))
        self.left_out.clear()
        self.remarks.clear()
        self.emit(StageFinished(stage=stage.stage, agent=stage.agent, end=end, result=result, says=says))

    async def ask(self, stage: StageRun, messages: tuple[Message, ...]) -> str:
        """Return the whole answer, cached by its inputs. A ProviderError ends the stage and is raised."""
        key = (stage.agent, messages, self.settings)
        if key in self.cache:
            return self.cache[key]
        async with self._room:
            try:
                stage.call = 0
                answer = await whole_answer(self.model, messages, self.settings, partial(self._hear, stage))
            except ProviderError as error:
                self.finish(stage, "cut_short" if error.fault == "cut_short" else "failed", says=error.message)
                raise
        base = stage.at.procedure
        answer, echoed = wording.without_instructions(answer, (base.goal, *base.steps, *base.resources))
        self.remarks += filter(None, [echoed])
        self.cache[key] = answer
        return answer

    def tell_edits(self, stage: StageRun, after: Procedure) -> None:
        """Emit the difference from the stage's base as edits, so that a round can be reviewed."""
        for edit in diff(stage.at.procedure, after).edits:
            event = self.numbers.proposes(stage, edit)
            self.taken.append(event.id)
            self.emit(event)

    def _hear(self, stage: StageRun, chunk: Chunk) -> None:
        if isinstance(chunk, LeftOut):
            self.left_out.append(chunk.what)
            return
        for event in self.numbers.hears(self.by, stage, chunk):
            self.emit(event)


async def whole_answer(
    model: Model, messages: Sequence[Message], settings: Settings, hear: Callable[[Chunk], None] | None = None
) -> str:
    """Return the text of one answer; `hear` gets each chunk, and the stream is closed however it ends."""
    said: list[str] = []
    async with aclosing(model.stream(messages, settings)) as chunks:
        async for chunk in chunks:
            if hear is not None:
                hear(chunk)
            if isinstance(chunk, Text):
                said.append(chunk.text)
    return "".join(said)


async def both(one: Awaitable[A], other: Awaitable[B]) -> tuple[A, B]:
    """Await both at once. If one fails, the other is cancelled and the error is raised unchanged."""
    first, second = asyncio.ensure_future(one), asyncio.ensure_future(other)
    await _done(first, second)
    return first.result(), second.result()


async def each(ask: Callable[[A], Awaitable[B]], items: Sequence[A]) -> list[B]:
    """Call `ask` for all items at once; answers in the order of the items. A failure cancels the others."""
    tasks = [asyncio.ensure_future(ask(one)) for one in items]
    await _done(*tasks)
    return [task.result() for task in tasks]


async def _done(*tasks: "asyncio.Future[Any]") -> None:
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Retriever(Protocol):
    """A memory as generation sees it; `memory.client.Memory` is one."""

    async def recall(self, how: Lookup, query: str, k: int, seed: int = 0) -> tuple[Analogy, ...]:
        """At most `k` procedures, nearest first; random ones are the same for the same seed and memory."""
        ...


class Nothing:
    """An empty memory, for `--no-memory`."""

    async def recall(self, how: Lookup, query: str, k: int, seed: int = 0) -> tuple[Analogy, ...]:
        return ()


NONE_NEAR: Final = "Nothing in the memory is similar, so the memory was not used."


def near_enough(found: Iterable[Analogy], how: Lookup) -> tuple[Analogy, ...]:
    """What a run may build on: all that is found as in the paper or at random, else what is nearer than `FAR`."""
    return tuple(one for one in found if how != "hybrid" or one.distance < FAR)


@dataclass
class GenerationAgents:
    wanted: GenerationGoal
    caller: ModelStageRunner
    retriever: Retriever
    k: int = 3
    """Number of procedures to retrieve for each question."""
    rounds: int = 3
    """Most rounds of Critic and Perform."""
    seed: int = 0
    without: frozenset[str] = frozenset()
    """Ids of analogies that the user excluded."""
    seen: dict[str, Analogy] = field(default_factory=dict)
    """Every analogy that was in a prompt, with its smallest distance."""
    answered: list[Answered] = field(default_factory=list)
    left_far: bool = False
    """Whether the last lookup found only procedures too far away to build on."""

    @property
    def blank(self) -> Procedure:
        return Procedure(normal(self.wanted.goal), (), checked(self.wanted.resources, "resource"))

    async def near(self, query: str) -> tuple[Analogy, ...]:
        """The K nearest; by vector alone in `paper`, and only those near enough to build on in `tailor`."""
        return await self.recall(self.wanted.lookup, query)

    async def recall(self, how: Lookup, query: str = "") -> tuple[Analogy, ...]:
        """At most K that the user did not exclude; random ones are the same for the same seed."""
        found = await self.retriever.recall(how, normal(query), self.k + len(self.without), self.seed)
        kept = near_enough((one for one in found if one.id not in self.without), how)[: self.k]
        self.left_far = bool(found) and not kept
        self.caller.emit(MemoryRecalled(query=query, hits=hits(kept)))
        for one in kept:
            known = self.seen.get(one.id)
            if known is None or one.distance < known.distance:
                self.seen[one.id] = one
        return kept

    async def draft(self, references: tuple[Analogy, ...]) -> Procedure:
        """Draft: the first list, unsure steps marked."""
        says = NONE_NEAR if self.left_far and not references else ""
        return await self._written("draft", wording.draft(self.wanted, references), says=says)

    async def rewrite(self) -> tuple[str, ...]:
        """Rewrite: at most N different questions."""
        stage = self.caller.begin("rewrite", self.blank)
        answer = await self.caller.ask(stage, wording.rewrite(self.wanted))
        questions = questions_of(answer, self.wanted.questions)
        self.caller.emit(QuestionsWritten(questions=questions))
        says = "" if questions else "The model asked nothing more, so nothing more was looked up."
        self.caller.finish(stage, "edits" if questions else "unparsed", says=says)
        return questions

    async def summarize(self, question: str) -> Answered:
        """Summarize: the answer to one question; its text is None if the memory does not answer it."""
        found = await self.near(question)
        text = None
        if found:
            stage = self.caller.begin("summarize", self.blank)
            text = summary_of(await self.caller.ask(stage, wording.summarize(self.wanted, question, found)))
            self.caller.finish(stage, "edits" if text else "none")
        answer = Answered(question, text, found)
        self.answered.append(answer)
        self.caller.emit(SummaryWritten(question=question, text=text, hits=hits(found)))
        return answer

    async def update(self, written: Procedure, known: str) -> Procedure:
        """Update: the draft improved with the knowledge found."""
        messages = wording.update(self.wanted, written, known)
        return await self._written("update", messages, written, looked_up=bool(known))

    async def critic(self, written: Procedure, *, again: bool = False) -> tuple[str, ...]:
        """Critic: its edits in words; () ends the rounds. `again`: the list was changed in an earlier round."""
        stage = self.caller.begin("critic", written)
        answer = await self.caller.ask(stage, wording.critic(self.wanted, written, again=again))
        edits = critique_of(answer)
        self.caller.finish(stage, "edits" if edits else "none", stage.at.procedure, says="\n".join(edits))
        return edits

    async def perform(self, written: Procedure, edits: tuple[str, ...], known: str) -> Procedure:
        """Perform: apply the critic's edits; unsure steps that stay remain unsure."""
        messages = wording.perform(self.wanted, written, edits, known)
        return await self._written("perform", messages, written, compared=True)

    async def _written(
        self,
        agent: str,
        asked: tuple[Message, ...],
        base: Procedure | None = None,
        *,
        compared: bool = False,
        looked_up: bool = False,
        says: str = "",
    ) -> Procedure:
        """Ask for a list and report it, if `compared` with the edits to `base`. ProviderError if there is none.

        Unless something was `looked_up`, rewording an unsure step of the base does not settle the doubt.
        """
        stage = self.caller.begin(agent, base or self.blank)
        written = await self._read(stage, asked)
        if base is not None:
            written = still_unsure(base, written, reworded=not looked_up)
        leans = leans_of(written, tuple(self.seen.values()), tuple(self.answered))
        self.caller.emit(DraftWritten(stage=stage.stage, procedure=written, leans=lean_ids(leans)))
        if compared:
            self.caller.tell_edits(stage, written)
        same = compared and stage.at.procedure.steps == written.steps
        self.caller.finish(stage, "none" if same else "edits", written, says=says)
        return written

    async def _read(self, stage: StageRun, asked: tuple[Message, ...]) -> Procedure:
        """Parse the answer as a list, with one repair turn in the `tailor` set."""
        answer = await self.caller.ask(stage, asked)
        found = draft_of(answer, self.wanted.goal)
        if found.end == "unparsed" and self.wanted.prompts == "tailor":
            said = "\n".join(lines_of(answer))
            answer = await self.caller.ask(stage, (*asked, *wording.again(self.wanted, said)))
            found = draft_of(answer, self.wanted.goal)
        if found.end == "unparsed":
            message = (
                f"{stage.agent.capitalize()} answered, but there was no list of steps in the answer. Try "
                "again, or choose another model; what was written before is kept."
            )
            self.caller.finish(stage, "unparsed", says=message)
            raise ProviderError("bad_answer", message)
        self.caller.remarks += found.remarks()
        return replace(self.blank, steps=checked(found.steps, "step"), uncertain=found.uncertain)


async def answers(agents: GenerationAgents) -> str:
    """Rewrite, then Summarize for all questions at once."""
    return wording.answers_told(agents.wanted, await each(agents.summarize, await agents.rewrite()))


async def procedures(agents: GenerationAgents) -> str:
    """Rewrite, then all procedures found for the questions, each once."""
    once: dict[str, Analogy] = {}
    for question in await agents.rewrite():
        for one in await agents.near(question):
            once.setdefault(one.id, one)
    return wording.procedures_told(agents.wanted, once.values())


async def rounds(agents: GenerationAgents, written: Procedure, known: str = "") -> Procedure:
    """(Critic → Perform) at most T times, until the critic asks for nothing or nothing changes."""
    for round in range(agents.rounds):
        edits = await agents.critic(written, again=round > 0)
        if not edits:
            break
        after = await agents.perform(written, edits, known)
        if after.steps == written.steps:
            break  # the critic would see the same list again
        written = after
    return written


def still_unsure(before: Procedure, after: Procedure, *, reworded: bool) -> Procedure:
    """`after`, in which the unsure steps of `before` stay unsure if they are kept.

    With `reworded` also if another text that shares half of their words replaced them: nothing was looked up, so
    the doubt is not settled. Critic and Perform do not see the brackets.
    """
    unsure = {number: before.steps[number - 1] for number in before.uncertain}

    def doubtful(origin: Origin, text: str) -> bool:
        was = unsure.get(origin.base or 0)
        return was is not None and (was == text or (reworded and _mostly_same_words(was, text)))

    trace = apply(before, diff(before, after)).trace
    kept = {
        n for n, (origin, text) in enumerate(zip(trace, after.steps, strict=True), 1) if doubtful(origin, text)
    }
    return replace(after, uncertain=tuple(sorted(kept | set(after.uncertain))))


def _mostly_same_words(before: str, after: str) -> bool:
    words, now = ({word.casefold() for word in text.split()} for text in (before, after))
    return len(words & now) >= len(words) / 2


def hits(found: tuple[Analogy, ...]) -> tuple[RetrievedProcedure, ...]:
    return tuple(RetrievedProcedure(id=one.id, goal=one.goal, distance=one.distance) for one in found)
