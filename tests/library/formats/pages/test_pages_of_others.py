"""What pages that people wrote themselves have around their steps, and how they say that these are some."""

import time

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.markdown import reader as foreign_markdown
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.registry import read as formats
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import are_told, uncounted

pytestmark = pytest.mark.web

LIST = "<h2>Ingredients</h2><ul><li>200 g flour</li><li>2 eggs</li><li>1 pinch of salt</li></ul>"
STEPS = ("Whisk it all in a bowl.", "Pour it into the tin.", "Bake it for an hour.")
ITEMS = "".join(f"<li>{step}</li>" for step in STEPS)


@pytest.mark.parametrize("heading", ["<h3>How to peel a pear:</h3>", "<h2>Comment peler une poire</h2>"])
def test_the_only_numbered_list_below_a_heading_that_says_how_is_the_steps(heading: str) -> None:
    found = html_page.read(f"<h1>A pear</h1><p>It is a fruit.</p>{heading}<ol>{ITEMS}</ol>")
    assert found.procedure.steps == STEPS
    assert not found.unsure


@pytest.mark.parametrize("title", ["How to bake a flat cake", "Flat cake: a tutorial"])
def test_the_only_numbered_list_of_a_text_whose_title_says_how_is_the_steps(title: str) -> None:
    items = "\n".join(f"1. {step}" for step in STEPS)
    found = foreign_markdown.parse(f"# {title}\n\nWe all like it.\n\n{items}\n")
    assert isinstance(found, ParsedProcedure)
    assert found.procedure.steps == STEPS
    assert not found.unsure


@pytest.mark.parametrize(
    "rest",
    ["<h3>How to eat it</h3><ol><li>Cut the cake.</li><li>Eat the pieces.</li><li>Wash the plate.</li></ol>", ""],
)
def test_of_several_lists_or_names_below_such_headings_a_person_is_asked(rest: str) -> None:
    items = ITEMS if rest else "<li>Red pears</li><li>Green pears</li><li>Yellow pears</li>"
    assert html_page.read(f"<h1>Pears</h1><h3>How to tell them apart</h3><ol>{items}</ol>{rest}").unsure


def test_short_steps_stand_below_process() -> None:
    items = "<li>Knead the dough</li><li>Let rise</li><li>Roll out</li><li>Bake in oven</li>"
    found = html_page.read(f"<h1>Buns</h1>{LIST}<h2>Process</h2><ol>{items}</ol>")
    assert found.procedure.steps == ("Knead the dough", "Let rise", "Roll out", "Bake in oven")
    assert not found.unsure


@pytest.mark.parametrize("named", ['class="footnotes"', 'role="doc-endnotes"'])
def test_footnotes_are_notes(named: str) -> None:
    note = f'<section {named}><ol><li><p>My oven is old. <a href="#ref">↩︎</a></p></li></ol></section>'
    found = html_page.read(f"<h1>Cake</h1>{LIST}<h2>Method</h2><ol>{ITEMS}</ol>{note}")
    assert found.procedure.steps == STEPS
    assert found.procedure.notes == "My oven is old."


def test_the_sign_of_a_key_at_the_end_of_a_step_stays() -> None:
    found = html_page.read(f"<h1>Cake</h1>{LIST}<h2>Method</h2><ol>{ITEMS}<li>Type OFF and press ↩</li></ol>")
    assert found.procedure.steps == (*STEPS, "Type OFF and press ↩")


def test_a_line_of_code_with_much_room_in_it_is_read_at_once() -> None:
    code = f"<pre><code>a{' ' * 100_000}b</code></pre>"
    began = time.perf_counter()
    with pytest.raises(ContentError):
        formats(f"<h1>Cake</h1>{LIST}<h2>Method</h2><ol>{ITEMS}<li>Run it{code}</li></ol>", "html")
    assert time.perf_counter() - began < 8


def test_amounts_that_count_up_stay() -> None:
    things = "<h2>Ingredients</h2><ol><li>1 Apple</li><li>2 Pears</li><li>200 g flour</li></ol>"
    found = html_page.read(f"<h1>Cake</h1>{things}<h2>Method</h2><ol>{ITEMS}</ol>")
    assert found.procedure.resources == ("1 Apple", "2 Pears", "200 g flour")


def test_what_stands_below_the_last_of_lines_that_count_is_no_step() -> None:
    counted = "".join(f"<div>Step {number}</div><div>{step}</div>" for number, step in enumerate(STEPS, 1))
    praise = "<div>Finished Cake</div><div>Enjoy the cake with all of your friends.</div>"
    things = "<div>What you need:</div><ul><li>Bowl</li><li>Whisk</li><li>Tin</li></ul>"
    found = html_page.read(f"<h1>Cake</h1>{things}{counted}{praise}")
    assert found.procedure.steps == STEPS
    assert "Enjoy the cake with all of your friends." in found.unused


def test_a_count_of_comments_above_the_steps_ends_no_page() -> None:
    count = '<div class="comments">3</div>'
    found = html_page.read(f"<h1>Cake</h1>{count}<p>We all like it.</p><h2>Method</h2><ol>{ITEMS}</ol>")
    assert found.procedure.steps == STEPS


