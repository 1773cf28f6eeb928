"""Requirements: the clauses of a hint and of a profile, numbered R1, R2, … ([CP] sections 3 and 4.4), by rule.

A hint is split into clauses, and cue words give each its kind. What a circumstance usually implies is offered;
users can correct all of it. The patterns and cues are in data/clauses.toml, kinds.json and implied.json.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from tailor.core import ages
from tailor.core.errors import NotFoundError, UsageError
from tailor.core.text import LONGEST_HINT, clean, normal

Kind: TypeAlias = Literal["prerequisite", "preference", "refinement", "expertise", "unclassified"]
Level: TypeAlias = Literal["beginner", "intermediate", "expert"]
Critical: TypeAlias = Literal["constraint", "expertise", "both"]
Source: TypeAlias = Literal["hint", "profile", "implied", "model"]
_DATA: Final = Path(__file__).parent / "data"
_LONGEST = 600
"""Characters of a clause that are searched for cues."""

_NEAR: Final = 160
"""Characters examined on either side of a possible cut, which keeps the work linear in the hint."""

_JOINING: Final = re.compile(r"(?:(?:and|but|also|plus)\b[\s,]+)+(?=\S)", re.IGNORECASE)
"""Words that join a clause to the one before; dropped when the clause is shown alone."""

_MARKS: Final = re.compile('[()“”",]')


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing the result must respect."""

    id: str
    """ "R1", "R2", … in order."""
    kind: Kind
    text: str
    """The clause in the user's own words."""
    level: Level | None = None
    """For expertise only."""
    source: Source = field(default="hint", metadata={"json": "from"})
    on: bool = True
    """If off, it is shown but given to no agent and counted nowhere."""
    follows: str = field(default="", metadata={"omit_empty": True})
    """What it means in practice, according to a model."""

    @property
    def words(self) -> str:
        """The text as shown alone: "no eggs" for "and no eggs"."""
        return _alone(self.text)


Requirements = tuple[Requirement, ...]

MOST_WISHES: Final = 1_000
"""How many are handled at once. Each is searched for in every line, so more take minutes; profiles have many."""


def parse_hint(hint: str, profile: Sequence[str] = ()) -> tuple[Requirement, ...]:
    """The clauses of the hint, then those of the profile, numbered R1, R2, …

    A clause of the profile always holds, so it is a prerequisite unless it states expertise. A clause repeated in
    the same words counts once. Never raises; an empty hint and profile give ().
    """
    typed = _each_once(clauses(hint))
    always = _each_once(clause for line in profile for clause in clauses(line))
    said: list[tuple[str, Source, bool]] = [(text, "hint", words in always) for words, text in typed.items()]
    said += [(text, "profile", True) for words, text in always.items() if words not in typed]
    return tuple(_requirement(number, *one) for number, one in enumerate(said, 1))


def _each_once(some: Iterable[str]) -> Mapping[str, str]:
    """The distinct clauses in their first wording, by their normalised words."""
    once: dict[str, str] = {}
    for clause in some:
        once.setdefault(_same_words(clause), clause)
    return once


def _same_words(clause: str) -> str:
    """The words of a clause for comparison: without case, punctuation at its ends and a joining "and"."""
    return " ".join(_alone(clause).casefold().strip(" .,;:!?").split())


def _alone(clause: str) -> str:
    joining = _JOINING.match(clause)
    return clause[joining.end() :] if joining else clause


def too_many(wishes: Sequence[Requirement]) -> str:
    """The message if there are more wishes than can be handled at once; "" if there are not."""
    if len(wishes) <= MOST_WISHES:
        return ""
    return (
        f"You have {len(wishes):,} wishes here, and the limit is {MOST_WISHES:,}. Keep the ones that matter most."
    )


def _requirement(number: int, text: str, source: Source, always: bool) -> Requirement:
    kind = classify(text)
    if always and kind != "expertise":
        kind = "prerequisite"
    return Requirement(f"R{number}", kind, text, level_of(text), source)


