"""Files of other programs give the steps a person would read in them; headings are never steps."""

import contextlib
import time

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import Times
from tailor.library.formats.markdown.blocks import words
from tailor.library.formats.registry import read
from tailor.library.formats.shared.html_text import page_lines, tamed, text_of
from tailor.library.importer import reports_of_text


def test_rows_of_csv_are_procedures_and_other_columns_are_told() -> None:
    head = ",title,ingredients,directions,link,source,NER,mood\n"
    text = head + '0,Soup,"[""1 c. peas""]","[""Boil."", ""Serve.""]",x.com,G,"[]",merry\n'
    (found,) = read(text, "csv")
    assert (found.procedure.goal, found.procedure.steps) == ("Soup", ("Boil.", "Serve."))
    assert (found.procedure.resources, found.procedure.source) == (("1 c. peas",), "x.com")
    assert found.unused == ("mood: merry",)
    with pytest.raises(ContentError, match="columns"):
        read("a,b\n1,2\n", "csv")


def test_a_procedure_of_a_file_that_has_no_steps_is_told() -> None:
    text = '[{"goal": "A", "steps": ["x"]}, {"goal": "B", "steps": []}]'
    (report,) = reports_of_text(text, "json")
    assert (report.procedure.goal, report.unused) == ("A", ("B: no steps",))


@pytest.mark.parametrize("title", ["# Soup", "Soup"])
@pytest.mark.parametrize(
    ("needs", "does"),
    [("Ingredients", "Method"), ("**Ingredients**", "**Method:**"), ("INGREDIENTS:", "Directions:")],
)
def test_a_recipe_as_people_paste_it_is_told_apart_though_nothing_marks_its_headings(
    title: str, needs: str, does: str
) -> None:
    text = f"{title}\n\n{needs}\n- 1 onion\n- salt\n\n{does}\n1. Chop it.\n2. Boil it.\n"
    (found,) = read(text, "md" if title.startswith("#") else "text")
    made = found.procedure
    if title.startswith("#") or not needs.startswith("*"):  # plain text knows no marks
        assert (made.goal, made.resources, made.steps) == ("Soup", ("1 onion", "salt"), ("Chop it.", "Boil it."))
        assert found.unused == ()


def test_lines_without_marks_below_a_title_with_one_are_read_as_plain_text() -> None:
    text = (
        "# Dip\nServes 4\n\nIngredients\n3 avocados\n1 small onion\nsalt\n\nMethod\nMash them.\nChop the onion.\n"
    )
    (found,) = read(text, "md")
    made = found.procedure
    assert (made.goal, made.yields, found.unused) == ("Dip", "4 servings", ())
    assert made.resources == ("3 avocados", "1 small onion", "salt")
    assert made.steps == ("Mash them.", "Chop the onion.")


def test_an_item_that_is_one_such_word_stays_an_item() -> None:
    (found,) = read("# Move\n## Resources\n* Tools\n* boxes\n## Steps\n1. Pack\n2. Method\n", "md")
    assert found.procedure.resources == ("Tools", "boxes")
    assert found.procedure.steps == ("Pack", "Method")


def test_marks_of_markdown_are_no_words_and_lists_in_lists_are_resources() -> None:
    text = "# [Pie](/pie)\n## Ingredients\n- Dough:\n  - flour\n  - 2 *big* eggs\n- salt\n"
    text += "## Steps\n1. Mix, **do not stir**\n2. Cook [pasta](/pasta) at `180` & 5 < 6\n"
    (found,) = read(text, "md")
    assert found.procedure.goal == "Pie"
    assert found.unused == ("Dough:",), "a word that only heads a list is told, not lost"
    assert found.procedure.resources == ("flour", "2 big eggs", "salt")
    assert found.procedure.steps == ("Mix, do not stir", "Cook pasta at `180` & 5 < 6")


