"""The coverage ledger: which edits and steps serve which requirement, and which nothing serves (DESIGN 6).

An edit that names a requirement claims to serve it. Whether it does is not judged, but what the guard finds
against it counts. The same findings give each edit its level.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import Final

from tailor.core.edits import Edit, Replace, is_no_instruction
from tailor.core.english import not_within
from tailor.core.events import Covered, EditProposed, Finding, Judged, Level, State, Verdict
from tailor.core.finding import Found, Place, find
from tailor.core.finding.foods import is_eaten
from tailor.core.guard import check, constraints_in, introduced, of_all_kinds, tripwires, wants_none
from tailor.core.guard.numbers import quantities
from tailor.core.guard.vocabulary import group
from tailor.core.listed_amounts import measures, times_as_much
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.read_hint import MODEL_THINKS
from tailor.core.renumber import renumber_mentions
from tailor.core.requirements import Requirement
from tailor.core.review.places import PlaceStatus, by_wish, places
from tailor.core.review.state import ReviewState
from tailor.core.transport import TrackedProcedure

NO_INSTRUCTION: Final = "its text does not say what to do"
RULES_OUT: Final = ("without", "missing", "allergy-or-health")
"""The polarities of a wish for something not to be there."""


def coverage(
    requirements: Sequence[Requirement],
    edits: Sequence[Edit],
    contradicted: Collection[str],
    written: Mapping[str, Sequence[int]],
) -> tuple[Covered, ...]:
    """One line for each requirement that is on, in order.

    `edits` are those applied, `contradicted` the ids of requirements that the result still contradicts, and
    `written` the steps of the result (1-based) that each edit wrote, by its id.

    served: an edit names it, and the result does not contradict it
    claimed: an edit names it, and the result contradicts it
    not_served: no edit names it
    unclassified: no rule knows its kind, and no edit names it
    """

    def line(requirement: Requirement) -> Covered:
        named = [edit.id for edit in edits if requirement.id in edit.serves]
        steps = {number for id in named for number in written.get(id, ())}
        state = _state(requirement, bool(named), requirement.id in contradicted)
        return Covered(
            id=requirement.id, edits=tuple(filter(None, named)), steps=tuple(sorted(steps)), state=state
        )

    return tuple(line(requirement) for requirement in requirements if requirement.on)


def unasked(state: ReviewState, ids: Sequence[str]) -> tuple[str, ...]:
    """Those of these edits that serve no requirement that is on, and do not answer a question about one step."""
    asked = {requirement.id for requirement in state.review.requirements if requirement.on}
    made = ((id, *state.proposals[id]) for id in ids)
    return tuple(id for id, stage, one in made if stage.only_step is None and asked.isdisjoint(one.serves))


def _state(requirement: Requirement, named: bool, contradicted: bool) -> State:
    if named:
        return "claimed" if contradicted else "served"
    return "unclassified" if requirement.kind == "unclassified" else "not_served"


@dataclass(frozen=True, slots=True)
class Assessment:
    """How carefully a person should look at one edit."""

    findings: tuple[Finding, ...] = ()
    """Findings against the requirements that its text has and the step's old text had not."""
    level: Level | None = None
    says: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def constraints_of(requirements: tuple[Requirement, ...]) -> tuple[str, ...]:
    """The constraint ids that the requirements ask for, each once; cached, since every edit asks."""
    return tuple(dict.fromkeys(id for one in requirements for id in constraints_in(one.text)))


def guard_findings(procedure: Procedure, requirements: tuple[Requirement, ...]) -> tuple[Finding, ...]:
    return tuple(check(procedure, constraints_of(requirements)))


