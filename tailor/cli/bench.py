"""Shared by the `tailor bench` commands: options, the model to measure, progress, and how a bench ends."""

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tailor.backend import ServerOptions
from tailor.cli.console import put, put_json, say
from tailor.cli.options import JSON, refuse_others, together
from tailor.core.errors import UsageError
from tailor.core.text import counted
from tailor.evaluation.report import Report, publish, report_as_text

if TYPE_CHECKING:
    from tailor.config import Config
    from tailor.core.procedure import Json
    from tailor.core.protocols import Model
    from tailor.evaluation.recorded import CallLog
    from tailor.evaluation.runner import BenchProgress
    from tailor.workspace import Workspace

MOST_NAMED: Final = 5
"""Most unusable rows of a file that are listed."""
EVERY: Final = 5.0
"""Seconds between two progress lines in a terminal."""
EVERY_IN_A_FILE: Final = 60.0

BENCH: Final = together(
    click.option(
        "--max-calls", type=click.IntRange(min=1), help="The most calls to make, including earlier ones."
    ),
    click.option(
        "--max-tokens", type=click.IntRange(min=1), help="The most tokens to use, including earlier ones."
    ),
    click.option(
        "--at-once",
        type=click.IntRange(1, 64),
        default=None,
        help="Calls at once; 1 on this computer, 4 elsewhere.",
    ),
    click.option("--out", metavar="DIR", help="Where everything is kept; the data folder if not given."),
    click.option(
        "--replay", is_flag=True, help="Show the bench in --out again from its record; no model is asked."
    ),
    JSON,
)
"""What a bench may spend, and where it is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions(ServerOptions):
    samples: int
    limit: int | None
    longest_answer: int | None
    judge_model: str | None
    judge_base_url: str | None
    max_calls: int | None
    max_tokens: int | None
    at_once: int | None
    out: str | None
    replay: bool
    json: bool

    @property
    def names_judge(self) -> bool:
        return bool(self.judge_model or self.judge_base_url)

    def told_folder(self, file: str | None) -> Path:
        """The folder to replay. UsageError if --out is missing or CASES is given too."""
        if file is not None or self.out is None:
            raise UsageError("--replay shows a bench again from its folder: name it with --out, and no CASES.")
        refuse_others("--replay shows what is on record", "replay", "out", "margin", "json")
        return Path(self.out)

    async def measured(self, workspace: "Workspace") -> "Model | None":
        """The model to measure, as from `bench_model`."""
        return await bench_model(workspace, self.laid_over(workspace.config))

    async def named_judge(self, workspace: "Workspace") -> "Model | None":
        """The model of --judge-model and --judge-base-url; the other options and the settings supply the rest."""
        judge = ServerOptions(provider="server", base_url=self.judge_base_url, model=self.judge_model)
        return await bench_model(workspace, judge.laid_over(self.laid_over(workspace.config)))


async def bench_model(workspace: "Workspace", config: "Config") -> "Model | None":
    """The model that these settings name; None for the built-in tailor. UsageError as in `backend.backend_for`.

    ProviderError if the server cannot be asked, so that a bench does not start what it cannot finish.
    """
    return (await workspace.backend(config)).reached().model


async def needed_model(workspace: "Workspace", config: "Config", why: str) -> "Model":
    """Like `bench_model`, but UsageError if there is none; `why` says why one is needed."""
    if (model := await bench_model(workspace, config)) is None:
        raise UsageError(
            f"{why}, and none is connected. Give --base-url, as in --base-url http://localhost:11434/v1, "
            "or set it once: tailor config set provider.base_url URL"
        )
    return model


def say_left_out(rows: list[str], head: str) -> None:
    """Say which rows of a file are left out, listing the first few; nothing if there are none."""
    if rows:
        more = f"\n  and {len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else ""
        say(f"{head}:\n  " + "\n  ".join(rows[:MOST_NAMED]) + more)


def telling(what: str) -> "Callable[[BenchProgress], None]":
    """Return a reporter of progress on stderr: at the start, every few seconds, and at the end."""
    pause = EVERY if sys.stderr.isatty() else EVERY_IN_A_FILE
    last: float | None = None

    def tell(progress: "BenchProgress") -> None:
        nonlocal last
        now = time.monotonic()
        if last is None or now - last >= pause or progress.done == progress.total:
            last = now
            say(f"{what}: {progress.done} of {progress.total}{_times(progress)}")

    return tell


def _times(progress: "BenchProgress") -> str:
    """The time left, and the time spent waiting for servers, in words."""
    seconds, left = progress.left, ""
    if seconds is not None and progress.done != progress.total:
        if seconds < 90:
            left = f", about {max(1, round(seconds))} s left"
        elif seconds < 5_400:
            left = f", about {round(seconds / 60)} min left"
        else:
            left = f", about {seconds / 3600:.1f} h left"
    since = "so far" if seconds is None else "since the last"
    return left + (f" ({progress.waited:.0f} s {since})" if progress.waited >= 1 else "")


@contextlib.contextmanager
def on_record(record: "CallLog") -> Iterator[None]:
    """Wrap a running bench: say at the end how many calls it made at what cost; on Ctrl+C, that they are kept."""
    try:
        yield
    except asyncio.CancelledError:
        say("What is finished is kept: the same command continues where it stopped.")
        raise
    finally:
        cost = f", cost {record.cost:.4f} as the server says" if record.cost is not None else ""
        faults = f", {record.faults} of which failed" if record.faults else ""
        say(f"The record holds {record.made} calls{faults}, about {record.tokens} tokens{cost}.")
        if record.unread:
            lines = counted(record.unread, "line")
            say(f"{lines} of its file could not be read, because of damage: those calls do not count.")


def put_report(report: Report, folder: Path, rows: "Iterable[Json]", json: bool) -> None:
    """Print the tables, or with --json the rows; write tables and charts to the folder."""
    if json:
        for row in rows:
            put_json(row)
    else:
        put(report_as_text(report))
    publish(report, folder)  # last: tables that cannot be saved are still printed
