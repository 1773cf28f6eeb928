"""`tailor review`: a recorded run, opened again with every decision; and a review line by line for all commands.

No model is asked.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import click

from tailor.cli.config import add_lines
from tailor.cli.finish import OutputOptions, finish
from tailor.cli.input import FORMAT, JSON, CommandContext, number_in, only_one_format, read_line
from tailor.cli.output import harmless, put_json, put_row, say, say_error
from tailor.cli.progress import say_how_to_go_on
from tailor.core.decisions import accept, own_edit, reject
from tailor.core.edits import is_deletion
from tailor.core.errors import ContentError, TailorError
from tailor.core.events import EditProposed
from tailor.core.review import Decisions, Review, Stage, undo
from tailor.core.review_rows import Row, rows
from tailor.core.review_state import ReviewState, tracked_seen
from tailor.core.text import counted
from tailor.core.transport import Stale, tracked_original
from tailor.library.entries import LibraryEntry
from tailor.library.formats import criticmarkup as critic
from tailor.library.lineage import last_saved, was_saved_from
from tailor.runs.history import StoredRun, of_rounds, open_run, stored_runs
from tailor.runs.session import RunSession
from tailor.workspace import Workspace


@click.command("review")
@click.argument("id", required=False)
@click.option("--plain", is_flag=True, help="Decide line by line: y n x e s w u q ?")
@click.option("--save", is_flag=True, help="Keep the result in the library; line by line.")
@click.option(
    "--marked", default=None, metavar="FILE", help="Decisions from a file of `tailor export ID --review`."
)
@FORMAT
@JSON
@click.pass_context
def review(
    context: click.Context,
    id: str | None,
    plain: bool,
    save: bool,
    marked: str | None,
    format: str | None,
    json: bool,
) -> None:
    """Go on deciding on the kept run ID; without ID, list the kept runs.

    ID may also be a procedure of your library that such a run made.
    """
    only_one_format(format, json)
    command = context.ensure_object(CommandContext)
    if id is None:
        for run, goal, hint in stored_runs(command.workspace.paths.runs):
            if json:
                put_json({"id": run, "goal": goal, "hint": hint})
            else:
                put_row(run, goal, hint)
        return
    kept, saved = _opened(command.workspace, id)
    if command.has_screens and not (plain or save or marked or format or json):
        from tailor.cli.open_app import review as on_screen

        context.exit(on_screen(kept, saved))
    session = RunSession.reopen(command.workspace, kept, saved, origin="imported")
    decided = (
        _marked(command, kept.review, marked)
        if marked
        else review_in_terminal(command.workspace, _open(kept), session)
    )
    wanted = OutputOptions(save=save, format=format, json=json)
    context.exit(finish(session, kept.events, decided, wanted))


def _open(kept: StoredRun) -> Review:
    """The review line by line: a critic's rounds, taken by the run itself, are asked about one by one."""
    fresh = of_rounds(kept.events) and not kept.review.past
    return replace(kept.review, choices=Decisions()) if fresh else kept.review


def _marked(command: CommandContext, review: Review, file: str) -> Review:
    """The review as a file of CriticMarkup decides; what it leaves open, or says beside, is told."""
    back = critic.read(command.text(file, "the decisions"), review)
    before = sum(back.review.decision(id) is not None for id in back.waiting)
    kept = f", {before} as decided before" if before else ""
    left = len(back.waiting) - before
    say(f"{len(back.accepted)} accepted, {len(back.rejected)} rejected, {left} still open{kept}.")
    for line in back.unread:
        say(f"  not taken, because no edit is there: {line}")
    return back.review


def review_in_terminal(workspace: Workspace | None, review: Review, session: RunSession | None = None) -> Review:
    """The review after a person decided line by line, on standard input; questions go to stderr.

    Each decision is recorded at once: Ctrl+C loses none. Without `workspace`, as in a demo, no reason can become
    what always holds.
    """

    def always(workspace: Workspace, words: str) -> None:
        try:
            add_lines(workspace, next(iter(workspace.config.use), "me"), (words,))
        except TailorError as error:
            say_error(error)

    note = (lambda now: session.note(now.choices)) if session else (lambda _: None)
    with say_how_to_go_on(session):
        keep = partial(always, workspace) if workspace else None
        return review_line_by_line(review, Terminal(say, ask, note, keep))


def ask(question: str, seconds: float | None = None) -> str | None:
    """One line from standard input; None at its end. TimeoutError where none comes within `seconds`."""
    sys.stderr.write(harmless(question))
    sys.stderr.flush()
    try:
        line = read_line(seconds)
    except (TimeoutError, KeyboardInterrupt):
        sys.stderr.write("\n")
        raise
    if line is None or not sys.stdin.isatty():  # no Enter was echoed
        sys.stderr.write("\n")
    return line


def _opened(workspace: Workspace, id: str) -> tuple[StoredRun, LibraryEntry | None]:
    """The kept run of this id, or that made this procedure of the library; and what was saved of it before."""
    found = workspace.library.find(id)
    named = workspace.library.load(found) if found else None
    made = named.made if named else None
    kept = open_run(workspace.paths.runs, made.run if made and made.run else id)
    if named and made and made.run and was_saved_from(named.entry, kept.review):
        return kept, named.entry
    return kept, last_saved(workspace.library, kept.review, kept.id)


def steps_now(review: Review) -> str:
    """How many steps there are, and each with its number, as they stand with what was taken."""
    there = _there(review)
    head = f"{counted(len(there), 'step')} as they stand now:"
    return "\n".join([head, *(f"  {number}. {row.text}" for number, row in enumerate(there, 1))])