def assess_edit(base: Procedure, edit: Edit, requirements: tuple[Requirement, ...]) -> Assessment:
    before = base.part(edit.part)[edit.step - 1] if isinstance(edit, Replace) else ""
    wanted = constraints_of(requirements)
    wires = tripwires(before, edit.text, wanted, edit.part)
    brought = introduced(before, edit.text, wanted)
    levels = {wire.level for wire in wires} | {_level(one) for one in brought}
    empty = is_no_instruction(edit.text)
    return Assessment(
        findings=tuple(replace(one, step=edit.step, part=edit.part) for one in brought),
        level="must" if empty or "must" in levels else "look" if "look" in levels else None,
        says=tuple(dict.fromkeys([*([NO_INSTRUCTION] if empty else []), *(wire.says for wire in wires)])),
    )


def _level(brought: Finding) -> Level | None:
    """ "must" for an edit that brings in a food that a diet rules out, "look" if only a label can tell."""
    if brought.kind == "not_assessed":
        return "look"
    return "must" if group(brought.constraint) == "diet" else None


def weighed(state: ReviewState, id: str, own: str | None) -> EditProposed:
    """A proposed edit with its assessment: as proposed, or assessed anew for the person's own words."""
    stage, proposal = state.proposals[id]
    if own is None:
        return proposal
    seen = Procedure("", stage.steps, stage.resources)
    weight = assess_edit(seen, replace(proposal.edit, text=own), state.review.requirements)
    return replace(proposal, findings=weight.findings, level=weight.level, tripwires=weight.says)


def unserved(base: Procedure, requirements: tuple[Requirement, ...], applied: Sequence[Edit]) -> tuple[str, ...]:
    """Ids of the requirements that no applied edit names, or that `base` still contradicts."""
    covered = coverage(requirements, applied, contradicted(base, requirements), {})
    return tuple(line.id for line in covered if line.state != "served")


def contradicted(procedure: Procedure, requirements: tuple[Requirement, ...]) -> frozenset[str]:
    """Ids of the requirements against which the guard finds something in the procedure."""
    return _asking(guard_findings(procedure, requirements), requirements, procedure)


def standing(state: ReviewState, requirements: tuple[Requirement, ...]) -> tuple[Finding, ...]:
    """What the guard finds against the requirements in the Result, except words that the person decided on."""
    decided = _decided(state)
    found = guard_findings(state.result.draft.procedure, requirements)
    return tuple(one for one in found if (one.part, one.step, one.word.casefold()) not in decided)


def _decided(state: ReviewState) -> frozenset[tuple[Part, int | None, str]]:
    """The words that the person decided on, in lower case, with their places in the Result."""
    return frozenset(
        (place.found.part, place.number, word.casefold())
        for place in places(state)
        if place.status in ("fine", "own")
        for word in (place.found.word, *place.found.also)
    )


def named_by_person(state: ReviewState) -> Mapping[str, tuple[Finding, ...]]:
    """By id of a wish that must hold: where the person's own words still name what it rules out.

    Such words do not meet the wish, unless the person said that the place is fine. What is usually done with the
    thing may be done with another: pliers loosen a nut too.
    """
    own = {one.id for one in state.review.choices.own} | {id for id, one in state.decisions.items() if one.own}
    draft = state.plain_result.draft  # before renumbering, which nobody wrote
    written = {(part, at) for part in PARTS for at, one in enumerate(draft.part(part), 1) if one.writer in own}
    written -= {(one.found.part, one.number or 0) for one in places(state) if one.status == "fine"}
    if not written:
        return {}
    must = [one for one in state.review.requirements if one.on and one.kind == "prerequisite"]
    named: dict[str, tuple[Finding, ...]] = {}
    for found in find(state.result.draft.procedure, must).each:
        ruled_out = (one for one in found.wishes if one.polarity in RULES_OUT and not one.loose)
        places_of = (at for one in ruled_out for at in one.places if at.named or one.health or one.state)
        here = dict.fromkeys(at for at in places_of if (at.part, at.step) in written)
        if here:
            named[found.requirement] = tuple(
                Finding(at.step, at.part, found.requirement, "found", at.word, at.why, "Tailor") for at in here
            )
    return named


