"""Find what a wish touches: from the words of a hint to the things meant, to their places in a procedure.

`find` is deterministic, reads English only and never changes or promises anything. `hints` reads wishes
(`reading`, with `numbers`, `states` and `cued`), `spelling` mends mistyped words of the hint (never of the text),
`relations` knows names, kinds, parts and what things are done with, `search` looks for all of them at once, with
the guard's words and its sense for "without".
`warnings` tells dangers that a wish and a text have together, even where nobody understood it, and `shown` where.
"""

from tailor.core.finding.dangers import Warned, shown, warnings
from tailor.core.finding.find import find
from tailor.core.finding.model import Findings, Found, Place, Polarity, Wish

__all__ = ["Findings", "Found", "Place", "Polarity", "Warned", "Wish", "find", "shown", "warnings"]
