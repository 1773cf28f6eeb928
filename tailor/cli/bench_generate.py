"""`tailor bench generate`: every method of generation against one, for one's own model, over the
memory's client.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click

from memory.client import Memory
from memory.messages import BadRow, MemoryRow
from tailor.agents.prompts import PromptSet
from tailor.cli.bench import BENCH, BenchOptions, asked_model, finished, named_judge, telling, told_folder, watched
from tailor.cli.input import SERVER, CommandContext
from tailor.cli.output import put, put_json, say
from tailor.core.codec import to_object
from tailor.core.errors import ContentError, UsageError
from tailor.core.protocols import Model
from tailor.core.text import counted
from tailor.evaluation.folder import alone, laid, lay, usual_folder, write_records
from tailor.evaluation.generate_bench import (
    OWN,
    GenerateBench,
    GeneratePlan,
    How,
    filled_with,
    looked_through,
    methods_named,
)
from tailor.evaluation.generation_cases import preset_named, read_goals, refuse, split
from tailor.evaluation.pairs import generate_report
from tailor.evaluation.report import publish, report_as_text
from tailor.evaluation.runner import Budget, Stopped
from tailor.runs.generate import GenerateRequest, check
from tailor.workspace import Workspace


@click.command("generate")
@click.argument("file", required=False, metavar="CASES")
@click.option("--preset", default=None, help="The study's data: recipenlg, lcstep or champ; CASES is its file.")
@click.option(
    "--part", type=click.Choice(("test", "validation")), default="test", show_default=True, help="Of it."
)
@click.option("--method", "methods", multiple=True, metavar="M", help="To compare; all. Repeatable.")
@click.option("--against", default="aag", show_default=True, metavar="M", help="What each is compared with.")
@click.option("--prompts", multiple=True, metavar="P", help="paper, tailor; your setting else. Repeatable.")
@click.option("--samples", type=click.IntRange(1, 1_000), default=1, show_default=True, help="Runs of each case.")
@click.option("--limit", type=click.IntRange(min=1), default=None, help="Only so many cases, the first ones.")
@click.option("--memory", default=None, metavar="FILE", help="Draw on this collection alone; your memory else.")
@click.option("--domain", default="", help="everyday, recipe, maths or langchain; told by the case else.")
@click.option("--references", "k", type=int, default=3, show_default=True, help="Procedures to lean on.")
@click.option("--questions", "n", type=int, default=4, show_default=True, help="Questions to look up, at most.")
@click.option("--rounds", "t", type=int, default=3, show_default=True, help="Rounds of the critic, at most.")
@click.option("--temperature", type=click.FloatRange(0, 2), default=0.7, show_default=True, help="Of writing.")
@click.option("--longest-answer", type=click.IntRange(min=1), default=None, help="Most tokens of one answer.")
@click.option("--judge-model", default=None, help="The model that compares; the same model else.")
@click.option("--judge-base-url", default=None, help="Its server; the same server else.")
@SERVER
@BENCH
@click.pass_context
def bench_generate(context: click.Context, /, file: str | None, **options: object) -> None:
    """Have a model write CASES (JSON lines: goal, resources, steps) with every method, and compare each with aag.

    The steps are only there to make sure that your memory does not hold a case already. Prints tables; they, the
    charts (SVG) and every call are kept in a folder. Give the same command again to go on after a stop.
    """
    command = context.ensure_object(CommandContext)
    context.exit(asyncio.run(_bench(command.workspace, file, BenchGenerateOptions(**options))))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchGenerateOptions(BenchOptions):
    """The command's options."""

    preset: str | None
    part: str
    methods: tuple[str, ...]
    against: str
    prompts: tuple[str, ...]
    memory: str | None
    domain: str
    k: int
    n: int
    t: int
    temperature: float


async def _bench(workspace: Workspace, file: str | None, flags: BenchGenerateOptions) -> int:
    """Replays the bench, or begins or continues it; returns the exit code."""
    return finished(await (_told_again(file, flags) if flags.replay else _asked_now(workspace, file, flags)))


async def _told_again(file: str | None, flags: BenchGenerateOptions) -> Stopped | None:
    """Replays the bench in the folder, without model and memory."""
    folder = told_folder(file, flags)
    plan = laid(folder, GeneratePlan)
    with alone(folder):
        return await _run(GenerateBench(folder, plan, None, None), flags)


async def _asked_now(workspace: Workspace, file: str | None, flags: BenchGenerateOptions) -> Stopped | None:
    """Runs a new bench, or continues one."""
    if file is None:
        raise UsageError("Name the file of CASES: one JSON object a line with goal, resources and steps.")
    plan, data = _plan(workspace, file, flags)
    model, judge = await _models(workspace, flags)
    plan = replace(plan, model=model.name, host=model.host, judge=judge.name)
    folder = Path(flags.out or usual_folder(workspace.paths.data, "generate", Path(file).stem, plan.asked()))
    with alone(folder):
        async with memory_of(workspace, folder, data) as memory:
            held, leaks = await looked_through(memory, plan.cases[: plan.limit])
            refuse(leaks)
            plan = replace(plan, memory=held)
            lay(folder, plan)
            say(f"Everything is kept in {folder}. {_what_it_takes(plan)}")
            budget = Budget(flags.max_calls, flags.max_tokens)
            bench = GenerateBench(folder, plan, model, memory, judge, budget=budget, at_once=flags.at_once)
            return await _run(bench, flags)


