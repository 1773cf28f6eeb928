"""How the words of a clause hang together: what governs them, what is only said of them, where a list ends.

`negation` reads its marks from these; each looks ahead a bounded number of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from tailor.core.guard.language import Language, cue_at
from tailor.core.guard.vocabulary import Break, Token, sentences

SWAP_REACH = 14
LISTED_REACH = 4
SORT_REACH = 4


def sentence_words(tokens: Sequence[Token], at: int, reach: int) -> list[Token]:
    found: list[Token] = []
    for token in tokens[at : at + reach]:
        if token.gap is Break.SENTENCE and found:
            break
        found.append(token)
    return found


def denials(tokens: Sequence[Token], lang: Language) -> list[int]:
    """For each word the distance to the negation that governs it within its clause; 0 for none."""
    found: list[int] = []
    cue = aside = comma = reach = -1
    for at, token in enumerate(tokens):
        ends = token.plain in lang.denial_ends and at > reach  # "anything but" denies, "but" ends
        if token.gap >= Break.CLAUSE or ends or adds_a_cue(tokens, at, lang):
            cue = aside = -1
        elif token.gap is Break.COMMA:  # "it can't, sadly, be made without": the second comma closes the aside
            cue, aside, comma = (aside, -1, at) if aside >= 0 and at - comma <= 4 else (-1, cue, at)
        found.append(at - cue if cue >= 0 and at > reach else 0)
        size, harmless = (
            max(cue_at(tokens, at, c) for c in (lang.nots, lang.deniers)),
            cue_at(tokens, at, lang.not_deniers),
        )
        if at > reach and max(size, harmless):
            reach = at + max(size, harmless) - 1
            if size > harmless:
                cue, aside = at, -1
    return found


def refused(tokens: Sequence[Token], lang: Language) -> list[bool]:
    """For each word whether it stands in a question that the next sentence answers with no."""
    found = [False] * len(tokens)
    for (first, last), (answer, stop) in pairwise(sentences(tuple(tokens))):
        asked = tokens[first].plain in lang.asks or _asks_to_leave_out(tokens, first, answer, lang)
        asked = asked and tokens[answer].plain in lang.refusals
        asked = asked or (last <= first + 2 and cue_at(tokens, answer, lang.declines) > 0)
        if asked and (tokens[answer].plain != "no" or answer + 1 == stop or tokens[answer + 1].gap >= Break.COMMA):
            found[first:last] = [True] * (last - first)
    return found


def _asks_to_leave_out(tokens: Sequence[Token], first: int, answer: int, lang: Language) -> bool:
    """Whether it is asked if a thing may go, and the answer allows nothing: "Skip the kirsch? Not in my house"."""
    asks = tokens[answer].answers and tokens[first].plain in lang.privatives
    return asks and not cue_at(tokens, answer, lang.not_deniers)


def taken_back(tokens: Sequence[Token], at: int, lang: Language) -> range:
    """The words that others use at this place and that the next clause replaces: "It says oats. Swap them"."""
    size = cue_at(tokens, at, lang.others_use)
    if not size:
        return range(0)
    ahead = range(at + size, min(at + size + SWAP_REACH, len(tokens) - 1))
    end = next((i for i in ahead if tokens[i].gap >= Break.CLAUSE), 0)
    verb = end + (tokens[end].plain in {"just", "simply", "instead", "so", "i", "we"})
    given_up = end and tokens[verb].plain in lang.swap | lang.privatives and verb + 1 < len(tokens)
    return range(at + size, end) if given_up and tokens[verb + 1].plain in _STANDS_FOR_IT else range(0)


_STANDS_FOR_IT = frozenset({"it", "them", "those", "that", "this", "these"})


def adds_a_cue(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether "and" begins a statement of its own here: "use no milk and leave out the eggs"."""
    later = at + 1 < len(tokens) and tokens[at].plain == "and"
    return later and (tokens[at + 1].plain in lang.privatives or tokens[at + 1].plain in {"without", "free"})


def main_verb(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether the verb of a sentence that opens with "instead of …" stands here: "instead of rice take …"."""
    before = tokens[at - 1].plain
    bare = before in lang.states or before in {"a", "an", "the", "some", "any", "of", "than", "to"}
    return tokens[at].plain in lang.verbs and tokens[at].gap is Break.NONE and not bare


def only_a_part(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether only a part is meant and the rest is used: "omit half of the sugar"."""
    words = [t.plain for t in tokens[at : at + 3] if t.plain not in {"a", "an", "one"}]
    return words[:1] != [] and words[0] in lang.portions and words[1:2] in (["of"], ["the"])


def turns_poor(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether it is said how poor a dish is: "it looks bare", but not "use plain flour"."""
    said = tokens[at - 1].plain in lang.tells
    return said and tokens[at].plain in lang.poor and tokens[at].gap is Break.NONE


def while_in_a_state(tokens: Sequence[Token], at: int) -> bool:
    """Whether "with" says in what state and not what comes instead: "change the switch with the power on"."""
    said = sentence_words(tokens, at, SORT_REACH + 2)
    rest = [t.plain for t in takewhile(lambda t: t.gap < Break.COMMA, said[1:])]
    return bool(rest) and rest[-1] in {"on", "off", "live", "open", "running"}


def says_more(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether a statement and not a thing follows a comma: "no microwave required, the butter softens"."""
    here = tokens[at : at + LISTED_REACH + 1]
    listed = [t.gap >= Break.COMMA or t.plain in {"or", "nor", "and"} for t in here]
    ends = next((i for i, end in enumerate(listed) if i and end), len(here))
    if not lang.predicates.isdisjoint(t.plain for t in here[1:ends]):
        return True  # "if you have no brandy, cognac is as good"
    subject = tokens[at].plain in {"the", "it", "they", "this", "that", "you", "we"}
    return subject and len(here) > LISTED_REACH and ends == len(here)


def only_a_state(tokens: Sequence[Token], at: int, lang: Language) -> bool:
    """Whether only a state is excluded and not the thing: "don't use cold butter", "never serve eggs raw"."""
    clause = takewhile(lambda t: t.gap < Break.COMMA, tokens[at + 1 : at + SWAP_REACH])
    words = [t.plain for t in (*tokens[at : at + 1], *clause) if t.plain not in {"any", "the"}]
    return bool(words) and (words[0] in lang.states or (words[-1] in lang.states and "or" not in words))
