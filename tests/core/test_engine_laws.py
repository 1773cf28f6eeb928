"""The engine's laws (DESIGN 3), in CI each on 2,000 random cases."""

import dataclasses
import functools
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core import engine
from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.engine import Applied, Origin, _moves, _moves_between_anchors, apply, diff, problems
from tailor.core.errors import ApplyError
from tailor.core.procedure import Part, Procedure, fingerprint, procedure
from tailor.core.text import LONGEST_STEP
from tests.agents.strategies_for_tests import bags, procedures, procedures_with_bags
from tests.depth import cases

LAW = settings(max_examples=cases(400), deadline=None)


def naive(texts: Sequence[str], bag: Sequence[Edit]) -> list[str]:
    """The engine again, in the plainest way: look every edit up for every place."""
    out = [edit.text for edit in bag if isinstance(edit, Insert) and edit.step == 0]
    for number, text in enumerate(texts, 1):
        new = next((edit.text for edit in bag if isinstance(edit, Replace) and edit.step == number), text)
        out += [new] if new else []
        out += [edit.text for edit in bag if isinstance(edit, Insert) and edit.step == number]
    return out


def of(bag: Bag, part: str) -> list[Edit]:
    return [edit for edit in bag.edits if edit.part == part]


@LAW
@given(procedures())
def test_the_empty_bag_changes_nothing(base: Procedure) -> None:
    applied = apply(base, Bag())
    assert applied.procedure == base
    assert [(origin.source, origin.base) for origin in applied.trace] == [
        ("kept", number) for number in range(1, len(base.steps) + 1)
    ]


def the_plainest_reading_of_the_edits_gives_the_same(base: Procedure, bag: Bag, applied: Applied) -> None:
    result = applied.procedure
    assert list(result.steps) == naive(base.steps, of(bag, "steps"))
    assert list(result.resources) == naive(base.resources, of(bag, "resources"))


def steps_that_no_edit_names_stay_identical(base: Procedure, bag: Bag, applied: Applied) -> None:
    named = {edit.step for edit in of(bag, "steps") if isinstance(edit, Replace)}
    kept = [origin.base for origin in applied.trace if origin.source == "kept"]
    assert kept == [number for number in range(1, len(base.steps) + 1) if number not in named]
    for text, origin in zip(applied.procedure.steps, applied.trace, strict=True):
        if origin.source == "kept" and origin.base is not None:
            assert text is base.steps[origin.base - 1]


def every_edit_has_its_effect_and_the_trace_says_where(base: Procedure, bag: Bag, applied: Applied) -> None:
    written = {o.edit.id: text for text, o in _traced(applied) if o.edit is not None}
    for edit in bag.edits:
        if edit.text:
            assert written[edit.id] == edit.text
        else:
            assert all(o.base != edit.step for o in _trace(applied, edit.part))


def the_trace_keeps_the_order_of_the_base(base: Procedure, bag: Bag, applied: Applied) -> None:
    for trace in (applied.trace, applied.resource_trace):
        places = [_place(origin) for origin in trace]
        assert places == sorted(places)


def headings_move_with_their_steps(base: Procedure, bag: Bag, applied: Applied) -> None:
    assert list(applied.procedure.sections) == sorted(applied.procedure.sections, key=lambda pair: pair[0])
    for number, title in applied.procedure.sections:
        start = {name: place for place, name in base.sections}[title]
        origin = applied.trace[number - 1]
        place = origin.base if origin.base is not None else origin.edit.step if origin.edit else None
        ends = [other for other, _ in base.sections if other > start]
        assert place is not None
        assert start <= place < min(ends, default=len(base.steps) + 1)


LAWS_OF_APPLYING = (
    the_plainest_reading_of_the_edits_gives_the_same,
    steps_that_no_edit_names_stay_identical,
    every_edit_has_its_effect_and_the_trace_says_where,
    the_trace_keeps_the_order_of_the_base,
    headings_move_with_their_steps,
)


@LAW
@given(procedures_with_bags())
def test_whatever_edits_are_applied_each_law_of_applying_holds(case: tuple[Procedure, Bag]) -> None:
    base, bag = case
    applied = apply(base, bag)
    for law in LAWS_OF_APPLYING:
        law(base, bag, applied)


