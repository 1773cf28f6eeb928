"""The tables of `bench customize` that need no judge: what was answered, what it cost, which option was taken.

Owns what each column counts. Refuses to call any of it quality: only judges can.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Final, TypeAlias

from tailor.evaluation.cases import Case
from tailor.evaluation.failing import why_failed
from tailor.evaluation.grid import BUILTIN
from tailor.evaluation.judgements import Judgement
from tailor.evaluation.layout import Table
from tailor.evaluation.publishing import Report
from tailor.evaluation.results import Result
from tailor.evaluation.tables import customize_report
from tailor.evaluation.verdicts import made_of

Rows: TypeAlias = dict[tuple[str, str], list[Result]]

_ANSWERED: Final = (
    "failed: runs without a result, since the text did not fit into the model or an answer was unreadable or cut. "
    "readable: answers that could be read whole, of all. edits and flagged (read, but not to be used): for each "
    "run.",
)
_MADE: Final = (
    "kept: steps of the original that stand in the result word for word. served: clauses of the hint that an "
    "applied edit names and the guard does not contradict; claimed: named and contradicted. The paper prompts ask "
    "for no such names. findings: what the guard finds in a result, in brackets in its original.",
)
_COST: Final = (
    "For each run: calls and tokens on average, seconds as the median, to the first edit and to the end. A dash: "
    "the server does not tell. Times are those of the first time, also when a bench is told again.",
)
_BUILTIN_NOTE: Final = (
    "builtin is Tailor's own rules, no model: it has no calls, no tokens, and times that mean nothing beside a "
    "model's."
)
_SWITCHED: Final = "tailor-x: the tailor prompts without their part x."


def report_of(
    results: Sequence[Result], cases: Sequence[Case], judgements: Iterable[Judgement], margin: float
) -> Report:
    """Everything a bench of tailoring has found so far."""
    extra = automatic_tables(results, margin) if results else ()
    return customize_report(made_of(results, cases), judgements, extra=extra)


def automatic_tables(results: Sequence[Result], margin: float) -> tuple[Table, ...]:
    """The tables, in the order of the grid."""
    rows: Rows = {}
    for one in results:
        rows.setdefault((one.cell.way, one.cell.prompts), []).append(one)
    notes = [_BUILTIN_NOTE] if any(way == BUILTIN for way, _ in rows) else []
    notes += [_SWITCHED] if any("-" in prompts for _, prompts in rows) else []
    made = [_answered(rows, notes), _made(rows)]
    if any(one.calls for one in results):
        made.append(_cost(rows))
    if choices := {key: found for key, some in rows.items() if (found := [one for one in some if one.chosen])}:
        made.append(_choices(choices, margin))
    return tuple(made)


def _answered(rows: Rows, notes: Sequence[str]) -> Table:
    return Table(
        title="Answers: what came back, without a judge",
        head=("strategy", "prompts", "runs", "failed", "readable", "edits", "flagged"),
        rows=tuple(
            (
                *key,
                len(some),
                sum(one.result is None for one in some),
                _of(some, lambda one: one.readable, lambda one: one.answers),
                _mean(some, lambda one: one.edits),
                _mean(some, lambda one: one.flagged),
            )
            for key, some in rows.items()
        ),
        notes=(*_ANSWERED, *why_failed(one.fault for some in rows.values() for one in some), *notes),
    )


def _made(rows: Rows) -> Table:
    whole = {key: [one for one in some if one.result is not None] for key, some in rows.items()}
    return Table(
        title="Results: what became of the steps, without a judge",
        head=("strategy", "prompts", "results", "kept", "served", "claimed", "findings"),
        rows=tuple(
            (
                *key,
                len(some),
                _of(some, lambda one: one.kept, lambda one: one.base_steps),
                _of(some, lambda one: one.served, lambda one: one.requirements),
                _of(some, lambda one: one.claimed, lambda one: one.requirements),
                _findings(some),
            )
            for key, some in whole.items()
        ),
        notes=_MADE,
    )


def _cost(rows: Rows) -> Table:
    return Table(
        title="Cost: calls, tokens and seconds",
        head=("strategy", "prompts", "calls", "tokens in", "out", "money", "first s", "end s"),
        rows=tuple(
            (
                *key,
                _mean(some, lambda one: one.calls),
                _mean(some, lambda one: one.prompt_tokens, digits=0),
                _mean(some, lambda one: one.answer_tokens, digits=0),
                _mean(some, lambda one: one.cost, digits=5),
                _median([one.first_edit for one in some]),
                _median([one.seconds for one in some]),
            )
            for key, some in rows.items()
        ),
        notes=_COST,
    )


def _choices(rows: Rows, margin: float) -> Table:
    return Table(
        title="Choices: which of two options the result took",
        head=("strategy", "prompts", "runs", "right", "wrong", "undecided"),
        rows=tuple(
            (
                *key,
                len(some),
                *(sum(one.chosen == name for one in some) for name in ("right", "wrong", "undecided")),
            )
            for key, some in rows.items()
        ),
        notes=(
            f"By words alone: an option is taken where the changed steps hold {margin:.2f} more of its own words "
            "than of the other's. These are three numbers; undecided is not half right.",
        ),
    )


def _of(some: Iterable[Result], part: Callable[[Result], int], whole: Callable[[Result], int]) -> str | None:
    """ "12 of 14", over all runs."""
    pairs = [(part(one), whole(one)) for one in some]
    total = sum(all for _, all in pairs)
    return f"{sum(one for one, _ in pairs)} of {total}" if total else None


def _findings(some: Sequence[Result]) -> str | None:
    if not some:
        return None
    return f"{_mean(some, lambda one: one.findings)} ({_mean(some, lambda one: one.base_findings)})"


def _mean(some: Sequence[Result], of: Callable[[Result], float | None], digits: int = 1) -> float | None:
    """The average over the runs; None where one of them does not know."""
    known = [value for one in some if (value := of(one)) is not None]
    if not known or len(known) < len(some):
        return None
    value = sum(known) / len(known)
    return round(value, digits) if digits else round(value)


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(median(known), 2) if known else None
