"""Words of a text that may be a thing or something done: "cream the butter" brings in no cream."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from tailor.core.finding.cues import listed
from tailor.core.guard.detector import verb_place
from tailor.core.guard.language import language
from tailor.core.guard.vocabulary import Break, Token
from tailor.core.procedure import Part

_TIME: Final = re.compile(
    r"(?:on|in|at|by|after|before|for|from) (?:(?:the|each|every|your) )?(?:(?:first|second|third|last|next) )?"
    r"(?:day|week|month|night|morning|evening|afternoon|weekend|noon|lunch|dinner|breakfast"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?(?: [a-z]+| \d{1,3})?"
)
"""When something is done, put first without a comma: "on day 5 fly home"."""


def only_acts(tokens: Sequence[Token], word: str, part: Part | None) -> bool:
    """Whether the word is, each time it stands here, a verb that brings in nothing of its name."""
    at = [number for number, one in enumerate(tokens) if one.plain == word.casefold()]
    return bool(at) and all(acts_at(tokens, one, part) for one in at)


def acts_at(tokens: Sequence[Token], at: int, part: Part | None) -> bool:
    """Whether the word is an order: "Squash the lumps", "then cream it with the sugar".

    "Mushroom on toast" and "Milk 200 ml" are not, nor is anything in a list.
    """
    opens = at == 0 or tokens[at].gap >= Break.CLAUSE or tokens[at - 1].plain == "then"
    verb, verbs = tokens[at].plain, listed("verbs_alone")
    if part == "resources" or not opens or verb not in verbs:
        return False
    behind = [one.plain for one in takewhile(lambda one: one.gap < Break.COMMA, tokens[at + 1 : at + 4])]
    whom = behind[behind[0] in ("together", "up") and len(behind) > 1] if behind else ""
    measured = whom[:1].isdigit() and verb in listed("done_to_measured") and len(behind) > 2
    measured = measured and behind[2] not in listed("stop")  # but "Cream 100 ml into the pan"
    return whom in listed("done_to") or measured or f"{verb} {whom}" in verbs


def may_act(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb may stand here: "squash the lumps"; a plural is a thing, as in "fruit and cherries"."""
    many = tokens[at].plain.endswith("s") and tokens[at].plain != tokens[at].stem
    return not many and verb_place(tokens, at, language())


def may_be_done(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb may stand here, even after words that say when: "on the last day fly home"."""
    if verb_place(tokens, at, language()):
        return True
    begins = next((one for one in range(at, -1, -1) if one == 0 or tokens[one].gap >= Break.CLAUSE), 0)
    return _TIME.fullmatch(" ".join(one.plain for one in tokens[begins:at])) is not None
