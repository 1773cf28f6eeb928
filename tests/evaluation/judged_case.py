"""A small bench with its judgements: what the tests of tables and figures count."""

from collections.abc import Iterable, Sequence

from tailor.evaluation.judging import QUESTIONS, Answer, Judgement, Question
from tailor.evaluation.verdicts import ResultRow

JUDGES = ("ada", "bea", "cem")


def made(
    case: str, way: str, prompts: str = "tailor", *, sample: int = 1, item: str | None = None, constraint: str = ""
) -> ResultRow:
    """One result; its item is named after its cell unless said otherwise."""
    name = f"{case}-{way}-{prompts}-{sample}" if item is None else item
    return ResultRow(case=case, way=way, prompts=prompts, item=name, labels={"constraint": constraint})


def person(item: str, question: Question, *answer: Answer, judge: str = "ada") -> Judgement:
    """One person's answer."""
    return Judgement(item=item, question=question, answer=answer or ("yes",), judge=judge, kind="person")


def seed(item: str, question: Question, number: int, *answer: Answer) -> Judgement:
    """One answer of a model."""
    return Judgement(item=item, question=question, answer=answer or ("yes",), judge="m", kind="model", seed=number)


def by_people(
    item: str, *, executable: bool, customized: bool, no: Sequence[Answer] = ("missing",)
) -> Iterable[Judgement]:
    """Three people who agree on both questions."""
    for question, yes in zip(QUESTIONS, (executable, customized), strict=True):
        for judge in JUDGES:
            yield person(item, question, *(("yes",) if yes else tuple(no)), judge=judge)


def by_model(item: str, *, executable: bool, customized: bool) -> Iterable[Judgement]:
    """Three seeds that agree on both questions."""
    for question, yes in zip(QUESTIONS, (executable, customized), strict=True):
        for number in (1, 2, 3):
            yield seed(item, question, number, "yes" if yes else "vague")
