"""Search every text of a procedure at once for the names that several wishes look for.

A name counts joined, split or hyphenated. What the text does not use ("never with bleach") is no place, nor is a
word that means something else here ("butter beans"): the guard's words and its handling of negation decide.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final

from tailor.core.events import Finding
from tailor.core.finding import relations
from tailor.core.finding.cues import listed, set_phrases
from tailor.core.finding.foods import foods_of, is_food
from tailor.core.finding.harmless import BETWEEN, is_made_harmless, modifies
from tailor.core.finding.model import Place
from tailor.core.finding.nouns import acts_at, may_act, may_be_done, only_acts
from tailor.core.finding.place_lists import with_what_goes_along
from tailor.core.finding.relations import DONE_WITH, WEAK, Name, one_word_names, things
from tailor.core.finding.sought import Sought, Wanted
from tailor.core.finding.texts import MOST_WORDS, Text, begins_in, misspelt_foods
from tailor.core.guard.detector import check, clears, food_hits, scan, spoken, verb_place
from tailor.core.guard.hazards import persons
from tailor.core.guard.language import cue_at, language
from tailor.core.guard.likeness import parted
from tailor.core.guard.listed import listed_things, stands_for_listed
from tailor.core.guard.negation import Marks, marks
from tailor.core.guard.vocabulary import Break, Token, group
from tailor.core.procedure import PARTS, Part, Procedure


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """One name in one text."""

    rank: int
    start: int
    word: str
    why: str
    named: bool = False
    """Whether a row of the data names it, rather than the guard."""


def search(
    procedure: Procedure, read: Sequence[Text], sought: Sequence[Sought]
) -> list[tuple[tuple[Place, ...], str]]:
    """Return, for each wish, its places in order and the word of the goal that it touches."""
    found: list[dict[tuple[Part | None, int], list[Hit]]] = [{} for _ in sought]
    wanted = _wanted([frozenset(one.names) | one.friends for one in sought])
    for text in read:
        for number, hit in _named(text, sought, wanted) if not _is_heading(text) else ():
            found[number].setdefault((text.part, text.step), []).append(hit)
    guarded = list(_guarded(procedure, read, sought))
    spots: list[set[tuple[Part | None, int]]] = [set() for _ in sought]
    for number, spot, _ in guarded:
        spots[number].add(spot)
    for one, against in zip(found, spots, strict=True):
        _drop_listed(procedure, one, against)
    for number, spot, hit in guarded:
        found[number].setdefault(spot, []).append(hit)
    for one, wish in zip(found, sought, strict=True):
        _drop_freed(read, one, wish)
        _drop_dish(read, one)
    for one, wish in (both for both in zip(found, sought, strict=True) if both[0]):
        _again(read, one, wish)
    told = (_places(one) for one in found)
    return [(with_what_goes_along(read, places), goal) for places, goal in told]


def _drop_dish(read: Sequence[Text], found: dict[tuple[Part | None, int], list[Hit]]) -> None:
    """Drop the dish made here from the steps, as the list says what is in it.

    "Until the quiche is puffy" brings no egg to a quiche; but noodles that are on the list are to be looked at.
    """
    on_list = {token.stem for text in read if text.part == "resources" for token in text.tokens}
    made = {token.stem for token in read[-1].tokens} - on_list
    for spot in [one for one in found if one[0] == "steps" and on_list]:
        kept = [one for one in found[spot] if one.rank != 1 or not made.issuperset(relations.words(one.word))]
        kept += [one for one in found[spot] if one not in kept and not is_food(one.word)]
        if kept:
            found[spot] = kept
        else:
            del found[spot]


def _drop_freed(read: Sequence[Text], found: dict[tuple[Part | None, int], list[Hit]], wish: Sought) -> None:
    """Drop what may only involve the thing if its own clause says that the thing is absent.

    Stock without celery, foil balloons instead of latex ones, a box that is slid and not lifted.
    """
    tool = not wish.foods and all(group(id) == "equipment" for id in wish.guard)
    for text in read:
        spot = text.part, text.step
        if not text.quiet and any(hit.rank for hit in found.get(spot, ())):
            gone = denied_in(text.tokens, wish) or (denied_in(text.tokens, wish, kinds=True) if tool else [])
            lacked = [at for at in gone if not _given_up(text.tokens, at)]
            kept = [
                hit
                for hit in found[spot]
                if not hit.rank or not _in_a_clause_of(text, hit, gone if hit.named and hit.rank > 1 else lacked)
            ]
            if kept:
                found[spot] = kept
            else:
                del found[spot]


def _in_a_clause_of(text: Text, hit: Hit, places: Sequence[int]) -> bool:
    """Whether a denial at one of the places covers the hit too: in its clause, and with no exception between.

    A comma begins a new clause: "no need for table salt, the bacon does the job".
    """
    start = text.text.find(hit.word)
    at = next((number for number, one in enumerate(text.tokens) if one.start >= start), 0)
    return any(
        not _parted_by(text.tokens, range(other + 1, at + 1), Break.COMMA)
        and not _parted_by(text.tokens, range(at + 1, other + 1), Break.CLAUSE)
        for other in places
    )


def _given_up(tokens: Sequence[Token], at: int) -> bool:
    """Whether something replaces the thing, and may well be made of it: "use mayonnaise instead of egg"."""
    ahead = range(at - 1, max(-1, at - MOST_WORDS - 2), -1)
    near = [tokens[one].plain for one in takewhile(lambda one: tokens[one + 1].gap < Break.COMMA, ahead)]
    takes = {"take", "takes", "took"}.isdisjoint(near)  # "almonds take the place of flour in this torte"
    return takes and not (language().swap | {"instead", "rather", "place", "lieu", "over"}).isdisjoint(near)


def _parted_by(tokens: Sequence[Token], way: range, gap: Break) -> bool:
    """Whether another clause or an exception begins on the way; "instead of …, …" is one clause."""
    opens = (
        way
        and tokens[0].plain in ("instead", "rather")
        and all(one.gap < Break.CLAUSE for one in tokens[1 : way.stop])
    )
    widest = Break.CLAUSE if opens else gap
    excepts = gap is Break.COMMA and any(cue_at(tokens, one, language().exceptions) for one in way)
    return excepts or any(tokens[one].gap >= widest for one in way)


def _drop_listed(
    procedure: Procedure,
    found: dict[tuple[Part | None, int], list[Hit]],
    guarded: Set[tuple[Part | None, int]],
) -> None:
    """Drop the foods of a step that stand for a harmless line of the list: the milk is the oat milk."""
    listed = listed_things(procedure.resources)
    against = {step for part, step in {*found, *guarded} if part == "resources"}
    for spot in [one for one in found if one[0] == "steps"]:
        text = procedure.steps[spot[1] - 1]
        kept = [
            hit
            for hit in found[spot]
            if not (is_food(hit.word) and stands_for_listed(hit.word, text, listed, against))
        ]
        if kept:
            found[spot] = kept
        else:
            del found[spot]


def _surest(tokens: tuple[Token, ...], asked: Set[str]) -> set[int]:
    """Return where foods are what is asked for or, if none is, where they are made of it."""
    foods = [(one.start, dict(one.entry.gives)) for one in food_hits(tokens) if one.entry is not None]
    kinds = (
        {at for at, gives in foods if kind in {gives.get(id) for id in asked}} for kind in ("found", "derived")
    )
    return next(filter(None, kinds), set())


def _denied_names(wish: Sought, *, kinds: bool) -> tuple[frozenset[str], frozenset[str], Wanted]:
    """Return the names of the thing, those of acts, and both to search for; computed once for all texts."""
    if kinds not in wish.denied:
        said = (key for key, name in wish.names.items() if 0 <= name.rank <= kinds and not name.act)
        acts = (key for key, name in wish.names.items() if name.act and name.rank < WEAK)
        both = frozenset(said), frozenset(acts)
        wish.denied[kinds] = (*both, _wanted([both[0] | both[1]]))
    return wish.denied[kinds]


def denied_in(tokens: tuple[Token, ...], wish: Sought, *, kinds: bool = False) -> list[int]:
    """Return where a text names what is unwanted, if it always does so to say that it is absent; else nothing.

    Dairy-free cheese says nothing about the butter beside it. `kinds`: what belongs to the thing counts too.
    """
    lang = language()
    asked = wish.guard | {id for id in wish.foods if group(id) == "allergen"}  # "no pork" allows beef
    named = {at for at, one in enumerate(tokens) if not asked.isdisjoint(lang.allergens.get(one.stem, ()))}
    named |= _surest(tokens, asked) if asked else set()
    said, acts, wanted = _denied_names(wish, kinds=kinds)
    spans = list(_spans(tokens, wanted))
    own = frozenset(map(relations.key, wish.said.split())) - listed("parts_of_bodies") - listed("ailed")
    named |= {start for start, _, key, _ in spans if key in said}
    named |= {at for at, one in enumerate(tokens) if one.stem in own}  # the latex of a latex allergy
    done = {start for start, _, key, _ in spans if key in acts and tokens[start].plain not in lang.privatives}
    freed = {at for at in named if [one.plain for one in tokens[at + 1 : at + 2]] == ["free"]}
    if freed and asked and not kinds:
        return []
    made = marks(tokens, frozenset(named | done), lang)
    gone = {at for at in named if at in freed or made.unused[at]}
    if kinds and named and gone == named:
        return sorted(gone)  # "sand by hand rather than with the electric sander" sands without one
    gone |= {at for at in done if made.unused[at] or made.undone[at]}
    return sorted(gone) if gone == named | done else []


def _places(found: Mapping[tuple[Part | None, int], list[Hit]]) -> tuple[tuple[Place, ...], str]:
    goal, places = "", []
    ranks = {hit.rank for (part, _), some in found.items() for hit in some if part is not None}
    sure, there = min(ranks, default=WEAK) < WEAK, min(ranks, default=WEAK) < 2
    for (part, step), every in found.items():
        some = [hit for hit in every if hit.rank < WEAK or (there if hit.rank > WEAK else not sure)]
        if not some:
            continue
        words = {hit.word.casefold(): hit for hit in sorted(some, reverse=True)}
        best, *rest = sorted(words.values())
        if part is None:
            goal = best.word
        else:
            also = tuple(hit.word for hit in rest)
            named = best.rank < DONE_WITH or not best.named  # a label of "stock" is asked for by the guard
            places.append(Place(part, step, best.word, best.why, also, named=named))
    return tuple(sorted(places, key=lambda one: (PARTS.index(one.part), one.step))), goal


def _named(text: Text, sought: Sequence[Sought], wanted: Wanted) -> Iterator[tuple[int, Hit]]:
    """Yield every name that the text means, with the number of its wish."""
    named = ((number, one.said) for number, one in enumerate(sought) if one.names)
    spread = [one for number, said in named for one in _spread(text, *_parts(said), number)]
    if not spread and wanted[0].keys().isdisjoint(text.phrases):
        return
    spans = sorted((*_spans(text.tokens, wanted), *spread), key=lambda one: (one[0], -one[1]))
    idle = [one.span() for one in set_phrases("figurative").finditer(text.text)]
    ends = ((one, text.tokens[one[0]].start, text.tokens[one[1] - 1].end) for one in spans)
    spans = [
        one
        for one, at, end in ends
        if not any(first <= at < last and (at, end) != (first, last) for first, last in idle)
    ]
    if not spans:
        return
    made = marks(text.tokens, frozenset(start for start, _, _, _ in spans), language())
    reach, sorts = [0] * len(sought), [0] * len(sought)
    for start, stop, key, numbers in spans:
        for number in numbers:
            one = sought[number]
            if start < reach[number] or stop < sorts[number]:
                continue  # the cherry of cherry tomatoes only says which they are
            name = one.names.get(key, _OWN)
            if key in one.friends or name.rank < 0:
                reach[number] = stop
                continue
            longer = modifies(text.tokens, stop) and _joined(text.tokens, start, stop + 1) in things()
            if name.act and (longer or text.part == "resources"):
                continue  # nothing bakes yet in "baking powder"
            if name.rank > 1 and _is_code(text, start, stop):
                continue
            if name.rank > 1 and text.tokens[0].plain in listed("closing"):
                continue
            acts = one.noun and name.rank < 2 and stop == start + 1 and acts_at(text.tokens, start, text.part)
            if acts or _means_another(text, start, stop, one):
                continue
            if _means(text, start, stop, name, one, made):
                reach[number] = stop
                first, last = text.tokens[start].start, text.tokens[stop - 1].end
                yield number, Hit(name.rank, first, text.text[first:last], name.why, named=True)
            elif not name.act:
                sorts[number] = max(sorts[number], stop)


_OWN: Final = Name("", 0)
_MODIFIERS: Final = 2
"""The most words between the two parts of a name: the external drive of "external USB drive"."""


@lru_cache(maxsize=2048)
def _parts(said: str) -> tuple[str, str, int]:
    """Return the keys of the name without its last word and of that word, and how many words come before it."""
    first, _, last = said.rpartition(" ")
    return relations.key(first), relations.key(last), len(first.split())


def _spread(
    text: Text, key: str, ends: str, words: int, number: int
) -> Iterator[tuple[int, int, str, tuple[int, ...]]]:
    """Yield where the name of a wish stands with other words before its last one."""
    if not words or not text.phrases.issuperset((key, ends)):
        return
    for at in (at for at, one in enumerate(text.tokens) if one.stem == ends):
        for stop in range(max(words, at - _MODIFIERS), at):
            row = text.tokens[stop - words + 1 : at + 1]
            near = all(one.gap < Break.COMMA and one.plain not in BETWEEN for one in row)
            if near and _joined(text.tokens, stop - words, stop) == key:
                yield stop - words, at + 1, _joined(text.tokens, stop - words, at + 1), (number,)


def _is_code(text: Text, start: int, stop: int) -> bool:
    """Whether these are words of code or of a table, such as RESTARTS, in a text that is not all in capitals."""
    said = text.text[text.tokens[start].start : text.tokens[stop - 1].end]
    return len(said) > 4 and said.isalpha() and said.isupper() and not text.text.isupper()  # a USB stick is one


def _means_another(text: Text, start: int, stop: int, sought: Sought) -> bool:
    """Whether the word is only part of another thing's name: the egg of an egg timer, the whites of white wine."""
    tokens = text.tokens
    named = modifies(tokens, stop) and tokens[stop - 1].plain not in BETWEEN
    if named and stop - start == 1 and f"{tokens[start].plain}s" in listed("only_many"):
        return True
    after = tokens[stop].plain if named else ""
    if after in listed("holders") and tokens[stop - 1].plain not in listed("materials") | listed("holders"):
        return _joined(tokens, start, stop + 1) not in sought.names
    own = things().get(_joined(tokens, start, stop))
    for first in range(max(0, stop - MOST_WORDS), start) if own is not None else ():
        whole = _joined(tokens, first, stop)
        if all(one.gap < Break.COMMA for one in tokens[first + 1 : stop]) and whole not in sought.names:
            other = things().get(whole)  # "take the train" is a wish of its own, and names a train
            if other not in (None, own) and not other.strain and not _is_sort(tokens, first, start, stop, sought):
                return True
    return False


