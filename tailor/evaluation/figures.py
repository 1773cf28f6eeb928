"""Figures 9 to 12 of [CP]: why judges said no, and how well each kind of case is served.

Owns what each figure counts. Refuses drawing: `charts` does that.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from tailor.evaluation.judging import QUESTIONS, REASONS, Judgement, Question
from tailor.evaluation.report import Bar, Chart, Group
from tailor.evaluation.statistics import Share
from tailor.evaluation.verdicts import ResultRow, ResultVerdict, by_case, judged_by, only, prompts_of, ways_of

By: TypeAlias = Literal["constraint", "expertise", "critical type"]

GROUPS: Final[tuple[tuple[str, By, tuple[str, ...]], ...]] = (
    ("Figure 10", "constraint", ("prerequisite", "preference", "refinement")),
    ("Figure 11", "expertise", ("beginner", "intermediate", "expert")),
    ("Figure 12", "critical type", ("constraint", "expertise", "both")),
)
"""Each figure with what it groups cases by, and the groups in their order."""

REASONS_NOTE: Final = (
    "Of all judgements that say no. One may give several reasons, so the bars may come to more than 100 %."
)


def figure_9(found: Sequence[ResultVerdict]) -> tuple[tuple[Chart, ...], tuple[Chart, ...]]:
    """The share of each reason for a no, a question: all strategies together, and each strategy by itself."""
    together: list[Chart] = []
    apart: list[Chart] = []
    for prompts in prompts_of(found):
        some = only(found, prompts=prompts)
        groups = tuple(_reasons(some, question, question) for question in QUESTIONS)
        together.append(_chart_9(f"Figure 9, {prompts} prompts: reasons for a no", groups, some))
        ways = tuple(
            _reasons(only(some, way=way), question, f"{way}, {question}")
            for way in ways_of(some)
            for question in QUESTIONS
        )
        apart.append(_chart_9(f"Figure 9, {prompts} prompts, by strategy: reasons for a no", ways, some))
    return tuple(together), tuple(apart)


def figures_by_group(found: Sequence[ResultVerdict]) -> tuple[Chart, ...]:
    """Figures 10, 11 and 12: FULLY CORRECT by constraint, expertise and critical type, where cases name them."""
    return tuple(
        chart
        for prompts in prompts_of(found)
        for name, by, groups in GROUPS
        if (chart := _grouped(only(found, prompts=prompts), f"{name}, {prompts} prompts", by, groups)) is not None
    )


def _chart_9(title: str, groups: tuple[Group, ...], found: Sequence[ResultVerdict]) -> Chart:
    return Chart(title=title, groups=groups, notes=(REASONS_NOTE,), judged=judged_by(found))


def _reasons(found: Sequence[ResultVerdict], question: Question, name: str) -> Group:
    """One bar a reason; judgements on one item are no independent witnesses, so there is no interval."""
    noes = [one for one in _deciding(found, question) if not one.yes]
    return Group(
        name,
        tuple(
            Bar(reason, Share(sum(reason in one.answer for one in noes), len(noes)), interval=False)
            for reason in REASONS
        ),
    )


def _deciding(found: Sequence[ResultVerdict], question: Question) -> Iterator[Judgement]:
    """The judgements that decide the question, each once though several results may share an item."""
    votes = {one.made.item: one.executable if question == "executable" else one.customized for one in found}
    for one in votes.values():
        if one.holds is not None:
            yield from one.judgements


def _grouped(found: Sequence[ResultVerdict], title: str, by: By, groups: tuple[str, ...]) -> Chart | None:
    named = [one for one in found if group_of(one.made, by) in groups]
    if not named:
        return None
    cases, known = ({one.made.case for one in some} for some in (found, named))
    unnamed = len(cases) - len(known)
    return Chart(
        title=f"{title}: FULLY CORRECT by {by}",
        groups=tuple(
            Group(group, tuple(_bars([one for one in named if group_of(one.made, by) == group])))
            for group in groups
            if any(group_of(one.made, by) == group for one in named)
        ),
        notes=(f"{unnamed} of {len(cases)} cases name no {by}; they are left out.",) if unnamed else (),
        judged=judged_by(named),
    )


def _bars(found: Sequence[ResultVerdict]) -> Iterator[Bar]:
    for way in ways_of(found):
        held = by_case(only(found, way=way), "FULLY CORRECT")
        yield Bar(way, Share(sum(held.values()), len(held)))


def group_of(made: ResultRow, by: By) -> str:
    """What a case says of itself in one respect; "" where it says nothing."""
    match by:
        case "constraint":
            return made.constraint
        case "expertise":
            return made.expertise
        case "critical type":
            return made.critical
