"""Texts as people paste them: a title, for how many, what one needs, and what one does."""

import pytest

from tailor.core.procedure import Times
from tailor.library.formats import registry
from tailor.library.formats.text.reader import parse, parse_under
from tailor.library.formats.text.titles import titled
from tailor.library.importer import read_pasted, read_text

NEEDS = ("2 cups flour", "2 eggs")
DOES = ("Whisk the flour and the eggs.", "Fry.")
BODY = "\n\nIngredients\n- 2 cups flour\n- 2 eggs\n\nMethod\n1. Whisk the flour and the eggs.\n2. Fry."


@pytest.mark.parametrize(
    ("head", "yields"),
    [
        ("Serves 4", "4 servings"),
        ("Serves: 4-6", "4-6 servings"),
        ("Serves 4 people", "4 people"),
        ("Makes about 12 pancakes.", "12 pancakes"),
        ("Servings: 2", "2 servings"),
        ("Yield: 1 loaf", "1 loaf"),
    ],
)
def test_for_how_many_it_is_is_no_step(head: str, yields: str) -> None:
    made = parse(f"Nan's Sunday Pancakes\n{head}{BODY}").procedure
    assert (made.goal, made.yields) == ("Nan's Sunday Pancakes", yields)
    assert (made.resources, made.steps) == (NEEDS, DOES)


@pytest.mark.parametrize("mark", ["", "# ", "## "])
def test_headings_are_no_title_and_no_steps_whether_marked_or_not(mark: str) -> None:
    made = parse(f"{mark}Resources\n- 2 cups flour\n- 2 eggs\n{mark}Steps\nWhisk.\nFry.", "Pancakes").procedure
    assert (made.goal, made.resources, made.steps) == ("Pancakes", NEEDS, ("Whisk.", "Fry."))


def test_times_below_the_title_are_times() -> None:
    for told in ("Prep time: 10 min · Cook 20 minutes", "Prep: 10 min\nCook time: 20 minutes"):
        made = parse(f"Pancakes\n{told}{BODY}").procedure
        assert made.times == Times(prep=10, cook=20)
        assert made.steps == DOES


def test_words_above_what_one_needs_are_notes_and_not_lost() -> None:
    made = parse(f"Pancakes\nMy grandmother made these.{BODY}").procedure
    assert (made.notes, made.steps) == ("My grandmother made these.", DOES)


def test_without_any_heading_only_the_lines_right_below_the_title_are_facts() -> None:
    made = parse("Pancakes\nServes 4\nWhisk.\nFry.\nServes well with jam").procedure
    assert (made.yields, made.steps) == ("4 servings", ("Whisk.", "Fry.", "Serves well with jam"))


def test_a_step_that_only_sounds_like_a_fact_stays_a_step() -> None:
    assert parse_under("", "1. Serves 4\n2. Makes 3 holes").procedure.steps == ("Serves 4", "Makes 3 holes")
    made = parse_under("", "Cook 20 minutes more than usual\nWait").procedure
    assert made.steps[0] == "Cook 20 minutes more than usual"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"Nan's Pancakes\nServes 4{BODY}", "Nan's Pancakes"),
        ("Fix a chair\n1. Glue\n2. Clamp", "Fix a chair"),
        ("Fix a chair\nYou need:\n* glue\n\n1. Glue", "Fix a chair"),
        ("# Fix a chair\nYou need:\n* glue\n\n1. Glue", "Fix a chair"),
        ("Glue\nClamp\nWait", ""),
        ("1. Glue\n2. Clamp", ""),
        ("Heat the oven.\n1. Glue\n2. Clamp", ""),
        ("You need:\n* glue\n1. Glue", ""),
        ("- Glue\n1. Clamp", ""),
        ("", ""),
    ],
)
def test_a_title_is_told_from_a_first_step(text: str, title: str) -> None:
    found, rest = titled(text)
    assert found == title
    assert rest == (text if not title else text.partition("\n")[2])


