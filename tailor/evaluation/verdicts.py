"""From judgements to verdicts: whether a criterion holds for a result, and for a case ([CP] section 4).

People come first: where their votes settle a criterion, the model's do not count. A case counts once, by the
majority of its samples, since samples of one case are not independent. Also the table of agreement.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from tailor.evaluation.cases import Case
from tailor.evaluation.customize_bench import NO_PROMPTS, Result, items_of
from tailor.evaluation.judging import QUESTIONS, Judgement, Kind, Question, by_place, fully_correct, holds
from tailor.evaluation.report import JudgedBy, Measured, Table, TableCell
from tailor.evaluation.statistics import Share, fleiss_kappa, grouped, majority

Criterion: TypeAlias = Literal["CUSTOMIZED", "EXECUTABLE", "FULLY CORRECT"]

CRITERIA: Final[tuple[Criterion, ...]] = get_args(Criterion)

CASES: Final = 206

STUDY: Final[Mapping[str, Mapping[Criterion, float]]] = {
    name: dict(zip(CRITERIA, row, strict=True))
    for name, row in {
        "sequential": (60.68, 72.33, 51.94),
        "unified": (54.85, 71.36, 47.09),
        "parallel": (53.88, 70.87, 45.63),
        "reverse": (42.23, 63.59, 34.47),
        "end_to_end": (55.05, 48.45, 41.46),
    }.items()
}
"""By strategy and criterion. `adaptive` is Tailor's own and has none."""

NOTE: Final = (
    f"“study”: {CASES} cases, gpt-3.5-turbo-0301 with the paper's prompts, judged by people. Other cases, another "
    "model and other judges: read the numbers side by side; no test joins them (its end_to_end row is not a "
    f"whole number of {CASES})."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    case: str
    way: str
    prompts: str
    item: str
    """The item's id; "" if the run has no result, so that no criterion holds."""
    labels: Mapping[str, str | None] = field(default_factory=dict)
    """What the case says about itself, by the groupings of figures 10 to 12."""


@dataclass(frozen=True, slots=True)
class Votes:
    """The judgements that decide one question about one item, and their verdict (None: open)."""

    judgements: Sequence[Judgement]
    holds: bool | None

    @property
    def kind(self) -> Kind | None:
        """Who decided; None while it is open, and for a run without a result."""
        return self.judgements[0].kind if self.judgements and self.holds is not None else None


@dataclass(frozen=True, slots=True)
class ResultVerdict:
    made: ResultRow
    executable: Votes
    customized: Votes

    def of(self, criterion: Criterion) -> bool | None:
        """Whether the criterion holds; None while it is open."""
        executable, customized = self.executable.holds, self.customized.holds
        both = fully_correct(executable, customized)
        return {"EXECUTABLE": executable, "CUSTOMIZED": customized, "FULLY CORRECT": both}[criterion]


def rows_of_results(results: Sequence[Result], cases: Sequence[Case]) -> tuple[ResultRow, ...]:
    """The results of `bench customize` with the labels of their cases."""
    items = items_of(results, cases)
    known = {case.id: case for case in cases}
    return tuple(
        ResultRow(
            case=cell.case,
            way=cell.way,
            prompts=cell.prompts,
            item=items[cell].id if cell in items else "",
            labels={"constraint": case.constraint, "expertise": case.expertise, "critical type": case.critical},
        )
        for cell in (one.cell for one in results)
        if (case := known.get(cell.case)) is not None
    )


def verdicts(made: Iterable[ResultRow], judgements: Iterable[Judgement]) -> tuple[ResultVerdict, ...]:
    places = by_place(judgements)

    def votes(item: str, question: Question) -> Votes:
        """People's votes if they settle the question, else the model's if they do; else all of them, open."""
        if not item:
            return Votes((), False)
        given = places.get((item, question), ())
        for kind in ("person", "model"):
            some = [one for one in given if one.kind == kind]
            if (settled := holds(some)) is not None:
                return Votes(some, settled)
        return Votes(given, None)

    return tuple(ResultVerdict(one, votes(one.item, "executable"), votes(one.item, "customized")) for one in made)


def by_case(found: Iterable[ResultVerdict], criterion: Criterion) -> Mapping[str, bool]:
    """Whether the criterion holds for each decided case; open and tied cases are left out."""
    samples = grouped(found, lambda one: one.made.case)
    held = {
        case: majority(each for one in some if (each := one.of(criterion)) is not None)
        for case, some in samples.items()
    }
    return {case: most for case, most in held.items() if most is not None}


def judged_by(found: Iterable[ResultVerdict]) -> JudgedBy:
    """Who decided: the label of every table that counts these verdicts."""
    return _label({votes.kind for one in found for votes in (one.executable, one.customized)} - {None})


def _label(kinds: Set[Kind | None]) -> JudgedBy:
    if kinds == {"person"}:
        return "people"
    if kinds == {"model"}:
        return "model-judged"
    return "partly model-judged" if kinds else ""


def ways_of(found: Sequence[ResultVerdict]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.made.way for one in found))


