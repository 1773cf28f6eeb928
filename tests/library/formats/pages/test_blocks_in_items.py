"""Lists of a page whose items hold several elements, lists that start over, and recipes that stand apart."""

import pytest

from tailor.library.formats.shared.parsed import ImportPreview
from tailor.library.importer import reports_of_text

THINGS = "<h2>Ingredients</h2><ul><li>2 eggs</li><li>100 g flour</li><li>salt</li></ul>"
STEPS = "<h2>Method</h2><ol><li>Whisk the eggs.</li><li>Add the flour.</li></ol>"


def read(below: str) -> tuple[ImportPreview, ...]:
    page = f"<!doctype html><html><head><title>Cake</title></head><body><h1>Cake</h1>{below}</body></html>"
    return tuple(reports_of_text(page, "html"))


@pytest.mark.parametrize(
    "items",
    [
        ("<div>2</div><div>eggs</div>", "<div>100 g</div><div>flour</div>"),
        ("<div><div>2</div> <div>eggs</div></div>", "<div>100</div><div>g</div><div>flour</div>"),
        ("<p>2</p><p>eggs</p>", "<p>100 g</p><p><a href='/flour'>flour</a></p>"),
    ],
)
def test_an_amount_stays_with_its_thing(items: tuple[str, str]) -> None:
    things = "".join(f"<li>{item}</li>" for item in items)
    (found,) = read(f"<h2>Ingredients</h2><ul>{things}</ul>{STEPS}")
    assert found.procedure.resources == ("2 eggs", "100 g flour")
    assert found.unused == ()


def test_a_number_in_an_element_of_its_own_is_no_step() -> None:
    items = "<li><div>1</div><div>Whisk the eggs.</div></li><li><div>02.</div><div><p>Bake it.</p></div></li>"
    (found,) = read(f"{THINGS}<h2>Method</h2><ol>{items}</ol>")
    assert found.procedure.steps == ("Whisk the eggs.", "Bake it.")
    assert (found.unused, found.unsure) == ((), False)


def test_an_item_keeps_its_second_sentence() -> None:
    items = "<li><div>Whisk the eggs.</div><div>They must be cold.</div></li><li><div>Bake it.</div></li>"
    (found,) = read(f"{THINGS}<h2>Method</h2><ol>{items}</ol>")
    assert found.procedure.steps == ("Whisk the eggs. They must be cold.", "Bake it.")


def test_the_paragraphs_of_an_item_are_one_step_though_they_are_torn() -> None:
    more = "<p>Add</p><p>the milk.</p>"
    first = (
        f"<p>Peel the eggs and cut them into thin slices, put</p><p>them in a pot</p><p>with the flour.</p>{more}"
    )
    second = (
        "<p>Stir them over a low flame until all of the flour has gone, keep the lid on them while it is hot</p>"
    )
    items = f"<li>{first}</li><li>{second}<p>Salt it well.</p></li>"
    (found,) = read(f"{THINGS}<h2>Method</h2><ol>{items}</ol>")
    assert [step.split()[0] for step in found.procedure.steps] == ["Peel", "Stir"]
    assert found.procedure.steps[0].endswith("put them in a pot with the flour. Add the milk.")
    assert found.procedure.steps[1].endswith("hot Salt it well.")


def test_an_instruction_between_two_lists_is_a_step() -> None:
    (found,) = read(
        f"{THINGS}{STEPS}<p>Let it rest for an hour.</p><ol><li>Heat the oven.</li><li>Bake it.</li></ol>"
    )
    assert found.procedure.steps[1:4] == ("Add the flour.", "Let it rest for an hour.", "Heat the oven.")
    assert len(found.procedure.steps) == 5


def test_talk_between_two_lists_is_left_over() -> None:
    (found,) = read(f"{THINGS}{STEPS}<p>This takes a while.</p><ol><li>Heat the oven.</li><li>Bake it.</li></ol>")
    assert len(found.procedure.steps) == 4
    assert found.unused == ("This takes a while.",)


def recipe(title: str) -> str:
    things = f"<h4>Ingredients</h4><ul><li>200 g {title}</li><li>2 eggs</li><li>salt</li></ul>"
    return f"<h3>{title}</h3>{things}<h4>Method</h4><ol><li>Fry the {title}.</li><li>Add the eggs.</li></ol>"


def test_lines_in_none_of_several_recipes_are_named_and_asked_about() -> None:
    main = "<h2>Basic way</h2><ol><li>Soak the beans.</li><li>Cook them for an hour.</li></ol>"
    first, *others = read(f"<p>About beans.</p>{main}{recipe('rice')}{recipe('leek')}{recipe('corn')}")
    assert [one.procedure.goal for one in (first, *others)] == ["rice", "leek", "corn"]
    assert {"About beans.", "Soak the beans.", "Cook them for an hour."} <= set(first.unused)
    assert first.unsure
    assert "one more" in first.remark
    assert not any(one.unsure for one in others)


def test_two_recipes_in_one_article_are_asked_about_though_more_lists_stand_beside_them() -> None:
    parts = recipe("rice").replace("h4", "h5").replace("h3", "h2") + recipe("leek").replace("h4", "h5").replace(
        "h3", "h2"
    )
    (found,) = read(f"{THINGS}{parts}")
    assert found.unsure
    assert "“rice” and “leek” each have steps of their own" in found.remark


@pytest.mark.parametrize(("name", "unsure"), [("<a href='/ann'>Ann Baker</a>", True), ("For the icing", False)])
def test_words_below_the_linked_name_of_the_author_are_asked_about(name: str, unsure: bool) -> None:
    steps = "<p>Whisk the eggs with the flour.</p><p>Bake it for an hour.</p>"
    behind = f"<p>{name}</p><p>My blog tells of cakes since 2011.</p>"
    (found,) = read(f"{THINGS}<p>Method:</p>{steps}{behind}")
    assert found.unsure is unsure


@pytest.mark.web
def test_a_label_among_the_bullets_of_a_bullet_ends_no_step() -> None:
    inner = "<ul><li>Kneel beside it.</li><li>Press the lid down.</li></ul>"
    below = f"<ul><li>Press the lid:<div>Video</div>{inner}</li></ul>"
    listed = f"<li>Clean the jar.</li><li>Close it.{below}</li><li>Turn the jar over.</li>"
    (found,) = read(f"<h2>Steps</h2><ol>{listed}</ol>")
    close = "Close it. Press the lid: Video. Kneel beside it. Press the lid down."
    assert found.procedure.steps == ("Clean the jar.", close, "Turn the jar over.")
