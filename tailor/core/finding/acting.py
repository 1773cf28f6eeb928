"""Words of a text that may be a thing or something done: "cream the butter" brings no cream."""

from collections.abc import Sequence
from itertools import takewhile

from tailor.core.finding.cues import listed
from tailor.core.guard.detector import verb_place
from tailor.core.guard.language import language
from tailor.core.guard.vocabulary import Break, Token
from tailor.core.procedure import Part


def only_acts(tokens: Sequence[Token], word: str, part: Part | None) -> bool:
    """Whether each time that a word stands here it is a verb that brings nothing of its name."""
    at = [number for number, one in enumerate(tokens) if one.plain == word.casefold()]
    return bool(at) and all(acts_at(tokens, one, part) for one in at)


def acts_at(tokens: Sequence[Token], at: int, part: Part | None) -> bool:
    """ "Squash the lumps", "then cream it with the sugar"; but "Mushroom on toast", "Milk 200 ml", no list."""
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
    """Whether a verb may stand here: "squash the lumps"; but the cherries of "fruit and cherries" are things."""
    many = tokens[at].plain.endswith("s") and tokens[at].plain != tokens[at].stem
    return not many and verb_place(tokens, at, language())
