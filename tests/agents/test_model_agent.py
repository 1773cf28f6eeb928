"""A crew of one language model: what it sends, and what it makes of the answers."""

import asyncio
from dataclasses import replace

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.agents.prompts import ALL_ON, PromptSet, Switches
from tailor.core.edits import Flagged, FlagReason, Insert, Replace
from tailor.core.errors import ProviderError
from tailor.core.procedure import Procedure
from tailor.core.protocols import AgentOutput, Answer, LeftOut, Reasoning, Task, Text, Usage
from tailor.core.requirements import parse_hint
from tailor.providers.scripted import Said, Scripted
from tests.core.cases import BREAD, MODIFY, task


async def ask(
    asked: Task, *answers: Said, prompts: PromptSet = "tailor", switches: Switches = ALL_ON
) -> tuple[Answer, list[AgentOutput], Scripted]:
    model, told = Scripted(answers), list[AgentOutput]()
    answer = await ModelAgents(model, prompts, switches).ask(asked, told.append)
    return answer, told, model


async def test_edits_come_with_reason_and_requirement_in_the_order_they_were_said() -> None:
    answer, told, model = await ask(task("modify"), MODIFY)
    assert answer.end == "edits"
    assert [(edit.op, edit.step) for edit in answer.edits] == [("replace", 1), ("insert", 3), ("replace", 4)]
    assert (answer.edits[0].reason, answer.edits[0].serves) == ("there is no oven", ("R1",))
    assert tuple(item for item in told if isinstance(item, Insert | Replace)) == answer.edits
    assert len(model.requests) == 1


CUT_OFF = {
    "replace(2, Knead it long (10 min).)": ("Knead it long (10 min).", None),
    "insert(3, Oil the pan.) # because": ("Oil the pan.", None),
    "replace(1, )": ("", None),
    "delete(1)": ("", None),
    "replace(2, Knead it long (10 min": (None, "cut_off"),
    "replace(2, Kne": (None, "cut_off"),
    "Replace 2: Knead it for 1": (None, "cut_off"),
    "delete step 1": (None, "cut_off"),
    "replace(2": (None, "unreadable"),
    '[{"op": "replace", "step": 2, "text": "Knead."}': ("Knead.", None),
    '[{"op": "replace", "step": 2, "text": "Knead."': (None, None),
    "# because it": (None, None),
    "keep(": (None, None),
}
"""The last line of an answer that broke off, with the text of the edit in it and why it is none."""


@pytest.mark.parametrize("last", CUT_OFF)
async def test_of_an_answer_that_broke_off_all_that_came_whole_counts(last: str) -> None:
    text, why = CUT_OFF[last]
    cut, told = ProviderError("cut_short", "The answer ended early."), list[AgentOutput]()
    first = "" if last[0] == "[" else "replace(4, Fry it.)\n"
    with pytest.raises(ProviderError):
        await ModelAgents(Scripted([[f"{first}{last}", cut]])).ask(task("modify"), told.append)
    edits = [one.text for one in told if isinstance(one, Insert | Replace)]
    assert edits == [*(["Fry it."] if first else []), *([] if text is None else [text])]
    assert [one.why for one in told if isinstance(one, Flagged)] == ([why] if why else [])


class Listener:
    """Keeps what is told and says when the first edit came."""

    def __init__(self) -> None:
        self.edits: list[Insert | Replace] = []
        self.first = asyncio.Event()

    def __call__(self, told: AgentOutput) -> None:
        if isinstance(told, Insert | Replace):
            self.edits.append(told)
            self.first.set()


async def test_an_edit_is_told_before_the_rest_of_the_answer_arrives() -> None:
    hold, told = asyncio.Event(), Listener()
    model = Scripted([["replace(1, )\nins", hold, "ert(3, Rest it.)\ndone\n"]])
    asking = asyncio.create_task(ModelAgents(model).ask(task("modify"), told))
    await told.first.wait()
    assert len(told.edits) == 1
    hold.set()
    assert len((await asking).edits) == 2


