"""Markdown whose steps a person should check: something to do is left out, or talk is among the steps."""

import pytest

from tailor.library.formats.markdown import reader as foreign_markdown
from tailor.library.formats.shared.parsed import ParsedProcedure

STEPS = "1. Download the image.\n2. Write it to the card.\n3. Put the card into the server.\n"


def one(text: str) -> ParsedProcedure:
    found = foreign_markdown.parse(text, "a file")
    assert isinstance(found, ParsedProcedure)
    return found


@pytest.mark.parametrize(
    ("last", "asked"),
    [
        ("If it does not start, press the button for a minute.", True),
        ("Then wait until the light is green.", True),
        ("The light is green now.", False),
        ("Enjoy!", False),
        ("Buy my book about servers!", False),
        ("For more information, see the manual.", False),
    ],
)
def test_what_is_to_be_done_and_left_out_behind_the_steps_is_asked_about(last: str, asked: bool) -> None:
    found = one(f"# A server\n\n## Steps\n\n{STEPS}\n{last}\n")
    assert (len(found.procedure.steps), found.unsure) == (3, asked)
    assert found.unused == (last,)


@pytest.mark.parametrize(
    ("above", "asked"), [("It needs an hour.", False), ("The card is empty.", False), ("Turn off the lamp.", True)]
)
def test_bullets_above_the_numbers_are_notes_and_asked_about_if_something_is_to_be_done(
    above: str, asked: bool
) -> None:
    found = one(f"# A server\n\n## Steps\n\nKeep in mind:\n\n- {above}\n- It is loud.\n\n{STEPS}")
    assert (len(found.procedure.steps), found.unsure) == (3, asked)
    assert found.procedure.notes == f"{above}\nIt is loud."
    assert not found.unused


def test_bullets_with_amounts_above_the_numbers_stay_things() -> None:
    found = one(f"# Paint\n\n- 2 l of paint\n- 1 brush\n\n{STEPS}")
    assert (found.procedure.resources, found.procedure.notes) == (("2 l of paint", "1 brush"), "")


@pytest.mark.parametrize("mark", ["## 1. {}", "## Step 1: {}", "## Steps\n\n### {}"])
def test_a_section_that_only_talks_beside_numbered_ones_is_asked_about(mark: str) -> None:
    then = "### Install it" if mark.endswith("### {}") else mark.format("Install it").replace("1", "2")
    for title, text, asked in (
        ("Overview", "This guide shows how a small server is set up at home. It takes an hour.", True),
        ("The box", "Open the box at the side.", False),
        ("Open the box", "It takes a minute.", False),
    ):
        found = one(f"# A server\n\n{mark.format(title)}\n\n{text}\n\n{then}\n\n{STEPS}")
        assert (len(found.procedure.steps), found.unsure) == (4, asked)


@pytest.mark.parametrize(
    ("items", "asked"),
    [
        (
            (
                "The page is one document.",
                "A position is what you always see.",
                "Gloves and the sun set the floor.",
            ),
            True,
        ),
        (("Open the box.", "Put in the card.", "The light goes on and it is done."), False),
        (("Soup with peas", "Fish and rice", "Ice"), False),
    ],
)
def test_numbered_sentences_that_nothing_calls_steps_and_that_tell_nothing_are_asked_about(
    items: tuple[str, ...], asked: bool
) -> None:
    listed = "\n".join(f"{number}. {text}" for number, text in enumerate(items, 1))
    found = one(f"# A site\n\n## Principles\n\n{listed}\n")
    assert (found.procedure.steps, found.unsure) == (items, asked)


def test_sentences_below_a_list_in_an_unknown_language_are_asked_about() -> None:
    lines = (
        "Keitä pasta vedessä.",
        "Laita maito ja munat kulhoon, sotke.",
        "Kaada päälle ja paista uunissa 45min",
    )
    found = one("## Pasta\n\n- 400 g jauhelihaa\n- 7 dl maitoa\n\nmausta: suola (reilusti)\n\n" + "\n".join(lines))
    assert (found.procedure.steps, found.unsure) == (lines, True)
    assert found.unused == ("mausta: suola (reilusti)",)


def test_paragraphs_alone_that_tell_what_to_do_in_english_are_asked_about() -> None:
    steps = ("Click Add Rule.", 'Click "From", and then "Edit".', "Choose a name in the menu.")
    found = one("---\ntitle: A rule\n---\n\n![](a.png)\n\n" + "\n\n".join(steps))
    assert (found.procedure.steps, found.unsure) == (steps, True)


