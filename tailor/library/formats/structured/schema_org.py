"""Reads schema.org HowTo and Recipe as JSON-LD (DESIGN 9).

The reader accepts any nesting that sites use: `@graph`, types as lists, single objects instead of lists, steps as
strings, lists in lists. The name of a HowToSection is a heading, never a step. Remote contexts are not fetched.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final

from tailor.core.finding.foods import is_eaten
from tailor.core.listed_amounts import parted
from tailor.core.procedure import (
    Json,
    Procedure,
    Times,
    headings_of,
    procedure,
    procedure_from_json,
)
from tailor.core.text import normal, number_words
from tailor.library.formats.shared.facts import is_food_measure, minutes, settled
from tailor.library.formats.shared.headings import announced, is_note, part_of, without_label
from tailor.library.formats.shared.html_text import struck_out, text_of
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.source_numbers import without_empty
from tailor.library.formats.shared.step_texts import (
    HEADING,
    bare_title,
    counted_parts,
    has_word,
    heads_part,
    letters,
    list_heads,
    once,
    same_words,
    shouted,
    split_blob,
    uncounted,
    unwrapped,
    without_counts,
)
from tailor.library.formats.shared.tables import begins_alone, paired
from tailor.library.formats.structured.quantities import quantity

_TOLD: Final = ("cookingMethod", "recipeCuisine", "suitableForDiet", "estimatedCost", "nutrition")
"""Fields for people that have no place in a procedure and are reported as unused; others are about the page."""
_OTHER_TEXTS: Final = ("recipeIngredient", "ingredients", "supply", "tool", "name", "headline", "description")
"""Fields besides the steps in which text may be struck out."""
_DEEPEST: Final = 60
_FEWEST_LINES: Final = 3
"""Lines of a part; two may be a step and a comment on it."""
_COUNTED: Final = re.compile(
    r"0?(?P<number>\d{1,2})[.:)]?\s+(?P<title>[^\W\d_a-z][^\n]{0,80}[^\s.!?:;,])\s*\n(?P<text>[^\W\d_a-z].*)",
    re.DOTALL,
)
"""A text whose first line is its number and title."""
_PREFIX: Final = re.compile(r"^(?:schema:|https?://(?:www\.)?schema\.org/)")
OWN: Final = "tailor:procedure"
"""Key for the fields that schema.org has no word for."""


_KITCHEN = frozenset(["cooking", "recipe", "recipes", "baking", "food", "kitchen"])
_MEASURED = re.compile(
    r"(?:g|kg|ml|cl|l|litres?|cups?|tbsp|tsp|tablespoons?|teaspoons?|cloves?|pinch)\b", re.IGNORECASE
)


def read(data: Json, name: str = "") -> ParsedProcedure | None:
    """Return the procedure in the data; None without a HowTo or Recipe. Other names are reported as unused."""
    found = _all(data, name)
    if (taken := best(found, name)) is None:
        return None
    others = [one.procedure.goal for one in _distinct(found) if one.procedure.goal and _differ(one, taken)]
    return replace(taken, unused=(*taken.unused, *(f"Another one: {goal}" for goal in others)))


def read_all(data: Json, name: str = "") -> tuple[ParsedProcedure, ...]:
    """Return every procedure with steps, one for each name; if none has steps, the best of them."""
    found = _all(data, name)
    return _distinct(found) or tuple(filter(None, [best(found, name)]))


def _all(data: Json, name: str) -> list[ParsedProcedure]:
    data = short_names(data)
    known = {id: node for node in _objects(data) if len(node) > 1 and isinstance(id := node.get("@id"), str)}
    return [_read_one(node, name, known) for node in _objects(data, _is_procedure) if _is_procedure(node)]


def _distinct(found: Sequence[ParsedProcedure]) -> tuple[ParsedProcedure, ...]:
    """Return those with steps, in order; of several with one name, as some pages have, only the best."""
    named: dict[str, list[ParsedProcedure]] = {}
    for one in found:
        if one.procedure.steps:
            named.setdefault(normal(one.procedure.goal).casefold(), []).append(one)
    return tuple(filter(None, (best(some, "") for some in named.values())))


def _differ(one: ParsedProcedure, other: ParsedProcedure) -> bool:
    return not same_words(one.procedure.goal, other.procedure.goal)


def read_own(data: Json) -> ParsedProcedure | None:
    """Return exactly the procedure that Tailor wrote as this data; None for other data or without steps."""
    if not isinstance(data, dict) or not isinstance(own := data.get(OWN), dict):
        return None
    made = _own(data, own)
    return ParsedProcedure(made) if made.steps else None


def best(found: Sequence[ParsedProcedure], title: str) -> ParsedProcedure | None:
    """Return the best of several: recipes before how-tos, then the one that the title names, then the longest."""

    def rank(one: ParsedProcedure) -> tuple[bool, bool, bool, int]:
        steps = len(one.procedure.steps)
        named = bool(one.procedure.goal) and same_words(one.procedure.goal, title)
        return steps > 0, one.recipe, named, steps

    return max(found, key=rank, default=None)


def is_recipe(procedure: Procedure) -> bool:
    """Whether the resources are ingredients: by tags or source, by their measures, or as they are mostly food."""
    things = procedure.resources
    if not things or any(tag.lower() in _KITCHEN for tag in procedure.tags):
        return bool(things)
    told = any(not one.tool for one in procedure.amounts)
    measured = sum(bool(_MEASURED.search(parted(text)[0])) for text in things)
    foods = sum(any(map(is_eaten, (text, *text.casefold().split()))) for text in things)
    enough = not procedure.tags or 3 * foods > len(things)
    return bool(told or procedure.times.cook) or (measured > 1 and enough) or 2 * foods >= len(things)


def types_of(node: dict[str, Json]) -> tuple[str, ...]:
    """Return the types of a node in lower case, without prefixes: "howtostep"."""
    listed = node.get("@type")
    names = listed if isinstance(listed, list) else [listed]
    return tuple(re.split(r"[/#:]", name)[-1].lower() for name in names if isinstance(name, str))


def short_names(data: Json, depth: int = 0) -> Json:
    """Shorten the names in the data: "schema:name" becomes "name", {"@value": "x"} becomes "x"."""
    if depth > _DEEPEST:
        return data
    if isinstance(data, list):
        return [short_names(item, depth + 1) for item in data]
    if isinstance(data, dict) and isinstance(data.get("@value"), str):
        return data["@value"]
    if isinstance(data, dict):
        return {_PREFIX.sub("", key): short_names(value, depth + 1) for key, value in data.items()}
    return data


def _is_procedure(node: dict[str, Json]) -> bool:
    return any(kind in types_of(node) for kind in ("recipe", "hrecipe", "howto"))


def _objects(
    data: Json, whole: Callable[[dict[str, Json]], bool] = lambda _: False, depth: int = 0
) -> Iterator[dict[str, Json]]:
    """Yield every object of the data before those inside it; those inside a `whole` one are skipped."""
    if depth > _DEEPEST:
        return
    if isinstance(data, dict):
        yield data
        data = [] if whole(data) else list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from _objects(item, whole, depth + 1)


@dataclass(slots=True)
class _Walk:
    steps: list[str] = field(default_factory=list)
    sections: list[tuple[int, str]] = field(default_factory=list)
    known: dict[str, dict[str, Json]] = field(default_factory=dict)
    """Nodes by `@id`; each is used once, so that circular references end."""
    tips: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)

    def head(self, title: str) -> None:
        self.sections.append((len(self.steps) + 1, title))


def _read_one(node: dict[str, Json], name: str, known: dict[str, dict[str, Json]]) -> ParsedProcedure:
    if isinstance(own := node.get(OWN), dict):
        return ParsedProcedure(_own(node, own))
    walk = _Walk(known=dict(known))
    resources, heads = _resources(node)
    value = node.get("recipeInstructions") or node.get("step") or node.get("steps") or node.get("instructions")
    _steps(value, walk, 0)
    _split(walk)
    _take_out(shouted(walk.steps), walk)
    if set(walk.steps) <= set(resources):  # the site marks its list as both parts
        walk.steps, walk.sections = [], []
    walk.steps = walk.steps if walk.sections else once(walk.steps)
    counted = isinstance(value, str) and value.lstrip()[:1].isdigit()  # then a tip with a number is a step too
    while len(walk.steps) > 1 and is_note(walk.steps[-1]) and not counted:
        walk.tips.append(walk.steps.pop())
    sections, late = headings_of(walk.sections, len(walk.steps))
    walk.unused += late
    made = procedure(
        text_of(_word(node.get("name") or node.get("headline"))) or name,
        uncounted(walk.steps),
        resources,
        sections=sections,
        notes="\n".join(filter(None, [_flat(node.get("description")), *walk.tips])),
        to_split=True,
    )
    made = replace(made, source=_source(node), licence=_flat(node.get("license")), tags=_tags(node))
    made, left = _with_details(made, node)
    told = (f"{key}: {words}" for key in (*left, *_TOLD) if (words := ", ".join(_said(node.get(key)))))
    struck = (line for text in _strings([value, *map(node.get, _OTHER_TEXTS)]) for line in struck_out(text))
    unused = tuple(filter(None, map(normal, (*told, *heads, *walk.unused, *struck))))
    recipe = "howto" not in types_of(node)
    if recipe and not is_recipe(made):  # neither words nor measures of a foreign language say so when it leaves
        made = replace(made, tags=(*made.tags, "recipe"))
    found = settled(ParsedProcedure(made, unused, one_text=isinstance(value, str), recipe=recipe))
    return without_empty(found, [bool(_flat(_first_text(one))) for one in _list(value)])


def _first_text(step: Json) -> Json:
    return (step.get("text") or step.get("name")) if isinstance(step, dict) else step


_PERIODS: Final = {"prep": ("prepTime",), "cook": ("cookTime", "performTime"), "total": ("totalTime",)}


def _with_details(made: Procedure, node: dict[str, Json]) -> tuple[Procedure, list[str]]:
    """Add yield, times, author, picture and language; also return the keys of times that cannot be read."""
    times: dict[str, int] = {}
    left: list[str] = []
    for part, key in ((part, key) for part, keys in _PERIODS.items() for key in keys if node.get(key)):
        if found := minutes(_word(node.get(key))):
            times.setdefault(part, found)
        elif ", ".join(_said(node.get(key))) not in ("PT0M", "PT0S", "P0D"):
            left.append(key)
    told = (normal(_word(one)) for one in _list(node.get("recipeYield") or node.get("yield")))
    yields = [one for one in told if not is_food_measure(one)]
    pictures = _list(node.get("image"))
    picture = pictures[0] if pictures else None
    address = (
        _word(picture.get("url") or picture.get("contentUrl")) if isinstance(picture, dict) else _word(picture)
    )
    authors = filter(None, map(_flat, _list(node.get("author"))))
    made = replace(
        made,
        yields=max(yields, key=len, default=""),
        times=Times(**times),
        author=", ".join(dict.fromkeys(authors)),
        image=normal(address) if address.startswith(("http://", "https://")) else "",
        language=_flat(node.get("inLanguage")),
    )
    return made, left


def _own(node: dict[str, Json], own: dict[str, Json]) -> Procedure:
    """Read a procedure that Tailor wrote, taking its texts literally."""
    steps: list[str] = []
    sections: list[list[Json]] = []
    for one in _list(node.get("step") or node.get("recipeInstructions")):
        if isinstance(one, dict) and "howtosection" in types_of(one):
            sections.append([len(steps) + 1, _word(one.get("name"))])
            inner = (item for item in _list(one.get("itemListElement")) if isinstance(item, dict))
            steps += [_word(item.get("text")) for item in inner]
        elif isinstance(one, dict):
            steps.append(_word(one.get("text")))
    texts = {"goal": "name", "notes": "description", "licence": "license", "source": "citation"}
    data = own | {key: _word(node.get(name)) for key, name in texts.items()}
    told = own.get("resources") or node.get("recipeIngredient") or node.get("supply")
    resources = [_word(one) for one in _list(told)]
    data |= {"steps": list(steps), "resources": list(resources), "sections": list(sections)}
    return procedure_from_json(data | {"tags": _list(node.get("keywords"))})


def _steps(value: Json, walk: _Walk, depth: int) -> None:
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        _blob(value, walk)
    elif isinstance(value, list):
        lists = any(isinstance(item, str) and item.count("<li") > 1 for item in value)  # a list for each part
        texts = without_counts(once([text_of(item) for item in value if isinstance(item, str)]))
        if len(texts) > 1 and not lists and all(isinstance(item, str) for item in value):
            _counted_texts(texts, walk)
            return
        for item in value:
            if (
                isinstance(item, str) and len(value) > 1 and not lists
            ):  # one string among others is one step already
                _one_step("", text_of(item), walk)
            elif isinstance(item, str | list | dict):
                _steps(item, walk, depth + 1)
            else:
                walk.unused.append(json.dumps(item))
    elif isinstance(value, dict):
        _node(value, walk, depth)


def _counted_texts(texts: Sequence[str], walk: _Walk) -> None:
    """Add each text as a step without a first line like "2 The glaze"; if all have one, these become headings."""
    counted = [_COUNTED.fullmatch(text) for text in texts]
    titles = [one["title"] if one and int(one["number"]) == at else "" for at, one in enumerate(counted, 1)]
    several = len(titles) - titles.count("") > 1
    for text, one, title in zip(texts, counted, titles, strict=True):
        _one_step(title if all(titles) else "", one["text"] if one and title and several else text, walk)
    walk.unused += titles if several and not all(titles) else ()


def _split(walk: _Walk) -> None:
    """Split every step into its lines, if each has so many that it was a part with steps of its own."""
    apart = [split_blob(step) for step in walk.steps]
    if len(apart) == 1 and len(apart[0]) < _FEWEST_LINES:
        apart = [counted_parts(walk.steps[0].strip()) or walk.steps]
    elif any(len(lines) < _FEWEST_LINES for lines in apart):
        return
    starts = [*accumulate(map(len, apart), initial=1)]
    walk.sections = [(starts[number - 1], title) for number, title in walk.sections]
    walk.steps = [line for lines in apart for line in lines]


def _take_out(headings: Sequence[int], walk: _Walk) -> None:
    """Turn the steps at these indexes into headings."""
    before = [(number - sum(at < number - 1 for at in headings), title) for number, title in walk.sections]
    new = [(at + 1 - nth, walk.steps[at].capitalize()) for nth, at in enumerate(headings)]
    walk.sections = sorted([*before, *new], key=lambda one: one[0])
    walk.steps = [step for at, step in enumerate(walk.steps) if at not in headings]


def _blob(text: str, walk: _Walk) -> None:
    """Add the steps of one text; headings count as steps only if there is nothing else."""
    lines = split_blob(text_of(text, headings=True))
    headed = any(not line.startswith(HEADING) for line in lines)
    noted = False
    for line in lines:
        title = line.removeprefix(HEADING)
        noted = noted if title == line else _is_noted(title)
        if not headed:
            walk.steps.append(title)
        elif noted:
            walk.tips += [title] if title == line else []
        elif title == line:
            _one_step("", line, walk)
        elif bare := bare_title(title):
            walk.head(bare)


def _is_noted(title: str) -> bool:
    """Whether a heading has tips below it."""
    return announced(title) == {"notes"}


def _node(node: dict[str, Json], walk: _Walk, depth: int) -> None:
    """Add one node among the steps: a section, a tip, a step, or a list around them."""
    if set(node) == {"@id"}:
        node = walk.known.pop(str(node["@id"]), node)
    types = types_of(node)
    inner = node.get("itemListElement") or node.get("item") or node.get("steps") or node.get("step")
    name, text = _flat(node.get("name")), _texts(node.get("text") or node.get("description"))
    if "howtotip" in types or (text and _is_noted(name)):
        walk.tips += filter(None, [name if _is_noted(name) else "", text or name])
    elif "howtosection" in types or ("itemlist" in types and name and inner):
        if name:
            walk.head(name)
        _steps(inner if inner else text, walk, depth + 1)
        if text and inner:
            walk.tips.append(text)
    elif inner and not text:
        _parts(node, inner, name, walk, depth)
    else:
        if not (name or text):
            walk.unused += _said(node)
        _one_step(name, text, walk)
        _beside(inner, text, walk)


def _beside(inner: Json, text: str, walk: _Walk) -> None:
    """Add the items below a step's text: tips, and directions, which mostly repeat the text."""
    for one in _list(inner):
        words = _flat((one.get("text") or one.get("name")) if isinstance(one, dict) else one)
        if isinstance(one, dict) and "howtotip" in types_of(one):
            walk.tips.append(words)
        elif words not in normal(text):
            walk.unused.append(words)


