"""What else a step does: who leaves it out for one of its words may want to keep the rest."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from tailor.core.guard.language import language

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[^\Wa-z_])")
_JOINT: Final = re.compile(
    r"(?:[,;]\s+(?:and\s+|then\s+|and\s+then\s+)?|\s+(?:and\s+then|and|then)\s+)(?=([a-z]+))"
)


@dataclass(frozen=True, slots=True)
class Rest:
    """What a step says beside some words."""

    text: str
    """As a step of its own: "Put a plate in it."."""
    sentences: bool
    """Whether it is whole sentences, so that it can stay as it is."""


def rest_of(text: str, words: Iterable[str]) -> Rest | None:
    """What the step does beside what is said with these words; None where that is all it does."""
    said = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words) or r"(?!)", re.IGNORECASE)
    sentences = _SENTENCE.split(text)
    if others := [one for one in sentences if not said.search(one)]:
        return Rest(" ".join(others), sentences=True) if len(others) < len(sentences) else None
    acts = [one[begin:end] for one in sentences for begin, end in acts_of(one)]
    others = [act.strip(" ,;.") for act in acts if not said.search(act)]
    if len(others) == len(acts):
        return None
    if not others:
        left = _beside(text, said)
        return Rest(left, sentences=False) if left else None
    joined = ", then ".join(others)
    return Rest(f"{joined[0].upper()}{joined[1:]}.", sentences=False)


_LEAD: Final = r"(?:the |some |any |all )?(?:\d[\w./]* (?:[a-z]+ )?(?:of )?)?(?:the )?(?:[a-z]+ed )?"
_END: Final = r"(?=$|[.,;:)]| (?:in|into|to|with|over|on|onto|until|for|from|then|together|at|as)\b)"


def _beside(text: str, said: re.Pattern[str]) -> str:
    """The text without the words where they stand beside others: "Mix in the oats and pecans."; else ""."""
    named = f"{_LEAD}(?:{said.pattern})"
    last = re.compile(f"(?P<before>[^.;:]*),? (?:and|or) {named}{_END}", re.IGNORECASE)
    among = re.compile(f", {named}(?=,)", re.IGNORECASE)
    first = re.compile(rf"(?<=\w ){named},? (?:and|or) (?P<next>the )?", re.IGNORECASE)
    while said.search(text):
        if found := last.search(text):
            before = re.sub(r", (?=[^,]*$)", " and ", found["before"], count=1)
            text = text[: found.start()] + before + text[found.end() :]
        elif found := among.search(text) or first.search(text):  # "pecans, and raisins"
            the = "the " if re.match("(?i)the ", found[0]) or found.groupdict().get("next") else ""
            text = text[: found.start()] + the + text[found.end() :]
        else:
            return ""
    return text


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
