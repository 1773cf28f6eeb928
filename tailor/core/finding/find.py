"""From requirements to findings: the wishes of each, what each looks for, and where that is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final

from tailor.core.ages import of_all_ages
from tailor.core.english import singular
from tailor.core.finding import cues, hints, limits
from tailor.core.finding.cues import Word, is_listed, listed
from tailor.core.finding.foods import is_eaten, is_food
from tailor.core.finding.mentions import (
    came_to_nothing,
    counted_only,
    is_near,
    kin,
    literal_wishes,
    mentions,
    narrowed,
    numbered,
    only_says_which,
    roots,
    standing_in_a_row,
)
from tailor.core.finding.model import Findings, Found, Place, Said, Wish
from tailor.core.finding.nouns import only_acts
from tailor.core.finding.place_lists import beside_the_goal, food_ends, named_once, without_repeats, without_words
from tailor.core.finding.reading import NEGATIVE, is_counted, is_number, two_known
from tailor.core.finding.relations import Thing, ailment, classes, is_appliance, key, kinds_of, names_of, things
from tailor.core.finding.search import denied_in, is_fine_in, search
from tailor.core.finding.sought import Sought, sought_for
from tailor.core.finding.spelling import lexicon, mended, unwanted
from tailor.core.finding.texts import Text, is_english, texts
from tailor.core.guard.constraints import of_all_kinds
from tailor.core.guard.likeness import setting_words
from tailor.core.guard.plain_words import denies
from tailor.core.guard.vocabulary import group, stems, tokenize
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement

_MANY = 4
"""Most places of a word that is only mentioned; with more, everything is about it."""
_FEW_OF_ALL = 3
"""Most places of a word that is still one thing among others."""
_SEEN: Final = ("found", "derived")
"""Kinds that count; what was `not_assessed` is told, but is no place."""
_NOTHING: Final = Thing("")


@dataclass(frozen=True, slots=True)
class _Clause:
    """One requirement after reading."""

    id: str
    hint: tuple[Word, ...]
    words: frozenset[str]
    said: tuple[Said, ...]
    typed: tuple[str, ...]
    """Its words before spelling correction, in lower case without apostrophes."""
    asks: bool
    """Whether it is a question."""
    pairs: cues.Pairs
    denies: bool
    """Whether it only says that somebody has nothing against a food, which spares it from no other wish."""


def find(procedure: Procedure, requirements: Sequence[Requirement]) -> Findings:
    """Return what each active requirement wishes, and which steps and resources that touches.

    Deterministic. No place never means that all is well. Only English is read; nothing is said of any other text.
    Calls with the same arguments are cached.
    """
    return _findings(procedure, tuple(one for one in requirements if one.on))


@lru_cache(maxsize=256)  # for a long profile, one requirement after the other
def _findings(procedure: Procedure, requirements: tuple[Requirement, ...]) -> Findings:
    read = texts(procedure)
    words, made, english = _told(procedure)
    unfit = [tuple(limits.against(read, one.words)) for one in requirements]
    clauses = [
        _clause(one, words, made, *_words_of(apart)) for one, apart in zip(requirements, unfit, strict=True)
    ]
    if not english:
        read_on = (_found(one, [_wish(one, said) for said in one.said]) for one in clauses)
        return Findings(tuple(read_on), english=False)
    asked = [(clause, said) for clause in clauses for said in clause.said]
    refused = any(said.polarity in NEGATIVE for _, said in asked)
    allowed = [refused and _allows(clause, said) for clause, said in asked]
    sought = [
        Sought(known=True) if fine else _sought(clause, said, words)
        for (clause, said), fine in zip(asked, allowed, strict=True)
    ]
    beside = [_beside(one, clause) for one, clause in zip(requirements, clauses, strict=True)]
    places = search(procedure, read, [*sought, *beside])  # all at once, because reading the text is the slow part
    wishes = [
        _filled(read, _wish(clause, said), said, clause, one, *where)
        for (clause, said), one, where in zip(asked, sought, places, strict=False)
    ]
    fine = frozenset(
        one
        for (clause, said), ok in zip(asked, allowed, strict=True)
        if not clause.denies
        if ok or (said.wanted and cues.says_fine([clause.hint[at].plain for at in said.taken], clause.words))
        for one in _kinds(_plain(clause, said.thing))
    )
    spared = [_spared(clause, said, wish, fine) for (clause, said), wish in zip(asked, wishes, strict=True)]
    filled = iter(
        _with_exceptions(
            _with_both(procedure, clause, said, _looked_up(procedure, clause, said, wish, one)), but, said
        )
        for (clause, said), one, wish, but in zip(asked, sought, wishes, spared, strict=True)
    )
    each = ((clause, [next(filled) for _ in clause.said]) for clause in clauses)
    made_of = (
        _with_limits(_with_mentions(procedure, clause, some), apart)
        for apart, (clause, some) in zip(unfit, each, strict=True)
    )
    allergy = any(map(_is_allergy, wishes, (said for _, said in asked)))
    but = frozenset[str]() if allergy else fine.union(*spared)
    seen = (without_words(where, but) for where, _ in places[len(asked) :])
    return Findings(tuple(named_once(map(_with_beside, made_of, seen))))


@lru_cache(maxsize=8)
def _told(procedure: Procedure) -> tuple[frozenset[str], tuple[frozenset[str], frozenset[str]], bool]:
    """Return the text's words, stems and pairs; stems of its list, and what it makes; whether it is English."""
    read = texts(procedure)
    every = (word for text in read for token in text.tokens for word in (token.plain, token.stem))
    pairs = (f"{one.stem} {other.stem}" for text in read for one, other in pairwise(text.tokens))
    words = frozenset((*every, *pairs))
    return words, (_stems(one for one in read if one.part == "resources"), _made(procedure)), is_english(read)


