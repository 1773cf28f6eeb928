"""How a run ended, in values and in words: what was applied, what was left and why, what changed (CONTRACT 5, 6).

`done` closes a run with its edits accepted in bulk; `closing_line` sums a run up in one line. Also here: changed
numbers, totals of steps and time, and what the guard found, as short texts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tailor.core.coverage import guard_findings, ledger, unasked
from tailor.core.decisions import Accepting, accept_many, reject
from tailor.core.durations import durations
from tailor.core.events import (
    Cancelled,
    Done,
    EditProposed,
    Event,
    Failed,
    Finding,
    Left,
    RequirementsRead,
    StageFinished,
)
from tailor.core.guard import constraints_in, scan, title, tripwires
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review_state import ReviewState, Status, fold_all, resolve
from tailor.core.text import one_line
from tailor.core.transport import TrackedProcedure, tracked_original

MOST_NAMED: Final = 4
"""Changes, edits or requirements named one by one; the rest is counted."""

MOST_WORDS = 3
"""Trigger words named for one constraint."""


_WHY: Final[dict[Status, str]] = {
    "undecided": "not decided",
    "withdrawn": "another answer stands in for it",
    "dropped": "Resolve would drop it",
    "stale": "the step it is about is no longer as it was",
    "on_hold": "it waits for another edit",
}


def done(review: Review, how: Accepting, rejected: frozenset[str] = frozenset()) -> Done:
    """The end of a run whose edits are accepted in bulk, except those in `rejected`."""
    known = ReviewState(review).proposals
    if turned_down := sorted(rejected & known.keys(), key=list(known).index):
        review = reject(review, turned_down).review
    standing = ReviewState(accept_many(review, how).review)
    status = {id: standing.status(id) for id in standing.proposals}
    accepted = tuple(id for id, state in status.items() if state == "accepted")
    result = standing.result.draft.procedure
    taken = tuple(standing.proposals[id][1].edit for id in accepted)
    return Done(
        result=result,
        accepted=accepted,
        rejected=tuple(id for id, state in status.items() if state == "rejected"),
        left=tuple(
            Left(id=id, why=_why(standing, id, state))
            for id, state in status.items()
            if state not in ("accepted", "rejected")
        ),
        stale=tuple(id for id, state in status.items() if state in ("stale", "on_hold")),
        coverage=ledger(standing, accepted),
        unasked=unasked(taken, review.requirements),
    )


def all_accepted(review: Review) -> ReviewState:
    """The review with everything accepted that can be: the strategy's own result."""
    return ReviewState(accept_many(review, "all").review)


def before_and_after_renumbering(review: Review) -> tuple[Procedure, Procedure, str] | None:
    """The strategy's own result before and after renumbering, and what changed, in words.

    None if no mention changes.
    """
    standing = all_accepted(review)
    if not (words := moved_along(standing)):
        return None
    return standing.plain_result.draft.procedure, standing.result.draft.procedure, words


def moved_along(standing: ReviewState) -> str:
    """Which steps of the Result had their step mentions updated, in words; "" for none."""
    before, after = standing.plain_result.draft.procedure.steps, standing.result.draft.procedure.steps
    moved = [str(number) for number, pair in enumerate(zip(before, after, strict=True), 1) if len(set(pair)) > 1]
    if not moved:
        return ""
    return f"Step numbers mentioned in {'step' if len(moved) == 1 else 'steps'} {', '.join(moved)} moved along."


