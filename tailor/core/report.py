"""How a run ended, in values and in words: what was applied, what was left and why, what changed (CONTRACT 5, 6).

`done` closes a run with its edits accepted in bulk; `closing_line` sums a run up in one line. Also here: changed
numbers, totals of steps and time, and what the guard found, as short texts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from tailor.core.coverage import guard_findings, ledger, opinions, unasked
from tailor.core.dangers import brought_in
from tailor.core.durations import durations
from tailor.core.edit_names import edit_name
from tailor.core.events import (
    Cancelled,
    Done,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    Finding,
    Left,
    RequirementsRead,
    StageFinished,
    State,
    Verdict,
)
from tailor.core.finding import find
from tailor.core.guard import change_words, constraints_in, introduced, title, tripwires
from tailor.core.procedure import PARTS, Procedure
from tailor.core.read_hint import may_hide
from tailor.core.requirements import Requirement
from tailor.core.review import Decision, Review, decide
from tailor.core.review.decisions import LAST_STEPS, Accepting, accept_many, emptying, reject
from tailor.core.review.events import fold_all
from tailor.core.review.places import ReviewPlace, open_places
from tailor.core.review.state import ReviewState, Status
from tailor.core.text import LONGEST_STEP, and_last, counted, one_line, some_of
from tailor.core.transport import TrackedProcedure, tracked_original

MOST_NAMED: Final = 4
"""Changes, edits or requirements named one by one; the rest is counted."""

WORK: Final = {
    "modify": "Adapting it for you",
    "verify": "Checking that it still works",
    "unified": "Adapting and checking it",
    "resolve": "Joining the changes",
    "customize": "Rewriting it for you",
    "renumber": "Updating step numbers",
}
"""What an agent does, in words; agents that the person added have none."""

_WHY: Final[dict[Status, str]] = {
    "undecided": "not decided",
    "withdrawn": "another suggestion replaces it",
    "dropped": "the second check suggests leaving it out",
    "thought": "the model wrote it while still thinking",
    "stale": "its step has changed",
    "on_hold": "it is waiting for another change",
}


def done(review: Review, how: Accepting, rejected: frozenset[str] = frozenset()) -> Done:
    """The end of a run whose edits are accepted in bulk, except those in `rejected`; places stay open."""
    known = ReviewState(review).proposals
    if turned_down := [id for id in known if id in rejected]:
        review = reject(review, turned_down).review
    state = ReviewState(accept_many(review, how).review)
    statuses = {id: state.status(id) for id in state.proposals}
    accepted = tuple(id for id, status in statuses.items() if status == "accepted")
    last = frozenset(emptying(state))
    stands_in: dict[str, str] = {}
    for _, one in state.proposals.values():
        for old in one.replaces:
            stands_in.setdefault(old, one.id)
    return Done(
        result=state.result.draft.procedure,
        accepted=accepted,
        rejected=tuple(id for id, status in statuses.items() if status == "rejected"),
        left=(
            *(
                Left(id=id, why=LAST_STEPS if id in last else _why(state, id, status, stands_in.get(id)))
                for id, status in statuses.items()
                if status not in ("accepted", "rejected")
            ),
            *(Left(id=place.id, why=_why_open(place)) for place in open_places(state)),
        ),
        stale=tuple(id for id, status in statuses.items() if status in ("stale", "on_hold")),
        coverage=ledger(state, accepted),
        unasked=unasked(state, accepted),
    )


def all_accepted(review: Review) -> ReviewState:
    """The review with everything accepted: the strategy's own result, even one without steps (rule 1)."""
    return ReviewState(accept_many(review, "all", leave_steps=False).review)


def moved_along(state: ReviewState) -> str:
    """Where the Result had its step mentions updated, in words; "" for nowhere."""
    return updated_words(state.plain_result.draft.procedure, state.result.draft.procedure)


def updated_words(before: Procedure, after: Procedure) -> str:
    """ "The step numbers mentioned in steps 4, 6 and the notes were updated."; "" if both have the same texts."""
    pairs = enumerate(zip(before.steps, after.steps, strict=True), 1)
    moved = [str(number) for number, pair in pairs if len(set(pair)) > 1]
    others = {
        f"{'step' if len(moved) == 1 else 'steps'} {', '.join(moved)}": bool(moved),
        "what you need": before.resources != after.resources,
        "the headings": before.sections != after.sections,
        "the notes": before.notes != after.notes,
    }
    where = and_last(where for where, is_so in others.items() if is_so)
    return f"The step numbers mentioned in {where} were updated." if where else ""


