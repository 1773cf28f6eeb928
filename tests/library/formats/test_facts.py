"""Lines that say how much comes out, how long it takes and who wrote it, in each format of texts."""

import pytest

from tailor.core.procedure import Procedure, Times
from tailor.library.formats.base import details_in_words
from tailor.library.formats.facts import Facts, facts_in, minutes
from tailor.library.formats.registry import read

STEPS = ("Whisk the flour and the eggs.", "Fry.")
BELOW = "## You need\n- 200 g flour\n- 2 eggs\n\n## Method\n1. Whisk the flour and the eggs.\n2. Fry."


@pytest.mark.parametrize("format", ["md", "text"])
@pytest.mark.parametrize(
    ("head", "facts"),
    [
        ("Serves 4", Facts("4 servings")),
        ("Servings: 1", Facts("1 serving")),
        ("**Makes** about a dozen muffins", Facts("12 muffins")),
        ("For 6 people", Facts("6 people")),
        ("Serves 4, makes 12 rolls", Facts("4 servings, 12 rolls")),
        ("Yield: 1 ½ loaves", Facts("1 ½ loaves")),
        ("Für 4 Personen", Facts("4 Personen")),
        ("Portions : 8", Facts("8 Portions")),
        ("Para 4 personas", Facts("4 personas")),
        ("Rende 6 porções", Facts("6 porções")),
        ("Dosi per 4 persone", Facts("4 persone")),
        ("Voor 4 personen", Facts("4 personen")),
        ("Dla 4 osób", Facts("4 osób")),
        ("För 4 personer", Facts("4 personer")),
        ("份量：4人份", Facts("4人份")),
        ("2人分", Facts("2人分")),
        ("Prep time: 20 min", Facts(times=Times(prep=20))),
        ("Prep: 10 min | Cook: 1 hour | Serves: 2", Facts("2 servings", Times(prep=10, cook=60))),
        ("Total: 1 h", Facts(times=Times(total=60))),
        ("Backzeit: 1 Std. 30 Min.", Facts(times=Times(cook=90))),
        ("Temps de cuisson : 1 heure 30 minutes", Facts(times=Times(cook=90))),
        ("Tempo di preparazione: 20 minuti", Facts(times=Times(prep=20))),
        ("調理時間 30分", Facts(times=Times(total=30))),
        ("By Ann de Vries", Facts(author="Ann de Vries")),
        ("Author: ann", Facts(author="ann")),
    ],
)
def test_a_fact_below_the_title_is_read_in_every_format(format: str, head: str, facts: Facts) -> None:
    text = f"# Pancakes\n\n{head}\n\n{BELOW}"
    (found,) = read(text if format == "md" else text.replace("#", "").replace("\n ", "\n"), format)
    made = found.procedure
    assert Facts(made.yields, made.times, made.author) == facts
    assert (made.goal.strip(), len(made.resources), made.steps) == ("Pancakes", 2, STEPS)
    assert (found.unused, made.notes) == ((), "")


@pytest.mark.parametrize(
    "line", ["Serves well with jam", "Cook for 10 minutes, stirring", "By hand", "For the glaze", "Makes it soft"]
)
def test_what_only_begins_like_a_fact_is_none(line: str) -> None:
    assert facts_in(line) is None


def test_among_steps_a_verb_says_a_fact_only_with_a_colon() -> None:
    assert facts_in("Cook 20 minutes") == facts_in("Cook: 20 minutes") == Facts(times=Times(cook=20))
    assert facts_in("Cook 20 minutes", among_steps=True) is None
    (found,) = read("Tea\nBoil the water.\nCook 20 minutes\nCool time", "text")
    assert found.procedure.steps == ("Boil the water.", "Cook 20 minutes", "Cool time")


@pytest.mark.parametrize(
    "heading", ["Ingredients (serves 4)", "Ingredients for 4 people", "Zutaten für 4 Personen"]
)
@pytest.mark.parametrize("mark", ["## ", ""])
def test_a_heading_of_ingredients_may_say_for_how_many(mark: str, heading: str) -> None:
    text = f"{mark and '# '}Pancakes\n\n{mark}{heading}\n- 2 eggs\n\n{mark}Method\n1. Whisk.\n2. Fry."
    (found,) = read(text, "md" if mark else "text")
    assert found.procedure.yields.startswith("4 ")
    assert (found.procedure.resources, found.procedure.steps, found.unused) == (
        ("2 eggs",),
        ("Whisk.", "Fry."),
        (),
    )


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("md", "# Bread\n\n## Method\n1. Knead.\n2. Bake it. Yield: 5 servings."),
        ("text", "Bread\n1. Knead.\n2. Bake it. Yield: 5 servings."),
        ("json", '{"title": "Bread", "directions": ["Knead.", "Bake it. Yield: 5 servings."]}'),
        ("csv", 'title,directions\nBread,"1. Knead. 2. Bake it. Yield: 5 servings."'),
    ],
)
def test_a_yield_in_the_last_step_is_read_and_the_step_keeps_its_words(format: str, text: str) -> None:
    (found,) = read(text, format)
    assert (found.procedure.yields, found.procedure.steps) == (
        "5 servings",
        ("Knead.", "Bake it. Yield: 5 servings."),
    )


def test_a_yield_on_a_line_below_the_last_step_is_no_part_of_it() -> None:
    (found,) = read("Bread\n1. Knead.\n2. Bake it.\nYield: 5 servings.", "text")
    assert (found.procedure.yields, found.procedure.steps) == ("5 servings", ("Knead.", "Bake it."))


def test_a_page_whose_last_step_ends_with_the_servings_loses_none_of_its_words() -> None:
    items = "<li>Heat the oven well.</li><li>Turn it out. Serve it warm with ice-cream. Serves 4.</li>"
    page = (
        f"<h1>Tart</h1><h2>Ingredients</h2><ul><li>4 apples</li><li>1 egg</li></ul><h2>Method</h2><ol>{items}</ol>"
    )
    (found,) = read(f"<html><body>{page}</body></html>", "html")
    assert found.procedure.steps[-1] == "Turn it out. Serve it warm with ice-cream. Serves 4."
    assert found.procedure.yields == "4 servings"


def test_of_two_yields_that_differ_the_first_is_taken_and_the_other_stays_where_it_was() -> None:
    (found,) = read("# Bread\n\nServes 4\n\nYield: 2 loaves\n\n## Method\n1. Knead.\n2. Bake. Serves 6.", "md")
    assert (found.procedure.yields, found.unused) == ("4 servings", ("Yield: 2 loaves",))
    assert found.procedure.steps[-1] == "Bake. Serves 6."


def test_minutes_are_read_in_words_figures_and_the_form_of_data() -> None:
    told = ("PT1H30M", "1h30m", "90", "1 hour 30 minutes", "1 heure 30 minutes", "1 Std. 30 Min.")
    assert [minutes(text) for text in told] == [90] * len(told)
    assert minutes("a while") is None


def test_a_bare_number_of_pieces_is_said_with_its_verb() -> None:
    assert details_in_words(Procedure("Buns", ("Bake.",), yields="12")) == ["makes 12"]
    assert details_in_words(Procedure("Soup", ("Boil.",), yields="4 servings")) == ["4 servings"]
