"""How many a procedure is for, and how many it is wanted for: "Serves 4", "makes 12 muffins"; "only 6".

Both numbers are read with data/servings.toml, and their ratio is the factor. There is no factor if only one of
them is named.
"""

import json
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import chain
from math import ceil, floor
from typing import Final

from tailor.core.code_lines import without_code
from tailor.core.english import singular, singulars
from tailor.core.finding.spelling import mended
from tailor.core.numerals import FIGURE, WHOLE_WORDS, either, mixed, value
from tailor.core.procedure import Procedure
from tailor.rules.amounts import amounts, measure, noun_at, phrase_at, plural
from tailor.rules.tables import table
from tailor.rules.typed_numbers import ANY, UNREAD, masked

_PEOPLE: Final = ("person", "serving", "portion")
_PARTS: Final = ("piece", "ball", "strip", "log", "roll", "round", "circle")
"""Intermediate pieces that may be cut again before they are the final ones."""
_NONE: Final = Procedure("", ())
_LONG: Final = re.compile("[a-z]{4,}")
_LATE: Final = 2
"""How many of the last steps mean the diners' own when they mention bowls and plates."""
_NEAR: Final = 60
"""Characters before a number that may say what each of several serves."""


@dataclass(frozen=True, slots=True)
class Yield:
    """A number of people or pieces, and where it occurs in a text."""

    low: Fraction
    high: Fraction
    noun: str
    """Singular; "" for people."""
    start: int
    end: int
    """End of the number."""
    stop: int
    """End of the noun."""
    each: bool = False
    """Whether it is for each of several, with `low` and `high` the total, or counts the holes in a tin."""
    beside: bool = False
    """Whether it repeats the number for other people: the six kids of "4 adults or 6 kids"."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a hint asks for: a factor, or a number of people or pieces."""

    factor: Fraction | None = None
    number: Fraction | None = None
    few: Fraction | None = None
    """How many the hint says that it serves as written: the ten of "6 people instead of 10"."""
    words: str = ""
    """The words of the hint that say so."""
    noun: str = ""
    """What the number counts, in the procedure's words; "" for people."""
    but: tuple[str, ...] = ()
    """What in the list stays unchanged: the eggs of "double it but not the eggs"."""
    unread: str = ""
    """The typed number that cannot be read exactly: "10,000", "a quarter of half"."""
    own: bool = False
    """Whether the hint gives the exception an amount of its own: "double it but only 3 eggs"."""

    @property
    def aim(self) -> str:
        """ " for two", " for 8 squares, but not the eggs"; "" for a factor of everything."""
        noun = self.noun and f" {self.noun}"
        much = f" for {spoken(self.number)}{_counted(noun, self.number)}" if self.number else ""
        return f"{much}, but not the {' and the '.join(self.but)}" if self.but else much


@cache
def _patterns(group: str) -> dict[str, re.Pattern[str]]:
    def filled(text: str) -> str:
        return re.sub(r"\{([a-z]+)\}", lambda part: filled(table("servings")["parts"][part[1]]), text)

    return {name: re.compile(filled(text), re.IGNORECASE) for name, text in table("servings")[group].items()}


@lru_cache(maxsize=4096)  # each of hundreds of steps is looked up for every wish
def said(text: str, *, header: bool = False, late: bool = True) -> tuple[Yield, ...]:
    """Return every place in a text that says how many it serves or makes, in order and without overlaps.

    "for two" and "Bake 12 muffins" count only in a title, yield or note (`header`), "into 4 bowls" only near the
    end (`late`).
    """
    return tuple(_said(without_code(text), header=header, late=late))


def _said(text: str, *, header: bool, late: bool) -> Iterator[Yield]:
    groups = ["says", *["says_in_header"] * header, *["says_at_the_end"] * late]
    patterns = {name: one for group in groups for name, one in _patterns(group).items()}
    found = [match for one in patterns.values() for match in one.finditer(text)]
    at = -1
    for match in sorted(found, key=lambda one: (one.start("low"), -one.end())):
        if match.start("low") > at:
            yield (one := _of_each(text[: match.start()], _read(match)))
            at = one.end
            other = _patterns("beside")["others"].match(text, one.stop) if not one.noun else None
            if other:
                yield replace(_read(other), beside=True)
                at = other.end("who")


