"""Numbered lists that a page has beside those that a heading calls its steps."""

import pytest

from tailor.library.formats.pages import reader as html_page

pytestmark = pytest.mark.web

_FILLER = "".join(f"<p>The pump was made in the year {year} in a small town.</p>" for year in range(1990, 2012))
_MOUNT = ("Screw the pump to the wall.", "Push the hose onto the pump.")
_RUN = ("Open the tap.", "Press the button for a second.")


def _list(*steps: str) -> str:
    return f"<ol>{''.join(f'<li>{step}</li>' for step in steps)}</ol>"


def _read(html: str) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    found = html_page.read(f"<title>Pump</title><h1>Pump</h1>{_FILLER}{html}")
    made = found.procedure
    return made.steps, tuple(title for _, title in made.sections), found.unsure


@pytest.mark.parametrize("between", ["", "<h2>Why it pumps</h2><p>Water goes where it can.</p>"])
@pytest.mark.parametrize("name", ["", ' class="procedure"'])
def test_a_list_of_sentences_beside_the_steps_is_taken_with_a_question(between: str, name: str) -> None:
    html = f"<h2>Setup</h2>{_list(*_MOUNT)}{between}<div{name}><h2>Pumping procedure</h2>{_list(*_RUN)}</div>"
    assert _read(html) == ((*_MOUNT, *_RUN), ("Setup", "Pumping procedure"), True)


def test_lists_are_taken_for_fewer_paragraphs_that_a_word_calls_steps() -> None:
    told = "<h2>Instructions</h2><p>These instructions are for a pump of any size.</p>"
    html = f"{told}<h2>Mounting</h2>{_list(*_MOUNT)}<h2>Water</h2>{_list(*_RUN)}"
    assert _read(html) == ((*_MOUNT, *_RUN), ("Mounting", "Water"), True)


@pytest.mark.parametrize(
    "other",
    [
        f"<h2>Tips</h2>{_list(*_RUN)}",
        f"<h2>Next time</h2>{_list(*_RUN)}",
        f"<h2>The best pumps</h2>{_list('Blue pump', 'Red pump', 'Old pump')}",
        f"<h2>Water</h2>{_list(_RUN[0])}",
        f"<aside><h2>Water</h2>{_list(*_RUN)}</aside>",
    ],
)
def test_any_other_list_is_left(other: str) -> None:
    assert _read(f"{other}<h2>Instructions</h2>{_list(*_MOUNT)}") == (_MOUNT, (), False)


def test_a_list_above_the_steps_that_gives_as_many_instructions_is_asked_about() -> None:
    other = (
        "<ul><li>Place the stove on the floor.</li><li>Pump it slowly.</li><li>Light it with a match.</li></ul>"
    )
    steps = (*_MOUNT, "Turn it on.")
    page = f"<h3>How the stove works</h3>{other}<h2>How to mount it</h2>{_list(*steps)}"
    assert _read(page) == (steps, (), True)
    assert _read(page.replace("Pump it slowly", "A slow pump")) == (steps, (), False)
