"""Lines that were read as steps and are none: headings, amounts and the rests of sentences among them."""

import pytest

from tailor.library.formats.markdown import reader as foreign_markdown
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.imperatives import hold_others, instructs
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.text import reader as plain_text

STEPS = ("A lisztet kimérjük.", "A tojást felverjük.", "Az egészet összekeverjük.", "Végül megsütjük.")


@pytest.mark.parametrize(
    "other",
    ["Tálalás", "1 kg liszt", "20Perc Perc", "source Tu Mitonnes, Libération, 27 janvier 2023 - voyage"],
    ids=["heading", "amount", "time", "rest of a sentence"],
)
def test_a_line_that_is_none_of_the_sentences_around_it_is_to_be_looked_at(other: str) -> None:
    assert hold_others([*STEPS, other])
    assert hold_others([other, *STEPS])


@pytest.mark.parametrize(
    "steps",
    [
        STEPS,
        (*STEPS, "Serve it"),
        ("Tritura todo", "Añade el agua", "Vuelve a triturar"),
        ("20 squats", "10 lunges", "500 m row", "stretch"),
        ("Open it ⏎make⏎", *STEPS),
    ],
    ids=["sentences", "told", "no sentences", "training", "code"],
)
def test_lines_that_are_all_alike_or_tell_what_to_do_are_taken(steps: tuple[str, ...]) -> None:
    assert not hold_others(steps)


def test_two_lines_that_say_nothing_of_what_to_do_are_to_be_looked_at() -> None:
    assert hold_others(["mouka + voda", "a chvili povarime"])
    assert not hold_others(["Whisk it", "Bake it"])


def test_every_reader_asks_about_a_heading_among_the_steps() -> None:
    text = "\n\n".join(
        ["Leves", "Hozzávalók", "- 1 kg liszt\n- 2 tojás", "Elkészítés", *STEPS, "Tálalás", "Forrón."]
    )
    assert plain_text.parse(text).unsure
    marked = foreign_markdown.parse(text.replace("Hozz", "## Hozz").replace("Elk", "## Elk"))
    assert isinstance(marked, ParsedProcedure)
    assert marked.unsure
    items = "".join(f"<li>{step}</li>" for step in (*STEPS, "Tálalás", "Forrón adjuk."))
    things = "<h2>Hozzávalók</h2><ul><li>1 kg liszt</li><li>2 tojás</li><li>só</li></ul>"
    assert html_page.read(f"<h1>Leves</h1>{things}<h2>Elkészítés</h2><ol>{items}</ol>").unsure


@pytest.mark.parametrize("word", ["Schritt", "ÉTAPE", "Krok", "Шаг"])
def test_a_text_counts_its_steps_in_the_words_of_its_language(word: str) -> None:
    steps = "\n".join(f"{word} {number} : {step}" for number, step in enumerate(STEPS, 1))
    found = plain_text.parse(f"Leves\n\nHozzávalók\n1 kg liszt\n2 tojás\n\nA tojás d&#39;or.\n\n{steps}")
    assert found.procedure.steps[-len(STEPS) :] == STEPS
    assert "A tojás d'or." in (*found.procedure.steps, found.procedure.notes)


def test_a_line_above_the_first_number_that_may_tell_something_is_to_be_looked_at() -> None:
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(STEPS, 1))
    assert plain_text.parse(f"Leves\n\nHozzávalók\n1 kg liszt\n2 tojás\n\nTake the big pot.\n{steps}").unsure
    assert not plain_text.parse(f"Leves\n\nHozzávalók\n1 kg liszt\n2 tojás\n\n{steps}").unsure


@pytest.mark.parametrize(
    "step",
    ["Type &quot; for a quote.", "Type &#60; for less-than.", "Bake&#10;at 220.", "In HTML write don&#39;t."],
)
def test_a_text_keeps_characters_as_a_page_writes_them_where_they_may_be_meant(step: str) -> None:
    assert plain_text.parse(f"Page\n\n1. Open the file.\n2. {step}").procedure.steps[1] == step


@pytest.mark.parametrize(
    "step", ["Identify who has to know it.", "If nobody answers: escalate it.", "Review the log."]
)
def test_what_those_do_who_watch_over_machines_are_instructions(step: str) -> None:
    assert instructs(step)