def prompts_of(found: Sequence[ResultVerdict]) -> tuple[str, ...]:
    """The prompt sets in the order of the results; the built-in tailor's only if there is no other."""
    sets = tuple(dict.fromkeys(one.made.prompts for one in found))
    return tuple(one for one in sets if one != NO_PROMPTS) or sets


def only(found: Iterable[ResultVerdict], *, way: str = "", prompts: str = "") -> tuple[ResultVerdict, ...]:
    """The verdicts of one strategy, one prompt set, or both; the built-in tailor is in every prompt set."""
    return tuple(
        one
        for one in found
        if way in ("", one.made.way) and (not prompts or one.made.prompts in (prompts, NO_PROMPTS))
    )


def agreement_table(found: Sequence[ResultVerdict], judgements: Iterable[Judgement]) -> tuple[Table, ...]:
    """A table with one row per question and kind of judge; none if nobody judged these results twice."""
    items = {one.made.item for one in found}
    given = [one for one in judgements if one.item in items]
    rows = tuple(row for question in QUESTIONS for row in _agreement(given, question))
    table = Table(
        title="Agreement: how far judges say the same",
        head=("question", "judges", "items", "judgements each", "kappa", "same verdict"),
        rows=rows,
        notes=(
            "kappa: Fleiss' on yes or no; 1 is full agreement, 0 what chance gives, – where it is not defined "
            "(all answers alike). A model's judgements are its seeds: they tell how steady it is, no more.",
        ),
        judged=_label({one.kind for one in given}),
    )
    return (table,) if rows else ()


def _agreement(given: Sequence[Judgement], question: Question) -> Iterator[tuple[TableCell, ...]]:
    for kind, name in (("person", "people"), ("model", "a model's seeds")):
        if counts := _counts([one for one in given if one.kind == kind], question):
            yield question, name, len(counts), sum(counts[0]), fleiss_kappa(counts), None
    both = _both(given, question)
    if both.n:
        yield question, "people and the model", both.n, None, None, Measured(both)


def _counts(given: Sequence[Judgement], question: Question) -> list[tuple[int, int]]:
    """The counts of yes and no per item, for items with the most common number of judgements (at least two)."""
    pairs = [
        (sum(one.yes for one in votes), sum(not one.yes for one in votes))
        for (_, asked), votes in by_place(given).items()
        if asked == question and len(votes) > 1
    ]
    usual = max(Counter(map(sum, pairs)).items(), key=lambda one: (one[1], one[0]), default=(0, 0))[0]
    return [pair for pair in pairs if sum(pair) == usual]


def _both(given: Sequence[Judgement], question: Question) -> Share:
    """The share of items settled by both people and the model on which they agree."""
    same: list[bool] = []
    for (_, asked), votes in by_place(given).items():
        # one person is enough here: the model is compared with people, not put in their place
        people = majority(one.yes for one in votes if one.kind == "person")
        model = holds([one for one in votes if one.kind == "model"])
        if asked == question and people is not None and model is not None:
            same.append(people == model)
    return Share(sum(same), len(same))
