"""Pages that hold one procedure and say so in words of their own: nobody is asked needlessly, or told wrong."""

import json

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.pages import reader
from tailor.library.formats.shared.parsed import ParsedProcedure

pytestmark = pytest.mark.web

_TOLD = (
    "Measure the boards and mark them.",
    "Saw the boards along the marks.",
    "Screw the sides to the bottom.",
    "Fill the box with soil.",
)
_THINGS = "<ul><li>4 boards</li><li>20 screws</li></ul>"


def _read(blocks: str, title: str = "The planter") -> ParsedProcedure:
    head = f"<title>{title}</title><h1>{title}</h1><p>We like it on our balcony.</p>"
    return reader.read(f"<html><body>{head}{blocks}</body></html>")


def _each(form: str) -> str:
    return "".join(form.format(n, text, text.partition(" and ")[0].rstrip(".")) for n, text in enumerate(_TOLD, 1))


def _list(texts: tuple[str, ...] = _TOLD) -> str:
    return f"<ol>{''.join(f'<li>{text}</li>' for text in texts)}</ol>"


@pytest.mark.parametrize(
    "form", ["<h2>Step #{0}</h2><p>{1}</p>", "<h3>Step #{0}: {2}</h3><p>{1}</p>", "<b>Step {0}</b><br><p>{1}</p>"]
)
def test_headings_that_count_steps_are_not_asked_about(form: str) -> None:
    found = _read(_each(form))
    assert (found.procedure.steps, found.unsure) == (_TOLD, False)
    assert not any("Step" in line for line in found.unused), "the number of a step is no line left over"


def test_several_lines_of_a_step_that_stands_below_a_word_are_to_be_checked() -> None:
    more = "<p>{1}</p><p>It is easy.</p><p>You can do it.</p>"
    assert _read(_each("<div>Step.{0}</div>" + more)).unsure


@pytest.mark.parametrize(
    ("blocks", "title"),
    [
        (f"<h2>Stuff you need</h2>{_THINGS}<h2>Getting it done</h2>{_list()}", "The planter"),
        (f"<h2>Getting it done</h2>{_list()}", "How to build a planter"),
        (f"<h2>The frame</h2>{_list(_TOLD[:2])}<h2>The box</h2>{_list(_TOLD[2:])}", "How to build a planter"),
        (f"<h2>Materials</h2>{_THINGS}{_each('<h2>{0}. {2}</h2><p>{1}</p>')}", "The planter"),
    ],
)
def test_all_that_is_numbered_and_tells_what_to_do_is_not_asked_about(blocks: str, title: str) -> None:
    found = _read(blocks, title)
    assert (found.procedure.steps, found.unsure) == (_TOLD, False)


@pytest.mark.parametrize(
    "blocks",
    [
        f"<h2>Getting it done</h2>{_list()}",
        f"{_list()}<h2>Others</h2>{_list(('Cinderella in the park', 'Snow White at home', 'The seven goats'))}",
        "".join(f"<h2>{n}. {name}</h2><p>It is the best of all.</p>" for n, name in enumerate(_TOLD[:1] * 3, 1)),
    ],
)
def test_what_is_only_numbered_is_asked_about(blocks: str) -> None:
    assert _read(blocks).unsure


def test_a_list_that_a_page_has_as_things_and_as_steps_is_asked_about() -> None:
    things = ("2 racks of ribs", "1 cup of honey", "1 cup of butter")
    listed = f"<h2>Ingredients</h2><ul>{''.join(f'<li>{one}</li>' for one in things)}</ul>"
    assert _read(f"{listed}<h2>Instructions</h2>{_list((*things, *_TOLD))}").unsure
    assert not _read(f"{listed}<h2>Instructions</h2>{_list()}").unsure


def test_the_heading_of_the_only_step_is_no_section() -> None:
    found = _read(f"<h2>Ingredients</h2>{_THINGS}<h2>Steps</h2><h3>Step 1</h3><p>{_TOLD[0]}</p>")
    assert (found.procedure.steps, found.procedure.sections) == (_TOLD[:1], ())