def _why(state: ReviewState, id: str, status: Status, other: str | None) -> str:
    """Why an edit was left, in a few words; `other` is the edit that replaces it."""
    proposal: EditProposed = state.proposals[id][1]
    if status == "undecided" and proposal.level == "must":
        return "; ".join(map(change_words, proposal.tripwires)) or "it needs a closer look"
    if other:
        return "another suggestion replaces it"
    if status == "undecided" and any(state.status(other) == "accepted" for other in state.rivals(id)):
        return "another version of its step was accepted"
    return state.why_not(id) or _WHY.get(status, status)


def _why_open(place: ReviewPlace) -> str:
    return place.found.why or f"it mentions “{one_line(place.word, 60)}”"


@dataclass(frozen=True, slots=True)
class NumberChange:
    place: str
    """ "step 4" in the Result, "the list", or "a deleted step"."""
    writer: str
    """Id of the edit that wrote the current text; "" if it was deleted."""
    says: str


def number_changes(original: Procedure, now: TrackedProcedure) -> tuple[NumberChange, ...]:
    """The numbers that differ between the original and the Result, in the order of the original."""
    found: list[NumberChange] = []
    for part in PARTS:
        index, spots = now.index(part), now.part(part)
        for old in tracked_original(original).part(part):
            number = index.get(old.slot)
            text, writer = (spots[number - 1].text, spots[number - 1].writer) if number else ("", "")
            if text == old.text:
                continue
            numbers = dict.fromkeys(
                wire.says for wire in tripwires(old.text, text, part=part) if wire.what == "number"
            )
            if part == "resources":  # the whole line tells what the number is of
                lines = f"{one_line(old.text, 60)} -> {one_line(text, 60) or 'nothing'}"
                found += [NumberChange("the list", writer, lines)] if numbers else []
            else:
                place = f"step {number}" if number else "a deleted step"
                found += [NumberChange(place, writer, says) for says in numbers]
    return tuple(found)


def is_number(says: str) -> bool:
    """Whether a sentence of the guard is about a changed number: "30 min -> 12 min"."""
    return "->" in says and not says.startswith(
        ("adds ", "brings ", "takes out ")
    )  # "brings": as earlier versions recorded


def closing_line(events: Iterable[Event], review: Review | None = None) -> str:
    """What became of a run, in one line: "6 of 7 suggestions applied; numbers changed: step 4 (30 min -> 12 min);
    …".

    `review` adds the user's own decisions and words; without it the edits that `Done` names count as accepted.
    """
    log = tuple(events)
    decided = review.choices.by_id if review else {}
    back = {one.id for one in log if isinstance(one, EditFlagged) and one.id not in decided}
    proposed = {one.id: one for one in log if isinstance(one, EditProposed) and one.id not in back}
    match log[-1] if log else None:
        case Done() as end:
            state = _as_decided(end, log, review)
            return "; ".join(_parts(end, proposed, log, state))
        case Failed() as end:
            return f"{end.title}: {one_line(end.message)} {_kept(end.kept)}"
        case Cancelled() as end:
            return f"Stopped. {_kept(end.kept)}"
        case _:
            return f"It is not finished yet. {_kept(tuple(proposed))}"


def remarks(events: Iterable[Event]) -> tuple[str, ...]:
    """The edits that could not be used and what the agents said, each line once."""
    log = tuple(events)
    said = (event.says for event in log if isinstance(event, StageFinished))
    return tuple(dict.fromkeys(line for says in (not_taken(log), *said) for line in says.split("\n") if line))


_FLAGGED: Final = {
    "out_of_range": "no such place: {}",
    "duplicate": "another suggestion for that place came first: {}",
    "rejected_before": "rejected before: {}",
    "frozen": "done already: {}",
    "too_long": f"longer than {LONGEST_STEP:,} characters: {{}}",
    "unreadable": "not understood: {}",
    "unseen": "it has only invisible characters: {}",
    "cut_off": "cut off in the middle: {}",
    "there_already": "the same step is there already: {}",
    "thought": "the model was still thinking: {}",
    "echo": "only repeats what the model was told: {}",
    "unasked": "new, though the model was only asked to choose: {}",
}
"""Why an edit was not taken, and where it was meant for."""


def not_taken(events: Iterable[Event]) -> str:
    """The edits that agents proposed and that could not be used, with the reasons, in one line; "" for none."""
    flagged = [event for event in events if isinstance(event, EditFlagged)]
    if not flagged:
        return ""
    places: dict[str, dict[str, None]] = {}
    for event in flagged:
        places.setdefault(event.why, {})[_meant(event)] = None
    named = ((why, some_of([*at], MOST_NAMED)) for why, at in places.items())
    whys = "; ".join(_FLAGGED.get(why, f"{why}: {{}}").format(said) for why, said in named)
    return f"{counted(len(flagged), 'edit')} could not be used: {whys}."


