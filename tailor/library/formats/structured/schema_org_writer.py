"""Writes a procedure as schema.org JSON-LD: a Recipe if its things are ingredients, else a HowTo (DESIGN 9)."""

from tailor.core.code_lines import unfolded
from tailor.core.codec import json_text
from tailor.core.procedure import Json, Procedure, outline, procedure_to_json
from tailor.library.formats.structured.schema_org import OWN, is_recipe

_HERE = frozenset(["goal", "resources", "steps", "sections", "notes", "tags", "licence", "source", "id"])
"""Keys that have a place in schema.org; the others go under `OWN`."""


def write(procedure: Procedure, parent: str | None = None, _notice: str = "") -> str:
    """Return the procedure as indented JSON-LD; `parent` is the id of its original."""
    return json_text(to_data(procedure, parent), indent=2) + "\n"


def to_data(procedure: Procedure, parent: str | None = None) -> dict[str, Json]:
    """Return the procedure as an object: a Recipe if it has ingredients, else a HowTo."""
    recipe, rest = is_recipe(procedure), procedure_to_json(procedure)
    times, author = procedure.times, procedure.author
    data: dict[str, Json] = {
        "@context": "https://schema.org",
        "@type": "Recipe" if recipe else "HowTo",
        "name": procedure.goal,
        "description": procedure.notes,
        "author": {"@type": "Person", "name": author} if author else None,
        "image": procedure.image,
        "inLanguage": procedure.language,
        "recipeYield" if recipe else "yield": procedure.yields,
        "prepTime": times.prep and f"PT{times.prep}M",
        "cookTime" if recipe else "performTime": times.cook and f"PT{times.cook}M",
        "totalTime": times.total and f"PT{times.total}M",
        "keywords": list(procedure.tags),
        "license": procedure.licence,
        "citation": procedure.source,
        "isBasedOn": parent,
    }
    data = {key: value for key, value in data.items() if value or key == "name"}
    tools = frozenset(one.resource for one in procedure.amounts if one.tool)
    used = [text for text in procedure.resources if text not in tools]
    if recipe:
        data["recipeIngredient"] = [*used]
    else:
        data["supply"] = [{"@type": "HowToSupply", "name": text} for text in used]
    if len(used) < len(procedure.resources):
        data["tool"] = [{"@type": "HowToTool", "name": text} for text in procedure.resources if text in tools]
    below = top = list[Json]()
    for number, titles, text in outline(procedure):
        for title in titles:
            below = []
            top.append({"@type": "HowToSection", "name": title, "itemListElement": below})
        below.append({"@type": "HowToStep", "position": number, "text": unfolded(text)})
    data["recipeInstructions" if recipe else "step"] = top
    here = _HERE - {"resources"} if "tool" in data else _HERE
    return data | {OWN: {key: value for key, value in rest.items() if key not in here}}
