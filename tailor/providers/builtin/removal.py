"""Leaving out a thing that a requirement rules out by its own name: "no balloons", "I can't digest onion".

Owns finding the thing's name in the requirement's words, and taking it out of the list and of the steps' lists.
Where `knowledge` has a substitute it is exchanged instead. Refuses to cut a word out of a sentence that would not
stand without it, and to leave out what keeps people from harm (gloves, masks, soap): such steps are named.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tailor.core.guard import constraints_in
from tailor.core.requirements import Requirement
from tailor.providers.builtin.equipment import asks, devices
from tailor.providers.builtin.knowledge import Ingredient, Swap, by_word, word_list
from tailor.providers.builtin.phrases import A_VERB, Phrase, phrase_at, places, put, was_plural, without_item
from tailor.providers.builtin.quantities import Amount, measure_of, written
from tailor.providers.builtin.sheet import Line, Sheet

_WORD = r"(?!(?:or|and|nor) )[\w-]{1,40}"
"""No joint is a word: else a list of thirty things could be read in a million ways, each tried in turn."""
_THING = rf"((?:{_WORD} ){{0,3}}?{_WORD}(?:,? (?:or|and|nor) (?:{_WORD} ){{0,2}}?{_WORD}){{0,60}})"
_END = (
    r"(?=[,.;!?]|$| (?:please|at all|in|on|for|from|with|so|because|any|anymore|this|that|to|is|are|as|but"
    r"|when|while|though|today|here)\b)"
)
_ASKED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:no|without(?: any)?|leave out(?: the)?|skip(?: the)?|hold the) {_THING}{_END}",
        rf"\b(?:can't|cannot|don't|doesn't|do not|does not|never|won't) (?:\w+ )?(?:have|eat|digest|stand"
        rf"|like|want|use|allow|take|own|touch|drink|tolerate|bear)s? (?:an? |any |the |to )?{_THING}{_END}",
        rf"\ballergic to (?:an? |any |the )?{_THING}{_END}",
        rf"\b(?:hate|hates|dislike|dislikes|avoid|avoiding|out of) (?:an? |any |the )?{_THING}{_END}",
        rf"\b(?:an? |the |my )?{_THING} (?:is|are) (?:out|broken|gone|forbidden|not allowed)\b",
        rf"\b{_THING} (?:scares?|frightens?|annoys?) (?:me|him|her|us|them|the \w+)\b",
        rf"\b{_THING} makes? (?:me|him|her|us|them) (?:itch|ill|sick|sneeze|cough)\b",
        rf"\bsomething that isn't {_THING}{_END}",
    )
)
_PART_OF: Final = r"(?!(?:it|them|with|in|on|to|from|of|by|for|into|over)\b)"
"""What must not stand between a step's verb and the thing, if the step is to be about nothing else."""
_UNITS: Final = ("weight", "volume", "spoon", "heat", "length", "time")


