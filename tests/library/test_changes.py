"""A saved procedure is changed by hand, and what changed between two versions is said."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.edits import Replace
from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, Times, procedure
from tailor.core.renumber import renumber_typed
from tailor.core.review import Review
from tailor.core.review.decisions import own_edit
from tailor.core.review.state import ReviewState
from tailor.library.changes import changes_in_words, edited_words, restore_version, save_edited
from tailor.library.entries import NOTICE, SavedEdit
from tailor.library.formats.text.reader import parse_under
from tailor.library.formats.text.writer import write_under
from tailor.library.lineage import check, save_variant
from tailor.library.store import Library, Unchanged
from tests.screens.library_case import NO_OVEN, filled

TEA = replace(
    procedure(
        "Brew tea", ["Boil water.", "Pour it.", "Wait."], ["water", "tea"], sections=[(2, "Brew")], notes="Hot!"
    ),
    yields="2 cups",
)


def test_what_one_edits_reads_back_as_it_was() -> None:
    assert write_under(TEA).startswith("Yield: 2 cups")
    assert parse_under(TEA.goal, write_under(TEA)).procedure == TEA
    other = replace(TEA, yields="a pot of it")
    assert "pot" not in write_under(other), "it would be read as a step"


def test_the_next_version_keeps_what_the_text_has_no_place_for(tmp_path: Path) -> None:
    library, _ = filled(str(tmp_path))
    kept = replace(TEA, tags=("drink",), source="Nan", times=Times(cook=5), yields="a pot of it")
    saved = library.load(library.save(kept).id)
    entry = save_edited(library, saved, parse_under("Brew strong tea", write_under(saved.procedure)).procedure)
    now = library.load(entry.id)
    assert (entry.version, entry.stem) == (2, saved.entry.stem)
    assert replace(now.procedure, goal=kept.goal, id="") == kept
    assert now.procedure.goal == "Brew strong tea"


def test_a_variant_that_was_edited_can_still_be_replayed(tmp_path: Path) -> None:
    library, saved = filled(str(tmp_path))
    variant = library.load(saved[2].id)
    entry = save_edited(library, variant, procedure(NO_OVEN.goal, [*NO_OVEN.steps[1:], "Eat."], NO_OVEN.resources))
    assert entry.parent == variant.parent
    assert [one for one in check(library) if one.id == entry.id] == []
    assert library.load(entry.id).procedure.steps[-1] == "Eat."


def test_a_variant_changed_in_its_file_can_still_be_replayed_once_it_is_restored_or_edited(tmp_path: Path) -> None:
    library, saved = filled(str(tmp_path))
    file = saved[2].file
    file.write_text(file.read_text("utf-8").replace(NO_OVEN.steps[0], "Rinse the pan twice."), "utf-8")
    by_hand = library.load(saved[2].id)
    assert by_hand.procedure.steps[0] == "Rinse the pan twice."
    longer = replace(by_hand.procedure, steps=(*by_hand.procedure.steps, "Eat."))
    for entry in (restore_version(library, saved[2].id), save_edited(library, by_hand, longer)):
        assert [one for one in check(library) if one.id == entry.id] == []
        assert library.load(entry.id).procedure.steps[0] == "Rinse the pan twice."


def test_a_version_that_is_the_newest_already_is_not_saved_again_however_many_ask_at_once(tmp_path: Path) -> None:
    library, saved = filled(str(tmp_path))
    first = saved[0].id
    newest = library.save(replace(NO_OVEN, tags=()), version_of=first).version
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(restore_version, Library(library.folder), first) for _ in range(4)]
    assert sorted(isinstance(one.exception(), Unchanged) for one in asked) == [False, True, True, True]
    assert library.history(first)[-1].version == newest + 1
    with pytest.raises(Unchanged, match=r"Nothing has changed since .*\.v\d, so nothing was saved"):
        restore_version(library, first)


def test_nothing_is_saved_where_nothing_changed(tmp_path: Path) -> None:
    library, saved = filled(str(tmp_path))
    same = library.load(saved[0].id)
    with pytest.raises(ContentError, match="You have not changed anything"):
        save_edited(library, same, same.procedure)


def after(**changed: object) -> Procedure:
    return replace(TEA, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (TEA, "nothing changed"),
        (after(goal="Brew green tea"), "new title"),
        (after(steps=("Boil 1 l of water.", "Pour it.", "Wait.", "Drink.")), "1 step changed, 1 added"),
        (
            after(steps=("Pour it.", "Wait."), resources=("water", "tea", "a cup"), sections=((1, "Brew"),)),
            "1 step removed; 1 item added",
        ),
        (after(notes=""), "notes changed"),
        (after(yields="2 pots"), "yield changed"),
        (after(times=Times(prep=5)), "times changed"),
        (after(sections=((2, "Pouring"),)), "headings changed"),
        (after(tags=("hot",), notes="Cold."), "notes changed; tags changed"),
    ],
)
def test_what_changed_is_said_in_few_words(now: Procedure, words: str) -> None:
    assert changes_in_words(TEA, now) == words


def test_what_was_not_typed_and_stays_is_not_said_to_have_changed() -> None:
    typed = procedure(TEA.goal, TEA.steps, TEA.resources, sections=TEA.sections, notes="Hot!")
    assert edited_words(TEA, replace(typed, notes="Cold!")) == "notes changed."


def test_a_yield_that_only_the_notes_tell_is_not_said_to_have_changed() -> None:
    pie = procedure("Pie", ["Bake it."], ["2 eggs"], notes="Serves 2.")
    typed = parse_under(pie.goal, write_under(pie) + " Nan's.").procedure
    assert typed.yields, "the notes are read for it"
    assert edited_words(pie, typed) == "notes changed."
    more = parse_under(pie.goal, write_under(pie).replace("Serves 2", "Serves 3")).procedure
    assert "yield changed" in edited_words(pie, more)


def test_a_variant_that_was_edited_still_tells_readers_that_a_machine_had_a_hand_in_it(tmp_path: Path) -> None:
    library, saved = filled(str(tmp_path))
    variant = library.load(saved[2].id)
    entry = save_edited(library, variant, replace(variant.procedure, notes="Eat it."))
    assert NOTICE in (library.folder / f"{entry.id}.md").read_text(encoding="utf-8")
    assert NOTICE not in library.load(entry.id).procedure.notes, "that is no note of theirs"
    again = restore_version(library, variant.id)
    assert NOTICE in (library.folder / f"{again.id}.md").read_text(encoding="utf-8")


def test_own_changes_to_what_a_machine_changed_still_tell_readers_of_the_machine(tmp_path: Path) -> None:
    library, saved = filled(str(tmp_path))
    of_machine = library.load(saved[2].id).procedure
    review = own_edit(Review(of_machine), "replace", "s1", "Preheat a pot.").review
    mine = save_variant(library, ReviewState(review))
    edited = save_edited(library, library.load(mine.id), replace(of_machine, notes="Eat it."))
    for id in (mine.id, edited.id, restore_version(library, mine.id).id):
        assert library.notice(id) == NOTICE, "so pages say it too"
        assert NOTICE in (library.folder / f"{id}.md").read_text(encoding="utf-8")


def test_no_machine_is_named_where_every_change_is_the_persons_own(tmp_path: Path) -> None:
    library = Library(tmp_path)
    review = own_edit(Review(TEA), "replace", "s1", "Boil 2 l of water.").review
    variant = library.load(save_variant(library, ReviewState(review)).id)
    entry = save_edited(library, variant, replace(variant.procedure, steps=(*variant.procedure.steps, "Drink.")))
    for id in (entry.id, restore_version(library, variant.id).id):
        assert "machine" not in (library.folder / f"{id}.md").read_text(encoding="utf-8")


BREAD = procedure(
    "Bread",
    ["Heat the oven.", "Mix.", "Knead.", "Rest as in step 3.", "Bake; repeat steps 3 and 4."],
    ["1 egg (step 5)"],
    sections=[(4, "Baking (steps 4–5)")],
    notes="Less salt in step 3.\nStep 2 by hand.",
)


def test_steps_that_were_not_touched_point_to_the_same_steps_after_an_edit_by_hand(tmp_path: Path) -> None:
    library, _ = filled(str(tmp_path))
    saved = library.load(library.save(BREAD).id)
    shorter = write_under(BREAD).replace("1. Heat the oven.\n", "")
    entry = save_edited(library, saved, typed := parse_under("Bread", shorter).procedure)
    now = library.load(entry.id).procedure
    assert now.steps == ("Mix.", "Knead.", "Rest as in step 2.", "Bake; repeat steps 2 and 3.")
    assert (now.resources, now.sections) == (("1 egg (step 4)",), ((3, "Baking (steps 3–4)"),))
    assert now.notes == "Less salt in step 2.\nStep 1 by hand."
    assert edited_words(BREAD, typed) == (
        "1 step removed. The step numbers mentioned in steps 3, 4, what you need, the headings and the notes were "
        "updated."
    )


def test_a_step_moved_by_hand_is_still_meant_and_numbers_changed_by_hand_stay() -> None:
    moved = procedure(
        "Bread",
        ["Heat the oven.", "Knead.", "Mix.", "Rest as in step 3.", "Bake well; repeat steps 2 and 4."],
    )
    done = renumber_typed(BREAD, moved).applied(moved)
    assert done.steps[3:] == ("Rest as in step 2.", "Bake well; repeat steps 2 and 4.")
    same = replace(moved, steps=(*moved.steps[:4], "Bake well; repeat steps 3 and 4."))
    assert renumber_typed(BREAD, same).applied(same).steps[4] == "Bake well; repeat steps 2 and 4."


def test_an_edit_by_hand_says_what_points_to_a_step_that_is_gone() -> None:
    without = replace(BREAD, steps=tuple(text for text in BREAD.steps if text != "Knead."))
    assert "Step 3 points to the old step 3, which you removed." in edited_words(BREAD, without)
    assert "The note “Less salt in step 3.” points to the old step 3" in edited_words(BREAD, without)


def test_a_variant_whose_mentions_moved_in_an_edit_can_still_be_replayed(tmp_path: Path) -> None:
    library, _ = filled(str(tmp_path))
    original = library.save(BREAD)
    edit = Replace(step=2, text="Mix with care.", id="e1", agent="modify")
    changed = replace(BREAD, steps=(BREAD.steps[0], "Mix with care.", *BREAD.steps[2:]))
    variant = library.load(library.save(changed, parent=original.id, edits=[SavedEdit(stage=1, edit=edit)]).id)
    entry = save_edited(library, variant, replace(changed, steps=changed.steps[1:]))
    assert [one for one in check(library) if one.id == entry.id] == []
    assert library.load(entry.id).procedure.steps[2] == "Rest as in step 2."


def test_a_line_added_and_another_removed_are_not_taken_for_the_steps_between_them() -> None:
    changed = replace(BREAD, steps=("Heat the oven.", "Fold.", "Mix.", "Rest as in step 3.", BREAD.steps[4]))
    done = renumber_typed(BREAD, changed)
    assert {one.gone for one in done.lost} == {(3,)}
    assert done.applied(changed).notes.endswith("Step 3 by hand.")
