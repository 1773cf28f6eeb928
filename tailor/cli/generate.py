"""`tailor generate`: a goal, perhaps resources, and a procedure where there was none.

Owns its options, the record of the run and what is printed when. Refuses to print a result of a run that failed.
"""

import asyncio
import contextlib
import json as jsonlib
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import click

from tailor.cli.exits import Exit, exit_of
from tailor.cli.options import FORMAT, JSON, PROFILE, only_one_format
from tailor.cli.out import put, put_json, say, say_error
from tailor.cli.setup import Setup, write_as
from tailor.core.errors import ProviderError, TailorError

if TYPE_CHECKING:
    from pathlib import Path

    from memory.retrieval import Retriever
    from tailor.config import Config
    from tailor.core.events import Done, Event
    from tailor.core.model import Chunk, Model
    from tailor.core.procedure import Procedure
    from tailor.core.prompting import PromptSet
    from tailor.core.stand import Answering
    from tailor.core.tasks import Crew
    from tailor.generate import GenerateRequest


@click.command("generate")
@click.option("--goal", default="", help='What is to come out: "Bake a tray of oat bars".')
@click.option("--resource", "resources", multiple=True, help="Something that is there; repeatable.")
@click.option("--method", default=None, help="aag (thorough), aag_no_rewrite (quick), zero_shot, rag, few_shot, …")
@click.option("--hint", default="", help="What is special about your situation: the result is tailored to it.")
@click.option("--domain", default="", help="everyday (the default), recipe, maths or langchain.")
@click.option("--references", "k", type=int, default=3, show_default=True, help="Procedures to lean on.")
@click.option("--questions", "n", type=int, default=4, show_default=True, help="Questions to look up, at most.")
@click.option("--rounds", "t", type=int, default=3, show_default=True, help="Rounds of the critic, at most.")
@click.option("--temperature", type=float, default=0.7, show_default=True)
@click.option("--without", multiple=True, metavar="ID", help="A procedure of the memory to leave aside.")
@click.option("--prompts", default=None, help="paper or tailor (the default).")
@click.option("--provider", default=None, help="builtin (no model) or server.")
@click.option("--base-url", default=None, help="An OpenAI-compatible server, as in http://localhost:11434/v1.")
@click.option("--model", default=None, help="The model's name at that server.")
@click.option("--allow-insecure-http", is_flag=True, help="Also plain http to another computer.")
@click.option("--save", is_flag=True, help="Keep the result in the library.")
@click.option("--no-memory", is_flag=True, help="Do not look into the memory.")
@PROFILE
@FORMAT
@JSON
@click.pass_context
def generate(context: click.Context, /, **options: object) -> None:
    """Write a procedure for a goal, leaning on your memory of procedures.

    Prints the result; what it rests on, and what nobody was sure of, is said on stderr.
    """
    setup = context.ensure_object(Setup)
    context.exit(_generate(setup, Flags(**options)))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """The command's options."""

    goal: str
    resources: tuple[str, ...]
    method: str | None
    hint: str
    domain: str
    k: int
    n: int
    t: int
    temperature: float
    without: tuple[str, ...]
    prompts: str | None
    provider: str | None
    base_url: str | None
    model: str | None
    allow_insecure_http: bool
    save: bool
    no_memory: bool
    profile: tuple[str, ...]
    format: str | None
    json: bool


@dataclass(frozen=True, slots=True)
class Unasked:
    """A model that could not be reached at all: its error becomes the end of the run."""

    error: ProviderError
    name: str = ""
    host: str = ""
    takes_grammar: bool = False

    def stream(self, messages: object, settings: object) -> AsyncIterator["Chunk"]:
        """Raises the error."""
        raise self.error


def _generate(setup: Setup, flags: Flags) -> int:
    """Checks the request, runs it, and ends it; the exit code."""
    from tailor.generate import check

    only_one_format(flags.format, flags.json)
    request = _request(setup, flags)
    check(request)
    return asyncio.run(_run(setup, flags, request))


