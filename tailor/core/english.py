"""English word forms: singulars, stems and cardinals.

There are three forms because their users tolerate different errors: `singular` merges only singular and plural,
`stem` also verb forms, and `lexical_stem` is fixed by the vectors that were made with it. None of them is
necessarily an English word, but forms of one word give the same text. All take lower case.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
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
    "always": "always", "chillies": "chilli", "chilies": "chili",
    **{
        f"{one}s": one
        for one in ["zucchini", "broccoli", "kohlrabi", "kiwi", "chilli", "chili", "panini", "salami", "roti"]
    },
}  # fmt: skip
_WORD: Final = re.compile(r"[^\W\d_]+")


def singular(word: str) -> str:
    """The singular of a noun ("loaves" gives "loaf"); a singular stays as it is."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes", "oes")):
        return word[:-2]
    return word[:-1]


def singulars(*texts: str) -> frozenset[str]:
    return frozenset(singular(word) for text in texts for word in _WORD.findall(text.casefold()))


def plurals(word: str) -> tuple[str, ...]:
    """The plurals of a singular that do not begin with it: "berries", "knives"; () for most words."""
    found = [many for many, one in _IRREGULAR.items() if one == word and not many.startswith(word)]
    return (*found, f"{word[:-1]}ies") if word.endswith("y") and len(word) > 3 else tuple(found)


_SPELT_TWICE: Final = """
    aluminium/aluminum anaesthetic/anesthetic calibre/caliber carburettor/carburetor catalogue/catalog
    centre/center cheque/check chilli/chili cosy/cozy dialogue/dialog diarrhoea/diarrhea doughnut/donut
    draught/draft enrol/enroll fibre/fiber fulfil/fulfill gauge/gage grey/gray instalment/installment
    jewellery/jewelry kerb/curb labelled/labeled labelling/labeling lasagne/lasagna levelled/leveled
    levelling/leveling litre/liter manoeuvre/maneuver metre/meter mould/mold mouldy/moldy moult/molt odour/odor
    oesophagus/esophagus omelette/omelet paediatric/pediatric panelling/paneling plough/plow programme/program
    pyjamas/pajamas sceptic/skeptic skilful/skillful smoulder/smolder sombre/somber sulphate/sulfate
    sulphur/sulfur swivelled/swiveled swivelling/swiveling theatre/theater travelled/traveled traveller/traveler
    travelling/traveling tyre/tire vapour/vapor vice/vise whisky/whiskey woollen/woolen yoghurt/yogurt
"""
"""Words with a British and an American spelling."""
_SPELT_BY_RULE: Final = (
    (r"(?<=\w{3})our(?=(?:s|ed|ing|ful|less|ite|y)?$)", "or"),
    (r"(?<=\w{3})or(?=(?:s|ed|ing|ful|less|ite|y)?$)", "our"),
    (r"(?<=\w{3})is(?=(?:e[ds]?|er|ing)$)", "iz"), (r"(?<=\w{3})iz(?=(?:e[ds]?|er|ing)$)", "is"),
    (r"(?<=\w{3})ys(?=(?:e[ds]?|er|ing)$)", "yz"), (r"(?<=\w{3})yz(?=(?:e[ds]?|er|ing)$)", "ys"),
)  # fmt: skip


def spellings(word: str) -> tuple[str, ...]:
    """How the word may be spelt on the other side of the Atlantic: "tire" gives "tyre", "colored" "coloured".

    Some results are not words ("motor" gives "motour"), so use them only for searching.
    """
    one = singular(word)
    ending = word.removeprefix(one) if word.startswith(one) else ""
    known = [other + ending for other in [_spelt_twice().get(one)] if other]
    return (*known, *(other for rule, to in _SPELT_BY_RULE if (other := re.sub(rule, to, word)) != word))


@cache
def _spelt_twice() -> Mapping[str, str]:
    pairs = [pair.split("/") for pair in _SPELT_TWICE.split()]
    return {
        here: there for british, american in pairs for here, there in ((british, american), (american, british))
    }


def stem(word: str) -> str:
    """The word without its commonest ending: "bakes", "baked" and "baking" give "bak"."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


@lru_cache(maxsize=65_536)  # every row that a search finds is stemmed, and rows share most words
def lexical_stem(word: str) -> str:
    """The stem that the `lexical` embedder hashes; a change here needs a new name for the embedder."""
    for ending in ("ies", "ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending) + ("i" if ending == "ies" else "")
            break
    if len(word) <= 3:
        return word
    return word[:-1] + "i" if word.endswith("y") else word.rstrip("e")


def not_within(words: Sequence[str]) -> tuple[str, ...]:
    """The words that are not part of another one, in order and only once: of "oat milk" and "milk" the first."""
    plain = {word.casefold(): word for word in reversed(words)}
    return tuple(word for low, word in reversed(plain.items()) if not any(low in o != low for o in plain))