def _parts(node: dict[str, Json], inner: Json, name: str, walk: _Walk, depth: int) -> None:
    """Join a step that is given as directions into one step; add the steps of a list."""
    if "howtostep" not in types_of(node):
        _steps(inner, walk, depth + 1)
        return
    below = _Walk()
    _steps(inner, below, depth + 1)
    walk.tips += below.tips
    walk.unused += [*(title for _, title in below.sections), *below.unused]
    _one_step(name, " ".join(below.steps), walk)


def _one_step(name: str, text: str, walk: _Walk) -> None:
    """Add a step; its title becomes a heading unless it only repeats the text."""
    text, title = text if text.strip() else name, bare_title(name)
    if title and text[:1].islower():  # the name begins its sentence
        text, title = f"{title} {text}", ""
    first, *more = list(filter(None, map(str.strip, text.split("\n")))) or [""]
    if more and all(map(is_note, more)):
        text, walk.tips = first, [*walk.tips, *more]
    if text.rstrip().endswith(":") and heads_part(text):
        walk.head(text.strip().removesuffix(":"))
    elif bare_title(text) and (has_word(text) or any(map(str.isalnum, text))) and part_of(text) != "steps":
        if title and not same_words(title, bare_title(text)):
            walk.head(title)
        walk.steps.append(without_label(text))
    elif part_of(text) != "steps":
        walk.unused.append(text)


