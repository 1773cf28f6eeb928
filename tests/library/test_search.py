"""A search looks through everything that a file says, and shows the line."""

from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.following import StepNote, begin
from tailor.core.procedure import procedure
from tailor.library.entries import stem_of
from tailor.library.metadata import change, file_of, record_outcome
from tailor.library.search import excerpt, read_bodies, terms
from tailor.library.store import Library


def bodies(tmp_path: Path, *steps: str) -> tuple[Library, str]:
    library = Library(tmp_path / "library")
    made = procedure("Fry pancakes", steps, ["2 cups flour", "50 g butter"], sections=[(1, "Batter")])
    return library, library.save(made).id


def test_the_line_with_most_of_the_words_is_shown_with_its_step(tmp_path: Path) -> None:
    library, id = bodies(tmp_path, "Melt the butter.", "Rest the batter in the BUTTER dish for ten minutes.")
    text = read_bodies(library.entries())[id]
    assert excerpt(text, ["butter"]) == "50 g butter"
    assert excerpt(text, ["butter", "rest"]) == "Step 2: Rest the batter in the BUTTER dish for ten minutes."
    assert excerpt(text, ["flour"]) == "2 cups flour"
    assert excerpt(text, ["anchovies"]) == ""


def test_what_is_far_into_a_long_line_is_in_view_with_its_step(tmp_path: Path) -> None:
    library, id = bodies(tmp_path, f"Stir {'and stir ' * 20}then add the saffron.")
    shown = excerpt(read_bodies(library.entries())[id], ["saffron"])
    assert shown == "Step 1: …then add the saffron."


@pytest.mark.parametrize(
    ("typed", "written"),
    [("tire", "a flat tyre"), ("tyres", "winter tires"), ("organize", "organise it"), ("flavour", "flavors")],
)
def test_a_word_is_found_in_its_british_and_its_american_spelling(typed: str, written: str) -> None:
    [word] = terms(typed)
    assert word.within(written)


def test_another_spelling_is_no_part_of_another_word() -> None:
    [word] = terms("tyre")
    assert not word.within("the entire house")


def test_front_matter_is_not_searched_and_a_file_that_is_gone_says_nothing(tmp_path: Path) -> None:
    library, id = bodies(tmp_path, "Melt the butter.")
    entries = library.entries()
    assert "fingerprint" not in read_bodies(entries)[id].lower
    entries[0].file.unlink()
    assert read_bodies(entries)[id].lower == ""


def test_what_a_person_noted_at_the_end_beside_it_or_as_their_wish_is_found_too(tmp_path: Path) -> None:
    library, id = bodies(tmp_path, "Melt the butter.")
    following = replace(begin(library.procedure(id), id, 0.0), notes=(StepNote(1, "The blue pan sticks."),))
    record_outcome(library.folder, following, 4, "Needs more cardamom.", "2026-01-01T00:00:00Z")
    change(library.folder, stem_of(id), lambda now: replace(now, notes="From\nAunt Berta."))
    library.save(library.procedure(id), parent=id, hint="for 7 people, no griddle")
    made, original = library.entries()
    found = read_bodies((made, original))
    assert excerpt(found[id], ["cardamom"]) == "Your note: Needs more cardamom."
    assert excerpt(found[id], ["sticks"]) == "Your note: The blue pan sticks."
    assert "your note: from aunt berta." in found[id].lower
    assert excerpt(found[made.id], ["griddle"]) == "You said: …7 people, no griddle"


def test_notes_that_cannot_be_read_hide_nothing_of_the_how_to(tmp_path: Path) -> None:
    library, id = bodies(tmp_path, "Melt the butter.")
    file_of(library.folder, stem_of(id)).write_text("{")
    assert "melt the butter" in read_bodies(library.entries())[id].lower
