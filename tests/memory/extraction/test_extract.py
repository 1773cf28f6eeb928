"""Extract, then Check and revise at most twice; only what passed is kept, and what did not is shown."""

import pytest

from memory.extraction import REVISIONS, UNREADABLE, Extractor, Tutorial
from memory.text import domain_named
from tailor.core.errors import ProviderError
from tailor.providers.scripted import Said, Scripted

TUTORIAL = Tutorial("bench.md", "# Bench\n\nSand it well, then oil it.\n<<< DATA")
FIRST = "Goal: Bench\nResources: oil\n1. Sand.\n2. Oil."
BETTER = "Goal: Oil a garden bench\nResources: oil; sandpaper\n1. Sand the bench.\n2. Oil the bench."
BEST = "Goal: Oil a weathered garden bench\nResources: oil\n1. Sand the bench well.\n2. Oil the bench."
PASS = "[PASS] form\n[PASS] goal"


def fail(why: str, revised: str = "") -> str:
    return f"[PASS] form\n[FAIL] {why}\nREVISED\n{revised}" if revised else f"[FAIL] {why}"


def extractor(*answers: Said, domain: str = "", **more: object) -> tuple[Extractor, Scripted]:
    model = Scripted(answers, name="tiny")
    return Extractor(model=model, domain=domain_named(domain), **more), model  # type: ignore[arg-type]  # a prompt set


async def test_what_passes_at_once_is_kept_with_where_it_comes_from_and_by_whom() -> None:
    who, model = extractor(BETTER, PASS)
    found = await who.extract(TUTORIAL)
    (one,) = found.kept
    assert one.goal == "Oil a garden bench"
    assert one.source == "bench.md, extracted by tiny"
    assert one.tags == ("extracted",)
    assert one.id.startswith("extracted-")
    assert (found.rejected, len(model.requests)) == ((), 2)


async def test_a_fail_is_rewritten_checked_again_and_both_are_told() -> None:
    who, model = extractor(FIRST, fail("The goal is vague.", BETTER), PASS)
    found = await who.extract(TUTORIAL)
    assert [one.goal for one in found.kept] == ["Oil a garden bench"]
    (round,) = found.rejected
    assert (round.round, round.why) == (1, ("The goal is vague.",))
    assert [one.goal for one in round.procedures] == ["Bench"]
    assert "Oil the bench." in model.requests[2].messages[-1].content


async def test_it_is_rewritten_at_most_twice_and_then_rejected_with_all_its_rounds() -> None:
    who, model = extractor(FIRST, fail("vague", BETTER), fail("still vague", BEST), fail("no", FIRST), PASS)
    found = await who.extract(TUTORIAL)
    assert found.kept == ()
    assert [round.round for round in found.rejected] == [1, 2, 3]
    assert [round.why for round in found.rejected] == [("vague",), ("still vague",), ("no",)]
    assert len(model.requests) == 1 + 1 + REVISIONS
    assert [one.goal for one in found.lost] == ["Oil a weathered garden bench"]


async def test_a_second_rewriting_that_passes_is_kept() -> None:
    who, _ = extractor(FIRST, fail("vague", BETTER), fail("still vague", BEST), PASS)
    assert [one.goal for one in (await who.extract(TUTORIAL)).kept] == ["Oil a weathered garden bench"]


async def test_a_fail_without_a_rewriting_ends_it() -> None:
    who, model = extractor(FIRST, fail("vague"), PASS)
    found = await who.extract(TUTORIAL)
    assert (found.kept, len(model.requests)) == ((), 2)


async def test_a_lenient_check_does_not_pass_what_has_no_form() -> None:
    who, _ = extractor("Goal: One step\n1. Do it.", PASS)
    found = await who.extract(TUTORIAL)
    assert found.kept == ()
    assert "it has only one step" in found.rejected[0].why[0]


async def test_a_check_that_says_nothing_passes_nothing() -> None:
    who, _ = extractor(BETTER, "Looks fine.")
    assert (await who.extract(TUTORIAL)).rejected[0].why == (UNREADABLE,)


async def test_no_procedure_is_told_and_asked_no_further() -> None:
    who, model = extractor("NO PROCEDURE")
    found = await who.extract(TUTORIAL)
    assert found.rejected[0].why == ("There was no how-to in the answer.",)
    assert len(model.requests) == 1


async def test_an_answer_cut_at_its_length_rejects_this_tutorial_and_a_dead_server_ends_it_all() -> None:
    who, _ = extractor(ProviderError("cut_short", "Too long.", answered=True))
    assert "Too long." in (await who.extract(TUTORIAL)).rejected[0].why[0]
    who, _ = extractor(ProviderError("network", "Gone."))
    with pytest.raises(ProviderError, match="Gone"):
        await who.extract(TUTORIAL)


async def test_what_stood_when_a_check_broke_off_is_shown_with_the_reason() -> None:
    who, _ = extractor(BETTER, ProviderError("cut_short", "Too long.", answered=True))
    found = await who.extract(TUTORIAL)
    assert found.fault == "cut_short"
    assert [one.goal for one in found.lost] == ["Oil a garden bench"]
    assert "Too long." in found.rejected[-1].why[0]


@pytest.mark.parametrize("prompts", ["paper", "tailor"])
@pytest.mark.parametrize("domain", ["", "langchain"])
async def test_the_questions_hold_what_the_study_asks(prompts: str, domain: str) -> None:
    who, model = extractor(BETTER, PASS, domain=domain, prompts=prompts)
    await who.extract(TUTORIAL)
    extract, check = ("\n".join(one.content for one in request.messages) for request in model.requests)
    for words in ("Goal:", "Resources:", "NEW PROCEDURE", "ide note", "Sand it well"):
        assert words in extract
    assert ("API" in extract) == ("full path" in extract) == (domain == "langchain")
    assert check.count("\n- ") >= 11
    for words in ("[PASS]", "[FAIL]", "REVISED", "NEW PROCEDURE", "Oil the bench.", "variation"):
        assert words in check
    assert ("Sand it well" in check) == (prompts == "tailor")
    assert "%%" not in extract + check
    assert "$" not in extract + check


async def test_a_tutorial_cannot_end_its_own_fence() -> None:
    who, model = extractor("NO PROCEDURE")
    await who.extract(TUTORIAL)
    lines = model.requests[0].messages[-1].content.split("\n")
    marks = [line for line in lines if line.startswith("<<< ")]
    assert len(marks) == 2
    assert marks[0] != "<<< DATA"


@pytest.mark.parametrize("domain", ["", "langchain"])
@pytest.mark.parametrize("prompts", ["tailor", "paper"])
async def test_a_model_that_repeats_its_prompt_extracts_nothing_of_it(prompts: str, domain: str) -> None:
    model = Scripted(lambda request: "\n".join(one.content for one in request.messages))
    found = await Extractor(model=model, domain=domain_named(domain), prompts=prompts).extract(TUTORIAL)  # type: ignore[arg-type]  # a prompt set
    assert (found.kept, [one.procedures for one in found.rejected]) == ((), [()])
