"""What `tailor bench generate` is about: its cases, and the memory that is drawn on.

Owns reading the file that is named, as cases or as one of the study's data sets, and opening the memory. Refuses
to run anything.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tailor.cli.out import say
from tailor.core.errors import ContentError, UsageError
from tailor.core.text import counted

if TYPE_CHECKING:
    from memory.client import Memory
    from memory.messages import Kept
    from tailor.workspace import Setup

MOST_NAMED: Final = 5
"""Rows of a file that cannot be used, named one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """What a bench is about: its cases, and the collection that is its memory (None: the person's own)."""

    cases: "tuple[Kept, ...]"
    domain: str = ""
    collection: str | None = None
    rows: "tuple[Kept, ...]" = ()
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
async def memory_of(setup: "Setup", folder: Path, data: Data) -> "AsyncGenerator[Memory, None]":
    """The person's memory, or one in the bench's folder that holds the collection alone."""
    from tailor.workspace import opened

    if data.collection is None and not data.rows:
        async with opened(setup) as memory:
            yield memory
        return
    from tailor.evaluation import generate_bench as bench_memory
    from tailor.evaluation.generation_cases import write_goals

    collection = data.collection
    if collection is None:
        collection = str(folder / "memory.jsonl")
        write_goals(Path(collection), data.rows)
    async with opened(setup, folder / bench_memory.OWN) as memory:
        done = await bench_memory.filled_with(memory, collection, data.domain)
        if done.bad:
            say(f"{counted(done.bad, 'row')} of {collection} could not be taken into the memory.")
        yield memory
