"""How many random cases a law is tried on: all of them in CI, a fifth in a run by hand, each time others."""

from typing import Final

from hypothesis import settings

_BY_HAND: Final = 5
"""A run by hand tries so many times fewer."""


def cases(count: int) -> int:
    """As many as CI tries; `--hypothesis-profile=ci`, which .ci/run asks for, tries all of them."""
    return count if settings.get_current_profile_name() == "ci" else count // _BY_HAND
