"""What is kept of the changes made while following, change by change, in the real library."""

from dataclasses import replace
from pathlib import Path

from tailor.core.edits import Bag, Insert, Replace
from tailor.core.engine import apply
from tailor.core.following import Following, begin
from tailor.core.procedure import Procedure, procedure
from tailor.core.renumber import renumber
from tailor.library.lineage import check
from tailor.library.metadata import noted_last
from tailor.library.store import Library
from tailor.library.trash import bring_back
from tailor.rules.rescue import accidents
from tailor.runs.follow import as_kept, changes_on_the_way, end_following, saved_words

LANTERN = procedure(
    "Lantern",
    ["Wash the jar.", "Tie the ribbon around the rim.", "Light the candle.", "Hang it as in step 2."],
    ["2 m of ribbon", "1 jar"],
)
AID = next(one.steps[0] for one in accidents() if one.steps)


def changed(*edits: Insert | Replace, given: Procedure = LANTERN) -> Following:
    """A lantern half-way, with these edits taken in a rescue and the numbers moved along."""
    applied = apply(given, Bag(edits))
    now = renumber(given, applied).applied(applied.procedure)
    return replace(begin(given, "lantern", 0.0), procedure=now, original=given, rescues=("it went wrong",))


def test_a_number_that_only_moved_along_is_no_change_to_be_kept() -> None:
    one = changed(Insert(step=1, text="Dry it."))
    assert one.procedure.steps[-1] == "Hang it as in step 3."
    assert [change.says for change in changes_on_the_way(one)] == ["New after step 1: Dry it."]


def test_a_change_is_kept_without_the_others_and_steps_are_called_by_their_numbers_there() -> None:
    one = changed(
        Insert(step=1, text="Dry it."),
        Replace(step=3, text="Light the candle, then check the knot of step 2."),
        Replace(step=1, text="2 m of twine", part="resources"),
    )
    dry, candle, twine = changes_on_the_way(one)
    assert as_kept(one, (dry, candle, twine)) == one.procedure
    assert as_kept(one, (dry,)).steps[-1] == "Hang it as in step 3."
    kept = as_kept(one, (candle, twine))
    assert kept.steps == (*LANTERN.steps[:2], "Light the candle, then check the knot of step 2.", LANTERN.steps[3])
    assert kept.resources == ("2 m of twine", "1 jar")


def test_what_only_helped_once_is_told_apart_and_leaves_the_new_name_where_it_is_not_kept() -> None:
    one = changed(Insert(step=2, text=AID), Replace(step=2, text="Tie the twine around the rim."))
    one = replace(one, procedure=replace(one.procedure, goal="Twine lantern", notes="See step 5."))
    twine, aid = changes_on_the_way(one)
    assert (twine.helped, aid.helped) == (False, True)
    assert (as_kept(one, (twine,)).goal, as_kept(one, (twine,)).notes) == ("Twine lantern", "See step 4.")
    assert as_kept(one, (aid,)).goal == "Lantern"


def test_the_version_kept_follows_from_its_original_by_the_changes_kept(tmp_path: Path) -> None:
    library = Library(tmp_path)
    original = library.procedure(library.save(LANTERN).id)
    twine = Replace(step=2, text="Tie the twine around the rim.")
    one = changed(Insert(step=2, text=AID), twine, given=original)
    kept = [change for change in changes_on_the_way(one) if not change.helped]
    saved = end_following(library, one, rating=None, words="", kept=kept, now=0.0)
    steps = library.procedure(saved.id).steps
    assert steps == (LANTERN.steps[0], "Tie the twine around the rim.", *LANTERN.steps[2:])
    assert [*check(library)] == []


def test_how_it_went_comes_back_with_a_how_to_that_was_deleted_meanwhile(tmp_path: Path) -> None:
    library = Library(tmp_path)
    id = library.save(LANTERN).id
    item = library.delete(id)
    end_following(library, begin(LANTERN, id, 0.0), rating=4, words="nice", kept=(), now=0.0)
    assert saved_words(library, id).startswith("Saved with the how-to, which is in the trash now")
    bring_back(library.folder, item.name)
    assert saved_words(library, id) == "Saved with the how-to in your library."
    assert noted_last(library.folder, id)
