"""Find what a wish touches: from the words of a hint to the things meant, to their places in a procedure.

`find` is deterministic, reads English only and never changes or promises anything. `hints` reads wishes (with
`reading` and `cued`), `spelling` corrects mistyped words of the hint (never of the text), `relations` knows names,
kinds, parts and what things are done with, `sought` says what to look for, and `search` looks for all of it at
once, using the guard's words and its handling of negation. `warnings` returns the dangers of a wish and a text
together, even if nobody understood the wish, and `shown` where they are.
"""

from tailor.core.finding.dangers import Warned, shown, warnings
from tailor.core.finding.find import find
from tailor.core.finding.model import Findings, Found, Place, Polarity, Wish

__all__ = ["Findings", "Found", "Place", "Polarity", "Warned", "Wish", "find", "shown", "warnings"]