def still_named(state: ReviewState, wishes: Sequence[Requirement]) -> Mapping[str, tuple[Finding, ...]]:
    """By id: what the Result still has of what a wish rules out, except words that the person decided on.

    An edit that serves a wish may have changed one step of three, or missed the list. A leek that replaced the
    onion does not count, though one that was already there may be too similar. For a wish for another number, it
    is the amounts that stayed, if few changed.
    """
    if not wishes:
        return {}
    decided, base = _decided(state), state.review.original
    found: dict[str, tuple[Finding, ...]] = {}
    both = zip(find(base, wishes).each, find(state.result.draft.procedure, wishes).each, strict=True)
    for was, now in both:
        known = {word for place in _ruled_out(was) for word in _words_of(place)}
        left = [
            Finding(place.step, place.part, now.requirement, "found", word, place.why, "Tailor")
            for place in _ruled_out(now)
            for word in not_within((place.word, *place.also))
            if (word.casefold() in known or (word == place.word and not place.why))
            and (place.part, place.step, word.casefold()) not in decided
        ]
        if any(wish.of_all for wish in was.wishes):
            left += (
                Finding(at, "resources", now.requirement, "found", text, "", "Tailor")
                for at, text in _amounts_left(state)
            )
        if left:
            found[now.requirement] = tuple(dict.fromkeys(left))
    return found


def _amounts_left(state: ReviewState) -> tuple[tuple[int, str], ...]:
    """The lines of the list whose amounts stayed, if no more of them changed; without those whose change was
    rejected, and without the bowl and the whisk if food changed.
    """
    there = {spot.slot: (at, spot.text) for at, spot in enumerate(state.result.draft.resources, 1)}
    for name, (stage, one) in state.proposals.items():
        if (one.part, one.op) == ("resources", "replace") and state.status(name) == "rejected":
            there.pop(stage.spots("resources")[one.step - 1].slot, None)
    kept = ((there.get(f"r{number}"), text) for number, text in enumerate(state.review.original.resources, 1))
    times = [(times_as_much(text, at[1]), at) for at, text in kept if at]
    same = tuple(at for ratio, at in times if ratio == 1)
    changed = [text for ratio, (_, text) in times if ratio not in (None, 1)]
    if any(map(_is_eaten, changed)):
        same = tuple(at for at in same if measures(at[1]) or _is_eaten(at[1]))
    return same if 0 < len(changed) <= len(same) else ()


def _is_eaten(line: str) -> bool:
    """Whether a line of the list names a food: "1 large onion, chopped", not "1 frying pan"."""
    words = re.findall(r"[^\W\d_]+", line.partition(",")[0].partition("(")[0])
    return any(is_eaten(" ".join(words[at:])) for at in range(len(words)))


def _ruled_out(found: Found) -> Iterator[Place]:
    """Places of what a wish rules out ("no onion", "leek instead of onion", "no flying") or has no time for."""
    for wish in found.wishes:
        said = wish.thing.casefold().startswith(("no ", "not ", "without "))
        if not (wish.loose or wish.held) and (wish.polarity in (*RULES_OUT, "instead", "time") or said):
            yield from wish.places


def _words_of(place: Place) -> Iterator[str]:
    return (word.casefold() for word in (place.word, *place.also))


def _asking(found: Sequence[Finding], requirements: Iterable[Requirement], procedure: Procedure) -> frozenset[str]:
    """Ids of the requirements that any of these findings speak against."""
    return frozenset(one.id for one in requirements if speaking_against(found, one, procedure))