@LAW
@given(procedures_with_bags(), st.randoms(use_true_random=False))
def test_the_order_of_a_bag_matters_only_among_inserts_at_one_place(
    case: tuple[Procedure, Bag], random: Random
) -> None:
    base, bag = case
    shuffled = list(bag.edits)
    random.shuffle(shuffled)
    place = {edit.id: order for order, edit in enumerate(bag.edits)}
    inserts = iter(sorted((e for e in shuffled if isinstance(e, Insert)), key=lambda e: place[e.id]))
    stable = [next(inserts) if isinstance(edit, Insert) else edit for edit in shuffled]
    assert apply(base, Bag(tuple(stable))).procedure == apply(base, bag).procedure


@LAW
@given(procedures(), st.data())
def test_equal_replaces_collapse_and_equal_inserts_do_not(base: Procedure, data: st.DataObject) -> None:
    bag = data.draw(bags(base))
    doubled = Bag((*bag.edits, *(e for e in bag.edits if isinstance(e, Replace))))
    assert apply(base, doubled).procedure == apply(base, bag).procedure
    twice = apply(base, Bag((Insert(step=0, text="New"), Insert(step=0, text="New"))))
    assert twice.procedure.steps[:2] == ("New", "New")


@LAW
@given(procedures(), st.data())
def test_different_replaces_of_one_step_are_a_conflict_and_refused(base: Procedure, data: st.DataObject) -> None:
    part: Part = "steps" if base.steps else "resources"
    if not base.part(part):
        return
    number = data.draw(st.integers(1, len(base.part(part))))
    pair = (Replace(step=number, text="One", part=part), Replace(step=number, text="Other", part=part))
    bag = Bag(pair)
    what = "step" if part == "steps" else "resource"
    assert problems(base, bag) == (f"2 different texts for {what} {number}",)
    with pytest.raises(ApplyError):
        apply(base, bag)


@LAW
@given(procedures(), st.integers(-3, 12), st.sampled_from(["insert", "replace"]))
def test_an_edit_out_of_range_is_refused_and_named(base: Procedure, step: int, op: str) -> None:
    edit = Insert(step=step, text="New") if op == "insert" else Replace(step=step, text="New")
    fits = (0 if op == "insert" else 1) <= step <= len(base.steps)
    assert bool(problems(base, Bag((edit,)))) is not fits
    if not fits:
        with pytest.raises(ApplyError, match="out of range"):
            apply(base, Bag((edit,)))


@LAW
@given(procedures(), procedures())
def test_a_bag_for_another_base_is_refused(base: Procedure, other: Procedure) -> None:
    bag = Bag((), fingerprint(other))
    if base.steps == other.steps:
        apply(base, bag)
    else:
        with pytest.raises(ApplyError, match="different how-to"):
            apply(base, bag)


@LAW
@given(procedures(), procedures())
def test_a_diff_gives_the_other_procedure_with_the_fewest_edits(before: Procedure, after: Procedure) -> None:
    bag = diff(before, after)
    result = apply(before, bag).procedure
    assert (result.steps, result.resources) == (after.steps, after.resources)
    assert len(bag.edits) == distance(before.steps, after.steps) + distance(before.resources, after.resources)
    for other in (after.steps, (*before.steps[1:], *after.steps[:1])):
        found = _moves_between_anchors(before.steps, other)
        assert found is None or found == list(_moves(before.steps, other)), "found piece by piece"


@LAW
@given(st.integers(1, 45).flatmap(lambda count: st.tuples(st.just(count), st.integers(0, count))))
def test_steps_moved_far_cost_one_edit_in_and_one_out_each(case: tuple[int, int]) -> None:
    count, moved = case
    steps = [f"Step {number}" for number in range(count)]
    edits = diff(procedure("g", steps), procedure("g", steps[moved:] + steps[:moved])).edits
    assert len(edits) == min(count, 2 * moved, 2 * (count - moved))


@LAW
@given(procedures(), procedures())
def test_lists_too_long_for_the_exact_table_still_become_each_other(before: Procedure, after: Procedure) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "MOST_CELLS", 0)
        result = apply(before, diff(before, after)).procedure
    assert (result.steps, result.resources) == (after.steps, after.resources)


