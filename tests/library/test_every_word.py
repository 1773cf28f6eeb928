"""Nothing a person wrote is dropped: each word of a file is in the procedure or is told as unused."""

import json
import re
from dataclasses import replace

import pytest

from tailor.core.procedure import Times, procedure_to_json
from tailor.library import markdown
from tailor.library.formats.registry import read
from tailor.library.formats.shared.parsed import ParsedProcedure
from tests.library.texts import BREAD

RECIPE = {
    "@type": "Recipe",
    "name": "Soup",
    "author": {"@type": "Person", "name": "Ann Author", "url": "https://ann.example"},
    "recipeYield": ["6", "6 bowls"],
    "totalTime": "PT50M",
    "nutrition": {"@type": "NutritionInformation", "calories": "90 kcal"},
    "image": "https://ann.example/soup.jpg",
    "recipeIngredient": ["2 leeks"],
    "recipeInstructions": [
        {"@type": "HowToStep", "itemListElement": [{"@type": "HowToDirection", "name": "Knife", "text": "Cut."}]},
        {
            "@type": "HowToStep",
            "text": "Boil it.",
            "itemListElement": [{"@type": "HowToDirection", "text": "Lid on."}],
        },
    ],
}
OWN = markdown.write(BREAD).replace("# Bake bread\n", "# Bake bread\nGrandmother wrote this.\n")
OWN = OWN.replace("## Steps\n", "## Warnings\nThe pan is hot.\n## Steps\n")
OWN += "### Serving\n## Tips\n- Warm the bowl.\n## Steps\n1. Eat.\n"

TEXTS = {
    "a heading at the end of Markdown": ("md", "# Tea\n## Steps\n1. Boil\n### Serving\n"),
    "what a heading of ingredients says besides": (
        "md",
        "# Tea\n## Ingredients (in the blue tin)\n- leaf\n## Steps\n1. Boil",
    ),
    "front matter in front matter": (
        "md",
        "---\ntitle: Tea\nneeds:\n  leaves: 5 g\nstory: |\n  Long ago\n---\n1. Boil\n2. Pour",
    ),
    "Cooklang with the same": ("cook", "---\ntitle: Tea\nneeds:\n  leaves: 5 g\n---\nBoil @water{}.\n"),
    "a heading at the end of plain text": ("text", "Tea\n\n1. Boil\n2. Pour\n== Serving ==\n"),
    "a heading at the end of lines": ("text", "Tea\n\nBoil\nPour\n== Serving ==\n"),
    "two columns of steps": ("csv", "title,directions,method\nTea,Boil,Pour\n"),
    "cells behind the last column": ("csv", "title,directions\nTea,Boil,milk,sugar\n"),
    "a long cell": ("csv", f"title,directions,story\nTea,Boil,{'so ' * 90}there\n"),
    "numbers in a list": ("csv", 'title,directions\nTea,"[""Boil"", 5]"\n'),
    "two names for one thing": (
        "json",
        '{"goal": "Tea", "title": "Chai", "input": ["cup"], "ingredients": ["leaf"], "steps": ["Boil"]}',
    ),
    "what a recipe says beside its steps": ("json", json.dumps(RECIPE)),
    "a table of a page": (
        "html",
        "<h1>Tea</h1><ol><li>Boil<li>Pour</ol><table><tr><td>milk</td><td>sugar</td></tr></table>",
    ),
    "our own file with words of one's own": ("md", OWN),
}
NO_WORDS = frozenset(
    (
        *("recipeyield", "totaltime", "pt50m"),
        *(
            "title",
            "goal",
            "steps",
            "directions",
            "method",
            "ingredients",
            "resources",
            "notes",
            "input",
            "tailor",
        ),
        *("type", "name", "url", "text", "image", "recipe", "person", "howtostep", "howtodirection", "html"),
        *("itemlistelement", "recipeingredient", "recipeinstructions", "nutritioninformation"),
        *("https", "ann", "example", "soup", "jpg", "h1", "ol", "li", "table", "tr", "td"),
    )
)
"""Keys and marks of the formats; and of an address."""


def every_word(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))


@pytest.mark.web
@pytest.mark.parametrize("what", TEXTS)
def test_every_word_is_in_the_procedure_or_told(what: str) -> None:
    format, text = TEXTS[what]
    (found,) = read(text, format)
    words = every_word(re.sub(r"(?m)^\d\. ", "", text))  # numbers before steps are marks
    assert words - every_word(told(found)) - NO_WORDS == set()


def told(found: ParsedProcedure) -> str:
    made = json.dumps(procedure_to_json(found.procedure), ensure_ascii=False).replace("\\n", " ")
    return "\n".join((made, *found.unused))


def test_words_in_places_of_their_own_stay_when_an_own_file_is_written_again() -> None:
    (found,) = read(OWN, "md")
    assert (found.procedure.steps, found.procedure.resources) == (BREAD.steps, BREAD.resources)
    assert "“Warnings” and “Steps”" in found.remark
    assert read(markdown.write(found.procedure), "md") == (replace(found, remark=""),)


def test_the_line_that_says_what_was_changed_is_no_note() -> None:
    text = markdown.write(BREAD, summary="Changed 1 of 3 steps. A machine was at work.")
    text = text.replace("at work.\n", "at work.\nI like it.\n")
    assert markdown.read(markdown.split(text)).notes == "I like it."


def test_what_the_page_says_of_itself_is_not_told() -> None:
    (found,) = read(json.dumps(RECIPE), "json")
    made = found.procedure
    assert (made.yields, made.times, made.author) == ("6 bowls", Times(total=50), "Ann Author")
    assert made.image == "https://ann.example/soup.jpg"
    assert found.unused[0] == "nutrition: calories 90 kcal"
    assert not any("example" in line for line in found.unused)
