"""The `paper` set: byte for byte what stands in paper_prompts/, and bare."""

from pathlib import Path

import pytest

from tailor.agents.prompts import ALL_ON, PAPER, messages, settings
from tailor.core.protocols import Message, Settings, Task
from tests.core.cases import bags, task

FOLDER = Path(__file__).parent / "paper_prompts"
ASKED = {
    "modify": task("modify"),
    "verify": task("verify"),
    "unified": task("unified"),
    "resolve": task("resolve", bags=bags()),
    "customize": task("customize"),
    "further": task("verify", name="states", instruction="Ask of each step whether each thing is there."),
    "again": task("modify", only_step=3, note="Mind the cold kitchen."),
}


def as_text(said: tuple[Message, ...]) -> str:
    return "".join(f"--- {one.role}\n{one.content}\n" for one in said)


@pytest.mark.parametrize("name", ASKED)
def test_a_paper_prompt_is_byte_for_byte_what_its_file_says(name: str) -> None:
    assert as_text(messages(ASKED[name], "paper", ALL_ON)) == (FOLDER / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", ["modify", "verify", "unified", "resolve"])
def test_a_paper_prompt_is_one_user_message(name: str) -> None:
    assert [one.role for one in messages(ASKED[name], "paper", ALL_ON)] == ["user"]


def test_end_to_end_has_three_turns_with_the_procedure_in_the_assistants() -> None:
    first, second, third = messages(ASKED["customize"], "paper", ALL_ON)
    assert (first.role, second.role, third.role) == ("user", "assistant", "user")
    assert "5. Cool it." in second.content
    assert "5. Cool it." not in first.content + third.content


def test_verify_differs_from_modify_in_its_test_alone() -> None:
    modify, verify = (messages(ASKED[name], "paper", ALL_ON)[0].content for name in ("modify", "verify"))
    assert verify == modify.replace("the condition is not met there", "the step will not work")


@pytest.mark.parametrize("name", ["modify", "verify", "unified", "resolve", "customize"])
def test_a_paper_prompt_says_nothing_that_the_study_does_not_say(name: str) -> None:
    text = as_text(messages(ASKED[name], "paper", ALL_ON)).casefold()
    assert [
        word
        for word in ("delete", "because", "r1", "done\n", "no edits", "json", "<<<", "resource")
        if word in text
    ] == []


def test_findings_profile_and_uncovered_requirements_stay_out_of_the_paper_set() -> None:
    known = task("verify", uncovered=("R2",))
    assert messages(known, "paper", ALL_ON) == messages(ASKED["verify"], "paper", ALL_ON)


def test_resolve_gets_both_bags_whole_and_unlabelled_and_names_more_than_two() -> None:
    two = messages(ASKED["resolve"], "paper", ALL_ON)[0].content
    assert "replace(1, )\nreplace(4, Fry it.)\ninsert(3, Oil the pan.)\nreplace(4, Steam it.)" in two
    three = messages(task("resolve", bags=(*bags(), ("states", ()))), "paper", ALL_ON)[0].content
    assert "verify:\ninsert(3, Oil the pan.)" in three


def test_the_settings_are_those_of_the_study() -> None:
    asked: Task = task("modify")
    drawn = settings(asked, "paper", ALL_ON)
    assert (
        drawn
        == PAPER
        == Settings(temperature=0, max_tokens=500, top_p=1, frequency_penalty=0.1, presence_penalty=0)
    )
