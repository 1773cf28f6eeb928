"""Own words that an undo takes out of the review: drafts, until a redo brings them back or they are used.

A decision made after an undo leaves nothing to redo, so without these the words would be gone.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final, TypeAlias

from tailor.core.code_lines import unfolded
from tailor.core.review import Decisions, OwnEdit
from tailor.drafts import Drafts

Place: TypeAlias = Callable[[str], str]
"""Of a draft, by the id of the change, the slot of the step, or what `below` says."""

WORDS_KEPT: Final = "Your words are kept: e opens them."


def forget_redone(drafts: Drafts, place: Place, before: Decisions, now: Decisions) -> None:
    """The words that a redo brings back are no drafts any more, at the places where an undo may have kept them."""
    again = {*_words(now)} - {*_words(before)}
    for made in now.decisions:
        if made.own and unfolded(made.own) in again:
            _take_out(drafts, place(made.id), unfolded(made.own))
    for own in now.own:
        if unfolded(own.text) in again:
            older = (one.id for one in before.own if (one.op, one.slot) == (own.op, own.slot))
            spots = (below(slot) for slot in ("", own.slot, *own.above))
            for at in {own.slot, own.id, *older, *spots}:
                _take_out(drafts, place(at), unfolded(own.text))


def _take_out(drafts: Drafts, at: str, words: str) -> None:
    kept = f"\n{drafts.get(at)}\n"
    if f"\n{words}\n" in kept:
        drafts.keep(at, kept.replace(f"\n{words}\n", "\n", 1).strip("\n"))


def keep_undone(drafts: Drafts, place: Place, before: Decisions, now: Decisions) -> str:
    """Keeps the words that an undo takes out; says what opens them, "" where there are none."""
    said = ""
    for id, made in before.by_id.items():
        later = now.by_id.get(id)
        if made.own and (later is None or later.own != made.own):
            drafts.keep(place(id), drafts.get(place(id)) or unfolded(made.own))
            said = WORDS_KEPT
    there = {one.id for one in now.own}
    fresh = [one for one in now.own if one not in before.own]
    for own in before.own:
        if own.text and own.id not in there:
            older = [one for one in fresh if (one.op, one.slot) == (own.op, own.slot)]
            said = _keep_own(drafts, place, own, older, there)
    return said


def _keep_own(drafts: Drafts, place: Place, own: OwnEdit, older: Sequence[OwnEdit], there: Container[str]) -> str:
    """Keeps the words of an own edit; `older`: those that these words had replaced. What was typed since stays."""
    if own.op == "replace":
        drafts.keep(place(own.slot), drafts.get(place(own.slot)) or unfolded(own.text))
        return WORDS_KEPT
    typed = drafts.get(place(own.id)) or unfolded(own.text)
    under = drafts.get(place(below(own.id)))
    drafts.forget(place(own.id), place(below(own.id)))
    if older:
        drafts.keep(place(older[0].id), typed)
        return WORDS_KEPT
    spots = (slot for slot in (own.slot, *reversed(own.above)) if not slot.startswith("you") or slot in there)
    at = place(below(next(spots, "")))
    drafts.keep(at, "\n".join(filter(None, (drafts.get(at), typed, under))))
    return "Your words are kept: o opens them."


def below(slot: str) -> str:
    """What names the draft of a new step below another."""
    return f"below {slot}"


def _words(choices: Decisions) -> Iterator[str]:
    own = (*(made.own or "" for made in choices.decisions), *(one.text for one in choices.own))
    return (unfolded(words) for words in own if words)
