"""`tailor customize` and `tailor again`: one procedure and one hint, from the first event to the result."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from tailor.agents.strategies import STRATEGIES
from tailor.cli.console import Exit, say, say_read
from tailor.cli.options import (
    FORMAT,
    FROM,
    JSON,
    PROFILE,
    PROVIDER,
    UNUSED,
    WAY,
    Command,
    CommandContext,
    format_of,
    given,
    refuse_given,
)
from tailor.cli.review import decide_and_finish
from tailor.cli.run import RunOptions, begin_record, listen, request_of, stopped_by_ctrl_c
from tailor.core.errors import ContentError, UsageError
from tailor.core.events import Cancelled, EditFlagged, Event, Failed, RunStarted
from tailor.core.report import closing_line, not_taken
from tailor.core.requirements import Requirement, parse_hint
from tailor.core.review.events import fold_all
from tailor.core.text import normal, one_line
from tailor.library.formats.registry import SUFFIXES
from tailor.library.lineage import newest, original_of
from tailor.runs.history import StoredRun, load, replay
from tailor.runs.session import RunSession
from tailor.storage import is_there
from tailor.threads import run_to_end
from tailor.workspace import Workspace

NAMES = tuple(STRATEGIES)


@click.command("customize", cls=Command)
@click.argument("file", required=False)
@click.argument("said", metavar="[HINT]", nargs=-1)
@click.option("--hint", default="", help="The HINT; you can also put it after FILE.")
@click.option("--strategy", help=f"{', '.join(NAMES[:-1])} or {NAMES[-1]}.")
@click.option(
    "--prompts", help="Which prompts to use: paper (from the study behind Tailor) or tailor (the default)."
)
@PROVIDER
@click.option(
    "--accept",
    type=click.Choice(["all", "careful", "none"]),
    default="careful",
    show_default=True,
    help="What to accept without asking: everything, everything except what needs a closer look, or nothing.",
)
@click.option("--plain", is_flag=True, help="Decide line by line; ? lists the keys.")
@click.option("--save", is_flag=True, help="Save the result in the library.")
@click.option("--replay", metavar="RUN", help="Play a recording (JSON lines) without using a model.")
@click.option("--no-memory", is_flag=True, help="Do not use the memory.")
@PROFILE
@FORMAT
@FROM
@WAY
@UNUSED
@JSON
@click.pass_obj
def customize(command: CommandContext, /, file: str | None, said: tuple[str, ...], **options: object) -> int:
    """Make FILE fit your situation. The HINT says what is different for you, such as "I have no oven".

    Prints the result. What was changed, what is left for you and what was not understood go to stderr.
    """
    _refuse_unused(file)
    if said and options["hint"]:
        raise UsageError("Give the hint only once: after FILE or with --hint.")
    options["hint"] = " ".join(said) or options["hint"]
    return customized(command, file, CustomizeOptions(**options))  # type: ignore[arg-type]  # click checked them


_ASKING = ("strategy", "prompts", "provider", "base_url", "model", "allow_insecure_http", "profile")


def _refuse_unused(file: str | None) -> None:
    """Raise UsageError for an option that has no effect with the others."""
    if given("plain"):
        refuse_given("with --plain you decide yourself", "accept")
    if given("replay"):
        refuse_given("a recording plays without a model", *_ASKING)
        if file is None:
            refuse_given("no FILE is given with the recording", "from_format", "way", "unused")


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomizeOptions(RunOptions):
    strategy: str | None = None
    replay: str | None = None
    from_format: str | None = None
    way: str | None = None
    unused: str | None = None
    requirements: tuple[Requirement, ...] | None = None
    """Those that the person corrected; None: split hint and profile."""


def _for_the_profile(workspace: Workspace, flags: CustomizeOptions) -> CustomizeOptions:
    """Use the profile in place of a missing hint. UsageError if it is empty too."""
    if not (lines := workspace.profile(flags.profile)):
        raise UsageError('The hint is empty. Say what is different for you, as in --hint "I have no oven".')
    hint = workspace.profile_as_hint(flags.profile)
    return replace(flags, hint=hint, requirements=flags.requirements or parse_hint("", lines))


def _refuse_hint_alone(file: str) -> None:
    """Raise UsageError if only a hint was given; "my soup.txt" is taken as a file."""
    if " " in file.strip() and Path(file).suffix.lower() not in SUFFIXES and not is_there(Path(file)):
        said = one_line(file, 60)
        raise UsageError(
            f'There is no file "{said}". If that is your hint, put the how-to before it: tailor customize '
            f'FILE "{said}".'
        )


def customized(command: CommandContext, file: str | None, flags: CustomizeOptions) -> int:
    """Check the request, run it and finish; return the exit code."""
    format_of(flags.format, flags.json)
    if flags.plain and file == "-":
        raise UsageError("With --plain your answers come from standard input, so FILE cannot be -. Give a path.")
    if flags.replay is not None:
        session, events = _replayed(command, file, Path(flags.replay), flags)
    else:
        session = _session(command, file, flags)
        events = run_to_end(_run(session, flags))
    last = events[-1]
    if isinstance(last, Failed | Cancelled):
        saves = " --plain --save" if flags.save else ""
        again = f" To decide on them: tailor review {last.run}{saves}"
        again = again if last.kept and not session.not_recorded else ""
        whole = [one for one in events if last.kept or not (isinstance(one, EditFlagged) and one.why == "cut_off")]
        for line in filter(None, (not_taken(whole), closing_line(events) + again)):
            say(line)  # a cut-off edit is already part of what is said about the answer
        return Exit.PROVIDER if isinstance(last, Failed) else Exit.CANCELLED
    return decide_and_finish(session, events, fold_all(session.request.procedure, events), flags)


def _session(command: CommandContext, file: str | None, flags: CustomizeOptions) -> RunSession:
    """The requested run, checked. UsageError or ContentError say what is missing."""
    if file is None:
        raise UsageError("Which FILE? Give a path, an id from your library, starter.NAME, or -.")
    if not flags.hint.strip():
        _refuse_hint_alone(file)
        flags = _for_the_profile(command.workspace, flags)
    opened = command.open(file, flags.from_format, way=flags.way, unused=flags.unused)
    say_read(opened, "" if flags.unused else " To leave them out, add --unused drop.")
    workspace = command.workspace
    request = request_of(workspace, opened.procedure, flags, strategy=flags.strategy)
    session = RunSession.of(workspace, replace(request, requirements=flags.requirements))
    session.origin, session.use_lessons = "imported", not flags.no_memory
    begin_record(session)
    session.find_backend = partial(workspace.backend, flags.laid_over(workspace.config, flags.prompts))
    return session


async def _run(session: RunSession, flags: CustomizeOptions) -> tuple[Event, ...]:
    """Run it and return every event; Ctrl+C ends it with a last event."""
    return await listen(session.events(stop=stopped_by_ctrl_c()), flags)


def _replayed(
    command: CommandContext, file: str | None, path: Path, flags: CustomizeOptions
) -> tuple[RunSession, tuple[Event, ...]]:
    """The run of `--replay` as a session that is not recorded again. ContentError if it is another how-to's."""
    events = load(path)
    started = events[0] if events else None
    if not isinstance(started, RunStarted) or started.procedure is None:
        raise ContentError("No how-to was changed in this recording, so there is nothing to replay.")
    if file is not None:
        asked, was = command.open(file, flags.from_format, way=flags.way).procedure, started.procedure
        if (asked.goal, asked.steps, asked.resources) != (was.goal, was.steps, was.resources):
            goal = one_line(was.goal, 60)
            raise ContentError(f'This recording is of another how-to, "{goal}". Leave out FILE to see it.')
    if normal(flags.hint) not in ("", normal(started.hint)):
        raise ContentError(f'In this recording the hint is "{one_line(started.hint, 60)}". Leave out --hint.')
    run_to_end(listen(replay(path), flags))
    kept = StoredRun(id=started.run, path=path, events=events, review=fold_all(started.procedure, events))
    session = RunSession.reopen(command.workspace, kept, origin="imported")
    session.not_recorded, session.use_lessons = "It is already saved.", not flags.no_memory
    return session, events


@click.pass_obj
def _again(command: CommandContext, /, id: str, **options: object) -> int:
    _refuse_unused(id)
    library = command.workspace.library
    saved = library.load(id)
    parent = original_of(library, saved)
    if parent is None or not saved.hint.strip():
        raise ContentError(f"{saved.id} is an original that was never tailored, so there is nothing to do again.")
    original = newest(library, parent)
    library.procedure(original)  # else the error says where it went
    say(f"Asking again about {original}: {saved.hint}")
    again = CustomizeOptions(hint=saved.hint, **options)  # type: ignore[arg-type]  # click checked them
    return customized(command, original, again)


again = Command(
    "again",
    callback=_again,
    params=[
        click.Argument(["id"]),
        *(p for p in customize.params if p.name not in ("file", "said", "hint", "from_format", "way", "unused")),
    ],
    help="Tailor the newest version of ID's original again, with the same hint as before.",
)
