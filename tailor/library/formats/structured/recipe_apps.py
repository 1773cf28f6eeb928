"""Reads recipes from other programs' JSON: Mealie, Tandoor, Paprika, and plain title, ingredients, directions.

Each is converted to the words of schema.org, whose reader finds steps and headings in any shape.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from tailor.core.errors import ContentError
from tailor.core.listed_amounts import counts
from tailor.core.procedure import Amount, Json, procedure
from tailor.core.text import normal, number_words, one_line
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import heads_part, is_ended, split_blob
from tailor.library.formats.structured import schema_org
from tailor.library.formats.structured.quantities import beside_quantity, quantity

Node: TypeAlias = dict[str, Json]

_NAME: Final = ("title", "name")
_STEPS: Final = ("directions", "recipeinstructions", "instructions", "steps", "method", "preparation")
_INGREDIENTS: Final = ("ingredients", "recipeingredient", "recipeingredients")
_TEXTS: Final = ("text", "instruction", "description", "step", "summary", "body")
_FOODS: Final = ("food", "name", "ingredient", "item")
_AMOUNTS: Final = ("amount", "quantity", "qty", "weight", "volume")
_UNITS: Final = ("unit", "unitofmeasurement")
_NOTES: Final = ("note", "notes", "comment", "remark", "remarks")
_WARNINGS: Final = (*_NOTES, "warning", "caution", "tip", "hint")
_OF_ITEMS: Final = frozenset(
    [
        "display",
        "originaltext",
        "text",
        "title",
        "optional",
        "usedinrecipes",
        "conversions",
        "noamount",
        "isheader",
    ]
)
"""Keys of an ingredient that are read, or say again what others say."""
_OF_STEPS: Final = frozenset(
    ["time", "ingredients", "ingredientreferences", "instructionsmarkdown", "url", "file"]
)
_PLACES: Final = frozenset(["position", "order", "number", "index", "step"])
"""Keys that may only count the entries."""
_FIELDS: Final = {
    "prepTime": ("preptime", "workingtime", "prep"),
    "cookTime": ("cooktime", "performtime", "waitingtime", "cook"),
    "totalTime": ("totaltime", "time"),
    "url": ("sourceurl", "orgurl", "url", "link"),
    "image": ("imageurl", "image", "picturelink"),
    "author": ("author", "authors"),
    "inLanguage": ("language", "inlanguage"),
    "license": ("licence", "license"),
    "keywords": ("tags", "keywords"),
    "recipeCategory": ("categories", "recipecategory", "category"),
    "description": ("description",),
    "supply": ("tools", "equipment"),
}
"""What the programs call a field of schema.org; the first key that is set counts."""
_YIELD: Final = ("recipeyield", "yield", "yields", "servings", "recipeservings", "serves")
_ELSEWHERE: Final = frozenset(["notes", "note", "servingstext", "recipeyieldquantity", *_YIELD, *_NAME])
_OF_THE_PROGRAM: Final = re.compile(
    r"@.*|.*id|.*hash|.*slug|.*data|image.*|photo.*|created.*|updated?.*|date.*|lastmade|settings|extras|assets"
    r"|.*normalized|internal|private|intrash|ispinned|onfavorites|onthemenu|scale|filepath|show.*|ner"
)
"""Keys, in lower case and without "_", that a program keeps for itself."""
_DEEPEST: Final = 8
_OWN_INGREDIENT: Final = re.compile(r"\{\{\s*ingredients\[(\d{1,3})\]\s*\}\}")
"""A placeholder for one of its ingredients in a step of Tandoor."""


def read(data: Json, name: str = "") -> tuple[ParsedProcedure, ...]:
    """Return every recipe in the data, () if it has none of these shapes. Unreadable items have no steps."""
    if isinstance(data, dict) and isinstance(data.get("recipes_ingredients"), list):
        data = list(_joined(data))
    if isinstance(data, dict) and _is_recipe(data):
        return (read_one(data, name),)
    items = list(_items(data))
    typed = [
        item for _, item in items if isinstance(item, dict) and {"recipe", "howto"} & {*schema_org.types_of(item)}
    ]
    if len(typed) < 2 and not any(_is_recipe(item) for _, item in items):
        return ()
    return tuple(_read_item(place, item) for place, item in items)


def _items(data: Json) -> Iterator[tuple[str, Json]]:
    """Yield the items of a list, of an object's only list, or of an object of objects, each with its place."""
    if isinstance(data, dict) and ("goal" in data or any(key.startswith("@") for key in data)):
        return
    if isinstance(data, dict):
        lists = [value for value in data.values() if isinstance(value, list)]
        data = lists[0] if len(lists) == 1 else data
    if isinstance(data, dict):
        yield from ((one_line(key, 60), value) for key, value in data.items())
    elif isinstance(data, list):
        yield from ((f"item {number}", value) for number, value in enumerate(data, 1))


