import asyncio
import re
from threading import Event

import pytest

from tailor.core.edits import Edit, Insert, Replace
from tailor.core.events import Finding
from tailor.core.guard import check
from tailor.core.procedure import Procedure, procedure
from tailor.core.protocols import Answer, Task
from tailor.core.requirements import parse_hint
from tailor.library.store import starter_procedures
from tailor.providers.builtin.crew import BuiltinCrew
from tailor.providers.builtin.sheet import sheet_of
from tests.providers.builtin.helpers import applied, ask, modify

SOUP = procedure(
    "Cook soup",
    ["Melt 50 g of butter.", "Add 100 ml of milk.", "Simmer it for 5 minutes."],
    ["50 g butter", "100 ml milk"],
)
VEGAN = Task(agent="modify", base=SOUP, hint="I'm vegan", requirements=parse_hint("I'm vegan"))


def verify(base: Procedure, **more: object) -> Task:
    return Task(agent="verify", base=base, hint="x", **more)  # type: ignore[arg-type]  # the fields of Task


def test_equal_tasks_get_equal_answers_and_every_edit_says_why() -> None:
    first = ask(VEGAN)
    assert first == ask(VEGAN)
    assert first.end == "edits"
    assert [edit.id for edit in first.edits] == [""] * 4
    assert all(edit.reason and edit.serves for edit in first.edits)


def test_the_screen_is_not_kept_waiting_while_the_rules_reckon(monkeypatch: pytest.MonkeyPatch) -> None:
    lively = Event()

    def reckon(task: Task) -> tuple[tuple[Edit, ...], str]:
        return (), "lively" if lively.wait(5) else "stuck"

    async def both() -> Answer:
        asking = asyncio.create_task(BuiltinCrew().ask(VEGAN, lambda edit: None))
        await asyncio.sleep(0)
        lively.set()
        return await asking

    monkeypatch.setattr("tailor.providers.builtin.crew._answer", reckon)
    assert asyncio.run(both()).says == "lively"


def test_customize_answers_as_modify_does() -> None:
    assert modify(SOUP, "I'm vegan", "customize").edits == modify(SOUP, "I'm vegan").edits


def test_what_was_rejected_never_comes_back() -> None:
    rejected = ask(VEGAN).edits[:1]
    again = ask(Task(agent="modify", base=SOUP, hint="", requirements=VEGAN.requirements, rejected=rejected))
    assert rejected[0] not in again.edits
    assert len(again.edits) == 3


def test_only_one_step_is_answered_when_one_is_asked_for() -> None:
    answer = ask(Task(agent="modify", base=SOUP, hint="", requirements=VEGAN.requirements, only_step=2))
    assert [(edit.part, edit.step) for edit in answer.edits] == [("steps", 2)]


def test_one_step_brings_along_the_step_that_prepares_it() -> None:
    base = procedure("Bake", ["Mix flour and sugar.", "Beat in 1 egg.", "Bake it for 20 minutes."], ["1 egg"])
    answer = ask(Task(agent="modify", base=base, hint="", requirements=parse_hint("I'm vegan"), only_step=2))
    assert [(edit.op, edit.step) for edit in answer.edits] == [("insert", 1), ("replace", 2)]


def test_steps_that_are_done_stay() -> None:
    answer = ask(Task(agent="modify", base=SOUP, hint="", requirements=VEGAN.requirements, frozen=1))
    assert [edit.step for edit in answer.edits if edit.part == "steps"] == [2]


def test_a_requirement_without_a_rule_is_said_to_have_none() -> None:
    answer = modify(SOUP, "I want it to glow in the dark. I'm vegan.")
    assert "R1" in answer.says
    assert "no rule" in answer.says
    assert "R2" not in answer.says


def test_nothing_to_do_is_no_edits_and_says_so() -> None:
    answer = modify(procedure("Cook rice", ["Boil the rice for 12 minutes."]), "I'm vegan")
    assert (answer.end, answer.edits) == ("none", ())
    assert "found nothing" in answer.says


@pytest.mark.parametrize("base", starter_procedures(), ids=lambda base: base.id)
def test_verify_is_quiet_on_a_sound_procedure(base: Procedure) -> None:
    assert ask(verify(base)).edits == ()


@pytest.mark.parametrize(
    ("step", "question"),
    [
        ("Mix the dry ingredients.", "which ones?"),
        ("Preheat the oven.", "how many degrees?"),
        ("Bake the cake.", "for how long"),
        ("Simmer the sauce.", "simmer for how long?"),
        ("Repeat step 9.", "there is no step 9"),
        ("Add the mixture from step 3.", "comes only later"),
        ("Whip it with a hand mixer for 3 minutes.", "not on the list"),
    ],
)
def test_what_a_step_leaves_open_is_asked_in_brackets(step: str, question: str) -> None:
    base = procedure("Bake a cake", [step, "Let it cool for 5 minutes.", "Eat it."], ["200 g flour", "large bowl"])
    (edit,) = ask(verify(base)).edits
    assert question in edit.text[edit.text.index("[") :]
    assert edit.reason
    assert not re.search(r"\d+ ?(?:°|min|hour)", edit.text[edit.text.index("[") :].replace("for 3 minutes", ""))


