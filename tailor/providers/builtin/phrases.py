"""Noun phrases in a sentence: where "100 g of soft butter" begins and ends, and how another stands in its place.

Owns grammar as far as exchanging one noun phrase needs it: amounts, articles, describing words, the verb that
follows, and taking one thing out of a list. Refuses to know what may stand for what (`knowledge`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tailor.providers.builtin.quantities import Amount, amounts

_DESCRIBING = (
    "soft|softened|cold|melted|warm|warmed|lukewarm|hot|large|small|medium|medium-sized|unsalted|salted|whole"
    "|fresh|"
    "full-fat|low-fat|semi-skimmed|skimmed|beaten|lightly beaten|mature|grated|plain|strong|white"
    "|self-raising|wholemeal|"
    "double|single|boneless|skinless|roasted|toasted|chopped|flaked|ground|dried|dry|smooth|crunchy|raw"
    "|cooked|minced|"
    "free-range|dark|ripe|extra|remaining|diced|sliced|smoked|shredded|crumbled|finely chopped|roughly "
    "chopped|chilled|"
    "cubed|unsweetened|sweet|thick|thin|lean|firm|crushed|peeled|new|good|rolled|brown|red|clear|runny"
    "|natural|greek|"
    "stale|day-old|leftover|frozen|tinned|canned|drained|pickled|creamy|pale|powdered|instant|strongly|mild"
    "|own|little|dairy"
)
_LEFT = re.compile(rf"(?:(?:{_DESCRIBING})(?:,\s|\s))+$", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:\b(?:the rest of the|the last of the|the|an?|some|any|this|these|those|each|every|your|its|all the"
    r"|all of the|more|another|other)\s)$",
    re.IGNORECASE,
)
_OF = re.compile(r"\sof(?:\s(?:the|very))?\s$|\s(?:very\s)?$", re.IGNORECASE)
A_VERB = r"(?!(?:with|in|on|for|at|by|if|when|while|after|before|using)\b)"
"""What a first word must not be where a step is to begin with its verb."""
_PARTICLE = "(?:with|without|on|in|into|onto|to|from|for|by|over|under|at|up|down|off|out|away)"
_VERB = re.compile(r"^(\s)(is|are|has|have|was|were)\b")
_SINGULAR = {"are": "is", "have": "has", "were": "was"}
_PLURAL = {one: many for many, one in _SINGULAR.items()}


_VERBS = {"butter": "grease", "flour": "dust"}
_CLAUSE = re.compile(r"(?:^|[.;:,]\s|\b(?:and|then|lightly|generously|well)\s)$", re.IGNORECASE)
_BREAD = re.compile(r"\b(?:bread|slices?|toasts?|rolls?|buns?|sandwich(?:es)?)$", re.IGNORECASE)
_DOES = re.compile(
    r"\s(?P<and>(?:and|or) \w+ )?(?P<object>(?:the|an?|two|both|each|your|all|\d+)\s(?:[\w-]+\s){0,5}?"
    r"(?:tins?|pans?|dish(?:es)?|trays?|moulds?|molds?|ramekins?|sheets?|bowls?|worktops?|surfaces?|counters?|boards?"
    r"|bread|slices?|toasts?|rolls?|buns?|sandwich(?:es)?))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun with what stands before it in the same phrase."""

    start: int
    end: int
    amount: Amount | None
    link: str
    """What joins amount and noun: " of ", " "."""
    article: str
    describing: tuple[str, ...]
    noun: str


def places(text: str, word: str) -> Iterator[tuple[int, int]]:
    """Where the word stands in the text, as a whole word."""
    for found in re.finditer(rf"(?<![\w-]){re.escape(word)}(?!\w)", text):
        yield found.span()


def phrase_at(text: str, start: int, end: int) -> Phrase:
    """The noun phrase whose noun stands at [start, end)."""
    before = text[:start]
    left = _LEFT.search(before)
    describing = tuple(re.split(r",?\s+", left.group().strip())) if left else ()
    begin = left.start() if left else start
    for amount in amounts(text[:start]):
        link = text[amount.end : begin]
        if amount.measure not in ("weight", "volume", "spoon", "pack", "count"):
            continue
        if _OF.fullmatch(link):
            return Phrase(amount.start, end, amount, link, "", describing, text[start:end])
    article = _ARTICLE.search(text[:begin])
    if article:
        return Phrase(article.start(), end, None, "", article.group().strip(), describing, text[start:end])
    return Phrase(begin, end, None, "", "", describing, text[start:end])


def put(text: str, phrase: Phrase, words: str, *, plural: bool) -> str:
    """The text with other words in the phrase's place, its first letter and the verb behind it made to fit."""
    after = text[phrase.end :]
    if was_plural(phrase.noun) != plural and (verb := _VERB.match(after)):
        fitting = (_PLURAL if plural else _SINGULAR).get(verb[2], verb[2])
        after = verb[1] + fitting + after[verb.end() :]
    last = words.rsplit(" ", 1)[-1]
    if re.match(rf" {re.escape(last)}\b", after, re.IGNORECASE):  # "mozzarella cheese": the name holds it already
        after = after[len(last) + 1 :]
    if re.match(r" (?:mixture|salad|sauce|paste)\b", after) and was_plural(words) and not words.endswith("ies"):
        words = words[:-1]  # "chickpeas", but "the chickpea mixture"
    if _opens(text, phrase.start):
        words = words[:1].upper() + words[1:]
    return tidy(text[: phrase.start] + words + after)