def clauses(text: str) -> tuple[str, ...]:
    """The clauses of a text in order, without the punctuation between them.

    A cut is made at the end of a sentence or line, at ";", and at a comma, "and" or "but" between clauses. So
    "salt and pepper", "four or five", "no hand-holding" and "approx. 2.5 kg" stay in one piece. Every word ends up
    in exactly one clause; a joining "and" or "but" stays at the head of its clause. A text without a word, such as
    emoji, is one clause: somebody meant something by it.
    """
    text = _cut("allowed_aside").sub(r"; \1", clean(text, LONGEST_HINT))
    parts = (piece for sentence in _sentences(text) for piece in _joined(sentence))
    found = tuple(trimmed for part in parts if (trimmed := _trimmed(part)))
    return found or tuple(filter(None, (normal(text).strip(),)))


def _sentences(text: str) -> Iterator[str]:
    """The text cut at the ends of sentences and lines, at ";", and at dashes between whole clauses."""
    start = 0
    for end in _cut("end").finditer(text):
        if _ends(text, start, end):
            yield text[start : end.end()]
            start = end.end()
    yield text[start:]


def _ends(text: str, start: int, end: "re.Match[str]") -> bool:
    """Whether the mark ends a sentence: not after an abbreviation, not inside brackets."""
    mark = end.group().strip()
    before, after = text[start : end.start()][-_NEAR:], text[end.end() : end.end() + _NEAR].lstrip()
    if mark in (";", "") or end.group() == "\n":
        return not (mark == ";" and _takes_up(before, after))
    if before.count("(") > before.count(")") and ")" in after:
        return False
    if mark[0] in "-–—":
        return _stands(before, after) and not _takes_up(before, after)
    if _cut("why").match(after) or _goes_on(before, after):
        return False
    if mark != ".":
        return True
    word = "".join(before.split()[-1:]).lstrip("(\"'“").casefold()
    if word in _clause_data()["abbreviations"]:
        return word in _clause_data()["final_abbreviations"] and after[:1].isupper()
    return not (len(word) == 1 and word.isalpha() and word != "i")


def _goes_on(before: str, after: str) -> bool:
    """Whether what follows continues the same wish: "no cream, use milk instead", "15 adults, 5 kids"."""
    pairs = (
        *(("lacks", "instead"), ("not_there", "offered"), ("not_for", "but_for")),
        *(("adults", "children"), ("less_of", "of_them")),
        *(("taken_back", "instead_of_it"), ("counted_for", "corrected")),
    )
    pair = any(_cut(one).search(before) and _cut(other).match(after) for one, other in pairs)
    return pair or _takes_up(before, after)


def _takes_up(before: str, after: str) -> bool:
    """Whether what follows says more of what is no trouble; cut off from it, it would be waived."""
    if not _cut("waived").search(before):
        return False
    told = _cut("filler").sub("", _bare(after))
    piece = re.split(r"[,;.!?]", told, maxsplit=1)[0].strip()
    if _cut("taken_up").match(told):
        return True
    return bool(piece) and not (is_wish(piece) or _cut("polite").fullmatch(piece))


def _joined(sentence: str) -> Iterator[str]:
    """One sentence cut at the commas, "and"s and "but"s that join whole clauses."""
    start = seen = 0
    marks = Counter[str]()  # of the clause so far: each character is counted once, however many joints there are
    for joint in _cut("joint").finditer(sentence):
        at = joint.start()
        marks.update(_MARKS.findall(sentence, seen, at))
        seen = at
        head, tail = sentence[start : min(start + _NEAR, at)], sentence[max(start, at - _NEAR) : at]
        right = sentence[joint.end() : joint.end() + _NEAR]
        if _in_brackets(marks) or not _cuts(head, tail, joint.group(), right, listed=marks[","] > 0):
            continue
        yield sentence[start:at]
        start = at
        marks.clear()
    yield sentence[start:]