def _why(standing: ReviewState, id: str, state: Status) -> str:
    """Why an edit was left, in a few words."""
    proposal: EditProposed = standing.proposals[id][1]
    if state == "undecided" and proposal.level == "must":
        return "; ".join(proposal.tripwires) or "it must be looked at by itself"
    if other := next((one.id for _, one in standing.proposals.values() if id in one.replaces), None):
        return f"{other} stands in for it"
    if state == "undecided" and any(standing.status(other) == "accepted" for other in standing.rivals(id)):
        return "another text was taken for its step"
    return standing.why_not(id) or _WHY.get(state, state)


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number of the original that changed."""

    part: Part
    place: int | None
    """Its step or resource number in the Result; None if that was deleted."""
    writer: str
    """Id of the edit that wrote the current text; "" if it was deleted."""
    says: str
    """Old and new: "30 min -> 12 min"."""


def number_changes(original: Procedure, now: TrackedProcedure) -> tuple[NumberChange, ...]:
    """The numbers that differ between the original and the Result, in the order of the original."""
    found: list[NumberChange] = []
    for part in PARTS:
        index, spots = now.index(part), now.part(part)
        for old in tracked_original(original).part(part):
            place = index.get(old.slot)
            text, writer = (spots[place - 1].text, spots[place - 1].writer) if place else ("", "")
            if text == old.text:
                continue
            wires = (wire for wire in tripwires(old.text, text, part=part) if wire.what == "number")
            found += [NumberChange(part, place, writer, says) for says in dict.fromkeys(one.says for one in wires)]
    return tuple(found)


def is_number(says: str) -> bool:
    """Whether a sentence of the guard is about a changed number: "30 min -> 12 min"."""
    return "->" in says and not says.startswith(("brings ", "takes out "))


def closing_line(events: Iterable[Event], review: Review | None = None) -> str:
    """What became of a run, in one line: "6 of 7 edits applied; numbers changed: step 4 30 min -> 12 min; …".

    `review` adds the user's own decisions and words; without it the edits that `Done` names count as accepted.
    """
    log = tuple(events)
    proposed = {event.id: event for event in log if isinstance(event, EditProposed)}
    match log[-1] if log else None:
        case Done() as end:
            return "; ".join(_parts(end, proposed, log, review))
        case Failed() as end:
            return f"{end.title}: {one_line(end.message)} {_kept(end.kept)}"
        case Cancelled() as end:
            return f"Stopped. {_kept(end.kept)}"
        case _:
            return f"The run is not over. {_kept(tuple(proposed))}"


def remarks(events: Iterable[Event]) -> tuple[str, ...]:
    """What the agents said besides edits, each line once: what was not understood, what a server rejected."""
    said = (event.says for event in events if isinstance(event, StageFinished))
    return tuple(dict.fromkeys(line for says in said for line in says.split("\n") if line))


def _parts(
    end: Done, proposed: dict[str, EditProposed], log: Sequence[Event], decided: Review | None
) -> Iterator[str]:
    review = decided or fold_all(end.result, log)
    aside = ReviewState(review).aside.keys() - set(end.accepted)
    yield _counted(end, len(proposed) - len(aside), changed=end.result.steps != review.original.steps)
    if aside:
        yield f"{len(aside)} set aside for others"
    now = ReviewState(decided).plain_result if decided else resolve(review, lambda one, _: one.id in end.accepted)
    if numbers := [_number(change) for change in number_changes(review.original, now.draft)]:
        yield f"numbers changed: {_named(numbers)}"
    held = [left for left in end.left if left.id in proposed and proposed[left.id].level == "must"]
    if held := [left for left in held if left.id not in aside]:
        yield f"{len(held)} held back ({_named([f'{left.id} {left.why}' for left in held])})"
    if end.stale:
        yield f"{len(end.stale)} no longer fitting ({_named(end.stale)})"
    yield from _unserved(end, log)


def _counted(end: Done, proposed: int, *, changed: bool) -> str:
    """How many edits were applied; if none was proposed, whether the result still differs."""
    if not proposed:
        return "no edits needed" if not (end.coverage or changed) else "no edits proposed"
    return f"{len(end.accepted)} of {proposed} {'edit' if proposed == 1 else 'edits'} applied"


def _number(change: NumberChange) -> str:
    """One changed number with its step in the result: "step 4 30 min -> 12 min"."""
    what = "step" if change.part == "steps" else "resource"
    named = f"{what} {change.place}" if change.place is not None else f"a deleted {what}"
    return f"{named} {one_line(change.says)}"


def _unserved(end: Done, log: Sequence[Event]) -> Iterator[str]:
    texts = {one.id: one for event in log if isinstance(event, RequirementsRead) for one in event.requirements}
    for line in end.coverage:
        words = f'{line.id} "{one_line(texts[line.id].words, 60)}"' if line.id in texts else line.id
        if line.state == "not_served":
            yield f"{words} is served by nothing"
        elif line.state == "unclassified" and not line.edits:
            yield f"{words} was not classified, and no edit names it"


def _named(items: Sequence[str]) -> str:
    more = len(items) - MOST_NAMED
    return ", ".join(items[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _kept(ids: Sequence[str]) -> str:
    if not ids:
        return "Nothing had been proposed yet."
    if len(ids) == 1:
        return "1 edit that was complete is kept."
    return f"{len(ids)} edits that were complete are kept."


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of one procedure, and the seconds its steps name (the longer end of ranges)."""

    steps: int
    resources: int
    seconds: int


