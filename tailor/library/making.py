"""What came of following a procedure: a rating and words, kept beside its files (`<id>.meta.json`, CONTRACT 3).

Owns the list `made` and the rating in that file. Refuses to touch its other keys: tags and notes stay as they are.
"""

import json
from pathlib import Path
from typing import Final

from tailor.core.errors import DamagedError
from tailor.core.following import Following
from tailor.core.procedure import Json
from tailor.core.text import clean
from tailor.library.entry import stem_of
from tailor.storage import in_turn, replace_file, why

MOST_KEPT: Final = 200
"""Times through one procedure that are kept, the latest."""


def meta_file(folder: Path, id: str) -> Path:
    """Where tags, notes and ratings of a procedure stand, whatever its version."""
    return folder / f"{stem_of(id)}.meta.json"


def keep_made(folder: Path, following: Following, rating: int | None, words: str, when: str) -> None:
    """Adds one time through a procedure: the version, when (ISO 8601, UTC), rating 1 to 5, words, notes on steps.

    Raises DamagedError where the file that is there cannot be read, SaveError where it cannot be written; nothing
    has changed then.
    """
    one: dict[str, Json] = {"id": following.id, "when": when, "rating": rating, "notes": clean(words).strip()}
    one["steps"] = [{"step": note.step, "text": note.text} for note in following.notes]
    one["rescues"] = list(following.rescues)
    path = meta_file(folder, following.id)
    with in_turn(folder):
        meta = _read(path)
        made = meta.get("made")
        meta["made"] = [*(made if isinstance(made, list) else []), one][-MOST_KEPT:]
        if rating is not None:
            meta["rating"] = rating
        replace_file(path, (json.dumps(meta, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"))


def times_made(folder: Path, id: str) -> tuple[int | None, ...]:
    """The rating of each time through exactly this version, the oldest first; None where none was given.

    Raises DamagedError where the file cannot be read.
    """
    made = _read(meta_file(folder, id)).get("made")
    times = [one for one in made if isinstance(one, dict)] if isinstance(made, list) else []
    ratings = (one.get("rating") for one in times if one.get("id") == id)
    return tuple(rating if isinstance(rating, int) else None for rating in ratings)


def _read(path: Path) -> dict[str, Json]:
    try:
        data: Json = json.loads(path.read_bytes().decode())
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError):
        raise DamagedError(f"{path} is not JSON any more; correct it or move it away, then try again.") from None
    except OSError as error:
        raise DamagedError(f"{path} cannot be read: {why(error)}.") from error
    return data if isinstance(data, dict) else {}
