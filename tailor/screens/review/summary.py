"""How well a Result covers the requirements: the ledger above the list, and the sentences before it is saved.

The sentences count and list what changes, old and new numbers, what is held back, undecided or on hold, and
what became of each wish. They judge nothing.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from textual.content import Content

from tailor.core.coverage import ledger, unasked, weighed
from tailor.core.edit_names import edit_name
from tailor.core.english import singular
from tailor.core.guard import change_words
from tailor.core.outcomes import WishOutcome, outcomes
from tailor.core.report import is_number, number_changes, time_words
from tailor.core.review.decisions import emptying
from tailor.core.review.objections import objections
from tailor.core.review.places import open_places, places, step_words, still_mentioned
from tailor.core.review.state import ReviewState
from tailor.core.review.to_decide import ToDecide, change_groups, to_decide
from tailor.core.text import and_last, counted, one_line, some_of, with_capital
from tailor.core.transport import TrackedStep, tracked_original
from tailor.screens.widgets.content import MUTED, line_text, packed, row_text

_WORD: Final = r"[^\W\d_]{4,}"
"""A word of at least four letters, which may name a thing, unlike "a" or "the"."""
_CHANGE: Final = re.compile(r"the change to step (\d+)")
MOST_NAMED = 4
"""Edits that a sentence names one by one; any more are counted."""
LONGEST_WARNING: Final = 2_000
"""Characters of a warning: so many that none is cut, as its end may name the step."""
LIVE: Final = ("undecided", "accepted", "stale", "on_hold")


def ledger_line(
    state: ReviewState,
    became: Mapping[str, WishOutcome],
    work: ToDecide,
    width: int,
    *,
    over: bool,
    read: bool = True,
    most_rows: int = 2,
    only: str = "",
) -> Content:
    """The wishes as chips, "○ no eggs: 3 to decide   ✓ for six people: done", on at most `most_rows` lines.

    `became`: what became of each wish in the Result, as far as known; `over`: no agent is running;
    `read`: the person's sentence was split into wishes; `only`: the one wish whose cards are shown.
    """
    chips = list(_chips(state, became, over, work, only))
    if chips:
        return packed(chips, width, most_rows, "  ", "  ")
    words, style = "reading …", MUTED
    if over and not state.review.hint:
        words = "What the second check changed, all accepted: x rejects one"
    elif over and not read:
        words = "not read yet"
    elif over:
        words = "I found no wish in your sentence: t adds one"
        style = "$text-warning"
    return row_text((words, style)).truncate(width, ellipsis=True)


def _chips(
    state: ReviewState, became: Mapping[str, WishOutcome], over: bool, work: ToDecide, only: str
) -> Iterator[Content]:
    """For each wish how much is left to decide, or else what became of it; last, the edits for no wish."""
    wishes = [one for one in state.review.requirements if one.on]
    for one in wishes:
        chip = _chip(work.of_wish(one.id), became.get(one.id), over)
        yield _shown(one.words, chip, "reverse" if one.id == only else "on $panel")
    if wishes and (rest := work.of_none([one.id for one in wishes])):
        yield _shown("the rest", _chip(rest, None, over), "on $panel")


@lru_cache(maxsize=256)  # a key press changes few of them
def _shown(words: str, chip: tuple[str, str, str], style: str) -> Content:
    sign, says, colour = chip
    named = line_text(words, "bold", 48)
    return row_text(" ", (f"{sign} ", colour), named, ": ", (says, colour), " ").stylize(style)


def _chip(left: int, made: WishOutcome | None, over: bool) -> tuple[str, str, str]:
    """The sign, state and colour of a wish."""
    if left:
        taken = f"{made.taken}, " if made and made.taken else ""
        return "○", f"{taken}{left} to decide", "$accent"
    if not over and (made is None or made.looks):
        return "○", "nothing yet", MUTED
    if made is None:
        return "○", "…", MUTED
    return ("!", made.short, "$text-warning") if made.looks else ("✓", made.short, "$text-success")


def summary_rows(
    state: ReviewState, became: Sequence[WishOutcome], running: bool, *, named: bool = True, unused: str = ""
) -> list[Content]:
    """The sentences, the most important first: objections to the Result.

    `running`: an agent was stopped; `named`: the Result gets a name, so check its words; `unused`: a sentence on
    edits that could not be used, and why.
    """
    against = map(_warn, objections(state, became))
    name, waiting = name_rows(state) if named else (), _waiting(state)
    served = _served(state, became, running)
    left = [*_left(state), *([_warn(unused)] if unused else [])]
    changes = [*_moved(state), *_changes(state), *_numbers(state)]
    return [*against, *name, *waiting, *changes, *left, *served]


def _moved(state: ReviewState) -> Iterator[Content]:
    """A sentence if step numbers here differ from those in the list behind the dialog, which are the old ones."""
    old = [spot.slot for spot in tracked_original(state.review.original).steps]
    new = [spot.slot for spot in state.result.draft.steps]
    if any(one != other for one, other in zip(old, new, strict=False)):  # removing the last step moves no other
        yield row_text(("Step numbers here are the new ones; changes keep the old ones.", MUTED))


def name_rows(state: ReviewState, name: str | None = None) -> Iterator[Content]:
    """Warnings on a name whose words were in the original's steps or resources but are not in the Result, or whose
    number of something differs from that in a wish.

    Of removed steps, only words that a wish is about count: their other words need not be gone from the dish, as
    in "warm them in the stew". `name` is the one typed now; None is that of the Result.
    """
    old, now = state.review.original, state.result.draft.procedure
    before, after = (_stems(" ".join((*one.steps, *one.resources))) for one in (old, now))
    kept = {spot.slot for spot in state.result.draft.steps}
    changed = (spot.text for spot in tracked_original(old).steps if spot.slot in kept)
    wished = [one.text for one in state.review.requirements if one.on]
    found = (word for place in places(state) for word in place.words)
    taken = before & _stems(" ".join((*old.resources, *changed, *wished, *found)))
    gone = [
        word for word in re.findall(_WORD, now.goal if name is None else name) if _stems(word) & (taken - after)
    ]
    if gone:
        words = and_last(f"“{one_line(word, 40)}”" for word in dict.fromkeys(gone))
        yield _warn(f"The title still says {words}, but no step does: type a new one")

    wishes = {thing: (number, words) for one in wished for number, thing, words in _counted_things(one)}
    for number, thing, words in _counted_things(now.goal if name is None else name):
        wanted, said = wishes.get(thing, (number, ""))
        if wanted != number:
            yield _warn(f"The title still says “{words}”, and you said “{said}”: type a new one")


def _counted_things(text: str) -> Iterator[tuple[str, str, str]]:
    """Each number with its thing and both as written: "3", "day" and "3 days", also in "5-day trip"."""
    for found in re.finditer(r"\b(\d+)[ -]([^\W\d_]{3,})", text):
        yield found[1], singular(found[2].casefold()), found[0]


def _stems(text: str) -> frozenset[str]:
    return frozenset(singular(word.casefold()) for word in re.findall(_WORD, text))


def _waiting(state: ReviewState) -> Iterator[Content]:
    """A warning on accepted edits that are on hold, so not in the Result."""
    if held := [id for id in state.proposals if state.status(id) == "on_hold"]:
        held_words = with_capital(_named(state, held))
        yield _warn(f"{held_words} accepted but not applied yet: in the review, press a on it to apply it anyway")


def _changes(state: ReviewState) -> Iterator[Content]:
    original, draft = state.review.original, state.result.draft
    waits = f"; {work.says}" if (work := to_decide(state)).left else ""
    words, now = _counts("step", tracked_original(original).steps, draft.steps)
    yield row_text((words or "No step changed", "bold"), (f"{now}{waits}", MUTED))
    if draft.resources and not original.resources:
        yield row_text(f"Lists {counted(len(draft.resources), 'thing')} you need; the original lists none")
    elif words := "".join(_counts("item", tracked_original(original).resources, draft.resources)):
        yield row_text(words)
    if times := time_words(original, draft.procedure):
        yield row_text(("Times in the steps, added up: ", MUTED), change_words(times))
    if len(state.result.batches) != len(state.plain_result.batches):
        yield row_text(("References to step numbers are updated.", MUTED))


def _counts(what: str, before: Sequence[TrackedStep], after: Sequence[TrackedStep]) -> tuple[str, str]:
    """ "3 of 10 steps changed, 2 removed" and "; 8 now"; each "" if there is nothing to say."""
    kept = [spot for spot in after if spot.slot in {one.slot for one in before}]
    changed = sum(bool(spot.writer) for spot in kept)
    counts = {"removed": len(before) - len(kept), "added": len(after) - len(kept)}
    first = [f"{changed} of {counted(len(before), what)} changed"] if changed else []
    said = [*first, *(f"{number} {verb}" for verb, number in counts.items() if number)]
    if said and not changed:  # "1 step added"
        number, verb = said[0].split()
        said[0] = f"{counted(int(number), what)} {verb}"
    return ", ".join(said), f"; {len(after)} now" if len(after) != len(before) else ""


def _numbers(state: ReviewState) -> Iterator[Content]:
    """Numbers that differ from the original, then the accepted edits' tripwires that are not about numbers."""
    draft = state.plain_result.draft
    for change in number_changes(state.review.original, draft):
        yield _look(f"{with_capital(change.place)}: ", change.says)
    for id in _accepted_ids(state):
        place = f"{with_capital(edit_name(state, id))}: "
        for says in _looked_at(state, id):
            if not is_number(says):
                yield _look(place, says)


