"""A procedure as schema.org JSON-LD that others read and that comes back equal (DESIGN 9).

Owns the writing. `schema_org` reads it back.
"""

import json

from tailor.core.procedure import Json, Procedure, procedure_to_json
from tailor.core.text import clean
from tailor.library.formats.schema_org import OWN

_KITCHEN = frozenset(["cooking", "recipe", "recipes", "baking", "food", "kitchen"])
_HERE = frozenset(["goal", "resources", "steps", "sections", "notes", "tags", "licence", "source", "id"])
"""Keys that schema.org has a place for; the others go under a key of our own."""


def write(procedure: Procedure, parent: str | None = None) -> str:
    """The procedure as JSON-LD, indented; `parent` is what it was derived from."""
    data = to_data(procedure, parent)
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return (text if clean(text, len(text)) == text else json.dumps(data, indent=2)) + "\n"


def to_data(procedure: Procedure, parent: str | None = None) -> dict[str, Json]:
    """The JSON-LD object: a Recipe where the tags say so, else a HowTo."""
    recipe = any(tag.lower() in _KITCHEN for tag in procedure.tags)
    rest = procedure_to_json(procedure)
    data: dict[str, Json] = {
        "@context": ["https://schema.org", {"tailor": "urn:tailor:"}],
        "@type": "Recipe" if recipe else "HowTo",
        "name": procedure.goal,
        "description": procedure.notes,
        "keywords": list(procedure.tags),
        "license": procedure.licence,
        "citation": procedure.source,
        "isBasedOn": parent,
    }
    data = {key: value for key, value in data.items() if value or key == "name"}
    if recipe:
        data["recipeIngredient"] = list(procedure.resources)
    else:
        data["supply"] = [{"@type": "HowToSupply", "name": text} for text in procedure.resources]
    data["recipeInstructions" if recipe else "step"] = _steps_out(procedure)
    return data | {OWN: {key: value for key, value in rest.items() if key not in _HERE}}


def _steps_out(procedure: Procedure) -> list[Json]:
    """Steps, and sections with the steps below them."""
    headings: dict[int, list[str]] = {}
    for number, title in procedure.sections:
        headings.setdefault(number, []).append(title)
    top: list[Json] = []
    below = top
    for number, text in enumerate(procedure.steps, 1):
        for title in headings.get(number, ()):
            below = []
            top.append({"@type": "HowToSection", "name": title, "itemListElement": below})
        below.append({"@type": "HowToStep", "position": number, "text": text})
    return top
