"""Check after a person's own words that list and steps still agree, in their things and amounts, and find where
else the Result names a thing that they exchanged for another.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from tailor.core.edit_names import accepted_text
from tailor.core.english import singular
from tailor.core.finding.nouns import is_little, known, named, says_how
from tailor.core.finding.relations import kinds_of
from tailor.core.guard.numbers import Quantity, quantities
from tailor.core.guard.vocabulary import Break, Token, tokenize
from tailor.core.listed_amounts import calls, last_word, parted
from tailor.core.procedure import PARTS, Part
from tailor.core.review import OwnEdit, Review
from tailor.core.review.decisions import ReviewChange, own_edit
from tailor.core.review.places import step_words
from tailor.core.review.state import ReviewState
from tailor.core.text import and_last, one_line
from tailor.core.transport import TrackedStep, tracked_original

_BETWEEN: Final = re.compile(r"\s?(?:\d[\d.,]*\s?[a-z]{1,2}\s)?(?:of\s)?(?:the\s)?(?:[\w-]+\s){0,2}")
"""What stands between an amount and its thing: "200 g of the dark chocolate", "2 x 400 g tins of beans"."""
_OF: Final = re.compile(
    r"\s?(?:of\s)?(?:the\s|your\s|some\s)?"
    r"(?P<thing>[^\W\d_][\w'-]*(?:\s(?!(?:over|in|into|on|onto|to|with|for|and|or|until|till|from|at|as|then|per|each"
    r"|together|evenly|before|after|while|if|so|by|off|out|up|through|about|around|instead|that|which)\b)[\w'-]+){0,3})",
    re.IGNORECASE,
)
"""The thing behind an amount: "1 tablespoon of pumpkin seeds over the top"."""
_BEHIND: Final = re.compile(r"(?:,\s|\s\()(?:about\s)?")
"""What stands between a thing and its amount: "the rice (300 g)"."""
_PACKS: Final = (
    r"(?:bottle|tin|can|jar|pack|packet|package|bag|carton|tub|tube|box|block|pot|sachet|punnet|stick)s?"
)
_PACK: Final = re.compile(
    rf"^(?:{_PACKS}\s?)?\([^()]*\d[^()]*\)\s(?:{_PACKS}\s)?(?:of\s)?(?=[^\W\d_])", re.IGNORECASE
)
"""A pack and its size before the thing: "bottle (500 ml) brown ale", "(400 g) tin of beans"."""

_TOGETHER: Final = re.compile(
    r"\b(?:everything|ingredients|all (?:of )?(?:the|your|these|those) (?:\w+ )?\w+s|all together"
    r"|the (?:rest|others)(?! of))\b",
    re.IGNORECASE,
)
"""How a step refers to several things at once."""

_FAR: Final = 1.5
_MOST_WORDS = 4
_MOST_BEHIND = 2
_ARTICLES = frozenset(["a", "an", "the", "some", "any", "of", "half", "all", "your"])
_NOTE = re.compile(r"\s*[,;(]")


def disagreements(state: ReviewState) -> tuple[str, ...]:
    """A sentence for each thing on which list and steps disagree since the person wrote words of their own, or
    whose amounts are far apart since an accepted change of a step.

    Disagreements of the original are left out. Steps are called by their number in the Result.
    """
    now, original = state.result.draft, tracked_original(state.review.original)
    was = {spot.slot: spot.text for spot in original.resources}
    before, after = [spot.text for spot in original.steps], [spot.text for spot in now.steps]
    idle = _idle_lines(state)
    touched = [(line, of) for line, of in _touched(state) if line.text not in idle]
    said = [words for line, of in touched for words in _about(line.text, of, (was[line.slot], before), after)]
    others = [one for one in _rewritten(state) if one not in touched and _is_far(one[0].text, one[1], after)]
    said += (
        words for line, of in others for words in _other_amount(line.text, of, (was[line.slot], before), after)
    )
    if idle:
        things, word = and_last(f"“{one_line(one, 60)}”" for one in idle), re.findall(r"\w+", _name(idle[0]))[-1:]
        them = "them" if len(idle) > 1 or any(singular(one) != one for one in word) else "it"
        said.append(f"The list says {things}, but no step uses {them} any more.")
    gone = [one for one in _crossed_off(state) if one[0] in was and one[0] not in now.index("resources")]
    own = {spot.slot for spot in now.steps if _is_own(state, spot)}
    return (
        *said,
        *(words for slot, stood in gone for words in _still_used(was[slot], stood, state, after)),
        *_unlisted(state, own),
    )


def _idle_lines(state: ReviewState) -> tuple[str, ...]:
    """The lines of the list that no step uses any more since the person wrote own words or left a step out.

    Lines that a step may include stay out: "Mix all the ingredients", or carrots in "Fry the vegetables".
    """
    steps = "\n".join(spot.text for spot in state.result.draft.steps)
    if _TOGETHER.search(steps):
        return ()
    alone = [one.text for one, of in _touched(state) if of.search(one.text) and not of.search(steps)]
    kinds = {line: kinds_of(last_word(_name(line))) - {""} for line in alone}
    return tuple(line for line in alone if not any(calls(kind).search(steps) for kind in kinds[line]))


def unclear(state: ReviewState) -> Iterator[str]:
    """A sentence on steps whose "the stock" became ambiguous, as a change put a second stock on the list."""
    now, was = state.result.draft, _by_last_word(state.review.original.resources)
    for word, names in _by_last_word(spot.text for spot in now.resources).items():
        if len(names) < 2 or len(was.get(word, ())) > 1:
            continue
        whole = [calls(name) for name in names if " " in name]
        bare = [
            at
            for at, text in enumerate((spot.text for spot in now.steps), 1)
            if any(text[:begin].casefold().endswith("the ") for begin, _ in named(text, word))
            and not any(name.search(text) for name in whole)
        ]
        if bare:
            says = "say" if len(bare) > 1 else "says"
            either = ", or ".join(f"the {name}" for name in names)
            yield f"{step_words(bare).capitalize()} {says} “the {word}”: that may be {either}."


def _by_last_word(lines: Iterable[str]) -> dict[str, list[str]]:
    found = dict[str, list[str]]()
    for name in dict.fromkeys(map(_name, lines)):
        if len(word := last_word(name)) > 2:
            found.setdefault(word, []).append(name)
    return found


def left_idle(before: ReviewState, after: ReviewState, words: Iterable[str]) -> tuple[str, ...]:
    """The lines with an amount that a decision left unused, except those that contain one of these words."""
    known = _idle_lines(before)
    said = [word.casefold() for word in words if not quantities(word)]  # "200 g" names no thing
    return tuple(
        line
        for line in _idle_lines(after)
        if line not in known and parted(line)[0] and not any(word in line.casefold() for word in said)
    )


def _touched(state: ReviewState) -> Iterator[tuple[TrackedStep, re.Pattern[str]]]:
    """Lines used in the original's steps that the person's own words concern, each with a pattern for its name."""
    now, original = state.result.draft, tracked_original(state.review.original)
    was = {spot.slot: spot.text for spot in (*original.steps, *original.resources)}
    there = {spot.slot: spot.text for spot in now.steps}
    left_out = {one.slot for one in state.review.choices.own if one.part == "steps" and not one.text}
    own = left_out.union(spot.slot for spot in (*now.steps, *now.resources) if _is_own(state, spot))
    texts = {one: f"{was.get(one, '')} {there.get(one, '')}" for one in {*there, *left_out}}
    for line in now.resources if own else ():
        of = _called(was.get(line.slot, ""), [spot.text for spot in original.resources])
        if of is None or not any(of.search(spot.text) for spot in original.steps):
            continue
        if line.slot in own or any(one in own and of.search(text) for one, text in texts.items()):
            yield line, of


def _rewritten(state: ReviewState) -> Iterator[tuple[TrackedStep, re.Pattern[str]]]:
    """Lines that an accepted change of a step mentions, each with a pattern for its name."""
    now, original = state.result.draft, tracked_original(state.review.original)
    was = {spot.slot: spot.text for spot in original.resources}
    changed = [spot.text for spot in now.steps if spot.writer]
    for line in now.resources if changed else ():
        of = _called(was.get(line.slot, ""), [spot.text for spot in original.resources])
        if of is not None and any(map(of.search, changed)):
            yield line, of


def _unlisted(state: ReviewState, own: Collection[str]) -> Iterator[str]:
    """A sentence for each measured thing in the person's own steps that is new and not on the list."""
    original, now = state.review.original, state.result.draft
    known = "\n".join((original.goal, *original.steps, *(spot.text for spot in now.resources)))
    mine = ((at, spot.text) for at, spot in enumerate(now.steps, 1) if spot.slot in own)
    said = set[str]()
    for at, text in mine if now.resources else ():
        for one in quantities(text):
            measured = one.dimension in ("weight", "volume")
            found = _OF.match(text, one.start + len(one.written)) if measured else None
            word = last_word(found["thing"]) if found else ""
            if found and len(word) > 2 and word not in said and not calls(word).search(known):
                said.add(word)
                be = "are" if found["thing"].endswith("s") else "is"
                yield f"Step {at} uses {found['thing']}, which {be} not on your list."


