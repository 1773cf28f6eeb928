"""`tailor --plain`: all of Tailor line by line, one job after another.

It asks for a how-to, whether to tailor or follow it, what is different, and what next. The commands do the work.
"""

from collections.abc import Callable

from tailor.cli.console import (
    Exit,
    ask,
    ask_words,
    ask_yes,
    key_of,
    number_in,
    say,
    say_error,
    useful,
    vain,
    yes_or_no,
)
from tailor.cli.customize import CustomizeOptions, customized
from tailor.cli.follow import follow_plainly
from tailor.cli.generate import GenerateOptions, generated
from tailor.cli.options import CommandContext
from tailor.cli.run import saves_anyway, say_objections
from tailor.core import requirements as corrections
from tailor.core.errors import NotFoundError, TailorError
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement, Requirements, implied_requirements, parse_hint
from tailor.core.review import Review
from tailor.core.review.state import ReviewState
from tailor.core.text import counted, one_line
from tailor.library.entries import told_apart
from tailor.library.search import terms, vocabulary
from tailor.library.store import starter_procedures
from tailor.storage import named

MOST_SHOWN = 10
_SAID = {
    "tailor it": "t",
    "follow it": "f",
    "show its steps": "h",
    "show steps": "h",
    "show the steps": "h",
    "choose another": "b",
    "back": "b",
    "exit": "q",
    "stop": "q",
    "help": "?",
}
"""Other answers for the keys, such as the words in the question itself."""
HINT = "What is different for you, in one sentence: "


def plain_home(command: CommandContext) -> int:
    """Ask for a procedure, do what is wanted with it, start over; return the exit code of the last job."""
    say("Tailor, line by line. Every question lists its keys; Ctrl+D stops.")
    home = _PlainHome(command)
    try:
        while home.choose() and home.work():
            pass
    finally:
        command.workspace.leave_local_model()
    return home.code


class _PlainHome:
    """A session: the current procedure, and how the last job ended."""

    def __init__(self, command: CommandContext) -> None:
        self.command, self.workspace = command, command.workspace
        self.chosen, self.code = "", int(Exit.DONE)
        self._shown = set[str]()

    def choose(self) -> bool:
        """Ask until there is an id or path to work with; False at the end of input."""
        while (
            said := ask("What do you want to make or do? Write some words, an id or a file, and Enter: ")
        ) is not None:
            words, self.chosen = said.strip(), ""
            found = self._find(words)
            if found == [] and words:
                self.chosen = self._generated(words)
            elif found and len(found) == 1:
                say(f"{found[0][1]} ({found[0][0]})")
                self.chosen = found[0][0]
            elif found:
                most = min(len(found), MOST_SHOWN)
                shown = f"; the first {most}" if len(found) > most else ""
                say(f"{len(found)} match{'es' * (len(found) > 1)}{shown}:")
                for number, (id, goal) in enumerate(found[:most], 1):
                    say(f"{number}. {goal} ({id})")
                answer = ask(f"Which one? Type its number, 1 to {most}, or press Enter to search again: ")
                if answer is None:
                    return False
                self.chosen = found[wanted - 1][0] if (wanted := number_in(answer, most)) else ""
            if self.chosen:
                return True
            vain()
        return False

    def _find(self, words: str) -> list[tuple[str, str]] | None:
        """Id and title of everything that contains the words, else of a file or an id; None if it cannot be used.

        Typos are only corrected if nothing matches as typed.
        """
        if not words:
            return []
        kept = self.workspace.library.entries()
        special = told_apart((one.goal, one.hint, one.created, "") for one in kept)  # the id is shown anyway
        titles = (f"{one.goal}: {words}" if words else one.goal for one, words in zip(kept, special, strict=True))
        every = [(one.id, one_line(title)) for one, title in zip(kept, titles, strict=True)]
        every += [(one.id, one_line(one.goal)) for one in starter_procedures()]
        if found := _fitting(every, words):
            return found
        try:
            name = str(named(words))  # no shell has expanded ~ here
            return [(name, self.command.open(name).procedure.goal)]
        except NotFoundError:
            return _fitting(every, words, mended=True)
        except TailorError as error:
            say_error(error)
            return None

    def work(self) -> bool:
        """Work with one procedure until the person goes on to another; False if they stop."""
        self.code = Exit.DONE
        while True:
            said = ask("(t)ailor it, (f)ollow it, s(h)ow its steps, (b)ack to choose another, (q)uit: ")
            said = _SAID.get(said.strip().lower(), said) if said else said
            match key_of(said, "t tailor\nf follow\nh show\nb back"):
                case "t":
                    useful()
                    self._tailored(ask_words(HINT))
                case "f":
                    useful()
                    self.code = _done(lambda: follow_plainly(self.workspace, self._procedure()))
                case "h":
                    vain() if self.chosen in self._shown else useful()
                    self._shown.add(self.chosen)
                    self.code = _done(self._steps)
                case "b":
                    vain()
                    return True
                case "q":
                    return False
                case _ if said and len(said.strip()) > 2:  # a hint, typed right away
                    self._tailored(said.strip())
                case _:
                    vain("Please type t, f, h, b or q.")

    def _procedure(self) -> Procedure:
        return self.command.open(self.chosen).procedure

    def _steps(self) -> None:
        procedure = self._procedure()
        say(f"{counted(len(procedure.resources), 'thing')} you need, {counted(len(procedure.steps), 'step')}.")
        for need in procedure.resources:
            say(f"  you need: {need}")
        for number, step in enumerate(procedure.steps, 1):
            say(f"  {number}. {step}")

    def _tailored(self, hint: str) -> None:
        """Correct the wishes, run, review and save; what was saved is the next procedure to work with."""
        self.code = Exit.DONE
        if not (hint or self.workspace.profile()):
            say("Say what is different for you; otherwise there is nothing to tailor.")
            return
        self.workspace.reread()  # in a long session another Tailor may have saved a profile
        if (requirements := corrected(hint, self.workspace.profile(()))) is None:
            say("Stopped. Nothing was sent and nothing has changed.")
            return
        flags = CustomizeOptions(hint=hint, accept="none", plain=True, keep=_keeps, requirements=requirements)
        self.code, saved = self._saving(lambda: customized(self.command, self.chosen, flags))
        self.chosen = saved or self.chosen

    def _generated(self, goal: str) -> str:
        """Offer to write a procedure for a goal without a match; return its id, or "" if there is none."""
        if not ask_yes("No how-to here matches that. Write a new one? y or n: "):
            return ""
        flags = GenerateOptions(goal=goal, plain=True, keep=_keeps)
        return self._saving(lambda: generated(self.workspace, flags))[1]

    def _saving(self, job: Callable[[], int]) -> tuple[int, str]:
        """The exit code, and the id of what was saved ("" for nothing): a variant's before its original's."""
        before = set(self.workspace.library.ids())
        code = _done(job)
        new = [entry for entry in self.workspace.library.entries() if entry.id not in before]
        return code, new[0].id if new else ""


