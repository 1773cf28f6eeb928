"""One road for a goal with a hint and no procedure: generate, then Modify and Verify, one review (DESIGN 8).

Owns how a run goes on from what it wrote to tailoring that: one record, one count of stages, edits and calls, one
end. Refuses to write or to tailor by itself: `generate` and `run` do.

    async with aclosing(road(request, fit, model, crew, retriever, by=by)) as events:
        async for event in events: ...
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace

from memory.generation.calls import Cache
from memory.generation.retrieval import Retriever
from memory.lessons import Lessons
from tailor.agents.stages import Answering, Decisions, Emit, Numbers
from tailor.agents.strategies import completed
from tailor.core.events import Done, Event
from tailor.core.procedure import Procedure
from tailor.core.protocols import Crew, Model
from tailor.further import further
from tailor.generate import GenerateRequest, generate
from tailor.rounds import written_of
from tailor.run import Request, check_request, tailored, taught
from tailor.streaming import streamed


def fitted(
    events: Sequence[Event],
    request: Request,
    crew: Crew,
    *,
    by: Answering,
    decisions: Decisions = frozenset,
    stop: asyncio.Event | None = None,
    lessons: Lessons | None = None,
) -> AsyncGenerator[Event, None]:
    """The rest of the run whose generation told these events: requirements, Modify, Verify, done.

    Raises UsageError or ContentError at once for a request that makes no sense, as `run` does.
    """
    check_request(request)
    request = replace(request, verifiers=completed(request.verifiers))
    ended = further(events, request.procedure, ())

    async def job(emit: Emit) -> None:
        numbers = Numbers(ended.stage, ended.edit, ended.call)
        await tailored(request, await taught(request, crew, lessons), by, decisions, emit, numbers)

    return streamed(ended.run, ended.seq + 1, job, stop)


async def road(
    request: GenerateRequest,
    fit: Callable[[Procedure], Request],
    model: Model | None,
    crew: Crew,
    retriever: Retriever,
    *,
    by: Answering,
    stop: asyncio.Event | None = None,
    cache: Cache | None = None,
    lessons: Lessons | None = None,
) -> AsyncGenerator[Event, None]:
    """The events of the whole road, ending with the tailoring's done, or with failed or cancelled.

    `fit` makes the tailoring's request of what was written; `request.hint` is what the record says of it. The
    generation's own done is not told: what it wrote is the last list before the requirements.
    """
    heard: list[Event] = []
    writing = generate(request, model, retriever, by=by, stop=stop, cache=cache)
    async with aclosing(writing):
        async for event in writing:
            if isinstance(event, Done):
                break
            heard.append(event)
            yield event
        else:
            return  # failed or cancelled, and told so
    written = written_of(heard)
    assert written is not None  # a generation that is done has written a list
    rest = fitted(heard, fit(written), crew, by=by, stop=stop, lessons=lessons)
    async with aclosing(rest):
        async for event in rest:
            yield event