def _of_each(ahead: str, one: Yield) -> Yield:
    """Multiply the number by how many serve that many each; 0 if nothing says how many."""
    found = _patterns("beside")["each"].search(ahead[-_NEAR:]) if not one.noun else None
    if found is None:
        return one
    many = value(found["of"]) if found["of"] else Fraction(0)
    return replace(one, low=one.low * many, high=one.high * many, each=True)


def _read(match: re.Match[str]) -> Yield:
    parts = match.groupdict(default="")
    times = 12 if parts.get("dozen") else 1
    low, high = value(parts["low"]) * times, value(parts["high"] or parts["low"]) * times
    noun = singular(parts.get("noun", "").casefold().rpartition(" ")[2])
    end = match.end("high") if parts["high"] else match.end("low")
    stop = max((match.end(name) for name in ("noun", "who") if parts.get(name)), default=end)
    tin = bool(parts.get("tin"))
    return Yield(low, high, "" if noun in _PEOPLE else noun, match.start("low"), end, stop, each=tin)


def bases(procedure: Procedure) -> Iterator[Yield]:
    """Yield what the procedure says about itself: yield, goal, notes, steps from the last, resources."""
    told = _patterns("pieces")["course"].sub("", yields(procedure).strip())
    if unnamed := _patterns("pieces")["unnamed"].search(told):  # "Makes 12", "4 servings, makes 12"
        what = re.split(r" (?:with|and|in|for|from|of) |[,(:]", procedure.goal.casefold())[0]
        last = (_LONG.findall(what) or [""])[-1]
        noun = last if singular(last) != last else "pieces"  # a sprouts gratin is no eight sprouts
        told = f"{told[: unnamed.end()]} {noun},{told[unnamed.end() :]}"
    if _patterns("pieces")["opens"].match(told):
        told = f"makes {told}" if re.search("[a-z]", told) else f"makes {told} servings"
    headers = (one for text in (told, procedure.goal, procedure.notes) for one in said(text, header=True))
    lines = (*reversed(procedure.steps), *procedure.resources)
    last = min(_LATE, len(procedure.steps))
    texts = (one for at, text in enumerate(lines) for one in said(text, late=at < last))
    parted = any(map(_patterns("pieces")["parted"].search, procedure.steps))  # "cut each half into 6 pieces"
    found = (one for one in chain(headers, texts) if one.low and not one.beside)
    yield from (one for one in found if not (parted and one.noun in _PARTS))


def yields(procedure: Procedure) -> str:
    """How much comes out, as the file says; "" if it does not."""
    servings = next((json.loads(text) for key, text in procedure.extra if key == "servings"), "")
    return procedure.yields or (str(servings) if isinstance(servings, str | int | float) else "")


@lru_cache(maxsize=64)  # one wish is read for its edits, its places and its verdict
def wanted(hint: str, procedure: Procedure = _NONE, *, typos: bool = False) -> Wanted | None:
    """What a hint asks for; None if it names no factor and no number of people or of what comes out.

    `typos`: if it names none as typed, mistyped words are mended: "for 6 poeple".
    """
    if _is_for_some(hint, procedure):
        return None
    found = _all_but(hint, procedure) or _wanted(hint, procedure)
    if found is not None or not typos:
        return found
    return _wanted(re.sub(r"[a-z]+", lambda one: mended(one[0], ()), hint.casefold()), procedure)


def _is_for_some(hint: str, procedure: Procedure) -> bool:
    """Whether only that many get one thing of the list, which is not the dish: "cream for two only"."""
    found = _patterns("but")["some"].fullmatch(hint.casefold().strip(" .!"))
    thing = {singular(word) for word in found["thing"].split()} if found else set[str]()
    made = singulars(procedure.goal)
    return bool(thing) and thing.isdisjoint(made) and any(map(thing.issubset, map(singulars, procedure.resources)))


