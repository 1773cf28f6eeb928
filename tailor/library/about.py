"""What a person notes about a procedure, whatever its version: `<id>.meta.json` (CONTRACT 3).

Owns tags, collections, notes and rating. Refuses versions: these words are about the procedure.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from tailor.core.errors import DamagedError
from tailor.core.procedure import Json
from tailor.core.text import clean, normal
from tailor.files import private_folder, replace_file, why


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """A person's words about one procedure."""

    tags: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    notes: str = ""
    rating: int | None = None
    """1 to 5."""
    other: tuple[tuple[str, str], ...] = ()
    """Keys that this version does not know, with their values as JSON: they survive."""


def file_of(library: Path, stem: str) -> Path:
    """Where the words about a procedure lie."""
    return library / f"{stem}.meta.json"


def read(library: Path, stem: str) -> About:
    """The words about a procedure; empty where there are none. DamagedError where the file cannot be read."""
    path = file_of(library, stem)
    try:
        data: Json = json.loads(path.read_bytes())
    except FileNotFoundError:
        return About()
    except (OSError, ValueError, RecursionError) as error:
        said = why(error) if isinstance(error, OSError) else "it is no JSON any more"
        raise DamagedError(f"{path} cannot be read: {said}. The procedure itself is not touched.") from error
    if not isinstance(data, dict):
        raise DamagedError(f"{path} does not hold what Tailor writes. The procedure itself is not touched.")
    rating = data.get("rating")
    return About(
        tags=_texts(data.get("tags")),
        collections=_texts(data.get("collections")),
        notes=clean(str(data.get("notes") or "")),
        rating=rating if isinstance(rating, int) and 1 <= rating <= 5 else None,
        other=tuple((key, json.dumps(value)) for key, value in data.items() if key not in _KNOWN),
    )


def write(library: Path, stem: str, about: About) -> None:
    """Keep the words about a procedure. SaveError when the disk refuses; the old ones are there then."""
    data: dict[str, Json] = {
        "tags": list(about.tags),
        "collections": list(about.collections),
        "notes": about.notes,
        "rating": about.rating,
    }
    data |= {key: json.loads(value) for key, value in about.other}
    private_folder(library)
    replace_file(file_of(library, stem), (json.dumps(data, indent=1) + "\n").encode())


def tagged(about: About, add: tuple[str, ...], remove: tuple[str, ...]) -> About:
    """With tags added and others taken away; each is there once."""
    gone = {normal(tag) for tag in remove}
    tags = dict.fromkeys((*about.tags, *filter(None, map(normal, add))))
    return replace(about, tags=tuple(tag for tag in tags if tag not in gone))


_KNOWN = frozenset(["tags", "collections", "notes", "rating"])


def _texts(value: Json) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else []
    return tuple(filter(None, (normal(item) for item in listed if isinstance(item, str))))
