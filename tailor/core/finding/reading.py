"""One clause while its wishes are read, and the questions that every reader asks about its words."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tailor.core.english import singular
from tailor.core.finding import cues
from tailor.core.finding.cues import Word, is_listed, listed
from tailor.core.finding.foods import foods_of, is_food
from tailor.core.finding.model import Polarity, Said
from tailor.core.finding.relations import classes, key, things
from tailor.core.guard.constraints import constraints_in, load
from tailor.core.guard.vocabulary import Break, stems

LONGEST: Final = 4
"""Most words of a thing."""
LONGEST_STATE: Final = 7
"""Most words of a circumstance."""
COUNTED: Final[tuple[tuple[str, Polarity], ...]] = (("people", "amount"), ("times", "time"), ("money", "other"))
NEGATIVE: Final = frozenset(["without", "missing", "allergy-or-health"])


class Reading:
    """The words of a clause, the wishes read so far, and the words left (`free`); `at` is the next word."""

    def __init__(self, hint: Sequence[Word]) -> None:
        self.hint = hint
        self.said: list[Said] = []
        self.free: list[int] = []
        """In the order of the text."""
        self.at = 0

    def is_free(self, at: int) -> bool:
        """Whether nobody took this word yet; a hint may have thousands."""
        place = bisect_left(self.free, at)
        return place < len(self.free) and self.free[place] == at

    def is_somebodys(self, at: int) -> bool:
        """Whether the word is a name in the possessive: "Lotte's egg allergy"."""
        return self.hint[at].typed[:1].isupper() and self.hint[at].typed.endswith(("'s", "’s"))

    def tell(self, stop: int, said: Said) -> bool:
        """Record the wish and read on at `stop`; it takes all words up to there unless it says which."""
        self.said.append(said if said.taken else replace(said, taken=tuple(range(self.at, stop))))
        self.at = stop
        return True

    def plain(self, at: int) -> str:
        return self.hint[at].plain if 0 <= at < len(self.hint) else ""

    def circumstance_at(self, begin: int) -> tuple[int, ...]:
        """Return the words from here that are a wish alone; () if they name something else: ankle weights."""
        for size in range(LONGEST_STATE, 0, -1):
            run = tuple(range(begin, min(begin + size, len(self.hint))))
            thing = things().get(key_of(self.hint, run)) if len(run) == size else None
            if thing is not None and (thing.alone or size > 1):
                longer = longest_known(self.hint, range(run[-1], len(self.hint)), least=2)
                other = longer if size > 1 else only_says_which(self.hint, begin)
                return run if thing.alone and not other else ()  # "no kitchen scales": there may be a kitchen
        return ()

    def diet_at(self, at: int) -> int:
        """Return how many words from here name a diet or the like, or 0."""
        sizes = (3, 2) if at < len(self.hint) and only_says_which(self.hint, at) else (3, 2, 1)
        phrases = ((size, self.hint[at : at + size]) for size in sizes if at + size <= len(self.hint))
        return next((size for size, words in phrases if _is_diet(" ".join(one.plain for one in words))), 0)

    def says_which(self, at: int) -> bool:
        """Whether this is the "free" of "gluten-free flour"."""
        here, following = self.hint[at], self.hint[at + 1 : at + 2]
        named = following and following[0].gap < Break.COMMA and not cues.cue_at(self.hint, at + 1, "after")
        no_noun = listed("ends") | listed("joiners") | listed("stop")
        return here.plain == "free" and bool(named) and following[0].plain not in no_noun

    def is_denied(self, begin: int, between: str = "before_denied") -> bool:
        """Whether the words before deny what is wished here: "dont replace", "no longer", "never without"."""
        at = begin - 1
        while self.hint[at + 1].gap < Break.COMMA and self.plain(at) in listed(between):
            at -= 1
        near = self.hint[at + 1].gap < Break.COMMA
        no_more = self.plain(at) == "no" and self.plain(at + 1) in ("longer", "need")
        return near and (self.plain(at) in listed("denying") or no_more)

    def wish_at(self, at: int) -> bool:
        """Whether a wish of its own begins here."""
        cue = cues.cue_at(self.hint, at, "before") or cues.cue_at(self.hint, at, "alone")
        return cue is not None or bool(self.diet_at(at))

    def run_before(self, stop: int) -> tuple[int, ...]:
        """Return the free content words right before this one."""
        run: list[int] = []
        at = stop - 1
        while self.is_free(at) and len(run) < LONGEST - 1:
            if run and self.hint[at + 1].gap >= Break.COMMA:
                break
            if is_listed(self.plain(at), "stop", "symbols") or is_number(self.plain(at)):
                break
            if self.is_somebodys(at):
                break
            run.insert(0, at)
            at -= 1
        return tuple(run)

    def free_from(self, begin: int, size: int) -> tuple[int, ...]:
        """Return `size` free words in a row from here; () if there are fewer."""
        run = tuple(range(begin, begin + size))
        row = all(map(self.is_free, run)) and all(self.hint[at].gap < Break.COMMA for at in run[1:])
        return run if row else ()

    def _own_wish(self, found: Sequence[int], at: int) -> bool:
        """Whether a diet or a circumstance of several words begins after the thing and is no part of it.

        "Hate kneading bad shoulder", "no air fryer vegetarian"; but "no vegan butter" is one thing.
        """
        size = max(self.diet_at(at), len(run) if len(run := self.circumstance_at(at)) > 1 else 0)
        behind = self.plain(at + size)
        closed = not behind or behind in listed("ends") or self.hint[at + size].gap >= Break.COMMA
        return size > 0 and closed and not is_known(self.hint, (*found, at))

    def _is_how_much(self, at: int) -> bool:
        """Whether a wish for another amount ends the clause from here: the double of "no nuts double"."""
        cue = cues.cue_at(self.hint, at, "alone")
        return cue is not None and cue.polarity == "amount" and at + len(cue.words) == len(self.hint)

    def counts_at(self, at: int) -> bool:
        """Whether a number of people, minutes or coins begins here, which is no part of a thing."""
        return is_number(self.plain(at)) and any(self.plain(at + 1) in listed(name) for name, _ in COUNTED)

    def phrase(self, begin: int) -> tuple[int, ...]:
        """Return the positions of the noun phrase that begins here, without articles and the like, or ()."""
        if whole := longest_known(self.hint, range(begin, len(self.hint)), least=3):
            return whole  # half and half
        at = begin
        while self.plain(at) in listed("fillers") or is_number(self.plain(at)):
            if self.counts_at(at):
                return ()
            at += 1
        found: list[int] = []
        while at < len(self.hint) and len(found) < LONGEST:
            word = self.hint[at]
            broken = word.idle or ((at > begin or found) and word.gap >= Break.COMMA)
            if broken or word.plain in listed("ends") or word.plain in listed("joiners"):
                break
            cue = cues.cue_at(self.hint, at, "after") or cues.cue_at(self.hint, at, "before")
            if found and cue and not self.says_which(at):
                break
            if found and (self._own_wish(found, at) or self.counts_at(at) or self._is_how_much(at)):
                break
            begins = word.plain in listed("adjectives") and not self.says_which(at)
            if found and (begins or is_number(word.plain)) and is_known(self.hint, found):
                break  # "no cream small kitchen", "soy milk one carton is enough"
            found.append(at)
            at += 1
        if cues.cue_at(self.hint, at, "after"):
            found = found[: two_known(self.hint, found) or None]  # no buttermilk, egg allergy
        while found and self.plain(found[-1]) in listed("stop"):
            found.pop()
        return tuple(found) if any(self.plain(one) not in listed("stop") for one in found) else ()


def is_number(word: str) -> bool:
    return word.replace(".", "", 1).isdigit() or word in listed("numbers")


def is_source(hint: Sequence[Word], at: int) -> bool:
    """Whether an origin begins here: "eggs from our hens" does nobody harm."""
    owned = at > 0 and hint[at].plain in listed("owners") and hint[at - 1].plain == "from"
    return owned and (at == 1 or hint[at - 2].plain not in listed("kept_from"))


def is_counted(hint: Sequence[Word], at: int) -> bool:
    """Whether a number stands before this word: what is counted is an amount, and never unwanted."""
    sizes = listed("symbols") | listed("adjectives")
    while at > 1 and hint[at].gap < Break.COMMA and hint[at - 1].plain in sizes:
        at -= 1
    before = hint[at - 1].plain if at and hint[at].gap < Break.COMMA else ""
    return is_number(before) and before not in ("a", "an", "single", "half", "couple")


def _is_diet(phrase: str) -> bool:
    said = stems(phrase)
    first = said[0] if said else ""
    rows = load().says.get(first, ())
    return any(tuple(words) == said for words, ids in rows if ids) and bool(constraints_in(phrase))


def only_says_which(hint: Sequence[Word], at: int) -> bool:
    """Whether the word only says which kind the next thing is, and means nobody: baby carrots, a cat mug."""
    if hint[at].plain not in listed("sorts_of_things") or (at and hint[at - 1].plain in listed("owners")):
        return False
    near = [one.plain for one in hint[at + 1 : at + 3] if one.gap < Break.COMMA]
    known = any(key(one) in things() or is_food(one) or singular(one) in listed("holders") for one in near[:1])
    return known or not listed("people").isdisjoint(near)  # "expecting 12 people"


def is_known(hint: Sequence[Word], run: Sequence[int]) -> bool:
    """Whether these words name a thing of the data or a food of the guard."""
    plain = " ".join(hint[at].plain for at in run)
    return key(plain) in things() or bool(foods_of(plain))


def two_known(hint: Sequence[Word], run: Sequence[int]) -> int:
    """Return how many of these words name the first of two things; 0 if they are one thing."""
    some = (
        at for at in range(1, len(run)) if is_known(hint, run[:at]) and is_known(hint, _plainer(hint, run[at:]))
    )
    whole = (
        is_known(hint, run) or key_of(hint, run) in classes() or is_food(" ".join(hint[at].plain for at in run))
    )
    return 0 if whole else next(some, 0)


def _plainer(hint: Sequence[Word], run: Sequence[int]) -> Sequence[int]:
    """Return the words without adjectives before the last one: the oven of "cheap oven"."""
    start = next((at for at in run[:-1] if hint[at].plain not in listed("adjectives")), run[-1])
    return [at for at in run if at >= start]


def longest_known(hint: Sequence[Word], left: Sequence[int], least: int = 1) -> tuple[int, ...] | None:
    """Return the longest run of words from the first one that names a thing of the data, or None."""
    for size in range(3, least - 1, -1):
        run = tuple(left[:size])
        together = len(run) == size and run[-1] - run[0] == size - 1
        if size == 1 and run and only_says_which(hint, run[0]):
            return None
        if together and key_of(hint, run) in things() and hint[run[0]].plain not in listed("stop"):
            return run
    return None


def key_of(hint: Sequence[Word], run: Sequence[int]) -> str:
    return key(" ".join(hint[at].plain for at in run))
