"""The kinds of change that the built-in tailor knows, in the order in which they are asked.

To add one, write its module with a `propose` (see `model`) and its row here. The first proposal counts.
"""

from typing import Final

from tailor.rules import exchange, glossary, scaling, tastes, units
from tailor.rules.model import Kind

KINDS: Final[tuple[Kind, ...]] = (
    scaling.propose,
    exchange.propose,
    units.propose,
    tastes.propose,
    glossary.propose,
)