def speaking_against(found: Iterable[Finding], one: Requirement, procedure: Procedure) -> tuple[Finding, ...]:
    """The findings that speak against a requirement; "no butter" rules out no milk, though both are dairy."""
    against = tuple(
        each for each in found if each.kind != "not_assessed" and each.constraint in wants_none(one.text)
    )
    every = of_all_kinds(one.text)
    if all(each.constraint in every for each in against):
        return against
    places = find(procedure, [one]).each[0].places
    there = [(place.part, place.step, word) for place in places for word in _words_of(place)]

    def is_named(finding: Finding) -> bool:
        here = (word for part, step, word in there if (part, step) == (finding.part, finding.step))
        return any(_is_of_one(word, finding.word.casefold()) for word in here)

    return tuple(each for each in against if each.constraint in every or is_named(each))


def _is_of_one(one: str, other: str) -> bool:
    """Whether two words at one place may mean the same thing: almonds, ground almonds; butter, buttered bread."""
    return any(a.startswith(b) or b.startswith(a) for a in one.split() for b in other.split())


def ledger(state: ReviewState, accepted: Sequence[str]) -> tuple[Covered, ...]:
    """The coverage of the Result by these edits and the user's own, with the verdict on each wish."""
    draft, requirements = state.result.draft, state.review.requirements
    edits = [state.proposals[id][1].edit for id in accepted]
    edits += [edit for _, batch in state.result.batches for edit in batch if edit.agent == "you" and edit.serves]
    edits = [*{edit.id: edit for edit in edits}.values()]  # own edits that were carried over are proposals too
    written: dict[str, list[int]] = {}
    for number, spot in enumerate(draft.steps, 1):
        written.setdefault(spot.writer, []).append(number)
    judged = judgements(state)
    against = _asking(standing(state, requirements), requirements, draft.procedure)
    still = still_named(state, unjudged(state, judged))
    against |= still.keys()
    heard = {id for _, one in state.proposals.values() for id in one.serves}
    heard |= {id for id, one in judged.items() if one.verdict != "not_understood"}
    lines = tuple(_as_heard(line, heard) for line in coverage(requirements, edits, against, written))
    touched = by_wish(state)
    named, refused = named_by_person(state), refused_wishes(state)
    said = {id: one.verdict for id, one in judged.items() if one.verdict != "already" or id not in against}

    own_amounts = _gone_by_person(state, lines)

    def became(line: Covered) -> Verdict | None:
        if line.id in named:
            return "partly" if line.edits else "found"
        verdict = _verdict(line, [one.status for one in touched.get(line.id, ())], said.get(line.id))
        if verdict in ("done", "decided") and line.id in judged and judged[line.id].used:
            return "partly" if line.edits else "found"
        if verdict == "done" and line.edits and line.id in refused:
            return "partly"
        return "decided" if verdict == "done" and line.id in own_amounts else verdict

    lines = tuple(replace(line, verdict=became(line)) for line in lines)
    open_ = {line.id for line in lines if line.verdict is None and line.state == "not_served"}
    known = in_fact(state).items() if open_ else ()
    facts = {id: one for id, one in known if id in open_ and (one.verdict == "partly" or id not in against)}
    lines = tuple(
        replace(line, verdict=fact.verdict, steps=fact.steps) if (fact := facts.get(line.id)) else line
        for line in lines
    )
    return tuple(
        replace(line, state="not_served", verdict="found")
        if line.verdict is None and not line.edits and line.id in still
        else line
        for line in lines
    )


def _gone_by_person(state: ReviewState, lines: Iterable[Covered]) -> frozenset[str]:
    """Ids of the wishes that only the person's own words serve, and whose amounts the Result no longer has."""
    only_own = {one.id for one in lines if one.edits and state.proposals.keys().isdisjoint(one.edits)}
    wished = {one.id: quantities(one.text) for one in state.review.requirements if one.id in only_own}
    draft = state.result.draft.procedure
    there = [one for text in (*draft.resources, *draft.steps) for one in quantities(text)] if wished else []
    return frozenset(
        id for id, some in wished.items() if some and not any(one.same(other) for one in some for other in there)
    )


