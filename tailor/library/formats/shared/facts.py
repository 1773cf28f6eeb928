"""Facts that a line states about a procedure: "Serves 4", "Prep 10 min · Cook 1 hour", "By Ann".

The words, in several languages, come from `facts.toml`; they also serve as keys of front matter.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache, reduce
from importlib.resources import files
from typing import Final

from tailor.core.durations import durations
from tailor.core.english import singular
from tailor.core.guard.language import language
from tailor.core.numerals import FIGURE, WHOLE_WORDS, either, mixed, value
from tailor.core.procedure import Procedure, Times, yield_number
from tailor.core.text import unmarked
from tailor.library.formats.shared.headings import needed_in, part_of
from tailor.library.formats.shared.lists_of_things import listed_in
from tailor.library.formats.shared.parsed import ParsedProcedure

_ISO: Final = re.compile(
    r"P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:\d{1,6}(?:\.\d+)?S)?)?", re.IGNORECASE
)
_CLOCK: Final = re.compile(
    r"(?:(\d{1,3})\s?(?:h|hrs?|hours?)\s?)?(?:(\d{1,5})\s?(?:m|mins?|minutes?)?)?", re.IGNORECASE
)
_LONGEST: Final = 160
_MOST_NOTES: Final = 20_000
_AROUND: Final = re.compile(r"^[^\w(（]+|[*_`]+|[\s.。|]+$")
"""Bullets, pictures and emphasis before, within and after the words of a line."""
_IN_BRACKETS: Final = re.compile(r"[(（](.+)[)）]")
_BESIDE: Final = re.compile(
    r"(?P<head>[^\W\d_][^(（:：]*?)\s*(?:[(（](?P<inner>[^()（）]+)[)）]|(?P<rest>\s[^\W\d_]{1,5} \d[^:：]*))"
    r"\s*[:：]?"
)
_TITLE: Final = re.compile(
    r"(?P<name>[^()（）]*\w)\s*(?:[(（](?P<inner>[^()（）]+)[)）]|(?:,|\s[-–—|·])\s(?P<rest>[^,()（）]+))"
)
_APART: Final = re.compile(r"\s*(?:[·•|;\t]|[,/](?!\d))\s*|\s[–—-]\s|\s{2,}|(?<!\bca)[.!?]\s+(?=[^\W_a-zß-ÿ])")
_AND: Final = re.compile(r"\s+(?:and|und|et|y|e|en|och)\s+(?=\D)")
_WITHIN: Final = re.compile(
    r"(?:(?:[,;–—(]|\s-|\b(?:it|this|that|which|recipe|batch))\s+(?P<label>makes|serves|feeds|yields)\s+|"
    r"(?<!not )\benough for\s+)(?P<said>[^.:;!?()]{1,80})",
    re.IGNORECASE,
)
"""A yield stated in passing: "here is the cake, makes two tins, 12 slices"."""
_FURTHER: Final = re.compile(r"\s(?:if|when|easily|but|so|and|for|in|with|or)\b", re.IGNORECASE)
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+")
_LAST_SENTENCE: Final = re.compile(r"(?<=[.!?)…])\s+(?=[^.!?…]+[.!?]?$)")
_WORD_NUMBER: Final = f"{either(*WHOLE_WORDS, 'a dozen', 'half a dozen')}(?![^\\W\\d_])"
_TO: Final = r"\s?(?:-|–|—|~|～|to|or|bis|oder|à|a|o|ou|tot|do|till|至|到)\s?"
_RANGE: Final = rf"(?P<number>(?:{FIGURE}|{_WORD_NUMBER})(?:{_TO}{FIGURE})?)"
_OF_FOOD: Final = re.compile(r"(?:per|pro|je|pour|par|por|para) 100 ?(?:g|ml)\b", re.IGNORECASE)
_NAME: Final = re.compile(
    r"(?:[^\W\d_a-zß-ÿ][\w.'’-]*)(?: (?:(?:d[aei]|la|le|van|von|der|and|&) )*[^\W\d_a-zß-ÿ][\w.'’-]*){0,4}"
)


_MAKES: Final = "makes "
_UNNAMED: Final = re.compile(rf"{_MAKES}{FIGURE}(?:{_TO}{FIGURE})?", re.IGNORECASE)
_ABOUT_SO: Final = re.compile(r"(?<=\d)(?:-?ish| or so| or thereabouts| approx(?:imately|\.)?)$", re.IGNORECASE)
_NAME_END: Final = re.compile(r"\s(?:with|and|in|for|from|of)\s|[,(:–—]")
_SHORTEST_NAME: Final = 3


_NO_TIMES: Final = Times()


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts found in one or more lines."""

    yields: str = ""
    times: Times = _NO_TIMES
    author: str = ""


