"""The report of `bench customize`: the study's table 2, paired tests, figures 9 to 12 and the automatic tables.

Automatic tables need no judge: answers, results, cost, choices. Small samples are marked as such.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Final, TypeAlias

from tailor.evaluation.cases import Case
from tailor.evaluation.customize_bench import BUILTIN, Result
from tailor.evaluation.judging import QUESTIONS, REASONS, Judgement, Question
from tailor.evaluation.report import (
    Bar,
    BarGroup,
    Chart,
    JudgedBy,
    Measured,
    Report,
    Table,
    TableCell,
    small_sample,
    why_failed,
)
from tailor.evaluation.statistics import (
    LEVEL,
    Pairing,
    Share,
    fewest_cases,
    grouped,
    mean,
    pairings,
    together,
    winner,
)
from tailor.evaluation.verdicts import (
    CRITERIA,
    NOTE,
    STUDY,
    Criterion,
    ResultRow,
    ResultVerdict,
    agreement_table,
    by_case,
    judged_by,
    only,
    prompts_of,
    rows_of_results,
    verdicts,
    ways_of,
)


def customize_report(
    made: Iterable[ResultRow], judgements: Iterable[Judgement], *, extra: Sequence[Table] = ()
) -> Report:
    """Build every table and figure of the bench, after the `extra` tables.

    Before anything is judged there are only those: the others would contain nothing but failed runs.
    """
    given = tuple(judgements)
    found = verdicts(made, given)
    report = Report(name="customize", title="tailor bench customize", notes=notes(found), tables=tuple(extra))
    if not judged_by(found):
        return report
    nine, nine_by_way = figure_9(found)
    sets = prompts_of(found)
    return replace(
        report,
        tables=(*extra, *(table_2(found, prompts) for prompts in sets), *_by_prompts(found)),
        more=tuple(test for prompts in sets for test in _tests(found, prompts)) + agreement_table(found, given),
        charts=(*nine, *figures_by_group(found)),
        more_charts=nine_by_way,
    )


def notes(found: Sequence[ResultVerdict]) -> tuple[str, ...]:
    """The warnings above all numbers."""
    judged = judged_by(found)
    said: list[str] = []
    if judged.endswith("model-judged"):
        said.append(
            "model-judged: a model answered for people. The study used people, because models are not yet "
            "good enough at it, and only whoever wrote a hint can say whether it is met. `tailor bench judge` "
            "asks people."
        )
    said += small_sample(len({one.made.case for one in found}))
    if failed := sum(not one.made.item for one in found):
        said.append(
            f"{failed} of {len(found)} runs have no result, so nothing holds for them; the table “Answers” says "
            "why."
        )
    if not judged:
        said.append("Nothing is judged yet: `tailor bench judge` asks people, `--judge` at this bench a model.")
    return tuple(said)


def table_2(found: Sequence[ResultVerdict], prompts: str) -> Table:
    """[CP] table 2 for one prompt set: each strategy's criteria with n, interval and the study's number."""
    some = only(found, prompts=prompts)
    return Table(
        title=f"Table 2, {prompts} prompts: how often each criterion holds",
        head=("strategy", "cases", *CRITERIA, "open"),
        rows=tuple(tuple(_row(only(some, way=way), way)) for way in ways_of(some)),
        notes=(
            "In brackets Wilson's 95 % interval. Two of three judgements settle a criterion; open: cases on which "
            "no two agree yet.",
            NOTE,
            *winner_words({criterion: paired(some, criterion) for criterion in CRITERIA}),
        ),
        judged=judged_by(some),
    )


def paired(found: Sequence[ResultVerdict], criterion: Criterion) -> tuple[Pairing, ...]:
    return pairings({way: by_case(only(found, way=way), criterion) for way in ways_of(found)})


def _tests(found: Sequence[ResultVerdict], prompts: str) -> tuple[Table, ...]:
    some = only(found, prompts=prompts)
    return tuple(
        _paired_table(f"Table 2, {prompts} prompts, paired, {criterion}: strategies", pairs, judged_by(some))
        for criterion in CRITERIA
        if (pairs := paired(some, criterion))
    )


def _by_prompts(found: Sequence[ResultVerdict]) -> tuple[Table, ...]:
    """Compare each strategy's prompt sets by FULLY CORRECT; none if there is only one set."""
    pairs: list[tuple[str, Pairing]] = []
    for way in ways_of(found):
        some = only(found, way=way)
        sets = {prompts: by_case(only(some, prompts=prompts), "FULLY CORRECT") for prompts in prompts_of(some)}
        pairs += [(way, pair) for pair in pairings(sets)]
    if not pairs:
        return ()
    title, ways = "Prompt sets: FULLY CORRECT, each strategy with itself", [way for way, _ in pairs]
    return (_paired_table(title, together(pair for _, pair in pairs), judged_by(found), ways),)