def _all_but(hint: str, procedure: Procedure) -> Wanted | None:
    """Read a hint that makes an exception of one thing of the list: "double it but not the eggs"."""
    hint = re.sub(r"['’]", "", hint.casefold()).strip(" .!")
    hint = _KEPT_NUMBER.sub(" but only ", re.sub(r" (?:though|tho|please|pls)$", "", hint))
    found = _patterns("but")["all"].fullmatch(_SECOND_EXCEPTION.sub(r"\1 but not ", hint))
    thing = next((found[name] for name in ("thing", "same", "less") if found[name]), "") if found else ""
    names = {singular(word) for word in thing.split()}
    lines = map(singulars, procedure.resources)
    here = found["all"] if found and any(map(names.issubset, lines)) else ""
    wish = (_all_but(here, procedure) or _wanted(here, procedure)) if here else None
    if wish and found and found["not"] and _TAKES.search(here):
        return None  # "triple, using tofu not chicken"
    if wish and wish.number and found and found["not"] and not re.search(r"\bnot (?:any )?(?:more|extra)\b", hint):
        return None  # who says "for 8 but not eggs" may eat none
    own = bool(found and found["less"])
    return wish and replace(wish, but=(*wish.but, thing), own=own or wish.own)


_KEPT_NUMBER: Final = re.compile(r",? (?:but |and )?(?:keep|leave) (?:just |only )?(?=(?:\d|one\b|an? )[^,;]*$)")
_TAKES: Final = re.compile(r"\b(?:using|use|with|take)(?: [a-z-]+){1,4}$")
_SECOND_EXCEPTION: Final = re.compile(
    r"(\b(?:except(?: for)?|but not|apart from|other than) (?:the |my )?[a-z-]+(?: [a-z-]+)?),? (?:and|or) "
    r"(?=(?:the |my )?[a-z-]+(?: [a-z-]+)?$)"
)
"""The joint of two things that stay: "triple it except the wine and the garlic"."""
_TWO_THIRDS: Final = re.compile(
    r"(?<![\d.,/])(?:2/3|⅔)(?= of (?:it|this|that|everything|the (?:whole )?(?:recipe|batch|amounts?))\b)"
)
"""Two thirds of everything; "for 2/3" means two or three people."""
_ONE_AND_A_HALF: Final = re.compile(r"(?<![\d.,/])1 ?(?:1/2|½)(?= ?(?:times|x\b))")


def _wanted(hint: str, procedure: Procedure) -> Wanted | None:
    """What a hint asks for, with each number read as a whole or reported as `unread`."""
    for pattern, plain in ((_ONE_AND_A_HALF, "1.5"), (_TWO_THIRDS, "two thirds")):
        if (found := pattern.search(hint)) is not None:
            told = _wanted(f"{hint[: found.start()]}{plain}{hint[found.end() :]}", procedure)
            return told and replace(told, words=told.words.replace(plain, re.sub(r"\W", " ", found[0])))
    text, typed = masked(hint)
    wish = _read_as_it_is(text, procedure)
    part = _read_as_it_is(text.replace(UNREAD, ANY), procedure) if wish is None and UNREAD in typed else None
    if part and (part.number or part.factor):
        number = text[text.index(UNREAD) + 1 :]
        who = _patterns("counted")["who"].match(number)
        unread = f"{typed[UNREAD]}{who[0] if who else ''}"
        return Wanted(words=f"{part.words.replace(ANY, typed[UNREAD])} {unread}", unread=unread)
    for plain, number in typed.items() if wish else ():
        wish = wish and replace(wish, words=wish.words.replace(plain, number))
    return wish


def _without_asides(hint: str) -> str:
    """The hint in plain words, without numbers of people that it takes back or who help."""
    text = re.sub(r"['’]", "", hint.casefold()).replace("½", "half").replace("1/2", "half").strip()
    text = _patterns("joined")["people"].sub(" ", _patterns("joined")["and"].sub(" and ", text))
    text = _patterns("people")["no_factor"].sub(" ", _patterns("people")["eighteen"].sub("18", text))
    text = _patterns("people")["dozens"].sub(lambda one: mixed(value(one["n"]) * 12), text)
    text = _patterns("people")["pairs"].sub(lambda one: f"{one['whose'] or one['own']} two", text)
    for taken_back in ("changes", "again", "past", "eater", "helpers", "of_one"):
        text = _patterns("denied")[taken_back].sub("", text)
    return text


