"""Whether a sentence is an instruction and not just talk, judged by its verb, in English.

Verbs of other languages are not known here; `headings.is_told` knows some of their forms.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.step_texts import count_words, is_ended, is_sentence
from tailor.library.formats.shared.verbs import does, verbs

_ENGLISH: Final = re.compile(r"\b(?:the|and|it|of|with|until|you|then|them|for)\b", re.IGNORECASE)
_FEWEST_ENGLISH: Final = 0.07
"""The least share of an English text's words that are among those above."""
_BEFORE: Final = re.compile(
    r"(?:when|once|after|as|while|if|until|for|in|on|with|before|to|at|by|every|using|from|working|being|starting|"
    r"just before|off|over|the (?:next|day|night))\b",
    re.IGNORECASE,
)
"""How a sentence begins that first says when or where, then what to do."""
_CLAUSE: Final = re.compile(r"[,;:–]\s+|\s-\s")
_BEGINNINGS: Final = re.compile(r"^[^:.!?]{1,60}[:–]\s|(?<=[.!?])\s+")
_MOST_TALK: Final = 3
_FEW_WORDS: Final = 4
_CODE: Final = "⏎"
"""Stands for the line ends of code."""
_TO_READER: Final = re.compile(
    r"\b(?:let|call|ring|phone|tell|write|text|ask|send|show|e?mail|give|bring|remind|thank|visit)\s"
    r"(?:me|us|him|her|my love|our love|my best|soon|back|to me)\b|"
    r"\b(?:don['’]t|do not|never) (?:forget (?:me|us|to (?:write|call|ring|phone|visit|come|send|text))|worry)\b|"
    r"\btake care\b|\bsay (?:hi|hello)\b|\bsee you\b|\bcome (?:and|over|round|by|to|soon)\b|"
    r"\bmy (?:love|best) to\b|"
    r"\bhave (?:fun|a (?:good|nice|lovely|great))\b|\bkeep (?:well|in touch|safe)\b|\bget well\b|\bgood luck\b|"
    r"\byou['’]?(?:ll| will)(?: all)? (?:love|like)\b|\bthat['’]?s (?:it|all)\b|\bas follows\b",
    re.IGNORECASE,
)
"""What a letter asks of its reader that has nothing to do with the instructions: "Don't forget to write"."""


def is_english(lines: Sequence[str]) -> bool:
    """Whether the lines are in English, whose verbs are known here."""
    words = " ".join(lines)
    return len(_ENGLISH.findall(words)) >= _FEWEST_ENGLISH * len(words.split())


def asks_readers(sentence: str) -> bool:
    """Whether a sentence is meant for the reader of a letter: "Say hello to Tom"."""
    return _TO_READER.search(sentence) is not None


def tells(sentence: str) -> bool:
    """Whether a sentence is an instruction: "First of all warm the oven", "When it is brown, take it out"."""
    if asks_readers(sentence) or facts_in(sentence):
        return False
    if does(sentence):
        return True
    if not _BEFORE.match(sentence):
        return False
    return any(map(does, _CLAUSE.split(sentence)[1:])) or _acts().search(sentence) is not None


def instructs(step: str) -> bool:
    """Whether a step gives an instruction in its first sentences, perhaps after a label: "Sauce: whisk it"."""
    return any(map(tells, (step, *_BEGINNINGS.split(step, maxsplit=2)[1:])))


def hold_others(steps: Sequence[str]) -> bool:
    """Whether lines that were read as steps include some that are none, in any language.

    Such a line neither ends as a sentence nor gives an instruction: an amount among steps, a fragment among
    sentences, or all there is on one or two lines. So is a single step of a number and hardly a word.
    """
    if len(steps) == 1 and steps[0][:1].isnumeric() and count_words(steps[0]) <= _FEW_WORDS:
        return True  # "30 min."
    open_ends = [step for step in steps if not (is_sentence(step) or _CODE in step)]
    others = [step for step in open_ends if not instructs(step)]
    amounts = sum(one[:1].isnumeric() or counts(one) for one in others)
    if 0 < 2 * amounts < len(steps):  # but in training nearly all are: "20 squats"
        return True
    if 2 * len(open_ends) <= len(steps):
        return any(one[:1].islower() or (one in others and count_words(one) <= _FEW_WORDS) for one in open_ends)
    return len(others) == len(steps) <= 2 and not amounts


def are_doubtful(steps: Sequence[str]) -> bool:
    """Whether English lines that nothing marks as steps may not be steps.

    They may not if the first, the last or many give no instruction, or if one is neither instruction nor sentence.
    """
    talks = [step for step in steps if not instructs(step)]
    ends = not {*steps[:1], *steps[-1:]}.isdisjoint(talks)
    return is_english(steps) and (ends or _MOST_TALK * len(talks) > len(steps) or any(map(_is_fragment, talks)))


def _is_fragment(line: str) -> bool:
    return not is_ended(line) and not line[:1].islower()


@cache
def _acts() -> re.Pattern[str]:
    """Match a verb inside a sentence, without a comma before it: "After ten minutes turn it over"."""
    return re.compile(
        rf"(?<!\bi)(?<!\bwe)(?<!\bthey)(?<!\bto)\s{verbs()}\s(?:the|it|them|your|an?|some|all|in|on|out|off|up|down|over|for|with)\b",
        re.IGNORECASE,
    )


_SAYS_OF: Final = re.compile(
    r"\b(?:i|we|you|he|she|my|our|your|this|these|it|they|is|are|was|were|has|have)\b", re.IGNORECASE
)
_NO_ORDER: Final = re.compile(
    r"(?:an?|the|no|for|from|with|in|on|perfect|ready|great|best|easy|quick|simple|good|makes|serves|enough"
    r"|\w+(?:ed|ly|['’]s))\b",
    re.IGNORECASE,
)
_LONGEST_ORDER: Final = 8
"""Words of an instruction whose verb is not known."""


def may_be_order(line: str) -> bool:
    """Whether a short line may be an instruction with an unknown verb: "Cast on 30 stitches."."""
    short = 0 < len(line.split()) <= _LONGEST_ORDER
    return short and not (_SAYS_OF.search(line) or _NO_ORDER.match(line))