def _cuts(near: str, tail: str, joint: str, right: str, *, listed: bool) -> bool:
    """Whether two requirements meet at this joint; `listed`: the clause before it already has a comma."""
    if _cut("subordinate").match(_bare(near)) and "," not in near.strip(" ,"):
        return False
    words = joint.strip(" ,").casefold()
    right = right.lstrip()
    another = bool(_cut("much").match(_bare(near)) and _cut("behind_much").match(right))
    if another or not joint:
        return another
    if words == "and" and _cut("and_a_half").search(f"{tail.rstrip()} & {right}"):
        return False
    bare = words == "but" or (words == "" and not _cut("with_article").match(right))
    there = bare and _cut("not_there").search(tail) and _cut("is_there").match(right)
    if there or _goes_on(tail, right):
        return False
    if (toned := _cut("not_too").match(right)) and words == "but" and toned["much"].casefold() in near.casefold():
        return False
    if words == "and" and _cut("eater").search(tail) and _cut("eater_who").match(right):
        return False
    if _cut("polite").fullmatch(_bare(near)) or _cut("polite").match(right):
        return False
    if _cut("kept").match(right) and _cut("much").match(_bare(near)):
        return False
    if _cut("kept_out").match(right):
        return True
    both = _cut("exchanged").match(_bare(near)) and _cut("exchanged").match(right)
    if both or _cut("exchange").match(right) or _is_of_one(near, right):
        return True
    comma = joint.startswith(",")
    if comma and _cut("named_by_diet").match(right) and _cut("bare_adjectives").search(tail):
        return False  # "a quick, vegan cake"
    if comma and _cut("added").match(right) and not _cut("time").fullmatch(_bare(near)):
        return True
    if _cut("diet").fullmatch(_bare(near).strip()) and _cut("only").match(right):
        return True
    if comma and words == "and" and _cut("clause").match(right):
        return True
    if comma and not words and _is_beside(_bare(near).strip(), right):
        return True
    if comma and not words:
        joined = any(_cut(name).match(right) for name in ("why", "dislike", "joiner"))
        return not joined and _is_own_wish(near, tail, right)
    if words and _cut("swap").match(right) and (comma or is_wish(_bare(near))):
        return True
    half = tail.rstrip().casefold().endswith("half")  # half and half is a kind of cream
    if _cut("much").match(right) and not _cut("much").match(_bare(near)) and not half:
        return True
    return _stands(near, right) and not (listed and _tail_of_list(right))


def _is_of_one(near: str, right: str) -> bool:
    """Whether an amount of one thing begins here, a wish whatever precedes it: "no lid and halve the bacon"."""
    told = ("changed", "how"), ("part", "of_two")
    return any(_cut(one).match(right) and not _cut(other).search(near) for one, other in told)


def _is_beside(head: str, right: str) -> bool:
    """Whether what follows a comma must be a new wish: "no mixer, 12 cookies", "diabetic, gas stove", "no oven,
    milk allergy", but not "lactose intolerant, peanut butter" and "no oven, in a wok".
    """
    piece = re.split(r"[,;.!?]", right)[0].strip()
    if _cut("units").fullmatch(piece) and not _cut("units_before").search(head):
        return True
    if _cut("heat_units").fullmatch(piece) and not _cut("heat_units").search(head):
        return True  # "grams instead of ounces, celsius please"
    if _cut("bare_much").fullmatch(head) and _cut("own_words").fullmatch(piece):
        return True
    lacks = _cut("lacking").match(head) is not None
    if lacks and (_cut("count").match(piece) or _cut("of_it").match(piece)):
        return True
    if _cut("diet").fullmatch(piece) or (_cut("made_in").fullmatch(head) and _cut("to_be").fullmatch(piece)):
        return True
    alone = _cut("diet").fullmatch(head) or _cut("much").match(head) or _cut("to_be").fullmatch(head)
    no_food = alone is not None or lacks or _cut("units").fullmatch(head) or _cut("tool").search(head)
    if no_food and (allergy := _cut("allergy").fullmatch(piece)):
        return allergy["food"].rstrip("s") not in head  # "no nuts, nut allergy" is one
    if _cut("made_in").match(piece):
        return alone is not None or (lacks and not _cut("tool").search(head))
    return alone is not None and _cut("kitchen").match(piece) is not None


def _is_own_wish(head: str, tail: str, right: str) -> bool:
    """Whether what follows a bare comma is a wish of its own, rather than another item of a list.

    `head` and `tail` are the first and last characters of what precedes the comma. If in doubt, it is an item:
    "milk" cut off from "no eggs, milk" would turn into its opposite.
    """
    if _cut("limits").match(right) or _cut("setting").match(right):
        return False  # "short steps, no hand-holding", "bread, for 2 days"
    if _cut("adjective_to_come").search(tail) or (_cut("setting").match(_bare(head)) and not has_verb(head)):
        return False  # "a quick, cheap stew", "in my flat, drilling isn't allowed"
    piece, *more = re.split(r"[,;.!?]", right)
    if _cut("opening").match(piece):
        return True
    return is_wish(_bare(head)) and is_wish(piece) and _is_no_item(head, right, (piece, *more))


