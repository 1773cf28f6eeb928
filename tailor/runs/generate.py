"""Write a new procedure: a goal in, typed events out (DESIGN 8, [AAG] section 3).

A model and a retriever are passed in. Without a model, the built-in tailor adapts the nearest procedure of the
memory, or says that none is near enough. A run ends with exactly one of done, failed or cancelled.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from functools import partial
from typing import Final, TypeAlias
from uuid import uuid4

from memory.generation.agents import (
    Cache,
    GenerationAgents,
    ModelStageRunner,
    Nothing,
    Retriever,
    hits,
    near_enough,
)
from memory.generation.methods import METHODS
from memory.generation.prompts import GenerationGoal
from memory.generation.provenance import lean_ids, leans_of, with_leans
from memory.messages import Analogy, procedure_of
from memory.text import domain_named, domain_names, words_shared
from tailor.agents.prompts import PromptSet
from tailor.agents.stages import BackendInfo, Emit
from tailor.config import QUESTIONS, REFERENCES, ROUNDS, TEMPERATURES
from tailor.core.errors import ContentError, UsageError
from tailor.core.events import Done, DraftWritten, Event, MemoryRecalled, RunStarted, StageFinished, StageStarted
from tailor.core.procedure import Procedure, checked, fingerprint
from tailor.core.protocols import Model, Settings
from tailor.core.report import found_against, spoken_against_since
from tailor.core.requirements import parse_hint
from tailor.core.text import clean, normal
from tailor.rules.generation import Near, adapted, as_titled, best_of, goal_and_wish, misnamed
from tailor.runs.customize import stream_events
from tailor.threads import aside
from tailor.urls import on_this_computer

BUILTIN: Final = "builtin"
"""Method name of a run without a model."""

Whole: TypeAlias = Callable[[Analogy], Awaitable[tuple[Procedure, str]]]
"""Looks up a procedure the memory found in full, and where it is kept, as in "your library"."""

STILL_HAS: Final = "still has"
"""Precedes, in a title, what the steps contain although the title rules it out."""

SAME_LETTERS: Final = 0.85
"""Similarity of letters from which two goals count as near (a typo, another order)."""
SAME_WORDS: Final = 0.7
"""Share of common content words from which two goals count as near."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateRequest:
    """What a person wants to have written, and how."""

    goal: str
    resources: tuple[str, ...] = ()
    method: str = "aag"
    prompts: PromptSet = "tailor"
    k: int = 3
    """Procedures to retrieve for the draft and for each question."""
    n: int = 4
    """Maximum number of questions."""
    t: int = 3
    """Maximum number of critic rounds."""
    temperature: float = 0.7
    domain: str = ""
    hint: str = ""
    """What is special; recorded, because the run goes on to tailor what was written (`customize.run`)."""
    profile: tuple[str, ...] = ()
    """What always holds for the person; without a model, procedures that go against it come last."""
    use_memory: bool = True
    """False: look nothing up, whatever the method."""
    without: tuple[str, ...] = ()
    """Ids of analogies not to use, because the person dropped them."""
    seed: int = 0
    """For `few_shot`: the seed of the random choice."""
    at_once: int | None = None
    """Concurrent calls; None: 1 for a server on this computer, else 4."""
    run: str = ""
    """Id of the run; "" generates one."""


def check(request: GenerateRequest) -> None:
    """Check the request; UsageError or ContentError that say what to do if it is invalid."""
    if not normal(request.goal):
        raise UsageError('Say what you want to make or do, such as "Bake a tray of oat bars".')
    checked((request.goal,), "goal")
    checked(request.resources, "resource")
    if request.method not in METHODS:
        raise UsageError(f'There is no method "{request.method[:60]}". Choose one of: {", ".join(METHODS)}.')
    if request.prompts not in ("paper", "tailor"):
        raise UsageError(f'There is no prompt set "{request.prompts[:60]}". Choose paper or tailor.')
    if request.domain and request.domain not in domain_names():
        known = ", ".join(domain_names())
        raise UsageError(f'There is no domain "{request.domain[:60]}". Choose one of: {known}.')
    numbers = (
        ("The number of references", request.k, REFERENCES),
        ("The number of questions", request.n, QUESTIONS),
        ("The number of rounds", request.t, ROUNDS),
        ("The model's temperature", request.temperature, TEMPERATURES),
    )
    for name, value, (least, most) in numbers:
        if not least <= value <= most:  # NaN fails this too
            raise UsageError(f"{name} is {value}; it must be from {least:g} to {most:g}.")
    if request.at_once is not None and request.at_once < 1:
        raise UsageError("Allow at least one call to the model at a time.")


