"""What else a step does, or a line of the list names: who leaves it out for a word may want to keep the rest."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from tailor.core.finding.naming import known
from tailor.core.finding.search import is_eaten
from tailor.core.guard.language import language
from tailor.core.procedure import Part
from tailor.core.text import with_capital

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[^\Wa-z_])")
_JOINT: Final = re.compile(
    r"(?:[,;]\s+(?:and\s+|then\s+|and\s+then\s+)?|\s+(?:and\s+then|and|then)\s+)(?=([a-z]+))"
)


_LABEL: Final = re.compile(r"[^\W\d_]+ \d+:")


@dataclass(frozen=True, slots=True)
class Rest:
    """What a step says beside some words."""

    text: str
    """As a step of its own: "Put a plate in it."."""
    sentences: bool
    """Whether it is whole sentences, so that it can stay as it is."""


def rest_of(text: str, words: Iterable[str], part: Part = "steps") -> Rest | None:
    """What the step does beside what is said with these words; None where that is all it does, or one of them is
    its label: with "Day 4:" goes all of day 4. Of a line of the list the other things that it names.
    """
    said = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words) or r"(?!)", re.IGNORECASE)
    if said.search(text) is None or ((label := said.match(text)) and _LABEL.fullmatch(text, 0, label.end() + 1)):
        return None
    if part == "resources":
        things = _other_things(_ITEMS.split(text), said)
        return Rest(", ".join(things), sentences=False) if things else None
    sentences = [(one, said.search(one) is not None) for one in _SENTENCE.split(text)]
    left = [(_rest_of_sentence(one, said) if named else one, named) for one, named in sentences]
    kept = [(one, cut) for one, cut in left if one]
    if not kept and any(_has_along(one, said) for one, _ in sentences):
        return Rest(text, sentences=False)
    return Rest(" ".join(one for one, _ in kept), not any(cut for _, cut in kept)) if kept else None


_ALONG: Final = re.compile(r"\bwith (?:(?:the|your|some|all) ){1,2}([\w-]+(?: [\w-]+){0,3})", re.IGNORECASE)


def _has_along(sentence: str, said: re.Pattern[str]) -> bool:
    """Whether other food goes in with what is said: "Fold the pecans into the batter with the grated carrots."."""
    others = (one[1].split() for one in _ALONG.finditer(sentence) if not said.search(one[0]))
    return any(is_eaten(word) for words in others for word in words)


def _other_things(pieces: Iterable[str], said: re.Pattern[str]) -> list[str]:
    """The things of a line but for those that are said, each with how it is meant: "oats, toasted"."""
    kept = list[str]()
    stays = True
    for at, piece in enumerate(pieces):
        is_said = said.search(piece) is not None
        if at == 0 or _names_thing(piece):
            stays = not is_said
        if stays and not is_said:
            kept.append(piece)
    return kept


def _names_thing(piece: str) -> bool:
    """Whether its head is a thing that is known; "200 ml", "large" and "at room temperature" only say how."""
    words = re.findall(r"[^\W\d_]{2,}", _BESIDE_HEAD.split(piece, maxsplit=1)[0])
    return bool(words) and (known(words[-1]) or known(" ".join(words[-2:])))


def _rest_of_sentence(text: str, said: re.Pattern[str]) -> str:
    """What the sentence tells to do to other things, and its other acts; "" where nothing is left.

    What only stands in brackets, as in "with your thumbs (no levers)", takes no more than them along.
    """
    text = _ASIDE.sub(lambda aside: "" if said.search(aside[0]) else aside[0], text)
    if said.search(text) is None:
        return text if re.search(r"\w", text) else ""
    spans = acts_of(text, {one[1] for one in _TOLD.finditer(text)})
    many = any(one[0].endswith("s") for one in said.finditer(text))
    acts = [text[begin:end] for begin, end in spans]
    left = [act if said.search(act) is None else _beside(act, said) for act in acts]
    if all(left):
        ends = [*(begin for begin, _ in spans[1:]), len(text)]
        joints = [text[end:begin] for (_, end), begin in zip(spans, ends, strict=True)]
        return "".join(f"{act}{joint}" for act, joint in zip(left, joints, strict=True))
    others = [act.strip(" ,;.") for act in left if act and not (many and _THEM.search(act))]
    joined = ", then ".join(others)
    return f"{with_capital(joined)}." if joined else ""


_NO_NAME: Final = (
    r"(?!(?:about|across|after|along|and|around|as|at|before|behind|beside|between|but|by|for|from|if|in|inside|into"
    r"|like|near|next|of|off|once|onto|on|or|out|over|per|plus|round|since|so|than|that|though|through|till|together"
    r"|towards?|twice|under|until|upon|up|when|where|which|while|within|without|with)\b)"
)
"""No little word begins here: what does is a thing, or an act."""
_TOLD: Final = re.compile(
    rf"(?:[,;]|\b(?:and|then)) {_NO_NAME}(?!(?:all|both|half) )([a-z]+) "
    r"(?:(?:the|a|an|your|each|it|them)\b|\d[\w./]* [a-z]+ (?:of|from|round|around|off|along|deep|apart)\b)"
)
"""What is told behind "and", be the verb known or not: "and roughen 2 cm round the hole", "and scuff the edge"."""
_ITEMS: Final = re.compile(r"(?:[,;]\s+(?:and\s+)?|\s+(?:and|&|\+)\s+)(?![^(]*\))", re.IGNORECASE)
_BESIDE_HEAD: Final = re.compile(rf"(?:^|\s)(?!of\b)(?:(?!{_NO_NAME})|(?:to|not|such)\b)\S+\s|\(", re.I)
"""Where the name of a thing ends: "cream for the sauce", but not in "bone in"."""
_ASIDE: Final = re.compile(r"\s?\([^()]*\)")
_THEM: Final = re.compile(r"\bthem\b", re.IGNORECASE)
"""Who boils them has potatoes to boil."""
_LEAD: Final = r"(?:the |some |any |all )?(?:\d[\w./]* (?:[a-z]+ )?(?:of )?)?(?:the )?(?:[a-z]+ed )?"
_END: Final = r"(?=$|[.,;:)]| (?:in|into|to|with|over|on|onto|until|for|from|then|together|at|as)\b)"


_COUNTED: Final = re.compile(r"(?:half|all|both|some|any|each|a|an|your|\d\S*)\s", re.IGNORECASE)
"""What no article stands before: "half the milk"."""


_MANY: Final = re.compile(rf"{_COUNTED.pattern}|[\w-]+(?: [\w-]+)?(?<!s)s\b", re.IGNORECASE)
_THING: Final = re.compile(rf"{_MANY.pattern}|(?:[\w-]+ )?(?!back|home|away)[\w-]+{_END}", re.IGNORECASE)
"""What is surely one more thing behind "and", and no act; behind "bikes and" with no article only more of many."""
_NEXT: Final = re.compile(rf"([\w-]+(?: [\w-]+){{0,2}}?){_END}", re.IGNORECASE)


def _beside(text: str, said: re.Pattern[str]) -> str:
    """The text without the words where they stand beside others: "Mix in the oats and pecans."; else "".

    As it is where what follows may be an act: of "Rent bikes and ride back" nobody wants "Rent ride back".
    """
    named = f"{_LEAD}(?:{said.pattern})"
    last = re.compile(f"(?P<before>[^.;:]*),? (?:and|or) {named}{_END}", re.IGNORECASE)
    among = re.compile(f", {named}(?=,)", re.IGNORECASE)
    first = re.compile(rf"(?<=\w ){named},? (?:and|or) {_NO_NAME}(?P<next>the )?", re.I)
    while said.search(text):
        if found := last.search(text):
            before = re.sub(r", (?=[^,]*$)", " and ", found["before"], count=1)
            text = text[: found.start()] + before + text[found.end() :]
        elif found := among.search(text) or first.search(text):  # "pecans, and raisins"
            the = "the " if re.match("(?i)the ", found[0]) or found.groupdict().get("next") else ""
            the = "" if _COUNTED.match(text, found.end()) else the
            many = not the and re.search(r"s,? (?:and|or) $", found[0])
            more = (_MANY if many else _THING).match(text, found.end()) or _is_food_too(text, found, said)
            if not (found.re is among or found["next"] or more):
                return text
            text = text[: found.start()] + the + text[found.end() :]
        else:
            return ""
    return text


def _is_food_too(text: str, found: re.Match[str], said: re.Pattern[str]) -> bool:
    """Whether one more food follows a food: "eggs and milk"."""
    next_one = _NEXT.match(text, found.end())
    words = [*said.findall(found[0])[:1], *(next_one[1].split()[-1:] if next_one else ())]
    return len(words) > 1 and all(map(is_eaten, words))


def acts_of(sentence: str, verbs: Collection[str] = ()) -> list[tuple[int, int]]:
    """Where each thing that a sentence tells to do begins and ends; what joins two of them is in neither.

    `verbs`: what may be told beside the verbs of the guard's language.
    """
    acts, begins = [], 0
    for joint in _JOINT.finditer(sentence):
        if joint[1] in language().verbs or joint[1] in verbs:
            acts.append((begins, joint.start()))
            begins = joint.end()
    return [*acts, (begins, len(sentence))]
