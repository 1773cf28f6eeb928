"""What is left of a step, or of a line of the list, without some words: a person may want to keep the rest."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from tailor.core.finding.foods import is_eaten
from tailor.core.finding.nouns import known
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
    """What a step says besides some words."""

    text: str
    """As a step of its own: "Put a plate in it."."""
    sentences: bool
    """Whether it consists of whole sentences of the step, unchanged."""


def rest_of(text: str, words: Iterable[str], part: Part = "steps") -> Rest | None:
    """What the step does besides what it says with these words; None if nothing, or if one of them is its label:
    with "Day 4:" goes all of day 4. For a line of the list, the other things that it names.
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
    """Whether other food is added along with it: "Fold the pecans into the batter with the grated carrots."."""
    others = (one[1].split() for one in _ALONG.finditer(sentence) if not said.search(one[0]))
    return any(is_eaten(word) for words in others for word in words)


def _other_things(pieces: Iterable[str], said: re.Pattern[str]) -> list[str]:
    """The things of a line except those in `said`, each with its description: "oats, toasted"."""
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
    """Whether it names a known thing; "200 ml", "large" and "at room temperature" only describe one."""
    words = re.findall(r"[^\W\d_]{2,}", _BESIDE_HEAD.split(piece, maxsplit=1)[0])
    return bool(words) and (known(words[-1]) or known(" ".join(words[-2:])))


def _rest_of_sentence(text: str, said: re.Pattern[str]) -> str:
    """What the sentence says to do with other things, and its other actions; "" if nothing is left.

    A word that is only in brackets, as in "with your thumbs (no levers)", takes nothing but the brackets along.
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
"""No function word begins here, so it is a thing or an action."""
_TOLD: Final = re.compile(
    rf"(?:[,;]|\b(?:and|then)) {_NO_NAME}(?!(?:all|both|half) )([a-z]+) "
    r"(?:(?:the|a|an|your|each|it|them)\b|\d[\w./]* [a-z]+ (?:of|from|round|around|off|along|deep|apart)\b)"
)
"""An instruction after "and", its verb known or not: "and roughen 2 cm round the hole", "and scuff the edge"."""
_ITEMS: Final = re.compile(r"(?:[,;]\s+(?:and\s+)?|\s+(?:and|&|\+)\s+)(?![^(]*\))", re.IGNORECASE)
_BESIDE_HEAD: Final = re.compile(rf"(?:^|\s)(?!of\b)(?:(?!{_NO_NAME})|(?:to|not|such)\b)\S+\s|\(", re.I)
"""Where the name of a thing ends: "cream for the sauce", but not in "bone in"."""
_ASIDE: Final = re.compile(r"\s?\([^()]*\)")
_THEM: Final = re.compile(r"\bthem\b", re.IGNORECASE)
"""An action on "them" goes along with the plural thing it refers to."""
_LEAD: Final = r"(?:the |some |any |all )?(?:\d[\w./]* (?:[a-z]+ )?(?:of )?)?(?:the )?(?:[a-z]+ed )?"
_END: Final = r"(?=$|[.,;:)]| (?:in|into|to|with|over|on|onto|until|for|from|then|together|at|as)\b)"


_COUNTED: Final = re.compile(r"(?:half|all|both|some|any|each|a|an|your|\d\S*)\s", re.IGNORECASE)
"""What takes no article: "half the milk"."""


_MANY: Final = re.compile(rf"{_COUNTED.pattern}|[\w-]+(?: [\w-]+)?(?<!s)s\b", re.IGNORECASE)
_THING: Final = re.compile(rf"{_MANY.pattern}|(?:[\w-]+ )?(?!back|home|away)[\w-]+{_END}", re.IGNORECASE)
"""What is surely another thing, not an action, behind "and"; behind a plural ("bikes and") only `_MANY` is."""
_NEXT: Final = re.compile(rf"([\w-]+(?: [\w-]+){{0,2}}?){_END}", re.IGNORECASE)


def _beside(text: str, said: re.Pattern[str]) -> str:
    """The text without the words if they stand in a list: "Mix in the oats and pecans."; else "".

    Unchanged if an action may follow: "Rent bikes and ride back" must not become "Rent ride back".
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
    """Whether another food follows a food: "eggs and milk"."""
    next_one = _NEXT.match(text, found.end())
    words = [*said.findall(found[0])[:1], *(next_one[1].split()[-1:] if next_one else ())]
    return len(words) > 1 and all(map(is_eaten, words))


def acts_of(sentence: str, verbs: Collection[str] = ()) -> list[tuple[int, int]]:
    """The span of each action in a sentence; what joins two of them is in neither.

    `verbs`: verbs to look for besides those of the guard's language.
    """
    acts, begins = [], 0
    for joint in _JOINT.finditer(sentence):
        if joint[1] in language().verbs or joint[1] in verbs:
            acts.append((begins, joint.start()))
            begins = joint.end()
    return [*acts, (begins, len(sentence))]