def unjudged(state: ReviewState, judged: Mapping[str, Judged]) -> tuple[Requirement, ...]:
    """The wishes that are on and for which no agent found a place or gave a verdict other than "already"."""
    told = {id for id, one in judged.items() if one.verdict != "already"} | by_wish(state).keys()
    return tuple(one for one in state.review.requirements if one.on and one.id not in told)


def _as_heard(line: Covered, heard: Collection[str]) -> Covered:
    """The line, no longer "unclassified" if an agent proposed something for the wish or understood it."""
    return replace(line, state="not_served") if line.state == "unclassified" and line.id in heard else line


@dataclass(frozen=True, slots=True)
class Fact:
    """What the Result itself says of a wish that no edit names."""

    verdict: Verdict
    steps: tuple[int, ...] = ()
    """Steps of the Result that had what the wish rules out."""
    left: tuple[Finding, ...] = ()
    """What is still there."""


def refused_wishes(state: ReviewState) -> frozenset[str]:
    """Ids of the wishes of which the person rejected a change, without accepting a rival or own words instead."""
    own = {(one.part, one.slot) for one in state.review.choices.own}
    return frozenset(
        id
        for name, (stage, one) in state.proposals.items()
        if state.status(name) == "rejected"
        and not any(state.status(other) == "accepted" for other in state.rivals(name))
        and (one.op == "insert" or (one.part, stage.spots(one.part)[one.step - 1].slot) not in own)
        for id in one.serves
    )


def in_fact(state: ReviewState) -> Mapping[str, Fact]:
    """By id: fully understood wishes of which the Result lacks some or all that the original had.

    An edit may serve a wish without naming it. For health, the verdict only says that it was looked for.
    """
    must = [one for one in state.review.requirements if one.on and one.kind == "prerequisite"]
    base, draft = state.review.original, state.result.draft
    if not must or draft.procedure == base:
        return {}
    before = find(base, must)
    touched = [one for one in before.each if any(_number(base, draft, at) is None for at in one.places)]
    if not (before.english and any(map(_all_known, touched))):
        return {}
    fresh = {part: [at for at, one in enumerate(draft.part(part), 1) if one.text not in base.part(part)]
             for part in PARTS}  # fmt: skip
    written = {part: tuple(draft.part(part)[at - 1].text for at in fresh[part]) for part in PARTS}
    new = replace(draft.procedure, steps=written["steps"], resources=written["resources"], sections=(), amounts=())
    after = find(new, must)  # unchanged texts still have what they had
    if not after.english:  # too few words to tell the language
        after = find(replace(new, steps=(*new.steps, *base.steps)), must)
    made: dict[str, Fact] = {}
    for one, was, now in zip(must, before.each, after.each, strict=True):
        if was not in touched or not after.english or not _all_known(was):
            continue
        left = [replace(place, step=number) for place in was.places if (number := _number(base, draft, place))]
        mine = (place for place in now.places if place.step <= len(fresh[place.part]))
        left += (replace(place, step=fresh[place.part][place.step - 1]) for place in mine)
        if left or any(wish.in_goal for wish in now.wishes):
            still = (
                Finding(place.step, place.part, one.id, "found", word, place.why, "Tailor")
                for place in left
                for word in not_within((place.word, *place.also))
            )
            if len(left) < len(was.places):
                made[one.id] = Fact("partly", left=tuple(still))
        elif _is_of_health(one, was):
            made[one.id] = Fact("looked_for")
        else:
            index = draft.index("steps")
            there = (index.get(f"s{place.step}") for place in was.places if place.part == "steps")
            made[one.id] = Fact("done", steps=tuple(sorted({number for number in there if number})))
    return made


def _number(base: Procedure, draft: TrackedProcedure, place: Place) -> int | None:
    """The number in the Result of the step or resource of a place, if its text is unchanged; else None."""
    number = draft.index(place.part).get(f"{place.part[0]}{place.step}")
    same = number and draft.part(place.part)[number - 1].text == base.part(place.part)[place.step - 1]
    return number if same else None