def test_a_doubled_step_goes() -> None:
    (edit,) = ask(verify(procedure("Go", ["Stir it well.", "Stir it well."]))).edits
    assert edit == Replace(step=2, text="", reason=edit.reason)


def test_verify_tries_uncovered_requirements_again_and_says_what_it_cannot() -> None:
    requirements = parse_hint("I'm vegan. Make it glow.")
    answer = ask(verify(SOUP, requirements=requirements, uncovered=("R1", "R2")))
    assert {id for edit in answer.edits for id in edit.serves} == {"R1"}


def test_findings_that_stay_are_said_and_a_hazard_is_asked_about() -> None:
    found = Finding(1, "steps", "chem_mix", "found", "bleach", "bleach and vinegar give off gas.", "test")
    answer = ask(verify(procedure("Clean", ["Mix bleach and vinegar."]), findings=(found,)))
    assert "[please check this step" in answer.edits[0].text
    assert "bleach" in answer.says


def test_resolve_takes_the_union_and_decides_two_texts_for_one_step() -> None:
    one = Replace(step=1, text="Melt 50 g of oil.", serves=("R1",), id="e1")
    other = Replace(step=1, text="Melt 50 g of butter slowly.", id="e2")
    new = Insert(step=3, text="Serve it hot.", id="e3")
    same = Insert(step=3, text="Serve it hot.", id="e4")
    answer = ask(
        Task(agent="resolve", base=SOUP, hint="", bags=(("modify", (one, new)), ("verify", (other, same))))
    )
    assert answer.edits == (one, new)
    assert "2 of 4" in answer.says


HINTS = (
    "I'm vegan",
    "I'm vegetarian",
    "I'm coeliac",
    "no nuts (allergy)",
    "I have no oven",
    "no stove",
    "I have no drill and no printer",
    "I don't have a car or internet",
    "There are three of us",
    "I've never done this before",
    "please use ounces and Fahrenheit",
    "less sugar, and I only have 30 minutes",
)


@pytest.mark.parametrize("hint", HINTS)
def test_every_starter_bears_every_common_hint(hint: str) -> None:
    for base in starter_procedures():
        answer = modify(base, hint, "unified")
        result = applied(base, answer.edits).procedure
        assert result.steps, base.goal
        requirements = {edit_id for edit in answer.edits for edit_id in edit.serves}
        assert requirements <= {one.id for one in parse_hint(hint)}
        for step in (*result.steps, *result.resources):
            assert step == step.strip()
            assert "  " not in step
            assert not re.search(r"\bthe the\b", step)
            assert "{" not in step
            assert not step.startswith((",", ".", ";"))
        gone = {edit.step for edit in answer.edits if edit.part == "steps" and not edit.text}
        named = [text for text in result.steps for number in gone if f"step {number}" in text]
        assert not named, (base.goal, named)
        _nothing_is_kept_quiet(base, result, hint, answer.says)


def _nothing_is_kept_quiet(base: Procedure, result: Procedure, hint: str, says: str) -> None:
    """What the guard finds in the result stood there before, and something was said about it or done for it."""
    from tailor.core.guard import constraints_in

    wanted = constraints_in(hint)
    left = [one for one in check(result, wanted) if one.kind == "found"]
    if left and wanted:
        assert says, (base.goal, left)


def test_a_long_list_of_things_is_read_in_a_moment() -> None:
    """Thirty names with "and" between them can be cut into phrases in a million ways; one is enough."""
    names = " and ".join(f"thing{number}" for number in range(40))
    for hint in (f"I eat no {names} please", f"{names} scare nobody", f"I hate {names} - all of them!"):
        assert ask(Task(agent="modify", base=SOUP, hint=hint, requirements=parse_hint(hint))).end == "none"


def test_a_clause_as_long_as_a_page_is_said_to_have_no_rule() -> None:
    hint = "no " + "salt-" * 2_000
    answer = ask(Task(agent="modify", base=SOUP, hint=hint, requirements=parse_hint(hint)))
    assert (answer.end, "I have no rule for this" in answer.says) == ("none", True)


def test_of_two_equal_steps_each_keeps_its_place() -> None:
    sheet = sheet_of(procedure("Stretch", ["Rest.", "Bend.", "Rest."]))
    sheet.add("steps", sheet.steps[2], "Stand up.", "why", ())
    assert [line.text for line in sheet.steps] == ["Rest.", "Bend.", "Rest.", "Stand up."]
    first, second = sheet.add("steps", None, "Wait.", "a", ()), sheet.add("steps", None, "Wait.", "a", ())
    assert sheet.add("steps", first, "Go on.", "b", ()) is not None
    assert [line is first for line in sheet.steps[:3]] == [False, True, False]
    assert sheet.steps[0] is second
