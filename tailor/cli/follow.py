"""`tailor follow`: a procedure step by step, on the screens or line by line.

Every question is one sentence that ends in its keys; each answer keeps the place.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import click

from tailor.cli.input import CommandContext, number_in, yes_or_no
from tailor.cli.output import say
from tailor.cli.progress import listen
from tailor.cli.review import ask, review_in_terminal
from tailor.core import following as moves
from tailor.core.durations import durations
from tailor.core.errors import TailorError
from tailor.core.events import EditProposed, Event, Failed
from tailor.core.following import Following, ago_words, clock_words
from tailor.core.procedure import Procedure
from tailor.core.report import remarks
from tailor.core.review import Review
from tailor.core.review_state import ReviewState, fold_all
from tailor.core.text import counted
from tailor.library.progress import ProgressStore
from tailor.runs.follow import end_following, progress_store, saved_progress, tell_memory
from tailor.runs.session import Rescue, RunSession, rescue_session
from tailor.workspace import Workspace

HELP = """y  done, and on to the next step
n  next step, without checking this one off
b  back one step
g  go to a step by its number
t  start the timer this step speaks of
l  the timers that run, and how long they still have
m  a note on this step
w  what you need
r  rescue: something is missing or went wrong
u  this step is not done after all
f  finish now, although steps are left
q  stop here; your place is kept
?  these lines"""
KEYS = "y n b g t l m w r u f q or ?"


@click.command("follow")
@click.argument("id")
@click.option("--plain", is_flag=True, help="Line by line, without screens.")
@click.pass_context
def follow(context: click.Context, id: str, plain: bool) -> None:
    """Carry out a procedure step by step; your place, timers and notes are kept.

    ID is a procedure of your library, starter.NAME or a file.
    """
    command = context.ensure_object(CommandContext)
    procedure = command.open(id).procedure
    if command.has_screens and not plain:
        from tailor.cli.open_app import follow as on_screen

        context.exit(on_screen(procedure))
    follow_plainly(command.workspace, procedure)


def follow_plainly(workspace: Workspace, procedure: Procedure) -> None:
    """Follows line by line from the kept place on, to the end and what came of it. ContentError without steps."""
    kept = progress_store(workspace.paths)
    following, words = saved_progress(kept, procedure, time.time())
    if words:
        say(words)
    lines = FollowTerminal(say, ask, time.time, _bell, lambda one: rescued_lines(workspace, one))
    if (end := follow_lines(following, lines, kept)) is not None:
        finished(workspace, procedure, end, lines)


def _bell() -> None:
    """A bell, where somebody sits who hears it."""
    if sys.stderr.isatty():
        sys.stderr.write("\a")
        sys.stderr.flush()


@dataclass(frozen=True, slots=True)
class FollowTerminal:
    """How to say a line and how to ask for one, what time it is, and what leads out of the steps."""

    say: Callable[[str], None]
    ask: Callable[[str, float | None], str | None]
    """A question, and how many seconds to wait for its answer (None: as long as it takes); None where nobody is
    there any more. TimeoutError when the seconds are over."""
    clock: Callable[[], float]
    bell: Callable[[], None] = lambda: None
    rescue: Callable[[Following], Following] | None = None
    """A rescue half-way; None: there is none here."""


def follow_lines(following: Following, lines: FollowTerminal, kept: ProgressStore) -> Following | None:
    """Follows until the last step is done or f; None after q or the end of input. Each answer keeps the place."""
    said = 0
    lines.say(f'"{following.procedure.goal}", {counted(following.count, "step")}, {len(following.done)} done.')
    if not following.done:
        lines.say(_needs(following))
    while not following.finished:
        if said != following.at:
            lines.say(step_words(following))
            said = following.at
        following, answer = _heard(following, lines, kept, f"Is this step done, with {KEYS}: ")
        key = "q" if answer is None else answer.strip().lower()[:1]  # an Enter too many stops nothing
        if key == "q":
            _goodbye(following, lines, kept)
            return None
        if key == "f" and _means_it(following, lines):
            break
        before, following = following, _answered(following, key, lines)
        if following != before:
            following = _keep(following, before, lines, kept)
        said = 0 if key in ("u", "m", "r") else said
    lines.say("Every step is done." if following.finished else "Finished early.")
    return following


def _heard(
    following: Following, lines: FollowTerminal, kept: ProgressStore, question: str
) -> tuple[Following, str | None]:
    """The answer; a timer that ends while nobody answers is said at once, then the question again."""
    while True:
        before = following
        following, over = _rung(before, lines)
        if over:
            following = _keep(following, before, lines, kept)
        due = moves.next_ring(following)
        try:
            return following, lines.ask(question, None if due is None else max(due - lines.clock(), 0.0))
        except TimeoutError:
            continue


def _keep(following: Following, before: Following, lines: FollowTerminal, kept: ProgressStore) -> Following:
    """The place as it is kept, with what another window noted since it was as `before`.

    Where keeping fails it is said, and the steps go on.
    """
    try:
        return kept.keep_beside(following, before)
    except TailorError as error:
        lines.say(f"{error.title}: {error.message}")
        return following


def _goodbye(following: Following, lines: FollowTerminal, kept: ProgressStore) -> None:
    kept.keep_beside(following, following)
    lines.say(f"Your place is kept: step {following.at} of {following.count}, {len(following.done)} done.")
    if moves.next_ring(following) is not None:
        lines.say("Your timers run on; what ended meanwhile is said when you come back.")


def _means_it(following: Following, lines: FollowTerminal) -> bool:
    left = following.count - len(following.done)
    question = f"{left} step{' is' if left == 1 else 's are'} not done; finish all the same, with y or n: "
    return (lines.ask(question, None) or "n").strip().lower()[:1] == "y"


def _answered(following: Following, key: str, lines: FollowTerminal) -> Following:
    """What one key does."""
    match key:
        case "y":
            return moves.check(following)
        case "n":
            return moves.go(following, following.at + 1)
        case "b":
            return moves.go(following, following.at - 1)
        case "u":
            return moves.uncheck(following)
        case "g":
            answer = lines.ask(f"Go to which step, a number from 1 to {following.count} and Enter: ", None)
            number = number_in(answer)
            return following if number is None else moves.go(following, number)
        case "m":
            words = lines.ask("Write your note on one line and press Enter: ", None)
            return following if words is None else moves.with_note(following, words)
        case "t":
            return _timer(following, lines)
        case "r" if lines.rescue is not None:
            return lines.rescue(following)
        case "l":
            lines.say(timer_words(following, lines.clock()))
        case "w":
            lines.say(_needs(following))
        case "?":
            lines.say(HELP)
        case "f":
            pass  # asked about already, and not meant
        case _:
            lines.say(f"That is none of the keys {KEYS}")
    return following


def _timer(following: Following, lines: FollowTerminal) -> Following:
    """Starts the first time of the step that no timer runs for; asks for one where the step names none."""
    found = moves.offered(following)
    if not found:
        words = lines.ask("For how long, as in 10 minutes, and Enter: ", None) or ""
        found = tuple(durations(f"{words} minutes" if words.strip().isdecimal() else words))
    if not found:
        lines.say("No time could be read in that, so no timer runs.")
        return following
    try:
        now = moves.start(following, found[0], lines.clock())
    except TailorError as error:
        lines.say(error.message)
        return following
    lines.say(f"The timer for {found[0].words} runs; its end is said here.")
    return now


def _rung(following: Following, lines: FollowTerminal) -> tuple[Following, bool]:
    """Says what is over, each timer once, and whether there was any."""
    now = lines.clock()
    following, over = moves.ring(following, now)
    for timer in over:
        late = f", {ago_words(-timer.left(now))} ago" if timer.left(now) <= -1 else ""
        lines.say(f"Time is up{late}: step {timer.step}, {timer.words}.")
        following = moves.stop(following, timer.number)
    if over:
        lines.bell()
    return following, bool(over)


def timer_words(following: Following, now: float) -> str:
    """How many timers there are, and each with what it has left."""
    if not following.timers:
        return "No timer runs."
    count = len(following.timers)
    rows = [f"{count} timer{'' if count == 1 else 's'}:"]
    for timer in following.timers:
        held = ", held" if timer.held is not None else ""
        rows.append(f"  step {timer.step}, {timer.words}: {clock_words(max(timer.left(now), 0.0))} left{held}")
    return "\n".join(rows)


def _needs(following: Following) -> str:
    needs = following.procedure.resources
    if not needs:
        return "Nothing is listed that you need."
    return "\n".join(
        [f"You need {len(needs)} thing{'' if len(needs) == 1 else 's'}:", *(f"  {need}" for need in needs)]
    )


def step_words(following: Following) -> str:
    """The step one is at, with its note and the times that run."""
    done = " (done)" if following.at in following.done else ""
    rows = ["", f"Step {following.at} of {following.count}{done}: {following.step}"]
    if note := following.note_of(following.at):
        rows.append(f"  your note: {note}")
    if offered := moves.offered(following):
        rows.append(f"  t starts a timer: {offered[0].words}")
    return "\n".join(rows)


def finished(workspace: Workspace, original: Procedure, one: Following, lines: FollowTerminal) -> None:
    """Asks how it went and keeps it. DamagedError, SaveError: the place is still there then."""
    id = one.id
    rating = _rating(lines)
    words = lines.ask("A word for next time, on one line and Enter, or only Enter for none: ", None) or ""
    keep = one.procedure.steps != original.steps and _keeps(one, lines)
    now = lines.clock()
    one = end_following(workspace.library, original, one, rating=rating, words=words, keep=keep, now=now)
    if keep:
        lines.say(f"Saved as {one.id}.")
    progress_store(workspace.paths).forget(id)
    lines.say("Kept: how it went stands beside the procedure in your library.")
    asyncio.run(_tell(workspace, one.id, rating, lines))


def _rating(lines: FollowTerminal) -> int | None:
    """1 to 5; None where none is given."""
    question = "How did it go, with a number from 5 (just like that again) to 1 (did not work), or only Enter: "
    while answer := (lines.ask(question, None) or "").strip():
        if answer in ("1", "2", "3", "4", "5"):
            return int(answer)
        lines.say("That is no number from 1 to 5.")
    return None


def _keeps(one: Following, lines: FollowTerminal) -> bool:
    """Also where nobody is there any more to answer: with the place, the only other copy of them goes."""
    said = "; ".join(one.rescues)
    question = f"You changed steps on the way ({said}); keep them as your own variant, with y or n: "
    return yes_or_no(question, lambda words: lines.ask(words, None), lines.say) is not False


async def _tell(workspace: Workspace, id: str, rating: int | None, lines: FollowTerminal) -> None:
    """Tells the memory, so that it prefers what worked; a rebuild reads it from the files where this fails."""
    try:
        async with workspace.open_memory() as memory:
            await tell_memory(memory, workspace.library, id, rating)
    except TailorError as error:
        lines.say(f"The memory does not know of it yet: {error.message}")


def rescued_lines(workspace: Workspace, following: Following) -> Following:
    """Going on with the changes the person took; as it was where there are none, or something failed."""
    words = ask("What is wrong, in a few words and Enter, or only Enter to go back: ")
    if not words or not words.strip():
        return following
    try:
        session = rescue_session(workspace, following, words)
        session.find_backend = workspace.backend
        try:
            events = asyncio.run(listen(session.events(), watched=True))
        except KeyboardInterrupt:
            say("Stopped. The steps stay as they are.")
            return following
        review = _reviewed(session, events)
        if review is None:
            return following
        if ReviewState(review).result.draft.procedure == review.original:
            say("Nothing was taken, so the steps stay as they are.")
            return following
        now = Rescue(following).taken(review, session.request.hint)
    except TailorError as error:
        say(f"{error.message} The steps stay as they are.")
        return following
    say("The steps ahead are changed; what is done stays as it is.")
    return now


def _reviewed(session: RunSession, events: tuple[Event, ...]) -> Review | None:
    """The review with the person's decisions; None where nothing was proposed, which is said with the reason."""
    last = events[-1]
    failed = last if isinstance(last, Failed) else None
    for remark in remarks(events):
        if failed is None or remark != failed.message:  # the stage that failed says the same
            say(remark)
    if failed is not None:
        say(f"{failed.title}: {failed.message}")
    if not any(isinstance(event, EditProposed) for event in events):
        say("Nothing was proposed, so the steps stay as they are.")
        return None
    return review_in_terminal(session.workspace, fold_all(session.request.procedure, events), session)