def _row(found: Sequence[ResultVerdict], way: str) -> Iterator[TableCell]:
    cases = len({one.made.case for one in found})
    yield way
    yield cases
    for criterion in CRITERIA:
        yield Measured(_share(by_case(found, criterion)), STUDY.get(way, {}).get(criterion))
    yield cases - len(by_case(found, "FULLY CORRECT"))


def _share(held: Mapping[str, bool]) -> Share:
    """The share of decided cases for which it holds."""
    return Share(sum(held.values()), len(held))


Rows: TypeAlias = dict[tuple[str, str], list[Result]]
Columns: TypeAlias = Mapping[str, Callable[[Sequence[Result]], TableCell]]


def report_of(
    results: Sequence[Result], cases: Sequence[Case], judgements: Iterable[Judgement], margin: float
) -> Report:
    extra = automatic_tables(results, margin) if results else ()
    return customize_report(rows_of_results(results, cases), judgements, extra=extra)


def automatic_tables(results: Sequence[Result], margin: float) -> tuple[Table, ...]:
    """The tables that need no judge, with rows in the order of the grid."""
    rows = grouped(results, lambda one: (one.cell.way, one.cell.prompts))
    notes = []
    if any(way == BUILTIN for way, _ in rows):
        notes.append(
            "builtin is Tailor's own rules, no model: it has no calls, no tokens, and times that mean nothing "
            "beside a model's."
        )
    if any("-" in prompts for _, prompts in rows):
        notes.append("tailor-x: the tailor prompts without their part x.")
    made = [_answered(rows, notes), _made(rows)]
    if any(one.calls for one in results):
        made.append(_cost(rows))
    if choices := {key: found for key, some in rows.items() if (found := [one for one in some if one.chosen])}:
        made.append(_choices(choices, margin))
    return tuple(made)


def _grid(title: str, rows: Rows, columns: Columns, *notes: str) -> Table:
    """One row per strategy and prompt set, with a cell of each column for its results."""
    return Table(
        title=title,
        head=("strategy", "prompts", *columns),
        rows=tuple((*key, *(cell(some) for cell in columns.values())) for key, some in rows.items()),
        notes=notes,
    )


def _answered(rows: Rows, notes: Sequence[str]) -> Table:
    columns: Columns = {
        "runs": len,
        "failed": lambda some: sum(one.result is None for one in some),
        "readable": lambda some: _of(some, lambda one: one.readable, lambda one: one.answers),
        "edits": lambda some: _mean(some, lambda one: one.edits),
        "flagged": lambda some: _mean(some, lambda one: one.flagged),
    }
    says = (
        "failed: runs without a result, since the text did not fit into the model or an answer was unreadable or "
        "cut. readable: answers that could be read whole, of all. edits and flagged (read, but not to be used): "
        "for each run."
    )
    why = why_failed(one.fault for some in rows.values() for one in some)
    return _grid("Answers: what came back, without a judge", rows, columns, says, *why, *notes)


