"""The review line by line: for screen readers, pipes and terminals without colours (DESIGN 11).

Owns its words and keys. Refuses colours, cursor movement and decisions of its own: whatever was not
decided stays undecided. The rules are the core's (`deciding`), the same as on the screen.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tailor.cli.plain_own import own_step, steps_now
from tailor.core.decisions import accept, reject
from tailor.core.edits import is_deletion
from tailor.core.errors import ContentError
from tailor.core.events import EditProposed
from tailor.core.review import Review, Stage, undo
from tailor.core.review_state import Standing, seen_draft
from tailor.core.transport import Stale, original_draft

HELP = """y  take it
n  leave it out; it does not come back
x  leave it out and say why
e  take it in your own words
s  hear the steps as they stand now
w  change, add or delete a step yourself
u  undo your last decision
q  stop here: what you took counts, the rest stays undecided
?  these lines"""
KEYS = "y n x e s w u q or ?"


@dataclass(frozen=True, slots=True)
class Talk:
    """How to say a line and how to ask for one; an answer of None means that nobody is there any more."""

    say: Callable[[str], None]
    ask: Callable[[str], str | None]
    note: Callable[[Review], None] = lambda _: None
    """Told after each decision, so that none is lost when the program is stopped."""
    always: Callable[[str], None] | None = None
    """Keeps the reason for a no as something that always holds; None: that is not asked."""


def review_lines(review: Review, talk: Talk) -> Review:
    """The review with the person's decisions. Ends with Enter after the last card, with q, or with the input."""
    talk.say(counts(review))
    passed: list[str] = []
    said, noted = "", review
    while True:
        if review.choices != noted.choices:
            talk.note(noted := review)
        waiting = [id for id in Standing(review).undecided if id not in passed]
        card = _card(Standing(review), waiting[0]) if waiting else ""
        if card and card != said:
            talk.say(card)
        said = card
        question = (
            f"Take it, with {KEYS}: "
            if waiting
            else "Nothing more to decide; hear the steps, write one, undo or go on, with s w u or Enter: "
        )
        answer = talk.ask(question)
        key = "q" if answer is None else answer.strip().lower()[:1]  # an Enter too many stops nothing
        if key == "q" or (not waiting and not key):
            return review
        review = _moved(review, key, waiting, talk, passed)
        said = "" if key in ("s", "?") else said


def _moved(review: Review, key: str, waiting: list[str], talk: Talk, passed: list[str]) -> Review:
    """What one key does; the first of `waiting` is asked about."""
    match key, waiting:
        case "y", [id, *_]:
            return _take(review, id, None, talk, passed)
        case "e", [id, *_]:
            words = talk.ask("Write your own words on one line and press Enter, or only Enter to go back: ")
            return _take(review, id, words, talk, passed) if words and words.strip() else review
        case "n", [id, *_]:
            return reject(review, [id]).review
        case "x", [id, *_]:
            return reject(review, [id], _reason(talk)).review
        case "u", _:
            passed.clear()
            return _undone(review, talk)
        case "w", _:
            return own_step(review, talk)
        case "s", _:
            talk.say(steps_now(review))
        case "?", _:
            talk.say(HELP)
        case _:
            talk.say(f"That is none of the keys {KEYS if waiting else 's w u Enter'}")
    return review


def _reason(talk: Talk) -> str:
    """Why not, in the person's words; kept as what always holds where they say so."""
    words = (talk.ask("Why not, on one line and Enter, or only Enter for no reason: ") or "").strip()
    if words and talk.always is not None:
        answer = talk.ask("Should that always hold for you, with y or n: ") or "n"
        if answer.strip().lower()[:1] == "y":
            talk.always(words)
    return words


def counts(review: Review) -> str:
    """How many edits there are, of which kind, before the first is shown."""
    standing = Standing(review)
    edits = [standing.proposals[id][1] for id in standing.undecided]
    if not edits:
        return "There is nothing to decide: no edit is open."
    deleted = sum(is_deletion(one.edit) for one in edits)
    new = sum(one.op == "insert" for one in edits)
    kinds = {"changed": len(edits) - deleted - new, "new": new, "to delete": deleted}
    words = ", ".join(f"{number} {word}" for word, number in kinds.items() if number)
    close = sum(one.level == "must" for one in edits)
    more = f" {close} need{'s' if close == 1 else ''} a close look." if close else ""
    plural = "edit" if len(edits) == 1 else "edits"
    return f'{len(edits)} {plural} for "{review.original.goal}": {words}.{more}'


