"""What files say of a procedure beside its parts: here, how long it takes."""

import re
from typing import Final

from tailor.core.durations import durations

_ISO: Final = re.compile(
    r"P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:\d{1,6}(?:\.\d+)?S)?)?", re.IGNORECASE
)
_CLOCK: Final = re.compile(
    r"(?:(\d{1,3})\s?(?:h|hrs?|hours?)\s?)?(?:(\d{1,5})\s?(?:m|mins?|minutes?)?)?", re.IGNORECASE
)


def minutes(text: str) -> int | None:
    """The minutes of "PT1H30M", "1h30m", "90" or "1 hour 30 minutes"; None for anything else."""
    text = text.strip()
    if text.upper().startswith("P") and (iso := _ISO.fullmatch(text)):
        days, hours, left = (int(part or 0) for part in iso.groups())
        return days * 1_440 + hours * 60 + left or None
    if clock := _CLOCK.fullmatch(text):
        return int(clock[1] or 0) * 60 + int(clock[2] or 0) or None
    found = durations(text)
    return round(found[0].seconds / 60) or None if len(found) == 1 and found[0].words == text else None
