"""A kept run opens again as the review it was: same cards, same places, same Result."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from tailor.core.events import EditProposed, Event, RunStarted, StageFinished, StageStarted
from tailor.core.procedure import Procedure
from tailor.core.review import Decisions, Review
from tailor.core.review.decisions import accept, own_edit
from tailor.core.review.events import fold
from tailor.core.review.state import ReviewState
from tailor.runs.history import choices_at_stages, dump, note_choices, open_file, stored_runs

LOAF = Procedure("Bake a loaf", ("Preheat.", "Mix.", "Rise.", "Bake.", "Cool."), ("flour",))


class OpenReview:
    """A review as it goes on, and its record beside it."""

    def __init__(self, record: Path) -> None:
        self.record = record
        self.review = Review(LOAF, "no oven")
        self.edits = 0
        self.arrives(
            RunStarted(
                run="loaf",
                procedure=LOAF,
                hint="no oven",
                strategy="sequential",
                prompts="tailor",
                provider="server",
            )
        )
        self.proposes("modify", ("replace", 4, "Fry."))

    def arrives(self, event: Event) -> None:
        dump((event,), self.record)
        self.review = fold(self.review, event)

    def chosen(self, review: Review) -> None:
        self.review = review
        note_choices(review.choices, self.record)

    def proposes(self, agent: str, *edits: tuple[Literal["insert", "replace"], int, str]) -> None:
        """An agent is asked about what is accepted now, and answers."""
        state = ReviewState(self.review)
        now, stage = state.result.draft.procedure, len(self.review.stages) + 1
        ids = tuple(edit.id for _, edits in state.plain_result.batches for edit in edits)
        self.arrives(
            StageStarted(
                stage=stage, agent=agent, base="", steps=now.steps, resources=now.resources, builds_on=ids
            )
        )
        for op, step, text in edits:
            self.edits += 1
            self.arrives(
                EditProposed(
                    stage=stage, id=f"e{self.edits}", agent=agent, part="steps", op=op, step=step, text=text
                )
            )
        self.arrives(StageFinished(stage=stage, agent=agent, end="edits", result=now))


def own_words(opened: OpenReview) -> None:
    opened.chosen(accept(opened.review, "e1", own="Fry slowly.").review)


def own_steps(opened: OpenReview) -> None:
    opened.chosen(own_edit(opened.review, "insert", "s3", "Fold it.").review)
    opened.chosen(own_edit(opened.review, "replace", "s4", "Steam it.").review)


def told(review: Review) -> tuple[object, ...]:
    state = ReviewState(review)
    return state.result.draft, [(id, state.status(id)) for id in state.proposals]


@pytest.mark.parametrize("make", [own_words, own_steps])
def test_what_was_asked_about_a_persons_own_words_keeps_its_place_when_opened_again(
    tmp_path: Path, make: Callable[[OpenReview], None]
) -> None:
    opened = OpenReview(tmp_path / "loaf.jsonl")
    make(opened)
    steps = ReviewState(opened.review).result.draft.procedure.steps
    changed = 4 if len(steps) == 5 else 5
    opened.proposes("verify", ("replace", changed, "On low heat."), ("insert", changed - 1, "Wait a little."))
    assert told(open_file(opened.record).review) == told(opened.review)
    for id in ("e2", "e3"):
        opened.chosen(accept(opened.review, id).review)
    assert {"On low heat.", "Wait a little."} <= set(ReviewState(opened.review).result.draft.procedure.steps)
    assert told(open_file(opened.record).review) == told(opened.review)


def test_the_choices_of_each_stage_are_those_that_stood_when_it_began(tmp_path: Path) -> None:
    opened = OpenReview(tmp_path / "loaf.jsonl")
    own_words(opened)
    first = opened.review.choices
    opened.proposes("verify")
    own_steps(opened)
    opened.proposes("verify")
    assert choices_at_stages(opened.record) == {2: first, 3: opened.review.choices}


def test_a_line_of_choices_that_was_cut_off_gives_way_to_the_one_before(tmp_path: Path) -> None:
    opened = OpenReview(tmp_path / "loaf.jsonl")
    own_words(opened)
    with opened.record.open("a") as file:
        file.write('{"kind": "choices", "decisions": [\n')
    opened.proposes("verify")
    assert choices_at_stages(opened.record) == {2: opened.review.choices}
    assert choices_at_stages(opened.record)[2] != Decisions()


def test_a_byte_order_mark_of_an_editor_hides_nothing_of_a_run(tmp_path: Path) -> None:
    record = tmp_path / "run.jsonl"
    review = OpenReview(record)
    whole = record.read_bytes()
    record.write_bytes(b"\xef\xbb\xbf" + whole)
    opened = open_file(record)
    assert opened is not None
    assert opened.review.original == review.review.original
    assert [name for name, _, _ in stored_runs(tmp_path)] == ["run"]


def test_a_line_cut_off_in_the_middle_of_a_letter_takes_no_run_from_the_list(tmp_path: Path) -> None:
    opened = OpenReview(tmp_path / "loaf.jsonl")
    with opened.record.open("ab") as file:
        file.write('{"kind": "edit_proposed", "text": "Fry gently in a sauté'.encode()[:-1])
    own_words(opened)
    assert told(open_file(opened.record).review) == told(opened.review)
    assert [id for id, _, _ in stored_runs(tmp_path)] == ["loaf"]
