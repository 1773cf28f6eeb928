"""The tables of `bench customize`: the study's table 2, the paired tests, agreement; and the whole report.

Owns which tables there are and what they say about small samples. Refuses arithmetic (`statistics`), layout
(`layout`) and figures 9 to 12 (`figures`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tailor.evaluation.agreement import agreement_table
from tailor.evaluation.figures import figure_9, figures_by_group
from tailor.evaluation.judgements import Judgement
from tailor.evaluation.layout import Cell, Measured, Table
from tailor.evaluation.pairing import Pairing, paired_table, pairings, together, winner_words
from tailor.evaluation.publishing import Report
from tailor.evaluation.statistics import Share
from tailor.evaluation.study import CRITERIA, NOTE, STUDY, Criterion
from tailor.evaluation.verdicts import (
    Made,
    Verdict,
    by_case,
    judged_by,
    only,
    prompts_of,
    verdicts,
    ways_of,
)

FEW: Final = 30
"""Cases below which a table says that it is small."""

MODEL_NOTE: Final = (
    "model-judged: a model answered for people. The study used people and holds models not yet fit for it, and "
    "only whoever wrote a hint can say whether it is met. `tailor bench judge` asks people."
)


def customize_report(
    made: Iterable[Made], judgements: Iterable[Judgement], *, extra: Sequence[Table] = ()
) -> Report:
    """Every table and figure of the bench; `extra` tables (automatic figures) come first.

    Before anything is judged there are no others: runs that failed would stand in them alone.
    """
    given = tuple(judgements)
    found = verdicts(made, given)
    if not judged_by(found):
        return Report(name="customize", title="tailor bench customize", notes=notes(found), tables=tuple(extra))
    nine, nine_by_way = figure_9(found)
    sets = prompts_of(found)
    return Report(
        name="customize",
        title="tailor bench customize",
        notes=notes(found),
        tables=(*extra, *(table_2(found, prompts) for prompts in sets), *_by_prompts(found)),
        more=tuple(test for prompts in sets for test in _tests(found, prompts)) + agreement_table(found, given),
        charts=(*nine, *figures_by_group(found)),
        more_charts=nine_by_way,
    )


def notes(found: Sequence[Verdict]) -> tuple[str, ...]:
    """What has to be said before any number."""
    said = [MODEL_NOTE] if judged_by(found).endswith("model-judged") else []
    cases = len({one.made.case for one in found})
    if cases < FEW:
        said.append(
            f"A small sample: {cases} {'case' if cases == 1 else 'cases'}. The intervals are wide; mind them."
        )
    failed = sum(not one.made.item for one in found)
    if failed:
        said.append(
            f"{failed} of {len(found)} runs have no result, so nothing holds for them; the table “Answers” says "
            "why."
        )
    if not judged_by(found):
        said.append("Nothing is judged yet: `tailor bench judge` asks people, `--judge` at this bench a model.")
    return tuple(said)


def table_2(found: Sequence[Verdict], prompts: str) -> Table:
    """[CP] table 2 for one prompt set: each strategy with each criterion, n, interval and the study's number."""
    some = only(found, prompts=prompts)
    return Table(
        title=f"Table 2, {prompts} prompts: how often each criterion holds",
        head=("strategy", "cases", *CRITERIA, "open"),
        rows=tuple(_row(only(some, way=way), way) for way in ways_of(some)),
        notes=(
            "In brackets Wilson's 95 % interval. Two of three judgements settle a criterion; open: cases on which "
            "no two agree yet.",
            NOTE,
            *winner_words({criterion: paired(some, criterion) for criterion in CRITERIA}),
        ),
        judged=judged_by(some),
    )


def paired(found: Sequence[Verdict], criterion: Criterion) -> tuple[Pairing, ...]:
    """The strategies among these results, pair by pair, on the same cases."""
    return pairings({way: by_case(only(found, way=way), criterion) for way in ways_of(found)})


def _tests(found: Sequence[Verdict], prompts: str) -> tuple[Table, ...]:
    """The paired tests behind table 2."""
    some = only(found, prompts=prompts)
    return tuple(
        paired_table(f"Table 2, {prompts} prompts, paired, {criterion}: strategies", pairs, judged_by(some))
        for criterion in CRITERIA
        if (pairs := paired(some, criterion))
    )


def _by_prompts(found: Sequence[Verdict]) -> tuple[Table, ...]:
    """Each strategy's prompt sets against each other, for FULLY CORRECT; none where there is one set."""
    pairs = [
        (way, pair)
        for way in ways_of(found)
        for pair in pairings(
            {
                prompts: by_case(only(found, way=way, prompts=prompts), "FULLY CORRECT")
                for prompts in prompts_of(only(found, way=way))
            }
        )
    ]
    if not pairs:
        return ()
    title, ways = "Prompt sets: FULLY CORRECT, each strategy with itself", [way for way, _ in pairs]
    return (paired_table(title, together(pair for _, pair in pairs), judged_by(found), ways),)


def _row(found: Sequence[Verdict], way: str) -> tuple[Cell, ...]:
    cases = {one.made.case for one in found}
    full = by_case(found, "FULLY CORRECT")
    return way, len(cases), *(_measured(found, way, criterion) for criterion in CRITERIA), len(cases) - len(full)


def _measured(found: Sequence[Verdict], way: str, criterion: Criterion) -> Measured:
    held = by_case(found, criterion)
    return Measured(Share(sum(held.values()), len(held)), STUDY.get(way, {}).get(criterion))
