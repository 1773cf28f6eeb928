"""How many random cases a law is tried on: in CI two fifths of them, always the same; by hand a fifth, others."""

from typing import Final

from hypothesis import settings

_FIFTHS: Final = {"thorough": 5, "ci": 2}
"""How many fifths a profile tries; a run by hand tries one."""


def cases(count: int) -> int:
    """As many as the profile asks for; `--hypothesis-profile=thorough` tries all of them."""
    return count * _FIFTHS.get(settings.get_current_profile_name(), 1) // 5