def _resources(node: dict[str, Json]) -> tuple[list[str], list[str]]:
    """Return ingredients, supplies and tools with their amounts; and headings among them, "For the glaze:".

    A recipe's tools are returned with the headings, since its page shows them apart from the ingredients.
    """
    found: list[str] = []
    left: list[str] = []
    for key in ("recipeIngredient", "ingredients", "supply"):  # two of them may say the same
        told = _told(node.get(key), left)
        known = letters(" ".join(found))
        if found and known == letters(" ".join(told)):
            found = max(found, told, key=len)
        else:
            found += [one for one in told if one not in found]
    tools = [one for one in _told(node.get("tool"), left) if one not in found]
    apart = [f"tool: {one}" for one in tools] if found and "howto" not in types_of(node) else []
    found += tools if not apart else []
    found = once(found)  # with its headings: an icing may need what the glaze needs
    heads = list_heads(found)
    told_of = [*(f"ingredient heading: {one}" for one in heads), *apart, *dict.fromkeys(left)]
    return [one for one in found if one not in heads], told_of


def _told(value: Json, left: list[str]) -> list[str]:
    """Return the resources in a value, each with its amount; lines that name no thing are added to `left`.

    An amount of one beside every name is only a filler if most names begin with theirs: "1", "2 cups flour".
    """
    items = list(_lines(value))
    names = [_flat(one.get("name")) for one in items if isinstance(one, dict) and one.get("amount") == "1"]
    filled = len(names) == len(items) > 1 and 2 * sum(name[:1].isnumeric() for name in names) > len(names)
    told = paired(names if filled else list(map(_resource, items)))
    things = [one for one in told if has_word(one) and one not in ("null", "undefined")]
    left += (one for one in told if one not in things)
    return things


