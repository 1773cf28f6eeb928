"""Why runs came to no result, in words for whoever reads a table.

Owns the words and the count. Refuses to judge whose fault it is: a run without a result counts as one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from tailor.core.errors import Fault

WHY: Final[Mapping[Fault, str]] = {
    "model": "the text did not fit into the model's context",
    "cut_short": "an answer was cut at its greatest length",
    "bad_answer": "an answer could not be read",
}
"""The faults that are the model's own answer; others are tried again and leave no run."""


def why_failed(faults: Iterable[Fault | None]) -> tuple[str, ...]:
    """One sentence that counts the reasons, most frequent first; none where no run failed."""
    counted = Counter(WHY.get(fault, fault) for fault in faults if fault is not None)
    if not counted:
        return ()
    said = "; ".join(f"{why} ({count})" for why, count in counted.most_common())
    return (f"Why {counted.total()} of the runs came to no result: {said}.",)