def _kinds(phrase: str) -> frozenset[str]:
    """Return the keys of a thing and of everything that `names_of` it gives."""
    return frozenset((key(phrase), *names_of(things().get(key(phrase), _NOTHING))))


def _allows(clause: _Clause, said: Said | None = None) -> bool:
    """Whether the clause, or `said` in it, allows a food: "fish is fine", "who eats eggs"."""
    if said and (said.polarity != "other" or said.alone or not is_food(_plain(clause, said.thing[-1:]))):
        return False
    allowing = not clause.asks and not listed("allowing").isdisjoint(clause.words)
    return allowing and listed("denying").isdisjoint(clause.words) and not cues.for_others(clause.words)


def _is_allergy(wish: Wish, said: Said) -> bool:
    return wish.polarity == "allergy-or-health" and not (wish.state or said.named)


def _words_of(wishes: Iterable[Wish]) -> Iterator[str]:
    return (word.casefold() for one in wishes for word in one.words)


def _clause(
    requirement: Requirement, text: frozenset[str], made: tuple[frozenset[str], ...], *told: str
) -> _Clause:
    """Return the requirement as it is read, skipping the words that are `told` already."""
    typed = cues.split(requirement.text)
    typed = tuple(replace(one, idle=True) if one.typed.casefold() in told else one for one in typed)
    hint = tuple(replace(one, plain=mended(one.plain, text)) for one in typed)
    first = hints.read(hint)
    eaten = {at for one in first if one.polarity == "allergy-or-health" for at in one.thing}
    gone = {at for one in first if one.polarity in ("without", "missing") for at in one.thing}
    hint = tuple(
        replace(one, plain=mended(one.plain, text, eaten=True))
        if at in eaten
        else replace(one, plain=unwanted(one.plain, text))
        if at in gone
        else one
        for at, one in enumerate(hint)
    )
    read = (_how_many(one, hint, made) for one in hints.read(hint))
    said = tuple(part for one in read for part in _limited(one, hint, text, made[0]))
    if asks := cues.asks_whether(requirement.text):  # "is the feta ok?" wants the feta shown
        said = tuple(hints.as_asked(one, hint, text) for one in said)
    words = frozenset(one.plain for one in hint)
    plain, pairs = tuple(one.plain for one in typed), cues.pairs(hint)
    return _Clause(requirement.id, hint, words, said, plain, asks, pairs, denies(requirement.text))


