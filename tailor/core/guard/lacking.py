"""What a person merely lacks: "I have no butter" tells of an empty shelf, "allergic to milk" of a diet.

Owns finding the words that say a thing has run out, and a text without the single foods that only ran out. Refuses
to call anything a mere lack where the text speaks of an allergy or a diet, or names a whole group (dairy, gluten,
nuts, alcohol): those stay what the guard takes them for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_OUT_OF: Final = re.compile(
    r"\b(?:(?:have|has|got|there(?:'s| is| are|'re)) no(?: more)?|(?:do|does)(?:n't| not) have"
    r"(?: any| enough| the)?|(?:have|has)(?:n't| not)(?: got)?(?: any| enough| the)?"
    r"|(?:(?:ran|run|running|all|am|are|is|i'm|we're) |^)out of|can(?:'t|not) (?:find|get)"
    r"|used up|forgot to (?:buy|get)|missing|no more)\b(?P<rest>.{0,60})|(?P<before>.{0,60})\b(?:(?:is|are|was"
    r"|were) (?:all |already )?(?:gone|finished|empty|used up|missing|mouldy|sour|spoilt|spoiled|off|out(?! of))"
    r"|left)\b",
    re.IGNORECASE,
)
_DIET: Final = re.compile(
    r"allerg|anaphyla|intoleran|coeliac|celiac|vegan|vegetarian|veggie|\bdiet|\bfree\b|\breact|\bsensitiv"
    r"|\boff[- ]limits\b|\bnot allowed\b|\bforbidden\b|\bmust\b|\bshould\b|\bin it\b|\bfor (?:me|my|us|our)\b"
    r"|\b(?:he|she|they|him|her|them|son|daughter|wife|husband|partner|kids?|child(?:ren)?|guests?|friends?|mum|mom"
    r"|mother|dad|father|baby|toddler|boys?|girls?)\b"
    r"|\bbecause\b|\bhalal\b|\bkosher\b|\bpregnan|\bill\b|\bsick\b|\brash\b|\bhealth|\bdoctor"
    r"|(?:can|could|may|must|do|does|am|is|are)(?:not|n't| not)(?: allowed)?(?: to)? "
    r"(?:eat|drink|digest|stomach|touch)",
    re.IGNORECASE,
)
"""What shows that somebody must not have it, or speaks of another's plate: then nothing counts as a lack."""
_FOOD: Final = re.compile(
    r"\b(?:(?:peanut|almond|cashew|nut) butter|(?:coconut|almond|oat|soya?|rice) milk|pine nuts?|brazil nuts?"
    r"|butter|milk|cream|cheese|yogh?urt|eggs?|flour|bread|salmon|tuna|cod|anchov(?:y|ies)|prawns?|shrimps?|crab"
    r"|mussels?|squid|almonds?|walnuts?|hazelnuts?|cashews?|pistachios?|pecans?|macadamias?|peanuts?|tofu|tahini"
    r"|sesame|mustard|celery|celeriac|coconut|wine|sugar|oats?|rye|barley)\b",
    re.IGNORECASE,
)


_THERE: Final = re.compile(r"\b(?:only|just|but|instead)\b", re.IGNORECASE)
"""Behind these stands what is there: "no cream, only milk"."""


def lacks(text: str) -> Iterator[str]:
    """What stands beside each word that says something has run out: "milk for it" in "I have no milk for it"."""
    for found in _OUT_OF.finditer(text.replace("’", "'")):
        near = found["rest"] if found["rest"] is not None else found["before"]
        yield _THERE.split(near)[0]


def speaks_of_diet(text: str) -> bool:
    """Whether the text says that somebody must not have it, or speaks of another's plate."""
    return _DIET.search(text) is not None


def without_lacks(text: str) -> str:
    """The text with "it" for each single food that has only run out; unchanged where it speaks of a diet."""
    if speaks_of_diet(text):
        return text
    plain = text.replace("’", "'")
    return _OUT_OF.sub(lambda found: _FOOD.sub("it", found.group()), plain)
