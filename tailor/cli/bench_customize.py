"""`tailor bench customize`: cases × strategies × prompt sets × samples, for one's own model."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

import click

from tailor.agents.strategies import STRATEGIES
from tailor.cli.bench import BENCH, BenchOptions, asked_model, finished, named_judge, telling, told_folder, watched
from tailor.cli.input import PROVIDER, CommandContext
from tailor.cli.output import put, put_json, say
from tailor.core.codec import to_json
from tailor.core.errors import ContentError, UsageError
from tailor.core.protocols import Model
from tailor.core.text import counted
from tailor.evaluation.cases import read_cases
from tailor.evaluation.customize_bench import MARGIN, CustomizeBench, CustomizePlan
from tailor.evaluation.folder import JUDGEMENTS_FILE, alone, laid, lay, usual_folder
from tailor.evaluation.judging import read_judgements
from tailor.evaluation.report import publish, report_as_text
from tailor.evaluation.runner import Budget, Stopped
from tailor.evaluation.tables import report_of
from tailor.workspace import Workspace

MOST_NAMED = 5
"""Unusable rows of a file that are named one by one."""


@click.command("customize")
@click.argument("file", required=False, metavar="CASES")
@click.option(
    "--strategy", "strategies", multiple=True, metavar="S", help=f"{', '.join(STRATEGIES)}; all. Repeatable."
)
@click.option(
    "--prompts",
    multiple=True,
    metavar="P",
    help="paper, tailor, or tailor without parts of it, as in tailor-examples-reasons; the first two. Repeatable.",
)
@click.option("--samples", type=click.IntRange(1, 1_000), default=1, show_default=True, help="Runs of each case.")
@click.option(
    "--temperature", type=click.FloatRange(0, 2), default=None, help="For all calls; as the prompts say else."
)
@click.option("--longest-answer", type=click.IntRange(min=1), default=None, help="Most tokens of one answer.")
@click.option("--limit", type=click.IntRange(min=1), default=None, help="Only so many cases, the first ones.")
@click.option("--with-builtin", is_flag=True, help="A row for the built-in tailor beside the model's.")
@click.option("--judge", is_flag=True, help="Let a model judge; every table then says model-judged.")
@click.option("--judge-model", default=None, help="The judging model; the same model else.")
@click.option("--judge-base-url", default=None, help="Its server; the same server else.")
@click.option("--margin", type=click.FloatRange(0, 1), default=None, help="For cases with two options; 0.25.")
@PROVIDER
@BENCH
@click.pass_context
def bench_customize(context: click.Context, /, file: str | None, **options: object) -> None:
    """Put a model through CASES (JSON lines: goal, steps, hint) with every strategy and prompt set.

    Prints tables; they, the charts (SVG) and every call are kept in a folder. Give the same command again to go on
    after a stop.
    """
    command = context.ensure_object(CommandContext)
    context.exit(asyncio.run(_bench(command.workspace, file, BenchCustomizeOptions(**options))))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchCustomizeOptions(BenchOptions):
    """The command's options."""

    strategies: tuple[str, ...]
    prompts: tuple[str, ...]
    temperature: float | None
    with_builtin: bool
    judge: bool
    margin: float | None
    provider: str | None


async def _bench(workspace: Workspace, file: str | None, flags: BenchCustomizeOptions) -> int:
    """Replays the bench, or begins or continues it; returns the exit code."""
    return finished(await (_told_again(file, flags) if flags.replay else _asked_now(workspace, file, flags)))


async def _told_again(file: str | None, flags: BenchCustomizeOptions) -> Stopped | None:
    """Replays the bench in the folder."""
    folder = told_folder(file, flags)
    plan = laid(folder, CustomizePlan)
    if flags.margin is not None:
        plan = replace(plan, margin=flags.margin)
    with alone(folder):
        return await _run(CustomizeBench(folder, plan, None, replay=True), flags)


