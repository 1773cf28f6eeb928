"""What there is and nothing else: "I only have a microwave" says that there is no oven and no stove.

Owns reading that. Refuses to guess: "only a small oven" tells of the oven alone, "only one ring" of the ring, and
a device it does not know leaves everything open. Which device rules out what stands in needs.json.
"""

import re
from collections.abc import Mapping
from functools import cache

_HEAD = (
    r"(?:(?<!not )(?<!n't )\b(?:only|just|nothing but)(?: (?:have|has|got|own|use|using|with))*"
    r"|\ball (?:that )?(?:i|we)(?:'ve got| have got| have| got| own)(?: here)? is) (?:an?|my|our) "
)
_KIND = r"(?:(?:gas|electric|induction|camping|portable|ceramic|wood-burning) )*"
_TAIL = r"(?! ?[-\w])|(?= (?:and|or|plus|but|with|in|at|on|here|there|so|no)\b)"


def ruled_out(text: str, devices: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The constraint ids that hold where there is nothing but the devices named.

    `devices`: by its name, what is not there where it is all there is. Of several named, only what each of them
    rules out.
    """
    plain = " ".join(text.replace("’", "'").casefold().split())
    begins, named = _patterns(tuple(devices))
    if begins.search(plain) is None:
        return frozenset()
    return frozenset.intersection(*(devices[one] for one in named.findall(plain)))


@cache
def _patterns(names: tuple[str, ...]) -> tuple["re.Pattern[str]", "re.Pattern[str]"]:
    """Where it is said that a device is all there is; any device."""
    any_of = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return (
        re.compile(rf"{_HEAD}{_KIND}(?:{any_of})(?:{_TAIL})"),
        re.compile(rf"\b({any_of})s?\b"),
    )
