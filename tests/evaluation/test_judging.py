"""One person judging: the order, what is asked next, undo, going on after a stop."""

from pathlib import Path

import pytest

from tailor.evaluation.judging import Item, Judgement, Judging, add_judgement, item, read_judgements, turns
from tailor.storage import SaveError


def items(count: int) -> tuple[Item, ...]:
    return tuple(item(goal=f"goal {n}", condition="c", steps=(f"step {n}",)) for n in range(count))


def test_items_come_in_an_order_of_chance_that_stays_the_same_for_a_judge() -> None:
    some = items(12)
    ada = [turn.item.id for turn in turns(some, "ada")]
    assert ada == [turn.item.id for turn in turns(reversed(some), "ada")], "whatever order the bench has"
    assert ada != [turn.item.id for turn in turns(some, "bea")]
    assert [turn.question for turn in turns(some, "ada")][:4] == ["executable", "customized"] * 2


def test_equal_results_are_judged_once() -> None:
    one = item(goal="g", condition="c", steps=("s",))
    same = item(goal="g", condition="c", steps=("s",))
    assert len(turns((one, same), "ada")) == 2


def test_every_answer_is_on_the_disk_before_the_next_question_and_a_stop_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    first = Judging(items(3), path, "ada")
    for number in range(6):
        again = Judging(items(3), path, "ada")
        assert again.done == number
        assert again.now is not None
        assert again.now == first.turns[number]
        again.answer(("yes",) if number % 2 else ("vague",))
    assert Judging(items(3), path, "ada").now is None
    assert len(read_judgements(path).read) == 6


def test_judges_do_not_see_each_others_answers(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    ada = Judging(items(1), path, "ada")
    ada.answer(("yes",))
    of_model = Judgement(
        item=items(1)[0].id, question="executable", answer=("yes",), judge="bea", kind="model", seed=1
    )
    add_judgement(path, of_model)
    assert Judging(items(1), path, "bea").done == 0, "a model of that name is another judge"


def test_undo_takes_back_one_answer_after_the_other_also_those_of_an_earlier_day(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    Judging(items(1), path, "ada").answer(("yes",))
    today = Judging(items(1), path, "ada")
    today.answer(("missing", "vague"))
    assert today.undo() == ("missing", "vague")
    assert today.undo() == ("yes",)
    assert today.undo() == ()
    assert today.done == 0
    assert read_judgements(path).read == ()
    assert today.now is not None
    assert today.now.question == "executable"


def test_what_was_taken_back_is_asked_next(tmp_path: Path) -> None:
    judging = Judging(items(4), tmp_path / "j.jsonl", "ada")
    asked = [judging.now]
    for _ in range(3):
        judging.answer(("yes",))
        asked.append(judging.now)
    judging.undo()
    assert judging.now == asked[2]
    judging.answer(("change",))
    assert judging.now == asked[3]


def test_an_answer_that_cannot_be_written_does_not_count(tmp_path: Path) -> None:
    judging = Judging(items(1), tmp_path / "j.jsonl", "ada")
    (tmp_path / "j.jsonl").mkdir()
    with pytest.raises(SaveError):
        judging.answer(("yes",))
    assert judging.done == 0
    assert judging.today == 0
