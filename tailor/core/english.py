"""English word forms: singulars, stems and cardinals.

Three forms of a word, since their users want different errors: `singular` joins only singular and plural, `stem`
also the forms of a verb, and `lexical_stem` is fixed by the vectors that were made with it. None of them promises
a word of English, only that forms of one word give the same text. All take lower case.
"""

from collections.abc import Mapping
from typing import Final

CARDINALS: Final = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

_IRREGULAR: Final[Mapping[str, str]] = {
    "loaves": "loaf", "halves": "half", "calves": "calf", "knives": "knife", "leaves": "leaf", "scarves": "scarf",
    "shelves": "shelf", "mice": "mouse", "people": "person", "children": "child", "geese": "goose", "feet": "foot",
    "teeth": "tooth", "cookies": "cookie", "brownies": "brownie", "smoothies": "smoothie", "pies": "pie",
    "matzos": "matzo", "avocados": "avocado", "tacos": "taco", "burritos": "burrito", "quiches": "quiche",
    "brioches": "brioche", "ceviches": "ceviche", "cloches": "cloche", "ganaches": "ganache", "axes": "axe",
    "shoes": "shoe", "toes": "toe", "oboes": "oboe", "canoes": "canoe", "molasses": "molasses", "lens": "lens",
    "always": "always",
}  # fmt: skip


def singular(word: str) -> str:
    """The form in which singular and plural meet: "loaves" gives "loaf"."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes", "oes")):
        return word[:-2]
    return word[:-1]


def plurals(word: str) -> tuple[str, ...]:
    """The plurals of a singular that do not begin with it: "berries", "knives"; () for most words."""
    found = [many for many, one in _IRREGULAR.items() if one == word and not many.startswith(word)]
    return (*found, f"{word[:-1]}ies") if word.endswith("y") and len(word) > 3 else tuple(found)


def stem(word: str) -> str:
    """The word without its commonest ending: "bakes", "baked" and "baking" give "bak"."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def lexical_stem(word: str) -> str:
    """The stem that the `lexical` embedder hashes: another rule needs another name of the embedder."""
    for ending in ("ies", "ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending) + ("i" if ending == "ies" else "")
            break
    if len(word) <= 3:
        return word
    return word[:-1] + "i" if word.endswith("y") else word.rstrip("e")