def _made(rows: Rows) -> Table:
    whole = {key: [one for one in some if one.result is not None] for key, some in rows.items()}
    columns: Columns = {
        "results": len,
        "kept": lambda some: _of(some, lambda one: one.kept, lambda one: one.base_steps),
        "served": lambda some: _of(some, lambda one: one.served, lambda one: one.requirements),
        "claimed": lambda some: _of(some, lambda one: one.claimed, lambda one: one.requirements),
        "findings": _findings,
    }
    says = (
        "kept: steps of the original that are in the result word for word. served: clauses of the hint that an "
        "applied edit names and the guard does not contradict; claimed: named and contradicted. The paper prompts "
        "ask for no such names. findings: what the guard finds in a result, in brackets in its original."
    )
    return _grid("Results: what became of the steps, without a judge", whole, columns, says)


def _cost(rows: Rows) -> Table:
    columns: Columns = {
        "calls": lambda some: _mean(some, lambda one: one.calls),
        "tokens in": lambda some: _mean(some, lambda one: one.prompt_tokens, digits=0),
        "out": lambda some: _mean(some, lambda one: one.answer_tokens, digits=0),
        "money": lambda some: _mean(some, lambda one: one.cost, digits=5),
        "first s": lambda some: _median(one.first_edit for one in some),
        "end s": lambda some: _median(one.seconds for one in some),
    }
    says = (
        "For each run: calls and tokens on average, seconds as the median, to the first edit and to the end. A "
        "dash: the server does not say. Times are those of the first time, also when a bench is shown again."
    )
    return _grid("Cost: calls, tokens and seconds", rows, columns, says)


def _choices(rows: Rows, margin: float) -> Table:
    says = (
        f"By words alone: an option is taken where the changed steps hold {margin:.2f} more of its own words "
        "than of the other's. These are three numbers; undecided is not half right."
    )
    columns: Columns = {
        "runs": len,
        "right": lambda some: sum(one.chosen == "right" for one in some),
        "wrong": lambda some: sum(one.chosen == "wrong" for one in some),
        "undecided": lambda some: sum(one.chosen == "undecided" for one in some),
    }
    return _grid("Choices: which of two options the result took", rows, columns, says)


def _of(some: Sequence[Result], part: Callable[[Result], int], whole: Callable[[Result], int]) -> str | None:
    """Return "12 of 14", over all runs."""
    total = sum(map(whole, some))
    return f"{sum(map(part, some))} of {total}" if total else None


def _findings(some: Sequence[Result]) -> str | None:
    if not some:
        return None
    return f"{_mean(some, lambda one: one.findings)} ({_mean(some, lambda one: one.base_findings)})"


def _mean(some: Sequence[Result], of: Callable[[Result], float | None], digits: int = 1) -> float | None:
    value = mean([of(one) for one in some])
    return None if value is None else round(value, digits or None)


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(median(known), 2) if known else None


GROUPS: Final = (
    ("Figure 10", "constraint", ("prerequisite", "preference", "refinement")),
    ("Figure 11", "expertise", ("beginner", "intermediate", "expert")),
    ("Figure 12", "critical type", ("constraint", "expertise", "both")),
)
"""Each figure, what it groups cases by, and its groups in order."""


def figure_9(found: Sequence[ResultVerdict]) -> tuple[tuple[Chart, ...], tuple[Chart, ...]]:
    """The share of each reason for a no, by question: for all strategies together, and per strategy."""
    together: list[Chart] = []
    apart: list[Chart] = []
    for prompts in prompts_of(found):
        some, title = only(found, prompts=prompts), f"Figure 9, {prompts} prompts"
        every = {str(question): _reasons(some, question) for question in QUESTIONS}
        ways = {
            f"{way}, {question}": _reasons(only(some, way=way), question)
            for way in ways_of(some)
            for question in QUESTIONS
        }
        together.append(_chart_9(title, every, some))
        apart.append(_chart_9(f"{title}, by strategy", ways, some))
    return tuple(together), tuple(apart)


def _chart_9(title: str, groups: Mapping[str, tuple[Bar, ...]], found: Sequence[ResultVerdict]) -> Chart:
    return Chart(
        title=f"{title}: reasons for a no",
        groups=tuple(BarGroup(name, bars) for name, bars in groups.items()),
        notes=(
            "Of all judgements that say no. One may give several reasons, so the bars may come to more than "
            "100 %.",
        ),
        judged=judged_by(found),
    )


