"""`tailor bench judge`: people judge the results of a bench blind; and the tally of one's own answers."""

from pathlib import Path
from typing import Final

import click

from tailor.cli.bench import put_report
from tailor.cli.console import Exit, ask, put, put_json, say, useful, vain
from tailor.cli.options import JSON, Command, CommandContext, refuse_given
from tailor.core.codec import to_json
from tailor.core.errors import ContentError, NotFoundError, UsageError
from tailor.core.procedure import numbered
from tailor.core.text import counted, normal
from tailor.evaluation.customize_bench import CustomizePlan, in_order, items_of, read_results
from tailor.evaluation.folder import BENCH_FILE, JUDGEMENTS_FILE, RESULTS_FILE, laid, read_asked
from tailor.evaluation.judging import (
    ASKED_REASONS,
    ASKS,
    Answer,
    Judgement,
    Judging,
    answer_of,
    judgement_to_json,
    read_judgements,
    read_self_assessments,
    tally,
)
from tailor.evaluation.report import Report, as_text, publish
from tailor.evaluation.tables import report_of
from tailor.storage import is_there

MOST_NAMED = 20
"""Most unreadable lines of a file that are listed."""
NO_ANSWERS = (
    "There are no answers yet: the app asks two questions after you save, if that is switched on in Settings."
)


@click.command("judge", cls=Command)
@click.argument("folder", required=False, metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--judge",
    "name",
    default="me",
    show_default=True,
    metavar="NAME",
    help="The judge's name; three judges are needed.",
)
@click.option("--plain", is_flag=True, help="Line by line, without screens.")
@click.option("--show", is_flag=True, help="Judge nothing: print the tables as they are.")
@click.option("--mine", is_flag=True, help="The tally of your own answers after saving a tailoring.")
@JSON
@click.pass_obj
def bench_judge(
    command: CommandContext, folder: Path | None, name: str, plain: bool, show: bool, mine: bool, json: bool
) -> int:
    """Judge the results of a bench in DIR (the newest if not given), one at a time and blind, by keys alone.

    Three judges settle an item, each under a --judge NAME of their own. Stop whenever you like: every answer is
    kept, and the same command continues. Tables and charts in DIR are written again; where people judged, their
    answers count before a model's.
    """
    if mine:
        if folder is not None or show:
            raise UsageError("--mine tallies your own tailorings: it takes no DIR and no --show.")
        refuse_given("--mine judges nothing", "name", "plain")
        owns = read_self_assessments(command.workspace.paths.data)
        if json:
            for own in owns:
                put_json(to_json(own))
        elif owns:
            put(as_text(tally(owns)))
        else:
            say(NO_ANSWERS)
        return Exit.DONE
    found = folder if folder is not None else newest(command.workspace.paths.data / "bench")
    if show:
        refuse_given("--show judges nothing", "name", "plain")
        _check_customize(found)
        report, judgements = _found(found)
        put_report(report, found, map(judgement_to_json, judgements), json)
        return Exit.DONE
    if json:
        raise UsageError("--json goes with --show or --mine: on the screen there is nothing to print.")
    return _judge(command, found, name, plain=plain)


def newest(folder: Path) -> Path:
    """The `bench customize` folder with the newest results. NotFoundError if there is none."""
    files = sorted(folder.glob(f"customize-*/{RESULTS_FILE}"), key=lambda file: file.stat().st_mtime)
    if not files:
        raise NotFoundError(
            f"There is no bench with results in {folder}. Run `tailor bench customize` first, or name its folder."
        )
    return files[-1].parent


def _check_customize(folder: Path) -> None:
    """NotFoundError without a bench, UsageError for a bench that people do not judge; DamagedError."""
    if not is_there(folder / BENCH_FILE):
        raise NotFoundError(
            f"There is no bench in {folder}. Name the folder that the bench printed when it began."
        )
    if read_asked(folder).get("bench") != "customize":
        raise UsageError(f"In {folder} a model compares how-tos. People judge a `tailor bench customize`.")


def opened(folder: Path, name: str) -> Judging:
    """The judge's questions about the bench in this folder. NotFoundError, DamagedError."""
    plan = laid(folder, CustomizePlan)
    items = items_of(read_results(folder / RESULTS_FILE).read, plan.cases)
    if not items:
        raise NotFoundError(f"There is no result in {folder} yet, so there is nothing to judge.")
    if not name.strip():
        raise UsageError("A judge needs a name: it keeps the answers of several judges apart.")
    return Judging(items.values(), folder / JUDGEMENTS_FILE, name)


def _judge(command: CommandContext, folder: Path, name: str, *, plain: bool) -> int:
    _check_customize(folder)
    judging = opened(folder, name)
    if plain or not command.has_screens:
        _judge_lines(judging)
        code = 0
    else:
        from tailor.cli.open_app import judge

        code = judge(judging)
    so_far = f"{judging.done} of {len(judging.turns)} by {judging.judge} so far"
    say(f"{counted(judging.today, 'answer')} given now; {so_far}.")
    publish(_found(folder)[0], folder)
    say(f"The tables and charts in {folder} count them; --show prints the tables.")
    return code


def _found(folder: Path) -> tuple[Report, tuple[Judgement, ...]]:
    """The report and the judgements, in the plan's order; unreadable lines are reported."""
    plan = laid(folder, CustomizePlan)
    judged, made = read_judgements(folder / JUDGEMENTS_FILE), read_results(folder / RESULTS_FILE)
    for name, bad in ((JUDGEMENTS_FILE, judged.bad), (RESULTS_FILE, made.bad)):
        if bad:
            listed = ", ".join(map(str, bad[:MOST_NAMED])) + (", …" if len(bad) > MOST_NAMED else "")
            say(f"Lines of {folder / name} that cannot be read do not count: {listed}.")
    results = in_order(plan, made.read)
    return report_of(results, plan.cases, judged.read, plan.margin), judged.read


HELP: Final = "\n".join(
    (
        "y  yes",
        *(f"{key}  no: {name}, {words}; you can give several" for key, name, words in ASKED_REASONS),
        "u  undo the last answer",
        "q  stop here; every answer is kept",
    )
)


def _judge_lines(judging: Judging) -> None:
    """Ask until everything is answered, q, or the end of input; each answer is saved at once."""
    shown = ""
    while (turn := judging.now) is not None:
        if shown != turn.item.id:
            say(f"\n{judging.done} of {len(judging.turns)} answered.\nGoal: {turn.item.goal}")
            say(
                "\n".join(
                    [*(f"  you need: {normal(need)}" for need in turn.item.resources), numbered(turn.item.steps)]
                )
            )
            shown = turn.item.id
        before = f"Now suppose that: {normal(turn.item.condition)}\n" if turn.question == "customized" else ""
        heard = ask(f"{before}{ASKS[turn.question]} Type y, any of c m d v, u q or ?: ")
        given = "q" if heard is None else heard.strip().lower()  # pressing Enter alone does not stop
        if given == "q":
            return
        if given == "u":
            if judging.undo():
                say("The last answer has been undone.")
            else:
                vain("There is no answer to undo.")
        elif (answer := _answer_in(given)) is not None:
            useful()
            judging.answer(answer)
        else:
            vain(HELP)
    say("You have judged them all. Thank you.")


def _answer_in(given: str) -> tuple[Answer, ...] | None:
    """The answer in a line of keys; None if it is none."""
    if given in ("y", "yes"):
        return ("yes",)
    reasons = {key: name for key, name, _ in ASKED_REASONS}
    try:
        return answer_of([reasons[key] for key in given.replace(" ", "").replace(",", "")])
    except (KeyError, ContentError):
        return None
