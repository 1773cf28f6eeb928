"""Lines of a site among the things and steps of a page: buttons, credits, headings, and what follows a recipe."""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from tailor.core.procedure import headings_of, outline
from tailor.library.formats.shared.facts import facts_in, is_time
from tailor.library.formats.shared.headings import announced, is_note, is_told
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import (
    CALL,
    ONLY_NUMBER,
    count_words,
    is_ended,
    is_sentence,
    letters,
    without_furniture,
)

_CONTROL = re.compile(
    r"(?:print|pin|save|share|tweet|e-?mail|rate|read more|view all|see all|mark as complete|advertisement|"
    r"anzeige|publicité|previous|next|guest user|cook mode.{0,60}|kitchen-friendly view|jump to recipe|"
    r"watch how to make (?:it|this|the) ?\w*)(?: (?:it|this|recipe|this recipe))?\s*[.!…»>]*",
    re.IGNORECASE,
)
"""A button or link that sites put anywhere."""
_SERVES = re.compile(
    r"\(?(?:(?:das|this|the|cette|la|questa) (?:[\w-]+ ){1,7})?"
    r"(?:serves|makes|yields?|servings|ergibt|rend|resa)\b\s*:?\s*(?:about |approx\w*\.? |ca\. )?\d.{0,40}",
    re.IGNORECASE,
)
_CREDIT = re.compile(
    r"(?:^|.*[(–—|&-])\s*(?i:photos?|fotos?|fotó|photograph\w*|bild(?:er)?|images?|credits?)(?i: credits?)?\s*"
    r"(?::|©|by\b|von\b|par\b).{0,60}|(?:[^\W\d_]+: [A-ZÀ-Þ][\w.’-]+(?: [\w.’-]+){0,3} ?){2,}"
)
"""A credit, as below a picture: "Recipe: Ann Lee Text: Tom Day"."""
_FOOD_VALUES = re.compile(
    r"(?=.*\d ?k(?:cal|j)\b)(?:(?:[^\W\d_]+[ :]{1,2}){1,4}\d+(?:[.,]\d+)? ?(?:kcal|kj|m?g)\b[ ,;|•]*){3,}",
    re.IGNORECASE,
)
"""Names followed by nothing but weights, with the energy: "Energy 735kcal Fat 42g Salt 1.1g"."""
_SOMEBODYS_NOTE = re.compile(
    r"(?:the )?(?:editor|author|cook|chef|baker|tester)['’]?s['’]? notes?\s?:", re.IGNORECASE
)
_ENERGY = re.compile(r"\b(?:calories|kcal|kj|kalorien|kilokalorien|calorías|calorie|calorias)\b", re.IGNORECASE)
_NUTRIENT = re.compile(
    r"\b(?:saturated|cholesterol|carb|sodium|protein|fib(?:er|re)\b|fett|eiweiß|kohlenhydrat|glucides|lipides|protéines|"
    r"grasas|proteínas|hidratos|grassi|carboidrati|gordura|vetten|koolhydraten)",
    re.IGNORECASE,
)
_WEIGHT = re.compile(r"\d ?(?:m?g|µg)\b", re.IGNORECASE)
_FEWEST_WEIGHTS: Final = 4
"""Weights in a sentence of food values: "1 piece equals 279 calories, 16 g fat, 109 mg cholesterol, ..."."""
_MADE_BY = re.compile(
    r"(?:recept|recipe|rezept|recette|receta|ricetta|receita|przepis)\w*(?: [^\W\d_]+){0,3} ?: ?"
    r"[„“\"»«]\S[^:.]{0,60}",
    re.IGNORECASE,
)
"""Whose recipe it is: "Recipe made by: „MK“"."""
_COMMENTS = re.compile(
    r"(?:\d+ |leave a |post a |\w+ )?(?:comments|comment(?=\W*$)|responses|repl(?:y|ies)|reacties|"
    r"kommentare?|commentaires?|comentarios|commenti|kommentarer|komentarze|评论)\b.{0,40}$",
    re.IGNORECASE,
)
_MOST_IN_PAIR: Final = 7
"""Words of a label's value and of the next label together."""
_FEWEST_PAIRS: Final = 3
_LONGEST_LABEL: Final = 6
"""Words of a heading."""
_LONGEST_NAME: Final = 4
"""Words of a heading that only its place gives away."""
_LONGEST_TAG: Final = 5
"""Words of a link or tag after the steps."""
_OFTEN: Final = 3