def _look(place: str, says: str) -> Content:
    return row_text(("± ", "$text-warning"), (place, MUTED), line_text(change_words(says), limit=120))


def _looked_at(state: ReviewState, id: str) -> tuple[str, ...]:
    """The tripwires of an accepted edit, or of the user's own words for it."""
    decision = state.decisions.get(id)
    return weighed(state, id, decision.own if decision else None).tripwires


def _left(state: ReviewState) -> Iterator[Content]:
    """Open places that serve no current wish, then edits that were not applied, with the reason."""
    wishes = {one.id for one in state.review.requirements if one.on}
    for words in still_mentioned(one for one in open_places(state) if wishes.isdisjoint(one.found.serves)):
        yield _warn(f"{words}: nothing changed there")
    if last := emptying(state):
        yield _warn(f"{with_capital(_named(state, last))} not applied: accepting all of them would leave no steps")
    by_status: dict[str, list[str]] = {}
    for id, (_, proposal) in state.proposals.items():
        status: str = state.status(id)
        if status == "undecided" and proposal.level == "must":
            status = "look first"
        by_status.setdefault(status, []).append(id)
    held = by_status.get("look first", [])
    for id in held[:MOST_NAMED]:
        why = "; ".join(map(change_words, state.proposals[id][1].tripwires)) or "it needs a closer look"
        yield _warn(f"{with_capital(edit_name(state, id))} is not applied yet: {one_line(why, 120)}")
    if (more := len(held) - MOST_NAMED) > 0:
        yield _warn(f"{more} more not applied yet: each needs a closer look")
    for status, words in (
        ("undecided", "undecided, not applied"),
        ("stale", "undecided, its step changed"),
        ("rejected", "rejected"),
    ):
        if ids := by_status.get(status, []):
            named = with_capital(_together(state, ids))
            yield row_text((f"{named} {words}", "" if status == "undecided" else MUTED))


