"""Ingredients that a diet or an allergy rules out, exchanged in steps and resources with the right amounts.

Owns the choice of one substitute per ingredient for the whole procedure and the changes it forces elsewhere.
The guard alone says which words speak against a constraint; `knowledge` says what takes their place. Refuses
to exchange what cannot be exchanged: it says so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tailor.core.events import Finding
from tailor.core.guard import constraints_in, scan, title
from tailor.core.requirements import Requirement
from tailor.providers.builtin.forcing import force
from tailor.providers.builtin.knowledge import Ingredient, Swap
from tailor.providers.builtin.leftovers import say_old_names, say_what_is_left, say_what_labels_tell
from tailor.providers.builtin.naming import ingredient_of, is_food, is_listed, is_product, named_in
from tailor.providers.builtin.narrowing import narrowed
from tailor.providers.builtin.phrases import Phrase, as_verb, phrase_at, places, put, was_plural
from tailor.providers.builtin.quantities import written
from tailor.providers.builtin.sheet import Line, Sheet

NOT_FOOD = (
    "no_oven",
    "no_stove",
    "no_microwave",
    "no_blender",
    "no_freezer",
    "no_drill",
    "no_car",
    "no_printer",
    "no_internet",
    "no_washing_machine",
    "low_sugar",
)
"""Constraints that other rules answer."""

_COMPOUND = re.compile(
    r" (?:tenderi[sz]er|thermometer|seasoning|grinder|mallet|hammer|rub|spices?|flavou?r\w*|knife|whisk|beater|"
    r"timer|slicer|carton|box|dish|board|bowl|plate)\b"
)
"""What makes the word before it part of another thing's name: a meat thermometer is no meat."""
_MEATS = ("chicken", "beef", "minced meat", "bacon", "sausage", "burger")

_MIXING = re.compile(
    r"\b(?:whisk|beat|stir|mix|fold|add|pour|combine|blend|crack|break|separate)\b", re.IGNORECASE
)

_SEVERAL = re.compile(r"[,;]|\s(?:and|or|the|with|in)\s")
"""In the words of a finding: it names more than one thing."""

_MOST = 30
"""Exchanges in one line, so that no text can keep the loop going."""


@dataclass(slots=True)
class Kitchen:
    """What is being exchanged in one procedure."""

    sheet: Sheet
    wanted: dict[str, tuple[str, ...]]
    """Constraint ids with the requirements that ask for them."""
    chosen: dict[str, Swap | None] = field(default_factory=dict)
    totals: dict[str, Fraction] = field(default_factory=dict)
    prepared: set[str] = field(default_factory=set)
    narrow: dict[str, frozenset[str]] = field(default_factory=dict)
    """Constraint ids of which only these ingredients are meant."""


def wanted(requirements: Sequence[Requirement], skip: Sequence[str] = NOT_FOOD) -> dict[str, tuple[str, ...]]:
    """Constraint ids that the requirements ask for, each with the ids of those requirements."""
    found: dict[str, tuple[str, ...]] = {}
    for requirement in requirements:
        for constraint in constraints_in(requirement.text):
            if constraint not in skip:
                found[constraint] = (*found.get(constraint, ()), requirement.id)
    return found