_Row = tuple[Literal["title", "step", "site"], str]

_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")
_FEWEST_WORDS: Final = 3
"""Words of a sentence among the things that is dropped because the steps have it too."""


@dataclass(frozen=True, slots=True)
class _Kinds:
    """What is known of all lines of a page when one of them is classified."""

    sentences: bool
    """Whether most steps end as sentences, so that a line that does not is something else."""
    often: frozenset[str]
    links: frozenset[str]
    """The letters of lines that are links."""
    one_text: bool
    """Whether the steps were one text, whose numbers may have counted a "Tip: …" too."""


def tidied(
    found: ParsedProcedure,
    *,
    called: bool,
    links: frozenset[str] = frozenset(),
    items: Container[str] = frozenset(),
) -> ParsedProcedure:
    """Return the procedure with the lines of the site as unused, and with its headings as sections.

    Steps that the page's data have `called` so lose only what follows them, as "Serves 4" and "Print". `links` are
    the letters of lines that are links; a list of only these has no steps. `items` stand in lists, so they are no
    headings.
    """
    steps = found.procedure.steps
    if called:
        end = _without_credits(steps)
        sections = tuple(one for one in found.procedure.sections if one[0] <= end)
        made = replace(found.procedure, steps=steps[:end], sections=sections)
        credited = any(map(_MADE_BY.fullmatch, steps[end:]))  # the article goes on below the steps
        unused = (*found.unused, *steps[end:])
        return replace(found, procedure=made, unused=unused, unsure=found.unsure or credited)
    counts = Counter(steps)
    told = [step for step in steps if not _CONTROL.fullmatch(step) and not ONLY_NUMBER.fullmatch(step)]
    ended = sum(is_ended(step) for step in told)
    often = frozenset(one for one, count in counts.items() if count >= _OFTEN and one not in items)
    kinds = _Kinds(2 * ended >= len(told), often, links, found.one_text)
    names = _names(told)
    kind_of = {text: "title" if text in names else _kind(text, kinds) for text in steps}
    kind_of |= {text: "step" for text, kind in kind_of.items() if kind == "title" and text in items}
    rows = [(kind_of[text], text) for text in steps]
    if rows and all(_is_link(text, kinds) for text in steps):
        made = replace(found.procedure, steps=(), sections=())
        return replace(found, procedure=made, unused=(*found.unused, *steps))
    last = _last(rows, kinds)
    between = any(kind == "site" and not ONLY_NUMBER.fullmatch(text) for kind, text in rows[:last])
    rows = [(kind if at < last else "site", text) for at, (kind, text) in enumerate(rows)]
    unsure = found.unsure or (found.one_text and between)
    return replace(_rebuilt(found, rows), unsure=unsure)


def _without_credits(steps: Sequence[str]) -> int:
    """Return how many steps remain without site lines, credits and food values at the end."""
    end = without_furniture(steps)
    while end and (_MADE_BY.fullmatch(steps[end - 1]) or tells_food_values(steps[end - 1])):
        end = without_furniture(steps[: end - 1])
    return end


def is_control(text: str) -> bool:
    """Whether a text is a button or heading of the site: "Print", "Share"."""
    return _CONTROL.fullmatch(text) is not None


def is_credit(text: str) -> bool:
    """Whether a text says who made a picture: "Photo: Ann Lee"."""
    return _CREDIT.fullmatch(text) is not None