def _stems(read: Iterable[Text]) -> frozenset[str]:
    return frozenset(token.stem for text in read for token in text.tokens)


def _made(procedure: Procedure) -> frozenset[str]:
    """Return the stems of what is made here, by title and yield."""
    return frozenset(stems(f"{procedure.goal} ; {procedure.yields}"))


def _limited(said: Said, hint: Sequence[Word], text: frozenset[str], lines: frozenset[str]) -> tuple[Said, ...]:
    """Return two wishes if the list has what is given an amount: "no walnuts, only 1 egg" limits the eggs."""
    named = [stem for at in said.wanted for stem in stems(hint[at].plain)] if said.much else []
    listed_too = lines.issuperset(named) and text.issuperset(" ".join(two) for two in pairwise(named))
    if not (named and listed_too and said.polarity in ("missing", "without")):
        return (said,)
    own = (*said.much, *said.wanted)
    rest = replace(said, wanted=(), much=(), taken=tuple(at for at in said.taken if at not in own))
    return rest, Said("amount", said.wanted, said.wanted, taken=own)


def _how_many(said: Said, hint: Sequence[Word], made: tuple[frozenset[str], ...]) -> Said:
    """Return the wish; if it counts what is made here ("ten candles"), it is an amount and about no thing.

    What is counted but in no line of the list is made here too, or may be anything: it is never unwanted.
    """
    if said.polarity != "amount" or not said.thing:
        return said
    if not listed("symbols").isdisjoint(hint[at].plain for at in said.thing):  # "100 g butter instead of 200 g"
        of = tuple(at for at in said.thing if hint[at].plain not in listed("symbols"))
        wanted = of if said.wanted == said.thing else said.wanted  # "use 200 g beans" has no "g beans" come in
        said = replace(said, thing=of or said.wanted, wanted=wanted if of else ())
        if not said.thing:
            return said
    thing = frozenset(stems(hint[said.thing[-1]].plain))
    counts, owned = (hint[at].plain if at >= 0 else "" for at in (said.thing[0] - 1, said.thing[0] - 2))
    number = owned not in listed("owned") and (counts.isdigit() or counts in listed("numbers"))
    about = things().get(key(hint[said.thing[-1]].plain), _NOTHING)
    lines, goal = made
    last = hint[said.thing[-1]].plain
    holds = about is not _NOTHING and last != singular(last) and not (is_eaten(last) or thing & goal)
    if number and (is_appliance(about) or about.done or holds):  # "just a 2 ring hob", "2 ramekins"
        return replace(said, polarity="only", wanted=said.thing)
    limited = owned in ("only", "just") and bool(thing & lines)  # "only 3 bananas" are what there is
    other = not limited and (bool(thing & goal) or (bool(lines) and not thing & lines))
    return replace(said, thing=(), taken=(*said.thing, *said.taken), mentioned=False) if number and other else said


def _sought(clause: _Clause, said: Said, text: frozenset[str]) -> Sought:
    called = (
        clause.typed[at] if any(of_all_ages(clause.typed[at])) else clause.hint[at].plain for at in said.thing
    )
    typed = " ".join(called)
    return sought_for(said, _bare(clause, said), typed, text) if said.thing and not said.system else Sought()


def _beside(requirement: Requirement, clause: _Clause) -> Sought:
    """Return what the guard looks for in the whole clause, without what the person has or never made before."""
    has = (things().get(key(_plain(clause, one.wanted)), _NOTHING).guard for one in clause.said if one.wanted)
    asked = set(of_all_kinds(requirement.text)) - {id for some in has for id in some}
    new = any(one.polarity == "skill" for one in clause.said)
    about = (things().get(key(_plain(clause, one.thing)), _NOTHING) for one in clause.said)
    friends = frozenset(key(friend) for one in about for friend in one.friends)
    return Sought(requirement.words, friends=friends, guard=frozenset(() if new else asked), kinds=_SEEN)


