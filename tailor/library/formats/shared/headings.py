"""What a heading announces: the resources, the steps or the notes, in about ten languages.

Also finds headings without a mark, and knows which headings may have both things and sentences below them.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias
from unicodedata import combining, normalize

from tailor.core.listed_amounts import counts
from tailor.core.numerals import either
from tailor.library.formats.shared.step_texts import heads_part

Part: TypeAlias = Literal["resources", "steps"]

_KEPT: Final = 16_384
"""Lines that each cache keeps: a page is read several times and may have thousands."""
_LONGEST: Final = 3
"""Words up to which one known word makes a heading; a longer line is a sentence or a title."""
_LONGEST_LINE: Final = 80
_MARKS: Final = " \t*_:：.!【】"
_ASKED: Final = " ?¿？"
"""Marks around a question for what one needs. "Comment faire ?" is left out: anything may answer it."""
_LONGEST_NEED: Final = 200
_MOST_WORDS: Final = 8
_BOLD = re.compile(r"(\*\*|__)([^*_].*?)\1[:：]?|#{2,6}\s+(.+)")
_SENTENCE_END = re.compile(r"[.!?;,…。]\W*$")
_ARTICLE = re.compile(r"(?:an?|some|ein|eine|un|une|una|uno|um|uma|een)\b", re.IGNORECASE)
_ENDS_OPEN = re.compile(r"\s(?:for|fur|pour|para|por|per|voor|til|do|dla)$")
"""The end of a heading before a field for a number: "Ingredients for"."""
_BESIDE = re.compile(r"\s*[&+/]\s*|\s(?:and|und|et|e|y|en)\s")
_OF = re.compile(r"\s(?:of|de[lrs]?|du|d[aio]|dell[aeo]|van)\s")
"""Separates what a heading names from the whole that it is part of."""
_IN_BRACKETS = re.compile(r"[(（].{0,200}?[)）]")
_COUNT = re.compile(r"^\d{1,2}[.)]\s+(?=\D)")
_DASH = re.compile(r"\s*[-–—]\s*(?=[^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+")
_LONG_WORD = re.compile(r"[^\W\d_]{10,}")
_WORD_OR_NUMBER = re.compile(r"[^\W_]+")


_HOW_TO: Final = re.compile(
    r"(?:how to|como|cómo|comment|come|hoe|jak|wie (?:man|du|ihr)|så(?: här)?|hur)\s|"
    r".*\b(?:tutori\w+|step[- ]by[- ]step)\b",
    re.IGNORECASE,
)
_COUNTED_WAY: Final = re.compile(
    r"(?:method|option|way|version|alternative|variant[e]?|methode|méthode|opción|opzione)\s*"
    r"(?:#?\d{1,2}|[A-D]|one|two|three)\s*(?:[.:)–-].*)?",
    re.IGNORECASE,
)
_CROSSED: Final = str.maketrans("łøđı", "lodi")
"""Letters with a stroke or without a dot, which do not decompose into a letter and an accent."""


@dataclass(frozen=True, slots=True)
class _Part:
    words: frozenset[str]
    phrases: frozenset[str]


@cache
def _parts() -> Mapping[str, _Part]:
    return {
        name: _Part(frozenset(part["words"]), frozenset([*part["words"], *part["phrases"], *part.get("kept", ())]))
        for name, part in _data().items()
        if name in ("resources", "steps", "notes")
    }


@cache
def _data() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the words of headings as `_plain` normalizes them, and those of sentences as they are written."""
    data = tomllib.loads((files("tailor.library.formats.shared") / "headings.toml").read_text("utf-8"))
    headings = data.keys() - {"needs", "told"}
    return data | {
        name: {key: [*map(without_accents, texts)] for key, texts in data[name].items()} for name in headings
    }