def _is_sort(tokens: Sequence[Token], first: int, start: int, stop: int, sought: Sought) -> bool:
    """Whether the longer name is a kind of the same thing: graham crackers are crackers, pruning shears shears."""
    longer, own = (" ".join(one.plain for one in tokens[at:stop]) for at in (first, start))
    if not is_food(own) and not is_food(longer):
        return relations.key(own) == relations.key(sought.said)
    return bool(foods_of(own)) and foods_of(own) <= foods_of(longer)


def _joined(tokens: Sequence[Token], start: int, stop: int) -> str:
    return "".join(one.stem for one in tokens[start:stop])


def _again(read: Sequence[Text], found: dict[tuple[Part | None, int], list[Hit]], wish: Sought) -> None:
    """Add places that have a thing's last word alone: "the stone" after "a pizza stone", "the fish" after cod."""
    wholes: dict[str, str] = {}
    others: dict[Part, set[str]] = {part: set() for part in PARTS}
    for part, text in sorted(((one.part, one) for one in read if one.part), key=lambda one: one[0] != "steps"):
        in_list = part == "resources"  # the list counts more
        for at, last in enumerate(text.tokens):
            if not modifies(text.tokens, at + 1):
                hits_here = found.get((part, text.step), ())
                hit = next((one for one in hits_here if _is_last(text, one, last, listed=in_list)), None)
                if hit is not None and (in_list or not wish.sort):
                    wholes[last.stem] = f"{hit.word} on the list" if in_list else hit.word
                elif in_list or not _bare(text.tokens, at):
                    others[part].add(last.stem)
    own = {stem for stem, whole in wholes.items() if whole.endswith(" on the list")}
    heads = (own | (wholes.keys() - others["steps"])) - others["resources"] - listed("plain_heads")
    alike = {stem: one for one in heads if one in things() for stem in map(relations.key, things()[one].same)}
    alike = {stem: wholes[one] for stem, one in alike.items() if stem not in heads | others["resources"]}
    named = {one: wholes[one] for one in heads} | alike | _called_by_sort(read, found)
    for text in read if named else ():
        if text.part == "steps":
            for at, token in enumerate(text.tokens):
                whole = named.get(token.stem)
                if whole is None or not _bare(text.tokens, at) or may_act(text.tokens, at):
                    continue
                more = modifies(text.tokens, at + 1)
                if more and (token.stem not in heads or _joined(text.tokens, at, at + 2) in things()):
                    continue  # the stick of a stick blender is no celery
                if not text.quiet and marks(text.tokens, frozenset((at,)), language()).unused[at]:
                    continue  # "with your thumbs, no levers"
                word = text.text[token.start : token.end]
                hit = Hit(1, token.start, word, f"{word}: the {whole}")
                found.setdefault((text.part, text.step), []).append(hit)


