"""The sentences of a review, with a person's own keys in the place of those that the actions came with."""

import re
from typing import Any, Final

from textual.binding import Binding

from tailor.screens.base import BaseScreen

_DOES: Final = (
    "accepts|adds|brings|checks|edits|goes|keeps|leaves|opens|rejects|removes|shows|switches|takes|tries|undoes|writes"
    "|all that"
)
"""What sentences say of a key, right behind it."""


def with_own_keys(screen: BaseScreen[Any], words: str) -> str:
    """ "Removed; u undoes it." as "Removed; z undoes it." where z is the key for it now."""
    app, own = screen.app, screen.app._keymap
    mine = (one for one in type(screen).BINDINGS if isinstance(one, Binding) and (one.id or "") in own)
    now = {
        one.key.partition(",")[0]: app.get_key_display(one.with_key(own[one.id or ""].split(",")[0]))
        for one in mine
    }
    if not now:
        return words
    keys = "|".join(map(re.escape, now))
    return re.sub(rf"(?<![\w'’])({keys})(?= (?:{_DOES})\b)", lambda found: now[found[1]], words)
