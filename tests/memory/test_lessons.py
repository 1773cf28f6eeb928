"""Learning from decisions: what is remembered, when it comes back, and that it stays out where it is off."""

from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from memory.lessons import FILE, Lessons
from tailor.agents.model_agent import ModelAgents
from tailor.agents.prompts import ALL_ON, messages
from tailor.core.events import EditProposed, Event
from tailor.core.procedure import procedure
from tailor.core.protocols import Task
from tailor.core.review import Review
from tailor.core.review.decisions import accept, accept_many, reject
from tailor.core.review.events import fold_all
from tailor.providers.scripted import Scripted
from tailor.runs.customize import CustomizeRequest, run
from tests.core.cases import BREAD, MODIFY, VERIFY
from tests.memory.generation_case import BY

HINT = "I have no oven"
REQUEST = CustomizeRequest(procedure=BREAD, hint=HINT, strategy="sequential")


async def run_of(
    request: CustomizeRequest, lessons: Lessons | None, answers: tuple[str, str] = (MODIFY, VERIFY)
) -> tuple[Scripted, list[Event]]:
    model = Scripted(answers)
    crew = ModelAgents(model, request.prompts)
    async with aclosing(run(request, crew, by=BY, lessons=lessons)) as events:
        return model, [event async for event in events]


async def decided() -> tuple[Review, list[str]]:
    """A review with its first edit taken and its second turned down with a reason."""
    _, events = await run_of(REQUEST, None)
    ids = [event.id for event in events if isinstance(event, EditProposed)]
    review = accept(fold_all(BREAD, events), ids[0]).review
    return reject(review, [ids[1]], reason="too thin for us").review, ids


def asked(model: Scripted, call: int = 0) -> str:
    return "\n".join(one.content for one in model.requests[call].messages)


async def test_what_was_taken_and_turned_down_comes_back_to_modify_for_a_similar_hint(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path / "memory")
    review, _ = await decided()
    assert lessons.remember(review)
    other = replace(REQUEST, procedure=procedure("Bake rolls", ["Shape.", "Bake."]), hint="there is no oven here")
    model, _ = await run_of(other, lessons, ("no edits", "no edits"))
    assert "EARLIER CHOICES" in asked(model)
    assert "too thin for us" in asked(model)
    assert "EARLIER CHOICES" not in asked(model, 1)


async def test_another_hint_brings_nothing_back(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    lessons.remember((await decided())[0])
    assert lessons.recall(BREAD, "my guests love garlic").examples == ()


async def test_what_was_turned_down_for_this_procedure_is_not_proposed_again(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    review, ids = await decided()
    lessons.remember(review)
    turned_down = next(p.edit for stage in review.stages for p in stage.proposals if p.id == ids[1])
    _, events = await run_of(REQUEST, lessons)
    proposed = [event.edit for event in events if isinstance(event, EditProposed)]
    assert (turned_down.step, turned_down.text) not in [(edit.step, edit.text) for edit in proposed]
    assert len(proposed) < len(ids)


async def test_off_and_in_the_paper_set_nothing_is_shown(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    lessons.remember((await decided())[0])
    off, _ = await run_of(REQUEST, None)
    paper, _ = await run_of(replace(REQUEST, prompts="paper"), lessons)
    never = Task(agent="modify", base=BREAD, hint=HINT)
    assert "EARLIER CHOICES" not in asked(off)
    assert "too thin for us" not in asked(paper)
    assert "EARLIER" not in "".join(one.content for one in messages(never, "tailor", ALL_ON))


async def test_what_was_taken_in_bulk_unread_is_no_lesson(tmp_path: Path) -> None:
    _, events = await run_of(REQUEST, None)
    review = accept_many(fold_all(BREAD, events), "careful", by="careful").review
    assert not Lessons(tmp_path).remember(review)
    assert not (tmp_path / FILE).exists()


async def test_a_line_that_was_cut_off_or_is_nonsense_is_passed_over(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    lessons.remember((await decided())[0])
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write('{"base": 3}\n[]\n{"goal": "x", "hi')
    assert len(lessons.recall(BREAD, HINT).examples) == 1


async def test_a_byte_order_mark_and_a_line_separator_cost_no_lesson(tmp_path: Path) -> None:
    review, ids = await decided()
    Lessons(tmp_path).remember(reject(review, [ids[1]], reason="too thin\u2028for us").review)
    file = tmp_path / FILE
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert Lessons(tmp_path).recall(BREAD, HINT).examples


async def test_a_lesson_after_a_line_that_was_cut_off_is_remembered(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    (tmp_path / FILE).write_text('{"goal": "x", "hi', encoding="utf-8")
    lessons.remember((await decided())[0])
    assert len(lessons.recall(BREAD, HINT).examples) == 1


async def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path / "memory")
    lessons.remember((await decided())[0])
    assert (tmp_path / "memory" / FILE).stat().st_mode & 0o077 == 0
