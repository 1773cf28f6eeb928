"""Reads the front matter of other programs' Markdown and Cooklang files.

A known key becomes a field, whatever word it uses; every other key is kept as it stands.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from tailor.core.codec import json_text, text_or_empty
from tailor.core.procedure import READ_KEYS, Json, Procedure, Times, with_details
from tailor.core.text import normal, number_words
from tailor.library.formats.markdown import blocks
from tailor.library.formats.shared.facts import minutes, words_for
from tailor.library.formats.shared.headings import announced
from tailor.library.markdown import OWN_KEYS

_TITLE: Final = (
    *("title", "titre", "titel", "título", "titulo", "titolo", "tytuł", "otsikko", "標題", "标题", "タイトル"),
    *("nom", "nombre", "nome", "naam", "nazwa"),
)
"""The first of these keys that is set is the title."""
_SOURCE: Final = ("source", "source.url", "source.name")
_LICENCE: Final = ("licence", "license")
_YIELD: Final = words_for("yields")
_TIMES: Final = {
    "prep": ("time.prep", *words_for("prep")),
    "cook": ("time.cook", *words_for("cook")),
    "total": (*words_for("total"), "time.total"),
}
_AUTHOR: Final = ("author", "source.author", "author.name", *words_for("author"))
_IMAGE: Final = ("image", "images", "picture", "pictures")
_LANGUAGE: Final = ("language", "locale", "lang")
_NOTES: Final = ("notes", "note", "description", "introduction")

_NAMES: Final = frozenset(
    ["text", "name", "step", "item", "amount", "qty", "quantity", "unit", "instruction", "ingredient"]
)
"""Keys of an item in front matter that are not part of its words."""


def with_labels(made: Procedure, head: Mapping[str, Json]) -> Procedure:
    """Return the procedure with the tags, source, licence and details of the front matter; amounts it has stay."""
    flat = _flat(head)
    tags = head.get("tags")
    listed = tags.split(",") if isinstance(tags, str) else tags if isinstance(tags, list) else []
    names = [_tag(one) for one in listed if isinstance(one, str | bool | int | float)]
    amounts = made.amounts
    details = {key: head[key] for key in ("times", "amounts") if key in head}
    made, taken = with_details(made, details)
    flat |= {key: both for key in _AUTHOR if (both := _all_names(flat.get(key)))}
    told = {
        name: key for name, keys in _FIELDS.items() if (key := next((k for k in keys if _word(flat.get(k))), ""))
    }
    words = {name: _word(flat[key]) for name, key in told.items()}
    times = {
        part: (key, found)
        for part, keys in _TIMES.items()
        for key in keys
        if (found := minutes(_word(flat.get(key))))
    }
    if words.get("yields", "").isdecimal():
        number, of_servings = words["yields"], told["yields"] in ("servings", "serves")
        words["yields"] = f"{number} serving{'s' * (number != '1')}" if of_servings else number
    ours = OWN_KEYS if "tailor" in head else ["tags"] if names else []
    title = next((key for key in _TITLE if _word(flat.get(key))), "title")
    known = {"title", title, *ours, *(taken & details.keys()), *told.values(), *(key for key, _ in times.values())}
    rest = {key: value for key, value in head.items() if key not in known and not _said(key, value, known)}
    said, rest = _notes(rest)
    return replace(
        made,
        yields=words.get("yields", ""),
        source=words.get("source", ""),
        licence=words.get("licence", ""),
        author=words.get("author", ""),
        image=words.get("image", ""),
        language=words.get("language", ""),
        amounts=made.amounts or amounts,
        times=Times(**{part: found for part, (_, found) in times.items()}) if times else made.times,
        tags=tuple(filter(None, names)),
        notes="\n".join(filter(None, (made.notes, *said))),
        extra=tuple((key, json.dumps(value)) for key, value in rest.items()),
    )


def title_in(head: Mapping[str, Json]) -> str:
    """Return the title in the front matter, however its key is written; "" for none."""
    flat = _flat(head)
    return next(filter(None, (_word(flat.get(key)) for key in _TITLE)), "")


def unheld(head: Mapping[str, Json], made: Procedure) -> tuple[str, ...]:
    """Return lines of the front matter with a title, tags or parts that the procedure made from it lacks."""
    extra = {key: json.loads(value) for key, value in made.extra}
    kept = extra | (clash if isinstance(clash := extra.get("head"), dict) else {})
    held = {one.casefold() for one in (made.goal, *made.tags, *made.steps, *made.resources)}
    lost: list[str] = []
    for key, value in head.items():
        if key not in kept and (key.lower() in (*_TITLE, "tags") or announced(key) & {"resources", "steps"}):
            listed = value.split(",") if key == "tags" and isinstance(value, str) else value
            for one in listed if isinstance(listed, list) else [listed]:
                text = _tag(one) or (json_text(one) if one else "")
                if text and held.isdisjoint((text.casefold(), blocks.words(text).casefold())):
                    lost.append(f"{key}: {text}")
    return tuple(lost)


def _tag(value: Json) -> str:
    """Return a text, number or truth value as it was written; "" for any other value."""
    return json_text(value) if isinstance(value, bool | int | float) else normal(text_or_empty(value))


_FIELDS: Final = {
    "yields": _YIELD,
    "source": _SOURCE,
    "licence": _LICENCE,
    "author": _AUTHOR,
    "image": _IMAGE,
    "language": _LANGUAGE,
}


def _notes(rest: Mapping[str, Json]) -> tuple[list[str], dict[str, Json]]:
    """Split off the keys that become notes; keys that Tailor would read as its own go under "head"."""
    notes = {key: words for key in _NOTES if (words := _word(rest.get(key)))}
    other = {key: value for key, value in rest.items() if key not in notes}
    clash: dict[str, Json] = {key: other.pop(key) for key in sorted((READ_KEYS | OWN_KEYS) & other.keys())}
    return list(notes.values()), other | ({"head": clash} if clash else {})


def _flat(head: Mapping[str, Json]) -> dict[str, Json]:
    """Return the front matter by lower-case keys; "prep" below "time" becomes "time.prep"."""
    flat: dict[str, Json] = {}
    for key, value in head.items():
        flat[key.lower()] = value
        if isinstance(value, dict):
            flat |= {f"{key}.{inner}".lower(): one for inner, one in value.items()}
    return flat


def _word(value: Json) -> str:
    """Return a text or number, also as the only item of a list, in words; "" for any other value."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_words(value)
    return normal(text_or_empty(value))


