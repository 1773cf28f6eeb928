"""Numbers as people write them: "250", "1,000", "2,5", "1 1/2", "1½", "half a", "three".

One reader for amounts, times and servings; what a number counts is up to the caller.
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from tailor.core.english import CARDINALS

SIGNS: Final[Mapping[str, Fraction]] = {
    "½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3),
    "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6), "⅚": Fraction(5, 6), "⅐": Fraction(1, 7), "⅑": Fraction(1, 9), "⅒": Fraction(1, 10),
}  # fmt: skip
_KITCHEN: Final = "½¼¾⅓⅔⅙⅛⅜⅝⅞"
"""The signs that we write ourselves: 0.2 l never becomes ⅕ l."""
FRACTIONS: Final = frozenset(["1/2", "1/3", "2/3", "1/4", "3/4"])
"""Fractions that people write; any other pair is a range: "10/15 minutes", "serves 4/6"."""
DASHES: Final = "-–—−‐‑"
"""What may stand between the numbers of a range, including the minus sign and the non-breaking hyphen."""
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
WHOLE_WORDS: Final[Mapping[str, Fraction]] = {
    **{word: Fraction(number) for number, word in enumerate(CARDINALS, 1)},
    "thirteen": Fraction(13), "fourteen": Fraction(14), "fifteen": Fraction(15), "sixteen": Fraction(16),
    "seventeen": Fraction(17), "eighteen": Fraction(18), "nineteen": Fraction(19),
    **{word: Fraction(10 * number) for number, word in enumerate(_TENS, 2)}, "forty-five": Fraction(45),
}  # fmt: skip
_PARTS: Final = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
"""How many of each part make one."""
_SEVERAL_PARTS: Final = {
    f"{count}{gap}{part}{'s' * (number > 1)}": Fraction(number, of)
    for part, of in _PARTS.items()
    for count, number in (("one", 1), ("two", 2), ("three", 3), ("five", 5), ("seven", 7))
    for gap in " -"
    if number < of
}
_A_PART: Final = {f"{'an' if part == 'eighth' else 'a'} {part}": Fraction(1, of) for part, of in _PARTS.items()}
"""Only read as part of one ("a third of a cup"): a bare "a third" may come after the second."""
WORDS: Final[Mapping[str, Fraction]] = {
    **WHOLE_WORDS, "a": Fraction(1), "an": Fraction(1), "a couple of": Fraction(2), "half a dozen": Fraction(6),
    "a dozen": Fraction(12), "dozen and a half": Fraction(18), "a dozen and a half": Fraction(18),
    "half": Fraction(1, 2), "half a": Fraction(1, 2), "half an": Fraction(1, 2),
    "a half": Fraction(1, 2), "quarter": Fraction(1, 4), "a quarter": Fraction(1, 4),
    **_SEVERAL_PARTS, **{
        f"{part} of {article}": worth
        for part, worth in (_SEVERAL_PARTS | _A_PART).items() for article in ("a", "an")
    },
    **{f"{word}{gap}and{gap}a{gap}{part}": number + worth for word, number in WHOLE_WORDS.items() for gap in " -"
       for part, worth in (("half", Fraction(1, 2)), ("quarter", Fraction(1, 4)))},
}  # fmt: skip
_ONES: Final = "|".join(CARDINALS[:9])
TENS_AND_ONES: Final = rf"(?:{'|'.join(_TENS)})[\s-](?:{_ONES})"
"""A regular expression for "twenty-five"."""
_BELOW_HUNDRED: Final = rf"(?:{TENS_AND_ONES}|{'|'.join(WHOLE_WORDS)})"
_AND_A_PART: Final = r"[\s-]and[\s-]a[\s-](?:half|quarter)"
IN_SEVERAL_WORDS: Final = (
    rf"(?:(?:(?:an?|{_ONES})[\s-]hundred(?:[\s-](?:and[\s-])?{_BELOW_HUNDRED})?|{TENS_AND_ONES})(?:{_AND_A_PART})?"
    rf"|{_BELOW_HUNDRED}{_AND_A_PART})"
)
"""A regular expression for a number of several words: "twenty-one", "a hundred and twenty", "six and a half"."""
_WORTH: Final[Mapping[str, Fraction]] = {
    **WHOLE_WORDS, "half": Fraction(1, 2), "quarter": Fraction(1, 4), "and": Fraction(0), "a": Fraction(0),
    "an": Fraction(0),
}  # fmt: skip
_SIGN: Final = f"[{''.join(SIGNS)}]"
FIGURE: Final = (
    rf"(?:\d{{1,4}}\s?{_SIGN}|\d{{1,3}}[\s-](?:and|&)[\s-]a[\s-](?:half|quarter)|\d{{1,3}}(?:['’]\d{{3}})+|\d{{1,3}}(?:-|\s|\s?(?:&|and|\+)\s)\d{{1,2}}[/⁄][1-9]\d?"
    rf"|\d[/⁄][1-9]\d{{0,2}}|\d\d[/⁄][1-9]\d{{1,2}}"
    rf"|\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}[.,]\d{{1,3}}|\d{{1,7}}|\.\d{{1,3}}|{_SIGN})"
    r"(?!\d|(?:\s?[/⁄]\s?\d{1,3}){0,2}\s?[/⁄]\s?0|\s\d{1,2}\s?[/⁄]\s?0)"
)
"""A regular expression for a number in digits.