def _crossed_off(state: ReviewState) -> Iterator[tuple[str, str]]:
    """Slot and last text of the lines that the person took off the list, now or in the variant being updated."""
    own = (one for one in state.review.choices.own if one.part == "resources" and not one.text)
    yield from ((one.slot, _stood(state, one)) for one in own)
    for id, (stage, one) in state.proposals.items():
        if (one.agent, one.part, one.op, one.text) == ("you", "resources", "replace", ""):
            spot = stage.spots(one.part)[one.step - 1]
            yield from [(spot.slot, spot.text)] if state.status(id) == "accepted" else ()


def _stood(state: ReviewState, removal: OwnEdit) -> str:
    """The text of a line right before the person crossed it off."""
    now = state.review.choices
    without = replace(now, own=tuple(one for one in now.own if one is not removal))
    before = next((one for one in reversed(state.review.past) if removal not in one.own), without)
    return accepted_text(ReviewState(replace(state.review, choices=before)), removal.slot, removal.part)[0]


def _still_used(old: str, stood: str, state: ReviewState, steps: Sequence[str]) -> Iterator[str]:
    """A sentence on a line that the person crossed off the list but steps still use."""
    of = _called(old, state.review.original.resources)
    listed = of is None or any(map(of.search, (spot.text for spot in state.result.draft.resources)))
    whole = calls(_name(old)) if " " in _name(old) else None  # "Worcestershire sauce" is more than a sauce
    using = [
        at
        for at, text in enumerate(steps, 1)
        if of and not listed and (_said(text, of) or (whole and whole.search(text)))
    ]
    if using:
        use = "use" if len(using) > 1 else "uses"
        yield f"“{one_line(stood or old, 60)}” is off the list, but {step_words(using)} still {use} it."