def _read_as_it_is(hint: str, procedure: Procedure) -> Wanted | None:
    text = _without_asides(hint)
    if corrected := _patterns("denied")["corrected"].search(text):
        told = _wanted(f"for {text[corrected.start('many') :]}", procedure)
        return told and replace(told, words=text)
    if other := _patterns("denied")["number"].search(text):
        told = _wanted(f"{other['before']}only {text[other.end() :]}", procedure)
        return told and replace(told, few=value(other["few"]), words=f"{_plain(other)} {told.words}")
    if now := _patterns("denied")["now"].search(text):
        told = _wanted(f"{text[: now.start()].rstrip(' ,')} {text[now.end() :]}".strip(), procedure)
        if told and told.number and not told.few:
            words = f"{told.words} {_plain(now).strip()}"
            return replace(told, few=value(now["few"] or now["other"]), words=words)
    company = _patterns("company")["all"].search(text)
    if apart := _patterns("company")["apart"].search(text):
        return Wanted(words=apart[0], unread=apart[0])
    if company and any((by := one.search(text)) and _is_of_all(text, by) for one in _patterns("factors").values()):
        text = f"{text[: company.start()]} {text[company.end() :]}"  # "half of it for me and my wife"
    elif company and (many := _counted_up(company)) is not None:
        return Wanted(number=many, words=_plain(company).strip()) if many else None
    for name, pattern in _patterns("relative").items():
        if found := pattern.search(text):
            return _than_now(found, procedure, -1 if name == "fewer" else 1)
    for times, pattern in _patterns("factors").items():
        if (found := pattern.search(text)) and _is_of_all(text, found):
            if several := _patterns("several")["factors"].search(text):
                return Wanted(words=several[0], unread=several[0].strip(" ,."))
            wish = Wanted(Fraction(times), words=found[0])
            whom = _wanted(f"{text[: found.start()]} {text[found.end() :]}", procedure)  # "… for a party of 8"
            same = whom is not None and factor(procedure, whom) == wish.factor
            return replace(wish, words=f"{wish.words} {whom.words}") if whom and same else wish
    same = _patterns("same")["amount"].search(text) is not None
    beside = _patterns("people")["beside"].search(text)
    for name, pattern in _patterns("asks").items():
        if name == "people":
            text = _patterns("people")["beside"].sub(" ", text)  # "we are 6 with two kids"
        if (found := pattern.search(text)) and (name != "times" or _is_of_all(text, found)):
            if _patterns("same")["added"].search(text[: found.start()]):
                return None  # "add bacon for 2"
            said = {name: words for name, words in found.groupdict().items() if words}
            made = _said_to_be(said["few"], procedure) if "few" in said else None
            noun = _noun_made(said["thing"], [*bases(procedure)], procedure) if "thing" in said else ""
            if "thing" in said and not noun:
                continue  # "3 eggs instead of 4"
            if made is not None:  # the procedure states how many it serves
                if made.noun and (same or not made.low <= value(said["few"]) <= made.high):
                    return Wanted(words=found[0])  # "for 8, not 4", or "8 bigger ones", of 12 cookies
                noun = made.noun
            return replace(_asked(said), words=_plain(found), noun=noun)
    if same:
        return None
    too_much = beside or _patterns("people")["vague"].search(text)
    return Wanted(words=too_much[0]) if too_much else _pieces(text, procedure)


def says_as_written(hint: str) -> bool:
    """Whether the hint states what the procedure serves as written: "this looks like 8 portions"."""
    return _patterns("denied")["now"].search(hint.casefold()) is not None


def of_an_eater(hint: str) -> bool:
    """Whether the number counts those who must not have something: "no chives for one"."""
    return _patterns("denied")["eater"].search(hint.casefold()) is not None


def _is_of_all(text: str, found: re.Match[str]) -> bool:
    """Whether the factor applies to everything, unlike in "raisins halved" or "egg x2"."""
    return _patterns("whole")["asked"].search(text[: found.start()]) is not None


def _counted_up(company: re.Match[str]) -> Fraction | None:
    """Count people listed one by one; 0 for an unknown number ("me and my kids"), None if nobody is fed."""
    each = list(_patterns("company")["each"].finditer(company["who"]))
    if not (company["for"] or any(one["me"] or (one["kin"] or "").startswith("adult") for one in each)):
        return None
    if any(one["kin"] and not one["n"] and singular(one["kin"]) != one["kin"] for one in each):
        return Fraction(0)
    return sum((value(one["n"]) if one["n"] else Fraction(1) for one in each), Fraction(0))


def _than_now(found: re.Match[str], procedure: Procedure, sign: int) -> Wanted | None:
    """So many more or fewer people than now; None if the procedure or the hint does not say how many."""
    said = next(filter(None, found.groupdict().values()), "")
    now = next((one.low for one in bases(procedure) if not one.noun and one.low == one.high), None)
    number = now + sign * value(said) if now is not None and said else Fraction(0)
    return Wanted(number=number, words=found[0].strip(" ,;.")) if number > 0 else None


