"""Readable file names out of goals.

Owns `slug`. Refuses uniqueness: the store adds four random characters.
"""

import re
import unicodedata

_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_SMALL_WORDS = frozenset(["a", "an", "the", "of", "to", "how"])


def slug(goal: str, limit: int = 40) -> str:
    """The goal as lower-case ASCII words with dashes, at most `limit` characters; "procedure" if none is left."""
    flat = unicodedata.normalize("NFKD", goal[: limit * 8]).encode("ascii", "ignore").decode().lower()
    words = [word for word in _NOT_IN_NAMES.split(flat) if word and word not in _SMALL_WORDS]
    made = "-".join(words)
    if len(made) > limit:
        made = made[: limit + 1].rpartition("-")[0] or made[:limit]
    return made or "procedure"
