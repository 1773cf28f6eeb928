"""A change that one exchange forces in other steps: no eggs in step 2, no beating of eggs in step 4.

Owns making it where it is found. Refuses to know which changes belong to which exchange (`knowledge`).
"""

import re
from collections.abc import Sequence

from tailor.providers.builtin.knowledge import Then
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.sheet import Sheet


def force(sheet: Sheet, then: Then, reason: str, serves: Sequence[str]) -> None:
    """Makes a forced change in every step where it is found."""
    for line in sheet.steps:
        found = then.find.search(line.text)
        if found is None:
            continue
        if then.drop:
            sheet.change(line, "", reason, serves)
            continue
        become = found.expand(then.become)
        if then.capital and become[:1].isalpha():
            word = re.match(r"\w+", become)
            assert word is not None
            right = then.capital if become[0].isupper() else then.capital.lower()
            become = right + become[word.end() :]
        sheet.change(line, tidy(line.text[: found.start()] + become + line.text[found.end() :]), reason, serves)