def _plain(found: re.Match[str]) -> str:
    return found[0].replace(",", "")


def _said_to_be(few: str, procedure: Procedure) -> Yield | None:
    """What the procedure says about itself that fits the number in a hint, else the first thing that it says."""
    made = list(bases(procedure))
    return next((one for one in made if one.low <= value(few) <= one.high), next(iter(made), None))


def mistaken(procedure: Procedure, wish: Wanted) -> str:
    """A sentence for a hint that is wrong about how many the procedure is for; "" if it is not."""
    if wish.few is None or (base := _said_to_be(mixed(wish.few), procedure)) is None:
        return ""
    if base.low <= wish.few <= base.high:
        return ""
    return f"It says that it is for {spoken(base.low)}, not {spoken(wish.few)}. "


def _asked(said: dict[str, str]) -> Wanted:
    match said:
        case {"many": many, "few": few}:
            return Wanted(number=value(many), few=value(few))
        case {"people": people, "more": more}:
            return Wanted(number=value(people) + value(more))
        case {"people": people}:
            return Wanted(number=value(people))
        case {"one": _} | {"two": _}:
            return Wanted(number=value(*said))
        case _:
            return Wanted(value(*said.values()))


_JAR: Final = re.compile(r"\b(?:half )?(?:pint|quart|litre|liter)\b")
"""The size of each jar or bottle."""


def _pieces(text: str, procedure: Procedure) -> Wanted | None:
    """Read "only 8 squares", "makes 8" or "half a dozen" as the number of pieces wanted.

    A thing of the list is what there is ("only 3 bananas"), unless the procedure says how many of it come out.
    """
    made = list(bases(procedure))
    for one in _patterns("pieces")["counted"].finditer(text):
        if noun := _noun_made(one["noun"], made, procedure):
            sizes = [
                {*_JAR.findall(text.replace("-", " "))} for text in (one["noun"], yields(procedure).casefold())
            ]
            if all(sizes) and not sizes[0] <= sizes[1]:
                return Wanted(words=one[0])  # "8 pint jars" of 4 half-pint jars
            # 48 cookies are 4 of "2 dozen"
            number = _number(one) / (12 if noun == "dozen" and "dozen" not in one["noun"] else 1)
            return Wanted(number=number, words=one[0], noun=noun)
    bare = _patterns("pieces")["bare"].search(text)
    told = yields(procedure)
    if bare and bare["makes"] and any(one.noun for one in made):  # "makes 24" is not about those who eat
        made = [one for one in made if one.noun]
        told = reduce(lambda some, name: _patterns("says")[name].sub("", some), ("serves", "servings"), told)
    if bare and not made and (bare["dozens"] or " of the" in bare[0]):  # "need 12 of them"
        return Wanted(number=_number(bare), words=bare[0])
    if bare is None or len({(one.noun, one.low, one.high) for one in made}) != 1 or _SEVERAL.search(told):
        return None
    more = bare["few"] and _number(bare) > made[0].high
    return None if more else Wanted(number=_number(bare), words=bare[0], noun=made[0].noun)


def _noun_made(words: str, made: Sequence[Yield], procedure: Procedure) -> str:
    """What the procedure calls the pieces that these words name; "" if it does not make any.

    They are what it counts, or the plural of what the title names: the squares of "Bake brownies". For "Chocolate
    cake", nobody knows how many of its slices "2 cakes" have.
    """
    word = singular(last := words.split()[-1])
    goal, listed = {*_LONG.findall(procedure.goal.casefold())}, {*map(_head, procedure.resources)}
    pieces = {one.noun for one in made if one.noun}
    if word in pieces:
        return word
    titled = {*map(singular, goal)} - listed
    several = word in titled and last != word
    if len(pieces) == 1 and several and last in goal:
        return pieces.pop()
    return word if several else ""


def _head(line: str) -> str:
    """The head noun of a line of the list: the mix of "2 cups pancake mix"."""
    return noun_at(line, next((one.end for one in amounts(line)), 0))


def _number(found: re.Match[str]) -> Fraction:
    return value(found["dozens"]) * 12 if found["dozens"] else value(found["n"])


