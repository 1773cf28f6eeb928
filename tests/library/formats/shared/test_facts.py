"""Lines that say how much comes out, how long it takes and who wrote it, in each format of texts."""

import pytest

from tailor.core.procedure import Procedure, Times
from tailor.library.formats.registry import read
from tailor.library.formats.shared.facts import Facts, facts_in, minutes
from tailor.library.formats.shared.parsed import details_in_words
from tailor.library.formats.text.reader import parse
from tailor.library.formats.text.writer import write

STEPS = ("Whisk the flour and the eggs.", "Fry.")
BELOW = "## You need\n- 200 g flour\n- 2 eggs\n\n## Method\n1. Whisk the flour and the eggs.\n2. Fry."


@pytest.mark.parametrize("format", ["md", "text"])
@pytest.mark.parametrize(
    ("head", "facts"),
    [
        ("Serves 4", Facts("4 servings")),
        ("Feeds 4-ish", Facts("4 servings")),
        ("Serves 4 or so", Facts("4 servings")),
        ("Servings: 1", Facts("1 serving")),
        ("**Makes** about a dozen muffins", Facts("12 muffins")),
        ("For 6 people", Facts("6 people")),
        ("Arbeitszeit: ca. 45 Minuten | Für 6 Personen", Facts("6 Personen", Times(prep=45))),
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
        ("Serves 4. Takes about 45 min.", Facts("4 servings", Times(total=45))),
        ("Serves four and takes 45 minutes", Facts("4 servings", Times(total=45))),
        ("Enough for 6 people. Prep: 10 min. Cook: 20 min.", Facts("6 people", Times(prep=10, cook=20))),
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


def test_a_sentence_may_tell_a_fact() -> None:
    told = "This recipe makes 24 cookies. It takes 1 1/2 hours in all."
    assert facts_in(told) == Facts("24 cookies", Times(total=90))


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


HEAD = "My mum made this. Serves 3-4. Takes about 45 min."
PAGE = f"""<html><body><h1>Leek soup</h1><p>{HEAD}</p>
<h2>Ingredients</h2><ul><li>3 leeks</li><li>1 l stock</li></ul>
<h2>Directions</h2><ol><li>Slice the leeks thinly and wash them well.</li><li>Boil them in the stock.</li></ol>
<h2>Notes</h2><p>It freezes well.</p></body></html>"""


@pytest.mark.parametrize(
    ("format", "text", "left"),
    [
        ("md", f"# Leek soup\n\n{HEAD}\n\n{BELOW}", ("My mum made this.",)),
        ("text", f"Leek soup\n{HEAD}\nYou need:\n200 g flour\n2 eggs\n\n1. Whisk.\n2. Fry.", ()),
        ("html", PAGE, ("My mum made this.",)),
    ],
)
def test_a_fact_beside_other_words_is_read_and_these_words_are_kept_or_named(
    format: str, text: str, left: tuple[str, ...]
) -> None:
    (found,) = read(text, format)
    assert (found.procedure.yields, found.procedure.times) == ("3-4 servings", Times(total=45))
    assert (found.unused, len(found.procedure.resources)) == (left, 2)
    assert left or found.procedure.notes == HEAD


def test_a_page_without_data_keeps_its_notes() -> None:
    (found,) = read(PAGE, "html")
    assert found.procedure.notes == "It freezes well."


def test_a_time_behind_other_words_is_that_of_their_matter() -> None:
    (found,) = read(f"# Tart\n\nPeel the almonds yourself. Takes 10 minutes.\n\n{BELOW}", "md")
    assert (found.procedure.times, found.unused) == (Times(), ("Peel the almonds yourself. Takes 10 minutes.",))


STEPS_ONLY = "1. Make a folder.\n2. Commit it."


@pytest.mark.parametrize("format", ["md", "text"])
@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("You need Python 3.11 and git.", ("Python 3.11", "git")),
        ("You\u2019ll need flour, two eggs, and a pan with a lid.", ("flour", "two eggs", "a pan with a lid")),
        ("You need a drill with a 6 mm bit and a hammer.", ("a drill with a 6 mm bit", "a hammer")),
        ("You need a computer that runs and has 8 GB.", ("a computer that runs and has 8 GB",)),
        ("Du brauchst Mehl und 2 Eier.", ("Mehl", "2 Eier")),
        ("You need to be patient.", ()),
    ],
)
def test_a_sentence_above_the_steps_may_say_what_one_needs(
    format: str, said: str, things: tuple[str, ...]
) -> None:
    mark = "# " if format == "md" else ""
    (found,) = read(f"{mark}Begin a project\n\n{said}\n\n{STEPS_ONLY}", format)
    assert (found.procedure.resources, len(found.procedure.steps)) == (things, 2)


def test_what_one_needs_may_follow_other_words_where_no_line_is_numbered() -> None:
    head = "Mend a table\nMy dad taught me this. Takes 20 min.\nYou need glue and two clamps."
    text = f"{head}\nTurn it over.\nGlue it."
    (found,) = read(text, "text")
    made = found.procedure
    assert (made.resources, made.steps) == (("glue", "two clamps"), ("Turn it over.", "Glue it."))
    assert made.notes == "My dad taught me this. Takes 20 min."


@pytest.mark.parametrize(
    ("title", "goal", "yields"),
    [
        ("Blueberry muffins (makes 12)", "Blueberry muffins", "12 muffins"),
        ("Blueberry muffins\nMakes 12-15", "Blueberry muffins", "12-15 muffins"),
        ("Oat bars with honey (about 20 bars)", "Oat bars with honey", "20 bars"),
        ("Elderflower cordial (6 glasses)", "Elderflower cordial", "6 glasses"),
        ("Marmalade - 6 jars", "Marmalade", "6 jars"),
        ("Lemon cake\nMakes 2", "Lemon cake", "makes 2"),
        ("Flat bread\nServes: 2-3 (makes about 8)", "Flat bread", "2-3 servings (makes about 8)"),
        ("Flat bread\nMakes 8 (serves 2)", "Flat bread", "makes 8 (serves 2)"),
        ("Scrambled eggs (makes 2)", "Scrambled eggs", "makes 2"),
        ("Clean a saddle (3 steps)", "Clean a saddle (3 steps)", ""),
        ("Shelf (2 m)", "Shelf (2 m)", ""),
        ("Soup (15 minutes)", "Soup (15 minutes)", ""),
    ],
)
def test_what_is_made_keeps_its_word(title: str, goal: str, yields: str) -> None:
    text = f"{title}\n\nYou need:\n- 4 eggs\n- 200 g flour\n\n1. Mix it.\n2. Bake it.\n"
    made = parse(text).procedure
    assert (made.goal, made.yields) == (goal, yields)
    assert parse(write(made)).procedure.yields == yields