def words_for(fact: str) -> tuple[str, ...]:
    """Return every word that introduces a `fact`: "yields", "prep", "cook", "total" or "author"."""
    return (*_data()[fact]["labels"], *_data()[fact]["verbs"])


def minutes(text: str) -> int | None:
    """Return the minutes in "PT1H30M", "1h30m", "90" or "1 hour 30 minutes"; None for anything else."""
    text = text.strip()
    if text.upper().startswith("P") and (iso := _ISO.fullmatch(text)):
        days, hours, left = (int(part or 0) for part in iso.groups())
        return days * 1_440 + hours * 60 + left or None
    for unit in ("hours", "minutes"):
        text = " ".join(_unit(unit).sub(f" {unit} ", text).split())
    if clock := _CLOCK.fullmatch(text):
        return int(clock[1] or 0) * 60 + int(clock[2] or 0) or None
    found = durations(text)
    return round(found[0].seconds / 60) or None if len(found) == 1 and found[0].words == text else None


@lru_cache(maxsize=16384)  # one page is read several times, and may have thousands of lines
def facts_in(line: str, *, among_steps: bool = False) -> Facts | None:
    """Return the facts of a line that is nothing else, or a heading: "Ingredients (serves 4)". Else None.

    With `among_steps`, "Cook 20 minutes" is a step and no fact, but "Cook: 20 minutes" still is one.
    """
    bare = _AROUND.sub("", line) if len(line) <= _LONGEST else ""
    inner = _IN_BRACKETS.fullmatch(bare)
    bare = beside_heading(bare)[1] or (inner[1] if inner else bare)
    pieces = [piece for piece in _APART.split(bare) if piece]
    pieces = [one for piece in pieces for one in _both(piece, among_steps)]
    found = [_fact(piece, among_steps) for piece in pieces]
    if any(fact and fact.yields for fact in found):  # "Serves 4 · 1 h 15 min"
        found = [fact or time_alone(piece) for fact, piece in zip(found, pieces, strict=True)]
    told = [fact for fact in found if fact]
    if not told or len(told) < len(found):
        return _fact(bare, among_steps)
    return replace(reduce(_joined, told), yields=", ".join(fact.yields for fact in told if fact.yields))


def _both(piece: str, among_steps: bool) -> list[str]:
    """Split "Serves 4 and takes 45 min" into its two facts; any other piece stays whole."""
    two = _AND.split(piece)
    return two if len(two) > 1 and all(_fact(one, among_steps) for one in two) else [piece]


def says_yield(line: str) -> bool:
    """Whether a line at the end of the steps states a yield and is no instruction: "Makes 8 pancakes"."""
    fact = facts_in(line)
    return fact is not None and fact.yields != "" and line.split()[0].casefold() not in language().verbs


def is_food_measure(text: str) -> bool:
    """Whether a text is the reference amount of food values, "Per 100 g", and so no yield."""
    return _OF_FOOD.match(text) is not None


def is_label(line: str) -> bool:
    """Whether a line states a fact that has no field of its own: "Difficulty: easy"."""
    label, colon, said = line.partition(":")
    return bool(colon and said.strip()) and label.strip().casefold() in _data()["other"]["labels"]


