"""What became of each wish, in plain words: above a review, in its summary, and at the end of a run.

Nothing here clears anything: a wish that was looked for is never said to be met.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from tailor.core.coverage import (
    in_fact,
    judgements,
    named_by_person,
    opinions,
    refused_wishes,
    speaking_against,
    standing,
    still_named,
    unjudged,
)
from tailor.core.english import singular
from tailor.core.events import Covered, Finding, Judged, State, Verdict
from tailor.core.read_hint import about_health, may_hide
from tailor.core.review.places import ReviewPlace, by_wish, each_mentioned, step_words
from tailor.core.review.state import ReviewState
from tailor.core.text import and_last, counted, one_line, phrases


@dataclass(frozen=True, slots=True)
class WishOutcome:
    """What became of one wish."""

    id: str
    wish: str
    short: str
    """A few words to show after the wish."""
    says: str
    """A sentence that names the wish."""
    looks: bool
    """Whether the person should look at it before saving."""
    unmet: bool = False
    """Whether the Result does not meet it, as far as is known."""
    partly: bool = False
    """Whether the Result meets part of it."""
    still: str = ""
    """What still stands in the Result, in sentences."""
    taken: str = ""
    """What finished steps have used of it, in a few words: known before anything is decided."""


_Kind: TypeAlias = Verdict | State


def outcome(
    line: Covered,
    wish: str,
    waiting: Sequence[ReviewPlace] = (),
    against: Sequence[Finding] = (),
    opinion: str = "",
    settled: Sequence[ReviewPlace] = (),
    unused: Sequence[str] = (),
    things: int = 0,
    refused: str = "",
    used: Sequence[str] = (),
    rest: str = "",
) -> WishOutcome:
    """Describe what became of a wish.

    `waiting`: its open places; `settled`: those that the person decided though the Result still has their words.
    `against`: what the guard finds against it in the Result.
    `unused`: its words that had no effect; `things`: how many lines of the list changed for it.
    `refused`: where the person rejected what was proposed for it; "" if nowhere.
    `used`: what it rules out and finished steps have used.
    `rest`: what its agent said of the part for which nothing changed.
    `opinion`: why a model thinks that it needs no edit, as a sentence that says so.
    """
    kind: _Kind = line.verdict or line.state
    named, still = f"“{one_line(wish, 60)}”", still_mentioned(waiting, against)
    left = step_words([*_steps(waiting, against)]) or ("the list" if still else "")
    listed = f"{counted(things, 'item')} on the list" if things else ""
    where = " and in ".join(filter(None, (step_words(line.steps), listed)))
    where = f" in {where}" if where else ""
    decided = _decided(settled)
    words = [word for place in waiting for word in place.words] + [one.word for one in against]
    partly = kind in ("partly", "claimed")
    if partly and words:
        left = _not_done(words, left)
    elif left:
        left = f"look at {left}"
    short, says = _words(kind, named, where, still, left, decided, hides=_doubt(wish))
    if refused and (kind == "not_served" or (kind == "found" and not (waiting or settled))):
        short, says = (
            "you rejected it",
            f"{named}: nothing was changed, because you rejected the suggestions. {still}".rstrip(),
        )
    elif refused and partly and not still:
        short, says = f"partly, you rejected {refused}", f"{named}: partly done; you rejected {refused}."
    elif partly and rest and not words:
        short, says = _nothing_for(wish, rest) or short, f"{says} {rest}"
    if kind == "already" and opinion:
        short, says = "already fits, the model thinks", f"{named}: {opinion.rstrip('.')}."
    taken = and_last(f"“{one_line(word, 24)}”" for word in used)
    if used:
        short = f"{taken} already used" + (f", {left}" if left else "")
        says = f"{named}: you have already used {taken}. {still}".rstrip()
    looks = kind not in ("done", "served", "decided", "already")
    unmet = looks and kind != "looked_for"
    if unused:  # what was not used may be all that mattered
        left_over = and_last(f"“{one_line(word, 24)}”" for word in phrases(unused, wish))
        short, says = _ignoring(left_over, named, short, says, looks=looks, met=kind in ("done", "served"))
        looks = True
    done = taken and f"{taken} already used"
    return WishOutcome(line.id, wish, short, says, looks, unmet=unmet, partly=partly, still=still, taken=done)


def outcomes(state: ReviewState, lines: Iterable[Covered]) -> tuple[WishOutcome, ...]:
    """The outcome of each line of the ledger."""
    known = {one.id: one for one in state.review.requirements}
    found = by_wish(state)
    rejected = refused_wishes(state)
    named, thinks, judged = named_by_person(state), opinions(state), judgements(state)
    lines, made = tuple(lines), []
    facts = in_fact(state) if any(line.verdict == "partly" and not line.edits for line in lines) else {}
    asked = rejected.union(one.id for one in unjudged(state, judged))
    still = still_named(state, tuple(one for one in state.review.requirements if one.on and one.id in asked))
    own = {singular(word) for one in state.review.choices.own for word in re.findall(r"\w+", one.text.casefold())}
    for line in lines:
        wish = known.get(line.id)
        mine = found.get(line.id, ())
        waiting = sorted((one for one in mine if one.status == "open"), key=_in_order)
        settled = [one for one in mine if one.status in ("fine", "own") and one.there]
        told: set[tuple[str, int | None]] = {(one.found.part, one.number) for one in waiting}
        against = [one for one in named.get(line.id, ()) if (one.part, one.step) not in told]
        if wish and (line.state == "claimed" or line.id in rejected):
            told |= {(one.part, one.step) for one in against}
            against += (
                one
                for one in speaking_against(standing(state, (wish,)), wish, state.result.draft.procedure)
                if (one.part, one.step) not in told
            )
            told |= {(one.part, one.step) for one in against}
            against += (one for one in still.get(line.id, ()) if (one.part, one.step) not in told)
        elif line.verdict == "found" and not mine:
            against += (one for one in still.get(line.id, ()) if (one.part, one.step) not in told)
        elif line.verdict == "partly" and line.id in facts:
            against += (one for one in facts[line.id].left if (one.part, one.step) not in told)
        words, thinks_so = wish.words if wish else line.id, thinks.get(line.id, "")
        unused, used = (judged[line.id].unused, judged[line.id].used) if line.id in judged else ((), ())
        unused = tuple(
            word for word in unused if singular(word.casefold()) not in own
        )  # they put it in themselves
        edits = [state.proposals[id][1] for id in line.edits if id in state.proposals]
        things = sum(one.part == "resources" for one in edits)
        refused = _refused(state, line.id) if line.id in rejected else ""
        rest = _rest(judged[line.id]) if line.id in judged else ""
        made.append(
            outcome(line, words, waiting, against, thinks_so, settled, unused, things, refused, used, rest)
        )
    return tuple(made)


def _ignoring(left_over: str, named: str, short: str, says: str, *, looks: bool, met: bool) -> tuple[str, str]:
    """The few words and the sentence, with what was ignored added; `met`: the rest of the wish is done."""
    if met:
        rest = f"{named}: I ignored {left_over}; the rest is "
        return f"{left_over} ignored, the rest {short}", says.replace(f"{named}: ", rest, 1)
    short = short if looks and short != "partly" else f"{short}, {left_over} ignored"
    return short, f"{says} I ignored {left_over}."


def _nothing_for(wish: str, rest: str) -> str:
    """A few words on the part of the wish that its agent did nothing for; "" if it names none."""
    about = (word for word in dict.fromkeys(re.findall("“([^”]{1,40})”", rest)) if word in wish)
    named = and_last(f"“{word}”" for word in about)
    return named and f"partly, nothing done for {named}"


def _rest(judged: Judged) -> str:
    """What an agent says of a wish apart from its edits and places."""
    for told in sorted((*judged.edited, *judged.points), key=len, reverse=True):
        judged = replace(judged, says=judged.says.replace(told, ""))
    return " ".join(judged.says.split())


def _refused(state: ReviewState, wish: str) -> str:
    """What the person rejected for a wish: "the changes to steps 2 and 3 and 1 item on the list", "1 new step"."""
    steps, things, new = set[int](), 0, 0
    index = state.result.draft.index("steps")
    for id, (stage, one) in state.proposals.items():
        if state.status(id) != "rejected" or wish not in one.serves:
            continue
        if one.part == "resources":
            things += 1
        elif one.op == "insert":
            new += 1
        elif number := index.get(stage.spots("steps")[one.step - 1].slot):
            steps.add(number)
    changed = [step_words(sorted(steps))] if steps else []
    changed += [f"{counted(things, 'item')} on the list"] if things else []
    said = [f"the change{'s' * (len(steps) + things > 1)} to {and_last(changed)}"] if changed else []
    said += [counted(new, "new step")] if new else []
    return ", and ".join(said) or "some of it"


def _not_done(words: Iterable[str], where: str) -> str:
    """ "not “oven” in step 1", or of several words "not “oven” and 2 more in steps 1 and 5"."""
    first, *others = dict.fromkeys(map(str.casefold, words))
    more = f" and {len(others)} more" if others else ""
    return f"not “{one_line(first, 24)}”{more} in {where}"


def _in_order(place: ReviewPlace) -> tuple[bool, int]:
    return place.found.part != "steps", place.number or 0


def _decided(settled: Sequence[ReviewPlace]) -> str:
    """ "you changed steps 1 and 2 yourself; you said that step 7 is fine"."""
    own, fine = (_where([one for one in settled if one.status == status]) for status in ("own", "fine"))
    are = "are" if " and " in fine else "is"
    return "; ".join(
        [
            *([f"you changed {own} yourself"] if own else []),
            *([f"you said that {fine} {are} fine"] if fine else []),
        ]
    )


def _where(found: Sequence[ReviewPlace]) -> str:
    """ "steps 1 and 2 and the list"."""
    steps = step_words(sorted(one.number for one in found if one.found.part == "steps" and one.number))
    listed = any(one.found.part == "resources" for one in found)
    return " and ".join(filter(None, (steps, "the list" if listed else "")))


def _doubt(wish: str) -> str:
    """Why a thing may be there though nothing was found; "" if that is out of the question."""
    if not may_hide(wish):
        return ""
    return "check the labels and everything you use" if about_health(wish) else "it may have another name there"


def _words(
    kind: _Kind, wish: str, where: str, still: str, left: str, decided: str, *, hides: str
) -> tuple[str, str]:
    """The few words and the sentence; `hides`: why the thing may be there all the same."""
    beside, rest = (f"; {decided}", ", the rest as you decided") if decided else ("", "")
    match kind:
        case "done":
            return f"done{rest}", f"{wish}: done{where}{beside}."
        case "served":
            return f"changed{where}{rest}", f"{wish}: changed{where}{beside}."
        case "decided":
            short = "you said it is fine" if decided and "yourself" not in decided else "you decided"
            return short, f"{wish}: {decided or 'you changed it yourself'}."
        case "partly" | "claimed":
            return f"partly, {left}" if left else "partly", f"{wish}: partly done. {still}".rstrip()
        case "found":
            short = left or "nothing changed"
            return short, f"{wish}: {decided or 'nothing was changed'}. {still}".rstrip()
        case "already":
            return "already fits", f"{wish}: the how-to already fits; nothing had to change."
        case "looked_for":
            if not hides:
                return "nothing found", f"{wish}: I found nothing to change."
            return "nothing found, no guarantee", (f"{wish}: I found nothing. That is no guarantee: {hides}.")
        case "not_understood" | "unclassified":
            return "not understood", f"I did not understand {wish}, so I changed nothing for it."
        case "not_served":
            return "nothing changed", f"{wish}: nothing was changed."
        case other:
            assert_never(other)


def _steps(waiting: Sequence[ReviewPlace], against: Sequence[Finding]) -> list[int]:
    numbers = [place.number for place in waiting if place.found.part == "steps"]
    numbers += [one.step for one in against if one.part == "steps"]
    return sorted({number for number in numbers if number})


def still_mentioned(waiting: Sequence[ReviewPlace], against: Sequence[Finding] = ()) -> str:
    """What still stands in the Result, in sentences."""
    found = [(word, place.found.part, place.number) for place in waiting for word in place.words]
    listed = (*found, *((one.word, one.part, one.step) for one in against))
    return " ".join(f"{said}." for said in each_mentioned(listed))
