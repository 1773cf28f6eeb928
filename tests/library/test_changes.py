"""A saved procedure is changed by hand, and what changed between two versions is said."""

from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, Times, procedure
from tailor.library.changes import changes_in_words, save_edited
from tailor.library.formats.plain_text import read_under, write_under
from tailor.library.lineage import check
from tests.screens.library_case import NO_OVEN, filled

TEA = replace(
    procedure(
        "Brew tea", ["Boil water.", "Pour it.", "Wait."], ["water", "tea"], sections=[(2, "Brew")], notes="Hot!"
    ),
    yields="2 cups",
)


def test_what_one_edits_reads_back_as_it_was() -> None:
    assert write_under(TEA).startswith("Yield: 2 cups")
    assert read_under(TEA.goal, write_under(TEA)) == TEA
    other = replace(TEA, yields="a pot of it")
    assert "pot" not in write_under(other), "it would be read as a step"


def test_the_next_version_keeps_what_the_text_has_no_place_for(tmp_path: Path) -> None:
    library, _ = filled(str(tmp_path))
    kept = replace(TEA, tags=("drink",), source="Nan", times=Times(cook=5), yields="a pot of it")
    saved = library.load(library.save(kept).id)
    entry = save_edited(library, saved, read_under("Brew strong tea", write_under(saved.procedure)))
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


def test_nothing_is_saved_where_nothing_changed(tmp_path: Path) -> None:
    library, saved = filled(str(tmp_path))
    same = library.load(saved[0].id)
    with pytest.raises(ContentError, match="Nothing was changed"):
        save_edited(library, same, same.procedure)


def after(**changed: object) -> Procedure:
    return replace(TEA, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (TEA, "nothing changed"),
        (after(goal="Brew green tea"), "new title"),
        (after(steps=("Boil 1 l of water.", "Pour it.", "Wait.", "Drink.")), "1 step changed, 1 added"),
        (after(steps=("Pour it.", "Wait."), resources=("water", "tea", "a cup")), "1 step removed; 1 item added"),
        (after(notes=""), "notes changed"),
    ],
)
def test_what_changed_is_said_in_few_words(now: Procedure, words: str) -> None:
    assert changes_in_words(TEA, now) == words
