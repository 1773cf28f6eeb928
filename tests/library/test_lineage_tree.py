"""What was made from what; variants carried over to a corrected original; words about a procedure."""

from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.edits import Insert, Replace
from tailor.core.errors import ContentError, DamagedError
from tailor.core.procedure import Procedure
from tailor.core.worddiff import compare
from tailor.library import metadata as about
from tailor.library.changes import restore_version
from tailor.library.entries import SavedEdit
from tailor.library.lineage import check, lineage_rows, plan_rebase, replayed, save_rebased
from tailor.library.store import Library
from tests.library.texts import BREAD

EDITS = (
    SavedEdit(stage=1, edit=Replace(step=3, text="Fry in a pan", id="e1", agent="modify"), proposed="Fry"),
    SavedEdit(stage=2, edit=Insert(step=2, text="Flatten it", id="e3", agent="verify"), by="careful"),
    SavedEdit(stage=2, edit=Replace(step=1, text="", id="e4"), decision="rejected"),
)


def family(folder: Path) -> tuple[Library, str, str]:
    """A library with an original and a variant of it."""
    library = Library(folder)
    original = library.save(BREAD).id
    made = replace(replayed(BREAD, EDITS), goal="Bread from the stove")
    return library, original, library.save(made, parent=original, hint="no oven", edits=EDITS).id


def corrected(library: Library, original: str, made: Procedure) -> str:
    return library.save(made, version_of=original).id


def test_the_tree_shows_variants_below_what_they_were_made_from(tmp_path: Path) -> None:
    library, original, variant = family(tmp_path)
    grandchild = library.save(BREAD, parent=variant).id
    of_starter = library.save(BREAD, parent="starter.crusty-bread").id
    told = [(row.depth, row.id) for row in lineage_rows(library.entries(), missing=True)]
    assert told[told.index((0, original)) :][:3] == [(0, original), (1, variant), (2, grandchild)]
    assert told[told.index((0, "starter.crusty-bread")) :][:2] == [(0, "starter.crusty-bread"), (1, of_starter)]


def test_a_lineage_in_a_circle_is_shown_once(tmp_path: Path) -> None:
    library = Library(tmp_path)
    first = library.save(BREAD)
    second = library.save(BREAD, parent=first.id)
    circle = [replace(first, parent=second.id), second]
    for missing in (False, True):
        rows = lineage_rows(circle, missing=missing)
        assert sorted(row.id for row in rows) == sorted([first.id, second.id])


def test_a_variant_is_carried_over_and_its_file_replays(tmp_path: Path) -> None:
    library, original, variant = family(tmp_path)
    newer = corrected(library, original, replace(BREAD, steps=("Wash your hands", *BREAD.steps)))
    plan = plan_rebase(library, variant)
    assert plan.rebased.stale == ()
    entry = save_rebased(library, plan)
    saved = library.load(entry.id)
    assert (saved.parent, entry.version, saved.entry.goal) == (newer, 2, "Bread from the stove")
    assert saved.procedure.steps == (
        *("Wash your hands", "Mix flour and water", "Let it rise for 1 h"),
        *("Flatten it", "Fry in a pan"),
    )
    by_id = {kept.edit.id: kept for kept in saved.edits}
    assert (by_id["e1"].proposed, by_id["e3"].by, by_id["e4"].decision) == ("Fry", "careful", "rejected")
    assert list(check(library)) == []


def test_what_does_not_fit_any_more_is_kept_in_the_file(tmp_path: Path) -> None:
    library, original, variant = family(tmp_path)
    corrected(library, original, replace(BREAD, steps=(*BREAD.steps[:2], "Bake at 230 °C for 25 min")))
    plan = plan_rebase(library, variant)
    assert "e1" in plan.rebased.stale
    saved = library.load(save_rebased(library, plan).id)
    assert {kept.edit.id: kept.decision for kept in saved.edits}["e1"] == "stale"
    assert list(check(library)) == []


def test_what_was_changed_by_hand_in_the_variant_is_carried_too(tmp_path: Path) -> None:
    library, original, variant = family(tmp_path)
    file = tmp_path / f"{variant}.md"
    file.write_text(file.read_text().replace("Flatten it", "Flatten it well"))
    corrected(library, original, replace(BREAD, steps=("Wash your hands", *BREAD.steps)))
    entry = save_rebased(library, plan_rebase(library, variant))
    assert "Flatten it well" in library.load(entry.id).procedure.steps


def test_what_was_changed_by_hand_in_the_original_is_not_taken_back(tmp_path: Path) -> None:
    library, original, variant = family(tmp_path)
    file = tmp_path / f"{original}.md"
    file.write_text(file.read_text().replace("Mix flour and water", "Mix rye flour and water"))
    restore_version(library, original)
    plan = plan_rebase(library, variant)
    assert plan.rebased.carried == ("e1", "e3")
    assert library.load(save_rebased(library, plan).id).procedure.steps[0] == "Mix rye flour and water"


def test_an_original_has_nothing_to_be_carried_over_to(tmp_path: Path) -> None:
    library, original, _ = family(tmp_path)
    with pytest.raises(ContentError, match="not made from"):
        plan_rebase(library, original)


def test_a_variant_is_never_carried_over_to_itself(tmp_path: Path) -> None:
    library, _, variant = family(tmp_path)
    with pytest.raises(ContentError, match="from itself"):
        plan_rebase(library, variant, variant)


def test_an_earlier_version_becomes_the_newest_again(tmp_path: Path) -> None:
    library, original, variant = family(tmp_path)
    corrected(library, original, replace(BREAD, steps=("Buy bread",)))
    entry = restore_version(library, original)
    assert (entry.version, library.load(entry.id).procedure.steps) == (3, BREAD.steps)
    corrected(library, variant, replace(BREAD, steps=("Buy bread",)))
    again = library.load(restore_version(library, variant).id)
    assert (again.edits, again.hint, again.parent) == (EDITS, "no oven", original)


def test_two_procedures_are_compared_word_by_word() -> None:
    after = replace(BREAD, steps=("Mix flour and milk", "Let it rise for 1 h", "Cool", "Slice"))
    told = [(line.before, line.after, line.runs) for line in compare(BREAD, after) if line.part == "steps"]
    assert told[:2] == [
        (1, 1, (("same", "Mix flour and "), ("gone", "water"), ("new", "milk"))),
        (2, 2, (("same", "Let it rise for 1 h"),)),
    ]
    assert [(before, now) for before, now, _ in told[2:]] in ([(None, 3), (3, 4)], [(3, 3), (None, 4)])
    shorter = compare(after, replace(after, steps=after.steps[:3]))
    assert shorter[-1].runs == (("gone", "Slice"),)


def test_words_about_a_procedure_come_back_and_unknown_keys_survive(tmp_path: Path) -> None:
    about.file_of(tmp_path, "bread-a1b2").write_text('{"tags": ["slow"], "colour": "red"}')
    known = about.read(tmp_path, "bread-a1b2")
    known = replace(known, tags=about.relabelled(known.tags, ("good", "slow"), ()))
    about.change(tmp_path, "bread-a1b2", lambda _: replace(known, notes="More salt", rating=4))
    read = about.read(tmp_path, "bread-a1b2")
    assert (read.tags, read.notes, read.rating) == (("slow", "good"), "More salt", 4)
    assert read.other == (("colour", '"red"'),)


def test_damaged_words_are_named(tmp_path: Path) -> None:
    about.file_of(tmp_path, "bread-a1b2").write_text("{")
    with pytest.raises(DamagedError, match="bread-a1b2"):
        about.read(tmp_path, "bread-a1b2")