It does not match "11/2", which is usually 1 1/2 with a lost space, nor any part of "1/0".
"""
_PARTED: Final = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
_COMMA: Final = re.compile(r"(?<![\w.,/])\d{1,4},\d{1,2}(?=\s?[^\W\d_])(?!\s(?:and|or|to)\b)")
_SMALL: Final = frozenset(["", "g", "gr", "gram", "gramme", "mg", "milligram", "ml", "millilitre", "milliliter"])
"""Units so small that people use a thousand of them; "" for a bare number."""


def has_decimal_comma(texts: Iterable[str]) -> bool:
    """Whether one of the texts has a decimal comma ("1,5 l"), so that dots separate thousands there."""
    return any(map(_COMMA.search, texts))


def parts_thousands(figure: str, unit: str, comma: bool) -> bool | None:
    """Whether the sign in "1.000" or "1,000" separates thousands; None if it is ambiguous.

    `comma`: whether decimals are written with a comma in this text.
    """
    found = _PARTED.fullmatch(figure)
    if found is None:
        return False
    small = unit.casefold().rstrip("s.") in _SMALL
    if found[1] == ",":
        return True if small or not comma else None
    return (True if comma else None) if small else None if comma else False


def either(*words: str) -> str:
    """A regular expression for any of these words, the longest first."""
    return "(?:" + "|".join(map(re.escape, sorted(words, key=len, reverse=True))) + ")"


def value(text: str) -> Fraction:
    """The number that a word or figure stands for. Raises ValueError if it is not a number."""
    text = re.sub(r"(?<=\d)['’](?=\d{3})", "", text.casefold())  # 1'500
    text = " ".join(text.replace("⁄", "/").split())
    if text in WORDS:
        return WORDS[text]
    if re.fullmatch(IN_SEVERAL_WORDS, text):
        hundreds, _, rest = text.rpartition("hundred")
        return 100 * (_summed(hundreds) or 1) * bool(hundreds) + _summed(rest)
    text = re.sub(
        r"[\s-](?:&|and)[\s-]a[\s-](half|quarter)$", lambda found: " 1/2" if found[1] == "half" else " 1/4", text
    )
    text = re.sub(r"\s?(?:&|and|\+)\s(?=\d)", " ", text)
    text = text.replace(",", "" if re.fullmatch(r"\d+(?:,\d{3})+", text) else ".")
    if text[-1:] in SIGNS:
        return Fraction(text[:-1].strip() or 0) + SIGNS[text[-1]]
    return sum(map(Fraction, re.split(r"[ -]", text)), Fraction(0))


def _summed(words: str) -> Fraction:
    return sum((_WORTH[word] for word in re.findall("[a-z]+", words)), Fraction(0))


def mixed(number: Fraction, *, slash: bool = False) -> str:
    """Write a number as 1½ (or 1 1/2), 2¼ or 3; with at most two decimals if no sign stands for its fraction."""
    whole, part = divmod(number, 1)
    sign = next((sign for sign in _KITCHEN if SIGNS[sign] == part), "")
    if not part:
        return str(whole)
    if not sign:
        return f"{float(number):.2f}".rstrip("0").rstrip(".")
    if slash:
        sign = f" {part}" if whole else str(part)
    return f"{whole or ''}{sign}"
