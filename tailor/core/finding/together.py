"""What a text takes together: "all ingredients", and the things of the list that are only in the glaze."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from tailor.core.finding.cues import listed, pattern
from tailor.core.finding.model import Place
from tailor.core.finding.texts import Text
from tailor.core.guard.vocabulary import stems


def with_what_goes_along(read: Sequence[Text], places: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places, the steps that include theirs in "all ingredients", and what goes into theirs alone."""
    more = [*_taken_with_all(read, places), *_made_for(read, places)] if places else []
    return tuple({(one.part, one.step): one for one in (*more, *places)}.values()) if more else (*places,)


def _taken_with_all(read: Sequence[Text], places: Sequence[Place]) -> Iterator[Place]:
    """Yield the steps that say "all ingredients" and mean one of the places in the list among them.

    "The first 9 ingredients" and "the dressing ingredients" count only if no step names it.
    """
    named = any(one.part == "steps" for one in places)
    for text in read:
        found = pattern("together", "list").search(text.text) if text.part == "steps" else None
        if found is not None and not (named and found["some"]):
            among = (one for one in places if one.part == "resources" and not _is_in(one.word, text))
            for one in [*among][:1]:
                yield Place("steps", text.step, found[0], f"{found[0]}: “{one.word}” is on the list")


def _is_in(word: str, text: Text) -> bool:
    return text.phrases.issuperset(stems(word)[-1:])


def _made_for(read: Sequence[Text], places: Sequence[Place]) -> Iterator[Place]:
    """Yield the lines of the list for a part of the dish: under its heading, or used where it is made alone."""
    named = (one.word.casefold().split()[-1] for one in places)
    for name in dict.fromkeys(one for one in named if one in listed("dish_parts")):
        for at, text in enumerate(read):
            made = pattern("together", "made").search(text.text) if text.part == "steps" else None
            if text.part == "resources" and text.text.endswith(":") and _is_in(name, text):
                below = takewhile(lambda one: one.part == "resources" and one.text[-1:] != ":", read[at + 1 :])
                yield from (Place("resources", one.step, one.text, f"goes into the {name}") for one in below)
            elif made is not None and {*stems(name)} <= {*stems(made["what"])}:
                yield from _only_here(read, text, name)


def _only_here(read: Sequence[Text], here: Text, name: str) -> Iterator[Place]:
    """Yield what this step uses and no other does: the lemon juice of the glaze, but not the lemon zest."""
    others = frozenset().union(*(one.phrases for one in read if one.part == "steps" and one is not here))
    for line in (one for one in read if one.part == "resources"):
        runs = [line.tokens[at : at + 2] for at in range(len(line.tokens) - 2, -1, -1)] + [line.tokens[-1:]]
        for run in runs:
            if "".join(word.stem for word in run) in here.phrases - others:
                word = line.text[run[0].start : run[-1].end]
                yield Place("resources", line.step, word, f"{word}: goes into the {name}")
                break
