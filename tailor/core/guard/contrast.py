"""What a text names only to say why something else is taken: "sweeten with syrup; honey would be too strong".

One clause takes a thing, the one beside it has another as its subject and finds fault with that. A fault that is
handled ("butter burns, so keep the heat low") gives nothing up, and in doubt what is found fault with is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from tailor.core.guard.language import Language, cue_at
from tailor.core.guard.vocabulary import Break, Token, index, words_from

REACH = 16
SUBJECT_REACH = 5

_REASONS = frozenset({"because", "since", "as", "for", "while", "whereas", "but", "though", "although", "so"})
_BEFORE_A_VERB = frozenset({"so", "then", "just", "instead", "please", "but", "always", "now", "i", "we"})
_SAYS = frozenset({
    "is", "are", "was", "were", "makes", "make", "made", "gives", "turns", "goes", "go", "tastes", "would",
    "never",
})  # fmt: skip
_ON_CONDITION = frozenset({"otherwise", "if", "unless", "until", "once", "before", "alone", "easily"})
_THE_SAME = frozenset({"it", "them", "they", "those", "these", "some", "one", "ones", "both", "too", "also"})
_MEANS = frozenset({"with", "in", "by", "over", "on", "through", "from"})
_BRINGS = frozenset({"gives", "give", "brings", "bring", "lends", "lend", "provides", "provide"})
_REMEDIES = frozenset({"add", "have", "stir", "mix", "whisk", "fold", "beat", "serve", "put", "let", "leave"})
"""What goes along with a thing rather than in its place: "yoghurt splits, so stir in cornflour"."""


def not_taken(tokens: Sequence[Token], starts: frozenset[int], lang: Language) -> Iterator[tuple[range, bool]]:
    """The subject of each clause that finds fault with it where the clause beside it takes something else.

    With it stands whether that is its plain sort: "soya milk curdles, so use the real stuff".
    """
    for at in range(1, len(tokens)):
        size = fault(tokens, at, lang)
        subject = _subject(tokens, at, starts, lang) if size else range(0)
        end = at + 1 + len(words_from(tokens, at + 1, REACH))
        if not subject or not _ON_CONDITION.isdisjoint(t.plain for t in tokens[at:end]):
            continue
        first = subject.start
        begin = next((i for i in range(first, 0, -1) if tokens[i].gap is Break.SENTENCE), 0)
        if begin == first:
            begin = next((i for i in range(first - 1, 0, -1) if tokens[i].gap is Break.SENTENCE), 0)
        before = range(max(begin, first - REACH), first - (tokens[first - 1].plain in _REASONS))
        rest = takewhile(lambda i: tokens[i].gap < Break.SENTENCE, range(end + 1, min(end + REACH, len(tokens))))
        after = range(end, end + 1 + sum(1 for _ in rest)) if end < len(tokens) else range(0)
        if before and _takes_another(tokens, before, subject, starts, lang, after=False):
            yield subject, False
        elif after and tokens[end].gap is Break.SENTENCE:
            if _sends_back(tokens, end, subject, lang):
                yield subject, True
        elif after and _takes_another(tokens, after, subject, starts, lang, after=True):
            yield subject, not lang.plain_sorts.isdisjoint(words_from(tokens, end + 1, REACH))


def _sends_back(tokens: Sequence[Token], at: int, subject: range, lang: Language) -> bool:
    """Whether a sentence begins here that asks for the plain sort: "… won't do. Use the real stuff"."""
    words = [t.stem for t in tokens[at + 1 : at + 4] if t.gap < Break.COMMA]
    named = {tokens[i].stem for i in subject} | _THE_THING
    return tokens[at].plain in lang.takes and any(a in lang.plain_sorts and b in named for a, b in pairwise(words))


_THE_THING = frozenset({"stuff", "thing", "one", "sort", "kind", "version", "type", "article"})


def fault(tokens: Sequence[Token], at: int, lang: Language) -> int:
    """The words that begin to find fault with what stands before them: "would", "is too", "curdles"; or 0."""
    word = tokens[at].plain
    if tokens[at].gap >= Break.COMMA:
        return 0
    if size := cue_at(tokens, at, lang.faults):
        return size
    if word not in _SAYS and not word.endswith("s"):
        return 0
    said = words_from(tokens, at + 1, SUBJECT_REACH + 1)
    if word == "would":
        return int(bool(said) and lang.welcomed.isdisjoint(said) and said[-1] != "too")
    if word not in _SAYS:
        return int(said[:1] == ["too"] and len(said) > 1)  # "colours too fast"
    poor = word not in {"is", "are", "was", "were", "never"} and not lang.poor.isdisjoint(said)
    return int("too" in said[:-1] or poor or (word == "never" and bool(said)))


def _subject(tokens: Sequence[Token], at: int, starts: frozenset[int], lang: Language) -> range:
    """The thing of which this verb is said: no part of what is done, nor what "the" says is there."""
    back = range(at - 1, max(-1, at - 1 - SUBJECT_REACH), -1)
    begin = next((i for i in back if tokens[i].gap >= Break.COMMA or tokens[i - 1].plain in _REASONS), at)
    begin += begin < at and tokens[begin].plain in _REASONS
    words = [t.plain for t in tokens[begin:at]]
    if starts.isdisjoint(range(begin, at)) or not (lang.states | lang.no_subjects).isdisjoint(words):
        return range(0)
    there = words[0] in lang.definite and not _is_tool(tokens[at - 1])
    acts = begin not in starts and words[0] in lang.verbs
    return range(0) if there or acts else range(begin, at)


def _is_tool(token: Token) -> bool:
    return any(len(one.stems) == 1 and one.entry for one in index("equipment").get(token.stem, ()))


def _takes_another(
    tokens: Sequence[Token], clause: range, subject: range, starts: frozenset[int], lang: Language, *, after: bool
) -> bool:
    """Whether this clause takes something that is not the subject of the other, nor a sort of it."""
    skipped = list(takewhile(lambda i: tokens[i].plain in _BEFORE_A_VERB, clause))
    verb = clause.start + len(skipped)
    words = [tokens[i].plain for i in range(verb, clause.stop)]
    stems, named = ({tokens[i].stem for i in some} - lang.definite - {"a", "an"} for some in (clause, subject))
    if len(words) < 2 or named <= stems or not lang.handles.isdisjoint(words):
        return False
    own, tool = any(tokens[i].plain in {"i", "we"} for i in skipped), _is_tool(tokens[subject.stop - 1])
    acts, means = words[0] in lang.verbs | lang.roles, not _MEANS.isdisjoint(words)
    known = not starts.isdisjoint(range(verb + 1, clause.stop))
    if after:
        thing = words[1 + (words[1] in lang.definite | {"a", "an"}) :]
        alone = len(thing) < 2 and len(named) > 1 and clause.stop - 1 not in starts  # "too thin, so use double"
        if alone or not (tool or _THE_SAME.isdisjoint(words)) or not lang.states.isdisjoint(thing[:1]):
            return False
    does = after and any(cue_at(tokens, i, lang.does_its_job) for i in clause)
    if words[0] in lang.takes | lang.prefers or does or (acts and means and words[0] in lang.roles):
        return True
    bare = words[1] not in lang.definite and not words[1].endswith("ly")
    if tool and acts and (means or known or not after):
        return True
    if own or after:
        return acts and bare and words[0] not in _REMEDIES and (own or known)
    would = tokens[subject.stop].plain == "would"
    alike = acts and (means or known) and tokens[subject.stop - 1].stem in stems
    says = _BRINGS | (frozenset({"is", "are"}) if would else frozenset())
    return alike or not says.isdisjoint(words) or (would and acts and (bare or means or known))
