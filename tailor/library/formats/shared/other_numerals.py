"""Numbers of steps that are not written 1. 2. 3.: full-width as in Japanese texts, and Roman ones."""

import re
from typing import Final

_ONES: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_TENS: Final = ("", "x", "xx", "xxx")
_ROMAN: Final = {
    f"{ten}{one}": 10 * tens + ones for tens, ten in enumerate(_TENS) for ones, one in enumerate(_ONES)
}
_COUNTED: Final = re.compile(r"( {0,3})([ivx]{1,7})[.)]\s+(?=\S)", re.IGNORECASE)
_WIDE: Final = re.compile(
    r"^([ \u3000]{0,3})([0-9０-９]{1,3})\s?(?:[．、）：]|(?<=[０-９])[.):])\s*(?=\S)", re.MULTILINE
)


def in_figures(text: str) -> str:
    """The text with such numbers at the beginning of lines as "1. "; Roman ones where they count from i on."""
    text = _WIDE.sub(lambda found: f"{found[1]}{int(found[2])}. ", text)
    lines = text.split("\n")
    run: list[int] = []
    for at, line in enumerate((*lines, "i. end")):
        found = _COUNTED.match(line)
        number = _ROMAN.get(found[2].lower()) if found else None
        if number == 1:
            if len(run) > 1:
                for count, place in enumerate(run, 1):
                    lines[place] = _COUNTED.sub(rf"\g<1>{count}. ", lines[place], count=1)
            run = [at]
        elif run and number == len(run) + 1:
            run.append(at)
    return "\n".join(lines)
