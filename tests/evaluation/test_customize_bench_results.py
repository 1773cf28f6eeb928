"""Results on the disk, what judges see of them, and which option was taken."""

from pathlib import Path

import pytest

from tailor.core.codec import to_object
from tailor.core.procedure import procedure
from tailor.evaluation.cases import StepChoice
from tailor.evaluation.customize_bench import Result, chosen, items_of, read_results
from tailor.evaluation.folder import add_line, write_records
from tailor.evaluation.recorded import Cell
from tests.evaluation.customize_case import EGGS, TEA

CELL = Cell("tea", "reverse", "paper")
MINT = StepChoice("Pour it over the leaves.", right="pour it over fresh mint", wrong="buy leaves in the shop")
BASE = TEA.procedure.steps


def test_a_result_comes_back_as_it_was_and_a_later_one_takes_its_place(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    first = Result(cell=CELL, fault="bad_answer", message="Unreadable.")
    last = Result(cell=CELL, result=TEA.procedure, edits=2, first_edit=0.5, chosen="right")
    for one in (first, Result(cell=Cell("eggs", "reverse", "paper")), last):
        add_line(file, to_object(one))
    file.write_bytes(file.read_bytes() + b'{"cell": {"ca')
    assert read_results(file).read == (last, Result(cell=Cell("eggs", "reverse", "paper")))
    write_records(file, [last])
    assert read_results(file).read == (last,)


def test_judges_get_goal_condition_and_result_alone() -> None:
    made = procedure("Brew tea", ["Boil water.", "Pour it over mint."], ["mint"])
    failed = Result(cell=Cell("eggs", "reverse", "paper"), fault="cut_short")
    found = items_of([failed, Result(cell=CELL, result=made)], [EGGS, TEA])
    assert list(found) == [CELL]
    item = found[CELL]
    assert (item.goal, item.condition) == ("Brew tea", TEA.hint)
    assert (item.steps, item.resources) == (made.steps, ("mint",))
    assert "reverse" not in item.id


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ((BASE[0], "Pour it over fresh mint.", BASE[2]), "right"),
        ((BASE[0], "Buy leaves in a shop.", BASE[2]), "wrong"),
        (BASE, "undecided"),
        ((BASE[0], "Buy fresh mint in a shop.", BASE[2]), "undecided"),
        ((*BASE, "Enjoy it."), "undecided"),
    ],
)
def test_an_option_is_taken_where_the_changed_steps_hold_more_of_its_own_words(
    steps: tuple[str, ...], expected: str
) -> None:
    assert chosen(MINT, BASE, steps) == expected


def test_the_margin_decides_what_is_undecided() -> None:
    steps = (BASE[0], "Pour it over mint from the shop.", BASE[2])
    assert chosen(MINT, BASE, steps, 0.5) == "undecided"
    assert chosen(MINT, BASE, steps, 0.1) == "right"