def _is_no_item(head: str, right: str, pieces: Sequence[str]) -> bool:
    """Whether a wish after a comma cannot be another item of the list before it."""
    if _begins(right, firm=True) or any(_cut(name).match(pieces[0]) for name in ("casual", "feeds")):
        return True
    if _cut("owned").match(pieces[0]):
        return has_verb(pieces[0]) or _cut("third_person").search(pieces[0]) is not None
    listed = has_verb(head) or _cut("opening").match(_bare(head))
    return not listed and not any(map(_cut("closes_list").search, pieces))


def is_wish(piece: str) -> bool:
    """Whether the piece asks for something by itself; a reason ("they're hungry") stays with its clause."""
    own = ("casual", "exchanged", "ails", "doer", "feeds")
    return classify(piece) != "unclassified" or any(_cut(name).match(piece) for name in own)


def without_dislike(words: str) -> str:
    """A clause without a reason that tells who dislikes it: "no butter" of "no butter, my husband hates it"."""
    told, _, reason = words.rpartition(",")
    return told if told and _cut("dislike").match(reason.strip()) else words


def _stands(left: str, right: str) -> bool:
    """Whether both sides are clauses of their own."""
    if _cut("why").match(right):
        return False
    left = _bare(left)
    clause = has_verb(left)
    if not (clause or any(_cut(name).match(left) for name in ("opening", "short", "state", "exchanged"))):
        return False
    return _begins(right, firm=False) or (clause and _cut("half_clause").match(right) is not None)


def _begins(right: str, *, firm: bool) -> bool:
    """Whether a clause begins here: a subject with its verb, or an opening such as "no oven"."""
    clause = re.split(r"[,;.!?]", right, maxsplit=1)[0]
    if any(_cut(name).match(right) for name in ("subject", "opening", "state", "somebody")):
        return True
    if _cut("noun_phrase").match(right):
        return bool(_cut("firm").search(clause)) if firm else has_verb(clause)
    return not firm and bool(re.match(r"[\w'’-]+\s", clause)) and _noun_then_verb(clause)


def _noun_then_verb(clause: str) -> bool:
    """Whether the clause opens with a bare noun and its verb: "balloons scare him"."""
    words = clause.split()
    return len(words) > 2 and not has_verb(words[0]) and any(map(has_verb, words[1:3]))


def _tail_of_list(right: str) -> bool:
    """Whether "and" closes a list of things: "onions, garlic and the leeks we have left"."""
    return not _begins(right, firm=True) and not _cut("half_clause").match(right)


def _in_brackets(marks: Counter[str]) -> bool:
    return marks["("] > marks[")"] or marks["“"] > marks["”"] or marks['"'] % 2 == 1


def _bare(text: str) -> str:
    """The text without leading punctuation and joining word."""
    text = text.lstrip(" ,;")
    joiner = _cut("joiner").match(text)
    return text[joiner.end() :] if joiner else text


def _trimmed(text: str) -> str:
    """The clause without surrounding punctuation; "" if it has no word."""
    text = normal(_cut("bullet").sub("", text)).strip().rstrip(",;").rstrip()
    if not re.search(r"\w", text):
        return ""
    last = text.split()[-1].rstrip(".").casefold()
    return text if last in _clause_data()["abbreviations"] else text.rstrip(".").rstrip()


@cache
def _clause_data() -> dict[str, Any]:
    return tomllib.loads((_DATA / "clauses.toml").read_text(encoding="utf-8"))


@cache
def _cut(name: str) -> "re.Pattern[str]":
    """A pattern of data/clauses.toml."""
    return _any(_clause_data()["patterns"][name], _clause_data()["parts"])


