"""Household hazards: what in a Result may harm anybody, whatever the wishes ask for.

Also what to say of them, of wishes that a how-to was saved without, and of the warnings in its notes, before it is
used and at its steps. Nothing here clears anything: silence about a how-to does not mean that it is safe.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from tailor.core.coverage import RULES_OUT
from tailor.core.edit_names import line_name
from tailor.core.events import Finding
from tailor.core.finding import Place, find
from tailor.core.following import Following
from tailor.core.guard import check, hazards_for_everyone
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.requirements import Requirement, parse_hint
from tailor.core.review.places import each_mentioned
from tailor.core.review.state import ReviewState
from tailor.core.text import one_line, unmarked, with_capital
from tailor.core.transport import TrackedProcedure, tracked_original

_WARNING_SIGNS: Final = "\u26a0\u2620\u2622\u2623\u203c\u2757\u26d4\U0001f6d1\U0001f6ab"
_WARNING_WORDS: Final = (
    r"warnings?|cautions?|dangers?|important|safety(?: first| notes?| warnings?| information)?"
    r"|achtung|warnung(?:en)?|vorsicht|gefahr|wichtig|sicherheitshinweise?|attention|avertissements?|advertencias?|cuidado|peligro"
    r"|attenzione|avvertenz[ae]|pericolo|aten[cç][aã]o|aviso|perigo|waarschuwing(?:en)?|let op|pas op|gevaar|uwaga"
    r"|ostrzeżenie|varning(?:ar)?"
)
_BEGINS_A_WARNING: Final = re.compile(
    rf"!!+|[^\w\n]*(?:(?:{_WARNING_WORDS})\b\]?\s*(?:[:!–—]|-\s|$)|(?:be (?:very )?careful|beware|watch out)\b)",
    re.IGNORECASE,
)
_HEADS_WARNINGS: Final = re.compile(rf"[^\w\n]*(?:{_WARNING_WORDS})\b\W*", re.IGNORECASE)
_BEFORE_A_WARNING: Final = f"{_WARNING_SIGNS}\ufe0f! "
"""Stripped from a warning, since a sign is shown before each."""
_LONGEST_WARNING: Final = 300
_LONGEST_HEAD: Final = 60
_MARKS: Final = re.compile(r"^\s*(?:[-*+•>]\s+|:{3,}\s*)*")


@dataclass(frozen=True, slots=True)
class Danger:
    """One hazard of the Result."""

    slot: str
    constraint: str
    says: str
    """A sentence with its place: "Step 2: bleach with an acid gives off chlorine gas."."""
    source: str
    new: bool
    """Whether the original did not have it at this place."""


def brought_in(before: Procedure, after: Procedure) -> tuple[str, ...]:
    """A sentence for each kind of hazard that only `after` has."""
    had = {one.constraint for one in hazards_in(before)}
    return tuple(_hazard_words(one) for one in hazards_in(after) if one.constraint not in had)


@lru_cache(maxsize=8)  # a decision asks about the Result before it and the one after it
def hazards_in(procedure: Procedure) -> tuple[Finding, ...]:
    """The household hazards that the words name, not those that may follow; one of each kind at a place."""
    found = check(procedure, hazards_for_everyone())
    return tuple({(one.part, one.step, one.constraint): one for one in found if one.kind == "found"}.values())


def read_ahead(state: ReviewState, ids: Iterable[str]) -> None:
    """Check the texts of these edits before they are decided on, so that the guard has its findings cached."""
    texts: dict[Part, list[str]] = {part: [] for part in PARTS}
    for _, one in (state.proposals[id] for id in ids):
        texts[one.part].append(one.text)
    steps, resources = (tuple(filter(None, texts[part])) for part in PARTS)
    check(replace(state.review.original, steps=steps, resources=resources), hazards_for_everyone())


def dangers(state: ReviewState) -> tuple[Danger, ...]:
    """The hazards of the Result, new ones first."""
    had = _by_place(tracked_original(state.review.original))
    now = _by_place(state.result.draft)
    found = (Danger(*at, _hazard_words(one), one.source, at not in had) for at, one in now.items())
    return tuple(sorted(found, key=lambda one: not one.new))


def newly_dangerous(before: ReviewState, after: ReviewState) -> tuple[str, ...]:
    """A sentence for each hazard that the latest decision brought in."""
    had = {(one.slot, one.constraint) for one in dangers(before)}
    return tuple(one.says for one in dangers(after) if (one.slot, one.constraint) not in had)


def _by_place(draft: TrackedProcedure) -> Mapping[tuple[str, str], Finding]:
    """The hazards by the slot of their text and by their kind."""
    return {
        (draft.part(part)[one.step - 1].slot, one.constraint): one
        for one in hazards_in(draft.procedure)
        for part in PARTS
        if part == one.part and one.step
    }


def _hazard_words(one: Finding) -> str:
    """ "Step 2: bleach with an acid gives off chlorine gas."."""
    name = line_name("steps" if one.part == "steps" else "resources", one.step or 0)
    return f"{with_capital(name)}: {one.why}."


@dataclass(frozen=True, slots=True)
class Caution:
    says: str
    """A sentence that names the place."""
    at_steps: Mapping[int, str] = field(default_factory=dict)
    """What to say at each step that it concerns, by number."""


@lru_cache(maxsize=8)  # called on every key press
def cautions(procedure: Procedure, unmet: tuple[Requirement, ...] = ()) -> tuple[Caution, ...]:
    """The warnings in a how-to's notes, its hazards, then where it still names what its unmet wishes rule out."""
    written = (Caution(words) for words in split_notes(procedure.notes)[0])
    hazards = [
        Caution(_hazard_words(one), {one.step: f"{with_capital(one.why)}."})
        if one.part == "steps" and one.step
        else Caution(_hazard_words(one))
        for one in hazards_in(procedure)
    ]
    return (*written, *hazards, *wishes_unmet(procedure, unmet))


