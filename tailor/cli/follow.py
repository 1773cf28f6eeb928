"""`tailor follow`: a procedure step by step, on the screens or line by line.

Every question is one sentence that ends with its keys; each answer saves the place.
"""

import sys
from collections.abc import Sequence
from time import time

import click

from tailor.cli.console import Exit, ask, ask_words, ask_yes, key_of, number_in, say, say_error, useful, vain
from tailor.cli.options import Command, CommandContext
from tailor.cli.review import review_in_terminal
from tailor.cli.run import RunOptions, listen, unheard
from tailor.core import following as moves
from tailor.core.dangers import Caution, cautions, cautions_of_rescues, split_notes
from tailor.core.durations import typed_duration
from tailor.core.errors import TailorError
from tailor.core.events import EditProposed, Event, Failed, PlaceFound
from tailor.core.following import Following, ago_words, clock_words, lost_in_notes
from tailor.core.listed_amounts import amounts_of
from tailor.core.procedure import Procedure
from tailor.core.report import remarks
from tailor.core.review import Review
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tailor.core.text import clean, counted
from tailor.library.progress import PlaceKeeper, progress_store
from tailor.runs.follow import (
    WayChange,
    changes_on_the_way,
    end_following,
    leave_place,
    saved_progress,
    saved_words,
    tell_memory,
)
from tailor.runs.saved_wishes import unmet_wishes
from tailor.runs.session import Rescue, RunSession, rescue_session
from tailor.runs.unfinished import with_left_rescue
from tailor.threads import run_to_end
from tailor.workspace import Workspace

HELP = """y  done, go to the next step
n  next step, without ticking this one (j works too, as on screen)
b  back one step (k works too)
g  go to a step by its number
t  start the timer this step mentions
l  list the running timers and the time left
m  add a note to this step
w  what you need
r  rescue: something is missing or went wrong
u  untick this step
f  finish now, even with steps left
q  stop here (your place is kept)
?  show this help"""
HELPED = " (this time only)"
TIMERS_GO_ON = "Your timers keep running. When you come back, you will see which have ended."
KEYS = "y n b g t l m w r u f q or ?"


@click.command("follow", cls=Command)
@click.argument("id")
@click.option("--plain", is_flag=True, help="Line by line, without screens.")
@click.pass_obj
def follow(command: CommandContext, id: str, plain: bool) -> int:
    """Follow a how-to step by step; your place, timers and notes are kept.

    ID is a how-to in your library, starter.NAME or a file.
    """
    procedure = command.open(id).procedure
    if command.has_screens and not plain:
        from tailor.cli.open_app import follow as on_screen

        return on_screen(procedure)
    follow_plainly(command.workspace, procedure)
    return Exit.DONE


def follow_plainly(workspace: Workspace, procedure: Procedure) -> None:
    """Follow line by line from the saved place to the end, and ask how it went. ContentError without steps."""
    following, words = saved_progress(progress_store(workspace.paths), procedure, time(), workspace.paths.library)
    if words:
        say(words)
    lines = FollowLines(workspace, following)
    if lines.follow():
        lines.end()


