"""Whether a person should check what was read from a page's text, judged by the steps and by what is left out.

Also combines two readings of a page: by the names of its elements, which may hold the whole article around the
steps, and by its headings; `agreed` decides which of them is meant.

Other readings and the shape of a page may confirm steps that a rule doubts. Such a reading is mostly right, and
asking about each teaches people to say yes. The weights come from a logistic regression over 518 readings of pages
whose steps were known: 350 of recipe sites without their data, the others made by hand. With each site left out in
turn, they clear 93 of 164 doubtful readings; all 93 are right.
"""

from collections.abc import Container, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.core.procedure import Procedure
from tailor.core.text import normal
from tailor.library.formats.shared.headings import announced, is_told
from tailor.library.formats.shared.imperatives import instructs, is_english
from tailor.library.formats.shared.lists_of_things import LIST_MARK, item
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.sentences import sentences
from tailor.library.formats.shared.step_texts import count_words, is_sentence, letters

_CODE: Final = "⏎"
"""Stands for the line ends of code."""
_FEWEST: Final = 3
_FEWEST_OF_PROSE: Final = 8

_LONG_TEXT: Final = 30
"""Words of a text that may be one of an essay."""
_FEWEST_AMOUNTS: Final = 3
_MOSTLY: Final = 0.75
_HALF: Final = 0.6
"""Shares of the longer of two readings."""

_WEIGHTS: Final = {
    "named": 2.5,
    "unnamed": 1.1,
    "listed": 1.2,
    "headed": 0.8,
    "worded": 0.8,
    "things": 0.7,
    "parts": -1.1,
}
_ENOUGH: Final = 4.0
_LONG: Final = 40
"""Words per step from which steps count as fully worded."""
_MANY_PARTS: Final = 5


def is_telling(step: str) -> bool:
    """Whether a line is a sentence or leads to code."""
    return is_sentence(step) or _CODE in step


def is_doubtful(found: ParsedProcedure, items: Container[str]) -> bool:
    """Whether code of the page is left out, or the steps hardly look like instructions.

    One step must begin as an instruction if only steps were found, or if no resource has an amount and some steps
    are no `items` of a list; most of these must be sentences then.
    """
    made = found.procedure
    told = any(_CODE in step or is_told(step) for step in made.steps)
    texts = [is_telling(step) for step in made.steps if step not in items]
    left = any(_CODE in line for line in found.unused)
    if _is_essay(made, items) or _praises(made):
        return True
    labels = 2 * sum(texts) < len(texts) and not any(map(counts, made.resources))
    # "What you need" for a workshop, with whom to call below it
    talk = not any(map(counts, made.resources)) and any(step not in items for step in made.steps)
    leads = made.steps[-1:] != () and made.steps[-1].rstrip().endswith(":")  # what follows the colon was not read
    ends = {*made.steps[:1], *made.steps[-1:]}
    if is_english(made.steps) and any(_is_prose(step) and step not in items for step in ends):
        return True
    return left or labels or leads or not (told or (made.resources and not talk))


def _is_essay(made: Procedure, items: Container[str]) -> bool:
    """Whether nothing is needed and each step is a long text without a number, few of them an instruction."""
    long = all(count_words(one) >= _LONG_TEXT and one not in items for one in made.steps)
    bare = not (made.resources or any(any(map(str.isnumeric, one)) for one in made.steps))
    return long and bare and 2 * sum(map(instructs, made.steps)) < len(made.steps)


def _praises(made: Procedure) -> bool:
    """Whether the last step begins with the name of all and is long prose: "Meat loaf is a delicious dish"."""
    last = made.steps[-1] if made.steps else ""
    return bool(made.goal) and letters(last).startswith(letters(made.goal)) and _is_prose(last)


def are_both(made: Procedure) -> bool:
    """Whether several of the things are also steps, so that one of the lists is not what it was taken for."""
    return len({*made.steps} & {*made.resources}) > 1


def _is_prose(step: str) -> bool:
    """Whether a text is a longer sentence without an instruction and without a number such as a time or amount."""
    return count_words(step) >= _FEWEST_OF_PROSE and not (instructs(step) or any(map(str.isnumeric, step)))