def _wish(clause: _Clause, said: Said) -> Wish:
    """Return the wish in the person's words, without places."""
    thing = " ".join(clause.hint[at].typed for at in said.thing)
    right = _plain(clause, said.thing)
    corrected = right if right != " ".join(clause.typed[at] for at in said.thing) else ""
    wanted = " ".join(clause.hint[at].typed for at in said.wanted)
    much = " ".join(clause.hint[at].typed for at in said.much)
    return Wish(said.polarity, thing, corrected, wanted, _content(clause, said), much=much)


def _content(clause: _Clause, said: Said) -> tuple[str, ...]:
    at = sorted({*said.taken, *said.thing, *said.wanted})
    return tuple(clause.hint[one].typed for one in at if clause.hint[one].plain not in listed("stop"))


def _plain(clause: _Clause, at: Sequence[int]) -> str:
    return " ".join(clause.hint[one].plain for one in at)


def _bare(clause: _Clause, said: Said) -> str:
    """Return what is sought: "cheese" of "cheeseless", "bad hands" that hurt, "tight money" for "10 euros"."""
    plain = _plain(clause, said.thing)
    if said.alone and not listed("money").isdisjoint(plain.split()):
        return "tight money"
    allergy = things().get(key(f"{plain} allergy"), _NOTHING)
    if "allerg" in _plain(clause, said.taken) and "body" in allergy.flags:
        return allergy.name  # "allergic to latex" is a latex allergy
    if said.polarity == "allergy-or-health" and plain in listed("parts_of_bodies"):
        return ailment(plain) or plain
    if said.wanted and said.wanted != said.thing and plain in listed("adjectives"):
        return f"{plain} {clause.hint[said.wanted[-1]].plain}"  # "brown rice not white"
    ending = next((one for one in ("less", "free") if said.named and plain.endswith(one)), "")
    return plain.removesuffix(ending).removesuffix("-")


def _filled(
    read: Sequence[Text],
    wish: Wish,
    said: Said,
    clause: _Clause,
    sought: Sought,
    places: tuple[Place, ...],
    goal: str,
) -> Wish:
    if said.system:
        places = tuple(limits.in_other_units(read, said.system, _plain(clause, said.thing)))
    elif said.polarity == "amount" and not said.thing:
        places = tuple(limits.matching(read, ("servings", "pattern"), "says how many this is for"))
        told = cues.pattern("servings", "pattern").search(read[-1].text)
        goal = told.group() if told else ""
    elif said.polarity == "time" and not said.thing:
        limit = _plain(clause, said.taken)
        places, goal = tuple(limits.longer(read, limit)), ""
    elif said.mentioned and (len(places) > _MANY or not places):
        places, goal = (), ""  # it is what everything is about, and nothing was said of it
    about = things().get(key(wish.meant), _NOTHING)
    if goal and said.thing:
        places = beside_the_goal(read, places, about)
    places = (*places, *limits.heavy(read, about, wish.called, places))
    places = without_repeats(places, about)
    if said.diet or (about.strain and wish.polarity == "allergy-or-health"):
        named = [one for one in places if not one.also and key(one.word) == key(wish.meant)]
        places = tuple(one for one in places if one not in named or len(named) < _MANY)  # whom everything is about
    whole = bool(sought.guard or sought.foods) and sought.whole
    whole = whole and (bool(places) or _stems(read).isdisjoint(stems(_plain(clause, said.thing))))
    known = bool(said.system or not (said.thing or said.mentioned) or whole)
    typed = " ".join(clause.hint[at].typed for at in said.thing)
    places = tuple(one.in_words(_plain(clause, said.thing), typed) for one in places)
    return replace(
        wish,
        known=known,
        recognised=known or sought.known,
        in_goal=goal,
        places=places,
        loose=said.mentioned and bool(places),
        health=_health(wish, said, clause, sought) or "body" in about.flags,
        state=said.diet or bool(about.strain),
        held=said.asked,
    )