def _called_by_sort(
    read: Sequence[Text], found: Mapping[tuple[Part | None, int], Sequence[Hit]]
) -> dict[str, str]:
    """Return what a step may call "the fish" or "the meat": the only such line of the list, if it is a place."""
    foods = [
        (text, one.entry.gives)
        for text in read
        if text.part == "resources" and listed("made_of_sorts").isdisjoint(one.plain for one in text.tokens)
        for one in food_hits(text.tokens)
        if one.entry is not None
    ]
    called = {}
    for sort in listed("called_by_sort"):
        lines = {text.step: text for text, gives in foods if foods_of(sort) <= {id for id, _ in gives}}
        hit = next((one for step in lines for one in found.get(("resources", step), ())), None)
        if hit is not None and len(lines) == 1 and relations.key(hit.word) != relations.key(sort):
            called[relations.key(sort)] = f"{hit.word} on the list"
    return called


def _is_last(text: Text, hit: Hit, last: Token, *, listed: bool) -> bool:
    """Whether the name has several words and ends here; in a step, it must have two and name the thing itself."""
    start = last.end - len(hit.word)
    own = listed or (hit.named and not hit.rank and hit.word.count(" ") == 1)
    return own and hit.rank < 2 and start < last.start and text.text[start : last.end] == hit.word