def as_verb(text: str, start: int, end: int, name: str) -> str | None:
    """The text where the food's name at [start, end) is a verb: "butter the tin" → "grease the tin with oil".

    None where it names the food itself.
    """
    done = _DOES.match(text, end)
    noun = text[start:end].casefold()
    if noun not in _VERBS or done is None or not _CLAUSE.search(text[:start]):
        return None
    verb = "spread" if _BREAD.search(done["object"]) and noun == "butter" else _VERBS[noun]
    verb = verb.capitalize() if text[start].isupper() else verb
    what = "" if done["and"] else f" with {name}"
    return f"{text[:start]}{verb}{done[0]}{what}{text[done.end() :]}"


def was_plural(noun: str) -> bool:
    """Whether a noun looks like a plural."""
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))


def tidy(text: str) -> str:
    """The text with "a" and "an", doubled blanks, stray commas and a sentence's first letter put right."""
    text = re.sub(r"\b([Aa])n(?= [bcdfgjklmnpqrstvwyz])", r"\1", text)
    text = re.sub(
        r"\ba (?=(?:egg|apple|orange|oven|oat|onion|oil|ice|old|open|even|empty|avocado|aubergine)\w*\b)",
        "an ",
        text,
    )
    text = re.sub(r"\s+([,.;:])", r"\1", re.sub(r"\s{2,}", " ", text)).strip()
    text = re.sub(r",\s*,", ",", re.sub(r",\s*([.;])", r"\1", text))
    text = re.sub(r"^[,;.:]\s*", "", text)
    return re.sub(r"(^|[.!?]\s+)([a-z])", lambda m: m[1] + m[2].upper(), text) if text[:1].islower() else text


def without_item(text: str, noun: str) -> str | None:
    """The text with the item that holds the noun taken out of its list; None where it is no list."""
    item = rf"(?:[\w½¼¾-]+ ){{0,4}}?{re.escape(noun)}(?:s|es)?(?:,? (?:finely|coarsely))?"
    forms = (
        (rf"(?P<head>, ){item}(?=, )", ""),  # in the middle
        (rf"(?P<head>, ){item}(?= and )", ""),  # before the last
        (
            rf"(?<=\w) and {item}(?=[.,;:]| (?:in|on|with|to|until|into|over|finely|coarsely)\b"
            r"| for (?:about )?\d|$)",
            "",
        ),  # the last
    )
    for form, become in forms:
        if (found := re.search(form, text, re.IGNORECASE)) and _is_item(found.group(), text[found.end() :]):
            rest = text[: found.start()] + become + text[found.end() :]
            return tidy(_and_for_comma(rest, found))
    size = r"(?: (?:tablets?|pieces?|slices?|cloves?))?(?: of \d+ \w+)?"
    thing = rf"(?:the |an? |\d+ |[a-z]+ )?(?:[\w-]+ ){{0,2}}?{re.escape(noun)}(?:s|es)?{size}"
    opening = rf"(?P<verb>{A_VERB}\w+ (?:in |out |up |down )?)(?P<item>{thing})"
    verb = re.match(rf"{opening}(?:, and |, | and )(?=(?:the|an?|half|your|our|some) |\d)", text, re.IGNORECASE)
    if verb is None:  # "Pack calculator, pens and cards": bare nouns only
        verb = re.match(
            rf"(?P<verb>[A-Z]\w+ )(?P<item>{re.escape(noun)}(?:s|es)?), (?=[\w-]+ and [\w-]+)", text, re.IGNORECASE
        )
    if verb is not None and "," not in verb.group("item"):
        return tidy(verb["verb"] + text[verb.end() :])
    return None


def _is_item(item: str, after: str) -> bool:
    """Whether what would go is one item of a list and no clause of which something would be left behind.

    "and put on gloves." may go whole; of "and serve with syrup, honey or jam" the honey would be left alone.
    """
    if re.search(r"\b(?:then|until|and \w+ (?:the|it|them)|it|them)\b", item, re.IGNORECASE):
        return False
    if not re.search(rf" {_PARTICLE} ", item):
        return True
    return after[:1] in ("", ".", ";") and not re.match(r"(?:,| and) (?:the|an?|your|\d)", item)


def _and_for_comma(rest: str, found: "re.Match[str]") -> str:
    """Where "a, b and c" lost "and c", the last comma becomes "and"."""
    if not found.group().lstrip().startswith("and "):
        return rest
    head, tail = rest[: found.start()], rest[found.start() :]
    clause = max(head.rfind("."), head.rfind(";")) + 1
    comma = head.rfind(", ")
    return head[:comma] + " and " + head[comma + 2 :] + tail if comma >= clause and comma > 0 else rest


def _opens(text: str, at: int) -> bool:
    """Whether a sentence opens here."""
    return at == 0 or text[:at].rstrip()[-1:] in ".!?"