def wishes_unmet(procedure: Procedure, unmet: tuple[Requirement, ...]) -> Iterator[Caution]:
    """A caution for each of these wishes that is still unmet; one whose things were taken out since is met."""
    for wish in unmet:
        places = ruled_out(procedure, wish)
        if places is None:
            yield Caution(f"You saved this although {quoted(wish)} was not fully met.")
        elif places:
            yield _still_there(wish, places)


def cautions_of_rescues(following: Following) -> tuple[Caution, ...]:
    """Cautions on unfinished steps that still name what the person ruled out in a rescue on the way."""
    each = ((wish, ruled_out(following.procedure, wish) or ()) for wish in parse_hint("", following.rescues))
    ahead = ((wish, [at for at in places if at.part == "steps" and at.step not in following.done])
             for wish, places in each)  # fmt: skip
    return tuple(_still_there(wish, places) for wish, places in ahead if places)


def quoted(wish: Requirement) -> str:
    return f"“{one_line(wish.words, 60)}”"


def _still_there(wish: Requirement, places: Sequence[Place]) -> Caution:
    said = each_mentioned((place.word, place.part, place.step) for place in places)
    words = "; ".join(f"{one[:1].lower()}{one[1:]}" for one in said)
    at_steps: dict[int, dict[str, None]] = {}
    for place in places:
        if place.part == "steps":
            at_steps.setdefault(place.step, {})[place.word] = None
    return Caution(
        f"You said {quoted(wish)}, but {words}.",
        {
            step: f"You said {quoted(wish)}; this step still has {' and '.join(at_steps[step])}."
            for step in at_steps
        },
    )


def ruled_out(procedure: Procedure, wish: Requirement) -> tuple[Place, ...] | None:
    """Where a how-to names what a wish rules out; None for a wish that rules nothing out."""
    wishes = [one for found in find(procedure, (wish,)).each for one in found.wishes if one.polarity in RULES_OUT]
    return tuple(place for one in wishes if not one.loose for place in one.places) if wishes else None


@lru_cache(maxsize=8)
def split_notes(notes: str) -> tuple[tuple[str, ...], str]:
    """Split notes into their warnings and the other lines.

    Below a line that is only a heading, such as "Warnings", all lines up to a blank one are warnings.
    """
    warnings: list[str] = []
    rest: list[str] = []
    below = begun = False
    for line in unmarked(notes).split("\n"):
        words = _MARKS.sub("", line).strip()
        if not words:
            below = below and not begun
        elif len(words) <= _LONGEST_HEAD and _HEADS_WARNINGS.fullmatch(words):
            below, begun = True, False
            continue
        elif below or _BEGINS_A_WARNING.match(words) or words[0] in _WARNING_SIGNS:
            warnings.append(one_line(words.lstrip(_BEFORE_A_WARNING), _LONGEST_WARNING))
            begun = True
            continue
        if words or (rest and rest[-1].strip()):
            rest.append(line)
    return tuple(dict.fromkeys(warnings)), "\n".join(rest).strip()