def _is_own(state: ReviewState, spot: TrackedStep) -> bool:
    decision = state.decisions.get(spot.writer)
    return spot.writer.startswith("you") or (decision is not None and decision.own is not None)


def _about(line: str, of: re.Pattern[str], old: tuple[str, Sequence[str]], steps: Sequence[str]) -> Iterator[str]:
    """Sentences on a thing of which list and steps now say something different, but did not in the original."""
    listed, using = (
        f"The list says “{one_line(line, 60)}”",
        [at for at, text in enumerate(steps, 1) if of.search(text)],
    )
    still = {at: word for at in using if (word := _said(steps[at - 1], of))}
    if not of.search(line):
        if still:
            word = next(iter(still.values()))
            yield f"{listed}, but {step_words(still)} still {'say' if len(still) > 1 else 'says'} “{word}”."
    else:
        yield from _other_amount(line, of, old, steps)


def _other_amount(
    line: str, of: re.Pattern[str], old: tuple[str, Sequence[str]], steps: Sequence[str]
) -> Iterator[str]:
    """A sentence if the steps no longer agree with the amount on the list, as they did in the original."""
    if (amount := _listed(line)) is None:
        return
    then, now = _listed(old[0]), _in_steps(steps, of, amount)
    agreed = then is not None and _agree(then, _in_steps(old[1], of, then), old[1], of)
    if agreed and not _agree(amount, now, steps, of):
        told = " and ".join(dict.fromkeys(one.written.rstrip(" x×") for one in now))
        where = step_words([at for at, text in enumerate(steps, 1) if _in_steps([text], of, amount)])
        says = "say" if " and " in where else "says"
        yield f"The list says “{one_line(line, 60)}”, but {where} {says} {told}."


