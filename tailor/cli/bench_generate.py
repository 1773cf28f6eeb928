"""`tailor bench generate`: compare every method of generation with one of them, on the person's model."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import click

from memory.client import Memory
from memory.messages import BadRow, MemoryRow
from tailor.agents.prompts import PromptSet
from tailor.cli.bench import BENCH, BenchOptions, needed_model, on_record, put_report, say_left_out, telling
from tailor.cli.console import say
from tailor.cli.options import SERVER, Command, CommandContext, refuse_given
from tailor.core.codec import to_object
from tailor.core.errors import ContentError, UsageError
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
from tailor.evaluation.runner import BenchStopped, Budget
from tailor.runs.generate import GenerateRequest, check
from tailor.threads import run_to_end
from tailor.workspace import Workspace


@click.command("generate", cls=Command)
@click.argument("file", required=False, metavar="CASES")
@click.option("--preset", help="The study's data: recipenlg, lcstep or champ; CASES is the file with it.")
@click.option(
    "--part",
    type=click.Choice(("test", "validation")),
    default="test",
    show_default=True,
    help="Which part of it.",
)
@click.option(
    "--method", "methods", multiple=True, metavar="M", help="A method to compare; all if not given. Repeatable."
)
@click.option(
    "--against", default="aag", show_default=True, metavar="M", help="The method that each is compared with."
)
@click.option(
    "--prompts", multiple=True, metavar="P", help="paper, tailor; your setting if not given. Repeatable."
)
@click.option("--samples", type=click.IntRange(1, 1_000), default=1, show_default=True, help="Runs per case.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first so many cases.")
@click.option("--memory", metavar="FILE", help="Use this collection alone; your memory if not given.")
@click.option(
    "--domain", default="", help="everyday, recipe, maths or langchain; what the case says if not given."
)
@click.option("--references", "k", type=int, default=3, show_default=True, help="How-tos to build on.")
@click.option("--questions", "n", type=int, default=4, show_default=True, help="Questions to look up, at most.")
@click.option("--rounds", "t", type=int, default=3, show_default=True, help="Rounds of checking, at most.")
@click.option(
    "--temperature",
    type=click.FloatRange(0, 2),
    default=0.7,
    show_default=True,
    help="How freely the model writes.",
)
@click.option("--longest-answer", type=click.IntRange(min=1), help="The most tokens that one answer may have.")
@click.option("--judge-model", help="The model that compares; the same model if not given.")
@click.option("--judge-base-url", help="Its server; the same server if not given.")
@SERVER
@BENCH
@click.pass_obj
def bench_generate(command: CommandContext, /, file: str | None, **options: object) -> None:
    """Have a model write CASES (JSON lines: goal, resources, steps) with every method, and compare each with aag.

    The steps are only there to make sure that your memory does not hold a case already. Prints tables; they, the
    charts (SVG) and every call are kept in a folder. Give the same command again to go on after a stop.
    """
    run_to_end(_bench(command.workspace, file, BenchGenerateOptions(**options)))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchGenerateOptions(BenchOptions):
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


async def _bench(workspace: Workspace, file: str | None, flags: BenchGenerateOptions) -> None:
    """Replay the bench without model and memory, or start or continue it. BenchStopped if jobs are left."""
    if flags.replay:
        folder = flags.told_folder(file)
        plan = laid(folder, GeneratePlan)
        with alone(folder):
            await _run(GenerateBench(folder, plan, None, None), flags)
        return
    if file is None:
        raise UsageError("Name the file of CASES: one JSON object per line, with goal, resources and steps.")
    if flags.preset is None:
        refuse_given("--part is one of a --preset", "part")
    plan, data = _plan(workspace, file, flags)
    model = await needed_model(
        workspace, flags.laid_over(workspace.config), "Methods differ in how they ask a model"
    )
    judge = (await flags.named_judge(workspace) or model) if flags.names_judge else model
    plan = replace(plan, model=model.name, host=model.host, judge=judge.name)
    folder = Path(flags.out or usual_folder(workspace.paths.data, "generate", Path(file).stem, plan.asked()))
    with alone(folder):
        async with memory_of(workspace, folder, data) as memory:
            held, leaks = await looked_through(memory, plan.cases[: plan.limit])
            refuse(leaks)
            plan = replace(plan, memory=held)
            lay(folder, plan)
            low, high = plan.calls
            calls = f"{low}" if low == high else f"{low} to {high}"
            cases = counted(len(plan.cases[: plan.limit]), "case")
            say(f"Everything is kept in {folder}. {cases}: {calls} calls to {plan.model} at {plan.host}.")
            budget = Budget(flags.max_calls, flags.max_tokens)
            bench = GenerateBench(folder, plan, model, memory, judge, budget=budget, at_once=flags.at_once)
            await _run(bench, flags)


async def _run(bench: GenerateBench, flags: BenchGenerateOptions) -> None:
    """Run the bench and print the tables if there are results, or with --json each pair's outcome and votes."""
    stopped, plan = None, bench.plan
    with on_record(bench.record):
        try:
            await bench.run(telling("Runs and comparisons"))
        except BenchStopped as error:
            stopped = error
    if bench.written:
        notes = (plan.data,) if plan.data else ()
        report = generate_report(
            bench.written, bench.pairs, plan.against, plan.judge or "", plan.how.domain, notes
        )
        told = {"against": plan.against, "judged_by": "model-judged"}
        pairs = ({**to_object(pair), "outcome": pair.outcome, **told} for pair in bench.pairs)
        put_report(report, bench.folder, pairs, flags.json)
    if stopped is not None:
        raise stopped