def totals(procedure: Procedure) -> Totals:
    """Count a procedure."""
    named = [one for step in procedure.steps for one in durations(step)]
    return Totals(len(procedure.steps), len(procedure.resources), sum(one.most for one in named))


def time_words(before: Totals, after: Totals) -> str:
    """ "1 h 30 min -> 50 min"; "" if both name the same time."""
    if before.seconds == after.seconds:
        return ""
    return f"{_length(before.seconds)} -> {_length(after.seconds)}"


def _length(seconds: int) -> str:
    """ "1 h 30 min", "2 days 3 h", "40 s", "none": exact to the minute from one minute on."""
    if not seconds:
        return "none"
    if seconds < 60:
        return f"{seconds} s"
    days, minutes = divmod(round(seconds / 60), 24 * 60)
    hours, minutes = divmod(minutes, 60)
    named = ((days, "day" if days == 1 else "days"), (hours, "h"), (minutes, "min"))
    return " ".join(f"{count} {unit}" for count, unit in named if count)


def found_words(findings: Iterable[Finding]) -> tuple[str, ...]:
    """For each constraint one text: the words found, what they speak against, and where."""
    grouped: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.kind != "not_assessed":
            grouped.setdefault(finding.constraint, []).append(finding)
    return tuple(f"{_words(found)} ({title(id)}){_places(found)}" for id, found in grouped.items())


def found_against(procedure: Procedure, requirements: tuple[Requirement, ...]) -> tuple[str, ...]:
    """What in a procedure speaks against the requirements that are on, in words; () proves nothing.

    For procedures that are offered before anything is run: an analogy, a file to import.
    """
    on = tuple(one for one in requirements if one.on)
    return found_words(guard_findings(procedure, on)) if on else ()


def spoken_against(requirements: Sequence[Requirement]) -> tuple[Finding, ...]:
    """What one requirement names and another forbids: a hint for walnuts, a profile without nuts.

    In these findings `part` is "hint" and `step` None. A requirement is never held against itself.
    """
    on = [one for one in requirements if one.on]
    forbids = {one.id: frozenset(constraints_in(one.text)) for one in on}
    return tuple(
        replace(finding, part="hint")
        for one in on
        for finding in scan(one.text, frozenset().union(*forbids.values()) - forbids[one.id])
    )


def _words(found: Sequence[Finding]) -> str:
    words = list(dict.fromkeys(one.word.casefold() for one in found))
    more = f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else ""
    return ", ".join(words[:MOST_WORDS]) + more


def _places(found: Sequence[Finding]) -> str:
    """ " in steps 3, 5 and the resources"; "" for a text outside of a procedure."""
    steps = sorted({one.step for one in found if one.part == "steps" and one.step is not None})
    named = [f"step{'s' if len(steps) > 1 else ''} {', '.join(map(str, steps))}"] if steps else []
    named += ["the resources"] if any(one.part == "resources" for one in found) else []
    return f" in {' and '.join(named)}" if named else ""
