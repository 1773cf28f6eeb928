"""`tailor bench customize`: cases × strategies × prompt sets × samples, with the person's model."""

from dataclasses import dataclass, replace
from pathlib import Path

import click

from tailor.agents.strategies import STRATEGIES
from tailor.cli.bench import BENCH, BenchOptions, on_record, put_report, say_left_out, telling
from tailor.cli.console import say
from tailor.cli.options import PROVIDER, Command, CommandContext, refuse_given
from tailor.core.codec import to_json
from tailor.core.errors import ContentError, UsageError
from tailor.core.protocols import Model
from tailor.core.text import counted
from tailor.evaluation.cases import read_cases
from tailor.evaluation.customize_bench import MARGIN, CustomizeBench, CustomizePlan
from tailor.evaluation.folder import JUDGEMENTS_FILE, alone, laid, lay, usual_folder
from tailor.evaluation.judging import read_judgements
from tailor.evaluation.runner import BenchStopped, Budget
from tailor.evaluation.tables import report_of
from tailor.threads import run_to_end
from tailor.workspace import Workspace


@click.command("customize", cls=Command)
@click.argument("file", required=False, metavar="CASES")
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="S",
    help=f"{', '.join(STRATEGIES)}; all of them if not given. Repeatable.",
)
@click.option(
    "--prompts",
    multiple=True,
    metavar="P",
    help="paper, tailor, or tailor without parts of it, as in tailor-examples-reasons; paper and tailor if not "
    "given. Repeatable.",
)
@click.option("--samples", type=click.IntRange(1, 1_000), default=1, show_default=True, help="Runs per case.")
@click.option(
    "--temperature", type=click.FloatRange(0, 2), help="For all calls; what the prompts say if not given."
)
@click.option("--longest-answer", type=click.IntRange(min=1), help="The most tokens that one answer may have.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first so many cases.")
@click.option("--with-builtin", is_flag=True, help="A row for the built-in tailor beside the model's.")
@click.option("--judge", is_flag=True, help="Let a model judge; every table then says model-judged.")
@click.option("--judge-model", help="The judging model; the same model if not given.")
@click.option("--judge-base-url", help="Its server; the same server if not given.")
@click.option("--margin", type=click.FloatRange(0, 1), help="For cases with two options; 0.25.")
@PROVIDER
@BENCH
@click.pass_obj
def bench_customize(command: CommandContext, /, file: str | None, **options: object) -> None:
    """Put a model through CASES (JSON lines: goal, steps, hint) with every strategy and prompt set.

    Prints tables; they, the charts (SVG) and every call are kept in a folder. Give the same command again to go on
    after a stop.
    """
    run_to_end(_bench(command.workspace, file, BenchCustomizeOptions(**options)))  # type: ignore[arg-type]  # click checked them


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchCustomizeOptions(BenchOptions):
    strategies: tuple[str, ...]
    prompts: tuple[str, ...]
    temperature: float | None
    with_builtin: bool
    judge: bool
    margin: float | None


SAME_SAMPLES = (
    "At temperature 0, as the prompts ask, samples may come out equal; --temperature 0.7 makes them differ."
)


async def _bench(workspace: Workspace, file: str | None, flags: BenchCustomizeOptions) -> None:
    """Replay the bench, or start or continue it, and print the tables. BenchStopped if cells are left."""
    if flags.replay:
        folder = flags.told_folder(file)
        plan = laid(folder, CustomizePlan)
        plan = plan if flags.margin is None else replace(plan, margin=flags.margin)
        with alone(folder):
            await _run(CustomizeBench(folder, plan, None, replay=True), flags)
        return
    if file is None:
        raise UsageError("Name the file of CASES: one JSON object per line, with goal, steps and hint.")
    plan = _plan(file, flags)
    model, judge = await _models(workspace, flags)
    plan = replace(plan, builtin=flags.with_builtin, judge=judge.name if judge is not None else None)
    if model is None:
        refuse_given("the built-in tailor answers", "strategies", "prompts", "temperature", "longest_answer")
        plan = replace(plan, provider="builtin", builtin=True, strategies=(), prompts=())
    else:
        plan = replace(plan, model=model.name, host=model.host)
    asked = {**plan.asked(), "judge": None}
    folder = Path(flags.out or usual_folder(workspace.paths.data, "customize", Path(file).stem, asked))
    budget = Budget(flags.max_calls, flags.max_tokens)
    with alone(folder):
        lay(folder, plan)
        who = f"{plan.model} at {plan.host}" if plan.model else "the built-in tailor"
        say(f"{counted(len(plan.jobs), 'run')} with {who}. Everything is kept in {folder}.")
        if plan.samples > 1 and plan.temperature is None:
            say(SAME_SAMPLES)
        await _run(CustomizeBench(folder, plan, model, judge, budget=budget, at_once=flags.at_once), flags)


async def _run(bench: CustomizeBench, flags: BenchCustomizeOptions) -> None:
    """Run, judge, and print the tables if there are results."""
    stopped = None
    with on_record(bench.record):
        try:
            await bench.run(telling("Runs"))
            if bench.plan.judge is not None and (unread := await bench.judge(telling("Judgements"))):
                say(f"{counted(unread, 'answer')} of the judge could not be read: there is no judgement for them.")
        except BenchStopped as error:
            stopped = error
    if results := bench.results():
        judgements = read_judgements(bench.folder / JUDGEMENTS_FILE).read
        report = report_of(results, bench.plan.cases, judgements, bench.plan.margin)
        put_report(report, bench.folder, map(to_json, results), flags.json)
    if stopped is not None:
        raise stopped


def _plan(file: str, flags: BenchCustomizeOptions) -> CustomizePlan:
    """The cases and the grid; unusable rows are reported and left out. UsageError, NotFoundError."""
    found = read_cases(Path(file))
    are = "row of {} is not a case and is" if len(found.bad) == 1 else "rows of {} are not cases and are"
    bad = [f"{row.where}: {row.why}" for row in found.bad]
    say_left_out(bad, f"{len(bad)} {are.format(file)} left out")
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
    """The model to measure (None: the built-in tailor) and the judging model (None: no judging)."""
    model = await flags.measured(workspace)
    if not (flags.judge or flags.names_judge):
        return model, None
    if not flags.names_judge:
        if model is None:
            raise UsageError(
                "The built-in tailor cannot judge. Name a model with --judge-base-url and --judge-model."
            )
        return model, model
    return model, await flags.named_judge(workspace)