def _read_item(place: str, item: Json) -> ParsedProcedure:
    try:
        if isinstance(item, dict) and (found := schema_org.read(item)):
            return found
        if _is_recipe(item):
            made = read_one(item, "")
            return made if made.procedure.goal else replace(made, procedure=replace(made.procedure, goal=place))
        return ParsedProcedure(procedure(place, ()), why="it is not a recipe")
    except ContentError as error:
        return ParsedProcedure(procedure(place, ()), why=error.message)


def _is_recipe(data: Json) -> bool:
    """Whether an object is a recipe of another program: it has a name, ingredients or directions, and no goal."""
    if not isinstance(data, dict) or "goal" in data or "@type" in data:
        return False
    keys = set(_keyed(data))
    return not keys.isdisjoint(_NAME) and not keys.isdisjoint((*_STEPS, *_INGREDIENTS))


def has_parts(data: Json) -> bool:
    """Whether an object has a name, ingredients and directions, whatever their keys."""
    node = _keyed(data) if isinstance(data, dict) and "@type" not in data else {}
    parts = (node.get(_ending(node, words)) for words in (_STEPS, _INGREDIENTS))
    return bool(_first(node, _NAME)) and all(isinstance(one, list) for one in parts)


def _keyed(node: Mapping[str, Json]) -> Node:
    """Normalize the keys of a node: `recipeYield` and `recipe_yield` become `recipeyield`."""
    return {_key(key): value for key, value in node.items()}


def _key(key: str) -> str:
    return re.sub(r"[ _-]", "", key).lower()


def _first(node: Mapping[str, Json], keys: Iterable[str]) -> str:
    """Return the first of these keys that is set to something, or ""."""
    return next((key for key in keys if node.get(key) not in (None, "", 0, [], {})), "")


def _ending(node: Mapping[str, Json], words: tuple[str, ...]) -> str:
    """Return the first of these keys that is set, or one that ends in such a word: "grouped_instructions"."""
    return _first(node, words) or _first(node, (key for key in node if key.endswith(words)))


def read_one(data: Json, name: str) -> ParsedProcedure:
    data = data if isinstance(data, dict) else {}
    node = _keyed(data)
    taken = {said: key for said, keys in _FIELDS.items() if (key := _first(node, keys))}
    steps, ingredients = _ending(node, _STEPS), _ending(node, _INGREDIENTS)
    amounts, beside = _ingredients(_all_ingredients(node, steps, ingredients))
    made: Node = {said: _plain(node[key]) for said, key in taken.items()}
    made |= {
        "@type": "Recipe",
        "name": node.get(_first(node, _NAME)) or name,
        "recipeIngredient": [one.resource for one in amounts],
        "recipeInstructions": _instructions(node.get(steps)),
        "recipeYield": _yield(node),
    }
    found = schema_org.read(made, name) or ParsedProcedure(procedure(name, ()))
    notes = "\n".join(filter(None, [found.procedure.notes, *_notes(node.get("notes")), *_notes(node.get("note"))]))
    where = found.procedure.source or normal(_word(node.get("source")))
    whole = replace(
        found.procedure,
        notes=notes,
        source=where,
        amounts=tuple(one for one in dict.fromkeys(amounts) if one.name),
    )
    known = {
        *taken.values(),
        *(_ELSEWHERE if made["recipeYield"] else _ELSEWHERE.difference(_YIELD)),
        steps,
        ingredients,
        *(["source"] if where == node.get("source") else []),
    }
    unused = (*found.unused, *beside, *_beside_steps(node.get(steps)), *_rest(data, known))
    return replace(found, procedure=whole, unused=unused)


