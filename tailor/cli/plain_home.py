"""`tailor --plain`: from the first question to the saved procedure, line by line.

Owns the three questions (what, hint, keep it?). Refuses colours and screens; the commands do the work.
"""

from tailor.cli.exits import Exit
from tailor.cli.out import say
from tailor.cli.reviewing import ask
from tailor.cli.setup import Setup
from tailor.core.text import one_line

MOST_SHOWN = 10


def plain_home(setup: Setup) -> int:
    """Asks for a procedure and a hint, then goes on as `tailor customize --plain --save`; the exit code."""
    from tailor.cli.main import run

    say("Tailor, line by line. Every question says which keys it takes; Ctrl+D stops.")
    chosen = _choose(setup)
    if chosen is None:
        return Exit.DONE
    hint = ask("What is special about your situation, in one sentence and Enter: ")
    if hint is None:
        return Exit.DONE
    return run(["customize", chosen, "--hint", hint, "--plain", "--save"])


def _choose(setup: Setup) -> str | None:
    """The id or path of what to tailor; None at the end of input."""
    while (words := ask("What do you want to tailor? Write some words, an id or a file, and Enter: ")) is not None:
        found = _find(setup, words.strip())
        if len(found) == 1:
            say(f"{found[0][1]} ({found[0][0]})")
            return found[0][0]
        if not found:
            say("Nothing like that is here. Try other words; `tailor library list --starter` shows what there is.")
            continue
        for number, (id, goal) in enumerate(found[:MOST_SHOWN], 1):
            say(f"{number}. {goal} ({id})")
        most = min(len(found), MOST_SHOWN)
        answer = ask(f"Which one, with a number from 1 to {most}, or Enter to search again: ")
        if answer is None:
            return None
        if answer.strip().isdecimal() and 1 <= int(answer) <= most:
            return found[int(answer) - 1][0]
    return None


def _find(setup: Setup, words: str) -> list[tuple[str, str]]:
    """Id and goal of everything that all the words are in; a file or an id alone where it is one."""
    from tailor.core.errors import TailorError
    from tailor.library.starter import starter_procedures

    if not words:
        return []
    own = [(entry.id, one_line(entry.goal)) for entry in setup.library.entries()]
    every = own + [(one.id, one_line(one.goal)) for one in starter_procedures()]
    found = [pair for pair in every if all(word in " ".join(pair).lower() for word in words.lower().split())]
    if found:
        return found
    try:
        return [(words, setup.open(words).procedure.goal)]
    except TailorError:
        return []