def beside_heading(line: str) -> tuple[str, str]:
    """Split a heading of resources from a fact beside it, as in "Ingredients (serves 4)"; else the line and ""."""
    found = _BESIDE.fullmatch(line.strip("# ")) if len(line) <= _LONGEST else None
    if found is None or part_of(found["head"]) != "resources":
        return line, ""
    return found["head"], (found["inner"] or found["rest"]).strip()


def without_fact(heading: str) -> str:
    """Return a heading of resources without the fact beside it: "Ingredients" for "Ingredients (serves 4)"."""
    return beside_heading(heading)[0] if facts_in(heading) else heading


def _beside_title(title: str) -> tuple[str, Facts | None]:
    """Split a title from the fact beside it: "Pancakes (serves 4)"; else return the whole title and None."""
    found = _TITLE.fullmatch(title)
    if found is None:
        return title, None
    said = (found["inner"] or found["rest"]).strip()
    told = facts_in(said) or (facts_in(f"Yield: {said}") if _is_made(said, found["name"]) else None)
    return (found["name"], told) if told and not told.author else (title, None)


def _is_made(said: str, name: str) -> bool:
    """Whether a text counts what `name` names, or pieces or containers of it: "12 rolls", "6 glasses"."""
    found = _amount().fullmatch(said)
    noun = found["rest"].casefold().split()[-1] if found and found["rest"].strip() else ""
    return bool(noun) and (noun in _data()["pieces"]["words"] or noun == _several(name))


def _several(name: str) -> str:
    """Return the plural noun of a name: "muffins" for "Blueberry muffins with oats"; "" if there is none."""
    words = re.findall(r"[^\W\d_]+", _NAME_END.split(name.casefold())[0])
    last = words[-1] if words else ""
    return last if len(last) > _SHORTEST_NAME and singular(last) != last else ""


def _named(made: Procedure) -> str:
    """Return the yield with the noun of the goal added: "12 muffins" if a recipe for blueberry muffins "makes 12".

    A noun that is an ingredient is not added: scrambled eggs for two are not two eggs.
    """
    several = _several(made.goal) if _UNNAMED.fullmatch(made.yields) else ""
    listed = re.findall(r"[^\W\d_]+", " ".join(made.resources).casefold()) if several else []
    known = not several or several in listed or singular(several) in listed
    return made.yields if known else f"{made.yields.removeprefix(_MAKES)} {several}"


def settled(found: ParsedProcedure) -> ParsedProcedure:
    """Complete the procedure with facts from its title, unused lines, notes and the end of its last step.

    Facts leave the resources. Unused lines supply resources if there are none. Steps and notes keep their words.
    """
    needed = found.procedure.resources
    said = [
        one for one in needed if is_time(one) or is_label(one) or (":" in one and facts_in(one, among_steps=True))
    ]
    made = replace(found.procedure, resources=tuple(one for one in needed if one not in said))
    made, unused = with_facts(made, (*found.unused, *said))
    name, told = _beside_title(made.goal)
    if told and not _differ(made, told):
        made = replace(with_fact(made, told), goal=name)
    if not made.resources:
        made, unused = _with_needs(made, unused)
    *before, last = _LAST_SENTENCE.split(made.steps[-1]) if made.steps else [""]
    fact = facts_in(last, among_steps=not says_yield(last)) if before else None
    if fact and fact.yields and not _differ(made, fact):
        made = replace(made, yields=made.yields or fact.yields)
    for _, noted in (one for line in made.notes[:_MOST_NOTES].split("\n") for one in _sentences(line)):
        if noted and not _differ(made, noted):
            made = with_fact(made, replace(noted, author=""))
    if not made.yields:
        made = replace(made, yields=_said_within(made.notes[:_MOST_NOTES]))
    made = replace(made, yields=_named(made))
    return replace(found, procedure=made, unused=tuple(unused))