def _bare(tokens: Sequence[Token], at: int) -> bool:
    """Whether no other noun before this one says which is meant."""
    before = tokens[at - 1] if at else None
    free = before is None or tokens[at].gap >= Break.COMMA or before.plain in BETWEEN or at == 1
    return free or (before is not None and before.gap >= Break.COMMA)


def _wanted(keys: Sequence[frozenset[str]]) -> Wanted:
    numbers: dict[str, list[int]] = {}
    for number, some in enumerate(keys):
        for key in some:
            numbers.setdefault(key, []).append(number)
    found = {key: tuple(ones) for key, ones in numbers.items()}
    return found, frozenset(key[:3] for key in found), max(map(len, found), default=0)


def _spans(tokens: Sequence[Token], wanted: Wanted) -> Iterator[tuple[int, int, str, tuple[int, ...]]]:
    """Where keys stand, from left to right, the longest first at each word."""
    keys, begins, longest = wanted
    for start in range(len(tokens)):
        joined, here, loose = "", [], False
        measured = len(tokens[start].plain) == 1 and start > 0 and tokens[start - 1].plain[-1:].isdigit()
        for stop in range(start, min(start + (1 if measured else MOST_WORDS), len(tokens))):
            if stop > start and tokens[stop].gap >= Break.COMMA:
                break
            joined += tokens[stop].stem
            loose = loose or tokens[stop].plain in BETWEEN
            if len(joined) > longest or (len(joined) > 2 and joined[:3] not in begins):
                break
            if joined in keys and not (stop > start and loose and joined in one_word_names()):
                here.append((start, stop + 1, joined, keys[joined]))
        yield from reversed(here)