def _plan(workspace: Workspace, file: str, flags: BenchGenerateOptions) -> "tuple[GeneratePlan, Data]":
    """The plan without its models, and the data. UsageError, NotFoundError, ContentError."""
    methods = methods_named(flags.methods, flags.against)
    sets = cast(tuple[PromptSet, ...], tuple(dict.fromkeys(flags.prompts or (workspace.config.prompts,))))
    for name in sets:
        check(GenerateRequest(goal="x", prompts=name, k=flags.k, n=flags.n, t=flags.t, domain=flags.domain))
    data = _data_of(file, preset=flags.preset, part=flags.part, memory=flags.memory)
    how = How(
        k=flags.k,
        n=flags.n,
        t=flags.t,
        temperature=flags.temperature,
        domain=flags.domain or data.domain,
        longest_answer=flags.longest_answer,
    )
    plan = GeneratePlan(
        cases=data.cases,
        methods=methods,
        against=flags.against,
        prompts=sets,
        samples=flags.samples,
        limit=flags.limit,
        how=how,
        data=data.says,
    )
    return plan, data


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """The cases of a bench, and the collection to use as its memory (None: the person's own memory)."""

    cases: tuple[MemoryRow, ...]
    domain: str = ""
    collection: str | None = None
    rows: tuple[MemoryRow, ...] = ()
    """The memory of a preset, to be written as a collection."""
    says: str = ""
    """A sentence about a preset's data, for the report."""


def _data_of(file: str, *, preset: str | None, part: str, memory: str | None) -> Data:
    """The cases and their memory; unusable rows are reported and left out."""
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
    say_left_out(
        [f"{row.where}: {row.why}" for row in bad],
        f"{counted(len(bad), 'row')} of {file} left out, {'not a case' if len(bad) == 1 else 'not cases'}",
    )


@asynccontextmanager
async def memory_of(workspace: Workspace, folder: Path, data: Data) -> AsyncGenerator[Memory, None]:
    """Open the person's memory, or one in the bench's folder with only this collection."""
    if data.collection is None and not data.rows:
        async with workspace.open_memory() as memory:
            yield memory
        return
    collection = data.collection or str(folder / "memory.jsonl")
    if data.rows:
        write_records(Path(collection), data.rows)
    async with workspace.open_memory(folder / OWN) as memory:
        done = await filled_with(memory, collection, data.domain)
        if done.bad:
            say(f"{counted(done.bad, 'row')} of {collection} could not be added to the memory.")
        yield memory
