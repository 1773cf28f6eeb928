"""Several bags become one: the law that a review with everything taken gives the strategy's own result."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.agents.stages import BackendInfo, RunContext, Snapshot, StageRunner
from tailor.agents.strategies import STRATEGIES, disputed
from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.events import EditProposed, Event, StageStarted
from tailor.core.procedure import Procedure, fingerprint, procedure
from tailor.core.protocols import Answer, OnOutput, Task
from tailor.core.report import all_accepted
from tailor.core.review.decisions import accept_many
from tailor.core.review.events import fold_all
from tests.agents.strategies_for_tests import edits, procedures
from tests.depth import cases


def one_replace_a_step(found: Sequence[Edit]) -> list[Edit]:
    """What the reader gives: one replace a step at most, and no insert twice."""
    seen: set[tuple[str, str, int, str]] = set()
    kept = []
    for edit in found:
        key = (edit.op, edit.part, edit.step, edit.text if isinstance(edit, Insert) else "")
        if key not in seen:
            seen.add(key)
            kept.append(edit)
    return kept


class Drawing:
    """A crew whose answers hypothesis draws, each fitting what the agent was asked about."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        said = self._data.draw(st.lists(edits(task.base), max_size=4))
        if task.bags:
            given_edits = [edit for _, bag in task.bags for edit in bag]
            said = self._data.draw(st.permutations([*given_edits, *said[:2]]))
            said = said[: self._data.draw(st.integers(0, len(said)))]
        found = tuple(replace(edit, id="", agent="") for edit in one_replace_a_step(said))
        for edit in found:
            tell(edit)
        return Answer(edits=found, end="edits" if found else "none")


@given(st.data(), procedures(), st.sampled_from(list(STRATEGIES)), st.sampled_from(["paper", "tailor"]))
@settings(max_examples=cases(500), deadline=None)
def test_a_review_with_everything_taken_gives_the_strategys_own_result(
    data: st.DataObject, base: Procedure, strategy: str, prompts: str
) -> None:
    log: list[Event] = []
    context = RunContext(hint="h", prompts="paper" if prompts == "paper" else "tailor")
    runner = StageRunner(context, Drawing(data), log.append, BackendInfo(provider="scripted"))
    result = asyncio.run(STRATEGIES[strategy].run(runner, Snapshot.of(base))).procedure
    settled = all_accepted(fold_all(base, log)).plain_result.draft.procedure
    assert (settled.steps, settled.resources) == (result.steps, result.resources)


def test_only_different_edits_at_one_place_are_a_dispute() -> None:
    fry = Replace(step=4, text="Fry it.", id="e1")
    steam = Replace(step=4, text="Steam it.", id="e2")
    oil = Insert(step=3, text="Oil the pan.", id="e3")
    assert disputed((("modify", Bag((fry,))), ("verify", Bag((steam,)))))
    assert not disputed((("modify", Bag((fry,))), ("verify", Bag((oil,)))))
    assert not disputed((("modify", Bag((fry,))), ("verify", Bag((fry, oil)))))
    assert not disputed((("modify", Bag()), ("verify", Bag((steam, oil)))))


def test_deletions_of_every_step_are_held_back_in_bulk_and_still_are_the_strategys_own_result() -> None:
    base = procedure("Goal", ["Mix.", "Bake."])
    log: list[Event] = [
        StageStarted(stage=1, agent="modify", base=fingerprint(base), steps=base.steps),
        *(EditProposed.of(Replace(step=step, text=""), 1, f"e{step}", "modify") for step in (1, 2)),
    ]
    review = fold_all(base, log)
    assert all_accepted(review).plain_result.draft.procedure.steps == ()
    assert accept_many(review, "all").ids == ()