def factor(procedure: Procedure, wish: Wanted) -> Fraction | None:
    """How many times as much is wanted; None if the procedure lacks the number to compare with."""
    if wish.factor is not None or not wish.number:
        return wish.factor or None
    base = next((one for one in bases(procedure) if one.noun == wish.noun), None)
    if base is None:
        return wish.number / wish.few if wish.few else None
    number, middle = wish.number, (base.low + base.high) / 2
    within = map(Fraction, range(ceil(base.low), floor(base.high) + 1))
    return number / min(within, key=lambda one: ((number / one).denominator, abs(one - middle)), default=base.low)


def same_amount(procedure: Procedure, *hints: str) -> bool:
    """Whether all hints, each in its own words, ask for the same factor of this procedure."""
    asked = [factor(procedure, wish) if (wish := wanted(hint, procedure)) else None for hint in hints]
    return None not in asked and len({*asked}) == 1


def renumbered(
    text: str,
    times: Fraction,
    wish: Wanted,
    *,
    header: bool = False,
    kept: Set[str] = frozenset(),
) -> str:
    """Multiply every number of people or pieces in the text by the factor; 2½ people become "2-3".

    For one person alone, `guests` are left as they are: with nobody to invite, the step itself changes.
    `kept` are the things whose number is to stay.
    """
    for one in reversed(list(said(text, header=header))):
        low, high = one.low * times, one.high * times
        if one.each or phrase_at(text, one.end) in kept:
            continue  # "2 puddings, each serves 8": the number of puddings changes
        besides = not header and _all_but_the_host(one, times, wish.number)
        # "1 kg potatoes (serves 4)" of a how-to for six is about that line alone
        about_all = header or besides or (wish.number and one.low <= wish.number / times <= one.high)
        if wish.number and one.noun == wish.noun and not one.beside and about_all:
            if besides and wish.number == 1:
                continue
            low = high = wish.number - besides
        low, high = Fraction(max(1, floor(low))), Fraction(max(1, ceil(high)))
        old = text[one.start : one.end]
        new = mixed(low) if old[0].isdigit() else spoken(low)
        new = new.capitalize() if old[0].isupper() else new
        if high > low:
            new += f"{'–' if '–' in old else '-' if old[0].isdigit() else ' to '}{mixed(high)}"
        noun = text[one.end : one.stop].replace(" dozen", "", 1)
        text = text[: one.start] + new + _counted(noun, high) + text[one.stop :]
    return text


def guests(text: str, times: Fraction, wish: Wanted) -> str:
    """The people invited besides the host, as the step says: the "7 people" of a dinner for eight; else ""."""
    people = (one for one in said(text) if wish.number and one.noun == wish.noun)
    return next((text[one.start : one.stop] for one in people if _all_but_the_host(one, times, wish.number)), "")


def _all_but_the_host(one: Yield, times: Fraction, number: Fraction | None) -> bool:
    return number is not None and one.low == one.high == number / times - 1


_WORDED: Final = (
    rf"(?:(?<=for )|(?<=makes )|(?<=serves )|(?<=feeds )|(?<=fills )|(?<=about ))(?:{either(*WHOLE_WORDS)})"
)
_MADE: Final = re.compile(
    rf"(?<![\w.,/-])(?P<low>{FIGURE}|{_WORDED}\b)(?:(?P<to>\s?[-–]\s?|\sto\s)(?P<high>{FIGURE}))?"
    r"(?![\w%°\"″]|\s?-?(?:inch|cm|mm)\b|\s?[x×]\s?\d|-)(?P<noun> [a-z]+)?",
    re.IGNORECASE,
)
"""A number in the words of a yield, but not the size of a tin."""
_SIDE: Final = r"\d{1,4}(?:\.\d)?"
_SIZED: Final = re.compile(
    rf"(?<![\w.,/-])(?P<low>\d{{1,2}}|(?:an?|{either(*WHOLE_WORDS)})(?=\s))(?P<gap>\s?[x×]\s?|\s)"
    rf"(?P<size>\(?{_SIDE}(?!\s?/)(?:\s?[x×]\s?{_SIDE})?"
    r"(?:[\s-]?(?P<unit>k?g|m?l|litres?|liters?|oz|ounces?|lbs?|pounds?|pints?|cups?|[cm]m|inch(?:es)?)\b|[\"″]|(?<=\d[x×]\d\d)\b)"
    r"\)?(?:[ -](?!(?:of|for|with|and|or|in|to)\b)[a-z]+){0,2}?)"
    r"(?P<noun> [a-z]+)(?=\s*(?:$|[.,;:()]|(?:of|for|with|and|or|in|to|each)\b))",
    re.IGNORECASE,
)
"""A number of things of one size: "one 2 lb loaf", "2 x 20 cm round cakes"."""
_MOST_OF_A_SIZE: Final = 6
"""A larger number before "x 20 cm" is a side."""
_SEVERAL: Final = re.compile(r"\d[^\d–-]*[^\d\s–-][^\d–-]*\d|\bdozen\b")
"""A yield with a second number: the 24 may be pieces, or trays of "1 tray of 12"."""
_OF_EACH: Final = re.compile(
    r"\beach\b[^,;)\d]*…|\d[^,;(]* (?:of|à|at) (?:about )?…|…[^,;)\d]*?\b(?:each|apiece|per)\b"
)
"""What surrounds the size of a single piece."""