def _request(setup: Setup, flags: Flags) -> "GenerateRequest":
    from uuid import uuid4

    from tailor.generate import GenerateRequest

    return GenerateRequest(
        goal=flags.goal,
        resources=flags.resources,
        method=flags.method or ("zero_shot" if flags.no_memory else "aag"),
        prompts=cast("PromptSet", flags.prompts or setup.config.prompts),
        k=flags.k,
        n=flags.n,
        t=flags.t,
        temperature=flags.temperature,
        domain=flags.domain,
        use_memory=not flags.no_memory,
        without=flags.without,
        run=uuid4().hex[:12],
    )


async def _run(setup: Setup, flags: Flags, request: "GenerateRequest") -> int:
    """Generate, then tailor where a hint says so; Ctrl+C ends it with a last event."""
    from tailor.cli.answering import crew_for, with_flags
    from tailor.core.events import Done
    from tailor.generate import generate

    config = with_flags(setup.config, flags.provider, flags.base_url, flags.model, flags.prompts)
    crew, by = await crew_for(setup, config, allow_insecure=flags.allow_insecure_http)
    model = _model(crew)
    if flags.method is None and model is not None and not flags.no_memory:
        request = replace(request, method=_quick_or_thorough(model.host))
    stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows; or not in the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
    async with _memory(setup, config, request) as retriever:
        record = _record(setup, request.run)
        events = await _listen(generate(request, model, retriever, by=by, stop=stop), flags, record)
    last = events[-1]
    if not isinstance(last, Done):
        return _failed(events, by)
    _say_what_it_rests_on(events)
    if flags.hint.strip():
        return await _tailored(setup, flags, last.result, crew, by, stop)
    return _finish(setup, flags, request, last, by)


def _model(crew: "Crew") -> "Model | None":
    """The model behind the crew; None for the built-in tailor."""
    from tailor.answering import Unreachable
    from tailor.core.agents import ModelCrew

    if isinstance(crew, ModelCrew):
        return crew.model
    return Unasked(crew.error) if isinstance(crew, Unreachable) else None


def _quick_or_thorough(host: str) -> str:
    """What suits the server where no method is named: one on this computer answers one call at a time."""
    from tailor.generate import on_this_computer

    return "aag_no_rewrite" if on_this_computer(host) else "aag"


@contextlib.asynccontextmanager
async def _memory(setup: Setup, config: "Config", request: "GenerateRequest") -> "AsyncGenerator[Retriever, None]":
    """The memory, started only where the method looks into it, and stopped at the end."""
    from memory.retrieval import FromMemory, Nothing

    builtin = config.provider == "builtin"
    if not request.use_memory or (request.method == "zero_shot" and not builtin):
        yield Nothing()
        return
    from tailor.cli.memory import opened

    async with opened(setup) as memory:
        yield FromMemory(memory)


def _record(setup: Setup, run: str) -> "Path | None":
    """The file this run is kept in; None, said once, where the disk refuses."""
    from tailor.runs import run_file

    try:
        return run_file(setup.places.runs, run)
    except TailorError as error:
        say(f"This run cannot be kept for later: {error.message}")
        return None


async def _listen(
    events: "AsyncGenerator[Event, None]", flags: Flags, record: "Path | None"
) -> "tuple[Event, ...]":
    """All events: kept in the record, told as JSON lines (the last one later), or as progress to a person."""
    from tailor.core.codec import event_to_line
    from tailor.core.events import Done, StageStarted, Waiting
    from tailor.record import dump

    heard: list[Event] = []
    async with contextlib.aclosing(events):
        async for event in events:
            heard.append(event)
            if record is not None:
                with contextlib.suppress(OSError):  # a full disk takes the record, not the result
                    dump((event,), record)
            if flags.json and not isinstance(event, Done):
                put_json(jsonlib.loads(event_to_line(event)))
            if sys.stderr.isatty() and isinstance(event, StageStarted):
                say(f"{event.agent.capitalize()} is at work.")
            elif sys.stderr.isatty() and isinstance(event, Waiting):
                say(f"{event.reason} Trying again in {event.seconds:.0f} s.")
    return tuple(heard)


