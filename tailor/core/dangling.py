"""Things a list speaks of as known ("the batter") that nothing brings in any more once an edit is turned down.

Owns this one look at words, by article and spelling alone, in English. Refuses to understand texts and to decide:
what it finds is a hint for the person, and it rather misses a case than tells a wrong one.
"""

import re
from collections.abc import Mapping, Set
from typing import Final

from tailor.core.transport import Draft

_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TWO: Final = r"\s+([^\W\d_]+(?:-[^\W\d_]+)*)(?:\s+([^\W\d_]+(?:-[^\W\d_]+)*))?"
_KNOWN: Final = re.compile(r"\bthe" + _TWO, re.IGNORECASE)
_BROUGHT: Final = re.compile(r"\b(?:an?|some|another|one|two|three|four|the|your)" + _TWO, re.IGNORECASE)
_NOT_THINGS: Final = frozenset(
    _WORD.findall(
        "bottom centre center edge end first last left middle next one other outside inside remaining rest right "
        "same second side third time top two way whole about and any are at by each few for from has in into is "
        "it little of on onto or over so that then to under until when which while with"
    )
)


def dangling(now: Draft, lost: str, original: Draft) -> tuple[tuple[str, str], ...]:
    """What the text that is lost alone brought in: each thing with the slot of the first step that speaks of it.

    `now` is the list without the lost text. A thing is a word behind "the" that stands behind an article in `lost`
    and in no step before, in no resource and not in the goal. What the `original` speaks of as known without any
    of these ("the dough", after "mix flour and water") needs nobody to bring it in: its reader knows it.
    """
    brought = {_bare(word) for said in _BROUGHT.finditer(lost) for word in said.groups() if word} - _NOT_THINGS
    known = {_bare(thing) for thing in _unannounced(original, brought)}
    return tuple((thing, slot) for thing, slot in _unannounced(now, brought).items() if _bare(thing) not in known)


def _unannounced(draft: Draft, things: Set[str]) -> Mapping[str, str]:
    """Those of the things that a step speaks of as known while nothing before names them, with the step's slot."""
    known = _dangling_words(draft.procedure.goal).union(*map(_dangling_words, draft.procedure.resources))
    found: dict[str, str] = {}
    for spot in draft.steps:
        if things <= known:
            break  # whatever is spoken of from here on was named before
        small = spot.text.casefold()
        if not any(thing in small for thing in things):
            continue  # most steps of a long list: not worth reading word by word
        for said in _KNOWN.finditer(spot.text):
            before = known | _dangling_words(spot.text[: said.start()])
            thing = next((word for word in said.groups() if word and _bare(word) in things - before), None)
            if thing:
                found.setdefault(thing.casefold(), spot.slot)
        known |= _dangling_words(spot.text)
    return found


def _dangling_words(text: str) -> frozenset[str]:
    return frozenset(_bare(word) for word in _WORD.findall(text))


def _bare(word: str) -> str:
    """The word without capitals and without the s of many."""
    small = word.casefold()
    return small[:-1] if len(small) > 3 and small.endswith("s") and not small.endswith("ss") else small
