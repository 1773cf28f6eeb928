"""What to look for when a wish names a thing: its own words, those that the data relates to it, the guard's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, TypeAlias

from tailor.core.english import singular
from tailor.core.events import FindingKind
from tailor.core.finding import relations
from tailor.core.finding.cues import listed
from tailor.core.finding.foods import foods_of, is_eaten
from tailor.core.finding.model import Said
from tailor.core.finding.relations import Name, Thing, key, things
from tailor.core.guard.constraints import constraints_in, load
from tailor.core.guard.vocabulary import gerund, group


@dataclass(frozen=True, slots=True)
class Sought:
    """What one wish looks for."""

    said: str = ""
    """What the person calls it."""
    names: Mapping[str, Name] = field(default_factory=dict)
    friends: frozenset[str] = frozenset()
    """Keys of longer phrases that mean something else."""
    foods: frozenset[str] = frozenset()
    """Constraints that the guard has for the thing; a word of the text that it knows must share one."""
    guard: frozenset[str] = frozenset()
    """Constraints whose findings are places."""
    whys: frozenset[str] = frozenset()
    """If not empty, only findings for these reasons count."""
    kinds: tuple[FindingKind, ...] = ("found", "derived", "not_assessed")
    """Kinds of findings that count."""
    known: bool = False
    """Whether the data knows the thing."""
    sort: bool = False
    """Whether only one kind of a thing is looked for, and no word of it alone."""
    whole: bool = False
    """Whether all that the data knows of it is looked for, including its kinds, parts and products."""
    noun: bool = False
    """Whether the person names a thing rather than an act: "no squash", but not "hate squashing"."""
    denied: dict[bool, "tuple[frozenset[str], frozenset[str], Wanted]"] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Cache of what `denied_in` looks for."""


Wanted: TypeAlias = tuple[Mapping[str, tuple[int, ...]], frozenset[str], int]
"""The wishes that look for each key, the first letters of all keys, and the length of the longest."""


def sought_for(said: Said, phrase: str, typed: str, text: frozenset[str]) -> Sought:
    """Return what the wish looks for; `phrase` is its corrected thing, and `text` the words of the procedure.

    `typed` is what the person calls it: "40 euro" is looked for as little money.
    """
    if said.diet:
        more = things().get(key(" ".join(word for word in phrase.split() if word not in listed("fillers"))))
        names = relations.names_of(more, phrase) if more is not None and more.strain else {}
        friends = frozenset(key(one) for one in (more.friends if more is not None else ()))
        ids = frozenset(constraints_in(phrase))
        return Sought(phrase, names, friends, guard=ids, known=True, whole=True)
    if said.wanted == said.thing and said.polarity in ("only", "other"):
        return _rivals(phrase, said.polarity == "other", text)
    if said.lacks and (sort := _one_sort(phrase)):
        return sort
    named, thing = _resolved(phrase, text)
    absent = said.polarity in ("missing", "without") or (said.polarity == "other" and said.mentioned)
    if thing is not None and "listed" in thing.flags and absent:
        thing = replace(thing, strain=(), flags=())  # "no horses" means that there are none
        if said.mentioned and key(named) != key(thing.name):  # without a cat there may be a dog
            thing = replace(thing, name=named, same=(), kinds=())
    in_body = not listed("parts_of_bodies").isdisjoint(phrase.split())  # "put it back" is nobody's back
    kept = {group(id) for id in constraints_in(phrase)} == {"diet"}  # what is called halal is just what is wished
    # look for what harms a guinea pig, not for the guinea pig
    kept = kept or (thing is not None and "listed" in thing.flags)
    lacks = phrase.removeprefix("no ")  # "no glasses": what is hard without them, and the glasses
    own = {} if thing is not None and thing.strain and (in_body or kept) else _own(named)
    if said.alone and lacks not in {phrase, *listed("everyday")} and not lacks.endswith("ing"):
        own = {key(lacks): Name("", 0)}
    names = own | (relations.names_of(thing, typed) if thing is not None else {})
    ails = thing is not None and "body" in thing.flags  # "watching my cholesterol"
    little = said.polarity == "skill" or (said.polarity in ("amount", "other") and not (said.alone or ails))
    if little or named != phrase:
        names = {one: name for one, name in names.items() if name.rank <= (said.polarity != "skill")}
    foods = foods_of(named)
    derived = said.polarity != "missing" or thing is None or "itself" not in thing.flags
    names = _alike(named) | names
    guard = _constraints(said, named, thing)
    shown = thing.made if thing is not None and said.polarity == "allergy-or-health" else ()  # rice vinegar
    return Sought(
        phrase,
        names,
        friends=frozenset(key(one) for one in (thing.friends if thing is not None else ()) if one not in shown),
        foods=foods,
        guard=guard,
        whys=frozenset(thing.whys if thing is not None else ()),
        kinds=("found", "derived", "not_assessed") if derived else ("found",),
        known=thing is not None or bool(foods) or bool(guard),
        whole=named == phrase and derived and not said.mentioned,
        noun=not phrase.endswith("ing")
        and (said.polarity != "without" or is_eaten(phrase) or phrase != singular(phrase)),
    )


