"""Wishes with a cue: one that stands alone, one before its thing, and one after it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tailor.core.finding import cues
from tailor.core.finding.cues import Cue, Word, listed
from tailor.core.finding.foods import foods_of, is_eaten, is_food
from tailor.core.finding.measured import limits_all
from tailor.core.finding.model import Polarity, Said
from tailor.core.finding.reading import NEGATIVE, Reading, is_counted, is_known, is_number, key_of, longest_known
from tailor.core.finding.relations import is_appliance, things
from tailor.core.guard.constraints import of_all_kinds
from tailor.core.guard.vocabulary import Break
from tailor.core.requirements import has_verb


def stands_alone(reading: Reading) -> bool:
    cue = cues.cue_at(reading.hint, reading.at, "alone")
    if longest_known(reading.hint, range(reading.at, len(reading.hint)), least=2):
        return False  # "half and half" is no half
    longer = cues.cue_at(reading.hint, reading.at, "before")
    if cue is None or (longer is not None and len(longer.words) > len(cue.words)):
        return False
    if cue.polarity == "time" and not listed("reasons").isdisjoint(map(reading.plain, range(reading.at))):
        return False  # "because it is quicker" asks for no time
    if cue.words[-1] in listed("haste") and not _is_of_all(reading):
        return False
    after = reading.at + len(cue.words)
    if cue.polarity == "amount" and cue.words[-1] == "one" and reading.plain(after) in listed("of_time"):
        return False  # "too much for one go"
    if cue.polarity == "amount" and cue.words[-1] == "it" and (meant := _meant_by_it(reading)):
        reading.free = [at for at in reading.free if at not in meant]
        return reading.tell(after, Said("amount", meant, taken=(*meant, *range(reading.at, after))))
    if cue.polarity == "amount" and _is_much(cue.words[-1]) and reading.phrase(after):
        return _things(reading, Cue(cue.words, "before", "amount"), after)
    return reading.tell(after, Said(cue.polarity, mentioned=cue.words[-1] in listed("when")))


def _meant_by_it(reading: Reading) -> tuple[int, ...]:
    """Return the food just named that "it" refers to: "thats a lot of sugar, can i halve it"."""
    named = next((at for at in reversed(reading.free) if is_food(reading.plain(at))), -1)
    near = named >= 0 and all(one.gap <= Break.COMMA for one in reading.hint[named + 1 : reading.at])
    before = {one.typed.casefold() for one in reading.hint[max(named - 3, 0) : named]}
    return (named,) if near and before & {"lot", "alot", "lots", "much", "many", "loads"} else ()


def _is_of_all(reading: Reading) -> bool:
    """Whether a word of haste is about the whole: "dinner fast", but not "i write fast"."""
    if reading.plain(reading.at) == "fast" and reading.plain(reading.at - 1) in listed("before_a_fast"):
        return False  # a fast without food
    at, little = reading.at, listed("stop") - listed("joiners")
    while at > 0 and reading.hint[at].gap < Break.COMMA and reading.plain(at - 1) in little:
        at -= 1
    ends = at == 0 or reading.hint[at].gap >= Break.COMMA or reading.diet_at(at - 1) > 0
    return ends or reading.plain(at - 1) in listed("hastened") | listed("joiners") | listed("adjectives")


def cue_and_thing(reading: Reading) -> bool:
    cue = cues.cue_at(reading.hint, reading.at, "before")
    if cue is None:
        return False
    stop = reading.at + len(cue.words)
    if _has(cue) and not _tool_at(reading, stop):
        return False
    if cue.words in (("can", "i"), ("could", "i"), ("can", "we")) and cues.cue_at(reading.hint, stop, "alone"):
        return False  # "can i halve it"
    other = cues.cue_at(reading.hint, stop, "before")
    if cue.words[-1] in ("i", "we") and other is not None and other.swaps:
        return False  # "can i swap the prawns for chicken"
    if cue.words[-1] in ("use", "using", "only", "just") and other is not None and other.polarity == "amount":
        return False  # "use half the sugar"
    if cue.words[-1] == "have" and reading.plain(stop) == "to":
        return False  # "doesnt have to be vegan"
    if cue.words[0] in listed("excepting") and _is_exception(reading, stop):
        return True
    rather = (reading.run_before(reading.at), reading.phrase(stop)) if cue.words == ("over",) else ()
    if not all(run and is_known(reading.hint, run) for run in rather):
        return False  # "tips over the water" prefers nothing
    unit = cues.unit_at(reading.hint, stop)
    if unit is not None and cue.polarity in ("missing", "without"):
        named = tuple(range(stop, stop + len(unit[0])))
        return reading.tell(named[-1] + 1, Said("unit", thing=named, system=f"no {unit[1]}"))
    if unit is not None and _only_wanted(cue) and len(reading.plain(stop)) > 1:
        return False  # "i only use grams"
    return _things(reading, cue, stop)


def _asks_for_food(reading: Reading, cue: Cue, thing: Sequence[int]) -> bool:
    """Whether the question is about a food in the dish ("any nuts in it"), not "is there milk in the fridge"."""
    if not thing or not foods_of(" ".join(map(reading.plain, thing))):
        return False
    begin, stop = reading.at + len(cue.words), thing[-1] + 1
    if any(reading.plain(at) in ("enough", "too") for at in range(begin, thing[0])):
        return False
    if reading.plain(stop) == "in":
        place = stop + 1 + (reading.plain(stop + 1) == "the")
        return reading.plain(place) in listed("meant_here") | {""}
    ends = not reading.plain(stop) or reading.hint[stop].gap >= Break.COMMA
    ends = ends or reading.plain(stop) in listed("meant_here") | listed("joiners")
    return ends and cue.words != ("any",)


def _is_exception(reading: Reading, begin: int) -> bool:
    """Record what is named here as an exception to earlier wishes; False if there are none."""
    refused = [at for at, one in enumerate(reading.said) if one.polarity in NEGATIVE]
    things = _joined(reading, begin)
    if not refused or not things:
        return False
    for at in refused:
        reading.said[at] = replace(reading.said[at], spared=(*reading.said[at].spared, *things))
    last, stop = reading.said[refused[-1]], things[-1][-1] + 1
    reading.said[refused[-1]] = replace(last, taken=(*last.taken, *range(reading.at, stop)))
    reading.at = stop
    return True


def _joined(reading: Reading, begin: int) -> list[tuple[int, ...]]:
    """Return the thing that begins here, and those joined to it by "and" or "or"."""
    found, at = list[tuple[int, ...]](), begin
    while thing := not (found and reading.wish_at(at)) and reading.phrase(at):
        found.append(thing)
        if reading.plain(thing[-1] + 1) not in listed("joiners"):
            break
        at = thing[-1] + 2
    return found


def _is_diet_alone(reading: Reading, thing: Sequence[int]) -> bool:
    """Whether a diet begins here and nothing follows: of "no vegan butter" it is vegan butter that is missing."""
    size = reading.diet_at(thing[0])
    return bool(size) and listed("stop").union(listed("dishes")).issuperset(map(reading.plain, thing[size:]))


def _takes_back(reading: Reading, cue: Cue, thing: Sequence[int]) -> bool:
    """Whether the cue denies a second one that begins with the thing: "dont want to replace the butter"."""
    other = cues.cue_at(reading.hint, thing[0], "before")
    changes = other is not None and (other.polarity in (*NEGATIVE, "amount") or other.swaps)
    return changes and not listed("denying").isdisjoint(cue.words)


def _is_kept(reading: Reading, cue: Cue) -> bool:
    """Whether the thing of this cue should stay as it is."""
    last = reading.said[-1] if reading.said else None
    if cue.polarity == "instead" and not cue.swaps and last and last.polarity in ("without", "missing"):
        return cue.words[0] in ("instead", "rather", "in") and max(last.taken) == reading.at - 1
    deniable = cue.polarity in (*NEGATIVE, "amount") or cue.swaps
    return deniable and cue.words[0] not in ("no", "not", "nothing") and reading.is_denied(reading.at)


def _tool_at(reading: Reading, at: int) -> bool:
    """Whether the thing here is a tool: "a gas oven", but not "nut allergy" or "broken drill"."""
    thing = reading.phrase(at)
    keys = (key_of(reading.hint, thing), key_of(reading.hint, thing[-1:]))
    said = next((things()[one] for one in keys if one in things()), None)
    if said is None or said.strain or "body" in said.flags or foods_of(reading.plain(thing[-1])):
        return False
    after = cues.cue_at(reading.hint, thing[-1] + 1, "after")
    return after is None and not any(cues.cue_at(reading.hint, one, "before") for one in thing)


def _things(reading: Reading, cue: Cue, begin: int) -> bool:
    """Record the thing after a cue, and the others of its list: "no eggs, milk or nuts"."""
    thing = reading.phrase(begin)
    if cue.asks and not _asks_for_food(reading, cue, thing):
        return False
    if not thing or _is_diet_alone(reading, thing) or reading.plain(thing[0]) in listed("modals"):
        return False  # "nothing may go down before six"
    after = cues.cue_at(reading.hint, thing[-1] + 1, "after")
    if _takes_back(reading, cue, thing) or (cue.words == ("not",) and after and after.words == ("free",)):
        return False
    if _is_kept(reading, cue):
        return reading.tell(thing[-1] + 1, Said("other", thing=thing, mentioned=True))
    like = listed("substitutes") if cue.words in (("no",), ("without",)) else ()
    if reading.plain(thing[-1] + 1) in like and reading.hint[thing[-1] + 1].gap < Break.COMMA:
        return reading.tell(thing[-1] + 2, Said("other", thing=thing, mentioned=True))
    known = things().get(key_of(reading.hint, thing))
    if _only_wanted(cue) and known is not None and known.alone:
        return False  # "i use a wheelchair" names no tool
    following = cues.cue_at(reading.hint, thing[-1] + 1, "before")
    if _only_wanted(cue) and following is not None and following.polarity == "instead":
        return False  # "use oil instead of butter": the butter is the thing
    polarity = _weighed(cue, reading.hint, thing)
    if cue.asks and not of_all_kinds(f"no {' '.join(map(reading.plain, thing))}"):
        polarity = "without"  # a question about butter is not about cheese
    if cue.polarity == "missing" and reading.plain(thing[-1]) in listed("parts_of_bodies"):
        polarity = "allergy-or-health"  # "broke my leg"
    less = polarity in ("missing", "without") and reading.plain(thing[-1] + 1) in ("only", "just")
    if less and limits_all(reading.hint, thing[-1] + 2):  # "no milk, only 100 ml"
        return reading.tell(thing[-1] + 2, Said("amount", thing=thing))
    wanted, stop = _wanted(reading, cue, thing)
    if cue.polarity == "missing" and reading.plain(stop) == "allowed":
        polarity, stop = "without", stop + 1
    if polarity == "amount" and (of := [at for at in thing[:-1] if reading.plain(at) == "of"]):
        thing = tuple(at for at in thing if at > of[0])  # the milk of "only 1 cup of milk"
    wanted = thing if _only_wanted(cue) else wanted
    lacks = not listed("lacking").isdisjoint(cue.words)
    reading.tell(stop, Said(polarity, thing=thing, wanted=wanted, asked=cue.asks, lacks=lacks))
    _rest_of_list(reading, cue, reading.said[-1])
    return True


def _rest_of_list(reading: Reading, cue: Cue, first: Said) -> None:
    begun = len(reading.said) - 1
    while reading.at < len(reading.hint):
        here = reading.hint[reading.at]
        joined = here.plain in listed("joiners")
        if not joined and here.gap is not Break.COMMA:
            return
        begin = reading.at + 1 if joined else reading.at
        while reading.plain(begin) in listed("more_of_a_list"):
            begin += 1
        both = reading.plain(begin - 1) not in ("or", "nor")
        if both and first.polarity in NEGATIVE and reading.plain(begin) in listed("coming_in"):
            return  # "no parmesan and add basil", "without nuts and with more garlic"
        if reading.wish_at(begin) or (not joined and here.plain in ("my", "our", "his", "her", "their")):
            return  # "no rolling pin, my hands hurt"
        thing = reading.phrase(begin)
        behind = thing[-1] + 1 if thing else begin
        own = any(cues.cue_at(reading.hint, behind, side) for side in ("before", "after"))
        if not thing or (own and reading.plain(behind) not in listed("small") | listed("more_of_a_list")):
            return  # "no van, landlord forbids nails"
        if _only_wanted(cue) and not joined and not is_known(reading.hint, thing):
            return  # "only a backpack, cold places too"
        more = _joined(reading, begin) if not joined else []
        fine = cues.cue_at(reading.hint, more[-1][-1] + 1, "after") if len(more) > 1 else None
        if fine is not None and not listed("fine").isdisjoint(fine.words):
            return  # "no cheese, milk and butter are fine"
        if first.polarity == "missing" and (reading.circumstance_at(begin) or reading.circumstance_at(thing[0])):
            return  # "no car, with a toddler"
        wanted, stop = thing if _only_wanted(cue) else (), thing[-1] + 1
        if cue.swaps:  # "swap butter for oil and cream for milk", "swap butter and cream for oil"
            wanted, stop = _wanted(reading, cue, thing)
            if reading.said[begun].wanted and not wanted:
                return  # "replace butter with oil and garlic"
            if wanted:
                wanted = _shared_out(reading, begun, wanted)
                stop = wanted[-1] + 1
        reading.tell(stop, Said(first.polarity, thing=thing, wanted=wanted, asked=first.asked, lacks=first.lacks))


def _shared_out(reading: Reading, begun: int, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Give replacements to the earlier things that have none; return the one for the last thing.

    One to each ("butter and milk for oil and oat milk"), or the same to all.
    """
    without = [at for at in range(begun, len(reading.said)) if not reading.said[at].wanted]
    each = _joined(reading, wanted[0])
    each = each * (len(without) + 1) if len(each) == 1 else each
    if len(each) != len(without) + 1:
        return wanted
    for at, one in zip(without, each, strict=False):
        reading.said[at] = replace(reading.said[at], wanted=one)
    return each[-1]