@lru_cache(maxsize=_KEPT)
def announced(heading: str) -> frozenset[str]:
    """Return the parts that a heading announces: the resources for "Ingredients (for 4)", none for "Next steps".

    Of a longer one the first and last word and known phrases count: "Ingredients for a small cake". What stands
    before and after a colon counts for itself.
    """
    bare = _spelt(_COUNT.sub("", _plain(_IN_BRACKETS.sub("", heading))))
    words = _WORD_OR_NUMBER.findall(bare)
    whole = {name for name, part in _parts().items() if not part.phrases.isdisjoint((bare, " ".join(words)))}
    whole |= {"resources"} if bare.strip(_ASKED) in _parts()["resources"].phrases else set()
    if whole or len(words) > _MOST_WORDS or _SENTENCE_END.search(heading) or leads_on(heading):
        return frozenset(whole)
    parts = [found for part in bare.split(":") if (found := _WORD_OR_NUMBER.findall(part))]
    if len(words) > _LONGEST:
        ends = words  # "3 2 1 method for ribs" begins with a number
        words = [word for part in parts if len(part) <= _LONGEST for word in part]
        words += [ends[0], ends[-1]] if len(parts) == 1 else []
    told = {name for name, part in _parts().items() if not part.words.isdisjoint(words)} | _phrased(bare)
    return frozenset(told - {"notes"} if "steps" in told else told)


def _phrased(bare: str) -> set[str]:
    """Return the parts that a phrase of three or more words announces: "Our step-by-step guide"."""
    spaced = f" {bare.replace('-', ' ')} "
    return {name for name, phrase in _long_phrases() if phrase in spaced}


@cache
def _long_phrases() -> Sequence[tuple[str, str]]:
    phrases = ((name, phrase) for name, part in _parts().items() for phrase in part.phrases)
    return [(name, f" {phrase} ") for name, phrase in phrases if len(phrase.split()) >= _LONGEST]


def needed_in(sentence: str) -> list[str]:
    """Return the things in a sentence such as "You need Python 3.11 and git."; [] for any other sentence."""
    found = _needs().fullmatch(sentence.strip().replace("’", "'")) if len(sentence) <= _LONGEST_NEED else None
    if found is None:
        return []
    words = _data()["needs"]
    things: list[str] = []
    for thing in re.split(rf",\s+(?:{either(*words['and'])}\s+)?", found[1]):
        pieces = re.split(rf"\s+{either(*words['and'])}\s+", thing)
        apart = set(words["whole"]).isdisjoint(_WORD.findall(thing.casefold()))
        things += pieces if apart or all(counts(one) or _ARTICLE.match(one) for one in pieces) else [thing]
    return things


@cache
def _needs() -> re.Pattern[str]:
    words = _data()["needs"]
    said, none = either(*words["phrases"]), either(*words["none"])
    return re.compile(
        rf"(?:for (?:it|this|that|them|all of it) )?{said}\s+(?!{none}\b)([^.!?:;]+(?:\.\d[^.!?:;]*)*)\.?",
        re.IGNORECASE,
    )


def names_tools(heading: str) -> bool:
    """Whether a heading announces tools: "Equipment"."""
    bare, tools = _plain(_IN_BRACKETS.sub("", heading)), _data()["tools"]
    known = _parts()["resources"].words.intersection(_WORD.findall(bare))
    return "resources" in announced(heading) and (
        bare in tools["phrases"] or bool(known and known <= {*tools["words"]})
    )


def names_collection(heading: str) -> bool:
    """Whether a heading stands above several procedures: "Recipes from Ann"."""
    bare, known = _plain(heading), _data()["collections"]
    return not {*known["words"], *known["phrases"]}.isdisjoint((*_WORD.findall(bare), *bare.split()))


def names_list(title: str) -> bool:
    """Whether a title is that of a list of things: "Packing list: a week at the sea"."""
    words = f" {' '.join(_WORD.findall(_plain(title)))} " if len(title) <= _LONGEST_LINE else ""
    return any(f" {phrase} " in words for phrase in _data()["lists"]["titles"])


def names_group(heading: str) -> bool:
    """Whether a heading that announces the resources may also name a group of things to pack: "Gear"."""
    return _plain(heading) in _data()["lists"]["groups"]


def is_open(heading: str) -> bool:
    """Whether a heading that announces the resources may also have sentences below it: "Before you start"."""
    words = frozenset(_WORD.findall(_plain(heading)))
    return "resources" in announced(heading) and (
        _plain(heading) in _data()["open"]["phrases"] or not words.isdisjoint(_data()["open"]["words"])
    )