def _card(standing: Standing, id: str) -> str:
    """One edit in words: what it is about, was and now, why, and what to look at."""
    stage, one = standing.proposals[id]
    name, text = _about(standing, stage, one)
    done = len(standing.proposals) - len(standing.undecided)
    lines = ["", f"{done + 1} of {len(standing.proposals)}. {_headline(one, name)} ({one.agent}, {id})"]
    if one.op == "insert":
        lines += [f"  after: {text}"] if one.step else []
        lines.append(f"  new: {one.text}")
    else:
        lines += [f"  was: {text}", f"  now: {one.text or '(nothing)'}"]
    if one.reason:
        lines.append(f"  because: {one.reason}")
    known = {need.id: need.words for need in standing.review.requirements}
    if one.serves:
        lines.append("  for: " + "; ".join(f"{need} {known.get(need, '')}".strip() for need in one.serves))
    if one.tripwires:
        lines.append(("  look closely: " if one.level == "must" else "  look: ") + "; ".join(one.tripwires))
    if why := _why_not(standing, id):
        lines.append(f"  it no longer fits: {why}")
    return "\n".join(lines)


def _about(standing: Standing, stage: Stage, one: EditProposed) -> tuple[str, str]:
    """The step an edit is about or follows, called by its number in the original, and the text it has now.

    The number an agent saw means nothing to a person: it counts what other edits made.
    """
    noun = "step" if one.part == "steps" else "resource"
    if not one.step:
        return f"the first {noun}", ""
    spot = seen_draft(standing.review, stage).part(one.part)[one.step - 1]
    now = standing.plain_result.draft
    place = now.index(one.part).get(spot.slot)
    number = original_draft(standing.review.original).index(one.part).get(spot.slot)
    return f"{noun} {number}" if number else f"the new {noun}", now.part(one.part)[
        place - 1
    ].text if place else spot.text


def _headline(one: EditProposed, name: str) -> str:
    if one.op == "insert":
        noun = "step" if one.part == "steps" else "resource"
        return f"New {noun} {'after' if one.step else 'before'} {name}"
    return f"{'Delete' if is_deletion(one.edit) else 'Change'} {name}"


def _why_not(standing: Standing, id: str) -> str:
    """Why an edit no longer fits, in plain words; "" where it does."""
    out = [need for need in standing.needs(id) if standing.status(need) == "rejected"]
    why = standing.why_not(id)
    return f"it was written for {', '.join(out)}, which you left out" if why and out else why


def _take(review: Review, id: str, words: str | None, talk: Talk, passed: list[str]) -> Review:
    """The review with the edit taken; one whose place is gone only after a question."""
    standing = Standing(review)
    place = standing.place(id)
    forced = isinstance(place, Stale) and place.nearest is not None
    if forced and not _insists(standing, id, talk):
        talk.say("Not taken; it is still open.")
        return review
    try:
        move = accept(review, id, own=words, anyway=forced)
    except ContentError as error:
        talk.say(error.message)
        if words is None:
            passed.append(id)
        return review
    if move.says:
        talk.say(move.says)
    return move.review


def _insists(standing: Standing, id: str, talk: Talk) -> bool:
    """Whether the person takes it although its place is gone; a new step is told where it goes (rule 4)."""
    stage, one = standing.proposals[id]
    if one.op == "insert":
        now = {spot.slot: spot.text for spot in standing.plain_result.draft.part(one.part)}
        above = reversed(seen_draft(standing.review, stage).part(one.part)[: one.step])
        text = next((now[spot.slot] for spot in above if spot.slot in now), "")
        talk.say(f"  It would go after: {text}" if text else "  It would come first.")
    return (talk.ask("It no longer fits. Take it anyway, with y or n: ") or "n").strip().lower()[:1] == "y"


def _undone(review: Review, talk: Talk) -> Review:
    before = undo(review)
    talk.say("Your last decision is undone." if before is not review else "There is nothing to undo.")
    return before
