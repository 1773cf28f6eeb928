"""Makes the tape anew after a prompt was changed, with the answers it holds.

Run: python -m tests.evaluation.retape, and look at the difference before you commit it. The answers were written
by hand for prompts that say what today's say; where a prompt asks for something else, write better ones. The times
of the first tape stay.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json
from tailor.core.protocols import Message
from tailor.evaluation.customize_bench import CustomizeBench, CustomizePlan
from tailor.evaluation.folder import laid, lay, read_records
from tailor.evaluation.judging import read_judgements
from tailor.evaluation.recorded import CALLS_FILE, CallLog, CallRecord
from tailor.evaluation.report import report_as_markdown
from tailor.evaluation.tables import report_of
from tailor.providers.scripted import Said, Scripted, ScriptedRequest

TAPE: Final = Path(__file__).parent / "tape"
KEPT: Final = ("bench.json", "cases.jsonl", "calls.jsonl", "results.jsonl", "judgements.jsonl")


def page(bench: CustomizeBench) -> str:
    """What the bench found, as its page."""
    judgements = read_judgements(bench.folder / "judgements.jsonl").read
    return report_as_markdown(report_of(bench.results(), bench.plan.cases, judgements, bench.plan.margin))


def nearest(calls: list[CallRecord], messages: Sequence[Message], seed: int | None) -> CallRecord:
    """The taped call for the same task that asked for the most of the same lines; a judge's with the same seed."""
    wanted = lines(messages)
    same = [one for one in calls if (one.settings.seed, task(one.messages)) == (seed, task(messages))]
    return min(same, key=lambda call: len(wanted ^ lines(call.messages)))


def task(messages: Sequence[Message]) -> str:
    """The name of the task in a question of the `tailor` set; "" in others."""
    return messages[-1].content.partition("YOUR TASK: ")[2].partition(".")[0]


def lines(messages: Sequence[Message]) -> set[str]:
    """All lines of a question."""
    return {line for one in messages for line in one.content.split("\n")}


def taped() -> list[CallRecord]:
    """The calls of the tape."""
    return [*read_records(TAPE / CALLS_FILE, partial(from_json, CallRecord)).read]


async def retape(folder: Path) -> None:
    """Runs the taped bench again in this folder."""
    plan, old = laid(TAPE, CustomizePlan), taped()

    def said(request: ScriptedRequest) -> Said:
        call = nearest(old, request.messages, request.settings.seed)
        return [call.text, call.usage] if call.usage else call.text

    model = Scripted(said, name=plan.model or "", host=plan.host or "")
    lay(folder, plan)
    bench = CustomizeBench(folder, plan, model, model, at_once=1)
    await bench.run()
    await bench.judge()
    keep_times(folder, old)
    await CustomizeBench(folder, plan, None, replay=True).run()


def keep_times(folder: Path, old: list[CallRecord]) -> None:
    """Gives the new calls the times of those they repeat: a script answers at once, which nobody can read from."""
    new = [*read_records(folder / CALLS_FILE, partial(from_json, CallRecord)).read]
    (folder / CALLS_FILE).unlink()
    record = CallLog(folder / CALLS_FILE)
    for call in new:
        same = [one for one in old if (one.cell.way, one.cell.prompts) == (call.cell.way, call.cell.prompts)]
        was = nearest(same or old, call.messages, call.settings.seed)
        record.add(replace(call, at=was.at, first=was.first, seconds=was.seconds, marks=was.marks))


def main() -> None:
    """Puts a new tape in the place of the old one."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(retape(Path(name)))
        for file in KEPT:
            shutil.copyfile(Path(name) / file, TAPE / file)


if __name__ == "__main__":
    main()
