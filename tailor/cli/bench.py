"""`tailor bench`: the papers' experiments for one's own model.

Owns which benches there are. Refuses to import one before it is used.
"""

import sys
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tailor.cli.main import Lazy
from tailor.cli.options import JSON, together
from tailor.cli.output import say
from tailor.core.errors import ContentError, UsageError
from tailor.core.text import counted

if TYPE_CHECKING:
    from memory.client import Memory
    from memory.messages import MemoryRow
    from tailor.config import Config
    from tailor.core.protocols import Model
    from tailor.evaluation.recorded import CallLog
    from tailor.evaluation.runner import BenchProgress
    from tailor.workspace import Workspace

BENCHES: Final[Mapping[str, str]] = {
    "customize": "tailor.cli.bench_customize:bench_customize",
    "generate": "tailor.cli.bench_generate:bench_generate",
    "judge": "tailor.cli.bench_judge:bench_judge",
}
"""Every bench and where it stands."""


class LazyBenches(Lazy):
    """The benches, imported when they are used."""

    @property
    def places(self) -> Mapping[str, str]:
        """Where each stands."""
        return BENCHES


@click.command("bench", cls=LazyBenches)
def bench() -> None:
    """The papers' experiments for your own model: tables, charts, and every call on record.

    A bench that was stopped goes on where it was when the same command is given again.
    """


KEPT: Final = "What is finished is kept: the same command goes on where it stopped."
"""Said after Ctrl+C."""

EVERY: Final = 5.0
"""Seconds between two lines of progress where a person watches."""
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
"""What a bench may cost, and where it is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """The options that every bench has."""

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
        """Whether a model of its own is to judge."""
        return bool(self.judge_model or self.judge_base_url)


def told_folder(file: str | None, flags: BenchOptions) -> Path:
    """The folder of the bench that is to be told again. UsageError where none is named, or CASES beside it."""
    if file is not None or flags.out is None:
        raise UsageError("--replay tells a bench again from its folder: name it with --out, and no CASES.")
    return Path(flags.out)


async def bench_model(workspace: "Workspace", config: "Config") -> "Model | None":
    """The model that these settings name; None for the built-in tailor.

    Raises UsageError as `backend.backend_for` does, ProviderError where a server cannot be asked for its models: a
    bench does not begin what it cannot end.
    """
    return (await workspace.backend(config)).reached().model


async def asked_model(
    workspace: "Workspace", flags: BenchOptions, provider: str | None = None
) -> "tuple[Config, Model | None]":
    """The settings with the flags laid over them, and the model to be measured, as `bench_model` finds it."""
    from tailor.backend import with_flags

    config = with_flags(
        workspace.config,
        provider=provider,
        base_url=flags.base_url,
        model=flags.model,
        allow_insecure_http=flags.allow_insecure_http,
    )
    return config, await bench_model(workspace, config)


async def named_judge(workspace: "Workspace", config: "Config", flags: BenchOptions) -> "Model | None":
    """The model that --judge-model and --judge-base-url name, beside the one that `config` names."""
    from tailor.backend import with_flags

    judging = with_flags(config, provider="server", base_url=flags.judge_base_url, model=flags.judge_model)
    return await bench_model(workspace, judging)


def telling(
    what: str, *, write: Callable[[str], None] = say, clock: Callable[[], float] = time.monotonic
) -> "Callable[[BenchProgress], None]":
    """Tells on stderr how far it is: at the beginning, every few seconds, and at the end."""
    pause = EVERY if sys.stderr.isatty() else EVERY_IN_A_FILE
    last: float | None = None

    def tell(progress: "BenchProgress") -> None:
        nonlocal last
        now = clock()
        if last is None or now - last >= pause or progress.done == progress.total:
            last = now
            write(f"{what}: {progress.done} of {progress.total}{_left(progress)}{_waited(progress)}")

    return tell


def say_record(record: "CallLog") -> None:
    """What was asked until now, and what it cost."""
    cost = f", cost {record.cost:.4f} as the server tells" if record.cost is not None else ""
    faults = f", {record.faults} of them faults" if record.faults else ""
    say(f"The record holds {record.made} calls{faults}, about {record.tokens} tokens{cost}.")
    if record.unread:
        lines = "1 line" if record.unread == 1 else f"{record.unread} lines"
        say(f"{lines} of its file could not be read, being damaged or cut off: those calls do not count.")


def _waited(progress: "BenchProgress") -> str:
    """That it still works, where the next cell takes its time."""
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


MOST_NAMED: Final = 5
"""Rows of a file that cannot be used, named one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """What a bench is about: its cases, and the collection that is its memory (None: the person's own)."""

    cases: "tuple[MemoryRow, ...]"
    domain: str = ""
    collection: str | None = None
    rows: "tuple[MemoryRow, ...]" = ()
    """The memory of a preset, to be written down as a collection."""
    says: str = ""
    """What a preset's data are, for the report."""


def data_of(file: str, *, preset: str | None, part: str, memory: str | None) -> Data:
    """The cases and their memory; rows that cannot be used are named and left out."""
    from tailor.evaluation.generation_cases import preset_named, read_goals, split

    if preset is not None:
        if memory is not None:
            raise UsageError("A preset brings its own memory; leave --memory out.")
        known = preset_named(preset)
        parted = split(known, Path(file))
        _say_bad([f"{row.where}: {row.why}" for row in parted.bad], file)
        cases = parted.test if part == "test" else parted.validation
        says = f"Data: {Path(file).name} as {known.name}, {part} part. {parted.says}".strip()
        return Data(cases=cases, domain=known.domain, rows=parted.memory, says=says)
    found = read_goals(Path(file))
    _say_bad([f"line {row.number}: {row.why}" for row in found.bad], file)
    if not found.cases:
        raise ContentError(f"There is no case in {file}. A case has a goal, and may have resources and steps.")
    return Data(cases=found.cases, collection=memory)


def _say_bad(bad: list[str], file: str) -> None:
    if bad:
        more = f"\n  and {len(bad) - MOST_NAMED} more" if len(bad) > MOST_NAMED else ""
        rows = "1 row" if len(bad) == 1 else f"{len(bad)} rows"
        say(f"{rows} of {file} left out, being no case:\n  " + "\n  ".join(bad[:MOST_NAMED]) + more)


@asynccontextmanager
async def memory_of(workspace: "Workspace", folder: Path, data: Data) -> "AsyncGenerator[Memory, None]":
    """The person's memory, or one in the bench's folder that holds the collection alone."""
    if data.collection is None and not data.rows:
        async with workspace.open_memory() as memory:
            yield memory
        return
    from tailor.evaluation import generate_bench as bench_memory
    from tailor.evaluation.folder import write_records

    collection = data.collection
    if collection is None:
        collection = str(folder / "memory.jsonl")
        write_records(Path(collection), data.rows)
    async with workspace.open_memory(folder / bench_memory.OWN) as memory:
        done = await bench_memory.filled_with(memory, collection, data.domain)
        if done.bad:
            say(f"{counted(done.bad, 'row')} of {collection} could not be taken into the memory.")
        yield memory
