"""Sentences that a page has beside its listed steps: further steps to check, or something else."""

import pytest

from tailor.library.formats.pages import reader as html_page

pytestmark = pytest.mark.web

_THINGS = "<h2>Ingredients</h2><ul><li>3 carrots</li><li>200 g flour</li><li>2 eggs</li><li>100 g sugar</li></ul>"
_STEPS = ("Grate the carrots.", "Mix the flour with the eggs and stir.")
_LISTED = f"<h2>Method</h2><ol>{''.join(f'<li>{step}</li>' for step in _STEPS)}</ol>"
_GLAZE = "Whisk eggs and sugar to a stiff foam. Lay the carrots on top."


def _read(behind: str, things: str = _THINGS) -> tuple[tuple[str, ...], bool]:
    found = html_page.read(f"<h1>Cake</h1>{things}{behind}")
    return found.procedure.steps, found.unsure


def test_a_sentence_between_the_items_of_the_steps_stays_left_over_and_is_asked_about() -> None:
    between = "You can also take brown sugar for the eggs."
    listed = f"<h2>Method</h2><ol><li>{_STEPS[0]}</li></ol><p>{between}</p><ol><li>{_STEPS[1]}</li></ol>"
    found = html_page.read(f"<h1>Cake</h1>{_THINGS}{listed}")
    assert (found.procedure.steps, found.unused, found.unsure) == (_STEPS, (between,), True)


@pytest.mark.parametrize(
    ("behind", "unsure"),
    [
        ("<h2>Finish</h2><p>Turn the cake over on a plate.</p>", True),
        ("<h2>The eggs</h2><p>Kjøp dem alltid på gården</p>", True),
        ("<h2>The lambs</h2><p>Kjøp dem alltid på gården</p>", False),
        (f"<h2>Tips</h2><p>{_GLAZE}</p>", False),
        (f"<h2>Storage</h2><p>{_GLAZE}</p>", False),
        (f"<h2>3 Comments</h2><p>{_GLAZE}</p>", False),
        (f"<h2>Carrot soup</h2><p>{_GLAZE}</p><h3>Ingredients</h3><ul><li>1 onion</li></ul>", False),
        (f"<h1>Why a cake?</h1><p>{_GLAZE}</p>", False),
        (f"<h2>Can I freeze it?</h2><p>{_GLAZE}</p>", False),
        ("<h2>About Ann</h2><p>Ann has lived in a small town for years.</p>", False),
        (f"<p>{_GLAZE}</p>", False),
        (f"<h2>Meringue</h2>{f'<p>{_GLAZE}</p>' * 499}", True),
    ],
)
def test_what_else_stands_behind_the_steps_is_no_step(behind: str, unsure: bool) -> None:
    assert _read(_LISTED + behind) == (_STEPS, unsure)


def test_two_paragraphs_and_nothing_else_are_asked_about() -> None:
    assert _read("<h2>Method</h2><p>It came from Greece long ago.</p><p>Now all eat it.</p>", "")[1]


def test_the_head_row_of_a_table_may_say_ingredients_too() -> None:
    rows = "".join(
        f"<tr><td>{name}</td><td>{amount}</td></tr>" for name, amount in (("糖", "20克"), ("鹽", "5克"))
    )
    table = f"<h2>材料</h2><table><tr><th>材料</th><th>數量</th></tr>{rows}</table>"
    listed = "<h2>步驟</h2><ol><li>把糖和鹽放入碗中拌勻。</li><li>加入清水慢慢煮沸五分鐘。</li></ol>"
    made = html_page.read(f"<h1>糖水</h1>{table}{listed}").procedure
    assert len(made.resources) == 2