def _lines(value: Json) -> Iterator[Json]:
    """Yield the items of a value; texts are split into lines, but a sentence that goes on stays whole."""
    if isinstance(value, str):
        yield from text_of(value).split("\n")
        return
    items = _list(value)
    all_inner = [inner for item in items for inner in (item if isinstance(item, list) else [item])]
    several = len(items) > 1
    told = [text_of(one, line=several).split("\n") if isinstance(one, str) else [] for one in all_inner]
    in_cells = len(told) > 2 and all(len(lines) == 2 for lines in told)
    in_cells = in_cells and any(begins_alone(*lines) for lines in told)
    for inner, cells in zip(all_inner, told, strict=True):
        lines = cells if in_cells else unwrapped(cells)
        if not isinstance(inner, str):
            yield inner
        elif in_cells or (several and len(lines) == 2 and begins_alone(*lines)):
            yield " ".join(" ".join(lines).split())  # also "a little" and "butter", if all are like this
        else:
            yield from (" ".join(line.split()) for line in lines)


def _resource(item: Json) -> str:
    if isinstance(item, dict):
        amount = item.get("requiredQuantity") or item.get("amount")
        if isinstance(amount, dict | list):
            amount = " ".join(filter(None, quantity(amount)))
        name = _flat(item.get("name") or item.get("text"))
        return normal(f"{_word(amount)} {name}" if amount else name)
    return re.sub(r"\(\(([^()]*)\)\)", r"(\1)", _flat(item)).lstrip("▢☐□▪• ")  # a popular plug-in doubles them