def _spared(clause: _Clause, said: Said, wish: Wish, fine: frozenset[str]) -> frozenset[str]:
    """Return the keys of exceptions to the wish, and of what is said to be fine although the wish touches it."""
    if said.polarity not in NEGATIVE or said.wanted:
        return frozenset()
    touched = {end for place in wish.places for word in (place.word, *place.also) for end in food_ends(word)}
    fine = (fine - {key(wish.meant)}) & touched  # "no peanuts, other nuts are fine"
    return fine | frozenset(key(_plain(clause, one)) for one in said.spared)


def _with_exceptions(wish: Wish, spared: frozenset[str], said: Said) -> Wish:
    """Return the wish without the places that it spares; these are still shown to somebody with an allergy.

    An exception says that not everything is meant, but not what else is, so nothing is changed then.
    """
    if not spared:
        return wish
    return replace(
        wish, places=wish.places if _is_allergy(wish, said) else without_words(wish.places, spared), held=True
    )


def _health(wish: Wish, said: Said, clause: _Clause, sought: Sought) -> bool:
    """Whether health may be at stake; in doubt it is: "no nuts" may be an allergy that nobody mentions."""
    careful = any(group(id) != "equipment" for id in sought.guard | sought.foods) and wish.polarity != "amount"
    careful = careful or not listed("health").isdisjoint(clause.words)
    return wish.polarity == "allergy-or-health" or careful or said.diet


def _found(clause: _Clause, wishes: Sequence[Wish]) -> Found:
    """Return the wishes that led to something; the words of the others count as not understood."""
    kept = [
        (said, wish)
        for said, wish in zip(clause.said, wishes, strict=True)
        if (wish.recognised and not said.mentioned and not (wish.polarity == "other" and not wish.thing))
        or wish.places
        or wish.in_goal
    ]
    taken = {at for said, _ in kept for at in (*said.taken, *said.thing, *said.wanted)}
    left = (word for at, word in enumerate(clause.hint) if at not in taken and word.plain not in listed("stop"))
    used = dict.fromkeys(word for _, wish in kept for word in wish.words)
    return Found(clause.id, tuple(wish for _, wish in kept), tuple(used), tuple(word.typed for word in left))


def _with_mentions(procedure: Procedure, clause: _Clause, wishes: Sequence[Wish]) -> Found:
    """Return the findings of a clause; words that no reader took are looked up wherever they stand in any form."""
    found = _found(clause, wishes)
    more = [one for one in _left_over(procedure, clause, found) if one.places]
    if not (more or _allows(clause)) and all(map(came_to_nothing, found.wishes)):
        exact = any(one.polarity in NEGATIVE for one in found.wishes)
        come_in = {word for one in found.wishes for word in one.wanted.split()}  # the oat milk that replaced milk
        every = literal_wishes(procedure, texts(procedure), clause.hint, exact=exact)
        more = [one for one in every if not come_in.issuperset(one.thing.split())]
        found = replace(found, wishes=tuple(one for one in found.wishes if not more or one.known))
    words = frozenset(word for one in more for word in one.thing.split())
    both = replace(
        found,
        wishes=(*found.wishes, *more),
        used=(*found.used, *(word for word in found.not_understood if word in words)),
        not_understood=tuple(word for word in found.not_understood if word not in words),
    )
    return narrowed(both, clause.hint)


def _with_limits(found: Found, unfit: Sequence[Wish]) -> Found:
    """Add the numbers that do not fit the text; their words count as understood."""
    if not unfit:
        return found
    said = {*_words_of(unfit)}
    left = tuple(word for word in found.not_understood if word.casefold() not in said)
    told = (word for one in unfit for word in one.words if word.casefold() not in listed("stop"))
    used = dict.fromkeys((*found.used, *told))
    return replace(found, wishes=(*found.wishes, *unfit), used=tuple(used), not_understood=left)


def _with_beside(found: Found, seen: Sequence[Place]) -> Found:
    """Add what only the guard sees: "no milk" may include the cheese."""
    there = {
        (place.part, place.step, word) for wish in found.wishes for place in wish.places for word in _split(place)
    }
    new = (place for place in seen if there.isdisjoint((place.part, place.step, word) for word in _split(place)))
    return replace(found, beside=tuple(new))


