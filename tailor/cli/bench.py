"""`tailor bench`: the papers' experiments for one's own model. Options, models and progress that all benches
share.

Each bench is imported when it is used.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tailor.backend import with_flags
from tailor.cli.input import JSON, together
from tailor.cli.main import Lazy
from tailor.cli.output import Exit, exit_of, say, say_error
from tailor.core.errors import UsageError

if TYPE_CHECKING:
    from tailor.config import Config
    from tailor.core.protocols import Model
    from tailor.evaluation.recorded import CallLog
    from tailor.evaluation.runner import BenchProgress, Stopped
    from tailor.workspace import Workspace

BENCHES: Final[Mapping[str, str]] = {
    "customize": "tailor.cli.bench_customize:bench_customize",
    "generate": "tailor.cli.bench_generate:bench_generate",
    "judge": "tailor.cli.bench_judge:bench_judge",
}
"""Every bench with the place of its command."""


class LazyBenches(Lazy):
    """The benches, each imported when it is used."""

    @property
    def places(self) -> Mapping[str, str]:
        """The place of each command."""
        return BENCHES


@click.command("bench", cls=LazyBenches)
def bench() -> None:
    """The papers' experiments for your own model: tables, charts, and every call on record.

    A bench that was stopped goes on where it was when the same command is given again.
    """


KEPT: Final = "What is finished is kept: the same command goes on where it stopped."
"""Said after Ctrl+C."""

EVERY: Final = 5.0
"""Seconds between two lines of progress in a terminal."""
EVERY_IN_A_FILE: Final = 60.0

BENCH: Final = together(
    click.option(
        "--max-calls", type=click.IntRange(min=1), default=None, help="Most calls, earlier runs counted in."
    ),
    click.option(
        "--max-tokens", type=click.IntRange(min=1), default=None, help="Most tokens, earlier runs counted in."
    ),
    click.option(
        "--at-once",
        type=click.IntRange(1, 64),
        default=None,
        help="Calls at once; 1 on this computer, 4 elsewhere.",
    ),
    click.option("--out", default=None, metavar="DIR", help="Where everything is kept; the data folder else."),
    click.option("--replay", is_flag=True, help="Tell the bench in --out again from its record: nobody is asked."),
    JSON,
)
"""What a bench may spend, and where it is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """The options of every bench."""

    samples: int
    limit: int | None
    longest_answer: int | None
    judge_model: str | None
    judge_base_url: str | None
    base_url: str | None
    model: str | None
    allow_insecure_http: bool
    max_calls: int | None
    max_tokens: int | None
    at_once: int | None
    out: str | None
    replay: bool
    json: bool

    @property
    def names_judge(self) -> bool:
        """Whether a second model judges."""
        return bool(self.judge_model or self.judge_base_url)


def told_folder(file: str | None, flags: BenchOptions) -> Path:
    """The folder to replay. UsageError where --out is missing, or CASES is given too."""
    if file is not None or flags.out is None:
        raise UsageError("--replay tells a bench again from its folder: name it with --out, and no CASES.")
    return Path(flags.out)


async def bench_model(workspace: "Workspace", config: "Config") -> "Model | None":
    """The model that these settings name; None for the built-in tailor.

    Raises UsageError as `backend.backend_for` does, and ProviderError where a server cannot be asked for its
    models, so that a bench does not begin what it cannot finish.
    """
    return (await workspace.backend(config)).reached().model


async def asked_model(
    workspace: "Workspace", flags: BenchOptions, provider: str | None = None
) -> "tuple[Config, Model | None]":
    """The settings with the flags applied, and the model to measure, as from `bench_model`."""
    config = with_flags(
        workspace.config,
        provider=provider,
        base_url=flags.base_url,
        model=flags.model,
        allow_insecure_http=flags.allow_insecure_http,
    )
    return config, await bench_model(workspace, config)


async def named_judge(workspace: "Workspace", config: "Config", flags: BenchOptions) -> "Model | None":
    """The model of --judge-model and --judge-base-url; `config` supplies the rest."""
    judging = with_flags(config, provider="server", base_url=flags.judge_base_url, model=flags.judge_model)
    return await bench_model(workspace, judging)


def telling(
    what: str, *, write: Callable[[str], None] = say, clock: Callable[[], float] = time.monotonic
) -> "Callable[[BenchProgress], None]":
    """Reports progress on stderr: at the beginning, every few seconds, and at the end."""
    pause = EVERY if sys.stderr.isatty() else EVERY_IN_A_FILE
    last: float | None = None

    def tell(progress: "BenchProgress") -> None:
        nonlocal last
        now = clock()
        if last is None or now - last >= pause or progress.done == progress.total:
            last = now
            write(f"{what}: {progress.done} of {progress.total}{_left(progress)}{_waited(progress)}")

    return tell


def finished(stopped: "Stopped | None") -> Exit:
    """Says why the bench stopped early, if it did, and gives the exit code."""
    if stopped is None:
        return Exit.DONE
    say_error(stopped)
    return exit_of(stopped)


async def watched(run: Awaitable[None], record: "CallLog") -> "Stopped | None":
    """Awaits the run and tells what the record then holds; returns why it stopped early, if it did."""
    from tailor.evaluation.runner import Stopped

    try:
        await run
    except Stopped as error:
        return error
    except asyncio.CancelledError:  # Ctrl+C
        say(KEPT)
        raise
    finally:
        say_record(record)
    return None


def say_record(record: "CallLog") -> None:
    """Says how many calls were made and what they cost."""
    cost = f", cost {record.cost:.4f} as the server tells" if record.cost is not None else ""
    faults = f", {record.faults} of them faults" if record.faults else ""
    say(f"The record holds {record.made} calls{faults}, about {record.tokens} tokens{cost}.")
    if record.unread:
        lines = "1 line" if record.unread == 1 else f"{record.unread} lines"
        say(f"{lines} of its file could not be read, being damaged or cut off: those calls do not count.")


def _waited(progress: "BenchProgress") -> str:
    since = "so far" if progress.left is None else "since the last"
    return f" ({progress.waited:.0f} s {since})" if progress.waited >= 1 else ""


def _left(progress: "BenchProgress") -> str:
    if progress.left is None or progress.done == progress.total:
        return ""
    seconds = progress.left
    if seconds < 90:
        return f", about {max(1, round(seconds))} s left"
    if seconds < 5_400:
        return f", about {round(seconds / 60)} min left"
    return f", about {seconds / 3600:.1f} h left"
