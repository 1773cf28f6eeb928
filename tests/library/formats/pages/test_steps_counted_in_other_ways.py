"""Pages that count their steps in a way of their own, and pages that count something else."""

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.pages import reader as html_page

pytestmark = pytest.mark.web

_TOLD = ("Put the strap over your shoulder.", "Turn the wheel to the left.", "Close the lid with both hands.")


def _page(blocks: str, title: str = "The machine", head: str = "") -> str:
    return f"<title>{title}</title><h1>{title}</h1>{head}{blocks}"


@pytest.mark.parametrize(
    "mark",
    [
        "<h2>Step #{0}</h2>",
        "<div>Step.{0}</div>",
        "<i>stap {0}</i><br>",
        "<span>Steg-{0}</span><br>",
        "<b>Krok {0}</b><br>",
        "<div>Schritt {0}</div>",
        "<p>手順{0}</p>",
        "<p>第{0}步</p>",
    ],
)
def test_a_word_beside_a_number_counts_the_steps(mark: str) -> None:
    blocks = "".join(f"{mark.format(number)}<p>{text}</p>" for number, text in enumerate(_TOLD, 1))
    found = html_page.read(_page(blocks))
    assert found.procedure.steps == _TOLD


@pytest.mark.parametrize("mark", ["{} ", "{}// "])
def test_sentences_behind_numbers_are_steps_to_check(mark: str) -> None:
    blocks = "".join(f"<p>{mark.format(number)}{text}</p>" for number, text in enumerate(_TOLD, 1))
    found = html_page.read(_page(blocks, head=""))
    assert (found.procedure.steps, found.unsure) == (_TOLD, True)


def test_a_number_of_its_own_stands_above_the_title_of_a_step_on_a_page_that_says_how() -> None:
    titles = ("The strap", "The wheel", "The lid")
    told = enumerate(zip(titles, _TOLD, strict=True), 1)
    blocks = "".join(f"<div>{number}</div><h3>{title}</h3><p>{text}</p>" for number, (title, text) in told)
    found = html_page.read(
        _page(f"{blocks}<h2>About us</h2><p>We like wheels.</p>", title="How to use the machine")
    )
    assert found.procedure.steps == _TOLD
    assert found.procedure.sections == tuple(enumerate(titles, 1))
    assert found.unsure
    assert "We like wheels." in found.unused


@pytest.mark.parametrize(
    "blocks",
    [
        "".join(f"<div>{n}</div><div>Café {n}</div><p>The coffee is good here.</p>" for n in range(1, 5)),
        "".join(f"<div>Step {n} of 3</div><p>Give us your name and address.</p>" for n in range(1, 4)),
        "".join(f"<div>Step.{n}</div><p>{name}</p>" for n, name in enumerate(("Cart", "Delivery", "Payment"), 1)),
        "".join(f"<p>Fase {n}</p><p>La temperatura sube un poco.</p>" for n in range(1, 5)),
        "".join(f"<p>{n}, Maria ging naar huis.</p>" for n in range(1, 5)),
    ],
)
def test_what_counts_something_else_holds_no_steps(blocks: str) -> None:
    with pytest.raises(ContentError, match="No steps were found"):
        html_page.read(_page(blocks))


def test_paragraphs_of_a_counted_step_are_more_than_a_list_beside_them() -> None:
    told = "".join(f"<h3>Step {number}: Part {number}</h3><p>{text}</p>" for number, text in enumerate(_TOLD, 1))
    more = ("Wait for the light.", "Open the lid again.")
    html = f"{told}<p>{more[0]}</p><p>{more[1]}</p><ul><li>Blue strap</li><li>Red strap</li></ul>"
    assert html_page.read(_page(html)).procedure.steps == (*_TOLD, *more)


def test_a_list_of_a_counted_step_is_more_than_a_paragraph_beside_it() -> None:
    told = "".join(f"<h3>Step {number}: Part</h3><ul><li>{text}</li></ul>" for number, text in enumerate(_TOLD, 1))
    assert html_page.read(_page(f"{told}<p>Enjoy the day.</p>")).procedure.steps == _TOLD


@pytest.mark.parametrize("more", ["", "<div>12</div><h3>Comments</h3>", "<div>7</div><h3>Others like it</h3>"])
def test_numbers_above_headings_count_steps_to_check(more: str) -> None:
    titles = ("The strap", "The wheel", "The lid")
    told = enumerate(zip(titles, _TOLD, strict=True), 1)
    html = "".join(f"<div>0{number}</div><h3>{title}</h3><p>{text}</p>" for number, (title, text) in told)
    found = html_page.read(_page(html + more))
    assert (found.procedure.steps, found.unsure) == (_TOLD, True)
    assert found.procedure.sections == tuple(enumerate(titles, 1))
    years = html.replace("<div>01", "<div>19").replace("<div>02", "<div>20")
    listed = "<h2>Instructions</h2><ol><li>Open the tap.</li><li>Press the button for a second.</li></ol>"
    assert not html_page.read(_page(years + listed)).unsure


def test_a_line_above_each_heading_that_counts_belongs_to_no_step() -> None:
    told = (*_TOLD, "Pull the strap until it is tight.", "Open the lid and look inside.")
    over = ["How to use it?"] * 3 + ["How to use it#", "How to use it?"]
    blocks = "".join(
        f"<h3>{line}</h3><h2>Step #{number}</h2><p>{text}</p><a href='/more'>Read more</a>"
        for number, (line, text) in enumerate(zip(over, told, strict=True), 1)
    )
    found = html_page.read(_page(blocks))
    assert (found.procedure.steps, found.procedure.sections) == (told, ())