def _rest(data: Node, known: set[str]) -> Iterator[str]:
    """Yield what the recipe holds under other keys than the known ones."""
    for told, value in data.items():
        key = _key(told)
        unrated = key == "rating" and not value  # 0 in Paprika is no rating
        if (
            key not in known
            and not unrated
            and not _OF_THE_PROGRAM.fullmatch(key)
            and (words := ", ".join(_said(value)))
        ):
            yield f"{one_line(told, 60)}: {words}"


def _plain(value: Json) -> Json:
    """Replace the objects of a list, such as tags and tools, by their names."""
    return [_word(one) for one in value] if isinstance(value, list) else value


def _yield(node: Node) -> str:
    """ "4 servings" for 4, or "4 jars" if the program says that they are jars."""
    key = _first(node, _YIELD)
    given = node.get(key)
    number, kind = quantity(given)[0] or _word(given), _word(node.get("servingstext"))
    if isinstance(given, dict):
        kind = kind or quantity(given)[1]
    if not re.fullmatch(r"\d+(\.\d+)?(–\d+)?", number):
        return number or kind
    if kind:
        return kind if re.match(r"\d", kind) else f"{number} {kind}"
    return number if key in ("yield", "yields", "recipeyield") else f"{number} serving{'s' * (number != '1')}"


def _instructions(value: Json) -> Json:
    """Return directions as steps and sections; a single text stays whole."""
    if not isinstance(value, list):
        return value
    made: list[Json] = []
    for one in value:
        if not isinstance(one, dict):
            made.append(one)
            continue
        node = _keyed(one)
        if isinstance(below := node.get(_ending(node, _STEPS)), list):
            section = {"@type": "HowToSection", "name": node.get("title"), "itemListElement": _instructions(below)}
            made.append(section)
        elif "instruction" in node:  # Tandoor: it often has all directions in one
            lines = list[Json](split_blob(_filled(node)))
            title = _word(node.get("name"))
            made += [{"@type": "HowToSection", "name": title, "itemListElement": lines}] if title else lines
        else:
            text, title = _noted(_word(node.get(_first(node, _TEXTS))), node), _word(node.get(_first(node, _NAME)))
            made.append({"@type": "HowToStep", "name": title, "text": text} if title or text else one)
    return made


def _filled(step: Node) -> str:
    """Return the text of a Tandoor step, with ingredients in place of their placeholders."""
    listed = step.get("ingredients")
    own = [_ingredient(one).resource for one in (listed if isinstance(listed, list) else [])]

    def said(found: re.Match[str]) -> str:
        return own[int(found[1])] if int(found[1]) < len(own) else ""

    return _OWN_INGREDIENT.sub(said, _word(step.get("instruction")))


def _noted(text: str, step: Node) -> str:
    """Return the text of a step with the notes and warnings beside it: "Bake. Note: it is hot"."""
    for key in _WARNINGS:
        if text and (words := normal(_word(step.get(key)))):
            label = "Note" if key in _NOTES else key.capitalize()
            text = f"{text if is_ended(text) else f'{text}.'} {label}: {words}"
    return text


def _beside_steps(value: Json) -> list[str]:
    """Return what the steps hold beside their texts: the minutes of Tandoor, and what has no place."""
    left: list[str] = []
    for number, one in enumerate(value if isinstance(value, list) else (), 1):
        node = _keyed(one) if isinstance(one, dict) else {}
        if time := node.get("time"):
            left.append(f"time for part {number}: " + (f"{time} minutes" if _is_number(time) else _in_words(time)))
        below = node.get(steps := _ending(node, _STEPS))
        left += _beside_steps(below) if isinstance(below, list) else ()
        text, title = _first(node, _TEXTS), _first(node, _NAME)
        if not (isinstance(below, list) or _word(node.get(text)) or _word(node.get(title))):
            continue  # it is named as a whole
        noted = [key for key in _WARNINGS if text and "instruction" not in node and _word(node.get(key))]
        known = {text, title, *noted, *_OF_STEPS, *([steps] if isinstance(below, list) else ())}
        left += _left(node, known, f"step {number}")
    return left