def generate(
    request: GenerateRequest,
    model: Model | None,
    retriever: Retriever,
    *,
    by: BackendInfo,
    stop: asyncio.Event | None = None,
    cache: Cache | None = None,
    whole: Whole | None = None,
) -> AsyncGenerator[Event, None]:
    """Yield the events of one generation, ending with done, failed or cancelled.

    `model` None: the built-in tailor, which asks `whole` for the full text of the procedure it takes, as the
    memory holds only a part. With the `cache` of an earlier run, only calls with new inputs are made: one analogy
    can be dropped (`without`) and the run repeated from where it mattered. Setting `stop` cancels with a last
    event; closing the iterator cancels without one. Raises UsageError or ContentError at once.
    """
    check(request)
    request = replace(request, goal=clean(request.goal).strip())
    source = retriever if request.use_memory else Nothing()
    remembered = cache if cache is not None else {}

    async def job(emit: Emit) -> None:
        hint, method = normal(request.hint), BUILTIN if model is None else request.method
        emit(RunStarted(procedure=None, hint=hint, method=method, prompts=request.prompts, **asdict(by)))
        if model is None:
            await _adapt(request, source, whole or _as_found, emit)
        else:
            await _write(request, model, source, by, emit, remembered)

    return stream_events(request.run or uuid4().hex[:12], 0, job, stop)


def as_heard(request: GenerateRequest) -> GenerateRequest:
    """The request as read without a model: what its goal says about somebody moves to the hint."""
    goal, wish = goal_and_wish(normal(request.goal))
    return replace(request, goal=goal, hint="; ".join(filter(None, (wish, request.hint)))) if wish else request


def have_this(goal: str, found: Iterable[Analogy]) -> Analogy | None:
    """The best match for this goal in the memory, if near enough: "You have this. Tailor it instead?" """

    def nearness(one: Analogy) -> float:
        return max(_letters(goal, one.goal) / SAME_LETTERS, words_shared(goal, one.goal) / SAME_WORDS)

    best = max(found, key=nearness, default=None)
    return best if best is not None and nearness(best) >= 1 else None