def _one_sort(phrase: str) -> Sought | None:
    """Return what to look for if one kind of a tool is missing, such as a fan oven; None if it is no such kind.

    Other ovens may be there, so only the kind itself counts, with what its own row adds.
    """
    words = phrase.split()
    start = next((at for at, word in enumerate(words) if word not in load().sorts), 0)
    sorts, plain = words[:start], " ".join(words[start:])
    thing, own, row = (things().get(key(one)) for one in (plain, phrase, f"sort of {phrase}"))
    whole = own is not None and own.name == phrase and own.done
    if not sorts or thing is None or thing.strain or foods_of(plain) or whole:
        return None
    said = Name(f"found because you said “{phrase}”", 1)
    names = {key(one): replace(said, why=f"{one}: {said.why}") for one in (row.parts if row else ())}
    same = [phrase, *(f"{one} {plain}" for one in _BIG if not _BIG.isdisjoint(sorts))]
    friends = frozenset(key(one) for one in (row.friends if row else ()))
    return Sought(phrase, names | {key(one): Name("", 0) for one in same}, friends, known=True, sort=True)


_BIG: Final = frozenset(["big", "large"])


def _resolved(phrase: str, text: frozenset[str]) -> tuple[str, Thing | None]:
    """Return the phrase, or the part of it that the data or the text knows best, with what the data says of it."""
    words = phrase.split()
    pairs = {" ".join(pair) for pair in pairwise(relations.words(phrase))}
    if pairs and pairs <= text and key(phrase) not in things() and not foods_of(phrase):
        return phrase, None  # coconut milk is no milk
    for tried in _shorter(words, text):
        if key(tried) in things():
            return tried, things()[key(tried)]
        if tried != phrase and foods_of(tried) and not foods_of(phrase):
            return tried, None
    if len(words) > 1 and not foods_of(phrase):
        bare = [word for word in words if word not in listed("adjectives")] or words[-1:]
        if bare[-1] in listed("light") and len(bare) > 1:
            bare.pop()
        return " ".join(bare), None
    return phrase, None


def _shorter(words: list[str], text: frozenset[str]) -> Iterator[str]:
    """Yield the phrase, then it without leading adjectives, then its head, then what stands before the head.

    A food that the guard knows as a whole and that is in the text is not taken apart.
    """
    yield " ".join(words)
    whole = bool(foods_of(" ".join(words)))
    if len(words) == 1 or (whole and text.issuperset(words)):
        return
    start = next((at for at, word in enumerate(words) if word not in listed("adjectives")), len(words) - 1)
    yield " ".join(words[start:])
    if whole:
        return
    if words[-1] not in listed("light"):
        yield words[-1]
    if words[-1] not in listed("holders"):  # without an ice cream machine there may be ice cream
        yield " ".join(words[:-1])


def _own(phrase: str) -> dict[str, Name]:
    """Return the words of the thing themselves; for a single word, also its forms as a verb."""
    name = Name("", 0)
    found = {key(phrase): name}
    if " " not in phrase and len(phrase) > 3 and not foods_of(phrase):
        for base in relations.bases(phrase) or (phrase,):
            if base in listed("nouns") or len(base) < 3:  # stocking is no stock
                continue
            for form in (base, gerund(base)):
                found.setdefault(key(form), name)
    return found