def test_a_text_without_marks_is_read_alike_whatever_its_file_is_called() -> None:
    text = "Salad\n\nIngredients\n2 eggs\n1 tin beans\n\nMethod\nMix oil + vinegar.\nBoil the eggs.\nServe.\n"
    [marked], [plain] = registry.read(text, "md"), registry.read(text, "text")
    assert marked == plain
    assert (plain.procedure.goal, len(plain.procedure.resources), len(plain.procedure.steps)) == ("Salad", 2, 3)


def test_lines_set_to_a_width_stay_one_step() -> None:
    [found] = registry.read("# Salad\n\nMethod\n\nMix oil and\nvinegar in a jar.\n\nServe.\n", "md")
    [unmarked] = registry.read("Salad\n\nMethod\n\nMix oil and\nvinegar in a jar.\n\nServe.\n", "md")
    assert found.procedure.steps == unmarked.procedure.steps == ("Mix oil and vinegar in a jar.", "Serve.")


NEEDED = [
    ("200 g flour\n2 eggs\nMix.\nBake.", ["200 g flour", "2 eggs"], ["Mix.", "Bake."]),
    (
        "2 cups milk\n1 tbsp sugar\nsalt\nStir it\nHeat it",
        ["2 cups milk", "1 tbsp sugar", "salt"],
        ["Stir it", "Heat it"],
    ),
    ("200 g flour\nSalt\n2 eggs\n\nMix.\nBake.", ["200 g flour", "Salt", "2 eggs"], ["Mix.", "Bake."]),
    ("- 200 g flour\n- 2 eggs\n- Mix.\n- Bake.", ["200 g flour", "2 eggs"], ["Mix.", "Bake."]),
    ("200 g flour\n2 eggs\n1. Mix.\n2. Bake.", ["200 g flour", "2 eggs"], ["Mix.", "Bake."]),
    ("# Soup\n\n200 g flour\n2 eggs\n\n1. Mix.\n2. Bake.", ["200 g flour", "2 eggs"], ["Mix.", "Bake."]),
    ("# Soup\n- 200 g flour\n- 2 eggs\n\n1. Mix.\n2. Bake.", ["200 g flour", "2 eggs"], ["Mix.", "Bake."]),
    ("10 push-ups\n20 squats\nRest.", [], ["10 push-ups", "20 squats", "Rest."]),
    ("5 km run\n2 km walk\nStretch.", [], ["5 km run", "2 km walk", "Stretch."]),
    (
        "2 cups of flour go in first.\n2 eggs follow.\nBake.",
        [],
        ["2 cups of flour go in first.", "2 eggs follow.", "Bake."],
    ),
]


@pytest.mark.parametrize(("text", "needed", "steps"), NEEDED)
def test_amounts_above_the_steps_are_what_is_needed_though_no_heading_says_so(
    text: str, needed: list[str], steps: list[str]
) -> None:
    made = read_pasted("Soup", text).procedure
    assert (list(made.resources), list(made.steps)) == (needed, steps)


def test_a_title_above_bare_amounts_is_a_title_and_an_amount_is_none() -> None:
    assert titled("Pancakes\n\n200 g flour\n2 eggs\n\nMix.")[0] == "Pancakes"
    assert titled("200 g flour\n2 eggs\n1. Mix.")[0] == ""


def test_quotes_in_markdown_are_kept_as_notes() -> None:
    needs = "> Tip: use old bread.\n\n## Ingredients\n- 2 eggs\n\n"
    made = read_pasted("", f"# Soup\n\n{needs}## Steps\n1. Mix.\n\n> Not too long.\n\n2. Bake.")
    assert made.procedure.notes == "Tip: use old bread.\nNot too long."
    assert made.procedure.steps == ("Mix.", "Bake.")
    assert made.unused == ()


DAYS = ("Pack the bags", "Eat breakfast", "Drive to the lake", "Swim to the island")


