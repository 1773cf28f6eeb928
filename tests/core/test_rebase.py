"""A corrected original: what still applies is carried, the rest waits, nothing is lost silently."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.coverage import ledger
from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.engine import apply
from tailor.core.outcomes import outcomes
from tailor.core.procedure import Procedure, procedure
from tailor.core.rebase import rebase, with_ids
from tailor.core.requirements import Requirement
from tailor.core.review.agreement import disagreements
from tailor.core.review.decisions import accept
from tailor.core.review.state import ReviewState
from tests.depth import cases

TEXTS = st.sampled_from(
    ["Mix it", "Bake it", "Cool it", "Repeat step 2", "Go back to steps 1 and 3", "Serve it", "Wait"]
)
BASES = st.lists(TEXTS, min_size=1, max_size=6).map(lambda steps: procedure("Cake", steps, ["flour", "water"]))


@st.composite
def batch(draw: st.DrawFn, base: Procedure, prefix: str) -> tuple[Edit, ...]:
    """Edits that fit the base: at most one replace a step."""
    edits: list[Edit] = []
    for number in range(len(base.steps) + 1):
        match draw(st.integers(0, 5)):
            case 0:
                edits.append(Insert(step=number, text=draw(TEXTS), id=f"{prefix}i{number}", agent="modify"))
            case 1 if number:
                text = draw(st.sampled_from(["", "Mix it", "Stir it", "Skip to step 3"]))
                edits.append(Replace(step=number, text=text, id=f"{prefix}r{number}", agent="verify"))
            case _:
                pass
    if base.resources and draw(st.integers(0, 1)) == 1:
        edits.append(Replace(step=1, text="rice", part="resources", id=f"{prefix}x", agent="modify"))
    return tuple(edits)


@settings(max_examples=cases(300), deadline=None)
@given(st.data(), BASES)
def test_whatever_changed_in_the_original_no_edit_is_lost_and_replay_holds(
    data: st.DataObject, old: Procedure
) -> None:
    first = data.draw(batch(old, "a"))
    second = data.draw(batch(apply(old, Bag(first)).procedure, "b"))
    correction = data.draw(batch(old, "c"))
    new = apply(old, Bag(correction)).procedure
    rebased = rebase(old, new, [first, second])

    told = [*rebased.carried, *rebased.stale, *rebased.already]
    assert sorted(told) == sorted(edit.id for edit in (*first, *second)), "each edit is told once"
    state = ReviewState(rebased.review)
    assert {id for id in told if state.status(id) == "accepted"} == set(rebased.carried)
    assert all(state.status(id) == "stale" for id in rebased.stale), "what is stale waits in the review"
    made = new
    for _, edits in state.result.batches:
        made = apply(made, Bag(edits)).procedure
    assert made.steps == state.result.draft.procedure.steps


@settings(max_examples=cases(150), deadline=None)
@given(st.data(), BASES)
def test_an_original_that_did_not_change_gives_the_same_variant(data: st.DataObject, old: Procedure) -> None:
    first = data.draw(batch(old, "a"))
    second = data.draw(batch(apply(old, Bag(first)).procedure, "b"))
    variant = apply(apply(old, Bag(first)).procedure, Bag(second)).procedure
    rebased = rebase(old, old, [first, second])
    assert rebased.stale == rebased.already == ()
    result = ReviewState(rebased.review).result.draft.procedure
    assert (result.steps, result.resources) == (variant.steps, variant.resources)


OLD = procedure("Bake bread", ["Mix", "Rise 1 h", "Bake 30 min at 220 °C", "Cool"])


def test_an_edit_moves_along_with_its_step() -> None:
    new = procedure("Bake bread", ["Weigh the flour", *OLD.steps])
    rebased = rebase(OLD, new, [[Replace(step=3, text="Fry 12 min a side", id="e1", agent="modify")]])
    assert rebased.carried == ("e1",)
    assert ReviewState(rebased.review).result.draft.procedure.steps[3] == "Fry 12 min a side"


def test_an_edit_of_a_corrected_step_waits_and_can_be_taken_anyway() -> None:
    new = procedure("Bake bread", ["Mix", "Rise 1 h", "Bake 35 min at 220 °C", "Cool"])
    rebased = rebase(OLD, new, [[Replace(step=3, text="Fry 12 min a side", id="e1", agent="modify")]])
    assert rebased.stale == ("e1",)
    assert ReviewState(rebased.review).result.draft.procedure.steps == new.steps
    taken = accept(rebased.review, "e1", anyway=True).review
    assert ReviewState(taken).result.draft.procedure.steps[2] == "Fry 12 min a side"


def test_what_the_correction_says_already_is_told_and_not_done_twice() -> None:
    new = procedure("Bake bread", ["Mix", "Rise 2 h", "Bake 30 min at 220 °C", "Cool"])
    rebased = rebase(OLD, new, [[Replace(step=2, text="Rise 2 h", id="e1", agent="modify")]])
    assert (rebased.carried, rebased.stale, rebased.already) == ((), (), ("e1",))


def test_edits_without_ids_of_their_own_get_them() -> None:
    one = Insert(step=0, text="a")
    (batch,) = with_ids([[one, one, Insert(step=0, text="b", id="s1")]])
    assert len({edit.id for edit in batch}) == 3
    assert "s1" not in {edit.id for edit in batch}
    (batch,) = with_ids([[one, Insert(step=0, text="b", id="e1"), Insert(step=0, text="c", id="e1")]])
    assert [edit.id for edit in batch] == ["e2", "e1", "e1-2"], "an id that is there already is left to its edit"


def test_what_the_person_changed_and_took_off_the_list_is_counted_once_and_still_warned_of() -> None:
    old = procedure("Jam", ["Cut the rhubarb.", "Add the sugar."], ["1 kg rhubarb", "300 g sugar", "1 orange"])
    new = procedure("Jam", ["Cut the rhubarb up.", "Add the sugar."], list(old.resources))
    gone = Replace(step=1, text="", part="resources", id="you1", agent="you", serves=("R1",))
    lemon = Replace(step=2, text="1 lemon", part="resources", id="you2", agent="you", serves=("R1",))
    wish = Requirement("R1", "refinement", "less rhubarb and lemon")
    after = Replace(step=2, text="Add the sugar and the juice.", id="you3", agent="you", serves=("R1",))
    made = rebase(old, new, [(after,), (gone,), (lemon,)], requirements=(wish,))
    state = ReviewState(made.review)
    assert disagreements(state)[-1:] == ("“1 kg rhubarb” is off the list, but step 1 still uses it.",)
    [less] = outcomes(state, ledger(state, made.carried))
    assert "changed in step 2 and in 2 items on the list" in less.says