@pytest.mark.parametrize(
    "text",
    ["<", "<!--", "<p ", "<p a='>", "<![CDATA[", "<script>", "<style>", "</p", "<?", "<ol><li>", "&lt;", "&"],
)
def test_a_page_of_marks_that_never_end_is_read_in_one_pass(text: str) -> None:
    """A parser that starts over at each mark needs minutes for this: the test would not end in time."""
    assert isinstance(page_lines(text * 20_000), list)
    assert isinstance(text_of(text * 20_000), str)


@pytest.mark.web
@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("html", "<title>Tea&#1;</title><ol><li>Boil the water&#1;</li><li>Pour</li></ol>"),
        ("html", "<h1>Tea</h1><ol><li><img alt='&#1;'>Boil the water</li><li>Pour</li></ol>"),
        ("html", "<h1>Tea</h1><ol><li>Boil the water&#<!-- -->1;</li><li>Pour</li></ol>"),
        ("json", '{"@type": "Recipe", "name": "T", "recipeInstructions": ["Boil the water&#1;", "Pour"]}'),
        ("json", '{"@type": "Recipe", "name": "T", "recipeInstructions": ["Boil the water&amp;#1;", "Pour"]}'),
        ("json", '{"name": "Tea", "directions": "Boil the water&#1;\\nPour", "ingredients": "tea"}'),
    ],
)
def test_a_character_by_a_number_without_end_is_one_sign_in_the_text(format: str, text: str) -> None:
    (found,) = read(text.replace("1", "1" * 5_000), format)
    assert [step.replace("\ufffd", "") for step in found.procedure.steps] == ["Boil the water", "Pour"]


def test_comments_go_and_scripts_and_text_stay() -> None:
    html = "<p>a<!-- <p>b --> c < d</p><script>// <!-- x </p> --></script><!DOCTYPE x>e"
    assert tamed(html) == "<p>a c &lt; d</p><script>// <!-- x </p> --></script>e"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("1. a\n  - x\n  - y\n2. b", ("a: x; y", "b")),
        ("1. a\n - x\n2. b\n 3. c", ("a: x", "b", "c")),
        ("10. a\n   - x\n\n  more\n11. b", ("a: x more", "b")),
        ("1. a\n  1. x\n  2. y\n2. b", ("a 1. x 2. y", "b")),
        ("1. a\n> x\n2. b", ("a x", "b")),
        ("1. a\n```\nx\n```\nthen wait\n2. b", ("a ``` ⏎ x ⏎ ``` then wait", "b")),
        ("Be calm.\n2. a\n3. b", ("a", "b")),
        ("Method\n======\n1. a\n2. b", ("a", "b")),
        ("- salt\nMethod:\n1. a\n2. b", ("a", "b")),
        ("Ingredients\nMethod\n1. a\n2. b", ("a", "b")),
        ("<details>\n<summary>x</summary>\n1. a\n2. b\n", ("a", "b")),
        ("    1. not\n\n1. a\n***\n2. b", ("a", "b")),
        ("1.\u00a0a\n\u00a0\u2003\n2.\u3000b", ("a", "b")),
    ],
)
def test_steps_stay_whole_and_apart_where_people_write_no_commonmark(text: str, steps: tuple[str, ...]) -> None:
    (found,) = read(text, "md")
    assert found.procedure.steps == steps


@pytest.mark.parametrize("heading", ["Next steps", "Alternative method", "Cooking time"])
def test_a_heading_of_what_comes_after_announces_no_steps(heading: str) -> None:
    (found,) = read(f"# Set up\n\n1. Install\n2. Start\n\n## {heading}\n\n1. Read on\n", "md")
    assert found.procedure.steps == ("Install", "Start")
    assert "Read on" in found.unused


def test_an_address_of_a_link_is_told() -> None:
    (found,) = read("1. See [a]\n2. Go\n\n[a]: https://example.org\n", "md")
    assert found.unused == ("[a]: https://example.org",)


