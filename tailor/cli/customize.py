"""`tailor customize` and `tailor again`: one procedure, one hint, from the first event to the result.

No result is printed for a run that failed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from tailor.agents.strategies import STRATEGIES
from tailor.backend import with_flags
from tailor.cli.finish import OutputOptions, finish
from tailor.cli.input import FORMAT, FROM, JSON, PROFILE, PROVIDER, CommandContext, only_one_format
from tailor.cli.output import Exit, say, say_unused
from tailor.cli.progress import begin_record, listen, stop_on_interrupt
from tailor.cli.review import review_in_terminal
from tailor.core.decisions import Accepting, accept_many
from tailor.core.errors import ContentError, UsageError
from tailor.core.events import Cancelled, Event, Failed, RunStarted
from tailor.core.report import closing_line
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review_state import fold_all
from tailor.library.lineage import newest
from tailor.runs.customize import check_request, request_for
from tailor.runs.history import StoredRun, replay
from tailor.runs.session import RunSession
from tailor.workspace import Workspace

NAMES = tuple(STRATEGIES)


@click.command("customize")
@click.argument("file", required=False)
@click.option("--hint", default="", help='What is special about your situation: "I have no oven".')
@click.option("--strategy", default=None, help=f"{', '.join(NAMES[:-1])} or {NAMES[-1]}.")
@click.option("--prompts", default=None, help="paper or tailor (the default).")
@PROVIDER
@click.option(
    "--accept",
    type=click.Choice(["all", "careful", "none"]),
    default="careful",
    show_default=True,
    help="What is taken without asking: everything, all but what must be looked at, or nothing.",
)
@click.option("--plain", is_flag=True, help="Decide line by line: y n x e s w u q ?")
@click.option("--save", is_flag=True, help="Keep the result in the library.")
@click.option("--replay", default=None, metavar="RUN", help="A recorded run (JSON lines): nobody is asked.")
@click.option("--no-memory", is_flag=True, help="Do not look into the memory.")
@PROFILE
@FORMAT
@FROM
@JSON
@click.pass_context
def customize(context: click.Context, /, file: str | None, **options: object) -> None:
    """Make FILE fit your situation.

    Prints the result; what was changed, held back or not served is said on stderr.
    """
    command = context.ensure_object(CommandContext)
    context.exit(customized(command, file, CustomizeOptions(**options)))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomizeOptions:
    """The command's options; what is not said is as the settings have it."""

    hint: str = ""
    strategy: str | None = None
    prompts: str | None = None
    provider: str | None = None
    base_url: str | None = None
    model: str | None = None
    allow_insecure_http: bool = False
    accept: Accepting = "careful"
    plain: bool = False
    save: bool = False
    replay: str | None = None
    no_memory: bool = False
    profile: tuple[str, ...] = ()
    format: str | None = None
    from_format: str | None = None
    json: bool = False


def customized(
    command: CommandContext,
    file: str | None,
    flags: CustomizeOptions,
    requirements: tuple[Requirement, ...] | None = None,
    keep: Callable[[Review], bool] | None = None,
) -> int:
    """Check the request, run it, and end it; the exit code.

    `requirements`: those the person corrected; None: split hint and profile. `keep` is asked after the review
    whether the result is saved; None: as the flags say.
    """

    only_one_format(flags.format, flags.json)
    if flags.plain and file == "-":
        raise UsageError("With --plain your answers come from standard input, so FILE cannot be -. Name a file.")
    if flags.replay is not None:
        session, events = _replayed(command.workspace, flags)
    else:
        session = _session(command, file, flags, requirements)
        events = asyncio.run(_run(session, flags))
    if (code := _broken(session, events)) is not None:
        return code
    wanted = OutputOptions(save=flags.save, format=flags.format, json=flags.json, keep=keep)
    return finish(session, events, _decided(session, events, flags), wanted)


