"""`tailor --plain`: the whole of Tailor line by line, one job after the other.

It asks what, tailor or follow, what is special, and what next; the jobs themselves are those of the commands.
"""

from collections.abc import Callable
from functools import partial

from tailor.cli.customize import CustomizeOptions, customized
from tailor.cli.follow import follow_plainly
from tailor.cli.generate import generated
from tailor.cli.input import CommandContext, number_in, yes_or_no
from tailor.cli.output import Exit, exit_of, say, say_error
from tailor.cli.review import ask
from tailor.core import requirements as corrections
from tailor.core.coverage import ledger
from tailor.core.errors import NotFoundError, TailorError
from tailor.core.requirements import Requirement, implied_requirements, parse_hint
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.text import counted, one_line
from tailor.library.store import starter_procedures
from tailor.storage import named
from tailor.workspace import Workspace

HELP = """Enter  goes on with these
r      says one in other words
o      switches one off, or on again
m      makes one of two
?      these lines"""

Requirements = tuple[Requirement, ...]


def corrected(hint: str, profile: tuple[str, ...]) -> Requirements | None:
    """The requirements as the person wants them; those a circumstance implies are offered switched off.

    None at the end of input: nobody said that anything should be asked.
    """
    needs = parse_hint(hint, profile)
    needs = (*needs, *implied_requirements(needs))
    said: Requirements | None = None
    while True:
        if needs != said:
            say(words_of(needs))
            said = needs
        answer = ask("Go on, reword, switch off or on, or merge, with Enter r o m or ?: ")
        if answer is None:
            return None
        key = answer.strip().lower()[:1]
        if not key:
            return corrections.taken(needs)
        if key == "?":
            say(HELP)
            continue
        try:
            needs = _changed(needs, key)
        except TailorError as error:
            say(error.message)


def words_of(needs: Requirements) -> str:
    """How many there are, and each with its id, kind and state."""
    head = f"{counted(len(needs), 'requirement')}:"
    return "\n".join([head, *(f"  {_line(one)}" for one in needs)])


def _line(one: Requirement) -> str:
    kind = "not classified" if one.kind == "unclassified" else one.kind
    if one.source == "implied":
        return f"{one.id}, implied{'' if one.on else ', off: o takes it in'}: {one.words}"
    return f"{one.id}, {kind}{'' if one.on else ', off'}: {one.words}"


def _changed(needs: Requirements, key: str) -> Requirements:
    match key:
        case "r":
            id = _which(needs, "Reword which one")
            words = ask("Write it on one line and press Enter: ") or ""
            return corrections.reword(needs, id, words)
        case "o":
            return corrections.switch(needs, _which(needs, "Switch which one"))
        case "m":
            return corrections.merge(needs, _which(needs, "Merge which one"), _which(needs, "With which one"))
        case _:
            say("That is none of the keys Enter r o m ?")
            return needs


def _which(needs: Requirements, question: str) -> str:
    """The id the person names, by its number or whole; the correction refuses one there is not."""
    answer = (ask(f"{question}, with its number from 1 to {len(needs)} and Enter: ") or "").strip().upper()
    return answer if answer.startswith("R") else f"R{answer}"


MOST_SHOWN = 10


def plain_home(command: CommandContext) -> int:
    """Ask for a procedure, do what is wanted with it, begin again; the exit code of the last job."""
    say("Tailor, line by line. Every question says which keys it takes; Ctrl+D stops.")
    code = int(Exit.DONE)
    while (chosen := _choose(command)) is not None:
        code, after = _with_chosen(command, chosen)
        if not after:
            break
    return code


def _with_chosen(command: CommandContext, chosen: str) -> tuple[int, bool]:
    """Jobs with one procedure until the person goes on to another; the exit code, and whether they want one."""
    code = int(Exit.DONE)
    while True:
        answer = ask("Tailor it, follow it, hear its steps, choose another, or stop, with t f h b or q: ")
        match "q" if answer is None else answer.strip().lower()[:1]:
            case "t":
                code, saved = _tailored(command, chosen)
                chosen = saved or chosen
            case "f":
                code = _done(partial(_followed, command, chosen))
            case "h":
                code = _done(partial(_steps, command, chosen))
            case "b":
                return code, True
            case "q":
                return code, False
            case _:
                say("That is none of the keys t f h b q")


def _done(job: Callable[[], int]) -> int:
    """The exit code of the job; an error is said and does not end the sitting."""
    try:
        return job()
    except TailorError as error:
        say_error(error)
        return exit_of(error)