HOSTILE = ["> ", ">\n", "[", "1. [", "1. ![", "[]: a\n", "- ", "1. ", "*a", "1. **a_", "`", "<a ", "```\n", "\r"]
HOSTILE += ["1. ```\n", "# ", "Steps\n", "- a\n\n", "> a\nb\n", "  ```x\n", "1. a\n  - b\n", "a\n2. b\n", "- > "]


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_of_marks_that_never_end_is_read_in_a_moment(text: str) -> None:
    begun = time.process_time()
    with contextlib.suppress(ContentError):  # one step of all that is too long
        read(text * (32_000 // len(text)), "md")
    assert time.process_time() - begun < 5


def test_a_text_that_is_too_long_for_a_step_keeps_its_marks() -> None:
    assert words("*a_" * 300_000) == "*a_" * 300_000


def test_lists_nested_without_end_and_books_are_refused_in_words() -> None:
    with pytest.raises(ContentError, match="nested more than 19 deep"):
        read("\n".join("  " * depth + "- a" for depth in range(300)) + "\n\n1. Eat\n", "md")
    (found,) = read("\n".join("  " * depth + "- a" for depth in range(19)) + "\n\n1. Eat\n", "md")
    assert found.procedure.steps == ("Eat",)
    with pytest.raises(ContentError, match="1,000,000"):
        read("1. Boil\n" * 125_001, "md")


def test_a_word_in_angle_brackets_is_something_to_fill_in_and_a_tag_is_a_mark() -> None:
    assert words("Type <name> and press *Enter*") == "Type <name> and press Enter"
    assert words("Stir <b>well</b><!-- really -->") == "Stir well"


@pytest.mark.parametrize(
    ("resources", "steps"),
    [
        ("Zutaten (für 4)", "Zubereitung"),
        ("Ingrédients", "Préparation"),
        ("Ingredientes", "Elaboración"),
        ("Ingredienti", "Procedimento"),
        ("Ingredientes", "Modo de preparo"),
        ("Benodigdheden", "Bereiding"),
        ("Składniki", "Sposób przygotowania"),
        ("Ingredienser", "Gör så här"),
        ("必备原料和工具", "操作"),
        ("材料（2人分）", "作り方"),
        ("What you’ll need", "How to make it"),
        ("Tools and materials", "Steps"),
        ("Packing list", "What to do"),
    ],
)
def test_headings_of_many_languages_announce_what_is_below_them(resources: str, steps: str) -> None:
    (found,) = read(f"# X\n\n## {resources}\n\n- a\n- b\n\n## {steps}\n\n- c\n- d\n", "md")
    assert (found.procedure.resources, found.procedure.steps) == (("a", "b"), ("c", "d"))


@pytest.mark.parametrize(("resources", "steps"), [("Zutaten:", "Zubereitung:"), ("You will need", "Method")])
def test_pasted_lines_announce_resources_and_steps_without_any_mark(resources: str, steps: str) -> None:
    (found,) = read(f"Tee\n{resources}\nWasser\nBlätter\n\n{steps}\nKochen\nZiehen\n", "text")
    assert (found.procedure.resources, found.procedure.steps) == (("Wasser", "Blätter"), ("Kochen", "Ziehen"))


def test_a_sentence_that_only_holds_such_a_word_announces_nothing() -> None:
    (found,) = read("# X\n\n## The best tools for every kitchen\n\n- a\n\n## Y\n\n1. b\n", "md")
    assert (found.procedure.resources, found.procedure.steps) == ((), ("b",))


def test_every_section_below_a_heading_of_steps_gives_steps_of_its_own_kind() -> None:
    text = "# X\n## Diagnosis\nLook at it.\n### Logs\n- a\n- b\n### Nodes\n1. c\n## Mitigation\nCall someone.\n"
    (found,) = read(text, "md")
    assert found.procedure.steps == ("a", "b", "c", "Call someone.")
    assert found.procedure.sections == ((1, "Diagnosis"), (1, "Logs"), (3, "Nodes"), (4, "Mitigation"))
    assert found.unused == ("Look at it.",)


def test_ordered_lists_without_a_heading_of_steps_are_sections_of_one_procedure() -> None:
    (found,) = read("# X\n## Get ready\n1. a\n## Do it\nText.\n1. b\n2. c\n## See also\n- z\n", "md")
    assert found.procedure.steps == ("a", "b", "c")
    assert found.procedure.sections == ((1, "Get ready"), (2, "Do it"))
    assert "z" in found.unused


def test_addresses_for_links_are_no_step() -> None:
    (found,) = read("# X\n## Mitigation\nCall [us].\n\n[us]: https://example.com\n", "md")
    assert found.procedure.steps == ("Call [us].",)


@pytest.mark.parametrize(
    ("text", "steps", "sections"),
    [
        ("Steps:\n\n    1. a\n    2. b\n", ("a", "b"), ()),
        ("\t1. a\n\t2. b\n", ("a", "b"), ()),
        (" 1. a\n    more\n    2. b\n", ("a more", "b"), ()),
        ("1. a\n    1. x\n    2. y\n2. b\n", ("a 1. x 2. y", "b"), ()),
        ("1. a\n\n    ```\n    2. no\n    ```\n2. b\n", ("a ``` ⏎ 2. no ⏎ ```", "b"), ()),
        ("## Steps\n1.Do a\n2.Do b\n", ("Do a", "Do b"), ()),
        ("**Step 1:** a\n\n**Step 2:** b\n", ("a", "b"), ()),
        ("## Step 1: Get it\n\nBuy.\n\n## Step 2\n\nPlug in.\n", ("Buy.", "Plug in."), ((1, "Get it"),)),
        ("## 1. Get it\n\nBuy.\n\n## 2. Use it\n\n- c\n- d\n", ("Buy.", "c", "d"), ((1, "Get it"), (2, "Use it"))),
        ("### Step 1: Get it\n### Step 2: Use it\n", ("Get it", "Use it"), ()),
        ("## Steps\n- [ ] a\n- [x] b\n", ("a", "b"), ()),
        ("## Tasks\n1. a\n\n## Rollback procedure\n1. b\n", ("a", "b"), ((1, "Tasks"), (2, "Rollback procedure"))),
        ("1. [Go](#go)\n2. [Eat](#eat)\n\n## Steps\n1. b\n", ("b",), ()),
    ],
)
def test_steps_are_found_however_people_count_and_indent_them(
    text: str, steps: tuple[str, ...], sections: tuple[tuple[int, str], ...]
) -> None:
    (found,) = read(f"# X\n\n{text}", "md")
    assert (found.procedure.steps, found.procedure.sections) == (steps, sections)


def test_underlined_headings_leave_no_line_behind() -> None:
    (found,) = read("X\n===\n\nIngredients\n-----------\n- a\n\nSteps\n-----\n1. b\n", "md")
    assert (found.procedure.goal, found.procedure.resources, found.unused) == ("X", ("a",), ())


def test_lists_of_the_front_matter_are_resources_and_steps() -> None:
    (found,) = read("---\ntitle: X\ningredients:\n- a\ndirections:\n- b\n- c\nmood: d\n---\nFine.\n", "md")
    made = found.procedure
    assert (made.goal, made.resources, made.steps) == ("X", ("a",), ("b", "c"))
    assert [key for key, _ in made.extra] == ["mood"]


def test_a_title_that_a_site_fills_in_is_no_goal() -> None:
    (found,) = read("---\ntitle: Renew it\n---\n# <%= current_page.title %>\n1. a\n", "md")
    assert found.procedure.goal == "Renew it"


@pytest.mark.parametrize("heading", ["Before you begin", "Voraussetzungen", "Prérequis", "Requisitos", "前提条件"])
def test_prerequisites_are_resources(heading: str) -> None:
    (found,) = read(f"# X\n## {heading}\n- a key\n## Do it\n1. b\n", "md")
    assert (found.procedure.resources, found.procedure.steps) == (("a key",), ("b",))


@pytest.mark.parametrize("mark", ["1- ", "1/ ", "1.", "1) "])
def test_steps_are_counted_in_the_ways_of_several_countries(mark: str) -> None:
    lines = "\n".join(
        f"{mark.replace('1', str(number))}{text}" for number, text in ((1, "Whisk it."), (2, "Fry it."))
    )
    (found,) = read(f"# Tea\n\n{lines}", "md")
    assert (found.procedure.steps, found.unused) == (("Whisk it.", "Fry it."), ())


@pytest.mark.parametrize("mark", ["•", "–", "▢"])
def test_lines_with_the_bullets_of_other_programs_are_a_list(mark: str) -> None:
    (found,) = read(f"# Tea\n\n## Ingredients\n{mark} 2 leaves\n{mark} water\n\n## Steps\n1. Boil.", "md")
    assert found.procedure.resources == ("2 leaves", "water")


@pytest.mark.parametrize("mark", [";", "\t"])
def test_cells_may_be_parted_as_spreadsheets_of_other_countries_do(mark: str) -> None:
    rows = [
        ("Title", "Ingredients", "Directions"),
        ("Soup", '"1,5 l water\n2 onions"', '"Chop, then fry.\nBoil."'),
    ]
    (found,) = read("\n".join(map(mark.join, rows)), "csv")
    made = found.procedure
    assert (made.goal, made.steps) == ("Soup", ("Chop, then fry.", "Boil."))
    assert made.resources == ("1,5 l water", "2 onions")


def test_bars_part_the_texts_of_a_cell() -> None:
    (found,) = read("title;ingredients;directions\nCake;1 egg|salt;Mix it.|Bake it.\n", "csv")
    assert (found.procedure.resources, found.procedure.steps) == (("1 egg", "salt"), ("Mix it.", "Bake it."))
    (found,) = read("title;directions\nCake;Mix it. | Bake it.|\n", "csv")
    assert (found.procedure.steps, found.unsure) == (("Mix it.", "Bake it."), False)


@pytest.mark.parametrize(
    ("step", "asks"),
    [("Run ls | wc.", True), ("cat a|sort|wc -l", True), ("Press Ctrl|Cmd and C.", True), ("Run `ls|wc`.", False)],
)
def test_bars_that_may_belong_to_a_step_stay_in_it_and_are_asked_about(step: str, asks: bool) -> None:
    (found,) = read(f"title;directions\nCount files;{step}\n", "csv")
    assert (found.procedure.steps, found.unsure) == ((step,), asks)


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029", "\v", "\f"])
def test_rare_ends_of_lines_end_lines_where_there_are_no_others(end: str) -> None:
    (found,) = read(f"# Soup{end}{end}1. Chop it.{end}2. Fry it.{end}", "md")
    assert (found.procedure.goal, found.procedure.steps) == ("Soup", ("Chop it.", "Fry it."))


def test_a_row_of_csv_keeps_what_other_programs_say_of_a_recipe() -> None:
    head = "title,directions,description,prep time,cook time,servings,yield,author,language,course,id,url,tags"
    row = 'Tea,"Boil.\nPour.","Hot.",5,1 h,2,1 pot,Ann,en,Drink,77,https://tea.test,"hot, green"'
    (found,) = read(f"{head}\n{row}\n", "csv")
    made = found.procedure
    assert (made.notes, made.times, made.yields, made.author) == ("Hot.", Times(prep=5, cook=60), "1 pot", "Ann")
    assert (made.language, made.source, made.tags, made.extra) == ("en", "https://tea.test", ("hot", "green"), ())
    assert set(found.unused) == {"servings: 2", "course: Drink", "id: 77"}


@pytest.mark.parametrize("end", ["\r", "\r\n"])
@pytest.mark.parametrize("format", ["md", "text", "cook", "csv", None])
def test_line_ends_of_any_system_are_line_ends_in_every_format(end: str, format: str | None) -> None:
    told = {
        "csv": 'title,steps\nX,"Chop it.\nFry it."\n',
        "cook": "Chop it.\n\nFry it.\n",
    }
    text = told.get(format or "", "# X\n\n## Steps\n\n1. Chop it.\n2. Fry it.\n")
    (plain,) = reports_of_text(text, format)
    (read_there,) = reports_of_text(text.replace("\n", end), format)
    assert len(plain.procedure.steps) == 2
    assert read_there == plain


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("md", "---\nservings: 1\n---\n# Tea\n\n## Steps\n\n1. Boil.\n"),
        ("md", "---\nprep time: 1\nauthor: 1\n---\n# Tea\n\n## Steps\n\n1. Boil.\n"),
        ("cook", "---\nservings: 1\n---\n\nBoil.\n"),
        ("json", '{"goal": "Tea", "steps": ["Boil."], "resources": ["tea"], "yield": 1}'),
        ("json", '{"goal": "Tea", "steps": ["Boil."], "amounts": [{"resource": "tea", "number": 1}]}'),
        ("json", '{"@type": "Recipe", "name": "Tea", "recipeInstructions": ["Boil."], "recipeYield": 1}'),
    ],
)
def test_a_whole_number_larger_than_any_other_is_kept_as_it_is_written(format: str, text: str) -> None:
    (found,) = read(text.replace(": 1", ": " + "9" * 400), format)
    assert found.procedure.steps == ("Boil.",)
    assert found.procedure.yields.removesuffix(" servings") in ("", "9" * 400)


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ('"title"x,steps\na,b\n', 1),
        ('title,steps\na,b\n\n"a"x,b\n', 4),
        ('title,steps\na,"b\nb\nb"\nc,"d"d\n', 5),
        ('title,steps\na,b\n"c,d\ne,f\ng,h\n', 3),
        ('title,steps\r\na,"b\r\nb"\r\n\r\n\r\nc,"d\r\nd"d\r\n', 6),
    ],
)
def test_a_row_of_csv_that_cannot_be_read_is_named_by_the_line_in_which_it_begins(rows: str, line: int) -> None:
    with pytest.raises(ContentError, match=f"The row that begins on line {line} is not CSV"):
        read(rows, "csv")


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("title: Best soup", ["title: Best soup"]),
        ("title: [Soup, Stew]", ["title: Stew"]),
        ("tags: a\ntags: b", ["tags: a"]),
        ("author: Ann\nauthor: Bo\nsource: x", ["author: Ann"]),
        ("tags: [a, [b, c]]", ['tags: ["b", "c"]']),
        ("steps: [Stir it]", ["steps: Stir it"]),
        ("ingredients: [2 leeks, salt]", ["ingredients: 2 leeks"]),
        ("title: Soup\ntags: [2024, Yes, true]\nsteps: [Boil it.]\nyield: 4", []),
    ],
)
def test_what_a_head_says_and_the_text_says_otherwise_is_told(head: str, told: list[str]) -> None:
    (found,) = read(f"---\n{head}\n---\n# Soup\n## Ingredients\n- salt\n## Steps\n1. Boil it.\n", "md")
    assert list(found.unused) == told