def _means(text: Text, start: int, stop: int, name: Name, sought: Sought, made: Marks) -> bool:
    """Whether the name is used here, in its own sense."""
    elsewhere = (made.away[start] or made.idle[start]) and not sought.foods
    open_end = text.tokens[stop - 1].plain in BETWEEN  # "go to the market" is no fish market
    if made.unused[start] or elsewhere or (not open_end and parted(text.tokens, stop, language())):
        return False
    if name.verb and not may_be_done(text.tokens, start):
        return False
    ordered = verb_place(text.tokens, start, language())
    acts = ordered or text.tokens[start].plain.endswith("ing")
    if (made.undone[start] and acts) or (
        (name.rank or sought.guard) and _is_harmless(text, start, stop, sought, made)
    ):
        return False
    words = {token.stem for token in text.tokens[start:stop]}
    if name.rank == 1 and any(not one.rank and key in words for key, one in sought.names.items()):
        return True  # soy wax is made with soy, whatever the guard says of eating it
    known = foods_of(text.text[text.tokens[start].start : text.tokens[stop - 1].end].casefold())
    foods = sought.foods or known & sought.guard or known  # wine vinegar has wine's sulphites, but no alcohol
    at = (
        start if _joined(text.tokens, start, stop) in sought.names else stop - 1
    )  # of "red cooking wine", the wine
    return not foods or _same_food(text.tokens, at, foods)


