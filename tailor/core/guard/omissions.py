"""What leaving a thing out amounts to: for good, by choice, on a condition, or as a loss to the dish."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from tailor.core.guard.clauses import SWAP_REACH, sentence_words, turns_poor
from tailor.core.guard.language import Language, cue_at
from tailor.core.guard.vocabulary import Break, Token, plain_before, plain_from, words_before, words_from

LAPSE_REACH = 7
LATER_REACH = 20
ANY_REACH = 4


def for_good(tokens: Sequence[Token], out: int, lang: Language) -> bool:
    """Whether this "out" is out of the dish, rather than out of the fridge to soften."""
    after = tokens[out + 1 : out + 2]
    if any(t.gap < Break.COMMA and (t.plain in lang.out_after or t.plain[0].isdigit()) for t in after):
        place = words_from(tokens, out + 2, 3)
        return after[0].plain == "of" and not lang.dishes.isdisjoint(place) and place[0] not in {"one", "half"}
    rest = [t.stem for t in tokens[out + 1 : out + 1 + LAPSE_REACH]]
    if rest[:2] in (["all", "night"], ["all", "day"]):
        return False
    before = list(takewhile(lambda stem: stem not in lang.softens, rest))
    softens = before != rest and not {"it", "let"}.isdisjoint(before)
    return tokens[out].plain == "home" or not softens


def needed(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether the dish fails without the thing: "without gelatine it won't set"."""
    judged = tokens[at].plain == "without" or tokens[at].plain.endswith("ing")
    near = range(at + 1, min(at + SWAP_REACH, len(tokens))) if judged else ()
    before = set(plain_before(tokens, at, 4)) if near else set()
    if not before.isdisjoint(lang.supposed) and not before.isdisjoint(lang.lacking):
        return True  # "it would be vegan without the honey"
    for i in near:
        if tokens[i].gap >= Break.CLAUSE:
            return False
        no_such = tokens[at].plain == "without" and plain_from(tokens, i - 1, 2) == ["is", "no"]
        if no_such and not cue_at(tokens, i, lang.not_deniers):
            return True  # "a bisque without lobster is no bisque"
        only = plain_from(tokens, i - 1, 2) in (["is", "just"], ["is", "only"], ["is", "merely"])
        if only and plain_from(tokens, i + 1, 1) != ["as"]:
            return True  # "a trifle without sherry is just pudding"
        if tokens[i].plain in lang.spoilt or turns_poor(tokens, i, lang):
            return True
        if cue_at(tokens, i, lang.nots) and not cue_at(tokens, i, lang.not_deniers):
            return tokens[i].plain not in {"do", "don't", "never", "not"}
    return False


def optional(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether leaving it out is only a condition or a choice: "vegan if you leave out the honey"."""
    words = plain_before(tokens, at, 2)
    if at > 2 and words[1:] == ["you"] and words[0] in {"if", "once", "when", "provided"}:
        return True
    return leaves_out_by_name(tokens, at, lang) and (a_choice(tokens, at, lang) or on_condition(tokens, at, lang))


def leaves_out_by_name(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether a verb of leaving out stands here: "omit", "do without", but not "without" or "instead of"."""
    word = tokens[at].plain
    return word in {"do", "go"} or (word in lang.privatives and word not in {"without", "free", "minus"})


def a_choice(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    return not lang.may.isdisjoint(words_before(tokens, at, 3))


def on_condition(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether only some are meant, none allergic: "omit the ham if you are vegan", "skip it for the children"."""
    for i, token in enumerate(tokens[at + 1 : at + LATER_REACH], at + 1):
        if token.gap >= Break.CLAUSE:
            return False
        if token.plain in {"if", "unless"} or (token.plain == "for" and _for_some(tokens, i, lang)):
            said = sentence_words(tokens, at, LATER_REACH)
            return lang.allergic.isdisjoint(t.plain for t in said)
    return False


def _for_some(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether this "for" limits it to some people: "for the children", but not "for a vegan version"."""
    whom = [t.plain for t in tokens[at + 1 : at + 3] if t.plain not in lang.definite]
    return bool(whom) and whom[0] in lang.some_people


def leaves_out(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether something is left out from here on, which ends another list or is itself denied."""
    denied = cue_at(tokens, at, lang.without) and not cue_at(tokens, at, lang.absences)
    return bool(denied) or tokens[at].plain in lang.privatives


def any_but(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether "but" excepts what follows: "any sausage but pork will do"."""
    return tokens[at].plain == "but" and not {"any", "every"}.isdisjoint(words_before(tokens, at, ANY_REACH))