def test_a_title_counts_however_its_key_and_value_are_written_and_tags_may_be_numbers() -> None:
    (found,) = read("---\nTITLE: 1984\ntags: [2024, true]\n---\n## Steps\n1. Boil it.\n", "md")
    assert (found.procedure.goal, found.procedure.tags, found.unused) == ("1984", ("2024", "true"), ())


def test_a_million_empty_lines_are_one_gap() -> None:
    text = "Tea\n" + "\n" * 1_000_000 + "1. Boil water.\n\n\n\n\n2. Add the tea."
    [found] = read(text, "text")
    assert found.procedure.steps == ("Boil water.", "Add the tea.")


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Soup\n1.Chop it.\n2. Boil it.\n3.Mix both.", ("Chop it.", "Boil it.", "Mix both.")),
        ("1\tChop alpha\n2\tBoil beta\n3\tMix gamma", ("Chop alpha", "Boil beta", "Mix gamma")),
        ("Soup\n\nIngredients\n1\tonion\n2\tcarrots\n\n1. Chop it.\n2. Boil it.", ("Chop it.", "Boil it.")),
        ("Soup\n1. Use 1.5 l.\n2. Add\n1.5 kg leeks.", ("Use 1.5 l.", "Add 1.5 kg leeks.")),
    ],
)
def test_numbers_typed_in_a_hurry_count_steps(text: str, steps: tuple[str, ...]) -> None:
    [found] = read(text, "text")
    assert found.procedure.steps == steps