def remade(yields: str, times: Fraction, wish: Wanted) -> str:
    """Multiply the words of a yield by the factor: "2 loaves", "4 servings (12 pancakes)", "1.5 litres"."""
    sized = [one for one in _SIZED.finditer(yields) if not _is_of_one_tin(one)]
    inside = {at for one in sized for at in range(*one.span())}
    made = [one for one in _MADE.finditer(yields) if one.start() not in inside]
    told = yields
    for one in sorted((*sized, *made), key=re.Match.start, reverse=True):
        new = _sized_anew(one, times) if one in sized else _made_anew(yields, one, times, wish)
        told = f"{told[: one.start()]}{new}{told[one.end() :]}"
    return told


def _is_of_one_tin(found: re.Match[str]) -> bool:
    """Whether both numbers are sides of one thing: "9 x 13 inch pan", but not "2 x 20 cm pizzas"."""
    crossed = found["gap"].strip() and measure(found["unit"] or "cm") == "length"
    noun = found["noun"].casefold()
    return bool(crossed) and (value(found["low"]) > _MOST_OF_A_SIZE or singular(noun) == noun)


def _sized_anew(found: re.Match[str], times: Fraction) -> str:
    """Multiply how many there are of one size. Only a tart may be cut to less than one: nobody fills 1½ jars."""
    number = value(found["low"]) * times
    part = number < 1 and found["low"].isdigit() and measure(found["unit"] or "") == "length"
    if number.denominator != 1 and not part:
        return found[0]
    noun = _counted(found["noun"], number) if (number > 1) != (value(found["low"]) > 1) else found["noun"]
    return f"{mixed(number)}{found['gap']}{found['size']}{noun}"


def _made_anew(yields: str, found: re.Match[str], times: Fraction, wish: Wanted) -> str:
    low, high = value(found["low"]), value(found["high"] or found["low"])
    noun = found["noun"] or ""
    kind = singular(noun.casefold().strip())
    around = f"{yields[: found.start()]}…{yields[found.end() :]}"
    if measure(kind) in ("time", "heat") or _OF_EACH.search(around):
        return found[0]  # 5 jars of 340 g, 12 slices each, 30 min
    ahead = _patterns("pieces")["said"].search(yields[: found.start()])
    people = kind in _PEOPLE or (not kind and bool(ahead["serves"] if ahead else found.end() == len(yields)))
    ends = [low * times, high * times]
    if wish.number and people and not wish.noun:
        ends = [wish.number, wish.number]
    elif people:
        ends = [Fraction(max(1, floor(ends[0]))), Fraction(max(1, ceil(ends[1])))]
    noun = _counted(noun, max(ends[1], Fraction(1))) if (high > 1) != (ends[1] > 1) else noun
    return (found["to"] or "-").join(map(mixed, dict.fromkeys(ends))) + noun


def spoken(number: Fraction) -> str:
    """The number, as a word up to twelve."""
    return next((word for word, worth in WHOLE_WORDS.items() if worth == number <= 12), mixed(number))


def _counted(noun: str, number: Fraction) -> str:
    """The noun in singular or plural, to follow the number."""
    found = re.fullmatch(r"(.*[ -])?([a-z]+)", noun, re.IGNORECASE)
    if found is None:
        return noun
    one = singular(found[2])
    many = "people" if one == "person" else found[2] if one != found[2] else plural(one)
    return f"{found[1] or ''}{one if number == 1 else many}"