def _session(
    command: CommandContext,
    file: str | None,
    flags: CustomizeOptions,
    requirements: tuple[Requirement, ...] | None,
) -> RunSession:
    """The run asked for, checked. UsageError or ContentError say what is missing."""

    workspace = command.workspace
    if file is None:
        raise UsageError("Name the FILE to tailor: a path, an id of your library, starter.NAME, or -.")
    if not flags.hint.strip():
        raise UsageError('The hint is empty. Say in a sentence what is special, as in --hint "I have no oven".')
    opened = command.open(file, flags.from_format)
    say_unused(opened.unused, opened.where)
    request = request_for(
        workspace.config,
        opened.procedure,
        flags.hint,
        profile=workspace.profile(flags.profile),
        strategy=flags.strategy,
        prompts=flags.prompts,
        accept="none" if flags.plain else flags.accept,
    )
    check_request(request)
    session = RunSession.of(workspace, replace(request, requirements=requirements))
    session.origin, session.use_lessons = "imported", not flags.no_memory
    begin_record(session)
    config = with_flags(
        workspace.config,
        provider=flags.provider,
        base_url=flags.base_url,
        model=flags.model,
        prompts=flags.prompts,
        allow_insecure_http=flags.allow_insecure_http,
    )
    session.find_backend = partial(workspace.backend, config)
    return session


async def _run(session: RunSession, flags: CustomizeOptions) -> tuple[Event, ...]:
    """Every event of the run; Ctrl+C ends it with a last one."""

    stop = asyncio.Event()
    stop_on_interrupt(stop)
    return await listen(session.events(stop=stop), json=flags.json, watched=flags.plain)


def _replayed(workspace: Workspace, flags: CustomizeOptions) -> tuple[RunSession, tuple[Event, ...]]:
    """The recorded run of `--replay`, as a session that is not recorded again."""

    path = Path(flags.replay or "")
    events = asyncio.run(listen(replay(path), json=flags.json, watched=flags.plain))
    started = events[0] if events else None
    if not isinstance(started, RunStarted) or started.procedure is None:
        raise ContentError("This record does not begin with a run of a procedure, so there is nothing to replay.")
    kept = StoredRun(id=started.run, path=path, events=events, review=fold_all(started.procedure, events))
    session = RunSession.reopen(workspace, kept, origin="imported")
    session.not_recorded, session.use_lessons = "It is recorded already.", not flags.no_memory
    return session, events


def _broken(session: RunSession, events: tuple[Event, ...]) -> Exit | None:
    """Says how a run ended that has no result, with its exit code; None where there is one."""

    last = events[-1]
    if not isinstance(last, Failed | Cancelled):
        return None
    again = f" To decide on them: tailor review {last.run}" if not session.not_recorded and last.kept else ""
    say(closing_line(events) + again)
    return Exit.PROVIDER if isinstance(last, Failed) else Exit.CANCELLED


def _decided(session: RunSession, events: tuple[Event, ...], flags: CustomizeOptions) -> Review:

    review = fold_all(session.request.procedure, events)
    if flags.plain:
        return review_in_terminal(session.workspace, review, session)
    return accept_many(review, flags.accept, by=flags.accept).review


def _again(id: str, **options: object) -> None:

    context = click.get_current_context()
    command = context.ensure_object(CommandContext)
    saved = command.workspace.library.load(id)
    if saved.parent is None or not saved.hint.strip():
        raise ContentError(f"{saved.id} was not made with a hint, so there is nothing to ask again.")
    original = newest(command.workspace.library, saved.parent)
    say(f"Asking again of {original}: {saved.hint}")
    context.invoke(customize, file=original, hint=saved.hint, **options)


again = click.Command(
    "again",
    callback=_again,
    params=[
        click.Argument(["id"]),
        *(p for p in customize.params if p.name not in ("file", "hint", "from_format")),
    ],
    help="Ask the hint of variant ID again, of the newest version of its original.",
)