def _is_harmless(text: Text, start: int, stop: int, sought: Sought, made: Marks) -> bool:
    """Whether what only belongs to the thing is harmless here: quartered grapes, a vegan fish sauce."""
    said = text.text[text.tokens[start].start : text.tokens[stop - 1].end].casefold()
    act = sought.names.get(_joined(text.tokens, start, stop), _OWN).act
    wanted = sought.guard | sought.foods
    lifted = (
        bool(sought.guard) and wanted <= made.lifts.always[start] | made.lifts.free[start]
    )  # unsulphured, not rice noodles
    freed = (lifted or _is_freed(text.tokens, start, sought)) and not made.denied[start]
    if freed or is_made_harmless(text.tokens, start, stop, act=act) or clears(text.text, said, sought.guard):
        return True
    around = (one for one in food_hits(text.tokens) if one.start < stop and start < one.end)
    if not foods_of(said) or not any(around):
        return False
    meant = [one for one in spoken(text.text) if one.start < stop and start < one.end]
    asked = (
        frozenset()
        if sought.names.get(_joined(text.tokens, start, stop), _OWN).rank > 1
        else sought.foods | sought.guard
    )
    return not any(not asked or any(id in asked for id, _ in one.gives) for one in meant)


def is_fine_in(tokens: Sequence[Token], word: str, said: str) -> bool:
    """Whether, each time the word stands in a text, something beside it makes it harmless or something else."""
    if relations.is_in_a_friend(tokens, word, said):
        return True
    at = [number for number, one in enumerate(tokens) if one.plain == word.casefold()]
    acts = (verb_place(tokens, one, language()) for one in at)
    return bool(at) and all(
        is_made_harmless(tokens, one, one + 1, act=act) for one, act in zip(at, acts, strict=True)
    )


