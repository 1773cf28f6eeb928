"""`tailor generate`: from a goal, and perhaps resources, to a new procedure."""

import asyncio
import contextlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast
from uuid import uuid4

import click

from memory.client import Memory
from memory.generation.agents import Nothing, Retriever
from memory.generation.methods import UNUSED
from memory.messages import Analogy
from tailor.agents.prompts import PromptSet
from tailor.agents.strategies import completed
from tailor.backend import Backend
from tailor.cli.console import Exit, ask_words, say, yes_or_no
from tailor.cli.options import FORMAT, JSON, PROFILE, PROVIDER, Command, CommandContext, format_of, refuse_given
from tailor.cli.review import decide_and_finish
from tailor.cli.run import RunOptions, begin_record, listen, put_end, request_of, stopped_by_ctrl_c
from tailor.core.errors import NotFoundError
from tailor.core.events import Done, DraftWritten, EditProposed, Event, Failed, MemoryRecalled, StageFinished
from tailor.core.text import counted, one_line
from tailor.runs.customize import further_verifiers
from tailor.runs.generate import (
    BUILTIN,
    NOTHING_NEAR,
    STILL_HAS,
    GenerateRequest,
    as_heard,
    check,
    evident_domain,
    have_this,
    look_first,
    noticed,
    warned,
)
from tailor.runs.generation_session import GenerationSession
from tailor.runs.history import review_from_log, run_usage, written_of
from tailor.runs.session import RunSession
from tailor.threads import run_to_end
from tailor.urls import on_this_computer
from tailor.workspace import Workspace


@click.command("generate", cls=Command)
@click.option("--goal", default="", help='What you want to make or do, such as "Bake a tray of oat bars".')
@click.option("--resource", "resources", multiple=True, help="Something you have; repeatable.")
@click.option("--method", help="aag (thorough), aag_no_rewrite (quick), zero_shot, rag, few_shot, …")
@click.option("--hint", default="", help="What is different for you; Tailor adapts the result to it.")
@click.option(
    "--domain",
    default="",
    help="everyday, recipe, maths or langchain; by default, the same kind as the how-tos Tailor finds.",
)
@click.option("--references", "k", type=int, help="How many how-tos to build on (3 if not given).")
@click.option(
    "--questions", "n", type=int, help="How many questions the model asks itself, at most (4 if not given)."
)
@click.option("--rounds", "t", type=int, help="How many rounds of checking, at most (3 if not given).")
@click.option(
    "--temperature",
    type=float,
    help="How freely the model writes (0.7 if not given); 0 gives the same answer each time.",
)
@click.option("--without", multiple=True, metavar="ID", help="A how-to in the memory to ignore.")
@click.option("--prompts", help="Which prompts to use: paper (as in the study) or tailor (the default).")
@PROVIDER
@click.option("--plain", is_flag=True, help="With a hint, decide on each change line by line; ? lists the keys.")
@click.option("--save", is_flag=True, help="Save the result in the library.")
@click.option("--no-memory", is_flag=True, help="Do not use the memory.")
@PROFILE
@FORMAT
@JSON
@click.pass_obj
def generate(command: CommandContext, /, **options: object) -> int:
    """Write a new how-to, based on those in Tailor's memory.

    Prints the result; what it is based on, and the steps that the model was not sure of, go to stderr. Anything
    not given here is read from `tailor config` (generate.references, questions, rounds, temperature, domain).
    """
    return generated(command.workspace, GenerateOptions(**options))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateOptions(RunOptions):
    goal: str
    resources: tuple[str, ...] = ()
    method: str | None = None
    domain: str = ""
    k: int | None = None
    n: int | None = None
    t: int | None = None
    temperature: float | None = None
    without: tuple[str, ...] = ()


def generated(workspace: Workspace, flags: GenerateOptions) -> int:
    """Check the request, run it and finish; return the exit code.

    If the person tailors an existing how-to instead, `flags.keep` is asked.
    """
    format_of(flags.format, flags.json)
    flags = replace(flags, hint=flags.hint.strip())
    own = workspace.config.generation
    request = GenerateRequest(
        goal=flags.goal,
        resources=flags.resources,
        method=flags.method or ("zero_shot" if flags.no_memory else "aag"),
        prompts=cast(PromptSet, flags.prompts or workspace.config.prompts),
        k=own.references if flags.k is None else flags.k,
        n=own.questions if flags.n is None else flags.n,
        t=own.rounds if flags.t is None else flags.t,
        temperature=own.temperature if flags.temperature is None else flags.temperature,
        domain=flags.domain or own.domain,
        hint=flags.hint,
        profile=workspace.profile(flags.profile),
        use_memory=not flags.no_memory,
        without=flags.without,
        run=uuid4().hex[:12],
    )
    check(request)
    if flags.hint:
        completed(further_verifiers(workspace.config))  # must fail before anything is spent
    return run_to_end(_run(workspace, flags, request))