def _is_only_a_sort(reading: Reading, wanted: Sequence[int]) -> bool:
    """Whether the replacement is a kind of thing rather than a thing: "dairy-free alternatives"."""
    behind = wanted[-1] + 1
    goes_on = behind < len(reading.hint) and reading.hint[behind].gap < Break.COMMA
    counts = reading.plain(behind) == "one" and is_known(reading.hint, wanted)  # "soy milk one carton is enough"
    near = {reading.plain(at) for at in (*wanted, *([behind] if goes_on and not counts else ()))}
    return bool(reading.diet_at(wanted[0])) or not near.isdisjoint(listed("only_a_sort"))


def _wanted(reading: Reading, cue: Cue, thing: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return the replacement and where to read on: after "with" or "for" of a swap, or before "instead of"."""
    stop = thing[-1] + 1
    stop += cue.swaps and reading.plain(stop) == "out"  # "swap the chicken out for tofu"
    if cue.swaps and reading.plain(stop) in ("with", "for", "by", "to"):
        wanted = reading.phrase(stop + 1)
        if wanted and _is_only_a_sort(reading, wanted):
            return (), stop  # "replace milk with dairy-free alternatives"
        return wanted, (wanted[-1] + 1 if wanted else stop)
    if cue.polarity == "missing" and (there := _there_is(reading, stop, thing)):
        return there, there[-1] + 1
    if cue.polarity in ("missing", "without") and reading.plain(stop) == "just":
        wanted = reading.phrase(stop + 1)  # "no cream just milk"
        if wanted and is_known(reading.hint, wanted) and not reading.wish_at(stop):
            return wanted, wanted[-1] + 1
    if cue.words[-1] == "not" and reading.plain(stop) == "but" and (wanted := reading.phrase(stop + 1)):
        return wanted, wanted[-1] + 1  # "not butter but oil"
    if cue.polarity == "instead" and reading.plain(stop) in listed("taking") and (it := reading.phrase(stop + 1)):
        return it, it[-1] + 1  # "instead of butter use oil"
    if cue.polarity == "instead":
        wanted = _noun_before(reading) if reading.hint[reading.at].gap < Break.COMMA else ()
        held = wanted[0] - 2 if wanted and reading.plain(wanted[0] - 1) == "of" else -1  # a tin of tuna
        packed = () if reading.plain(held) not in listed("packs") else (held,)
        reading.free = [at for at in reading.free if at not in (*wanted, *packed)]
        return wanted, stop
    return (), stop


def _there_is(reading: Reading, at: int, lacks: Sequence[int]) -> tuple[int, ...]:
    """Return what there is instead, after "got", "have" or "only": "no potatoes here but got rice".

    After "but" it may be a tool too: "no drill but i have a hammer", not "… a toddler". In place of a food it may
    be anything but a tool, as nobody knows the names of all foods.
    """
    food = is_food(reading.plain(lacks[-1]))
    but = reading.plain(at) == "but"
    while reading.plain(at) in ("here", "but", "i", "we", "ive", "weve", "still"):
        at += 1
    thing = reading.phrase(at + 1) if reading.plain(at) in ("have", "got", "only") else ()
    stop = thing[-1] + 1 if thing else at
    ends = stop >= len(reading.hint) or reading.hint[stop].gap >= Break.COMMA
    ends = ends or reading.plain(stop) in ("left", "need", "needs", "here", "already", "though")
    ends = ends or (reading.plain(stop) == "instead" and reading.plain(stop + 1) != "of")
    known = things().get(key_of(reading.hint, thing)) or things().get(key_of(reading.hint, thing[-1:]))
    eaten = len(thing) == 1 or (bool(thing) and is_eaten(reading.plain(thing[-1])))
    food = food and eaten and not (thing and reading.plain(thing[-1]) in listed("everyday"))
    able = (but or food) and (known is None or not (known.strain or known.alone or is_appliance(known)))
    able = able and not (food and known is not None and known.done)
    able = able and (listed("people") | listed("persons")).isdisjoint(map(reading.plain, thing))
    fits = (
        bool(thing) and (able or is_eaten(" ".join(map(reading.plain, thing)))) and not reading.diet_at(thing[0])
    )
    return thing if fits and ends else ()


def _noun_before(reading: Reading) -> tuple[int, ...]:
    """Return the thing named right before, skipping mere approval: "egg noodles any good instead of rice"."""
    stop = reading.at
    while reading.plain(stop - 1) in listed("approving"):
        stop -= 1
    return reading.run_before(stop)


def thing_and_cue(reading: Reading) -> bool:
    """Read a thing and then its cue: "nut allergy", "my drill is broken"."""
    cue = cues.cue_at(reading.hint, reading.at, "after")
    thing = reading.run_before(reading.at) if cue and reading.hint[reading.at].gap < Break.COMMA else ()
    if thing and reading.plain(thing[0] - 1) == "in":
        thing = reading.run_before(thing[0] - 1) or thing  # "raisins in apple things are a crime"
    if cue is None or not thing:
        return False
    longer = cues.cue_at(reading.hint, reading.at, "before")
    stop = reading.at + len(cue.words)
    if (longer is not None and len(longer.words) > len(cue.words)) or (cue.words[-1], reading.plain(stop)) == _OF:
        return False  # "oat milk instead of"
    known = bool(reading.plain(stop)) and is_known(reading.hint, (stop,))
    if cue.words[-1] == "off" and known and not is_known(reading.hint, thing):
        return False  # "my niece is off meat"
    if cue.polarity in NEGATIVE and reading.is_denied(thing[0], "before_denied_states"):
        reading.free = [at for at in reading.free if at not in thing]
        return reading.tell(reading.at + len(cue.words), Said("other", thing, taken=thing, mentioned=True))
    if cue.words == ("only",) and _goes_on(reading, reading.at + 1):
        return False  # "my oven only goes to 200"
    if cue.words in (("ok",), ("okay",)) and any(one.polarity in NEGATIVE for one in reading.said):
        return False  # "nothing with bleach or ammonia ok"
    if cue.words == ("thing",) and not _is_somebodys_thing(reading, thing):
        return False
    if cue.words[-1] in ("free", "thing"):  # "bake gluten free", "hubbys nut thing"
        thing = next((thing[at:] for at in range(len(thing)) if is_known(reading.hint, thing[at:])), thing)
    reading.free = [at for at in reading.free if at not in thing]
    stop = reading.at + len(cue.words)
    taken = (*thing, *range(reading.at, stop))
    if cue.polarity == "only" and is_number(reading.plain(thing[0] - 1)):  # "2 eggs only"
        return reading.tell(stop, Said("amount", thing, taken=(thing[0] - 1, *taken)))
    wanted = thing if _only_wanted(cue) else ()
    said = Said(cue.polarity, thing, wanted, taken, named=cue.words == ("free",))
    _list_before(reading, said)
    return reading.tell(stop, said)


def _is_somebodys_thing(reading: Reading, thing: Sequence[int]) -> bool:
    """Whether "thing" is somebody's food problem: "hubbys nut thing", "a nut thing", not "that milk thing"."""
    whose = reading.plain(thing[0] - 1) in ("a", "an", "my", "his", "her", "our", "their")
    return bool(foods_of(reading.plain(thing[-1]))) and (whose or len(thing) > 1)


_OF: Final = ("instead", "of")


def _list_before(reading: Reading, said: Said) -> None:
    """Record the other things of a list whose last one was read: the egg of "egg and milk allergy"."""
    begin, found = said.thing[0], list[Said]()
    cue = [at for at in said.taken if at not in said.thing]
    fine = () if listed("fine").isdisjoint(map(reading.plain, cue)) else cue  # "eggs and milk are fine"
    while said.polarity in (*NEGATIVE, "other") and begin > 0:
        joined = reading.plain(begin - 1) in listed("joiners")
        run = reading.run_before(begin - joined)
        if not (joined or reading.hint[begin].gap is Break.COMMA) or not _is_item(reading, run, said):
            break
        reading.free = [at for at in reading.free if at not in run]
        found.insert(0, replace(said, thing=run, wanted=run if said.wanted else (), taken=(*run, *fine)))
        begin = run[0]
    reading.said += found


def _is_item(reading: Reading, run: tuple[int, ...], said: Said) -> bool:
    """Whether these words name a thing; for an allergy, any noun does."""
    plain = " ".join(map(reading.plain, run))
    if not run or is_known(reading.hint, run):
        return bool(run)
    noun = not ({plain} & (listed("everyday") | listed("small")) or has_verb(plain))
    return said.polarity == "allergy-or-health" and len(run) == 1 and noun


def _goes_on(reading: Reading, at: int) -> bool:
    """Whether another content word follows without a break."""
    little = listed("ends") | listed("stop") | listed("joiners")
    return bool(reading.plain(at)) and reading.plain(at) not in little and reading.hint[at].gap < Break.COMMA


def _is_much(word: str) -> bool:
    return is_number(word) or word in ("half", "halve", "double", "triple", "much")


def _has(cue: Cue) -> bool:
    """Whether the cue says that the thing is available."""
    return cue.polarity == "other" and not {"have", "got", "own", "bought"}.isdisjoint(cue.words)


def _only_wanted(cue: Cue) -> bool:
    """Whether the cue names what to use, not what to leave out."""
    asks = cue.side == "after" or _has(cue) or not {"use", "using", "with", "about", "in"}.isdisjoint(cue.words)
    return cue.polarity == "only" or (cue.polarity == "other" and asks)


def _weighed(cue: Cue, hint: Sequence[Word], thing: tuple[int, ...]) -> Polarity:
    """Return the polarity: "only 3 eggs" is an amount; "no drilling" forbids, while "no drill" lacks."""
    if is_counted(hint, thing[0]):
        return "amount"
    if cue.polarity == "missing" and hint[thing[-1]].plain.endswith("ing") and len(thing) == 1:
        return "without"
    return cue.polarity