def _split(place: Place) -> list[str]:
    return " ".join((place.word, *place.also)).casefold().split()


def _looked_up(procedure: Procedure, clause: _Clause, said: Said, wish: Wish, sought: Sought) -> Wish:
    """Return the wish with places; if it has none, those of a near name of its thing or of one of its words.

    If the text itself says that the thing is not there, nothing else stands for it.
    """
    about = things().get(key(wish.meant), _NOTHING)
    if said.mentioned and wish.places and key(wish.meant) in map(key, about.heard):  # "the drive" is no car
        there = {(one.part, one.step) for one in wish.places}
        more = (one for one in mentions(procedure, wish.meant, exact=True) if (one.part, one.step) not in there)
        wish = replace(wish, places=(*wish.places, *more))
    found = _under_another_name(procedure, clause, said, wish, sought)
    if found.places == wish.places:
        ails = said.diet or (said.alone and "body" in about.flags)
        if ails and wish.places and not procedure.resources:
            return replace(wish, places=(*wish.places, *_by_another_name(procedure, clause, said, wish)))
        return found
    places = _not_denied(procedure, found.places, sought)
    return replace(found, places=places) if places else wish


def _by_another_name(procedure: Procedure, clause: _Clause, said: Said, wish: Wish) -> Iterator[Place]:
    """Yield where a plan, in a few places, touches somebody's health in other words too."""
    there = {(one.part, one.step) for one in wish.places}
    words = (clause.hint[at].plain for at in said.thing)
    told = (kin(procedure, word) for word in words if not _is_common(word) or word in listed("parts_of_bodies"))
    more = {(one.part, one.step): one for some in told for one in some if (one.part, one.step) not in there}
    yield from more.values() if len(more) <= _FEW_OF_ALL else ()


def _not_denied(procedure: Procedure, places: Sequence[Place], sought: Sought) -> tuple[Place, ...]:
    """Return the places whose text does not say that the thing is absent, or make what is named harmless."""
    named = (tokenize(procedure.part(one.part)[one.step - 1]) for one in places)
    each = zip(places, named, strict=True)
    both = ((one, text) for one, text in each if not is_fine_in(text, one.word, sought.said))
    acts = sought.names if sought.noun else ()
    meant = ((one, of) for one, of in both if key(one.word) not in acts or not only_acts(of, one.word, one.part))
    return tuple(one for one, text in meant if not denied_in(text, sought, kinds=True))


