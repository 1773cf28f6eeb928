"""Judge: what a model sees, what it may answer, and that its judgements say whose they are."""

from pathlib import Path

import pytest

from tailor.core.errors import ProviderError
from tailor.evaluation.judging import GRAMMAR, SEEDS, Item, answer_in, item, judge_all, messages, read_judgements
from tailor.evaluation.recorded import CallLog, RecordedModel
from tailor.evaluation.runner import BenchStopped, Budget
from tailor.providers.scripted import Said, Scripted, ScriptedRequest

SOUP = item(
    goal="Cook a soup", condition="I have no stove", steps=["Fill the kettle.", "Pour."], resources=["kettle"]
)


async def judged(tmp_path: Path, script: Scripted | None, *items: Item, most: int | None = None) -> int:
    record, budget = CallLog(tmp_path / "calls.jsonl"), Budget(calls=most)
    return await judge_all(
        items or (SOUP,),
        tmp_path / "judgements.jsonl",
        "wise",
        lambda cell: RecordedModel(script, record, cell, budget),
        at_once=1,
    )


def test_the_condition_is_part_of_the_second_question_alone() -> None:
    first, second = (
        "\n".join(one.content for one in messages(SOUP, name)) for name in ("executable", "customized")
    )
    assert SOUP.condition not in first
    assert SOUP.condition in second
    for text in (first, second):
        assert "Cook a soup" in text
        assert "1. Fill the kettle.\n2. Pour." in text
        assert "- kettle" in text


def test_without_resources_no_sentence_speaks_of_them() -> None:
    bare = item(goal="Cook a soup", condition="none", steps=["Pour."])
    assert "needed:" not in messages(bare, "executable")[-1].content


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("It all fits.\nANSWER: yes", ("yes",)),
        ("ANSWER: no: missing, vague\n", ("missing", "vague")),
        ("**Answer:** Delete and change.", ("change", "delete")),
        ("ANSWER: yes\nOn second thought:\nANSWER: vague", ("vague",)),
        ("Thinking.\nyes", ("yes",)),
        ("ANSWER: yes, but one is missing", None),
        ("ANSWER: yes, missing", None),
        ("ANSWER: no", None),
        ("The step is vague.", None),
        ("", None),
    ],
)
def test_an_answer_is_read_or_it_is_none(text: str, answer: tuple[str, ...] | None) -> None:
    assert answer_in(text) == answer


def test_the_grammar_leads_to_an_answer() -> None:
    assert '"ANSWER: "' in GRAMMAR
    assert all(f'"{reason}"' in GRAMMAR for reason in ("change", "missing", "delete", "vague"))


async def test_three_seeds_answer_both_questions_and_each_says_that_a_model_judged(tmp_path: Path) -> None:
    script = Scripted(lambda _: "ANSWER: yes")
    assert await judged(tmp_path, script) == 0
    found = read_judgements(tmp_path / "judgements.jsonl").read
    assert [(one.question, one.seed) for one in found] == [
        (question, seed) for question in ("executable", "customized") for seed in SEEDS
    ]
    assert {(one.kind, one.judge, one.item) for one in found} == {("model", "wise", SOUP.id)}
    assert "model-judged" in (tmp_path / "judgements.jsonl").read_text()
    assert {(one.settings.temperature, one.settings.seed) for one in script.requests} == {(0.7, s) for s in SEEDS}


async def test_equal_results_are_judged_once_and_nothing_is_asked_twice(tmp_path: Path) -> None:
    script = Scripted(lambda _: "ANSWER: vague")
    await judged(tmp_path, script, SOUP, SOUP)
    await judged(tmp_path, script, SOUP)
    assert len(script.requests) == 6


async def test_what_is_in_the_file_of_judgements_is_not_asked_again_also_without_a_record(tmp_path: Path) -> None:
    script = Scripted(lambda _: "ANSWER: yes")
    await judged(tmp_path, script)
    (tmp_path / "calls.jsonl").unlink()
    await judged(tmp_path, script)
    assert len(script.requests) == 6


async def test_an_answer_that_cannot_be_read_is_counted_and_never_made_up(tmp_path: Path) -> None:
    def said(request: ScriptedRequest) -> Said:
        cut = ProviderError("cut_short", "Long.", answered=True)
        said_by_seed: dict[int | None, Said] = {1: "ANSWER: yes", 2: "Hard to say.", 3: cut}
        return said_by_seed[request.settings.seed]

    assert await judged(tmp_path, Scripted(said)) == 4
    assert len(read_judgements(tmp_path / "judgements.jsonl").read) == 2
    assert await judged(tmp_path, None) == 4


async def test_a_spent_budget_keeps_what_was_judged(tmp_path: Path) -> None:
    script = Scripted(lambda _: "ANSWER: yes")
    with pytest.raises(BenchStopped):
        await judged(tmp_path, script, most=4)
    assert len(read_judgements(tmp_path / "judgements.jsonl").read) == 4
    await judged(tmp_path, script)
    assert len(script.requests) == 6