async def test_an_answer_that_cannot_be_read_gets_one_repair_turn_that_says_so() -> None:
    answer, _, model = await ask(task("modify"), "Just use a pan instead!", MODIFY)
    assert (answer.end, len(answer.edits)) == ("edits", 3)
    first, second = (request.messages for request in model.requests)
    assert second[: len(first)] == first
    assert [one.role for one in second[len(first) :]] == ["assistant", "user"]
    assert second[-2].content == "Just use a pan instead!"
    assert "No edit could be read" in second[-1].content


async def test_an_answer_whose_every_edit_is_out_of_range_gets_a_repair_turn_that_names_them() -> None:
    answer, _, model = await ask(task("modify"), "replace(9, Fry it.)\ndone", "replace(4, Fry it.)\ndone")
    assert "replace(9, ...)" in model.requests[1].messages[-1].content
    assert [edit.step for edit in answer.edits] == [4]
    assert [one.edit.step for one in answer.flagged] == [9]


async def test_a_second_unreadable_answer_is_the_end_of_it() -> None:
    answer, _, model = await ask(task("modify"), "Hm.", "Hm again.")
    assert (answer.end, answer.edits, len(model.requests)) == ("unparsed", (), 2)


async def test_an_empty_answer_is_repaired_without_an_empty_turn() -> None:
    _, _, model = await ask(task("modify"), "", MODIFY)
    assert all(one.content.strip() for one in model.requests[1].messages)


@pytest.mark.parametrize(("prompts", "repair"), [("paper", True), ("tailor", False)])
async def test_the_paper_set_and_a_switch_know_no_repair_turn(prompts: PromptSet, repair: bool) -> None:
    answer, _, model = await ask(task("modify"), "Hm.", prompts=prompts, switches=Switches(repair=repair))
    assert (answer.end, len(model.requests)) == ("unparsed", 1)


async def test_no_edits_is_an_answer_and_no_reason_to_ask_again() -> None:
    answer, _, model = await ask(task("verify"), "no edits\n")
    assert (answer.end, answer.edits, len(model.requests)) == ("none", (), 1)


@pytest.mark.parametrize(
    ("more", "line", "why"),
    [
        ({"rejected": (Replace(step=2, text="Knead it."),)}, "replace(2, Knead it.)", "rejected_before"),
        ({"frozen": 3}, "replace(3, Rest it.)", "frozen"),
        ({"frozen": 3}, "insert(2, Rest it.)", "frozen"),
        ({"only_step": 4}, "replace(2, Knead it.)", "out_of_range"),
    ],
)
async def test_what_the_task_forbids_is_told_as_flagged(
    more: dict[str, object], line: str, why: FlagReason
) -> None:
    answer, told, _ = await ask(task("modify", **more), f"{line}\ninsert(4, Turn it.)\ndone")
    assert [one.why for one in answer.flagged] == [why]
    assert [one.why for one in told if isinstance(one, Flagged)] == [why]
    assert [edit.text for edit in answer.edits] == ["Turn it."]


async def test_right_after_what_is_done_an_insert_may_stand() -> None:
    answer, _, _ = await ask(task("modify", frozen=3), "insert(3, Warm the pan.)\ndone")
    assert len(answer.edits) == 1


async def test_a_cut_stream_raises_and_what_was_told_stays() -> None:
    cut, told = ProviderError("cut_short", "The answer ended early."), list[AgentOutput]()
    model = Scripted([["replace(1, )\n", "replace(2, Kne", cut]])
    with pytest.raises(ProviderError):
        await ModelAgents(model).ask(task("modify"), told.append)
    assert [item.step for item in told if isinstance(item, Insert | Replace)] == [1]


async def test_cancelling_closes_the_models_stream() -> None:
    model = Scripted([["replace(1, )\n", asyncio.Event()]])
    told = Listener()
    asking = asyncio.create_task(ModelAgents(model).ask(task("modify"), told))
    await told.first.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert model.cancelled == 1


async def test_end_to_end_in_the_paper_set_gives_a_draft_and_its_difference_as_edits() -> None:
    steps = ["1. Mix the dough.", "2. Let it rise for 1 h.", "3. Fry it in a pan.", "4. Cool it."]
    answer, told, _ = await ask(task("customize"), "\n".join(steps), prompts="paper")
    assert answer.draft is not None
    assert answer.draft.steps == tuple(step[3:] for step in steps)
    assert [(edit.op, edit.step, edit.text) for edit in answer.edits] == [
        ("replace", 1, ""),
        ("replace", 4, "Fry it in a pan."),
    ]
    assert any(isinstance(item, Procedure) for item in told)