def listed(heading: str, *items: str) -> str:
    return f"<h3>{heading}</h3><ul>{''.join(f'<li>{one}</li>' for one in items)}</ul>"


def test_headings_that_tell_what_to_do_go_on_from_preparing_the_ingredients() -> None:
    cut = ("Cut the beef into cubes.", "Chop the onions and the peppers.")
    cook = ("Heat the oil in a large pot.", "Add the beef and fry it.")
    serve = ("Take the leaves out of the stew.", "Put it on the plates.")
    parts = listed("Prepare the ingredients:", *cut) + listed("Cook the base:", *cook) + listed("Serve:", *serve)
    things = LIST.replace("Ingredients", "Here is a step-by-step recipe for a stew:")
    found = html_page.read(f"<h1>Stew</h1>{things}{parts}")
    assert found.procedure.resources == ("200 g flour", "2 eggs", "1 pinch of salt")
    assert found.procedure.steps == (*cut, *cook, *serve)
    assert not found.unsure


@pytest.mark.parametrize("rest", ["Never do this", "Eat the stew"])
def test_behind_a_heading_that_only_names_the_steps_such_a_heading_is_none_of_them(rest: str) -> None:
    found = html_page.read(f"<h1>Stew</h1>{LIST}<h3>Method</h3><ol>{ITEMS}</ol>{listed(rest, *STEPS[::-1])}")
    assert found.procedure.steps == STEPS


@pytest.mark.parametrize(
    ("things", "asked"), [(("Garen", "Haaknaald"), True), (("200 g garen", "2 naalden"), False)]
)
def test_words_below_things_without_amounts_are_no_steps_unasked(things: tuple[str, ...], asked: bool) -> None:
    listed = "".join(f"<li>{thing}</li>" for thing in things)
    words = "<p>De workshop is inclusief koffie en thee.</p><p>Bel gerust voor een plek in de winkel.</p>"
    found = html_page.read(f"<h1>Haken</h1><h2>Wat heb je nodig?</h2><ul>{listed}</ul>{words}")
    assert found.unsure is asked


@pytest.mark.parametrize(
    ("things", "steps"),
    [("Nguyên liệu", "Các bước thực hiện"), ("Список продуктов", "Этапы приготовления"), ("ส่วนผสม", "วิธีทำ")],
)
def test_headings_of_further_languages_announce_the_parts(things: str, steps: str) -> None:
    listed = LIST.replace("Ingredients", things)
    found = html_page.read(f"<h1>Cake</h1>{listed}<h2>{steps}</h2><ol>{ITEMS}</ol>")
    assert found.procedure.steps == STEPS
    assert len(found.procedure.resources) == 3
    assert not found.unsure


@pytest.mark.parametrize("steps", ["Things to do", "Shaping"])
def test_numbers_of_chapters_count_no_steps(steps: str) -> None:
    chapters = f"{LIST.replace('Ingredients', '1. What you need')}<h2>2. Step by step</h2><h3>{steps}</h3>"
    found = html_page.read(f"<h1>Cake</h1>{chapters}<ol>{ITEMS}</ol><h2>3. Tips</h2><p>It keeps for a week.</p>")
    assert found.procedure.steps == STEPS
    assert len(found.procedure.resources) == 3


def test_sentences_that_begin_with_their_minutes_are_steps() -> None:
    assert are_told([f"{at} minutes: {step}" for at, step in enumerate(STEPS, 5)])


def test_a_list_behind_those_of_counted_steps_goes_on_with_them_and_is_to_be_checked() -> None:
    counted = "".join(f"<h2>Step {at}</h2><ul><li>{step}</li></ul>" for at, step in enumerate(STEPS, 1))
    found = html_page.read(
        f"<h1>Cake</h1>{LIST}{counted}<h2>The end</h2><ul><li>Cool it.</li><li>Cut it.</li></ul>"
    )
    assert found.procedure.steps == (*STEPS, "Cool it.", "Cut it.")
    assert found.unsure


def test_a_note_ends_the_sentences_below_a_list() -> None:
    listed = "<ul><li>1 can tomatoes</li><li>1 stick butter</li><li>1 lb pasta</li></ul>"
    told = (
        "<p>Melt the butter in a pan. Add the tomatoes.</p><p>Boil the pasta as the pack says, then drain it.</p>"
    )
    note = "<p>Note: The beauty of this is that all is ready at once. You can fancy it up if you want.</p>"
    found = html_page.read(f"<h1>Pasta</h1><p>By Ann</p>{listed}{told}{note}")
    assert len(found.procedure.steps) == 2


def test_items_that_end_in_a_bracket_are_no_sentences_behind_which_tags_stand() -> None:
    items = (
        "Mince it (and heat it)",
        "Add soy sauce (no salt)",
        "Reduce it (drink some)",
        "Pepper to taste",
        "Ginger",
    )
    listed = "".join(f"<li>{item}</li>" for item in items)
    assert html_page.read(f"<h1>Sauce</h1><h2>Instructions</h2><ul>{listed}</ul>").procedure.steps == items


def test_numbers_that_count_some_of_the_steps_are_none_of_their_words() -> None:
    assert uncounted(["1. Whisk it.", "Slowly.", "2. Bake it.", "Eat it."]) == [
        "Whisk it.",
        "Slowly.",
        "Bake it.",
        "Eat it.",
    ]