class FollowLines:
    """A procedure that a person follows line by line; each answer saves the place."""

    def __init__(self, workspace: Workspace, following: Following) -> None:
        self.workspace, self.place = workspace, following
        self._unmet = unmet_wishes(workspace, following.id, following.procedure)
        self._kept = progress_store(workspace.paths)
        self._keeper = PlaceKeeper(self._kept, following)

    def follow(self) -> bool:
        """Ask until the last step is done or f; False after q or the end of input."""
        said: tuple[int, str] | None = None
        made = self.place.procedure
        much = f", {made.yields}" if made.yields else ""
        say(f'"{made.goal}"{much}, {counted(self.place.count, "step")}, {len(self.place.done)} done.')
        for one in self._cautions:
            say(f"! {one.says}")
        if not self.place.done:
            say(_needs(self.place))
            if notes := split_notes(made.notes)[1]:
                say(f"Notes: {notes}")
        while not self.place.finished:
            if said != (self.place.at, self.place.step):
                say(_step_words(self.place, self._cautions))
                said = self.place.at, self.place.step
            key = key_of(self._heard(f"Done with this step? {KEYS}: "), HELP)
            if key in ("f", "r") and self._keeper.was_kept:
                self._keep()  # both build on what is done by now
            if key == "q":
                self._take(self._keeper.keep(self.place))
                say(
                    f"Your place is kept: step {self.place.at} of {self.place.count}, {len(self.place.done)} done."
                )
                if moves.next_ring(self.place) is not None:
                    say(TIMERS_GO_ON)
                return False
            if key == "f" and self._means_it():
                break
            before, self.place = self.place, self._answered(key)
            if self.place != before:
                useful()
                self._keep()
            else:
                vain()
            said = None if key in ("u", "m", "r") else said
        say("Every step is done." if self.place.finished else "Finished early.")
        return True

    @property
    def _cautions(self) -> Sequence[Caution]:
        return (*cautions(self.place.procedure, self._unmet), *cautions_of_rescues(self.place))

    def _heard(self, question: str) -> str | None:
        """Ask and return the answer; when a timer ends meanwhile, announce it at once and ask again."""
        while True:
            self._ring()
            due = moves.next_ring(self.place)
            try:
                return ask(question, None if due is None else max(due - time(), 0.0))
            except TimeoutError:
                continue

    def _ring(self) -> None:
        """Announce each timer that is over, once."""
        now = time()
        self.place, over = moves.ring(self.place, now)
        for timer in over:
            late = f" ({ago_words(-timer.left(now))} ago)" if timer.left(now) <= -1 else ""
            say(f"Time is up{late}: step {timer.step}, {timer.words}.")
            self.place = moves.stop(self.place, timer.number)
        if over:
            ring_bell()
            self._keep()

    def _keep(self) -> None:
        """Save the place, merged with what another window did; if that fails, say so and go on."""
        try:
            self._take(self._keeper.keep(self.place))
        except TailorError as error:
            say_error(error)

    def _take(self, kept: tuple[Following, str]) -> None:
        self.place, says = kept
        if says:
            say(says)

    def _means_it(self) -> bool:
        left = self.place.count - len(self.place.done)
        are = f"{left} step{' is' if left == 1 else 's are'}"
        return ask_yes(f"{are} not done. Finish anyway? y or n: ")

    def _answered(self, key: str) -> Following:
        match key:
            case "y":
                return moves.check(self.place)
            case "n" | "j":
                return moves.go(self.place, self.place.at + 1)
            case "b" | "k":
                return moves.go(self.place, self.place.at - 1)
            case "u":
                return moves.uncheck(self.place)
            case "g":
                number = number_in(ask(f"Go to which step, 1 to {self.place.count}: "))
                return self.place if number is None else moves.go(self.place, number)
            case "m":
                return self._noted(ask("Your note, on one line: ") or "")
            case "t":
                return _timer(self.place)
            case "r":
                return _rescued(self.workspace, self.place)
            case "l":
                say(_timer_words(self.place))
            case "w":
                say(_needs(self.place))
            case "?":
                say(HELP)
            case "f":
                pass  # already asked about, and declined
            case _:
                say(f"Please type one of {KEYS}")
        return self.place

    def _noted(self, words: str) -> Following:
        """The place with these words added to the note of its step, or as it was, and why, if there is no room."""
        noted, more = self.place.note_of(self.place.at), clean(words).strip()
        if len(f"{noted}; {more}" if noted else more) > moves.LONGEST_NOTE:
            say(f"A note holds at most {moves.LONGEST_NOTE:,} characters, so these words were not added.")
            return self.place
        return moves.with_more_note(self.place, more)

    def end(self) -> None:
        """Ask how it went and save it. DamagedError, SaveError: the place is still there then."""
        rating = _rating()
        words = ask_words("A note for next time (optional): ")
        made = with_left_rescue(self.workspace.paths, self.place)
        kept = _changes_kept(changes_on_the_way(made))
        if kept is None:  # nobody said what to keep: the place keeps all of it, so that everything stays possible
            self.place = self._noted(words or "")
            self._keep()
            say("The input ended before you said what to keep, so nothing was saved. Your place is kept.")
            return
        library, now = self.workspace.library, time()
        ended = end_following(library, made, rating=rating, words=words, kept=kept, now=now)
        if kept:
            say(f"Saved as {ended.id}.")
        left = leave_place(self._kept, self.place, now, library.folder)
        say(saved_words(library, ended.id))
        if left:
            say(TIMERS_GO_ON)
        run_to_end(self._tell(ended.id, rating))

    async def _tell(self, id: str, rating: int | None) -> None:
        """Tell the memory, so that it prefers what worked; if that fails, a rebuild reads it from the files."""
        try:
            async with self.workspace.open_memory() as memory:
                await tell_memory(memory, self.workspace.library, id, rating)
        except TailorError as error:
            say(f"The memory has not been updated yet: {error.message}")


def ring_bell() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\a")
        sys.stderr.flush()


def _rating() -> int | None:
    """Ask for a rating from 1 to 5; None if none is given."""
    question = "How did it go, from 5 (perfect) to 1 (did not work)? Enter skips: "
    while answer := ask_words(question):
        if answer in ("1", "2", "3", "4", "5"):
            return int(answer)
        vain("Please type a number from 1 to 5.")
    return None