async def test_a_rewrite_without_a_list_is_unparsed() -> None:
    answer, _, _ = await ask(task("customize"), "Just fry it, dear.", prompts="paper")
    assert (answer.end, answer.draft) == ("unparsed", None)


async def test_the_walk_keeps_without_an_edit_and_streams_its_changes() -> None:
    walk = "# no oven: pan and lid\nkeep(2)\n# because no oven [R1]\nreplace(4, Fry it.)\nkeep(5)\ndone"
    answer, _, _ = await ask(task("customize"), walk)
    assert [(edit.step, edit.text) for edit in answer.edits] == [(4, "Fry it.")]


async def test_what_the_model_does_is_told_and_what_the_server_refused_is_said() -> None:
    pieces: Said = [LeftOut("frequency_penalty"), Reasoning("hm"), "no edits", Usage(10, 2)]
    answer, told, _ = await ask(task("modify"), pieces)
    assert "frequency_penalty" in answer.says
    assert [type(item) for item in told if not isinstance(item, Text)][1:] == [LeftOut, Reasoning, Usage]


async def test_the_base_is_never_changed_by_asking() -> None:
    asked = task("modify")
    await ask(asked, MODIFY)
    assert asked.base == BREAD


async def test_a_new_step_beside_one_of_the_same_words_is_there_already() -> None:
    first, second = BREAD.steps[:2]
    said = f"insert(1, {first})\ninsert(0, {first.upper()})\ninsert(1, {second})\ninsert(3, {first})\ndone"
    answer, _, _ = await ask(task("modify"), said)
    assert [(one.why, one.edit.step) for one in answer.flagged] == [("there_already", at) for at in (1, 0, 1)]
    assert answer.edits == (Insert(step=3, text=first),)  # a step that is moved


@pytest.mark.parametrize("instead", ["", "Knead it for 10 min."])
@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("last", ["insert", "replace"])
async def test_a_step_that_the_answer_takes_away_may_come_back_beside_its_place(
    instead: str, at: int, last: str
) -> None:
    step = BREAD.steps[1]
    lines = [f"replace(2, {instead})", f"insert({at}, {step})"][:: 1 if last == "insert" else -1]
    answer, told, _ = await ask(task("modify"), "\n".join([*lines, "done"]))
    assert answer.flagged == ()
    assert set(answer.edits) == {Insert(step=at, text=step), Replace(step=2, text=instead)}
    assert tuple(item for item in told if isinstance(item, Insert | Replace)) == answer.edits


async def test_a_step_that_only_its_full_stop_changes_is_there_once() -> None:
    said = f"replace(2, {BREAD.steps[1].strip('.')})\ninsert(1, {BREAD.steps[1]})\nreplace(3, Rest it.)\ndone"
    answer, told, _ = await ask(task("modify"), said)
    assert [one.why for one in answer.flagged] == ["there_already"]
    assert [one for one in told if isinstance(one, Flagged)] == list(answer.flagged)


@pytest.mark.parametrize("op", ["insert", "replace"])
async def test_what_the_person_said_of_themselves_is_no_step(op: str) -> None:
    asked = replace(task("modify"), hint="I have no oven", requirements=parse_hint("I have no oven"))
    answer, _, _ = await ask(asked, f"{op}(2, I have no oven.)\n{op}(3, Fry it.)")
    assert [one.why for one in answer.flagged] == ["echo"]
    assert [one.text for one in answer.edits] == ["Fry it."]


async def test_a_wish_that_is_something_to_do_may_become_a_step() -> None:
    asked = replace(task("modify"), hint="add a cup of walnuts", requirements=parse_hint("add a cup of walnuts"))
    answer, _, _ = await ask(asked, "insert(2, Add a cup of walnuts.)")
    assert [one.text for one in answer.edits] == ["Add a cup of walnuts."]