def _all_known(found: Found) -> bool:
    """Whether the wish only rules things out, and all that it rules out was looked for."""
    clear = (wish.known and not wish.loose and wish.polarity in RULES_OUT for wish in found.wishes)
    return not found.not_understood and all(clear)


def _is_of_health(wish: Requirement, found: Found) -> bool:
    """Whether it may be about health, and not just one thing: an allergy, a diet, or all kinds of a food."""
    whole = any(group(id) != "equipment" for id in of_all_kinds(wish.text))
    return whole or any(one.polarity == "allergy-or-health" or one.state for one in found.wishes)


def judgements(state: ReviewState) -> Mapping[str, Judged]:
    """The agents' verdict on each wish, by its id, with the steps it mentions renumbered for the Result.

    An "already" is dropped once a step that it mentions is gone.
    """
    index = state.result.draft.index("steps")
    found: dict[str, Judged] = {}
    for stage in state.review.stages:
        now = {number: index.get(spot.slot) for number, spot in enumerate(stage.seen[0], 1)}
        for one in stage.verdicts:
            says, gone = renumber_mentions(one.says, now.get)
            if not (gone and one.verdict == "already"):
                found[one.id] = replace(one, says=says)
    return found


def opinions(state: ReviewState) -> Mapping[str, str]:
    """Why a model thinks that a requirement needs no edit, by its id, as a sentence that says who thinks so."""
    return {id: one.says for id, one in judgements(state).items() if one.says.startswith(MODEL_THINKS)}


def still_told(state: ReviewState, notes: Iterable[str]) -> tuple[str, ...]:
    """The agents' notes without the sentences on where to decide, which are out of date at the end.

    To be called after `as_taken`, whose sentences may contain these.
    """
    return _without(notes, (words for one in _verdicts(state) for words in one.points))


def as_taken(state: ReviewState, notes: Iterable[str], *, undecided: bool = False) -> tuple[str, ...]:
    """The agents' notes without the sentences on edits that were not taken: for them, "left out" is not true.

    `undecided`: keep those on edits that nobody decided on yet.
    """
    stays = ("accepted", "undecided") if undecided else ("accepted",)
    taken, left = dict[str, set[str]](), dict[str, set[str]]()
    for name, (_, one) in state.proposals.items():
        for id in one.serves:
            (taken if state.status(name) in stays else left).setdefault(id, set()).add(one.reason)

    def is_told(words: str, id: str) -> bool:
        """Whether an edit for the wish was taken, and the sentence is not only about others that were not."""
        with_taken, with_left = (any(r and r in words for r in some.get(id, ())) for some in (taken, left))
        return id in taken and (with_taken or not with_left)

    return _without(
        notes, (words for one in _verdicts(state) for words in one.edited if not is_told(words, one.id))
    )


def _verdicts(state: ReviewState) -> Iterator[Judged]:
    return (one for stage in state.review.stages for one in stage.verdicts)


def _without(notes: Iterable[str], sentences: Iterable[str]) -> tuple[str, ...]:
    gone = sorted(sentences, key=len, reverse=True)
    lines = (line for note in notes for line in note.split("\n"))
    kept = (reduce(lambda line, words: line.replace(words, ""), gone, line) for line in lines)
    return tuple(filter(None, (" ".join(line.split()) for line in kept)))


def _verdict(line: Covered, places_now: Collection[PlaceStatus], said: Verdict | None) -> Verdict | None:
    """The verdict on a wish, by its places and edits, else its agent's; None if nobody judged it.

    An agent's word for an edit counts only once the edit is applied.
    """
    if "open" in places_now or (line.edits and line.state == "claimed" and said):
        return "partly" if line.edits else "found"
    if places_now and line.state != "claimed":
        return "done" if line.edits or {*places_now} == {"gone"} else "decided"
    if line.edits:
        return "partly" if said in ("partly", "found") else "done" if said else None
    return said if said in ("found", "already", "looked_for", "not_understood") else None
