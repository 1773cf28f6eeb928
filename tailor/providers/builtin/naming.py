"""Which ingredient a word names, and whether it names an ingredient here at all.

Owns singular and plural, what a procedure makes ("bread" in baking bread) and what it lists. Refuses to exchange
anything (`substitution`).
"""

import re

from tailor.providers.builtin.knowledge import Ingredient, by_word, word_list
from tailor.providers.builtin.sheet import Sheet

_NEVER_MADE = frozenset(["butter", "egg", "milk", "cream", "cheese", "meat"])

_FOOD = re.compile(
    r"\b(?:bak(?:e|ing)|cook|fry|simmer|roast|knead|eat|oven|dish|dinner|lunch|breakfast|soup|salad|sauce"
    r"|cake|bread|"
    r"drink|meals?|food|snacks?|recipe|flour|tablespoons?|teaspoons?|tbsp|tsp|cups?|stew|puree)\b",
    re.IGNORECASE,
)


def ingredient_of(word: str) -> Ingredient | None:
    """The ingredient that a trigger word names, by its longest known ending or beginning."""
    named = _named(word)
    return named[1] if named else None


def named_in(word: str) -> str:
    """The part of a trigger word that names its ingredient: "honey" of "honey and lemon"; "" where none does."""
    named = _named(word)
    return named[0] if named else ""


def _named(word: str) -> tuple[str, Ingredient] | None:
    words = word.casefold().replace("’", "'").split()
    for size in range(len(words), 0, -1):
        for at in range(len(words) - size, -1, -1):
            part = " ".join(words[at : at + size])
            for form in _forms(part):
                if form in by_word():
                    return part, by_word()[form]
    return None


def _forms(word: str) -> tuple[str, ...]:
    singular = [word]
    if word.endswith("ies"):
        singular.append(word[:-3] + "y")
    if word.endswith("es"):
        singular.append(word[:-2])
    if word.endswith("s"):
        singular.append(word[:-1])
    if word.endswith("ves"):
        singular.append(word[:-3] + "f")
    return tuple(singular)


def is_product(sheet: Sheet, word: str) -> bool:
    """Whether the word names what is made here (bread in "Bake bread", dough, batter), not what goes into it."""
    last = set(_forms(word.casefold().split()[-1]))
    lines = [re.split(r",| for |\(", line.old)[0] for line in sheet.lines if line.part == "resources"]
    if last & word_list("made"):
        return not last & {form for line in lines for form in _forms(line.casefold().split(" ")[-1])}
    in_goal = bool(last & _all_forms(sheet.goal))
    if ingredient_of(word) is None:
        return in_goal
    return in_goal and not last & ({form for line in lines for form in _all_forms(line)} | _NEVER_MADE)


def is_food(sheet: Sheet) -> bool:
    """Whether this is about something to eat or drink: nuts on a bicycle are no nuts."""
    return bool(_FOOD.search(" ".join([sheet.goal, *(line.old for line in sheet.lines)])))


def _all_forms(text: str) -> set[str]:
    return {form for part in re.findall(r"[\w'’-]+", text.casefold()) for form in _forms(part)}


def is_listed(sheet: Sheet, ingredient: Ingredient) -> bool:
    """Whether the ingredient is one here: cream in a packing list is not."""
    if ingredient.id == "meat":
        return True
    old = " ; ".join(line.old for line in sheet.lines if line.part == "resources").casefold()
    return not old or any(re.search(rf"\b{re.escape(word)}", old) for word in ingredient.words)
