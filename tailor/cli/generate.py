"""`tailor generate`: a goal, perhaps resources, and a procedure where there was none.

Owns its options and what is printed when. Refuses to print a result of a run that failed.
"""

import asyncio
import contextlib
import json as jsonlib
import sys
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import click

from tailor.cli.exit_codes import Exit, exit_of
from tailor.cli.finish import OutputOptions
from tailor.cli.input import CommandContext, yes_or_no
from tailor.cli.options import FORMAT, JSON, PROFILE, PROVIDER, only_one_format
from tailor.cli.output import put, put_json, say, say_error, write_as
from tailor.cli.progress import listen, record_of, stop_on_interrupt
from tailor.core.codec import event_to_line
from tailor.core.errors import TailorError
from tailor.core.events import Cancelled, DraftWritten, EditProposed, Event, Failed, MemoryRecalled, StageFinished
from tailor.core.text import counted, one_line
from tailor.library.entries import Provenance
from tailor.runs.generate import BUILTIN
from tailor.runs.history import review_from_log, run_usage
from tailor.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from memory.generation.retrieval import Retriever
    from memory.messages import Analogy
    from tailor.agents.prompts import PromptSet
    from tailor.agents.stages import BackendInfo
    from tailor.config import Config
    from tailor.core.events import Done
    from tailor.core.procedure import Procedure
    from tailor.core.protocols import AgentBackend, Model
    from tailor.core.review import Review
    from tailor.runs.customize import CustomizeRequest
    from tailor.runs.generate import GenerateRequest


def say_have_this(known: "Analogy") -> None:
    """The memory holds this goal, or something near it."""
    words = f"You have this: “{one_line(known.goal, 80)}” ({known.id}), {counted(len(known.steps), 'step')}."
    say(f"{words} Tailor it instead?" if asks() else f"{words} Perhaps tailor it instead of writing a new one.")


def say_noticed(noticed: Mapping[str, tuple[str, ...]]) -> None:
    """What stands in the procedures that would be leaned on, against the profile and the hint."""
    for id, words in noticed.items():
        if words:
            say(f"Noticed in {id}: {'; '.join(words)}. `--without {id}` leaves it aside.")


