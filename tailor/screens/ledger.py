"""The ledger line of a review: what is asked for, and which edits serve it.

Owns its words. Refuses to let silence look like success: a requirement that nothing serves is said to be, and so
is a sentence in which nothing was understood.
"""

from collections.abc import Iterator, Mapping

from textual.content import Content

from tailor.core.events import State
from tailor.core.review_state import Standing
from tailor.screens.review_views import tag
from tailor.screens.safe import MUTED, line, lines, row

MOST_IDS = 6
"""Edits named after one requirement; beyond that they are counted."""


def serving(standing: Standing) -> dict[str, list[str]]:
    """For each requirement the edits that name it and were not turned down."""
    found: dict[str, list[str]] = {}
    for id, (_, proposal) in standing.proposals.items():
        if standing.status(id) in ("undecided", "accepted", "stale", "on_hold"):
            for requirement in proposal.serves:
                found.setdefault(requirement, []).append(id)
    return found


def ledger_line(
    standing: Standing,
    states: Mapping[str, State],
    width: int,
    *,
    over: bool,
    read: bool = True,
    most_rows: int = 2,
) -> Content:
    """ "R1 no eggs: #2 #5 · R2 for six people: nothing yet", on at most `most_rows` lines of `width` cells.

    `states`: what the coverage says of the Result, as far as it is known; `over`: no agent is at work any more;
    `read`: the sentence was read before that.
    """
    chips = list(_chips(standing, states, over))
    if not chips and not standing.review.hint and over:
        words = "What the critic changed, all of it taken: x turns one down"
        return row((words, MUTED)).truncate(width, ellipsis=True)
    if not chips and over and not read:
        return row(("not read yet", MUTED))
    if not chips:
        words = "Nothing in your sentence was understood as a requirement: t adds to it" if over else "reading …"
        return row((words, "$text-warning" if over else MUTED)).truncate(width, ellipsis=True)
    rows: list[Content] = []
    for index, chip in enumerate(chips):
        chip = chip.truncate(width, ellipsis=True)
        joined = row(rows[-1], ("  ·  ", MUTED), chip) if rows else chip
        left = len(chips) - index
        spare = 10 if len(rows) == most_rows and left > 1 else 0
        if rows and joined.cell_length <= width - spare:
            rows[-1] = joined
        elif len(rows) < most_rows:
            rows.append(chip)
        else:
            rows[-1] = row(rows[-1].truncate(max(width - 10, 1), ellipsis=True), (f"  +{left} more", MUTED))
            break
    return lines(*rows)


def _chips(standing: Standing, states: Mapping[str, State], over: bool) -> Iterator[Content]:
    named = serving(standing)
    for one in standing.review.requirements:
        if not one.on:
            continue
        ids = named.get(one.id, [])
        what = row((one.id, "bold $accent"), " ", line(one.words, limit=48), ": ")
        if ids:
            some = " ".join(map(tag, ids[:MOST_IDS])) + (f" +{len(ids) - MOST_IDS}" if len(ids) > MOST_IDS else "")
            yield row(what, some, *_state(states.get(one.id)))
        elif over:
            words = "not classified, nothing names it" if one.kind == "unclassified" else "nothing serves it"
            yield row(what, (f"! {words}", "$text-warning"))
        else:
            yield row(what, ("nothing yet", MUTED))


def _state(state: State | None) -> Iterator[tuple[str, str]]:
    match state:
        case "served":
            yield " ✓", "$text-success"
        case "claimed":
            yield " ! still goes against it", "$text-warning"
        case _:
            return