def remove(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Takes out, or exchanges, what a requirement rules out by name and no other rule has dealt with."""
    for one in requirements:
        infant = "infant_honey" in (ruled_out := constraints_in(one.text))
        if (ruled_out and not infant) or any(asks(device, one.text) for device in devices()):
            continue
        for thing in ("honey",) if infant else named(one.text, _words_of(sheet)):
            if measure_of(thing) in _UNITS:
                continue  # "I don't use cups" speaks of units, not of things
            every = (*sheet.resources, *sheet.steps)
            lines = [line for line in every if mentions(line.text, thing) and not line.locked]
            sheet.understood([one.id])
            if lines and _protects(thing):
                _say_it_protects(sheet, thing, one, lines)
            elif lines:
                _without(sheet, thing, one, lines)


def _words_of(sheet: Sheet) -> str:
    return " ; ".join([sheet.goal, *(line.text for line in (*sheet.resources, *sheet.steps))])


def named(text: str, where: str) -> Iterator[str]:
    """The things that a requirement rules out by name, in singular, each once.

    A food of several words that does not stand in `where` is cut to its last word.
    """
    seen: set[str] = set()
    for cue in _ASKED:
        for found in cue.finditer(text.replace("’", "'")):
            for part in re.split(r",? (?:or|and|nor) |, ", found[1]):
                thing = _stem(re.sub(r"^(?:an? |any |the |my |our |really |more )+", "", part.strip().casefold()))
                thing = re.sub(r"^.*\b(?:so|and|but|because|that) | (?:left|more)$", "", thing)
                head = thing.split(" ")[-1]
                if head in by_word() and not mentions(where, thing):
                    thing = head
                if re.search(r"\b(?:a|an|the|so|and|because)\b", thing):
                    continue
                if (
                    thing
                    and thing.split()[-1] not in word_list("not_things")
                    and thing not in seen
                    and len(thing) > 2
                ):
                    seen.add(thing)
                    yield thing


def mentions(text: str, thing: str) -> bool:
    """Whether a text names the thing."""
    return _found(text, thing) is not None


def _found(text: str, thing: str) -> "re.Match[str] | None":
    head = re.escape(thing)
    return re.search(rf"(?<![\w-]){head}(?:s|es)?(?![\w-])", text, re.IGNORECASE)


def _without(sheet: Sheet, thing: str, one: Requirement, lines: Sequence[Line]) -> None:
    ingredient = by_word().get(thing)
    swap = next(iter(ingredient.swaps), None) if ingredient else None
    if (
        ingredient is not None
        and swap is not None
        and not re.search(r"\b(?:no|without|leave out|skip)\b", one.text, re.IGNORECASE)
    ):
        _exchange(sheet, ingredient, swap, one, thing)
        return
    reason = f"“{thing}” is left out, as {one.id} asks."
    cuts = {line: _cut(line.text, thing) for line in lines if line.part == "steps"}
    stuck = {line for line, text in cuts.items() if text is None}
    if stuck:  # a thing that is half left out is worse than one that stays
        sheet.say(
            [one.id],
            f"“{thing}” still stands in {_where(sheet, stuck)}: I cannot take it out without spoiling the "
            "sentence or the result; please decide there.",
        )
        return
    for line, text in cuts.items():
        about = "" if text else " The step was about nothing else."
        sheet.change(line, text or "", f"{reason}{about}", [one.id])
    for line in lines:
        if line.part == "resources":
            _unlist(sheet, line, thing, reason, one.id)


def _protects(thing: str) -> bool:
    """Whether the thing keeps people from harm: "rubber glove", "eye protection"."""
    return any(f" {thing}".endswith(f" {_stem(name)}") for name in word_list("protects"))


def _say_it_protects(sheet: Sheet, thing: str, one: Requirement, lines: Sequence[Line]) -> None:
    where = _where(sheet, set(lines))
    sheet.say(
        [one.id],
        f"“{thing}” stays{f' in {where}' if where else ''}: it is there to keep you from harm. Get it before you "
        "begin, or choose a way of doing this that needs none.",
    )


def _where(sheet: Sheet, lines: "set[Line]") -> str:
    """The numbers of these lines among the steps: "steps 3 and 7"; "" for none."""
    numbers = [str(number) for number, line in enumerate(sheet.steps, 1) if line in lines]
    if not numbers:
        return ""
    return f"steps {', '.join(numbers[:-1])} and {numbers[-1]}" if numbers[1:] else f"step {numbers[0]}"


def _unlist(sheet: Sheet, line: Line, thing: str, reason: str, id: str) -> None:
    """A line of the list that is the thing goes; one that holds more keeps the rest."""
    head = re.split(r",| for | with |\(", line.text)[0]
    if _stem(head).endswith(thing) or thing in _stem(head).split():
        sheet.change(line, without_item(line.text, thing) or "", reason, [id])


def _cut(text: str, thing: str) -> str | None:
    """A step without the thing; "" where it is about nothing else, None where it cannot be taken out."""
    if re.search(rf"\d for (?:the |an? )?{re.escape(thing)}\b", text, re.IGNORECASE):
        return None  # "160 for the hotel" is part of a sum
    for _ in range(4):
        shorter = without_item(text, thing)
        if shorter is None:
            break
        text = shorter
    if not mentions(text, thing):
        return text
    sentence = re.match(
        rf"^[\w-]+ (?:in |out |up |on )?(?:the |an? |some |\d+ )?(?:{_PART_OF}[\w-]+ ){{0,2}}"
        rf"{re.escape(thing)}(?:s|es)?(?: (?!and\b)[\w-]+){{0,5}}\.?$",
        text,
        re.IGNORECASE,
    )
    if sentence and "," not in text:
        return ""
    clause = re.match(
        rf"^(?P<first>(?i:{A_VERB})[A-Z][\w-]+ (?:up )?(?:the |an? |\d+ )?(?:[\w-]+ )?{re.escape(thing)}(?:s|es)?)"
        rf" and (?P<rest>\w+ .*)$",
        text,
    )
    if clause and not re.search(r"\b(?:it|them)\b", clause["rest"]):
        return clause["rest"][:1].upper() + clause["rest"][1:]
    return None


def _exchange(sheet: Sheet, ingredient: Ingredient, swap: Swap, one: Requirement, thing: str) -> None:
    """Puts the substitute in every place where the thing is named."""
    reason = f"{thing} → {swap.name}: {swap.reason}"
    forms = [
        form
        for word in sorted(ingredient.words, key=len, reverse=True)
        for form in (f"{word}s", f"{word}es", word, f"{word}s".capitalize(), word.capitalize())
    ]
    for line in (*sheet.resources, *sheet.steps):
        for form in forms:
            for _ in range(4):
                span = next(places(line.text, form), None)
                around = line.text[max(0, span[0] - 30) : span[1] + 10] if span else ""
                if span is None or swap.name in around or swap.short in around:
                    break
                sheet.change(line, exchanged(line.text, phrase_at(line.text, *span), swap), reason, [one.id])
    if any(mentions(line.text, thing) for line in sheet.steps):
        sheet.say([one.id], f"“{thing}” may still stand in a step; please look there.")


def exchanged(text: str, phrase: Phrase, swap: Swap) -> str:
    """The text with the substitute in the phrase's place."""
    amount = phrase.amount
    kept = "".join(f"{word} " for word in phrase.describing if word.casefold() in swap.keep)
    several = bool(swap.counted) and was_plural(phrase.noun)
    if amount is None:
        counted = bool(swap.counted) and (phrase.article.casefold() in ("a", "an", "each", "every") or several)
        one = swap.counted_plural if several else swap.counted
        words = f"{phrase.article} {kept}{one if counted else swap.short}".strip()
        words = re.sub(r"^the the ", "the ", words)
    elif not amount.unit and swap.counted:
        number = text[amount.start : amount.end] if swap.ratio == 1 else written(amount.low * swap.ratio, "")
        words = f"{number} {kept}{swap.counted_plural if several else swap.counted}"
    else:
        link = " of " if "of" in phrase.link else " "
        words = f"{_measured(text, amount, swap)}{link}{kept}{swap.name}"
    return put(text, phrase, words, plural=swap.plural or several)


def _measured(text: str, amount: Amount, swap: Swap) -> str:
    """The amount of the substitute: as it stood where nothing changes, else reckoned, both ends of a range."""
    if swap.ratio == 1:
        return text[amount.start : amount.end]
    low = written(amount.low * swap.ratio, amount.unit)
    if amount.high is None:
        return low
    high = written(amount.high * swap.ratio, amount.unit)
    return high if low == high else f"{low.split(' ')[0]} to {high}"


def _stem(words: str) -> str:
    """The words with the last one in singular."""
    words = words.strip().casefold()
    if words.endswith(("ss", "us", "is")):
        return words
    for ending, become in (("ies", "y"), ("oes", "o"), ("ches", "ch"), ("s", "")):
        if words.endswith(ending) and len(words) > 3:
            return words[: -len(ending)] + become
    return words