def asks() -> bool:
    """Whether there is a person to be asked: a terminal at both ends."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def instead(hint: str) -> str | None:
    """What is special, where the person wants what is there tailored; "" leaves it as it is, None writes anew.

    Nothing was sent and nothing was spent by then.
    """
    from tailor.cli.review import ask

    if not asks():
        return None
    wants = yes_or_no("Tailor that one, or else write a new one, with y or n: ", ask, say)
    if wants is None:  # nobody is there any more: nothing is spent for them
        return ""
    if not wants:
        return None
    return hint.strip() or (ask("What is special about your situation, in one sentence and Enter: ") or "").strip()


def say_left(known: "Analogy") -> None:
    """The person wants what is there, and said nothing special about it."""
    say(f"Nothing was spent. `tailor memory show {known.id}` shows it.")


def say_what_it_rests_on(events: Sequence[Event]) -> None:
    """The analogies with their distances, what was spent, and what nobody was sure of."""
    hits = {hit.id: hit for event in events if isinstance(event, MemoryRecalled) for hit in event.hits}
    drafts = [event for event in events if isinstance(event, DraftWritten)]
    rests = [hits[id] for id in (drafts[-1].leans if drafts else ()) if id in hits]
    if rests:
        named = ", ".join(f"“{one_line(hit.goal, 60)}” ({hit.id}, {hit.distance:.2f})" for hit in rests[:5])
        say(f"It leans on {named}.")
    for event in events:
        if isinstance(event, StageFinished) and event.says and event.agent in ("builtin", "rewrite"):
            say(event.says)
    if (paid := run_usage(events)).calls:
        tokens = "" if paid.tokens is None else f", {paid.tokens:,} tokens"
        say(f"It took {paid.calls} call{'' if paid.calls == 1 else 's'}{tokens}.")
    if drafts and (unsure := drafts[-1].procedure.uncertain):
        say(f"Nobody was sure of {'step' if len(unsure) == 1 else 'steps'} {', '.join(map(str, unsure))}.")


def failed(events: Sequence[Event], by: "BackendInfo", *, recorded: bool) -> int:
    """A run without a result: nothing on stdout but the events; the exit code. `recorded`: a file holds it."""
    last = events[-1]
    if isinstance(last, Cancelled):
        say("Stopped. Nothing was saved." + (_kept(events) if recorded else ""))
        return Exit.CANCELLED
    assert isinstance(last, Failed)
    say(f"{last.title}: {last.message}" + (_kept(events) if recorded else ""))
    return Exit.FAILED if by.provider == "builtin" else Exit.PROVIDER


def _kept(events: Sequence[Event]) -> str:
    """How one comes by the newest whole list, and by edits to decide on; "" where there is neither."""
    run, said = events[-1].run, ""
    if any(isinstance(event, DraftWritten) for event in events):
        said += f" The steps that were written by then are kept: tailor show {run}"
    if any(isinstance(event, EditProposed) for event in events) and review_from_log(events) is not None:
        said += f" To decide on the edits: tailor review {run}"
    return said


@click.command("generate")
@click.option("--goal", default="", help='What is to come out: "Bake a tray of oat bars".')
@click.option("--resource", "resources", multiple=True, help="Something that is there; repeatable.")
@click.option("--method", default=None, help="aag (thorough), aag_no_rewrite (quick), zero_shot, rag, few_shot, …")
@click.option("--hint", default="", help="What is special about your situation: the result is tailored to it.")
@click.option("--domain", default="", help="everyday, recipe, maths or langchain; else as what is found.")
@click.option("--references", "k", type=int, default=None, help="Procedures to lean on; 3.")
@click.option("--questions", "n", type=int, default=None, help="Questions to look up, at most; 4.")
@click.option("--rounds", "t", type=int, default=None, help="Rounds of the critic, at most; 3.")
@click.option("--temperature", type=float, default=None, help="0 says the same each time; 0.7.")
@click.option("--without", multiple=True, metavar="ID", help="A procedure of the memory to leave aside.")
@click.option("--prompts", default=None, help="paper or tailor (the default).")
@PROVIDER
@click.option("--plain", is_flag=True, help="With a hint, decide line by line: y n x e s w u q ?")
@click.option("--save", is_flag=True, help="Keep the result in the library.")
@click.option("--no-memory", is_flag=True, help="Do not look into the memory.")
@PROFILE
@FORMAT
@JSON
@click.pass_context
def generate(context: click.Context, /, **options: object) -> None:
    """Write a procedure for a goal, leaning on your memory of procedures.

    Prints the result; what it rests on, and what nobody was sure of, is said on stderr. What is not given here is
    as `tailor config` has it (generate.references, questions, rounds, temperature, domain).
    """
    command = context.ensure_object(CommandContext)
    context.exit(_generate(command.workspace, GenerateOptions(**options)))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateOptions:
    """The command's options; what is not said is as the settings have it."""

    goal: str
    resources: tuple[str, ...] = ()
    method: str | None = None
    hint: str = ""
    domain: str = ""
    k: int | None = None
    n: int | None = None
    t: int | None = None
    temperature: float | None = None
    without: tuple[str, ...] = ()
    prompts: str | None = None
    provider: str | None = None
    base_url: str | None = None
    model: str | None = None
    allow_insecure_http: bool = False
    plain: bool = False
    save: bool = False
    no_memory: bool = False
    profile: tuple[str, ...] = ()
    format: str | None = None
    json: bool = False
    keep: "Callable[[Review], bool] | None" = None
    """As `Wanted.keep`."""


def generated(workspace: Workspace, goal: str, keep: "Callable[[Review], bool]") -> int:
    """Writes and saves a procedure for the goal, with everything else as the settings say; the exit code.

    Where the person has what is there tailored instead, they decide line by line, and `keep` is asked.
    """
    return _generate(workspace, GenerateOptions(goal=goal, plain=True, keep=keep))


def _generate(workspace: Workspace, flags: GenerateOptions) -> int:
    """Checks the request, runs it, and ends it; the exit code."""
    from tailor.agents.strategies import completed
    from tailor.runs.customize import further_verifiers
    from tailor.runs.generate import check

    only_one_format(flags.format, flags.json)
    request = _request(workspace, flags)
    check(request)
    if flags.hint.strip():
        completed(further_verifiers(workspace.config))  # said before anything is spent on what they are to look at
    return asyncio.run(_run(workspace, flags, request))