def _said_within(notes: str) -> str:
    """Return the yield that the notes mention in passing, preferring pieces to a measure; "" for none."""
    for found in _WITHIN.finditer(notes):
        said = [_FURTHER.split(one.strip())[0] for one in found["said"].split(",")]
        told = [
            (one, fact) for one in said if (fact := facts_in(f"{found['label'] or 'for'} {one}")) and fact.yields
        ]
        pieces = [fact.yields for one, fact in told if _is_made(one, "")]
        whole = [
            fact.yields for one, fact in told if said[:1] == [one] and len(re.findall(r"\d+", fact.yields)) == 1
        ]
        if pieces or whole:
            return (*pieces, *whole)[0]
    return ""


def with_facts(made: Procedure, lines: Iterable[str]) -> tuple[Procedure, list[str]]:
    """Add the facts of the lines to the procedure; also return what states no fact or contradicts the procedure.

    Sentences count separately: of "My mum made this. Serves 4." the first is returned.
    """
    left: list[str] = []
    for line in lines:
        others: list[str] = []
        for one, fact in _sentences(line):
            if fact is None or _differ(made, fact):
                others.append(one)
            else:
                made = with_fact(made, fact)
        left += [" ".join(others)] if others else []
    return made, left


def with_fact(made: Procedure, fact: Facts) -> Procedure:
    """Fill the empty fields of the procedure from `fact`."""
    both = _joined(Facts(made.yields, made.times, made.author), fact)
    return replace(made, yields=both.yields, times=both.times, author=both.author)


def _with_needs(made: Procedure, lines: Iterable[str]) -> tuple[Procedure, list[str]]:
    """Add the things in "You need a saw and glue." and "Tools: a saw, glue"; also return the other lines."""
    left: list[str] = []
    things: list[str] = []
    for line in lines:
        head, colon, said = unmarked(line).replace("：", ":").partition(":")
        if listed := listed_in(f"{without_fact(head)}{colon}{said}"):
            things += listed
            made = with_fact(made, (without_fact(head) != head and facts_in(head)) or Facts())
            continue
        others: list[str] = []
        for sentence in _SENTENCES.split(line):
            needed = needed_in(sentence)
            things += needed
            others += [] if needed else [sentence]
        left += [" ".join(others)] if others else []
    return replace(made, resources=tuple(things)), left


def _sentences(line: str) -> Iterator[tuple[str, Facts | None]]:
    """Yield each sentence of a line with its facts; a line that is a fact as a whole stays whole.

    A time after other words belongs to them and is no fact: "Peel the almonds yourself. Takes 10 minutes."
    """
    whole, beside = facts_in(line), True
    for one in [line] if whole else _SENTENCES.split(line):
        fact = whole or facts_in(one)
        fact = fact if fact and (beside or fact.yields) else None
        beside = fact is not None
        yield one, fact


def _differ(made: Procedure, fact: Facts) -> bool:
    known, said = made.times, fact.times
    pairs = (
        (yield_number(made.yields), yield_number(fact.yields)),
        (known.prep, said.prep),
        (known.cook, said.cook),
        (known.total, said.total),
        (made.author, fact.author),
    )
    return any(one and other and one != other for one, other in pairs)


def _joined(one: Facts, other: Facts) -> Facts:
    """Combine two facts; where they differ, the first one wins."""
    first, then = one.times, other.times
    times = Times(first.prep or then.prep, first.cook or then.cook, first.total or then.total)
    return Facts(one.yields or other.yields, times, one.author or other.author)


def _fact(text: str, among_steps: bool) -> Facts | None:
    text = _around().sub("", text)
    if is_food_measure(text):
        return None
    if yields := _yield(text, among_steps):
        return Facts(yields)
    for part in ("prep", "cook", "total"):
        _, words = _after_label(part, text, among_steps)
        words = _about().sub("", words)
        if any(map(str.isalpha, words)) and (found := minutes(words)):
            return Facts(times=Times(**{part: found}))
    label, name = _after_label("author", text, among_steps)
    return Facts(author=name) if name and (label.endswith(":") or _NAME.fullmatch(name)) else None