def _failed(events: "tuple[Event, ...]", by: "Answering") -> int:
    """A run without a result: nothing on stdout but the events."""
    from tailor.core.events import Cancelled, Failed

    last = events[-1]
    if isinstance(last, Cancelled):
        say("Stopped. Nothing was saved.")
        return Exit.CANCELLED
    assert isinstance(last, Failed)
    say(f"{last.title}: {last.message}")
    return Exit.FAILED if by.provider == "builtin" else Exit.PROVIDER


def _say_what_it_rests_on(events: "tuple[Event, ...]") -> None:
    """The analogies with their distances, a goal the memory holds already, and what was not sure."""
    from tailor.core.events import Done, DraftWritten, MemoryRecalled, StageFinished
    from tailor.core.text import one_line
    from tailor.generate import have_this

    hits = {hit.id: hit for event in events if isinstance(event, MemoryRecalled) for hit in event.hits}
    last = events[-1]
    assert isinstance(last, Done)
    if known := have_this(last.result.goal, hits.values()):
        say(f"You have this: “{one_line(known.goal, 80)}” ({known.id}). Perhaps tailor it instead.")
    drafts = [event.leans for event in events if isinstance(event, DraftWritten)]
    rests = [hits[id] for id in (drafts[-1] if drafts else ()) if id in hits]
    if rests:
        named = ", ".join(f"“{one_line(hit.goal, 60)}” ({hit.id}, {hit.distance:.2f})" for hit in rests[:5])
        say(f"It leans on {named}.")
    for event in events:
        if isinstance(event, StageFinished) and event.says and event.agent in ("builtin", "rewrite"):
            say(event.says)
    if unsure := last.result.uncertain:
        say(f"Nobody was sure of {'step' if len(unsure) == 1 else 'steps'} {', '.join(map(str, unsure))}.")


def _finish(setup: Setup, flags: Flags, request: "GenerateRequest", end: "Done", by: "Answering") -> int:
    """Saves if asked, prints the result, says how it was made."""
    from tailor.core.codec import event_to_line

    code, trouble = Exit.DONE, None
    if flags.save:
        try:
            end = replace(end, saved=_save(setup, end.result, request, by))
        except TailorError as error:
            code, trouble = exit_of(error), error
    if flags.json:
        put_json(jsonlib.loads(event_to_line(end)))
    else:
        put(write_as(replace(end.result, extra=()), flags.format or "md"))
    if end.saved:
        say(f"Saved as {end.saved}.")
    if trouble is not None:
        say_error(trouble)
    say(f"{len(end.result.steps)} steps, written by a machine: check what matters before you rely on it.")
    return code


def _save(setup: Setup, result: "Procedure", request: "GenerateRequest", by: "Answering") -> str:
    from tailor.generate import BUILTIN
    from tailor.library.entry import Made

    made = Made(
        method=BUILTIN if by.provider == "builtin" else request.method,
        prompts=request.prompts,
        provider=by.provider,
        model=by.model,
        run=request.run,
    )
    return setup.library.save(result, origin="generated", made=made).id


async def _tailored(
    setup: Setup, flags: Flags, base: "Procedure", crew: "Crew", by: "Answering", stop: asyncio.Event
) -> int:
    """The new procedure made to fit the hint: Modify and Verify, with the usual honest end."""
    from uuid import uuid4

    from tailor import run
    from tailor.cli.ending import Wanted, finish
    from tailor.core.deciding import accept_many
    from tailor.core.events import Done
    from tailor.core.folding import fold_all
    from tailor.core.report import closing_line

    base = replace(base, extra=(), uncertain=())
    request = run.Request(
        procedure=base,
        hint=flags.hint,
        profile=setup.profile(flags.profile),
        strategy=setup.config.strategy,
        prompts=cast("PromptSet", flags.prompts or setup.config.prompts),
        run=uuid4().hex[:12],
    )
    record = _record(setup, request.run)
    events = await _listen(run.run(request, crew, by=by, stop=stop), flags, record)
    if not isinstance(events[-1], Done):
        say(closing_line(events))
        return Exit.CANCELLED if events[-1].kind == "cancelled" else Exit.PROVIDER
    review = accept_many(fold_all(base, events), "careful", by="careful").review
    wanted: Wanted = Wanted(save=flags.save, format=flags.format, json=flags.json)
    return finish(setup, events, review, wanted, record)