def told_first(sections: Iterable[tuple[int, str]]) -> str:
    """Return the remark that sentences below an open heading were read as steps; "" without such a heading."""
    title = next((title for _, title in sections if is_open(title)), "")
    return f"Sentences under “{title}” were read as steps, everything else as things you need." if title else ""


def telling(items: Sequence[str], *, numbered: bool = False) -> list[bool]:
    """Return for each item whether it is an instruction; unclear items follow the majority."""
    clear = [_tells(item) for item in items]
    most = clear.count(True) + numbered > clear.count(False)
    return [most if told is None else told for told in clear]


def _tells(item: str) -> bool | None:
    """Whether an item is an instruction ("Turn it off") and not a thing ("a bucket"); None if that is unclear."""
    if counts(item) or _ARTICLE.match(item):
        return False
    long = len(item.split()) > _LONGEST and _SENTENCE_END.search(item.strip())
    return True if long or is_told(item) else None


def is_told(line: str) -> bool:
    """Whether a line begins like an instruction: "Heat the oven"."""
    return _sentence().match(line.replace("’", "'")) is not None


@cache
def _sentence() -> re.Pattern[str]:
    first, between, then = (either(*_data()["told"][name]) for name in ("first", "between", "next"))
    talk = either(*_data()["told"]["talk"])
    return re.compile(rf"(?!{talk}\s)(?:{first}|[^\W\d_]+(?:\s{between})?\s{then})(?!\w)", re.IGNORECASE)


def title_of(line: str, *, apart: bool) -> str:
    """Return the words of a line that heads the items right below it; "" if it is no heading.

    Such a line is bold, in capitals or like "For the glaze", ends in a colon, or stands `apart` below a blank
    line.
    """
    marked = _BOLD.fullmatch(line.strip()) if len(line) <= _LONGEST_LINE else None
    bare = (marked[2] or marked[3] if marked else line).strip()
    words = bare.rstrip(":： ")
    fits = len(bare) <= _LONGEST_LINE and 0 < len(words.split()) <= _MOST_WORDS and not _SENTENCE_END.search(bare)
    if not fits or not any(map(str.isalpha, words)) or words[0] in "(（" or announced(words) or part_of(words):
        return ""
    told = marked or bare != words or heads_part(words) or (apart and not words[:1].islower())
    return words if told else ""


def says_when(line: str) -> bool:
    """Whether a line is only a day or a part of the day, as a heading for what is done then: "Afternoon"."""
    return _plain(line) in _data()["then"]["words"]


def says_how(heading: str) -> bool:
    """Whether a heading or title promises instructions: "How to peel it", "Tutorial", "The steps"."""
    return "steps" in announced(heading) or _HOW_TO.match(heading) is not None


def is_way(line: str) -> bool:
    """Whether a line is only the name of a numbered way to do it: "Method 1", "Option B: by hand"."""
    return len(line) <= _LONGEST_LINE and _COUNTED_WAY.fullmatch(line.strip()) is not None


def goes_on(heading: str) -> bool:
    """Whether a heading after steps only names the next part of the work: "Cooking", "Assembly of the cake"."""
    return _OF.split(_plain(heading))[0] in _data()["goes_on"]["words"]


def is_note(text: str) -> bool:
    """Whether a line begins as a note: "Tip: use a big jar", "Variatietip: take pears", "Note - …"."""
    head, colon, _ = text[:_LONGEST_LINE].partition(":")
    dashed = _DASH.split(text[:_LONGEST_LINE], maxsplit=1)
    if len(dashed) > 1 and _plain(dashed[0]) in _parts()["notes"].phrases:
        return True
    notes, word = _data()["notes"], head.casefold()
    compound = head.isalpha() and word.endswith(tuple(notes["endings"]))
    compound = compound and not word.startswith(tuple(notes["things"]))
    return bool(colon) and (compound or announced(head) == {"notes"} or _plain(head) in notes["labels"])


@lru_cache(maxsize=_KEPT)
def leads_on(heading: str) -> bool:
    """Whether what is below belongs to no procedure: "Next steps", "Cooking time", "Table of contents"."""
    calls = heading.rstrip().endswith("!")  # "Time to decorate!", but not "Time to prepare"
    bare = _plain(heading).removeprefix("time to " if calls else "")
    elsewhere = _data()["elsewhere"]
    return bare in elsewhere["phrases"] or not set(_WORD.findall(bare)).isdisjoint(elsewhere["words"])