def _all_names(value: Json) -> str:
    """ "Ann Lee, Bob Day" for a list of names; "" for any other value."""
    names = [normal(text_or_empty(one)) for one in value] if isinstance(value, list) else []
    return ", ".join(names) if all(names) else ""


def _said(key: str, value: Json, known: set[str]) -> bool:
    """Whether a key, or each key below it, became a field."""
    below = [f"{key}.{inner}".lower() for inner in value] if isinstance(value, dict) else []
    return key.lower() in known or (bool(below) and all(one in known for one in below))


def lists_in(front: Mapping[str, Json]) -> tuple[dict[str, list[str]], dict[str, Json]]:
    """Split off the lists under keys that announce parts, such as `ingredients`; also return the other keys."""
    lists: dict[str, list[str]] = {}
    rest = dict(front)
    for key, value in front.items():
        for part in announced(key) & {"resources", "steps"}:
            if part not in lists and (
                texts := [blocks.words(one) for one in _items(value) if not one.startswith("#")]
            ):
                lists[part] = texts
                del rest[key]
    return lists, rest


def _items(value: Json) -> Iterator[str]:
    """Yield the items of a list, which may be maps: "- text: Whisk it", "- For the glaze: 60 g of sugar"."""
    for one in value if isinstance(value, list) else ():
        plain = isinstance(one, dict) and all(type(told) in (str, int, float) for told in one.values())
        if isinstance(one, dict) and plain and (len(one) == 1 or _NAMES.issuperset(one)):
            yield " ".join(str(told) if key in _NAMES else f"{key}: {told}" for key, told in one.items())
        elif isinstance(one, str):
            yield one
