"""How far judges agree: Fleiss' kappa among people and among a model's seeds, and people with the model.

Owns which judgements are compared: items with the same number of them. Refuses to call an agreement good.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tailor.evaluation.judgements import QUESTIONS, Judgement, Kind, Question, by_place, holds
from tailor.evaluation.layout import Cell, JudgedBy, Measured, Table
from tailor.evaluation.statistics import Share, fleiss_kappa, majority
from tailor.evaluation.verdicts import Verdict


def agreement_table(found: Sequence[Verdict], judgements: Iterable[Judgement]) -> tuple[Table, ...]:
    """One row a question and kind of judge; none where nobody judged these results twice."""
    items = {one.made.item for one in found}
    given = [one for one in judgements if one.item in items]
    rows = [row for question in QUESTIONS for row in _rows(given, question)]
    if not rows:
        return ()
    return (
        Table(
            title="Agreement: how far judges say the same",
            head=("question", "judges", "items", "judgements each", "kappa", "same verdict"),
            rows=tuple(rows),
            notes=(
                "kappa: Fleiss' on yes or no; 1 is full agreement, 0 what chance gives, – where it is not defined "
                "(all answers alike). A model's judgements are its seeds: they tell how steady it is, no more.",
            ),
            judged=_judged(given),
        ),
    )


def _judged(given: Sequence[Judgement]) -> JudgedBy:
    """The label: unlike elsewhere every judgement counts here."""
    kinds = {one.kind for one in given}
    return "people" if kinds == {"person"} else "model-judged" if kinds == {"model"} else "partly model-judged"


def _rows(given: Sequence[Judgement], question: Question) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    names: tuple[tuple[Kind, str], ...] = (("person", "people"), ("model", "a model's seeds"))
    for kind, name in names:
        counts = _counts([one for one in given if one.kind == kind], question)
        if counts:
            rows.append((question, name, len(counts), sum(counts[0]), fleiss_kappa(counts), None))
    both = _both(given, question)
    if both.n:
        rows.append((question, "people and the model", both.n, None, None, Measured(both)))
    return rows


def _counts(given: Sequence[Judgement], question: Question) -> list[tuple[int, int]]:
    """How many yes and no each item got, for the items with the most usual number of judgements, two or more."""
    pairs = [
        (sum(one.yes for one in votes), sum(not one.yes for one in votes))
        for (_, asked), votes in by_place(given).items()
        if asked == question and len(votes) > 1
    ]
    usual = max(Counter(map(sum, pairs)).items(), key=lambda one: (one[1], one[0]), default=(0, 0))[0]
    return [pair for pair in pairs if sum(pair) == usual]


def _both(given: Sequence[Judgement], question: Question) -> Share:
    """Of the items that people and the model both settle, those where they come to the same."""
    same = settled = 0
    for (_, asked), votes in by_place(given).items():
        people = _settled([one for one in votes if one.kind == "person"])
        model = holds([one for one in votes if one.kind == "model"])
        if asked == question and people is not None and model is not None:
            settled += 1
            same += people == model
    return Share(same, settled)


def _settled(people: Sequence[Judgement]) -> bool | None:
    """What people say; here one person is enough, since a model is compared with a person and not put in place."""
    return majority(one.yes for one in people)
