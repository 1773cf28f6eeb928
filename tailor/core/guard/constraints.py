"""Which constraints a requirement asks for: "no nuts (allergy)" asks for peanuts and tree_nuts.

"Nuts are fine", "I like milk" and unknown words ask for nothing, and nothing is inferred about a person. Also
here: phrases for food that has merely run out, which is no diet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from tailor.core.ages import spoken
from tailor.core.guard.detector import find_words, food_hits
from tailor.core.guard.language import Cues, cue_at, language, read_cues
from tailor.core.guard.likeness import parted
from tailor.core.guard.negation import marks
from tailor.core.guard.plain_words import in_plain_words
from tailor.core.guard.vocabulary import (
    OF_SOMEBODY,
    Break,
    Token,
    all_stems,
    by_first_word,
    constraint_ids,
    group,
    is_hazard,
    read_json,
    stems,
    tokenize,
    words_from,
)

_OUT_OF: Final = re.compile(
    r"\b(?:(?:have|has|got|there(?:'s| is| are|'re)) no(?: more)?|(?:do|does)(?:n't| not) have"
    r"(?: any| enough| the)?|(?:have|has)(?:n't| not)(?: got)?(?: any| enough| the)?"
    r"|(?:(?:ran|run|running|all|am|are|is|i'm|we're) |^)out of|can(?:'t|not) (?:find|get)"
    r"|used up|forgot to (?:buy|get)|missing|no more)\b.{0,60}|.{0,60}\b(?:(?:is|are|was"
    r"|were) (?:all |already )?(?:gone|finished|empty|used up|missing|mouldy|sour|spoilt|spoiled|off|out(?! of))"
    r"|left)\b",
    re.IGNORECASE,
)

_ALL_THERE_IS = (
    r"(?:(?<!not )(?<!n't )\b(?:only|just|nothing but)(?: (?:have|has|got|own|use|using|with))*"
    r"|\ball (?:that )?(?:i|we)(?:'ve got| have got| have| got| own)(?: here)? is) (?:an?|my|our) "
)
_KIND_OF_DEVICE = r"(?:(?:gas|electric|induction|camping|portable|ceramic|wood-burning) )*"
_DEVICE_ENDS = r"(?! ?[-\w])|(?= (?:and|or|plus|but|with|in|at|on|here|there|so|no)\b)"
_INSTEAD: Final = re.compile(
    r"\b(?:instead of|rather than|in place of)(?: (?:the|any|some))? [\w-]+(?: [\w-]+)?[\s.!]*\Z", re.IGNORECASE
)

_TAKES_ITS_PLACE: Final = re.compile(
    r"(?:,|\buse\b)(?!\s*(?:no|not|never|without)\b|\s*\w+n[’']?t\b)[^,.;]*\binstead\b(?! of)", re.IGNORECASE
)
"""A replacement, which is not refused: the oats of "lactose intolerant, oat milk instead"."""
_OF_A_SORT: Final = re.compile(
    r"\b(?:vegan|vegetarian|veggie|plant[ -]based) "
    r"(?=(?P<food>butter|milk|cream|cheese|margarine|mayo(?:nnaise)?|yogh?urt|feta|parmesan|mozzarella|stock|mince)"
    r",? (?:instead of|rather than|in place of|not)(?: the| any| my)? (?P=food)\b)",
    re.IGNORECASE,
)
"""A diet that only names a kind of food: "vegan butter instead of butter" allows eggs, "a vegan cake" does not."""
_ALL_THAT_IS_LEFT: Final = re.compile(
    r"(\b(?:no|without|out of)\s+(?:\w+\s+){0,3}?)(?:just|only)\s+"
    r"(?:(?!(?:no|not|without)\b)\w+\s*){1,3}(?=[,.;!?]|$)",
    re.IGNORECASE,
)
"""What is there besides what is missing: the milk of "no cream just milk"."""
_RUN_TOGETHER: Final = re.compile(
    r"\b(gluten|wheat|dairy|milk|lactose|egg|nut|peanut|soy|sugar|meat|fish|alcohol)free\b", re.IGNORECASE
)
"""Two words typed as one: "glutenfree"."""
Asks: TypeAlias = Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]


_HAVE = frozenset(["a", "an", "have", "has", "had", "having", "got", "with", "my", "our", "his", "her", "their"])


@dataclass(frozen=True, slots=True)
class Needs:
    """needs.json: phrases by first stem with the constraints they ask for, and the cues around them."""

    says: Asks
    closing: Mapping[str, tuple[str, ...]]
    """Words that ask for constraints only at the end of a statement: "expecting" may go on with "guests"."""
    subjects: Asks
    dangers: Asks
    """Hazards, asked for only beside one of `fears`: "no fire" alone may mean that there is none."""
    fears: Cues
    refused: Cues
    whom: frozenset[str]
    """Whom a food does something to; it harms unless one of `harmless` is before them: "gluten knocks me out"."""
    harmless: frozenset[str]
    troubles: frozenset[str]
    """Words right after a food that say that somebody must not have it: "a peanut thing", "a milk problem"."""
    welcome: Cues
    not_refused: Cues
    parts: frozenset[str]
    no_things: frozenset[str]
    """Words of a refusal that name nothing to look for: "any", "please"."""
    diet: re.Pattern[str]
    """Signs that somebody must not have a food, or that it is for somebody else: then nothing has run out."""
    taste: re.Pattern[str]
    """Dislike, which says nothing about anybody's health."""
    foods: re.Pattern[str]
    single: re.Pattern[str]
    """The `foods` whose name does not stand for all that is made of the same: butter, but not milk."""
    tools: frozenset[str]
    """Words after a food that make it a tool, or no food at all: a meat thermometer, "i clam up"."""
    girlfriend: re.Pattern[str]
    """Finds "gf" where somebody is meant: "my vegan gf", but not "my bread gf"."""
    sorts: frozenset[str]
    """Words before a tool that say which kind: somebody without a fan oven may still have an oven."""
    swap: re.Pattern[str]
    """Words by which one thing replaces another; only the replaced one is unwanted then."""
    less: re.Pattern[str]
    """Words that ask for less of a thing rather than none."""
    only: Mapping[str, frozenset[str]]
    """For each device, the constraints that hold if it is the only one."""
    device: re.Pattern[str]
    only_device: re.Pattern[str]
    """A device that is said to be the only one."""


