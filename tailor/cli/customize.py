"""`tailor customize`: one procedure, one hint, from the first event to the result.

Owns its options and what is printed when. Refuses to print a result of a run that failed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from tailor.agents.strategies import STRATEGIES
from tailor.cli.exit_codes import Exit
from tailor.cli.input import CommandContext
from tailor.cli.options import FORMAT, FROM, JSON, PROFILE, PROVIDER, only_one_format
from tailor.cli.output import say, say_unused
from tailor.cli.progress import listen, record_of, stop_on_interrupt
from tailor.core.errors import ContentError, UsageError
from tailor.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from memory.lessons import Lessons
    from tailor.cli.finish import OutputOptions
    from tailor.core.decisions import Accepting
    from tailor.core.events import Event
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.core.review import Review
    from tailor.runs.customize import CustomizeRequest


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
    accept: "Accepting" = "careful"
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
    requirements: "tuple[Requirement, ...] | None" = None,
    keep: "Callable[[Review], bool] | None" = None,
) -> int:
    """Checks the request, runs it, and ends it; the exit code.

    `requirements`: those the person corrected; None: split hint and profile. `keep` is asked after the review
    whether the result is saved; None: as the flags say.
    """
    from tailor.cli.finish import OutputOptions

    workspace = command.workspace
    only_one_format(flags.format, flags.json)
    if flags.plain and file == "-":
        raise UsageError("With --plain your answers come from standard input, so FILE cannot be -. Name a file.")
    lessons = None if flags.no_memory else workspace.lessons
    wanted = OutputOptions(save=flags.save, format=flags.format, json=flags.json, lessons=lessons, keep=keep)
    if flags.replay is not None:
        return _finish_run(workspace, flags, wanted, asyncio.run(_replayed(flags)), None)
    if file is None:
        raise UsageError("Name the FILE to tailor: a path, an id of your library, starter.NAME, or -.")
    if not flags.hint.strip():
        raise UsageError('The hint is empty. Say in a sentence what is special, as in --hint "I have no oven".')
    opened = command.open(file, flags.from_format)
    say_unused(opened.unused, opened.where)
    request = replace(_request(workspace, opened.procedure, flags), requirements=requirements)
    record = record_of(workspace, request.run)
    events = asyncio.run(_run(workspace, flags, request, record, lessons))
    return _finish_run(workspace, flags, wanted, events, record)


def _request(workspace: Workspace, procedure: "Procedure", flags: CustomizeOptions) -> "CustomizeRequest":
    """What is asked for, checked. UsageError or ContentError say what is missing."""
    from uuid import uuid4

    from tailor.runs import customize as run
    from tailor.runs.customize import request_for

    request = request_for(
        workspace.config,
        procedure,
        flags.hint,
        profile=workspace.profile(flags.profile),
        strategy=flags.strategy,
        prompts=flags.prompts,
        accept="none" if flags.plain else flags.accept,
        run=uuid4().hex[:12],
    )
    run.check_request(request)
    return request


async def _run(
    workspace: Workspace,
    flags: CustomizeOptions,
    request: "CustomizeRequest",
    record: "Path | None",
    lessons: "Lessons | None",
) -> "tuple[Event, ...]":
    """Every event of the run; Ctrl+C ends it with a last one."""
    from tailor.backend import with_flags
    from tailor.runs import customize as run

    config = with_flags(
        workspace.config,
        provider=flags.provider,
        base_url=flags.base_url,
        model=flags.model,
        prompts=flags.prompts,
        allow_insecure_http=flags.allow_insecure_http,
    )
    backend = await workspace.backend(config)
    stop = asyncio.Event()
    stop_on_interrupt(stop)
    events = run.run(request, backend.agents, by=backend.info, stop=stop, lessons=lessons)
    return await listen(events, record, json=flags.json, watched=flags.plain)


async def _replayed(flags: CustomizeOptions) -> "tuple[Event, ...]":
    from pathlib import Path

    from tailor.core.errors import ContentError
    from tailor.core.events import RunStarted
    from tailor.runs.record import replay

    events = await listen(replay(Path(flags.replay or "")), None, json=flags.json, watched=flags.plain)
    if not events or not isinstance(events[0], RunStarted) or events[0].procedure is None:
        raise ContentError("This record does not begin with a run of a procedure, so there is nothing to replay.")
    return events


def _finish_run(
    workspace: Workspace,
    flags: CustomizeOptions,
    wanted: "OutputOptions",
    events: "tuple[Event, ...]",
    record: "Path | None",
) -> int:
    """The decisions, then the end; a failed run prints no result."""
    from tailor.cli.finish import finish
    from tailor.cli.review import review_in_terminal
    from tailor.core.decisions import accept_many
    from tailor.core.events import Cancelled, Failed, RunStarted
    from tailor.core.report import closing_line
    from tailor.core.review_state import fold_all

    last, started = events[-1], events[0]
    if isinstance(last, Failed | Cancelled):
        again = f" To decide on them: tailor review {last.run}" if record is not None and last.kept else ""
        say(closing_line(events) + again)
        return Exit.PROVIDER if isinstance(last, Failed) else Exit.CANCELLED
    assert isinstance(started, RunStarted)
    assert started.procedure is not None
    review = fold_all(started.procedure, events)
    review = (
        review_in_terminal(workspace, review, record)
        if flags.plain
        else accept_many(review, flags.accept, by=flags.accept).review
    )
    return finish(workspace, events, review, wanted, record)


def _again(id: str, **options: object) -> None:
    from tailor.library.rebase import newest

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