def has_further_lists(lines: Iterable[str], made: Procedure) -> bool:
    """Whether headings of the page announce several more lists with amounts, so that it holds more recipes."""
    known = "".join(map(letters, made.resources))
    rows = [line.strip("# ") for line in lines if line.strip("# ")]
    below = (two for one, two in pairwise(rows) if announced(one) == {"resources"} and count_words(one) <= _FEWEST)
    others = {letters(line) for line in below if any(map(str.isdigit, line)) and letters(item(line)) not in known}
    return len(others) >= _FEWEST


def is_joined(steps: Iterable[str], lines: Iterable[str]) -> bool:
    """Whether a step combines several paragraphs of the page that each give more than one instruction."""
    paragraphs = {normal(LIST_MARK.sub("", line)) for line in lines if count_words(line) >= _FEWEST_OF_PROSE}
    told = [one for one in paragraphs if sum(map(instructs, sentences(one))) > 1]
    return any(sum(one in step for one in told) > 1 for step in steps)


def ends_below_link(made: Procedure, links: Container[str]) -> bool:
    """Whether the last heading is only a link, such as the author's name, with no instruction below it."""
    at, title = made.sections[-1] if made.sections else (1, "")
    told = any(is_told(step) or instructs(step) for step in made.steps[at - 1 :])
    return at > 1 and letters(title) in links and not told


def agreed(named: ParsedProcedure | None, headed: ParsedProcedure) -> ParsedProcedure | None:
    """Return what the names of elements say, with the steps below headings if these are part of the named ones.

    What two readings agree on is seldom wrong; if they agree on little, a person should check it.
    """
    if named is None or not headed.procedure.steps:
        return named
    own, every = (frozenset(one.procedure.resources) for one in (named, headed))
    # also if a further list below a heading of its own was not named
    if not headed.unsure and (all(map(counts, every - own)) if own and own < every else not own):
        named = replace(named, procedure=replace(named.procedure, resources=headed.procedure.resources))
    if not named.procedure.steps:
        return named
    one, other = (letters(" ".join(each.procedure.steps)) for each in (named, headed))
    alike = min(len(one), len(other)) / max(len(one), len(other))
    finer = len(named.procedure.steps) > len(headed.procedure.steps)
    begins = named.unsure and (other.startswith(one) or (one in other and alike >= _MOSTLY))
    more = headed.unsure and len(headed.procedure.sections) > 1 and one != other and one in other
    whole = more and not named.unsure and sum(map(counts, named.procedure.resources)) >= _FEWEST_AMOUNTS
    if (other in one and (one != other or finer)) or begins or (more and not whole):
        lists = (named.procedure.resources, headed.procedure.resources)
        things = max(lists, key=lambda one: sum(map(counts, one)))
        made = replace(named.procedure, steps=headed.procedure.steps, resources=things)
        made = replace(made, sections=headed.procedure.sections)
        unsure = alike < _MOSTLY or more or (named.unsure and headed.unsure)
        return replace(named, procedure=made, unused=(*named.unused, *headed.unused), unsure=unsure)
    # A box with a whole recipe, below an article that tells the same, is what is meant; but a person checks it.
    only = [step for step in headed.procedure.steps if letters(step) not in one]
    unused = (*named.unused, *(only if named.unsure or alike < _HALF or whole else ()))
    return replace(named, unsure=named.unsure or whole or (alike < _HALF and not headed.unsure), unused=unused)


def is_borne_out(
    found: ParsedProcedure, named: ParsedProcedure | None, headed: ParsedProcedure, items: Container[str]
) -> bool:
    """Whether the steps are as certain as if no rule had doubted them.

    `named` is what the names of the elements say, `headed` what the headings say, `items` what stands in lists.
    """
    made = found.procedure
    steps, by_names = letters(" ".join(made.steps)), _letters_of(named)
    number = len(made.steps)
    shares = {
        "named": float(steps == by_names),
        "unnamed": float(not by_names),
        "listed": sum(step in items for step in made.steps) / number,
        "headed": float(steps == _letters_of(headed)),
        "worded": min(sum(map(count_words, made.steps)) / number, _LONG) / _LONG,
        "things": float(bool(made.resources)),
        "parts": min(len(made.sections), _MANY_PARTS) / _MANY_PARTS,
    }
    return sum(_WEIGHTS[name] * share for name, share in shares.items()) >= _ENOUGH


def _letters_of(found: ParsedProcedure | None) -> str:
    return letters(" ".join(found.procedure.steps)) if found else ""