def _said(text: str, of: re.Pattern[str]) -> str:
    """The word with which a text names the thing itself, rather than another of a similar name; "" for none."""
    return next((one[0] for one in of.finditer(text) if one.span() in set(named(text, one[0]))), "")


def _listed(line: str) -> Quantity | None:
    return next(iter(quantities(line)), None)


def _in_steps(steps: Sequence[str], of: re.Pattern[str], amount: Quantity) -> list[Quantity]:
    """The amounts of the thing in the steps that have the same dimension as the one on the list."""
    found = [(text, one) for text in steps for one in quantities(text) if one.dimension == amount.dimension]
    return [one for text, one in found if _is_of(text, one, of)]


def _is_of(text: str, one: Quantity, of: re.Pattern[str]) -> bool:
    end = one.start + len(one.written)
    things = (thing.start() for thing in of.finditer(text, one.start))
    before = () if text[end:].startswith(" of ") else of.finditer(text, 0, one.start)
    behind = any(_BEHIND.fullmatch(text[thing.end() : one.start]) for thing in before)
    return behind or any(at < end or _BETWEEN.fullmatch(text[end:at]) for at in things)


def _agree(amount: Quantity, said: Sequence[Quantity], steps: Sequence[str], of: re.Pattern[str]) -> bool:
    """Whether the amounts in the steps fit the list: each equals it, they add up to it, or there are none.

    A smaller total fits if a step takes the thing without an amount: "Grease the tin with the rest of the butter".
    """
    total = sum(one.high for one in said)
    near = 0.01 if all(_unit(one) == _unit(amount) for one in said) else 0.1  # a cup is 240 ml, or 250
    if not said or all(_within(one.high, amount, near) for one in said) or _within(total, amount, near):
        return True
    return total < amount.high and any(of.search(text) and not _in_steps([text], of, amount) for text in steps)


def _is_far(line: str, of: re.Pattern[str], steps: Sequence[str]) -> bool:
    """Whether the steps' amounts are far from the list's, singly and in total: teaspoons, not tablespoons.

    Smaller differences are tolerated: whoever proposes a change rounds, or may mean the juice of two lemons.
    """
    if (amount := _listed(line)) is None:
        return False
    said = [one.high for one in _in_steps(steps, of, amount)]
    near = any(_within(number, amount, 0.1) for number in said)
    return bool(said) and not near and not amount.low / _FAR <= sum(said) <= amount.high * _FAR


def _within(number: float, amount: Quantity, near: float) -> bool:
    return amount.low * (1 - near) <= number <= amount.high * (1 + near)


def _unit(one: Quantity) -> str:
    return re.sub(r"[\W\d]+", "", one.written).casefold().rstrip("s")


@cache
def _name(line: str) -> str:
    return _NOTE.split(_PACK.sub("", parted(line)[1]), maxsplit=1)[0].strip().casefold()


def _called(line: str, lines: Sequence[str]) -> re.Pattern[str] | None:
    """A pattern for the thing of a line in steps: by its last word, unless other lines end in it too."""
    word = last_word(_name(line))
    if len(word) < 3:
        return None
    alone = sum(last_word(_name(other)) == word for other in lines) == 1
    return calls(word if alone else _name(line))


@dataclass(frozen=True, slots=True)
class Alike:
    """A step or resource of the Result that still has the old words."""

    part: Part
    slot: str
    text: str
    """Its text with the new words."""