async def _run(workspace: Workspace, flags: GenerateOptions, request: GenerateRequest) -> int:
    """Search, generate, and tailor if there is a hint; Ctrl+C ends it with a last event."""
    backend = await workspace.backend(flags.laid_over(workspace.config, flags.prompts))
    if flags.method is None and backend.model is not None and not flags.no_memory:
        # a server on this computer answers one call at a time
        request = replace(request, method="aag_no_rewrite" if on_this_computer(backend.model.host) else "aag")
    if backend.model is None:
        request = as_heard(request)
        flags = replace(flags, hint=request.hint)
    _refuse_unused(request, with_model=backend.model is not None)
    looks = not flags.no_memory and (request.method != "zero_shot" or backend.model is None)
    async with workspace.open_memory() if looks else contextlib.nullcontext(Nothing()) as retriever:
        if isinstance(retriever, Memory):
            await _check_left_out(request, retriever)
        found = await look_first(request, retriever)
        known = have_this(request.goal, found)
        notices = noticed(found, request.hint, workspace.profile(flags.profile))
        _say_known(known)
        if backend.model is not None:  # before anything is spent
            _say_noticed(notices)
        if known is not None and (hint := instead(flags.hint)) is not None:
            return await _tailor(workspace, replace(flags, hint=hint), backend, known)
        request = replace(request, domain=request.domain or evident_domain(found))
        return await _write(workspace, flags, backend, request, retriever, notices)


def _refuse_unused(request: GenerateRequest, *, with_model: bool) -> None:
    """Raise UsageError for an option that the writer does not use."""
    if not request.use_memory:
        refuse_given("with --no-memory nothing is looked up", "k", "without")
    if not with_model:
        refuse_given("the built-in tailor does the writing", "method", "n", "t", "temperature")
        return
    unused = UNUSED.get(request.method, frozenset())
    refuse_given(f"the method {request.method} does not use it", *unused, *(["without"] if "k" in unused else []))


async def _check_left_out(request: GenerateRequest, memory: Memory) -> None:
    """NotFoundError if the memory lacks an id given with --without: else the one meant would be used."""
    for id in request.without:
        if await memory.get(id) is None:
            raise NotFoundError(
                f'--without: the memory has no "{one_line(id, 80)}". `tailor memory search` shows ids.'
            )


def _say_known(known: Analogy | None) -> None:
    """Say if the memory already holds this goal."""
    if known is not None:
        steps = counted(len(known.steps), "step")
        words = f"You already have this: “{one_line(known.goal, 80)}” ({known.id}), {steps}."
        say(words if asks() else f"{words} You may want to tailor that one instead.")


def _say_noticed(noticed: Mapping[str, tuple[str, ...]]) -> None:
    """Say what in the sources conflicts with profile and hint."""
    for id, found in noticed.items():
        if found:
            say(f"Watch out: {id} has {'; '.join(found)}. `--without {id}` leaves it out.")


