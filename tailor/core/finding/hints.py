"""Read wishes out of a clause as people type it, from left to right: cue, then thing, or thing, then cue.

Every content word ends up in one wish or is left over; nothing is guessed from a word that is left over unless it
names a thing that the data knows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tailor.core.finding import cues
from tailor.core.finding.cues import Cue, Word, listed
from tailor.core.finding.model import Polarity, Said
from tailor.core.finding.relations import ailment, is_appliance, key, things
from tailor.core.finding.search import foods_of
from tailor.core.guard.constraints import constraints_in, load
from tailor.core.guard.vocabulary import Break, group, stems
from tailor.core.requirements import has_verb

LONGEST: Final = 4
"""Words of a thing."""


class _Reader:
    """Reads one clause; `at` is the next word."""

    def __init__(self, hint: Sequence[Word]) -> None:
        self.hint = hint
        self.said: list[Said] = []
        self.free: list[int] = []
        self.at = 0

    def read(self) -> list[Said]:
        while self.at < len(self.hint):
            start = self.at
            if self.hint[start].idle:
                self.at = start + 1
                continue
            done = (
                self._ages()
                or self._circumstance()
                or self._number()
                or self._diet()
                or self._measure()
                or self._lacking()
                or self._alone()
                or self._after()
                or self._before()
            )
            if not done:
                self.free.append(start)
                self.at = start + 1
        self._bring_together()
        allergies = [one for one in self.said if one.polarity == "allergy-or-health"]
        if any(not (one.diet or one.alone or one.named) for one in allergies):  # nut-free bread is bread
            self._of_an_allergy()
        wished = any(not one.alone and one.polarity != "skill" for one in self.said)
        self.said += _mentioned(self.hint, self.free, wished)
        return self.said

    def _bring_together(self) -> None:
        """ "No cream, use milk instead" is one wish: what is missing, and what is wanted in its place."""
        found: list[Said] = []
        for one in self.said:
            last = found[-1] if found else None
            stop = max(one.taken) + 1
            instead = [at for at in (*one.taken, stop) if self._plain(at) == "instead"]
            lacks = last is not None and last.polarity in ("missing", "without") and last.thing
            if last and lacks and not last.wanted and one.polarity == "other" and one.wanted and instead:
                taken = tuple(sorted({*last.taken, *one.taken, *instead}))
                found[-1] = replace(last, wanted=one.wanted, taken=taken)
                self.free = [at for at in self.free if at not in instead]
            else:
                found.append(one)
        self.said = found

    def _of_an_allergy(self) -> None:
        """Tell of every food that the guard hears refused in the clause, and pass over who must not eat it."""
        asked = frozenset(constraints_in(" ".join(one.plain for one in self.hint)))
        for at in tuple(self.free):
            asks = constraints_in(f"allergic to {self._plain(at)}")
            ids = frozenset(id for id in asks if group(id) == "allergen")
            if (ids and ids <= asked) or self._is_who(at):
                self.free.remove(at)
            if ids and ids <= asked:
                self.said.append(Said("allergy-or-health", thing=(at,), taken=(at,)))
            elif at not in self.free:
                self.said[0] = replace(self.said[0], taken=(*self.said[0].taken, at))

    def _is_who(self, at: int) -> bool:
        """Whether this is the name of a person who is something: "my daughter Lotte is", "Lotte and Max are"."""
        typed = self.hint[at].typed.casefold()  # "Lotte" is no latte
        name = self.hint[at].typed[:1].isupper() or self._plain(at - 1) in listed("small")
        if not name or key(typed) in things() or foods_of(typed) or typed in listed("everyday"):
            return False
        after = at + 1
        while self._plain(after) in listed("joiners") or (
            after in self.free and self._plain(after) not in listed("stop")
        ):
            after += 1
        return self._is_somebodys(at) or self._plain(after) in listed("being")

    def _is_somebodys(self, at: int) -> bool:
        """Whether this names whose it is: "Lotte's egg allergy"."""
        return self.hint[at].typed[:1].isupper() and self.hint[at].typed.endswith(("'s", "’s"))

    def _tell(self, stop: int, said: Said) -> bool:
        """Keep the wish, read on at `stop`; it takes all words up to there unless it says which."""
        self.said.append(said if said.taken else replace(said, taken=tuple(range(self.at, stop))))
        self.at = stop
        return True

    def _plain(self, at: int) -> str:
        return self.hint[at].plain if 0 <= at < len(self.hint) else ""

    def _circumstance(self) -> bool:
        """ "i rent", "bad knees", "low sodium": words that are a wish by themselves."""
        if self._plain(self.at - 1) in ("not", "no"):
            return False
        run = self._circumstance_at(self.at)
        if not run:
            return False
        thing = things()[_key(self.hint, run)]
        ailing = [at for at in (self.at - 1, self.at - 2) if self._plain(at) in listed("ailing")]
        age = [self.at - 1] if is_number(self._plain(self.at - 1)) and run[-1] != run[0] else []
        self.free = [at for at in self.free if at not in (*ailing, *age)]
        taken = (*sorted({*ailing, *age}), *run)  # "11 months old"
        polarity: Polarity = "other" if thing.strain else "without"
        polarity = "allergy-or-health" if "body" in thing.flags else polarity
        return self._tell(run[-1] + 1, Said(polarity, thing=run, taken=taken, alone=True))

    def _circumstance_at(self, begin: int) -> tuple[int, ...]:
        """The words from here that are a wish by themselves; () for the name of another thing: ankle weights."""
        for size in range(LONGEST, 0, -1):
            run = tuple(range(begin, min(begin + size, len(self.hint))))
            thing = things().get(_key(self.hint, run)) if len(run) == size else None
            if thing is not None and (thing.alone or size > 1):
                longer = size > 1 and _longest_known(self.hint, range(run[-1], len(self.hint)), least=2)
                return run if thing.alone and not longer else ()  # who has no kitchen scales may have a kitchen
        return ()

    def _ages(self) -> bool:
        """How old some children are: "kids 4 and 6 help", and not "for the kids 2 portions"."""
        stop = self.at + 1
        while self._plain(stop).isdigit() or self._plain(stop) in listed("joiners"):
            stop += 1
        ages = [int(one) for one in map(self._plain, range(self.at + 1, stop)) if one.isdigit()]
        aged = stop == len(self.hint) or bool({self._plain(stop - 1), self._plain(stop)} & listed("aged"))
        young = self._plain(self.at) in listed("children") and bool(ages) and max(ages) <= _OLDEST
        stop += self._plain(stop) in ("help", "helping")
        return young and aged and self._tell(stop, Said("allergy-or-health", thing=(self.at,), alone=True))

    def _number(self) -> bool:
        """ "12 people", "party of 12", "were only two", "20 minutes", "10 euros"."""
        if not is_number(self._plain(self.at)):
            return False
        after, stop = self._plain(self.at + 1), self.at + 2
        if self._plain(stop) == "old":
            return False  # "10 months old" is nobody's hurry
        if after in listed("between") and self._plain(self.at + 2):
            after, stop = self._plain(self.at + 2), self.at + 3
        no_people = self._plain(self.at - 1) in listed("owned") or self._plain(self.at) == "one"
        for name, polarity in _COUNTED:
            some = self._plain(stop) in listed("some_of") and self._plain(stop + 1) not in ("coming", "here")
            if name == "times" and not self._is_limit(self.at, stop):
                continue
            if after in listed(name) and not ((no_people or some) and name == "people"):
                return self._counted(polarity, stop)
        begin = self.at - 1
        while self._plain(begin) in ("about", "around", "just", "only"):
            begin -= 1
        before = {self._plain(begin), self._plain(self.at - 1)}
        if before & listed("for_how_many") and not self._phrase(self.at + 1):
            return self._counted("amount", self.at + 1)
        return False

    def _is_limit(self, begin: int, stop: int) -> bool:
        """Whether a time is all there is: "i have 20 minutes", and not "carry it 2 hours on the train"."""
        near = [*range(max(begin - 4, 0), begin), *range(stop, stop + 2)]
        said = {self._plain(at) for at in near if self._plain(at + 1) != "to"}  # "have to carry it 2 hours"
        return begin == 0 or self._plain(begin - 1) in listed("limiting_next") or bool(said & listed("limiting"))

    def _counted(self, polarity: Polarity, stop: int) -> bool:
        """Tell of a number, with "party of" before it."""
        begin = self.at
        while begin - 1 in self.free and self._plain(begin - 1) in listed("before_numbers"):
            begin -= 1
        if polarity == "other":  # "300 euro budget"
            stop += self._plain(stop) in listed("before_numbers")
            thing, taken = tuple(range(self.at, stop)), tuple(range(begin, stop))
            return self._tell(stop, Said(polarity, thing=thing, taken=taken, alone=True))
        return self._tell(stop, Said(polarity, taken=tuple(range(begin, stop))))

    def _diet(self) -> bool:
        size = self._diet_at(self.at)
        if not size:
            return False
        none = self._plain(self.at - 1) == "no" and self.hint[self.at].gap < Break.COMMA
        polarity: Polarity = "other" if none or self._is_denied(self.at) else "allergy-or-health"
        named = tuple(range(self.at, self.at + size))
        wished = polarity != "other"
        return self._tell(self.at + size, Said(polarity, thing=named, diet=wished, mentioned=not wished))

    def _diet_at(self, at: int) -> int:
        """How many words from here name a diet or the like."""
        phrases = ((size, self.hint[at : at + size]) for size in (3, 2, 1) if at + size <= len(self.hint))
        return next((size for size, words in phrases if _is_diet(" ".join(one.plain for one in words))), 0)

    def _says_which(self, at: int) -> bool:
        """Whether this is the "free" of "gluten-free flour"."""
        here, following = self.hint[at], self.hint[at + 1 : at + 2]
        named = following and following[0].gap < Break.COMMA and not cues.cue_at(self.hint, at + 1, "after")
        no_noun = listed("ends") | listed("joiners") | listed("stop")
        return here.plain == "free" and bool(named) and following[0].plain not in no_noun

    def _is_diet_alone(self, thing: Sequence[int]) -> bool:
        """Whether a diet begins here and is all there is: of "no vegan butter" vegan butter is missing."""
        size = self._diet_at(thing[0])
        return bool(size) and listed("stop").union(listed("dishes")).issuperset(map(self._plain, thing[size:]))

    def _is_denied(self, begin: int, between: str = "before_denied") -> bool:
        """Whether the words before take back what is wished here: "dont replace", "no longer", "never without"."""
        at = begin - 1
        while self.hint[at + 1].gap < Break.COMMA and self._plain(at) in listed(between):
            at -= 1
        near = self.hint[at + 1].gap < Break.COMMA
        no_more = self._plain(at) == "no" and self._plain(at + 1) in ("longer", "need")
        return near and (self._plain(at) in listed("denying") or no_more)

    def _lacking(self) -> bool:
        """ "cheeseless", "nutfree"."""
        word = self._plain(self.at)
        bare = word.removesuffix("less") if word.endswith("less") else word.removesuffix("free")
        if bare == word or not foods_of(bare):
            return False
        return self._tell(self.at + 1, Said("without", thing=(self.at,), named=True))

    def _measure(self) -> bool:
        found = cues.unit_at(self.hint, self.at)
        if found is None or is_number(before := self._plain(self.at - 1)) or before in ("a", "per", "of"):
            return False
        named = tuple(range(self.at, self.at + len(found[0])))
        if self._plain(named[-1] + 1) == "of":
            return False  # "the cup of flour" is flour
        ahead = {self._plain(at) for at in range(max(self.at - 4, 0), self.at)}
        refused = not listed("refusing").isdisjoint(ahead)  # "i dont get fahrenheit"
        system = f"no {found[1]}" if refused else found[1]
        return self._tell(named[-1] + 1, Said("unit", thing=named, system=system))

    def _alone(self) -> bool:
        cue = cues.cue_at(self.hint, self.at, "alone")
        if _longest_known(self.hint, range(self.at, len(self.hint)), least=2):
            return False  # half and half is no half
        longer = cues.cue_at(self.hint, self.at, "before")
        if cue is None or (longer is not None and len(longer.words) > len(cue.words)):
            return False
        if cue.polarity == "time" and any(
            one.plain in ("because", "cause", "since") for one in self.hint[: self.at]
        ):
            return False  # "because it is quicker" wishes no time
        before = self._plain(self.at - 1), self._plain(self.at - 2)
        if cue.polarity == "time" and before[1] in ("get", "gets", "getting", "got"):
            return False  # "i get tired quickly"
        if cue.words == ("fast",) and before[0] in ("the", "a", "my", "our", "break", "breaking", "during"):
            return False  # nobody eats then
        after = self.at + len(cue.words)
        if cue.polarity == "amount" and _is_much(cue.words[-1]) and self._phrase(after):
            return self._things(Cue(cue.words, "before", "amount"), after)
        return self._tell(after, Said(cue.polarity, mentioned=cue.words[-1] in listed("when")))

    def _before(self) -> bool:
        cue = cues.cue_at(self.hint, self.at, "before")
        if cue is None:
            return False
        stop = self.at + len(cue.words)
        if _has(cue) and not self._tool_at(stop):
            return False
        if cue.words[-1] == "have" and self._plain(stop) == "to":
            return False  # "doesnt have to be vegan"
        if cue.words[0] in listed("excepting") and self._is_exception(stop):
            return True
        unit = cues.unit_at(self.hint, stop)
        if unit is not None and cue.polarity in ("missing", "without"):
            named = tuple(range(stop, stop + len(unit[0])))
            return self._tell(named[-1] + 1, Said("unit", thing=named, system=f"no {unit[1]}"))
        return self._things(cue, stop)

    def _is_exception(self, begin: int) -> bool:
        """Keep what is named here as an exception to the wishes before, if there are any."""
        refused = [at for at, one in enumerate(self.said) if one.polarity in NEGATIVE]
        thing = self._phrase(begin)
        if not refused or not thing:
            return False
        for at in refused:
            self.said[at] = replace(self.said[at], spared=(*self.said[at].spared, *thing))
        last, stop = self.said[refused[-1]], thing[-1] + 1
        self.said[refused[-1]] = replace(last, taken=(*last.taken, *range(self.at, stop)))
        self.at = stop
        return True

    def _takes_back(self, cue: Cue, thing: Sequence[int]) -> bool:
        """Whether the cue denies another one that begins with the thing: "dont want to replace the butter"."""
        other = cues.cue_at(self.hint, thing[0], "before")
        changes = other is not None and (other.polarity in (*NEGATIVE, "amount") or other.swaps)
        return changes and not listed("denying").isdisjoint(cue.words)

    def _is_kept(self, cue: Cue) -> bool:
        """Whether the thing of this cue is to stay as it is."""
        last = self.said[-1] if self.said else None
        if cue.polarity == "instead" and not cue.swaps and last and last.polarity in ("without", "missing"):
            return cue.words[0] in ("instead", "rather", "in") and max(last.taken) == self.at - 1
        deniable = cue.polarity in (*NEGATIVE, "amount") or cue.swaps
        return deniable and cue.words[0] not in ("no", "not", "nothing") and self._is_denied(self.at)

    def _tool_at(self, at: int) -> bool:
        """Whether the thing here is one to work with: "a gas oven", but no "nut allergy" and no "broken drill"."""
        thing = self._phrase(at)
        said = next(
            (things()[one] for one in (_key(self.hint, thing), _key(self.hint, thing[-1:])) if one in things()),
            None,
        )
        if said is None or said.strain or "body" in said.flags or foods_of(self._plain(thing[-1])):
            return False
        after = cues.cue_at(self.hint, thing[-1] + 1, "after")
        return after is None and not any(cues.cue_at(self.hint, one, "before") for one in thing)

    def _things(self, cue: Cue, begin: int) -> bool:
        """The thing after a cue, and the others of its list: "no eggs, milk or nuts"."""
        thing = self._phrase(begin)
        if not thing or self._is_diet_alone(thing) or self._plain(thing[0]) in listed("modals"):
            return False  # "nothing may go down before six"
        after = cues.cue_at(self.hint, thing[-1] + 1, "after")
        if self._takes_back(cue, thing) or (cue.words == ("not",) and after and after.words == ("free",)):
            return False
        if self._is_kept(cue):
            return self._tell(thing[-1] + 1, Said("other", thing=thing, mentioned=True))
        like = listed("substitutes") if cue.words in (("no",), ("without",)) else ()
        if self._plain(thing[-1] + 1) in like and self.hint[thing[-1] + 1].gap < Break.COMMA:
            return self._tell(thing[-1] + 2, Said("other", thing=thing, mentioned=True))
        known = things().get(_key(self.hint, thing))
        if _only_wanted(cue) and known is not None and known.alone:
            return False  # whoever uses a wheelchair has no tool
        following = cues.cue_at(self.hint, thing[-1] + 1, "before")
        if _only_wanted(cue) and following is not None and following.polarity == "instead":
            return False  # "use oil instead of butter": the butter is the thing
        polarity = _weighed(cue, self.hint, thing)
        if cue.polarity == "missing" and self._plain(thing[-1]) in listed("parts_of_bodies"):
            polarity = "allergy-or-health"  # "broke my leg"
        wanted, stop = self._wanted(cue, thing)
        if cue.polarity == "missing" and self._plain(stop) == "allowed":
            polarity, stop = "without", stop + 1
        wanted = thing if _only_wanted(cue) else wanted
        lacks = not listed("lacking").isdisjoint(cue.words)
        self._tell(stop, Said(polarity, thing=thing, wanted=wanted, lacks=lacks))
        self._rest_of_list(cue, self.said[-1])
        return True

    def _rest_of_list(self, cue: Cue, first: Said) -> None:
        while self.at < len(self.hint):
            here = self.hint[self.at]
            joined = here.plain in listed("joiners")
            if not joined and here.gap is not Break.COMMA:
                return
            begin = self.at + 1 if joined else self.at
            while self._plain(begin) in listed("more_of_a_list"):
                begin += 1
            if self._wish_at(begin) or (not joined and here.plain in ("my", "our", "his", "her", "their")):
                return  # "no rolling pin, my hands hurt"
            thing = self._phrase(begin)
            if not thing or cues.cue_at(self.hint, thing[-1] + 1, "after"):
                return
            if first.polarity == "missing" and (self._circumstance_at(begin) or self._circumstance_at(thing[0])):
                return  # "no car, with a toddler"
            wanted, stop = thing if _only_wanted(cue) else (), thing[-1] + 1
            self._tell(stop, Said(first.polarity, thing=thing, wanted=wanted, lacks=first.lacks))

    def _wish_at(self, at: int) -> bool:
        """Whether a wish of its own begins here."""
        cue = cues.cue_at(self.hint, at, "before") or cues.cue_at(self.hint, at, "alone")
        return cue is not None or bool(self._diet_at(at))

    def _wanted(self, cue: Cue, thing: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """What is to be there instead: after "with" or "for" of a swap, or what stands before "instead of"."""
        stop = thing[-1] + 1
        if cue.swaps and self._plain(stop) in ("with", "for", "by", "to"):
            wanted = self._phrase(stop + 1)
            return wanted, (wanted[-1] + 1 if wanted else stop)
        if cue.polarity == "instead":
            wanted = self._run_before(self.at) if self.hint[self.at].gap < Break.COMMA else ()
            self.free = [at for at in self.free if at not in wanted]
            return wanted, stop
        return (), stop

    def _after(self) -> bool:
        """A thing and then its cue: "nut allergy", "my drill is broken"."""
        cue = cues.cue_at(self.hint, self.at, "after")
        thing = self._run_before(self.at) if cue and self.hint[self.at].gap < Break.COMMA else ()
        if cue is None or not thing:
            return False
        longer = cues.cue_at(self.hint, self.at, "before")
        if longer is not None and len(longer.words) > len(cue.words):
            return False  # "oat milk instead of"
        if cue.polarity in NEGATIVE and self._is_denied(thing[0], "before_denied_states"):
            self.free = [at for at in self.free if at not in thing]
            return self._tell(self.at + len(cue.words), Said("other", thing, taken=thing, mentioned=True))
        if cue.words in (("ok",), ("okay",)) and any(one.polarity in NEGATIVE for one in self.said):
            return False  # "nothing with bleach or ammonia ok"
        if cue.words == ("free",):  # "bake gluten free"
            thing = next((thing[at:] for at in range(len(thing)) if self._is_known(thing[at:])), thing)
        self.free = [at for at in self.free if at not in thing]
        stop = self.at + len(cue.words)
        taken = (*thing, *range(self.at, stop))
        if cue.polarity == "only" and is_number(self._plain(thing[0] - 1)):  # "2 eggs only"
            return self._tell(stop, Said("amount", thing, taken=(thing[0] - 1, *taken)))
        wanted = thing if _only_wanted(cue) else ()
        said = Said(cue.polarity, thing, wanted, taken, named=cue.words == ("free",))
        self._list_before(said)
        return self._tell(stop, said)

    def _list_before(self, said: Said) -> None:
        """Tell of the others of a list whose last thing was told: the egg of "egg and milk allergy"."""
        begin, found = said.thing[0], list[Said]()
        while said.polarity in (*NEGATIVE, "other") and begin > 0:
            joined = self._plain(begin - 1) in listed("joiners")
            run = self._run_before(begin - joined)
            if not (joined or self.hint[begin].gap is Break.COMMA) or not self._is_item(run, said):
                break
            self.free = [at for at in self.free if at not in run]
            found.insert(0, replace(said, thing=run, wanted=run if said.wanted else (), taken=run))
            begin = run[0]
        self.said += found

    def _is_item(self, run: tuple[int, ...], said: Said) -> bool:
        """Whether these words name a thing; of an allergy any noun does."""
        plain = " ".join(map(self._plain, run))
        if not run or self._is_known(run):
            return bool(run)
        noun = not ({plain} & (listed("everyday") | listed("small")) or has_verb(plain))
        return said.polarity == "allergy-or-health" and len(run) == 1 and noun

    def _is_known(self, run: Sequence[int]) -> bool:
        """Whether these words name a thing of the data or a food of the guard."""
        plain = " ".join(map(self._plain, run))
        return key(plain) in things() or bool(foods_of(plain))

    def _run_before(self, stop: int) -> tuple[int, ...]:
        """The free content words that stand right before this one."""
        run: list[int] = []
        at = stop - 1
        while at in self.free and len(run) < LONGEST - 1:
            if run and self.hint[at + 1].gap >= Break.COMMA:
                break
            if self._plain(at) in listed("stop") | listed("symbols") or is_number(self._plain(at)):
                break
            if self._is_somebodys(at):
                break
            run.insert(0, at)
            at -= 1
        return tuple(run)

    def _phrase(self, begin: int) -> tuple[int, ...]:
        """The positions of the noun phrase that begins here, without articles and the like; () if none does."""
        if whole := _longest_known(self.hint, range(begin, len(self.hint)), least=3):
            return whole  # half and half
        at = begin
        while self._plain(at) in listed("fillers") or is_number(self._plain(at)):
            if is_number(self._plain(at)) and any(self._plain(at + 1) in listed(name) for name, _ in _COUNTED):
                return ()  # a number of people or minutes is no thing
            at += 1
        found: list[int] = []
        while at < len(self.hint) and len(found) < LONGEST:
            word = self.hint[at]
            broken = word.idle or ((at > begin or found) and word.gap >= Break.COMMA)
            if broken or word.plain in listed("ends") or word.plain in listed("joiners"):
                break
            cue = cues.cue_at(self.hint, at, "after") or cues.cue_at(self.hint, at, "before")
            if found and cue and not self._says_which(at):
                break
            found.append(at)
            at += 1
        while found and self._plain(found[-1]) in listed("stop"):
            found.pop()
        return tuple(found) if any(self._plain(one) not in listed("stop") for one in found) else ()


_OLDEST: Final = 12
"""Years of a child."""
_COUNTED: Final[tuple[tuple[str, Polarity], ...]] = (("people", "amount"), ("times", "time"), ("money", "other"))
NEGATIVE: Final = frozenset(["without", "missing", "allergy-or-health"])


def read(hint: Sequence[Word]) -> list[Said]:
    """The wishes of a clause, in the order in which they were read."""
    return _Reader(hint).read()


def is_number(word: str) -> bool:
    return word.isdigit() or word in listed("numbers")


def _is_much(word: str) -> bool:
    return is_number(word) or word in ("half", "halve", "double", "triple")


def _is_diet(phrase: str) -> bool:
    said = stems(phrase)
    first = said[0] if said else ""
    rows = load().says.get(first, ())
    return any(tuple(words) == said for words, ids in rows if ids) and bool(constraints_in(phrase))


def _has(cue: Cue) -> bool:
    """Whether the cue says that the thing is there."""
    return cue.polarity == "other" and not {"have", "got", "own", "bought"}.isdisjoint(cue.words)


def _only_wanted(cue: Cue) -> bool:
    """Whether the cue names what is to be used, not what is to go."""
    asks = cue.side == "after" or _has(cue) or not {"use", "using", "with", "about"}.isdisjoint(cue.words)
    return cue.polarity == "only" or (cue.polarity == "other" and asks)


def _weighed(cue: Cue, hint: Sequence[Word], thing: tuple[int, ...]) -> Polarity:
    """ "only 3 eggs" is an amount; "no drilling" forbids, while "no drill" lacks."""
    if _counted(hint, thing[0]):
        return "amount"
    if cue.polarity == "missing" and hint[thing[-1]].plain.endswith("ing") and len(thing) == 1:
        return "without"
    return cue.polarity


def _counted(hint: Sequence[Word], at: int) -> bool:
    """Whether a number stands before this word: what is counted is an amount, never unwanted."""
    sizes = listed("symbols") | listed("adjectives")
    while at > 1 and hint[at].gap < Break.COMMA and hint[at - 1].plain in sizes:
        at -= 1
    before = hint[at - 1].plain if at and hint[at].gap < Break.COMMA else ""
    return is_number(before) and before not in ("a", "an", "single", "half", "couple")


def _mentioned(hint: Sequence[Word], free: Sequence[int], wished: bool) -> Iterator[Said]:
    """Wishes for the known things among the words that no cue took.

    Where something is `wished` already, they only say about what: no pan is unwanted in "the pan has no lid".
    """
    bad = tuple(at for at in free if hint[at].plain in listed("bad"))
    ailing = tuple(at for at in free if hint[at].plain in listed("ailing"))
    parts = [at for at in free if hint[at].plain in listed("parts_of_bodies")]
    hurt = [at for at in parts if ailing and ailment(hint[at].plain)]
    yield from (Said("allergy-or-health", thing=(at,), taken=(at, *ailing)) for at in hurt)
    left = [at for at in free if at not in hurt]
    while left:
        run = _longest_known(hint, left)
        if run is None:
            left.pop(0)
            continue
        if len(run) == 1 and hint[run[0]].plain in listed("everyday"):
            left.pop(0)
            continue
        thing = things()[_key(hint, run)]
        if "body" in thing.flags and (len(run) > 1 or run[0] not in parts):
            yield Said("allergy-or-health", thing=run, taken=(*run, *ailing))
        elif bad and not wished:
            yield Said("without", thing=run, taken=(*run, *bad))
        elif (
            not wished
            and is_appliance(thing)
            and all(at in run or hint[at].plain in listed("stop") for at in free)
        ):
            yield Said("other", thing=run, wanted=run, taken=run)  # "in the air fryer"
        elif not wished:
            yield Said("amount" if _counted(hint, run[0]) else "other", thing=run, taken=run, mentioned=True)
        left = [at for at in left if at not in run]


def _longest_known(hint: Sequence[Word], left: Sequence[int], least: int = 1) -> tuple[int, ...] | None:
    """The longest run of words from the first one that names a thing of the data."""
    for size in range(3, least - 1, -1):
        run = tuple(left[:size])
        together = len(run) == size and run[-1] - run[0] == size - 1
        if together and _key(hint, run) in things() and hint[run[0]].plain not in listed("stop"):
            return run
    return None


def _key(hint: Sequence[Word], run: Sequence[int]) -> str:
    return key(" ".join(hint[at].plain for at in run))