def _followed(command: CommandContext, chosen: str) -> int:

    follow_plainly(command.workspace, command.open(chosen).procedure)
    return Exit.DONE


def _steps(command: CommandContext, chosen: str) -> int:
    """Say what is needed and the steps, counted first."""
    procedure = command.open(chosen).procedure
    say(f"{counted(len(procedure.resources), 'thing')} you need, {counted(len(procedure.steps), 'step')}.")
    for need in procedure.resources:
        say(f"  you need: {need}")
    for number, step in enumerate(procedure.steps, 1):
        say(f"  {number}. {step}")
    return Exit.DONE


def _tailored(command: CommandContext, chosen: str) -> tuple[int, str]:
    """Hint, requirements, run, review, keep it; the exit code and the id it is saved as, "" where it is not."""

    hint = ask("What is special about your situation, in one sentence and Enter: ")
    if not hint or not hint.strip():
        say("Without a hint there is nothing to tailor.")
        return Exit.DONE, ""
    command.workspace.reread()  # in a long sitting another Tailor may have kept what always holds
    if (requirements := corrected(hint, command.workspace.profile(()))) is None:
        say("Nobody was asked.")
        return Exit.DONE, ""
    before = set(command.workspace.library.ids())
    flags = CustomizeOptions(hint=hint, accept="none", plain=True)
    code = _done(lambda: customized(command, chosen, flags, requirements, _keeps))
    return code, _saved_since(command.workspace, before)


def _saved_since(workspace: Workspace, before: set[str]) -> str:
    """The id of what was saved since, the variant's before its original's; "" for nothing."""
    new = [entry for entry in workspace.library.entries() if entry.id not in before]
    return max(new, key=lambda entry: entry.parent is not None).id if new else ""


def _keeps(review: Review) -> bool:
    """Whether to save the result; yes also at the end of input, so that decisions are not lost."""
    standing = ReviewState(review)
    if standing.result.draft.procedure == review.original:
        say("Nothing was taken, so there is nothing to keep.")
        return False
    words = {one.id: one.words for one in review.requirements}
    taken = [id for id in standing.proposals if standing.status(id) == "accepted"]
    for one in ledger(standing, taken):
        if one.state == "not_served":
            say(f'Nothing you took serves {one.id} "{words[one.id]}".')
    return yes_or_no("Keep it in your library, with y or n: ", ask, say) is not False


def _choose(command: CommandContext) -> str | None:
    """The id or path of what to work with; None at the end of input."""
    while (
        words := ask("What do you want to make or do? Write some words, an id or a file, and Enter: ")
    ) is not None:
        found = _find(command, words.strip())
        if found is None:
            continue
        if len(found) == 1:
            say(f"{found[0][1]} ({found[0][0]})")
            return found[0][0]
        if not found:
            if words.strip() and (new := _generated(command.workspace, words.strip())):
                return new
            continue
        most = min(len(found), MOST_SHOWN)
        say(f"{len(found)} fit{f'; the first {most}' if len(found) > most else ''}:")
        for number, (id, goal) in enumerate(found[:most], 1):
            say(f"{number}. {goal} ({id})")
        answer = ask(f"Which one, with a number from 1 to {most}, or Enter to search again: ")
        if answer is None:
            return None
        if wanted := number_in(answer, most):
            return found[wanted - 1][0]
    return None


def _generated(workspace: Workspace, goal: str) -> str | None:
    """Writes a procedure for a goal nothing fits, where the person wants it; its id, None where there is none."""
    answer = ask("Nothing like that is here; write a new procedure for it, with y or n: ") or "n"
    if answer.strip().lower()[:1] != "y":
        return None

    before = set(workspace.library.ids())
    _done(partial(generated, workspace, goal, _keeps))
    return _saved_since(workspace, before) or None


def _find(command: CommandContext, words: str) -> list[tuple[str, str]] | None:
    """Id and goal of everything that all the words are in; a file or an id alone where it is one.

    None for one that is there and cannot be used, which is said.
    """

    if not words:
        return []
    own = [(entry.id, one_line(entry.goal)) for entry in command.workspace.library.entries()]
    every = own + [(one.id, one_line(one.goal)) for one in starter_procedures()]
    found = [pair for pair in every if all(word in " ".join(pair).lower() for word in words.lower().split())]
    if found:
        return found
    try:
        name = str(named(words))  # no shell has put the own folder in place of ~
        return [(name, command.open(name).procedure.goal)]
    except NotFoundError:
        return []
    except TailorError as error:
        say_error(error)
        return None