@pytest.mark.parametrize("title", ["Benefits", "Results", "Common mistakes"])
@pytest.mark.parametrize("place", ["{other}\n## Steps\n\n{steps}", "## Steps\n\n{steps}\n{other}"])
def test_a_numbered_list_that_tells_nothing_is_no_step_beside_those_announced(title: str, place: str) -> None:
    other = f"## {title}\n\n1. It is cheap and small.\n2. The light is green.\n"
    found = one("# A server\n\n" + place.format(other=other, steps=STEPS))
    assert (len(found.procedure.steps), found.unsure) == (3, False)
    assert found.unused == (title, "It is cheap and small.", "The light is green.")


def test_of_lists_that_nothing_announces_those_that_tell_nothing_are_no_steps() -> None:
    facts = "1. The lamp of the server is red.\n2. The fan of it does not turn.\n"
    found = one(f"# A server\n\n## What one sees\n\n{facts}\n## A new card\n\n{STEPS}")
    assert [step.split()[0] for step in found.procedure.steps] == ["Download", "Write", "Put"]
    assert found.unsure
    assert "The fan of it does not turn." in found.unused


def test_a_list_behind_the_announced_steps_is_asked_about_unless_it_is_a_part_of_a_recipe() -> None:
    more = "## {}\n\n1. Press the button for a minute.\n2. Check the card.\n"
    asked = one(f"# A server\n\n## Steps\n\n{STEPS}\n{more.format('Troubleshooting')}")
    assert (len(asked.procedure.steps), asked.unsure) == (5, True)
    recipe = one(f"# A cake\n\n## Ingredients\n\n- 2 eggs\n\n## Method\n\n{STEPS}\n{more.format('Glaze')}")
    assert (len(recipe.procedure.steps), recipe.unsure) == (5, False)


@pytest.mark.parametrize(
    ("titles", "asked"),
    [(("Installation", "Contributing"), True), (("Install the system", "Set the address"), False)],
)
def test_several_lists_that_nothing_announces_are_asked_about_unless_each_title_tells(
    titles: tuple[str, str], asked: bool
) -> None:
    found = one("# A server\n" + "".join(f"\n## {title}\n\n{STEPS}" for title in titles))
    assert (len(found.procedure.steps), found.unsure) == (6, asked)


@pytest.mark.parametrize(
    ("above", "asked"), [("Heat the oven.", True), ("Follow these steps:", False), ("This is easy.", False)]
)
def test_what_is_to_be_done_and_left_out_above_bullets_is_asked_about(above: str, asked: bool) -> None:
    found = one(
        f"# A cake\n\n## Ingredients\n\n- 2 eggs\n\n## Method\n\n{above}\n\n- Whisk the eggs.\n- Bake it.\n"
    )
    assert (found.procedure.steps, found.unsure) == (("Whisk the eggs.", "Bake it."), asked)


def test_short_lines_among_as_many_sentences_are_asked_about() -> None:
    steps = ("The dough", "Whisk the eggs with the flour.", "The oven", "Bake it for an hour.")
    found = one("# A cake\n\n## Ingredients\n\n- 2 eggs\n\n## Method\n\n" + "\n\n".join(steps))
    assert (found.procedure.steps, found.unsure) == (steps, True)


def test_facts_above_numbered_next_steps_are_asked_about() -> None:
    text = "# A server\n\n- **Owner**: {}\n- **Colour**: dark grey\n\n## Next steps\n\n"
    assert one(text.format("Ada") + STEPS).unsure


@pytest.mark.parametrize(
    ("above", "asked"), [("The card: 8 GB and empty.", True), ("Format the card first.", False)]
)
def test_what_must_be_there_first_is_asked_about_unless_it_is_to_be_done(above: str, asked: bool) -> None:
    found = one(f"# A server\n\n## Prerequisites\n\n{above}\n\nFormat it.\n\n## Steps\n\n{STEPS}")
    assert found.unsure is asked


def test_observations_are_no_steps() -> None:
    made = one(f"# A server\n\n## Steps\n\n{STEPS}\n### Observations\n\n- The light is green now.\n").procedure
    assert (len(made.steps), made.notes) == (3, "The light is green now.")