@dataclass(frozen=True, slots=True)
class Cues:
    """The cues of the data file as patterns, strongest first."""

    levels: tuple[tuple[Level, "re.Pattern[str]"], ...]
    kinds: tuple[tuple[Kind, "re.Pattern[str]"], ...]
    verbs: "re.Pattern[str]"


@lru_cache(256)
def classify(clause: str) -> Kind:
    """The kind of a clause by its strongest cue; "unclassified" if there is none."""
    if level_of(clause) is not None:
        return "expertise"
    return next((kind for kind, cue in cues().kinds if cue.search(clause[:_LONGEST])), "unclassified")


def level_of(clause: str) -> Level | None:
    """The expertise that the clause states, or None."""
    return next((level for level, cue in cues().levels if cue.search(clause[:_LONGEST])), None)


def has_verb(text: str) -> bool:
    """Whether the text has one of the common finite verbs."""
    return cues().verbs.search(text) is not None


def critical_type(requirements: Iterable[Requirement]) -> Critical | None:
    """Which kind of requirement that is on matters most ([CP] section 4.4); None if none was classified."""
    kinds = {requirement.kind for requirement in requirements if requirement.on}
    constraint = bool(kinds & {"prerequisite", "preference", "refinement"})
    if "expertise" in kinds:
        return "both" if constraint else "expertise"
    return "constraint" if constraint else None


@cache
def cues() -> Cues:
    data = json.loads((_DATA / "kinds.json").read_text(encoding="utf-8").replace("'", "['’]"))
    parts: Mapping[str, str] = data["parts"]
    return Cues(
        levels=tuple((entry["level"], _any(entry["cues"], parts)) for entry in data["levels"]),
        kinds=tuple((entry["kind"], _any(entry["cues"], parts)) for entry in data["kinds"]),
        verbs=re.compile(rf"\b(?:{_any(data['verbs'], parts).pattern})\b", re.IGNORECASE),
    )