def figures_by_group(found: Sequence[ResultVerdict]) -> tuple[Chart, ...]:
    """Figures 10, 11 and 12: FULLY CORRECT by constraint, expertise and critical type, if cases name them."""
    return tuple(
        chart
        for prompts in prompts_of(found)
        for name, by, groups in GROUPS
        if (chart := _grouped(only(found, prompts=prompts), f"{name}, {prompts} prompts", by, groups)) is not None
    )


def _reasons(found: Sequence[ResultVerdict], question: Question) -> tuple[Bar, ...]:
    """One bar per reason, without interval, as judgements on one item are not independent."""
    noes = [one for one in _deciding(found, question) if not one.yes]
    shares = {reason: Share(sum(reason in one.answer for one in noes), len(noes)) for reason in REASONS}
    return tuple(Bar(reason, share, interval=False) for reason, share in shares.items())


def _deciding(found: Sequence[ResultVerdict], question: Question) -> Iterator[Judgement]:
    """Yield the judgements that decide the question, each once even if several results share an item."""
    votes = {one.made.item: one.executable if question == "executable" else one.customized for one in found}
    for one in votes.values():
        if one.holds is not None:
            yield from one.judgements


def _grouped(found: Sequence[ResultVerdict], title: str, by: str, groups: tuple[str, ...]) -> Chart | None:
    named = {group: [one for one in found if one.made.labels.get(by) == group] for group in groups}
    known = [one for some in named.values() for one in some]
    if not known:
        return None
    cases = {one.made.case for one in found}
    unnamed = len(cases) - len({one.made.case for one in known})
    return Chart(
        title=f"{title}: FULLY CORRECT by {by}",
        groups=tuple(BarGroup(group, tuple(_bars(some))) for group, some in named.items() if some),
        notes=(f"{unnamed} of {len(cases)} cases name no {by}; they are left out.",) if unnamed else (),
        judged=judged_by(known),
    )


def _bars(found: Sequence[ResultVerdict]) -> Iterator[Bar]:
    for way in ways_of(found):
        yield Bar(way, _share(by_case(only(found, way=way), "FULLY CORRECT")))


def _paired_table(title: str, found: Sequence[Pairing], judged: JudgedBy, of: Sequence[str] = ()) -> Table:
    """One row per pair; `of` names what each is a pair of."""
    lead: tuple[tuple[TableCell, ...], ...] = tuple((name,) for name in of) or ((),) * len(found)
    return Table(
        title=title,
        head=(*(("of",) if of else ()), "first", "second", "cases", "only 1st", "only 2nd", "p", "p, all"),
        rows=tuple(
            (*before, one.first, one.second, one.cases, one.only_first, one.only_second, one.p, one.corrected)
            for before, one in zip(lead, found, strict=True)
        ),
        notes=(
            "“only 1st”, “only 2nd”: cases where it holds for that one alone. p: exact McNemar test on them; p, "
            "all: after Holm's correction for asking about every pair of this table.",
        ),
        judged=judged,
    )


def winner_words(pairs: Mapping[str, Sequence[Pairing]]) -> tuple[str, ...]:
    """Say for each criterion which way is best, or why none is named.

    Criteria with too few cases share a sentence.
    """
    said: list[str] = []
    few: dict[str, tuple[int, int]] = {}
    for what, found in pairs.items():
        cases, needed = min((one.cases for one in found), default=0), fewest_cases(len(found))
        if (best := winner(found)) is not None:
            said.append(
                f"{best} is {what} more often than every other here (paired test over all pairs, p < {LEVEL})."
            )
        elif found and cases < needed:
            few[what] = (cases, needed)
        elif found:
            apart = sum(one.better is not None for one in found)
            said.append(
                f"No winner is named for {what}: the test tells {apart} of {len(found)} pairs apart, which leaves "
                "it open."
            )
    if few:
        cases, needed = (max(numbers) for numbers in zip(*few.values(), strict=True))
        said.append(
            f"Too few cases to name a winner for {', '.join(few)}: {cases}. With fewer than {needed} the test "
            "cannot tell ways apart, even if they differ on every case."
        )
    return tuple(said)