def _fitting(pairs: list[tuple[str, str]], words: str, *, mended: bool = False) -> list[tuple[str, str]]:
    """Those that contain every word; with `mended`, a word that none contains is corrected first."""
    said = [" ".join(pair).lower() for pair in pairs]
    wanted = terms(words, said, vocabulary(said) if mended else ())
    return [pair for pair, text in zip(pairs, said, strict=True) if all(one.within(text) for one in wanted)]


def _done(job: Callable[[], int | None]) -> int:
    """Run the job and return its exit code; an error is shown and does not end the session."""
    try:
        return job() or Exit.DONE
    except TailorError as error:
        say_error(error)
        return error.exit_code


def _keeps(review: Review) -> bool | None:
    """Ask whether to save the result; None at the end of input, which never means yes."""
    state = ReviewState(review)
    if state.result.draft.procedure == review.original:
        say("You did not accept anything, so there is nothing to save.")
        return False
    unmet = say_objections(review)
    return yes_or_no("Save it in your library? y or n: ") and saves_anyway(unmet)


HELP = """Enter  continue with these
r      reword one
o      switch one off or on
m      merge two
?      show this help"""


def corrected(hint: str, profile: tuple[str, ...]) -> Requirements | None:
    """Let the person correct the requirements; those implied by a circumstance are offered switched off.

    None at the end of input: then nothing may be sent.
    """
    needs = parse_hint(hint, profile)
    needs = (*needs, *implied_requirements(needs))
    said: Requirements | None = None
    while True:
        if needs == said:
            vain()
        else:
            useful()
            say("\n".join(["Your wishes:", *map(_requirement_line, needs)]))
            said = needs
        answer = ask("Enter continues, (r)eword, switch (o)n or off, (m)erge, ? for help: ")
        if answer is None:
            return None
        if not answer.strip():
            return corrections.taken(needs)
        try:
            needs = _changed(needs, key_of(answer, HELP))
        except TailorError as error:
            say(error.message)


def _requirement_line(one: Requirement) -> str:
    if one.source == "implied":
        return f"  {one.id[1:]}. {one.words} (suggested{'' if one.on else ', off; press o to include it'})"
    return f"  {one.id[1:]}. {one.words}{'' if one.on else ' (off)'}"


def _changed(needs: Requirements, key: str) -> Requirements:
    """Apply one key to the requirements; a correction raises an error for an unknown id."""

    def which(question: str) -> str:
        """Ask for an id, by its number or whole."""
        answer = ask_words(f"{question}, 1 to {len(needs)}: ").upper()
        return answer if answer.startswith("R") else f"R{answer}"

    match key:
        case "r":
            id = which("Reword which one")
            return corrections.reword(needs, id, ask_words("Write it on one line: "))
        case "o":
            return corrections.switch(needs, which("Switch which one"))
        case "m":
            return corrections.merge(needs, which("Merge which one"), which("With which one"))
        case "?":
            say(HELP)
        case _:
            say("Please press Enter or type r, o, m or ?.")
    return needs