def teases(heading: str) -> bool:
    """Whether a heading stands above links to other pages: "Related recipes"."""
    return _plain(heading.lstrip("# ")) in _data()["elsewhere"]["teasers"]


def tells_nothing(heading: str) -> bool:
    """Whether a heading names no procedure because any page could have it: "Description", "The recipe"."""
    return _plain(heading) in _data()["elsewhere"]["about"]


@lru_cache(maxsize=_KEPT)
def part_of(line: str) -> Part | None:
    """Return the part that an unmarked line announces; None if the line says anything else as well."""
    bare = _spelt(_plain(line)) if len(line) <= _LONGEST_LINE else ""
    if not {bare.strip(_ASKED), _ENDS_OPEN.sub("", bare)}.isdisjoint(_parts()["resources"].phrases):
        return "resources"
    both = _BESIDE.split(bare)
    if len(both) > 1 and all(one in _parts()["resources"].phrases for one in both):
        return "resources"  # "Ingredients / tools"
    return "steps" if bare in _parts()["steps"].phrases else None


def leads_to_steps(line: str) -> bool:
    """Whether a sentence announces the steps and ends in a colon: "Then follow these simple steps:"."""
    text = _plain(line[-_LONGEST_LINE:]) if line.rstrip("* _").endswith((":", "：")) else ""
    return bool(text) and any(re.search(rf"\b{one}$", text) for one in _data()["steps"]["leads"])


def ends_steps(line: str) -> bool:
    """Whether an unmarked line is nothing but a heading for notes or food values: "Tips:"."""
    bare = _plain(_IN_BRACKETS.sub("", line)) if len(line) <= _LONGEST_LINE else ""
    return bare in _parts()["notes"].phrases or bare in _data()["elsewhere"]["food_values"]


def says_more(line: str) -> bool:
    """Whether a heading for notes says what they are: "Do not use (on marble)", which has to stay above them."""
    if len(line) > _LONGEST_LINE or "notes" not in announced(line):
        return False
    bare = f" {_plain(_IN_BRACKETS.sub('', line)).strip()} "
    return any(f" {one} " in bare for one in _data()["notes"]["kept"])


def column_of(head: str) -> Part | None:
    """Return the part that a column head announces: resources for "Qty" and "Ingredient", steps for "Do"."""
    told, bare = announced(head), _plain(head)
    parts: tuple[Part, ...] = ("resources", "steps")
    return next((part for part in parts if part in told or bare in _data()["columns"][part]), None)


def without_label(text: str) -> str:
    """Strip the "Method:" that announces the steps from the first of them."""
    head, colon, rest = text[:_LONGEST_LINE].partition(":")
    return text[len(head) + 1 :].strip() if colon and rest.strip() and part_of(head) == "steps" else text


def _plain(text: str) -> str:
    return without_accents(text.replace("’", "'").casefold().strip(_MARKS))


def _spelt(text: str) -> str:
    """Correct a letter inside the long words that announce a part: "ingrendients", "intructions"."""
    known, spelt = _spellings()
    return _LONG_WORD.sub(
        lambda one: next(
            (spelt[part] for part in _lacking(one[0]) if one[0] not in known and part in spelt), one[0]
        ),
        text,
    )


@cache
def _spellings() -> tuple[frozenset[str], Mapping[str, str]]:
    """Return the long words of headings, also without an "s", and each by what is left of it without a letter."""
    words = [one for part in ("resources", "steps") for one in _parts()[part].words if _LONG_WORD.fullmatch(one)]
    known = {stem: word for word in sorted(words) for stem in (word, word.removesuffix("s"))}
    return frozenset(known), {part: word for stem, word in known.items() for part in _lacking(stem)}


def _lacking(word: str) -> list[str]:
    """Return the word, and what is left of it without one of the letters between the first and the last."""
    return [word, *(word[:at] + word[at + 1 :] for at in range(1, len(word) - 1))]


def without_accents(text: str) -> str:
    """Strip accents, as people do who type "preparacion"."""
    if text.isascii():
        return text
    return "".join(one for one in normalize("NFD", text) if not combining(one)).translate(_CROSSED)
