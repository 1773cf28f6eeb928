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
    if not others or len(others) == len(acts):
        return None
    joined = ", then ".join(others)
    return Rest(f"{joined[0].upper()}{joined[1:]}.", sentences=False)


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