def _tags(node: dict[str, Json]) -> tuple[str, ...]:
    found: list[str] = []
    for key in ("keywords", "recipeCategory"):
        value = node.get(key)
        names = value.split(",") if isinstance(value, str) else [_word(item) for item in _list(value)]
        found += [normal(text_of(name)) for name in names]
    return tuple(tag for tag in dict.fromkeys(found) if tag and len(tag) <= 60)


def _source(node: dict[str, Json]) -> str:
    for key in ("url", "mainEntityOfPage", "@id"):
        value = node.get(key)
        value = value.get("@id") if isinstance(value, dict) else value
        if isinstance(value, str) and value.startswith(("http://", "https://")):
            return normal(value).partition("#")[0]
    return ""


def _flat(value: Json) -> str:
    return normal(text_of(_word(value)))


def _said(value: Json, depth: int = 0) -> Iterator[str]:
    """Yield the texts in a value, each after its key, without addresses and types."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            named = "" if key in ("name", "text") else f"{key} "
            yield from (f"{named}{words}" for words in _said(inner, depth + 1) if not key.startswith("@"))
    elif isinstance(value, list):
        for inner in value:
            yield from _said(inner, depth + 1)
    elif (words := _flat(value)) and not words.startswith(("http://", "https://", "//", "/")):
        yield words


def _strings(value: Json, depth: int = 0) -> Iterator[str]:
    """Yield every text in a value as it is written."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list) and depth <= _DEEPEST:
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner, depth + 1)


def _texts(value: Json) -> str:
    """Return a text, or several joined by line ends."""
    return text_of("\n".join(map(_word, _list(value))))


def _list(value: Json) -> list[Json]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _word(value: Json) -> str:
    """Return a value as text: an object's name or value, or the first of a list."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_words(value)
    if isinstance(value, dict):
        return _word(value.get("name") or value.get("@value") or value.get("text") or value.get("@id"))
    return _word(value[0]) if isinstance(value, list) and value else ""