def tells_food_values(text: str) -> bool:
    """Whether a sentence lists the energy and nutrients of food and does not say what to do with it."""
    told = _ENERGY.search(text) and _NUTRIENT.search(text) and not is_told(text)
    return bool(told) and len(_WEIGHT.findall(text)) >= _FEWEST_WEIGHTS


def _are_pairs(text: str) -> bool:
    """Whether a text is labels with a few words after each: "Preparation: 1 hour Rest: 1 day Difficulty: easy"."""
    *labels, last = re.split(r"[:：]\s+", text)
    short = all(len(one.split()) <= _MOST_IN_PAIR for one in (*labels, last)) and not is_ended(last)
    capitals = all(any(word[0].isupper() for word in one.split()[-_LONGEST_NAME:]) for one in labels)
    return len(labels) >= _FEWEST_PAIRS and short and capitals


def heads_comments(heading: str) -> bool:
    """Whether a heading stands above readers' comments: "12 Comments", "Leave a reply"."""
    return _COMMENTS.match(heading) is not None


def _kind(text: str, kinds: _Kinds) -> Literal["title", "step", "site"]:
    of_site = any(kind.fullmatch(text) for kind in (_CREDIT, _CONTROL, ONLY_NUMBER)) or CALL.match(text)
    of_site = of_site or tells_food_values(text) or _SOMEBODYS_NOTE.match(text)
    tells = is_told(text) and is_sentence(text)  # "Mince the garlic." may lead to how that is done
    if of_site or (kinds.sentences and _are_pairs(text)) or (_is_link(text, kinds) and not tells):
        return "site"
    words = len(text.split())
    if words <= _LONGEST_LABEL and facts_in(text, among_steps=True):
        return "site"
    bare = not is_sentence(text)
    if text in kinds.often and bare and words < _LONGEST_LABEL:
        return "site"
    colon = text.rstrip().endswith(":") and words <= _LONGEST_LABEL
    return (
        "title"
        if colon or (kinds.sentences and bare and 1 < words <= _LONGEST_LABEL and _capitals(text))
        else "step"
    )


def _names(texts: Sequence[str]) -> frozenset[str]:
    """Return the short lines right above a sentence that head it, if nearly every longer line is a sentence."""
    short = [len(text.split()) <= _LONGEST_NAME and not is_sentence(text) for text in texts]
    longer = [text for text in texts if len(text.split()) > _LONGEST_NAME]
    ended = sum(is_sentence(text) for text in longer)
    if 2 * sum(short) > len(longer) or 5 * ended < 4 * len(longer):
        return frozenset()
    return frozenset(
        text
        for (text, below), is_short in zip(pairwise(texts), short, strict=False)
        if is_short and below in longer and text[:1].isupper() and not any(map(str.isdigit, text))
    )


def _is_link(text: str, kinds: _Kinds) -> bool:
    return bool(kinds.links) and letters(text) in kinds.links


def _capitals(text: str) -> bool:
    """Whether each longer word begins with a capital: "Cream Cheese Frosting"."""
    longer = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return len(longer) > 1 and all(word[0].isupper() for word in longer)


def _last(rows: Sequence[_Row], kinds: _Kinds) -> int:
    """Return where the steps end: before site lines, or at a link, "Serves 4" or "Notes" after most words."""
    end = _shorter(rows, kinds)
    for at in range(1, end):
        kind, text = rows[at]
        noted = (is_note(text) and not kinds.one_text) or (kind == "title" and announced(text) == {"notes"})
        of_site = any(kind.fullmatch(text) for kind in (_CREDIT, _SERVES, _FOOD_VALUES))
        footnote = text.startswith("*") and not rows[0][1].startswith("*")
        behind = noted or footnote or of_site or _is_link(text, kinds)
        if behind and _words(rows[:at]) >= 2 * _words(rows[at:end]):
            return _shorter(rows[:at], kinds)
    return end