@lru_cache(maxsize=4096)  # every rule and stage asks this again for every line of a profile
def constraints_in(text: str) -> tuple[str, ...]:
    """Return the constraint ids that a requirement asks for, in display order; () if none is understood.

    A food that has only run out ("I have no butter") asks for none, nor does one to be replaced by another of its
    kind ("quark instead of yoghurt").
    """
    text = in_plain_words(text)
    text = load().girlfriend.sub(r"\1girlfriend", _RUN_TOGETHER.sub(r"\1-free", spoken(_OF_A_SORT.sub("", text))))
    text = _TAKES_ITS_PLACE.sub(",", text)
    text = text if speaks_of_diet(text) else _ALL_THAT_IS_LEFT.sub(r"\1", text)
    asked = _ids(without_lacks(text))
    asked = (asked - _of_one_kind(text, asked)) | ruled_out(text)
    return tuple(c for c in constraint_ids() if c in asked)


@lru_cache(maxsize=4096)
def wants_none(text: str) -> frozenset[str]:
    """Return the constraint ids of which a requirement wants nothing at all: "less sugar" allows some."""
    return frozenset(constraints_in(text)) & frozenset(constraints_in(load().less.sub(" ", text)))


@lru_cache(4096)
def of_all_kinds(text: str) -> tuple[str, ...]:
    """Return those of `constraints_in` meant as a whole: "no dairy" includes parmesan, "no butter" only butter.

    A diet or an allergy covers all that belongs to it; a replacement ("oat milk instead of milk") nothing else.
    """
    if speaks_of_diet(_OF_A_SORT.sub("", text)):
        return constraints_in(text)
    if load().swap.search(text):
        return ()
    rest = constraints_in(load().single.sub(" ", text))
    return tuple(one for one in constraints_in(text) if one in rest)


def _ids(text: str) -> frozenset[str]:
    needs = load()
    return frozenset(c for part in _parts(tokenize(text), needs.parts) for c in _asked(part, needs))


def wordless(text: str) -> tuple[str, ...]:
    """Return what the text rules out that the guard has no words for: "kiwi" in "no nuts, no kiwi"."""
    needs = load()
    text = _RUN_TOGETHER.sub(r"\1-free", text)
    return tuple(
        dict.fromkeys(thing for part in _parts(tokenize(text), needs.parts) for thing in _unread(text, part))
    )


def _unread(text: str, tokens: tuple[Token, ...]) -> Iterator[str]:
    needs = load()
    known = [False] * len(tokens)
    asked = (s for s in _phrases(tokens, needs.subjects) if s[2])
    subjects = [s for s in asked if not _is_one_sort(tokens, s[0], s[2], needs)]
    for start, end, _ in (*subjects, *_phrases(tokens, needs.says)):
        known[start:end] = [True] * (end - start)
    unused = marks(tokens, frozenset(s[0] for s in subjects), language()).unused
    named = [u and not k and t.stem not in needs.no_things for u, k, t in zip(unused, known, tokens, strict=True)]
    for is_thing, run in groupby(range(len(tokens)), key=lambda at: (named[at], tokens[at].gap >= Break.COMMA)):
        words = list(run)
        if is_thing[0]:
            yield text[tokens[words[0]].start : tokens[words[-1]].end]


