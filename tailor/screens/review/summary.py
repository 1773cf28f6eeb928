"""The sentences shown before a tailored procedure is saved, and what of the requirements its Result covers.

They count and list what changes, numbers old and new, what is held back, undecided or on hold, and requirements
that no accepted edit serves. They judge nothing.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from textual.content import Content

from tailor.core.coverage import assess_edit, ledger, unasked
from tailor.core.english import singular
from tailor.core.events import Covered
from tailor.core.procedure import Procedure
from tailor.core.report import is_number, number_changes, time_words
from tailor.core.review import effective_edit
from tailor.core.review_state import ReviewState
from tailor.core.text import one_line
from tailor.screens.review.model import tag
from tailor.screens.widgets.content import MUTED, line_text, row_text

_WORD: Final = r"[^\W\d_]{4,}"
"""A word long enough to name a thing, unlike "with" and "a"."""
MOST_NAMED = 8
"""Edits named one by one in a sentence; beyond that they are counted."""


def summary_rows(
    standing: ReviewState, covered: Sequence[Covered], running: bool, *, named: bool = True
) -> list[Content]:
    """The sentences, the most important first.

    `running`: an agent was stopped; `named`: the Result gets a name, so its words are checked.
    """
    name = _name(standing) if named else ()
    return [
        *(*_changes(standing), *name, *_waiting(standing)),
        *(*_numbers(standing), *_left(standing), *_served(standing, covered, running)),
    ]


def _name(standing: ReviewState) -> Iterator[Content]:
    """Words of the name that the original's steps or resources had and the Result has no longer."""
    old, now = standing.review.original, standing.result.draft.procedure
    before, after = (_stems(" ".join((*one.steps, *one.resources))) for one in (old, now))
    gone = [word for word in re.findall(_WORD, old.goal) if _stems(word) & (before - after)]
    if gone:
        words = " and ".join(f"“{one_line(word, 40)}”" for word in dict.fromkeys(gone))
        yield _warn(f"The name still says {words}, which no step says any more: type over it")


def _stems(text: str) -> frozenset[str]:
    return frozenset(singular(word.casefold()) for word in re.findall(_WORD, text))


def _waiting(standing: ReviewState) -> Iterator[Content]:
    """Accepted edits that are on hold, so not in the Result."""
    if held := [id for id in standing.proposals if standing.status(id) == "on_hold"]:
        yield _warn(f"{_named(held)} accepted but on hold, not applied: a on it in the review takes it anyway")


def _changes(standing: ReviewState) -> Iterator[Content]:
    original, draft = standing.review.original, standing.result.draft
    kept = sum(1 for spot in draft.steps if not spot.writer)
    changed = len(original.steps) - kept
    now = len(draft.steps)
    yield row_text(
        (f"Changes {changed} of {len(original.steps)} steps", "bold"), (f"; {now} in the Result", MUTED)
    )
    things = len(original.resources) - sum(1 for spot in draft.resources if not spot.writer)
    if draft.resources and not original.resources:
        yield row_text(f"Names {len(draft.resources)} of the things you need; the original names none")
    elif things or len(draft.resources) != len(original.resources):
        yield row_text(
            f"Changes {things} of {len(original.resources)} things you need; {len(draft.resources)} now"
        )
    if times := time_words(original, draft.procedure):
        yield row_text(("Times named, added up: ", MUTED), times)
    moved = len(standing.result.batches) - len(standing.plain_result.batches)
    if moved:
        yield row_text(("Step numbers mentioned in other steps move along.", MUTED))
    for found in standing.result.findings:
        yield _warn(f"Step {found.step} mentions a step that is gone ({one_line(found.word, 40)})")