def _under_another_name(procedure: Procedure, clause: _Clause, said: Said, wish: Wish, sought: Sought) -> Wish:
    about = things().get(key(wish.meant), _NOTHING)
    listed_whole = "listed" in about.flags  # lists what harms a dog, which its bowl does not
    known = (
        sought.sort or listed_whole or not sought.guard.isdisjoint(setting_words().cookers)
    )  # what needs an oven
    fine = not listed("fine").isdisjoint(_plain(clause, said.taken).split())
    fine = fine and (is_eaten(_plain(clause, said.thing)) or bool(procedure.resources))
    fine = fine or said.mentioned or bool(said.system)
    allowed = sought.known and not sought.said  # "eggs and milk are fine"
    if wish.places or fine or known or allowed:
        return wish
    plain = _plain(clause, said.taken).split()
    if said.polarity == "amount" and not said.thing and (places := counted_only(procedure, plain)):
        return replace(wish, places=places, loose=True)
    if said.polarity in ("time", "amount") and not (said.thing or procedure.resources):  # a plan may set its own
        limit = " ".join(clause.hint[at].typed for at in said.taken)
        own = [one for one in plain if one not in listed("times")]
        akin = ("little time" if said.polarity == "time" else "how many people", *own)
        times = {(one.part, one.step): one for phrase in akin for one in kin(procedure, phrase)}
        planned = tuple(replace(one, why=f"“{one.word}”: you said “{limit}”") for one in times.values())
        return replace(wish, places=planned, loose=bool(planned))
    asked_for = said.polarity == "other" and not said.mentioned and len(said.thing) > 1 and is_food(wish.meant)
    head = clause.hint[said.thing[-1]].plain if asked_for else ""  # the bones of chicken bones
    if places := mentions(procedure, head, exact=True):
        return replace(wish, places=places, loose=True)
    if sought.foods:  # the guard knows every name of a food ("no egg" is no egg timer), but not of places to eat
        feels = listed("bad") | listed("ailing")  # "celery makes me sick" needs no rest
        told = (clause.hint[at].plain for at in said.taken if said.polarity == "allergy-or-health")
        told = (one for one in told if one not in feels)
        places = next(filter(None, (kin(procedure, one) for one in told)), ()) or _summed_up(
            procedure, said, sought
        )
        return replace(wish, places=places, loose=True) if places else wish
    unwanted = said.polarity in (*NEGATIVE, "instead")
    if places := standing_in_a_row(texts(procedure), _plain(clause, said.thing) if unwanted else ""):
        return replace(wish, places=places, recognised=True)
    whole = [clause.hint[at].plain for at in said.thing or (said.taken if said.polarity == "amount" else ())]
    near = [pair for pair in cues.pairs_with(whole, clause.pairs) if is_near(procedure, pair)]
    lone = listed("light") if len(whole) > 1 else frozenset[str]()  # "no bay leaves" is not about leaving
    words = [one for one in whole if not (_is_common(one) or one in lone) or one in listed("parts_of_bodies")]
    if any(map(is_eaten, (wish.meant, *whole))):  # "brown" is no brown sugar
        words = [word for word in words if word not in listed("adjectives")]
    words = [word for word in words if len(whole) == 1 or _made(procedure).isdisjoint(stems(word))]
    one_thing = len(whole) == 1 or not two_known(clause.hint, said.thing)
    owned = bool(said.wanted) and said.wanted == said.thing
    vain = wish.recognised and one_thing and not owned  # so the words mean something else
    searched = frozenset(sought.names) if vain else frozenset[str]()
    if owned and (is_appliance(about) or about.done):  # one saw of several is fine, a gas oven may matter
        named = mentions(procedure, whole[-1], exact=True) if said.polarity == "other" else ()
        return replace(wish, places=named, loose=bool(named))
    exact = owned and (said.polarity == "other" or key(wish.thing) in classes())  # what is akin to it is fine too
    seen = partial(mentions, procedure, exact=exact, near_only=vain, searched=searched)
    tried = map(seen, (*near, _bare(clause, said)))
    each = [seen(one) for one in words]
    places = next((some for some in tried if some), ()) or min(filter(None, each), key=len, default=())
    places = places or _summed_up(procedure, said, sought)
    return replace(wish, places=places, loose=True, recognised=True) if places else wish


def _summed_up(procedure: Procedure, said: Said, sought: Sought) -> tuple[Place, ...]:
    """Return where a plan sums up what it needs: food for an ingredient, supplies for a tool.

    An unknown thing is among them only if it is missing: "no shoes", but not "no strangers at the door".
    """
    lacks = said.polarity == "missing" and sought.said in lexicon() and not _is_common(sought.said)
    state = said.alone or things().get(key(sought.said), _NOTHING).strain
    asked = (sought.known or lacks) and said.polarity in NEGATIVE and not (state or procedure.resources)
    eaten = bool(sought.foods) or not kinds_of(sought.said).isdisjoint(listed("sorts_of_food"))
    some = kin(procedure, "what to eat" if eaten else "what to use") if asked else ()
    return tuple(replace(one, why=f"“{one.word}” may include it") for one in some)