def _request(workspace: Workspace, flags: GenerateOptions) -> "GenerateRequest":
    from uuid import uuid4

    from tailor.runs.generate import GenerateRequest

    own = workspace.config.generation
    return GenerateRequest(
        goal=flags.goal,
        resources=flags.resources,
        method=flags.method or ("zero_shot" if flags.no_memory else "aag"),
        prompts=cast("PromptSet", flags.prompts or workspace.config.prompts),
        k=own.references if flags.k is None else flags.k,
        n=own.questions if flags.n is None else flags.n,
        t=own.rounds if flags.t is None else flags.t,
        temperature=own.temperature if flags.temperature is None else flags.temperature,
        domain=flags.domain or own.domain,
        hint=flags.hint,
        use_memory=not flags.no_memory,
        without=flags.without,
        run=uuid4().hex[:12],
    )


async def _run(workspace: Workspace, flags: GenerateOptions, request: "GenerateRequest") -> int:
    """Look, generate, tailor where a hint says so; Ctrl+C ends it with a last event."""
    from tailor.backend import with_flags

    config = with_flags(
        workspace.config,
        provider=flags.provider,
        base_url=flags.base_url,
        model=flags.model,
        prompts=flags.prompts,
        allow_insecure_http=flags.allow_insecure_http,
    )
    backend = await workspace.backend(config)
    model = backend.model
    if flags.method is None and model is not None and not flags.no_memory:
        request = replace(request, method=_quick_or_thorough(model.host))
    stop = asyncio.Event()
    answers = Answers(crew=backend.agents, model=model, by=backend.info, stop=stop)
    async with _memory(workspace, config, request) as retriever:
        request, known = await _looked(request, retriever, workspace.profile(flags.profile))
        if known is not None and (hint := instead(flags.hint)) is not None:
            return await _tailored(workspace, flags, known, hint, answers)
        stop_on_interrupt(stop)
        return await _written(workspace, flags, request, retriever, answers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Who answers, and what stops them."""

    crew: "AgentBackend"
    model: "Model | None"
    by: "BackendInfo"
    stop: asyncio.Event


async def _looked(
    request: "GenerateRequest", retriever: "Retriever", profile: tuple[str, ...]
) -> "tuple[GenerateRequest, Analogy | None]":
    """What the memory holds near the goal, before anything is spent: the domain it shows, and the goal itself."""
    from tailor.runs.generate import evident_domain, have_this, look_first, noticed

    found = await look_first(request, retriever)
    known = next((one for one in found if one is have_this(request.goal, found)), None)
    if known is not None:
        say_have_this(known)
    say_noticed(noticed(found, request.hint, profile))
    return replace(request, domain=request.domain or evident_domain(found)), known


async def _written(
    workspace: Workspace,
    flags: GenerateOptions,
    request: "GenerateRequest",
    retriever: "Retriever",
    answers: Answers,
) -> int:
    """Runs it, keeps the record, and ends it; the exit code."""
    from tailor.cli.finish import finish
    from tailor.core.events import Done
    from tailor.runs.generate import generate, generate_and_customize
    from tailor.runs.history import review_from_log, went_on

    by, stop, record = answers.by, answers.stop, record_of(workspace, request.run)
    wanted = _wanted(workspace, flags)
    hint = bool(flags.hint.strip())
    running = (
        generate_and_customize(
            request,
            lambda written: _fitting(workspace, flags, written, flags.hint, request.run),
            answers.model,
            answers.crew,
            retriever,
            by=by,
            stop=stop,
            lessons=wanted.lessons,
        )
        if hint
        else generate(request, answers.model, retriever, by=by, stop=stop)
    )
    events = await listen(running, record, json=flags.json, watched=flags.plain)
    last = events[-1]
    if not isinstance(last, Done):
        return failed(events, by, recorded=record is not None)
    say_what_it_rests_on(events)
    if not went_on(events):
        return finish_written(workspace, request, last, by, wanted)
    review = review_from_log(events)
    assert review is not None  # it went on, so a list was written
    return finish(workspace, events, _decided(workspace, flags, review, record), wanted, record)


def _decided(workspace: Workspace, flags: GenerateOptions, review: "Review", record: "Path | None") -> "Review":
    """The review after the person's decisions, or with all taken that needs none."""
    from tailor.cli.review import review_in_terminal
    from tailor.core.decisions import accept_many

    if flags.plain:
        return review_in_terminal(workspace, review, record)
    return accept_many(review, "careful", by="careful").review


def _quick_or_thorough(host: str) -> str:
    """What suits the server where no method is named: one on this computer answers one call at a time."""
    from tailor.runs.generate import on_this_computer

    return "aag_no_rewrite" if on_this_computer(host) else "aag"


@contextlib.asynccontextmanager
async def _memory(
    workspace: Workspace, config: "Config", request: "GenerateRequest"
) -> "AsyncGenerator[Retriever, None]":
    """The memory, started only where the method looks into it, and stopped at the end."""
    from memory.generation.retrieval import FromMemory, Nothing

    builtin = config.provider == "builtin"
    if not request.use_memory or (request.method == "zero_shot" and not builtin):
        yield Nothing()
        return
    async with workspace.open_memory() as memory:
        yield FromMemory(memory)


def _wanted(workspace: Workspace, flags: GenerateOptions) -> "OutputOptions":
    from tailor.cli.finish import OutputOptions

    lessons = None if flags.no_memory else workspace.lessons
    return OutputOptions(save=flags.save, format=flags.format, json=flags.json, lessons=lessons, keep=flags.keep)


def _fitting(
    workspace: Workspace, flags: GenerateOptions, base: "Procedure", hint: str, run: str
) -> "CustomizeRequest":
    """The tailoring of a procedure, as the settings say."""
    from tailor.runs.customize import request_for

    return request_for(
        workspace.config,
        replace(base, extra=(), uncertain=()),
        hint,
        profile=workspace.profile(flags.profile),
        prompts=flags.prompts,
        accept="none" if flags.plain else "careful",
        run=run,
    )


async def _tailored(
    workspace: Workspace, flags: GenerateOptions, known: "Analogy", hint: str, answers: Answers
) -> int:
    """What is there already made to fit, in place of a new one; without a hint nothing is done."""
    from uuid import uuid4

    from tailor.cli.finish import finish
    from tailor.core.events import Done
    from tailor.core.procedure import Procedure
    from tailor.core.review_state import fold_all
    from tailor.runs import customize as run

    if not hint:
        say_left(known)
        return Exit.DONE
    base = Procedure(known.goal, known.steps, known.resources, id=known.id)
    request = _fitting(workspace, flags, base, hint, uuid4().hex[:12])
    record, wanted = record_of(workspace, request.run), _wanted(workspace, flags)
    stop_on_interrupt(answers.stop)
    running = run.run(request, answers.crew, by=answers.by, stop=answers.stop, lessons=wanted.lessons)
    events = await listen(running, record, json=flags.json, watched=flags.plain)
    if not isinstance(events[-1], Done):
        return failed(events, answers.by, recorded=record is not None)
    review = _decided(workspace, flags, fold_all(base, events), record)
    return finish(workspace, events, review, wanted, record)


def finish_written(
    workspace: Workspace, request: "GenerateRequest", end: "Done", by: "BackendInfo", wanted: OutputOptions
) -> Exit:
    """Saves if asked, prints the result, says how it was made; the exit code."""
    code, trouble = Exit.DONE, None
    if wanted.save or wanted.keep is not None:
        try:
            end = replace(end, saved=_save(workspace, end.result, request, by))
        except TailorError as error:
            code, trouble = exit_of(error), error
    if wanted.json:
        put_json(jsonlib.loads(event_to_line(end)))
    elif wanted.keep is None:
        put(write_as(replace(end.result, extra=()), wanted.format or "md"))
    if end.saved:
        say(f"Saved as {end.saved}.")
    if trouble is not None:
        say_error(trouble)
    steps = counted(len(end.result.steps), "step")
    say(f"{steps}, written by a machine: check what matters before you rely on it.")
    return code


def _save(workspace: Workspace, result: "Procedure", request: "GenerateRequest", by: "BackendInfo") -> str:
    made = Provenance(
        method=BUILTIN if by.provider == BUILTIN else request.method,
        prompts=request.prompts,
        provider=by.provider,
        model=by.model,
        run=request.run,
    )
    return workspace.library.save(result, origin="generated", made=made).id
