"""Pages that tell by place alone: amounts above each step, lists without a heading, steps below pictures."""

import pytest

from tailor.library.formats.registry import read
from tailor.library.formats.shared.headings import announced

pytestmark = pytest.mark.web

TURNS = """<html><head><title>Porridge</title></head><body><h1>Porridge</h1>
<ul><li>2 servings</li><li>20 minutes</li><li>Breakfast</li></ul><p>Creamy and warm on a cold morning.</p>
{before}<ul><li>500 ml milk</li><li>1 tbsp sugar</li><li>salt</li></ul>
<p>Heat the milk with the sugar and stir it now and then.</p>
<p>Take it off the heat as soon as it boils !</p>
<ul><li>3 tbsp semolina</li></ul><p>Stir in the semolina slowly and let it swell for ten minutes.</p>
<h2>Comments</h2><p>Looks lovely on the table.</p></body></html>"""


def test_steps_below_amounts_lose_the_numbers_that_count_them() -> None:
    items = "".join(f"<li>{n} cups of {name}</li>" for n, name in enumerate(("flour", "milk", "sugar"), 1))
    told = ("Mix all of it in a large bowl.", "Knead it for ten whole minutes.", "Bake it until it is brown.")
    steps = "".join(f"<p>Step {n}: {step}</p>" for n, step in enumerate(told, 1))
    (found,) = read(f"<html><body><h2>Bread</h2><ul>{items}</ul>{steps}</body></html>", "html")
    assert found.procedure.steps == told


@pytest.mark.parametrize("tag", ["ol", "ul"])
def test_a_short_item_in_a_list_of_steps_is_a_step_and_no_heading(tag: str) -> None:
    told = (
        "Mix the flour with the milk until it is smooth.",
        "Butter the tin well on all of its sides.",
        "Pour into Tin",
        "Bake it for forty minutes until it is brown.",
        "Let it cool down before you cut it.",
    )
    items = "".join(f"<li>{step}</li>" for step in told)
    page = f"<html><body><h1>Cake</h1><h2>Method</h2><{tag}>{items}</{tag}></body></html>"
    (found,) = read(page, "html")
    assert (found.procedure.steps, found.procedure.sections) == (told, ())


def test_what_is_done_before_the_steps_and_a_part_of_one_step_behind_them_are_steps() -> None:
    parts = (
        ("Vorbereitung", "Gemüse schälen.", "Brühe kochen."),
        ("Zubereitung", "Mehl sieben.", "Alles kneten."),
    )
    lists = "".join(f"<h3>{head}</h3><ol><li>{one}</li><li>{two}</li></ol>" for head, one, two in parts)
    page = f"<html><body><h1>Auflauf</h1>{lists}<h3>Streusel</h3><ol><li>Butter reiben.</li></ol></body></html>"
    (found,) = read(page, "html")
    assert found.procedure.steps == (
        "Gemüse schälen.",
        "Brühe kochen.",
        "Mehl sieben.",
        "Alles kneten.",
        "Butter reiben.",
    )


@pytest.mark.parametrize("heading", ["What do you need:", "Les matériels nécessaires :", "Was brauchst du?"])
def test_a_question_for_what_one_needs_heads_what_one_needs(heading: str) -> None:
    text = f"# Catapult\n\n## {heading}\n\n- Sticks\n- Rubber bands\n\n## Steps\n\n1. Stack them.\n2. Tie them.\n"
    (found,) = read(text, "md")
    assert found.procedure.resources == ("Sticks", "Rubber bands")


def test_a_name_that_begins_with_a_number_announces_no_steps() -> None:
    assert announced("3 2 1 Method For Ribs") == frozenset()
    assert announced("Method for 4 ribs and a steak") == {"steps"}


@pytest.mark.parametrize(
    "things",
    [
        ("flour — 3 cups", "milk — 1 cup", "minced meat"),
        ("bitter gourd", "sugar", "salt"),
        ("2 tbsp. oil.", "1 egg"),
    ],
)
def test_bullets_right_above_the_steps_are_what_they_take(things: tuple[str, ...]) -> None:
    items = "".join(f"<li>{one}</li>" for one in things)
    steps = ("Wash the gourd and cut it into strips.", "Mix it with the sugar and the salt.", "Leave it to cool.")
    told = "".join(f"<li>{step}</li>" for step in steps)
    (found,) = read(f"<html><body><h1>Pickle</h1><ul>{items}</ul><ol>{told}</ol></body></html>", "html")
    assert (found.procedure.resources, found.procedure.steps) == (things, steps)


def test_links_above_the_steps_are_nothing_that_they_take() -> None:
    told = "".join(f"<li>{step}</li>" for step in ("Wash the gourd.", "Mix it with salt.", "Leave it to cool."))
    menu = "".join(f"<li>{one}</li>" for one in ("About us", "All posts", "Contact"))
    (found,) = read(f"<html><body><h1>Pickle</h1><ul>{menu}</ul><ol>{told}</ol></body></html>", "html")
    assert found.procedure.resources == ()