def _of_one_kind(text: str, asked: frozenset[str]) -> frozenset[str]:
    """Return the ids asked for only by a closing "instead of …" whose replacement contains the same."""
    found = _INSTEAD.search(text)
    if found is None or speaks_of_diet(text):
        return frozenset()
    wanted = text[: found.start()]
    tokens, other = tokenize(wanted), asked - _ids(wanted)
    return frozenset(one.constraint for _, one in find_words(wanted, tokens, other) if one.kind != "not_assessed")


def _parts(tokens: tuple[Token, ...], parts: frozenset[str]) -> Iterator[tuple[Token, ...]]:
    """Yield the statements of a text: "allergic to nuts, but eggs are fine" has two."""
    start = 0
    for i, token in enumerate(tokens):
        if i > start and (token.gap is Break.SENTENCE or token.plain in parts):
            yield tokens[start:i]
            start = i
    yield tokens[start:]


def _asked(tokens: tuple[Token, ...], needs: Needs) -> Iterator[str]:
    if _any_cue(tokens, needs.not_refused):
        return
    asks = list(_phrases(tokens, needs.says))
    for _, _, ids in asks:
        yield from ids
    for last in tokens[-1:]:
        yield from needs.closing.get(last.plain, ())
    if _any_cue(tokens, needs.fears):
        for _, _, ids in _phrases(tokens, needs.dangers):
            yield from ids
    silent = {at for start, end, ids in asks if not ids for at in range(start, end)}  # "don't use less sugar"
    subjects = [one for one in _phrases(tokens, needs.subjects) if one[0] not in silent]
    lang = language()
    made = marks(tokens, frozenset(s[0] for s in subjects), lang)
    welcome = _any_cue(tokens, needs.welcome)
    harmed = any(_does_harm(tokens[end : end + 5], needs) for _, end, ids in subjects if not _is_tool(ids))
    refused = (harmed or _any_cue(tokens, needs.refused)) and not welcome
    free = max(filter(partial(_is_free, tokens), range(len(tokens))), default=0)
    for start, end, ids in subjects:
        if not refused and (_is_waived(tokens, start, end) or _is_one_sort(tokens, start, ids, needs)):
            continue
        left = made.unused[start] or made.undone[start] or parted(tokens, end, lang)
        listed = end <= free and not _is_tool(ids)  # "bake nut and egg free bread" refuses neither bread nor oven
        behind = words_from(tokens, end, 1)
        whose = {
            t.plain for t in tokens[max(0, start - 3) : start]
        } & _HAVE  # "a peanut thing", not "the egg thing"
        listed = listed or bool(whose and not _is_tool(ids) and not needs.troubles.isdisjoint(behind))
        if left or refused or (listed and not welcome):
            yield from _meant(tokens, start, end, ids)
    if refused and any(t.stem.startswith(_ALLERGY) for t in tokens):
        named = {at for start, end, _ in (*subjects, *asks) for at in range(start, end)}
        for hit in food_hits(tokens):
            if hit.entry is not None and named.isdisjoint(range(hit.start, hit.end)):
                given = hit.entry.gives
                yield from (id for id, kind in given if kind in ("found", "derived") and group(id) == "allergen")


_ALLERGY: Final = ("allerg", "intoleran", "anaphyla")


def _meant(tokens: tuple[Token, ...], start: int, end: int, ids: Sequence[str]) -> Iterator[str]:
    """Yield the ids of a subject that the whole name of the food is about: chickpea flour holds no wheat."""
    hit = next((one for one in food_hits(tokens) if one.start < start and one.end == end), None)
    gives = {id for id, _ in hit.entry.gives} if hit is not None and hit.entry is not None else frozenset[str]()
    yield from (id for id in ids if hit is None or id in gives or group(id) != "allergen")


def _does_harm(said: Sequence[Token], needs: Needs) -> bool:
    """Whether the words after a food say that it harms somebody: "dairy wrecks my gut", "nuts could kill her"."""
    words = words_from(said, 0, len(said))
    whom = next((at for at, word in enumerate(words) if word in needs.whom), 0)
    return whom > 0 and words[whom - 1] not in needs.harmless


def _is_free(tokens: Sequence[Token], at: int) -> bool:
    """Whether this "free" rules out what stands before it, unlike that of "free range"."""
    return tokens[at].plain == "free" and not {t.plain for t in tokens[at + 1 : at + 2]} & language().after_free