def _served(state: ReviewState, became: Sequence[WishOutcome], running: bool) -> Iterator[Content]:
    """What became of each wish, first those that need a look; then edits that nobody asked for."""
    if not (state.review.requirements or state.review.hint):
        return  # the rounds of a critic: nobody asked for anything
    for one in became:
        if one.looks and not one.unmet:
            yield _warn(one.says)
    for one in became:
        if not one.looks:
            yield row_text(("✓ ", "$text-success"), line_text(one.says, MUTED, 240))
    if not became:
        yield _warn("I found no wish in your sentence")
    if extra := unasked(state, _accepted_ids(state)):
        yield row_text((f"No wish is given for {_in_one(state, extra)}", MUTED))
    if running:
        yield _warn("It was stopped before it was finished")


def what_became(state: ReviewState) -> tuple[WishOutcome, ...]:
    """What became of each wish. The guard reads the whole Result, so call this in a thread."""
    return outcomes(state, ledger(state, _accepted_ids(state)))


def _accepted_ids(state: ReviewState) -> tuple[str, ...]:
    return tuple(id for id in state.proposals if state.status(id) == "accepted")


def _warn(words: str) -> Content:
    return row_text(("! ", "$text-warning"), line_text(words, limit=LONGEST_WARNING))


def _together(state: ReviewState, ids: Collection[str]) -> str:
    """Name edits, those of a group by what it does."""
    groups = [one for one in change_groups(state) if not frozenset(one.ids).isdisjoint(ids)]
    single = [id for id in ids if not any(id in one.ids for one in groups)]
    named = [f"{one.name if '“' in one.name else f'“{one.name}”'} ({one.size})" for one in groups]
    return ", ".join((*named, *([_named(state, single)] if single else [])))


def _named(state: ReviewState, ids: Collection[str]) -> str:
    return some_of([edit_name(state, id) for id in ids], MOST_NAMED)


def _in_one(state: ReviewState, ids: Collection[str]) -> str:
    """Name edits, with changed steps put together: "the changes to steps 5, 7 and 9"."""
    steps = {id: name for id in ids if (name := _CHANGE.fullmatch(edit_name(state, id)))}
    if len(steps) < 2:
        return _named(state, ids)
    others = [id for id in ids if id not in steps]
    changes = f"the changes to {step_words(name[1] for name in steps.values())}"
    return ", ".join((changes, *([_named(state, others)] if others else [])))
