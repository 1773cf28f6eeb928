"""`tailor generate`: a goal, perhaps resources, and a procedure where there was none.

No result is printed for a run that failed.
"""

import asyncio
import contextlib
import json as jsonlib
import sys
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast
from uuid import uuid4

import click

from memory.generation.agents import Nothing, Retriever
from memory.messages import Analogy, procedure_of
from tailor.agents.prompts import PromptSet
from tailor.agents.strategies import completed
from tailor.backend import Backend, with_flags
from tailor.cli.finish import OutputOptions, finish
from tailor.cli.input import FORMAT, JSON, PROFILE, PROVIDER, CommandContext, only_one_format, yes_or_no
from tailor.cli.output import Exit, exit_of, put, put_json, say, say_error, write_as
from tailor.cli.progress import begin_record, listen, stop_on_interrupt
from tailor.cli.review import ask, review_in_terminal
from tailor.config import Config
from tailor.core.codec import event_to_line
from tailor.core.decisions import accept_many
from tailor.core.errors import TailorError
from tailor.core.events import (
    Cancelled,
    Done,
    DraftWritten,
    EditProposed,
    Event,
    Failed,
    MemoryRecalled,
    StageFinished,
)
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.core.text import counted, one_line
from tailor.runs.customize import CustomizeRequest, check_request, further_verifiers, request_for
from tailor.runs.generate import (
    BUILTIN,
    GenerateRequest,
    check,
    evident_domain,
    have_this,
    look_first,
    noticed,
)
from tailor.runs.generation import GenerationSession
from tailor.runs.history import review_from_log, run_usage, written_of
from tailor.runs.session import RunSession
from tailor.urls import on_this_computer
from tailor.workspace import Workspace


def say_have_this(known: Analogy) -> None:
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
    if not asks():
        return None
    wants = yes_or_no("Tailor that one, or else write a new one, with y or n: ", ask, say)
    if wants is None:  # nobody is there any more: nothing is spent for them
        return ""
    if not wants:
        return None
    return hint.strip() or (ask("What is special about your situation, in one sentence and Enter: ") or "").strip()


def say_left(known: Analogy) -> None:
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


def failed(events: Sequence[Event], backend: Backend, *, recorded: bool) -> int:
    """Say how a run without a result ended; the exit code. `recorded`: a file holds it."""
    last = events[-1]
    if isinstance(last, Cancelled):
        say("Stopped. Nothing was saved." + (_kept(events) if recorded else ""))
        return Exit.CANCELLED
    assert isinstance(last, Failed)
    say(f"{last.title}: {last.message}" + (_kept(events) if recorded else ""))
    return Exit.FAILED if backend.info.provider == BUILTIN else Exit.PROVIDER


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
    keep: Callable[[Review], bool] | None = None
    """As `Wanted.keep`."""


def generated(workspace: Workspace, goal: str, keep: Callable[[Review], bool]) -> int:
    """Writes and saves a procedure for the goal, with everything else as the settings say; the exit code.

    Where the person has what is there tailored instead, they decide line by line, and `keep` is asked.
    """
    return _generate(workspace, GenerateOptions(goal=goal, plain=True, keep=keep))


def _generate(workspace: Workspace, flags: GenerateOptions) -> int:
    """Check the request, run it, and end it; the exit code."""
    only_one_format(flags.format, flags.json)
    request = _request(workspace, flags)
    check(request)
    if flags.hint.strip():
        completed(further_verifiers(workspace.config))  # said before anything is spent on what they are to look at
    return asyncio.run(_run(workspace, flags, request))


def _request(workspace: Workspace, flags: GenerateOptions) -> GenerateRequest:
    own = workspace.config.generation
    return GenerateRequest(
        goal=flags.goal,
        resources=flags.resources,
        method=flags.method or ("zero_shot" if flags.no_memory else "aag"),
        prompts=cast(PromptSet, flags.prompts or workspace.config.prompts),
        k=own.references if flags.k is None else flags.k,
        n=own.questions if flags.n is None else flags.n,
        t=own.rounds if flags.t is None else flags.t,
        temperature=own.temperature if flags.temperature is None else flags.temperature,
        domain=flags.domain or own.domain,
        hint=flags.hint.strip(),
        use_memory=not flags.no_memory,
        without=flags.without,
        run=uuid4().hex[:12],
    )


async def _run(workspace: Workspace, flags: GenerateOptions, request: GenerateRequest) -> int:
    """Look, generate, tailor where a hint says so; Ctrl+C ends it with a last event."""
    config = with_flags(
        workspace.config,
        provider=flags.provider,
        base_url=flags.base_url,
        model=flags.model,
        prompts=flags.prompts,
        allow_insecure_http=flags.allow_insecure_http,
    )
    backend = await workspace.backend(config)
    if flags.method is None and backend.model is not None and not flags.no_memory:
        # a server on this computer answers one call at a time
        request = replace(request, method="aag_no_rewrite" if on_this_computer(backend.model.host) else "aag")
    command = _Command(workspace, flags, backend)
    async with _memory(workspace, config, request) as retriever:
        request, known = await _looked(request, retriever, workspace.profile(flags.profile))
        if known is not None and (hint := instead(flags.hint)) is not None:
            return await command.tailor(known, hint)
        return await command.write(request, retriever)