@pytest.mark.parametrize(("over", "fits"), [(0, True), (1, False)])
def test_a_text_may_be_just_as_long_as_the_longest(over: int, fits: bool) -> None:
    bag = Bag((Replace(step=1, text="a" * (LONGEST_STEP + over)),))
    assert (problems(procedure("g", ["One"]), bag) == ()) is fits


def test_a_step_that_moves_past_equal_ones_costs_two_edits_and_not_all_of_theirs() -> None:
    chill, folds = ["Chill"], ["Fold"] * 4
    assert len(diff(procedure("g", chill + folds), procedure("g", folds + chill)).edits) == 2


def test_a_heading_whose_steps_are_all_gone_goes_with_them() -> None:
    base = procedure("g", ["a", "b", "c"], sections=[(1, "One"), (2, "Two"), (3, "Three")])
    assert apply(base, Bag((Replace(step=2, text=""),))).procedure.sections == ((1, "One"), (2, "Three"))
    kept = apply(base, Bag((Replace(step=2, text=""), Insert(step=2, text="new"))))
    assert kept.procedure.sections == ((1, "One"), (2, "Two"), (3, "Three"))


def test_a_mark_of_doubt_moves_with_its_step_and_goes_when_the_step_is_rewritten() -> None:
    base = dataclasses.replace(procedure("g", ["a", "b", "c"]), uncertain=(2, 3))
    bag = Bag((Insert(step=0, text="new"), Replace(step=2, text="sure now")))
    assert apply(base, bag).procedure.uncertain == (4,)


def test_a_diff_takes_the_pair_that_shares_most_words_and_then_the_smallest_step() -> None:
    before = procedure("g", ["Bake the bread", "Cool"])
    after = procedure("g", ["Bake the bread longer"])
    assert diff(before, after).edits == (Replace(step=1, text="Bake the bread longer"), Replace(step=2, text=""))
    before = procedure("g", ["Heat the oven", "Bake the bread"])
    assert diff(before, after).edits == (Replace(step=1, text=""), Replace(step=2, text="Bake the bread longer"))
    assert diff(procedure("g", ["A"]), procedure("g", ["A", "A"])).edits == (Insert(step=0, text="A"),)
    before = procedure("g", ["Fry one egg.", "Fry two eggs."])
    after = procedure("g", ["Fry two eggs.", "Cook three."])
    assert diff(before, after).edits == (
        Replace(step=1, text="Fry two eggs."),
        Replace(step=2, text="Cook three."),
    )


def test_many_changed_steps_are_compared_without_a_table_of_all() -> None:
    before = [f"Do thing {number}" for number in range(10_000)]
    after = [f"Wait {number}" if number % 9 == 0 else text for number, text in enumerate(before)]
    found = _moves_between_anchors(before, after)
    assert found is not None
    assert Counter(found) == {"keep": 8_888, "replace": 1_112}


def test_ten_thousand_steps_are_told_apart_in_reasonable_work() -> None:
    before = procedure("g", [f"Do thing {number}" for number in range(10_000)])
    after = procedure("g", ["New first", *before.steps[:5_000], *before.steps[5_001:]])
    assert diff(before, after).edits == (Insert(step=0, text="New first"), Replace(step=5_001, text=""))


def distance(before: Sequence[str], after: Sequence[str]) -> int:
    """Levenshtein's distance, from the definition."""

    @functools.cache
    def far(i: int, j: int) -> int:
        if i == len(before) or j == len(after):
            return len(before) - i + len(after) - j
        return min(1 + far(i + 1, j), 1 + far(i, j + 1), (before[i] != after[j]) + far(i + 1, j + 1))

    return far(0, 0)


def _trace(applied: Applied, part: str) -> tuple[Origin, ...]:
    return applied.trace if part == "steps" else applied.resource_trace


def _traced(applied: Applied) -> list[tuple[str, Origin]]:
    steps = zip(applied.procedure.steps, applied.trace, strict=True)
    return [*steps, *zip(applied.procedure.resources, applied.resource_trace, strict=True)]


def _place(origin: Origin) -> float:
    """Where a step of the result stands in the base's numbering; an insert stands after its step."""
    if origin.base is not None:
        return origin.base
    assert origin.edit is not None
    return origin.edit.step + 0.5