def _left(node: Node, known: set[str], owner: str) -> list[str]:
    """Return what an entry holds under other keys than the known ones, with whose it is."""
    rest = {
        key: one
        for key, one in node.items()
        if key not in known and not _OF_THE_PROGRAM.fullmatch(key) and not (key in _PLACES and _is_number(one))
    }
    return [f"{owner}: {key} {words}" for key, one in rest.items() if (words := _in_words(one))]


def _in_words(value: Json) -> str:
    return ", ".join(_said(value))


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) or (isinstance(value, str) and value.strip().isdecimal())


def _all_ingredients(node: Node, steps: str, ingredients: str) -> Iterator[Json]:
    """Yield the entries of the recipe's list, and those that only its steps list."""
    listed = list(_entries(node.get(ingredients), 0))
    yield from listed
    known = {_ingredient(one).resource for one in listed}
    within = node.get(steps)
    for step in within if isinstance(within, list) else []:
        if isinstance(step, dict):
            told = _entries(step.get("ingredients"), 0)
            yield from (one for one in told if _ingredient(one).resource not in known)


def _entries(value: Json, depth: int) -> Iterator[Json]:
    """Yield the entries of a list, of lines, or of named groups."""
    if isinstance(value, str):
        yield from value.split("\n")
    elif isinstance(value, list) and depth < _DEEPEST:
        for one in value:
            below = one.get(_ending(one, _INGREDIENTS)) if isinstance(one, dict) else one
            yield from _entries(below, depth + 1) if isinstance(below, list) else [one]
    elif isinstance(value, dict) and depth < _DEEPEST:
        for key, one in value.items():
            if isinstance(one, list):
                yield f"{key}:".upper()
                yield from _entries(one, depth + 1)
            else:
                yield {"amount": one, "name": key}


def _ingredients(entries: Iterable[Json]) -> tuple[list[Amount], list[str]]:
    """Return the ingredients; and what else the list says: headings, and things without an amount listed twice.

    Equal amounts stay, since two parts may each need one.
    """
    found: list[Amount] = []
    beside: list[str] = []
    for entry in entries:
        title, one = _heading(entry), _ingredient(entry)
        beside += [f"ingredient heading: {title}"] if title else []
        if title and (title == one.note or title == one.resource.removesuffix(":")):
            continue
        beside += _beside_item(entry, one)
        if one in found and not counts(one.resource):
            beside.append(f"listed twice: {one.resource}")
        elif one.resource:
            found.append(one)
    return found, beside


def _heading(entry: Json) -> str:
    """Return the heading that an entry is (Tandoor, Paprika) or has above it (Mealie); "" for none."""
    if not isinstance(entry, dict):
        text = normal(_word(entry))
        return text.removesuffix(":") if text.endswith(":") and heads_part(text) else ""
    node = _keyed(entry)
    return normal(_word(node.get("note" if node.get("isheader") else "title")))


def _ingredient(entry: Json) -> Amount:
    """Read an ingredient and its parts; if the program has only a text, there are no parts."""
    node = _keyed(entry) if isinstance(entry, dict) else {}
    name = _name(node)
    note = normal(_word(node.get(_first(node, _NOTES))))
    note = ", ".join(filter(None, [note, "optional" if node.get("optional") is True else ""]))
    if not name:
        text = _word(node.get(_first(node, ("display", "note", "originaltext", "text")))) if node else _word(entry)
        return Amount(normal(text))
    number, unit = ("", "") if node.get("noamount") else quantity(node.get(_ending(node, _AMOUNTS)))
    unit = normal(_word(node.get(_ending(node, _UNITS)))) or unit
    text = " ".join(filter(None, (number, unit if number else "", name)))
    return Amount(normal(f"{text}, {note}" if note else text), number, unit if number else "", name, note)