@dataclass(frozen=True, slots=True)
class _Command:
    """A command that may write and tailor, with whoever answers."""

    workspace: Workspace
    flags: GenerateOptions
    backend: Backend

    async def write(self, request: GenerateRequest, retriever: Retriever) -> int:
        """Generate, tailor where there is a hint, and end it; the exit code."""
        stop = asyncio.Event()
        stop_on_interrupt(stop)
        session = GenerationSession.open(self.workspace, request)
        begin_record(session)
        events = await self._listen(session.events(self.backend, retriever, stop=stop))
        last = events[-1]
        if not isinstance(last, Done):
            return failed(events, self.backend, recorded=not session.not_recorded)
        if not request.hint.strip():
            say_what_it_rests_on(events)
            return finish_written(session, last, self._output())
        written = written_of(events)
        assert written is not None  # a generation that is done has written a list
        asked = self._request(written, request.hint, request.run)
        rest = self._prepared(RunSession.after_generation(self.workspace, asked, events, session.record))
        rest.not_recorded = session.not_recorded
        whole = (*events[:-1], *await self._listen(rest.events(stop=stop)))
        if isinstance(whole[-1], Done):
            say_what_it_rests_on(whole)
        return self._end(rest, whole)

    async def tailor(self, known: Analogy, hint: str) -> int:
        """Tailor what is there already, in place of a new one; without a hint nothing is done."""
        if not hint:
            say_left(known)
            return Exit.DONE
        session = self._prepared(RunSession.of(self.workspace, self._request(procedure_of(known), hint)))
        session.origin = "imported"
        begin_record(session)
        stop = asyncio.Event()
        stop_on_interrupt(stop)
        return self._end(session, await self._listen(session.events(stop=stop)))

    def _request(self, base: Procedure, hint: str, run: str = "") -> CustomizeRequest:
        request = request_for(
            self.workspace.config,
            base,
            hint,
            profile=self.workspace.profile(self.flags.profile),
            prompts=self.flags.prompts,
            accept="none" if self.flags.plain else "careful",
            run=run,
        )
        check_request(request)
        return request

    def _prepared(self, session: RunSession) -> RunSession:
        """The session with the answers and lessons that the flags ask for."""

        async def found() -> Backend:
            return self.backend

        session.find_backend, session.use_lessons = found, not self.flags.no_memory
        return session

    async def _listen(self, events: AsyncGenerator[Event, None]) -> tuple[Event, ...]:
        return await listen(events, json=self.flags.json, watched=self.flags.plain)

    def _output(self) -> OutputOptions:
        flags = self.flags
        return OutputOptions(save=flags.save, format=flags.format, json=flags.json, keep=flags.keep)

    def _end(self, session: RunSession, events: tuple[Event, ...]) -> int:
        """The person's decisions, or all taken that needs none; then the end of the review."""
        if not isinstance(events[-1], Done):
            return failed(events, self.backend, recorded=not session.not_recorded)
        review = review_from_log(events)
        assert review is not None  # there is a procedure, so there is a review
        if self.flags.plain:
            review = review_in_terminal(self.workspace, review, session)
        else:
            review = accept_many(review, "careful", by="careful").review
        return finish(session, events, review, self._output())


async def _looked(
    request: GenerateRequest, retriever: Retriever, profile: tuple[str, ...]
) -> tuple[GenerateRequest, Analogy | None]:
    """What the memory holds near the goal, before anything is spent: the domain it shows, and the goal itself."""
    found = await look_first(request, retriever)
    known = have_this(request.goal, found)
    if known is not None:
        say_have_this(known)
    say_noticed(noticed(found, request.hint, profile))
    return replace(request, domain=request.domain or evident_domain(found)), known


@contextlib.asynccontextmanager
async def _memory(
    workspace: Workspace, config: Config, request: GenerateRequest
) -> AsyncGenerator[Retriever, None]:
    """The memory, started only where the method looks into it, and stopped at the end."""
    if not request.use_memory or (request.method == "zero_shot" and config.provider != BUILTIN):
        yield Nothing()
        return
    async with workspace.open_memory() as memory:
        yield memory


def finish_written(session: GenerationSession, end: Done, wanted: OutputOptions) -> Exit:
    """Save if asked, print the result, say how it was made; the exit code."""
    code, trouble = Exit.DONE, None
    if wanted.save or wanted.keep is not None:
        try:
            end = replace(end, saved=session.save(end.result).id)
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
