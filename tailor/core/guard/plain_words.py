"""Rewrites what a hint says is no trouble in its commonest form: "butter does not bother me" is "butter is fine".

An allergy that is denied of one thing or person and said of another is rewritten as the one that is meant.
"""

import re
from typing import Final

_THAT_IS_ALL: Final = r"(?=\s*(?:at all|tho|though|either|too|here|for (?:me|us|him|her|them))?\s*(?:[.!;)]|$))"
"""The statement ends, so nothing takes it back: not "not a problem, it's deadly", "no problem if baked"."""
_NO_TROUBLE: Final = (
    r"(?:(?:is|are|r)(?:n['’]?t| not| no)(?: really)?(?: an?| any)? (?:big )?"
    r"(?:problem|issue|trouble|bother|worry)s?"
    r"|(?:do|does)(?:n['’]?t| not)(?: really)? bother (?:me|us|him|her|them|anyone|anybody))\b"
)
_NEITHER_TROUBLE: Final = re.compile(
    r"\bneither (?P<one>[\w -]{2,40}?) nor (?P<other>[\w -]{2,40}?) "
    r"(?:(?:is|are)(?: an?| any)? (?:problem|issue|trouble|bother|worry)s?|bothers? (?:me|us|him|her|them))\b"
    rf"(?:,? (?:only|just) (?P<but>[\w -]{{2,40}}?)(?=\s*[.!;)]*\Z)|{_THAT_IS_ALL})",
    re.IGNORECASE,
)
_NOTHING_AGAINST: Final = re.compile(
    r"\b(?:(?:(?:i|we|he|she|they)(?:['’]ve| have| has)?|have|has|got|with)(?: really| got)? nothing against"
    r"|(?:i|we|they) (?:don['’]?t|do not)(?: really)? mind) "
    r"(?P<what>(?:(?!\b(?:except|apart|unless|if|as)\b)[\w -]){2,40}?)"
    r"(?=\s*(?:[,.!;)]|\b(?:but|and|just|only)\b|\Z))",
    re.IGNORECASE,
)
_BEHIND: Final = 200
"""Characters behind that are looked at, so that a text of many such words takes no longer for each."""
_AILS: Final = re.compile(
    r"allerg|intoleran|sensitiv|coeliac|celiac|anaph|react|\b(?:ill|sick|can['’]?t|cannot|must)\b", re.IGNORECASE
)
_NOT_TO_ONE: Final = re.compile(
    r"\b(?:(?:is|are|am|was)(?:n['’]?t| not)|['’](?:s|re|m) not|not)(?: actually| really)? "
    r"(?P<how>allergic|intolerant|sensitive) to [\w -]{2,40}?,? but"
    r"(?: (?:(?:he|she|they|i|we|it)(?:['’]\w+| is| are| am)|(?:my|our|the) \w+ (?:is|are)))?"
    r"(?: (?:allergic|intolerant|sensitive))? to (?=\w)"
    r"|\bnot for (?:an? )?[\w-]{2,30},? but for (?P<whom>an? )",
    re.IGNORECASE,
)
"""Who is allergic to one thing and not to another: "isn't allergic to eggs but to wheat"."""
_NOBODYS: Final = re.compile(
    r"\b(?:(?:nobody|no one|none of (?:us|them|my \w+))(?: here)? (?:is|are)"
    r"|(?:i|we|he|she|they|my \w+)(?:(?: am| is| are|['’](?:m|s|re)) not| (?:is|are)n['’]?t))"
    r"(?: really| actually)? (?:allergic|intolerant) to "
    r"(?P<what>(?:(?!\b(?:but|though|only|just|except|apart)\b)[\w -]){2,40}?)"
    r"(?=[\s.!;)]*\Z|,? (?:just|only|but) no\b)",
    re.IGNORECASE,
)
"""An allergy that nobody has, and nothing behind it: "no one is allergic to nuts"."""
_BUT_ANOTHER_IS: Final = re.compile(
    r"\b(?:not|\w+n['’]t|nobody|no one|none)\b[\w ]{0,20}?\b(?P<how>allergic|intolerant) to "
    r"(?P<what>[\w -]{2,40}?)(?:(?:[,;]? but|[,;]) (?P<who>[\w ]{2,30}?) (?:is|are|am|does|do|has|was)"
    r"(?: (?:severely|badly|very|though|too|so))?"
    r"|,? (?:except|apart from|only) (?:for )?(?P<whom>[\w ]{2,30}?))(?=\W*\Z|,? and so\b)",
    re.IGNORECASE,
)
"""An allergy of another person: "I'm not allergic to nuts but my son is", "nobody is … except Tom"."""
_ANOTHER_CANNOT: Final = re.compile(
    r"\b(?:i|we|he|she|they) can (?:eat|have) (?P<what>[\w -]{2,40}?)(?:[,;]? but|[,;]) "
    r"(?P<who>[\w ]{2,30}?) (?:can['’]?t|cannot)(?=\W*\Z)",
    re.IGNORECASE,
)
_OUTGROWN: Final = re.compile(
    r"\A(?!.*(?:n['’]?t\b|\b(?:not|never|yet|may|might|maybe|perhaps|if|when|until|hop\w+|sure|nearly|almost|think\w*)\b))"
    r"(?P<who>.*)\b(?:outgrew|outgrown|grown out of|got over) (?:an?|the|my|our|his|her|their|any) "
    r"(?P<what>[\w-]{2,30}(?: [\w-]{2,30})?) allerg(?:y|ies)(?=\W*\Z)",
    re.IGNORECASE,
)
"""An allergy that is over, without a doubt and without a word behind it."""
_ONLY_FREE: Final = re.compile(r"\bonly (?=[\w-]+[ -]free\b)", re.IGNORECASE)
"""Only what is free of something is wanted, which is no wish for the thing: "only nut-free"."""
_TROUBLES_NOBODY: Final = re.compile(rf"(?<=\w ){_NO_TROUBLE}{_THAT_IS_ALL}", re.IGNORECASE)


def in_plain_words(text: str) -> str:
    """Rewrite what is no trouble in its most common form: "butter doesn't bother me" becomes "butter is fine"."""
    said = _NEITHER_TROUBLE.sub(_of_neither, text)
    said = _NOTHING_AGAINST.sub(_of_nothing_against, said)
    said = _NOT_TO_ONE.sub(lambda one: f" {one['how']} to " if one["how"] else f"for {one['whom']}", said)
    said = _BUT_ANOTHER_IS.sub(lambda one: f"{one['who'] or one['whom']} is {one['how']} to {one['what']}", said)
    said = _ANOTHER_CANNOT.sub(r"\g<who> is allergic to \g<what>", said)
    said = _OUTGROWN.sub(r"\g<what> is fine", _ONLY_FREE.sub("", said))
    said = _NOBODYS.sub(r"\g<what> is fine", said)
    return _TROUBLES_NOBODY.sub("is fine", said)


def _of_nothing_against(found: re.Match[str]) -> str:
    """Rewrite what somebody has nothing against, unless an allergy or the like is told of behind it."""
    ails = _AILS.search(found.string, found.end(), found.end() + _BEHIND)
    return found[0] if ails else f"{found['what']} is fine"


def _of_neither(found: re.Match[str]) -> str:
    told = f"{found['one']} and {found['other']} are fine"
    return f"{told}, but no {found['but']}" if found["but"] else told