def _with_both(procedure: Procedure, clause: _Clause, said: Said, wish: Wish) -> Wish:
    """Add the places of both things if the name may be two: "no eggs almonds" may mean one food or two."""
    at = two_known(clause.hint, said.thing) if said.polarity in NEGATIVE and not said.alone else 0
    parts = [_plain(clause, part) for part in (said.thing[:at], said.thing[at:]) if at]
    if not parts or not all(map(is_food, parts)):
        return wish
    there = {(place.part, place.step) for place in wish.places}
    more = (one for part in parts for one in mentions(procedure, part) if (one.part, one.step) not in there)
    return replace(wish, places=(*wish.places, *more), held=True)


def _left_over(procedure: Procedure, clause: _Clause, found: Found) -> Iterator[Wish]:
    """Yield a wish for each unread word that the text mentions; beside other places, only as it stands."""
    goal = _made(procedure)
    meant = any(
        wish.polarity in NEGATIVE and wish.known and (wish.state or is_food(wish.meant)) for wish in found.wishes
    )  # beside what somebody must not eat, "cooking for my help" asks for nothing
    any_found = any(wish.places for wish in found.wishes)
    sure = any(wish.places and not wish.loose for wish in found.wishes) and not clause.asks
    feels = listed("bad") if any(wish.polarity in NEGATIVE for wish in found.wishes) else frozenset()
    measured = listed("times") | listed("money")
    for at, word in enumerate(clause.hint):
        counted = not procedure.resources and not word.idle and is_counted(clause.hint, at)
        if counted and word.plain not in measured and (some := numbered(procedure, word.plain)):
            yield Wish("other", word.typed, words=(word.typed,), places=some, loose=True, recognised=True)
            continue
        akin = not procedure.resources and is_near(procedure, word.plain)  # a plan says things by other words
        if word.typed not in found.not_understood or word.idle or _is_common(word.plain):
            continue
        if word.plain in feels and not akin:
            continue
        before = [one.plain for one in clause.hint[max(at - 2, 0) : at]]
        inside = before[1:] == ["in"] and before[0] not in listed("stop") and not clause.asks
        if inside and procedure.resources:  # of a plan, "in Canada" may matter
            continue  # "raisins in apple things": where something is unwanted, not what
        if _allows(clause) and (is_food(word.plain) or key(word.plain) in things()):
            continue
        thing = sure and key(word.plain) in things() and not akin
        if thing and any(one.plain in ("has", "have", "with") for one in clause.hint[at + 1 : at + 2]):
            continue  # "the pan has no lid" is about the lid
        named = bool(goal & {*stems(word.plain)})
        next_one = clause.hint[at + 1].plain if at + 1 < len(clause.hint) else ""
        other = only_says_which(clause.hint, at) and not mentions(procedure, next_one)
        if other and not akin:
            continue
        sort = word.plain in listed("adjectives") and is_eaten(next_one)  # a tinned fruit is no tin
        exact = ((any_found or meant) and not akin) or named or thing or sort
        places = _not_denied(procedure, mentions(procedure, word.plain, exact=exact), Sought(word.plain))
        listed_too = any(one.part == "resources" for one in places)
        by_kin = akin and all(roots(one.word).isdisjoint(roots(word.plain)) for one in places)
        everywhere = len(places) > _FEW_OF_ALL and not (any_found and listed_too) and not by_kin
        if (everywhere and (named or any_found)) or (named and not listed_too):
            continue  # what everything is about; but the pears of a pear tart are an ingredient
        if places:
            right = word.plain if word.plain != clause.typed[at] else ""
            yield Wish("other", word.typed, right, words=(word.typed,), places=places, loose=True, recognised=True)
            any_found = True
    left = [one for one in clause.hint if one.typed in found.not_understood] if not any_found else []
    for word in left if not procedure.resources else ():  # in a plan, everyday words may be all that there is
        if not _is_common(word.plain) or word.plain in listed("parts_of_bodies") | listed("persons"):
            continue
        told = (one for one in kin(procedure, word.plain) if roots(one.word).isdisjoint(roots(word.plain)))
        if places := tuple(told):
            yield Wish("other", word.typed, words=(word.typed,), places=places, loose=True, recognised=True)


def _is_common(word: str) -> bool:
    return any(is_listed(one, "everyday", "stop", "persons") for one in (word, singular(word))) or is_number(word)