def _numbers(standing: ReviewState) -> Iterator[Content]:
    """Numbers that differ from the original, then what else was acknowledged, by edit."""
    draft = standing.plain_result.draft
    for change in number_changes(standing.review.original, draft):
        writer = f"{tag(change.writer)}, " if change.writer else ""
        yield _look(f"{writer}{change.place}: ", change.says)
    written = {spot.writer: f"step {n}" for n, spot in enumerate(draft.steps, 1)}
    written |= {spot.writer: one_line(spot.text, 30) for spot in draft.resources}
    for id in accepted_ids(standing):
        place = f"{tag(id)}, {written[id]}: " if id in written else f"{tag(id)}: "
        for says in _looked_at(standing, id):
            if not is_number(says):
                yield _look(place, says)


def _look(place: str, says: str) -> Content:
    return row_text(("± ", "$text-warning"), (place, MUTED), line_text(says, limit=120))


def _looked_at(standing: ReviewState, id: str) -> tuple[str, ...]:
    """Tripwires of an accepted edit: as proposed, or assessed anew for the user's own words."""
    stage, proposal = standing.proposals[id]
    decision = standing.decisions.get(id)
    if decision is None or decision.own is None:
        return proposal.tripwires
    seen = Procedure("", stage.steps, stage.resources)
    return assess_edit(seen, effective_edit(proposal, decision), standing.review.requirements).says


def _left(standing: ReviewState) -> Iterator[Content]:
    """Edits that are not applied, and why."""
    by_status: dict[str, list[str]] = {}
    for id, (_, proposal) in standing.proposals.items():
        status: str = standing.status(id)
        if status == "undecided" and proposal.level == "must":
            status = "held back"
        by_status.setdefault(status, []).append(id)
    if held := by_status.get("held back", []):
        for id in held[:MOST_NAMED]:
            why = "; ".join(standing.proposals[id][1].tripwires) or "to be looked at by itself"
            yield _warn(f"{tag(id)} is held back: {one_line(why, 120)}")
        if (more := len(held) - MOST_NAMED) > 0:
            yield _warn(f"{more} more {'is' if more == 1 else 'are'} held back: each must be looked at by itself")
    for status, words in (
        ("undecided", "undecided, not applied"),
        ("stale", "undecided, its place changed"),
        ("rejected", "rejected"),
    ):
        if ids := by_status.get(status, []):
            yield row_text((f"{_named(ids)} {words}", "" if status == "undecided" else MUTED))


def _served(standing: ReviewState, covered: Sequence[Covered], running: bool) -> Iterator[Content]:
    texts = {one.id: one.words for one in standing.review.requirements}
    if not (texts or standing.review.hint):
        return  # the rounds of a critic: nobody asked for anything
    for one in covered:
        words = f"{one.id} “{one_line(texts.get(one.id, ''), 60)}”"
        if one.state == "not_served":
            yield _warn(f"{words}: nothing you took serves it")
        elif one.state == "claimed":
            yield _warn(f"{words}: named, but something in the Result still goes against it")
        elif one.state == "unclassified" and not one.edits:
            yield _warn(f"{words}: not classified, and nothing you took names it")
    if not texts:
        yield _warn("Nothing in your sentence was understood as a requirement")
    taken = [standing.proposals[id][1].edit for id in accepted_ids(standing)]
    if extra := unasked(taken, standing.review.requirements):
        verb = "serves" if len(extra) == 1 else "serve"
        yield row_text((f"{_named(extra)} {verb} none of your requirements", MUTED))
    if running:
        yield _warn("An agent was stopped before it was done")


def covered(standing: ReviewState) -> tuple[Covered, ...]:
    """The coverage of the Result; the guard reads the whole of it, so call it in a thread."""
    return ledger(standing, accepted_ids(standing))


def accepted_ids(standing: ReviewState) -> tuple[str, ...]:
    """Ids of the proposals that are applied."""
    return tuple(id for id in standing.proposals if standing.status(id) == "accepted")


def _warn(words: str) -> Content:
    return row_text(("! ", "$text-warning"), line_text(words, limit=240))


def _named(ids: Collection[str]) -> str:
    known = [tag(id) for id in ids]
    more = len(known) - MOST_NAMED
    return " ".join(known[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