def exchange(before: str, after: str, listed: Sequence[str] = ()) -> tuple[str, str]:
    """The one thing that was exchanged and the new one, without their amounts; ("", "") if it is not just one.

    `listed`: the lines of what is needed; whatever they name counts as a thing.
    """
    old, new = tokenize(before), tokenize(after)
    differ = SequenceMatcher(None, [one.plain for one in old], [one.plain for one in new], autojunk=False)
    pairs = {
        pair
        for op, i, j, k, m in differ.get_opcodes()
        if op != "equal"
        for pair in [_things(_Words(before, old, i, j), _Words(after, new, k, m), listed)]
        if pair is not None
    }
    return pairs.pop() if len(pairs) == 1 else ("", "")


def elsewhere(
    state: ReviewState, slot: str, part: Part, old: str, new: str, done: Collection[str] = ()
) -> tuple[Alike, ...]:
    """The other steps and resources that name the old thing in the same spelling; () for an empty `old`.

    `done`: slots of steps that were already followed, where nothing is exchanged any more.
    """
    draft = state.result.draft
    return tuple(
        Alike(one, spot.slot, text)
        for one in (PARTS if old else ())
        for spot in draft.part(one)
        if (one, spot.slot) != (part, slot) and spot.slot not in done and new not in spot.text
        for text in [_exchanged(spot.text, old, new)]
        if text != spot.text
    )


def _exchanged(text: str, old: str, new: str) -> str:
    for start, end in reversed([*named(text, old)]):
        if text[start:end] == old:
            text = text[:start] + new + text[end:]
    return text


@dataclass(frozen=True, slots=True)
class _Words:
    """A run of words in a text."""

    text: str
    tokens: Sequence[Token]
    start: int
    end: int

    def thing(self, more: int) -> str:
        """The thing that these words and `more` behind name, without articles and amounts; "" if they say more."""
        some = self.tokens[self.start : self.end + more]
        if len(some) < self.end + more - self.start or any(one.gap >= Break.COMMA for one in some[1:]):
            return ""
        while some and some[0].plain in _ARTICLES:
            some = some[1:]
        thing = parted(self.text[some[0].start : some[-1].end])[1] if some else ""
        words = tokenize(thing)
        while words and is_little(words[0].plain):
            words = words[1:]
        fits = 0 < len(words) <= _MOST_WORDS and not any(is_little(one.plain) for one in words)
        return thing[words[0].start : words[-1].end] if fits else ""


def _things(old: _Words, new: _Words, listed: Sequence[str]) -> tuple[str, str] | None:
    """The old and the new thing at this difference, with common words behind: "milk" and "soya milk"."""
    for more in range(_MOST_BEHIND, -1, -1):
        was, now = old.thing(more), new.thing(more)
        if was and now and _plain(was) != _plain(now) and _is_thing(old, was, listed):
            return was, now
    return None


def _is_thing(old: _Words, thing: str, listed: Sequence[str]) -> bool:
    head = last_word(thing)
    is_one = known(thing) or known(head) or any(head == last_word(_NOTE.split(line)[0]) for line in listed)
    reach = range(old.tokens[old.start].start, old.tokens[min(old.end + _MOST_BEHIND, len(old.tokens)) - 1].end)
    return is_one and any(start in reach for start, _ in named(old.text, thing))


def _plain(thing: str) -> tuple[str, ...]:
    """The stems of its words without those that only describe it: soft butter is butter."""
    words = [one.stem for one in tokenize(thing)]
    return tuple(words[next((at for at, word in enumerate(words[:-1]) if not says_how(word)), len(words) - 1) :])


def write_alike(review: Review, found: Sequence[Alike]) -> ReviewChange:
    """Write the new words in all of these as the person's own, as one undo step."""
    made, ids = review, list[str]()
    for one in found:
        move = own_edit(made, "replace", one.slot, one.text, one.part)
        made, ids = move.review, [*ids, *move.ids]
    return ReviewChange(replace(made, past=(*review.past, review.choices)), tuple(ids))