def _changes_kept(changes: Sequence[WayChange]) -> Sequence[WayChange] | None:
    """Ask which changes to keep as the person's own version; None at the end of input, which decides nothing."""
    if not changes:
        return ()
    usual = [number for number, one in enumerate(changes, 1) if not one.helped]
    say("You changed this along the way:")
    for number, one in enumerate(changes, 1):
        say(f"  {number}. {one.says}{HELPED if one.helped else ''}")
    every = "all of it" if len(usual) == len(changes) else " ".join(map(str, usual))
    yes = f"y saves {every}, n saves nothing" if usual else "n saves nothing"
    question = f"Save it as your own version? {yes}, or type the numbers to save, such as 1: "
    while (answer := ask(question)) is not None:
        if (key := key_of(answer)) in ("y", "n"):
            return [changes[at - 1] for at in usual] if key == "y" else ()
        numbers = {number_in(word, len(changes)) for word in answer.replace(",", " ").split()}
        if numbers and not numbers & {None, 0}:
            return [one for number, one in enumerate(changes, 1) if number in numbers]
        vain("Please type y, n or numbers.")
    return None


def _timer(following: Following) -> Following:
    """Start a timer for the step, asking which one if it names several times or none."""
    found = moves.offered(following)
    if len(found) > 1:
        choices = ", ".join(f"{number} {one.words}" for number, one in enumerate(found, 1))
        words = ask_words(f"Which timer: {choices}? Type its number: ")
        picked = words in map(str, range(1, len(found) + 1))
        wanted = found[int(words) - 1] if picked else None if words.isdecimal() else typed_duration(words)
    elif not found:
        words = ask_words("For how long, such as 10 minutes: ")
        wanted = typed_duration(words)
    else:
        wanted = found[0]
    if wanted is None:
        say("That is not a length of time of at most 14 days, so no timer was started.")
        return following
    try:
        now = moves.start(following, wanted, time())
    except TailorError as error:
        say(error.message)
        return following
    say(f"The timer for {wanted.words} is running; Tailor will tell you here when it ends.")
    return now


def _timer_words(following: Following) -> str:
    if not following.timers:
        return "No timer is running."
    now = time()
    rows = [f"{counted(len(following.timers), 'timer')}:"]
    for timer in following.timers:
        held = ", held" if timer.held is not None else ""
        rows.append(f"  step {timer.step}, {timer.words}: {clock_words(max(timer.left(now), 0.0))} left{held}")
    return "\n".join(rows)


def _needs(following: Following) -> str:
    needs = following.procedure.resources
    if not needs:
        return "This how-to has no list of what you need."
    return "\n".join([f"You need {counted(len(needs), 'thing')}:", *(f"  {need}" for need in needs)])


def _step_words(following: Following, about: Sequence[Caution] = ()) -> str:
    done = " (done)" if following.at in following.done else ""
    rows = ["", f"Step {following.at} of {following.count}{done}: {following.step}"]
    rows += (f"  ! {one.at_steps[following.at]}" for one in about if following.at in one.at_steps)
    if amounts := amounts_of(following.procedure, following.at):
        rows.append(f"  amounts: {' · '.join(amounts)}")
    if note := following.note_of(following.at):
        rows.append(f"  your note: {note}")
    if offered := moves.offered(following):
        rows.append(f"  t starts a timer: {' or '.join(one.words for one in offered)}")
    return "\n".join(rows)


def _rescued(workspace: Workspace, following: Following) -> Following:
    """Ask for a rescue and return the place with the changes the person took; unchanged if there are none."""
    words = ask_words("What is wrong, in a few words (or press Enter to go back): ")
    if not words:
        return following
    try:
        session = rescue_session(workspace, following, words)
        session.find_backend = workspace.backend
        try:
            events = run_to_end(listen(session.events(), RunOptions(plain=True)))
        except KeyboardInterrupt:
            say("Stopped. The steps stay as they are.")
            return following
        review = _reviewed(session, events)
        if review is None:
            return following
        if ReviewState(review).result.draft.procedure == review.original:
            for words in (
                "You did not accept anything, so the steps stay as they are.",
                *unheard(ReviewState(review)),
            ):
                say(words)
            return following
        now = Rescue(following).taken(review, session.request.hint)
    except TailorError as error:
        say(f"{error.message} The steps stay as they are.")
        return following
    for words in (
        moves.rescued_words(following, now.procedure),
        *lost_in_notes(following, now.procedure),
        *(f"! {one.says}" for one in cautions_of_rescues(now)),
    ):
        say(words)
    return now


def _reviewed(session: RunSession, events: tuple[Event, ...]) -> Review | None:
    """The review with the person's decisions; None if nothing was proposed, and then say why."""
    last = events[-1]
    failed = last if isinstance(last, Failed) else None
    for remark in remarks(events):
        if failed is None or remark != failed.message:  # the failed stage says the same
            say(remark)
    if failed is not None:
        say(f"{failed.title}: {failed.message}")
    review = fold_all(session.request.procedure, events)
    if not any(isinstance(event, EditProposed | PlaceFound) for event in events):
        left = () if failed else unheard(ReviewState(review))
        for words in ("There were no suggestions, so the steps stay as they are.", *left):
            say(words)
        return None
    return review_in_terminal(session.workspace, review, session)
