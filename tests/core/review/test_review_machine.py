"""A stateful test: random decisions against a simple model of what they mean (CONTRACT 7 rules 1, 6, 8, 12)."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.engine import apply
from tailor.core.errors import ContentError
from tailor.core.events import EditProposed, StageStarted
from tailor.core.procedure import Procedure, procedure
from tailor.core.review import Decisions, Review, redo, undo
from tailor.core.review.decisions import accept, accept_many, own_edit, reject, undecide
from tailor.core.review.events import fold
from tailor.core.review.rows import rows
from tailor.core.review.state import ReviewState
from tailor.core.transport import Moved
from tests.agents.strategies_for_tests import bags, procedures
from tests.depth import cases


class ReviewMachine(RuleBasedStateMachine):
    """Modify and Verify propose, the person decides, and the laws hold after every move."""

    def __init__(self) -> None:
        super().__init__()
        self.review: Review | None = None
        self.history: list[Decisions] = []
        self.undone: list[Decisions] = []
        self.count = 0

    @rule(data=st.data())
    def modify_then_verify_propose(self, data: st.DataObject) -> None:
        if self.review is None:
            base = data.draw(procedures(most=5))
            self.review = Review(base, "hint")
            self._propose("modify", base, data.draw(bags(base, most=4)), ())
        elif len(self.review.stages) == 1:
            turned_down = {d.id for d in self.review.choices.decisions if d.verdict == "rejected"}
            seen = [p for p in self.review.stages[0].proposals if p.id not in turned_down]
            base = apply(self.review.original, Bag(tuple(p.edit for p in seen))).procedure
            self._propose("verify", base, data.draw(bags(base, most=4)), tuple(p.id for p in seen))

    def _propose(self, agent: str, base: Procedure, bag: Bag, builds_on: tuple[str, ...]) -> None:
        assert self.review is not None
        number = len(self.review.stages) + 1
        self.review = fold(
            self.review,
            StageStarted(
                stage=number, agent=agent, base="", steps=base.steps, resources=base.resources, builds_on=builds_on
            ),
        )
        for edit in bag.edits:
            self.count += 1
            self.review = fold(self.review, _proposed(number, agent, f"e{self.count}", edit))

    def _ids(self) -> list[str]:
        return list(ReviewState(self.review).proposals) if self.review else []

    def _move(self, review: Review) -> None:
        assert self.review is not None
        if review.choices != self.review.choices:
            self.history.append(self.review.choices)
            self.undone.clear()
        self.review = review

    @precondition(lambda self: self._ids())
    @rule(data=st.data(), verb=st.sampled_from(["accept", "own", "reject", "undecide"]))
    def decide_on_one(self, data: st.DataObject, verb: str) -> None:
        assert self.review is not None
        id = data.draw(st.sampled_from(self._ids()))
        try:
            match verb:
                case "accept":
                    self._move(accept(self.review, id).review)
                case "own":
                    self._move(accept(self.review, id, own="My own words").review)
                case "reject":
                    self._move(reject(self.review, [id]).review)
                case _:
                    self._move(undecide(self.review, [id]))
        except ContentError:
            assert ReviewState(self.review).status(id) in ("stale", "on_hold")

    @precondition(lambda self: self._ids())
    @rule(data=st.data(), op=st.sampled_from(["insert", "replace"]))
    def make_an_own_edit(self, data: st.DataObject, op: Any) -> None:
        assert self.review is not None
        listed = rows(ReviewState(self.review))
        if listed:
            slot = data.draw(st.sampled_from([row.slot for row in listed]))
            self._move(own_edit(self.review, op, slot, "My own step").review)

    @precondition(lambda self: self.review is not None)
    @rule(how=st.sampled_from(["all", "careful"]))
    def accept_in_bulk(self, how: Any) -> None:
        assert self.review is not None
        before = self.review
        move = accept_many(before, how)
        assert {id for id, d in move.review.choices.by_id.items() if id not in before.choices.by_id} == set(
            move.ids
        )
        self._move(move.review)

    @precondition(lambda self: self.history)
    @rule()
    def undo_gives_the_choices_before(self) -> None:
        assert self.review is not None
        self.undone.append(self.review.choices)
        self.review = undo(self.review)
        assert self.review.choices == self.history.pop()

    @precondition(lambda self: self.undone)
    @rule()
    def redo_gives_the_choices_after(self) -> None:
        assert self.review is not None
        self.history.append(self.review.choices)
        self.review = redo(self.review)
        assert self.review.choices == self.undone.pop()

    @invariant()
    def nothing_accepted_means_the_original(self) -> None:
        if self.review is not None:
            accepted = [d for d in self.review.choices.decisions if d.verdict == "accepted"]
            if not accepted and not self.review.choices.own:
                assert ReviewState(self.review).result.draft.procedure == self.review.original

    @invariant()
    def everything_accepted_means_the_strategys_own_result(self) -> None:
        if self.review is None:
            return
        fresh = Review(self.review.original, stages=self.review.stages)
        taken = ReviewState(accept_many(fresh, "all").review)
        last = self.review.stages[-1]
        base = Procedure("Goal", last.steps, last.resources)
        expected = apply(base, Bag(tuple(p.edit for p in last.proposals))).procedure
        expected_all = set(ReviewState(fresh).proposals) == set(taken.decisions)
        if expected_all and len(set(last.builds_on)) == sum(len(s.proposals) for s in self.review.stages[:-1]):
            assert taken.plain_result.draft.procedure.steps == expected.steps
            assert taken.plain_result.draft.procedure.resources == expected.resources

    @invariant()
    def the_batches_replay_to_the_result(self) -> None:
        if self.review is None:
            return
        result = ReviewState(self.review).result
        procedure = self.review.original
        for _, edits in result.batches:
            procedure = apply(procedure, Bag(edits)).procedure
        assert procedure == result.draft.procedure

    @invariant()
    def every_accepted_edit_is_in_the_result_or_on_hold(self) -> None:
        if self.review is None:
            return
        state = ReviewState(self.review)
        for id, decision in state.decisions.items():
            if decision.verdict == "accepted":
                place = state.plain_result.places[id]
                assert state.status(id) == ("accepted" if isinstance(place, Moved) else "on_hold")
            else:
                assert id not in state.plain_result.places

    @invariant()
    def rows_hold_every_card_once_and_every_step_of_the_result_in_order(self) -> None:
        if self.review is None:
            return
        state = ReviewState(self.review)
        for part in ("steps", "resources"):
            listed = rows(state, part)
            cards = [id for row in listed for id in row.cards]
            assert sorted(cards) == sorted(id for id, (_, p) in state.proposals.items() if p.part == part)
            numbers = [now for row in listed if (now := row.now(state)) is not None]
            assert numbers == list(range(1, len(state.result.draft.procedure.part(part)) + 1))


def _proposed(stage: int, agent: str, id: str, edit: Edit) -> EditProposed:
    return EditProposed(
        stage=stage, id=id, agent=agent, part=edit.part, op=edit.op, step=edit.step, text=edit.text
    )


def test_an_accepted_edit_keeps_its_place_though_an_undecided_one_would_take_its_step() -> None:
    machine, things = ReviewMachine(), Bag((Replace(step=1, text="", part="resources"), Replace(step=1, text="")))
    machine.review = Review(procedure("Bake a loaf", ["Mix"], ["flour", "salt"]), "hint")
    machine._propose("modify", machine.review.original, things, ())
    without = apply(machine.review.original, Bag(things.edits[:1])).procedure
    machine._propose("verify", without, Bag((Insert(step=0, text="Mix"),)), ("e1",))
    machine.review = accept_many(machine.review, "all").review
    state = ReviewState(machine.review)
    assert (state.status("e2"), state.status("e3")) == ("undecided", "accepted"), "one step has to stay"
    assert accept(machine.review, "e3").review == machine.review


TestReviewMachine = ReviewMachine.TestCase
TestReviewMachine.settings = settings(max_examples=cases(120), stateful_step_count=30, deadline=None)
