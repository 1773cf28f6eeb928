"""Words beside a name that make it harmless: quartered grapes, paper flowers, a shelf hung from a rod."""

from collections.abc import Sequence, Set
from itertools import dropwhile
from typing import Final

from tailor.core.finding.cues import listed
from tailor.core.finding.relations import harmless
from tailor.core.guard.language import language
from tailor.core.guard.negation import marks
from tailor.core.guard.vocabulary import Break, Token

BETWEEN: Final = frozenset(
    ["a", "an", "and", "for", "from", "in", "into", "of", "on", "onto", "or", "over", "the", "to", "with", "your"]
)
"""Words that stand between noun phrases."""


def is_made_harmless(tokens: Sequence[Token], start: int, stop: int, *, act: bool) -> bool:
    """Whether a word that the data gives for this name is beside it: quartered grapes, paper flowers."""
    fine = harmless().get("".join(one.stem for one in tokens[start:stop]), frozenset())
    said = [at for at, one in enumerate(tokens) if one.plain in fine]
    if not said:
        return False
    made = marks(tokens, frozenset(said), language())
    for at in said:
        if not (made.unused[at] or made.undone[at]):
            links = {one for one in ("from", "with", "in", "of") if f"{one} {tokens[at].plain}" in fine}
            apart = listed("behind_a_thing") | links | (listed("before_a_thing") if links else set())
            way = (
                [one.plain for one in tokens[stop:at]]
                if all(one.gap < Break.COMMA for one in tokens[stop : at + 1])
                else []
            )
            held = _is_done_with(tokens, start, at) or not links.isdisjoint(way[-2:])  # hung from a tension rod
            done = held if act else _is_beside(tokens, start, stop, at, apart)
            if done or _is_done_to(tokens, stop, at):
                return True
    return False


def _is_done_with(tokens: Sequence[Token], start: int, at: int) -> bool:
    """Whether the act is done with what is at `at`: sewn by hand, not "sew it, then hand it over"."""
    between = tokens[start + 1 : at + 1]
    own = not any(one.gap >= Break.COMMA or one.plain in ("and", "or", "then") for one in between)
    return at == start - 1 or (own and any(one.plain in listed("means") for one in between[-4:-1]))


def _is_done_to(tokens: Sequence[Token], stop: int, at: int) -> bool:
    """Whether the word at `at` is the object of the act before `stop`: "lift the lid", "paint your nails"."""
    before = [one.plain for one in tokens[stop:at] if one.plain not in listed("before_a_thing")]
    whole = all(one.gap < Break.COMMA for one in tokens[stop : at + 1])
    return (
        stop <= at and whole and len(before) < 2 and (BETWEEN | listed("parting") | {"heavy"}).isdisjoint(before)
    )


def _is_beside(tokens: Sequence[Token], start: int, stop: int, at: int, apart: Set[str]) -> bool:
    """Whether the word at `at` describes the thing: "quarter the red grapes", "grapes, halved"."""
    if at == stop and tokens[at].gap is Break.COMMA:  # but "the grapes, halve the plums"
        return not any(one.plain in listed("before_a_thing") for one in tokens[at + 1 : at + 2])
    if any(one.gap >= Break.COMMA for one in tokens[min(stop, at + 1) : max(start, at) + 1]):
        return False
    if at >= stop:
        first = int(modifies(tokens, stop) and tokens[stop].plain not in listed("parting"))  # "lamb neck from …"
        return all(one.plain in apart for one in tokens[stop + first : at])
    sorts = list(dropwhile(lambda one: one.plain in listed("before_a_thing"), tokens[at + 1 : start]))
    return len(sorts) <= 2 and not any(one.plain in BETWEEN | listed("parting") for one in sorts)


def modifies(tokens: Sequence[Token], stop: int) -> bool:
    """Whether the words before `stop` only say which kind the next one is."""
    return stop < len(tokens) and tokens[stop].gap < Break.COMMA and tokens[stop].plain not in BETWEEN