def _name(node: Node) -> str:
    """Return what an ingredient is; a text only if its amount stands apart from it."""
    name = normal(_word(node.get(_first(node, _FOODS))))
    text = "" if name or _first(node, ("display", "note")) else normal(_word(node.get("text")))
    return name or (text if _ending(node, _AMOUNTS) and not counts(text) else "")


def _beside_item(entry: Json, one: Amount) -> list[str]:
    """Return what an entry of the ingredients holds beside what was read of it."""
    if not isinstance(entry, dict):
        return [] if one.resource or entry in (None, "") else [json.dumps(entry)]
    node = _keyed(entry)
    if not one.resource:
        return [f"ingredient: {words}"] if (words := _in_words(entry)) else []
    if not one.name:
        return []  # a program's line holds it all
    amount, unit = _ending(node, _AMOUNTS), _ending(node, _UNITS)
    beside = beside_quantity(node.get(amount))
    known = {_first(node, _FOODS), _first(node, _NOTES), amount, *([unit] if one.unit else ()), *_OF_ITEMS}
    left = [f"{one.name}: {amount} {words}"] if amount and (words := _in_words(beside)) else []
    return [*left, *_left(node, known, one.name)]


def _notes(value: Json) -> list[str]:
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        return [_word(value)]
    nodes = [_keyed(one) if isinstance(one, dict) else {"text": one} for one in value]
    parts = ((_word(one.get("title")), _word(one.get("text"))) for one in nodes)
    return [": ".join(filter(None, both)) for both in parts]


def _word(value: Json) -> str:
    """Return a text or number as text, and the name of an object."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_words(value)
    if isinstance(value, dict):
        inner = value.get(_first(value, ("name", "abbreviation", "name_singular")))
        return inner if isinstance(inner, str) else ""
    return ""


def _said(value: Json, depth: int = 0) -> Iterator[str]:
    """Yield the words in a value, each after its key."""
    if isinstance(value, dict) and depth < _DEEPEST:
        for key, one in value.items():
            named = "" if key in ("name", "text") else f"{key} "
            yield from (f"{named}{words}" for words in _said(one, depth + 1))
    elif isinstance(value, list) and depth < _DEEPEST:
        for one in value:
            yield from _said(one, depth + 1)
    elif words := one_line(_word(value), 300):
        yield from [] if words == "0" else [words]


def _position(row: Node) -> float:
    place = row.get("position")
    return place if isinstance(place, int | float) else 0


def _joined(base: Node) -> Iterator[Node]:
    """Yield the recipes in a Mealie backup, which keeps them in tables."""

    def rows(table: str) -> list[Node]:
        listed = base.get(table)
        return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []

    def names(table: str) -> dict[str, Json]:
        return {str(one.get("id")): one.get("name") for one in rows(table)}

    def grouped(table: str) -> dict[str, list[Node]]:
        made: dict[str, list[Node]] = {}
        for one in sorted(rows(table), key=_position):
            made.setdefault(str(one.get("recipe_id")), []).append(one)
        return made

    foods, units, tags = names("ingredient_foods"), names("ingredient_units"), names("tags")
    ingredients, steps = grouped("recipes_ingredients"), grouped("recipe_instructions")
    notes, tagged = grouped("notes"), grouped("recipes_to_tags")
    for recipe in rows("recipes"):
        id = str(recipe.get("id"))
        yield {
            **recipe,
            "recipe_ingredient": [
                {**one, "food": foods.get(str(one.get("food_id"))), "unit": units.get(str(one.get("unit_id")))}
                for one in ingredients.get(id, [])
            ],
            "recipe_instructions": [*steps.get(id, [])],
            "notes": [*notes.get(id, [])],
            "tags": [tags.get(str(one.get("tag_id"))) for one in tagged.get(id, [])],
        }