def own_step(review: Review, talk: "Terminal") -> Review:
    """The review with a step changed, added or taken away by the person; as it was where they go back."""
    there = _there(review)
    answer = talk.ask(f"Which step, with a number from 1 to {len(there)}, or 0 for one before the first: ")
    number = number_in(answer, len(there))
    if number is None:
        talk.say("There is no such step, so nothing changed.")
        return review
    row = there[number - 1] if number else None
    what = "a"
    if row is not None:
        talk.say(f"  was: {row.text}")
        question = "Change it, add one after it, or delete it, with c a d, or only Enter to go back: "
        what = (talk.ask(question) or "").strip().lower()[:1]
    return _made(review, talk, row, what) if what in ("c", "a", "d") else review


def _made(review: Review, talk: "Terminal", row: Row | None, what: str) -> Review:
    words: str | None = ""
    if what != "d":
        words = talk.ask("Write it on one line and press Enter, or only Enter to go back: ")
        if not words or not words.strip():
            return review
    op: Literal["insert", "replace"] = "insert" if what == "a" else "replace"
    try:
        now = own_edit(review, op, row.slot if row else "", words or "").review
    except ContentError as error:
        talk.say(error.message)
        return review
    talk.say(f"  now: {words or '(nothing)'}")
    return now


def _there(review: Review) -> list[Row]:
    """The steps that are in the result, in their order."""
    return [row for row in rows(ReviewState(review)) if row.text is not None]


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
class Terminal:
    """How to say a line and how to ask for one; an answer of None means that nobody is there any more."""

    say: Callable[[str], None]
    ask: Callable[[str], str | None]
    note: Callable[[Review], None] = lambda _: None
    """Told after each decision, so that none is lost when the program is stopped."""
    always: Callable[[str], None] | None = None
    """Keeps the reason for a no as something that always holds; None: that is not asked."""


def review_line_by_line(review: Review, talk: Terminal) -> Review:
    """The review with the person's decisions. Ends with Enter after the last card, with q, or with the input."""
    talk.say(counts(review))
    passed: list[str] = []
    said, noted = "", review
    while True:
        if review.choices != noted.choices:
            talk.note(noted := review)
        waiting = [id for id in ReviewState(review).undecided if id not in passed]
        card = _card(ReviewState(review), waiting[0]) if waiting else ""
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


def _moved(review: Review, key: str, waiting: list[str], talk: Terminal, passed: list[str]) -> Review:
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


def _reason(talk: Terminal) -> str:
    """Why not, in the person's words; kept as what always holds where they say so."""
    words = (talk.ask("Why not, on one line and Enter, or only Enter for no reason: ") or "").strip()
    if words and talk.always is not None:
        answer = talk.ask("Should that always hold for you, with y or n: ") or "n"
        if answer.strip().lower()[:1] == "y":
            talk.always(words)
    return words


def counts(review: Review) -> str:
    """How many edits there are, of which kind, before the first is shown."""
    standing = ReviewState(review)
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


def _card(standing: ReviewState, id: str) -> str:
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


def _about(standing: ReviewState, stage: Stage, one: EditProposed) -> tuple[str, str]:
    """The step an edit is about or follows, called by its number in the original, and the text it has now.

    The number an agent saw means nothing to a person: it counts what other edits made.
    """
    noun = "step" if one.part == "steps" else "resource"
    if not one.step:
        return f"the first {noun}", ""
    spot = tracked_seen(standing.review, stage).part(one.part)[one.step - 1]
    now = standing.plain_result.draft
    place = now.index(one.part).get(spot.slot)
    number = tracked_original(standing.review.original).index(one.part).get(spot.slot)
    return f"{noun} {number}" if number else f"the new {noun}", now.part(one.part)[
        place - 1
    ].text if place else spot.text


def _headline(one: EditProposed, name: str) -> str:
    if one.op == "insert":
        noun = "step" if one.part == "steps" else "resource"
        return f"New {noun} {'after' if one.step else 'before'} {name}"
    return f"{'Delete' if is_deletion(one.edit) else 'Change'} {name}"


def _why_not(standing: ReviewState, id: str) -> str:
    """Why an edit no longer fits, in plain words; "" where it does."""
    out = [need for need in standing.needs[id] if standing.status(need) == "rejected"]
    why = standing.why_not(id)
    return f"it was written for {', '.join(out)}, which you left out" if why and out else why


def _take(review: Review, id: str, words: str | None, talk: Terminal, passed: list[str]) -> Review:
    """The review with the edit taken; one whose place is gone only after a question."""
    standing = ReviewState(review)
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


def _insists(standing: ReviewState, id: str, talk: Terminal) -> bool:
    """Whether the person takes it although its place is gone; a new step is told where it goes (rule 4)."""
    stage, one = standing.proposals[id]
    if one.op == "insert":
        now = {spot.slot: spot.text for spot in standing.plain_result.draft.part(one.part)}
        above = reversed(tracked_seen(standing.review, stage).part(one.part)[: one.step])
        text = next((now[spot.slot] for spot in above if spot.slot in now), "")
        talk.say(f"  It would go after: {text}" if text else "  It would come first.")
    return (talk.ask("It no longer fits. Take it anyway, with y or n: ") or "n").strip().lower()[:1] == "y"


def _undone(review: Review, talk: Terminal) -> Review:
    before = undo(review)
    talk.say("Your last decision is undone." if before is not review else "There is nothing to undo.")
    return before
