"""Rewrites what a hint says is no trouble in its commonest form: "butter does not bother me" is "butter is fine".

An allergy that is denied of one thing or person and said of another is rewritten as the one that is meant.

Words that waive something are rewritten only where they are all that is said, of somebody named plainly, about
foods that the guard knows. Any other word may doubt them or take them back ("they say she outgrew it"), so they
stay as they were typed, and what they name is shown.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from tailor.core.guard.detector import food_hits
from tailor.core.guard.vocabulary import tokenize

_WHO: Final = r"(?:i|we|he|she|they|(?:my|our|the) [\w-]+)"
_NOBODY: Final = r"(?:nobody|no[ -]?one|none of (?:us|them|my [\w-]+))(?: here)?"
_SURELY: Final = r"(?: really| actually| definitely| certainly)?"
_WHAT: Final = r"(?P<what>[\w'’ -]{2,60}?)"
"""Without a comma: the nuts of "not allergic to eggs, nuts" may be a wish of their own."""
_TROUBLE: Final = r"(?:an? |any )?(?:big )?(?:problem|issue|trouble|bother|worry)s?"
_NO_TROUBLE: Final = (
    rf"(?:(?:is|are|r)(?:n['’]?t| not| no){_SURELY} {_TROUBLE}"
    rf"|(?:do|does)(?:n['’]?t| not){_SURELY} bother (?:me|us|him|her|them|anyone|anybody))"
)
_BUT: Final = r"(?:,? (?:just|only|but) (?:just |only )?(?:no )?(?P<but>[\w'’, -]{2,60}?))?"
_THAT_IS_ALL: Final = r"(?: (?:at all|tho|though|either|too|here|anymore|any more|for (?:me|us|him|her|them)))*"


def _whole(*statements: str) -> tuple[re.Pattern[str], ...]:
    """Return patterns for a text that says one of these and no more."""
    begins = r"(?:(?:and|but|also|well|ok|okay|yes),? )?"
    return tuple(re.compile(f"{begins}{one}{_BUT}{_THAT_IS_ALL}[ .!]*", re.IGNORECASE) for one in statements)


_PERMITS: Final = _whole(
    rf"neither (?P<one>[\w' -]{{2,40}}?) nor (?P<other>[\w' -]{{2,40}}?) "
    rf"(?:(?:is|are) {_TROUBLE}|bothers? (?:me|us|him|her|them))",
    rf"{_WHAT} {_NO_TROUBLE}",
)
_DENIES: Final = _whole(
    rf"(?:(?:{_WHO}(?:['’]ve| have| has)?|have|has|got|with){_SURELY}(?: got)? )?"
    rf"(?:nothing against|no (?:problem|issue|trouble)s? with) {_WHAT}",
    rf"(?:{_WHO} )?(?:don['’]?t|do not){_SURELY} mind (?:a (?:bit|little) (?:of )?)?{_WHAT}",
    rf"(?:{_NOBODY} (?:is|are)"
    rf"|{_WHO}(?: (?:am|is|are){_SURELY} not|['’](?:m|s|re){_SURELY} not| (?:is|are)n['’]?t)){_SURELY} "
    rf"(?:allergic|intolerant) to {_WHAT}",
    rf"{_WHO}(?: has| have|['’]s|['’]ve)?(?: (?:finally|since|now|long|luckily|happily))? "
    rf"(?:outgrew|outgrown|grown out of|got over) (?:an?|the|my|our|his|her|their|any) {_WHAT} allerg(?:y|ies)",
)
"""What asks for nothing, and permits nothing that another wish rules out: "she is allergic to milk, I'm vegan"."""
_ONE_NOT_OTHER: Final = _whole(
    rf"(?P<who>{_WHO})(?: (?:am|is|are|was) not|['’](?:m|s|re) not| (?:is|are|was)n['’]?t){_SURELY} "
    rf"(?P<how>allergic|intolerant|sensitive) to {_WHAT}[,;]? (?:but|only|just)"
    r"(?: (?:(?:he|she|they|i|we|it)(?:['’]\w+| is| are| am)|(?P<another>(?:my|our|the) [\w-]+) (?:is|are)))?"
    r"(?: (?:allergic|intolerant|sensitive))? to (?P<other>[\w'’, -]{2,60}?)",
)
"""Who is allergic to one thing and not to another: "isn't allergic to eggs but to wheat"."""
_NOT_FOR: Final = re.compile(
    r"\bnot for (?:an? )?[\w-]{2,30},? but for (?P<whom>an? )"
    r"(?!.{0,200}\b(?:them|those|these|such|one|too|also)\b)",
    re.IGNORECASE,
)
_BUT_ANOTHER_IS: Final = re.compile(
    r"\b(?:not|\w+n['’]t|nobody|no one|none)\b[\w ]{0,20}?\b(?P<how>allergic|intolerant) to "
    r"(?P<what>[\w -]{2,40}?)(?:(?:[.,;]? but|[.,;]) (?P<who>[\w ]{2,30}?) (?:is|are|am|does|do|has|was)"
    r"(?: (?:severely|badly|very|though|too|so))?"
    r"|,? (?:except|apart from|only) (?:for )?(?P<whom>[\w ]{2,30}?))(?=\W*\Z|,? and so\b)",
    re.IGNORECASE,
)
"""An allergy of another person: "I'm not allergic to nuts but my son is", "nobody is … except Tom"."""
_ANOTHER_CANNOT: Final = re.compile(
    r"\b(?:i|we|he|she|they) can (?:eat|have) (?P<what>[\w -]{2,40}?)(?:[.,;]? but|[.,;]) "
    r"(?P<who>[\w ]{2,30}?) (?:can['’]?t|cannot)(?=\W*\Z)",
    re.IGNORECASE,
)
_ONLY_FREE: Final = re.compile(r"\b(?:not )?(?:only|just|merely) (?=[\w-]+[ -]free\b)", re.IGNORECASE)
"""What is free of something is wanted, which is no wish for the thing: "only nut-free", "not just nut-free"."""
_MORE_WORDS: Final = frozenset({"and", "or", "nor", "the", "any", "all", "other"})


def in_plain_words(text: str) -> str:
    """Rewrite what is no trouble in its most common form: "butter doesn't bother me" becomes "butter is fine"."""
    said = _NOT_FOR.sub(r"for \g<whom>", _ONLY_FREE.sub("", text)).strip()
    if told := _rewritten(said, _ONE_NOT_OTHER, _of_other):
        return told
    said = _BUT_ANOTHER_IS.sub(lambda one: f"{one['who'] or one['whom']} is {one['how']} to {one['what']}", said)
    said = _ANOTHER_CANNOT.sub(r"\g<who> is allergic to \g<what>", said)
    return _rewritten(said, (*_PERMITS, *_DENIES), _as_fine) or said


def denies(text: str) -> bool:
    """Whether the text only says that somebody has nothing against a food, which does not permit it to others."""
    return bool(_rewritten(text.strip(), _DENIES, _as_fine))


def _rewritten(text: str, patterns: Sequence[re.Pattern[str]], plain: Callable[[dict[str, str]], str]) -> str:
    """Return the text in plain words if one of the patterns is all of it and names only foods; else ""."""
    for pattern in patterns:
        if found := pattern.fullmatch(text):
            said = {name: value for name, value in found.groupdict().items() if value}
            if all(_are_foods(said[name]) for name in ("what", "one", "other", "but") if name in said):
                return plain(said)
    return ""


def _of_other(said: dict[str, str]) -> str:
    told = f"{said.get('another', said['who'])} is {said['how']} to {said['other']}"
    return f"{told}, no {said['but']}" if "but" in said else told


def _as_fine(said: dict[str, str]) -> str:
    told = f"{said['what']} is fine" if "what" in said else f"{said['one']} and {said['other']} are fine"
    return f"{told}, but no {said['but']}" if "but" in said else told


def _are_foods(words: str) -> bool:
    """Whether the words are foods that the guard knows, and nothing else: not "nuts bar grandma"."""
    tokens = tokenize(words)
    named = {at for hit in food_hits(tokens) for at in range(hit.start, hit.end)}
    return bool(named) and all(at in named or one.plain in _MORE_WORDS for at, one in enumerate(tokens))