def _meant(event: EditFlagged) -> str:
    """What a flagged edit is about: "replace(12)", or the beginning of a line that was not understood."""
    if event.why == "unreadable":
        return f"“{one_line(event.text, 40)}”"
    return f"{event.op}({'r' if event.part == 'resources' else ''}{one_line(str(event.step), 12)})"


def _as_decided(end: Done, log: Sequence[Event], decided: Review | None) -> ReviewState:
    """The review as the person decided it; without one, what the end names as accepted."""
    if decided is not None:
        return ReviewState(decided)
    return ReviewState(decide(fold_all(end.result, log), [Decision(id, "accepted") for id in end.accepted]))


def _parts(
    end: Done, proposed: dict[str, EditProposed], log: Sequence[Event], state: ReviewState
) -> Iterator[str]:
    review = state.review
    aside = (state.aside.keys() & proposed.keys()) - set(end.accepted)
    yield _counted(end, len(proposed) - len(aside), changed=end.result.steps != review.original.steps)
    if aside:
        yield f"{len(aside)} replaced by other suggestions"
    now = state.plain_result.draft
    changes = (one for one in number_changes(review.original, now) if not _with_its_group(state, one.writer))
    if numbers := [f"{one.place} ({one_line(change_words(one.says))})" for one in changes]:
        yield f"numbers changed: {some_of(numbers, MOST_NAMED)}"
    emptied = [left for left in end.left if left.why == LAST_STEPS]
    if emptied:
        yield f"{counted(len(emptied), 'deletion')} not applied, because that would leave no steps"
    held = [left for left in end.left if left.id in proposed and proposed[left.id].level == "must"]
    if held := [left for left in held if left.id not in aside]:
        along = any(len(state.groups.get(left.id, ())) > 1 for left in held)
        needs = "needs a closer look" if len(held) == 1 else "need a closer look"
        names = some_of([f"{edit_name(state, left.id)}: {left.why}" for left in held], MOST_NAMED)
        others = "; the changes that go with it wait too" if along else ""
        yield f"{len(held)} {needs} ({names}){others}"
    lacking = {id: lacks for id in _not_asked_about(state) if (lacks := state.lacks(id))}
    if lacking:
        yield some_of([_lacking(state, id, lacks) for id, lacks in lacking.items()], MOST_NAMED)
    if stale := [id for id in end.stale if id not in lacking]:
        yield f"{len(stale)} did not fit any more ({some_of([edit_name(state, id) for id in stale], MOST_NAMED)})"
    yield from _unserved(end, log, opinions(state))
    if waiting := open_places(state):  # the agents said which ones
        yield f"{counted(len(waiting), 'place')} to look at"


def _with_its_group(state: ReviewState, writer: str) -> bool:
    """Whether a text was written by a group that serves a wish: its numbers change because that was asked for."""
    return writer in state.groups and bool(state.proposals[writer][1].serves)


def _lacking(state: ReviewState, id: str, lacks: Sequence[str]) -> str:
    return f"{edit_name(state, id)} needs {', '.join(edit_name(state, one) for one in lacks)}, which you rejected"


def _not_asked_about(state: ReviewState) -> list[str]:
    """Ids of the accepted edits, except those taken anyway, knowing what was gone."""
    taken = [id for id, one in state.decisions.items() if one.verdict == "accepted" and not one.anyway]
    return [id for id in taken if id in state.proposals]


def _counted(end: Done, proposed: int, *, changed: bool) -> str:
    """How many edits were applied; if none was proposed, whether the result still differs."""
    if not proposed:
        return "no changes needed" if not (end.coverage or end.left or changed) else "no suggestions"
    return f"{len(end.accepted)} of {proposed} {'suggestion' if proposed == 1 else 'suggestions'} applied"


def _unserved(end: Done, log: Sequence[Event], thinks: Mapping[str, str]) -> Iterator[str]:
    """The wishes that are not met, grouped by what became of them, and what a model thinks is met already."""
    texts = {one.id: one for event in log if isinstance(event, RequirementsRead) for one in event.requirements}
    said: dict[str, list[str]] = {}
    for line in end.coverage:
        told = texts[line.id].words if line.id in texts else line.id
        wish = f"“{one_line(told, 60)}”"
        if words := _unmet(line.verdict or line.state, told):
            said.setdefault(words, []).append(wish)
        elif line.verdict == "already" and line.id in thinks:
            said.setdefault(wish, []).append(one_line(thinks[line.id]))
    for words, wishes in said.items():
        yield f"{words}: {', '.join(wishes)}"


