"""`tailor follow`: a procedure step by step, on the screens or line by line.

Owns the way there and the words of the line mode. Refuses the moves (`core.following`) and colours; every question
is one sentence that ends in its keys.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from tailor.cli.setup import Setup
from tailor.core import following as moves
from tailor.core.durations import durations
from tailor.core.errors import TailorError
from tailor.core.following import Following, clock_words

if TYPE_CHECKING:
    from tailor.library.places_kept import PlacesKept

HELP = """y  done, and on to the next step
n  next step, without checking this one off
b  back one step
g  go to a step by its number
t  start the timer this step speaks of
m  a note on this step
u  this step is not done after all
q  stop here; your place is kept
?  these lines"""


@click.command("follow")
@click.argument("id")
@click.option("--plain", is_flag=True, help="Line by line, without screens.")
@click.pass_context
def follow(context: click.Context, id: str, plain: bool) -> None:
    """Carry out a procedure step by step; your place, timers and notes are kept.

    ID is a procedure of your library, starter.NAME or a file.
    """
    setup = context.ensure_object(Setup)
    procedure = setup.open(id).procedure
    if setup.has_screens and not plain:
        from tailor.cli.following_onscreen import follow as on_screen

        context.exit(on_screen(procedure))
    from tailor.cli.out import say
    from tailor.cli.reviewing import ask
    from tailor.places_of_following import place_of, places_kept

    kept = places_kept(setup.places)
    following, words = place_of(kept, procedure, time.time())
    if words:
        say(words)
    follow_lines(following, Lines(say, ask, time.time), kept)


@dataclass(frozen=True, slots=True)
class Lines:
    """How to say a line, how to ask for one (None: nobody is there any more), and what time it is."""

    say: Callable[[str], None]
    ask: Callable[[str], str | None]
    clock: Callable[[], float]


def follow_lines(following: Following, lines: Lines, kept: "PlacesKept") -> Following:
    """Follows until the last step is done, q, or the end of input; the place is kept after every answer."""
    said = 0
    lines.say(f'"{following.procedure.goal}", {following.count} steps, {len(following.done)} done.')
    for need in following.procedure.resources if not following.done else ():
        lines.say(f"  you need: {need}")
    while not following.finished:
        if said != following.at:
            lines.say(step_words(following))
            said = following.at
        following = _rung(following, lines)
        answer = (lines.ask("Is this step done, with y n b g t m u q or ?: ") or "q").strip().lower()[:1]
        if answer == "q":
            break
        before = following
        following = _rung(_answered(following, answer, lines), lines)
        if following != before:
            kept.keep(following)
        said = 0 if answer in ("u", "m") else said
    _goodbye(following, lines, kept)
    return following


def _goodbye(following: Following, lines: Lines, kept: "PlacesKept") -> None:
    if following.finished:
        kept.forget(following.id)
        lines.say("Every step is done.")
        return
    kept.keep(following)
    lines.say(f"Your place is kept: step {following.at} of {following.count}, {len(following.done)} done.")


def _answered(following: Following, answer: str, lines: Lines) -> Following:
    """What one key does."""
    match answer:
        case "y":
            return moves.check(following)
        case "n":
            return moves.go(following, following.at + 1)
        case "b":
            return moves.go(following, following.at - 1)
        case "u":
            return moves.uncheck(following)
        case "g":
            number = lines.ask(f"Go to which step, with a number from 1 to {following.count} and Enter: ") or ""
            return moves.go(following, int(number)) if number.strip().isdecimal() else following
        case "m":
            words = lines.ask("Write your note on one line and press Enter: ")
            return following if words is None else moves.with_note(following, words)
        case "t":
            return _timer(following, lines)
        case "?":
            lines.say(HELP)
        case _:
            lines.say("That is none of the keys y n b g t m u q ?")
    return following


def _timer(following: Following, lines: Lines) -> Following:
    """Starts the first time of the step that no timer runs for; asks for one where the step names none."""
    running = [timer.words for timer in following.timers if timer.step == following.at]
    found = [one for one in durations(following.step) if one.words not in running]
    if not found:
        words = lines.ask("For how long, as in 10 minutes, and Enter: ") or ""
        found = list(durations(f"{words} minutes" if words.strip().isdecimal() else words))
    if not found:
        lines.say("No time could be read in that, so no timer runs.")
        return following
    try:
        now = moves.start(following, found[0], lines.clock())
    except TailorError as error:
        lines.say(error.message)
        return following
    lines.say(f"The timer for {found[0].words} runs; it tells you at the next question after its end.")
    return now


def _rung(following: Following, lines: Lines) -> Following:
    """Says what is over; each timer once."""
    now = lines.clock()
    following, over = moves.ring(following, now)
    for timer in over:
        late = f", {clock_words(-timer.left(now))} ago" if timer.left(now) <= -1 else ""
        lines.say(f"Time is up{late}: step {timer.step}, {timer.words}.")
        following = moves.stop(following, timer.number)
    return following


def step_words(following: Following) -> str:
    """The step one is at, with its note and the times that run."""
    done = " (done)" if following.at in following.done else ""
    rows = ["", f"Step {following.at} of {following.count}{done}: {following.step}"]
    if note := following.note_of(following.at):
        rows.append(f"  your note: {note}")
    if offered := [one.words for one in durations(following.step)]:
        rows.append(f"  t starts a timer: {offered[0]}")
    return "\n".join(rows)
