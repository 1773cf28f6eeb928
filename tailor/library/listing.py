"""One line of a list from one file of the library, quickly: 10,000 files are listed while a person waits.

Owns reading the beginning of a file, or the whole where its number of steps stands nowhere else. Refuses
the procedure itself (`markdown`) and lineage (`front`).
"""

import json
from pathlib import Path
from typing import Final, cast, get_args

from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.core.text import one_line
from tailor.library.entry import Entry, Origin, stem_of

_HEAD: Final = 65_536
"""Bytes read of a file: enough for the short keys, which come first."""

_WANTED = ("parent", "goal", "steps", "origin", "hint", "tags", "created")


def read_entry(path: Path) -> Entry | None:
    """The list's line for a file; None where it cannot be read or Tailor did not write it."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD).decode(errors="ignore")
    except OSError:
        return None
    if not head.startswith("---\n"):
        return None
    end = head.find("\n---\n")
    if end < 0 and len(head) < _HEAD // 4:
        return None  # short, and yet without an end of its front matter: cut off
    body = head[end + 5 :].lstrip("\n") if end >= 0 else ""
    keys = _keys(head[4:end] if end >= 0 else head[4:])
    title = body[2 : body.find("\n")] if body.startswith("# ") else keys.get("goal")
    steps = keys.get("steps")
    count = steps if isinstance(steps, int) else _counted(path)
    return from_front(path, keys, one_line(str(title or "")), count)


def _counted(path: Path) -> int:
    """The steps of a file whose front matter has no number: somebody wrote it by hand, so it is read whole."""
    from tailor.library import markdown

    try:
        return len(markdown.read(markdown.split(path.read_bytes().decode())).steps)
    except (OSError, UnicodeDecodeError, ContentError):
        return 0  # `library check` names the file and says what is wrong with it


def from_front(path: Path, keys: dict[str, Json], goal: str, steps: int) -> Entry:
    """The entry of a file by its front matter; what is missing or wrong is left empty."""
    id = path.name.removesuffix(".md")
    parent, origin, tags, hint = (keys.get(key) for key in ("parent", "origin", "tags", "hint"))
    return Entry(
        id=id,
        goal=goal,
        steps=steps,
        version=int(id.rpartition(".v")[2]) if stem_of(id) != id else 1,
        parent=parent if isinstance(parent, str) and parent else None,
        origin=cast(Origin, origin) if origin in get_args(Origin) else "tailored" if parent else "typed",
        tags=tuple(one_line(tag) for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        created=str(keys.get("created") or ""),
        file=path,
        hint=one_line(hint) if isinstance(hint, str) else "",
    )


def _keys(front: str) -> dict[str, Json]:
    """The wanted keys of a front matter; items of lists are passed over without a look."""
    found: dict[str, Json] = {}
    for line in front.split("\n"):
        if line.startswith("- "):
            continue
        key, _, value = line.partition(":")
        if key in _WANTED:
            try:
                found[key] = json.loads(value)
            except (ValueError, RecursionError):
                found[key] = value.strip()
    return found
