"""Split a hint and a profile into requirements R1, R2, … by rule (DESIGN 6; the hints of [CP] section 4.4).

A cut is made at the end of a sentence or line, at ";", and at a comma, "and" or "but" if there are whole clauses
on both sides. So "salt and pepper", "four or five", "no hand-holding" and "approx. 2.5 kg" stay in one piece.
Every word of the hint ends up in exactly one requirement; a joining "and" or "but" stays at the head of its
clause.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tailor.core.english import CARDINALS
from tailor.core.requirements import Requirement, classify, has_verb, level_of
from tailor.core.text import LONGEST_HINT, clean, normal

_NEAR: Final = 160
"""Characters looked at on either side of a possible cut, which keeps the work linear in the hint."""

_ABBREVIATIONS: Final = frozenset([
    "e.g", "i.e", "eg", "ie", "approx", "ca", "etc", "vs", "min", "max", "hr", "hrs", "sec", "tbsp", "tsp", "oz",
    "lb", "lbs", "qt", "pt", "gal", "dr", "mr", "mrs", "ms", "st", "no", "nr", "fig", "vol", "incl", "excl",
    "temp", "dept", "est", "a.m", "p.m", "am", "pm", "sq", "ft", "cf", "usw", "bzw", "z.b", "d.h",
])  # fmt: skip
_FINAL_ABBREVIATIONS: Final = frozenset([
    "etc", "a.m", "p.m", "am", "pm", "min", "max", "hr", "hrs", "sec", "oz", "lb", "lbs", "ft",
])  # fmt: skip
"""Abbreviations that can end a sentence: a capital after them begins a new one."""

_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’)\]]*(?=\s)|[;\n]|\s[-–—]{1,2}(?=\s)")
_JOINT = re.compile(r",\s+(?:and|but)\b|,(?=\s)|(?<=\s)(?:and|but)(?=\s)", re.IGNORECASE)
_JOINER = re.compile(r"(?:and|but|also|then|plus|yet|or)\s+", re.IGNORECASE)
_BULLET = re.compile(r"^[\s,;:*•·–—-]+(?=[\w\"'“‘(¿¡]|$)")
_SUBORDINATE = re.compile(
    r"(?:(?:and|but)\s+)?(?:if|when|whenever|because|since|as|while|although|though|after|before|unless|until"
    r"|once)\b",
    re.IGNORECASE,
)
_PRONOUN = (
    r"(?:i|we|it|they|he|she|you|there|this|that|these|those|nobody|everyone|everybody|someone|nothing)"
    r"(?:['’](?:m|s|re|ve|ll|d))?"
)
_SUBJECT = re.compile(rf"(?:please\s+)?{_PRONOUN}\s+\S", re.IGNORECASE)
_OPENING = re.compile(r"(?:please\b|no\s+\w|nothing\s+\w|never\s+\w|without\s+\w|nowhere\b)", re.IGNORECASE)
_COUNT = rf"(?:{'|'.join(CARDINALS[1:])}|\d+)"
_DIETS = r"(?:(?:gluten|dairy|lactose|nut|egg|sugar|alcohol|meat)[- ]free|vegan|vegetarian|halal|kosher)"
_STATE = re.compile(  # a requirement without a verb: "vegan, for two, allergic to nuts"
    rf"(?:{_DIETS}|allergic"
    rf"|intolerant|coeliac|celiac|diabetic|pregnant|beginners?|for\s+(?:{_COUNT}|one|me|us)"
    r"|less\s+\w|metric\b)",
    re.IGNORECASE,
)
_ADDED = re.compile(  # what a comma adds to anything: "on Debian, no root", "by bike, for 2 people", "half, vegan"
    r"(?:no\s+(?!more|less|fewer|later|longer|earlier|bigger|larger|smaller|matter|need|problem|idea|hand)\w"
    rf"|without\s+\w|{_DIETS}\b|less\s+(?:sweet|salt|spic|fat|sugar)\w*"
    rf"|for\s+{_COUNT}(?:\s+(?!days?|weeks?|months?|years?|hours?|min|nights?)"
    r"\w+)?\s*(?:$|[,.;!]))",
    re.IGNORECASE,
)
_DIET = re.compile(  # says all there is to say: "vegan, only a microwave" goes on with something else
    rf"(?:{_PRONOUN}\s+(?:(?:am|are|is)\s+)?)?(?:{_DIETS}|diabetic|pregnant)", re.IGNORECASE
)
_ONLY = re.compile(r"(?:only|just)\s+(?:got\s+|have\s+)?(?:an?|one|two|three|four|\d+|my|the)\s+\w", re.IGNORECASE)
_POLITE = re.compile(r"(?:please|thanks|thank you|yes|no|ok|okay)\s*(?:[,.;!?]|\Z)", re.IGNORECASE)
"""What asks for nothing by itself: "no nuts, please"."""
_NAMED_BY_DIET = re.compile(
    rf"{_DIETS}\s+(?!(?:and|but|please|for|with|without|as|because|in|at|on|if)\b)\w", re.IGNORECASE
)
"""A diet as an adjective: "vegan cake", but not "vegan and quick"."""
_BARE_ADJECTIVES = re.compile(r"\b(?:an?|the|some|any|my|our)\s+[\w-]+(?:,\s*[\w-]+)*\s*\Z", re.IGNORECASE)
"""A clause that still lacks its noun: "a quick"; the diet that follows belongs to the same noun."""
_WHY = re.compile(  # who, but not what: it tells why of the clause before ("no nuts, my son is allergic")
    rf"(?:{_PRONOUN}|(?:my|our|his|her|their|one of)\s+[\w'’-]+(?:\s+[\w'’-]+)?)\s+(?:(?:am|is|are)\s+)?"
    r"(?:very\s+|so\s+|both\s+|\w+ly\s+)?(?:allergic|intolerant)\s*(?:[.,;!?]|\Z)",
    re.IGNORECASE,
)
_TIME = re.compile(  # "on Mondays, no meat": the clause holds then, and only then
    r"(?:only\s+)?(?:on|in|at|during|over|for)\s+(?:[\w'’-]+\s+){0,2}(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|days?|weekends?|mornings?|afternoons?|evenings?|nights?|summer|winter|spring|autumn|rain|holidays?|lunch"
    r"|dinner|breakfast|weather)\W*",
    re.IGNORECASE,
)
_HALF_CLAUSE = re.compile(  # a verb whose subject stands in the clause before: "I'm renting and have to …"
    r"(?:can['’]?t\b|(?:can|could|do|does|did|have|has|is|are|was|will|would|should|must)(?:n['’]?t\b|\s+not\b)"
    r"|cannot\b|won['’]t\b"
    r"|(?:have|has|want|wants|need|needs|like|likes|would like|prefer|prefers|try|hope)\s+(?:to|it|them|no)\b"
    r"|(?:must|can only|only have|only eat|have only|have no|haven['’]t"
    r"|am allergic|is allergic|prefer|hate|love)\b)",
    re.IGNORECASE,
)
_NOUN_PHRASE = re.compile(r"(?:my|our|your|his|her|their|the|a|an|one|some|every|each|all|both)\s", re.IGNORECASE)
_FIRM = re.compile(
    r"\b(?:is|are|was|has|have|must|can|can['’]t|cannot|won['’]t|needs?|should|doesn['’]t|don['’]t)\b", re.I
)


def parse_hint(hint: str, profile: Sequence[str] = ()) -> tuple[Requirement, ...]:
    """The clauses of the hint, then those of the profile, numbered R1, R2, …

    A clause of the profile always holds, so it is a prerequisite unless it states expertise. Never raises; an
    empty hint and profile give ().
    """
    found = [("hint", clause) for clause in clauses(hint)]
    found += [("profile", clause) for line in profile for clause in clauses(line)]
    return tuple(_requirement(number, text, source == "profile") for number, (source, text) in enumerate(found, 1))


def clauses(text: str) -> tuple[str, ...]:
    """The clauses of a text in order, without the punctuation between them; no word is lost."""
    parts = (piece for sentence in _sentences(clean(text, LONGEST_HINT)) for piece in _joined(sentence))
    return tuple(trimmed for part in parts if (trimmed := _trimmed(part)))


def _requirement(number: int, text: str, from_profile: bool) -> Requirement:
    kind = classify(text)
    if from_profile and kind != "expertise":
        kind = "prerequisite"
    level = level_of(text) if kind == "expertise" else None
    return Requirement(f"R{number}", kind, text, level, "profile" if from_profile else "hint")


def _sentences(text: str) -> Iterator[str]:
    """The text cut at the ends of sentences and lines, at ";", and at dashes between whole clauses."""
    start = 0
    for end in _END.finditer(text):
        if _ends(text, start, end):
            yield text[start : end.end()]
            start = end.end()
    yield text[start:]


def _ends(text: str, start: int, end: "re.Match[str]") -> bool:
    """Whether the mark ends a sentence: not after an abbreviation, not inside brackets."""
    mark = end.group().strip()
    before, after = text[start : end.start()][-_NEAR:], text[end.end() : end.end() + _NEAR].lstrip()
    if mark in (";", "") or end.group() == "\n":
        return True
    if before.count("(") > before.count(")") and ")" in after:
        return False
    if mark[0] in "-–—":
        return _stands(before, after)
    if _WHY.match(after):
        return False
    word = before.rsplit(maxsplit=1)[-1].lstrip("(\"'“").casefold() if before.strip() else ""
    if mark == "." and word in _ABBREVIATIONS:
        return word in _FINAL_ABBREVIATIONS and after[:1].isupper()
    return not (mark == "." and len(word) == 1 and word.isalpha() and word != "i")


def _joined(sentence: str) -> Iterator[str]:
    """One sentence cut at the commas, "and"s and "but"s that join whole clauses."""
    start = 0
    for joint in _JOINT.finditer(sentence):
        left = sentence[start : joint.start()]
        right = sentence[joint.end() : joint.end() + _NEAR]
        if _in_brackets(left) or not _cuts(left, joint.group(), right):
            continue
        yield left
        start = joint.start()
    yield sentence[start:]


def _cuts(left: str, joint: str, right: str) -> bool:
    """Whether two requirements meet here."""
    near = left[:_NEAR]
    if _SUBORDINATE.match(_bare(near)) and "," not in near.strip(" ,"):
        return False
    words = joint.strip(" ,").casefold()
    right = right.lstrip()
    if _POLITE.fullmatch(_bare(near)) or _POLITE.match(right):
        return False
    if joint.startswith(",") and _NAMED_BY_DIET.match(right) and _BARE_ADJECTIVES.search(left[-_NEAR:]):
        return False  # "a quick, vegan cake"
    if joint.startswith(",") and _ADDED.match(right) and not _TIME.fullmatch(_bare(near)):
        return True
    if _DIET.fullmatch(_bare(near).strip()) and _ONLY.match(right):
        return True
    if not _stands(near, right) or _tail_of_list(left, right):
        return False
    if words:
        return True
    return not _JOINER.match(right) and _begins(right, firm=True)


def _stands(left: str, right: str) -> bool:
    """Whether both sides are clauses of their own."""
    if _WHY.match(right):
        return False
    left = _bare(left)
    short = re.match(r"(?:only|just|not)\b", left, re.I) or _STATE.match(left)
    whole_left = has_verb(left) or bool(_OPENING.match(left)) or bool(short)
    return whole_left and (_begins(right, firm=False) or (has_verb(left) and bool(_HALF_CLAUSE.match(right))))


def _begins(right: str, *, firm: bool) -> bool:
    """Whether a clause begins here: a subject with its verb, or an opening such as "no oven"."""
    clause = re.split(r"[,;.!?]", right, maxsplit=1)[0]
    if _SUBJECT.match(right) or _OPENING.match(right) or _STATE.match(right):
        return True
    if _NOUN_PHRASE.match(right):
        return bool(_FIRM.search(clause)) if firm else has_verb(clause)
    return not firm and bool(re.match(r"[\w'’-]+\s", clause)) and _noun_then_verb(clause)


def _noun_then_verb(clause: str) -> bool:
    """Whether the clause opens with a bare noun and its verb: "balloons scare him"."""
    words = clause.split()
    return len(words) > 2 and not has_verb(words[0]) and any(map(has_verb, words[1:3]))


def _tail_of_list(left: str, right: str) -> bool:
    """Whether "and" closes a list of things: "onions, garlic and the leeks we have left"."""
    return left.count(",") > 0 and not _begins(right, firm=True) and not _HALF_CLAUSE.match(right)


def _in_brackets(left: str) -> bool:
    return left.count("(") > left.count(")") or left.count("“") > left.count("”") or left.count('"') % 2 == 1


def _bare(text: str) -> str:
    """The text without punctuation and a joining word at its head."""
    text = text.lstrip(" ,;")
    return _JOINER.sub("", text, count=1) if _JOINER.match(text) else text


def _trimmed(text: str) -> str:
    """The clause without the punctuation around it; "" if it has no word."""
    text = normal(_BULLET.sub("", text)).strip().rstrip(",;").rstrip()
    if not re.search(r"\w", text):
        return ""
    last = text.rsplit(maxsplit=1)[-1].rstrip(".").casefold()
    return text if last in _ABBREVIATIONS else text.rstrip(".").rstrip()
