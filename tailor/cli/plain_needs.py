"""Requirements line by line: what was understood of a hint, put right before anybody is asked.

Owns saying and asking. Refuses to split or to classify (`core.splitting`, `core.corrections`).
"""

from tailor.cli.out import say
from tailor.cli.reviewing import ask
from tailor.core import requirements as corrections
from tailor.core.errors import TailorError
from tailor.core.hints import split
from tailor.core.requirements import Requirement, implied
from tailor.core.text import counted

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
    needs = split(hint, profile)
    needs = (*needs, *implied(needs))
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