def noticed(found: Iterable[Analogy], hint: str, profile: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What the guard finds in each against hint and profile, in words, by id; () proves nothing."""
    requirements = parse_hint(hint, profile)
    return {one.id: found_against(procedure_of(one), requirements) for one in found}


def warned(written: Procedure, profile: Sequence[str]) -> tuple[str, ...]:
    """Sentences on what in a new how-to goes against the profile or harms anybody; () proves nothing."""
    return spoken_against_since(replace(written, resources=(), steps=()), written, parse_hint("", profile))


def evident_domain(found: Iterable[Analogy]) -> str:
    """The domain shared by all procedures found for a goal, if the domains file has it; else ""."""
    shared = {one.domain for one in found}
    return shared.pop() if len(shared) == 1 and shared <= set(domain_names()) else ""


async def look_first(request: GenerateRequest, retriever: Retriever) -> tuple[Analogy, ...]:
    """The analogies a run would start with, looked up before it costs anything; () for methods that use none."""
    if not request.use_memory or request.method == "zero_shot":
        return ()
    wanted = _wanted(request)
    found = await retriever.recall(wanted.lookup, normal(wanted.query), request.k + len(request.without))
    return near_enough((one for one in found if one.id not in request.without), wanted.lookup)[: request.k]


def adaptable(
    request: GenerateRequest, found: Iterable[Analogy], avoided: Mapping[str, tuple[str, ...]]
) -> Analogy | None:
    """The one of these that a run without a model would adapt; None if it would fail.

    `avoided`: what they have against what is special, by id (`noticed`).
    """
    known = {one.id: one for one in found}
    near = [
        Near(procedure=procedure_of(one), distance=one.distance, avoided=bool(avoided.get(one.id)))
        for one in known.values()
    ]
    best = best_of(normal(request.goal), request.resources, near)
    return known[best.procedure.id] if best is not None else None


async def _write(
    request: GenerateRequest, model: Model, retriever: Retriever, by: BackendInfo, emit: Emit, cache: Cache
) -> None:
    """Run with a model, from after run_started to done."""
    at_once = request.at_once or (1 if on_this_computer(model.host) else 4)
    caller = ModelStageRunner(model, emit, by, Settings(temperature=request.temperature), at_once, cache)
    agents = GenerationAgents(
        wanted=_wanted(request),
        caller=caller,
        retriever=retriever,
        k=request.k,
        rounds=request.t,
        seed=request.seed,
        without=frozenset(request.without),
    )
    written = await METHODS[request.method](agents)
    leans = leans_of(written, tuple(agents.seen.values()), tuple(agents.answered))
    emit(Done(result=with_leans(_rightly_named(written), leans), accepted=tuple(caller.taken)))


def _rightly_named(written: Procedure) -> Procedure:
    """Mark the title of what a model wrote if the steps contain what it rules out."""
    has = misnamed(written)
    return replace(written, goal=f"{written.goal} ({STILL_HAS} {has})") if has else written


async def _adapt(request: GenerateRequest, retriever: Retriever, whole: Whole, emit: Emit) -> None:
    """Run without a model: the nearest analogy, changed by rules as the goal wishes."""
    wanted = _wanted(request)
    gone = frozenset(request.without)
    many = max(request.k, 5) + len(gone)
    found = await retriever.recall("hybrid", normal(wanted.query), many)
    goal = as_titled(normal(request.goal), [one.goal for one in found])
    mended = "" if goal == normal(request.goal) else f"I read “{normal(request.goal)}” as “{goal}”.\n"
    if mended:
        request = replace(request, goal=goal)
        found = await retriever.recall("hybrid", normal(_wanted(request).query), many)
    found = tuple(one for one in found if one.id not in gone)
    emit(MemoryRecalled(query=wanted.query, hits=hits(found)))
    blank = Procedure(goal, (), checked(request.resources, "resource"))
    emit(StageStarted(stage=1, agent=BUILTIN, base=fingerprint(blank), steps=(), resources=blank.resources))
    looked = partial(noticed, found, request.hint, request.profile)
    best = adaptable(request, found, await aside(looked))
    if best is None:
        emit(StageFinished(stage=1, agent=BUILTIN, end="none", says=NOTHING_NEAR))
        raise ContentError(NOTHING_NEAR, title="Nothing was written")
    work = partial(adapted, blank.goal, blank.resources, *await whole(best), goes_on=bool(request.hint))
    made = await aside(work)
    leans = leans_of(made.procedure, [best])
    result = with_leans(made.procedure, leans)
    emit(DraftWritten(stage=1, procedure=made.procedure, leans=lean_ids(leans)))
    emit(StageFinished(stage=1, agent=BUILTIN, end="edits", result=made.procedure, says=mended + made.says))
    emit(Done(result=result))


async def _as_found(found: Analogy) -> tuple[Procedure, str]:
    return procedure_of(found), "the memory"


NOTHING_NEAR: Final = (
    "None of the how-tos here is close enough, and Tailor cannot write a new one without a model."
)
"""Callers add what to do next: a screen has keys, a command line has commands."""


def _wanted(request: GenerateRequest) -> GenerationGoal:
    return GenerationGoal(
        goal=request.goal,
        resources=checked(request.resources, "resource"),
        prompts=request.prompts,
        domain=domain_named(request.domain),
        questions=request.n,
    )


def _letters(one: str, other: str) -> float:
    mine, theirs = (" ".join(sorted(normal(text).casefold().split())) for text in (one, other))
    return SequenceMatcher(None, mine, theirs, autojunk=False).ratio()