def substitute(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Exchanges every ingredient that speaks against the requirements."""
    asked = wanted(requirements)
    sheet.understood(id for ids in asked.values() for id in ids)
    if not asked:
        return
    kitchen = Kitchen(sheet, asked, narrow=narrowed(sheet, requirements, asked))
    if not is_food(sheet):
        _say_the_rest(kitchen)
        return
    for line in (*sheet.resources, *sheet.steps):
        _weigh(kitchen, line)
    for line in (*sheet.resources, *sheet.steps):
        _exchange(kitchen, line)
    for swap in filter(None, kitchen.chosen.values()):
        for then in swap.then:
            force(sheet, then, swap.reason, _serving(kitchen, swap))
    _say_the_rest(kitchen)


def findings(kitchen: Kitchen, text: str) -> list[Finding]:
    """What the guard finds in a text against the constraints asked for, in the kinds of food that are meant."""
    found = (one for one in scan(text, kitchen.wanted) if one.kind != "not_assessed")
    return [one for one in found if one.constraint not in kitchen.narrow or _meant(kitchen, one)]


def _meant(kitchen: Kitchen, finding: Finding) -> bool:
    named = ingredient_of(finding.word)
    return named is not None and named.id in kitchen.narrow[finding.constraint]


def _weigh(kitchen: Kitchen, line: Line) -> None:
    """Adds up what is used of counted ingredients (eggs), to share out what takes their place."""
    seen: set[tuple[int, int]] = set()
    for finding in findings(kitchen, line.text):
        ingredient = ingredient_of(finding.word)
        if ingredient is None or not any(swap.per for swap in ingredient.swaps):
            continue
        for span in places(line.text, finding.word):
            phrase = phrase_at(line.text, *span)
            if phrase.amount is not None and span not in seen:
                seen.add(span)
                key = f"{line.part}:{ingredient.id}"
                kitchen.totals[key] = kitchen.totals.get(key, Fraction(0)) + phrase.amount.low


def _exchange(kitchen: Kitchen, line: Line) -> None:
    """Exchanges what the guard finds in a line until nothing is found or nothing more can be done."""
    tried: set[str] = set()
    for _ in range(_MOST):
        left = [one for one in findings(kitchen, line.text) if one.word not in tried]
        if not left:
            return
        finding = left[0]
        if not _exchanged(kitchen, line, finding):
            tried.add(finding.word)


def _exchanged(kitchen: Kitchen, line: Line, finding: Finding) -> bool:
    """Whether one trigger word of a line could be exchanged."""
    ingredient = ingredient_of(finding.word)
    if ingredient is None or is_product(kitchen.sheet, finding.word):
        return False
    word = _own_words(finding)
    if not word:
        return False
    swap = _choose(kitchen, ingredient, line)
    if swap is None or (swap.prepare and line.part == "steps" and not _MIXING.search(line.text)):
        return False
    serves = _because(kitchen, line.text, ingredient)
    for span in places(line.text, word):
        phrase = phrase_at(line.text, *span)
        if phrase.amount is None and not is_listed(kitchen.sheet, ingredient):
            continue
        if _COMPOUND.match(line.text, span[1]):
            continue
        if _speaks(kitchen, line.text, word, *span):
            done = as_verb(line.text, *span, swap.short)
            text = done or _swapped(kitchen, line, phrase, ingredient, swap)
            _prepare(kitchen, line, ingredient, swap, serves)
            reason = f"{word} → {swap.name} ({_titles(kitchen, serves)}): {swap.reason}"
            return kitchen.sheet.change(line, text, reason, serves)
    return False


def _own_words(finding: Finding) -> str:
    """The words that the ingredient has in a finding: of "honey and lemon" the honey; "" if it is allowed.

    Meat with butter is against kosher rules, and neither is by itself: to exchange the butter in "beef with the
    flour and brown it in the butter" would take the beef and the flour too.
    """
    if not _SEVERAL.search(finding.word):
        return finding.word
    word = named_in(finding.word)
    return word if scan_hits(word, (finding.constraint,)) else ""


def _speaks(kitchen: Kitchen, text: str, word: str, start: int, end: int) -> bool:
    """Whether the guard means the word in this very place, and not only another place in the text."""
    earlier = [at for _, at in places(text[:start], word)]
    near = text[max([0, text.rfind(".", 0, start) + 1, *earlier]) : end]
    return any(one.word == word for one in findings(kitchen, near))


def _choose(kitchen: Kitchen, ingredient: Ingredient, line: Line) -> Swap | None:
    """What takes the ingredient's place in this procedure: the first the guard finds nothing against."""
    sheet = kitchen.sheet
    if ingredient.id == "meat":
        meats = [swap for id in _MEATS if (swap := kitchen.chosen.get(id))]
        return meats[0] if len(meats) == 1 else None
    if ingredient.id not in kitchen.chosen:
        told = " ".join([sheet.goal, *(step.text for step in sheet.steps)]).casefold()
        barred = next((word for word in ingredient.cannot if word.casefold() in told), None)
        fitting = [
            swap
            for swap in ingredient.swaps
            if not scan_hits(f"{swap.name} {swap.short} {swap.counted} {swap.resource}", kitchen.wanted)
        ]
        kitchen.chosen[ingredient.id] = None if barred else next(iter(fitting), None)
        if barred or not fitting:
            why = f"“{barred}” depends on it" if barred else "nothing I know takes its place here"
            sheet.say(_because(kitchen, line.text, ingredient), f"I left {ingredient.words[0]} as it is: {why}.")
    return kitchen.chosen[ingredient.id]


def scan_hits(text: str, constraints: Sequence[str] | dict[str, tuple[str, ...]]) -> bool:
    """Whether the guard finds anything in the text against the constraints."""
    return any(one.kind != "not_assessed" for one in scan(text, constraints))


def _swapped(kitchen: Kitchen, line: Line, phrase: Phrase, ingredient: Ingredient, swap: Swap) -> str:
    """The line with the phrase exchanged."""
    text, words = line.text, _words(kitchen, line, phrase, ingredient, swap)
    if words.startswith("the ") and (the := re.search(r"\b(?:the|all the)\s$", text[: phrase.start], re.I)):
        phrase = Phrase(the.start(), phrase.end, phrase.amount, phrase.link, "the", phrase.describing, phrase.noun)
    if words.startswith("half of") and phrase.article in ("a", "an"):
        phrase = Phrase(phrase.start, phrase.end, phrase.amount, "", "", (), phrase.noun)
    done = put(text, phrase, words, plural=_plural(phrase, swap))
    return done.replace(f"{swap.name} {swap.name}", swap.name).replace(f"{swap.name} or {swap.name}", swap.name)


def _plural(phrase: Phrase, swap: Swap) -> bool:
    return swap.plural or (bool(swap.counted) and was_plural(phrase.noun) and phrase.amount is not None)


def _words(kitchen: Kitchen, line: Line, phrase: Phrase, ingredient: Ingredient, swap: Swap) -> str:
    """The new words of a phrase."""
    if swap.per:
        return _share(kitchen, line, phrase, ingredient, swap)
    kept = " ".join(word for word in phrase.describing if word.casefold() in swap.keep)
    name = f"{kept} {swap.name if phrase.amount else swap.short}".strip()
    if phrase.amount is None:
        return _with_article(phrase, swap, name)
    low, high, unit = phrase.amount.low, phrase.amount.high, phrase.amount.unit
    if not unit and low < 1 and phrase.link.strip().startswith("of"):  # "half of the cream"
        words = f"{line.text[phrase.amount.start : phrase.amount.end]}{phrase.link}{kept} {swap.short}"
        return re.sub(r" {2,}", " ", words)
    if not unit and swap.counted:
        several = low > 1 or high is not None
        return f"{written(low, '')} {swap.counted_plural if several else swap.counted}"
    if not unit and not swap.plural:
        return name if low <= 1 else f"{written(low, '')} portions of {name}"
    number = written(low * swap.ratio, unit, worded=phrase.amount.worded)
    if swap.ratio == 1:
        number = line.text[phrase.amount.start : phrase.amount.end]
        high = None
    if high is not None:
        number = f"{written(low * swap.ratio, unit).rsplit(' ', 1)[0]} to {written(high * swap.ratio, unit)}"
    link = " of " if "of" in phrase.link else " "
    return f"{number}{link}{name}{_binder(kitchen, line, low * swap.ratio, unit, ingredient, swap)}"


def _with_article(phrase: Phrase, swap: Swap, name: str) -> str:
    article = phrase.article.casefold()
    if article in ("a", "an", "another", "each", "every"):
        if swap.counted:
            return f"{article} {swap.counted}"
        return f"some {name}" if article in ("a", "an") else name
    if article in ("these", "this", "those"):
        return f"{'these' if swap.plural else 'this'} {name}"
    return f"{phrase.article} {name}".strip()


def _share(kitchen: Kitchen, line: Line, phrase: Phrase, ingredient: Ingredient, swap: Swap) -> str:
    """Counted things whose place is taken by one mixture: all of it, or the part that belongs here."""
    if line.part == "resources":
        count = phrase.amount.low if phrase.amount else Fraction(1)
        return _filled(swap.resource, swap, count)
    total = kitchen.totals.get(f"resources:{ingredient.id}") or kitchen.totals.get(f"steps:{ingredient.id}")
    part = phrase.amount.low / total if phrase.amount and total else Fraction(1)
    named = {
        Fraction(1, 2): "half of ",
        Fraction(1, 3): "a third of ",
        Fraction(2, 3): "two thirds of ",
        Fraction(1, 4): "a quarter of ",
        Fraction(3, 4): "three quarters of ",
    }
    words = "" if part >= 1 else named.get(part, "part of ")
    return f"{words}the {swap.name}"


def _filled(template: str, swap: Swap, count: Fraction) -> str:
    for name, amount, unit in swap.per:
        template = template.replace(f"{{{name}}}", written(amount * count, unit))
    return template


def _prepare(kitchen: Kitchen, line: Line, ingredient: Ingredient, swap: Swap, serves: Sequence[str]) -> None:
    """Puts the step that prepares a mixture before the first step that uses it."""
    if not swap.prepare or line.part != "steps" or ingredient.id in kitchen.prepared:
        return
    kitchen.prepared.add(ingredient.id)
    total = kitchen.totals.get(f"resources:{ingredient.id}") or kitchen.totals.get(f"steps:{ingredient.id}")
    steps = kitchen.sheet.steps
    at = steps.index(line)
    before = steps[at - 1] if at else None
    text = _filled(swap.prepare, swap, total or Fraction(1))
    kitchen.sheet.add(
        "steps", before, text, f"It takes the place of the {ingredient.words[0]}: {swap.reason}", serves
    )


def _binder(kitchen: Kitchen, line: Line, value: Fraction, unit: str, ingredient: Ingredient, swap: Swap) -> str:
    """The binder that belongs to a larger amount of flour: beside it in the step, a line in the list."""
    if swap.binder is None or unit not in ("g", "kg"):
        return ""
    name, spoon, per, least = swap.binder
    grams = value * (1000 if unit == "kg" else 1)
    if grams < least:
        return ""
    words = written(grams / per, spoon)
    if line.part == "steps":
        return f" with {words} of {name}"
    if f"binder:{line.number}" not in kitchen.prepared:
        kitchen.prepared.add(f"binder:{line.number}")
        serves = _because(kitchen, line.text, ingredient)
        kitchen.sheet.add("resources", line, f"{words} {name}", swap.reason, serves)
    return ""


def _because(kitchen: Kitchen, text: str, ingredient: Ingredient) -> tuple[str, ...]:
    """The requirements that this ingredient speaks against in this text."""
    ids = [
        id
        for finding in findings(kitchen, text)
        if (found := ingredient_of(finding.word)) is not None and found.id == ingredient.id
        for id in kitchen.wanted[finding.constraint]
    ]
    return tuple(dict.fromkeys(ids))


def _serving(kitchen: Kitchen, swap: Swap) -> tuple[str, ...]:
    """The requirements that the swap was made for."""
    lines = kitchen.sheet.lines
    ids = [id for line in lines if any(swap.reason in reason for reason in line.reasons) for id in line.serves]
    return tuple(dict.fromkeys(id for id in ids if any(id in asked for asked in kitchen.wanted.values())))


def _titles(kitchen: Kitchen, serves: Sequence[str]) -> str:
    names = [title(one) for one, ids in kitchen.wanted.items() if set(ids) & set(serves)]
    return "; ".join(dict.fromkeys(names))


def _say_the_rest(kitchen: Kitchen) -> None:
    say_what_is_left(kitchen.sheet, kitchen.wanted, lambda text: findings(kitchen, text))
    say_old_names(kitchen.sheet, lambda text: findings(kitchen, text))
    say_what_labels_tell(
        kitchen.sheet, {id: ids for id, ids in kitchen.wanted.items() if id not in kitchen.narrow}
    )
