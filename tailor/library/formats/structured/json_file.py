"""Procedures as JSON: Tailor's own format (CONTRACT 1), lists of it, schema.org, and recipes of other programs."""

from collections.abc import Iterable, Sequence
from typing import Final

from tailor.core.codec import json_text
from tailor.core.procedure import Json, Procedure, procedure_from_json, procedure_to_json, steps_there
from tailor.core.strict_json import loaded
from tailor.core.text import normal
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.source_numbers import without_empty
from tailor.library.formats.shared.step_texts import split_blob
from tailor.library.formats.structured import recipe_apps, schema_org
from tailor.library.formats.structured.text_lists import with_lists

_STEPS: Final = ("steps", "instructions")


def parse(text: str, name: str = "", _where: str = "") -> Iterable[ParsedProcedure]:
    """Return every procedure of a JSON text. ContentError names what is not JSON, and what reading would lose."""
    return procedures(loaded(text), name)


def procedures(data: Json, name: str = "") -> Sequence[ParsedProcedure]:
    """Return every procedure in JSON data, like `parse`."""
    data = with_lists(data)
    if found_there := recipe_apps.read(data, name):
        return found_there
    own = isinstance(data, dict) and isinstance(data.get("steps"), list) and "@type" not in data
    if not own and (found := schema_org.read_all(data, name)):
        return found
    if isinstance(data, list) and data and all(isinstance(item, dict) for item in data):
        return tuple(map(_own, data))
    return (_own(data),)


def _own(data: Json) -> ParsedProcedure:
    """Read a procedure in Tailor's format; headings without a step below them are unused.

    Others write the steps as one text, with a line or a number for each.
    """
    if isinstance(data, dict):
        texts = {key: value for key, value in data.items() if key in _STEPS and isinstance(value, str)}
        data = data | {key: list[Json](split_blob(text)) for key, text in texts.items()}
    made = procedure_from_json(data, to_split=True)
    kept = {title for _, title in made.sections}
    pairs = data.get("sections") if isinstance(data, dict) else None
    told = [normal(str(pair[1])) for pair in pairs if isinstance(pair, list)] if isinstance(pairs, list) else []
    found = ParsedProcedure(made, tuple(title for title in told if title and title not in kept))
    return without_empty(found, steps_there(data))


def write(procedure: Procedure, _parent: str | None = None, _notice: str = "") -> str:
    """Return the procedure as indented JSON with a final line end."""
    return json_text(procedure_to_json(procedure), indent=2) + "\n"
