"""What the study of customization printed ([CP] table 2): 206 cases, gpt-3.5-turbo-0301, people's majority.

Owns the numbers, in per cent. Refuses to be tested against: the row of end_to_end is no whole number of 206 cases,
and the study's single answers are not ours. The numbers stand beside ours, nothing more.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

Criterion: TypeAlias = Literal["CUSTOMIZED", "EXECUTABLE", "FULLY CORRECT"]

CRITERIA: Final[tuple[Criterion, ...]] = get_args(Criterion)

CASES: Final = 206

STUDY: Final[Mapping[str, Mapping[Criterion, float]]] = MappingProxyType(
    {
        name: MappingProxyType(dict(zip(CRITERIA, row, strict=True)))
        for name, row in {
            "sequential": (60.68, 72.33, 51.94),
            "unified": (54.85, 71.36, 47.09),
            "parallel": (53.88, 70.87, 45.63),
            "reverse": (42.23, 63.59, 34.47),
            "end_to_end": (55.05, 48.45, 41.46),
        }.items()
    }
)
"""By strategy and criterion. `adaptive` is ours, so it has none."""

NOTE: Final = (
    f"“study”: {CASES} cases, gpt-3.5-turbo-0301 with the paper's prompts, judged by people. Other cases, another "
    "model and other judges: read the numbers side by side; no test joins them (its end_to_end row is no whole "
    f"number of {CASES})."
)