async def _asked_now(workspace: Workspace, file: str | None, flags: BenchCustomizeOptions) -> Stopped | None:
    """Runs a new bench, or continues one."""
    if file is None:
        raise UsageError("Name the file of CASES: one JSON object a line with goal, steps and hint.")
    plan = _plan(file, flags)
    model, judge = await _models(workspace, flags)
    plan = replace(
        plan,
        provider="builtin" if model is None else "server",
        builtin=flags.with_builtin or model is None,
        strategies=plan.strategies if model is not None else (),
        prompts=plan.prompts if model is not None else (),
        model=model.name if model is not None else None,
        host=model.host if model is not None else None,
        judge=judge.name if judge is not None else None,
    )
    asked = {**plan.asked(), "judge": None}
    folder = Path(flags.out or usual_folder(workspace.paths.data, "customize", Path(file).stem, asked))
    budget = Budget(flags.max_calls, flags.max_tokens)
    with alone(folder):
        _lay(folder, plan)
        return await _run(CustomizeBench(folder, plan, model, judge, budget=budget, at_once=flags.at_once), flags)


def _plan(file: str, flags: BenchCustomizeOptions) -> CustomizePlan:
    """The cases and the grid; unusable rows are named and left out. UsageError, NotFoundError."""
    found = read_cases(Path(file))
    if found.bad:
        some = "\n".join(f"  {row.where}: {row.why}" for row in found.bad[:MOST_NAMED])
        more = f"\n  and {len(found.bad) - MOST_NAMED} more" if len(found.bad) > MOST_NAMED else ""
        count = len(found.bad)
        head = (
            f"1 row of {file} is no case and is" if count == 1 else f"{count} rows of {file} are no cases and are"
        )
        say(f"{head} left out:\n{some}{more}")
    if not found.cases:
        raise ContentError(f"There is no case in {file}. A case has a goal, steps and a hint.")
    plan = CustomizePlan(
        cases=found.cases,
        strategies=flags.strategies or tuple(STRATEGIES),
        prompts=flags.prompts or ("paper", "tailor"),
        samples=flags.samples,
        temperature=flags.temperature,
        longest_answer=flags.longest_answer,
        limit=flags.limit,
        margin=MARGIN if flags.margin is None else flags.margin,
    )
    return replace(plan, prompts=tuple(dict.fromkeys(column.prompts for column in plan.columns)))


async def _models(workspace: Workspace, flags: BenchCustomizeOptions) -> tuple[Model | None, Model | None]:
    """The model to measure (None: the built-in tailor), and the judging one (None: none judges)."""
    config, model = await asked_model(workspace, flags, flags.provider)
    if not (flags.judge or flags.names_judge):
        return model, None
    if not flags.names_judge:
        if model is None:
            raise UsageError(
                "The built-in tailor cannot judge. Name a model with --judge-base-url and --judge-model."
            )
        return model, model
    return model, await named_judge(workspace, config, flags)


def _lay(folder: Path, plan: CustomizePlan) -> None:
    lay(folder, plan)
    asked = f"{plan.model} at {plan.host}" if plan.model else "the built-in tailor"
    say(f"{counted(len(plan.jobs), 'run')} with {asked}. Everything is kept in {folder}.")
    if plan.samples > 1 and plan.temperature is None:
        say(
            "At temperature 0, as the prompts ask, samples may come out equal; --temperature 0.7 draws them apart."
        )


async def _run(bench: CustomizeBench, flags: BenchCustomizeOptions) -> Stopped | None:
    """Runs, judges and prints the tables if it found anything; returns why it stopped early, if it did."""
    stopped = await watched(_run_and_judge(bench), bench.record)
    if bench.results():
        _print(bench, flags)
    return stopped


async def _run_and_judge(bench: CustomizeBench) -> None:
    await bench.run(telling("Runs"))
    if bench.plan.judge is not None and (unread := await bench.judge(telling("Judgements"))):
        say(f"{counted(unread, 'answer')} of the judge could not be read: there is no judgement for them.")


def _print(bench: CustomizeBench, flags: BenchCustomizeOptions) -> None:
    """Prints the tables, or with --json the results; writes tables and charts into the folder."""
    results = bench.results()
    judgements = read_judgements(bench.folder / JUDGEMENTS_FILE).read
    report = report_of(results, bench.plan.cases, judgements, bench.plan.margin)
    if flags.json:
        for result in results:
            put_json(to_json(result))
    else:
        put(report_as_text(report))
    publish(report, bench.folder)  # last: tables that cannot be written down are printed all the same