@pytest.mark.parametrize("mark", ["", "- "])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("heads", [("Morning", "Afternoon"), ("Montag", "Dienstag:")])
def test_a_part_of_the_day_heads_what_is_done_then(mark: str, gap: str, heads: tuple[str, str]) -> None:
    parts = (f"{head}{gap}{mark}{DAYS[at]}\n{mark}{DAYS[at + 1]}" for head, at in zip(heads, (0, 2), strict=True))
    made = read_text("Weekend at the lake\n\n" + "\n\n".join(parts) + "\n").procedure
    assert made.steps == DAYS
    assert made.sections == ((1, heads[0]), (3, heads[1].strip(":")))


def test_days_are_said_as_days_and_read_as_such() -> None:
    made = read_text("Plan\nTotal time: 7 days\n\n1. Cut it.\n2. Wait.\n").procedure
    assert made.times.total == 7 * 1_440
    assert "Total time: 7 days\n" in registry.write(made, "text")
    assert "in all 7 days" in registry.write(made, "html")
    assert read_text(registry.write(made, "text")).procedure == made


@pytest.mark.parametrize(
    "note", ["Serves 3 to 4.", "- Serves 3 to 4", "Good with rice. Serves 3 to 4. Keeps well."]
)
def test_the_yield_may_stand_in_the_notes(note: str) -> None:
    text = f"# Stew\n\n## Ingredients\n- 1 cabbage\n\n## Steps\n1. Cut it.\n2. Cook it.\n\n## Notes\n{note}\n"
    made = read_text(text).procedure
    assert made.yields == "3 to 4 servings"
    assert "Serves 3 to 4" in made.notes


def _below(heading: str, items: list[str], between: str) -> str:
    """The items behind the heading, or a line each below it."""
    head, line, mark = heading.partition("\n")
    return head + (line + mark) + (f"\n{mark}" if line else between).join(items)


@pytest.mark.parametrize("title", ["Pancakes (serves 4)", "Pancakes, serves 4", "Pancakes - for 4 people"])
@pytest.mark.parametrize(
    "needs", ["need: ", "Needs:\n", "what you need: ", "You'll need: ", "stuff you need:\n- "]
)
@pytest.mark.parametrize("does", ["how: ", "Method:\n", "steps: ", "what to do:\n- ", "do: "])
def test_short_headings_and_what_stands_behind_them_are_read(title: str, needs: str, does: str) -> None:
    things, steps = ["2 cups flour", "2 eggs"], ["whisk the flour and the eggs.", "fry."]
    listed, told = _below(needs, things, ", "), _below(does, steps, " ")

    made = parse(f"{title}\n\n{listed}\n\n{told}").procedure

    assert made.goal == "Pancakes"
    assert made.yields.split()[0] == "4"
    assert (made.resources, made.steps) == (tuple(things), tuple(steps))


@pytest.mark.parametrize(
    "title", ["Pancakes (my mother's)", "Move house, room by room", "Bread - the slow way", "Soup (hot)"]
)
def test_other_words_beside_the_name_stay_in_the_title(title: str) -> None:
    assert parse(f"{title}{BODY}").procedure.goal == title


@pytest.mark.parametrize("line", ["Preparation: easy", "Method: baking"])
def test_one_word_behind_the_heading_of_the_steps_is_no_step(line: str) -> None:
    assert parse(f"Pancakes\n{line}{BODY}").procedure.steps == DOES


def test_a_warning_among_what_is_needed_and_a_list_of_tips_are_notes() -> None:
    made = parse(
        "Wings (serves 4)\n\nneed:\n8 wings\nWARNING: wash hands\n\nhow:\n- oven 200C\n- bake\n\nTips\n- add lime"
    ).procedure
    assert (made.resources, made.steps) == (("8 wings",), ("oven 200C", "bake"))
    assert made.notes == "WARNING: wash hands\nTips\n- add lime"