def test_words_below_step_in_a_table_are_steps() -> None:
    rows = "".join(
        f"<tr><td>{word}</td><td>{n} min</td></tr>" for n, word in ((10, "Saw"), (5, "Glue"), (20, "Sand"))
    )
    found = _read(f"<table><tr><th>Step</th><th>Time</th></tr>{rows}</table>")
    assert found.procedure.steps == ("Saw (10 min)", "Glue (5 min)", "Sand (20 min)")
    methods = "".join(f"<tr><td>{word}</td><td>/items</td></tr>" for word in ("GET", "POST", "PUT"))
    with pytest.raises(ContentError):
        _read(f"<table><tr><th>Method</th><th>Path</th></tr>{methods}</table>")


def _data(told: str, **more: str) -> ParsedProcedure:
    data = {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 onion"], "recipeInstructions": told, **more}
    return reader.read(f'<script type="application/ld+json">{json.dumps(data)}</script>')


def test_sentences_that_a_site_glued_together_are_cut_also_behind_figures_and_brackets() -> None:
    told = (
        "Heat the oven to 350F.In a bowl, mix it (all).Stir it for 2 min.Bake at 180°C.Let it cool to 20.Serve it."
    )
    assert _data(told).procedure.steps == (
        *("Heat the oven to 350F.", "In a bowl, mix it (all).", "Stir it for 2 min.", "Bake at 180°C."),
        *("Let it cool to 20.", "Serve it."),
    )
    whole = "Add 1.5 l of water. Stir it."
    assert _data(whole).procedure.steps == (whole,)


def test_the_amount_of_which_food_values_are_told_is_no_yield() -> None:
    assert _data("Chop it. Boil it.", recipeYield="Per 100 g").procedure.yields == ""
    assert _data("Chop it. Boil it.", recipeYield="Per 4 persone").procedure.yields == "Per 4 persone"
    page = (
        f"<h2>Ingredients</h2>{_THINGS}<h2>Method</h2>{_list()}<h2>Nutrition</h2><p>Per 100 g</p><p>200 kcal</p>"
    )
    assert _read(page).procedure.yields == ""


def test_what_a_list_says_of_the_whole_is_none_of_its_things() -> None:
    found = _read(f"<h2>What you need</h2><ul><li>Difficulty: easy</li><li>1 saw</li></ul><h2>Steps</h2>{_list()}")
    assert found.procedure.resources == ("1 saw",)
    assert "Difficulty: easy" in found.unused


@pytest.mark.parametrize("mark", ["[Edit]", "[edit | edit source]", "[Bearbeiten]"])
def test_what_a_wiki_has_beside_a_heading_to_edit_it_is_none_of_its_words(mark: str) -> None:
    link = f'<span><a href="/edit">{mark}</a></span>'
    blocks = (
        f"<h2>Steps {link}</h2><h3>{link}The frame</h3>{_list(_TOLD[:2])}<h3>The box{link}</h3>{_list(_TOLD[2:])}"
    )
    found = _read(blocks)
    assert found.procedure.sections == ((1, "The frame"), (3, "The box"))
    assert (found.procedure.steps, found.unsure) == (_TOLD, False)


@pytest.mark.parametrize(
    "mark", ['<sup class="reference"><a href="#n2">[<b>2</b>]</a></sup>', '<a href="#n2">[2]</a>']
)
def test_the_mark_of_a_source_is_no_word_of_a_step(mark: str) -> None:
    assert _read(f"<h2>Steps</h2>{_list(tuple(text + mark for text in _TOLD))}").procedure.steps == _TOLD
    kept = "Press [2] on the <a href='/box'>box</a>."
    assert _read(f"<h2>Steps</h2>{_list((kept, *_TOLD))}").procedure.steps[0] == "Press [2] on the box."


def test_a_step_may_have_parts_that_are_counted_below_its_number() -> None:
    numbers = ("1", "2", "2.1", "3")
    heads = (f"<h2>Step {number}: Part</h2><p>{text}</p>" for number, text in zip(numbers, _TOLD, strict=True))
    found = _read("".join(heads))
    assert (found.procedure.steps, found.unsure) == (_TOLD, False)
    assert {title for _, title in found.procedure.sections} == {"Part"}