def time_alone(piece: str) -> Facts | None:
    """Return the time of a text that is nothing else, as the total time; None for any other text."""
    total = minutes(_about().sub("", piece)) if re.search(r"[^\W\d_]", piece) else None
    return Facts(times=Times(total=total)) if total else None


def is_time(text: str) -> bool:
    """Whether a text states a time and nothing else: "Arbeitszeit ca. 15 Min."."""
    fact = facts_in(text, among_steps=True) or time_alone(text.rstrip("."))
    return fact is not None and fact.times != _NO_TIMES and not fact.yields


def _after_label(fact: str, text: str, among_steps: bool) -> tuple[str, str]:
    """Split a text into the words that introduce a fact, with their colon, and its value; else "" and ""."""
    found = _label(fact).match(text)
    sure = found and (found["colon"] or not among_steps or found["label"].lower() in _data()[fact]["labels"])
    return (f"{found['label']}{found['colon'] or ''}", text[found.end() :]) if found and sure else ("", "")


def _yield(text: str, among_steps: bool) -> str:
    """Return the yield of a text: "4 servings" for "Serves 4", "4 Personen" for "Für 4 Personen"; else ""."""
    if found := _people().fullmatch(text):
        servings = " serving" if found["number"] == "1" else " servings"
        return _figure(found["number"]) + (text[found.end("number") :] or servings)
    label, words = _after_label("yields", text, among_steps)
    words = _ABOUT_SO.sub("", words)
    found = _amount().fullmatch(words)
    if not found:
        return ""
    whole = _figure(found["number"]) + words[found.end("number") :]
    said, beside, more = whole.partition(" (")
    if re.search(r"[^\W\d_]{3}|[^\W\d_a-zA-Z]", said):
        return whole
    if label.casefold().rstrip(" :") == _MAKES.strip():
        return f"{_MAKES}{whole}"  # counts what the title names, not servings
    serves = label.lower().startswith(("serv", "feed"))
    named = f"serving{'s' * (said != '1')}" if serves else label.rstrip(" :：").split()[-1]
    return f"{said} {named}{beside}{more}" if named.lower() in _data()["people"]["words"] else whole


def _figure(number: str) -> str:
    """Return a number in digits: "12" for "a dozen"."""
    return number if number[:1].isnumeric() else mixed(value(number))


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((files("tailor.library.formats.shared") / "facts.toml").read_text("utf-8"))


@cache
def _label(fact: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<label>{either(*words_for(fact))})(?![^\W\d_])\s*(?P<colon>[:：|])?\s*", re.IGNORECASE)


@cache
def _about() -> re.Pattern[str]:
    return re.compile(rf"^{either(*_data()['about']['words'])}\s*", re.IGNORECASE)


@cache
def _around() -> re.Pattern[str]:
    """Match the words around a fact in a sentence: "This recipe makes 12", "takes 20 minutes in all"."""
    before, behind = (either(*_data()[place]["words"]) for place in ("before", "behind"))
    said = either(*words_for("yields"), *words_for("total"))
    return re.compile(rf"^{before}\s+(?={said}\s)|\s+{behind}$", re.IGNORECASE)


@cache
def _amount() -> re.Pattern[str]:
    return re.compile(rf"(?:{_about().pattern})?{_RANGE}(?P<rest>(?:[^.,:;!?]|\.\d){{0,60}})", re.IGNORECASE)


@cache
def _people() -> re.Pattern[str]:
    """ "4 people", "für 4 Personen"."""
    people = either(*_data()["people"]["words"])
    before = either(*_data()["people"]["for"])
    return re.compile(rf"(?=(?P<for>{before}\s+)?)(?P=for)?{_RANGE}(?:\s*{people}|(?(for)|(?!)))", re.IGNORECASE)


@cache
def _unit(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=\d)\s?{either(*_data()['units'][name])}(?![^\W\d_])\.?", re.IGNORECASE)