def _shorter(rows: Sequence[_Row], kinds: _Kinds) -> int:
    end = len(rows)
    while end > 1:
        last = _without_tags(rows[:end], kinds)
        last = without_furniture([text for _, text in rows[:last]])
        while last > 1 and (rows[last - 1][0] != "step" or _names_author(rows[last - 1][1])):
            last -= 1
        if last == end:
            break
        end = last
    return end


def _names_author(text: str) -> bool:
    fact = facts_in(text)
    return fact is not None and fact.author != ""


def _without_tags(rows: Sequence[_Row], kinds: _Kinds) -> int:
    """Return how many rows remain without two or more short lines after the sentences."""
    end = len(rows)
    while kinds.sentences and end > 1 and not is_sentence(text := rows[end - 1][1]):
        if len(text.split()) > _LONGEST_TAG:
            break
        end -= 1
    return end if len(rows) - end > 1 else len(rows)


def _words(rows: Iterable[_Row]) -> int:
    return sum(len(text.split()) for _, text in rows)


def _rebuilt(found: ParsedProcedure, rows: Sequence[_Row]) -> ParsedProcedure:
    """Rebuild the procedure from `rows`, one for each of its steps; without any step it stays as it is."""
    if all(kind != "step" for kind, _ in rows):
        return found
    steps: list[str] = []
    sections: list[tuple[int, str]] = []
    for (_, titles, text), (kind, _) in zip(outline(found.procedure), rows, strict=True):
        sections += [(len(steps) + 1, title) for title in titles]
        if kind == "step":
            steps.append(text)
        elif kind == "title":
            sections.append((len(steps) + 1, text.strip().removesuffix(":")))
    sections, late = headings_of(sections, len(steps))
    site = [text for kind, text in rows if kind == "site" and not ONLY_NUMBER.fullmatch(text)]
    made = replace(found.procedure, steps=tuple(steps), sections=tuple(sections))
    return replace(found, procedure=made, unused=(*found.unused, *late, *site))


def without_stray_lines(found: ParsedProcedure) -> ParsedProcedure:
    """Drop times, and sentences of the steps among the resources; the times go to the unused lines.

    A time stays a step if there is nothing else, or nothing else in its part ("Soak": "20 minutes").
    """
    made = found.procedure
    told = {letters(one) for step in made.steps for one in (step, *_SENTENCE_END.split(step))}
    things = [one for one in made.resources if not _is_told(one, told)]
    times = {at for at, pair in enumerate(pairwise(things)) if is_time(" ".join(pair))}
    named = [one for at, one in enumerate(things) if at in times or at - 1 in times]
    kept = [one for at, one in enumerate(things) if not (at in times or at - 1 in times)]
    first = next((at for at, step in enumerate(made.steps) if not is_time(step)), 0)
    if any(1 < number <= first + 1 for number, _ in made.sections):
        first = 0
    sections = tuple((max(1, number - first), title) for number, title in made.sections)
    made = replace(made, resources=tuple(kept), steps=made.steps[first:], sections=sections)
    return replace(found, procedure=made, unused=(*found.unused, *named, *found.procedure.steps[:first]))


def _is_told(thing: str, told: Collection[str]) -> bool:
    """Whether a thing consists only of sentences of the steps."""
    ended = thing.endswith((".", "!")) and count_words(thing) >= _FEWEST_WORDS
    return ended and all(letters(one) in told for one in _SENTENCE_END.split(thing))


def times_above(texts: Sequence[str]) -> int:
    """Return how many times stand above the other texts; 0 if there is a time among those."""
    times = list(map(is_time, texts))
    return times.count(True) if times == sorted(times, reverse=True) and not all(times) else 0


def times_below_steps(lines: Iterable[str]) -> bool:
    """Whether a time stands right below a heading that announces the steps."""
    told = (line.strip("# ") for line in lines if line.strip("# "))
    return any(is_time(below) and announced(head) == {"steps"} for head, below in pairwise(told))