def _any(patterns: Sequence[str], parts: Mapping[str, str]) -> "re.Pattern[str]":
    """One pattern for all of them; <name> inserts a part."""
    whole = "|".join(patterns)
    for name, part in parts.items():
        whole = whole.replace(f"<{name}>", part)
    return re.compile(whole, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Implication:
    """A requirement that a circumstance usually implies, and why."""

    cue: "re.Pattern[str]"
    """Words that reveal the circumstance."""
    text: str
    kind: Kind
    reason: str
    unless: "re.Pattern[str]"
    """Not offered if the user's own words match this."""


def implied_requirements(requirements: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """What the circumstances in these requirements usually imply, each switched off.

    Ids continue after `requirements`. What the user already mentioned is left out, and nothing is offered twice.
    """
    spoken = " ; ".join(ages.spoken(each.text) for each in requirements if each.on)
    offered = dict.fromkeys(
        (one.text, one.kind) for one in implications() if one.cue.search(spoken) and not one.unless.search(spoken)
    )
    return tuple(
        Requirement(f"R{number}", kind, text, source="implied", on=False)
        for number, (text, kind) in enumerate(offered, len(requirements) + 1)
        if text.casefold() not in spoken.casefold()
    )


def reason_for(text: str) -> str:
    """Why an implied requirement with this text is offered; "" for other texts."""
    return next((one.reason for one in implications() if one.text == text), "")


@cache
def implications() -> tuple[Implication, ...]:
    data = json.loads((_DATA / "implied.json").read_text(encoding="utf-8"))
    return tuple(
        Implication(cue, one["text"], one["kind"], one["reason"], _pattern(one.get("unless", ())))
        for entry in data["circumstances"]
        for cue in [_pattern(entry["cues"])]
        for one in entry["brings"]
    )


def _pattern(cues: Sequence[str]) -> "re.Pattern[str]":
    """A pattern for any of the cues as whole words, for nothing if there are none; "*" is the rest of a word."""
    words = "|".join(re.escape(cue).replace(r"\*", r"\w*").replace("'", "['’]") for cue in cues)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if cues else r"(?!)", re.IGNORECASE)


def merge(requirements: Sequence[Requirement], id1: str, id2: str) -> Requirements:
    """Join two clauses at the place of the earlier one, whose kind is kept unless it is unclassified."""
    places = sorted({_place(requirements, id1), _place(requirements, id2)})
    if len(places) == 1:
        return tuple(requirements)
    first, second = (requirements[place] for place in places)
    kept = second if first.kind == "unclassified" else first
    joining = second.text.partition(" ")[0].casefold() in ("and", "but", "so", "or", "because")
    text = f"{first.text} {second.text}" if joining else f"{first.text}, {second.text}"
    joined = replace(first, kind=kept.kind, level=kept.level, text=text)
    return _numbered(
        joined if place == places[0] else each for place, each in enumerate(requirements) if place != places[1]
    )


def split_at(requirements: Sequence[Requirement], id: str, position: int) -> Requirements:
    """Cut a clause before the word that contains character `position` (0-based); each half is classified anew.

    UsageError if a half would have no word.
    """
    place = _place(requirements, id)
    whole = requirements[place]
    words = whole.text.split(" ")
    count = whole.text[: max(position, 0)].count(" ")
    halves = [normal(" ".join(part)).strip(" ,;") for part in (words[:count], words[count:])]
    if not all(halves):
        raise UsageError("You can split a wish only between two of its words.")
    made = [_reworded(replace(whole, kind="unclassified", level=None), half) for half in halves]
    if whole.source == "profile":
        made = [replace(half, kind=whole.kind, level=whole.level) for half in made]
    return _numbered([*requirements[:place], *made, *requirements[place + 1 :]])


def reword(requirements: Sequence[Requirement], id: str, text: str) -> Requirements:
    """Change the words of a clause; its kind is kept, unless it is unclassified."""
    place = _place(requirements, id)
    if not normal(text):
        raise UsageError("A wish cannot be empty; to leave it out, switch it off.")
    return _with(requirements, place, _reworded(requirements[place], normal(text)))


def with_new_ids(before: Sequence[Requirement], now: Sequence[Requirement]) -> Requirements:
    """Give every wish whose words changed a new id: what was proposed for the old words does not answer it."""
    old = {one.id: one.text for one in before}
    number = max((int(one.id[1:]) for one in (*before, *now)), default=0)
    found: list[Requirement] = []
    for one in now:
        if old.get(one.id, one.text) != one.text:
            number += 1
            one = replace(one, id=f"R{number}")
        found.append(one)
    return tuple(found)


def retype(requirements: Sequence[Requirement], id: str, kind: Kind, level: Level | None = None) -> Requirements:
    """Change the kind of a clause; `level` is for expertise only (default: beginner)."""
    place = _place(requirements, id)
    skill = (level or requirements[place].level or "beginner") if kind == "expertise" else None
    return _with(requirements, place, replace(requirements[place], kind=kind, level=skill))


def switch(requirements: Sequence[Requirement], id: str, on: bool | None = None) -> Requirements:
    """Switch a clause on or off; None toggles it."""
    place = _place(requirements, id)
    one = requirements[place]
    return _with(requirements, place, replace(one, on=not one.on if on is None else on))


def in_words(requirements: Iterable[Requirement]) -> str:
    """The wishes that are on, as a hint that says the same; those of the profile only if there are no others."""
    on = [one for one in requirements if one.on]
    return "; ".join([one.words for one in on if one.source != "profile"] or [one.words for one in on])


def taken(requirements: Sequence[Requirement]) -> Requirements:
    """Drop the implied requirements that nobody switched on, and number the rest anew."""
    return _numbered(one for one in requirements if one.on or one.source != "implied")


def _place(requirements: Sequence[Requirement], id: str) -> int:
    place = next((place for place, one in enumerate(requirements) if one.id == id), None)
    if place is None:
        raise NotFoundError(
            f"There is no wish {id.removeprefix('R')}. Give a number from 1 to {len(requirements)}."
        )
    return place


def _with(requirements: Sequence[Requirement], place: int, changed: Requirement) -> Requirements:
    return (*requirements[:place], changed, *requirements[place + 1 :])


def _reworded(requirement: Requirement, text: str) -> Requirement:
    if requirement.kind != "unclassified":
        return replace(requirement, text=text)
    return replace(requirement, text=text, kind=classify(text), level=level_of(text))


def _numbered(requirements: Iterable[Requirement]) -> Requirements:
    return tuple(replace(each, id=f"R{number}") for number, each in enumerate(requirements, 1))
