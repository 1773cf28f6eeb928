"""The one honest closing line of a run (CONTRACT 6), for people who read no list.

Owns its words. Refuses to judge: it counts, lists what changed in numbers, what was held back and what nothing
serves, and never says that anything is fine.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tailor.core.changes import NumberChange, number_changes
from tailor.core.events import Cancelled, Done, EditProposed, Event, Failed, RequirementsRead, StageFinished
from tailor.core.folding import fold_all
from tailor.core.review import Review
from tailor.core.settling import settle
from tailor.core.standing import Standing
from tailor.core.text import one_line

MOST_NAMED: Final = 4
"""Changes, edits or requirements named one by one; beyond that they are counted."""


def closing_line(events: Iterable[Event], review: Review | None = None) -> str:
    """What became of a run, in one line: "6 of 7 edits applied; numbers changed: step 4 30 min -> 12 min; …".

    `review` has what a person decided, own words included; without it the edits named by `done` count as taken.
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
    """What the agents had to say besides edits, each once: what was not understood, what a server refused."""
    said = (event.says for event in events if isinstance(event, StageFinished))
    return tuple(dict.fromkeys(line for says in said for line in says.split("\n") if line))


def _parts(
    end: Done, proposed: dict[str, EditProposed], log: Sequence[Event], decided: Review | None
) -> Iterator[str]:
    review = decided or fold_all(end.result, log)
    aside = Standing(review).aside.keys() - set(end.accepted)
    yield _counted(end, len(proposed) - len(aside), changed=end.result.steps != review.original.steps)
    if aside:
        yield f"{len(aside)} set aside for others"
    now = Standing(decided).plain_result if decided else settle(review, lambda one, _: one.id in end.accepted)
    if numbers := [_number(change) for change in number_changes(review.original, now.draft)]:
        yield f"numbers changed: {_named(numbers)}"
    held = [left for left in end.left if left.id in proposed and proposed[left.id].level == "must"]
    if held := [left for left in held if left.id not in aside]:
        yield f"{len(held)} held back ({_named([f'{left.id} {left.why}' for left in held])})"
    if end.stale:
        yield f"{len(end.stale)} no longer fitting ({_named(end.stale)})"
    yield from _unserved(end, log)


def _counted(end: Done, proposed: int, *, changed: bool) -> str:
    """How many edits were applied; where nobody proposed one, whether the person changed something by hand."""
    if not proposed:
        return "no edits needed" if not (end.coverage or changed) else "no edits proposed"
    return f"{len(end.accepted)} of {proposed} {'edit' if proposed == 1 else 'edits'} applied"


def _number(change: NumberChange) -> str:
    """One changed number, by the number its step has in the result: "step 4 30 min -> 12 min"."""
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