def _is_waived(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether no more is said than "not gluten-free"; "it is not egg-free" may be a complaint about the recipe."""
    rest = len(tokens) - (end - start)
    return rest == 2 and [t.plain for t in (*tokens[:start], *tokens[end:])] == ["not", "free"]


def _is_one_sort(tokens: Sequence[Token], start: int, ids: Sequence[str], needs: Needs) -> bool:
    """Whether a tool is named by its kind ("no fan oven"), which says nothing about other kinds."""
    named = start > 0 and tokens[start].gap < Break.COMMA and tokens[start - 1].plain in needs.sorts
    return named and _is_tool(ids)


def _is_tool(ids: Sequence[str]) -> bool:
    return all(group(one) == "equipment" for one in ids)


def _phrases(tokens: Sequence[Token], asks: Asks) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    reach = 0
    for at in range(len(tokens)):
        for words, ids in asks.get(tokens[at].stem, ()):
            if at >= reach and tuple(t.stem for t in tokens[at : at + len(words)]) == words:
                reach = at + len(words)
                if not any(t.gap < Break.COMMA and t.plain in load().tools for t in tokens[reach : reach + 1]):
                    yield at, reach, ids
                break


def _any_cue(tokens: Sequence[Token], cues: Cues) -> bool:
    return any(cue_at(tokens, i, cues) for i in range(len(tokens)))


@cache
def load() -> Needs:
    data = read_json("needs")
    says, subjects, dangers = (
        by_first_word(((stems(phrase), _all_of(ids)) for phrase, ids in data[key].items()), itemgetter(0))
        for key in ("says", "subjects", "dangers")
    )
    names = "|".join(map(re.escape, sorted(data["only"], key=len, reverse=True)))
    return Needs(
        says=says,
        closing={word: _all_of(ids) for word, ids in data["closing"].items()},
        subjects=subjects,
        dangers=dangers,
        fears=read_cues(data["fears"]),
        refused=read_cues(data["refused"]),
        whom=frozenset(data["whom"]),
        harmless=frozenset(data["harmless"]),
        troubles=frozenset(data["troubles"]),
        welcome=read_cues(data["welcome"]),
        not_refused=read_cues(data["not_refused"]),
        parts=frozenset(data["parts"]),
        no_things=all_stems(data["no_things"]),
        diet=re.compile("|".join(data["diet"]), re.IGNORECASE),
        taste=re.compile(data["taste"], re.IGNORECASE),
        foods=re.compile(rf"\b(?:{'|'.join(data['foods'])})\b", re.IGNORECASE),
        single=re.compile(
            rf"\b(?:{'|'.join(one for one in data['foods'] if one not in data['groups'])})\b", re.IGNORECASE
        ),
        tools=frozenset(data["tools"]),
        girlfriend=re.compile(data["girlfriend"], re.IGNORECASE),
        sorts=frozenset(data["sorts"]),
        swap=re.compile(data["swap"], re.IGNORECASE),
        less=re.compile(data["less"], re.IGNORECASE),
        only={device: frozenset(ids) for device, ids in data["only"].items()},
        device=re.compile(rf"\b({names})s?\b"),
        only_device=re.compile(rf"{_ALL_THERE_IS}{_KIND_OF_DEVICE}(?:{names})(?:{_DEVICE_ENDS})"),
    )


def _all_of(ids: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of a phrase; "*hazards" means every danger except to a baby or pet that nobody mentioned."""
    every = (one for one in constraint_ids() if is_hazard(one) and one not in OF_SOMEBODY)
    return tuple(every) if list(ids) == ["*hazards"] else tuple(ids)


def speaks_of_diet(text: str) -> bool:
    """Whether the text says that somebody must not have something, or is about another person's food.

    Somebody who merely dislikes it ("my husband hates blue cheese") does not count.
    """
    return load().diet.search(load().taste.sub(" ", text)) is not None


def without_lacks(text: str) -> str:
    """Return the text with "it" for each single food that has only run out; unchanged if it is about a diet."""
    if speaks_of_diet(text):
        return text
    plain = text.replace("’", "'")
    return _OUT_OF.sub(lambda found: load().foods.sub("it", found.group()), plain)


def ruled_out(text: str) -> frozenset[str]:
    """Return the constraint ids that hold if the devices named are the only ones; of several, what all exclude."""
    plain = " ".join(text.replace("’", "'").casefold().split())
    if load().only_device.search(plain) is None:
        return frozenset()
    return frozenset.intersection(*(load().only[one] for one in load().device.findall(plain)))