def asks() -> bool:
    """Whether there is a person to ask: a terminal for both input and output."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def instead(hint: str) -> str | None:
    """The hint if the person wants the existing how-to; "" leaves it as it is, None writes a new one.

    At this point nothing was sent and nothing was spent.
    """
    if not asks():
        return None
    wants = yes_or_no("Tailor that one instead? y or n (n writes a new one): ")
    if wants is None:  # nobody is there any more, so nothing is spent
        return ""
    if not wants:
        return None
    return hint or ask_words("What is different for you, in one sentence: ")


async def _tailor(workspace: Workspace, flags: GenerateOptions, backend: Backend, known: Analogy) -> int:
    """Tailor the existing how-to instead of writing a new one; without a hint do nothing."""
    if not flags.hint:
        say(f"Nothing was sent. To see that how-to: `tailor memory show {known.id}`")
        return Exit.DONE
    procedure, _ = await workspace.whole(known)
    session = RunSession.of(workspace, request_of(workspace, procedure, flags))
    session.origin = "imported"
    begin_record(session)
    return await _tailored(session, flags, backend, stopped_by_ctrl_c(), ())


async def _write(
    workspace: Workspace,
    flags: GenerateOptions,
    backend: Backend,
    request: GenerateRequest,
    retriever: Retriever,
    notices: Mapping[str, tuple[str, ...]],
) -> int:
    """Generate, tailor if there is a hint, and finish; return the exit code."""
    stop = stopped_by_ctrl_c()
    session = GenerationSession.open(workspace, request)
    begin_record(session)
    events = await listen(session.events(backend, retriever, stop=stop), flags)
    last = events[-1]
    if not isinstance(last, Done):
        return _failed(events, backend, recorded=not session.not_recorded)
    if backend.model is None:
        _say_noticed(notices)
    if flags.hint:
        written = written_of(events)
        assert written is not None  # a finished generation has written a list
        asked = request_of(workspace, written, flags, run=request.run)
        rest = RunSession.after_generation(workspace, asked, events, session.record)
        rest.not_recorded = session.not_recorded
        return await _tailored(rest, flags, backend, stop, events[:-1])
    _say_what_it_rests_on(events)
    saves = flags.save or flags.keep is not None
    save = (lambda: session.save(last.result)) if saves else None
    end, code = put_end(last, replace(last.result, extra=()), flags, save)
    if save is None:
        session.note_put_away()
    steps = counted(len(end.result.steps), "step")
    if backend.model is None:
        say(f"{steps}.")
    else:
        say(f"{steps}, written by an AI model: double-check anything important before you rely on it.")
        if STILL_HAS in last.result.goal:
            say("It still contains something you did not want; its title says what.")
    for line in warned(end.result, workspace.profile(flags.profile)):
        say(line)
    return code


async def _tailored(
    session: RunSession, flags: GenerateOptions, backend: Backend, stop: asyncio.Event, before: tuple[Event, ...]
) -> int:
    """Tailor with this backend, after the events of a generation; return the exit code."""

    async def found() -> Backend:
        return backend

    session.find_backend, session.use_lessons = found, not flags.no_memory
    events = (*before, *await listen(session.events(stop=stop), flags))
    if not isinstance(events[-1], Done):
        return _failed(events, backend, recorded=not session.not_recorded)
    if before:
        _say_what_it_rests_on(events)
    review = review_from_log(events)
    assert review is not None  # there is a procedure, so there is a review
    return decide_and_finish(session, events, review, flags)


_TELLS: Final = (BUILTIN, "draft", "update", "perform", "rewrite")
"""Agents that write a whole how-to, whose remarks are for the person; a critic's are for these agents."""


def _say_what_it_rests_on(events: Sequence[Event]) -> None:
    hits = {hit.id: hit for event in events if isinstance(event, MemoryRecalled) for hit in event.hits}
    drafts = [event for event in events if isinstance(event, DraftWritten)]
    taken = any(isinstance(event, StageFinished) and event.agent == BUILTIN for event in events)  # already said
    rests = [hits[id] for id in (drafts[-1].leans if drafts else ()) if id in hits]
    if rests and not taken:
        named = ", ".join(f"“{one_line(hit.goal, 60)}” ({hit.id})" for hit in rests[:5])
        say(f"It is based on {named}.")
    for event in events:
        if isinstance(event, StageFinished) and event.says and event.agent in _TELLS:
            say(event.says)
    if (paid := run_usage(events)).calls:
        tokens = "" if paid.tokens is None else f", {paid.tokens:,} tokens"
        say(f"It took {counted(paid.calls, 'call')} to the model{tokens}.")
    if drafts and (unsure := drafts[-1].procedure.uncertain):
        steps = f"{'step' if len(unsure) == 1 else 'steps'} {', '.join(map(str, unsure))}"
        say(f"The model was not sure of {steps}: please check.")


HELPS: Final = (
    "Connect a model (tailor config set provider.base_url URL), import how-tos (tailor memory import FILE), or "
    "use other words."
)
"""Shown if nothing is close enough."""


def _failed(events: Sequence[Event], backend: Backend, *, recorded: bool) -> int:
    """Say how a run without a result ended and what is kept of it; return the exit code."""
    last, kept = events[-1], ""
    if recorded and any(isinstance(event, DraftWritten) for event in events):
        kept += f" The steps written so far are kept: tailor show {last.run}"
    if (
        recorded
        and any(isinstance(event, EditProposed) for event in events)
        and review_from_log(events) is not None
    ):
        kept += f" To decide on the suggestions: tailor review {last.run}"
    if isinstance(last, Failed):
        near = last.message != NOTHING_NEAR
        say(f"{last.title}: {last.message}{kept}" if near else f"{last.message} {HELPS}")
        return Exit.FAILED if backend.model is None else Exit.PROVIDER
    say(f"Stopped. Nothing was saved.{kept}")
    return Exit.CANCELLED