def _alike(phrase: str) -> dict[str, Name]:
    """Return the phrase with synonyms of its last word: the apricot preserves for the apricot jam."""
    before, space, head = phrase.rpartition(" ")
    like = things().get(key(head)) if space else None
    wholes = [f"{before} {other}" for other in (like.same if like is not None else ()) if key(other) != key(head)]
    return {key(whole): Name(f"{whole}: found because you said “{phrase}”", 0) for whole in wholes}


def _constraints(said: Said, phrase: str, thing: Thing | None) -> frozenset[str]:
    """Return what to ask the guard: what the data says or, for an allergy, else all that it knows of the thing."""
    asked = frozenset(thing.guard if thing is not None else ())
    if said.polarity in ("amount", "skill", "other"):
        return frozenset()
    if said.polarity == "allergy-or-health" and not asked and not said.named:
        return frozenset(constraints_in(f"allergic to {phrase}"))
    return asked


def _rivals(phrase: str, asked: bool, text: frozenset[str]) -> Sought:
    """Return what names other things than what there is: other saws than the handsaw, sunflower for olive oil.

    If it was only `asked` about and is in the text already, nothing has to go.
    """
    words = phrase.split()
    ends = [" ".join(words[at:]) for at in range(len(words))]
    own = next((things()[key(end)] for end in ends if key(end) in things()), None)
    kinds = own.kinds if own is not None and foods_of(phrase) else ()  # if fish is fine, so is cod
    taken = asked and any(text.issuperset(one) for one in (words, *map(relations.words, kinds)))
    like = replace(own, made=(), parts=(), done=()) if own is not None and not own.strain else None
    names = relations.names_of(like) if like is not None else {}
    names |= _own(words[-1]) if key(phrase) not in things() else {}
    sorts = _sorts(ends, own, text)
    for one in sorts:
        names |= relations.names_of(one)
    tool = relations.is_appliance(own) or (asked and own is not None and bool(own.done))
    same = {key(end) for end in ends[: len(ends) if tool else 1]}  # a gas oven is the oven of the text
    names = {
        other: replace(name, why=f"does your “{phrase}” fit here?")
        for other, name in names.items()
        if not taken and other not in same
    }
    names[key(phrase)] = Name("", -1)
    known = own is not None or bool(foods_of(phrase))
    return Sought(phrase, names, guard=_also_needed(own, asked, text) if not taken else frozenset(), known=known)


def _also_needed(own: Thing | None, asked: bool, text: frozenset[str]) -> frozenset[str]:
    """Return what to ask the guard if one appliance is all there is: for a slow cooker, oven and stove."""
    if own is None or (asked and own.guard):  # with a stove there may be an oven too
        return frozenset()
    if any(text.issuperset(relations.words(name)) for name in (own.name, *own.same)):
        return frozenset()
    classes = relations.classes().get(key(own.name), ())
    needed = {id for one in classes for id in one.guard if group(id) == "equipment"}
    return frozenset(needed.difference(own.guard))


def _sorts(ends: list[str], own: Thing | None, text: frozenset[str]) -> list[Thing]:
    """Return the smallest kind that the thing belongs to and of which something else is in the text."""
    tried = dict.fromkeys((*ends, own.name if own is not None else ends[0]))
    sorts = {one for end in tried for one in relations.classes().get(key(end), ()) if "rivals" in one.flags}
    near = sorted(
        sorts | ({own} if own is not None and "rivals" in own.flags else set()), key=lambda one: len(one.kinds)
    )
    there = [one for one in near if any(_other(kind, ends, text) for kind in one.kinds)]
    return sorted(there, key=lambda one: (len(one.kinds), one.name))[:1]


def _other(kind: str, ends: list[str], text: frozenset[str]) -> bool:
    thing = things().get(key(kind))
    names = (kind, *(thing.same if thing is not None else ()))
    return ends[0] not in names and any(text.issuperset(relations.words(name)) for name in names)