def _unmet(became: Verdict | State, wish: str) -> str:
    """What to say of a wish that the Result does not meet; "" of one that it does."""
    match became:
        case "found" | "not_served":
            return "not met"
        case "claimed" | "partly":
            return "only partly met"
        case "unclassified" | "not_understood":
            return "not understood"
        case "looked_for":
            return f"nothing found{', but that is no guarantee' if may_hide(wish) else ''}"
        case "done" | "served" | "decided" | "already":
            return ""
        case other:
            assert_never(other)


def _kept(ids: Sequence[str]) -> str:
    if not ids:
        return "There were no suggestions yet."
    if len(ids) == 1:
        return "1 complete suggestion is kept."
    return f"{len(ids)} complete suggestions are kept."


def time_words(before: Procedure, after: Procedure) -> str:
    """The change of the total time that the steps name: "1 h 30 min -> 50 min"; "" if it is the same."""
    was, now = _seconds(before), _seconds(after)
    return "" if was == now else f"{_length(was)} -> {_length(now)}"


def _seconds(procedure: Procedure) -> int:
    """The total time that the steps name, in seconds, with the longer ends of ranges."""
    return sum(one.most for step in procedure.steps for one in durations(step))


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


def found_for(procedure: Procedure, requirements: Sequence[Requirement]) -> tuple[str, ...]:
    """For each requirement, the words that a review without a model asks about, and where; () proves nothing.
    Where there are several requirements, each is named.
    """
    words = {one.id: one.words for one in requirements}
    each = [(words[one.requirement], one.places) for one in find(procedure, requirements).each if one.places]
    named = len(words) > 1
    return tuple(
        f"{_these(word for place in places for word in (place.word, *place.also))}"
        f"{f' ({one_line(wish, 30)})' if named else ''}{_at((place.part, place.step) for place in places)}"
        for wish, places in each
    )


def found_words(findings: Iterable[Finding]) -> tuple[str, ...]:
    """For each constraint, the words found, what they speak against, and where."""
    grouped: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.kind != "not_assessed":
            grouped.setdefault(finding.constraint, []).append(finding)
    return tuple(
        f"{words}{'' if words == title(id) else f' ({title(id)})'}{_at((one.part, one.step) for one in found)}"
        for id, found in grouped.items()
        for words in [_these(one.word for one in found)]
    )


def found_against(procedure: Procedure, requirements: tuple[Requirement, ...]) -> tuple[str, ...]:
    """What in a procedure speaks against the requirements that are on, in words; () proves nothing.

    For procedures that are offered before anything is run: an analogy, a file to import.
    """
    on = tuple(one for one in requirements if one.on)
    return found_words(guard_findings(procedure, on)) if on else ()


def spoken_against_since(
    before: Procedure, after: Procedure, requirements: tuple[Requirement, ...]
) -> tuple[str, ...]:
    """What a change by hand brought in, in words: hazards, and what speaks against the requirements."""
    had = {(one.constraint, one.word.casefold()) for one in guard_findings(before, requirements)}
    found = guard_findings(after, requirements)
    news = found_words(one for one in found if (one.constraint, one.word.casefold()) not in had)
    return (*brought_in(before, after), *(f"Look again: {words}." for words in news))


def spoken_against(requirements: Sequence[Requirement]) -> tuple[Finding, ...]:
    """What one requirement names and another forbids: a hint asks for walnuts, the profile says no nuts.

    In these findings `part` is "hint" and `step` None. A requirement is never held against itself.
    """
    on = [one for one in requirements if one.on]
    forbids = {one.id: frozenset(constraints_in(one.text)) for one in on}
    every = frozenset[str]().union(*forbids.values())
    return tuple(
        replace(finding, part="hint")
        for one in on
        for finding in introduced("", one.text, every - forbids[one.id])
    )


def _these(words: Iterable[str]) -> str:
    """The words, each once; a sign such as "°C fan" only if nothing else was found."""
    found = list(dict.fromkeys(word.casefold() for word in words))
    return some_of([word for word in found if word[:1].isalnum()] or found, 3)


def _at(places: Iterable[tuple[str, int | None]]) -> str:
    """ " in steps 3, 5 and the list"; "" for a text outside of a procedure."""
    found = [*places]
    steps = sorted({step for part, step in found if part == "steps" and step is not None})
    named = [f"step{'s' if len(steps) > 1 else ''} {', '.join(map(str, steps))}"] if steps else []
    named += ["the list"] if any(part == "resources" for part, _ in found) else []
    return f" in {' and '.join(named)}" if named else ""
