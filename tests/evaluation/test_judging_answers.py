"""Items, judgements and when a criterion holds."""

import json
from itertools import product
from pathlib import Path

import pytest

from tailor.core.errors import ContentError
from tailor.evaluation.judging import (
    Answer,
    Judgement,
    Question,
    add_judgement,
    answer_of,
    fully_correct,
    holds,
    item,
    judgement_from_json,
    judgement_to_json,
    read_judgements,
    unique,
)


def said(
    *answer: Answer, judge: str = "ada", question: Question = "executable", id: str = "a1", seed: int | None = None
) -> Judgement:
    kind = "person" if seed is None else "model"
    return Judgement(item=id, question=question, answer=answer, judge=judge, kind=kind, seed=seed)  # type: ignore[arg-type]


def test_an_items_id_is_made_of_what_judges_see_and_of_nothing_else() -> None:
    one = item(goal="tea", condition="no kettle", steps=("Boil",), resources=("water",))
    other = item(goal="tea", condition="no kettle", steps=("Boil",), resources=("water",))
    changed = item(goal="tea", condition="no kettle", steps=("Boil", "Pour"), resources=("water",))
    assert one.id == other.id != changed.id
    assert len(one.id) == 12
    assert unique((one, changed, other)) == (one, changed)


def test_steps_and_resources_are_not_mixed_up_in_the_id() -> None:
    assert (
        item(goal="g", condition="c", steps=("a",)).id
        != item(goal="g", condition="c", steps=(), resources=("a",)).id
    )


def test_answers_are_yes_or_reasons_in_a_fixed_order() -> None:
    assert answer_of(["vague", "change", "vague"]) == ("change", "vague")
    assert answer_of(["yes"]) == ("yes",)
    for wrong in ([], ["yes", "vague"], ["no"]):
        with pytest.raises(ContentError):
            answer_of(wrong)


def test_a_judgement_comes_back_from_its_line_and_a_models_says_so() -> None:
    by_model = said("missing", "vague", judge="tiny", seed=2)
    assert judgement_from_json(judgement_to_json(by_model)) == by_model
    assert judgement_to_json(by_model)["judged_by"] == "model-judged"
    assert judgement_to_json(said("yes"))["judged_by"] == "person"
    assert judgement_from_json(judgement_to_json(said("yes"))) == said("yes")


def test_a_later_answer_takes_the_place_of_the_earlier_and_an_empty_one_takes_it_back(tmp_path: Path) -> None:
    path = tmp_path / "judgements.jsonl"
    for one in (said("yes"), said("vague", judge="bea"), said("missing"), said(judge="bea")):
        add_judgement(path, one)
    assert read_judgements(path).read == (said("missing"),)


def test_each_seed_of_a_model_is_a_judgement_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "judgements.jsonl"
    for seed in (0, 1, 2, 2):
        add_judgement(path, said("yes", judge="tiny", seed=seed))
    assert len(read_judgements(path).read) == 3


def test_lines_of_judgements_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    path = tmp_path / "judgements.jsonl"
    wrong = {"item": "a", "question": "pretty", "answer": ["yes"], "kind": "person"}
    add_judgement(path, said("yes"))
    with path.open("a", encoding="utf-8") as file:
        file.write(
            json.dumps(wrong) + "\n" + json.dumps({**wrong, "question": "executable", "answer": ["no"]}) + "\n{"
        )
    found = read_judgements(path)
    assert found.read == (said("yes"),)
    assert found.bad == (2, 3, 4)


def test_a_criterion_holds_when_two_of_three_say_yes() -> None:
    for votes in product([True, False], repeat=3):
        answers = [said("yes") if yes else said("vague") for yes in votes]
        assert holds(answers) is (sum(votes) >= 2)


def test_a_criterion_is_open_until_two_agree() -> None:
    assert holds([]) is None
    assert holds([said("yes")]) is None
    assert holds([said("yes"), said("change")]) is None
    assert holds([said("yes"), said("yes")]) is True
    assert holds([said("vague"), said("change")]) is False, "different reasons are both a no"
    assert holds([said("yes"), said("yes"), said("vague"), said("vague")]) is None


@pytest.mark.parametrize(
    ("executable", "customized", "both"),
    [(True, True, True), (True, False, False), (None, False, False), (False, None, False), (True, None, None)],
)
def test_fully_correct_needs_both_criteria(
    executable: bool | None, customized: bool | None, both: bool | None
) -> None:
    assert fully_correct(executable, customized) is both