def _plan(workspace: Workspace, file: str, flags: BenchGenerateOptions) -> "tuple[GeneratePlan, Data]":
    """The plan without its models, and the data. UsageError, NotFoundError, ContentError."""
    methods = methods_named(flags.methods, flags.against)
    how = _how(flags)
    sets: list[PromptSet] = []
    for name in dict.fromkeys(flags.prompts or (workspace.config.prompts,)):
        known: PromptSet = "paper" if name == "paper" else "tailor"
        check(
            GenerateRequest(goal="x", prompts=name, k=how.k, n=how.n, t=how.t, domain=how.domain)  # type: ignore[arg-type]  # this checks it
        )
        sets.append(known)
    data = data_of(file, preset=flags.preset, part=flags.part, memory=flags.memory)
    how = replace(how, domain=how.domain or data.domain)
    return GeneratePlan(
        cases=data.cases,
        methods=methods,
        against=flags.against,
        prompts=tuple(sets),
        samples=flags.samples,
        limit=flags.limit,
        how=how,
        data=data.says,
    ), data


def _how(flags: BenchGenerateOptions) -> How:
    return How(
        k=flags.k,
        n=flags.n,
        t=flags.t,
        temperature=flags.temperature,
        domain=flags.domain,
        longest_answer=flags.longest_answer,
    )


async def _models(workspace: Workspace, flags: BenchGenerateOptions) -> tuple[Model, Model]:
    """The model to measure, and the one that compares."""
    config, model = await asked_model(workspace, flags)
    if model is None:
        raise UsageError(
            "Methods differ in how they ask a model, and none is connected. Give --base-url, as in --base-url "
            "http://localhost:11434/v1, or set it once: tailor config set provider.base_url URL"
        )
    if not flags.names_judge:
        return model, model
    return model, await named_judge(workspace, config, flags) or model


def _what_it_takes(plan: GeneratePlan) -> str:
    low, high = plan.calls
    cases = len(plan.cases[: plan.limit])
    calls = f"{low}" if low == high else f"{low} to {high}"
    return f"{cases} {'case' if cases == 1 else 'cases'}: {calls} calls to {plan.model} at {plan.host}."


async def _run(bench: GenerateBench, flags: BenchGenerateOptions) -> Stopped | None:
    """Runs it and prints the tables if it found anything; returns why it stopped early, if it did."""
    stopped = await watched(bench.run(telling("Runs and comparisons")), bench.record)
    if bench.written:
        _print(bench, flags)
    return stopped


def _print(bench: GenerateBench, flags: BenchGenerateOptions) -> None:
    """Prints the tables, or with --json each pair's outcome and votes; writes tables and charts into
    the folder.
    """
    plan = bench.plan
    notes = (plan.data,) if plan.data else ()
    report = generate_report(bench.written, bench.pairs, plan.against, plan.judge or "", plan.how.domain, notes)
    if not flags.json:
        put(report_as_text(report))
    for pair in bench.pairs if flags.json else ():
        put_json(
            {**to_object(pair), "outcome": pair.outcome, "against": plan.against, "judged_by": "model-judged"}
        )
    publish(report, bench.folder)  # last: tables that cannot be written down are printed all the same


MOST_NAMED: Final = 5
"""Unusable rows of a file that are named one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """The cases of a bench, and the collection that is its memory (None: the person's own)."""

    cases: tuple[MemoryRow, ...]
    domain: str = ""
    collection: str | None = None
    rows: tuple[MemoryRow, ...] = ()
    """The memory of a preset, to be written as a collection."""
    says: str = ""
    """A sentence on a preset's data, for the report."""


def data_of(file: str, *, preset: str | None, part: str, memory: str | None) -> Data:
    """The cases and their memory; unusable rows are named and left out."""
    if preset is not None:
        if memory is not None:
            raise UsageError("A preset brings its own memory; leave --memory out.")
        known = preset_named(preset)
        parted = split(known, Path(file))
        _say_bad(parted.bad, file)
        cases = parted.test if part == "test" else parted.validation
        says = f"Data: {Path(file).name} as {known.name}, {part} part. {parted.says}".strip()
        return Data(cases=cases, domain=known.domain, rows=parted.memory, says=says)
    found = read_goals(Path(file))
    _say_bad(found.bad, file)
    if not found.cases:
        raise ContentError(f"There is no case in {file}. A case has a goal, and may have resources and steps.")
    return Data(cases=found.cases, collection=memory)


def _say_bad(bad: Sequence[BadRow], file: str) -> None:
    if bad:
        more = f"\n  and {len(bad) - MOST_NAMED} more" if len(bad) > MOST_NAMED else ""
        named = [f"{row.where}: {row.why}" for row in bad[:MOST_NAMED]]
        rows = "1 row" if len(bad) == 1 else f"{len(bad)} rows"
        say(f"{rows} of {file} left out, being no case:\n  " + "\n  ".join(named) + more)


@asynccontextmanager
async def memory_of(workspace: Workspace, folder: Path, data: Data) -> AsyncGenerator[Memory, None]:
    """The person's memory, or one in the bench's folder with this collection alone."""
    if data.collection is None and not data.rows:
        async with workspace.open_memory() as memory:
            yield memory
        return

    collection = data.collection
    if collection is None:
        collection = str(folder / "memory.jsonl")
        write_records(Path(collection), data.rows)
    async with workspace.open_memory(folder / OWN) as memory:
        done = await filled_with(memory, collection, data.domain)
        if done.bad:
            say(f"{counted(done.bad, 'row')} of {collection} could not be taken into the memory.")
        yield memory