def _is_freed(tokens: Sequence[Token], start: int, sought: Sought) -> bool:
    """Whether "…-free" before the name says that it lacks what is unwanted: celery-free stock."""
    before = list(takewhile(lambda at: tokens[at + 1].gap < Break.COMMA, range(start - 1, max(0, start - 4), -1)))
    free = next((at for at in before if tokens[at].plain == "free"), 0)
    between = {one.plain for one in tokens[free + 1 : start]}
    return (
        free > 0
        and between.isdisjoint(BETWEEN)
        and tokens[free - 1].stem in {*sought.names, *map(relations.key, (sought.said, *sought.said.split()))}
    )


def _same_food(tokens: tuple[Token, ...], at: int, foods: frozenset[str]) -> bool:
    """Whether the guard, if it knows the phrase around this word, takes it for the same kind of food."""
    known = food_hits(tokens)
    around = known[bisect_right(known, at, key=lambda hit: hit.start) - 1] if known else None
    if around is None or not around.start <= at < around.end:
        return not verb_place(tokens, at, language())  # "fish out the bay leaf"
    return around.entry is not None and not foods.isdisjoint(id for id, _ in around.entry.gives)


def _guarded(
    procedure: Procedure, read: Sequence[Text], sought: Sequence[Sought]
) -> Iterator[tuple[int, tuple[Part | None, int], Hit]]:
    """Yield what the guard finds for the wishes that ask for its constraints."""
    wanted = frozenset().union(*(one.guard for one in sought))
    if not wanted:
        return
    # "my house is from 1930, any risks?": asked among all risks, it would imply no old house
    alone = {one.guard for one in sought if persons(one.guard) - persons(wanted)}
    all_found = dict.fromkeys(found for ids in (wanted, *alone) for found in check(procedure, ids))
    spots: list[tuple[tuple[Part | None, int], Finding]] = [
        ((part, found.step or 0), found) for found in all_found for part in PARTS if found.part == part
    ]
    goal = scan(procedure.goal, wanted)  # the list says what is in a dish made here
    spots += [((None, 0), found) for found in goal if found.kind != "derived" or not procedure.resources]
    at = {(one.part, one.step): one for one in read}
    for number, one in enumerate(sought):
        for order, (spot, found) in enumerate(spots):
            text = at[spot]
            if _is_heading(text) or only_acts(text.tokens, found.word, text.part):
                continue  # "Cream the butter" is no cream
            tool = group(found.constraint) == "equipment" and found.kind == "derived"
            if tool and found.word[:1].isupper() and not begins_in(text.text, found.word):
                continue  # "Flan, by Google" is somebody's name; "the Cheddar" is a food
            if (
                found.constraint in one.guard
                and found.kind in one.kinds
                and relations.key(found.word) not in one.friends
                and (not one.whys or found.why in one.whys)
            ):
                rank = ("found", "derived", "not_assessed").index(found.kind)
                yield number, spot, Hit(rank, order, found.word, _why(one, found))
    yield from _misspelt(read, sought)


def _misspelt(
    read: Sequence[Text], sought: Sequence[Sought]
) -> Iterator[tuple[int, tuple[Part | None, int], Hit]]:
    """Yield misspelt foods that a wish rules out."""
    asked = [{id for id in one.guard if group(id) in ("allergen", "diet")} for one in sought]
    for text, word, food in misspelt_foods(read) if any(asked) else ():
        for number, ids in enumerate(asked):
            if ids and scan(food, ids):
                yield number, (text.part, text.step), Hit(0, 0, word, f"this may be {food}")


def _is_heading(text: Text) -> bool:
    return text.part == "resources" and text.text.endswith(":")


_DIETS = frozenset(["vegan", "vegetarian"])
"""What a food itself can be; whether it is kosher depends on what it is eaten with."""


def _why(sought: Sought, found: Finding) -> str:
    """Return why a word is a place, by what the guard knows; "" for what was asked for by its own name."""
    named = any(not name.rank and own in relations.key(found.word) for own, name in sought.names.items())
    if named:
        return ""
    if sought.said in _DIETS:
        return f"{found.word}: not {sought.said}"
    reason = found.kind == "derived" and group(found.constraint) == "allergen"
    why = found.why.partition(" (")[0] if reason else f"found because you said “{sought.said}”"
    return f"{found.word}: {why}"
